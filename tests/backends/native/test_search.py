"""Search: every order finds the same solutions; counters and events tell what happened."""

from itertools import product

import pytest
from hypothesis import given

from nonet.backends.native import make_engine
from nonet.backends.native.filters import Levels
from nonet.backends.native.search import minimum_remaining_values_weighted
from nonet.model import Model
from nonet.puzzle import Grid, Puzzle
from nonet.solving import iter_solutions, solve
from nonet.testing.brute import brute_force
from nonet.testing.strategies import models

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
