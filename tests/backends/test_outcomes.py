"""Each backend on small models of every constraint, and on the example of each rule."""

import nonet
from nonet.backends.events import Stopped
from nonet.model import Model
from nonet.testing.brute import brute_force
from tests.backends import outcomes
from tests.backends.native import runs


def test_each_backend_has_the_solutions_of_brute_force():
    expected = {
        name: brute_force(model)
        for name, model in runs.models()
        if model.objective is None and name != "puzzle"
    }
    judged = 0
    for name, backend, outcome in outcomes.outcomes():
        if outcome is not None and name in expected:
            variables = outcomes.models()[name].variables
            solutions = {tuple(each[v] for v in variables) for each in outcome.solutions}
            assert solutions == expected[name], (name, backend)
            judged += 1
    assert judged > 50


def test_the_example_of_each_rule_has_one_solution_by_each_backend():
    for name, backend, outcome in outcomes.outcomes():
        if outcome is not None and name.startswith("rule "):
            assert (len(outcome.solutions), outcome.exhausted) == (1, True), (name, backend)


def test_a_model_with_an_empty_domain_ends_at_once_and_says_so():
    for backend in ("native", "sat", "cpsat"):
        trace = nonet.trace(Model({"a": [1], "b": [1, 2]}).narrow({"a": ()}), backend)
        assert trace.events == (Stopped(None),), backend
        assert (trace.status, trace.stopped_by) == ("unsat", None), backend
