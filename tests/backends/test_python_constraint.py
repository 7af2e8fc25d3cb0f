"""The python-constraint backend: its constraints, its clock, its options."""

from __future__ import annotations

import subprocess
import sys
import time
from importlib import metadata
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from nonet.backends import Request, find_backend, get_backend
from nonet.backends import python_constraint as adapter
from nonet.backends.events import Branched, Event, Posted, SolutionFound, Stopped
from nonet.backends.python_constraint import PythonConstraint, fork_availability
from nonet.errors import NotInstalled
from nonet.model import (
    AllDifferent,
    Linear,
    Model,
    Table,
)
from nonet.puzzle import Grid, Puzzle
from nonet.solving import (
    Interrupted,
    Status,
    Uniqueness,
    count_solutions,
    iter_solutions,
    solve,
    verify,
)
from nonet.testing.brute import brute_force
from nonet.testing.strategies import models

DATA = Path(__file__).parents[3] / "shared" / "data"

OPTIONS = [
    PythonConstraint(),
    PythonConstraint(solver="optimized"),
]
NAMES = ["default", "the library's default solver"]

quick = settings(suppress_health_check=[HealthCheck.too_slow])


def solutions(model: Model, backend: PythonConstraint) -> set[tuple[int, ...]]:
    run = iter_solutions(model, backend)
    rows = [tuple(solution.values()) for solution in run]
    assert run.exhausted
    assert len(set(rows)) == len(rows)
    return set(rows)


def pigeonhole_model() -> Model:
    """Thirteen pigeons, twelve holes, by a table for each pair: nobody sees it at once."""
    names = [f"pigeon{i}" for i in range(13)]
    different = frozenset((a, b) for a in range(12) for b in range(12) if a != b)
    pairs = [Table((a, b), different) for a in names for b in names if a < b]
    return Model(dict.fromkeys(names, range(12)), pairs)


# -- the meaning ---------------------------------------------------------------


@given(model=models())
@quick
def test_with_every_option_random_models_have_the_solutions_of_brute_force(model: Model) -> None:
    expected = brute_force(model)
    for backend, name in zip(OPTIONS, NAMES, strict=True):
        assert solutions(model, backend) == expected, name


def test_an_overlap_of_units_and_other_all_differents_loses_no_solution() -> None:
    diagonal = AllDifferent(("R1C1", "R2C2", "R3C3"))
    model = Puzzle(Grid.square(4)).model().add(diagonal, Linear.sum(("R1C1", "R4C4"), "==", 5))
    solved = solutions(model, PythonConstraint())
    expected = {
        tuple(s.values())
        for s in iter_solutions(Puzzle(Grid.square(4)), "native")
        if len({s["R1C1"], s["R2C2"], s["R3C3"]}) == 3 and s["R1C1"] + s["R4C4"] == 5
    }
    assert solved == expected != set()


def test_six_by_six_grids_number_28_200_960() -> None:
    """The published number of 6x6 grids of 2x3 boxes, from those with first row and column given.

    The first row is one of 720; below its 1 stands one of 3 values, alike by symmetry.  The other
    four stand in any order: which of them are side by side is told by what is beside the 2, and
    the two bands, and the rows of each, can be exchanged.
    """
    grid = Grid.square(6)
    row = {f"R1C{value}": value for value in range(1, 7)}
    total = 0
    for pairs in ((2, 3, 5, 6), (2, 5, 3, 6), (2, 6, 3, 5)):
        column = {f"R{i}C1": value for i, value in enumerate((4, *pairs), 2)}
        total += count_solutions(Puzzle(grid, row | column), PythonConstraint()).number
    assert 720 * 3 * 8 * total == 28_200_960


def test_a_model_without_variables_has_the_empty_solution() -> None:
    assert list(PythonConstraint().run(Model({}), Request())) == [{}]


# -- limits and interrupts -----------------------------------------------------


def test_a_time_limit_of_half_a_second_ends_a_hopeless_search() -> None:
    started = time.monotonic()
    outcome = solve(pigeonhole_model(), PythonConstraint(), time_limit=0.5)
    assert 0.45 < time.monotonic() - started < 10
    assert (outcome.status, outcome.stopped_by) == (Status.UNKNOWN, "time")


def test_a_deadline_that_has_passed_stops_before_the_first_assignment() -> None:
    request = Request(deadline=time.monotonic() - 1)
    run = PythonConstraint().run(Puzzle(Grid.square(4)).model(), request)
    with pytest.raises(StopIteration) as stop:
        next(run)
    assert stop.value.value == "time"
    assert request.stats["assignments"] == 0


def test_ctrl_c_stops_a_search_at_once(ctrl_c) -> None:
    with ctrl_c(0.2) as pressed, pytest.raises(Interrupted) as raised:
        solve(pigeonhole_model(), PythonConstraint(), time_limit=60)
    assert time.monotonic() - pressed[-1] < 10  # of 60
    assert raised.value.outcome.stopped_by == "interrupt"


def test_unsatisfiable_before_the_search_is_exhausted_without_an_assignment() -> None:
    model = Model({"a": [1, 2], "b": [1, 2]}, [Linear.sum(("a", "b"), "==", 9)])
    outcome = solve(model, PythonConstraint())
    assert (outcome.status, outcome.exhausted) == (Status.UNSAT, True)
    assert outcome.stats["assignments"] == 0


def test_closing_early_leaves_the_statistics_and_the_next_run_unharmed() -> None:
    puzzle = Puzzle(Grid.square(4))
    request = Request()
    run = PythonConstraint().run(puzzle.model(), request)
    next(run)
    run.close()  # type: ignore[attr-defined]
    assert request.stats["assignments"] >= 16
    assert count_solutions(puzzle, PythonConstraint()).number == 288


def test_two_runs_of_one_model_at_once_do_not_disturb_each_other() -> None:
    puzzle = Puzzle(Grid.square(4), {"R1C1": 1})
    first, second = (iter_solutions(puzzle, PythonConstraint()) for _ in range(2))
    pairs = list(zip(first, second, strict=True))
    assert len(pairs) == 72
    assert first.exhausted and second.exhausted


# -- what a run reports --------------------------------------------------------


def test_a_tracer_hears_of_constraints_guesses_solutions_and_the_end() -> None:
    events: list[Event] = []
    puzzle = Puzzle(Grid.square(4), {"R1C1": 1})
    outcome = solve(puzzle, PythonConstraint(), limit=None, tracer=events.append)
    kinds = [type(event) for event in events]
    assert {kind.__name__ for kind in kinds} == set(PythonConstraint.capabilities.events)
    assert kinds.count(Posted) == len(puzzle.model().constraints)
    assert kinds.count(SolutionFound) == len(outcome.solutions) == 72
    assert kinds.count(Branched) == outcome.stats["guesses"] < outcome.stats["assignments"]
    assert next(event for event in events if isinstance(event, Branched)).depth == 1
    assert events[-1] == Stopped(None)


def test_a_traced_run_that_is_stopped_says_so() -> None:
    events: list[Event] = []
    solve(Puzzle(Grid.square(4)), PythonConstraint(), tracer=events.append)
    assert events[-1] == Stopped("solutions")
    solve(pigeonhole_model(), PythonConstraint(), time_limit=0.05, tracer=events.append)
    assert events[-1] == Stopped("time")


# -- installation --------------------------------------------------------------


def test_options_are_named_in_a_specification() -> None:
    backend = find_backend("python-constraint:solver=optimized")
    assert backend == PythonConstraint(solver="optimized")


def test_asking_whether_it_is_available_does_not_import_the_solver() -> None:
    program = (
        "import sys; from nonet.backends import get_backend; "
        "get_backend('python-constraint').available(); print('constraint' in sys.modules)"
    )
    process = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert process.stdout.strip() == "False", process.stderr


def test_the_maintained_distribution_alone_is_what_is_needed() -> None:
    assert fork_availability("2.9.0", None).version == "python-constraint2 2.9.0"
    assert fork_availability(None, None).missing == "pip install python-constraint2"


@pytest.mark.parametrize("maintained", ["2.9.0", None])
def test_the_old_distribution_of_the_module_is_noticed_and_named(
    maintained: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def version(distribution: str) -> str:
        installed = {"python-constraint2": maintained, "python-constraint": "1.4.0"}[distribution]
        if installed is None:
            raise metadata.PackageNotFoundError(distribution)
        return installed

    monkeypatch.setattr(metadata, "version", version)
    adapter._cached_availability.cache_clear()
    try:
        with pytest.raises(NotInstalled, match=r"python-constraint 1\.4\.0.*pip uninstall"):
            get_backend("python-constraint")
    finally:
        adapter._cached_availability.cache_clear()


# -- real puzzles --------------------------------------------------------------


@pytest.mark.slow(0.4)
@pytest.mark.parametrize("name", ["euler96_50", "hardest11"])
def test_known_sets_are_proved_unique_without_a_time_out(name: str) -> None:
    file = DATA / f"{name}.txt"
    if not file.exists():
        pytest.skip(f"the data set {file.name} is not on this machine")
    grid = Grid.square(9)
    for line in file.read_text().split():
        clues = {cell: int(c) for cell, c in zip(grid.cells, line, strict=True) if c != "."}
        verdict = verify(Puzzle(grid, clues), PythonConstraint(), time_limit=10)
        assert verdict.uniqueness is Uniqueness.UNIQUE
