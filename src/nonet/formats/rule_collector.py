"""Rules in a text of another program, made in order of appearance.

A rule that nonet does not have is named to the reader, never dropped in silence; a rule that does
not fit is an error that names the entry of the text.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from nonet.errors import FormatError, ModelError, PuzzleError
from nonet.formats.reader import Reader
from nonet.puzzle import Grid, PuzzleRule, make_rule
from nonet.puzzle.rules import rule_types

MAX_RULES = 2000
"""Rules of one puzzle: more are no puzzle's."""

_MAX_DIGITS = 6


def whole_number(value: object) -> int | None:
    """Return a whole number, also from a text; ``None`` for anything else.

    >>> whole_number(17), whole_number("17"), whole_number("seventeen"), whole_number(True)
    (17, 17, None, None)
    """
    if isinstance(value, float) and value.is_integer() and abs(value) < 10**_MAX_DIGITS:
        return int(value)
    if isinstance(value, int) and not isinstance(value, bool):
        return value if abs(value) < 10**_MAX_DIGITS else None
    if isinstance(value, str):
        text = value.strip()
        digits = text.removeprefix("-")
        if digits.isascii() and digits.isdigit() and len(digits) <= _MAX_DIGITS:
            return int(text)
    return None


class RuleCollector:
    """The rules found so far in one text."""

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self.boxless = False
        """Whether the grid is to have no boxes."""
        self._collected: dict[PuzzleRule, None] = {}

    @property
    def collected(self) -> tuple[PuzzleRule, ...]:
        """The rules in the order found, each once."""
        return tuple(self._collected)

    def add(self, name: str, where: str = "", **parameters: Any) -> None:
        """Take a rule with its parameters; ``where`` says of which entry, for errors."""
        rule = self.make_if_known(name, where, **parameters)
        if rule is not None:
            self.add_rule(rule)

    def add_line(self, name: str, where: str = "", **parameters: Any) -> None:
        """Take a rule of a line, which may be closed or come back to a cell.

        A rule about a fixed number of consecutive cells holds on such a line exactly if the rule
        holds on pieces that include every such window; for a rule about the set of values, each
        cell counts once.
        """
        cells = tuple(parameters.pop("cells"))
        if len(set(cells)) < len(cells):
            if name in _SET_LINES:
                cells = tuple(dict.fromkeys(cells))
            elif window := _window(name, parameters):
                for piece in _pieces_without_repeats(cells, window):
                    self.add(name, where, cells=piece, **parameters)
                return
        self.add(name, where, cells=cells, **parameters)

    def add_rule(self, rule: PuzzleRule) -> None:
        """Take a rule; raise ``FormatError`` for more than ``MAX_RULES`` rules."""
        self._collected[rule] = None
        if len(self._collected) > MAX_RULES:
            raise FormatError(f"more than {MAX_RULES} rules, which no puzzle has")

    def make_if_known(self, name: str, where: str = "", **parameters: Any) -> PuzzleRule | None:
        """Return the rule, without taking the rule.

        If nonet lacks the rule, name the rule to the reader and return ``None``.
        """
        if name not in rule_types():
            self.reader.unread(name, "forbid")
            return None
        try:
            return make_rule(name, **parameters)
        except (PuzzleError, ModelError) as error:
            raise FormatError(f"{where}: {error}" if where else str(error)) from error

    def add_regions(self, grid: Grid, region_of: Mapping[str, Any]) -> None:
        """Add regions in place of the boxes: a jigsaw, or extra regions if some cells have none.

        ``region_of`` gives each cell its region, or ``None`` for no region.  Where there is no
        jigsaw, ``boxless`` says that the grid is to have no boxes.
        """
        groups: dict[Any, list[str]] = {}
        for cell in grid.cells:
            if region_of[cell] is not None:
                groups.setdefault(region_of[cell], []).append(cell)
        sizes = {len(cells) for cells in groups.values()}
        covered = sum(map(len, groups.values())) == len(grid.cells)
        if covered and len(groups) == grid.size and sizes == {grid.size}:
            letters = dict(zip(groups, _LETTERS, strict=False))
            layout = "".join(letters[region_of[cell]] for cell in grid.cells)
            self.add("jigsaw", layout=layout)
            return
        for region, cells in groups.items():
            if len(cells) > grid.size:
                fault = f"region {region} has {len(cells)} cells: there are {grid.size} values"
                raise FormatError(fault)
        self.boxless = True
        for cells in groups.values():
            self.add("extra-region", cells=tuple(cells))

    def add_diagonal(self, grid: Grid, *, rising: bool) -> None:
        """Every value at most once on one long diagonal."""
        rows = grid.blocks[0].rows()
        cells = [row[-1 - i] if rising else row[i] for i, row in enumerate(rows)]
        self.add("extra-region", cells=tuple(cells))


_SET_LINES = ("renban", "nabner")
"""Lines whose values count as a set."""


def _window(name: str, parameters: Mapping[str, Any]) -> int:
    """Return how many consecutive cells a rule of lines is about; 0 for the whole line."""
    if name == "modular":
        return int(parameters.get("modulus", 3))
    if name == "group-line":
        return len(parameters["groups"])
    return {"entropic": 3, "sequence-line": 3, "whispers": 2, "dutch-whispers": 2}.get(name, 0)


def _pieces_without_repeats(cells: tuple[str, ...], window: int) -> list[tuple[str, ...]]:
    """Pieces of a line that list no cell twice and hold every ``window`` cells in a row that do not.

    >>> _pieces_without_repeats(("A1", "A2", "B2", "A1"), 2)
    [('A1', 'A2', 'B2'), ('B2', 'A1')]
    """
    pieces: list[tuple[str, ...]] = []
    start = end = 0
    while end < len(cells):
        end = start + 1
        while end < len(cells) and cells[end] not in cells[start:end]:
            end += 1
        if end - start >= 2:
            pieces.append(cells[start:end])
        start = max(start + 1, end - window + 1)
    return pieces


_LETTERS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz@#$"
