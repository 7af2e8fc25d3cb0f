"""The constraint graph of a model, and a tree decomposition of it by min-fill.

Two variables are joined if a constraint speaks of both.  Min-fill eliminates, again and again, the
variable whose neighbours lack fewest edges among them; the neighbours, with the variable, are a bag.
The size of the largest bag less one is the width of the decomposition, an upper bound of the
tree width.  A model of width w with domains of d values is solved in time O(n d^(w+1)).

Sources: Freuder, "A sufficient condition for backtrack-free search", 1982; Dechter, "Constraint
Processing", 2003, chapters 4 and 9.

>>> ring = {x: {(x - 1) % 5, (x + 1) % 5} for x in range(5)}
>>> decompose(ring).width
2
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Generic, TypeVar

from nonet.model import Model

Node = TypeVar("Node", bound=Hashable)
Graph = dict[str, set[str]]


def constraint_graph(model: Model) -> Graph:
    """The neighbours of each variable.

    >>> import nonet
    >>> graph = constraint_graph(nonet.Sudoku("." * 81).model())
    >>> len(graph), sum(map(len, graph.values())) // 2
    (81, 810)
    """
    graph: Graph = {name: set() for name in model.variables}
    for constraint in model.constraints:
        for a, b in combinations(dict.fromkeys(constraint.scope), 2):
            graph[a].add(b)
            graph[b].add(a)
    return graph


@dataclass(frozen=True, slots=True)
class Decomposition(Generic[Node]):
    """Bags of variables, and for each bag the number of the bag it hangs on (-1 for a root)."""

    bags: tuple[frozenset[Node], ...]
    parents: tuple[int, ...]
    order: tuple[Node, ...]
    """The variables in the order of elimination."""

    @property
    def width(self) -> int:
        """The size of the largest bag, less one."""
        return max(map(len, self.bags), default=0) - 1


def decompose(graph: Mapping[Node, set[Node]]) -> Decomposition[Node]:
    """A tree decomposition by min-fill; of equals, the first variable is eliminated."""
    neighbours = {node: set(others) for node, others in graph.items()}
    place: dict[Node, int] = {}
    bags: list[frozenset[Node]] = []

    def missing_edges(node: Node) -> int:
        pairs = combinations(neighbours[node], 2)
        return sum(b not in neighbours[a] for a, b in pairs)

    while neighbours:
        node = min(neighbours, key=missing_edges)
        others = neighbours.pop(node)
        for a in others:
            neighbours[a] |= others - {a}
            neighbours[a].discard(node)
        place[node] = len(bags)
        bags.append(frozenset({node, *others}))
    parents = [
        min((place[other] for other in bag if place[other] > number), default=-1)
        for number, bag in enumerate(bags)
    ]
    return Decomposition(tuple(bags), tuple(parents), tuple(place))
