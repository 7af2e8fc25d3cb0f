"""Reasons of lines and outside clues, as people tell them.

Whispers: a neighbour has no value far enough, or high and low alternate. A sandwich: the number
of cells that its sum takes. An X-sum: for each length what the cells come to. Skyscrapers: how
many can be seen at most. A count: which cells can still hold what is counted.
"""

from __future__ import annotations

from nonet.model import Count, Regular
from nonet.techniques.candidate_layout import bits, union_of
from nonet.techniques.engines import phrases
from nonet.techniques.engines.constraint_filter import ConstraintFilter, ValueMasks
from nonet.techniques.engines.sum_reasons import totals_of, without_value
from nonet.techniques.engines.value_reasons import (
    Exclusion,
    ValueReason,
    excluded_values,
    open_text,
)

MAX_LENGTHS = 3
"""Lengths of an X-sum, or places of a slice, at most, that one reason goes through."""


# -- lines on which neighbours differ by at least so much ---------------------------------------


def whispers_reasons(constraint_filter: ConstraintFilter, masks: ValueMasks) -> ValueReason | None:
    """The reasons of a line whose neighbours differ by at least so much."""
    constraint = constraint_filter.constraint
    if not isinstance(constraint, Regular):
        return None
    partners = _partners(constraint_filter, constraint)
    return lambda n, value: _whispers_reason(constraint_filter, partners, masks, n, value)


def _partners(constraint_filter: ConstraintFilter, constraint: Regular) -> list[int]:
    """For each value the values that may stand next to it."""
    values, automaton = constraint_filter.layout.values, constraint.automaton
    result = []
    for value in values:
        state = automaton.step.get((automaton.start, value))
        partners = 0
        for n, other in enumerate(values):
            if state is not None and (state, other) in automaton.step:
                partners |= 1 << n
        result.append(partners)
    return result


def _whispers_reason(
    constraint_filter: ConstraintFilter,
    partners: list[int],
    masks: ValueMasks,
    index: int,
    value: int,
) -> str:
    layout, cells = constraint_filter.layout, constraint_filter.cells
    if not partners[value]:
        return "no value is far enough from it"
    near = [n for n in (index - 1, index + 1) if 0 <= n < len(cells)]
    for n in near:
        if not masks[n] & partners[value]:
            return f"next to it {open_text(layout, [cells[n]], masks[n])}"
    fits = [masks[n] & partners[value] for n in near]
    if len(near) == 2 and fits[0] == fits[1] and not fits[0] & (fits[0] - 1):
        both = phrases.joined_words([layout.display_names[cells[n]] for n in near])
        if any(all(g >> cells[n] & 1 for n in near) for g in constraint_filter.groups):
            digit = layout.symbol(fits[0].bit_length() - 1)
            return f"both {both}, which see each other, would have to be {digit}"
    return _alternation_reason(constraint_filter, partners, masks, index, value)


def _alternation_reason(
    constraint_filter: ConstraintFilter,
    partners: list[int],
    masks: ValueMasks,
    index: int,
    value: int,
) -> str:
    """That the cell is on the other side: low values stand next to high values only."""
    layout, cells = constraint_filter.layout, constraint_filter.cells
    low = sum(1 << v for v, p in enumerate(partners) if p and not p & ((1 << v) - 1))
    high = sum(1 << v for v, p in enumerate(partners) if p and not p >> v)
    if low & high or any(p and not (low | high) >> v & 1 for v, p in enumerate(partners)):
        return ""  # a value in the middle may have neighbours on both sides
    for n in sorted(range(len(cells)), key=lambda n: abs(n - index)):
        usable = masks[n] & (low | high)
        side = low if not usable & ~low else high if not usable & ~high else 0
        if n == index or not side:
            continue
        own = side if (n - index) % 2 == 0 else (low | high) & ~side
        if own >> value & 1 or not masks[n]:
            continue
        name, apart = layout.display_names[cells[n]], abs(n - index)
        other_side = "low" if side == low else "high"
        own_side = "low" if own == low else "high"
        steps = "next to it" if apart == 1 else f"{apart} cells along the line"
        return f"high and low alternate, and {name}, {steps}, is {other_side}, so this cell is {own_side}"
    return ""


# -- sandwiches ------------------------------------------------------------------------------------


def sandwich_reasons(constraint_filter: ConstraintFilter, masks: ValueMasks) -> ValueReason | None:
    """The reasons of a sandwich: how far apart its slices are, and what lies between."""
    layout, sample = constraint_filter.layout, next(constraint_filter.choices(masks), ())
    bread = (0, layout.value_count - 1)
    ends = [n for n, value in enumerate(sample) if value in bread]
    if len(ends) != 2:
        return None
    total = sum(layout.values[value] for value in sample[ends[0] + 1 : ends[1]])
    sizes = _filling_sizes(constraint_filter, total)
    return lambda index, value: (
        _slice_reason(constraint_filter, masks, index, value, total, sizes)
        if value in bread
        else ""
    )


def _filling_sizes(constraint_filter: ConstraintFilter, total: int) -> list[int]:
    """How many cells may lie between the slices, by the least and the greatest values."""
    inner = constraint_filter.layout.values[1:-1]
    differ = bool(constraint_filter.groups)
    sizes = []
    for size in range(len(constraint_filter.cells) - 1):
        if differ and size > len(inner):
            continue
        least = sum(inner[:size]) if differ else size * inner[0]
        most = sum(inner[len(inner) - size :]) if differ else size * inner[-1]
        if least <= total <= most:
            sizes.append(size)
    return sizes


def _slice_reason(
    constraint_filter: ConstraintFilter,
    masks: ValueMasks,
    index: int,
    value: int,
    total: int,
    sizes: list[int],
) -> str:
    layout, cells = constraint_filter.layout, constraint_filter.cells
    other = layout.value_count - 1 - value
    symbol = layout.symbol(other)
    number = phrases.joined_words(map(str, sizes), "or")
    noun = "cell" if sizes == [1] else "cells"
    start = f"a sum of {total} takes {number} {noun}"
    at = [n for n in range(len(cells)) if abs(n - index) - 1 in sizes]
    places = [n for n in at if masks[n] >> other & 1]
    if not places:
        if not at:
            return f"{start}, and the line has no cell that far away"
        names = phrases.joined_words([layout.display_names[cells[n]] for n in at], "or")
        return f"{start}, and {names} cannot be {symbol}"
    if len(places) > MAX_LENGTHS:
        return ""
    fixed = without_value(constraint_filter, masks, index, value)
    texts = []
    for n in places:
        between = range(min(n, index) + 1, max(n, index))
        then = without_value(constraint_filter, fixed, n, other)
        text = _part_reason(constraint_filter, then, list(between), total)
        if not text:
            return ""
        texts.append(f"with {symbol} in {layout.display_names[cells[n]]}, {text}")
    return f"{start}, and " + "; ".join(texts)


def _part_reason(
    constraint_filter: ConstraintFilter, masks: ValueMasks, indexes: list[int], need: int
) -> str:
    """Why some cells do not come to a number; "" if they can."""
    layout, cells = constraint_filter.layout, constraint_filter.cells
    names = [layout.display_names[cells[n]] for n in indexes]
    if not names:
        return "" if need == 0 else f"{need} would be left for no cell"
    name = phrases.joined_words(names) if len(names) <= 3 else f"{names[0]} to {names[-1]}"
    verb = "comes" if len(names) == 1 else "come"
    totals = totals_of(constraint_filter, masks, indexes, [1] * len(indexes))
    if totals is None:
        return f"no values are left for {name}"
    if totals.least > need:
        if need <= 0:
            return f"nothing would be left for {name}"
        return f"{name} {verb} to at least {totals.least}, not to {need}"
    if totals.most < need:
        return f"{name} {verb} to at most {totals.most}, not to {need}"
    return f"{name} cannot come to {need}" if need not in totals.choices else ""


# -- X-sums ------------------------------------------------------------------------------------------


def x_sum_reasons(constraint_filter: ConstraintFilter, masks: ValueMasks) -> ValueReason | None:
    """The reasons of an X-sum: for each number in the first cell what the cells come to."""
    layout, sample = constraint_filter.layout, next(constraint_filter.choices(masks), ())
    values = layout.values
    if not sample:
        return None
    total = sum(values[value] for value in sample[: values[sample[0]]])
    first = layout.display_names[constraint_filter.cells[0]]

    def reason(index: int, value: int) -> str:
        fixed = without_value(constraint_filter, masks, index, value)
        texts = []
        for length in bits(fixed[0]):
            then = without_value(constraint_filter, fixed, 0, length)
            text = "the line has no so many cells"
            if values[length] <= len(then):
                others = list(range(1, values[length]))
                text = _part_reason(constraint_filter, then, others, total - values[length])
            texts.append(
                text
                if not text or not index
                else f"with {layout.symbol(length)} in {first}, {text}"
            )
            if not text or len(texts) > MAX_LENGTHS:
                return ""
        return "; ".join(texts)

    return reason


# -- skyscrapers, and counts -----------------------------------------------------------------------


def skyscraper_exclusions(
    constraint_filter: ConstraintFilter, before: ValueMasks, after: ValueMasks
) -> list[Exclusion]:
    """The reasons of a skyscraper clue: how many can be seen at most, or the cells in the way;
    none of a clue that says something else than how many are seen.
    """
    sample = next(constraint_filter.choices(before), ())
    if not sample or constraint_filter.constraint.rule.kind != "skyscraper":
        return []
    tallest, count = -1, 0
    for value in sample:
        if value > tallest:
            tallest, count = value, count + 1
    layout = constraint_filter.layout
    complete = len(sample) == layout.value_count and layout.values[0]  # and no value is a park
    results = []
    too_few: dict[int, list[tuple[int, int, str]]] = {}
    for index, value in excluded_values(before, after):
        behind, ahead = union_of(before[index + 1 :]), union_of(before[:index])
        taller = min((behind >> value + 1).bit_count(), len(sample) - 1 - index)
        lower = min((ahead & (1 << value) - 1).bit_count(), index)
        most = lower + 1 + taller
        if most < count:
            parts = f": {lower or 'none'} before it, itself, and {taller or 'none'} behind it"
            too_few.setdefault(index, []).append((most, 1 << value, parts * bool(index)))
            continue
        if count == 1 and not index:
            text = "something taller behind it would be seen too"
        elif complete and (least := _fewest_seen(before, index, value)) > count:
            text = f"then at least {least} are seen"
        else:
            text = ""
        results.append(Exclusion(index, 1 << value, text))
    for index, reasons in too_few.items():
        most = max(reasons)[0]
        parts = reasons[0][2] if len(reasons) == 1 else ""
        text = f"then at most {most} {'is' if most == 1 else 'are'} seen{parts}"
        results.append(Exclusion(index, union_of(values for _, values, _ in reasons), text))
    return results


def _fewest_seen(before: ValueMasks, fixed: int, value: int) -> int:
    """Return how few can be seen with one value fixed: the tallest of the line comes, and values
    might come twice.
    """
    fewest = {-1: 0}  # by the tallest so far
    for index, mask in enumerate(before):
        seen: dict[int, int] = {}
        for height in [value] if index == fixed else bits(mask):
            for tallest, count in fewest.items():
                count += height > tallest
                top = max(height, tallest)
                seen[top] = min(seen.get(top, count), count)
        fewest = seen
    return fewest.get(union_of(before).bit_length() - 1, 0)


def count_exclusions(
    constraint_filter: ConstraintFilter, before: ValueMasks, after: ValueMasks
) -> list[Exclusion]:
    """The reasons of a count: which cells can still hold what is counted, or hold it already."""
    constraint, layout = constraint_filter.constraint, constraint_filter.layout
    if not isinstance(constraint, Count) or not isinstance(constraint.number, int):
        return []
    number = layout.value_number
    counted = sum(1 << number[value] for value in constraint.values if value in number)
    able = [n for n, mask in enumerate(before) if mask & counted]
    already = [n for n, mask in enumerate(before) if not mask & ~counted]
    listed = phrases.value_list(layout, counted, "or")
    results = []
    for index, (mask, retained) in enumerate(zip(before, after, strict=True)):
        lost = mask & ~retained
        if not lost:
            continue
        text = ""
        if not lost & counted and len(able) == constraint.number:
            names = [layout.display_names[constraint_filter.cells[n]] for n in able]
            text = f"only {phrases.joined_words(names)} can still be {listed}"
        elif not lost & ~counted and len(already) == constraint.number:
            names = [layout.display_names[constraint_filter.cells[n]] for n in already]
            holds = phrases.joined_words(names) if already else "no cell"
            text = f"{holds} {'are' if len(already) > 1 else 'is'} {listed} already"
            text = text if already else f"no cell may be {listed}"
        results.append(Exclusion(index, lost, text))
    return results


def comparison_exclusions(
    constraint_filter: ConstraintFilter, before: ValueMasks, after: ValueMasks
) -> list[Exclusion]:
    """Return why cells of two lines that begin alike, of which it is known which is less, cannot
    have values: by the first cells that may differ; none where other cells lose values as well.
    """
    layout, cells = constraint_filter.layout, constraint_filter.cells
    known = before[0], before[-1]
    if len(cells) % 2 or any(mask & (mask - 1) for mask in known):
        return []
    begins = layout.symbol(known[0].bit_length() - 1)
    less = layout.values[known[1].bit_length() - 1]
    pair = next(
        (n for n in range(1, len(cells) - 1, 2) if (before[n] | before[n + 1]).bit_count() > 1), 0
    )
    if not pair or after[:pair] != before[:pair] or after[pair + 2 :] != before[pair + 2 :]:
        return []
    results = []
    for place, other, smaller in ((pair, pair + 1, less), (pair + 1, pair, not less)):
        lost, bound = before[place] & ~after[place], before[other]
        beyond = -1 << bound.bit_length() if smaller else (bound & -bound) - 1
        if lost & ~(beyond | bound):
            return []
        held = open_text(layout, (cells[other],), bound)
        alike = f"both lines begin with {begins}" if pair == 1 else "both lines begin alike"
        size = "the lesser" if smaller else "the greater"
        results.append(Exclusion(place, lost, f"{alike}, this one is {size}, and {held}"))
    return [each for each in results if each.values]
