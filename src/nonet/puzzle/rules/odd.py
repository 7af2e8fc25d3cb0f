"""Odd: cells that hold an odd value."""

from __future__ import annotations

from nonet.puzzle.rules.base import Example
from nonet.puzzle.rules.even import ParityRule


class Odd(ParityRule):
    """The listed cells hold odd values."""

    name = "odd"
    sentence = "Cells with a circle hold odd values."
    parameters = {"cells": "the odd cells, as R1C1 or A1"}
    examples = (Example(".1.........4....", "3142241312344321", "R1C1 R2C3 R4C2"),)
    remainder = 1
    shape = "circle"
