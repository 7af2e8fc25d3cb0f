"""Clues and full grids of large grids, one by one by a live solver."""

import json
from random import Random

import pytest

import nonet
from nonet.cli import main
from nonet.deadline import Deadline
from nonet.puzzle.grid import place
from tests.setting.puzzles import is_unique


def test_a_grid_of_more_than_300_cells_may_have_superfluous_clues_with_a_note(capsys):
    assert main(["generate", "--size", "18", "--seed", "1", "--format", "json"]) == 0
    out, err = capsys.readouterr()
    puzzle = json.loads(out)
    assert puzzle["clues"] < 162 and "with --minimal each is needed" in err
    assert is_unique(nonet.parse(puzzle["puzzle"]), puzzle["solution"], "cpsat")


def test_the_middle_of_a_large_minimal_puzzle_is_emptied_first(
    monkeypatch,
):
    monkeypatch.setattr("nonet.setting.puzzle_rows.LARGE", 100)
    like = nonet.Sudoku("." * 144)
    (generated,) = nonet.generate(1, like=like, minimal=True, seed=1)
    assert is_unique(generated.puzzle, generated.solution, "cpsat")
    assert nonet.setting.redundant(generated.puzzle, time_limit=None).redundant == ()
    middle = {cell for cell in like.grid.cells if all(3 <= at < 9 for at in place(cell))}
    in_the_middle = len(middle & generated.puzzle.clues.keys()) / len(middle)
    assert in_the_middle < 0.2 < len(generated.puzzle.clues) / 144


@pytest.mark.parametrize("propagations", [0.01, 0.1, 10])
def test_clues_are_minimal_however_short_the_tests_are(propagations, monkeypatch):
    from nonet.setting import large_grids
    from nonet.setting.live_solvers import PROPAGATOR, AssumptionSolver

    monkeypatch.setattr(large_grids, "PROPAGATIONS_PER_VALUE", propagations)
    puzzle = nonet.Sudoku("." * 81)
    solution = nonet.solve(puzzle).solution
    solver = AssumptionSolver(puzzle.model().structure, Deadline(None), PROPAGATOR)
    pairs = [
        [cell, other]
        for cell, other in zip(puzzle.grid.cells, puzzle.grid.cells[::-1], strict=True)
    ]
    groups = [*pairs[:40], ["R5C5"]]
    theme = puzzle.grid.cells[:3]
    removal = large_grids.ClueRemoval(solver, solution, groups, theme, Random(3))
    if propagations == 0.1:
        removal.begin_in_the_middle()
    clues = {cell: solution[cell] for cell in (*removal.minimal_clues(), *theme)}
    assert nonet.verify(puzzle.with_clues(clues)).uniqueness.value == "unique"
    for group in groups:
        removed = set(group) - set(theme)
        if removed & clues.keys():
            fewer = {cell: value for cell, value in clues.items() if cell not in removed}
            assert nonet.verify(puzzle.with_clues(fewer)).uniqueness.value == "multiple"
    many = large_grids.ClueRemoval(solver, solution, groups, (), Random(3)).fewer_clues(50)
    assert 50 <= len(many) < (60 if propagations == 10 else 82)
