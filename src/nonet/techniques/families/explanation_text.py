"""The text of an explanation: constraints that cannot all hold if a candidate is taken.

>>> listed_constraints(("row 1", "killer cage 9 at R1C1: no value twice", "row 2", "box 3"))
'killer cage 9 at R1C1, with rows 1 and 2 and box 3'
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from nonet.techniques.candidate_layout import Layout, bits
from nonet.techniques.engines import phrases
from nonet.techniques.families.constraint_explanations import excluded_text
from nonet.techniques.step import Step, StepText

MAX_READABLE = 30
"""Constraints that are named, at most: more are no explanation that anybody follows."""
MAX_SUPPOSED = 3
"""Suppositions that are told one by one, at most."""
_HOUSE = re.compile(r"(row|column|box) (\d+)(.*)")
_NO_REPEATS = re.compile(": (no value twice|all different)$")


class ExplanationDetail(NamedTuple):
    """The texts of the constraints that cannot all hold if the candidate is taken, and how many of
    these are houses.
    """

    constraint_texts: tuple[str, ...]
    house_count: int

    def describe(self, step: Step) -> StepText:
        """Return the constraints and the conclusion; of more than anybody reads only how many."""
        layout, names = step.layout, self.constraint_texts
        failure = "cannot hold" if len(names) == 1 else "cannot all hold"
        if len(names) > MAX_READABLE:
            others = len(names) - self.house_count
            house = "house" if self.house_count == 1 else "houses"
            other = "other constraint" if others == 1 else "other constraints"
            where = f"{self.house_count} {house} and {others} {other}"
            listed = f"{where} of the puzzle"
        else:
            where, listed = ", ".join(names), listed_constraints(names)
        facts = [layout.cell_and_symbol(candidate) for candidate in bits(step.eliminations)]
        conclusion = " is not ".join(facts[0])
        if len(facts) > 1:
            conclusion = excluded_text(layout, step.eliminations)
        supposed = _supposition(layout, step.eliminations)
        failure = f"{listed} {failure} with the values that are still open, whatever is tried"
        text = f"If {supposed}, then {failure}: so {conclusion}."
        if len(text) > phrases.MAX_PARAGRAPH:
            if len(facts) > MAX_SUPPOSED:
                supposed = "one of the values that are excluded below were right"
            text = f"Suppose {supposed}. Then {failure}. So {conclusion}."
        return StepText(where, f"Look at {listed}", text)


def listed_constraints(names: Iterable[str]) -> str:
    """Return constraints as a list: the marks, then the houses together by their kinds."""
    marks: dict[str, None] = {}
    houses: dict[tuple[str, str], list[int]] = {}
    for name in names:
        if house := _HOUSE.fullmatch(name):
            kind, number, grid = house.groups()
            houses.setdefault((kind, grid), []).append(int(number))
        else:
            marks[_NO_REPEATS.sub("", name)] = None
    in_order = sorted(houses.items(), key=lambda item: _ORDER[item[0][0]])
    together = [
        f"{kind if len(numbers) == 1 else _PLURAL[kind]} "
        f"{phrases.joined_words(map(str, sorted(numbers)))}{grid}"
        for (kind, grid), numbers in in_order
    ]
    return ", with ".join(map(phrases.joined_words, filter(None, (list(marks), together))))


_PLURAL = {"row": "rows", "column": "columns", "box": "boxes"}
_ORDER = {kind: number for number, kind in enumerate(_PLURAL)}


def _supposition(layout: Layout, candidates: int) -> str:
    """Return that one of some candidates were true: those of the same cells together, if they are
    many.
    """
    if candidates.bit_count() <= MAX_SUPPOSED:
        facts = map(layout.cell_and_symbol, bits(candidates))
        return phrases.joined_words([f"{cell} were {value}" for cell, value in facts], "or")
    values_by_cells: dict[int, int] = {}
    for value, cells in layout.by_value(candidates):
        values_by_cells[cells] = values_by_cells.get(cells, 0) | 1 << value
    parts = [
        f"{phrases.value_list(layout, values, 'or')} were in "
        f"{phrases.cell_list(layout, cells, 'or')}"
        for cells, values in values_by_cells.items()
    ]
    return phrases.joined_words(parts, "or")
