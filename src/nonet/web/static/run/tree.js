// The search tree: circles guesses that went on, squares dead ends, diamonds solutions; triangles are branches that
// failed altogether, folded until they are clicked.  A click goes to the moment of the node.
//
//     const tree = new Tree(nodes, dead, go); place.append(tree.element); tree.mark(5);

import { h, s } from "../dom.js";
import { words } from "../words.run.en.js";

const ACROSS = 22,
  DOWN = 32,
  EDGE = 18,
  MOST = 6000; // nodes drawn

/** @typedef {import("./replay.js").TreeNode} TreeNode */

export class Tree {
  /** @param {TreeNode[]} nodes @param {number[]} dead the highest below which all failed @param {(node: TreeNode, id: number) => void} go */
  constructor(nodes, dead, go) {
    this.nodes = nodes;
    this.dead = dead;
    this.go = go;
    this.folded = new Set(dead);
    this.here = 0;
    this.children = childrenOf(nodes);
    this.element = h("div", { class: "scroll" });
    /** @type {Map<number, SVGGElement>} */
    this.shapes = new Map();
    this.#draw();
  }

  /** Fold all branches that failed, or unfold them. */
  fold() {
    this.folded = new Set(this.folded.size ? [] : this.dead);
    this.#draw();
    this.mark(this.here);
  }

  /** Set a node apart: the one that is come to. @param {number} id */
  mark(id) {
    this.here = id;
    while (id > 0 && !this.shapes.has(id)) id = this.nodes[id].parent;
    for (const [each, shape] of this.shapes) {
      if (shape.classList.contains("here") === (each === id)) continue;
      shape.classList.toggle("here", each === id);
      shape.setAttribute("tabindex", each === id ? "0" : "-1");
    }
    const shape = this.shapes.get(id);
    if (!shape || !this.element.isConnected) return;
    const box = shape.getBoundingClientRect(),
      view = this.element.getBoundingClientRect();
    if (box.left < view.left || box.right > view.right)
      this.element.scrollLeft += box.left - view.left - view.width / 2;
    if (box.top < view.top || box.bottom > view.bottom)
      this.element.scrollTop += box.top - view.top - view.height / 2;
  }

  #draw() {
    const places = layout(this.nodes, this.children, this.folded);
    this.shapes.clear();
    if (places.size > MOST) {
      this.element.replaceChildren(h("p", words.tree.many(places.size)));
      return;
    }
    const all = [...places.values()],
      wide = all.reduce((most, [x]) => Math.max(most, x), 0) * ACROSS + 2 * EDGE,
      high = all.reduce((most, [, y]) => Math.max(most, y), 0) * DOWN + 2 * EDGE;
    const lines = [],
      jumps = /** @type {Element[]} */ ([]),
      dots = [];
    for (const [id, [x, y]] of [...places].sort(([one], [other]) => one - other)) {
      const above = places.get(this.nodes[id].parent);
      if (above) lines.push(`M${above[0] * ACROSS} ${above[1] * DOWN}L${x * ACROSS} ${y * DOWN}`);
      dots.push(this.#dot(id, x, y));
      const target = places.get(this.#landing(id));
      if (target) {
        const [tx, ty] = target;
        jumps.push(
          s(
            "path",
            {
              class: "jump-line",
              d: `M${x * ACROSS + 9} ${y * DOWN}Q${(Math.max(x, tx) + 1.5) * ACROSS} ${((y + ty) / 2) * DOWN} ${tx * ACROSS + 9} ${ty * DOWN}`,
            },
            s("title", {}, words.tree.jump(/** @type {number} */ (this.nodes[id].jump))),
          ),
        );
      }
    }
    const picture = s(
      "svg",
      {
        class: "tree",
        viewBox: `${-EDGE} ${-EDGE} ${wide} ${high}`,
        width: wide,
        height: high,
        role: "group",
        "aria-label": words.tree.name(this.nodes.length),
      },
      s("path", { d: lines.join(""), class: "branch-line" }),
      ...jumps,
      ...dots,
    );
    this.element.replaceChildren(picture);
  }

  /** The node that a backjump from a dead end leads to; -1 where search goes back one guess only. @param {number} id */
  #landing(id) {
    const { jump, depth } = this.nodes[id];
    if (jump === undefined || jump >= depth - 1 || this.folded.has(id)) return -1;
    while (this.nodes[id].depth > jump) id = this.nodes[id].parent;
    return id;
  }

  /** @param {number} id @param {number} x @param {number} y */
  #dot(id, x, y) {
    const node = this.nodes[id],
      kind = this.folded.has(id) ? "folded" : node.status,
      label = words.tree.node(node.label, kind, node.size);
    const leave = () => {
      if (this.folded.delete(id)) {
        this.#draw();
        this.shapes.get(id)?.focus();
      }
      this.go(node, id);
    };
    const dot = s(
      "g",
      {
        role: "button",
        tabindex: id ? -1 : 0,
        "aria-label": label,
        class: `node ${kind}`,
        transform: `translate(${x * ACROSS} ${y * DOWN})`,
        onclick: leave,
        onkeydown: (/** @type {KeyboardEvent} */ event) => {
          if (event.key !== "Enter" && event.key !== " ") return;
          event.preventDefault();
          event.stopPropagation();
          leave();
        },
      },
      s("title", {}, label),
      s("path", { d: shape(kind) }),
    );
    this.shapes.set(id, dot);
    return dot;
  }
}

/** @param {TreeNode[]} nodes @returns {number[][]} */
export function childrenOf(nodes) {
  const children = nodes.map(() => /** @type {number[]} */ ([]));
  nodes.forEach((node, id) => {
    if (node.parent >= 0) children[node.parent].push(id);
  });
  return children;
}

/** Column and depth of each node that is drawn: leaves side by side, parents above the middle of their children.
 * @param {TreeNode[]} nodes @param {number[][]} children @param {Set<number>} folded @returns {Map<number, [number, number]>} */
export function layout(nodes, children, folded) {
  const places = /** @type {Map<number, [number, number]>} */ (new Map()),
    order = /** @type {[number, boolean][]} */ (nodes.length ? [[0, false]] : []);
  let leaves = 0;
  while (order.length) {
    // children before their parent, without recursion
    const [id, done] = /** @type {[number, boolean]} */ (order.pop()),
      kids = folded.has(id) ? [] : children[id];
    const columns = kids.map(kid => places.get(kid)?.[0] ?? 0);
    if (!kids.length) places.set(id, [leaves++, nodes[id].depth]);
    else if (done)
      places.set(id, [(columns[0] + /** @type {number} */ (columns.at(-1))) / 2, nodes[id].depth]);
    else
      order.push(
        [id, true],
        ...kids.toReversed().map(kid => /** @type {[number, boolean]} */ ([kid, false])),
      );
  }
  return places;
}

/** The outline of a node of a kind. @param {string} kind */
export function shape(kind) {
  return kind === "folded"
    ? "M0 -6L9 10L-9 10Z"
    : kind === "failed"
      ? "M-6 -6h12v12h-12Z"
      : kind === "solved"
        ? "M0 -8L8 0L0 8L-8 0Z"
        : "M-6 0a6 6 0 1 0 12 0a6 6 0 1 0 -12 0Z";
}
