"""The structure that a person sees in a model: a grid of cells, arrays, and families of constraints.

A model is a flat list.  But its variables may be the cells of a grid or the entries of arrays, and
its constraints come from few rules, named by their annotations: nine AllDifferents of kind "row" are
one loop.  Everything here is derived from the model alone, and checked against the model: a family
states exactly its constraints, or adds constraints implied by the model (a knight's move within a
box).

>>> from nonet.formats import parse
>>> model = parse("1.......3.......").model()
>>> seen = cell_grid(model)
>>> seen.height, seen.clues
(4, {(1, 1): 1, (3, 1): 3})
>>> families(model, seen)[-1].comment
'every value at most once in each box'
>>> array_entries(["x[0]", "y", "x[1]", "z[1]"])
{'x': {'x[0]': (0,), 'x[1]': (1,)}}
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import prod
from typing import NamedTuple

from nonet.exporting.text import identifiers
from nonet.exporting.trees import Tree
from nonet.model import AllDifferent, Constraint, Domain, Model
from nonet.model.expressions.affine import Affine
from nonet.model.expressions.logic import Compare

Place = tuple[int, int]
"""Row and column of a cell, from 1: R3C5 is (3, 5)."""

_CELL = re.compile(r"R([1-9]\d*)C([1-9]\d*)")
_ENTRY = re.compile(r"(.+)\[(\d+(?:,\d+)*)\]")
MOST_STEPS = 12
"""Directions of moves that are loops."""


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

    def lines(self) -> list[str]:
        """The clues, row by row, with commas in between: ``blank`` for an empty cell, ``None``
        where there is no cell.
        """
        numbers = {cell: str(self.clues.get(cell, self.blank)) for cell in self.cells}
        texts = [
            [numbers.get((r, c), "None") for c in range(1, self.width + 1)]
            for r in range(1, self.height + 1)
        ]
        wide = max(len(each) for row in texts for each in row)
        return [", ".join(each.rjust(wide) for each in row) for row in texts]


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


def array_entries(names: Iterable[str]) -> dict[str, dict[str, tuple[int, ...]]]:
    """Return the arrays of which every entry is a variable: the entries' indices, in order."""
    places: dict[str, dict[str, tuple[int, ...]]] = {}
    for name in names:
        if match := _ENTRY.fullmatch(name):
            at = tuple(map(int, match[2].split(",")))
            places.setdefault(match[1], {})[name] = at
    return {
        array: dict(sorted(entries.items(), key=lambda entry: entry[1]))
        for array, entries in places.items()
        if len({len(at) for at in entries.values()}) == 1
        and prod(_size(entries)) == len(entries) == len({*entries.values()})
    }


def _size(entries: Mapping[str, tuple[int, ...]]) -> tuple[int, ...]:
    return tuple(max(each) + 1 for each in zip(*entries.values(), strict=True))


def ends(domains: Iterable[Domain]) -> tuple[int, int]:
    """Return the least and the greatest value in some domains."""
    every = list(domains)
    return min(map(min, every)), max(map(max, every))


class Names:
    """The names that the variables of a model have in a text, and their trees ``refs``."""

    def __init__(
        self, model: Model, simple: Model, grid: CellGrid | None, has_arrays: bool
    ) -> None:
        entries = array_entries(simple.domains) if has_arrays and not grid else {}
        cells = dict.fromkeys(model.variables) if grid else {}
        apart = {*cells, *(name for each in entries.values() for name in each)}
        self.scalars = [name for name in simple.domains if name not in apart]
        self.plain = identifiers([*entries, *self.scalars])
        self.shapes = {self.plain[name]: _size(each) for name, each in entries.items()}
        self.arrays = {self.plain[name]: [*each] for name, each in entries.items()}
        self.refs: dict[str, Tree] = {
            name: ("at", self.plain[array], *at)
            for array, each in entries.items()
            for name, at in each.items()
        }
        self.refs |= {name: ("var", self.plain[name]) for name in self.scalars}
        self.refs |= {name: ("at", "cell", *(place_from_1(name) or ())) for name in cells}

    def array_domains(self, domains: Mapping[str, Domain]) -> dict[str, list[tuple[Tree, Domain]]]:
        """Return the references and domains of the entries of each array."""
        return {
            array: [(self.refs[name], domains[name]) for name in names]
            for array, names in self.arrays.items()
        }

    def booleans(self, domains: Mapping[str, Domain]) -> frozenset[str]:
        """Return the variables that are declared from 0 to 1."""
        groups = [*self.arrays.values(), *([name] for name in self.scalars)]
        return frozenset(
            name
            for group in groups
            if ends(domains[each] for each in group) == (0, 1)
            for name in group
        )


def without_objective_variable(model: Model) -> tuple[Model, Affine | None]:
    """Return a model and the expression to optimise, where a variable stands for the expression."""
    objective = model.objective
    if objective is None or objective.coefficients != (1,) or objective.constant:
        return model, None
    (name,) = objective.scope
    using = [c for c in model.constraints if name in c.scope]
    definition = using[0] if len(using) == 1 and name not in model.narrowed else None
    if not isinstance(definition, Compare):
        return model, None
    terms = dict(definition.expression.terms)
    declared = not (
        name.startswith("objective") and definition.rule.label.startswith(f"{name} == ")
    )
    if declared or definition.op != "==" or terms.pop(name, 0) != 1:
        return model, None
    constant = definition.constant - definition.expression.constant
    value = Affine(tuple((atom, -factor) for atom, factor in terms.items()), constant)
    domains = {each: d for each, d in model.structure.domains.items() if each != name}
    reduced = Model(domains, [c for c in model.constraints if c is not definition], None)
    return Model.from_structure(reduced.structure, model.narrowed), value


class Family(NamedTuple):
    """Constraints of one rule: the ``kind`` ("cage"), and in words what the constraints demand."""

    kind: str
    comment: str
    constraints: Sequence[Constraint]


def families(model: Model, grid: CellGrid | None) -> list[Family]:
    """All constraints of ``model``, gathered; in the order in which the first of each stands."""
    groups: dict[tuple[str, ...], list[Constraint]] = {}
    for constraint in model.constraints:
        groups.setdefault(_signature(constraint), []).append(constraint)
    return [
        Family(
            group[0].rule.kind, _comment(group), _all_moves(group, model, grid) if grid else group
        )
        for group in groups.values()
    ]


def _signature(constraint: Constraint) -> tuple[str, ...]:
    """Return what constraints of one family share."""
    rule = constraint.rule
    if rule.kind == type(constraint).__name__ and not rule.sentence:  # the user's own
        return (rule.label,)
    if isinstance(constraint, AllDifferent):
        return ("AllDifferent", rule.kind, rule.label if rule.kind == "diagonal" else "")
    return ("", rule.kind, "" if rule.sentence or rule.kind else rule.label)


def _comment(group: Sequence[Constraint]) -> str:
    """The words of the rule, for all of the family at once."""
    rule = group[0].rule
    comment = rule.sentence or rule.label
    if rule.label not in comment:
        comment = f"{rule.label}: {comment}"
    if len({(each.rule.sentence, each.rule.label) for each in group}) == 1:
        return comment
    common = comment.replace(rule.label, f"each {rule.kind}")
    is_common = "R1" not in common and not _CELL.search(common)
    if rule.kind and rule.label not in ("", comment) and is_common:
        return common
    kind = rule.kind or type(group[0]).__name__
    return f"{kind}, {len(group)} of them; the first: {comment}"


def _all_moves(group: Sequence[Constraint], model: Model, grid: CellGrid) -> Sequence[Constraint]:
    """Return pairs a few steps apart, with those that differ by another rule as well, if these are
    all pairs of cells such steps apart.
    """
    if not all(isinstance(each, AllDifferent) and len(each.scope) == 2 for each in group):
        return group
    pairs = {pair for each in group for pair in _pairs(each)}
    steps = sorted({(low[0] - high[0], low[1] - high[1]) for high, low in pairs})
    moves = [
        (cell, (cell[0] + down, cell[1] + right))
        for down, right in steps[:MOST_STEPS]
        for cell in sorted(grid.cells)
        if (cell[0] + down, cell[1] + right) in grid.cells
    ]
    known = {p for c in model.constraints if isinstance(c, AllDifferent) for p in _pairs(c)}
    if len(steps) > MOST_STEPS or len(pairs) < 2 * len(steps) or not known.issuperset(moves):
        return group
    names = ([f"R{r}C{c}" for r, c in pair] for pair in moves)
    return [AllDifferent(tuple(pair), rule=group[0].rule) for pair in names]


def _pairs(constraint: Constraint) -> Iterable[tuple[Place, Place]]:
    """Return all pairs of cells of a constraint, in the order of the grid."""
    return combinations(sorted(filter(None, map(place_from_1, constraint.scope))), 2)
