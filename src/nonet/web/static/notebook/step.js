// Propagation and search by hand in a notebook, at one level of consistency or at two side by side.

import { h, labelled, options } from "../dom.js";
import { geometryOf, symbolOf } from "../geometry.js";
import { gridBoard } from "../run/board.js";
import { driver } from "../run/driver.js";
import { domainsOf, views } from "../run/figure.js";
import { words } from "../words.run.en.js";

/** @typedef {import("../run/driver.js").Move} Move */

/** @param {import("./widget.js").Context} context @returns {import("./widget.js").Widget} */
export function stepWidget({ model, engine, place, say, share }) {
  const data = model.get("document");
  let state = model.get("state");
  const together = h("input", { type: "checkbox", checked: true });
  const columns = state.levels.map((/** @type {string} */ level, /** @type {number} */ number) => column(level, number));
  if (columns.length > 1) place.append(h("label", { class: "flag" }, together, words.notebook.both));
  place.append(h("div", { class: "columns" }, ...columns.map((/** @type {any} */ each) => each.element)));
  columns.forEach((/** @type {any} */ each, /** @type {number} */ number) => each.begin(state.moves[number] ?? []));

  /** @param {string} first @param {number} number */
  function column(first, number) {
    const level = h("select", { onchange: () => wheel.begin(level.value, state.moves[number]) }, ...options(data.levels, first));
    let shown = /** @type {any} */ ({ candidates: {}, values: {} });
    const board = data.picture ? gridBoard(data.picture, cell => wheel.at(cell)) : null,
      figure = h("div", { class: "figure-board" }),
      choose = (/** @type {string} */ name) => wheel.at(name);
    const layer = (/** @type {any} */ next) => {
      shown = next;
      if (board) board.page.do("layer", { layer: next });
      else figure.replaceChildren(domainsOf(data, next, choose));
    };
    const wheel = driver({
      layer,
      say: text => say(text, true),
      light: cells => (board ? board.page.do("light", { cells }) : layer({ ...shown, lit: cells })),
      symbol: (cell, value) =>
        data.picture ? symbolOf(geometryOf(data.picture), value, cell) : (data.named[cell]?.[value] ?? String(value)),
      async ask(level, moves, which) {
        try {
          return await engine.run({ do: "drive", level, moves, which });
        } catch (error) {
          say(/** @type {Error} */ (error).message);
          return null;
        }
      },
      moved(moves, made) {
        const all = state.moves.with(number, moves);
        state = { ...state, levels: state.levels.with(number, level.value), moves: all };
        share(state, made && { type: "move", level: level.value, move: made });
        if (!made || !together.checked) return;
        columns.forEach((/** @type {any} */ other, /** @type {number} */ each) => each === number || other.make(made));
      },
    });
    const element = h(
      "section",
      { class: "column", "aria-label": `${words.notebook.level} ${number + 1}` },
      labelled(words.notebook.level, level),
      board ? board.board : h("div", views(data, figure, () => shown, choose), figure),
      wheel.element,
    );
    return {
      element,
      begin: (/** @type {Move[]} */ moves) => wheel.begin(level.value, moves),
      make: wheel.repeat,
      to(/** @type {string} */ chosen, /** @type {Move[]} */ moves) {
        level.value = chosen;
        wheel.begin(chosen, moves);
      },
    };
  }
  return {
    state(next) {
      state = next;
      columns.forEach((/** @type {any} */ each, /** @type {number} */ number) => each.to(next.levels[number], next.moves[number] ?? []));
    },
  };
}
