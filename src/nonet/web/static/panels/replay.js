// A run replayed: the domains after any number of its events.  Every so many states are kept whole, so that any is near.
//
//     const run = replay(trace); run.at(5).R1C1   // the values left after five events

const EVERY = 64;

/** @typedef {{ kind: string, words: string, cells: string[], set: Record<string, number[]>, depth: number }} Told */
/** @typedef {{ start: Record<string, number[]>, events: Told[], tree: any[] }} Trace */

/** @param {Trace} trace */
export function replay(trace) {
  /** @type {Record<string, number[]>[]} */
  const kept = [trace.start];
  /** @param {number} number of events that have happened @returns {Record<string, number[]>} */
  function at(number) {
    const from = Math.min(Math.floor(number / EVERY), kept.length - 1);
    let state = { ...kept[from] };
    for (let index = from * EVERY; index < number; index++) {
      Object.assign(state, trace.events[index].set);
      if ((index + 1) % EVERY === 0 && kept.length === (index + 1) / EVERY) kept.push({ ...state });
    }
    return state;
  }
  /** The next event of some kinds, from `number` on; the end where there is none. @param {number} number @param {Set<string>} kinds */
  function until(number, kinds) {
    for (let index = number; index < trace.events.length; index++)
      if (kinds.has(trace.events[index].kind)) return index + 1;
    return trace.events.length;
  }
  return { at, until, length: trace.events.length };
}

/** Places of the nodes of a search tree: leaves side by side, parents above their middle; failed parts folded where there is much.
 * @param {any[]} nodes @param {number} [most] nodes drawn @returns {{ places: Map<number, [number, number]>, folded: Set<number> }} */
export function layout(nodes, most = 400) {
  const children = new Map(),
    solved = new Set();
  for (const node of nodes) {
    if (node.parent >= 0) children.set(node.parent, [...(children.get(node.parent) ?? []), node.id]);
  }
  for (const node of [...nodes].reverse()) {
    if (node.status === "solved" || node.status === "open" || solved.has(node.id)) {
      solved.add(node.id);
      if (node.parent >= 0) solved.add(node.parent);
    }
  }
  const folded = new Set(
    nodes.length <= most
      ? []
      : nodes
          .filter(node => node.id > 0 && !solved.has(node.id) && children.has(node.id))
          .map(node => node.id),
  );
  const order = [],
    stack = nodes.length ? [0] : [];
  while (stack.length && order.length < most) {
    const id = /** @type {number} */ (stack.pop());
    order.push(id);
    if (!folded.has(id)) stack.push(...(children.get(id) ?? []).toReversed());
  }
  const shown = new Set(order),
    column = new Map(),
    depth = new Map();
  let leaves = 0;
  for (const id of order) depth.set(id, id === 0 ? 0 : depth.get(nodes[id].parent) + 1);
  for (const id of order.toReversed()) {
    const kids = folded.has(id)
      ? []
      : (children.get(id) ?? []).filter((/** @type {number} */ kid) => shown.has(kid));
    column.set(id, kids.length ? (column.get(kids[0]) + column.get(kids.at(-1))) / 2 : leaves++);
  }
  return { places: new Map(order.map(id => [id, [leaves - 1 - column.get(id), depth.get(id)]])), folded };
}
