// The same declaration on every backend there is, and how long each takes.

import { button, h, row, table } from "../dom.js";
import { puzzleToAsk } from "../state.js";
import { words } from "../words.en.js";

/** @param {import("../app.js").App} app */
export function racePanel(app) {
  const { page } = app,
    labels = words.race;
  const which = h("fieldset", { class: "which" }),
    place = h("div"),
    element = h(
      "div",
      h("h2", labels.heading),
      h("p", labels.about, " ", labels.fair),
      which,
      row(button(labels.go, go)),
      place,
    );
  /** @type {Map<string, any>} */
  let rows = new Map();

  async function go() {
    rows = new Map();
    draw();
    const result = await app.ask(
      {
        do: "race",
        backends: [...which.querySelectorAll("input:checked")].map(
          each => /** @type {HTMLInputElement} */ (each).value,
        ),
        puzzle: puzzleToAsk(page.state, { played: false }),
      },
      event => {
        const row = event.row ?? event;
        if (row.backend) {
          rows.set(row.backend, row);
          draw();
        }
      },
    );
    for (const row of result?.rows ?? []) rows.set(row.backend, row);
    draw();
  }
  function draw() {
    const sorted = [...rows.values()].sort((one, other) => (one.ms ?? Infinity) - (other.ms ?? Infinity)),
      most = Math.max(1, ...sorted.map(row => row.ms ?? 0));
    const lines = sorted.map(({ backend, status, why, ms, nodes }) => [
      backend,
      status ?? why ?? "",
      ms === undefined ? "" : labels.ms(ms),
      nodes ?? "",
      ms === undefined ? "" : h("meter", { min: 0, max: most, value: ms, "aria-label": labels.ms(ms) }),
    ]);
    place.replaceChildren(table(labels.columns, lines, { class: "race", hidden: !lines.length }));
  }
  return /** @satisfies {import("../app.js").Panel} */ ({
    id: "race",
    element,
    clear() {
      rows = new Map();
      draw();
    },
    ready(about) {
      which.replaceChildren(
        h("legend", labels.which),
        ...about.backends
          .filter((/** @type {any} */ each) => each.available)
          .map((/** @type {any} */ each) =>
            h(
              "label",
              { class: "flag" },
              h("input", { type: "checkbox", value: each.name, checked: true }),
              each.name,
            ),
          ),
      );
    },
  });
}
