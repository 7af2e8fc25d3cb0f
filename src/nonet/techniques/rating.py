"""Ratings: how hard a puzzle is, by published orders and scores.

>>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
>>> found = rate(puzzle)
>>> found.rating, found.score, found.level, found.hardest, found.whip
(1.2, 204, 'Easy', 'Hidden Single (Box)', 1)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from nonet.errors import TechniqueError
from nonet.puzzle import Puzzle
from nonet.solving.run import Thing, understood
from nonet.techniques.path import OneSolution, Path, position_of, walked
from nonet.techniques.policies import EXPLAINER, HODOKU, SUKAKU

SCALES = ("explainer", "hodoku", "whip")
"""What a rating is made of, unless scales are named."""
ALL_SCALES = (*SCALES, "sukaku")
"""The scales there are."""


@dataclass(frozen=True)
class Rating:
    """How hard a puzzle is.

    ``rating`` follows Sudoku Explainer 1.2.1 (the hardest step, 1.0 to 12), ``sukaku``
    Sukaku Explainer, which knows more techniques, ``None`` unless it was asked for;
    ``score`` and ``level`` HoDoKu 2.2 (the sum of the steps; Easy to Extreme);
    ``hardest`` is the hardest technique by Sudoku Explainer; ``whip`` Berthier's
    W, the length of the longest whip that is needed, ``None`` if whips do not
    solve it or it was not asked for.  ``rating`` and ``score`` are ``None`` where
    that path needed brute force or did not end.  ``steps`` counts HoDoKu's;
    ``scales`` are those that were asked for.
    """

    puzzle: Puzzle | None
    solved: bool
    rating: float | None
    sukaku: float | None
    score: int | None
    level: str
    hardest: str
    whip: int | None
    steps: int
    note: str = ""
    scales: tuple[str, ...] = SCALES

    def to_json(self) -> dict[str, Any]:
        """The rating as plain data for JSON."""
        return {
            "puzzle": self.puzzle.line() if self.puzzle else "",
            "solved": self.solved,
            "rating": self.rating,
            **({"sukaku": self.sukaku} if "sukaku" in self.scales else {}),
            "score": self.score,
            "level": self.level,
            "hardest": self.hardest,
            "whip": self.whip,
            "steps": self.steps,
            **({"note": self.note} if self.note else {}),
        }

    def __repr__(self) -> str:
        known = {
            "Sudoku Explainer": self.rating,
            "Sukaku Explainer": self.sukaku,
            "HoDoKu": self.score,
            "level": self.level or None,
            "longest whip": self.whip,
            "hardest": self.hardest or None,
        }
        words = [f"{name} {value}" for name, value in known.items() if value is not None]
        words += [self.note] if self.note else []
        return f"<Rating {', '.join(words) or 'unknown'}>"

    def _repr_html_(self) -> str:
        """In a notebook: a line for each scale."""
        from nonet.techniques.notebook import rating_html

        return rating_html(self)


def rate(thing: Thing, *scales: str) -> Rating:
    """The rating on the given scales: ``explainer``, ``hodoku``, ``whip`` (these by default),
    ``sukaku``.

    Raises as ``explain``, and ``TechniqueError`` for an unknown scale.
    """
    wanted = scales or SCALES
    for name in wanted:
        if name not in ALL_SCALES:
            raise TechniqueError(f"unknown scale {name!r}: there are {', '.join(ALL_SCALES)}")
    model, puzzle = understood(thing)
    start = position_of(thing if puzzle is None else puzzle)
    allowed = OneSolution(model)
    paths: dict[str, Path] = {}
    for policy in (EXPLAINER, HODOKU, SUKAKU):
        if policy.name in wanted:
            paths[policy.name] = walked(start, model, puzzle, policy, allowed)
    explainer, hodoku, sukaku = map(paths.get, ("explainer", "hodoku", "sukaku"))
    whip = None
    if "whip" in wanted:
        from nonet.techniques.whip_rating import w_rating

        whip = w_rating(start)
    first = explainer or sukaku or hodoku
    counted = hodoku or explainer or sukaku
    return Rating(
        puzzle,
        any(path.solved for path in paths.values()) if paths else whip is not None,
        explainer.score if explainer and explainer.logical else None,
        sukaku.score if sukaku and sukaku.logical else None,
        int(hodoku.score) if hodoku and hodoku.solved else None,
        hodoku.level if hodoku and hodoku.solved else "",
        first.hardest if first else "",
        whip,
        len(counted.steps) if counted else 0,
        next((path.note for path in paths.values() if path.note), ""),
        wanted,
    )
