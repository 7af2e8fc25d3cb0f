// @ts-check
// A kernel: the compiled engine for one geometry, which counts the solutions of puzzles, many at a time.
// What kernel.py and kernel_run.py are to Python, for lanes of 16 bits in registers of 128.

/** @typedef {import("./memory.js").Memory} Memory */
/** @typedef {import("./document.js").KernelData} KernelData */
/** What a run found of each puzzle; `solutions` has the first of each, zeros where there is none.
 * @typedef {{ counts: number[], solutions: Uint8Array, decided: boolean }} Counted */
/** How long a run may be: asked now and then, true when it must end.
 * @typedef {() => boolean} Expired */

const LANES = 8;
const DONE = 0, PAUSED = 1, STACK_FULL = 2, SOLUTIONS_FULL = 3;
const STORE_FIRST = 1, STORE_ALL = 2;
/** Places in the state that the engine keeps (layouts/calls.py). */
const FREE_SLOT = 2, SWEEPS = 4, STORED = 5, KEEP_OWN_NODES = 6, IDLE = 10, LAST = 11, STATES = 13;
/** Sweeps between two looks at the clock, times the rows of a sweep. */
const WORK = 1_000_000;
const NO_LIMIT = 2 ** 50;
const STORED_ROWS = LANES + 64;

export class Kernel {
  /** @param {Memory} memory @param {KernelData} data @param {number} cells @param {number} size */
  constructor(memory, data, cells, size) {
    this.memory = memory;
    this.data = data;
    this.cells = cells;
    this.size = size;
    this.geometry = data.slots.flatMap(each =>
      typeof each === "number" ? each : typeof each === "string" ? memory.bytes([...each].map(Number)) : memory.int64s(each),
    );
    const start = new Uint16Array(256);
    start[0] = 2 ** size - 1;
    for (let value = 1; value <= size; value++) start[value] = 1 << (value - 1);
    this.start = memory.uint16s(start);
    this.workspace = [memory.take(2 * LANES * data.rows), LANES * data.rows];
    this.words = Math.max(1, Math.ceil(cells / 4)) * LANES;
    /** How many sweeps and guesses all runs took. */
    this.spent = { guesses: 0, sweeps: 0 };
  }

  /** The solutions of each puzzle up to a limit, and the first of each.
   * @param {Uint8Array} puzzles  a row of values a puzzle, 0 for a blank
   * @param {number} limit @param {{ masks?: ArrayLike<number>, expired?: Expired }} [options] `masks`: what each cell may be
   * @returns {Counted} */
  count(puzzles, limit, { masks = this.data.masks, expired = () => false } = {}) {
    const { memory, cells } = this;
    const mark = memory.top, number = puzzles.length / cells;
    const run = this.begin(puzzles, limit, masks, STORE_FIRST, number);
    const decided = run(expired, () => {});
    const result = { counts: memory.readInt64s(run.counts, number), decided, solutions: run.stored(number) };
    memory.top = mark;
    return result;
  }

  /** Every solution of a puzzle up to a limit, told as it is found.
   * @param {ArrayLike<number>} clues @param {number} limit  0 for all @param {(solution: Uint8Array) => void} tell
   * @param {{ masks?: ArrayLike<number>, expired?: Expired }} [options]
   * @returns {boolean} whether the search came to its end */
  each(clues, limit, tell, { masks = this.data.masks, expired = () => false } = {}) {
    const { memory, cells } = this;
    const mark = memory.top;
    const run = this.begin(Uint8Array.from(clues), limit || NO_LIMIT, masks, STORE_ALL, STORED_ROWS);
    const decided = run(expired, rows => {
      for (let at = 0; at < rows.length; at += cells) tell(rows.subarray(at, at + cells));
    });
    memory.top = mark;
    return decided;
  }

  /** A run, as a function that ends it and tells the solutions stored on the way.
   * @param {Uint8Array} puzzles @param {number} limit @param {ArrayLike<number>} masks @param {number} which
   * @param {number} room  rows of solutions */
  begin(puzzles, limit, masks, which, room) {
    const { memory, geometry, cells, data } = this, number = puzzles.length / cells;
    if (data.weights) this.setWeights(data.weights);
    const counts = memory.take(8 * number), guesses = memory.take(8 * number), closed = memory.take(number);
    const solutions = memory.take(room * cells);
    const heads = memory.int64s(Array(LANES + 1).fill(-1)), holds = memory.take(8 * LANES);
    const words = memory.take(8 * this.words);
    const begun = Array(STATES).fill(0);
    begun[FREE_SLOT] = -1;
    begun[KEEP_OWN_NODES] = 1;
    begun[IDLE] = 2 ** LANES - 1;
    begun[LAST] = number;
    const [state] = memory.int64s(begun);
    let nodes = 4 * LANES;
    let stack = memory.take(2 * nodes * cells), owner = memory.take(8 * nodes), link = memory.take(8 * nodes);
    const full = memory.uint16s(masks), [rows] = memory.bytes(puzzles);
    const address = memory.take(8 * 128);
    /** @param {number} sweeps */
    const write = sweeps => {
      const slots = [
        ...this.workspace, ...geometry, ...this.start, ...full, rows, number, cells, number, limit, NO_LIMIT,
        solutions, room, cells, which,
        counts, number, guesses, number, closed, number, state, STATES, holds, LANES, ...heads,
        stack, nodes * cells, owner, nodes, link, nodes, words, this.words, sweeps,
      ];
      const view = new DataView(memory.memory.buffer, address, 8 * slots.length);
      slots.forEach((slot, i) => view.setBigInt64(8 * i, BigInt(slot), true));
    };
    const grow = () => {
      const old = nodes;
      nodes *= 2;
      const grown = [memory.take(2 * nodes * cells), memory.take(8 * nodes), memory.take(8 * nodes)];
      const bytes = new Uint8Array(memory.memory.buffer);
      [[stack, 2 * cells], [owner, 8], [link, 8]].forEach(([from, each], i) => {
        bytes.copyWithin(grown[i], from, from + old * each);
      });
      [stack, owner, link] = grown;
    };
    const stored = (/** @type {number} */ n) => new Uint8Array(memory.memory.buffer, solutions, n * cells).slice();
    /** @param {Expired} expired @param {(rows: Uint8Array) => void} tell @returns {boolean} whether the search is done */
    const run = (expired, tell) => {
      write(Math.max(1, Math.floor(WORK / data.rows)));
      for (;;) {
        const reason = memory.call(`nonet_advance_${data.kind}_16`, address);
        if (which === STORE_ALL) {
          tell(stored(memory.readInt64s(state + 8 * STORED, 1)[0]));
          new DataView(memory.memory.buffer).setBigInt64(state + 8 * STORED, 0n, true);
        }
        if (reason === STACK_FULL) {
          grow();
          write(Math.max(1, Math.floor(WORK / data.rows)));
        } else if (reason === DONE || expired()) {
          for (const each of memory.readInt64s(guesses, number)) this.spent.guesses += each;
          this.spent.sweeps += memory.readInt64s(state + 8 * SWEEPS, 1)[0];
          return reason === DONE;
        } else if (reason !== PAUSED && reason !== SOLUTIONS_FULL) {
          throw new Error(`the compiled engine came back with ${reason}`);
        }
      }
    };
    return Object.assign(run, { counts, stored });
  }

  /** Let the counts of failures begin anew, the same in all lanes.
   * @param {{ row: number, values: number[] }} weights */
  setWeights({ row, values }) {
    const at = this.workspace[0] + 2 * LANES * row;
    const held = new Uint16Array(this.memory.memory.buffer, at, LANES * (values.length + this.size)).fill(0);
    values.forEach((value, i) => held.fill(value, LANES * i, LANES * (i + 1)));
  }
}
