"""The usual layouts of marks: the number of marks, their sizes, and the number of digits beside the
marks.

>>> mark_layout("killer", 81)
MarkLayout(marks=(24, 32), size=(2, 5), digits=0, mirrored=False, ends_alike=False)
>>> mark_layout("thermometer", 81, marks={"": (4, 4)}, sizes={"thermometer": (5, 9)})
MarkLayout(marks=(4, 4), size=(5, 9), digits=0, mirrored=False, ends_alike=False)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from nonet.errors import PuzzleError

Range = tuple[int, int]

Ranges = Mapping[str, Range]
"""Ranges by kind; that of the empty name is of all kinds that have none of their own."""

MANY = 1_000


@dataclass(frozen=True)
class MarkLayout:
    """The layout of one kind: the number of marks, the cells of each, and the most digits.

    Digits are the clues that a puzzle may have beside its marks unless their number is asked for.
    ``mirrored``: no mark of the kind tells a digit from its mirror image (1 from 9, 2 from 8), so
    that without any digit there are two solutions or none; ``ends_alike``: no mark tells the least
    value from the greatest, with the same result.
    """

    marks: Range = (1, MANY)
    size: Range = (2, 6)
    digits: int = MANY
    mirrored: bool = False
    ends_alike: bool = False

    def covers_grid(self, cells: int) -> bool:
        """Return whether the fewest marks of usual size take up most of so many cells."""
        return self.marks[0] * sum(self.size) > cells

    def tells_apart(self, value: int, values: tuple[int, ...]) -> bool:
        """Return whether a digit of this value excludes the image of the solution."""
        if self.ends_alike:
            return value in (values[0], values[-1])
        return not self.mirrored or 2 * value != values[0] + values[-1]


LAYOUTS: dict[str, MarkLayout] = {
    "killer": MarkLayout((24, 32), (2, 5), 0),
    "calculation": MarkLayout((1, MANY), (2, 4)),
    "thermometer": MarkLayout((1, 18), (3, 8), 0),
    "slow-thermometer": MarkLayout((1, 18), (4, 9)),
    "arrow": MarkLayout((1, 18), (3, 5), 0),
    "whispers": MarkLayout((1, 18), (3, 7), 3, True),
    "dutch-whispers": MarkLayout((1, 18), (4, 9), 3, True),
    "renban": MarkLayout((1, 18), (3, 6), 3, True),
    "nabner": MarkLayout((1, 18), (3, 6), MANY, True),
    "palindrome": MarkLayout((1, 14), (3, 7)),
    "between": MarkLayout((1, 16), (3, 6), 3, True),
    "lockout": MarkLayout((1, 16), (3, 6), 3, True),
    "region-sum-line": MarkLayout((1, 16), (3, 8)),
    "dots": MarkLayout(digits=0),
    "greater-than": MarkLayout(digits=0),
    "x-sum": MarkLayout(digits=0),
    "little-killer": MarkLayout(size=(2, 9), digits=0),
    "sandwich": MarkLayout(digits=3, ends_alike=True),
    "skyscraper": MarkLayout(digits=5),
}
"""Layouts that people expect of a 9x9."""

CAGES_BESIDE_MARKS = (4, MANY)
"""Cages of a 9x9 with other marks besides: a few cages in cells without lines, not a grid
full of cages."""


def mark_layout(
    kind: str, cells: int, marks: Ranges | None = None, sizes: Ranges | None = None
) -> MarkLayout:
    """Return the layout of a kind on a grid of ``cells`` cells, with requested numbers instead of
    the usual numbers."""
    usual = LAYOUTS.get(kind, MarkLayout())
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


NO_MARKS = MarkDemands()
"""Of puzzles that are told by digits alone."""
