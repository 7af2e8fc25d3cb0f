"""All solutions of lines that are laid out first, and the solutions that few digits tell from the rest.

Lines such as whispers are drawn without values.  Where they leave some thousand solutions at most,
the compiled engine lists these, and the solution of the puzzle is one that a digit sets apart from
all others, or nearly all: then few further lines are needed, or none.

>>> import nonet
>>> from random import Random
>>> from nonet.deadline import Deadline
>>> solutions = list_solutions(nonet.parse("12...........1.."), Deadline(None))
>>> start = isolated_solution(solutions, 1, Random(1)) if solutions else None
>>> start is None or len(start.rivals) < len(solutions)
True
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from nonet.backends import Request
from nonet.backends.base import SupportsRows
from nonet.backends.lowering import lower
from nonet.backends.registry import usable_backend
from nonet.deadline import Deadline
from nonet.errors import BackendError, Unsupported
from nonet.puzzle import Cell, Puzzle

MAX_LISTED, MAX_GUESSES = 20_000, 300_000
"""Solutions and guesses, some 0.2 s, after which a list is given up: ten renban lines leave 300 to
20,000 solutions or more, six long whispers 2 to 500."""

MAX_RIVALS = 40
"""Solutions beside the chosen solution that are looked at."""

MAX_BYTE = 255
"""The greatest value of the arrays in which the compiled engine lists solutions."""


@dataclass(frozen=True)
class ListedSolutions:
    """The values of cells in some solutions, a row each; ``complete``: these are all."""

    cells: Sequence[Cell]
    rows: Any
    complete: bool

    def __len__(self) -> int:
        return len(self.rows)

    def values(self, row: int) -> dict[Cell, int]:
        """Return the values of one solution."""
        return dict(zip(self.cells, self.rows[row].tolist(), strict=True))


@dataclass(frozen=True)
class IsolatedSolution:
    """A solution, the cells whose digits are given, and some other solutions with the same
    digits."""

    solution: Mapping[Cell, int]
    digits: tuple[Cell, ...]
    rivals: tuple[Mapping[Cell, int], ...]


def list_solutions(
    puzzle: Puzzle,
    deadline: Deadline,
    max_solutions: int = MAX_LISTED,
    max_guesses: int = MAX_GUESSES,
) -> ListedSolutions | None:
    """Return solutions, as many as limits allow; ``None`` where the compiled engine is not installed
    or cannot say the rules."""
    engine = usable_backend("lockstep")
    if not isinstance(engine, SupportsRows) or puzzle.grid.values[-1] > MAX_BYTE:
        return None
    import numpy as np

    deadline.check()
    cells = puzzle.grid.cells
    parts, number = [np.zeros((0, len(cells)), np.uint8)], 0
    try:
        lowered = lower(puzzle.model(), engine)
        place = {name: column for column, name in enumerate(lowered.variables)}
        columns = [place[cell] for cell in cells]
        run = engine.rows(lowered, Request(solutions=max_solutions, effort=max_guesses))
        try:
            while True:
                parts.append(next(run)[:, columns])
                number += len(parts[-1])
        except StopIteration as end:
            complete = end.value is None and number < max_solutions
    except (BackendError, Unsupported):
        return None
    return ListedSolutions(cells, np.concatenate(parts), complete)


def isolated_solution(
    listed: ListedSolutions, digits: int, random: Random, known: Collection[Cell] = ()
) -> IsolatedSolution:
    """Return a solution that so many digits, not of ``known`` cells, tell from the others, or from
    most of them."""
    import numpy as np

    remaining, given = np.arange(len(listed.rows)), list[int]()
    theme = [column for column, cell in enumerate(listed.cells) if cell in known]
    for _ in range(digits):
        rows = listed.rows[remaining]
        width = int(rows.max()) + 1
        columns = np.arange(rows.shape[1]) * width
        counts = np.bincount((rows + columns).ravel(), minlength=rows.shape[1] * width)
        counts = counts.reshape(-1, width)
        counts[[*theme, *given]] = 0
        rarest = np.argwhere(counts == counts[counts > 0].min())
        column, value = rarest[random.randrange(len(rarest))]
        given.append(int(column))
        remaining = remaining[rows[:, column] == value]
    chosen = random.randrange(len(remaining))
    others = [int(row) for place, row in enumerate(remaining) if place != chosen]
    rivals = random.sample(others, min(MAX_RIVALS, len(others)))
    return IsolatedSolution(
        listed.values(int(remaining[chosen])),
        tuple(listed.cells[column] for column in given),
        tuple(map(listed.values, rivals)),
    )
