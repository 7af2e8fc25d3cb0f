"""The constraints of XCSP3-core about tasks, bins and graphs."""

from __future__ import annotations

import re
from collections.abc import Sequence

from nonet.importing.flatzinc import globals as whole
from nonet.importing.relations import (
    Relation,
    Term,
    affine,
    conjunction,
    disjunction,
    equal,
    linear,
    related,
    truths,
    weighted,
)
from nonet.importing.xcsp3.elements import Element
from nonet.importing.xcsp3.expressions import simplified
from nonet.importing.xcsp3.operands import Operands, attribute_of, text_of
from nonet.model.expressions.affine import Affine, plus
from nonet.model.globals import Circuit, SubCircuit
from nonet.model.integers import integer_of_text


class Resources(Operands):
    """Relations of tasks, of bins and of graphs."""

    def no_overlap(self, item: Element) -> Relation:
        starts = text_of(item, "origins").strip()
        strict = item.attributes.get("zeroIgnored", "true") != "true"
        if not starts.startswith("("):
            return whole.disjunctive(self.part(item, "origins"), self.part(item, "lengths"), strict)
        origins, lengths = (
            [
                self.terms(box)
                for box in re.findall(r"\(([^)]*)\)", text_of(item, tag).replace(",", " "))
            ]
            for tag in ("origins", "lengths")
        )
        boxes = list(zip(origins, lengths, strict=True))
        return conjunction(
            disjunction(
                [
                    linear((1, 1, -1), (a[d], la[d], b[d]), "<=", 0)
                    for a, la, b, lb in ((p, lp, q, lq), (q, lq, p, lp))
                    for d in range(len(p))
                ]
                + ([] if strict else [equal(size, 0) for size in (*lp, *lq)])
            )
            for i, (p, lp) in enumerate(boxes)
            for q, lq in boxes[:i]
        )

    def cumulative(self, item: Element) -> Relation:
        origins, lengths, heights = (
            self.part(item, tag) for tag in ("origins", "lengths", "heights")
        )
        op, operand = self.comparison(item)
        if op not in ("le", "lt"):
            raise ValueError(f"cumulative with the condition {op}")
        limit = plus(affine(self.term(operand)), Affine((), -int(op == "lt")))
        parts = [whole.cumulative(origins, lengths, heights, simplified(limit))]
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
                first = integer_of_text(attribute_of(item, tag, "startIndex", "0"))
                loads = self.terms(child.text)
                return whole.packing_loads(loads, bins, sizes, first, tag == "limits")
        conditions = item.child("conditions")
        if conditions is not None:
            first = integer_of_text(conditions.attributes.get("startIndex", "0"))
            texts = re.findall(r"\([^)]*\)", conditions.text)
            return conjunction(
                self.meets(self._load(bins, sizes, place), text)
                for place, text in enumerate(texts, first)
            )
        op, operand = self.comparison(item)
        if op in ("le", "lt") and re.fullmatch(r"\d+", operand):
            return whole.packing(integer_of_text(operand) - int(op == "lt"), bins, sizes)
        values = {v for b in bins for v in affine(b).possible_values(self._variables.domains)}
        return conjunction(  # an empty bin need not meet the condition
            disjunction(
                [
                    conjunction(related(b, "!=", value) for b in bins),
                    self.condition(item, self._load(bins, sizes, value)),
                ]
            )
            for value in sorted(values)
        )

    @staticmethod
    def _load(bins: Sequence[Term], sizes: Sequence[int], place: int) -> Term:
        held = ((truths([equal(b, place)]), size) for b, size in zip(bins, sizes, strict=True))
        return simplified(weighted(held))

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
        first = integer_of_text(attribute_of(item, "list", "startIndex", "0"))
        places = range(first, first + len(terms))
        domains = self._variables.domains
        held = [affine(term).possible_values(domains) for term in terms]
        successors = tuple(plus(affine(term), Affine((), -first)) for term in terms)
        size = item.child("size")
        if size is None and not any(p in domain for p, domain in zip(places, held, strict=True)):
            return Circuit(successors)
        visited = truths(related(term, "!=", p) for p, term in zip(places, terms, strict=True))
        tour = related(simplified(visited), ">=", 2)
        sized = True if size is None else equal(simplified(visited), self.term(size.text))
        return conjunction([SubCircuit(successors), tour, sized])
