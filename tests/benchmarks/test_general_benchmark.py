"""The pairs of models of the general benchmark: both users' models have the same answers."""

import pytest

import nonet
from benchmarks.general.textbook_models import TEXTBOOK

QUICK = ("zebra", "assignment 12", "magic square 4", "stable marriage 7", "nonogram 10", "set cover 25 x 40",
         "word square", "lot sizing 10", "tour of 10", "squares in 17 x 17")  # fmt: skip


@pytest.mark.parametrize("name", QUICK)
def test_both_models_of_a_pair_have_the_same_optimum(name):
    cp_model = pytest.importorskip("ortools.sat.python.cp_model")
    model, solver, build = cp_model.CpModel(), cp_model.CpSolver(), nonet.ModelBuilder()
    TEXTBOOK[name].cpsat(model)
    TEXTBOOK[name].nonet(build)
    status = solver.solve(model)
    outcome = nonet.solve(build)
    if model.has_objective():
        assert status == cp_model.OPTIMAL
        assert outcome.optimum.value == round(solver.objective_value)
    else:
        assert (status == cp_model.OPTIMAL) == (outcome.status.value == "sat")


def test_thirty_pairs_are_held_in_two_halves():
    assert len(TEXTBOOK) >= 30
