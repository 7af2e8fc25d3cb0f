"""Dynamic forcing chains by their argument, as Sudoku Explainer lists them.

Each is a net of inferences in which what went off on the way counts.  *Contradiction*: a
candidate leads to something and its contrary.  *Double*: a candidate true and false both lead to
the same.  *Cell*: so do all values of a cell; *region*: all places of a value in a house.

The technique that has them all is ``dynamic-forcing-chain``; its difficulty is theirs.

>>> list(KINDS)[0], list(KINDS)[3]
('dynamic-contradiction-forcing-chain', 'dynamic-region-forcing-chain')
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from nonet.techniques.families.explainer import made
from nonet.techniques.families.explainer.producers import hints
from nonet.techniques.position import Position
from nonet.techniques.step import Step

EASIEST_FIRST = True
"""The least difficult of each argument comes first."""

KINDS = {
    f"dynamic-{kind}-forcing-chain": kind for kind in ("contradiction", "double", "cell", "region")
}
"""The argument of each technique."""


def find(position: Position, wanted: frozenset[str]) -> Iterator[Step]:
    """The hints of the dynamic producer, by argument."""
    for key, kind in KINDS.items():
        if key in wanted:
            for hint in hints(position, "dynamic"):
                if hint.kind == kind:
                    yield replace(made(position.layout, hint), key=key)
