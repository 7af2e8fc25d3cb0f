"""The constraints of FlatZinc, by name: its standard library, and globals that are kept whole.

Each is a function of its arguments, of these kinds: an ``integer``, a ``term`` (an integer or a
variable's name), a ``set``, and ``integers`` and ``terms``, arrays of these.  The forms
``name_reif`` and ``name_imp`` follow from ``name`` (see the package).  The MiniZinc handbook,
"FlatZinc builtins", has the definitions; division rounds towards 0.

``mznlib/`` of :mod:`nonet.importing.minizinc` declares the globals without a body; where a position
counts (``nonet_circuit``, ``nonet_inverse``), with the index of the first entry.  FlatZinc made for
other solvers has some of them without a prefix, with arrays that begin at 1.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from itertools import combinations
from typing import Any

from nonet.deadline import checked
from nonet.errors import quantity
from nonet.importing.relations import (
    COMPARISONS,
    MOST_LISTED,
    Relation,
    Term,
    accepted,
    affine,
    all_different,
    all_true,
    clause,
    conjunction,
    count,
    disjunction,
    divided,
    element,
    equal,
    linear,
    member,
    negation,
    operation,
    power,
    product_of,
    reified,
    related,
    shifted,
    some_true,
    table,
    truths,
)
from nonet.model import Automaton, Domain
from nonet.model.expressions.affine import Affine
from nonet.model.expressions.logic import Xor
from nonet.model.expressions.operations import (
    Absolute,
    Greatest,
    Least,
    Quotient,
    Remainder,
)
from nonet.model.globals import (
    AllEqual,
    BinPacking,
    Cardinality,
    Circuit,
    Cumulative,
    Increasing,
    Inverse,
    Lexicographic,
    NoOverlap,
    Precedence,
)


def _shifted(terms: Sequence[Term], first: int) -> tuple[Affine, ...]:
    return tuple(affine(shifted(term, -first)) for term in terms)


def circuit(terms: Sequence[Term], first: int = 1) -> Relation:
    """Each term is the successor of its position on one tour of all."""
    size = len(terms)
    inside = [member(term, Domain.range(first, first + size - 1)) for term in terms]
    return conjunction([*inside, Circuit(_shifted(terms, first))]) if terms else True


def inverse(
    forth: Sequence[Term], back: Sequence[Term], first: int = 1, first_back: int = 1
) -> Relation:
    """``forth[i] == j`` exactly where ``back[j] == i``."""
    if not forth:
        return True
    return Inverse(_shifted(forth, first_back), _shifted(back, first))


def all_equal(terms: Sequence[Term]) -> Relation:
    """All terms have one value."""
    return AllEqual(tuple(map(affine, terms))) if len(terms) > 1 else True


def increasing(terms: Sequence[Term], by: int = 0) -> Relation:
    """Each term is at least its predecessor, plus ``by``."""
    return Increasing(tuple(map(affine, terms)), by) if len(terms) > 1 else True


def lexicographic(left: Sequence[Term], right: Sequence[Term], strictly: bool = False) -> Relation:
    """Return that ``left`` is not after ``right``; a beginning of a sequence is before the sequence."""
    shorter = min(len(left), len(right))
    if len(left) != len(right):
        strictly = len(left) > len(right)
    if not shorter:
        return not strictly
    pair = tuple(map(affine, left[:shorter])), tuple(map(affine, right[:shorter]))
    return Lexicographic(*pair, strictly)


def cardinality(
    terms: Sequence[Term], values: Sequence[int], numbers: Sequence[Term], closed: bool = False
) -> Relation:
    """Each value occurs as often as its number says; ``closed``: no other value occurs."""
    if not terms or not values:
        none = [equal(number, 0) for number in numbers]
        return conjunction([*none, not (terms and closed)])
    numbers_of: dict[int, Term] = {}
    same: list[Relation] = []
    for value, number in zip(values, numbers, strict=True):
        if value in numbers_of:
            same.append(equal(numbers_of[value], number))
        else:
            numbers_of[value] = number
    counted = tuple(map(affine, numbers_of.values()))
    return conjunction(
        [*same, Cardinality(tuple(map(affine, terms)), tuple(numbers_of), counted, closed)]
    )


def bounded_cardinality(
    terms: Sequence[Term],
    values: Sequence[int],
    low: Sequence[int],
    high: Sequence[int],
    closed: bool = False,
) -> Relation:
    """Each value occurs from ``low`` to ``high`` times."""
    parts = []
    for value, least, most in zip(values, low, high, strict=True):
        parts.append(count(terms, frozenset({value}), ">=", least))
        parts.append(count(terms, frozenset({value}), "<=", most))
    if closed:
        parts.append(count(terms, frozenset(values), "==", len(terms)))
    return conjunction(parts)


def _count(op: str, shift: int = 0) -> Callable[..., Relation]:
    """How many terms equal another, compared with a number."""

    def relation(terms: Sequence[Term], value: Term, number: Term) -> Relation:
        total = shifted(number, shift) if shift else number
        if isinstance(value, int):
            return count(terms, frozenset({value}), op, total)  # type: ignore[arg-type]
        return related(truths(equal(term, value) for term in terms), op, total)  # type: ignore[arg-type]

    return relation


def among(number: Term, terms: Sequence[Term], values: Domain) -> Relation:
    """Return that ``number`` terms have a value of a set, which is listed only if it is small."""
    if values.size > MOST_LISTED:
        return equal(truths(member(term, values) for term in terms), number)
    return count(terms, frozenset(values), "==", number)


def disjunctive(start: Sequence[Term], duration: Sequence[Term], strict: bool = True) -> Relation:
    """No two tasks overlap; a task of no duration may lie in another unless ``strict``."""
    tasks = list(zip(start, duration, strict=True))
    if not strict:
        tasks = [(s, d) for s, d in tasks if d != 0]
        if any(not isinstance(d, int) for _, d in tasks):
            return conjunction(
                disjunction([equal(d, 0), equal(e, 0), _ends_by(s, d, t), _ends_by(t, e, s)])
                for (s, d), (t, e) in checked(combinations(tasks, 2))
            )
    if len(tasks) < 2:
        return True
    return NoOverlap(tuple(affine(s) for s, _ in tasks), tuple(affine(d) for _, d in tasks))


def _ends_by(start: Term, duration: Term, time: Term) -> Relation:
    return linear((1, 1, -1), (start, duration, time), "<=", 0)


def rectangles(
    x: Sequence[Term], y: Sequence[Term], width: Sequence[Term], height: Sequence[Term]
) -> Relation:
    """No two rectangles overlap."""
    boxes = list(zip(x, y, width, height, strict=True))
    return conjunction(
        disjunction([_ends_by(a, w, c), _ends_by(c, v, a), _ends_by(b, h, d), _ends_by(d, g, b)])
        for (a, b, w, h), (c, d, v, g) in checked(combinations(boxes, 2))
    )


def cumulative(
    start: Sequence[Term], duration: Sequence[Term], demand: Sequence[Term], capacity: Term
) -> Relation:
    """At every time the tasks under way need no more than the capacity."""
    tasks = [t for t in zip(start, duration, demand, strict=True) if t[1] != 0 and t[2] != 0]
    if not tasks:
        return related(capacity, ">=", 0) if start else True
    starts, durations, demands = (tuple(map(affine, column)) for column in zip(*tasks, strict=True))
    return Cumulative(starts, durations, demands, affine(capacity))


def rows(terms: Sequence[Term], values: Sequence[int]) -> Relation:
    """The terms are a row of a table, whose rows are given in a row."""
    size = len(terms)
    if not size:
        return True
    if len(values) % size:
        raise ValueError(
            f"a table of {quantity(size, 'column')} with {quantity(len(values), 'entry')}"
        )
    return table(terms, (values[i : i + size] for i in range(0, len(values), size)))


def regular(
    terms: Sequence[Term],
    states: int,
    symbols: int,
    steps: Sequence[int],
    start: int,
    accept: Domain,
) -> Relation:
    """The terms are a word of an automaton with states and symbols from 1; state 0 rejects."""
    if len(steps) != states * symbols:
        sizes = f"{quantity(states, 'state')} and {quantity(symbols, 'symbol')}"
        raise ValueError(f"{sizes}, and {quantity(len(steps), 'transition')}")
    arcs = {
        (place // symbols + 1, place % symbols + 1): after
        for place, after in enumerate(steps)
        if after
    }
    accepting = frozenset(state for state in range(1, states + 1) if state in accept)
    return accepted(terms, Automaton(start, accepting, arcs))


def packing_loads(
    loads: Sequence[Term], bins: Sequence[Term], sizes: Sequence[int], first: int = 1,
    at_most: bool = False,
) -> Relation:  # fmt: skip
    """The sizes in each bin add up to its load, or to no more."""
    places = Domain.range(first, first + len(loads) - 1)
    inside = [member(bin, places) for bin in bins]
    if not bins:
        return conjunction(related(load, ">=" if at_most else "==", 0) for load in loads)
    packing = BinPacking(_shifted(bins, first), tuple(sizes), tuple(map(affine, loads)), at_most)
    return conjunction([*inside, packing])


def packing(capacity: int, bins: Sequence[Term], sizes: Sequence[int]) -> Relation:
    """No bin holds more than the capacity: bins are times, and sizes are demands."""
    return cumulative(bins, [1] * len(bins), sizes, capacity)


def precedence(values: Sequence[int], terms: Sequence[Term]) -> Relation:
    """Each value occurs only after its predecessor."""
    if len(values) < 2 or not terms:
        return True
    return Precedence(tuple(map(affine, terms)), tuple(values))


_LOCAL: dict[str, tuple[str, Callable[..., Relation]]] = {
    "all_different_int": ("terms", all_different),
    "all_different": ("terms", all_different),
    "alldifferent_except_0": ("terms", lambda terms: all_different(terms, (0,))),
    "all_equal_int": ("terms", all_equal),
    "among": ("term terms set", among),
    "count_eq": ("terms term term", _count("==")),
    "count_neq": ("terms term term", _count("!=")),
    "count_geq": ("terms term term", _count("<=")),
    "count_gt": ("terms term term", _count("<=", -1)),
    "count_leq": ("terms term term", _count(">=")),
    "count_lt": ("terms term term", _count(">=", 1)),
    "global_cardinality": ("terms integers terms", cardinality),
    "global_cardinality_closed": (
        "terms integers terms", lambda t, v, n: cardinality(t, v, n, True),
    ),
    "global_cardinality_low_up": ("terms integers integers integers", bounded_cardinality),
    "global_cardinality_low_up_closed": (
        "terms integers integers integers", partial(bounded_cardinality, closed=True),
    ),
    "circuit": ("terms integer?", circuit),
    "cumulative": ("terms terms terms term", cumulative),
    "disjunctive": ("terms terms", lambda s, d: disjunctive(s, d, False)),
    "disjunctive_strict": ("terms terms", disjunctive),
    "diffn": ("terms terms terms terms", rectangles),
    "inverse": ("terms terms integer? integer?", inverse),
    "lex_less_int": ("terms terms", lambda a, b: lexicographic(a, b, True)),
    "lex_less_bool": ("terms terms", lambda a, b: lexicographic(a, b, True)),
    "lex_lesseq_int": ("terms terms", lexicographic),
    "lex_lesseq_bool": ("terms terms", lexicographic),
    "increasing_int": ("terms", increasing),
    "increasing_bool": ("terms", increasing),
    "strictly_increasing_int": ("terms", lambda terms: increasing(terms, 1)),
    "decreasing_int": ("terms", lambda terms: increasing(terms[::-1])),
    "table_int": ("terms integers", rows),
    "table_bool": ("terms integers", rows),
    "regular": ("terms integer integer integers integer set", regular),
    "bin_packing": ("integer terms integers", packing),
    "bin_packing_capa": (
        "integers terms integers integer?", lambda c, b, w, f=1: packing_loads(c, b, w, f, True),
    ),
    "bin_packing_load": ("terms terms integers integer?", packing_loads),
    "value_precede_int": ("integer integer terms", lambda s, t, x: precedence((s, t), x)),
    "value_precede_chain_int": ("integers terms", precedence),
}  # fmt: skip

GLOBALS = {
    prefix + name: each for name, each in _LOCAL.items() for prefix in ("fzn_", "nonet_", "")
}
"""For each name the kinds of the arguments, and the function that gives the relation."""


@lru_cache(maxsize=256)
def kinds_of(text: str) -> tuple[str, ...]:
    """Return the kinds of the arguments of a constraint."""
    return tuple(text.split())


def _is_term(value: Any) -> bool:
    return type(value) is str or type(value) is int


_TERMS = {str, int}

KIND_TESTS: dict[str, Callable[[Any], bool]] = {
    "integer": lambda value: type(value) is int,
    "term": _is_term,
    "divisor": _is_term,
    "set": lambda value: isinstance(value, Domain),
    "integers": lambda value: type(value) is tuple and set(map(type, value)) <= {int},
    "terms": lambda value: type(value) is tuple and set(map(type, value)) <= _TERMS,
}

KIND_NAMES = {
    "integer": "an integer",
    "term": "an integer or variable",
    "divisor": "an integer or variable",
    "set": "a set of integers",
    "integers": "an array of integers",
    "terms": "an array of variables",
}


def _magnitude(term: Term) -> Affine:
    return Affine((), abs(term)) if isinstance(term, int) else operation(Absolute(affine(term)))


def _function(of: Callable[..., tuple[Term, Relation]]) -> Callable[..., Relation]:
    """Return the relation of a function of two numbers, which is not defined for all."""

    def relation(left: Term, right: Term, result: Term, domains: Mapping[str, Domain]) -> Relation:
        term, defined = of(left, right, domains)
        return conjunction([defined, equal(term, result)])

    return relation


def _parity(terms: Sequence[Term]) -> Relation:
    relations = [equal(term, 1) for term in terms]
    parts = tuple(each for each in relations if not isinstance(each, bool))
    odd = sum(each is True for each in relations) % 2 == 1
    if not parts:
        return odd
    parity = Xor(parts) if len(parts) > 1 else parts[0]
    return negation(parity) if odd else parity


def _difference(left: Term, right: Term, literal: Term = 1) -> Relation:
    """The literal is 1 exactly where two 0/1 terms differ."""
    if isinstance(literal, int):
        return linear((1, 1), (left, right), "==", 1) if literal else equal(left, right)
    return table((left, right, literal), ((a, b, a ^ b) for a in (0, 1) for b in (0, 1)))


def _extreme(kind: type[Least | Greatest]) -> Callable[..., Relation]:
    return lambda result, terms: equal(operation(kind(tuple(map(affine, terms)))), result)


_greatest, _least = _extreme(Greatest), _extreme(Least)


def _membership_literal(term: Term, values: Domain, literal: Term) -> Relation:
    if type(term) is type(literal) is str and values.size <= MOST_LISTED and values.size:
        return count((term,), frozenset(values), "==", literal)
    return reified(member(term, values), literal)


def _linear(op: Any, shift: int) -> Callable[..., Relation]:
    return lambda factors, terms, constant: linear(factors, terms, op, constant + shift)


def _linear_to(op: Any) -> Callable[..., Relation]:
    return lambda factors, terms, total: linear([*factors, -1], [*terms, total], op, 0)


def _comparison(op: Any, shift: int) -> Callable[..., Relation]:
    return lambda left, right: linear((1, -1), (left, right), op, shift)


_DIVISION = _function(partial(divided, Quotient))
_REMAINDER = _function(partial(divided, Remainder))
_POWER = _function(partial(power, are_bounded=True))

CONSTRAINTS: dict[str, tuple[str, Callable[..., Relation]]] = {
    **dict.fromkeys(("int_eq", "bool_eq", "bool2int"), ("term term", equal)),
    "int_ne": ("term term", _comparison("!=", 0)),
    **{
        f"{kind}_{name}": ("term term", _comparison(*COMPARISONS[name]))
        for name in ("le", "lt", "ge", "gt")
        for kind in ("int", "bool")
    },
    **dict.fromkeys(("bool_not", "bool_ne"), ("term term", _difference)),
    **{
        f"int_lin_{name}": ("integers terms integer", _linear(*COMPARISONS[name]))
        for name in ("eq", "ne", "le", "lt", "ge")
    },
    "bool_lin_eq": ("integers terms term", _linear_to("==")),
    "bool_lin_ne": ("integers terms term", _linear_to("!=")),
    "bool_lin_le": ("integers terms term", _linear_to("<=")),
    "int_plus": ("term term term", lambda a, b, c: linear((1, 1, -1), (a, b, c), "==", 0)),
    "int_minus": ("term term term", lambda a, b, c: linear((1, -1, -1), (a, b, c), "==", 0)),
    "int_negate": ("term term", lambda a, b: linear((1, 1), (a, b), "==", 0)),
    "int_times": ("term term term", lambda a, b, c: equal(product_of(a, b), c)),
    "int_div": ("term divisor term", _DIVISION),
    "int_mod": ("term divisor term", _REMAINDER),
    "int_pow": ("term term term", _POWER),
    "int_pow_fixed": ("term integer term", _POWER),
    "int_abs": ("term term", lambda a, b: equal(_magnitude(a), b)),
    "int_max": ("term term term", lambda a, b, c: _greatest(c, (a, b))),
    "int_min": ("term term term", lambda a, b, c: _least(c, (a, b))),
    "array_int_maximum": ("term terms", _greatest),
    "array_int_minimum": ("term terms", _least),
    "array_bool_and": ("terms term", all_true),
    "array_bool_or": ("terms term", some_true),
    "array_bool_xor": ("terms", _parity),
    "bool_and": ("term term term", lambda a, b, r: all_true((a, b), r)),
    "bool_or": ("term term term", lambda a, b, r: some_true((a, b), r)),
    "bool_xor": ("term term term?", _difference),
    "bool_clause": ("terms terms", clause),
    **dict.fromkeys(
        ("array_int_element", "array_bool_element", "array_var_int_element",
         "array_var_bool_element"),
        ("term terms term", element),
    ),
    "set_in": ("term set", member),
    "set_in_reif": ("term set term", _membership_literal),
    "array_bool_and_imp": (
        "terms term", lambda terms, r: conjunction(linear((1, -1), (r, t), "<=", 0) for t in terms),
    ),
    "array_bool_or_imp": ("terms term", lambda terms, r: clause(terms, [r])),
    **GLOBALS,
}  # fmt: skip
"""For each name the kinds of the arguments, and the function that gives the relation.

The functions of ``WITH_DOMAINS`` take the domains as a last argument.
"""

WITH_DOMAINS = frozenset((_POWER, _DIVISION, _REMAINDER))
