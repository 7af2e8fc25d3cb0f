"""Negative ratio: every black dot is given."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from nonet.puzzle.rules.base import Example, PuzzleRule
from nonet.puzzle.rules.black_dot import BlackDot
from nonet.puzzle.rules.pair_relations import NegativeRule, ValueRelation


@dataclass(frozen=True)
class NegativeRatio(NegativeRule):
    """Neighbours without a black dot do not have the ratio of any of these dots.

    ``ratios`` are the forbidden ratios; unless given, the ratios of the puzzle's black dots, or 2
    if the puzzle has no black dot.  Pairs with a black dot are exempt.
    """

    ratios: tuple[int, ...] = ()

    name = "negative-ratio"
    sentence = (
        "Every black dot is given: of neighbours without one, neither is twice the other, or as "
        "many times as a black dot of the puzzle says."
    )
    parameters = {"ratios": "the ratios meant (unless given, those of the black dots, or 2)"}
    examples = (
        Example(
            "...........................4.3......",
            "231645546231162354354126625413413562",
            extra_rules=(
                "black-dot R3C3 R4C3",
                "black-dot R4C1 R5C1",
                "black-dot R4C4 R4C5",
                "black-dot R4C5 R5C5",
                "black-dot R4C6 R5C6",
                "black-dot R5C2 R6C2",
            ),
        ),
    )
    exempting_rules = ("black-dot",)

    def __post_init__(self) -> None:
        for ratio in self.ratios:
            self.checked_number(ratio, "a ratio", minimum=1)

    def excluded_ratios(self, marks: Iterable[PuzzleRule]) -> frozenset[int]:
        """The ratios that are ruled out."""
        given = self.ratios or [mark.ratio for mark in marks if isinstance(mark, BlackDot)]
        return frozenset(given or (2,))

    def relation(self, marks: Iterable[PuzzleRule]) -> ValueRelation:
        ratios = self.excluded_ratios(marks)
        return lambda x, y: all(x != r * y and y != r * x for r in ratios)

    def allowed_text(self, marks: Iterable[PuzzleRule]) -> str:
        times = " or ".join(f"{r} times" for r in sorted(self.excluded_ratios(marks)))
        return f"are not {times} one another"
