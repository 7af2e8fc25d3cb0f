"""Maximum: cells greater than each of their neighbours."""

from __future__ import annotations

from nonet.puzzle.rules.base import Example
from nonet.puzzle.rules.minimum import ExtremesRule


class Maximum(ExtremesRule):
    """Neighbours share an edge; two listed cells are not compared."""

    name = "maximum"
    sentence = "A marked cell is greater than each of its neighbours."
    aliases = ("max",)
    parameters = {"cells": "all cells that are greater, as R1C1 or A1"}
    examples = (
        Example(
            "4................3.......2..........",
            "451632236145145263362514624351513426",
            "R1C2 R1C4 R2C3 R2C6 R3C5 R4C2 R4C4 R4C6 R5C1 R5C3 R5C5 R6C4 R6C6",
        ),
    )

    sign = -1
