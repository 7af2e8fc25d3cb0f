"""Almost locked sets: XZ-rule, XY-wing, chain, death blossom.

The common argument: in every case at least one of some sets holds a value, so candidates that
exclude all its places in each set are false.  The sets are two sets linked by X (XZ), two sets
linked to a third by X and Y (XY-wing), four or more in a row (chain), or one set for each value
of a cell, the stem (death blossom).  Two sets linked by two values are both locked but for
these values: then all other values of each set are eliminated from the cells that see all their
places. Sue de Coq is about the same sets where two houses cross.  A large wing is an XZ
pair of which one set is a cell of two values; its name goes by the number of values, and its score,
as in Sukaku Explainer (SudokuMonster, 2019), by the cell of the other set with most values.

Definitions follow HoDoKu 2.2.  Neighbouring sets share no cell; afterwards come wings, chains
and blossoms of overlapping sets, which are sound as well (a linking value never has a place in
the shared cells).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import combinations, islice
from typing import NamedTuple, cast

from nonet.techniques.candidate_layout import Layout, bits, mask_of, union_of
from nonet.techniques.engines import phrases
from nonet.techniques.engines.almost_locked import (
    AlmostLockedSets,
    almost_locked_sets,
    als_chains,
    linked_sets_sort_key,
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
    """The values of an argument: of each link (masks), and those removed by the sets at both ends;
    ``doubly_linked``: two links lock the sets."""

    common_values: tuple[int, ...] = ()
    eliminated_values: int = 0
    doubly_linked: bool = False
    stem_cell: int = -1

    def describe(self, step: Step) -> StepText:
        """A step of almost locked sets in words."""
        if step.key == "death-blossom":
            return _describe_blossom(step, self)
        if self.common_values[0].bit_count() > 1 and len(step.sets) == 2:
            return _describe_locked_pair(step, self)
        return _describe_chain(step, self)


def _cells_text(step: Step, number: int) -> str:
    return phrases.cell_list(step.layout, step.sets[number][0])


def _set_text(step: Step, number: int) -> str:
    cells, values = step.sets[number]
    first = cells.bit_count() == 1
    listed = phrases.value_list(step.layout, values, "or" if first else "and")
    if first:
        return f"{_cells_text(step, number)} is {listed}"
    return f"{_cells_text(step, number)} hold only {listed}, one value more than cells"


def _conclusion_text(step: Step) -> str:
    removal = phrases.removal_text(step.layout, step.eliminations)
    return f"A cell that sees all its places there cannot have it: {removal}."


def _describe_locked_pair(step: Step, detail: AlsDetail) -> StepText:
    commons = phrases.value_list(step.layout, detail.common_values[0])
    body = (
        f"Of {commons}, none fits in both groups and each group can"
        " miss only one, so each group holds one of them and all its other values. "
    )
    both = f"{_set_text(step, 0)}, and {_set_text(step, 1)}. "
    return StepText(
        _notation(step, detail), _look(step, (0, 1)), both + body + _conclusion_text(step)
    )


def _notation(step: Step, detail: AlsDetail) -> str:
    """The notation of two or three sets: the sets, the linking values, the eliminated values."""
    layout = step.layout
    linking = layout.value_text(union_of(detail.common_values), ",")
    ends = layout.value_text(detail.eliminated_values, ",")
    name = "X,Y" if len(step.sets) == 3 else "X"
    return f"{named_sets(layout, step.sets)}, {name}={linking}" + (f", Z={ends}" if ends else "")


def _look(step: Step, order: tuple[int, ...]) -> str:
    first, last = _cells_text(step, order[0]), _cells_text(step, order[-1])
    if len(order) == 2:
        return f"Look at {first} and at {last}"
    return f"Look at the chain of groups from {first} to {last}"


def _describe_chain(step: Step, detail: AlsDetail) -> StepText:
    layout, commons = step.layout, detail.common_values
    # the hinge of an XY-wing, which is a chain of three, comes last
    order = (0, 2, 1) if step.key == "als-xy-wing" else tuple(range(len(step.sets)))
    ends = layout.value_text(detail.eliminated_values)
    parts, sentences = [set_text(layout, *step.sets[0])], []
    lost = 0
    for number, common in enumerate(commons):
        values = common & ~lost or common
        lost = values & -values
        parts += [f"-{layout.value_text(common)}-", set_text(layout, *step.sets[order[number + 1]])]
        sentences.append(
            f"{f'so {_cells_text(step, order[number])}' if number else 'it'} must hold "
            f"{layout.value_text(lost)}, which then fails in {_cells_text(step, order[number + 1])}"
        )
    notation = f"{ends}- {' '.join(parts)} -{ends}"
    removed = phrases.value_list(layout, detail.eliminated_values, "or")
    return StepText(
        notation if step.key == "als-chain" else _notation(step, detail),
        _look(step, order),
        f"{'; '.join(_set_text(step, number) for number in order)}. A group that misses one value "
        f"holds all its others. If the group of {_cells_text(step, 0)} misses "
        f"{removed}, {'; '.join(sentences)}. That last group then holds "
        f"{phrases.value_list(layout, detail.eliminated_values)}: one end does in any case. "
        f"{_conclusion_text(step)}",
    )


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
    def cells(self) -> int:
        """All its cells."""
        return self.crossing_set[0] | self.line_set[0] | self.box_set[0]


def sue_de_coqs(position: Position) -> Iterator[Step]:
    """Sue de Coqs, fewest cells first."""
    patterns: list[SueDeCoq] = []
    for line, box, shared, candidates in _crossing_pairs(position.layout):
        remaining = position.open & candidates
        patterns += position.path_cached(_search, line, box, shared, remaining)
    for coq in sorted(patterns, key=lambda each: each.cells.bit_count()):
        yield _sue_de_coq_step(position, coq)


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
        (core, within)
        for core, within in _subsets(both, values, 4)
        if core & (core - 1) and within.bit_count() - core.bit_count() > 1
    ]
    if not cores:
        return patterns
    # ``spare`` values of the core must be taken by a subset in the rest of the line and one in the
    # rest of the box; they share no value of the core, so together they take each once.
    along, aside = ((n, position.open & layout.house_candidates[n]) for n in (line, box))
    least_along = position.path_cached(_house_subsets, *along)[1]
    least_aside = position.path_cached(_house_subsets, *aside)[1]
    for core, within in cores:
        size, spare = core.bit_count(), within.bit_count() - core.bit_count()
        most = size - least_aside
        lines = position.path_cached(_subsets_by_taken, *along, core, within, most)
        most = size - least_along
        boxes = lines and position.path_cached(_subsets_by_taken, *aside, core, within, most)
        for taken, pairs in lines.items():
            others_ = boxes.get(spare - taken, ())
            for cells, used in pairs if others_ else ():
                position.deadline.check()
                for others, also in others_:
                    if others & cells or used & also & within:
                        continue
                    # a value outside the core that both subsets have goes from both houses
                    twice = used & also
                    remaining = layout.houses[line].cells & ~cells & ~core
                    eliminated = layout.candidates_in(remaining, (within | used) & ~also | twice)
                    remaining = layout.houses[box].cells & ~others & ~core
                    eliminated |= layout.candidates_in(remaining, (within | also) & ~used | twice)
                    eliminated &= position.open
                    if eliminated:
                        patterns.append(
                            SueDeCoq(
                                line, box, (core, within), (cells, used), (others, also), eliminated
                            )
                        )
    return patterns


def _subsets(cells: list[int], values: list[int], most: int) -> list[Subset]:
    results = [(0, 0)]
    for cell in cells:
        bit, mask = 1 << cell, values[cell]
        results += [(old | bit, union_ | mask) for old, union_ in results if old.bit_count() < most]
    return results


def _house_subsets(position: Position, house: int, _: int) -> tuple[dict[int, list[Subset]], int]:
    """The subsets of a house by their excess, and the least excess of any that can take a value.

    The *excess* of a subset is the number of its values minus its cells.  Two subsets that take the
    whole surplus of a crossing have, together, no more excess than the crossing has cells.
    """
    size, cells = position.layout.value_count, position.layout.houses[house].cells
    subsets = subsets_in(position, house, size if size <= 10 else 4, size)
    least = min((more for more in subsets if more > 0), default=0)
    for subset, used in subsets.get(0, ()):  # locked: do others still have its values?
        if any(position.values[cell] & used for cell in bits(cells & ~subset)):
            least = 0
    return subsets, least


def _subsets_by_taken(
    position: Position, house: int, open_: int, core: int, held: int, most_excess: int
) -> dict[int, list[Subset]]:
    """Subsets outside a crossing, by the number of its values that each takes: one at least, and
    not all, which leaves one to the other house."""
    size, result = position.layout.value_count, dict[int, list[Subset]]()
    most_cells, free, spare = (
        size - 3 if size <= 10 else 4,
        ~held,
        (held.bit_count() - core.bit_count()),
    )
    subsets, least = position.path_cached(_house_subsets, house, open_)
    for excess in range(least, most_excess + 1):
        position.deadline.check()
        for subset, used in subsets.get(excess, ()):
            if not subset & core and (number := subset.bit_count()) <= most_cells:
                taken = number - (used & free).bit_count()
                if 0 < taken < spare:
                    result.setdefault(taken, []).append((subset, used))
    return result


def _sue_de_coq_step(position: Position, coq: SueDeCoq) -> Step:
    layout = position.layout
    (_, held), (_, used), (_, also) = coq.crossing_set, coq.line_set, coq.box_set
    links = [layout.house_set(coq.line, value) for value in bits((held & ~also) | used)]
    links += [layout.house_set(coq.box, value) for value in bits(also)]
    return Step(
        "sue-de-coq",
        layout,
        eliminations=coq.eliminations,
        pattern=position.open_candidates_in(coq.cells),
        truths=tuple(bits(coq.cells)),
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


def hodoku_sort_key(step: Step) -> tuple[object, ...] | None:
    """HoDoKu takes the first pair of linked sets, and the first Sue de Coq, house by house; no
    overlapping sets, and no chains with an end inside the other."""
    cells = [mask for mask, _ in step.sets]
    if step.key == "sue-de-coq":
        return (*cast(SueDeCoqDetail, step.detail), *(tuple(bits(mask)) for mask in cells))
    if step.key == "als-chain":
        return ()
    if any(first & second for first, second in combinations(cells, 2)):
        return None
    if not (cells[0] & ~cells[-1] and cells[-1] & ~cells[0]):
        return None
    if step.key not in ("als-xz", "als-xy-wing"):
        return (*step_sort_key(step), len(cells), sum(map(int.bit_count, cells)))
    return linked_sets_sort_key(*(set_sort_key(step.layout, mask) for mask in cells))


EASIEST_FIRST = True

LARGE_WINGS = {
    "wxyz-wing-sukaku": (3, 5.5),
    "vwxyz-wing": (4, 6.2),
    "uvwxyz-wing": (5, 6.6),
    "tuvwxyz-wing": (6, 7.5),
}
"""The large wings: how many cells each has beside the cell of two values, and the least score."""


def find(position: Position, requested: frozenset[str]) -> Iterator[Step]:
    """The steps of almost locked sets, fewest sets and cells first; Sue de Coqs before."""
    if "wxyz-wing" in requested:
        yield from _wxyz_wings(position)
    for key in LARGE_WINGS:
        if key in requested:
            yield from _large_wings(position, key)
    if "sue-de-coq" in requested:
        yield from sue_de_coqs(position)
    if "als-xz" in requested:
        for result in _xz_patterns(position):
            yield _step(position, "als-xz", *result)
    if "als-xy-wing" in requested:
        for overlap in (False, True):
            for result in _xy_wings(position, overlap=overlap):
                yield _step(position, "als-xy-wing", *result)
    if "als-chain" in requested:
        yield from _chain_steps(position, overlap=False)
    if "death-blossom" in requested:
        done: set[tuple[int, int]] = set()
        yield from _death_blossoms(position, done, overlap=False)
        yield from _death_blossoms(position, done, overlap=True)


def find_all(position: Position, requested: frozenset[str]) -> Iterator[Step]:
    """Yield the steps of ``find``, then chains of overlapping sets."""
    yield from find(position, requested)
    if "als-chain" in requested:
        yield from _chain_steps(position, overlap=True)


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
                yield _step(position, key, *best)
            return
    if "als-chain" not in requested:
        yield from find(position, requested)
        return
    yield from islice(_chain_steps(position, overlap=False), 1)


AlsPattern = tuple[tuple[int, ...], int, AlsDetail]
"""The numbers of some sets, their eliminations, and the details."""


def _step(
    position: Position, key: str, numbers: tuple[int, ...], eliminated: int, detail: AlsDetail
) -> Step:
    layout, almost = position.layout, almost_locked_sets(position)
    sets = [almost.sets[number] for number in numbers]
    stem, hinge = detail.stem_cell, 2 if key == "als-xy-wing" else 0
    stems = [(1 << stem, position.values[stem])] if stem >= 0 else []
    if stems:  # the last of all, with which each set is linked
        hinge = len(sets)
    commons = enumerate(detail.common_values)
    ties = [(number, hinge or number + 1, common) for number, common in commons]
    truths, links = truths_and_links(position, [*sets, *stems], ties, eliminated)
    pattern = union_of(
        layout.candidates_in(1 << cell, position.values[cell] & values)
        for cells, values in (*sets, *stems)
        for cell in bits(cells)
    )
    common = almost.candidates_of_values(union_of(detail.common_values))
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


def _xz_patterns(position: Position, partners: int = -1) -> Iterator[AlsPattern]:
    """XZ: sets linked by one value, or by two; one of each pair among ``partners`` (a mask)."""
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
        others = (maybe | twice) & ((1 << first) - 1) & partners  # each pair once
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


def _wxyz_wings(position: Position) -> Iterator[Step]:
    """Two linked sets of four cells and four values together, of which no fewer are a set."""
    almost, values, done = almost_locked_sets(position), position.values, set[tuple[int, int]]()
    for numbers, eliminated, detail in _xz_patterns(position):
        cells = union_of(almost.sets[number][0] for number in numbers)
        cell_values = [values[cell] for cell in bits(cells)]
        parts = (some for size in (1, 2, 3) for some in combinations(cell_values, size))
        if (
            len(cell_values) == union_of(cell_values).bit_count() == 4
            and all(union_of(some).bit_count() > len(some) for some in parts)
            and (cells, eliminated) not in done
            and not position.layout.houses_containing(cells)
        ):
            done.add((cells, eliminated))
            yield _step(position, "wxyz-wing", numbers, eliminated, detail)


def _large_wings(position: Position, key: str) -> Iterator[Step]:
    """The lowest score first, then the most removals, as Sukaku Explainer."""
    almost, (size, score) = almost_locked_sets(position), LARGE_WINGS[key]
    pairs = sum(1 << n for n, (cells, _) in enumerate(almost.sets) if not cells & (cells - 1))
    single = mask_of(cell for cell, mask in enumerate(position.values) if mask.bit_count() == 1)
    wings = []
    for (cell, number), eliminated, detail in _xz_patterns(position, pairs):
        cells, values = almost.sets[number]
        if cells.bit_count() != size or cells & single or almost.sets[cell][1] & ~values:
            continue
        counts = [position.values[other].bit_count() for other in bits(cells)]
        removed = _values_of(position, eliminated)
        locked = detail.doubly_linked or removed.bit_count() > 1
        if detail.common_values[0].bit_count() > 1:  # both values link, which one may not show
            link = almost.sets[cell][1] & ~(0 if locked else removed)
            detail = AlsDetail((link,), 0 if locked else removed, locked)
        worth = score + 0.1 * max(0, {3: 1, 4: 2}.get(size, 0) - abs(3 - max(counts)))
        order = (round(worth, 1), -eliminated.bit_count())
        shape = f"{int(locked)}{max(counts)}{sum(counts)}"
        wings.append((order, shape, (number, cell), eliminated, detail))
    wings.sort(key=lambda wing: tuple(tuple(bits(almost.sets[n][0])) for n in wing[2]))
    wings.sort(key=lambda wing: wing[1], reverse=True)
    for (worth, _), _, numbers, eliminated, detail in sorted(wings, key=lambda wing: wing[0]):
        step = _step(position, key, numbers, eliminated, detail)
        yield replace(step, difficulty=worth)


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


def _chain_steps(position: Position, *, overlap: bool) -> Iterator[Step]:
    """Chains, those with most eliminations first."""
    almost, rank = almost_locked_sets(position), partial(elimination_sort_key, position.layout)
    for walk in als_chains(almost, rank, overlap=overlap):
        detail = AlsDetail(walk.common_values, _values_of(position, walk.eliminations))
        yield _step(position, "als-chain", walk.set_numbers, walk.eliminations, detail)


MAX_CHOICES_PER_ELIMINATION = 12
"""How many choices of sets a blossom keeps that would remove the same candidates."""


def _death_blossoms(
    position: Position, done: set[tuple[int, int]], *, overlap: bool
) -> Iterator[Step]:
    """Death blossoms: each value of a stem cell takes a value from some set."""
    almost, layout = almost_locked_sets(position), position.layout
    count, target, sets = layout.cell_count, almost.targets, almost.sets
    stems = sorted(enumerate(position.values), key=lambda item: item[1].bit_count() == 1)
    for stem, values in stems:  # a cell with one value is not a real stem, so it comes last
        if not values:
            continue
        petals = []
        for value in bits(values):
            who = almost.sets_losing.get(value * count + stem, 0)
            if not who:
                break
            petals.append((value, who))
        if len(petals) < values.bit_count():
            continue
        goal = ~almost.candidates_of_values(values) & ~layout.cell_candidates(stem)
        for _, who in petals:
            goal &= union_of(target[number] for number in bits(who)) if goal else 0
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
                yield _step(position, "death-blossom", retained[0][2], remaining, detail)
