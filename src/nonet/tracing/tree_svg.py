"""The search tree as a picture: failures folded to triangles with the number of hidden nodes.

Circles are guesses that went on, squares failures, diamonds solutions, a pale circle a node the
run did not come back to.  The shapes repeat the meaning of the colours.  After Schulte's Gist
and Simonis' CP-Viz.

>>> import nonet
>>> picture = tree_svg(nonet.trace(nonet.Model({"x": [1, 2]}), limit=None))
>>> picture.count("<circle"), picture.count('class="solved"')
(1, 2)
"""

from __future__ import annotations

from nonet.render.html import FONTS, escaped
from nonet.tracing.recording import Trace
from nonet.tracing.tree import Node, failed_subtrees, search_tree

ACROSS, DOWN, MARGIN = 24, 40, 26
ACROSS_LABELLED = 78
COLOURS = {"branch": "#1a5fb4", "failed": "#c01c28", "solved": "#1f7a3a", "open": "#9a9996"}
MAX_NODES_DRAWN = 20_000
"""Nodes beyond which a picture would help nobody."""

MAX_NODES_LABELLED = 40
"""Most nodes for which the guesses are written beside the nodes."""


def tree_svg(trace: Trace, *, fold: bool = True) -> str:
    """The tree as an SVG element; with ``fold`` a subtree of failures is one triangle.

    Raises ``ValueError`` if more than ``MAX_NODES_DRAWN`` nodes would be drawn.
    """
    nodes = search_tree(trace)
    hidden = failed_subtrees(nodes) if fold else set()
    places = _node_positions(nodes, hidden)
    if len(places) > MAX_NODES_DRAWN:
        raise ValueError(f"{len(places)} nodes are too many to draw: fold failures")
    labelled = len(places) <= MAX_NODES_LABELLED
    step = ACROSS_LABELLED if labelled else ACROSS
    across = max(x for x, _ in places.values()) * step + 2 * MARGIN
    down = max(y for _, y in places.values()) * DOWN + 2 * MARGIN
    width = across + (90 if labelled else 0)
    counts = ", ".join(f"{name} {trace.stats[name]}" for name in trace.stats)
    text = escaped(f"Search tree of {trace.backend}: {trace.status}; {counts}")
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{down:g}" '
        f'viewBox="{-MARGIN} {-MARGIN} {width:g} {down:g}" role="img" aria-label="{text}" '
        f'font-family="{FONTS}" font-size="10">',
        f"<title>{text}</title>",
        f'<rect x="{-MARGIN}" y="{-MARGIN}" width="{width:g}" height="{down:g}" fill="#ffffff"/>',
    ]
    for node in nodes:
        if node.id in places and node.parent >= 0:
            (x1, y1), (x2, y2) = places[node.parent], places[node.id]
            parts.append(
                f'<path d="M{x1 * step:g} {y1 * DOWN}L{x2 * step:g} {y2 * DOWN}" '
                'stroke="#9a9996" fill="none"/>'
            )
    for node in nodes:
        if node.id in places:
            x, y = places[node.id]
            parts += _node_shape(node, x * step, y * DOWN, node.id in hidden, labelled)
    return "\n".join([*parts, "</svg>"])


def _node_positions(nodes: list[Node], hidden: set[int]) -> dict[int, tuple[float, int]]:
    """Column and row of each node that is shown: leaves side by side, parents above the middle."""
    order: list[int] = []
    stack = [0]
    while stack:
        order.append(stack.pop())
        if order[-1] not in hidden:
            stack += reversed(nodes[order[-1]].children)
    leaves = 0
    columns: dict[int, float] = {}
    for id_ in order:
        if id_ in hidden or not nodes[id_].children:
            columns[id_] = leaves
            leaves += 1
    for id_ in reversed(order):
        if id_ not in columns:
            kids = nodes[id_].children
            columns[id_] = (columns[kids[0]] + columns[kids[-1]]) / 2
    return {id_: (columns[id_], nodes[id_].depth) for id_ in order}


def _node_shape(node: Node, x: float, y: float, hidden: bool, labelled: bool) -> list[str]:
    kind = "failed" if hidden else node.status
    text = escaped(node.label or "the start")
    about = f"{text}: {node.size} nodes, all failed" if hidden else f"{text}: {kind}"
    look = f'class="{kind}" fill="{COLOURS[kind]}"'
    if hidden:
        shape = f'<path {look} d="M{x:g} {y - 8:g}l11 20h-22Z">'
    elif kind == "failed":
        shape = f'<path {look} d="M{x - 6:g} {y - 6:g}h12v12h-12Z">'
    elif kind == "solved":
        shape = f'<path {look} d="M{x:g} {y - 9:g}l9 9l-9 9l-9 -9Z">'
    else:
        shape = f'<circle {look} cx="{x:g}" cy="{y:g}" r="7">'
    end = "circle" if shape.startswith("<circle") else "path"
    parts = [f"{shape}<title>{about}</title></{end}>"]
    if hidden:
        parts.append(f'<text x="{x:g}" y="{y + 22:g}" text-anchor="middle">{node.size}</text>')
    if labelled and node.label:
        parts.append(f'<text x="{x + 11:g}" y="{y + 3:g}" fill="#3d3846">{text}</text>')
    return parts
