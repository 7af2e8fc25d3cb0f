"""Ratings: how hard a puzzle is, by published orders and scores.

>>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
>>> found = rate(puzzle)
>>> found.rating, found.score, found.level, found.hardest, found.whip
(1.2, 204, 'Easy', 'Hidden Single (Box)', 1)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from nonet.puzzle import Puzzle
from nonet.solving.run import Thing, understood
from nonet.techniques.path import OneSolution, Path, position_of, walked
from nonet.techniques.policies import EXPLAINER, HODOKU


@dataclass(frozen=True)
class Rating:
    """How hard a puzzle is.

    ``rating`` follows Sudoku Explainer 1.2.1 (the hardest step, 1.0 to 12);
    ``score`` and ``level`` HoDoKu 2.2 (the sum of the steps; Easy to Extreme);
    ``hardest`` is the hardest technique by Sudoku Explainer; ``whip`` Berthier's
    W, the length of the longest whip that is needed, ``None`` if whips do not
    solve it or it was not asked for.  ``rating`` and ``score`` are ``None`` where
    that path needed brute force or did not end.  ``steps`` counts HoDoKu's.
    """

    puzzle: Puzzle | None
    solved: bool
    rating: float | None
    score: int | None
    level: str
    hardest: str
    whip: int | None
    steps: int
    note: str = ""

    def to_json(self) -> dict[str, Any]:
        """The rating as plain data for JSON."""
        return {
            "puzzle": self.puzzle.line() if self.puzzle else "",
            "solved": self.solved,
            "rating": self.rating,
            "score": self.score,
            "level": self.level,
            "hardest": self.hardest,
            "whip": self.whip,
            "steps": self.steps,
            **({"note": self.note} if self.note else {}),
        }

    def _repr_html_(self) -> str:
        """In a notebook: a line for each scale."""
        from nonet.techniques.notebook import rating_html

        return rating_html(self)


SCALES = ("explainer", "hodoku", "whip")
"""What a rating is made of."""


def rate(thing: Thing, *scales: str) -> Rating:
    """The rating on the given scales (``explainer``, ``hodoku``, ``whip``), by default on all.

    Raises as ``explain``.
    """
    wanted = scales or SCALES
    model, puzzle = understood(thing)
    start = position_of(thing if puzzle is None else puzzle)
    allowed = OneSolution(model)
    paths: dict[str, Path] = {}
    for policy in (EXPLAINER, HODOKU):
        if policy.name in wanted:
            paths[policy.name] = walked(start, model, puzzle, policy, allowed)
    explainer, hodoku = paths.get("explainer"), paths.get("hodoku")
    whip = None
    if "whip" in wanted:
        from nonet.techniques.whip_rating import w_rating

        whip = w_rating(start)
    first = explainer or hodoku
    counted = hodoku or explainer
    return Rating(
        puzzle,
        any(path.solved for path in paths.values()) if paths else whip is not None,
        explainer.score if explainer and explainer.logical else None,
        int(hodoku.score) if hodoku and hodoku.solved else None,
        hodoku.level if hodoku and hodoku.solved else "",
        first.hardest if first else "",
        whip,
        len(counted.steps) if counted else 0,
        next((path.note for path in paths.values() if path.note), ""),
    )
