// @ts-check
// Two engines as one: what the small one takes (WebAssembly, a few KB, there at once) never waits for Python
// or behind it; all else, and what it finds too hard on the way, is Python's.
//
//     const engine = new BothEngine(python, () => new LanesEngine(address));

/** @typedef {import("./client.js").Engine} Engine */
/** @typedef {Pick<Engine, "run"> & { takes: (command: import("./client.js").Command) => boolean }} SmallEngine */

/** Questions that may be long: they have a worker of their own, so that conflicts are told meanwhile. */
const LONG = ["solve", "generate"];

/** @implements {Engine} */
export class BothEngine {
  /** @param {Engine} python @param {() => SmallEngine} small  begins one */
  constructor(python, small) {
    this.name = python.name;
    this.ready = python.ready;
    this.python = python;
    this.short = small();
    this.long = small();
  }

  /** @param {import("./client.js").Command} command @param {import("./client.js").Options} [options] */
  async run(command, options) {
    const small = LONG.includes(command.do) ? this.long : this.short;
    if (small.takes(command)) {
      try {
        return await small.run(command, options);
      } catch (error) {
        if (/** @type {{ kind?: string }} */ (error).kind !== "NotTaken") throw error;
      }
    }
    return this.python.run(command, options);
  }
}
