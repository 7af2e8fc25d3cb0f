"""The choice of marks: lines laid out first, a pool that a solution allows, and rivals excluded."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from random import Random

from nonet.errors import PuzzleError
from nonet.puzzle import Cell, Grid, Puzzle, PuzzleRule
from nonet.puzzle.grid import cell_name, place
from nonet.puzzle.rules import type_of_rule
from nonet.puzzle.rules.combined_rules import named_cells
from nonet.puzzle.rules.killer import Killer
from nonet.puzzle.rules.sum_lines import Arrow
from nonet.setting.live_solvers import AssumptionSolver
from nonet.setting.mark_generators import (
    KINDS_SHOWING_ALL_MARKS,
    holds,
    killer_cage,
    line_of_rule,
    mark_generator,
)
from nonet.setting.mark_layouts import (
    Corner,
    MarkLayout,
    SolutionValues,
    crossed_corners,
    half_turn,
    random_path,
)
from nonet.setting.rival_solutions import RivalSearch

DRAWS, DRAWS_BESIDE_LINES = 8, 3
"""Draws of marks that share no cell, whose union is the pool; fewer beside listed solutions."""

MAX_RIVALS, MAX_ROUNDS, SAMPLE = 60, 400, 40
"""Maximum numbers of rivals, of added marks, and of marks compared for each addition."""

LINES_AND_IMAGES = 8
"""Lines and images, at least, that are laid out first, for symmetry: few others have an image."""

PROPAGATIONS_FOR_LINE = 30_000
"""Propagations after which a line that is laid out before there is a solution is given up."""

MARKS_IF_UNDECIDED = 3
"""Number of marks added when the existence of a rival is undecided."""


@dataclass(frozen=True)
class PoolMark:
    """A mark of a kind, or a mark and its image of a half turn, which stand together or not at all.

    ``cells`` and ``corners`` may be shared with no other mark of the ``family``; in each of the
    ``places`` between cells or beside the grid no other mark of the kind may stand.
    """

    kind: str
    marks: tuple[PuzzleRule, ...]
    cells: frozenset[Cell]
    corners: frozenset[Corner] = frozenset()
    family: str = ""
    places: frozenset[frozenset[str]] = frozenset()

    def clashes_with(self, other: PoolMark) -> bool:
        """Whether the two cannot stand beside each other."""
        if self.kind == other.kind and not self.places.isdisjoint(other.places):
            return True
        same_family = self.family == other.family or self.kind == other.kind
        return same_family and not (
            self.cells.isdisjoint(other.cells) and self.corners.isdisjoint(other.corners)
        )

    def with_image(self, image: PoolMark) -> PoolMark | None:
        """The mark and its image; None if the two cannot stand beside each other."""
        if {*named_cells(self.marks[0])} == {*named_cells(image.marks[0])}:
            return self
        if self.clashes_with(image):
            return None
        return replace(
            self,
            marks=self.marks + image.marks,
            cells=self.cells | image.cells,
            corners=self.corners | image.corners,
            places=self.places | image.places,
        )


def pool_mark(kind: str, mark: PuzzleRule, *, below_lines: bool = False) -> PoolMark:
    """Return a mark with the cells that it takes up, or its place between cells or outside.

    Lines and areas share no cell, unless areas cover the grid, ``below_lines``.
    """
    if mark.entry in ("pair", "corner", "outside"):
        place = frozenset((*named_cells(mark), str(getattr(mark, "direction", ""))))
        return PoolMark(kind, (mark,), frozenset(), places=frozenset((place,)))
    cells = tuple(named_cells(mark))
    corners = crossed_corners(cells) if mark.entry == "path" else frozenset()
    is_cage = mark.entry == "cells" and not below_lines
    return PoolMark(kind, (mark,), frozenset(cells), corners, "path" if is_cage else mark.entry)


def with_images(
    pool: Sequence[PoolMark], grid: Grid, solution: SolutionValues, random: Random
) -> list[PoolMark]:
    """Return each mark with a mark where a half turn takes it; without one it is left out."""
    by_place: dict[tuple[str, frozenset[str]], list[PoolMark]] = {}
    for each in pool:
        by_place.setdefault((each.kind, frozenset(named_cells(each.marks[0]))), []).append(each)
    pairs: dict[PoolMark, None] = {}
    for each in pool:
        (mark,) = each.marks
        cells = [half_turn(grid, cell) for cell in named_cells(mark)]
        images = by_place.get((each.kind, frozenset(cells)), [])
        if not images and mark.entry == "outside" and not hasattr(mark, "direction"):
            same_side = frozenset(_on_same_side(grid, cell) for cell in cells)
            images = by_place.get((each.kind, same_side), [])
        if not images:
            images = [pool_mark(each.kind, image) for image in _images(mark, cells, grid, solution)]
            images = [replace(image, family=each.family) for image in images]
        if images and (pair := each.with_image(random.choice(images))):
            pairs[pair] = None
    return [*pairs]


def _on_same_side(grid: Grid, cell: Cell) -> Cell:
    """Return the place at the other end of a row or column beside which a clue stands."""
    row, column = place(cell)
    if column in (-1, grid.width):
        return cell_name(row, grid.width - 1 - column)
    return cell_name(grid.height - 1 - row, column)


def _images(
    mark: PuzzleRule, cells: list[Cell], grid: Grid, solution: SolutionValues
) -> Iterator[PuzzleRule]:
    """Yield the marks like a line or a cage that hold of other cells."""
    for order in (cells, cells[::-1]):
        with suppress(PuzzleError):
            if isinstance(mark, Killer):
                image: PuzzleRule = killer_cage(order, solution)
            elif mark.entry == "path":
                image = line_of_rule(type(mark), order)
            else:
                return
            if holds(image, grid, solution):
                yield image


def mark_pool(
    grid: Grid,
    solution: SolutionValues,
    random: Random,
    layouts: Mapping[str, MarkLayout],
    lines: Sequence[PuzzleRule],
) -> list[PoolMark]:
    """Marks of the kinds that hold of a solution, where they are to be symmetric with images.

    Raises ``PuzzleError`` where a kind has none on this grid.
    """
    pool: dict[PuzzleRule, PoolMark] = {}
    for kind, layout in layouts.items():
        generator, size, before = mark_generator(kind), layout.size, len(pool)
        below_lines = layout.covers_grid(len(grid.cells))
        for draw in range(DRAWS_BESIDE_LINES if layout.lists_solutions else DRAWS):
            known = len(pool)
            try:
                drawn = generator(grid, solution, random, size)
            except PuzzleError:
                if size[0] <= 2 and draw == 1 and not any(line.name == kind for line in lines):
                    raise
                size = min(size[0], 2), size[1]  # a small grid may have no longer ones
                continue
            for mark in drawn:
                if mark.entry != "outside" or _reach(mark, grid) >= size[0]:
                    pool.setdefault(mark, pool_mark(kind, mark, below_lines=below_lines))
            shows_all = kind in KINDS_SHOWING_ALL_MARKS and (below_lines or kind != "killer")
            if before < known == len(pool) or shows_all:
                break  # all there are
    marks = list(pool.values())
    return with_images(marks, grid, solution, random) if layout.symmetric else marks


def _reach(mark: PuzzleRule, grid: Grid) -> int:
    """The number of cells that a clue beside the grid is about."""
    return len({name for each in mark.constraints(grid) for name in each.scope})


def skeleton_lines(
    solver: AssumptionSolver,
    like: Puzzle,
    layouts: Mapping[str, MarkLayout],
    random: Random,
    assumed: Sequence[int],
) -> tuple[list[PuzzleRule], list[int]]:
    """Lines of the lengths asked for that together leave a solution, and their switches."""
    lines: list[PuzzleRule] = []
    switches: list[int] = []
    free, crossed = set(like.grid.cells), set[Corner]()
    for kind, layout in layouts.items():
        if not layout.first:
            continue
        rule = type_of_rule(kind)
        needed = [each for each in rule.typed_parameters() if each.required]
        if rule.entry != "path" or len(needed) != 1 + (layout.symmetric and rule is Arrow):
            continue
        least, most = layout.size
        first = max(layout.first, LINES_AND_IMAGES) if layout.symmetric else layout.first
        remaining = min(layout.marks[1], max(layout.marks[0], first // len(layouts)))
        for start in random.sample(like.grid.cells, len(like.grid.cells)):
            if remaining == 0:
                break
            if start not in free:
                continue
            length = random.randint((least + most + 1) // 2, most)
            path = random_path(like.grid, start, length, free, random, crossed=crossed)
            if len(path) < max(least, 2):
                continue
            paths = [path]
            if layout.symmetric:
                paths.append([half_turn(like.grid, cell) for cell in path])
                corners = map(crossed_corners, paths)
                if not ({*path}.isdisjoint(paths[1]) and next(corners).isdisjoint(next(corners))):
                    continue
            try:
                new = [line_of_rule(rule, each) for each in paths]
                constraints = [c for r in new for c in r.constraints_among(like.grid, like.rules)]
            except PuzzleError:
                continue
            switch = solver.define_switch(constraints)
            if not solver.solve_bounded([*assumed, *switches, switch], PROPAGATIONS_FOR_LINE):
                solver.add_clause([-switch])
                continue
            for each in paths:
                free.difference_update(each)
                crossed |= crossed_corners(each)
            lines += new
            switches.append(switch)
            remaining = max(0, remaining - len(new))
    return lines, switches


class MarkSelection:
    """Marks chosen of a pool until the solution has no rival."""

    def __init__(
        self,
        search: RivalSearch,
        layouts: Mapping[str, MarkLayout],
        pool: Sequence[PoolMark],
        lines: Sequence[PuzzleRule],
        random: Random,
    ) -> None:
        self._search, self._layouts, self._pool, self._random = search, layouts, pool, random
        self._chosen = [pool_mark(line.name, line) for line in lines]
        if any(layout.symmetric for layout in layouts.values()):
            self._chosen = with_images(self._chosen, search.grid, search.solution, random)
        self._lines = set(lines)
        self._rivals: list[SolutionValues] = []
        self._excluded = dict.fromkeys([*pool, *self._chosen], 0)
        """For each mark, the known rivals that the mark excludes, as bits."""
        for kind, layout in layouts.items():
            usable = [each for each in pool if each.kind == kind]
            for each in random.sample(usable, len(usable)):
                if self._count(kind) >= min(layout.marks[0], sum(len(x.marks) for x in usable)):
                    break
                if not self._clashing(each):
                    self._chosen.append(each)

    @property
    def marks(self) -> list[PuzzleRule]:
        """The marks chosen."""
        return [mark for each in self._chosen for mark in each.marks]

    def take_all(self) -> None:
        """Choose all marks that do not clash."""
        for each in self._pool:
            if each not in self._chosen and not self._clashing(each):
                self._chosen.append(each)

    def _count(self, kind: str) -> int:
        return sum(len(each.marks) for each in self._chosen if each.kind == kind)

    def _clashing(self, mark: PoolMark) -> list[PoolMark]:
        return [each for each in self._chosen if each.clashes_with(mark)]

    def exclude_rivals(self, *, may_swap: bool) -> bool:
        """Add marks until the solution has no rival; return whether that is proven.

        The marks must hit each known rival, and only when they do is a further rival searched
        (implicit hitting sets: Chandrasekaran, Karp, Moreno-Centeno and Vempala, SODA 2011).
        ``may_swap``: marks may be replaced, which may lead in circles.
        """
        for _ in range(MAX_ROUNDS):
            remaining = self._not_excluded(self._chosen)
            if not remaining:
                if len(self._rivals) >= MAX_RIVALS:
                    return False
                decided, rivals = self._search.rivals(self.marks, self._random)
                if decided and not rivals:
                    return True
                for values in rivals:
                    self.add_rival(values)
                remaining = self._not_excluded(self._chosen)
            chosen = set(self._chosen)
            unused = [each for each in self._pool if each not in chosen]
            if not remaining:  # not decided
                fitting = [each for each in unused if self._fits(each)]
                if not fitting:
                    return False
                for each in self._random.sample(fitting, min(MARKS_IF_UNDECIDED, len(fitting))):
                    if self._fits(each):
                        self._chosen.append(each)
                continue
            useful = [each for each in unused if self._excluded[each] & remaining]
            fitting = [each for each in useful if self._fits(each)]
            if not fitting and (not may_swap or not useful):
                return False
            self._add_best(fitting or useful)
        return False

    def add_fitting(self) -> bool:
        """Add the mark beside the chosen ones that excludes most known rivals, if any does."""
        remaining, chosen = self._not_excluded(self._chosen), set(self._chosen)
        fitting = [
            each
            for each in self._pool
            if each not in chosen and self._excluded[each] & remaining and self._fits(each)
        ]
        if fitting:
            self._add_best(fitting)
        return bool(fitting)

    def add_rival(self, values: SolutionValues) -> None:
        """Note a solution that marks must exclude."""
        bit = 1 << len(self._rivals)
        self._rivals.append(values)
        for each in self._excluded:
            if not all(self._search.allows(mark, values) for mark in each.marks):
                self._excluded[each] |= bit

    def _not_excluded(self, marks: Sequence[PoolMark]) -> int:
        """Return the known rivals that marks leave, as bits."""
        remaining = (1 << len(self._rivals)) - 1
        for each in marks:
            remaining &= ~self._excluded[each]
        return remaining

    def _fits(self, mark: PoolMark) -> bool:
        number = self._count(mark.kind) + len(mark.marks)
        full = number > self._layouts[mark.kind].marks[1]
        return not full and not self._clashing(mark)

    def _add_best(self, marks: Sequence[PoolMark]) -> None:
        """Add the mark after which fewest known rivals remain and for which least must go, of the
        kind that has fewest marks, and large."""
        some = self._random.sample(marks, min(SAMPLE, len(marks)))

        def worth(each: PoolMark) -> tuple[int, int, int, int]:
            clashing = self._clashing(each)
            lost = sum(len(other.cells) for other in clashing)
            marks = [other for other in self._chosen if other not in clashing]
            rivals = self._not_excluded([*marks, each]).bit_count()
            return (
                -rivals,
                -lost,
                -self._count(each.kind) if len(self._layouts) > 1 else 0,
                len(each.cells),
            )

        best = max(some, key=worth)
        removed = self._clashing(best)
        others = [x for x in self._chosen if x.kind == best.kind and x not in removed]
        if sum(len(x.marks) for x in others) >= self._layouts[best.kind].marks[1]:
            removed.append(self._random.choice(others))
        self._chosen = [each for each in self._chosen if each not in removed] + [best]

    def remove_needless(self) -> None:
        """Remove marks that exclude no rival, lines that were laid out first last."""
        order = self._random.sample(self._chosen, len(self._chosen))
        for each in sorted(order, key=lambda each: each.marks[0] in self._lines):
            least = max(self._layouts[each.kind].marks[0], len(self._layouts) > 1)
            if self._count(each.kind) - len(each.marks) < least:
                continue
            before = self._chosen
            self._chosen = [other for other in before if other is not each]
            if not self._search.rival(self.marks).excluded:
                self._chosen = before
