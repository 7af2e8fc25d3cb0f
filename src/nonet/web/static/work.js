// What is kept between visits: the game at work with all that undo knows, the games before it, and what was solved.
//
//     const work = worksOf(keep); work.save(page.state, 61); work.recent(); work.solved({ id: "easy-1", seconds: 61, ... });

import { hashOf } from "./engine/kept.js";
import { geometryOf } from "./geometry.js";
import { packed, unpacked } from "./history.js";
import { dayOf } from "./library.js";
import { docOf, fresh } from "./state.js";

/** @typedef {import("./state.js").State} State @typedef {import("./state.js").Doc} Doc */
/** A game that was open. @typedef {{ key: string, doc: Doc, seconds: number, done: boolean, when: number }} Game */
/** A puzzle solved. @typedef {{ id: string, variant: string, level: string, seconds: number, hints: number, when: number, day?: string }} Solved */

const STEPS = 300; // of undo, and as many of redo
const GAMES = 12;
const RECORDS = 1000;

/** @param {ReturnType<typeof import("./storage.js").storage>} keep */
export function worksOf(keep) {
  return {
    /** What was at work, with the seconds it had taken; null where nothing is kept that can be read.
     * @returns {{ state: State, seconds: number } | null} */
    begin() {
      const saved = keep.get("work", /** @type {any} */ (null));
      try {
        const geometry = geometryOf(saved.geometry),
          history = saved.history ? unpacked(saved.history) : null,
          doc = history?.now ?? saved.doc;
        if (!doc.puzzle || !geometry.cells.length) return null;
        const state = { ...fresh(doc, geometry), point: saved.point ?? null };
        return { state: history ? { ...state, history } : state, seconds: saved.seconds ?? 0 };
      } catch {
        return null; // nothing is kept, or by another version
      }
    },
    /** @param {State} state @param {number} seconds @returns {boolean} whether it is kept */
    save(state, seconds) {
      const { at, ...geometry } = state.geometry;
      const full = state.geometry.cells.every(([cell]) => (docOf(state).clues[cell] ?? docOf(state).play[cell]?.value) !== undefined);
      if (Object.keys(docOf(state).play).length) remember(docOf(state), seconds, full && !state.conflicts.length);
      const history = packed(state.history, STEPS),
        work = { geometry, seconds, point: state.point };
      return keep.set("work", { ...work, history }) || keep.set("work", { ...work, history: packed(state.history, 0) });
    },
    /** The games that were open, the latest first. @returns {Game[]} */
    recent: () => keep.get("recent", []),
    /** @returns {Solved[]} */
    records: () => keep.get("solved", []),
    /** @param {Solved} record */
    solved(record) {
      keep.set("solved", [record, ...keep.get("solved", /** @type {Solved[]} */ ([]))].slice(0, RECORDS));
    },
    forget() {
      keep.drop("solved");
      keep.drop("recent");
    },
  };

  /** @param {Doc} doc @param {number} seconds @param {boolean} done */
  function remember(doc, seconds, done) {
    const key = keyOf(doc),
      games = keep.get("recent", /** @type {Game[]} */ ([])).filter(each => each.key !== key);
    keep.set("recent", [{ key, doc, seconds, done, when: Date.now() }, ...games].slice(0, GAMES));
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
