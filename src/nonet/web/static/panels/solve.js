// Solve with the backend one chooses, for one solution or for all, counted while they come; cancel at any time.

import { button, h, labelled, options, row } from "../dom.js";
import { puzzleToAsk } from "../state.js";
import { words } from "../words.en.js";

const MOST_SECONDS = 600; // there is a button to cancel

/** @param {import("../app.js").App} app */
export function solvePanel(app) {
  const { page } = app,
    labels = words.solve;
  const backend = h("select"),
    limit = h("select", ...options(Object.entries(labels.limits), "1"));
  const answer = h("p", { class: "answer" }), // what is final of it is said, too
    missing = h("details", { hidden: true }),
    fill = button(labels.fill, put, { hidden: true });
  /** @type {Record<string, number> | null} */
  let solution = null;
  const element = h(
    "div",
    h("h2", labels.heading),
    row(
      labelled(labels.backend, backend),
      labelled(labels.limit, limit),
      button(labels.go, go, { class: "main" }),
      fill,
    ),
    answer,
    missing,
  );

  async function go() {
    solution = null;
    fill.hidden = true;
    answer.textContent = "";
    const result = await app.ask(
      {
        do: "solve",
        puzzle: puzzleToAsk(page.state, { played: false }),
        backend: backend.value || undefined,
        limit: Number(limit.value),
        seconds: MOST_SECONDS,
      },
      event => {
        if (event.solution) {
          solution = event.solution;
          page.do("layer", { layer: { values: event.solution } });
        }
        if (event.counted ?? event.number) answer.textContent = labels.sofar(event.counted ?? event.number);
      },
    );
    if (!result) {
      answer.textContent = labels.cancelled(answer.textContent ?? "");
      return;
    }
    answer.textContent = labels.done(result);
    fill.hidden = !solution;
    app.say(answer.textContent);
  }
  function put() {
    if (solution) page.do("fill", { values: solution });
    app.say(labels.filled);
    fill.hidden = true;
  }
  return /** @satisfies {import("../app.js").Panel & Record<string, any>} */ ({
    id: "solve",
    element,
    clear() {
      solution = null;
      fill.hidden = true;
      answer.textContent = "";
    },
    backend: () => backend.value || undefined,
    ready(about) {
      const there = about.backends.filter((/** @type {any} */ each) => each.available),
        not = about.backends.filter((/** @type {any} */ each) => !each.available);
      backend.replaceChildren(
        ...options([["", labels.auto], ...there.map((/** @type {any} */ each) => [each.name, each.name])]),
      );
      missing.hidden = !not.length;
      missing.replaceChildren(
        h("summary", labels.missing(not.length)),
        h(
          "ul",
          ...not.map((/** @type {any} */ each) => h("li", h("b", each.name), " ", each.why ?? "")),
        ),
      );
    },
  });
}
