// @ts-check
// A puzzle's document, nonet's own JSON, and the declaration that Python made of its rules (protocol/declaration.py), as
// the questions read them.  For a puzzle without a declaration, and for what is wrong, `NotLowered` is thrown.

/** What the engine cannot be told; Python is asked instead. */
export class NotLowered extends Error {}

/** What the compiled engine reads of rules (lockstep/kernel.py): of the slots, an array is one of integers, a text one of bytes.
 * @typedef {{ kind: "classic" | "program", rows: number, masks: number[], slots: (number | number[] | string)[],
 *   weights: { row: number, values: number[] } | null }} KernelData */
/** What Python says of a puzzle's rules: `draw` gives it.
 * @typedef {{ units: [string, number[]][], automata: [string, number[], number][], steps: number[][], masks: number[],
 *   kernel: KernelData | null }} Declared */
/** `key` tells puzzles of one structure; `clues` has a value for each cell, 0 for none; `masks` what each cell may be by
 * itself, the lowest bit for 1.
 * @typedef {{ names: string[], number: Map<string, number>, size: number, key: string, masks: number[], clues: Uint8Array,
 *   declared: Declared }} Puzzle */

const KEYS = new Set([
  "nonet", "version", "name", "comment", "size", "box", "alphabet", "clues", "candidates", "entries", "classic", "rules",
  "notes", "marks",
]);
export const SIGNS = "123456789ABCDEFG";

/** @param {unknown} value @returns {value is Record<string, any>} */
const isObject = value => typeof value === "object" && value !== null && !Array.isArray(value);

/** @param {number} size */
export const range = size => Array.from({ length: size }, (_, i) => i);

/** The values of a mask, counted from 0. @param {number} mask */
export const bits = mask => range(32 - Math.clz32(mask)).filter(value => (mask >> value) & 1);

/** Words as one phrase. @param {(string | undefined)[]} words */
export const listed = words => (words.length > 1 ? `${words.slice(0, -1).join(", ")} and ${words.at(-1)}` : `${words[0]}`);

/** What tells puzzles of one structure from others. @param {Record<string, any>} document */
export const structureKey = ({ size, box, rules = [], classic = true, clues }) =>
  JSON.stringify([size ?? (typeof clues === "string" ? Math.sqrt(clues.length) : null), box, rules, classic]);

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
 * @param {unknown} document @param {Declared | null} [declared] @returns {Puzzle} */
export function lowered(document, declared) {
  if (!isObject(document) || Object.keys(document).some(key => !KEYS.has(key))) throw new NotLowered("document");
  if ((document.nonet ?? "puzzle") !== "puzzle" || (document.version ?? 1) !== 1) throw new NotLowered("version");
  const { alphabet = "digits", candidates = {}, clues: given = {} } = document;
  const size = document.size ?? (typeof given === "string" ? Math.sqrt(given.length) : NaN);
  if (!declared || declared.masks.length !== size * size) throw new NotLowered("rules");
  if (!["digits", "letters"].includes(alphabet)) throw new NotLowered("alphabet");
  const names = range(size * size).map(cell => `R${Math.floor(cell / size) + 1}C${(cell % size) + 1}`);
  const number = new Map(names.map((name, cell) => [name, cell]));
  const puzzle = {
    names, number, size, declared, masks: [...declared.masks], key: structureKey({ ...document, size }),
    clues: cluesOf(given, number, size, alphabet === "digits"),
  };
  for (const [cell, mask] of masksOf(puzzle, candidates)) puzzle.masks[cell] &= mask;
  return puzzle;
}

/** The values that a player entered, by cell.
 * @param {Puzzle} puzzle @param {unknown} entries @returns {Map<number, number>} */
export function entriesOf({ number, size }, entries = {}) {
  if (!isObject(entries)) throw new NotLowered("entries");
  return new Map(Object.entries(entries).map(([name, value]) => [cellOf(number, name), valueOf(value, size)]));
}

/** Lists of values of cells, as masks.
 * @param {Pick<Puzzle, "number" | "size">} puzzle @param {unknown} lists @returns {Map<number, number>} */
export function masksOf({ number, size }, lists = {}) {
  if (!isObject(lists)) throw new NotLowered("candidates");
  return new Map(Object.entries(lists).map(([name, values]) => {
    if (!Array.isArray(values) || !values.length) throw new NotLowered(name);
    return [cellOf(number, name), values.reduce((mask, value) => mask | (1 << (valueOf(value, size) - 1)), 0)];
  }));
}

/** The values that each of some cells has in a word that an automaton reads; null where there is no word.
 * @param {number[]} steps @param {number} size @param {number[]} masks  what each cell may be */
export function supported(steps, size, masks) {
  const layers = [new Set([0])];
  for (const mask of masks) {
    const values = bits(mask), next = [...layers[layers.length - 1]].flatMap(state => values.map(value => steps[state * size + value]));
    layers.push(new Set(next.filter(Boolean)));
  }
  let alive = /** @type {Set<number>} */ (layers.pop());
  if (!alive.size) return null;
  const result = masks.map(() => 0);
  for (let i = masks.length - 1; i >= 0; i--) {
    const before = /** @type {Set<number>} */ (new Set());
    for (const state of layers[i])
      for (const value of bits(masks[i]))
        if (alive.has(steps[state * size + value])) {
          result[i] |= 1 << value;
          before.add(state);
        }
    alive = before;
  }
  return result;
}

/** Whether values are a solution of a puzzle, clues aside: said anew, without the engine.
 * @param {Puzzle} puzzle @param {ArrayLike<number>} values  from 1 on */
export function accepts({ masks, size, declared: { units, automata, steps } }, values) {
  return (
    masks.every((mask, cell) => (mask >> (values[cell] - 1)) & 1) &&
    units.every(([, unit]) => new Set(unit.map(cell => values[cell])).size === unit.length) &&
    automata.every(([, cells, which]) => {
      let state = 0;
      return cells.every(cell => (state = steps[which][state * size + values[cell] - 1]));
    })
  );
}

/** The constraints, beside units, that no values of the empty cells make true, with the cells that have values.
 * @param {Puzzle} puzzle @param {Uint8Array} values @returns {{ cells: number[], words: string }[]} */
export function broken({ declared: { automata, steps }, size }, values) {
  const failed = new Map(), full = 2 ** size - 1;
  for (const [label, cells, which] of automata) {
    const stand = cells.filter(cell => values[cell]).sort((one, other) => one - other);
    if (!stand.length || failed.has(String(stand))) continue;
    const masks = cells.map(cell => (values[cell] ? 1 << (values[cell] - 1) : full));
    if (!supported(steps[which], size, masks)) failed.set(String(stand), { cells: stand, words: `${label} cannot hold` });
  }
  return [...failed.values()];
}
