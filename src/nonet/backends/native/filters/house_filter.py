"""The base of the filters of level ``gac-with-houses``, their reasons, and a filter by search.

A *group* is variables of a scope that an AllDifferent of the model, a *house*, makes different.  A
filter of this level keeps a value if it is in a solution of the constraint and of the differences
of all its groups together; a constraint that holds whatever values its variables take removes
nothing.  Such a filter depends on domains alone, so it serves an engine and human logic alike, and
tells why values go: :meth:`HouseFilter.reason`.

>>> from nonet.backends.native.engine import Engine
>>> from nonet.backends.native.filters.houses import house_filter
>>> from nonet.model import AllDifferent, Linear, Model
>>> cage = Linear.sum(("a", "b", "c"), "==", 7)
>>> model = Model(dict.fromkeys("abc", range(1, 10)), [cage])
>>> engine = Engine(Model(model.domains).structure, lambda constraint, engine: [])
>>> cage_filter = house_filter(cage, engine, [AllDifferent(cage.scope)])
>>> [bin(mask) for mask in cage_filter.reduced((0b111111111,) * 3)]
['0b1011', '0b1011', '0b1011']
>>> reason = cage_filter.reason((0b10010, 0b1000, 0b111), 0, 0b10000)
>>> reason.places, bin(reason.masks[1]), reason.needs_houses
((1,), '0b111111110', False)
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from operator import and_, or_
from time import monotonic
from typing import NamedTuple

from nonet.backends.base import Request
from nonet.backends.lowering import run_lowered
from nonet.backends.native.filter import CachedFilter, Condition, Masks, ReasonStore, Store
from nonet.backends.native.filters.layers import Layers
from nonet.backends.registry import find_backend
from nonet.model import AllDifferent, Constraint, Domain, Model
from nonet.model.domain import bit_positions

MAX_RELAXED_VARIABLES = 14
"""Variables of a constraint up to which each is tried whether a removal depends on its domain."""
MAX_RELAXED_VALUES = 150
"""Missing values of the variables of a reason up to which each is tried whether it matters."""


def houses_among(
    scope: Iterable[str], kind: str, houses: Iterable[AllDifferent]
) -> tuple[AllDifferent, ...]:
    """Return the houses that make two or more variables different, one for each largest group,
    among equals one of the same ``kind`` of rule."""
    variables, chosen = frozenset(scope), dict[frozenset[str], AllDifferent]()
    for house in houses:
        group = variables.intersection(house.scope)
        if len(group) > 1 and (house.rule.kind == kind or group not in chosen):
            chosen[group] = house
    return tuple(h for group, h in chosen.items() if not any(group < other for other in chosen))


class Reason(NamedTuple):
    """Domains of the scope from which a removal, or a failure, follows.

    ``masks`` are as wide as was found: any value more, and the removal does not follow from them.
    ``places`` are the places in the scope whose domain matters, the variable that loses values not
    among them.  ``needs_houses`` says whether the constraint alone is not enough.
    """

    masks: Masks
    places: tuple[int, ...]
    needs_houses: bool


class HouseFilter(CachedFilter):
    """The base of the filters of this level."""

    wakes_on_change = True
    priority = 2
    most_cached = 20_000
    is_cheap = True
    """Whether a question takes no search, so that a reason may ask some hundred."""

    def __init__(
        self, constraint: Constraint, engine: Store, houses: Sequence[AllDifferent] = ()
    ) -> None:
        super().__init__(constraint, [engine.number[name] for name in constraint.scope])
        self.engine = engine
        self.houses = houses_among(constraint.scope, constraint.rule.kind, houses)
        self.groups = tuple(
            tuple(x for x in dict.fromkeys(self.scope) if engine.names[x] in house.scope)
            for house in self.houses
        )
        """For each house the variables that must differ."""
        self.full_masks = tuple(engine.full_masks[x] for x in self.scope)
        self.bases = tuple(engine.bases[x] for x in self.scope)
        self.width = max(map(int.bit_length, self.full_masks))
        self.is_repeated = len(set(self.scope)) < len(self.scope)
        """Whether a variable is listed twice."""

    @cached_property
    def without_houses(self) -> HouseFilter:
        """The filter of the constraint alone."""
        return type(self)(self.constraint, self.engine) if self.groups else self

    @cached_property
    def in_one_house(self) -> bool:
        """Whether all variables must differ from each other."""
        return not self.is_repeated and any(len(g) == len(self.scope) for g in self.groups)

    @cached_property
    def shifts(self) -> list[tuple[int, ...]]:
        """For each place the shift of a value's bit in each group; none where listed again."""
        return [
            tuple(n * self.width for n, group in enumerate(self.groups) if x in group)
            if self.scope.index(x) == place
            else ()
            for place, x in enumerate(self.scope)
        ]

    def is_entailed(self, masks: Masks) -> bool:
        """Return whether the constraint holds for all choices, where that is quick to see."""
        return False

    def layers(self, masks: Masks) -> Layers | None:
        """Return a graph of all solutions; ``None`` where there are too many, or there is none."""
        return None

    def solutions(self, masks: Masks, greatest_first: bool = False) -> Iterator[Masks]:
        """Yield solutions, each a bit for each place, least values first; none where the filter
        cannot list them without search."""
        layers = self.layers(masks)
        return iter(()) if layers is None else layers.paths(greatest_first)

    def relevant_values(self, masks: Masks) -> list[int]:
        """Return for each place the values, by group, that places after it may still take."""
        later, results = 0, []
        for mask, shifts in zip(reversed(masks), reversed(self.shifts), strict=True):
            results.append(later)
            for shift in shifts:
                later |= mask << shift
        return results[::-1]

    # -- reasons ---------------------------------------------------------------------------

    def reason(self, masks: Masks, place: int, values: int) -> Reason | None:
        """Return why a place cannot have some values, or with ``place`` -1 why the constraint cannot
        hold; ``None`` if that does not follow from the domains.

        A minimal set of premises by deletion, the widest domains first, which say the least; then
        the single values that are missing in those that matter.
        """
        own = self.scope[place] if place >= 0 else -1
        weak = self._replaced(masks, own, values)
        chosen = self.without_houses
        if chosen.reduced(weak) is not None:
            chosen = self
            if chosen.reduced(weak) is not None:
                return None
        places = [self.scope.index(x) for x in dict.fromkeys(self.scope) if x != own]
        if len(places) <= MAX_RELAXED_VARIABLES:
            for n in sorted(places, key=lambda n: -masks[n].bit_count()):
                relaxed = self._replaced(weak, self.scope[n], self.full_masks[n])
                if relaxed == weak or chosen.reduced(relaxed) is None:
                    places.remove(n)
                    weak = relaxed
        missing = {n: self.full_masks[n] & ~weak[n] for n in places}
        if self.is_cheap and sum(map(int.bit_count, missing.values())) <= MAX_RELAXED_VALUES:
            for n, mask in missing.items():
                for bit in bit_positions(mask):
                    relaxed = self._replaced(weak, self.scope[n], weak[n] | 1 << bit)
                    if chosen.reduced(relaxed) is None:
                        weak = relaxed
        return Reason(weak, tuple(places), bool(chosen.groups))

    def _replaced(self, masks: Masks, x: int, mask: int) -> Masks:
        return tuple([mask if y == x else own for y, own in zip(self.scope, masks, strict=True)])

    def explain(
        self, engine: ReasonStore, x: int | None, removed: int, because: Sequence[int]
    ) -> Iterable[Condition]:
        """Return the conditions of the reason."""
        masks = tuple(map(engine.mask_then, self.scope))
        place = -1 if x is None else self.scope.index(x)
        reason = self.reason(masks, place, removed)
        if reason is None:  # values that went one after the other
            return super().explain(engine, x, removed, because)
        return [(self.scope[n], reason.masks[n]) for n in reason.places]


# -- any constraint, by search -------------------------------------------------------------

MAX_EFFORT = 25_000
"""Most filter runs for a question, half a second of work; a value that is undecided by then may be
possible.  The limit is a count, not seconds, so that every machine gives the same answer."""
MAX_SUPPORTS = 256
"""Most solutions that a filter by search stores: the latest."""
MAX_SHOWN = 8
"""Stored solutions, at most, that are given for some domains."""

_EFFORT_COUNTS = {"native": "filterings", "lockstep": "guesses"}


class SearchedSupports(HouseFilter):
    """Any constraint, by search with ``native``, which counts its work.

    A solution supports its values wherever all of the solution is open again, so most searches
    are for impossible values (residual supports: Lecoutre and Hemery, A Study of Residual
    Supports in Arc Consistency, 2007).
    """

    is_cheap = False

    def __init__(
        self, constraint: Constraint, engine: Store, houses: Sequence[AllDifferent] = ()
    ) -> None:
        super().__init__(constraint, engine, houses)
        self._supports: deque[Masks] = deque(maxlen=MAX_SUPPORTS)

    def _open_supports(self, masks: Masks) -> list[Masks]:
        """Return the stored solutions whose values are all in some domains."""
        return [support for support in self._supports if all(map(and_, support, masks))]

    def solutions(self, masks: Masks, greatest_first: bool = False) -> Iterator[Masks]:
        yield from self._open_supports(masks)[-MAX_SHOWN:]

    def supported(self, masks: Masks) -> Masks | None:
        names = self.constraint.scope
        model = self._model.narrow(
            {
                name: Domain.from_mask(mask, base)
                for name, mask, base in zip(names, masks, self.bases, strict=True)
            }
        )
        effort, remaining = MAX_EFFORT, [0] * len(masks)
        for support in self._open_supports(masks):
            remaining = list(map(or_, remaining, support))
        for index, (name, mask) in enumerate(zip(names, masks, strict=True)):
            while undecided := mask & ~remaining[index]:
                if effort <= 0:
                    remaining[index] |= undecided  # what was not decided may be
                    break
                domain = Domain.from_mask(undecided, self.bases[index])
                solution, spent = search_solution(model.narrow({name: domain}), effort)
                effort -= spent
                if solution is not None:
                    choice = tuple(
                        1 << solution[each] - base
                        for each, base in zip(names, self.bases, strict=True)
                    )
                    self._supports.append(choice)
                    remaining = list(map(or_, remaining, choice))
                elif effort > 0:
                    break
            if not remaining[index]:
                return None
        return tuple(remaining)

    @cached_property
    def _model(self) -> Model:
        """The constraint with its houses, over all values: one structure serves all searches."""
        engine, names = self.engine, self.engine.names
        houses = [AllDifferent(tuple(names[x] for x in group)) for group in self.groups]
        domains = {names[x]: engine.domain(x, engine.full_masks[x]) for x in self.scope}
        return Model(domains, [self.constraint, *houses])


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
