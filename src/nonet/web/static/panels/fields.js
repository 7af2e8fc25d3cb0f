// A field for each parameter of a rule, made of what the rule says of it: the cells chosen on the grid, a number, a
// word, a yes or no.
//
//     fieldOf({ name: "sum", kind: "integers", words: "the sum", required: false }, rule).read([])

import { h, options } from "../dom.js";
import { name as nameOf, place } from "../geometry.js";
import { words } from "../words.en.js";

/** @typedef {(cells: string[], size: Size, play: Play) => any} Read what the chosen cells and the colours give */
/** @typedef {{ name: string, words: string, element: HTMLElement | null, read: Read }} Field */
/** @typedef {{ rows: number, columns: number, cells: [string, number, number][] }} Size @typedef {import("../state.js").Doc["play"]} Play */

/** @param {{ name: string, kind: string, words: string, required: boolean, default?: any, choices?: string[] }} parameter
 * @param {{ entry: string, parameters: { name: string, kind: string }[] }} rule @returns {Field} */
export function fieldOf({ name, kind, words: description, required, choices = [], ...rest }, rule) {
  const usual = rest.default;
  const field = (
    /** @type {HTMLElement | null} */ element,
    /** @type {Read} */ read,
  ) => ({ name, words: `${name}: ${description}`, element, read });
  if (kind === "cells")
    return chosenCells(
      field,
      rule.parameters.filter(each => each.kind === "cells"),
      name,
      rule.entry,
    );
  if (kind === "regions") {
    const text = h("input", { type: "text", placeholder: words.set.kinds.regions });
    return field(text, (_, size, play) => text.value.trim() || patches(size.cells, play));
  }
  if (kind === "groups" && rule.entry !== "grid") return field(null, cells => [cells]);
  if (kind === "cell") return field(null, cells => cells.at(-1));
  if (kind === "outside") {
    const side = h("select", ...options(Object.entries(words.set.sides)));
    return field(side, (cells, size) => beside(cells.at(-1) ?? "R1C1", side.value, size));
  }
  if (kind === "flag") {
    const box = h("input", { type: "checkbox", checked: Boolean(usual) });
    return field(box, () => (box.checked === Boolean(usual) ? undefined : box.checked));
  }
  if (kind === "choice") {
    const choice = h(
      "select",
      ...options(choices, usual === undefined || usual === null ? undefined : String(usual)),
    );
    return field(choice, () => (choice.value === String(usual) ? undefined : choice.value));
  }
  const text = h("input", {
    type: "text",
    required,
    placeholder:
      usual === null || usual === undefined
        ? (words.set.kinds[/** @type {keyof typeof words.set.kinds} */ (kind)] ?? "")
        : JSON.stringify(usual),
    inputmode: kind === "integer" ? "numeric" : undefined,
  });
  return field(text, () => parsed(text.value.trim(), kind));
}

/** Cells: those chosen on the grid.  Where a rule has several lists of them, the first of a way is its own (an arrow's
 * bulb), and each can be written.
 * @param {(element: HTMLElement | null, read: (cells: string[]) => any) => Field} field @param {{ name: string }[]} lists @param {string} name @param {string} entry */
function chosenCells(field, lists, name, entry) {
  if (lists.length === 1) return field(null, cells => cells);
  const text = h("input", { type: "text", placeholder: words.set.chosen }),
    first = lists[0].name === name;
  return field(text, cells => {
    if (text.value.trim()) return text.value.trim().split(/[\s,]+/);
    const picked = entry !== "path" ? cells : first ? cells.slice(0, 1) : cells.slice(1);
    return picked.length ? picked : undefined;
  });
}

/** A letter a cell: cells that touch and have the same colours are one patch; nothing where no cell is coloured.
 * @param {[string, number, number][]} cells @param {Play} play @returns {string | undefined} */
export function patches(cells, play) {
  const colours = new Map(cells.map(([cell]) => [cell, (play[cell]?.colours ?? []).join(" ")])),
    letters = /** @type {Map<string, string>} */ (new Map());
  if (![...colours.values()].some(Boolean)) return undefined;
  let patch = 0;
  for (const [first] of cells) {
    if (letters.has(first)) continue;
    const letter = String.fromCodePoint(patch < 26 ? 65 + patch : 0x4e00 + patch),
      open = [first];
    patch += 1;
    for (let cell = open.pop(); cell; cell = open.pop()) {
      letters.set(cell, letter);
      const [row, column] = place(cell);
      for (const [down, right] of [[-1, 0], [1, 0], [0, -1], [0, 1]]) {
        const next = nameOf(row + down, column + right);
        if (!letters.has(next) && colours.get(next) === colours.get(first)) open.push(next);
      }
    }
  }
  return cells.map(([cell]) => letters.get(cell)).join("");
}

/** The place beside the grid, on a side of a cell: above R3C4 is R0C4. @param {string} cell @param {string} side @param {Pick<Size, "rows" | "columns">} size */
export function beside(cell, side, { rows, columns }) {
  const [row, column] = place(cell);
  if (side === "above" || side === "below") return nameOf(side === "above" ? -1 : rows, column);
  return nameOf(row, side === "left" ? -1 : columns);
}

/** What a person wrote, as JSON has it; the engine says what is wrong with it.
 * @param {string} text @param {string} kind @returns {any} */
export function parsed(text, kind) {
  if (!text) return undefined;
  if (kind === "integer") return /^-?\d+$/.test(text) ? Number(text) : text;
  if (kind === "integers") {
    const numbers = text.split(/[\s,/]+/).filter(Boolean);
    if (!numbers.every(each => /^-?\d+$/.test(each))) return text;
    return numbers.length === 1 ? Number(numbers[0]) : numbers.map(Number);
  }
  if (kind === "groups") return text.split(/\s*;\s*/).map(each => each.split(/[\s,]+/));
  if (kind === "tuples" || kind === "rule" || kind === "rules") {
    try {
      return JSON.parse(text);
    } catch {
      return text;
    }
  }
  return text;
}

/** A rule's parameters in a line, where the engine has told no words. @param {any} rule */
export const reader = rule =>
  typeof rule === "string"
    ? ""
    : Object.entries(rule)
        .filter(([key]) => key !== "rule")
        .map(([key, value]) => `${key} ${Array.isArray(value) ? value.flat().join(" ") : value}`)
        .join(", ");
