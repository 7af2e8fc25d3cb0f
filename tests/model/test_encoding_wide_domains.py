"""Constraints over wide domains: a smaller form, or a refusal, and never a walk over all values."""

from itertools import count, product
from random import Random

import pytest

import nonet
from nonet.errors import Unsupported
from nonet.model import AnyOf, Domain, Linear, Model, ModelBuilder
from nonet.model.constraints import operation_result
from nonet.model.expressions import encoding
from nonet.model.expressions.encoding import encode_constraint
from nonet.model.globals import counting

NO_TWO_ONES = nonet.model.Automaton(0, {0, 1}, {(0, 0): 0, (0, 1): 1, (1, 0): 0, (1, 5): 1})

FORMS = {
    "all different but 2": lambda b, x, y, z: b.all_different([x, y, z + 1], except_values=2),
    "one variable in two ways": lambda b, x, y, z: b.all_different(
        [x, x + 0 * y, z], except_values=1
    ),
    "values": lambda b, x, y, z: b.nvalue([x, y, z, x], z),
    "values of expressions": lambda b, x, y, z: b.nvalue([x + 1, y, 2 * z], 2),
    "precedence": lambda b, x, y, z: b.precedence([x, y, z, y + 1], [1, 3, 0]),
    "cost of words": lambda b, x, y, z: b.cost_regular([x, y, 2 * x], NO_TWO_ONES, {1: 3, 5: 1}, z),
    "squares": lambda b, x, y, z: b.add(x * x + y >= z * z),
}


def small_bounds(monkeypatch):
    """Take the forms of wide domains for small domains, which brute force can go through."""
    monkeypatch.setattr(encoding, "FEW_LISTED", 2)
    monkeypatch.setattr(encoding, "MOST_TRUTH_ROWS", 3)
    monkeypatch.setattr(counting, "MOST_COUNTED_VALUES", 0)
    monkeypatch.setattr(operation_result, "MOST_ROWS", 3)
    monkeypatch.setattr(operation_result, "MOST_BRANCHES", 2)


@pytest.mark.slow(0.05)
@pytest.mark.parametrize("negative", [False, True], ids=["holds", "does not hold"])
@pytest.mark.parametrize("form", FORMS)
def test_a_form_for_wide_domains_has_the_solutions_of_brute_force(form, negative, monkeypatch):
    small_bounds(monkeypatch)
    b = ModelBuilder()
    domains = [-3, 0, 1, 2, 3, 5, 8], range(-1, 6), range(-2, 4)
    x, y, z = (b.variable(name, values) for name, values in zip("xyz", domains, strict=True))
    FORMS[form](b, x, y, z)
    if negative:
        model = b.model()
        model = Model(dict(model.domains), [~model.constraints[0]])
    else:
        model = b.model()
    right = sum(
        model.accepts(dict(zip("xyz", values, strict=True))) for values in product(*domains)
    )
    assert right
    for backend in ("native", "cpsat", "sat"):
        assert nonet.count_solutions(model, backend=backend).number == right, backend


@pytest.mark.parametrize(
    "form",
    ["all different but 2", "one variable in two ways", "values", "precedence", "cost of words"],
)
def test_a_form_of_a_million_values_is_no_larger_than_one_of_ten_thousand(form):
    def size(width):
        b = ModelBuilder()
        x, y, z = (b.variable(name, range(width)) for name in "xyz")
        FORMS[form](b, x, y, z)
        model = b.model()
        numbers = count()
        parts = encode_constraint(
            model.constraints[0], model.domains, lambda part: f"~{part}{next(numbers)}"
        ).constraints
        return sum(len(getattr(part, "tuples", ())) + getattr(part, "size", 1) for part in parts)

    assert size(10**6) == size(10**4) < 100


def test_the_declaration_of_an_inverse_walks_no_domain():
    b = ModelBuilder()
    x, y = (b.variable(name, range(-(10**15), 10**15)) for name in "xy")
    b.inverse([x, y], [x, y])
    assert nonet.solve(b, "cpsat").status.value == "sat"


@pytest.mark.slow
def test_what_would_have_to_be_listed_is_refused_with_its_size():
    b = ModelBuilder()
    x, y = (b.variable(name, range(600_000)) for name in "xy")
    every = nonet.model.Automaton(0, {0}, {(0, value): 0 for value in range(600_000)})
    b.cost_regular([x, y], every, {1: 3}, y)
    for backend in ("native", "cpsat", "sat", "python-constraint", "auto"):
        with pytest.raises(
            Unsupported, match=r"600,000, too many to write out \(at most 500,000\)"
        ):
            nonet.solve(b, backend)


def test_a_choice_over_one_variable_is_a_set_of_values_without_a_walk():
    random = Random(5)
    for _ in range(300):
        groups = tuple(
            tuple(
                Linear(("x",), (random.choice((-2, -1, 1, 3)),), op, random.randint(-9, 9))
                for op in random.choices(("==", "!=", "<=", ">="), k=random.randint(1, 2))
            )
            for _ in range(random.randint(1, 3))
        )
        either, domain = AnyOf(groups), Domain.of(random.choices(range(-12, 13), k=9))
        assert set(either.restrict(domain)) == {v for v in domain if either.holds({"x": v})}
    wide = Domain.range(0, 10**15)
    either = AnyOf(((Linear(("x",), (1,), "<=", 3),), (Linear(("x",), (2,), "==", 10**9),)))
    assert either.restrict(wide) == Domain.of([0, 1, 2, 3, 5 * 10**8])
