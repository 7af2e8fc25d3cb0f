"""Clues and rules as parts, and the names that parts answer to."""

from dataclasses import dataclass

import pytest

import nonet
from nonet.deadline import Deadline, Interrupted
from nonet.errors import PuzzleError, WrongAnswer
from nonet.model import Domain, Linear
from nonet.setting.puzzle_parts import (
    Answer,
    Part,
    checked_solution,
    clue_part,
    clue_parts,
    original_value,
    part_names,
    parts_text,
    rule_parts,
    single_sum,
)
from nonet.solving import Status
from tests.setting.puzzles import mixed_puzzle


def test_parts_are_asked_about_by_the_name_of_their_rule_or_their_own():
    puzzle = mixed_puzzle()
    marks = [rule for rule in puzzle.rules if rule.name == "thermometer"]
    answer = nonet.setting.redundant(puzzle, of="thermometers")
    parts = (*answer.redundant, *answer.needed)
    assert len(parts) == len(marks)
    for part in parts:
        other_rules = [m for m in puzzle.rules if set(getattr(m, "cells", ())) != set(part.scope)]
        reduced = nonet.Puzzle(puzzle.grid, puzzle.clues, tuple(other_rules))
        stays_unique = nonet.verify(reduced, "native").uniqueness.value == "unique"
        assert stays_unique == (part in answer.redundant), part.label
    (alone,) = nonet.setting.redundant(puzzle, of=[parts[0].label]).needed or (
        nonet.setting.redundant(puzzle, of=[parts[0].label]).redundant
    )
    assert alone.label == parts[0].label


MODEL = nonet.Sudoku("12..............", rules=["killer 5 R3C1 R3C2", "x"]).model()


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        ("clues", {"clues"}),
        ("rows,columns", {"row", "column"}),
        ("boxes", {"box"}),
        (["killer", " killer cage 5 at R3C1 "], {"killer", "killer cage 5 at r3c1"}),
        ("marks", {"killer"}),
        ("ROW 1", {"row 1"}),
        ("", set()),
        (" , ", set()),
    ],
)
def test_names_are_of_rules_of_marks_or_a_part_s_own_in_any_case_and_number(names, expected):
    assert part_names(MODEL, names) == expected


def test_marks_and_clues_are_named_only_where_there_are_any():
    blank = nonet.Sudoku("." * 16).model()
    with pytest.raises(PuzzleError, match="there are no marks here"):
        part_names(blank, "marks")
    with pytest.raises(PuzzleError, match=r"no part 'killer' here; there are box, column, row$"):
        part_names(blank, "killer")


def test_each_part_says_its_kind_its_family_and_its_value():
    clues = {part.label: part for part in clue_parts(MODEL)}
    assert list(clues) == ["R1C1=1", "R1C2=2"]
    clue = clues["R1C2=2"]
    assert (clue.kind, clue.value, clue.family, clue.scope) == ("clue", 2, "clues", ("R1C2",))
    assert clue.to_json() == {"kind": "clue", "label": "R1C2=2", "cell": "R1C2", "value": 2}
    several = clue_part("R1C3", Domain.of([1, 3]))
    assert (str(several), several.value) == ("R1C3 in {1, 3}", None)
    parts = rule_parts(MODEL)
    assert len({part.label for part in parts}) == len(parts) == 4 + 4 + 4 + 2 + 1
    cage = next(part for part in parts if part.family == "killer")
    assert (cage.label, cage.scope) == ("killer cage 5 at R3C1", ("R3C1", "R3C2"))
    assert cage.names == {"killer", "killer cage 5 at r3c1"}
    assert single_sum(cage).constant == original_value(cage) == 5
    row = parts[0]
    assert single_sum(row) is None and original_value(row) is None
    assert original_value(clue) == 2
    assert row.to_json() == {"kind": "rule", "label": "row 1", "cells": list(row.scope)}


def test_the_sum_of_a_part_is_its_only_equation():
    sums = [Linear.sum(("a", "b"), op, 3) for op in ("==", "==", "<=")]
    assert single_sum(Part("rule", "x", ("a", "b"), constraints=tuple(sums))) is None
    assert single_sum(Part("rule", "x", ("a", "b"), constraints=tuple(sums[1:]))) == sums[1]


@pytest.mark.parametrize(
    ("parts", "text"),
    [
        ([], "nothing"),
        (["a"], "a"),
        (["a", "b"], "a and b"),
        (["a", "b", "c"], "a, b and c"),
    ],
)
def test_parts_are_listed_in_words(parts, text):
    assert parts_text(parts) == text


def test_unnamed_constraints_are_parts_of_their_own():
    build = nonet.Model({"x": [1, 2], "y": [1, 2]}, [Linear.sum(("x", "y"), "<=", 3)] * 1)
    build = build.add(Linear.sum(("x", "y"), ">=", 2))
    labels = [part.label for part in rule_parts(build)]
    assert len(labels) == 2 and all("x" in label and "y" in label for label in labels)


def test_values_that_are_no_solution_are_not_handed_over():
    puzzle = nonet.parse("1.3.34....2..1..")
    solution = dict(nonet.solve(puzzle).solution)
    model = puzzle.model()
    assert checked_solution({**solution, "other": 7}, model, puzzle) == nonet.solve(puzzle).solution
    with pytest.raises(WrongAnswer, match="no solution"):
        checked_solution({**solution, "R1C1": 2}, model, puzzle)


@dataclass(frozen=True, repr=False)
class Told(Answer):
    puzzle: object
    parts: tuple
    number: float
    stopped_by: str | None = None
    seconds: float = 0.0

    def _in_words(self):
        return "told"


def test_an_answer_is_data_of_lines_and_rounded_numbers_and_has_no_truth():
    puzzle = nonet.parse("1.3.34....2..1..")
    answer = Told(puzzle, (clue_parts(MODEL)[0], Status.SAT), 1.23456789)
    assert answer.to_json() == {
        "puzzle": puzzle.line(),
        "parts": [clue_parts(MODEL)[0].to_json(), "sat"],
        "number": 1.234568,
        "stopped_by": None,
        "seconds": 0.0,
    }
    assert repr(answer) == "<Told told>" and not answer.stopped
    with pytest.raises(TypeError):
        bool(answer)
    late = Deadline(1e-9)
    assert not late.finishes(late.check)
    timed = answer.timed(late)
    assert timed.stopped and timed.stopped_by == "time" and timed.seconds > 0
    late.stopped_by = "interrupt"
    with pytest.raises(Interrupted) as stop:
        answer.timed(late)
    assert stop.value.outcome.stopped_by == "interrupt"
