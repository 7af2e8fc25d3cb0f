"""Kraken fish: a finned fish that removes nothing by itself, but with a chain from every fin.

Either the fish has no true fin and is a fish without fins, or a fin is true.  *Type 1*: the
fish would remove its value from a place, and from each fin a chain makes that place false too.
*Type 2*: in one cover house the value has a place of the fish or a fin is true; from each of
these places a chain makes the same candidate, of any value, false (B. Hobiger, HoDoKu).

Both are one counting argument.  Call *loose* the places that make the candidate false. If the
candidate is true the loose places are empty, and then n bases have their places in n - 1
covers.  So the search goes from a candidate: bases and n - 1 covers that hold all of the bases'
places but loose places, and last any cover (type 2) or a cover that holds the candidate (type
1). If the value can be placed in the grid without loose places, there is no such fish.

Franken fish of sizes 2 to 4 are tried, with HoDoKu's limits on fins, and of each value and
candidate the first size that does is told.

>>> from nonet.puzzle import Grid, Puzzle
>>> from nonet.techniques.position import Position
>>> list(find(Position.of(Puzzle(Grid.square(4))), frozenset({"kraken-fish-1"})))
[]
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from nonet.techniques.candidate_layout import Layout, bits
from nonet.techniques.catalogue import FISH_NAMES, LARGE
from nonet.techniques.engines import forcing_proof, phrases
from nonet.techniques.engines.phrases import chain_notation
from nonet.techniques.engines.probe import Branch, Suppositions
from nonet.techniques.families.fish import (
    MAX_FINS,
    Fish,
    FishSearch,
    base_cover_pools,
    choose_bases,
    cover_choices,
    fish_shape,
    fish_step,
)
from nonet.techniques.families.templates import template_places
from nonet.techniques.position import Position
from nonet.techniques.step import Step, StepText


def max_cells(_: str) -> int:
    """The cells of the largest puzzle that kraken fish are searched in."""
    return LARGE


SIZES = (2, 3, 4)
"""How many bases: HoDoKu's limit."""

MAX_NODES = 300_000
"""Choices of houses after which a search ends (only in grids larger than 9x9)."""


class KrakenFish(NamedTuple):
    """A fish of a value, the cells from which chains start, and their cover (-1 in type 1)."""

    value: int
    fish: Fish
    chain_starts: int
    cover: int


class SuspectGroup(NamedTuple):
    """Candidates that a kraken fish of ``value`` might remove, all by the same ``exempt_places``;
    ``required_cell`` is the cell that a cover must hold (type 1) or -1."""

    value: int
    exempt_places: int
    required_cell: int
    targets: list[int]


def find(position: Position, requested: frozenset[str]) -> Iterator[Step]:
    """Yield kraken fish by type, size and value; one for each value and candidate to remove."""
    for key in ("kraken-fish-1", "kraken-fish-2"):
        if key in requested:
            yield from _steps_of_type(position, key)


def _steps_of_type(position: Position, key: str) -> Iterator[Step]:
    groups = [
        group
        for value in range(position.layout.value_count)
        for group in _suspect_groups(position, value, key == "kraken-fish-1")
    ]
    count, budget = position.layout.cell_count, [MAX_NODES]
    for size in SIZES:
        for group in groups:
            for kraken in _kraken_fish_of_size(position, group, size, budget):
                own = kraken.chain_starts if kraken.cover >= 0 else 0
                for target in [c for c in group.targets if not own >> c % count & 1]:
                    group.targets.remove(target)
                    yield _step(position, key, kraken, target)
                if not group.targets:
                    break


def _closures(position: Position) -> Suppositions:
    return position.cached(Suppositions, "grouped chains")


def _suspect_groups(position: Position, value: int, same: bool) -> Iterator[SuspectGroup]:
    """Whatever a kraken fish of ``value`` might remove; ``same`` if only that value itself."""
    layout, closures = position.layout, _closures(position)
    shift, places = value * layout.cell_count, position.places_of(value)
    within = places << shift if same else position.open
    loose: dict[int, int] = {}
    for cell in bits(places):
        for target in bits(closures(cell + shift).off & within):
            loose[target] = loose.get(target, 0) | 1 << cell
    groups: dict[tuple[int, int], list[int]] = {}
    for target in sorted(loose):
        groups.setdefault((loose[target], target - shift if same else -1), []).append(target)
    houses = [house.cells for house in layout.complete_houses if house.cells & places]
    for (mask, goal), targets in groups.items():
        remaining = places & ~mask
        if not all(map(remaining.__and__, houses)) or not template_places(position, remaining):
            yield SuspectGroup(value, mask, goal, targets)


# -- the search ----------------------------------------------------------------


def _kraken_fish_of_size(
    position: Position, group: SuspectGroup, size: int, budget: list[int]
) -> Iterator[KrakenFish]:
    """The kraken fish with ``size`` bases for a group, if it still has targets."""
    layout, goal, loose = position.layout, group.required_cell, group.exempt_places
    places = position.places_of(group.value)
    for base_houses, cover_houses in base_cover_pools(layout)["franken"] if group.targets else ():
        search = FishSearch.of(layout, places, size, cover_houses, position.deadline)
        pool = [
            (house.number, cells, cells & ~loose)
            for house in base_houses
            if (cells := places & house.cells)
        ]
        for bases, union, endo, need in choose_bases(search, loose, pool, 0, size - 1, budget):
            allowed = [c for c in search.covers if c[1] & union and c[0] not in bases]
            for covers in cover_choices(allowed, size - 1, need):
                budget[0] -= 1
                if budget[0] < 0:
                    return
                for cover in allowed:
                    if cover in covers or (goal >= 0 and not cover[1] >> goal & 1):
                        continue
                    kraken = _make_kraken_fish(layout, group, bases, union, endo, (cover, *covers))
                    if kraken is not None:
                        yield kraken


def _make_kraken_fish(
    layout: Layout,
    group: SuspectGroup,
    bases: tuple[int, ...],
    union: int,
    endo: int,
    covers: tuple[tuple[int, int], ...],
) -> KrakenFish | None:
    """Return the kraken fish with these houses, the first cover being the reported cover, or
    ``None``.

    The fish must remove nothing by itself, though some cell sees all its fins.
    """
    covered = twice = 0
    for _, cells in covers:
        twice |= covered & cells
        covered |= cells
    fins = union & ~covered | endo
    removable = covered & ~union | twice
    seen = layout.seen_by_all(fins)
    if not fins or fins.bit_count() > MAX_FINS or not seen or removable & seen:
        return None
    numbers = tuple(sorted(number for number, _ in covers))
    fish = Fish(tuple(sorted(bases)), numbers, union & ~fins, fins, endo, 0)
    if group.required_cell >= 0:
        return (
            KrakenFish(group.value, fish, fins, -1)
            if removable >> group.required_cell & 1
            else None
        )
    cover, cells = covers[0]
    mine = cells & union & ~twice
    return KrakenFish(group.value, fish, mine | fins, cover) if mine != cells else None


# -- steps and words -----------------------------------------------------------


def _step(position: Position, key: str, kraken: KrakenFish, target: int) -> Step:
    layout, closures = position.layout, _closures(position)
    value, fish, starts, _ = kraken
    shift = value * layout.cell_count
    branches = [closures(cell + shift).branch(2 * target) for cell in bits(starts)]
    chained = forcing_proof.candidates_of(branches) & ~(1 << target)
    truths, links = forcing_proof.truths_and_links_used(layout, branches)
    alone = fish_step(layout, _fish_key(layout, kraken, position.places_of(value)), value, fish)
    return replace(
        alone,
        key=key,
        eliminations=1 << target,
        pattern=(alone.pattern | chained) & ~alone.fins,
        truths=tuple(dict.fromkeys((*alone.truths, *truths))),
        links=tuple(dict.fromkeys((*alone.links, *links))),
        chains=forcing_proof.chains_of(branches),
        detail=KrakenDetail(kraken, alone, tuple(branches)),
    )


def _fish_key(layout: Layout, kraken: KrakenFish, places: int) -> str:
    fish = kraken.fish
    shape = fish_shape(layout, fish)
    remaining = [places & layout.houses[base].cells & ~fish.fins for base in fish.bases]
    thin = shape == "basic" and any(cells.bit_count() <= 1 for cells in remaining)
    parts = ("sashimi" if thin else "finned", "" if shape == "basic" else shape)
    return "-".join(filter(None, (*parts, FISH_NAMES[len(fish.bases) - 2].lower())))


class KrakenDetail(NamedTuple):
    """A kraken fish, the step of its plain fish, and its chains."""

    kraken: KrakenFish
    alone: Step
    branches: tuple[Branch, ...]

    def describe(self, step: Step) -> StepText:
        """The fish, then a chain from each fin, and in type 2 from each place in the cover."""
        layout, (kraken, alone, branches) = step.layout, self
        value, fish, starts, _ = kraken
        digit = layout.symbol(value)
        chains = [
            chain_notation(layout, [i.candidates for i in branch], False) for branch in branches
        ]
        bases = phrases.joined_words(layout.houses[number].name for number in fish.bases)
        covers = phrases.joined_words(layout.houses[number].name for number in fish.covers)
        fins = [layout.display_names[cell] for cell in bits(fish.fins)]
        unless = phrases.none_is(fins, digit)
        lines = [forcing_proof.branch_text(layout, branch) for branch in branches]
        plain = (
            f"If {unless}, then the {digit}s of {bases} lie in {covers}, one in each,"
            f" {_fish_conclusion_text(step, kraken, starts & ~fish.fins)}."
            f" {' '.join(line[0].upper() + line[1:] + '.' for line in lines)}"
            f" So in any case {phrases.removal_text(layout, step.eliminations)}."
        )
        return StepText(
            "; ".join((f"{alone.technique.title}: {alone.text.notation}", *chains)),
            alone.text.look,
            plain,
        )


def _fish_conclusion_text(step: Step, kraken: KrakenFish, own: int) -> str:
    """Return the conclusion if no fin is true; ``own`` are the cover's places in no other cover."""
    layout, fish, cover = step.layout, kraken.fish, kraken.cover
    digit = layout.symbol(kraken.value)
    ((_, target),) = layout.by_value(step.eliminations)
    name = phrases.cell_list(layout, target)
    if cover < 0:
        if target & fish.body:
            return f"and {name} would use up two of these houses at once, so it is not {digit}"
        return f"so {digit} has no other place in them, and {name} is not {digit}"
    if not own:
        return f"but {layout.houses[cover].name} has no {digit} of its own left, so that cannot be"
    return (
        f"so {layout.houses[cover].name} has its {digit} in {phrases.cell_list(layout, own, 'or')}"
    )
