"""The filters of the named levels: textbook definitions, written to be read and counted.

The fast filters are in ``filters/``.  These ask ``Constraint.holds``, or the fast filters about
one constraint.  ``teaching_engine.py`` has the meaning of each level.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, product
from math import prod

from nonet.backends.native.filter import (
    Filter,
    FilterFactory,
    Masks,
    Store,
    compatible_values,
    representative_values,
)
from nonet.backends.native.filters import LevelName, Levels, filter_factory, make_filters
from nonet.deadline import check, checked
from nonet.model import AllDifferent, AnyOf, Connected, Constraint, Count, Element
from nonet.model.domain import bit_positions
from nonet.model.globals import Cumulative, Precedence

MAX_COMBINATIONS = 20_000
"""Maximum number of combinations of one constraint's values that are enumerated."""

STRONGEST_LEVELS = Levels("gac", "gac")
"""The fast filters at their strongest."""

SupportOracle = Callable[[Sequence[int]], list[int] | None]
"""Maps the masks of a scope's domains to masks of supported values; ``None`` without any."""


# -- backtracking, forward checking, unit propagation: look at what is fixed ---------


class CheckWhenFixed(Filter):
    """Backtracking: the constraint is checked when all its variables are fixed."""

    wakes_on_fixed = True

    def fixed(self, engine: Store, x: int) -> None:
        open_ = [y for y in self.scope if not engine.is_settled(y)]
        if len(open_) == 1:
            self.look_ahead(engine, open_[0])
        elif not open_:
            engine.checks += 1
            if not self.constraint.holds(representative_values(engine, self)):
                engine.fail(self, self.scope)

    def look_ahead(self, engine: Store, y: int) -> None:
        """Hear that all variables but ``y`` are fixed: nothing is done."""


class LookAhead(CheckWhenFixed):
    """Forward checking and unit propagation: once all variables but one are assigned, or fixed, the
    last variable keeps the compatible values.

    Of constraints over two variables Haralick and Elliott, "Increasing tree search efficiency for
    constraint satisfaction problems", 1980; of more, nFC0 of Bessiere, Meseguer, Freuder, Larrosa,
    "On forward checking for non-binary constraint satisfaction", 1999.
    """

    def look_ahead(self, engine: Store, y: int) -> None:
        """Keep the values of ``y`` with which the constraint holds."""
        supported = compatible_values(engine, self, y)
        if supported != engine.masks[y]:
            engine.set(y, supported, self, [z for z in self.scope if z != y])


class CheckPairs(Filter):
    """Backtracking on AllDifferent: a fixed pair must differ."""

    wakes_on_fixed = True

    def fixed(self, engine: Store, x: int) -> None:
        masks = engine.masks
        for y in self.scope:
            if y != x and not masks[y] & (masks[y] - 1):
                engine.checks += 1
                if masks[x] == masks[y]:
                    engine.fail(self, (x, y))


class LookAheadPairs(Filter):
    """Forward checking and unit propagation on AllDifferent: the value of an assigned, or fixed,
    variable is removed from all that are not assigned."""

    wakes_on_fixed = True

    def fixed(self, engine: Store, x: int) -> None:
        masks = engine.masks
        bit = masks[x]
        for y in self.scope:
            if y == x:
                continue
            if y in engine.assigned:  # two that were given the same value at the start
                if masks[y] == bit:
                    engine.fail(self, (x, y))
                continue
            engine.checks += masks[y].bit_count()
            if masks[y] & bit:
                engine.set(y, masks[y] ^ bit, self, (x,))


# -- arc consistency: look for supports pair by pair --------------------------------


class Arc(Filter):
    """Arc consistency of two variables in the manner of AC-3: both are revised when either changes.

    Mackworth, "Consistency in networks of relations", 1977.
    """

    wakes_on_change = True

    def __init__(self, constraint: Constraint, scope: Sequence[int], pairs: ValuePairs) -> None:
        super().__init__(constraint, scope)
        self._pairs = pairs

    def filter(self, engine: Store) -> None:
        masks = engine.masks
        x, y = self.scope
        for reduced, partner, supports in ((x, y, self._pairs[0]), (y, x, self._pairs[1])):
            supported, others = 0, masks[partner]
            for bit in single_bits(masks[reduced]):
                engine.checks += 1
                if others & supports[bit]:
                    supported |= bit
            if supported != masks[reduced]:
                engine.set(reduced, supported, self, (partner,))


ValuePairs = tuple[dict[int, int], dict[int, int]]
"""For each value of a variable, as a bit, the mask of the compatible values of the other variable;
and back."""


def allowed_pairs(constraint: Constraint, engine: Store) -> ValuePairs:
    """Every pair of values of a constraint over two variables, asked once."""
    x, y = (engine.number[name] for name in constraint.scope)
    first, second = constraint.scope
    pairs: ValuePairs = (
        dict.fromkeys(single_bits(engine.full_masks[x]), 0),
        dict.fromkeys(single_bits(engine.full_masks[y]), 0),
    )
    for a in pairs[0]:
        check()
        for b in pairs[1]:
            value = {first: engine.value(x, a), second: engine.value(y, b)}
            if constraint.holds(value):
                pairs[0][a] |= b
                pairs[1][b] |= a
    return pairs


# -- bounds and generalised arc consistency: look at the whole constraint -----------


class OracleConsistency(Filter):
    """Generalised arc consistency by asking an oracle."""

    wakes_on_change = True
    priority = 2

    def __init__(self, constraint: Constraint, scope: Sequence[int], oracle: SupportOracle) -> None:
        super().__init__(constraint, tuple(dict.fromkeys(scope)))
        self._oracle = oracle

    def reduced(self, masks: Masks) -> Masks | None:
        supported = self._oracle([self.queried_mask(mask) for mask in masks])
        if supported is None:
            return None
        pairs = zip(masks, supported, strict=True)
        return tuple([mask & self.queried_mask(mask & allowed) for mask, allowed in pairs])

    def queried_mask(self, mask: int) -> int:
        """Return the values for which the oracle is queried, given a domain."""
        return mask


class OracleBoundsConsistency(OracleConsistency):
    """Bounds(Z): the oracle is asked about all integers between the bounds."""

    def queried_mask(self, mask: int) -> int:
        return hull(mask)


def enumeration_oracle(constraint: Constraint, engine: Store) -> SupportOracle:
    """Return an oracle that enumerates combinations until every value has a support: exact for any
    constraint."""
    names = tuple(dict.fromkeys(constraint.scope))
    bases = [engine.bases[engine.number[name]] for name in names]

    def oracle(masks: Sequence[int]) -> list[int] | None:
        supported = [0] * len(masks)
        full = list(masks)
        for number, row in enumerate(product(*map(single_bits, masks))):
            if not number & 255:
                check()
            if all(bit & mask for bit, mask in zip(row, supported, strict=True)):
                continue
            values = [base + bit.bit_length() - 1 for base, bit in zip(bases, row, strict=True)]
            if constraint.holds(dict(zip(names, values, strict=True))):
                supported = [mask | bit for mask, bit in zip(supported, row, strict=True)]
                if supported == full:
                    break
        return supported if all(supported) else None

    return oracle


def filter_oracle(constraint: Constraint, engine: Store) -> SupportOracle:
    """The fast filters, in an engine of their own over this constraint and whole ranges."""
    within = filter_factory(STRONGEST_LEVELS)
    propagate = engine.sub_engine((constraint,), within, hull)
    scope = variable_numbers(constraint, engine)

    def oracle(masks: Sequence[int]) -> list[int] | None:
        supported = propagate(dict(zip(scope, masks, strict=True)))
        return None if supported is None else [supported[x] for x in scope]

    return oracle


def is_exact(constraint: Constraint) -> bool:
    """Whether the fast filters at their strongest reach generalised arc consistency."""
    match constraint:
        case AnyOf() | Connected() | Cumulative():
            return False
        case Precedence(of=of):
            return len(constraint.scope) == len(of) == sum(len(each.terms) for each in of)
        case Element(array=array, index=index, value=value):
            return len({*array, index, value}) == len(array) + 2
        case Count(counted=counted, number=number):
            return number not in counted and len(set(counted)) == len(counted)
        case _:
            return len(set(constraint.scope)) == len(constraint.scope)


def is_enumerated(constraint: Constraint, engine: Store, ranges: bool = False) -> bool:
    """Whether trying is the only exact way, and the combinations are few enough."""
    masks = [engine.full_masks[engine.number[name]] for name in set(constraint.scope)]
    sizes = ((hull(mask) if ranges else mask).bit_count() for mask in masks)
    return not is_exact(constraint) and prod(sizes) <= MAX_COMBINATIONS


# -- the makers, by level --------------------------------------------------------------


def backtracking(constraint: Constraint, engine: Store) -> Sequence[Filter]:
    """Checks alone."""
    kind = CheckPairs if type(constraint) is AllDifferent else CheckWhenFixed
    return [kind(constraint, variable_numbers(constraint, engine))]


def look_ahead(constraint: Constraint, engine: Store) -> Sequence[Filter]:
    """Filters that look one step ahead, from what is assigned or fixed."""
    if len(set(constraint.scope)) == 1:
        return gac(constraint, engine)
    kind = LookAheadPairs if type(constraint) is AllDifferent else LookAhead
    return [kind(constraint, variable_numbers(constraint, engine))]


def arc_consistency(constraint: Constraint, engine: Store) -> Sequence[Filter]:
    """An arc for each pair of an AllDifferent, and for each constraint over two variables."""
    scope = variable_numbers(constraint, engine)
    if type(constraint) is AllDifferent:
        return [
            Arc(constraint, pair, _different_pairs(engine, *pair))
            for pair in checked(combinations(scope, 2))
        ]
    if len(constraint.scope) == len(scope) == 2:
        return [Arc(constraint, scope, allowed_pairs(constraint, engine))]
    return gac(constraint, engine)


def _different_pairs(engine: Store, x: int, y: int) -> ValuePairs:
    """The pairs of "different", without asking."""
    first, second = engine.full_masks[x], engine.full_masks[y]
    return {bit: second & ~bit for bit in single_bits(first)}, {
        bit: first & ~bit for bit in single_bits(second)
    }


def bounds(constraint: Constraint, engine: Store) -> Sequence[Filter]:
    """The oracle, asked about ranges."""
    way = enumeration_oracle if is_enumerated(constraint, engine, ranges=True) else filter_oracle
    scope = variable_numbers(constraint, engine)
    return [OracleBoundsConsistency(constraint, scope, way(constraint, engine))]


def gac(constraint: Constraint, engine: Store) -> Sequence[Filter]:
    """Return the fast filters where these are exact, for their reasons are better; else an
    enumerating filter."""
    if is_enumerated(constraint, engine):
        way = enumeration_oracle(constraint, engine)
        return [OracleConsistency(constraint, variable_numbers(constraint, engine), way)]
    return make_filters(constraint, engine, STRONGEST_LEVELS)


LEVEL_FACTORIES: dict[LevelName, FilterFactory] = {
    "generate-and-test": lambda constraint, engine: [],
    "backtracking": backtracking,
    "forward-checking": look_ahead,
    "unit-propagation": look_ahead,
    "arc-consistency": arc_consistency,
    "bounds": bounds,
    "gac": gac,
}
"""The maker of filters of each level."""


# -- small tools ---------------------------------------------------------------------


def variable_numbers(constraint: Constraint, engine: Store) -> list[int]:
    """The numbers of a constraint's variables, each once."""
    return [engine.number[name] for name in dict.fromkeys(constraint.scope)]


def single_bits(mask: int) -> Iterator[int]:
    """Yield the bits of a mask, lowest first."""
    for number, place in enumerate(bit_positions(mask)):
        if not number & 255:
            check()
        yield 1 << place


def hull(mask: int) -> int:
    """All bits between the lowest and the highest."""
    return (1 << mask.bit_length()) - (mask & -mask) if mask else 0
