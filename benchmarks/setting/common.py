"""Puzzles and the text of figures, for all rows of the benchmark."""

from __future__ import annotations

from pathlib import Path
from random import Random
from statistics import median

import nonet
from nonet.puzzle import Puzzle

SETS = ("euler96_50.txt", "top95.txt", "radcliffe_7034.txt")
BLANK = nonet.Sudoku("." * 81)

Row = tuple[str, str, str]
"""Measure, target and measured figure."""


def puzzles(folder: Path, name: str, number: int) -> list[Puzzle]:
    """Return the first puzzles of a list."""
    lines = (line.strip()[:81] for line in (folder / name).read_text().splitlines())
    return [nonet.parse(line) for line in lines if len(line) == 81 and line[0] != "#"][:number]


def broken(puzzle: Puzzle, random: Random) -> Puzzle:
    """Return the puzzle with one changed clue, without a solution and without a clash."""
    while True:
        cell, value = random.choice(list(puzzle.clues)), random.randint(1, 9)
        changed = puzzle.with_clues({**puzzle.clues, cell: value})
        if not changed.clashes() and nonet.solve(changed, "sat").status.value == "unsat":
            return changed


def ms(times: list[float]) -> str:
    """Return median and maximum in milliseconds as text."""
    return f"{1e3 * median(times):.1f} ms (at most {1e3 * max(times):.0f})"
