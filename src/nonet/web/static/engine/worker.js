// @ts-check
// nonet in a Web Worker: Python with nonet in its memory, from the files in ../python/.
// A message is a command, with a number; events go back with that number.  The first may be a bell:
// memory shared with the page, by which it interrupts Python.
import { wake } from "./python.js";

const base = new URL("../python/", import.meta.url).href;

/** @param {string} name */
async function fetched(name) {
  const answer = await fetch(base + name);
  if (!answer.ok) throw new Error(`${name} cannot be fetched: ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

/** @param {string} name */
function now(name) {
  const request = new XMLHttpRequest();
  request.open("GET", base + name, false);
  request.responseType = "arraybuffer";
  request.send();
  if (request.status !== 200) throw new Error(`${name} cannot be fetched: ${request.status}`);
  return new Uint8Array(request.response);
}

/** @type {Uint8Array | undefined} */
let bell;

const begun = (async () => {
  const { python, answer } = await wake({ base, fetched, now });
  if (bell) python.setInterruptBuffer(bell);
  postMessage({ ready: true });
  return answer;
})();

begun.catch(error => postMessage({ broken: last(error) }));

onmessage = async ({ data }) => {
  if (data.bell) {
    bell = data.bell;
    return;
  }
  const { number, command } = data;
  try {
    const answer = await begun;
    answer(JSON.stringify(command), text => postMessage({ number, event: JSON.parse(text) }));
  } catch (error) {
    if (/** @type {any} */ (error)?.type === "KeyboardInterrupt") {
      postMessage({ number, event: { error: "given up", kind: "Interrupted" } });
      return;
    }
    // Python is dead after its stack has overflowed: this worker is of no use any more
    const event = { error: "the engine broke and is started anew", kind: "Broken", why: last(error) };
    postMessage({ number, event, fatal: true });
  }
};

/** The last line of an error: the rest is a traceback.
 * @param {unknown} error */
function last(error) {
  return String(error).trim().split("\n").at(-1)?.slice(0, 300) ?? "";
}
