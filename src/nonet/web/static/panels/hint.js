// Help in three stages, drawn on the grid: where to look; which constraint and why; the move, which can be made.

import { button, h, labelled, options } from "../dom.js";
import { docOf, valueAt } from "../state.js";
import { words } from "../words.en.js";

/** @param {import("../app.js").App} app */
export function hintPanel(app) {
  const { page } = app,
    told = words.hint;
  const policy = h("select", {}),
    only = h("select", {}),
    value = h("select", {});
  const said = h("div", { class: "said" }),
    next = button(told.first, step, { class: "main" });
  /** @type {{ doc: import("../state.js").Doc, hint: any, stage: number } | null} */
  let open = null;
  const element = h(
    "div",
    {},
    h("p", {}, told.about),
    h("div", { class: "row" }, next, labelled(told.policy, policy), labelled(told.only, only)),
    said,
    h("h2", {}, told.whyTitle),
    h("p", {}, told.whyAbout),
    h("div", { class: "row" }, labelled(told.value, value), button(told.why, why)),
  );

  async function step() {
    if (!open) return first();
    if (open.stage < 3) {
      open.stage += 1;
      return draw();
    }
    const { hint } = open;
    open = null;
    page.do("apply", {
      placements: hint.placements,
      eliminations: hint.eliminations,
      candidates: hint.candidates,
    });
    return first();
  }
  async function first() {
    const doc = docOf(page.state);
    const hint = await app.ask({
      do: "hint",
      policy: policy.value || undefined,
      only: only.value ? [only.value] : undefined,
    });
    if (!hint) return;
    if (hint.wrong?.length) {
      page.do("wrong", { cells: hint.wrong });
      said.replaceChildren(h("p", {}, hint.words[0] ?? told.wrong(hint.wrong)));
      app.say(hint.words[0] ?? told.wrong(hint.wrong));
      return;
    }
    if (!hint.found) {
      said.replaceChildren(h("p", {}, hint.words?.[0] || told.none));
      app.say(hint.words?.[0] || told.none);
      return;
    }
    open = { doc, hint, stage: 1 };
    draw();
  }
  function draw() {
    if (!open) return;
    const { hint, stage } = open;
    page.do("layer", {
      layer:
        stage === 1
          ? { cells: hint.place }
          : {
              under: hint.under,
              over: hint.over,
              candidates: hint.candidates,
              cells: stage === 3 ? hint.place : undefined,
            },
    });
    const [where, reason, move] = hint.words,
      lines = [where, reason, move].slice(0, stage);
    said.replaceChildren(
      h(
        "ol",
        { class: "stages" },
        ...lines.map((line, index) =>
          h(
            "li",
            {},
            h("b", {}, told.stages[index]),
            " ",
            index === 1 && hint.name ? `${hint.name}. ` : "",
            line,
          ),
        ),
      ),
    );
    app.say(lines[stage - 1]);
    next.textContent = told.next[stage];
  }
  async function why() {
    const cell = page.state.cursor,
      number = Number(value.value);
    if (valueAt(page.state, cell) !== undefined) {
      app.say(told.filled);
      return;
    }
    const result = await app.ask({ do: "whynot", cell, value: number });
    if (!result) return;
    const lines = Array.isArray(result.words) ? result.words : [result.words];
    said.replaceChildren(...lines.map((/** @type {string} */ line) => h("p", {}, line)));
    page.do("layer", { layer: { cells: result.cells ?? [cell] } });
    app.say(lines.join(" "));
  }

  return {
    id: "hint",
    title: told.title,
    element,
    clear: () => said.replaceChildren(),
    /** @param {string} key */
    practise(key) {
      only.value = key;
    },
    /** @param {any} about */
    ready(about) {
      policy.replaceChildren(
        ...options([["", told.usual], ...about.policies.map((/** @type {string} */ name) => [name, name])]),
      );
      only.replaceChildren(
        ...options([
          ["", told.any],
          ...about.techniques.map((/** @type {any} */ each) => [each.key, each.title]),
        ]),
      );
    },
    /** @param {import("../state.js").State} state */
    show(state) {
      if (open && open.doc !== docOf(state)) {
        open = null;
        next.textContent = told.first;
      }
      if (value.childElementCount !== state.geometry.values.length)
        value.replaceChildren(
          ...options(
            state.geometry.values.map((each, index) => [String(each), state.geometry.symbols[index]]),
          ),
        );
    },
  };
}
