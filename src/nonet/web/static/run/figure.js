// The figures of lessons: the domains of a run as a store, a grid or a constraint graph; the implication graph of a
// failure; the table of an experiment with its bars.
//
//     const figure = runFigure(data, { say }); place.append(figure.element); figure.press("g");

import { button, h, s } from "../dom.js";
import { words } from "../words.run.en.js";
import { player } from "./player.js";
import { KINDS } from "./replay.js";

const labels = words.figure;

/** What domains are drawn of: the variables, the keys by which a layer knows them, their domains at the start, the names of their values.
 * @typedef {{ view: string, names: string[], cells: string[], full: number[][], edges: [string, string][], places: Record<string, [number, number]>,
 *   named?: Record<string, Record<number, string>> }} Variables */

/** @param {any} figure `edges`, `places`, `view`, `named` and a `run` as data @param {(text: string) => void} [say] @param {(at: number) => void} [moved] */
export function runFigure(figure, say, moved) {
  const { run } = figure,
    board = h("div", { class: "figure-board" }),
    reasons = h("div", { class: "implications" });
  const variables = {
    ...figure,
    names: run.names,
    cells: run.cells,
    full: run.domains.map((/** @type {number[]} */ each) => each.map((/** @type {number} */ place) => run.values[place])),
  };
  let last = /** @type {any} */ ({});
  const play = player(run, {
    layer(layer, at) {
      last = layer;
      board.replaceChildren(domainsOf(variables, layer));
      const event = at ? run.events[at - 1] : [];
      reasons.replaceChildren(...(event[0] === KINDS.learned ? implications(event[4], run, figure.named) : []));
      moved?.(at);
    },
    say,
  });
  play.begin();
  return {
    element: h("div", { class: "run-figure" }, h("div", views(variables, board, () => last), board, reasons), play.element),
    press: play.press,
    halt: play.halt,
    go: play.go,
    begin: play.begin,
  };
}

/** The choice between graph and store, where a model has both.
 * @param {Variables} variables @param {HTMLElement} board @param {() => any} layer what is shown @param {(name: string) => void} [choose] */
export function views(variables, board, layer, choose) {
  const graph = Object.keys(variables.places).length > 0,
    switcher = button("", () => {
      variables.view = variables.view === "graph" ? "store" : "graph";
      named();
      board.replaceChildren(domainsOf(variables, layer(), choose));
    });
  const named = () => (switcher.textContent = variables.view === "graph" ? labels.asStore : labels.asGraph);
  named();
  return h("div", { class: "row", hidden: !graph || variables.view === "grid" }, switcher);
}

/** The domains of a moment as a store, a grid or a constraint graph.
 * @param {Variables} variables @param {any} layer @param {(name: string) => void} [choose] what a click on a variable does */
export function domainsOf(variables, layer, choose) {
  const { view, names, cells, full, edges, places, named } = variables,
    looks = names.map((name, x) => look(layer, cells[x], name, full[x], named?.[cells[x]])).filter((_, x) => cells[x]);
  if (view === "grid") return gridOf(looks, cells.filter(Boolean));
  if (view !== "graph") return storeOf(looks, choose);
  const scope = new Set(names.filter((_, x) => layer.scope?.includes(cells[x])));
  return graphOf(looks, edges, places, scope, choose);
}

/** What is shown of a variable. @param {any} layer @param {string} cell @param {string} name @param {number[]} full @param {Record<number, string>} [named] */
function look(layer, cell, name, full, named) {
  const left = cell in layer.values ? [layer.values[cell]] : (layer.candidates[cell] ?? []),
    gone = layer.gone?.[cell] ?? [];
  const kind = layer.lit?.includes(cell) ? "lit" : layer.cells?.includes(cell) ? "here" : layer.why?.includes(cell) ? "why" : "";
  const text = (/** @type {number} */ value) => named?.[value] ?? String(value);
  return { name, full, left, gone, kind, text };
}
/** @typedef {ReturnType<typeof look>} Look */

const LISTED = 128; // values of a domain that are written one by one

/** Ascending values as runs: "1 3..9". @param {number[]} left */
function runsOf(left) {
  const runs = /** @type {[number, number][]} */ ([]);
  for (const value of left) {
    const last = runs.at(-1);
    if (last && last[1] === value - 1) last[1] = value;
    else runs.push([value, value]);
  }
  return runs.map(([from, to]) => (from === to ? String(from) : `${from}..${to}`)).join(" ") || labels.nothing;
}

/** The domain store: a row for each variable. @param {Look[]} looks @param {(name: string) => void} [choose] */
const storeOf = (looks, choose) =>
  h(
    "table",
    { class: "store" },
    h("caption", labels.store),
    h(
      "tbody",
      looks.map(({ name, full, left, gone, kind, text }) =>
        h(
          "tr",
          { class: kind || null },
          h(
            "th",
            { scope: "row" },
            choose ? button(name, () => choose(name), { class: "quiet" }) : name,
            kind ? h("span", { class: "told" }, ` ${labels[/** @type {"here" | "why" | "lit"} */ (kind)]}`) : null,
          ),
          h(
            "td",
            full.length > LISTED
              ? runsOf(left)
              : full.map(value =>
                  left.includes(value)
                    ? h("b", { class: "value" }, text(value))
                    : h("s", { class: gone.includes(value) ? "value gone" : "value out" }, text(value)),
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
    ...looks.flatMap(({ left, gone, kind, text: symbol }, x) => {
      const [row, column] = places[x],
        [left0, top] = [(column - 1) * side, (row - 1) * side];
      const fixed = left.length === 1 && !gone.length,
        size = fixed ? side * 0.55 : side * (across > 4 ? 0.2 : 0.24),
        text = left.map(symbol).join(" ");
      return [
        s("rect", { x: left0, y: top, width: side, height: side, class: `node-back ${kind}` }),
        s("text", { x: left0 + side / 2, y: top + side / 2 + size / 3, "font-size": size, class: "node-text" }, across > 4 && !fixed && left.length > 4 ? `${left.length} …` : text),
        gone.length
          ? s("text", { x: left0 + side / 2, y: top + side - 6, "font-size": side * 0.18, class: "node-gone" }, `−${gone.map(symbol).join(" ")}`)
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
const spoken = ({ name, left, text }) => `${name} ${left.map(text).join(" ") || labels.nothing}`;

const RADIUS = 31; // of a node
const WIDE = 9; // characters in a line of a node

/** Values as lines of a node: as many as fit, then an ellipsis. @param {string[]} texts */
function lines(texts) {
  const rows = [""];
  for (const text of texts) {
    const row = rows[rows.length - 1];
    if (row && row.length + text.length >= WIDE) rows.push(text);
    else rows[rows.length - 1] = row ? `${row} ${text}` : text;
  }
  return rows.length > 3 ? [...rows.slice(0, 2), "…"] : rows;
}

/** The constraint graph with the domains in its nodes, and the constraint at work.
 * @param {Look[]} looks @param {[string, string][]} edges @param {Record<string, [number, number]>} places @param {Set<string>} scope
 * @param {(name: string) => void} [choose] */
function graphOf(looks, edges, places, scope, choose) {
  const all = Object.values(places),
    wide = Math.max(400, ...all.map(([x]) => x + 50)),
    high = Math.max(430, ...all.map(([, y]) => y + 60));
  const svg = s(
    "svg",
    {
      viewBox: `0 0 ${wide} ${high}`,
      role: choose ? "group" : "img",
      "aria-label": `${labels.graph}: ${looks.map(spoken).join("; ")}`,
    },
    ...edges.map(([a, b]) =>
      s("line", {
        x1: places[a][0],
        y1: places[a][1],
        x2: places[b][0],
        y2: places[b][1],
        class: scope.has(a) && scope.has(b) ? "edge-line at-work" : "edge-line",
      }),
    ),
    ...looks
      .filter(({ name }) => name in places)
      .map(look => {
        const { name, left, gone, kind, text } = look,
          [x, y] = places[name],
          rows = lines(left.map(text));
        const click = choose && {
          role: "button",
          tabindex: 0,
          class: "chosen-by-click",
          "aria-label": spoken(look),
          onclick: () => choose(name),
          onkeydown: (/** @type {KeyboardEvent} */ event) => {
            if (event.key !== "Enter" && event.key !== " ") return;
            event.preventDefault();
            choose(name);
          },
        };
        /** @param {string} line @param {number} from the baseline, from the middle @param {number} size @param {string} looks */
        const write = (line, from, size, looks) =>
          s("text", { x, y: y + from, "font-size": Math.min(size, (1.75 * 2 * RADIUS) / line.length), class: looks }, line);
        return s(
          "g",
          click ?? {},
          s("title", {}, spoken(look)),
          s("circle", { cx: x, cy: y, r: RADIUS, class: `node-back ${left.length ? kind : "empty"}` }),
          write(name, rows.length > 1 ? -11 : -4, 15, "node-text name"),
          ...(left.length
            ? rows.map((row, number) => write(row, rows.length > 1 ? 2 + 11 * number : 14, rows.length > 1 ? 11 : 15, "node-text"))
            : [write("∅", 14, 15, "node-text")]),
          gone.length ? write(`−${gone.map(text).join(" ")}`, RADIUS + 13, 12, "node-gone") : null,
        );
      }),
  );
  svg.style.maxWidth = `${wide}px`;
  return svg;
}

/** The implication graph of a failure: nodes in columns, each after what it rests on, and the same in words.
 * @param {any[]} nodes @param {import("./replay.js").Run} run @param {Record<string, Record<number, string>>} [named] */
function implications(nodes, run, named) {
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
    x < 0 ? labels.failure : labels.holds(
          run.names[x],
          places.map((/** @type {number} */ place) => named?.[run.cells[x]]?.[run.values[place]] ?? run.values[place]),
        );
  const list = h(
    "ol",
    nodes.map(node =>
      h("li", labels.implied(label(node), node[3], node[4].map((/** @type {number} */ each) => label(nodes[each])))),
    ),
  );
  const title = h("h3", labels.implications);
  if (nodes.length > 14) return [title, h("details", h("summary", labels.many(nodes.length)), list)];
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
    h("caption", wide(most) === most ? labels.measured : labels.logarithmic),
    h("thead", h("tr", columns.map((each, i) => h("th", i ? { scope: "col", class: "number" } : { scope: "col" }, each)), h("td"))),
    h(
      "tbody",
      rows.map((row, i) =>
        h(
          "tr",
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
