// The front: what this is, four doors, the puzzle of the day, the games begun, the library, what was solved.

import { clockText } from "../clock.js";
import { button, h, labelled, options, s } from "../dom.js";
import { SIDE, linesOf, place } from "../geometry.js";
import { docOfEntry, library, puzzleOfTheDay } from "../library.js";
import { words } from "../words.en.js";
import { statistics } from "../work.js";
import { today } from "./finish.js";
import { icon } from "./icons.js";

const SHOWN = 12; // puzzles of the library that are listed without a click

/** @param {import("../app.js").App} app */
export function frontPanel(app) {
  const labels = words.front;
  const daily = h("div", { class: "daily" }),
    games = h("section", { class: "games", "aria-label": labels.games }),
    list = h("ul", { class: "tiles" }),
    numbers = h("div", {});
  const variant = h("select", { onchange: listed }),
    level = h("select", { onchange: listed }),
    all = button("", () => {
      isWhole = true;
      listed();
    });
  let isWhole = false;
  const doors = /** @type {[string, () => void][]} */ ([
    ["play", playToday],
    ["solve", () => app.go("ask")],
    ["set", () => app.go("set")],
    ["learn", () => app.go("learn")],
  ]);
  const element = h(
    "div",
    { class: "front" },
    h("div", { class: "hero" }, h("div", {}, h("h1", {}, labels.heading), h("p", {}, labels.sentence)), daily),
    h(
      "nav",
      { class: "doors", "aria-label": labels.doors },
      ...doors.map(([name, go]) => {
        const [title, line] = labels.door[/** @type {keyof typeof labels.door} */ (name)];
        return h(
          "button",
          { type: "button", class: "door", onclick: go, "aria-label": title },
          icon(name),
          h("b", {}, title),
          h("span", {}, line),
        );
      }),
    ),
    games,
    h(
      "section",
      { "aria-label": labels.library },
      h("div", { class: "row between" }, h("h2", {}, labels.library), labelled(labels.variant, variant), labelled(labels.level, level)),
      list,
      all,
    ),
    numbers,
  );
  /** @type {import("../library.js").Entry[]} */
  let puzzles = [];
  let filled = false;

  /** @param {import("../state.js").Doc} doc */
  async function play(doc) {
    if (await app.openDoc(doc, { kind: "game" })) app.say(words.play.begin);
  }
  function playToday() {
    const entry = puzzleOfTheDay(puzzles, today());
    if (entry) play(docOfEntry(entry, today()));
    else app.go("play");
  }
  function listed() {
    const solved = new Map(app.work.records().map(each => [each.id, each.seconds]));
    const entries = puzzles.filter(
      each => each.variant === variant.value && (!level.value || each.level === level.value),
    );
    list.replaceChildren(
      ...entries.map(entry => {
        const seconds = solved.get(entry.id);
        return h(
          "li",
          {},
          button("", () => play(docOfEntry(entry)), {
            class: "tile",
            "aria-label": labels.tile(entry, seconds === undefined ? "" : clockText(seconds)),
          }),
        );
      }),
    );
    for (const [index, entry] of entries.entries()) {
      list.children[index].toggleAttribute("hidden", index >= SHOWN && !isWhole);
      const seconds = solved.get(entry.id);
      list.children[index].firstElementChild?.append(
        h("b", {}, words.library.name(entry)),
        h("span", {}, words.library.hard(entry)),
        ...(seconds === undefined ? [] : [h("span", { class: "done" }, `✓ ${clockText(seconds)}`)]),
      );
    }
    all.hidden = isWhole || entries.length <= SHOWN;
    all.textContent = labels.all(entries.length);
    if (!entries.length) list.append(h("li", {}, labels.none));
  }
  function begun() {
    const recent = app.work.games();
    games.hidden = !recent.length;
    games.replaceChildren(
      h("h2", {}, labels.games),
      h(
        "ul",
        { class: "tiles" },
        ...recent.slice(0, 6).map(({ doc, seconds, done }) => {
          const tile = button("", () => play(doc), { class: "tile game" });
          tile.append(
            picture(doc),
            h("b", {}, String(doc.puzzle.name ?? "") || (doc.about ? words.library.name(doc.about) : words.app.unnamed)),
            h("span", {}, done ? labels.done : labels.so(clockText(seconds))),
          );
          return h("li", {}, tile);
        }),
      ),
    );
  }
  function counted() {
    const { number, kinds, streak } = statistics(app.work.records(), new Date());
    numbers.replaceChildren();
    if (!number) return;
    numbers.append(
      h("h2", {}, labels.statistics),
      h("p", {}, labels.numbers(number, streak)),
      h(
        "table",
        {},
        h("thead", {}, h("tr", {}, ...labels.columns.map(name => h("th", { scope: "col" }, name)))),
        h(
          "tbody",
          {},
          ...kinds.map(([kind, row]) =>
            h(
              "tr",
              {},
              h("th", { scope: "row" }, words.library.kind(kind)),
              h("td", { class: "number" }, row.number),
              h("td", { class: "number" }, clockText(row.best)),
              h("td", { class: "number" }, clockText(Math.round(row.total / row.number))),
            ),
          ),
        ),
      ),
      button(labels.forget, () => {
        app.work.forget();
        fill();
      }),
    );
  }
  async function fill() {
    puzzles = await library();
    if (!filled && puzzles.length) {
      filled = true;
      const kinds = [...new Set(puzzles.map(each => each.variant))];
      kinds.sort((one, other) => Number(other === "classic") - Number(one === "classic"));
      variant.replaceChildren(...options(kinds.map(kind => /** @type {[string, string]} */ ([kind, words.library.variant(kind)]))));
      level.replaceChildren(...options(Object.entries(words.library.levels), ""));
    }
    const entry = puzzleOfTheDay(puzzles, today());
    daily.replaceChildren();
    if (entry) {
      const doc = docOfEntry(entry, today()),
        done = app.work.records().some(({ day }) => day === today());
      daily.append(
        picture(doc),
        h(
          "div",
          {},
          h("b", {}, labels.today),
          h("span", {}, `${words.library.variant(entry.variant)} · ${words.library.hard(entry)}`),
          button(done ? labels.again : labels.playToday, playToday, { class: "main" }),
        ),
      );
    }
    listed();
    begun();
    counted();
  }
  fill();

  return {
    id: "front",
    element,
    /** @param {boolean} on */
    seen(on) {
      if (!on) return;
      if (app.status() === words.play.begin) app.say("");
      fill();
    },
  };
}

/** A small picture of a puzzle: its clues, what was entered, and its boxes or jigsaw regions. @param {import("../state.js").Doc} doc */
function picture({ puzzle, clues, play }) {
  const size = puzzle.size ?? 9,
    all = size * SIDE,
    { thin, wall } = linesOf(size, puzzle.box, puzzle.rules?.find((/** @type {any} */ { rule }) => rule === "jigsaw")?.layout);
  const texts = Object.entries({ ...Object.fromEntries(Object.entries(play).map(([cell, { value }]) => [cell, value])), ...clues })
    .filter(([, value]) => value !== undefined)
    .map(([cell, value]) => {
      const [row, column] = place(cell);
      return s(
        "text",
        { x: (column + 0.5) * SIDE, y: (row + 0.72) * SIDE, "font-size": 30, class: clues[cell] ? "given" : "own" },
        String(value),
      );
    });
  return s(
    "svg",
    { viewBox: `-3 -3 ${all + 6} ${all + 6}`, class: "small grid", "aria-hidden": "true" },
    s("rect", { width: all, height: all, class: "back" }),
    s("path", { d: thin, class: "thin" }),
    s("path", { d: wall, class: "wall" }),
    ...texts,
  );
}
