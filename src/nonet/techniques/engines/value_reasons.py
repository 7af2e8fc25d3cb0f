"""Reasons why a constraint leaves a cell without some values: which other cells are in the way.

A value of a cell is excluded if the constraint cannot hold with it. Of the open candidates of
the other cells few usually matter: a cell whose candidates can all come back without any change
to the result is left out (a minimal set of premises, by deletion). What remains is the reason a
person gives: "R1C1 cannot be 5, since R1C2 can only be 1 or 2".

>>> from nonet.model import Linear, Model
>>> from nonet.techniques.candidate_layout import layout_of
>>> from nonet.techniques.engines.constraint_filter import filter_of
>>> cage = Linear.sum(("a", "b", "c"), "==", 7)
>>> layout = layout_of(Model(dict.fromkeys("abc", range(1, 10)), [cage]))
>>> masks = (0b10010, 0b1000, 0b111)
>>> reason_text(filter_of(layout, cage), masks, 0, 0b10000)
'b cannot be 1'
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from nonet.model import auxiliary_variables
from nonet.techniques.candidate_layout import Layout, bits, mask_of
from nonet.techniques.engines import phrases
from nonet.techniques.engines.constraint_filter import (
    ConstraintFilter,
    Premises,
    ValueMasks,
    declared_values,
)

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


ValueReason = Callable[[int, int], str]
"""From a place and a value that it cannot have the reason, or "" for the cells in the way."""


def excluded_values(before: ValueMasks, after: ValueMasks) -> Iterator[tuple[int, int]]:
    """Yield place and value of all that a filter excludes."""
    for place, (mask, retained) in enumerate(zip(before, after, strict=True)):
        for value in bits(mask & ~retained):
            yield place, value


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
    constraint_filter: ConstraintFilter, masks: ValueMasks, needed: Iterable[int]
) -> dict[tuple[int, int], list[int]]:
    """The cells in the way, those of equal candidates together."""
    result: dict[tuple[int, int], list[int]] = {}
    for n in needed:
        cell = constraint_filter.cells[n]
        key = masks[n], declared_values(constraint_filter.layout)[cell]
        result.setdefault(key, []).append(cell)
    return result


def cells_in_the_way(
    constraint_filter: ConstraintFilter, masks: ValueMasks, needed: Iterable[int]
) -> str:
    """``R1C2 is 1 and R1C3 can only be 4 or 5``; "" if nobody would check so many."""
    groups = _alike(constraint_filter, masks, needed)
    if not 0 < len(groups) <= MAX_NAMED_GROUPS or sum(map(len, groups.values())) > MAX_NAMED_CELLS:
        return ""
    layout = constraint_filter.layout
    return phrases.joined_words([open_text(layout, c, m) for (m, _), c in groups.items()])


def reason_text(
    constraint_filter: ConstraintFilter, masks: ValueMasks, index: int, values: int
) -> str:
    """Why a cell cannot have any of the values, by the cells in the way, in two or more cases if
    need be; "" if more cells are in the way than anybody would check.
    """
    premises = constraint_filter.premises(masks, index, values)
    if premises is None:
        return ""
    if not premises.places:
        return "" if index < 0 else ALONE
    text = cells_in_the_way(
        constraint_filter, values_in_the_way(constraint_filter, masks, premises), premises.places
    )
    if text:
        return text + _apart_text(constraint_filter, premises.needs_houses)
    return _cases_text(constraint_filter, masks, index, values, premises.places)


def values_in_the_way(
    constraint_filter: ConstraintFilter, masks: ValueMasks, premises: Premises
) -> ValueMasks:
    """The values of the cells in the way, with all back that could come back, where then only one
    or two values are missing: these are the reason.  Of two, a single value left says more.
    """
    if len(premises.places) > MAX_NAMED_CELLS:
        return masks
    declared, result = declared_values(constraint_filter.layout), []
    for cell, weak, mask in zip(constraint_filter.cells, premises.masks, masks, strict=True):
        most = MAX_MISSING if mask & (mask - 1) else 1
        result.append(weak if (declared[cell] & ~weak).bit_count() <= most else mask)
    return tuple(result)


def _cases_text(
    constraint_filter: ConstraintFilter,
    masks: ValueMasks,
    index: int,
    values: int,
    needed: Sequence[int],
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
            premises = constraint_filter.premises(tuple(fixed), split, 1 << value)
            if premises is None:
                break
            others = [n for n in premises.places if n != index]
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


def _apart_text(constraint_filter: ConstraintFilter, houses: bool) -> str:
    """By which houses the cells differ, where that matters and is not the rule's own doing."""
    own = constraint_filter.constraint.rule.kind
    names = [h.name for h in constraint_filter.houses if h.constraint.rule.kind != own]
    if not houses or not names or own == "killer":
        return ""
    if len(names) > 3:
        return ", and no house repeats a value"
    return f", and no value is twice in {phrases.joined_words(names, 'or')}"


def exclusions_by_cells(
    constraint_filter: ConstraintFilter, before: ValueMasks, after: ValueMasks
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
