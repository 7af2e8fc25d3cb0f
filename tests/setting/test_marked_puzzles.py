"""Puzzles told by marks: each has one solution, and the marks and digits asked for."""

import json
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

import nonet
from benchmarks.setting import reference_model
from nonet.cli import main
from nonet.deadline import Deadline
from nonet.setting import marked_puzzles
from nonet.setting.live_solvers import AssumptionSolver
from nonet.setting.mark_layouts import MarkDemands
from nonet.setting.mark_selection import pool_mark
from nonet.setting.marked_puzzles import MarkedPuzzleGenerator

SMALL = nonet.Sudoku("." * 36)


@pytest.mark.slow(0.3)
@pytest.mark.parametrize("kind", ["killer", "thermometer", "dots", "killer,thermometer"])
def test_puzzles_without_digits_have_one_solution_by_a_textbook_model(kind):
    for generated in nonet.generate(2, kind=kind, seed=7):
        assert not generated.puzzle.clues
        assert reference_model.solutions(generated.puzzle) == [generated.solution]


def test_a_killer_has_the_cages_that_were_asked_for():
    for requested, size in (((24, 30), (2, 5)), ((30, 36), (2, 3))):
        for generated in nonet.generate(3, kind="killer", marks=requested, sizes=size, seed=2):
            cages = generated.puzzle.rules[3:]
            assert requested[0] <= len(cages) <= requested[1]
            assert {len(cage.cells) for cage in cages} <= set(range(size[0], size[1] + 1))
            cells = [cell for cage in cages for cell in cage.cells]
            assert sorted(cells) == sorted(generated.puzzle.grid.cells), "each cell is in one cage"


@pytest.mark.parametrize("kind", ["killer", "thermometer", "arrow,dots"])
def test_marks_of_large_grids_have_some_digits_beside_them(kind, monkeypatch):
    monkeypatch.setattr("nonet.setting.mark_layouts.LARGE", 30)
    monkeypatch.setattr("nonet.setting.mark_layouts.LARGE_WITH_LINES", 30)
    for generated in nonet.generate(2, like=SMALL, kind=kind, seed=5):
        if kind == "killer":
            sizes = [len(rule.cells) for rule in generated.puzzle.rules if rule.name == "killer"]
            assert set(sizes) <= {2, 3} and sum(sizes) == 36
        assert len(generated.puzzle.clues) < 12 and len(generated.puzzle.rules) > 4
        verdict = nonet.verify(generated.puzzle, "cpsat")
        assert verdict.uniqueness.value == "unique"
        assert verdict.witnesses[0].line == generated.solution
    (generated,) = nonet.generate(1, like=SMALL, kind=kind, clues=12)
    assert len(generated.puzzle.clues) == 12


def test_a_place_has_one_mark_of_a_kind_and_large_grids_one_for_four_cells(monkeypatch):
    corner, other = SMALL.grid.cells[:2] + SMALL.grid.cells[6:8], SMALL.grid.cells[7:9]
    first, second, elsewhere = (
        pool_mark("exclusion", nonet.make_rule("exclusion", cells=cells, values=values))
        for cells, values in ((corner, (1,)), (corner, (2, 3)), (corner[2:] + other, (1,)))
    )
    assert first.clashes_with(second) and not first.clashes_with(elsewhere)
    monkeypatch.setattr("nonet.setting.mark_layouts.LARGE_WITH_LINES", 30)
    (generated,) = nonet.generate(1, like=SMALL, kind="exclusion", seed=2)
    assert sum(rule.name == "exclusion" for rule in generated.puzzle.rules) == 9


@pytest.mark.slow(0.9)
def test_marks_of_two_kinds_come_in_like_numbers():
    names = []
    for generated in nonet.generate(3, kind="whispers,arrow", seed=51):
        marks = [rule.name for rule in generated.puzzle.rules[3:]]
        assert not generated.puzzle.clues and set(marks) == {"whispers", "arrow"}
        names += marks
        assert reference_model.solutions(generated.puzzle) == [generated.solution]
    assert 2 * min(map(names.count, set(names))) >= max(map(names.count, set(names)))


@pytest.mark.slow(0.7)
def test_kinds_that_cannot_do_without_a_digit_have_one():
    for kind, renamed in (("whispers", "987654321"), ("sandwich", "923456781")):
        (generated,) = nonet.generate(1, kind=kind, seed=4)
        assert len(generated.puzzle.clues) == 1
        assert reference_model.solutions(generated.puzzle) == [generated.solution]
        image = generated.solution.translate(str.maketrans("123456789", renamed))
        values = dict(zip(generated.puzzle.grid.cells, map(int, image), strict=True))
        assert replace(generated.puzzle, clues={}).model().accepts(values)


@pytest.mark.parametrize("kind", ["whispers", "renban", "sandwich"])
def test_where_no_digit_is_asked_for_black_dots_exclude_the_image_of_the_solution(kind, capsys):
    options = ["--kind", kind, "--size", "6", "--clues", "0", "--seed", "4", "--format", "json"]
    assert main(["generate", *options]) == 0
    out, err = capsys.readouterr()
    puzzle = nonet.parse(out)
    marks = puzzle.rules[3:]
    assert not puzzle.clues and "black dots say which" in err
    assert {mark.name for mark in marks} == {kind, "black-dot"}
    verdict = nonet.verify(puzzle, "cpsat")
    assert verdict.uniqueness.value == "unique"
    assert verdict.witnesses[0].line == json.loads(out)["solution"]
    without = SMALL.with_rules(*(mark for mark in marks if mark.name == kind))
    assert nonet.verify(without).uniqueness.value == "multiple"


def test_several_kinds_stand_in_one_puzzle():
    (generated,) = nonet.generate(
        1, like=SMALL, kind=["arrow", "dots"], marks={"arrow": (2, 4)}, seed=1
    )
    names = [mark.name for mark in generated.puzzle.rules[3:]]
    assert 2 <= names.count("arrow") <= 4
    assert {"white-dot", "black-dot"}.intersection(names)
    assert nonet.verify(generated.puzzle).uniqueness.value == "unique"


def test_cages_that_are_drawn_without_sums_get_sums_that_leave_one_solution():
    (generated,) = nonet.generate(1, kind="killer", seed=7)
    drawn = [replace(cage, sum=None) for cage in generated.puzzle.rules[3:]]
    like = nonet.Sudoku("." * 81).with_rules(*drawn)
    (filled,) = nonet.generate(1, like=like, kind="killer", seed=1)
    assert [cage.cells for cage in filled.puzzle.rules[3:]] == [cage.cells for cage in drawn]
    assert all(cage.sums for cage in filled.puzzle.rules[3:]), "no cage is left without a sum"
    assert not filled.puzzle.clues, "cages that cover the grid say all"
    assert reference_model.solutions(filled.puzzle) == [filled.solution]
    few = nonet.Sudoku("." * 81).with_rules(*drawn[:12])
    (partly,) = nonet.generate(1, like=few, kind="killer", seed=1)
    assert 0 < len(partly.puzzle.clues) < 15
    assert reference_model.solutions(partly.puzzle) == [partly.solution]


@pytest.mark.slow(0.7)
def test_digits_are_given_where_they_are_asked_for_or_needed():
    (generated,) = nonet.generate(1, like=SMALL, kind="killer", clues=4, seed=1)
    assert len(generated.puzzle.clues) == 4
    (generated,) = nonet.generate(1, like=SMALL, kind="renban", seed=1)
    assert generated.puzzle.clues, "each solution without a digit has a mirror image"


BLANK = nonet.Sudoku("." * 16)
SOLUTION = dict(nonet.solve("1.3.34....2..1..").solution)


def generator_of(*kinds, like=BLANK, **demands):
    return MarkedPuzzleGenerator(like, MarkDemands(kinds, **demands), Deadline(None))


@pytest.mark.parametrize("seed", range(4))
def test_where_no_cages_leave_one_solution_digits_say_the_rest(seed, monkeypatch):
    monkeypatch.setattr(marked_puzzles, "MAX_CAGE_CHANGES", 0)
    like = BLANK.with_clues({"R1C1": SOLUTION["R1C1"]})
    puzzle, solution = generator_of("killer", like=like).puzzle(SOLUTION, Random(seed))
    verdict = nonet.verify(puzzle, "native")
    assert verdict.uniqueness.value == "unique" and dict(verdict.witnesses[0]) == dict(solution)
    cages = [rule for rule in puzzle.rules if rule.name == "killer"]
    covered = [cell for cage in cages for cell in cage.located(BLANK.grid)]
    assert sorted(covered) == sorted(BLANK.grid.cells)
    assert like.clues.items() <= puzzle.clues.items()
    for cell in puzzle.clues.keys() - like.clues.keys():
        fewer = {each: value for each, value in puzzle.clues.items() if each != cell}
        assert nonet.verify(puzzle.with_clues(fewer), "native").uniqueness.value == "multiple"


def test_digits_are_all_given_where_no_short_search_tells_which_are_needed(monkeypatch):
    monkeypatch.setattr(marked_puzzles, "MAX_CAGE_CHANGES", 0)
    monkeypatch.setattr(AssumptionSolver, "solve_bounded", lambda *given: None)
    puzzle, solution = generator_of("killer").puzzle(SOLUTION, Random(1))
    assert dict(puzzle.clues) == dict(solution)


@pytest.mark.parametrize(
    ("kinds", "demands"),
    [
        (("killer",), {}),
        (("killer",), {"marks": {"": (1, 7)}}),
        (("thermometer",), {}),
        (("thermometer",), {"digits": (0, 2)}),
        (("dots",), {}),
        (("arrow", "dots"), {"marks": {"arrow": (1, 2)}}),
    ],
)
def test_easier_puzzles_have_a_mark_or_a_digit_more_each_up_to_the_numbers_asked_for(
    kinds, demands
):
    generator = generator_of(*kinds, **demands)
    puzzle, solution = generator.puzzle(SOLUTION, Random(3))
    series = generator.easier(puzzle, solution, Random(4))
    assert series[0] == puzzle
    values = {cell: solution[cell] for cell in BLANK.grid.cells}
    numbers = [len(each.rules) for each in series]
    assert numbers == sorted(numbers)
    for before, each in pairwise(series):
        assert each.with_clues({}).model().accepts(values)
        assert each.clues.items() <= values.items() and before.clues.items() <= each.clues.items()
        more = len(each.rules) - len(before.rules), len(each.clues) - len(before.clues)
        assert more in ((1, 0), (0, 1)), "one mark or one digit, marks first"
    steps = [len(each.clues) for each in series]
    most = demands.get("digits", (0, max(len(puzzle.clues), 16 // marked_puzzles.CELLS_PER_DIGIT)))[
        1
    ]
    assert max(steps) == max(most, len(puzzle.clues))
    added = numbers[-1] - numbers[0]
    if kinds != ("killer",):
        assert added <= marked_puzzles.MORE_MARKS * len(kinds)
    for kind, (_, greatest) in demands.get("marks", {}).items():
        name = kind or kinds[0]
        assert sum(rule.name == name for rule in series[-1].rules) <= greatest
