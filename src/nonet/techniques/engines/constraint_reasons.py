"""Why a constraint leaves cells without some values, in words: one explanation for all constraints.

The words follow the constraint that the rule declared (``ConstraintFilter.declared``): a sum by what
the other cells can come to, an enclosed sum by how far apart its ends are, a leading sum length by
length, a comparison of lines by the first cells that differ, a count by the cells that can still hold
what is counted; of automata, skyscrapers by how many are seen, and whispers by their neighbours.

For any other constraint, and where these say nothing, the reason that the filter gives is told: the
cells in the way.  Of the open candidates of the other cells few usually matter: a cell whose
candidates can all come back without any change to the result is left out (a minimal set of premises,
by deletion).

>>> from nonet.model import AllDifferent, Linear, Model
>>> from nonet.techniques.candidate_layout import layout_of
>>> from nonet.techniques.engines.constraint_filter import filter_of
>>> cage = Linear.sum(("a", "b", "c"), "==", 7)
>>> layout = layout_of(Model(dict.fromkeys("abc", range(1, 10)), [AllDifferent(cage.scope), cage]))
>>> reasons = ConstraintReasons(filter_of(layout, cage), (0b10010, 0b1000, 0b111))
>>> reasons.reason(0, 0b10000)
'b cannot be 1'
>>> every = (0b111111111,) * 3
>>> print(ConstraintReasons(filter_of(layout, cage), every).exclusions((0b1011,) * 3)[1].reason)
b and c would have to come to 2 or less, and come to at least 1 + 2 = 3
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from nonet.backends.native.filters.houses import Reason, SumBound, SumPart
from nonet.model import (
    Count,
    EnclosedSum,
    LeadingSum,
    Linear,
    LineComparison,
    Regular,
    auxiliary_variables,
)
from nonet.techniques.candidate_layout import Layout, bits, mask_of, union_of
from nonet.techniques.engines import phrases
from nonet.techniques.engines.constraint_filter import ConstraintFilter, ValueMasks, declared_values

MAX_NAMED_GROUPS = 4
"""Maximum number of groups of cells with equal candidates in one reason."""
MAX_NAMED_CELLS = 12
"""Cells in the way, at most, in one reason."""
MAX_MISSING = 2
"""Values that a cell lacks, at most, where they are told in place of those that it can have."""
MAX_CASES = 4
"""Values of a cell, at most, that are gone through case by case."""
MAX_LENGTHS = 3
"""Lengths of a leading sum, or places of an end, at most, that one reason goes through."""
MAX_STATES = 30_000
"""States, at most, in going through the sums of some cells."""
MAX_NAMED_TERMS = 4
"""Maximum number of cells of a sum that are named where bounds are told."""
MAX_ENUMERATED_CELLS = 9
"""Cells of a sum, at most, whose values are told one by one; of more, what there is to spare."""
MAX_LISTED_TOTALS = 4
"""Maximum number of totals in a list."""

ALONE = "whatever the other cells hold"
"""The reason of a value that is impossible without any other cell in the way."""

Totals = dict[int, tuple[int, ...]]
"""Each total that some cells can have, with values that make it, in the order of the cells."""


class Exclusion(NamedTuple):
    """Values of a cell (by its place in the scope) that fail, and the words after "since", if any."""

    place: int
    values: int
    reason: str


def open_text(layout: Layout, cells: Iterable[int], values: int) -> str:
    """Return what alike cells can be: ``R1C2 can only be 1 or 2``."""
    numbers = list(cells)
    first = numbers[0]
    name = phrases.name_list(layout.display_names[cell] for cell in numbers)
    are = "are" if len(numbers) > 1 else "is"
    if auxiliary_variables.is_indicator(layout.cells[first]):
        if values & (values - 1):
            return f"{name} {are} open"
        value = (values.bit_length() - 1) * layout.cell_count
        return phrases.joined_words([layout.fact(value + cell) for cell in numbers])
    missing = declared_values(layout)[first] & ~values
    if not values & (values - 1):
        return f"{name} {are} {layout.symbol(values.bit_length() - 1)}"
    if values.bit_count() > 2:
        for word, remainder in (("even", 0), ("odd", 1)):
            alike = (n for n in bits(values | missing) if layout.values[n] % 2 == remainder)
            if values == mask_of(alike):
                return f"{name} {are} {word}"
    if values.bit_count() > 3 and 0 < missing.bit_count() < values.bit_count():
        return f"{name} cannot be {phrases.value_list(layout, missing, 'or')}"
    return f"{name} can only be {phrases.value_list(layout, values, 'or')}"


class ConstraintReasons:
    """The reasons of a constraint, given the values open in its cells (``masks``).

    Places are those of its scope; values and masks are those of the layout.
    """

    def __init__(self, source: ConstraintFilter, masks: ValueMasks) -> None:
        self.source, self.masks = source, masks
        self.layout, self.cells, self.constraint = source.layout, source.cells, source.constraint
        self.names = [self.layout.display_names[cell] for cell in self.cells]
        self.values = self.layout.values

    def exclusions(self, after: ValueMasks, is_sum: bool = True) -> list[Exclusion]:
        """Return the values that the constraint does not leave, each with its reason; together
        those of a cell that have one reason.  ``is_sum``: people call a linear constraint a sum."""
        declared, kind = self.source.declared, self.constraint.rule.kind
        results: list[Exclusion] = []
        if isinstance(self.constraint, Linear):
            results = self._of_sum(self.constraint, after) if is_sum else []
        elif isinstance(declared, EnclosedSum):
            results = [
                Exclusion(place, 1 << value, self._of_end(declared, place, value))
                for place, value in self._excluded(after)
            ]
        elif isinstance(declared, LeadingSum):
            results = [self._of_leading_sum(declared, *each) for each in self._excluded(after)]
        elif isinstance(declared, LineComparison):
            results = self._of_comparison(declared, after)
        elif isinstance(self.constraint, Count):
            results = self._of_count(self.constraint, after)
        elif isinstance(self.constraint, Regular) and kind == "skyscraper":
            results = self._of_skyscraper(after)
        elif isinstance(self.constraint, Regular) and kind.endswith("whispers"):
            results = [
                Exclusion(place, 1 << value, self._of_neighbours(place, value))
                for place, value in self._excluded(after)
            ]
        if not results:
            return list(self._by_cells(after))
        return [
            each if each.reason else each._replace(reason=self.reason(each.place, each.values))
            for each in results
        ]

    def failure(self) -> str:
        """Return why the constraint as a whole cannot hold: of a sum what its cells come to, of any
        other the cells in the way; "" if there are too many cells."""
        if isinstance(self.constraint, Linear):
            for bound in self.source.bounds(self.masks):
                if bound.slack < 0:
                    return f": {self._failed_bound_text(self.constraint, bound)}"
        reason = self.reason(-1, 0)
        return f", since {reason}" if reason else ""

    def _excluded(self, after: ValueMasks) -> Iterator[tuple[int, int]]:
        """Yield place and value of all that is excluded."""
        for place, (mask, retained) in enumerate(zip(self.masks, after, strict=True)):
            for value in bits(mask & ~retained):
                yield place, value

    def _with_value(self, place: int, value: int) -> ConstraintReasons:
        """Return the reasons where a cell has a value, which other cells of its houses lack."""
        cell = self.cells[place]
        seen = union_of(group for group in self.source.groups if group >> cell & 1)
        masks = tuple(
            1 << value if n == place else mask & ~(1 << value if seen >> c & 1 else 0)
            for n, (c, mask) in enumerate(zip(self.cells, self.masks, strict=True))
        )
        return ConstraintReasons(self.source, masks)

    # -- the cells in the way --------------------------------------------------------------

    def reason(self, place: int, values: int) -> str:
        """Return why a cell cannot have any of the values, or with ``place`` -1 why the constraint
        cannot hold, by the cells in the way; "" if there are too many cells."""
        premises = self.source.premises(self.masks, place, values)
        if premises is None:
            return ""
        if not premises.places:
            return "" if place < 0 else ALONE
        text = self._in_the_way(self.values_in_the_way(premises), premises.places)
        if text:
            return text + (self._houses_text() if premises.needs_houses else "")
        return self._cases_text(place, values, premises.places)

    def values_in_the_way(self, premises: Reason) -> ValueMasks:
        """Return the values of the cells in the way, with all back that could come back, where then
        only one or two values are missing: these are the reason.  Of two, a single value left says
        more.
        """
        if len(premises.places) > MAX_NAMED_CELLS:
            return self.masks
        declared, result = declared_values(self.layout), []
        for cell, weak, mask in zip(self.cells, premises.masks, self.masks, strict=True):
            most = MAX_MISSING if mask & (mask - 1) else 1
            result.append(weak if (declared[cell] & ~weak).bit_count() <= most else mask)
        return tuple(result)

    def _in_the_way(self, masks: ValueMasks, needed: Iterable[int]) -> str:
        """Return ``R1C2 is 1 and R1C3 can only be 4 or 5``, cells of equal candidates together."""
        groups: dict[tuple[int, int], list[int]] = {}
        for n in needed:
            key = masks[n], declared_values(self.layout)[self.cells[n]]
            groups.setdefault(key, []).append(self.cells[n])
        number = sum(map(len, groups.values()))
        if not 0 < len(groups) <= MAX_NAMED_GROUPS or number > MAX_NAMED_CELLS:
            return ""
        return phrases.joined_words(open_text(self.layout, c, m) for (m, _), c in groups.items())

    def _cases_text(self, place: int, values: int, needed: Sequence[int]) -> str:
        """Return one cell's values case by case, each with the cells that are then in the way."""
        fixed = list(self.masks)
        if place >= 0:
            fixed[place] = values
        for split in sorted(needed, key=lambda n: self.masks[n].bit_count()):
            if not 1 < self.masks[split].bit_count() <= MAX_CASES:
                continue
            by_reason: dict[str, int] = {}
            for value in bits(self.masks[split]):
                premises = self.source.premises(tuple(fixed), split, 1 << value)
                if premises is None:
                    break
                others = [n for n in premises.places if n != place]
                text = self._in_the_way(self.masks, others)
                if others and not text:
                    break
                text = text or "nothing else fits"
                by_reason[text] = by_reason.get(text, 0) | 1 << value
            else:
                return "; ".join(
                    f"with {phrases.value_list(self.layout, cases, 'or')} in {self.names[split]}, "
                    f"{text}"
                    for text, cases in by_reason.items()
                )
        return ""

    def _houses_text(self) -> str:
        """Return by which houses the cells differ, where that is not the rule's own doing."""
        own = self.constraint.rule.kind
        houses = [h.name for h in self.source.houses if h.constraint.rule.kind != own]
        if not houses or own == "killer":
            return ""
        if len(houses) > 3:
            return ", and no house repeats a value"
        return f", and no value is twice in {phrases.joined_words(houses, 'or')}"

    def _by_cells(self, after: ValueMasks) -> Iterator[Exclusion]:
        """Yield for each cell the excluded values with the cells in the way."""
        for place, (mask, retained) in enumerate(zip(self.masks, after, strict=True)):
            lost = mask & ~retained
            if not lost or self.cells.index(self.cells[place]) != place:
                continue
            text = self.reason(place, lost)
            if text or not lost & (lost - 1):
                yield Exclusion(place, lost, text)
            else:
                for v in bits(lost):
                    yield Exclusion(place, 1 << v, self.reason(place, 1 << v))

    # -- sums ------------------------------------------------------------------------------

    def totals(self, places: Iterable[int], factors: Iterable[int]) -> Totals | None:
        """Return what cells come to, values weighted by ``factors``, with different values where
        they must differ; ``None`` if there is no choice, or too many to go through.
        """
        width = self.layout.value_count
        states: dict[tuple[int, int], tuple[int, ...]] = {(0, 0): ()}
        for place, factor in zip(places, factors, strict=True):
            cell = self.cells[place]
            shifts = [n * width for n, g in enumerate(self.source.groups) if g >> cell & 1]
            after: dict[tuple[int, int], tuple[int, ...]] = {}
            for (total, used), chosen in states.items():
                for value in bits(self.masks[place]):
                    takes = sum(1 << shift + value for shift in shifts)
                    if not used & takes:
                        key = total + factor * self.values[value], used | takes
                        if key not in after:
                            after[key] = (*chosen, value)
            if len(after) > MAX_STATES:
                return None
            states = after
        choices: Totals = {}
        for (total, _), chosen in states.items():
            choices.setdefault(total, chosen)
        return choices or None

    def _of_sum(self, constraint: Linear, after: ValueMasks) -> list[Exclusion]:
        """Return the reasons of a sum: a value adds too much or too little to what the other cells
        can come to, or a total between; of factors other than 1 and -1, and of many cells, by
        bounds."""
        if len(set(self.cells)) < len(self.cells) or len(self.cells) < 3 or constraint.op == "!=":
            return []
        results: list[Exclusion] = []
        if len(self.cells) > MAX_ENUMERATED_CELLS:
            results = self._by_bounds(constraint, after)
            for place, lost, _ in results:
                after = (*after[:place], after[place] | lost, *after[place + 1 :])
        by_kind: dict[tuple[int, str], list[tuple[int, str]]] = {}
        for place, value in self._excluded(after):
            kind, text = self._of_addend(constraint, place, value)
            by_kind.setdefault((place, kind), []).append((value, text))
        for (place, kind), pairs in by_kind.items():
            # the value nearest to those that remain has the tightest bound: it stands for all
            nearest = min(pairs) if kind == "high" else max(pairs)
            results.append(Exclusion(place, mask_of(value for value, _ in pairs), nearest[1]))
        return results

    def _of_addend(self, constraint: Linear, place: int, value: int) -> tuple[str, str]:
        """Return the kind of reason (high: the value adds too much; low; exact) and the reason."""
        fixed = self._with_value(place, value)
        if not set(constraint.coefficients) <= {1, -1}:
            return fixed._of_bound(constraint, place)
        if text := fixed._of_total_cell(constraint, place, value):
            return text
        others = [n for n in range(len(self.cells)) if n != place]
        own = constraint.coefficients[place]
        need = constraint.constant - own * self.values[value]
        # the rest is told with its signs turned where more is taken away than added
        signs = {constraint.coefficients[n] for n in others}
        turn = -1 if signs == {-1} or (-1 in signs and need < 0) else 1
        factors = [turn * constraint.coefficients[n] for n in others]
        need *= turn
        at_most, at_least = ("==", "<="), ("==", ">=")
        if turn < 0:
            at_most, at_least = at_least, at_most
        totals = fixed.totals(others, factors)
        if totals is None:
            return fixed._of_bound(constraint, place)
        name, is_difference = self._rest_name(others, factors), -1 in factors
        come = "come" if len(others) > 1 and not is_difference else "comes"
        start = f"{name} would have to come to {need}"
        for kind, ops, total, beyond in (
            ("high", at_most, min(totals), min(totals) > need),
            ("low", at_least, max(totals), max(totals) < need),
        ):
            if constraint.op in ops and beyond:
                end, than = ("least", "less") if kind == "high" else ("most", "more")
                if own * turn < 0:
                    kind = "low" if kind == "high" else "high"
                if end == "least" and need <= 0 and not is_difference:
                    return kind, f"nothing would be left for {name}"
                shown = str(total)
                if len(others) > 1 and not is_difference:
                    addends = sorted(self.values[v] for v in totals[total])
                    shown = f"{' + '.join(map(str, addends))} = {total}"
                return kind, f"{start} or {than}, and {come} to at {end} {shown}"
        if need in totals or constraint.op != "==":
            return "", ""
        kind = f"exact {need}"
        if len(totals) <= MAX_LISTED_TOTALS:
            listed = phrases.joined_words(map(str, sorted(totals)), "or")
            return kind, f"{start}, and can only come to {listed}"
        if {total % 2 for total in totals} == {1 - need % 2}:
            parity, other = ("an even number", "an odd number")[:: -1 if need % 2 else 1]
            return kind, f"{start}, {parity}, and always {come} to {other}"
        below = max(total for total in totals if total < need)
        above = min(total for total in totals if total > need)
        return kind, f"{start}, and can come to {below} and to {above}, but to nothing in between"

    def _of_total_cell(self, constraint: Linear, place: int, value: int) -> tuple[str, str] | None:
        """Return the kind and the reason where one cell is the sum of the others, as the bulb of an
        arrow, and would be too great or too small; ``None`` if that is not so."""
        factors = constraint.coefficients
        if constraint.op != "==" or constraint.constant or factors.count(-1) != 1:
            return None
        bulb = factors.index(-1)
        others = [n for n in range(len(factors)) if n not in (place, bulb)]
        totals = self.totals(others, [1] * len(others))
        if place == bulb or totals is None or not self.masks[bulb]:
            return None
        own, in_bulb = self.values[value], [self.values[v] for v in bits(self.masks[bulb])]
        for total, kind, bound, limit, limit_word in (
            (min(totals), "high", "least", in_bulb[-1], "most"),
            (max(totals), "low", "most", in_bulb[0], "least"),
        ):
            if own + total > limit if kind == "high" else own + total < limit:
                shown = str(own)
                if others:
                    addends = [own, *sorted(self.values[chosen] for chosen in totals[total])]
                    shown = f"at {bound} {' + '.join(map(str, addends))} = {sum(addends)}"
                name = self.names[bulb]
                return kind, f"{name} would be {shown}, and can be at {limit_word} {limit}"
        return None

    def _rest_name(self, others: list[int], factors: list[int]) -> str:
        more = [self.names[n] for n, factor in zip(others, factors, strict=True) if factor > 0]
        less = [self.names[n] for n, factor in zip(others, factors, strict=True) if factor < 0]
        if not less:
            return phrases.joined_words(more) if len(more) <= 3 else f"the other {len(more)} cells"
        taken = less[0] if len(less) == 1 else f"({' + '.join(less)})"
        return f"{' + '.join(more or ['0'])} less {taken}"

    # -- sums by bounds, house by house ------------------------------------------------------

    def _of_bound(self, constraint: Linear, place: int) -> tuple[str, str]:
        """Return the kind and the reason by the least and the greatest sums of houses; "" for none."""
        for bound in self.source.bounds(self.masks):
            if bound.slack < 0:
                kind = "low" if bound.greatest == (constraint.coefficients[place] > 0) else "high"
                return kind, f"then {self._failed_bound_text(constraint, bound)}"
        return "", ""

    def _failed_bound_text(self, constraint: Linear, bound: SumBound) -> str:
        """``its 9 cells come to at least 6 (box 1) + 10 (box 2) = 16, not to 12``."""
        added, taken = self._bound_texts(constraint, bound)
        if not (added and taken):
            return f"{added or taken}, not to {abs(constraint.constant)}"
        text, constant = f"{added}, but {taken}", constraint.constant
        return f"{text}, where the difference is {constant}" if constant else text

    def _by_bounds(self, constraint: Linear, after: ValueMasks) -> list[Exclusion]:
        """Return the values that leave too little to spare between what the cells come to, house by
        house, and what they must come to: by as few such bounds as will do."""
        remaining = [mask & ~retained for mask, retained in zip(self.masks, after, strict=True)]
        options = [
            (bound, reduced)
            for bound in self.source.bounds(self.masks)
            if (reduced := self.source.reduced_by(bound, self.masks)) is not None
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
            added, taken = self._bound_texts(constraint, bound)
            shown, constant = " and ".join(filter(None, (added, taken))), constraint.constant
            if constant:
                shown += f", and must come to {constant}" if not taken else f", {constant} apart"
            text = f"{shown}, with {bound.slack or 'nothing'} to spare"
            results += [Exclusion(n, lost, text) for n, lost in enumerate(explained[best]) if lost]
            remaining = [m & ~lost for m, lost in zip(remaining, explained[best], strict=True)]
        return results

    def _bound_texts(self, constraint: Linear, bound: SumBound) -> tuple[str, str]:
        """Return the totals of the added cells and of the subtracted cells; "" for none."""
        end, other_end = ("most", "least") if bound.greatest else ("least", "most")
        factor = {part: constraint.coefficients[part.places[0]] for part, _ in bound.parts}
        added = [(part, n) for part, n in bound.parts if factor[part] > 0]
        taken = [(part, -n) for part, n in bound.parts if factor[part] < 0]
        return (
            self._parts_text(added, factor, end) if added else "",
            self._parts_text(taken, factor, other_end) if taken else "",
        )

    def _parts_text(
        self, parts: list[tuple[SumPart, int]], factor: dict[SumPart, int], end: str
    ) -> str:
        """Return the totals of parts of a sum, house by house if there are several."""
        by_name: dict[str, int] = {}
        terms = []
        for part, bound in parts:
            names = [self.names[place] for place in part.places]
            where = self.source.houses[part.house].name if part.house >= 0 else names[0]
            by_name[where] = by_name.get(where, 0) + bound
            times = abs(factor[part])
            terms += [f"{'' if times == 1 else f'{times} × '}{name}" for name in names]
        total = sum(by_name.values())
        if len(terms) <= MAX_NAMED_TERMS:
            return f"{' + '.join(terms)} comes to at {end} {total}"
        listed = " + ".join(f"{bound} ({where})" for where, bound in by_name.items())
        shown = f"{listed} = " if len(by_name) > 1 else ""
        name = f"its {len(terms)} cells"
        if len(terms) < len(self.cells):
            name = f"{len(terms)} of its cells"
        return f"{name} come to at {end} {shown}{total}"

    # -- enclosed and leading sums ---------------------------------------------------------

    def _of_end(self, declared: EnclosedSum, place: int, value: int) -> str:
        """Return why a cell cannot be an end: where the other would be, and what between."""
        layout, total = self.layout, declared.total
        ends = mask_of(layout.value_number[end] for end in declared.ends)
        others = ends & ~(1 << value) if self.source.groups else ends
        if not ends >> value & 1 or others & (others - 1):
            return ""
        other = others.bit_length() - 1
        sizes = self._filling_sizes(declared)
        number = phrases.joined_words(map(str, sizes), "or")
        start = f"a sum of {total} takes {number} {'cell' if sizes == [1] else 'cells'}"
        at = [n for n in range(len(self.cells)) if abs(n - place) - 1 in sizes]
        if not at:
            return f"{start}, and the line has no cell that far away"
        places = [n for n in at if self.masks[n] >> other & 1]
        if not places:
            names = phrases.joined_words([self.names[n] for n in at], "or")
            return f"{start}, and {names} cannot be {layout.symbol(other)}"
        if len(places) > MAX_LENGTHS:
            return ""
        fixed, texts = self._with_value(place, value), []
        for n in places:
            between = range(min(n, place) + 1, max(n, place))
            text = fixed._with_value(n, other)._of_part(between, total)
            if not text:
                return ""
            texts.append(f"with {layout.symbol(other)} in {self.names[n]}, {text}")
        return f"{start}, and " + "; ".join(texts)

    def _filling_sizes(self, declared: EnclosedSum) -> list[int]:
        """Return how many cells may lie between the ends, by the least and the greatest values."""
        inner = [value for value in self.values if value not in declared.ends]
        differ, sizes = bool(self.source.groups), []
        for size in range(len(self.cells) - 1):
            if differ and size > len(inner):
                continue
            least = sum(inner[:size]) if differ else size * inner[0]
            most = sum(inner[len(inner) - size :]) if differ else size * inner[-1]
            if least <= declared.total <= most:
                sizes.append(size)
        return sizes

    def _of_part(self, places: Sequence[int], need: int) -> str:
        """Return why some cells do not come to a number; "" if they can."""
        names = [self.names[n] for n in places]
        if not names:
            return "" if need == 0 else f"{need} would be left for no cell"
        name = phrases.joined_words(names) if len(names) <= 3 else f"{names[0]} to {names[-1]}"
        verb = "comes" if len(names) == 1 else "come"
        totals = self.totals(places, [1] * len(places))
        if totals is None:
            return f"no values are left for {name}"
        if min(totals) > need:
            if need <= 0:
                return f"nothing would be left for {name}"
            return f"{name} {verb} to at least {min(totals)}, not to {need}"
        if max(totals) < need:
            return f"{name} {verb} to at most {max(totals)}, not to {need}"
        return f"{name} cannot come to {need}" if need not in totals else ""

    def _of_leading_sum(self, declared: LeadingSum, place: int, value: int) -> Exclusion:
        """Return for each number in the first cell what the cells come to."""
        fixed, texts = self._with_value(place, value), list[str]()
        for number in bits(fixed.masks[0]):
            length, text = self.values[number], "the line does not have that many cells"
            if length <= len(self.cells):
                then = fixed._with_value(0, number)
                text = then._of_part(range(1, length), declared.total - length)
            if not text or len(texts) == MAX_LENGTHS:
                return Exclusion(place, 1 << value, "")
            start = f"with {self.layout.symbol(number)} in {self.names[0]}, " if place else ""
            texts.append(start + text)
        return Exclusion(place, 1 << value, "; ".join(texts))

    # -- comparisons of lines, counts --------------------------------------------------------

    def _of_comparison(self, declared: LineComparison, after: ValueMasks) -> list[Exclusion]:
        """Return why cells of two lines that begin alike, of which it is known which is less, cannot
        have values: by the first cells that may differ; none where other cells lose values as well.
        """
        start, before = int(declared.first is not None), self.masks
        known = (*before[:start], before[-1])
        if any(mask & (mask - 1) for mask in known):
            return []
        less = self.values[before[-1].bit_length() - 1]
        pairs = range(start, len(self.cells) - 1, 2)
        pair = next((n for n in pairs if (before[n] | before[n + 1]).bit_count() > 1), -1)
        if pair < 0 or after[:pair] != before[:pair] or after[pair + 2 :] != before[pair + 2 :]:
            return []
        alike = "both lines begin alike"
        if start and pair == start:
            alike = f"both lines begin with {self.layout.symbol(before[0].bit_length() - 1)}"
        results = []
        for place, other, smaller in ((pair, pair + 1, less), (pair + 1, pair, not less)):
            lost, bound = before[place] & ~after[place], before[other]
            beyond = -1 << bound.bit_length() if smaller else (bound & -bound) - 1
            if lost & ~(beyond | bound):
                return []
            if lost:
                size = "the lesser" if smaller else "the greater"
                limit = open_text(self.layout, [self.cells[other]], bound)
                results.append(Exclusion(place, lost, f"{alike}, this one is {size}, and {limit}"))
        return results

    def _of_count(self, constraint: Count, after: ValueMasks) -> list[Exclusion]:
        """Return which cells can still hold what is counted, or hold it already."""
        if not isinstance(constraint.number, int):
            return []
        number, results = self.layout.value_number, []
        counted = mask_of(number[value] for value in constraint.values if value in number)
        able = [name for name, mask in zip(self.names, self.masks, strict=True) if mask & counted]
        already = [n for n, mask in zip(self.names, self.masks, strict=True) if not mask & ~counted]
        listed = phrases.value_list(self.layout, counted, "or")
        for place, (mask, retained) in enumerate(zip(self.masks, after, strict=True)):
            lost, text = mask & ~retained, ""
            if lost and not lost & counted and len(able) == constraint.number:
                text = f"only {phrases.joined_words(able)} can still be {listed}"
            elif lost and not lost & ~counted and len(already) == constraint.number:
                text = f"no cell may be {listed}"
                if already:
                    are = "are" if len(already) > 1 else "is"
                    text = f"{phrases.joined_words(already)} {are} {listed} already"
            results += [Exclusion(place, lost, text)] if lost else []
        return results

    # -- automata: skyscrapers and whispers ------------------------------------------------

    def _of_skyscraper(self, after: ValueMasks) -> list[Exclusion]:
        """Return how many can be seen at most, or at least; none if no solution is at hand, or if
        0 is a value, which may be a park."""
        sample, before = next(self.source.choices(self.masks), ()), self.masks
        if not sample or not self.values[0]:
            return []
        count = sum(all(value > other for other in sample[:n]) for n, value in enumerate(sample))
        complete = len(sample) == self.layout.value_count
        results: list[Exclusion] = []
        too_few: dict[int, list[tuple[int, int, str]]] = {}
        for place, value in self._excluded(after):
            behind, ahead = union_of(before[place + 1 :]), union_of(before[:place])
            taller = min((behind >> value + 1).bit_count(), len(sample) - 1 - place)
            lower = min((ahead & (1 << value) - 1).bit_count(), place)
            (least, most), text, parts = self._seen_counts(place, value), "", ""
            if most < count:
                if place and most == lower + 1 + taller:
                    parts = (
                        f": {lower or 'none'} before it, itself, and {taller or 'none'} behind it"
                    )
                too_few.setdefault(place, []).append((most, 1 << value, parts))
                continue
            if count == 1 and not place:
                text = "something taller behind it would be seen too"
            elif complete and least > count:
                text = f"then at least {least} are seen"
            results.append(Exclusion(place, 1 << value, text))
        for place, reasons in too_few.items():
            most = max(reasons)[0]
            parts = reasons[0][2] if len(reasons) == 1 else ""
            text = f"then at most {most} {'is' if most == 1 else 'are'} seen{parts}"
            results.append(Exclusion(place, union_of(values for _, values, _ in reasons), text))
        return results

    def _seen_counts(self, fixed: int, value: int) -> tuple[int, int]:
        """Return how few can be seen up to the tallest, and how many, with one value fixed, were
        values to come twice."""
        counts = {-1: (0, 0)}  # by the tallest so far
        for place, mask in enumerate(self.masks):
            after: dict[int, tuple[int, int]] = {}
            for height in [value] if place == fixed else bits(mask):
                for tallest, (fewest, most) in counts.items():
                    top, more = max(height, tallest), height > tallest
                    least, greatest = after.get(top, (len(self.cells), 0))
                    after[top] = min(least, fewest + more), max(greatest, most + more)
            counts = after
        fewest, _ = counts.get(union_of(self.masks).bit_length() - 1, (0, 0))
        return fewest, max(most for _, most in counts.values())

    @cached_property
    def _partners(self) -> list[int]:
        """For each value the values that may stand next to it on the line."""
        assert isinstance(self.constraint, Regular)
        automaton, values = self.constraint.automaton, self.values
        return [
            mask_of(
                n
                for n, other in enumerate(values)
                if (automaton.step.get((automaton.start, value)), other) in automaton.step
            )
            for value in values
        ]

    def _of_neighbours(self, place: int, value: int) -> str:
        """Return why the neighbours, or the alternation of high and low, exclude a value."""
        partners = self._partners
        if not partners[value]:
            return "no value is far enough from it"
        beside = [n for n in (place - 1, place + 1) if 0 <= n < len(self.cells)]
        fits = [self.masks[n] & partners[value] for n in beside]
        for n, mask in zip(beside, fits, strict=True):
            if not mask:
                return f"its neighbour {open_text(self.layout, [self.cells[n]], self.masks[n])}"
        if len(fits) == 2 and fits[0] == fits[1] and not fits[0] & (fits[0] - 1):
            both = mask_of(self.cells[n] for n in beside)
            if any(not both & ~group for group in self.source.groups):
                names = phrases.joined_words([self.names[n] for n in beside])
                symbol = self.layout.symbol(fits[0].bit_length() - 1)
                return f"both {names}, which see each other, would have to be {symbol}"
        low = mask_of(v for v, p in enumerate(partners) if p and not p & ((1 << v) - 1))
        high = mask_of(v for v, p in enumerate(partners) if p and not p >> v)
        if low & high or any(p and not (low | high) >> v & 1 for v, p in enumerate(partners)):
            return ""  # a value in the middle may have neighbours on both sides
        for n in sorted(range(len(self.cells)), key=lambda n: abs(n - place)):
            usable = self.masks[n] & (low | high)
            side = low if not usable & ~low else high if not usable & ~high else 0
            own = side if (n - place) % 2 == 0 else (low | high) & ~side
            if n == place or not side or own >> value & 1 or not self.masks[n]:
                continue
            apart = abs(n - place)
            where = "its neighbour" if apart == 1 else f"{apart} cells along the line"
            other_side = "high" if side == high else "low"
            own_side = "high" if own == high else "low"
            return (
                f"high and low alternate, and {self.names[n]}, {where}, is {other_side}, so this "
                f"cell is {own_side}"
            )
        return ""
