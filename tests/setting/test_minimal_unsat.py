"""Minimal sets that cannot hold, of random families of sets, judged by trying all subsets."""

from itertools import combinations
from random import Random

import pytest

from nonet.setting.minimal_unsat import (
    SmallestSetSearch,
    all_minimal_unsat_sets,
    minimal_unsat_set,
    smallest_unsat_set,
    unsat_core,
)

SOFT = [3, 1, 4, 6, 5, 9, 2, 8, 7]


class Family:
    """An oracle of which some sets of literals cannot hold; the questions are counted."""

    def __init__(self, sets, seed=0, *, whole_cores=False):
        self.sets, self.random, self.whole_cores = (
            [set(each) for each in sets],
            Random(seed),
            whole_cores,
        )
        self.questions = 0

    def can_hold(self, literals):
        return not any(each <= set(literals) for each in self.sets)

    def solve(self, assumptions):
        self.questions += 1
        self.assumed = list(assumptions)
        return self.can_hold(assumptions)

    def core(self, assumptions):
        assert list(assumptions) == self.assumed and not self.can_hold(assumptions)
        if self.whole_cores:
            return list(assumptions)
        chosen = self.random.choice([each for each in self.sets if each <= set(assumptions)])
        return [x for x in assumptions if x in chosen or self.random.random() < 0.3]

    def true_literals(self):
        true = set(self.assumed)
        for literal in self.random.sample(SOFT, len(SOFT)):
            if self.random.random() < 0.5 and self.can_hold(true | {literal}):
                true.add(literal)
        return true


def families():
    """Families, hard literals, and the minimal sets of soft ones by trying all."""
    random = Random(5)
    for number in range(60):
        sets = [
            random.sample(range(1, 11), random.randint(1, 4)) for _ in range(random.randint(1, 6))
        ]
        hard = [10] if number % 2 else []
        oracle = Family(sets, number)
        if not oracle.can_hold(hard) or oracle.can_hold([*hard, *SOFT]):
            continue
        minimal = []
        for size in range(1, len(SOFT) + 1):
            for some in combinations(sorted(SOFT), size):
                if not any(each <= set(some) for each in minimal) and not oracle.can_hold(
                    [*hard, *some]
                ):
                    minimal.append(set(some))
        yield oracle, hard, minimal


def test_any_set_is_minimal_and_in_the_order_given():
    for oracle, hard, minimal in families():
        subset = minimal_unsat_set(oracle, hard, SOFT)
        assert set(subset) in minimal and len(subset) == len(set(subset))
        core = unsat_core(oracle, hard, SOFT)
        assert core == [x for x in SOFT if x in core] and not oracle.can_hold([*hard, *core])


def test_in_order_the_last_are_given_up_first_whatever_the_cores_are():
    for oracle, hard, _ in families():
        remaining = list(SOFT)
        for literal in reversed(SOFT):
            if not oracle.can_hold([*hard, *(x for x in remaining if x != literal)]):
                remaining.remove(literal)
        for seed in range(3):
            again = Family(oracle.sets, seed)
            assert sorted(minimal_unsat_set(again, hard, SOFT, in_order=True)) == sorted(remaining)


def test_what_is_outside_a_core_is_never_asked_about():
    oracle = Family([[1, 2]])
    oracle.random.random = lambda: 1.0  # cores are as small as can be
    assert set(minimal_unsat_set(oracle, [], SOFT)) == {1, 2}
    assert oracle.questions == 3
    with_whole_cores = Family([[1, 2]], whole_cores=True)
    assert set(minimal_unsat_set(with_whole_cores, [], SOFT)) == {1, 2}
    assert with_whole_cores.questions == len(SOFT) + 1


def test_a_smallest_set_is_as_small_as_any_and_its_bound_says_so():
    sizes = set()
    for oracle, hard, minimal in families():
        smallest = smallest_unsat_set(oracle, hard, SOFT)
        assert set(smallest.best) in minimal and smallest.is_proven
        assert smallest.size == smallest.bound == min(map(len, minimal))
        sizes.add(smallest.size)
    assert {1, 2, 3} <= sizes


def test_a_bound_is_never_too_high_however_early_the_search_ends():
    class Late(Exception):
        pass

    for oracle, hard, minimal in families():
        fewest, questions = min(map(len, minimal)), 0
        first = max(minimal, key=len)
        while True:
            limited = Family(oracle.sets, 1)
            search = SmallestSetSearch(sorted(first))
            ask = limited.solve

            def solve(assumptions, limited=limited, ask=ask, most=questions):
                if limited.questions == most:
                    raise Late
                return ask(assumptions)

            limited.solve = solve
            try:
                smallest_unsat_set(limited, hard, SOFT, search)
            except Late:
                assert search.bound <= fewest and set(search.best) in minimal
                assert search.bound >= 1
                questions += 1
                continue
            assert search.size == fewest
            break


@pytest.mark.parametrize("number", [1, 2, 3, 100])
def test_sets_are_listed_up_to_the_number_asked_for(number):
    for oracle, hard, minimal in families():
        search = SmallestSetSearch(minimal_unsat_set(oracle, hard, SOFT))
        search.enumerate(oracle, hard, SOFT, number)
        listed = [set(search.best), *map(set, search.others)]
        assert all(each in minimal for each in listed)
        assert len(listed) == len({frozenset(each) for each in listed}) == min(number, len(minimal))
        if number > len(minimal):
            assert search.complete and search.bound == min(map(len, minimal))
        if number == 1 or number < len(minimal):
            assert not search.complete and search.bound == 0
        every = [frozenset(each) for each in all_minimal_unsat_sets(oracle, hard, SOFT)]
        assert sorted(map(sorted, every)) == sorted(map(sorted, minimal))


def test_what_can_hold_is_an_error_and_hard_literals_that_clash_need_nothing():
    oracle = Family([[1, 2]])
    with pytest.raises(ValueError, match="nothing to make smaller"):
        unsat_core(oracle, [], [1, 3])
    assert minimal_unsat_set(oracle, [1, 2], [3, 4]) == []
    nothing = smallest_unsat_set(oracle, [1, 2], [3, 4])
    assert (nothing.best, nothing.bound, nothing.is_proven) == ([], 0, True)
