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
from typing import Any

from nonet.backends.cpsat.expressions import write_term
from nonet.backends.cpsat.integer_encoding import MAX_TABLE_VALUE, IntegerEncoding, Lit
from nonet.model import Constraint, Domain
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
    return encoding.equality_literal(encoding.encoder.variable_for(part), value)


# -- constraints --------------------------------------------------------------------------


def _distinct(encoding: IntegerEncoding, distinct: Distinct) -> None:
    _write_all(encoding, encoding.new_constraint().all_diff.exprs, distinct.of)


def _circuit(encoding: IntegerEncoding, circuit: Circuit) -> None:
    """Post an arc for each node and each possible successor; in a circuit a node has no arc to
    itself, in a subcircuit such an arc skips the node."""
    arcs: list[tuple[int, int, Lit]] = []
    for node, after in enumerate(circuit.successor):
        name = after.variable_name
        if name is not None and not isinstance(circuit, SubCircuit):
            _exclude_postponed_value(encoding, name, node)
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
    for target, column in zip(
        (posted.tails, posted.heads, posted.literals), zip(*arcs, strict=True), strict=True
    ):
        target.extend(list(column))


def _exclude_postponed_value(encoding: IntegerEncoding, name: str, value: int) -> None:
    """Take a value from a variable that is not in CP-SAT's model yet: no literal is needed for it."""
    if (
        name in encoding.postponed
        and name not in encoding.literals_by_value
        and not encoding.has_variable(name)
    ):
        encoding.domains[name] -= Domain.single(value)


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
    encoder = encoding.encoder
    enforced_by = [~_equality_literal(encoding, part, 0) for part in present]
    for number, (begins, lasts) in enumerate(zip(start, duration, strict=True)):
        literal = enforced_by[number] if enforced_by else None
        task = begins, lasts, literal
        if (known := encoding.intervals.get(task)) is not None:
            intervals.append(known)
            continue
        terms = [encoder.term_of(part) for part in (begins, lasts, plus(begins, lasts))]
        intervals.append(len(encoding.model.proto.constraints))
        encoding.intervals[task] = intervals[-1]
        posted = encoding.new_constraint()
        if literal is not None:
            posted.enforcement_literal.append(literal)
        interval = posted.interval
        for target, term in zip((interval.start, interval.size, interval.end), terms, strict=True):
            write_term(target, term)
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
    write_term(posted.capacity, encoding.encoder.term_of(tasks.capacity))
    _write_all(encoding, posted.demands, tasks.demand)


def _reservoir(encoding: IntegerEncoding, reservoir: Reservoir) -> None:
    active = [_plain_literal(encoding, part) for part in reservoir.present]
    posted = encoding.new_constraint().reservoir
    posted.min_level, posted.max_level = reservoir.least, reservoir.most
    posted.active_literals.extend(active)
    _write_all(encoding, posted.time_exprs, reservoir.time)
    _write_all(encoding, posted.level_changes, reservoir.change)


def _write_all(encoding: IntegerEncoding, targets: Any, expressions: Iterable[Affine]) -> None:
    """Add expressions to a list of linear expressions of the proto."""
    for expression in expressions:
        term = encoding.encoder.term_of(expression)
        write_term(targets.add(), term)


def _plain_literal(encoding: IntegerEncoding, present: Affine) -> Lit:
    """The literal "an expression is not 0", as a variable that is not negated.

    With a negated one among three events, OR-Tools 9.15 takes levels for right that are outside, and
    its own check of solutions ends the process.
    """
    literal = ~_equality_literal(encoding, present, 0)
    if literal >= 0:
        return literal
    if not present.terms:
        return encoding.new_integer((0, 0))
    plain = encoding.new_literal()
    encoding.add_clause([~plain, literal])
    encoding.add_clause([plain, ~literal])
    return plain


def _inverse(encoding: IntegerEncoding, inverse: Inverse) -> None:
    forth, back = (
        [encoding.variables[encoding.encoder.variable_for(part)] for part in side]
        for side in (inverse.forth, inverse.back)
    )
    posted = encoding.new_constraint().inverse
    posted.f_direct.extend(forth)
    posted.f_inverse.extend(back)


def _is_valid_circuit(encoding: IntegerEncoding, circuit: Circuit) -> bool:
    """Two nodes or more, each with successors that are nodes."""
    size = len(circuit.successor)
    ends = [part.bounds(encoding.domains) for part in circuit.successor]
    return size > 1 and all(low >= 0 and high < size for low, high in ends)


def _has_nonnegative_durations(encoding: IntegerEncoding, tasks: NoOverlap | Cumulative) -> bool:
    parts = [*tasks.duration]
    if isinstance(tasks, Cumulative):
        parts += [*tasks.demand, tasks.capacity]
    return all(part.bounds(encoding.domains)[0] >= 0 for part in parts)


def _has_small_levels(encoding: IntegerEncoding, reservoir: Reservoir) -> bool:
    """Whether the level is a number that CP-SAT can hold, whatever happens."""
    ends = [part.bounds(encoding.domains) for part in reservoir.change]
    return sum(max(map(abs, each)) for each in ends) < MAX_TABLE_VALUE and all(
        abs(level) < MAX_TABLE_VALUE for level in (reservoir.least, reservoir.most)
    )


def _has_positive_sizes(encoding: IntegerEncoding, rectangles: NoOverlap2D) -> bool:
    sizes = [*rectangles.width, *rectangles.height]
    return all(part.bounds(encoding.domains)[0] >= 1 for part in sizes)


def _is_valid_inverse(encoding: IntegerEncoding, inverse: Inverse) -> bool:
    """Each names a place, and none stands twice on a side."""
    size = len(inverse.forth)
    sides = (inverse.forth, inverse.back)
    ends = [part.bounds(encoding.domains) for side in sides for part in side]
    return all(len(set(side)) == size for side in sides) and all(
        low >= 0 and high < size for low, high in ends
    )


def _is_valid_distinct(encoding: IntegerEncoding, distinct: Distinct) -> bool:
    return not distinct.except_values and len(set(distinct.of)) == len(distinct.of)


GLOBALS: dict[type[Constraint], tuple[Callable[..., bool], Callable[..., None]]] = {
    ArcCircuit: (lambda _, each: each.is_simple, _arc_circuit),
    Circuit: (_is_valid_circuit, _circuit),
    Cumulative: (_has_nonnegative_durations, _cumulative),
    Distinct: (_is_valid_distinct, _distinct),
    Inverse: (_is_valid_inverse, _inverse),
    NoOverlap: (_has_nonnegative_durations, _no_overlap),
    NoOverlap2D: (_has_positive_sizes, _no_overlap_2d),
    Reservoir: (_has_small_levels, _reservoir),
    SubCircuit: (_is_valid_circuit, _circuit),
}
"""For each type, whether CP-SAT has a constraint of this type, and what posts it."""
