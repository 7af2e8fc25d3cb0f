// The English of those who play: the front, the library, the controls, hints, settings, the end of a game.

import { count, list } from "./words.run.en.js";

export const words = {
  front: {
    title: "nonet",
    heading: "Puzzles with reasons",
    sentence:
      "Play sudoku and its many variants, see why every step is true, and make puzzles of your own: in your browser, with nothing to install and nothing sent.",
    doors: "What there is",
    door: /** @type {Record<"play" | "solve" | "set" | "learn" | "course", [string, string]>} */ ({
      play: ["Choose a puzzle", "sixteen kinds, from easy to unfair"],
      solve: ["Solve and understand", "paste any puzzle; see its solution, and why"],
      set: ["Set a puzzle", "draw its rules; know at once whether it is one"],
      learn: ["Learn to solve", "techniques from easy to hard, with drills"],
      course: ["Learn constraint programming", "a course: propagation, search, clause learning"],
    }),
    today: "Today's puzzle",
    easy: "Easy puzzle",
    newcomers: "New here? An easy one for today",
    playToday: "Play",
    again: "Play again",
    /** @param {number} days */
    streak: days => `${count(days, "day")} in a row`,
    calendar: "Other days",
    month: "en-GB",
    earlier: "Month before",
    later: "Next month",
    /** @param {string} date @param {string} time */
    day: (date, time) => `Puzzle of ${date}${time ? `, solved in ${time}` : ""}`,
    games: "Go on",
    /** @param {string} time */
    so: time => `begun, ${time}`,
    done: "solved",
    library: "Library",
    kinds: "Kinds",
    /** @param {number} done @param {number} all */
    of: (done, all) => `${done} of ${all} solved`,
    /** @param {any} entry @param {string} time */
    tile: (entry, time) =>
      `${words.library.name(entry)}, ${words.library.hard(entry)}${time ? `, solved in ${time}` : ""}`,
    statistics: "What you have solved",
    /** @param {number} number @param {number} streak */
    numbers: (number, streak) =>
      `${count(number, "puzzle")} so far${streak ? `; a puzzle of the day on ${count(streak, "day")} in a row` : ""}. Kept in this browser alone.`,
    columns: ["Kind", "Solved", "Best", "Average"],
    forget: "Forget all of it",
  },
  library: {
    levels: /** @type {Record<string, string>} */ ({ Easy: "easy", Medium: "medium", Hard: "hard", Unfair: "unfair", Extreme: "extreme" }),
    names: /** @type {Record<string, string>} */ ({
      classic: "Classic",
      "4x4": "Small 4×4",
      "6x6": "Small 6×6",
      thermometer: "Thermometers",
      arrow: "Arrows",
      diagonals: "X (diagonals)",
      sandwich: "Sandwiches",
      skyscraper: "Skyscrapers",
      quadruple: "Quadruples",
      "killer-arrow": "Killer arrows",
      xv: "XV",
      "little-killer": "Little killer",
    }),
    /** @param {string} variant */
    variant: variant =>
      words.library.names[variant] ?? (variant.charAt(0).toUpperCase() + variant.slice(1)).replaceAll("-", " "),
    /** @param {{ id: string, variant: string, level: string, day?: string }} entry */
    name: ({ id, variant, level, day }) =>
      day
        ? `${id.startsWith("easy") ? words.front.easy : words.front.today}, ${day}`
        : `${words.library.variant(variant)}, ${words.library.levels[level] ?? level} ${id.split("-").at(-1)}`,
    /** A level, and its number on the scale it is of. @param {{ level: string, score?: number, scale?: string }} entry */
    hard: ({ level, score, scale }) => `${level}${score && scale ? `, ${scale} ${Math.round(score)}` : ""}`,
    /** @param {string} kind a variant and a level */
    kind: kind => {
      const at = kind.lastIndexOf(" ");
      return at > 0 ? `${words.library.variant(kind.slice(0, at))}, ${kind.slice(at + 1)}` : "Others";
    },
  },
  finish: {
    title: "Solved!",
    looking: "What did it need?",
    /** @param {number} number */
    hints: number => (number ? `with ${count(number, "hint")}` : "without a hint"),
    best: "your best time at this level",
    /** @param {number} days */
    streak: days => `${days} days in a row`,
    /** @param {Record<string, number>} techniques */
    needed: techniques => `It needed ${list(Object.keys(techniques).map(name => name.toLowerCase()))}.`,
    /** @param {string} name */
    next: name => `Next: ${name}`,
    look: "Look at it",
  },
  play: {
    title: "Play",
    controls: "Enter values",
    more: "More",
    keys: "Keys",
    begin: "Choose an empty cell and enter a digit. H is a hint, ? the list of keys.",
    fill: "Fill marks",
    fillMore: "Centre marks in all empty cells: what no cell that it sees has (M)",
    filled: "All marks are filled in. Undo takes them back.",
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
    listed: "Cell by cell",
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
      tidy: "Clear marks that a value entered rules out",
      same: "Show cells with the same value",
      timer: "Show the clock",
    },
    first: "With keypad and grid, choose first",
    firsts: { cell: "the cell", number: "the number" },
    limit: "Seconds that a program of yours may run",
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
    ["H, then D", "hint, stage by stage; then do it"],
    ["K", "check"],
    ["M", "fill all marks"],
    ["P", "pause, go on"],
    ["?", "this card"],
    ["Escape", "choose one cell; put a drawing tool away"],
    ["Double click", "all cells alike"],
    ["Ctrl + click", "a cell more, or less"],
  ]),
  hint: {
    title: "Help",
    about:
      "A hint (H) comes in stages: where to look, which technique, why, the move. It respects your entries and centre marks.",
    first: "Hint",
    card: "Hint",
    close: "Close",
    next: ["", "Which technique?", "Why?", "The move", "Do it"],
    stages: ["Where:", "Technique:", "Why:", "Move:"],
    done: "Done. Undo takes it back.",
    last: "That is all of the hint: Do it (D) makes the move.",
    choose: "Level and technique",
    point: "Point at a candidate",
    pointAt: "Point at the candidate that you ask about: its place in a cell.",
    /** @param {string} cell @param {string} symbol */
    asked: (cell, symbol) => `Why not ${symbol} in ${cell}?`,
    policy: "Level",
    only: "Practise",
    usual: "usual",
    any: "any technique",
    none: "No step was found: the puzzle is solved, or has no solution, or needs a higher level.",
    /** @param {string[]} cells */
    wrong: cells => `Before a hint can help: ${list(cells)} ${cells.length === 1 ? "is" : "are"} wrong.`,
    offer: "This step is more than the page sees alone: no cell is left one value by a rule or two. Python knows all techniques.",
    /** @param {number} bytes */
    fetch: bytes => `Fetch Python${bytes ? ` (${(bytes / 1e6).toFixed(1)} MB, once)` : ""} and ask it`,
    whyTitle: "Why not?",
    whyAbout: "Point at a candidate on the grid; or choose an empty cell, and the value you would like there.",
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
          ? `Hardest: ${result.hardest}; ${words.library.hard(result.difficulty)}.`
          : "",
        result.words,
      ]
        .filter(Boolean)
        .join(" "),
  },
};
