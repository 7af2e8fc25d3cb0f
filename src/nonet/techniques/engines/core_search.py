"""Few constraints that refute a candidate, by a SAT solver's cores.

All candidates are asked about under all constraints, with longer and longer searches until some are
refuted; of the cores the lightest are made minimal, constraint by constraint, the heaviest and the
farthest first (deletion: Marques-Silva, "Minimal unsatisfiability", ISMVL 2010). A core stays right
as candidates are closed, so what is not shown at once is shown, perhaps smaller, later on the path.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from nonet.techniques.candidate_layout import bits, mask_of
from nonet.techniques.engines.constraint_switches import ConstraintSwitches
from nonet.techniques.position import Position

Weigh = Callable[[Sequence[int]], int]
"""The weight of some constraints, by number."""

SEARCHES = (3_000, 30_000, 300_000, 3_000_000)
"""Propagations for each candidate: the next where the last refutes nothing."""
MAX_REFUTED = 8
"""Candidates refuted in one search."""
MAX_MINIMISED = 3
"""Cores that are made minimal, the lightest."""
SEARCH_FACTOR, LEAST_SEARCH = 10, 20_000
"""How much more a search with fewer constraints may take, and the least that one may take."""
MAX_SOON = 4_000_000
"""Propagations of all questions of a search that is to end soon: half a second."""
SMALL = 14
"""Weight up to which a core of an earlier position is taken without a search for another."""


class _Core(NamedTuple):
    """Constraints that refute a candidate, the propagations that it took, and the values open in
    the grid when the constraints were made minimal (0: never)."""

    constraints: list[int]
    spent: int
    minimal_at: int = 0


class Cores:
    """The cores of a path, by candidate; ``searched_at`` are the candidates open at the last search."""

    def __init__(self, _: Position) -> None:
        self.by_candidate: dict[int, _Core] = {}
        self.searched_at = -1


def refutations(
    position: Position,
    switches: ConstraintSwitches,
    weigh: Weigh,
    nearest_first: Callable[[int], list[int]],
    soon: bool,
) -> Iterator[tuple[list[int], int]]:
    """Yield candidates with the constraints that refute them, the lightest of a search first.

    ``nearest_first`` orders all constraints by their distance from a candidate; ``soon`` limits all
    questions together.
    """
    cores = position.path_cached(Cores)
    until = switches.effort + MAX_SOON if soon else None

    def lightest(number: int) -> list[int]:
        refuted = [c for c in cores.by_candidate if position.open >> c & 1]

        def rank(candidate: int) -> tuple[int, int, int]:
            core = cores.by_candidate[candidate]
            return weigh(core.constraints), core.spent, candidate

        return sorted(refuted, key=rank)[:number]

    def minimise(candidate: int) -> None:
        core = cores.by_candidate[candidate]
        if core.minimal_at == position.open:
            return
        limit = max(LEAST_SEARCH, SEARCH_FACTOR * core.spent)
        order = sorted(nearest_first(candidate), key=lambda c: weigh([c]))
        fewer = _minimal(position, switches, candidate, core.constraints, order, limit)
        cores.by_candidate[candidate] = _Core(fewer, core.spent, position.open)

    for candidate in lightest(1):
        minimise(candidate)
        if weigh(cores.by_candidate[candidate].constraints) <= SMALL:
            yield cores.by_candidate[candidate].constraints, candidate
    for most in SEARCHES:
        has_some = bool(lightest(1))
        _search(position, switches, cores, most, until, near_changes=has_some)
        for candidate in lightest(MAX_MINIMISED):
            minimise(candidate)
        yield from ((cores.by_candidate[c].constraints, c) for c in lightest(MAX_MINIMISED))


def _search(
    position: Position,
    switches: ConstraintSwitches,
    cores: Cores,
    most: int,
    until: int | None,
    near_changes: bool,
) -> None:
    """Find candidates that all constraints refute, those of cells with few values first; only in
    cells of constraints whose cells have lost values since the last search if ``near_changes``.
    """
    layout, count = position.layout, 0
    constraints = layout.structure.constraints
    every, within = range(len(constraints)), layout.all_cells
    if near_changes:
        changed, within = layout.cells_of(cores.searched_at & ~position.open), 0
        for constraint in constraints:
            scope = mask_of(map(layout.cell_number.__getitem__, constraint.scope))
            within |= scope if scope & changed else 0
    cores.searched_at = position.open
    cells = sorted((v.bit_count(), cell) for cell, v in enumerate(position.values) if v)
    for _, cell in cells:
        for value in bits(position.values[cell] if within >> cell & 1 else 0):
            candidate = value * layout.cell_count + cell
            if switches.possible >> candidate & 1 or candidate in cores.by_candidate:
                continue
            before = switches.effort
            if count == MAX_REFUTED or (until is not None and before >= until):
                return
            core = switches.core(position, candidate, every, most)
            if core is not None:
                cores.by_candidate[candidate] = _Core(core, switches.effort - before)
                count += 1


def _minimal(
    position: Position,
    switches: ConstraintSwitches,
    candidate: int,
    core: list[int],
    order: list[int],
    most: int,
) -> list[int]:
    """Return some of a core none of which can be dropped, as far as ``most`` propagations tell;
    the last in ``order`` are dropped first.
    """
    place = {number: n for n, number in enumerate(order)}
    candidates, needed = sorted(core, key=place.__getitem__), list[int]()
    while candidates:
        dropped = candidates.pop()
        smaller = switches.core(position, candidate, [*needed, *candidates], most)
        if smaller is None:
            needed.append(dropped)
        else:
            candidates = [number for number in candidates if number in smaller]
    return needed
