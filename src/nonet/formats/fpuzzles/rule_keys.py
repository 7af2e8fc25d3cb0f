"""The keys of an f-puzzles object and their rules, for both directions."""

from __future__ import annotations

from typing import NamedTuple


class ValueKey(NamedTuple):
    """A rule, the field its value goes to, and the value where none is written."""

    rule: str
    field: str
    default: int | None = None


LINES = {
    "thermometer": "thermometer",
    "slowthermometer": "slow-thermometer",
    "palindrome": "palindrome",
    "renban": "renban",
    "regionsumline": "region-sum-line",
    "betweenline": "between",
    "entropicline": "entropic",
    "nabner": "nabner",
    "doublearrow": "double-arrow",
    "zipperline": "zipper",
}
"""Keys of ``[{"lines": [[cell, ...], ...]}]``: a rule for each line."""

VALUED_LINES = {
    "whispers": ValueKey("whispers", "difference", 5),
    "lockout": ValueKey("lockout", "difference", 4),
    "modularline": ValueKey("modular", "modulus", 3),
}
"""Keys of lines that may have a ``value``."""

CELL_MARKS = {
    "even": "even",
    "odd": "odd",
    "minimum": "minimum",
    "maximum": "maximum",
}
"""Keys of ``[{"cell": cell}]``: a single rule for all cells."""

INDEXERS = {
    "rowindexer": "row-indexer",
    "columnindexer": "column-indexer",
    "boxindexer": "box-indexer",
}
"""Keys of ``[{"cells": [cell, ...]}]``: a rule for each."""

PAIRS = {
    "difference": ValueKey("white-dot", "difference", 1),
    "ratio": ValueKey("black-dot", "ratio", 2),
}
"""Keys of ``[{"cells": [cell, cell], "value": number}]``."""

OUTSIDE = {
    "sandwichsum": ValueKey("sandwich", "sum"),
    "xsum": ValueKey("x-sum", "sum"),
    "skyscraper": ValueKey("skyscraper", "count"),
}
"""Keys of ``[{"cell": cell outside the grid, "value": number}]``."""

FLAGS = {
    "antiknight": "anti-knight",
    "antiking": "anti-king",
    "disjointgroups": "disjoint-groups",
}
"""Keys of ``true``."""

NEGATIVE_RULES = {"ratio": "negative-ratio", "xv": "strict-xv"}
"""The entries of ``negative``, with the rules about unmarked pairs."""

DRAWING_KEYS = ("line", "rectangle", "circle", "text")
"""Keys of drawings, whose only meaning is given by their author's words."""

IGNORED_KEYS = frozenset(
    {
        *("size", "title", "author", "ruleset", "grid", "solution", "highlightConflicts"),
        *("disabledlogic", "successMessage", "truecandidatesoptions", "msgcorrect", "metadata"),
        "activeConstraints",
    }
)
"""Keys that are no rules: texts, the grid, and settings of the page."""
