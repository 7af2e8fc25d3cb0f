// @ts-check
// Units of cells that differ, as the engine reads them (numbered_cells.py).

/** @typedef {import("./memory.js").Slots} Slots */
/** `peers` has for each two cells whether they differ, or are one, row after row.
 * @typedef {{ slots: Slots, cells: Slots, starts: Slots, rows: number, peers: Uint8Array, units: number[][],
 *   free: number[] }} UnitLayout */

/** Segments in groups of which no two overlap, each put in the first group that it fits.
 * @param {number[]} segments @param {number[][]} cells  of each segment */
function disjointGroups(segments, cells) {
  /** @type {{ taken: Set<number>, members: number[] }[]} */
  const groups = [];
  for (const segment of segments) {
    const fits = groups.find(({ taken }) => cells[segment].every(cell => !taken.has(cell)));
    if (!fits) groups.push({ taken: new Set(cells[segment]), members: [segment] });
    else {
      cells[segment].forEach(cell => fits.taken.add(cell));
      fits.members.push(segment);
    }
  }
  return groups;
}

/** The layout of some cells that may have `size` values.  Units that take every value are the grid's; of smaller ones
 * only their cells are told.
 * @param {import("./memory.js").Memory} memory @param {number[][]} given @param {number} count @param {number} size
 * @returns {UnitLayout} */
export function unitLayout(memory, given, count, size) {
  const full = given.filter(unit => unit.length === size), small = given.filter(unit => unit.length !== size);
  const units = [...full, ...small];
  /** @type {number[][]} */
  const unitsOf = Array.from({ length: count }, () => []);
  units.forEach((unit, number) => unit.forEach(cell => unitsOf[cell].push(number)));
  const peers = new Uint8Array(count * count);
  for (let cell = 0; cell < count; cell++) peers[cell * count + cell] = 1;
  for (const unit of units) for (const one of unit) for (const other of unit) peers[one * count + other] = 1;

  /** @type {Map<string, number[]>} */
  const shared = new Map();
  /** @type {Set<string>[]} */
  const ofUnit = full.map(() => new Set());
  for (let i = 0; i < full.length; i++) {
    const within = new Set(full[i]);
    for (let j = 0; j < i; j++) {
      const segment = full[j].filter(cell => within.has(cell)).sort((one, other) => one - other);
      if (segment.length < 2 || segment.length >= size) continue;
      const key = String(segment);
      shared.set(key, segment);
      ofUnit[i].add(key);
      ofUnit[j].add(key);
    }
  }
  const keys = [...shared.keys()], segments = [...shared.values()];
  const groups = full.flatMap((unit, number) => {
    const its = [...ofUnit[number]].map(key => keys.indexOf(key)).sort((one, other) => one - other);
    return disjointGroups(its, segments).map(({ taken, members }) => ({
      members,
      singles: unit.filter(cell => !taken.has(cell)),
    }));
  });
  /** @type {number[][]} */
  const places = Array.from({ length: count }, () => []);
  segments.forEach((segment, number) => segment.forEach(cell => places[cell].push(number)));
  for (const cell of new Set(groups.flatMap(({ singles }) => singles))) places[cell].push(segments.length + cell);

  const listed = memory.lists(units);
  const slots = [
    size, 2 ** size - 1, 12,
    ...memory.bytes([...full.map(() => 1), ...small.map(() => 0)]),
    ...listed,
    ...memory.lists(unitsOf),
    ...memory.lists(segments),
    ...memory.lists(groups.map(({ members }) => members)),
    ...memory.lists(groups.map(({ singles }) => singles)),
    ...memory.lists(places),
  ];
  return {
    slots, cells: listed.slice(0, 2), starts: listed.slice(2), peers, units,
    rows: 3 * count + 2 * units.length + 3 * segments.length + 1,
    free: unitsOf.flatMap((numbers, cell) => (numbers.length ? [] : [cell])),
  };
}
