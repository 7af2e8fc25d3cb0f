// Is it a puzzle?  Unique, none (which clues clash) or many (where two solutions differ); true candidates; ratings.

import { button, h } from "../dom.js";
import { puzzleToAsk, docOf, taken } from "../state.js";
import { words } from "../words.en.js";

/** @param {import("../app.js").App} app */
export function checkPanel(app) {
  const { page } = app,
    labels = words.check;
  const answer = h("div", { class: "answer" });
  const live = h("input", {
    type: "checkbox",
    onchange: () => {
      if (live.checked) overlay();
      else page.do("layer", { layer: null });
    },
  });
  const played = h("input", { type: "checkbox" });
  const element = h(
    "div",
    {},
    h("h2", {}, labels.heading),
    h(
      "div",
      { class: "row" },
      button(labels.verify, verify, { class: "main" }),
      button(labels.candidates, candidates),
      button(labels.rate, rate),
    ),
    h("label", { class: "flag" }, played, labels.played),
    h("label", { class: "flag" }, live, labels.live),
    answer,
  );
  const puzzle = () => (played.checked ? taken(page.state) : puzzleToAsk(page.state, { played: false }));

  const isHere = () => page.state.view.sheet === "solve"; // what it draws goes with it
  async function verify() {
    const result = await app.ask({ do: "verify", puzzle: puzzle(), backend: app.backend() });
    if (!result) return;
    const kind = /** @type {keyof typeof labels.verdicts} */ (String(result.uniqueness).toLowerCase());
    const read = /** @type {keyof typeof labels.verdicts} */ (result.of_what_was_read);
    const text = read ? labels.inPart(result, labels.verdicts[read]) : labels.verdicts[kind];
    const lines = [text ?? result.uniqueness, labels.by(result)];
    answer.replaceChildren(h("p", { class: `verdict ${kind}` }, lines[0]), h("p", {}, lines[1]));
    if (kind === "none" && result.clash) {
      answer.append(
        h("p", {}, labels.clash(result.clash.cells)),
        h("ul", {}, ...result.clash.words.map((/** @type {string} */ line) => h("li", {}, line))),
      );
      page.do("layer", { layer: { cells: result.clash.cells } });
    }
    if (result.differing?.length) {
      const [one, two] = result.witnesses;
      const show = (/** @type {Record<string, number>} */ values) =>
        page.do("layer", { layer: { values, cells: result.differing } });
      answer.append(
        h("p", {}, labels.differ(result.differing)),
        h(
          "div",
          { class: "row" },
          button(labels.one, () => show(one)),
          button(labels.two, () => show(two)),
        ),
      );
      show(one);
    }
    app.say(lines[0]);
  }
  async function candidates() {
    const result = await app.ask({ do: "candidates", puzzle: puzzle() });
    if (result) draw(result);
  }
  /** @param {any} result */
  function draw(result) {
    const open = Object.fromEntries(
      Object.entries(result.cells).map(([cell, counts]) => [cell, Object.keys(counts).map(Number)]),
    );
    page.do("layer", { layer: { candidates: open, counts: result.cells } });
    answer.replaceChildren(
      h(
        "p",
        {},
        labels.true(
          Object.entries(open).filter(
            ([cell, values]) => values.length === 1 && docOf(page.state).clues[cell] === undefined,
          ).length,
          result.exhausted,
        ),
      ),
    );
  }
  function overlay() {
    const doc = docOf(page.state);
    app.quietly(
      "candidates",
      () => ({ do: "candidates", puzzle: puzzle() }),
      result => {
        if (result && live.checked && isHere() && doc === docOf(page.state)) draw(result);
      },
    );
  }
  async function rate() {
    const result = await app.ask({ do: "rate", puzzle: puzzleToAsk(page.state, { played: false }) });
    if (!result) return;
    answer.replaceChildren(
      h(
        "table",
        {},
        h("caption", {}, labels.ratings),
        h(
          "tbody",
          {},
          ...result.ratings.map((/** @type {any} */ row) =>
            h(
              "tr",
              {},
              h("th", { scope: "row" }, row.title),
              h("td", {}, String(row.score ?? labels.norating)),
              h("td", {}, row.level),
              h("td", {}, row.hardest),
            ),
          ),
        ),
      ),
      ...result.notes.map((/** @type {string} */ note) => h("p", {}, note)),
    );
  }
  return {
    id: "check",
    element,
    clear: () => answer.replaceChildren(),
    /** @param {import("../state.js").State} state @param {import("../state.js").State} [before] */
    show(state, before) {
      if (live.checked && isHere() && before && docOf(state) !== docOf(before)) overlay();
    },
    /** @param {boolean} on */
    seen(on) {
      if (on && live.checked) overlay();
    },
  };
}
