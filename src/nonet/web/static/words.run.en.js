// The English of the grid and of runs: what the page shares with the files that `nonet trace --to` writes.

/** @typedef {import("./geometry.js").Geometry} Geometry */
import { symbolOf } from "./geometry.js";

/** @param {number} number @param {string} one @param {string} [many] */
export const count = (number, one, many = `${one}s`) => `${number} ${number === 1 ? one : many}`;
/** @param {string[]} cells */
export const list = cells =>
  cells.slice(0, 12).join(", ") + (cells.length > 12 ? ` and ${cells.length - 12} more` : "");

export const COLOURS = ["grey", "red", "orange", "yellow", "green", "blue", "purple", "pink"];

export const words = {
  figure: {
    store: "What each variable may still be",
    grid: "The grid",
    graph: "The constraint graph",
    nothing: "has no value",
    here: "(changed now)",
    why: "(the reason)",
    lit: "(in the scope)",
    asStore: "Show the domain store",
    asGraph: "Show the constraint graph",
    failure: "failure",
    guess: "guess",
    implications: "Why it failed: the implication graph",
    /** @param {number} count */
    many: count => `${count} steps, in words`,
    /** @param {string} name @param {(number | string)[]} values */
    holds: (name, values) => (values.length === 1 ? `${name} = ${values[0]}` : `${name} in ${values.join(" ")}`),
    /** @param {string} what @param {string} rule @param {string[]} because */
    implied: (what, rule, because) =>
      `${what}: ${rule || "a guess, or known from an earlier guess"}${because.length ? `, because of ${because.join(" and ")}` : ""}`,
    measured: "Measured just now",
    logarithmic: "Measured just now; the bars are logarithmic",
  },
  grid: {
    name: "The puzzle",
    paused: "Paused",
    empty: "∅",
    /** @param {number} number of values, too many to show */
    left: number => `${number} left`,
    /** What a screen reader says of a cell. @param {string} cell @param {any} shown @param {Geometry} geometry */
    cell(
      cell,
      { value, given, corner, centre, candidates, gone = [], colours = [], clash, wrong },
      geometry,
    ) {
      const symbols = (/** @type {number[]} */ values) =>
        values.map(each => symbolOf(geometry, each, cell)).join(" ");
      const [row, column] = /** @type {string[]} */ (cell.match(/\d+/g));
      const parts = [geometry.names?.[cell] ?? `row ${row} column ${column}`];
      if (value !== undefined) parts.push(`${given ? "given " : ""}${symbols([value])}`);
      else if (candidates)
        parts.push(candidates.length ? `candidates ${symbols(candidates)}` : "nothing left");
      else {
        if (!corner?.length && !centre?.length) parts.push("empty");
        if (corner?.length) parts.push(`corner marks ${symbols(corner)}`);
        if (centre?.length) parts.push(`centre marks ${symbols(centre)}`);
      }
      if (gone.length) parts.push(`removed now ${symbols(gone)}`);
      if (colours.length)
        parts.push(colours.map((/** @type {number} */ each) => COLOURS[each - 1]).join(" and "));
      if (clash !== undefined) parts.push(`conflict: ${clash}`);
      if (wrong) parts.push("wrong");
      return parts.join(", ");
    },
  },
  watch: {
    title: "Watch",
    about: "See the solver think: each step of propagation and search, with the domains in the cells.",
    go: "Start the run",
    beside: "Beside it",
    besideAbout: "The same puzzle at another level or order, and what each run took.",
    none: "nothing",
    first: "First",
    second: "Second",
    compared: ["Run", "Steps", "Guesses", "Dead ends"],
    keysNow: "Arrows step, Space plays, g goes to the next guess: the keys work at once.",
    /** @type {Record<string, string>} */
    levels: {
      auto: "chosen for each constraint",
      "generate-and-test": "try whole assignments",
      backtracking: "check when all are assigned",
      "forward-checking": "look one step ahead",
      "unit-propagation": "follow what is forced",
      "arc-consistency": "every pair has a support",
      bounds: "smallest and largest values have one",
      gac: "every value has a support",
      "gac-with-houses": "every value has a support that keeps the houses",
      "singleton-arc": "every value survives a trial, pair by pair",
      singleton: "every value survives a trial",
      "1uip": "learn from each dead end",
    },
    /** @type {Record<string, string>} */
    orders: {
      mrv: "fewest values left",
      "mrv-degree": "fewest values, then most constraints",
      "mrv-wdeg": "fewest values, then most failures",
      domwdeg: "values to failures, least first",
      degree: "most constraints",
      lexicographic: "as they are declared",
      random: "at random",
    },
    level: "Consistency",
    order: "Order",
    usual: "usual",
    moment: "Moment",
    controls: "Move through the run",
    /** Text of a button, what it does, its key. @type {Record<string, [string, string]>} */
    moves: {
      first: ["|◀", "To the start (Home)"],
      lastGuess: ["◀ guess", "Last guess (G)"],
      back: ["◀", "One step back (left arrow)"],
      on: ["▶", "One step on (right arrow)"],
      guess: ["guess ▶", "Next guess (g)"],
      dead: ["dead end ▶", "Next dead end (w)"],
      solution: ["solution ▶", "Next solution (s)"],
      last: ["▶|", "To the end (End)"],
    },
    play: "Play",
    pause: "Pause",
    speed: "Steps a second",
    stop: "Stop at",
    stops: { end: "the end", guess: "guesses", dead: "dead ends", solution: "solutions" },
    log: "Steps near this one",
    legend: "Colours and shapes",
    /** @type {[string, string][]} */
    cells: [
      ["here", "changed now"],
      ["why", "its reasons"],
      ["scope", "the constraint"],
    ],
    /** @type {[string, string][]} */
    shapes: [
      ["branch", "guess that went on"],
      ["failed", "dead end"],
      ["folded", "dead ends, folded"],
      ["solved", "solution"],
      ["open", "not finished"],
    ],
    together: "Step both runs together",
    keys: "Keys",
    /** @type {[string, string][]} */
    keyList: [
      ["→ ←", "one step on, back"],
      ["Space", "play or pause"],
      ["g G", "next, last guess"],
      ["w W", "next, last dead end"],
      ["s S", "next, last solution"],
      ["n N", "next, last node of the tree"],
      ["f", "fold or unfold dead ends"],
      ["Home End", "start, end"],
      ["+ -", "faster, slower"],
    ],
    /** @param {number} events */
    begin: events => `Before the first of ${count(events, "event")}.`,
    /** @param {number} number @param {string} sentence */
    told: (number, sentence) => `${number}. ${sentence}`,
    /** @param {number} number */
    found: number => `; shown: solution ${number}`,
    /** How a run ended, what it counted and what it lacks. @param {any} run */
    counted: run =>
      [
        run.status + (run.stopped ? `, stopped: ${run.stopped}` : ""),
        `${count(run.events.length, "event")}, ${count(run.tree.length, "node")}`,
        ...Object.entries(run.stats).map(
          ([name, each]) => `${name} ${Number.isInteger(each) ? each : Number(each).toPrecision(3)}`,
        ),
        ...(run.missing.length ? [`not reported: ${run.missing.join("; ")}`] : []),
        ...(run.dropped ? [`${count(run.dropped, "further event")} not kept`] : []),
      ].join("; ") + ".",
    /** @param {string} backend */
    run: backend => `Run of ${backend}`,
  },
  drive: {
    title: "Drive it yourself",
    about: "You are the solver: pick the next constraint, choose a cell to guess its value.",
    go: "Take the wheel",
    begin: "All constraints wait",
    /** @param {number} number */
    more: number => `${number} more`,
    happened: "What happened",
    all: "Run all that wait",
    pass: "One pass",
    takeBack: "Take the last guess back",
    undo: "Undo the last move",
    redo: "Redo",
    again: "Start again",
    which: "Mark those that can remove something",
    /** @param {number} number */
    can: number =>
      number
        ? `${count(number, "constraint")} can, and ${number === 1 ? "is" : "are"} marked.`
        : "None can: guess.",
    /** @param {string} cell @param {string} symbol */
    guess: (cell, symbol) => `Guess ${cell} = ${symbol}`,
    choose: "Choose a cell or a variable with several values to guess one of them.",
    constraints: "Constraints",
    /** @param {number} number */
    waiting: number =>
      number
        ? `${count(number, "constraint")} waiting.`
        : "None waits: nothing more can be removed at this level.",
    waits: "waits",
    /** @param {Record<string, number>} counters */
    counters: counters =>
      Object.entries(counters)
        .map(([name, each]) => `${name} ${each}`)
        .join("; "),
    states: { solved: "Solved.", failed: "A constraint cannot hold: take a guess back, or undo.", open: "" },
  },
  notebook: {
    level: "Level",
    both: "Make each move at both levels",
    truth: "True candidates",
    trueNow: "Each cell shows the values that a solution with your entries has there.",
    noTruth: "No solution has these entries.",
    scopes: "Constraints and their scopes",
    /** @param {number} variables @param {number} edges @param {number} [width] */
    size: (variables, edges, width) =>
      `${count(variables, "variable")}, ${count(edges, "edge")}${width == null ? "" : `, width ${width} by min-fill`}.`,
    nogoods: "Nogoods learned",
  },
  tree: {
    fold: "Fold dead ends (f)",
    unfold: "Unfold dead ends (f)",
    /** @param {number} nodes */
    many: nodes => `${count(nodes, "node")} are too many to draw: fold the dead ends.`,
    /** @param {number} depth */
    jump: depth => `a nogood was learned: back to ${depth ? `guess ${depth}` : "the start"}`,
    /** @param {number} nodes */
    name: nodes => `Search tree of ${count(nodes, "node")}`,
    /** @param {string} label @param {string} kind @param {number} size */
    node: (label, kind, size) =>
      `${label || "the start"}: ${{ folded: `${size} nodes, all failed`, failed: "dead end", solved: "solution", open: "not finished", branch: "went on" }[kind] ?? kind}`,
  },
};
