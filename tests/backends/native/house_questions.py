"""Random filters with houses and open values, and what brute force says of them."""

from itertools import product

from hypothesis import assume
from hypothesis import strategies as st

from nonet.backends.native.engine import Engine
from nonet.backends.native.filters.houses import house_filter
from nonet.model import AllDifferent, Connected, Model
from nonet.model.domain import bit_positions
from nonet.testing.strategies import (
    any_ofs,
    counts,
    domains,
    elements,
    linears,
    regulars,
    tables,
)


@st.composite
def connecteds(draw, names):
    pairs = [(a, b) for a in names for b in names if a < b]
    edges = tuple(pair for pair in pairs if draw(st.booleans()))
    return Connected(tuple(names), edges, ((0, 1), (2,)))


KINDS = {
    "Linear": linears,
    "Count": counts,
    "Regular": regulars,
    "Table": tables,
    "Element": elements,
    "AnyOf": any_ofs,
    "Connected": connecteds,
}


@st.composite
def questions(draw, kind):
    """A filter with houses over its scope, and open values of each variable."""
    declared = draw(domains())
    constraint = draw(KINDS[kind](list(declared)))
    scope = list(dict.fromkeys(constraint.scope))
    assume(len(scope) > 1)
    some = st.lists(st.sampled_from(scope), min_size=2, max_size=len(scope), unique=True)
    houses = [AllDifferent(tuple(names)) for names in draw(st.lists(some, max_size=2))]
    engine = Engine(Model(declared).structure, lambda constraint, engine: ())
    drawn = {}
    for x in {engine.number[name] for name in scope}:
        values = list(bit_positions(engine.full_masks[x]))
        drawn[x] = sum(1 << n for n in draw(st.sets(st.sampled_from(values), min_size=1)))
    judged = house_filter(constraint, engine, houses)
    return judged, houses, tuple(drawn[x] for x in judged.scope)


def solutions(judged, houses, masks):
    """All choices of values for which the constraint and its houses hold, by trying them."""
    names = [judged.engine.names[x] for x in judged.scope]
    open_ = {}
    for name, mask, base in zip(names, masks, judged.bases, strict=True):
        open_[name] = list(bit_positions(mask, base))
    for values in product(*open_.values()):
        chosen = dict(zip(open_, values, strict=True))
        if all(constraint.holds(chosen) for constraint in (judged.constraint, *houses)):
            yield tuple(chosen[name] for name in names)


def supported(judged, houses, masks):
    """Generalised arc consistency word for word: the values in some solution."""
    chosen = list(solutions(judged, houses, masks))
    return chosen and tuple(
        sum({1 << value - base for value in column})
        for column, base in zip(zip(*chosen, strict=True), judged.bases, strict=True)
    )


def choices(judged, masks):
    return [
        list(bit_positions(mask)) for mask in dict(zip(judged.scope, masks, strict=True)).values()
    ]
