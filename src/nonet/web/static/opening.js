// What the page begins with on a first visit, and which pictures need no engine.
//
//     const state = firstState(); plainOf(docOf(state)) !== null

import { plainGeometry } from "./geometry.js";
import { fresh, opened } from "./state.js";

const FIRST = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/** The state of a first visit: a puzzle to try. @returns {import("./state.js").State} */
export function firstState() {
  const geometry = plainGeometry(9);
  const clues = Object.fromEntries(
    geometry.cells.flatMap(([cell], index) => (FIRST[index] === "." ? [] : [[cell, Number(FIRST[index])]])),
  );
  return fresh(opened({ nonet: "puzzle", version: 1, size: 9, clues }), geometry);
}

/** The picture of a plain 9x9, which is known beforehand; of all else none.
 * @param {import("./state.js").Doc} doc @returns {import("./geometry.js").Geometry | null} */
export function plainOf({ puzzle }) {
  const further = puzzle.rules?.length || puzzle.grid || puzzle.box || puzzle.values || puzzle.candidates;
  return !further && (puzzle.size ?? 9) === 9 ? plainGeometry(9) : null;
}
