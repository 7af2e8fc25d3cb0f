// Puzzles to play: a library made by nonet, and a puzzle of the day, which is the same for everyone.
//
//     const puzzles = await library(); const today = puzzleOfTheDay(puzzles, dayOf(new Date()));

import { docOf, opened } from "./state.js";

/** @typedef {{ id: string, variant: string, level: string, rating: number | null, score: number, puzzle: Record<string, any> }} Entry */

/** HoDoKu's levels of the days of a week, from Sunday on, which has a variant. */
const WEEK = ["", "Easy", "Medium", "Medium", "Hard", "Unfair", "Extreme"];

/** @type {Promise<Entry[]> | undefined} */
let loading;
/** All puzzles; none where the file cannot be had. @returns {Promise<Entry[]>} */
export function library() {
  loading ??= fetch(new URL("./library.json", import.meta.url))
    .then(answer => (answer.ok ? answer.json() : { puzzles: [] }))
    .then(({ puzzles }) => puzzles)
    .catch(() => {
      loading = undefined; // the next one asks again
      return [];
    });
  return loading;
}

/** A day as its date says it here: 2026-11-24. @param {Date} date */
export const dayOf = date =>
  `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, "0")}-${String(date.getDate()).padStart(2, "0")}`;

/** The document of an entry. @param {Entry} entry @param {string} [day] @returns {import("./state.js").Doc} */
export function docOfEntry({ id, variant, level, rating, puzzle }, day) {
  const { clues, ...rest } = puzzle,
    about = { id, variant, level, rating, ...(day && { day }) };
  return { ...opened({ ...rest, clues: cluesOf(clues, puzzle.size ?? 9) }), about };
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

/** The puzzle of a day: of a classic a new one of the same difficulty is made, by what leaves the rules as they are.
 * @param {Entry[]} puzzles @param {string} day @returns {Entry | undefined} */
export function puzzleOfTheDay(puzzles, day) {
  const random = randomOf(day),
    level = WEEK[new Date(`${day}T12:00:00`).getDay()];
  const fit = puzzles.filter(each =>
    level ? each.variant === "classic" && each.level === level : !/^classic$|x/.test(each.variant),
  );
  const from = fit.length ? fit : puzzles,
    entry = from[Math.floor(random() * from.length)];
  if (!entry || entry.variant !== "classic") return entry;
  return { ...entry, puzzle: { ...entry.puzzle, clues: turned(entry.puzzle.clues, random) } };
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
  let state = 2166136261;
  for (const character of text) state = Math.imul(state ^ character.charCodeAt(0), 16777619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mix = Math.imul(state ^ (state >>> 15), 1 | state);
    mix = (mix + Math.imul(mix ^ (mix >>> 7), 61 | mix)) ^ mix;
    return ((mix ^ (mix >>> 14)) >>> 0) / 4294967296;
  };
}

/** What to play next: another of the same variant and level that is not solved, else the next of the variant.
 * @param {Entry[]} puzzles @param {import("./state.js").About | undefined} about @param {Set<string>} solved @returns {Entry | undefined} */
export function nextAfter(puzzles, about, solved) {
  const fresh = puzzles.filter(({ id }) => !solved.has(id) && id !== about?.id),
    { variant = "classic", level = "Easy" } = about ?? {};
  return (
    fresh.find(each => each.variant === variant && each.level === level) ??
    fresh.find(each => each.variant === variant) ??
    fresh[0] ??
    puzzles[0]
  );
}

/** Whether it is the same puzzle, whoever has entered what. @param {import("./state.js").State} state @param {import("./state.js").Doc} doc */
export const isOpen = (state, doc) =>
  JSON.stringify([docOf(state).clues, docOf(state).puzzle.rules ?? []]) ===
  JSON.stringify([doc.clues, doc.puzzle.rules ?? []]);

/** What an address calls a puzzle of the library, or of a day. @param {import("./state.js").About} [about] */
export const refOf = about => about?.day ?? about?.id ?? "";

/** The puzzle that an address names; null where there is none. @param {string} ref @returns {Promise<import("./state.js").Doc | null>} */
export async function docOfRef(ref) {
  const puzzles = await library(),
    [day] = /^\d{4}-\d\d-\d\d$/.exec(ref) ?? [],
    entry = day ? puzzleOfTheDay(puzzles, day) : puzzles.find(({ id }) => id === ref);
  return entry ? docOfEntry(entry, day) : null;
}
