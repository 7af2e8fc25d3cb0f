"""Bounds of sums, house by house: held against all choices of values, one by one."""

from itertools import product
from random import Random

from nonet.backends.native.filters.house_sums import extreme_values
from nonet.model import AllDifferent, Linear, Model
from nonet.puzzle import Grid, Puzzle
from nonet.puzzle.short_form import rule_from_short
from nonet.techniques import find
from nonet.techniques.candidate_layout import bits, layout_of
from nonet.techniques.engines.constraint_filter import filter_of
from nonet.techniques.position import Position


def different_choices(masks):
    choices = product(*(list(bits(mask)) for mask in masks))
    return [choice for choice in choices if len(set(choice)) == len(choice)]


def test_the_extreme_values_are_those_of_all_choices():
    random = Random(1)
    for _ in range(300):
        masks = tuple(random.randint(1, 63) for _ in range(random.randint(1, 4)))
        sums = sorted(map(sum, different_choices(masks)))
        for greatest in (False, True):
            chosen = extreme_values(masks, greatest)
            expected = sums[-1 if greatest else 0] if sums else None
            assert (chosen if chosen is None else sum(bits(chosen))) == expected


def random_sum(random):
    """A sum over cells of which some must differ, and open values."""
    cells = [f"R{n // 3 + 1}C{n % 3 + 1}" for n in range(random.randint(2, 5))]
    factors = tuple(random.choice([1, 1, 1, -1, 2]) for _ in cells)
    houses = [
        AllDifferent(tuple(random.sample(cells, random.randint(2, len(cells)))))
        for _ in range(random.randint(1, 3))
    ]
    op = random.choice(["==", "<=", ">="])
    constraint = Linear(tuple(cells), factors, op, random.randint(-3, 12))
    layout = layout_of(Model(dict.fromkeys(cells, range(1, 5)), [constraint, *houses]))
    first = filter_of(layout, constraint)
    return first, houses, tuple(random.randint(1, 15) for _ in first.cells)


def supported(first, houses, masks):
    layout, result = first.layout, [0] * len(masks)
    for choice in product(*(list(bits(mask)) for mask in masks)):
        named = {
            layout.cells[c]: layout.values[v] for c, v in zip(first.cells, choice, strict=True)
        }
        if all(constraint.holds(named) for constraint in (first.constraint, *houses)):
            result = [mask | 1 << value for mask, value in zip(result, choice, strict=True)]
    return result


def test_bounds_never_take_a_value_that_a_choice_needs():
    random, effective = Random(5), 0
    for _ in range(200):
        first, houses, masks = random_sum(random)
        needed = supported(first, houses, masks)
        for bound in first.bounds(masks):
            assert bound.slack >= 0 or not any(needed)
            reduced = first.reduced_by(bound, masks)
            assert all(
                not need & ~mask for need, mask in zip(needed, reduced or [0] * 9, strict=False)
            )
            effective += reduced is None or reduced != masks
    assert effective > 60


SHAFT = """R8C5 R8C6 R9C6 R9C7 R9C8 R9C9 R8C9 R7C9 R7C8 R6C8 R6C9 R5C9 R5C8 R5C7 R4C7 R4C8 R4C9 R3C9
R3C8 R3C7 R3C6 R2C6 R2C5 R2C4 R3C4 R4C4 R4C3 R5C3 R5C2 R6C2 R7C2 R7C1"""


def test_a_long_arrow_is_explained_house_by_house():
    arrow = rule_from_short("arrow bulb=R7C4,R7C5 " + " ".join(SHAFT.split()))
    position = Position.of(Puzzle(Grid.square(9)).with_rules(arrow))
    (step,) = find(position, "arrow-sums")
    assert "36 (box 6) + 21 (box 9)" in step.sentence
    assert "10 × R7C4 + R7C5 comes to at most 99" in step.sentence
    assert "no choice of the values" not in step.sentence
    assert len(step.sentence) < 1_200
