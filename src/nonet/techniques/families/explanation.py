"""The smallest explanation: where no named technique applies, the fewest constraints that do.

A candidate is wrong if some constraints, with the open candidates, cannot all hold when the
candidate is true.  Such a set, of which no constraint can be dropped (a minimal unsatisfiable subset),
is an explanation; of a few the cheapest is taken (B. Bogaerts, E. Gamba and T. Guns, "A framework for
step-wise explaining how to solve constraint satisfaction problems", Artificial Intelligence 300,
2021). Here an AllDifferent weighs 2 and any other constraint 3. That there is no cheaper one is
not proven, and whether a constraint can be dropped is decided by searches of limited length.

The sets are sought by searches of models (``engines/core_search.py``): by the compiled engine where it
is there, some hundred times as fast as ``native``. Its limit counts guesses, which a processor with
wider lanes may pass by a few. A second, independent backend confirms a set before the step is shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import groupby, islice
from math import inf
from typing import NamedTuple

from nonet.backends.native.filters.houses import search_solution
from nonet.backends.registry import usable_backend
from nonet.errors import Unsupported
from nonet.model import AnyOf, Constraint, Linear, Model
from nonet.techniques.candidate_layout import Layout, bits, mask_of
from nonet.techniques.engines import phrases
from nonet.techniques.engines.core_search import (
    ModelSearch,
    explained,
    refuted_by_constraints,
    restricted_model,
)
from nonet.techniques.engines.supposition import possible_values
from nonet.techniques.families.constraint_forcing import refutation_text
from nonet.techniques.position import Position
from nonet.techniques.step import Step, StepText

# Lists of constraints by their kinds.

_HOUSE = re.compile(r"(row|column|box) (\d+)(.*)")
_NO_REPEATS = re.compile(": (no value twice|all different)$")
_KIND_AND_PLACE = re.compile(r"([a-z][a-z' -]*) ([A-Z]+\d\w*(?:-[A-Z]+\d\w*)?)")
_SAME_FOR_SEVERAL = ("s", "renban", " of", " at", " in")
"""Ends of the names of kinds to which no plural's s is added."""


def listed_constraints(names: Iterable[str]) -> str:
    """Return constraints in one phrase: marks of a kind together, then the houses."""
    return ", with ".join(constraint_lists(names))


def constraint_lists(names: Iterable[str]) -> list[str]:
    """Return a list of marks and a list of houses, without empty lists."""
    marks: dict[str, list[str]] = {}
    houses: dict[tuple[str, str], list[int]] = {}
    for name in names:
        if house := _HOUSE.fullmatch(name):
            kind, number, grid = house.groups()
            houses.setdefault((kind, grid), []).append(int(number))
        else:
            name = _NO_REPEATS.sub("", name)
            mark = _KIND_AND_PLACE.fullmatch(name)
            places = marks.setdefault(mark[1] if mark else name, [])
            if mark and mark[2] not in places:
                places.append(mark[2])
    in_order = sorted(houses.items(), key=lambda item: _ORDER[item[0][0]])
    together = [
        f"{kind if len(numbers) == 1 else _PLURAL[kind]} {_numbers_text(sorted(numbers))}{grid}"
        for (kind, grid), numbers in in_order
    ]
    lists = ([_marks_text(kind, places) for kind, places in marks.items()], together)
    return list(map(phrases.joined_words, filter(None, lists)))


def _marks_text(kind: str, places: list[str]) -> str:
    """Return marks of a kind by their places: ``white dots R1C1-R1C2 and R2C1-R2C2``."""
    if len(places) < 2:
        return " ".join([kind, *places])
    plural = kind if kind.endswith(_SAME_FOR_SEVERAL) else f"{kind}s"
    if len(places) > MAX_READABLE:
        return f"{len(places)} {plural}"
    return f"{plural} {phrases.joined_words(places)}"


def _numbers_text(numbers: list[int]) -> str:
    """Return ascending numbers, three or more that follow each other as ``1 to 9``."""
    runs = groupby(enumerate(numbers), lambda pair: pair[1] - pair[0])
    parts: list[str] = []
    for _, pairs in runs:
        run = [number for _, number in pairs]
        parts += map(str, run) if len(run) < 3 else [f"{run[0]} to {run[-1]}"]
    return phrases.joined_words(parts)


_PLURAL = {"row": "rows", "column": "columns", "box": "boxes"}
_ORDER = {kind: number for number, kind in enumerate(_PLURAL)}


# The text of an explanation: constraints that cannot all hold if a candidate is taken.

MAX_READABLE = 30
"""Constraints of an explanation after which no more are sought to be dropped one by one."""
MAX_SUPPOSED = 3
"""Suppositions that are told one by one, at most."""


class ExplanationDetail(NamedTuple):
    """Constraints that cannot all hold with the candidate, and the values then possible."""

    constraint_texts: tuple[str, ...]
    constraints: tuple[Constraint, ...] = ()
    values: tuple[int, ...] = ()

    def describe(self, step: Step) -> StepText:
        """Return the steps to a contradiction if they are few, else the constraints alone."""
        layout, listed = step.layout, listed_constraints(self.constraint_texts)
        where = ", ".join(self.constraint_texts)
        if len(self.constraint_texts) > MAX_READABLE:
            where = listed
        first, others = step.eliminations & -step.eliminations, step.eliminations
        place = f"Look at {phrases.cell_list(layout, layout.cells_of(first))}"
        if self.values:
            text = refutation_text(layout, self.values, first.bit_length() - 1, self.constraints)
            if text:
                if others := others & ~first:
                    text += f" In the same way {_conclusion(layout, others)}, by {listed}."
                return StepText(where, f"{place}: one of its values leads to a contradiction", text)
        conclusion, supposed = _conclusion(layout, others), _supposition(layout, others)
        failure = "cannot hold" if len(self.constraint_texts) == 1 else "cannot all hold"
        failure += ", as a search through all values shows"
        text = f"By brute force: if {supposed}, then {listed} {failure}. So {conclusion}."
        if len(text) > phrases.MAX_PARAGRAPH:
            if others.bit_count() > MAX_SUPPOSED:
                supposed = "one of the values that are excluded below were right"
            text = (
                f"By brute force: suppose {supposed}. Then what follows {failure}. "
                f"{'. '.join(map(phrases.capitalised, constraint_lists(self.constraint_texts)))}. "
                f"So {conclusion}."
            )
        return StepText(where, f"{place}: this takes brute force", text)


def _conclusion(layout: Layout, candidates: int) -> str:
    if candidates & candidates - 1:
        return phrases.excluded_text(layout, candidates)
    return " is not ".join(layout.cell_and_symbol(candidates.bit_length() - 1))


def _supposition(layout: Layout, candidates: int) -> str:
    """Return that one of some candidates were true; many are grouped by their cells."""
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


MAX_SOON = {"native": 60_000, "lockstep": 300_000}
"""Most filter runs (or guesses of lockstep) for the candidates of an explanation that is needed soon: a
second."""
SHARE_OF_SEARCH = 0.7
"""Share of the time for an explanation that is needed soon in which it is sought; the rest is for the
second solver."""
MAX_CONFIRMATION = {"cpsat": 300, "native": 50_000}
"""Effort to confirm an explanation, at most, in each second solver's own count; an explanation that
no solver confirms is dropped.  Counts, so that a path is the same however busy the machine is."""


def find(position: Position, requested: frozenset[str], limit: int = 1 << 60) -> Iterator[Step]:
    """The cheapest explanation found, within an effort, if there is any."""
    if "smallest-explanation" in requested:
        solver = ModelSearch()
        yield from islice(_confirmed_steps(position, solver, explained(position, solver, limit)), 1)


def find_soon(position: Position, requested: frozenset[str]) -> Iterator[Step]:
    """The cheapest explanation found with a limited effort, if there is any."""
    return find(position, requested, MAX_SOON[ModelSearch().backend])


def find_in_time(position: Position, requested: frozenset[str]) -> Iterator[Step]:
    """An explanation found in the position's time, of which perhaps not all is needed, if there is any."""
    if "smallest-explanation" in requested:
        solver, seconds = ModelSearch(), position.deadline.limit_for_part()
        soon = SHARE_OF_SEARCH * (inf if seconds is None else seconds)
        pairs = explained(position, solver, seconds=soon)
        yield from islice(_confirmed_steps(position, solver, pairs, alone=True), 1)


def _confirmed_steps(
    position: Position,
    solver: ModelSearch,
    explanations: Iterator[tuple[list[Constraint], int]],
    alone: bool = False,
) -> Iterator[Step]:
    """Yield the steps of the explanations that a second solver confirms.

    ``alone`` is whether there is no time for more candidates than one.
    """
    layout = position.layout
    for subset, candidate in explanations:
        eliminations = 1 << candidate
        if layout.other_constraints and not alone:
            others = _values_by_cell(position, subset) & ~eliminations
            eliminations |= refuted_by_constraints(position, solver, others, subset)
        eliminations = _confirmed(position, candidate, eliminations, subset)
        if eliminations:
            reasons = tuple(constraint.description for constraint in subset)
            yield Step(
                "smallest-explanation",
                layout,
                eliminations=eliminations,
                pattern=_values_by_cell(position, subset) & ~eliminations,
                reasons=reasons,
                detail=ExplanationDetail(reasons, tuple(subset), tuple(possible_values(position))),
            )


def _confirmed(
    position: Position, candidate: int, eliminations: int, subset: list[Constraint]
) -> int:
    """Return the eliminations that a second solver confirms: all, the candidate's, or none."""
    layout = position.layout
    choices = AnyOf(
        tuple(
            (Linear((cell,), (1,), "==", value),)
            for cell, value in map(layout.cell_and_value, bits(eliminations))
        )
    )
    if _is_refuted(position, restricted_model(position, [*subset, choices])):
        return eliminations
    alone = 1 << candidate
    return 0 if eliminations == alone else _confirmed(position, candidate, alone, subset)


def _is_refuted(position: Position, model: Model) -> bool:
    """Whether a second solver, CP-SAT or else native, proves that there is no solution."""
    for backend in filter(usable_backend, MAX_CONFIRMATION):
        most = MAX_CONFIRMATION[backend]
        seconds = position.deadline.limit_for_part()
        try:
            solution, spent = search_solution(model, most, seconds, backend)
        except Unsupported:
            continue
        position.deadline.check()
        if solution is not None or spent < most:
            return solution is None
    return False


def _values_by_cell(position: Position, subset: list[Constraint]) -> int:
    numbers = position.layout.cell_number
    cells = mask_of(numbers[name] for constraint in subset for name in constraint.scope)
    return position.open_candidates_in(cells)
