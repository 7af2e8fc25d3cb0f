// What stands in one cell, as SVG: a value, or marks in corners and centre, or candidates in their places.
//
//     inside.replaceChildren(...marksOf({ value: 5, given: true }, geometry));

import { s } from "../dom.js";
import { MARGIN, SIDE, symbolOf } from "../geometry.js";
import { words } from "../words.run.en.js";

/** @typedef {import("../geometry.js").Geometry} Geometry */
/** What a cell shows. @typedef {{ cell: string, value?: number, given?: boolean, solver?: boolean, corner?: number[], centre?: number[],
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

/** @param {number} x @param {number} y @param {number} size @param {string} content @param {string} looks */
const text = (x, y, size, content, looks) =>
  s("text", { x: round(x), y: round(y + BASELINE * size), "font-size": round(size), class: looks }, content);
/** @param {number} number */
const round = number => Math.round(number * 100) / 100;

/** Middle and font size of a candidate, as in nonet.render.overlay: what an engine draws lies on these places.
 * @param {number} index @param {[number, number]} box @param {number} [top] @returns {[number, number, number]} x, y, size */
export function spot(index, [rows, columns], top = MARGIN) {
  const wide = ((1 - 2 * MARGIN) * SIDE) / columns,
    high = ((1 - MARGIN - top) * SIDE) / rows;
  const x = MARGIN * SIDE + ((index % columns) + 0.5) * wide,
    y = top * SIDE + (Math.floor(index / columns) + 0.5) * high;
  return [x, y, Math.min(high, 1.4 * wide, 0.36 * SIDE)];
}

/** Which value's candidate stands at a point of a cell, both from 0 to 1. @param {Geometry} geometry @param {[number, number]} point
 * @returns {number | undefined} */
export function valueAtPoint({ box: [rows, columns], top, values }, [x, y]) {
  const column = Math.floor(((x - MARGIN) / (1 - 2 * MARGIN)) * columns),
    row = Math.floor(((y - top) / (1 - MARGIN - top)) * rows);
  const held = (/** @type {number} */ at, /** @type {number} */ most) => Math.max(0, Math.min(most - 1, at));
  return values[held(row, rows) * columns + held(column, columns)];
}

/** @param {Shown} shown @param {Geometry} geometry @returns {SVGElement[]} */
export function marksOf(shown, geometry) {
  const symbol = (/** @type {number} */ value) => symbolOf(geometry, value, shown.cell);
  const half = SIDE / 2,
    shapes = [];
  if (shown.value !== undefined) {
    const digit = symbol(shown.value),
      size = (0.62 * SIDE) / Math.max(1, 0.62 * digit.length);
    shapes.push(text(half, half, size, digit, shown.given ? "given" : shown.solver ? "solver" : "own"));
    if (shown.clash)
      shapes.push(
        s("path", {
          d: `M${SIDE * 0.16} ${SIDE * 0.9}q${SIDE * 0.085} ${-SIDE * 0.09} ${SIDE * 0.17} 0t${SIDE * 0.17} 0t${SIDE * 0.17} 0t${SIDE * 0.17} 0`,
          class: "clash",
        }),
      );
    if (shown.wrong)
      shapes.push(
        s("path", { d: `M${SIDE * 0.12} ${SIDE * 0.88}L${SIDE * 0.88} ${SIDE * 0.12}`, class: "wrong" }),
      );
    return shapes;
  }
  if (shown.candidates) {
    const { candidates, counts, gone = [] } = shown,
      struck = new Set(gone);
    if (!candidates.length && !gone.length)
      return [text(half, half, 0.5 * SIDE, words.grid.empty, "mark none")];
    if (geometry.values.length > MOST)
      return [text(half, half, 0.24 * SIDE, words.grid.left(candidates.length), "mark")];
    for (const value of [...candidates, ...gone]) {
      const [x, y, most] = spot(geometry.values.indexOf(value), geometry.box, geometry.top),
        digit = symbol(value),
        size = Math.min(most, ((1 - 2 * MARGIN) * SIDE) / geometry.box[1] / (0.56 * digit.length));
      const looks = struck.has(value)
        ? "mark gone"
        : counts && candidates.length === 1
          ? "mark sure"
          : counts || (gone.length && candidates.length === 1)
            ? "mark true"
            : "mark";
      shapes.push(text(x, y, size, digit, looks));
    }
    return shapes;
  }
  const small = 0.27 * SIDE;
  const lower = geometry.top > MARGIN; // the sum of a cage stands where the first corner is
  (shown.corner ?? []).slice(0, CORNERS.length).forEach((value, index) => {
    const [x, y] = CORNERS[index];
    shapes.push(text(x * SIDE, (lower ? 0.25 + 0.72 * y : y) * SIDE, lower ? 0.23 * SIDE : small, symbol(value), "mark"));
  });
  if ((shown.corner?.length ?? 0) > CORNERS.length) shapes.push(text(half, 0.64 * SIDE, small, "…", "mark"));
  const centre = (shown.centre ?? []).map(symbol),
    middle = lower ? 0.58 * SIDE : half;
  if (centre.length) {
    const lines =
      centre.length > 6
        ? [centre.slice(0, Math.ceil(centre.length / 2)), centre.slice(Math.ceil(centre.length / 2))]
        : [centre];
    const longest = Math.max(...lines.map(line => line.join("").length)),
      size = Math.min(0.3 * SIDE, (0.86 * SIDE) / (0.6 * longest));
    lines.forEach((line, row) =>
      shapes.push(text(half, middle + (row - (lines.length - 1) / 2) * size, size, line.join(""), "mark centre")),
    );
  }
  return shapes;
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
