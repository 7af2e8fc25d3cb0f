"""Global constraints in CP-SAT's own terms: tours, tasks, inverses, sums that differ.

A variable stands for each operation in an operand, so that the operands are weighted sums.  Where
CP-SAT lacks such a constraint (a duration that may be negative, numbers near the ends of its 64
bits) the constraint is posted by its conditions.

>>> from nonet.model import ModelBuilder
>>> from nonet.solving import count_solutions
>>> build = ModelBuilder()
>>> build.circuit(build.array("after", 5, range(5)))
>>> count_solutions(build, "cpsat").number
24
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import chain
from math import inf
from typing import Any

from nonet.backends.cpsat.integer_encoding import MAX_TABLE_VALUE, IntegerEncoding, Lit
from nonet.model import Constraint
from nonet.model.expressions.affine import Affine, plus
from nonet.model.expressions.composed import Composed
from nonet.model.globals import (
    ArcCircuit,
    Circuit,
    Cumulative,
    Distinct,
    Inverse,
    NoOverlap,
    NoOverlap2D,
    Reservoir,
    SubCircuit,
)


def is_supported(encoding: IntegerEncoding, constraint: Composed) -> bool:
    """Whether CP-SAT has such a constraint, of numbers of this size."""
    parts = [part for part in constraint.operands if isinstance(part, Affine)]
    if any(max(map(abs, part.bounds(encoding.domains))) >= MAX_TABLE_VALUE for part in parts):
        return False
    return GLOBALS[type(constraint)][0](encoding, constraint)


def _equality_literal(encoding: IntegerEncoding, part: Affine, value: int) -> Lit:
    if not part.terms:
        return encoding.true if part.constant == value else encoding.false
    if len(part.terms) == 1:
        ((name, factor),) = part.terms
        value_index, remainder = divmod(value - part.constant, factor)
        return encoding.false if remainder else encoding.equality_literal(str(name), value_index)
    return encoding.equality_literal(encoding.variable_for(part), value)


# -- constraints --------------------------------------------------------------------------


def _distinct(encoding: IntegerEncoding, distinct: Distinct) -> None:
    _write_all(encoding, encoding.new_constraint().all_diff.exprs, distinct.of)


def _circuit(encoding: IntegerEncoding, circuit: Circuit) -> None:
    """Post an arc for each node and each possible successor; in a circuit a node has no arc to
    itself, in a subcircuit such an arc skips the node."""
    arcs: list[tuple[int, int, Lit]] = []
    for node, after in enumerate(circuit.successor):
        name = after.variable_name
        known = encoding.literals_of_values(name) if name is not None else None
        for value in after.possible_values(encoding.domains):
            literal = known[value] if known else _equality_literal(encoding, after, value)
            if value != node or isinstance(circuit, SubCircuit):
                arcs.append((node, value, literal))
            else:
                encoding.add_clause([~literal])
    if not arcs:
        encoding.fail()
        return
    _post_arcs(encoding, arcs)


def _arc_circuit(encoding: IntegerEncoding, circuit: ArcCircuit) -> None:
    parts = circuit.arcs
    _post_arcs(encoding, [(*arc, ~_equality_literal(encoding, part, 0)) for *arc, part in parts])


def _post_arcs(encoding: IntegerEncoding, arcs: list[Any]) -> None:
    posted = encoding.new_constraint().circuit
    tails, heads, literals = map(list, zip(*arcs, strict=True))
    posted.tails.extend(tails)
    posted.heads.extend(heads)
    posted.literals.extend(literals)


def _interval_variables(
    encoding: IntegerEncoding,
    start: Iterable[Affine],
    duration: Iterable[Affine],
    present: Iterable[Affine] = (),
) -> list[int]:
    """Return an interval for each task, by the place of its constraint; equal tasks share one
    interval.

    Where there are optional tasks, an interval is enforced by the literal that its task is present.
    """
    intervals = []
    enforced_by = [~_equality_literal(encoding, part, 0) for part in present]
    for number, (begins, lasts) in enumerate(zip(start, duration, strict=True)):
        literal = enforced_by[number] if enforced_by else None
        task = begins, lasts, literal
        if (known := encoding.intervals.get(task)) is not None:
            intervals.append(known)
            continue
        terms = [encoding.term(part) for part in (begins, lasts, plus(begins, lasts))]
        intervals.append(len(encoding.proto.constraints))
        encoding.intervals[task] = intervals[-1]
        posted = encoding.new_constraint()
        if literal is not None:
            posted.enforcement_literal.append(literal)
        interval = posted.interval
        for target, term in zip((interval.start, interval.size, interval.end), terms, strict=True):
            term.write(target)
    return intervals


def _no_overlap(encoding: IntegerEncoding, tasks: NoOverlap) -> None:
    intervals = _interval_variables(encoding, tasks.start, tasks.duration, tasks.present)
    encoding.new_constraint().no_overlap.intervals.extend(intervals)


def _no_overlap_2d(encoding: IntegerEncoding, rectangles: NoOverlap2D) -> None:
    present = rectangles.present
    across = _interval_variables(encoding, rectangles.x, rectangles.width, present)
    along = _interval_variables(encoding, rectangles.y, rectangles.height, present)
    posted = encoding.new_constraint().no_overlap_2d
    posted.x_intervals.extend(across)
    posted.y_intervals.extend(along)


def _cumulative(encoding: IntegerEncoding, tasks: Cumulative) -> None:
    intervals = _interval_variables(encoding, tasks.start, tasks.duration, tasks.present)
    posted = encoding.new_constraint().cumulative
    posted.intervals.extend(intervals)
    encoding.term(tasks.capacity).write(posted.capacity)
    _write_all(encoding, posted.demands, tasks.demand)


def _reservoir(encoding: IntegerEncoding, reservoir: Reservoir) -> None:
    # with a negated literal among three events, OR-Tools 9.15 takes levels for right that are
    # outside, and its own check of solutions ends the process
    active = [
        encoding.plain_literal(~_equality_literal(encoding, part, 0)) for part in reservoir.present
    ]
    posted = encoding.new_constraint().reservoir
    posted.min_level, posted.max_level = reservoir.least, reservoir.most
    posted.active_literals.extend(active)
    _write_all(encoding, posted.time_exprs, reservoir.time)
    _write_all(encoding, posted.level_changes, reservoir.change)


def _write_all(encoding: IntegerEncoding, targets: Any, expressions: Iterable[Affine]) -> None:
    """Add expressions to a list of linear expressions of the proto."""
    for expression in expressions:
        encoding.term(expression).write(targets.add())


def _inverse(encoding: IntegerEncoding, inverse: Inverse) -> None:
    forth, back = (
        [encoding.variables[encoding.variable_for(part)] for part in side]
        for side in (inverse.forth, inverse.back)
    )
    posted = encoding.new_constraint().inverse
    posted.f_direct.extend(forth)
    posted.f_inverse.extend(back)


def _within(
    encoding: IntegerEncoding, parts: Iterable[Affine], least: int, most: float = inf
) -> bool:
    """Whether some expressions are never below ``least`` nor above ``most``."""
    ends = [part.bounds(encoding.domains) for part in parts]
    return all(least <= low and high <= most for low, high in ends)


def _has_small_levels(encoding: IntegerEncoding, reservoir: Reservoir) -> bool:
    """Whether the level is a number that CP-SAT can hold, whatever happens."""
    ends = [part.bounds(encoding.domains) for part in reservoir.change]
    return sum(max(map(abs, each)) for each in ends) < MAX_TABLE_VALUE and all(
        abs(level) < MAX_TABLE_VALUE for level in (reservoir.least, reservoir.most)
    )


def _is_valid_circuit(encoding: IntegerEncoding, circuit: Circuit) -> bool:
    """Two nodes or more, each with successors that are nodes."""
    last = len(circuit.successor) - 1
    return last > 0 and _within(encoding, circuit.successor, 0, last)


def _is_valid_inverse(encoding: IntegerEncoding, inverse: Inverse) -> bool:
    """Each names a place, and none stands twice on a side."""
    sides, size = (inverse.forth, inverse.back), len(inverse.forth)
    is_plain = all(len(set(side)) == size for side in sides)
    return is_plain and _within(encoding, chain(*sides), 0, size - 1)


GLOBALS: dict[
    type[Constraint],
    tuple[Callable[[IntegerEncoding, Any], bool], Callable[[IntegerEncoding, Any], None]],
] = {
    ArcCircuit: (lambda _, each: each.is_simple, _arc_circuit),
    Circuit: (_is_valid_circuit, _circuit),
    Cumulative: (
        lambda e, each: _within(e, (*each.duration, *each.demand, each.capacity), 0),
        _cumulative,
    ),
    Distinct: (
        lambda _, each: not each.except_values and len(set(each.of)) == len(each.of),
        _distinct,
    ),
    Inverse: (_is_valid_inverse, _inverse),
    NoOverlap: (lambda e, each: _within(e, each.duration, 0), _no_overlap),
    NoOverlap2D: (lambda e, each: _within(e, (*each.width, *each.height), 1), _no_overlap_2d),
    Reservoir: (_has_small_levels, _reservoir),
    SubCircuit: (_is_valid_circuit, _circuit),
}
"""For each type, whether CP-SAT has a constraint of this type, and what posts it."""
