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
  return counted(answer);
}

/** The bytes of an answer; on the way it is told which share of them is here.
 * @param {Response} answer */
async function counted(answer) {
  const all = Number(answer.headers.get("Content-Length")),
    reader = answer.body?.getReader();
  if (!reader || !all) return new Uint8Array(await answer.arrayBuffer());
  /** @type {Uint8Array[]} */
  const parts = [];
  let length = 0;
  for (let next = await reader.read(); next.value; next = await reader.read()) {
    parts.push(next.value);
    length += next.value.length;
    postMessage({ share: Math.min(1, length / all) }); // of what is sent packed the length is less
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
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
