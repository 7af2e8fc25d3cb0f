"""Solutions of a model with a projection: those that agree in its variables are one solution.

Backends know no projection and repeat such solutions.  After many repetitions the search begins
anew without the solutions seen.

>>> model = Model({"x": [1, 2], "helper": range(5)}).with_projection(["x"])
>>> projection = Projection(model)
>>> projection.key({"x": 1, "helper": 3})
(1,)
>>> [each.op for each in projection.exclude({(1,): None}, model).constraints]
['!=']
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import islice

from nonet.model import AnyOf, Constraint, Linear, Model

FEW_REPETITIONS = 50
"""Repetitions in a row, beyond the number of solutions seen, after which these are excluded: a new
search with a constraint for each takes no longer than the repetitions took."""

MANY_REPETITIONS = 5_000
"""Repetitions in a row after which the solutions seen are excluded, however many there are."""


class Projection:
    """The variables that tell solutions apart, and how many solutions are excluded."""

    def __init__(self, model: Model) -> None:
        assert model.projection is not None
        self._names = model.projection
        self._excluded = 0
        self.key = model.structure.projected_values_of

    def excludes_after(self, repetitions: int, seen: Collection[object]) -> bool:
        """Whether so many repetitions in a row call for a search without the solutions seen."""
        return repetitions == min(FEW_REPETITIONS + len(seen), MANY_REPETITIONS)

    def exclude(self, seen: dict[tuple[int, ...], None], model: Model) -> Model:
        """Return the model without the solutions seen since the last call."""
        keys = islice(seen, self._excluded, None)
        self._excluded = len(seen)
        return model.add(*(_other_than(self._names, key) for key in keys))


def _other_than(names: tuple[str, ...], values: tuple[int, ...]) -> Constraint:
    """Return "some variable has another value"."""
    differences = [Linear((x,), (1,), "!=", v) for x, v in zip(names, values, strict=True)]
    return differences[0] if len(names) == 1 else AnyOf(tuple((each,) for each in differences))
