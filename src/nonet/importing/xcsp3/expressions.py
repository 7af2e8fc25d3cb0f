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
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from types import MappingProxyType
from typing import Any

from nonet.importing.relations import (
    LARGEST_EXPONENT,
    MOST_POWERS,
    Relation,
    Term,
    affine,
    choice,
    conjunction,
    disjunction,
    divided,
    equal,
    member,
    negation,
    operation,
    power_of,
    related,
    simplified,
    truths,
)
from nonet.model import Domain
from nonet.model.expressions.affine import Affine, minus, plus, times
from nonet.model.expressions.operations import (
    Absolute,
    Entry,
    Greatest,
    Least,
    Product,
    Quotient,
    Remainder,
)
from nonet.model.integers import integer_of_text, short_repr

Terms = tuple[Term, ...]
"""The members of a set: integers, variables and expressions."""
Operand = Term | Relation | Terms
_TOKEN = re.compile(r"\s*([A-Za-z_][\w.]*(?:\[\d+\])*|%\d+|-?\d+|[(),])")


def parse_relation(
    text: str, variable: Callable[[str], Term], domains: Mapping[str, Domain] = MappingProxyType({})
) -> Relation:
    """Return the relation of a text; ``variable`` gives the term of a name or of ``%0``.

    A division by 0 makes the smallest relation around it false.
    """
    value, defined = _parse(text, variable, domains)
    return conjunction([defined, as_relation(value)])


def parse_term(
    text: str, variable: Callable[[str], Term], domains: Mapping[str, Domain] = MappingProxyType({})
) -> tuple[Term, Relation]:
    """Return the expression of a text, and the relation that holds where it is defined."""
    value, defined = _parse(text, variable, domains)
    return as_term(value), defined


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


def _parse(
    text: str, variable: Callable[[str], Term], domains: Mapping[str, Domain]
) -> tuple[Operand, Relation]:
    tokens = []
    at = 0
    text = text.strip()
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            raise ValueError(f"expected an expression, not {short_repr(text[at : at + 20])}")
        tokens.append(match[1])
        at = match.end()
    parser = _Parser(tokens, variable, domains)
    result = parser.operand()
    if parser.at != len(tokens):
        raise ValueError(f"expected the end of {short_repr(text)}")
    return result


@dataclass
class _Parser:
    """Reads operands, each with the relation that says where it is defined."""

    tokens: Sequence[str]
    variable: Callable[[str], Term]
    domains: Mapping[str, Domain]
    at: int = 0

    def operand(self) -> tuple[Operand, Relation]:
        """Return the operand whose first token is next."""
        tokens = self.tokens
        if self.at >= len(tokens):
            raise ValueError("the expression ends too early")
        token = tokens[self.at]
        self.at += 1
        if self.at < len(tokens) and tokens[self.at] == "(":
            operands: list[tuple[Operand, Relation]] = []
            self.at += 1
            while self.at < len(tokens) and tokens[self.at] != ")":
                operands.append(self.operand())
                if self.at < len(tokens) and tokens[self.at] == ",":
                    self.at += 1
            if self.at >= len(tokens):
                raise ValueError("a bracket is not closed")
            self.at += 1
            return self._call(token, [each for each, _ in operands], [each for _, each in operands])
        if re.fullmatch(r"-?\d+", token):
            return integer_of_text(token), True
        if token in "(),":
            raise ValueError(f"expected an operand, not {short_repr(token)}")
        return self.variable(token), True

    def _call(
        self, name: str, operands: list[Operand], defined: list[Relation]
    ) -> tuple[Operand, Relation]:
        if name == "set":
            return tuple(map(as_term, operands)), conjunction(defined)
        if name in ("in", "notin"):
            if len(operands) != 2 or not isinstance(operands[1], tuple):
                raise ValueError(f"{name} takes a number and a set")
            inside = _among(as_term(operands[0]), operands[1])
            return conjunction([*defined, inside if name == "in" else negation(inside)]), True
        if name in RELATIONS:
            pairs = zip(defined, operands, strict=True)
            return RELATIONS[name]([conjunction([each, as_relation(o)]) for each, o in pairs]), True
        if name not in FUNCTIONS and name not in PARTIAL:
            raise ValueError(f"unknown operator {name}")
        least, most, function = FUNCTIONS.get(name, (2, 2, _product))
        if not least <= len(operands) <= most:
            raise ValueError(f"{name} has {len(operands)} operands")
        if name == "if":
            test = conjunction([defined[0], as_relation(operands[0])])
            branches = disjunction([negation(test), defined[1]]), disjunction([test, defined[2]])
            return choice(test, *map(as_term, operands[1:])), conjunction(branches)
        if name in PARTIAL:
            term, condition = PARTIAL[name](*map(as_term, operands), self.domains)
            return term, conjunction([*defined, condition])
        result: Any = function(*map(as_term, operands))
        if isinstance(result, Affine):
            return simplified(result), conjunction(defined)
        return conjunction([*defined, result]), True


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


def _power(base: Term, exponent: Term, domains: Mapping[str, Domain]) -> tuple[Term, Relation]:
    """Return a power, and where it is defined: 0 has no power of a negative number."""
    if isinstance(exponent, int) and 0 <= exponent <= LARGEST_EXPONENT:
        return simplified(_product(*([base] * exponent)) if exponent else Affine((), 1)), True
    bases, exponents = (affine(term).possible_values(domains) for term in (base, exponent))
    low, high = exponents.base, exponents.highest
    width = high - low + 1
    place = minus(affine(exponent), Affine((), low))
    entries: list[Affine]
    if (bases.highest - bases.base + 1) * width <= MOST_POWERS:
        entries = []
        for b in range(bases.base, bases.highest + 1):
            for e in range(low, high + 1):
                power = power_of(b, e)
                if power is None and (b or e >= 0) and b in bases and e in exponents:
                    raise ValueError(f"{b} to the power of {e} does not fit in 64 bits")
                entries.append(Affine((), power or 0))
        place = plus(place, times(minus(affine(base), Affine((), bases.base)), width))
    elif low >= 0 and high <= LARGEST_EXPONENT:
        entries = [_product(*([base] * e)) if e else Affine((), 1) for e in range(low, high + 1)]
    else:
        raise ValueError(
            f"a power of {bases.size} numbers has an exponent of {low} to {high}: nonet takes 0 to "
            f"{LARGEST_EXPONENT}"
        )
    defined: Relation = True
    if low < 0 and 0 in bases:
        defined = disjunction([related(base, "!=", 0), related(exponent, ">=", 0)])
    if not place.terms:
        return simplified(entries[place.constant]), defined
    return operation(Entry(tuple(entries), place)), defined


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
    "abs": (1, 1, lambda a: operation(Absolute(affine(a)))),
    "dist": (2, 2, lambda a, b: operation(Absolute(minus(affine(a), affine(b))))),
    "min": (1, 1 << 30, lambda *terms: operation(Least(tuple(map(affine, terms))))),
    "max": (1, 1 << 30, lambda *terms: operation(Greatest(tuple(map(affine, terms))))),
    "if": (3, 3, choice),
    "lt": (2, 1 << 30, _chain("<=", -1)),
    "le": (2, 1 << 30, _chain("<=")),
    "ge": (2, 1 << 30, _chain(">=")),
    "gt": (2, 1 << 30, _chain(">=", 1)),
    "eq": (2, 1 << 30, _chain("==")),
    "ne": (2, 2, _chain("!=")),
}
"""For each operator over numbers the least and most operands, and the function."""

PARTIAL: dict[str, Callable[..., tuple[Term, Relation]]] = {
    "div": partial(divided, Quotient),
    "mod": partial(divided, Remainder),
    "pow": _power,
}
"""Functions of two numbers that are not defined for all: of the terms and the domains."""

RELATIONS: dict[str, Callable[[list[Relation]], Relation]] = {
    "and": conjunction,
    "or": disjunction,
    "not": lambda parts: negation(parts[0]),
    "imp": lambda parts: disjunction([negation(parts[0]), parts[1]]),
    "iff": lambda parts: conjunction(equal(as_term(a), as_term(b)) for a, b in pairwise(parts)),
    "xor": lambda parts: _odd(truths(parts)),
}
"""Operators over relations."""
