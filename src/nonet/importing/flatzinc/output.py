"""Solutions as FlatZinc writes them: ``x = 3;`` and ``xs = array1d(1..2, [1,2]);``.

>>> Output("ok", ("b",), None, True).text({"b": 1})
'ok = true;'
>>> Output("m", ("x", 7), ((1, 1), (0, 1)), False).text({"x": 5})
'm = array2d(1..1,0..1,[5,7]);'
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Output:
    """A variable, or an array with its index ranges, that a solution shows."""

    name: str
    terms: tuple[str | int, ...]
    ranges: tuple[tuple[int, int], ...] | None
    is_boolean: bool

    def text(self, solution: Mapping[str, int]) -> str:
        """Return the line of this output."""
        values = [solution[term] if isinstance(term, str) else term for term in self.terms]
        texts = [("false", "true")[value] for value in values] if self.is_boolean else values
        if self.ranges is None:
            return f"{self.name} = {texts[0]};"
        ranges = ",".join(f"{low}..{high}" for low, high in self.ranges)
        listed = ",".join(map(str, texts))
        return f"{self.name} = array{len(self.ranges)}d({ranges},[{listed}]);"
