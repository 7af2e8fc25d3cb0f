"""Constraints as CPMpy's: numbered values, tables, automata and sums as each solver takes them."""

import pytest

import nonet
from nonet.model import (
    AllDifferent,
    Automaton,
    Count,
    Domain,
    Element,
    Linear,
    Model,
    Objective,
    Regular,
    Table,
)
from nonet.testing.brute import brute_force


@pytest.mark.parametrize("sense", [None, "minimize", "maximize"])
def test_sparse_values_are_numbered_for_solvers_with_a_boolean_for_each(sense):
    aim = None if sense is None else Objective(sense, ("x", "z"), (2, -1))
    pytest.importorskip("cpmpy")
    pytest.importorskip("highspy")
    from nonet.backends.cpmpy.posting import posted_model

    domains = {"x": [-900, 7, 9_000], "y": [3, 9_000], "z": [0, 1, 2]}
    automaton = Automaton(0, frozenset({1}), [(0, -900, 0), (0, 9_000, 1), (0, 5, 1), (1, 3, 1)])
    constraints = [
        AllDifferent(("x", "y", "z")),
        Linear(("x", "y", "z"), (1, -1, 2), "<=", 8_999),
        Table(("x", "z"), frozenset({(-900, 1), (9_000, 0), (7, 2), (8, 2)})),
        Regular(("x", "x", "y"), automaton),
        Count(("x", "y"), frozenset({3, 9, 9_000}), ">=", "z"),
        Element(("y", "x", "y"), "z", "x", 0),
    ]
    for chosen in (constraints[:2], constraints[2:3], *([each] for each in constraints[3:])):
        model = Model(domains, chosen).with_objective(aim)
        _, variables = posted_model(model, "highs")
        assert max(variables.codes_by_name[name].ub for name in domains) < 7
        expected = brute_force(model)
        if aim is not None and expected:
            best = (min if sense == "minimize" else max)(2 * x - z for x, _, z in expected)
            expected = {(x, y, z) for x, y, z in expected if 2 * x - z == best}
        run = nonet.iter_solutions(model, "cpmpy:highs")
        assert {tuple(each.values()) for each in run} == expected, chosen


@pytest.mark.parametrize("low", [1 << 32, -(10**12)])
def test_large_values_in_tables_of_ortools_are_numbered(low):
    """OR-Tools 9.15 loses rows whose values have more than 32 bits."""
    large = [low, low + 3, low + 5]
    third = {large[0]: (1, 2, 2), large[1]: (0, 1, 2), large[2]: (0, 1, 2)}
    model = Model(
        {"a": large, "b": range(3), "c": range(3)},
        [
            Table(("a", "b"), list(zip(large, (1, 0, 2), strict=True))),
            Table(("b", "a", "c"), [(b, a, third[a][b]) for a in large for b in range(3)]),
            Linear(("a", "b"), (3, -1), "<=", 3 * low + 14),
        ],
    )
    solutions = {tuple(each.values()) for each in nonet.iter_solutions(model, "cpmpy:ortools")}
    assert solutions == brute_force(model)


def test_states_without_transitions_are_none_to_cpmpy():
    pytest.importorskip("cpmpy")
    automaton = nonet.model.Automaton(1, {2, 3}, {(1, 1): 2})
    model = nonet.Model({"x": [1, 2]}, [nonet.model.Regular(("x",), automaton)])
    assert [s["x"] for s in nonet.iter_solutions(model, "cpmpy")] == [1]
    lost = nonet.model.Regular(("x",), nonet.model.Automaton(9, {2}, {(1, 1): 2}))
    assert not list(nonet.iter_solutions(nonet.Model({"x": [1, 2]}, [lost]), "cpmpy"))


def test_a_factor_of_zero_is_not_posted():
    """Pumpkin divides by each factor, and its process ended."""
    pytest.importorskip("cpmpy")
    from nonet.backends.cpmpy.posting import posted_model

    domains = {"a": Domain.range(0, 2), "b": Domain.range(0, 2)}
    posted, _ = posted_model(Model(domains, [Linear(("a", "b"), (0, 1), ">=", 1)]), "pumpkin")
    assert "0 *" not in str(posted)
    for constant, number in ((1, 0), (0, 9)):
        model = Model(domains, [Linear(("a", "b"), (0, 0), ">=", constant)])
        assert nonet.count_solutions(model, "cpmpy:ortools").number == number
