"""Sets of puzzles as arrays of shape (n, cells), uint8, 0 for a blank; and images of them.

Each round has new images under random symmetries, the same for the same seed: as hard as the
originals, in an order that a branch predictor cannot learn.

>>> easy = read(SETS["own_easy"], DATA)
>>> easy.shape, images(easy, 100, 1).shape
((60, 81), (100, 81))
>>> bool((images(easy, 60, 1) == images(easy, 60, 1)).all())
True
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

import nonet
from benchmarks.geometry import Geometry, Symmetry
from benchmarks.sets import DATA, OWN, load

__all__ = ["DATA", "SETS", "VARIANTS", "Set", "images", "lines", "read", "variants"]

Array = np.ndarray[Any, Any]

CHUNK = 50_000
"""Images computed at a time: their indices take eight bytes for each cell."""


@dataclass(frozen=True)
class Set:
    """A file of classics, with at most ``max_images`` images in a round.

    Each puzzle has exactly one solution without ``has_many``; ``removed_clues`` clues are removed
    from each image.
    """

    file: str
    own: bool = False
    max_images: int = 1 << 30
    removed_clues: int = 0
    has_many: bool = False


SETS = {
    "kaggle": Set("kaggle_20k.txt"),
    "17_clue": Set("17_clue_49158.txt"),
    "subig20": Set("subig20_17445.txt"),
    "radcliffe": Set("radcliffe_7034.txt"),
    "magictour_1465": Set("magictour_1465.txt", max_images=1 << 15),
    "forum_hardest_375": Set("forum_hardest_375.txt", max_images=1 << 14),
    "17_clue_less_4": Set("17_clue_49158.txt", max_images=1 << 15, removed_clues=4, has_many=True),
    "unbiased": Set("puzzles1_unbiased", max_images=1 << 16),
    "forum_hardest_11+": Set("puzzles5_forum_hardest_1905_11+", max_images=1 << 15),
    "serg": Set("puzzles7_serg_benchmark", max_images=10_000, has_many=True),
    "own_easy": Set("euler96.txt", own=True),
    "own_hard": Set("hard.txt", own=True, max_images=1 << 15),
}
"""Classics by name: the public lists, and those of ``puzzles/``; ``puzzlesN`` come with tdoku."""

VARIANTS = ("jigsaw", "x", "windoku", "16x16")
"""Sets of ``benchmarks.sets`` with other rules or another size."""


def read(source: Set, data: Path) -> Array:
    """Return the puzzles of a set; raise ``SystemExit`` if the file is missing."""
    path = (OWN if source.own else data) / source.file
    if not path.is_file():
        raise SystemExit(f"benchmarks: {path} is missing; give the folder of the lists with --data")
    if source.own:
        texts = [puzzle.line() for puzzle in nonet.read(path)]
    else:
        texts = [line[:81] for line in path.read_text().split() if len(line) >= 81]
    symbols = np.frombuffer("".join(texts).encode(), np.uint8).reshape(-1, 81)
    return np.where((symbols > ord("0")) & (symbols <= ord("9")), symbols - ord("0"), 0).astype(
        np.uint8
    )


def lines(puzzles: Array) -> bytes:
    """Return classics as text, a line of 81 characters for each, ``.`` for a blank."""
    ends = np.full((len(puzzles), 1), ord("\n"), np.uint8)
    symbols = np.where(puzzles == 0, ord("."), puzzles + ord("0")).astype(np.uint8)
    return np.concatenate([symbols, ends], axis=1).tobytes()


def images(puzzles: Array, n: int, seed: int) -> Array:
    """Return ``n`` images: each of ``puzzles`` equally often, shuffled, under random symmetries.

    Values are relabelled, rows and columns permuted within bands, bands too, and
    every other grid is transposed.
    """
    random = np.random.default_rng(seed)
    turns = [random.permutation(len(puzzles)) for _ in range(-(-n // len(puzzles)))]
    chosen = random.permutation(np.concatenate(turns)[:n])
    result = np.empty((n, 81), np.uint8)
    for start in range(0, n, CHUNK):
        part = slice(start, start + CHUNK)
        result[part] = _images(puzzles[chosen[part]], random)
    return result


def without_clues(puzzles: Array, removed_clues: int, seed: int) -> Array:
    """Return the puzzles without ``removed_clues`` random clues of each."""
    result, random = puzzles.copy(), np.random.default_rng(seed)
    for row in result if removed_clues else ():
        row[random.choice(np.flatnonzero(row), removed_clues, replace=False)] = 0
    return result


def _images(puzzles: Array, random: np.random.Generator) -> Array:
    grids, n = puzzles.reshape(-1, 9, 9), len(puzzles)
    grids = np.take_along_axis(grids, _orders(n, random)[:, :, None], 1)
    grids = np.take_along_axis(grids, _orders(n, random)[:, None, :], 2)
    turned = random.random(n) < 0.5
    grids[turned] = grids[turned].swapaxes(1, 2)
    symbols = np.zeros((n, 10), np.uint8)
    symbols[:, 1:] = random.permuted(np.tile(np.arange(1, 10), (n, 1)), axis=1)
    return np.take_along_axis(symbols, grids.reshape(n, 81), 1)


def _orders(n: int, random: np.random.Generator) -> Array:
    """Return ``n`` orders of nine lines that keep bands of three together."""
    bands = random.permuted(np.tile(np.arange(3), (n, 1)), axis=1)
    within = random.permuted(np.tile(np.arange(3), (n, 3, 1)), axis=2)
    return (3 * bands[:, :, None] + within).reshape(n, 9)


def variants(name: str, n: int, seed: int) -> tuple[nonet.Puzzle, Array]:
    """Return the first puzzle of a set without clues, and ``n`` images of puzzles with its rules."""
    puzzles = load(name, DATA, None, seed).puzzles
    empty, geometry = puzzles[0].with_clues({}), Geometry.of(puzzles[0])
    alike = [puzzle.line() for puzzle in puzzles if Geometry.of(puzzle) == geometry]
    random, value = Random(f"{name} {seed}"), {".": 0, **empty.alphabet.value_of_symbol}
    rows = [
        [value[s] for s in Symmetry.random(geometry, random).apply(alike[k % len(alike)])]
        for k in range(n)
    ]
    return empty, np.array(rows, np.uint8)
