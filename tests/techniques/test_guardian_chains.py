"""Forcing chains from guardians, judged by the solution and by a search without the technique."""

from itertools import islice
from pathlib import Path

import pytest

import nonet
from nonet import parse
from nonet.puzzle import Grid, Puzzle
from nonet.techniques import Position, explain, find
from nonet.techniques.candidate_layout import bits, union_of
from nonet.techniques.families.guardian_chains import PATTERNS_BY_KEY
from nonet.techniques.search_deadline import NO_DEADLINE
from nonet.techniques.solution_oracle import narrowed_model, position_of

PUZZLES = (
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
    "..84...3....3.....9....157479...8........7..514.....2...9.6...2.5....4......9..56",
)


def positions_of(line):
    path = explain(line, "human")
    layout = path.start.layout
    solution = sum(
        1 << layout.candidate(cell, value) for cell, value in path.end.assignment.items()
    )
    for position in islice(path.positions, 4, None, 8):
        yield path.model, position.with_deadline(NO_DEADLINE), solution


@pytest.mark.parametrize("line", PUZZLES)
def test_a_guardian_is_true_and_each_leads_to_the_conclusion(line):
    """The conclusion denied, no solution has any of the guardians."""
    seen = 0
    for model, position, solution in positions_of(line):
        for step in islice(find(position, *PATTERNS_BY_KEY), 0, 60, 15):
            assert step.fins & solution, step
            wrong = step.eliminations
            denied = position
            for candidate in step.placements:
                denied = position.without(1 << candidate)
            for candidate in bits(wrong):
                denied = position.place(candidate)
            for guardian in bits(step.fins & denied.open):
                assert not nonet.solve(narrowed_model(model, denied.place(guardian))).solutions
            assert step.text.plain.startswith("If ") and "second solution" in step.text.plain
            seen += 1
    assert seen > 3


def test_candidates_that_are_clues_are_no_deadly_pattern():
    """Without givens no candidate is missing by logic alone."""
    position = Position.of(Puzzle(Grid.square(4)))
    assert not find(position, *PATTERNS_BY_KEY)


LIBRARY = Path(nonet.__file__).parent / "learn" / "examples.hodoku"


@pytest.mark.parametrize("key", ["bug-2", "bug-3"])
def test_chains_from_the_extras_of_a_grave_find_what_its_types_find(key):
    lines = LIBRARY.read_text(encoding="utf-8").splitlines()
    position = position_of(parse(next(line for line in lines if line.startswith(f":{key}:"))))
    chains = union_of(step.eliminations for step in find(position, "bug-forcing-chain"))
    by_type = union_of(step.eliminations for step in find(position, key))
    assert by_type and not by_type & ~chains
