"""Cells, shapes and values of ISS, and what its marks lie on."""

import pytest

from nonet import count_solutions
from nonet.errors import FormatError
from nonet.formats import parse
from nonet.puzzle import make_rule
from tests.formats.test_iss import FOUR, GRIDS


def test_replicate_moves_what_it_holds():
    # from R1C1 on, at offsets 0 and 5: R1C1 and R2C2
    puzzle = parse(f"{FOUR}.Replicate~hA.GreaterThan~R1C1~R1C2.End", strict=True)
    assert count_solutions(puzzle, backend="native").number == sum(
        g[0][0] > g[0][1] and g[1][1] > g[1][2] for g in GRIDS
    )
    with pytest.raises(FormatError, match="Replicate moves R1C2 off the grid"):
        parse(f"{FOUR}.Replicate~I.GreaterThan~R1C1~R1C2.End")


def test_extra_cells_are_variables_of_no_row():
    puzzle = parse(f"{FOUR}.Var~A~sum~2.Sum~0_=_1_1_-1~R1C1~R1C2~VA1.~VA2_3", strict=True)
    assert count_solutions(puzzle, backend="native").number == sum(
        g[0][0] + g[0][1] <= 4 for g in GRIDS
    )


def test_shapes_values_and_regions():
    assert parse(".Shape~6x8").grid.blocks[0].box == (2, 4)
    assert parse(".Shape~6x6~9.RegionSize~9").grid.blocks[0].box == (3, 3)
    assert parse(".Shape~4x4~0-3.~R1C1_0").clues == {"R1C1": 0}
    assert parse(".Shape~5x5").grid.blocks[0].box is None
    assert parse(f"{FOUR}.NoBoxes.Jigsaw~1111222233334444").rules[-1] == make_rule(
        "jigsaw", layout="1111222233334444"
    )
    raw = parse(".Shape~2x2~2~Raw.~R1C1_1")
    assert raw.rules == ()
    assert count_solutions(raw, backend="native").number == 8


def test_marks_between_extra_cells_are_relations():
    puzzle = parse(f"{FOUR}.Var~A~~2x2.GreaterThan~VA1~VA2.~VA1_2_3~VA3_1~VA4_1", strict=True)
    pairs = sum(a > b for a in (2, 3) for b in (1, 2, 3, 4))
    assert count_solutions(puzzle, backend="native").number == pairs * len(GRIDS)
    with pytest.raises(FormatError, match="no two of VA1 VA4 share an edge"):
        parse(f"{FOUR}.Var~A~~2x2.GreaterThan~VA1~VA4")


@pytest.mark.parametrize("mark", ["X", "WhiteDot", "GreaterThan"])
def test_a_mark_that_no_values_meet_between_extra_cells_leaves_no_solution(mark):
    shape = ".Shape~4x4" if mark == "X" else ".Shape~1x1"
    puzzle = parse(f"{shape}.Var~A~~1x2.{mark}~VA1~VA2", strict=True)
    assert count_solutions(puzzle, backend="native").number == 0
