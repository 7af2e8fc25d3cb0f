"""Sets of models: classic squares, variants and killers of all sizes, with few clues and many.

Each set yields any number of different models: images of the puzzles of ``puzzles/`` under their
symmetries, and killers (cages with different values and a sum) of random solved grids.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import count, islice
from pathlib import Path
from random import Random

import nonet
from benchmarks import sets
from benchmarks.geometry import SYMBOLS, VALUE, Geometry, Symmetry
from benchmarks.sets import OWN
from nonet.puzzle.grid import place
from nonet.solving.model_files import read_model

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Set:
    """Models of one kind; ``first(n)`` returns the same n models in each run, or all models."""

    name: str
    what: str
    models: Callable[[], Iterator[nonet.Model]]

    def first(self, number: int) -> list[nonet.Model]:
        """Return the first models."""
        return list(islice(self.models(), number))


def images(file: str, change: int = 0) -> Iterator[nonet.Model]:
    """Yield images of the puzzles of a file without end, with ``change`` more (or fewer) clues."""
    path = (HERE if file == "minimal16.txt" else OWN) / file
    puzzles = nonet.read(path)
    changed = [_changed(puzzle, change) for puzzle in puzzles]
    for number in count():
        puzzle = changed[number % len(changed)]
        geometry = Geometry.of(puzzle)
        line = Symmetry.random(geometry, Random(f"{file} {number}")).apply(_line(puzzle))
        clues = {c: VALUE[s] for c, s in zip(geometry.cells, line, strict=True) if s != "."}
        yield nonet.Puzzle(puzzle.grid, clues, puzzle.rules).model()


def _line(puzzle: nonet.Puzzle) -> str:
    return "".join(
        SYMBOLS[puzzle.clues[c] - 1] if c in puzzle.clues else "." for c in puzzle.grid.cells
    )


def _changed(puzzle: nonet.Puzzle, change: int) -> nonet.Puzzle:
    if not change:
        return puzzle
    random, clues = Random(change), dict(puzzle.clues)
    if change < 0:
        for cell in random.sample(sorted(clues), -change):
            del clues[cell]
    else:
        solution = nonet.solve(puzzle, "cpsat").solution
        assert solution is not None
        free = sorted(set(puzzle.grid.cells) - set(clues))
        clues |= {cell: solution[cell] for cell in random.sample(free, change)}
    return nonet.Puzzle(puzzle.grid, clues, puzzle.rules)


def public(name: str) -> Iterator[nonet.Model]:
    """Yield the puzzles of a public list, or nothing if the list is missing."""
    path = sets.DATA / sets.SOURCES[name].file
    for line in path.read_text().split() if path.is_file() else ():
        yield nonet.parse(line).model()


def unsatisfiable(file: str) -> Iterator[nonet.Model]:
    """Yield puzzles of a file with one wrong clue more."""
    for number, model in enumerate(images(file)):
        solution = nonet.solve(model).solution
        assert solution is not None
        free = [cell for cell in model.variables if len(model.domains[cell]) > 1]
        cell = Random(number).choice(free)
        wrong = next(v for v in model.domains[cell] if v != solution[cell])
        yield model.narrow({cell: [wrong]})


def variants() -> Iterator[nonet.Model]:
    """Yield the mixed variants of ``benchmarks/variants``, each with different rules."""
    from benchmarks.variants.questions import mixed

    for variant in mixed():
        problem = variant.problem
        yield problem.model() if isinstance(problem, nonet.Puzzle) else problem


def classics() -> Iterator[nonet.Model]:
    """Yield the models of ``examples/classics``."""
    for path in sorted((OWN.parent / "examples" / "classics").glob("*.py")):
        yield read_model(path).model


def blank(size: int) -> Iterator[nonet.Model]:
    """Yield empty squares with one clue at different cells."""
    grid = nonet.Grid.square(size)
    for number in count():
        yield nonet.Puzzle(grid, {grid.cells[number % len(grid.cells)]: 1}).model()


def killers(
    size: int, box: tuple[int, int], share: float, clues: int, largest: int = 5
) -> Iterator[nonet.Model]:
    """Yield killers with random cages over ``share`` of the grid, and some clues."""
    grid = nonet.Grid.square(size, box)
    for number in count():
        random = Random(f"{size} {share} {clues} {number}")
        solved = _solved(grid, box, random)
        base = nonet.Puzzle(grid).model()
        constraints = list(base.constraints)
        for cage in _cages(grid, solved, largest, random):
            if random.random() < share:
                total = sum(solved[cell] for cell in cage)
                if len(cage) > 1:
                    constraints.append(nonet.AllDifferent(cage))
                constraints.append(nonet.model.Linear(cage, (1,) * len(cage), "==", total))
        model = nonet.Model(base.structure.domains, constraints)
        given = random.sample(sorted(grid.cells), clues)
        yield model.narrow({cell: [solved[cell]] for cell in given})


def _solved(grid: nonet.Grid, box: tuple[int, int], random: Random) -> dict[str, int]:
    """Return a pattern of shifted rows with permuted rows, columns and values."""
    height, width = box
    size = grid.size
    pattern = [[(width * (r % height) + r // height + c) % size for c in range(size)]
               for r in range(size)]  # fmt: skip
    geometry = Geometry.of(nonet.Puzzle(grid))
    line = "".join(SYMBOLS[value] for row in pattern for value in row)
    image = Symmetry.random(geometry, random).apply(line)
    return {cell: VALUE[s] for cell, s in zip(geometry.cells, image, strict=True)}


def _cages(
    grid: nonet.Grid, solved: dict[str, int], largest: int, random: Random
) -> Iterator[tuple[str, ...]]:
    """Yield connected cages of up to ``largest`` cells with different values that cover the grid."""
    at = {place(cell): cell for cell in grid.cells}
    free = dict.fromkeys(random.sample(grid.cells, len(grid.cells)))
    while free:
        cage = [next(iter(free))]
        del free[cage[0]]
        for _ in range(random.randint(1, largest - 1)):
            taken = {solved[cell] for cell in cage}
            beside = [
                at[r + down, c + right]
                for r, c in map(place, cage)
                for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0))
                if (r + down, c + right) in at
            ]
            choices = sorted(
                {cell for cell in beside if cell in free and solved[cell] not in taken}
            )
            if not choices:
                break
            cage.append(random.choice(choices))
            del free[cage[-1]]
        yield tuple(cage)


def _file(name: str, what: str, file: str, change: int = 0) -> Set:
    return Set(name, what, partial(images, file, change))


def _killer(
    size: int, box: tuple[int, int], share: float = 1.0, clues: int = 0, name: str = ""
) -> Set:
    cages = "cages everywhere" if share == 1 else f"cages over {share:.0%}"
    what = f"{cages}, {clues} clues"
    return Set(name or f"killer {size}x{size}", what, partial(killers, size, box, share, clues))


SETS: tuple[Set, ...] = (
    _file("4x4", "minimal", "4x4.txt"),
    _file("6x6", "minimal", "6x6.txt"),
    _file("9x9 easy", "Project Euler 96", "euler96.txt"),
    Set("euler96", "Norvig's easy50", partial(public, "euler96_50")),
    Set("top95", "Norvig's hard list", partial(public, "top95")),
    Set("hardest11", "Norvig's hardest", partial(public, "hardest11")),
    _file("9x9 hard", "minimal", "hard.txt"),
    Set("9x9 unsatisfiable", "a wrong clue more", partial(unsatisfiable, "hard.txt")),
    Set("9x9 blank", "one clue", partial(blank, 9)),
    _file("12x12", "minimal", "12x12.txt"),
    _file("16x16", "100 clues", "16x16.txt"),
    Set("16x16 unsatisfiable", "a wrong clue more", partial(unsatisfiable, "16x16.txt")),
    _file("16x16 minimal", "95 clues", "minimal16.txt"),
    _file("16x16 open", "4 clues fewer: many solutions", "minimal16.txt", -4),
    Set("16x16 blank", "one clue", partial(blank, 16)),
    _file("25x25 easy", "330 clues", "25x25.txt"),
    _file("25x25 middle", "310 clues", "25x25-290.txt", 20),
    _file("25x25 hard", "290 clues", "25x25-290.txt"),
    Set("25x25 blank", "one clue", partial(blank, 25)),
    _file("jigsaw", "minimal", "jigsaw.json"),
    _file("X", "minimal", "x.json"),
    _file("windoku", "minimal", "windoku.json"),
    _file("samurai", "minimal", "samurai.json"),
    _killer(4, (2, 2)),
    _killer(6, (2, 3)),
    _killer(9, (3, 3)),
    _killer(9, (3, 3), 0.6, 8, "killer 9x9 open"),
    _killer(12, (3, 4), 1.0, 20),
    _killer(16, (4, 4), 1.0, 60),
    _killer(25, (5, 5), 0.5, 320),
    Set("variants", "mixed rules, each its own", variants),
    Set("classics", "models of examples/classics", classics),
)
"""All sets."""
