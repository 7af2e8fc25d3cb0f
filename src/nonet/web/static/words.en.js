// All English of the page, in one place: translate this file, words.play.en.js, and words.run.en.js, which files
// that play a run share.  What Python says comes from Python.

import { words as playing } from "./words.play.en.js";
import { COLOURS, count, list, words as shared } from "./words.run.en.js";

/** @param {number} ms */
const time = ms => (ms < 1000 ? `${Math.round(ms * 10) / 10} ms` : `${(ms / 1000).toFixed(1)} s`);

export const words = {
  ...shared,
  ...playing,
  colours: COLOURS,
  app: {
    starting: "The engine is loading; you can play already.",
    ready: "Choose an empty cell and enter a digit, or ask for a hint (H). Paste a puzzle anywhere to open it.",
    /** @param {any} about @param {string} engine */
    about: (about, engine) =>
      `nonet ${about.nonet}, ${engine === "server" ? "on this machine" : "in your browser"}, Python ${about.python}.`,
    /** @param {string} why */
    broken: why => `The engine did not start: ${why} You can still play.`,
    cancel: "Cancel",
    cancelled: "Cancelled.",
    stale: "The puzzle has changed meanwhile: ask again.",
    solved: "Solved!",
    working: "Working…",
    /** @param {number} bytes */
    fetching: bytes => `This needs Python: ${bytes ? `${(bytes / 1e6).toFixed(1)} MB ` : "it "}${bytes ? "are" : "is"} fetched, once, and kept. Cancel if that is too much here.`,
    unkept:
      "This browser keeps nothing of this page (its storage is full or not allowed): an address made under Share keeps your work.",
    twice: "This page is at work in another tab, too: what is done last, in either, is kept.",
    damaged: "The link holds no puzzle that can be read: it may have been cut short. Ask for it again.",
    untitled: "nonet",
    unnamed: "A puzzle",
  },
  check: {
    heading: "Is it a puzzle?",
    verify: "One solution?",
    candidates: "True candidates",
    rate: "Rate",
    live: "Keep true candidates shown",
    played: "With my entries and marks",
    verdicts: {
      unique: "Exactly one solution.",
      none: "No solution.",
      multiple: "More than one solution.",
      undecided: "Not decided in the time allowed.",
    },
    /** @param {any} result @param {string} verdict */
    inPart: ({ doubts }, verdict) => `Undecided. Of what was read: ${verdict} Not read: ${list(doubts)}.`,
    /** @param {any} result */
    by: ({ backend, ms }) => `Proved by ${backend}${ms === undefined ? "" : ` in ${time(ms)}`}.`,
    /** @param {string[]} cells */
    clash: cells => `These cannot be together; without any one of them they can: ${list(cells)}.`,
    /** @param {string[]} cells */
    differ: cells => `Two solutions differ in ${count(cells.length, "cell")}: ${list(cells)}.`,
    one: "Show one",
    two: "Show the other",
    /** @param {number} sure @param {boolean} all */
    true: (sure, all) =>
      `Each candidate shown is in some solution. ${count(sure, "cell has", "cells have")} only one.${all ? "" : " The time did not suffice for all: more may be possible."}`,
    ratings: "Ratings",
    norating: "none",
  },
  solve: {
    heading: "Solutions",
    go: "Find solutions",
    backend: "Backend",
    limit: "Find",
    limits: { 1: "one solution", 2: "up to two", 100: "up to 100", 0: "all" },
    auto: "automatic",
    fill: "Put it in the grid",
    filled: "The solver's solution is in the grid. Undo takes it back.",
    /** @param {number} number */
    sofar: number => `${count(number, "solution")} so far …`,
    /** @param {string} text */
    cancelled: text => (text ? `${text} Stopped.` : "Stopped."),
    /** @param {any} result */
    done: ({ number, exhausted, stopped, backend, ms }) =>
      `${number ? count(number, "solution") : exhausted ? "No solution" : "No solution found, and not proved that there is none"}${number && exhausted ? ", and no more" : ""}${stopped && stopped !== "solutions" ? ` (stopped by ${stopped})` : ""}, by ${backend} in ${time(ms ?? 0)}.`,
    /** @param {number} number */
    missing: number => `${count(number, "backend")} not here`,
  },
  race: {
    heading: "Race",
    about: "The same declaration on every backend there is.",
    go: "Race",
    which: "Who races",
    columns: ["Backend", "Answer", "Time", "Nodes", "Compared"],
    fair: "Each has answered a small puzzle first: what it imports is not part of its time.",
    ms: time,
  },
  model: {
    about: "The constraint program of this puzzle. Point at a variable or a constraint to see its cells.",
    variables: "Variables and domains",
    constraints: "Constraints",
    go: "Show the program",
    search: "Find",
    codeTitle: "In other languages",
    code: "Code",
    language: "Language",
    choose: "choose",
    copy: "Copy",
    save: "Save",
    copied: "Copied.",
    chosen: "Selected: press Ctrl+C.",
    /** @param {string} name @param {string} tool */
    for: (name, tool) => `${name}, for ${tool}`,
    /** @param {any} model */
    summary: model =>
      `${count(model.variables.length, "variable")}, ${count(model.constraints.length, "constraint")}.`,
    /** @param {number} number */
    more: number => `and ${number} more: find narrows the list.`,
  },
  set: {
    select: "select",
    selecting: "Touch a rule on the grid: change its number, move it by dragging, or delete it.",
    number: "Type its number, then draw the next or press Enter.",
    drawFirst: "A tool is in hand: draw its cells, then type its number. Escape puts the tool away; digits are clues then.",
    /** @param {string} near @param {number} round */
    near: (near, round) => `Still looking (${count(round, "round")} of ten seconds): ${near}. Cancel stops it.`,
    newNumber: "Its number (Enter changes it)",
    off: "There it would leave the grid.",
    removeIt: "Delete this rule",
    unknown: "No rule has this name.",
    ask: "Ask about it",
    apply: "Apply",
    way: "Solve, path and rating",
    paired: "Clues in pairs: each leads to the cell opposite, and goes with it",
    mended: "Repaired. Undo takes it back.",
    byHand: "This change is to be made by hand: no rule as it is written has these cells.",
    candidates: "Keep the true candidates on the grid",
    /** @param {string} words */
    applyThis: words => `Apply: ${words}`,
    /** @param {string} name */
    changed: name => `Changed: ${name}.`,
    /** @param {string} name */
    removed: name => `Removed: ${name}. Undo brings it back.`,
    /** @param {number} done @param {number} all */
    painted: (done, all) => `${done} of ${all} cells have their region; the last region is what is left.`,
    names: /** @type {Record<string, string>} */ ({ killer: "cage", diagonals: "pair of diagonals", jigsaw: "set of regions" }),
    /** @param {string} name @param {number} number */
    group: (name, number) => count(number, (words.set.names[name] ?? name).replaceAll("-", " ")),
    groups: {
      path: "Lines",
      cells: "Cages and cells",
      pair: "Between two cells",
      corner: "Between four cells",
      outside: "Beside the grid",
      grid: "For the whole grid",
    },
    live: "Say at once whether it has one solution",
    palette: "Rules",
    others: "All other rules",
    options: "Options",
    away: "Done",
    search: "Find a rule",
    add: "Add",
    there: "In this puzzle",
    none: "No rule beside the usual ones.",
    chosen: "as chosen on the grid",
    remove: "Remove",
    asking: "…",
    /** @param {string} name */
    removeThis: name => `Remove ${name}`,
    /** @param {string} name */
    added: name => `Added: ${name}.`,
    how: {
      grid: "",
      cells: "Draw over its cells on the grid.",
      regions:
        "Draw over the cells of a region, in as many strokes as you like; when it is full the next begins, and the last is what is left.",
      path: "Draw through its cells on the grid, in order.",
      pair: "Choose two neighbouring cells.",
      corner: "Choose the four cells round a corner.",
      outside: "Choose a cell of its row or column, and on which side of the grid it stands.",
    },
    sides: { above: "above it", below: "below it", left: "left of it", right: "right of it" },
    kinds: {
      integer: "a number",
      integers: "numbers",
      groups: "R1C1 R1C2; R2C1 R2C2",
      text: "",
      regions: "as coloured on the grid",
      tuples: "[[1, 2]]",
      rule: '"even"',
      rules: "[]",
    },
    level: "Difficulty",
    levels: {
      "": "any",
      Easy: "easy",
      Medium: "medium",
      Hard: "hard",
      Unfair: "unfair",
      Extreme: "extreme",
    },
    questions: {
      generate: "Generate",
      minimise: "Take away clues",
      lessen: "Take away marks",
      redundant: "What is not needed?",
      conflict: "What clashes?",
      repair: "How to repair it?",
    },
    /** What the engine said, and of several ways the first. @param {string} said @param {string[]} ways */
    answered: (said, ways) =>
      [said, ...ways.slice(0, 3), ...(ways.length > 3 ? [`and ${ways.length - 3} more`] : [])].join("; ") +
      ".",
  },
  views: {
    nav: "Places",
    places: /** @type {Record<string, string>} */ ({ front: "nonet", play: "Play", set: "Set", ask: "Ask", learn: "Learn" }),
    drill: "Drill",
    bar: "About this puzzle",
    sheets: /** @type {Record<string, string>} */ ({ solve: "Solve", watch: "Watch", program: "Program", share: "Share" }),
    close: "Close",
    edit: "Edit a copy",
    editMore: "A draft that begins as this puzzle; the game stays as it is",
    play: "Play it",
    playMore: "A game of this puzzle as it is now",
    copied: /** @type {Record<string, string>} */ ({
      draft: "A copy to edit: digits typed are clues. What it was copied from is as it was.",
      game: "A game of the puzzle. The draft is as it was.",
    }),
  },
  forget: {
    title: "Forget all of it?",
    about: "This deletes from this browser:",
    /** @param {{ solved: number, games: number, drafts: number, lessons: number, drills: number }} numbers */
    what: ({ solved, games, drafts, lessons, drills }) => [
      `${count(solved, "record")} of puzzles solved, with the days in a row`,
      `${count(games, "game")} begun, with all that was entered`,
      `${count(drafts, "draft")}`,
      `what is done of ${count(lessons, "lesson")}, ${count(drills, "answer")} in drills, and the programs of exercises`,
    ],
    stays: "Your settings stay. Nothing of all this is kept anywhere else.",
    go: "Forget it",
    undo: "Bring it back",
    done: "Forgotten.",
    undone: "All of it is back.",
  },
  open: {
    title: "Open a puzzle",
    paste: "A puzzle in any format, or a link",
    placeholder: "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    open: "Open",
    file: "or a file",
    most: 4_000_000,
    large: "The file is too large to be a puzzle.",
    empty: "Paste a puzzle first.",
    /** @param {string} format */
    opened: format => `Opened${format ? ` (format: ${format})` : ""}.`,
    /** @param {string} why */
    unread: why => `This could not be read as a puzzle: ${why}`,
    blank: "An empty grid: type its clues, or draw its rules.",
    newTitle: "Or begin with an empty grid",
    sizes: /** @type {[string, object][]} */ ([
      ["4×4", { size: 4 }],
      ["6×6", { size: 6 }],
      ["9×9", { size: 9 }],
      ["12×12", { size: 12 }],
      ["16×16", { size: 16 }],
      ["Samurai", { grid: "samurai" }],
    ]),
  },
  share: {
    shareTitle: "Share",
    shareAbout: "The puzzle is in the address itself. Nothing is sent to anybody.",
    played: "With my entries",
    link: "Make the address",
    address: "Address",
    copied: "The address is copied.",
    linked: "The address is made: copy it.",
    /** @param {string} site */
    elsewhere: site => `This page is on your own machine alone, so the address is of ${site}.`,
    text: "No address holds all of this puzzle. This is its text: paste it anywhere in nonet.",
    writeTitle: "Write",
    format: "Format",
    write: "Write",
    written: "The puzzle as text",
    svg: "Picture (SVG)",
    png: "Picture (PNG)",
    print: "Print",
  },
  learn: {
    title: "Learn",
    players: "Learn to solve",
    ways: "Ways to learn",
    door: { players: "For players", course: "Constraint programming" },
    exercises: "Exercises",
    exercise: "Exercise",
    choose: "choose",
    own: "Your teacher's (a file .md)",
    /** @param {string} title */
    opened: title => `Opened: ${title}`,
    code: "Your program",
    leave: "Tab indents; Escape, then Tab, leaves the editor.",
    grade: "Grade it",
    stop: "Stop",
    stopped: "Stopped: your program was ended.",
    /** @param {number} seconds */
    running: seconds => `Your program is running; it is stopped after ${seconds} seconds.`,
    /** @param {number} seconds */
    endless: seconds => `No answer after ${seconds} seconds: is that a loop without an end?`,
    again: "Begin anew",
    ours: "Take our part, and go on",
    hint: "A hint",
    passed: "All checks pass.",
    notyet: "Not yet.",
    /** @param {number} count */
    rest: count => `All other techniques (${count}), by family`,
    levels: "The common ones come first, from easy to hard. Open one to read what it says.",
    open: "Show me an example",
    without: "No example of it in a plain 9×9 is known.",
    /** What a lesson says in a line. @param {any} lesson */
    facts: ({ aliases }) => (aliases.length ? `Also called ${aliases.join(", ")}.` : ""),
    /** @param {string} title */
    find: title => `${title}: it is here. Find it, or ask for a hint.`,
    pages: /** @type {[string, string, string][]} */ ([
      ["Tutorial", "tutorial", "declare, solve, verify, explain"],
      ["Human logic", "human-logic", "techniques, from singles to chains"],
      ["Consistency", "consistency", "what filtering removes, level by level"],
      ["Watch a run", "watch-a-run", "propagation and search"],
      ["Glossary", "glossary", "the words of the field"],
    ]),
  },
};
