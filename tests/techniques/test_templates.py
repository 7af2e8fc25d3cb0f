"""Templates, judged by trying every permutation of the columns."""

# ruff: noqa: E501  (library lines are long)

from itertools import permutations

import pytest

from nonet import Grid, Puzzle, make_rule, parse, read, solve
from nonet.techniques import Position
from nonet.techniques.candidate_layout import bits
from nonet.techniques.families.templates import find, template_places

# A position at which HoDoKu 2.2 removes 2 from R4C3 and R6C7 by Template Delete.
FACT = ":1202:2:38+4...+9+2.+1+2+64+3+9785+7+59.2.3..+56..9....8+4.3.2+6.9+9+1..4..7.+2+31+97+45+6+8495+2+86+1+3+7+6+7+8...+492:743:243 267::"


def eliminated_by_definition(position, value):
    """The open places of a value in any placement: a permutation of the columns that fits."""
    layout = position.layout
    size = layout.value_count
    alive = (position.open | position.placed) >> value * layout.cell_count & layout.all_cells
    union = 0
    for columns in permutations(range(size)):
        cells = sum(1 << row * size + column for row, column in enumerate(columns))
        if cells & ~alive:
            continue
        if all(
            (cells & house.cells).bit_count() in ((1,) if house.complete else (0, 1))
            for house in layout.houses
        ):
            union |= cells
    return union & position.places_of(value)


X_5X5 = Puzzle(Grid.square(5), {"R1C1": 1, "R2C3": 2}).with_rules(make_rule("x"))


@pytest.mark.parametrize(
    "puzzles", [read("puzzles/6x6.txt")[:12], [X_5X5]], ids=["6x6", "5x5 with diagonals"]
)
def test_the_places_in_a_template_are_those_of_all_permutations(puzzles):
    removed = 0
    for puzzle in puzzles:
        position = Position.of(puzzle)
        for value in range(position.layout.value_count):
            reached = template_places(position, position.places_of(value))
            assert reached == eliminated_by_definition(position, value)
            removed += (position.places_of(value) & ~reached).bit_count()
    assert removed


def test_what_was_found_at_an_earlier_position_does_not_mislead_later_ones():
    """One path shares what engines know; a fresh position knows nothing."""
    puzzle = read("puzzles/hard.txt")[0]
    solution = solve(puzzle).solution
    position = Position.of(puzzle)
    for cell, value in list(solution.items())[::3]:
        candidate = position.layout.candidate(cell, value)
        if not position.open >> candidate & 1:
            continue
        position = position.place(candidate)
        fresh = Position(
            position.layout, position.open, position.placed, position.givens, position.values
        )
        for number in range(9):
            places = position.places_of(number)
            assert template_places(position, places) == template_places(fresh, places)


def test_what_hodoku_removes_is_found():
    steps = list(find(Position.of(parse(FACT)), frozenset({"template-delete"})))
    assert "Template Delete: 2 => r4c3,r6c7<>2" in [step.notation for step in steps]
    [step] = [step for step in steps if step.detail.value == 1]
    assert step.sentence == (
        "However the 2s still missing are placed, one to each row, column and box,"
        " none can be in a cell named here: 2 can be removed from R4C3 and R6C7."
    )


@pytest.mark.parametrize("number", range(4))
def test_template_steps_agree_with_the_solution(number):
    puzzle = read("puzzles/hard.txt")[number]
    solution = solve(puzzle).solution
    position = Position.of(puzzle)
    seen = 0
    for step in find(position, frozenset({"template-set", "template-delete"})):
        seen += 1
        assert all(solution[cell] == value for cell, value in step.placed)
        assert all(solution[cell] != value for cell, value in step.removed)
        assert len(list(bits(step.eliminations))) or step.placements
    assert seen
