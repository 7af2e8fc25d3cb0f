"""Exact cover: which models are one, and that their covers are their solutions."""

import itertools
import random

import pytest

import nonet
from nonet.backends.cover.algorithm_x import AlgorithmX
from nonet.encoding.exact_cover import exact_cover
from nonet.errors import Unsupported
from nonet.model import AllDifferent, Count, Linear, Table
from nonet.testing.brute import brute_force


def random_cover_model(seed):
    """A model of conditions of exact covers, over truths and small numbers."""
    rng = random.Random(seed)
    names = [f"v{i}" for i in range(rng.randint(2, 5))]
    domains = {
        n: [0, 1] if rng.random() < 0.5 else rng.sample(range(-1, 4), rng.randint(1, 4))
        for n in names
    }
    constraints = []
    for _ in range(rng.randint(1, 4)):
        scope = rng.sample(names, rng.randint(2, len(names)))
        truths = [n for n in names if set(domains[n]) <= {0, 1}]
        kind = rng.randrange(5)
        if kind == 0:
            constraints.append(AllDifferent(tuple(scope)))
        elif kind == 1:
            op, number = rng.choice(["==", "<="]), rng.choice([0, 1, 1])
            constraints.append(Count(tuple(scope), rng.sample(range(4), 2), op, number))
        elif kind == 2 and len(truths) > 1:
            sign = rng.choice([1, -1])
            op = rng.choice(["==", "<=" if sign > 0 else ">="])
            constraints.append(Linear(tuple(truths), (sign,) * len(truths), op, sign))
        elif kind == 3:
            constraints.append(Linear(tuple(scope[:2]), (1, -2), rng.choice(["<=", "!=", "=="]), 0))
        else:
            rows = [r for r in itertools.product(range(-1, 4), repeat=2) if rng.random() < 0.6]
            constraints.append(Table(tuple(scope[:2]), rows))
    return nonet.Model(domains, constraints)


def test_covers_are_the_solutions():
    several = 0
    for seed in range(150):
        model = random_cover_model(seed)
        expected = brute_force(model)
        solutions = [
            tuple(s[n] for n in model.variables) for s in nonet.iter_solutions(model, "cover")
        ]
        assert sorted(solutions) == sorted(expected), seed
        several += len(expected) > 1
    assert several > 40


def test_algorithm_x_finds_all_covers_of_random_options():
    rng = random.Random(3)
    for _ in range(60):
        items, primary = 6, rng.randint(1, 6)
        options = [tuple(rng.sample(range(items), rng.randint(1, 3))) for _ in range(8)]
        options = [option for option in options if min(option) < primary]
        expected = set()
        for size in range(len(options) + 1):
            for chosen in itertools.combinations(range(len(options)), size):
                covered = sorted(itertools.chain.from_iterable(options[i] for i in chosen))
                if covered == sorted({*covered, *range(primary)}):
                    expected.add(chosen)
        search = AlgorithmX(options, items, primary)
        covers = [tuple(sorted(cover)) for cover in search.covers() if cover is not None]
        assert sorted(covers) == sorted(expected)


def test_a_truth_that_covers_needs_no_option_for_0():
    build = nonet.ModelBuilder()
    a, b, c = build.variables("abc", range(2))
    build.add(a + b == 1, b + c <= 1)
    cover = exact_cover(build.model())
    assert [(o.variable, o.value) for o in cover.options] == [
        ("a", 1),
        ("b", 1),
        ("c", 0),
        ("c", 1),
    ]
    assert len(list(nonet.iter_solutions(build, "cover"))) == 3


@pytest.mark.slow
def test_classic_puzzles_and_pairs_are_exact_covers():
    assert nonet.verify(".....4.3....1.4.", "cover").uniqueness is nonet.Uniqueness.UNIQUE
    queens = nonet.ModelBuilder()
    q = queens.array("q", 6, range(6))
    queens.all_different(q)
    for i, j in itertools.combinations(range(6), 2):
        queens.add(q[i] - q[j] != i - j, q[i] - q[j] != j - i)
    assert len(list(nonet.iter_solutions(queens, "cover"))) == 4


def test_a_sum_is_declined_by_name():
    build = nonet.ModelBuilder()
    x, y, z = build.variables("xyz", range(5))
    build.add(x + y + z == 7, label="cage of 7")
    with pytest.raises(
        Unsupported, match=r"cage of 7 \(Linear\) is not a condition of an exact cover"
    ):
        nonet.solve(build, "cover")
