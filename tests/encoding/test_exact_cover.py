"""An exact cover has the solutions of brute force, and refuses any other model."""

from collections import Counter
from itertools import product
from random import Random

import pytest

from nonet.encoding import exact_cover as covers
from nonet.encoding.exact_cover import exact_cover
from nonet.errors import Unsupported
from nonet.model import (
    AllDifferent,
    Count,
    Element,
    Linear,
    Model,
    Table,
)
from nonet.testing.brute import brute_force
from tests.encoding.random_primitives import (
    NAMES,
    OPS,
)


def covered(cover, chosen):
    """Whether options have each primary item once and no other item twice."""
    met = Counter(item for option in chosen for item in option.items)
    return all(met[item] == 1 for item in range(cover.primary)) and max(met.values(), default=0) < 2


def cover_part(random, names):
    scope = tuple(random.sample(names, random.randint(2, len(names))))
    match random.choice("dddclt2"):
        case "d":
            return AllDifferent(scope)
        case "c":
            op, values = random.choice(("==", "<=")), random.sample(range(3), random.randint(1, 2))
            return Count(scope, values, op, random.choice((0, 1, 1)))
        case "l":
            sign = random.choice((1, -1))
            op = random.choice(("==", "<=" if sign == 1 else ">="))
            return Linear(scope, (sign,) * len(scope), op, sign)
        case "t":
            return Table(scope[:2], random.sample([*product(range(3), repeat=2)], 5))
    return Linear(scope[:2], (random.choice((1, -1)), 2), random.choice(OPS), random.randint(-1, 4))


def test_an_exact_cover_has_the_solutions_of_brute_force():
    written = several = 0
    for number in range(150):
        random = Random(f"cover {number}")
        wide = random.random() < 0.5
        values = [(0, 1)] if number % 3 else [(0, 1, 2), (1, 2), (0, 2), (2,), (1,)]
        domains = {name: random.choice(values) for name in NAMES[: 4 if wide else 3]}
        parts = [cover_part(random, [*domains]) for _ in range(random.randint(1, 3))]
        if random.random() < 0.3:
            parts.append(Linear(("a", "a"), (1, 1), "!=", 2))
        model = Model(domains, parts)
        try:
            cover = exact_cover(model)
        except Unsupported as error:
            assert "not a condition of an exact cover" in str(error)
            assert any(isinstance(each, Linear) and len(each.scope) > 2 for each in parts)
            continue
        written += 1
        by_pair = {(option.variable, option.value): option for option in cover.options}
        assert len(by_pair) == len(cover.options)
        expected = brute_force(model)
        named = {option.variable for option in cover.options}
        solutions = set()
        for row in product(*domains.values()):
            pairs = [*zip(domains, row, strict=True)]
            # a variable without an option for 0 is 0 where no option names it
            chosen = [by_pair.get(pair) for pair in pairs]
            if any(each is None and v for each, (_, v) in zip(chosen, pairs, strict=True)):
                continue
            if covered(cover, [each for each in chosen if each is not None]):
                solutions.add(row)
        assert solutions == expected, (model.domains, parts)
        several += len(expected) > 1
        assert named <= set(domains)
    assert written > 100 and several > 50


def test_what_an_exact_cover_leaves_out_and_what_it_refuses(monkeypatch):
    bits = dict.fromkeys("abc", (0, 1))
    exactly_one = Linear(tuple("abc"), (1, 1, 1), "==", 1)
    lean = exact_cover(Model(bits, [exactly_one]))
    assert [(o.variable, o.value, o.items) for o in lean.options] == [(n, 1, (0,)) for n in "abc"]
    assert (lean.primary, lean.items[0].constraint.formula) == (1, "a + b + c == 1")
    at_most = exact_cover(Model(bits, [Linear(tuple("abc"), (1, 1, 1), "<=", 1)]))
    assert [(o.variable, o.value, o.items) for o in at_most.options] == [
        (name, value, (place, *[3] * value)) for place, name in enumerate("abc") for value in (0, 1)
    ]
    assert at_most.primary == 3
    wide = exact_cover(Model(dict.fromkeys("ab", (1, 2, 3)), [AllDifferent(("a", "b"))]))
    assert [item.value for item in wide.items] == [None, None, 1, 2, 3] and wide.primary == 2
    refused = [
        Linear(tuple("abc"), (1, 1, 1), "==", 2),
        Linear(tuple("abc"), (1, 1, 1), ">=", 1),
        Linear(tuple("abc"), (1, 1, 1), "!=", 1),
        Linear(tuple("abc"), (1, 1, -1), "==", 1),
        Count(tuple("abc"), {1}, "==", 2),
        Count(tuple("abc"), {1}, ">=", 1),
        Count(tuple("abc"), {1}, "<=", "a"),
        Count(("a", "a", "b"), {1}, "<=", 1),
        Element(("a", "b"), "c", "a"),
        Table(tuple("abc"), {(1, 1, 1)}),
    ]
    for constraint in refused:
        with pytest.raises(Unsupported, match="is not a condition of an exact cover"):
            exact_cover(Model(bits, [constraint]))
    monkeypatch.setattr(covers, "MOST_PAIRS", 4)
    pair = Linear(("a", "b"), (1, 2), "<=", 2)
    assert exact_cover(Model(bits, [pair])).options
    with pytest.raises(Unsupported):
        exact_cover(Model(bits | {"a": (0, 1, 2)}, [pair]))
