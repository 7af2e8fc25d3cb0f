// What the browser keeps between visits, under the names of SHAPES; nothing is ever sent.  What is read back is checked by
// its shape: another version of the page, another tab, or a hand in the browser's tools may have written it.
//
//     const keep = storage(localStorage); keep.set("settings", { theme: "dark" }); keep.get("settings", {});

const PREFIX = "nonet:";

/** What a person can choose. */
export const SETTINGS = /** @type {const} */ ({
  theme: "auto",
  conflicts: true,
  same: true,
  timer: true,
  tidy: true,
  first: "cell",
  limit: 60,
});
/** `tidy`: marks are cleared from the peers of a value entered; `first`: what is chosen first, the cell or the number; `limit`: seconds of a program.
 * @typedef {{ theme: "auto" | "light" | "dark", conflicts: boolean, same: boolean, timer: boolean, tidy: boolean,
 *   first: "cell" | "number", limit: number }} Settings */

/** @typedef {(value: any) => boolean} Test */
/** @type {Test} */ export const isText = value => typeof value === "string";
/** @type {Test} */ export const isNumber = value => Number.isFinite(value);
/** @type {Test} */ export const isFlag = value => typeof value === "boolean";
/** @type {Test} */ const isObject = value => value !== null && typeof value === "object" && !Array.isArray(value);
/** @param {Test} test @returns {Test} */
export const maybe = test => value => value === undefined || value === null || test(value);
/** @param {Test} test @returns {Test} */
export const listOf = test => value => Array.isArray(value) && value.every(test);
/** An object whose values all pass. @param {Test} test @returns {Test} */
export const mapOf = test => value => isObject(value) && Object.values(value).every(test);
/** An object with these fields; others are let be. @param {Record<string, Test>} fields @returns {Test} */
export const recordOf = fields => value => isObject(value) && Object.entries(fields).every(([key, test]) => test(value[key]));

const isAbout = recordOf({ id: isText, variant: isText, level: isText, score: maybe(isNumber), scale: maybe(isText), day: maybe(isText) });
/** @param {Test} test @returns {Test} */
const byCell = test => value => mapOf(test)(value) && Object.keys(value).every(cell => /^R\d+C\d+$/.test(cell));
/** Clues of a puzzle, by cell. */
export const isClues = byCell(Number.isInteger);
const isPlayed = recordOf({ value: maybe(isNumber), corner: maybe(listOf(isNumber)), centre: maybe(listOf(isNumber)), colours: maybe(listOf(isNumber)) });
const isPuzzle = recordOf({ size: maybe(isNumber), rules: maybe(Array.isArray), name: maybe(isText), comment: maybe(isText) });
/** A document as the page keeps it. */
export const isDoc = recordOf({ puzzle: isPuzzle, clues: isClues, play: byCell(isPlayed), about: maybe(isAbout), filled: maybe(isFlag) });

/** @param {number} length @returns {Test} */
const numbers = length => value => listOf(isNumber)(value) && value.length === length;
/** What `draw` answered. */
export const isGeometry = recordOf({
  cells: value => Array.isArray(value) && value.length > 0 && value.every(each => Array.isArray(each) && isText(each[0])),
  rows: isNumber,
  columns: isNumber,
  margins: maybe(numbers(4)),
  box: numbers(2),
  differ: maybe(listOf(listOf(isText))),
  thin: isText,
  wall: isText,
  values: listOf(isNumber),
  symbols: listOf(isText),
  under: maybe(isText),
  over: maybe(isText),
  legend: maybe(listOf(isText)),
  rules: maybe(listOf(recordOf({ sentence: isText, words: isText, cells: listOf(isText) }))),
});
/** A stack of undo, packed by history.js: what is unpacked of it is looked at by itself. */
const isPacked = recordOf({ at: isNumber, parts: listOf(isObject), steps: listOf(recordOf({ puzzle: isNumber, clues: isNumber, change: byCell(maybe(isPlayed)) })) });

/** All that may pass, of a list: one that is spoilt takes no other along. @param {Test} test */
const each = test => (/** @type {any} */ value) => (Array.isArray(value) ? value.filter(test) : undefined);
/** All or nothing. @param {Test} test */
const all = test => (/** @type {any} */ value) => (test(value) ? value : undefined);

/** What is kept, by name (before a colon): what of it can be used; nothing is `undefined`.
 * @type {Record<string, (value: any) => any>} */
export const SHAPES = {
  token: all(isText),
  shelf: all(isText),
  learn: all(isText),
  exercise: all(isText),
  settings: value => isObject(value) ? Object.fromEntries(Object.entries(value).filter(([key, one]) => key in SETTINGS && typeof one === typeof (/** @type {any} */ (SETTINGS)[key]))) : undefined,
  documents: each(recordOf({ kind: isText, id: isText, when: isNumber, seconds: isNumber, geometry: isGeometry, point: maybe(byCell(isPlayed)), history: isPacked })),
  solved: each(recordOf({ id: isText, variant: isText, level: isText, seconds: isNumber, day: maybe(isText) })),
  lessons: all(mapOf(recordOf({ read: maybe(isFlag), passed: maybe(isFlag) }))),
  drills: all(mapOf(recordOf({ right: isNumber, tried: isNumber }))),
};

const STAY = ["token", "settings"];

/** @param {Pick<Storage, "getItem" | "setItem" | "removeItem">} [box] */
export function storage(box) {
  return {
    /** @template T @param {string} key @param {T} fallback @returns {T} what was kept, or the fallback where nothing usable was */
    get(key, fallback) {
      const usable = SHAPES[key.split(":", 1)[0]];
      try {
        return usable(JSON.parse(box?.getItem(PREFIX + key) ?? "null")) ?? fallback;
      } catch {
        return fallback;
      }
    },
    /** @param {string} key @param {unknown} value @returns {boolean} whether it is kept: private windows may refuse */
    set(key, value) {
      try {
        box?.setItem(PREFIX + key, JSON.stringify(value));
        return Boolean(box);
      } catch {
        return false;
      }
    },
    /** Forget all but who may ask and what was chosen once and for all. @returns {() => void} brings it back */
    forget() {
      const names = Object.keys(box ?? {}).filter(name => name.startsWith(PREFIX) && !STAY.includes(name.slice(PREFIX.length))),
        before = names.map(name => [name, box?.getItem(name) ?? ""]);
      for (const name of names) box?.removeItem(name);
      return () => before.forEach(([name, text]) => box?.setItem(name, text));
    },
    /** What the browser calls it. @param {string} key */
    name: key => PREFIX + key,
  };
}

/** The box of this page; none where the browser refuses one. */
export function localBox() {
  try {
    return window.localStorage;
  } catch {
    return undefined;
  }
}
