// Is it a puzzle?  Unique, none (which clues clash) or many (where two solutions differ); true candidates; ratings.

import { button, h, row, table } from "../dom.js";
import { puzzleToAsk, docOf, taken } from "../state.js";
import { words } from "../words.en.js";

/** What a verdict is called, and its sentence. @param {any} result */
export function verdictOf(result) {
  const { verdicts, inPart } = words.check, read = /** @type {keyof typeof verdicts} */ (result?.of_what_was_read);
  const kind = /** @type {keyof typeof verdicts} */ (result?.uniqueness ?? "undecided");
  return { kind, text: read ? inPart(result, verdicts[read]) : verdicts[kind] };
}

/** True candidates as what is drawn of them, and whether there are none. @param {any} result */
export function candidatesOf({ cells }) {
  const candidates = Object.fromEntries(Object.entries(cells).map(([cell, counts]) => [cell, Object.keys(counts).map(Number)]));
  return { candidates, counts: cells, none: Object.values(candidates).every(values => !values.length) };
}

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
    h("h2", labels.heading),
    row(
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
    const { kind, text } = verdictOf(result);
    answer.replaceChildren(h("p", { class: `verdict ${kind}` }, text), h("p", labels.by(result)));
    if (kind === "none" && result.clash) {
      answer.append(
        h("p", labels.clash(result.clash.cells)),
        h("ul", ...result.clash.words.map((/** @type {string} */ line) => h("li", line))),
      );
      page.do("layer", { layer: { cells: result.clash.cells } });
    }
    if (result.differing?.length) {
      const [one, two] = result.witnesses;
      const show = (/** @type {Record<string, number>} */ values) =>
        page.do("layer", { layer: { values, cells: result.differing } });
      answer.append(
        h("p", labels.differ(result.differing)),
        row(button(labels.one, () => show(one)), button(labels.two, () => show(two))),
      );
      show(one);
    }
    app.say(text);
  }
  async function candidates() {
    const result = await app.ask({ do: "candidates", puzzle: puzzle() });
    if (result) draw(result);
  }
  /** @param {any} result */
  function draw(result) {
    const layer = candidatesOf(result), { clues } = docOf(page.state);
    page.do("layer", { layer });
    const sure = Object.entries(layer.candidates).filter(
      ([cell, values]) => values.length === 1 && clues[cell] === undefined,
    );
    answer.replaceChildren(h("p", labels.true(sure.length, result.exhausted)));
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
      table(
        h("caption", labels.ratings),
        result.ratings.map((/** @type {any} */ { title, score, level, hardest }) => [title, String(score ?? labels.norating), level, hardest]),
      ),
      ...result.notes.map((/** @type {string} */ note) => h("p", note)),
    );
  }
  return /** @satisfies {import("../app.js").Panel} */ ({
    id: "check",
    element,
    clear: () => answer.replaceChildren(),
    show(state, before) {
      if (live.checked && isHere() && before && docOf(state) !== docOf(before)) overlay();
    },
    seen(on) {
      if (on && live.checked) overlay();
    },
  });
}
