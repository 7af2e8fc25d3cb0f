"""The page's library of puzzles, made by nonet: ``python -m tools.page.library``.

Each puzzle has one solution, and is solved by human logic at the level that is written beside
the puzzle.  The file is part of the page, so that there is something to play before any engine
has started, and nothing needs to be made on a reader's machine.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

from nonet.techniques.path import level_of
from nonet.web.library import LIBRARY_FILE, document_of, library_text

LEVELS = ("Easy", "Medium", "Hard", "Unfair", "Extreme")
"""HoDoKu's levels, the easiest first."""

PER_LEVEL = 14
"""Classic puzzles of each level: of these the puzzles of the day are made, too."""

SMALL = (4, 6)
"""Sizes of the puzzles for beginners."""

KINDS = (
    "killer", "thermometer", "arrow", "palindrome", "whispers", "renban", "white-dot", "sandwich",
)  # fmt: skip
"""Variants that are told by marks: cages, lines, dots and clues beside the grid."""

RULES = ("diagonals", "anti-knight", "anti-king", "windoku", "jigsaw", "nonconsecutive")
"""Variants by a rule for the whole grid."""

MAX_LEVEL_OF_VARIANTS = 2
"""The hardest level of variants (0 is Easy)."""

PER_VARIANT = 4


def make_library(seed: int) -> dict[str, Any]:
    """Make a library; the same seed may give other puzzles on another version of nonet."""
    entries = [*small_puzzles(seed), *classics(seed), *variants(seed)]
    return {"nonet": "library", "version": 1, "puzzles": entries}


def classics(seed: int) -> Iterator[dict[str, Any]]:
    """Yield classic puzzles of every level."""
    import nonet

    for level in LEVELS:
        for number, generated in enumerate(nonet.generate(PER_LEVEL, level=level, seed=seed), 1):
            yield entry_of(generated.puzzle, "classic", number, level)


def small_puzzles(seed: int) -> Iterator[dict[str, Any]]:
    """Yield small classic puzzles."""
    import nonet

    for size in SMALL:
        like = nonet.Sudoku("." * size**2)
        puzzles = nonet.generate(PER_VARIANT, like=like, seed=seed)
        for number, generated in enumerate(puzzles, 1):
            yield entry_of(generated.puzzle, f"{size}x{size}", number)


def variants(seed: int) -> Iterator[dict[str, Any]]:
    """Yield puzzles of each kind, each needing its rule, from easy to hard."""
    import nonet

    for name in (*KINDS, *RULES):
        for number in range(1, PER_VARIANT + 1):
            level = LEVELS[number % (MAX_LEVEL_OF_VARIANTS + 1)]
            puzzles = nonet.generate(1, kind=name, level=level, seed=seed + number, time_limit=120)
            for generated in puzzles:
                yield entry_of(generated.puzzle, name, number)


def entry_of(puzzle: Any, variant: str, number: int, level: str = "") -> dict[str, Any]:
    """Return the entry of a puzzle, with its level."""
    difficulty = level_of(puzzle)
    entry = {
        "id": f"{variant}-{number}" if not level else f"{level.lower()}-{number}",
        "variant": variant,
        "level": difficulty.word,
        "score": difficulty.number,
        "scale": difficulty.scale,
        "puzzle": document_of(puzzle),
    }
    print(entry["id"], difficulty, file=sys.stderr)
    return entry


def main() -> None:
    """Write the library anew."""
    puzzles = make_library(seed=2026)["puzzles"]
    LIBRARY_FILE.write_text(library_text(puzzles), encoding="utf-8")


if __name__ == "__main__":
    main()
