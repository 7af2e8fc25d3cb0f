"""The search tree of a run: a node for the root and for each guess.

>>> import nonet
>>> tree = search_tree(nonet.trace(nonet.Model({"x": [1, 2]}), limit=None))
>>> [(node.label, node.status) for node in tree]
[('', 'branch'), ('x = 1', 'solved'), ('x = 2', 'solved')]
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from nonet.backends.events import (
    Backtracked,
    Branched,
    Learned,
    Posted,
    Restarted,
    SolutionFound,
    Stopped,
    WipedOut,
)
from nonet.render.html import FONTS, escaped
from nonet.tracing.sentences import value_text

if TYPE_CHECKING:
    from nonet.tracing.recording import Trace


Status = Literal["branch", "failed", "solved", "open"]


@dataclass
class Node:
    """A guess and its consequences.

    ``parent`` is the number of the node above, -1 for the root; ``alternative`` counts the
    values of one variable tried there, from 0.  ``start`` is the number of events before the
    guess, ``end`` after the propagation that followed: the state at the node.  ``open``: the
    run stopped before the node was settled.
    """

    id: int
    parent: int
    alternative: int
    label: str
    start: int
    depth: int
    end: int = 0
    status: Status = "open"
    children: list[int] = field(default_factory=list)
    solutions: int = 0
    """Solutions at this node or below."""
    size: int = 1
    """Nodes at this node and below."""
    jump: int | None = None
    """The depth that search goes back to by the nogood learned from the failure here."""


def search_tree(trace: Trace) -> list[Node]:
    """Return the nodes in order of appearance, so that a parent comes before its children."""
    nodes = [Node(0, -1, 0, "", 0, 0)]
    path = [0]
    for number, event in enumerate(trace.events, start=1):
        current = nodes[path[-1]]
        match event:
            case Branched(variable=variable, value=value, depth=depth):
                del path[depth:]
                parent = nodes[path[-1]]
                parent.status = "branch"
                label = f"{variable} = {value_text(variable, value, trace.value_names)}"
                child = Node(
                    len(nodes), parent.id, len(parent.children), label, number - 1, depth, number
                )
                parent.children.append(child.id)
                nodes.append(child)
                path.append(child.id)
            case Backtracked(depth=depth):
                del path[depth:]
            case WipedOut():
                current.status, current.end = "failed", number
            case SolutionFound():
                # a search that learns may find it where a nogood has refuted all branches so far
                current.status, current.end = "solved", number
                current.solutions += 1
            case Learned(depth=depth):
                current.jump = depth
            case Posted() | Stopped() | Restarted():
                pass
            case _:
                if not current.children:
                    current.end = number
    if not nodes[0].end:
        nodes[0].end = sum(isinstance(event, Posted) for event in trace.events)
    for node in reversed(nodes[1:]):
        nodes[node.parent].solutions += node.solutions
        nodes[node.parent].size += node.size
    return nodes


def failed_subtrees(nodes: list[Node]) -> set[int]:
    """The highest nodes below which every branch failed: a viewer shows each as one triangle.

    Of a run that failed altogether there is none: its whole tree is the proof.
    """
    failed: set[int] = set()
    end = 0
    for node in nodes:
        if node.id < end or node.status != "branch" or node.solutions:
            continue  # below a failed node, or no failure of several
        if all(below.status != "open" for below in nodes[node.id : node.id + node.size]):
            failed.add(node.id)
            end = node.id + node.size
    return failed - {0}


def current_node(trace: Trace) -> int:
    """The node at which the trace ends: the last guess that was not taken back.

    >>> import nonet
    >>> stepper = nonet.tracing.Stepper("1..............4")
    >>> _ = stepper.step("R1C2 = 2"), stepper.step("R1C3 = 3")
    >>> current_node(stepper.trace()), current_node(stepper.step("back") and stepper.trace())
    (2, 1)
    """
    path, met = [0], 0
    for event in trace.events:
        if isinstance(event, Branched):
            met += 1
            path[event.depth :] = [met]
        elif isinstance(event, Backtracked):
            del path[event.depth :]
    return path[-1]


# The search tree as a picture: failures folded to triangles with the number of hidden nodes.
#
# Circles are guesses that went on, squares failures, diamonds solutions, a pale circle a node the
# run did not come back to. The shapes repeat the meaning of the colours. After Schulte's Gist and
# Simonis' CP-Viz.

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
