"""Orders of search that a model's own search phases ask for, as MiniZinc's annotations do; and hints.

The variables of the first phase are guessed first, then the variables of the next phase; variables
of no phase come last, in the order of the backend's options.  The names are MiniZinc's, with the
meanings of the MiniZinc handbook.  An unknown name counts as ``dom_w_deg`` or ``indomain_min``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from random import Random

from nonet.backends.native.engine import Engine, VariableOrder
from nonet.backends.native.search import (
    Score,
    ValueOrder,
    ascending,
    descending,
    domain_size,
    halves_of,
    shuffled,
    size_over_weight,
)
from nonet.model.domain import bit_positions
from nonet.model.structure import SearchPhase

MOST_LISTED = 1 << 16
"""Size of a domain up to which orders that list all values are used; larger domains are ascending."""


def _smallest(engine: Engine, x: int) -> int:
    mask = engine.masks[x]
    return engine.value(x, mask & -mask)


def _regret(engine: Engine, x: int) -> int:
    """The smallest value less the second smallest."""
    mask = engine.masks[x]
    lowest = mask & -mask
    others = mask ^ lowest
    return lowest.bit_length() - (others & -others).bit_length()


_SCORES: dict[str, Score] = {
    "first_fail": domain_size,
    "anti_first_fail": lambda engine, x: -domain_size(engine, x),
    "smallest": _smallest,
    "largest": lambda engine, x: -engine.value(x, engine.masks[x]),
    "occurrence": lambda engine, x: -engine.degrees[x],
    "most_constrained": lambda engine, x: domain_size(engine, x) - engine.degrees[x] / (1 << 40),
    "max_regret": _regret,
    "dom_w_deg": size_over_weight,
}
"""Scores by the name of the variable order; the first of equals is guessed."""


def phases_first(
    phases: Sequence[SearchPhase], engine: Engine, otherwise: VariableOrder
) -> VariableOrder:
    """Return an order that selects open variables phase by phase, and then as ``otherwise`` does."""
    numbered = [
        ([engine.number[name] for name in phase.variables if name in engine.number], phase)
        for phase in phases
    ]

    def select(engine: Engine) -> int | None:
        masks = engine.masks
        for numbers, phase in numbered:
            open_ = (x for x in numbers if masks[x] & (masks[x] - 1))
            if phase.variable_order == "input_order":
                chosen = next(open_, None)
            else:
                score = _SCORES.get(phase.variable_order, size_over_weight)
                chosen = min(open_, key=lambda x: score(engine, x), default=None)
            if chosen is not None:
                return chosen
        return otherwise(engine)

    return select


def phase_values(
    phases: Sequence[SearchPhase],
    engine: Engine,
    otherwise: ValueOrder,
    seed: int,
    may_split: bool,
) -> ValueOrder:
    """Return a value order: of the first phase with the variable; ``otherwise`` for other variables.

    Without ``may_split`` values are tried one by one, in the order in which halving would reach the
    values: an event or a nogood has a single value.
    """
    orders = _value_orders(seed, may_split)
    of_variable: dict[int, ValueOrder] = {}
    for phase in phases:
        order = orders.get(phase.value_order, ascending)
        for name in phase.variables:
            if name in engine.number:
                of_variable.setdefault(engine.number[name], order)
    return lambda engine, x: of_variable.get(x, otherwise)(engine, x)


def hinted_first(engine: Engine, hint: Mapping[str, int], otherwise: ValueOrder) -> ValueOrder:
    """Return a value order: the value of a hint first, then the remaining values as in
    ``otherwise``."""
    values = {engine.number[name]: value for name, value in hint.items() if name in engine.number}

    def order(engine: Engine, x: int) -> Iterator[int]:
        place = values[x] - engine.bases[x] if x in values else -1
        if place < 0 or not engine.masks[x] >> place & 1:
            return otherwise(engine, x)
        first = 1 << place
        others = (part & ~first for part in otherwise(engine, x))
        return chain((first,), filter(None, others))

    return order


def _value_orders(seed: int, may_split: bool) -> dict[str, ValueOrder]:
    random = Random(seed)
    return {
        "indomain_max": descending,
        "indomain_median": _if_listed(_from_median),
        "indomain_middle": _if_listed(_from_middle),
        "indomain_random": _if_listed(shuffled(random)),
        "indomain_split": _lower_half if may_split else ascending,
        "indomain_reverse_split": _upper_half if may_split else descending,
        "indomain_split_random": (
            (lambda engine, x: (_lower_half, _upper_half)[random.getrandbits(1)](engine, x))
            if may_split
            else _if_listed(shuffled(random))
        ),
    }


def _if_listed(order: ValueOrder) -> ValueOrder:
    return lambda engine, x: (order if domain_size(engine, x) <= MOST_LISTED else ascending)(
        engine, x
    )


def _from_median(engine: Engine, x: int) -> Iterator[int]:
    """Yield the median of the values first, the smaller of two; then the values nearest to the median."""
    places = list(bit_positions(engine.masks[x]))
    middle = (len(places) - 1) // 2
    order = sorted(range(len(places)), key=lambda i: (abs(i - middle), i))
    return (1 << places[i] for i in order)


def _from_middle(engine: Engine, x: int) -> Iterator[int]:
    """Yield the values by distance from the mean of the smallest and the largest."""
    places = list(bit_positions(engine.masks[x]))
    ends = places[0] + places[-1]
    return (1 << place for place in sorted(places, key=lambda place: abs(2 * place - ends)))


def _lower_half(engine: Engine, x: int) -> Iterator[int]:
    return iter(halves_of(engine, x))


def _upper_half(engine: Engine, x: int) -> Iterator[int]:
    return reversed(halves_of(engine, x))
