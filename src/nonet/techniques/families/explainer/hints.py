"""Hints of Sudoku Explainer's chaining: what each concludes, and how difficult it is.

>>> [round(7.0 + extra(complexity), 1) for complexity in (4, 7, 9, 11, 15)]
[7.0, 7.1, 7.2, 7.3, 7.4]
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from nonet.techniques.engines.closure import Closure
from nonet.techniques.engines.graph import Graph
from nonet.techniques.engines.probe import Net
from nonet.techniques.engines.proof import Branch, Proof, branch_of, clash_of

BASE = {
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


@lru_cache(maxsize=1024)
def extra(complexity: int) -> float:
    """What a chain's number of nodes adds to its difficulty."""
    tenths, ceiling, odd = 0, 4, False
    while complexity - 2 > ceiling:
        tenths += 1
        ceiling = ceiling * 4 // 3 if odd else ceiling * 3 // 2
        odd = not odd
    return tenths / 10


@dataclass(frozen=True, slots=True)
class Hint:
    """A chaining hint: technique, kind of argument, complexity, conclusion (a node).

    ``kind`` is ``cycle``, ``chain`` (what is assumed is refuted by a chain to its
    contrary), ``contradiction``, ``double`` (of a candidate on and off), ``cell``
    or ``region``; ``source`` the candidate, or the set's number, it starts from;
    ``result`` the conclusion as a node, or -1 for a cycle, which is ``loop`` and removes ``gone``.
    """

    key: str
    kind: str
    complexity: int
    source: int
    result: int
    gone: int
    nets: tuple[tuple[Net | Closure, int], ...]
    loop: Branch = ()

    @property
    def difficulty(self) -> float:
        """Sudoku Explainer's rating of the hint."""
        return round(BASE[self.key] + extra(self.complexity), 1)

    def proof(self) -> Proof:
        """The hint as a proof."""
        branches: list[Branch] = [self.loop] if self.loop else []
        for run, node in self.nets:
            net = run if isinstance(run, Net) else run.net()
            branches += clash_of(net) if node < 0 else (branch_of(net, node),)
        kind = {"region": "house"}.get(self.kind, self.kind)
        return Proof(kind, self.source, self.complexity, tuple(branches))


def gone_of(at: Graph, node: int) -> int:
    """What a conclusion removes from its cell (and from no other: so hints are compared)."""
    candidate, on = divmod(node, 2)
    if not on:
        return at.board.bit[candidate]
    layout = at.board.layout
    return layout.of_cell(candidate % layout.count) & at.open & ~at.board.bit[candidate]
