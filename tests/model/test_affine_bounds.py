"""The quick ways to bounds and values of expressions give what the thorough ways give."""

from itertools import product
from random import Random

import nonet
from nonet.backends import get_backend
from nonet.backends.lowering import lower
from nonet.model import Domain, Linear
from nonet.model.expressions.affine import Affine


def test_a_weighted_sum_takes_the_values_that_its_variables_give():
    random = Random(6)
    for _ in range(300):
        domains = {
            name: Domain.range(0, random.randint(0, 4))
            if random.random() < 0.7
            else Domain.of(random.sample(range(-4, 5), random.randint(0, 3)))
            for name in "xyz"
        }
        terms = tuple((name, random.choice([-4, -2, -1, 1, 2, 3])) for name in domains)
        values = {
            sum(factor * value for (_, factor), value in zip(terms, row, strict=True)) + 1
            for row in product(*domains.values())
        }
        assert set(Affine(terms, 1).possible_values(domains)) == values


def test_numbers_of_all_values_add_up_to_as_many_as_there_are():
    """A magic sequence is one constraint of which no count alone says much."""
    build = nonet.ModelBuilder()
    s = build.array("s", 40, range(40))
    build.cardinality(s, dict(enumerate(s)))
    outcome = nonet.solve(build, "native")
    assert list(outcome.solution[s])[:4] == [36, 2, 1, 0]
    assert outcome.stats["guesses"] < 200


def test_sums_of_large_values_are_not_added():
    for value, number in ((7, 1), (10**9, 0)):
        build = nonet.ModelBuilder()
        x, y = build.variables("xy", [0, value])
        n = build.variable("n", range(3))
        build.cardinality([x, y], {value: n, 0: 2 - n})
        posted = lower(build.model(), get_backend("native")).constraints
        sums = [c for c in posted if isinstance(c, Linear) and {"x", "y"} <= {*c.scope}]
        assert len(sums) == number
        assert nonet.count_solutions(build).number == 4
