"""The words of steps that rest on one constraint: in the rule's own terms, with the reason.

A cage is explained by its combinations, a sum of many cells by the sum of the other cells, a
pair by its partner, a line by its bounds; the fallback is the list of open candidates.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from nonet.model import EnclosedSum, LeadingSum, Linear, Regular, auxiliary_variables
from nonet.techniques.candidate_layout import bits, union_of
from nonet.techniques.engines import phrases
from nonet.techniques.engines.constraint_filter import ConstraintFilter, ValueMasks
from nonet.techniques.engines.constraint_reasons import ALONE, ConstraintReasons, open_text
from nonet.techniques.step import Step, StepText

MAX_COMBINATIONS = 6
"""Maximum number of combinations, or of houses, that a text lists."""
MAX_NAMED_CELLS = 9
"""Maximum number of cells that a text lists with their open candidates."""
MAX_LOST = 3
"""From this number of cells without a short reason on, a text tells the values that are left."""
MAX_EXCLUDED = 250
"""Characters of what a reason excludes, at most: a longer list comes after the reason, a sentence each."""
MAX_DEMAND = 160
"""Characters of a rule's sentence, at most: a longer one lists the cells of a long line."""
MAX_CHOICES = 2_400
"""Choices of values that are gone through to list the combinations."""


class FilteringDetail(NamedTuple):
    """A constraint, and the open candidates of its cells before and after filtering."""

    constraint_filter: ConstraintFilter
    before: ValueMasks
    after: ValueMasks | None

    def describe(self, step: Step) -> StepText:
        """Return the constraint, and why the eliminated values have no place."""
        described = self.constraint_filter.constraint.description
        start = f"{described[:1].upper()}{described[1:]}"
        return StepText(described, f"Look at {described}", start + self._reason_text(step))

    def _reason_text(self, step: Step) -> str:
        if self.after is None:
            return f" {self.failure_text()}."
        tell = _TEXT_BY_KEY.get(step.key)
        text = tell(self) if tell else ""
        if text:
            differing = self._differing_text()
            excluded = phrases.excluded_text(step.layout, step.eliminations)
            return f"{text}{differing}: {excluded}."
        demand = phrases.with_commas(self.constraint_filter.constraint.rule.sentence.rstrip("."))
        start = f": {demand}. " if 0 < len(demand) <= MAX_DEMAND else ": "
        return start + " ".join(self.exclusion_sentences(step))

    def exclusion_sentences(self, step: Step) -> Iterator[str]:
        """Yield a sentence for each reason, with all that it excludes."""
        assert self.after is not None
        layout, cells = step.layout, self.constraint_filter.cells
        by_reason: dict[str, int] = {}
        reasons = ConstraintReasons(self.constraint_filter, self.before)
        for place, values, reason in reasons.exclusions(self.after, step.key != "constraint"):
            candidates = layout.candidates_in(1 << cells[place], values)
            by_reason[reason] = by_reason.get(reason, 0) | candidates
        for reason, candidates in by_reason.items():
            parts = phrases.excluded_parts(layout, candidates & step.eliminations)
            shown = phrases.joined_clauses(parts)
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

    def failure_text(self) -> str:
        """Return that the constraint as a whole cannot hold, and why."""
        why = ConstraintReasons(self.constraint_filter, self.before).failure()
        return f"cannot hold{why or ' with what is still open in its cells'}"

    def _remaining_text(self, lost: int) -> str:
        """Return the values left in the cells; "" if few are lost, or one is not a cell of the grid."""
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
        houses = self.constraint_filter.needed_houses(self.before)
        names = [house.name for house in houses if house.constraint.rule.kind != own]
        if len(names) > MAX_COMBINATIONS:
            return " (values differ in its houses)"
        return f" (values differ in {phrases.joined_words(names)})" if names else ""


def _open_values_text(detail: FilteringDetail, step: Step) -> str:
    """`` in R1C2 (1, 2) and R1C3 (4)``: the cells that the reason lies in."""
    layout, eliminated = step.layout, step.layout.cells_of(step.eliminations)
    open_values = dict(zip(detail.constraint_filter.cells, detail.before, strict=True))
    parts = [
        f"{layout.display_names[cell]} ({', '.join(map(layout.symbol, bits(mask)))})"
        for cell, mask in open_values.items()
        if not eliminated >> cell & 1
        and not (auxiliary_variables.is_indicator(layout.cells[cell]) and mask & mask - 1)
    ]
    if len(parts) > MAX_NAMED_CELLS:
        return " elsewhere in it"
    return f" in {phrases.joined_words(parts)}" if parts else ""


# -- reasons, by the kind of rule: a text that follows the constraint's name, "" for none ---------


def _parts_of_choices(
    detail: FilteringDetail, part: Callable[[tuple[int, ...]], tuple[int, ...]]
) -> list[tuple[int, ...]]:
    """Return what the possible choices have in a part of their values; none if too many."""
    parts: set[tuple[int, ...]] = set()
    for number, choice in enumerate(detail.constraint_filter.choices(detail.before)):
        parts.add(part(choice))
        if number == MAX_CHOICES or len(parts) > MAX_COMBINATIONS:
            return []
    return sorted(parts)


def _combinations_text(detail: FilteringDetail) -> str:
    """The sets of values that are still possible: `` can only hold 1+5+9 or 2+6+7``.

    If some values count negatively, a set is not an explanation.
    """
    constraint = detail.constraint_filter.constraint
    if isinstance(constraint, Linear) and set(constraint.coefficients) != {1}:
        return ""
    sets = possible_combinations(detail)
    return f" can only hold {phrases.joined_words(sets, 'or')}" if sets else ""


def possible_combinations(detail: FilteringDetail) -> list[str]:
    """Return the sets of values that its cells may hold, each as a sum, without signs if they do
    not add up to the constraint's number; none if too many."""
    sign = "+" if isinstance(detail.constraint_filter.constraint, Linear) else " "
    symbol = detail.constraint_filter.layout.symbol
    sets = _parts_of_choices(detail, lambda choice: tuple(sorted(choice)))
    return [sign.join(map(symbol, chosen)) for chosen in sets]


def _arrow_text(detail: FilteringDetail) -> str:
    """Return for an arrow the possible sums of its cells and values of its bulb: ``1+2 = 3``."""
    constraint, symbol = detail.constraint_filter.constraint, detail.constraint_filter.layout.symbol
    if not isinstance(constraint, Linear) or detail.after is None or constraint.constant:
        return ""
    bulb = [n for n, factor in enumerate(constraint.coefficients) if factor == -1]
    if len(bulb) != 1 or set(constraint.coefficients) != {1, -1}:
        return ""

    def bulb_first(choice: tuple[int, ...]) -> tuple[int, ...]:
        return choice[bulb[0]], *sorted((*choice[: bulb[0]], *choice[bulb[0] + 1 :]))

    sums = [
        f"{'+'.join(map(symbol, along))} = {symbol(head)}"
        for head, *along in _parts_of_choices(detail, bulb_first)
    ]
    return f" can only be {phrases.joined_words(sums, 'or')}" if sums else ""


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
        possible = union_of(mask & run for mask in detail.after)
        if possible == run and all(mask & run for mask in detail.after):
            between = "and" if size == 2 else "to"
            runs.append(f"{layout.symbol(start)} {between} {layout.symbol(start + size - 1)}")
            covered |= run
    lost = union_of(b & ~a for b, a in zip(detail.before, detail.after, strict=True))
    if not runs or len(runs) > MAX_COMBINATIONS or lost & covered:
        return ""
    return f": its values are consecutive, and can only be {phrases.joined_words(runs, 'or')}"


def _sandwich_text(detail: FilteringDetail) -> str:
    """Return for a sandwich the possible values between its two slices."""
    layout, declared = detail.constraint_filter.layout, detail.constraint_filter.declared
    if not isinstance(declared, EnclosedSum):
        return ""
    ends = [layout.value_number[end] for end in declared.ends]

    def filling(choice: tuple[int, ...]) -> tuple[int, ...]:
        first, last = (place for place, value in enumerate(choice) if value in ends)
        return tuple(sorted(choice[first + 1 : last]))

    least, greatest = map(layout.symbol, sorted(ends))
    return _fillings_text(detail, filling, f"between its {least} and its {greatest}")


def _x_sum_text(detail: FilteringDetail) -> str:
    """Return for an X-sum the possible values of its first cells."""
    if not isinstance(detail.constraint_filter.declared, LeadingSum):
        return ""
    values = detail.constraint_filter.layout.values
    return _fillings_text(detail, lambda choice: choice[: values[choice[0]]], "first")


def _fillings_text(
    detail: FilteringDetail, part: Callable[[tuple[int, ...]], tuple[int, ...]], where: str
) -> str:
    symbol = detail.constraint_filter.layout.symbol
    sums = ["+".join(map(symbol, p)) or "nothing" for p in _parts_of_choices(detail, part)]
    if sums == ["nothing"]:
        return f" has nothing {where}"
    return f" can only have {phrases.joined_words(sums, 'or')} {where}" if sums else ""


_TEXT_BY_KEY = {
    "cage-combinations": _combinations_text,
    "innies": _combinations_text,
    "outies": _combinations_text,
    "little-killer-bounds": _combinations_text,
    "sandwich-combinations": _sandwich_text,
    "x-sum-combinations": _x_sum_text,
    "arrow-sums": _arrow_text,
    "thermometer-bounds": _rising_line_text,
    "renban-ranges": _renban_text,
}
