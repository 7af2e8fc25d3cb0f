"""Canonical forms: judged by all images of small grids, and by random images of others."""

import numpy as np
import pytest

import nonet
from nonet.cli import main
from nonet.errors import PuzzleError
from nonet.setting.canonical import orbits


def test_a_variant_has_one_form_however_it_is_turned():
    thermometers = ["thermometer R1C1 R1C2 R1C3", "arrow R3C3 R2C4 R1C4"]
    turned = ["thermometer R4C4 R4C3 R4C2", "arrow R2C2 R3C1 R4C1"]
    form = nonet.setting.canonical(nonet.Sudoku("1" + "." * 15, rules=thermometers))
    assert form == nonet.setting.canonical(nonet.Sudoku("." * 15 + "1", rules=turned))
    assert form != nonet.setting.canonical(
        nonet.Sudoku("." * 15 + "2", rules=turned)
    )  # values count
    flipped = [turned[0], "arrow R2C2 R3C1 R3C2"]
    assert form != nonet.setting.canonical(nonet.Sudoku("." * 15 + "1", rules=flipped))


def test_rules_that_turning_changes_keep_puzzles_apart():
    little = nonet.setting.canonical(nonet.Sudoku("." * 16, rules=["little-killer R0C1 DR 6"]))
    assert little == nonet.setting.canonical(
        nonet.Sudoku("." * 16, rules=["little-killer R5C1 UR 6"])
    )
    assert little != nonet.setting.canonical(
        nonet.Sudoku("." * 16, rules=["little-killer R5C1 UR 7"])
    )
    x = nonet.Sudoku("1..." + "." * 12, rules=["x"])
    assert nonet.setting.canonical(x) == nonet.setting.canonical(
        nonet.Sudoku("." * 15 + "3", rules=["x"])
    )


def test_candidates_have_no_canonical_form():
    puzzle = nonet.Sudoku("." * 16)
    narrowed = nonet.Puzzle(puzzle.grid, candidates={"R1C1": {1, 2}})
    with pytest.raises(PuzzleError, match="candidates"):
        nonet.setting.canonical(narrowed)


def test_the_command_prints_forms_or_leaves_out_duplicates(tmp_path, capsys):
    file = tmp_path / "some.txt"
    file.write_text("12.............4\n3.............12\n1.3.34....2..1..\n")
    assert main(["canonical", str(file)]) == 0
    first, second, third = capsys.readouterr().out.split()
    assert first == second != third
    assert main(["canonical", str(file), "--distinct"]) == 0
    captured = capsys.readouterr()
    assert captured.out.split() == ["12.............4", "1.3.34....2..1.."]
    assert "1 of 3 puzzles" in captured.err


GRIDS = [nonet.Sudoku("." * 16).grid, nonet.Sudoku("." * 36).grid, nonet.Sudoku("." * 81).grid]
TURNED = {
    "none": [],
    "half-turn": [lambda a: np.rot90(a, 2)],
    "quarter-turn": [np.rot90],
    "mirror": [np.flipud],
    "diagonal": [np.transpose],
    "two-mirrors": [np.flipud, np.fliplr],
    "two-diagonals": [np.transpose, lambda a: np.rot90(a.T, 2)],
    "full": [np.rot90, np.transpose],
}


@pytest.mark.parametrize("name", TURNED)
def test_cells_of_an_orbit_are_those_that_the_moves_take_to_each_other(name):
    for grid in GRIDS:
        numbers = np.arange(len(grid.cells)).reshape(grid.height, grid.width)
        group = {number: {number} for number in range(len(grid.cells))}
        for move in TURNED[name]:
            for before, after in zip(numbers.ravel(), move(numbers).ravel(), strict=True):
                merged = group[int(before)] | group[int(after)]
                for each in merged:
                    group[each] = merged
        expected = {frozenset(grid.cells[each] for each in cells) for cells in group.values()}
        groups = orbits(grid, name)
        assert {frozenset(orbit) for orbit in groups} == expected
        assert sum(map(len, groups)) == len(grid.cells)
        assert [orbit[0] for orbit in groups] == [
            cell for cell in grid.cells if cell in {orbit[0] for orbit in groups}
        ]


def test_a_symmetry_that_a_grid_lacks_is_refused_with_the_reason():
    wide = nonet.Grid.from_picture(["....", "...."], range(1, 5))
    assert len(orbits(wide, "half-turn")) == 4 and len(orbits(wide, "mirror")) == 4
    for name in ("quarter-turn", "diagonal", "two-diagonals", "full"):
        with pytest.raises(PuzzleError, match=f"symmetry {name} turns a grid of 2 by 4"):
            orbits(wide, name)
    bent = nonet.Grid.from_picture(["#...", "....", "....", "...."], range(1, 5))
    with pytest.raises(PuzzleError, match="no symmetry half-turn: there is no cell R1C1"):
        orbits(bent, "half-turn")
    assert len(orbits(bent, "diagonal")) == 9
    with pytest.raises(PuzzleError, match=r"there is no symmetry 'mirrored'; .*mirror"):
        orbits(GRIDS[0], "mirrored")
