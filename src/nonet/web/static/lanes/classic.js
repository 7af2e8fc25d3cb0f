// @ts-check
// The geometry of a classic: 9x9 with rows, columns and boxes (layouts/calls.py).

const ROWS = 353;
const MASK = 511;
/** The line in which each of a band's three boxes has a digit, in each of the six arrangements. */
const LINES = [[0, 1, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0], [0, 2, 1], [1, 0, 2]];

/** The cells of a triad; bands 3 to 5 go down.
 * @param {number} band @param {number} box @param {number} line */
function triad(band, box, line) {
  const across = 3 * (band % 3) + line;
  return [0, 1, 2].map(k => 3 * box + k).map(along => (band < 3 ? 9 * across + along : 9 * along + across));
}

/** For each band and set of arrangements left: a triad that tells the first two apart, then the other cells of its
 * box and its line. */
function branches() {
  const table = [];
  for (let band = 0; band < 6; band++) {
    for (let left = 0; left < 64; left++) {
      const lines = LINES.filter((_, k) => (left >> k) & 1);
      const row = Array(15).fill(0);
      if (lines.length >= 2) {
        const triads = lines.flatMap(arrangement => arrangement.map((line, box) => 3 * box + line));
        const times = (/** @type {number} */ each) => triads.filter(other => other === each).length;
        const best = triads.reduce((one, other) => (times(other) < times(one) ? other : one));
        const box = Math.floor(best / 3), line = best % 3;
        const beside = [0, 1, 2].filter(other => other !== line).map(other => triad(band, box, other));
        const others = [0, 1, 2].filter(other => other !== box).map(other => triad(band, other, line));
        [triad(band, box, line), ...beside, ...others].flat().forEach((cell, i) => { row[i] = cell; });
      }
      table.push(...row);
    }
  }
  return table;
}

/** @param {import("./memory.js").Memory} memory @returns {import("./kernel.js").Geometry} */
export function classicGeometry(memory) {
  const geometry = memory.int64s(branches());
  return { entry: "advance_classic_16", geometry, rows: ROWS, cells: 81, size: 9, masks: Array(81).fill(MASK) };
}
