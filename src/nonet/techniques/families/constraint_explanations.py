"""The words of steps that rest on one constraint: in the rule's own terms, with the reason.

A cage is explained by its combinations, a sum of many cells by the sum of the other cells, a
pair by its partner, a line by its bounds; the fallback is the list of open candidates.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from nonet.model import Count, Linear, Regular, auxiliary_variables
from nonet.techniques.candidate_layout import bits, mask_of, union_of
from nonet.techniques.engines import phrases
from nonet.techniques.engines.filter_base import Filter, ValueMasks
from nonet.techniques.engines.line_reasons import (
    comparison_exclusions,
    count_clash,
    count_exclusions,
    same_values_clash,
    sandwich_exclusions,
    skyscraper_exclusions,
    whispers_exclusions,
    x_sum_exclusions,
)
from nonet.techniques.engines.sum_reasons import sum_clash, sum_exclusions
from nonet.techniques.engines.value_reasons import (
    ALONE,
    Exclusion,
    exclusions_by_cells,
    open_text,
    reason_text,
)
from nonet.techniques.step import Step, StepText

MAX_COMBINATIONS = 6
"""Most combinations, or houses, in a text; nobody would read a longer list."""
MAX_NAMED_CELLS = 9
"""Most cells in a text with their open candidates; nobody would read a longer list."""
MAX_LOST = 3
"""Cells that lose values for no reason of few cells, from which on it is told what is left."""
MAX_EXCLUDED = 250
"""Characters of what a reason excludes, at most: a longer list comes after the reason, a sentence each."""
MAX_DEMAND = 160
"""Characters of a rule's sentence, at most: a longer one lists the cells of a long line."""
MAX_CHOICES = 600
"""Choices of values that are gone through to list the combinations."""


class FilteringDetail(NamedTuple):
    """A constraint, and the open candidates of its cells before and after filtering."""

    constraint_filter: Filter
    before: ValueMasks
    after: ValueMasks | None

    def describe(self, step: Step) -> StepText:
        """Return ``cause`` (``cage of 15 at R1C1``), and why the eliminated values have no
        place.
        """
        described = self.constraint_filter.constraint.description
        start = f"{described[:1].upper()}{described[1:]}"
        return StepText(described, f"Look at {described}", start + self._reason_text(step))

    def _reason_text(self, step: Step) -> str:
        if self.after is None:
            return f" {clash_text(self.constraint_filter, self.before)}."
        tell = _TEXT_BY_KEY.get(step.key)
        text = tell(self) if tell else ""
        if text:
            return f"{text}{self._differing_text()}: {phrases.excluded_text(step.layout, step.eliminations)}."
        demand = phrases.with_commas(self.constraint_filter.constraint.rule.sentence.rstrip("."))
        start = f": {demand}. " if 0 < len(demand) <= MAX_DEMAND else ": "
        return start + " ".join(self.exclusion_sentences(step))

    def exclusion_sentences(self, step: Step) -> Iterator[str]:
        """Yield a sentence for each reason, with all that it excludes."""
        assert self.after is not None
        layout, cells = step.layout, self.constraint_filter.cells
        find = _EXCLUSIONS_BY_KEY.get(step.key)
        if isinstance(self.constraint_filter.constraint, Count):
            find = count_exclusions
        elif self.constraint_filter.constraint.rule.kind == "full-rank":
            find = comparison_exclusions
        exclusions = find(self.constraint_filter, self.before, self.after) if find else []
        if not exclusions:
            exclusions = exclusions_by_cells(self.constraint_filter, self.before, self.after)
        by_reason: dict[str, int] = {}
        for each in exclusions:
            candidates = layout.candidates_in(1 << cells[each.place], each.values)
            reason = each.reason or reason_text(
                self.constraint_filter, self.before, each.place, each.values
            )
            by_reason[reason] = by_reason.get(reason, 0) | candidates
        for reason, candidates in by_reason.items():
            parts = phrases.excluded_parts(layout, candidates & step.eliminations)
            shown = phrases.joined_words(parts)
            if not candidates & step.eliminations:
                continue
            if not reason and isinstance(self.constraint_filter.constraint, Regular):
                remaining = self._remaining_text(layout.cells_of(candidates))
                if remaining:
                    yield f"Read from cell to cell with the values still open, {remaining}."
                    continue
            if not reason:
                reason = f"no choice of the values still open{_open_values_text(self, step)} fits"
            if reason != ALONE and len(shown) > MAX_EXCLUDED:
                yield phrases.capitalised(f"{reason}.")
                yield from (phrases.capitalised(f"{part}.") for part in parts)
            else:
                since = "" if reason == ALONE else "since "
                yield phrases.capitalised(f"{shown}, {since}{reason}.")

    def _remaining_text(self, lost: int) -> str:
        """Return the values left in the cells; "" if few are lost, or one is no cell of the grid."""
        assert self.after is not None
        layout, cells = self.constraint_filter.layout, self.constraint_filter.cells
        if lost.bit_count() <= MAX_LOST or any(
            auxiliary_variables.is_indicator(layout.cells[cell]) for cell in bits(lost)
        ):
            return ""
        remaining = dict(zip(cells, self.after, strict=True)).items()
        parts = [open_text(layout, (cell,), mask) for cell, mask in remaining if lost >> cell & 1]
        return phrases.joined_words(parts)

    def _differing_text(self) -> str:
        """Why its cells differ, where that makes a difference and is not its own rule.

        Of a killer cage everybody knows.
        """
        own = self.constraint_filter.constraint.rule.kind
        if own == "killer":
            return ""
        houses = [
            house
            for house in self.constraint_filter.needed_houses(self.before)
            if house.constraint.rule.kind != own
        ]
        names = [house.name for house in houses]
        if len(names) > MAX_COMBINATIONS:
            return " (values differ in its houses)"
        return f" (values differ in {phrases.joined_words(names)})" if names else ""


def _open_values_text(detail: FilteringDetail, step: Step | None = None) -> str:
    """`` in R1C2 (1, 2) and R1C3 (4)``: the cells that the reason lies in."""
    layout = detail.constraint_filter.layout
    eliminated = layout.cells_of(step.eliminations) if step else 0
    parts = [
        f"{layout.display_names[cell]} ({', '.join(map(layout.symbol, bits(mask)))})"
        for cell, mask in dict(
            zip(detail.constraint_filter.cells, detail.before, strict=True)
        ).items()
        if not eliminated >> cell & 1
        and not (auxiliary_variables.is_indicator(layout.cells[cell]) and mask & mask - 1)
    ]
    if len(parts) > MAX_NAMED_CELLS:
        return " elsewhere in it"
    return f" in {phrases.joined_words(parts)}" if parts else ""


# -- reasons, by the kind of rule: a text that follows the constraint's name, "" for none ---------


def _combinations_text(detail: FilteringDetail) -> str:
    """The sets of values that are still possible: `` can only hold 1+5+9 or 2+6+7``.

    If the values do not add up to the constraint's number, the signs are left out; if some
    values count negatively, a set is no explanation.
    """
    constraint = detail.constraint_filter.constraint
    if isinstance(constraint, Linear) and set(constraint.coefficients) != {1}:
        return ""
    sets = possible_combinations(detail)
    if sets is None:
        return _sum_bounds_text(detail)
    return f" can only hold {phrases.joined_words(sets, 'or')}"


def possible_combinations(detail: FilteringDetail) -> list[str] | None:
    """Return the sets of values that its cells may hold, each as a sum; ``None`` if too many."""
    layout = detail.constraint_filter.layout
    choices = detail.constraint_filter.choices(detail.before, MAX_CHOICES)
    if choices is None:
        return None
    sets = sorted({tuple(sorted(choice)) for choice in choices})
    if len(sets) > MAX_COMBINATIONS:
        return None
    sign = "+" if isinstance(detail.constraint_filter.constraint, Linear) else " "
    return [sign.join(map(layout.symbol, first)) for first in sets]


def _sum_bounds_text(detail: FilteringDetail) -> str:
    """Return for a plain sum the least and the greatest sum of the other cells."""
    constraint, layout = detail.constraint_filter.constraint, detail.constraint_filter.layout
    if not isinstance(constraint, Linear) or set(constraint.coefficients) != {1}:
        return ""
    if constraint.op != "==" or detail.after is None:
        return ""
    low = sum(layout.values[next(bits(mask))] for mask in detail.before)
    high = sum(layout.values[mask.bit_length() - 1] for mask in detail.before)
    above, below = constraint.constant - low, high - constraint.constant
    too_great = too_small = False
    for mask, retained in zip(detail.before, detail.after, strict=True):
        least, greatest = layout.values[next(bits(mask))], layout.values[mask.bit_length() - 1]
        for value in bits(mask & ~retained):
            if greatest - below <= layout.values[value] <= least + above:
                return ""  # it takes more than bounds
            too_great |= layout.values[value] > least + above
            too_small |= layout.values[value] < greatest - below
    parts = []
    if too_great:
        parts.append(
            f"the least values still open come to {low}, so no cell can be more than {above} above "
            "its least"
        )
    if too_small:
        parts.append(
            f"the greatest values still open come to {high}, so no cell can be more than {below} "
            "below its greatest"
        )
    return f": it sums to {constraint.constant}; {'; '.join(parts)}"


def _partner_text(detail: FilteringDetail) -> str:
    """Return for a pair of cells the possible values of the partner."""
    if len(detail.constraint_filter.cells) != 2 or detail.after is None:
        return ""
    layout = detail.constraint_filter.layout
    sentence = _rule_sentence(detail)
    changed = [b != a for b, a in zip(detail.before, detail.after, strict=True)]
    parts = []
    for place, other in ((0, 1), (1, 0)):
        if changed[place] and (needed := _needed_absences(detail, place)):
            cell = detail.constraint_filter.cells[other]
            if needed.bit_count() < detail.before[other].bit_count():
                values = phrases.value_list(layout, needed, "or")
                parts.append(f"{layout.display_names[cell]} cannot be {values}")
            else:
                parts.append(open_text(layout, (cell,), detail.before[other]))
    return f": {sentence}, and {phrases.joined_words(parts)}" if parts else f": {sentence}"


def _needed_absences(detail: FilteringDetail, place: int) -> int:
    """Return the values missing in the other cell of two with which an excluded one could hold."""
    assert detail.after is not None
    excluded = detail.before[place] & ~detail.after[place]
    missing = bits(detail.constraint_filter.layout.all_values & ~detail.before[1 - place])
    reduced = detail.constraint_filter.reduced
    return mask_of(
        value
        for value in missing
        if reduced((1 << value, excluded) if place else (excluded, 1 << value)) is not None
    )


def _arrow_text(detail: FilteringDetail) -> str:
    """Return for an arrow the possible sums of its cells and values of its bulb."""
    constraint = detail.constraint_filter.constraint
    if not isinstance(constraint, Linear) or detail.after is None or constraint.constant:
        return ""
    bulb = [n for n, factor in enumerate(constraint.coefficients) if factor == -1]
    if len(bulb) != 1 or set(constraint.coefficients) != {1, -1}:
        return ""
    sums = _possible_sums(detail, bulb[0])
    if sums:
        return f" can only be {phrases.joined_words(sums, 'or')}"
    return ""


def _possible_sums(detail: FilteringDetail, bulb: int) -> list[str]:
    """Return the possible sums of an arrow, ``1+2 = 3``; none if too many."""
    symbol = detail.constraint_filter.layout.symbol
    result = set()
    for choice in detail.constraint_filter.choices(detail.before, MAX_CHOICES) or ():
        along = sorted(value for number, value in enumerate(choice) if number != bulb)
        result.add((choice[bulb], tuple(along)))
    if len(result) > MAX_COMBINATIONS:
        return []
    return [f"{'+'.join(map(symbol, along))} = {symbol(head)}" for head, along in sorted(result)]


def _rule_sentence(detail: FilteringDetail) -> str:
    """Return the demand of the constraint as a sentence without full stop."""
    rule = detail.constraint_filter.constraint.rule
    text = rule.sentence or rule.label or detail.constraint_filter.constraint.description
    return phrases.with_commas(text.rstrip("."))


def _rising_line_text(detail: FilteringDetail) -> str:
    """Of a line that rises: the least and the greatest that its cells can be."""
    if detail.after is None:
        return ""
    layout = detail.constraint_filter.layout
    parts = []
    for cell, mask, retained in zip(
        detail.constraint_filter.cells, detail.before, detail.after, strict=True
    ):
        if mask != retained:
            low, high = next(bits(retained)), retained.bit_length() - 1
            at_least, at_most = low > next(bits(mask)), high < mask.bit_length() - 1
            span = [] if low < high else [layout.symbol(low)]
            if at_least and not span:
                span.append(f"at least {layout.symbol(low)}")
            if at_most and low < high:
                span.append(f"at most {layout.symbol(high)}")
            if not span:
                return ""
            parts.append(f"{layout.display_names[cell]} is {phrases.joined_words(span)}")
    return f": {_rule_sentence(detail)}, so {phrases.joined_words(parts)}"


def _renban_text(detail: FilteringDetail) -> str:
    """Of a renban line: the runs of consecutive values that are still possible."""
    if detail.after is None:
        return ""
    layout, size = detail.constraint_filter.layout, len(set(detail.constraint_filter.cells))
    runs, covered = [], 0
    for start in range(layout.value_count - size + 1):
        run = (1 << size) - 1 << start
        held = union_of(mask & run for mask in detail.after)
        if held == run and all(mask & run for mask in detail.after):
            between = "and" if size == 2 else "to"
            runs.append(f"{layout.symbol(start)} {between} {layout.symbol(start + size - 1)}")
            covered |= run
    lost = union_of(b & ~a for b, a in zip(detail.before, detail.after, strict=True))
    if not runs or len(runs) > MAX_COMBINATIONS or lost & covered:
        return ""
    return f": its values are consecutive, and can only be {phrases.joined_words(runs, 'or')}"


def _sandwich_text(detail: FilteringDetail) -> str:
    """Return for a sandwich the possible values between its two slices."""
    layout = detail.constraint_filter.layout
    bread = {0, layout.value_count - 1}

    def filling(choice: tuple[int, ...]) -> tuple[int, ...]:
        first, last = (index for index, value in enumerate(choice) if value in bread)
        return tuple(sorted(choice[first + 1 : last]))

    least, greatest = layout.symbol(0), layout.symbol(layout.value_count - 1)
    return _fillings_text(detail, filling, f"between its {least} and its {greatest}")


def _x_sum_text(detail: FilteringDetail) -> str:
    """Return for an X-sum the possible values of its first cells."""
    values = detail.constraint_filter.layout.values
    return _fillings_text(detail, lambda choice: choice[: values[choice[0]]], "first")


def _fillings_text(
    detail: FilteringDetail, part: Callable[[tuple[int, ...]], tuple[int, ...]], where: str
) -> str:
    layout = detail.constraint_filter.layout
    choices = detail.constraint_filter.choices(detail.before, 4 * MAX_CHOICES)
    if not choices:
        return ""
    results = sorted({part(choice) for choice in choices})
    sums = ["+".join(map(layout.symbol, first)) or "nothing" for first in results]
    if len(sums) > MAX_COMBINATIONS:
        return ""
    return f" can only have {phrases.joined_words(sums, 'or')} {where}"


_TEXT_BY_KEY = {
    "cage-combinations": _combinations_text,
    "innies": _combinations_text,
    "outies": _combinations_text,
    "little-killer-bounds": _combinations_text,
    "sandwich-combinations": _sandwich_text,
    "x-sum-combinations": _x_sum_text,
    "arrow-sums": _arrow_text,
    "kropki-pairs": _partner_text,
    "xv-pairs": _partner_text,
    "clone-pairs": _partner_text,
    "unmarked-pairs": _partner_text,
    "comparisons": _partner_text,
    "thermometer-bounds": _rising_line_text,
    "renban-ranges": _renban_text,
}


_EXCLUSIONS_BY_KEY: dict[str, Callable[[Filter, ValueMasks, ValueMasks], list[Exclusion]]] = {
    "sandwich-combinations": sandwich_exclusions,
    "x-sum-combinations": x_sum_exclusions,
    "skyscraper-bounds": skyscraper_exclusions,
    "whispers-parity": whispers_exclusions,
    "cage-combinations": sum_exclusions,
    "innies": sum_exclusions,
    "outies": sum_exclusions,
    "little-killer-bounds": sum_exclusions,
    "arrow-sums": sum_exclusions,
    "line-sums": sum_exclusions,
}


def clash_text(constraint_filter: Filter, masks: ValueMasks) -> str:
    """Return why a constraint as a whole cannot hold with the open candidates."""
    for find in (sum_clash, count_clash, same_values_clash):
        if reason := find(constraint_filter, masks):
            return f"cannot hold: {reason}"
    reason = reason_text(constraint_filter, masks, -1, 0)
    if reason:
        return f"cannot hold, since {reason}"
    return "cannot hold with what is still open in its cells"
