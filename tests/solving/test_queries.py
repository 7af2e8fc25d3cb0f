"""The questions: three-valued answers, limits, checks, and interrupts."""

import subprocess
import sys
from dataclasses import dataclass

import pytest
from hypothesis import given

from nonet.backends.base import Availability, Capabilities
from nonet.errors import LimitError, UnknownBackend, WrongAnswer
from nonet.formats import parse
from nonet.model import AllDifferent, Domain, Linear, Model, ModelBuilder
from nonet.puzzle import Grid, Puzzle
from nonet.solving import (
    Status,
    Uniqueness,
    candidates,
    count_solutions,
    iter_solutions,
    solve,
    verify,
)
from nonet.testing.brute import brute_force
from nonet.testing.strategies import models


@dataclass(frozen=True)
class Scripted:
    """A backend that yields what it is told, right or wrong."""

    answers: tuple
    stopped: str | None = None
    name: str = "scripted"
    capabilities = Capabilities(posts=frozenset({AllDifferent, Linear}))

    def available(self):
        return Availability(True)

    def run(self, model, request):
        yield from self.answers
        return self.stopped


PAIR = Model({"x": [1, 2], "y": [1, 2]}, [AllDifferent(("x", "y"))])
RIGHT = {"x": 1, "y": 2}


def test_a_wrong_answer_raises_and_is_never_returned():
    with pytest.raises(WrongAnswer, match="scripted returned a wrong answer: AllDifferent"):
        solve(PAIR, Scripted(({"x": 1, "y": 1},)))
    with pytest.raises(WrongAnswer, match="x = 7"):
        solve(PAIR, Scripted(({"x": 7, "y": 1},)))


def test_an_answer_outside_the_clues_is_wrong():
    with pytest.raises(WrongAnswer):
        solve(PAIR.narrow({"x": [2]}), Scripted((RIGHT,)))


def test_repeated_answers_are_counted_once_and_auxiliary_variables_dropped():
    doubled = Scripted(({**RIGHT, "~aux": 1}, {**RIGHT, "~aux": 2}))
    outcome = solve(PAIR, doubled, limit=None)
    assert [dict(s) for s in outcome.solutions] == [RIGHT]
    assert verify(PAIR, doubled).uniqueness is Uniqueness.UNIQUE


def test_a_time_out_is_not_no_solution():
    late = Scripted((), stopped="time")
    assert solve(PAIR, late).status is Status.UNKNOWN
    assert verify(PAIR, late).uniqueness is Uniqueness.UNDECIDED
    assert verify(PAIR, late).stopped_by == "time"
    verdict = verify(PAIR, Scripted((RIGHT,), stopped="time"))
    assert (verdict.uniqueness, len(verdict.witnesses)) == (Uniqueness.UNDECIDED, 1)
    assert str(count_solutions(PAIR, Scripted((RIGHT,), stopped="time"))) == "at least 1"


@pytest.mark.parametrize(
    "answer", [solve(PAIR), verify(PAIR), count_solutions(PAIR), candidates(PAIR)]
)
def test_an_answer_has_no_truth_value(answer):
    with pytest.raises(TypeError, match="more than two values"):
        bool(answer)


@pytest.mark.parametrize("seconds", [0, -1, float("nan"), float("inf"), "1", True])
def test_a_time_limit_that_is_none_is_refused(seconds):
    with pytest.raises(LimitError, match="positive number of seconds"):
        solve(PAIR, time_limit=seconds)


@pytest.mark.parametrize("limit", [0, -3, 1.5, "2", True])
def test_a_solution_limit_that_is_none_is_refused(limit):
    with pytest.raises(LimitError, match="whole number"):
        solve(PAIR, limit=limit)


def test_an_unknown_backend_lists_those_there_are():
    with pytest.raises(
        UnknownBackend,
        match="native, clingo, cover, cpmpy, cpsat, lockstep, minizinc, python-constraint, sat",
    ):
        solve(PAIR, "cplex")


def test_things_that_are_no_puzzle_are_refused():
    with pytest.raises(TypeError, match="a puzzle, a model or a text"):
        solve(42)


@given(model=models())
def test_candidates_are_the_values_over_all_solutions(model):
    possible = candidates(model)
    expected = brute_force(model)
    assert possible.exhausted
    assert {name: set(values) for name, values in possible.values.items()} == {
        name: {solution[i] for solution in expected} for i, name in enumerate(model.variables)
    }


def test_candidates_out_of_time_say_what_is_undecided():
    grid = Grid.square(36)
    possible = candidates(Puzzle(grid), "native:alldifferent=naked", time_limit=0.02)
    assert not possible.exhausted
    assert possible.undecided


def test_a_verdict_shows_where_two_witnesses_differ():
    verdict = verify(PAIR)
    assert verdict.uniqueness is Uniqueness.MULTIPLE
    assert verdict.differing == ("x", "y")


def test_solutions_print_as_grids_and_answer_to_both_names():
    solution = solve(Puzzle(Grid.square(4), {"R1C1": 1})).solution
    assert solution["R1C2"] == solution["a2"]
    assert len(solution.line) == 16
    assert len(str(solution).splitlines()) >= 6
    assert "<svg" in solution._repr_html_()
    with pytest.raises(KeyError):
        solve(PAIR).solution["z"]


def test_leaving_a_with_block_stops_the_run():
    with iter_solutions(Puzzle(Grid.square(9)), "native") as run:
        next(run)
    assert run.stopped_by == "interrupt"
    assert not run.exhausted


INTERRUPTED_RUN = """
import os, signal, sys, threading, time, nonet
begun = time.process_time()
def press():
    while time.process_time() - begun < 0.3:  # of work: a busy machine takes longer to do it
        time.sleep(0.01)
    os.kill(os.getpid(), signal.SIGINT)
threading.Thread(target=press).start()
started = time.monotonic()
try:
    nonet.solve(nonet.Puzzle(nonet.Grid.square(9)), sys.argv[1], limit=None)
except nonet.solving.Interrupted as stop:
    found = stop.outcome
    assert time.monotonic() - started < 10
    assert (found.stopped_by, found.exhausted) == ("interrupt", False)
    assert found.solutions
    print("interrupted")
"""


@pytest.mark.slow(0.6)
@pytest.mark.parametrize("backend", ["native", "cpsat", "python-constraint", "sat"])
def test_ctrl_c_raises_at_once_with_what_was_found(backend):
    # in a process of its own: other tests load solvers that take the signal away from Python
    nonet_once = f"import nonet; nonet.solve('.' * 16, {backend!r});"
    run = subprocess.run(
        [sys.executable, "-c", nonet_once + INTERRUPTED_RUN, backend],
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    assert run.stdout == "interrupted\n", run.stderr


def test_a_solution_knows_which_names_it_has():
    solution = solve(parse(".....4.3....1.4.")).solution
    assert "R1C4" in solution and "A1" in solution
    assert "R1C5" not in solution
    with pytest.raises(KeyError, match="R1C5"):
        solution["R1C5"]


def test_candidates_are_asked_by_variable_or_name_or_cell():
    build = ModelBuilder()
    x, y = build.variable("x", range(4)), build.variable("y", range(4))
    build.add(x < y)
    values = candidates(build)
    assert values["x"] == values[x] == Domain.range(0, 2) and list(values[y]) == [1, 2, 3]
    assert list(candidates(".......21.3..4..")["r1c1"]) == [2]
    with pytest.raises(KeyError, match="no variable 'z'"):
        values["z"]
    with pytest.raises(KeyError, match="not a cell of this grid"):
        candidates(".......21.3..4..")["R9C9"]
