"""Singles: found wherever they are, under each name that is true of them."""

import pytest

from nonet import Grid, Puzzle, make_rule, parse, solve
from nonet.techniques import Position
from nonet.techniques.candidate_layout import bits
from nonet.techniques.families.singles import find

NORVIG = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SQUARE = Puzzle(Grid.square(4), {"R1C1": 1, "R1C2": 2, "R1C3": 3})


def found_steps(position, key):
    return list(find(position, frozenset({key})))


def notations(position, key):
    return [step.notation for step in found_steps(position, key)]


def test_the_last_cell_of_a_house_is_a_full_house_and_a_naked_single():
    position = Position.of(SQUARE)
    assert notations(position, "full-house") == ["Full House: r1c4=4"]
    assert notations(position, "naked-single") == ["Naked Single: r1c4=4"]


def test_a_naked_single_need_not_be_a_full_house():
    position = Position.of(Puzzle(Grid.square(4), {"R1C1": 1, "R2C2": 2, "R4C3": 3, "R3C4": 4}))
    singles = {step.placed[0] for step in found_steps(position, "naked-single")}
    by_hand = {
        (cell, values[0]) for cell, values in position.candidates.items() if len(values) == 1
    }
    assert singles == by_hand
    assert not found_steps(position, "full-house")


@pytest.mark.parametrize(
    ("key", "kinds"),
    [
        ("hidden-single", ("row", "column", "box")),
        ("hidden-single-box", ("box",)),
        ("hidden-single-line", ("row", "column")),
    ],
)
def test_hidden_singles_are_the_only_places_of_a_value_in_a_house(key, kinds):
    position = Position.of(parse(NORVIG))
    layout = position.layout
    by_hand = set()
    for kind in kinds:
        for house in layout.houses_by_kind[kind]:
            for value in range(9):
                places = [cell for cell in house.cell_numbers if position.values[cell] >> value & 1]
                if len(places) == 1:
                    by_hand.add((layout.cells[places[0]], value + 1))
    steps = found_steps(position, key)
    assert {step.placed[0] for step in steps} == by_hand
    assert len(steps) == len(by_hand)  # each once, though a column may hold it too


def test_a_hidden_single_may_be_in_a_diagonal_alone():
    x = Puzzle(Grid.square(4)).with_rules(make_rule("x"))
    position = Position.of(x)
    layout = position.layout
    diagonal = layout.houses_by_kind["other"][0]
    value_1 = diagonal.cells & ~1  # all of it but R1C1
    steps = found_steps(position.without(value_1), "hidden-single-line")
    assert [step.placed for step in steps] == [(("R1C1", 1),)]
    assert diagonal.name in steps[0].sentence.lower()


def test_singles_alone_solve_an_easy_puzzle_as_the_solver_does():
    position = Position.of(parse(NORVIG))
    keys = frozenset({"full-house", "hidden-single", "naked-single"})
    while step := next(find(position, keys), None):
        position = position.after(step)
    assert position.assignment == dict(solve(NORVIG).solution)


def test_the_words_name_the_house_and_the_reason():
    position = Position.of(SQUARE)
    full = found_steps(position, "full-house")[0]
    assert full.text.look == "Look at row 1"
    assert full.sentence == (
        "R1C4 is the last empty cell of row 1, and only 4 is missing there: R1C4 is 4."
    )
    naked = found_steps(position, "naked-single")[0]
    assert naked.constraints == "cell r1c4"
    hidden = next(find(Position.of(parse(NORVIG)), frozenset({"hidden-single-box"})))
    assert hidden.constraints.startswith("AllDifferent(box")
    assert hidden.sentence.endswith(".")
    assert list(bits(hidden.pattern)) == list(hidden.placements)
