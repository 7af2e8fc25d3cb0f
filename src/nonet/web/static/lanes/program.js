// @ts-check
// From a lowered puzzle to a program, the records that the filters read (program_builder.py, record_builder.py), for
// what the page's engine knows: cells that differ, sums, relations of two cells, sets of values.

import { unitLayout } from "./units.js";

/** @typedef {import("./memory.js").Memory} Memory */
/** @typedef {import("./memory.js").Slots} Slots */
/** A sum of values: each times its weight.
 * @typedef {{ cells: number[], weights: number[], total: number }} Sum */
/** Two cells, and of each value of the one (counted from 0) the values of the other, as a mask.
 * @typedef {{ a: number, b: number, masks: number[] }} Relation */
/** Cells that differ and have the values of one of some sets, as masks.
 * @typedef {{ cells: number[], sets: number[] }} Sets */
/** A puzzle of `cells` cells with values 1 to `size`; `masks` is what each may be by itself.
 * @typedef {{ size: number, cells: number, units: number[][], masks: number[], sums: Sum[], relations: Relation[],
 *   sets: Sets[] }} Lowered */

const GUESS_ROWS = 3;
const MOST_DEGREE = 450;
/** What is added up in a lane stays below half of what it holds. */
const WIDEST = 1 << 15;
const MOST_SETS = 256;
const LONGEST = 5;
const MOST_WINDOW_CHECKS = 200_000;
const EQUAL = 0;
const ENDS = 5, TOTAL = 3;

/** What the engine cannot be told; Python is asked instead. */
export class NotLowered extends Error {}

/** @param {number} mask */
export const bits = mask => {
  const values = [];
  for (let value = 0; mask >> value; value++) if ((mask >> value) & 1) values.push(value);
  return values;
};

/** The masks that compiled code refers to: of each sum of two values, of each sum of two that differ, of each
 * difference, and where nothing is possible.
 * @param {number} size */
function standardMasks(size) {
  const values = Array.from({ length: size }, (_, value) => value), sums = 2 * size - 1;
  /** @param {number} value */
  const bit = value => (value >= 0 && value < size ? 1 << value : 0);
  const rows = Array.from({ length: sums }, (_, sum) => sum);
  return [
    ...rows.flatMap(sum => values.map(x => bit(sum - x))),
    ...rows.flatMap(sum => values.map(x => (2 * x === sum ? 0 : bit(sum - x)))),
    ...rows.flatMap(row => values.map(x => bit(x - (row + 1 - size)))),
    ...values.map(() => 0),
  ];
}

/** The sets of so many different values of a mask with a total.
 * @param {number} mask @param {number} count @param {number} total @returns {number[]} */
export function setsOf(mask, count, total) {
  /** @type {number[]} */
  const sets = [];
  const values = bits(mask);
  /** @param {number} from @param {number} left @param {number} rest @param {number} set */
  const go = (from, left, rest, set) => {
    if (!left) {
      if (!rest) sets.push(set);
      return;
    }
    for (let i = from; i + left <= values.length && values[i] <= rest; i++)
      go(i + 1, left - 1, rest - values[i], set | (1 << values[i]));
  };
  go(0, count, total, 0);
  return sets;
}

/** The rows, columns and boxes of a 9x9, each as its sorted cells. */
const CLASSIC_UNITS = Array.from({ length: 9 }, (_, unit) => {
  const cells = Array.from({ length: 9 }, (_, place) => place);
  const corner = 27 * Math.floor(unit / 3) + 3 * (unit % 3);
  return [
    cells.map(place => 9 * unit + place),
    cells.map(place => 9 * place + unit),
    cells.map(place => corner + 9 * Math.floor(place / 3) + (place % 3)),
  ];
}).flat().map(String).sort();

/** Whether cells are those of a 9x9, and the first whole units its rows, columns and boxes (numbered_cells.py).
 * @param {Lowered} puzzle */
function hasClassicUnits({ size, cells, units }) {
  if (size !== 9 || cells !== 81) return false;
  const full = units.filter(unit => unit.length === size).slice(0, CLASSIC_UNITS.length);
  return String(full.map(unit => String([...unit].sort((one, other) => one - other))).sort()) === String(CLASSIC_UNITS);
}

class ProgramBuilder {
  /** @param {Memory} memory @param {Lowered} puzzle */
  constructor(memory, puzzle) {
    this.memory = memory;
    this.puzzle = puzzle;
    this.layout = unitLayout(memory, puzzle.units, puzzle.cells, puzzle.size);
    /** @type {number[][]} */
    this.sums = [];
    /** @type {number[][]} */
    this.bounds = [];
    /** @type {number[][]} */
    this.relations = [];
    this.matrices = standardMasks(puzzle.size);
    /** @type {Map<string, number>} */
    this.offsets = new Map();
    this.widest = this.groups = 0;
    /** @type {number[]} */
    this.degrees = Array(puzzle.cells).fill(1);
  }

  /** @param {number} one @param {number} other */
  differ(one, other) {
    return one !== other && this.layout.peers[one * this.puzzle.cells + other] === 1;
  }

  /** @param {number[]} cells */
  allDiffer(cells) {
    return cells.every((one, i) => cells.slice(0, i).every(other => this.differ(one, other)));
  }

  /** @param {number[]} masks */
  offset(masks) {
    const key = String(masks);
    const known = this.offsets.get(key);
    if (known !== undefined) return known;
    this.offsets.set(key, this.matrices.length);
    this.matrices.push(...masks);
    return this.matrices.length - masks.length;
  }

  /** @param {Relation} relation */
  addRelation({ a, b, masks }) {
    if (this.differ(a, b)) masks = masks.map((mask, value) => mask & ~(1 << value));
    const back = masks.map((_, y) => masks.reduce((mask, each, x) => mask | (((each >> y) & 1) << x), 0));
    this.relations.push([a, b, this.offset(masks), this.offset(back)]);
  }

  /** @param {Sets} sets */
  addSets({ cells, sets }) {
    const { puzzle } = this, seeing = [];
    for (let cell = 0; cell < puzzle.cells; cell++)
      if (cells.every(each => this.differ(cell, each))) seeing.push(cell);
    this.sums.push([cells.length, sets.length, seeing.length, ...cells, ...sets, ...seeing]);
  }

  /** A sum of values counted from 0.
   * @param {Sum} sum */
  addSum({ cells, weights, total }) {
    const { size, masks } = this.puzzle;
    if (cells.length === 1) {
      masks[cells[0]] &= bits(masks[cells[0]]).reduce((m, v) => m | (v * weights[0] === total ? 1 << v : 0), 0);
      return;
    }
    if (cells.length === 2) {
      const [a, b] = cells, every = Array.from({ length: size }, (_, value) => value);
      const allowed = every.map(x =>
        every.reduce((mask, y) => mask | (x * weights[0] + y * weights[1] === total ? 1 << y : 0), 0),
      );
      return this.addRelation({ a, b, masks: allowed });
    }
    if (weights.every(weight => weight === weights[0]) && this.allDiffer(cells)) {
      const sets = total % weights[0] ? [] : setsOf(2 ** size - 1, cells.length, total / weights[0]);
      if (sets.length <= MOST_SETS) return this.addSets({ cells, sets });
    }
    /** @type {{ weight: number, group: number[] }[]} */
    const groups = [];
    cells.forEach((cell, i) => {
      const fits = groups.find(({ weight, group }) => weight === weights[i] && group.every(o => this.differ(cell, o)));
      if (fits) fits.group.push(cell);
      else groups.push({ weight: weights[i], group: [cell] });
    });
    const weight = weights.reduce((sum, each) => sum + Math.abs(each), 0);
    this.widest = Math.max(this.widest, 2 * (Math.abs(total) + (size + 1) * (weight + 1)));
    this.groups = Math.max(this.groups, groups.length);
    const flat = groups.flatMap(({ weight: each, group }) => [each, group.length, ...group]);
    this.bounds.push([EQUAL, total, flat.length, ...flat]);
  }

  /** Cages, and what units imply of them, by the engine's own `write_implied_sums` (implied_sums.py).
   * @param {Sum[]} cages */
  addCages(cages) {
    const { memory, puzzle: { cells, size }, layout } = this;
    const full = layout.units.filter(unit => unit.length === size);
    const windows = unitWindows(memory, full, cells, (size * (size - 1)) / 2, cages.length);
    const flat = memory.int64s(cages.flatMap(cage => cage.cells)), totals = memory.int64s(cages.map(c => c.total));
    const sizes = memory.int64s(cages.map(cage => cage.cells.length));
    const order = memory.int64s(cages.map((_, i) => i).sort((i, j) => cages[i].cells.length - cages[j].cells.length));
    for (let room = 3000; ; room *= 2) {
      const mark = memory.top;
      const shares = (windows.units + 6) * (cages.length + 1) + 2 * TOTAL + 3 * windows.count;
      const space = 5 * cells + cages.length + windows.units + 3;
      const records = memory.take(24 * room), met = memory.take(8 * cells), ends = memory.take(8 * ENDS);
      const slots = [
        ...windows.slots, ...layout.cells, ...layout.starts, memory.take(cells * cells), cells, cells,
        ...flat, ...sizes, ...totals, ...order, size,
        memory.take(8 * shares), shares, memory.take(8 * space), space,
        records, 3, room, met, cells, ends, ENDS, LONGEST,
      ];
      const address = memory.take(8 * slots.length);
      const view = new DataView(memory.memory.buffer, address, 8 * slots.length);
      slots.forEach((slot, i) => view.setBigInt64(8 * i, BigInt(slot), true));
      const done = memory.call("nonet_write_implied_sums", address);
      if (done) {
        const [sums, bounds, relations, widest, groups] = memory.readInt64s(ends, ENDS);
        this.sums.push(memory.readInt64s(records, sums));
        this.bounds.push(memory.readInt64s(records + 8 * room, bounds));
        this.relations.push(memory.readInt64s(records + 16 * room, relations));
        this.widest = Math.max(this.widest, widest);
        this.groups = Math.max(this.groups, groups);
        memory.readInt64s(met, cells).forEach((sums_, cell) => { this.degrees[cell] += sums_; });
      }
      memory.top = mark;
      if (done) return;
    }
  }

  /** @returns {import("./kernel.js").Geometry} */
  geometry() {
    const { memory, puzzle, layout } = this, { cells, size } = puzzle;
    // values are counted from 0 from here on
    const sums = puzzle.sums.map(({ cells: its, weights, total }) => ({
      cells: its, weights, total: total - weights.reduce((sum, weight) => sum + weight, 0),
    }));
    const isCage = (/** @type {Sum} */ { cells: its, weights }) =>
      its.length > 1 && weights.every(weight => weight === 1) && this.allDiffer(its);
    const cages = sums.filter(isCage);
    if (cages.length) this.addCages(cages);
    const count = (/** @type {number[]} */ its) => its.forEach(cell => { this.degrees[cell]++; });
    for (const sum of sums) {
      if (isCage(sum)) continue;
      count(sum.cells);
      this.addSum(sum);
    }
    for (const relation of puzzle.relations) {
      count([relation.a, relation.b]);
      this.addRelation(relation);
    }
    for (const sets of puzzle.sets) {
      count(sets.cells);
      this.addSets(sets);
    }
    if (this.widest >= WIDEST) throw new NotLowered("a sum has no room in a lane");
    if (layout.free.length < cells) layout.free.forEach(cell => { this.degrees[cell] = 1; });
    const weights = layout.rows, guesses = weights + cells + size, copies = guesses + GUESS_ROWS;
    const rows = copies + Math.max(2 * (cells + 2 * this.groups), 2);
    const none = memory.int64s([]), noRecords = Array(8).fill(none).flat();
    const degrees = this.degrees.map(degree => Math.min(degree, MOST_DEGREE));
    const geometry = [
      ...layout.slots,
      ...memory.int64s(this.sums.flat()), ...memory.int64s(this.bounds.flat()), ...memory.int64s(this.relations.flat()),
      ...none, ...none, ...none, ...none, ...none,
      ...none, ...noRecords, 0, Number(hasClassicUnits(puzzle)),
      ...memory.int64s(this.matrices), ...memory.int64s(degrees), weights, guesses, copies, copies, rows,
    ];
    return {
      entry: "advance_program_16", geometry, rows, cells, size, masks: puzzle.masks,
      weights: { row: weights, values: degrees },
    };
  }
}

/** The windows of some units of one total, for sums: of each run of disjoint units, all that are side by side
 * (implied_sums.py).
 * @param {Memory} memory @param {number[][]} units @param {number} cells @param {number} total @param {number} cages */
function unitWindows(memory, units, cells, total, cages) {
  /** @type {number[][]} */
  let runs = [[]];
  let taken = new Set();
  units.forEach((unit, number) => {
    if (unit.some(cell => taken.has(cell))) {
      runs.push([]);
      taken = new Set();
    }
    /** @type {number[]} */ (runs.at(-1)).push(number);
    unit.forEach(cell => taken.add(cell));
  });
  if (!units.length) runs = [];
  let windows = runs.flatMap(run => run.flatMap((low, i) => run.slice(i).map(last => ({ low, high: last + 1 }))));
  if (windows.length > MOST_WINDOW_CHECKS || windows.length * cages > MOST_WINDOW_CHECKS) [windows, runs, units] = [[], [], []];
  const house = runs.flatMap(run => {
    const of = Array(cells).fill(units.length);
    run.forEach(number => units[number].forEach(cell => { of[cell] = number; }));
    return of;
  });
  const inside = new Uint8Array(windows.length * cells);
  windows.forEach(({ low, high }, row) => {
    for (let unit = low; unit < high; unit++) units[unit].forEach(cell => { inside[row * cells + cell] = 1; });
  });
  const size = units[0]?.length ?? 0;
  const slots = [
    memory.int64s(house)[0], runs.length, cells, units.length,
    ...memory.int64s(windows.map(({ low }) => low)), ...memory.int64s(windows.map(({ high }) => high)),
    memory.bytes(inside)[0], windows.length, cells,
    ...memory.int64s(windows.map(({ low, high }) => size * (high - low))),
    ...memory.int64s(windows.map(({ low, high }) => total * (high - low))),
  ];
  return { slots, units: units.length, count: windows.length };
}

/** The geometry of a puzzle of any kind; throws `NotLowered` for sums that have no room.
 * @param {Memory} memory @param {Lowered} puzzle */
export const programGeometry = (memory, puzzle) => new ProgramBuilder(memory, puzzle).geometry();
