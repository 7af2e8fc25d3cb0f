"""Locked candidates: pointing, claiming, and what variants add."""

# ruff: noqa: E501  (library lines are long)

import pytest

from nonet import Grid, Puzzle, make_rule, parse, read
from nonet.techniques import Position
from nonet.techniques.families.intersections import find

# Positions and what HoDoKu 2.2 finds at them.
FACTS = [
    (
        "pointing",
        ":0100:2:.75..6+1.4....7..9.4....1...5....8..6.....9..5..32.........9..1....1..2..+148....7.::276::",
        "Locked Candidates (Pointing): 2 in b6 => r7c6<>2",
    ),
    (
        "claiming",
        ":0101:8:...2...939.+2..3.4..+3...4.623...+25.+7..6..8.+32.+2..7+3.4.662.1.....+41+93+5+2+6+8785...6...::842 843::",
        "Locked Candidates (Claiming): 8 in c1 => r4c23<>8",
    ),
]


def found_steps(position, key):
    return list(find(position, frozenset({key})))


def candidates(layout, text):
    return sum(1 << layout.candidate(f"R{r}C{c}", int(d)) for d, r, c in text.split())


@pytest.mark.parametrize(("key", "line", "_"), FACTS, ids=[fact[0] for fact in FACTS])
def test_what_hodoku_removes_is_found_under_its_name(key, line, _):
    position = Position.of(parse(line))
    removed = candidates(position.layout, line.split(":")[5])
    assert removed in {step.eliminations for step in found_steps(position, key)}


@pytest.mark.parametrize("text", read("puzzles/hard.txt")[:8], ids=range(8))
def test_exactly_the_crossings_of_houses_that_remove_something_are_found(text):
    """By hand: for each ordered pair of a line and a box, cell by cell."""
    position = Position.of(text)
    layout = position.layout
    for key in ("pointing", "claiming"):
        by_hand = set()
        for base in layout.complete_houses:
            for cover in layout.complete_houses:
                if base is cover or (base.kind == "box") != (key == "pointing"):
                    continue
                for value in range(9):
                    places = {c for c in base.cell_numbers if position.values[c] >> value & 1}
                    others = {
                        c for c in cover.cell_numbers if position.values[c] >> value & 1
                    } - places
                    if len(places) > 1 and places <= set(cover.cell_numbers) and others:
                        by_hand.add((base.short_name, cover.short_name, value, frozenset(others)))
        steps = [
            (
                layout.houses[step.detail[1].base].short_name,
                layout.houses[step.detail[1].cover].short_name,
                step.detail[0],
                frozenset(c for c in range(81) if step.detail[1].removed >> c & 1),
            )
            for step in found_steps(position, key)
        ]
        assert set(steps) == by_hand
        assert len(steps) == len(by_hand)


def test_one_place_left_is_a_single_and_no_locked_candidate():
    position = Position.of(Puzzle(Grid.square(4), {"R2C1": 1, "R2C2": 2}))
    layout = position.layout
    removed = 1 << layout.candidate("R1C1", 3)
    assert [step.detail[0] for step in found_steps(position.without(removed), "pointing")] == [3]


def test_places_that_see_a_cell_by_a_knights_move_clear_it():
    puzzle = Puzzle(Grid.square(9)).with_rules(make_rule("anti-knight"))
    position = Position.of(puzzle)
    layout = position.layout
    keep = {"R4C4", "R4C6"}  # the 5s of box 5; R6C5 is in the box, R2C5 a knight's move away
    box = next(house for house in layout.houses_by_kind["box"] if house.name == "box 5")
    removed_before = sum(
        1 << layout.candidate(layout.cells[cell], 5)
        for cell in box.cell_numbers
        if layout.cells[cell] not in keep
    )
    steps = found_steps(position.without(removed_before), "pointing")
    removed = {cell for step in steps for cell, value in step.removed if value == 5}
    assert {"R2C5", "R4C1", "R4C9"} <= removed
    assert "R8C5" not in removed and "R3C5" not in removed
    [apart] = [step for step in steps if step.detail[1].cover < 0]
    assert "Each of them excludes 5 from R2C5" in apart.sentence


def test_a_region_of_a_jigsaw_points():
    puzzle = read("puzzles/jigsaw.json")[0]
    for step in found_steps(Position.of(puzzle), "pointing"):
        assert step.truths and "AllDifferent" in step.constraints
    regions = Position.of(puzzle).layout.houses_by_kind["box"]
    assert len(regions) == 9


def test_the_words_say_why():
    position = Position.of(Puzzle(Grid.square(4), {"R2C1": 1, "R2C2": 2}))
    step = found_steps(position, "pointing")[0]
    assert step.text.look == "Look at the 3s of box 1"
    assert step.sentence == (
        "In box 1, the 3 must be in R1C1 or R1C2, which are all in row 1. So row 1 has its 3"
        " there, and no other cell of it can be 3: 3 can be removed from R1C3 and R1C4."
    )
    assert step.constraints == "AllDifferent(box 1) ∩ AllDifferent(row 1)"
