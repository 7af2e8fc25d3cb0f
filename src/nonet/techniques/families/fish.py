"""Fish: n houses whose places for a value lie in n other houses, but for fins.

Basic fish have rows for bases and columns for covers, or the other way round; franken fish have
boxes as well on either side; all other fish are mutant.  A *sashimi* fish is a basic fish with
a base that, without its fins, has one place or none. The names are HoDoKu's.

Only places in no whole placement of the value are looked at: nothing else can go.

>>> from nonet.puzzle import Grid, Puzzle
>>> from nonet.techniques.candidate_layout import mask_of
>>> from nonet.techniques.position import Position
>>> position = Position.of(Puzzle(Grid.square(4)))
>>> away = mask_of(position.layout.candidate(f"R{r}C{c}", 1) for r in (1, 3) for c in (1, 3))
>>> step = next(find(position.without(away), frozenset({"x-wing"})))
>>> step.notation
'X-Wing: 1 r13 c24 => r24c24<>1'

>>> layout = position.layout
>>> rows, columns = layout.houses_by_kind["row"], layout.houses_by_kind["column"]
>>> places = 0b1111_1010_1111_1010  # rows 1 and 3 have columns 2 and 4 only
>>> result = next(find_fish(layout, places, places, 2, False, rows, columns, 1000))
>>> layout.cell_text(result.removed)
'r24c24'
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from typing import NamedTuple, cast

from nonet.techniques.candidate_layout import House, Layout, bits, union_of
from nonet.techniques.catalogue import FISH_KINDS, FISH_NAMES, HUGE, LARGE, SMALL
from nonet.techniques.engines import phrases
from nonet.techniques.families.templates import places_outside_templates, reducible_values
from nonet.techniques.position import Position
from nonet.techniques.search_deadline import NO_DEADLINE, SearchDeadline
from nonet.techniques.step import Step, StepText

MAX_FINS = 5
"""HoDoKu's limit on fins."""

MAX_ENDO_FINS = 2
"""HoDoKu's limit on endo-fins."""


class Fish(NamedTuple):
    """A fish: houses by number, the other fields masks of cells.

    ``body`` are the bases' places but the ``fins``; ``endo_fins`` the fins in two bases.
    """

    bases: tuple[int, ...]
    covers: tuple[int, ...]
    body: int
    fins: int
    endo_fins: int
    removed: int


# The search chooses n *base* houses; each has the value once; and n *cover* houses, other than the bases;
# each has the value at most once.  If the places of the bases all lie in covers, the covers are
# used up: the value goes from the covers' other places, and from places in two covers.  Base
# places outside the covers, or in two bases (endo-fins), are *fins*: then only places that see
# all fins are eliminated (Ultimate Fish Guide, Sudoku Players' Forum, 2006).
#
# The search goes from the candidate to remove.  Every fin must see the candidate, so base places
# that do not see the candidate must be covered, and a cover must contain the candidate: strong
# conditions that prune bases before covers are tried.


class FishSearch(NamedTuple):
    """The constants of a search: see ``find_fish``."""

    layout: Layout
    size: int
    covers: tuple[tuple[int, int], ...]
    cover_mates: dict[int, int]
    deadline: SearchDeadline

    @classmethod
    def of(
        cls,
        layout: Layout,
        places: int,
        size: int,
        covers: tuple[House, ...],
        clock: SearchDeadline,
    ) -> FishSearch:
        """Return the constants of a search among the ``places`` of a value."""
        cover_places = tuple((h.number, cells) for h in covers if (cells := places & h.cells))
        mates = {
            cell: union_of(cells for _, cells in cover_places if cells >> cell & 1)
            for cell in bits(places)
        }
        return cls(layout, size, cover_places, mates, clock)


def find_fish(
    layout: Layout,
    places: int,
    targets: int,
    size: int,
    finned: bool,
    bases: tuple[House, ...],
    covers: tuple[House, ...],
    max_nodes: int,
    deadline: SearchDeadline = NO_DEADLINE,
) -> Iterator[Fish]:
    """The fish of ``size`` that remove any of ``targets`` from the ``places`` of a value.

    ``bases`` and ``covers`` are the houses to choose from; a house in both lists serves in one
    role at a time.  ``targets`` must be all places that a fish could remove. The search stops
    after ``max_nodes`` choices of bases.
    """
    search = FishSearch.of(layout, places, size, covers, deadline)
    base_places = [(h.number, cells) for h in bases if (cells := places & h.cells)]
    if len(base_places) < size or len(search.covers) < size:
        return
    budget = [max_nodes]
    earlier = 0
    for target in bits(targets):
        sees = layout.sees[target] if finned else 0
        pool = [
            (number, cells, cells & ~sees)
            for number, cells in base_places
            if _can_be_covered(search.cover_mates, size, cells & ~sees | 1 << target)
        ]
        pool.sort(key=lambda base: base[2].bit_count())
        for chosen in choose_bases(search, sees, pool, 1 << target, size, budget):
            for fish in _choose_covers(search, target, *chosen):
                if not fish.removed & earlier:
                    yield fish
        earlier |= 1 << target


def _can_be_covered(mates: dict[int, int], size: int, need: int) -> bool:
    """Whether ``need`` has no more than ``size`` cells of which no two share a cover."""
    while need:
        if not size:
            return False
        size -= 1
        need &= ~mates[(need & -need).bit_length() - 1]
    return True


def choose_bases(
    search: FishSearch,
    sees: int,
    pool: list[tuple[int, int, int]],
    need: int,
    covers: int,
    budget: list[int],
    bases: tuple[int, ...] = (),
    union: int = 0,
    endo: int = 0,
) -> Iterator[tuple[tuple[int, ...], int, int, int]]:
    """Yield choices of bases: houses, places, places in two bases, and places to be covered.

    ``pool`` are houses by number, their places and those to be covered; ``need`` what is to be
    covered beside; ``sees`` are the places that may be in two bases.  What is to be covered may fit
    in so many ``covers``.
    """
    search.deadline.check()
    missing = search.size - len(bases)
    for number in range(len(pool) - missing + 1):
        budget[0] -= 1
        if budget[0] < 0:
            return
        base, cells, wants = pool[number]
        twice = union & cells
        if twice and (twice & ~sees or (endo | twice).bit_count() > MAX_ENDO_FINS):
            continue
        needs = need | wants
        if not _can_be_covered(search.cover_mates, covers, needs):
            continue
        chosen = (*bases, base)
        if missing > 1:
            yield from choose_bases(
                search, sees, pool[number + 1 :], needs, covers, budget,
                chosen, union | cells, endo | twice,
            )  # fmt: skip
        else:
            yield chosen, union | cells, endo | twice, needs


def _choose_covers(
    search: FishSearch, target: int, bases: tuple[int, ...], union: int, endo: int, need: int
) -> Iterator[Fish]:
    search.deadline.check()
    layout = search.layout
    allowed = [
        (number, cells) for number, cells in search.covers if cells & union and number not in bases
    ]
    if union >> target & 1:  # a place of the bases goes only if two covers hold it
        choices = _double_cover_choices(allowed, search.size, need, 1 << target)
    else:
        choices = cover_choices(allowed, search.size, need)
    for covers in choices:
        covered = twice = 0
        for _, cells in covers:
            twice |= covered & cells
            covered |= cells
        fins = union & ~covered | endo
        if fins.bit_count() > MAX_FINS:
            continue
        removed = (covered & ~union | twice) & ~fins
        for fin in bits(fins):
            removed &= layout.sees[fin]
        if removed >> target & 1:
            numbers = tuple(sorted(number for number, _ in covers))
            yield Fish(tuple(sorted(bases)), numbers, union & ~fins, fins, endo, removed)


_CoverChoices = tuple[tuple[int, int], ...]


def cover_choices(allowed: list[tuple[int, int]], count: int, need: int) -> Iterator[_CoverChoices]:
    """Yield every choice of ``count`` covers of ``allowed`` that together hold ``need``."""
    if not need:
        yield from combinations(allowed, count)
        return
    if not count:
        return
    place = need & -need
    unvisited = allowed
    for entry in allowed:
        if entry[1] & place:
            unvisited = [other for other in unvisited if other is not entry]
            for others in cover_choices(unvisited, count - 1, need & ~entry[1]):
                yield (entry, *others)


def _double_cover_choices(
    allowed: list[tuple[int, int]], count: int, need: int, cell: int
) -> Iterator[_CoverChoices]:
    """Yield the choices in which two covers contain ``cell``."""
    holding = [entry for entry in allowed if entry[1] & cell]
    unvisited = [entry for entry in allowed if not entry[1] & cell]
    for second in range(1, len(holding)):
        for first in range(second):
            pair = (holding[first], holding[second])
            after = need & ~(pair[0][1] | pair[1][1])
            later = unvisited + holding[second + 1 :]
            for others in cover_choices(later, count - 2, after):
                yield (*pair, *others)


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
    for key, signature in FISH_KINDS_BY_KEY.items():
        if key in requested:
            yield from _steps_of_kind(position, key, signature)


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
    first, second = (fish_step(layout, key, value, fish) for fish in (first_fish, second_fish))
    return replace(
        first,
        eliminations=first.eliminations | second.eliminations,
        pattern=first.pattern | second.pattern,
        fins=first.fins | second.fins,
        links=tuple(dict.fromkeys((*first.links, *second.links))),
        detail=FishDetail(value, (first_fish, second_fish)),
    )


def _steps_of_kind(position: Position, key: str, signature: FishKind) -> Iterator[Step]:
    for value in reducible_values(position):
        places, targets = position.places_of(value), places_outside_templates(position, value)
        all_ = all_fish_of_kind(position, places, targets, signature)
        if signature.shape != "basic":
            all_ = list({fish.removed: fish for fish in reversed(all_)}.values())[::-1]
        for fish in all_:
            yield fish_step(position.layout, key, value, fish)


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
        for fish in position.path_cached(_all_fish_of_shape, *args)
        if (
            fish_fins(layout, fish, places) == signature.fin_kind
            if basic
            else bool(fish.fins) == finned
        )
    ]
    all_.sort(key=lambda fish: (fish.fins.bit_count(), -fish.removed.bit_count()))
    return all_


def _all_fish_of_shape(
    position: Position, places: int, targets: int, size: int, finned: bool, shape: str, nodes: int
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
