"""The constraints of XCSP3-core, each a function of its element.

The definitions stand in "XCSP3-core: A Format for Representing Constraint Satisfaction /
Optimization Problems" (Boussemart, Lecoutre, Audemard, Piette).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import pairwise, product
from math import prod

from nonet.importing.flatzinc import globals as whole
from nonet.importing.relations import (
    Relation,
    Term,
    affine,
    all_different,
    conjunction,
    count,
    disjunction,
    element,
    equal,
    linear,
    member,
    negation,
    operation,
    related,
    table,
    truths,
)
from nonet.importing.xcsp3.elements import Element
from nonet.importing.xcsp3.expressions import parse_relation, simplified
from nonet.importing.xcsp3.operands import (
    COMPARISONS,
    PIECE,
    Operands,
    attribute_of,
    operator_of,
    text_of,
)
from nonet.importing.xcsp3.variables import domain_of
from nonet.model import Automaton, Domain
from nonet.model.expressions.affine import Affine, Operation, plus, times
from nonet.model.expressions.operations import Product
from nonet.model.expressions.selections import Greatest, Least
from nonet.model.globals import Circuit, RegularOf

MOST_ROWS = 200_000
"""Rows of a table that wildcards and conflicts may be written out to."""


class Reader(Operands):
    """Relations of elements over the variables of one instance."""

    def relation(self, item: Element) -> Relation:
        """Return the relation of an element; raise ``ValueError`` for others than the core's."""
        read = CONSTRAINTS.get(item.tag)
        if read is None:
            raise ValueError(f"unknown constraint {item.tag}")
        return read(self, item)

    # -- constraints ------------------------------------------------------------------------

    def intension(self, item: Element) -> Relation:
        child = item.child("function")
        text = (child or item).text
        return parse_relation(text, self._variable, self._variables.domains)

    def extension(self, item: Element) -> Relation:
        terms = self.part(item)
        for tag in ("supports", "conflicts"):
            child = item.child(tag)
            if child is not None:
                rows = self._rows(child.text, terms)
                inside = table(terms, rows)
                return inside if tag == "supports" else negation(inside)
        raise ValueError("extension has neither supports nor conflicts")

    def _rows(self, text: str, terms: Sequence[Term]) -> list[tuple[int, ...]]:
        if len(terms) == 1:
            return [(value,) for value in domain_of(text)] if text.strip() else []
        rows: list[tuple[int, ...]] = []
        for entry in re.findall(r"\(([^)]*)\)", text):
            cells = entry.split(",")
            if len(cells) != len(terms):
                raise ValueError(f"a tuple of {len(cells)} values for {len(terms)} variables")
            if "*" not in entry and ".." not in entry:
                rows.append(tuple(map(int, cells)))
                continue
            choices = [self._choices(c.strip(), t) for c, t in zip(cells, terms, strict=True)]
            if len(rows) + prod(map(len, choices)) > MOST_ROWS:
                raise ValueError(f"more than {MOST_ROWS} tuples once each * is written out")
            rows += product(*choices)
        return rows

    def _choices(self, text: str, term: Term) -> Domain:
        if text != "*":
            return domain_of(text)
        return affine(term).possible_values(self._variables.domains)

    def regular(self, item: Element) -> Relation:
        terms = self.part(item)
        states: dict[str, int] = {}
        arcs = []
        for entry in re.findall(r"\(([^)]*)\)", text_of(item, "transitions")):
            before, value, after = (part.strip() for part in entry.split(","))
            pair = states.setdefault(before, len(states)), states.setdefault(after, len(states))
            arcs.append((pair[0], int(value), pair[1]))
        start = states.setdefault(text_of(item, "start").strip(), len(states))
        final = [states.setdefault(n, len(states)) for n in text_of(item, "final").split()]
        automaton = Automaton(start, frozenset(final), arcs)
        return RegularOf(tuple(map(affine, terms)), automaton)

    def all_different(self, item: Element) -> Relation:
        matrix = item.child("matrix")
        if matrix is not None:
            rows = self._matrix(matrix)
            columns = [list(column) for column in zip(*rows, strict=True)]
            return conjunction(all_different(line) for line in (*rows, *columns))
        lists = [self.terms(child.text) for child in item.all("list")]
        if len(lists) > 1:
            return conjunction(
                disjunction(related(a, "!=", b) for a, b in zip(first, second, strict=True))
                for i, first in enumerate(lists)
                for second in lists[:i]
            )
        exceptions = self.integers(item, "except")
        terms = self.part(item)
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
        return whole.all_equal(self.part(item))

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
            groups = [[self.terms(child.text) for child in item.all("list")]]
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
        if len(weights) != len(terms):
            raise ValueError(f"{len(terms)} terms and {len(weights)} coefficients")
        total = Affine(())
        for weight, term in zip(weights, terms, strict=True):
            if isinstance(weight, int):
                total = plus(total, times(affine(term), weight))
            elif isinstance(term, int):
                total = plus(total, times(affine(weight), term))
            else:
                total = plus(total, operation(Product(affine(weight), affine(term))))
        return simplified(total)

    def count(self, item: Element) -> Relation:
        terms, values = self.part(item), self.part(item, "values")
        constants = frozenset(value for value in values if isinstance(value, int))
        if len(constants) == len(set(values)):
            child = item.child("condition")
            text = "" if child is None else child.text.strip("() \n")
            op, _, operand = text.partition(",")
            if op in COMPARISONS and re.fullmatch(r"-?\d+", operand.strip()):
                sign, shift = COMPARISONS[op]
                return count(terms, constants, sign, int(operand) + shift)  # type: ignore[arg-type]
            total = truths(member(term, Domain.of(constants)) for term in terms)
        else:
            total = truths(disjunction(equal(t, v) for v in values) for t in terms)
        return self.condition(item, simplified(total))

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

    def element(self, item: Element) -> Relation:
        first = int(attribute_of(item, "list", "startIndex", "0"))
        matrix = item.child("matrix")
        index, value = self.part(item, "index"), item.child("value")
        if matrix is not None:
            rows = self._matrix(matrix)
            width = len(rows[0])
            start = int(matrix.attributes.get("startRowIndex", "0"))
            column = int(matrix.attributes.get("startColIndex", "0"))
            place = plus(times(affine(index[0]), width), affine(index[1]))
            array: list[Term] = [entry for row in rows for entry in row]
            inside = conjunction(
                [related(index[1], ">=", column), related(index[1], "<=", column + width - 1)]
            )
            first = start * width + column
            return conjunction([inside, self._entry(item, simplified(place), array, value, first)])
        array = self.part(item)
        if item.child("index") is None:
            if value is None:
                raise ValueError("element without a value")
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
        starts = [int(child.attributes.get("startIndex", "0")) for child in item.all("list")] or [0]
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

    def no_overlap(self, item: Element) -> Relation:
        starts = text_of(item, "origins").strip()
        if starts.startswith("("):
            origins, lengths = (
                [
                    self.terms(box)
                    for box in re.findall(r"\(([^)]*)\)", text_of(item, tag).replace(",", " "))
                ]
                for tag in ("origins", "lengths")
            )
            return conjunction(
                disjunction(
                    linear((1, 1, -1), (a[d], la[d], b[d]), "<=", 0)
                    for a, la, b, lb in ((p, lp, q, lq), (q, lq, p, lp))
                    for d in range(len(p))
                )
                for i, (p, lp) in enumerate(zip(origins, lengths, strict=True))
                for q, lq in list(zip(origins, lengths, strict=True))[:i]
            )
        strict = item.attributes.get("zeroIgnored", "true") != "true"
        return whole.disjunctive(self.part(item, "origins"), self.part(item, "lengths"), strict)

    def cumulative(self, item: Element) -> Relation:
        tasks = [self.part(item, tag) for tag in ("origins", "lengths", "heights")]
        text = text_of(item, "condition").strip("() \n")
        op, _, operand = text.partition(",")
        if op not in ("le", "lt"):
            raise ValueError(f"cumulative with the condition {op}")
        limit = plus(affine(self.term(operand)), Affine((), -int(op == "lt")))
        return whole.cumulative(tasks[0], tasks[1], tasks[2], simplified(limit))

    def circuit(self, item: Element) -> Relation:
        terms = self.part(item)
        first = int(attribute_of(item, "list", "startIndex", "0"))
        if item.child("size") is not None:
            raise ValueError("a circuit that may leave out nodes")
        domains = self._variables.domains
        if len(terms) > 1 and any(
            isinstance(name, str) and place in domains[name]
            for place, name in enumerate(terms, first)
        ):
            raise ValueError("a circuit whose nodes may be their own successors, off the tour")
        return Circuit(tuple(plus(affine(term), Affine((), -first)) for term in terms))

    def instantiation(self, item: Element) -> Relation:
        terms, values = self.part(item), self.part(item, "values")
        return conjunction(equal(term, value) for term, value in zip(terms, values, strict=True))

    def bin_packing(self, item: Element) -> Relation:
        bins, sizes = self.part(item), self.integers(item, "sizes")
        for tag in ("limits", "loads"):
            child = item.child(tag)
            if child is not None:
                first = int(attribute_of(item, tag, "startIndex", "0"))
                loads = self.terms(child.text)
                return whole.packing_loads(loads, bins, sizes, first, tag == "limits")
        text = text_of(item, "condition").strip("() \n")
        op, _, operand = text.partition(",")
        if op not in ("le", "lt") or not re.fullmatch(r"\d+", operand.strip()):
            raise ValueError(f"binPacking with the condition {text}")
        return whole.packing(int(operand) - int(op == "lt"), bins, sizes)

    def knapsack(self, item: Element) -> Relation:
        terms = self.part(item)
        parts = []
        conditions = [child.text.strip() for child in item.all("condition")]
        for tag in ("weights", "profits"):
            factors = self.integers(item, tag)
            child = item.child(tag)
            own = child.child("condition") if child is not None else None
            text = own.text.strip() if own is not None else conditions.pop(0)
            total = Affine(())
            for factor, term in zip(factors, terms, strict=True):
                total = plus(total, times(affine(term), factor))
            parts.append(self.meets(simplified(total), text))
        return conjunction(parts)

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
    "count": Reader.count,
    "cumulative": Reader.cumulative,
    "element": Reader.element,
    "extension": Reader.extension,
    "instantiation": Reader.instantiation,
    "intension": Reader.intension,
    "knapsack": Reader.knapsack,
    "lex": Reader.lex,
    "maximum": lambda reader, item: reader.extreme(item, Greatest),
    "minimum": lambda reader, item: reader.extreme(item, Least),
    "nValues": Reader.n_values,
    "noOverlap": Reader.no_overlap,
    "ordered": Reader.ordered,
    "precedence": Reader.precedence,
    "regular": Reader.regular,
    "sum": Reader.sum,
}
"""For each constraint of the core the method that reads its element."""
