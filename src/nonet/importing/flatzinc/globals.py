"""The global constraints that our MiniZinc library leaves whole, by name.

``mznlib/`` beside :mod:`nonet.importing.minizinc` declares these predicates without a body; where a position
counts (``nonet_circuit``, ``nonet_inverse``), with the index of the first entry.  FlatZinc made
for other solvers has some of these predicates without a prefix, with arrays that begin at 1.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import combinations

from nonet.deadline import checked
from nonet.importing.relations import (
    MOST_LISTED,
    Relation,
    Term,
    accepted,
    affine,
    all_different,
    conjunction,
    count,
    disjunction,
    equal,
    linear,
    member,
    related,
    table,
    truths,
)
from nonet.model import Automaton, Domain
from nonet.model.expressions.affine import Affine, plus
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
    """Terms counted from 0."""
    return tuple(plus(affine(term), Affine((), -first)) for term in terms)


def circuit(terms: Sequence[Term], first: int = 1) -> Relation:
    """Each term is the successor of its position on one tour of all."""
    size = len(terms)
    inside = [_between(term, first, first + size - 1) for term in terms]
    return conjunction([*inside, Circuit(_shifted(terms, first))]) if terms else True


def _between(term: Term, low: int, high: int) -> Relation:
    return conjunction([related(term, ">=", low), related(term, "<=", high)])


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
        total = plus(affine(number), Affine((), shift)) if shift else number
        if isinstance(value, int):
            if shift and isinstance(number, int):
                total = number + shift
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
        raise ValueError(f"a table of {size} columns with {len(values)} entries")
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
        raise ValueError(f"{states} states and {symbols} symbols, and {len(steps)} transitions")
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
    inside = [_between(bin, first, first + len(loads) - 1) for bin in bins]
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
    "alldifferent_except_0": ("terms", lambda terms: all_different(terms, 0)),
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
