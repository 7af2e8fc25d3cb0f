// The solver watched: every step of propagation and search, the domains in the cells, the event in words; or driven
// by hand: the learner picks the next constraint.  Both parts are those of `run/`.

import { button, h, labelled, options } from "../dom.js";
import { symbolOf } from "../geometry.js";
import { driver } from "../run/driver.js";
import { legend } from "../run/legend.js";
import { player } from "../run/player.js";
import { asked } from "../state.js";
import { words } from "../words.en.js";

/** @param {import("../app.js").App} app */
export function watchPanel(app) {
  const { page } = app,
    { watch, drive } = words;
  const level = h("select", {}),
    order = h("select", {}),
    by = h("select", {});
  const place = h("div", {});
  const layer = (/** @type {import("../state.js").Layer} */ layer) => page.do("layer", { layer });
  const puzzle = () => asked(page.state, { played: false });
  const wheel = driver({
    layer,
    say: app.say,
    light: cells => page.do("light", { cells }),
    symbol: (cell, value) => symbolOf(page.state.geometry, value, cell),
    ask: (level, moves, which) => app.ask({ do: "drive", puzzle: puzzle(), level, moves, which }),
  });
  const element = h(
    "div",
    {},
    h("p", {}, watch.about),
    h(
      "div",
      { class: "row" },
      labelled(watch.level, level),
      labelled(watch.order, order),
      button(watch.go, record, { class: "main" }),
    ),
    place,
    legend(),
    h("h2", {}, drive.title),
    h("p", {}, drive.about),
    h("div", { class: "row" }, labelled(watch.level, by), button(drive.go, take)),
    wheel.element,
  );
  /** @type {ReturnType<typeof player> | null} */
  let played = null;

  async function record() {
    forget();
    const run = await app.ask({
      do: "trace",
      puzzle: puzzle(),
      level: level.value || undefined,
      order: order.value || undefined,
    });
    if (!run) return;
    wheel.clear();
    played = player(run, { layer, say: app.say });
    place.replaceChildren(played.element);
    played.element.addEventListener("keydown", event => {
      const target = /** @type {Element} */ (event.target);
      if (event.ctrlKey || event.altKey || event.metaKey || target.closest("select, input[type=range]"))
        return;
      if (event.key === " " && target.closest("button")) return;
      if (!played?.press(event.key)) return;
      event.preventDefault();
      event.stopPropagation();
    });
    played.begin();
  }
  async function take() {
    forget();
    await wheel.begin(by.value);
  }
  function forget() {
    played?.halt();
    played = null;
    place.replaceChildren();
  }

  return {
    id: "watch",
    title: watch.title,
    element,
    /** @param {any} about */
    ready(about) {
      const named = (/** @type {string[]} */ names) =>
        options([["", watch.usual], ...names.map(name => /** @type {[string, string]} */ ([name, name]))]);
      level.replaceChildren(...named(about.levels));
      order.replaceChildren(...named(about.orders));
      by.replaceChildren(...options(about.drive_levels, "gac"));
    },
    /** @param {import("../state.js").State} state */
    show(state) {
      wheel.at(state.cursor);
    },
    /** Its domains are gone from the grid while another panel is in sight. @param {boolean} on */
    seen(on) {
      if (on) played ? played.show() : wheel.show();
      else if (played || wheel.drives()) {
        played?.halt();
        page.do("layer", { layer: null });
      }
    },
    clear() {
      forget();
      wheel.clear();
    },
  };
}
