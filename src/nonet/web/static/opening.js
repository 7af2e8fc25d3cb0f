// What the page begins with on a first visit, and which pictures need no engine.
//
//     const state = beginning("game"); plainOf(docOf(state)) !== null

import { plainGeometry } from "./geometry.js";
import { fresh, opened } from "./state.js";
import { keyOf } from "./work.js";

const FIRST = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/** What a kind of document begins with: a puzzle to try, an empty grid to set or ask about. @param {import("./routes.js").Kind} kind
 * @returns {import("./state.js").State} */
export function beginning(kind) {
  const geometry = plainGeometry(9);
  const clues = Object.fromEntries(
    geometry.cells.flatMap(([cell], index) => (kind !== "game" || FIRST[index] === "." ? [] : [[cell, Number(FIRST[index])]])),
  );
  const doc = opened({ nonet: "puzzle", version: 1, size: 9, clues });
  return fresh(doc, geometry, kind, keyOf(doc));
}

/** The picture of a plain 9x9, which is known beforehand; of all else none.
 * @param {{ puzzle: Record<string, any> }} doc @returns {import("./geometry.js").Geometry | null} */
export function plainOf({ puzzle }) {
  const further = puzzle.rules?.length || puzzle.grid || puzzle.box || puzzle.values || puzzle.candidates;
  return !further && (puzzle.size ?? 9) === 9 ? plainGeometry(9) : null;
}
