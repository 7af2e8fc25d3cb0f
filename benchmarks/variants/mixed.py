"""Random variants with one solution, few clues, and one kind of rule.

For each kind the program draws a solved grid, then marks that the grid allows, then a minimal set
of clues.  Marks follow from the seed alone.  Clues do not, because a clue also stays if its test
takes too long; so ``mixed.txt`` stores the clues.  ``python -m benchmarks.variants.mixed`` writes
this file: the first puzzles of each kind that take plain integer CP-SAT more than ``LEAST``.

>>> solved = random_grid(Random(1))
>>> rules = draw("whispers", 1)[1]
>>> rules[0].partition(" ")[0], len(solved)
('whispers', 81)
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, groupby, pairwise
from pathlib import Path
from random import Random
from statistics import median

import nonet
from benchmarks.variants.measure import ask_once, text_of
from nonet.puzzle.grid import cell_name

FILE = Path(__file__).with_name("mixed.txt")

PLAIN = "cpsat:model=textbook"

EACH, LEAST = 4, 20.0
"""Puzzles of each kind, and the least milliseconds of plain CP-SAT for a puzzle."""

SEEDS = 16
"""Largest number of puzzles drawn of a kind."""

SECONDS = 2.0
"""Time limit of the test whether a clue can be removed."""

SIDE = range(9)

Solved = dict[str, int]


def random_grid(random: Random) -> Solved:
    """Return a solved 9x9 by search in random order."""
    values = [[0] * 9 for _ in SIDE]

    def free(row: int, column: int) -> list[int]:
        top, left = row - row % 3, column - column % 3
        taken = {*values[row], *(line[column] for line in values)}
        taken.update(v for line in values[top : top + 3] for v in line[left : left + 3])
        return [value for value in range(1, 10) if value not in taken]

    def fill() -> bool:
        open_ = [(len(free(r, c)), r, c) for r in SIDE for c in SIDE if not values[r][c]]
        if not open_:
            return True
        _, row, column = min(open_)
        for value in random.sample(choice := free(row, column), len(choice)):
            values[row][column] = value
            if fill():
                return True
        values[row][column] = 0
        return False

    fill()
    return {cell_name(row, column): values[row][column] for row in SIDE for column in SIDE}


Line = Sequence[tuple[str, int]]
"""Cells and their values, in order."""


def values(line: Line) -> list[int]:
    """Return the values along a line."""
    return [value for _, value in line]


def _differ_by(least: int) -> Callable[[Line], bool]:
    return lambda line: all(abs(a - b) >= least for a, b in pairwise(values(line)))


def _triples_by(part: Callable[[int], int]) -> Callable[[Line], bool]:
    def holds(line: Line) -> bool:
        parts = [part(value) for value in values(line)]
        return all(len(set(parts[i : i + 3])) == len(parts[i : i + 3]) for i in range(len(parts)))

    return holds


def _box(cell: str) -> tuple[int, int]:
    return (int(cell[1]) - 1) // 3, (int(cell[3]) - 1) // 3


def _region_sums(line: Line) -> bool:
    sums = [sum(v for _, v in part) for _, part in groupby(line, key=lambda each: _box(each[0]))]
    return len(sums) > 1 and len(set(sums)) == 1


def _zipper(line: Line) -> bool:
    along = values(line)
    half = len(along) // 2
    sums = {a + b for a, b in zip(along[:half], along[::-1][:half], strict=True)}
    return len(sums) == 1 and (len(along) % 2 == 0 or along[half] in sums)


def _between(line: Line) -> bool:
    first, *middle, last = values(line)
    return all(min(first, last) < value < max(first, last) for value in middle)


def _renban(line: Line) -> bool:
    along = set(values(line))
    return len(along) == len(line) == max(along) - min(along) + 1


LINES: dict[str, tuple[Callable[[Line], bool], bool]] = {
    "whispers": (_differ_by(5), True),
    "nabner": (lambda line: _apart(sorted(values(line))), True),
    "modular": (_triples_by(lambda value: value % 3), True),
    "entropic": (_triples_by(lambda value: (value - 1) // 3), True),
    "thermometer": (lambda line: all(a < b for a, b in pairwise(values(line))), True),
    "renban": (_renban, False),
    "between": (_between, False),
    "zipper": (_zipper, False),
    "region-sum-line": (_region_sums, False),
    "arrow": (lambda line: line[0][1] == sum(values(line)[1:]), False),
}
"""For each kind of line its condition, and whether each prefix of a valid line is valid."""


def _apart(along: list[int]) -> bool:
    return all(b - a > 1 for a, b in pairwise(along))


def lines(kind: str, solved: Solved, random: Random) -> list[str]:
    """Return lines of 3 to 8 cells without common cells."""
    is_valid, grows = LINES[kind]
    free, texts = set(solved), []
    for _ in range(3000):
        line = [random.choice(sorted(solved))]
        most = random.randint(3, 8)
        while len(line) < most:
            row, column = int(line[-1][1]) - 1, int(line[-1][3]) - 1
            near = [
                cell_name(r, c)
                for r in range(max(row - 1, 0), min(row + 2, 9))
                for c in range(max(column - 1, 0), min(column + 2, 9))
            ]
            candidates = [cell for cell in near if cell in free and cell not in line]
            if grows:
                candidates = [
                    c for c in candidates if is_valid([(x, solved[x]) for x in (*line, c)])
                ]
            if not candidates:
                break
            line.append(random.choice(candidates))
        ends = (line[:end] for end in range(len(line), 2, -1) if free.issuperset(line[:end]))
        longest = next((x for x in ends if is_valid([(cell, solved[cell]) for cell in x])), None)
        if longest is not None:
            free.difference_update(longest)
            texts.append(f"{kind} {' '.join(longest)}")
    return texts


def views(solved: Solved) -> Iterator[tuple[str, list[int]]]:
    """Yield each place outside the grid with the values in its line of sight."""
    for n in SIDE:
        row = [solved[cell_name(n, other)] for other in SIDE]
        column = [solved[cell_name(other, n)] for other in SIDE]
        yield from ((f"R{n + 1}C0", row), (f"R{n + 1}C10", row[::-1]))
        yield from ((f"R0C{n + 1}", column), (f"R10C{n + 1}", column[::-1]))


def _sandwich(seen: list[int]) -> int:
    low, high = sorted((seen.index(1), seen.index(9)))
    return sum(seen[low + 1 : high])


OUTSIDE: dict[str, Callable[[list[int]], int]] = {
    "sandwich": _sandwich,
    "x-sum": lambda seen: sum(seen[: seen[0]]),
    "skyscraper": lambda seen: len(set(accumulate(seen, max))),
    "numbered-room": lambda seen: seen[seen[0] - 1],
}
"""The number of each kind of outside clue for the values in its line of sight."""


def outside(kind: str, solved: Solved, random: Random) -> list[str]:
    """Return clues at two thirds of the places outside the grid."""
    at = [place for place in views(solved) if kind != "sandwich" or "10" not in place[0]]
    chosen = random.sample(at, 2 * len(at) // 3)
    return [f"{kind} {OUTSIDE[kind](seen)} {place}" for place, seen in chosen]


def full_rank(solved: Solved, random: Random) -> list[str]:
    """Return the ranks of a dozen lines."""
    ranked = sorted(views(solved), key=lambda each: each[1])
    chosen = random.sample(list(enumerate(ranked, 1)), 12)
    return [f"full-rank {rank} {place}" for rank, (place, _) in chosen]


def little_killer(solved: Solved, random: Random) -> list[str]:
    """Return sums of diagonals from the left and from above."""
    clues = []
    for n in range(7):
        starts = ((f"R0C{n + 1}", "DR", 0, n + 1), (f"R{n + 1}C0", "DR", n + 1, 0))
        for place, way, row, column in starts:
            cells = [cell_name(row + i, column + i) for i in SIDE if max(row, column) + i < 9]
            clues.append(f"little-killer {way} {place} {sum(solved[c] for c in cells)}")
        cells = [cell_name(8 - n - i, i) for i in range(9 - n)]
        clues.append(f"little-killer UR R{10 - n}C0 {sum(solved[c] for c in cells)}")
    return random.sample(clues, 18)


def any_of(solved: Solved, random: Random) -> list[str]:
    """Return a clue for all neighbours with sum 5 or 10 or with consecutive values."""
    texts = []
    for row in SIDE:
        for column in range(8):
            for first, second in (
                (cell_name(row, column), cell_name(row, column + 1)),
                (cell_name(column, row), cell_name(column + 1, row)),
            ):
                a, b = solved[first], solved[second]
                if a + b in (5, 10) or abs(a - b) == 1:
                    pair = f"{first} {second}"
                    texts.append(f"any-of (xv V {pair}) (xv X {pair}) (white-dot {pair})")
    return texts


def _maker(kind: str) -> Callable[[Solved, Random], list[str]]:
    makers = {"full-rank": full_rank, "little-killer": little_killer, "any-of": any_of}
    if kind in makers:
        return makers[kind]
    make = lines if kind in LINES else outside
    return lambda solved, random: make(kind, solved, random)


KINDS = (*LINES, *OUTSIDE, "full-rank", "little-killer", "any-of")


def draw(kind: str, seed: int) -> tuple[Solved, list[str]]:
    """Return the solved grid of a seed, and marks of a kind that the grid allows."""
    random = Random(f"{kind} {seed}")
    solved = random_grid(random)
    return solved, _maker(kind)(solved, random)


def fewest_clues(kind: str, seed: int) -> str | None:
    """Return a minimal set of clues; ``None`` if uniqueness is undecided."""
    solved, rules = draw(kind, seed)
    blank = nonet.parse("." * 81).with_rules(*rules)

    def is_unique(cells: Sequence[str]) -> bool:
        puzzle = nonet.Puzzle(blank.grid, {cell: solved[cell] for cell in cells}, blank.rules)
        verdict = nonet.verify(puzzle, "sat", time_limit=SECONDS)
        return verdict.uniqueness.value == "unique"

    order = Random(f"clues {kind} {seed}").sample(sorted(solved), len(solved))
    low, high = 0, len(order)
    while low < high:  # the shortest prefix with one solution
        middle = (low + high) // 2
        low, high = (low, middle) if is_unique(order[:middle]) else (middle + 1, high)
    needed = order[:low]
    for cell in order[:low]:
        if is_unique(fewer := [other for other in needed if other != cell]):
            needed = fewer
    return (
        "".join(str(solved[c]) if c in needed else "." for c in solved)
        if is_unique(needed)
        else None
    )


def puzzles() -> Iterator[tuple[str, nonet.Puzzle]]:
    """Yield the names and puzzles of ``mixed.txt``."""
    for line in FILE.read_text().splitlines():
        kind, seed, clues = line.split()
        yield f"{kind} {seed}", nonet.parse(clues).with_rules(*draw(kind, int(seed))[1])


def main(kinds: Sequence[str] = KINDS) -> None:
    """Draw the puzzles of these kinds and write them to ``mixed.txt``."""
    lines = FILE.read_text().splitlines() if FILE.exists() else []
    puzzle_lines = [line for line in lines if line.partition(" ")[0] not in kinds]
    for kind in kinds:
        for seed in range(1, SEEDS + 1):
            clues = fewest_clues(kind, seed)
            if clues is None:
                continue
            puzzle = nonet.parse(clues).with_rules(*draw(kind, seed)[1])
            times = [ask_once(text_of(puzzle), PLAIN, 60.0) for _ in range(3)]
            plain = median(each.ms for each in times)
            print(f"{kind} {seed}: {plain:.0f} ms", file=sys.stderr)
            if plain > LEAST and all(each.count == 1 for each in times):
                puzzle_lines.append(f"{kind} {seed} {clues}")
                FILE.write_text("\n".join(puzzle_lines) + "\n")
                if sum(line.startswith(f"{kind} ") for line in puzzle_lines) == EACH:
                    break


if __name__ == "__main__":
    main(sys.argv[1:] or KINDS)
