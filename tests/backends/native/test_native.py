"""The backend native: its options, its engines and its limits."""

from typing import get_args

import pytest

import nonet
from nonet.backends import Request, get_backend
from nonet.backends.native import Native, make_engine
from nonet.backends.native.filters import Levels
from nonet.backends.native.filters.levels import LevelName
from nonet.errors import BackendOptionError
from nonet.model import Model
from nonet.model.constraints.operation_result import OperationResult
from nonet.model.globals import Cumulative
from nonet.puzzle import Grid, Puzzle
from nonet.solving import solve

HARD = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"


def classic(line: str) -> Puzzle:
    grid = Grid.square(9)
    return Puzzle(grid, {c: int(s) for c, s in zip(grid.cells, line, strict=True) if s != "."})


def test_the_engine_of_a_run_is_given_back_for_the_next():
    backend = get_backend("native:seed=11")
    first = solve(classic(HARD), backend, limit=2).stats
    assert solve(classic(HARD), backend, limit=2).stats == first


def test_learning_needs_filters_that_explain():
    with pytest.raises(
        BackendOptionError, match=r"learning=1uip goes with level=auto or gac-with-houses"
    ):
        solve("1..............4", "native:learning=1uip,level=gac")


def test_levels_without_a_filter_of_products_have_them_written_out():
    build = nonet.ModelBuilder()
    x, y = build.variables("xy", range(1, 5))
    build.add(x * y == 6)
    for level in get_args(LevelName):
        outcome = nonet.solve(build, f"native:level={level}", limit=None)
        assert sorted(tuple(each[n] for n in "xy") for each in outcome.solutions) == [
            (2, 3),
            (3, 2),
        ]


def test_what_a_backend_posts_follows_from_its_level():
    for level in get_args(LevelName):
        capabilities = Native(level=level).capabilities
        assert capabilities.takes_everything == (level == "generate-and-test")
        assert (OperationResult in capabilities.posts) == (level in ("auto", "generate-and-test"))
        assert capabilities.inside is not None and Cumulative not in capabilities.inside
        assert capabilities.keeps_unary and capabilities.optimises and capabilities.takes_hints


@pytest.mark.parametrize(
    ("levels", "learns", "name"),
    [
        (Levels(), False, "Engine"),
        (Levels(), True, "LearningEngine"),
        (Levels(level="gac-with-houses"), True, "LearningEngine"),
        (Levels(level="gac"), False, "TeachingEngine"),
    ],
)
def test_the_class_of_an_engine_follows_from_its_options(levels, learns, name):
    structure = Model({"x": [1, 2]}).structure
    assert type(make_engine(structure, levels, learns)).__name__ == name
    traced = make_engine(structure, levels, learns, tracer=[].append)
    assert type(traced).__name__ == f"Traced{name}"
    assert issubclass(type(traced), type(make_engine(structure, levels, learns)))


def test_a_predicate_of_many_values_is_called_and_of_few_a_table():
    build = nonet.ModelBuilder()
    x, y = build.variables("xy", range(600))
    calls = []

    def near(a, b):
        calls.append((a, b))
        return a == b + 1 and a > 590

    build.predicate(near, [x, y])
    build.add(x == 595)
    outcome = nonet.solve(build, "native", limit=None)
    assert [each[y] for each in outcome.solutions] == [594]
    assert 0 < len(calls) < 5_000, "not all of 360,000"


def test_a_limit_of_effort_is_lifted_for_the_rest_of_a_run():
    """As ``auto`` does with a first solution: the run goes on without a limit."""
    request = Request(effort=60)
    run = get_backend("native").run(Model(dict.fromkeys("abcd", range(4))), request)
    next(run)
    request.effort = None
    assert 1 + len(list(run)) == 4**4
