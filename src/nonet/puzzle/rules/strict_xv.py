"""Strict XV: every X and every V is given."""

from __future__ import annotations

from collections.abc import Iterable

from nonet.puzzle.rules.base import Example, PuzzleRule
from nonet.puzzle.rules.pair_relations import NegativeRule, ValueRelation


class StrictXV(NegativeRule):
    """Neighbours without a mark add up to neither 5 nor 10.

    Pairs with an X, a V or a sum between the cells are exempt.
    """

    name = "strict-xv"
    sentence = "Every X and V is given: neighbours without one add up to neither 5 nor 10."
    aliases = ("negative-xv", "all-xv-given")
    examples = (
        Example(
            "...3................................",
            "524361613425261543345216152634436152",
            extra_rules=(
                "xv R3C1 R4C1 V",
                "xv R3C2 R4C2 X",
                "xv R3C5 R4C5 V",
                "xv R4C6 R5C6 X",
                "xv R5C1 R6C1 V",
            ),
        ),
    )
    exempting_rules = ("xv", "pair-sum")

    def relation(self, marks: Iterable[PuzzleRule]) -> ValueRelation:
        return lambda x, y: x + y not in (5, 10)

    def allowed_text(self, marks: Iterable[PuzzleRule]) -> str:
        return "add up to neither 5 nor 10"
