// The player's controls: modes, keypad, undo and redo, check, the clock.  They are always in sight.

import { button, h } from "../dom.js";
import { COLOURS, MODES, docOf } from "../state.js";
import { words } from "../words.en.js";
import { openSettings } from "./settings.js";

/** @param {import("../app.js").App} app */
export function playPanel(app) {
  const { page } = app,
    told = words.play;
  const modes = MODES.map((mode, index) =>
    button(told.modes[mode], () => page.do("mode", { mode }), {
      class: "mode",
      "aria-pressed": "false",
      title: `${told.modeKeys[index]}`,
    }),
  );
  const keypad = h("div", { class: "keypad", role: "group", "aria-label": told.keypad });
  const undo = button("↶", () => page.do("undo"), {
    "aria-label": told.undo,
    title: `${told.undo} (Ctrl+Z)`,
  });
  const redo = button("↷", () => page.do("redo"), {
    "aria-label": told.redo,
    title: `${told.redo} (Ctrl+Y)`,
  });
  const back = button(told.back, () => page.do("back"), { hidden: true, title: told.backMore });
  const clock = h("span", { class: "clock", role: "timer" }, "0:00");
  const pause = button(told.pause, () => page.do("pause", { on: !page.state.paused }), {
    "aria-pressed": "false",
  });
  const element = h(
    "section",
    { class: "play", "aria-label": told.title },
    h("div", { class: "modes", role: "group", "aria-label": told.mode }, ...modes),
    h(
      "div",
      { class: "hand" },
      keypad,
      h(
        "div",
        { class: "row" },
        undo,
        redo,
        button("⌫", () => page.do("clear"), { "aria-label": told.clear, title: `${told.clear} (Delete)` }),
      ),
    ),
    h(
      "div",
      { class: "row tools" },
      button(told.same, () => page.do("same"), { title: told.sameMore }),
      button(told.check, check),
      button(told.restart, restart),
      button(told.keep, () => {
        page.do("keep");
        app.say(told.kept);
      }, { title: told.keepMore }),
      back,
    ),
  );
  const rules = h("details", { class: "rules-told", open: true, hidden: true });
  const head = h(
    "div",
    { class: "row head" },
    clock,
    button(told.open, () => app.seek(), { "aria-label": told.openMore }),
    pause,
    button(told.settings, () => openSettings(app)),
  );

  let keyed = "";
  /** @param {import("../state.js").State} state */
  function keys(state) {
    const { geometry, mode } = state,
      made = `${mode === "colour"} ${geometry.symbols}`;
    if (made === keyed) return;
    keyed = made;
    const each =
      mode === "colour"
        ? words.colours
            .slice(0, COLOURS)
            .map(
              (name, index) => /** @type {[number, string, string]} */ ([index + 1, String(index + 1), name]),
            )
        : geometry.values.map(
            (value, index) =>
              /** @type {[number, string, string]} */ ([
                value,
                geometry.symbols[index],
                geometry.symbols[index],
              ]),
          );
    keypad.className = `keypad across-${each.length > 9 ? 4 : each.length > 4 && each.length !== 8 ? 3 : 2}${mode === "colour" ? " colours" : ""}`;
    keypad.replaceChildren(
      ...each.map(([value, text, name]) =>
        button(text, () => app.enter({ value }), {
          "aria-label": name,
          class: mode === "colour" ? `key colour-${value}` : "key",
        }),
      ),
    );
  }

  /** What the rules beside the usual ones say, for one who plays. @param {import("../state.js").State} state */
  function ruled({ geometry, history }) {
    const said = [
      ...String(history.now.puzzle.comment ?? "").split("\n"),
      ...geometry.rules.filter(({ index }) => index !== null).map(({ sentence }) => sentence),
      ...geometry.legend,
    ].filter(line => line.trim());
    rules.hidden = !said.length;
    rules.replaceChildren(h("summary", {}, told.rules), ...[...new Set(said)].map(line => h("p", {}, line)));
  }

  async function check() {
    const result = await app.ask({ do: "check" });
    if (!result) return;
    page.do("checked", { conflicts: result.conflicts });
    const [first] = result.conflicts;
    const text = first
      ? told.conflicts(result.conflicts.length, first.words)
      : !Object.values(docOf(page.state).play).some(({ value }) => value !== undefined)
        ? told.nothing
        : result.wrong === null
          ? told.unknown
          : result.wrong
            ? told.wrong(result.wrong)
            : told.right;
    app.say(text, result.wrong ? button(told.reveal, reveal) : undefined);
  }
  async function reveal() {
    const result = await app.ask({ do: "check", reveal: true });
    if (result) {
      page.do("wrong", { cells: result.cells ?? [] });
      app.say(told.revealed(result.cells ?? []));
    }
  }
  function restart() {
    if (!Object.keys(docOf(page.state).play).length) return;
    page.do("restart");
    app.clock.start(0);
    app.say(told.restarted);
  }

  return {
    id: "play",
    title: told.title,
    element,
    head,
    rules,
    /** @param {number} seconds */
    tick(seconds) {
      clock.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
      clock.hidden = !app.settings().timer;
    },
    /** @param {import("../state.js").State} state @param {import("../state.js").State} [before] */
    show(state, before) {
      if (state.geometry !== before?.geometry) ruled(state);
      modes.forEach((each, index) => each.setAttribute("aria-pressed", String(MODES[index] === state.mode)));
      modes[0].textContent = state.setting ? told.clue : told.modes.value;
      keys(state);
      back.hidden = !state.point;
      undo.disabled = !state.history.past.length;
      redo.disabled = !state.history.future.length;
      pause.setAttribute("aria-pressed", String(state.paused));
      pause.textContent = state.paused ? told.resume : told.pause;
    },
  };
}
