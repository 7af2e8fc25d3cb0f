"""Makes and writes the puzzle files of this folder: run ``python puzzles/make.py``.

``python puzzles/make.py hard.txt`` makes the files named only.  Every puzzle is
our own, drawn by ``generator.py`` with the file's name as the seed; nothing is
taken from elsewhere (what is quoted from texts lies in ``quoted/``).  Needs the
extra ``sat``.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from itertools import count
from pathlib import Path
from random import Random

from generator import (
    Oracle,
    grade,
    guesses,
    jigsaw_layout,
    open_candidates,
    plain_solution,
    samurai_solution,
    singles,
    solutions,
    taken_away,
    variant_solution,
)
from relatives import multigrids, relatives

from nonet.formats import write
from nonet.puzzle import SAMURAI, Grid, Puzzle, make_rule
from nonet.puzzle.grid import place

Maker = Callable[[Random], list[Puzzle]]
Writer = Callable[[Iterable[Puzzle]], str]


# --- the puzzles of each file -----------------------------------------------------------------

CLASSIC = Puzzle(Grid.square(9))


def classics(random: Random, wanted: tuple[int, int, int]) -> list[Puzzle]:
    """Plain 9x9 puzzles, so many of each grade, from easy to hard and from many clues to few.

    In turn: symmetric with clues to spare, with some to spare, and minimal.
    """
    found: list[list[Puzzle]] = [[], [], []]
    oracle = Oracle(CLASSIC)
    for number in count():
        if all(len(some) == most for some, most in zip(found, wanted, strict=True)):
            break
        solved = plain_solution(CLASSIC.grid, random)
        keep = (random.randint(26, 36), random.randint(24, 30), 0)[number % 3]
        puzzle = taken_away(
            CLASSIC, solved, random, keep=keep, symmetric=number % 3 == 0, oracle=oracle
        )
        level = grade(puzzle)
        if len(found[level]) < wanted[level]:
            found[level].append(puzzle)
    return [p for some in found for p in sorted(some, key=lambda p: -len(p.clues))]


def symmetric(random: Random, number: int) -> list[Puzzle]:
    """So many 9x9 puzzles of 30 clues or a few more, in a pattern that a half turn keeps."""
    return [
        taken_away(CLASSIC, plain_solution(CLASSIC.grid, random), random, keep=30, symmetric=True)
        for _ in range(number)
    ]


def hardest(random: Random, best: int, of: int) -> list[Puzzle]:
    """The ``best`` of so many minimal puzzles by the guesses a search needs, hardest last."""
    oracle = Oracle(CLASSIC)
    found: list[tuple[float, Puzzle]] = []
    while len(found) < of:
        puzzle = taken_away(CLASSIC, plain_solution(CLASSIC.grid, random), random, oracle=oracle)
        if grade(puzzle) == 2:
            found.append((guesses(puzzle, Random(0)), puzzle))
    return [puzzle for _, puzzle in sorted(found, key=lambda pair: pair[0])[-best:]]


def plain(random: Random, size: int, number: int, keep: int = 0) -> list[Puzzle]:
    """So many plain puzzles of a size, minimal or with ``keep`` clues."""
    puzzle = Puzzle(Grid.square(size))
    oracle = Oracle(puzzle)
    return [
        taken_away(puzzle, plain_solution(puzzle.grid, random), random, keep=keep, oracle=oracle)
        for _ in range(number)
    ]


def variants(random: Random, number: int, *rules: str) -> list[Puzzle]:
    """So many minimal 9x9 puzzles with some rules that need no parameters."""
    puzzle = CLASSIC.with_rules(*map(make_rule, rules))
    oracle = Oracle(puzzle)
    solved = [variant_solution(puzzle, random) for _ in range(number)]
    return [taken_away(puzzle, one, random, oracle=oracle) for one in solved if one is not None]


def jigsaws(random: Random, number: int) -> list[Puzzle]:
    """So many minimal 9x9 puzzles, each with a layout of its own."""
    found: list[Puzzle] = []
    while len(found) < number:
        layout = jigsaw_layout(CLASSIC.grid, random)
        puzzle = CLASSIC.with_rules(make_rule("jigsaw", layout=layout))
        solved = variant_solution(puzzle, random, tries=20)
        if solved is not None:  # some layouts have no solution
            found.append(taken_away(puzzle, solved, random))
    return found


def even_odds(random: Random, number: int, marked: int = 12) -> list[Puzzle]:
    """So many puzzles in which some cells without a clue are marked as even or odd."""
    found: list[Puzzle] = []
    while len(found) < number:
        solved = plain_solution(CLASSIC.grid, random)
        cells = random.sample(CLASSIC.grid.cells, marked)
        even = sorted((cell for cell in cells if solved[cell] % 2 == 0), key=place)
        odd = sorted((cell for cell in cells if solved[cell] % 2), key=place)
        puzzle = CLASSIC.with_rules(make_rule("even", cells=even), make_rule("odd", cells=odd))
        unmarked = {cell: value for cell, value in solved.items() if cell not in cells}
        oracle = Oracle(puzzle)
        if all(oracle.force(unmarked, cell, solved[cell]) for cell in cells):
            found.append(taken_away(puzzle, unmarked, random, oracle=oracle))
    return found


def samurais(random: Random, number: int) -> list[Puzzle]:
    """So many minimal samurai of five 9x9 squares."""
    puzzle = Puzzle(Grid.overlapping(SAMURAI))
    oracle = Oracle(puzzle)
    return [
        taken_away(puzzle, samurai_solution(random), random, oracle=oracle) for _ in range(number)
    ]


def without_solution(random: Random) -> Puzzle:
    """A puzzle with no solution, though no two clues clash and singles find nothing wrong.

    A wrong clue in a puzzle with one solution leaves it none.
    """
    while True:
        (puzzle,) = plain(random, 9, 1, keep=24)
        for cell in puzzle.grid.cells:
            for value in sorted(open_candidates(puzzle)[cell]):
                wrong = puzzle.with_clues({**puzzle.clues, cell: value})
                candidates = open_candidates(wrong)
                if (
                    not wrong.clashes()
                    and singles(wrong, candidates)
                    and any(len(left) > 1 for left in candidates.values())
                    and not solutions(wrong, 1)
                ):
                    return wrong


def with_solutions(random: Random, fewest: int, most: int) -> Puzzle:
    """A puzzle with ``fewest`` to ``most`` solutions: a minimal one less some clues."""
    while True:
        (puzzle,) = plain(random, 9, 1)
        clues = dict(puzzle.clues)
        for cell in random.sample(sorted(clues, key=place), 4):
            del clues[cell]
            fewer = puzzle.with_clues(clues)
            if fewest <= len(solutions(fewer, most + 1)) <= most:
                return fewer


# --- writing ----------------------------------------------------------------------------------
#
# With nonet's own writers where they write just this; else as other programs
# do, so that the readers are tried on text our writers did not make.


def written_as(name: str) -> Writer:
    """The writer of one of nonet's formats."""
    return lambda puzzles: write(puzzles, name)


def rows(puzzle: Puzzle) -> list[str]:
    """The rows of a puzzle as texts."""
    line, width = puzzle.line(), puzzle.grid.width
    return [line[start : start + width] for start in range(0, len(line), width)]


def as_rows(puzzles: Iterable[Puzzle]) -> str:
    """A row a line, an empty line between puzzles, the alphabet stated."""
    drawn = ("".join(f"{row}\n" for row in rows(puzzle)) for puzzle in puzzles)
    return "# alphabet: digits\n" + "\n".join(drawn)


def as_sdm(puzzles: Iterable[Puzzle]) -> str:
    """One puzzle a line, 0 for a blank."""
    return "".join(f"{puzzle.line(blank='0')}\n" for puzzle in puzzles)


def as_csv(puzzles: Iterable[Puzzle]) -> str:
    """A table with header, each puzzle with its solution, 0 for a blank."""
    lines = (f"{p.line(blank='0')},{p.line(solutions(p, 1)[0])}\n" for p in puzzles)
    return "puzzle,solution\n" + "".join(lines)


def as_sdk(puzzles: Iterable[Puzzle]) -> str:
    """One puzzle as SadMan Sudoku and SudoCue keep it: tagged lines, then rows."""
    (puzzle,) = puzzles
    tags = "#Anonet\n#DA classic with symmetric clues\n#Leasy\n"
    return tags + "".join(f"{row}\n" for row in rows(puzzle))


def boxed(row: str) -> list[str]:
    """A row of nine in its three boxes."""
    return [row[start : start + 3] for start in range(0, 9, 3)]


def as_ss(puzzles: Iterable[Puzzle]) -> str:
    """One puzzle as Simple Sudoku keeps it: bars between boxes, dashes between bands."""
    (puzzle,) = puzzles
    lines = ["|".join(boxed(row)) for row in rows(puzzle)]
    return "\n-----------\n".join("\n".join(lines[i : i + 3]) for i in range(0, 9, 3)) + "\n"


def as_framed(puzzles: Iterable[Puzzle]) -> str:
    """Drawn with frames and room between cells, an empty line between puzzles."""
    edge = "+-------+-------+-------+\n"
    drawn = []
    for puzzle in puzzles:
        lines = [
            "| " + " | ".join(" ".join(part) for part in boxed(row)) + " |\n"
            for row in rows(puzzle)
        ]
        bands = ("".join(lines[i : i + 3]) for i in range(0, 9, 3))
        drawn.append(edge + edge.join(bands) + edge)
    return "\n".join(drawn)


# --- the files --------------------------------------------------------------------------------

FILES: dict[str, tuple[Maker, Writer]] = {
    "euler96.txt": (lambda random: classics(random, (20, 15, 25)), written_as("euler")),
    "easy.sdm": (lambda random: classics(random, (10, 0, 0)), as_sdm),
    "classic.csv": (lambda random: classics(random, (10, 5, 5)), as_csv),
    "classic.sdk": (lambda random: symmetric(random, 1), as_sdk),
    "classic.ss": (lambda random: symmetric(random, 1), as_ss),
    "framed.txt": (lambda random: symmetric(random, 2), as_framed),
    "hard.txt": (lambda random: hardest(random, 10, 150), written_as("line")),
    "4x4.txt": (lambda random: plain(random, 4, 10), written_as("line")),
    "6x6.txt": (lambda random: plain(random, 6, 10), written_as("line")),
    "12x12.txt": (lambda random: plain(random, 12, 3), as_rows),
    "16x16.txt": (lambda random: plain(random, 16, 3, keep=100), written_as("line")),
    "25x25.txt": (lambda random: plain(random, 25, 2, keep=330), written_as("line")),
    "25x25-290.txt": (lambda random: plain(random, 25, 1, keep=290), written_as("line")),
    "jigsaw.json": (lambda random: jigsaws(random, 3), written_as("json")),
    "x.json": (lambda random: variants(random, 3, "diagonals"), written_as("json")),
    "windoku.json": (lambda random: variants(random, 3, "windoku"), written_as("json")),
    "anti-knight.json": (lambda random: variants(random, 3, "anti-knight"), written_as("json")),
    "anti-king.json": (lambda random: variants(random, 3, "anti-king"), written_as("json")),
    "disjoint-groups.json": (
        lambda random: variants(random, 3, "disjoint-groups"),
        written_as("json"),
    ),
    "even-odd.json": (lambda random: even_odds(random, 3), written_as("json")),
    "samurai.json": (lambda random: samurais(random, 2), written_as("json")),
    "relatives.json": (relatives, written_as("json")),
    "multigrids.json": (multigrids, written_as("json")),
    "no-solution.txt": (lambda random: [without_solution(random)], written_as("line")),
    "many-solutions.txt": (lambda random: [with_solutions(random, 20, 400)], written_as("line")),
}
"""For each file, how its puzzles are made and how they are written."""


def main(names: list[str]) -> None:
    """Make the files named, or all, each from its own name as the seed."""
    for name in names or FILES:
        maker, writer = FILES[name]
        puzzles = maker(Random(name))
        (Path(__file__).parent / name).write_text(writer(puzzles), encoding="utf-8")
        print(f"{name}: {len(puzzles)}, clues {[len(puzzle.clues) for puzzle in puzzles]}")


if __name__ == "__main__":
    main(sys.argv[1:])
