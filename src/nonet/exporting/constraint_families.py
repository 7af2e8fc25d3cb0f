"""The structure that a person would see in a model: a grid of cells, and families of constraints.

A model is a flat list.  But its variables may be the cells of a grid, and its constraints come from
few rules, named by their annotations: nine AllDifferents of kind "row" are one loop.  Everything
here is derived from the model alone, and checked against the model: a family gets only a form that
states exactly its constraints, or adds constraints implied by the model (a knight's move within a
box).

>>> from nonet.formats import parse
>>> model = parse("1.......3.......").model()
>>> seen = cell_grid(model)
>>> seen.height, seen.clues
(4, {(1, 1): 1, (3, 1): 3})
>>> [(family.comment, type(family.form).__name__) for family in families(model, seen)][-1]
('every value at most once in each box', 'Rectangles')
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import combinations
from string import ascii_letters

from nonet.model import AllDifferent, Constraint, Domain, Model

Place = tuple[int, int]
"""Row and column of a cell, from 1: R3C5 is (3, 5)."""

_CELL = re.compile(r"R([1-9]\d*)C([1-9]\d*)")
_GRID = re.compile(r" of grid (\d+)$")
MOST_STEPS = 12


@dataclass(frozen=True)
class CellGrid:
    """The variables as the cells of a grid, all with the same ``values``.

    ``candidates`` are the cells that a clue narrows to several values.
    """

    height: int
    width: int
    values: tuple[int, ...]
    cells: frozenset[Place]
    clues: dict[Place, int]
    candidates: dict[Place, Domain]

    @property
    def full(self) -> bool:
        """Whether there is a cell at every place."""
        return len(self.cells) == self.height * self.width

    @property
    def blank(self) -> int:
        """The number that stands for "no clue": no value of the grid."""
        return 0 if 0 not in self.values else min(self.values) - 1

    def rows(self) -> list[list[int | None]]:
        """The clues, row by row: ``blank`` for an empty cell, ``None`` where there is no cell."""
        return [
            [
                self.clues.get((r, c), self.blank) if (r, c) in self.cells else None
                for c in range(1, self.width + 1)
            ]
            for r in range(1, self.height + 1)
        ]


def place_from_1(name: str) -> Place | None:
    """The place of a cell's name, or ``None`` for a name that is no cell's."""
    match = _CELL.fullmatch(name)
    return (int(match[1]), int(match[2])) if match else None


def cell_grid(model: Model) -> CellGrid | None:
    """The grid, if the variables are cells with one domain; else ``None``."""
    places = {name: place_from_1(name) for name in model.variables}
    known = {name: p for name, p in places.items() if p}
    full = set(model.structure.domains.values())
    if len(known) < len(places) or len(full) != 1 or len(known) < 2:
        return None
    height, width = (max(p[i] for p in known.values()) for i in (0, 1))
    if height * width > 4 * len(known):
        return None
    narrowed = {known[name]: d for name, d in model.narrowed.items()}
    (values,) = full
    return CellGrid(
        height,
        width,
        tuple(values),
        frozenset(known.values()),
        {p: d.base for p, d in narrowed.items() if d.is_single and len(values) > 1},
        {p: d for p, d in narrowed.items() if not d.is_single and d != values},
    )


@dataclass(frozen=True)
class Rectangles:
    """AllDifferent over every rectangle of ``height`` x ``width`` cells.

    Their top left cells are at ``corner + (down, right)``, for each of ``corners``
    (places), of ``row_offsets`` and of ``column_offsets`` (offsets from 0).
    """

    height: int
    width: int
    corners: tuple[Place, ...]
    row_offsets: range
    column_offsets: range


@dataclass(frozen=True)
class Line:
    """AllDifferent over one line: from ``start``, ``length`` cells, each a ``step`` further."""

    start: Place
    step: Place
    length: int


@dataclass(frozen=True)
class StepPattern:
    """Cells whose distance is one of ``steps`` (rows down, columns right) differ."""

    steps: tuple[Place, ...]


@dataclass(frozen=True)
class Regions:
    """AllDifferent over the cells of each letter of a picture; ``.`` is in no region."""

    rows: tuple[str, ...]


@dataclass(frozen=True)
class Single:
    """Constraints each to be written by itself."""


FamilyForm = Rectangles | Line | StepPattern | Regions | Single


@dataclass(frozen=True)
class Family:
    """Constraints of one rule, in the form that a person would write.

    ``kind`` names the constraints ("cage"), ``comment`` says in words what the constraints demand.
    """

    kind: str
    comment: str
    form: FamilyForm
    constraints: tuple[Constraint, ...]


def families(model: Model, grid: CellGrid | None) -> list[Family]:
    """All constraints of ``model``, gathered; in the order in which the first of each stands."""
    groups: dict[tuple[object, ...], list[Constraint]] = {}
    for constraint in model.constraints:
        groups.setdefault(_signature(constraint), []).append(constraint)
    family_by_key = {key: _family(group, model, grid) for key, group in groups.items()}
    return list(family_by_key.values())


def _signature(constraint: Constraint) -> tuple[str, ...]:
    """Return what constraints of one family share."""
    rule = constraint.rule
    if rule.kind == type(constraint).__name__ and not rule.sentence:  # the user's own
        return (rule.label,)
    if isinstance(constraint, AllDifferent):
        return ("AllDifferent", rule.kind, rule.label if rule.kind == "diagonal" else "")
    return ("", rule.kind, "" if rule.sentence or rule.kind else rule.label)


def _family(group: list[Constraint], model: Model, grid: CellGrid | None) -> Family:
    first = group[0]
    form: FamilyForm = Single()
    if isinstance(first, AllDifferent) and grid:
        form = _grid_form(group, model, grid) or form
    return Family(first.rule.kind, _family_comment(group), form, tuple(group))


def _family_comment(group: list[Constraint]) -> str:
    """The words of the rule, for all of the family at once."""
    rule = group[0].rule
    comment = rule.sentence or rule.label
    if rule.sentence and rule.label and rule.label not in comment:
        comment = f"{rule.label}: {comment}"
    if len({(each.rule.sentence, each.rule.label) for each in group}) == 1:
        return comment
    if rule.label and rule.label in comment and comment != rule.label:
        common = f"each {rule.kind}"
        if comment.replace(rule.label, common).count("R1") == 0 and not _CELL.search(
            comment.replace(rule.label, common)
        ):
            return comment.replace(rule.label, common)
    kind = rule.kind or type(group[0]).__name__
    return f"{kind}, {len(group)} of them; the first: {comment}"


def _places(constraint: Constraint) -> tuple[Place, ...]:
    return tuple(p for p in map(place_from_1, constraint.scope) if p)


def _grid_form(group: list[Constraint], model: Model, grid: CellGrid) -> FamilyForm | None:
    """Return the form of AllDifferents over cells of a grid, or ``None``."""
    scopes = [_places(c) for c in group]
    if len(group) == 1:
        return _rectangles(group, scopes) or _line(scopes[0])
    return (
        _rectangles(group, scopes) or _moves(scopes, model, grid) or _regions(group, scopes, grid)
    )


def _rectangles(group: list[Constraint], scopes: list[tuple[Place, ...]]) -> Rectangles | None:
    sizes, corners = set(), []
    for scope in scopes:
        top, left = min(r for r, _ in scope), min(c for _, c in scope)
        height = max(r for r, _ in scope) - top + 1
        width = max(c for _, c in scope) - left + 1
        if height * width != len(scope):
            return None
        sizes.add((height, width))
        corners.append((top, left))
    if len(sizes) != 1 or len(set(corners)) < len(corners):
        return None
    blocks: dict[str, list[Place]] = {}
    for constraint, corner in zip(group, corners, strict=True):
        match = _GRID.search(constraint.rule.label)
        blocks.setdefault(match[1] if match else "", []).append(corner)
    largest = max(blocks.values(), key=len)
    top, left = min(r for r, _ in largest), min(c for _, c in largest)
    downs, rights = _steps({r - top for r, _ in largest}), _steps({c - left for _, c in largest})
    if downs is None or rights is None or len(downs) * len(rights) != len(largest):
        return None
    pattern = [(down, right) for down in downs for right in rights]
    block_corners = {_corner(block, pattern, set(corners)) for block in blocks.values()}
    starts = sorted(corner for corner in block_corners if corner)
    if len(starts) < len(blocks):
        return None
    ((height, width),) = sizes
    return Rectangles(height, width, tuple(starts), downs, rights)


def _corner(block: list[Place], pattern: list[Place], known: set[Place]) -> Place | None:
    """Return the corner at which the pattern covers ``block`` and only ``known`` cells.

    A block of a samurai lacks the boxes that the block shares with an earlier block.
    """
    top, left = min(r for r, _ in block), min(c for _, c in block)
    for down, right in pattern:
        corner = (top - down, left - right)
        cells = {(corner[0] + d, corner[1] + r) for d, r in pattern}
        if set(block) <= cells <= known:
            return corner
    return None


def _steps(numbers: set[int]) -> range | None:
    """Return the numbers as a range from 0, or ``None`` if their steps are unequal."""
    ordered = sorted(numbers)
    step = ordered[1] if len(ordered) > 1 else 1
    even = range(0, ordered[-1] + 1, step)
    return even if list(even) == ordered else None


def _line(scope: tuple[Place, ...]) -> Line | None:
    (top, left), (down, right) = scope[0], scope[1]
    step = (down - top, right - left)
    if len(scope) > 2 and all(
        p == (top + i * step[0], left + i * step[1]) for i, p in enumerate(scope)
    ):
        return Line(scope[0], step, len(scope))
    return None


def _moves(scopes: list[tuple[Place, ...]], model: Model, grid: CellGrid) -> StepPattern | None:
    """Pairs a fixed step apart, if every such pair of cells differs by this or another rule."""
    if any(len(scope) != 2 for scope in scopes):
        return None
    pairs = {frozenset(scope) for scope in scopes}
    steps = sorted({_step(*sorted(scope)) for scope in scopes})
    if len(steps) > MOST_STEPS or len(pairs) < 2 * len(steps):
        return None
    known = {
        frozenset(pair)
        for c in model.constraints
        if isinstance(c, AllDifferent)
        for pair in combinations(_places(c), 2)
    }
    for r, c in grid.cells:
        for down, right in steps:
            other = (r + down, c + right)
            if other in grid.cells and frozenset(((r, c), other)) not in known:
                return None
    return StepPattern(tuple(steps))


def _step(start: Place, end: Place) -> Place:
    return (end[0] - start[0], end[1] - start[1])


def _regions(
    group: list[Constraint], scopes: list[tuple[Place, ...]], grid: CellGrid
) -> Regions | None:
    """Return a picture with a letter a region.

    Return ``None`` if two regions share a cell or most cells are in no region.
    """
    letters = [constraint.rule.label[-1:] for constraint in group]
    if len(set(letters)) < len(letters) or not all(x in ascii_letters for x in letters if x):
        letters = list(ascii_letters[26:] + ascii_letters[:26])
    if len(group) > len(letters):
        return None
    letter_of: dict[Place, str] = {}
    for letter, scope in zip(letters, scopes, strict=False):
        for p in scope:
            if p in letter_of:
                return None
            letter_of[p] = letter
    if 2 * len(letter_of) < len(grid.cells):
        return None
    return Regions(
        tuple(
            "".join(letter_of.get((r, c), ".") for c in range(1, grid.width + 1))
            for r in range(1, grid.height + 1)
        )
    )
