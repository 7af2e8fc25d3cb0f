"""Grids: cells, names, units and peers are what the textbooks count."""

import pytest

from nonet.errors import PuzzleError
from nonet.puzzle import MULTIGRIDS, SAMURAI, Block, Grid, Puzzle, letter_name
from nonet.puzzle.grid import cell_name, default_box, place
from tests.cases import as_one_test

SIZES = [(4, (2, 2)), (6, (2, 3)), (9, (3, 3)), (12, (3, 4)), (16, (4, 4)), (25, (5, 5))]


@pytest.mark.parametrize(("size", "box"), SIZES)
def test_a_square_has_the_units_and_peers_its_box_shape_implies(size, box):
    height, width = box
    puzzle = Puzzle(Grid.square(size))
    assert default_box(size) == box
    assert len(puzzle.grid.cells) == size * size
    assert len(puzzle.units) == 3 * size
    expected = 2 * (size - 1) + (height - 1) * (width - 1)
    for cell in puzzle.grid.cells:
        assert len(puzzle.units_of(cell)) == 3
        assert len(puzzle.peers[cell]) == expected
        assert cell not in puzzle.peers[cell]


def test_a_cell_of_a_9x9_has_3_units_and_20_peers():
    puzzle = Puzzle(Grid.square(9))
    assert [unit.description for unit in puzzle.units_of("R5C6")] == ["row 5", "column 6", "box 5"]
    assert len(puzzle.peers["R5C6"]) == 20
    assert len(puzzle.units) == 27


def test_being_peers_is_mutual():
    peers = Puzzle(Grid.overlapping(SAMURAI)).peers
    assert all(cell in peers[other] for cell, others in peers.items() for other in others)


def test_boxes_may_be_of_any_shape_that_tiles():
    puzzle = Puzzle(Grid.square(6, (3, 2)))
    box = next(unit for unit in puzzle.units if unit.description == "box 2")
    assert box.scope == ("R1C3", "R1C4", "R2C3", "R2C4", "R3C3", "R3C4")


def test_a_prime_size_has_no_boxes_so_its_puzzles_are_latin_squares():
    assert default_box(7) is None
    assert len(Puzzle(Grid.square(7)).units) == 14


def test_a_samurai_has_369_cells_in_five_squares_that_share_four_boxes():
    puzzle = Puzzle(Grid.overlapping(SAMURAI))
    assert len(puzzle.grid.cells) == 369 == 5 * 81 - 4 * 9
    assert (puzzle.grid.height, puzzle.grid.width) == (21, 21)
    assert len(puzzle.units) == 5 * 27 - 4
    assert len(puzzle.units_of("R7C7")) == 5  # two rows, two columns, the box once
    assert {unit.description for unit in puzzle.units_of("R7C7")} == {
        "row 7 of grid 1",
        "column 7 of grid 1",
        "box 9 of grid 1",
        "row 1 of grid 3",
        "column 1 of grid 3",
    }
    assert puzzle.grid.cell_at(0, 9) is None


@as_one_test(MULTIGRIDS)
def test_every_named_multigrid_shares_cells_between_its_squares(name):
    grid = Grid.overlapping(MULTIGRIDS[name])
    if name == "clueless":  # nine that only touch: the tenth shares cells with all of them
        assert len(grid.cells) == 81 * 9
        return
    assert len(grid.cells) < 81 * len(grid.blocks)
    assert not grid.is_single


@pytest.mark.parametrize("name", ["R2C5", "r2c5", " R2C5 ", "B5", "b5", "R02C05"])
def test_a_cell_is_found_by_either_form_of_its_name(name):
    assert Grid.square(9).cell(name) == "R2C5"


@as_one_test(["R0C1", "R10C1", "J1", "A0", "A10", "", "R1", "C1R1", "5", "A99999"])
def test_a_name_that_is_no_cell_is_named_in_the_error(name):
    with pytest.raises(PuzzleError, match="is not a cell of this grid") as error:
        Grid.square(9).cell(name)
    assert repr(name) in str(error.value)
    assert "9 rows, 9 columns" in str(error.value)


def test_letter_names_and_places_are_inverses_on_the_largest_grid():
    grid = Grid.square(64)
    for cell in grid.cells:
        assert grid.cell(letter_name(cell)) == cell
        assert cell_name(*place(cell)) == cell


@as_one_test(
    [
        (lambda: Grid.square(0), "side of 1 to 64, not 0"),
        (lambda: Grid.square(65), "side of 1 to 64, not 65"),
        (lambda: Grid.square(9, (2, 3)), "boxes of 2x3 do not tile 9 by 9 cells"),
        (lambda: Grid((), (1, 2)), "at least one block"),
        (lambda: Grid((Block(0, 0, 2, 2, None),), ()), "1 to 64 different values, not 0"),
        (lambda: Grid((Block(0, 0, 0, 2, None),), (1, 2)), "0 by 2 cells"),
        (lambda: Grid((Block(-1, 0, 2, 2, None),), (1, 2)), "not at -1, 0"),
    ]
)
def test_a_grid_that_makes_no_sense_is_refused_with_the_reason(build, message):
    with pytest.raises(PuzzleError, match=message):
        build()


def test_grids_of_the_same_blocks_and_values_are_equal_and_hash_alike():
    assert Grid.square(9) == Grid.square(9, (3, 3))
    assert hash(Grid.square(9)) == hash(Grid.square(9, (3, 3)))
    assert Grid.square(6) != Grid.square(6, (3, 2))
