// What panels lay over the grid: an engine's drawing of a step, the cells of a rule, the way a rule being drawn takes.
//
//     const overlay = new Overlay(under, over); overlay.show(state.layer, state.geometry);

import { s } from "../dom.js";
import { SIDE, place } from "../geometry.js";
import { drawn } from "./decorations.js";

const DIM = 0.6; // discs of an argument are so much darker on dark pages, for the candidates that stand on them

/** @typedef {import("../state.js").Layer} Layer */

export class Overlay {
  /** @param {SVGGElement} under @param {SVGGElement} over */
  constructor(under, over) {
    this.under = under;
    this.over = over;
  }

  /** @param {Layer | null} layer */
  show(layer) {
    this.under.replaceChildren(...drawn(layer?.under ?? "", DIM));
    this.over.replaceChildren(...drawn(layer?.over ?? ""));
    if (layer?.path?.length) this.over.append(...way(layer.path));
  }
}

/** A line through cells with a ring at its start: what a rule drawn so will lie on. @param {string[]} cells */
function way(cells) {
  const points = cells.map(cell => place(cell).map(each => (each + 0.5) * SIDE)),
    [y, x] = points[0];
  return [
    s("circle", { cx: x, cy: y, r: SIDE * 0.3, class: "way" }),
    s("polyline", { points: points.map(([down, right]) => `${right},${down}`).join(" "), class: "way" }),
  ];
}
