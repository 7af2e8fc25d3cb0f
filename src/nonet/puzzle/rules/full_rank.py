"""Full rank: where a line stands among all rows and columns, read as numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import ClassVar, Literal, get_args

from nonet.model import Annotation, AnyOf, Automaton, Constraint, Count, Domain, Linear, Regular
from nonet.puzzle.grid import Cell, Grid
from nonet.puzzle.rules.automata import automaton
from nonet.puzzle.rules.base import Example, PuzzleRule
from nonet.puzzle.rules.outside import OutsideRule

Ties = Literal["none", "only-unclued", "any"]

_State = tuple[str, int]
"""``equal``, ``less`` or ``greater`` so far, and the other line's value where one is held."""


@dataclass(frozen=True)
class FullRank(OutsideRule):
    """Every row and column is read in both directions, as numbers in ascending order from 1.

    ``ties`` says which may be equal: none at all, only those that have no clue, or any; equal
    ones have one rank, the least of their places.
    """

    rank: int
    ties: Ties = "only-unclued"

    tells: ClassVar[str] = "rank"
    name: ClassVar[str] = "full-rank"
    sentence: ClassVar[str] = (
        "A number beside the grid is the rank of its row or column, read from there as a number, "
        "among all rows and columns read in both directions."
    )
    parameters: ClassVar[dict[str, str]] = {
        **OutsideRule.parameters,
        "rank": "how many are less, and one: 1 for the least of all",
        "ties": "which lines may be equal: none, only those without a clue, or any",
    }
    examples: ClassVar[tuple[Example, ...]] = (
        Example("..............1.", "3421124341322314", {"clue": "R5C1", "rank": 7}),
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.ties not in get_args(Ties):
            raise self.fault(f"ties are one of {', '.join(get_args(Ties))}, not {self.ties!r}")

    def variables(self, grid: Grid) -> Mapping[str, Domain]:
        return {name: Domain.range(0, 1) for name, _ in self._others(grid)}

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        mine = self.seen(grid)
        others = self._others(grid)
        if not 1 <= self.rank <= len(others) + 1:
            raise self.fault(f"a rank is 1 to {len(others) + 1}, not {self.rank}")
        label = f"full rank {self.rank} at {self.clue}"
        for name, other in others:
            said = f"{_named(other)} is compared with {_named(mine)}"
            words = Annotation(self.name, f"{label}: {_named(other)}", said)
            between = tuple(cell for pair in zip(other, mine, strict=True) for cell in pair)
            yield Regular((*between, name), self._comparison(grid, len(mine)), rule=words)
        words = self.words(grid, f"{self.rank - 1} lines are less than {_named(mine)}")
        yield Linear.sum([name for name, _ in others], "==", self.rank - 1, rule=words)
        if self.ties == "none":
            yield from self._no_ties(grid)

    def constraints_among(self, grid: Grid, rules: tuple[PuzzleRule, ...]) -> Iterable[Constraint]:
        """Beside rows and columns that hold every value, the rank tells the first one.

        Each value begins four of the lines: those along the four sides of the grid.
        """
        yield from self.constraints(grid)
        mine = self.seen(grid)
        if {"rows", "columns"} <= {rule.name for rule in rules} and len(grid.values) == len(mine):
            value = grid.values[(self.rank - 1) // 4]
            sentence = (
                f"each value begins four of the lines: the one of rank {self.rank} has {value}"
            )
            words = Annotation(self.name, f"full rank {self.rank} at {self.clue}: first", sentence)
            yield Count(mine[:1], frozenset((value,)), "==", 1, rule=words)

    def _others(self, grid: Grid) -> list[tuple[str, tuple[Cell, ...]]]:
        """The other lines, each with the name of the variable that says it is less."""
        mine = self.seen(grid)
        return [
            (f"~whether {_named(line)} is less than {_named(mine)}", line)
            for line in self._lines(grid)
            if line != mine
        ]

    def _lines(self, grid: Grid) -> list[tuple[Cell, ...]]:
        block = grid.blocks[0]
        if len(grid.blocks) > 1 or block.height != block.width:
            raise self.fault("rows and columns are compared on one square alone")
        forward = [*block.rows(), *block.columns()]
        return [*forward, *(line[::-1] for line in forward)]

    def _comparison(self, grid: Grid, length: int) -> Automaton:
        """The automaton of two lines in turn, the other one first, and of whether it is less."""

        def step(state: _State, value: int) -> _State | None:
            so_far, held = state
            if so_far == "held":
                if held == value:
                    return ("equal", 0)
                return ("less" if held < value else "greater", 0)
            return ("held", value) if so_far == "equal" else state

        def whole(state: tuple[int, _State], value: int) -> tuple[int, _State] | None:
            met, inner = state
            if met < 2 * length:
                after = step(inner, value) if value in values else None
                return None if after is None else (met + 1, after)
            if inner[0] == "equal" and self.ties != "any":
                return None
            return state if value == int(inner[0] == "less") else None

        values = frozenset(grid.values)
        symbols = sorted({*grid.values, 0, 1})
        start: tuple[int, _State] = (0, ("equal", 0))
        return automaton(start, whole, symbols, 2 * length + 1)

    def _no_ties(self, grid: Grid) -> Iterable[Constraint]:
        for one, other in combinations(self._lines(grid), 2):
            apart = [(a, b) for a, b in zip(one, other, strict=True) if a != b]
            words = Annotation(
                self.name,
                f"no tie of {_named(one)} and {_named(other)}",
                f"{_named(one)} and {_named(other)} differ somewhere",
            )
            groups = tuple((Linear(pair, (1, -1), "!=", 0, rule=words),) for pair in apart)
            yield AnyOf(groups, rule=words)


def _named(line: tuple[Cell, ...]) -> str:
    return f"{line[0]} to {line[-1]}"
