// Where cells are and what lies behind them: what an engine's `draw` says, and for a plain square also what it
// will say, so that the page is there before the engine is.
//
//     plainGeometry(9).cells[0]   // ["R1C1", 0, 0]

/** A cell's side in the units of the picture. */
export const SIDE = 48;
/** The margin of a cell in which no candidate stands, in cells. */
export const MARGIN = 0.06;

/** @typedef {{ cells: [string, number, number][], at: Set<string>, rows: number, columns: number, margins: number[], top: number, differ: string[][],
 *   thin: string, wall: string, box: [number, number], values: number[], symbols: string[], under: string, over: string,
 *   legend: string[], names?: Record<string, string>, named?: Record<string, Record<number, string>>, rules: { name: string, sentence: string, words: string, cells: string[], index: number | null }[] }} Geometry */

/** How a value is written in a cell: by its name, if its variable was declared by names.
 * @param {Geometry} geometry @param {number} value @param {string} cell */
export const symbolOf = (geometry, value, cell) =>
  geometry.named?.[cell]?.[value] ?? geometry.symbols[geometry.values.indexOf(value)] ?? String(value);
/** @param {number} row @param {number} column both from 0 */
export const name = (row, column) => `R${row + 1}C${column + 1}`;
/** Row and column of a cell, from 0. @param {string} cell @returns {[number, number]} */
export function place(cell) {
  const middle = cell.indexOf("C");
  return [Number(cell.slice(1, middle)) - 1, Number(cell.slice(middle + 1)) - 1];
}

/** The cell that a half turn of the grid maps a cell to. @param {Geometry} geometry @param {string} cell */
export function opposite(geometry, cell) {
  const [row, column] = place(cell);
  return name(geometry.rows - 1 - row, geometry.columns - 1 - column);
}

/** What `draw` answered, as the page keeps it. @param {any} drawn @returns {Geometry} */
export function geometryOf(drawn) {
  return {
    margins: [0, 0, 0, 0],
    top: MARGIN,
    differ: [],
    under: "",
    over: "",
    legend: [],
    rules: [],
    ...drawn,
    at: new Set(drawn.cells.map((/** @type {string[]} */ [cell]) => cell)),
  };
}

/** The boxes of a square: height and width nearest each other, none for a prime.
 * @param {number} size @returns {[number, number] | null} */
export function defaultBox(size) {
  let height = Math.floor(Math.sqrt(size));
  while (size % height) height--;
  return height > 1 || size === 1 ? [height, size / height] : null;
}

/** The rows, columns and boxes of a square, in each of which all values differ.
 * @param {number} size @param {[number, number] | null} box @returns {string[][]} */
function plainGroups(size, box) {
  const all = Array.from({ length: size }, (_, index) => index),
    groups = all.flatMap(at => [all.map(column => name(at, column)), all.map(row => name(row, at))]);
  if (!box) return groups;
  const [high, wide] = box;
  for (let row = 0; row < size; row += high)
    for (let column = 0; column < size; column += wide)
      groups.push(all.map(at => name(row + Math.floor(at / wide), column + (at % wide))));
  return groups;
}

/** @type {WeakMap<Geometry, Map<string, Set<string>>>} */
const known = new WeakMap();
/** The cells whose values differ from a cell's: row, column, box, cage. @param {Geometry} geometry @param {string} cell */
export function peersOf(geometry, cell) {
  let peers = known.get(geometry);
  if (!peers) {
    known.set(geometry, (peers = new Map()));
    for (const group of geometry.differ)
      for (const each of group) {
        const seen = peers.get(each) ?? new Set();
        for (const other of group) if (other !== each) seen.add(other);
        peers.set(each, seen);
      }
  }
  return peers.get(cell) ?? new Set();
}

/** A square with its boxes, the usual ones unless told. @param {number} size @param {[number, number] | null} [box] @returns {Geometry} */
export function plainGeometry(size, box = defaultBox(size)) {
  const cells = /** @type {[string, number, number][]} */ ([]),
    end = size * SIDE;
  for (let row = 0; row < size; row++)
    for (let column = 0; column < size; column++) cells.push([name(row, column), row, column]);
  let thin = "",
    wall = "";
  for (let line = 0; line <= size; line++) {
    const edge = line === 0 || line === size;
    const across = `M0 ${line * SIDE}H${end}`,
      down = `M${line * SIDE} 0V${end}`;
    if (edge || (box && line % box[0] === 0)) wall += across;
    else thin += across;
    if (edge || (box && line % box[1] === 0)) wall += down;
    else thin += down;
  }
  const values = Array.from({ length: size }, (_, index) => index + 1);
  const symbols = values.map(value => (value < 10 ? String(value) : String.fromCharCode(55 + value)));
  return geometryOf({
    cells,
    differ: plainGroups(size, box),
    rows: size,
    columns: size,
    thin,
    wall,
    box: box ?? [Math.ceil(size / Math.ceil(Math.sqrt(size))), Math.ceil(Math.sqrt(size))],
    values,
    symbols,
  });
}
