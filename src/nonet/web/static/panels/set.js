// Setting a puzzle: clues; rules drawn on the grid, from a palette made of the rules' own metadata; is it unique yet?

import { button, h, labelled, options } from "../dom.js";
import { docOf, opened } from "../state.js";
import { words } from "../words.en.js";
import { fieldOf, reader } from "./fields.js";

/** @param {import("../app.js").App} app */
export function setPanel(app) {
  const { page } = app,
    told = words.set;
  const on = h("input", { type: "checkbox", onchange: () => page.do("setting", { on: on.checked }) });
  const live = h("input", {
    type: "checkbox",
    checked: false,
    onchange: () => {
      if (live.checked) unique();
      else verdict.textContent = "";
    },
  });
  const verdict = h("p", { class: "answer", "aria-live": "polite" });
  const search = h("input", { type: "search", oninput: palette }),
    rules = h("select", { size: 6, onchange: choose, "aria-label": told.palette });
  const form = h("div", { class: "form" }),
    list = h("ul", { class: "constraints" }),
    more = h("div", { class: "row", hidden: true }),
    hard = h("select", {}, ...options(Object.entries(told.levels)));
  /** @type {any[]} */
  let known = [];
  /** @type {any} */
  let chosen = null;
  const element = h(
    "div",
    {},
    h("p", {}, told.about),
    h("label", { class: "flag" }, on, told.on),
    h("label", { class: "flag" }, live, told.live),
    verdict,
    more,
    h("h2", {}, told.palette),
    labelled(told.search, search),
    rules,
    form,
    h("h2", {}, told.there),
    list,
  );

  function palette() {
    const wanted = search.value.trim().toLowerCase(),
      found = known.filter(rule =>
        `${rule.name} ${(rule.aliases ?? []).join(" ")} ${rule.sentence}`.toLowerCase().includes(wanted),
      );
    rules.replaceChildren(...options(found.map(rule => [rule.name, rule.name])));
  }
  function choose() {
    chosen = known.find(rule => rule.name === rules.value) ?? null;
    if (!chosen) return form.replaceChildren();
    const painted = chosen.parameters.some((/** @type {any} */ each) => each.kind === "regions"),
      how = /** @type {keyof typeof told.how} */ (painted ? "regions" : chosen.entry);
    const fields = chosen.parameters.map((/** @type {any} */ parameter) => fieldOf(parameter, chosen));
    form.replaceChildren(
      h("p", {}, chosen.sentence),
      h("p", { class: "how" }, told.how[how] ?? ""),
      ...fields
        .filter((/** @type {any} */ each) => each.element)
        .map((/** @type {any} */ each) =>
          each.element.type === "checkbox"
            ? h("label", { class: "flag" }, each.element, each.words)
            : labelled(each.words, each.element),
        ),
      h(
        "div",
        { class: "row" },
        button(told.add, () => add(fields), { class: "main" }),
      ),
    );
    preview(page.state);
  }
  /** @param {any[]} fields */
  async function add(fields) {
    const rule = chosen,
      entry = /** @type {Record<string, any>} */ ({ rule: rule.name });
    for (const { name, read } of fields) {
      const value = read([...page.state.selected], page.state.geometry, docOf(page.state).play);
      if (value !== undefined) entry[name] = value;
    }
    const { puzzle, clues } = docOf(page.state),
      next = {
        ...puzzle,
        rules: [...(puzzle.rules ?? []), Object.keys(entry).length > 1 ? entry : rule.name],
      };
    if (!(await app.draw(next, clues))) return; // the engine said what is wrong with it
    page.do("puzzle", { puzzle: next });
    app.say(told.added(rule.name));
  }
  /** @param {number} index */
  async function remove(index) {
    const { puzzle, clues } = docOf(page.state),
      next = {
        ...puzzle,
        rules: puzzle.rules.filter((/** @type {any} */ _, /** @type {number} */ at) => at !== index),
      };
    if (await app.draw(next, clues)) page.do("puzzle", { puzzle: next }); // listed by its own picture
  }
  /** @param {import("../state.js").State} state */
  function preview(state) {
    const path =
      chosen &&
      ["path", "pair"].includes(chosen.entry) &&
      state.selected.size > 1 &&
      element.checkVisibility()
        ? [...state.selected]
        : undefined;
    if (path) page.do("layer", { layer: { path } });
    else if (state.layer?.path) page.do("layer", { layer: null });
  }
  function unique() {
    const doc = docOf(page.state);
    verdict.textContent = told.asking;
    app.quietly(
      "unique",
      () => ({
        do: "verify",
        puzzle: { ...docOf(page.state).puzzle, clues: docOf(page.state).clues },
        seconds: 5,
      }),
      result => {
        if (!live.checked || doc !== docOf(page.state)) return;
        const kind = /** @type {keyof typeof words.check.verdicts} */ (
          String(result?.uniqueness ?? "undecided").toLowerCase()
        );
        verdict.textContent = words.check.verdicts[kind] ?? "";
      },
    );
  }
  /** @param {import("../state.js").State} state */
  function listed(state) {
    const written = docOf(state).puzzle.rules ?? [],
      drawn = new Map(
        state.geometry.rules.filter(rule => rule.index !== null).map(rule => [rule.index, rule]),
      );
    list.replaceChildren(
      ...written.map((/** @type {any} */ rule, /** @type {number} */ index) => {
        const name = typeof rule === "string" ? rule : rule.rule,
          said = drawn.get(index)?.words ?? reader(rule),
          cells = drawn.get(index)?.cells ?? [];
        return h(
          "li",
          { onmouseenter: () => page.do("light", { cells }), onmouseleave: () => page.do("light") },
          h("b", {}, name),
          " ",
          said.startsWith(`${name} `) ? said.slice(name.length + 1) : said,
          " ",
          button(told.remove, () => remove(index), {
            "aria-label": told.removeThis(name),
            onfocus: () => page.do("light", { cells }),
            onblur: () => page.do("light"),
          }),
        );
      }),
    );
    if (!written.length) list.append(h("li", {}, told.none));
  }

  /** The setters' questions, where this engine answers them. @param {string} name */
  async function setters(name) {
    const result = await app.ask({
      do: name,
      ...(name === "generate" && hard.value ? { level: hard.value } : {}),
    });
    if (!result) return;
    if (result.puzzle) {
      const next = opened(result.puzzle);
      if (await app.draw(next.puzzle, next.clues)) page.do("puzzle", next);
    }
    const repairs = /** @type {{ cells: string[], words: string }[]} */ (result.repairs ?? []),
      cells = result.cells ?? repairs.flatMap(repair => repair.cells);
    if (cells.length) page.do("layer", { layer: { cells } });
    app.say(
      told.answered(
        result.words,
        repairs.map(repair => repair.words),
      ),
    );
  }

  return {
    id: "set",
    title: told.title,
    element,
    /** @param {any} about */
    ready(about) {
      known = about.rules;
      palette();
      const there = Object.keys(told.questions).filter(name => (about.commands ?? []).includes(name));
      more.hidden = !there.length;
      more.replaceChildren(
        labelled(told.level, hard),
        ...there.map(name =>
          button(told.questions[/** @type {keyof typeof told.questions} */ (name)], () => setters(name)),
        ),
      );
    },
    /** @param {import("../state.js").State} state @param {import("../state.js").State} [before] */
    show(state, before) {
      on.checked = state.setting;
      if (!before || docOf(state).puzzle !== docOf(before).puzzle || state.geometry !== before.geometry)
        listed(state);
      if (before && state.selected !== before.selected) preview(state);
      if (before && live.checked && docOf(state) !== docOf(before)) unique();
    },
  };
}
