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
                if current.status == "open":
                    current.status = "solved"
                current.end = number
                current.solutions += 1
            case Posted() | Stopped() | Learned() | Restarted():
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
    """The highest nodes below which every branch failed: a viewer shows each as one triangle."""
    failed: set[int] = set()
    for node in nodes:
        dead = node.status == "branch" and not node.solutions
        if dead and not _is_unfinished_below(nodes, node) and node.parent not in failed:
            above = node.parent
            while above > 0 and above not in failed:
                above = nodes[above].parent
            if above not in failed:
                failed.add(node.id)
    return failed - {0}


def _is_unfinished_below(nodes: list[Node], top: Node) -> bool:
    """Whether the run stopped somewhere below."""
    return any(node.status == "open" for node in nodes[top.id : top.id + top.size])


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
