"""Questions and their judges, for the tests of what a page asks."""

from __future__ import annotations

import json
import re
from functools import cache
from itertools import permutations
from pathlib import Path

import pytest

import nonet
from nonet.protocol import ask

CLASSIC = {
    "size": 9,
    "clues": "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
}
VARIANT = {
    "size": 4,
    "clues": "................",
    "rules": [
        "diagonals",
        {"rule": "killer", "cells": ["R1C1", "R1C2"], "sum": 3},
        {"rule": "thermometer", "cells": ["R2C1", "R2C2"]},
    ],
}
OF_ALL = {"ms", "of_what_was_read", "doubts"}
"""Names that the page of the protocol documents for all answers."""
BOTH = pytest.mark.parametrize("puzzle", [CLASSIC, VARIANT], ids=["classic", "variant"])


def answer_to(do: str, **parameters: object) -> dict:
    """Ask a question, check the form of its events, and return the answer.

    All events are JSON, only the last one has ``done``, and the answer has only entries that the
    page of the protocol documents.
    """
    events = list(ask({"do": do, **parameters}))
    assert json.loads(json.dumps(events)) == json.loads(json.dumps(events, default=str))
    assert not any("done" in event or "error" in event for event in events[:-1])
    assert "done" in events[-1], events[-1]
    answer: dict = events[-1]["done"]
    assert answer.keys() <= documented_names(do) | OF_ALL
    return answer


@cache
def documented_names(do: str) -> set[str]:
    """Return the names in a command's section on the page of the protocol."""
    page = Path(__file__).parents[2] / "docs" / "page-protocol.md"
    section = page.read_text(encoding="utf-8").partition(f"### `{do}`\n")[2].partition("\n### ")[0]
    return set(re.findall(r"`([^`]+)`", section))


def error_of(do: object, **parameters: object) -> dict:
    """Ask a question that must be refused, and return its last event."""
    *_, last = ask({"do": do, **parameters})
    assert "error" in last, last
    return last


def solutions(puzzle: dict) -> list[dict[str, int]]:
    """All solutions of a 4x4, by trying every grid whose columns have no value twice."""
    model = nonet.parse(json.dumps(puzzle)).model()
    grids: list[tuple] = [()]
    for _ in range(4):
        grids = [
            (*grid, row)
            for grid in grids
            for row in permutations(range(1, 5))
            if all(row[c] != above[c] for above in grid for c in range(4))
        ]
    documented_names = (
        {f"R{r + 1}C{c + 1}": grid[r][c] for r in range(4) for c in range(4)} for grid in grids
    )
    return [values for values in documented_names if model.accepts(values)]
