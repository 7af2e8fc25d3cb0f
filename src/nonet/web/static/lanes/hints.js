// @ts-check
// The first hints: full houses, hidden singles and naked singles, as nonet.techniques finds, tells and draws them; then
// those that a rule or two leave; then what one rule takes from its cells.  Other techniques are Python's.

import { NotLowered, SIGNS, bits, listed, range, supported } from "./document.js";

const SIDE = 48, MARGIN = 0.06;
/** Rules that a single needs, and sets of values of a rule that are written out, at most: nobody follows more. */
const MOST_RULES = 2, MOST_SETS = 6;
const BLUE = 'fill="#0072b2" fill-opacity="0.14"', LIGHT = 'fill="#56b4e9" fill-opacity="0.32"';

/** A rule, and the values that it takes from its cells, as masks.
 * @typedef {{ label: string, cells: number[], which: number, taken: Map<number, number> }} Rule */

const capital = (/** @type {string} */ text) => text.charAt(0).toUpperCase() + text.slice(1);
const small = (/** @type {string} */ text) => text.charAt(0).toLowerCase() + text.slice(1);

/** The next step.
 * @param {import("./document.js").Puzzle} puzzle @param {Uint8Array} values what stands in each cell, 0 for nothing
 * @param {Map<number, number>} marks  what the player left of cells, as masks */
export function hint({ size, names, declared }, values, marks) {
  const { automata, steps } = declared, labels = declared.units.map(([label]) => label), units = declared.units.map(([, cells]) => cells);
  const open = Array.from(values, (value, cell) => (value ? 1 << (value - 1) : (marks.get(cell) ?? 2 ** size - 1)));
  for (const unit of units)
    for (const cell of unit) if (values[cell]) for (const other of unit) if (other !== cell) open[other] &= ~(1 << (values[cell] - 1));
  const empty = range(values.length).filter(cell => !values[cell]), before = [...open];
  const houses = range(units.length).filter(number => units[number].length === size),
    boxes = houses.filter(number => labels[number].startsWith("box")),
    lines = houses.filter(number => !boxes.includes(number)),
    left = (/** @type {number} */ number) => units[number].filter(cell => !values[cell]),
    seen = `the values${marks.size ? " and marks" : ""} in the grid`;
  /** @type {Rule[]} */
  const rules = [];
  if (!empty.length || empty.some(cell => !open[cell])) throw new NotLowered("no step");
  const full = [...boxes, ...lines].find(number => left(number).length === 1);
  if (full !== undefined) return singleOf("full-house", left(full)[0], full, bits(open[left(full)[0]])[0], []);
  const plain = firstSingle();
  if (plain) return singleOf(...plain);
  for (const [label, cells, which] of automata) {
    const masks = supported(steps[which], size, cells.map(cell => before[cell])) ?? [];
    const taken = new Map(cells.flatMap((cell, i) => (before[cell] & ~masks[i] ? [[cell, before[cell] & ~masks[i]]] : [])));
    if (taken.size) rules.push({ label: label.split(": ")[0], cells, which, taken });
    for (const [cell, mask] of taken) open[cell] &= ~mask;
  }
  const ruled = firstSingle();
  if (ruled) return singleOf(...ruled);
  const free = (/** @type {Rule} */ { cells }) => cells.filter(cell => !values[cell]).length;
  if (!rules.length) throw new NotLowered("no single");
  return removalOf(rules.reduce((one, other) => (free(other) < free(one) ? other : one)));

  /** The technique, the cell, the house, the value from 0, and the rules that leave it.
   * @returns {[string, number, number | undefined, number, Rule[]] | undefined} */
  function firstSingle() {
    for (const group of [boxes, lines])
      for (const value of range(size))
        for (const number of group) {
          const places = left(number).filter(cell => (open[cell] >> value) & 1);
          if (places.length !== 1 || units[number].some(cell => values[cell] === value + 1)) continue;
          const needed = rulesThatTake(left(number).filter(cell => cell !== places[0]), 1 << value);
          if (needed.length <= MOST_RULES) return ["hidden-single", places[0], number, value, needed];
        }
    for (const cell of empty) {
      const [value, ...others] = bits(open[cell]), needed = others.length ? [] : rulesThatTake([cell], -1);
      if (!others.length && needed.length <= MOST_RULES) return ["naked-single", cell, undefined, value, needed];
    }
  }

  /** Rules that together take the values of a mask from cells. @param {number[]} cells @param {number} mask */
  function rulesThatTake(cells, mask) {
    /** @type {Map<string, Rule>} */
    const needed = new Map();
    for (const cell of cells) {
      let missing = before[cell] & ~open[cell] & mask;
      for (const rule of rules) {
        const taken = missing & (rule.taken.get(cell) ?? 0);
        if (taken) needed.set(rule.label, rule);
        missing &= ~taken;
      }
    }
    return [...needed.values()];
  }

  /** @param {string} key @param {number} cell @param {number | undefined} house @param {number} value from 0 @param {Rule[]} needed */
  function singleOf(key, cell, house, value, needed) {
    const title = { "full-house": "Full House", "hidden-single": "Hidden Single" }[key] ?? "Naked Single", name = names[cell], sign = SIGNS[value];
    const around = house ?? [...boxes, ...lines].find(number => units[number].includes(cell)) ?? 0;
    const label = labels[around], a = /[8AEF]/.test(sign) ? "an" : "a", by = listed(needed.map(rule => rule.label));
    const look = { "full-house": `Look at ${label}`, "hidden-single": `Look for the ${sign} of ${label}` }[key] ?? `Look at ${name}`;
    const plainly = {
      "full-house": `${capital(label)} has one empty cell, and one value is missing there.`,
      "hidden-single": `${capital(label)} needs ${a} ${sign}, and all of its empty cells but one cannot take it.`,
    }[key] ?? `All values but one are excluded from ${name}: each stands in a cell that must differ from it, or was ruled out before.`;
    const byRules = house === undefined ? `leave one value for ${name}` : `leave one cell of ${label} for the ${sign}`;
    const hidden = key === "hidden-single", every = [...units[around]].sort((one, other) => one - other);
    const used = key === "full-house" ? every : [...new Set(needed.flatMap(rule => rule.cells))];
    const words = needed.length
      ? [`${title}: ${small(look)} (${by})`, `${capital(listed([...needed.map(rule => rule.label), seen]))} ${byRules}.`, `Only ${sign} fits: ${name} is ${sign}.`]
      : [`${title}: ${small(look)}`, plainly, `${name} is ${sign}.`];
    return {
      technique: key, title, name: title, look, placements: [[name, value + 1]], eliminations: [],
      place: (hidden ? every : [cell]).map(at => names[at]),
      ...picture(every, [`Look around ${label}`, ...words], used, hidden ? every : [cell], [[cell, value]], "#5fc48f"),
    };
  }

  /** What one rule takes from its cells. @param {Rule} rule */
  function removalOf({ label, cells, which, taken }) {
    const title = "Rule Candidates", look = `Look at ${label}`, from = [...taken.keys()];
    const text = [...new Set(taken.values())].map(mask => {
      const its = from.filter(cell => taken.get(cell) === mask).map(cell => names[cell]);
      return `${listed(bits(mask).map(value => SIGNS[value]))} can be removed from ${listed(its)}`;
    });
    const removed = from.flatMap(cell => bits(/** @type {number} */ (taken.get(cell))).map(value => [cell, value])), sets = setsOf(cells, which);
    const argument = sets.length <= MOST_SETS
      ? `${capital(label)}, with ${seen}, can only hold ${sets.join(" or ")}, whatever the order.`
      : `${capital(label)} cannot hold with every value that ${seen} leave in its cells.`;
    return {
      technique: "rule-candidates", title, name: title, look, placements: [], eliminations: removed.map(([cell, value]) => [names[cell], value + 1]),
      place: from.map(cell => names[cell]),
      ...picture(cells, [look, `${title}: ${small(look)}`, argument, `${capital(text.join(", and "))}.`], cells, from, removed, "#f5a9a0"),
    };
  }

  /** The sets of values that the cells of a rule can have, one more than are told if there are more. @param {number[]} cells @param {number} which */
  function setsOf(cells, which) {
    const sets = new Set(), table = steps[which];
    /** @param {number} state @param {number[]} word */
    const read = (state, word) => {
      if (word.length === cells.length) sets.add([...word].sort((one, other) => one - other).map(value => SIGNS[value]).join(" "));
      else if (sets.size <= MOST_SETS)
        for (const value of bits(before[cells[word.length]])) {
          const after = table[state * size + value];
          if (after) read(after, [...word, value]);
        }
    };
    read(0, []);
    return [...sets];
  }

  /** @param {number[]} around @param {string[]} words @param {number[]} used @param {number[]} aim @param {number[][]} marked  cells and values @param {string} colour */
  function picture(around, words, used, aim, marked, colour) {
    const area = (/** @type {number[]} */ cells, /** @type {string} */ looks) =>
      `<path d="${cells.map(at => `M${(at % size) * SIDE} ${Math.floor(at / size) * SIDE}h${SIDE}v${SIDE}h-${SIDE}z`).join("")}" ${looks}/>`;
    const areas = (used.length ? area(used, LIGHT) : "") + area(aim, BLUE);
    const wide = Math.ceil(Math.sqrt(size)), high = Math.ceil(size / wide), side = (1 - 2 * MARGIN) * SIDE;
    const round = (/** @type {number} */ number) => Number(number.toPrecision(6));
    const discs = marked.map(([cell, value]) => {
      const x = ((cell % size) + MARGIN) * SIDE + ((value % wide) + 0.5) * (side / wide),
        y = (Math.floor(cell / size) + MARGIN) * SIDE + (Math.floor(value / wide) + 0.5) * (side / high);
      return `<circle cx="${round(x)}" cy="${round(y)}" r="${round(0.47 * side / Math.max(wide, high))}" fill="${colour}" stroke="#00000080" stroke-width="1"/>`;
    });
    return {
      found: true, note: "", words, around: around.map(at => names[at]), areas, premises: areas, under: areas + discs.join(""), over: "",
      candidates: Object.fromEntries(empty.map(at => [names[at], bits(before[at]).map(each => each + 1)])),
    };
  }
}
