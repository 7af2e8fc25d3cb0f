"""Solutions of some parts of a model, by the compiled engine, which adds up: long sums take the engine
hundredths of a second where clauses take seconds.

>>> import nonet
>>> from nonet.deadline import Deadline
>>> puzzle = nonet.parse("1.3.34....2..1..", rules=["little-killer R0C1 DR 6"])
>>> from nonet.setting.puzzle_parts import clue_parts
>>> found = solutions_of_parts(puzzle.model(), clue_parts(puzzle.model()), 10, 1_000, Deadline(None))
>>> found is None or (len(found.values), found.all_found) == (10, False)
True
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from nonet.backends import Request
from nonet.backends.lowering import lower
from nonet.backends.registry import usable_backend
from nonet.deadline import Deadline
from nonet.errors import BackendError, Unsupported
from nonet.model import Constraint, Model
from nonet.setting.puzzle_parts import Part


@dataclass(frozen=True)
class CompiledSolutions:
    """Solutions as the values of all variables, and whether there are no more."""

    values: list[dict[str, int]]
    all_found: bool


def solutions_of_parts(
    model: Model, parts: Iterable[Part], limit: int, max_guesses: int, deadline: Deadline
) -> CompiledSolutions | None:
    """Return up to ``limit`` solutions of some parts of a model, as far as ``max_guesses`` lead; None
    where the engine cannot take the parts."""
    engine = usable_backend("lockstep")
    if engine is None:
        return None
    deadline.check()
    domains = dict(model.structure.domains)
    constraints: list[Constraint] = []
    for part in parts:
        constraints += part.constraints
        if part.kind == "clue":
            domains[part.scope[0]] &= part.domain
    if not all(domain.size for domain in domains.values()):
        return CompiledSolutions([], True)
    values: list[dict[str, int]] = []
    try:
        lowered = lower(Model(domains, constraints, symbols=model.structure.symbols), engine)
        run = engine.run(
            lowered, Request(solutions=limit, effort=max_guesses, deadline=deadline.ends_at)
        )
        while len(values) < limit:
            solution = next(run)
            values.append({name: solution[name] for name in domains})
    except StopIteration as end:
        return CompiledSolutions(values, end.value is None)
    except (BackendError, Unsupported):
        return None
    return CompiledSolutions(values, False)
