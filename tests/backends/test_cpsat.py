"""The CP-SAT backend: its models, its clock, its threads, its options."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from itertools import combinations
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import nonet
from nonet.backends import Request, find_backend
from nonet.backends.cpsat import CpSat, search
from nonet.backends.events import Event, Posted, SolutionFound, Stopped
from nonet.errors import BackendError, BackendOptionError, Unsupported
from nonet.model import (
    AllDifferent,
    AnyOf,
    Automaton,
    Constraint,
    Count,
    Element,
    Linear,
    Model,
    Regular,
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
from nonet.testing.strategies import models, puzzles

DATA = Path(__file__).parents[3] / "shared" / "data"

KINDS = ["boolean", "integer", "textbook"]

quick = settings(suppress_health_check=[HealthCheck.too_slow])


def solutions(model: Model | Puzzle, backend: CpSat) -> set[tuple[int, ...]]:
    run = iter_solutions(model, backend)
    rows = [tuple(solution.values()) for solution in run]
    assert run.exhausted
    return set(rows)


def classic(line: str, alphabet: str = "123456789") -> Puzzle:
    grid = Grid.square(len(alphabet))
    clues = zip(grid.cells, line, strict=True)
    return Puzzle(grid, {cell: alphabet.index(c) + 1 for cell, c in clues if c in alphabet})


EASY = classic("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
HARD = classic("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..")

# made for this test: a shuffled grid, clues removed in random order while python-sat
# found no second solution
TWENTY_FIVE = classic(
    "pnj.f..vu.o..xg.m.tsi...l"
    ".a.y..j....de.t.wc.hkg..x"
    "dts...xr..b....q..al....h"
    ".u...ms.t.yq.la.....fnbp."
    ".g.ok.lq...vch..bfn.etm.."
    "......b....es.qcu....p.ko"
    "....h..eqsa..yv....o...fb"
    "k....a.ivl..h....jdbs.t.m"
    "eq.t..o.pxnf...ial.y....."
    "fdbn.u....g.x..e..q...a.y"
    "....v.e.mdltqiy...o.....f"
    "g..j.h.awvxu.ko.s....y..i"
    "nm.s.....r......l.yiv..a."
    "u...rlit.qh.vcwg..bfd..ne"
    ".yi.qjfg.p.n.....v.cr.xu."
    "..r.uiq..tc.avho.g...s..d"
    "oj...c.yh...u.x....dtli.."
    "..den.rw.u.o.pjm...q...yv"
    ".hv...db....t..wk........"
    ".lq.t.poj.ebnd..c..vu..wr"
    "j.n...uhkw......qm..yc.la"
    "x.......cy.hwu...b.nm...."
    ".ku..q.s.m.l....p.fg..dj."
    "..tq.....odjb.el..caw...."
    "...v.dnje....t....k.ofp..",
    "abcdefghijklmnopqrstuvwxy",
)


def market_split(size: int = 36) -> Model:
    """Equations over 0/1 variables that take CP-SAT minutes (Cornuejols and Dawande, 1998)."""
    random = Random(5)
    names = tuple(f"x{i}" for i in range(size))
    rows = [tuple(random.randrange(1, 100) for _ in names) for _ in range(4)]
    return Model(
        dict.fromkeys(names, range(2)),
        [Linear(names, row, "==", sum(row) // 2) for row in rows],
    )


# what is posted


@given(model=models() | models(constraint_type="AnyOf"))
@quick
def test_every_way_to_put_a_model_has_the_solutions_of_brute_force(model: Model) -> None:
    expected = brute_force(model)
    for kind in KINDS:
        assert solutions(model, CpSat(model=kind)) == expected, kind


@given(model=models())
@quick
def test_the_first_of_all_solutions_is_found_by_a_single_solve_too(model: Model) -> None:
    expected = brute_force(model)
    outcome = solve(model, CpSat())
    assert outcome.status is (Status.SAT if expected else Status.UNSAT)
    if outcome.solutions:
        assert tuple(outcome.solution.values()) in expected


@given(model=models())
@quick
def test_the_solver_reports_no_solution_twice(model: Model) -> None:
    run = CpSat().run(model, Request())
    if all(model.domains.values()):
        rows = [tuple(assignment.values()) for assignment in run]
        assert len(rows) == len(set(rows))


@pytest.mark.parametrize(
    "constraint",
    [
        Table(("a", "b", "a"), frozenset({(1, 2, 1), (2, 2, 1), (3, 0, 3)})),
        Regular(("a", "a", "b"), Automaton(-7, {-1}, {(-7, 1): 3, (3, 1): -1, (-1, 2): -1})),
        Element(("a", "b", "a"), "a", "b", first=1),
        Count(("a", "a", "b", "a"), frozenset({1, 2}), ">=", 3),
        Count(("a", "b"), frozenset({1}), "!=", "a"),
        Linear(("a", "b"), (0, 0), "<=", -1),
        Linear(("a", "b"), (4, -6), "!=", 3),
    ],
    ids=lambda constraint: type(constraint).__name__,
)
@pytest.mark.parametrize("inside", [False, True], ids=["posted", "in a group"])
def test_a_variable_listed_twice_is_one_variable(constraint: Constraint, inside: bool) -> None:
    other = Linear(("a", "b"), (1, 1), "==", 6)
    posted = AnyOf(((constraint,), (other,))) if inside else constraint
    model = Model({"a": range(4), "b": range(4)}, [posted])
    for kind in KINDS:
        assert solutions(model, CpSat(model=kind)) == brute_force(model)


@pytest.mark.parametrize("values", [3, 4, 5])
def test_a_value_need_not_be_used_where_values_outnumber_variables(values: int) -> None:
    names = ("a", "b", "c")
    model = Model(dict.fromkeys(names, range(values)), [AllDifferent(names)])
    assert solutions(model, CpSat()) == brute_force(model)


def test_numbers_and_sums_beyond_64_bits_are_refused_before_solving_and_others_answer() -> None:
    domains = {"a": range(3), "b": range(3)}
    huge = 10**30
    for constraint in (
        Linear(("a", "b"), (huge, -huge), "==", huge),
        Linear(("a", "b"), (huge, 1), "<=", huge + 1),
        Linear(("a", "b"), (1, 1), "<=", huge),
    ):
        for posted in (constraint, AnyOf(((constraint,),))):
            model = Model(domains, [posted])
            with pytest.raises(Unsupported, match="64 bits"):
                solve(model, CpSat())
            outcome = solve(model, limit=None)
            assert {tuple(s.values()) for s in outcome.solutions} == brute_force(model)
    far = Model({"a": [2**70], "b": range(2)}, [Linear(("a", "b"), (1, 1), ">=", 0)])
    with pytest.raises(Unsupported, match="64 bits"):
        solve(far, CpSat(model="integer"))


def test_a_model_that_the_solver_rejects_is_an_error_and_not_no_solution() -> None:
    model = Model({"a": range(3), "b": range(3)}, [Linear(("a", "b"), (1, 1), "==", 3)])
    with pytest.raises(BackendError, match="rejects"):
        run = CpSat(model="integer").run(model.narrow({"a": []}), Request())
        list(run)  # the solving layer never asks so


# puzzles


@given(puzzle=puzzles(sizes=(4, 6)))
@settings(suppress_health_check=[HealthCheck.too_slow])
def test_all_models_of_a_puzzle_agree_on_its_uniqueness(puzzle: Puzzle) -> None:
    verdicts = {verify(puzzle, CpSat(model=kind)).uniqueness for kind in KINDS}
    assert len(verdicts) == 1


@pytest.mark.parametrize("kind", ["auto", *KINDS])
def test_easy_and_hard_puzzles_are_solved_and_proved_unique(kind) -> None:
    for puzzle in (EASY, HARD):
        assert verify(puzzle, CpSat(model=kind)).uniqueness is Uniqueness.UNIQUE
        solution = solve(puzzle, CpSat(model=kind)).solution
        assert solution == verify(puzzle, "native").witnesses[0]


def test_candidates_that_only_narrow_are_kept() -> None:
    solution = solve(EASY, "native").solution
    for count_of_clues in (0, 30):
        cells = EASY.grid.cells
        clues = {cell: solution[cell] for cell in cells[:count_of_clues]}
        narrowed = {c: {solution[c], solution[c] % 9 + 1} for c in cells[count_of_clues:]}
        puzzle = Puzzle(EASY.grid, clues, candidates=narrowed)
        assert solutions(puzzle, CpSat()) == solutions(puzzle, CpSat(model="textbook"))


@pytest.mark.slow(0.2)
@pytest.mark.skipif(not DATA.exists(), reason="the public puzzle sets are not here")
@pytest.mark.parametrize(
    ("file", "step"),
    [
        ("euler96_50.txt", 1),
        ("hardest11.txt", 1),
        ("top95.txt", 3),
        ("forum_hardest_375.txt", 15),
        ("magictour_1465.txt", 60),
    ],
)
def test_public_puzzles_are_solved_and_proved_unique(file: str, step: int) -> None:
    for line in (DATA / file).read_text().split()[::step]:
        puzzle = classic(line)
        verdict = verify(puzzle, CpSat())
        assert verdict.uniqueness is Uniqueness.UNIQUE
        assert solve(puzzle, CpSat()).solution == verdict.witnesses[0]


def test_a_25x25_with_290_clues_is_proved_unique() -> None:
    """Within two seconds on a machine that does nothing else."""
    assert len(TWENTY_FIVE.clues) == 290
    solve(TWENTY_FIVE.with_clues({}), CpSat(), time_limit=0.01)  # builds the model
    assert verify(TWENTY_FIVE, CpSat(), time_limit=60).uniqueness is Uniqueness.UNIQUE
    solution = solve(TWENTY_FIVE, CpSat(), time_limit=60).solution
    assert solution is not None


def test_fixed_clues_of_a_large_model_are_taken_back_for_the_next_puzzle() -> None:
    clash = TWENTY_FIVE.with_clues({"R1C1": 1, "R1C9": 1})
    assert solve(clash, CpSat()).status is Status.UNSAT
    assert solve(TWENTY_FIVE.with_clues({"R1C1": 2, "R1C9": 1}), CpSat()).status is Status.SAT


@pytest.mark.parametrize("clues", [2, 30], ids=["few clues", "many clues"])
def test_without_a_solution_the_clues_at_fault_are_named(clues: int) -> None:
    solution = solve(EASY, CpSat()).solution
    assert solution is not None
    cells = EASY.grid.cells
    clashing_clues = {cell: solution[cell] for cell in cells[:clues]} | {"R9C1": solution["R1C1"]}
    puzzle = Puzzle(EASY.grid, clashing_clues)
    for outcome in (solve(puzzle, CpSat()), verify(puzzle, CpSat()).outcome):
        assert outcome.status is Status.UNSAT
        assert outcome.core is not None and set(outcome.core) <= set(clashing_clues)
        blamed = puzzle.with_clues({cell: clashing_clues[cell] for cell in outcome.core})
        assert solve(blamed, "native").status is Status.UNSAT


def test_no_core_without_assumptions() -> None:
    model = Model({"a": range(2), "b": range(2)}, [Linear(("a", "b"), (1, 1), "==", 2)])
    outcome = solve(model.narrow({"a": [0]}), CpSat())
    assert (outcome.status, outcome.core) == (Status.UNSAT, None)


# time, threads, Ctrl-C


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("limit", [1, 2])
def test_a_deadline_is_kept(kind, limit: int) -> None:
    model, backend = market_split(), CpSat(model=kind, workers=1)
    started = time.monotonic()
    outcome = solve(model, backend, limit=limit, time_limit=0.3)
    assert (outcome.status, outcome.stopped_by) == (Status.UNKNOWN, "time")
    assert 0.2 < time.monotonic() - started < 20  # to its end it takes hours


def test_a_deadline_shorter_than_the_first_look_is_kept() -> None:
    model = market_split()
    solve(model, CpSat(), time_limit=0.1)
    started = time.monotonic()
    assert solve(model, CpSat(), time_limit=0.02).stopped_by == "time"
    assert time.monotonic() - started < 10


def test_a_thread_that_outlives_its_answer_does_not_make_it_undecided(monkeypatch) -> None:
    from nonet.backends.cpsat import search

    work = search._Solve._solve

    def lingering(background) -> None:
        work(background)
        time.sleep(0.05)

    monkeypatch.setattr(search._Solve, "_solve", lingering)
    clues = {"R1C1": 1, "R2C3": 2, "R3C2": 3, "R4C4": 4}
    verdict = verify(Puzzle(Grid.square(4), clues), "cpsat")
    assert (verdict.uniqueness, verdict.stopped_by) == (Uniqueness.UNIQUE, None)


def test_solutions_are_handed_over_as_they_are_found_and_closing_stops_the_solver() -> None:
    from nonet.backends.cpsat import search

    run = iter_solutions(Puzzle(Grid.square(9)), CpSat())
    assert len({tuple(next(run).values()) for _ in range(20)}) == 20
    (task,) = (task for task in search._running_tasks if not task.is_finished)
    run.close()
    assert task.is_finished


def test_a_solver_far_ahead_waits_and_can_still_be_closed() -> None:
    run = iter_solutions(Puzzle(Grid.square(6)), CpSat())
    next(run)
    time.sleep(0.5)  # long enough to be a thousand solutions ahead
    run.close()
    assert not run.exhausted
    assert count_solutions(Puzzle(Grid.square(4)), CpSat()).number == 288


@pytest.mark.parametrize("limit", [1, 2])
def test_ctrl_c_stops_a_long_run(limit: int, ctrl_c) -> None:
    model = market_split()
    solve(model, CpSat(), time_limit=0.1)
    threads = threading.active_count()
    with ctrl_c(0.4) as pressed, pytest.raises(Interrupted) as caught:
        solve(model, CpSat(), limit=limit)
    assert time.monotonic() - pressed[-1] < 10
    assert caught.value.outcome.stopped_by == "interrupt"
    assert threading.active_count() <= threads + 1  # where the first run's thread is still at work
    assert solve(EASY, CpSat()).status is Status.SAT


# options, statistics, events


def test_importing_the_backend_does_not_import_the_solver() -> None:
    code = (
        "import sys; from nonet.backends import get_backend; "
        "print(get_backend('cpsat').available().ok, 'ortools' in sys.modules)"
    )
    process = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert process.stdout.split() == ["True", "False"]


def test_options_are_named_and_checked() -> None:
    assert find_backend("cpsat:model=textbook,workers=2") == CpSat(model="textbook", workers=2)
    with pytest.raises(BackendOptionError, match="boolean"):
        find_backend("cpsat:model=magic")
    with pytest.raises(BackendOptionError, match="workers"):
        CpSat(workers=-1)


def test_several_workers_find_a_solution() -> None:
    for kind in KINDS:
        assert solve(HARD, CpSat(model=kind, workers=2)).status is Status.SAT


def test_statistics_are_left_also_by_a_run_that_was_stopped(monkeypatch) -> None:
    monkeypatch.setattr(
        "nonet.solving.solution_iterator.CLOSING_SECONDS", 60.0
    )  # however late CP-SAT hears of it
    solve(market_split(8), CpSat())  # what is imported is imported
    for limit in (1, 2):
        outcome = solve(market_split(), CpSat(workers=1), limit=limit, time_limit=1)
        assert outcome.stats["conflicts"] > 0
        assert 0 < outcome.stats["solver_seconds"] < 10


def test_a_tracer_gets_events_of_constraints_solutions_and_the_end() -> None:
    names = ("a", "b", "c")
    differ = [AllDifferent(pair) for pair in combinations(names, 2)]
    model = Model(dict.fromkeys(names, range(3)), differ)
    events: list[Event] = []
    assert solve(model, CpSat(), limit=None, tracer=events.append).exhausted
    kinds = [type(event) for event in events]
    assert kinds == [Posted] * 3 + [SolutionFound] * 6 + [Stopped]
    assert [e.scope for e in events if isinstance(e, Posted)] == [c.scope for c in differ]
    assert events[-1] == Stopped(None)
    assert {kind.__name__ for kind in kinds} == set(CpSat.capabilities.events)


@given(data=st.data())
@settings(max_examples=15, deadline=None)
def test_a_limit_on_solutions_gives_distinct_ones(data: st.DataObject) -> None:
    limit = data.draw(st.integers(1, 300))
    outcome = solve(Puzzle(Grid.square(4)), CpSat(), limit=limit)
    assert len(set(outcome.solutions)) == min(limit, 288)


def test_a_solver_left_behind_by_a_time_limit_does_not_harm_the_end_of_python() -> None:
    """Large enough that CP-SAT is in its presolve when the time is out, and hears of it late."""
    program = (
        "import nonet, threading\n"
        "n = 4000\n"
        "model = nonet.Model({f'v{i}': range(9) for i in range(n)}, [nonet.model.Linear.sum("
        "(f'v{i}', f'v{(7 * i + k) % n}', f'v{(i * i + k) % n}'), '<=', 20)"
        " for i in range(n) for k in range(1, 8)])\n"
        "nonet.solve(nonet.Model({'x': [1]}), 'cpsat:model=textbook')\n"
        "print(nonet.solve(model, 'cpsat:model=textbook,workers=1', time_limit=0.9).stopped_by)\n"
    )
    process = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=200, check=False
    )
    assert (process.returncode, process.stderr) == (0, "")
    assert set(process.stdout.split()) <= {"time", "solutions"}


def test_python_waits_at_its_end_for_a_solver_that_frees_what_it_had() -> None:
    program = (
        "import time, nonet\n"
        "from nonet.backends.cpsat.search import _Solve as _Background\n"
        "work = _Background._solve\n"
        "def slow(self):\n"
        "    work(self)\n"
        "    time.sleep(1)\n"
        "    print('ended', flush=True)\n"
        "_Background._solve, _Background._stop = slow, lambda self: None\n"
        "run = nonet.iter_solutions(nonet.Model({'x': [1, 2, 3]}), 'cpsat:model=textbook')\n"
        "print(len(list(run)), flush=True)\n"
    )
    process = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (process.returncode, process.stdout.split(), process.stderr) == (0, ["3", "ended"], "")


@pytest.mark.parametrize("clues", [0, 1, 2])
def test_one_solution_is_told_from_two_and_from_none(clues):
    solved = nonet.solve(nonet.Puzzle(nonet.Grid.square(9)), "native").solution
    given = {cell: value for cell, value in solved.items() if cell not in ("R1C1", "R1C2")}
    if clues == 0:  # a value that its row has already, in a cell that is open
        puzzle = nonet.Puzzle(nonet.Grid.square(9), {**given, "R1C1": solved["R1C9"]})
        assert nonet.verify(puzzle, "cpsat").uniqueness is nonet.Uniqueness.NONE
        assert nonet.solve(puzzle, "cpsat").core is not None
    elif clues == 1:
        puzzle = nonet.Puzzle(nonet.Grid.square(9), given)
        assert nonet.verify(puzzle, "cpsat").uniqueness is nonet.Uniqueness.UNIQUE
    else:
        open_ = {cell: value for cell, value in given.items() if cell[:2] not in ("R1", "R2", "R3")}
        verdict = nonet.verify(nonet.Puzzle(nonet.Grid.square(9), open_), "cpsat")
        assert verdict.uniqueness is nonet.Uniqueness.MULTIPLE
        assert verdict.differing


def test_an_answer_stands_though_its_thread_ends_late(monkeypatch):
    monkeypatch.setattr(search.Task, "is_finished", property(lambda task: False))
    monkeypatch.setattr(search, "STOP_SECONDS", 0.0)
    model = Model({"a": [1, 2], "b": [1, 2]}, [AllDifferent(("a", "b"))])
    run = nonet.iter_solutions(model, "cpsat", time_limit=60)
    assert sorted(s["a"] for s in run) == [1, 2]
    assert run.exhausted
