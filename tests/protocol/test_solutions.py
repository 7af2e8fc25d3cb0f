"""Questions to solvers, judged by brute force over a small grid."""

from __future__ import annotations

import json

import pytest

import nonet
from nonet.protocol import ask
from tests.protocol.questions import BOTH, CLASSIC, VARIANT, answer_to, error_of, solutions


@pytest.fixture(scope="module")
def every_solution() -> list[dict[str, int]]:
    return solutions(VARIANT)


@BOTH
def test_a_solution_keeps_every_constraint(puzzle):
    events = list(ask({"do": "solve", "puzzle": puzzle}))
    assert [event["number"] for event in events[:-1]] == [1]
    assert nonet.parse(json.dumps(puzzle)).model().accepts(events[0]["solution"])


def test_all_solutions_are_those_of_brute_force(every_solution):
    assert answer_to("solve", puzzle=VARIANT, limit=0)["number"] == len(every_solution)
    answer = answer_to("verify", puzzle=VARIANT)
    assert answer["uniqueness"] == "multiple"
    assert all(dict(witness) in every_solution for witness in answer["witnesses"])
    first, second = answer["witnesses"]
    assert answer["differing"] == [cell for cell in first if first[cell] != second[cell]]


def test_candidates_are_counted_as_by_brute_force(every_solution):
    for cap in (1, 2, 1000):
        answer = answer_to("candidates", puzzle=VARIANT, cap=cap)
        assert answer["exhausted"]
        for cell in every_solution[0]:
            values = [solution[cell] for solution in every_solution]
            expected = {str(v): min(cap, values.count(v)) for v in sorted(set(values))}
            assert answer["cells"][cell] == expected


def test_entries_count_as_clues_where_that_is_asked(every_solution):
    entries = {"R3C3": every_solution[0]["R3C3"]}
    answer = answer_to("candidates", puzzle={**VARIANT, "entries": entries}, entries=True)
    extensions = [s for s in every_solution if entries.items() <= s.items()]
    assert {int(v) for v in answer["cells"]["R4C4"]} == {s["R4C4"] for s in extensions}


def test_one_solution_is_unique_for_every_solver():
    answer = answer_to("verify", puzzle=CLASSIC)
    assert (answer["uniqueness"], answer["word_of"]) == ("unique", ["lockstep"])
    assert answer_to("verify", puzzle=CLASSIC, backend="sat")["witnesses"] == answer["witnesses"]


def test_clues_that_clash_are_the_smallest_set():
    clues = {"R1C1": 1, "R1C3": 3, "R2C3": 2, "R4C4": 4, "R2C1": 4, "R3C3": 1}
    puzzle = {"size": 4, "clues": clues, "rules": [{"rule": "even", "cells": ["R1C2", "R1C4"]}]}
    answer = answer_to("verify", puzzle=puzzle)
    assert answer["uniqueness"] == "none"
    cells = answer["clash"]["cells"]
    assert answer["clash"]["smallest"]
    assert all(cell in answer["clash"]["words"][0] for cell in cells)

    def count(clues_kept: dict[str, int]) -> int:
        return len(solutions({**puzzle, "clues": clues_kept}))

    assert count({cell: clues[cell] for cell in cells}) == 0
    for cell in cells:
        assert count({other: clues[other] for other in cells if other != cell}) > 0


@BOTH
def test_a_race_says_how_each_solver_did(puzzle):
    events = list(ask({"do": "race", "puzzle": puzzle, "backends": ["native", "sat", "nobody"]}))
    rows = [event["row"] for event in events[:-1]]
    assert rows == events[-1]["done"]["rows"]
    assert [row["status"] for row in rows] == ["sat", "sat", "error"]
    assert "nobody" in rows[2]["why"]


def test_a_time_limit_is_never_no_solution():
    hard = {"size": 25, "box": [5, 5], "clues": {}, "rules": ["anti-king"]}
    answer = answer_to("verify", puzzle=hard, seconds=0.001)
    assert (answer["uniqueness"], answer["stopped"]) == ("undecided", "time")
    assert "clash" not in answer


def test_no_module_of_a_visitors_choice_is_imported():
    for question in ({"do": "solve", "limit": 1}, {"do": "verify"}):
        name = question.pop("do")
        error = error_of(
            name, puzzle=CLASSIC, backend="nonet.learn.lesson_models:Model", **question
        )
        assert "there is no backend" in error["error"]
    (row,) = answer_to("race", puzzle=CLASSIC, backends=["nonet.learn.lesson_models:Model"])["rows"]
    assert row["status"] == "error" and "there is no backend" in row["why"]
