"""Arrays of puzzles: the same answers as one by one, and clear errors for what is not an array."""

import os
import signal
import subprocess
import sys
import time
from math import isqrt
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import nonet
from nonet.batch import answer_checks, engines
from nonet.batch.engines import Geometry
from nonet.errors import (
    BackendError,
    ClueError,
    FormatError,
    LimitError,
    NonetError,
    PuzzleError,
    UnknownBackend,
    Unsupported,
    WrongAnswer,
)
from tests.cases import as_one_test

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
CLASH = "55" + "." * 79


def cell_values(text):
    return [0 if character in ".0" else int(character, 36) for character in text]


def random_rows(number, seed):
    """4x4 puzzles of random clues: with none, one and many solutions."""
    random = Random(seed)
    return [
        [random.randint(1, 4) if random.random() < 0.35 else 0 for _ in range(16)]
        for _ in range(number)
    ]


@pytest.fixture(params=["lockstep", "native"])
def backend(request):
    return request.param


def test_counts_and_solutions_are_those_of_puzzles_one_by_one(backend):
    rows = random_rows(120, seed=1)
    many = nonet.solve_many(rows, limit=3, backend=backend, threads=1)
    assert set(many.counts.tolist()) == {0, 1, 2, 3}
    for cells, number, solution in zip(rows, many.counts, many.solutions, strict=True):
        puzzle = nonet.parse("".join(map(str, cells)), allow_clashes=True)
        assert number == nonet.count_solutions(puzzle, "cpsat", limit=3).number
        assignment = dict(zip(puzzle.grid.cells, solution.tolist(), strict=True))
        assert puzzle.model().accepts(assignment) == (number > 0)


def test_rules_are_added_to_the_classic_ones(backend):
    example = nonet.puzzle.rule_types()["windoku"].examples[0]
    many = nonet.verify_many([cell_values(example.puzzle)] * 2, rules="windoku", backend=backend)
    assert many.counts.tolist() == [1, 1]
    assert many.solutions[1].tolist() == cell_values(example.solution)
    assert nonet.verify_many([cell_values(example.puzzle)], backend=backend).counts.tolist() == [2]


def test_like_gives_another_grid_and_its_rules(backend):
    (samurai,) = nonet.read("puzzles/samurai.json")[:1]
    cells = [samurai.clues.get(cell, 0) for cell in samurai.grid.cells]
    many = nonet.verify_many(np.array([cells], np.uint8), like=samurai, backend=backend, threads=1)
    assert many.counts.tolist() == [1]
    expected = nonet.solve(samurai, "cpsat").solution
    assert many.solutions[0].tolist() == [expected[cell] for cell in samurai.grid.cells]


@pytest.mark.parametrize("name", ["even", "odd"])
def test_rules_over_one_cell_are_kept(backend, name):
    example = nonet.puzzle.rule_types()[name].examples[0]
    rules = [f"{name} {example.parameters}"]
    many = nonet.verify_many(
        [cell_values(example.puzzle)], rules=rules, backend=backend, check="all"
    )
    assert many.counts.tolist() == [1]
    assert many.solutions[0].tolist() == cell_values(example.solution)


def test_texts_and_puzzles_are_taken_as_well_as_arrays(backend):
    many = nonet.solve_many([EASY, nonet.parse(EASY), CLASH], backend=backend)
    assert many.counts.tolist() == [1, 1, 0]
    assert "".join(map(str, many.solutions[1])) == SOLVED
    assert not many.solutions[2].any()


def test_the_answer_says_what_it_is_and_has_no_truth_value(backend):
    many = nonet.verify_many([EASY, CLASH], backend=backend)
    assert (many.solutions.shape, many.solutions.dtype) == ((2, 81), np.uint8)
    assert many.counts.shape == many.guesses.shape == (2,)
    assert many.backend == backend
    assert repr(many).startswith("<Many: 2 puzzles (with so many solutions: 0: 1, 1: 1), ")
    with pytest.raises(TypeError):
        bool(many)
    with pytest.raises(AttributeError):
        many.counts = None


@pytest.mark.parametrize("nothing", [[], np.zeros((0, 81), np.uint8), np.zeros(0)])
def test_no_puzzles_are_no_error(nothing):
    many = nonet.verify_many(nothing)
    assert many.solutions.shape == (0, 81)
    assert len(many) == 0
    assert "0 puzzles" in repr(many)


@as_one_test(
    [
        (np.zeros(15, np.uint8), PuzzleError, "shape"),
        (np.zeros((2, 80), np.uint8), PuzzleError, "80"),
        (np.zeros((2, 2, 81), np.uint8), PuzzleError, "shape"),
        (np.full((1, 81), 0.5), PuzzleError, "fractions, as in puzzle 1"),
        (np.zeros((1, 81), bool), PuzzleError, "bool"),
        (np.full((1, 81), 10), ClueError, "puzzle 1: 10 at R1C1"),
        (np.full((1, 81), -1), ClueError, "-1"),
        (np.full((1, 81), 256), ClueError, "256"),
        ([[0] * 81, [0] * 16], PuzzleError, "one grid"),
        (["." * 81, "." * 16], PuzzleError, "one grid"),
        (["." * 81, 5], PuzzleError, "int"),
        ([[["x"]]], FormatError, "puzzle 1: only letters"),
        (EASY, PuzzleError, "list"),
    ]
)
def test_what_is_no_array_of_puzzles_is_a_clear_error(puzzles, error, message):
    with pytest.raises(error, match=message) as raised:
        nonet.solve_many(puzzles)
    assert isinstance(raised.value, ValueError)
    assert isinstance(raised.value, NonetError)


def test_limits_and_names_that_are_none_are_refused():
    for limit in (0, -1, 1.5, None, True):
        with pytest.raises(LimitError):
            nonet.solve_many([EASY], limit=limit)
    for threads in (0, -2):
        with pytest.raises(LimitError):
            nonet.solve_many([EASY], threads=threads)
    with pytest.raises(UnknownBackend):
        nonet.solve_many([EASY], backend="no-such-solver")
    with pytest.raises(PuzzleError, match="all, sample or none"):
        nonet.solve_many([EASY], check="some")


@given(st.binary(min_size=32, max_size=32), st.sampled_from([1, 2, 10**30]))
def test_random_bytes_are_an_error_or_the_true_counts(raw, limit):
    array = np.frombuffer(raw, np.uint8).reshape(2, 16)
    if array.max() > 4:
        with pytest.raises(ClueError):
            nonet.solve_many(array, limit=limit)
        array = array % 5
    many = nonet.solve_many(array, limit=limit)
    slow = nonet.solve_many(array, limit=limit, backend="native", threads=1)
    assert many.counts.tolist() == slow.counts.tolist()


def test_without_an_engine_processes_answer_and_a_line_says_what_would_be_faster(
    monkeypatch, capsys
):
    from nonet.backends.base import Availability
    from nonet.backends.lockstep import Lockstep

    missing = Availability(False, missing="no compiled engine")
    monkeypatch.setattr(Lockstep, "available", lambda self: missing)
    rows = random_rows(100, seed=2)
    many = nonet.solve_many(rows, limit=2, threads=2)
    assert many.backend == "native"
    errors = capsys.readouterr().err
    assert errors.count("\n") == 1
    assert "no compiled engine" in errors
    alone = nonet.solve_many(rows, limit=2, threads=1, backend="native")
    assert many.counts.tolist() == alone.counts.tolist()
    assert many.solutions.tolist() == alone.solutions.tolist()


def test_sums_go_where_an_engine_is():
    with engines.choose_engine(_with_a_sum(), threads=1) as engine:
        assert engine.name in ("lockstep", "native")
        answers = engine.answers(np.zeros((1, 16), np.uint8), 1)
    assert answers.solutions[0, :2].sum() == 7


def test_what_the_kernel_cannot_take_goes_to_processes():
    model = Geometry.square(16)
    assert engines.choose_engine(model, threads=1).name in ("lockstep", "native")
    with pytest.raises((Unsupported, BackendError)):
        engines.choose_engine(_with_a_sum(large=True), "lockstep")
    with engines.choose_engine(_with_a_sum(large=True), threads=1) as engine:
        assert engine.name == "native"
        answers = engine.answers(np.zeros((1, 16), np.uint8), 1)
    assert answers.solutions[0, :2].sum() == 7


def _with_a_sum(large=False):
    """A 4x4 with a sum, and maybe a number of more values than the kernel has bits."""
    from dataclasses import dataclass
    from typing import ClassVar

    from nonet.model import Domain, Linear
    from nonet.puzzle import CLASSIC, Grid, Puzzle, PuzzleRule

    @dataclass(frozen=True)
    class Sum(PuzzleRule):
        sentence: ClassVar[str] = "R1C1 and R1C2 add up to 7."
        replaces: ClassVar[str] = ""

        def variables(self, grid):
            return {"~number": Domain.range(0, 99)} if large else {}

        def constraints(self, grid):
            yield Linear(("R1C1", "R1C2"), (1, 1), "==", 7)
            if large:
                yield Linear(("R1C1", "R1C2", "~number"), (10, 1, -1), "==", 0)

    return Geometry(Puzzle(Grid.square(4), {}, (*CLASSIC, Sum())))


def test_a_worker_that_dies_is_an_error_and_leaves_no_process(monkeypatch):
    import multiprocessing

    geometry = Geometry.square(16)
    before = set(multiprocessing.active_children())
    with engines.ProcessEngine(geometry, "native", 2, None) as engine:
        rows = np.array(random_rows(64, seed=3), np.uint8)
        engine.answers(rows, 2)
        victim = next(iter(set(multiprocessing.active_children()) - before))
        os.kill(victim.pid, signal.SIGKILL)
        with pytest.raises(BackendError, match="worker process ended"):
            while True:  # the other may answer all before anybody looks
                engine.answers(rows, 2)
    assert set(multiprocessing.active_children()) == before


def test_ctrl_c_stops_processes_at_once(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(
        "import nonet, sys\n"
        "if __name__ == '__main__':\n"
        "    print('begun', flush=True)\n"
        "    nonet.solve_many([[0] * 625] * 400, limit=10**6, backend='native', threads=2)\n"
    )
    child = subprocess.Popen(
        [sys.executable, str(script)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert child.stdout.readline() == "begun\n"
    time.sleep(1.0)
    started = time.monotonic()
    child.send_signal(signal.SIGINT)
    _, errors = child.communicate(timeout=20)
    assert "KeyboardInterrupt" in errors
    assert time.monotonic() - started < 15


def test_the_check_of_solutions_finds_every_kind_of_fault():
    geometry = Geometry.square(81)
    rows, solutions = (
        np.array([cell_values(EASY)], np.uint8),
        np.array([cell_values(SOLVED)], np.uint8),
    )
    solved = np.array([True])
    answer_checks.check_solutions(geometry, rows, solutions, solved)
    for place, value, message in [(0, 1, "clue"), (2, 0, "no value"), (2, 1, "broken: row 1")]:
        altered = solutions.copy()
        altered[0, place] = value
        with pytest.raises(WrongAnswer, match=f"puzzle 1: .*{message}"):
            answer_checks.check_solutions(geometry, rows, altered, solved)


@pytest.mark.parametrize("size", [9, 16, 25, 64])
def test_repeats_are_found_in_any_size(size):
    geometry, box = Geometry.square(size**2), isqrt(size)
    row, column = np.divmod(np.arange(size**2), size)
    solved = (row * box + row // box + column) % size
    solutions = np.array([(solved + k) % size + 1 for k in range(3)], np.uint8)
    rows, yes = np.zeros_like(solutions), np.ones(3, bool)
    answer_checks.check_solutions(geometry, rows, solutions, yes)
    solutions[1, 0] = solutions[1, size - 1]
    with pytest.raises(WrongAnswer, match="puzzle 2: broken: row 1"):
        answer_checks.check_solutions(geometry, rows, solutions, yes)


@pytest.mark.parametrize("how", ["sample", "all"])
def test_a_wrong_count_is_found_by_another_solver(how):
    geometry = Geometry.square(16)
    rows, yes = np.zeros((1, 16), np.uint8), np.ones(1, bool)
    answer_checks.check_counts(geometry, rows, np.array([2]), yes, 2, how)
    with pytest.raises(WrongAnswer, match=r"puzzle 8: 1 solution, but \w+ counts 2"):
        answer_checks.check_counts(geometry, rows, np.array([1]), yes, 2, how, first=7)


def test_the_number_of_threads_changes_neither_guesses_nor_witnesses():
    dice = np.random.default_rng(5)
    rows = np.zeros((3000, 81), np.uint8)
    rows[np.arange(3000), dice.integers(81, size=3000)] = dice.integers(1, 10, 3000)
    by_one_thread, by_three_threads = (
        nonet.verify_many(rows, backend="lockstep", threads=n) for n in (1, 3)
    )
    assert np.array_equal(by_one_thread.solutions, by_three_threads.solutions)
    assert np.array_equal(by_one_thread.guesses, by_three_threads.guesses)


def test_who_counts_a_sample_again_is_the_one_that_is_ready_soonest():
    pytest.importorskip("ortools")
    small, large = Geometry.square(81), Geometry.square(625)
    assert [answer_checks._recounting_backend(small, how) for how in ("sample", "all")] == [
        "sat",
        "sat",
    ]
    assert [answer_checks._recounting_backend(large, how) for how in ("sample", "all")] == [
        "cpsat",
        "sat",
    ]


@pytest.mark.parametrize("ask", [nonet.solve_many, nonet.verify_many])
@pytest.mark.parametrize(
    ("puzzles", "says"),
    [
        ([".......21.3..4..", None], "puzzle 2: expected a puzzle or its text, not NoneType"),
        ([".......21.3..4..", 3.5], "puzzle 2: .* not float"),
        ([None, nonet.parse("." * 16)], "puzzle 1: .* not NoneType"),
        ([nonet.parse("." * 16), {}], "puzzle 2: "),
        ([None], "puzzle 1: .* not NoneType"),
        (None, "expected many puzzles in a list, not NoneType"),
        (7, "expected many puzzles in a list, not int"),
        ({"a": "." * 16}, "expected many puzzles in a list, not dict"),
        (np.zeros((2, 9, 9, 1)), "shape"),
    ],
)
def test_what_is_no_puzzle_is_named_by_its_place(ask, puzzles, says):
    with pytest.raises((PuzzleError, FormatError), match=says):
        ask(puzzles)
