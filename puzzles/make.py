"""Makes files of new puzzles, of the same kinds as those of this folder, by ``nonet.generate``.

    python puzzles/make.py FOLDER                       one of each kind
    python puzzles/make.py FOLDER hard.txt x.json --seed 7

The puzzles of this folder stay as they are, since tests and pages speak of them; README.md says
where they are from.  Needs the extra ``sat``; with ``fast`` it takes less time.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import nonet
from nonet.errors import PuzzleError
from nonet.formats import write
from nonet.puzzle import CLASSIC, Grid, Puzzle, PuzzleRule, grid_of, make_rule
from nonet.puzzle.grid import place

Maker = Callable[[int], list[Puzzle]]
Writer = Callable[[Iterable[Puzzle]], str]

SINGLES = ("full-house", "naked-single", "hidden-single")
LOCKED = ("pointing", "claiming")
"""What the easy classics need, and those after them."""


# --- the puzzles of each file -----------------------------------------------------------------


def drawn(number: int, like: Puzzle | None = None, **demands: Any) -> Maker:
    """So many new puzzles of a seed."""
    return lambda seed: [
        each.puzzle for each in nonet.generate(number, like=like, seed=seed, **demands)
    ]


def ruled(number: int, *rules: str) -> Maker:
    """So many minimal 9x9 puzzles with further rules."""
    return drawn(number, rules=rules)


def sized(size: int, number: int, clues: int | None = None) -> Maker:
    """So many plain puzzles of a size, minimal or with so many clues."""
    return drawn(number, Puzzle(Grid.square(size)), clues=clues)


def grade(puzzle: Puzzle) -> int:
    """0 if singles solve a puzzle, 1 if locked candidates do, 2 if it takes more."""
    if nonet.explain(puzzle, only=SINGLES, unique=True).logical:
        return 0
    return 1 if nonet.explain(puzzle, only=(*SINGLES, *LOCKED), unique=True).logical else 2


def classics(*wanted: int) -> Maker:
    """So many classics of each grade, from easy to hard and from many clues to few."""

    def make(seed: int) -> list[Puzzle]:
        found: list[list[Puzzle]] = [[] for _ in wanted]
        streams = [
            nonet.generate(10**6, clues=clues, symmetry=symmetry, seed=seed)
            for clues, symmetry in (((26, 36), "half-turn"), ((24, 30), "none"), (None, "none"))
        ]
        while any(len(some) < most for some, most in zip(found, wanted, strict=True)):
            for stream in streams:
                puzzle = next(stream).puzzle
                level = grade(puzzle)
                if len(found[level]) < wanted[level]:
                    found[level].append(puzzle)
        return [p for some in found for p in sorted(some, key=lambda p: -len(p.clues))]

    return make


def jigsaws(number: int) -> Maker:
    """So many, each with regions of its own."""
    return lambda seed: [ruled(1, "jigsaw")(seed + at)[0] for at in range(number)]


def even_odds(number: int, marked: int = 12) -> Maker:
    """So many with some cells marked even or odd."""

    def make(seed: int) -> list[Puzzle]:
        blank, random = nonet.Sudoku("." * 81), Random(seed)
        found = []
        for solution in nonet.setting.sample(blank, number, seed=seed).solutions:
            cells = random.sample(blank.grid.cells, marked)
            rules = [
                make_rule(
                    name, cells=sorted((c for c in cells if solution[c] % 2 == rest), key=place)
                )
                for name, rest in (("even", 0), ("odd", 1))
            ]
            found += drawn(1, blank.with_rules(*rules))(seed)
        return found

    return make


def without_solution(seed: int) -> list[Puzzle]:
    """A wrong value in a puzzle with one solution, of which singles see nothing."""
    for made in nonet.generate(10**6, clues=24, seed=seed):
        puzzle = made.puzzle
        solution = dict(zip(puzzle.grid.cells, map(int, made.solution), strict=True))
        for cell, value in (
            (cell, value) for cell in puzzle.grid.cells for value in puzzle.grid.values
        ):
            wrong = puzzle.with_clues({**puzzle.clues, cell: value})
            if cell in puzzle.clues or value == solution[cell] or wrong.clashes():
                continue
            try:
                if nonet.explain(wrong, only=SINGLES).uniqueness is None:  # no contradiction shows
                    return [wrong]
            except PuzzleError:  # a cell has no candidate left
                continue
    raise AssertionError("a million puzzles were not enough")


def with_solutions(fewest: int, most: int) -> Maker:
    """A puzzle with so many solutions: a minimal one less some clues."""

    def make(seed: int) -> list[Puzzle]:
        random = Random(seed)
        for made in nonet.generate(10**6, seed=seed):
            clues = dict(made.puzzle.clues)
            for cell in random.sample(sorted(clues, key=place), 4):
                del clues[cell]
                fewer = made.puzzle.with_clues(clues)
                if fewest <= nonet.count_solutions(fewer, limit=most + 1).number <= most:
                    return [fewer]
        raise AssertionError("a million puzzles were not enough")

    return make


def told_by_marks(description: str, kind: str) -> Maker:
    """One told by its marks alone, on a grid of rows and columns."""
    shape = Grid.from_picture(["##..#", "#....", "....#", "#..##"], range(1, 10))
    like = Puzzle(shape if description == "kakuro" else grid_of(description))

    def make(seed: int) -> list[Puzzle]:
        stream = nonet.generate(10**6, like=like, kind=kind, seed=seed)
        return [next(made.puzzle for made in stream if not made.puzzle.clues)]

    return make


def told_by_clues(grid: Grid, *rules: PuzzleRule) -> Maker:
    """One minimal puzzle under some rules."""
    return drawn(1, Puzzle(grid).with_rules(*rules))


STRAIGHTS = ["...#...", ".......", "#..#..#", ".......", "#..#..#", ".......", "...#..."]

RELATIVES: dict[str, Maker] = {
    "Latin square": told_by_clues(grid_of("6 box none")),
    "Futoshiki": told_by_marks("5 box none", "greater-than"),
    "KenKen": told_by_marks("6 box none", "calculation"),
    "Kakuro": told_by_marks("kakuro", "run-sum"),
    "Str8ts": told_by_clues(
        Grid.from_picture(STRAIGHTS, range(1, 8)), make_rule("straights", black=("R2C4", "R6C4"))
    ),
    "Skyscrapers": told_by_marks("5 box none", "skyscraper"),
    "Binairo": told_by_clues(grid_of("8 values 0-1 box none"), make_rule("binairo")),
    "Magic square": told_by_clues(grid_of("4 values 1-16 box none"), make_rule("magic-square")),
    "Queens": told_by_clues(grid_of("10 values 0-1 box none"), make_rule("queens")),
}


def relatives(seed: int) -> list[Puzzle]:
    """One of each, with its name."""
    return [replace(make(seed)[0], name=name) for name, make in RELATIVES.items()]


def multigrids(seed: int) -> Iterator[Puzzle]:
    """One of each named group of overlapping grids that no other file holds."""
    for name in ("butterfly", "windmill", "sohei", "gattai-8", "shogun", "sumo", "clueless"):
        like = Puzzle(grid_of(name), rules=CLASSIC)
        if name == "clueless":
            like = like.with_rules(make_rule("tenth-grid", lines=tuple(range(2, 28, 3))))
        yield replace(drawn(1, like)(seed)[0], name=name)


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
    lines = (f"{p.line(blank='0')},{nonet.solve(p).solution.line}\n" for p in puzzles)
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
    "euler96.txt": (classics(20, 15, 25), written_as("euler")),
    "easy.sdm": (classics(10, 0, 0), as_sdm),
    "classic.csv": (classics(10, 5, 5), as_csv),
    "classic.sdk": (drawn(1, clues=(30, 36), symmetry="half-turn"), as_sdk),
    "classic.ss": (drawn(1, clues=(30, 36), symmetry="half-turn"), as_ss),
    "framed.txt": (drawn(2, clues=(30, 36), symmetry="half-turn"), as_framed),
    "hard.txt": (drawn(10, rating=("hodoku", 2000, 10000)), written_as("line")),
    "4x4.txt": (sized(4, 10), written_as("line")),
    "6x6.txt": (sized(6, 10), written_as("line")),
    "12x12.txt": (sized(12, 3), as_rows),
    "16x16.txt": (sized(16, 3, clues=100), written_as("line")),
    "25x25.txt": (sized(25, 2, clues=330), written_as("line")),
    "25x25-290.txt": (sized(25, 1, clues=290), written_as("line")),
    "jigsaw.json": (jigsaws(3), written_as("json")),
    "x.json": (ruled(3, "x"), written_as("json")),
    "windoku.json": (ruled(3, "windoku"), written_as("json")),
    "anti-knight.json": (ruled(3, "anti-knight"), written_as("json")),
    "anti-king.json": (ruled(3, "anti-king"), written_as("json")),
    "disjoint-groups.json": (ruled(3, "disjoint-groups"), written_as("json")),
    "even-odd.json": (even_odds(3), written_as("json")),
    "samurai.json": (drawn(2, Puzzle(grid_of("samurai"))), written_as("json")),
    "relatives.json": (relatives, written_as("json")),
    "multigrids.json": (lambda seed: list(multigrids(seed)), written_as("json")),
    "no-solution.txt": (without_solution, written_as("line")),
    "many-solutions.txt": (with_solutions(20, 400), written_as("line")),
}
"""For each file, how its puzzles are made and how they are written."""


def main(arguments: list[str] | None = None) -> None:
    """Make the files named, or all, in a folder."""
    parser = argparse.ArgumentParser(description="Make files of new puzzles of these kinds.")
    parser.add_argument("folder", type=Path, help="where the files go")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(FILES)}")
    parser.add_argument("--seed", type=int, default=1, help="the same puzzles each time")
    asked = parser.parse_args(arguments)
    unknown = [name for name in asked.names if name not in FILES]
    if unknown:
        parser.error(f"no such kind of file: {', '.join(unknown)}")
    if asked.folder.resolve() == Path(__file__).parent:
        parser.error("the files of this folder stay as they are: name another")
    asked.folder.mkdir(parents=True, exist_ok=True)
    for name in asked.names or FILES:
        maker, writer = FILES[name]
        puzzles = maker(asked.seed)
        (asked.folder / name).write_text(writer(puzzles), encoding="utf-8")
        print(f"{name}: {len(puzzles)}, clues {[len(puzzle.clues) for puzzle in puzzles]}")


if __name__ == "__main__":
    main()
