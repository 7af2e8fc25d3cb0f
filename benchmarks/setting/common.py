"""What the rows of the benchmark share: puzzles, time, and how a figure is told."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median

import nonet
from nonet.puzzle import Puzzle

SETS = ("euler96_50.txt", "top95.txt", "radcliffe_7034.txt")
BLANK = nonet.Sudoku("." * 81)

Row = tuple[str, str, str]
"""What was asked, what must be reached, what was."""


def puzzles(folder: Path, name: str, number: int) -> list[Puzzle]:
    """The first puzzles of a list."""
    lines = (line.strip()[:81] for line in (folder / name).read_text().splitlines())
    return [nonet.parse(line) for line in lines if len(line) == 81 and line[0] != "#"][:number]


def broken(puzzle: Puzzle, random: Random) -> Puzzle:
    """The puzzle with one clue misread."""
    while True:
        cell, value = random.choice(list(puzzle.clues)), random.randint(1, 9)
        changed = puzzle.with_clues({**puzzle.clues, cell: value})
        if not changed.clashes() and nonet.solve(changed, "sat").status.value == "unsat":
            return changed


def timed(work: Callable[[], object]) -> float:
    """Seconds of CPU time of this process."""
    begun = time.process_time()
    work()
    return time.process_time() - begun


def ms(times: list[float]) -> str:
    """Median and greatest, in milliseconds."""
    return f"{1e3 * median(times):.1f} ms (at most {1e3 * max(times):.0f})"
