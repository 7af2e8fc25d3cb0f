// Addresses: every view has one, and an address gives its view again.
import assert from "node:assert/strict";
import { test } from "node:test";
import { hashOf, hashOfState, viewOf } from "../../../src/nonet/web/static/routes.js";
import { ACTIONS, fresh, opened } from "../../../src/nonet/web/static/state.js";

test("a view's address gives the view again", () => {
  for (const hash of [
    "#/",
    "#/play",
    "#/play/classic-easy-3",
    "#/play/2026-11-29",
    "#/play/c=53..7?watch",
    "#/set/p=jZ-B_b?program",
    "#/ask",
    "#/ask/c=53..7?share",
    "#/learn/lesson/forward-checking",
    "#/drill/x-wing/17",
  ])
    assert.equal(hashOf(/** @type {any} */ (viewOf(hash))), hash);
  assert.deepEqual(viewOf(""), { place: "front", rest: [], sheet: "" });
  assert.equal(viewOf("#/ask")?.sheet, "solve"); // one who asks has the answers in sight
  assert.deepEqual(viewOf("#p=AbC")?.rest, ["p=AbC"]);
});

test("an address of nothing is none", () => {
  for (const hash of ["#other", "#/nowhere", "#/play/x?dance", "#/learn?solve", "#//", "#/__proto__", "#/constructor"])
    assert.equal(viewOf(hash), null, hash);
});

test("the address of a state names its puzzle once that has a name, and follows the document in sight", () => {
  const view = (/** @type {string} */ hash) => viewOf(hash);
  let state = fresh(opened({ size: 9 }), undefined, "game", "one");
  assert.equal(hashOfState(state), "#/");
  state = ACTIONS.show(state, view("#/play"));
  assert.equal(hashOfState(state), "#/play");
  state = ACTIONS.named(state, { ref: "classic-easy-3" });
  assert.equal(hashOfState(state), "#/play/classic-easy-3");
  state = ACTIONS.show(state, view("#/play/classic-easy-3?watch"));
  assert.equal(hashOfState(state), "#/play/classic-easy-3?watch");
  state = ACTIONS.open(state, { doc: opened({ size: 4 }), geometry: fresh(opened({ size: 4 })).geometry, kind: "draft", id: "two", view: view("#/set") });
  assert.equal(hashOfState(state), "#/set");
  state = ACTIONS.enter(ACTIONS.named(state, { ref: "c=................" }), { value: 1 });
  assert.equal(hashOfState(state), "#/set"); // another puzzle now, which has no name yet
  assert.equal(hashOfState(ACTIONS.show(state, view("#/learn/lesson/cuts"))), "#/learn/lesson/cuts");
  assert.equal(hashOfState(ACTIONS.show(state, view("#/play"))), "#/play/classic-easy-3");
});
