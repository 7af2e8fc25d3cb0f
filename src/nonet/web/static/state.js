// The page's state in one place, and every change of it a pure function: state and action in, state out.
//
// A game, a draft, a question and a drill are documents of their own: each has its puzzle (nonet's own JSON, without
// its clues), its clues, what was done of it, and what undo knows.  One is at hand, the others are set aside whole.
// All else is view: where the cursor is, which cells are chosen, what is drawn over the grid.
//
//     const page = store(fresh(opened({ size: 9 })), (state, before) => grid.show(state, before));
//     page.do("select", { cell: "R1C1" }); page.do("enter", { value: 5 });

import { begun, pushed, redone, undone } from "./history.js";
import { KINDS } from "./routes.js";
import { name, opposite, peersOf, place, plainGeometry } from "./geometry.js";

/** @typedef {import("./geometry.js").Geometry} Geometry */
/** @typedef {{ value?: number, corner?: number[], centre?: number[], colours?: number[] }} Played */
/** @typedef {{ puzzle: Record<string, any>, clues: Record<string, number>, play: Record<string, Played>, filled?: boolean,
 *   about?: About }} Doc  `filled`: a solver's solution was put in */
/** Where a puzzle is from, and how hard it is. @typedef {{ id: string, variant: string, level: string, score: number, scale: string, day?: string }} About */
/** @typedef {"value" | "corner" | "centre" | "colour"} Mode */
/** What a panel lays over the grid: SVG texts of the engine, candidates to show and those that went, cells set apart, the
 * reasons and the scope of a constraint at work.
 * @typedef {{ under?: string, over?: string, candidates?: Record<string, number[]>, counts?: Record<string, Record<string, number>>,
 *   gone?: Record<string, number[]>, values?: Record<string, number>, cells?: string[], why?: string[], scope?: string[],
 *   path?: string[] }} Layer */
/** @typedef {{ cells: string[], words: string }} Conflict */
/** @typedef {import("./routes.js").Kind} Kind @typedef {import("./routes.js").View} View */
/** The document at hand: `id` is the same as long as it is the same one, `version` counts its changes, `ref` is its name in
 * an address, if it is known; `aside` are those of other kinds.
 * @typedef {{ kind: Kind, id: string, version: number, ref: string, view: View, aside: Partial<Record<Kind, State>>,
 *   history: import("./history.js").History<Doc>, geometry: Geometry, cursor: string, selected: Set<string>,
 *   mode: Mode, paired: boolean, layer: Layer | null, lit: Set<string>, conflicts: Conflict[], wrong: Set<string>,
 *   paused: boolean, solved: boolean, point: Record<string, Played> | null,
 *   pen: number | null }} State  `paired`: clues are set in pairs that a half turn swaps; `point`: what was done when it was kept; `pen`: the value that a touch enters, number first */

/** @type {Mode[]} */
export const MODES = ["value", "corner", "centre", "colour"];
export const COLOURS = 8;

/** The document of a puzzle as an engine gives it: clues and entries apart.
 * @param {Record<string, any>} document @param {Record<string, number>} [clues] @returns {Doc} */
export function opened(document, clues = {}) {
  const { clues: written, entries = {}, candidates, marks, ...puzzle } = document;
  const play = Object.fromEntries(Object.entries(entries).map(([cell, value]) => [cell, { value }]));
  const given = written && typeof written === "object" && !Array.isArray(written) ? written : clues;
  return { puzzle: candidates ? { ...puzzle, candidates } : puzzle, clues: given, play };
}

/** @param {Doc} doc @param {Geometry} [geometry] @param {Kind} [kind] @param {string} [id] @returns {State} */
export function fresh(doc, geometry = plainGeometry(doc.puzzle.size ?? 9), kind = "game", id = "") {
  const cursor = geometry.cells[0]?.[0] ?? "R1C1";
  return {
    kind,
    id,
    version: 0,
    ref: "",
    view: { place: "front", rest: [], sheet: "" },
    aside: {},
    history: begun(doc),
    geometry,
    cursor,
    selected: new Set([cursor]),
    mode: "value",
    paired: false,
    layer: null,
    lit: new Set(),
    conflicts: [],
    wrong: new Set(),
    paused: false,
    solved: false,
    point: null,
    pen: null,
  };
}

/** @param {State} state */
export const docOf = state => state.history.now;
/** Whether digits typed are clues: of a draft, and of a puzzle one asks about. @param {State} state */
export const setsClues = ({ kind }) => kind === "draft" || kind === "question";
/** The documents set aside once another kind is at hand: as they are, but for what was drawn over the grid.
 * @param {State} state @param {Kind} kind @returns {State["aside"]} */
function asideOf({ aside, ...state }, kind) {
  const others = { ...aside };
  delete others[kind];
  return state.kind === kind ? others : { ...others, [state.kind]: { ...state, ...NOTHING_DRAWN, aside: {} } };
}
const NOTHING_DRAWN = { layer: null, lit: /** @type {Set<string>} */ (new Set()) };
/** @param {State} state @param {string} cell @returns {number | undefined} the value that stands in a cell */
export const valueAt = (state, cell) => docOf(state).clues[cell] ?? docOf(state).play[cell]?.value;

/** What an engine is asked about: the puzzle with its clues, the entries and the marks made.
 * Centre marks are the candidates left.  Corner marks say where a value can be, so they narrow no cell.
 * @param {State} state @param {{ played?: boolean }} [options] */
export function puzzleToAsk(state, { played = true } = {}) {
  const { puzzle, clues, play } = docOf(state);
  if (!played) return { ...puzzle, clues };
  const entries = /** @type {Record<string, number>} */ ({}),
    marks = /** @type {Record<string, number[]>} */ ({});
  for (const [cell, { value, centre }] of Object.entries(play)) {
    if (value !== undefined) entries[cell] = value;
    else if (centre?.length) marks[cell] = centre;
  }
  return { ...puzzle, clues, entries, marks };
}

/** The puzzle with what the player did taken as given: entries as clues, centre marks as all that is left.
 * @param {State} state */
export function taken(state) {
  const { entries = {}, marks = {}, clues, ...puzzle } = /** @type {Record<string, any>} */ (puzzleToAsk(state));
  return { ...puzzle, clues: { ...clues, ...entries }, candidates: { ...puzzle.candidates, ...marks } };
}

/** The state after a change of the document; what was drawn over the old one is gone.
 * @param {State} state @param {Partial<Doc>} change @returns {State} */
const edited = (state, change) => at(state, pushed(state.history, { ...docOf(state), ...change }));

/** The state with another document; of the conflicts known those stay whose values all stand.
 * @param {State} state @param {import("./history.js").History<Doc>} history @returns {State} */
function at(state, history) {
  if (history === state.history) return state;
  const { clues, puzzle } = history.now,
    same = clues === docOf(state).clues && puzzle === docOf(state).puzzle;
  const point = same ? state.point : null,
    version = state.version + 1,
    ref = same ? state.ref : "",
    next = { ...state, history, version, ref, layer: null, wrong: new Set(), solved: false, point };
  return {
    ...next,
    conflicts: state.conflicts.filter(({ cells }) =>
      cells.every(cell => valueAt(next, cell) === valueAt(state, cell)),
    ),
  };
}

/** @param {number[]} list @param {number} value @param {boolean} on */
const toggled = (list, value, on) =>
  on
    ? [...new Set([...list, value])].sort((one, other) => one - other)
    : list.filter(other => other !== value);

/** @param {Played} played @returns {Played | null} what is left, or nothing */
function trimmed(played) {
  const left = Object.fromEntries(
    Object.entries(played).filter(([, each]) => (Array.isArray(each) ? each.length : each !== undefined)),
  );
  return Object.keys(left).length ? left : null;
}

/** The play with some cells changed; a cell with nothing in it is left out.
 * @param {Doc} doc @param {Iterable<string>} cells @param {(played: Played, cell: string) => Played} change */
function played(doc, cells, change) {
  const play = { ...doc.play };
  for (const cell of cells) {
    const left = trimmed(change(play[cell] ?? {}, cell));
    if (left) play[cell] = left;
    else delete play[cell];
  }
  return play;
}

/** The play with a value's marks cleared from the peers of cells that have it now.
 * @param {State} state @param {Doc["play"]} play @param {string[]} cells @param {number} value */
function cleared(state, play, cells, value) {
  const without = (/** @type {number[] | undefined} */ marks) => marks?.filter(each => each !== value);
  const peers = new Set(cells.flatMap(cell => [...peersOf(state.geometry, cell)])),
    marked = [...peers].filter(cell => play[cell]?.corner?.includes(value) || play[cell]?.centre?.includes(value));
  return played({ ...docOf(state), play }, marked, before => ({
    ...before,
    corner: without(before.corner),
    centre: without(before.centre),
  }));
}

/** What no peer of a cell has, for all empty cells. @param {State} state @returns {Record<string, number[]>} */
export function openValues(state) {
  const { geometry } = state,
    allowed = docOf(state).puzzle.candidates ?? {};
  const empty = geometry.cells.filter(([cell]) => valueAt(state, cell) === undefined);
  return Object.fromEntries(
    empty.map(([cell]) => {
      const seen = new Set([...peersOf(geometry, cell)].map(peer => valueAt(state, peer)));
      return [cell, (allowed[cell] ?? geometry.values).filter((/** @type {number} */ each) => !seen.has(each))];
    }),
  );
}

const FIELDS = /** @type {const} */ ({ corner: "corner", centre: "centre", colour: "colours" });

/** @type {Record<string, (state: State, action: any) => State>} */
export const ACTIONS = {
  /** A document comes to hand, with what undo knows of it; one of another kind is set aside. */
  open: (state, { doc, geometry, kind = state.kind, id = "", ref = "", history = begun(doc), point = null, view = state.view, aside = asideOf(state, kind) }) => ({
    ...fresh(doc, geometry, kind, id),
    ref,
    history,
    point,
    view,
    mode: state.mode,
    paired: state.paired,
    aside,
  }),
  /** Another place comes into sight with its document, or a sheet over it; what was drawn over the grid goes. */
  show(state, view) {
    const kind = KINDS[view.place] || state.kind,
      at = kind === state.kind ? state : { .../** @type {State} */ (state.aside[kind]), aside: asideOf(state, kind) };
    return { ...at, ...NOTHING_DRAWN, view };
  },
  /** What an address calls the puzzle. */
  named: (state, { ref }) => ({ ...state, ref }),
  /** The picture of the puzzle that is open. */
  shape(state, { geometry }) {
    const cells = new Set(geometry.cells.map((/** @type {[string, number, number]} */ [cell]) => cell));
    if (cells.has(state.cursor) && [...state.selected].every(cell => cells.has(cell)))
      return { ...state, geometry };
    const cursor = geometry.cells[0][0];
    return { ...state, geometry, cursor, selected: new Set([cursor]) };
  },
  /** Step to the next cell that way, round the edge; over places without a cell. */
  move(state, { down = 0, right = 0, extend }) {
    const { rows, columns, at } = state.geometry;
    let [row, column] = place(state.cursor);
    for (let step = 0; step < Math.max(rows, columns); step++) {
      [row, column] = [(row + down + rows) % rows, (column + right + columns) % columns];
      if (at.has(name(row, column))) return ACTIONS.select(state, { cell: name(row, column), extend });
    }
    return state;
  },
  /** Choose a cell: alone, one more, or one more or less. */
  select(state, { cell, extend, toggle }) {
    if (toggle && state.selected.has(cell) && state.selected.size > 1) {
      const selected = new Set([...state.selected].filter(other => other !== cell));
      return { ...state, cursor: /** @type {string} */ ([...selected].at(-1)), selected };
    }
    if (cell === state.cursor && (extend || toggle || state.selected.size === 1) && state.selected.has(cell))
      return state;
    return {
      ...state,
      cursor: cell,
      selected: new Set(extend || toggle ? [...state.selected, cell] : [cell]),
    };
  },
  cells: (state, { cells, layer = null }) =>
    cells.length ? { ...state, cursor: cells.at(-1), selected: new Set(cells), layer } : state,
  all: state => ({ ...state, selected: new Set(state.geometry.cells.map(([cell]) => cell)) }),
  /** Choose all cells like the cursor's: of its value, else of its marks or colours. */
  same(state) {
    const value = valueAt(state, state.cursor),
      marks = JSON.stringify(docOf(state).play[state.cursor] ?? null);
    const cells = state.geometry.cells
      .map(([cell]) => cell)
      .filter(cell =>
        value === undefined
          ? valueAt(state, cell) === undefined && JSON.stringify(docOf(state).play[cell] ?? null) === marks
          : valueAt(state, cell) === value,
      );
    return { ...state, selected: new Set([...cells.filter(cell => cell !== state.cursor), state.cursor]) };
  },
  mode: (state, { mode }) => ({
    ...state,
    mode: mode ?? MODES[(MODES.indexOf(state.mode) + 1) % MODES.length],
  }),
  paired: (state, { on }) => ({ ...state, paired: on }),

  /** A value, a mark or a colour goes into the chosen cells, or out if all have it. */
  enter(state, { value, mode = state.mode, tidy = false }) {
    const doc = docOf(state),
      { clues, play } = doc;
    if (setsClues(state) && mode === "value") return ACTIONS.clue(state, { value });
    const open = [...state.selected].filter(
      cell =>
        mode === "colour" ||
        (clues[cell] === undefined && (mode === "value" || play[cell]?.value === undefined)),
    );
    if (!open.length) return state;
    if (mode === "value") {
      const on = !open.every(cell => play[cell]?.value === value),
        next = played(doc, open, before => ({ ...before, value: on ? value : undefined }));
      return edited(state, { play: on && tidy ? cleared(state, next, open, value) : next });
    }
    const field = FIELDS[/** @type {"corner" | "centre" | "colour"} */ (mode)],
      on = !open.every(cell => play[cell]?.[field]?.includes(value));
    return edited(state, {
      play: played(doc, open, before => ({ ...before, [field]: toggled(before[field] ?? [], value, on) })),
    });
  },
  /** A clue goes into the cell of the cursor alone, however many are chosen, or out if it is there. In pairs, a clue leads on to the empty cell
   * opposite, and a clue that goes takes the one opposite along. */
  clue(state, { value }) {
    const doc = docOf(state),
      clues = { ...doc.clues },
      cells = value === undefined ? [...state.selected] : [state.cursor];
    const on = value !== undefined && !cells.every(cell => clues[cell] === value);
    const others = state.paired ? cells.map(cell => opposite(state.geometry, cell)) : [];
    for (const cell of on ? cells : [...cells, ...others])
      if (on) clues[cell] = value;
      else delete clues[cell];
    const next = edited(state, {
      clues,
      play: on ? played(doc, cells, before => ({ colours: before.colours })) : doc.play,
    });
    const [other] = others;
    if (on) next.selected = new Set(cells);
    if (!on || others.length !== 1 || clues[other] !== undefined || !state.geometry.at.has(other)) return next;
    return { ...next, cursor: other, selected: new Set([other]) };
  },
  /** Empty the chosen cells: values first, then marks, then colours; while setting, the clues. */
  clear(state) {
    const doc = docOf(state),
      cells = [...state.selected];
    if (setsClues(state) && cells.some(cell => doc.clues[cell] !== undefined)) return ACTIONS.clue(state, {});
    const mine = cells.filter(cell => doc.play[cell]);
    if (!mine.length) return state;
    if (mine.some(cell => doc.play[cell].value !== undefined))
      return edited(state, { play: played(doc, mine, ({ value, ...rest }) => rest) });
    if (mine.some(cell => doc.play[cell].corner || doc.play[cell].centre))
      return edited(state, { play: played(doc, mine, ({ colours }) => ({ colours })) });
    return edited(state, { play: played(doc, mine, () => ({})) });
  },
  /** Values found go into all cells that are no clues. */
  fill(state, { values }) {
    const doc = docOf(state),
      cells = Object.keys(values).filter(
        cell => doc.clues[cell] === undefined && state.geometry.at.has(cell),
      );
    return edited(state, {
      play: played(doc, cells, (before, cell) => ({ ...before, value: values[cell] })),
      filled: true,
    });
  },
  /** What a hint concludes: values placed, and candidates gone from the centre marks that were made or are shown. */
  apply(state, { placements, eliminations, candidates = {} }) {
    const doc = docOf(state),
      away = /** @type {Record<string, number[]>} */ ({});
    for (const [cell, value] of eliminations) (away[cell] ??= []).push(value);
    const values = Object.fromEntries(placements);
    const play = played(
      doc,
      [...Object.keys(values), ...Object.keys(away)].filter(cell => doc.clues[cell] === undefined),
      (before, cell) => {
        if (cell in values) return { ...before, value: values[cell] };
        const left = before.centre?.length ? before.centre : (candidates[cell] ?? []);
        return {
          ...before,
          centre: left.filter((/** @type {number} */ value) => !away[cell].includes(value)),
        };
      },
    );
    return edited(state, { play });
  },
  /** All candidates as centre marks, in empty cells: given, or what no peer of a cell has. */
  marks(state, { candidates = openValues(state) }) {
    const doc = docOf(state),
      cells = Object.keys(candidates).filter(cell => valueAt(state, cell) === undefined);
    return edited(state, {
      play: played(doc, cells, (before, cell) => ({ ...before, centre: candidates[cell] })),
    });
  },
  /** Another puzzle in place of the open one, as a change that can be undone: a rule more, clues less. */
  puzzle: (state, change) => edited(state, { about: undefined, filled: undefined, ...change }),
  /** What the player has done now is kept, beside what undo knows; back to it is a change as well. */
  keep: state => ({ ...state, point: docOf(state).play }),
  back: state => (state.point && state.point !== docOf(state).play ? edited(state, { play: state.point }) : state),
  restart: state =>
    Object.keys(docOf(state).play).length ? edited(state, { play: {}, filled: undefined }) : state,
  /** A colour into cells that have none, or that have it already: a stroke of a region. */
  tint: (state, { cells, colour }) =>
    edited(state, { play: played(docOf(state), cells, before => ({ ...before, colours: colour ? [colour] : [] })) }),
  /** The value that a touch enters, where a number is chosen first. */
  pen: (state, { value = null }) => ({ ...state, pen: value === state.pen ? null : value }),
  undo: state => at(state, undone(state.history)),
  redo: state => at(state, redone(state.history)),

  layer: (state, { layer }) => (layer === state.layer ? state : { ...state, layer }),
  light: (state, { cells = [] }) => ({ ...state, lit: new Set(cells) }),
  checked: (state, { conflicts }) =>
    conflicts.length || state.conflicts.length ? { ...state, conflicts } : state,
  wrong: (state, { cells }) => ({ ...state, wrong: new Set(cells) }),
  pause: (state, { on }) => ({ ...state, paused: on }),
  solved: (state, { on }) => (on === state.solved ? state : { ...state, solved: on }),
};

/** The holder of the state: `do` changes it by an action's name, and tells who listens.
 * @param {State} state @param {(state: State, before: State, type: string) => void} changed */
export function store(state, changed) {
  return {
    get state() {
      return state;
    },
    /** @param {string} type @param {object} [action] */
    do(type, action = {}) {
      const before = state;
      state = ACTIONS[type](state, action);
      if (state !== before) changed(state, before, type);
    },
  };
}
/** @typedef {ReturnType<typeof store>} Store */
