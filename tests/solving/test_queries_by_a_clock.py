"""Whenever the time is out, no answer claims what is not true: the clock is a counter of its readings."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache

import pytest

import nonet
from nonet import AllDifferent, Model, Status, Uniqueness
from nonet.deadline import Deadline, DeadlineExceeded
from nonet.model import Linear, Objective
from nonet.testing.brute import brute_force

LIMIT = 5.0
FAR = 1e6


class Clock:
    """Stands still for some readings; after these, every limit is over."""

    def __init__(self, readings: int) -> None:
        self.readings_left, self._now = readings, time.perf_counter()

    def __call__(self) -> float:
        self.readings_left -= 1
        return self._now if self.readings_left >= 0 else self._now + FAR


def with_clock(monkeypatch, readings: int, ask: Callable[[], object]) -> tuple[object, int]:
    """Return the answer under a clock of so many readings, and the readings that remain."""
    clock = Clock(readings)
    with monkeypatch.context() as patched:
        patched.setattr(time, "monotonic", clock)
        patched.setattr("nonet.deadline.monotonic", clock)
        return ask(), clock.readings_left


def numbers() -> Iterator[int]:
    """Numbers of readings: each up to 30, then a tenth more and one."""
    number = 0
    while True:
        yield number
        number += 1 if number < 30 else 1 + number // 10


PUZZLE = nonet.parse(".......21.3..4..")
MODELS = {
    "unique": PUZZLE.model(),
    "two": Model(
        {name: range(4) for name in "abcd"},
        [AllDifferent(tuple("abcd")), Linear(("a", "b"), (1, -1), "==", 3), Linear(("c",), (1,), "<=", 2)],
    ),
    "many": Model({name: range(5) for name in "abc"}, [AllDifferent(tuple("abc"))]),
    "none": Model(
        {name: range(4) for name in "abcde"},
        [AllDifferent(tuple("abc")), AllDifferent(tuple("cde")), Linear(tuple("abcde"), (1,) * 5, ">=", 12)],
    ),
}  # fmt: skip
BEST = MODELS["many"].with_objective(Objective("maximize", ("a", "b", "c"), (2, 1, -1)))


@cache
def truth(name: str) -> tuple[dict[str, int], ...]:
    model = MODELS[name]
    if name == "unique":  # brute force of 16 cells takes long: the figure is of the README
        values = [int(digit) for digit in "2143431212343421"]
        return (dict(zip(model.variables, values, strict=True)),)
    return tuple(dict(zip(model.variables, row, strict=True)) for row in brute_force(model))


def judge_solve(answer: nonet.Outcome, true: tuple[dict[str, int], ...]) -> bool:
    assert all(dict(each) in true for each in answer.solutions)
    assert answer.status is not Status.UNSAT or not true
    assert not answer.exhausted or len(answer.solutions) == len(true)
    assert answer.exhausted or answer.stopped_by in ("time", "solutions")
    return answer.stopped_by != "time"


def judge_count(answer: nonet.solving.SolutionCount, true: tuple[dict[str, int], ...]) -> bool:
    assert answer.number == len(true) if answer.exhausted else answer.number <= len(true)
    assert answer.stopped_by == (None if answer.exhausted else "time")
    return answer.exhausted


def judge_candidates(
    answer: nonet.solving.Candidates, true: tuple[dict[str, int], ...]
) -> bool:  # each value is seen in a solution, undecided, or in no solution
    for name, values in answer.values.items():
        taken = {each[name] for each in true}
        assert set(values) <= taken <= {*values, *answer.undecided.get(name, ())}
    return answer.exhausted


def judge_verdict(answer: nonet.Verdict, true: tuple[dict[str, int], ...]) -> bool:
    if answer.uniqueness is Uniqueness.UNDECIDED:
        assert answer.stopped_by == "time" and not answer.proven_by
        return False
    expected = {0: Uniqueness.NONE, 1: Uniqueness.UNIQUE}.get(len(true), Uniqueness.MULTIPLE)
    assert answer.uniqueness is expected
    assert len({*answer.witnesses}) == min(2, len(true))
    assert answer.second is None or answer.second.status is not Status.UNSAT or not true
    return True


def judge_agreement(answer: nonet.solving.Agreement, true: tuple[dict[str, int], ...]) -> bool:
    status = Status.SAT if true else Status.UNSAT
    assert answer.status is (status if answer.compared else Status.UNKNOWN)
    assert {*answer.decided, *answer.undecided} == {"native", "native:level=gac"}
    return len(answer.decided) == 2


VERBS = {
    "solve": (lambda m: nonet.solve(m, "native", time_limit=LIMIT), judge_solve),
    "all": (lambda m: nonet.solve(m, "native", limit=None, time_limit=LIMIT), judge_solve),
    "count": (lambda m: nonet.count_solutions(m, "native", time_limit=LIMIT), judge_count),
    "candidates": (lambda m: nonet.candidates(m, "native", time_limit=LIMIT), judge_candidates),
    "verify": (lambda m: nonet.verify(m, "native", time_limit=LIMIT), judge_verdict),
    "second opinion": (
        lambda m: nonet.verify(m, "native", time_limit=LIMIT, second_opinion="sat"),
        judge_verdict,
    ),
    "crosscheck": (
        lambda m: nonet.crosscheck(m, ["native", "native:level=gac"], time_limit=LIMIT),
        judge_agreement,
    ),
    "session": (lambda m: nonet.Solver(m, "native", time_limit=LIMIT).solve(limit=None), judge_solve),
}  # fmt: skip


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("name", MODELS)
def test_at_whichever_reading_the_time_is_out_no_claim_is_false(name, verb, monkeypatch):
    ask, judge = VERBS[verb]
    true, undecided = truth(name), 0
    for readings in numbers():
        answer, readings_left = with_clock(monkeypatch, readings, lambda: ask(MODELS[name]))
        is_done = judge(answer, true)
        if readings_left >= 0:  # the time was never out
            assert is_done
            break
        undecided += not is_done
    assert undecided


def judge_optimum(answer: nonet.Outcome | nonet.Improving) -> bool:
    optimum, best = answer.optimum_or_none, 11  # 2 * 4 + 3 - 0
    if optimum is None:  # the model was not built in time
        assert answer.stopped_by == "time" and not answer.solutions
        return False
    assert optimum.value is None or optimum.value <= best
    assert optimum.bound is None or optimum.bound >= best
    assert (
        optimum.is_proven
        == (answer.status is Status.OPTIMAL)
        == (optimum.value == best == optimum.bound)
    )
    for each in answer.solutions:
        assert BEST.accepts(each) and BEST.objective.value(each) == optimum.value
    assert optimum.is_proven or answer.stopped_by == "time"
    return optimum.is_proven


def improved_to_the_end(model: Model) -> nonet.Outcome:
    steps = nonet.improving(model, "native", time_limit=LIMIT)
    values = [step.value for step in steps]
    assert values == sorted(set(values))
    return steps.outcome()


@pytest.mark.parametrize(
    "ask",
    [
        lambda m: nonet.solve(m, "native", time_limit=LIMIT),
        lambda m: nonet.solve(m, "native", limit=None, time_limit=LIMIT),
        lambda m: nonet.solve(m, "native", time_limit=LIMIT, hint={"a": 3, "b": 1, "c": 0}),
        lambda m: nonet.Solver(m, "native", time_limit=LIMIT).solve(),
        improved_to_the_end,
    ],
)
def test_at_whichever_reading_the_time_is_out_no_bound_is_false(ask, monkeypatch):
    undecided = 0
    for readings in numbers():
        answer, readings_left = with_clock(monkeypatch, readings, lambda: ask(BEST))
        is_done = judge_optimum(answer)
        if readings_left >= 0:
            assert is_done
            break
        undecided += not is_done
    assert undecided


SLOW_FILE = """
import nonet.deadline
while True:
    nonet.deadline.check()
"""


@pytest.mark.parametrize("second_opinion", [False, True, "sat"])
def test_a_file_that_is_not_built_in_time_is_undecided_by_any_number_of_solvers(
    second_opinion, tmp_path, monkeypatch
):
    path = tmp_path / "slow.py"
    path.write_text(SLOW_FILE)
    verdict, _ = with_clock(
        monkeypatch,
        20,
        lambda: nonet.verify(path, "native", time_limit=LIMIT, second_opinion=second_opinion),
    )
    assert (verdict.uniqueness, verdict.stopped_by) == (Uniqueness.UNDECIDED, "time")
    assert verdict.second is None and not verdict.no_second_reason


@pytest.mark.parametrize("backend", ["native", "lockstep", None])
def test_the_solutions_of_a_file_that_is_not_built_in_time_are_not_counted(
    backend, tmp_path, monkeypatch
):
    path = tmp_path / "slow.py"
    path.write_text(SLOW_FILE)
    counted, _ = with_clock(
        monkeypatch, 20, lambda: nonet.count_solutions(path, backend, time_limit=LIMIT)
    )
    assert (counted.number, counted.exhausted, counted.stopped_by) == (0, False, "time")


def test_a_file_that_is_not_built_in_time_is_decided_by_no_backend(tmp_path, monkeypatch):
    path = tmp_path / "slow.py"
    path.write_text(SLOW_FILE)
    names = ["native", "sat"]
    agreement, _ = with_clock(
        monkeypatch, 20, lambda: nonet.crosscheck(path, names, time_limit=LIMIT)
    )
    assert agreement.status is Status.UNKNOWN and agreement.undecided == tuple(names)
    assert not agreement.compared
    for name, outcome in agreement.outcomes.items():
        assert (outcome.backend, outcome.stopped_by, outcome.status) == (
            name,
            "time",
            Status.UNKNOWN,
        )
    assert repr(agreement) == "<Agreement nobody decided; undecided: native, sat>"


NO_BEST = MODELS["none"].with_objective(Objective("minimize", ("a", "b"), (1, 2)))


@pytest.mark.parametrize("model", [BEST, NO_BEST], ids=["best", "none"])
@pytest.mark.parametrize("verb", ["count", "candidates", "verify", "all"])
def test_at_whichever_reading_the_time_is_out_claims_about_the_best_are_true(
    model, verb, monkeypatch
):
    """The best solutions are those of the model as far as it has the best value."""
    ask, judge = VERBS[verb]
    every, undecided = truth("many" if model is BEST else "none"), 0
    best = tuple(each for each in every if model.objective.value(each) == 11)
    for readings in numbers():
        answer, readings_left = with_clock(monkeypatch, readings, lambda: ask(model))
        if verb in ("all", "verify") and not answer_is_proven(answer):
            solutions = answer.solutions if verb == "all" else answer.witnesses
            assert all(model.accepts(each) for each in solutions)
            is_done = False
        else:
            is_done = judge(answer, best)
        if readings_left >= 0:
            assert is_done
            break
        undecided += not is_done
    assert undecided


def answer_is_proven(answer: nonet.Outcome | nonet.Verdict) -> bool:
    outcome = answer.outcome if isinstance(answer, nonet.Verdict) else answer
    optimum = outcome.optimum_or_none
    return outcome.exhausted or (optimum is not None and optimum.is_proven)


LATER = {
    "solve": lambda m: nonet.solve(m, "native", limit=None, time_limit=1000 * FAR),
    "count": lambda m: nonet.count_solutions(m, "native", time_limit=1000 * FAR),
    "candidates": lambda m: nonet.candidates(m, "native", time_limit=1000 * FAR),
    "verify": lambda m: nonet.verify(m, "native", time_limit=1000 * FAR),
    "crosscheck": lambda m: nonet.crosscheck(m, ["native"], time_limit=1000 * FAR),
    "session": lambda m: nonet.Solver(m, "native").solve(limit=None, time_limit=1000 * FAR),
}


@pytest.mark.parametrize("verb", LATER)
def test_a_question_lets_the_end_of_the_question_that_asked_it_pass(verb, monkeypatch):
    """Then it has no answer: the outer question is over, and the inner one still has time."""
    ended = 0

    def ask(readings: int) -> object:
        outer = Deadline(LIMIT)
        try:
            return outer.call(LATER[verb], MODELS["many"])
        except DeadlineExceeded:
            assert outer.expired
            return None

    expected = LATER[verb](MODELS["many"])
    for readings in numbers():
        answer, readings_left = with_clock(monkeypatch, readings, lambda n=readings: ask(n))
        if answer is None:
            ended += 1
        elif isinstance(answer, nonet.Outcome):
            assert len(answer.solutions) == 60 and answer.exhausted
        elif verb == "count":
            assert (answer.number, answer.exhausted) == (60, True)
        elif isinstance(answer, nonet.Verdict):
            assert answer.uniqueness is expected.uniqueness
        if readings_left >= 0:
            assert answer is not None
            break
    assert ended


def test_a_run_that_an_outer_question_ended_has_not_searched_all(monkeypatch):
    for readings in (*range(12, 60), 100):
        clock = Clock(readings)
        with monkeypatch.context() as patched:
            patched.setattr(time, "monotonic", clock)
            patched.setattr("nonet.deadline.monotonic", clock)
            outer = Deadline(LIMIT)
            runs, solutions = [], []

            def ask(runs=runs, solutions=solutions) -> None:
                runs.append(nonet.iter_solutions(MODELS["many"], "native", time_limit=1000 * FAR))
                solutions.extend(runs[0])

            with suppress(DeadlineExceeded):
                outer.call(ask)
            if runs:
                assert list(runs[0]) == [] and len(solutions) <= 60
                assert runs[0].exhausted == (len(solutions) == 60)
                assert runs[0].stopped_by == (None if runs[0].exhausted else "interrupt")
