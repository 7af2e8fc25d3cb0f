// @ts-check
// The page without a network: the files of the page are kept when it was first seen, and all else once it was
// fetched, under the name of their version.  Both lines below are filled in when the site is made; as it is here, nothing is kept.  Pages and scripts are
// given as of an isolated origin, in which a question can be interrupted: from the second visit on.
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
      // by its address alone: with `ignoreSearch` a browser would look through all that is kept
      const [place] = request.url.split("?", 1);
      const response = (await cache.match(place)) ?? (await fetchedOnce(request, place, cache));
      return request.mode === "navigate" || request.destination === "worker" ? isolated(response) : response;
    })(),
  );
});

/** What is fetched for the first time, and kept: Python, lessons, puzzles that somebody asked for.
 * @param {Request} request @param {string} place @param {Cache} cache */
async function fetchedOnce(request, place, cache) {
  const answer = await fetch(request);
  if (VERSION && answer.ok) await cache.put(place, answer.clone());
  return answer;
}

/** An answer with the headers that isolate its origin.
 * @param {Response} answer */
function isolated(answer) {
  if (!answer.ok) return answer;
  const headers = new Headers(answer.headers);
  headers.set("Cross-Origin-Opener-Policy", "same-origin");
  headers.set("Cross-Origin-Embedder-Policy", "require-corp");
  return new Response(answer.body, { status: answer.status, headers });
}
