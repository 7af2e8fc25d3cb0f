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
>>> families(model, seen)[-1].comment
'every value at most once in each box'
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import combinations

from nonet.model import AllDifferent, Constraint, Domain, Model

Place = tuple[int, int]
"""Row and column of a cell, from 1: R3C5 is (3, 5)."""

_CELL = re.compile(r"R([1-9]\d*)C([1-9]\d*)")
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

    def lines(self) -> list[str]:
        """The clues, row by row, as numbers below each other with commas in between."""
        wide = max(len(str(v)) for row in self.rows() for v in row)
        return [", ".join(f"{v!s:>{wide}}" for v in row) for row in self.rows()]


def place_from_1(name: str) -> Place | None:
    """The place of a cell's name, or ``None`` for a name that is not a cell's."""
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
class Family:
    """Constraints of one rule, in the form that a person would write.

    ``kind`` names the constraints ("cage"), ``comment`` says in words what the constraints demand.
    """

    kind: str
    comment: str
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
    constraints = tuple(group)
    if grid and all(isinstance(c, AllDifferent) and len(c.scope) == 2 for c in group):
        constraints = _all_moves(group, model, grid)
    return Family(group[0].rule.kind, _family_comment(group), constraints)


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


def _all_moves(group: list[Constraint], model: Model, grid: CellGrid) -> tuple[Constraint, ...]:
    """Return pairs a few steps apart, with those that differ by another rule as well, if these are
    all pairs of cells such steps apart.
    """
    scopes = [_places(c) for c in group]
    pairs = {frozenset(scope) for scope in scopes}
    steps = sorted({_step(*sorted(scope)) for scope in scopes})
    if len(steps) > MOST_STEPS or len(pairs) < 2 * len(steps):
        return tuple(group)
    known = {
        frozenset(pair)
        for c in model.constraints
        if isinstance(c, AllDifferent)
        for pair in combinations(_places(c), 2)
    }
    moves = [
        (cell, (cell[0] + down, cell[1] + right))
        for down, right in steps
        for cell in sorted(grid.cells)
        if (cell[0] + down, cell[1] + right) in grid.cells
    ]
    if not known.issuperset(map(frozenset, moves)):
        return tuple(group)
    return tuple(
        AllDifferent(tuple(f"R{r}C{c}" for r, c in pair), rule=group[0].rule) for pair in moves
    )


def _step(start: Place, end: Place) -> Place:
    return (end[0] - start[0], end[1] - start[1])
