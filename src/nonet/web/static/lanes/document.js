// @ts-check
// From a puzzle's document, nonet's own JSON, to what the compiled engine is told.  Only squares of 1 to 16 values from
// 1 on and the rules of rules.js are read here; for all else, and for what is wrong, `NotLowered` is thrown.

import { NotLowered } from "./program.js";
import { RULES, range } from "./rules.js";

/** @typedef {import("./program.js").Lowered} Lowered */
/** `key` tells puzzles of one structure; `clues` has a value for each cell, 0 for none; `labels` are those of units, where
 * all rules are classic ones.
 * @typedef {{ names: string[], size: number, key: string, lowered: Lowered, clues: Uint8Array, labels: string[],
 *   classic: boolean, plain: boolean, number: Map<string, number> }} Puzzle  `classic`: of the usual rules; `plain`: 9x9 */

const KEYS = new Set([
  "nonet", "version", "name", "comment", "size", "box", "alphabet", "clues", "candidates", "entries", "classic", "rules",
  "notes", "marks",
]);
const SIGNS = "123456789ABCDEFG";
const LARGEST = 16;
const CLASSIC = ["rows", "columns", "boxes"];

/** @param {unknown} value @returns {value is Record<string, any>} */
const isObject = value => typeof value === "object" && value !== null && !Array.isArray(value);

/** The rules of a document, each as an object; `null` where some are not known here.
 * @param {Record<string, any>} document @returns {import("./rules.js").Rule[] | null} */
export function knownRules({ rules = [], classic = true }) {
  if (!Array.isArray(rules) || typeof classic !== "boolean") return null;
  /** @type {import("./rules.js").Rule[]} */
  const given = rules.map(rule => (typeof rule === "string" ? { rule } : rule));
  const known = given.every(rule =>
    isObject(rule) && typeof rule.rule === "string" && Object.hasOwn(RULES, rule.rule) &&
    Object.keys(rule).every(key => key === "rule" || RULES[rule.rule][0].includes(key)),
  );
  if (!known) return null;
  const names = new Set(given.map(({ rule }) => rule));
  const usual = CLASSIC.filter(rule => !names.has(rule) && !(rule === "boxes" && names.has("jigsaw")));
  return [...(classic ? usual.map(rule => ({ rule })) : []), ...given];
}

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
 * @param {unknown} document @returns {Puzzle} */
export function lowered(document) {
  if (!isObject(document) || Object.keys(document).some(key => !KEYS.has(key))) throw new NotLowered("document");
  if ((document.nonet ?? "puzzle") !== "puzzle" || (document.version ?? 1) !== 1) throw new NotLowered("version");
  const { alphabet = "digits", candidates = {}, clues: given = {} } = document;
  const size = document.size ?? (typeof given === "string" ? Math.sqrt(given.length) : NaN);
  const rules = knownRules(document);
  if (!rules || !Number.isInteger(size) || size < 1 || size > LARGEST || !["digits", "letters"].includes(alphabet))
    throw new NotLowered("document");
  const names = range(size * size).map(cell => `R${Math.floor(cell / size) + 1}C${(cell % size) + 1}`);
  const number = new Map(names.map((name, cell) => [name, cell]));
  const grid = { size, box: boxOf(document, size), names, number };
  const masks = Array(size * size).fill(2 ** size - 1);
  /** @type {Lowered} */
  const lowered = { size, cells: size * size, units: [], masks, sums: [], relations: [], sets: [] };
  const making = { grid, lowered, labels: [], caged: new Set(), rules };
  for (const rule of rules) RULES[rule.rule][1](making, rule);
  const classic = rules.every(({ rule }) => CLASSIC.includes(rule));
  const clues = cluesOf(given, number, size, alphabet === "digits");
  const usual = classic && rules.length === 3;
  const plain = usual && size === 9 && String(grid.box) === "3,3" && !Object.keys(candidates).length;
  if (!isObject(candidates)) throw new NotLowered("candidates");
  for (const [name, values] of Object.entries(candidates)) {
    if (!Array.isArray(values) || !values.length) throw new NotLowered(name);
    lowered.masks[cellOf(number, name)] &= values.reduce((mask, value) => mask | (1 << (valueOf(value, size) - 1)), 0);
  }
  const key = JSON.stringify([size, grid.box, rules]);
  return { names, number, size, key, lowered, clues, labels: making.labels, classic, plain };
}

/** The values that a player entered, by cell.
 * @param {Puzzle} puzzle @param {unknown} entries @returns {Map<number, number>} */
export function entriesOf({ number, size }, entries = {}) {
  if (!isObject(entries)) throw new NotLowered("entries");
  return new Map(Object.entries(entries).map(([name, value]) => [cellOf(number, name), valueOf(value, size)]));
}
