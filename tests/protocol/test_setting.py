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
from nonet.setting.level_generation import ease_to_level, level_index
from nonet.techniques.policies import LEVELS
from tests.protocol.questions import BOTH, CLASSIC, VARIANT, asked, refused, solutions

pytest.importorskip("pysolvers", reason="a setter's questions need python-sat")

PUZZLES = Path(__file__).parents[2] / "puzzles"
ONE = {**VARIANT, "clues": "1.3.34....2..1..", "rules": []}
HARD = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."
"""AI Escargot, beyond all levels but the last."""
THREE = {"size": 4, "clues": {"R1C1": 1, "R1C2": 2, "R2C4": 4, "R4C4": 1}}
"""The first three clues clash."""
EVEN = {
    "size": 4,
    "clues": {"R1C1": 1, "R2C1": 3, "R3C3": 2},
    "rules": [{"rule": "even", "cells": ["R1C1"]}],
}
"""A variant in which one clue breaks a rule."""
BROKEN = pytest.mark.parametrize("puzzle", [THREE, EVEN], ids=["classic", "variant"])


def clues(puzzle: dict) -> dict[str, int]:
    given = puzzle["clues"]
    return given if isinstance(given, dict) else dict(nonet.parse(json.dumps(puzzle)).clues)


def among(every: list[dict[str, int]], puzzle: dict) -> int:
    """How many of these solutions have the clues of a puzzle, which may clash."""
    return sum(clues(puzzle).items() <= solution.items() for solution in every)


def without(puzzle: dict, *cells: str) -> dict:
    kept = {cell: value for cell, value in clues(puzzle).items() if cell not in cells}
    return {**puzzle, "clues": kept}


def is_unique(puzzle: dict) -> bool:
    """By the native solver, where the setter's questions ask a SAT solver."""
    verdict = nonet.verify(nonet.parse(json.dumps(puzzle)), "native")
    assert verdict.uniqueness.value != "undecided"
    return verdict.uniqueness.value == "unique"


@BOTH
def test_a_new_puzzle_has_the_rules_one_solution_and_no_clue_too_many(puzzle):
    told = asked("generate", puzzle=puzzle)
    made = told["puzzle"]
    like = nonet.parse(json.dumps(puzzle))
    assert nonet.parse(json.dumps(made)).with_clues({}) == like.with_clues({})
    assert is_unique(made)
    assert not any(is_unique(without(made, cell)) for cell in clues(made))
    assert f"{len(clues(made))} clue" in told["words"]
    others = (asked("generate", puzzle=puzzle)["puzzle"] for _ in range(5))
    assert any(other != made for other in others)


@pytest.mark.parametrize("level", LEVELS)
def test_a_new_puzzle_is_as_hard_as_was_asked(level):
    told = asked("generate", puzzle=CLASSIC, level=level, seconds=120)
    assert is_unique(told["puzzle"])
    assert nonet.rate(json.dumps(told["puzzle"]), "hodoku").level == level
    assert f"{level.lower()} to solve" in told["words"]


def test_clues_given_back_are_as_few_as_make_it_so_easy():
    """Of the clues that were given back the last cannot go: without it the level is another."""
    clock = Deadline(120)
    hard = nonet.parse(HARD)
    order = [cell for cell in hard.grid.cells if cell not in hard.clues]
    Random(1).shuffle(order)
    easier = ease_to_level(hard, 0, clock, Random(1))
    assert easier is not None and LEVELS[level_index(easier, clock)] == "Easy"
    further = [cell for cell in order if cell in easier.clues]
    assert further == order[: len(further)]
    fewer = {cell: value for cell, value in easier.clues.items() if cell != further[-1]}
    assert level_index(easier.with_clues(fewer), clock) > 0


def test_a_level_that_is_none_is_refused_and_one_out_of_reach_runs_out_of_time():
    told = refused("generate", puzzle=CLASSIC, level="Eazy")
    assert "Easy" in told["error"]
    told = asked("generate", puzzle={"size": 4, "clues": {}}, level="Extreme", seconds=1)
    assert (told["puzzle"], told["stopped"]) == (None, "time")


@pytest.mark.parametrize("name", ["jigsaw", "samurai"])
def test_a_new_puzzle_has_the_grid_of_the_old_one_and_nothing_else_of_it(name):
    like = next(iter(nonet.read(PUZZLES / f"{name}.json")))
    played = {"name": "Ann's", "entries": {"R1C1": 1}, "candidates": {"R1C2": [1]}}
    document = {**json.loads(nonet.write([like], "json")), **played}
    told = asked("generate", puzzle=document, seconds=60)
    made = nonet.parse(json.dumps(told["puzzle"]))
    assert (made.grid, made.rules) == (like.grid, like.rules)
    assert not made.name and not made.entries and not made.candidates
    assert is_unique(told["puzzle"])


def test_rules_that_leave_no_solution_make_no_puzzle():
    rules = [{"rule": "even", "cells": ["R1C1", "R1C2", "R1C3"]}]
    told = refused("generate", puzzle={"size": 4, "clues": {}, "rules": rules})
    assert told["kind"] == "PuzzleError"
    assert "no solution" in told["error"]


@pytest.mark.parametrize(
    "puzzle", [CLASSIC, {**VARIANT, "clues": "1234............"}], ids=["classic", "variant"]
)
def test_clues_are_taken_away_until_none_can_go(puzzle):
    told = asked("minimise", puzzle=puzzle)
    left = told["puzzle"]
    assert clues(left).items() < clues(puzzle).items()
    assert is_unique(left)
    assert not any(is_unique(without(left, cell)) for cell in clues(left))
    gone = len(clues(puzzle)) - len(clues(left))
    assert f"{gone} clue" in told["words"]
    assert asked("minimise", puzzle=left)["words"] == "every clue is needed"


@pytest.mark.parametrize("do", ["minimise", "redundant"])
@pytest.mark.parametrize(
    ("puzzle", "says"), [(VARIANT, "several solutions"), (THREE, "no solution")]
)
def test_of_a_puzzle_without_one_solution_that_is_said(do, puzzle, says):
    told = asked(do, puzzle=puzzle)
    assert says in told["words"]
    assert told["uniqueness"] == ("multiple" if puzzle is VARIANT else "none")
    assert not told.get("puzzle") and not told.get("cells")


@pytest.mark.parametrize(
    "puzzle", [ONE, {**VARIANT, "clues": "1234............"}], ids=["classic", "variant"]
)
def test_clues_are_redundant_exactly_where_one_solution_stays_without_them(puzzle):
    assert len(solutions(puzzle)) == 1
    told = asked("redundant", puzzle=puzzle)
    spare = [cell for cell in clues(puzzle) if len(solutions(without(puzzle, cell))) == 1]
    assert sorted(told["cells"]) == sorted(spare)
    assert spare
    assert told["undecided"] == []


@BROKEN
def test_the_fewest_clues_that_clash_are_told(puzzle):
    told = asked("conflict", puzzle=puzzle)
    assert (told["status"], told["smallest"], told["stopped"]) == ("unsat", True, None)
    given = clues(puzzle)
    kept = {cell: given[cell] for cell in told["cells"]}
    assert not solutions({**puzzle, "clues": kept})
    for fewer in combinations(given, len(kept) - 1):
        assert solutions({**puzzle, "clues": {cell: given[cell] for cell in fewer}})
    assert all(cell in told["words"] for cell in kept)


def test_rules_that_clash_by_themselves_are_told_with_their_cells():
    rules = [{"rule": "even", "cells": ["R1C1", "R1C2", "R1C3"]}]
    told = asked("conflict", puzzle={"size": 4, "clues": {}, "rules": rules})
    assert told["status"] == "unsat"
    assert {"R1C1", "R1C2", "R1C3"} <= set(told["cells"])
    assert "even" in told["words"]


@BROKEN
def test_each_repair_leaves_a_solution_and_none_is_missing(puzzle):
    told = asked("repair", puzzle=puzzle)
    given = clues(puzzle)
    every = solutions({**puzzle, "clues": {}})
    found = {(each["cells"][0], each["words"].partition(":")[0]): each for each in told["repairs"]}
    for cell in given:
        for value in (None, 1, 2, 3, 4):
            if value == given[cell]:
                continue
            changed = without(puzzle, cell)
            if value is not None:
                changed["clues"][cell] = value
            what = "drop" if value is None else "change"
            told_as = f"{what} {cell}={given[cell]}" + ("" if value is None else f" to {value}")
            count = among(every, changed)
            each = found.pop((cell, told_as), None)
            assert (each is not None) == (count > 0), told_as
            assert each is None or each["unique"] == (count == 1)
    assert not found


def test_where_no_single_change_suffices_changes_of_the_fewest_together_are_told():
    puzzle = {"size": 4, "clues": {"R1C1": 1, "R1C2": 1, "R4C3": 2, "R4C4": 2}}
    ways = asked("repair", puzzle=puzzle)["repairs"]
    every = solutions({"size": 4, "clues": {}})
    assert ways and not any(among(every, without(puzzle, cell)) for cell in clues(puzzle))
    for way in ways:
        assert len(way["cells"]) == 2
        assert all(f"change {cell}=" in way["words"] for cell in way["cells"])
        number = among(every, without(puzzle, *way["cells"]))
        assert number and way["unique"] in (True, False)


@BOTH
@pytest.mark.parametrize("do", ["conflict", "repair"])
def test_a_puzzle_with_a_solution_has_nothing_to_mend(do, puzzle):
    told = asked(do, puzzle=puzzle)
    assert told["status"] == "sat"
    assert not told.get("cells") and not told.get("repairs")


@pytest.mark.parametrize("do", ["generate", "minimise", "redundant", "conflict", "repair"])
def test_a_time_limit_is_said_and_is_no_answer(do):
    large = {"size": 25, "clues": {"R1C1": 1, "R1C2": 1}, "rules": ["anti-king"]}
    told = asked(do, puzzle=large, seconds=0.001)
    assert told["stopped"] == "time"
    assert "time" in told["words"]
    assert told.get("status", "unknown") == "unknown"
    assert told.get("uniqueness", "undecided") == "undecided"
    assert not told.get("puzzle") and not told.get("cells") and not told.get("repairs")


def test_what_the_player_entered_is_no_part_of_these_questions():
    played = {**ONE, "entries": {"R1C2": 3}, "marks": {"R1C4": [1]}}
    assert asked("conflict", puzzle=played)["status"] == "sat"
    assert asked("redundant", puzzle=played)["cells"] == asked("redundant", puzzle=ONE)["cells"]


ALONE = """
import json, sys
for name in ("numpy", "numba", "ortools", "nonet.batch"):
    sys.modules[name] = None  # as in a browser
from nonet.protocol import ask
for line in sys.stdin:
    print(json.dumps([*ask(json.loads(line))][-1]))
"""


def test_they_are_answered_where_there_is_no_numpy():
    questions = [
        {"do": do, "puzzle": puzzle}
        for do in ("generate", "minimise", "redundant", "conflict", "repair")
        for puzzle in (CLASSIC, VARIANT, THREE)
    ]  # fmt: skip
    done = subprocess.run(
        [sys.executable, "-c", ALONE], input="\n".join(map(json.dumps, questions)),
        capture_output=True, text=True, check=True, timeout=120,
    )  # fmt: skip
    for question, line in zip(questions, done.stdout.splitlines(), strict=True):
        *_, here = ask(question)
        there, here = json.loads(line)["done"], here["done"]
        assert there.keys() == here.keys()
        for name in ("status", "uniqueness", "smallest", "stopped"):
            assert there.get(name) == here.get(name), question
        if question["do"] == "generate":
            assert is_unique(there["puzzle"])
