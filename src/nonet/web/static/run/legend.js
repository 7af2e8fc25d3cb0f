// What the colours of cells and the shapes of nodes mean, where a run is watched.

import { h, s } from "../dom.js";
import { words } from "../words.run.en.js";
import { shape } from "./tree.js";

/** @returns {HTMLElement} */
export function legend() {
  const { cells, shapes, legend: title } = words.watch;
  return h(
    "details",
    { class: "legend" },
    h("summary", title),
    h(
      "p",
      ...cells.map(([kind, text]) => h("span", h("i", { class: `sample ${kind}` }), text)),
      ...shapes.map(([kind, text]) => h("span", sample(kind), text)),
    ),
  );
}

/** @param {string} kind */
const sample = kind =>
  s(
    "svg",
    { width: 22, height: 22, viewBox: "-11 -11 22 22", "aria-hidden": "true" },
    s("g", { class: `node ${kind}` }, s("path", { d: shape(kind) })),
  );
