"""Families: to which kind of puzzle an input belongs, by the rule that makes it what it is.

>>> import nonet
>>> family_of("a", nonet.parse("." * 81))
'classic'
"""

from __future__ import annotations

import nonet

FAMILIES = (
    ("full rank", "full-rank"),
    ("little killer", "little-killer"),
    ("sandwich", "sandwich lunchbox x-sum"),
    ("skyscraper", "skyscraper hidden-skyscraper numbered-room"),
    ("any of", "any-of all-of"),
    ("killer", "killer"),
    ("arrow", "arrow double-arrow"),
    ("automata", "state-machine regex-line sum-line"),
    ("region sums", "region-sum-line zipper equal-sums"),
    ("thermometer", "thermometer slow-thermometer"),
    ("renban", "renban nabner"),
    ("whispers", "whispers dutch-whispers"),
)
"""Each family, and the rules of which one puts a puzzle into it: the first that does counts."""


def family_of(name: str, puzzle: nonet.Puzzle) -> str:
    """The family of a puzzle."""
    rules = {rule.name for rule in puzzle.rules}
    for family, names in FAMILIES:
        if rules & set(names.split()):
            return f"{family}, {_how_hard(name)}" if family == "killer" else family
    return "classic" if rules <= {"rows", "columns", "boxes"} else "other"
