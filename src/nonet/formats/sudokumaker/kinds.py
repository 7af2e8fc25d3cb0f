"""The kinds of SudokuMaker's constraints, by their numbers, and their rules."""

from __future__ import annotations

GIVENS, REGIONS, GLOBAL_GROUPS, CUSTOM, ROWS_AND_COLUMNS = 0, 1, 16, 1000, 2003
DIFFERENCE, RATIO, XV = 200, 201, 202
THERMOMETER, KILLER_CAGE, CLONE, QUADRUPLE, LOOK_AND_SAY, EXTRA_REGION = range(300, 306)
WHISPERS, REGION_SUM_LINE, GROUP_LINE, ARROW, LITTLE_KILLER = 401, 404, 406, 408, 500
COSMETIC_LINE, COSMETIC_CAGE, COSMETIC_SYMBOL = 2000, 2001, 2002
FOG_LIGHTS, FOG_TRIGGERS = 4000, 4001

WHOLE_GRID = {12: "anti-king", 13: "anti-knight", 14: "disjoint-groups", 15: "nonconsecutive"}
"""Kinds without a parameter."""

DIAGONALS = {10: False, 11: True}
"""Kinds of one long diagonal, and whether the diagonal rises from left to right."""

CELL_MARKS = {
    100: "even", 101: "odd", 102: "maximum", 103: "minimum",
    600: "row-indexer", 601: "column-indexer",
}  # fmt: skip
"""Kinds with ``cells``: a single rule for all cells."""

LINES = {
    400: "renban", 402: "palindrome", 403: "between", 405: "sequence-line", 407: "lockout",
    409: "double-arrow",
}  # fmt: skip
"""Kinds with ``lines``: a rule for each."""

OUTSIDE = {
    501: ("sandwich", "sum"), 502: ("x-sum", "sum"), 503: ("skyscraper", "count"),
    504: ("numbered-room", "value"),
}  # fmt: skip
"""Kinds of clues beside the grid: the rule and the field of its number."""

EDGES = {
    DIFFERENCE: ("white-dot", "difference"),
    RATIO: ("black-dot", "ratio"),
    XV: ("pair-sum", "sum"),
}
"""Kinds of clues between two cells: the rule and the field of its number."""

NAMES = {
    GLOBAL_GROUPS: "groups in every square", DIFFERENCE: "difference", RATIO: "ratio", XV: "XV",
    CLONE: "clone", QUADRUPLE: "quadruple", LOOK_AND_SAY: "look-and-say cage", CUSTOM: "custom",
    ROWS_AND_COLUMNS: "rows and columns", REGION_SUM_LINE: "region sum line",
    GROUP_LINE: "groups on a line", ARROW: "arrow", LITTLE_KILLER: "little killer",
    COSMETIC_LINE: "line", COSMETIC_CAGE: "cage", COSMETIC_SYMBOL: "symbol",
}  # fmt: skip
"""The name of a kind whose author gave no name."""

TINTS = (
    "white", "red", "orange", "yellow", "green", "green", "blue", "blue", "purple", "pink",
    "grey", "grey", "black", "pink", "orange", "green", "blue", "blue", "purple",
)  # fmt: skip
"""Colours of cells: the bit of each is its place here."""
