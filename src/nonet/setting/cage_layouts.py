"""Cages that cover a grid: sizes as asked for, no value twice in a cage, moved until unique.

>>> from random import Random
>>> import nonet
>>> solution = nonet.solve("1.3.34....2..1..").solution
>>> cages = cage_tiling(nonet.Sudoku("." * 16).grid, solution, Random(1), (2, 4))
>>> sorted(cell for cage in cages for cell in cage) == sorted(solution), min(map(len, cages))
(True, 2)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random

from nonet.puzzle import Cell, Grid

SolutionValues = Mapping[Cell, int]

TILINGS = 200
"""Tilings tried until one keeps the sizes."""

COMPACT = 0.7
"""Part of the steps by which a cage takes the cell with fewest free neighbours: so few are left
alone, and cages are compact."""

SHRINKING = 0.75
"""How often a cage has one cell more, beside one cell less."""


def edge_neighbours(grid: Grid, cell: Cell) -> list[Cell]:
    """Return the cells that share an edge with a cell."""
    return list(grid.cells_at_offsets(cell, ((-1, 0), (0, -1), (0, 1), (1, 0))))


def cage_tiling(
    grid: Grid,
    solution: SolutionValues,
    random: Random,
    size: tuple[int, int],
    number: tuple[int, int] | None = None,
) -> list[list[Cell]]:
    """The grid in cages of the sizes asked for, if possible, with no value twice in any.

    Where a tiling of these sizes, and of ``number`` cages, is not found, some cages are smaller.
    """
    low, high = number or (1, len(grid.cells))
    best: tuple[int, list[list[Cell]]] | None = None
    for _ in range(TILINGS):
        cages = _random_tiling(grid, solution, random, size, number)
        misses = sum(len(cage) < size[0] for cage in cages)
        misses += max(0, low - len(cages), len(cages) - high)
        if best is None or misses < best[0]:
            best = misses, cages
        if not misses:
            break
    assert best is not None
    return best[1]


def _random_tiling(
    grid: Grid,
    solution: SolutionValues,
    random: Random,
    size: tuple[int, int],
    number: tuple[int, int] | None,
) -> list[list[Cell]]:
    least, most = size
    sizes = range(least, most + 1)
    shrinking = SHRINKING if number is None else _shrinking_for(number, size, len(grid.cells))
    weights = [shrinking**place for place in range(len(sizes))]
    cage_of: dict[Cell, list[Cell]] = {}
    cages: list[list[Cell]] = []
    for start in random.sample(grid.cells, len(grid.cells)):
        if start in cage_of:
            continue
        cage = cage_of[start] = [start]
        cages.append(cage)
        target = random.choices(sizes, weights)[0]
        while len(cage) < target:
            growing = _growing_cells(grid, solution, cage, cage_of)
            if not growing:
                break
            if random.random() < COMPACT:
                random.shuffle(growing)
                cell = min(growing, key=lambda cell: _free_neighbours(grid, cell, cage_of))
            else:
                cell = random.choice(growing)
            cage.append(cell)
            cage_of[cell] = cage
    for cage in cages:
        while 0 < len(cage) < least:  # its cells join their neighbours
            if not _give_away(grid, solution, cage, cage_of, most):
                break
    return [cage for cage in cages if cage]


def _shrinking_for(number: tuple[int, int], size: tuple[int, int], cells: int) -> float:
    """The weight of each size beside the one before so that cages have the mean size asked for."""
    mean = min(max(2 * cells / sum(number), size[0] + 0.05), size[1] - 0.05)
    low, high = 1e-3, 1e3
    for _ in range(40):
        middle = (low * high) ** 0.5
        weights = [middle**place for place in range(size[1] - size[0] + 1)]
        now = sum(w * n for n, w in enumerate(weights, size[0])) / sum(weights)
        low, high = (middle, high) if now < mean else (low, middle)
    return low


def _growing_cells(
    grid: Grid, solution: SolutionValues, cage: list[Cell], cage_of: Mapping[Cell, list[Cell]]
) -> list[Cell]:
    values = {solution[cell] for cell in cage}
    return [
        other
        for cell in cage
        for other in edge_neighbours(grid, cell)
        if other not in cage_of and solution[other] not in values
    ]


def _free_neighbours(grid: Grid, cell: Cell, cage_of: Mapping[Cell, list[Cell]]) -> int:
    return sum(other not in cage_of for other in edge_neighbours(grid, cell))


def _give_away(
    grid: Grid,
    solution: SolutionValues,
    cage: list[Cell],
    cage_of: dict[Cell, list[Cell]],
    most: int,
) -> bool:
    """Move a cell of a cage to the smallest neighbouring cage that may take the cell; return
    whether a cell was moved."""
    for cell in cage:
        others = [other for other in cage if other != cell]
        takers = [
            cage_of[other]
            for other in edge_neighbours(grid, cell)
            if cage_of[other] is not cage and may_join(solution, cell, cage_of[other], most)
        ]
        if takers and is_connected(grid, others):
            taker = min(takers, key=len)
            taker.append(cell)
            cage_of[cell] = taker
            cage.remove(cell)
            return True
    return False


def may_join(solution: SolutionValues, cell: Cell, cage: list[Cell], most: int) -> bool:
    """Whether a cage has room for a further cell and does not contain that cell's value."""
    return len(cage) < most and solution[cell] not in {solution[each] for each in cage}


def is_connected(grid: Grid, cells: list[Cell]) -> bool:
    """Whether cells hang together by their sides."""
    unreached, frontier = set(cells[1:]), cells[:1]
    while frontier:
        for cell in edge_neighbours(grid, frontier.pop()):
            if cell in unreached:
                unreached.discard(cell)
                frontier.append(cell)
    return not unreached


def distinguishing_changes(
    grid: Grid,
    cages: list[list[Cell]],
    solution: SolutionValues,
    other: SolutionValues,
    size: tuple[int, int],
    random: Random,
) -> Iterator[list[list[Cell]]]:
    """The cages changed at one place, so that their sums tell two solutions apart.

    A cell moves to the cage beside, or a cage falls apart in two; the cages keep their sizes.
    """
    cage_of = {cell: cage for cage in cages for cell in cage}
    differing = [cell for cell in grid.cells if solution[cell] != other[cell]]
    for cell in random.sample(differing, len(differing)):
        cage = cage_of[cell]
        near = edge_neighbours(grid, cell)
        others = [each for each in cage if each != cell]
        if len(others) >= size[0] and is_connected(grid, others):
            for taker in {id(cage_of[each]): cage_of[each] for each in near}.values():
                if taker is not cage and may_join(solution, cell, taker, size[1]):
                    yield [
                        *(each for each in cages if each is not cage and each is not taker),
                        others,
                        [*taker, cell],
                    ]
        for parts in _splits(grid, cage, cell, size[0]):
            if sum(solution[x] for x in parts[0]) != sum(other[x] for x in parts[0]):
                yield [*(each for each in cages if each is not cage), *parts]


def split_largest(
    grid: Grid, cages: list[list[Cell]], least: int, number: int, random: Random
) -> list[list[Cell]]:
    """Return the cages with up to ``number`` of the largest in two parts of at least ``least``
    cells."""
    result: list[list[Cell]] = []
    for cage in sorted(random.sample(cages, len(cages)), key=len, reverse=True):
        parts = next(_splits(grid, cage, random.choice(cage), least), None) if number else None
        result += [cage] if parts is None else parts
        number -= parts is not None
    return result


def _splits(
    grid: Grid, cage: list[Cell], start: Cell, least: int
) -> Iterator[tuple[list[Cell], list[Cell]]]:
    """A cage in two parts of at least so many cells, each of which hangs together."""
    part = [start]
    while len(cage) - len(part) >= least:
        other_part = [cell for cell in cage if cell not in part]
        if len(part) >= least and is_connected(grid, other_part):
            yield part, other_part
        near = [cell for each in part for cell in edge_neighbours(grid, each) if cell in other_part]
        if not near:
            return
        part = [*part, near[0]]
