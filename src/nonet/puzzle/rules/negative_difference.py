"""Negative difference: every white dot is given."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from nonet.puzzle.rules.base import Example, PuzzleRule
from nonet.puzzle.rules.pair_relations import NegativeRule, ValueRelation
from nonet.puzzle.rules.white_dot import WhiteDot


@dataclass(frozen=True)
class NegativeDifference(NegativeRule):
    """Neighbours without a white dot do not have the difference of any of these dots.

    ``differences`` are the forbidden differences; unless given, the differences of the puzzle's
    white dots, or 1 if the puzzle has no white dot.  Pairs with a white dot are exempt.
    """

    differences: tuple[int, ...] = ()

    name = "negative-difference"
    sentence = (
        "Every white dot is given: neighbours without one are not consecutive, nor do they have "
        "the difference of another white dot of the puzzle."
    )
    parameters = {
        "differences": "the differences meant (unless given, those of the white dots, or 1)"
    }
    examples = (
        Example(
            "3...................................",
            "325461461235614523253146532614146352",
            extra_rules=(
                "white-dot R1C1 R1C2",
                "white-dot R1C1 R2C1",
                "white-dot R1C3 R1C4",
                "white-dot R2C3 R2C4",
                "white-dot R2C4 R2C5",
                "white-dot R2C5 R3C5",
                "white-dot R3C3 R3C4",
                "white-dot R3C3 R4C3",
                "white-dot R3C5 R3C6",
                "white-dot R4C3 R5C3",
                "white-dot R5C2 R5C3",
                "white-dot R5C2 R6C2",
            ),
        ),
    )
    exempting_rules = ("white-dot",)

    def __post_init__(self) -> None:
        for difference in self.differences:
            self.checked_number(difference, "a difference", minimum=0)

    def excluded_differences(self, marks: Iterable[PuzzleRule]) -> frozenset[int]:
        """The differences that are ruled out."""
        given = self.differences or [
            mark.difference for mark in marks if isinstance(mark, WhiteDot)
        ]
        return frozenset(given or (1,))

    def relation(self, marks: Iterable[PuzzleRule]) -> ValueRelation:
        differences = self.excluded_differences(marks)
        return lambda x, y: abs(x - y) not in differences

    def allowed_text(self, marks: Iterable[PuzzleRule]) -> str:
        differences = " or ".join(map(str, sorted(self.excluded_differences(marks))))
        return f"do not differ by {differences}"
