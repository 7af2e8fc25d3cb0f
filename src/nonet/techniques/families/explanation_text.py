"""The text of an explanation: constraints that cannot all hold if a candidate is taken."""

from __future__ import annotations

from typing import NamedTuple

from nonet.techniques.candidate_layout import Layout, bits
from nonet.techniques.engines import phrases
from nonet.techniques.engines.case_tree import case_tree
from nonet.techniques.families.case_text import case_sentences
from nonet.techniques.families.constraint_lists import constraint_lists, listed_constraints
from nonet.techniques.step import Step, StepText

MAX_READABLE = 30
"""Constraints of an explanation after which no more are sought to be dropped one by one."""
MAX_SUPPOSED = 3
"""Suppositions that are told one by one, at most."""


class ExplanationDetail(NamedTuple):
    """The texts of the constraints that cannot all hold if the candidate is taken, and the values
    possible in each cell.
    """

    constraint_texts: tuple[str, ...]
    values: tuple[int, ...] = ()

    def describe(self, step: Step) -> StepText:
        """Return the cases that fail if they are few, else the constraints; and the conclusion."""
        layout, listed = step.layout, listed_constraints(self.constraint_texts)
        where = ", ".join(self.constraint_texts)
        if len(self.constraint_texts) > MAX_READABLE:
            where = listed
        place = f"Look at {listed}"
        first, others = step.eliminations & -step.eliminations, step.eliminations
        tree = self.values and case_tree(layout, self.values, first.bit_length() - 1)
        if tree:
            text = f"{' '.join(case_sentences(layout, tree))} So {_conclusion(layout, first)}."
            if others := others & ~first:
                text += f" Other values fail likewise with {listed}: {_conclusion(layout, others)}."
            return StepText(where, place, text)
        conclusion, supposed = _conclusion(layout, others), _supposition(layout, others)
        failure = "cannot hold" if len(self.constraint_texts) == 1 else "cannot all hold"
        tried = "with the values that are still open, whatever is tried"
        text = f"If {supposed}, then {listed} {failure} {tried}: so {conclusion}."
        if len(text) > phrases.MAX_PARAGRAPH:
            if others.bit_count() > MAX_SUPPOSED:
                supposed = "one of the values that are excluded below were right"
            text = (
                f"Suppose {supposed}. Then what follows {failure} {tried}. "
                f"{'. '.join(map(phrases.capitalised, constraint_lists(self.constraint_texts)))}. "
                f"So {conclusion}."
            )
        return StepText(where, place, text)


def _conclusion(layout: Layout, candidates: int) -> str:
    """Return that some candidates are excluded."""
    if candidates & candidates - 1:
        return phrases.excluded_text(layout, candidates)
    return " is not ".join(layout.cell_and_symbol(candidates.bit_length() - 1))


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
