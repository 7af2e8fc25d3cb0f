"""Sets of puzzles: public lists, and nonet's own ``puzzles/``.

The public lists may not be copied into the project, so they are read from a folder
(``--data``); without this folder only the sets of ``puzzles/`` are available.
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
"""Default folder of the public lists."""


@dataclass(frozen=True)
class Item:
    """A puzzle as text: ``line`` has a character for each cell, ``text`` is nonet's input.

    Both are the same for plain squares; other puzzles are declared in nonet's JSON.
    ``geometry`` is an index into the geometries of the set.
    """

    line: str
    text: str
    geometry: int = 0


@dataclass(frozen=True)
class PuzzleSet:
    """Puzzles of one geometry or a few, each with exactly one solution.

    ``puzzles`` are drawn from the ``total`` of the file; a round has ``copies`` images of each
    puzzle; with ``move=False`` images differ in their values alone, and rows and columns stay
    as in the file.
    """

    name: str
    what: str
    total: int
    puzzles: tuple[nonet.Puzzle, ...]
    copies: int = 1
    move: bool = True

    @cached_property
    def geometries(self) -> tuple[Geometry, ...]:
        """The geometries of the puzzles: a single one except for jigsaws."""
        return tuple(dict.fromkeys(map(Geometry.of, self.puzzles)))

    def __len__(self) -> int:
        return len(self.puzzles) * self.copies

    def images(self, seed: str) -> list[Item]:
        """Return the puzzles under random symmetries, the same for the same seed."""
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
    """The file of a set, under ``--data`` or, for nonet's own sets, in ``puzzles/``."""

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
"""All sets by name."""

PUBLIC = tuple(name for name, source in SOURCES.items() if not source.own)
FALLBACK = ("own_easy", "own_hard")
"""Sets that replace the public lists where these are missing."""

QUICK = ("euler96_50", "top95", "hardest11", *FALLBACK, "x", "16x16")
"""Sets of a quick run."""


def default_names(data: Path) -> list[str]:
    """Return the sets of a run without ``--sets``."""
    has_data = data.is_dir()
    left_out = FALLBACK if has_data else PUBLIC
    return [name for name in SOURCES if name not in left_out]


def load(name: str, data: Path, sample: int | None, seed: int) -> PuzzleSet:
    """Return a set, with ``sample`` puzzles drawn at random, or all with ``None``.

    Raise ``SystemExit`` with a message if the file is missing.
    """
    source = SOURCES[name]
    path = (OWN if source.own else data) / source.file
    if not path.is_file():
        raise SystemExit(
            f"benchmarks: set {name} needs {path}, which is missing; give the folder of the "
            f"public lists with --data, or use nonet's own sets: {', '.join(FALLBACK)}"
        )
    if path.suffix == ".txt" and not source.own:
        lines = path.read_text().split()
        puzzles = tuple(map(nonet.parse, _sampled(lines, sample, f"{name} {seed}")))
    else:
        lines = nonet.read(path)
        puzzles = tuple(_sampled(lines, sample, f"{name} {seed}"))
    result = PuzzleSet(name, source.what, len(lines), puzzles, source.copies)
    return replace(result, copies=1) if sample is not None and sample < 10 else result


def _sampled(puzzles: list, sample: int | None, seed: str) -> list:
    if sample is None or sample >= len(puzzles):
        return puzzles
    return Random(seed).sample(puzzles, sample)
