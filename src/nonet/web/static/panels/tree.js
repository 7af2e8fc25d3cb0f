// The search tree: circles guesses that went on, squares failures, diamonds solutions; a click goes to that moment.

import { s } from "../dom.js";
import { words } from "../words.en.js";
import { layout } from "./replay.js";

const ACROSS = 22,
  DOWN = 30,
  EDGE = 16;

/** @param {any[]} nodes @param {(number: number) => void} go to the moment after so many events @returns {SVGSVGElement} */
export function treeOf(nodes, go) {
  const { places, folded } = layout(nodes),
    all = [...places.values()];
  const wide = Math.max(0, ...all.map(([x]) => x)) * ACROSS + 2 * EDGE,
    high = Math.max(0, ...all.map(([, y]) => y)) * DOWN + 2 * EDGE;
  const lines = [],
    dots = [];
  for (const [id, [x, y]] of places) {
    const node = nodes[id],
      above = places.get(node.parent);
    if (above)
      lines.push(
        s("path", {
          d: `M${above[0] * ACROSS} ${above[1] * DOWN}L${x * ACROSS} ${y * DOWN}`,
          class: "branch-line",
        }),
      );
    const kind = folded.has(id) ? "folded" : node.status,
      said = words.tree.node(node.label, kind, node.size);
    const leave = () => go(node.end);
    dots.push(
      s(
        "g",
        {
          role: "button",
          tabindex: 0,
          "aria-label": said,
          class: `node ${kind}`,
          transform: `translate(${x * ACROSS} ${y * DOWN})`,
          "data-end": node.end,
          onclick: leave,
          onkeydown: (/** @type {KeyboardEvent} */ event) => {
            if (event.key === "Enter" || event.key === " ") {
              event.preventDefault();
              leave();
            }
          },
        },
        s("title", {}, said),
        s("path", { d: shape(kind) }),
      ),
    );
  }
  return s(
    "svg",
    {
      class: "tree",
      viewBox: `${-EDGE} ${-EDGE} ${wide} ${high}`,
      width: wide,
      height: high,
      role: "group",
      "aria-label": words.tree.name(nodes.length),
    },
    ...lines,
    ...dots,
  );
}

/** @param {string} kind */
function shape(kind) {
  return kind === "folded"
    ? "M0 -6L9 10L-9 10Z"
    : kind === "failed"
      ? "M-6 -6h12v12h-12Z"
      : kind === "solved"
        ? "M0 -8L8 0L0 8L-8 0Z"
        : "M-6 0a6 6 0 1 0 12 0a6 6 0 1 0 -12 0Z";
}
