"""The constraints of FlatZinc's standard library, by name.

Each is a function of its arguments, of these kinds: an ``integer``, a ``term`` (an
integer or a variable's name), a ``set``, and ``integers`` and ``terms``, arrays of these.
The forms ``name_reif`` and ``name_imp`` follow from ``name`` (:mod:`.reading`).

The MiniZinc handbook, "FlatZinc builtins", has the definitions; division rounds towards 0.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from nonet.importing.flatzinc.globals import GLOBALS
from nonet.importing.relations import (
    MOST_LISTED,
    Relation,
    Term,
    affine,
    all_true,
    clause,
    conjunction,
    count,
    disjunction,
    element,
    equal,
    is_true,
    linear,
    member,
    negation,
    operation,
    power,
    reified,
    related,
    some_true,
    table,
)
from nonet.model import Constraint, Domain
from nonet.model.expressions.affine import Affine
from nonet.model.expressions.logic import Xor
from nonet.model.expressions.operations import (
    Absolute,
    Greatest,
    Least,
    Product,
    Quotient,
    Remainder,
)


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
    "integer": "integer",
    "term": "integer or variable",
    "divisor": "integer or variable",
    "set": "set of integers",
    "integers": "array of integers",
    "terms": "array of variables",
}


def _product(left: Term, right: Term) -> Affine:
    if isinstance(left, int) or isinstance(right, int):
        factor, term = (left, right) if isinstance(left, int) else (right, left)
        assert isinstance(factor, int)
        held = affine(term)
        pairs = tuple((atom, times * factor) for atom, times in held.terms if factor)
        return Affine(pairs, held.constant * factor)
    return operation(Product(affine(left), affine(right)))


def _magnitude(term: Term) -> Affine:
    return Affine((), abs(term)) if isinstance(term, int) else operation(Absolute(affine(term)))


def _division(left: Term, right: Term, result: Term) -> Relation:
    """Rounded towards 0: magnitudes divided, and the sign of both."""
    size = operation(Quotient(_magnitude(left), _magnitude(right)))
    signs = [(1, 1, 1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1)]
    return conjunction(
        [
            equal(_magnitude(result), size),
            disjunction(
                [
                    equal(result, 0),
                    *(
                        conjunction([_sign(left, a), _sign(right, b), _sign(result, c)])
                        for a, b, c in signs
                    ),
                ]
            ),
        ]
    )


def _remainder(left: Term, right: Term, result: Term) -> Relation:
    """The remainder has the sign of the dividend."""
    size = operation(Remainder(_magnitude(left), _magnitude(right)))
    same = [conjunction([_sign(left, s), _sign(result, s)]) for s in (1, -1)]
    return conjunction([equal(_magnitude(result), size), disjunction([equal(result, 0), *same])])


def _sign(term: Term, sign: int) -> Relation:
    return related(term, ">=", 1) if sign > 0 else related(term, "<=", -1)


def _parity(terms: Sequence[Term]) -> Relation:
    """An odd number of the terms is 1."""
    parts: list[Constraint] = []
    odd = False
    for term in terms:
        relation = is_true(term)
        if isinstance(relation, bool):
            odd ^= relation
        else:
            parts.append(relation)
    if not parts:
        return odd
    if len(parts) == 1:
        return negation(parts[0]) if odd else parts[0]
    parity = Xor(tuple(parts))
    return negation(parity) if odd else parity


def _difference(left: Term, right: Term, literal: Term = 1) -> Relation:
    """The literal is 1 exactly where two 0/1 terms differ."""
    if isinstance(literal, int):
        return linear((1, 1), (left, right), "==", 1) if literal else equal(left, right)
    return table((left, right, literal), ((a, b, a ^ b) for a in (0, 1) for b in (0, 1)))


def _greatest(result: Term, terms: Sequence[Term]) -> Relation:
    return equal(operation(Greatest(tuple(map(affine, terms)))), result)


def _least(result: Term, terms: Sequence[Term]) -> Relation:
    return equal(operation(Least(tuple(map(affine, terms)))), result)


def _membership_literal(term: Term, values: Domain, literal: Term) -> Relation:
    if type(term) is type(literal) is str and values.size <= MOST_LISTED and values.size:
        return count((term,), frozenset(values), "==", literal)
    return reified(member(term, values), literal)


def _linear(op: Any) -> Callable[..., Relation]:
    return lambda factors, terms, constant: linear(factors, terms, op, constant)


def _linear_to(op: Any) -> Callable[..., Relation]:
    """With a variable on the right."""
    return lambda factors, terms, total: linear([*factors, -1], [*terms, total], op, 0)


def _comparison(op: Any, shift: int = 0) -> Callable[..., Relation]:
    return lambda left, right: linear((1, -1), (left, right), op, shift)


CONSTRAINTS: dict[str, tuple[str, Callable[..., Relation]]] = {
    **dict.fromkeys(("int_eq", "bool_eq", "bool2int"), ("term term", equal)),
    "int_ne": ("term term", _comparison("!=")),
    **dict.fromkeys(("int_le", "bool_le"), ("term term", _comparison("<="))),
    **dict.fromkeys(("int_lt", "bool_lt"), ("term term", _comparison("<=", -1))),
    **dict.fromkeys(("int_ge", "bool_ge"), ("term term", _comparison(">="))),
    **dict.fromkeys(("int_gt", "bool_gt"), ("term term", _comparison(">=", 1))),
    **dict.fromkeys(("bool_not", "bool_ne"), ("term term", _difference)),
    "int_lin_eq": ("integers terms integer", _linear("==")),
    "int_lin_ne": ("integers terms integer", _linear("!=")),
    "int_lin_le": ("integers terms integer", _linear("<=")),
    "int_lin_lt": (
        "integers terms integer", lambda f, t, c: linear(f, t, "<=", c - 1),
    ),
    "int_lin_ge": ("integers terms integer", _linear(">=")),
    "bool_lin_eq": ("integers terms term", _linear_to("==")),
    "bool_lin_ne": ("integers terms term", _linear_to("!=")),
    "bool_lin_le": ("integers terms term", _linear_to("<=")),
    "int_plus": ("term term term", lambda a, b, c: linear((1, 1, -1), (a, b, c), "==", 0)),
    "int_minus": ("term term term", lambda a, b, c: linear((1, -1, -1), (a, b, c), "==", 0)),
    "int_negate": ("term term", lambda a, b: linear((1, 1), (a, b), "==", 0)),
    "int_times": ("term term term", lambda a, b, c: equal(_product(a, b), c)),
    "int_div": ("term divisor term", _division),
    "int_mod": ("term divisor term", _remainder),
    "int_div of natural numbers": (
        "term divisor term", lambda a, b, c: equal(operation(Quotient(affine(a), affine(b))), c),
    ),
    "int_mod of natural numbers": (
        "term divisor term", lambda a, b, c: equal(operation(Remainder(affine(a), affine(b))), c),
    ),
    "int_pow": ("term term term", power),
    "int_pow_fixed": ("term integer term", power),
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

WITH_DOMAINS = frozenset((power,))
