"""Programs for CP-SAT: its own constraints, and all solutions of the model."""

import pytest

import nonet
from nonet.model import Element
from nonet.model import globals as g
from nonet.model.expressions.affine import Affine
from nonet.model.expressions.logic import Compare
from nonet.model.expressions.operations import Truth
from nonet.testing.brute import brute_force
from tests.exporting.test_layout import of_cpsat
from tests.exporting.test_minizinc import model_of
from tests.exporting.test_zero_one import models

CP_SAT = {
    "add_tour(": lambda x, y, z: g.Circuit([x, y, z, 0]),
    "add_tour([": lambda x, y, z: g.SubCircuit([x, 2 - y, z]),
    "add_cumulative(": lambda x, y, z: g.Cumulative([x, y, z], [2, z, 1], [1, 2, 2 * y], z + 1),
    "in zip(": lambda x, y, z: g.Cumulative([x, y, 1], [2, z, 2], [1, 2, y], 2, [z, x, 1]),
    "add_all_different(": lambda x, y, z: g.Distinct([2 * x, y + 1, z]),
    "add_inverse(": lambda x, y, z: g.Inverse([x, y, z], [z, y, x]),
    "add_no_overlap(": lambda x, y, z: g.NoOverlap([x, y, 2], [1, 2, z]),
    "is_present(": lambda x, y, z: g.NoOverlap([x, y, 2], [1, 2, z], [y, z - 1, 1]),
    "add_no_overlap_2d(": lambda x, y, z: g.NoOverlap2D([x, y], [z, 0], [1, z + 1], [2, 1], [1, x]),
    "add_reservoir_constraint(": lambda x, y, z: g.Reservoir([x, y, 1], [1, -2, z], -1, 1),
    "add_reservoir_constraint_with_active(": lambda x, y, z: g.Reservoir(
        [x, y, 1], [1, -2, z], -1, 1, [1, z, x]
    ),
    "": lambda x, y, z: g.NoOverlap([x + y, z], [1, 2]),
    "add_no_overlap([": lambda x, y, z: g.NoOverlap([abs(x - y), z], [1, 2]),
    "table": lambda x, y, z: g.NoOverlap2D([x, y], [z, 1], [1, x], [1, 2]),
}
"""A constraint of each of CP-SAT's own, with what its program says; others are told."""


@pytest.mark.parametrize("call", CP_SAT)
def test_a_program_for_cp_sat_has_the_same_solutions(call):
    pytest.importorskip("ortools")
    model = model_of(CP_SAT[call])
    text = nonet.export(model, "cpsat")
    assert call == "table" or call in text
    space = {}
    exec(text.partition("solver = ")[0], space)
    rows = of_cpsat(space, [space[name] for name in model.variables])
    assert set(rows) == brute_force(model)


@pytest.mark.slow
def test_each_primitive_alone_and_within_an_any_of_has_its_solutions():
    pytest.importorskip("ortools")
    for model in models():
        space = {}
        exec(nonet.export(model, "cpsat").partition("solver = ")[0], space)
        rows = of_cpsat(space, [space[name] for name in model.variables])
        assert set(rows) == brute_force(model), model.constraints


def test_numbers_that_cp_sat_cannot_add_up_are_not_written_as_declared(monkeypatch):
    """The largest number of an operation and its operands counts, exactly from the limit on."""
    build = nonet.ModelBuilder()
    x, y = build.variables("xy", range(5))
    build.add(x * y == 12)
    for limit, is_product in ((17, True), (16, False)):
        monkeypatch.setattr("nonet.exporting.cpsat.MAX_NUMBER", limit)
        assert ("add_multiplication_equality" in nonet.export(build, "cpsat")) is is_product


def test_an_entry_may_be_greater_than_every_sum():
    inside = Element(("a", "b", "a"), "index", "index", -1)
    model = nonet.Model(
        {"a": [0, 5], "b": [-7, 1], "index": range(2)},
        [Compare(Affine(((Truth(inside), 1),)), "!=", 3)],
    )
    space = {}
    exec(nonet.export(model, "cpsat").partition("\nsolver = ")[0], space)
    rows = of_cpsat(space, [space[name] for name in model.variables])
    assert set(rows) == brute_force(model)
