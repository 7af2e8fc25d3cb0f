"""Constraints over terms, as readers build them, with constants folded away.

A term is an integer, a variable's name or an expression.  Each function returns a constraint of
the model, or ``True`` or ``False`` where the terms alone decide.

>>> linear([2, 3], ["x", 4], "<=", 20).formula
'2 * x <= 8'
>>> linear([1], [4], "<=", 3)
False
>>> reified(linear([1], ["x"], "<=", 3), "b").formula
'(b == 1 & x <= 3) | (b == 0 & x >= 4)'
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import product

from nonet.errors import FormatError, ModelError
from nonet.model import (
    AllDifferent,
    Annotation,
    AnyOf,
    Automaton,
    Constraint,
    Count,
    Domain,
    Element,
    Linear,
    Objective,
    Regular,
    Table,
)
from nonet.model.constraints.primitives import COMPARE, Comparison
from nonet.model.expressions.affine import Affine, Operation, minus, plus, times
from nonet.model.expressions.encoding import negated_comparison
from nonet.model.expressions.logic import AllOf, Compare, Not
from nonet.model.expressions.operations import (
    Absolute,
    Entry,
    Greatest,
    NumberOfValues,
    Occurrences,
    Product,
    Quotient,
    Remainder,
    Truth,
)
from nonet.model.globals import Distinct, ElementOf, RegularOf, TableOf
from nonet.model.objective import Sense

COMPARISONS: Mapping[str, tuple[Comparison, int]] = {
    "eq": ("==", 0), "ne": ("!=", 0), "le": ("<=", 0), "ge": (">=", 0), "lt": ("<=", -1),
    "gt": (">=", 1),
}  # fmt: skip
"""For each comparison of integers one of the model's four, and what is added to the right side."""

Term = int | str | Affine
Relation = Constraint | bool
"""A constraint, or the truth where nothing is open."""

NOTHING = "~nothing"
"""The variable of a model that has no other."""

OBJECTIVE = "~objective"
"""The variable that equals an objective which is not a weighted sum."""

MOST_LISTED = 4096
"""Values of a set up to which membership is said value by value."""


def affine(term: Term) -> Affine:
    """Return a term as an expression."""
    if type(term) is str:
        return Affine(((term, 1),))
    return Affine((), term) if isinstance(term, int) else term  # type: ignore[return-value]


def shifted(term: Term, by: int) -> Term:
    """Return a term plus an integer.

    >>> shifted("x", 0), shifted(3, -1)
    ('x', 2)
    """
    return simplified(plus(affine(term), Affine((), by)))


def operation(atom: Operation) -> Affine:
    """Return the expression of an operation."""
    return Affine(((atom, 1),))


def linear(
    coefficients: Sequence[int], terms: Sequence[Term], op: Comparison, constant: int
) -> Relation:
    """Return ``sum(coefficients[i] * terms[i]) op constant``."""
    factors: dict[str, int] = {}
    parts: list[Affine] = []
    for factor, term in zip(coefficients, terms, strict=True):
        if type(term) is str:
            factors[term] = factors.get(term, 0) + factor
        elif isinstance(term, int):
            constant -= factor * term
        else:
            parts.append(times(term, factor))  # type: ignore[arg-type]
    if parts:
        return compare(plus(*parts, Affine(tuple(factors.items()))), op, constant)
    if 0 in factors.values():
        factors = {name: factor for name, factor in factors.items() if factor}
    if not factors:
        return COMPARE[op](0, constant)
    return Linear(tuple(factors), tuple(factors.values()), op, constant)


def compare(expression: Affine, op: Comparison, constant: int) -> Relation:
    """Return an expression compared with an integer.

    >>> compare(truths([linear([1], ["x"], "<=", 3)]), "<=", 0).formula
    'x >= 4'
    """
    if not expression.terms:
        return COMPARE[op](expression.constant, constant)
    (atom, factor), *others = expression.terms
    if isinstance(atom, Truth) and not others:
        return truth_compared(atom.of, op, constant, factor, expression.constant)
    if not expression.depth:
        names = tuple(str(atom) for atom, _ in expression.terms)
        factors = tuple(factor for _, factor in expression.terms)
        return Linear(names, factors, op, constant - expression.constant)
    return Compare(expression, op, constant)


def truth_compared(
    relation: Constraint, op: Comparison, constant: int, factor: int = 1, shift: int = 0
) -> Relation:
    """Return ``factor * truth + shift  op  constant`` for the truth of a relation, 0 or 1."""
    if_true, if_false = COMPARE[op](factor + shift, constant), COMPARE[op](shift, constant)
    if if_true == if_false:
        return if_true
    return relation if if_true else negation(relation)


def related(left: Term, op: Comparison, right: Term) -> Relation:
    """Return two terms compared."""
    if isinstance(left, Affine) or isinstance(right, Affine):
        return compare(minus(affine(left), affine(right)), op, 0)
    return linear((1, -1), (left, right), op, 0)


def equal(left: Term, right: Term) -> Relation:
    """Return ``left == right``."""
    return related(left, "==", right)


def negation(relation: Relation) -> Relation:
    """Return the relation that holds where another does not."""
    if isinstance(relation, bool):
        return not relation
    if isinstance(relation, Linear):
        op, constant = negated_comparison(relation.op, relation.constant)
        return Linear(relation.scope, relation.coefficients, op, constant)
    if isinstance(relation, AllOf):
        return disjunction(map(negation, relation.all_of))
    if type(relation) is AnyOf:
        return conjunction(disjunction(map(negation, group)) for group in relation.groups)
    return relation.part if isinstance(relation, Not) else Not(relation)


def conjunction(relations: Iterable[Relation]) -> Relation:
    """Return "all of these"."""
    parts: list[Constraint] = []
    for relation in relations:
        if relation is False:
            return False
        if relation is not True:
            parts.append(relation)
    if not parts:
        return True
    return parts[0] if len(parts) == 1 else AllOf(tuple(parts))


def disjunction(relations: Iterable[Relation]) -> Relation:
    """Return "some of these holds"."""
    groups: list[tuple[Constraint, ...]] = []
    for relation in relations:
        if relation is True:
            return True
        if relation is not False:
            groups.append(relation.all_of if isinstance(relation, AllOf) else (relation,))
    if not groups:
        return False
    if len(groups) > 1:
        return AnyOf(tuple(groups))
    return groups[0][0] if len(groups[0]) == 1 else AllOf(groups[0])


def settled(relation: Relation) -> Relation:
    """Return a relation; of one without variables the truth."""
    return relation if isinstance(relation, bool) or relation.scope else relation.holds({})


def post(
    relation: Relation,
    constraints: list[Constraint],
    domains: dict[str, Domain],
    rule: Annotation | None,
) -> None:
    """Add a relation with its words to some constraints, unless the relation always holds.

    A relation that never holds is said of the first variable; where there is none, ``~nothing`` is
    added to the domains.
    """
    if relation is True:
        return
    if relation is False:
        first = next(iter(domains), NOTHING)
        domains.setdefault(first, Domain.single(0))
        relation = Linear((first,), (0,), "==", 1)
    if rule is not None:
        object.__setattr__(relation, "rule", rule)
    constraints.append(relation)


def culprit_error(
    error: ModelError,
    constraints: Iterable[Constraint],
    domains: Mapping[str, Domain],
    source: str,
) -> FormatError:
    """Return an error of a model with the line of the constraint that makes no sense."""
    for constraint in constraints:
        try:
            constraint.check_domains(domains)
        except ModelError as own:
            return FormatError(f"{constraint.rule.kind}: {own}", source=constraint.rule.label)
    return FormatError(str(error), source=source)


def objective_of(
    sense: Sense, term: Term, domains: dict[str, Domain], constraints: list[Constraint]
) -> Objective | None:
    """Return the objective of a term; of a term that is not a sum, through a variable ``~objective``.

    A constant has no objective: all solutions are as good.
    """
    total = affine(term)
    if not total.terms:
        return None
    if total.depth:
        low, high = total.bounds(domains)
        domains[OBJECTIVE] = Domain.range(low, high)
        definition = equal(simplified(total), OBJECTIVE)
        post(definition, constraints, domains, Annotation("constraint", "the objective"))
        total = affine(OBJECTIVE)
    names, factors = zip(*((str(atom), factor) for atom, factor in total.terms), strict=True)
    return Objective(sense, names, factors, total.constant)


def reified(relation: Relation, literal: Term) -> Relation:
    """Return "the 0/1 term is 1 exactly where the relation holds"."""
    if isinstance(relation, bool):
        return equal(literal, int(relation))
    if isinstance(literal, int):
        return relation if literal else negation(relation)
    if isinstance(relation, Linear) and type(literal) is str and literal not in relation.scope:
        no = negation(relation)
        assert isinstance(no, Linear)
        on, off = Linear((literal,), (1,), "==", 1), Linear((literal,), (1,), "==", 0)
        return AnyOf(((on, relation), (off, no)))
    return equal(operation(Truth(relation)), literal)


def half_reified(relation: Relation, literal: Term) -> Relation:
    """Return "where the 0/1 term is 1, the relation holds"."""
    if isinstance(literal, int):
        return relation if literal else True
    return disjunction([equal(literal, 0), relation])


def clause(positive: Sequence[Term], negative: Sequence[Term]) -> Relation:
    """Return "some positive 0/1 term is 1, or some negative 0/1 term is 0"."""
    coefficients = [1] * len(positive) + [-1] * len(negative)
    if not {*positive}.isdisjoint(negative):
        return True
    return linear(coefficients, [*positive, *negative], ">=", 1 - len(negative))


def all_true(terms: Sequence[Term], literal: Term) -> Relation:
    """Return "the literal is 1 exactly where all 0/1 terms are"."""
    terms = list(dict.fromkeys(terms))
    each = [linear((1, -1), (literal, term), "<=", 0) for term in terms]
    total = linear([1] * len(terms) + [-1], [*terms, literal], "<=", len(terms) - 1)
    return conjunction([*each, total])


def some_true(terms: Sequence[Term], literal: Term) -> Relation:
    """Return "the literal is 1 exactly where some of the 0/1 terms is"."""
    terms = list(dict.fromkeys(terms))
    each = [linear((1, -1), (term, literal), "<=", 0) for term in terms]
    return conjunction([*each, linear([1] * len(terms) + [-1], [*terms, literal], ">=", 0)])


def table(terms: Sequence[Term], rows: Iterable[Sequence[int]]) -> Relation:
    """Return "the values of the terms, in order, are a row"."""
    places = [i for i, term in enumerate(terms) if not isinstance(term, int)]
    if len(places) < len(terms):
        fixed = [(i, term) for i, term in enumerate(terms) if isinstance(term, int)]
        rows = [tuple(row[i] for i in places) for row in rows if all(row[i] == v for i, v in fixed)]
        if not places:
            return bool(rows)
        terms = [terms[i] for i in places]
    chosen = rows if isinstance(rows, frozenset) else frozenset(map(tuple, rows))
    if all(type(term) is str for term in terms) and len(set(terms)) == len(terms):
        return Table(tuple(map(str, terms)), chosen)
    return TableOf(tuple(map(affine, terms)), chosen)


def member(term: Term, values: Domain) -> Relation:
    """Return "the term has a value of the set"."""
    if isinstance(term, int):
        return term in values
    if not values.size:
        return False
    if values.size == 1:
        return equal(term, values.base)
    if values.highest - values.base + 1 == values.size:
        return conjunction([related(term, ">=", values.base), related(term, "<=", values.highest)])
    if values.size <= MOST_LISTED:
        return table((term,), ((value,) for value in values))
    return disjunction(
        conjunction([related(term, ">=", low), related(term, "<=", high)])
        for low, high in values.runs()
    )


def all_different(terms: Sequence[Term], except_values: Iterable[int] = ()) -> Relation:
    """Return "pairwise different", save for some values perhaps."""
    if not except_values:
        if len(terms) < 2:
            return True
        if len(set(terms)) < len(terms):
            return False
        if all(type(term) is str for term in terms):
            return AllDifferent(tuple(map(str, terms)))
    return Distinct(tuple(map(affine, terms)), frozenset(except_values)) if terms else True


def count(terms: Sequence[Term], values: frozenset[int], op: Comparison, number: Term) -> Relation:
    """Return how many terms have a value of the set, compared with a number."""
    known = sum(term in values for term in terms if isinstance(term, int))
    open_terms = [term for term in terms if not isinstance(term, int)]
    if not open_terms:
        return related(known, op, number)
    if all(type(term) is str for term in open_terms):
        names = tuple(map(str, open_terms))
        if isinstance(number, int):
            return Count(names, values, op, number - known)
        if type(number) is str and not known:
            return Count(names, values, op, number)
    return related(occurrences(terms, values), op, number)


def occurrences(terms: Sequence[Term], values: frozenset[int]) -> Term:
    """Return how many terms have a value of the set."""
    known = sum(term in values for term in terms if isinstance(term, int))
    counted = tuple(affine(term) for term in terms if not isinstance(term, int))
    return Affine(((Occurrences(counted, values), 1),), known) if counted else known


def truths(relations: Iterable[Relation]) -> Affine:
    """Return how many of some relations hold, as an expression."""
    atoms: dict[Operation, int] = {}
    known = 0
    for relation in relations:
        if isinstance(relation, bool):
            known += relation
        else:
            atom = Truth(relation)
            atoms[atom] = atoms.get(atom, 0) + 1
    return Affine(tuple(atoms.items()), known)


def distinct_values(terms: Sequence[Term], ignored: Collection[int] = ()) -> Term:
    """Return how many values the terms have, save for those ignored."""
    if all(isinstance(term, int) for term in terms):
        return len({*terms}.difference(ignored))
    number = operation(NumberOfValues(tuple(map(affine, terms))))
    occurring = truths(disjunction(equal(term, value) for term in terms) for value in ignored)
    return minus(number, occurring)


def weighted(pairs: Iterable[tuple[Affine, int]]) -> Affine:
    """Return the sum of expressions, each multiplied by an integer."""
    return plus(Affine(()), *(times(each, f) if f != 1 else each for each, f in pairs))


def accepted(terms: Sequence[Term], automaton: Automaton) -> Relation:
    """Return "the values of the terms, in order, are a word of the automaton"."""
    if not terms:
        return automaton.start in automaton.accepting
    if all(type(term) is str for term in terms):
        return Regular(tuple(map(str, terms)), automaton)
    return RegularOf(tuple(map(affine, terms)), automaton)


def element(index: Term, array: Sequence[Term], value: Term, first: int = 1) -> Relation:
    """Return ``array[index - first] == value``; an index outside does not hold."""
    if isinstance(index, int):
        place = index - first
        return equal(array[place], value) if 0 <= place < len(array) else False
    if all(isinstance(entry, int) for entry in array):
        if index == value:
            return table((index,), ((i,) for i, v in enumerate(array, first) if i == v))
        return table((index, value), ((i, int(v)) for i, v in enumerate(array, first)))  # type: ignore[arg-type]
    if type(index) is type(value) is str and all(type(entry) is str for entry in array):
        return Element(tuple(map(str, array)), str(index), str(value), first)
    return ElementOf(tuple(map(affine, array)), affine(index), affine(value), first)


MOST_STATES = 20_000
"""States up to which an automaton with several arcs for a value is made deterministic."""

Arc = tuple[str, int, str]


def deterministic(start: str, final: Iterable[str], arcs: Collection[Arc]) -> Automaton:
    """Return an automaton of integers; by sets of states where a value has several arcs."""
    after: dict[str, dict[int, set[str]]] = {}
    for before, value, target in arcs:
        after.setdefault(before, {}).setdefault(value, set()).add(target)
    ends = set(final)
    first = frozenset({start})
    numbers = {first: 0}
    pending = [first]
    steps: list[tuple[int, int, int]] = []
    while pending:
        states = pending.pop()
        merged: dict[int, set[str]] = {}
        for state in states:
            for value, targets in after.get(state, {}).items():
                merged.setdefault(value, set()).update(targets)
        for value, targets in merged.items():
            joint = frozenset(targets)
            if joint not in numbers:
                if len(numbers) >= MOST_STATES:
                    raise ValueError(f"an automaton of more than {MOST_STATES} states")
                numbers[joint] = len(numbers)
                pending.append(joint)
            steps.append((numbers[states], value, numbers[joint]))
    accepting = frozenset(n for states, n in numbers.items() if not ends.isdisjoint(states))
    return Automaton(0, accepting, steps)


LARGEST_EXPONENT = 64
"""Largest exponent of a power that is written as products."""

LARGEST_POWER = 1 << 62
"""Limit of the magnitude of a power that is listed."""

MOST_POWERS = 20_000
"""Pairs of a base and an exponent up to which their powers are listed."""


def power(
    base: Term, exponent: Term, domains: Mapping[str, Domain], *, are_bounded: bool = False
) -> tuple[Term, Relation]:
    """Return ``base ** exponent``, and where it is defined.

    A negative exponent is the integer quotient ``1 div base ** -exponent``, as in MiniZinc; 0 has no
    such power.  With ``are_bounded`` a power is defined only within 64 bits; without, such a power
    is a ``ValueError``.
    """
    if isinstance(exponent, int) and 0 <= exponent <= LARGEST_EXPONENT:
        return simplified(product_of(*([base] * exponent))), True
    bases, exponents = (affine(term).possible_values(domains) for term in (base, exponent))
    low, high = exponents.base, exponents.highest
    width = high - low + 1
    place = minus(affine(exponent), Affine((), low))
    defined: Relation = True
    if (bases.highest - bases.base + 1) * width <= MOST_POWERS:
        pairs = product(range(bases.base, bases.highest + 1), range(low, high + 1))
        powers = {pair: power_of(*pair) for pair in pairs}
        missing = [pair for pair, value in powers.items() if value is None]
        for b, e in missing if not are_bounded else ():
            if (b or e >= 0) and b in bases and e in exponents:
                raise ValueError(f"{b} to the power of {e} does not fit in 64 bits")
        if missing:
            defined = table((base, exponent), (pair for pair in powers if pair not in missing))
        entries = tuple(Affine((), value or 0) for value in powers.values())
        place = plus(place, times(minus(affine(base), Affine((), bases.base)), width))
    elif low >= 0 and high <= LARGEST_EXPONENT:
        entries = tuple(product_of(*([base] * e)) for e in range(low, high + 1))
    else:
        raise ValueError(
            f"a power of {bases.size} numbers has an exponent of {low} to {high}: nonet takes 0 to "
            f"{LARGEST_EXPONENT}"
        )
    if not place.terms:
        return simplified(entries[place.constant]), defined
    return operation(Entry(entries, place)), defined


def power_of(base: int, exponent: int) -> int | None:
    """Return the power; ``None`` if there is none or only one beyond the limit.

    >>> power_of(2, 5), power_of(-1, -3), power_of(7, -1), power_of(0, -1), power_of(10, 30)
    (32, -1, 0, None, None)
    """
    if exponent < 0:
        if abs(base) > 1:
            return 0
        return None if base == 0 else power_of(base, -exponent)
    if abs(base) > 1 and exponent > LARGEST_EXPONENT:
        return None
    value: int = base**exponent
    return value if abs(value) < LARGEST_POWER else None


def product_of(*terms: Term) -> Affine:
    """Return the product of some terms, of no term 1."""
    total = Affine((), 1)
    for term in map(affine, terms):
        if not term.terms:
            total = times(total, term.constant)
        elif not total.terms:
            total = times(term, total.constant)
        else:
            total = operation(Product(total, term))
    return total


def simplified(expression: Affine) -> Term:
    """Return an expression that is a name or an integer as such."""
    if not expression.terms:
        return expression.constant
    if len(expression.terms) == 1 and not expression.constant:
        ((atom, factor),) = expression.terms
        if factor == 1 and isinstance(atom, str):
            return atom
    return expression


def choice(condition: Relation, then: Term, otherwise: Term) -> Term:
    """Return one term where a relation holds and another where it does not."""
    if isinstance(condition, bool):
        return then if condition else otherwise
    index = truths([condition])
    return operation(Entry((affine(otherwise), affine(then)), index))


def divided(
    kind: type[Quotient] | type[Remainder], left: Term, right: Term, domains: Mapping[str, Domain]
) -> tuple[Term, Relation]:
    """Return a quotient or a remainder, rounded towards 0, and "the divisor is not 0".

    Python's division where no number is negative, else that of magnitudes; by 1 instead of 0.
    """
    pair = affine(left), affine(right)
    (least, _), (low, high) = (part.bounds(domains) for part in pair)
    defined: Relation = not low <= 0 <= high or related(right, "!=", 0)
    if least < 0 or low < 0:
        size, divisor = (operation(Absolute(part)) for part in pair)
    else:
        size, divisor = pair
    if defined is not True:
        unit = Affine((), 1)
        divisor = operation(Greatest((divisor, unit))) if pair[1].terms else unit
    result = operation(kind(size, divisor))
    if least >= 0 and low >= 0:
        return result, defined
    same = related(left, ">=", 0)
    if kind is Quotient:
        both = (conjunction([related(a, op, 0) for a in (left, right)]) for op in (">=", "<="))
        same = disjunction(both)
    return choice(same, result, times(result, -1)), defined
