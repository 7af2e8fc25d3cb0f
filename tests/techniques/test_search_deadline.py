"""Time limits: any search ends soon after its time is over, and what is undecided says so.

No test measures time: work is counted, as lines of Python between two looks at the clock.
"""

import gc
import pickle
import random
import subprocess
import sys
from pathlib import Path as File

import pytest

import nonet
from nonet import Grid, Puzzle, explain, hints, rate
from nonet.deadline import Deadline, DeadlineExceeded, set_progress
from nonet.errors import LimitError, OutOfTime
from nonet.techniques import TECHNIQUES, Position, ladder, rate_many, search_deadline
from nonet.techniques.candidate_layout import bits
from nonet.techniques.engines import almost_locked, core_search
from nonet.techniques.engines.inference_graph import Graph, search_order_of
from nonet.techniques.engines.probe import PatternFinder, Suppositions, probe
from nonet.techniques.entry_search import search_steps
from nonet.techniques.hints import find, next_steps
from nonet.techniques.path import Path, walk_path
from nonet.techniques.policies import policy
from nonet.techniques.search_deadline import (
    LEAST_PART,
    NO_DEADLINE,
    PatienceDeadline,
    SearchDeadline,
    relaxed_gc,
)
from nonet.techniques.solution_oracle import SolutionOracle
from nonet.techniques.statistics import LadderBuilder
from nonet.techniques.step_effects import all_steps

from .thinned import thinned

ROOT = File(__file__).parents[2]
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
HARDEST = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
MANY = "....5...853.7..........2.....1..37.634......1.8...93....7...96..........9..8.1.5."
MANY_STEPS = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
MODULES = sorted({entry.module for entry in TECHNIQUES} - {"brute_force"})
"""The families; brute force asks a solver, which is given what is left of the time."""

LINES = 400_000
"""Lines of Python between two looks at the clock, at most: about a tenth of a second."""


class Counting(SearchDeadline):
    """A clock that runs out after so many lines of Python, and keeps the longest gap."""

    __slots__ = ("gap", "last", "lines", "most")

    def __init__(self, most: int) -> None:
        super().__init__(10_000)
        self.lines = self.last = self.gap = 0
        self.most = most

    def check(self) -> None:
        self.gap = max(self.gap, self.lines - self.last)
        self.last = self.lines
        if self.lines > self.most:
            raise DeadlineExceeded

    def trace(self, frame, event, argument):
        if event == "line":
            self.lines += 1
        return self.trace


def hard_puzzles() -> dict[str, Puzzle]:
    large = next(iter(nonet.read(ROOT / "puzzles" / "16x16.txt")))
    some = random.Random(1).sample(sorted(large.clues), 60)
    return {
        "16x16 with 60 clues": large.with_clues({cell: large.clues[cell] for cell in some}),
        "hardest": nonet.parse(HARDEST),
    }


@pytest.mark.slow
@pytest.mark.parametrize("name", hard_puzzles())
@pytest.mark.parametrize("module", MODULES)
def test_no_search_works_long_without_asking_the_clock(module, name):
    position = Position.of(hard_puzzles()[name])
    search_order_of(position.layout)  # made once for a geometry
    clock = position.deadline = Counting(LINES)
    keys = [entry.key for entry in TECHNIQUES if entry.module == module]
    before = sys.gettrace()
    sys.settrace(clock.trace)
    try:
        for _ in search_steps(position, keys):
            clock.check()
        clock.check()
    except DeadlineExceeded:
        pass
    finally:
        sys.settrace(before)
    assert clock.gap < LINES


def expired() -> SearchDeadline:
    clock = SearchDeadline(1e-6)
    with pytest.raises(DeadlineExceeded):
        while True:
            clock.check()
    return clock


@pytest.mark.parametrize("limit", [0, -1, float("nan"), "2", True])
@pytest.mark.parametrize("verb", [explain, hints, rate, find])
def test_a_limit_that_is_none_is_an_error(verb, limit):
    with pytest.raises(LimitError):
        verb(EASY, time_limit=limit)
    with pytest.raises(LimitError):
        next(rate_many([], time_limit=limit))


def test_a_path_that_ran_out_of_time_says_so_and_is_never_no_solution():
    path = explain(HARDEST, time_limit=1e-6)
    assert not path.solved and path.stopped_by == "time"
    assert "time limit" in path.note and "no solution" not in path.note
    assert path.to_json()["stopped_by"] == "time"


class DeadlineAfterCalls(SearchDeadline):
    """A clock that runs out when it was asked so often."""

    __slots__ = ("times",)

    def __init__(self, times: int) -> None:
        super().__init__(10_000)
        self.times = times

    def check(self) -> None:
        self.times -= 1
        if self.expired:
            raise DeadlineExceeded

    @property
    def expired(self) -> bool:
        return self.times < 0


def test_what_was_found_before_the_time_was_over_is_kept():
    def path(clock: SearchDeadline) -> Path:
        model = nonet.parse(EASY).model()
        position = Position.of(model)
        position.deadline = clock
        return walk_path(position, policy("tutorial"), SolutionOracle(model, position))

    full, part = path(NO_DEADLINE), path(DeadlineAfterCalls(12))
    assert full.solved and part.stopped_by == "time"
    assert 0 < len(part.steps) < len(full.steps)
    assert part.steps == full.steps[: len(part.steps)]


def test_the_clock_is_looked_at_before_each_search_of_a_path():
    """Searches for singles alone are too short to look at it themselves."""
    model = nonet.parse(EASY).model()
    position = Position.of(model)
    position.deadline = clock = DeadlineAfterCalls(100_000)
    path = walk_path(position, policy("tutorial"), SolutionOracle(model, position))
    assert path.solved and 100_000 - clock.times >= len(path.steps)


def test_a_hint_that_ran_out_of_time_is_an_error_and_not_an_empty_answer():
    with pytest.raises(OutOfTime, match="no step was found in 1e-06 seconds"):
        hints(HARDEST, time_limit=1e-6)
    with pytest.raises(OutOfTime, match="not all was searched"):
        find(HARDEST, "forcing", time_limit=1e-6)


def test_a_rating_that_ran_out_of_time_is_undecided_and_names_the_scales():
    rating = rate(HARDEST, time_limit=1e-6)
    assert (rating.rating, rating.score, rating.solved) == (None, None, False)
    assert set(rating.stopped) == {"explainer", "hodoku"}
    assert "undecided" in rating.note and rating.to_json()["stopped"] == dict(rating.stopped)


def test_a_limit_that_is_not_reached_changes_nothing():
    assert explain(EASY, time_limit=1000) == explain(EASY)
    assert hints(EASY, time_limit=1000) == hints(EASY)
    assert rate(EASY, time_limit=1000) == rate(EASY)


def test_a_ladder_counts_what_was_stopped():
    climb = LadderBuilder("hodoku", 1e-6)
    climb.add(HARDEST)
    assert (climb.puzzles, climb.stopped) == (1, 1)
    assert next(rung.solved for rung in ladder([EASY])) == climb.rungs[-1].solved + 1


def test_a_search_cut_short_leaves_nothing_half_done_behind():
    """What engines keep is thrown away with the clock: the same position is searched anew."""
    position = Position.of(nonet.parse(HARDEST))
    position.deadline = expired()
    with pytest.raises(DeadlineExceeded):
        list(search_steps(position, ["als-xz", "grouped-aic", "forcing-net-verity"]))
    repeated = find(position, "x-chain", "als-xz", "aic")
    assert repeated == find(HARDEST, "x-chain", "als-xz", "aic")


@pytest.mark.parametrize("size", [4, 9])
def test_where_every_candidate_is_in_a_solution_nothing_is_searched(size, monkeypatch):
    from nonet.techniques.families import chains, kraken

    searched = []
    monkeypatch.setattr(chains, "find", lambda *_: iter(searched.append(1) or ()))
    monkeypatch.setattr(kraken, "find", lambda *_: iter(searched.append(1) or ()))
    empty = Puzzle(Grid.square(size))
    assert hints(empty) == [] and not searched
    path = explain(empty)
    assert path.steps == () and not searched
    assert path.uniqueness is nonet.Uniqueness.MULTIPLE
    assert "every candidate left is in one of them" in path.note


def test_with_several_solutions_the_steps_that_keep_them_all_are_still_found():
    path = explain(MANY)
    assert path.steps and path.uniqueness is nonet.Uniqueness.MULTIPLE
    in_some_solution = nonet.candidates(MANY).values
    for step in path.steps:
        assert all(value not in in_some_solution[cell] for cell, value in step.removed)
    assert {cell: set(remaining) for cell, remaining in path.end.candidates.items()} == {
        cell: set(in_some_solution[cell]) for cell in path.end.candidates
    }


@pytest.mark.slow(0.2)
@pytest.mark.parametrize("chosen", ["human", "hodoku", "explainer", "sukaku"])
def test_paths_survive_pickling(chosen):
    """Also those whose positions keep searches under way."""
    hard = "6.2.5.........4.3..........43...8....1....2........7..5..27...........81...6....."
    path = explain(hard, chosen)
    unpickled = pickle.loads(pickle.dumps(path))
    assert unpickled == path and unpickled.to_json() == path.to_json()
    assert unpickled.end == path.end and hash(unpickled.end) == hash(path.end)
    assert [position.open for position in unpickled.positions] == [p.open for p in path.positions]
    assert hints(unpickled.model, chosen) == hints(path.model, chosen)


def test_ratings_and_errors_survive_pickling():
    from nonet.errors import UnsoundStep

    assert pickle.loads(pickle.dumps(rate(EASY))) == rate(EASY)
    error = pickle.loads(pickle.dumps(UnsoundStep("told", technique="x-wing", position="{}")))
    assert (str(error), error.technique, error.position) == ("told", "x-wing", "{}")


# -- progress ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ask", "searched"),
    [
        (lambda: explain(EASY), "searching "),
        (lambda: hints(EASY), "searching "),
        (lambda: find(EASY, "x-wing"), "searching X-Wing"),
        (lambda: rate(EASY, "hodoku"), "searching "),
    ],
)
def test_a_question_offers_words_for_what_it_searches(ask, searched):
    reported = []
    set_progress(reported.append)
    try:
        ask()
    finally:
        set_progress(None)
    (describe,) = reported  # of the question, not of those it asks on the way
    assert describe().startswith(searched)


def test_the_words_count_the_steps():
    deadline = SearchDeadline()
    assert deadline.status_text() == ""
    deadline.current_search, deadline.steps = "Swordfish", 1
    assert deadline.status_text() == "searching Swordfish, 1 step found"
    deadline.steps = 2
    assert deadline.status_text() == "searching Swordfish, 2 steps found"


def test_the_library_writes_nothing():
    script = f"import logging, nonet\nlogging.basicConfig(level='INFO')\nnonet.explain({EASY!r})\n"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert (run.stdout, run.stderr) == ("", "")


class EndsAfter(Deadline):
    """The deadline of a question that is over after so many looks."""

    __slots__ = ("looks",)

    def __init__(self, looks: int) -> None:
        super().__init__()
        self.looks = looks

    def check(self) -> None:
        self.looks -= 1
        if self.looks < 0:
            raise DeadlineExceeded


@pytest.mark.parametrize(
    "ask",
    [
        lambda: rate(MANY_STEPS, "explainer"),
        lambda: explain(MANY_STEPS),
        lambda: hints(MANY_STEPS, only="als-xz"),
        lambda: find(MANY_STEPS, "als-xz"),
        lambda: all_steps(MANY_STEPS, only="als-xz"),
    ],
    ids=["rating", "path", "hint", "steps of a technique", "all steps"],
)
def test_a_question_lets_the_end_of_one_that_asked_it_pass(ask):
    ask()  # what is made once for a geometry is there
    outer = EndsAfter(1 << 40)
    outer.call(ask)
    looks = (1 << 40) - outer.looks
    for fewer in (looks // 2, looks * 3 // 4, looks - 1):
        with pytest.raises(DeadlineExceeded):
            EndsAfter(fewer).call(ask)


# -- parts of a search, by a clock of this test -------------------------------------


class Clocks:
    """The two clocks that a part of a search looks at, moved by hand."""

    def __init__(self, monkeypatch):
        self.wall, self.cpu, self.cpu_looks = 100.0, 7.0, 0
        monkeypatch.setattr(search_deadline.time, "monotonic", lambda: self.wall)
        monkeypatch.setattr("nonet.deadline.monotonic", lambda: self.wall)
        monkeypatch.setattr(search_deadline, "cpu_time", self.cpu_time)

    def cpu_time(self):
        self.cpu_looks += 1
        return self.cpu

    def pass_(self, wall, cpu):
        self.wall, self.cpu = self.wall + wall, self.cpu + cpu


@pytest.fixture
def clocks(monkeypatch):
    return Clocks(monkeypatch)


def test_a_part_ends_after_its_seconds_of_the_processor_and_not_before(clocks):
    part = PatienceDeadline(SearchDeadline(), 2.0)
    for wall, cpu in ((1.5, 1.5), (30, 0.25), (30, 0.125)):
        clocks.pass_(wall, cpu)
        part.check()  # most of the time belonged to other programs
    clocks.pass_(0.125, 0.125)
    with pytest.raises(DeadlineExceeded):
        part.check()


def test_the_processor_is_not_asked_before_as_much_time_has_passed(clocks):
    part = PatienceDeadline(SearchDeadline(), 2.0)
    clocks.cpu_looks = 0
    for _ in range(8):
        clocks.pass_(0.25 - 0.03125, 0.0)
        part.check()
    assert clocks.cpu_looks == 0
    clocks.pass_(0.25, 0.5)  # two seconds by the wall, half a second of the processor
    part.check()
    assert clocks.cpu_looks == 1
    clocks.pass_(1.25, 1.25)  # 1.5 are left
    part.check()
    assert clocks.cpu_looks == 1
    clocks.pass_(0.25, 0.25)
    with pytest.raises(DeadlineExceeded):
        part.check()


def test_a_part_is_over_where_the_whole_is(clocks):
    outer = SearchDeadline(3)
    part = PatienceDeadline(outer, 1000)
    assert part.until == outer.until == 103
    clocks.pass_(2.5, 0)
    part.check()
    clocks.pass_(0.5, 0)
    with pytest.raises(DeadlineExceeded):
        part.check()


@pytest.mark.parametrize(
    ("outer", "query", "used", "limit"),
    [
        (None, None, 0, 2.0),
        (None, None, 0.5, 1.5),
        (None, None, 1.96875, LEAST_PART),
        (None, None, 5, LEAST_PART),
        (None, 0.25, 0.5, 0.25),
        (None, 1.75, 0.5, 1.5),
        (None, 1.75, 5, LEAST_PART),
        (0.5, None, 0, 0.5),
        (10, None, 0, 2.0),
        (10, 0.25, 0, 0.25),
    ],
)
def test_a_solver_is_given_what_is_left_of_the_part_the_whole_and_the_query(
    clocks, outer, query, used, limit
):
    part = PatienceDeadline(SearchDeadline(outer), 2.0)
    clocks.pass_(0, used)
    assert part.limit_for_part(query) == limit


def test_a_part_of_a_part_ends_with_either(clocks):
    outer = PatienceDeadline(SearchDeadline(), 1.0)
    inner = PatienceDeadline(outer, 5.0)
    clocks.pass_(0.5, 0.5)
    inner.check()
    clocks.pass_(0.5, 0.5)
    with pytest.raises(DeadlineExceeded):
        inner.check()


# -- the garbage collector ----------------------------------------------------------


@pytest.fixture
def thresholds():
    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)


@pytest.mark.parametrize(
    ("before", "within"),
    [
        ((700, 10, 10), search_deadline.RELAXED_THRESHOLDS),
        ((99_999, 5, 5), search_deadline.RELAXED_THRESHOLDS),
        ((100_000, 5, 5), (100_000, 5, 5)),
        ((200_000, 5, 5), (200_000, 5, 5)),
        ((0, 10, 10), (0, 10, 10)),
    ],
)
def test_cycles_are_collected_rarely_within_a_question_unless_they_are_already(
    thresholds, before, within
):
    gc.set_threshold(*before)
    with relaxed_gc():
        assert gc.get_threshold() == within
        with pytest.raises(ZeroDivisionError), relaxed_gc():
            raise ZeroDivisionError
        assert gc.get_threshold() == within
    assert gc.get_threshold() == before


def test_thresholds_return_when_the_last_of_two_questions_ends(thresholds):
    gc.set_threshold(700, 10, 10)
    first, second = relaxed_gc(), relaxed_gc()
    first.__enter__()
    second.__enter__()
    first.__exit__(None, None, None)
    assert gc.get_threshold() == search_deadline.RELAXED_THRESHOLDS
    second.__exit__(None, None, None)
    assert gc.get_threshold() == (700, 10, 10)


def test_the_words_name_the_search_of_the_whole():
    deadline = SearchDeadline()
    assert (deadline.current_search, deadline.steps, deadline.remaining()) == ("", 0, None)
    deadline.steps = 3
    assert deadline.status_text() == ""
    deadline.current_search, deadline.steps = "X-Wing", 0
    assert deadline.status_text() == "searching X-Wing"


# -- engines look at the deadline in each turn of their loops ------------------------


class Looks(SearchDeadline):
    """A deadline that counts how often it is looked at, and is over after some looks."""

    __slots__ = ("looks", "most")

    def __init__(self, most: int = 1 << 40) -> None:
        super().__init__()
        self.looks, self.most = 0, most

    def check(self) -> None:
        self.looks += 1
        if self.looks > self.most:
            raise DeadlineExceeded


def looked(position, work) -> int:
    before = position.deadline.looks
    work()
    return position.deadline.looks - before


def test_engines_look_at_the_deadline_once_in_each_turn():
    position = thinned(6, 1, 0.5)
    position.deadline = Looks()
    layout, open_ = position.layout, [*bits(position.open)]
    graph = Graph.of(position)
    assert looked(position, lambda: graph.implied(open_[0])) == len(graph.links)  # the closure
    assert looked(position, lambda: graph.implied(open_[1])) == 0
    assert looked(position, lambda: [graph.propagation(c) for c in open_]) == len(open_)
    assert looked(position, lambda: [graph.propagation(c) for c in open_]) == 0
    houses = layout.houses
    sets = almost_locked.almost_locked_sets
    # each house, and each of its cells
    expected = len(houses) + sum(len(house.cell_numbers) for house in houses)
    assert looked(position, lambda: sets(position)) == expected
    grouped = looked(position, lambda: Graph.of(position, "groups").links)
    assert grouped == layout.value_count
    almost = sets(position)
    large = [cells for cells, _ in almost.sets if cells.bit_count() > 1]
    places = {
        (value, cells & position.places_of(value))
        for cells, values in almost.sets
        if cells.bit_count() > 1
        for value in bits(values)
    }
    joined = looked(position, lambda: Graph.of(position, "sets").links)
    assert joined == layout.value_count + len(places) + len(large)
    tied = [ties for ties in almost.restricted_commons if ties]
    chains = almost_locked.als_chains(almost, rank=int, overlap=True)
    assert looked(position, lambda: [*chains]) == 2 * len(tied)
    fresh = Graph(layout, position.open)
    start = next(s for s in graph.strong if fresh.layers_from_off(s).on_in_layer(2))
    layers = graph.layers_from_off(start)
    assert looked(position, lambda: layers.on_in_layer(2)) == 2
    assert looked(position, lambda: layers.on_in_layer(2)) == 0
    end = next(bits(layers.on_in_layer(0)))
    assert looked(position, lambda: [*layers.paths(end, 0)]) == 1
    assert looked(position, lambda: probe(graph, open_[0], True)) == 1
    finder = PatternFinder(position)
    assert looked(position, lambda: [*finder(position.open, position.open)]) == 1
    records = position.cached(Suppositions, "chains")
    assert looked(position, lambda: [records(c) for c in open_]) == len(open_)
    assert looked(position, lambda: [records(c) for c in open_]) == len(open_)
    record = records(start, False)
    levels = looked(position, lambda: record.size(2 * end + 1))
    assert levels == 1  # of the first level, beside the start


@pytest.mark.parametrize("looks", [0, 1, 7])
def test_a_search_of_models_that_was_cut_short_is_no_refutation(monkeypatch, looks):
    position = thinned(4, 0)
    position.deadline = Looks(looks)
    monkeypatch.setattr(core_search, "search_solution", lambda *_: (None, 0))
    solver = core_search.ModelSearch()
    verdicts = []
    with pytest.raises(DeadlineExceeded):
        while len(verdicts) < 10:
            verdicts.append(solver.refutes(position, 0, [0], 10))
    assert all(verdicts) and len(verdicts) == looks // 2  # a look before and a look after each


def test_a_hint_is_over_where_its_deadline_is_and_not_where_its_patience_is(monkeypatch):
    position = Position.of(nonet.parse(HARDEST))
    oracle = SolutionOracle(nonet.parse(HARDEST).model(), position)
    oracle.check_uniqueness()
    for looks in (0, 1, 5):
        position.deadline = DeadlineAfterCalls(looks)
        with pytest.raises(OutOfTime, match=r"no step was found in 10,000 seconds"):
            next_steps(position, policy("human"), oracle)
