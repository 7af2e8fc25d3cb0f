"""Conflicts and wrong entries: what breaks a constraint is told, and nothing else."""

from __future__ import annotations

from itertools import product

import pytest

from tests.protocol.questions import BOTH, CLASSIC, VARIANT, answer_to, solutions


@pytest.fixture(scope="module")
def every_solution() -> list[dict[str, int]]:
    return solutions(VARIANT)


def test_clues_that_clash_are_read_for_the_page_shows_them():
    answer = answer_to("read", text="11..............")
    assert answer_to("check", puzzle=answer["puzzle"])["conflicts"] == [
        {"cells": ["R1C1", "R1C2"], "words": "R1C1 and R1C2 are both 1 in row 1"}
    ]


@BOTH
def test_a_grid_without_a_conflict_has_none(puzzle):
    assert answer_to("check", puzzle=puzzle, quick=True) | {"ms": 0} == {
        "conflicts": [], "wrong": None, "ms": 0,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("entries", "cells"),
    [
        ({"R1C1": 4}, {"R1C1"}),  # a cage of 3 holds no 4
        ({"R2C1": 3, "R2C2": 2}, {"R2C1", "R2C2"}),  # a thermometer rises
        ({"R1C1": 1, "R4C4": 1}, {"R1C1", "R4C4"}),  # the diagonal
    ],
)
def test_conflicts_come_from_the_declared_constraints(entries, cells):
    answer = answer_to("check", puzzle={**VARIANT, "entries": entries}, quick=True)
    assert [set(each["cells"]) for each in answer["conflicts"]] == [cells]


def test_a_conflict_is_reported_exactly_where_the_values_break_a_constraint(every_solution):
    """The judge: an assignment of some cells that is part of a solution has no conflict, and
    whatever is told as one is in no solution."""
    for number, solution in enumerate(every_solution[:6]):
        part = {
            cell: value for i, (cell, value) in enumerate(solution.items()) if i % 3 == number % 3
        }
        assert (
            answer_to("check", puzzle={**VARIANT, "entries": part}, quick=True)["conflicts"] == []
        )
    for first, second in product((1, 2, 3, 4), repeat=2):
        entries = {"R1C1": first, "R2C2": second}
        conflicts = answer_to("check", puzzle={**VARIANT, "entries": entries}, quick=True)[
            "conflicts"
        ]
        for conflict in conflicts:
            clashing = {cell: entries[cell] for cell in conflict["cells"]}
            assert not any(clashing.items() <= solution.items() for solution in every_solution)


def test_wrong_entries_are_counted_and_revealed_only_when_asked():
    puzzle = {**CLASSIC, "entries": {"R1C3": 2, "R1C4": 6}}
    assert answer_to("check", puzzle=puzzle)["wrong"] == 1
    assert "cells" not in answer_to("check", puzzle=puzzle)
    assert answer_to("check", puzzle=puzzle, reveal=True)["cells"] == ["R1C3"]
