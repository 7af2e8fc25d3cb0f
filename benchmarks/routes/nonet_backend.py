"""nonet's own backends, through ``nonet.solve`` and ``nonet.verify``, with all they cost."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import nonet
from benchmarks.routes.base import Missing, Route
from benchmarks.sets import Item
from nonet.backends import find_backend

EFFORTS = ("guesses", "conflicts")


@dataclass
class NonetBackend(Route):
    """A backend by its specification, such as ``cpsat:model=textbook``."""

    specification: str = "native"
    squares_only: ClassVar[bool] = False

    def start(self) -> None:
        availability = find_backend(self.specification).available()
        if not availability.ok:
            raise Missing(availability.missing)
        self._version = availability.version

    def read(self, item: Item) -> nonet.Puzzle:
        return nonet.parse(item.text)

    def solve(self, puzzle: nonet.Puzzle) -> Any:
        outcome = nonet.solve(puzzle, self.specification)
        self._stats = outcome.stats
        return outcome.solution

    def verify(self, puzzle: nonet.Puzzle) -> str:
        verdict = nonet.verify(puzzle, self.specification)
        self._stats = verdict.outcome.stats
        return verdict.uniqueness.value

    def line(self, solution: Any) -> str:
        return solution.line

    def effort(self) -> tuple[str, float] | None:
        return next(((name, self._stats[name]) for name in EFFORTS if name in self._stats), None)

    @property
    def version(self) -> str:
        return self._version
