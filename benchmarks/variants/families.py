"""Families of puzzles by their characteristic rule.

>>> import nonet
>>> family_of(nonet.parse("." * 81), 3.0)
'classic'
"""

from __future__ import annotations

import nonet
from nonet.puzzle.rules.killer import Killer

FAMILIES = (
    ("full rank", "full-rank"),
    ("little killer", "little-killer"),
    ("sandwich", "sandwich lunchbox"),
    ("X-sum", "x-sum"),
    ("hidden skyscraper", "hidden-skyscraper"),
    ("skyscraper", "skyscraper"),
    ("numbered room", "numbered-room"),
    ("any of", "any-of all-of"),
    ("killer", "killer"),
    ("arrow", "arrow double-arrow"),
    ("automata", "state-machine regex-line sum-line"),
    ("region sums", "region-sum-line zipper equal-sums"),
    ("thermometer", "thermometer slow-thermometer"),
    ("renban", "renban nabner"),
    ("whispers", "whispers dutch-whispers"),
)
"""Each family with its rules; a puzzle is in the first family with one of the puzzle's rules.
A killer has cages over half of its cells."""

HARD, EXTREME = 5.0, 100.0
"""Milliseconds of ISS from which a killer is hard or extreme."""


def family_of(puzzle: nonet.Puzzle, milliseconds: float) -> str:
    """Return the family of a puzzle that ISS solves in some milliseconds."""
    rules = {rule.name for rule in puzzle.rules}
    for family, names in FAMILIES:
        if rules & set(names.split()):
            if family != "killer":
                return family
            caged = {c for rule in puzzle.rules if isinstance(rule, Killer) for c in rule.cells}
            if 2 * len(caged) < len(puzzle.grid.cells):
                continue
            how = "extreme" if milliseconds >= EXTREME else "hard"
            return f"killer, {how if milliseconds >= HARD else 'easy'}"
    return "classic" if rules <= {"rows", "columns", "boxes"} else "other"
