"""Counts and estimates: judged by formulas, published figures and counts one by one."""

from dataclasses import replace
from math import inf
from random import Random

import pytest

import nonet
from nonet.deadline import Deadline
from nonet.errors import LimitError, Unsupported
from nonet.setting import counting
from nonet.solving.array_counting import FrontierCounter
from tests.cases import as_one_test

BLANK_6 = nonet.Sudoku("." * 36)


def path(n):
    """The colourings of a path of n vertices in three colours: 3 * 2 ** (n - 1)."""
    model = {f"v{i}": [1, 2, 3] for i in range(n)}
    edges = [nonet.AllDifferent((f"v{i}", f"v{i + 1}")) for i in range(n - 1)]
    return nonet.Model(model, edges)


def test_without_an_exact_count_the_interval_holds_the_published_number(monkeypatch):
    monkeypatch.setattr(counting, "count_by_states", lambda *given: None)
    estimate = nonet.setting.estimate(BLANK_6, dives=600, seed=4, time_limit=None)
    assert not estimate.exact and estimate.dives == 600
    assert estimate.low < 28_200_960 < estimate.high  # Jarvis and Russell
    first, second = (
        nonet.setting.estimate(BLANK_6, dives=30, seed=4, time_limit=None) for _ in range(2)
    )
    assert first.number == second.number


def test_a_rough_estimate_comes_first_and_none_before_an_exact_count_of_the_engine(monkeypatch):
    monkeypatch.setattr(counting, "count_by_states", lambda *given: None)
    monkeypatch.setattr(counting, "MAX_COUNTED_FIRST", 1_000)
    rough: list[nonet.setting.Estimate] = []
    last = nonet.setting.estimate(BLANK_6, dives=40, seed=4, time_limit=None, on_first=rough.append)
    assert [each.dives for each in rough] == [counting.MIN_DIVES] and last.dives == 40
    assert nonet.setting.estimate(nonet.Sudoku("." * 16), on_first=rough.append).exact
    assert len(rough) == 1


def test_some_thousand_solutions_of_a_variant_are_counted_by_the_engine(monkeypatch):
    monkeypatch.setattr(counting, "random_dive", None)  # not asked
    puzzle = nonet.Sudoku("." * 36, rules=["thermometer R1C1-R1C6", "thermometer R2C1 R3C1 R4C1"])
    assert (
        nonet.setting.estimate(puzzle).number
        == nonet.count_solutions(puzzle, "native").number
        > 1_000
    )


def test_a_blank_6x6_is_counted_to_the_published_number_with_any_seed():
    estimate = nonet.setting.estimate(BLANK_6, time_limit=None)
    assert estimate.exact and estimate.number == 28_200_960  # Jarvis and Russell


@as_one_test(range(40))
def test_counts_by_the_frontier_are_those_of_another_backend(seed):
    random = Random(seed)
    size = random.choice((4, 4, 6))
    puzzle = nonet.parse(f"{size}x{size}", rules=random.choice(([], ["anti-knight"])))
    cells = random.sample(puzzle.grid.cells, {4: 5, 6: 15}[size])
    puzzle = puzzle.with_clues({cell: random.choice(puzzle.grid.values) for cell in cells})
    puzzle = replace(puzzle, clues={c: v for c, v in puzzle.clues.items() if random.random() < 0.7})
    counter = FrontierCounter(puzzle.model(), lambda: None)
    assert counter.count() == nonet.count_solutions(puzzle, "native").number


def test_an_estimate_without_time_or_of_few_dives_claims_no_interval(monkeypatch):
    monkeypatch.setattr(counting, "count_by_states", lambda *given: None)
    late = nonet.setting.estimate(BLANK_6, time_limit=1e-9)
    assert not late.exact and late.high == inf and "at least" in str(late)
    of_two_dives = nonet.setting.estimate(BLANK_6, dives=2, seed=1, time_limit=None)
    assert of_two_dives.low <= 28_200_960 and of_two_dives.high == inf


def test_some_thousand_solutions_are_counted_though_no_exact_method_counts_them(monkeypatch):
    monkeypatch.setattr(counting, "_exact_count_in_time", lambda model, clock: None)
    estimate = nonet.setting.estimate(path(11), seed=1, time_limit=None)
    assert estimate.exact and estimate.number == 3 * 2**10


def test_listed_solutions_refute_dives_that_estimate_fewer():
    low_weights = [float(number % 2) for number in range(40)]
    estimate = counting._estimate_from_weights(low_weights, 1_000, Deadline(None))
    assert (estimate.number, estimate.low, estimate.high) == (1_000, 1_000, inf)
    within = counting._estimate_from_weights([0.0] * 50 + [8.0] * 50, 1_400, Deadline(None))
    assert 1_400 <= within.low <= within.number < within.high < inf


def test_dives_of_which_a_few_are_most_of_the_sum_claim_no_interval():
    uneven = counting._estimate_from_weights([0.0] * 900 + [20.0] * 3, 10, Deadline(None))
    assert (uneven.low, uneven.high) == (10, inf)
    assert "at least 10, roughly 2e+06" in str(uneven)


def test_what_is_counted_one_by_one_is_exact():
    assert nonet.setting.estimate(nonet.Sudoku("." * 16)).number == 288
    assert str(nonet.setting.estimate("12.....4........")) == "0 exactly"


def test_what_cannot_be_estimated_is_refused():
    best = nonet.ModelBuilder()
    x = best.array("x", 3, range(3))
    best.minimize(x[0] + x[1])
    with pytest.raises(Unsupported, match="objective"):
        nonet.setting.estimate(best)
    with pytest.raises(LimitError, match="dives"):
        nonet.setting.estimate(BLANK_6, dives=1)
