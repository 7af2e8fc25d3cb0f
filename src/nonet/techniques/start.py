"""Where a puzzle starts: its clues, and the marks of a person, held against the solution.

>>> from nonet.puzzle import Grid, Puzzle
>>> position_of(Puzzle(Grid.square(4), {"R1C1": 1})).candidates["R1C2"]
(2, 3, 4)
"""

from __future__ import annotations

from dataclasses import replace

from nonet.errors import PositionError
from nonet.puzzle import Puzzle
from nonet.solving import Uniqueness, verify
from nonet.solving.run import Thing, understood
from nonet.techniques.clock import UNLIMITED, Clock
from nonet.techniques.known import PATIENCE, Known
from nonet.techniques.position import Position


def known_of(thing: Thing, clock: Clock, sure: bool | None = None) -> Known:
    """What is known of the solutions of a thing, from the position on that it stands for."""
    model, puzzle = understood(thing)
    start = position_of(thing if puzzle is None else puzzle, clock)
    return Known(model, start, puzzle, sure)


def position_of(thing: Thing, clock: Clock = UNLIMITED) -> Position:
    """The position a thing stands for, its marks checked against its solution.

    Raises ``PositionError``, naming the cells, if entries or candidates exclude the
    solution that the clues alone have.  Candidates of a puzzle whose clues alone
    have no unique solution are part of the puzzle, and no marks.
    """
    model, puzzle = understood(thing)
    declared = False
    if puzzle is not None and (puzzle.entries or puzzle.candidates):
        puzzle.checked()
        declared = not _check_marks(puzzle, clock)
    position = Position.of(model if puzzle is None else puzzle)
    position.declared, position.clock = declared, clock
    return position


def _check_marks(puzzle: Puzzle, clock: Clock) -> bool:
    """Whether candidates are marks, which the clues' only solution agrees with."""
    bare = replace(puzzle, entries={}, candidates={})
    verdict = verify(bare, time_limit=clock.within(PATIENCE))
    marks = verdict.uniqueness is Uniqueness.UNIQUE
    if not marks and puzzle.candidates:
        verdict = verify(replace(puzzle, entries={}), time_limit=clock.within(PATIENCE))
    if verdict.uniqueness is not Uniqueness.UNIQUE:
        return not puzzle.candidates
    solution = verdict.witnesses[0]
    wrong = {
        cell: f"{cell} is filled in as {puzzle.alphabet.symbol(value)}"
        for cell, value in puzzle.entries.items()
        if solution[cell] != value
    }
    for cell, allowed in puzzle.candidates.items():
        if solution[cell] not in allowed and cell not in puzzle.entries:
            wrong[cell] = f"{cell} is marked without its value"
    if wrong:
        words = "; ".join(wrong.values())
        raise PositionError(f"the marks contradict the solution: {words}", cells=wrong)
    return marks or not puzzle.candidates
