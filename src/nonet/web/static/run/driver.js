// The learner at the wheel: which constraint filters next, which guess is made, when it is taken back.  Each answer of
// the engine says how things stand after all moves; nothing is kept there.
//
//     const wheel = driver({ ask, layer, light, symbol }); place.append(wheel.element); wheel.begin("gac");

import { button, h, lighting, row } from "../dom.js";
import { words } from "../words.run.en.js";
import { Tree } from "./tree.js";

/** @typedef {Record<string, any>} Move */
/** How things stand, as `drive` says it. @typedef {any} Stand */

/** @param {{ ask: (level: string, moves: Move[], which: boolean) => Promise<Stand | null>,
 *   layer: (layer: import("../state.js").Layer) => void, light: (cells: string[]) => void,
 *   symbol: (cell: string, value: number) => string, say: (words: string) => void,
 *   moved?: (moves: Move[], made: Move | string | null) => void }} page  `moved` is told of all moves, and of the one just made, undone or redone */
export function driver({ ask, layer, light, symbol, say, moved }) {
  const labels = words.drive;
  let level = "",
    moves = /** @type {Move[]} */ ([]),
    cell = "",
    stand = /** @type {Stand | null} */ (null);
  /** The moves before each that was made or taken back. @type {Move[][]} */
  let past = [],
    ahead = past;

  const event = h("div", { class: "event", tabindex: 0, role: "region", "aria-label": labels.happened }),
    guesses = h("div", { class: "row guesses", role: "group", "aria-label": labels.choose }),
    counted = h("p", { class: "counted" }),
    list = h("ul", { class: "constraints", "aria-label": labels.constraints }),
    tree = h("div");
  const all = button(labels.all, () => make({ all: true })),
    pass = button(labels.pass, () => make({ pass: true })),
    back = button(labels.takeBack, () => make({ back: true })),
    undo = button(labels.undo, () => turn("undo", "undo")),
    redo = button(labels.redo, () => turn("redo", "redo")),
    which = button(labels.which, () => go(moves, past, true, null, ahead));
  const element = h(
    "div",
    { class: "driving", hidden: true },
    event,
    row(all, pass, back, undo, redo),
    guesses,
    row(which),
    list,
    tree,
    counted,
  );

  /** @param {Move} move */
  const make = move => go([...moves, move], [...past, moves], false, move);

  /** Back to before the last move, or forward again. @param {unknown} way @param {string} [made] */
  const turn = (way, made) =>
    way === "undo" ? past.length && go(past[past.length - 1], past.slice(0, -1), false, made, [moves, ...ahead]) : ahead.length && go(ahead[0], [...past, moves], false, made, ahead.slice(1));

  /** @param {Move[]} next @param {Move[][]} before @param {boolean} [tried] whether it is asked which constraints can remove something
   * @param {Move | string | null} [made] a move, or a turn @param {Move[][]} [after] the moves to which one may go forward */
  async function go(next, before, tried = false, made = null, after = []) {
    const answer = await ask(level, next, tried);
    if (!answer) return;
    [moves, past, ahead, stand] = [next, before, after, answer];
    moved?.(moves, made);
    element.hidden = false;
    show();
    if (tried) say(labels.can(answer.constraints.filter((/** @type {any} */ each) => each.useful).length));
  }

  function show() {
    if (!stand) return;
    const { state, domains, shown } = stand,
      waits = stand.constraints.filter((/** @type {any} */ each) => each.waits).length;
    const candidates = /** @type {Record<string, number[]>} */ ({}),
      values = /** @type {Record<string, number>} */ ({});
    for (const [name, left] of Object.entries(domains)) {
      if (left.length === 1 && (state === "solved" || !shown.gone[name])) values[name] = left[0];
      else candidates[name] = left;
    }
    layer(state === "solved" ? { values } : { candidates, values, ...shown });
    event.className = `event ${{ failed: "failed", solved: "solved" }[/** @type {string} */ (state)] ?? ""}`;
    const ended = labels.states[/** @type {keyof typeof labels.states} */ (state)];
    event.replaceChildren(
      ...(moves.length ? stand.told : [labels.begin]).map((/** @type {string} */ line) => h("p", line)),
      ...(stand.woken ?? []).map((/** @type {string} */ line) => h("p", { class: "about" }, line)),
      h("p", ended || labels.waiting(waits)),
    );
    event.scrollTop = state === "failed" ? event.scrollHeight : 0; // why is said last
    const lines = [...event.children].map(each => each.textContent ?? "");
    say([...lines.splice(0, 2), ...(lines.length > 2 ? [labels.more(lines.length - 1), lines.pop()] : lines)].join("; ")); // all of it stands below
    all.disabled = pass.disabled = state !== "open" || !waits;
    back.disabled = !stand.guesses.length;
    undo.disabled = !past.length;
    redo.disabled = !ahead.length;
    which.disabled = state !== "open";
    list.replaceChildren(...stand.constraints.map(entry));
    counted.textContent = labels.counters(stand.counters);
    const drawn = new Tree(stand.tree, [], node => {
      const count = node.end ? stand.ends.findIndex((/** @type {number} */ end) => end >= node.end) + 1 : 0;
      if (count !== moves.length) go(moves.slice(0, count), [...past, moves]);
    });
    tree.replaceChildren(drawn.element);
    drawn.mark(stand.here);
    offer();
  }

  /** @param {any} constraint */
  function entry({ label, cells, waits, useful }) {
    const looks = [waits ? "waits" : "", useful ? "can" : ""].filter(Boolean).join(" ");
    return h(
      "li",
      button(label, () => make({ filter: label }), {
        class: looks || null,
        title: waits ? labels.waits : null,
        disabled: stand.state === "failed",
        ...lighting(on => light(on ? cells : [])),
      }),
    );
  }

  /** The guesses that the chosen cell allows. */
  function offer() {
    const left = stand?.state === "open" ? (stand.domains[cell] ?? []) : [];
    guesses.replaceChildren(
      ...(left.length > 1
        ? left.map((/** @type {number} */ value) =>
            button(labels.guess(cell, symbol(cell, value)), () => make({ guess: [cell, value] })),
          )
        : [h("p", stand?.state === "open" ? labels.choose : "")]),
    );
  }

  return {
    element,
    /** Begin anew at a level, after these moves. @param {string} chosen @param {Move[]} [first] */
    begin(chosen, first = []) {
      level = chosen;
      return go(first, first.map((_, number) => first.slice(0, number)));
    },
    /** Make a move or a turn that was made elsewhere. @param {Move | string} move */
    repeat: move => (typeof move === "string" ? turn(move) : go([...moves, move], [...past, moves])),
    /** The cell whose value may be guessed. @param {string} chosen */
    at(chosen) {
      cell = chosen;
      if (!element.hidden) offer();
    },
    show,
    /** Whether somebody is at the wheel. */
    drives: () => stand !== null,
    clear() {
      element.hidden = true;
      for (const each of [event, guesses, list, tree]) each.replaceChildren();
      [moves, past, ahead, stand] = [[], [], [], null];
    },
  };
}
