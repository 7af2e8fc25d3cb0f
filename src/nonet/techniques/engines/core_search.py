"""Few constraints that refute a candidate: one search, by cores of a SAT solver or by models.

All candidates are asked about under all constraints, with longer and longer searches until some are
refuted; of the cores the lightest are made minimal, the heaviest and the farthest constraints first
(deletion: Marques-Silva, "Minimal unsatisfiability", ISMVL 2010). A core stays right as candidates
are closed, so what is not shown at once is shown, perhaps smaller, later on the path.

Two solvers answer the same question, can these constraints hold with this candidate:
``ConstraintSwitches``, a live SAT solver, and ``ModelSearch``, a search of the compiled engine (or of
``native``) for each question.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from nonet.backends.auto import lanes_are_ready
from nonet.backends.native.filters.houses import search_solution
from nonet.backends.registry import usable_backend
from nonet.deadline import DeadlineExceeded
from nonet.encoding.clauses.cnf import Cnf, TooLarge
from nonet.encoding.clauses.encoders import ENCODERS, encode_constraint
from nonet.errors import Unsupported
from nonet.model import AllDifferent, Constraint, Domain, Model
from nonet.model.lowering import Lowering
from nonet.techniques.candidate_layout import Layout, bits, mask_of
from nonet.techniques.engines.supposition import find_refutation, smallest_refutation
from nonet.techniques.position import Position
from nonet.techniques.search_deadline import PatienceDeadline

# Constraints that can be switched off: those of a layout in a live SAT solver, each under a
# literal.
#
# A question is a candidate and some of the constraints: can all of these hold with the values
# that are still open? A "no" comes with a core, the constraints that the solver used. What the
# solver learnt for one question serves the next, along a whole path: closed candidates stay
# closed, so they are clauses of their own. The solver is MiniSat, whose searches are limited by
# propagations, so that every machine gives the same answers.

MAX_CLAUSES = 400_000
"""Most clauses of a layout, about a second to write; larger ones are searched without a SAT solver."""


Searches = tuple[tuple[int, int], ...]
"""Efforts for each candidate, and how many candidates are asked about: the next where the last
refutes nothing."""


class _Encoding(NamedTuple):
    """The clauses of a layout, the literal of each candidate, and the switch of each constraint."""

    clauses: list[Sequence[int]]
    literals: dict[int, int]
    switches: tuple[int, ...]


class ConstraintSwitches:
    """The live solver of a path; its efforts are propagations, 3,000 in half a millisecond."""

    name = "sat"
    searches: Searches = ((3_000, 9_999), (30_000, 100))
    least_effort = 8_000
    effort_for_others, total_for_others = 20_000, 200_000
    circles: tuple[int, ...] = ()
    group_sizes: tuple[int, ...] = (1,)

    def __init__(self, encoding: _Encoding) -> None:
        from nonet.backends.sat import SatSolver

        self._solver = SatSolver("minisat22")
        deque(map(self._solver.add, encoding.clauses), maxlen=0)
        self._literals, self._switches = encoding.literals, encoding.switches
        self._number_of = {switch: number for number, switch in enumerate(encoding.switches)}
        self._closed = 0
        self._all = mask_of(encoding.literals)

    def follow(self, position: Position) -> bool:
        """Close what is closed at a position; false if the position is not later on the path."""
        closed = self._all & ~(position.open | position.placed)
        if self._closed & ~closed:
            return False
        for candidate in bits(closed & ~self._closed):
            self._solver.add((-self._literals[candidate],))
        self._closed = closed
        return True

    @property
    def effort(self) -> int:
        """Propagations of all questions so far."""
        return self._solver.statistics()["propagations"]

    def core(
        self, position: Position, candidate: int, constraints: Iterable[int], most: int
    ) -> list[int] | None:
        """Return some of the constraints (by number) that cannot all hold with a candidate; ``None``
        if they can, or ``most`` propagations are too few to know.
        """
        switches = [self._switches[number] for number in constraints]
        assumptions = [*switches, self._literals[candidate]]
        answer = self._solver.solve(assumptions, position.deadline.limit_for_part, most)
        position.deadline.check()
        if answer is False:
            core = self._solver.core(assumptions)
            return sorted(self._number_of[x] for x in core if x in self._number_of)
        if answer and len(switches) == len(self._switches):
            position.record_solution(self.true_candidates())
        return None

    def true_candidates(self) -> int:
        """Return the candidates of the solution that the last question met; 0 if it met none."""
        true = set(self._solver.model() or ())
        return mask_of(c for c, literal in self._literals.items() if literal in true)


def constraint_switches(position: Position) -> ConstraintSwitches | None:
    """Return the solver of a path, at a position; ``None`` without python-sat, or if the clauses
    would be too many.
    """
    if usable_backend("sat") is None:
        return None
    slot = position.path_cached(_new_slot)
    if slot and slot[0] is not None and not slot[0].follow(position):
        slot.clear()
    if not slot:
        encodings = _encodings(position.layout)
        if not encodings:
            encodings.append(_encoding(position))
        encoding = encodings[0]
        slot.append(None if encoding is None else ConstraintSwitches(encoding))
        if slot[0] is not None:
            slot[0].follow(position)
    return slot[0]


def _new_slot(_: Position) -> list[ConstraintSwitches | None]:
    return []


@lru_cache(maxsize=8)
def _encodings(_: Layout) -> list[_Encoding | None]:
    """A place for the encoding of a layout."""
    return []


def _encoding(position: Position) -> _Encoding | None:
    """Write each constraint under a switch; ``None`` if it takes too many clauses."""
    layout, clauses = position.layout, list[Sequence[int]]()
    structure = layout.structure

    def check_size() -> None:
        position.deadline.check()
        if len(clauses) > MAX_CLAUSES:
            raise TooLarge

    try:
        lowering = Lowering(structure.domains, frozenset(ENCODERS), frozenset(ENCODERS))
        lowered = [lowering.lowered(constraint) for constraint in structure.primitives]
        cnf = Cnf(lowering.domains, clauses.append, check_deadline=check_size)
        switches = []
        for posted in lowered:
            switches.append(cnf.new_literal())
            with cnf.guarded_by(switches[-1]):
                for constraint in posted:
                    encode_constraint(cnf, constraint)
    except (TooLarge, Unsupported):
        return None
    literals = {
        layout.candidate(cell, value): literal
        for cell in layout.cells
        for value, literal in cnf.literals[cell].items()
    }
    return _Encoding(clauses, literals, tuple(switches))


class ModelSearch:
    """Searches of models: of a variant by the compiled engine, whose efforts are guesses, if it can,
    else by ``native``, whose efforts are filter runs.

    A core is all of the constraints that were asked about, so those near a candidate are tried
    first, and many are dropped at once.
    """

    name = "models"
    searches: Searches = ((300, 40), (3_000, 40), (300, 9_999), (3_000, 9_999), (50_000, 9_999))
    least_effort, most_effort = 1_000, 50_000
    effort_for_others, total_for_others = 1_000, 5_000
    circles: tuple[int, ...] = (1, 2, 3)
    group_sizes: tuple[int, ...] = (32, 8, 3, 1)

    def __init__(self, position: Position) -> None:
        self.by_lanes = bool(position.layout.other_constraints) and lanes_are_ready()
        self.effort = self._solution = 0

    def core(
        self, position: Position, candidate: int, constraints: Iterable[int], most: int
    ) -> list[int] | None:
        """Return the constraints if they cannot all hold with a candidate, else ``None``."""
        layout, numbers = position.layout, list(constraints)
        primitives = layout.structure.primitives
        cell, value = layout.cell_and_value(candidate)
        subset = [primitives[number] for number in numbers]
        model = restricted_model(position, subset, {cell: Domain.single(value)})
        seconds = position.deadline.limit_for_part()
        most = min(most, self.most_effort)
        try:
            backend = "lockstep" if self.by_lanes else "native"
            result, spent = search_solution(model, most, seconds, backend)
        except Unsupported:
            result, spent = search_solution(model, most, seconds)
        position.deadline.check()
        self.effort += spent
        self._solution = mask_of(layout.candidate(*pair) for pair in (result or {}).items())
        if result is not None and len(numbers) == len(primitives):
            position.record_solution(self._solution)
        return numbers if result is None and spent < most else None

    def true_candidates(self) -> int:
        """Return the candidates of the solution of the last question; 0 if it met none."""
        return self._solution


Solver = ConstraintSwitches | ModelSearch


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


SEARCHES_SOON: Searches = ((3_000, 20), (30_000, 6), (300_000, 3), (3_000_000, 9))
"""The searches for an explanation that is needed soon, by a SAT solver."""
EFFORT_SOON = 30_000
"""Effort, at most, to tell whether an explanation that is needed soon needs a constraint."""
CIRCLES_SOON = (1, 2)
"""Distances from a refuted candidate, in steps from cell to cell, within which constraints are tried
alone: clauses learnt with others are not used then, and the core is smaller."""
MAX_IN_VAIN = 2
"""Searches of a path without a refutation after which no more are made."""
MAX_REFUTED = 8
"""Candidates refuted in one search."""
MAX_MINIMISED = 2
"""Cores that are made minimal, the lightest."""
SEARCH_FACTOR = 10
"""Times the effort of the last search that a search with fewer constraints may take."""
SMALL = 14
"""Weight up to which a core of an earlier position is taken without a search for another."""


class _Core(NamedTuple):
    """Constraints that refute a candidate, the effort that it took, and the values open in the
    grid when the constraints were made minimal (0: never)."""

    constraints: list[int]
    spent: int
    minimal_at: int = 0


class Cores:
    """The cores of a path by one solver, by candidate.

    ``searched_at`` are the candidates open at the last search, ``in_vain`` the searches without a
    refutation, ``unconfirmed`` the candidates open when no second solver confirmed a core.
    """

    def __init__(self, _: Position, __: str) -> None:
        self.by_candidate: dict[int, _Core] = {}
        self.searched_at, self.in_vain = -1, 0
        self.unconfirmed: dict[int, int] = {}

    def lightest(self, position: Position, number: int) -> list[int]:
        """Return the open candidates that have the lightest cores."""
        refuted = [
            c
            for c in self.by_candidate
            if position.open >> c & 1 and self.unconfirmed.get(c) != position.open
        ]
        refuted.sort(key=lambda c: (self.cost(position, c), self.by_candidate[c].spent, c))
        return refuted[:number]

    def cost(self, position: Position, candidate: int) -> int:
        """Return the weight of the core of a candidate."""
        return sum(map(weight, self.explanation(position, candidate)[0]))

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
    near = set(constraints_near(layout, layout.cells[cell], circle))
    return tuple(
        n for n, constraint in enumerate(layout.structure.primitives) if constraint in near
    )


def explained(
    position: Position, solver: Solver, limit: int = 1 << 60
) -> Iterator[tuple[list[Constraint], int]]:
    """Yield constraints with a candidate that they refute, the lightest of a search first; the next
    where no second solver confirms the last.  ``limit`` is the effort of the search for candidates.
    """
    cores = position.path_cached(Cores, solver.name)
    if position.layout.other_constraints and not cores.lightest(position, 1):
        _take_refutations(position, cores)
    for candidate in cores.lightest(position, 1):
        _minimise(position, solver, cores, candidate)
        if cores.cost(position, candidate) <= SMALL:
            yield from cores.lightest_explanations(position, 1)
    until = solver.effort + limit
    for most, number in solver.searches if cores.in_vain < MAX_IN_VAIN else ():
        near_changes = bool(cores.lightest(position, 1))
        _search(position, solver, cores, most, number, near_changes, solver.circles, until)
        for candidate in cores.lightest(position, MAX_MINIMISED):
            _minimise(position, solver, cores, candidate)
        yield from cores.lightest_explanations(position, MAX_MINIMISED)
    cores.in_vain += not cores.lightest(position, 1)


def explained_soon(
    position: Position, solver: Solver, seconds: float, deep: bool
) -> Iterator[tuple[list[Constraint], int]]:
    """Yield constraints with a candidate that they refute, the lightest first: those found in half of
    some seconds of processor time, made as small as the other half allows.  ``deep`` is whether few
    candidates are asked about at length.
    """
    cores = position.path_cached(Cores, solver.name)
    search = position.limited(PatienceDeadline(position.deadline, seconds / 2))
    with suppress(DeadlineExceeded):
        for most, number in SEARCHES_SOON if deep else SEARCHES_SOON[:2]:
            if not cores.lightest(position, 1):
                _search(search, solver, cores, most, number, False, CIRCLES_SOON)
    position.deadline.check()
    search = position.limited(PatienceDeadline(position.deadline, seconds / 2))
    with suppress(DeadlineExceeded):
        for candidate in cores.lightest(position, MAX_MINIMISED):
            _minimise(search, solver, cores, candidate, EFFORT_SOON)
    position.deadline.check()
    yield from cores.lightest_explanations(position, MAX_MINIMISED)


def refuted_by_constraints(
    position: Position, solver: Solver, candidates: int, subset: list[Constraint], most: int = 0
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
        fewer = solver.core(position, candidate, numbers, most or solver.effort_for_others)
        refuted |= other if fewer is not None else 0
        candidates &= ~(other | solver.true_candidates())
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
    position: Position,
    solver: Solver,
    cores: Cores,
    most: int,
    number: int,
    near_changes: bool,
    circles: tuple[int, ...],
    until: int = 1 << 60,
) -> None:
    """Find candidates that all constraints refute, those of cells with few values first; only in
    cells of constraints whose cells have lost values since the last search if ``near_changes``.
    """
    layout, count = position.layout, 0
    constraints = layout.structure.primitives
    every, within = range(len(constraints)), layout.all_cells
    if near_changes:
        changed, within = layout.cells_of(cores.searched_at & ~position.open), 0
        for constraint in constraints:
            scope = mask_of(map(layout.cell_number.__getitem__, constraint.scope))
            within |= scope if scope & changed else 0
    cores.searched_at, possible = position.open, position.in_a_solution
    cells = sorted((v.bit_count(), cell) for cell, v in enumerate(position.values) if v)
    for _, cell in cells:
        for value in bits(position.values[cell] if within >> cell & 1 else 0):
            candidate = value * layout.cell_count + cell
            if possible >> candidate & 1 or candidate in cores.by_candidate:
                continue
            before = solver.effort
            if count == MAX_REFUTED or number == 0 or before >= until:
                return
            number -= 1
            core = solver.core(position, candidate, every, most)
            for circle in circles if core is not None else ():
                near = _numbers_near(layout, cell, circle)
                if (fewer := solver.core(position, candidate, near, most)) is not None:
                    core = fewer
                    break
            if core is not None:
                cores.by_candidate[candidate] = _Core(core, solver.effort - before)
                count += 1


def _minimise(
    position: Position,
    solver: Solver,
    cores: Cores,
    candidate: int,
    most: int | None = None,
) -> None:
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
    most = most or max(solver.least_effort, SEARCH_FACTOR * spent)
    for size in solver.group_sizes:
        undecided, needed = sorted(undecided + needed, key=rank), []
        while undecided:
            dropped, remaining = undecided[-size:], undecided[:-size]
            fewer = solver.core(position, candidate, [*needed, *remaining], most)
            if fewer is None:
                needed, undecided = [*needed, *dropped], remaining
            else:
                undecided = [number for number in remaining if number in fewer]
                cores.by_candidate[candidate] = _Core([*needed, *undecided], spent)
    cores.by_candidate[candidate] = _Core(needed, spent, position.open)
