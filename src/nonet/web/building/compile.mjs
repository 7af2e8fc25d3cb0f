// Compiles Python for the browser with the browser's own Python, run by Node: `node compile.mjs JOB`.
// JOB is a file of JSON: {pyodide: folder, work: folder, steps: Python that does the work}.
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
const { loadPyodide } = await import(pathToFileURL(path.join(job.pyodide, "pyodide.mjs")).href);
const python = await loadPyodide({ indexURL: job.pyodide });
python.FS.mkdir("/packing");
python.FS.mount(python.FS.filesystems.NODEFS, { root: job.work }, "/packing");
python.runPython(job.steps);
process.exit(0);
