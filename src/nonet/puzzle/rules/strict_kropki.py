"""Strict Kropki: all dots are given."""

from __future__ import annotations

from collections.abc import Iterable

from nonet.puzzle.rules.base import Example, PuzzleRule
from nonet.puzzle.rules.pair_relations import NegativeRule, ValueRelation


class StrictKropki(NegativeRule):
    """Neighbours without a dot are neither consecutive nor one twice the other.

    Pairs with a white or a black dot, of any difference or ratio, are exempt."""

    name = "strict-kropki"
    sentence = (
        "All dots are given: neighbours without a dot are neither consecutive, nor is one of "
        "them twice the other."
    )
    aliases = ("all-dots-given", "negative-kropki")
    examples = (
        Example(
            "....................................",
            "134625526431315264462513251346643152",
            extra_rules=(
                "white-dot R1C2 R1C3",
                "white-dot R1C2 R2C2",
                "white-dot R1C5 R2C5",
                "black-dot R2C2 R3C2",
                "white-dot R2C3 R3C3",
                "white-dot R2C4 R2C5",
                "black-dot R2C4 R3C4",
                "black-dot R2C5 R3C5",
                "white-dot R3C1 R4C1",
                "white-dot R3C6 R4C6",
                "black-dot R4C1 R5C1",
                "white-dot R4C2 R5C2",
                "black-dot R4C3 R5C3",
                "black-dot R4C6 R5C6",
                "white-dot R5C2 R6C2",
                "white-dot R5C4 R5C5",
                "white-dot R5C5 R6C5",
                "white-dot R6C2 R6C3",
            ),
        ),
    )
    exempting_rules = ("white-dot", "black-dot")

    def relation(self, marks: Iterable[PuzzleRule]) -> ValueRelation:
        return lambda x, y: abs(x - y) != 1 and x != 2 * y and y != 2 * x

    def allowed_text(self, marks: Iterable[PuzzleRule]) -> str:
        return "are not consecutive, nor is one twice the other"
