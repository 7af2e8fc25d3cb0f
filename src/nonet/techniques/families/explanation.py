"""The smallest explanation: where no named technique applies, the fewest constraints that do.

A candidate is wrong if some constraints, with the open candidates, cannot all hold when the
candidate is true.  Such a set, of which no constraint can be dropped (a minimal unsatisfiable subset),
is an explanation; of a few the cheapest is taken (B. Bogaerts, E. Gamba and T. Guns, "A framework for
step-wise explaining how to solve constraint satisfaction problems", Artificial Intelligence 300,
2021). Here an AllDifferent weighs 2 and any other constraint 3. That there is no cheaper one is
not proven, and whether a constraint can be dropped is decided by searches of limited length.

A candidate refuted by propagation (``engines/supposition.py``) is explained by the premises of
the refutation. Else a SAT solver's cores are made minimal (``engines/core_search.py``). Where that
refutes nothing, or there is no python-sat, the candidates that all constraints refute with the
least search are taken, and constraints near each are tried, in growing circles; unnecessary
constraints are dropped. A second, independent backend confirms the subset before the step is shown.

These searches of a variant are run by the compiled engine where it is there, some hundred times as
fast as ``native``. Its limit counts guesses, which a processor with wider lanes may pass by a few.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, groupby, islice
from math import inf
from types import MappingProxyType
from typing import NamedTuple

from nonet.backends.auto import lanes_are_ready
from nonet.backends.native.filters.houses import search_solution
from nonet.errors import Unsupported
from nonet.model import AnyOf, Constraint, Domain, Linear, Model
from nonet.techniques.candidate_layout import Layout, bits, mask_of
from nonet.techniques.engines import phrases, supposition
from nonet.techniques.engines.core_search import (
    ConstraintSwitches,
    constraint_switches,
    constraints_near,
    explained_by_cores,
    explained_soon,
    refuted_by_constraints,
    weight,
)
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
    """Return constraints in one phrase: the marks, those of a kind together, then the houses by
    their kinds.
    """
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
    """The texts of the constraints that cannot all hold if the candidate is taken, the constraints,
    and the values possible in each cell.
    """

    constraint_texts: tuple[str, ...]
    constraints: tuple[Constraint, ...] = ()
    values: tuple[int, ...] = ()

    def describe(self, step: Step) -> StepText:
        """Return the steps to a contradiction if they are few, else the constraints, as brute force
        alone shows it; and the conclusion."""
        layout, listed = step.layout, listed_constraints(self.constraint_texts)
        where = ", ".join(self.constraint_texts)
        if len(self.constraint_texts) > MAX_READABLE:
            where = listed
        first, others = step.eliminations & -step.eliminations, step.eliminations
        if self.values:
            text = refutation_text(layout, self.values, first.bit_length() - 1, self.constraints)
            if text:
                if others := others & ~first:
                    text += f" In the same way {_conclusion(layout, others)}, by {listed}."
                return StepText(where, f"Look at {listed}", text)
        conclusion, supposed = _conclusion(layout, others), _supposition(layout, others)
        failure = "cannot hold" if len(self.constraint_texts) == 1 else "cannot all hold"
        failure += ", as a search through all values shows"
        place = f"Look at {layout.cell_text(layout.cells_of(first))}: this takes brute force"
        text = f"By brute force: if {supposed}, then {listed} {failure}. So {conclusion}."
        if len(text) > phrases.MAX_PARAGRAPH:
            if others.bit_count() > MAX_SUPPOSED:
                supposed = "one of the values that are excluded below were right"
            text = (
                f"By brute force: suppose {supposed}. Then what follows {failure}. "
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


MAX_FILTER_RUNS = 50_000
"""Most filter runs for a query, a tenth of a second; beyond, the query counts as "cannot be
refuted".  The limit is no time, so that an explanation is the same on any machine.
"""
MAX_SOON, MAX_SOON_BY_LANES = 60_000, 300_000
"""Most filter runs (or guesses of lanes) of all queries of a search before longer searches are
tried: a second."""
SEARCHES = ((300, 40), (3_000, 40), (300, 9_999), (3_000, 9_999), (MAX_FILTER_RUNS, 9_999))
"""ConstraintFilter runs for the search of each candidate, and how many candidates are searched, those of
cells with few values first: the next where the last refutes nothing."""
SEARCH_FACTOR, LEAST_SEARCH = 10, 1_000
"""How much more a search with fewer constraints may take, and the least that one may take."""
MAX_SUBSETS = 2
"""Candidates of a variant whose constraints are sought at once, those of the shortest searches."""
MAX_MORE = 5_000
"""ConstraintFilter runs for further candidates that the constraints of an explanation refute."""
MAX_DISTANCE = 3
"""How far from the candidate constraints are looked for, in steps from cell to cell."""
SHARE_OF_SEARCH = 0.7
"""Share of the time for an explanation that is needed soon in which it is sought; the rest is for the
second solver."""
MAX_CONFIRMATION = {"native": MAX_FILTER_RUNS, "lockstep": 5_000, "cpsat": 300}
"""Effort to confirm an explanation, at most, in each second solver's own count; an explanation that
no solver confirms is dropped.  Counts, so that a path is the same however busy the machine is."""
MAX_CONFIRMATION_PROPAGATIONS = 300_000
"""Propagations of the live SAT solver to confirm an explanation found by another search, before CP-SAT
is asked, which knows the sums that constraints imply."""
MAX_REFUTATIONS = 6
"""Candidates refuted in one search, of which the cheapest explanation is taken."""


def find(position: Position, requested: frozenset[str]) -> Iterator[Step]:
    """The cheapest explanation found, if there is any."""
    if "smallest-explanation" in requested:
        yield from _find(position, None)


def find_soon(position: Position, requested: frozenset[str]) -> Iterator[Step]:
    """The cheapest explanation found in a limited number of filter runs, if there is any."""
    if "smallest-explanation" in requested:
        by_lanes = bool(position.layout.other_constraints) and lanes_are_ready()
        yield from _find(position, _Effort(MAX_SOON_BY_LANES if by_lanes else MAX_SOON))


def find_in_time(position: Position, requested: frozenset[str]) -> Iterator[Step]:
    """An explanation found in the position's time, of which perhaps not all is needed, if there is any."""
    switches = constraint_switches(position)
    if switches is None:
        yield from find_soon(position, requested)
    elif "smallest-explanation" in requested:
        seconds, by_lanes = position.deadline.limit_for_part(), lanes_are_ready()
        soon = SHARE_OF_SEARCH * (inf if seconds is None else seconds)
        pairs = explained_soon(position, switches, soon, deep=not by_lanes)
        explanations = ((*pair, "lockstep" if by_lanes else "cpsat") for pair in pairs)
        steps = _first_confirmed(position, switches, explanations)
        if by_lanes:  # which refute sooner from the start, as they learn nothing
            searched = _searched_explanations(position, _Effort(MAX_SOON_BY_LANES), "cpsat")
            steps = chain(steps, _first_confirmed(position, switches, searched, alone=True))
        yield from islice(steps, 1)


class _Effort:
    """The filter runs that a search may still take."""

    def __init__(self, remaining: int) -> None:
        self.remaining = remaining


def _find(position: Position, effort: _Effort | None) -> Iterator[Step]:
    switches = constraint_switches(position)
    yield from _first_confirmed(position, switches, _explanations(position, switches, effort))


def _first_confirmed(
    position: Position,
    switches: ConstraintSwitches | None,
    explanations: Iterator[tuple[list[Constraint], int, str]],
    alone: bool = False,
) -> Iterator[Step]:
    layout = position.layout
    for subset, candidate, judge in explanations:
        eliminations, is_confirmed = 1 << candidate, 0
        if judge == "sat" and switches is not None:
            is_confirmed = refuted_by_constraints(
                position, switches, eliminations, subset, MAX_CONFIRMATION_PROPAGATIONS
            )
            judge = "cpsat"
        elif alone:
            pass  # there is no time for others
        elif layout.other_constraints and switches is not None:
            others = _values_by_cell(position, subset) & ~eliminations
            eliminations |= refuted_by_constraints(position, switches, others, subset)
        elif layout.other_constraints:
            eliminations |= _also_refuted(position, candidate, subset)
        if not is_confirmed:
            eliminations = _confirmed(position, candidate, eliminations, subset, judge)
        if eliminations:
            reasons = tuple(constraint.description for constraint in subset)
            values = tuple(supposition.possible_values(position))
            yield Step(
                "smallest-explanation",
                layout,
                eliminations=eliminations,
                pattern=_values_by_cell(position, subset) & ~eliminations,
                reasons=reasons,
                detail=ExplanationDetail(reasons, tuple(subset), values),
            )
            return


def _also_refuted(position: Position, candidate: int, subset: list[Constraint]) -> int:
    """Return other candidates that the same constraints refute, as far as ``MAX_MORE`` filter runs
    go; a solution of the constraints shows for all its values that they are possible.
    """
    layout, remaining, refuted, possible = position.layout, MAX_MORE, 0, 0
    others = _values_by_cell(position, subset) & ~(1 << candidate)
    own = others & layout.cell_candidates(candidate % layout.cell_count)
    for other in (*bits(own), *bits(others & ~own)):
        if remaining <= 0:
            break
        if possible >> other & 1:
            continue
        limit = min(remaining, LEAST_SEARCH)
        result, spent = _search(position, other, subset, limit)
        remaining -= spent
        if result is not None:
            possible |= mask_of(layout.candidate(*pair) for pair in result.items())
        elif spent < limit:
            refuted |= 1 << other
    return refuted


def _confirmed(
    position: Position, candidate: int, eliminations: int, subset: list[Constraint], judge: str
) -> int:
    """Return the eliminations that a second solver confirms: all, the candidate's, or none."""
    layout = position.layout
    choices = AnyOf(
        tuple(
            (Linear((cell,), (1,), "==", value),)
            for cell, value in map(layout.cell_and_value, bits(eliminations))
        )
    )
    if _is_refuted(position, _model_of(position, [*subset, choices]), judge):
        return eliminations
    if eliminations == 1 << candidate:
        return 0
    return _confirmed(position, candidate, 1 << candidate, subset, judge)


def _is_refuted(position: Position, model: Model, judge: str) -> bool:
    """Whether a solver proves that a model has no solution; CP-SAT where the judge does not know."""
    for backend in dict.fromkeys((judge, "cpsat")):
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


def _explanations(
    position: Position, switches: ConstraintSwitches | None, effort: _Effort | None
) -> Iterator[tuple[list[Constraint], int, str]]:
    """Explanations, the cheapest of a search first: constraints, candidate, who is to confirm.

    Refutations by propagation come first; the native backend confirms the subset
    by search, at a level of its own. The compiled engine or CP-SAT confirms refutations by a SAT
    solver's cores; the live SAT solver those by other searches, or CP-SAT where that cannot.
    """
    results = list(islice(_refuted_by_propagation(position), MAX_REFUTATIONS))
    if results:
        yield from ((*pair, "native") for pair in sorted(results, key=_cost))
    if switches is not None:
        judge = "lockstep" if lanes_are_ready() else "cpsat"
        yield from ((*pair, judge) for pair in explained_by_cores(position, switches))
    judge = "cpsat" if switches is None else "sat"
    yield from _searched_explanations(position, effort, judge)


def _searched_explanations(
    position: Position, effort: _Effort | None, judge: str
) -> Iterator[tuple[list[Constraint], int, str]]:
    """Explanations of candidates that all constraints refute, the cheapest of a search first."""
    searched = position.path_cached(_SearchedCandidates)
    for most, count in ((0, 0), *SEARCHES):  # first those refuted at an earlier position
        if most:
            _search_candidates(position, most, count, searched, effort)
        refuted = [c for c in searched.refuted if position.open >> c & 1]
        if position.layout.other_constraints:
            refuted.sort(key=lambda c: (searched.unconfirmed[c], searched.refuted[c]))
            refuted = refuted[:MAX_SUBSETS]
        for c in refuted:
            if c not in searched.subsets:
                searched.subsets[c] = _sufficient_subset(position, c, searched.refuted[c])
        cheapest = [(searched.subsets[c], c) for c in refuted]
        for subset, candidate in sorted(cheapest, key=_cost):
            if searched.failed_at.get(candidate) != position.open:
                searched.failed_at[candidate] = position.open
                searched.unconfirmed[candidate] += 1
                yield subset, candidate, judge


class _SearchedCandidates:
    """The candidates of a path that all constraints refuted, with the filter runs that each took
    and the constraints that are enough, and those known to be possible (a mask).  Of those that no
    second solver confirmed: how often, and the candidates then open: others come first later.
    """

    def __init__(self, _: Position) -> None:
        self.refuted: dict[int, int] = {}
        self.subsets: dict[int, list[Constraint]] = {}
        self.possible = 0
        self.unconfirmed, self.failed_at = Counter[int](), dict[int, int]()


def _search_candidates(
    position: Position,
    most: int,
    count: int,
    searched: _SearchedCandidates,
    effort: _Effort | None,
) -> None:
    """Find some of the first ``count`` candidates that all constraints refute within ``most``
    filter runs.

    All constraints together refute soonest; which of them are needed is found afterwards.
    """
    layout, results = position.layout, 0
    cells = sorted((v.bit_count(), cell) for cell, v in enumerate(position.values) if v)
    domains = {name: position.domain(number) for number, name in enumerate(layout.cells)}
    all_constraints = Model.from_structure(layout.structure, domains)
    candidates = (
        value * layout.cell_count + cell
        for _, cell in cells
        for value in bits(position.values[cell])
    )
    for candidate in islice(candidates, count):
        if searched.possible >> candidate & 1 or candidate in searched.refuted:
            continue
        if results == MAX_REFUTATIONS or (effort is not None and effort.remaining <= 0):
            break
        position.deadline.check()
        cell, value = layout.cell_and_value(candidate)
        supposed = all_constraints.narrow({cell: (value,)})
        limit = most if effort is None else min(most, effort.remaining)
        result, spent = _search_model(position, supposed, limit)
        if effort is not None:
            effort.remaining -= spent
        if result is not None:
            searched.possible |= mask_of(layout.candidate(*pair) for pair in result.items())
        elif spent < limit:
            searched.refuted[candidate] = spent
            results += 1


def _sufficient_subset(position: Position, candidate: int, spent: int) -> list[Constraint]:
    """Return constraints near a candidate that refute it, of which none can be dropped as far as
    some times the search that all of them took can tell.
    """
    layout, limit = position.layout, _Effort(0)
    most = max(LEAST_SEARCH, SEARCH_FACTOR * spent)
    cell = layout.cells[candidate % layout.cell_count]
    near = list(layout.structure.primitives)
    for circle in range(1, MAX_DISTANCE + 1):
        closer = constraints_near(layout, cell, circle)
        limit.remaining = most
        if _unsatisfiable(position, candidate, closer, limit):
            near = closer
            break
    return _minimal_subset(position, candidate, near, most)


def _cost(explanation: tuple[list[Constraint], int]) -> int:
    return sum(map(weight, explanation[0]))


def _refuted_by_propagation(position: Position) -> Iterator[tuple[list[Constraint], int]]:
    """Yield candidates refuted by propagation, cells of few values first, each with its
    constraints.
    """
    layout = position.layout
    for number, cell in sorted((v.bit_count(), cell) for cell, v in enumerate(position.values)):
        for value in bits(position.values[cell]) if number else ():
            position.deadline.check()
            why = supposition.find_refutation(position, value * layout.cell_count + cell)
            if why is not None:
                enough = list(supposition.smallest_refutation(position, why).constraints)
                yield _minimal_subset(position, why.candidate, enough), why.candidate


def _minimal_subset(
    position: Position, candidate: int, subset: list[Constraint], most: int = MAX_FILTER_RUNS
) -> list[Constraint]:
    """A subset none of which can be dropped: the heaviest and the farthest are tried first, by
    eight, by three, then one by one; not further where more than ``MAX_READABLE`` are left and
    few were dropped, or at last.
    """
    retained = list(subset)
    farthest_first = list(reversed(subset))
    order = sorted(farthest_first, key=weight, reverse=True)
    for size in (size for size in (32, 8, 3, 1) if size == 1 or len(order) > 2 * size):
        most_left = MAX_READABLE if size == 1 else max(MAX_READABLE, len(order) // 2)
        if size < 8 and len(retained) > most_left:
            break
        for first in range(0, len(order), size):
            group = set(order[first : first + size])
            fewer = [constraint for constraint in retained if constraint not in group]
            if not fewer or len(fewer) == len(retained):
                continue
            if _unsatisfiable(position, candidate, fewer, _Effort(most)):
                retained = fewer
    return retained


def _unsatisfiable(
    position: Position, candidate: int, subset: list[Constraint], budget: _Effort
) -> bool:
    """Whether the constraints cannot all hold when the candidate is taken."""
    most = min(MAX_FILTER_RUNS, budget.remaining)
    result, effort = _search(position, candidate, subset, most)
    budget.remaining -= effort
    return result is None and effort < most


def _search(
    position: Position, candidate: int, subset: list[Constraint], most: int
) -> tuple[Mapping[str, int] | None, int]:
    """Return a solution of the constraints with a candidate, and the filter runs that it took."""
    return _search_model(position, _restricted_model(position, candidate, subset), most)


def _search_model(
    position: Position, model: Model, most: int
) -> tuple[Mapping[str, int] | None, int]:
    """Return a solution and the filter runs that it took, of a variant by lanes if they can."""
    seconds = position.deadline.limit_for_part()
    lanes = position.layout.other_constraints and lanes_are_ready()
    try:
        answer = search_solution(model, most, seconds, "lockstep" if lanes else "native")
    except Unsupported:
        answer = search_solution(model, most, seconds)
    position.deadline.check()
    return answer


def _restricted_model(position: Position, candidate: int, subset: list[Constraint]) -> Model:
    """Return the constraints over the open values of their cells, with the candidate taken."""
    taken, value = position.layout.cell_and_value(candidate)
    return _model_of(position, subset, {taken: Domain.single(value)})


def _model_of(
    position: Position,
    subset: list[Constraint],
    supposed: Mapping[str, Domain] = MappingProxyType({}),
) -> Model:
    """Return the constraints over the open values of their cells, but for what is supposed."""
    position.deadline.check()
    layout = position.layout
    names = dict.fromkeys(name for constraint in subset for name in constraint.scope)
    declared = layout.structure.domains
    open_values = {name: position.domain(layout.cell_number[name]) for name in names} | {**supposed}
    return Model({name: declared[name] for name in open_values}, subset).narrow(open_values)


def _values_by_cell(position: Position, subset: list[Constraint]) -> int:
    numbers = position.layout.cell_number
    cells = mask_of(numbers[name] for constraint in subset for name in constraint.scope)
    return position.open_candidates_in(cells)
