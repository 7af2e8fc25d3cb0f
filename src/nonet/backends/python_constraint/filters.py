"""Filters: the values that a constraint leaves, given the domains of its variables.

A filter is a function from a view (the values of each variable; a single value for an assigned
variable) to the values kept, or ``None`` when the constraint cannot hold any more.  Variables that
the result does not name keep all values.  Only values that are in no solution of the constraint may
be removed; a filter need not find all such values.

>>> from nonet.model import Linear
>>> cage = linear(Linear.sum(("a", "b"), "==", 15))
>>> cage({"a": range(1, 10), "b": range(1, 8)})
{'a': {8, 9}, 'b': {6, 7}}
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import lru_cache
from typing import Any

from nonet.model import AllDifferent, AnyOf, Constraint, Count, Element, Linear, Regular, Table
from nonet.model.constraints.linear import COMPARE

CurrentDomains = Mapping[str, Collection[int]]
"""The present domain of each variable; never empty."""

ReducedDomains = dict[str, Collection[int]]
"""The values left, for some of the variables."""

Filter = Callable[[CurrentDomains], ReducedDomains | None]

MAX_DEPTH = 20
"""Maximum nesting depth at which AnyOfs are filtered: a filter calls the filters of its inner
AnyOfs."""


def all_different(declared: AllDifferent) -> Filter:
    """The value of a fixed variable is removed from the other variables.  Used inside ``AnyOf``
    only."""
    scope = declared.scope

    def reduce_domains(view: CurrentDomains) -> ReducedDomains | None:
        fixed = [next(iter(view[name])) for name in scope if len(view[name]) == 1]
        taken = set(fixed)
        if len(taken) < len(fixed):
            return None
        return {name: set(view[name]) - taken for name in scope if len(view[name]) > 1}

    return reduce_domains


def linear(declared: Linear) -> Filter:
    """Bounds consistency; for ``!=``, once all variables but one are fixed."""
    if declared.op == "!=":
        return _linear_unequal(declared)
    # a >= b as -a <= -b
    sign = -1 if declared.op == ">=" else 1
    terms = [(n, sign * c) for n, c in zip(declared.scope, declared.coefficients, strict=True)]
    bound, equal = sign * declared.constant, declared.op == "=="

    def reduce_domains(view: CurrentDomains) -> ReducedDomains | None:
        products = {name: [c * value for value in view[name]] for name, c in terms}
        lowest = {name: min(values) for name, values in products.items()}
        slack = bound - sum(lowest.values())
        if slack < 0:
            return None
        spread = sum(map(max, products.values())) - bound if equal else 0
        if spread < 0:
            return None
        reduced: ReducedDomains = {}
        for name, c in terms:
            low, high = lowest[name], max(products[name])
            if high - low > slack or (equal and high - low > spread):
                reduced[name] = {
                    value
                    for value in view[name]
                    if c * value - low <= slack and (not equal or high - c * value <= spread)
                }
        return reduced

    return reduce_domains


def _linear_unequal(declared: Linear) -> Filter:
    terms = dict(zip(declared.scope, declared.coefficients, strict=True))

    def reduce_domains(view: CurrentDomains) -> ReducedDomains | None:
        remainder, open_ = declared.constant, ""
        for name, c in terms.items():
            if len(view[name]) == 1:
                remainder -= c * next(iter(view[name]))
            elif open_:
                return {}
            else:
                open_ = name
        if not open_:
            return {} if remainder else None
        c = terms[open_]
        return {open_: {value for value in view[open_] if c * value != remainder}}

    return reduce_domains


def table(declared: Table) -> Filter:
    """Generalised arc consistency: the tuples still possible as one bit set.

    Demeulenaere et al., "Compact-Table: efficiently filtering table constraints with reversible
    sparse bit-sets", CP 2016, without the incremental part.
    """
    scope, with_value = declared.scope, _tuples_with_value(declared)
    everything = (1 << len(declared.tuples)) - 1

    def reduce_domains(view: CurrentDomains) -> ReducedDomains | None:
        possible = everything
        for name, tuples in zip(scope, with_value, strict=True):
            compatible = 0
            for value in view[name]:
                compatible |= tuples.get(value, 0)
            possible &= compatible
        if not possible:
            return None
        reduced: ReducedDomains = {}
        for name, tuples in zip(scope, with_value, strict=True):
            values = {value for value in view[name] if tuples.get(value, 0) & possible}
            reduced[name] = values.intersection(reduced.get(name, values))
        return reduced

    return reduce_domains


@lru_cache(maxsize=256)
def _tuples_with_value(declared: Table) -> list[dict[int, int]]:
    """Return for each place of the scope and each value the set of tuples that have the value at
    this place."""
    bits: list[dict[int, bytearray]] = [{} for _ in declared.scope]
    size = len(declared.tuples) // 8 + 1
    for number, values in enumerate(declared.tuples):
        for tuples, value in zip(bits, values, strict=True):
            tuples.setdefault(value, bytearray(size))[number >> 3] |= 1 << (number & 7)
    return [
        {value: int.from_bytes(marked, "little") for value, marked in tuples.items()}
        for tuples in bits
    ]


def regular(declared: Regular) -> Filter:
    """Generalised arc consistency: states reached from the start and from the end.

    Pesant, "A regular language membership constraint", CP 2004.
    """
    scope, step = declared.scope, declared.automaton.step
    start, accepting = declared.automaton.start, declared.automaton.accepting

    def reduce_domains(view: CurrentDomains) -> ReducedDomains | None:
        reached = [{start}]
        for name in scope:
            values = view[name]
            pairs = ((state, value) for state in reached[-1] for value in values)
            reached.append({step[pair] for pair in pairs if pair in step})
        alive = reached.pop() & accepting
        reduced: ReducedDomains = {}
        for name, before in zip(reversed(scope), reversed(reached), strict=True):
            arcs = [
                (state, value)
                for state in before
                for value in view[name]
                if step.get((state, value)) in alive
            ]
            if not arcs:
                return None
            values = {value for _, value in arcs}
            reduced[name] = values.intersection(reduced.get(name, values))
            alive = {state for state, _ in arcs}
        return reduced

    return reduce_domains


def count(declared: Count) -> Filter:
    """Bounds on how many occur: variables that must, and variables that may."""
    counted, values, compare = declared.counted, declared.values, COMPARE[declared.op]
    number = declared.number

    def reduce_domains(view: CurrentDomains) -> ReducedDomains | None:
        numbers = view[number] if isinstance(number, str) else (number,)

        def possible(least: int, most: int) -> bool:
            return any(compare(n, m) for n in range(least, most + 1) for m in numbers)

        least = most = 0
        undecided: dict[str, int] = {}
        for name in counted:
            inside = sum(value in values for value in view[name])
            if inside:
                most += 1
                if inside == len(view[name]):
                    least += 1
                else:
                    undecided[name] = undecided.get(name, 0) + 1
        if not possible(least, most):
            return None
        reduced: ReducedDomains = {}
        for name, times in undecided.items():
            if not possible(least + times, most):
                reduced[name] = {value for value in view[name] if value not in values}
            elif not possible(least, most - times):
                reduced[name] = {value for value in view[name] if value in values}
        if isinstance(number, str):
            fitting = {m for m in numbers if any(compare(n, m) for n in range(least, most + 1))}
            reduced[number] = fitting.intersection(reduced.get(number, fitting))
        return reduced

    return reduce_domains


def element(declared: Element) -> Filter:
    """An index needs an entry that can equal the value; a value needs an index."""
    array, index, value = declared.array, declared.index, declared.value
    first = declared.first

    def reduce_domains(view: CurrentDomains) -> ReducedDomains | None:
        values = set(view[value])
        entries = {
            i: values.intersection(view[array[i - first]])
            for i in view[index]
            if 0 <= i - first < len(array)
        }
        entries = {i: common for i, common in entries.items() if common}
        if not entries:
            return None
        reduced: ReducedDomains = {value: set().union(*entries.values())}
        reduced[index] = {i for i in entries if i in reduced.get(index, entries)}
        if len(entries) == 1:
            ((i, common),) = entries.items()
            entry = array[i - first]
            reduced[entry] = common.intersection(reduced.get(entry, common))
        return reduced

    return reduce_domains


def any_of(declared: AnyOf) -> Filter:
    """Return a filter by constructive disjunction: a value is lost if every group that can hold
    loses the value."""
    return _any_of(declared, 1)


def _any_of(declared: AnyOf, depth: int) -> Filter:
    """Return the filter of an AnyOf at nesting depth ``depth``; AnyOfs ``MAX_DEPTH`` deep are only
    checked."""

    def make_filter(part: Constraint) -> Filter:
        if not isinstance(part, AnyOf):
            return filter_factory(part)(part)
        return _any_of(part, depth + 1) if depth < MAX_DEPTH else check_when_fixed(part)

    groups = [[make_filter(part) for part in group] for group in declared.groups]

    def reduce_domains(view: CurrentDomains) -> ReducedDomains | None:
        possible = [
            narrowed for group in groups if (narrowed := _conjunction(group, view)) is not None
        ]
        if not possible:
            return None
        return {name: set().union(*(narrowed[name] for narrowed in possible)) for name in view}

    return reduce_domains


def _conjunction(filters: list[Filter], view: CurrentDomains) -> CurrentDomains | None:
    """Return the view after one run of each filter; ``None`` if any of the constraints cannot
    hold."""
    narrowed = dict(view)
    for narrow in filters:
        narrowed_more = narrow(narrowed)
        if narrowed_more is None or not all(narrowed_more.values()):
            return None
        narrowed.update(narrowed_more)
    return narrowed


FILTER_FACTORIES: dict[type[Constraint], Callable[[Any], Filter]] = {
    AllDifferent: all_different,
    Linear: linear,
    Table: table,
    Regular: regular,
    Count: count,
    Element: element,
    AnyOf: any_of,
}
"""For each primitive the factory of its filter."""


def filter_factory(declared: Constraint) -> Callable[[Any], Filter]:
    """Return the factory of the filter of a constraint; a foreign constraint inside ``AnyOf`` is
    only checked."""
    return FILTER_FACTORIES.get(type(declared), check_when_fixed)


def check_when_fixed(declared: Constraint) -> Filter:
    """Return a filter that does nothing until all variables are fixed, and then checks the
    constraint."""

    def reduce_domains(view: CurrentDomains) -> ReducedDomains | None:
        if any(len(view[name]) > 1 for name in declared.scope):
            return {}
        values = {name: next(iter(view[name])) for name in declared.scope}
        return {} if declared.holds(values) else None

    return reduce_domains
