"""``auto``: native first, others take over, and whatever breaks, the answer is right."""

import json
import subprocess
import sys
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from typing import ClassVar

import pytest

import nonet
from nonet import Grid, Model, Puzzle
from nonet.backends import Availability, Capabilities, Request, auto, get_backend, registry
from nonet.backends.auto import selection_rules
from nonet.backends.auto.explanation import explain_choice
from nonet.backends.auto.race import BackendThread
from nonet.backends.lowering import lower
from nonet.cli import main
from nonet.errors import BackendOptionError, Unsupported, WrongAnswer
from nonet.model import AllDifferent, Constraint
from nonet.testing.brute import brute_force

PUZZLES = Path(__file__).parents[3] / "puzzles"
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
ABC = Model(
    {"a": range(3), "b": range(3), "c": range(3)},
    [AllDifferent(("a", "b", "c")), nonet.Linear(("a", "b"), (1, 1), "<=", 2)],
)


ODD = nonet.Annotation("odd", "odd", "The sum is odd.")


@dataclass(frozen=True)
class Odd(Constraint):
    """An odd sum, which no backend of nonet's posts, and without a simpler form."""

    scope: tuple[str, ...]
    rule: nonet.Annotation = ODD

    def holds(self, assignment):
        return sum(assignment[v] for v in self.scope) % 2 == 1


del Constraint.types["Odd"]  # a type of this file's alone


class Other:
    """A backend of somebody else; what it does is said by the subclass."""

    name: ClassVar[str] = "other"
    capabilities: ClassVar[Capabilities] = Capabilities(
        posts=frozenset(Constraint.types.values()) | {Odd}
    )

    def available(self):
        return Availability(True, "1")

    def run(self, model, request):
        for row in sorted(brute_force(model)):
            yield dict(zip(model.variables, row, strict=True))
        return None


class Sleeper(Other):
    name = "sleeper"

    def run(self, model, request):
        while not request.expired():
            time.sleep(0.005)
        return "time"
        yield


class OutOfTimeFirst(Other):
    """Looks at the clock before the race does."""

    name = "first"

    def run(self, model, request):
        return "time"
        yield


class Broken(Other):
    name = "broken"

    def run(self, model, request):
        raise ZeroDivisionError("a fault of its own")
        yield


class Declines(Other):
    name = "declines"
    capabilities = Capabilities(posts=frozenset())


class Liar(Other):
    name = "liar"

    def run(self, model, request):
        yield dict.fromkeys(model.variables, 0)
        return None


@pytest.fixture
def racing(monkeypatch):
    """Let these backends race, at once, where native may do next to nothing."""

    def race(*backends):
        monkeypatch.setattr(
            auto, "participants", lambda question: [auto.Participant(b) for b in backends]
        )
        return "auto:first=1"

    return race


@pytest.fixture
def registered(monkeypatch):
    """Register further backends, by factory, for a test."""

    def register(**factories):
        class Entry:
            dist = None

            def __init__(self, factory):
                self.load = lambda: factory() if factory is _broken_import else factory

        found = {
            **registry._registered_entry_points(),
            **{n: Entry(f) for n, f in factories.items()},
        }
        monkeypatch.setattr(registry, "_registered_entry_points", lambda: found)

    yield register
    registry.find_backend.cache_clear()


def _broken_import():
    raise ImportError("its library is not the one it was built for")


def gone(seconds: float = 10.0) -> bool:
    """Whether the threads of all races end by themselves."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if not any(thread.name.startswith("nonet lane") for thread in threading.enumerate()):
            return True
        time.sleep(0.01)
    return False


# -- who answers -------------------------------------------------------------------


def test_the_default_is_auto_and_the_answer_names_who_gave_it():
    assert get_backend().name == "auto"
    assert nonet.solve(EASY).backend == "native"
    assert nonet.verify(EASY).outcome.backend == "native"
    assert nonet.count(EASY).backend == "native"
    assert nonet.candidates(EASY).backend == "native"
    assert nonet.iter_solutions(EASY).backend in ("auto", "native")


def test_auto_is_no_solver_of_its_own_and_is_compared_with_nobody():
    assert "auto" not in nonet.backend_names()
    assert "auto" not in nonet.crosscheck(EASY).outcomes


def test_an_easy_puzzle_imports_no_solver():
    program = (
        "import sys, nonet; nonet.verify(sys.argv[1]);"
        "print([m for m in ('ortools', 'pysolvers', 'numba', 'numpy') if m in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, EASY], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"


def test_effort_is_counted_in_work_so_that_every_machine_chooses_alike():
    model = nonet.read(PUZZLES / "jigsaw.json")[0].model()
    native = get_backend("native")
    spent = []
    for _ in range(2):
        request = Request(effort=100)
        run = native.run(lower(model, native), request)
        with pytest.raises(StopIteration) as stop:
            next(run)
        assert stop.value.value == "effort"
        spent.append(request.stats["filterings"])
    assert spent[0] == spent[1] >= 100


@pytest.mark.parametrize("file", ["hard.txt", "jigsaw.json", "16x16.txt"])
def test_others_take_over_where_native_needs_more_than_its_effort(file):
    pytest.importorskip("pysolvers")
    for puzzle in nonet.read(PUZZLES / file)[:2]:
        answer = nonet.verify(puzzle, "auto:first=1")
        assert answer.outcome.backend in ("sat", "cpsat", "lockstep")
        assert answer.uniqueness is nonet.Uniqueness.UNIQUE
        assert answer.witnesses == nonet.verify(puzzle, "cpsat").witnesses


def test_a_puzzle_that_native_does_not_end_on_is_answered(capsys):
    file = PUZZLES / "25x25-290.txt"
    assert main(["verify", str(file), "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["backend"] in ("cpsat", "sat")
    for backend in (None, "auto"):
        assert nonet.solve(nonet.read(file)[0], backend).backend in ("cpsat", "sat")


def test_native_by_name_is_native_alone():
    puzzle = nonet.read(PUZZLES / "25x25-290.txt")[0]
    outcome = nonet.solve(puzzle, "native", time_limit=0.3)
    assert (outcome.backend, outcome.stopped_by) == ("native", "time")


def test_traces_are_natives():
    seen = []
    outcome = nonet.solve(nonet.read(PUZZLES / "hard.txt")[0], "auto:first=1", tracer=seen.append)
    assert outcome.backend == "native"
    assert {"Filtered", "Branched"} <= {type(event).__name__ for event in seen}


def test_after_a_few_questions_in_vain_native_is_passed_over():
    chooser = auto.Auto(first=1)
    models = [Puzzle(Grid.square(9), p.clues).model() for p in nonet.read(PUZZLES / "hard.txt")]
    openings = []
    for model in models[: selection_rules.MISSES_BEFORE_SKIP + 1]:
        openings.append(selection_rules.opening_rule(chooser.features(model, Request(1))).effort)
        assert nonet.solve(model, chooser).status is nonet.Status.SAT
    question = chooser.features(models[0], Request(1))
    assert (question.earlier_runs, question.earlier_misses) == (
        selection_rules.MISSES_BEFORE_SKIP + 1,
        selection_rules.MISSES_BEFORE_SKIP,
    )
    assert selection_rules.opening_rule(question).effort(question) == 0
    easier = question._replace(earlier_runs=100, native_work=10**6)
    assert selection_rules.opening_rule(easier).effort(easier) == selection_rules.BASE_EFFORT


def test_what_native_may_take_at_first_is_for_all_questions_of_a_geometry_together():
    """Else a stream of middling puzzles would never get to the solver that is best for them."""
    chooser = auto.Auto()
    first = selection_rules.WARM_UP_EFFORT_PER_VALUE * 4096
    asked = []
    for puzzle in nonet.read(PUZZLES / "16x16.txt") * 3:
        question = chooser.features(puzzle.model(), Request(2))
        asked.append(selection_rules.opening_rule(question).effort(question))
        nonet.verify(puzzle, chooser)
    assert asked[0] == first
    tried = [effort for effort in asked if effort]  # and not, where all was in vain so far
    assert tried == sorted(tried, reverse=True)
    assert asked[-1] <= selection_rules.BASE_EFFORT


def test_where_native_answered_all_so_far_it_may_take_longer_before_another_is_made_ready():
    """A samurai of 20,276 runs was left to sat after 12,000, at five times the time."""
    question = selection_rules.Features(
        369, 3321, ("AllDifferent",), earlier_runs=7, native_work=10**6
    )
    assert (
        selection_rules.opening_rule(question).effort(question)
        == selection_rules.ALL_ANSWERED_FACTOR * selection_rules.BASE_EFFORT
    )
    question = question._replace(earlier_misses=1)
    assert selection_rules.opening_rule(question).effort(question) == selection_rules.BASE_EFFORT


def test_a_grid_without_clues_stays_with_native_however_many_there_were():
    """25x25: more filters run than EFFORT allows, yet writing clauses takes ten times as long."""
    blank = nonet.Sudoku("1" + "." * 624).model()
    question = selection_rules.Features.from_structure(blank.structure)._replace(
        earlier_runs=9, native_work=selection_rules.LARGE_MODEL_WARM_UP_EFFORT
    )
    allowed = selection_rules.opening_rule(question).effort(question)
    needed = nonet.solve(blank, "native").stats["filterings"]
    assert (
        selection_rules.BASE_EFFORT
        < needed
        < allowed
        == selection_rules.EFFORT_PER_VALUE * 625 * 25
    )


# -- what is found -----------------------------------------------------------------


@pytest.mark.parametrize("backend", ["auto", "auto:first=1"])
def test_enumeration_gives_every_solution_once(backend):
    puzzle = Puzzle(Grid.square(6, (2, 3)), {"R1C1": 1, "R1C2": 2, "R1C3": 3, "R2C1": 4})
    run = nonet.iter_solutions(puzzle, backend, limit=2000)
    found = [solution.line for solution in run]
    assert len(found) == len(set(found)) == 2000
    assert run.stopped_by == "solutions"


def test_who_has_found_many_solutions_goes_on_alone(racing):
    puzzle = Puzzle(Grid.square(4), {"R1C1": 1})  # 72 solutions: too few to be left alone
    native, other = get_backend("native"), Other()
    outcome = nonet.solve(puzzle, racing(native, Sleeper()), limit=None)
    assert (len(outcome.solutions), outcome.exhausted, outcome.backend) == (72, True, "native")
    many = Model({f"x{i}": range(4) for i in range(5)})  # 1,024
    outcome = nonet.solve(many, racing(other, native), limit=None)
    assert len(outcome.solutions) == len(set(outcome.solutions)) == 1024
    assert outcome.exhausted


def test_one_leaves_the_race_where_another_has_done_the_same_faster_for_a_while(monkeypatch):
    left = []

    class Slower(Sleeper):
        name = "slower"

        def run(self, model, request):
            yield from super().run(model, request)
            left.append(self.name)
            return "time"

    class Faster(Other):
        name = "faster"

        def run(self, model, request):
            while not left:
                time.sleep(0.001)
            yield from super().run(model, request)
            return None

    monkeypatch.setattr("nonet.backends.auto.race.HANDOVER_SECONDS", 0.01)
    entrants = [auto.Participant(Slower(), leaves_for="faster"), auto.Participant(Faster())]
    monkeypatch.setattr(auto, "participants", lambda question: entrants)
    outcome = nonet.solve(ABC, "auto:first=1", limit=None, time_limit=60)
    assert (outcome.backend, outcome.exhausted, left) == ("faster", True, ["slower"])


def test_the_statistics_are_of_the_one_who_answered(racing):
    hard = nonet.read(PUZZLES / "hard.txt")[0]
    backend = racing(get_backend("python-constraint"), Sleeper())
    outcome = nonet.solve(hard, backend)
    assert outcome.backend == "python-constraint"
    assert "assignments" in outcome.stats
    assert "filterings" not in outcome.stats


def test_a_solution_of_each_of_two_backends_makes_a_puzzle_ambiguous(racing):
    model = Model({"a": [1, 2]})

    class Once(Other):
        def __init__(self, value):
            self.value = value

        def run(self, model, request):
            yield {"a": self.value}
            while not request.expired():
                time.sleep(0.005)
            return "time"

    verdict = nonet.verify(model, racing(Once(1), Once(2)))
    assert verdict.uniqueness is nonet.Uniqueness.MULTIPLE


# -- what is installed, and what is broken -----------------------------------------


def test_with_native_alone_native_answers(monkeypatch):
    native = get_backend("native")
    monkeypatch.setattr(auto, "usable_backend", lambda name: native if name == "native" else None)
    alone = auto.Auto(first=1)  # new: one that remembers failures would not try native first
    for puzzle in nonet.read(PUZZLES / "hard.txt")[:6]:
        verdict = nonet.verify(puzzle, alone)
        assert verdict.outcome.backend == "native"
        assert verdict.uniqueness is nonet.Uniqueness.UNIQUE


def test_one_that_breaks_is_named_and_another_answers(racing):
    lanes = SimpleQueue()

    class Breaks(Broken):
        def run(self, model, request):
            lanes.put(threading.current_thread())
            yield from super().run(model, request)

    class Later(Other):
        def run(self, model, request):
            lanes.get(timeout=60).join(60)  # else it may be done before the other begins
            yield from super().run(model, request)

    with pytest.warns(RuntimeWarning, match="broken failed.*ZeroDivisionError: a fault of its own"):
        outcome = nonet.solve(ABC, racing(Breaks(), Later()), limit=None)
    assert {tuple(s.values()) for s in outcome.solutions} == brute_force(ABC)
    assert (outcome.backend, outcome.exhausted) == ("other", True)


def test_one_that_declines_the_model_passes_it_on(racing):
    outcome = nonet.solve(ABC, racing(Declines(), get_backend("cpsat")), limit=None)
    assert {tuple(s.values()) for s in outcome.solutions} == brute_force(ABC)
    assert outcome.backend == "cpsat"


def test_if_all_in_the_race_decline_the_rest_is_asked(racing):
    class Too(Declines):
        name = "too"

    outcome = nonet.solve(ABC, racing(Declines(), Too()), limit=None)
    assert {tuple(s.values()) for s in outcome.solutions} == brute_force(ABC)


def test_a_plug_in_is_asked_where_nobody_else_takes_the_model(registered):
    model = Model({"a": range(3), "b": range(3)}, [Odd(("a", "b"))])
    with pytest.raises(Unsupported, match="Odd"):
        nonet.solve(model)
    registered(other=Other, broken=_broken_import)
    outcome = nonet.solve(model, limit=None)
    assert outcome.backend == "other"
    assert {tuple(s.values()) for s in outcome.solutions} == brute_force(model)


def test_a_plug_in_nobody_named_is_not_believed_where_others_answer(registered):
    """A wrong "no solution" cannot be seen: who gives it must have been asked for."""

    class Denies(Other):
        name = "denies"

        def run(self, model, request):
            return None
            yield

    registered(denies=Denies)
    hard = nonet.read(PUZZLES / "hard.txt")[0]
    assert nonet.solve(hard, "auto:first=1").status is nonet.Status.SAT
    assert nonet.solve(hard, "denies").status is nonet.Status.UNSAT


def test_a_broken_plug_in_disturbs_nobody(registered):
    registered(broken=_broken_import)
    hard = nonet.read(PUZZLES / "hard.txt")[0]
    assert nonet.verify(hard, "auto:first=1").uniqueness is nonet.Uniqueness.UNIQUE


def test_a_wrong_answer_raises_and_names_the_liar(racing):
    with pytest.raises(WrongAnswer, match="backend liar"):
        nonet.solve(ABC, racing(Liar(), Sleeper()))
    assert gone()


def test_without_threads_the_first_one_answers(monkeypatch):
    def no_threads(self):
        raise RuntimeError("can't start new thread")

    hard = nonet.read(PUZZLES / "hard.txt")[0]
    expected = nonet.verify(hard, "cpsat")
    monkeypatch.setattr(threading.Thread, "start", no_threads)
    found = nonet.verify(hard, "auto:first=1")
    assert (found.uniqueness, found.witnesses) == (expected.uniqueness, expected.witnesses)


# -- limits ------------------------------------------------------------------------


def test_a_time_limit_during_a_race_is_kept_and_said(racing):
    started = time.monotonic()
    outcome = nonet.solve(ABC, racing(Sleeper(), Sleeper()), time_limit=0.2)
    assert time.monotonic() - started < 10
    assert (outcome.status, outcome.stopped_by) == (nonet.Status.UNKNOWN, "time")
    assert outcome.backend == "auto"  # nobody answered
    assert gone()


def test_whoever_notices_first_that_time_is_over_has_not_answered(racing):
    outcome = nonet.solve(ABC, racing(OutOfTimeFirst(), Sleeper()), time_limit=5)
    assert (outcome.stopped_by, outcome.backend) == ("time", "auto")
    assert gone()


def test_ctrl_c_during_a_race_ends_it_and_its_threads(racing, ctrl_c):
    backend = racing(Sleeper(), Sleeper())
    with ctrl_c(0.2, signals=True), pytest.raises(KeyboardInterrupt):
        nonet.solve(ABC, backend)
    assert gone()


def test_when_one_has_answered_the_others_stop(racing):
    assert nonet.solve(ABC, racing(Other(), Sleeper())).backend == "other"
    assert gone()


def test_closing_an_iterator_stops_the_race(racing):
    run = nonet.iter_solutions(ABC, racing(Other(), Sleeper()))
    next(run)
    run.close()
    assert gone()
    assert not run.exhausted


def test_a_lane_that_is_not_heard_waits_until_it_is(racing):
    """A backend may be only so far ahead of who asks."""
    made = []

    class Counts(Other):
        def run(self, model, request):
            for number in range(100_000):
                made.append(number)
                yield {"a": number}
            return None

    run = nonet.iter_solutions(Model({"a": range(100_000)}), racing(Counts(), Sleeper()))
    next(run)
    time.sleep(0.05)
    assert len(made) < 1000
    run.close()
    assert gone()


# -- the rules ---------------------------------------------------------------------


def test_every_rule_is_the_first_to_hold_for_some_question():
    questions = [
        selection_rules.Features(
            81, values, kinds, 1, traced, asked, missed, missed * 10**5, optimises
        )
        for values in (729, 15_625)
        for kinds in (("AllDifferent",), ("AllDifferent", "Linear"), ())
        for traced in (False, True)
        for asked, missed in ((0, 0), (1, 1), (8, 1), (8, 4))
        for optimises in (False, True)
    ]
    assert {selection_rules.opening_rule(q) for q in questions} == set(
        selection_rules.OPENING_RULES
    )
    assert {selection_rules.race_rule(q) for q in questions} == set(selection_rules.RACE_RULES)


def test_while_all_was_in_vain_native_is_passed_over_and_then_tried_again():
    """A puzzle with cages of its own is seldom asked about more than twice: solve and verify."""
    kinds, efforts = ("AllDifferent", "Linear"), []
    for asked, missed in ((0, 0), (1, 1), (2, 1)):
        question = selection_rules.Features(
            81, 729, kinds, earlier_runs=asked, earlier_misses=missed, native_work=15_000 * missed
        )
        efforts.append(selection_rules.opening_rule(question).effort(question))
    assert efforts == [
        selection_rules.WARM_UP_EFFORT_PER_VALUE * 729,
        0,
        selection_rules.BASE_EFFORT,
    ]


@pytest.mark.parametrize("kinds", [("AllDifferent",), ("AllDifferent", "Linear")])
def test_cpsat_goes_before_sat_where_it_is_imported_already(kinds, monkeypatch):
    module = "ortools.sat.python.cp_model"
    monkeypatch.setattr(auto, "usable_backend", auto.find_backend)  # installed or not
    question = selection_rules.Features(81, 729, kinds)
    monkeypatch.delitem(sys.modules, selection_rules._LOCKSTEP_MODULE, raising=False)
    monkeypatch.delitem(sys.modules, module, raising=False)
    first, *_ = auto.participants(question)
    monkeypatch.setitem(sys.modules, module, sys)
    then, second, *_ = auto.participants(question)
    assert [each.backend.name for each in (first, then, second)] == ["sat", "cpsat", "sat"]
    assert second.start_delay == selection_rules.CPSAT_BUILD_SECONDS


def test_every_runner_is_a_backend_of_ours():
    named = {
        runner.backend for field in selection_rules.RACE_RULES for runner in field.participants
    }
    assert named <= set(nonet.backend_names())
    assert all(field.participants[0].start_delay == 0 for field in selection_rules.RACE_RULES)


def test_why_says_in_words_who_begins_who_races_and_who_is_missing(capsys, monkeypatch):
    ready = auto.usable_backend
    monkeypatch.setattr(
        auto, "usable_backend", lambda name: None if name == "cpsat" else ready(name)
    )
    monkeypatch.setattr("nonet.backends.auto.explanation.usable_backend", auto.usable_backend)
    assert main(["backends", "--why", str(PUZZLES / "25x25-290.txt")]) == 0
    told = capsys.readouterr().out
    assert "625 variables with 15,625 values" in told
    assert (
        f"native begins, alone, for up to {selection_rules.LARGE_MODEL_WARM_UP_EFFORT:,} runs "
        "of a filter" in told
    )
    assert "sat (" in told.partition("raced for by ")[2]
    assert "more than 8,000 values" in told
    assert "without cpsat" in told


def test_why_as_json_and_for_sums(capsys):
    assert main(["backends", "--why", EASY, EASY, "--format", "json"]) == 0
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [entry["puzzle"] for entry in told] == [EASY, EASY]
    assert told[0]["constraints"] == ["AllDifferent"]
    assert "native" in explain_choice(ABC).start_delays
    assert explain_choice(ABC).features.summary == (
        "3 variables with 9 values in all; constraints: AllDifferent, Linear"
    )


def test_a_first_effort_below_0_is_refused():
    with pytest.raises(BackendOptionError, match="first is 0 or more"):
        get_backend("auto:first=-1")


def test_lanes_are_no_daemons():
    """Python must not end while one is inside a solver's library: that can crash."""
    lane = BackendThread(Other(), ABC, Request(), SimpleQueue())
    lane.start()
    assert not lane.thread.daemon
    lane.cancel()
    lane.thread.join(10)
    assert not lane.thread.is_alive()


def test_a_run_over_thousands_of_variables_counts_for_many():
    """Native took 2,000 slow runs of one sum and a minute where sat needs a second."""
    build = nonet.ModelBuilder()
    ones = build.array("q", 3000, range(2))
    build.add(sum(ones) == 1)
    told = explain_choice(build.model())
    assert told.features.filter_cost == 500
    assert told.native_effort < 300
    grid = explain_choice(nonet.parse("." * 625).model())
    assert grid.features.filter_cost == 1


def test_wide_sums_are_handed_on_in_time():
    build = nonet.ModelBuilder()
    ones = build.array("q", 2000, range(2))
    build.add(sum(ones) == 1)
    outcome = nonet.solve(build, time_limit=120)
    assert outcome.status is nonet.Status.SAT
    assert outcome.backend != "native"
