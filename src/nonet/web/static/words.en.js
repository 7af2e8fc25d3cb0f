// All English of the page, in one place: translate this file, and words.run.en.js, which files that play a run
// share.  What Python says comes from Python.

import { COLOURS, count, list, words as shared } from "./words.run.en.js";

/** @param {number} ms */
const time = ms => (ms < 1000 ? `${Math.round(ms * 10) / 10} ms` : `${(ms / 1000).toFixed(1)} s`);

export const words = {
  ...shared,
  colours: COLOURS,
  app: {
    starting: "Python is starting; you can play already.",
    ready: "Choose an empty cell and type a digit, or press Hint. A puzzle of your own: paste it, drop a file, or press Open.",
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
    tabs: "What to do",
    loading: "Not ready yet: Python is still starting.",
    unkept:
      "This browser keeps nothing of this page (its storage is full or not allowed): an address made under Share keeps your work.",
    twice: "This page is at work in another tab, too: what is done last, in either, is kept.",
    damaged: "The link holds no puzzle that can be read: it may have been cut short. Ask for it again.",
    saved: "This browser keeps nothing: your work is lost when you leave.",
    untitled: "nonet",
  },
  play: {
    title: "Play",
    mode: "What a key enters",
    keypad: "Keypad",
    paused: "Paused",
    pause: "Pause",
    resume: "Go on",
    modes: { value: "Value", corner: "Corner", centre: "Centre", colour: "Colour" },
    modeKeys: ["Z, or Space for the next", "X, or Shift with a digit", "C, or Ctrl with a digit", "V"],
    undo: "Undo",
    redo: "Redo",
    clear: "Clear the chosen cells",
    same: "Same",
    sameMore: "Choose all cells like this one (double click)",
    check: "Check",
    restart: "Restart",
    keep: "Keep this point",
    keepMore: "What you have done up to here can be brought back",
    kept: "Kept. Try something: the button beside brings you back here.",
    back: "Back to it",
    backMore: "Bring back what you had done when you kept the point; undo returns",
    settings: "Settings",
    reveal: "Show which",
    restarted: "Begun anew. Undo brings your work back.",
    right: "Right so far.",
    nothing: "You have entered no value yet.",
    fixed: "Clues stay as they are: choose an empty cell.",
    open: "Open",
    openMore: "Open a puzzle",
    clue: "Clue",
    rules: "Rules of this puzzle",
    unknown:
      "No conflict. Whether it is right cannot be said: the puzzle has not exactly one solution, or is too hard to solve quickly.",
    /** @param {number} number @param {string} first */
    conflicts: (number, first) => `${count(number, "conflict")}: ${first}${number > 1 ? ", and more" : ""}.`,
    /** @param {number} number */
    wrong: number => `${count(number, "entry is", "entries are")} wrong.`,
    /** @param {string[]} cells */
    revealed: cells => (cells.length ? `Wrong: ${list(cells)}.` : "Nothing is wrong."),
  },
  settings: {
    title: "Settings",
    theme: "Light or dark",
    themes: { auto: "as the system", light: "light", dark: "dark" },
    keys: "Keys",
    close: "Close",
    flags: {
      conflicts: "Show conflicts at once",
      same: "Show cells with the same value",
      timer: "Show the clock",
    },
  },
  keys: /** @type {[string, string][]} */ ([
    ["Arrows", "move; with Shift or Ctrl choose more cells"],
    ["1 to 9, letters", "enter, by the mode"],
    ["Shift + digit", "corner mark"],
    ["Ctrl + digit", "centre mark"],
    ["Space", "next mode"],
    ["Z X C V", "value, corner, centre, colour"],
    ["Delete", "clear"],
    ["Ctrl + Z, Ctrl + Y", "undo, redo"],
    ["Ctrl + A", "all cells"],
    ["Escape", "choose one cell"],
    ["Double click", "all cells alike"],
    ["Ctrl + click", "a cell more, or less"],
  ]),
  hint: {
    title: "Help",
    about:
      "A hint comes in three stages: where to look, which constraint and why, the move. It respects your entries and centre marks.",
    first: "Hint",
    next: ["", "Why?", "The move", "Do it"],
    stages: ["Where:", "Why:", "Move:"],
    policy: "Level",
    only: "Practise",
    usual: "usual",
    any: "any technique",
    none: "No step was found: the puzzle is solved, or has no solution, or needs a higher level.",
    /** @param {string[]} cells */
    wrong: cells => `Before a hint can help: ${list(cells)} ${cells.length === 1 ? "is" : "are"} wrong.`,
    whyTitle: "Why not?",
    whyAbout: "Choose an empty cell on the grid, and the value you would like there.",
    value: "Value",
    why: "Why not here?",
    filled: "This cell has a value: choose an empty one.",
  },
  path: {
    heading: "The whole way",
    about: "Every step to the solution, easiest first; a click shows it on the grid.",
    go: "Explain all",
    back: "◀ Step back",
    on: "Step on ▶",
    /** @param {number} number */
    sofar: number => `${count(number, "step")} so far …`,
    /** @param {any} result @param {number} number */
    done: (result, number) =>
      [
        number ? `${count(number, "step")}.` : "",
        result.hardest
          ? `Hardest: ${result.hardest}; rating ${result.rating}${result.level ? `, ${result.level}` : ""}.`
          : "",
        result.words,
      ]
        .filter(Boolean)
        .join(" "),
  },
  check: {
    title: "Analyse",
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
    heading: "Solve",
    go: "Solve",
    backend: "Backend",
    limit: "Find",
    limits: { 1: "one solution", 2: "up to two", 100: "up to 100", 0: "all" },
    auto: "automatic",
    fill: "Put it in the grid",
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
    ms: time,
  },
  model: {
    title: "Program",
    about: "The constraint program of this puzzle. Point at a constraint to see its cells.",
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
    title: "Set",
    about: "Make a puzzle: type clues, draw rules. For an empty grid press Open.",
    on: "Digits typed are clues",
    live: "Say at once whether it has one solution",
    palette: "Rules",
    search: "Find a rule",
    add: "Add the rule",
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
      cells: "Choose its cells on the grid.",
      regions:
        "Colour the regions on the grid: each patch of one colour is one. Those that touch need different colours.",
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
      redundant: "Clues not needed",
      conflict: "What clashes?",
      repair: "How to repair it?",
    },
    /** What the engine said, and of several ways the first. @param {string} said @param {string[]} ways */
    answered: (said, ways) =>
      [said, ...ways.slice(0, 3), ...(ways.length > 3 ? [`and ${ways.length - 3} more`] : [])].join("; ") +
      ".",
  },
  share: {
    title: "Share",
    openTitle: "Open",
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
    blank: "An empty grid. Set, below, has clues and rules to put in it.",
    newTitle: "New",
    sizes: /** @type {[string, object][]} */ ([
      ["4×4", { size: 4 }],
      ["6×6", { size: 6 }],
      ["9×9", { size: 9 }],
      ["12×12", { size: 12 }],
      ["16×16", { size: 16 }],
      ["Samurai", { grid: "samurai" }],
    ]),
    shareTitle: "Share",
    shareAbout: "The puzzle is in the address itself, after the #. Nothing is sent to anybody.",
    played: "With my entries",
    link: "Make the address",
    address: "Address",
    copied: "The address is copied.",
    linked: "The address is made: copy it.",
    local:
      "This address is of your own machine. On another, put its part from the # on behind the address of a page of nonet there.",
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
    about: "What each technique is, and exercises to do here.",
    exercises: "Exercises",
    exercise: "Exercise",
    choose: "choose",
    code: "Your program",
    grade: "Grade it",
    again: "Begin anew",
    hint: "A hint",
    passed: "All checks pass.",
    notyet: "Not yet.",
    lessons: "Techniques",
    technique: "Technique",
    open: "Open its example",
    without: "No example of it in a plain 9×9 is known.",
    /** What a lesson says in a line. @param {any} lesson */
    facts: ({ idea, aliases, level }) =>
      [`Idea: ${idea}.`, level && `Level: ${level}.`, aliases.length && `Also called ${aliases.join(", ")}.`]
        .filter(Boolean)
        .join(" "),
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
