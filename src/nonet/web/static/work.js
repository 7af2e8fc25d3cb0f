// What is kept between visits: the documents (games, drafts, the question), each with all that undo knows, and what was
// solved.
//
//     const work = worksOf(keep); work.save(page.state, 61); work.games(); work.solved({ id: "easy-1", seconds: 61, ... });

import { hashOf } from "./engine/kept.js";
import { geometryOf } from "./geometry.js";
import { packed, unpacked } from "./history.js";
import { dayOf } from "./library.js";
import { docOf, valueAt } from "./state.js";
import { isDoc } from "./storage.js";

/** @typedef {import("./state.js").State} State @typedef {import("./state.js").Doc} Doc @typedef {import("./state.js").Kind} Kind */
/** A document that was at hand. @typedef {{ kind: Kind, id: string, history: import("./history.js").Packed, geometry: any,
 *   point: Doc["play"] | null, seconds: number, done: boolean, when: number }} Kept */
/** What the page opens again. @typedef {Omit<Kept, "history" | "geometry"> & { doc: Doc, history: import("./history.js").History<Doc>,
 *   geometry: import("./geometry.js").Geometry }} Game */
/** A puzzle solved. @typedef {{ id: string, variant: string, level: string, seconds: number, hints: number, when: number, day?: string }} Solved */

const STEPS = 300; // of undo, and as many of redo
/** How many of a kind are kept. @type {Record<string, number>} */
const MOST = { game: 12, draft: 12, question: 1 };
const RECORDS = 1000;

/** @param {ReturnType<typeof import("./storage.js").storage>} keep */
export function worksOf(keep) {
  let last = keep.get("documents", /** @type {Kept[]} */ ([])); // a browser that keeps nothing has it as long as the page is open
  let isKept = true;
  const all = () => (isKept ? keep.get("documents", /** @type {Kept[]} */ ([])) : last); // another tab may have been at work

  return {
    /** What is kept of a kind, the latest first. @param {Kind} kind @returns {Game[]} */
    of: kind => all().flatMap(each => (each.kind === kind ? opened(each) : [])),
    /** @param {State} state @param {number} seconds @returns {boolean} whether it is kept */
    save(state, seconds) {
      const { kind, id, point, conflicts } = state,
        { at, ...geometry } = state.geometry,
        doc = docOf(state);
      if (!(kind in MOST)) return true;
      const done = !conflicts.length && state.geometry.cells.every(([cell]) => valueAt(state, cell) !== undefined);
      const others = all().filter(each => each.kind !== kind || each.id !== id),
        begun = Object.keys(doc.play).length || state.history.past.length || kind === "draft";
      /** @param {number} steps */
      const packedWith = steps => {
        const one = { kind, id, history: packed(state.history, steps), geometry, point, seconds, done, when: Date.now() };
        const counts = /** @type {Record<string, number>} */ ({});
        return [one, ...others].filter(each => (counts[each.kind] = (counts[each.kind] ?? 0) + 1) <= MOST[each.kind]);
      };
      if (!begun && others.length === all().length) return isKept; // a puzzle that was only looked at is not a game
      last = packedWith(STEPS);
      isKept = keep.set("documents", last) || keep.set("documents", packedWith(0));
      return isKept;
    },
    /** The games that were begun, the latest first. */
    games() {
      return this.of("game").filter(({ doc }) => Object.keys(doc.play).length);
    },
    /** @returns {Solved[]} */
    records: () => keep.get("solved", []),
    /** @param {Solved} record */
    solved(record) {
      keep.set("solved", [record, ...keep.get("solved", /** @type {Solved[]} */ ([]))].slice(0, RECORDS));
    },
    /** Forget all that was done here. @returns {() => void} brings it back */
    forget() {
      const before = last,
        back = keep.forget();
      last = [];
      return () => ((last = before), back());
    },
  };
}

/** A document that was kept, none where it cannot be read. @param {Kept} kept @returns {Game[]} */
function opened({ history, geometry, ...rest }) {
  try {
    const read = unpacked(history),
      docs = [...read.past, read.now, ...read.future];
    return docs.every(isDoc) ? [{ ...rest, doc: read.now, history: read, geometry: geometryOf(geometry) }] : [];
  } catch {
    return []; // by another version of the page
  }
}

/** What a puzzle is known by, whoever has entered what: its clues and rules. @param {Doc} doc */
export function keyOf({ puzzle, clues }) {
  const text = JSON.stringify([Object.entries(clues).sort(), puzzle.rules ?? [], puzzle.grid ?? puzzle.size ?? 9]);
  return `${hashOf(text)}-${text.length}`;
}

/** Of what was solved: how many, the best time of each level, and on how many days in a row a puzzle of that day was.
 * @param {Solved[]} records @param {Date} today */
export function statistics(records, today) {
  const best = /** @type {Map<string, { number: number, best: number, total: number }>} */ (new Map());
  for (const { variant, level, seconds } of records) {
    const kind = `${variant} ${level}`,
      known = best.get(kind) ?? { number: 0, best: Infinity, total: 0 };
    best.set(kind, { number: known.number + 1, best: Math.min(known.best, seconds), total: known.total + seconds });
  }
  const days = new Set(records.filter(({ day, when }) => day === dayOf(new Date(when))).map(({ day }) => day)),
    date = new Date(today);
  let streak = 0;
  if (!days.has(dayOf(date))) date.setDate(date.getDate() - 1); // today's may still come
  for (; days.has(dayOf(date)); date.setDate(date.getDate() - 1)) streak += 1;
  return { number: records.length, kinds: [...best], streak };
}
