"""Dynamic forcing chains by the kind of argument, as listed by Sudoku Explainer.

Each step is a net of inferences that also uses candidates eliminated on the way.
*Contradiction*: a candidate leads to a node and its contrary.  *Double*: a candidate true and
false both lead to the same conclusion.  *Cell*: so do all values of a cell; *region*: all
places of a value in a house.

The technique ``dynamic-forcing-chain`` contains all kinds; the difficulty is the same.

>>> list(KIND_BY_KEY)[0], list(KIND_BY_KEY)[3]
('dynamic-contradiction-forcing-chain', 'dynamic-region-forcing-chain')
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from nonet.techniques.families.explainer import sorted_hints, step_of_hint
from nonet.techniques.position import Position
from nonet.techniques.step import Step

EASIEST_FIRST = True
"""The least difficult of each argument comes first."""

KIND_BY_KEY = {
    f"dynamic-{kind}-forcing-chain": kind for kind in ("contradiction", "double", "cell", "region")
}
"""The argument of each technique."""


def find(position: Position, requested: frozenset[str]) -> Iterator[Step]:
    """The hints of the dynamic producer, by argument."""
    for key, kind in KIND_BY_KEY.items():
        if key in requested:
            for hint in sorted_hints(position, "dynamic"):
                if hint.kind == kind:
                    yield replace(step_of_hint(position.layout, hint), key=key)
