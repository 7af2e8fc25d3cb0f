"""Candidates in lanes: a puzzle being edited, by the compiled engine.

Every value that no cached solution has is tried, all such values at once, and the solutions found
are cached for the next edit.

>>> import nonet
>>> blank = nonet.Sudoku("." * 16)
>>> live = LiveCandidates(blank.model().structure)
>>> found = live.candidates({"R1C1": 1, "R1C2": 2}, lambda: False)
>>> found["R1C1"], found["R1C3"], len(live.matching_solutions()) > 0
(Domain({1}), Domain({3, 4}), True)

NumPy and the engine take some tenths of a second to load, so a live SAT solver answers until the
solver has worked longer (:func:`live_candidates_for`).
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from time import process_time
from typing import TYPE_CHECKING, Any

from nonet.backends.registry import usable_backend
from nonet.model import AllDifferent, Domain, Structure

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, Any]

MAX_VARIABLES = 100
"""Variables up to which the engine, which learns nothing, is never lost for long."""

MAX_VALUES = 62
"""Values that have a bit each in a signed word."""

MAX_GUESSES = 10_000
"""Guesses for one value before that is given up."""

MAX_CACHED_SOLUTIONS = 400
"""Solutions that are kept for the next edit."""

SOLVER_SECONDS_BEFORE_LOADING = 0.75
"""Seconds of CPU time that the other solver works, in this process, before the engine is loaded."""

ENGINE = "nonet.backends.lockstep.kernel"


class _SolverTime:
    """The seconds that another solver has worked in this process."""

    seconds = 0.0


@contextmanager
def measure_solver_time() -> Iterator[None]:
    """Add the CPU time of the block to the working time of the SAT solver."""
    begun = process_time()
    try:
        yield
    finally:
        _SolverTime.seconds += process_time() - begun


def live_candidates_for(structure: Structure) -> LiveCandidates | None:
    """Return the lanes for a supported structure, if the engine is loaded or worth loading by now;
    else ``None``."""
    if not _is_supported(structure):
        return None
    is_worth_loading = _SolverTime.seconds >= SOLVER_SECONDS_BEFORE_LOADING
    return LiveCandidates(structure) if ENGINE in sys.modules or is_worth_loading else None


def _is_supported(structure: Structure) -> bool:
    """Whether all is AllDifferent, over a few variables that have the same few values."""
    domains = set(structure.domains.values())
    return (
        len(structure.variables) <= MAX_VARIABLES
        and len(domains) == 1
        and len(domains.pop()) <= MAX_VALUES
        and all(isinstance(each, AllDifferent) for each in structure.constraints)
        and usable_backend("lockstep") is not None
    )


class LiveCandidates:
    """The candidates of any clues; solutions are cached for the next clues."""

    def __init__(self, structure: Structure) -> None:
        import numpy as np

        from nonet.backends.lockstep.kernel import kernel_for

        self._kernel = kernel_for(structure)
        self._names = structure.variables
        self._number = {name: place for place, name in enumerate(self._names)}
        cells, self._first = len(self._names), self._kernel.base
        self._bits = 1 << np.arange(self._kernel.size)
        self._cached = np.zeros((0, cells), np.uint8)
        self._matching = self._cached  # those that have the clues
        self._places = np.arange(cells)
        self._sees = np.zeros((cells, cells), bool)
        for each in structure.constraints:
            columns = [self._number[name] for name in each.scope]
            self._sees[np.ix_(columns, columns)] = True
        self._sees[self._places, self._places] = False

    def candidates(
        self, clues: Mapping[str, int], should_stop: Callable[[], bool]
    ) -> dict[str, Domain] | None:
        """Return for each variable the values that it has in a solution; ``None`` if the search was
        given up.

        ``should_stop`` is asked every few milliseconds whether to give up.
        """
        import numpy as np

        row = np.zeros(len(self._names), np.uint8)
        for name, value in clues.items():
            row[self._number[name]] = value - self._first + 1
        given = np.flatnonzero(row)
        self._matching = self._cached[(self._cached[:, given] == row[given]).all(axis=1)]
        seen = np.zeros((len(row), self._kernel.size + 1), bool)
        seen[self._places, self._matching] = True
        if not len(self._matching) and not self._search_rows(row[None, :], seen, should_stop):
            return None
        if len(self._matching):
            unseen = np.ones(seen.shape, bool)
            unseen[:, 0] = unseen[given] = False
            for place in given:
                unseen[self._sees[place], row[place]] = False
            places, values = np.nonzero(unseen & ~seen)
            rows = np.tile(row, (len(places), 1))
            rows[np.arange(len(places)), places] = values
            if len(rows) and not self._search_rows(rows, seen, should_stop):
                return None
        masks = (seen[:, 1:] @ self._bits).tolist()
        return {
            name: _domain(mask, self._first) for name, mask in zip(self._names, masks, strict=True)
        }

    def _search_rows(self, rows: Array, seen: Array, stop: Callable[[], bool]) -> bool:
        """Search a solution of each row; return whether each row was decided."""
        import numpy as np

        answers = self._kernel.count(
            rows, 1, batch_size=len(rows), in_range=True, guess_limit=MAX_GUESSES, stop=stop
        )
        assert answers.solutions is not None
        solutions = answers.solutions[answers.counts > 0]
        self._matching = np.concatenate([self._matching, solutions])
        self._cached = np.concatenate([self._cached, solutions])[-MAX_CACHED_SOLUTIONS:]
        seen[self._places, solutions] = True
        return bool((answers.decided | (answers.counts > 0)).all())

    def matching_solutions(self) -> list[dict[str, int]]:
        """The cached solutions that have the last clues."""
        return [self._values_of_row(row) for row in self._matching.tolist()]

    def cached_solutions(self) -> list[dict[str, int]]:
        """All at hand."""
        return [self._values_of_row(row) for row in self._cached.tolist()]

    def _values_of_row(self, row: list[int]) -> dict[str, int]:
        values = (value + self._first - 1 for value in row)
        return dict(zip(self._names, values, strict=True))


@lru_cache(maxsize=4096)
def _domain(mask: int, first: int) -> Domain:
    return Domain.of(first + bit for bit in range(mask.bit_length()) if mask >> bit & 1)
