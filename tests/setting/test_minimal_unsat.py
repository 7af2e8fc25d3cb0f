"""Minimal sets that cannot hold, judged by trying all subsets."""

from random import Random

from nonet.setting.minimal_unsat import (
    all_minimal_unsat_sets,
    minimal_unsat_set,
    smallest_unsat_set,
)


class ConflictSetOracle:
    """An oracle made of the sets that cannot hold."""

    def __init__(self, impossible):
        self._impossible = list(impossible)
        self._last: list[int] = []

    def solve(self, assumptions):
        self._last = list(assumptions)
        return not any(each <= set(assumptions) for each in self._impossible)

    def core(self, assumptions):
        return list(assumptions)

    def true_literals(self):
        return set(self._last)


def test_minimal_sets_of_random_impossible_sets_are_those_that_trying_finds():
    random = Random(3)
    for _ in range(40):
        literals = list(range(1, 8))
        impossible = [set(random.sample(literals, random.randint(1, 4))) for _ in range(4)]
        expected = [
            candidate
            for candidate in impossible
            if not any(smaller < candidate for smaller in impossible)
        ]
        oracle = ConflictSetOracle(impossible)
        assert set(minimal_unsat_set(oracle, [], literals)) in expected
        search = smallest_unsat_set(oracle, [], literals)
        assert search.is_proven and search.size == min(map(len, expected))
        listed = sorted(map(sorted, all_minimal_unsat_sets(oracle, [], literals)))
        assert listed == sorted(map(list, {tuple(sorted(each)) for each in expected}))
