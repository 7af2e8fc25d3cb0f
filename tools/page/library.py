"""The page's library of puzzles, made by nonet: ``python -m tools.page.library``.

Each puzzle has one solution, and is solved by human logic at the level that is written beside
the puzzle.  The file is part of the page, so that there is something to play before any engine
has started, and nothing needs to be made on a reader's machine.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from random import Random
from typing import Any

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
"""Variants are made this easy at most: clues are given back (0 is Easy)."""

PER_VARIANT = 4


def make_library(seed: int) -> dict[str, Any]:
    """Make a library; the same seed may give other puzzles on another version of nonet."""
    entries = [*small_puzzles(seed), *classics(), *variants(seed)]
    return {"nonet": "library", "version": 1, "puzzles": entries}


def classics() -> Iterator[dict[str, Any]]:
    """Yield classic puzzles of every level."""
    import nonet
    from nonet.setting.difficulty import puzzle_of_level

    for level in LEVELS:
        for number in range(1, PER_LEVEL + 1):
            puzzle = puzzle_of_level(nonet.Sudoku("." * 81), level, time_limit=120).puzzle
            if puzzle is not None and (entry := entry_of(puzzle, "classic", number, level)):
                yield entry


def small_puzzles(seed: int) -> Iterator[dict[str, Any]]:
    """Yield small classic puzzles."""
    import nonet

    for size in SMALL:
        like = nonet.Sudoku("." * size**2)
        puzzles = nonet.generate(PER_VARIANT, like=like, seed=seed)
        for number, generated in enumerate(puzzles, 1):
            if entry := entry_of(generated.puzzle, f"{size}x{size}", number):
                yield entry


def variants(seed: int) -> Iterator[dict[str, Any]]:
    """Yield puzzles with further rules, eased by clues where logic would not solve them."""
    import nonet

    for name in (*KINDS, *RULES):
        demand: dict[str, Any] = {"kind": name} if name in KINDS else {"rules": name}
        number = 0
        for generated in nonet.generate(40, seed=seed, time_limit=120, **demand):
            level = (number + 1) % (MAX_LEVEL_OF_VARIANTS + 1)
            eased = eased_to(generated.puzzle, level, seed + number)
            if eased is not None and (entry := entry_of(eased, name, number + 1)):
                number += 1
                yield entry
            if number == PER_VARIANT:
                break


def eased_to(puzzle: Any, level: int, seed: int) -> Any:
    """Return the puzzle at this level or below, with clues given back; ``None`` if none helps."""
    import nonet
    from nonet.errors import OutOfTime

    solution = nonet.solve(puzzle).solution
    assert solution is not None  # a generated puzzle has one
    cells = [cell for cell in puzzle.grid.cells if cell not in puzzle.clues]
    Random(seed).shuffle(cells)
    for given_back in range(0, len(cells) // 2, 3):
        further = {cell: solution[cell] for cell in cells[:given_back]}
        eased = puzzle.with_clues({**puzzle.clues, **further})
        try:
            rating = nonet.rate(eased, "hodoku", time_limit=2)
        except OutOfTime:
            continue
        if rating.solved and rating.level in LEVELS[: level + 1]:
            return eased
    return None


def entry_of(puzzle: Any, variant: str, number: int, level: str = "") -> dict[str, Any] | None:
    """Return the entry of a puzzle, with its ratings; ``None`` where logic does not solve it."""
    import nonet

    rating = nonet.rate(puzzle, "explainer", "hodoku", time_limit=120)
    if not rating.solved or not rating.level or level not in ("", rating.level):
        return None
    entry = {
        "id": f"{variant}-{number}" if not level else f"{level.lower()}-{number}",
        "variant": variant,
        "level": rating.level,
        "rating": rating.rating,
        "score": rating.score,
        "puzzle": document_of(puzzle),
    }
    print(entry["id"], entry["level"], entry["rating"], file=sys.stderr)
    return entry


def main() -> None:
    """Write the library anew."""
    puzzles = make_library(seed=2026)["puzzles"]
    LIBRARY_FILE.write_text(library_text(puzzles), encoding="utf-8")


if __name__ == "__main__":
    main()
