"""Arrays of puzzles: the same answers as one by one, and clear errors for what is not an array."""

import os
import signal
import subprocess
import sys
import time
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import nonet
from nonet.batch import engines
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


def test_the_number_of_threads_changes_neither_guesses_nor_witnesses():
    dice = np.random.default_rng(5)
    rows = np.zeros((3000, 81), np.uint8)
    rows[np.arange(3000), dice.integers(81, size=3000)] = dice.integers(1, 10, 3000)
    by_one_thread, by_three_threads = (
        nonet.verify_many(rows, backend="lockstep", threads=n) for n in (1, 3)
    )
    assert np.array_equal(by_one_thread.solutions, by_three_threads.solutions)
    assert np.array_equal(by_one_thread.guesses, by_three_threads.guesses)


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


@pytest.mark.parametrize("number", [1, 3, 4, 5, 16, 17, 39, 40, 41])
def test_processes_take_a_fourth_of_a_share_up_to_the_largest_chunk(number, monkeypatch):
    """Judged by the rows told to be answered; the answers are those of each row by itself."""
    monkeypatch.setattr(engines, "CHUNK_SIZE", 4)
    monkeypatch.setattr(engines, "MAX_EASY_CELLS", 32)  # so that 8 rows of 16 cells go together
    rows = np.array(random_rows(number, seed=number), np.uint8)
    progress: list[int] = []
    with engines.ProcessEngine(Geometry.square(16), "native", 1, None) as engine:
        answers = engine.answers(rows, 2, progress.append)
    size = max(1, min(8, number // 4))
    assert progress == [size] * (number // size) + [number % size] * (number % size > 0)
    assert answers.decided.all() and not answers.handed_over.any()
    for row, count, solution in zip(rows, answers.counts, answers.solutions, strict=True):
        outcome = nonet.solve(Geometry.square(16).model_of(row.tolist()), "native", limit=2)
        assert count == len(outcome.solutions)
        expected = list(outcome.solution.values()) if count else [0] * 16
        assert solution.tolist() == expected


@pytest.mark.parametrize(("number", "is_alone"), [(16, True), (17, False)])
@pytest.mark.parametrize("threads", [1, 2])
def test_few_rows_start_no_process(number, is_alone, threads, monkeypatch):
    started: list[int] = []

    class Workers:
        def __init__(self, jobs, geometry, backend):
            started.append(jobs)
            self._solve = lambda chunk: engines.solve_chunk(geometry, backend, chunk)

        def answers(self, chunks):
            return map(self._solve, chunks)

        def close(self):
            started.append(-1)

    monkeypatch.setattr(engines, "WorkerPool", Workers)
    rows = np.array(random_rows(number, seed=1), np.uint8)
    with engines.ProcessEngine(Geometry.square(16), "native", threads, None) as engine:
        for _ in range(2):
            assert engine.answers(rows, 2).decided.all()
    assert started == ([] if is_alone or threads == 1 else [2, -1])


def test_values_are_written_as_their_places_and_back():
    zero = nonet.parse(
        '{"nonet": "puzzle", "grid": "4x4 values 0-3 box 2x2", "clues": {"R1C2": 3}}'
    )
    geometry = Geometry.of_puzzle(zero)
    assert (geometry.lowest_value, geometry.size, geometry.cells) == (0, 4, 16)
    row = geometry.row_of(zero)
    assert row == [0, 4] + 14 * [0]
    assert geometry.model_of(row) == zero.model()
    answers = engines.solve_chunk(geometry, "native", ([row], 1, None))
    assert answers.solutions[0, 1] == 4 and sorted(answers.solutions[0, :4]) == [1, 2, 3, 4]
    with pytest.raises(PuzzleError, match="an array holds clues alone"):
        geometry.row_of(nonet.Puzzle(zero.grid, {}, zero.rules, candidates={"R1C1": [1, 2]}))
    for cells in (0, 1, 2, 15, 17):
        if cells != 1:
            with pytest.raises(PuzzleError, match=f"cells .*, not {cells};"):
                Geometry.square(cells)


def test_half_of_a_limit_is_for_the_solver_of_hard_rows_where_there_is_one():
    sums = nonet.Sudoku("4x4", rules=["killer 5 R1C1 R1C2"])
    for puzzle, learner, share in ((sums, "sat", 1.0), (nonet.Sudoku("4x4"), None, 2.0)):
        with engines.choose_engine(
            Geometry.of_puzzle(puzzle), time_limit=2.0, learner=learner
        ) as engine:
            assert engine._time_limit == share
            assert (engine.other is None) == (learner is None)
