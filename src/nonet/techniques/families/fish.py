"""Fish: n houses whose places for a value lie in n other houses, but for fins.

Basic fish have rows for bases and columns for covers, or the other way round; franken fish have
boxes as well on either side; all other fish are mutant.  A *sashimi* fish is a basic fish with
a base that, without its fins, has one place or none. The names are HoDoKu's, the search is
``engines/base_cover.py``.

Only places in no whole placement of the value are looked at: nothing else can go.

>>> from nonet.puzzle import Grid, Puzzle
>>> from nonet.techniques.candidate_layout import layout_of
>>> from nonet.techniques.candidate_layout import mask_of
>>> from nonet.techniques.position import Position
>>> position = Position.of(Puzzle(Grid.square(4)))
>>> away = mask_of(position.layout.candidate(f"R{r}C{c}", 1) for r in (1, 3) for c in (1, 3))
>>> step = next(find(position.without(away), frozenset({"x-wing"})))
>>> step.notation
'X-Wing: 1 r13 c24 => r24c24<>1'
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from typing import NamedTuple, cast

from nonet.techniques.candidate_layout import House, Layout, bits
from nonet.techniques.catalogue import FISH_KINDS, FISH_NAMES, HUGE, LARGE, SMALL
from nonet.techniques.engines import phrases
from nonet.techniques.engines.base_cover import Fish, find_fish
from nonet.techniques.engines.value_templates import places_outside_templates, reducible_values
from nonet.techniques.position import Position
from nonet.techniques.step import Step, StepText

MAX_NODES = 400_000
"""Choices of bases after which a search for one value ends (large franken and mutant fish)."""


@dataclass(frozen=True, slots=True)
class FishKind:
    """The kind of fish of a key.

    ``shape`` is basic, franken or mutant; ``fin_kind`` is none, finned or sashimi.
    """

    size: int
    shape: str
    fin_kind: str


def _fish_kinds() -> dict[str, FishKind]:
    result = {}
    for kind, _ in FISH_KINDS:
        parts = kind.lower().split()
        shape = next((word for word in parts if word in ("franken", "mutant")), "basic")
        fins = next((word for word in parts if word in ("finned", "sashimi")), "none")
        for number, name in enumerate(FISH_NAMES):
            key = "-".join((*parts, name.lower()))
            result[key] = FishKind(number + 2, shape, fins)
    return result


FISH_KINDS_BY_KEY = _fish_kinds()
"""Every fish by its key, the simplest first."""


def max_cells(key: str) -> int:
    """The cells of the largest puzzle that a fish is searched in."""
    fish = FISH_KINDS_BY_KEY[key]
    finned, mutant = fish.fin_kind != "none", fish.shape == "mutant"
    if mutant and finned:
        return SMALL if fish.size > 4 else LARGE if fish.size > 2 else HUGE
    if fish.shape != "basic" and (mutant or finned):
        return LARGE if fish.size > 3 else HUGE
    return LARGE if fish.shape == "franken" and fish.size > 5 else HUGE


def find(position: Position, requested: frozenset[str]) -> Iterator[Step]:
    """Yield fish, by kind, size and value; for franken and mutant fish each conclusion once."""
    for key, signature in _requested_kinds(requested):
        yield from _steps_of_kind(position, key, signature)


def _requested_kinds(requested: frozenset[str]) -> tuple[tuple[str, FishKind], ...]:
    return tuple(
        (key, signature) for key, signature in FISH_KINDS_BY_KEY.items() if key in requested
    )


def find_all(position: Position, requested: frozenset[str]) -> Iterator[Step]:
    """Yield the steps of ``find``, then siamese fish: two finned fish with the same base sets,
    as one step.

    A siamese fish has the name of its first fish; HoDoKu shows siamese fish of sizes 3 and 4.
    """
    yield from find(position, requested)
    for key, signature in FISH_KINDS_BY_KEY.items():
        if key in requested and signature.fin_kind != "none" and signature.size in (3, 4):
            yield from _siamese_steps(position, key, signature)


def hodoku_sort_key(step: Step) -> tuple[object, ...]:
    """HoDoKu takes the first: by value, rows before columns, by base sets, by cover sets."""
    value, (fish, *_) = cast(FishDetail, step.detail)
    houses = step.layout.houses
    columns = any(houses[number].kind == "column" for number in fish.bases)
    return value, columns, sorted(fish.bases), sorted(fish.covers)


def _siamese_steps(position: Position, key: str, signature: FishKind) -> Iterator[Step]:
    """Yield pairs of one value and base: finned and sashimi fish may pair."""
    layout = position.layout
    kinds = [key]
    if signature.shape == "basic":
        other = {"finned": "sashimi", "sashimi": "finned"}
        kinds.append(key.replace(signature.fin_kind, other[signature.fin_kind], 1))
    for value in reducible_values(position):
        places, targets = position.places_of(value), places_outside_templates(position, value)
        same_base: dict[tuple[int, ...], list[tuple[bool, Fish]]] = {}
        for kind in kinds:
            for fish in all_fish_of_kind(position, places, targets, FISH_KINDS_BY_KEY[kind]):
                base = tuple(sorted(fish.bases))
                same_base.setdefault(base, []).append((kind == key, fish))
        done: set[int] = set()
        for together in same_base.values():
            for (named, first), (_, other_one) in combinations(together, 2):
                removed = first.removed | other_one.removed
                if named and removed not in (first.removed, other_one.removed, *done):
                    done.add(removed)
                    yield siamese_step(layout, key, value, first, other_one)


def siamese_step(layout: Layout, key: str, value: int, first_fish: Fish, second_fish: Fish) -> Step:
    """The step of two siamese fish."""
    first, second = (
        fish_step(layout, key, value, first_fish),
        fish_step(layout, key, value, second_fish),
    )
    return replace(
        first,
        eliminations=first.eliminations | second.eliminations,
        pattern=first.pattern | second.pattern,
        fins=first.fins | second.fins,
        links=tuple(dict.fromkeys((*first.links, *second.links))),
        detail=FishDetail(value, (first_fish, second_fish)),
    )


def _steps_of_kind(position: Position, key: str, signature: FishKind) -> Iterator[Step]:
    layout = position.layout
    barren = position.path_cached(_fishless_places, key)
    for value in reducible_values(position):
        places = position.places_of(value)
        if places in barren:
            continue
        hit = _fish_of_kind(position, places, places_outside_templates(position, value), signature)
        for fish in hit:
            yield fish_step(layout, key, value, fish)
        if not hit:
            barren.add(places)


def _fishless_places(_: Position, __: str) -> set[int]:
    """The places of a value that are known to have no such fish."""
    return set()


def _fish_of_kind(position: Position, places: int, targets: int, signature: FishKind) -> list[Fish]:
    """Return the fish of a value and a signature, for franken and mutant fish each conclusion
    once.
    """
    all_ = all_fish_of_kind(position, places, targets, signature)
    if signature.shape == "basic":
        return all_
    return list({fish.removed: fish for fish in reversed(all_)}.values())[::-1]


def all_fish_of_kind(
    position: Position, places: int, targets: int, signature: FishKind, nodes: int = MAX_NODES
) -> list[Fish]:
    """Return all fish of a value and a signature, fish with the fewest fins first."""
    layout = position.layout
    finned = signature.fin_kind != "none"
    basic = signature.shape == "basic"
    args = places, targets, signature.size, finned, signature.shape, nodes
    all_ = [
        fish
        for fish in (
            position.path_cached(_all_fish_of_shape, *args)
            if basic
            else _all_fish_of_shape(position, *args)
        )
        if (
            fish_fins(layout, fish, places) == signature.fin_kind
            if basic
            else bool(fish.fins) == finned
        )
    ]
    all_.sort(key=lambda fish: (fish.fins.bit_count(), -fish.removed.bit_count()))
    return all_


def _all_fish_of_shape(
    position: Position,
    places: int,
    targets: int,
    size: int,
    finned: bool,
    shape: str,
    nodes: int,
) -> list[Fish]:
    """Return all fish of a value, size and shape, also fish without fins and sashimi fish."""
    layout, clock = position.layout, position.deadline
    return [
        fish
        for bases, covers in base_cover_pools(layout)[shape]
        for fish in find_fish(layout, places, targets, size, finned, bases, covers, nodes, clock)
        if fish_shape(layout, fish) == shape
    ]


def base_cover_pools(
    layout: Layout,
) -> dict[str, list[tuple[tuple[House, ...], tuple[House, ...]]]]:
    """The bases and covers to choose from, by shape."""
    rows, columns = layout.houses_by_kind["row"], layout.houses_by_kind["column"]
    boxes = layout.houses_by_kind["box"] + layout.houses_by_kind["other"]
    return {
        "basic": [(rows, columns), (columns, rows)],
        "franken": [(rows + boxes, columns + boxes), (columns + boxes, rows + boxes)],
        "mutant": [(layout.complete_houses, layout.complete_houses)],
    }


def fish_shape(layout: Layout, fish_found: Fish) -> str:
    """Whether a fish is basic, franken or mutant."""
    base = {_house_type(layout.houses[number]) for number in fish_found.bases}
    cover = {_house_type(layout.houses[number]) for number in fish_found.covers}
    for first, second in (("row", "column"), ("column", "row")):
        if first in base and second in cover and second not in base and first not in cover:
            return "franken" if "box" in base | cover else "basic"
    return "mutant"


def _house_type(house: House) -> str:
    return house.kind if house.kind in ("row", "column") else "box"


def fish_fins(layout: Layout, fish_found: Fish, places: int) -> str:
    """Whether a basic fish is without fins, finned or sashimi."""
    for number in fish_found.bases:
        if (layout.houses[number].cells & places & ~fish_found.fins).bit_count() <= 1:
            return "sashimi"
    return "finned" if fish_found.fins else "none"


def fish_step(layout: Layout, key: str, value: int, fish_found: Fish) -> Step:
    """The step of a fish."""
    shift = value * layout.cell_count
    return Step(
        key,
        layout,
        eliminations=fish_found.removed << shift,
        pattern=fish_found.body << shift,
        fins=fish_found.fins << shift,
        truths=tuple(layout.house_set(number, value) for number in fish_found.bases),
        links=tuple(layout.house_set(number, value) for number in fish_found.covers),
        detail=FishDetail(value, (fish_found,)),
    )


# -- words ---------------------------------------------------------------------


class FishDetail(NamedTuple):
    """The fish of a value; for siamese fish both."""

    value: int
    fish: tuple[Fish, ...]

    def describe(self, step: Step) -> StepText:
        """Return the text of a fish; for siamese fish of both."""
        layout, (value, parts) = step.layout, self
        if len(parts) > 1:
            first, second = (fish_step(layout, step.key, value, part).text for part in parts)
            return StepText(
                f"{first.notation} / {second.notation}", first.look, f"{first.plain} {second.plain}"
            )
        fish = parts[0]
        digit = layout.symbol(value)
        bases = phrases.joined_words(layout.houses[number].name for number in fish.bases)
        covers = phrases.joined_words(layout.houses[number].name for number in fish.covers)
        notation = f"{digit} {_houses_text(layout, fish.bases)} {_houses_text(layout, fish.covers)}"
        for cells, mark in ((fish.fins & ~fish.endo_fins, "f"), (fish.endo_fins, "ef")):
            for cell in bits(cells):
                notation += f" {mark}{layout.cell_text(1 << cell)}"
        removal = phrases.removal_text(layout, step.eliminations)
        many = ("two", "three", "four", "five", "six", "seven")[len(fish.bases) - 2]
        if fish.fins:
            fins = [layout.display_names[cell] for cell in bits(fish.fins)]
            unless, otherwise = (
                phrases.none_is(fins, digit),
                "it is, the cells that it sees are not",
            )
            if len(fins) > 1:
                otherwise = "one of them is, the cells that see all of them are not"
            plain = (
                f"If {unless}, then the {digit}s of {bases} all lie in {covers}, one in each, so"
                f" {digit} has no other place there. If {otherwise} {digit}. Either way {removal}."
            )
        else:
            plain = (
                f"In {bases}, the {digit} can only be in {covers}. These are {many} {digit}s for"
                f" {many} houses, one in each, so {digit} has no other place in {covers}: {removal}."
            )
        if fish.removed & fish.body:
            shared = phrases.cell_list(layout, fish.removed & fish.body)
            plain = plain[:-1] + f" ({shared} would use up two of these houses at once)."
        return StepText(notation, f"Look at the {digit}s of {bases}", plain)


def _houses_text(layout: Layout, numbers: tuple[int, ...]) -> str:
    """Houses in notation, run together by kind: ``r25b3``."""
    letters: dict[str, list[str]] = {}
    for number in numbers:
        short = layout.houses[number].short_name
        letters.setdefault(short[0], []).append(short[1:])
    order = {"r": 0, "c": 1, "b": 2}
    return "".join(
        letter
        + ("," if any(len(text) > 1 for text in letters[letter]) else "").join(letters[letter])
        for letter in sorted(letters, key=lambda letter: order.get(letter, 3))
    )
