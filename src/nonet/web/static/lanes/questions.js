// @ts-check
// The page's questions to solvers, answered by the compiled engine without Python: the same commands, events and results
// as those of nonet.protocol.  What is not answered here throws `NotLowered`, and Python is question.
//
//     const lanes = new Lanes(async name => (await WebAssembly.instantiate(await bytes(name))).instance);
//     const result = await lanes.answer({ do: "verify", puzzle: { size: 9, clues: "53..7...." } }, event => {});

import { NotLowered, SIGNS, accepts, bits, broken, entriesOf, listed, lowered, masksOf, range } from "./document.js";
import { hint } from "./hints.js";
import { Kernel } from "./kernel.js";
import { Memory } from "./memory.js";

/** @typedef {import("./document.js").Puzzle} Puzzle */
/** @typedef {Record<string, any>} Result */
/** What an event on the way is told to.
 * @typedef {(event: Result) => void} Tell */
/** @typedef {{ kernel: Kernel, puzzle: Puzzle, expired: () => boolean }} Question */

/** The module of each kind of kernel, and the file that it is in. */
export const MODULES = /** @type {const} */ ({ classic: "classic.wasm", program: "models.wasm" });

/** Parameters of each command that is answered here, beside `puzzle` and `seconds`. @type {Record<string, string[]>} */
const COMMANDS = {
  solve: ["backend", "limit"], verify: ["backend"], candidates: ["cap", "entries"], check: ["quick", "reveal"],
  generate: ["level"], hint: ["policy", "only"],
};
const BACKENDS = [undefined, null, "", "auto", "lockstep"];
/** Seconds that are spent at most where Python, which can learn, might be sooner. */
const PATIENCE = 4;
const DEFAULT_SECONDS = 60;
/** Most solutions that are told in full; more are only counted. */
const SHOWN = 2;
/** Milliseconds between two events that count. */
const COUNTED = 100;
const MOST_CONFLICTS = 100;
/** Values that are tried at a time. */
const BATCH = 64;
/** Of so many cells, one is drawn at random; the others follow or are solved. */
const DRAWN = 3;
/** In place of a kernel where only conflicts are told. */
const NONE = /** @type {Kernel} */ (/** @type {unknown} */ ({ spent: {} }));

/** Whether a command is likely to be answered here: seen from its name, its parameters and what is declared of the rules.
 * @param {Result} command @param {import("./document.js").Declared | null} [declared] */
export function takes(command, declared) {
  const parameters = Object.hasOwn(COMMANDS, command.do) ? COMMANDS[command.do] : null;
  const { puzzle, do: name, backend, level } = command;
  return (
    parameters !== null && typeof puzzle === "object" && puzzle !== null && puzzle.grid === undefined &&
    Object.keys(command).every(key => ["do", "puzzle", "seconds", ...parameters].includes(key)) &&
    BACKENDS.includes(backend) && !level && !command.policy && !command.only?.length &&
    Boolean(name === "check" ? declared : declared?.kernel) && !Object.keys(puzzle.unread ?? {}).length
  );
}

export class Lanes {
  /** @param {(file: string) => Promise<WebAssembly.Instance>} load */
  constructor(load) {
    this.load = load;
    /** @type {Partial<Record<keyof typeof MODULES, Promise<Memory>>>} */
    this.memories = {};
    /** The kernel of the last puzzle of each kind. @type {Partial<Record<keyof typeof MODULES, { key: string, kernel: Kernel }>>} */
    this.last = {};
    /** Where memory is free before kernels. @type {Partial<Record<keyof typeof MODULES, number>>} */
    this.heaps = {};
  }

  /** @param {keyof typeof MODULES} kind */
  memory(kind) {
    return (this.memories[kind] ??= this.load(MODULES[kind]).then(instance => new Memory(instance)));
  }

  /** @param {Puzzle} puzzle @returns {Promise<Kernel>} */
  async kernel({ declared, key, size, names }) {
    const data = /** @type {import("./document.js").KernelData} */ (declared.kernel);
    const { kind } = data, memory = await this.memory(kind), last = this.last[kind];
    if (last?.key === (kind === "classic" ? "" : key)) return last.kernel;
    memory.top = this.heaps[kind] ??= memory.top;
    const kernel = new Kernel(memory, data, names.length, size);
    this.last[kind] = { key: kind === "classic" ? "" : key, kernel };
    return kernel;
  }

  /** The result of a command; throws `NotLowered` for what is Python's.
   * @param {Result} command @param {Tell} tell @param {import("./document.js").Declared | null} [declared] what the rules come to
   * @returns {Promise<Result>} */
  async answer(command, tell, declared) {
    const began = performance.now();
    if (!takes(command, declared)) throw new NotLowered("command");
    const puzzle = lowered(command.puzzle, declared), kernel = declared?.kernel ? await this.kernel(puzzle) : NONE;
    const { seconds = DEFAULT_SECONDS } = command;
    if (!(typeof seconds === "number" && seconds > 0)) throw new NotLowered("seconds");
    const before = { ...kernel.spent }, until = performance.now() + 1000 * Math.min(seconds, PATIENCE);
    const question = { kernel, puzzle, expired: () => performance.now() > until };
    const result = QUESTIONS[command.do](question, command, tell);
    if (command.do === "solve")
      result.stats = {
        guesses: kernel.spent.guesses - before.guesses,
        sweeps: kernel.spent.sweeps - before.sweeps,
      };
    return { ...result, ms: Math.round(10 * (performance.now() - began)) / 10 };
  }
}

/** A whole number, or Python has the words.
 * @param {unknown} value @param {number} least @param {number} most */
function wholeNumber(value, least, most) {
  if (!Number.isInteger(value) || Number(value) < least || Number(value) > most) throw new NotLowered("number");
  return Number(value);
}

/** @param {unknown} value */
function flag(value = false) {
  if (typeof value !== "boolean") throw new NotLowered("flag");
  return value;
}

/** What each cell may be with some clues; `null` where a clue is not what its cell may be.
 * @param {Puzzle} puzzle @param {ArrayLike<number>} clues @returns {number[] | null} */
function masksWith({ masks }, clues) {
  const left = masks.map((mask, cell) => (clues[cell] ? mask & (1 << (clues[cell] - 1)) : mask));
  return left.every(mask => mask !== 0) ? left : null;
}

/** Solutions of each row of clues, up to a limit; throws where the time was out.
 * @param {Question} question @param {ArrayLike<number>[]} rows @param {number} limit */
function counted({ kernel, puzzle, expired }, rows, limit) {
  const { cells } = kernel, possible = rows.map(row => masksWith(puzzle, row) !== null);
  const tried = rows.filter((_, i) => possible[i]), flat = new Uint8Array(tried.length * cells);
  tried.forEach((row, i) => flat.set(row, i * cells));
  const { masks } = puzzle;
  const answer = tried.length ? kernel.count(flat, limit, { masks, expired }) : { counts: [], solutions: flat, decided: true };
  if (!answer.decided) throw new NotLowered("time");
  let at = 0;
  return possible.map(is => {
    if (!is) return { count: 0, solution: null };
    const count = answer.counts[at], solution = answer.solutions.subarray(at * cells, (at + 1) * cells);
    at++;
    return { count, solution: count ? checked(puzzle, solution) : null };
  });
}

/** @param {Puzzle} puzzle @param {Uint8Array} solution */
function checked(puzzle, solution) {
  if (!accepts(puzzle, solution)) throw new NotLowered("the compiled engine found what is not a solution");
  return solution;
}

/** @param {Puzzle} puzzle @param {ArrayLike<number>} values @returns {Record<string, number>} */
const named = ({ names }, values) => Object.fromEntries(names.map((name, cell) => [name, values[cell]]));

/** Every solution up to a limit; false where the time was out.
 * @param {Question} question @param {ArrayLike<number>} clues @param {number} limit @param {(solution: Uint8Array) => void} tell
 * @param {() => boolean} [expired] */
function each(question, clues, limit, tell, expired = question.expired) {
  const { kernel, puzzle } = question;
  if (!masksWith(puzzle, clues)) return true;
  const { masks } = puzzle;
  return kernel.each(clues, limit, solution => tell(checked(puzzle, solution)), { masks, expired });
}

/** @type {Record<string, (question: Question, command: Result, tell: Tell) => Result>} */
const QUESTIONS = {
  solve(question, { limit: given = 1, seconds = DEFAULT_SECONDS }, tell) {
    const limit = wholeNumber(given, 0, 1e9), { puzzle } = question;
    let number = 0, reported = performance.now();
    const until = reported + 1000 * seconds;
    // with nothing found Python is asked soon; else the count goes on as long as it may
    const expired = () => (number <= SHOWN ? question.expired() : performance.now() > until);
    const done = each(question, puzzle.clues, limit, solution => {
      if (++number <= SHOWN) tell({ solution: named(puzzle, solution), number });
      else if (performance.now() - reported > COUNTED) {
        reported = performance.now();
        tell({ counted: number });
      }
    }, expired);
    if (!done && number <= SHOWN) throw new NotLowered("time");
    const full = limit > 0 && number === limit;
    return {
      number, status: number ? "sat" : "unsat", exhausted: done && !full,
      stopped: full ? "solutions" : done ? null : "time", backend: "lockstep", stats: {},
    };
  },

  verify(question) {
    const { puzzle } = question;
    /** @type {Uint8Array[]} */
    const solutions = [];
    if (!each(question, puzzle.clues, 2, solution => solutions.push(solution))) throw new NotLowered("time");
    const [first, second] = solutions;
    const uniqueness = second ? "multiple" : first ? "unique" : "none";
    return {
      uniqueness, witnesses: solutions.map(solution => named(puzzle, solution)),
      differing: second ? puzzle.names.filter((_, cell) => first[cell] !== second[cell]) : [],
      stopped: null, backend: "lockstep", word_of: second ? [] : ["lockstep"],
      ...(first ? {} : { clash: clash(question) }),
    };
  },

  candidates(question, { puzzle: document, cap: given = 1, entries = false }) {
    const cap = wholeNumber(given, 1, 1000), { puzzle } = question, clues = puzzle.clues.slice();
    if (flag(entries))
      for (const [cell, value] of entriesOf(puzzle, document.entries)) {
        if (clues[cell] && clues[cell] !== value) clues[cell] = 255; // no value is both
        else clues[cell] = value;
      }
    const seen = clues.includes(255) ? puzzle.names.map(() => 0) : trueCandidates(question, clues);
    const counts = cap > 1 ? numbers(question, clues, seen, cap) : new Map();
    const cells = puzzle.names.map((name, cell) => [
      name, Object.fromEntries(bits(seen[cell]).map(v => [v + 1, counts.get(16 * cell + v) ?? 1])),
    ]);
    return { cells: Object.fromEntries(cells), undecided: {}, exhausted: true, backend: "lockstep" };
  },

  check(question, { puzzle: document, quick, reveal }) {
    const { puzzle } = question, entries = entriesOf(puzzle, document.entries);
    if (document.marks === null) throw new NotLowered("marks");
    if ([...entries].some(([cell, value]) => puzzle.clues[cell] && puzzle.clues[cell] !== value)) throw new NotLowered("entry");
    const values = puzzle.clues.slice();
    for (const [cell, value] of entries) values[cell] = value;
    const conflicts = [
      ...pairs(puzzle, values).map(({ cells, words }) => ({ cells, words })),
      ...broken(puzzle, values).map(({ cells, words }) => ({ cells: cells.map(cell => puzzle.names[cell]), words })),
    ];
    // what is not declared may be broken once all its cells have values
    if (!puzzle.declared.kernel && (!flag(quick) || values.every(Boolean))) throw new NotLowered("rules");
    let wrong = null;
    if (!flag(quick) && entries.size) {
      const [{ count, solution }] = counted(question, [puzzle.clues], 2);
      if (count === 1 && solution) wrong = [...entries].filter(([cell, value]) => solution[cell] !== value);
    }
    return {
      conflicts: conflicts.slice(0, MOST_CONFLICTS), wrong: wrong?.length ?? null,
      ...(flag(reveal) ? { cells: (wrong ?? []).map(([cell]) => puzzle.names[cell]) } : {}),
    };
  },

  hint(question, { puzzle: document }) {
    const { puzzle } = question, entries = entriesOf(puzzle, document.entries), values = puzzle.clues.slice();
    if (Object.keys(document.candidates ?? {}).length) throw new NotLowered("candidates");
    const marks = masksOf(puzzle, document.marks);
    for (const [cell, value] of entries) values[cell] = value;
    const [{ count, solution }] = counted(question, [puzzle.clues], 2);
    if (count !== 1 || !solution || [...entries].some(([cell, value]) => solution[cell] !== value)) throw new NotLowered("wrong");
    if ([...marks].some(([cell, mask]) => !((mask >> (solution[cell] - 1)) & 1))) throw new NotLowered("marks");
    return hint(puzzle, values, marks);
  },

  generate(question, { puzzle: document }) {
    const { puzzle } = question, blank = { ...puzzle, clues: new Uint8Array(puzzle.names.length) };
    if (document.candidates && Object.keys(document.candidates).length) throw new NotLowered("candidates");
    const clues = minimal({ ...question, puzzle: blank }, randomSolution({ ...question, puzzle: blank }));
    const given = puzzle.names.flatMap((name, cell) => (clues[cell] ? [[name, clues[cell]]] : []));
    const { name: _, comment, notes, candidates, entries, marks, clues: __, nonet, version, ...others } = document;
    const words = `a new puzzle: ${given.length} clue${given.length === 1 ? "" : "s"}, each of them needed`;
    return {
      puzzle: { nonet: "puzzle", version: 1, ...others, size: puzzle.size, clues: Object.fromEntries(given) },
      words, stopped: null,
    };
  },
};

/** The values that each cell takes over all solutions, as masks: solutions show many at once, and what none has shown
 * yet is tried, many values at a time.
 * @param {Question} question @param {Uint8Array} clues @returns {number[]} */
function trueCandidates(question, clues) {
  const { puzzle } = question, seen = puzzle.names.map(() => 0);
  const see = (/** @type {ArrayLike<number>} */ s) => seen.forEach((_, cell) => { seen[cell] |= 1 << (s[cell] - 1); });
  const [{ solution }] = counted(question, [clues], 1);
  if (!solution) return seen;
  see(solution);
  const open = /** @type {number[]} */ (masksWith(puzzle, clues)).flatMap((mask, cell) =>
    bits(mask).map(value => ({ cell, value })),
  );
  // one value a cell first: their solutions show others
  const waiting = open.sort((one, other) => one.value - other.value);
  while (waiting.length) {
    const tried = [];
    while (waiting.length && tried.length < BATCH) {
      const next = /** @type {{ cell: number, value: number }} */ (waiting.shift());
      if (!((seen[next.cell] >> next.value) & 1)) tried.push(next);
    }
    const rows = tried.map(({ cell, value }) => clues.with(cell, value + 1));
    for (const { solution } of counted(question, rows, 1)) if (solution) see(solution);
  }
  return seen;
}

/** How many solutions have each value that is in one, up to a cap; by 16 times the cell plus the value from 0.
 * @param {Question} question @param {Uint8Array} clues @param {number[]} seen @param {number} cap @returns {Map<number, number>} */
function numbers(question, clues, seen, cap) {
  const every = seen.flatMap((mask, cell) => bits(mask).map(value => ({ cell, value }))), result = new Map();
  for (let at = 0; at < every.length; at += BATCH) {
    const batch = every.slice(at, at + BATCH);
    const counts = counted(question, batch.map(({ cell, value }) => clues.with(cell, value + 1)), cap);
    batch.forEach(({ cell, value }, i) => result.set(16 * cell + value, counts[i].count));
  }
  return result;
}

/** Two values alike in a unit: each pair of cells, with the first unit in which they are.
 * @param {Puzzle} puzzle @param {Uint8Array} values */
function pairs({ declared: { units }, names }, values) {
  /** @type {Map<string, { cells: string[], words: string, label: string }>} */
  const conflicts = new Map();
  for (const [label, unit] of units) {
    const stand = unit.filter(cell => values[cell]).sort((one, other) => one - other);
    stand.forEach((one, i) => stand.slice(i + 1).forEach(other => {
      const key = `${one} ${other}`;
      if (values[one] !== values[other] || conflicts.has(key)) return;
      const cells = [names[one], names[other]];
      conflicts.set(key, { cells, label, words: `${cells[0]} and ${cells[1]} are both ${sign(values[one])} in ${label}` });
    }));
  }
  return [...conflicts.values()];
}

/** The character of a value.
 * @param {number} value */
const sign = value => SIGNS[value - 1];

/** Clues of which no solution has all, and some has all but any one.
 * @param {Question} question @returns {Result} */
function clash(question) {
  const { puzzle } = question, { names, clues } = puzzle, [direct] = pairs(puzzle, clues), left = clues.slice();
  if (!direct)
    for (const cell of range(left.length).filter(cell => left[cell]))
      if (!counted(question, [left.with(cell, 0)], 1)[0].count) left[cell] = 0;
  const cells = direct?.cells ?? names.filter((_, cell) => left[cell]);
  const parts = listed(cells.map(name => `${name}=${sign(clues[/** @type {number} */ (puzzle.number.get(name))])}`));
  const words = [
    "the rules have no solution, whatever the clues are",
    `${parts} cannot hold`,
  ][cells.length] ?? `${parts} clash${direct ? ` in ${direct.label}` : ""} (no fewer clash)`;
  return { cells, words: [words], smallest: true };
}

/** @param {number} below */
const random = below => Math.floor(Math.random() * below);

/** @template T @param {T[]} list @returns {T[]} in random order */
function shuffled(list) {
  const result = [...list];
  for (let i = result.length - 1; i > 0; i--) {
    const j = random(i + 1);
    [result[i], result[j]] = [result[j], result[i]];
  }
  return result;
}

/** A solution drawn at random, not evenly: a third of the cells get values by chance, as far as they are possible.
 * @param {Question} question @returns {Uint8Array} */
function randomSolution(question) {
  const { puzzle } = question, { size } = puzzle, clues = new Uint8Array(puzzle.names.length);
  const drawn = shuffled(range(clues.length)).slice(0, Math.max(4, Math.floor(clues.length / DRAWN)));
  let solution = null;
  for (const cell of drawn) {
    for (const value of shuffled(range(size))) {
      const [answer] = counted(question, [clues.with(cell, value + 1)], 1);
      if (!answer.solution) continue;
      clues[cell] = value + 1;
      solution = answer.solution;
      break;
    }
    if (!clues[cell]) break;
  }
  if (!solution) throw new NotLowered("no solution");
  return solution;
}

/** The clues of a solution, less all that the others do not need.
 * @param {Question} question @param {Uint8Array} solution */
function minimal(question, solution) {
  const clues = solution.slice();
  for (const cell of shuffled(range(clues.length))) {
    const [{ count }] = counted(question, [clues.with(cell, 0)], 2);
    if (count === 1) clues[cell] = 0;
  }
  return clues;
}
