// Wires the parts: the state, the grid, the engine, the panels, what is kept.

import { clockOf } from "./clock.js";
import { conflictsOf } from "./conflicts.js";
import { button, h } from "./dom.js";
import { connect } from "./engine/client.js";
import { SIDE, geometryOf } from "./geometry.js";
import { Grid } from "./grid/grid.js";
import { actionOf } from "./grid/keys.js";
import { Cancelled, asker } from "./jobs.js";
import { checkPanel } from "./panels/check.js";
import { finish } from "./panels/finish.js";
import { frontPanel } from "./panels/front.js";
import { hintPanel } from "./panels/hint.js";
import { learnPanel } from "./panels/learn.js";
import { modelPanel } from "./panels/model.js";
import { pathPanel } from "./panels/path.js";
import { playPanel } from "./panels/play.js";
import { racePanel } from "./panels/race.js";
import { setPanel } from "./panels/set.js";
import { openerOf } from "./panels/open.js";
import { openKeys } from "./panels/settings.js";
import { sharePanel } from "./panels/share.js";
import { solvePanel } from "./panels/solve.js";
import { watchPanel } from "./panels/watch.js";
import { deskOf, latest } from "./desk.js";
import { KINDS } from "./routes.js";
import { shortcutOf } from "./shortcuts.js";
import { puzzleToAsk, docOf, setsClues, store } from "./state.js";
import { SETTINGS, localBox, storage } from "./storage.js";
import { viewsOf } from "./views.js";
import { words } from "./words.en.js";
import { worksOf } from "./work.js";

/** @typedef {import("./state.js").State} State @typedef {import("./state.js").Doc} Doc @typedef {import("./geometry.js").Geometry} Geometry */
/** What a panel may use. @typedef {typeof app} App */
/** @typedef {import("./routes.js").View} View @typedef {import("./state.js").Kind} Kind */
/** @typedef {{ id: string, element: HTMLElement, show?: (state: State, before?: State) => void, seen?: (on: boolean) => void, visit?: (rest: string[]) => unknown,
 *   ready?: (about: any) => void, clear?: () => void, press?: (event: KeyboardEvent) => boolean,
 *   take?: (value: number) => boolean }} Panel  `visit` shows what the further parts of
 *   an address name; `clear` takes away answers about a puzzle that is another now; `press` and `take` say whether a key, or a value entered, was for it */

const $ = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
let running = ""; // what the engine is, in words
const keep = storage(localBox());
let settings = /** @type {import("./storage.js").Settings} */ ({ ...SETTINGS, ...keep.get("settings", {}) });
const engine = connect();
const work = worksOf(keep);
let saving = 0;
const warned = /** @type {Set<string>} */ (new Set()); // what need not be said again

const drawn = /** @type {WeakMap<object, Geometry>} */ (new WeakMap()); // of puzzles that were open: undo shows them at once
const { state: first, seconds: firstSeconds } = latest(work, "game");
let shown = first;
let spoken = ""; // of which document, in which version and view, the status line speaks
const page = store(first, changed);
drawn.set(docOf(first).puzzle, first.geometry);

const cancel = button(words.app.cancel, () => jobs.cancel(), { hidden: true });
const jobs = asker(engine, busy => {
  cancel.hidden = !busy;
  document.body.dataset.busy = String(busy); // no aria-busy: it would hide the page, and Cancel, from who listens to it
  if (busy) say(words.app.working);
});
const clock = clockOf(tick);

const app = {
  page,
  keep,
  clock,
  work,
  quietly: jobs.quietly,
  engine: engine.name,
  settings: () => settings,
  /** @param {Partial<import("./storage.js").Settings>} change */
  choose(change) {
    settings = { ...settings, ...change };
    keep.set("settings", settings);
    dress();
    grid.show(page.state);
    for (const panel of panels) panel.show?.(page.state);
    tick(clock.seconds);
  },
  say,
  /** A value goes into the chosen cells; where none can take one, that is said. @param {object} action */
  enter(action) {
    const before = page.state, { value, mode = before.mode } = /** @type {{ value: number, mode?: string }} */ (action);
    if (mode === "value" && views.panels(before.view).some(panel => panel.take?.(value))) return;
    page.do("enter", { tidy: settings.tidy, ...action });
    if (page.state === before) say(words.play.fixed);
  },
  /** Give up what is being asked. */
  cancel: () => jobs.cancel(),
  running: () => running,
  programs: { run: false, where: "" }, // a learner's
  place: () => page.state.view.place, // which is in sight
  visit: (/** @type {{ place: string, rest?: string[], sheet?: string }} */ view) => desk.visit(view),
  /** @param {string} place @param {string} [sheet] */
  go: (place, sheet) => desk.visit({ place, sheet, rest: desk.refsOf(place) }),
  /** A sheet over the puzzle at hand, or none. @param {string} sheet */
  sheet: sheet => app.go(KINDS[app.place()] ? app.place() : "play", sheet),
  /** The puzzle at hand as another document: a draft to edit, a game to play. @param {Kind} kind */
  async copyTo(kind) {
    const { puzzle, clues } = docOf(page.state);
    if (await desk.openDoc({ puzzle: { ...puzzle }, clues, play: {} }, { kind, geometry: page.state.geometry })) say(words.views.copied[kind] ?? "");
  },
  /** The text of the status line. */
  status: () => $("say").textContent ?? "",
  /** Ask about the puzzle that is open; errors are said. @param {import("./jobs.js").Command} command @param {(event: any) => void} [on]
   * @returns {Promise<any>} the result; null where there is none, or the puzzle has changed meanwhile */
  async ask(command, on) {
    const doc = docOf(page.state),
      elsewhere = "puzzle" in command && command.puzzle === undefined; // a text, an exercise
    try {
      const result = await jobs.ask({ puzzle: puzzleToAsk(page.state), ...command }, event => {
        if (docOf(page.state) === doc) on?.(event);
      });
      if (docOf(page.state) !== doc && !elsewhere) {
        say(words.app.stale);
        return null;
      }
      if (app.status() === words.app.working) say("");
      return result;
    } catch (error) {
      if (error instanceof Cancelled) {
        if (!jobs.busy) say(words.app.cancelled);
        return null;
      }
      const { message, cells } = /** @type {{ message: string, cells?: string[] }} */ (error);
      say(message);
      if (cells?.length) page.do("layer", { layer: { cells } });
      return null;
    }
  },
  /** The picture of a puzzle, kept; null, and it is said why, where it is none.
   * @param {Record<string, any>} puzzle @param {Record<string, number>} [clues] @returns {Promise<any>} */
  async draw(puzzle, clues) {
    try {
      const result = await engine.run({
        do: "draw",
        puzzle: clues ? { ...puzzle, clues } : puzzle,
        cell: SIDE,
      });
      drawn.set(puzzle, geometryOf(result));
      return result;
    } catch (error) {
      say(/** @type {Error} */ (error).message);
      return null;
    }
  },
  openDocument: (/** @type {Parameters<typeof desk.openDocument>} */ ...given) => desk.openDocument(...given),
  openDoc: (/** @type {Parameters<typeof desk.openDoc>} */ ...given) => desk.openDoc(...given),
  turn: () => desk.turn(), // changes with each address that is followed and each document that is opened
  keepWork,
  forget: () => desk.forget(),
  seek: () => opening.open(),
  /** The picture of a puzzle that is not open; null where it cannot be had at once. @param {Doc} doc @returns {Promise<any>} */
  pictureOf: doc => engine.run({ do: "draw", puzzle: { ...doc.puzzle, clues: doc.clues }, cell: SIDE }, { idle: true }).catch(() => null),
  /** @type {() => string | undefined} */
  backend: () => undefined,
  /** @param {Blob} blob @param {string} name */
  save(blob, name) {
    const href = URL.createObjectURL(blob),
      link = h("a", { href, download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(href), 60_000);
  },
  /** @param {string} key the technique that hints are asked for */
  practise(key) {
    hints.practise(key);
  },
  /** The address of a page of the documentation, where that is beside this page. @param {string} name @returns {string | null} */
  docs(name) {
    const place = document.querySelector('meta[name="nonet-docs"]')?.getAttribute("content");
    return place ? `${place}${name}.html` : null;
  },
  /** What a touch of the grid means instead of a choice of cells, for a panel that draws. @type {import("./grid/pointer.js").Hand | null} */
  hand: null,
  hint: () => hints.step(),
  hints: () => hints.count(),
};

const conflicts = conflictsOf(app, $("clash"), () => finish(app));
const grid = new Grid($("board"), act, () => settings, () => app.hand);
const hints = hintPanel(app),
  playing = playPanel(app),
  solving = solvePanel(app),
  sharing = sharePanel(app),
  learning = learnPanel(app),
  front = frontPanel(app);
app.backend = solving.backend;
const opening = openerOf(app);
/** @type {Record<string, Panel[]>} */
const inSight = {
  front: [front],
  play: [hints],
  set: [setPanel(app)],
  learn: [learning],
  drill: [learning.drill],
  solve: [checkPanel(app), pathPanel(app), solving, racePanel(app)],
  watch: [watchPanel(app)],
  program: [modelPanel(app)],
  share: [sharing],
};
/** @type {Panel[]} */
const panels = [playing, ...Object.values(inSight).flat()];
$("controls").append(playing.element);
$("heading").append(playing.head);
$("tools").append(...playing.tools);
$("below").append(playing.rules);
$("do").append(cancel);
const views = viewsOf(app, { nav: $("tabs"), bar: $("sheets"), panels: $("panels") }, inSight),
  desk = deskOf(app, drawn, views.panels);

dress();
titled(page.state);
grid.show(page.state);
views.show(page.state);
for (const panel of panels) panel.show?.(page.state);
clock.begin(`game ${first.id}`, firstSeconds);
clock.turnTo(`game ${first.id}`);
clock.hold(true);
say(words.app.starting);
listen();
desk.follow(location.hash);
ready();

/** A touch of the grid, which may enter the value chosen before. @param {string} type @param {any} [action] */
function act(type, action = {}) {
  page.do(type, action);
  const { pen } = page.state;
  if (type === "select" && settings.first === "number" && pen !== null && !setsClues(page.state) && !action.extend && !action.toggle)
    app.enter({ value: pen });
}

/** Shows a state, once its picture is that of its puzzle: compared with what was shown last. @param {State} state */
function changed(state) {
  const geometry = drawn.get(docOf(state).puzzle);
  if (geometry && geometry !== state.geometry) return page.do("shape", { geometry });
  const before = shown;
  shown = state;
  const [now, then] = [docOf(state), docOf(before)],
    another = state.kind !== before.kind || state.id !== before.id;
  if (another) {
    work.save(before, clock.seconds);
    clock.turnTo(`${state.kind} ${state.id}`);
  }
  if (another || now.puzzle !== then.puzzle || now.clues !== then.clues) for (const panel of panels) panel.clear?.();
  clock.hold(state.solved || state.paused || Boolean(now.filled) || state.view.place !== "play");
  grid.show(state, before);
  for (const panel of panels) panel.show?.(state, before);
  if (state.conflicts !== before.conflicts) conflicts.show(state);
  if (spoken && spoken !== spokenOf(state) && !jobs.busy) say("");
  if (state.view !== before.view || state.ref !== before.ref || another) views.show(state);
  desk.address();
  if (state.view !== before.view) turned(state, before);
  if (now === then) return;
  titled(state);
  if (!geometry)
    app.draw(docOf(state).puzzle, docOf(state).clues).then(() => {
      const geometryRead = drawn.get(docOf(page.state).puzzle);
      if (geometryRead) page.do("shape", { geometry: geometryRead });
    });
  save();
  conflicts.check();
}

/** The document, its version and the view that something is said of. @param {State} state */
function spokenOf({ kind, id, version, view }) {
  return [kind, id, version, view.place, view.sheet].join(" ");
}

/** Another place or sheet is in sight: its panels begin, those before end, and what they asked with them. @param {State} state @param {State} before */
function turned(state, before) {
  const [now, then] = [views.panels(state.view), views.panels(before.view)];
  if (views.keyOf(state.view) === views.keyOf(before.view)) return;
  jobs.cancel();
  keepWork(); // the front lists what was begun
  app.hand = null;
  for (const panel of then) panel.seen?.(false);
  for (const panel of now) panel.seen?.(true);
  window.scrollTo(0, 0);
}

/** @param {State} state */
function titled(state) {
  const { puzzle, about } = docOf(state),
    name = String(puzzle.name ?? "") || (about ? words.library.name(about) : "");
  $("title").textContent = name || words.app.unnamed;
  document.title = name ? `${name} · ${words.app.untitled}` : words.app.untitled;
}

/** @param {number} seconds */
function tick(seconds) {
  playing.tick(seconds);
  if (seconds % 15 === 14) save();
}

function save() {
  window.clearTimeout(saving);
  saving = window.setTimeout(() => {
    if (!keepWork()) once(words.app.unkept);
  }, 250);
}

/** @returns {boolean} whether what is at work is kept */
function keepWork() {
  window.clearTimeout(saving);
  return work.save(page.state, clock.seconds);
}

/** @param {string} text */
function once(text) {
  if (!warned.has(text)) say(text);
  warned.add(text);
}

/** @param {string} text @param {HTMLElement} [action] */
function say(text, action) {
  spoken = text ? spokenOf(page.state) : "";
  $("say").textContent = text;
  $("do").replaceChildren(cancel, ...(action ? [action] : []));
}

function dress() {
  if (settings.theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = settings.theme;
}

function listen() {
  window.addEventListener("nonet-fetch", event => say(words.app.fetching(/** @type {CustomEvent} */ (event).detail)));
  window.addEventListener("nonet-load", event => {
    const progress = /** @type {HTMLProgressElement} */ ($("progress"));
    progress.value = /** @type {CustomEvent} */ (event).detail;
    progress.hidden = progress.value >= 1;
  });
  document.addEventListener("keydown", event => {
    const { target } = event;
    if (
      !(target instanceof Element) ||
      target.closest("input, textarea, select, dialog, summary, pre, .tree, .editor") ||
      (target.closest("a") && !shortcutOf(event))
    )
      return;
    const inGrid = grid.svg.contains(target),
      onButton = target.closest("button");
    if (onButton && (event.key === " " || event.key === "Enter")) return;
    if (views.panels(page.state.view).some(panel => panel.press?.(event))) return event.preventDefault();
    const action = page.state.paused ? null : actionOf(event, page.state),
      shortcut = action ? undefined : shortcutOf(event);
    if (shortcut) {
      event.preventDefault();
      return shortcuts[shortcut]();
    }
    if (!action || !KINDS[app.place()]) return;
    event.preventDefault();
    if (action[0] === "enter") app.enter(action[1]);
    else page.do(...action);
    if (!inGrid && !onButton && !document.activeElement?.matches("input")) grid.focus(page.state.cursor);
  });
  window.addEventListener("hashchange", event => desk.follow(new URL(event.newURL).hash)); // location may be what is shown again
  window.addEventListener("pagehide", keepWork);
  window.addEventListener("storage", ({ key }) => {
    if (key === keep.name("documents")) once(words.app.twice);
  });
}

/** What a key does wherever the focus is. @type {Record<string, () => void>} */
const shortcuts = {
  hint() {
    if (app.place() !== "play") app.go("play");
    hints.step();
  },
  conclude: () => hints.conclude(),
  check: () => playing.check(),
  marks: () => playing.fillMarks(),
  pause: () => page.do("pause", { on: !page.state.paused }),
  keys: () => openKeys(),
};

async function ready() {
  try {
    await engine.ready;
    const about = await engine.run({ do: "about" });
    for (const panel of panels) panel.ready?.(about);
    app.programs = about.programs;
    running = words.app.about(about, engine.name);
    $("progress").hidden = true;
    if (app.status() === words.app.starting) say(app.place() === "front" ? "" : words.app.ready);
    await app.draw(docOf(page.state).puzzle, docOf(page.state).clues);
    const geometryRead = drawn.get(docOf(page.state).puzzle);
    if (geometryRead) page.do("shape", { geometry: geometryRead });
    conflicts.check();
    document.body.dataset.ready = engine.name;
  } catch (error) {
    $("progress").hidden = true;
    say(words.app.broken(/** @type {Error} */ (error).message));
  }
}
