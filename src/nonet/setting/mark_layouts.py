"""The usual layouts of marks: the number of marks, their sizes, and the number of digits beside the
marks.

>>> layout = mark_layout("killer", 81)
>>> layout.marks, layout.size, layout.digits
((24, 32), (2, 5), 0)
>>> layout = mark_layout("thermometer", 81, marks={"": (4, 4)}, sizes={"thermometer": (5, 9)})
>>> layout.marks, layout.size
((4, 4), (5, 9))
>>> least_digits(("whispers",), tuple(range(1, 10))), least_digits(("palindrome",), (1, 2, 3, 4))
(1, 3)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from nonet.errors import PuzzleError
from nonet.puzzle.rules.lines import DutchWhispers, Whispers

Range = tuple[int, int]

Ranges = Mapping[str, Range]
"""Ranges by kind; that of the empty name is of all kinds that have none of their own."""

MANY = 1_000


@dataclass(frozen=True)
class MarkLayout:
    """The layout of one kind: the number of marks, the cells of each, and the most digits.

    Digits are the clues that a puzzle may have beside its marks unless their number is asked for.
    ``first``: lines that are laid out before there is a solution, unless more are asked for.
    ``lists_solutions``: more lines are laid out until all solutions can be listed, of which the
    solution of the puzzle is one: for lines without values, that leave few solutions together.
    """

    marks: Range = (1, MANY)
    size: Range = (2, 6)
    digits: int = MANY
    first: int = 4
    lists_solutions: bool = False

    def covers_grid(self, cells: int) -> bool:
        """Return whether the fewest marks of usual size take up most of so many cells."""
        return self.marks[0] * sum(self.size) > cells


LAYOUTS: dict[str, MarkLayout] = {
    "killer": MarkLayout((24, 32), (2, 5), 0),
    "calculation": MarkLayout((1, MANY), (2, 4)),
    "thermometer": MarkLayout((1, 18), (3, 8), 0),
    "slow-thermometer": MarkLayout((1, 18), (4, 9)),
    "arrow": MarkLayout((1, 18), (3, 5), 0),
    "whispers": MarkLayout((1, 18), (3, 9), 1, first=10, lists_solutions=True),
    "dutch-whispers": MarkLayout((1, 18), (4, 9), 1, first=10, lists_solutions=True),
    "renban": MarkLayout((1, 18), (3, 6), 1, first=10, lists_solutions=True),
    "nabner": MarkLayout((1, 18), (3, 6), MANY),
    "palindrome": MarkLayout((1, 14), (3, 7)),
    "between": MarkLayout((1, 16), (3, 6), 3),
    "lockout": MarkLayout((1, 16), (3, 6), 3),
    "region-sum-line": MarkLayout((1, 16), (3, 8)),
    "dots": MarkLayout(digits=0, first=0),
    "greater-than": MarkLayout(digits=0),
    "x-sum": MarkLayout(digits=0),
    "little-killer": MarkLayout(size=(2, 9), digits=0),
    "sandwich": MarkLayout(digits=1),
    "skyscraper": MarkLayout(digits=5),
}
"""Layouts that people expect of a 9x9."""

LARGE = 300
"""Cells beyond which a live solver answers for each row of clues (the kernel is lost in a 25x25), and
a clue may stay that is not needed, unless ``minimal``."""

LARGE_WITH_LINES = 200
"""Cells beyond which puzzles of other marks than cages have digits: of two 16x16 with arrows or
thermometers none came in a minute."""

LARGE_KILLER = MarkLayout((34, 38), (2, 3))
"""Cages of grids with more than ``LARGE`` cells, their number that of 81 cells: of 25 values a sum of
more cells says little, and without digits the proof that there is one solution is beyond a short
search.  Cages of two cells and of three, half and half, leave 40 digits of a 25x25, these some 30."""

Symmetry = Literal["mirrored", "ends", "parity", "names"]
"""The values that marks do not tell apart: a digit and its mirror image (1 and 9, 2 and 8); the least
and the greatest value; values of one parity; any two values."""

VALUE_SYMMETRIES: dict[str, Symmetry] = {
    **dict.fromkeys(
        ("whispers", "dutch-whispers", "renban", "nabner", "between", "lockout", "entropic",
         "modular", "equal-sums", "equality-cage", "same-difference", "sequence-line", "white-dot"),
        "mirrored",
    ),
    "sandwich": "ends",
    **dict.fromkeys(("even", "odd", "battenburg"), "parity"),
    **dict.fromkeys(("palindrome", "clone", "same-values", "extra-region"), "names"),
}  # fmt: skip
"""Kinds whose marks hold of a solution's image, too, if all else says "all different": without a
digit that differs there are several solutions or none."""

DIFFERENCES = {rule.name: rule.difference for rule in (Whispers, DutchWhispers)}
"""The least difference of neighbours on lines: a value that differs from none by so much stands in
no line."""


def value_symmetry(kinds: tuple[str, ...], values: tuple[int, ...]) -> Symmetry | None:
    """Return what no mark of these kinds tells apart; without kinds, any two values."""
    symmetries = {VALUE_SYMMETRIES.get(kind) for kind in kinds} - {"names"}
    if len(values) % 2 and len(symmetries) > 1:  # then an image has the parities of the solution
        symmetries -= {"parity"}
    if not symmetries:
        return "names"
    return symmetries.pop() if len(symmetries) == 1 else None


def least_digits(kinds: tuple[str, ...], values: tuple[int, ...]) -> int:
    """Return the digits without which marks of these kinds leave several solutions or none, if all
    else says "all different"."""
    symmetry = value_symmetry(kinds, values)
    if symmetry in ("names", "parity"):
        return len(values) - (1 if symmetry == "names" else 2)
    return int(symmetry is not None) + max(0, len(values_without_mark(kinds, values)) - 1)


def values_without_mark(kinds: tuple[str, ...], values: tuple[int, ...]) -> list[int]:
    """Return the values that may stand in no mark of these kinds, so that any two of the values may
    trade places.

    >>> values_without_mark(("whispers",), (1, 2, 3, 4, 5, 6))
    [2, 3, 4, 5]
    """
    if not kinds or not set(kinds) <= DIFFERENCES.keys():
        return []
    least = min(DIFFERENCES[kind] for kind in kinds)
    return [value for value in values if max(value - values[0], values[-1] - value) < least]


def tells_apart(value: int, symmetry: Symmetry | None, values: tuple[int, ...]) -> bool:
    """Return whether a digit of this value excludes the image of a solution."""
    if symmetry == "ends":
        return value in (values[0], values[-1])
    return symmetry != "mirrored" or 2 * value != values[0] + values[-1]


CAGES_BESIDE_MARKS = (4, MANY)
"""Cages of a 9x9 with other marks besides: a few cages in cells without lines, not a grid
full of cages."""


def mark_layout(
    kind: str, cells: int, marks: Ranges | None = None, sizes: Ranges | None = None
) -> MarkLayout:
    """Return the layout of a kind on a grid of ``cells`` cells, with requested numbers instead of
    the usual numbers."""
    is_large_killer = kind == "killer" and cells > LARGE
    usual = LARGE_KILLER if is_large_killer else LAYOUTS.get(kind, MarkLayout())
    low, high = usual.marks
    scaled = (max(1, low * cells // 81), high if high == MANY else max(2, -(-high * cells // 81)))
    return replace(
        usual,
        marks=_range_of(kind, marks) or scaled,
        size=_range_of(kind, sizes) or usual.size,
    )


def _range_of(kind: str, ranges: Ranges | None) -> Range | None:
    if not ranges:
        return None
    return ranges.get(kind, ranges.get(""))


def checked_ranges(given: object, kinds: tuple[str, ...], what: str) -> dict[str, Range]:
    """Ranges of whatever a caller gives: a number, two numbers, or these by kind.

    Raises ``PuzzleError`` for a value that is no range, and for a kind that is not made.

    >>> checked_ranges({"arrow": 3}, ("arrow",), "marks"), checked_ranges((2, 5), ("killer",), "cells")
    ({'arrow': (3, 3)}, {'': (2, 5)})
    """
    if given is None:
        return {}
    if isinstance(given, Mapping):
        unknown = [str(name) for name in given if name and name not in kinds]
        if unknown:
            raise PuzzleError(f"{what} of {unknown[0]}, which is no kind that is made")
        return {name: _checked_range(value, what) for name, value in given.items()}
    return {"": _checked_range(given, what)}


def _checked_range(given: object, what: str) -> Range:
    low_and_high = (given, given) if isinstance(given, int) else given
    if isinstance(low_and_high, tuple | list) and len(low_and_high) == 2:
        low, high = low_and_high
        if isinstance(low, int) and isinstance(high, int) and 1 <= low <= high:
            return low, high
    raise PuzzleError(f"{what} are a number from 1 on, or the least and the most, not {given!r}")


@dataclass(frozen=True)
class MarkDemands:
    """The kinds of marks, their numbers and sizes by kind, and the number of digits beside the
    marks."""

    kinds: tuple[str, ...] = ()
    marks: Mapping[str, Range] = field(default_factory=dict)
    sizes: Mapping[str, Range] = field(default_factory=dict)
    digits: Range | None = None

    def layout(self, kind: str, cells: int) -> MarkLayout:
        """The layout of a kind on a grid of so many cells; cages beside other marks are fewer."""
        layout = mark_layout(kind, cells, self.marks, self.sizes)
        if kind == "killer" and len(self.kinds) > 1 and not _range_of(kind, self.marks):
            return replace(
                layout, marks=(max(1, CAGES_BESIDE_MARKS[0] * cells // 81), layout.marks[1])
            )
        return layout

    def needs_digits(self, cells: int) -> bool:
        """Whether a grid is too large for marks alone: not of kinds that say all by sums."""
        if not {"calculation", "little-killer", "run-sum"}.isdisjoint(self.kinds):
            return False
        return cells > (LARGE if self.kinds == ("killer",) else LARGE_WITH_LINES)

    def lists_solutions(self, cells: int) -> bool:
        """Whether lines are laid out until all solutions can be listed: of one kind alone, for
        beside another kind its lines would be all marks but one."""
        return len(self.kinds) == 1 and self.layout(self.kinds[0], cells).lists_solutions

    def digit_range(self, cells: int, values: tuple[int, ...]) -> Range:
        """The least and the most digits that a puzzle may have beside its marks."""
        if self.digits is not None:
            return self.digits
        needed = int(value_symmetry(self.kinds, values) in ("mirrored", "ends"))
        if len(values_without_mark(self.kinds, values)) > 1:
            return needed, MANY
        usual = min(self.layout(kind, cells).digits for kind in self.kinds)
        return needed, max(needed, usual)


NO_MARKS = MarkDemands()
"""Of puzzles that are told by digits alone."""

DOT = "black-dot"
"""The kind of the marks that stand for the digit of kinds whose marks hold of an image of the
solution, too: a value and its double say which of the two is meant."""


def with_dot_for_digit(demands: MarkDemands, values: tuple[int, ...]) -> MarkDemands:
    """Return the demands, with black dots where no digit is asked for and the kinds need one.

    >>> with_dot_for_digit(MarkDemands(("renban",), digits=(0, 0)), tuple(range(1, 10))).kinds
    ('renban', 'black-dot')
    """
    kinds = demands.kinds
    if demands.digits != (0, 0) or value_symmetry(kinds, values) not in ("mirrored", "ends"):
        return demands
    return replace(demands, kinds=(*kinds, DOT), marks={**demands.marks, DOT: (1, 6)})
