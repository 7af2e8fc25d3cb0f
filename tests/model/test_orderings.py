"""Orders of expressions, rows and first occurrences, judged by Python's own orders."""

from itertools import pairwise, product

import pytest

import nonet
from nonet.errors import ModelError
from nonet.model import ModelBuilder
from nonet.model.globals import Increasing, Lexicographic, LexicographicChain, Precedence

BACKENDS = ("native", "cpsat", "sat")
NAMES = "wxyz"


def precedes(values, order):
    """Each value of the order has its first occurrence after that of the value before."""
    first = [values.index(value) if value in values else len(values) for value in order]
    return all(a < b or b == len(values) for a, b in pairwise(first))


FORMS = {
    "increasing": (lambda b, v: b.increasing(v), lambda v: list(v) == sorted(v)),
    "increasing strictly": (
        lambda b, v: b.increasing(v, strictly=True), lambda v: all(p < q for p, q in pairwise(v)),
    ),
    "increasing by two": (
        lambda b, v: b.add(Increasing(v, 2)), lambda v: all(p + 2 <= q for p, q in pairwise(v)),
    ),
    "decreasing": (lambda b, v: b.decreasing(v), lambda v: list(v) == sorted(v, reverse=True)),
    "decreasing strictly": (
        lambda b, v: b.decreasing(v, strictly=True), lambda v: all(p > q for p, q in pairwise(v)),
    ),
    "lexicographic": (lambda b, v: b.lexicographic(v[:2], v[2:]), lambda v: v[:2] <= v[2:]),
    "lexicographic strictly": (
        lambda b, v: b.lexicographic(v[:2], v[2:], strictly=True), lambda v: v[:2] < v[2:],
    ),
    "lexicographic of one": (
        lambda b, v: b.lexicographic(v[:1], v[1:2], strictly=True), lambda v: v[0] < v[1],
    ),
    "lexicographic of shared": (
        lambda b, v: b.lexicographic([v[0], v[1], v[2]], [v[0], v[2], v[1]], strictly=True),
        lambda v: v[1] < v[2],
    ),
    "lexicographic with a constant": (
        lambda b, v: b.lexicographic([v[0], v[1]], [1, 2]), lambda v: (v[0], v[1]) <= (1, 2),
    ),
    "chain": (
        lambda b, v: b.lexicographic_chain([v[:1], v[1:2], v[2:3]]), lambda v: v[0] <= v[1] <= v[2],
    ),
    "chain strictly": (
        lambda b, v: b.lexicographic_chain([[v[0], 1], [v[1], 0], [v[2], v[3]]], strictly=True),
        lambda v: (v[0], 1) < (v[1], 0) < (v[2], v[3]),
    ),
    "precedence": (lambda b, v: b.precedence(v, [2, 0, 1]), lambda v: precedes(v, [2, 0, 1])),
    "precedence of one": (lambda b, v: b.precedence(v, [1]), lambda v: True),
    "precedence of more": (lambda b, v: b.precedence(v, [1, 7, 2]), lambda v: precedes(v, [1, 7, 2])),
    "precedence of sums": (
        lambda b, v: b.precedence([each + 1 for each in v], [1, 3]),
        lambda v: precedes([each + 1 for each in v], [1, 3]),
    ),
}  # fmt: skip


@pytest.mark.slow(0.1)
@pytest.mark.parametrize("name", FORMS)
def test_an_order_is_that_of_python(name):
    declare, meaning = FORMS[name]
    build = ModelBuilder()
    variables = [build.variable(each, range(3)) for each in NAMES]
    declare(build, variables)
    model = build.model()
    right = 0
    for values in product(range(3), repeat=4):
        holds = model.accepts(dict(zip(NAMES, values, strict=True)))
        assert holds == meaning(values), values
        right += holds
    for backend in BACKENDS:
        assert nonet.count_solutions(model, backend=backend).number == right, backend


def test_rows_of_constants_are_in_order_or_the_chain_never_holds():
    for rows, right in (((("x",), (1,), (2,)), 2), ((("x",), (2,), (1,)), 0)):
        build = ModelBuilder()
        build.variable("x", range(4))
        build.add(LexicographicChain(rows))
        assert nonet.count_solutions(build.model()).number == right
    build = ModelBuilder()
    build.variable("x", range(4))
    build.add(LexicographicChain((("x",), (1,), (1,)), strictly=True))
    assert nonet.count_solutions(build.model()).number == 0


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Precedence(("x",), ()), "the order is of different values, at least one, not ()"),
        (lambda: Precedence(("x",), (1, 2, 1)), "the order is of different values, at least one"),
        (lambda: Lexicographic(("x",), ("y", "z")), "1 in one, 2 in other: give as many of each"),
        (lambda: LexicographicChain((("x",), ("y", "z"))), "rows of 1 and 2 expressions"),
        (lambda: LexicographicChain("xy"), "a sequence, not 'xy'"),
        (lambda: Increasing(("x", "y"), 0.5), "0.5 is a float"),
    ],
)
def test_an_order_that_makes_no_sense_is_refused(make, message):
    with pytest.raises(ModelError) as caught:
        make()
    assert message in str(caught.value)


def test_an_order_is_written_as_it_is_declared():
    assert Increasing(("x", "y")).formula == "increasing([x, y])"
    assert Increasing(("x", "y"), 1).formula == "increasing([x, y], strictly=True)"
    assert Increasing(("x", "y"), 2).formula == "increasing([x, y], by=2)"
    assert Lexicographic(("x",), ("y",), True).formula == "lexicographic([x], [y], strictly=True)"
    assert Lexicographic(("x",), ("y",)).formula == "lexicographic([x], [y])"
    seven = Increasing(tuple("abcdefg"))
    assert seven.formula == "increasing([a, b, c, d, e, ..., g])"
    assert Increasing(tuple("abcdef")).formula == "increasing([a, b, c, d, e, f])"
