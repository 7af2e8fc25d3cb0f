"""The compiled check says what ``holds`` says, of every assignment, for every structure."""

from dataclasses import dataclass
from itertools import product

import pytest
from hypothesis import HealthCheck, given, settings

from nonet.model import AllDifferent, Domain, Linear, Model, Structure
from nonet.model.structure import (
    CHECKS_BEFORE_COMPILING,
    MOST_BITS,
    MOST_VALUES,
    AssignmentChecker,
)
from nonet.testing.strategies import models


def accepted_by_definition(model, assignment):
    """The definition, word for word."""
    return all(assignment[name] in domain for name, domain in model.domains.items()) and all(
        constraint.holds(assignment) for constraint in model.constraints
    )


@given(model=models())
@settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow])
def test_compiled_or_not_a_model_accepts_what_its_constraints_mean(model):
    beyond = [
        [*domain, max(domain) + 1] if len(model.variables) < 4 else [*domain]
        for domain in model.structure.domains.values()
    ]
    compiled = AssignmentChecker(model.structure.domains, model.constraints)
    full = Model(
        model.structure.domains,
        [c for c in model.constraints if c not in {*compiled.unchecked_constraints}],
    )
    for values in product(*beyond):
        assignment = dict(zip(model.variables, values, strict=True))
        assert model.accepts(assignment) == accepted_by_definition(model, assignment), values
        assert compiled.allows(values) == accepted_by_definition(full, assignment), values


def test_all_different_is_asked_no_more_once_the_check_is_compiled(monkeypatch):
    calls = []
    holds = AllDifferent.holds
    monkeypatch.setattr(
        AllDifferent, "holds", lambda self, values: calls.append(self) or holds(self, values)
    )
    model = Model({"x": [1, 2], "y": [1, 2]}, [AllDifferent(("x", "y"))])
    for _ in range(10 * CHECKS_BEFORE_COMPILING):
        assert model.accepts({"x": 1, "y": 2})
        assert not model.accepts({"x": 1, "y": 1})
        assert not model.accepts({"x": 1, "y": 3})
        assert not model.accepts({"x": 1})
    assert len(calls) <= CHECKS_BEFORE_COMPILING


def test_what_has_grown_is_checked_as_what_was_declared_at_once():
    cells = ("x", "y", "z")
    domains = {name: Domain.of([1, 2, 3]) for name in cells}
    row, sum_ = AllDifferent(cells), Linear(("x", "y"), (1, 1), "==", 3)
    base = Structure(domains, (row,))
    for own in ((sum_,), (sum_, AllDifferent(("x", "z"))), ()):
        grown, at_once = Structure.extended(base, own), Structure(domains, (row, *own))
        assert grown == at_once and hash(grown) == hash(at_once)
        model = Model.from_structure(grown, {})
        for _ in range(2):  # the second time the check of the base is compiled
            for values in product((0, 1, 2, 3), repeat=3):
                assignment = dict(zip(cells, values, strict=True))
                assert model.accepts(assignment) == accepted_by_definition(model, assignment)


@dataclass(frozen=True)
class NotAllDifferent(AllDifferent):
    """A class made from AllDifferent that means the opposite."""

    def holds(self, assignment):
        return not super().holds(assignment)


def test_what_has_no_compiled_check_is_asked_itself():
    same, ordered = NotAllDifferent(("x", "y")), Linear(("x", "y"), (1, -1), "<=", 0)
    domains = {"x": Domain.of([1, 2]), "y": Domain.of([1, 2])}
    assert AssignmentChecker(domains, [same, ordered]).unchecked_constraints == (same, ordered)
    model = Model(domains, [same, ordered])
    for _ in range(2 * CHECKS_BEFORE_COMPILING):
        assert model.accepts({"x": 1, "y": 1})
        assert not model.accepts({"x": 1, "y": 2})


@pytest.mark.parametrize("far", [MOST_BITS + 1, MOST_VALUES, 10**6])
def test_large_domains_are_checked_without_a_table_that_outgrows_them(far):
    model = Model({"x": range(far), "y": range(far)}, [AllDifferent(("x", "y"))])
    for _ in range(2 * CHECKS_BEFORE_COMPILING):
        assert model.accepts({"x": 0, "y": far - 1})
        assert not model.accepts({"x": far - 1, "y": far - 1})
        assert not model.accepts({"x": 0, "y": far})
    _, others = model.structure.assignment_checker()
    assert others == model.constraints


def test_domains_with_holes_and_below_zero():
    domains = {"x": Domain.of([-5, 7]), "y": Domain.of([-5, 0, 90]), "z": Domain.of([0])}
    check = AssignmentChecker(domains, [AllDifferent(("x", "y")), AllDifferent(("y", "z"))])
    allowed = {v for v in product((-5, 7), (-5, 0, 90), (0,)) if check.allows(v)}
    assert allowed == {(-5, 90, 0), (7, -5, 0), (7, 90, 0)}
    assert not check.allows((7, 1, 0))
