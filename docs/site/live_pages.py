"""Live pages: runs to play, to drive and to read, made by nonet itself when the site is built."""

from __future__ import annotations

import nonet
from nonet.techniques.page import page as path_page
from nonet.tracing.driving import drive_page
from nonet.tracing.page import page as run_page

RUN, DRIVE, PATH = "live/run.html", "live/drive.html", "live/path.html"

HARD = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
"""A puzzle of Norvig's essay that needs search."""

PLAIN = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
"""The puzzle of Wikipedia's article on Sudoku, which propagation alone solves."""

CHAINS = "6.2.5.........4.3..........43...8....1....2........7..5..27...........81...6....."
"""A puzzle of Norvig's essay, by human logic."""


def pages() -> dict[str, str]:
    """The pages by path: whole HTML files, which MkDocs copies as they are."""
    return {
        RUN: run_page(nonet.trace(HARD, "native"), title="A puzzle that needs search"),
        DRIVE: drive_page(nonet.parse(PLAIN), title="Drive the propagation yourself"),
        PATH: path_page(nonet.explain(CHAINS)),
    }
