// Setting a puzzle: clues typed, rules drawn on the grid; is it unique yet?  What stands against it, and what mends it.

import { button, h, labelled, lighting, more, options, row } from "../dom.js";
import { docOf, opened } from "../state.js";
import { words } from "../words.en.js";
import { layoutOf, moved, painted, strokes } from "./draw.js";
import { fieldOf, reader } from "./fields.js";
import { liveAnswers } from "./live.js";
import { paletteOf } from "./palette.js";

/** Kinds of parameters that are drawn, not typed. */
const DRAWN = ["cells", "cell", "groups", "regions"];
const OPEN_GROUP = 6; // rules of one name that are listed without a click
const ROUND = 10; // seconds after which it is said how near a new puzzle came

/** @param {import("../app.js").App} app */
export function setPanel(app) {
  const { page } = app,
    labels = words.set;
  const paired = h("input", { type: "checkbox", onchange: () => page.do("paired", { on: paired.checked }) });
  const live = liveAnswers(app);
  const palette = paletteOf(choose, () => take(null, true));
  const form = h("div", { class: "form" }),
    list = h("div", { class: "rules-there" }),
    answer = h("div", { class: "answer" }),
    ways = h("div", { class: "row", hidden: true }),
    hard = h("select", ...options(Object.entries(labels.levels)));
  /** @type {any[]} */
  let known = [];
  /** @type {any} the rule in hand */
  let tool = null;
  /** @type {{ read: (cells: string[]) => Record<string, any>, typed: HTMLInputElement | null, clear: () => void } | null} */
  let fields = null;
  /** @type {string[] | null} a stroke that waits for its number */
  let waiting = null;
  /** @type {number | null} the rule selected on the grid */
  let selected = null;
  /** Rules are added one after the other. @type {Promise<unknown>} */
  let last = Promise.resolve();
  const element = h(
    "div",
    live.element,
    form,
    palette.element,
    h("section", { "aria-label": labels.ask }, ways, answer),
    h("h2", labels.there),
    list,
    more(labels.options, h("label", { class: "flag" }, paired, labels.paired), live.flags),
  );

  /** Take a tool in hand, or the pointer that selects rules, or nothing. @param {any} rule @param {boolean} [pointer] */
  function take(rule, pointer = false) {
    commit();
    [tool, selected, fields] = [rule, null, null];
    form.replaceChildren();
    palette.mark(rule ? rule.name : pointer ? "" : null);
    document.body.dataset.tool = rule?.name ?? "";
    app.hand = rule ? drawing() : pointer ? selecting() : null;
    if (pointer) app.say(labels.selecting);
    page.do("light");
  }
  /** @param {any} rule */
  function choose(rule) {
    if (tool === rule) return take(null);
    take(rule);
    const parameterFields = rule.parameters.map((/** @type {any} */ parameter) => fieldOf(parameter, rule)),
      inputs = parameterFields.filter((/** @type {any} */ each) => each.element);
    const texts = inputs.map((/** @type {any} */ each) => each.element).filter((/** @type {any} */ each) => each.type === "text");
    // an arrow's stroke gives its bulb and its cells: nothing is waited for, though both can be typed
    const drawn = rule.entry === "path" && rule.parameters.every((/** @type {any} */ each) => each.kind === "cells");
    const typed = drawn ? undefined : texts[0];
    const needed = rule.parameters.some((/** @type {any} */ each) => each.required && !DRAWN.includes(each.kind));
    fields = {
      typed: typed ?? null,
      clear: () => {
        for (const text of drawn ? texts : texts.slice(0, 1)) text.value = "";
      },
      read(cells) {
        const entry = /** @type {Record<string, any>} */ ({ rule: rule.name });
        for (const { name, read } of parameterFields) {
          const value = read(cells, page.state.geometry, docOf(page.state).play);
          if (value !== undefined) entry[name] = value;
        }
        return entry;
      },
    };
    const entry = /** @type {keyof typeof labels.how} */ (regions(rule) ? "regions" : rule.entry);
    form.replaceChildren(
      row(
        ...inputs.map((/** @type {any} */ { name, words: description, element: input }) =>
          h("label", { class: input.type === "checkbox" ? "flag" : "field", title: description }, input.type === "checkbox" ? [input, name] : [h("span", name), input]),
        ),
        button(labels.add, () => add(waiting ?? [...page.state.selected]), { class: "main" }),
        button(labels.away, () => take(null)),
      ),
      h("p", { class: "told" }, `${rule.sentence} ${labels.how[entry] ?? ""}`),
    );
    typed?.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
      if (event.key === "Escape") take(null);
      if (event.key !== "Enter") return;
      event.preventDefault();
      add(waiting ?? [...page.state.selected]);
    });
    if (rule.entry === "grid" && !regions(rule) && !needed) add([]); // the whole grid: nothing is to be drawn
  }
  /** @param {any} rule */
  const regions = rule => rule.parameters.some((/** @type {any} */ each) => each.kind === "regions");

  /** The hand of the tool. @returns {import("../grid/pointer.js").Hand | null} */
  function drawing() {
    if (tool.entry === "grid" && !regions(tool)) return null;
    return strokes({
      shown: cells => {
        page.do("cells", { cells, layer: { ...live.layer(), ...(lines() ? { path: cells } : {}) } });
      },
      done: cells => {
        commit(); // what waits is added once the pointer is up: the grid is drawn anew
        stroke(cells);
      },
    });
  }
  const lines = () => ["path", "pair"].includes(tool?.entry);

  /** A stroke is done: painted, added, or kept until its number is typed. @param {string[]} cells */
  function stroke(cells) {
    if (!tool || !fields) return;
    if (regions(tool)) return paint(cells);
    if (lines() && cells.length < 2) return;
    const text = /** @type {HTMLInputElement | null} */ (fields.typed);
    if (!text) return add(cells);
    waiting = cells;
    text.value = "";
    text.focus({ preventScroll: true });
    app.say(labels.number);
  }
  /** Add what waits, as the next stroke begins: a cage without a sum is one, too. */
  function commit() {
    if (waiting && tool && fields?.typed?.value.trim()) add(waiting);
    waiting = null;
  }
  /** @param {string[]} cells */
  function paint(cells) {
    const { geometry } = page.state,
      size = geometry.values.length,
      regionCount = Math.round(geometry.cells.length / size);
    if (regionCount > 9) return;
    const next = painted(colours(), cells, size, regionCount - 1);
    if (next) page.do("tint", next);
    const layout = layoutOf(geometry.cells, colours(), size);
    if (!layout) return app.say(labels.painted(Object.keys(colours()).length, geometry.cells.length));
    write({ ...docOf(page.state).puzzle, rules: [...rules(), { rule: tool.name, layout }] }, labels.added(tool.name), {});
  }
  const colours = () =>
    Object.fromEntries(
      Object.entries(docOf(page.state).play).flatMap(([cell, { colours: each }]) => (each?.length ? [[cell, each[0]]] : [])),
    );
  const rules = () => /** @type {any[]} */ (docOf(page.state).puzzle.rules ?? []);

  /** @param {string[]} cells */
  function add(cells) {
    if (!tool || !fields) return;
    const entry = fields.read(cells),
      { name } = tool;
    fields.clear();
    waiting = null;
    last = last.then(() =>
      write(
        { ...docOf(page.state).puzzle, rules: [...rules(), Object.keys(entry).length > 1 ? entry : name] },
        labels.added(name.replaceAll("-", " ")),
      ),
    );
  }
  /** The puzzle with other rules, if the engine takes it; else it says what is wrong. @param {any} puzzle @param {string} sentence @param {Record<string, any>} [play] */
  async function write(puzzle, sentence, play) {
    if (!(await app.draw(puzzle, docOf(page.state).clues))) return;
    page.do("puzzle", { puzzle, ...(play && { play }) });
    app.say(sentence);
  }
  /** @param {number} index @param {any} [instead] */
  function replace(index, instead) {
    const { puzzle } = docOf(page.state),
      replaced = rules()[index],
      name = String(typeof replaced === "string" ? replaced : replaced.rule).replaceAll("-", " ");
    const next = rules().flatMap((rule, at) => (at === index ? (instead ? [instead] : []) : [rule]));
    selected = null;
    form.replaceChildren();
    page.do("light");
    last = last.then(() => write({ ...puzzle, rules: next }, instead ? labels.changed(name) : labels.removed(name)));
  }

  /** The pointer: touch a rule to select it, drag it to move it. @returns {import("../grid/pointer.js").Hand} */
  function selecting() {
    let from = "",
      to = "";
    return {
      down(cell) {
        const at = page.state.geometry.rules.findLast(rule => rule.index !== null && rule.cells.includes(cell));
        page.do("cells", { cells: [cell], layer: live.layer() });
        [from, to] = [cell, cell];
        pick(at?.index ?? null);
        return true;
      },
      over(cell) {
        to = cell;
      },
      up() {
        if (selected === null || from === to) return;
        const rule = rules()[selected],
          next = typeof rule === "string" ? null : moved(rule, from, to, page.state.geometry.at);
        if (next) replace(selected, next);
        else app.say(labels.off);
      },
    };
  }
  /** @param {number | null} index */
  function pick(index) {
    selected = index;
    const drawn = page.state.geometry.rules.find(rule => rule.index === index && index !== null),
      rule = index === null ? null : rules()[index];
    page.do("light", { cells: drawn?.cells ?? [] });
    form.replaceChildren();
    if (!drawn || !rule || index === null) return;
    const number = ["sum", "value", "total", "product"].find(key => typeof rule !== "string" && key in rule),
      field = number === undefined ? null : h("input", { type: "text", value: String(rule[number]), inputmode: "numeric" });
    field?.addEventListener("keydown", event => {
      if (event.key === "Enter" && field.value.trim()) replace(index, { ...rule, [String(number)]: Number(field.value) });
    });
    form.append(
      h("p", drawn.words),
      field ? labelled(labels.newNumber, field) : "",
      row(button(labels.removeIt, () => replace(index), { class: "main" })),
    );
    field?.focus({ preventScroll: true });
    field?.select();
  }

  /** @param {import("../state.js").State} state */
  function listed(state) {
    const drawn = new Map(state.geometry.rules.filter(rule => rule.index !== null).map(rule => [rule.index, rule])),
      groups = /** @type {Map<string, [any, number][]>} */ (new Map());
    for (const [index, rule] of rules().entries()) {
      const name = typeof rule === "string" ? rule : rule.rule;
      groups.set(name, [...(groups.get(name) ?? []), [rule, index]]);
    }
    list.replaceChildren(
      ...[...groups].map(([name, some]) =>
        h(
          "details",
          { class: "more", open: some.length <= OPEN_GROUP },
          h("summary", labels.group(name, some.length)),
          h("ul", { class: "constraints" }, ...some.map(([rule, index]) => item(name, rule, index, drawn.get(index)))),
        ),
      ),
    );
    if (!groups.size) list.append(h("p", labels.none));
  }
  /** @param {string} name @param {any} rule @param {number} index @param {any} drawn */
  function item(name, rule, index, drawn) {
    const sentence = drawn?.words ?? reader(rule);
    return h(
      "li",
      lighting(on => page.do("light", { cells: (on && drawn?.cells) || [] })),
      h("span", sentence.startsWith(`${name} `) ? sentence : `${name} ${sentence}`),
      " ",
      button(labels.remove, () => replace(index), { "aria-label": labels.removeThis(name) }),
    );
  }

  /** The setters' questions, where this engine answers them. @param {string} name */
  async function setters(name) {
    answer.replaceChildren();
    const result = name === "generate" ? await generated() : await app.ask(name === "lessen" ? { do: "minimise", marks: true } : { do: name });
    if (!result) return;
    if (result.puzzle) {
      const next = opened(result.puzzle);
      if (await app.draw(next.puzzle, next.clues)) page.do("puzzle", next);
    }
    const repairs = /** @type {any[]} */ (result.repairs ?? []),
      cells = result.cells ?? repairs.flatMap(repair => repair.cells);
    if (cells.length) page.do("layer", { layer: { cells } });
    answer.replaceChildren(
      ...repairs.map(repair =>
        h(
          "p",
          lighting(on => page.do("light", { cells: on ? repair.cells : [] })),
          `${repair.words} `,
          button(labels.apply, () => mend(repair), { "aria-label": labels.applyThis(repair.words) }),
        ),
      ),
    );
    app.say(
      labels.answered(
        result.words,
        repairs.map(repair => repair.words),
      ),
    );
  }
  /** A new puzzle: asked for again until there is one, or until it is stopped; meanwhile it is said how near it came. */
  async function generated() {
    for (let round = 1, near = ""; ; round++) {
      const pending = app.ask({ do: "generate", level: hard.value || undefined, seconds: ROUND });
      if (near) app.say(labels.near(near, round));
      const result = await pending;
      if (!result || result.puzzle) return result;
      near = result.words;
    }
  }
  /** Make the changes of a repair. @param {any} repair */
  async function mend(repair) {
    const { puzzle } = docOf(page.state),
      clues = { ...docOf(page.state).clues },
      drop = /** @type {number[]} */ ([]),
      next = [...rules()];
    for (const { part, cells, to } of repair.changes) {
      const same = page.state.geometry.rules.find(
        rule => rule.index !== null && rule.cells.length === cells.length && cells.every((/** @type {string} */ each) => rule.cells.includes(each)),
      );
      if (part === "clue" && to === null) delete clues[cells[0]];
      else if (part === "clue") clues[cells[0]] = to;
      else if (same?.index === undefined || same.index === null) return app.say(labels.byHand);
      else if (to === null) drop.push(same.index);
      else next[same.index] = { ...next[same.index], sum: to };
    }
    const mended = { ...puzzle, rules: next.filter((_, index) => !drop.includes(index)) };
    if (!(await app.draw(mended, clues))) return;
    page.do("puzzle", { puzzle: mended, clues });
    answer.replaceChildren();
    app.say(labels.mended);
  }

  return /** @satisfies {import("../app.js").Panel} */ ({
    id: "set",
    element,
    clear: () => answer.replaceChildren(),
    ready(about) {
      known = about.rules;
      palette.fill(known);
      const there = Object.keys(labels.questions).filter(name =>
        (about.commands ?? []).includes(name === "lessen" ? "minimise" : name),
      );
      ways.hidden = !there.length;
      ways.replaceChildren(
        labelled(labels.level, hard),
        ...there.map(name =>
          button(labels.questions[/** @type {keyof typeof labels.questions} */ (name)], () => setters(name)),
        ),
        button(labels.way, () => app.sheet("solve")),
      );
    },
    /** @param {boolean} now */
    seen(now) {
      if (!now) take(null);
      live.seen(now);
    },
    /** A digit, while a tool is in hand, is its number and no clue. @param {number} value */
    take(value) {
      const field = waiting && fields?.typed;
      if (!tool && selected === null) return false;
      if (field) {
        field.focus({ preventScroll: true });
        field.value += String(value);
      } else app.say(tool ? labels.drawFirst : labels.selecting);
      return true;
    },
    press({ key }) {
      if (key === "Escape" && (tool || app.hand)) take(null);
      else if ((key === "Delete" || key === "Backspace") && selected !== null) replace(selected);
      else return false;
      return true;
    },
    show(state, before) {
      if (!before || docOf(state).puzzle !== docOf(before).puzzle || state.geometry !== before.geometry)
        listed(state);
      live.show(state, before);
    },
  });
}
