// Wires the parts: the state, the grid, the engine, the panels, what is kept.

import { connect } from "./engine/client.js";
import { button, h } from "./dom.js";
import { SIDE, geometryOf, plainGeometry } from "./geometry.js";
import { Grid } from "./grid/grid.js";
import { actionOf } from "./grid/keys.js";
import { Cancelled, asker } from "./jobs.js";
import { checkPanel } from "./panels/check.js";
import { hintPanel } from "./panels/hint.js";
import { learnPanel } from "./panels/learn.js";
import { modelPanel } from "./panels/model.js";
import { pathPanel } from "./panels/path.js";
import { playPanel } from "./panels/play.js";
import { racePanel } from "./panels/race.js";
import { setPanel } from "./panels/set.js";
import { sharePanel } from "./panels/share.js";
import { solvePanel } from "./panels/solve.js";
import { watchPanel } from "./panels/watch.js";
import { documentOf } from "./share.js";
import { asked, docOf, fresh, opened, store, valueAt } from "./state.js";
import { SETTINGS, localBox, storage } from "./storage.js";
import { Tabs } from "./tabs.js";
import { words } from "./words.en.js";

/** @typedef {import("./state.js").State} State @typedef {import("./state.js").Doc} Doc @typedef {import("./geometry.js").Geometry} Geometry */
/** What a panel may use. @typedef {typeof app} App */
/** @typedef {{ id: string, title?: string, element: HTMLElement, show?: (state: State, before?: State) => void, seen?: (on: boolean) => void, ready?: (about: any) => void,
 *   clear?: () => void }} Panel  `clear` takes away answers about a puzzle that is another now */

const $ = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
/** What the engine is, in words. */
let running = "";
const FIRST = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

const keep = storage(localBox());
let settings = /** @type {import("./storage.js").Settings} */ ({ ...SETTINGS, ...keep.get("settings", {}) });
const engine = connect();

/** The pictures of puzzles that were open: undo shows them at once. @type {WeakMap<object, Geometry>} */
const drawn = new WeakMap();
const begin = start();
let shown = begin;
const page = store(begin, changed);
drawn.set(docOf(begin).puzzle, begin.geometry);

const cancel = button(words.app.cancel, () => jobs.cancel(), { hidden: true });
const jobs = asker(engine, busy => {
  cancel.hidden = !busy;
  document.body.dataset.busy = String(busy); // no aria-busy: it would hide the page, and Cancel, from who listens to it
  if (busy) say(words.app.working);
});

const clock = timer();
const app = {
  page,
  keep,
  clock,
  quietly: jobs.quietly,
  engine: engine.name,
  settings: () => settings,
  /** @param {Partial<import("./storage.js").Settings>} change */
  choose(change) {
    settings = { ...settings, ...change };
    keep.set("settings", settings);
    dress();
    grid.show(page.state);
    playing.tick(clock.seconds);
  },
  say,
  /** A value goes into the chosen cells; where none can take one, that is said. @param {object} action */
  enter(action) {
    const before = page.state;
    page.do("enter", action);
    if (page.state === before) say(words.play.fixed);
  },
  running: () => running,
  /** To where a puzzle is opened, and back once it is. */
  seek() {
    const { chosen } = tabs;
    tabs.choose(groups.findIndex(([id]) => id === "share"));
    sharing.begin(() => {
      tabs.choose(chosen);
      window.scrollTo(0, 0);
    });
  },
  /** What was said last. */
  said: () => $("say").textContent ?? "",
  /** Ask about the puzzle that is open; errors are said. @param {import("./jobs.js").Command} command @param {(event: any) => void} [on]
   * @returns {Promise<any>} the result; null where there is none, or the puzzle has changed meanwhile */
  async ask(command, on) {
    const doc = docOf(page.state),
      elsewhere = "puzzle" in command && command.puzzle === undefined; // a text, an exercise
    try {
      const result = await jobs.ask(whole({ puzzle: asked(page.state), ...command }), event => {
        if (docOf(page.state) === doc) on?.(event);
      });
      if (docOf(page.state) !== doc && !elsewhere) {
        say(words.app.stale);
        return null;
      }
      if (app.said() === words.app.working) say("");
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
  /** Open a document of nonet's. @param {Record<string, any>} document @param {number} [seconds] @returns {Promise<boolean>} */
  async openDocument(document, seconds = 0) {
    const { clues, entries, ...puzzle } = document,
      result = await app.draw(document);
    if (!result) return false;
    const doc = opened({ ...document, clues: result.clues ?? {}, entries: entries ?? {} });
    const geometry = geometryOf(result);
    drawn.set(doc.puzzle, geometry);
    page.do("open", { doc, geometry });
    clock.start(seconds);
    window.history.replaceState(null, "", location.pathname + location.search);
    return true;
  },
  follow,
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
    tabs.choose(0);
  },
  /** The address of a page of the documentation, where that is beside this page. @param {string} name @returns {string | null} */
  docs(name) {
    const place = document.querySelector('meta[name="nonet-docs"]')?.getAttribute("content");
    return place ? `${place}${name}.html` : null;
  },
};

const grid = new Grid($("board"), page.do, () => settings);
const playing = playPanel(app),
  hints = hintPanel(app),
  solving = solvePanel(app),
  sharing = sharePanel(app);
app.backend = solving.backend;
/** @type {[string, string, Panel[]][]} */
const groups = [
  ["hint", words.hint.title, [hints, pathPanel(app)]],
  ["check", words.check.title, [checkPanel(app), solving, racePanel(app)]],
  ["watch", words.watch.title, [watchPanel(app)]],
  ["model", words.model.title, [modelPanel(app)]],
  ["set", words.set.title, [setPanel(app)]],
  ["share", words.share.title, [sharing]],
  ["learn", words.learn.title, [learnPanel(app)]],
];
/** @type {Panel[]} */
const panels = [playing, ...groups.flatMap(([, , each]) => each)];
$("controls").append(playing.element);
$("title").after(playing.head);
$("controls").append(playing.rules);
$("do").append(cancel);
const tabs = new Tabs(
  $("tabs"),
  $("panels"),
  groups.map(([id, title, each]) => ({ id, title, elements: each.map(panel => panel.element) })),
  words.app.tabs,
  (id, on) => panels.find(panel => panel.id === id)?.seen?.(on),
);

dress();
titled(page.state);
grid.show(page.state);
for (const panel of panels) panel.show?.(page.state);
say(words.app.starting);
listen();
ready();

/** A command without what is not said: no engine takes an undefined. @param {import("./jobs.js").Command} command
 * @returns {import("./jobs.js").Command} */
function whole(command) {
  return /** @type {any} */ (
    Object.fromEntries(Object.entries(command).filter(([, value]) => value !== undefined))
  );
}

/** The state to begin with: what was at work, else a puzzle to try. @returns {State} */
function start() {
  const kept = keep.get("work", /** @type {any} */ (null));
  try {
    if (kept?.doc?.puzzle && kept.geometry?.cells?.length)
      return { ...fresh(kept.doc, geometryOf(kept.geometry)), point: kept.point ?? null };
  } catch {
    /* what was kept is of another version */
  }
  const geometry = plainGeometry(9);
  const clues = Object.fromEntries(
    geometry.cells.flatMap(([cell], index) => (FIRST[index] === "." ? [] : [[cell, Number(FIRST[index])]])),
  );
  return fresh(opened({ nonet: "puzzle", version: 1, size: 9, clues }), geometry);
}

/** Shows a state, once its picture is that of its puzzle: compared with what was shown last. @param {State} state */
function changed(state) {
  const geometry = drawn.get(docOf(state).puzzle);
  if (geometry && geometry !== state.geometry) return page.do("shape", { geometry });
  const before = shown;
  shown = state;
  const [now, then] = [docOf(state), docOf(before)];
  if (now.puzzle !== then.puzzle || now.clues !== then.clues) for (const panel of panels) panel.clear?.();
  grid.show(state, before);
  for (const panel of panels) panel.show?.(state, before);
  if (now === then) return;
  titled(state);
  if (!geometry)
    app.draw(docOf(state).puzzle, docOf(state).clues).then(() => {
      const found = drawn.get(docOf(page.state).puzzle);
      if (found) page.do("shape", { geometry: found });
    });
  save();
  check();
}

/** @param {State} state */
function titled(state) {
  const name = String(docOf(state).puzzle.name ?? "");
  $("title").textContent = name || words.app.untitled;
  document.title = name ? `${name} · ${words.app.untitled}` : words.app.untitled;
}

/** Conflicts, from the declared constraints, after each change. */
function check() {
  app.quietly(
    "check",
    () => ({ do: "check", puzzle: asked(page.state), quick: true }),
    result => {
      if (!result) return;
      page.do("checked", { conflicts: result.conflicts });
      const full = page.state.geometry.cells.every(([cell]) => valueAt(page.state, cell) !== undefined),
        played = Object.keys(docOf(page.state).play).length > 0;
      if (full && played && !result.conflicts.length && !page.state.solved) {
        page.do("solved", { on: true });
        clock.stop();
        say(words.app.solved);
      }
    },
  );
}

let saving = 0;
function save() {
  window.clearTimeout(saving);
  saving = window.setTimeout(() => {
    if (!keepWork()) once(words.app.unkept);
  }, 250);
}

/** @returns {boolean} whether what is at work is kept */
function keepWork() {
  window.clearTimeout(saving);
  const { at, ...geometry } = page.state.geometry;
  return keep.set("work", { doc: docOf(page.state), geometry, seconds: clock.seconds, point: page.state.point });
}

/** What need not be said again. @type {Set<string>} */
const warned = new Set();
/** @param {string} text */
function once(text) {
  if (!warned.has(text)) say(text);
  warned.add(text);
}

/** @param {string} text @param {HTMLElement} [action] */
function say(text, action) {
  $("say").textContent = text;
  $("do").replaceChildren(cancel, ...(action ? [action] : []));
}

function dress() {
  if (settings.theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = settings.theme;
}

function timer() {
  let seconds = keep.get("work", { seconds: 0 })?.seconds ?? 0,
    runs = true;
  window.setInterval(() => {
    if (!runs || page.state.paused || document.hidden) return;
    seconds += 1;
    playing.tick(seconds);
    if (seconds % 15 === 0) save();
  }, 1000);
  return {
    get seconds() {
      return seconds;
    },
    start(/** @type {number} */ from) {
      [seconds, runs] = [from, true];
      playing.tick(seconds);
    },
    stop() {
      runs = false;
    },
  };
}

function listen() {
  document.addEventListener("keydown", event => {
    const { target } = event;
    if (
      !(target instanceof Element) ||
      target.closest("input, textarea, select, dialog, summary, a, pre, [role=tab], .tree")
    )
      return;
    const inGrid = grid.svg.contains(target),
      onButton = target.closest("button");
    if (onButton && (event.key === " " || event.key === "Enter")) return;
    const action = page.state.paused ? null : actionOf(event, page.state);
    if (!action) return;
    event.preventDefault();
    if (action[0] === "enter") app.enter(action[1]);
    else page.do(...action);
    if (!inGrid && !onButton) grid.focus(page.state.cursor);
  });
  window.addEventListener("hashchange", () => follow(location.hash));
  window.addEventListener("pagehide", keepWork);
  window.addEventListener("storage", ({ key }) => {
    if (key === keep.name("work")) once(words.app.twice);
  });
}

/** Open the puzzle of a link's fragment. @param {string} fragment @returns {Promise<boolean>} whether it held one that is open now */
async function follow(fragment) {
  try {
    const document = await documentOf(fragment);
    if (!document && fragment.length > 1) say(words.app.damaged);
    if (!document) return false;
    if (!("text" in document)) return await app.openDocument(document);
    const result = await app.ask({ do: "read", text: document.text, puzzle: undefined });
    return Boolean(result) && (await app.openDocument(result.puzzle));
  } catch {
    say(words.app.damaged);
    return false;
  }
}

async function ready() {
  try {
    await engine.ready;
    const about = await engine.run({ do: "about" });
    for (const panel of panels) panel.ready?.(about);
    running = words.app.about(about, engine.name);
    say(words.app.ready);
    if (!(await follow(location.hash))) {
      await app.draw(docOf(page.state).puzzle, docOf(page.state).clues);
      const found = drawn.get(docOf(page.state).puzzle);
      if (found) page.do("shape", { geometry: found });
      check();
    }
    document.body.dataset.ready = engine.name;
  } catch (error) {
    say(words.app.broken(/** @type {Error} */ (error).message));
  }
}
