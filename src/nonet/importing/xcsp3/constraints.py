"""The constraints of XCSP3-core, each a function of its element.

The definitions stand in "XCSP3-core: A Format for Representing Constraint Satisfaction /
Optimization Problems" (Boussemart, Lecoutre, Audemard, Piette).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import combinations, pairwise

from nonet.importing.flatzinc import globals as whole
from nonet.importing.relations import (
    Relation,
    Term,
    affine,
    all_different,
    clause,
    conjunction,
    count,
    disjunction,
    element,
    equal,
    half_reified,
    member,
    negation,
    occurrences,
    operation,
    reified,
    related,
    settled,
    truths,
)
from nonet.importing.xcsp3.elements import Element
from nonet.importing.xcsp3.expressions import parse_relation, simplified
from nonet.importing.xcsp3.operands import (
    COMPARISONS,
    PIECE,
    attribute_of,
    operator_of,
    text_of,
)
from nonet.importing.xcsp3.resources import Resources
from nonet.importing.xcsp3.tables import Tables
from nonet.importing.xcsp3.variables import domain_of
from nonet.model import Domain
from nonet.model.expressions.affine import Affine, Operation, plus, times
from nonet.model.expressions.selections import Greatest, Least
from nonet.model.integers import integer_of_text


class Reader(Tables, Resources):
    """Relations of elements over the variables of one instance."""

    def relation(self, item: Element) -> Relation:
        """Return the relation of an element; raise ``ValueError`` for others than the core's."""
        read = CONSTRAINTS.get(item.tag)
        if read is None:
            raise ValueError(f"unknown constraint {item.tag}")
        if item.attributes.get("type") == "soft":
            raise ValueError("a soft constraint")
        relation = settled(read(self, item))
        for name, reify in REIFICATIONS.items():
            if name in item.attributes:
                relation = reify(relation, self.term(item.attributes[name]))
        return relation

    # -- constraints ------------------------------------------------------------------------

    def intension(self, item: Element) -> Relation:
        child = item.child("function")
        text = (child or item).text
        return parse_relation(text, self._variable, self._variables.domains)

    def all_different(self, item: Element) -> Relation:
        matrix = item.child("matrix")
        lists = [self.terms(child.text) for child in item.all("list")]
        if len(lists) > 1:
            return self._different_lists(lists, text_of(item, "except"))
        exceptions = self.integers(item, "except")
        if matrix is not None:
            rows = self._matrix(matrix)
            columns = [list(column) for column in zip(*rows, strict=True)]
            return conjunction(self._different(line, exceptions) for line in (*rows, *columns))
        return self._different(self.part(item), exceptions)

    def _different_lists(self, lists: list[list[Term]], exceptions: str) -> Relation:
        free = [self.terms(row.replace(",", " ")) for row in re.findall(r"\(([^)]*)\)", exceptions)]
        return conjunction(
            disjunction(
                [
                    *(related(a, "!=", b) for a, b in zip(first, second, strict=True)),
                    *(conjunction(map(equal, first, row)) for row in free),
                ]
            )
            for i, first in enumerate(lists)
            for second in lists[:i]
        )

    def _different(self, terms: Sequence[Term], exceptions: Sequence[int]) -> Relation:
        if len(exceptions) <= 1:
            return all_different(terms, exceptions[0] if exceptions else None)
        free = Domain.of(exceptions)
        return conjunction(
            disjunction([related(a, "!=", b), member(a, free)])
            for i, a in enumerate(terms)
            for b in terms[:i]
        )

    def _matrix(self, child: Element) -> list[list[Term]]:
        text = child.text.strip()
        if text.startswith("("):
            return [self.terms(row.replace(",", " ")) for row in re.findall(r"\(([^)]*)\)", text)]
        return [list(row) for row in self._variables.rows(text)]

    def all_equal(self, item: Element) -> Relation:
        terms, exceptions = self.part(item), self.integers(item, "except")
        if not exceptions:
            return whole.all_equal(terms)
        free = Domain.of(exceptions)
        return conjunction(
            disjunction([equal(a, b), member(a, free), member(b, free)])
            for a, b in combinations(terms, 2)
        )

    def ordered(self, item: Element) -> Relation:
        terms = self.part(item)
        sign, shift = COMPARISONS[operator_of(item)]
        lengths = self.part(item, "lengths") if item.child("lengths") else [0] * len(terms)
        return conjunction(
            related(plus(affine(a), plus(affine(gap), Affine((), -shift))), sign, b)  # type: ignore[arg-type]
            for a, b, gap in zip(terms, terms[1:], lengths, strict=False)
        )

    def lex(self, item: Element) -> Relation:
        matrix = item.child("matrix")
        if matrix is not None:
            rows = self._matrix(matrix)
            groups = [rows, [list(column) for column in zip(*rows, strict=True)]]
        else:
            groups = [
                [
                    self.terms(child.text)
                    for child in item.children
                    if child.tag in ("list", "limit")
                ]
            ]
        op = operator_of(item)
        strictly = op in ("lt", "gt")
        pairs = [(a, b) for lists in groups for a, b in pairwise(lists)]
        if op in ("ge", "gt"):
            pairs = [(b, a) for a, b in pairs]
        return conjunction(whole.lexicographic(a, b, strictly) for a, b in pairs)

    def sum(self, item: Element) -> Relation:
        return self.condition(item, self.total(item))

    def total(self, item: Element) -> Term:
        """Return the weighted sum of an element."""
        terms = self.part(item)
        weights = self.part(item, "coeffs") if item.child("coeffs") else [1] * len(terms)
        return self.scalar_product(terms, weights)

    def count(self, item: Element) -> Relation:
        terms, values = self.part(item), self.part(item, "values")
        constants = frozenset(value for value in values if isinstance(value, int))
        if len(constants) < len(set(values)):
            total = truths(disjunction(equal(t, v) for v in values) for t in terms)
            return self.condition(item, simplified(total))
        op, operand = self.comparison(item)
        if op in COMPARISONS and re.fullmatch(r"-?\d+", operand):
            sign, shift = COMPARISONS[op]
            return count(terms, constants, sign, integer_of_text(operand) + shift)  # type: ignore[arg-type]
        return self.condition(item, occurrences(terms, constants))

    def n_values(self, item: Element) -> Relation:
        return self.condition(item, self.different_values(item))

    def different_values(self, item: Element) -> Term:
        """Return how many values the terms of an element have."""
        terms, free = self.part(item), set(self.integers(item, "except"))
        values: dict[int, None] = {}
        for term in terms:
            values.update(dict.fromkeys(affine(term).possible_values(self._variables.domains)))
        return simplified(
            truths(
                disjunction(equal(term, value) for term in terms)
                for value in values
                if value not in free
            )
        )

    def cardinality(self, item: Element) -> Relation:
        values, terms = item.child("values"), self.part(item)
        closed = values is not None and values.attributes.get("closed") == "true"
        numbers = self.integers(item, "values")
        occurs = PIECE.findall(text_of(item, "occurs"))
        occurrences = [
            piece
            for text in occurs
            for piece in ([text] if ".." in text and "[" not in text else self.terms(text))
        ]
        if len(occurrences) != len(numbers):
            raise ValueError(f"{len(numbers)} values and {len(occurrences)} occurrences")
        parts: list[Relation] = []
        for value, number in zip(numbers, occurrences, strict=True):
            if isinstance(number, str) and ".." in number and "[" not in number:
                domain = domain_of(number)
                parts.append(count(terms, frozenset({value}), ">=", domain.base))
                parts.append(count(terms, frozenset({value}), "<=", domain.highest))
            else:
                parts.append(count(terms, frozenset({value}), "==", number))
        if closed:
            parts.append(count(terms, frozenset(numbers), "==", len(terms)))
        return conjunction(parts)

    def extreme(self, item: Element, kind: type[Operation]) -> Relation:
        """The least or the greatest term, which meets a condition."""
        terms = tuple(map(affine, self.part(item)))
        return self.condition(item, operation(kind(terms)))  # type: ignore[call-arg]

    def extreme_place(self, item: Element, kind: type[Operation]) -> Relation:
        """The place of the least or the greatest term, which meets a condition."""
        terms, rank = self.part(item), item.attributes.get("rank", "any")
        first = integer_of_text(attribute_of(item, "list", "startIndex", "0"))
        extreme = operation(kind(tuple(map(affine, terms))))  # type: ignore[call-arg]
        sign, step = ("<=", -1) if kind is Least else (">=", 1)
        if rank not in ("any", "first", "last"):
            raise ValueError(f"{item.tag} with the rank {rank}")
        cases = []
        for place, term in enumerate(terms):
            rivals = {"any": [], "first": terms[:place], "last": terms[place + 1 :]}[rank]
            ahead = [related(term, sign, plus(affine(r), Affine((), step))) for r in rivals]  # type: ignore[arg-type]
            held = [equal(term, extreme), *ahead, self.condition(item, first + place)]
            cases.append(conjunction(held))
        return disjunction(cases)

    def clause(self, item: Element) -> Relation:
        """Some variable is 1, or some variable within ``not`` is 0."""
        pieces = PIECE.findall((item.child("list") or item).text)
        negative = [piece[4:-1] for piece in pieces if piece.startswith("not(")]
        positive = [piece for piece in pieces if not piece.startswith("not(")]
        return clause(self.terms(" ".join(positive)), self.terms(" ".join(negative)))

    def element(self, item: Element) -> Relation:
        first = integer_of_text(attribute_of(item, "list", "startIndex", "0"))
        matrix = item.child("matrix")
        index, value = self.part(item, "index"), item.child("value")
        if matrix is not None:
            rows = self._matrix(matrix)
            width = len(rows[0])
            start = integer_of_text(matrix.attributes.get("startRowIndex", "0"))
            column = integer_of_text(matrix.attributes.get("startColIndex", "0"))
            place = plus(times(affine(index[0]), width), affine(index[1]))
            array: list[Term] = [entry for row in rows for entry in row]
            inside = conjunction(
                [related(index[1], ">=", column), related(index[1], "<=", column + width - 1)]
            )
            first = start * width + column
            return conjunction([inside, self._entry(item, simplified(place), array, value, first)])
        array = self.part(item)
        if attribute_of(item, "index", "rank", "any") != "any":
            raise ValueError("element with a rank of its index")
        if item.child("index") is None:
            if value is None:
                return disjunction(self.condition(item, entry) for entry in array)
            return disjunction(equal(entry, self.term(value.text)) for entry in array)
        return self._entry(item, index[0], array, value, first)

    def _entry(
        self, item: Element, index: Term, array: list[Term], value: Element | None, first: int
    ) -> Relation:
        if value is not None:
            return element(index, array, self.term(value.text), first)
        return disjunction(
            conjunction([equal(index, place), self.condition(item, entry)])
            for place, entry in enumerate(array, first)
        )

    def channel(self, item: Element) -> Relation:
        lists = [self.terms(child.text) for child in item.all("list")] or [self.terms(item.text)]
        first_places = [child.attributes.get("startIndex", "0") for child in item.all("list")]
        starts = [integer_of_text(place) for place in first_places] or [0]
        value = item.child("value")
        if value is not None:
            chosen = self.term(value.text)
            return conjunction(
                equal(entry, simplified(truths([equal(chosen, place)])))
                for place, entry in enumerate(lists[0], starts[0])
            )
        forth, back = (lists * 2)[:2]
        first, first_back = (starts * 2)[:2]
        if len(forth) == len(back):
            return whole.inverse(forth, back, first, first_back)
        return conjunction(
            element(term, back, place, first_back) for place, term in enumerate(forth, first)
        )

    def instantiation(self, item: Element) -> Relation:
        terms, values = self.part(item), self.part(item, "values")
        return conjunction(equal(term, value) for term, value in zip(terms, values, strict=True))

    def precedence(self, item: Element) -> Relation:
        terms, values = self.part(item), self.integers(item, "values")
        if not values:
            domains = (affine(term).possible_values(self._variables.domains) for term in terms)
            values = sorted({value for domain in domains for value in domain})
        child = item.child("values")
        covered = child is not None and child.attributes.get("covered") == "true"
        parts = [whole.precedence(values, terms)]
        if covered:
            parts += [count(terms, frozenset({value}), ">=", 1) for value in values]
        return conjunction(parts)


CONSTRAINTS: dict[str, Callable[[Reader, Element], Relation]] = {
    "allDifferent": Reader.all_different,
    "allEqual": Reader.all_equal,
    "binPacking": Reader.bin_packing,
    "cardinality": Reader.cardinality,
    "channel": Reader.channel,
    "circuit": Reader.circuit,
    "clause": Reader.clause,
    "count": Reader.count,
    "cumulative": Reader.cumulative,
    "element": Reader.element,
    "extension": Reader.extension,
    "flow": Reader.flow,
    "instantiation": Reader.instantiation,
    "intension": Reader.intension,
    "knapsack": Reader.knapsack,
    "lex": Reader.lex,
    "maximum": lambda reader, item: reader.extreme(item, Greatest),
    "maximumArg": lambda reader, item: reader.extreme_place(item, Greatest),
    "mdd": Reader.mdd,
    "minimum": lambda reader, item: reader.extreme(item, Least),
    "minimumArg": lambda reader, item: reader.extreme_place(item, Least),
    "nValues": Reader.n_values,
    "noOverlap": Reader.no_overlap,
    "ordered": Reader.ordered,
    "precedence": Reader.precedence,
    "regular": Reader.regular,
    "sum": Reader.sum,
}
"""For each constraint of the core the method that reads its element."""

REIFICATIONS: dict[str, Callable[[Relation, Term], Relation]] = {
    "reifiedBy": reified,
    "hreifiedFrom": half_reified,
    "hreifiedTo": lambda relation, literal: disjunction([negation(relation), equal(literal, 1)]),
}
"""For each attribute that ties a constraint to a 0/1 variable the relation of both."""
