"""Operations: their values, what they may take, and their encodings, judged by brute force."""

from collections import Counter
from dataclasses import dataclass
from itertools import product
from random import Random

import pytest

from nonet.errors import ModelError
from nonet.model import AnyOf, Count, Domain, Element, Linear, Table
from nonet.model.constraints import operation_result
from nonet.model.constraints.operation_result import OperationResult
from nonet.model.expressions import affine, encoding
from nonet.model.expressions.affine import Affine, Operation
from nonet.model.expressions.encoding import Encoder, encode_operation
from nonet.model.expressions.operations import (
    Absolute,
    Entry,
    Greatest,
    Least,
    NumberOfValues,
    Occurrences,
    Product,
    Quotient,
    Remainder,
    Truth,
    boolean_literal,
)

X, Y, Z = (Affine(((name, 1),)) for name in "xyz")
SUM = Affine((("x", 2), ("y", -1)), 1)
MEANINGS = {
    "product": (Product(X, Y), lambda x, y, z: x * y),
    "square": (Product(X, X), lambda x, y, z: x * x),
    "product of sums": (Product(SUM, Z), lambda x, y, z: (2 * x - y + 1) * z),
    "quotient": (Quotient(X, Y), lambda x, y, z: x // y),
    "quotient of itself": (Quotient(Y, Y), lambda x, y, z: 1),
    "remainder": (Remainder(X, Y), lambda x, y, z: x % y),
    "remainder of a sum": (Remainder(SUM, Affine((), -3)), lambda x, y, z: (2 * x - y + 1) % -3),
    "absolute": (Absolute(SUM), lambda x, y, z: abs(2 * x - y + 1)),
    "least": (Least((X, Y, Z)), lambda x, y, z: min(x, y, z)),
    "greatest": (Greatest((X, SUM)), lambda x, y, z: max(x, 2 * x - y + 1)),
    "greatest of one": (Greatest((X, X)), lambda x, y, z: x),
    "entry": (Entry((X, Affine((), 7), SUM), Z), lambda x, y, z: (x, 7, 2 * x - y + 1)[z]),
    "entry of numbers": (Entry(tuple(Affine((), n) for n in (4, 1, 4)), Z), lambda x, y, z: (4, 1, 4)[z]),
    "entry from 1": (Entry((X, Y, Z), Affine((("z", 1),), 0)), lambda x, y, z: (x, y, z)[z]),
    "entry backwards": (Entry((X, Y, Z), Affine((("z", -1),), 2)), lambda x, y, z: (x, y, z)[2 - z]),
    "occurrences": (
        Occurrences((X, Y, X), frozenset({1, 3})), lambda x, y, z: sum(n in (1, 3) for n in (x, y, x)),
    ),
    "values": (NumberOfValues((X, Y, X, Z)), lambda x, y, z: len({x, y, z})),
    "truth": (Truth(Linear(("x", "y"), (1, -1), "<=", 1)), lambda x, y, z: int(x - y <= 1)),
}  # fmt: skip
DOMAINS = {"x": [-2, 0, 1, 3], "y": [-3, -1, 2, 3], "z": [0, 1, 2]}
LIMITS = {
    "MOST_ROWS": operation_result, "MOST_BRANCHES": operation_result, "FEW_ROWS": encoding,
    "MOST_COUNTED_VALUES": encoding, "MOST_TRUTH_ROWS": encoding, "FEW": affine,
}  # fmt: skip


def cases():
    return [dict(zip(DOMAINS, values, strict=True)) for values in product(*DOMAINS.values())]


@pytest.mark.parametrize("name", MEANINGS)
def test_a_value_is_that_of_python_and_one_of_the_possible_ones(name):
    operation, meaning = MEANINGS[name]
    domains = {name: Domain.of(values) for name, values in DOMAINS.items()}
    operation.check_domains(domains)
    possible = operation.possible_values(domains)
    values = {meaning(**case) for case in cases()}
    for case in cases():
        assert operation.value(case) == meaning(**case)
    assert values <= set(possible)
    if name not in ("quotient of itself", "product of sums", "least", "greatest", "values"):
        assert (possible.base, possible.highest) == (min(values), max(values))


@pytest.mark.slow(0.05)
@pytest.mark.parametrize("limit", [None, 0, 3, 12])
@pytest.mark.parametrize("name", MEANINGS)
def test_an_encoding_has_one_value_for_each_case(name, limit, monkeypatch):
    """By tables, by values or by digits: at each size from which the form is another."""
    for each, module in LIMITS.items():
        if limit is not None:
            monkeypatch.setattr(module, each, limit)
    operation, meaning = MEANINGS[name]
    domains = {name: Domain.of(values) for name, values in DOMAINS.items()}
    names = (f"~{number}" for number in range(1000))
    test = Linear(("x", "y", "z"), (1, 1, 1), "<=", 99)
    encoder = Encoder(test, domains, lambda part: next(names))
    result = encoder.variable_for_atom(operation)
    assert encoder.variable_for_atom(operation) == result
    constraints = lowered(encoder, names)
    auxiliary = encoder.auxiliary
    for case in cases():
        values_found = solutions(dict(case), dict(auxiliary), constraints)
        assert len(values_found) == 1, (case, values_found)
        assert values_found[0][result] == meaning(**case)


def lowered(encoder, names):
    """The definitions, with results of operations in primitives."""
    waiting, done = [*encoder.definitions], []
    while waiting:
        each = waiting.pop()
        if isinstance(each, OperationResult):
            parts = each.decompose(encoder.domains, lambda part: next(names))
            waiting += parts.constraints
            encoder.auxiliary |= parts.auxiliary
            encoder.domains |= parts.auxiliary
        else:
            done.append(each)
    return done


def solutions(assignment, auxiliary, constraints):
    """All values of new variables, by trial: constraints are asked once their scope has values."""
    if not auxiliary:
        return [dict(assignment)]
    ready = [
        each for each in constraints if each.scope and set(each.scope) <= {*assignment, *auxiliary}
    ]
    name = next(
        (
            missing.pop()
            for each in sorted(ready, key=lambda each: len(set(each.scope) - set(assignment)))
            if len(missing := set(each.scope) - set(assignment)) == 1
        ),
        next(iter(auxiliary)),
    )
    values_found = []
    domain = auxiliary.pop(name)
    for value in domain:
        assignment[name] = value
        decided = [
            each for each in constraints if name in each.scope and set(each.scope) <= {*assignment}
        ]
        if all(each.holds(assignment) for each in decided):
            values_found += solutions(assignment, dict(auxiliary), constraints)
        del assignment[name]
        if len(values_found) > 1:
            break
    return values_found


def kinds_of(operation, domains):
    names = (f"~{number}" for number in range(1000))
    of = {name: Domain.of(values) for name, values in domains.items()}
    encoder = Encoder(Linear(tuple(of), (1,) * len(of), "<=", 99), of, lambda part: next(names))
    encoder.variable_for_atom(operation)
    return Counter(type(each) for each in encoder.definitions)


FORMS = [
    (Product(X, Y), {"x": range(20), "y": range(20)}, {Table: 1}),
    (Product(X, Y), {"x": range(20), "y": range(21)}, {OperationResult: 1}),
    (Product(X, X), {"x": range(400)}, {Table: 1}),
    (Product(X, X), {"x": range(401)}, {OperationResult: 1}),
    (Absolute(X), {"x": range(-200, 200)}, {Table: 1}),
    (Absolute(X), {"x": range(-200, 201)}, {OperationResult: 1}),
    (Quotient(X, Y), {"x": range(200), "y": range(1, 101)}, {Table: 1}),
    (Quotient(X, Y), {"x": range(201), "y": range(1, 101)}, {AnyOf: 1}),
    (Quotient(X, Affine((), 3)), {"x": range(20_001)}, {Linear: 3}),
    (Entry((X, Y), Z), {"x": range(3), "y": range(3), "z": range(2)}, {Element: 1}),
    (Occurrences((X, Y), frozenset({1})), {"x": range(3), "y": range(3)}, {Count: 1}),
]  # fmt: skip


@pytest.mark.parametrize(("operation", "domains", "kinds"), FORMS, ids=lambda each: str(each)[:40])
def test_the_form_is_chosen_by_the_number_of_rows(operation, domains, kinds):
    values_found = kinds_of(operation, domains)
    if Linear in kinds:  # a constant divisor is a variable of one value
        assert (
            values_found[Linear] >= kinds[Linear]
            and not values_found[AnyOf]
            and not values_found[Table]
        )
    else:
        assert {kind: values_found[kind] for kind in kinds} == kinds


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Least(()), "min_of of nothing"),
        (lambda: Greatest(()), "max_of of nothing"),
        (lambda: Entry((), X), "the array has no entry"),
        (lambda: Occurrences((X,), frozenset({1.5})), "the value 1.5 is a float"),
    ],
)
def test_an_operation_of_the_wrong_operands_is_refused(make, message):
    with pytest.raises(ModelError) as caught:
        make()
    assert message in str(caught.value)


ADVICE = [
    (Quotient(X, Y), {"y": [-1, 0]}, "declare it without 0"),
    (Entry((X, X), Y), {"y": [0, 2]}, "y can be 2, and the array has the places 0 to 1, or give"),
    (Entry((X, X), Y), {"y": [1, 2]}, "or shift it, as array[y - 1] does"),
    (Entry((X, X), Y), {"y": [-1, 0]}, "y can be -1, and the array has the places 0 to 1: declare"),
]


@pytest.mark.parametrize(("operation", "domains", "message"), ADVICE)
def test_an_operation_without_a_value_is_refused_with_a_way_out(operation, domains, message):
    given = {"x": Domain.range(0, 3)} | {name: Domain.of(each) for name, each in domains.items()}
    with pytest.raises(ModelError) as caught:
        operation.check_domains(given)
    for part in message.split(", or give"):
        assert part in str(caught.value)


def test_a_comparison_of_a_boolean_is_a_literal():
    truths = {"b": Domain.range(0, 1), "x": Domain.range(0, 2), "one": Domain.single(1)}
    literal = lambda *fields: boolean_literal(Linear(*fields), truths)  # noqa: E731
    assert literal(("b",), (1,), "==", 1) == literal(("b",), (1,), ">=", 1) == ("b", True)
    assert literal(("b",), (1,), "<=", 0) == literal(("b",), (-1,), "!=", -1) == ("b", False)
    assert literal(("b",), (1,), ">=", 0) is literal(("b",), (1,), ">=", 2) is None
    assert literal(("x",), (1,), "==", 1) is literal(("one",), (1,), "==", 1) is None
    assert literal(("b", "x"), (1, 1), "==", 1) is literal(("y",), (1,), "==", 1) is None
    assert boolean_literal(Table(("b",), {(1,)}), truths) is None


def test_values_over_many_pairs_are_bounds(monkeypatch):
    random = Random(5)
    for kind, apply in (
        (Product, int.__mul__),
        (Quotient, int.__floordiv__),
        (Remainder, int.__mod__),
    ):
        for _ in range(30):
            nodes_on_tour = Domain.of(random.sample(range(-9, 9), random.randint(1, 5)))
            right = Domain.of(random.sample([n for n in range(-9, 9) if n], random.randint(1, 5)))
            values = [apply(x, y) for x in nodes_on_tour for y in right]
            low, high = kind.bounds(None, nodes_on_tour, right)
            assert low <= min(values) and max(values) <= high
            if kind is not Remainder:
                assert (low, high) == (min(values), max(values))


@dataclass(frozen=True)
class _Twice(Operation):  # the leading underscore keeps the kind out of the JSON form
    of: Affine

    def value(self, assignment):
        return 2 * self.of.value(assignment)

    def possible_values(self, domains):
        return Domain.of(2 * value for value in self.of.possible_values(domains))


class _Even(_Twice):
    """A kind whose base is registered."""


def test_a_kind_of_another_package_is_encoded_once_it_is_registered():
    def encoder():
        of_x = Linear(("x",), (1,), "<=", 3)
        return Encoder(of_x, {"x": Domain.range(0, 3)}, lambda part: f"~{part}")

    with pytest.raises(ModelError, match="_Twice has no encoding: register one"):
        encoder().variable_for_atom(_Twice(X))

    @encode_operation.register(_Twice)
    def encode_twice(operation, encoder):
        result = encoder.result_of(operation)
        encoder.define(Linear((encoder.variable_for(operation.of), result), (2, -1), "==", 0))
        return result

    for kind in (_Twice, _Even):
        test = encoder()
        name = test.variable_for_atom(kind(X))
        assert test.domains[name] == Domain.of([0, 2, 4, 6])
        assert [each.formula for each in test.definitions] == [f"2 * x - {name} == 0"]
        assert test.variable_for_atom(kind(X)) == name
