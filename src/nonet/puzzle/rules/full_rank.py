"""Full rank: where a line stands among all rows and columns, read as numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Literal

from nonet.errors import quantity
from nonet.model import Annotation, AnyOf, Constraint, Count, Domain, Linear, LineComparison
from nonet.puzzle.grid import Cell, Grid, place
from nonet.puzzle.rules.base import Example, PuzzleRule
from nonet.puzzle.rules.outside_rule import OutsideRule

TiePolicy = Literal["none", "only-unclued", "any"]

_Line = tuple[Cell, ...]


@dataclass(frozen=True)
class FullRank(OutsideRule):
    """Every row and column is read in both directions, as numbers in ascending order from 1.

    ``ties`` says which lines may be equal: none at all, only lines without a clue, or any; equal
    lines share a rank, the least of their places.
    """

    rank: int
    ties: TiePolicy = "only-unclued"

    clue_field = "rank"
    name = "full-rank"
    sentence = (
        "A number beside the grid is the rank of its row or column, read from there as a number, "
        "among all rows and columns read in both directions."
    )
    parameters = {
        "rank": "how many are less, and one: 1 for the least of all",
        "ties": "which lines may be equal: none, only those without a clue, or any",
    }
    examples = (Example("..............1.", "3421124341322314", "7 R5C1"),)

    def variables(self, grid: Grid) -> Mapping[str, Domain]:
        return {name: Domain.range(0, 1) for name, _ in self._less_variables(grid)}

    def variables_among(self, grid: Grid, rules: tuple[PuzzleRule, ...]) -> Mapping[str, Domain]:
        begins = self._first_value(grid, rules)
        if begins is None:
            return self.variables(grid)
        return dict.fromkeys(
            (name for name, _ in self._comparable_lines(grid, begins)), Domain.range(0, 1)
        )

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        own_cells = self.line_cells(grid)
        others = self._less_variables(grid)
        label = self._label(grid)
        for name, other in others:
            sentence = f"{_line_name(other)} is compared with {_line_name(own_cells)}"
            annotation = Annotation(self.name, f"{label}, {_line_name(other)}", sentence)
            yield LineComparison(other, own_cells, name, self.ties == "any", rule=annotation)
        less = f"{quantity(self.rank - 1, 'line')} {'is' if self.rank == 2 else 'are'} less"
        annotation = self.annotation(grid, f"{less} than {_line_name(own_cells)}")
        yield Linear.sum([name for name, _ in others], "==", self.rank - 1, rule=annotation)
        if self.ties == "none":
            yield from self._no_tie_constraints(grid)

    def constraints_among(self, grid: Grid, rules: tuple[PuzzleRule, ...]) -> Iterable[Constraint]:
        """Beside rows and columns that hold every value, only lines that begin alike are compared.

        Each value begins four of the lines then, one along each side of the grid, so the rank
        determines the first value, and how many of the other three are less.
        """
        begins = self._first_value(grid, rules)
        if begins is None:
            yield from self.constraints(grid)
            return
        own_cells = self.line_cells(grid)
        seen = _line_name(own_cells)
        label = self._label(grid)
        sentence = f"each value begins four of the lines: the one of rank {self.rank} has {begins}"
        annotation = Annotation(self.name, f"{label}: first", sentence)
        yield Count(own_cells[:1], frozenset((begins,)), "==", 1, rule=annotation)
        sides = self._comparable_lines(grid, begins)
        for name, lines in sides:
            for other in lines:
                named = _line_name(other)
                sentence = f"if {named} begins with {begins}, it is compared with {seen}"
                annotation = Annotation(self.name, f"{label}, {named}", sentence)
                yield LineComparison(
                    *(other[1:], own_cells[1:], name, self.ties == "any", other[0], begins),
                    rule=annotation,
                )
        less = (self.rank - 1) % 4
        count = f"{less or 'none'} of the other lines that begin with {begins}"
        annotation = self.annotation(
            grid, f"{count} {'is' if less < 2 else 'are'} less than {seen}"
        )
        yield Linear.sum([name for name, _ in sides], "==", less, rule=annotation)
        yield from self._order_constraints(grid, rules, begins)
        if self.ties == "none":
            yield from self._no_tie_constraints(grid, of_all_values=True)

    def _order_constraints(
        self, grid: Grid, rules: tuple[PuzzleRule, ...], begins: int
    ) -> Iterable[Constraint]:
        """Yield, for two lines that begin alike, that the line of the lower rank is less.

        The constraints follow from both ranks, and both rules yield them: so the constraints remain
        where either rule stays.
        """
        for other in _ranks_by_first_value(grid, rules).get(begins, ()):
            if other.rank != self.rank:
                low, high = sorted((self, other), key=lambda each: each.rank)
                lines = low.line_cells(grid), high.line_cells(grid)
                label = f"full ranks {low.rank} at {low.clue} and {high.rank} at {high.clue}"
                sentence = f"{_line_name(lines[0])} is less than {_line_name(lines[1])}, as their ranks say"
                annotation = Annotation(self.name, label, sentence)
                for rule, line, value in ((high, lines[0], 1), (low, lines[1], 0)):
                    for name, lines_below in rule._comparable_lines(grid, begins):
                        if line in lines_below:
                            yield Linear.unchecked(
                                scope=(name,),
                                rule=annotation,
                                coefficients=(1,),
                                op="==",
                                constant=value,
                            )

    def _label(self, grid: Grid) -> str:
        """Return the label of its constraints; raise ``ImpossibleRule`` for an impossible rank."""
        lines = len(self._checked_lines(grid))
        if not 1 <= self.rank <= lines:
            raise self.impossible_rule_error(f"a rank is 1 to {lines}, not {self.rank}")
        return self.annotation(grid, "").label

    def _first_value(self, grid: Grid, rules: tuple[PuzzleRule, ...]) -> int | None:
        """The first value of its line, where rows and columns hold every value."""
        self._label(grid)
        has_lines = {"rows", "columns"} <= {rule.name for rule in rules}
        if not has_lines or len(grid.values) != len(self.line_cells(grid)):
            return None
        return grid.values[(self.rank - 1) // 4]

    def _comparable_lines(self, grid: Grid, begins: int) -> list[tuple[str, tuple[_Line, ...]]]:
        """Of each other side of the grid, the lines that may begin alike.

        Exactly one line on each side does; the variable says whether this line is less.  Lines
        whose first cell shares a row or column with the first cell of this rule's line cannot.
        """
        own_cells = self.line_cells(grid)
        self._checked_lines(grid)
        condition = f"begins with {begins} is less than {_line_name(own_cells)}"
        return [
            (f"~whether the line from the {side} that {condition}", alike)
            for side, alike in _comparable_lines_by_side(grid, own_cells)
        ]

    def _less_variables(self, grid: Grid) -> list[tuple[str, _Line]]:
        """Return the other lines, with the variables that say whether each line is less."""
        own_cells = self.line_cells(grid)
        return [
            (f"~whether {_line_name(line)} is less than {_line_name(own_cells)}", line)
            for line in self._checked_lines(grid)
            if line != own_cells
        ]

    def _checked_lines(self, grid: Grid) -> list[_Line]:
        lines = _all_lines(grid)
        if not lines:
            raise self.rule_error("rows and columns are compared on one square alone")
        return lines

    def _no_tie_constraints(
        self, grid: Grid, *, of_all_values: bool = False
    ) -> Iterable[Constraint]:
        """Any two lines differ somewhere.

        Where rows and columns hold every value, only lines of which no two cells that meet share a
        row or a column can be equal: of 630 pairs in a 9x9, the 36 of a row and a column that are
        each other's mirror image.
        """
        for first, second in combinations(self._checked_lines(grid), 2):
            if of_all_values and any(map(_share_row_or_column, first, second)):
                continue
            apart = [(a, b) for a, b in zip(first, second, strict=True) if a != b]
            annotation = Annotation(
                self.name,
                f"no tie of {_line_name(first)} and {_line_name(second)}",
                f"{_line_name(first)} and {_line_name(second)} differ somewhere",
            )
            groups = tuple((Linear(pair, (1, -1), "!=", 0, rule=annotation),) for pair in apart)
            yield AnyOf(groups, rule=annotation)


@lru_cache(maxsize=4)
def _ranks_by_first_value(grid: Grid, rules: tuple[PuzzleRule, ...]) -> dict[int, list[FullRank]]:
    """Return the ranks of a puzzle by the first values of their lines, cached."""
    by_first_value: dict[int, list[FullRank]] = {}
    for rule in rules:
        if isinstance(rule, FullRank) and 1 <= rule.rank <= 4 * len(grid.values):
            by_first_value.setdefault(grid.values[(rule.rank - 1) // 4], []).append(rule)
    return by_first_value


@lru_cache(maxsize=16)
def _all_lines(grid: Grid) -> list[_Line]:
    """The rows, the columns, and both backwards; none but on one square."""
    block = grid.blocks[0]
    if len(grid.blocks) > 1 or block.height != block.width:
        return []
    forward = [*block.rows(), *block.columns()]
    return [*forward, *(line[::-1] for line in forward)]


@lru_cache(maxsize=256)
def _comparable_lines_by_side(grid: Grid, mine: _Line) -> tuple[tuple[str, tuple[_Line, ...]], ...]:
    """Of each other side of the grid, the lines that may begin as one does."""
    lines_by_side = []
    for number, side in enumerate(("left", "top", "right", "bottom")):
        lines = _all_lines(grid)[number * len(mine) : (number + 1) * len(mine)]
        if mine not in lines:
            alike = tuple(line for line in lines if not _share_row_or_column(line[0], mine[0]))
            lines_by_side.append((side, alike))
    return tuple(lines_by_side)


def _share_row_or_column(first: Cell, second: Cell) -> bool:
    """Whether two cells share a row or a column, and are two."""
    first_place, second_place = place(first), place(second)
    return first_place != second_place and (
        first_place[0] == second_place[0] or first_place[1] == second_place[1]
    )


def _line_name(line: _Line) -> str:
    return f"{line[0]} to {line[-1]}"
