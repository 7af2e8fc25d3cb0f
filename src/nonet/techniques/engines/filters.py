"""Filters: what one constraint leaves in its cells, given which of them must differ.

A constraint is read cell by cell, as an automaton reads a word: what matters of the values
so far (a sum, a state, a count) is a state, together with the values that cells to come may
no longer take.  A value is supported if some path through the layers of states uses it:
that is generalised arc consistency of the constraint together with the AllDifferents among
its cells (Trick, "A dynamic programming approach for consistency and propagation for
knapsack constraints", 2003; Pesant, CP 2004).  The paths are also the combinations that
a person would list.

>>> from nonet.model import AllDifferent, Linear, Model
>>> from nonet.techniques.layout import layout_of
>>> cage = Linear.sum(("a", "b", "c"), "==", 7)
>>> differ = AllDifferent(cage.scope)
>>> layout = layout_of(Model(dict.fromkeys("abc", range(1, 10)), [differ, cage]))
>>> [bin(values) for values in filter_of(layout, cage).left((0b111111111,) * 3)]
['0b1011', '0b1011', '0b1011']
>>> filter_of(layout, cage).left((0b100, 0b100, 0b1)) is None
True
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property, lru_cache
from typing import Any

from nonet.model import (
    AllDifferent,
    AnyOf,
    Constraint,
    Count,
    Domain,
    Linear,
    Model,
    Regular,
    Table,
)
from nonet.model.constraints.linear import COMPARE
from nonet.solving import candidates
from nonet.techniques.layout import House, Layout, bits

Masks = tuple[int, ...]
"""The values open in each cell of a constraint, as masks of value numbers."""

PATIENCE = 0.5
"""Seconds that a constraint without a filter of its own may take; else it tells nothing."""
MOST_ARCS = 40_000
"""Arcs between states that one question may make; beyond that, values may repeat in the cells."""
MOST_ROWS = 4_000
"""Tuples of a table that are gone through one by one."""


class Filter:
    """The filter of a constraint in a layout; ``cells`` are its cells' numbers, in its order.

    ``houses`` are those by which some of them must differ; ``differ`` says whether that counts.
    This base asks the native backend: it serves any constraint.
    """

    def __init__(self, layout: Layout, constraint: Constraint, differ: bool = True) -> None:
        self.layout, self.constraint = layout, constraint
        self.cells = tuple(layout.number[name] for name in constraint.scope)
        mask = 0
        for cell in self.cells:
            mask |= 1 << cell
        shared: dict[int, House] = {}
        for house in layout.houses if differ else ():
            part = house.cells & mask
            own = house.constraint.rule.kind == constraint.rule.kind
            if part & (part - 1) and (own or part not in shared):
                shared[part] = house
        self.groups = sorted(p for p in shared if not any(p != q and p & q == p for q in shared))
        self.houses = tuple(shared[group] for group in self.groups)
        self._seen: dict[Masks, Masks | None] = {}
        self._ends: dict[Masks, tuple[Masks, Masks]] = {}

    def left(self, masks: Masks) -> Masks | None:
        """What is left of the values open in each cell; ``None`` if the constraint cannot hold.

        What was asked before is known.
        """
        if masks not in self._seen:
            if len(self._seen) > 20_000:
                self._seen.clear()
                self._ends.clear()
            self._seen[masks] = self._left(masks) if all(masks) else None
        return self._seen[masks]

    def always(self, masks: Masks, within: list[bool]) -> int:
        """Values that may be needed in some of the cells: all but those that it was seen without.

        ``within`` says which cells; what is told is a mask, larger than the truth.
        """
        self.left(masks)
        held = 0
        for mask, inside in zip(masks, within, strict=True):
            held |= mask if inside else 0
        for choice in self._ends.get(masks, ()):
            used = 0
            for bit, inside in zip(choice, within, strict=True):
                used |= bit if inside else 0
            held &= used
        return held

    @cached_property
    def alone(self) -> Filter:
        """The same constraint where its cells need not differ."""
        return filter_of(self.layout, self.constraint, differ=False) if self.groups else self

    def needed(self, masks: Masks) -> tuple[House, ...]:
        """The houses that make a difference to what is left: none, or all of ``houses``."""
        return () if self.alone.left(masks) == self.left(masks) else self.houses

    def choices(self, masks: Masks, most: int) -> list[tuple[int, ...]] | None:
        """All choices of value numbers for the cells; ``None`` if there are more than ``most``."""
        return None

    def _left(self, masks: Masks) -> Masks | None:
        layout = self.layout
        names = self.constraint.scope
        domains = {
            name: Domain.of(layout.values[v] for v in bits(values))
            for name, values in zip(names, masks, strict=True)
        }
        together: list[Constraint] = [self.constraint]
        together += [AllDifferent(tuple(layout.cells[c] for c in bits(g))) for g in self.groups]
        found = candidates(Model(domains, together), time_limit=PATIENCE)
        left = []
        for name in names:
            kept = domains[name] & (found.values[name] | found.undecided.get(name, Domain.of(())))
            left.append(sum(1 << layout.value_number[value] for value in kept))
        return tuple(left) if all(left) else None


class Rows(Filter):
    """A table, row by row."""

    def __init__(self, layout: Layout, constraint: Table, differ: bool = True) -> None:
        super().__init__(layout, constraint, differ)
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

    def _open(self, masks: Masks) -> Iterator[Masks]:
        for row in self._rows:
            if all(bit & mask for bit, mask in zip(row, masks, strict=True)):
                yield row

    def _left(self, masks: Masks) -> Masks | None:
        left = [0] * len(masks)
        for row in self._open(masks):
            for index, bit in enumerate(row):
                left[index] |= bit
        return tuple(left) if left[0] else None

    def choices(self, masks: Masks, most: int) -> list[tuple[int, ...]] | None:
        found = [tuple(bit.bit_length() - 1 for bit in row) for row in self._open(masks)]
        return found if len(found) <= most else None


Step = Callable[[int, Any, int], Any]
"""From the number of a cell in the scope, a state and a value, the next state or ``None``."""


class Layers(Filter):
    """A constraint read cell by cell: ``_reading`` says how, for the values now open."""

    def __init__(self, layout: Layout, constraint: Constraint, differ: bool = True) -> None:
        super().__init__(layout, constraint, differ)
        self._first = [self.cells.index(cell) for cell in self.cells]
        self._last = {cell: index for index, cell in enumerate(self.cells)}
        self._shifts = [
            tuple(n * layout.size for n, group in enumerate(self.groups) if group >> cell & 1)
            if self._first[index] == index
            else ()
            for index, cell in enumerate(self.cells)
        ]

    def _reading(self, masks: Masks) -> tuple[Any, Step, Callable[[Any], bool]]:
        """The first state, the step, and which last states are good."""
        raise NotImplementedError

    def _read(self, masks: Masks) -> tuple[Any, Step, Callable[[Any], bool]]:
        """``_reading``; of a cell that is read more than once the state also holds the value."""
        start, step, good = self._reading(masks)
        if len(self._last) == len(self.cells):
            return start, step, good
        first, cells, last = self._first, self.cells, self._last

        def remembering(index: int, state: Any, value: int) -> Any:
            here, known = state
            own = first[index]
            if own != index and (own, value) not in known:
                return None
            then = step(index, here, value)
            if then is None:
                return None
            if last[cells[index]] == index:
                return then, tuple(pair for pair in known if pair[0] != own)
            return then, known if own != index else (*known, (own, value))

        return (start, ()), remembering, lambda state: good(state[0])

    def _relevant(self, masks: Masks) -> list[int]:
        """After each cell: the values, by group, that cells to come may still take."""
        later = 0
        found = []
        for index in range(len(masks) - 1, -1, -1):
            found.append(later)
            for shift in self._shifts[index]:
                later |= masks[index] << shift
        return found[::-1]

    def _arcs(self, masks: Masks, differ: bool) -> list[list[tuple[Any, int, Any]]] | None:
        """The arcs of each layer that lie on a path to the end; ``None`` if they are too many."""
        start, step, good = self._read(masks)
        relevant = self._relevant(masks)
        layers: list[list[tuple[Any, int, Any]]] = []
        states: dict[Any, None] = {(start, 0): None}
        number = 0
        for index, mask in enumerate(masks):
            keep = relevant[index]
            open_ = [
                (value, sum(1 << shift + value for shift in self._shifts[index]) if differ else 0)
                for value in bits(mask)
            ]
            arcs: list[tuple[Any, int, Any]] = []
            after: dict[Any, None] = {}
            for state in states:
                here, used = state
                for value, takes in open_:
                    if used & takes:
                        continue
                    then = step(index, here, value)
                    if then is not None:
                        there = (then, (used | takes) & keep)
                        arcs.append((state, value, there))
                        after[there] = None
            number += len(arcs)
            if number > MOST_ARCS:
                return None
            layers.append(arcs)
            states = after
        live = {state for state in states if good(state[0])}
        for index in range(len(layers) - 1, -1, -1):
            layers[index] = [arc for arc in layers[index] if arc[2] in live]
            live = {arc[0] for arc in layers[index]}
        return layers

    def _left(self, masks: Masks) -> Masks | None:
        if self._entailed(masks):
            return masks  # it says nothing: what must differ is for others to say
        layers = self._arcs(masks, True)
        if layers is None:
            layers = self._arcs(masks, False)
        if layers is None:
            return self._bounded(masks)
        left = []
        for arcs in layers:
            mask = 0
            for _, value, _ in arcs:
                mask |= 1 << value
            left.append(mask)
        if not all(left):
            return None
        self._ends[masks] = _path(layers, 0), _path(layers, -1)
        return tuple(left)

    def _entailed(self, masks: Masks) -> bool:
        """Whether it holds whatever is chosen, if that is seen at once."""
        return False

    def _bounded(self, masks: Masks) -> Masks | None:
        """What a weaker, quicker argument leaves, where there are too many states."""
        return masks

    def choices(self, masks: Masks, most: int) -> list[tuple[int, ...]] | None:
        layers = self._arcs(masks, True)
        if layers is None:
            return None
        paths: list[tuple[Any, tuple[int, ...]]] = [((self._read(masks)[0], 0), ())]
        for arcs in layers:
            onward: dict[Any, list[tuple[int, Any]]] = {}
            for state, value, there in arcs:
                onward.setdefault(state, []).append((value, there))
            paths = [
                (there, (*path, value))
                for state, path in paths
                for value, there in onward.get(state, ())
            ]
            if len(paths) > 8 * most:
                return None
        return [path for _, path in paths] if len(paths) <= most else None


def _path(layers: list[list[tuple[Any, int, Any]]], end: int) -> Masks:
    """A choice of values, by the first or the last arc that goes on; each as a mask."""
    state = layers[0][end][0]
    choice = []
    for arcs in layers:
        value, state = [(value, there) for here, value, there in arcs if here == state][end]
        choice.append(1 << value)
    return tuple(choice)


class Sum(Layers):
    """A ``Linear``: the state is the sum so far, dropped once it can no longer matter."""

    constraint: Linear

    def _spans(self, masks: Masks) -> list[tuple[int, int]]:
        """For each cell the least and the greatest that it adds."""
        values = self.layout.values
        spans = []
        for factor, mask in zip(self.constraint.coefficients, masks, strict=True):
            ends = (
                factor * values[(mask & -mask).bit_length() - 1],
                factor * values[mask.bit_length() - 1],
            )
            spans.append((min(ends), max(ends)))
        return spans

    def _reading(self, masks: Masks) -> tuple[Any, Step, Callable[[Any], bool]]:
        values, factors = self.layout.values, self.constraint.coefficients
        op, constant = self.constraint.op, self.constraint.constant
        lows, highs = [0], [0]
        for low, high in reversed(self._spans(masks)):
            lows.append(lows[-1] + low)
            highs.append(highs[-1] + high)
        lows, highs = lows[-2::-1], highs[-2::-1]  # what the cells after each one add
        least, most = {
            "==": (constant, constant),
            "<=": (None, constant),
            ">=": (constant, None),
            "!=": (None, None),
        }[op]

        def step(index: int, state: int, value: int) -> int | None:
            total: int = state + factors[index] * values[value]
            if least is not None and total + highs[index] < least:
                return None
            if most is not None and total + lows[index] > most:
                return None
            return total

        compare = COMPARE[op]
        return 0, step, lambda total: compare(total, constant)

    def _entailed(self, masks: Masks) -> bool:
        spans = self._spans(masks)
        low, high = sum(span[0] for span in spans), sum(span[1] for span in spans)
        op, constant = self.constraint.op, self.constraint.constant
        if op == "!=":
            return not low <= constant <= high
        return (op == "<=" and high <= constant) or (op == ">=" and low >= constant)

    def _bounded(self, masks: Masks) -> Masks | None:
        op, constant = self.constraint.op, self.constraint.constant
        if op == "!=":
            return masks
        values = self.layout.values
        spans = self._spans(masks)
        low, high = sum(span[0] for span in spans), sum(span[1] for span in spans)
        left = []
        for mask, factor, span in zip(masks, self.constraint.coefficients, spans, strict=True):
            kept = 0
            for value in bits(mask):
                adds = factor * values[value]
                too_much = op in ("==", "<=") and low - span[0] + adds > constant
                too_little = op in ("==", ">=") and high - span[1] + adds < constant
                if not too_much and not too_little:
                    kept |= 1 << value
            left.append(kept)
        return tuple(left) if all(left) else None


class Word(Layers):
    """A ``Regular``: the state is the automaton's."""

    constraint: Regular

    def _reading(self, masks: Masks) -> tuple[Any, Step, Callable[[Any], bool]]:
        values = self.layout.values
        found = self.constraint.automaton
        arcs = found.step
        return (
            found.start,
            lambda index, state, value: arcs.get((state, values[value])),
            found.accepting.__contains__,
        )


class Occurrences(Layers):
    """A ``Count``: the state is how many were counted, and what the number's cell says."""

    constraint: Count

    def _reading(self, masks: Masks) -> tuple[Any, Step, Callable[[Any], bool]]:
        values, constraint = self.layout.values, self.constraint
        wanted = [value in constraint.values for value in values]
        times = [constraint.counted.count(name) for name in constraint.scope]
        number = constraint.number
        fixed = number if isinstance(number, int) else None
        says = [name == number for name in constraint.scope]
        compare = COMPARE[constraint.op]

        def step(
            index: int, state: tuple[int, int | None], value: int
        ) -> tuple[int, int | None] | None:
            counted, told = state
            if wanted[value]:
                counted += times[index]
            if fixed is not None and constraint.op in ("==", "<=") and counted > fixed:
                return None
            return counted, values[value] if says[index] else told

        return (0, fixed), step, lambda state: compare(state[0], state[1])

    def _entailed(self, masks: Masks) -> bool:
        number = self.constraint.number
        if not isinstance(number, int):
            return False
        wanted = 0
        for value in self.constraint.values:
            if value in self.layout.value_number:
                wanted |= 1 << self.layout.value_number[value]
        low = high = 0
        for name, mask in zip(self.constraint.scope, masks, strict=True):
            times = self.constraint.counted.count(name)
            low += times if not mask & ~wanted else 0
            high += times if mask & wanted else 0
        compare = COMPARE[self.constraint.op]
        return all(compare(count, number) for count in range(low, high + 1))


class Options(Filter):
    """An ``AnyOf``: what any of its groups leaves."""

    def __init__(self, layout: Layout, constraint: AnyOf, differ: bool = True) -> None:
        super().__init__(layout, constraint, differ)
        at = {cell: index for index, cell in enumerate(self.cells)}
        apart = [
            AllDifferent(tuple(layout.cells[cell] for cell in bits(group))) for group in self.groups
        ]
        self._options = [
            [
                (part, tuple(at[cell] for cell in part.cells))
                for part in (filter_of(layout, c) for c in (*group, *apart))
            ]
            for group in constraint.groups
        ]

    def _left(self, masks: Masks) -> Masks | None:
        left = [0] * len(masks)
        for group in self._options:
            now = self._settled(group, masks)
            if now is not None:
                left = [one | other for one, other in zip(left, now, strict=True)]
        return tuple(left) if all(left) else None

    def _settled(
        self, group: list[tuple[Filter, tuple[int, ...]]], masks: Masks
    ) -> list[int] | None:
        """What is left when nothing that is to hold removes more."""
        now = list(masks)
        changed = True
        while changed:
            changed = False
            for part, places in group:
                before = tuple(now[place] for place in places)
                after = part.left(before)
                if after is None:
                    return None
                if after != before:
                    changed = True
                    for place, mask in zip(places, after, strict=True):
                        now[place] = mask
        return now


class Different(Layers):
    """An ``AllDifferent`` that stands in another constraint: a group of its own."""

    def __init__(self, layout: Layout, constraint: AllDifferent, differ: bool = True) -> None:
        super().__init__(layout, constraint, differ)
        self._shifts = [(0,)] * len(self.cells)

    def _reading(self, masks: Masks) -> tuple[Any, Step, Callable[[Any], bool]]:
        return 0, lambda index, state, value: 0, lambda state: True


def filter_of(layout: Layout, constraint: Constraint, differ: bool = True) -> Filter:
    """The filter of a constraint over cells of a layout."""
    if isinstance(constraint, Linear):
        return Sum(layout, constraint, differ)
    if isinstance(constraint, Regular):
        return Word(layout, constraint, differ)
    if isinstance(constraint, Table) and len(constraint.tuples) <= MOST_ROWS:
        return Rows(layout, constraint, differ)
    if isinstance(constraint, Count):
        return Occurrences(layout, constraint, differ)
    if isinstance(constraint, AllDifferent):
        return Different(layout, constraint, differ)
    if isinstance(constraint, AnyOf):
        return Options(layout, constraint, differ)
    return Filter(layout, constraint, differ)


@lru_cache(maxsize=64)
def filters(layout: Layout) -> tuple[Filter, ...]:
    """The filters of the constraints that are no AllDifferent, those of few cells first."""
    return tuple(
        filter_of(layout, constraint)
        for constraint in sorted(layout.others, key=lambda c: len(c.scope))
        if constraint.scope
    )
