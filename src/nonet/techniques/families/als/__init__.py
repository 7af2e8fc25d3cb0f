"""Almost locked sets: XZ-rule, XY-wing, chain, death blossom.

The common argument: in every case at least one of some sets holds a value, so candidates that
exclude all its places in each set are false.  The sets are two sets linked by X (XZ), two sets
linked to a third by X and Y (XY-wing), four or more in a row (chain), or one set for each value
of a cell, the stem (death blossom).  Two sets linked by two values are both locked but for
these values: then all other values of each set are eliminated from the cells that see all their
places. Sue de Coq, which is about the same sets where two houses cross, is in
``sue_de_coq.py``.

Definitions follow HoDoKu 2.2.  Neighbouring sets share no cell; afterwards come wings, chains
and blossoms of overlapping sets, which are sound as well (a linking value never has a place in
the shared cells).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from nonet.techniques.candidate_layout import bits
from nonet.techniques.engines.almost_locked import (
    AlmostLockedSets,
    almost_locked_sets,
    truths_and_links,
)
from nonet.techniques.families.als.chains import als_chains
from nonet.techniques.families.als.detail import AlsDetail
from nonet.techniques.families.als.hodoku_chains import (
    best_chain,
    hodoku_sort_key,
    linked_sets_sort_key,
)
from nonet.techniques.families.als.sue_de_coq import sue_de_coqs
from nonet.techniques.hodoku_order import elimination_sort_key
from nonet.techniques.position import Position
from nonet.techniques.step import Step

__all__ = ["find", "find_as_hodoku", "hodoku_sort_key"]


def find(position: Position, requested: frozenset[str]) -> Iterator[Step]:
    """The steps of almost locked sets, fewest sets and cells first; Sue de Coqs before."""
    if "sue-de-coq" in requested:
        yield from sue_de_coqs(position)
    if "als-xz" in requested:
        for result in _xz_patterns(position):
            yield _pattern_step(position, "als-xz", result)
    if "als-xy-wing" in requested:
        for overlap in (False, True):
            for result in _xy_wings(position, overlap=overlap):
                yield _pattern_step(position, "als-xy-wing", result)
    if "als-chain" in requested:
        yield from _chain_steps(position)
    if "death-blossom" in requested:
        done: set[tuple[int, int]] = set()
        yield from _death_blossoms(position, done, overlap=False)
        yield from _death_blossoms(position, done, overlap=True)


def find_as_hodoku(position: Position, requested: frozenset[str]) -> Iterator[Step]:
    """Yield the steps among which HoDoKu chooses; of chains only HoDoKu's choice."""
    for key in ("als-xz", "als-xy-wing"):
        if requested == {key}:  # sets that overlap it does not link
            result = (
                _xz_patterns(position) if key == "als-xz" else _xy_wings(position, overlap=False)
            )
            place = almost_locked_sets(position).hodoku_order
            best = min(
                result,
                key=lambda first: linked_sets_sort_key(*map(place.__getitem__, first[0])),
                default=None,
            )
            if best is not None:
                yield _pattern_step(position, key, best)
            return
    if "als-chain" not in requested:
        yield from find(position, requested)
        return
    almost, layout = almost_locked_sets(position), position.layout
    walk = best_chain(almost, layout, lambda eliminated: elimination_sort_key(layout, eliminated))
    if walk is not None:
        detail = AlsDetail(walk.common_values, _values_of(position, walk.eliminations))
        yield _step(position, almost, "als-chain", walk.set_numbers, walk.eliminations, detail)


AlsPattern = tuple[tuple[int, ...], int, AlsDetail]
"""The numbers of some sets, their eliminations, and the details."""


def _pattern_step(position: Position, key: str, pattern: AlsPattern) -> Step:
    return _step(position, almost_locked_sets(position), key, *pattern)


def _step(
    position: Position,
    almost: AlmostLockedSets,
    key: str,
    numbers: tuple[int, ...],
    eliminated: int,
    detail: AlsDetail,
) -> Step:
    layout = position.layout
    sets = [almost.sets[number] for number in numbers]
    stems = (
        [(1 << detail.stem_cell, position.values[detail.stem_cell])]
        if detail.stem_cell >= 0
        else []
    )
    last = len(sets) - 1
    if stems:
        ties = [(number, last + 1, common) for number, common in enumerate(detail.common_values)]
    elif key == "als-xy-wing":
        ties = [(0, 2, detail.common_values[0]), (1, 2, detail.common_values[1])]
    else:
        ties = [(number, number + 1, common) for number, common in enumerate(detail.common_values)]
    truths, links = truths_and_links(position, [*sets, *stems], ties, eliminated)
    pattern = 0
    for cells, values in (*sets, *stems):
        for cell in bits(cells):
            pattern |= layout.candidates_in(1 << cell, position.values[cell] & values)
    common = 0
    for values in detail.common_values:
        common |= almost.candidates_of_values(values)
    return Step(
        key,
        layout,
        eliminations=eliminated,
        pattern=pattern,
        fins=pattern & almost.candidates_of_values(detail.eliminated_values) & ~common,
        truths=truths,
        links=links,
        sets=tuple(sets),
        detail=detail,
    )


def _values_of(position: Position, candidates: int) -> int:
    return sum(1 << value for value, _ in position.layout.by_value(candidates))


# -- two sets ------------------------------------------------------------------


def _xz_patterns(position: Position) -> Iterator[AlsPattern]:
    """XZ: sets linked by one value, or by two."""
    almost, layout = almost_locked_sets(position), position.layout
    target, slices = almost.targets, almost.value_slices
    for first, ties in enumerate(almost.restricted_commons):
        own = target[first]
        # ``once``: sets linked by a value; ``twice``: by two or more, so that the other values of both
        # are locked; ``maybe``: sets that remove a candidate together with this set.
        once = twice = maybe = 0
        for _, key in ties:
            who = almost.linked[key]
            twice |= once & who
            once |= who
            if own & almost.linked_targets[key]:
                maybe |= who
        if not maybe | twice:
            continue
        others = (maybe | twice) & ((1 << first) - 1)  # each pair once
        if others:
            others &= ~almost.overlapping_sets(first)
        for other in bits(others) if others else ():
            both = own & target[other]
            if not (both or twice >> other & 1):
                continue
            commons = almost.common_values(first, other)
            eliminated = locked = 0
            for value in bits(commons):
                eliminated |= both & ~slices[value]
            ends = _values_of(position, eliminated)
            if commons.bit_count() > 1:
                linking = almost.candidates_of_values(commons)
                for this, that in ((first, other), (other, first)):
                    remaining = target[this] & ~linking
                    if remaining:
                        cells = almost.sets[that][0]
                        locked |= remaining & ~layout.candidates_in(cells, almost.sets[this][1])
            if eliminated | locked:
                detail = AlsDetail((commons,), 0 if locked else ends, bool(locked))
                yield (other, first), eliminated | locked, detail


# -- three sets ----------------------------------------------------------------


def _xy_wings(position: Position, *, overlap: bool) -> Iterator[AlsPattern]:
    """Yield XY-wings: two sets, each linked to a third; with ``overlap``, sets that share cells."""
    almost = almost_locked_sets(position)
    for hinge, ties in enumerate(almost.restricted_commons):
        once = twice = 0
        for _, key in ties:
            result = almost.linked_targets[key]
            twice |= once & result
            once |= result
        if not twice:
            continue
        done: set[tuple[int, int]] = set()
        free = ~(1 << hinge) if overlap else ~almost.overlapping_sets(hinge)
        while twice:
            low = twice & -twice
            twice ^= low
            hit = almost.sets_hit_by(low) & free
            # Sets that remove this candidate, by the value that links them to the hinge: the two sets of a
            # wing are linked to it by different values.
            pools = [
                pool
                for value, key in ties
                if not low & almost.value_slices[value] and (pool := almost.linked[key] & hit)
            ]
            for first, second in combinations(pools, 2):
                for item in bits(first):
                    others = second & ~(1 << item)
                    for other in bits(others):
                        pair = (item, other) if item < other else (other, item)
                        if pair not in done:
                            done.add(pair)
                            yield from _xy_wing(position, almost, hinge, pair, overlap)


def _xy_wing(
    position: Position, almost: AlmostLockedSets, hinge: int, pair: tuple[int, int], overlap: bool
) -> Iterator[AlsPattern]:
    first, second = pair
    cells, others = almost.sets[first][0], almost.sets[second][0]
    shares = bool(cells & others) or bool(
        (1 << first | 1 << second) & almost.overlapping_sets(hinge)
    )
    if shares != overlap or cells | others in (cells, others):
        return
    commons = almost.common_values(first, hinge), almost.common_values(hinge, second)
    eliminated = almost.targets[first] & almost.targets[second]
    eliminated &= ~almost.candidates_of_values(commons[0] | commons[1])
    if eliminated:
        detail = AlsDetail(commons, _values_of(position, eliminated))
        yield (first, second, hinge), eliminated, detail


# -- more sets -----------------------------------------------------------------


def _chain_steps(position: Position) -> Iterator[Step]:
    almost = almost_locked_sets(position)
    for walk in als_chains(almost):
        detail = AlsDetail(walk.common_values, _values_of(position, walk.eliminations))
        yield _step(position, almost, "als-chain", walk.set_numbers, walk.eliminations, detail)


MAX_CHOICES_PER_ELIMINATION = 12
"""How many choices of sets a blossom keeps that would remove the same candidates."""


def _death_blossoms(
    position: Position, done: set[tuple[int, int]], *, overlap: bool
) -> Iterator[Step]:
    """Death blossoms: each value of a stem cell takes a value from some set."""
    almost, layout = almost_locked_sets(position), position.layout
    count, target, sets = layout.cell_count, almost.targets, almost.sets
    stems = sorted(enumerate(position.values), key=lambda item: item[1].bit_count() == 1)
    for stem, values in stems:  # a cell with one value is no real stem, so it comes last
        if not values:
            continue
        petals = []
        for value in bits(values):
            who = almost.sets_losing.get(1 << value * count + stem, 0)
            if not who:
                break
            petals.append((value, who))
        if len(petals) < values.bit_count():
            continue
        goal = ~almost.candidates_of_values(values) & ~layout.cell_candidates(stem)
        for _, who in petals:
            union = 0
            for number in bits(who):
                union |= target[number]
            goal &= union
            if not goal:
                break
        if not goal:
            continue
        hit = almost.sets_hit_by(goal & position.open)
        choices: dict[int, list[tuple[int, int, tuple[int, ...]]]] = {goal: [(0, 0, ())]}
        for _, who in petals:
            grown: dict[int, list[tuple[int, int, tuple[int, ...]]]] = {}
            for number in bits(who & hit):
                cells = sets[number][0]
                size, mask = cells.bit_count(), target[number]
                for old, retained in choices.items():
                    remaining = old & mask
                    if remaining:
                        bucket = grown.setdefault(remaining, [])
                        bucket += [
                            (total + size, used | cells, (*chosen, number))
                            for total, used, chosen in retained
                            if overlap or not used & cells
                        ]
            choices = {
                remaining: sorted(retained)[:MAX_CHOICES_PER_ELIMINATION]
                for remaining, retained in grown.items()
                if retained
            }
        for remaining, retained in sorted(choices.items(), key=lambda item: (item[1][0], item[0])):
            if (stem, remaining) not in done:
                done.add((stem, remaining))
                commons = tuple(1 << value for value, _ in petals)
                detail = AlsDetail(commons, _values_of(position, remaining), stem_cell=stem)
                yield _step(position, almost, "death-blossom", retained[0][2], remaining, detail)
