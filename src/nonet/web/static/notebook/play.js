// A puzzle to play in a notebook: the page's grid, keypad and hints, with Python as the engine.

import { conflictsOf } from "../conflicts.js";
import { button, h, row } from "../dom.js";
import { geometryOf } from "../geometry.js";
import { Grid } from "../grid/grid.js";
import { actionOf } from "../grid/keys.js";
import { Cancelled, asker } from "../jobs.js";
import { candidatesOf } from "../panels/check.js";
import { hintPanel } from "../panels/hint.js";
import { playPanel } from "../panels/play.js";
import { shortcutOf } from "../shortcuts.js";
import { docOf, fresh, opened, puzzleToAsk, store } from "../state.js";
import { SETTINGS } from "../storage.js";
import { words } from "../words.en.js";
import { words as run } from "../words.run.en.js";

/** @param {import("./widget.js").Context} context @returns {import("./widget.js").Widget} */
export function playWidget({ model, engine, place, say, share }) {
  const { puzzle, drawing } = model.get("document"),
    begun = { ...opened(puzzle, drawing.clues), play: model.get("state").play ?? {} };
  const page = store(fresh(begun, geometryOf(drawing)), changed),
    jobs = asker(engine, busy => {
      if (busy) say(words.app.working);
    });
  /** What panels of the page use of it. */
  const app = /** @type {import("../app.js").App} */ (
    /** @type {any} */ ({
      page,
      quietly: jobs.quietly,
      settings: () => SETTINGS,
      say(/** @type {string} */ text, /** @type {HTMLElement | undefined} */ action) {
        say(text);
        actions.replaceChildren(...(action ? [action] : []));
      },
      enter(/** @type {object} */ action) {
        const before = page.state;
        page.do("enter", { tidy: SETTINGS.tidy, ...action });
        if (page.state === before) say(words.play.fixed);
      },
      place: () => "play",
      hint: () => hints.step(),
      clock: { restart() {} },
      hand: null,
      ask,
    })
  );
  /** @param {import("../jobs.js").Command} command */
  async function ask(command) {
    const doc = docOf(page.state);
    try {
      const result = await jobs.ask({ puzzle: puzzleToAsk(page.state), ...command });
      if (docOf(page.state) !== doc) return null;
      say("");
      return result;
    } catch (error) {
      if (!(error instanceof Cancelled)) say(/** @type {Error} */ (error).message);
      return null;
    }
  }
  const board = h("div", { class: "board" }),
    clash = h("p", { class: "clash-words", hidden: true }),
    actions = h("div", { class: "row" }),
    truth = button(run.notebook.truth, candidates),
    hints = hintPanel(app),
    playing = playPanel(app),
    conflicts = conflictsOf(app, clash, () => {}),
    grid = new Grid(board, page.do, () => SETTINGS, () => app.hand);
  const element = h(
    "div",
    { class: "playing" },
    board,
    h("div", playing.rules, playing.element, row(truth), clash, actions, hints.element),
  );
  place.append(element);
  grid.show(page.state);
  for (const panel of [playing, hints]) panel.show(page.state, undefined);
  conflicts.check();
  engine.run({ do: "about" }).then(hints.ready, () => {});

  async function candidates() {
    const { puzzle, clues } = docOf(page.state),
      { entries } = /** @type {any} */ (puzzleToAsk(page.state));
    const result = await ask({ do: "candidates", puzzle: { ...puzzle, clues: { ...clues, ...entries } } });
    if (!result) return;
    const layer = candidatesOf(result);
    if (!layer.none) page.do("layer", { layer });
    say(layer.none ? run.notebook.noTruth : run.notebook.trueNow);
  }
  /** @param {import("../state.js").State} state @param {import("../state.js").State} before @param {string} type */
  function changed(state, before, type) {
    grid.show(state, before);
    for (const panel of [playing, hints]) panel.show(state, before);
    if (state.conflicts !== before.conflicts) conflicts.show(state);
    if (docOf(state) === docOf(before)) return;
    share({ play: docOf(state).play }, { type });
    conflicts.check();
  }
  place.onkeydown = event => {
    const target = /** @type {Element} */ (event.target);
    if (target.closest("input, select, summary")) return;
    if (target.closest("button") && (event.key === " " || event.key === "Enter")) return;
    const action = actionOf(event, page.state),
      shortcut = action ? undefined : shortcutOf(event);
    const does = { hint: hints.step, conclude: hints.conclude, check: playing.check, marks: playing.fillMarks };
    if (!action && !(shortcut && shortcut in does)) return;
    event.preventDefault();
    if (!action) return does[/** @type {keyof typeof does} */ (shortcut)]();
    if (action[0] === "enter") app.enter(action[1]);
    else page.do(...action);
    if (!grid.svg.contains(target)) grid.focus(page.state.cursor);
  };
  return {
    state: ({ play = {} }) => page.do("puzzle", { play }),
    action: ({ type, by, number, ...action }) =>
      type === "hint" ? hints.step() : type === "candidates" ? candidates() : type === "enter" ? app.enter(action) : page.do(type, action),
  };
}
