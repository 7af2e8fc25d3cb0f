"""Hints of Sudoku Explainer's chaining: conclusion and difficulty.

>>> [round(7.0 + length_difficulty(complexity), 1) for complexity in (4, 7, 9, 11, 15)]
[7.0, 7.1, 7.2, 7.3, 7.4]
"""

from __future__ import annotations

from dataclasses import dataclass

from nonet.techniques.engines.closure import Closure
from nonet.techniques.engines.forcing_proof import Branch, ForcingProof, branch_of, clash_of
from nonet.techniques.engines.inference_graph import Graph
from nonet.techniques.engines.probe import Net

BASE_DIFFICULTY = {
    "bidirectional-x-cycle": 6.5,
    "bidirectional-y-cycle": 6.5,
    "forcing-x-chain": 6.6,
    "bidirectional-cycle": 7.0,
    "forcing-chain": 7.0,
    "nishio-forcing-chain": 7.5,
    "cell-forcing-chain": 8.0,
    "region-forcing-chain": 8.0,
    "dynamic-forcing-chain": 8.5,
    "dynamic-forcing-chain-plus": 9.0,
    "nested-forcing-chain": 9.5,
}
"""The difficulty of each technique before its length is counted."""


def length_difficulty(complexity: int) -> float:
    """Return the difficulty added for a chain's number of nodes."""
    tenths, ceiling, odd = 0, 4, False
    while complexity - 2 > ceiling:
        tenths += 1
        ceiling = ceiling * 4 // 3 if odd else ceiling * 3 // 2
        odd = not odd
    return tenths / 10


@dataclass(frozen=True, slots=True)
class Hint:
    """A chaining hint: technique, kind of argument, complexity, conclusion (a node).

    ``kind`` is ``cycle``, ``chain`` (a chain from the assumption to its contrary),
    ``contradiction``, ``double`` (of a candidate on and off), ``cell`` or ``region``;
    ``source`` the candidate, or the set's number, at the start; ``conclusion`` the conclusion
    as a node, or -1 for a cycle, which is ``loop`` and removes ``eliminations``.
    """

    key: str
    kind: str
    complexity: int
    source: int
    conclusion: int
    eliminations: int
    nets: tuple[tuple[Net | Closure, int], ...]
    loop: Branch = ()

    @property
    def difficulty(self) -> float:
        """Sudoku Explainer's rating of the hint."""
        return round(BASE_DIFFICULTY[self.key] + length_difficulty(self.complexity), 1)

    def proof(self) -> ForcingProof:
        """The hint as a proof."""
        branches: list[Branch] = [self.loop] if self.loop else []
        for run, node in self.nets:
            net = run if isinstance(run, Net) else run.net()
            branches += clash_of(net) if node < 0 else (branch_of(net, node),)
        kind = {"region": "house"}.get(self.kind, self.kind)
        return ForcingProof(kind, self.source, self.complexity, tuple(branches))


def conclusion_eliminations(graph: Graph, node: int) -> int:
    """Return the eliminations of a conclusion in its own cell only (for comparing hints)."""
    candidate, on = divmod(node, 2)
    if not on:
        return graph.search_order.bit[candidate]
    layout = graph.search_order.layout
    return (
        layout.cell_candidates(candidate % layout.cell_count)
        & graph.open
        & ~graph.search_order.bit[candidate]
    )
