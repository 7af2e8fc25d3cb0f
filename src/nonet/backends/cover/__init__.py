"""Exact cover: models in which everything is had once, by Knuth's Algorithm X.

Classic puzzles and their variants of regions and pairs, Latin squares, queens, pentominoes and
other packings are exact covers (:mod:`nonet.encoding.exact_cover`); sums are none, and are declined.
The search (:mod:`.algorithm_x`) is plain Python, made to be read.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from nonet.backends.adapter import reports_solutions
from nonet.backends.base import Availability, Capabilities, Request, Run
from nonet.backends.cover.algorithm_x import AlgorithmX
from nonet.encoding.exact_cover import CONVERSIONS, ExactCover, exact_cover
from nonet.model import Model


@dataclass(frozen=True)
class Cover:
    """Algorithm X; has no options."""

    name: ClassVar[str] = "cover"
    capabilities: ClassVar[Capabilities] = Capabilities(
        posts=frozenset(CONVERSIONS),
        inside=frozenset(),
        checks_deadline=True,
        most_values=1 << 14,
        events=("Posted", "SolutionFound", "Stopped"),
    )

    def available(self) -> Availability:
        """Always available: the backend needs nothing but Python."""
        return Availability(True, "built in")

    @reports_solutions
    def run(self, model: Model, request: Request) -> Run:
        """Every solution; raises ``Unsupported`` before solving if the model is not an exact cover."""
        return _solutions(model, exact_cover(model), request)


def _solutions(model: Model, cover: ExactCover, request: Request) -> Run:
    search = AlgorithmX([option.items for option in cover.options], len(cover.items), cover.primary)
    try:
        for chosen in search.covers():
            if chosen is not None:
                assignment = dict.fromkeys(model.variables, 0)
                for number in chosen:
                    option = cover.options[number]
                    assignment[option.variable] = option.value
                yield assignment
            if request.expired():
                return "time"
            if request.effort is not None and search.tried >= request.effort:
                return "effort"
    finally:
        request.stats["guesses"] = search.tried
    return None


__all__ = ["Cover"]
