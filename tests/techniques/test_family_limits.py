"""The size limits of searches: at a limit a pattern is found, one beyond it is not."""

import pytest

from nonet import Grid, Puzzle, parse
from nonet.techniques import Position
from nonet.techniques.candidate_layout import bits, layout_of
from nonet.techniques.catalogue import technique
from nonet.techniques.families import (
    fish,
    guardian_chains,
    kraken,
    patterns,
    set_equivalence,
    uniqueness,
    wings,
)
from nonet.techniques.solution_oracle import position_of
from tests.techniques.certificate import found_steps
from tests.techniques.test_catalogue_finer_names import LIBRARY

LAYOUT = layout_of(Puzzle(Grid.square(9)).model())
EXAMPLES = {
    line[1:].partition(":")[0]: line
    for line in LIBRARY.read_text(encoding="utf-8").splitlines()
    if line.startswith(":")
}


def position_with(cell_values, elsewhere=range(1, 10)):
    """A grid with one given in which some cells have few values, and all others some."""
    position = Position.of(Puzzle(Grid.square(9), {"R9C9": 9}))
    lost = [
        candidate
        for candidate in bits(position.open)
        if candidate // 81 + 1
        not in cell_values.get(position.layout.cells[candidate % 81], elsewhere)
    ]
    return position.without(sum(1 << candidate for candidate in lost))


def example(name):
    key = technique(name).key
    return position_of(parse(EXAMPLES.get(key) or EXAMPLES[technique(name).code])), key


def cells_of(mask):
    return {LAYOUT.cells[cell] for cell in bits(mask)}


REMOTE_PAIR = ("R1C1", "R1C4", "R5C4", "R5C8", "R8C8", "R8C2")
LOOP = ("R1C1", "R1C2", "R4C2", "R4C4", "R5C4", "R5C3", "R7C3", "R7C1")
RECTANGLE = ("R1C1", "R1C4", "R1C7", "R2C1", "R2C4", "R2C7")


@pytest.mark.parametrize(("most", "is_found"), [(6, True), (5, False), (4, False)])
def test_a_remote_pair_has_no_more_cells_than_the_limit(most, is_found, monkeypatch):
    monkeypatch.setattr(wings, "MAX_CELLS", most)
    steps = found_steps(position_with(dict.fromkeys(REMOTE_PAIR, (1, 2))), "remote-pair")
    removed = {candidate for step in steps for candidate in step.removed}
    assert ({("R1C2", 1), ("R1C2", 2)} <= removed) == is_found


@pytest.mark.parametrize(("most", "is_found"), [(8, True), (7, False), (6, False)])
def test_a_unique_loop_has_no_more_cells_than_the_limit(most, is_found, monkeypatch):
    monkeypatch.setattr(uniqueness, "MAX_CELLS", most)
    cell_values = {**dict.fromkeys(LOOP, (1, 2)), "R1C1": (1, 2, 3)}
    position = position_with(cell_values, elsewhere=range(3, 10))
    steps = [
        step
        for step in found_steps(position, "unique-loop-1")
        if cells_of(step.deadly_cells) == {*LOOP}
    ]
    assert [set(step.removed) for step in steps] == [{("R1C1", 1), ("R1C1", 2)}] * is_found


@pytest.mark.slow(0.2)
@pytest.mark.parametrize(("most", "is_found"), [(4, True), (3, False)])
def test_an_extended_rectangle_has_no_more_guarded_cells_than_the_limit(
    most, is_found, monkeypatch
):
    monkeypatch.setattr(uniqueness, "MAX_GUARDED_CELLS", most)
    guarded = dict.fromkeys(("R1C1", "R1C4", "R1C7", "R2C1"), (1, 2, 3, 4))
    position = position_with({**dict.fromkeys((*RECTANGLE, "R5C5"), (1, 2, 3)), **guarded})
    steps = [
        step
        for step in found_steps(position, "extended-rectangle-type-2")
        if cells_of(step.deadly_cells) == {*RECTANGLE}
    ]
    assert bool(steps) == is_found
    for step in steps:
        assert set(step.removed) == {("R1C2", 4), ("R1C3", 4)}


def test_extended_rectangles_are_three_to_five_cells_long():
    masks = uniqueness.extended_rectangles(LAYOUT)
    assert [*masks] == [3, 4, 5]
    assert all(mask.bit_count() == 2 * size for size, alike in masks.items() for mask in alike)


@pytest.mark.parametrize("name", ["bug-2", "bug-3", "bug-4"])
def test_a_grave_has_no_more_extra_candidates_than_the_limit(name, monkeypatch):
    position, key = example(name)
    excess = position.open.bit_count() - 2 * position.unsolved.bit_count()
    for most, is_found in ((excess, True), (excess - 1, False)):
        monkeypatch.setattr(uniqueness, "MAX_EXTRAS", most)
        assert bool(uniqueness.bug_extras(position)) == is_found
        assert bool(found_steps(position.without(0), key)) == is_found
    assert sum(1 for _ in bits(position.open)) == position.open.bit_count()


@pytest.mark.parametrize(
    "name",
    ["unique-rectangle-forcing-chain", "unique-loop-forcing-chain", "bug-forcing-chain"],
)
def test_a_chain_starts_from_no_more_guardians_than_the_limit(name, monkeypatch):
    position, key = example(name)
    every = found_steps(position, key)
    numbers = {step.fins.bit_count() for step in every}
    assert numbers and max(numbers) <= guardian_chains.MAX_GUARDIANS
    monkeypatch.setattr(guardian_chains, "MAX_GUARDIANS", min(numbers) - 1)
    assert not found_steps(position.without(0), key)
    monkeypatch.setattr(guardian_chains, "MAX_GUARDIANS", min(numbers))
    fewest = found_steps(position.without(0), key)
    assert fewest and {step.fins.bit_count() for step in fewest} == {min(numbers)}


def test_a_broken_wing_has_no_more_cells_than_the_limit(monkeypatch):
    position, key = example("broken-wing")
    (step,) = found_steps(position, key)
    monkeypatch.setattr(patterns, "MAX_RING_CELLS", 5)
    (again,) = found_steps(position.without(0), key)
    assert again.notation == step.notation and step.notation.count("-") == 4
    monkeypatch.setattr(patterns, "MAX_RING_CELLS", 4)
    assert not found_steps(position.without(0), key)


@pytest.fixture
def leftovers():
    """The pairs of groups of houses, asked anew."""
    set_equivalence._leftovers.cache_clear()
    yield lambda: set_equivalence._leftovers.__wrapped__(LAYOUT)
    set_equivalence._leftovers.cache_clear()


def test_sets_of_houses_are_those_of_the_definition_within_their_limits(leftovers, monkeypatch):
    monkeypatch.setattr(set_equivalence, "MAX_EQUIVALENCES", 10**6)
    found_sets = leftovers()
    assert len(set(found_sets)) == len(found_sets)
    for lines, boxes, first, second in found_sets:
        area = {cell for house in lines for cell in house.cell_numbers}
        covered = {cell for house in boxes for cell in house.cell_numbers}
        assert len(lines) == len(boxes) <= 4 and len(covered) == 9 * len(boxes)
        assert {*bits(first)} == area - covered and {*bits(second)} == covered - area
    sizes = [first.bit_count() for _, _, first, _ in found_sets]
    assert sizes == sorted(sizes) and {*sizes} <= {1, 2, 3, 4}
    for name, most, is_within in (
        ("MAX_LEFTOVERS", 3, lambda each: each[2].bit_count() <= 3),
        ("MAX_HOUSES", 3, lambda each: len(each[0]) <= 3),
    ):
        with monkeypatch.context() as patch:
            patch.setattr(set_equivalence, name, most)
            assert leftovers() == tuple(filter(is_within, found_sets))
    monkeypatch.setattr(set_equivalence, "MAX_EQUIVALENCES", len(found_sets) - 1)
    assert leftovers() == found_sets[:-1]


@pytest.mark.parametrize("code", ["0312", "0322", "0341", "0361"])
@pytest.mark.parametrize(("name", "field"), [("MAX_FINS", "fins"), ("MAX_ENDO_FINS", "endo_fins")])
def test_a_fish_has_no_more_fins_than_the_limit(code, name, field, monkeypatch):
    if technique(code).code not in EXAMPLES:
        pytest.skip("the library has no example")

    def numbers():
        steps = found_steps(*example(code))  # of a new path, on which nothing is cached
        return [getattr(each, field).bit_count() for s in steps for each in s.detail.fish]

    every = numbers()
    most = max(every)
    assert every and most <= getattr(fish, name)
    monkeypatch.setattr(fish, name, most)
    assert numbers() == every
    if most:
        monkeypatch.setattr(fish, name, most - 1)
        assert max(numbers(), default=0) < most
    assert kraken.MAX_FINS == 5
