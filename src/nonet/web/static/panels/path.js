// The whole way to the solution as a list to walk: each step's words, and its drawing on the grid.

import { button, h, labelled, options, row } from "../dom.js";
import { words } from "../words.en.js";

/** @param {import("../app.js").App} app */
export function pathPanel(app) {
  const { page } = app,
    labels = words.path;
  const policy = h("select"),
    summary = h("p"); // what is final of it is said, too
  const list = h("ol", { class: "path" });
  /** @type {any[]} */
  let steps = [];
  let at = -1;
  const element = h(
    "div",
    h("h2", labels.heading),
    h("p", labels.about),
    row(button(labels.go, go, { class: "main" }), labelled(words.hint.policy, policy)),
    summary,
    row(
      button(labels.back, () => walk(at - 1)),
      button(labels.on, () => walk(at + 1)),
    ),
    list,
  );

  function empty() {
    steps = [];
    at = -1;
    list.replaceChildren();
    summary.textContent = "";
  }
  async function go() {
    empty();
    const result = await app.ask({ do: "path", policy: policy.value || undefined }, event => {
      if (event.step) add(event.step);
    });
    if (!result) return;
    summary.textContent = labels.done(result, steps.length);
    app.say(summary.textContent);
  }
  /** @param {any} step */
  function add(step) {
    const before = steps.at(-1),
      number =
        steps.push({
          ...step,
          values: { ...before?.values, ...Object.fromEntries(before?.placements ?? []) },
        }) - 1;
    list.append(
      h(
        "li",
        button(`${step.title}: ${step.words[3]}`, () => walk(number), {
          class: "step",
          "aria-label": `${step.title}. ${step.sentence}`,
        }),
      ),
    );
    if (number % 10 === 0) summary.textContent = labels.sofar(number + 1);
  }
  /** @param {number} number */
  function walk(number) {
    if (number < 0 || number >= steps.length) return;
    list.children[at]?.firstElementChild?.removeAttribute("aria-current");
    at = number;
    const step = steps[at],
      item = list.children[at];
    item.firstElementChild?.setAttribute("aria-current", "step");
    item.scrollIntoView({ block: "nearest" });
    page.do("layer", {
      layer: { under: step.under, over: step.over, candidates: step.candidates, values: step.values },
    });
    app.say(`${step.title}. ${step.sentence}`);
  }
  return /** @satisfies {import("../app.js").Panel} */ ({
    id: "path",
    element,
    clear: empty,
    ready(about) {
      policy.replaceChildren(
        ...options([["", words.hint.usual], ...about.policies]),
      );
    },
  });
}
