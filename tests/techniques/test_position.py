"""Positions: what a puzzle starts with, what moves leave, and what is kept for whom."""

import pickle
from dataclasses import replace

import pytest

from nonet.errors import PuzzleError
from nonet.model import AllDifferent, Domain, Linear, Model
from nonet.puzzle import Grid, Puzzle
from nonet.techniques import Position, Step
from nonet.techniques.search_deadline import NO_DEADLINE, SearchDeadline


def square(clues=None, *rules):
    return Puzzle(Grid.square(4), clues or {}).with_rules(*rules)


def with_entries(puzzle, entries):
    return replace(puzzle, entries=entries)


def masks_agree(position):
    """The masks by cell are those of the open candidates."""
    layout = position.layout
    return position.values == [
        sum(1 << v for v in range(layout.value_count) if position.places_of(v) >> c & 1)
        for c in range(layout.cell_count)
    ]


def test_clues_place_their_values_and_strike_out_what_they_see():
    position = Position.of(square({"R1C1": 1, "R2C3": 1}))
    layout = position.layout
    assert position.assignment == {"R1C1": 1, "R2C3": 1}
    assert (
        position.givens == position.placed == layout.domain_candidates({"R1C1": [1], "R2C3": [1]})
    )
    assert position.line == "1.....1........."
    ones = {cell for cell, values in position.candidates.items() if 1 in values}
    assert ones == {"R3C2", "R3C4", "R4C2", "R4C4"}
    assert all(values[-3:] == (2, 3, 4) for values in position.candidates.values())
    assert masks_agree(position) and "R1C1" not in position.candidates
    assert repr(position) == "<Position: 2 placed, 46 candidates open>"
    assert (position.solved, position.has_empty_cell, position.dead_end()) == (False, False, "")
    assert position.unsolved == layout.all_cells & ~(1 | 1 << 6)


def test_entries_are_placed_and_are_no_givens():
    position = Position.of(with_entries(square({"R1C1": 1}), {"R2C3": 2}))
    assert position.assignment == {"R1C1": 1, "R2C3": 2}
    assert position.givens == 1


def test_a_model_gives_the_cells_of_one_value_alone():
    model = square().model()
    model = model.narrow({"R1C1": Domain.single(3), "R1C2": Domain.of([3, 4])})
    position = Position.of(model)
    assert position.assignment == {"R1C1": 3} and position.givens == position.placed
    assert position.candidates["R1C2"] == (4,)


def test_values_that_a_constraint_on_one_cell_forbids_are_no_candidates():
    model = Model(
        {name: range(1, 5) for name in "ab"},
        [AllDifferent(("a", "b")), Linear(("a",), (1,), "<=", 2), Linear(("b",), (1,), ">=", 4)],
    )
    position = Position.of(model)
    assert position.candidates == {"a": (1, 2), "b": (4,)} and masks_agree(position)


@pytest.mark.parametrize(
    ("puzzle", "message"),
    [
        (
            with_entries(square({"R1C1": 1}), {"R1C2": 1}),
            "R1C2 cannot be 1: it is excluded already",
        ),
        (square({"R1C2": 1, "R1C3": 2, "R2C1": 3, "R3C1": 4}), "R1C1 has no candidate left"),
    ],
)
def test_a_clash_and_an_empty_cell_are_told(puzzle, message):
    with pytest.raises(PuzzleError, match=message):
        Position.of(puzzle)


def test_a_step_places_and_strikes_out_and_leaves_the_old_position():
    start = Position.of(square())
    layout = start.layout
    placed, lost = layout.candidate("R2C2", 3), layout.candidate("R4C4", 4)
    step = Step("x-wing", layout, placements=(placed,), eliminations=1 << lost)
    after = start.after(step)
    assert after.placed == 1 << placed and after.givens == 0
    assert start.open & ~after.open == layout.peers[placed] | 1 << placed | 1 << lost
    assert start.open == Position.of(square()).open and masks_agree(start) and masks_agree(after)
    assert start.after(Step("x-wing", layout)) is start


def test_what_a_position_is_goes_on_with_each_move():
    start = Position.of(square({"R1C1": 1}))
    start.candidates_are_clues = True
    start.deadline = SearchDeadline(1000)
    for after in (start.without(2), start.place(9), start.limited(start.deadline)):
        assert after.candidates_are_clues and after.givens == 1
        assert after.deadline is start.deadline
    other = SearchDeadline(1)
    assert start.limited(other).deadline is other is start.with_deadline(other).deadline
    assert start.limited(other) == start.with_deadline(other) == start


def test_domains_of_open_and_placed_cells():
    position = Position.of(square({"R1C1": 1}))
    assert position.domain(0) == Domain.single(1)
    assert position.domain(1) == Domain.of([2, 3, 4])
    assert position.open_candidates_in(0b11) == position.layout.domain_candidates(
        {"R1C2": [2, 3, 4]}
    )


def test_cells_of_two_values_are_listed_by_these():
    position = Position.of(square({"R1C1": 1, "R1C2": 2, "R3C3": 3}))
    by_hand = {}
    for cell, values in position.candidates.items():
        if len(values) == 2:
            key = sum(1 << value - 1 for value in values)
            by_hand[key] = by_hand.get(key, 0) | 1 << position.layout.cell_number[cell]
    assert position.bivalue_cells() == by_hand and len(by_hand) > 1


def test_a_dead_end_names_the_cell_or_the_value_and_its_house():
    start = Position.of(square())
    cell = start.without(start.layout.cell_candidates(5))
    assert cell.dead_end() == "r2c2 has no candidate left" and cell.has_empty_cell
    value = start.without(sum(1 << start.layout.candidate(f"R2C{n}", 4) for n in (1, 2, 3, 4)))
    assert value.dead_end() == "4 has no place in AllDifferent(row 2)"
    assert not value.has_empty_cell and not start.place(0).dead_end()


def count_calls(position, *key):
    calls.append((position, *key))
    return len(calls)


calls: list[tuple[object, ...]] = []


def test_a_result_is_kept_for_its_position_or_for_its_path_by_function_and_arguments():
    calls.clear()
    start = Position.of(square())
    after = start.without(1)
    assert [start.cached(count_calls, k) for k in (1, 2, 1)] == [1, 2, 1]
    assert [after.cached(count_calls, k) for k in (1, 1)] == [3, 3]
    assert [p.path_cached(count_calls, 1) for p in (start, after, start.limited(NO_DEADLINE))] == [
        4
    ] * 3
    assert start.with_deadline(NO_DEADLINE).path_cached(count_calls, 1) == 5
    assert start.path_cached(count_calls) == 6
    start.clear_cache()
    assert (start.cached(count_calls, 1), start.path_cached(count_calls, 1)) == (7, 4)
    start.clear_path_cache()
    assert (start.cached(count_calls, 1), after.path_cached(count_calls, 1)) == (8, 9)
    assert calls[0] == (start, 1) and calls[5] == (start,)


def nothing(_):
    calls.append(())


def test_a_result_that_is_none_is_kept_as_well():
    calls.clear()
    start = Position.of(square())
    for _ in range(2):
        assert start.cached(nothing) is None and start.path_cached(nothing) is None
    assert len(calls) == 2


def test_solutions_that_are_known_are_known_along_the_path_while_they_agree():
    start = Position.of(square())
    layout = start.layout
    grids = ["1234341221434321", "1234341243212143"]
    solutions = [
        sum(1 << (int(value) - 1) * 16 + cell for cell, value in enumerate(grid)) for grid in grids
    ]
    assert (start.known_solution, start.in_a_solution) == (0, 0)
    for solution in solutions:
        start.record_solution(solution)
    assert start.in_a_solution == solutions[0] | solutions[1]
    after = start.place(layout.candidate("R1C1", 1))
    assert after.known_solution == start.known_solution == solutions[0]
    third = after.without(1 << layout.candidate("R3C1", 2))
    assert third.known_solution == solutions[1]
    assert third.without(1 << layout.candidate("R3C1", 4)).known_solution == 0
    assert third.in_a_solution == solutions[0] | solutions[1]


def test_positions_are_equal_if_all_that_they_say_is():
    first, second = Position.of(square({"R1C1": 1})), Position.of(square({"R1C1": 1}))
    second.deadline = SearchDeadline(1)
    first.cached(count_calls)
    assert first == second and hash(first) == hash(second) and len({first, second}) == 1
    second.candidates_are_clues = True
    assert first != second and first != first.without(first.open & -first.open) and first != 1
    entered = Position.of(with_entries(square(), {"R1C1": 1}))
    assert entered != first and entered.open == first.open
    for position in (first, second):
        again = pickle.loads(pickle.dumps(position))
        assert again == position and again.deadline is NO_DEADLINE and not again._memo


def test_a_solved_position_has_nothing_open():
    start = Position.of(square())
    for cell, value in enumerate("1234341221434321"):
        start = start.place((int(value) - 1) * 16 + cell)
    assert start.solved and start.line == "1234341221434321"
    assert (start.open, start.unsolved, start.candidates, start.has_empty_cell) == (0, 0, {}, False)
