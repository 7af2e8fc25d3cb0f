"""Reasons of sums: what the other cells can come to, at least, at most, or exactly.

A value of a cell of a sum is excluded because the rest would have to come to what it cannot:
more than its greatest values, less than its least, an odd number where it is even, or a number
between those that it can come to. Cells that must differ are counted with different values.

>>> from nonet.model import AllDifferent, Linear, Model
>>> from nonet.techniques.candidate_layout import layout_of
>>> from nonet.techniques.engines.constraint_filter import filter_of
>>> cage = Linear.sum(("a", "b", "c"), "==", 7)
>>> layout = layout_of(Model(dict.fromkeys("abc", range(1, 10)), [AllDifferent(cage.scope), cage]))
>>> every = (0b111111111,) * 3
>>> print(sum_exclusions(filter_of(layout, cage), every, (0b1011,) * 3)[1].reason)
b and c would have to come to 2 or less, and come to at least 1 + 2 = 3
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from nonet.backends.native.filters.houses import SumBound, SumPart
from nonet.model import Linear
from nonet.techniques.candidate_layout import bits
from nonet.techniques.engines import phrases
from nonet.techniques.engines.constraint_filter import ConstraintFilter, ValueMasks
from nonet.techniques.engines.value_reasons import Exclusion

MAX_STATES = 30_000
"""States, at most, in going through the sums of some cells."""
MAX_NAMED_TERMS = 4
"""Cells of a sum, at most, that are named one by one where bounds are told."""
MAX_ENUMERATED_CELLS = 9
"""Cells of a sum, at most, whose values are told one by one; of more, what there is to spare."""
MAX_LISTED_TOTALS = 4
"""Totals, at most, that are listed; nobody would compare more."""


class Totals(NamedTuple):
    """What some cells can come to: each total with a choice of values, in the order of cells."""

    choices: dict[int, tuple[int, ...]]

    @property
    def least(self) -> int:
        """The least total."""
        return min(self.choices)

    @property
    def most(self) -> int:
        """The greatest total."""
        return max(self.choices)


def totals_of(
    constraint_filter: ConstraintFilter,
    masks: ValueMasks,
    indexes: Iterable[int],
    factors: Iterable[int],
) -> Totals | None:
    """Return what cells come to, values weighted by ``factors``, with different values where
    they must differ; ``None`` if there is no choice, or too many to go through.
    """
    values = constraint_filter.layout.values
    width = constraint_filter.layout.value_count
    states: dict[tuple[int, int], tuple[int, ...]] = {(0, 0): ()}
    for index, factor in zip(indexes, factors, strict=True):
        cell = constraint_filter.cells[index]
        shifts = [n * width for n, g in enumerate(constraint_filter.groups) if g >> cell & 1]
        after: dict[tuple[int, int], tuple[int, ...]] = {}
        for (total, used), chosen in states.items():
            for value in bits(masks[index]):
                takes = sum(1 << shift + value for shift in shifts)
                if not used & takes:
                    key = total + factor * values[value], used | takes
                    if key not in after:
                        after[key] = (*chosen, value)
        if len(after) > MAX_STATES:
            return None
        states = after
    choices: dict[int, tuple[int, ...]] = {}
    for (total, _), chosen in states.items():
        choices.setdefault(total, chosen)
    return Totals(choices) if choices else None


def without_value(
    constraint_filter: ConstraintFilter, masks: ValueMasks, index: int, value: int
) -> ValueMasks:
    """The candidates left when a cell has a value, by the houses among the cells alone."""
    cell = constraint_filter.cells[index]
    seen = 0
    for group in constraint_filter.groups:
        seen |= group if group >> cell & 1 else 0
    return tuple(
        1 << value if n == index else mask & ~(1 << value if seen >> c & 1 else 0)
        for n, (c, mask) in enumerate(zip(constraint_filter.cells, masks, strict=True))
    )


def sum_exclusions(
    constraint_filter: ConstraintFilter, before: ValueMasks, after: ValueMasks
) -> list[Exclusion]:
    """The reasons of a sum for each excluded value: of one with factors other than 1 and -1 by
    bounds alone.
    """
    constraint = constraint_filter.constraint
    cells = constraint_filter.cells
    if not isinstance(constraint, Linear) or len(set(cells)) < len(cells) or len(cells) < 2:
        return []
    if constraint.op == "!=":
        return []
    results: list[Exclusion] = []
    if len(cells) > MAX_ENUMERATED_CELLS:
        results = _exclusions_by_bounds(constraint_filter, constraint, before, after)
        for place, lost, _ in results:
            after = (*after[:place], after[place] | lost, *after[place + 1 :])
    for index, (mask, retained) in enumerate(zip(before, after, strict=True)):
        by_kind: dict[str, list[tuple[int, str]]] = {}
        for value in bits(mask & ~retained):
            kind, text = _value_reason(constraint_filter, constraint, before, index, value)
            by_kind.setdefault(kind, []).append((value, text))
        for kind, values in by_kind.items():
            lost = sum(1 << value for value, _ in values)
            if kind in ("low", "high"):
                # the value nearest to those that remain has the tightest bound: it stands for all
                nearest = min(values) if kind == "high" else max(values)
                results.append(Exclusion(index, lost, nearest[1]))
            elif kind == "":
                results.append(Exclusion(index, lost, ""))
            else:
                results += [Exclusion(index, 1 << value, text) for value, text in values]
    return results


def _value_reason(
    constraint_filter: ConstraintFilter,
    constraint: Linear,
    masks: ValueMasks,
    index: int,
    value: int,
) -> tuple[str, str]:
    """The kind of reason (high: the value adds too much; low; exact) and the reason."""
    layout = constraint_filter.layout
    fixed = without_value(constraint_filter, masks, index, value)
    if not set(constraint.coefficients) <= {1, -1}:
        return _bound_reason(constraint_filter, constraint, fixed, index)
    if text := _sum_cell_reason(constraint_filter, constraint, fixed, index, value):
        return text
    others = [n for n in range(len(masks)) if n != index]
    own = constraint.coefficients[index]
    need = constraint.constant - own * layout.values[value]
    # the rest is told with its signs turned where more is taken away than added
    other_coefficients = [constraint.coefficients[n] for n in others]
    turn = -1 if set(other_coefficients) == {-1} or (-1 in other_coefficients and need < 0) else 1
    factors = [turn * constraint.coefficients[n] for n in others]
    need *= turn
    op = constraint.op if turn > 0 else {"<=": ">=", ">=": "<="}.get(constraint.op, constraint.op)
    totals = totals_of(constraint_filter, fixed, others, factors)
    if totals is None:
        return _bound_reason(constraint_filter, constraint, fixed, index)
    name = _rest_name(constraint_filter, others, factors)
    verb = "come" if len(others) > 1 and -1 not in factors else "comes"
    if op in ("==", "<=") and totals.least > need:
        kind = "high" if own * turn > 0 else "low"
        if need <= 0 and -1 not in factors:
            return kind, f"nothing would be left for {name}"
        shown = _choice_text(constraint_filter, totals, totals.least, factors)
        return kind, f"{name} would have to come to {need} or less, and {verb} to at least {shown}"
    if op in ("==", ">=") and totals.most < need:
        shown = _choice_text(constraint_filter, totals, totals.most, factors)
        kind = "low" if own * turn > 0 else "high"
        return kind, f"{name} would have to come to {need} or more, and {verb} to at most {shown}"
    if need in totals.choices or op != "==":
        return "", ""
    start = f"{name} would have to come to {need}, and "
    if len(totals.choices) <= MAX_LISTED_TOTALS:
        listed = phrases.joined_words(map(str, sorted(totals.choices)), "or")
        return f"exact {need}", f"{start}can only come to {listed}"
    if len({total % 2 for total in totals.choices}) == 1:
        odd = "odd" if min(totals.choices) % 2 else "even"
        return f"exact {need}", f"{start}can only come to {odd} numbers"
    below = max(total for total in totals.choices if total < need)
    above = min(total for total in totals.choices if total > need)
    return f"exact {need}", f"{start}can come to {below} and to {above}, but to nothing in between"


def _bound_reason(
    constraint_filter: ConstraintFilter, constraint: Linear, fixed: ValueMasks, index: int
) -> tuple[str, str]:
    """The kind and the reason by the least and the greatest sums of houses; "" for none."""
    for bound in constraint_filter.bounds(fixed):
        if bound.slack < 0:
            kind = "low" if bound.greatest == (constraint.coefficients[index] > 0) else "high"
            return kind, f"then {_failed_bound_text(constraint_filter, constraint, bound)}"
    return "", ""


def _failed_bound_text(
    constraint_filter: ConstraintFilter, constraint: Linear, bound: SumBound
) -> str:
    """``its 9 cells come to at least 6 (box 1) + 10 (box 2) = 16, not to 12``."""
    added, taken = _bound_texts(constraint_filter, bound)
    if not (added and taken):
        return f"{added or taken}, not to {abs(constraint.constant)}"
    text = f"{added}, but {taken}"
    return f"{text}, where the difference is {constraint.constant}" if constraint.constant else text


def _bound_texts(constraint_filter: ConstraintFilter, bound: SumBound) -> tuple[str, str]:
    """The totals of the added cells and of the subtracted cells, in words; "" for none."""
    end, other_end = ("most", "least") if bound.greatest else ("least", "most")
    constraint = constraint_filter.constraint
    assert isinstance(constraint, Linear)
    added: list[tuple[SumPart, int, int]] = []
    taken: list[tuple[SumPart, int, int]] = []
    for part, number in bound.parts:
        factor = constraint.coefficients[part.places[0]]
        (added if factor > 0 else taken).append(
            (part, abs(factor), number if factor > 0 else -number)
        )
    return (
        _parts_text(constraint_filter, added, end) if added else "",
        _parts_text(constraint_filter, taken, other_end) if taken else "",
    )


def _exclusions_by_bounds(
    constraint_filter: ConstraintFilter, constraint: Linear, before: ValueMasks, after: ValueMasks
) -> list[Exclusion]:
    """The values that leave too little to spare between what the cells come to, house by house,
    and what they must come to: by as few such bounds as will do.
    """
    remaining = [mask & ~retained for mask, retained in zip(before, after, strict=True)]
    constant = constraint.constant
    options = [
        (bound, reduced)
        for bound in constraint_filter.bounds(before)
        if (reduced := constraint_filter.reduced_by(bound, before)) is not None
    ]
    results: list[Exclusion] = []
    while options:
        explained = [
            [mask & ~retained for mask, retained in zip(remaining, reduced, strict=True)]
            for _, reduced in options
        ]
        counts = [sum(map(int.bit_count, masks)) for masks in explained]
        best = counts.index(max(counts))
        if not counts[best]:
            break
        bound, _ = options[best]
        added, taken = _bound_texts(constraint_filter, bound)
        shown = f"{added} and {taken}" if added and taken else added or taken
        if constant:
            shown += f", and must come to {constant}" if not taken else f", {constant} apart"
        text = f"{shown}, with {bound.slack or 'nothing'} to spare"
        results += [Exclusion(n, lost, text) for n, lost in enumerate(explained[best]) if lost]
        remaining = [mask & ~lost for mask, lost in zip(remaining, explained[best], strict=True)]
    return results


def _parts_text(
    constraint_filter: ConstraintFilter, parts: list[tuple[SumPart, int, int]], end: str
) -> str:
    """The totals of parts of a sum, each with its factor, in words: house by house if there are
    several."""
    layout, cells = constraint_filter.layout, constraint_filter.cells
    by_name: dict[str, int] = {}
    terms = []
    for part, factor, bound in parts:
        names = [layout.display_names[cells[place]] for place in part.places]
        where = constraint_filter.houses[part.house].name if part.house >= 0 else names[0]
        by_name[where] = by_name.get(where, 0) + bound
        terms += [f"{'' if factor == 1 else f'{factor} × '}{name}" for name in names]
    name = " + ".join(terms) if len(terms) <= MAX_NAMED_TERMS else f"{len(terms)} of its cells"
    if len(terms) > MAX_NAMED_TERMS and len(terms) == len(cells):
        name = f"its {len(terms)} cells"
    total = sum(by_name.values())
    verb = "come" if len(terms) > MAX_NAMED_TERMS else "comes"
    shown = ""
    if len(terms) > MAX_NAMED_TERMS and len(by_name) > 1:
        listed = " + ".join(f"{bound} ({where})" for where, bound in by_name.items())
        shown = f"{listed} = "
    return f"{name} {verb} to at {end} {shown}{total}"


def _sum_cell_reason(
    constraint_filter: ConstraintFilter,
    constraint: Linear,
    fixed: ValueMasks,
    index: int,
    value: int,
) -> tuple[str, str] | None:
    """The kind and the reason where one cell is the sum of the others, as the bulb of an arrow,
    and would be too great or too small; ``None`` if that is not so.
    """
    factors = constraint.coefficients
    if constraint.op != "==" or constraint.constant or factors.count(-1) != 1:
        return None
    bulb = factors.index(-1)
    others = [n for n in range(len(factors)) if n not in (index, bulb)]
    totals = totals_of(constraint_filter, fixed, others, [1] * len(others))
    if index == bulb or totals is None or not fixed[bulb]:
        return None
    layout = constraint_filter.layout
    name, values = layout.display_names[constraint_filter.cells[bulb]], layout.values
    least, most = values[next(bits(fixed[bulb]))], values[fixed[bulb].bit_length() - 1]
    for total, end, kind, bound, other_bound in (
        (totals.least, most, "high", "least", "most"),
        (totals.most, least, "low", "most", "least"),
    ):
        if kind == "high" and values[value] + total <= end:
            continue
        if kind == "low" and values[value] + total >= end:
            continue
        other_values = sorted(values[chosen] for chosen in totals.choices[total])
        addends = [values[value], *other_values]
        sum_text = (
            " + ".join(map(str, addends)) + f" = {sum(addends)}" if others else str(values[value])
        )
        verb = f"would be at {bound}" if others else "would be"
        return kind, f"{name} {verb} {sum_text}, and can be at {other_bound} {end}"
    return None


def _rest_name(constraint_filter: ConstraintFilter, others: list[int], factors: list[int]) -> str:
    names = constraint_filter.layout.display_names
    cells = constraint_filter.cells
    more = [names[cells[n]] for n, factor in zip(others, factors, strict=True) if factor > 0]
    less = [names[cells[n]] for n, factor in zip(others, factors, strict=True) if factor < 0]
    if not less:
        return phrases.joined_words(more) if len(more) <= 3 else f"the other {len(more)} cells"
    if not more:
        more = ["0"]
    return f"{' + '.join(more)} less " + (less[0] if len(less) == 1 else f"({' + '.join(less)})")


def _choice_text(
    constraint_filter: ConstraintFilter, totals: Totals, total: int, factors: list[int]
) -> str:
    """A total with values that make it: ``1 + 2 + 4 = 7``."""
    chosen = totals.choices[total]
    if len(chosen) == 1 or -1 in factors:
        return str(total)
    values = sorted(constraint_filter.layout.values[value] for value in chosen)
    return f"{' + '.join(map(str, values))} = {total}"


def sum_clash(constraint_filter: ConstraintFilter, masks: ValueMasks) -> str:
    """Why a sum as a whole cannot hold: what its cells come to, at least or at most."""
    constraint = constraint_filter.constraint
    if isinstance(constraint, Linear):
        for bound in constraint_filter.bounds(masks):
            if bound.slack < 0:
                return _failed_bound_text(constraint_filter, constraint, bound)
    return ""
