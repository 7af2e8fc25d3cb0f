"""Constraints that are preferred, tables with wildcards and negative ones, against all assignments."""

from itertools import product

import pytest

import nonet
from nonet.errors import ModelError
from nonet.model import ModelBuilder
from nonet.testing.brute import brute_force


def test_what_is_preferred_costs_its_weight_where_it_does_not_hold():
    for sense, factor in (("minimize", 1), ("maximize", -1), (None, 1)):
        build = ModelBuilder()
        x, y = build.variables("xy", range(4))
        build.add(x + y <= 4)
        build.prefer(x == 3, weight=3)
        build.prefer(~(y < x), weight=2, label="y is not less")
        if sense:
            getattr(build, sense)(x + 2 * y)
        best = min(
            factor * (a + 2 * b if sense else 0) + 3 * (a != 3) + 2 * (b < a)
            for a, b in product(range(4), repeat=2)
            if a + b <= 4
        )
        for backend in ("native", "cpsat"):
            outcome = nonet.solve(build, backend)
            assert outcome.optimum.value == factor * best
            lost = outcome.solution["y is not less"]
            assert lost == (outcome.solution[y] < outcome.solution[x])


def test_a_preference_is_one_constraint_of_a_positive_weight():
    build = ModelBuilder()
    x = build.variable("x", range(4))
    for slip in (
        lambda: build.prefer(x == 1, weight=0),
        lambda: build.prefer(x == 1, weight=0.5),
        lambda: build.prefer([x == 1]),
        lambda: build.prefer(x),
        lambda: build.prefer(),
    ):
        with pytest.raises(ModelError):
            slip()


ROWS = [(0, None, 2), (1, 1, 1), (None, None, 0), (2, 2, None)]


def matches(values):
    return any(
        all(cell in (None, value) for cell, value in zip(row, values, strict=True)) for row in ROWS
    )


@pytest.mark.parametrize("backend", ["native", "cpsat"])
@pytest.mark.parametrize("negative", [False, True])
@pytest.mark.parametrize("shift", [0, 1])
def test_none_in_a_table_stands_for_any_value(backend, negative, shift):
    build = ModelBuilder()
    x, y, z = build.variables("xyz", range(3))
    last = z + shift - shift if shift else z
    build.table([x, y, last], ROWS, negative=negative)
    solutions = {tuple(solution.values()) for solution in nonet.iter_solutions(build, backend)}
    assert solutions == {v for v in product(range(3), repeat=3) if matches(v) is not negative}
    assert solutions == brute_force(build.model())


def test_a_negative_table_of_names_forbids_them():
    build = ModelBuilder()
    a, b = build.variables("ab", ["red", "green"])
    build.table([a, b], [("red", "red"), ("green", None)], negative=True)
    assert nonet.solve(build).solution[[a, b]] == ["red", "green"]


def test_an_optional_task_takes_part_where_its_entry_says_so():
    build = ModelBuilder()
    x, y = build.variables("xy", range(3))
    takes_part = build.array("takes part", 2, range(2))
    build.no_overlap([x, y], [2, 2], present=takes_part)
    expected = {
        (a, b, p, q)
        for a, b, p, q in product(range(3), range(3), range(2), range(2))
        if not (p and q) or abs(a - b) >= 2
    }
    assert brute_force(build.model()) == expected
    for backend in ("native", "cpsat"):
        solutions = {tuple(s.values()) for s in nonet.iter_solutions(build, backend)}
        assert solutions == expected
    with pytest.raises(ModelError, match="2 in demand, 1 in present"):
        build.cumulative([x, y], [1, 1], [1, 1], 1, present=[1])
