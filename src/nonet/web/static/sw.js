// @ts-check
// The page without a network: all its files are kept, under the name of their version.  Both lines
// below are filled in when the site is made; as it is here, nothing is kept.
const VERSION = "";
const FILES = /** @type {string[]} */ ([]);

const worker = /** @type {any} */ (self);
const NAME = `nonet-${VERSION}`;

worker.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(
    (async () => {
      const cache = await caches.open(NAME);
      await cache.addAll(FILES.map(file => new Request(file, { cache: "no-cache" })));
      await worker.skipWaiting();
    })(),
  );
});

worker.addEventListener("activate", (/** @type {any} */ event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) {
        if (name.startsWith("nonet-") && name !== NAME) await caches.delete(name);
      }
      await worker.clients.claim();
    })(),
  );
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  // what is kept is given as it is: a copy would lose the code that browsers keep for WebAssembly
  event.respondWith(
    (async () => {
      const cache = await caches.open(NAME);
      return (await cache.match(request, { ignoreSearch: true })) ?? fetch(request);
    })(),
  );
});
