"""The smallest explanation: where no named technique applies, the fewest constraints that do.

A candidate is wrong if some constraints, with what is still open, cannot all
hold when it is taken.  A smallest such set, a minimal unsatisfiable subset, is
an explanation; the step taken is the one that asks for the least (B. Bogaerts,
E. Gamba and T. Guns, "A framework for step-wise explaining how to solve
constraint satisfaction problems", Artificial Intelligence 300, 2021).  Here an
AllDifferent weighs 2 and any other constraint 3.

What propagation refutes (``engines/supposing.py``) is explained by what that took.  Else
constraints near the candidate are tried by search, in growing circles.  Those that are
not needed are dropped one by one, and a second, independent backend confirms the subset
before it is shown.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from nonet.model import AllDifferent, Constraint, Domain, Model
from nonet.solving import Status, solve
from nonet.techniques.engines import phrases
from nonet.techniques.engines.filtering import searched
from nonet.techniques.engines.supposing import fewest, refuted
from nonet.techniques.layout import Layout, bits, only
from nonet.techniques.position import Position
from nonet.techniques.step import Step, Words

EFFORT = 50_000
"""Runs of a filter for one question, a tenth of a second; one that takes more counts as "cannot be
refuted".  It is no time, so that an explanation is the same on any machine."""
CIRCLES = 3
"""How far from the candidate constraints are looked for, in steps from cell to cell."""
ENOUGH = 6
"""Candidates refuted in one search, of which the cheapest explanation is taken."""


def find(position: Position, wanted: frozenset[str]) -> Iterator[Step]:
    """The cheapest explanation found, if there is any."""
    if "smallest-explanation" not in wanted:
        return
    layout = position.layout
    for subset, candidate, judge in _explanations(position):
        if _unsatisfiable(position, candidate, subset, judge):
            yield Step(
                "smallest-explanation",
                layout,
                eliminations=1 << candidate,
                pattern=_of_cells(position, subset) & ~(1 << candidate),
                reasons=tuple(constraint.described for constraint in subset),
                detail=Subset(tuple(constraint.described for constraint in subset)),
            )
            return


def _explanations(position: Position) -> Iterator[tuple[list[Constraint], int, str]]:
    """Explanations, the cheapest of a search first: constraints, candidate, who is to confirm.

    What propagation refutes comes first; the native backend, which does not share its filters,
    confirms it.  What only the native backend's search refutes CP-SAT confirms.
    """
    found = list(islice(_propagated(position), ENOUGH))
    if found:
        yield from ((*pair, "native") for pair in sorted(found, key=_cost))
    for circle in range(1, CIRCLES + 1):
        refuted_ = list(islice(_refuted(position, circle), ENOUGH))
        cheapest = sorted(((_minimal(position, c, near), c) for c, near in refuted_), key=_cost)
        yield from ((*pair, "cpsat") for pair in cheapest)


def _cost(found: tuple[list[Constraint], int]) -> int:
    return sum(map(_weight, found[0]))


def _propagated(position: Position) -> Iterator[tuple[list[Constraint], int]]:
    """Candidates that propagation refutes, cells of few values first, each with what it takes."""
    layout = position.layout
    for number, cell in sorted((v.bit_count(), cell) for cell, v in enumerate(position.values)):
        for value in bits(position.values[cell]) if number else ():
            position.clock.check()
            why = refuted(position, value * layout.count + cell)
            if why is not None:
                enough = list(fewest(position, why).constraints)
                yield _minimal(position, why.candidate, enough), why.candidate


def _weight(constraint: Constraint) -> int:
    return 2 if isinstance(constraint, AllDifferent) else 3


def _refuted(position: Position, circle: int) -> Iterator[tuple[int, list[Constraint]]]:
    """Candidates that the constraints within a circle refute, cells of few values first."""
    layout = position.layout
    cells = sorted((v.bit_count(), cell) for cell, v in enumerate(position.values) if v)
    for _, cell in cells:
        near = _near(layout, layout.cells[cell], circle)
        for value in bits(position.values[cell]):
            candidate = value * layout.count + cell
            if _unsatisfiable(position, candidate, near, "native"):
                yield candidate, near


def _near(layout: Layout, cell: str, circle: int) -> list[Constraint]:
    """The constraints within ``circle`` steps of a cell, the nearest first."""
    reached, found = {cell}, dict[Constraint, None]()
    for _ in range(circle):
        ring = [c for c in layout.structure.constraints if c not in found and reached & {*c.scope}]
        found.update(dict.fromkeys(ring))
        reached.update(name for constraint in ring for name in constraint.scope)
    return list(found)


def _minimal(position: Position, candidate: int, subset: list[Constraint]) -> list[Constraint]:
    """A subset none of which can be dropped: the heaviest and the farthest are tried first."""
    kept = list(subset)
    farthest_first = list(reversed(subset))
    for constraint in sorted(farthest_first, key=_weight, reverse=True):
        fewer = [other for other in kept if other is not constraint]
        if fewer and _unsatisfiable(position, candidate, fewer, "native"):
            kept = fewer
    return kept


def _unsatisfiable(
    position: Position, candidate: int, subset: list[Constraint], backend: str
) -> bool:
    """Whether the constraints cannot all hold when the candidate is taken."""
    position.clock.check()
    layout = position.layout
    taken, value = layout.named(candidate)
    domains: dict[str, Domain] = {}
    for constraint in subset:
        for name in constraint.scope:
            if name not in domains:
                domains[name] = position.domain(layout.number[name])
    domains[taken] = Domain.single(value)
    model = Model(domains, subset)
    left = position.clock.left
    if backend == "native":
        found, effort = searched(model, EFFORT, left)
        position.clock.check()
        return found is None and effort < EFFORT
    return solve(model, backend, time_limit=left).status is Status.UNSAT


def _of_cells(position: Position, subset: list[Constraint]) -> int:
    numbers = position.layout.number
    cells = only(numbers[name] for constraint in subset for name in constraint.scope)
    return position.open_in(cells)


class Subset(NamedTuple):
    """The words of the constraints that cannot all hold if the candidate is taken."""

    described: tuple[str, ...]

    def words(self, step: Step) -> Words:
        """What they are and what follows."""
        cell, value = step.layout.written(step.eliminations.bit_length() - 1)
        names = self.described
        listed = phrases.listed(names)
        one = "cannot hold" if len(names) == 1 else "cannot all hold"
        return Words(
            ", ".join(names),
            f"Look at {listed}",
            f"If {cell} were {value}, then {listed} {one} with the values that are still open, "
            f"whatever is tried: so {cell} is not {value}.",
        )
