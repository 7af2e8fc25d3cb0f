"""The text of a model for MiniZinc: its formulas, read by a few lines of Python, hold where the
constraints do.
"""

import re
from itertools import product

import pytest

from nonet.backends.minizinc.program import POSTED, POSTED_INSIDE, minizinc_text
from nonet.model import (
    AllDifferent,
    AnyOf,
    Count,
    Domain,
    Element,
    Linear,
    Model,
    Objective,
    Table,
)
from nonet.testing.brute import brute_force

SAME = ("==", "!=", "<=", ">=")


class Array(list):
    """An array of MiniZinc, whose first place is 1; a place outside is no value."""

    def __getitem__(self, place):
        return super().__getitem__(place - 1) if 1 <= place <= len(self) else None


FUNCTIONS = {
    "A": Array,
    "sum": sum,
    "bool2int": int,
    "alldifferent": lambda values: len(set(values)) == len(values),
    "table": lambda row, rows: tuple(row) in rows,
    "true": True,
    "false": False,
}


def python_of(formula):
    """The same formula in Python."""
    formula = re.sub(r"\[\|(.*)\|\]", lambda m: f"{{({m[1].replace('|', ',),(')},)}}", formula)
    formula = formula.replace("/\\", " and ").replace("\\/", " or ")
    formula = re.sub(r"(-?\d+)\.\.(-?\d+)", r"range(\1, \2 + 1)", formula)
    formula = re.sub(r"in \{\}", "in ()", formula)
    formula = re.sub(r"(?<![<>!=])=(?!=)", "==", formula)
    return re.sub(r"(?<!\])\[([^\]]*)\]", r"A([\1])", formula)


def solutions_of(text, variables):
    """The solutions of a program of MiniZinc, by trying all values."""
    domains, formulas = [], []
    for line in text.splitlines():
        if match := re.fullmatch(r"var (.*): v\d+;", line):
            values = [eval(python_of(part), {}) for part in match[1].split(" union ")]
            domains.append([value for part in values for value in part])
        elif line.startswith("constraint "):
            formulas.append(compile(python_of(line[11:-1]), line, "eval"))
    assert len(domains) == len(variables)
    return {
        row
        for row in product(*domains)
        if all(
            eval(each, {**FUNCTIONS, **{f"v{place}": value for place, value in enumerate(row)}})
            for each in formulas
        )
    }


LOW, DIFFERENT = Linear(("a", "b"), (2, -1), "<=", 1), AllDifferent(("a", "b", "c"))

CONSTRAINTS = {
    "all different": DIFFERENT,
    "a table": Table(("a", "b", "a"), [(1, 2, 1), (3, 0, 3), (1, 1, 2)]),
    "a table of one column": Table(("a",), [(3,), (0,), (9,)]),
    "an empty table": Table(("a", "b"), frozenset()),
    "an element from 0": Element(("a", "b", "c"), "b", "c", 0),
    "an element from -1": Element(("a", "b"), "c", "a", -1),
    "an element from 2": Element(("a", "b"), "c", "a", 2),
    "a count of no value": Count(("a", "b"), frozenset(), "<=", 0),
    "either or": AnyOf(((LOW, Linear(("c",), (1,), "!=", 2)), (DIFFERENT,))),
    "either nested": AnyOf(((AnyOf(((LOW,), (DIFFERENT,))),), (Count(("a", "b"), {0}, "==", 2),))),
    "an empty group": AnyOf(((LOW,), ())),
    **{f"sum {op}": Linear(("a", "b", "c"), (1, -2, 3), op, 2) for op in SAME},
    **{f"count {op}": Count(("a", "b", "c", "a"), {0, 3}, op, 2) for op in SAME},
    **{f"count {op} variable": Count(("a", "b"), {1, 3}, op, "c") for op in SAME},
}


@pytest.mark.parametrize("constraint", CONSTRAINTS.values(), ids=CONSTRAINTS)
def test_the_text_has_the_solutions_of_brute_force(constraint):
    model = Model({"a": range(4), "b": [-1, 0, 1, 2], "c": [0, 2, 3]}, [constraint])
    assert solutions_of(minizinc_text(model), model.variables) == brute_force(model)


def test_every_type_that_is_posted_is_among_the_examples():
    assert {type(each) for each in CONSTRAINTS.values()} == POSTED
    inside = {type(part) for each in CONSTRAINTS.values() for part in getattr(each, "parts", ())}
    assert inside >= POSTED_INSIDE


@pytest.mark.parametrize(
    ("values", "text"),
    [
        (range(3, 8), "3..7"),
        ([5], "5..5"),
        ([1, 3], "{1,3}"),
        (range(0, 2000, 2), "{" + ",".join(map(str, range(0, 2000, 2))) + "}"),
        (range(0, 2002, 2), " union ".join(f"{n}..{n}" for n in range(0, 2002, 2))),
    ],
    ids=["a range", "one value", "two values", "1,000 values", "1,001 values"],
)
def test_a_domain_is_a_range_a_set_or_a_union_of_ranges(values, text):
    (declared,) = re.findall("var (.*): v0;", minizinc_text(Model({"x": Domain.of(values)})))
    assert declared == text


@pytest.mark.parametrize("sense", ["minimize", "maximize"])
def test_an_objective_is_told_without_its_constant(sense):
    model = Model({"a": [1, 2], "b": [1, 3]}).with_objective(
        Objective(sense, ("b", "a"), (3, -2), 7)
    )
    lines = minizinc_text(model).splitlines()
    assert lines[-2:] == [
        f"solve {sense} (3)*v1 + (-2)*v0;",
        'output [show([v0,v1]), "\\n"];',
    ]
