"""Few constraints that refute a candidate, by searches of models.

All candidates are asked about under all constraints, with longer and longer searches until some are
refuted; of the cores the lightest are made minimal, the heaviest and the farthest constraints first
(deletion: Marques-Silva, "Minimal unsatisfiability", ISMVL 2010). A core stays right as candidates
are closed, so what is not shown at once is shown, perhaps smaller, later on the path.

The question, can these constraints hold with this candidate, is answered by the compiled engine, or
by ``native`` where that is not there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import lru_cache
from math import inf
from types import MappingProxyType
from typing import NamedTuple

from nonet.backends.auto import lockstep_is_ready
from nonet.backends.native.filters.houses import search_solution
from nonet.deadline import DeadlineExceeded
from nonet.errors import Unsupported
from nonet.model import AllDifferent, Constraint, Domain, Model
from nonet.techniques.candidate_layout import Layout, bits, mask_of
from nonet.techniques.engines.supposition import find_refutation, smallest_refutation
from nonet.techniques.position import Position
from nonet.techniques.search_deadline import PatienceDeadline

Searches = tuple[tuple[int, int], ...]
"""Efforts for each candidate, and how many candidates are asked about: the next where the last
refutes nothing."""


class ModelSearch:
    """Searches of models by the compiled engine, whose efforts are guesses, if it can, else by
    ``native``, whose efforts are filter runs.

    A core is all of the constraints that were asked about, so those near a candidate are tried
    first, and many are dropped at once.
    """

    searches: Searches = ((300, 40), (3_000, 40), (300, 9_999), (3_000, 9_999), (50_000, 9_999))
    least_effort, most_effort = 1_000, 50_000
    effort_for_others, total_for_others = 1_000, 5_000
    circles: tuple[int, ...] = (1, 2, 3)
    group_sizes: tuple[int, ...] = (32, 8, 3, 1)

    def __init__(self) -> None:
        self.backend = "lockstep" if lockstep_is_ready() else "native"
        self.effort = self.solution = 0
        """The effort so far, and the candidates of the last question's solution; 0 for none."""

    def refutes(
        self, position: Position, candidate: int, constraints: Iterable[int], most: int
    ) -> bool:
        """Whether constraints (by number) and a candidate are refuted by a limited search."""
        layout, numbers = position.layout, list(constraints)
        primitives = layout.structure.primitives
        cell, value = layout.cell_and_value(candidate)
        subset = [primitives[number] for number in numbers]
        model = restricted_model(position, subset, {cell: Domain.single(value)})
        seconds = position.deadline.limit_for_part()
        most = min(most, self.most_effort)
        try:
            result, spent = search_solution(model, most, seconds, self.backend)
        except Unsupported:
            result, spent = search_solution(model, most, seconds)
        position.deadline.check()
        self.effort += spent
        self.solution = mask_of(layout.candidate(*pair) for pair in (result or {}).items())
        if result is not None and len(numbers) == len(primitives):
            position.record_solution(self.solution)
        return result is None and spent < most


def restricted_model(
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


MAX_IN_VAIN = 2
"""Searches of a path without a refutation after which no more are made."""
MAX_REFUTED = 8
"""Candidates refuted in one search."""
MAX_MINIMISED = 2
"""Cores that are made minimal, the lightest."""
SEARCH_FACTOR = 10
"""Times the effort of the last search that a search with fewer constraints may take."""


class _Core(NamedTuple):
    """Constraints that refute a candidate, the effort that it took, and the values open in the
    grid when the constraints were made minimal (0: never)."""

    constraints: list[int]
    spent: int
    minimal_at: int = 0


class Cores:
    """The cores of a path, by candidate.

    ``in_vain`` are the searches without a refutation, ``unconfirmed`` the candidates open when no
    second solver confirmed a core.
    """

    def __init__(self, _: Position) -> None:
        self.by_candidate: dict[int, _Core] = {}
        self.in_vain = 0
        self.unconfirmed: dict[int, int] = {}

    def lightest(self, position: Position, number: int) -> list[int]:
        """Return the open candidates that have the lightest cores."""
        refuted = [
            c
            for c in self.by_candidate
            if position.open >> c & 1 and self.unconfirmed.get(c) != position.open
        ]

        def rank(candidate: int) -> tuple[int, int, int]:
            constraints, _ = self.explanation(position, candidate)
            return sum(map(weight, constraints)), self.by_candidate[candidate].spent, candidate

        return sorted(refuted, key=rank)[:number]

    def lightest_explanations(
        self, position: Position, number: int
    ) -> Iterator[tuple[list[Constraint], int]]:
        """Yield the lightest cores; one after which the next is asked for was not confirmed."""
        for candidate in self.lightest(position, number):
            yield self.explanation(position, candidate)
            self.unconfirmed[candidate] = position.open

    def explanation(self, position: Position, candidate: int) -> tuple[list[Constraint], int]:
        """Return the core of a candidate as constraints, and the candidate."""
        constraints = position.layout.structure.primitives
        return [constraints[n] for n in self.by_candidate[candidate].constraints], candidate


def weight(constraint: Constraint) -> int:
    """Return the weight of a constraint in an explanation."""
    return 2 if isinstance(constraint, AllDifferent) else 3


def constraints_near(layout: Layout, cell: str, circle: int) -> list[Constraint]:
    """The constraints within ``circle`` steps of a cell, the nearest first."""
    reached, result = {cell}, dict[Constraint, None]()
    for _ in range(circle):
        ring = [c for c in layout.structure.primitives if c not in result and reached & {*c.scope}]
        if not ring:
            break
        result.update(dict.fromkeys(ring))
        reached.update(name for constraint in ring for name in constraint.scope)
    return list(result)


@lru_cache(maxsize=4_096)
def _numbers_near(layout: Layout, cell: int, circle: int) -> tuple[int, ...]:
    within = set(constraints_near(layout, layout.cells[cell], circle))
    return tuple(
        n for n, constraint in enumerate(layout.structure.primitives) if constraint in within
    )


def explained(
    position: Position, solver: ModelSearch, limit: int = 1 << 60, seconds: float = inf
) -> Iterator[tuple[list[Constraint], int]]:
    """Yield constraints with a candidate that they refute, the lightest of a search first; the next
    where no second solver confirms the last.

    ``limit`` is the effort of the search for candidates. Half of ``seconds`` of processor time are
    for that search; as much, each time, is for making what it finds as small as that allows.
    """
    cores = position.path_cached(Cores)
    until = solver.effort + limit
    search = position.limited(PatienceDeadline(position.deadline, seconds / 2))
    with suppress(DeadlineExceeded):
        if position.layout.other_constraints and not cores.lightest(position, 1):
            _take_refutations(search, cores)
    for most, number in ((0, 0), *solver.searches):  # what is known already comes first
        with suppress(DeadlineExceeded):
            if number and cores.in_vain < MAX_IN_VAIN:
                _search(search, solver, cores, most, number, until)
        position.deadline.check()
        shortening = position.limited(PatienceDeadline(position.deadline, seconds / 2))
        with suppress(DeadlineExceeded):
            for candidate in cores.lightest(position, MAX_MINIMISED):
                _minimise(shortening, solver, cores, candidate)
        position.deadline.check()
        yield from cores.lightest_explanations(position, MAX_MINIMISED)
    cores.in_vain += 1


def refuted_by_constraints(
    position: Position, solver: ModelSearch, candidates: int, subset: list[Constraint]
) -> int:
    """Return those of some candidates (a mask) that the constraints refute within an effort for
    each; a solution of the constraints shows that all its values are possible.
    """
    core = set(subset)
    constraints = enumerate(position.layout.structure.primitives)
    numbers = [number for number, constraint in constraints if constraint in core]
    refuted, until = 0, solver.effort + solver.total_for_others
    while candidates and solver.effort < until:
        other = candidates & -candidates
        candidate = other.bit_length() - 1
        if solver.refutes(position, candidate, numbers, solver.effort_for_others):
            refuted |= other
        candidates &= ~(other | solver.solution)
    return refuted


def _take_refutations(position: Position, cores: Cores) -> None:
    """Store the constraints of refutations by propagation, which are few and need no search."""
    number_of = {c: number for number, c in enumerate(position.layout.structure.primitives)}
    cells = sorted((v.bit_count(), cell) for cell, v in enumerate(position.values) if v)
    for _, cell in cells:
        for value in bits(position.values[cell]):
            position.deadline.check()
            candidate = value * position.layout.cell_count + cell
            refutation = find_refutation(position, candidate)
            if refutation is not None:
                constraints = smallest_refutation(position, refutation).constraints
                cores.by_candidate[candidate] = _Core([number_of[c] for c in constraints], 0)
            if len(cores.by_candidate) == MAX_REFUTED:
                return


def _search(
    position: Position, solver: ModelSearch, cores: Cores, most: int, number: int, until: int
) -> None:
    """Find candidates that all constraints refute, those of cells with few values first."""
    layout, count = position.layout, 0
    every, possible = range(len(layout.structure.primitives)), position.in_a_solution
    cells = sorted((v.bit_count(), cell) for cell, v in enumerate(position.values) if v)
    for _, cell in cells:
        for value in bits(position.values[cell]):
            candidate = value * layout.cell_count + cell
            if possible >> candidate & 1 or candidate in cores.by_candidate:
                continue
            before = solver.effort
            if count == MAX_REFUTED or number == 0 or before >= until:
                return
            number -= 1
            if solver.refutes(position, candidate, every, most):
                circles = (_numbers_near(layout, cell, circle) for circle in solver.circles)
                fewer = (n for n in circles if solver.refutes(position, candidate, n, most))
                core = list(next(fewer, every))
                cores.by_candidate[candidate] = _Core(core, solver.effort - before)
                count += 1


def _minimise(position: Position, solver: ModelSearch, cores: Cores, candidate: int) -> None:
    """Drop constraints of a core as long as the rest refutes the candidate, as far as a search of
    limited length can tell; the heaviest and the farthest first.  What is left is stored at once.
    """
    layout, (core, spent, minimal_at) = position.layout, cores.by_candidate[candidate]
    if minimal_at == position.open:
        return
    constraints = layout.structure.primitives
    cell = layout.cells[candidate % layout.cell_count]
    nearest_first = enumerate(constraints_near(layout, cell, len(constraints)))
    place = {constraint: number for number, constraint in nearest_first}

    def rank(number: int) -> tuple[int, int]:
        return weight(constraints[number]), place.get(constraints[number], len(place))

    undecided, needed = core, list[int]()
    most = max(solver.least_effort, SEARCH_FACTOR * spent)
    for size in solver.group_sizes:
        undecided, needed = sorted(undecided + needed, key=rank), []
        while undecided:
            dropped, remaining = undecided[-size:], undecided[:-size]
            if solver.refutes(position, candidate, [*needed, *remaining], most):
                cores.by_candidate[candidate] = _Core([*needed, *remaining], spent)
            else:
                needed += dropped
            undecided = remaining
    cores.by_candidate[candidate] = _Core(needed, spent, position.open)
