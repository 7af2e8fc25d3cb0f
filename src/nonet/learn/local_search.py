"""Local search by min-conflicts: begin with any assignment, and repair it.

A variable of a broken constraint is drawn, and takes the value that breaks fewest constraints.
A variable that has just been moved rests for some steps (tabu), so that a plateau is crossed.
Local search finds solutions of large, loose problems soon; it never shows that there is none, and
so an answer here is a solution or nothing at all.

Sources: Minton, Johnston, Philips, Laird, "Minimizing conflicts", Artificial Intelligence 58, 1992;
Glover, "Tabu search", 1989.

>>> from nonet.model import AllDifferent, Model
>>> search = min_conflicts(Model({"x": [1, 2], "y": [1, 2]}, [AllDifferent(("x", "y"))]))
>>> search.assignment in ({"x": 1, "y": 2}, {"x": 2, "y": 1})
True
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from nonet.deadline import check
from nonet.model import Constraint, Model


@dataclass(frozen=True, slots=True)
class LocalSearch:
    """The result: a solution or ``None``, and the broken constraints at the start and after each step.

    ``moves`` are the variables and values of the steps.  Without a solution nothing is known: there
    may be one.
    """

    assignment: dict[str, int] | None
    conflicts: tuple[int, ...]
    moves: tuple[tuple[str, int], ...]


def min_conflicts(
    model: Model, *, seed: int = 0, max_steps: int = 10_000, tabu: int = 3, greedy: bool = True
) -> LocalSearch:
    """Repair an assignment until every constraint holds, or ``max_steps`` are made.

    With ``greedy`` the start itself gives each variable the value with fewest conflicts so far.
    """
    random = Random(seed)
    domains = {name: tuple(domain) for name, domain in model.domains.items()}
    touching: dict[str, list[Constraint]] = {name: [] for name in domains}
    for constraint in model.constraints:
        for name in dict.fromkeys(constraint.scope):
            touching[name].append(constraint)
    assignment: dict[str, int] = {}
    if not all(domains.values()):
        return LocalSearch(None, (), ())

    def broken(constraints: Sequence[Constraint]) -> list[Constraint]:
        return [
            each
            for each in constraints
            if all(name in assignment for name in each.scope) and not each.holds(assignment)
        ]

    def best_value(name: str) -> int:
        costs = {}
        for value in domains[name]:
            assignment[name] = value
            costs[value] = len(broken(touching[name]))
        least = min(costs.values())
        return random.choice([value for value, cost in costs.items() if cost == least])

    for name, values in domains.items():
        assignment[name] = best_value(name) if greedy else random.choice(values)
    conflicts = [len(broken(model.constraints))]
    moves: list[tuple[str, int]] = []
    rests: dict[str, int] = {}
    while conflicts[-1] and len(moves) < max_steps:
        check()
        unhappy = sorted({name for each in broken(model.constraints) for name in each.scope})
        free = [name for name in unhappy if rests.get(name, 0) <= len(moves)]
        name = random.choice(free or unhappy)
        assignment[name] = best_value(name)
        moves.append((name, assignment[name]))
        rests[name] = len(moves) + tabu
        conflicts.append(len(broken(model.constraints)))
    solved = dict(assignment) if not conflicts[-1] else None
    return LocalSearch(solved, tuple(conflicts), tuple(moves))
