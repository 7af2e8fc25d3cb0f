"""Regions of a jigsaw, drawn: equal in size, connected, and with a solution."""

from random import Random

import pytest

import nonet
from nonet.deadline import Deadline
from nonet.errors import PuzzleError
from tests.setting.puzzles import RUNS, SIX, is_unique


def test_the_regions_of_a_jigsaw_are_drawn_where_none_are_given(monkeypatch):
    generated = list(nonet.generate(2, like=SIX, rules="jigsaw", seed=3))
    rules = {rule for each in generated for rule in each.puzzle.rules if rule.name == "jigsaw"}
    assert len(rules) == 2, "each puzzle has regions of its own"
    rule = generated[0].puzzle.rules[-1]
    (second,) = nonet.generate(1, like=SIX, rules="jigsaw", seed=3, after=generated[0].tag)
    assert second.puzzle == generated[1].puzzle
    assert all(is_unique(each.puzzle, each.solution) for each in generated)
    assert [rule.layout.count(letter) for letter in "ABCDEF"] == [6] * 6
    (other,) = nonet.generate(1, like=SIX, rules=["x", "irregular"], seed=4)
    assert [rule.name for rule in other.puzzle.rules] == ["rows", "columns", "diagonals", "jigsaw"]
    assert other.puzzle.rules[-1].layout != rule.layout
    late = nonet.generate(1, like=SIX, rules="jigsaw", seed=3, time_limit=1e-9)
    assert list(late) == [] and late.stopped
    clash = nonet.Puzzle(SIX.grid).with_clues({"R1C1": 1, "R1C2": 1})
    with pytest.raises(PuzzleError, match="no regions leave a solution: R1C1=1 and R1C2=1 clash"):
        nonet.generate(1, like=clash, rules="jigsaw", seed=3)
    monkeypatch.setattr("nonet.setting.regions.LAYOUTS", 3)
    corner = {f"R{n}C1": n for n in range(1, 7)} | {f"R1C{n}": n for n in range(2, 7)}
    corner |= {"R2C2": 3, "R3C2": 4}
    clash = nonet.Sudoku("." * 36).with_clues(corner)
    with pytest.raises(PuzzleError, match="3 layouts were drawn, and none leaves"):
        nonet.generate(1, like=clash, rules="jigsaw", seed=3)
    with pytest.raises(PuzzleError, match="one square"):
        nonet.generate(1, like=RUNS, rules="jigsaw", seed=3)


def test_large_jigsaws_are_drawn_with_a_solution():
    (generated,) = nonet.generate(1, like=nonet.Sudoku("." * 144), rules="jigsaw", seed=1)
    assert is_unique(generated.puzzle, generated.solution, "cpsat")
    rule = generated.puzzle.rules[-1]
    assert [rule.layout.count(letter) for letter in "ABCDEFGHIJKL"] == [12] * 12


def test_regions_and_a_solution_that_are_found_together_fit(monkeypatch):
    from nonet.setting import regions

    monkeypatch.setattr(regions, "MAX_QUICK_SIZE", 8)
    puzzle, values = regions.with_random_regions(nonet.Sudoku("." * 81), Random(1), Deadline(None))
    assert puzzle.model().accepts(values)
    assert puzzle.rules[-1].layout != "".join(
        letter
        for rows in ("ABC", "DEF", "GHI")
        for _ in range(3)
        for letter in rows
        for _ in range(3)
    )
