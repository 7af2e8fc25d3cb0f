"""Almost locked sets: XZ-rule, XY-wing, chain, death blossom.

The common argument: in every case at least one of some sets holds a value, so candidates that
exclude all its places in each set are false.  The sets are two sets linked by X (XZ), two sets
linked to a third by X and Y (XY-wing), four or more in a row (chain), or one set for each value
of a cell, the stem (death blossom).  Two sets linked by two values are both locked but for
these values: then all other values of each set are eliminated from the cells that see all their
places. Sue de Coq is about the same sets where two houses cross.

Definitions follow HoDoKu 2.2.  Neighbouring sets share no cell; afterwards come wings, chains
and blossoms of overlapping sets, which are sound as well (a linking value never has a place in
the shared cells).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, pairwise
from typing import Any, NamedTuple, cast

from nonet.techniques.candidate_layout import Layout, bits
from nonet.techniques.engines import phrases
from nonet.techniques.engines.almost_locked import (
    AlmostLockedSets,
    almost_locked_sets,
    named_sets,
    set_text,
    truths_and_links,
)
from nonet.techniques.engines.house_subsets import Subset, subsets_in
from nonet.techniques.position import Position
from nonet.techniques.step import Step, StepText, elimination_sort_key, set_sort_key, step_sort_key

# Steps of almost locked sets in words: pairs, wings, chains and blossoms.


@dataclass(frozen=True, slots=True)
class AlsDetail:
    """The links' values, the common values, the stem cell.

    ``common_values`` are masks of values, one a link; ``eliminated_values`` the values removed by
    the sets at both ends; ``doubly_linked`` whether two links lock the sets.
    """

    common_values: tuple[int, ...] = ()
    eliminated_values: int = 0
    doubly_linked: bool = False
    stem_cell: int = -1

    def describe(self, step: Step) -> StepText:
        """A step of almost locked sets in words."""
        tell = {
            "als-xz": _describe_pair,
            "als-xy-wing": _describe_wing,
            "als-chain": _describe_chain,
        }
        return tell.get(step.key, _describe_blossom)(step, self)


def _cells_text(step: Step, number: int) -> str:
    return phrases.cell_list(step.layout, step.sets[number][0])


def _set_text(step: Step, number: int) -> str:
    cells, values = step.sets[number]
    first = cells.bit_count() == 1
    held = phrases.value_list(step.layout, values, "or" if first else "and")
    if first:
        return f"{_cells_text(step, number)} is {held}"
    return f"{_cells_text(step, number)} hold only {held}, one value more than cells"


def _conclusion_text(step: Step) -> str:
    removal = phrases.removal_text(step.layout, step.eliminations)
    return f"A cell that sees all its places there cannot have it: {removal}."


def _describe_pair(step: Step, detail: AlsDetail) -> StepText:
    layout = step.layout
    commons, ends = (
        layout.value_text(mask, ",") for mask in (detail.common_values[0], detail.eliminated_values)
    )
    notation = f"{named_sets(layout, step.sets)}, X={commons}" + (f", Z={ends}" if ends else "")
    look = f"Look at {_cells_text(step, 0)} and at {_cells_text(step, 1)}"
    both = f"{_set_text(step, 0)}, and {_set_text(step, 1)}. "
    if detail.common_values[0].bit_count() > 1:
        values = phrases.value_list(layout, detail.common_values[0])
        body = (
            f"Of {values}, none fits in both groups and each group can miss only one, so each "
            f"group holds one of them and all its other values. "
        )
    else:
        value = layout.value_text(detail.common_values[0])
        body = (
            f"Only one of the groups can hold {value}, and the one without it needs all its other "
            "values. So one of them holds "
            f"{phrases.value_list(layout, detail.eliminated_values)} in any case. "
        )
    return StepText(notation, look, both + body + _conclusion_text(step))


def _describe_wing(step: Step, detail: AlsDetail) -> StepText:
    layout = step.layout
    item, other = detail.common_values
    notation = (
        f"{named_sets(layout, step.sets)}, X,Y={layout.value_text(item | other, ',')}, "
        f"Z={layout.value_text(detail.eliminated_values, ',')}"
    )
    look = f"Look at {_cells_text(step, 2)}, which links {_cells_text(step, 0)} with {_cells_text(step, 1)}"
    first = item if item.bit_count() == 1 or item == other else item & ~other
    first &= -first
    second = other & ~first
    plain = (
        f"{_set_text(step, 2)}; {_set_text(step, 0)}; {_set_text(step, 1)}. If the group of "
        f"{_cells_text(step, 0)} has "
        f"no {phrases.value_list(layout, detail.eliminated_values, 'or')}, it needs "
        f"{layout.value_text(first & -first)}, so the first group misses that and needs "
        f"{layout.value_text(second & -second)}, so the group of {_cells_text(step, 1)} misses "
        "that and "
        f"holds all its other values. One of the two holds "
        f"{phrases.value_list(layout, detail.eliminated_values)} in any case. "
        f"{_conclusion_text(step)}"
    )
    return StepText(notation, look, plain)


def _describe_chain(step: Step, detail: AlsDetail) -> StepText:
    layout = step.layout
    ends = layout.value_text(detail.eliminated_values)
    parts = [set_text(layout, *step.sets[0])]
    sentences = []
    for number, common in enumerate(detail.common_values):
        parts += [f"-{layout.value_text(common)}-", set_text(layout, *step.sets[number + 1])]
        sentences.append(
            f"{'so that one' if number else 'it'} needs {layout.value_text(common & -common)}, "
            f"which then fails in {_cells_text(step, number + 1)}"
        )
    plain = (
        f"Each of these groups of cells has one value more than cells, so if it misses one value "
        f"it holds all others. If {_cells_text(step, 0)} misses "
        f"{phrases.value_list(layout, detail.eliminated_values, 'or')}, {'; '.join(sentences)}. That "
        "last group then "
        f"holds {phrases.value_list(layout, detail.eliminated_values)}: one end does in any "
        f"case. {_conclusion_text(step)}"
    )
    last = len(step.sets) - 1
    look = f"Look at the chain of groups from {_cells_text(step, 0)} to {_cells_text(step, last)}"
    return StepText(f"{ends}- {' '.join(parts)} -{ends}", look, plain)


def _describe_blossom(step: Step, detail: AlsDetail) -> StepText:
    layout = step.layout
    stem = layout.display_names[detail.stem_cell]
    symbols = [layout.value_text(common) for common in detail.common_values]
    parts = [
        f"-{symbol}- {set_text(layout, *pair)}"
        for symbol, pair in zip(symbols, step.sets, strict=True)
    ]
    sentences = [
        f"{symbol} takes {symbol} from {_cells_text(step, number)}"
        for number, symbol in enumerate(symbols)
    ]
    plain = (
        f"Each of these groups of cells has one value more than cells, so if it loses one value "
        f"it holds all others. Whatever {stem} is, one of them loses a value: {'; '.join(sentences)}. "
        f"So one of them holds {phrases.value_list(layout, detail.eliminated_values)} in any "
        f"case. {_conclusion_text(step)}"
    )
    notation = f"{layout.cell_text(1 << detail.stem_cell)}, {', '.join(parts)}"
    return StepText(notation, f"Look at {stem} and what each of its values takes away", plain)


# Chains of almost locked sets: four or more, each linked with the next by another value.
#
# If a candidate excludes all places of its value in the first set, that set loses the value, so
# the set holds the next value, so its neighbour loses this next value, and so on: the last set
# must hold every value but the lost value. If the candidate excludes one of these values too, the
# candidate is false.
#
# Before any chain is walked, a table says which candidates a set that has lost a value can reach
# within so many sets. The table takes one pass over all links for each set in the chain's length,
# and most walks never begin.
#
# As in HoDoKu 2.2, a chain's last link may have two values; neither then counts as a value of
# both ends.

MIN_SETS, MAX_SETS = 4, 7
"""How many sets a chain has."""


class AlsChain(NamedTuple):
    """A chain: the sets' numbers, the values of each link (masks), the eliminations."""

    set_numbers: tuple[int, ...]
    common_values: tuple[int, ...]
    eliminations: int


def als_chains(almost: AlmostLockedSets) -> Iterator[AlsChain]:
    """Yield chains, fewest sets first, one for each conclusion; chains of overlapping
    neighbours last.
    """
    reach = _ReachableEliminations(almost)
    starts = [
        (tie, number) for number, ties in enumerate(almost.restricted_commons) for tie in ties
    ]
    starts = [start for start in starts if reach.possible_eliminations(MAX_SETS, *start)]
    done: set[int] = set()
    for overlap in (False, True):
        for length in range(MIN_SETS, MAX_SETS + 1):
            for (value, key), first in starts:
                goal = reach.possible_eliminations(length, (value, key), first)
                if goal:
                    for walk in _chains_from(almost, reach, first, value, goal, length, overlap):
                        if walk.eliminations not in done:
                            done.add(walk.eliminations)
                            yield walk


class _ReachableEliminations:
    """Which candidates a set that lost a value excludes by a chain of up to n sets.

    A *loss* is a set with its lost value, as one number.  ``lost[n - 1]`` is the reach of each
    loss by up to ``n`` sets, ``linked[n - 1]`` the reach of the sets linked to some places.
    """

    def __init__(self, almost: AlmostLockedSets) -> None:
        self.clock = almost.deadline
        self.size = len(almost.value_slices)
        own = {}
        self.inner: list[list[tuple[int, int]]] = []
        for number, ties in enumerate(almost.restricted_commons):
            target = almost.targets[number]
            losses = []
            for value, key in ties:
                loss = number * self.size + value
                own[loss] = target & ~almost.value_slices[value]
                losses.append((loss, key))
            if len(ties) > 1:
                self.inner.append(losses)
        self.entered = [
            (key, [number * self.size + key % self.size for number in bits(who)])
            for key, who in almost.linked.items()
        ]
        self.lost = [own]
        self.linked = [self._reached_by_key(own)]
        while len(self.lost) < MAX_SETS - 1:
            self._extend()

    def possible_eliminations(self, length: int, tie: tuple[int, int], first: int) -> int:
        """Return the possible eliminations by a chain of ``length`` sets from ``first`` by a
        tie.
        """
        value, key = tie
        return self.lost[0][first * self.size + value] & self.linked[length - 2][key]

    def _reached_by_key(self, lost: dict[int, int]) -> dict[int, int]:
        links = {}
        for key, losses in self.entered:
            result = 0
            for loss in losses:
                result |= lost[loss]
            links[key] = result
        return links

    def _extend(self) -> None:
        self.clock.check()
        last, links = self.lost[-1], self.linked[-1]
        if len(self.lost) > 1 and last == self.lost[-2]:  # nothing more to reach
            self.lost.append(last)
            self.linked.append(links)
            return
        grown = last.copy()
        for losses in self.inner:
            once = twice = 0
            for _, key in losses:
                result = links[key]
                twice |= once & result
                once |= result
            for loss, key in losses:
                grown[loss] |= twice | once & ~links[key]
        self.lost.append(grown)
        self.linked.append(self._reached_by_key(grown))


def _chains_from(
    almost: AlmostLockedSets,
    reach: _ReachableEliminations,
    first: int,
    value: int,
    goal: int,
    length: int,
    overlap: bool,
) -> Iterator[AlsChain]:
    """The chains of ``length`` sets from ``first`` by ``value`` that remove some of
    ``possible_eliminations``."""
    free = -1 if overlap else ~almost.overlapping_sets(first)
    lasts = almost.sets_hit_by(goal) & ~(1 << first)
    frontier: dict[tuple[int, int], tuple[tuple[int, ...], int]] = {}
    size, lost_by = reach.size, reach.lost[length - 2]
    for number in bits(
        almost.linked[dict(almost.restricted_commons[first])[value]] & free & ~(1 << first)
    ):
        if lost_by[number * size + value] & goal:
            frontier[number, value] = (first, number), 1 << first | 1 << number
    for depth in range(2, length):
        grown: dict[tuple[int, int], tuple[tuple[int, ...], int]] = {}
        lost_by, linked = reach.lost[length - depth - 1], reach.linked[length - depth - 1]
        for (number, lost), (path, used) in frontier.items():
            almost.deadline.check()
            free = ~used if overlap else ~(used | almost.overlapping_sets(number))
            for next_value, key in almost.restricted_commons[number]:
                if next_value == lost or not linked[key] & goal:
                    continue
                who = almost.linked[key] & free
                if depth == length - 1:
                    for last in bits(who & lasts):
                        yield from _closing_chain(almost, (*path, last), value, lost)
                    continue
                for after in bits(who):
                    if (after, next_value) not in grown and (
                        lost_by[after * size + next_value] & goal
                    ):
                        grown[after, next_value] = (*path, after), used | 1 << after
        frontier = grown


def _closing_chain(
    almost: AlmostLockedSets, path: tuple[int, ...], value: int, lost: int
) -> Iterator[AlsChain]:
    first, last = path[0], path[-1]
    final = almost.common_values(path[-2], last) & ~(1 << lost)
    eliminated = almost.targets[first] & almost.targets[last]
    eliminated &= ~(almost.value_slices[value] | almost.candidates_of_values(final))
    if eliminated:
        yield AlsChain(path, _common_values(almost, path, value, final), eliminated)


def _common_values(
    almost: AlmostLockedSets, path: tuple[int, ...], value: int, final: int
) -> tuple[int, ...]:
    """Return the values that link each set with the next: never the lost value of the set."""
    results = [1 << value]
    for first, second in pairwise(path[1:-1]):
        free = almost.common_values(first, second)
        if results[-1].bit_count() == 1:
            free &= ~results[-1]
        results.append(free)
    return (*results, final)


# Sue de Coq: cells where two houses cross, with at least two values more than cells.
#
# Cells of the first house alone and cells of the second alone take up the surplus: together all
# these cells have as many values as cells, when a value is counted once for each house that
# confines the value. So every value is used, and is eliminated from the rest of its house; a
# value that only the crossing can hold, from both houses.
#
# The extended form follows HoDoKu 2.2: the cells outside may bring values of their own, each with
# a further cell, even the same value in both houses.
#
# Source: "Sue de Coq", Two-Sector Disjoint Subsets, Players' forum, 2005. The result for a pair
# of houses depends on its cells' values alone and is cached from step to step.


class SueDeCoq(NamedTuple):
    """The cells of crossing, line and box (each with values), and the eliminations."""

    line: int
    box: int
    crossing_set: Subset
    line_set: Subset
    box_set: Subset
    eliminations: int

    @property
    def cell_count(self) -> int:
        """The number of cells."""
        return (self.crossing_set[0] | self.line_set[0] | self.box_set[0]).bit_count()


def sue_de_coqs(position: Position) -> Iterator[Step]:
    """Sue de Coqs, fewest cells first."""
    patterns: list[SueDeCoq] = []
    for line, box, shared, candidates in _crossing_pairs(position.layout):
        remaining = position.open & candidates
        patterns += position.path_cached(_search, line, box, shared, remaining)
    patterns.sort(key=lambda first: first.cell_count)
    for first in patterns:
        yield _sue_de_coq_step(position, first)


@lru_cache(maxsize=64)
def _crossing_pairs(layout: Layout) -> tuple[tuple[int, int, tuple[int, ...], int], ...]:
    """Houses that cross in two cells or more: a line with a box, each pair once.

    Each pair comes with the shared cells and all candidates of the shared cells.
    """
    lines = ("row", "column")
    result: dict[tuple[int, int], tuple[int, int, tuple[int, ...], int]] = {}
    for first, second, shared in layout.crossings:
        pair = (min(first, second), max(first, second))
        if layout.houses[first].kind not in lines and layout.houses[second].kind in lines:
            first, second = second, first
        cells = layout.houses[first].cells | layout.houses[second].cells
        result.setdefault(
            pair,
            (first, second, tuple(bits(shared)), layout.candidates_in(cells, layout.all_values)),
        )
    return tuple(result.values())


def _search(
    position: Position, line: int, box: int, shared: tuple[int, ...], _: int
) -> list[SueDeCoq]:
    layout, values = position.layout, position.values
    both = [cell for cell in shared if values[cell]]
    patterns: list[SueDeCoq] = []
    cores = [
        (core, held)
        for core, held in _subsets(both, values, 4)
        if core & (core - 1) and held.bit_count() - core.bit_count() > 1
    ]
    if not cores:
        return patterns
    # ``spare`` values of the core must be taken by a subset in the rest of the line and one in the
    # rest of the box; they share no value of the core, so together they take each once.
    along, aside = _house_subsets(position, line), _house_subsets(position, box)
    for core, held in cores:
        position.deadline.check()
        spare = held.bit_count() - core.bit_count()
        lines = along.subsets_by_taken(core, held, core.bit_count() - aside.least)
        if not lines:
            continue
        boxes = aside.subsets_by_taken(core, held, core.bit_count() - along.least)
        for taken, pairs in lines.items():
            others_ = boxes.get(spare - taken, ())
            for cells, used in pairs if others_ else ():
                position.deadline.check()
                for others, also in others_:
                    if others & cells or used & also & held:
                        continue
                    # a value outside the core that both subsets have goes from both houses
                    twice = used & also
                    remaining = layout.houses[line].cells & ~cells & ~core
                    eliminated = layout.candidates_in(remaining, (held | used) & ~also | twice)
                    remaining = layout.houses[box].cells & ~others & ~core
                    eliminated |= layout.candidates_in(remaining, (held | also) & ~used | twice)
                    eliminated &= position.open
                    if eliminated:
                        patterns.append(
                            SueDeCoq(
                                line, box, (core, held), (cells, used), (others, also), eliminated
                            )
                        )
    return patterns


def _subsets(cells: list[int], values: list[int], most: int) -> list[Subset]:
    results = [(0, 0)]
    for cell in cells:
        bit, mask = 1 << cell, values[cell]
        results += [(old | bit, held | mask) for old, held in results if old.bit_count() < most]
    return results


class _HouseSubsets:
    """The subsets of a house that can take values from a crossing, cached as long as the cells
    stay.

    The *excess* of a subset is the number of its values minus its cells; ``least`` is the
    smallest excess of any subset that can take a value. Two subsets that together take the
    whole surplus of the crossing have, together, no more excess than the crossing has cells.
    """

    def __init__(self, position: Position, house: int, _: int) -> None:
        layout, values = position.layout, position.values
        self._clock = position.deadline
        cells = layout.houses[house].cells
        small = layout.value_count <= 10
        most = layout.value_count if small else 4
        self._most = layout.value_count - 3 if small else most
        self._subsets = subsets_in(position, house, most, layout.value_count)
        self.least = self._subsets.least_excess
        for subset, used in self._subsets.with_excess(
            0
        ):  # locked: do others still have its values?
            if any(values[cell] & used for cell in bits(cells & ~subset)):
                self.least = 0
        self._takers: dict[tuple[int, int], dict[int, list[Subset]]] = {}

    def subsets_by_taken(self, core: int, held: int, excess: int) -> dict[int, list[Subset]]:
        """Return subsets outside a crossing, by the number of values that a subset takes.

        The subsets take at least one value, leave at least one to the other house, and have no
        more than ``excess``.
        """
        cached = self._takers.get((core, excess))
        if cached is None:
            cached = self._takers[core, excess] = {}
            spare, free = held.bit_count() - core.bit_count(), ~held
            for more in range(self.least, excess + 1):
                self._clock.check()
                for subset, used in self._subsets.with_excess(more):
                    if not subset & core and (size := subset.bit_count()) <= self._most:
                        taken = size - (used & free).bit_count()
                        if 0 < taken < spare:
                            cached.setdefault(taken, []).append((subset, used))
        return cached


def _house_subsets(position: Position, house: int) -> _HouseSubsets:
    open_candidates = position.open & position.layout.house_candidates[house]
    return position.path_cached(_HouseSubsets, house, open_candidates)


def _sue_de_coq_step(position: Position, coq: SueDeCoq) -> Step:
    layout = position.layout
    cells = coq.crossing_set[0] | coq.line_set[0] | coq.box_set[0]
    pattern = position.open_candidates_in(cells)
    (_, held), (_, used), (_, also) = coq.crossing_set, coq.line_set, coq.box_set
    links = [layout.house_set(coq.line, value) for value in bits((held & ~also) | used)]
    links += [layout.house_set(coq.box, value) for value in bits(also)]
    return Step(
        "sue-de-coq",
        layout,
        eliminations=coq.eliminations,
        pattern=pattern,
        truths=tuple(bits(cells)),
        links=tuple(links),
        sets=(coq.crossing_set, coq.line_set, coq.box_set),
        detail=SueDeCoqDetail(coq.line, coq.box),
    )


class SueDeCoqDetail(NamedTuple):
    """The two houses."""

    line: int
    box: int

    def describe(self, step: Step) -> StepText:
        """A Sue de Coq in words."""
        layout = step.layout
        line, box = (layout.houses[number].name for number in self)
        (core, held), (along, used), (aside, also) = step.sets
        texts = [
            f"{layout.cell_text(cells)} - {{{layout.value_text(values)}}}"
            for cells, values in step.sets
        ]
        cells = core | along | aside
        count = cells.bit_count()
        plain = (
            f"{phrases.cell_list(layout, core)} lie both in {line} and in {box} and can be "
            f"{phrases.value_list(layout, held, 'or')}; {phrases.cell_list(layout, along)} of "
            f"{line} can "
            f"be {phrases.value_list(layout, used, 'or')}, and "
            f"{phrases.cell_list(layout, aside)} of {box} "
            f"can be {phrases.value_list(layout, also, 'or')}. These {count} cells have no more "
            "than "
            f"{count} values to share, so every one of these values is in them, "
            f"{phrases.value_list(layout, used)} in {line} and "
            f"{phrases.value_list(layout, also)} in "
            f"{box}. The other cells of these houses cannot have them: "
            f"{phrases.removal_text(layout, step.eliminations)}."
        )
        return StepText(
            f"{texts[0]} ({texts[1]}, {texts[2]})",
            f"Look at {phrases.cell_list(layout, core)}, where {line} crosses {box}",
            plain,
        )


# Chains of almost locked sets in HoDoKu's order: forward in its list of sets.
#
# HoDoKu 2.2 (B. Hobiger) lists all sets house by house (``step.set_sort_key``), and links
# each set only to later sets without a common cell. So a chain never meets a set twice, and the
# reach of a set does not depend on the chain so far: one pass over the sets, last first, computes
# the reach of all sets. Among all chains the chain with most eliminations is taken.
#
# A set that loses two values, because both link to the set before, goes on as if only the smaller
# value was lost.

ChainEnd = tuple[int, int]
"""A chain's last set and its linking values."""

HodokuPosition = tuple[int, tuple[int, ...]]
"""Where HoDoKu lists a set, as ``step.set_sort_key`` says."""


def hodoku_sort_key(step: Step) -> tuple[object, ...] | None:
    """Return HoDoKu's sort key: the first linked pair of pairs, of chains most eliminations
    first; None for overlapping sets, and for chains with an end inside the other.  Of Sue de
    Coqs the first is taken, house by house.
    """
    cells = [held for held, _ in step.sets]
    if step.key == "sue-de-coq":
        return (*cast(SueDeCoqDetail, step.detail), *(tuple(bits(held)) for held in cells))
    if step.key == "als-chain":
        return ()
    if any(first & second for first, second in combinations(cells, 2)):
        return None
    if not (cells[0] & ~cells[-1] and cells[-1] & ~cells[0]):
        return None
    if step.key not in ("als-xz", "als-xy-wing"):
        return (*step_sort_key(step), len(cells), sum(map(int.bit_count, cells)))
    return linked_sets_sort_key(*(set_sort_key(step.layout, held) for held in cells))


def linked_sets_sort_key(
    first: HodokuPosition, second: HodokuPosition, *hinge: HodokuPosition
) -> tuple[object, ...]:
    """When HoDoKu comes to two sets, or to two that are linked by a third, by their places."""
    if not hinge:
        return tuple(sorted((first, second)))
    return tuple(sorted(tuple(sorted((end, *hinge))) for end in (first, second)))


def best_chain(
    almost: AlmostLockedSets, layout: Layout, rank: Callable[[int], Any]
) -> AlsChain | None:
    """The chain whose eliminations (a mask) rank first, ``None`` if there is no chain."""
    forward = _ForwardOrder(almost)
    if not forward.may_eliminate():
        return None
    search = _EndSearch(forward, layout)
    goals: dict[int, tuple[int, int, ChainEnd]] = {}
    for first, value, end, eliminated in search.eliminations():
        if eliminated not in goals:
            goals[eliminated] = first, value, end
    if not goals:
        return None
    eliminated = min(goals, key=rank)
    return search.shortest_chain(*goals[eliminated], eliminated)


class _ForwardOrder:
    """The sets in HoDoKu's ``order``, and for each set the later sets without a common cell:
    ``later_disjoint``, a mask.
    """

    def __init__(self, almost: AlmostLockedSets) -> None:
        self.almost = almost
        tied = [number for number, ties in enumerate(almost.restricted_commons) if ties]
        self.order = sorted(tied, key=almost.hodoku_order.__getitem__)
        self.later_disjoint: dict[int, int] = {}
        later = 0
        for number in reversed(self.order):
            self.later_disjoint[number] = later & ~almost.overlapping_sets(number)
            later |= 1 << number

    def may_eliminate(self) -> bool:
        """Whether any chain may remove anything.

        The test needs only the exclusions of all ends together that are reached from a set by
        at least one further link (``first``), and by at least two (``second``), for each value the
        set may have lost.  Links by two values count as two links here, which only adds to the
        exclusions of ends. Most searches end here.
        """
        almost, target, slices = self.almost, self.almost.targets, self.almost.value_slices
        size = len(slices)
        nowhere = [0] * size
        first: dict[int, list[int]] = {}
        second: dict[int, list[int]] = {}
        for number in reversed(self.order):
            almost.deadline.check()
            free, own = self.later_disjoint[number], target[number]
            links = []  # value, what the ends linked by it exclude, and those further on
            for value, key in almost.restricted_commons[number]:
                remaining = almost.linked[key] & free
                if not remaining:
                    continue
                near = far = last = 0
                while remaining:
                    other = remaining.bit_length() - 1
                    remaining ^= 1 << other
                    near |= target[other]
                    far |= first[other][value]
                    last |= second[other][value]
                if last & own & ~slices[value]:
                    return True
                links.append((value, near & ~slices[value], far))
            if not links:
                first[number] = second[number] = nowhere
                continue
            current = beyond = 0
            for _, near, far in links:
                current |= near
                beyond |= far
            ones, twos = first[number], second[number] = [current | beyond] * size, [beyond] * size
            for lost, _, _ in links:
                current = beyond = 0
                for value, near, far in links:
                    if value != lost:
                        current |= near
                        beyond |= far
                ones[lost], twos[lost] = current | beyond, beyond
        return False


class _EndSearch:
    """The ends that can be reached from each set that has lost a value."""

    def __init__(self, forward: _ForwardOrder, layout: Layout) -> None:
        self.almost, self.order, self.free = forward.almost, forward.order, forward.later_disjoint
        self.onward: dict[int, list[tuple[int, int]]] = {}
        self.ends: dict[ChainEnd, int] = {}
        self._first: dict[int, dict[int, int]] = {}
        self._second: dict[int, dict[int, int]] = {}
        self._nowhere = dict.fromkeys(range(layout.value_count), 0)
        for number in reversed(self.order):
            self.almost.deadline.check()
            self._reachable_ends(number)

    def _successors(self, number: int) -> list[tuple[int, int]]:
        """Return the sets that follow a set, each with the linking values."""
        almost, free = self.almost, self.free[number]
        result: dict[int, int] = {}
        for value, key in almost.restricted_commons[number]:
            bit, remaining = 1 << value, almost.linked[key] & free
            while remaining:
                other = remaining.bit_length() - 1
                remaining ^= 1 << other
                result[other] = result.get(other, 0) | bit
        return sorted(result.items())

    def _reachable_ends(self, number: int) -> None:
        """The ends, as a mask of their numbers, by one further link or more, and by two or more,
        for each value that a set may have lost: which then is no link."""
        ends, one_of = self.ends, self._first
        onward = self.onward[number] = self._successors(number)
        if not onward:
            self._first[number] = self._second[number] = self._nowhere
            return
        ones, twos = self._first.setdefault(number, {}), self._second.setdefault(number, {})
        for lost in bits(self.almost.sets[number][1]):
            kept_values = ~(1 << lost)
            first = second = 0
            for other, commons in onward:
                values = commons & kept_values
                if values:
                    end = ends.setdefault((other, values), len(ends))
                    second |= one_of[other][(values & -values).bit_length() - 1]
                    first |= 1 << end
            ones[lost], twos[lost] = first | second, second

    def eliminations(self) -> Iterator[tuple[int, int, ChainEnd, int]]:
        """All there is to remove: first set, value of its link, end, eliminations."""
        almost, ends = self.almost, list(self.ends)
        targets = []
        losers: dict[int, int] = {}
        for number, (last, values) in enumerate(ends):
            remaining = almost.targets[last] & ~almost.candidates_of_values(values)
            targets.append(remaining)
            bit = 1 << number
            while remaining:
                low = remaining & -remaining
                remaining ^= low
                losers[low] = losers.get(low, 0) | bit
        for first in self.order:
            almost.deadline.check()
            target = almost.targets[first]
            for value, key in almost.restricted_commons[first] if target else ():
                reached, unvisited = 0, almost.linked[key] & self.free[first]
                for second in bits(unvisited) if unvisited else ():
                    reached |= self._second[second][value]
                own = remaining = target & ~almost.value_slices[value] if reached else 0
                hit = 0
                while remaining:
                    low = remaining & -remaining
                    remaining ^= low
                    hit |= losers.get(low, 0)
                for number in bits(reached & hit):
                    yield first, value, ends[number], own & targets[number]

    def shortest_chain(self, first: int, value: int, end: ChainEnd, eliminated: int) -> AlsChain:
        """A shortest chain between two ends."""
        almost = self.almost
        queue: deque[tuple[tuple[int, ...], tuple[int, ...]]] = deque(
            ((first, second), (1 << value,))
            for second in bits(
                almost.linked[dict(almost.restricted_commons[first])[value]] & self.free[first]
            )
        )
        target_bit = 1 << self.ends[end]
        seen: set[tuple[int, int, int]] = set()
        while True:
            path, commons = queue.popleft()
            if len(path) > 3 and (path[-1], commons[-1]) == end:
                return AlsChain(path, commons, eliminated)
            lost = commons[-1] & -commons[-1]
            for other, linking in self.onward[path[-1]]:
                values = linking & ~lost
                state = (other, values, min(len(path), 3))
                if not values or state in seen:
                    continue
                low = (values & -values).bit_length() - 1
                if (other, values) == end or self._first[other][low] & target_bit:
                    seen.add(state)
                    queue.append(((*path, other), (*commons, values)))


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
