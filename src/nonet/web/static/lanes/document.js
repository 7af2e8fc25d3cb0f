// @ts-check
// From a puzzle's document, nonet's own JSON, and the declaration that Python made of its rules (protocol/declaration.py)
// to what the compiled engine is told.  Squares without rules of their own need no declaration; for all else, and for what
// is wrong, `NotLowered` is thrown.

import { NotLowered } from "./program.js";

/** @typedef {import("./program.js").Lowered} Lowered */
/** What Python says of a puzzle's rules: `draw` gives it.
 * @typedef {{ units: [string, number[]][], sums: [string, number[], number[], number][], relations: [string, number, number, number[]][],
 *   sets: [string, number[], number[]][], masks: number[], complete: boolean }} Declared */
/** `key` tells puzzles of one structure; `clues` has a value for each cell, 0 for none; `labels` are those of units;
 * `classic`: of the usual rules; `plain`: 9x9; `complete`: all rules are in `lowered`.
 * @typedef {{ names: string[], size: number, key: string, lowered: Lowered, clues: Uint8Array, labels: string[], declared: Declared,
 *   classic: boolean, plain: boolean, complete: boolean, number: Map<string, number> }} Puzzle */

const KEYS = new Set([
  "nonet", "version", "name", "comment", "size", "box", "alphabet", "clues", "candidates", "entries", "classic", "rules",
  "notes", "marks",
]);
const SIGNS = "123456789ABCDEFG";
const LARGEST = 16;

/** @param {unknown} value @returns {value is Record<string, any>} */
const isObject = value => typeof value === "object" && value !== null && !Array.isArray(value);

/** @param {number} size */
export const range = size => Array.from({ length: size }, (_, i) => i);

/** What tells puzzles of one structure from others. @param {Record<string, any>} document */
export const structureKey = ({ size, box, rules = [], classic = true, clues }) =>
  JSON.stringify([size ?? (typeof clues === "string" ? Math.sqrt(clues.length) : null), box, rules, classic]);

/** Whether a document has no rules but the usual ones. @param {Record<string, any>} document */
export const isUsual = ({ rules = [], classic = true }) => classic === true && Array.isArray(rules) && !rules.length;

/** The shape of boxes: as said, or the one nearest a square.
 * @param {Record<string, any>} document @param {number} size @returns {[number, number] | null} */
function boxOf({ box }, size) {
  if (box === undefined) {
    const height = range(Math.floor(Math.sqrt(size))).map(h => h + 1).filter(h => size % h === 0).at(-1) ?? 1;
    return height > 1 || size === 1 ? [height, size / height] : null;
  }
  if (box === null) return null;
  if (!Array.isArray(box) || box.length !== 2 || box[0] * box[1] !== size || !box.every(Number.isInteger))
    throw new NotLowered("box");
  return /** @type {[number, number]} */ (box);
}

/** The declaration of a square with rows, columns and boxes.
 * @param {number} size @param {[number, number] | null} box @returns {Declared} */
function usual(size, box) {
  const all = range(size), [height, width] = box ?? [1, size];
  const corner = (/** @type {number} */ at) => height * Math.floor(at / (size / width)) * size + width * (at % (size / width));
  /** @param {string} kind @param {(at: number, i: number) => number} cell @returns {[string, number[]][]} */
  const units = (kind, cell) => all.map(at => [`${kind} ${at + 1}`, all.map(i => cell(at, i))]);
  const boxes = box ? units("box", (at, i) => corner(at) + Math.floor(i / width) * size + (i % width)) : [];
  return {
    units: [...units("row", (at, i) => at * size + i), ...units("column", (at, i) => i * size + at), ...boxes],
    sums: [], relations: [], sets: [], masks: Array(size * size).fill(2 ** size - 1), complete: true,
  };
}

/** @param {unknown} given @param {Map<string, number>} number @param {number} size @param {boolean} digits */
function cluesOf(given, number, size, digits) {
  const clues = new Uint8Array(size * size);
  if (typeof given === "string" && digits && given.length === clues.length) {
    [...given].forEach((sign, cell) => {
      const value = SIGNS.indexOf(sign.toUpperCase()) + 1;
      if (value > size || (!value && sign !== "." && sign !== "0")) throw new NotLowered(sign);
      clues[cell] = value;
    });
  } else if (isObject(given)) {
    for (const [name, value] of Object.entries(given)) clues[cellOf(number, name)] = valueOf(value, size);
  } else throw new NotLowered("clues");
  return clues;
}

/** @param {Map<string, number>} number @param {string} name */
function cellOf(number, name) {
  const cell = number.get(name);
  if (cell === undefined) throw new NotLowered(name);
  return cell;
}

/** @param {unknown} value @param {number} size */
function valueOf(value, size) {
  if (!Number.isInteger(value) || Number(value) < 1 || Number(value) > size) throw new NotLowered(String(value));
  return Number(value);
}

/** What is told of a document; the player's entries and marks are no part of it.
 * @param {unknown} document @param {Declared | null} [known] @returns {Puzzle} */
export function lowered(document, known) {
  if (!isObject(document) || Object.keys(document).some(key => !KEYS.has(key))) throw new NotLowered("document");
  if ((document.nonet ?? "puzzle") !== "puzzle" || (document.version ?? 1) !== 1) throw new NotLowered("version");
  const { alphabet = "digits", candidates = {}, clues: given = {} } = document;
  const size = document.size ?? (typeof given === "string" ? Math.sqrt(given.length) : NaN), classic = isUsual(document);
  if (!Number.isInteger(size) || size < 1 || size > LARGEST || !["digits", "letters"].includes(alphabet))
    throw new NotLowered("document");
  const box = boxOf(document, size), declared = classic ? usual(size, box) : known;
  if (!declared || declared.masks.length !== size * size) throw new NotLowered("rules");
  const names = range(size * size).map(cell => `R${Math.floor(cell / size) + 1}C${(cell % size) + 1}`);
  const number = new Map(names.map((name, cell) => [name, cell]));
  /** @type {Lowered} */
  const lowered = {
    size, cells: size * size, masks: [...declared.masks], units: declared.units.map(([, cells]) => cells),
    sums: declared.sums.map(([, cells, weights, total]) => ({ cells, weights, total })),
    relations: declared.relations.map(([, a, b, masks]) => ({ a, b, masks })),
    sets: declared.sets.map(([, cells, sets]) => ({ cells, sets })),
  };
  const clues = cluesOf(given, number, size, alphabet === "digits");
  const plain = classic && size === 9 && String(box) === "3,3" && !Object.keys(candidates).length;
  if (!isObject(candidates)) throw new NotLowered("candidates");
  for (const [name, values] of Object.entries(candidates)) {
    if (!Array.isArray(values) || !values.length) throw new NotLowered(name);
    lowered.masks[cellOf(number, name)] &= values.reduce((mask, value) => mask | (1 << (valueOf(value, size) - 1)), 0);
  }
  const labels = declared.units.map(([label]) => label), { complete } = declared;
  return { names, number, size, key: structureKey({ ...document, size }), lowered, clues, labels, declared, classic, plain, complete };
}

/** The values that a player entered, by cell.
 * @param {Puzzle} puzzle @param {unknown} entries @returns {Map<number, number>} */
export function entriesOf({ number, size }, entries = {}) {
  if (!isObject(entries)) throw new NotLowered("entries");
  return new Map(Object.entries(entries).map(([name, value]) => [cellOf(number, name), valueOf(value, size)]));
}

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

/** The constraints, beside units, that no values of the empty cells make true, with the cells that have values.
 * @param {Puzzle} puzzle @param {Uint8Array} values @returns {{ cells: number[], words: string }[]} */
export function broken({ declared: { sums, relations, sets, masks }, size }, values) {
  const full = 2 ** size - 1, may = (/** @type {number} */ cell) => (values[cell] ? 1 << (values[cell] - 1) : full);
  const least = (/** @type {number} */ mask) => 32 - Math.clz32(mask & -mask), most = (/** @type {number} */ mask) => 32 - Math.clz32(mask);
  const failed = [
    ...masks.flatMap((mask, cell) => (mask & may(cell) ? [] : [/** @type {[string, number[]]} */ (["", [cell]])])),
    ...relations.filter(([, a, b, allowed]) => !allowed.some((row, x) => (may(a) >> x) & 1 && row & may(b))).map(([label, a, b]) => [label, [a, b]]),
    ...sums.filter(([, cells, weights, total]) => {
      const ends = cells.map((cell, i) => [weights[i] * least(may(cell)), weights[i] * most(may(cell))]);
      return ends.reduce((sum, each) => sum + Math.min(...each), 0) > total || ends.reduce((sum, each) => sum + Math.max(...each), 0) < total;
    }),
    ...sets.filter(([, cells, allowed]) => {
      const stand = cells.reduce((mask, cell) => (values[cell] ? mask | may(cell) : mask), 0);
      return !allowed.some(set => (set & stand) === stand);
    }),
  ];
  return failed.flatMap(([label, cells]) => {
    const stand = /** @type {number[]} */ (cells).filter(cell => values[cell]).sort((one, other) => one - other);
    return stand.length ? [{ cells: stand, words: `${label} cannot hold` }] : [];
  });
}
