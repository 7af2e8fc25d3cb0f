"""A constraint and a house: what one needs of the other, against all choices of values."""

from itertools import product
from random import Random

import pytest

from nonet import Grid, Puzzle
from nonet.puzzle.rules import make_rule
from nonet.techniques import Position
from nonet.techniques.candidate_layout import bits
from nonet.techniques.engines.constraint_filter import constraint_filters
from tests.techniques.certificate import found_steps

RULES = (
    ("killer", {"cells": "R1C1 R1C2 R2C1", "sum": 7}),
    ("killer", {"cells": "R1C3 R1C4", "sum": 5}),
    ("thermometer", {"cells": "R3C1 R3C2 R4C2"}),
    ("white-dot", {"cells": "R2C3 R2C4"}),
    ("arrow", {"bulb": "R4C4", "cells": "R4C3 R3C3"}),
    ("sum", {"cells": "R3C4 R4C4", "sum": 6}),
)


def position_of(seed):
    """A grid of four with some rules, and not all candidates."""
    random = Random(seed)
    rules = [make_rule(name, **fields) for name, fields in random.sample(RULES, 3)]
    position = Position.of(Puzzle(Grid.square(4)).with_rules(*rules))
    few = random.sample([*bits(position.open)], seed % 10)
    return position.without(sum(1 << candidate for candidate in few))


def choices(position, constraint, banned=(), taken=()):
    """All values of a constraint's cells that hold and differ where they see each other."""
    layout = position.layout
    cells = [layout.cell_number[name] for name in constraint.scope]
    domains = [
        [value for value in bits(position.values[cell]) if (cell, value) not in banned]
        for cell in cells
    ]
    for values in product(*domains):
        chosen = dict(zip(cells, values, strict=True))
        if any(chosen.get(cell) != value for cell, value in taken):
            continue
        clash = any(
            chosen[a] == chosen[b] and layout.sees[a] >> b & 1
            for a in cells
            for b in cells
            if a < b
        )
        named = {layout.cells[cell]: value + 1 for cell, value in chosen.items()}
        if not clash and constraint.holds(named):
            yield chosen


def candidates(position, cells, value):
    layout = position.layout
    return frozenset(
        (layout.cells[cell], value + 1) for cell in cells if position.values[cell] >> value & 1
    )


def overlaps(position):
    """The constraints of rules, and the houses with two of their cells and others beside."""
    for constraint_filter in constraint_filters(position.layout):
        constraint = constraint_filter.constraint
        scope = {position.layout.cell_number[name] for name in constraint.scope}
        for house in position.layout.houses:
            shared = scope & {*house.cell_numbers}
            if len(shared) > 1 and {*house.cell_numbers} - shared:
                yield constraint, house, shared


def locked(position):
    """By definition: a value that every choice has in the house goes from the rest of it."""
    for constraint, house, shared in overlaps(position):
        every = list(choices(position, constraint))
        for value in range(4):
            if all(any(chosen[cell] == value for cell in shared) for chosen in every):
                removed = candidates(position, {*house.cell_numbers} - shared, value)
                if removed:
                    yield constraint.description, house.name, value, removed


def placed_by_houses(position):
    """By definition: what no choice has with a value at one of its last places in the house."""
    for constraint, house, shared in overlaps(position):
        if not house.complete:
            continue
        for value in range(4):
            places = [cell for cell in house.cell_numbers if position.values[cell] >> value & 1]
            if len(places) < 2 or not {*places} <= shared:
                continue
            every = [
                chosen
                for place in places
                for chosen in choices(
                    position,
                    constraint,
                    {(cell, value) for cell in house.cell_numbers if cell != place},
                    [(place, value)],
                )
            ]
            scope = [position.layout.cell_number[name] for name in constraint.scope]
            supported_pairs = {(cell, chosen[cell]) for chosen in every for cell in scope}
            removed = frozenset(
                (position.layout.cells[cell], other + 1)
                for cell in scope
                for other in bits(position.values[cell])
                if (cell, other) not in supported_pairs
            )
            if removed:
                yield constraint.description, house.name, value, removed


@pytest.mark.parametrize(
    ("key", "definition", "least"),
    [("locked-in-constraint", locked, 40), ("constraint-and-house", placed_by_houses, 10)],
)
def test_exactly_what_the_definition_removes_is_found(key, definition, least):
    number = 0
    for seed in range(40):
        position = position_of(seed)
        steps = found_steps(position, key)
        found_facts = {
            (
                step.detail.constraint_filter.constraint.description,
                step.detail.house.name,
                step.detail.value,
                frozenset(step.removed),
            )
            for step in steps
        }
        expected = set(definition(position))
        if key == "constraint-and-house":  # not where the constraint holds in any case
            expected = {fact for fact in expected if not holds_always(position, fact[0])}
        assert found_facts == expected
        assert len(steps) == len(found_facts)
        number += len(steps)
    assert number >= least


def holds_always(position, description):
    (constraint,) = (
        each.constraint
        for each in constraint_filters(position.layout)
        if each.constraint.description == description
    )
    names = [position.layout.cell_number[name] for name in constraint.scope]
    return all(
        constraint.holds(dict(zip(constraint.scope, [v + 1 for v in values], strict=True)))
        for values in product(*(bits(position.values[cell]) for cell in names))
    )


def test_the_words_name_the_constraint_the_value_its_places_and_the_house():
    cage = make_rule("killer", cells="R1C1 R1C2 R1C3", sum=6)
    position = Position.of(Puzzle(Grid.square(4)).with_rules(cage))
    position = position.without(1 << position.layout.candidate("R1C3", 3))
    step = next(s for s in found_steps(position, "locked-in-constraint") if s.detail.value == 2)
    assert step.sentence == (
        "Killer cage 6 at R1C1 needs a 3 in R1C1 or R1C2, which lie in row 1: 3 can be removed "
        "from R1C4."
    )
    assert step.reasons[0] == "killer cage 6 at R1C1"
    cage = make_rule("sum", cells="R1C1 R1C2 R2C3", sum=7)
    position = Position.of(Puzzle(Grid.square(4)).with_rules(cage))
    lost = [position.layout.candidate(cell, 4) for cell in ("R1C3", "R1C4")]
    step = next(
        s
        for s in found_steps(position.without(sum(1 << c for c in lost)), "constraint-and-house")
        if s.detail.value == 3 and s.detail.house.kind == "row"
    )
    assert step.sentence.startswith(
        "Row 1 has its 4 in R1C1 or R1C2. In each case it follows from sum cage 7 at R1C1: "
    )
