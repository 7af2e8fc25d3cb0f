// Undo and redo as a stack of documents: what was, is there whole, so undoing needs no code of its own.
//
//     let history = begun("a"); history = pushed(history, "b"); undone(history).now === "a"

/** @template D @typedef {{ past: readonly D[], now: D, future: readonly D[] }} History */

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
