// @ts-check
// nonet in a Web Worker: Python, nonet and what it needs, from the archives in ../python/.
// A message is a command, with a number; events go back with that number.  The first may be a bell:
// memory shared with the page, by which it interrupts Python.
const base = new URL("../python/", import.meta.url).href;

/** @param {string} name */
async function bytes(name) {
  const answer = await fetch(base + name);
  if (!answer.ok) throw new Error(`${name} cannot be fetched: ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

/** Python that begins: the archives are on its path, in_browser.py does the rest. */
const BEGIN = `
import sys
sys.path[:0] = ["/nonet.zip", "/constraint.zip"]
from nonet.web.in_browser import begin
begin(parts, base)
`;

/** @type {Uint8Array | undefined} */
let bell;

const begun = (async () => {
  const archives = Promise.all([bytes("nonet.zip"), bytes("constraint.zip"), bytes("parts.json")]);
  const { loadPyodide } = await import(base + "pyodide.mjs");
  const python = await loadPyodide({ indexURL: base, stdLibURL: base + "std.zip" });
  const [nonet, constraint, parts] = await archives;
  python.FS.writeFile("/nonet.zip", nonet);
  python.FS.writeFile("/constraint.zip", constraint);
  const told = python.toPy({ parts: new TextDecoder().decode(parts), base });
  const answer = python.runPython(BEGIN, { globals: told });
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
    answer(JSON.stringify(command), (/** @type {string} */ text) =>
      postMessage({ number, event: JSON.parse(text) }));
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
