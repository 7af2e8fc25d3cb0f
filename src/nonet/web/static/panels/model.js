// The constraint program of this puzzle: variables, constraints that light their cells, the code for other solvers.

import { button, h, labelled, lighting, options, row } from "../dom.js";
import { symbolOf } from "../geometry.js";
import { puzzleToAsk } from "../state.js";
import { words } from "../words.en.js";

const MOST = 500; // constraints listed

/** @param {import("../app.js").App} app */
export function modelPanel(app) {
  const { page } = app,
    labels = words.model;
  const language = h("select", { onchange: code }),
    text = h("pre", { tabindex: 0, "aria-label": labels.code });
  const search = h("input", { type: "search", oninput: list });
  const summary = h("p"),
    variables = h("details", { class: "more", hidden: true }),
    constraints = h("ul", { class: "constraints" });
  /** @type {any[]} */
  let all = [];
  const element = h(
    "div",
    h("p", labels.about),
    row(button(labels.go, show, { class: "main" }), labelled(labels.search, search)),
    summary,
    variables,
    constraints,
    h("h2", labels.codeTitle),
    row(
      labelled(labels.language, language),
      button(labels.copy, copy),
      button(labels.save, save),
    ),
    text,
  );

  async function show() {
    const result = await app.ask({ do: "model", puzzle: puzzleToAsk(page.state, { played: false }) });
    if (!result) return;
    all = result.constraints;
    summary.textContent = labels.summary(result);
    list();
    named(result.variables);
    app.say(summary.textContent);
  }
  /** The variables with their domains. @param {{ name: string, values: number[] }[]} every */
  function named(every) {
    const symbol = (/** @type {string} */ cell, /** @type {number} */ value) => symbolOf(page.state.geometry, value, cell);
    variables.hidden = false;
    variables.replaceChildren(
      h("summary", labels.variables),
      h(
        "ul",
        { class: "constraints domains" },
        ...every.slice(0, MOST).map(({ name, values }) =>
          lit(
            page.state.geometry.at.has(name) ? [name] : [],
            h("code", name),
            ` ∈ {${values.map(value => symbol(name, value)).join(", ")}}`,
          ),
        ),
      ),
    );
    if (every.length > MOST) variables.append(h("p", labels.more(every.length - MOST)));
  }
  /** An entry that lights cells. @param {string[]} cells @param {(Node | string)[]} said */
  function lit(cells, ...said) {
    const light = (/** @type {boolean} */ on) => page.do("light", { cells: on ? cells : [] });
    return h("li", h("button", { type: "button", ...lighting(light), onclick: () => light(true) }, ...said));
  }
  function list() {
    const query = search.value.trim().toLowerCase(),
      matches = all.filter(each => `${each.words} ${each.kind}`.toLowerCase().includes(query));
    constraints.replaceChildren(
      ...matches.slice(0, MOST).map(each => lit(each.cells, h("code", each.kind), " ", each.words)),
    );
    if (matches.length > MOST) constraints.append(h("li", labels.more(matches.length - MOST)));
  }
  async function code() {
    if (!language.value) {
      text.textContent = "";
      return;
    }
    const result = await app.ask({
      do: "model",
      puzzle: puzzleToAsk(page.state, { played: false }),
      language: language.value,
    });
    if (result) text.textContent = result.code;
  }
  async function copy() {
    try {
      await navigator.clipboard.writeText(text.textContent ?? "");
      app.say(labels.copied);
    } catch {
      const chosen = document.getSelection();
      chosen?.selectAllChildren(text);
      app.say(labels.chosen);
    }
  }
  function save() {
    if (text.textContent)
      app.save(new Blob([text.textContent], { type: "text/plain" }), `puzzle.${language.value}.txt`);
  }

  return /** @satisfies {import("../app.js").Panel} */ ({
    id: "model",
    element,
    clear() {
      all = [];
      summary.textContent = text.textContent = language.value = "";
      constraints.replaceChildren();
      variables.hidden = true;
      variables.replaceChildren();
    },
    ready(about) {
      language.replaceChildren(
        ...options([
          ["", labels.choose],
          ...about.languages.map((/** @type {any} */ each) => [each.name, labels.for(each.name, each.title)]),
        ]),
      );
    },
  });
}
