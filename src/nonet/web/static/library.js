// Puzzles to play: a library made by nonet, of which a kind is one file, and the puzzles of a day, the same for everyone.
//
//     const [shelf] = (await library()).shelves, entries = await puzzlesOf(shelf); const { today } = await puzzlesOfDay("2026-11-24");

import { hashOf } from "./engine/kept.js";
import { opened } from "./state.js";

/** `score`: the number of the level on its scale, HoDoKu's or effort.
 * @typedef {{ id: string, variant: string, level: string, score: number, scale: string, puzzle: Record<string, any>, day?: string }} Entry */
/** `puzzles`: the address of the file that has them, or the puzzles themselves, of a book.
 * @typedef {{ variant: string, levels: Record<string, number>, puzzles: string | Entry[] }} Shelf */
/** @typedef {{ shelves: Shelf[], daily?: string }} Library */

export const LEVELS = ["Easy", "Medium", "Hard", "Unfair", "Extreme"];
/** HoDoKu's levels of the days of a week, from Sunday on, which has a variant. */
const WEEK = ["", "Medium", "Medium", "Hard", "Hard", "Unfair", "Extreme"];

/** Files that were fetched. @type {Map<string, Promise<any>>} */
const files = new Map();
/** @param {string} file @returns {Promise<any>} its content; nothing where it cannot be had */
function fetched(file) {
  const known = files.get(file);
  if (known) return known;
  const content = fetch(new URL(`./${file}`, import.meta.url))
    .then(answer => (answer.ok ? answer.json() : {}))
    .catch(() => {
      files.delete(file); // the next one asks again
      return {};
    });
  files.set(file, content);
  return content;
}

/** The shelves, without their puzzles. @returns {Promise<Library>} */
export const library = async () => ({ shelves: [], ...(await fetched("library.json")) });

/** @param {Shelf | undefined} shelf @returns {Promise<Entry[]>} */
export const puzzlesOf = async shelf =>
  typeof shelf?.puzzles === "string" ? ((await fetched(shelf.puzzles)).puzzles ?? []) : (shelf?.puzzles ?? []);

/** A day as its date says it here: 2026-11-24. @param {Date} date */
export const dayOf = date =>
  `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, "0")}-${String(date.getDate()).padStart(2, "0")}`;

export const today = () => dayOf(new Date());

/** The document of an entry. @param {Entry} entry @returns {import("./state.js").Doc} */
export function docOfEntry({ puzzle, ...about }) {
  const { clues, ...rest } = puzzle;
  return { ...opened({ ...rest, clues: cluesOf(clues, puzzle.size ?? 9) }), about };
}

/** What an address calls a puzzle of the library, or of a day: "killer-easy-3", "2026-11-24", "2026-11-24-easy".
 * @param {import("./state.js").About} [about] */
export const refOf = about => (about?.day ? `${about.day}${about.id.startsWith("easy") ? "-easy" : ""}` : (about?.id ?? ""));

/** The puzzle that an address names; null where there is none. @param {string} ref @returns {Promise<import("./state.js").Doc | null>} */
export async function docOfRef(ref) {
  const [, day, easy] = /^(\d{4}-\d\d-\d\d)(-easy)?$/.exec(ref) ?? [];
  if (day) {
    if (Number.isNaN(Date.parse(day))) return null;
    const of = await puzzlesOfDay(day),
      entry = easy ? of.easy : of.today;
    return entry ? docOfEntry(entry) : null;
  }
  for (const shelf of (await library()).shelves.filter(({ variant }) => ref.startsWith(variant) || variant === "classic")) {
    const entry = (await puzzlesOf(shelf)).find(({ id }) => id === ref);
    if (entry) return docOfEntry(entry);
  }
  return null;
}

/** Clues by cell. @param {string | Record<string, number>} clues @param {number} size @returns {Record<string, number>} */
function cluesOf(clues, size) {
  if (typeof clues !== "string") return clues ?? {};
  return Object.fromEntries(
    [...clues].flatMap((symbol, index) => {
      const value = parseInt(symbol, 36);
      return value > 0 ? [[`R${Math.floor(index / size) + 1}C${(index % size) + 1}`, value]] : [];
    }),
  );
}

/** The puzzle of a day, and an easy one for newcomers: puzzles of their own, with records of their own.  Of a classic a
 * new one of the same difficulty is made, by what leaves the rules as they are.
 * @param {string} day @returns {Promise<{ today?: Entry, easy?: Entry }>} */
export async function puzzlesOfDay(day) {
  const { shelves, daily } = await library(),
    puzzles = await (daily ? fetched(daily).then(file => file.puzzles ?? []) : Promise.all(shelves.map(puzzlesOf)).then(all => all.flat()));
  /** @param {string} kind @param {(entry: Entry) => boolean} fits @returns {Entry | undefined} */
  const drawn = (kind, fits) => {
    const random = randomOf(`${kind} ${day}`),
      fit = puzzles.filter(fits),
      from = fit.length ? fit : puzzles,
      entry = from[Math.floor(random() * from.length)];
    const { puzzle, ...about } = entry ?? {};
    if (!entry) return undefined;
    const clues = about.variant === "classic" ? turned(puzzle.clues, random) : puzzle.clues;
    return { ...about, id: `${kind}-${day}`, day, puzzle: { ...puzzle, clues } };
  };
  const level = WEEK[new Date(`${day}T12:00:00`).getDay()];
  return {
    today: drawn("daily", each => (level ? each.variant === "classic" && each.level === level : !/^classic$|x/.test(each.variant))),
    easy: drawn("easy", each => each.variant === "classic" && each.level === "Easy"),
  };
}

/** A classic turned into another of the same difficulty: digits, rows, columns and bands change places.
 * @param {string | Record<string, number>} clues @param {() => number} random @returns {Record<string, number>} */
function turned(clues, random) {
  const digits = mixed([1, 2, 3, 4, 5, 6, 7, 8, 9], random),
    lines = () => mixed([0, 1, 2], random).flatMap(band => mixed([0, 1, 2], random).map(line => 3 * band + line));
  const [rows, columns, flips] = [lines(), lines(), random() < 0.5];
  return Object.fromEntries(
    Object.entries(cluesOf(clues, 9)).map(([cell, value]) => {
      const [row, column] = /** @type {string[]} */ (cell.match(/\d+/g)).map(each => Number(each) - 1),
        [down, right] = flips ? [columns[column], rows[row]] : [rows[row], columns[column]];
      return [`R${down + 1}C${right + 1}`, digits[value - 1]];
    }),
  );
}

/** @template T @param {T[]} list @param {() => number} random @returns {T[]} */
function mixed(list, random) {
  const rest = [...list];
  for (let last = rest.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [rest[last], rest[other]] = [rest[other], rest[last]];
  }
  return rest;
}

/** Numbers from 0 to 1 that follow from a text alone: FNV-1a begins, mulberry32 goes on. @param {string} text @returns {() => number} */
export function randomOf(text) {
  let state = parseInt(hashOf(text), 36) | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mix = Math.imul(state ^ (state >>> 15), 1 | state);
    mix = (mix + Math.imul(mix ^ (mix >>> 7), 61 | mix)) ^ mix;
    return ((mix ^ (mix >>> 14)) >>> 0) / 4294967296;
  };
}

/** What to play next: another of the same kind and level that is not solved, else one of another level.
 * @param {import("./state.js").About | undefined} about @param {Set<string>} solved @returns {Promise<Entry | undefined>} */
export async function nextAfter(about, solved) {
  const { shelves } = await library(),
    puzzles = await puzzlesOf(shelves.find(({ variant }) => variant === (about?.variant ?? "classic")) ?? shelves[0]),
    fresh = puzzles.filter(({ id }) => !solved.has(id) && id !== about?.id);
  return fresh.find(each => each.level === (about?.level ?? "Easy")) ?? fresh[0] ?? puzzles[0];
}
