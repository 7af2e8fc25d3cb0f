"""Questions to solvers, judged by brute force over a small grid."""

from __future__ import annotations

import itertools
import json
import time

import pytest

import nonet
from nonet.backends.registry import compared_backend_names
from nonet.protocol import ask
from nonet.protocol import solutions as questions_to_solvers
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


BLANK = {"size": 4, "clues": {}}
SEVERAL = {
    "size": 4,
    "clues": {},
    "rules": [{"rule": "thermometer", "cells": ["R1C1", "R1C2", "R1C3"]}],
}


@pytest.mark.parametrize("limit", [0, 1, 2, 3, 5])
def test_two_solutions_are_shown_and_the_others_counted(limit, monkeypatch):
    """By a clock that goes on by a tenth of a second and a little, or less, at each reading."""
    for step, counts in ((0.11, True), (0.0001, False)):
        seconds = itertools.count(100.0, step)
        monkeypatch.setattr(questions_to_solvers.time, "monotonic", lambda s=seconds: next(s))
        answer: dict = {"do": "solve", "puzzle": SEVERAL, "limit": limit, "seconds": 600}
        *events, last = ask({**answer, "backend": "native"})
        monkeypatch.undo()
        number = last["done"]["number"]
        total = len(solutions(SEVERAL))
        assert number == (min(limit, total) if limit else total)
        assert last["done"]["exhausted"] == (not limit)
        assert last["done"]["stopped"] == ("solutions" if limit else None)
        shown = [event for event in events if "solution" in event]
        assert [event["number"] for event in shown] == list(range(1, min(2, number) + 1))
        counted = [event["counted"] for event in events if "counted" in event]
        assert counted == (list(range(3, number + 1)) if counts else [])


@pytest.mark.parametrize("puzzle", [BLANK, SEVERAL, VARIANT])
@pytest.mark.parametrize("cap", [2, 3, 5, 6])
def test_values_are_counted_up_to_the_cap_however_many_solutions_there_are(puzzle, cap):
    every = solutions(puzzle)
    answer = answer_to("candidates", puzzle=puzzle, cap=cap)
    assert answer["exhausted"] and not answer["undecided"]
    for cell, per in answer["cells"].items():
        values = [solution[cell] for solution in every]
        assert per == {str(v): min(cap, values.count(v)) for v in set(values)}


def test_counts_that_had_no_time_are_of_the_values_seen_and_not_the_end(monkeypatch):
    """Whenever the time is out, a value that is in a solution is counted once at least."""
    true = {cell: {s[cell] for s in solutions(SEVERAL)} for cell in solutions(SEVERAL)[0]}
    now, undecided = time.monotonic(), 0
    for most in (*range(1, 40, 3), *range(40, 4000, 797)):
        readings_left = itertools.count(most, -1)
        clock = lambda readings_left=readings_left: now if next(readings_left) > 0 else now + 1e6  # noqa: E731
        monkeypatch.setattr(time, "monotonic", clock)
        monkeypatch.setattr("nonet.deadline.monotonic", clock)
        *_, last = ask({"do": "candidates", "puzzle": SEVERAL, "cap": 2, "seconds": 5})
        monkeypatch.undo()
        if "error" in last:
            assert last["kind"] == "OutOfTime"
            continue
        answer = last["done"]
        for cell, per in answer["cells"].items():
            assert {int(value) for value in per} <= true[cell]
            assert all(1 <= number <= 2 for number in per.values())
            all_values = {int(value) for value in per} | {*answer["undecided"].get(cell, ())}
            assert true[cell] <= all_values
        undecided += not answer["exhausted"]
    assert undecided and answer["exhausted"]


FORBIDS, ALLOWS = ({"unread": {"a drawing": may}} for may in ("forbid", "allow"))
NONE = {"size": 4, "clues": {"R1C1": 1, "R1C2": 1}}
ONE = {"size": 4, "clues": "..3..4....2..1.."}


@pytest.mark.parametrize(
    ("puzzle", "limit", "status", "read"),
    [
        ({**ONE, **FORBIDS}, 0, "unknown", "sat"),
        ({**BLANK, **FORBIDS}, 3, "unknown", "sat"),
        ({**NONE, **FORBIDS}, 1, "unsat", None),
        ({**NONE, **ALLOWS}, 1, "unknown", "unsat"),
        ({**ONE, **ALLOWS}, 1, "sat", None),
        ({**ONE, **ALLOWS}, 0, "unknown", "sat"),
    ],
)
def test_parts_that_were_not_read_leave_open_what_they_could_contradict(
    puzzle, limit, status, read
):
    """A part that forbids contradicts a solution; one that allows, that there are no others."""
    answer = answer_to("solve", puzzle=puzzle, limit=limit, backend="native")
    assert (answer["status"], answer.get("of_what_was_read")) == (status, read)
    assert answer.get("doubts") == (["a drawing"] if read else None)
    verdict = answer_to("verify", puzzle=puzzle)
    uniqueness = {id(ONE): "unique", id(NONE): "none"}.get(
        next((id(p) for p in (ONE, NONE) if p["clues"] == puzzle["clues"]), 0), "multiple"
    )
    known = verdict["uniqueness"] != "undecided"
    assert verdict["uniqueness"] in (uniqueness, "undecided")
    assert verdict.get("of_what_was_read") == (None if known else uniqueness)
    candidates = answer_to("candidates", puzzle=puzzle)
    assert candidates["exhausted"] == ("doubts" not in candidates)


def test_a_race_has_a_row_for_a_solver_that_is_not_there(monkeypatch):
    states = [{"name": "sat", "available": False, "why": "pip install it"}]
    monkeypatch.setattr(questions_to_solvers.about, "backends", lambda: states)
    rows = answer_to("race", puzzle=ONE, backends=["sat", "native"], limit=1)["rows"]
    assert rows[0] == {"backend": "sat", "status": "missing", "ms": None, "why": "pip install it"}
    assert (rows[1]["status"], rows[1]["number"], rows[1]["stopped"]) == ("sat", 1, "solutions")
    assert rows[1]["nodes"] == rows[1]["stats"]["nodes"]


def test_a_race_without_names_is_between_all_that_can_be_compared():
    rows = answer_to("race", puzzle=ONE, seconds=60)["rows"]
    assert [row["backend"] for row in rows] == list(compared_backend_names())
    assert {row["status"] for row in rows} <= {"sat", "missing"}
    assert all(row["number"] == 1 and row["exhausted"] for row in rows if row["status"] == "sat")
