// @ts-check
// What rules of a puzzle's document come to for the compiled engine: cells that differ, sums, relations, sets.
// A rule that is not here, or whose parameters are not what nonet.puzzle.rules takes, is Python's: it has the words.

import { NotLowered, bits } from "./program.js";

/** @typedef {import("./program.js").Lowered} Lowered */
/** A rule as it stands in a document.
 * @typedef {{ rule: string, [parameter: string]: any }} Rule */
/** A square grid: how many rows, the shape of its boxes, and cells by name.
 * @typedef {{ size: number, box: [number, number] | null, names: string[], number: Map<string, number> }} Grid */
/** A puzzle in the making.
 * @typedef {{ grid: Grid, lowered: Lowered, labels: string[], caged: Set<number>, rules: Rule[] }} Making `labels`: of units */

/** Steps to half of the neighbours: at a corner, a knight's move away, at an edge. */
const KING = [[1, -1], [1, 1]];
const KNIGHT = [[1, -2], [1, 2], [2, -1], [2, 1]];
const EDGE = [[0, 1], [1, 0]];

/** @param {boolean} holds */
const need = holds => {
  if (!holds) throw new NotLowered("not as the compiled engine knows it");
};

/** @param {number} size */
export const range = size => Array.from({ length: size }, (_, i) => i);

/** @param {Grid} grid @param {number} cell @returns {[number, number]} */
const place = ({ size }, cell) => [Math.floor(cell / size), cell % size];

/** The numbers of cells that a rule names, each once.
 * @param {Making} making @param {unknown} names @param {number} [least] @returns {number[]} */
function cellsOf({ grid }, names, least = 1) {
  need(Array.isArray(names) && names.length >= least);
  const cells = /** @type {unknown[]} */ (names).map(name => grid.number.get(/** @type {string} */ (name)) ?? -1);
  need(!cells.includes(-1) && new Set(cells).size === cells.length);
  return cells;
}

/** @param {unknown} value @returns {number} */
function integer(value) {
  need(Number.isSafeInteger(value));
  return /** @type {number} */ (value);
}

/** @param {Grid} grid @param {number} one @param {number} other */
function steps(grid, one, other) {
  const [row, column] = place(grid, one), [otherRow, otherColumn] = place(grid, other);
  return [Math.abs(row - otherRow), Math.abs(column - otherColumn)];
}

/** @param {Grid} grid @param {number} one @param {number} other */
const touch = (grid, one, other) => Math.max(...steps(grid, one, other)) === 1;

/** The cells of a line, each of which touches the one before.
 * @param {Making} making @param {unknown} names */
function lineOf(making, names) {
  const cells = cellsOf(making, names, 2);
  cells.slice(1).forEach((cell, i) => need(touch(making.grid, cells[i], cell)));
  return cells;
}

/** @param {Making} making @param {number[]} cells @param {string} [label] */
function differ({ grid, lowered, labels }, cells, label = "") {
  need(cells.length <= grid.size);
  lowered.units.push(cells);
  labels.push(label);
}

/** Two cells whose values are related.
 * @param {Making} making @param {number} a @param {number} b @param {(x: number, y: number) => boolean} holds  of values */
function relate({ grid: { size }, lowered }, a, b, holds) {
  const masks = range(size).map(x => range(size).reduce((m, y) => (holds(x + 1, y + 1) ? m | (1 << y) : m), 0));
  need(masks.some(mask => mask !== 0));
  lowered.relations.push({ a, b, masks });
}

/** Each two neighbours on a line are related; somebody walks along it.
 * @param {Making} making @param {number[]} cells @param {(x: number, y: number) => boolean} holds */
function relateAlong(making, cells, holds) {
  const values = range(making.grid.size).map(value => value + 1);
  let reached = new Set(values);
  for (const [i, cell] of cells.slice(1).entries()) {
    relate(making, cells[i], cell, holds);
    reached = new Set(values.filter(y => [...reached].some(x => holds(x, y))));
  }
  need(reached.size > 0);
}

/** Two cells side by side whose values are related.
 * @param {Making} making @param {unknown} names @param {(x: number, y: number) => boolean} holds */
function relatePair(making, names, holds) {
  const [a, b, ...more] = cellsOf(making, names, 2), [down, right] = steps(making.grid, a, b);
  need(!more.length && down + right === 1);
  relate(making, a, b, holds);
}

/** @param {Making} making @param {number[]} cells @param {number} total */
function addUp({ lowered }, cells, total) {
  if (cells.length === 1) lowered.masks[cells[0]] &= total >= 1 ? 1 << (total - 1) : 0;
  else lowered.sums.push({ cells, weights: cells.map(() => 1), total });
}

/** Any two cells a step apart differ.
 * @param {Making} making @param {number[][]} offsets */
function move(making, offsets) {
  forPairs(making.grid, offsets, (one, other) => {
    if (!making.lowered.units.some(unit => unit.includes(one) && unit.includes(other))) differ(making, [one, other]);
  });
}

/** @param {Grid} grid @param {number[][]} offsets @param {(one: number, other: number) => void} each */
function forPairs(grid, offsets, each) {
  const { size } = grid;
  for (const cell of range(size * size)) {
    const [row, column] = place(grid, cell);
    for (const [down, right] of offsets) {
      const r = row + down, c = column + right;
      if (r < size && c >= 0 && c < size) each(cell, r * size + c);
    }
  }
}

/** @param {Grid} grid @returns {[number, number]} */
function boxOf({ box }) {
  need(box !== null);
  return /** @type {[number, number]} */ (box);
}

/** The cells of each box, in reading order.
 * @param {Grid} grid @returns {number[][]} */
function boxesOf(grid) {
  const [height, width] = boxOf(grid), { size } = grid, across = size / width;
  return range(size).map(box => {
    const top = height * Math.floor(box / across), left = width * (box % across);
    return range(size).map(i => (top + Math.floor(i / width)) * size + left + (i % width));
  });
}

/** Rules by name: the parameters that each takes, and what it comes to.
 * @type {Record<string, [string[], (making: Making, rule: Rule) => void]>} */
export const RULES = {
  rows: [[], making => {
    const { size } = making.grid;
    for (const r of range(size)) differ(making, range(size).map(c => r * size + c), `row ${r + 1}`);
  }],
  columns: [[], making => {
    const { size } = making.grid;
    for (const c of range(size)) differ(making, range(size).map(r => r * size + c), `column ${c + 1}`);
  }],
  boxes: [[], making => {
    if (making.grid.box) boxesOf(making.grid).forEach((box, i) => differ(making, box, `box ${i + 1}`));
  }],
  jigsaw: [["layout"], (making, { layout }) => {
    need(typeof layout === "string");
    const letters = [...layout].filter(letter => letter.trim()), { size } = making.grid;
    need(letters.length === size * size);
    for (const letter of new Set(letters)) {
      const cells = range(size * size).filter(cell => letters[cell] === letter);
      need(cells.length === size);
      differ(making, cells);
    }
  }],
  diagonals: [[], making => {
    for (const cells of diagonals(making.grid)) differ(making, cells);
  }],
  "negative-diagonal": [[], making => differ(making, diagonals(making.grid)[0])],
  "positive-diagonal": [[], making => differ(making, diagonals(making.grid)[1])],
  windoku: [[], making => {
    const [height, width] = boxOf(making.grid), { size } = making.grid;
    let windows = 0;
    for (let top = 1; top + height <= size; top += height + 1) {
      for (let left = 1; left + width <= size; left += width + 1, windows++) {
        const at = (/** @type {number} */ i) => (top + Math.floor(i / width)) * size + left + (i % width);
        differ(making, range(height * width).map(at));
      }
    }
    need(windows > 0);
  }],
  "disjoint-groups": [[], making => {
    const boxes = boxesOf(making.grid);
    for (const i of range(making.grid.size)) differ(making, boxes.map(box => box[i]));
  }],
  "extra-region": [["cells"], (making, { cells }) => differ(making, cellsOf(making, cells))],
  "anti-king": [[], making => move(making, [...EDGE, ...KING])],
  "anti-knight": [[], making => move(making, KNIGHT)],
  nonconsecutive: [["diagonal"], (making, { diagonal = false }) => {
    need(typeof diagonal === "boolean" && !making.rules.some(({ rule }) => rule === "white-dot"));
    forPairs(making.grid, diagonal ? KING : EDGE, (a, b) => relate(making, a, b, (x, y) => Math.abs(x - y) !== 1));
  }],
  killer: [["cells", "sum", "repeats", "overlap"], (making, { cells: names, sum, repeats = false, overlap = false }) => {
    const cells = cellsOf(making, names), count = cells.length, { size } = making.grid;
    need(typeof repeats === "boolean" && typeof overlap === "boolean");
    need(overlap || cells.every(cell => !making.caged.has(cell)));
    if (!overlap) cells.forEach(cell => making.caged.add(cell));
    if (!repeats) differ(making, cells);
    if (sum === undefined || sum === null) return need(!repeats);
    const least = (count * (count + 1)) / 2;
    const [low, high] = repeats ? [count, count * size] : [least, count * (size + 1) - least];
    need(low <= integer(sum) && sum <= high);
    addUp(making, cells, sum);
  }],
  "little-killer": [["start", "direction", "sum"], (making, { start, direction, sum }) => {
    const { size, number } = making.grid, cells = [];
    const from = typeof start === "string" ? /^R(\d{1,2})C(\d{1,2})$/.exec(start) : null;
    const to = typeof direction === "string" ? /^([UD])([LR])$/.exec(direction) : null;
    if (!from || !to || number.has(start)) throw new NotLowered(start);
    const down = to[1] === "D" ? 1 : -1, right = to[2] === "R" ? 1 : -1;
    let [row, column] = [Number(from[1]) + down, Number(from[2]) + right];
    for (; number.has(`R${row}C${column}`); row += down, column += right)
      cells.push(/** @type {number} */ (number.get(`R${row}C${column}`)));
    need(cells.length > 0 && cells.length <= integer(sum) && sum <= size * cells.length);
    addUp(making, cells, sum);
  }],
  arrow: [["bulb", "cells"], (making, { bulb: bulbNames, cells: names }) => {
    need(Array.isArray(bulbNames) && Array.isArray(names) && names.length > 0);
    const both = cellsOf(making, [...bulbNames, ...names]), { grid } = making;
    const given = both.slice(0, bulbNames.length), shaft = both.slice(bulbNames.length);
    const bulb = [...given].sort((one, other) => one - other);
    need(bulb.length >= 1 && bulb.length <= 3 && given.some(cell => touch(grid, cell, shaft[0])));
    bulb.slice(1).forEach((cell, i) => need(steps(grid, bulb[i], cell).reduce((x, y) => x + y) === 1));
    shaft.slice(1).forEach((cell, i) => need(touch(grid, shaft[i], cell)));
    const weights = [...shaft.map(() => 1), ...bulb.map((_, i) => -(10 ** (bulb.length - 1 - i)))];
    making.lowered.sums.push({ cells: [...shaft, ...bulb], weights, total: 0 });
  }],
  thermometer: [["cells"], (making, { cells }) => relateAlong(making, lineOf(making, cells), (x, y) => x < y)],
  "slow-thermometer": [["cells"], (making, { cells }) => relateAlong(making, lineOf(making, cells), (x, y) => x <= y)],
  whispers: [["cells", "difference"], (making, { cells, difference = 5 }) => {
    need(integer(difference) >= 1);
    relateAlong(making, lineOf(making, cells), (x, y) => Math.abs(x - y) >= difference);
  }],
  "dutch-whispers": [["cells", "difference"], (making, { cells, difference = 4 }) => {
    need(integer(difference) >= 1);
    relateAlong(making, lineOf(making, cells), (x, y) => Math.abs(x - y) >= difference);
  }],
  palindrome: [["cells"], (making, { cells: names }) => {
    const cells = lineOf(making, names);
    for (const i of range(Math.floor(cells.length / 2)))
      relate(making, cells[i], /** @type {number} */ (cells.at(-1 - i)), (x, y) => x === y);
  }],
  renban: [["cells"], (making, { cells: names }) => {
    const cells = lineOf(making, names), { size } = making.grid, run = 2 ** cells.length - 1;
    differ(making, cells);
    making.lowered.sets.push({ cells, sets: range(size - cells.length + 1).map(low => run << low) });
  }],
  "white-dot": [["cells", "difference"], (making, { cells, difference = 1 }) => {
    need(integer(difference) >= 0);
    relatePair(making, cells, (x, y) => Math.abs(x - y) === difference);
  }],
  "black-dot": [["cells", "ratio"], (making, { cells, ratio = 2 }) => {
    need(integer(ratio) >= 1);
    relatePair(making, cells, (x, y) => x === ratio * y || y === ratio * x);
  }],
  xv: [["cells", "letter"], (making, { cells, letter }) => {
    need(letter === "X" || letter === "V");
    relatePair(making, cells, (x, y) => x + y === (letter === "X" ? 10 : 5));
  }],
  "pair-sum": [["cells", "sum"], (making, { cells, sum }) => {
    integer(sum);
    relatePair(making, cells, (x, y) => x + y === sum);
  }],
  "greater-than": [["cells"], (making, { cells }) => relatePair(making, cells, (x, y) => x > y)],
  even: [["cells"], (making, { cells }) => parity(making, cells, 0)],
  odd: [["cells"], (making, { cells }) => parity(making, cells, 1)],
};

/** @param {Making} making @param {unknown} names @param {number} rest */
function parity({ lowered, grid, ...making }, names, rest) {
  const allowed = range(grid.size).reduce((mask, v) => ((v + 1) % 2 === rest ? mask | (1 << v) : mask), 0);
  for (const cell of cellsOf({ lowered, grid, ...making }, names)) lowered.masks[cell] &= allowed;
}

/** The two long diagonals, the one that goes down first.
 * @param {Grid} grid */
const diagonals = ({ size }) => [range(size).map(i => i * size + i), range(size).map(i => i * size + size - 1 - i)];

/** Whether values are a solution of a lowered puzzle: said anew, without the engine.
 * @param {Lowered} lowered @param {ArrayLike<number>} values  from 1 on */
export function accepts({ units, masks, sums, relations, sets }, values) {
  return (
    masks.every((mask, cell) => (mask >> (values[cell] - 1)) & 1) &&
    units.every(unit => new Set(unit.map(cell => values[cell])).size === unit.length) &&
    sums.every(({ cells, weights, total }) => cells.reduce((sum, cell, i) => sum + weights[i] * values[cell], 0) === total) &&
    relations.every(({ a, b, masks: allowed }) => (allowed[values[a] - 1] >> (values[b] - 1)) & 1) &&
    sets.every(({ cells, sets: allowed }) => allowed.includes(cells.reduce((mask, cell) => mask | (1 << (values[cell] - 1)), 0)))
  );
}

