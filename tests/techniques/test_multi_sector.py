"""SK-loops and multi-sector locked sets: rank 0, counted by hand."""

from itertools import islice

import pytest

from nonet import parse, read
from nonet.techniques import Position, explain

from .certificate import found_steps, positions

KEYS = ("sk-loop", "multi-sector-locked-sets")
EASTER_MONSTER = parse(
    "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1"
)


def rank_zero(position, step):
    """As many links as cells, every candidate of the cells in one, what goes in the links only."""
    layout = position.layout
    pattern = linked = 0
    for number in step.truths:
        assert number < layout.cell_count, "the truths are cells"
        pattern |= layout.sets[number] & position.open
    for number in step.links:
        linked |= layout.sets[number]
    assert len(set(step.links)) == len(step.links) == len(step.truths)
    assert not pattern & ~linked
    assert step.eliminations == linked & position.open & ~pattern


def test_the_loop_of_easter_monster_removes_the_published_thirteen():
    position = Position.of(EASTER_MONSTER)
    (step,) = found_steps(position, "sk-loop")
    rank_zero(position, step)
    assert step.eliminations.bit_count() == 13
    assert "38r2" in step.text.notation and "27b1" in step.text.notation
    assert step.sentence.endswith(".") and "16 cells" in step.sentence


def test_multi_sector_locked_sets_of_easter_monster_remove_more_than_its_loop():
    position = Position.of(EASTER_MONSTER)
    steps = found_steps(position, "multi-sector-locked-sets")
    assert steps
    for step in steps:
        rank_zero(position, step)
        assert step.sentence.endswith(".")
    assert max(step.eliminations.bit_count() for step in steps) > 13


@pytest.mark.slow(0.1)
@pytest.mark.parametrize("number", range(6))
def test_all_are_of_rank_zero_and_keep_the_solution(number):
    puzzle = read("puzzles/hard.txt")[number]
    for position, solution in positions(
        puzzle, ("pointing", "naked-pair"), number, removed_share=0.3
    ):
        for step in found_steps(position, *KEYS):
            rank_zero(position, step)
            assert not step.eliminations & solution
            rows = {cell // 9 for cell in step.truths}
            columns = {cell % 9 for cell in step.truths}
            assert len(rows) > 1 and len(columns) > 1, "not a subset of one line"


def test_no_part_of_a_set_is_a_set():
    position = Position.of(EASTER_MONSTER)
    for step in found_steps(position, "multi-sector-locked-sets"):
        cells = sum(1 << cell for cell in step.truths)
        for house in (
            *position.layout.houses_by_kind["row"],
            *position.layout.houses_by_kind["column"],
        ):
            other_cells = cells & ~house.cells
            if not other_cells or other_cells == cells:
                continue
            needed = 0
            for value in range(9):
                places = other_cells & position.places_of(value)
                needed += min(
                    sum(bool(places & line.cells) for line in position.layout.houses_by_kind[kind])
                    for kind in ("row", "column")
                )
            assert needed > other_cells.bit_count()


@pytest.mark.parametrize("name", ["x.json", "jigsaw.json", "6x6.txt"])
def test_other_squares_keep_their_solution(name):
    puzzle = read(f"puzzles/{name}")[0]
    for position, solution in islice(positions(puzzle, (), removed_share=0.4), 10):
        for step in found_steps(position, *KEYS):
            rank_zero(position, step)
            assert not step.eliminations & solution


@pytest.mark.parametrize("name", ["samurai.json", "16x16.txt"])
def test_layouts_that_are_no_single_square_or_too_large_have_none(name):
    assert not found_steps(Position.of(read(f"puzzles/{name}")[0]), *KEYS)


def test_a_locked_set_that_eliminates_nothing_is_no_step():
    """With such a step a path never ended."""
    line = ".2.......8.6.9..7.9..35........6...9.7..1.68.........53.1..4.....21.....78...631."
    path = explain(line)
    assert path.solved
    assert all(step.placements or step.eliminations for step in path.steps)
