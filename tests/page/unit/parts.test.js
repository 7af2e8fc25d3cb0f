// The small parts: addresses, storage, keys, geometry, colours, fields, Markdown, questions.
import assert from "node:assert/strict";
import { test } from "node:test";
import { defaultBox, name, place, plainGeometry } from "../../../src/nonet/web/static/geometry.js";
import { themed, turned } from "../../../src/nonet/web/static/grid/decorations.js";
import { actionOf } from "../../../src/nonet/web/static/grid/keys.js";
import { asker, Cancelled } from "../../../src/nonet/web/static/jobs.js";
import { blocksOf } from "../../../src/nonet/web/static/markdown.js";
import { parsed, patches } from "../../../src/nonet/web/static/panels/fields.js";
import { MOST, documentOf, packedRef } from "../../../src/nonet/web/static/share.js";
import { fresh, opened } from "../../../src/nonet/web/static/state.js";
import { storage } from "../../../src/nonet/web/static/storage.js";
import { words } from "../../../src/nonet/web/static/words.en.js";

test("a document goes into an address and comes out of it", async () => {
  const document = { size: 9, clues: { R1C1: 5 }, name: "Löwe & <b>Co</b> 🦁" };
  const ref = await packedRef(document);
  assert.match(ref, /^p=[A-Za-z0-9_-]+$/);
  assert.deepEqual(await documentOf(ref), document);
  assert.equal(await documentOf("classic-easy-3"), null);
  assert.deepEqual(await documentOf("t=53..%207"), { text: "53.. 7" });
  const plain = { nonet: "puzzle", version: 1, size: 4, clues: { R1C2: 3, R4C4: 1 } };
  assert.equal(await packedRef(plain), "c=.3.............1");
  assert.deepEqual(await documentOf("c=.3.............1"), plain);
  assert.match(await packedRef({ ...plain, rules: ["diagonals"] }), /^p=/);
});

test("a damaged address, and one that unpacks to too much, are errors", async () => {
  const ref = await packedRef({ name: "x" });
  for (const wrong of ["p=%%%", "p=AAAA", ref.slice(0, -3), await packedRef([1]), "c=12", "c=x..............."])
    await assert.rejects(documentOf(wrong));
  const bomb = await packedRef({ comment: "a".repeat(2 * MOST) });
  assert.ok(bomb.length < 20_000);
  await assert.rejects(documentOf(bomb), /too long/);
});

test("storage gives the fallback for what is not there, not readable or refused", () => {
  const kept = new Map();
  const keep = storage({
    getItem: key => kept.get(key) ?? null,
    setItem: (key, value) => kept.set(key, value),
    removeItem: key => kept.delete(key),
  });
  assert.equal(keep.set("settings", { theme: "dark" }), true);
  assert.deepEqual(keep.get("settings", null), { theme: "dark" });
  kept.set("nonet:solved", "{broken");
  assert.equal(keep.get("solved", "none"), "none");
  for (const [key, spoilt] of Object.entries({ solved: "null", lessons: "[1]", drills: '{"x": null}', settings: "7", token: "{}" })) {
    kept.set(`nonet:${key}`, spoilt);
    assert.equal(keep.get(key, "none"), "none", key);
  }
  kept.set("nonet:settings", '{"theme": "dark", "timer": "yes", "other": 1}');
  assert.deepEqual(keep.get("settings", {}), { theme: "dark" });
  const record = { id: "a", variant: "classic", level: "Easy", seconds: 9 };
  kept.set("nonet:solved", JSON.stringify([null, { id: 7 }, record]));
  assert.deepEqual(keep.get("solved", []), [record]); // one that is spoilt takes no other along
  const refusing = storage({
    getItem() {
      throw new Error("no");
    },
    setItem() {
      throw new Error("full");
    },
    removeItem() {},
  });
  assert.equal(refusing.set("token", "a"), false);
  assert.equal(refusing.get("token", "b"), "b");
  assert.equal(storage(undefined).set("token", "a"), false);
});

const pressed = (key, { code = "", ...held } = {}) => ({
  key,
  code,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...held,
});

test("keys mean what the list of keys says", () => {
  const state = fresh(opened({ size: 9 }));
  assert.deepEqual(actionOf(pressed("5", { code: "Digit5" }), state), ["enter", { value: 5, mode: "value" }]);
  assert.deepEqual(actionOf(pressed("%", { code: "Digit5", shiftKey: true }), state), [
    "enter",
    { value: 5, mode: "corner" },
  ]);
  assert.deepEqual(actionOf(pressed("5", { code: "Numpad5", ctrlKey: true }), state), [
    "enter",
    { value: 5, mode: "centre" },
  ]);
  assert.deepEqual(actionOf(pressed("0", { code: "Digit0" }), state), ["clear", {}]);
  assert.deepEqual(actionOf(pressed("ArrowUp", { shiftKey: true }), state), [
    "move",
    { down: -1, extend: true },
  ]);
  assert.deepEqual(actionOf(pressed("z", { code: "KeyZ", ctrlKey: true }), state), ["undo", {}]);
  assert.deepEqual(actionOf(pressed("Z", { code: "KeyZ", ctrlKey: true, shiftKey: true }), state), [
    "redo",
    {},
  ]);
  assert.deepEqual(actionOf(pressed("x", { code: "KeyX" }), state), ["mode", { mode: "corner" }]);
  assert.equal(actionOf(pressed("5", { code: "Digit5", altKey: true }), state), null);
  assert.equal(actionOf(pressed("q", { code: "KeyQ" }), state), null);
  assert.equal(actionOf(pressed("r", { code: "KeyR", ctrlKey: true }), state), null); // the browser's
});

test("letters are values where there are more than nine, before they are modes", () => {
  const state = fresh(opened({ size: 16 }));
  assert.deepEqual(actionOf(pressed("c", { code: "KeyC" }), state), ["enter", { value: 12, mode: "value" }]);
  assert.deepEqual(actionOf(pressed("x", { code: "KeyX" }), state), ["mode", { mode: "corner" }]);
});

test("a plain square has its cells, lines and places of candidates", () => {
  assert.deepEqual(place(name(3, 15)), [3, 15]);
  assert.deepEqual([4, 6, 7, 9, 12, 16].map(defaultBox), [[2, 2], [2, 3], null, [3, 3], [3, 4], [4, 4]]);
  const geometry = plainGeometry(6);
  assert.equal(geometry.cells.length, 36);
  assert.equal(geometry.wall.match(/H/g)?.length, 4); // boxes are two high
  assert.equal(geometry.wall.match(/V/g)?.length, 3); // and three wide
});

test("colours turn as nonet.render.svg turns them, and keep their hue", () => {
  assert.equal(turned("ffffff"), "#141414");
  assert.equal(turned("000000"), "#ffffff");
  assert.equal(themed("none"), "none");
  assert.equal(themed("#00000080"), "light-dark(#00000080, #ffffff80)");
});

test("what is written into a rule's field is JSON's", () => {
  assert.equal(parsed("", "integer"), undefined);
  assert.equal(parsed("15", "integer"), 15);
  assert.equal(parsed("many", "integer"), "many"); // the engine says what is wrong
  assert.deepEqual(parsed("7, 8", "integers"), [7, 8]);
  assert.equal(parsed("7", "integers"), 7);
  assert.deepEqual(parsed("R1C1 R1C2; R2C1", "groups"), [["R1C1", "R1C2"], ["R2C1"]]);
  assert.deepEqual(parsed("[[1, 2]]", "tuples"), [[1, 2]]);
});

test("the Markdown of exercises becomes paragraphs, lists and programs", () => {
  const blocks = blocksOf("One **two**\nthree\n\n- a\n  more\n- b\n\n    x = 1\n    y = 2");
  assert.deepEqual(
    blocks.map(({ kind }) => kind),
    ["p", "ul", "pre"],
  );
  assert.deepEqual(blocks[1].lines, ["a more", "b"]);
  assert.deepEqual(blocks[2].lines, ["x = 1", "y = 2"]);
});

test("a new question cancels the one before, a quiet one never, and of quiet ones the latest counts", async () => {
  /** @type {{ command: any, end: (result: any) => void, signal?: AbortSignal }[]} */
  const open = [];
  const engine = {
    name: "test",
    ready: Promise.resolve(),
    run: (command, { signal } = {}) =>
      new Promise((resolve, reject) => {
        open.push({ command, end: resolve, signal });
        signal?.addEventListener("abort", () => reject(new DOMException("cancelled", "AbortError")));
      }),
  };
  const busy = [],
    jobs = asker(engine, now => busy.push(now));
  const first = jobs.ask({ do: "solve" }),
    second = jobs.ask({ do: "hint" });
  await assert.rejects(first, Cancelled);
  open[1].end("hinted");
  assert.equal(await second, "hinted");
  assert.deepEqual(busy, [true, true, false]);

  const told = [];
  for (const number of [1, 2, 3])
    jobs.quietly(
      "check",
      () => ({ do: "check", number }),
      result => told.push(result),
    );
  assert.equal(open.length, 3);
  open[2].end("one");
  await new Promise(resolve => setImmediate(resolve));
  assert.equal(open[3].command.number, 3);
  open[3].end("three");
  await new Promise(resolve => setImmediate(resolve));
  assert.deepEqual(told, ["three"]);
});

test("a cell is spoken of in whole words", () => {
  const geometry = plainGeometry(9);
  assert.equal(words.grid.cell("R3C5", { value: 7, given: true }, geometry), "row 3 column 5, given 7");
  assert.equal(
    words.grid.cell("R3C5", { corner: [1, 4], colours: [2] }, geometry),
    "row 3 column 5, corner marks 1 4, red",
  );
  assert.equal(words.grid.cell("R3C5", {}, geometry), "row 3 column 5, empty");
});

test("patches are cells that touch and have the same colours, whatever is far away", () => {
  const cells = [0, 1].flatMap(row => [0, 1, 2].map(column => [`R${row + 1}C${column + 1}`, row, column]));
  const red = { colours: [2] };
  assert.equal(patches(cells, {}), undefined);
  assert.equal(patches(cells, { R1C1: red, R2C3: red }), "ABBBBC"); // two red ones do not touch
  assert.equal(patches(cells, { R1C2: red, R2C2: { colours: [2, 3] } }), "ABCADC");
});
