"""Live pages: a run to play and a path to read, made by nonet itself when the site is built."""

from __future__ import annotations

import nonet
from nonet.techniques.html_page import path_html_page as path_page
from nonet.tracing.page import page as run_page

RUN, PATH = "live/run.html", "live/path.html"

HARD = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
"""A puzzle of Norvig's essay that needs search."""

CHAINS = "6.2.5.........4.3..........43...8....1....2........7..5..27...........81...6....."
"""A puzzle of Norvig's essay, by human logic."""


def pages() -> dict[str, str]:
    """The pages by path: whole HTML files, which MkDocs copies as they are."""
    return {
        RUN: run_page(nonet.trace(HARD, "native"), title="A puzzle that needs search"),
        PATH: path_page(nonet.explain(CHAINS)),
    }
