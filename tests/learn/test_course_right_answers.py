"""Two unusual right answers to each exercise, all of which pass."""

from types import SimpleNamespace

import pytest

import nonet
from nonet.learn import COURSE, find_exercise
from nonet.learn.check_process import grade_in_process
from nonet.learn.checks import CheckFailed
from nonet.learn.exercises import make_it_unique
from nonet.puzzle.rules.lines import Thermometer
from tests.cases import as_one_test

pytestmark = pytest.mark.usefixtures("small_seal")

THERMOMETERS = (("R4C1", "R3C1", "R3C2"), ("R1C1", "R2C2", "R2C3", "R1C4"))

RIGHT = {
    "read-a-model": [
        ("len(model.variables)", "4 * 4"),
        ('["R1C3", "R2C3", "R3C3", "R4C3"]', 'tuple(f"R{row}C3" for row in range(1, 5))'),
    ],
    "declare-a-sudoku": [
        (
            "for column in numbers]) for row in numbers]",
            "for column in reversed(numbers)]) for row in reversed(numbers)]",
        ),
        ('": numbers for row', '": {*numbers} for row'),
        ("[*rows(4), *units]", "[*rows(4)[1:], *units]"),  # the first row follows
        ("for left in (1, 3)", "for left in (1,)"),  # so do the boxes on the right
        (
            "[nonet.AllDifferent(unit) for unit in (*columns, *boxes)]",
            "[nonet.model.Linear((a, b), (1, -1), '!=', 0) for u in (*columns, *boxes) for i, a "
            "in enumerate(u) for b in u[:i]]",
        ),
        (
            "[nonet.AllDifferent(unit)",
            "[nonet.model.Linear.sum(row.scope, '==', 10) for row in rows(4)] + [nonet.AllDifferent(unit)",
        ),
    ],
    "count-right": [
        (
            "tuple(solution[cell] for cell in cells) for solution in solutions",
            "','.join(str(solution[cell]) for cell in cells) for solution in solutions",
        ),
        (
            "seen.add(tuple(solution[cell] for cell in cells))",
            "seen.add(frozenset((cell, solution[cell]) for cell in cells))",
        ),
    ],
    "time-is-no-answer": [
        ("    if outcome.solutions:\n", "    if outcome.status is nonet.Status.SAT:\n"),
        ("return len(outcome.solutions) == 1", "return bool(outcome.solutions)"),
    ],
    "killer-cage": [
        (
            '[nonet.AllDifferent(cells), nonet.model.Linear.sum(cells, "==", total)]',
            "(nonet.model.Linear.sum(cells, '==', total), nonet.AllDifferent(cells))",
        ),
        ("combinations(values, number)", "combinations(reversed(values), number)"),
    ],
    "break-a-symmetry": [
        (
            "[smallest < right, smallest < below, smallest < opposite, right < below]",
            "(opposite > smallest, right > smallest, below > smallest, below > right)",
        ),
        ('f"R1C{column}": [column]', 'f"R4C{column}": [5 - column]'),
    ],
    "find-the-clash": [
        ("    return set(clues)\n", "    return frozenset(clues)\n"),
        ("for cell in puzzle.clues:", "for cell in reversed(list(puzzle.clues)):"),
    ],
    "make-it-unique": [
        ("verdict.differing[0]", "verdict.differing[-1]"),
        ("verdict.witnesses[0][cell]", "verdict.witnesses[1][cell]"),
    ],
    "exact-cover": [
        ("(row - 1) // 2 * 2 + (column - 1) // 2 + 1", "(row + 1) // 2 * 2 + (column + 1) // 2 - 2"),
        ("for value in NUMBERS", "for value in reversed(NUMBERS)"),
    ],
    "two-views": [
        ("build.inverse(slot, talk)", "build.inverse(talk, slot)"),
        ("build.add(slot[a] < slot[b])", "build.add(slot[b] - slot[a] >= 1)"),
    ],
}  # fmt: skip
CASES = [(name, old, new) for name, right in RIGHT.items() for old, new in right]


@as_one_test(CASES)
def test_an_unusual_right_answer_passes(name, old, new):
    exercise = find_exercise(name)
    assert old in exercise.solution
    report = grade_in_process(exercise, exercise.solution.replace(old, new))
    assert report.passed, report.results[-1]


def test_each_exercise_has_two_unusual_right_answers():
    assert {exercise.name for exercise in COURSE} == set(RIGHT)
    assert min(map(len, RIGHT.values())) >= 2


def test_a_rule_that_makes_the_puzzle_unique_is_no_clue():
    rules = [Thermometer(line) for line in THERMOMETERS]
    puzzle = nonet.Sudoku("." * 16)
    assert nonet.verify(puzzle.with_rules(*rules)).uniqueness is nonet.Uniqueness.UNIQUE
    work = SimpleNamespace(make_unique=lambda puzzle: puzzle.with_rules(*rules))
    with pytest.raises(CheckFailed, match="other rules or another grid"):
        make_it_unique.count_added_clues(work, puzzle)
