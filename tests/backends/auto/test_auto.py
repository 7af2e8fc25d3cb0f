"""``auto``: a rule of the model alone; others take over, and whatever breaks, the answer is right."""

import json
import subprocess
import sys
import threading
import time
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from queue import SimpleQueue
from typing import ClassVar

import pytest

import nonet
from nonet import Grid, Model, Puzzle
from nonet.backends import (
    Availability,
    Capabilities,
    Request,
    auto,
    get_backend,
    registry,
)
from nonet.backends.auto import selection_rules
from nonet.backends.auto.explanation import explain_choice
from nonet.backends.lockstep import model_search
from nonet.backends.lockstep.kernel import kernel_for
from nonet.backends.lowering import lower
from nonet.cli import main
from nonet.errors import BackendOptionError, Unsupported, WrongAnswer
from nonet.model import AllDifferent, Constraint, Linear
from nonet.model.structure import SearchPhase
from nonet.testing.brute import brute_force

PUZZLES = Path(__file__).parents[3] / "puzzles"
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
HARD = nonet.read(PUZZLES / "hard.txt")[:3]
ABC = Model(
    {"a": range(3), "b": range(3), "c": range(3)},
    [AllDifferent(("a", "b", "c")), nonet.model.Linear(("a", "b"), (1, 1), "<=", 2)],
)


ODD = nonet.model.Annotation("odd", "odd", "The sum is odd.")


@dataclass(frozen=True)
class Odd(Constraint):
    """An odd sum, of which only small domains can be written out."""

    scope: tuple[str, ...]
    rule: nonet.model.Annotation = ODD

    def holds(self, assignment):
        return sum(assignment[v] for v in self.scope) % 2 == 1


del Constraint.types["Odd"]  # a type of this file's alone


RACE_AT_ONCE = selection_rules.OpeningRule(
    "in a test", lambda features: True, "", lambda features: 0, "a test says so"
)
FIRST = "lockstep" if auto.lockstep_is_ready() else "native"


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
def race_backends(monkeypatch):
    """Let these backends race, at once."""

    def race(*backends):
        monkeypatch.setattr(auto, "opening_rule", lambda features: RACE_AT_ONCE)
        monkeypatch.setattr(
            auto,
            "PARTICIPANTS",
            [b if isinstance(b, auto.Participant) else auto.Participant(b) for b in backends],
        )
        return "auto"

    return race


@pytest.fixture
def register_backends(monkeypatch):
    """Register further backends, by factory, for a test."""

    def register(**factories):
        class Entry:
            dist = None

            def __init__(self, factory):
                self.load = lambda: factory() if factory is _broken_import else factory

        entry_points = {
            **registry._registered_entry_points(),
            **{n: Entry(f) for n, f in factories.items()},
        }
        monkeypatch.setattr(registry, "_registered_entry_points", lambda: entry_points)

    yield register
    registry.find_backend.cache_clear()


def _broken_import():
    raise ImportError("its library is not the one it was built for")


def races_ended(seconds: float = 10.0) -> bool:
    """Whether the threads of all races end by themselves."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if not any(thread.name.startswith("nonet race") for thread in threading.enumerate()):
            return True
        time.sleep(0.01)
    return False


# -- who answers -------------------------------------------------------------------


def test_the_default_is_auto_and_the_answer_names_who_gave_it():
    assert get_backend().name == "auto"
    assert nonet.solve(EASY).backend == FIRST
    assert nonet.verify(EASY).outcome.backend == FIRST
    assert nonet.count_solutions(EASY).backend == FIRST
    assert nonet.candidates(EASY).backend == FIRST
    assert nonet.iter_solutions(EASY).backend in ("auto", FIRST)


def test_auto_is_no_solver_of_its_own_and_is_compared_with_nobody():
    assert "auto" not in nonet.backend_names()
    assert "auto" not in nonet.crosscheck(EASY).outcomes


def test_an_easy_puzzle_imports_no_solver_that_is_not_asked():
    program = (
        "import sys, nonet; nonet.verify(sys.argv[1]);"
        "print([m for m in ('ortools', 'pysolvers', 'numpy') if m in sys.modules])"
    )
    process = subprocess.run(
        [sys.executable, "-c", program, EASY], capture_output=True, text=True, check=True
    )
    assert process.stdout.strip() == "[]"


def patch_usable(monkeypatch, usable):
    """Let a function say which backends can run here."""
    for module in (auto, selection_rules):
        monkeypatch.setattr(module, "usable_backend", usable)


@pytest.fixture
def no_lockstep(monkeypatch):
    """Let the compiled engine not be installed."""
    ready = auto.usable_backend
    monkeypatch.setattr(auto, "lockstep_is_ready", lambda: False)
    patch_usable(monkeypatch, lambda name: None if name == "lockstep" else ready(name))


def test_the_same_question_has_the_same_answer_by_the_same_solver_whatever_was_asked_before():
    """25x25-290 less 40 clues was answered by native at first, and by cpsat the second time."""
    puzzle = nonet.read(PUZZLES / "16x16.txt")[0]
    clues = dict(list(puzzle.clues.items())[8:])
    questions = [EASY, Puzzle(puzzle.grid, clues, puzzle.rules), puzzle, *HARD, ABC]

    def answers():
        outcomes = [nonet.solve(question) for question in questions]
        return [(o.backend, tuple(o.solution.items())) for o in outcomes if "raced" not in o.stats]

    first = answers()
    assert len(first) == len(questions)
    for question in HARD:
        nonet.verify(question, "sat")
    nonet.solve(puzzle, "cpsat")
    assert answers() == answers() == first


def test_auto_keeps_nothing_of_what_it_was_asked():
    chooser = auto.Auto()
    before = dict(vars(chooser))
    nonet.verify(HARD[0], chooser)
    assert vars(chooser) == before == {"first": 0}


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
def test_others_take_over_where_the_first_needs_more_than_its_effort(file):
    for puzzle in nonet.read(PUZZLES / file)[:2]:
        answer = nonet.verify(puzzle, "auto:first=1")
        assert answer.outcome.backend in ("sat", "cpsat")
        assert answer.outcome.stats["raced"] >= 1
        assert answer.uniqueness is nonet.Uniqueness.UNIQUE
        assert answer.witnesses == nonet.verify(puzzle, "cpsat").witnesses


def test_a_puzzle_that_neither_lockstep_nor_native_end_on_is_answered(capsys):
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


def test_lockstep_is_limited_in_guesses_and_says_so():
    if FIRST == "native":
        pytest.skip("no compiled engine here")
    lockstep = get_backend("lockstep")
    puzzle = nonet.read(PUZZLES / "25x25-290.txt")[0]
    request = Request(1, effort=200)
    run = lockstep.run(lower(puzzle.model(), lockstep), request)
    with pytest.raises(StopIteration) as stop:
        next(run)
    assert stop.value.value == "effort"
    # in registers of 256 bits or less the work of 200 guesses is done before there were 200
    assert 50 <= request.stats["guesses"] < 250


def test_lockstep_that_has_found_many_solutions_has_no_limit_any_more():
    if FIRST == "native":
        pytest.skip("no compiled engine here")
    model = Model({f"x{i}": range(8) for i in range(5)})  # 32,768 solutions, a guess each
    outcome = nonet.solve(model, limit=None)
    assert (outcome.backend, outcome.exhausted, len(outcome.solutions)) == ("lockstep", True, 8**5)


def test_where_lockstep_declines_the_model_native_begins():
    wide = Model({"a": range(40), "b": range(0, 120, 3)}, [AllDifferent(("a", "b"))])
    explained = explain_choice(wide)
    assert explained.first_backend == "native"
    assert nonet.solve(wide).backend == "native"


def test_native_counts_a_run_over_wide_domains_as_many():
    """There a run of a filter takes a millisecond."""
    native = get_backend("native")
    wide = Model(
        {name: range(30_000) for name in "abc"}, [Linear(("a", "b", "c"), (1, 7, 11), "==", 5)]
    )
    request = Request(1, effort=80)
    with pytest.raises(StopIteration) as stop:
        next(native.run(lower(wide, native), request))
    assert stop.value.value == "effort"
    assert request.stats["filterings"] < 4
    assert nonet.solve(EASY, native).solutions  # and is as good as new


def test_lockstep_counts_work_beside_guesses(monkeypatch):
    """A guess among sums of 49 values takes as long as a hundred of others."""
    monkeypatch.setattr(model_search, "WORK_PER_GUESS", 300)
    lockstep = get_backend("lockstep")
    if not lockstep.available().ok:
        pytest.skip("no compiled engine here")
    model = lower(nonet.read(PUZZLES / "25x25-290.txt")[0].model(), lockstep)
    request = Request(1, effort=200)
    with pytest.raises(StopIteration) as stop:
        next(lockstep.run(model, request))
    assert stop.value.value == "effort"
    assert request.stats["sweeps"] == 200 * 300 // kernel_for(model.structure).sweep_work
    assert request.stats["guesses"] < 100


def test_without_lockstep_easy_puzzles_are_natives(no_lockstep):
    for puzzle in (EASY, nonet.read(PUZZLES / "jigsaw.json")[0]):
        assert nonet.solve(puzzle).backend == "native"
    answer = nonet.verify(nonet.read(PUZZLES / "25x25-290.txt")[0])
    assert answer.outcome.backend in ("cpsat", "sat")


# -- what is found -----------------------------------------------------------------


@pytest.mark.parametrize("backend", ["auto", "auto:first=1"])
def test_enumeration_gives_every_solution_once(backend):
    puzzle = Puzzle(Grid.square(6, (2, 3)), {"R1C1": 1, "R1C2": 2, "R1C3": 3, "R2C1": 4})
    run = nonet.iter_solutions(puzzle, backend, limit=2000)
    lines = [solution.line for solution in run]
    assert len(lines) == len(set(lines)) == 2000
    assert run.stopped_by == "solutions"


def test_who_has_found_many_solutions_goes_on_alone(race_backends):
    puzzle = Puzzle(Grid.square(4), {"R1C1": 1})  # 72 solutions: too few to be left alone
    native, other = get_backend("native"), Other()
    outcome = nonet.solve(puzzle, race_backends(native, Sleeper()), limit=None)
    assert (len(outcome.solutions), outcome.exhausted, outcome.backend) == (72, True, "native")
    many = Model({f"x{i}": range(4) for i in range(5)})  # 1,024
    outcome = nonet.solve(many, race_backends(other, native), limit=None)
    assert len(outcome.solutions) == len(set(outcome.solutions)) == 1024
    assert outcome.exhausted


def test_the_statistics_are_of_the_one_who_answered(race_backends):
    hard = nonet.read(PUZZLES / "hard.txt")[0]
    backend = race_backends(get_backend("python-constraint"), Sleeper())
    outcome = nonet.solve(hard, backend)
    assert outcome.backend == "python-constraint"
    assert "assignments" in outcome.stats
    assert "filterings" not in outcome.stats
    assert outcome.stats["raced"] == 2


def test_a_solution_of_each_of_two_backends_makes_a_puzzle_ambiguous(race_backends):
    model = Model({"a": [1, 2]})

    class OneSolution(Other):
        def __init__(self, value):
            self.value = value

        def run(self, model, request):
            yield {"a": self.value}
            while not request.expired():
                time.sleep(0.005)
            return "time"

    verdict = nonet.verify(model, race_backends(OneSolution(1), OneSolution(2)))
    assert verdict.uniqueness is nonet.Uniqueness.MULTIPLE


# -- what is installed, and what is broken -----------------------------------------


def test_with_native_alone_native_answers(monkeypatch):
    native = get_backend("native")
    patch_usable(monkeypatch, lambda name: native if name == "native" else None)
    alone = auto.Auto(first=1)
    for puzzle in nonet.read(PUZZLES / "hard.txt")[:6]:
        verdict = nonet.verify(puzzle, alone)
        assert verdict.outcome.backend == "native"
        assert verdict.uniqueness is nonet.Uniqueness.UNIQUE


def test_one_that_breaks_is_named_and_another_answers(race_backends):
    threads = SimpleQueue()

    class BreaksInRace(Broken):
        def run(self, model, request):
            threads.put(threading.current_thread())
            yield from super().run(model, request)

    class AnswersLater(Other):
        def run(self, model, request):
            threads.get(timeout=60).join(60)  # else it may be done before the other begins
            yield from super().run(model, request)

    with pytest.warns(RuntimeWarning, match="broken failed.*ZeroDivisionError: a fault of its own"):
        outcome = nonet.solve(ABC, race_backends(BreaksInRace(), AnswersLater()), limit=None)
    assert {tuple(s.values()) for s in outcome.solutions} == brute_force(ABC)
    assert (outcome.backend, outcome.exhausted) == ("other", True)


def test_one_that_declines_the_model_passes_it_on(race_backends):
    outcome = nonet.solve(ABC, race_backends(Declines(), get_backend("cpsat")), limit=None)
    assert {tuple(s.values()) for s in outcome.solutions} == brute_force(ABC)
    assert outcome.backend == "cpsat"


def test_if_all_in_the_race_decline_the_rest_is_asked(race_backends):
    class AlsoDeclines(Declines):
        name = "too"

    outcome = nonet.solve(ABC, race_backends(Declines(), AlsoDeclines()), limit=None)
    assert {tuple(s.values()) for s in outcome.solutions} == brute_force(ABC)


def test_a_plug_in_is_asked_where_nobody_else_takes_the_model(register_backends):
    model = Model({"a": range(450), "b": range(450)}, [Odd(("a", "b"))])
    with pytest.raises(Unsupported, match=r"^Odd \(odd\) says only whether it holds"):
        nonet.solve(model)

    class First(Other):
        def run(self, model, request):
            yield from ({"a": a, "b": a + 1} for a in range(449))
            return None

    register_backends(other=First, broken=_broken_import)
    outcome = nonet.solve(model, limit=20)
    assert (outcome.backend, len(outcome.solutions)) == ("other", 20)


@pytest.mark.parametrize("backend", [None, *nonet.backend_names()])
def test_a_class_that_has_only_holds_is_written_out_where_its_domains_are_small(backend):
    if backend and not registry.find_backend(backend).available().ok:
        pytest.skip(f"{backend} is not installed")
    model = Model({"a": range(3), "b": range(3)}, [Odd(("a", "b"))])
    outcome = nonet.solve(model, backend, limit=None)
    assert {tuple(s.values()) for s in outcome.solutions} == brute_force(model)


def test_a_plug_in_nobody_named_is_not_believed_where_others_answer(register_backends):
    """A wrong "no solution" cannot be seen: who gives it must have been asked for."""

    class NoSolution(Other):
        name = "denies"

        def run(self, model, request):
            return None
            yield

    register_backends(denies=NoSolution)
    hard = nonet.read(PUZZLES / "hard.txt")[0]
    assert nonet.solve(hard, "auto:first=1").status is nonet.Status.SAT
    assert nonet.solve(hard, "denies").status is nonet.Status.UNSAT


def test_a_broken_plug_in_disturbs_nobody(register_backends):
    register_backends(broken=_broken_import)
    hard = nonet.read(PUZZLES / "hard.txt")[0]
    assert nonet.verify(hard, "auto:first=1").uniqueness is nonet.Uniqueness.UNIQUE


def test_a_wrong_answer_raises_and_names_the_liar(race_backends):
    with pytest.raises(WrongAnswer, match="backend liar"):
        nonet.solve(ABC, race_backends(Liar(), Sleeper()))
    assert races_ended()


def test_without_threads_the_first_one_answers(monkeypatch):
    def no_threads(self):
        raise RuntimeError("can't start new thread")

    hard = nonet.read(PUZZLES / "hard.txt")[0]
    expected = nonet.verify(hard, "cpsat")
    monkeypatch.setattr(threading.Thread, "start", no_threads)
    verdict = nonet.verify(hard, "auto:first=1")
    assert (verdict.uniqueness, verdict.witnesses) == (expected.uniqueness, expected.witnesses)


# -- limits ------------------------------------------------------------------------


def test_a_time_limit_during_a_race_is_kept_and_reported(race_backends):
    started = time.monotonic()
    outcome = nonet.solve(ABC, race_backends(Sleeper(), Sleeper()), time_limit=0.2)
    assert time.monotonic() - started < 10
    assert (outcome.status, outcome.stopped_by) == (nonet.Status.UNKNOWN, "time")
    assert outcome.backend == "auto"  # nobody answered
    assert races_ended()


def test_whoever_notices_first_that_time_is_over_has_not_answered(race_backends):
    outcome = nonet.solve(ABC, race_backends(OutOfTimeFirst(), Sleeper()), time_limit=5)
    assert (outcome.stopped_by, outcome.backend) == ("time", "auto")
    assert races_ended()


def test_ctrl_c_during_a_race_ends_it_and_its_threads(race_backends, ctrl_c):
    backend = race_backends(Sleeper(), Sleeper())
    with ctrl_c(0.2, signals=True), pytest.raises(KeyboardInterrupt):
        nonet.solve(ABC, backend)
    assert races_ended()


def test_when_one_has_answered_the_others_stop(race_backends):
    assert nonet.solve(ABC, race_backends(Other(), Sleeper())).backend == "other"
    assert races_ended()


def test_closing_an_iterator_stops_the_race(race_backends):
    run = nonet.iter_solutions(ABC, race_backends(Other(), Sleeper()))
    next(run)
    run.close()
    assert races_ended()
    assert not run.exhausted


def test_a_backend_that_is_not_heard_waits_until_it_is(race_backends):
    """A backend may be only so far ahead of who asks."""
    yielded = []

    class CountsUp(Other):
        def run(self, model, request):
            for number in range(100_000):
                yielded.append(number)
                yield {"a": number}
            return None

    run = nonet.iter_solutions(Model({"a": range(100_000)}), race_backends(CountsUp(), Sleeper()))
    next(run)
    time.sleep(0.05)
    assert len(yielded) < 1000
    run.close()
    assert races_ended()


# -- the rules ---------------------------------------------------------------------

PUZZLE = selection_rules.Features(81, 729, 9, ("AllDifferent",))


@pytest.mark.parametrize("value_order", ["indomain_min", "indomain_max"])
def test_the_first_solution_is_the_one_that_search_annotations_ask_for(value_order):
    domains = {name: range(9) for name in "abcd"}
    model = Model(domains, [AllDifferent(tuple("abcd")), Linear(tuple("ad"), (1, 1), "==", 9)])
    phase = SearchPhase(tuple("dcba"), "input_order", value_order)
    with nonet.iter_solutions(model.with_search([phase]), "auto", limit=3) as run:
        first = [tuple(s[name] for name in "dcba") for s in run]
    solutions = [v for v in product(range(9), repeat=4) if len({*v}) == 4 and v[0] + v[3] == 9]
    assert first == sorted(solutions, reverse=value_order == "indomain_max")[:3]


def test_sums_over_wide_domains_are_answered_by_cpsat():
    build = nonet.ModelBuilder()
    x = build.array("x", 20, range(1000))
    for i in range(18):
        build.add(x[i] + 2 * x[i + 1] - x[i + 2] == 8)
    outcome = nonet.solve(build)
    assert (outcome.status, outcome.backend) == (nonet.Status.SAT, "cpsat")


def test_a_first_effort_below_0_is_refused():
    with pytest.raises(BackendOptionError, match="first is 0 or more"):
        get_backend("auto:first=-1")


def test_wide_sums_are_handed_on_in_time():
    build = nonet.ModelBuilder()
    ones = build.array("q", 2000, range(2))
    build.add(sum(ones) == 1)
    outcome = nonet.solve(build, time_limit=120)
    assert outcome.status is nonet.Status.SAT
    assert outcome.backend != "native"


def test_who_joins_later_is_not_imported_before():
    lines = [
        "import sys, nonet",
        "build = nonet.ModelBuilder()",
        "x, y = build.variables('xy', range(9))",
        "build.add(x + y >= 7)",
        "build.minimize(2 * x + y)",
        "assert nonet.solve(build.model(), time_limit=60).optimum.value == 7",
        "assert 'nonet.backends.sat' not in sys.modules, 'sat'",
    ]
    process = subprocess.run(
        [sys.executable, "-c", "\n".join(lines)], capture_output=True, text=True
    )
    assert not process.returncode, process.stderr


@pytest.mark.skipif(FIRST != "lockstep", reason="no compiled engine here")
def test_an_optimum_that_lockstep_does_not_prove_in_its_guesses_is_proven_by_a_race(monkeypatch):
    """The best solution of lockstep is what the race begins with."""
    build = nonet.ModelBuilder()
    taken = build.variables([f"x{n}" for n in range(12)], range(2))
    build.add(
        nonet.model.Linear(
            [x.name for x in taken], [3, 5, 7, 9, 11, 13, 4, 6, 8, 10, 12, 14], "<=", 47
        )
    )
    build.maximize(sum(weight * x for weight, x in zip(range(5, 29, 2), taken, strict=True)))
    monkeypatch.setattr(selection_rules, "MAX_GUESSES_OF_OBJECTIVES", 2_000)
    alone = nonet.solve(build)
    assert (alone.backend, alone.status.value, "raced" in alone.stats) == (
        "lockstep",
        "optimal",
        False,
    )
    monkeypatch.setattr(selection_rules, "MAX_GUESSES_OF_OBJECTIVES", 1)
    raced = nonet.solve(build)
    assert raced.status.value == "optimal"
    assert raced.backend != "lockstep"
    assert raced.optimum.value == alone.optimum.value


def test_an_empty_25x25_is_filled_without_a_race():
    outcome = nonet.solve(nonet.Puzzle(nonet.Grid.square(25)))
    assert outcome.backend == "native"
    assert "raced" not in outcome.stats


def test_where_native_is_alone_and_declines_its_reason_is_given(monkeypatch, no_lockstep):
    """As in a browser, where no other backend is installed."""
    patch_usable(monkeypatch, lambda name: None)
    wide = Model({name: range(1_000) for name in "abc"}, [Odd(tuple("abc"))])
    with pytest.raises(Unsupported, match="Odd"):
        nonet.solve(wide)
