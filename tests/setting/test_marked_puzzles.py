"""Puzzles told by marks: each has one solution, and the marks and digits asked for."""

import json
from dataclasses import replace

import pytest

import nonet
from benchmarks.setting import reference_model
from nonet.cli import main
from nonet.setting.mark_selection import pool_mark

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
