// The two engines as one: who is asked what.
import assert from "node:assert/strict";
import { test } from "node:test";
import { BothEngine } from "../../../src/nonet/web/static/engine/both.js";

const python = { name: "browser", ready: new Promise(() => {}), run: async () => "python" };
const small = (takes, run) => () => ({ takes: ({ do: name }) => takes.includes(name), run });

test("what the small engine takes does not wait for Python", async () => {
  const engine = new BothEngine(python, small(["check"], async () => "small"));
  assert.equal(await engine.run({ do: "check" }), "small");
  assert.equal(await engine.run({ do: "hint" }), "python");
});

test("what it finds too hard on the way is Python's; its other errors are errors", async () => {
  const failing = kind => small(["solve"], () => Promise.reject(Object.assign(new Error(kind), { kind })));
  assert.equal(await new BothEngine(python, failing("NotTaken")).run({ do: "solve" }), "python");
  await assert.rejects(new BothEngine(python, failing("FormatError")).run({ do: "solve" }), /FormatError/);
});
