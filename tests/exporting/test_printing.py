"""Trees as text: a text in Python has the value of its tree, whatever stands in what."""

import random
from math import prod

import pytest

from nonet.exporting.folding import folded
from nonet.exporting.printing import Printer
from nonet.exporting.python_constraint import PythonConstraint
from nonet.exporting.trees import Row

VALUES = {"x": [3, 0, 2, 5], "y": 7, "z": -2}
REFS = [("at", "x", 0), ("at", "x", 2), ("var", "y"), ("var", "z")]
COMPARISONS = {
    "==": int.__eq__, "!=": int.__ne__, "<=": int.__le__, ">=": int.__ge__, "<": int.__lt__,
    ">": int.__gt__,
}  # fmt: skip


def number(rng, depth):
    """A random tree of a number, and its value."""
    kind = rng.choice(["sum", "sum", "product", "abs", "truth", "max", "min", "div", "element"])
    if depth == 0 or rng.random() < 0.15:
        tree = rng.choice([*REFS, rng.randint(-4, 4)])
        if isinstance(tree, int):
            return tree, tree
        value = VALUES[tree[1]]
        return tree, value[tree[2]] if tree[0] == "at" else value
    trees, values = zip(*(number(rng, depth - 1) for _ in range(rng.randint(2, 4))), strict=True)
    match kind:
        case "sum":
            factors = [rng.choice([1, 1, -1, 2, -3]) for _ in trees]
            constant = [rng.choice([-3, 2])] * rng.randint(0, 1)
            parts = [("*", factor, each) for factor, each in zip(factors, trees, strict=True)]
            total = sum(f * v for f, v in zip(factors, values, strict=True)) + sum(constant)
            return ("sum", *parts, *constant), total
        case "product":
            return ("product", *trees), prod(values)
        case "abs":
            return ("abs", trees[0]), abs(values[0])
        case "truth":
            tree, value = truth(rng, depth - 1)
            return ("truth", tree), int(value)
        case "max" | "min":
            return (kind, ("list", *trees)), {"max": max, "min": min}[kind](values)
        case "div":
            divisor = rng.choice([2, 3])
            names = {"quotient": int.__floordiv__, "remainder": int.__mod__}
            name = rng.choice([*names])
            return (name, trees[0], divisor), names[name](values[0], divisor)
    place = rng.randrange(len(trees))
    return ("element", ("list", *trees), place), values[place]


def truth(rng, depth):
    """A random tree of a truth, and its value."""
    kind = rng.choice(["compare", "compare", "and", "or", "not", "iff", "implies", "in"])
    if depth == 0 or kind in ("compare", "in"):
        (left, first), (right, second) = number(rng, depth), number(rng, depth)
        if kind == "in":
            members = [first] * rng.randint(0, 1) + [11, -12]
            return ("in", left, Row(members)), first in members
        op = rng.choice([*COMPARISONS])
        return (op, left, right), COMPARISONS[op](first, second)
    (left, first), (right, second) = truth(rng, depth - 1), truth(rng, depth - 1)
    match kind:
        case "and" | "or":
            return (kind, left, right), (first and second) if kind == "and" else (first or second)
        case "not":
            return ("not", left), not first
        case "iff":
            return ("iff", left, right), first == second
    return ("implies", left, right), not first or second


def printer():
    return PythonConstraint({"x": (4,)})


def evaluated(text, own):
    space = {**VALUES}
    while lines := [line for part in own.data() for line in part]:
        exec("\n".join(lines), space)
        break
    return eval(text, space)


@pytest.mark.parametrize("seed", range(3))
def test_a_text_has_the_value_of_its_tree(seed):
    rng = random.Random(seed)
    for _ in range(150):
        for make in (number, truth):
            tree, value = make(rng, 3)
            own = printer()
            assert evaluated(own.text(tree), own) == value, tree


def test_loops_have_the_value_of_what_they_stand_for():
    entries = [("at", "x", place) for place in range(4)]
    for tree, value in (
        (("sum", *(("*", 1, each) for each in entries)), 10),
        (("sum", *(("*", 2, each) for each in entries[1:])), 14),
        (("sum", *(("*", place, each) for place, each in enumerate(entries, 1))), 29),
        (("sum", *(("*", -1, each) for each in entries), 3), -7),
        (("and", *((">=", each, 0) for each in entries)), True),
        (("and", *((">=", each, 1) for each in entries)), False),
        (("or", *(("==", each, 5) for each in entries)), True),
        (("or", *(("==", each, 4) for each in entries)), False),
        (("max", ("list", *entries)), 5),
        (("max", ("list", *entries[:3])), 3),
        (("count_of", ("list", *entries[::-1], 3), 3), 2),
        (("sum", *(("*", 1, ("truth", (">", each, 1))) for each in entries)), 3),
    ):
        own = printer()
        own.text(folded(tree))  # names the data
        own = printer()
        text = own.text(folded(tree))
        assert evaluated(text, own) == value, text
        assert "for" in text or "x" in text


def test_the_whole_of_an_array_is_its_name_and_a_part_is_not():
    text = printer().text
    assert text(folded(("list", *(("at", "x", place) for place in range(4))))) == "x"
    assert text(folded(("list", *(("at", "x", place) for place in range(3))))) != "x"
    assert text(folded(("list", *(("at", "x", place) for place in range(1, 4))))) != "x"
    assert text(folded(("list", *(("at", "x", place) for place in (3, 2, 1, 0))))) != "x"


def test_a_loop_over_more_columns_than_letters_has_names_for_all():
    variables = tuple(f"v0_{number}" for number in range(40))
    own = Printer()
    (text,) = own.within([("zip", variables, Row([Row(range(40))]))], Row([1]))
    assert len({*own.names.values()}) == 40
    assert text.startswith("for i, j, k") and "i1" in text
    own.leave([("zip", variables, Row())])
    assert own.names == {}
