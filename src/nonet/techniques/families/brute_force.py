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
from nonet.techniques.position import Position
from nonet.techniques.step import Step, StepText


def find(position: Position, requested: frozenset[str]) -> Iterator[Step]:
    """Yield the value of a cell with the fewest candidates, taken from a solution."""
    layout = position.layout
    if not position.open:
        return
    solution = position.path_cached(_solution)
    if not solution or any(
        not position.values[layout.cell_number[cell]] >> layout.value_number[value] & 1
        for cell, value in solution.items()
        if position.values[layout.cell_number[cell]]
    ):
        domains = {name: position.domain(cell) for cell, name in enumerate(layout.cells)}
        model = Model(domains, layout.structure.constraints)
        outcome = solve(model, time_limit=position.deadline.limit_for_part())
        position.deadline.check()
        if not outcome.solutions:
            return
        solution.update(outcome.solutions[0])
    unsolved = [cell for cell, values in enumerate(position.values) if values]
    for cell in sorted(unsolved, key=lambda cell: position.values[cell].bit_count()):
        name = layout.cells[cell]
        placed = (layout.candidate(name, solution[name]),)
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


def _solution(_: Position) -> dict[str, int]:
    """The solution that was looked up; empty before."""
    return {}


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
