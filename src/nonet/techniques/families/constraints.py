"""One constraint at a time: what a rule that is no AllDifferent leaves.

For a sum, a table, a count and the like: every value that no choice of values
still open in its other cells supports, given also which of its cells must
differ.  That is generalised arc consistency of the constraint together with the
AllDifferents among its cells.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from nonet.model import AllDifferent, Constraint, Domain, Model
from nonet.model.domain import EMPTY
from nonet.solving import candidates
from nonet.techniques.engines import phrases
from nonet.techniques.layout import bits
from nonet.techniques.position import Position
from nonet.techniques.step import Step, Words

QUICK = True
"""A hint shows every instance."""

PATIENCE = 0.5
"""Seconds that one constraint may take; one that needs more tells nothing."""


def find(position: Position, wanted: frozenset[str]) -> Iterator[Step]:
    """The constraints that remove something, those of few cells first."""
    if "constraint" not in wanted:
        return
    layout = position.layout
    for constraint in sorted(layout.others, key=lambda c: len(c.scope)):
        domains = {name: position.domain(layout.number[name]) for name in constraint.scope}
        if all(domain.is_single for domain in domains.values()):
            continue
        gone = position.kept(_unsupported, constraint, tuple(domains.items())) & position.open
        if gone:
            yield Step(
                "constraint",
                layout,
                eliminations=gone,
                pattern=layout.of_domains(domains) & position.open & ~gone,
                reasons=(constraint.described,),
                detail=Left(constraint.described, tuple(domains.items())),
            )


def _unsupported(
    position: Position, constraint: Constraint, scope: tuple[tuple[str, Domain], ...]
) -> int:
    """The candidates that are in no solution of the constraint and its AllDifferents."""
    layout, domains = position.layout, dict(scope)
    cells = {layout.number[name] for name in domains}
    mask = sum(1 << cell for cell in cells)
    together: list[Constraint] = [constraint]
    for house in layout.houses:
        shared = [layout.cells[cell] for cell in bits(house.cells & mask)]
        if len(shared) > 1:
            together.append(AllDifferent(tuple(shared)))
    position.clock.check()
    left = candidates(Model(domains, together), time_limit=position.clock.within(PATIENCE))
    position.clock.check()
    gone = 0
    for name, domain in domains.items():
        for value in domain - left.values[name] - left.undecided.get(name, EMPTY):
            gone |= 1 << layout.candidate(name, value)
    return gone


class Left(NamedTuple):
    """The words of a constraint, and what was open in its cells."""

    described: str
    domains: tuple[tuple[str, Domain], ...]

    def words(self, step: Step) -> Words:
        """``cage of 15 at R1C1``; which values still open leave no other choice."""
        described, domains = self
        layout = step.layout
        gone: dict[str, list[str]] = {}
        for cell, value in step.removed:
            gone.setdefault(cell, []).append(layout.symbol(layout.value_number[value]))
        parts = [
            f"{cell} cannot be {phrases.listed(values, 'or')}" for cell, values in gone.items()
        ]
        others = [
            f"{cell} ({', '.join(layout.symbol(layout.value_number[v]) for v in domain)})"
            for cell, domain in domains
            if cell not in gone
        ]
        rest = (
            f"the values still open in {', '.join(others)}" if others else "the values still open"
        )
        return Words(
            described,
            f"Look at {described}",
            f"{described[:1].upper()}{described[1:]}: {phrases.listed(parts)}, because no choice "
            "of "
            f"{rest} would let it hold.",
        )
