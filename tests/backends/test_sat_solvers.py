"""Two solvers of the SAT backend: a short search by MiniSat, then one by CaDiCaL."""

from contextlib import contextmanager, nullcontext
from itertools import permutations
from unittest.mock import patch

import pytest
from hypothesis import given

import nonet
from nonet.backends import Pool
from nonet.backends.sat import solvers
from nonet.testing.brute import brute_force
from nonet.testing.strategies import models


@contextmanager
def search_slices(short):
    """MiniSat makes so many propagations and then CaDiCaL searches; ``None``: as it is."""
    values = (
        {}
        if short is None
        else {
            "MIN_PROPAGATION_BUDGET": short,
            "PROPAGATIONS_PER_CLAUSE": 0,
        }
    )
    with patch.multiple(solvers, **values) if values else nullcontext():
        yield


@pytest.mark.parametrize("short", [0, 20, None])
@given(model=models())
def test_whenever_cadical_joins_the_solutions_are_those_of_brute_force(short, model):
    """From the first, in between, or never: it knows all clauses, and what is blocked."""
    with search_slices(short), patch("nonet.backends.sat._POOL", Pool()):
        solutions = [tuple(s.values()) for s in nonet.iter_solutions(model, "sat")]
    assert len(solutions) == len(set(solutions))
    assert set(solutions) == brute_force(model)


@pytest.mark.parametrize("short", [0, None])
def test_a_small_model_that_is_new_is_written_for_one_solver_while_it_is_easy(short):
    """Counted in solvers: each takes as long to fill as the other."""
    started: list[str] = []

    class RecordingSolver(solvers.SatSolver):
        def _open(self, name, parameters=()):
            super()._open(name, parameters)
            started.append(name)

    with (
        search_slices(short),
        patch("nonet.backends.sat.incremental_model.SatSolver", RecordingSolver),
        patch("nonet.backends.sat._POOL", Pool()),
    ):
        assert nonet.solve("." * 81, "sat").solutions
    assert started == (["minisat22"] if short is None else ["minisat22", "cadical195"])


def test_an_interrupt_while_cadical_is_made_leaves_minisat():
    """The run still asks for its statistics, and a solver that is gone would end the process."""
    deleted = []
    with (
        search_slices(0),
        patch("pysolvers.minisat22_del", deleted.append),
        patch("pysolvers.cadical195_new", side_effect=KeyboardInterrupt),
    ):
        oracle = solvers.SatSolver("auto")
        with pytest.raises(KeyboardInterrupt):
            oracle.solve([], lambda: None)
        assert deleted == []
        assert "conflicts" in oracle.statistics()


@pytest.mark.parametrize("short", [0, 20, None])
def test_a_session_adds_constraints_whichever_solver_searches(short):
    build = nonet.ModelBuilder()
    x = build.array("x", 4, range(4))
    build.all_different(x)
    with search_slices(short), nonet.Solver(build.model(), "sat") as session:
        assert session.solve().solutions
        for i in range(3):
            session.add(x[i] != i)
            assert session.solve().solutions
        session.add(x[3] != 3)
        outcome = session.solve(limit=None)
    derangements = [p for p in permutations(range(4)) if all(v != i for i, v in enumerate(p))]
    assert sorted(tuple(s.values()) for s in outcome.solutions) == derangements


def queens(n):
    """Queens by all_different over expressions, as in the textbook."""
    build = nonet.ModelBuilder()
    row = build.array("q", n, range(n))
    build.all_different(row)
    build.all_different([row[i] + i for i in range(n)])
    build.all_different([row[i] - i for i in range(n)])
    return build.model()


def test_a_hundred_queens_are_placed_with_little_work():
    """Counted in propagations; CaDiCaL alone makes twelve million, and 15,000 conflicts."""
    outcome = nonet.solve(queens(100), "sat")
    assert outcome.solutions
    assert outcome.stats["propagations"] < 4_000_000
    assert outcome.stats["conflicts"] < 2_000
