// Drawing a rule on the grid: a stroke is its cells; regions are painted stroke by stroke, each until it is full.
//
//     app.hand = strokes({ path: true, done: cells => add(cells), shown: cells => preview(cells) });

import { place } from "../geometry.js";

/** A hand that gathers the cells a pointer goes over; going back takes them back.
 * @param {{ shown: (cells: string[]) => void, done: (cells: string[]) => void }} told
 * @returns {import("../grid/pointer.js").Hand} */
export function strokes({ shown, done }) {
  let cells = /** @type {string[]} */ ([]);
  return {
    down(cell) {
      cells = [cell];
      shown(cells);
      return true;
    },
    over(cell) {
      if (cells.at(-2) === cell) cells = cells.slice(0, -1);
      else if (!cells.includes(cell)) cells = [...cells, cell];
      shown(cells);
    },
    up: () => done(cells),
  };
}

/** What a stroke paints: the region it goes on with, or the next that is not full, and the cells that fit in.
 * @param {Record<string, number>} colours of cells painted so far @param {string[]} cells @param {number} size of a region @param {number} regions that there are
 * @returns {{ colour: number, cells: string[] } | null} nothing where all regions are full */
export function painted(colours, cells, size, regions) {
  const counts = Array.from({ length: regions }, (_, at) => Object.values(colours).filter(each => each === at + 1).length);
  const going = colours[cells[0]],
    colour = going ?? counts.findIndex(count => count > 0 && count < size) + 1;
  const next = colour || counts.findIndex(count => count === 0) + 1;
  if (!next) return null;
  const fresh = cells.filter(cell => colours[cell] === undefined).slice(0, size - counts[next - 1]);
  return fresh.length ? { colour: next, cells: fresh } : null;
}

/** The letters of a jigsaw once all but one region are painted: what is left is the last; null before.
 * @param {[string, number, number][]} all @param {Record<string, number>} colours @param {number} size @returns {string | null} */
export function layoutOf(all, colours, size) {
  const left = all.filter(([cell]) => colours[cell] === undefined).length;
  const full = Object.values(colours).every(
    colour => Object.values(colours).filter(each => each === colour).length === size,
  );
  if (!full || left !== size) return null;
  return all.map(([cell]) => String.fromCharCode(64 + (colours[cell] ?? 26))).join("");
}

/** A rule moved: all its cells by as many rows and columns. @param {any} rule @param {string} from @param {string} to @param {Set<string>} cells of the grid
 * @returns {any} the rule; null where a cell would fall off */
export function moved(rule, from, to, cells) {
  const [row, column] = place(from),
    [down, right] = place(to).map((each, at) => each - [row, column][at]);
  let off = false;
  /** @param {any} value @returns {any} */
  const shift = value => {
    if (Array.isArray(value)) return value.map(shift);
    if (typeof value !== "string" || !/^R\d+C\d+$/.test(value)) return value;
    const [r, c] = place(value),
      next = `R${r + down + 1}C${c + right + 1}`;
    if (cells.has(value) && !cells.has(next)) off = true;
    return next;
  };
  const next = Object.fromEntries(Object.entries(rule).map(([key, value]) => [key, shift(value)]));
  return off ? null : next;
}
