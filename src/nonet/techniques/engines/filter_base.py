"""The interface of a filter, and two filters without states: any constraint by a solver, tables
by rows.

``filter_choice.py`` says which constraint has which.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from functools import cached_property
from time import monotonic

from nonet.backends.base import Request
from nonet.backends.lowering import run_lowered
from nonet.backends.registry import find_backend
from nonet.model import AllDifferent, Constraint, Domain, Model, Table
from nonet.techniques.candidate_layout import House, Layout, bits, mask_of, union_of

ValueMasks = tuple[int, ...]
"""The values open in each cell of a constraint, as masks of value numbers."""

MAX_EFFORT = 25_000
"""Most filter runs for a query of a constraint without its own filter, half a second of work; a
value that is undecided by then may be possible. The limit is a count, not seconds, so that
every machine gives the same answer.  A count and no clock: every machine is told the same.
"""
MAX_CACHED = 20_000
"""Answers that a filter keeps."""
MAX_KNOWN = 8
"""Supporting choices that are looked at for what a constraint does not need."""
MAX_SUPPORTS = 256
"""Most supporting choices that a filter by search stores: the latest."""


_EFFORT_COUNTS = {"native": "filterings", "lockstep": "guesses"}


class Filter:
    """The filter of a constraint in a layout; ``cells`` are its cells' numbers, in its order.

    ``houses`` are the AllDifferents among the cells; ``differ`` says whether the houses apply.
    This base class searches (with ``native``, which counts its work) and serves any constraint.
    A solution supports its values wherever all of the solution is open again, so most searches
    are for impossible values (residual supports: Lecoutre and Hemery, A Study of Residual
    Supports in Arc Consistency, 2007).
    """

    def __init__(self, layout: Layout, constraint: Constraint, use_houses: bool = True) -> None:
        self.layout, self.constraint = layout, constraint
        self.cells = tuple(layout.cell_number[name] for name in constraint.scope)
        mask = mask_of(self.cells)
        shared: dict[int, House] = {}
        for house in layout.houses if use_houses else ():
            part = house.cells & mask
            own = house.constraint.rule.kind == constraint.rule.kind
            if part & (part - 1) and (own or part not in shared):
                shared[part] = house
        self.groups = sorted(p for p in shared if not any(p != q and p & q == p for q in shared))
        self.houses = tuple(shared[group] for group in self.groups)
        self._cache: dict[ValueMasks, ValueMasks | None] = {}
        self._end_choices: dict[ValueMasks, tuple[ValueMasks, ValueMasks]] = {}
        self._supports: deque[int] = deque(maxlen=MAX_SUPPORTS)  # each packed as one number

    def reduced(self, masks: ValueMasks) -> ValueMasks | None:
        """Return the supported values of each cell; ``None`` if the constraint cannot hold.

        Results are cached.
        """
        if masks not in self._cache:
            if len(self._cache) > MAX_CACHED:
                self._cache.clear()
                self._end_choices.clear()
            self._cache[masks] = self._reduced(masks) if all(masks) else None
        return self._cache[masks]

    def required_values(self, masks: ValueMasks, within: list[bool]) -> int:
        """Return values that may be needed in some of the cells: all but values proven
        unnecessary.

        ``within`` selects the cells; the result is a mask, possibly larger than necessary.
        """
        if self.is_entailed(masks):
            return 0
        self.reduced(masks)
        held = union_of(mask if inside else 0 for mask, inside in zip(masks, within, strict=True))
        for choice in self.known_choices(masks):
            used = union_of(
                bit if inside else 0 for bit, inside in zip(choice, within, strict=True)
            )
            held &= used
        return held

    def is_entailed(self, masks: ValueMasks) -> bool:
        """Return whether the constraint holds for all choices, where that is quick to see."""
        return False

    def known_choices(self, masks: ValueMasks) -> list[ValueMasks]:
        """Return choices, as masks, for which the constraint holds: a few that are at hand."""
        closed, bits_of_cell = ~self._packed(masks), self.layout.value_count
        open_ = [support for support in self._supports if not support & closed][-MAX_KNOWN:]
        unpacked = [
            tuple(support >> n * bits_of_cell & self.layout.all_values for n in range(len(masks)))
            for support in open_
        ]
        return [*self._end_choices.get(masks, ()), *unpacked]

    def sample_choice(self, masks: ValueMasks) -> tuple[int, ...] | None:
        """Return a choice of value numbers for which the constraint holds, if one is known."""
        self.reduced(masks)
        for choice in self._end_choices.get(masks, ()):
            return tuple(bit.bit_length() - 1 for bit in choice)
        return None

    @cached_property
    def without_houses(self) -> Filter:
        """The same constraint where its cells need not differ."""
        return type(self)(self.layout, self.constraint, False) if self.groups else self

    def needed_houses(self, masks: ValueMasks) -> tuple[House, ...]:
        """Return the houses that make a difference to the result: none, or all of ``houses``."""
        return () if self.without_houses.reduced(masks) == self.reduced(masks) else self.houses

    def choices(self, masks: ValueMasks, max_choices: int) -> list[tuple[int, ...]] | None:
        """All choices of value numbers for the cells; ``None`` for more than ``max_choices``."""
        return None

    def _reduced(self, masks: ValueMasks) -> ValueMasks | None:
        layout = self.layout
        names = self.constraint.scope
        domains = {
            name: Domain.of(layout.values[v] for v in bits(values))
            for name, values in zip(names, masks, strict=True)
        }
        model, number = self._model.narrow(domains), layout.value_number
        closed, supported, effort = ~self._packed(masks), 0, MAX_EFFORT
        for support in self._supports:
            if not support & closed:
                supported |= support
        remaining = [
            supported >> n * layout.value_count & layout.all_values for n in range(len(masks))
        ]
        for index, (name, mask) in enumerate(zip(names, masks, strict=True)):
            while undecided := mask & ~remaining[index]:
                if effort <= 0:
                    remaining[index] |= undecided  # what was not decided may be
                    break
                values = Domain.of(layout.values[v] for v in bits(undecided))
                result, spent = search_solution(model.narrow({name: values}), effort)
                effort -= spent
                if result is not None:
                    choice = tuple(1 << number[result[each]] for each in names)
                    self._supports.append(self._packed(choice))
                    remaining = [
                        retained | bit for retained, bit in zip(remaining, choice, strict=True)
                    ]
                elif effort > 0:
                    break
            if not remaining[index]:
                return None
        return tuple(remaining)

    @cached_property
    def _model(self) -> Model:
        """The constraint with its houses, over all values: one structure serves all searches."""
        names = self.layout.cells
        houses = [AllDifferent(tuple(names[cell] for cell in bits(part))) for part in self.groups]
        return Model(
            dict.fromkeys(self.constraint.scope, self.layout.values), [self.constraint, *houses]
        )

    def _packed(self, masks: ValueMasks) -> int:
        """Return the values of all cells as one number, with the first cell lowest."""
        return sum(mask << n * self.layout.value_count for n, mask in enumerate(masks))


def search_solution(
    model: Model, effort: int, seconds: float | None = None, backend: str = "native"
) -> tuple[Mapping[str, int] | None, int]:
    """Return a solution, or ``None``, and the effort spent, as the backend counts it: with less than
    ``effort`` spent and time remaining, ``None`` is a proof.

    A search that was stopped counts as having spent all of ``effort``: the engine's own count
    may be smaller.  Raises ``Unsupported`` if the backend declines the model.
    """
    request = Request(1, None if seconds is None else monotonic() + seconds, effort=effort)
    run = run_lowered(model, find_backend(backend), request)
    result, stopped = None, None
    try:
        lowered = next(run)  # with the variables that the backend needs beside
        result = {name: lowered[name] for name in model.variables}
    except StopIteration as end:
        stopped = end.value
    run.close()
    spent = int(request.stats.get(_EFFORT_COUNTS.get(backend, ""), 0))
    return result, spent if stopped is None else max(spent, effort)


class TableFilter(Filter):
    """A table, row by row."""

    def __init__(self, layout: Layout, constraint: Table, use_houses: bool = True) -> None:
        super().__init__(layout, constraint, use_houses)
        number = layout.value_number
        at = {cell: index for index, cell in enumerate(self.cells)}
        groups = [[at[cell] for cell in bits(group)] for group in self.groups]
        rows = []
        for row in sorted(constraint.tuples):
            if all(value in number for value in row) and all(
                len({row[i] for i in group}) == len(group) for group in groups
            ):
                rows.append(tuple(1 << number[value] for value in row))
        self._rows = rows

    def _open_rows(self, masks: ValueMasks) -> Iterator[ValueMasks]:
        for row in self._rows:
            if all(bit & mask for bit, mask in zip(row, masks, strict=True)):
                yield row

    @cached_property
    def _partners(self) -> tuple[dict[int, int], dict[int, int]] | None:
        """Of a table of two cells, for the bit of each value the other cell's values."""
        if len(self.cells) != 2:
            return None
        partners: tuple[dict[int, int], dict[int, int]] = ({}, {})
        for first, second in self._rows:
            partners[0][first] = partners[0].get(first, 0) | second
            partners[1][second] = partners[1].get(second, 0) | first
        return partners

    def _reduced(self, masks: ValueMasks) -> ValueMasks | None:
        if self._partners is not None:
            first, second = self._partners
            left = union_of(
                bit for bit, other in first.items() if bit & masks[0] and other & masks[1]
            )
            right = union_of(
                bit for bit, other in second.items() if bit & masks[1] and other & masks[0]
            )
            return (left, right) if left else None
        remaining = [0] * len(masks)
        for row in self._open_rows(masks):
            for index, bit in enumerate(row):
                remaining[index] |= bit
        return tuple(remaining) if remaining[0] else None

    def choices(self, masks: ValueMasks, max_choices: int) -> list[tuple[int, ...]] | None:
        results = [tuple(bit.bit_length() - 1 for bit in row) for row in self._open_rows(masks)]
        return results if len(results) <= max_choices else None
