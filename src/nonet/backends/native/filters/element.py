"""Filter of Element: an index stays if its entry can equal the value, and so on round.

``array[index] == value``: the value's domain lies in the union of the entries
still indexed; when the index is fixed, entry and value have one common domain.
"""

from __future__ import annotations

from nonet.backends.native.filter import Filter, Store
from nonet.model import Element
from nonet.model.domain import bit_positions, mask_of


class ElementFilter(Filter):
    """Generalised arc consistency of an element constraint over different variables."""

    wakes_on_change = True

    def __init__(self, constraint: Element, engine: Store) -> None:
        super().__init__(constraint, [engine.number[name] for name in constraint.scope])
        self._array = [engine.number[name] for name in constraint.array]
        self._index = engine.number[constraint.index]
        self._value = engine.number[constraint.value]
        self._first = constraint.first - engine.bases[self._index]
        """Place of the bit of the array's first index (below 0 if no domain reaches this index)."""

    def filter(self, engine: Store) -> None:
        masks = engine.masks
        index, value = self._index, self._value
        supported: list[int] = []
        union = last = 0
        first = max(self._first, 0)
        end = max(self._first + len(self._array), 0)
        # an index may have a million values, and the array three places
        for place in bit_positions(masks[index] >> first & (1 << end - first) - 1, first):
            x = self._array[place - self._first]
            if masks[x] & masks[value]:
                supported.append(place)
                union |= masks[x]
                last = x
        if not supported:
            engine.fail(self, self.scope)
        indices = mask_of(supported, masks[index].bit_length())
        self.keep(engine, index, indices)
        self.keep(engine, value, union)
        if not indices & (indices - 1):
            self.keep(engine, last, masks[value])
