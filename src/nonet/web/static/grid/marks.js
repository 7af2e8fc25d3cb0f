// What stands in one cell, as SVG: a value, or marks in corners and centre, or candidates in their places.
//
//     inside.replaceChildren(...marksOf({ value: 5, given: true }, geometry));

import { s } from "../dom.js";
import { SIDE, symbolOf } from "../geometry.js";
import { words } from "../words.run.en.js";

/** @typedef {import("../geometry.js").Geometry} Geometry */
/** What a cell shows. @typedef {{ cell: string, value?: number, given?: boolean, corner?: number[], centre?: number[],
 *   candidates?: number[], gone?: number[], counts?: Record<string, number>, clash?: boolean, wrong?: boolean }} Shown */

const MOST = 36; // candidates that can be read in one cell

const BASELINE = 0.35; // how far below its middle a digit's baseline lies, in font sizes
/** Where corner marks go, in the order they are filled: corners, then edges. */
const CORNERS = [
  [0.18, 0.19],
  [0.82, 0.19],
  [0.18, 0.81],
  [0.82, 0.81],
  [0.5, 0.19],
  [0.5, 0.81],
  [0.18, 0.5],
  [0.82, 0.5],
];

/** @param {number} x @param {number} y @param {number} size @param {string} told @param {string} looks */
const text = (x, y, size, told, looks) =>
  s("text", { x: round(x), y: round(y + BASELINE * size), "font-size": round(size), class: looks }, told);
/** @param {number} number */
const round = number => Math.round(number * 100) / 100;

/** Middle and font size of a candidate, as in nonet.render.overlay: what an engine draws lies on these places.
 * @param {number} index @param {[number, number]} box @returns {[number, number, number]} x, y, size */
export function spot(index, [rows, columns]) {
  const wide = (0.88 * SIDE) / columns,
    high = (0.88 * SIDE) / rows;
  const x = 0.06 * SIDE + ((index % columns) + 0.5) * wide,
    y = 0.06 * SIDE + (Math.floor(index / columns) + 0.5) * high;
  return [x, y, Math.min(high, 1.4 * wide, 0.36 * SIDE)];
}

/** @param {Shown} shown @param {Geometry} geometry @returns {SVGElement[]} */
export function marksOf(shown, geometry) {
  const symbol = (/** @type {number} */ value) => symbolOf(geometry, value, shown.cell);
  const half = SIDE / 2,
    made = [];
  if (shown.value !== undefined) {
    const told = symbol(shown.value),
      size = (0.62 * SIDE) / Math.max(1, 0.62 * told.length);
    made.push(text(half, half, size, told, shown.given ? "given" : "own"));
    if (shown.clash)
      made.push(
        s("path", {
          d: `M${SIDE * 0.16} ${SIDE * 0.9}q${SIDE * 0.085} ${-SIDE * 0.09} ${SIDE * 0.17} 0t${SIDE * 0.17} 0t${SIDE * 0.17} 0t${SIDE * 0.17} 0`,
          class: "clash",
        }),
      );
    if (shown.wrong)
      made.push(
        s("path", { d: `M${SIDE * 0.12} ${SIDE * 0.88}L${SIDE * 0.88} ${SIDE * 0.12}`, class: "wrong" }),
      );
    return made;
  }
  if (shown.candidates) {
    const { candidates, counts, gone = [] } = shown,
      struck = new Set(gone);
    if (!candidates.length && !gone.length)
      return [text(half, half, 0.5 * SIDE, words.grid.empty, "mark none")];
    if (geometry.values.length > MOST)
      return [text(half, half, 0.24 * SIDE, words.grid.left(candidates.length), "mark")];
    for (const value of [...candidates, ...gone]) {
      const [x, y, most] = spot(geometry.values.indexOf(value), geometry.box),
        told = symbol(value),
        size = Math.min(most, (0.88 * SIDE) / geometry.box[1] / (0.56 * told.length));
      const looks = struck.has(value)
        ? "mark gone"
        : counts && candidates.length === 1
          ? "mark sure"
          : counts || (gone.length && candidates.length === 1)
            ? "mark true"
            : "mark";
      made.push(text(x, y, size, told, looks));
    }
    return made;
  }
  const small = 0.27 * SIDE;
  (shown.corner ?? []).slice(0, CORNERS.length).forEach((value, index) => {
    const [x, y] = CORNERS[index];
    made.push(text(x * SIDE, y * SIDE, small, symbol(value), "mark"));
  });
  if ((shown.corner?.length ?? 0) > CORNERS.length) made.push(text(half, 0.64 * SIDE, small, "…", "mark"));
  const centre = (shown.centre ?? []).map(symbol);
  if (centre.length) {
    const lines =
      centre.length > 6
        ? [centre.slice(0, Math.ceil(centre.length / 2)), centre.slice(Math.ceil(centre.length / 2))]
        : [centre];
    const longest = Math.max(...lines.map(line => line.join("").length)),
      size = Math.min(0.3 * SIDE, (0.86 * SIDE) / (0.6 * longest));
    lines.forEach((line, row) =>
      made.push(text(half, half + (row - (lines.length - 1) / 2) * size, size, line.join(""), "mark centre")),
    );
  }
  return made;
}

/** A cell's colours, side by side. @param {number[]} colours @returns {SVGElement[]} */
export const tintsOf = colours =>
  colours.map((colour, index) =>
    s("rect", {
      x: (index * SIDE) / colours.length,
      y: 0,
      width: SIDE / colours.length,
      height: SIDE,
      class: `tint tint-${colour}`,
    }),
  );
