"""``generate``, ``minimise``, ``redundant``, ``conflict``, ``repair``: the questions of a
setter.

All are about the puzzle as declared, and are answered by ``nonet.setting``, which needs
python-sat. The commands need no numpy, so a browser answers them too.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from nonet.errors import quantity
from nonet.formats.json import to_json
from nonet.protocol.command import PUZZLE, SECONDS, Event, Parameter, command
from nonet.protocol.documents import Document, cells_of, declared_puzzle
from nonet.puzzle import Puzzle
from nonet.setting.conflicts import conflict as conflicting
from nonet.setting.difficulty import puzzle_of_level
from nonet.setting.puzzle_parts import Part, mark_kinds
from nonet.setting.redundancy import minimal, quick_puzzle
from nonet.setting.redundancy import redundant as superfluous
from nonet.setting.repairs import repair as mended
from nonet.techniques.policies import LEVELS


@command(
    "generate",
    "A new puzzle with one solution, with the grid and the rules of this one.",
    Parameter("puzzle", "puzzle", "of whose grid and rules it is; its clues are not kept"),
    Parameter("level", "text", "how hard it is, as rate says", None, choices=LEVELS),
    SECONDS,
)
def generate(puzzle: Document, level: str | None, seconds: float) -> Event:
    """``puzzle`` is ``None`` where the time was out; ``words`` say how near the nearest came."""
    like, missed = declared_puzzle(puzzle), "no puzzle was made before the time was out"
    if level is None:
        generated, about = quick_puzzle(like, time_limit=seconds), ", each of them needed"
    else:
        generated, reached = puzzle_of_level(like, level, time_limit=seconds) or (None, None)
        about = f"; {reached}"
        if reached and level and reached.word != level.capitalize():
            generated, missed = None, f"the nearest so far is {reached}"
    if generated is None:
        return {"puzzle": None, "words": missed, **_stopped_entry(True)}
    text = f"a new puzzle: {quantity(len(given_cells(generated)), 'clue')}{about}"
    return {"puzzle": puzzle_document(generated), "words": text, **_stopped_entry(False)}


@command(
    "minimise",
    "The puzzle with fewer clues or marks: none can go without a second solution.",
    PUZZLE,
    Parameter("marks", "flag", "marks may go instead of clues", False),
    SECONDS,
)
def minimise(puzzle: Document, marks: bool, seconds: float) -> Event:
    """``puzzle`` is ``None`` if the solution is not unique, or time ran out."""
    declared = declared_puzzle(puzzle)
    minimized = minimal(declared, of="marks" if marks else "", time_limit=seconds)
    smallest = minimized.puzzles[0] if minimized.puzzles else None
    marks = marks or not given_cells(declared)
    what = "mark" if marks else "clue"
    if smallest is not None:
        smallest = replace(smallest, unread=declared.unread)
    if smallest is None or minimized.doubts:
        sentence = minimized.in_words()
    elif eliminated := _part_count(declared, marks) - _part_count(smallest, marks):
        sentence = (
            f"{quantity(eliminated, what)} taken away: "
            f"{quantity(_part_count(smallest, marks), what)} left, each of them needed"
        )
    else:
        sentence = f"every {what} is needed"
    return {
        "puzzle": None if smallest is None else puzzle_document(smallest),
        "words": sentence,
        "uniqueness": minimized.uniqueness.value,
        **_stopped_entry(minimized.stopped),
    }


@command(
    "redundant",
    "The clues and marks without any one of which there is still one solution.",
    PUZZLE,
    SECONDS,
)
def redundant(puzzle: Document, seconds: float) -> Event:
    """``cells`` are those of the clues and marks that follow from the rest, each by itself."""
    declared = declared_puzzle(puzzle)
    names = [*(["clues"] if given_cells(declared) else []), *mark_kinds(declared.model())]
    answer = superfluous(declared, of=names, time_limit=seconds)
    stopped = bool(answer.undecided) or answer.uniqueness.value == "undecided"
    return {
        "cells": cells_of(declared, answer.redundant),
        "words": answer.in_words(),
        "undecided": cells_of(declared, answer.undecided),
        "uniqueness": answer.uniqueness.value,
        **_stopped_entry(stopped),
    }


@command(
    "conflict",
    "The fewest clues of which no solution has all; of rules that clash by themselves, which.",
    PUZZLE,
    SECONDS,
)
def conflict(puzzle: Document, seconds: float) -> Event:
    """``status`` is unsat where something clashes, sat where there is a solution, or unknown."""
    declared = declared_puzzle(puzzle)
    answer = conflicting(declared, chain=False, time_limit=seconds)
    return {
        "cells": cells_of(declared, answer.parts),
        "words": answer.in_words(),
        "status": answer.status.value,
        "smallest": answer.is_smallest,
        **_stopped_entry(answer.stopped),
    }


@command(
    "repair",
    "What to change so that there is a solution: each change that suffices, best first.",
    PUZZLE,
    SECONDS,
)
def repair(puzzle: Document, seconds: float) -> Event:
    """``repairs`` by one change; where none suffices, by the fewest together."""
    declared = declared_puzzle(puzzle)
    answer = mended(declared, time_limit=seconds)

    def way(
        sentence: str, unique: bool | None, changes: Iterable[tuple[Part, int | None]]
    ) -> Event:
        listed = [*changes]
        return {
            "cells": cells_of(declared, (part for part, _ in listed)),
            "words": sentence,
            "unique": unique,
            "changes": [
                {"part": part.kind, "cells": cells_of(declared, (part,)), "to": to}
                for part, to in listed
            ],
        }

    ways = [
        way(str(each), each.unique, ((change.part, change.to) for change in each.changes))
        for each in answer.repairs
    ]
    if not ways and answer.fewest:
        together = f"drop {' and '.join(map(str, answer.fewest))}"
        ways = [way(together, None, ((part, None) for part in answer.fewest))]
    return {
        "repairs": ways,
        "words": answer.in_words(),
        "status": answer.status.value,
        **_stopped_entry(answer.stopped),
    }


def puzzle_document(puzzle: Puzzle) -> Event:
    """Return the puzzle as JSON, with its clues by cell, in the form that pages store."""
    return {**to_json(puzzle), "clues": dict(puzzle.clues)}


def given_cells(puzzle: Puzzle) -> set[str]:
    """The cells of which something is given."""
    return {*puzzle.clues, *puzzle.candidates}


def _part_count(puzzle: Puzzle, marks: bool) -> int:
    return sum(rule.entry != "grid" for rule in puzzle.rules) if marks else len(given_cells(puzzle))


def _stopped_entry(stopped: bool) -> Event:
    return {"stopped": "time" if stopped else None}
