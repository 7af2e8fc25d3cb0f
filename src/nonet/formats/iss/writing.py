"""Puzzles as constraint strings.

An unchanged puzzle that was read from a string is written as the same string.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from nonet.errors import FormatError, NonetError
from nonet.formats.iss.geometry import MAX_SIDE, Geometry, box_of
from nonet.formats.iss.reading import NOTE, puzzle_of
from nonet.formats.iss.region_writing import REGION_WRITERS
from nonet.formats.iss.syntax import BASE64_DIGITS
from nonet.formats.reader import Reader
from nonet.formats.statements import rules_beyond_classic
from nonet.model.auxiliary_variables import is_auxiliary
from nonet.puzzle import Cell, Puzzle, PuzzleRule
from nonet.puzzle.grid import place
from nonet.puzzle.rules.jigsaw import Jigsaw
from nonet.puzzle.rules.unknown_regions import UnknownRegions

CellIds = Callable[[Iterable[Cell]], list[str]]
"""Cells by their names in constraint strings."""


def text_of(puzzle: Puzzle) -> str:
    """The constraint string of a puzzle.

    Raises ``FormatError`` for a grid or a rule that the page does not have.
    """
    original = puzzle.notes.get(NOTE)
    if original is not None and _is_unchanged(puzzle, original):
        return original
    geometry = _geometry(puzzle)
    names = geometry.id_by_cell

    def ids(cells: Iterable[Cell]) -> list[str]:
        cells = list(cells)
        if any(map(is_auxiliary, cells)):
            raise FormatError(
                "iss text with variables beside the grid is not written; json has them"
            )
        return [names[puzzle.grid.cell(cell)] for cell in cells]

    extra = rules_beyond_classic(puzzle)
    if extra is None:
        raise FormatError("iss has rows and columns in every puzzle; json can lack them")
    given = {cell: [value] for cell, value in puzzle.clues.items()}
    given |= {cell: list(domain) for cell, domain in puzzle.candidates.items()}
    if puzzle.entries:
        raise FormatError("iss cannot hold entries; json and f-puzzles can")
    parts = [_shape(puzzle, geometry)]
    for rule in extra:
        if isinstance(rule, Jigsaw):
            parts.append(f".NoBoxes.Jigsaw~{rule.layout}")
        else:
            parts.append(_constraint_of_rule(rule, puzzle, ids))
    values = (
        f"~{ids([cell])[0]}_{'_'.join(map(str, possible))}" for cell, possible in given.items()
    )
    text = "".join(values)
    return "".join(parts) + (f".{text}" if text else "") or ".~"


def _is_unchanged(puzzle: Puzzle, text: str) -> bool:
    reader = Reader(allow_clashes=True)
    reader.name = puzzle.name
    try:
        return puzzle_of(text, reader) == puzzle.as_read()
    except NonetError:
        return False


def _geometry(puzzle: Puzzle) -> Geometry:
    grid = puzzle.grid
    block = grid.blocks[0]
    low, high = grid.values[0], grid.values[-1]
    sides = max(block.height, block.width)
    if not grid.is_single or sides > MAX_SIDE or low not in (0, 1):
        raise FormatError("iss holds one grid of up to 16 rows, of values from 0 or 1; json any")
    if high - low + 1 != grid.size or not sides <= grid.size <= MAX_SIDE:
        raise FormatError("iss holds values without a gap, as many as a side or more; json any")
    return Geometry(block.height, block.width, grid.values, block.box)


def _shape(puzzle: Puzzle, geometry: Geometry) -> str:
    """Return the shape, and the statement of boxes of unusual shape."""
    height, width, values = geometry.height, geometry.width, geometry.values
    side = max(height, width)
    value_range = ""
    if values != tuple(range(1, side + 1)):
        value_range = f"~{values[0]}-{values[-1]}" if values[0] == 0 else f"~{values[-1]}"
    text = (
        f".Shape~{height}x{width}{value_range}" if (height, width) != (9, 9) or value_range else ""
    )
    usual = box_of(height, width, side)
    jigsaw = any(isinstance(rule, Jigsaw | UnknownRegions) for rule in puzzle.rules)
    if jigsaw or geometry.box == usual:
        return text
    if geometry.box is None:
        return f"{text}.NoBoxes"
    size = geometry.box[0] * geometry.box[1]
    if box_of(height, width, size) != geometry.box:
        raise FormatError(f"iss has no boxes of {geometry.box[0]}x{geometry.box[1]}; json has")
    return f"{text}.RegionSize~{size}"


def _constraint_of_rule(rule: PuzzleRule, puzzle: Puzzle, ids: CellIds) -> str:
    """Return a rule as constraints; raise ``FormatError`` if the page has no such constraint."""
    if rule.name in _SWITCHES:
        return f".{_SWITCHES[rule.name]}" if rule == type(rule)() else _reject(rule)
    fields: Any = rule
    if rule.name in _LINES:
        kind, field, usual = _LINES[rule.name]
        value = getattr(rule, field) if field else None
        number = [] if value is None or value == usual else [str(value)]
        return ".".join(["", "~".join([kind, *number, *ids(fields.cells)])])
    if rule.name in _OUTSIDE:
        kind, field = _OUTSIDE[rule.name]
        line, back = _line(puzzle, fields.clue)
        value = getattr(rule, field)
        return f".{kind}~{line}~~{value}" if back else f".{kind}~{line}~{value}~"
    writer = _WRITERS.get(rule.name)
    text = writer(fields, puzzle, ids) if writer else None
    return text if text is not None else _reject(rule)


def _reject(rule: PuzzleRule) -> str:
    raise FormatError(f"iss has nothing for this rule {rule.name}; json holds every rule")


def _line(puzzle: Puzzle, clue: str) -> tuple[str, bool]:
    """The row or column that a place beside the grid belongs to, and whether at its end."""
    row, column = place(clue)
    if 0 <= row < puzzle.grid.height:
        return f"R{row + 1}", column >= 0
    return f"C{column + 1}", row >= 0


def _killer(rule: Any, puzzle: Puzzle, ids: CellIds) -> str | None:
    cells = "~".join(ids(rule.cells))
    if rule.repeats:
        return f".Sum~{rule.sum}~{cells}" if isinstance(rule.sum, int) else None
    if isinstance(rule.sum, tuple):
        return f".Or{''.join(f'.Cage~{each}~{cells}' for each in rule.sum)}.End"
    return f".Cage~{'' if rule.sum is None else rule.sum}~{cells}"


def _sum(rule: Any, puzzle: Puzzle, ids: CellIds) -> str:
    more = f"_=_{'_'.join(map(str, rule.coefficients))}" if rule.coefficients else ""
    return f".Sum~{rule.sum}{more}~{'~'.join(ids(rule.cells))}"


def _arrow(rule: Any, puzzle: Puzzle, ids: CellIds) -> str:
    size = len(rule.bulb)
    kind = "Arrow" if size == 1 else f"PillArrow~{size}"
    return f".{kind}~{'~'.join(ids([*rule.bulb, *rule.cells]))}"


def _sum_line(rule: Any, puzzle: Puzzle, ids: CellIds) -> str:
    return f".SumLine~{rule.sum}~{'~'.join(ids(rule.cells))}{'~LOOP' * rule.loop}"


def _equal_sums(rule: Any, puzzle: Puzzle, ids: CellIds) -> str:
    return f".EqualSum~{'~-~'.join('~'.join(ids(group)) for group in rule.groups)}"


def _same_values(rule: Any, puzzle: Puzzle, ids: CellIds) -> str:
    cells = [cell for group in rule.groups for cell in group]
    return f".SameValues~{len(rule.groups)}~{'~'.join(ids(cells))}"


def _clone(rule: Any, puzzle: Puzzle, ids: CellIds) -> str:
    pairs = zip(ids(rule.cells), ids(rule.copy), strict=True)
    return "".join(f".SameValues~2~{cell}~{copy}" for cell, copy in pairs)


def _contains(rule: Any, puzzle: Puzzle, ids: CellIds) -> str:
    kind = "ContainExact" if rule.exactly else "ContainAtLeast"
    return f".{kind}~{'_'.join(map(str, rule.values))}~{'~'.join(ids(rule.cells))}"


def _look_and_say(rule: Any, puzzle: Puzzle, ids: CellIds) -> str | None:
    if any(number > 9 for number in rule.counts):
        return None
    clue = "".join(map(str, rule.counts))
    return f".LookAndSay~{clue}~{'~'.join(ids(rule.cells))}"


def _quadruple(rule: Any, puzzle: Puzzle, ids: CellIds) -> str:
    corner = min((puzzle.grid.cell(cell) for cell in rule.cells), key=place)
    return f".Quad~{ids([corner])[0]}~{'~'.join(map(str, rule.values))}"


def _count_distinct(rule: Any, puzzle: Puzzle, ids: CellIds) -> str:
    return f".CountDistinct~{'~'.join(ids([rule.control, *rule.cells]))}"


def _white(rule: Any, puzzle: Puzzle, ids: CellIds) -> str:
    if rule.difference == 1:
        return f".WhiteDot~{'~'.join(ids(rule.cells))}"
    return _pair(rule, puzzle, ids, lambda a, b: abs(a - b) == rule.difference)


def _black(rule: Any, puzzle: Puzzle, ids: CellIds) -> str:
    if rule.ratio == 2:
        return f".BlackDot~{'~'.join(ids(rule.cells))}"
    return _pair(rule, puzzle, ids, lambda a, b: a == rule.ratio * b or b == rule.ratio * a)


def _xv(rule: Any, puzzle: Puzzle, ids: CellIds) -> str:
    return f".{rule.letter}~{'~'.join(ids(rule.cells))}"


def _relation(rule: Any, puzzle: Puzzle, ids: CellIds) -> str:
    allowed = set(rule.allowed)
    kind = "PairX" if rule.every else "Pair"
    return _pair(rule, puzzle, ids, lambda a, b: (a, b) in allowed, kind)


def _pair(
    rule: Any, puzzle: Puzzle, ids: CellIds, test: Callable[[int, int], bool], kind: str = "Pair"
) -> str:
    values = puzzle.grid.values
    marks = [test(a, b) for a in values for b in values]
    numbers = [
        sum(bit << place for place, bit in enumerate(marks[at : at + 6]))
        for at in range(0, len(marks), 6)
    ]
    key = "".join(map(BASE64_DIGITS.__getitem__, numbers)).rstrip("A")
    return f".{kind}~{key}~{'~'.join(ids(rule.cells))}"


def _parity(odd: int) -> Any:
    def write(rule: Any, puzzle: Puzzle, ids: CellIds) -> str:
        values = "_".join(str(v) for v in puzzle.grid.values if v % 2 == odd)
        return "." + "".join(f"~{cell}_{values}" for cell in ids(rule.cells))

    return write


def _given(rule: Any, puzzle: Puzzle, ids: CellIds) -> str:
    return f".~{ids([rule.cell])[0]}_{'_'.join(map(str, rule.values))}"


def _little_killer(rule: Any, puzzle: Puzzle, ids: CellIds) -> str:
    return f".Sum~{rule.sum}~{'~'.join(ids(rule.located(puzzle.grid)))}"


def _sandwich(rule: Any, puzzle: Puzzle, ids: CellIds) -> str:
    return f".Sandwich~{rule.sum}~{_line(puzzle, rule.clue)[0]}"


def _composite(kind: str) -> Any:
    def write(rule: Any, puzzle: Puzzle, ids: CellIds) -> str:
        return (
            f".{kind}{''.join(_constraint_of_rule(part, puzzle, ids) for part in rule.rules)}.End"
        )

    return write


_SWITCHES = {
    "positive-diagonal": "Diagonal~1",
    "negative-diagonal": "Diagonal~-1",
    "diagonals": "Diagonal~1.Diagonal~-1",
    "windoku": "Windoku",
    "disjoint-groups": "DisjointSets",
    "anti-knight": "AntiKnight",
    "anti-king": "AntiKing",
    "nonconsecutive": "AntiConsecutive",
    "anti-taxicab": "AntiTaxicab",
    "global-entropy": "GlobalEntropy",
    "global-modulo": "GlobalMod",
    "dutch-flatmates": "DutchFlatmates",
    "strict-kropki": "StrictKropki",
    "strict-xv": "StrictXV",
}
"""Rules without parameters."""

_LINES: dict[str, tuple[str, str, int | None]] = {
    "thermometer": ("Thermo", "", None),
    "renban": ("Renban", "", None),
    "between": ("Between", "", None),
    "palindrome": ("Palindrome", "", None),
    "zipper": ("Zipper", "", None),
    "region-sum-line": ("RegionSumLine", "", None),
    "entropic": ("Entropic", "", None),
    "double-arrow": ("DoubleArrow", "", None),
    "counting-circles": ("CountingCircles", "", None),
    "extra-region": ("AllDifferent", "", None),
    "equality-cage": ("EqualityCage", "", None),
    "greater-than": ("GreaterThan", "", None),
    "whispers": ("Whisper", "difference", 5),
    "dutch-whispers": ("Whisper", "difference", 5),
    "lockout": ("Lockout", "difference", None),
    "modular": ("Modular", "modulus", None),
    "lunchbox": ("Lunchbox", "sum", None),
    "rellik": ("RellikCage", "sum", None),
    "pair-sum": ("Sum", "sum", None),
    "row-indexer": ("Indexing~R", "", None),
    "column-indexer": ("Indexing~C", "", None),
}
"""Rules of cells, perhaps after a number: its field, and the default, which is left out."""

_OUTSIDE = {
    "x-sum": ("XSum", "sum"),
    "skyscraper": ("Skyscraper", "count"),
    "hidden-skyscraper": ("HiddenSkyscraper", "value"),
    "numbered-room": ("NumberedRoom", "value"),
}
"""Rules of a clue at an end of a row or column."""

_WRITERS: dict[str, Callable[[Any, Puzzle, CellIds], str | None]] = {
    "killer": _killer,
    "sum": _sum,
    "arrow": _arrow,
    "sum-line": _sum_line,
    "equal-sums": _equal_sums,
    "same-values": _same_values,
    "clone": _clone,
    "contains": _contains,
    "look-and-say": _look_and_say,
    "quadruple": _quadruple,
    "count-distinct": _count_distinct,
    "white-dot": _white,
    "black-dot": _black,
    "xv": _xv,
    "relation": _relation,
    "even": _parity(0),
    "odd": _parity(1),
    "given-candidates": _given,
    "little-killer": _little_killer,
    "sandwich": _sandwich,
    "any-of": _composite("Or"),
    "all-of": _composite("And"),
    **REGION_WRITERS,
}
"""The other rules."""
