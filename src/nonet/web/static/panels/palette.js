// The palette of rules: the most used ones first, with pictures, the others in groups, and a search that knows the
// names other pages use, with spaces or hyphens.
//
//     const palette = paletteOf(rule => draw(rule)); panel.append(palette.element); palette.fill(about.rules);

import { button, h, more } from "../dom.js";
import { words } from "../words.en.js";
import { icon } from "./icons.js";

/** What one looks for first, in this order. */
const MOST_USED = [
  "killer",
  "thermometer",
  "arrow",
  "white-dot",
  "black-dot",
  "whispers",
  "renban",
  "palindrome",
  "little-killer",
  "sandwich",
  "diagonals",
  "anti-knight",
  "jigsaw",
  "even",
];

/** @param {string} text */
const plain = text => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, " ").trim();

/** Rules by what is typed: all its words are in the name, another name, or the sentence; names count first.
 * @param {any[]} rules @param {string} text @returns {any[]} */
export function matchingRules(rules, text) {
  const terms = plain(text).split(" ");
  /** @param {any} rule */
  const rank = rule => {
    const names = plain([rule.name, ...(rule.aliases ?? [])].join(" ")),
      all = `${names} ${plain(rule.sentence)}`;
    const stem = (/** @type {string} */ word) => word.replace(/s$/, "");
    if (terms.every(word => names.includes(stem(word)))) return plain(rule.name).startsWith(terms[0]) ? 0 : 1;
    return terms.every(word => all.includes(stem(word))) ? 2 : 3;
  };
  return rules
    .map(rule => ({ rule, rank: rank(rule) }))
    .filter(each => each.rank < 3)
    .sort((one, other) => one.rank - other.rank)
    .map(each => each.rule);
}

/** @param {(rule: any) => void} choose @param {() => void} select */
export function paletteOf(choose, select) {
  const labels = words.set;
  const search = h("input", { type: "search", oninput: show, "aria-label": labels.search, placeholder: labels.search }),
    place = h("div", { class: "palette" });
  const element = h("div", { class: "tools-of" }, search, place);
  /** @type {any[]} */
  let rules = [];
  /** @type {string | null} */
  let chosen = null;

  /** @param {any} rule */
  const tool = rule => {
    const toolButton = button("", () => choose(rule), { class: "tool", "data-rule": rule.name, title: rule.sentence });
    toolButton.append(icon(rule.name, rule.entry), h("span", rule.name.replaceAll("-", " ")));
    return toolButton;
  };
  function show() {
    const text = search.value.trim(),
      pick = button("", select, { class: "tool", "data-rule": "" });
    pick.append(icon("select"), h("span", labels.select));
    if (text) {
      const some = matchingRules(rules, text);
      place.replaceChildren(h("div", { class: "tools-row" }, ...some.map(tool)));
      if (!some.length) place.append(h("p", labels.unknown));
    } else {
      const first = MOST_USED.flatMap(name => rules.filter(rule => rule.name === name));
      place.replaceChildren(
        h("div", { class: "tools-row", role: "group", "aria-label": labels.palette }, pick, ...first.map(tool)),
        more(
          labels.others,
          ...Object.entries(labels.groups).flatMap(([entry, title]) => {
            const some = rules.filter(rule => kindOf(rule) === entry && !MOST_USED.includes(rule.name));
            return some.length ? [h("h3", title), h("div", { class: "tools-row" }, ...some.map(tool))] : [];
          }),
        ),
      );
    }
    mark(chosen);
  }
  /** @param {string | null} name of the tool in hand */
  function mark(name) {
    chosen = name;
    for (const each of /** @type {Iterable<HTMLElement>} */ (place.querySelectorAll(".tool")))
      each.setAttribute("aria-pressed", String(each.dataset.rule === name));
  }
  return {
    element,
    mark,
    /** @param {any[]} all */
    fill(all) {
      rules = all;
      show();
    },
  };
}

/** @param {any} rule */
const kindOf = rule =>
  rule.parameters.some((/** @type {any} */ each) => each.kind === "regions") ? "grid" : rule.entry;
