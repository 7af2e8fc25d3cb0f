r"""The elements, variables and expressions of XCSP3.

Variables are declared one by one or as arrays, and referred to by ``x[1..3][]``.  Symbols, the
values of symbolic variables, become integers before anything else is read.  Expressions such as
``eq(add(x,y),dist(z,3))`` become terms and relations: a relation among operands counts as 0 or 1,
and a number other than 0 holds where a relation is expected.

>>> element = read_elements(b"<a x='1'>\n<b> 5 </b></a>", "a.xml")
>>> element.tag, element.attributes, element.children[0].text, element.children[0].line
('a', {'x': '1'}, ' 5 ', 2)
>>> relation = parse_relation("or(lt(x,y),eq(mul(x,2),z))", str)
>>> relation.formula
'(x - y <= -1) | (2 * x - z == 0)'
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise, product
from math import prod
from types import MappingProxyType
from typing import Any
from xml.parsers import expat

from nonet.deadline import checked
from nonet.errors import FormatError, quantity
from nonet.importing.relations import (
    COMPARISONS,
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
    power,
    product_of,
    related,
    shifted,
    simplified,
    truths,
)
from nonet.model import Domain
from nonet.model.constraints.primitives import Comparison
from nonet.model.expressions.affine import Affine, minus, plus, times
from nonet.model.expressions.operations import (
    Absolute,
    Greatest,
    Least,
    Quotient,
    Remainder,
)
from nonet.model.integers import integer_of_text, short_repr
from nonet.model.symbols import Symbols

MOST_ENTRIES = 1_000_000
"""Most entries of an array or of a list such as ``0x500`` or ``1..500``."""

SYMBOLIC = "symbolic"
"""The type of variables whose values are symbols."""

_WORD = re.compile(r"[A-Za-z_]\w*(?!\w*\s*[(\[])")
"""A symbol, or the identifier of a variable; operators before a parenthesis are neither."""
_CONDITION_OPERATORS = frozenset({"lt", "le", "ge", "gt", "ne", "eq", "in", "notin"})

_REFERENCE = re.compile(r"([A-Za-z_][\w.]*)((?:\[[^\]]*\])*)$")


@dataclass
class Element:
    """An element: its text is all that stands directly in the element."""

    tag: str
    attributes: dict[str, str]
    line: int
    text: str = ""
    children: list[Element] = field(default_factory=list)

    def child(self, tag: str) -> Element | None:
        return next((child for child in self.children if child.tag == tag), None)

    def all(self, tag: str) -> Iterator[Element]:
        return (child for child in self.children if child.tag == tag)


def read_elements(data: bytes, source: str) -> Element:
    """Return the root; raises ``FormatError`` with line and column where the text is no XML."""
    parser = expat.ParserCreate()
    root = Element("", {}, 0)
    stack = [root]

    def start(tag: str, attributes: dict[str, str]) -> None:
        element = Element(tag, attributes, parser.CurrentLineNumber)
        stack[-1].children.append(element)
        stack.append(element)

    def end(tag: str) -> None:
        stack.pop()

    def characters(text: str) -> None:
        stack[-1].text += text

    def entity(*declaration: object) -> None:
        raise FormatError("it declares entities, which no instance needs", source=source)

    parser.buffer_text = True
    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.CharacterDataHandler, parser.EntityDeclHandler = characters, entity
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        raise FormatError(
            f"no XML: {expat.ErrorString(error.code)}",
            source=source,
            line=error.lineno,
            column=error.offset + 1,
        ) from None
    return root.children[0]


def domain_of(text: str) -> Domain:
    """Return the domain of a text such as ``0..5 8 10``."""
    ranges = []
    for part in text.split():
        low, dots, high = part.partition("..")
        first = integer_of_text(low)
        ranges.append((first, integer_of_text(high) if dots else first))
    return Domain.from_runs(ranges)


def replace_symbols(root: Element) -> dict[str, int]:
    """Write an integer in place of each symbol of an instance; return the integers, from 0.

    Raises ``ValueError`` for a symbol that is the identifier of a variable or an operator, too.
    """
    declared = [item for part in root.all("variables") for item in part.children]
    symbolic = [item for item in declared if item.attributes.get("type") == SYMBOLIC]
    numbers: dict[str, int] = {}
    for item in symbolic:
        for element in (item, *item.all("domain")):
            for symbol in element.text.split():
                numbers.setdefault(symbol, len(numbers))
    identifiers = {item.attributes.get("id", "") for item in declared}
    for symbol in numbers:
        if symbol in identifiers or symbol in _CONDITION_OPERATORS:
            other = "variable" if symbol in identifiers else "operator"
            raise ValueError(f"the symbol {short_repr(symbol)} is the name of a {other}, too")
    for element in _all_elements(root) if numbers else ():
        element.text = _WORD.sub(lambda word: str(numbers.get(word[0], word[0])), element.text)
    return numbers


def _all_elements(element: Element) -> Iterator[Element]:
    yield element
    for child in element.children:
        yield from _all_elements(child)


class Variables:
    """Names, domains and the variables of references.

    ``numbers`` are the integers that stand for symbols.
    """

    def __init__(self, numbers: Mapping[str, int]) -> None:
        self._names = {number: symbol for symbol, number in numbers.items()}
        self._symbolic: set[str] = set()
        self.domains: dict[str, Domain] = {}
        self.sizes: dict[str, tuple[int, ...]] = {}
        self.order: list[str] = []
        """Identifiers in the order declared: of variables and of arrays."""
        self._by_identifier: dict[str, Element] = {}

    def declare(self, element: Element) -> None:
        """Declare a ``var`` or an ``array``."""
        name = element.attributes.get("id", "")
        kind = element.attributes.get("type", "integer")
        if not name:
            raise ValueError("a variable without an id")
        if name in self._by_identifier:
            raise ValueError(f"{short_repr(name)} is declared twice")
        if kind not in ("integer", SYMBOLIC):
            raise ValueError(
                f"{short_repr(name)} is a variable of type {kind}: nonet solves over integers and symbols"
            )
        if kind == SYMBOLIC:
            self._symbolic.add(name)
        self._by_identifier[name] = element
        self.order.append(name)
        model = element.attributes.get("as")
        origin = self._origin(model) if model else element
        if element.tag == "var":
            self.domains[name] = self._domain(origin, name)
            return
        texts = re.findall(r"\[(\d+)\]", element.attributes.get("size", ""))
        sizes = tuple(map(integer_of_text, texts))
        if not sizes:
            raise ValueError(f"the array {short_repr(name)} has no size")
        if prod(sizes) > MOST_ENTRIES:
            raise ValueError(f"the array {short_repr(name)} has more than {MOST_ENTRIES} entries")
        self.sizes[name] = sizes
        parts = list(origin.all("domain"))
        others = None if parts else self._domain(origin, name)
        chosen: dict[str, Domain] = {}
        for part in parts:
            domain = self._domain(part, name)
            if part.attributes.get("for", "") == "others":
                others = domain
                continue
            for reference in part.attributes.get("for", "").split():
                inside = reference.replace(f"{model}[", f"{name}[") if model else reference
                chosen.update(dict.fromkeys(self._entries(inside), domain))
        for place in checked(product(*map(range, sizes))):
            entry = name + "".join(f"[{i}]" for i in place)
            held = chosen.get(entry, others)
            if held is not None:
                self.domains[entry] = held

    def _origin(self, identifier: str) -> Element:
        origin = self._by_identifier.get(identifier)
        if origin is None:
            raise ValueError(f"as={short_repr(identifier)} names no variable above")
        model = origin.attributes.get("as")
        return self._origin(model) if model else origin

    def _domain(self, element: Element, name: str) -> Domain:
        try:
            domain = domain_of(element.text)
        except ValueError:
            raise ValueError(
                f"{short_repr(name)}: expected integers, not {short_repr(element.text.strip())}"
            ) from None
        if not domain.size:
            raise ValueError(f"{short_repr(name)} has an empty domain")
        return domain

    def symbols(self) -> dict[str, Symbols]:
        return {
            name: Symbols(tuple((value, self._names[value]) for value in domain))
            for name, domain in self.domains.items()
            if name.partition("[")[0] in self._symbolic
        }

    def expanded(self, reference: str) -> list[str]:
        """Return the variables of a reference; raises ``ValueError`` if there is none."""
        if reference in self.domains:
            return [reference]
        entries = [name for name in self._entries(reference) if name in self.domains]
        if not entries:
            raise ValueError(f"{short_repr(reference)} is not a variable")
        return entries

    def _entries(self, reference: str) -> list[str]:
        match = _REFERENCE.match(reference)
        if match is None or match[1] not in self.sizes:
            raise ValueError(f"{short_repr(reference)} is not a variable")
        sizes = self.sizes[match[1]]
        places = re.findall(r"\[([^\]]*)\]", match[2])
        if len(places) != len(sizes):
            raise ValueError(
                f"{short_repr(match[1])} has {quantity(len(sizes), 'dimension')}, not {len(places)}"
            )
        choices = []
        for text, size in zip(places, sizes, strict=True):
            low, dots, high = (text or f"0..{size - 1}").partition("..")
            first = integer_of_text(low)
            last = integer_of_text(high) if dots else first
            choices.append(range(max(first, 0), min(last, size - 1) + 1))
        return [match[1] + "".join(f"[{i}]" for i in place) for place in product(*choices)]

    def rows(self, reference: str) -> list[list[str]]:
        """Return the rows of a matrix such as ``x[][]`` or ``x[1][][]``."""
        names = self.expanded(reference)
        groups: dict[str, list[str]] = {}
        for name in names:
            groups.setdefault(name.rpartition("[")[0], []).append(name)
        return list(groups.values())


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
        least, most, function = FUNCTIONS.get(name, (2, 2, product_of))
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


def _chain(op: Comparison, shift: int) -> Callable[..., Relation]:
    return lambda *terms: conjunction(
        related(a, op, shifted(b, shift) if shift else b) for a, b in pairwise(terms)
    )


def _sum(*terms: Term) -> Affine:
    return plus(Affine(()), *map(affine, terms))


def _odd(number: Affine) -> Relation:
    if not number.terms:
        return bool(number.constant % 2)
    return equal(simplified(operation(Remainder(number, Affine((), 2)))), 1)


FUNCTIONS: dict[str, tuple[int, int, Callable[..., Operand]]] = {
    "add": (1, 1 << 30, _sum),
    "sub": (2, 2, lambda a, b: minus(affine(a), affine(b))),
    "neg": (1, 1, lambda a: times(affine(a), -1)),
    "mul": (1, 1 << 30, product_of),
    "sqr": (1, 1, lambda a: product_of(a, a)),
    "abs": (1, 1, lambda a: operation(Absolute(affine(a)))),
    "dist": (2, 2, lambda a, b: operation(Absolute(minus(affine(a), affine(b))))),
    "min": (1, 1 << 30, lambda *terms: operation(Least(tuple(map(affine, terms))))),
    "max": (1, 1 << 30, lambda *terms: operation(Greatest(tuple(map(affine, terms))))),
    "if": (3, 3, choice),
    **{op: (2, 2 if op == "ne" else 1 << 30, _chain(*pair)) for op, pair in COMPARISONS.items()},
}
"""For each operator over numbers the least and most operands, and the function."""

PARTIAL: dict[str, Callable[..., tuple[Term, Relation]]] = {
    "div": partial(divided, Quotient),
    "mod": partial(divided, Remainder),
    "pow": power,
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
