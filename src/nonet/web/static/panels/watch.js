// The solver watched: every step of propagation and search, the domains in the cells, the event in words; or driven
// by hand: the learner picks the next constraint.  Both parts are those of `run/`.

import { button, h, labelled, more, options, row, table } from "../dom.js";
import { symbolOf } from "../geometry.js";
import { Grid } from "../grid/grid.js";
import { driver } from "../run/driver.js";
import { legend } from "../run/legend.js";
import { player } from "../run/player.js";
import { KINDS } from "../run/replay.js";
import { puzzleToAsk, docOf, fresh, store } from "../state.js";
import { words } from "../words.en.js";

/** @param {import("../app.js").App} app */
export function watchPanel(app) {
  const { page } = app,
    { watch, drive } = words;
  const level = h("select"),
    order = h("select"),
    other = h("select"),
    otherOrder = h("select"),
    by = h("select");
  const place = h("div");
  const layer = (/** @type {import("../state.js").Layer} */ layer) => page.do("layer", { layer });
  const puzzle = () => puzzleToAsk(page.state, { played: false });
  const wheel = driver({
    layer,
    say: app.say,
    light: cells => page.do("light", { cells }),
    symbol: (cell, value) => symbolOf(page.state.geometry, value, cell),
    ask: (level, moves, which) => app.ask({ do: "drive", puzzle: puzzle(), level, moves, which }),
  });
  const element = h(
    "div",
    h("p", watch.about),
    row(
      labelled(watch.level, level),
      labelled(watch.order, order),
      button(watch.go, record, { class: "main" }),
    ),
    more(
      watch.beside,
      h("p", watch.besideAbout),
      row(labelled(watch.level, other), labelled(watch.order, otherOrder)),
    ),
    place,
    legend(),
    h("h2", drive.title),
    h("p", drive.about),
    row(labelled(watch.level, by), button(drive.go, take)),
    wheel.element,
  );
  /** @type {ReturnType<typeof player> | null} */
  let played = null;
  /** The run beside it. @type {ReturnType<typeof player> | null} */
  let second = null;

  /** @param {HTMLSelectElement} level @param {HTMLSelectElement} order */
  const traced = (level, order) =>
    app.ask({ do: "trace", puzzle: puzzle(), level: level.value || undefined, order: order.value || undefined });
  async function record() {
    forget();
    const run = await traced(level, order),
      beside = run && other.value !== "-" ? await traced(other, otherOrder) : null;
    if (!run) return;
    wheel.clear();
    played = player(run, { layer, say: app.say });
    place.replaceChildren(played.element);
    if (beside) place.append(both(run, beside));
    app.say(watch.keysNow);
    played.begin();
    second?.begin();
  }
  /** The run beside it, on a grid of its own, and what both took. @param {any} run @param {any} beside */
  function both(run, beside) {
    const board = h("div", { class: "board beside" }),
      { puzzle, clues } = docOf(page.state),
      own = store({ ...fresh({ puzzle, clues, play: {} }, page.state.geometry), selected: new Set() }, (state, before) =>
        grid.show(state, before),
      ),
      grid = new Grid(board, () => {}, app.settings);
    grid.show(own.state);
    second = player(beside, { layer: layer => own.do("layer", { layer }) });
    const counts = (/** @type {any} */ each, /** @type {string} */ title) => [
      title,
      each.events.length,
      ...[KINDS.guess, KINDS.dead].map(kind => each.events.filter((/** @type {any[]} */ [of]) => of === kind).length),
    ];
    const name = (/** @type {HTMLSelectElement[]} */ ...chosen) => chosen.map(each => each.value || watch.usual).join(", ");
    return h(
      "section",
      { "aria-label": watch.beside },
      table(watch.compared, [
        counts(run, `${watch.first}: ${name(level, order)}`),
        counts(beside, `${watch.second}: ${name(other, otherOrder)}`),
      ]),
      h("h3", `${watch.second}: ${name(other, otherOrder)}`),
      board,
      second.element,
    );
  }
  async function take() {
    forget();
    await wheel.begin(by.value);
  }
  function forget() {
    played?.halt();
    second?.halt();
    played = second = null;
    place.replaceChildren();
  }

  return /** @satisfies {import("../app.js").Panel} */ ({
    id: "watch",
    element,
    ready(about) {
      /** @param {string[]} names @param {Record<string, string>} known @returns {[string, string][]} */
      const named = (names, known) => names.map(name => [name, known[name] ? `${name}: ${known[name]}` : name]);
      level.replaceChildren(...options([["", watch.usual], ...named(about.levels, watch.levels)]));
      order.replaceChildren(...options([["", watch.usual], ...named(about.orders, watch.orders)]));
      other.replaceChildren(...options([["-", watch.none], ["", watch.usual], ...named(about.levels, watch.levels)], "-"));
      otherOrder.replaceChildren(...options([["", watch.usual], ...named(about.orders, watch.orders)]));
      by.replaceChildren(...options(named(about.drive_levels, watch.levels), "gac"));
    },
    /** Keys lead through the run wherever the focus is. */
    press(event) {
      if (!played || event.ctrlKey || event.altKey || event.metaKey) return false;
      second?.press(event.key);
      return played.press(event.key);
    },
    show(state) {
      wheel.at(state.cursor);
    },
    /** Its domains are gone from the grid while another panel is in sight. */
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
  });
}
