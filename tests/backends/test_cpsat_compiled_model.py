"""General models reach CP-SAT as its users write them; grids as Booleans of values."""

import subprocess
import sys
from itertools import combinations
from random import Random

import pytest

pytest.importorskip("ortools")

import nonet
from nonet import ModelBuilder
from nonet.backends import Request, get_backend
from nonet.backends.cpsat import _auto_kind
from nonet.backends.cpsat.compiled_model import default_parameters, integer_model
from nonet.model import max_of
from nonet.solving import Status, solve


def sums_of_four(number: int) -> nonet.Model:
    """Equations of four of 500 variables, with a solution."""
    random = Random(1)
    hidden = [random.randrange(21) for _ in range(500)]
    build = ModelBuilder()
    x = build.array("x", 500, range(21))
    for _ in range(number):
        places = random.sample(range(500), 4)
        build.add(sum(x[i] for i in places) == sum(hidden[i] for i in places))
    return build.model()


def matrix_of_bounded_sums(side: int) -> nonet.Model:
    build = ModelBuilder()
    cells = build.array("m", (side, side), range(10))
    for i in range(side):
        build.add(sum(cells[i, j] for j in range(side)) >= 4 * side)
        build.add(sum(cells[j, i] for j in range(side)) <= 5 * side)
    return build.model()


def pigeons_by_pairs(number: int) -> nonet.Model:
    """One pigeon more than holes, told pair by pair."""
    build = ModelBuilder()
    for first, second in combinations(build.array("p", number, range(number - 1)), 2):
        build.add(first != second)
    return build.model()


def magic_square(side: int) -> nonet.Model:
    build = ModelBuilder()
    square = build.array("m", (side, side), range(1, side * side + 1))
    build.all_different([square[i, j] for i in range(side) for j in range(side)])
    total = side * (side * side + 1) // 2
    for i in range(side):
        build.add(sum(square[i, j] for j in range(side)) == total)
        build.add(sum(square[j, i] for j in range(side)) == total)
    return build.model()


def one_all_different(variables: int, values: int) -> nonet.Model:
    build = ModelBuilder()
    build.all_different(build.array("x", variables, range(values)))
    return build.model()


@pytest.mark.parametrize(
    "model",
    [
        pytest.param(sums_of_four(1000), id="sums of four"),
        pytest.param(matrix_of_bounded_sums(60), id="matrix of bounded sums"),
        pytest.param(pigeons_by_pairs(10), id="pigeons by pairs"),
        pytest.param(magic_square(7), id="magic square"),
        pytest.param(one_all_different(61, 60), id="one AllDifferent"),
    ],
)
def test_a_general_model_is_one_of_integers_and_is_answered_in_seconds(model):
    assert _auto_kind(model.structure) == "integer"
    assert solve(model, "cpsat", time_limit=20).status is not Status.UNKNOWN


@pytest.mark.parametrize("rules", [(), ("anti-knight",), ("killer 7 R1C1 R1C2",)])
def test_a_grid_of_rows_and_columns_is_one_of_booleans(rules):
    puzzle = nonet.parse("." * 81).with_rules(*rules)
    assert _auto_kind(puzzle.model().structure) == "boolean"


def test_a_general_model_has_the_default_settings_of_cp_sat():
    model = integer_model(sums_of_four(10).structure)
    assert str(model.parameters) == str(default_parameters())
    assert model.default_workers == 0


NEW_PROCESS = """
import sys, nonet
build = nonet.ModelBuilder()
x, y = build.variables("xy", range(50))
build.add(x * y == 35)
build.minimize(x + y)
print(nonet.solve(build, "cpsat").optimum.value, *sorted({"numpy", "pandas"} & set(sys.modules)))
"""


def test_cpsat_imports_neither_pandas_nor_numpy():
    """Importing them takes longer than all else in a new process."""
    process = subprocess.run(
        [sys.executable, "-c", NEW_PROCESS], capture_output=True, text=True, check=True
    )
    assert process.stdout.split() == ["12"], process.stderr


@pytest.mark.slow(0.7)
@pytest.mark.parametrize("size", [12, 29])
def test_a_timetable_is_no_grid_though_its_events_are_in_many_all_differents(size):
    """Events share a teacher, a class and a room with a few others each: no group is tight.

    With 29 events for 30 hours the Booleans leave it undecided for 20 s, and integers take one.
    """
    random, build = Random(5), ModelBuilder()
    events = build.array("event", 300, range(30))
    for _ in range(2):
        places = random.sample(range(300), 300)
        for first in range(0, 300, size):
            build.all_different([events[i] for i in places[first : first + size]])
    model = build.model()
    assert _auto_kind(model.structure) == "integer"
    assert solve(model, "cpsat", time_limit=60).status is Status.SAT


def test_tight_all_differents_that_cross_are_a_grid_whatever_they_are_called():
    random, build = Random(1), ModelBuilder()
    lessons = build.array("lesson", 100, range(10))
    for _ in range(2):
        places = random.sample(range(100), 100)
        for first in range(0, 100, 10):
            build.all_different([lessons[i] for i in places[first : first + 10]])
    assert _auto_kind(build.model().structure) == "boolean"
    assert solve(build, "cpsat").status is Status.SAT


def test_clauses_that_would_be_too_many_are_put_as_integers(monkeypatch):
    from nonet.backends.cpsat import _build_model, boolean_model

    structure = (
        nonet.Puzzle(nonet.Grid.square(4)).with_rules("killer 5 R1C1 R1C2").model().structure
    )
    assert _build_model(structure, "boolean").assumes_clues
    monkeypatch.setattr(boolean_model, "MAX_CLAUSES", 1)
    assert not _build_model(structure, "boolean").assumes_clues


@pytest.mark.parametrize("factor", [1, -1, 2, -2, 3])
@pytest.mark.parametrize("sense", [min, max])
def test_an_objective_that_is_a_part_of_a_sum_is_the_optimum_of_brute_force(factor, sense):
    build = ModelBuilder()
    x, y = build.array("x", 2, range(1, 6))
    cost = build.variable("cost", range(-40, 41))
    build.add(factor * cost == max_of(x, y) + x - 1, x != y)
    (build.minimize if sense is min else build.maximize)(cost)
    totals = [
        (max(a, b) + a - 1) // factor
        for a in range(1, 6)
        for b in range(1, 6)
        if a != b and (max(a, b) + a - 1) % factor == 0
    ]
    best, worse = sense(totals), 1 if sense is min else -1
    assert solve(build.model(), backend="cpsat").optimum.value == best
    for incumbent in (best + worse, best):  # only what is better is wanted
        run = get_backend("cpsat").run(build.model(), Request(incumbent=incumbent))
        assert [each["cost"] for each in run][-1:] == [best] * (incumbent != best)
