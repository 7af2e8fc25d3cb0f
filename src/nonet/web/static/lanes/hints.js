// @ts-check
// The first hints of a square without rules of its own: full houses, hidden singles and naked singles, as
// nonet.techniques finds, tells and draws them.  What needs another technique is Python's.

import { range } from "./document.js";
import { NotLowered, bits } from "./program.js";

const SIDE = 48, MARGIN = 0.06;
const SIGNS = "123456789ABCDEFG";

/** The next step. @param {import("./document.js").Puzzle} puzzle @param {Uint8Array} values what stands in each cell, 0 for nothing */
export function hint({ size, names, lowered: { units }, labels, declared }, values) {
  const open = Array.from(values, (value, cell) => (value ? 1 << (value - 1) : declared.masks[cell]));
  for (const unit of units)
    for (const cell of unit) if (values[cell]) for (const other of unit) if (other !== cell) open[other] &= ~(1 << (values[cell] - 1));
  const empty = range(values.length).filter(cell => !values[cell]);
  if (!empty.length || empty.some(cell => !open[cell])) throw new NotLowered("no step");
  const boxes = range(units.length).filter(number => labels[number].startsWith("box")),
    lines = range(units.length).filter(number => !boxes.includes(number)),
    left = (/** @type {number} */ number) => units[number].filter(cell => !values[cell]);
  /** @param {string} key @param {string} title @param {number} cell @param {number | undefined} house */
  const step = (key, title, cell, house, value = bits(open[cell])[0]) => stepOf(key, title, cell, house, value);

  const full = [...boxes, ...lines].find(number => left(number).length === 1);
  if (full !== undefined) return step("full-house", "Full House", left(full)[0], full);
  for (const houses of [boxes, lines])
    for (const value of range(size))
      for (const number of houses) {
        const places = left(number).filter(cell => (open[cell] >> value) & 1);
        const stands = units[number].some(cell => values[cell] === value + 1);
        if (places.length === 1 && !stands) return step("hidden-single", "Hidden Single", places[0], number, value);
      }
  const naked = empty.find(cell => bits(open[cell]).length === 1);
  if (naked !== undefined) return step("naked-single", "Naked Single", naked, undefined);
  throw new NotLowered("no single");

  /** @param {string} key @param {string} title @param {number} cell @param {number | undefined} house @param {number} value from 0 */
  function stepOf(key, title, cell, house, value) {
    const name = names[cell], sign = SIGNS[value];
    const around = house ?? [...boxes, ...lines].find(number => units[number].includes(cell)) ?? 0;
    const label = labels[around], place = label.charAt(0).toUpperCase() + label.slice(1), a = /[8AEF]/.test(sign) ? "an" : "a";
    const look = { "full-house": `Look at ${label}`, "hidden-single": `Look for the ${sign} of ${label}` }[key] ?? `Look at ${name}`;
    const argument = {
      "full-house": `${place} has one empty cell, and one value is missing there.`,
      "hidden-single": `${place} needs ${a} ${sign}, and all of its empty cells but one cannot take it.`,
    }[key] ?? `All values but one are excluded from ${name}: each stands in a cell that must differ from it, or was ruled out before.`;
    const area = (/** @type {number[]} */ cells, /** @type {string} */ looks) =>
      `<path d="${cells.map(at => `M${(at % size) * SIDE} ${Math.floor(at / size) * SIDE}h${SIDE}v${SIDE}h-${SIDE}z`).join("")}" ${looks}/>`;
    const sorted = [...units[around]].sort((one, other) => one - other), blue = 'fill="#0072b2" fill-opacity="0.14"';
    const hidden = key === "hidden-single",
      areas = (key === "full-house" ? area(sorted, 'fill="#56b4e9" fill-opacity="0.32"') : "") + area(hidden ? sorted : [cell], blue);
    const wide = Math.ceil(Math.sqrt(size)), high = Math.ceil(size / wide), free = (1 - 2 * MARGIN) * SIDE;
    const x = ((cell % size) + MARGIN) * SIDE + ((value % wide) + 0.5) * (free / wide),
      y = (Math.floor(cell / size) + MARGIN) * SIDE + (Math.floor(value / wide) + 0.5) * (free / high);
    const round = (/** @type {number} */ number) => Number(number.toPrecision(6));
    const disc = `<circle cx="${round(x)}" cy="${round(y)}" r="${round(0.47 * free / Math.max(wide, high))}" fill="#5fc48f" stroke="#00000080" stroke-width="1"/>`;
    return {
      found: true, note: "", technique: key, title, name: title, look, placements: [[name, value + 1]], eliminations: [],
      words: [`Look around ${label}`, `${title}: ${look.charAt(0).toLowerCase()}${look.slice(1)}`, argument, `${name} is ${sign}.`],
      place: hidden ? sorted.map(at => names[at]) : [name], around: sorted.map(at => names[at]),
      areas, premises: areas, under: areas + disc, over: "",
      candidates: Object.fromEntries(empty.map(at => [names[at], bits(open[at]).map(each => each + 1)])),
    };
  }
}
