"""Sums that are added up late, and comparisons made without checks, are what they would be else."""

from random import Random

import pytest

import nonet
from nonet.errors import ModelError
from nonet.model import Linear
from nonet.model.expressions.affine import Affine
from nonet.model.expressions.arithmetic import as_affine
from nonet.model.expressions.operations import Product
from tests.cases import as_one_test


def _random_expression(random, variables, depth=0):
    """An expression, and its factors by a plain dictionary."""
    if depth > 4 or random.random() < 0.3:
        place = random.randrange(len(variables))
        return variables[place], {place: 1}, 0
    expression, factors, constant = _random_expression(random, variables, depth + 1)
    kind = random.randrange(6)
    if kind == 0:
        number = random.randint(-3, 3)
        return expression * number, {k: f * number for k, f in factors.items()}, constant * number
    if kind == 1:
        number = random.randint(-3, 3)
        return expression + number, factors, constant + number
    if kind == 2:
        return 7 - expression, {k: -f for k, f in factors.items()}, 7 - constant
    second, second_factors, second_constant = _random_expression(random, variables, depth + 1)
    sign = 1 if kind < 5 else -1
    result = expression + second if sign == 1 else expression - second
    keys = {*factors, *second_factors}
    added = {k: factors.get(k, 0) + sign * second_factors.get(k, 0) for k in keys}
    return result, added, constant + sign * second_constant


@pytest.mark.filterwarnings("ignore")
@as_one_test(range(300))
def test_expressions_have_the_factors_of_school_algebra(seed):
    random = Random(seed)
    variables = list(nonet.ModelBuilder().array("x", 4, range(9)))
    expression, factors, constant = _random_expression(random, variables)
    expected = {f"x[{k}]": f for k, f in factors.items() if f}
    if expected:
        compared = expression <= 5
        assert dict(zip(compared.scope, compared.coefficients, strict=True)) == expected
        assert compared.constant == 5 - constant
        linear = Linear(compared.scope, compared.coefficients, "<=", 5 - constant)
        assert (compared, hash(compared)) == (linear, hash(linear))
    data = as_affine(expression)
    assert (dict(data.terms), data.constant) == (expected, constant)
    assert isinstance(data, Affine)


def test_an_expression_that_two_others_begin_with_stays_as_it_is():
    x, y, z = nonet.ModelBuilder().variables("xyz", range(9))
    common = x + 2 * y
    total, difference = common + z, common - z
    assert (repr(total), repr(difference), repr(common)) == (
        "x + 2 * y + z",
        "x + 2 * y - z",
        "x + 2 * y",
    )


def test_a_deep_sum_needs_no_deep_stack():
    x = nonet.ModelBuilder().array("x", 20_000, range(2))
    total = x[0]
    for each in x[1:]:
        total = each + total
    assert len((total >= 3).scope) == 20_000


def test_sums_over_variables_of_two_builders_are_refused():
    x, y = (
        nonet.ModelBuilder().variable("x", range(3)),
        nonet.ModelBuilder().variable("y", [1]),
    )
    with pytest.raises(ModelError, match="two builders"):
        x + y
    with pytest.raises(ModelError, match="two builders"):
        x <= y  # noqa: B015


def test_a_label_and_a_line_of_source_name_a_sum():
    build = nonet.ModelBuilder()
    x, y = build.variables("xy", range(9))
    for bound in (3, 4):
        build.add(x + y <= bound)
    build.add(x - y <= 2, label="near")
    first, second, labelled = (each.description for each in build.model().constraints)
    assert first.startswith("x + y <= 3 (line ")
    assert second.startswith("x + y <= 4 (line ")
    assert labelled == "near"


def test_an_always_true_sum_is_still_warned_of():
    build = nonet.ModelBuilder()
    x, y = build.variables("xy", range(5))
    with pytest.warns(nonet.errors.ModelWarning, match="always true"):
        build.add(x + y <= 8)
    with pytest.warns(nonet.errors.ModelWarning, match="always false"):
        build.add(2 * x + 2 * y == 3)
    with pytest.warns(nonet.errors.ModelWarning, match="always false"):
        build.add(x - y >= 5)


def test_products_of_two_variables_are_equal_however_they_were_written():
    x, y = nonet.ModelBuilder().variables("xy", range(9))
    ((written, _),) = as_affine(x * y).terms
    data = Product(Affine((("x", 1),)), Affine((("y", 1),)))
    assert (written, hash(written)) == (data, hash(data))
    assert len({written, data, as_affine((x + 1) * y).terms[0][0]}) == 2
