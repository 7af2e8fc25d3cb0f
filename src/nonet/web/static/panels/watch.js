// The solver watched: every step of propagation and search, the domains in the cells, the event in words; or driven
// by hand: the learner picks the next constraint.

import { button, h, labelled, options } from "../dom.js";
import { asked } from "../state.js";
import { words } from "../words.en.js";
import { replay } from "./replay.js";
import { treeOf } from "./tree.js";

/** @param {import("../app.js").App} app */
export function watchPanel(app) {
  const { page } = app,
    told = words.watch;
  const level = h("select", {}),
    order = h("select", {}),
    stop = h("select", {}, ...options(Object.entries(told.stops), "end"));
  const speed = h("input", { type: "range", min: 1, max: 60, value: 8 });
  const slider = h("input", {
    type: "range",
    min: 0,
    max: 0,
    value: 0,
    "aria-label": told.moment,
    oninput: () => go(Number(slider.value)),
  });
  const said = h("p", { class: "event" }),
    counted = h("p", { class: "counted" }),
    tree = h("div", { class: "scroll" });
  const play = button(told.play, () => (timer ? halt() : start()), { "aria-pressed": "false" });
  const driving = h("div", { class: "driving" });
  const player = h(
    "div",
    { hidden: true },
    h(
      "div",
      { class: "row" },
      button("|◀", () => go(0), { "aria-label": told.first }),
      button("◀", () => go(at - 1), { "aria-label": told.back }),
      play,
      button("▶", () => go(at + 1), { "aria-label": told.on }),
      button("▶|", () => go(length()), { "aria-label": told.last }),
    ),
    slider,
    h("div", { class: "row" }, labelled(told.speed, speed), labelled(told.stop, stop)),
    said,
    counted,
    tree,
  );
  const element = h(
    "div",
    {},
    h("p", {}, told.about),
    h(
      "div",
      { class: "row" },
      labelled(told.level, level),
      labelled(told.order, order),
      button(told.go, record, { class: "main" }),
    ),
    player,
    h("h2", {}, told.driveTitle),
    h("p", {}, told.driveAbout),
    h(
      "div",
      { class: "row" },
      button(told.drive, () => {
        moves = [];
        drive();
      }),
    ),
    driving,
  );

  /** @type {import("./replay.js").Trace | null} */
  let trace = null;
  /** @type {ReturnType<typeof replay> | null} */
  let run = null;
  let at = 0,
    timer = 0;
  /** @type {Set<string>} the levels that can be driven by hand */
  let driven = new Set();
  const length = () => run?.length ?? 0;

  async function record() {
    halt();
    const result = await app.ask({
      do: "trace",
      puzzle: asked(page.state, { played: false }),
      level: level.value || undefined,
      order: order.value || undefined,
    });
    if (!result) return;
    [trace, run] = [result, replay(result)];
    player.hidden = false;
    slider.max = String(length());
    tree.replaceChildren(treeOf(result.tree, go));
    counted.textContent = told.counted(result);
    go(0);
  }
  /** @param {number} number */
  function go(number) {
    if (!run || !trace) return;
    at = Math.max(0, Math.min(length(), number));
    slider.value = String(at);
    const event = trace.events[at - 1];
    said.textContent = event ? `${at}. ${event.words}` : told.begin(length());
    slider.setAttribute("aria-valuetext", said.textContent);
    app.say(said.textContent);
    page.do("layer", { layer: domains(run.at(at), event?.cells) });
    for (const node of tree.querySelectorAll(".node"))
      node.classList.toggle("here", /** @type {SVGElement} */ (node).dataset.end === String(at));
  }
  /** @param {Record<string, number[]>} open @param {string[]} [cells] */
  function domains(open, cells) {
    const values = Object.fromEntries(
      Object.entries(open)
        .filter(([, left]) => left.length === 1)
        .map(([cell, left]) => [cell, left[0]]),
    );
    return { candidates: open, values, cells };
  }
  function start() {
    if (at >= length()) go(0);
    play.textContent = told.pause;
    play.setAttribute("aria-pressed", "true");
    const beat = () => {
      go(at + 1);
      if (at >= length() || trace?.events[at - 1]?.kind === stop.value) halt();
      else timer = window.setTimeout(beat, 1000 / Number(speed.value));
    };
    timer = window.setTimeout(beat, 0);
  }
  function halt() {
    window.clearTimeout(timer);
    timer = 0;
    play.textContent = told.play;
    play.setAttribute("aria-pressed", "false");
  }

  /** @type {object[]} */
  let moves = [];
  /** @param {object} [move] */
  async function drive(move) {
    halt();
    const next = move ? [...moves, move] : moves;
    const result = await app.ask({
      do: "drive",
      puzzle: asked(page.state, { played: false }),
      level: driven.has(level.value) ? level.value : undefined,
      moves: next,
    });
    if (!result) return;
    moves = next;
    page.do("layer", { layer: domains(result.domains, result.cells) });
    const lines = result.told ?? [],
      cell = page.state.cursor,
      left = result.domains[cell] ?? [];
    driving.replaceChildren(
      h(
        "p",
        { class: "event", "aria-live": "polite" },
        lines.length ? lines.join(" ") : told.driveBegin,
        " ",
        told.states[/** @type {keyof typeof told.states} */ (result.state)] ?? result.state,
      ),
      h(
        "div",
        { class: "row" },
        button(told.all, () => drive({ all: true })),
        button(told.takeBack, () => drive({ back: true }), { disabled: !result.guesses.length }),
        button(
          told.undoMove,
          () => {
            moves = moves.slice(0, -1);
            drive();
          },
          { disabled: !moves.length },
        ),
        ...(left.length > 1
          ? left.map((/** @type {number} */ value) =>
              button(
                told.guess(cell, page.state.geometry.symbols[page.state.geometry.values.indexOf(value)]),
                () => drive({ guess: [cell, value] }),
              ),
            )
          : []),
      ),
      h("p", {}, told.waiting(result.waiting.length)),
      h(
        "ul",
        { class: "chips" },
        ...result.waiting.slice(0, 80).map((/** @type {any} */ each) =>
          h(
            "li",
            {},
            button(each.label, () => drive({ filter: each.label }), {
              onmouseenter: () => page.do("light", { cells: each.cells ?? [] }),
              onmouseleave: () => page.do("light"),
              onfocus: () => page.do("light", { cells: each.cells ?? [] }),
              onblur: () => page.do("light"),
            }),
          ),
        ),
      ),
    );
  }

  return {
    id: "watch",
    title: told.title,
    element,
    /** @param {any} about */
    ready(about) {
      driven = new Set(about.drive_levels);
      level.replaceChildren(
        ...options([["", told.usual], ...about.levels.map((/** @type {string} */ name) => [name, name])]),
      );
      order.replaceChildren(
        ...options([["", told.usual], ...about.orders.map((/** @type {string} */ name) => [name, name])]),
      );
    },
    clear() {
      halt();
      [run, trace, moves] = [null, null, []];
      player.hidden = true;
      driving.replaceChildren();
    },
  };
}
