"""Random variants through every writer: equal when read back, or refused with a reason.

The judge is not the comparison that writers make themselves: for small puzzles all solutions are
compared, else each puzzle must accept the first solutions of the other.
"""

from __future__ import annotations

import io
import warnings
from dataclasses import replace
from random import Random

from nonet.errors import FormatError, FormatWarning, NonetError
from nonet.formats import format_names, iter_puzzles, parse, write
from nonet.puzzle import Puzzle
from nonet.solving import iter_solutions
from tests.fuzz.campaign_type import Campaign, Case, Tally
from tests.fuzz.variants import random_variant

MAX_SOLUTIONS = 20
"""Solutions of each puzzle that are compared."""
MAX_SECONDS = 0.3
"""Seconds for the solutions of a puzzle; if the search takes longer, nothing is compared."""

SOLVED_SHARE = 0.2
"""How many of the small puzzles are solved before and after."""
MAX_CELLS = 36
"""Cells of a puzzle that is solved."""


def make(random: Random) -> Case:
    """A variant."""
    puzzle = random_variant(random)
    document = write(puzzle, "json")
    solved = len(puzzle.grid.cells) <= MAX_CELLS and random.random() < SOLVED_SHARE
    return {"puzzle": document, "solved": solved, "read again": solved or random.random() < 0.1}


def judge(case: Case, tally: Tally) -> str | None:
    """Each writer's text is the puzzle again, also where the text tells its format."""
    puzzle = parse(case["puzzle"], format="json", allow_clashes=True)
    tally["variants"] += 1
    before = _solutions(puzzle) if case["solved"] else None
    for name in format_names(writing=True):
        tally["written or refused"] += 1
        try:
            text = write(puzzle, name)
        except FormatError as error:
            tally["refused"] += 1
            if not str(error).isprintable():
                return f"{name} refuses in more than a printable line: {error}"
            continue
        if not case["read again"]:  # the writer did so itself
            continue
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", FormatWarning)
            again = parse(text, format=name, allow_clashes=True)
            detected = next(iter(iter_puzzles(io.StringIO(text), on_warning=lambda _: None)), None)
        if (says := _difference(puzzle, again, before, tally)) is not None:
            return f"{name}: {says}"
        if isinstance(detected, Puzzle) and not _same_clues(detected, puzzle, again):
            return f"{name}: the text is taken for another format, with other clues"
    return None


def _same_clues(detected: Puzzle, puzzle: Puzzle, again: Puzzle) -> bool:
    """Return whether ``detected`` has no further clue, or the clues of ``again``."""
    return detected.clues.keys() <= puzzle.clues.keys() or detected.clues == again.clues


def _difference(puzzle: Puzzle, again: Puzzle, before: set[str] | None, tally: Tally) -> str | None:
    """Return the difference of two puzzles, as text; ``None`` if there is none."""
    if again.grid.values != puzzle.grid.values or again.grid.cells != puzzle.grid.cells:
        return "another grid"
    if not again.clues.items() >= puzzle.clues.items():
        return "clues are lost"
    if again.entries != puzzle.entries:
        return "other entries"
    if before is not None and (again.rules, again.grid) != (puzzle.rules, puzzle.grid):
        after = _solutions(again)
        if after is not None:
            tally["solutions compared"] += 1
            if len(after) < MAX_SOLUTIONS and len(before) < MAX_SOLUTIONS:
                return None if after == before else "other solutions"
            if any(not again.model().accepts(_values(puzzle, line)) for line in sorted(before)):
                return "solutions are lost"
            if any(not puzzle.model().accepts(_values(puzzle, line)) for line in sorted(after)):
                return "solutions that are none"
    return None


def _solutions(puzzle: Puzzle) -> set[str] | None:
    """Return up to ``MAX_SOLUTIONS`` solutions as lines.

    ``None`` where the search takes too long, or regions are sought.
    """
    if any(rule.variables_among(puzzle.grid, puzzle.rules) for rule in puzzle.rules):
        return None
    try:
        solutions = iter_solutions(puzzle, "native", limit=MAX_SOLUTIONS, time_limit=MAX_SECONDS)
        lines = {solution.line for solution in solutions}
    except NonetError:
        return None
    return None if solutions.stopped_by == "time" else lines


def _values(puzzle: Puzzle, line: str) -> dict[str, int]:
    values = puzzle.alphabet.value_of_symbol
    return {cell: values[symbol] for cell, symbol in zip(puzzle.grid.cells, line, strict=True)}


def simpler_cases(case: Case) -> list[Case]:
    """With a rule less, without clues, words or marks."""
    puzzle = parse(case["puzzle"], format="json", allow_clashes=True)
    fewer = [
        replace(puzzle, rules=tuple(r for r in puzzle.rules if r is not rule))
        for rule in puzzle.rules
    ]
    fewer += [
        replace(puzzle, clues={}),
        replace(puzzle, candidates={}, entries={}),
        replace(puzzle, name="", comment="", notes={}),
    ]
    fewer = [other for other in fewer if other != puzzle]
    return [{**case, "puzzle": write(other, "json")} for other in fewer]


CAMPAIGN = Campaign("writers", make, judge, simpler_cases, weight=20)
