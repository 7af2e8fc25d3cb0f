"""Clashes: clues that no solution contains together, although some solution contains all but
any single clue.

The method is that of the setter's conflicts (``setting/minimal_unsat.py``), but any backend
answers, so that a page can name clashes where python-sat is not installed.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from nonet.puzzle import Puzzle
from nonet.solving import Status, solve

QUERY_SECONDS = 1.0
"""Seconds for one question, at most."""


def smallest_conflict(
    puzzle: Puzzle, core: tuple[str, ...] | None, deadline: float
) -> dict[str, Any]:
    """Return the cells of a smallest set of clashing clues, and a message.

    ``core`` are clues named by the solver, if any.  ``smallest`` is false if time ran out or a
    clue was undecided: then fewer clues may clash.
    """
    direct = puzzle.clashes()
    if direct:
        cells = [direct[0].first, direct[0].second]
        return {"cells": cells, "words": [str(direct[0])], "smallest": True}
    from nonet.setting.minimal_unsat import (
        minimal_unsat_set,  # with all of its room: few puzzles clash
    )

    asker = _ClueSolver(puzzle, core, deadline)
    cells = [
        asker.cells[place] for place in sorted(minimal_unsat_set(asker, [], list(asker.cells)))
    ]
    clues = {cell: puzzle.clues[cell] for cell in cells}
    return {
        "cells": cells,
        "words": _conflict_sentences(puzzle, clues, asker.smallest),
        "smallest": asker.smallest,
    }


class _ClueSolver:
    """Asks about some clues of a puzzle without a solution, by their places.

    An undecided set counts as satisfiable, so that its clues are kept.
    """

    def __init__(self, puzzle: Puzzle, core: tuple[str, ...] | None, deadline: float) -> None:
        self._puzzle, self._deadline = puzzle, deadline
        self.cells = dict(enumerate(puzzle.clues, 1))
        self._core = [x for x, cell in self.cells.items() if core is None or cell in core]
        self.smallest = True

    def solve(self, assumptions: Sequence[int]) -> bool:
        """Whether there is a solution with these clues, as far as is known."""
        if len(assumptions) == len(self.cells):
            return False  # it was asked before
        seconds = min(QUERY_SECONDS, self._deadline - time.monotonic())
        if seconds <= 0:
            self.smallest = False
            return True
        clues = {self.cells[x]: self._puzzle.clues[self.cells[x]] for x in assumptions}
        outcome = solve(self._puzzle.with_clues(clues), time_limit=seconds)
        if outcome.status is Status.UNKNOWN:
            self.smallest = False
        elif outcome.status is Status.UNSAT:
            core = outcome.core
            self._core = [x for x in assumptions if core is None or self.cells[x] in core]
        return outcome.status is not Status.UNSAT

    def core(self, assumptions: Sequence[int]) -> list[int]:
        return self._core


def _conflict_sentences(puzzle: Puzzle, clues: dict[str, int], smallest: bool) -> list[str]:
    symbol = puzzle.alphabet.symbol
    if not clues:
        return ["the rules have no solution, whatever the clues are"]
    text = ", ".join(f"{cell} = {symbol(value)}" for cell, value in clues.items())
    if len(clues) == 1:
        return [f"no solution has {text}"]
    least = "without any one of them there is one" if smallest else "perhaps fewer clash as well"
    return [f"no solution has all of {text}", least]
