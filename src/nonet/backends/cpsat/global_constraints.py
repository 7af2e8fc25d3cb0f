"""Global constraints in CP-SAT's own terms: tours, tasks, inverses, sums that differ.

A backend that posts a global is given it with a variable for each operation in it, so that
its operands are weighted sums.  Where CP-SAT has no such constraint after all (a duration that may
be negative, numbers near the ends of its 64 bits) the primitives tell it, as for other backends.

>>> from nonet.model import ModelBuilder
>>> from nonet.solving import count
>>> build = ModelBuilder()
>>> build.circuit(build.array("after", 5, range(5)))
>>> count(build, "cpsat").number
24
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from nonet.backends.cpsat.integer_encoding import MAX_TABLE_VALUE, IntegerEncoding, Lit
from nonet.backends.cpsat.reification import REIFIERS
from nonet.model import Constraint
from nonet.model.expressions.affine import Affine, plus
from nonet.model.expressions.composed import Composed
from nonet.model.globals import Circuit, Cumulative, Distinct, Inverse, NoOverlap
from nonet.model.lowering import Lowering


def is_supported(encoding: IntegerEncoding, constraint: Composed) -> bool:
    """Whether CP-SAT has such a constraint, of numbers of this size."""
    parts = [part for part in constraint.operands if isinstance(part, Affine)]
    if any(max(map(abs, part.bounds(encoding.domains))) >= MAX_TABLE_VALUE for part in parts):
        return False
    return SUPPORT_TESTS[type(constraint)](encoding, constraint)


def primitives_of(encoding: IntegerEncoding, constraint: Composed) -> list[Constraint]:
    """The primitives that tell a constraint; their new variables are the encoding's then."""
    primitives = frozenset(REIFIERS)
    lowering = Lowering(encoding.domains, primitives, primitives)
    lowering.add(constraint)
    for name, domain in lowering.domains.items():
        if name not in encoding.domains:
            encoding.declare(name, domain)
    return lowering.posted


# -- operands -----------------------------------------------------------------------------


def _variable_name(encoding: IntegerEncoding, part: Affine) -> str:
    """The variable that an expression is, or a new one that equals it."""
    if part.variable_name:
        return part.variable_name
    if part not in encoding.sums:
        name = f"~sum {len(encoding.sums)} of CP-SAT"
        encoding.declare(name, part.possible_values(encoding.domains))
        encoding.model.add(encoding.variables[name] == _linear_expression(encoding, part))
        encoding.sums[part] = name
    return encoding.sums[part]


def _linear_expression(encoding: IntegerEncoding, part: Affine) -> Any:
    """An expression in CP-SAT's terms."""
    total: Any = part.constant
    for name, factor in part.terms:
        total = total + factor * encoding.variables[str(name)]
    return total


def _single_variable_expression(encoding: IntegerEncoding, part: Affine) -> Any:
    """An expression over one variable of CP-SAT at most."""
    if len(part.terms) > 1:
        return encoding.variables[_variable_name(encoding, part)]
    return _linear_expression(encoding, part)


def _equality_literal(encoding: IntegerEncoding, part: Affine, value: int) -> Lit:
    """The literal "an expression has this value"."""
    if not part.terms:
        return encoding.true if part.constant == value else encoding.false
    if len(part.terms) == 1:
        ((name, factor),) = part.terms
        found, rest = divmod(value - part.constant, factor)
        return encoding.false if rest else encoding.membership_literal(str(name), (found,))
    return encoding.membership_literal(_variable_name(encoding, part), (value,))


# -- constraints --------------------------------------------------------------------------


def _distinct(encoding: IntegerEncoding, distinct: Distinct) -> None:
    encoding.model.add_all_different(
        [_single_variable_expression(encoding, part) for part in distinct.of]
    )


def _circuit(encoding: IntegerEncoding, circuit: Circuit) -> None:
    """An arc for each node and each that may follow it; a node that follows itself has none."""
    arcs: list[tuple[int, int, Lit]] = []
    for node, after in enumerate(circuit.successor):
        for value in after.possible_values(encoding.domains):
            literal = _equality_literal(encoding, after, value)
            if value != node:
                arcs.append((node, value, literal))
            else:
                encoding.model.add_bool_or([~literal])
    if arcs:
        encoding.model.add_circuit(arcs)
    else:
        encoding.fail()


def _interval_variables(
    encoding: IntegerEncoding, start: Iterable[Affine], duration: Iterable[Affine]
) -> list[Any]:
    """An interval for each task."""
    found = []
    for begins, lasts in zip(start, duration, strict=True):
        first = _single_variable_expression(encoding, begins)
        if not lasts.terms:
            found.append(encoding.model.new_fixed_size_interval_var(first, lasts.constant, ""))
        else:
            size, ends = (
                _single_variable_expression(encoding, lasts),
                _single_variable_expression(encoding, plus(begins, lasts)),
            )
            found.append(encoding.model.new_interval_var(first, size, ends, ""))
    return found


def _no_overlap(encoding: IntegerEncoding, tasks: NoOverlap) -> None:
    encoding.model.add_no_overlap(_interval_variables(encoding, tasks.start, tasks.duration))


def _cumulative(encoding: IntegerEncoding, tasks: Cumulative) -> None:
    intervals = _interval_variables(encoding, tasks.start, tasks.duration)
    demand = [_single_variable_expression(encoding, part) for part in tasks.demand]
    encoding.model.add_cumulative(
        intervals, demand, _single_variable_expression(encoding, tasks.capacity)
    )


def _inverse(encoding: IntegerEncoding, inverse: Inverse) -> None:
    forth, back = (
        [encoding.variables[_variable_name(encoding, part)] for part in side]
        for side in (inverse.forth, inverse.back)
    )
    encoding.model.add_inverse(forth, back)


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


def _is_valid_inverse(encoding: IntegerEncoding, inverse: Inverse) -> bool:
    """Each names a place, and none stands twice on a side."""
    size = len(inverse.forth)
    sides = (inverse.forth, inverse.back)
    ends = [part.bounds(encoding.domains) for side in sides for part in side]
    return all(len(set(side)) == size for side in sides) and all(
        low >= 0 and high < size for low, high in ends
    )


def _is_valid_distinct(encoding: IntegerEncoding, distinct: Distinct) -> bool:
    return distinct.except_value is None


SUPPORT_TESTS: dict[type[Constraint], Callable[[IntegerEncoding, Any], bool]] = {
    Circuit: _is_valid_circuit,
    Cumulative: _has_nonnegative_durations,
    Distinct: _is_valid_distinct,
    Inverse: _is_valid_inverse,
    NoOverlap: _has_nonnegative_durations,
}

GLOBAL_POSTERS: dict[type[Constraint], Callable[[IntegerEncoding, Any], None]] = {
    Circuit: _circuit,
    Cumulative: _cumulative,
    Distinct: _distinct,
    Inverse: _inverse,
    NoOverlap: _no_overlap,
}
