"""Nonconsecutive: neighbours do not hold consecutive values."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from nonet.puzzle.rules.base import Example, PuzzleRule
from nonet.puzzle.rules.pair_relations import (
    DIAGONAL_OFFSETS,
    EDGE_OFFSETS,
    NegativeRule,
    ValueRelation,
)


@dataclass(frozen=True)
class Nonconsecutive(NegativeRule):
    """Cells that share an edge hold no consecutive values.

    With ``diagonal`` the rule is about cells that share only a corner instead: both at once would
    leave no value for the middle cell of a 3x3 box.  Pairs with a white dot are exempt.
    """

    diagonal: bool = False

    name = "nonconsecutive"
    sentence = (
        "Cells that share an edge hold no consecutive values, unless a white dot is between "
        "them; or cells that share only a corner, where it is said so."
    )
    aliases = ("non-consecutive", "anti-consecutive")
    parameters = {
        "diagonal": "whether it is of cells that share only a corner instead (no unless given)"
    }
    examples = (
        Example(
            "..2....1...8.937......1539.2.4.5..39.5..3.2.4...4.2.51.6...9..........2..2.5.4..3",
            "392647518518293746746815392274158639851936274639472851163729485485361927927584163",
        ),
        Example(
            "..3.52..8...3.....4..91..3.7.1.......387.1.5..4.8..1.......3695..5..438....2...71",
            "963452718812367549457918236721549863638721954549836127274183695195674382386295471",
            "diagonal",
        ),
    )
    exempting_rules = ("white-dot",)

    def relation(self, marks: Iterable[PuzzleRule]) -> ValueRelation:
        return lambda x, y: abs(x - y) != 1

    def allowed_text(self, marks: Iterable[PuzzleRule]) -> str:
        return "are not consecutive"

    def neighbour_offsets(self) -> tuple[tuple[int, int], ...]:
        return DIAGONAL_OFFSETS if self.diagonal else EDGE_OFFSETS
