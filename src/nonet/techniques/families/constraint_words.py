"""The words of steps that rest on one constraint: in the rule's own terms, with the reason.

A cage is told by its combinations, a sum of many cells by what the others come to, a pair
by its partner, a line by its bounds; where none of these says it all, by what is still open.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from nonet.model import Linear, helpers
from nonet.techniques.engines import phrases
from nonet.techniques.engines.filtering import Filter, Masks
from nonet.techniques.layout import Layout, bits, merged
from nonet.techniques.step import Step, Words

MOST_COMBINATIONS = 6
"""Combinations, or houses, that are listed; of more nobody would read them."""
MOST_NAMED = 9
"""Cells that are told with what is open in them; of more nobody would read them."""
MOST_CHOICES = 600
"""Choices of values that are gone through to list the combinations."""


class Left(NamedTuple):
    """A constraint, and what was open in its cells before and after it was asked."""

    one: Filter
    before: Masks
    after: Masks | None

    def words(self, step: Step) -> Words:
        """``cage of 15 at R1C1``; why the values that go have no place in it."""
        described = self.one.constraint.described
        start = f"{described[:1].upper()}{described[1:]}"
        return Words(described, f"Look at {described}", start + self._reason(step))

    def _reason(self, step: Step) -> str:
        if self.after is None:
            return f" cannot hold with what is still open{_among(self)}."
        tell = _TELLERS.get(step.key)
        told = tell(self) if tell else ""
        if told:
            return f"{told}{self._differing()}: {excluded(step.layout, step.eliminations)}."
        demand = self.one.constraint.rule.sentence.rstrip(".")
        start = f": {demand}: " if demand else ": "
        return (
            f"{start}{excluded(step.layout, step.eliminations)}, because no choice of the values "
            f"still open{_among(self, step)} would let it hold{self._differing()}."
        )

    def _differing(self) -> str:
        """Why its cells differ, where that makes a difference and is not its own rule.

        Of a killer cage everybody knows.
        """
        own = self.one.constraint.rule.kind
        if own == "killer":
            return ""
        houses = [
            house for house in self.one.needed(self.before) if house.constraint.rule.kind != own
        ]
        names = [house.name for house in houses]
        if len(names) > MOST_COMBINATIONS:
            return " (values differ in its houses)"
        return f" (values differ in {phrases.listed(names)})" if names else ""


def excluded(layout: Layout, gone: int) -> str:
    """What cannot be: ``R1C1 cannot be 1 or 2, and R1C2 cannot be 4``.

    Cells that lose the same values are told together.
    """
    by_cell: dict[int, int] = {}
    for value, cells in layout.by_value(gone):
        for cell in bits(cells):
            by_cell[cell] = by_cell.get(cell, 0) | 1 << value
    together: dict[int, int] = {}
    parts = []
    for cell, values in sorted(by_cell.items()):
        if helpers.is_statement(layout.cells[cell]) and not values & (values - 1):
            symbol = layout.symbol(next(bits(values)))
            parts.append(helpers.fact(layout.cells[cell], symbol, holds=False))
        else:
            together[values] = together.get(values, 0) | 1 << cell
    for values, cells in together.items():
        names, number = phrases.cells(layout, cells, "or"), values.bit_count()
        if not cells & (cells - 1):
            parts.append(f"{names} cannot be {phrases.values(layout, values, 'or')}")
        elif number == 1:
            nor = phrases.cells(layout, cells, "nor")
            parts.append(f"{phrases.values(layout, values)} can be in neither {nor}")
        elif number == 2:
            nor = phrases.values(layout, values, "nor")
            parts.append(f"neither {nor} can be in {names}")
        else:
            parts.append(f"none of {phrases.values(layout, values)} can be in {names}")
    return phrases.listed(parts)


def _among(told: Left, step: Step | None = None) -> str:
    """`` in R1C2 (1, 2) and R1C3 (4)``: the cells that the reason lies in."""
    layout = told.one.layout
    gone = layout.cells_of(step.eliminations) if step else 0
    parts = [
        f"{layout.told[cell]} ({', '.join(map(layout.symbol, bits(mask)))})"
        for cell, mask in dict(zip(told.one.cells, told.before, strict=True)).items()
        if not gone >> cell & 1
        and not (helpers.is_statement(layout.cells[cell]) and mask & mask - 1)
    ]
    if len(parts) > MOST_NAMED:
        return " elsewhere in it"
    return f" in {phrases.listed(parts)}" if parts else ""


# -- reasons, by the kind of rule: a text that follows the constraint's name, "" for none ---------


def _combinations(told: Left) -> str:
    """The sets of values that are still possible: `` can only hold 1+5+9 or 2+6+7``.

    Where they do not add up to what the constraint says, without the signs; where some count
    against others a set does not tell it.
    """
    constraint = told.one.constraint
    if isinstance(constraint, Linear) and set(constraint.coefficients) != {1}:
        return ""
    sets = combinations(told)
    if sets is None:
        return _span(told)
    return f" can only hold {phrases.listed(sets, 'or')}"


def combinations(told: Left) -> list[str] | None:
    """The sets of values that its cells may hold, each as a sum; ``None`` if they are many."""
    layout = told.one.layout
    choices = told.one.choices(told.before, MOST_CHOICES)
    if choices is None:
        return None
    sets = sorted({tuple(sorted(choice)) for choice in choices})
    if len(sets) > MOST_COMBINATIONS:
        return None
    sign = "+" if isinstance(told.one.constraint, Linear) else " "
    return [sign.join(map(layout.symbol, one)) for one in sets]


def _span(told: Left) -> str:
    """Of a plain sum: what the other cells come to at least and at most."""
    constraint, layout = told.one.constraint, told.one.layout
    if not isinstance(constraint, Linear) or set(constraint.coefficients) != {1}:
        return ""
    if constraint.op != "==" or told.after is None:
        return ""
    low = sum(layout.values[next(bits(mask))] for mask in told.before)
    high = sum(layout.values[mask.bit_length() - 1] for mask in told.before)
    above, below = constraint.constant - low, high - constraint.constant
    for mask, kept in zip(told.before, told.after, strict=True):
        least, greatest = layout.values[next(bits(mask))], layout.values[mask.bit_length() - 1]
        for value in bits(mask & ~kept):
            if greatest - below <= layout.values[value] <= least + above:
                return ""  # it takes more than bounds
    return (
        f" sums to {constraint.constant}: the least values still open come to {low} and the "
        f"greatest to {high}, so no cell is more than {above} above its least value or more than "
        f"{below} below its greatest"
    )


def _pair(told: Left) -> str:
    """Of two cells: what the partner can be."""
    if len(told.one.cells) != 2 or told.after is None:
        return ""
    layout = told.one.layout
    one, other = (layout.told[cell] for cell in told.one.cells)
    masks = [phrases.values(layout, mask, "or") for mask in told.before]
    sentence = _sentence(told)
    changed = [b != a for b, a in zip(told.before, told.after, strict=True)]
    parts = []
    if changed[0] and told.before[1] != layout.all_values:
        parts.append(f"{other} can only be {masks[1]}")
    if changed[1] and told.before[0] != layout.all_values:
        parts.append(f"{one} can only be {masks[0]}")
    return f": {sentence}, and {phrases.listed(parts)}" if parts else f": {sentence}"


def _shaft(told: Left) -> str:
    """Of an arrow: what the cells along it come to, and what its bulb can be."""
    constraint, layout = told.one.constraint, told.one.layout
    if not isinstance(constraint, Linear) or told.after is None or constraint.constant:
        return ""
    bulb = [n for n, factor in enumerate(constraint.coefficients) if factor == -1]
    if len(bulb) != 1 or set(constraint.coefficients) != {1, -1}:
        return ""
    sums = _sums_of(told, bulb[0])
    if sums:
        return f" can only be {phrases.listed(sums, 'or')}"
    for number, (mask, kept) in enumerate(zip(told.before, told.after, strict=True)):
        if number != bulb[0] and (mask & ~kept) & ((1 << kept.bit_length()) - 1):
            return ""  # it takes more than bounds
    cell, values = layout.told[told.one.cells[bulb[0]]], told.after[bulb[0]]
    either = phrases.values(layout, values, "or")
    return (
        f": {_sentence(told)}, where {cell} can only be {either}, and "
        "no cell along it can be more than that leaves when the others are as small as can be"
    )


def _sums_of(told: Left, bulb: int) -> list[str]:
    """The sums that an arrow can be, ``1+2 = 3``; none if they are many."""
    symbol = told.one.layout.symbol
    found = set()
    for choice in told.one.choices(told.before, MOST_CHOICES) or ():
        along = sorted(value for number, value in enumerate(choice) if number != bulb)
        found.add((choice[bulb], tuple(along)))
    if len(found) > MOST_COMBINATIONS:
        return []
    return [f"{'+'.join(map(symbol, along))} = {symbol(head)}" for head, along in sorted(found)]


def _sentence(told: Left) -> str:
    """What the constraint demands, without its full stop."""
    rule = told.one.constraint.rule
    return (rule.sentence or rule.label or told.one.constraint.described).rstrip(".")


def _along(told: Left) -> str:
    """Of a line that rises: the least and the greatest that its cells can be."""
    if told.after is None:
        return ""
    layout = told.one.layout
    parts = []
    for cell, mask, kept in zip(told.one.cells, told.before, told.after, strict=True):
        if mask != kept:
            low, high = next(bits(kept)), kept.bit_length() - 1
            at_least, at_most = low > next(bits(mask)), high < mask.bit_length() - 1
            span = [] if low < high else [layout.symbol(low)]
            if at_least and not span:
                span.append(f"at least {layout.symbol(low)}")
            if at_most and low < high:
                span.append(f"at most {layout.symbol(high)}")
            if not span:
                return ""
            parts.append(f"{layout.told[cell]} is {phrases.listed(span)}")
    return f": {_sentence(told)}, so by the cells before and after it {phrases.listed(parts)}"


def _high_and_low(told: Left) -> str:
    """Of whispers: neighbours lie on different sides, so that cells alternate."""
    if told.after is None:
        return ""
    layout = told.one.layout
    low, high = layout.values[0], layout.values[-1]
    sides = []
    for cell, kept in zip(told.one.cells, told.after, strict=True):
        side = {2 * layout.values[value] > low + high for value in bits(kept)}
        if len(side) > 1:
            return f": {_sentence(told)}, so a value needs one that far from it on each side"
        sides.append(f"{layout.told[cell]} {'high' if side.pop() else 'low'}")
    return (
        f": {_sentence(told)}, so high and low values alternate along it, with "
        f"{phrases.listed(sides)}"
    )


def _runs(told: Left) -> str:
    """Of a renban line: the runs of consecutive values that are still possible."""
    if told.after is None:
        return ""
    layout, size = told.one.layout, len(set(told.one.cells))
    runs = []
    for start in range(layout.size - size + 1):
        run = (1 << size) - 1 << start
        held = merged(mask & run for mask in told.after)
        if held == run and all(mask & run for mask in told.after):
            runs.append(f"{layout.symbol(start)} to {layout.symbol(start + size - 1)}")
    if not runs or len(runs) > MOST_COMBINATIONS:
        return ""
    return f": its values are consecutive, and can only be {phrases.listed(runs, 'or')}"


def _between_bread(told: Left) -> str:
    """Of a sandwich: what can lie between its two slices."""
    layout = told.one.layout
    bread = {0, layout.size - 1}

    def filling(choice: tuple[int, ...]) -> tuple[int, ...]:
        first, last = (index for index, value in enumerate(choice) if value in bread)
        return tuple(sorted(choice[first + 1 : last]))

    return _fillings(told, filling, "between its two slices")


def _first_cells(told: Left) -> str:
    """Of an X-sum: what the first cells can be."""
    values = told.one.layout.values
    return _fillings(told, lambda choice: choice[: values[choice[0]]], "first")


def _fillings(told: Left, part: Callable[[tuple[int, ...]], tuple[int, ...]], where: str) -> str:
    layout = told.one.layout
    choices = told.one.choices(told.before, 4 * MOST_CHOICES)
    if not choices:
        return ""
    found = sorted({part(choice) for choice in choices})
    sums = ["+".join(map(layout.symbol, one)) or "nothing" for one in found]
    if len(sums) > MOST_COMBINATIONS:
        return ""
    return f" can only have {phrases.listed(sums, 'or')} {where}"


_TELLERS = {
    "cage-combinations": _combinations,
    "innies": _combinations,
    "outies": _combinations,
    "little-killer-bounds": _combinations,
    "sandwich-combinations": _between_bread,
    "x-sum-combinations": _first_cells,
    "arrow-sums": _shaft,
    "kropki-pairs": _pair,
    "xv-pairs": _pair,
    "clone-pairs": _pair,
    "unmarked-pairs": _pair,
    "comparisons": _pair,
    "thermometer-bounds": _along,
    "whispers-parity": _high_and_low,
    "renban-ranges": _runs,
}
