// What a page asks of an engine, whichever it is: both must give the same answers.
// `story(engine)` gives a report, which the tests in Python hold against nonet itself.

export const CLASSIC = {
  size: 9,
  clues: "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
};
export const VARIANT = {
  size: 4,
  clues: "................",
  rules: [
    "diagonals",
    { rule: "killer", cells: ["R1C1", "R1C2"], sum: 3 },
    { rule: "thermometer", cells: ["R2C1", "R2C2"] },
  ],
};
const EMPTY = { size: 9, clues: ".".repeat(81) };

/** Questions that are asked of both puzzles. */
export const QUESTIONS = [
  { do: "draw" }, { do: "check", reveal: true }, { do: "solve", limit: 2 }, { do: "verify" },
  { do: "verify", backend: "sat" }, { do: "solve", backend: "python-constraint" },
  { do: "candidates", cap: 3 }, { do: "hint" }, { do: "whynot", cell: "R1C3", value: 5 },
  { do: "path" }, { do: "rate", scales: ["explainer"] }, { do: "trace" }, { do: "drive" },
  { do: "model", language: "minizinc" }, { do: "write", format: "json" }, { do: "export" },
];

/** @param {any} engine @param {any} command */
async function asked(engine, command) {
  const events = [];
  try {
    const result = await engine.run(command, { on: event => events.push(event) });
    return { command, events, result };
  } catch (error) {
    return { command, events, error: error.message, kind: error.kind };
  }
}

/** @param {any} engine */
export async function story(engine) {
  const report = { name: engine.name, answers: [] };
  await engine.ready;
  for (const puzzle of [CLASSIC, VARIANT]) {
    for (const question of QUESTIONS) report.answers.push(await asked(engine, { ...question, puzzle }));
  }
  report.about = (await asked(engine, { do: "about" })).result;
  report.cpsat = await asked(engine, { do: "verify", puzzle: CLASSIC, backend: "cpsat" });
  report.unknown = await asked(engine, { do: "sovle" });
  report.deep = await asked(engine, { do: "drive", puzzle: JSON.parse("[".repeat(1000) + "]".repeat(1000)) });
  delete report.deep.command; // too deep for this report as well
  report.wrong = await asked(engine, { do: "read", text: "<script>alert(1)</script>" });
  const exercise = (await asked(engine, { do: "exercise", name: "2", solution: true })).result;
  report.graded = [
    await asked(engine, { do: "grade", name: "2", code: exercise.solution }),
    await asked(engine, { do: "grade", name: "2", code: `import statistics\nprint("seen")\n${exercise.code}` }),
  ];
  report.cancelled = await cancelled(engine);
  report.after = await asked(engine, { do: "hint", puzzle: CLASSIC });
  const both = [1, 2, 3].map(() => asked(engine, { do: "check", puzzle: VARIANT, quick: true }));
  report.together = (await Promise.all(both)).map(each => each.result?.conflicts);
  return report;
}

/** A question without an end is given up while it is answered.
 * @param {any} engine */
async function cancelled(engine) {
  const stop = new AbortController();
  let begun = 0;
  const running = engine.run(
    { do: "solve", puzzle: EMPTY, limit: 0, seconds: 500 },
    { signal: stop.signal, on: () => { if (++begun === 2) stop.abort(); } },
  );
  const how = await running.then(() => "answered", (/** @type {any} */ error) => error.name);
  const early = new AbortController();
  early.abort();
  const before = await engine.run({ do: "about" }, { signal: early.signal })
    .then(() => "answered", (/** @type {any} */ error) => error.name);
  return { how, begun, before };
}
