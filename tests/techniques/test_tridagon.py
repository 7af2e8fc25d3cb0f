"""Tridagons: that three values cannot fill one, its types, and how many cells may have others."""

import random
from itertools import combinations, islice, permutations, product

import pytest

import nonet
from nonet import Grid, Puzzle
from nonet.techniques import Position, Step
from nonet.techniques.candidate_layout import bits, layout_of
from nonet.techniques.families import tridagon
from tests.techniques.certificate import found_steps, is_proven

LAYOUT = layout_of(Puzzle(Grid.square(9)).model())
TRIO = [1, 2, 3]
TWELVE = (
    "R1C1", "R2C2", "R3C3", "R1C4", "R2C5", "R3C6", "R4C1", "R5C2", "R6C3", "R4C4", "R6C5", "R5C6",
)  # fmt: skip


def position_with(cell_values):
    """A grid without givens in which some cells have few values."""
    domains = {name: nonet.model.Domain.range(1, 9) for name in LAYOUT.cells}
    domains |= {name: nonet.model.Domain.of(values) for name, values in cell_values.items()}
    return Position.from_masks(LAYOUT, domains)


def test_a_tridagon_cannot_be_filled_and_its_even_twin_can():
    def can_be_filled(chosen):
        """Whether three values fill three cells of each of four boxes."""
        ways = [
            [
                dict(zip(bits(corner.cells), values, strict=True))
                for values in permutations(range(3))
            ]
            for corner in chosen
        ]
        for parts in product(*ways):
            value_of = {cell: value for part in parts for cell, value in part.items()}
            if all(
                value_of[a] != value_of[b] or not LAYOUT.sees[a] >> b & 1
                for a, b in combinations(value_of, 2)
            ):
                return True
        return False

    chance = random.Random(1)
    fours = tridagon.box_corners(LAYOUT)
    assert len(fours) == 9 and all(len(box) == 6 for four in fours for box in four)
    for _ in range(12):
        chosen = [chance.choice(box) for box in chance.choice(fours)]
        assert can_be_filled(chosen) == (sum(corner.odd for corner in chosen) % 2 == 0)


@pytest.mark.parametrize("shape", [Grid.square(4), Grid.square(6), Grid.square(8), Grid.square(16)])
def test_only_boxes_of_three_rows_and_columns_have_tridagons(shape):
    assert tridagon.box_corners(layout_of(Puzzle(shape).model())) == ()


@pytest.mark.slow(0.2)
@pytest.mark.parametrize(
    ("key", "more", "removed"),
    [
        ("type-1", {"R1C1": [1, 2, 3, 4]}, {("R1C1", 1), ("R1C1", 2), ("R1C1", 3)}),
        ("type-2", {"R1C1": [1, 2, 3, 4], "R1C4": [1, 3, 4]}, {("R1C9", 4), ("R1C3", 4)}),
        (
            "type-3",
            {"R1C1": [1, 2, 3, 4], "R1C4": [1, 2, 5], "R1C9": [4, 5]},
            {("R1C8", 4), ("R1C8", 5)},
        ),
        (
            "type-4",
            {"R1C1": [1, 2, 3, 4], "R1C4": [1, 2, 3, 5]}
            | {f"R1C{n}": [4, 5, 6, 7, 8, 9] for n in (2, 3, 5, 6, 7, 8, 9)},
            {("R1C1", 2), ("R1C1", 3), ("R1C4", 2), ("R1C4", 3)},
        ),
    ],
)  # fmt: skip
def test_a_tridagon_by_type(key, more, removed):
    position = position_with({**dict.fromkeys(TWELVE, TRIO), **more})
    steps = found_steps(position, f"chromatic-pattern-{key}")
    step = next(step for step in steps if removed <= set(step.removed))
    assert step.deadly_cells == sum(1 << LAYOUT.cell_number[cell] for cell in TWELVE)
    assert all(cell in step.sentence for cell in TWELVE) and "1, 2 and 3" in step.sentence
    for candidate in islice(bits(step.eliminations), 3):
        single_step = Step(step.key, LAYOUT, eliminations=1 << candidate, truths=step.truths)
        assert is_proven(position, single_step)


@pytest.mark.slow(0.3)
@pytest.mark.parametrize(("guarded", "is_found"), [(3, True), (4, False)])
def test_a_pattern_has_no_more_cells_with_guardians_than_the_limit(guarded, is_found, monkeypatch):
    monkeypatch.setattr(tridagon, "MAX_GUARDED_CELLS", 3)
    more = {cell: [*TRIO, 4] for cell in ("R1C1", "R2C2", "R3C3", "R1C4")[:guarded]}
    position = position_with({**dict.fromkeys(TWELVE, TRIO), **more})
    patterns = [cells for cells, trio in tridagon._patterns(position) if trio == 0b111]
    twelve = sum(1 << LAYOUT.cell_number[cell] for cell in TWELVE)
    assert (twelve in patterns) == is_found


def test_a_cell_without_any_of_the_three_values_is_in_no_pattern():
    position = position_with({**dict.fromkeys(TWELVE, TRIO), "R1C1": [4, 5]})
    twelve = sum(1 << LAYOUT.cell_number[cell] for cell in TWELVE)
    assert twelve not in [cells for cells, _ in tridagon._patterns(position)]
