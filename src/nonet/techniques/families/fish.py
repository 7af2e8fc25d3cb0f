"""Fish: n houses whose places for a value lie in n other houses, but for fins.

Basic fish have rows for bases and columns for covers, or the other way round;
franken fish boxes as well on either side; mutant fish are all others.  A
*sashimi* fish is a basic one of which some base, without its fins, has one
place or none.  The names are HoDoKu's, the search is ``engines/base_cover.py``.

Only places in no whole placement of the value are looked at: nothing else can go.

>>> from nonet.puzzle import Grid, Puzzle
>>> from nonet.techniques.layout import layout_of
>>> from nonet.techniques.layout import only
>>> from nonet.techniques.position import Position
>>> position = Position.of(Puzzle(Grid.square(4)))
>>> away = only(position.layout.candidate(f"R{r}C{c}", 1) for r in (1, 3) for c in (1, 3))
>>> step = next(find(position.without(away), frozenset({"x-wing"})))
>>> step.notation
'X-Wing: 1 r13 c24 => r24c24<>1'
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple, cast

from nonet.techniques.catalogue import FISH, FISH_KINDS, HUGE, LARGE, SMALL
from nonet.techniques.engines import phrases
from nonet.techniques.engines.base_cover import Fish, fish
from nonet.techniques.engines.placements import hopeful, removable
from nonet.techniques.houses import House
from nonet.techniques.layout import Layout, bits
from nonet.techniques.position import Position
from nonet.techniques.step import Step, Words

NODES = 400_000
"""Choices of bases after which a search for one value ends (large franken and mutant fish)."""


@dataclass(frozen=True, slots=True)
class Signature:
    """What a key stands for.

    ``shape`` is basic, franken or mutant; ``fins`` is none, finned or sashimi.
    """

    size: int
    shape: str
    fins: str


def _signatures() -> dict[str, Signature]:
    found = {}
    for kind, _ in FISH_KINDS:
        words = kind.lower().split()
        shape = next((word for word in words if word in ("franken", "mutant")), "basic")
        fins = next((word for word in words if word in ("finned", "sashimi")), "none")
        for number, name in enumerate(FISH):
            key = "-".join((*words, name.lower()))
            found[key] = Signature(number + 2, shape, fins)
    return found


SIGNATURES = _signatures()
"""Every fish by its key, the simplest first."""


def most(key: str) -> int:
    """The cells of the largest puzzle that a fish is searched in."""
    fish = SIGNATURES[key]
    finned, mutant = fish.fins != "none", fish.shape == "mutant"
    if mutant and finned:
        return SMALL if fish.size > 4 else LARGE if fish.size > 2 else HUGE
    if fish.shape != "basic" and (mutant or finned):
        return LARGE if fish.size > 3 else HUGE
    return LARGE if fish.shape == "franken" and fish.size > 5 else HUGE


def find(position: Position, wanted: frozenset[str]) -> Iterator[Step]:
    """Fish, by kind, size and value; of franken and mutant ones each conclusion once."""
    for key, signature in _ordered(wanted):
        yield from _of_kind(position, key, signature)


@lru_cache(maxsize=256)
def _ordered(wanted: frozenset[str]) -> tuple[tuple[str, Signature], ...]:
    return tuple((key, signature) for key, signature in SIGNATURES.items() if key in wanted)


def find_all(position: Position, wanted: frozenset[str]) -> Iterator[Step]:
    """As ``find``, then siamese fish: two finned ones with the same base sets, told as one.

    They have the name of the first; HoDoKu shows them for sizes 3 and 4.
    """
    yield from find(position, wanted)
    for key, signature in SIGNATURES.items():
        if key in wanted and signature.fins != "none" and signature.size in (3, 4):
            yield from _siamese(position, key, signature)


def as_hodoku(step: Step) -> tuple[object, ...]:
    """HoDoKu takes the first: by value, rows before columns, by base sets, by cover sets."""
    value, (found, *_) = cast(Fishes, step.detail)
    houses = step.layout.houses
    columns = any(houses[number].kind == "column" for number in found.bases)
    return value, columns, sorted(found.bases), sorted(found.covers)


def _siamese(position: Position, key: str, signature: Signature) -> Iterator[Step]:
    """Pairs of one value and base: finned and sashimi ones may go together."""
    layout = position.layout
    kinds = [key]
    if signature.shape == "basic":
        other = {"finned": "sashimi", "sashimi": "finned"}
        kinds.append(key.replace(signature.fins, other[signature.fins], 1))
    for value in hopeful(position):
        places, targets = position.at(value), removable(position, value)
        same_base: dict[tuple[int, ...], list[tuple[bool, Fish]]] = {}
        for kind in kinds:
            for found in hits(position, places, targets, SIGNATURES[kind]):
                base = tuple(sorted(found.bases))
                same_base.setdefault(base, []).append((kind == key, found))
        done: set[int] = set()
        for together in same_base.values():
            for (named, one), (_, other_one) in combinations(together, 2):
                removed = one.removed | other_one.removed
                if named and removed not in (one.removed, other_one.removed, *done):
                    done.add(removed)
                    yield twins(layout, key, value, one, other_one)


def twins(layout: Layout, key: str, value: int, one: Fish, other: Fish) -> Step:
    """The step of two siamese fish."""
    first, second = made(layout, key, value, one), made(layout, key, value, other)
    return replace(
        first,
        eliminations=first.eliminations | second.eliminations,
        pattern=first.pattern | second.pattern,
        fins=first.fins | second.fins,
        links=tuple(dict.fromkeys((*first.links, *second.links))),
        detail=Fishes(value, (one, other)),
    )


def _of_kind(position: Position, key: str, signature: Signature) -> Iterator[Step]:
    layout = position.layout
    barren = position.kept(_barren, key)
    for value in hopeful(position):
        places = position.at(value)
        if places in barren:
            continue
        hit = _fish(position, places, removable(position, value), signature)
        for found in hit:
            yield made(layout, key, value, found)
        if not hit:
            barren.add(places)


def _barren(_: Position, __: str) -> set[int]:
    """The places of a value that are known to have no such fish."""
    return set()


def _fish(position: Position, places: int, targets: int, signature: Signature) -> list[Fish]:
    """The fish of one value and one signature, of franken and mutant ones each conclusion once."""
    all_ = hits(position, places, targets, signature)
    if signature.shape == "basic":
        return all_
    return list({found.removed: found for found in reversed(all_)}.values())[::-1]


def hits(
    position: Position, places: int, targets: int, signature: Signature, nodes: int = NODES
) -> list[Fish]:
    """All fish of one value and one signature, those with the fewest fins first."""
    layout = position.layout
    finned = signature.fins != "none"
    basic = signature.shape == "basic"
    args = places, targets, signature.size, finned, signature.shape, nodes
    all_ = [
        found
        for found in (position.kept(_every, *args) if basic else _every(position, *args))
        if (
            fins_of(layout, found, places) == signature.fins
            if basic
            else bool(found.fins) == finned
        )
    ]
    all_.sort(key=lambda found: (found.fins.bit_count(), -found.removed.bit_count()))
    return all_


def _every(
    position: Position,
    places: int,
    targets: int,
    size: int,
    finned: bool,
    shape: str,
    nodes: int,
) -> list[Fish]:
    """All fish of one value, size and shape, also those without fins or sashimi."""
    layout, clock = position.layout, position.clock
    return [
        found
        for bases, covers in _pools(layout)[shape]
        for found in fish(layout, places, targets, size, finned, bases, covers, nodes, clock)
        if shape_of(layout, found) == shape
    ]


@lru_cache(maxsize=64)
def _pools(layout: Layout) -> dict[str, list[tuple[tuple[House, ...], tuple[House, ...]]]]:
    """The bases and covers to choose from, by shape."""
    rows, columns = layout.kinds["row"], layout.kinds["column"]
    boxes = layout.kinds["box"] + layout.kinds["other"]
    return {
        "basic": [(rows, columns), (columns, rows)],
        "franken": [(rows + boxes, columns + boxes), (columns + boxes, rows + boxes)],
        "mutant": [(layout.complete, layout.complete)],
    }


def shape_of(layout: Layout, found: Fish) -> str:
    """Whether a fish is basic, franken or mutant."""
    base = {_side(layout.houses[number]) for number in found.bases}
    cover = {_side(layout.houses[number]) for number in found.covers}
    for one, other in (("row", "column"), ("column", "row")):
        if one in base and other in cover and other not in base and one not in cover:
            return "franken" if "box" in base | cover else "basic"
    return "mutant"


def _side(house: House) -> str:
    return house.kind if house.kind in ("row", "column") else "box"


def fins_of(layout: Layout, found: Fish, places: int) -> str:
    """Whether a basic fish is without fins, finned or sashimi."""
    for number in found.bases:
        if (layout.houses[number].cells & places & ~found.fins).bit_count() <= 1:
            return "sashimi"
    return "finned" if found.fins else "none"


def made(layout: Layout, key: str, value: int, found: Fish) -> Step:
    """The step of a fish."""
    shift = value * layout.count
    return Step(
        key,
        layout,
        eliminations=found.removed << shift,
        pattern=found.body << shift,
        fins=found.fins << shift,
        truths=tuple(layout.house_set(number, value) for number in found.bases),
        links=tuple(layout.house_set(number, value) for number in found.covers),
        detail=Fishes(value, (found,)),
    )


# -- words ---------------------------------------------------------------------


class Fishes(NamedTuple):
    """The fish of a value, of siamese ones both."""

    value: int
    fish: tuple[Fish, ...]

    def words(self, step: Step) -> Words:
        """A fish in words; of siamese ones both."""
        layout, (value, parts) = step.layout, self
        if len(parts) > 1:
            one, other = (made(layout, step.key, value, part).words for part in parts)
            return Words(
                f"{one.notation} / {other.notation}", one.look, f"{one.plain} {other.plain}"
            )
        found = parts[0]
        digit = layout.symbol(value)
        bases = phrases.listed(layout.houses[number].name for number in found.bases)
        covers = phrases.listed(layout.houses[number].name for number in found.covers)
        notation = f"{digit} {_houses(layout, found.bases)} {_houses(layout, found.covers)}"
        for cells, mark in ((found.fins & ~found.endo, "f"), (found.endo, "ef")):
            for cell in bits(cells):
                notation += f" {mark}{layout.cell_text(1 << cell)}"
        gone = phrases.gone(layout, step.eliminations)
        many = ("two", "three", "four", "five", "six", "seven")[len(found.bases) - 2]
        if found.fins:
            fins = [layout.told[cell] for cell in bits(found.fins)]
            unless, otherwise = (
                phrases.none_is(fins, digit),
                "it is, the cells that it sees are not",
            )
            if len(fins) > 1:
                otherwise = "one of them is, the cells that see all of them are not"
            plain = (
                f"If {unless}, then the {digit}s of {bases} all lie in {covers}, one in each, so"
                f" {digit} has no other place there. If {otherwise} {digit}. Either way {gone}."
            )
        else:
            plain = (
                f"In {bases}, the {digit} can only be in {covers}. These are {many} {digit}s for"
                f" {many} houses, one in each, so {digit} has no other place in {covers}: {gone}."
            )
        if found.removed & found.body:
            shared = phrases.cells(layout, found.removed & found.body)
            plain = plain[:-1] + f" ({shared} would use up two of these houses at once)."
        return Words(notation, f"Look at the {digit}s of {bases}", plain)


def _houses(layout: Layout, numbers: tuple[int, ...]) -> str:
    """Houses in notation, run together by kind: ``r25b3``."""
    letters: dict[str, list[str]] = {}
    for number in numbers:
        short = layout.houses[number].short
        letters.setdefault(short[0], []).append(short[1:])
    order = {"r": 0, "c": 1, "b": 2}
    return "".join(
        letter
        + ("," if any(len(text) > 1 for text in letters[letter]) else "").join(letters[letter])
        for letter in sorted(letters, key=lambda letter: order.get(letter, 3))
    )
