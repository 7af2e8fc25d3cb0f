"""Checks of the-best: rulers against all rulers, lengths against published lengths, honest
claims.
"""

from dataclasses import replace
from itertools import combinations

from nonet.learn.checks import LearnerModule, expect, learner_function, model_of_builder
from nonet.model import Model, ModelBuilder
from nonet.solving import iter_solutions, solve

SHORTEST = {3: 3, 4: 6, 5: 11}
"""The lengths of optimal rulers (OEIS A003022)."""


def learner_model(work: LearnerModule, marks: int) -> Model:
    """The learner's model."""
    build = learner_function(work, "ruler")(marks)
    return model_of_builder(build, "ruler", (f"mark[{i}]" for i in range(marks)))


def check_rulers(work: LearnerModule) -> str:
    "All rulers with three marks, up to a length of 9, and nothing else"
    model = learner_model(work, 3).with_objective(None)
    rulers = {tuple(s[f"mark[{i}]"] for i in range(3)) for s in iter_solutions(model)}
    right = {
        marks
        for marks in combinations(range(10), 3)
        if marks[0] == 0 and len({b - a for a, b in combinations(marks, 2)}) == 3
    }
    for marks in sorted(rulers - right):
        expect(False, f"{marks} is not a ruler as asked for, but a solution of yours")
    for marks in sorted(right - rulers):
        expect(False, f"{marks} is a ruler, but no solution of yours")
    return f"{len(right)} rulers"


def check_shortest(work: LearnerModule) -> str:
    "The shortest rulers with 3, 4 and 5 marks are as long as is published"
    for marks, length in SHORTEST.items():
        model = learner_model(work, marks)
        expect(model.objective is not None, "the model has no objective: build.minimize(...)")
        seen = solve(model).optimum.value
        expect(seen == length, f"with {marks} marks yours is {seen} long: the shortest is {length}")
    return ", ".join(f"{marks} marks: {length}" for marks, length in SHORTEST.items())


def two_number_model(most: int) -> Model:
    """Two numbers up to 3 whose sum is to be large, at most ``most``."""
    build = ModelBuilder()
    x, y = build.variables("xy", range(4))
    build.add(x + y <= most)
    build.maximize(x + y)
    return build.model()


def check_proven(work: LearnerModule) -> None:
    "What is proven is said to be: a best value, or that there is no solution"
    describe = learner_function(work, "told")
    for most, right in ((4, "4 is the best"), (0, "0 is the best"), (-1, "no solution")):
        seen = describe(solve(two_number_model(most), "native"))
        expect(seen == right, f"that is {right!r}, and told says {seen!r}")


def check_unproven(work: LearnerModule) -> None:
    "What is not proven is not said to be"
    describe = learner_function(work, "told")
    seen = describe(solve(two_number_model(4), "native", time_limit=1e-9))
    expect(seen == "nothing found", f"no time was left, nothing is known, and told says {seen!r}")
    stopped = replace(solve(two_number_model(4), "native"), exhausted=False, stopped_by="time")
    stopped = replace(stopped, optimum_or_none=replace(stopped.optimum, bound=6))
    seen = describe(stopped)
    right = "4 is the best found"
    expect(seen == right, f"4 was found when the time was over, 6 is not ruled out: {seen!r}")
