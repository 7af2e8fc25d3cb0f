"""Texts and files of every format with something wrong in them: puzzles, or errors in one line.

What is read can be solved, drawn, and written again.
"""

from __future__ import annotations

import gzip
import io
from functools import cache
from random import Random

from nonet.errors import FormatError, NonetError
from nonet.formats import format_names, iter_puzzles, parse, write
from nonet.puzzle import Puzzle
from nonet.testing.fuzz.base import Campaign, Case, Tally
from nonet.testing.fuzz.damage import damaged, halves
from nonet.testing.fuzz.puzzles import GEOMETRIES, altered

MOST_READ = 20
"""Entries of one text that are looked at more closely."""

MOST_CELLS = 1000
"""Cells of a puzzle that is drawn."""


@cache
def seeds() -> tuple[bytes, ...]:
    """Sound texts: each geometry in each format that can hold it, drawn in the terminal too."""
    found = []
    # small ones more than once: most faults need no large grid
    small = [geometry for geometry in GEOMETRIES if geometry[0] <= 6] * 6
    for number, (size, rules) in enumerate([*small, *dict.fromkeys(GEOMETRIES)]):
        puzzle = altered(Random(number), size, rules)
        found.append(str(puzzle).encode())
        for name in format_names(writing=True):
            for thing in (puzzle, [puzzle, puzzle]):
                try:
                    found.append(write(thing, name).encode())
                except FormatError:
                    continue
    return tuple(found)


def make(random: Random) -> Case:
    """A damaged text, perhaps compressed, perhaps damaged after that too."""
    data = damaged(random, random.choice(seeds()))
    if random.random() < 0.1:
        data = gzip.compress(data[: 1 << 20], 1)
        if random.random() < 0.5:
            data = damaged(random, data)
    named = random.choice(format_names()) if random.random() < 0.2 else None
    return {"bytes": data.decode("latin-1"), "format": named}


def judge(case: Case, tally: Tally) -> str | None:
    """Reading ends in puzzles or in errors of ours, each of one line."""
    data = case["bytes"].encode("latin-1")
    tally["texts"] += 1
    try:
        for number, entry in enumerate(iter_puzzles(io.BytesIO(data), format=case["format"])):
            if isinstance(entry, FormatError):
                tally["errors"] += 1
                if len(str(entry).splitlines()) != 1 or not str(entry).isprintable():
                    return f"an error that is not one printable line: {entry}"
            elif number < MOST_READ:
                tally["puzzles read"] += 1
                _use(entry)
        parse(data.decode("utf-8", "replace"), format=case["format"])
    except NonetError as error:
        if len(str(error).splitlines()) != 1 or not str(error).isprintable():
            return f"an error that is not one printable line: {error}"
    return None


def _use(puzzle: Puzzle) -> None:
    if len(puzzle.grid.cells) > MOST_CELLS:
        return
    puzzle.model()
    puzzle._repr_svg_()
    str(puzzle)
    again = parse(write(puzzle, "json"), format="json", allow_clashes=True)
    assert again == puzzle, "the puzzle is another one after JSON"


def smaller(case: Case) -> list[Case]:
    """Parts of the text."""
    data = case["bytes"].encode("latin-1")
    return [{**case, "bytes": part.decode("latin-1")} for part in halves(data)]


CAMPAIGN = Campaign("texts", make, judge, smaller, weight=100, seconds=1.0, megabytes=200)
