"""Programs for cpmpy: all solutions of the model."""

import pytest

import nonet
from nonet.model import AllDifferent, Automaton, Regular, Table
from nonet.model.expressions.logic import Implies, Not
from nonet.testing.brute import brute_force
from tests.exporting.test_layout import of_cpmpy
from tests.exporting.test_zero_one import models

pytest.importorskip("cpmpy")


@pytest.mark.slow
def test_each_primitive_alone_and_within_an_any_of_has_its_solutions():
    for model in models():
        space = {}
        exec(nonet.export(model, "cpmpy").partition("if not model.solve")[0], space)
        rows = of_cpmpy(space, [space[name] for name in model.variables])
        assert set(rows) == brute_force(model), model.constraints


def solutions_within_conditions(constraint):
    """All solutions of programs in which a constraint is a condition, negated and not."""
    equal = AllDifferent(("a", "c"))
    for within in (Implies(constraint, equal), Implies(Not(constraint), equal)):
        model, space = nonet.Model(DOMAINS, [within]), {}
        exec(nonet.export(model, "cpmpy").partition("if not model.solve")[0], space)
        yield model, set(of_cpmpy(space, [space[name] for name in model.variables]))


DOMAINS = {"a": range(3), "b": [-1, 1, 2], "c": range(3)}
AUTOMATA = {
    "an accepting state in no transition": Automaton(0, [1, 9], [(0, 1, 1), (1, 2, 1), (1, 1, 0)]),
    "no transition from the start": Automaton(5, [1], [(0, 1, 1), (1, 1, 1)]),
    "a state of the number of states": Automaton(0, [2], [(0, 0, 2), (0, 2, 2), (2, 1, 2)]),
    "states below 0": Automaton(-3, [-3, 4], [(-3, 2, 4), (4, 1, -3), (4, 2, 4)]),
}


@pytest.mark.parametrize("automaton", AUTOMATA.values(), ids=AUTOMATA)
@pytest.mark.parametrize("word", ["a", "ab", "abc"])
def test_an_automaton_may_be_a_condition(automaton, word):
    for model, rows in solutions_within_conditions(Regular(tuple(word), automaton)):
        assert rows == brute_force(model)


def test_what_is_negated_in_a_condition_is_the_condition_alone():
    for condition in (AllDifferent(("a", "b")), Table(("a", "b"), {(1, 1), (2, 1)})):
        for model, rows in solutions_within_conditions(condition):
            assert rows == brute_force(model)


@pytest.mark.parametrize("name", ["-", "div", "mod", "mul", "not", "sum", "wsum", "or", "->"])
def test_a_variable_may_have_the_name_of_an_operator(name, capsys):
    build = nonet.ModelBuilder()
    x, y, z = build.variables([name, "y", "z"], range(3))
    build.add(nonet.any_of(x == 1, z - x >= 1), abs(x - y) >= 1, x * y <= z)
    exec(nonet.export(build, "cpmpy"), {})
    shown = (line.rpartition(" = ") for line in capsys.readouterr().out.splitlines())
    assert build.model().accepts({key: int(value) for key, _, value in shown})
