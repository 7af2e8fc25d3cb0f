"""Singles: a cell with one value left, a value with one place left.

All are unit propagation on an exactly-one constraint: of the cell (naked single) or of the
value in a house (hidden single).  A full house is a house's last cell.  Every name applies to a
candidate separately: a full house is a naked single too.

>>> from nonet.puzzle import Grid, Puzzle
>>> from nonet.techniques.position import Position
>>> position = Position.of(Puzzle(Grid.square(4), {"R1C1": 1, "R1C2": 2, "R1C3": 3}))
>>> step = next(find(position, frozenset({"full-house"})))
>>> step.sentence
'R1C4 is the last empty cell of row 1, and only 4 is missing there: R1C4 is 4.'
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from nonet.techniques.candidate_layout import Layout, bits
from nonet.techniques.engines import phrases
from nonet.techniques.position import Position
from nonet.techniques.step import Step, StepText

QUICK = True

_HouseCells = tuple[tuple[int, int], ...]  # number, cells


def find(position: Position, requested: frozenset[str]) -> Iterator[Step]:
    """Full houses, then hidden singles (in boxes before lines), then naked singles."""
    if "full-house" in requested:
        yield from _full_houses(position)
    for key in _HIDDEN_SINGLE_KEYS:
        if key in requested:
            yield from _hidden_singles(position, key)
    if "naked-single" in requested:
        yield from _naked_singles(position)


def step_of(position: Position, key: str, candidate: int) -> Step | None:
    """Return the step of ``find`` that places a candidate, or ``None``."""
    layout = position.layout
    value, cell = divmod(candidate, layout.cell_count)
    bit, own = 1 << cell, position.values[cell]
    if key == "hidden-single":
        for kind in _HIDDEN_SINGLE_KEYS[1:]:
            for other in bits(own):
                for only, number in position.path_cached(
                    _only_places, kind, position.places_of(other)
                ):
                    if only == cell:
                        step = _single_step(position, key, value, cell, number)
                        return step if other == value else None
        return None
    if own != 1 << value:
        return None
    if key == "naked-single":
        return _single_step(position, key, value, cell, None)
    once, _ = position.cached(_open_cells)
    for number, cells in _houses(layout)["hidden-single"]:
        if once & cells == bit:
            return _single_step(position, key, value, cell, number)
    return None


class SingleDetail(NamedTuple):
    """The house of a hidden single; ``None`` for a naked single.

    ``variant_reasons`` are cells or values that only the houses of a variant exclude, each with
    a house.
    """

    house: int | None
    variant_reasons: tuple[tuple[str, str], ...] = ()

    def describe(self, step: Step) -> StepText:
        """A single in words."""
        layout = step.layout
        name, value = layout.cell_and_symbol(step.placements[0])
        by_house: dict[str, list[str]] = {}
        for excluded, house in self.variant_reasons:
            by_house.setdefault(house, []).append(excluded)
        listed = (f"{phrases.joined_words(e, 'or')} by {h}" for h, e in by_house.items())
        by = f" (not {', nor '.join(listed)})" if by_house else ""
        if self.house is None:
            return StepText(
                "",
                f"Look at {name}",
                f"Every other value is excluded from {name}: it stands in a cell that must differ"
                f" from it, or was ruled out before{by}. Only {value} is left, so"
                f" {layout.fact(step.placements[0])}.",
            )
        house = layout.houses[self.house].name
        if step.key == "full-house":
            return StepText(
                "",
                f"Look at {house}",
                f"{name} is the last empty cell of {house}, and only {value} is missing there:"
                f" {name} is {value}.",
            )
        return StepText(
            "",
            f"Look for the {value} of {house}",
            f"{house[:1].upper()}{house[1:]} needs {phrases.with_article(value)}, and of its "
            "empty cells only "
            f"{name} can still take it{by}: {name} is {value}.",
        )


# -- the searches --------------------------------------------------------------

_HIDDEN_SINGLE_KEYS = ("hidden-single", "hidden-single-box", "hidden-single-line")


@lru_cache(maxsize=64)
def _houses(layout: Layout) -> dict[str, _HouseCells]:
    """The complete houses in which each kind of hidden single looks."""
    boxes = tuple((house.number, house.cells) for house in layout.houses_by_kind["box"])
    lines = tuple(
        (house.number, house.cells) for house in layout.complete_houses if house.kind != "box"
    )
    return dict(zip(_HIDDEN_SINGLE_KEYS, (boxes + lines, boxes, lines), strict=True))


def _open_cells(position: Position) -> tuple[int, int]:
    """Return the cells with a value left, and the cells with two or more."""
    once = twice = 0
    for value in range(position.layout.value_count):
        places = position.places_of(value)
        twice |= once & places
        once |= places
    return once, twice


def _full_houses(position: Position) -> Iterator[Step]:
    once, twice = position.cached(_open_cells)
    single = once & ~twice
    if not single:
        return
    layout = position.layout
    done = 0
    for number, cells in _houses(layout)["hidden-single"]:
        remaining = once & cells
        if remaining & single and not remaining & (remaining - 1) and not remaining & done:
            done |= remaining
            cell = remaining.bit_length() - 1
            value = position.values[cell].bit_length() - 1
            yield _single_step(position, "full-house", value, cell, number)


def _naked_singles(position: Position) -> Iterator[Step]:
    once, twice = position.cached(_open_cells)
    for cell in bits(once & ~twice):
        yield _single_step(
            position, "naked-single", position.values[cell].bit_length() - 1, cell, None
        )


def _hidden_singles(position: Position, key: str) -> Iterator[Step]:
    layout = position.layout
    done = 0
    for kind in _HIDDEN_SINGLE_KEYS[1:] if key == "hidden-single" else (key,):
        for value in range(layout.value_count):
            places = position.places_of(value)
            for cell, number in position.path_cached(_only_places, kind, places) if places else ():
                if not done >> cell & 1:
                    done |= 1 << cell
                    yield _single_step(position, key, value, cell, number)


def _only_places(position: Position, key: str, places: int) -> tuple[tuple[int, int], ...]:
    """The cells that are the only of ``places`` in a house, each with the first such house."""
    result: dict[int, int] = {}
    for number, cells in _houses(position.layout)[key]:
        inside = places & cells
        if inside and not inside & (inside - 1):
            result.setdefault(inside, number)
    return tuple((cell.bit_length() - 1, number) for cell, number in result.items())


def _single_step(position: Position, key: str, value: int, cell: int, house: int | None) -> Step:
    layout = position.layout
    candidate = value * layout.cell_count + cell
    by_house = house is not None and key != "full-house"
    special = _variant_reasons(position, value, cell, house if by_house else None)
    return Step(
        key,
        layout,
        placements=(candidate,),
        pattern=1 << candidate,
        truths=(layout.house_set(house, value) if by_house and house is not None else cell,),
        sets=((layout.houses[house].cells, 0),)
        if key == "full-house" and house is not None
        else (),
        reasons=tuple(dict.fromkeys(f"AllDifferent({name})" for _, name in special)),
        detail=SingleDetail(house, special),
    )


def _variant_reasons(
    position: Position, value: int, cell: int, house: int | None
) -> tuple[tuple[str, str], ...]:
    """Return the exclusions by houses of a variant: cells of the house, or values of the cell."""
    layout = position.layout
    if not layout.special_houses:
        return ()
    empty = position.unsolved & ~(1 << cell)
    if house is None:
        eliminated = [(v, cell) for v in range(layout.value_count) if v != value]
    else:
        eliminated = [(value, c) for c in layout.houses[house].cell_numbers if empty >> c & 1]
    results = []
    for other, where in eliminated:
        seers = position.placed >> other * layout.cell_count & layout.sees[where]
        between = [layout.special_house_between(seer, where) for seer in bits(seers)]
        if between and None not in between:
            name = layout.symbol(other) if house is None else layout.display_names[where]
            results.append((name, between[0].name if between[0] else ""))
    return tuple(results)
