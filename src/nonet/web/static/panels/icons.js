// Small pictures: the page's mark, the doors of its front, the rules of the palette; drawn in the colour of the text.
//
//     button.prepend(icon("killer"));

import { s } from "../dom.js";

const GRID = "M3 3h18v18H3zM9 3v18M15 3v18M3 9h18M3 15h18";
const CELL = "M3 3h18v18H3z";

/** Paths in a square of 24, drawn as lines; a second one is filled. @type {Record<string, [string, string?]>} */
const PATHS = {
  front: [GRID, "M9.6 9.6h4.8v4.8H9.6z"],
  play: [CELL, "M9 8l8 4-8 4z"],
  solve: ["M10 3a7 7 0 1 0 .01 0zM15 15l6 6M7 10l2 2 4-4"],
  set: ["M4 20l1-5L16 4l4 4L9 19zM13 7l4 4"],
  learn: ["M2 8l10-5 10 5-10 5zM6 10v6c4 4 8 4 12 0v-6"],
  course: ["M12 7v4M12 11l-6 4M12 11l6 4", "M12 2a2.5 2.5 0 1 0 .01 0zM6 15a2.5 2.5 0 1 0 .01 0zM18 15a2.5 2.5 0 1 0 .01 0z"],
  select: ["M5 3l14 9-6 1 3 7-3 1-3-7-5 4z"],
  killer: ["M4 4h16v16H4z", "M6 6h5v1.5H8.5V12H6z"],
  thermometer: ["M7 17L17 7", "M7 12.5a4.5 4.5 0 1 0 .01 0z"],
  arrow: ["M7 12.5a4.5 4.5 0 1 0 .01 0zM10.5 13.5L20 4M14 4h6v6"],
  "little-killer": ["M4 20L20 4M12 4h8v8"],
  sandwich: ["M3 6h18M3 18h18M6 12h12"],
  "white-dot": [`${CELL}M12 3v18M12 9a3 3 0 1 0 .01 0z`],
  "black-dot": [`${CELL}M12 3v18`, "M12 9a3 3 0 1 0 .01 0z"],
  whispers: ["M3 15l5-8 4 10 4-10 5 8"],
  renban: ["M3 18c4-14 14 2 18-12"],
  palindrome: ["M4 12h16M4 8v8M20 8v8M12 9v6"],
  diagonals: [`${CELL}M3 3l18 18M21 3L3 21`],
  "anti-knight": ["M6 20h12M8 20c0-6 4-6 3-10-2 1-4 2-5 0 2-5 6-6 10-4 3 4 2 9 2 14"],
  jigsaw: ["M3 3h18v18H3zM3 9h6V3M9 9v6h6v6M15 15h6"],
  even: [CELL, "M7 7h10v10H7z"],
  odd: [CELL, "M12 6a6 6 0 1 0 .01 0z"],
  grid: [GRID],
  cells: ["M4 4h16v16H4z"],
  path: ["M4 18l6-6 4 4 6-10"],
  pair: [`${CELL}M12 3v18M10 12h4`],
  corner: [`${CELL}M12 3v18M3 12h18`],
  outside: ["M8 8h13v13H8zM3 14h3M14 3v3"],
  regions: ["M3 3h18v18H3zM3 9h6V3M9 9v6h6v6M15 15h6"],
};

/** @param {string} name @param {string} [instead] where there is none of this name */
export function icon(name, instead = "cells") {
  const [line, fill] = PATHS[name] ?? PATHS[instead] ?? PATHS.cells;
  return s(
    "svg",
    { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" },
    s("path", { d: line, class: "line" }),
    fill !== undefined && s("path", { d: fill, class: "full" }),
  );
}
