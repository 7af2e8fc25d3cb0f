"""Ctrl-C at any moment of a run: what was found is kept, and nothing is claimed of the rest."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import pytest

import nonet
from nonet import AllDifferent, Model, Status, Uniqueness
from nonet.backends import get_backend
from nonet.backends.base import Availability
from nonet.model import Objective
from nonet.puzzle.unread import UnreadPart
from nonet.solving import Interrupted

NATIVE = get_backend("native:order=lexicographic")
MODEL = Model({name: range(3) for name in "abc"}, [AllDifferent(tuple("abc"))])
BEST = MODEL.with_objective(Objective("maximize", ("a", "b"), (2, 1)))
MANY = 6
"""The solutions of the model."""


@dataclass(frozen=True)
class Pressed:
    """Native, in which Ctrl-C is pressed after so many solutions of so many runs."""

    after: int
    runs: int = 0
    name: str = "pressed"
    begun: list[int] = field(default_factory=list, compare=False)
    capabilities = NATIVE.capabilities

    def available(self):
        return Availability(True)

    def run(self, model, request):
        self.begun.append(1)
        answers = NATIVE.run(model, request)
        for number, answer in enumerate(answers):
            if number == self.after and len(self.begun) > self.runs:
                raise KeyboardInterrupt
            yield answer
        if len(self.begun) > self.runs:
            raise KeyboardInterrupt


def interrupted(ask):
    with pytest.raises(Interrupted) as stop:
        ask()
    return stop.value.outcome


@pytest.mark.parametrize("after", range(MANY + 1))
def test_all_that_was_found_is_kept(after):
    outcome = interrupted(lambda: nonet.solve(MODEL, Pressed(after), limit=None))
    assert len(outcome.solutions) == after and all(map(MODEL.accepts, outcome.solutions))
    assert (outcome.exhausted, outcome.stopped_by) == (False, "interrupt")
    assert outcome.status is (Status.SAT if after else Status.UNKNOWN)
    assert outcome.backend == "pressed"
    session = nonet.Solver(MODEL, Pressed(after))
    assert interrupted(lambda: session.solve(limit=None)).solutions == outcome.solutions
    counted = interrupted(lambda: nonet.count_solutions(MODEL, Pressed(after)))
    assert (counted.exhausted, counted.stopped_by) == (False, "interrupt")


@pytest.mark.parametrize("after", [0, 1])
def test_a_verdict_needs_the_whole_search(after):
    outcome = interrupted(lambda: nonet.verify(MODEL, Pressed(after)))
    assert (outcome.status, outcome.stopped_by) == (
        Status.SAT if after else Status.UNKNOWN,
        "interrupt",
    )
    assert nonet.verify(MODEL, Pressed(2)).uniqueness is Uniqueness.MULTIPLE


def test_a_second_opinion_that_was_not_given_leaves_the_first_answer():
    unique = MODEL.narrow({"a": [0], "b": [1]})
    first = interrupted(
        lambda: nonet.verify(
            unique, "native", second_opinion=Pressed(0, runs=1)
        )  # one run to warm up
    )
    assert (first.backend, first.exhausted, len(first.solutions)) == ("native", True, 1)


@pytest.mark.parametrize("number", range(4))
def test_the_best_so_far_is_kept_and_not_called_optimal(number):
    values, best = [], 2 * 2 + 1
    for each in range(number + 1):
        try:
            outcome = nonet.solve(BEST, Pressed(each))
        except Interrupted as stop:
            outcome = stop.outcome
        assert outcome.status in (Status.SAT, Status.UNKNOWN, Status.OPTIMAL)
        if outcome.solutions:
            values.append(outcome.optimum.value)
            assert BEST.objective.value(outcome.solution) == outcome.optimum.value
        assert outcome.status is not Status.OPTIMAL or outcome.optimum.value == best
    assert values == sorted(values)


def test_improvements_end_at_ctrl_c_with_the_last_one():
    steps = nonet.improving(BEST, Pressed(1))
    values = []
    with pytest.raises(KeyboardInterrupt):
        for step in steps:
            values.append(step.value)
    assert values and steps.outcome().stopped_by == "interrupt"
    assert steps.outcome().optimum.value == values[-1] and not steps.optimum.is_proven
    assert list(steps) == []


def test_of_a_puzzle_that_was_read_in_part_the_answer_is_undecided():
    puzzle = replace(nonet.parse("." * 16), unread=(UnreadPart("lines", "forbid"),))
    for ask in (
        lambda: nonet.solve(puzzle, Pressed(1), limit=None),
        lambda: nonet.verify(puzzle, Pressed(1)),
    ):
        outcome = interrupted(ask)
        assert (outcome.status, outcome.stopped_by) == (Status.UNKNOWN, "unread")
        assert [part.name for part in outcome.doubts] == ["lines"]
        assert (outcome.as_read.status, outcome.as_read.stopped_by) == (Status.SAT, "interrupt")


def test_an_iterator_has_ended_after_ctrl_c():
    run = nonet.iter_solutions(MODEL, Pressed(2))
    assert next(run) and next(run)
    with pytest.raises(KeyboardInterrupt):
        next(run)
    assert list(run) == [] and not run.exhausted and run.stopped_by == "interrupt"
