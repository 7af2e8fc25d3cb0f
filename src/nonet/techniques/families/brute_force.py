"""Brute force: one value taken from the solution, when no other technique helps.

>>> from nonet.puzzle import Grid, Puzzle
>>> from nonet.techniques.position import Position
>>> position = Position.of(Puzzle(Grid.square(4), {"R1C1": 1, "R1C2": 2, "R3C4": 1}))
>>> next(find(position, frozenset({"brute-force"}))).conclusion
'r1c3=3'
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from nonet.model import Model
from nonet.solving import solve
from nonet.techniques.candidate_layout import bits
from nonet.techniques.position import Position
from nonet.techniques.step import Step, StepText


def find(position: Position, requested: frozenset[str]) -> Iterator[Step]:
    """Yield values of a solution: cells of the grid first, those of few candidates first."""
    layout = position.layout
    if not position.open:
        return
    solution = position.known_solution
    if not solution:
        domains = {name: position.domain(cell) for cell, name in enumerate(layout.cells)}
        model = Model(domains, layout.structure.constraints)
        outcome = solve(model, time_limit=position.deadline.limit_for_part())
        position.deadline.check()
        if not outcome.solutions:
            return
        solution = layout.domain_candidates({c: (v,) for c, v in outcome.solutions[0].items()})
        position.record_solution(solution)
    unsolved = [cell for cell, values in enumerate(position.values) if values]
    grid = layout.grid_cells
    for cell in sorted(
        unsolved, key=lambda cell: (not grid >> cell & 1, position.values[cell].bit_count())
    ):
        placed = tuple(bits(solution & layout.cell_candidates(cell)))
        yield Step("brute-force", layout, placements=placed, detail=BruteForceDetail())


def find_as_hodoku(position: Position, requested: frozenset[str]) -> Iterator[Step]:
    """Yield the value of the middle one of the empty cells, as HoDoKu does."""
    steps = sorted(
        find(position, requested), key=lambda step: step.placements[0] % step.layout.cell_count
    )
    yield from steps[len(steps) // 2 :]


def hodoku_sort_key(step: Step) -> int:
    """Return 0: HoDoKu takes the first step."""
    return 0


class BruteForceDetail(NamedTuple):
    """Nothing but the value itself."""

    def describe(self, step: Step) -> StepText:
        """Return the text of the looked-up value."""
        cell, _ = step.layout.cell_and_symbol(step.placements[0])
        return StepText(
            "",
            f"Look at {cell}",
            f"No technique that is allowed finds a step here. In the solution, "
            f"{step.layout.fact(step.placements[0])}.",
        )
