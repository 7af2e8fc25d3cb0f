"""Lanes for every constraint: each filter against brute force, and what has no filter."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import combinations

import numpy as np
import pytest

import nonet
from nonet import AllDifferent, Model
from nonet.backends.lockstep.kernel import kernel_for
from nonet.backends.lockstep.program_builder import ProgramBuilder
from nonet.backends.lockstep.work_chunks import count_rows
from nonet.errors import Unsupported
from nonet.model import (
    AnyOf,
    Automaton,
    Constraint,
    Count,
    CountFamily,
    Linear,
    Regular,
    Table,
)
from nonet.testing.brute import brute_force

NAMES = ("a", "b", "c", "d", "e")
Make = Callable[[random.Random, list[str]], Constraint]


def _sum(draw: random.Random, names: list[str]) -> Constraint:
    return Linear.sum(names, "==", draw.randint(len(names), 5 * len(names)))


def _weighted(draw: random.Random, names: list[str]) -> Constraint:
    weights = [draw.choice((-3, -2, -1, 1, 1, 2)) for _ in names]
    middle = sum(3 * weight for weight in weights)
    op = draw.choice(("==", "==", "!=", "<=", ">="))
    return Linear(tuple(names), tuple(weights), op, middle + draw.randint(-3, 3))


def _table(draw: random.Random, names: list[str]) -> Constraint:
    rows = {tuple(draw.randint(1, 6) for _ in names) for _ in range(draw.randint(0, 40))}
    return Table(tuple(names), frozenset(rows))


def _automaton(draw: random.Random, names: list[str]) -> Constraint:
    arcs = {(s, v): draw.randrange(4) for s in range(4) for v in range(1, 7) if draw.random() < 0.5}
    return Regular(tuple(names), Automaton(0, {draw.randrange(4), 0}, arcs))


def _count(draw: random.Random, names: list[str]) -> Constraint:
    number = names[-1] if draw.random() < 0.5 else draw.randint(0, 3)
    counted = [draw.choice(names) for _ in range(4)]
    values = draw.sample(range(1, 7), 2)
    return Count(tuple(counted), frozenset(values), draw.choice(("==", "!=", "<=", ">=")), number)


def _choice(draw: random.Random, names: list[str]) -> Constraint:
    """Groups of all the others, over the same and over other variables, sometimes within others."""

    def group(depth: int) -> tuple[Constraint, ...]:
        makes = [_sum, _weighted, _table, _automaton, _count]
        of = draw.sample(NAMES, draw.randint(1, 4))
        parts = [draw.choice(makes)(draw, of) for _ in range(draw.randint(1, 2))]
        if draw.random() < 0.3 and len(of) > 1:
            parts.append(AllDifferent(tuple(of)))
        if depth and draw.random() < 0.2:
            parts.append(AnyOf((group(0), group(0))))
        return tuple(parts)

    return AnyOf(tuple(group(1) for _ in range(draw.randint(1, 4))))


def _model(draw: random.Random, make: Make, rules: int) -> Model:
    domains = {name: draw.sample(range(1, 7), draw.randint(2, 6)) for name in NAMES}
    constraints: list[Constraint] = [AllDifferent(tuple(draw.sample(NAMES, 3)))]
    for _ in range(rules):
        constraints.append(make(draw, draw.sample(NAMES, draw.randint(2, 4))))
    return Model(domains, constraints)


@pytest.mark.slow(0.1)
@pytest.mark.parametrize("make", [_sum, _weighted, _table, _automaton, _count, _choice])
def test_solutions_are_those_of_brute_force(make):
    draw = random.Random(make.__name__)
    several = 0
    for _ in range(60):
        model = _model(draw, make, draw.randint(1, 3))
        solutions = [
            tuple(each[name] for name in NAMES) for each in nonet.iter_solutions(model, "lockstep")
        ]
        assert len(set(solutions)) == len(solutions)
        assert set(solutions) == brute_force(model)
        several += len(solutions) > 1
    assert several > 5  # the question was not an empty one


@pytest.mark.parametrize("far", [10**3, 10**15])  # what is between is compiled for units
def test_large_weights_have_wider_lanes(far):
    model = Model(
        {name: range(1, 5) for name in "abc"},
        [Linear(("a", "b", "c"), (far, far + 1, -1), "==", 5 * far + 1)],
    )
    solutions = {
        tuple(each[name] for name in "abc") for each in nonet.iter_solutions(model, "lockstep")
    }
    assert solutions == brute_force(model)
    assert solutions


def test_sums_beyond_32_and_64_bits_are_right_or_declined():
    """Whatever the weights and the constant come to, also within a choice."""
    draw, answered, declined = random.Random(32), 0, 0
    for _ in range(150):
        large = 2 ** draw.choice((30, 31, 32, 33, 48, 59, 62, 63, 64, 80))
        some = (large, -large, large + 1, large // 3)
        weights = [draw.choice(some), *draw.choices((1, -1, 3, *some), k=2)]
        values = {name: draw.sample(range(-3, 6), draw.randint(2, 4)) for name in "abc"}
        picked = [draw.choice(values[name]) for name in "abc"]
        constant = sum(weight * value for weight, value in zip(weights, picked, strict=True))
        constant += draw.choice((0, 0, 0, 1, -1, large, 2**32, -(2**32)))
        linear = Linear(
            tuple("abc"), tuple(weights), draw.choice(("==", "<=", ">=", "!=")), constant
        )
        other = Linear(tuple("abc"), tuple(weights), "==", -constant)
        model = Model(values, [draw.choice((linear, AnyOf(((linear,), (other,)))))])
        try:
            solutions = list(nonet.iter_solutions(model, "lockstep"))
        except Unsupported as error:
            assert "adds up in 64 bits" in str(error)
            declined += 1
        else:
            assert {tuple(each[name] for name in "abc") for each in solutions} == brute_force(model)
            answered += bool(solutions)
    assert answered > 30
    assert declined > 30


def test_what_has_no_room_is_declined_with_the_way_out():
    huge = Model(
        {"a": [1, 2], "b": [1, 2], "c": [1, 2]},
        [Linear(("a", "b", "c"), (10**18, 1, 1), "<=", 3 * 10**18)],
    )
    with pytest.raises(Unsupported, match="use another backend, such as native or cpsat"):
        nonet.solve(huge, "lockstep")
    wide = Model({"a": [0, 10**6], "b": [0, 1]}, [Linear.sum(("a", "b"), "==", 1)])
    with pytest.raises(Unsupported, match="64 values a cell at most"):
        nonet.solve(wide, "lockstep")


def _circles(draw: random.Random, cells: tuple[str, ...], values: range) -> CountFamily:
    """Values of which each is in some cells as often as drawn, or in none where that may be."""
    pairs = tuple((value, draw.choice((value, value, draw.randint(1, 3)))) for value in values)
    return CountFamily(cells, pairs, frozenset(v for v in values if draw.random() < 0.3))


@pytest.mark.parametrize("number", range(4))
def test_values_that_occur_so_often_or_never_have_the_solutions_of_brute_force(number):
    draw = random.Random(f"occurrences {number}")
    names = tuple("abcdef")
    several = 0
    for _ in range(25):
        values = range(1, draw.randint(3, 5))
        domains = {name: draw.sample(range(1, 5), draw.randint(2, 4)) for name in names}
        others = [AllDifferent(tuple(draw.sample(names, 2)))] if draw.random() < 0.5 else []
        cells = names[: draw.randint(5, 6)]
        circles = _circles(draw, cells, values)
        model = Model(domains, [circles, *others])
        packing = ProgramBuilder(model.structure)
        assert packing.records.occurrences and not packing.disjunctions.choices
        solutions = [tuple(s.values()) for s in nonet.iter_solutions(model, "lockstep")]
        assert len(set(solutions)) == len(solutions)
        assert set(solutions) == brute_force(model)
        several += len(solutions) > 1
    assert several > 3


def test_circles_of_a_grid_take_what_no_solution_has_and_no_less_than_native():
    draw = random.Random("circles of a grid")
    grid = nonet.Grid.square(4)
    stronger = 0
    for _ in range(30):
        circled = sorted(draw.sample(grid.cells, draw.choice((6, 7, 10))))
        try:
            rule = nonet.make_rule("counting-circles", cells=circled)
            puzzle = nonet.Puzzle(grid).with_rules(rule)
            model = puzzle.model()
        except nonet.errors.PuzzleError:
            continue
        solutions = list(nonet.iter_solutions(model, "native", limit=None))
        run = nonet.solve(model, "lockstep", limit=None)
        assert {tuple(s.values()) for s in run.solutions} == {tuple(s.values()) for s in solutions}
        native = nonet.solve(model, "native", limit=None)
        stronger += run.stats["guesses"] < native.stats["guesses"]
    assert stronger > 5


def test_where_every_house_is_needed_a_value_is_nowhere_else():
    """Of four rows all have their 4 in a circle, so it leaves the cells without one."""
    grid = nonet.Grid.square(4)
    circles = tuple(f"R{row}C{column}" for row in range(1, 5) for column in (1, 2))
    four = [Count(circles, {value}, "==", number) for value, number in ((4, 4), (3, 0 + 1))]
    model = nonet.Puzzle(grid).model()
    model = Model(model.domains, [*model.constraints, *four])
    for line in nonet.iter_solutions(model, "lockstep"):
        assert all(line[cell] != 4 for cell in grid.cells if cell not in circles)


def test_the_45_rule_is_given_to_the_kernel():
    names = tuple("abcdefgh")
    units = [AllDifferent(names[:4]), AllDifferent(names[4:])]
    cage = Linear.sum(("a", "b", "e"), "==", 7)
    model = Model({x: range(1, 5) for x in names}, [*units, AllDifferent(("a", "b", "e")), cage])
    packing = ProgramBuilder(model.structure)
    # what the cage leaves of the first unit, less what it reaches
    assert len(packing.program().records.bounds) > 0
    assert (
        nonet.count_solutions(model, "lockstep").number
        == nonet.count_solutions(model, "native").number
        == 72
    )


def test_a_killer_in_a_table_of_puzzles():
    rows = np.zeros((3, 16), np.uint8)
    rows[0] = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 0, 0, 0, 0]
    rows[1, 0] = 1
    rows[2, :2] = 1
    for total in (6, 8):
        rule = nonet.make_rule("killer", cells=("R1C1", "R2C1", "R2C2"), sum=total)
        answers = nonet.verify_many(rows, rules=[rule], backend="lockstep")
        by_sat = nonet.verify_many(rows, rules=[rule], backend="sat")
        assert answers.counts.tolist() == by_sat.counts.tolist()
        assert answers.counts.tolist()[2] == 0


def test_answers_do_not_depend_on_what_was_answered_before():
    """Failures are counted anew for each run, though its memory is used again."""
    names = [f"x{i}" for i in range(6)]
    rules = [
        AllDifferent(tuple(names)),
        *(Linear((a, b), (1, 1), "!=", 7) for a, b in combinations(names, 2)),
    ]
    kernel = kernel_for(Model({x: range(1, 7) for x in names}, rules).structure)
    rows = np.zeros((40, 6), np.uint8)
    rows[:, 0] = np.arange(40) % 6 + 1
    once = count_rows(kernel, rows, 1000, batch_size=5)
    repeated = count_rows(kernel, rows, 1000, batch_size=5)
    assert once.counts.tolist() == repeated.counts.tolist()
    assert once.solutions.tolist() == repeated.solutions.tolist()
    assert once.guesses.tolist() == repeated.guesses.tolist()
