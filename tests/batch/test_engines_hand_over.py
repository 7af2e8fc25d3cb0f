"""Rows that take the kernel too much are given up or handed over; the others are not."""

import json
from random import Random

import numpy as np
import pytest

import nonet
from nonet.backends.lockstep import kernel
from nonet.backends.lockstep.work_chunks import count_rows
from nonet.batch import engines
from nonet.batch.engines import Geometry
from nonet.cli import main

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
BLANK = 10**15
"""More solutions than the kernel counts while the tests run, of a grid of blanks."""


def rows_of(*texts):
    digits = [[int(character.replace(".", "0")) for character in text] for text in texts]
    return np.array(digits, np.uint8)


def test_a_time_limit_keeps_the_kernel_and_spoils_no_other_row(tmp_path, capsys):
    pytest.importorskip("pyarrow")
    path, out = tmp_path / "in.csv", tmp_path / "out.csv"
    path.write_text("puzzle\n" + f"{EASY}\n" * 40 + "." * 81 + "\n" + f"{EASY}\n" * 40)
    arguments = ["batch", path, "-o", out, "--limit", BLANK, "--check", "none", "--format", "json"]
    assert main([*map(str, arguments), "--time-limit", "0.3"]) == 1
    summary = json.loads(capsys.readouterr().out)
    assert summary["backend"] == "lockstep"
    assert (summary["unique"], summary["multiple"]) == (80, 1)
    lines = out.read_text().splitlines()[1:]
    assert [",multiple," in line for line in lines] == [number == 40 for number in range(81)]
    assert int(lines[40].split(",")[3]) < BLANK


def test_a_row_without_an_answer_in_time_is_undecided(tmp_path, capsys):
    pytest.importorskip("pyarrow")
    line = nonet.read("puzzles/25x25-290.txt")[0].line()
    path, out = tmp_path / "in.csv", tmp_path / "out.csv"
    path.write_text(f"puzzle\n{line}\n")
    options = ["--time-limit", "0.2", "--backend", "lockstep", "--check", "none"]
    assert main(["batch", str(path), "-o", str(out), *options]) == 3
    assert "1 undecided" in capsys.readouterr().err


def test_a_run_that_is_stopped_says_what_is_not_decided():
    answer = count_rows(
        kernel.kernel_for(Geometry.square(81).structure),
        rows_of(EASY, "." * 81),
        BLANK,
        stop=lambda: True,
    )
    assert not answer.decided[1]


@pytest.fixture
def geometry():
    """16x16, for which rows may be handed over."""
    return Geometry.square(256)


def sparse_rows(count, seed):
    """Puzzles of 16x16 with few clues: hard, of many solutions or none."""
    dice = Random(seed)
    puzzle = nonet.read("puzzles/16x16.txt")[0]
    line = puzzle.line()
    clues = [k for k in range(256) if line[k] != "."]
    rows = np.zeros((count, 256), np.uint8)
    solution = Geometry.of_puzzle(puzzle).row_of(puzzle)
    for row in rows:
        for k in dice.sample(clues, len(clues) - dice.randrange(3)):
            row[k] = solution[k]
    return rows


def test_hard_rows_are_handed_over_and_answered_as_by_the_other(geometry, monkeypatch):
    """With no guess allowed, the rows that the kernel does not answer at once go to the other."""
    if engines.fallback_backend(geometry) is None:
        pytest.skip("neither OR-Tools nor python-sat is installed")
    monkeypatch.setattr(engines, "MAX_GUESSES", 1)
    rows = sparse_rows(6, 1)
    rows[0] = 0
    with engines.choose_engine(geometry, threads=1) as engine:
        answers = engine.answers(rows, 2)
    assert answers.handed_over[0]
    assert answers.decided.all()
    expected = engines.choose_engine(geometry, "cpsat", threads=1).answers(rows, 2)
    assert answers.counts.tolist() == expected.counts.tolist()
    for row, solution in zip(rows, answers.solutions, strict=True):
        assert ((row == 0) | (row == solution)).all()


def test_what_is_handed_over_is_the_same_every_time(geometry, monkeypatch):
    """Guesses are counted, not timed."""
    if engines.fallback_backend(geometry) is None:
        pytest.skip("neither OR-Tools nor python-sat is installed")
    monkeypatch.setattr(engines, "MAX_GUESSES", 20)
    rows = sparse_rows(5, 2)
    answers = []
    for threads in (1, 2):
        with engines.choose_engine(geometry, threads=threads) as engine:
            answers.append(engine.answers(rows, 2))
    assert answers[0].handed_over.tolist() == answers[1].handed_over.tolist()
    assert answers[0].guesses.tolist() == answers[1].guesses.tolist()


def test_a_backend_that_is_named_hands_nothing_over(geometry):
    with engines.choose_engine(geometry, "lockstep", threads=1) as engine:
        assert engine.other is None
    with engines.choose_engine(Geometry.square(81), threads=1) as engine:
        assert engine.other is None


def test_hard_25x25_are_left_to_another_solver_with_a_message(tmp_path, capsys):
    """Lockstep alone never ends on these."""
    pytest.importorskip("pyarrow")
    if engines.fallback_backend(Geometry.square(625)) is None:
        pytest.skip("neither OR-Tools nor python-sat is installed")
    line = nonet.read("puzzles/25x25-290.txt")[0].line()
    path, out = tmp_path / "in.csv", tmp_path / "out.csv"
    path.write_text(f"puzzle\n{line}\n")
    assert main(["batch", str(path), "-o", str(out), "--check", "none"]) == 0
    assert "1 too hard for lockstep and left to another" in capsys.readouterr().err
