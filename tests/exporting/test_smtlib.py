"""Scripts of SMT-LIB: exactly the solutions of the model."""

import pytest

from nonet.exporting import export
from nonet.testing.brute import brute_force
from tests.exporting.test_layout import MODELS, solutions_of
from tests.exporting.test_zero_one import models

z3 = pytest.importorskip("z3")


def rows_of(model):
    solver, rows = z3.Solver(), set()
    solver.from_string(export(model, "smtlib"))
    by_name = {}

    def visit(each):
        if z3.is_const(each) and each.decl().kind() == z3.Z3_OP_UNINTERPRETED:
            by_name[str(each)] = each
        for child in each.children():
            visit(child)

    for assertion in solver.assertions():
        visit(assertion)
    plain = {name: by_name.get(name) for name in model.variables}
    plain |= {n: by_name[f"x_{n.translate(UNNAMED)}"] for n, each in plain.items() if each is None}
    while solver.check() == z3.sat:
        values = {name: solver.model().eval(v, model_completion=True) for name, v in plain.items()}
        rows.add(tuple(value.as_long() for value in values.values()))
        solver.add(z3.Or([plain[name] != value for name, value in values.items()]))
    return rows


UNNAMED = str.maketrans("[],", "___")


@pytest.mark.slow
def test_each_primitive_alone_and_within_an_any_of_has_its_solutions():
    for model in [*models()][1::3]:  # to list all solutions takes long
        assert rows_of(model) == brute_force(model), model.constraints


@pytest.mark.parametrize(
    "make", [make for make in MODELS if make.__name__ != "entries_without_an_array"]
)
def test_domains_and_clues_are_asserted(make):
    assert rows_of(make()) == solutions_of(make())
