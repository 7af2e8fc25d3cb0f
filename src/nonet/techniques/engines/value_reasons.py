"""Reasons why a constraint leaves a cell without some values: which other cells are in the way.

A value of a cell is excluded if the constraint cannot hold with it. Of the open candidates of
the other cells few usually matter: a cell whose candidates can all come back without any change
to the result is left out (a minimal set of premises, by deletion). What remains is the reason a
person gives: "R1C1 cannot be 5, since R1C2 can only be 1 or 2".

>>> from nonet.model import Linear, Model
>>> from nonet.techniques.candidate_layout import layout_of
>>> from nonet.techniques.engines.filter_choice import filter_of
>>> cage = Linear.sum(("a", "b", "c"), "==", 7)
>>> layout = layout_of(Model(dict.fromkeys("abc", range(1, 10)), [cage]))
>>> masks = (0b10010, 0b1000, 0b111)
>>> relevant_cells(filter_of(layout, cage), masks, 0, 0b10000)
([1], False)
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from nonet.model import auxiliary_variables
from nonet.techniques.candidate_layout import Layout, bits, mask_of
from nonet.techniques.engines import phrases
from nonet.techniques.engines.filter_base import Filter, ValueMasks

MAX_RELAXED_CELLS = 14
"""Cells of a constraint, at most, that are tried one by one."""
MAX_NAMED_GROUPS = 4
"""Groups of cells of equal candidates, at most, in one reason; nobody would check more."""
MAX_NAMED_CELLS = 12
"""Cells in the way, at most, in one reason."""
MAX_MISSING = 2
"""Values that a cell lacks, at most, where they are told in place of those that it can have."""
MAX_CASES = 4
"""Values of a cell, at most, that are gone through case by case."""


ALONE = "whatever the other cells hold"
"""The reason of a value that is impossible without any other cell in the way."""


class Exclusion(NamedTuple):
    """Values of a cell (by its place in the scope) that fail for a reason; the reason follows
    "since".
    """

    place: int
    values: int
    reason: str


@lru_cache(maxsize=64)
def declared_values(layout: Layout) -> tuple[int, ...]:
    """For each cell the mask of the values that it may take before any clue."""
    number, domains = layout.value_number, layout.structure.domains
    return tuple(mask_of(number[value] for value in domains[name]) for name in layout.cells)


def relevant_cells(
    constraint_filter: Filter, masks: ValueMasks, index: int, values: int
) -> tuple[list[int], bool] | None:
    """Return the indexes of the cells whose candidates exclude the values, and whether the
    houses among the cells matter; ``None`` if the values are not excluded.

    With ``index`` -1 it is the constraint as a whole that cannot hold.
    """
    fixed = list(masks)
    if index >= 0:
        fixed[index] = values
    chosen = constraint_filter.without_houses
    if chosen.reduced(tuple(fixed)) is not None:
        chosen = constraint_filter
        if chosen.reduced(tuple(fixed)) is not None:
            return None
    own = constraint_filter.cells[index] if index >= 0 else -1
    others = [cell for cell in dict.fromkeys(constraint_filter.cells) if cell != own]
    every = declared_values(constraint_filter.layout)
    needed = []
    if len(others) > MAX_RELAXED_CELLS:
        return [constraint_filter.cells.index(cell) for cell in others], bool(chosen.groups)
    # the cells with the most candidates say the least, so they are tried first
    for cell in sorted(others, key=lambda c: -masks[constraint_filter.cells.index(c)].bit_count()):
        relaxed = [
            every[cell] if each == cell else mask
            for each, mask in zip(constraint_filter.cells, fixed, strict=True)
        ]
        if relaxed != fixed and chosen.reduced(tuple(relaxed)) is None:
            fixed = relaxed
        elif relaxed != fixed:
            needed.append(constraint_filter.cells.index(cell))
    return sorted(needed), bool(chosen.groups)


def open_text(layout: Layout, cells: Iterable[int], values: int) -> str:
    """What is open in cells of equal candidates: ``R1C2 can only be 1 or 2``, ``R1C2 and R1C3
    cannot be 4``.
    """
    numbers = list(cells)
    first = numbers[0]
    name = phrases.joined_words([layout.display_names[cell] for cell in numbers])
    if auxiliary_variables.is_indicator(layout.cells[first]):
        if values & (values - 1):
            return f"{name} {'are' if len(numbers) > 1 else 'is'} open"
        value = (values.bit_length() - 1) * layout.cell_count
        return phrases.joined_words([layout.fact(value + cell) for cell in numbers])
    missing = declared_values(layout)[first] & ~values
    if not values & (values - 1):
        verb = "are" if len(numbers) > 1 else "is"
        return f"{name} {verb} {layout.symbol(values.bit_length() - 1)}"
    if values.bit_count() > 2:
        for word, remainder in (("even", 0), ("odd", 1)):
            alike = (n for n in bits(values | missing) if layout.values[n] % 2 == remainder)
            if values == mask_of(alike):
                return f"{name} {'are' if len(numbers) > 1 else 'is'} {word}"
    if values.bit_count() > 3 and missing.bit_count() < values.bit_count():
        return f"{name} cannot be {phrases.value_list(layout, missing, 'or')}"
    return f"{name} can only be {phrases.value_list(layout, values, 'or')}"


def _alike(
    constraint_filter: Filter, masks: ValueMasks, needed: Iterable[int]
) -> dict[tuple[int, int], list[int]]:
    """The cells in the way, those of equal candidates together."""
    result: dict[tuple[int, int], list[int]] = {}
    for n in needed:
        cell = constraint_filter.cells[n]
        key = masks[n], declared_values(constraint_filter.layout)[cell]
        result.setdefault(key, []).append(cell)
    return result


def cells_in_the_way(constraint_filter: Filter, masks: ValueMasks, needed: Iterable[int]) -> str:
    """``R1C2 is 1 and R1C3 can only be 4 or 5``; "" if nobody would check so many."""
    groups = _alike(constraint_filter, masks, needed)
    if not 0 < len(groups) <= MAX_NAMED_GROUPS or sum(map(len, groups.values())) > MAX_NAMED_CELLS:
        return ""
    layout = constraint_filter.layout
    return phrases.joined_words([open_text(layout, c, m) for (m, _), c in groups.items()])


def reason_text(constraint_filter: Filter, masks: ValueMasks, index: int, values: int) -> str:
    """Why a cell cannot have any of the values, by the cells in the way, in two or more cases if
    need be; "" if more cells are in the way than anybody would check.
    """
    relevant = relevant_cells(constraint_filter, masks, index, values)
    if relevant is None:
        return ""
    needed, houses = relevant
    if not needed:
        if index < 0:
            return ""
        return ALONE
    shown = values_in_the_way(constraint_filter, masks, index, values, needed, houses)
    text = cells_in_the_way(constraint_filter, shown, needed)
    if text:
        return text + _apart_text(constraint_filter, houses)
    return _cases_text(constraint_filter, masks, index, values, needed)


def values_in_the_way(
    constraint_filter: Filter,
    masks: ValueMasks,
    index: int,
    values: int,
    needed: list[int],
    houses: bool,
) -> ValueMasks:
    """The candidates of the cells in the way, with all back that could come back without any
    change, where then only one or two values are missing: these are the reason.
    """
    chosen = constraint_filter if houses else constraint_filter.without_houses
    cells, every = constraint_filter.cells, declared_values(constraint_filter.layout)
    named = {cells[n] for n in needed}
    fixed = [
        mask if cell in named else values if n == index else every[cell]
        for n, (cell, mask) in enumerate(zip(cells, masks, strict=True))
    ]
    if index >= 0:
        fixed = [
            values if cell == cells[index] else mask
            for cell, mask in zip(cells, fixed, strict=True)
        ]
    if len(needed) > MAX_NAMED_CELLS or chosen.reduced(tuple(fixed)) is not None:
        return masks
    for cell in named:
        for value in bits(every[cell] & ~fixed[cells.index(cell)]):
            relaxed = [
                mask | 1 << value if each == cell else mask
                for each, mask in zip(cells, fixed, strict=True)
            ]
            if chosen.reduced(tuple(relaxed)) is None:
                fixed = relaxed
    return tuple(
        own if cell in named and (every[cell] & ~own).bit_count() <= MAX_MISSING else mask
        for cell, own, mask in zip(cells, fixed, masks, strict=True)
    )


def _cases_text(
    constraint_filter: Filter, masks: ValueMasks, index: int, values: int, needed: list[int]
) -> str:
    """One cell's values case by case, each with the cells that are then in the way."""
    layout, cells = constraint_filter.layout, constraint_filter.cells
    fixed = list(masks)
    if index >= 0:
        fixed[index] = values
    for split in sorted(needed, key=lambda n: masks[n].bit_count()):
        if not 1 < masks[split].bit_count() <= MAX_CASES:
            continue
        by_reason: dict[str, int] = {}
        for value in bits(masks[split]):
            relevant = relevant_cells(constraint_filter, tuple(fixed), split, 1 << value)
            if relevant is None:
                break
            others = [n for n in relevant[0] if n != index]
            text = cells_in_the_way(constraint_filter, masks, others)
            if others and not text:
                break
            text = text or "nothing else fits"
            by_reason[text] = by_reason.get(text, 0) | 1 << value
        else:
            name = layout.display_names[cells[split]]
            return "; ".join(
                f"with {phrases.value_list(layout, cases, 'or')} in {name}, {text}"
                for text, cases in by_reason.items()
            )
    return ""


def _apart_text(constraint_filter: Filter, houses: bool) -> str:
    """By which houses the cells differ, where that matters and is not the rule's own doing."""
    own = constraint_filter.constraint.rule.kind
    names = [h.name for h in constraint_filter.houses if h.constraint.rule.kind != own]
    if not houses or not names or own == "killer":
        return ""
    if len(names) > 3:
        return ", and no house repeats a value"
    return f", and no value is twice in {phrases.joined_words(names, 'or')}"


def exclusions_by_cells(
    constraint_filter: Filter, before: ValueMasks, after: ValueMasks
) -> list[Exclusion]:
    """For each cell the excluded values with the cells in the way; a reason may be ""."""
    results = []
    for index, (mask, retained) in enumerate(zip(before, after, strict=True)):
        lost = mask & ~retained
        if not lost or constraint_filter.cells.index(constraint_filter.cells[index]) != index:
            continue
        text = reason_text(constraint_filter, before, index, lost)
        if text or (not lost & (lost - 1)):
            results.append(Exclusion(index, lost, text))
            continue
        results += [
            Exclusion(index, 1 << v, reason_text(constraint_filter, before, index, 1 << v))
            for v in bits(lost)
        ]
    return results
