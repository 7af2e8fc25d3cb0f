"""Clashes: clues of which no solution has all, and one has all but any of them.

Clues are left out one by one, and stay out where the rest still has no solution: the deletion
filter (Chinneck and Dravnieks, 1991), from the clues that the solver named, if it named some.
"""

from __future__ import annotations

import time
from typing import Any

from nonet.puzzle import Puzzle
from nonet.solving import Status, solve

PATIENCE = 1.0
"""Seconds for one question, at most."""


def smallest_clash(puzzle: Puzzle, core: tuple[str, ...] | None, deadline: float) -> dict[str, Any]:
    """The cells of a smallest set of clues that clash, and what to say of it.

    ``smallest`` is false where the time was out, or one clue was undecided: then it may be that
    fewer clash.
    """
    direct = puzzle.clashes()
    if direct:
        cells = [direct[0].first, direct[0].second]
        return {"cells": cells, "words": [str(direct[0])], "smallest": True}
    kept = {cell: value for cell, value in puzzle.clues.items() if core is None or cell in core}
    smallest = True
    for cell in list(kept):
        left = deadline - time.monotonic()
        if left <= 0:
            smallest = False
            break
        rest = {each: value for each, value in kept.items() if each != cell}
        outcome = solve(puzzle.with_clues(rest), time_limit=min(left, PATIENCE))
        if outcome.status is Status.UNSAT:
            kept = rest
        elif outcome.status is Status.UNKNOWN:
            smallest = False
    return {"cells": list(kept), "words": _words(puzzle, kept, smallest), "smallest": smallest}


def _words(puzzle: Puzzle, kept: dict[str, int], smallest: bool) -> list[str]:
    symbol = puzzle.alphabet.symbol
    if not kept:
        return ["the rules have no solution, whatever the clues are"]
    told = ", ".join(f"{cell} = {symbol(value)}" for cell, value in kept.items())
    if len(kept) == 1:
        return [f"no solution has {told}"]
    least = "without any one of them there is one" if smallest else "perhaps fewer clash as well"
    return [f"no solution has all of {told}", least]
