// A run replayed: the domains after any number of its events.  The run says what changed at each (nonet's
// tracing/page_data.py); every so many states are kept, so that any is near.
//
//     const run = new Replay(data); run.left(run.at(5).state, 0)   // places of the values left for variable 0

export const KINDS = /** @type {const} */ ({
  posted: 0,
  filtered: 1,
  guess: 2,
  dead: 3,
  backtracked: 4,
  solution: 5,
  stopped: 6,
  learned: 7,
  restarted: 8,
});
const EVERY = 64; // so many events lie between two states that are kept
const BITS = 30; // values in one word of a mask

/** @typedef {{ parent: number, label: string, status: string, start: number, end: number, depth: number, size: number,
 *   jump?: number }} TreeNode  `jump`: the depth that a learned nogood leads back to */
/** A run as numbers. @typedef {{ backend: string, status: string, stopped: string | null, stats: Record<string, number>,
 *   missing: string[], dropped: number, names: string[], cells: string[], values: number[], domains: number[][],
 *   scopes: number[][], events: any[][], phrases: string[], told: number[][], tree: TreeNode[], dead: number[] }} Run */
/** The guesses that are open: the state before each. @typedef {Int32Array[]} Stack */

export class Replay {
  /** @param {Run} run */
  constructor(run) {
    this.run = run;
    this.length = run.events.length;
    this.words = Math.max(1, Math.ceil(run.values.length / BITS));
    const state = new Int32Array(run.names.length * this.words);
    run.domains.forEach((places, x) => places.forEach(place => this.#put(state, x, place)));
    /** @type {[Int32Array, Stack][]} */
    this.snapshots = [];
    /** @type {Stack} */
    let stack = [];
    for (let number = 0; number <= this.length; number++) {
      if (number % EVERY === 0) this.snapshots.push([state.slice(), stack]);
      if (number < this.length) stack = this.#apply(run.events[number], state, stack);
    }
    /** @type {{ number: number, state: Int32Array, stack: Stack } | null} */
    this.near = null;
  }

  /** The domains after so many events. @param {number} number */
  at(number) {
    const { near } = this,
      close = near && near.number <= number && number - near.number < EVERY ? near : null;
    const from = Math.floor(number / EVERY) * EVERY,
      [start, open] = this.snapshots[from / EVERY];
    const state = (close?.state ?? start).slice();
    let stack = close?.stack ?? open;
    for (let each = close?.number ?? from; each < number; each++)
      stack = this.#apply(this.run.events[each], state, stack);
    this.near = { number, state, stack };
    return this.near;
  }

  /** The places of the values that a variable has left. @param {Int32Array} state @param {number} x */
  left(state, x) {
    const places = [];
    for (let place = 0; place < this.run.values.length; place++)
      if ((state[x * this.words + Math.floor(place / BITS)] >> (place % BITS)) & 1) places.push(place);
    return places;
  }

  /** What happened at an event, in the words of Python. @param {number} number from 1 */
  sentence(number) {
    return this.run.told[number - 1].map(phrase => this.run.phrases[phrase]).join("");
  }

  /** The next event of a kind, or the last one before; null where there is none.
   * @param {number} number @param {number} kind @param {1 | -1} way */
  find(number, kind, way) {
    for (let each = number + way; each >= 1 && each <= this.length; each += way)
      if (this.run.events[each - 1][0] === kind) return each;
    return null;
  }

  /** @param {Int32Array} state @param {number} x @param {number} place */
  #put(state, x, place) {
    state[x * this.words + Math.floor(place / BITS)] |= 1 << (place % BITS);
  }
  /** @param {Int32Array} state @param {number} x @param {number} place the only value from now on; -1 where it is not known */
  #only(state, x, place) {
    if (place < 0) return;
    state.fill(0, x * this.words, (x + 1) * this.words);
    this.#put(state, x, place);
  }
  /** @param {any[]} event @param {Int32Array} state @param {Stack} stack @returns {Stack} */
  #apply(event, state, stack) {
    const [kind, x, what, depth] = event;
    if (kind === KINDS.filtered)
      for (const place of [what].flat())
        state[x * this.words + Math.floor(place / BITS)] &= ~(1 << (place % BITS));
    else if (kind === KINDS.guess) {
      const above = back(depth, state, stack);
      stack = [...above, state.slice()];
      this.#only(state, x, what);
    } else if (kind === KINDS.backtracked) stack = back(x, state, stack);
    else if (kind === KINDS.solution && x)
      x.forEach((/** @type {number} */ place, /** @type {number} */ each) => this.#only(state, each, place));
    return stack;
  }
}

/** The guesses above a depth; the state is again what it was before the one there.
 * @param {number} depth @param {Int32Array} state @param {Stack} stack */
function back(depth, state, stack) {
  if (stack.length < depth) return stack;
  state.set(stack[depth - 1]);
  return stack.slice(0, depth - 1);
}

/** What the grid shows of a moment: domains, what went, and the cells that an event speaks of.
 * @param {Replay} replay @param {number} number @param {number} [shown] the moment whose domains are shown, if it is another
 * @returns {import("../state.js").Layer} */
export function layerOf(replay, number, shown = number) {
  const { run } = replay,
    { state } = replay.at(shown),
    event = number ? run.events[number - 1] : [];
  const [kind, x, what] = event,
    cellsOf = (/** @type {number[]} */ numbers) => numbers.map(each => run.cells[each]).filter(Boolean);
  const candidates = /** @type {Record<string, number[]>} */ ({}),
    values = /** @type {Record<string, number>} */ ({}),
    gone = /** @type {Record<string, number[]>} */ ({});
  if (kind === KINDS.filtered && run.cells[x])
    gone[run.cells[x]] = [what].flat().map((/** @type {number} */ place) => run.values[place]);
  run.cells.forEach((cell, each) => {
    if (!cell) return;
    const left = replay.left(state, each).map(place => run.values[place]);
    if (left.length === 1 && !gone[cell]) values[cell] = left[0];
    else candidates[cell] = left;
  });
  const rule =
    kind === KINDS.filtered ? event[3] : kind === KINDS.dead ? what : kind === KINDS.posted ? x : -1;
  const scope = rule >= 0 ? run.scopes[rule] : [],
    reasons = kind === KINDS.filtered ? event[4] : kind === KINDS.dead ? event[3] : [];
  const together = kind === KINDS.learned ? cellsOf(what.map((/** @type {any[]} */ [each]) => each)) : [];
  const here = kind === KINDS.filtered || kind === KINDS.guess || kind === KINDS.dead ? x : -1;
  return {
    candidates,
    values,
    gone,
    cells: here >= 0 ? cellsOf([here]) : [],
    why: together.length || reasons === -1 ? together : cellsOf(reasons), // -1: all of the scope
    scope: cellsOf(scope),
  };
}
