// Undo and redo as a stack of documents: what was, is there whole, so undoing needs no code of its own.
// To be kept between visits a stack is packed: puzzles and clues once each, of the play what has changed.
//
//     let history = begun("a"); history = pushed(history, "b"); undone(history).now === "a"

/** @template D @typedef {{ past: readonly D[], now: D, future: readonly D[] }} History */
/** @typedef {import("./state.js").Doc} Doc */
/** @typedef {{ at: number, parts: object[], steps: { puzzle: number, clues: number, about?: number, filled?: boolean, change: Record<string, any> }[] }} Packed */

/** @template D @param {D} now @returns {History<D>} */
export const begun = now => ({ past: [], now, future: [] });

/** The history after a change; nothing changes where the document is the same.
 * @template D @param {History<D>} history @param {D} next @returns {History<D>} */
export const pushed = (history, next) =>
  next === history.now ? history : { past: [...history.past, history.now], now: next, future: [] };

/** @template D @param {History<D>} history @returns {History<D>} */
export function undone(history) {
  const before = history.past.at(-1);
  if (before === undefined) return history;
  return { past: history.past.slice(0, -1), now: before, future: [history.now, ...history.future] };
}

/** @template D @param {History<D>} history @returns {History<D>} */
export function redone(history) {
  const [next, ...future] = history.future;
  if (next === undefined) return history;
  return { past: [...history.past, history.now], now: next, future };
}

/** A history as data to keep. @param {History<Doc>} history @param {number} most steps kept on either side @returns {Packed} */
export function packed({ past, now, future }, most) {
  const before = past.slice(-most),
    docs = [...before, now, ...future.slice(0, most)];
  const parts = [...new Set(docs.flatMap(({ puzzle, clues, about }) => [puzzle, clues, ...(about ? [about] : [])]))];
  let last = /** @type {Doc["play"]} */ ({});
  const steps = docs.map(({ puzzle, clues, play, filled, about }) => {
    const changed = Object.keys({ ...last, ...play }).filter(cell => last[cell] !== play[cell]);
    last = play;
    const change = Object.fromEntries(changed.map(cell => [cell, play[cell] ?? null]));
    const known = { ...(about && { about: parts.indexOf(about) }), ...(filled && { filled }) };
    return { puzzle: parts.indexOf(puzzle), clues: parts.indexOf(clues), ...known, change };
  });
  return { at: before.length, parts, steps };
}

/** The history that was packed. @param {Packed} packed @returns {History<Doc>} */
export function unpacked({ at, parts, steps }) {
  let play = /** @type {Doc["play"]} */ ({});
  const docs = steps.map(({ puzzle, clues, filled, about, change }) => {
    play = Object.fromEntries(Object.entries({ ...play, ...change }).filter(([, each]) => each !== null));
    const known = { ...(about !== undefined && { about: parts[about] }), ...(filled && { filled }) };
    return /** @type {Doc} */ ({ puzzle: parts[puzzle], clues: parts[clues], play, ...known });
  });
  if (!docs[at]?.puzzle) throw new Error("no history");
  return { past: docs.slice(0, at), now: docs[at], future: docs.slice(at + 1) };
}
