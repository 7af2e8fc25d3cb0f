"""The operands of constraints: integers, variables, expressions, lists and conditions."""

from __future__ import annotations

import re
from collections.abc import Sequence

from nonet.importing.relations import (
    Relation,
    Term,
    affine,
    linear,
    member,
    negation,
    operation,
    related,
    weighted,
)
from nonet.importing.xcsp3.elements import Element
from nonet.importing.xcsp3.expressions import parse_term, simplified
from nonet.importing.xcsp3.variables import MOST_ENTRIES, Variables, domain_of
from nonet.model.expressions.affine import Affine, plus
from nonet.model.expressions.operations import Product
from nonet.model.integers import integer_of_text, short_repr

COMPARISONS = {"eq": ("==", 0), "ne": ("!=", 0), "le": ("<=", 0), "ge": (">=", 0),
               "lt": ("<=", -1), "gt": (">=", 1)}  # fmt: skip
PIECE = re.compile(r"\{[^{}]*\}|[^\s(]*\((?:[^()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))*\)|\S+")


class Operands:
    """Terms of texts over the variables of one instance."""

    def __init__(self, variables: Variables) -> None:
        self._variables = variables

    def term(self, text: str) -> Term:
        """Return an integer, a variable or an expression."""
        text = text.strip()
        if re.fullmatch(r"-?\d+", text):
            return integer_of_text(text)
        if "(" in text:
            return parse_term(text, self._variable, self._variables.domains)
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
                listed += list(domain_of(piece))
            else:
                listed += self._variables.expanded(piece)
        return listed

    def part(self, item: Element, tag: str = "list") -> list[Term]:
        """Return the terms of a child, or of the element itself if there is no such child."""
        child = item.child(tag)
        return self.terms((child or item).text)

    def scalar_product(self, terms: Sequence[Term], weights: Sequence[Term]) -> Term:
        """Return the weighted sum of terms; a weight may be a variable."""
        if len(weights) != len(terms):
            raise ValueError(f"{len(terms)} terms and {len(weights)} coefficients")
        return simplified(
            weighted(
                (affine(term), weight)
                if isinstance(weight, int)
                else (affine(weight), term)
                if isinstance(term, int)
                else (operation(Product(affine(weight), affine(term))), 1)
                for weight, term in zip(weights, terms, strict=True)
            )
        )

    def integers(self, item: Element, tag: str) -> list[int]:
        """Return the integers of a child."""
        child = item.child(tag)
        listed = self.terms(child.text) if child is not None else []
        if any(not isinstance(term, int) for term in listed):
            raise ValueError(f"{item.tag} with variables as {tag}")
        return [term for term in listed if isinstance(term, int)]

    def condition(self, item: Element, total: Term) -> Relation:
        """Return "the total meets the condition of the element"."""
        child = item.child("condition")
        text = "" if child is None else child.text.strip()
        if not (text.startswith("(") and text.endswith(")")):
            raise ValueError(f"{item.tag} needs a condition such as (eq,3), not {short_repr(text)}")
        return self.meets(total, text)

    @staticmethod
    def comparison(item: Element) -> tuple[str, str]:
        """Return the operator and the operand of an element's condition."""
        op, _, operand = text_of(item, "condition").strip()[1:-1].partition(",")
        return op.strip(), operand.strip()

    def meets(self, total: Term, text: str) -> Relation:
        """Return "the total meets a condition" such as ``(le,5)``."""
        op, _, operand = text[1:-1].partition(",")
        op, operand = op.strip(), operand.strip()
        if op in ("in", "notin"):
            values = domain_of(operand.strip("{}").replace(",", " "))
            inside = member(total, values)
            return inside if op == "in" else negation(inside)
        if op not in COMPARISONS:
            raise ValueError(f"unknown operator {op} in a condition")
        sign, shift = COMPARISONS[op]
        right = self.term(operand)
        if isinstance(total, Affine) or isinstance(right, Affine):
            return related(total, sign, plus(affine(right), Affine((), shift)))  # type: ignore[arg-type]
        return linear((1, -1), (total, right), sign, shift)  # type: ignore[arg-type]


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


def attribute_of(item: Element, tag: str, name: str, default: str) -> str:
    """Return an attribute of a child."""
    child = item.child(tag)
    return default if child is None else child.attributes.get(name, default)


def operator_of(item: Element) -> str:
    """Return the operator by which an element orders its lists."""
    op = item.attributes.get("case") or text_of(item, "operator").strip()
    op = {"strictlyIncreasing": "lt", "increasing": "le", "decreasing": "ge",
          "strictlyDecreasing": "gt"}.get(op, op)  # fmt: skip
    if op not in COMPARISONS:
        raise ValueError(f"{item.tag} with the operator {op or 'missing'}")
    return op
