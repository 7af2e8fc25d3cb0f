"""The declaration of a puzzle that the page's compiled engine reads: units, sums, relations, sets.

>>> from nonet import parse
>>> puzzle = parse("1.3.34....2..1..").with_rules("killer 3 R1C1 R1C2")
>>> declared = declaration(puzzle)
>>> declared["sums"], declared["units"][0]
([['killer cage 3 at R1C1', [0, 1], [1, 1], 3]], ['row 1', [0, 1, 2, 3]])
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise
from typing import Any, TypeGuard

from nonet.model import AllDifferent, AnyOf, Constraint, Linear, Regular, Table
from nonet.puzzle import Puzzle

LARGEST = 16
"""Values for which a set of values has room in a lane of the compiled engine."""


def declaration(puzzle: Puzzle) -> dict[str, Any] | None:
    """Return a puzzle's units, sums, relations and sets; ``None`` for a grid that is no square.

    Cells are numbered in reading order, and sets of values are masks whose lowest bit is the value
    1. ``units`` have a description and cells that differ; ``sums`` have cells, weights and a total;
    ``relations`` two cells and, for each value of the first, the values of the second; ``sets``
    cells that differ and their possible sets of values; ``masks`` the values of each cell without
    clues. ``complete``: there is no other constraint.
    """
    size = len(puzzle.grid.values)
    cells = list(puzzle.grid.cells)
    square = [f"R{row}C{column}" for row in range(1, size + 1) for column in range(1, size + 1)]
    if cells != square or puzzle.grid.values != tuple(range(1, size + 1)) or size > LARGEST:
        return None
    model = Puzzle(puzzle.grid, {}, puzzle.rules).model()
    number = {name: at for at, name in enumerate(cells)}
    declared: dict[str, Any] = {"units": [], "sums": [], "relations": [], "sets": []}
    masks = [2**size - 1] * len(cells)
    complete = len(model.variables) == len(cells)
    for constraint in model.constraints:
        name, at = constraint.description, [number.get(each, -1) for each in constraint.scope]
        if -1 in at or len(at) > size**2:
            complete = False
        elif isinstance(constraint, AllDifferent):
            declared["units"].append([name, at])
        elif len(at) == 1:
            (only,), holds = constraint.scope, constraint.holds
            allowed = (x for x in range(1, size + 1) if holds({only: x}))
            masks[at[0]] &= sum(1 << x - 1 for x in allowed)
        elif _is_sum(constraint) and (len(at) > 2 or min(constraint.coefficients) > 0):
            total = constraint.constant
            declared["sums"].append([name, at, list(constraint.coefficients), total])
        elif len(at) == 2:
            declared["relations"].append([name, *at, _table(constraint, size)])
        elif isinstance(constraint, Regular) and (tables := _neighbour_tables(constraint, size)):
            for pair, table in zip(pairwise(at), tables, strict=True):
                declared["relations"].append([name, *pair, table])
        elif isinstance(constraint, AnyOf) and (sets := _sets(constraint)):
            declared["sets"].append([name, at, sets])
        else:
            complete = False
    units = [set(unit) for _, unit in declared["units"]]
    if any(len(unit) > size for unit in units):
        complete = False
    if not all(any(unit.issuperset(at) for unit in units) for _, at, _ in declared["sets"]):
        complete = False
    return {**declared, "masks": masks, "complete": complete and all(masks)}


def _is_sum(constraint: Constraint) -> TypeGuard[Linear]:
    return isinstance(constraint, Linear) and constraint.op == "=="


def _table(constraint: Constraint, size: int) -> list[int]:
    """Return, for each value of a constraint's first variable, the values of the second."""
    first, second = constraint.scope
    values = range(1, size + 1)
    return [
        sum(1 << y - 1 for y in values if constraint.holds({first: x, second: y})) for x in values
    ]


def _neighbour_tables(regular: Regular, size: int) -> list[list[int]] | None:
    """Return the relations of neighbours that are the same as an automaton, or ``None``.

    The relations are the pairs of values in accepted words.  Relations that allow as many words as
    the automaton allow the same words.
    """
    step, length = regular.automaton.step, len(regular.scope)
    layers = [{regular.automaton.start: 1}]
    for _ in range(length):
        following: dict[int, int] = {}
        for state, number in layers[-1].items():
            for value in range(1, size + 1):
                if (after := step.get((state, value))) is not None:
                    following[after] = following.get(after, 0) + number
        layers.append(following)
    alive = [set(layers[-1]) & regular.automaton.accepting]
    for layer in reversed(layers[:-1]):
        alive.append({s for s in layer if not alive[-1].isdisjoint(_after(step, s, size))})
    alive.reverse()
    accepted = sum(number for state, number in layers[-1].items() if state in alive[-1])
    tables = []
    for place in range(length - 1):
        table = [0] * size
        for state in alive[place]:
            for x in range(1, size + 1):
                between = step.get((state, x))
                if between in alive[place + 1]:
                    for y in range(1, size + 1):
                        if step.get((between, y)) in alive[place + 2]:
                            table[x - 1] |= 1 << y - 1
        tables.append(table)
    ways = [1] * size
    for table in tables:
        ways = [
            sum(n for n, row in zip(ways, table, strict=True) if row >> y & 1) for y in range(size)
        ]
    return tables if sum(ways) == accepted else None


def _after(step: Any, state: int, size: int) -> Iterator[int]:
    """Yield the states after a state."""
    for value in range(1, size + 1):
        if (after := step.get((state, value))) is not None:
            yield after


def _sets(any_of: AnyOf) -> list[int]:
    """Return the sets of values of alternatives that let all cells have the same values, as masks
    of as many values as cells; an empty list where an alternative says something else."""
    masks: dict[int, None] = {}
    for group in any_of.groups:
        tables = [part for part in group if isinstance(part, Table) and len(part.scope) == 1]
        values = {frozenset(value for (value,) in part.tuples) for part in tables}
        scope = {part.scope[0] for part in tables}
        if len(tables) != len(group) or len(values) != 1 or scope != set(any_of.scope):
            return []
        for chosen in combinations(sorted(values.pop()), len(scope)):
            masks[sum(1 << value - 1 for value in chosen)] = None
    return list(masks)
