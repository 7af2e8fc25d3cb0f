"""Masks of layouts against sets counted one by one, and notation at its borders."""

from itertools import permutations

import pytest

import nonet
from nonet.model import AllDifferent, Model
from nonet.puzzle import Grid, Puzzle, make_rule
from nonet.techniques import Position
from nonet.techniques.candidate_layout import MAX_SYMBOL_VALUE, bits, layout_of, mask_of, union_of


def layouts():
    windoku = nonet.read("puzzles/windoku.json")[0].model()
    beside = {"a": range(1, 4), "b": range(2, 5), "c": range(1, 4), "d": (7,)}
    return {
        "4x4": Puzzle(Grid.square(4)).model(),
        "6x6": Puzzle(Grid.square(6)).model(),
        "windoku": windoku,
        "model": Model(beside, [AllDifferent(("a", "c")), AllDifferent(("a", "b", "c"))]),
    }


@pytest.mark.parametrize("name", layouts())
def test_masks_are_the_sets_they_stand_for(name):
    layout = layout_of(layouts()[name])
    count, values, houses = layout.cell_count, layout.value_count, layout.houses
    for cell in range(count):
        seen = {c for h in houses if h.cells >> cell & 1 for c in h.cell_numbers} - {cell}
        assert {*bits(layout.sees[cell])} == seen
        assert layout.houses_of[cell] == tuple(h.number for h in houses if cell in h.cell_numbers)
        assert {*bits(layout.cell_candidates(cell))} == {v * count + cell for v in range(values)}
        for value in range(values):
            peers = {v * count + cell for v in range(values)} | {value * count + c for c in seen}
            assert {*bits(layout.peers[value * count + cell])} == peers - {value * count + cell}
    for first in range(0, count, 3):
        for second in range(0, count, 5):
            pair = 1 << first | 1 << second
            both = layout.sees[first] & layout.sees[second]
            assert layout.seen_by_all(pair) == both
            assert layout.houses_containing(pair) == tuple(h for h in houses if not pair & ~h.cells)
    assert layout.seen_by_all(0) == layout.all_cells
    crossings = {
        (a.number, b.number, a.cells & b.cells)
        for a, b in permutations(houses, 2)
        if a.complete and (a.cells & b.cells).bit_count() > 1
    }
    assert set(layout.crossings) == crossings and len(layout.crossings) == len(crossings)
    for number, mask in enumerate(layout.sets):
        if number < count:
            assert mask == layout.cell_candidates(number)
        else:
            house, value = layout.house_and_value(number)
            assert mask == houses[house].cells << value * count
            assert layout.house_set(house, value) == number
        assert layout.is_truth(number) == (number in layout.truths)
        for candidate in bits(mask):
            assert number in layout.sets_of[candidate]
    complete = [h.number for h in houses if h.complete]
    assert [h.number for h in layout.complete_houses] == complete == [*range(len(complete))]
    assert layout.truths[:count] == tuple(range(count))
    assert len(layout.truth_sets) == count + len(complete) * values


def test_a_house_is_complete_if_it_has_a_cell_for_each_of_its_values():
    houses = layout_of(layouts()["model"]).houses
    assert [(h.cell_numbers, h.complete) for h in houses] == [((0, 2), False), ((0, 1, 2), False)]
    same = Model(
        {"a": (1, 2), "b": (1, 2), "c": (3,)}, [AllDifferent(("a", "b")), AllDifferent(("a", "c"))]
    )
    first, second = layout_of(same).houses
    assert (
        first.complete and first.values == 0b11 and not second.complete and second.values == 0b111
    )


@pytest.mark.parametrize("count", range(1, 12))
def test_cells_of_candidates_are_theirs_for_any_number_of_values(count):
    layout = layout_of(Model({name: range(count) for name in "abc"}, []))
    for candidate in range(3 * count):
        assert layout.cells_of(1 << candidate) == 1 << candidate % 3
        assert [*layout.by_value(1 << candidate)] == [(candidate // 3, 1 << candidate % 3)]
    assert layout.cells_of(0) == 0 and layout.cells_of((1 << 3 * count) - 1) == 0b111
    assert layout.candidates_in(0b101, (1 << count) - 1) == mask_of(
        3 * v + c for v in range(count) for c in (0, 2)
    )


def test_masks_and_numbers():
    assert [*bits(0)] == [] and [*bits(0b1001)] == [0, 3]
    assert mask_of([3, 0, 3]) == 0b1001 and mask_of([]) == 0 == union_of([])


def test_numbers_of_two_digits_have_commas_in_notation():
    layout = Position.of(Puzzle(Grid.square(12))).layout
    cell = layout.cell_number
    assert layout.cell_text(1 << cell["R1C9"] | 1 << cell["R1C8"]) == "r1c89"
    assert layout.cell_text(1 << cell["R1C9"] | 1 << cell["R1C10"]) == "r1c9,10"
    assert layout.cell_text(1 << cell["R12C1"] | 1 << cell["R2C1"], " ") == "r2,12c1"
    assert layout.value_text(0b1001) in ("14", "1,4")
    assert layout.candidate_text(mask_of([cell["R1C1"], 144 + cell["R1C2"]])) == "1r1c1, 2r1c2"


@pytest.mark.parametrize(
    ("largest", "symbol"), [(9, "9"), (MAX_SYMBOL_VALUE, "z"), (MAX_SYMBOL_VALUE + 1, "62")]
)
def test_values_are_one_character_up_to_a_largest(largest, symbol):
    layout = layout_of(Model({"R1C1": (1, largest), "R1C2": (1, largest)}, []))
    assert layout.symbol(1) == symbol and layout.least_grid_value == 0


def test_a_house_of_a_rule_beyond_the_usual_ones_is_special():
    windoku = layout_of(layouts()["windoku"])
    special = [*bits(windoku.special_houses)]
    assert len(special) == 4 and all(windoku.houses[n].kind == "other" for n in special)
    inside = windoku.houses[special[0]].cell_numbers
    assert windoku.special_house_between(inside[0], inside[1]) is None  # a row too
    corner = next(c for c in inside if not any(
        n not in special and windoku.houses[n].cells >> inside[0] & 1 for n in windoku.houses_of[c]
    ))  # fmt: skip
    assert windoku.special_house_between(inside[0], corner).number == special[0]
    plain = Position.of(Puzzle(Grid.square(4))).layout
    assert plain.special_houses == 0 and plain.special_house_between(0, 1) is None


def test_variables_beside_the_grid_have_no_place_in_it():
    puzzle = Puzzle(Grid.square(4)).with_rules(make_rule("unknown-regions"))
    layout = Position.of(puzzle).layout
    beside = [c for c, name in enumerate(layout.cells) if not name.startswith("R")]
    assert beside and not layout.grid_cells & mask_of(beside)
    auxiliary = layout.auxiliary_candidates
    assert auxiliary and not layout.in_grid(auxiliary)
    assert layout.in_grid(1) == 1
