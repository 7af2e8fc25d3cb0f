"""``generate``, ``minimise``, ``redundant``, ``conflict``, ``repair``: what a setter asks.

All are about the puzzle as declared, and are answered by ``nonet.setting``, which needs python-sat.
They need no numpy: a browser answers them, too.
"""

from __future__ import annotations

from collections.abc import Iterable

from nonet.asking.command import PUZZLE, SECONDS, Event, Parameter, command
from nonet.asking.documents import Document, declared
from nonet.formats.objects import to_json
from nonet.puzzle import Puzzle
from nonet.setting.conflicts import conflict as conflicting
from nonet.setting.levelled import one_of_level
from nonet.setting.one import one_puzzle
from nonet.setting.parts import Part
from nonet.setting.redundancy import minimize
from nonet.setting.redundancy import redundant as superfluous
from nonet.setting.repairs import repair as mended
from nonet.techniques.policies import LEVELS


@command(
    "generate",
    "A new puzzle with one solution, with the grid and the rules of this one.",
    Parameter("puzzle", "puzzle", "of whose grid and rules it is; its clues are not kept"),
    Parameter("level", "text", "how hard it is, as HoDoKu counts", None, choices=LEVELS),
    SECONDS,
)
def generate(puzzle: Document, level: str | None, seconds: float) -> Event:
    """``puzzle`` is ``None`` where the time was out."""
    like = declared(puzzle)
    if level is None:
        made, about = one_puzzle(like, time_limit=seconds), ", each of them needed"
    else:
        made, about = one_of_level(like, level, time_limit=seconds), f", {level.lower()} to solve"
    if made.puzzle is None:
        return {"puzzle": None, "words": "no puzzle was made before the time was out", **_out(True)}
    words = f"a new puzzle: {_clues(made.puzzle)}{about}"
    return {"puzzle": document(made.puzzle), "words": words, **_out(False)}


@command(
    "minimise",
    "The puzzle with fewer clues: none can go without a second solution.",
    PUZZLE,
    SECONDS,
)
def minimise(puzzle: Document, seconds: float) -> Event:
    """``puzzle`` is ``None`` where it has not one solution, or the time was out."""
    found = declared(puzzle)
    told = minimize(found, time_limit=seconds)
    left = told.puzzles[0] if told.puzzles else None
    if left is None:
        words = told.in_words()
    elif gone := len(told_cells(found)) - len(told_cells(left)):
        words = f"{_number(gone, 'clue')} taken away: {_clues(left)} left, each of them needed"
    else:
        words = "every clue is needed"
    return {
        "puzzle": None if left is None else document(left),
        "words": words,
        "uniqueness": told.uniqueness.value,
        **_out(told.stopped),
    }


@command(
    "redundant",
    "The clues without any one of which there is still one solution.",
    PUZZLE,
    SECONDS,
)
def redundant(puzzle: Document, seconds: float) -> Event:
    """``cells`` of clues that follow from the others, each by itself."""
    found = declared(puzzle)
    told = superfluous(found, time_limit=seconds)
    stopped = bool(told.undecided) or told.uniqueness.value == "undecided"
    return {
        "cells": cells_of(found, told.redundant),
        "words": told.in_words(),
        "undecided": cells_of(found, told.undecided),
        "uniqueness": told.uniqueness.value,
        **_out(stopped),
    }


@command(
    "conflict",
    "The fewest clues of which no solution has all; of rules that clash by themselves, which.",
    PUZZLE,
    SECONDS,
)
def conflict(puzzle: Document, seconds: float) -> Event:
    """``status`` is unsat where something clashes, sat where there is a solution, or unknown."""
    found = declared(puzzle)
    told = conflicting(found, chain=False, time_limit=seconds)
    return {
        "cells": cells_of(found, told.parts),
        "words": told.in_words(),
        "status": told.status.value,
        "smallest": told.is_smallest,
        **_out(told.stopped),
    }


@command(
    "repair",
    "What to change so that there is a solution: each change that suffices, best first.",
    PUZZLE,
    SECONDS,
)
def repair(puzzle: Document, seconds: float) -> Event:
    """``repairs`` by one change; where none suffices, by the fewest together."""
    found = declared(puzzle)
    told = mended(found, time_limit=seconds)
    ways = [
        {"cells": cells_of(found, each.parts), "words": str(each), "unique": each.unique}
        for each in told.found
    ]
    if not ways and told.fewest:
        together = f"drop {' and '.join(map(str, told.fewest))}"
        ways = [{"cells": cells_of(found, told.fewest), "words": together, "unique": None}]
    return {
        "repairs": ways,
        "words": told.in_words(),
        "status": told.status.value,
        **_out(told.stopped),
    }


def document(puzzle: Puzzle) -> Event:
    """The puzzle as JSON, with its clues by cell, as a page keeps them."""
    return {**to_json(puzzle), "clues": dict(puzzle.clues)}


def cells_of(puzzle: Puzzle, parts: Iterable[Part]) -> list[str]:
    """The cells of some parts, each once; a rule may speak of other variables as well."""
    names = (name for part in parts for name in part.scope)
    return list(dict.fromkeys(name for name in names if name in puzzle.grid.cell_set))


def told_cells(puzzle: Puzzle) -> set[str]:
    """The cells of which something is given."""
    return {*puzzle.clues, *puzzle.candidates}


def _clues(puzzle: Puzzle) -> str:
    return _number(len(told_cells(puzzle)), "clue")


def _number(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _out(stopped: bool) -> Event:
    return {"stopped": "time" if stopped else None}
