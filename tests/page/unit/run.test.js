// A run replayed, its tree laid out: what the page and the files of `nonet trace --to` share.
import assert from "node:assert/strict";
import { test } from "node:test";
import { nodesMet } from "../../../src/nonet/web/static/run/player.js";
import { KINDS, Replay, layerOf } from "../../../src/nonet/web/static/run/replay.js";
import { childrenOf, layout } from "../../../src/nonet/web/static/run/tree.js";

const { posted, filtered, guess, dead, backtracked, solution } = KINDS;

/** Two variables over 40 values, more than one word of a mask holds. */
const run = events => ({
  backend: "by hand",
  status: "sat",
  stopped: null,
  stats: {},
  missing: [],
  dropped: 0,
  names: ["x", "y", "hidden"],
  cells: ["R1C1", "R1C2", ""],
  values: Array.from({ length: 40 }, (_, index) => index + 1),
  domains: [Array.from({ length: 40 }, (_, index) => index), [0, 35], [1]],
  scopes: [[0, 1]],
  phrases: ["all different", " removed 1"],
  events,
  told: events.map((_, index) => (index % 2 ? [0, 1] : [0])),
  tree: [],
  dead: [],
});

test("a run is replayed to any moment, forth and back, as it was slowly", () => {
  const events = [[posted, 0]];
  for (let round = 0; round < 60; round++)
    events.push(
      [guess, 1, round % 2 ? 35 : 0, 1],
      [filtered, 0, [round % 40, (round + 7) % 40], 0, [1]],
      [guess, 0, (round + 3) % 40, 2],
      [dead, 1, 0, -1],
      [backtracked, 2],
      [backtracked, 1],
    );
  const replay = new Replay(run(events));
  const slowly = number => {
    let state = [new Set(run([]).domains[0]), new Set([0, 35])],
      stack = [];
    const copy = () => state.map(each => new Set(each));
    for (const [kind, x, what] of events.slice(0, number)) {
      if (kind === filtered) what.forEach(each => state[x].delete(each));
      if (kind === guess) {
        stack.push(copy());
        state[x] = new Set([what]);
      }
      if (kind === backtracked) state = stack.pop();
    }
    return state.map(each => [...each].sort((one, other) => one - other));
  };
  for (const number of [0, 1, 3, 63, 64, 65, 361, 130, 5, 4, 200]) {
    const { state } = replay.at(number);
    assert.deepEqual([replay.left(state, 0), replay.left(state, 1)], slowly(number), String(number));
  }
  assert.equal(replay.find(1, guess, 1), 2);
  assert.equal(replay.find(2, guess, 1), 4);
  assert.equal(replay.find(2, guess, -1), null);
  assert.equal(replay.find(361, solution, 1), null);
  assert.equal(replay.sentence(2), "all different removed 1");
});

test("what a moment shows: what went is struck, its reasons and its constraint are set apart", () => {
  const replay = new Replay(
    run([
      [filtered, 1, 35, 0, [0]],
      [filtered, 0, [0, 1], 0, -1],
    ]),
  );
  const first = layerOf(replay, 1);
  assert.deepEqual(first.gone, { R1C2: [36] });
  assert.deepEqual(first.candidates.R1C2, [1]); // the value that is left stands beside what went
  assert.deepEqual([first.cells, first.why, first.scope], [["R1C2"], ["R1C1"], ["R1C1", "R1C2"]]);
  const second = layerOf(replay, 2);
  assert.deepEqual(second.values, { R1C2: 1 });
  assert.deepEqual([second.cells, second.why], [["R1C1"], []]); // all of the scope is not a reason of its own
  assert.equal(Object.keys(second.candidates).length, 1); // what is not drawn is not shown
});

test("the node that each moment belongs to follows guesses and steps back", () => {
  const events = [
    [posted, 0],
    [guess, 0, 1, 1],
    [guess, 1, 0, 2],
    [dead, 0, 0, -1],
    [backtracked, 2],
    [guess, 1, 35, 2],
  ];
  assert.deepEqual([...nodesMet(run(events))], [0, 0, 1, 2, 2, 1, 3]);
});

const node = (parent, depth) => ({ parent, depth, label: "", status: "branch", start: 0, end: 0, size: 1 });

test("a tree is laid out left to right, parents above the middle of their children", () => {
  const nodes = [node(-1, 0), node(0, 1), node(1, 2), node(1, 2), node(0, 1)];
  const places = layout(nodes, childrenOf(nodes), new Set());
  assert.deepEqual(Object.fromEntries(places), {
    0: [1.25, 0],
    1: [0.5, 1],
    2: [0, 2],
    3: [1, 2],
    4: [2, 1],
  });
  const few = layout(nodes, childrenOf(nodes), new Set([1]));
  assert.deepEqual(Object.fromEntries(few), { 0: [0.5, 0], 1: [0, 1], 4: [1, 1] });
});

test("a tree of a hundred thousand levels is laid out", () => {
  const nodes = Array.from({ length: 100_000 }, (_, id) => node(id - 1, id));
  assert.equal(layout(nodes, childrenOf(nodes), new Set()).size, 100_000);
});
