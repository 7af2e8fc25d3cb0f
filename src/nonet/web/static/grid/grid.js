// The grid: a view of the state in SVG.  A cell's drawing is made anew only when what it shows has changed.
//
//     const grid = new Grid(board, page.do, () => settings); grid.show(page.state);

import { h, s } from "../dom.js";
import { SIDE, name, place as placeOf } from "../geometry.js";
import { COLOURS, docOf } from "../state.js";
import { words } from "../words.run.en.js";
import { drawn } from "./decorations.js";
import { marksOf, tintsOf } from "./marks.js";
import { Overlay } from "./overlay.js";
import { listen } from "./pointer.js";

/** @typedef {import("../state.js").State} State */
/** @typedef {{ cell: string, group: SVGGElement, inside: SVGGElement, back: SVGRectElement, tints: SVGGElement, drawn: string, back_: string, spoken: string }} Place */

const EDGE = 4;

export class Grid {
  /** @param {HTMLElement} root @param {(type: string, action?: object) => void} act @param {() => import("../storage.js").Settings} settings
   * @param {() => import("./pointer.js").Hand | null} [hand] */
  constructor(root, act, settings, hand = () => null) {
    this.act = act;
    this.settings = settings;
    this.svg = s("svg", {
      class: "grid",
      role: "grid",
      "aria-label": words.grid.name,
      "aria-multiselectable": "true",
    });
    this.veil = h("div", { class: "veil", hidden: true }, words.grid.paused);
    root.replaceChildren(this.svg, this.veil);
    listen(this.svg, act, hand);
    this.cursor = "";
    // the focus and the cursor are one, whoever moves which: a screen reader focuses a cell without a key of ours
    this.svg.addEventListener("focusin", event => {
      const cell = /** @type {HTMLElement} */ (event.target).dataset.cell;
      if (cell && cell !== this.cursor) act("select", { cell });
    });
    /** @type {Map<string, Place>} */
    this.places = new Map();
    /** @type {import("../geometry.js").Geometry | null} */
    this.geometry = null;
    this.overlay = new Overlay(s("g"), s("g"));
  }

  /** The lines and places of a puzzle. @param {import("../geometry.js").Geometry} geometry */
  shape(geometry) {
    this.geometry = geometry;
    this.places.clear();
    const [above, right, below, left] = geometry.margins;
    const wide = (geometry.columns + left + right) * SIDE + 2 * EDGE,
      high = (geometry.rows + above + below) * SIDE + 2 * EDGE;
    this.svg.setAttribute("viewBox", `${-left * SIDE - EDGE} ${-above * SIDE - EDGE} ${wide} ${high}`);
    this.svg.setAttribute("aria-rowcount", String(geometry.rows));
    this.svg.setAttribute("aria-colcount", String(geometry.columns));
    this.svg.parentElement?.style.setProperty("--shape", String(wide / high));
    this.svg.parentElement?.style.setProperty("--across", String(wide / SIDE));
    const hidden = { "aria-hidden": "true" },
      backs = s("g", hidden),
      rows = /** @type {Element[]} */ ([]);
    this.overlay = new Overlay(
      s("g", { ...hidden, class: "overlay" }),
      s("g", { ...hidden, class: "overlay" }),
    );
    for (let row = 0; row < geometry.rows; row++) {
      const line = s("g", { role: "row", "aria-rowindex": row + 1 });
      for (let column = 0; column < geometry.columns; column++) {
        const cell = name(row, column);
        if (geometry.at.has(cell)) line.append(this.#place(cell, row, column, backs));
      }
      if (line.childElementCount) rows.push(line);
    }
    const patterns = s("defs");
    for (let colour = 1; colour <= COLOURS; colour++) patterns.append(pattern(colour));
    this.svg.replaceChildren(
      patterns,
      backs,
      s("g", { ...hidden, class: "rules" }, ...drawn(geometry.under)),
      s("path", { ...hidden, d: geometry.thin, class: "thin" }),
      s("path", { ...hidden, d: geometry.wall, class: "wall" }),
      s("g", { ...hidden, class: "rules" }, ...drawn(geometry.over)),
      this.overlay.under,
      ...rows,
      this.overlay.over,
    );
  }

  /** @param {string} cell @param {number} row @param {number} column @param {SVGGElement} backs */
  #place(cell, row, column, backs) {
    const at = `translate(${column * SIDE} ${row * SIDE})`,
      inside = s("g", { "aria-hidden": "true" }),
      tints = s("g", { transform: at });
    const back = s("rect", { transform: at, width: SIDE, height: SIDE, class: "back" });
    const called = this.geometry?.names?.[cell];
    if (called !== undefined)
      inside.setAttribute("transform", `translate(${SIDE * 0.1} ${SIDE * 0.2}) scale(0.8)`);
    const group = s(
      "g",
      { transform: at, role: "gridcell", tabindex: -1, "data-cell": cell, "aria-colindex": column + 1 },
      called !== undefined && s("title", {}, called),
      s("rect", { width: SIDE, height: SIDE, class: "touch" }),
      called !== undefined && nameOf(called),
      inside,
      s("rect", { x: 2, y: 2, width: SIDE - 4, height: SIDE - 4, class: "ring" }),
    );
    backs.append(back, tints);
    this.places.set(cell, { cell, group, inside, back, tints, drawn: "", back_: "", spoken: "" });
    return group;
  }

  /** @param {State} state @param {State} [before] */
  show(state, before) {
    if (state.geometry !== this.geometry) {
      this.shape(state.geometry);
      before = undefined;
    }
    const settings = this.settings(),
      clashing = settings.conflicts ? clashes(state.conflicts) : new Map(),
      { clues, play } = docOf(state);
    const { layer } = state,
      apart = new Set(layer?.cells),
      why = new Set(layer?.why),
      scope = new Set(layer?.scope),
      chosen = settings.same && !layer?.scope ? valueOf(state, state.cursor) : undefined, // cells of a constraint look so, too
      crossed = state.selected.size === 1 && !layer ? crossing(state.cursor) : null;
    for (const place of this.places.values()) {
      const { cell } = place,
        given = clues[cell] !== undefined,
        mine = play[cell] ?? {};
      const value =
        layer?.values?.[cell] ?? clues[cell] ?? (layer?.candidates?.[cell] ? undefined : mine.value);
      const clash = clashing.get(cell),
        wrong = state.wrong.has(cell);
      const shown = {
        cell,
        value,
        given,
        solver: layer?.values?.[cell] !== undefined && !given && mine.value === undefined,
        clash: clash !== undefined,
        wrong,
        corner: mine.corner,
        centre: mine.centre,
        candidates: layer?.candidates?.[cell],
        gone: layer?.gone?.[cell],
        counts: layer?.counts?.[cell],
      };
      const key =
        value !== undefined
          ? `${value},${given},${shown.solver},${shown.clash},${wrong}`
          : shown.candidates
            ? `c${shown.candidates},${shown.counts ? "n" : ""}-${shown.gone ?? ""}`
            : `m${mine.corner ?? ""}/${mine.centre ?? ""}`;
      if (key !== place.drawn) {
        place.drawn = key;
        place.inside.replaceChildren(...marksOf(shown, state.geometry));
      }
      const selected = state.selected.has(cell),
        lit = state.lit.has(cell),
        tints = (mine.colours ?? []).join(" ");
      const looks = `back${crossed && crossed(cell) ? " line" : ""}${selected ? " selected" : ""}${lit ? " lit" : ""}${apart.has(cell) ? " apart" : why.has(cell) ? " why" : scope.has(cell) ? " scope" : ""}${!selected && chosen !== undefined && value === chosen ? " same" : ""}`;
      if (looks + tints !== place.back_) {
        place.back_ = looks + tints;
        place.back.setAttribute("class", looks);
        place.tints.replaceChildren(...tintsOf(mine.colours ?? []));
        place.group.setAttribute("class", `${selected ? "chosen" : ""}${lit ? " lit" : ""}`);
        place.group.setAttribute("aria-selected", String(selected));
      }
      const spoken = `${key}|${tints}|${clash ?? ""}|${state.paused}`;
      if (spoken !== place.spoken) {
        place.spoken = spoken;
        place.group.setAttribute(
          "aria-label",
          words.grid.cell(
            cell,
            state.paused ? {} : { ...shown, clash, colours: mine.colours ?? [] },
            state.geometry,
          ),
        );
      }
    }
    if (state.cursor !== before?.cursor) this.#move(state.cursor, before?.cursor);
    if (layer !== (before?.layer ?? null) || !before) {
      this.overlay.show(layer);
      this.svg.classList.toggle("argued", Boolean(layer?.under));
    }
    if (state.paused !== before?.paused) {
      this.svg.classList.toggle("paused", state.paused);
      this.veil.hidden = !state.paused;
    }
  }

  /** The one cell that Tab reaches; the focus follows where the grid has it.
   * @param {string} cell @param {string} [last] */
  #move(cell, last) {
    const root = /** @type {Document | ShadowRoot} */ (this.svg.getRootNode()),
      focused = this.svg.contains(root.activeElement),
      next = this.places.get(cell);
    this.cursor = cell;
    if (last) this.places.get(last)?.group.setAttribute("tabindex", "-1");
    next?.group.setAttribute("tabindex", "0");
    if (focused) next?.group.focus({ preventScroll: true });
  }

  /** @param {string} cell */
  focus(cell) {
    this.places.get(cell)?.group.focus({ preventScroll: true });
  }
}

/** The name of a variable, over its candidates: as large as there is room. @param {string} called */
const nameOf = called =>
  s(
    "text",
    {
      x: SIDE / 2,
      y: 9,
      "font-size": Math.min(9, (1.6 * SIDE) / called.length),
      class: "called",
      "aria-hidden": "true",
    },
    called,
  );

/** Whether a cell is in the row or the column of another. @param {string} cursor @returns {(cell: string) => boolean} */
function crossing(cursor) {
  const [row, column] = placeOf(cursor);
  return cell => {
    const [down, right] = placeOf(cell);
    return down === row || right === column;
  };
}

/** @param {State} state @param {string} cell */
const valueOf = (state, cell) =>
  state.layer?.values?.[cell] ?? docOf(state).clues[cell] ?? docOf(state).play[cell]?.value;

/** What each clashing cell clashes by, in words. @param {import("../state.js").Conflict[]} conflicts @returns {Map<string, string>} */
function clashes(conflicts) {
  const messages = new Map();
  for (const { cells, words: message } of conflicts)
    for (const cell of cells) messages.set(cell, messages.has(cell) ? `${messages.get(cell)}; ${message}` : message);
  return messages;
}

/** Each colour has lines of its own: not colour alone tells them apart. */
const STROKES = [
  "",
  "M-1 9L9 -1",
  "M-1 -1L9 9",
  "M4 -1V9",
  "M-1 4H9",
  "M-1 4H9M4 -1V9",
  "M-1 -1L9 9M-1 9L9 -1",
  "M3 4h2M7 0h2M-1 8h2",
];
/** @param {number} colour */
const pattern = colour =>
  s(
    "pattern",
    { id: `tint-${colour}`, width: 8, height: 8, patternUnits: "userSpaceOnUse" },
    s("rect", { width: 8, height: 8, class: `plain-${colour}` }),
    s("path", { d: STROKES[colour - 1], class: "stroke" }),
  );
