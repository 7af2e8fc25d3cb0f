"""Unknown regions (chaos construction): the solver finds the regions as well as the values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise

from nonet.errors import quantity
from nonet.model import (
    AllDifferent,
    Annotation,
    Automaton,
    Connected,
    Constraint,
    Count,
    Domain,
    Linear,
    Regular,
    Table,
)
from nonet.puzzle.grid import Cell, Grid, place
from nonet.puzzle.rules.base import Example, PuzzleRule
from nonet.puzzle.rules.region_rules import (
    RegionDependentRule,
    checked_region_cells,
    region_variable,
    same_region_constraints,
    same_region_domains,
    same_region_variable,
)
from nonet.render.drawing import Decoration, Line

MAX_PART_CELLS = 4
"""Cells of a part of a region up to which a constraint says that the part has a neighbour in the
region: in a 9x9, 1,600 constraints.  With 5 there are 4,700 constraints, and some puzzles gain as
much as other puzzles lose.
"""

MAX_SMALL_REGION = 6
"""Cells of a region up to which such constraints are posted for single cells alone: native, which
searches such grids fastest, took ten times as long for a 4x4 with more.
"""

_Pairs = tuple[tuple[Cell, Cell], ...]


@dataclass(frozen=True)
class UnknownRegions(PuzzleRule):
    """The grid falls into regions of ``size`` cells (as many as there are values if not given).

    Where the regions lie is part of the solution: two divisions that the same values allow are two
    solutions.  Each pair of a region and a value occurs at most once, so values differ in a region,
    and a region has no more cells than values.
    """

    size: int | None = None

    name = "unknown-regions"
    sentence = (
        "The grid is to be divided into connected regions of one size, "
        "and no value comes twice in a region."
    )
    aliases = ("chaos-construction", "chaos")
    parameters = {"size": "the number of cells of a region, if it is not the number of values"}
    replaces = "boxes"
    examples = (
        Example("1243.4343...3111", "1243443432223111", omitted_rules=("rows", "columns", "boxes")),
    )

    def divided_cells(self, grid: Grid) -> tuple[Cell, ...]:
        """The cells that are divided; raises ``PuzzleError`` where regions cannot be."""
        block, *others = grid.blocks
        if any(each.height * each.width > 1 for each in others):
            raise self.rule_error("it divides one grid, and there are several")
        size = self.region_size(grid)
        cells = block.height * block.width
        if not 1 <= size <= grid.size:
            raise self.rule_error(
                f"a region of {size} cells cannot hold {grid.size} values once each"
            )
        if cells % size:
            raise self.rule_error(f"{cells} cells are not regions of {size}")
        return tuple(cell for row in block.rows() for cell in row)

    def region_size(self, grid: Grid) -> int:
        """The number of cells of a region."""
        return grid.size if self.size is None else self.checked_number(self.size, "the size")

    def variables(self, grid: Grid) -> Mapping[str, Domain]:
        cells = self.divided_cells(grid)
        regions = len(cells) // self.region_size(grid)
        domains = {region_variable(cell): Domain.range(1, regions) for cell in cells}
        places = Domain.of(_region_and_value_numbers(grid, range(1, regions + 1)).values())
        domains |= {_region_and_value_variable(cell): places for cell in cells}
        return {
            **domains,
            **(
                same_region_domains(grid.blocks[0].neighbours())
                if self.region_size(grid) > 1
                else {}
            ),
        }

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        cells, size = self.divided_cells(grid), self.region_size(grid)
        numbers = range(1, len(cells) // size + 1)
        regions = tuple(map(region_variable, cells))
        annotation = Annotation(
            self.name, "numbers of regions", "regions are numbered as they are met"
        )
        arcs = {(met, number): met for met in (0, *numbers) for number in range(1, met + 1)}
        arcs |= {(number - 1, number): number for number in numbers}
        yield Regular(regions, Automaton(0, [numbers[-1]], arcs), rule=annotation)
        rows = frozenset(
            (*pair, place) for pair, place in _region_and_value_numbers(grid, numbers).items()
        )
        for cell in cells:
            sentence = f"its first digits are the region of {cell}, and its last the value there"
            annotation = Annotation(self.name, f"region and value of {cell}", sentence)
            yield Table(
                (region_variable(cell), cell, _region_and_value_variable(cell)),
                rows,
                rule=annotation,
            )
        annotation = Annotation(self.name, "values of regions", "no value comes twice in a region")
        yield AllDifferent(tuple(map(_region_and_value_variable, cells)), rule=annotation)
        if size < grid.size:
            for number in numbers:
                label = f"size of region {number}"
                annotation = Annotation(
                    self.name, label, f"region {number} has {quantity(size, 'cell')}"
                )
                yield Count(regions, frozenset([number]), "==", size, rule=annotation)
        if size > 1:
            yield from self._growth_constraints(grid)
        annotation = Annotation(
            self.name, "connected regions", "the cells of a region are connected"
        )
        edges = tuple(
            (region_variable(a), region_variable(b)) for a, b in grid.blocks[0].neighbours()
        )
        kinds = tuple((number,) for number in numbers)
        yield Connected(regions, edges, kinds, size - 1, rule=annotation)

    def _growth_constraints(self, grid: Grid) -> Iterable[Constraint]:
        """Yield that a small part has a neighbour in its region: redundant, but propagated early."""
        yield from same_region_constraints(grid.blocks[0].neighbours())
        most = MAX_PART_CELLS if self.region_size(grid) > MAX_SMALL_REGION else 1
        for pairs, around in _connected_parts(grid, most):
            cells = " ".join(dict.fromkeys(cell for pair in pairs for cell in pair)) or around[0][0]
            sentence = f"{cells} has a neighbour of its region"
            if pairs:
                sentence = f"{cells}, where they are of one region, have a neighbour of it"
            annotation = Annotation(self.name, f"region around {cells}", sentence)
            names = tuple(same_region_variable(*pair) for pair in (*around, *pairs))
            weights = (1,) * len(around) + (-1,) * len(pairs)
            yield Linear(names, weights, ">=", 1 - len(pairs), rule=annotation)

    def regions_of(self, grid: Grid, values: Mapping[str, int]) -> Iterable[tuple[Cell, ...]]:
        regions: dict[int, list[Cell]] = {}
        for cell in self.divided_cells(grid):
            if region_variable(cell) in values:
                regions.setdefault(values[region_variable(cell)], []).append(cell)
        return map(tuple, regions.values())


def _region_and_value_variable(cell: Cell) -> str:
    return f"~region and value of {cell}"


def _region_and_value_numbers(grid: Grid, numbers: Iterable[int]) -> Mapping[tuple[int, int], int]:
    """Return a number for each region and value: the region's digits, then the value's."""
    width = 10 ** max(len(str(value)) for value in grid.values)
    return {(number, value): number * width + value for number in numbers for value in grid.values}


def _connected_parts(grid: Grid, most: int) -> Iterable[tuple[_Pairs, _Pairs]]:
    """Yield the pairs that connect a part of at most ``most`` cells, and the pairs around."""
    beside: dict[Cell, list[Cell]] = {cell: [] for row in grid.blocks[0].rows() for cell in row}
    for first, second in grid.blocks[0].neighbours():
        beside[first].append(second)
        beside[second].append(first)
    parts: dict[frozenset[Cell], _Pairs] = {frozenset([cell]): () for cell in beside}
    for size in range(1, most + 1):
        larger: dict[frozenset[Cell], _Pairs] = {}
        for part, pairs in parts.items():
            cells = sorted(part, key=place)
            around = tuple((cell, to) for cell in cells for to in beside[cell] if to not in part)
            yield pairs, around
            if size < most:
                for pair in around:
                    larger.setdefault(part | {pair[1]}, (*pairs, pair))
        parts = larger


_AND = frozenset((a, b, a & b) for a in (0, 1) for b in (0, 1))


@dataclass(frozen=True)
class RegionRun(RegionDependentRule):
    """``cell`` holds the number of cells met along ``arms`` before the region of the first ends.

    All arms begin with one cell, which is counted once, or not at all with ``others``.  Without
    arms the rule takes the four lines from ``cell`` to the edges of the grid.
    """

    cell: Cell
    arms: tuple[tuple[Cell, ...], ...] = ()
    others: bool = False

    name = "region-run"
    sentence = (
        "The cell with arrows holds the number of cells that its region has in a row along them, "
        "itself counted once."
    )
    aliases = ("chaos-arrow",)
    entry = "cells"
    parameters = {
        "cell": "the cell that holds how many",
        "arms": "cells in order, all from one cell on; without them to all four sides",
        "others": "whether the cell where the arms begin is not counted",
    }
    examples = (
        Example(
            "..2.........3...",
            "4321143221433214",
            "R1C3",
            extra_rules=("unknown-regions", "region-run R1C1", "region-run R4C1"),
            omitted_rules=("boxes",),
        ),
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "cell", self.checked_names([self.cell])[0])
        arms = tuple(self.checked_names(arm, "arms") for arm in self.arms)
        object.__setattr__(self, "arms", arms)

    def located(self, grid: Grid) -> tuple[tuple[Cell, ...], ...]:
        """Return the arms; raise ``PuzzleError`` unless all arms begin with the same cell."""
        if not self.arms:
            (cell,) = checked_region_cells(self, grid, [self.cell])
            return tuple(_lines_to_sides(grid, cell))
        arms = tuple(checked_region_cells(self, grid, arm) for arm in self.arms)
        if len({arm[0] for arm in arms}) > 1:
            raise self.rule_error(f"arms begin with one cell, not with {arms[0][0]} and another")
        return arms

    def variables(self, grid: Grid) -> Mapping[str, Domain]:
        arms = self.located(grid)
        runs = {run: Domain.range(0, 1) for arm in arms for run in _run_variables(arm)[1:]}
        return {**same_region_domains(_pairs(arms)), **runs}

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        arms = self.located(grid)
        (cell,) = self.checked_cells(grid, [self.cell])
        yield from same_region_constraints(_pairs(arms))
        annotation = Annotation(
            self.name, f"region run at {cell}", f"{cell} counts its region along its arrows"
        )
        for arm in arms:
            steps = list(pairwise(arm))
            for (before, after), step in zip(pairwise(_run_variables(arm)), steps[1:], strict=True):
                label = f"region run at {cell} by {arm[1]} to {step[1]}"
                sentence = f"the run reaches {step[1]} if it reaches {step[0]}, of the same region"
                reached = Annotation(self.name, label, sentence)
                yield Table((before, same_region_variable(*step), after), _AND, rule=reached)
        counted = list(dict.fromkeys(run for arm in arms for run in _run_variables(arm)))
        weights = (1, *(-1 for _ in counted))
        yield Linear((cell, *counted), weights, "==", int(not self.others), rule=annotation)

    def decorations(self, grid: Grid) -> Iterable[Decoration]:
        for arm in self.located(grid):
            if len(arm) > 1:
                yield Line(tuple(map(place, arm[:2])), tint="grey", head=True, width=0.05)


def _run_variables(arm: tuple[Cell, ...]) -> list[str]:
    """Return the variables that say whether the run reaches each cell of an arm but the first."""
    variables = []
    for length in range(2, len(arm) + 1):
        first, last = arm[0], arm[length - 1]
        variables.append(
            same_region_variable(*arm[:2])
            if length == 2
            else f"~whether the region of {first} goes on by {arm[1]} to {last}"
        )
    return variables


def _pairs(arms: tuple[tuple[Cell, ...], ...]) -> list[tuple[Cell, Cell]]:
    return [pair for arm in arms for pair in pairwise(arm)]


def _lines_to_sides(grid: Grid, cell: Cell) -> Iterable[tuple[Cell, ...]]:
    """The lines from a cell to the four sides, the cell first."""
    block = grid.blocks[0]
    for lines in (block.rows(), block.columns()):
        line = next(line for line in lines if cell in line)
        at = line.index(cell)
        yield line[at::-1]
        yield line[at:]
