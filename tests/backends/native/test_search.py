"""Search: every order finds the same solutions; counters and events tell what happened."""

from importlib import import_module
from itertools import product

import pytest
from hypothesis import given

from nonet.backends import Request, get_backend
from nonet.backends.native import make_engine
from nonet.backends.native.filters import Levels
from nonet.backends.native.search import (
    ascending,
    descending,
    halved,
    halves_of,
    minimum_remaining_values_weighted,
    search_orders,
)
from nonet.model import AllDifferent, Linear, Model, Objective
from nonet.puzzle import Grid, Puzzle
from nonet.solving import iter_solutions, solve
from nonet.testing.brute import brute_force
from nonet.testing.strategies import models

SEARCH = import_module("nonet.backends.native.search")  # the package has a function of its name
ORDERS = ["mrv", "mrv-degree", "mrv-wdeg", "domwdeg", "lexicographic", "random"]
HARD = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"


def classic(line: str) -> Puzzle:
    grid = Grid.square(9)
    return Puzzle(grid, {c: int(s) for c, s in zip(grid.cells, line, strict=True) if s != "."})


@given(model=models())
def test_every_order_finds_the_solutions_of_brute_force(model):
    expected = brute_force(model)
    for order, values in product(ORDERS, ["ascending", "descending", "random"]):
        run = iter_solutions(model, f"native:order={order},values={values},seed=7")
        assert {tuple(s.values()) for s in run} == expected, (order, values)


@pytest.mark.parametrize("order", ["mrv", "mrv-degree", "mrv-wdeg", "domwdeg"])
@pytest.mark.parametrize("level", ["naked", "hidden", "gac"])
def test_every_level_and_informed_order_solves_a_hard_puzzle(order, level):
    outcome = solve(classic(HARD), f"native:order={order},alldifferent={level}", time_limit=60)
    assert outcome.solution.line.startswith("417369825632158947")


@pytest.mark.parametrize("widest", [3, 255, 256, 1000])
def test_the_default_order_takes_the_fewest_values_and_of_equals_the_most_weight(widest):
    model = Model({f"x{i}": range(size) for i, size in enumerate([widest, 1, 9, 2, 2, 9])})
    engine = make_engine(model.structure, Levels("hidden", "combinations", "auto"))
    engine.reset({})
    engine.weights[:] = [9, 9, 9, 1, 2, 9]
    assert minimum_remaining_values_weighted(engine) == 4
    engine.masks[3] = engine.masks[4] = 1
    assert minimum_remaining_values_weighted(engine) == (0 if widest < 9 else 2)
    engine.masks[2] = engine.masks[5] = 1
    assert minimum_remaining_values_weighted(engine) == 0
    engine.masks[0] = 1
    assert minimum_remaining_values_weighted(engine) is None


def test_a_seed_makes_random_order_repeatable():
    backend = "native:order=random,values=random,seed=3"
    first, second = (solve(Puzzle(Grid.square(9)), backend).solution for _ in range(2))
    assert first == second


def test_counters_of_a_puzzle_that_needs_no_guess():
    easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    stats = solve(classic(easy), "native", limit=2).stats
    assert (stats["nodes"], stats["guesses"], stats["failures"], stats["depth"]) == (1, 0, 0, 0)
    assert stats["solutions"] == 1
    assert stats["filterings"] > 81


def test_nodes_are_the_root_and_every_value_tried():
    stats = solve(classic(HARD), "native", limit=2).stats
    assert stats["nodes"] == stats["guesses"] + 1
    assert 0 < stats["depth"] <= 81
    assert stats["failures"] > 0


def engine_of(sizes, pairs=(), weights=()):
    """An engine of variables with so many values, some of which differ, and their weights."""
    names = [f"x{i}" for i in range(len(sizes))]
    different = [AllDifferent((names[a], names[b])) for a, b in pairs]
    model = Model({n: range(size) for n, size in zip(names, sizes, strict=True)}, different)
    engine = make_engine(model.structure, Levels())
    engine.reset({})
    engine.weights[: len(weights)] = weights
    return engine


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        ("lexicographic", 1),
        ("mrv", 3),
        ("mrv-degree", 4),  # of those with two values the one with most open neighbours
        ("mrv-wdeg", 5),
        ("domwdeg", 2),  # 3 / 8
        ("degree", 4),
    ],
)
def test_each_order_takes_the_variable_of_its_definition(order, expected):
    pairs = [(4, 1), (4, 2), (4, 3), (1, 2), (0, 3), (0, 5), (0, 1)]
    engine = engine_of([1, 4, 3, 2, 2, 2], pairs, [9, 2, 8, 1, 1, 3])
    pick, _ = search_orders(order, "auto", 0)
    assert pick(engine) == expected
    engine.masks[:] = [1] * 6
    assert pick(engine) is None


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ("ascending", [0, 1, 2, 3]),
        ("descending", [3, 2, 1, 0]),
        ("least-constraining", [3, 0, 2, 1]),
    ],
)
def test_each_order_of_values_is_that_of_its_definition(values, expected):
    """1 is in two open neighbours, 0 and 2 in fewer; what is fixed does not count."""
    engine = engine_of([4, 4, 4, 4, 4], [(0, 1), (0, 2), (0, 3)])
    engine.masks[1:4] = [0b0011, 0b0110, 0b1000]
    _, order = search_orders("mrv", values, 0)
    assert [bit.bit_length() - 1 for bit in order(engine, 0)] == expected


@pytest.mark.parametrize("mask", [0b11, 0b1011, 0b1110010, 0b100000001, 0b111111111, 0b1010])
def test_halves_are_the_values_up_to_the_mean_of_the_ends_and_those_above(mask):
    engine = engine_of([9])
    engine.masks[0] = mask
    places = [n for n in range(9) if mask >> n & 1]
    middle = (places[0] + places[-1]) // 2
    lower, upper = halves_of(engine, 0)
    assert lower == sum(1 << n for n in places if n <= middle)
    assert upper == sum(1 << n for n in places if n > middle)
    assert lower and upper


@pytest.mark.parametrize("size", [3, 4, 5])
def test_a_domain_is_halved_from_one_value_beyond_the_limit_on(size, monkeypatch):
    monkeypatch.setattr(SEARCH, "WIDE", 4)
    engine = engine_of([size])
    for order in (ascending, descending):
        tried = list(halved(order)(engine, 0))
        if size <= 4:
            assert tried == list(order(engine, 0))
        else:
            assert tried == [0b00111, 0b11000][:: 1 if order is ascending else -1]


def test_halving_and_trying_value_by_value_have_the_same_solutions(monkeypatch):
    monkeypatch.setattr(SEARCH, "WIDE", 2)
    model = Model({"a": range(9), "b": range(9)}, [Linear(("a", "b"), (2, -3), "==", 1)])
    halves = [tuple(each.values()) for each in iter_solutions(model, "native")]
    assert set(halves) == brute_force(model) and len(halves) == len(set(halves))
    by_value = solve(model, "native:values=ascending", limit=None)
    assert {tuple(each.values()) for each in by_value.solutions} == set(halves)


def test_a_search_for_the_best_tries_the_best_values_first():
    for sense, expected in (("minimize", (0, 8)), ("maximize", (8, 0))):
        objective = Objective(sense, ("a", "b"), (1, -1))
        model = Model({"a": range(9), "b": range(9)}, [], objective=objective)
        first = next(get_backend("native").run(model, Request()))
        assert tuple(first.values()) == expected


@pytest.mark.parametrize("options", ["", "learning=1uip"])
def test_a_run_ends_when_its_effort_is_spent(options):
    model = classic(HARD).model()
    spent = []
    for effort in (200, 400, 800):
        request = Request(effort=effort)
        run = get_backend(f"native:{options}").run(model, request)
        with pytest.raises(StopIteration) as stop:
            next(run)
        assert stop.value.value == "effort"
        spent.append(request.stats["filterings"])
    assert 200 <= spent[0] < 400 <= spent[1] < 800 <= spent[2] < 1200
    assert get_backend(f"native:{options}").run(model, Request(effort=10**9)).send(None)


def test_wide_domains_spend_more_effort():
    """A filter over 2,048 values counts as three runs, one over few as one."""
    efforts = []
    for size in (10, 1024):
        model = Model(dict.fromkeys("ab", range(size)), [Linear(("a", "b"), (1, 1), "<=", 5)])
        engine = make_engine(model.structure, Levels())
        assert engine.propagate()
        efforts.append((engine.filterings, engine.work))
    assert efforts == [(2, 2), (2, 6)]


@pytest.mark.parametrize("options", ["", "learning=1uip"])
def test_a_run_looks_at_the_clock_before_each_guess(options, monkeypatch):
    now = iter(range(1000))
    monkeypatch.setattr("nonet.backends.base.time.monotonic", lambda: next(now))
    run = get_backend(f"native:{options}").run(classic(HARD).model(), Request(deadline=3))
    with pytest.raises(StopIteration) as stop:
        next(run)
    assert stop.value.value == "time"
    assert next(now) == 4, "asked at 0, 1, 2 and 3"
