// The figures of lessons: the domains of a run as a store, a grid or a constraint graph; the implication graph of a
// failure; the table of an experiment with its bars.
//
//     const figure = runFigure(data, { say }); place.append(figure.element); figure.press("g");

import { h, s } from "../dom.js";
import { words } from "../words.run.en.js";
import { player } from "./player.js";
import { KINDS } from "./replay.js";

const labels = words.figure;

/** @param {any} figure `edges`, `places`, `view` and a `run` as data @param {(text: string) => void} [say] */
export function runFigure(figure, say) {
  const { run, view, edges, places } = figure,
    board = h("div", { class: `figure-board ${view}` }),
    reasons = h("div", { class: "implications" });
  const full = run.domains.map((/** @type {number[]} */ each) =>
    each.map((/** @type {number} */ place) => run.values[place]),
  );
  const play = player(run, {
    layer(layer, at) {
      const looks = run.names.map((/** @type {string} */ name, /** @type {number} */ x) => look(layer, run.cells[x], name, full[x]));
      board.replaceChildren(
        ...(view === "graph" ? [graphOf(looks, edges, places)] : view === "grid" ? [gridOf(looks, run.cells)] : [storeOf(looks)]),
      );
      const event = at ? run.events[at - 1] : [];
      reasons.replaceChildren(...(event[0] === KINDS.learned ? implications(event[4], run) : []));
    },
    say,
  });
  play.begin();
  return { element: h("div", { class: "run-figure" }, board, reasons, play.element), press: play.press, halt: play.halt };
}

/** What is shown of a variable. @param {any} layer @param {string} cell @param {string} name @param {number[]} full */
function look(layer, cell, name, full) {
  const left = cell in layer.values ? [layer.values[cell]] : (layer.candidates[cell] ?? []),
    gone = layer.gone?.[cell] ?? [];
  const kind = layer.cells?.includes(cell) ? "here" : layer.why?.includes(cell) ? "why" : "";
  return { name, full, left, gone, kind };
}
/** @typedef {ReturnType<typeof look>} Look */

/** The domain store: a row for each variable. @param {Look[]} looks */
const storeOf = looks =>
  h(
    "table",
    { class: "store" },
    h("caption", {}, labels.store),
    h(
      "tbody",
      {},
      looks.map(({ name, full, left, gone, kind }) =>
        h(
          "tr",
          { class: kind || null },
          h("th", { scope: "row" }, name, kind ? h("span", { class: "told" }, ` ${labels[/** @type {"here" | "why"} */ (kind)]}`) : null),
          h(
            "td",
            {},
            full.map(value =>
              left.includes(value)
                ? h("b", { class: "value" }, value)
                : h("s", { class: gone.includes(value) ? "value gone" : "value out" }, value),
            ),
          ),
        ),
      ),
    ),
  );

/** A puzzle's grid, by the names of its cells. @param {Look[]} looks @param {string[]} cells */
function gridOf(looks, cells) {
  const places = cells.map(cell => (cell.match(/\d+/g) ?? [0, 0]).map(Number)),
    across = Math.max(...places.map(([, column]) => column)),
    side = 400 / across;
  return s(
    "svg",
    { viewBox: "-2 -2 404 404", role: "img", "aria-label": `${labels.grid}: ${looks.map(spoken).join("; ")}` },
    ...looks.flatMap(({ left, gone, kind }, x) => {
      const [row, column] = places[x],
        [left0, top] = [(column - 1) * side, (row - 1) * side];
      const fixed = left.length === 1 && !gone.length,
        size = fixed ? side * 0.55 : side * (across > 4 ? 0.2 : 0.24),
        text = fixed ? String(left[0]) : left.join(" ");
      return [
        s("rect", { x: left0, y: top, width: side, height: side, class: `node-back ${kind}` }),
        s("text", { x: left0 + side / 2, y: top + side / 2 + size / 3, "font-size": size, class: "node-text" }, across > 4 && !fixed && left.length > 4 ? `${left.length} …` : text),
        gone.length
          ? s("text", { x: left0 + side / 2, y: top + side - 6, "font-size": side * 0.18, class: "node-gone" }, `−${gone.join(" ")}`)
          : null,
      ].filter(Boolean);
    }),
    ...Array.from({ length: Math.round(Math.sqrt(across)) + 1 }, (_, i) => (i * 400) / Math.round(Math.sqrt(across))).flatMap(at => [
      s("line", { x1: at, x2: at, y1: 0, y2: 400, class: "wall-line" }),
      s("line", { x1: 0, x2: 400, y1: at, y2: at, class: "wall-line" }),
    ]),
  );
}

/** @param {Look} look */
const spoken = ({ name, left }) => `${name} ${left.join(" ") || labels.nothing}`;

/** The constraint graph with the domains in its nodes. @param {Look[]} looks @param {[string, string][]} edges @param {Record<string, [number, number]>} places */
const graphOf = (looks, edges, places) =>
  s(
    "svg",
    { viewBox: "0 0 400 430", role: "img", "aria-label": `${labels.graph}: ${looks.map(spoken).join("; ")}` },
    ...edges.map(([a, b]) =>
      s("line", { x1: places[a][0], y1: places[a][1], x2: places[b][0], y2: places[b][1], class: "edge-line" }),
    ),
    ...looks.flatMap(({ name, left, gone, kind }) => [
      s("circle", { cx: places[name][0], cy: places[name][1], r: 31, class: `node-back ${left.length ? kind : "empty"}` }),
      s("text", { x: places[name][0], y: places[name][1] - 4, "font-size": 15, class: "node-text name" }, name),
      s("text", { x: places[name][0], y: places[name][1] + 14, "font-size": 15, class: "node-text" }, left.join(" ") || "∅"),
      gone.length
        ? s("text", { x: places[name][0], y: places[name][1] + 27, "font-size": 11, class: "node-gone" }, `−${gone.join(" ")}`)
        : s("g", {}),
    ]),
  );

/** The implication graph of a failure: nodes in columns, each after what it rests on, and the same in words.
 * @param {any[]} nodes @param {import("./replay.js").Run} run */
function implications(nodes, run) {
  if (!nodes?.length) return [];
  const column = /** @type {number[]} */ ([]),
    rows = /** @type {number[]} */ ([]),
    used = /** @type {number[]} */ ([]);
  nodes.forEach((node, number) => {
    column[number] = node[4].length ? 1 + Math.max(...node[4].map((/** @type {number} */ each) => column[each])) : 0;
    rows[number] = used[column[number]] ?? 0;
    used[column[number]] = rows[number] + 1;
  });
  /** @param {any} node */
  const label = ([x, places]) =>
    x < 0 ? labels.failure : labels.holds(run.names[x], places.map((/** @type {number} */ place) => run.values[place]));
  const list = h(
    "ol",
    {},
    nodes.map(node =>
      h("li", {}, labels.implied(label(node), node[3], node[4].map((/** @type {number} */ each) => label(nodes[each])))),
    ),
  );
  const title = h("h3", {}, labels.implications);
  if (nodes.length > 14) return [title, h("details", {}, h("summary", {}, labels.many(nodes.length)), list)];
  const wide = 150,
    high = 64;
  /** @param {number} number @returns {[number, number]} */
  const at = number => [column[number] * wide + 65, rows[number] * high + 30];
  const [width, height] = [wide * (Math.max(...column) + 1), high * Math.max(...used.filter(Boolean))];
  const drawing = s(
    "svg",
    { viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": labels.implications },
    ...nodes.flatMap((node, number) =>
      node[4].map((/** @type {number} */ from) => {
        const [x1, y1] = at(from),
          [x2, y2] = at(number);
        return s("line", { x1: x1 + 60, y1, x2: x2 - 60, y2, class: "edge-line" });
      }),
    ),
    ...nodes.flatMap((node, number) => {
      const [x, y] = at(number);
      return [
        s("rect", { x: x - 60, y: y - 22, width: 120, height: 44, rx: 8, class: `node-back ${node[0] < 0 ? "empty" : node[3] ? "" : "here"}` }),
        s("text", { x, y: y - 3, "font-size": 14, class: "node-text name" }, label(node)),
        s("text", { x, y: y + 14, "font-size": 11, class: "node-text" }, node[3] || labels.guess),
      ];
    }),
  );
  return [title, h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": labels.implications }, drawing), list];
}

/** The table of an experiment, with a bar for the last number of each row. @param {{ columns: string[], rows: any[][] }} table */
export function experimentFigure({ columns, rows }) {
  const numbers = rows.map(row => Number(row.at(-1))),
    most = Math.max(...numbers, 1),
    wide = most > 2000 * Math.max(1, Math.min(...numbers)) ? (/** @type {number} */ n) => Math.log10(1 + n) : (/** @type {number} */ n) => n;
  return h(
    "table",
    { class: "experiment" },
    h("caption", {}, wide(most) === most ? labels.measured : labels.logarithmic),
    h("thead", {}, h("tr", {}, columns.map((each, i) => h("th", i ? { scope: "col", class: "number" } : { scope: "col" }, each)), h("td", {}))),
    h(
      "tbody",
      {},
      rows.map((row, i) =>
        h(
          "tr",
          {},
          h("th", { scope: "row" }, row[0]),
          row.slice(1).map(each => h("td", { class: "number" }, typeof each === "number" ? each.toLocaleString("en") : each)),
          h(
            "td",
            { class: "bar" },
            s(
              "svg",
              { viewBox: "0 0 100 12", preserveAspectRatio: "none", "aria-hidden": "true" },
              s("rect", { x: 0, y: 0, width: Math.max(0.5, (100 * wide(numbers[i])) / wide(most)), height: 12, class: "bar-fill" }),
            ),
          ),
        ),
      ),
    ),
  );
}
