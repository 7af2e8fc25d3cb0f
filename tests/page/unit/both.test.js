// The two engines as one: who is asked what.
import assert from "node:assert/strict";
import { test } from "node:test";
import { BothEngine } from "../../../src/nonet/web/static/engine/both.js";

const python = () => ({ name: "browser", ready: new Promise(() => {}), run: async () => "python" });
const small = (takes, run) => () => ({ takes: ({ do: name }) => takes.includes(name), run });

test("what the small engine takes does not wait for Python", async () => {
  const engine = new BothEngine(python, small(["check"], async () => "small"));
  assert.equal(await engine.run({ do: "check" }), "small");
  assert.equal(await engine.run({ do: "path" }), "python");
});

test("a hint that is Python's is offered with its bytes, and asked there once that is accepted", async () => {
  const asked = [], begin = () => ({ run: async command => (asked.push(command), "python") });
  const engine = new BothEngine(begin, small([], async () => "small"), undefined, 17_500_000);
  assert.deepEqual(await engine.run({ do: "hint" }), { found: false, offer: { bytes: 17_500_000 } });
  assert.equal(await engine.run({ do: "hint", fetch: true }), "python");
  assert.equal(await engine.run({ do: "hint" }), "python");
  assert.deepEqual(asked, [{ do: "hint" }, { do: "hint" }]);
});

test("what it finds too hard on the way is Python's; its other errors are errors", async () => {
  const failing = kind => small(["solve"], () => Promise.reject(Object.assign(new Error(kind), { kind })));
  assert.equal(await new BothEngine(python, failing("NotTaken")).run({ do: "solve" }), "python");
  await assert.rejects(new BothEngine(python, failing("FormatError")).run({ do: "solve" }), /FormatError/);
});

test("what was kept is answered without any engine, and Python begins once, for who waits", async () => {
  let begun = 0;
  const kept = { answer: async ({ do: name }) => (name === "about" ? "kept" : undefined) };
  const counting = () => (begun++, python());
  const engine = new BothEngine(counting, small([], async () => "small"), kept);
  assert.equal(await engine.run({ do: "about" }), "kept");
  await assert.rejects(engine.run({ do: "draw" }, { idle: true }), { kind: "NotTaken" });
  assert.equal(begun, 0);
  assert.equal(await engine.run({ do: "path" }), "python");
  assert.equal(await engine.run({ do: "hint" }), "python");
  assert.equal(begun, 1);
});

test("what a picture declares of its rules is told to the compiled engine", async () => {
  const puzzle = { size: 4, rules: ["diagonals"] }, told = [];
  const kept = { answer: async ({ do: name }) => (name === "draw" ? { declared: "units" } : undefined) };
  const lanes = () => ({ takes: (_, declared) => Boolean(declared), run: async (_, __, declared) => told.push(declared) });
  const engine = new BothEngine(python, lanes, kept);
  assert.equal(await engine.run({ do: "verify", puzzle }), "python");
  await engine.run({ do: "draw", puzzle });
  await engine.run({ do: "verify", puzzle: { ...puzzle, clues: { R1C1: 1 } } });
  assert.deepEqual(told, ["units"]);
});
