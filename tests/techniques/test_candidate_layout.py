"""Layouts come from the declared model; positions are values."""

from dataclasses import replace

import pytest

from nonet import Grid, Model, Puzzle, Sudoku, make_rule, parse, solve
from nonet.errors import PositionError, PuzzleError
from nonet.model import AllDifferent, Linear
from nonet.puzzle import MULTIGRIDS
from nonet.techniques import Position
from nonet.techniques.candidate_layout import bits, layout_of
from nonet.techniques.solution_oracle import position_of

NORVIG = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def test_a_9x9_has_27_complete_houses_324_truths_and_28_peers_a_candidate():
    layout = layout_of(Puzzle(Grid.square(9)).model())
    assert len(layout.complete_houses) == len(layout.houses) == 27
    assert len(layout.truths) == 324
    assert {mask.bit_count() for mask in layout.peers} == {28}
    assert {mask.bit_count() for mask in layout.sees} == {20}


@pytest.mark.parametrize(
    ("rules", "houses", "kind"),
    [("x", 29, "other"), ("windoku", 31, "other"), ("jigsaw:AABBAABBCCDDCCDD", 12, "box")],
)
def test_houses_of_variants_come_from_their_rules(rules, houses, kind):
    size = 4 if "jigsaw" in rules else 9
    name, _, given = rules.partition(":")
    rule = make_rule(name, layout=given) if given else make_rule(name)
    layout = layout_of(Puzzle(Grid.square(size)).with_rules(rule).model())
    assert len(layout.houses) == houses
    assert layout.houses_by_kind[kind]


def test_a_samurai_is_one_layout():
    layout = layout_of(Puzzle(Grid.overlapping(MULTIGRIDS["samurai"])).model())
    assert layout.cell_count == 369
    assert len(layout.complete_houses) == 5 * 27 - 4  # four boxes are shared


def test_anti_knight_pairs_are_links_but_no_truths():
    plain = layout_of(Puzzle(Grid.square(9)).model())
    knight = layout_of(Puzzle(Grid.square(9)).with_rules(make_rule("anti-knight")).model())
    assert len(knight.complete_houses) == 27
    assert len(knight.truths) == len(plain.truths)
    corner, knights_move = knight.cell_number["R1C1"], knight.cell_number["R2C3"]
    far = knight.cell_number["R3C2"]
    assert knight.sees[corner] >> knights_move & 1 and knight.sees[corner] >> far & 1
    middle = knight.cell_number["R5C5"]
    assert knight.sees[middle] >> knight.cell_number["R3C4"] & 1
    assert not plain.sees[middle] >> plain.cell_number["R3C4"] & 1


def test_two_candidates_exclude_each_other_exactly_if_no_solution_has_both():
    """Brute force over a 4x4: peers are the pairs that no solution of the empty grid has."""
    puzzle = Puzzle(Grid.square(4))
    layout = layout_of(puzzle.model())
    together = [0] * (layout.cell_count * layout.value_count)
    for solution in solve(puzzle, limit=None).solutions:
        mask = 0
        for cell, value in solution.items():
            mask |= 1 << layout.candidate(cell, value)
        for candidate in bits(mask):
            together[candidate] |= mask
    for candidate, seen in enumerate(together):
        assert not layout.peers[candidate] & seen


def test_a_cell_of_an_even_rule_starts_without_odd_values():
    puzzle = Puzzle(Grid.square(4)).with_rules(make_rule("even", cells=("R1C1",)))
    assert Position.of(puzzle).candidates["R1C1"] == (2, 4)


def test_a_step_makes_a_new_position_and_leaves_the_old_one():
    position = position_of(NORVIG)
    candidate = position.layout.candidate("R5C5", 5)
    after = position.place(candidate)
    assert (position.assignment.get("R5C5"), after.assignment["R5C5"]) == (None, 5)
    for peer in bits(position.layout.peers[candidate]):
        assert not after.open >> peer & 1
    values = [0] * 81
    for number in bits(after.open):
        value, cell = divmod(number, 81)
        values[cell] |= 1 << value
    assert values == after.values


def test_notation_runs_cells_of_a_row_or_a_column_together():
    layout = layout_of(Sudoku(NORVIG).model())

    def cells(*names: str) -> int:
        return sum(1 << layout.cell_number[name] for name in names)

    assert layout.cell_text(cells("R2C1", "R2C3")) == "r2c13"
    assert layout.cell_text(cells("R1C2", "R3C2", "R5C5")) == "r13c2,r5c5"
    assert layout.set_name(layout.house_set(20, 6)) == "7b3"
    assert layout.set_constraint(layout.house_set(2, 0)) == "AllDifferent(row 3)"


def test_givens_are_distinguished_from_entries():
    puzzle = replace(Sudoku(NORVIG), entries={"R5C5": 5})
    position = position_of(puzzle)
    assert position.placed.bit_count() == position.givens.bit_count() + 1
    assert position.assignment["R5C5"] == 5


@pytest.mark.parametrize(
    ("marks", "message"),
    [
        ({"entries": {"R5C5": 7}}, "R5C5 is filled in as 7"),
        ({"candidates": {"R1C3": [1, 2]}}, "R1C3 is marked without its value"),
    ],
)
def test_marks_that_contradict_the_solution_are_named(marks, message):
    with pytest.raises(PositionError, match=message):
        position_of(replace(Sudoku(NORVIG), **marks))


def test_candidates_that_are_the_puzzle_itself_are_no_marks():
    """A candidate grid whose clues alone have many solutions: nothing contradicts anything."""
    solution = solve(parse("1...............")).solution
    every = {cell: [value] for cell, value in solution.items() if cell != "R1C1"}
    puzzle = replace(parse("1..............."), candidates=every)
    assert position_of(puzzle).candidates["R4C4"] == (solution["R4C4"],)


def test_clashing_clues_are_an_error():
    with pytest.raises(PuzzleError, match="R1C1 and R1C2"):
        position_of(Puzzle(Grid.square(4), {"R1C1": 1, "R1C2": 1}))


def test_a_model_that_is_no_puzzle_has_a_layout():
    model = Model(
        {name: range(1, 4) for name in "abc"},
        [AllDifferent(("a", "b", "c")), Linear.sum(("a", "b"), "==", 3)],
    )
    layout = layout_of(model)
    assert [house.complete for house in layout.houses] == [True]
    assert len(layout.other_constraints) == 1
    assert layout.cell_text(0b101) == "a,c"
    assert Position.of(model).candidates == dict.fromkeys("abc", (1, 2, 3))
