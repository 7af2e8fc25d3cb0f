"""Models of numbers from 10^3 to 10^15 for CP-SAT, under one of its own switches, by brute force.

Configurations of one solver against each other, and against brute force, are how faults of solvers
with 64 bits are found.  ``guarded`` cases ask nonet's backend, whose answers must all be right (or
unknown, with the reason); the other cases ask CP-SAT itself for all solutions, with one set of its
parameters, and only count how often it is wrong: see ``nonet.backends.solver_faults``.
"""

from __future__ import annotations

import warnings
from random import Random
from typing import Any

from nonet import ModelBuilder, any_of, element, max_of, min_of, model_from_json, model_to_json
from nonet.errors import ModelError, Unsupported
from nonet.model import Model
from nonet.solving import iter_solutions
from nonet.testing.brute import brute_force
from tests.fuzz import models
from tests.fuzz.campaign_type import Campaign, Case, Tally

SWITCHES: dict[str, dict[str, Any]] = {
    "guarded": {},
    "defaults": {},
    "no presolve": {"cp_model_presolve": False},
    "no probing": {"cp_model_probing_level": 0},
    "neither": {"cp_model_presolve": False, "cp_model_probing_level": 0},
    "no inclusion": {"presolve_inclusion_work_limit": 0},
    "no symmetry": {"symmetry_level": 0},
    "no relaxation": {"linearization_level": 0},
    "full relaxation": {"linearization_level": 2},
}
"""Parameters of CP-SAT for each switch that a case may draw."""


class _Maker:
    """Draws values, sums and constraints of one model."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.size = int(10 ** random.uniform(3, 15))
        if random.random() < 0.3:
            self.size = 1 << random.randint(10, 50)
        self.build = ModelBuilder()
        self.variables: list[Any] = []
        for number in range(random.randint(2, 3)):
            values = {self.value() for _ in range(random.randint(1, 4))}
            self.variables.append(self.build.variable(f"v{number}", sorted(values)))

    def value(self) -> int:
        random = self.random
        if random.random() < 0.5:
            return random.randint(0, 4)
        sign = -1 if random.random() < 0.15 else 1
        return sign * random.choice(
            (self.size + random.randint(-2, 2), random.randrange(self.size))
        )

    def term(self) -> Any:
        """An expression over one or two variables."""
        random, (x, y) = self.random, self.random.choices(self.variables, k=2)
        return random.choice(
            (
                lambda: x + 0,
                lambda: x - y,
                lambda: abs(x - y),
                lambda: max_of(x, y + 1),
                lambda: min_of(x, y),
                lambda: x * random.randint(-3, 3) + y,
                lambda: (x > y) * random.choice((1, self.size)) + y,
                lambda: x // 2,
                lambda: x % 7 + y,
                lambda: element([0, self.size, 1, 7], y % 4),
            )
        )()

    def positive(self) -> Any:
        random, (x, y) = self.random, self.random.choices(self.variables, k=2)
        if random.random() < 0.4:
            return abs(x - y)
        return random.choice((abs(x), abs(y) + 1, random.randint(0, 3), abs(x - 1)))

    def comparison(self) -> Any:
        left, right, random = self.term(), self.term(), self.random
        right = right if random.random() < 0.5 else self.value()
        return random.choice(
            (
                lambda: left <= right,
                lambda: left >= right,
                lambda: left == right,
                lambda: left != right,
            )
        )()

    def constrain(self) -> None:
        random, build = self.random, self.build
        kind = random.choice("ccoooiutnrtd")
        if kind == "c":
            build.add(self.comparison())
        elif kind == "o":
            build.add(any_of(*(self.comparison() for _ in range(random.randint(2, 3)))))
        elif kind == "i":
            build.add(self.comparison().implies(self.comparison()))
        elif kind in "ut":
            number = random.randint(2, 3)
            start, lasts, needs = ([self.positive() for _ in range(number)] for _ in "sdn")
            build.cumulative(start, lasts, needs, self.positive())
        elif kind == "n":
            number = random.randint(2, 3)
            build.no_overlap(
                [self.term() for _ in range(number)], [self.positive() for _ in range(number)]
            )
        elif kind == "r":
            number = random.randint(2, 3)
            changes = [random.choice((self.term(), random.randint(-2, 3))) for _ in range(number)]
            build.reservoir(
                [self.term() for _ in range(number)], changes, self.value() // 2, self.size
            )
        else:
            build.all_different([self.term() for _ in range(3)])


def make(random: Random) -> Case:
    """Return a model of two or three variables, and a switch."""
    while True:
        maker = _Maker(random)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                for _ in range(random.randint(1, 3)):
                    maker.constrain()
                if random.random() < 0.3:
                    getattr(maker.build, random.choice(("minimize", "maximize")))(maker.term())
                model = maker.build.model()
            except (ModelError, TypeError):  # no variable is left in a part
                continue
        switch = "guarded" if random.random() < 0.5 else random.choice(list(SWITCHES))
        return {"model": model_to_json(model), "switch": switch, "size": maker.size}


def judge(case: Case, tally: Tally) -> str | None:
    """Return how the answer of nonet's backend is wrong; count the wrong answers of CP-SAT alone."""
    model = model_from_json(case["model"])
    right = brute_force(model.with_objective(None))
    switch, digits = case["switch"], len(str(case["size"])) - 1
    tally["models"] += 1
    if switch == "guarded":
        return _judge_guarded(model, right, tally)
    solutions = unguarded_solutions(model.with_objective(None), SWITCHES[switch])
    if solutions is not None:
        tally[f"{switch}, 10^{digits}"] += 1
        if solutions != right:
            tally[f"wrong: {switch}, 10^{digits}"] += 1
    return None


def _judge_guarded(model: Model, right: set[tuple[int, ...]], tally: Tally) -> str | None:
    aim = model.objective
    try:
        run = iter_solutions(model, "cpsat", time_limit=60)
        solutions = {tuple(solution.values()) for solution in run}
    except Unsupported:
        tally["declined"] += 1
        return None
    if not run.exhausted:
        tally[f"stopped by {run.stopped_by}"] += 1
        return None if solutions <= right else "it finds what is not a solution"
    if aim is not None and right:
        values = {each: aim.value(dict(zip(model.variables, each, strict=True))) for each in right}
        best = min(values.values(), key=lambda value: aim.sign * value)
        right = {each for each, value in values.items() if value == best}
    if solutions != right:
        return f"cpsat finds {len(solutions)} solutions, brute force {len(right)}"
    return None


def unguarded_solutions(model: Model, parameters: dict[str, Any]) -> set[tuple[int, ...]] | None:
    """Return all solutions by CP-SAT itself; ``None`` if it declines the model or does not end."""
    from ortools.sat.python.cp_model_helper import SolutionCallback, SolveWrapper

    from nonet.backends.cpsat.compiled_model import integer_model

    try:
        compiled = integer_model(model.structure)
    except Unsupported:
        return None
    solutions: set[tuple[int, ...]] = set()

    class Collector(SolutionCallback):
        def OnSolutionCallback(self) -> None:
            assignment = compiled.read_assignment(self.Response().solution.__getitem__)
            solutions.add(tuple(assignment[name] for name in model.variables))

    options = compiled.parameters
    options.clear_presolve_inclusion_work_limit()
    options.clear_cp_model_presolve()
    options.clear_cp_model_probing_level()
    for name, value in {"num_workers": 1, "max_time_in_seconds": 2.0, **parameters}.items():
        setattr(options, name, value)
    options.enumerate_all_solutions = True
    solver, collector = SolveWrapper(), Collector()
    solver.set_parameters(options)
    solver.add_solution_callback(collector)
    status = solver.solve(compiled.proto).status
    solver.clear_solution_callback(collector)
    return solutions if status.name in ("OPTIMAL", "INFEASIBLE") else None


CAMPAIGN = Campaign("large numbers", make, judge, models.simpler_cases, weight=100)
