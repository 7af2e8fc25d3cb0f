// A run and what it is drawn on: a puzzle's own grid, or the graph or store of a model's variables.
//
//     const shown = shownRun(data, { say, moved: at => ... }); place.append(shown.element); shown.player.go(5);

import { h } from "../dom.js";
import { geometryOf } from "../geometry.js";
import { Grid } from "../grid/grid.js";
import { fresh, store } from "../state.js";
import { SETTINGS } from "../storage.js";
import { words } from "../words.run.en.js";
import { runFigure } from "./figure.js";
import { player } from "./player.js";

/** A grid of a picture alone: no cell is chosen in it. @param {any} picture @param {(cell: string) => void} [choose] */
export function gridBoard(picture, choose) {
  const { clues, ...drawing } = picture,
    board = h("div", { class: "board" });
  const begun = { ...fresh({ puzzle: {}, clues, play: {} }, geometryOf(drawing)), selected: new Set() };
  const page = store(begun, (state, before) => {
      grid.show(state, before);
      if (state.cursor !== before.cursor) choose?.(state.cursor);
    }),
    grid = new Grid(board, page.do, () => SETTINGS);
  grid.show(page.state);
  return { board, page };
}

/** @param {any} data a run as `tracing/page.py` tells it @param {{ say?: (text: string) => void, moved?: (at: number) => void }} [told_to] */
export function shownRun(data, { say, moved } = {}) {
  const { backend } = data.run;
  if (!data.picture) {
    const figure = runFigure(data, say, moved);
    return { element: h("section", { class: "run plain", "aria-label": words.watch.run(backend) }, h("h2", backend), figure.element), player: figure };
  }
  const { board, page } = gridBoard(data.picture);
  const played = player(data.run, {
    layer(layer, at) {
      page.do("layer", { layer });
      moved?.(at);
    },
    say,
  });
  const element = h(
    "section",
    { class: "run", "aria-label": words.watch.run(backend) },
    board,
    h("div", h("h2", backend), played.element),
  );
  return { element, player: played };
}
