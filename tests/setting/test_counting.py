"""Counts and estimates: judged by formulas, published figures and counts one by one."""

from dataclasses import replace
from math import inf, log
from random import Random

import pytest

import nonet
from nonet.deadline import Deadline
from nonet.errors import LimitError, Unsupported
from nonet.setting import counting
from nonet.solving.array_counting import FrontierCounter
from nonet.solving.outcome import SolutionCount
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


def estimate_with(**fields):
    return nonet.setting.Estimate(**{"low": 10, "high": inf, "exact": False, "dives": 40, **fields})


@pytest.mark.parametrize(
    ("answer", "text", "high"),
    [
        (estimate_with(number=1234, low=1234, high=1234, exact=True), "1,234 exactly", 1234),
        (estimate_with(number=10), "at least 10: too few dives (40) for an estimate", None),
        (
            estimate_with(number=2500.0, low=1000, dives=4000),
            "at least 1,000, roughly 2e+03: 4,000 dives differ too much to tell",
            None,
        ),
        (
            estimate_with(number=1234.5, low=1200.0, high=1300.0),
            "about 1.23e+03 (1.2e+03 to 1.3e+03 with 95 %)",
            1300.0,
        ),
    ],
)
def test_an_estimate_says_how_sure_it_is(answer, text, high):
    assert str(answer) == answer.in_words() == text
    assert answer.to_json()["high"] == high and answer.to_json()["number"] == answer.number


def from_weights(weights, least=0):
    return counting._estimate_from_weights(weights, least, Deadline(None))


def test_the_interval_is_of_the_mean_and_its_standard_error():
    """Forty dives, half of 2 and half of 4: a mean of 3 with a deviation of sqrt(40/39)."""
    answer = from_weights([log(2.0), log(4.0)] * 20)
    error = 1.96 * (40 / 39) ** 0.5 / 40**0.5
    assert answer.number == pytest.approx(3.0) and answer.dives == 40
    assert (answer.low, answer.high) == pytest.approx((3 - error, 3 + error))
    assert from_weights([log(2.0), log(4.0)] * 20, 3).low == 3.0, "no fewer than were listed"
    few = from_weights([log(2.0)] * 29, 2)
    assert (few.number, few.low, few.high) == (2, 2, inf)
    dead = from_weights([-inf] * 50, 5)
    assert (dead.number, dead.low, dead.high) == (5, 5, inf)
    half_dead = from_weights([-inf, log(6.0)] * 40)
    assert half_dead.number == pytest.approx(3.0)
    huge = from_weights([800.0] * 50)
    assert huge.number == huge.high == inf


@pytest.mark.parametrize(("even", "has_interval"), [(29, False), (30, True)])
def test_an_interval_needs_so_many_even_dives(even, has_interval):
    """Dives of weight 0 add nothing to the effective number."""
    answer = from_weights([0.0] * even + [-inf] * 5)
    assert (answer.high < inf) == has_interval


@pytest.mark.parametrize(
    ("low", "high"), [(1.0, 72.0), (0.0, 71.9)], ids=["as many as are listed", "fewer"]
)
def test_an_interval_below_what_was_listed_is_refuted(low, high):
    weights = [log(high)] * 40
    assert (from_weights(weights, 72).high == inf) == (high < 72)


def ways(monkeypatch, *, by_engine=None, by_states=None, one_by_one=0):
    """Estimate a path of eleven vertices with stand-ins; return what was asked, in its order."""
    questions = []

    def count(model, clock, engine, limit):
        questions.append(("count", engine, limit))
        number = by_engine if by_engine is not None else one_by_one
        return SolutionCount(min(number, limit), number <= limit, None, "", 0.0)

    monkeypatch.setattr(counting, "_count", count)
    monkeypatch.setattr(
        counting,
        "_exact_count_in_time",
        lambda model, clock: questions.append(("states",)) or by_states,
    )
    return questions, nonet.setting.estimate(path(11), dives=50, seed=1, time_limit=None)


def test_ways_to_count_are_tried_in_their_order_until_one_is_exact(monkeypatch):
    first = ("count", (counting.MAX_COUNTED_FIRST, counting.FIRST_EFFORT), counting.MAX_LISTED)
    second = ("count", (counting.MAX_COUNTED, None), counting.MAX_COUNTED)
    questions, answer = ways(monkeypatch, by_engine=1_000)
    assert questions == [first] and answer.exact and answer.number == 1_000
    questions, answer = ways(monkeypatch, by_engine=1_001, by_states=3_072)
    assert questions == [first, ("states",)] and answer.exact and answer.number == 3_072
    questions, answer = ways(monkeypatch, by_engine=3_072)
    assert questions == [first, ("states",), second] and answer.exact and answer.number == 3_072
    monkeypatch.setattr(counting, "MAX_COUNTED", 3_071)
    second = ("count", (3_071, None), 3_071)
    questions, answer = ways(monkeypatch, by_engine=3_072)
    assert questions[-1] in (second, ("states",))
    assert not answer.exact and answer.dives == 50 and answer.low >= 1_000
    monkeypatch.setattr(counting, "MAX_COUNTED", 100)
    questions, answer = ways(monkeypatch, by_engine=10**9)
    assert questions == [first, ("states",)], "a first dive tells of more"
    assert answer.low >= 1_000 and answer.dives == 50


def test_a_quarter_of_the_time_that_is_left_is_for_exact_counts(monkeypatch):
    assert counting._share_of_time(Deadline(None)) is None
    now = [1000.0]
    monkeypatch.setattr("nonet.deadline.monotonic", lambda: now[0])
    clock = Deadline(8.0)
    assert counting._share_of_time(clock) == 2.0
    now[0] += 7.0
    assert counting._share_of_time(clock) == 0.25
    now[0] += 7.0
    assert counting._share_of_time(clock) == 1e-9


def test_what_differs_in_some_variables_alone_is_counted_but_not_estimated():
    two = path(7).with_projection(["v0", "v1"])
    assert nonet.setting.estimate(two).number == 6
    with pytest.raises(Unsupported, match=r"there are 1,00[01] solutions or more, and solutions"):
        nonet.setting.estimate(path(14).with_projection([f"v{i}" for i in range(13)]))
