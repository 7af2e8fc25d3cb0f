"""Every constraint, lowered to primitives: it keeps its solutions, whatever the limits are.

Each limit, from which on another form is taken, is set so that the other form is taken at once.  The
judge is ``tests.fuzz.meanings``; a SAT solver looks for a value of the variables that lowering adds.
"""

import json
from contextlib import contextmanager
from importlib import import_module
from itertools import product
from random import Random

import pytest
from pysat.solvers import Solver

from nonet.encoding.clauses.cnf import Cnf
from nonet.encoding.clauses.encoders import ENCODERS, LAZY_ENCODERS, encode_structure
from nonet.errors import ModelError, Unsupported
from nonet.model import (
    AllDifferent,
    AnyOf,
    Count,
    Element,
    EnclosedSum,
    LeadingSum,
    Linear,
    Model,
    Regular,
    Table,
)
from nonet.model.constraints.variable_globals import EqualCounts, LineComparison
from nonet.model.json import model_from_json
from nonet.model.lowering import Lowering
from tests.cases import as_one_test
from tests.fuzz.constraint_maker import LEAVES, ConstraintMaker
from tests.fuzz.meanings import holds

DOMAINS = {"a": [0, 1, 3], "b": [-1, 1, 2], "c": [2], "d": [0, 1]}
LIMITS = {
    "constraints.operation_result": ("MOST_ROWS", "MOST_BRANCHES"),
    "expressions.affine": ("FEW",),
    "expressions.encoding": (
        "FEW_ROWS",
        "MOST_COUNTED_VALUES",
        "MOST_MISSING_TUPLES",
        "MOST_TRUTH_ROWS",
    ),
    "globals.counting": ("MOST_COUNTED_VALUES", "MOST_SUM"),
    "constraints.variable_globals": ("MOST_VALUES",),
    "constraints.primitives": ("TABLE_LIMIT",),
    "rewriting": ("MOST_CLAUSES",),
}
POSTED = {*ENCODERS, *LAZY_ENCODERS}
"""What is written as clauses; the rest is lowered to it."""
FEWER = {AllDifferent, AnyOf, Count, Element, Linear, Regular, Table}
LINEAR = {AnyOf, Linear, Table}
OPERATIONS = {
    "Product": {"left": "a", "right": {"terms": [["b", 1], ["d", 2]], "plus": -1}},
    "Quotient": {"left": {"terms": [["a", 2], ["b", -3]], "plus": 0}, "right": 2},
    "Remainder": {"left": {"terms": [["a", 2], ["b", -3]], "plus": 0}, "right": -3},
    "Absolute": {"of": {"terms": [["a", 1], ["b", -2]], "plus": 1}},
    "Least": {"of": ["a", {"terms": [["b", 2]], "plus": 1}, 2]},
    "Greatest": {"of": ["a", "b", {"terms": [["d", 3]], "plus": 0}]},
    "Entry": {"array": ["a", 2, "b", {"terms": [["d", -1]], "plus": 4}], "index": "a"},
    "NumberOfValues": {"of": ["a", "b", {"terms": [["d", 3]], "plus": 0}]},
    "Occurrences": {"of": ["a", "b", "d", "c"], "values": [1, 2]},
}


@contextmanager
def limit(module, name, value):
    """Set a limit of the model for the block."""
    place = import_module(f"nonet.model.{module}")
    before = getattr(place, name)
    setattr(place, name, value)
    try:
        yield
    finally:
        setattr(place, name, before)


def model_of(entry):
    document = {"nonet": "model", "version": 1, "domains": DOMAINS, "constraints": [entry]}
    return model_from_json(json.dumps(document))


def lowered(model, supported, inside):
    lowering = Lowering(model.domains, supported, inside)
    for constraint in model.constraints:
        lowering.add(constraint)
    assert {type(each) for each in lowering.posted} <= set(supported)
    return Model(lowering.domains, lowering.posted)


def assignments(model):
    """The assignments of the declared variables for which the others have values."""
    clauses = []
    cnf = Cnf(model.domains, lambda clause: clauses.append([*clause]))
    encode_structure(model.structure, cnf)
    with Solver("minisat22", bootstrap_with=clauses) as solver:
        for row in product(*DOMAINS.values()):
            given = dict(zip(DOMAINS, row, strict=True))
            assumed = [cnf.literals[name][value] for name, value in given.items()]
            while solver.solve(assumed):
                true = {x for x in solver.get_model() if x > 0}
                cuts = [cut for lazy in cnf.lazy_constraints for cut in lazy.violated_clauses(true)]
                if not cuts:
                    yield row
                    break
                solver.append_formula(cuts)


def check(entry, supported=POSTED, inside=FEWER):
    """Compare the lowered constraint with its meaning; return whether it can be lowered."""
    try:
        solutions = set(assignments(lowered(model_of(entry), supported, inside)))
    except Unsupported:
        return False
    expected = {
        row
        for row in product(*DOMAINS.values())
        if holds(entry, dict(zip(DOMAINS, row, strict=True)))
    }
    assert solutions == expected, json.dumps(entry)
    return True


def entries(name, number):
    """Constraints of a type that can be declared over these domains, alone and negated."""
    seed = 0
    while number:
        seed += 1
        entry = ConstraintMaker(Random(f"{name} {seed}"), [*DOMAINS]).leaf(name)
        try:
            model_of(entry)
        except ValueError:
            continue
        number -= 1
        yield entry
        yield {"type": "Not", "part": entry}


def compared(name, op, constant):
    terms = [[{"is": name, **OPERATIONS[name]}, 2], ["d", -1]]
    expression = {"terms": terms, "plus": 1}
    return {"type": "Compare", "expression": expression, "op": op, "constant": constant}


@as_one_test(LEAVES)
def test_a_lowered_constraint_means_the_same(name):
    for entry in entries(name, 3):
        assert check(entry)
        check(entry, FEWER, FEWER)
        check(entry, LINEAR, LINEAR)


@as_one_test([(module, name) for module, names in LIMITS.items() for name in names])
def test_a_lowered_constraint_means_the_same_beyond_each_limit(module, name):
    tried = 0
    for value in (0, 3):
        with limit(module, name, value):
            for number, leaf in enumerate(LEAVES):
                for entry in [*entries(leaf, 1)][(number + value) % 2 :: 2]:
                    tried += check(entry)
            for number, operation in enumerate(OPERATIONS):
                op = ("==", "<=", "!=", ">=")[(number + value) % 4]
                tried += check(compared(operation, op, 3))
    assert tried > 60


@as_one_test(
    [
        lambda x, y: LeadingSum((x, y), 5),
        lambda x, y: EnclosedSum((x, y), (1, 2), 3),
        lambda x, y: EqualCounts((x,), (y,), 5),
        lambda x, y: LineComparison((x,), (y,), x),
    ]
)
def test_the_opposite_of_a_global_over_many_values_is_declined_in_words(make):
    model = Model(dict.fromkeys("xy", range(5000)), [~make("x", "y")])
    with pytest.raises(ModelError, match="has up to 25000000 combinations of values, too many"):
        lowered(model, POSTED, FEWER)


@as_one_test(OPERATIONS)
def test_a_lowered_comparison_of_an_operation_means_the_same(name):
    for constant in (-2, 1, 3, 4, 7):
        for op in ("==", "!=", "<=", ">="):
            assert check(compared(name, op, constant))
    assert check({"type": "Not", "part": compared(name, "<=", 3)})
