"""Checks of answers that do not trust the engine.

The kernel checks every solution when the search reaches it.  Here solutions are checked again from
the declaration, all at once, and counts are compared with the counts of another solver.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

import numpy as np

from nonet.backends import find_backend
from nonet.backends.bulk_check import BulkCheck, supports_model
from nonet.batch.engines import Array, Geometry
from nonet.errors import WrongAnswer, quantity
from nonet.model import Model
from nonet.solving import count_solutions

Check = Literal["all", "sample", "none"]
"""How much is checked again: all solutions and one count in 1,024; one count in 16,384; none."""

SAMPLE_INTERVALS = {"all": 1024, "sample": 16384}
"""By check, the number of rows for each row whose solutions another solver counts again."""
MAX_VALUES_OF_CLAUSES = 8_000
"""Values of all cells together (729 in a 9x9, 15,625 in a 25x25) beyond which writing clauses for sat
takes longer than cpsat needs in all."""


def check_solutions(
    geometry: Geometry, rows: Array, solutions: Array, solved: Array, *, first: int = 0
) -> None:
    """Check that solutions keep their clues and every constraint of the cells.

    Constraints on auxiliary variables of rules are skipped here: puzzles with such rules are solved
    one by one, and their solutions are checked there. ``rows`` and ``solutions`` are (n, cells)
    uint8, ``solved`` (n,) bool says which have a solution, ``first`` the number of the first row,
    from 0.  Raises ``WrongAnswer`` naming row and constraint.
    """
    numbers = np.flatnonzero(solved)
    shown, clues = solutions[numbers], rows[numbers]
    forgotten = np.any((clues != 0) & (clues != shown), axis=1)
    if forgotten.any():
        number = first + int(numbers[forgotten.argmax()])
        raise WrongAnswer(f"puzzle {number + 1}: a clue is not kept")
    structure, cells = geometry.structure, geometry.blank.grid.cells
    domains = {cell: structure.domains[cell] for cell in cells}
    constraints = [each for each in structure.constraints if domains.keys() >= set(each.scope)]
    model = Model(domains, constraints)
    values = shown.astype(np.int64) + (geometry.lowest_value - 1)
    if supports_model(model):
        invalid = BulkCheck(model).invalid_rows(values.astype(np.uint8))
    else:
        invalid = np.array([not model.accepts(_assignment(cells, row)) for row in values], bool)
    if invalid.any():
        row = invalid.argmax()
        reason = "a cell has no value"
        if shown[row].all() and shown[row].max() <= geometry.size:
            reason = f"broken: {model.violations(_assignment(cells, values[row]))[0]}"
        raise WrongAnswer(f"puzzle {first + int(numbers[row]) + 1}: {reason}")


def _assignment(names: Sequence[str], values: Array) -> dict[str, int]:
    return dict(zip(names, values.tolist(), strict=True))


def check_counts(
    geometry: Geometry,
    model_of: Callable[[int], Model],
    counts: Array,
    decided: Array,
    limit: int,
    check: Check,
    *,
    first: int = 0,
) -> None:
    """Count a sample of the decided rows again with another solver; raise ``WrongAnswer`` if one
    differs.

    ``model_of`` builds the model of a row.  The sample is the same in every run.  The other solver
    is SAT, the quickest for one puzzle; CP-SAT for a sample of large puzzles, whose clauses take
    long to write; the native engine where neither is installed.
    """
    if check == "none" or not len(counts):
        return
    judge = _recounting_backend(geometry, check)
    sample_size = max(1, len(counts) // SAMPLE_INTERVALS[check])
    chosen = np.random.default_rng(len(counts)).choice(len(counts), sample_size, replace=False)
    for row in sorted(chosen[decided[chosen]].tolist()):
        again = count_solutions(model_of(row), judge, limit=limit).number
        if again != counts[row]:
            raise WrongAnswer(
                f"puzzle {first + row + 1}: {quantity(counts[row], 'solution')}, "
                f"but {judge} counts {again:,}"
            )


def _recounting_backend(geometry: Geometry, check: Check) -> str:
    names = ["sat", "cpsat"]
    values = sum(map(len, geometry.structure.domains.values()))
    if check == "sample" and values > MAX_VALUES_OF_CLAUSES:
        names.reverse()
    return next((name for name in names if find_backend(name).available().ok), "native")
