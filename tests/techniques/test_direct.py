"""Direct steps, judged by Sudoku Explainer's definitions applied cell by cell."""

from itertools import combinations

import pytest

from nonet import Grid, Puzzle, read, solve
from nonet.techniques import Position
from nonet.techniques.families.direct import find
from nonet.techniques.families.singles import find as singles

HARD = read("puzzles/hard.txt")[:8]


def found_steps(position, key):
    return list(find(position, frozenset({key})))


def places(position, house, value):
    return {cell for cell in house.cell_numbers if position.values[cell] >> value & 1}


@pytest.mark.parametrize("puzzle", HARD, ids=range(len(HARD)))
@pytest.mark.parametrize("key", ["direct-pointing", "direct-claiming"])
def test_locking_that_leaves_one_place_in_a_like_house(puzzle, key):
    """A base in a cover, one of them a box; a third house of the base's kind loses places."""
    position = Position.of(puzzle)
    layout = position.layout
    by_hand = set()
    for base in layout.complete_houses:
        for cover in layout.complete_houses:
            kinds = (base.kind == "box", cover.kind == "box")
            if kinds != ((True, False) if key == "direct-pointing" else (False, True)):
                continue
            for value in range(9):
                base_places = places(position, base, value)
                if len(base_places) < 2 or not base_places <= set(cover.cell_numbers):
                    continue
                for third in layout.houses_by_kind[base.kind]:
                    before = places(position, third, value)
                    after = before - set(cover.cell_numbers)
                    if third is not base and len(before) > 1 and len(after) == 1:
                        by_hand.add((base.number, value * 81 + after.pop()))
    steps = found_steps(position, key)
    assert {
        (step.detail.inner.detail.locked_candidates.base, step.placements[0]) for step in steps
    } == by_hand
    assert len(steps) == len(by_hand)


@pytest.mark.parametrize("puzzle", HARD, ids=range(len(HARD)))
@pytest.mark.parametrize(("key", "size"), [("direct-hidden-pair", 2), ("direct-hidden-triple", 3)])
def test_a_hidden_subset_that_leaves_one_place_in_its_house(puzzle, key, size):
    position = Position.of(puzzle)
    layout = position.layout
    by_hand = set()
    for house in layout.complete_houses:
        open_cells = [cell for cell in house.cell_numbers if position.values[cell]]
        for digits in combinations(range(9), size):
            spots = [places(position, house, value) for value in digits]
            subset = set().union(*spots)
            if len(open_cells) <= size or len(subset) != size or min(map(len, spots)) < 2:
                continue
            for value in set(range(9)) - set(digits):
                before = places(position, house, value)
                if len(before) > 1 and len(before - subset) == 1:
                    [cell] = before - subset
                    by_hand.add((house.number, digits, value * 81 + cell))
    steps = {
        (
            step.detail.house.number,
            tuple(v for v in range(9) if step.detail.inner.detail.values >> v & 1),
            *step.placements,
        )
        for step in found_steps(position, key)
    }
    assert steps == by_hand


def test_what_is_placed_is_the_solution_and_no_single_yet():
    seen = 0
    for puzzle in HARD:
        position = Position.of(puzzle)
        solution = solve(puzzle).solution
        keys = frozenset(
            {"direct-pointing", "direct-claiming", "direct-hidden-pair", "direct-hidden-triple"}
        )
        for step in find(position, keys):
            seen += 1
            assert not step.eliminations
            [(cell, value)] = step.placed
            assert solution[cell] == value
    assert seen


def test_the_single_follows_the_locking():
    """In a 4x4: 3 is locked in row 1 of box 1, so box 2 has its 3 in row 2, beside the clue's."""
    position = Position.of(Puzzle(Grid.square(4), {"R2C1": 1, "R2C2": 2, "R3C3": 3}))
    [step, *_] = found_steps(position, "direct-pointing")
    assert step.notation == "Direct Pointing: 3 in b1 => r2c4=3"
    assert step.text.look == "Look at the 3s of box 1"
    assert step.sentence == (
        "In box 1, the 3 must be in R1C1 or R1C2, which are all in row 1. So row 1 has its 3 there,"
        " and no other cell of it can be 3: 3 can be removed from R1C4. That leaves one cell of box 2"
        " for 3: R2C4 is 3."
    )
    removed = 1 << position.layout.candidate("R1C4", 3)
    after = position.without(removed)
    box = {single.conclusion for single in singles(after, frozenset({"hidden-single-box"}))}
    assert step.conclusion in box
