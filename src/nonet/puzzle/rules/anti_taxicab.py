"""Anti-taxicab: no value is its own number of steps away from itself."""

from __future__ import annotations

from collections.abc import Iterable

from nonet.model import Annotation, Constraint, Count
from nonet.puzzle.grid import Grid
from nonet.puzzle.rules.base import Example, PuzzleRule


class AntiTaxicab(PuzzleRule):
    """Two cells that are ``n`` steps along rows and columns apart do not both hold ``n``."""

    name = "anti-taxicab"
    sentence = (
        "Two cells with the same value are never that many steps along rows and columns apart."
    )
    aliases = ("antitaxicab", "taxicab")
    examples = (
        Example("....23.1..4.2...5..5.2.16...1.12.4..", "564123312546231654456231645312123465"),
    )

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        for cell in grid.cells:
            for distance in (value for value in grid.values if value > 0):
                steps = [(0, distance)]
                steps += [
                    (d, r) for d in range(1, distance + 1) for r in {distance - d, d - distance}
                ]
                for other in grid.cells_at_offsets(cell, steps):
                    label = f"taxicab {cell}-{other}"
                    far = "a step" if distance == 1 else f"{distance} steps"
                    sentence = f"{cell} and {other} are {far} apart: not both {distance}"
                    annotation = Annotation("anti-taxicab", label, sentence)
                    yield Count((cell, other), frozenset((distance,)), "<=", 1, rule=annotation)
