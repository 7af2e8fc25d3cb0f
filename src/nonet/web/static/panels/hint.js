// Help in stages, drawn on the grid: where to look; which technique; why; the move, which can be made.  And why a value
// cannot stand where one points at its candidate.

import { button, h, labelled, more, options, row } from "../dom.js";
import { valueAtPoint } from "../grid/marks.js";
import { docOf, openValues, valueAt } from "../state.js";
import { words } from "../words.en.js";

const LAST = 4;

/** @param {import("../app.js").App} app */
export function hintPanel(app) {
  const { page } = app,
    labels = words.hint;
  const policy = h("select"),
    only = h("select"),
    value = h("select");
  const stages = h("div", { class: "said" }),
    next = button(labels.next[1], step, { class: "main" }),
    close = button(labels.close, shut, { class: "quiet" });
  const card = h(
    "section",
    { class: "card", hidden: true, "aria-label": labels.card },
    stages,
    row(next, close),
  );
  const point = button(labels.point, pointing, { "aria-pressed": "false" });
  const element = h(
    "div",
    card,
    h("p", { class: "about" }, labels.about),
    more(
      labels.choose,
      row(labelled(labels.policy, policy), labelled(labels.only, only)),
    ),
    more(
      labels.whyTitle,
      h("p", labels.whyAbout),
      row(point, labelled(labels.value, value), button(labels.why, () => why(page.state.cursor, Number(value.value)))),
    ),
  );
  /** @type {{ doc: import("../state.js").Doc, hint: any, stage: number } | null} */
  let open = null;
  /** Hints taken, by puzzle. @type {WeakMap<object, number>} */
  const taken = new WeakMap();

  async function step() {
    if (!open) return first();
    if (open.stage === LAST) return conclude();
    open.stage += 1;
    draw();
  }
  /** Make the move of the hint that is open, once its last stage is shown. */
  function conclude() {
    if (open?.stage !== LAST) return;
    const { placements, eliminations, candidates } = open.hint;
    shut();
    page.do("apply", { placements, eliminations, candidates });
    app.say(labels.done);
  }
  /** @param {boolean} [fetch] whether Python may be fetched for it */
  async function first(fetch) {
    const doc = docOf(page.state);
    const hint = await app.ask({
      do: "hint",
      policy: policy.value || undefined,
      only: only.value ? [only.value] : undefined,
      fetch,
    });
    if (!hint) return;
    if (hint.offer) return tell([h("p", labels.offer), button(labels.fetch(hint.offer.bytes), () => first(true), { class: "main" })], labels.offer);
    if (hint.wrong?.length) page.do("wrong", { cells: hint.wrong });
    if (!hint.found) {
      const text = hint.wrong?.length ? hint.words.join(". ") + "." : hint.words?.[0] || labels.none;
      return tell([h("p", text)], text);
    }
    taken.set(doc.clues, (taken.get(doc.clues) ?? 0) + 1);
    open = { doc, hint, stage: 1 };
    draw();
  }
  /** Show an answer beside the grid that has no further stages. @param {HTMLElement[]} lines @param {string} text */
  function tell(lines, text) {
    open = null;
    stages.replaceChildren(...lines);
    card.hidden = false;
    next.hidden = true;
    app.say(text);
  }
  function draw() {
    if (!open) return;
    const { hint, stage } = open;
    const { candidates, over } = hint;
    page.do("layer", {
      layer: [
        { cells: hint.around },
        { under: hint.areas, cells: hint.around },
        { under: hint.premises, over, candidates },
        { under: hint.under, over, candidates, cells: hint.place },
      ][stage - 1],
    });
    const lines = hint.words.slice(0, stage);
    stages.replaceChildren(
      h(
        "ol",
        { class: "stages" },
        ...lines.map((/** @type {string} */ line, /** @type {number} */ index) =>
          h("li", h("b", labels.stages[index]), " ", line),
        ),
      ),
    );
    card.hidden = false;
    next.hidden = false;
    next.textContent = labels.next[stage];
    next.title = stage === LAST ? "D" : "H";
    app.say(lines[stage - 1]);
  }
  function shut() {
    open = null;
    card.hidden = true;
    stages.replaceChildren();
    if (page.state.layer && !app.hand) page.do("layer", { layer: null });
  }
  /** Let the next touch of the grid be a question: why not this candidate? */
  function pointing() {
    const on = point.getAttribute("aria-pressed") !== "true";
    point.setAttribute("aria-pressed", String(on));
    if (!on) {
      app.hand = null;
      page.do("layer", { layer: null });
      return;
    }
    page.do("layer", { layer: { candidates: openValues(page.state) } });
    app.say(labels.pointAt);
    app.hand = {
      down(cell, at) {
        const candidate = valueAtPoint(page.state.geometry, at);
        app.hand = null;
        point.setAttribute("aria-pressed", "false");
        page.do("select", { cell });
        if (candidate !== undefined) why(cell, candidate);
        return true;
      },
    };
  }
  /** @param {string} cell @param {number} number */
  async function why(cell, number) {
    if (valueAt(page.state, cell) !== undefined) {
      app.say(labels.filled);
      return;
    }
    const result = await app.ask({ do: "whynot", cell, value: number });
    if (!result) return;
    const lines = Array.isArray(result.words) ? result.words : [result.words];
    page.do("layer", { layer: { cells: result.cells ?? [cell] } });
    const symbol = page.state.geometry.symbols[page.state.geometry.values.indexOf(number)];
    tell(
      [h("p", h("b", labels.asked(cell, symbol))), ...lines.map((/** @type {string} */ line) => h("p", line))],
      lines.join(" "),
    );
  }

  return /** @satisfies {import("../app.js").Panel & Record<string, any>} */ ({
    id: "hint",
    element,
    /** The next stage, and never more than was asked for: the move is made by a key of its own. */
    step: () => (open?.stage === LAST ? app.say(labels.last) : step()),
    conclude,
    count: () => taken.get(docOf(page.state).clues) ?? 0,
    clear: shut,
    /** @param {string} key */
    practise(key) {
      only.value = key;
    },
    ready(about) {
      policy.replaceChildren(
        ...options([["", labels.usual], ...about.policies]),
      );
      only.replaceChildren(
        ...options([
          ["", labels.any],
          ...about.techniques.map((/** @type {any} */ each) => [each.key, each.title]),
        ]),
      );
    },
    show(state, before) {
      if (!card.hidden && before && docOf(state) !== docOf(before)) {
        open = null;
        card.hidden = true;
      }
      if (value.childElementCount !== state.geometry.values.length)
        value.replaceChildren(
          ...options(
            state.geometry.values.map((each, index) => [String(each), state.geometry.symbols[index]]),
          ),
        );
    },
    /** What is drawn of a hint goes with the panel. */
    seen(on) {
      if (!on && !card.hidden) shut();
    },
  });
}
