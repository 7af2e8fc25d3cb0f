// A run played: forth and back, at a speed, to the next guess, dead end or solution; its events in words, its tree.
// What the grid shows of a moment is handed on; so the page and the files of `nonet trace --to` play alike.
//
//     const played = player(run, { layer: layer => page.do("layer", { layer }), say });
//     place.append(played.element); played.go(5); played.press("g");

import { button, h, labelled, options, row } from "../dom.js";
import { words } from "../words.run.en.js";
import { KINDS, Replay, layerOf } from "./replay.js";
import { Tree } from "./tree.js";

const labels = words.watch,
  BEFORE = 5, // events of the log before the one at hand, and after it
  AFTER = 3;
/** How a moment looks, by its event. @type {Record<number, string>} */
const LOOKS = { [KINDS.guess]: "branch", [KINDS.dead]: "failed", [KINDS.solution]: "solved", [KINDS.learned]: "learned" };

/** @param {import("./replay.js").Run} run
 * @param {{ layer: (layer: import("../state.js").Layer, at: number) => void, say?: (words: string) => void }} told_to */
export function player(run, { layer, say }) {
  const replay = new Replay(run),
    { length } = replay,
    met = nodesMet(run),
    solutions = run.events.flatMap((event, index) => (event[0] === KINDS.solution ? [index + 1] : []));
  let at = -1,
    timer = 0;

  const moves = {
    first: () => go(0),
    lastGuess: () => find("guess", -1),
    back: () => go(at - 1),
    on: () => go(at + 1),
    guess: () => find("guess", 1),
    dead: () => find("dead", 1),
    solution: () => find("solution", 1),
    last: () => go(length),
  };
  const play = button(labels.play, () => (timer ? halt() : start()), { "aria-pressed": "false" });
  const buttons = Object.entries(moves).map(([name, move]) =>
    button(labels.moves[name][0], move, { "aria-label": labels.moves[name][1], title: labels.moves[name][1] }),
  );
  const speed = h("select", ...options(["1", "2", "4", "8", "16", "32", "64", "256"], "8")),
    stop = h("select", ...options(Object.entries(labels.stops), "end"));
  const slider = h("input", {
    type: "range",
    min: 0,
    max: length,
    value: 0,
    "aria-label": labels.moment,
    oninput: () => go(Number(slider.value)),
  });
  const event = h("p", { class: "event" }),
    log = h("ol", { class: "log", "aria-label": labels.log });
  const tree = new Tree(run.tree, run.dead, node => go(node.end)),
    fold = button("", () => tree.fold(), { hidden: !run.dead.length });
  const element = h(
    "div",
    { class: "player" },
    h("div", { class: "row", role: "group", "aria-label": labels.controls }, ...buttons.toSpliced(4, 0, play)),
    slider,
    event,
    row(labelled(labels.speed, speed), labelled(labels.stop, stop), fold),
    tree.element,
    log,
    h("p", { class: "counted" }, labels.counted(run)),
  );
  const again = tree.fold.bind(tree);
  tree.fold = () => {
    again();
    named();
  };
  named();

  function named() {
    fold.textContent = tree.folded.size ? words.tree.unfold : words.tree.fold;
  }
  /** @param {number} number */
  function go(number) {
    number = Math.max(0, Math.min(length, number));
    if (number === at) return;
    at = number;
    show();
  }
  function show() {
    const kind = at ? run.events[at - 1][0] : -1,
      over = kind === KINDS.stopped && solutions.length > 0; // a run that is over shows what it found
    slider.value = String(at);
    event.className = `event ${LOOKS[kind] ?? ""}`;
    event.textContent = at
      ? labels.told(at, replay.sentence(at)) + (over ? labels.found(solutions.length) : "")
      : labels.begin(length);
    slider.setAttribute("aria-valuetext", event.textContent);
    say?.(event.textContent);
    listed();
    tree.mark(met[at]);
    layer(layerOf(replay, at, over ? solutions.at(-1) : at), at);
  }
  function listed() {
    const from = Math.max(1, at - BEFORE),
      to = Math.min(length, Math.max(from, at) + AFTER),
      items = [];
    for (let number = from; number <= to; number++) {
      const current = number === at ? { "aria-current": "step" } : {};
      items.push(
        h(
          "li",
          button(labels.told(number, replay.sentence(number)), () => go(number), { class: "step", ...current }),
        ),
      );
    }
    log.replaceChildren(...items);
  }
  /** @param {"guess" | "dead" | "solution"} kind @param {1 | -1} way */
  function find(kind, way) {
    const number = replay.find(at, KINDS[kind], way);
    if (number !== null) go(number);
  }
  /** @param {1 | -1} way */
  function node(way) {
    const next = run.tree[tree.here + way];
    if (next) go(next.end);
  }
  function start() {
    if (at >= length) go(0);
    play.textContent = labels.pause;
    play.setAttribute("aria-pressed", "true");
    let before = performance.now(),
      due = 1;
    const beat = () => {
      const now = performance.now();
      due += ((now - before) / 1000) * Number(speed.value);
      before = now;
      let steps = Math.floor(due);
      due -= steps;
      const kind = stop.value === "end" ? null : KINDS[/** @type {keyof typeof KINDS} */ (stop.value)],
        next = kind === null ? length : (replay.find(at, kind, 1) ?? length);
      steps = Math.min(steps, next - at);
      if (steps) go(at + steps);
      if (at >= next) halt();
      else timer = window.setTimeout(beat, Math.max(16, 1000 / Number(speed.value)));
    };
    timer = window.setTimeout(beat, 0);
  }
  function halt() {
    window.clearTimeout(timer);
    timer = 0;
    play.textContent = labels.play;
    play.setAttribute("aria-pressed", "false");
  }
  /** @param {1 | -1} way */
  function faster(way) {
    const next = speed.options[speed.selectedIndex + way];
    if (next) speed.value = next.value;
  }

  /** What a key does. @type {Record<string, () => void>} */
  const keys = {
    ArrowRight: moves.on,
    ArrowLeft: moves.back,
    Home: moves.first,
    End: moves.last,
    " ": () => play.click(),
    g: moves.guess,
    G: moves.lastGuess,
    w: moves.dead,
    W: () => find("dead", -1),
    s: moves.solution,
    S: () => find("solution", -1),
    n: () => node(1),
    N: () => node(-1),
    f: () => tree.fold(),
    "+": () => faster(1),
    "-": () => faster(-1),
  };
  return {
    element,
    go,
    halt,
    show,
    /** Where a run begins to be worth watching: its first event that posts no constraint. */
    begin: () => go(run.events.findIndex(([kind]) => kind !== KINDS.posted) + 1),
    /** @param {string} key @returns {boolean} whether it means something */
    press(key) {
      if (!Object.hasOwn(keys, key)) return false;
      keys[key]();
      return true;
    },
  };
}

/** For each number of events the node of the tree that the run is at. @param {import("./replay.js").Run} run */
export function nodesMet(run) {
  const met = new Int32Array(run.events.length + 1);
  let path = [0],
    last = 0;
  run.events.forEach(([kind, x, , depth], index) => {
    if (kind === KINDS.guess) path = [...path.slice(0, depth), ++last];
    else if (kind === KINDS.backtracked) path = path.slice(0, x);
    met[index + 1] = path[path.length - 1];
  });
  return met;
}
