"""Intensional expressions of XCSP3, such as ``eq(add(x,y),dist(z,3))``, as terms and relations.

A relation among operands counts as 0 or 1, and a number other than 0 holds where a relation is
expected.

>>> relation = parse_relation("or(lt(x,y),eq(mul(x,2),z))", str)
>>> relation.formula
'(x - y <= -1) | (2 * x - z == 0)'
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType

from nonet.importing.relations import (
    Relation,
    Term,
    affine,
    conjunction,
    disjunction,
    equal,
    member,
    negation,
    operation,
    related,
    truths,
)
from nonet.model import Domain
from nonet.model.expressions.affine import Affine, minus, plus, times
from nonet.model.expressions.operations import Absolute, Product, Quotient, Remainder
from nonet.model.expressions.selections import Entry, Greatest, Least
from nonet.model.integers import integer_of_text, short_repr

Terms = tuple[Term, ...]
"""The members of a set: integers, variables and expressions."""
Operand = Term | Relation | Terms
_TOKEN = re.compile(r"\s*([A-Za-z_][\w.]*(?:\[\d+\])*|%\d+|-?\d+|[(),])")


def parse_relation(
    text: str, variable: Callable[[str], Term], domains: Mapping[str, Domain] = MappingProxyType({})
) -> Relation:
    """Return the relation of a text; ``variable`` gives the term of a name or of ``%0``."""
    return as_relation(_parse(text, variable, domains))


def parse_term(
    text: str, variable: Callable[[str], Term], domains: Mapping[str, Domain] = MappingProxyType({})
) -> Term:
    """Return the expression of a text."""
    return as_term(_parse(text, variable, domains))


def as_relation(value: Operand) -> Relation:
    """Return an operand as a relation."""
    if isinstance(value, tuple):
        raise ValueError("a set where a relation is expected")
    if isinstance(value, int) and not isinstance(value, bool):
        return value != 0
    if isinstance(value, str | Affine):
        return related(value, "!=", 0)
    return value


def as_term(value: Operand) -> Term:
    """Return an operand as a number."""
    if isinstance(value, tuple):
        raise ValueError("a set where a number is expected")
    if isinstance(value, bool):
        return int(value)
    if isinstance(value, int | str | Affine):
        return value
    return simplified(truths([value]))


def simplified(expression: Affine) -> Term:
    """Return an expression as a name or an integer, if it is no more than that."""
    if not expression.terms:
        return expression.constant
    if len(expression.terms) == 1 and not expression.constant:
        ((atom, factor),) = expression.terms
        if factor == 1 and isinstance(atom, str):
            return atom
    return expression


def _parse(text: str, variable: Callable[[str], Term], domains: Mapping[str, Domain]) -> Operand:
    tokens = []
    at = 0
    text = text.strip()
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            raise ValueError(f"expected an expression, not {short_repr(text[at : at + 20])}")
        tokens.append(match[1])
        at = match.end()
    value, end = _operand(tokens, 0, variable, domains)
    if end != len(tokens):
        raise ValueError(f"expected the end of {short_repr(text)}")
    return value


def _operand(
    tokens: Sequence[str], at: int, variable: Callable[[str], Term], domains: Mapping[str, Domain]
) -> tuple[Operand, int]:
    if at >= len(tokens):
        raise ValueError("the expression ends too early")
    token = tokens[at]
    if at + 1 < len(tokens) and tokens[at + 1] == "(":
        operands: list[Operand] = []
        at += 2
        while at < len(tokens) and tokens[at] != ")":
            operand, at = _operand(tokens, at, variable, domains)
            operands.append(operand)
            if at < len(tokens) and tokens[at] == ",":
                at += 1
        if at >= len(tokens):
            raise ValueError("a bracket is not closed")
        return _call(token, operands, domains), at + 1
    if re.fullmatch(r"-?\d+", token):
        return integer_of_text(token), at + 1
    if token in "(),":
        raise ValueError(f"expected an operand, not {short_repr(token)}")
    return variable(token), at + 1


def _call(name: str, operands: list[Operand], domains: Mapping[str, Domain]) -> Operand:
    if name == "set":
        return tuple(map(as_term, operands))
    if name == "in":
        if len(operands) != 2 or not isinstance(operands[1], tuple):
            raise ValueError("in takes a number and a set")
        return _among(as_term(operands[0]), operands[1])
    if name in RELATIONS:
        return RELATIONS[name]([as_relation(operand) for operand in operands])
    if name in ("div", "mod") and len(operands) == 2:
        kind = Quotient if name == "div" else Remainder
        return divided(kind, as_term(operands[0]), as_term(operands[1]), domains)
    if name not in FUNCTIONS:
        raise ValueError(f"unknown operator {name}")
    least, most, function = FUNCTIONS[name]
    if not least <= len(operands) <= most:
        raise ValueError(f"{name} has {len(operands)} operands")
    if name == "if":
        return _choice(as_relation(operands[0]), *map(as_term, operands[1:]))
    result = function(*map(as_term, operands))
    return simplified(result) if isinstance(result, Affine) else result


def _among(term: Term, members: Terms) -> Relation:
    """Return that a term is one of the members, of which integers are said as one domain."""
    values = Domain.of([each for each in members if isinstance(each, int)])
    others = [each for each in members if not isinstance(each, int)]
    return disjunction([member(term, values), *(equal(term, each) for each in others)])


def _chain(op: str, shift: int = 0) -> Callable[..., Relation]:
    def relation(*terms: Term) -> Relation:
        pairs = pairwise(terms)
        return conjunction(
            related(a, op, _plus(b, shift) if shift else b)  # type: ignore[arg-type]
            for a, b in pairs
        )

    return relation


def _plus(term: Term, constant: int) -> Term:
    return simplified(plus(affine(term), Affine((), constant)))


def _sum(*terms: Term) -> Affine:
    return plus(Affine(()), *map(affine, terms))


def _product(*terms: Term) -> Affine:
    total = affine(terms[0])
    for term in map(affine, terms[1:]):
        if not term.terms:
            total = times(total, term.constant)
        elif not total.terms:
            total = times(term, total.constant)
        else:
            total = operation(Product(total, term))
    return total


def _power(base: Term, exponent: Term) -> Affine:
    if not isinstance(exponent, int) or not 0 <= exponent <= 64:
        raise ValueError("a power has a small integer as exponent")
    return _product(*([base] * exponent)) if exponent else Affine((), 1)


def _choice(condition: Relation, then: Term, otherwise: Term) -> Term:
    if isinstance(condition, bool):
        return then if condition else otherwise
    index = truths([condition])
    return operation(Entry((affine(otherwise), affine(then)), index))


def divided(
    kind: type[Quotient] | type[Remainder], left: Term, right: Term, domains: Mapping[str, Domain]
) -> Term:
    """Rounded towards 0: as Python divides where no number is negative, else by magnitudes."""
    pair = affine(left), affine(right)
    if all(part.bounds(domains)[0] >= 0 for part in pair):
        return operation(kind(*pair))
    sizes = [operation(Absolute(part)) for part in pair]
    result = operation(kind(*sizes))
    if kind is Remainder:
        return _choice(related(left, ">=", 0), result, times(result, -1))
    same = related(operation(Product(*pair)), ">=", 0)
    return _choice(same, result, times(result, -1))


def _odd(number: Affine) -> Relation:
    if not number.terms:
        return bool(number.constant % 2)
    return equal(simplified(operation(Remainder(number, Affine((), 2)))), 1)


FUNCTIONS: dict[str, tuple[int, int, Callable[..., Operand]]] = {
    "add": (1, 1 << 30, _sum),
    "sub": (2, 2, lambda a, b: minus(affine(a), affine(b))),
    "neg": (1, 1, lambda a: times(affine(a), -1)),
    "mul": (1, 1 << 30, _product),
    "sqr": (1, 1, lambda a: _product(a, a)),
    "pow": (2, 2, _power),
    "abs": (1, 1, lambda a: operation(Absolute(affine(a)))),
    "dist": (2, 2, lambda a, b: operation(Absolute(minus(affine(a), affine(b))))),
    "min": (1, 1 << 30, lambda *terms: operation(Least(tuple(map(affine, terms))))),
    "max": (1, 1 << 30, lambda *terms: operation(Greatest(tuple(map(affine, terms))))),
    "if": (3, 3, _choice),
    "lt": (2, 1 << 30, _chain("<=", -1)),
    "le": (2, 1 << 30, _chain("<=")),
    "ge": (2, 1 << 30, _chain(">=")),
    "gt": (2, 1 << 30, _chain(">=", 1)),
    "eq": (2, 1 << 30, _chain("==")),
    "ne": (2, 2, _chain("!=")),
}
"""For each operator over numbers the least and most operands, and the function."""

RELATIONS: dict[str, Callable[[list[Relation]], Relation]] = {
    "and": conjunction,
    "or": disjunction,
    "not": lambda parts: negation(parts[0]),
    "imp": lambda parts: disjunction([negation(parts[0]), parts[1]]),
    "iff": lambda parts: conjunction(equal(as_term(a), as_term(b)) for a, b in pairwise(parts)),
    "xor": lambda parts: _odd(truths(parts)),
}
"""Operators over relations."""
