"""Binairo (Takuzu): as many zeros as ones in a line, no three in a row, no equal lines."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations

from nonet.model import Annotation, AnyOf, Constraint, Linear, Regular
from nonet.model.constraints.regular import build_automaton
from nonet.puzzle.grid import Cell, Grid
from nonet.puzzle.grid_descriptions import grid_of
from nonet.puzzle.rules.base import Example, PuzzleRule, block_suffix


@dataclass(frozen=True)
class Binairo(PuzzleRule):
    """For grids of two values, such as 0 and 1, of an even number of rows and columns.

    The demand that no two rows and no two columns are alike is the rule of Takuzu and Binairo in
    most magazines; many published puzzles (Tohu wa Vohu, Unruly) lack this demand:
    ``distinct_lines=no``.
    """

    distinct_lines: bool = True

    name = "binairo"
    sentence = (
        "Each row and column holds as many of one value as of the other, never three of one "
        "side by side; no two rows are alike, and no two columns."
    )
    parameters = {"distinct_lines": "whether no two rows and no two columns are alike"}
    aliases = ("takuzu", "binary-puzzle", "binoxxo")
    replaces = "rows columns boxes"
    examples = (
        Example(
            "11........0........0..0...1...1....1",
            "110010011001100110001101011010100101",
            omitted_rules=("rows", "columns", "boxes"),
            grid=grid_of("6 values 0-1 box none"),
        ),
    )

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        if grid.size != 2:
            raise self.rule_error(f"a grid of two values, not {grid.size}")
        for number, block in enumerate(grid.blocks, 1):
            if block.height % 2 or block.width % 2:
                raise self.rule_error(
                    f"an even number of rows and columns, not {block.height} and {block.width}"
                )
            for kind, lines in (("row", block.rows()), ("column", block.columns())):
                end = block_suffix(grid, number)
                yield from _balance_constraints(grid, kind, lines, end)
                if self.distinct_lines:
                    yield from _distinct_line_constraints(kind, lines, end)


def _balance_constraints(
    grid: Grid, kind: str, lines: list[tuple[Cell, ...]], end: str
) -> Iterable[Constraint]:
    """As many of one as of the other, and never three side by side: one automaton a line."""
    half, (low, _) = len(lines[0]) // 2, grid.values

    def step(state: tuple[int, int, int], value: int) -> tuple[int, int, int] | None:
        lows, highs, run = state  # run: how many of one value came last, highs above 0
        if value == low:
            lows, run = lows + 1, min(run, 0) - 1
        else:
            highs, run = highs + 1, max(run, 0) + 1
        return (lows, highs, run) if max(lows, highs) <= half and abs(run) < 3 else None

    reading = build_automaton(grid.values, (0, 0, 0), step, lambda state: state[:2] == (half, half))
    for i, cells in enumerate(lines, 1):
        label = f"{kind} {i}{end}"
        sentence = f"as many {low}s as others in {label}, and never three of one side by side"
        yield Regular(cells, reading, rule=Annotation("binairo", f"binairo {label}", sentence))


def _distinct_line_constraints(
    kind: str, lines: list[tuple[Cell, ...]], end: str
) -> Iterable[Constraint]:
    """Any two lines differ somewhere."""
    for (i, first), (j, second) in combinations(enumerate(lines, 1), 2):
        label = f"{kind}s {i} and {j}{end}"
        annotation = Annotation("binairo", f"binairo {label}", f"{label} are not alike")
        somewhere = tuple(
            (Linear((x, y), (1, -1), "!=", 0),) for x, y in zip(first, second, strict=True)
        )
        yield AnyOf(somewhere, rule=annotation)
