"""The benchmark of the setter's questions: its rows with measure, target and figure."""

import shutil
import sys
from pathlib import Path

import pytest

from benchmarks.setting import __main__ as setting
from benchmarks.setting import levels, other_programs, proofs
from benchmarks.setting.common import SETS
from benchmarks.setting.generation import TECHNIQUES
from nonet.setting.difficulty import Difficulty
from nonet.setting.generating import GenerationRequest

PUZZLES = Path(__file__).parents[2] / "puzzles"


@pytest.fixture
def data(tmp_path):
    """Write the three lists with puzzles of ``puzzles/``."""
    for name in SETS:
        shutil.copy(PUZZLES / "hard.txt", tmp_path / name)
    return tmp_path


def test_a_row_has_measure_target_and_figure(data, monkeypatch, capsys):
    monkeypatch.setattr(
        sys, "argv", ["", "--data", str(data), "--number", "1", "--only", "conflict"]
    )
    assert setting.main() == 0
    rows = capsys.readouterr().out.splitlines()
    assert any(row.startswith("| minimal conflict, clues | 5 ms | ") for row in rows)
    assert any("| 95 % in 8 s | " in row and " of 3, " in row for row in rows)


def test_missing_programs_are_reported(data, monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda name: None)
    assert all("not on the path" in measured for *_, measured in other_programs.generators(data, 1))
    monkeypatch.setattr(proofs, "accepts", None)
    rows = [row for row in proofs.by_other_checkers([]) if "accepted" in row[0]]
    assert len(rows) == len(proofs.CHECKERS)
    assert all("not installed" in measured for *_, measured in rows)


def test_the_forty_techniques_exist():
    from nonet import Sudoku

    assert len(TECHNIQUES) == len(set(TECHNIQUES)) == 40
    for name in TECHNIQUES:
        GenerationRequest(Sudoku("." * 81), difficulty=Difficulty(technique=name)).check()


@pytest.mark.parametrize("kind", ["windoku", "anti-knight", "xv"])
def test_a_puzzle_of_a_level_is_right_by_the_reference_model(kind, tmp_path):
    row = levels.judged(kind, "Easy", 1)
    assert levels.is_right(row), row
    (line,) = [each for each in levels.table([row]) if each.startswith(f"| {kind} ")]
    assert f"| {kind} | Easy | 1 | 1 of 1 | " in line
