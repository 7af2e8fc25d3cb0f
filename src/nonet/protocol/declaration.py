"""The declaration of a puzzle that the page's compiled engine reads: units, automata, and the kernel.

>>> from nonet import parse
>>> puzzle = parse("1.3.34....2..1..").with_rules("killer 3 R1C1 R1C2")
>>> declared = declaration(puzzle)
>>> declared["units"][0], declared["automata"]
(['row 1', [0, 1, 2, 3]], [['killer cage 3 at R1C1', [0, 1], 0]])
>>> declared["steps"][0]                    # 1 leads to state 1, 2 to state 2; 2 or 1 to the end
[1, 2, 0, 0, 0, 3, 0, 0, 3, 0, 0, 0]
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from typing import Any

from nonet.backends.lockstep.kernel import page_kernel
from nonet.errors import PuzzleError
from nonet.model import (
    AllDifferent,
    AnyOf,
    Constraint,
    Count,
    Linear,
    Model,
    Regular,
    Table,
    primitives_of,
)
from nonet.model.constraints.primitives import COMPARE
from nonet.model.constraints.regular import fixed_length_automaton
from nonet.puzzle import Puzzle

LARGEST = 16
"""Values for which a set of values has room in a lane of the compiled engine."""

LONGEST_CAGE = 4
"""Most cells of a cage whose automaton knows the values read; that of a longer cage knows the sum."""

MOST_STEPS = 20_000
"""Most steps of an automaton that is handed to a page."""

Reading = tuple[Hashable, Callable[[Any, int], Any], Callable[[Any], bool]]
"""How the values of a scope are read: a first state, the state after a value, or ``None``, and
whether a state may be the last."""


def declaration(puzzle: Puzzle) -> dict[str, Any] | None:
    """Return a puzzle's units, automata and kernel; ``None`` for a grid that is not a square.

    Cells are numbered in reading order. ``units`` have a description and cells that differ;
    ``automata`` a description, cells and the number of their ``steps``: for each state and each
    value the next state, 0 where there is none, and as many as there are states where all was
    read. ``masks`` have the values of each cell without clues, the lowest bit for 1; ``kernel`` is
    what the compiled engine reads, ``None`` where a constraint is in neither list.
    """
    size = len(puzzle.grid.values)
    cells = list(puzzle.grid.cells)
    square = [f"R{row}C{column}" for row in range(1, size + 1) for column in range(1, size + 1)]
    if cells != square or puzzle.grid.values != tuple(range(1, size + 1)) or size > LARGEST:
        return None
    model = Puzzle(puzzle.grid, {}, puzzle.rules).model()
    number = {name: n for n, name in enumerate(cells)}
    units: dict[frozenset[str], list[Any]] = {}
    automata, steps = list[Any](), dict[tuple[int, ...], int]()
    complete = len(model.variables) == len(cells)
    constraints = sorted(_primitives(model), key=lambda each: not isinstance(each, AllDifferent))
    for constraint in constraints:
        name, places = constraint.description, [number.get(each, -1) for each in constraint.scope]
        if -1 in places:
            complete = False
        elif isinstance(constraint, AllDifferent):
            units.setdefault(frozenset(constraint.scope), [name, places])
        else:
            differ = any(unit.issuperset(constraint.scope) for unit in units)
            table = _steps(constraint, size, differ)
            if table is None:
                complete = False
            else:
                automata.append([name, places, steps.setdefault(table, len(steps))])
    kernel = page_kernel(model.structure) if complete else None
    return {
        "units": list(units.values()),
        "automata": automata,
        "steps": list(map(list, steps)),
        "masks": kernel["masks"] if kernel else [2**size - 1] * len(cells),
        "kernel": kernel,
    }


def _primitives(model: Model) -> Iterator[Constraint]:
    for constraint in model.constraints:
        if constraint.is_variable_global:
            yield from primitives_of(constraint, model.structure.domains)
        else:
            yield constraint


def _steps(constraint: Constraint, size: int, differ: bool) -> tuple[int, ...] | None:
    """Return the steps of an automaton that reads the values of a constraint's scope; ``None`` if
    the constraint is none or is too large."""
    reading, length = _reading(constraint, size, differ), len(constraint.scope)
    if reading is None:
        return None
    start, step, accepts = reading
    try:
        automaton = fixed_length_automaton(range(1, size + 1), start, step, length, accepts)
    except PuzzleError:
        return None
    states = sorted({state for state, _, _ in automaton.transitions})
    row = {state: n for n, state in enumerate(states)}
    if len(states) * size > MOST_STEPS:
        return None
    table = [0] * (len(states) * size)
    for state, value, after in automaton.transitions:
        table[row[state] * size + value - 1] = row.get(after, len(states))
    return tuple(table)


def _reading(constraint: Constraint, size: int, differ: bool) -> Reading | None:
    """How an automaton reads the values of a constraint's scope, place after place."""
    scope, length = constraint.scope, len(constraint.scope)
    if isinstance(constraint, Regular):
        automaton = constraint.automaton
        step_of = automaton.step
        return automaton.start, lambda s, v: step_of.get((s, v)), automaton.accepting.__contains__
    if isinstance(constraint, Linear):
        weights, total = constraint.coefficients, constraint.constant
        compare = COMPARE[constraint.op]
        apart = differ and length <= LONGEST_CAGE

        def add(state: Any, value: int) -> Any:
            place, so_far, seen = state
            if seen >> value & 1:
                return None
            return place + 1, so_far + weights[place] * value, seen | apart << value

        return (0, 0, 0), add, lambda state: compare(state[1], total)
    if isinstance(constraint, Count) and isinstance(constraint.number, int):
        if constraint.counted != scope:
            return None
        values, most, compare = constraint.values, constraint.number, COMPARE[constraint.op]
        return 0, lambda s, v: min(s + (v in values), most + 1), lambda s: compare(s, most)
    if isinstance(constraint, AnyOf) and (groups := _unary_groups(constraint)):

        def remaining(state: Any, value: int) -> Any:
            place, alive = state
            fits = [group for group in alive if value in groups[group].get(scope[place], (value,))]
            return (place + 1, frozenset(fits)) if fits else None

        return (0, frozenset(range(len(groups)))), remaining, lambda state: True
    if length > 3 and not isinstance(constraint, Table):
        return None
    tuples = constraint.tuples if isinstance(constraint, Table) else None

    def extend(state: Any, value: int) -> Any:
        return (*state, value)

    def is_allowed(state: Any) -> bool:
        return state in tuples if tuples else constraint.holds(dict(zip(scope, state, strict=True)))

    return ((), extend, is_allowed) if length <= 4 else None


def _unary_groups(any_of: AnyOf) -> list[dict[str, set[int]]]:
    """Return each alternative's values of its cells; an empty list if an alternative says more than
    values of single cells."""
    groups = []
    for group in any_of.groups:
        allowed: dict[str, set[int]] = {}
        for part in group:
            if not isinstance(part, Table) or len(part.scope) != 1:
                return []
            (cell,) = part.scope
            values = {value for (value,) in part.tuples}
            allowed[cell] = allowed.get(cell, values) & values
        groups.append(allowed)
    return groups
