"""``check``: broken rules in the present grid, and the number of wrong entries.

A conflict is a declared constraint that the values in its own cells already break, whatever the
other cells get: no solution is looked at, so nothing is given away.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any

from nonet.backends.lowering import lower
from nonet.backends.native import Engine, Levels, Native, make_engine
from nonet.model import AllDifferent, Domain
from nonet.protocol.command import PUZZLE, SECONDS, Event, Parameter, command
from nonet.protocol.documents import Document, declared_puzzle, grid_values, puzzle_with_marks
from nonet.puzzle import Puzzle
from nonet.puzzle.grid import place
from nonet.solving import Uniqueness, verify

MAX_CONFLICTS = 100
"""Conflicts that are told."""


@command(
    "check",
    "What is against the rules; and how many entries are wrong, without saying which.",
    PUZZLE,
    Parameter("quick", "flag", "only conflicts: nothing is solved", False),
    Parameter("reveal", "flag", "also which entries are wrong", False),
    SECONDS,
)
def check(puzzle: Document, quick: bool, reveal: bool, seconds: float) -> Event:
    """``conflicts``, and ``wrong``: ``None`` where there is not one solution, or no time."""
    marked = puzzle_with_marks(puzzle)
    conflicts = find_conflicts(marked)
    wrong = None
    if marked.entries and not quick:
        wrong = wrong_entries(declared_puzzle(puzzle), marked, seconds)
    event: Event = {"conflicts": conflicts, "wrong": None if wrong is None else len(wrong)}
    return {**event, "cells": wrong or []} if reveal else event


def wrong_entries(declared_puzzle: Puzzle, puzzle: Puzzle, seconds: float) -> list[str] | None:
    """The cells with entries that differ from the only solution; ``None`` if that is not known."""
    verdict = verify(declared_puzzle, time_limit=seconds)
    if verdict.uniqueness is not Uniqueness.UNIQUE:
        return None
    solution = verdict.witnesses[0]
    return [cell for cell, value in puzzle.entries.items() if solution[cell] != value]


def find_conflicts(puzzle: Puzzle) -> list[dict[str, Any]]:
    """The constraints that cannot hold, with the cells at fault and the words."""
    values = grid_values(puzzle)
    engine = _engine(puzzle, values)
    symbol = puzzle.alphabet.symbol
    cells = puzzle.grid.cell_set
    texts: dict[tuple[str, ...], str] = {}
    for filter_ in engine.filters:
        scope = filter_.constraint.scope
        stands = [name for name in scope if name in values]
        if not stands:
            continue
        if isinstance(filter_.constraint, AllDifferent):
            for pair in combinations(sorted(stands, key=place), 2):
                if values[pair[0]] == values[pair[1]]:
                    value = symbol(values[pair[0]])
                    where = filter_.constraint.description
                    texts.setdefault(pair, f"{pair[0]} and {pair[1]} are both {value} in {where}")
        elif not engine.propagate_filters([filter_]):
            places = tuple(sorted((name for name in stands if name in cells), key=place))
            texts.setdefault(places, f"{filter_.constraint.description} cannot hold")
        engine.undo(0)
        if len(texts) >= MAX_CONFLICTS:
            break
    return [{"cells": list(places), "words": text} for places, text in texts.items()]


def _engine(puzzle: Puzzle, values: dict[str, int]) -> Engine:
    """Filters of all constraints, over domains that only the values in the grid narrow."""
    model = lower(Puzzle(puzzle.grid, {}, puzzle.rules).model(), Native())
    engine = make_engine(model.structure, Levels())
    engine.reset({name: Domain.single(value) for name, value in values.items()})
    return engine
