"""Minimal sets of assumptions that cannot all hold: any, a smallest, or all.

The sets differ in the questions asked of a live solver, whatever the assumptions stand for: clues
that clash; rules that leave nothing for a value; clues that already force a solution.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Protocol

from nonet.backends.sat import SatSolver


class CoreOracle(Protocol):
    """The solver interface needed for one minimal set."""

    def solve(self, assumptions: Sequence[int]) -> bool:
        """Whether the assumptions can hold together."""

    def core(self, assumptions: Sequence[int]) -> list[int]:
        """After "no": return some of the assumptions that cannot hold together."""


class ModelAndCoreOracle(CoreOracle, Protocol):
    """The solver interface needed for smallest and all sets; implemented by
    :class:`~nonet.setting.live_solvers.AssumptionSolver`."""

    def true_literals(self) -> set[int]:
        """After "yes": the literals that are true."""


def minimal_unsat_set(
    oracle: CoreOracle, hard: Sequence[int], soft: Sequence[int], *, in_order: bool = False
) -> list[int]:
    """Return a part of ``soft`` that cannot hold with ``hard``, each member needed.

    ``soft`` must not be able to hold.  The last literals of ``soft`` are given up first.  By
    deletion, with the solver's cores (Marques-Silva, "Minimal unsatisfiability: models, algorithms
    and applications", ISMVL 2010).  ``in_order``: cores, which hold the literals that the solver
    met first, save questions alone, and the result depends on the order of ``soft`` only.
    """
    needed: list[int] = []
    core = unsat_core(oracle, hard, soft)
    candidates = list(soft if in_order else core)
    while candidates:
        tried = candidates.pop()
        if tried not in core:
            continue
        assumed = [*hard, *needed, *candidates]
        if oracle.solve(assumed):
            needed.append(tried)
        else:
            core = _literals_in_core(oracle.core(assumed), candidates)
            candidates = candidates if in_order else [*core]
    return needed


def unsat_core(oracle: CoreOracle, hard: Sequence[int], soft: Sequence[int]) -> list[int]:
    """Return some of ``soft`` that cannot hold with ``hard``, in their order.

    Raises ``ValueError`` if all can hold.
    """
    assumed = [*hard, *soft]
    if oracle.solve(assumed):
        raise ValueError("the assumptions can hold: there is nothing to make smaller")
    return _literals_in_core(oracle.core(assumed), soft)


def _literals_in_core(core: Iterable[int], among: Sequence[int]) -> list[int]:
    in_core = set(core)
    return [literal for literal in among if literal in in_core]


@dataclass
class SmallestSetSearch:
    """A search for a smallest set: the best so far, a size that none is below, and other minimal
    sets; ``complete``: there are no further minimal sets."""

    best: list[int]
    bound: int = 0
    others: list[list[int]] = field(default_factory=list)
    complete: bool = False

    @property
    def size(self) -> int:
        """How many the best set has."""
        return len(self.best)

    @property
    def is_proven(self) -> bool:
        """Whether there is none smaller."""
        return self.bound >= self.size

    def enumerate(
        self, oracle: ModelAndCoreOracle, hard: Sequence[int], soft: Sequence[int], number: int
    ) -> None:
        """Find up to ``number`` minimal sets, with the best."""
        for each in all_minimal_unsat_sets(oracle, hard, soft) if number > 1 else ():
            if set(each) != set(self.best):
                if len(self.others) == number - 1:
                    return
                self.others.append(each)
        if number > 1:
            self.complete = True
            self.bound = min([self.size, *map(len, self.others)])


def smallest_unsat_set(
    oracle: ModelAndCoreOracle,
    hard: Sequence[int],
    soft: Sequence[int],
    smallest: SmallestSetSearch | None = None,
) -> SmallestSetSearch:
    """A smallest part of ``soft`` that cannot hold with ``hard``.

    ``smallest`` is the search to go on with, so that its bounds are not lost when ``oracle`` raises
    because the time is out.  By implicit hitting sets (Ignatiev, Previti, Liffiton and
    Marques-Silva, "Smallest MUS extraction with minimal hitting set dualization", CP 2015): every
    impossible set meets every correction set, so a smallest set that meets the known correction
    sets is the answer once this set is itself impossible.
    """
    from pysat.examples.hitman import Hitman

    random, smallest = Random(0), smallest or SmallestSetSearch([])
    smallest.best = smallest.best or minimal_unsat_set(oracle, hard, soft)
    smallest.bound = min(1, smallest.size)
    with Hitman(solver="m22", htype="sorted") as hitman:
        while not smallest.is_proven:
            meeting = hitman.get()
            smallest.bound = max(smallest.bound, len(meeting))
            if smallest.is_proven:
                break
            grown = list(meeting)
            while oracle.solve([*hard, *grown]):
                correction = _minimal_correction_set(oracle, hard, soft, random)
                hitman.hit(correction)
                grown += correction
            if len(grown) == len(meeting):
                smallest.best = grown
    return smallest


def _difference(given: Sequence[int], taken: Iterable[int]) -> list[int]:
    removed = set(taken)
    return [literal for literal in given if literal not in removed]


def _minimal_correction_set(
    asker: ModelAndCoreOracle, hard: Sequence[int], soft: Sequence[int], random: Random
) -> list[int]:
    """After "yes": some of ``soft``, not true, without which the rest can hold; none too many."""
    true = asker.true_literals()
    holding = [literal for literal in soft if literal in true]
    unsatisfied = _difference(soft, holding)
    random.shuffle(unsatisfied)
    return _grow_satisfied(asker, hard, holding, unsatisfied)


def _grow_satisfied(
    asker: ModelAndCoreOracle, hard: Sequence[int], holding: list[int], unsatisfied: list[int]
) -> list[int]:
    """Extend ``holding`` by literals that can hold with it; return the others."""
    needed: list[int] = []
    while unsatisfied:
        tried = unsatisfied.pop()
        if asker.solve([*hard, *holding, tried]):
            true = asker.true_literals()
            holding.append(tried)
            holding += [literal for literal in unsatisfied if literal in true]
            unsatisfied = [literal for literal in unsatisfied if literal not in true]
        else:
            needed.append(tried)
    return needed


def all_minimal_unsat_sets(
    oracle: ModelAndCoreOracle, hard: Sequence[int], soft: Sequence[int]
) -> Iterator[list[int]]:
    """Yield every minimal part of ``soft`` that cannot hold with ``hard``.

    By a map of the explored parts (Liffiton, Previti, Malik and Marques-Silva, "Fast, flexible MUS
    enumeration", Constraints 2016).  There may be very many.
    """
    known = SatSolver("minisat22")
    name = {literal: number for number, literal in enumerate(soft, 1)}
    known.set_phases(list(name.values()))  # large parts first: they cannot hold, mostly
    for number in name.values():
        known.add([number, -number])  # so that it is in every model
    while known.solve([], lambda: None):
        chosen = {number for number in known.model() if number > 0}
        part = [literal for literal in soft if name[literal] in chosen]
        if oracle.solve([*hard, *part]):
            true = oracle.true_literals()
            holding = [literal for literal in soft if literal in true]
            _grow_satisfied(oracle, hard, holding, _difference(soft, holding))
            known.add([name[literal] for literal in _difference(soft, holding)])
        else:
            unsat_set = minimal_unsat_set(oracle, hard, part)
            known.add([-name[literal] for literal in unsat_set])
            yield unsat_set
