"""The sets of puzzles: public lists given by path, and nonet's own ``puzzles/``.

The public lists may not be copied into the project, so they are read from a
folder (``--data``); without it the sets of ``puzzles/`` are left.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from random import Random

import nonet
from benchmarks.geometry import Geometry, Symmetry

ROOT = Path(__file__).parents[1]
OWN = ROOT / "puzzles"
DATA = ROOT.parent / "shared" / "data"
"""Where the public lists are looked for by default."""


@dataclass(frozen=True)
class Item:
    """A puzzle as text: ``line`` has a character a cell, ``text`` is what nonet reads.

    They are the same for plain squares; others are declared in nonet's JSON.
    ``geometry`` is the index of its geometry among those of the set.
    """

    line: str
    text: str
    geometry: int = 0


@dataclass(frozen=True)
class PuzzleSet:
    """Puzzles of one geometry or a few, each with exactly one solution.

    ``total`` is how many the file holds, ``puzzles`` those drawn from it;
    ``copies`` is how many images of each a round solves, where they are few;
    with ``move=False`` images differ in their values alone, and rows and columns
    stay as in the file.
    """

    name: str
    what: str
    total: int
    puzzles: tuple[nonet.Puzzle, ...]
    copies: int = 1
    move: bool = True

    @cached_property
    def geometries(self) -> tuple[Geometry, ...]:
        """The geometries of its puzzles: one, but for jigsaws."""
        return tuple(dict.fromkeys(map(Geometry.of, self.puzzles)))

    def __len__(self) -> int:
        return len(self.puzzles) * self.copies

    def images(self, seed: str) -> list[Item]:
        """The puzzles under random symmetries, the same for the same seed."""
        random = Random(f"{self.name} {seed}")
        return [self._image(p, random) for p in self.puzzles for _ in range(self.copies)]

    def _image(self, puzzle: nonet.Puzzle, random: Random) -> Item:
        geometry = Geometry.of(puzzle)
        line = Symmetry.random(geometry, random, self.move).apply(puzzle.line())
        number = self.geometries.index(geometry)
        if geometry.box is not None:
            return Item(line, line, number)
        value = puzzle.alphabet.value_of_symbol
        clues = {c: value[s] for c, s in zip(geometry.cells, line, strict=True) if s != "."}
        return Item(line, nonet.write(puzzle.with_clues(clues), "json"), number)


@dataclass(frozen=True)
class _Source:
    """Where a set comes from: a file under ``--data``, or of ``puzzles/``."""

    what: str
    file: str
    own: bool = False
    copies: int = 1


SOURCES = {
    "euler96_50": _Source("Project Euler 96, Norvig's easy50", "euler96_50.txt"),
    "top95": _Source("Norvig's hard list", "top95.txt"),
    "hardest11": _Source("Norvig's hardest", "hardest11.txt"),
    "forum_hardest_375": _Source("players' forum, hardest of 2011", "forum_hardest_375.txt"),
    "magictour_1465": _Source("magictour's top 1465", "magictour_1465.txt"),
    "17_clue": _Source("G. Royle's puzzles of 17 clues", "17_clue_49158.txt"),
    "kaggle": _Source("Kaggle, one million Sudokus: naked singles", "kaggle_20k.txt"),
    "radcliffe": _Source("Kaggle, Radcliffe's three million", "radcliffe_7034.txt"),
    "own_easy": _Source("puzzles/euler96.txt", "euler96.txt", own=True),
    "own_hard": _Source("puzzles/hard.txt", "hard.txt", own=True),
    "jigsaw": _Source("odd regions for boxes", "jigsaw.json", own=True, copies=4),
    "x": _Source("both diagonals too", "x.json", own=True, copies=4),
    "windoku": _Source("four windows too", "windoku.json", own=True, copies=4),
    "samurai": _Source("five overlapping squares", "samurai.json", own=True, copies=3),
    "16x16": _Source("100 of 256 clues", "16x16.txt", own=True, copies=3),
    "25x25": _Source("330 of 625 clues, easy", "25x25.txt", own=True, copies=2),
    "25x25-290": _Source("290 of 625 clues, hard", "25x25-290.txt", own=True, copies=3),
}
"""Every set by name."""

PUBLIC = tuple(name for name, source in SOURCES.items() if not source.own)
FALLBACK = ("own_easy", "own_hard")
"""Sets that stand in for the public lists where those are not at hand."""


QUICK = ("euler96_50", "top95", "hardest11", *FALLBACK, "x", "16x16")
"""Sets of a quick run."""


def default_names(data: Path) -> list[str]:
    """The sets a run takes when none is named."""
    has_data = data.is_dir()
    left_out = FALLBACK if has_data else PUBLIC
    return [name for name in SOURCES if name not in left_out]


def load(name: str, data: Path, sample: int | None, seed: int) -> PuzzleSet:
    """A set, or ``sample`` puzzles drawn from it; all with ``None``.

    Raises ``SystemExit`` with a message if its file is not there.
    """
    source = SOURCES[name]
    path = (OWN if source.own else data) / source.file
    if not path.is_file():
        raise SystemExit(
            f"benchmarks: set {name} needs {path}, which is not there; say where the public "
            f"lists are with --data, or take sets of our own: {', '.join(FALLBACK)}"
        )
    if path.suffix == ".txt" and not source.own:
        lines = path.read_text().split()
        chosen = _drawn(lines, sample, f"{name} {seed}")
        puzzles = tuple(map(nonet.parse, chosen))
    else:
        lines = nonet.read(path)
        puzzles = tuple(_drawn(lines, sample, f"{name} {seed}"))
    found = PuzzleSet(name, source.what, len(lines), puzzles, source.copies)
    return replace(found, copies=1) if sample is not None and sample < 10 else found


def _drawn(things: list, sample: int | None, seed: str) -> list:
    if sample is None or sample >= len(things):
        return things
    return Random(seed).sample(things, sample)
