"""Minimal classics and full grids, drawn evenly."""

import numpy as np
import pytest

import nonet
from nonet.errors import PuzzleError
from nonet.setting.puzzle_rows import PuzzleRows
from tests.setting.puzzles import SIX


def test_walks_come_to_all_minimal_puzzles_of_4x4_alike():
    """Walks that all begin in one of the two classes of grids come to minimal puzzles of each class
    and number of clues as often as trying every set of clues of every grid finds such puzzles."""

    from nonet.setting import unbiased
    from nonet.setting.minlex import minlex_rows

    blank = nonet.Sudoku("." * 16)
    rows = PuzzleRows(blank)
    grids = np.array([[*map(int, s.line)] for s in nonet.iter_solutions(blank)], np.uint8)
    forms, grid_class = np.unique(minlex_rows(grids, (2, 2)), axis=0, return_inverse=True)
    assert len(grids) == 288 and len(forms) == 2
    subsets = np.arange(1 << 16)
    sets = (subsets[:, None] >> np.arange(16) & 1).astype(np.uint8)
    size, expected = sets.sum(axis=1), np.zeros((2, 17))
    for number, form in enumerate(forms):
        fewer = size <= 7  # no minimal puzzle of a 4x4 has more than 6 clues
        has_one = ~fewer
        has_one[fewer] = rows.have_unique_solution(
            sets[fewer] * form, np.repeat(form[None], fewer.sum(), axis=0)
        )
        minimal = has_one & fewer
        for cell in range(16):
            minimal &= ~(has_one[subsets & ~(1 << cell)] & (sets[:, cell] == 1))
        orbit = (grid_class.ravel() == number).sum()
        expected[number] = orbit * np.bincount(size[minimal], minlength=17)
    assert expected.sum(axis=0)[4:7].tolist() == [25_728, 58_368, 1_536]  # as is published
    rng = rows.random_generator(1, 0)
    walks = unbiased.PuzzleWalks(rows, np.repeat(forms[:1], 1_500, axis=0), rng)
    for _ in range(150):
        walks.step()
    ends = walks.clues[~walks.superfluous.any(axis=1)]
    solved = walks.solutions[~walks.superfluous.any(axis=1)]
    assert rows.are_minimal(ends, solved).all() and rows.have_unique_solution(ends, solved).all()
    own_class = (minlex_rows(solved, (2, 2)) == forms[1]).all(axis=1).astype(int)
    drawn = np.zeros((2, 17))
    np.add.at(drawn, (own_class, (ends > 0).sum(axis=1)), 1)
    assert not drawn[expected == 0].any() and len(ends) > 500
    means = expected[expected > 0] / expected.sum() * len(ends)
    chi_square = ((drawn[expected > 0] - means) ** 2 / means).sum()
    assert chi_square < 20, (drawn[expected > 0], means)


def test_grids_of_an_even_draw_are_solved_and_differ_in_what_bands_hold():

    from nonet.setting import unbiased

    rows = PuzzleRows(nonet.Sudoku("." * 81))
    solved = unbiased.uniform_grids(rows, 40, rows.random_generator(3, 0))
    assert solved.shape == (40, 81) and rows.have_unique_solution(solved, solved).all()
    assert len(np.unique(solved, axis=0)) == 40
    assert len(np.unique(solved[:, :27], axis=0)) == 40


def test_an_even_draw_hands_over_each_puzzle_as_soon_as_its_walk_ends(monkeypatch):
    from nonet.setting import unbiased

    steps = []
    step = unbiased.PuzzleWalks.step
    monkeypatch.setattr(
        unbiased.PuzzleWalks, "step", lambda walks: steps.append(len(walks.clues)) or step(walks)
    )
    for name, value in {"FIRST_STEPS": 60, "STEPS_BETWEEN": 5, "LOOKS": 4}.items():
        monkeypatch.setattr(unbiased, name, value)
    generation = nonet.generate(30, unbiased=True, seed=4)
    puzzles, steps_before = [], []
    for each in generation:
        puzzles.append(each)
        steps_before.append(len(steps))
        if each.tag.startswith("4/1/"):
            break
    few, many = unbiased.WALKS
    assert steps[:60] == [few] * 60 and max(steps) == many
    assert steps_before[0] < 75, "the first puzzle waited for walks that still went on"
    assert len({each.tag for each in puzzles}) == len(puzzles)
    for each in puzzles:
        assert not nonet.setting.redundant(each.puzzle).redundant
        assert nonet.solve(each.puzzle).solution.line == each.solution


def test_contradictory_wishes_of_an_even_draw_are_refused():
    for wishes in ({"symmetry": "full"}, {"kind": "killer"}, {"like": SIX}, {"clues": 50}):
        with pytest.raises(PuzzleError):
            nonet.generate(1, unbiased=True, **wishes)
