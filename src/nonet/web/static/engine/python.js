// @ts-check
// Python in WebAssembly (Pyodide), as it is once nonet is imported and has answered: its memory was kept
// when the site was made, so that no browser need begin Python and import nonet again.  Most of what is
// wanted needs no more; archives are fetched when Python first opens one.
//
// memory.bin holds what differs from the memory that pyodide.asm.wasm begins with.  All numbers are of
// 32 bits, little-endian:
//
//     how many bytes the JSON has, how many runs there are; of each run, where it begins, and its bytes
//     JSON: {build, size, begins, state, archives}
//     the bytes of all runs
//
// `build` is the Pyodide it is of, `size` the bytes of memory, `begins` those that the program fills,
// `state` what of JavaScript Python knows, `archives` which file each archive is to Python.  It is written by
// tools/page/compile.mjs.

/** How often memory is looked at to see what differs. */
export const STEP = 64;

/** The bytes of a page of WebAssembly's memory. */
const PAGE = 65536;

/** @typedef {{ build: string, size: number, begins: number, state: object,
 *              archives: { [path: string]: string } }} About */
/** @typedef {{ about: About, runs: Uint32Array, bytes: Uint8Array }} Memory */
/** @typedef {(question: string, say: (event: string) => void) => void} Answer */

/**
 * @param {object} place
 * @param {string} place.base  the address of Pyodide's files
 * @param {string} [place.folder]  what Pyodide is told of it: under Node, which reads files, their folder
 * @param {(name: string) => Promise<Uint8Array>} place.fetched
 * @param {(name: string) => Uint8Array} place.now  the same at once: this worker waits
 * @returns {Promise<{ python: any, answer: Answer }>}
 */
export async function wake({ base, folder = base, fetched, now }) {
  const snapshot = fetched("memory.bin").then(opened);
  const script = import(base + "pyodide.asm.mjs");
  const { loadPyodide } = await import(base + "pyodide.mjs");
  const python = await loadPyodide({
    indexURL: folder,
    // Pyodide wants a library, which its memory has: any file will do until one is asked for
    stdLibURL: folder + "pyodide-lock.json",
    _loadSnapshot: snapshot.then(({ about }) => new Uint8Array(about.size)),
    createPyodideModule: async (/** @type {any} */ settings) => {
      const memory = await snapshot;
      if (settings.API.config.BUILD_ID !== memory.about.build) {
        throw new Error("the files of the engine are of two versions: load the page again");
      }
      const { begins, size } = memory.about;
      let first = new Uint8Array();
      const module = await created(await script, settings, own => {
        first = new Uint8Array(own.buffer).slice(0, begins);
        const missing = size - own.buffer.byteLength; // the kept memory had grown
        if (missing > 0) own.grow(Math.ceil(missing / PAGE));
      });
      settings.API.restoreSnapshot = () => restored(module, first, memory);
      return module;
    },
  });
  const { archives } = (await snapshot).about;
  for (const [path, name] of Object.entries(archives)) later(python.FS, path, () => now(name));
  return { python, answer: python.globals.get("wake")(now) };
}

/** Pyodide's module, and on the way the memory that its program begins with.
 * @param {{ default: (settings: any) => Promise<any> }} script @param {any} settings
 * @param {(memory: WebAssembly.Memory) => void} look */
export function created(script, settings, look) {
  const { instantiateWasm } = settings;
  settings.instantiateWasm = (/** @type {any} */ imports, /** @type {any} */ done) =>
    instantiateWasm(imports, (/** @type {WebAssembly.Instance} */ instance, /** @type {any} */ program) => {
      const { memory } = /** @type {{ memory: WebAssembly.Memory }} */ (instance.exports);
      look(memory);
      done(instance, program);
    });
  return script.default(settings);
}

/** Where Python keeps how it calls functions, which browsers do in two ways: a place in HEAP32.
 * @param {any} module */
export function trampoline(module) {
  return (module.__PyRuntime + module.HEAP32[module.__PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET >> 2]) >> 2;
}

/** @param {any} module @param {Uint8Array} first @param {Memory} memory
 * @returns {object} what of JavaScript Python knows */
function restored(module, first, { about, runs, bytes }) {
  const { HEAPU8, HEAP32 } = module;
  const way = HEAP32[trampoline(module)];
  HEAPU8.set(first);
  HEAPU8.fill(0, first.length);
  let from = 0;
  for (let each = 0; each < runs.length; each += 2) {
    HEAPU8.set(bytes.subarray(from, from += runs[each + 1]), runs[each]);
  }
  HEAP32[trampoline(module)] = way;
  return about.state;
}

/** @param {Uint8Array} file @returns {Memory} */
function opened(file) {
  const [length, count] = new Uint32Array(file.buffer, file.byteOffset, 2);
  const from = 8 + 8 * count;
  return {
    runs: new Uint32Array(file.buffer, file.byteOffset + 8, 2 * count),
    about: JSON.parse(new TextDecoder().decode(file.subarray(from, from + length))),
    bytes: file.subarray(from + length),
  };
}

/** A file of Python's that is fetched when it is first opened.
 * @param {any} FS @param {string} path @param {() => Uint8Array} bytes */
function later(FS, path, bytes) {
  FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
  FS.writeFile(path, "");
  const { node } = FS.lookupPath(path);
  const { stream_ops } = node;
  const open = (/** @type {any} */ stream) => {
    try {
      node.contents = bytes();
    } catch {
      throw new FS.ErrnoError(INPUT_ERROR);
    }
    node.usedBytes = node.contents.length;
    node.stream_ops = stream.stream_ops = stream_ops;
  };
  node.stream_ops = { ...stream_ops, open };
}

/** EIO, as Emscripten counts. */
const INPUT_ERROR = 29;
