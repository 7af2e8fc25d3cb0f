// @ts-check
// The compiled engine in a Web Worker of its own: no Python.  A message is a command, with a number; events go back with
// that number, the last with `done`, or with `declined` where Python is to be asked.
import { NotLowered } from "./document.js";
import { Lanes, MODULES } from "./questions.js";

/** @param {string} file */
async function load(file) {
  const answer = await fetch(new URL(file, import.meta.url));
  if (!answer.ok) throw new Error(`${file} cannot be fetched: ${answer.status}`);
  return (await WebAssembly.instantiate(await answer.arrayBuffer())).instance;
}

const lanes = new Lanes(load);
lanes.memory("classic").then(
  () => postMessage({ ready: true }),
  error => postMessage({ broken: String(error) }),
);

onmessage = async ({ data: { number, command, declared } }) => {
  /** @param {object} event */
  const tell = event => postMessage({ number, event });
  try {
    tell({ done: await lanes.answer(command, tell, declared) });
  } catch (error) {
    tell({ declined: error instanceof NotLowered ? error.message : `${MODULES.program}: ${error}` });
  }
};
