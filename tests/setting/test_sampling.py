"""Random solutions: as even as they are said to be, judged by counts and by chance."""

import time
from collections import Counter
from math import inf, log, sqrt
from random import Random

import numpy as np
import pytest

import nonet
from nonet.backends import get_backend
from nonet.backends.base import Request
from nonet.backends.lockstep import kernel_run
from nonet.backends.lockstep.kernel import kernel_for
from nonet.cli import main
from nonet.errors import LimitError, Unsupported
from nonet.setting import sampling
from nonet.setting.counting import estimate
from nonet.setting.sampling import sample
from nonet.solving import Status

BLANK = nonet.Sudoku("." * 16)


def test_few_solutions_are_counted_exactly_and_drawn_evenly():
    assert estimate(BLANK).number == 288 and estimate(BLANK).exact
    small = BLANK.with_clues({"R1C1": 1, "R1C2": 2, "R2C3": 1})
    number = nonet.count_solutions(small, "native").number
    draws = sample(small, 40 * number, seed=1)
    assert draws.method == "uniform"
    often = Counter(draws.solutions).values()
    assert len(often) == number
    chi = sum((each - 40) ** 2 / 40 for each in often)
    assert chi < 3 * number + 20  # of a fixed seed: far beyond what chance gives


def test_a_million_solutions_are_listed_by_the_engine_and_drawn_evenly(monkeypatch):
    monkeypatch.setattr(sampling, "MAX_LISTED", 10)
    monkeypatch.setattr(sampling, "is_supported", lambda model: False)
    draws = sample(BLANK, 2880, seed=2, time_limit=None)
    assert draws.method == "uniform" and draws.effective is None
    often = Counter(draws.solutions).values()
    chi = sum((each - 10) ** 2 / 10 for each in often) + 10 * (288 - len(often))
    assert abs(chi - 287) < 5 * sqrt(2 * 287)


def test_solutions_that_random_dives_miss_are_listed_and_drawn_evenly(monkeypatch):
    monkeypatch.setattr(sampling, "MAX_LISTED", 10)
    monkeypatch.setattr(sampling, "is_supported", lambda model: False)
    monkeypatch.setattr(sampling, "random_dive", lambda *_: (-inf, {}))  # a dead end each time
    assert sample(BLANK, 3, seed=2, time_limit=None).method == "uniform"
    monkeypatch.setattr(sampling, "MAX_LISTED_UNGUESSED", 100)
    assert sample(BLANK, 3, seed=2, time_limit=None).method == "weighted"


def test_a_blank_6x6_is_drawn_evenly_without_the_compiled_engine():
    draws = sample(nonet.parse("6x6"), 1000, seed=1, time_limit=None)
    assert draws.method == "uniform" and not draws.stopped
    assert draws.different > 995  # of 28,200,960
    # which of the values of row 1 the first two cells of row 2 have decides how many ways are left
    kinds = Counter(
        frozenset(each[c] for c in ("R2C1", "R2C2")) <= frozenset(each[c] for c in ("R1C4", "R1C5"))
        for each in draws.solutions
    )
    share = exact_share_of_6x6()
    expected = 1000 * share
    assert abs(kinds[True] - expected) < 4 * sqrt(expected * (1 - share))


def exact_share_of_6x6():
    """In how many of all 6x6 R2C1 and R2C2 have values of R1C4 and R1C5, by counting both."""
    row = dict(zip([f"R1C{c}" for c in range(1, 7)], range(1, 7), strict=True))
    all_grids = nonet.parse("6x6").with_clues(row)
    part = all_grids.with_clues({**row, "R2C1": 4, "R2C2": 5})
    counts = [nonet.setting.estimate(each, time_limit=None) for each in (part, all_grids)]
    assert all(each.exact for each in counts)
    return 2 * counts[0].number / counts[1].number


def test_a_seed_gives_the_same_draws_under_any_limit_that_is_not_reached():
    for puzzle in (BLANK, nonet.parse("6x6"), BLANK.with_clues({"R1C1": 1, "R1C2": 2})):
        draws = [sample(puzzle, 5, seed=7, time_limit=limit) for limit in (None, 1e4, 600)]
        assert len({tuple(each.line for each in draw.solutions) for draw in draws}) == 1


def test_weighted_draws_are_not_reported_as_even(monkeypatch):
    monkeypatch.setattr(sampling, "is_supported", lambda model: False)
    monkeypatch.setattr(sampling, "MAX_LISTED", 10)
    monkeypatch.setattr(sampling.array_counting, "lowered_for_arrays", lambda *given: None)
    draws = sample(BLANK, 100, seed=1, time_limit=None)
    assert draws.method == "weighted" and draws.different < 100
    text = draws.in_words()
    assert "not exactly even" in text and "each as likely" not in text
    assert f"({draws.different} different)" in text and f"{draws.dives:,} random dives" in text
    assert draws.to_json()["different"] == draws.different


def test_blank_classics_are_drawn_evenly_and_the_values_of_cells_with_them():
    blank = nonet.Sudoku("." * 81)
    draws = sample(blank, 90, seed=2, time_limit=None)
    assert draws.method == "uniform"
    some, again = (sample(blank, 9, seed=3, time_limit=None).solutions for _ in range(2))
    assert some == again
    for cell in ("R1C1", "R5C5", "R9C2"):
        often = [sum(each[cell] == v for each in draws.solutions) for v in range(1, 10)]
        assert sum((each - 10) ** 2 / 10 for each in often) < 27  # of 8 freedoms: 1 in 1,400


def test_draws_from_dives_by_weight_are_more_even_than_dives(monkeypatch):
    """x decides how many ways there are for the rest: half of the dives take each value of it."""
    monkeypatch.setattr(sampling, "MAX_LISTED", 3)
    build = nonet.ModelBuilder()
    x = build.variable("x", range(2))
    for y in build.variables([f"y{i}" for i in range(4)], range(3)):
        build.add((x == 1) | (y == 0))
    model = build.model()  # x = 0 leaves one solution, x = 1 leaves 81
    monkeypatch.setattr(sampling.array_counting, "lowered_for_arrays", lambda *given: None)
    draws = sample(model, 200, seed=5, time_limit=None)
    assert draws.method == "weighted" and draws.effective >= sampling.DRAWS_PER_SOLUTION * 200
    lone = sum(each["x"] == 0 for each in draws.solutions)
    assert lone < 12, "of 200 even draws 2 or 3 have x = 0, of 200 dives 100"
    often = [sum(each["y0"] == v for each in draws.solutions) for v in range(3)]
    assert min(often) > 40


def test_what_cannot_be_drawn_is_reported(capsys):
    none = sample("12.....4........")
    assert none.status is Status.UNSAT and not none.solutions and not none.stopped
    late = sample(BLANK, time_limit=1e-9)
    assert late.status is Status.UNKNOWN and late.stopped and "undecided" in late.in_words()
    assert estimate("12.....4........").number == 0
    with pytest.raises(LimitError):
        sample(BLANK, 0)
    best = nonet.ModelBuilder()
    values = best.array("x", 12, range(3))
    best.minimize(values[0])
    with pytest.raises(Unsupported, match="best solutions"):
        sample(best)
    assert main(["sample", "." * 16, "--number", "2", "--seed", "1", "--format", "json"]) == 0
    assert '"method": "uniform"' in capsys.readouterr().out
    assert main(["sample", "12.....4........"]) == 1
    assert main(["sample", "." * 16, "--number", "0"]) == 2


class LyingClock:
    """A module ``time`` whose clock of the thread jumps at random."""

    def __init__(self, seed):
        self._random, self._seconds = Random(seed), 0.0

    def __getattr__(self, name):
        return getattr(time, name)

    def thread_time(self):
        self._seconds += self._random.choice((0.0, 5.0))
        return self._seconds


def test_the_clock_does_not_decide_what_is_drawn(monkeypatch):
    """How many solutions the engine hands over at a time depends on the time that it takes."""
    monkeypatch.setattr(sampling, "MAX_LISTED", 10)
    monkeypatch.setattr(sampling, "is_supported", lambda model: False)
    puzzle = BLANK.with_clues({"R1C1": 1})
    backend = get_backend("lockstep")
    lowered = sampling.array_counting.lowered_for_arrays(puzzle.model(), backend)
    kernel = kernel_for(lowered.structure)
    answers, sizes = [], set()
    for seed in range(6):
        monkeypatch.setattr(kernel_run, "time", LyingClock(seed))
        monkeypatch.setattr(
            kernel, "initial_sweeps", 1 + seed % 2
        )  # so few that it looks at the clock
        sizes.add(tuple(map(len, backend.rows(lowered, Request()))))
        for limit in (100, 10):  # all are listed; too many for that, so there are dives
            monkeypatch.setattr(sampling, "MAX_LISTED_BY_ARRAYS", limit)
            answers.append((limit, sample(puzzle, 8, seed=1, time_limit=None).solutions))
    assert len(sizes) > 1
    assert len(set(answers)) == 2


def test_dives_are_counted_not_timed(monkeypatch):
    monkeypatch.setattr(sampling, "is_supported", lambda model: False)
    monkeypatch.setattr(sampling, "MAX_LISTED", 10)
    monkeypatch.setattr(sampling.array_counting, "lowered_for_arrays", lambda *given: None)
    few = sample(BLANK, 100, seed=1, dives=7)
    assert few.dives == 7 and not few.stopped
    monkeypatch.setattr(sampling, "MAX_CANDIDATES_OF_DIVES", 64 * 300)
    assert sample(BLANK, 100, seed=1).dives == 300
    monkeypatch.setattr(sampling, "MAX_CANDIDATES_OF_DIVES", 0)
    assert sample(BLANK, 100, seed=1).dives == sampling.MIN_DIVES
    with pytest.raises(LimitError):
        sample(BLANK, dives=0)


def test_draws_from_a_listing_come_as_often_as_draws_with_replacement():
    """How many of the draws are different, and which come, by formulas of even draws."""
    rows = np.arange(6, dtype=np.uint8).reshape(6, 1)
    often, different = Counter(), 0
    for seed in range(2000):
        draws = sampling._DrawsFromRows(4, Random(seed))
        for part in np.array_split(np.random.default_rng(seed).permutation(rows), 1 + seed % 4):
            draws.add(part)
        each = [int(row[0]) for row in draws.rows(6)]
        often.update(each)
        different += len(set(each))
    assert sum((often[v] - 8000 / 6) ** 2 / (8000 / 6) for v in range(6)) < 21  # 5 freedoms: 0.1 %
    assert abs(different / 2000 - 6 * (1 - (5 / 6) ** 4)) < 0.06  # four standard errors


DIVING = {"is_supported": lambda model: False, "MAX_LISTED": 10}


@pytest.mark.parametrize(
    ("limit", "unguessed", "guessed", "method"),
    [
        (72, 1, 100, "uniform"),  # as many as may be listed
        (71, 1, 100, "weighted"),
        (1, 72, 0, "uniform"),  # no dive met a solution
        (1, 71, 0, "undecided"),
    ],
)
def test_solutions_are_listed_up_to_a_number_by_the_guess_of_dives(
    limit, unguessed, guessed, method, monkeypatch
):
    for name, value in DIVING.items():
        monkeypatch.setattr(sampling, name, value)
    if not guessed:
        monkeypatch.setattr(sampling, "random_dive", lambda *given: (-inf, {}))
    monkeypatch.setattr(sampling, "MAX_LISTED_BY_ARRAYS", limit)
    monkeypatch.setattr(sampling, "MAX_LISTED_UNGUESSED", unguessed)
    monkeypatch.setattr(sampling._Sampler, "_log_estimate", lambda sampler: log(limit))
    drawn = sample(BLANK.with_clues({"R1C1": 1}), 5, seed=1, dives=60)
    if method == "undecided":
        assert not drawn.solutions and drawn.dives == 60
        assert drawn.in_words() == (
            "undecided: 60 dives met only dead ends before a solution was drawn"
        )
    else:
        assert drawn.method == method and len(drawn.solutions) == 5
        assert drawn.dives == (0 if method == "uniform" else 60)
    monkeypatch.setattr(sampling._Sampler, "_log_estimate", lambda sampler: log(limit) + 1e-9)
    if guessed:
        assert sample(BLANK.with_clues({"R1C1": 1}), 5, seed=1, dives=60).method == "weighted"


@pytest.mark.parametrize("most", [287, 288, 289])
def test_few_solutions_are_listed_by_the_live_solver_up_to_a_number(most, monkeypatch):
    models = []
    supported = sampling.is_supported
    monkeypatch.setattr(
        sampling, "is_supported", lambda model: models.append(model) or supported(model)
    )
    monkeypatch.setattr(sampling, "MAX_LISTED", most)
    drawn = sample(BLANK, 4, seed=1)
    assert drawn.method == "uniform" and bool(models) == (most <= 288)


def test_dives_go_on_until_they_are_worth_enough_even_draws(monkeypatch):
    """Of dives of equal weight each is worth a draw; of one heavy dive all are worth one."""
    for name, value in DIVING.items():
        monkeypatch.setattr(sampling, name, value)
    monkeypatch.setattr(sampling.array_counting, "lowered_for_arrays", lambda *given: None)
    solution = dict(next(nonet.iter_solutions(BLANK)))
    monkeypatch.setattr(sampling, "random_dive", lambda *given: (1.0, solution))
    for number in (1, 9, 10, 11, 20):
        drawn = sample(BLANK, number, seed=1)
        needed = sampling.DRAWS_PER_SOLUTION * number
        assert drawn.effective == pytest.approx(drawn.dives)
        if needed <= sampling.MIN_DIVES:
            assert drawn.dives == sampling.MIN_DIVES
        else:
            assert needed <= drawn.dives <= needed * 5 // 4 + 1
    weights = iter([50.0, *[1.0] * 10**6])
    monkeypatch.setattr(sampling, "random_dive", lambda *given: (next(weights), solution))
    drawn = sample(BLANK, 2, seed=1, dives=333)
    assert drawn.dives == 333 and drawn.effective == pytest.approx(1.0)
    assert drawn.in_words() == (
        "2 random solutions (1 different), not exactly even: drawn by weight from 333 random "
        "dives, worth 1 even draws"
    )


def test_one_solution_is_told_in_the_singular_and_no_solution_as_none():
    assert sample(BLANK, 1, seed=1).in_words() == "1 random solution, each as likely as any other"
    none = sample("12.....4........")
    assert none.in_words() == "no solution" and none.claims.name == "NO_OTHERS"
    assert none.status is Status.UNSAT and none.stopped_by is None
