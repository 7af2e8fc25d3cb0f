// The player's controls: modes, keypad, undo and redo, hint, check, the clock.  They are always in sight.

import { clockText } from "../clock.js";
import { button, h, more, row } from "../dom.js";
import { COLOURS, MODES, docOf, setsClues } from "../state.js";
import { words } from "../words.en.js";
import { openKeys, openSettings } from "./settings.js";

/** @param {import("../app.js").App} app */
export function playPanel(app) {
  const { page } = app,
    labels = words.play;
  const modes = MODES.map((mode, index) =>
    button(labels.modes[mode], () => page.do("mode", { mode }), {
      class: "mode",
      "aria-pressed": "false",
      title: `${labels.modeKeys[index]}`,
    }),
  );
  const keypad = h("div", { class: "keypad", role: "group", "aria-label": labels.keypad });
  /** A button with a sign. @param {string} sign @param {"undo" | "redo" | "clear"} does @param {string} key */
  const tool = (sign, does, key) =>
    button(sign, () => page.do(does), { "aria-label": labels[does], title: `${labels[does]} (${key})` });
  const [undo, redo, erase] = [tool("↶", "undo", "Ctrl+Z"), tool("↷", "redo", "Ctrl+Y"), tool("⌫", "clear", "Delete")];
  const back = button(labels.back, () => page.do("back"), { hidden: true, title: labels.backMore });
  const clock = h("span", { class: "clock", role: "timer" }, "0:00"),
    level = h("span", { class: "chip", hidden: true });
  const pause = button(labels.pause, () => page.do("pause", { on: !page.state.paused }), {
    "aria-pressed": "false",
    class: "quiet",
    title: `${labels.pause} (P)`,
  });
  const element = h(
    "section",
    { class: "play", "aria-label": labels.controls },
    h("div", { class: "modes", role: "group", "aria-label": labels.mode }, ...modes),
    keypad,
    h(
      "div",
      { class: "row tools" },
      undo,
      redo,
      erase,
      button(words.hint.first, () => app.hint(), {
        class: "main ask",
        title: `${words.hint.first} (H)`,
      }),
      button(labels.check, check, { title: `${labels.check} (K)` }),
    ),
    more(
      labels.more,
      row(
        button(labels.fill, fillMarks, { title: labels.fillMore }),
        button(labels.same, () => page.do("same"), { title: labels.sameMore }),
        button(labels.restart, restart),
        button(
          labels.keep,
          () => {
            page.do("keep");
            app.say(labels.kept);
          },
          { title: labels.keepMore },
        ),
        back,
        button(words.share.print, () => window.print()),
      ),
    ),
  );
  const rules = h("details", { class: "rules-told", open: true, hidden: true });
  const head = h("div", { class: "row head" }, level, clock, pause);
  const tools = [
    button(labels.open, () => app.seek(), { "aria-label": labels.openMore, class: "quiet" }),
    button("?", () => openKeys(), { "aria-label": labels.keys, title: `${labels.keys} (?)`, class: "quiet" }),
    button("⚙", () => openSettings(app), { "aria-label": labels.settings, title: labels.settings, class: "quiet" }),
  ];

  let keyed = "";
  /** @param {import("../state.js").State} state */
  function keys(state) {
    const { geometry, mode } = state,
      keySet = `${mode === "colour"} ${geometry.symbols}`;
    if (keySet !== keyed) {
      keyed = keySet;
      const each = /** @type {[number, string, string][]} */ (
        mode === "colour"
          ? words.colours.slice(0, COLOURS).map((name, index) => [index + 1, String(index + 1), name])
          : geometry.values.map((value, index) => [value, geometry.symbols[index], geometry.symbols[index]])
      );
      keypad.className = `keypad across-${each.length > 9 ? 4 : each.length > 4 && each.length !== 8 ? 3 : 2} keys-${each.length}${mode === "colour" ? " colours" : ""}`;
      keypad.replaceChildren(
        ...each.map(([value, text, name]) =>
          button(text, () => touch(value), {
            "aria-label": name,
            "data-value": value,
            class: mode === "colour" ? `key colour-${value}` : "key",
          }),
        ),
      );
    }
    const numberFirst = app.settings().first === "number" && !setsClues(state) && mode !== "colour";
    for (const key of /** @type {Iterable<HTMLElement>} */ (keypad.children)) {
      const value = Number(key.dataset.value);
      if (numberFirst) key.setAttribute("aria-pressed", String(value === state.pen));
      else key.removeAttribute("aria-pressed");
      key.classList.toggle("spent", mode === "value" && !setsClues(state) && spent(state, value));
    }
  }
  /** Whether a value stands as often as it can in a square. @param {import("../state.js").State} state @param {number} value */
  function spent({ geometry, history: { now } }, value) {
    if (geometry.cells.length !== geometry.values.length ** 2) return false;
    const all = geometry.cells.filter(([cell]) => (now.clues[cell] ?? now.play[cell]?.value) === value);
    return all.length >= geometry.values.length;
  }
  /** A key of the keypad: the value goes into the chosen cells; number first it is the one that a touch enters. @param {number} value */
  function touch(value) {
    const { mode } = page.state;
    if (app.settings().first === "number" && mode !== "colour" && !setsClues(page.state)) page.do("pen", { value });
    else app.enter({ value });
  }

  /** What the rules beside the usual ones say, for one who plays. @param {import("../state.js").State} state */
  function ruled({ geometry, history }) {
    const listed = geometry.legend.filter(line => /R\d+C\d+/.test(line)), // cell by cell: most of it is drawn
      lines = (/** @type {string[]} */ texts) => [...new Set(texts)].map(text => h("p", text));
    const sentences = [
      ...String(history.now.puzzle.comment ?? "").split("\n"),
      ...geometry.rules.filter(({ index }) => index !== null).map(({ sentence }) => sentence),
      ...geometry.legend.filter(line => !listed.includes(line)),
    ].filter(line => line.trim());
    rules.hidden = !sentences.length;
    rules.replaceChildren(
      h("summary", labels.rules),
      ...lines(sentences),
      h("details", { hidden: !listed.length }, h("summary", labels.listed), ...lines(listed)),
    );
  }

  async function check() {
    const result = await app.ask({ do: "check" });
    if (!result) return;
    page.do("checked", { conflicts: result.conflicts });
    const [first] = result.conflicts;
    const text = first
      ? labels.conflicts(result.conflicts.length, first.words)
      : !Object.values(docOf(page.state).play).some(({ value }) => value !== undefined)
        ? labels.nothing
        : result.wrong === null
          ? labels.unknown
          : result.wrong
            ? labels.wrong(result.wrong)
            : labels.right;
    app.say(text, result.wrong ? button(labels.reveal, reveal) : undefined);
  }
  async function reveal() {
    const result = await app.ask({ do: "check", reveal: true });
    if (result) {
      page.do("wrong", { cells: result.cells ?? [] });
      app.say(labels.revealed(result.cells ?? []));
    }
  }
  function fillMarks() {
    page.do("marks");
    app.say(labels.filled);
  }
  function restart() {
    if (!Object.keys(docOf(page.state).play).length) return;
    page.do("restart");
    app.clock.restart();
    app.say(labels.restarted);
  }

  return /** @satisfies {import("../app.js").Panel & Record<string, any>} */ ({
    id: "controls",
    element,
    head,
    tools,
    rules,
    check,
    fillMarks,
    /** @param {number} seconds */
    tick(seconds) {
      clock.textContent = clockText(seconds);
      clock.hidden = !app.settings().timer;
    },
    show(state, before) {
      if (state.geometry !== before?.geometry) ruled(state);
      modes.forEach((each, index) => each.setAttribute("aria-pressed", String(MODES[index] === state.mode)));
      modes[0].textContent = setsClues(state) ? labels.clue : labels.modes.value;
      keys(state);
      const { about } = docOf(state);
      level.hidden = !about;
      level.textContent = about ? words.library.hard(about) : "";
      back.hidden = !state.point;
      undo.disabled = !state.history.past.length;
      redo.disabled = !state.history.future.length;
      pause.setAttribute("aria-pressed", String(state.paused));
      pause.textContent = state.paused ? labels.resume : labels.pause;
    },
  });
}
