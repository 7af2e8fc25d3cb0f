"""Relations over terms: with numbers, names and expressions in any place the same meaning."""

from itertools import product

import pytest

from nonet.importing import relations as r
from nonet.model import Automaton, Domain, Linear
from nonet.model.expressions.affine import Affine
from nonet.model.expressions.operations import Quotient, Remainder

NAMES = ("x", "y", "z")
VALUES = range(-1, 3)
DOMAINS = {name: Domain.of(VALUES) for name in NAMES}
ROWS = [dict(zip(NAMES, row, strict=True)) for row in product(VALUES, repeat=3)]
EVEN = Automaton(0, {0}, [(s, v, (s + v) % 2) for s in (0, 1) for v in range(4)])
OPS = {"==": int.__eq__, "!=": int.__ne__, "<=": int.__le__, ">=": int.__ge__}


def value_of(term, row):
    return (
        term if isinstance(term, int) else row[term] if isinstance(term, str) else term.value(row)
    )


def holds(relation, row):
    return relation if isinstance(relation, bool) else relation.holds(row)


def over_each(places):
    """Terms for some places: variables, the same variable twice, numbers, expressions."""
    kinds = [
        [name, number, Affine(((name, 2),), -1)]
        for name, number in zip(NAMES, (0, 1, 2), strict=True)
    ]
    yield from product(*kinds[:places])
    yield ("x",) * places


def even(values):
    return all(value >= 0 for value in values) and sum(values) % 2 == 0


THREE = {
    **{f"linear {op}": (
        lambda a, b, c, op=op: r.linear((2, -1, 3), (a, b, c), op, 4),
        lambda a, b, c, op=op: OPS[op](2 * a - b + 3 * c, 4),
    ) for op in OPS},
    **{f"count {op}": (
        lambda a, b, c, op=op: r.count((a, b), frozenset({0, 2}), op, c),
        lambda a, b, c, op=op: OPS[op]((a in (0, 2)) + (b in (0, 2)), c),
    ) for op in OPS},
    "all different": (
        lambda *terms: r.all_different(terms), lambda *values: len({*values}) == 3
    ),
    "all different but for": (
        lambda *terms: r.all_different(terms, (0, 2)),
        lambda *values: (lambda others: len(others) == len({*others}))(
            [v for v in values if v not in (0, 2)]
        ),
    ),
    "table": (
        lambda *terms: r.table(terms, [(0, 1, 2), (-1, -1, -1), (2, 1, 0), (3, 0, 2)]),
        lambda *values: values in [(0, 1, 2), (-1, -1, -1), (2, 1, 0), (3, 0, 2)],
    ),
    "element": (
        lambda a, b, c: r.element(a, (b, 5, c), c, 0),
        lambda a, b, c: 0 <= a < 3 and (b, 5, c)[a] == c,
    ),
    "element of numbers": (
        lambda a, b, c: r.element(a, (2, 1, 0), b),
        lambda a, b, c: 1 <= a <= 3 and (2, 1, 0)[a - 1] == b,
    ),
    "automaton": (lambda *terms: r.accepted(terms, EVEN), lambda *values: even(values)),
    "conjunction": (
        lambda a, b, c: r.conjunction([r.related(a, "<=", b), r.related(b, "!=", c), True]),
        lambda a, b, c: a <= b != c,
    ),
    "disjunction": (
        lambda a, b, c: r.disjunction([r.related(a, "==", b), r.related(b, ">=", c), False]),
        lambda a, b, c: a == b or b >= c,
    ),
    "negation": (
        lambda a, b, c: r.negation(r.conjunction([r.related(a, "<=", b), r.equal(b, c)])),
        lambda a, b, c: not (a <= b == c),
    ),
    "member": (
        lambda a, b, c: r.member(a, Domain.of([-1, 1, 2])), lambda a, b, c: a in (-1, 1, 2)
    ),
    "number of truths": (
        lambda a, b, c: r.related(
            r.truths([r.related(a, "<=", b), r.related(a, "<=", b), r.equal(b, c), True]), "==", 3
        ),
        lambda a, b, c: 2 * (a <= b) + (b == c) + 1 == 3,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", THREE)
def test_a_relation_means_the_same_over_terms_of_every_kind(name):
    make, meaning = THREE[name]
    for terms in over_each(3):
        relation = make(*terms)
        for row in ROWS:
            expected = meaning(*(value_of(term, row) for term in terms))
            assert holds(relation, row) == expected, (terms, row)


TERMS = {
    "number of values": (
        lambda a, b, c: r.distinct_values((a, b, c)), lambda *values: len({*values})
    ),
    "number of values but for": (
        lambda a, b, c: r.distinct_values((a, b, c), (0, 1)),
        lambda *values: len({*values} - {0, 1}),
    ),
    "occurrences": (
        lambda a, b, c: r.occurrences((a, b, c), frozenset({1, 2})),
        lambda *values: sum(value in (1, 2) for value in values),
    ),
    "product": (lambda *terms: r.product_of(*terms), lambda a, b, c: a * b * c),
    "choice": (
        lambda a, b, c: r.choice(r.related(a, "<=", 0), b, c), lambda a, b, c: b if a <= 0 else c
    ),
    "shifted": (lambda a, b, c: r.shifted(a, 3), lambda a, b, c: a + 3),
    "square": (lambda a, b, c: r.power(b, 2, DOMAINS)[0], lambda a, b, c: b * b),
}  # fmt: skip


@pytest.mark.parametrize("name", TERMS)
def test_a_term_has_the_value_of_its_operands(name):
    make, meaning = TERMS[name]
    for terms in over_each(3):
        result = make(*terms)
        for row in ROWS:
            assert value_of(result, row) == meaning(*(value_of(term, row) for term in terms))


@pytest.mark.parametrize(("kind", "is_quotient"), [(Quotient, True), (Remainder, False)])
def test_division_is_towards_zero_and_says_where_it_is_defined(kind, is_quotient):
    for left, right in over_each(2):
        term, defined = r.divided(kind, left, right, DOMAINS)
        for row in ROWS:
            a, b = value_of(left, row), value_of(right, row)
            assert holds(defined, row) == (b != 0)
            if b:
                quotient = abs(a) // abs(b) * (1 if a * b >= 0 else -1)
                assert value_of(term, row) == (quotient if is_quotient else a - b * quotient)


@pytest.mark.parametrize("literal", ["z", 0, 1, Affine((("z", 1),))])
def test_a_literal_is_1_where_a_relation_holds(literal):
    for relation, meaning in (
        (Linear(("x", "y"), (1, 1), "<=", 1), lambda x, y: x + y <= 1),
        (r.all_different(("x", "y")), lambda x, y: x != y),
        (True, lambda x, y: True),
        (False, lambda x, y: False),
        (Linear(("x", "z"), (1, 1), "<=", 1), None),
    ):
        both, half = r.reified(relation, literal), r.half_reified(relation, literal)
        for row in ROWS:
            truth = value_of(literal, row)
            if truth in (0, 1):
                is_true = holds(relation, row) if meaning is None else meaning(row["x"], row["y"])
                assert holds(both, row) == (truth == is_true)
                assert holds(half, row) == (not truth or is_true)


def test_clauses_and_their_literals_over_numbers_and_names():
    rows = [row for row in ROWS if set(row.values()) <= {0, 1}]
    for a, b, c in product(("x", 0, 1), ("y", "x", 0, 1), ("z", "x", 0, 1)):
        either, every, some = r.clause((a, b), (c,)), r.all_true((a, b), c), r.some_true((a, b), c)
        for row in rows:
            p, q, s = (value_of(term, row) for term in (a, b, c))
            assert holds(either, row) == bool(p or q or not s)
            assert holds(every, row) == ((p and q) == s)
            assert holds(some, row) == ((p or q) == s)


@pytest.mark.parametrize("base", [-3, -1, 0, 1, 2])
def test_a_power_is_the_power_and_0_has_none_with_a_negative_exponent(base):
    for exponent in range(-3, 5):
        value = r.power_of(base, exponent)
        if exponent >= 0:
            assert value == base**exponent
        else:
            assert value == (None if base == 0 else int(1 / base**-exponent))


def test_powers_end_where_64_bits_do():
    for base, exponent in product((-10, -2, 2, 3, 7), range(80)):
        is_small = exponent <= r.LARGEST_EXPONENT and abs(base) ** exponent < r.LARGEST_POWER
        assert r.power_of(base, exponent) == (base**exponent if is_small else None)
    assert r.LARGEST_POWER <= 2**63 and r.LARGEST_POWER >= 10**18
    assert r.power_of(1, 10**9) == 1 and r.power_of(-1, 10**9 + 1) == -1
