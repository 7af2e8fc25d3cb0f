"""A value of the solution: which cell comes first, and how often a solver is asked."""

import pytest

import nonet
from nonet import parse, solve
from nonet.techniques import Position
from nonet.techniques.families import brute_force

HARD = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
KEYS = frozenset({"brute-force"})


def test_brute_force_gives_a_value_of_the_solution_and_says_so():
    solution = solve(parse(HARD)).solutions[0]
    position = Position.of(parse(HARD))
    steps = list(brute_force.find(position, KEYS))
    assert len(steps) == position.unsolved.bit_count()
    for step in steps:
        ((cell, value),) = step.placed
        assert solution[cell] == value
    assert steps[0].sentence == (
        "No technique that is allowed finds a step here. In the solution, "
        f"{steps[0].placed[0][0]} is {steps[0].placed[0][1]}."
    )
    assert steps[0].notation.startswith("Brute Force")
    assert steps[0].notation.endswith(steps[0].conclusion)


def test_cells_of_few_candidates_come_first_and_of_equal_ones_in_reading_order():
    position = Position.of(parse(HARD))
    cells = [step.placements[0] % 81 for step in brute_force.find(position, KEYS)]
    sizes = [(position.values[cell].bit_count(), cell) for cell in cells]
    assert sizes == sorted(sizes)


def test_brute_force_takes_a_cell_of_the_grid_before_others():
    rules = "clone R1C1 ~copy", "given-candidates 2 3 R1C1"
    puzzle = nonet.Puzzle(nonet.Grid.square(4), {"R4C4": 1}).with_rules(*rules)
    position = Position.of(puzzle).without(1 << Position.of(puzzle).layout.candidate("~copy", 1))
    names = [step.placed[0][0] for step in brute_force.find(position, KEYS)]
    assert names[0].startswith("R") and names[-1] == "~copy"


@pytest.mark.parametrize(
    "text", ["1234341221434321", "1234341221434.21", "123434122143..21", ".......21.3..4.."]
)
def test_as_hodoku_the_middle_one_of_the_empty_cells_is_taken(text):
    position = Position.of(parse(text))
    empty = [cell for cell in range(16) if position.values[cell]]
    steps = list(brute_force.find_as_hodoku(position, KEYS))
    assert [step.placements[0] % 16 for step in steps] == empty[len(empty) // 2 :]


def test_where_there_is_no_solution_or_nothing_open_there_is_no_step():
    assert not list(brute_force.find(Position.of(parse("12....3.........")), KEYS))
    assert not list(brute_force.find(Position.of(parse("1234341221434321")), KEYS))


def test_a_solution_is_searched_once_for_a_path_and_anew_where_it_no_longer_agrees(monkeypatch):
    calls = []

    def counting(model, **options):
        calls.append(options)
        return solve(model, **options)

    monkeypatch.setattr(brute_force, "solve", counting)
    position = Position.of(parse("1..............4"))
    first = next(brute_force.find(position, KEYS))
    next(brute_force.find(position.after(first), KEYS))
    assert len(calls) == 1
    other = position.without(1 << first.placements[0])
    placed = {step.placed[0] for step in brute_force.find(other, KEYS)}
    assert len(calls) == 2 and first.placed[0] not in placed
    assert placed == {step.placed[0] for step in brute_force.find(other, KEYS)}
    assert len(calls) == 2
