"""The constraints of XCSP3-core, each a function of its element.

The definitions stand in "XCSP3-core: A Format for Representing Constraint Satisfaction /
Optimization Problems" (Boussemart, Lecoutre, Audemard, Piette).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import combinations, pairwise, product
from math import prod
from operator import or_
from typing import Any

from nonet.deadline import checked
from nonet.errors import quantity
from nonet.importing.flatzinc import constraints as whole
from nonet.importing.relations import (
    COMPARISONS,
    Arc,
    Relation,
    Term,
    accepted,
    affine,
    all_different,
    clause,
    conjunction,
    count,
    deterministic,
    disjunction,
    distinct_values,
    element,
    equal,
    half_reified,
    linear,
    member,
    negation,
    occurrences,
    operation,
    product_of,
    reified,
    related,
    settled,
    shifted,
    simplified,
    table,
    truths,
    weighted,
)
from nonet.importing.xcsp3.expressions import (
    MOST_ENTRIES,
    Element,
    Variables,
    domain_of,
    parse_relation,
    parse_term,
)
from nonet.model import Domain
from nonet.model.constraints.primitives import COMPARE
from nonet.model.expressions.affine import Affine, Operation, plus, times
from nonet.model.expressions.operations import Greatest, Least
from nonet.model.globals import Circuit, SubCircuit
from nonet.model.integers import integer_of_text, short_repr

PIECE = re.compile(r"\{[^{}]*\}|[^\s(]*\((?:[^()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))*\)|\S+")


TUPLE = re.compile(r"\(([^)]*)\)")

MOST_ROWS = 50_000
"""Rows of a table up to which its wildcards are written out."""

Row = tuple[int, ...]


class Reader:
    """Relations of elements over the variables of one instance."""

    def __init__(self, variables: Variables) -> None:
        self._variables = variables
        self._defined: list[Relation] = []
        self._latest: tuple[str, int, frozenset[Row], list[tuple[TupleCell, ...]]] | None = None
        """The latest text of tuples and its rows, which all constraints of a group share."""
        self._written_out: dict[tuple[Domain, ...], frozenset[Row] | None] = {}
        """For the domains of the variables the rows of the latest text, all of integers."""

    def defined(self) -> list[Relation]:
        """Return what makes the terms read since the last call defined, as "the divisor is not 0"."""
        relations, self._defined = self._defined, []
        return relations

    def term(self, text: str) -> Term:
        text = text.strip()
        if re.fullmatch(r"-?\d+", text):
            return integer_of_text(text)
        if "(" in text:
            term, defined = parse_term(text, self._variable, self._variables.domains)
            if defined is not True:
                self._defined.append(defined)
            return term
        return self._variable(text)

    def _variable(self, name: str) -> Term:
        names = self._variables.expanded(name)
        if len(names) > 1:
            raise ValueError(f"{short_repr(name)} is several variables where one is expected")
        return names[0]

    def terms(self, text: str) -> list[Term]:
        """Return the terms of a list, in which ``x[]`` is a whole array."""
        listed: list[Term] = []
        for piece in PIECE.findall(text):
            if "(" in piece or re.fullmatch(r"-?\d+", piece):
                listed.append(self.term(piece))
            elif re.fullmatch(r"-?\d+x\d+", piece):
                value, _, number = piece.partition("x")
                listed += [integer_of_text(value)] * repeats(number)
            elif re.fullmatch(r"-?\d+\.\.-?\d+", piece):
                values = domain_of(piece)
                listed += values if repeats(str(values.size)) else []
            else:
                listed += self._variables.expanded(piece)
        return listed

    def part(self, item: Element, tag: str = "list") -> list[Term]:
        """Return the terms of a child, or of the element itself if there is no such child."""
        child = item.child(tag)
        return self.terms((child or item).text)

    def tuples(self, text: str) -> list[list[Term]]:
        """Return the terms of each tuple, such as ``(x,1)``."""
        return [self.terms(row.replace(",", " ")) for row in TUPLE.findall(text)]

    def scalar_product(self, terms: Sequence[Term], weights: Sequence[Term]) -> Term:
        """Return the weighted sum of terms; a weight may be a variable."""
        if len(weights) != len(terms):
            raise ValueError(
                f"{quantity(len(terms), 'term')} and {quantity(len(weights), 'coefficient')}"
            )
        pairs = zip(weights, terms, strict=True)
        return simplified(weighted((product_of(weight, term), 1) for weight, term in pairs))

    def integers(self, item: Element, tag: str) -> list[int]:
        child = item.child(tag)
        listed = self.terms(child.text) if child is not None else []
        if any(not isinstance(term, int) for term in listed):
            raise ValueError(f"{item.tag} with variables as {tag}")
        return [term for term in listed if isinstance(term, int)]

    def condition(self, item: Element, total: Term) -> Relation:
        child = item.child("condition")
        text = "" if child is None else child.text.strip()
        if not (text.startswith("(") and text.endswith(")")):
            raise ValueError(f"{item.tag} needs a condition such as (eq,3), not {short_repr(text)}")
        return self.meets(total, text)

    @staticmethod
    def comparison(item: Element) -> tuple[str, str]:
        op, _, operand = text_of(item, "condition").strip()[1:-1].partition(",")
        return op.strip(), operand.strip()

    def meets(self, total: Term, text: str) -> Relation:
        op, _, operand = text[1:-1].partition(",")
        op, operand = op.strip(), operand.strip()
        if op in ("in", "notin"):
            values = domain_of(operand.strip("{}").replace(",", " "))
            inside = member(total, values)
            return inside if op == "in" else negation(inside)
        if op not in COMPARISONS:
            raise ValueError(f"unknown operator {op} in a condition")
        sign, shift = COMPARISONS[op]
        return related(total, sign, shifted(self.term(operand), shift))

    # -- constraints ------------------------------------------------------------------------

    def relation(self, item: Element) -> Relation:
        """Return the relation of an element; raise ``ValueError`` for others than the core's."""
        read = CONSTRAINTS.get(item.tag)
        if read is None:
            raise ValueError(f"unknown constraint {item.tag}")
        if item.attributes.get("type") == "soft":
            raise ValueError("a soft constraint")
        relation = settled(read(self, item))
        relation = conjunction([*self.defined(), relation])
        for name, reify in REIFICATIONS.items():
            if name in item.attributes:
                relation = reify(relation, self.term(item.attributes[name]))
        return relation

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
            return conjunction(all_different(line, exceptions) for line in (*rows, *columns))
        return all_different(self.part(item), exceptions)

    def _different_lists(self, lists: list[list[Term]], exceptions: str) -> Relation:
        free = self.tuples(exceptions)
        return conjunction(
            disjunction(
                [
                    *(related(a, "!=", b) for a, b in zip(first, second, strict=True)),
                    *(conjunction(map(equal, first, row)) for row in free),
                ]
            )
            for i, first in enumerate(checked(lists))
            for second in lists[:i]
        )

    def _matrix(self, child: Element) -> list[list[Term]]:
        text = child.text.strip()
        if text.startswith("("):
            return self.tuples(text)
        return [list(row) for row in self._variables.rows(text)]

    def all_equal(self, item: Element) -> Relation:
        terms, exceptions = self.part(item), self.integers(item, "except")
        if not exceptions:
            return whole.all_equal(terms)
        free = Domain.of(exceptions)
        return conjunction(
            disjunction([equal(a, b), member(a, free), member(b, free)])
            for a, b in checked(combinations(terms, 2))
        )

    def ordered(self, item: Element) -> Relation:
        terms = self.part(item)
        sign, shift = COMPARISONS[operator_of(item)]
        lengths = self.part(item, "lengths") if item.child("lengths") else [0] * len(terms)
        return conjunction(
            related(plus(affine(a), affine(gap), Affine((), -shift)), sign, b)
            for a, b, gap in zip(terms, terms[1:], lengths, strict=False)
        )

    def lex(self, item: Element) -> Relation:
        matrix = item.child("matrix")
        if matrix is not None:
            rows = self._matrix(matrix)
            groups = [rows, [list(column) for column in zip(*rows, strict=True)]]
        else:
            lists = [child for child in item.children if child.tag in ("list", "limit")]
            groups = [[self.terms(child.text) for child in lists]]
        op = operator_of(item)
        step = -1 if op in ("ge", "gt") else 1
        return conjunction(
            whole.lexicographic(a, b, op in ("lt", "gt"))
            for rows in groups
            for a, b in (pair[::step] for pair in pairwise(rows))
        )

    def sum(self, item: Element) -> Relation:
        return self.condition(item, self.total(item))

    def total(self, item: Element) -> Term:
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
            return count(terms, constants, sign, integer_of_text(operand) + shift)
        return self.condition(item, occurrences(terms, constants))

    def n_values(self, item: Element) -> Relation:
        return self.condition(item, self.different_values(item))

    def different_values(self, item: Element) -> Term:
        """Return how many values the terms of an element have."""
        return distinct_values(self.part(item), self.integers(item, "except"))

    def cardinality(self, item: Element) -> Relation:
        values, terms = item.child("values"), self.part(item)
        closed = values is not None and values.attributes.get("closed") == "true"
        numbers = self.integers(item, "values")
        occurrences: list[Term | Domain] = []
        for text in PIECE.findall(text_of(item, "occurs")):
            is_range = ".." in text and "[" not in text
            occurrences += [domain_of(text)] if is_range else self.terms(text)
        if len(occurrences) != len(numbers):
            raise ValueError(
                f"{quantity(len(numbers), 'value')} and {quantity(len(occurrences), 'occurrence')}"
            )
        parts: list[Relation] = []
        for value, number in zip(numbers, occurrences, strict=True):
            if isinstance(number, Domain):
                parts.append(count(terms, frozenset({value}), ">=", number.base))
                parts.append(count(terms, frozenset({value}), "<=", number.highest))
            else:
                parts.append(count(terms, frozenset({value}), "==", number))
        if closed:
            parts.append(count(terms, frozenset(numbers), "==", len(terms)))
        return conjunction(parts)

    def extreme(self, item: Element, kind: type[Operation]) -> Relation:
        terms = tuple(map(affine, self.part(item)))
        return self.condition(item, operation(kind(terms)))  # type: ignore[call-arg]

    def extreme_place(self, item: Element, kind: type[Operation]) -> Relation:
        """The place of the least or the greatest term, which meets a condition."""
        terms, rank = self.part(item), item.attributes.get("rank", "any")
        first = start_of(item.child("list"))
        extreme = operation(kind(tuple(map(affine, terms))))  # type: ignore[call-arg]
        sign, step = ("<=", -1) if kind is Least else (">=", 1)
        if rank not in ("any", "first", "last"):
            raise ValueError(f"{item.tag} with the rank {rank}")
        cases = []
        for place, term in enumerate(terms):
            rivals = {"any": [], "first": terms[:place], "last": terms[place + 1 :]}[rank]
            ahead = [related(term, sign, shifted(r, step)) for r in rivals]  # type: ignore[arg-type]
            conditions = [equal(term, extreme), *ahead, self.condition(item, first + place)]
            cases.append(conjunction(conditions))
        return disjunction(cases)

    def clause(self, item: Element) -> Relation:
        """Some variable is 1, or some variable within ``not`` is 0."""
        pieces = PIECE.findall((item.child("list") or item).text)
        negative = [piece[4:-1] for piece in pieces if piece.startswith("not(")]
        positive = [piece for piece in pieces if not piece.startswith("not(")]
        return clause(self.terms(" ".join(positive)), self.terms(" ".join(negative)))

    def element(self, item: Element) -> Relation:
        first = start_of(item.child("list"))
        matrix = item.child("matrix")
        index, value = self.part(item, "index"), item.child("value")
        if matrix is not None:
            rows = self._matrix(matrix)
            width = len(rows[0])
            start, column = start_of(matrix, "startRowIndex"), start_of(matrix, "startColIndex")
            place = plus(times(affine(index[0]), width), affine(index[1]))
            array: list[Term] = [entry for row in rows for entry in row]
            inside = conjunction(
                [related(index[1], ">=", column), related(index[1], "<=", column + width - 1)]
            )
            first = start * width + column
            return conjunction([inside, self._entry(item, simplified(place), array, value, first)])
        array = self.part(item)
        child = item.child("index")
        if child is not None and child.attributes.get("rank", "any") != "any":
            raise ValueError("element with a rank of its index")
        if child is None:
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
        children = [*item.all("list")]
        lists = [self.terms(child.text) for child in children or [item]]
        starts = [start_of(child) for child in children] or [0]
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
            values = list(self._values_of(terms))
        child = item.child("values")
        covered = child is not None and child.attributes.get("covered") == "true"
        parts = [whole.precedence(values, terms)]
        if covered:
            parts += [count(terms, frozenset({value}), ">=", 1) for value in values]
        return conjunction(parts)

    # -- tuples and arcs --------------------------------------------------------------------

    def extension(self, item: Element) -> Relation:
        terms = self.part(item)
        for tag in ("supports", "conflicts"):
            child = item.child(tag)
            if child is not None:
                return self._listed(child.text, terms, tag == "supports")
        raise ValueError("extension has neither supports nor conflicts")

    def _listed(self, text: str, terms: Sequence[Term], are_supports: bool) -> Relation:
        width = len(terms)
        if width == 1 and "(" not in text:
            inside = self._within(terms[0], domain_of(text))
            return inside if are_supports else negation(inside)
        plain, cells = self._parsed(text, width)
        rows: frozenset[Row] | None = plain
        if cells:
            possible = tuple(map(self._possible, terms))
            if possible not in self._written_out:
                self._written_out[possible] = _written_out(plain, cells, possible)
            rows = self._written_out[possible]
        if rows is not None:
            inside = table(terms, rows)
            return inside if are_supports else negation(inside)
        groups = [
            conjunction(self._in_cell(place, cell, terms) for place, cell in enumerate(row))
            for row in checked(cells)
        ]
        listed = [table(terms, plain)] if plain else []
        if are_supports:
            return disjunction([*listed, *groups])
        return conjunction(negation(part) for part in [*listed, *groups])

    def _possible(self, term: Term) -> Domain:
        """Return the values that a term may take, perhaps with further values."""
        return affine(term).possible_values(self._variables.domains)

    def _values_of(self, terms: Sequence[Term]) -> Domain:
        """Return the values that some of the terms may take, to be listed."""
        values = reduce(or_, map(self._possible, terms), Domain.of(()))
        if values.size > MOST_ENTRIES:
            raise ValueError(f"its {len(terms)} variables have more than {MOST_ENTRIES} values")
        return values

    def _within(self, term: Term, values: Domain) -> Relation:
        """Return "the term has a value of the set", of which only the term's own values count."""
        possible = self._possible(term)
        return not (possible - values).size or member(term, values & possible)

    def _in_cell(self, place: int, cell: TupleCell, terms: Sequence[Term]) -> Relation:
        """Return "the term at a place of a tuple meets the cell"."""
        if not cell.columns:
            return self._within(terms[place], cell.within(self._possible(terms[place])))
        columns = [affine(terms[column]) for column in cell.columns]
        compared_to = cell.compared_to(columns, Affine((), cell.constant))
        return related(terms[place], cell.op, simplified(compared_to))  # type: ignore[arg-type]

    def _parsed(self, text: str, width: int) -> tuple[frozenset[Row], list[tuple[TupleCell, ...]]]:
        """Return the tuples of a text: those of integers alone, and those of cells."""
        if self._latest is None or self._latest[:2] != (text, width):
            if re.search(r"[^-\d\s(),]", text):
                self._latest = text, width, *_rows_and_cells(text, width)
            else:
                self._latest = text, width, _plain_rows(text, width), []
            self._written_out = {}
        return self._latest[2:]

    def regular(self, item: Element) -> Relation:
        arcs = _arcs(item)
        start, final = text_of(item, "start").strip(), text_of(item, "final").split()
        return accepted(self.part(item), deterministic(start, final, arcs))

    def mdd(self, item: Element) -> Relation:
        """A multi-valued decision diagram: an automaton from its root to its terminal node."""
        arcs = _arcs(item)
        sources = dict.fromkeys(before for before, _, _ in arcs)
        targets = dict.fromkeys(after for _, _, after in arcs)
        roots = [state for state in sources if state not in targets]
        terminals = [state for state in targets if state not in sources]
        if len(roots) != 1 or not terminals:
            raise ValueError(f"an mdd has one root and a terminal node, not {len(roots)} roots")
        return accepted(self.part(item), deterministic(roots[0], terminals, arcs))

    # -- tasks, bins and graphs -------------------------------------------------------------

    def no_overlap(self, item: Element) -> Relation:
        starts = text_of(item, "origins").strip()
        strict = item.attributes.get("zeroIgnored", "true") != "true"
        if not starts.startswith("("):
            return whole.disjunctive(self.part(item, "origins"), self.part(item, "lengths"), strict)
        columns = (self.tuples(text_of(item, tag)) for tag in ("origins", "lengths"))
        boxes = list(zip(*columns, strict=True))
        return conjunction(
            disjunction(
                [
                    linear((1, 1, -1), (a[d], la[d], b[d]), "<=", 0)
                    for a, la, b, lb in ((p, lp, q, lq), (q, lq, p, lp))
                    for d in range(len(p))
                ]
                + ([] if strict else [equal(size, 0) for size in (*lp, *lq)])
            )
            for i, (p, lp) in enumerate(checked(boxes))
            for q, lq in boxes[:i]
        )

    def cumulative(self, item: Element) -> Relation:
        origins, lengths, heights = (
            self.part(item, tag) for tag in ("origins", "lengths", "heights")
        )
        op, operand = self.comparison(item)
        if op not in ("le", "lt"):
            raise ValueError(f"cumulative with the condition {op}")
        limit = shifted(self.term(operand), COMPARISONS[op][1])
        parts = [whole.cumulative(origins, lengths, heights, limit)]
        if item.child("ends") is not None:
            tasks = zip(origins, lengths, self.part(item, "ends"), strict=True)
            parts += [linear((1, 1, -1), task, "==", 0) for task in tasks]
        return conjunction(parts)

    def bin_packing(self, item: Element) -> Relation:
        bins, sizes = self.part(item), self.integers(item, "sizes")
        if len(bins) != len(sizes):
            raise ValueError(f"{len(bins)} items and {len(sizes)} sizes")
        for tag in ("limits", "loads"):
            child = item.child(tag)
            if child is not None:
                loads = self.terms(child.text)
                return whole.packing_loads(loads, bins, sizes, start_of(child), tag == "limits")
        conditions = item.child("conditions")
        if conditions is not None:
            texts = re.findall(r"\([^)]*\)", conditions.text)
            return conjunction(
                self.meets(self._load(bins, sizes, place), text)
                for place, text in enumerate(texts, start_of(conditions))
            )
        op, operand = self.comparison(item)
        if op in ("le", "lt") and re.fullmatch(r"\d+", operand):
            return whole.packing(integer_of_text(operand) - int(op == "lt"), bins, sizes)
        values = self._values_of(bins)
        return conjunction(  # an empty bin need not meet the condition
            disjunction(
                [
                    conjunction(related(b, "!=", value) for b in bins),
                    self.condition(item, self._load(bins, sizes, value)),
                ]
            )
            for value in values
        )

    @staticmethod
    def _load(bins: Sequence[Term], sizes: Sequence[int], place: int) -> Term:
        terms = ((truths([equal(b, place)]), size) for b, size in zip(bins, sizes, strict=True))
        return simplified(weighted(terms))

    def knapsack(self, item: Element) -> Relation:
        terms = self.part(item)
        parts = []
        conditions = [child.text.strip() for child in item.all("condition")]
        for tag in ("weights", "profits"):
            factors = self.integers(item, tag)
            if len(factors) != len(terms):
                raise ValueError(f"{len(terms)} variables and {len(factors)} {tag}")
            child = item.child(tag)
            own = child.child("condition") if child is not None else None
            if own is None and not conditions:
                raise ValueError(f"knapsack has no condition of its {tag}")
            text = own.text.strip() if own is not None else conditions.pop(0)
            total = weighted((affine(t), f) for t, f in zip(terms, factors, strict=True))
            parts.append(self.meets(simplified(total), text))
        return conjunction(parts)

    def flow(self, item: Element) -> Relation:
        """At each node the flow that leaves less the flow that enters is the node's balance."""
        terms, balance = self.part(item), self.part(item, "balance")
        arcs = [
            (integer_of_text(tail), integer_of_text(head))
            for tail, head in re.findall(r"\(\s*(-?\d+)\s*,\s*(-?\d+)\s*\)", text_of(item, "arcs"))
        ]
        nodes = {node for arc in arcs for node in arc}
        if len(arcs) != len(terms):
            raise ValueError(f"{len(terms)} variables and {len(arcs)} arcs")
        if len(nodes) != len(balance):
            raise ValueError(f"{len(balance)} balances and {len(nodes)} nodes")
        parts: list[Relation] = []
        for node, surplus in zip(sorted(nodes), balance, strict=True):
            signed = [
                (affine(term), (tail == node) - (head == node))
                for term, (tail, head) in zip(terms, arcs, strict=True)
            ]
            parts.append(equal(simplified(weighted(signed)), surplus))
        if item.child("weights") is not None:
            weights = self.part(item, "weights")
            parts.append(self.condition(item, self.scalar_product(terms, weights)))
        return conjunction(parts)

    def circuit(self, item: Element) -> Relation:
        """One tour of at least two nodes; the other nodes are their own successors."""
        terms = self.part(item)
        first = start_of(item.child("list"))
        places = range(first, first + len(terms))
        domains = self._variables.domains
        ranges = [affine(term).possible_values(domains) for term in terms]
        successors = tuple(affine(shifted(term, -first)) for term in terms)
        size = item.child("size")
        if size is None and not any(p in domain for p, domain in zip(places, ranges, strict=True)):
            return Circuit(successors)
        visited = truths(related(term, "!=", p) for p, term in zip(places, terms, strict=True))
        tour = related(simplified(visited), ">=", 2)
        sized = True if size is None else equal(simplified(visited), self.term(size.text))
        return conjunction([SubCircuit(successors), tour, sized])


def text_of(item: Element, tag: str) -> str:
    """Return the text of a child, empty if there is none."""
    child = item.child(tag)
    return "" if child is None else child.text


def repeats(text: str) -> int:
    """Return how often an entry such as ``0x500`` stands in its list."""
    number = integer_of_text(text)
    if number > MOST_ENTRIES:
        raise ValueError(f"a list of more than {MOST_ENTRIES} entries")
    return number


def start_of(child: Element | None, name: str = "startIndex") -> int:
    """Return the place of the first entry of a list."""
    return 0 if child is None else integer_of_text(child.attributes.get(name, "0"))


def operator_of(item: Element) -> str:
    """Return the operator by which an element orders its lists."""
    op = item.attributes.get("case") or text_of(item, "operator").strip()
    op = {"strictlyIncreasing": "lt", "increasing": "le", "decreasing": "ge",
          "strictlyDecreasing": "gt"}.get(op, op)  # fmt: skip
    if op not in COMPARISONS:
        raise ValueError(f"{item.tag} with the operator {op or 'missing'}")
    return op


@dataclass(frozen=True)
class TupleCell:
    """A cell of a short or hybrid table: a set of values, or a comparison with other columns.

    ``op`` is "in", "not in" or a comparison with ``columns[0] + sign * columns[1] + constant``.
    """

    op: str
    values: Domain | None = None
    """``None`` is for all values."""
    columns: tuple[int, ...] = ()
    sign: int = 1
    constant: int = 0

    def within(self, possible: Domain) -> Domain:
        """Return the possible values that a cell without columns allows."""
        if self.columns:
            return possible
        if self.op == "==":
            return possible & Domain.single(self.constant)
        if self.op == "!=":
            return possible - Domain.single(self.constant)
        if self.op in ("<=", ">="):
            cut = possible.at_most if self.op == "<=" else possible.at_least
            return cut(self.constant)
        if self.values is None:
            return possible
        return possible & self.values if self.op == "in" else possible - self.values

    def compared_to(self, columns: Sequence[Any], constant: Any) -> Any:
        """Return the right side of a comparison, for the values or the terms of its columns."""
        for column, sign in zip(columns, (1, self.sign), strict=False):
            is_term = isinstance(constant, Affine)
            constant = plus(constant, times(column, sign)) if is_term else constant + sign * column
        return constant

    def allows(self, row: Row, place: int) -> bool:
        """Return whether a row meets a cell with columns; without, :meth:`within` has chosen."""
        if not self.columns:
            return True
        total = self.compared_to([row[column] for column in self.columns], self.constant)
        return COMPARE[self.op](row[place], total)


_ENTRY = re.compile(r"\(([^()]*)\)")
_CELL = re.compile(r"(?:\{[^}]*\}|[^,{])+")
_HYBRID = re.compile(
    r"(?P<op><=|>=|!=|[=≠≤≥<>﹤﹥∁]?)\s*(?:\{(?P<set>[^}]*)\}|(?P<range>-?\d+\.\.-?\d+)|(?P<number>-?\d+)"
    r"|c(?P<column>\d+)\s*(?:(?P<sign>[-+])\s*(?:c(?P<other>\d+)|(?P<shift>\d+)))?)"
)
_OPERATORS = {
    "": ("==", 0), "=": ("==", 0), "≠": ("!=", 0), "!=": ("!=", 0), "≤": ("<=", 0), "<=": ("<=", 0),
    "≥": (">=", 0), ">=": (">=", 0), "﹤": ("<=", -1), "<": ("<=", -1), "﹥": (">=", 1), ">": (">=", 1),
}  # fmt: skip


def _cell(text: str, width: int) -> TupleCell:
    """Return a cell such as ``*``, ``1..4``, ``{1,5}``, ``∁{1,5}``, ``≥3``, ``≠c0`` or ``c0+2``."""
    match = _HYBRID.fullmatch(text)
    if text == "*":
        return TupleCell("in")
    if match is None:
        raise ValueError(f"expected a cell of a tuple, not {short_repr(text)}")
    op = match["op"]
    listed = match["range"] if match["set"] is None else match["set"].replace(",", " ")
    if listed is not None:
        if op not in ("", "∁"):
            raise ValueError(f"the cell {short_repr(text)} compares with a set")
        return TupleCell("not in" if op else "in", domain_of(listed))
    if op == "∁":
        raise ValueError(f"the cell {short_repr(text)} is not a complement of a set")
    sign = -1 if match["sign"] == "-" else 1
    comparison, shift = _OPERATORS[op]
    number, moved = (integer_of_text(match[name] or "0") for name in ("number", "shift"))
    constant = number + sign * moved
    columns = tuple(integer_of_text(c) for c in (match["column"], match["other"]) if c is not None)
    if any(column >= width for column in columns):
        raise ValueError(f"the cell {short_repr(text)} in a tuple of {quantity(width, 'column')}")
    return TupleCell(comparison, None, columns, sign, constant + shift)


def _rows_and_cells(text: str, width: int) -> tuple[frozenset[Row], list[tuple[TupleCell, ...]]]:
    """Return the tuples of integers of a text, and those in which a cell is more."""
    plain: list[Row] = []
    others: list[tuple[TupleCell, ...]] = []
    for entry in checked(_ENTRY.findall(text)):
        cells = [cell.strip() for cell in _CELL.findall(entry)]
        _check_width(len(cells), width)
        if re.search(r"[^-\d\s,]", entry):
            others.append(tuple(_cell(cell, width) for cell in cells))
        else:
            plain.append(tuple(map(integer_of_text, cells)))
    return frozenset(plain), others


def _written_out(
    plain: frozenset[Row], rows: Iterable[Sequence[TupleCell]], possible: Sequence[Domain]
) -> frozenset[Row] | None:
    """Return the rows with each value of each cell; ``None`` for too many rows."""
    choices = [
        (row, [cell.within(domain) for cell, domain in zip(row, possible, strict=True)])
        for row in checked(rows)
    ]
    if sum(prod(domain.size for domain in domains) for _, domains in choices) > MOST_ROWS:
        return None
    return plain.union(
        values
        for row, domains in choices
        for values in product(*domains)
        if all(cell.allows(values, place) for place, cell in enumerate(row))
    )


def _plain_rows(text: str, width: int) -> frozenset[Row]:
    compact = "".join(text.split())
    pattern = r"(?:\(-?\d+" + r",-?\d+" * (width - 1) + r"\))*+"
    if re.fullmatch(pattern, compact) is None:
        for entry in TUPLE.findall(compact):
            _check_width(entry.count(",") + 1, width)
        raise ValueError(f"expected tuples of integers, not {short_repr(text.strip())}")
    numbers = map(int, compact[1:-1].replace(")(", ",").split(",")) if compact else iter(())
    return frozenset(zip(*[numbers] * width, strict=True))


def _check_width(number: int, width: int) -> None:
    if number != width:
        raise ValueError(
            f"a tuple of {quantity(number, 'value')} for {quantity(width, 'variable')}"
        )


def _arcs(item: Element) -> list[Arc]:
    arcs: list[Arc] = []
    for entry in TUPLE.findall(text_of(item, "transitions")):
        parts = [part.strip() for part in entry.split(",")]
        if len(parts) != 3:
            raise ValueError(f"a transition is (state,value,state), not ({entry[:40]})")
        arcs.append((parts[0], integer_of_text(parts[1]), parts[2]))
    return arcs


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
