// The state: every action is a function from state and action to state.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  ACTIONS,
  puzzleToAsk,
  docOf,
  fresh,
  opened,
  store,
  taken,
  valueAt,
} from "../../../src/nonet/web/static/state.js";

const begin = (clues = { R1C1: 5 }, kind = "game") => fresh(opened({ size: 9, clues }), undefined, kind, "one");
/** @param {any} state @param {...[string, object?]} actions */
const after = (state, ...actions) =>
  actions.reduce((now, [type, action = {}]) => ACTIONS[type](now, action), state);

test("a value goes into all chosen cells but clues, and out again where all have it", () => {
  const chosen = after(begin(), ["cells", { cells: ["R1C1", "R1C2", "R1C3"] }], ["enter", { value: 7 }]);
  assert.deepEqual(docOf(chosen).play, { R1C2: { value: 7 }, R1C3: { value: 7 } });
  assert.equal(valueAt(chosen, "R1C1"), 5);
  assert.deepEqual(docOf(after(chosen, ["enter", { value: 7 }])).play, {});
});

test("marks are kept in order, and stay under a value", () => {
  const marked = after(
    begin(),
    ["cells", { cells: ["R2C2"] }],
    ["enter", { value: 8, mode: "corner" }],
    ["enter", { value: 2, mode: "corner" }],
    ["enter", { value: 3 }],
  );
  assert.deepEqual(docOf(marked).play.R2C2, { corner: [2, 8], value: 3 });
  assert.deepEqual(docOf(after(marked, ["clear"])).play.R2C2, { corner: [2, 8] });
  assert.deepEqual(docOf(after(marked, ["clear"], ["clear"])).play, {});
});

test("an action never changes the state it is given", () => {
  const frozen = deepFrozen(
    after(begin(), ["cells", { cells: ["R2C2", "R2C3"] }], ["enter", { value: 1, mode: "centre" }]),
  );
  const values = {
    value: 4,
    mode: "corner",
    cell: "R9C9",
    cells: ["R1C2"],
    values: { R3C3: 1 },
    placements: [["R4C4", 2]],
    eliminations: [["R2C2", 1]],
    candidates: { R2C2: [1, 2] },
    clues: {},
    down: 1,
    on: true,
    layer: {},
    conflicts: [],
    puzzle: { size: 9 },
  };
  for (const [name, action] of Object.entries(ACTIONS))
    if (!["open", "shape", "show"].includes(name)) action(frozen, values);
});

test("everything that changes the document can be undone, as far back as one went", () => {
  let state = begin();
  const seen = [docOf(state)];
  for (let step = 0; step < 500; step++) {
    state = after(
      state,
      ["cells", { cells: [`R${(step % 8) + 2}C${(step % 7) + 1}`] }],
      ["enter", { value: (step % 9) + 1, mode: ["value", "corner", "centre", "colour"][step % 4] }],
    );
    if (docOf(state) !== seen.at(-1)) seen.push(docOf(state));
  }
  for (let back = seen.length - 2; back >= 0; back--) {
    state = after(state, ["undo"]);
    assert.equal(docOf(state), seen[back]);
  }
  assert.equal(after(state, ["undo"]), state);
  for (const doc of seen.slice(1)) {
    state = after(state, ["redo"]);
    assert.equal(docOf(state), doc);
  }
});

test("an engine is asked about the clues, the entries and the centre marks", () => {
  const state = after(
    begin(),
    ["cells", { cells: ["R1C2"] }],
    ["enter", { value: 7 }],
    ["cells", { cells: ["R1C3"] }],
    ["enter", { value: 2, mode: "centre" }],
    ["enter", { value: 9, mode: "corner" }],
  );
  assert.deepEqual(puzzleToAsk(state), { size: 9, clues: { R1C1: 5 }, entries: { R1C2: 7 }, marks: { R1C3: [2] } });
  assert.deepEqual(puzzleToAsk(state, { played: false }), { size: 9, clues: { R1C1: 5 } });
  assert.deepEqual(taken(state), { size: 9, clues: { R1C1: 5, R1C2: 7 }, candidates: { R1C3: [2] } });
});

test("a conflict that is known goes when one of its values goes, others stay", () => {
  const conflicts = [
    { cells: ["R1C1", "R1C2"], words: "a" },
    { cells: ["R5C5", "R5C6"], words: "b" },
  ];
  const state = after(
    begin(),
    ["cells", { cells: ["R1C2"] }],
    ["enter", { value: 5 }],
    ["checked", { conflicts }],
  );
  assert.deepEqual(
    after(state, ["enter", { value: 6 }]).conflicts.map(({ words }) => words),
    ["b"],
  );
  assert.equal(after(state, ["enter", { value: 6, mode: "colour" }]).conflicts.length, 2);
});

test("a hint's eliminations go from centre marks, or from the candidates shown where there are none", () => {
  const state = after(
    begin(),
    ["cells", { cells: ["R2C2"] }],
    ["enter", { value: 1, mode: "centre" }],
    ["enter", { value: 2, mode: "centre" }],
  );
  const done = after(state, [
    "apply",
    {
      placements: [["R9C9", 3]],
      eliminations: [
        ["R2C2", 1],
        ["R3C3", 4],
      ],
      candidates: { R3C3: [4, 6] },
    },
  ]);
  assert.deepEqual(docOf(done).play, { R2C2: { centre: [2] }, R9C9: { value: 3 }, R3C3: { centre: [6] } });
  assert.equal(docOf(after(done, ["undo"])), docOf(state));
});

test("in a draft digits are clues, and take the marks there away", () => {
  const state = after(
    begin({ R1C1: 5 }, "draft"),
    ["cells", { cells: ["R2C2"] }],
    ["enter", { value: 1, mode: "corner" }],
    ["enter", { value: 9 }],
  );
  assert.deepEqual(docOf(state).clues, { R1C1: 5, R2C2: 9 });
  assert.deepEqual(docOf(state).play, {});
  assert.deepEqual(docOf(after(state, ["clear"])).clues, { R1C1: 5 });
});

test("a digit sets one clue, however many cells are chosen", () => {
  const state = after(begin({}, "draft"), ["cells", { cells: ["R1C1", "R1C2", "R1C3"] }], ["enter", { value: 7 }]);
  assert.deepEqual(docOf(state).clues, { R1C3: 7 });
});

const PLACES = /** @type {const} */ ({ game: "play", draft: "set", question: "ask" });
/** @param {any} state @param {"game" | "draft" | "question"} kind @param {Record<string, number>} clues @param {string} id */
const opening = (state, kind, clues, id) =>
  after(state, ["open", { doc: opened({ size: 9, clues }), geometry: state.geometry, kind, id, view: { place: PLACES[kind], rest: [], sheet: "" } }]);

test("a game, a draft and a question are documents of their own, and undo stays in each", () => {
  const game = after(begin(), ["cells", { cells: ["R1C2"] }], ["enter", { value: 7 }], ["layer", { layer: { values: { R9C9: 1 } } }]);
  const draft = after(opening(game, "draft", {}, "two"), ["enter", { value: 3 }]);
  assert.deepEqual([docOf(draft).clues, docOf(draft).play], [{ R1C1: 3 }, {}]);
  assert.equal(after(draft, ["undo"], ["undo"], ["undo"]).id, "two");
  const question = opening(draft, "question", { R5C5: 5 }, "three");
  const again = after(question, ["show", { place: "play", rest: [], sheet: "" }]);
  assert.deepEqual([again.kind, again.id, docOf(again)], ["game", "one", docOf(game)]);
  assert.equal(again.layer, null); // what was drawn over the grid went with its panel
  assert.deepEqual(docOf(after(again, ["undo"])).play, {});
  const back = after(again, ["show", { place: "set", rest: [], sheet: "" }]);
  assert.deepEqual([back.id, docOf(back).clues, docOf(after(back, ["undo"])).clues], ["two", { R1C1: 3 }, {}]);
  const another = opening(back, "draft", { R9C9: 9 }, "four");
  assert.deepEqual([another.history.past.length, Object.keys(another.aside).sort()], [0, ["game", "question"]]);
});

test("each change of a document, and each way back, is a version", () => {
  const state = after(begin(), ["cells", { cells: ["R1C2"] }], ["enter", { value: 7 }]),
    back = after(state, ["undo"]);
  assert.deepEqual([begin().version, state.version, back.version], [0, 1, 2]);
  assert.equal(after(back, ["select", { cell: "R9C9" }]).version, 2);
});

test("in pairs a clue leads to the empty cell opposite, and goes with the clue there", () => {
  const paired = after(begin({ R1C1: 5 }, "draft"), ["paired", { on: true }]);
  const one = after(paired, ["cells", { cells: ["R2C3"] }], ["enter", { value: 7 }]);
  assert.deepEqual([...one.selected], ["R8C7"]);
  const both = after(one, ["enter", { value: 4 }]);
  assert.deepEqual(docOf(both).clues, { R1C1: 5, R2C3: 7, R8C7: 4 });
  assert.deepEqual([...both.selected], ["R8C7"]);
  assert.deepEqual(docOf(after(both, ["clear"])).clues, { R1C1: 5 });
  const middle = after(paired, ["cells", { cells: ["R5C5"] }], ["enter", { value: 1 }]);
  assert.deepEqual([docOf(middle).clues.R5C5, ...middle.selected], [1, "R5C5"]);
});

test("same chooses the cells of the cursor's value, or of its marks", () => {
  const state = after(begin({ R1C1: 5, R5C5: 5, R9C9: 4 }), ["select", { cell: "R1C1" }], ["same"]);
  assert.deepEqual([...state.selected], ["R5C5", "R1C1"]);
});

test("who listens is told of changes alone", () => {
  const told = [];
  const page = store(begin(), (state, before, type) => told.push(type));
  page.do("undo");
  page.do("select", { cell: "R2C2" });
  page.do("select", { cell: "R2C2" });
  assert.deepEqual(told, ["select"]);
});

/** @param {any} value */
function deepFrozen(value) {
  if (value === null || typeof value !== "object" || Object.isFrozen(value) || value instanceof Set)
    return value;
  Object.values(value).forEach(deepFrozen);
  return Object.freeze(value);
}
