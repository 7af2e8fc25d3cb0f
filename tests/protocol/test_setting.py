"""What a setter asks of a page, of a classic and of a variant; brute force and a solver judge."""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

import nonet
from nonet.deadline import Deadline
from nonet.protocol import ask
from nonet.setting.difficulty import ease_to_level, with_more_clues
from nonet.techniques.policies import LEVELS
from tests.protocol.questions import BOTH, CLASSIC, VARIANT, answer_to, error_of, solutions

PUZZLES = Path(__file__).parents[2] / "puzzles"
UNIQUE = {**VARIANT, "clues": "1.3.34....2..1..", "rules": []}
HARD = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."
"""AI Escargot, beyond all levels but the last."""
CLASHING = {"size": 4, "clues": {"R1C1": 1, "R1C2": 2, "R2C4": 4, "R4C4": 1}}
"""The first three clues clash."""
CLASHING_VARIANT = {
    "size": 4,
    "clues": {"R1C1": 1, "R2C1": 3, "R3C3": 2},
    "rules": [{"rule": "even", "cells": ["R1C1"]}],
}
"""A variant in which one clue breaks a rule."""
BROKEN = pytest.mark.parametrize("puzzle", [CLASHING, CLASHING_VARIANT], ids=["classic", "variant"])


def clues(puzzle: dict) -> dict[str, int]:
    given = puzzle["clues"]
    return given if isinstance(given, dict) else dict(nonet.parse(json.dumps(puzzle)).clues)


def count_extensions(solutions: list[dict[str, int]], puzzle: dict) -> int:
    """How many of these solutions have the clues of a puzzle, which may clash."""
    return sum(clues(puzzle).items() <= solution.items() for solution in solutions)


def without_clues(puzzle: dict, *cells: str) -> dict:
    remaining = {cell: value for cell, value in clues(puzzle).items() if cell not in cells}
    return {**puzzle, "clues": remaining}


def is_unique(puzzle: dict) -> bool:
    """By the native solver, where the setter's questions ask a SAT solver."""
    verdict = nonet.verify(nonet.parse(json.dumps(puzzle)), "native")
    assert verdict.uniqueness.value != "undecided"
    return verdict.uniqueness.value == "unique"


@BOTH
def test_a_new_puzzle_has_the_rules_one_solution_and_no_clue_too_many(puzzle):
    answer = answer_to("generate", puzzle=puzzle)
    generated = answer["puzzle"]
    original = nonet.parse(json.dumps(puzzle))
    assert nonet.parse(json.dumps(generated)).with_clues({}) == original.with_clues({})
    assert is_unique(generated)
    assert not any(is_unique(without_clues(generated, cell)) for cell in clues(generated))
    assert f"{len(clues(generated))} clue" in answer["words"]
    more = (answer_to("generate", puzzle=puzzle)["puzzle"] for _ in range(5))
    assert any(other != generated for other in more)


@pytest.mark.parametrize("level", LEVELS)
def test_a_new_puzzle_is_as_hard_as_was_asked(level):
    answer = answer_to("generate", puzzle=CLASSIC, level=level, seconds=120)
    assert is_unique(answer["puzzle"])
    difficulty = nonet.rate(json.dumps(answer["puzzle"]), "hodoku").difficulty
    assert difficulty.word == level and str(difficulty) in answer["words"]


def test_clues_given_back_are_as_few_as_make_it_so_easy():
    """Of the clues that were given back the last cannot go: without it the level is another."""
    hard = nonet.parse(HARD)
    series = with_more_clues(hard, nonet.solve(hard).solution, Random(1))
    eased, level = ease_to_level(series, "Easy", Deadline(120))
    place = series.index(eased)
    assert place and level.word == nonet.rate(eased, "hodoku").level == "Easy"
    assert nonet.rate(series[place - 1], "hodoku").level != "Easy"


def test_a_level_that_is_none_is_refused_and_one_out_of_reach_runs_out_of_time():
    error = error_of("generate", puzzle=CLASSIC, level="Eazy")
    assert "Easy" in error["error"]
    answer = answer_to("generate", puzzle={"size": 4, "clues": {}}, level="Extreme", seconds=1)
    assert (answer["puzzle"], answer["stopped"]) == (None, "time")


@pytest.mark.parametrize("name", ["jigsaw", "samurai"])
def test_a_new_puzzle_has_the_grid_of_the_old_one_and_nothing_else_of_it(name):
    original = next(iter(nonet.read(PUZZLES / f"{name}.json")))
    progress = {"name": "Ann's", "entries": {"R1C1": 1}, "candidates": {"R1C2": [1]}}
    document = {**json.loads(nonet.write([original], "json")), **progress}
    answer = answer_to("generate", puzzle=document, seconds=60)
    generated = nonet.parse(json.dumps(answer["puzzle"]))
    assert (generated.grid, generated.rules) == (original.grid, original.rules)
    assert not generated.name and not generated.entries and not generated.candidates
    assert is_unique(answer["puzzle"])


def test_rules_that_leave_no_solution_make_no_puzzle():
    rules = [{"rule": "even", "cells": ["R1C1", "R1C2", "R1C3"]}]
    event = error_of("generate", puzzle={"size": 4, "clues": {}, "rules": rules})
    assert event["kind"] == "PuzzleError"
    assert "no solution" in event["error"]


@pytest.mark.parametrize(
    "puzzle", [CLASSIC, {**VARIANT, "clues": "1234............"}], ids=["classic", "variant"]
)
def test_clues_are_taken_away_until_none_can_go(puzzle):
    answer = answer_to("minimise", puzzle=puzzle)
    minimal = answer["puzzle"]
    assert clues(minimal).items() < clues(puzzle).items()
    assert is_unique(minimal)
    assert not any(is_unique(without_clues(minimal, cell)) for cell in clues(minimal))
    removed = len(clues(puzzle)) - len(clues(minimal))
    assert f"{removed} clue" in answer["words"]
    assert answer_to("minimise", puzzle=minimal)["words"] == "every clue is needed"


@pytest.mark.parametrize("do", ["minimise", "redundant"])
@pytest.mark.parametrize(
    ("puzzle", "expected"), [(VARIANT, "several solutions"), (CLASHING, "no solution")]
)
def test_a_puzzle_without_a_unique_solution_is_reported(do, puzzle, expected):
    answer = answer_to(do, puzzle=puzzle)
    assert expected in answer["words"]
    assert answer["uniqueness"] == ("multiple" if puzzle is VARIANT else "none")
    assert not answer.get("puzzle") and not answer.get("cells")


@pytest.mark.parametrize(
    "puzzle", [UNIQUE, {**VARIANT, "clues": "1234............"}], ids=["classic", "variant"]
)
def test_clues_are_redundant_exactly_where_one_solution_stays_without_them(puzzle):
    assert len(solutions(puzzle)) == 1
    answer = answer_to("redundant", puzzle=puzzle)
    spare = [cell for cell in clues(puzzle) if len(solutions(without_clues(puzzle, cell))) == 1]
    assert sorted(answer["cells"]) == sorted(spare)
    assert spare
    assert answer["undecided"] == []


@BROKEN
def test_the_fewest_clues_that_clash_are_reported(puzzle):
    answer = answer_to("conflict", puzzle=puzzle)
    assert (answer["status"], answer["smallest"], answer["stopped"]) == ("unsat", True, None)
    given = clues(puzzle)
    conflict = {cell: given[cell] for cell in answer["cells"]}
    assert not solutions({**puzzle, "clues": conflict})
    for fewer in combinations(given, len(conflict) - 1):
        assert solutions({**puzzle, "clues": {cell: given[cell] for cell in fewer}})
    assert all(cell in answer["words"] for cell in conflict)


def test_rules_that_clash_by_themselves_are_reported_with_their_cells():
    rules = [{"rule": "even", "cells": ["R1C1", "R1C2", "R1C3"]}]
    answer = answer_to("conflict", puzzle={"size": 4, "clues": {}, "rules": rules})
    assert answer["status"] == "unsat"
    assert {"R1C1", "R1C2", "R1C3"} <= set(answer["cells"])
    assert "even" in answer["words"]


@BROKEN
def test_each_repair_leaves_a_solution_and_none_is_missing(puzzle):
    answer = answer_to("repair", puzzle=puzzle)
    given = clues(puzzle)
    every_solution = solutions({**puzzle, "clues": {}})
    repairs = {
        (each["cells"][0], each["words"].partition(":")[0]): each for each in answer["repairs"]
    }
    for cell in given:
        for value in (None, 1, 2, 3, 4):
            if value == given[cell]:
                continue
            changed = without_clues(puzzle, cell)
            if value is not None:
                changed["clues"][cell] = value
            action = "drop" if value is None else "change"
            text = f"{action} {cell}={given[cell]}" + ("" if value is None else f" to {value}")
            count = count_extensions(every_solution, changed)
            each = repairs.pop((cell, text), None)
            assert (each is not None) == (count > 0), text
            assert each is None or each["unique"] == (count == 1)
    assert not repairs


def test_where_no_single_change_suffices_the_fewest_changes_together_are_reported():
    puzzle = {"size": 4, "clues": {"R1C1": 1, "R1C2": 1, "R4C3": 2, "R4C4": 2}}
    repairs = answer_to("repair", puzzle=puzzle)["repairs"]
    every_solution = solutions({"size": 4, "clues": {}})
    assert repairs and not any(
        count_extensions(every_solution, without_clues(puzzle, cell)) for cell in clues(puzzle)
    )
    for repair in repairs:
        assert len(repair["cells"]) == 2
        assert all(f"change {cell}=" in repair["words"] for cell in repair["cells"])
        number = count_extensions(every_solution, without_clues(puzzle, *repair["cells"]))
        assert number and repair["unique"] in (True, False)


@BOTH
@pytest.mark.parametrize("do", ["conflict", "repair"])
def test_a_puzzle_with_a_solution_has_nothing_to_mend(do, puzzle):
    answer = answer_to(do, puzzle=puzzle)
    assert answer["status"] == "sat"
    assert not answer.get("cells") and not answer.get("repairs")


@pytest.mark.parametrize("do", ["generate", "minimise", "redundant", "conflict", "repair"])
def test_a_time_limit_is_reported_and_is_no_answer(do):
    large = {"size": 25, "clues": {"R1C1": 1, "R1C2": 1}, "rules": ["anti-king"]}
    answer = answer_to(do, puzzle=large, seconds=0.001)
    assert answer["stopped"] == "time"
    assert "time" in answer["words"]
    assert answer.get("status", "unknown") in ("unknown", "unsat")  # two equal clues clash
    assert answer.get("uniqueness", "undecided") == "undecided"
    assert not answer.get("puzzle") and not answer.get("cells") and not answer.get("repairs")


def test_what_the_player_entered_is_no_part_of_these_questions():
    played = {**UNIQUE, "entries": {"R1C2": 3}, "marks": {"R1C4": [1]}}
    assert answer_to("conflict", puzzle=played)["status"] == "sat"
    assert (
        answer_to("redundant", puzzle=played)["cells"]
        == answer_to("redundant", puzzle=UNIQUE)["cells"]
    )


WITHOUT_NUMPY = """
import json, sys
for name in ("numpy", "ortools", "nonet.batch"):
    sys.modules[name] = None  # as in a browser
from nonet.protocol import ask
for line in sys.stdin:
    print(json.dumps([*ask(json.loads(line))][-1]))
"""


def test_they_are_answered_where_there_is_no_numpy():
    questions = [
        {"do": do, "puzzle": puzzle}
        for do in ("generate", "minimise", "redundant", "conflict", "repair")
        for puzzle in (CLASSIC, VARIANT, CLASHING)
    ]  # fmt: skip
    process = subprocess.run(
        [sys.executable, "-c", WITHOUT_NUMPY], input="\n".join(map(json.dumps, questions)),
        capture_output=True, text=True, check=True, timeout=120,
    )  # fmt: skip
    for question, line in zip(questions, process.stdout.splitlines(), strict=True):
        *_, expected = ask(question)
        answer, expected = json.loads(line)["done"], expected["done"]
        assert answer.keys() == expected.keys()
        for name in ("status", "uniqueness", "smallest", "stopped"):
            assert answer.get(name) == expected.get(name), question
        if question["do"] == "generate":
            assert is_unique(answer["puzzle"])
