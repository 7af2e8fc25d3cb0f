"""The filters of human logic: the native backend's at level ``gac-with-houses``, over a layout.

A cage, a line, a dot leaves in its cells the values that some choice of values still open in its
other cells supports, given also which of its cells must differ.  The filters, and their reasons,
are those of ``backends/native/filters/houses.py``; a layout names cells and values by numbers.

>>> from nonet.model import AllDifferent, Linear, Model
>>> from nonet.techniques.candidate_layout import layout_of
>>> cage = Linear.sum(("a", "b", "c"), "==", 7)
>>> differ = AllDifferent(cage.scope)
>>> layout = layout_of(Model(dict.fromkeys("abc", range(1, 10)), [differ, cage]))
>>> [bin(values) for values in filter_of(layout, cage).reduced((0b111111111,) * 3)]
['0b1011', '0b1011', '0b1011']
>>> filter_of(layout, cage).reduced((0b100, 0b100, 0b1)) is None
True
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property, lru_cache
from itertools import islice

from nonet.backends.native import Engine
from nonet.backends.native.filters.houses import (
    HouseFilter,
    HouseSum,
    Reason,
    SumBound,
    house_filter,
)
from nonet.model import Constraint, Structure
from nonet.model.constraints.variable_globals import primitives_of
from nonet.techniques.candidate_layout import House, Layout, bits, mask_of, union_of

ValueMasks = tuple[int, ...]
"""The values open in each cell of a constraint, as masks of value numbers."""

MAX_SUPPORTS = 8
"""Solutions that are looked at for what a constraint does not need."""
MAX_CACHED = 1_000
"""Open values of a constraint for which these solutions are kept."""


class ConstraintFilter:
    """The filter of a constraint in a layout; ``cells`` are its cells' numbers, in its order.

    ``houses`` are the houses that make some of its cells differ, one for each of ``groups``, which
    are masks of cells.
    """

    def __init__(self, layout: Layout, constraint: Constraint, native: HouseFilter) -> None:
        self.layout, self.constraint, self.native = layout, constraint, native
        self.cells = native.scope
        self.groups = tuple(map(mask_of, native.groups))
        by_constraint = _houses_by_constraint(layout)
        self.houses = tuple(by_constraint[id(house)] for house in native.houses)
        self._to_native, self._to_layout = _translations(layout)
        # each house that shares cells asks, and a step leaves most constraints as they were
        self._supports = lru_cache(MAX_CACHED)(self._new_supports)

    @property
    def declared(self) -> Constraint:
        """The constraint that the rule declared, of which this one may be the decomposition."""
        return _declared_constraints(self.layout).get(id(self.constraint), self.constraint)

    def reduced(self, masks: ValueMasks) -> ValueMasks | None:
        """Return the supported values of each cell; ``None`` if the constraint cannot hold."""
        reduced = self.native.reduced(self._to_native(masks))
        return reduced if reduced is None else self._to_layout(reduced)

    def is_entailed(self, masks: ValueMasks) -> bool:
        """Return whether the constraint holds for all choices, where that is quick to see."""
        return self.native.is_entailed(self._to_native(masks))

    def required_values(self, masks: ValueMasks, within: list[bool]) -> int:
        """Return values that may be needed in some of the cells: all but values proven
        unnecessary.

        ``within`` selects the cells; the result is a mask, possibly larger than necessary.
        """
        supports = self._supports(masks)
        if supports is None:
            return 0
        required = union_of(mask for mask, inside in zip(masks, within, strict=True) if inside)
        for choice in supports:
            required &= union_of(bit for bit, inside in zip(choice, within, strict=True) if inside)
        return required

    def _new_supports(self, masks: ValueMasks) -> tuple[ValueMasks, ...] | None:
        """Return solutions at hand: the least, the greatest, and others where they are stored; None
        if all choices are solutions."""
        if self.is_entailed(masks):
            return None
        native, number = self._to_native(masks), 1 if self.native.is_cheap else MAX_SUPPORTS
        greatest = islice(self.native.solutions(native, True), 1)
        least = islice(self.native.solutions(native), number)
        return tuple(map(self._to_layout, (*greatest, *least)))

    def choices(self, masks: ValueMasks) -> Iterator[tuple[int, ...]]:
        """Yield the choices of value numbers for which the constraint holds, if they are at hand."""
        for choice in map(self._to_layout, self.native.solutions(self._to_native(masks))):
            yield tuple(bit.bit_length() - 1 for bit in choice)

    @cached_property
    def without_houses(self) -> ConstraintFilter:
        """The same constraint where its cells need not differ."""
        native = self.native.without_houses
        return ConstraintFilter(self.layout, self.constraint, native) if self.groups else self

    def needed_houses(self, masks: ValueMasks) -> tuple[House, ...]:
        """Return the houses that make a difference to the result: none, or all of ``houses``."""
        return () if self.without_houses.reduced(masks) == self.reduced(masks) else self.houses

    def premises(self, masks: ValueMasks, place: int, values: int) -> Reason | None:
        """Return why a cell cannot have some values, or with ``place`` -1 why the constraint cannot
        hold; ``None`` if that does not follow."""
        excluded = self._to_native((values,))[0] if place >= 0 else 0
        reason = self.native.reason(self._to_native(masks), place, excluded)
        return reason and reason._replace(masks=self._to_layout(reason.masks))

    def bounds(self, masks: ValueMasks) -> Iterator[SumBound]:
        """Yield the least and greatest sums of houses that matter to a sum, of few parts first."""
        if isinstance(self.native, HouseSum):
            yield from self.native.bounds(self._to_native(masks))

    def reduced_by(self, bound: SumBound, masks: ValueMasks) -> ValueMasks | None:
        """Return the values that one bound leaves; ``None`` if it cannot hold."""
        assert isinstance(self.native, HouseSum)
        reduced = self.native.reduced_by_bound(bound, self._to_native(masks))
        return reduced if reduced is None else self._to_layout(reduced)


@lru_cache(maxsize=64)
def _houses_by_constraint(layout: Layout) -> dict[int, House]:
    return {id(house.constraint): house for house in layout.houses}


@lru_cache(maxsize=64)
def _declared_constraints(layout: Layout) -> dict[int, Constraint]:
    structure = layout.structure
    declared = (
        each for each in structure.constraints for _ in primitives_of(each, structure.domains)
    )
    return {id(p): each for p, each in zip(structure.primitives, declared, strict=True)}


@lru_cache(maxsize=64)
def _translations(
    layout: Layout,
) -> tuple[Callable[[ValueMasks], ValueMasks], Callable[[ValueMasks], ValueMasks]]:
    """Return functions from values by number to an engine's bits, and back."""
    engine = _engine(layout)
    bit_of = {
        value: value - engine.bases[x]
        for x, domain in enumerate(layout.structure.domains.values())
        for value in domain
    }
    bits_of_values = [bit_of[value] for value in layout.values]
    if bits_of_values == list(range(layout.value_count)):
        return (lambda masks: masks), (lambda masks: masks)
    number = {bit: n for n, bit in enumerate(bits_of_values)}

    def to_native(masks: ValueMasks) -> ValueMasks:
        return tuple([mask_of(bits_of_values[n] for n in bits(mask)) for mask in masks])

    def to_layout(masks: ValueMasks) -> ValueMasks:
        return tuple([mask_of(number[n] for n in bits(mask)) for mask in masks])

    return to_native, to_layout


def to_engine_bits(layout: Layout, masks: ValueMasks) -> ValueMasks:
    """Return masks of value numbers as an engine's masks."""
    return _translations(layout)[0](masks)


@lru_cache(maxsize=64)
def _engine(layout: Layout) -> Engine:
    """Return an engine without constraints: it numbers the variables of the filters."""
    return Engine(Structure(layout.structure.domains, ()), lambda constraint, engine: ())


def filter_of(layout: Layout, constraint: Constraint) -> ConstraintFilter:
    """The filter of a constraint over cells of a layout."""
    houses = [house.constraint for house in layout.houses]
    return ConstraintFilter(layout, constraint, house_filter(constraint, _engine(layout), houses))


@lru_cache(maxsize=64)
def constraint_filters(layout: Layout) -> tuple[ConstraintFilter, ...]:
    """The filters of all constraints but AllDifferents, filters of few cells first."""
    return tuple(
        filter_of(layout, constraint)
        for constraint in sorted(layout.other_constraints, key=lambda c: len(c.scope))
        if constraint.scope
    )


@lru_cache(maxsize=64)
def declared_values(layout: Layout) -> tuple[int, ...]:
    """For each cell the mask of the values that it may take before any clue."""
    number, domains = layout.value_number, layout.structure.domains
    return tuple(mask_of(number[value] for value in domains[name]) for name in layout.cells)
