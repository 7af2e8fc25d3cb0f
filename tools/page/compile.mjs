// Runs the browser's Python under Node: `node compile.mjs JOB`.  JOB is a file of JSON: {pyodide: folder,
// work: folder, steps: Python that does the work}.  With {engine, library, archives, memory} too, Python's
// memory is kept at the end, in the file `memory`, as static/engine/python.js says.
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const job = JSON.parse(fs.readFileSync(process.argv[2], "utf8"));
// what goes wrong is the last line: Node would print a megabyte of source with it
process.on("uncaughtException", error => {
  const lines = String(error?.message ?? error).trim().split("\n");
  console.error(lines.at(-1).slice(0, 400));
  process.exit(1);
});
const file = (...parts) => pathToFileURL(path.join(...parts)).href;
const { loadPyodide } = await import(file(job.pyodide, "pyodide.mjs"));
if (job.memory) await remember();
else await begun({});
process.exit(0);

/** Python, after the steps. */
async function begun(options) {
  const python = await loadPyodide({ indexURL: job.pyodide, ...options });
  python.FS.mkdir("/packing");
  python.FS.mount(python.FS.filesystems.NODEFS, { root: job.work }, "/packing");
  python.runPython(job.steps);
  return python;
}

async function remember() {
  const { created, trampoline, STEP } = await import(file(job.engine));
  const script = await import(file(job.pyodide, "pyodide.asm.mjs"));
  let first;
  const python = await begun({
    stdLibURL: job.library,
    createPyodideModule: settings => created(script, settings, own => { first = new Uint8Array(own.buffer).slice(); }),
    // the same on every machine, and nothing of this one
    _sysExecutable: "/python",
    env: { PYTHONHASHSEED: "0" },
    _makeSnapshot: true,
  });
  const module = python._module;
  module.HEAP32[trampoline(module)] = 0; // how functions are called: each browser knows for itself
  const memory = module.HEAPU8;
  const { API } = module;
  const about = {
    build: API.config.BUILD_ID,
    size: memory.length,
    begins: 1 + first.findLastIndex(byte => byte !== 0),
    state: API.serializeHiwireState(),
    archives: job.archives,
  };
  fs.writeFileSync(job.memory, written(memory, first, about, STEP));
}

/** The file: the runs in which memory differs from what it was first. */
function written(memory, first, about, step) {
  const runs = [];
  const before = Buffer.alloc(memory.length);
  before.set(first);
  for (let at = 0; at < memory.length; at += step) {
    if (before.compare(memory, at, at + step, at, at + step) === 0) continue;
    const last = runs.at(-1);
    if (last && last[0] + last[1] === at) last[1] += step;
    else runs.push([at, step]);
  }
  let json = JSON.stringify(about);
  json += " ".repeat(-Buffer.byteLength(json) & 3);
  const numbers = Uint32Array.from([Buffer.byteLength(json), runs.length, ...runs.flat()]);
  const bytes = runs.map(([at, length]) => memory.subarray(at, at + length));
  return Buffer.concat([Buffer.from(numbers.buffer), Buffer.from(json), ...bytes]);
}
