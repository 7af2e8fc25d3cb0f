"""The keys of an f-puzzles object and the rules they stand for, read in both directions."""

from __future__ import annotations

from typing import NamedTuple


class Valued(NamedTuple):
    """A rule, the field its value goes to, and the value where none is written."""

    rule: str
    field: str
    usual: int | None = None


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
    "whispers": Valued("whispers", "difference", 5),
    "lockout": Valued("lockout", "difference", 4),
    "modularline": Valued("modular", "modulus", 3),
}
"""Keys of lines that may have a ``value``."""

MARKED = {
    "even": "even",
    "odd": "odd",
    "minimum": "minimum",
    "maximum": "maximum",
}
"""Keys of ``[{"cell": cell}]``: one rule for all of them."""

INDEXED = {
    "rowindexer": "row-indexer",
    "columnindexer": "column-indexer",
    "boxindexer": "box-indexer",
}
"""Keys of ``[{"cells": [cell, ...]}]``: a rule for each."""

PAIRS = {
    "difference": Valued("white-dot", "difference", 1),
    "ratio": Valued("black-dot", "ratio", 2),
}
"""Keys of ``[{"cells": [cell, cell], "value": number}]``."""

OUTSIDE = {
    "sandwichsum": Valued("sandwich", "sum"),
    "xsum": Valued("x-sum", "sum"),
    "skyscraper": Valued("skyscraper", "count"),
}
"""Keys of ``[{"cell": cell outside the grid, "value": number}]``."""

SWITCHES = {
    "antiknight": "anti-knight",
    "antiking": "anti-king",
    "disjointgroups": "disjoint-groups",
}
"""Keys of ``true``."""

NEGATIVE = {"ratio": "negative-ratio", "xv": "strict-xv"}
"""What ``negative`` lists: pairs not marked do not do what the marked ones do."""

DRAWN = ("line", "rectangle", "circle", "text")
"""Keys of drawings, which have no meaning but what their author's words give them."""

SILENT = frozenset(
    {
        *("size", "title", "author", "ruleset", "grid", "solution", "highlightConflicts"),
        *("disabledlogic", "successMessage", "truecandidatesoptions", "msgcorrect", "metadata"),
    }
)
"""Keys that are no rules: words, the grid, and what a program shows."""
