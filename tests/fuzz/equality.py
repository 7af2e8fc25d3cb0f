"""Comparisons of constraints with ``==`` and ``!=`` inside anything, against Python itself.

A line compares truths with truths, with numbers and with arrays of them, inside logic, sums, lists,
arrays and the objective; parts of it are of constants alone, or of nothing.  Each model goes to
three backends.

>>> from random import Random
>>> sorted(make(Random(5)))
['backends', 'constraints', 'domains', 'objective', 'sense']
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from itertools import product
from random import Random
from typing import Any

from nonet.errors import ModelError, Unsupported
from nonet.model import Array, ModelBuilder, all_of, any_of
from nonet.solving import solve
from tests.fuzz.campaign_type import Campaign, Case, Tally
from tests.fuzz.expressions import TO_MODEL as EXPRESSIONS_TO_MODEL
from tests.fuzz.expressions import TO_PYTHON as EXPRESSIONS_TO_PYTHON
from tests.fuzz.expressions import ExpressionWriter, cases_of_fewer_lines
from tests.fuzz.solution_sets import solution_set_error

BACKENDS = ("native", "cpsat", "sat")
"""The backends that answer each case."""


def _places(a: Any, b: Any, join: Callable[[Any, Any], Any]) -> list[Any]:
    others = b if isinstance(b, list) else [b] * len(a)
    return [join(x, y) for x, y in zip(a, others, strict=True)]


TO_MODEL: Mapping[str, Callable[..., Any]] = {
    **EXPRESSIONS_TO_MODEL,
    "all_of": all_of,
    "any_of": any_of,
    "total": lambda of: sum(of, 0),
    # all_of makes a constraint of a truth of Python
    "neg": lambda a: ~all_of(a),
    "implies": lambda a, b: all_of(a).implies(b),
    "iff": lambda a, b: all_of(a).iff(b),
    "implies_all": lambda a, of: all_of(a).implies(of),
    "iff_all": lambda a, of: all_of(a).iff(of),
    "and_all": lambda a, of: all_of(a) & of,
    "some_group": lambda *groups: any_of(*groups),
    "all_same": lambda a, b: (Array(a) == b).all(),
    "any_other": lambda a, b: (Array(a) != b).any(),
    "number_same": lambda a, b: (Array(a) == b).sum(),
}

TO_PYTHON: Mapping[str, Callable[..., Any]] = {
    **EXPRESSIONS_TO_PYTHON,
    "all_equal": lambda of: len(set(of)) <= 1,
    "all_of": lambda of: all(of),
    "any_of": lambda of: any(of),
    "total": sum,
    "implies_all": lambda a, of: not a or all(of),
    "iff_all": lambda a, of: bool(a) == all(of),
    "and_all": lambda a, of: bool(a) and all(of),
    "some_group": lambda *groups: any(all(group) for group in groups),
    "all_same": lambda a, b: all(_places(a, b, lambda x, y: x == y)),
    "any_other": lambda a, b: any(_places(a, b, lambda x, y: x != y)),
    "number_same": lambda a, b: sum(_places(a, b, lambda x, y: x == y)),
}


class _Writer(ExpressionWriter):
    """Writes lines in which about half of all constraints are comparisons of constraints."""

    def constraint(self, depth: int) -> str:
        r = self._random
        if depth <= 0 or r.random() < 0.3:
            return super().constraint(min(depth, 1))
        if r.random() < 0.07:
            return self.of_constants()
        first, second = self.constraint(depth - 1), self.constraint(depth - 1)
        op = r.choice(("==", "!="))
        listed = ", ".join(self.constraint(depth - 2) for _ in range(r.choice((0, 1, 2, 2))))
        kind = r.randrange(12)
        if kind < 5:
            return f"({first} {op} {second})"
        if kind == 5:
            number = r.choice(("0", "1", "True", "False", "2", r.choice(self._names)))
            return f"({first} {op} {number})" if r.random() < 0.7 else f"({number} {op} {first})"
        if kind == 6:
            return f"{r.choice(('implies', 'iff', 'and'))}_all({first}, [{listed}])"
        if kind == 7:
            return f"{r.choice(('any_of', 'all_of'))}([{listed}])"
        if kind == 8:
            other = r.choice((second, f"[{second}, {first}]", f"[{second}, {r.randint(0, 1)}]"))
            array = f"[{first}, {self.constraint(depth - 2)}]"
            return f"{r.choice(('all_same', 'any_other'))}({array}, {other})"
        if kind == 9:
            return f"some_group([{listed}], [{first}, {second}])"
        if kind == 10:
            compared = r.choice(("==", "!=", "<=", ">="))
            return f"(total([{first} {op} {second}, {listed}]) {compared} {self.term(depth - 1)})"
        return super().constraint(depth)

    def term(self, depth: int) -> str:
        r = self._random
        if depth > 1 and r.random() < 0.2:
            first, second = self.constraint(depth - 1), self.constraint(depth - 2)
            return r.choice(
                (
                    f"total([{first} == {second}])",
                    f"{r.randint(-2, 3)} * ({first} != {second})",
                    f"number_same([{first}, {second}], {r.choice((first, second, '1'))})",
                    f"if_then_else({first} == {second}, {r.choice(self._names)}, 1)",
                    "total([])",
                    "count_of([], 1)",
                )
            )
        return super().term(depth)

    def of_constants(self) -> str:
        """Return a constraint of integers alone, or of nothing."""
        r = self._random
        few = [r.randint(0, 2) for _ in range(r.choice((0, 1, 2, 3)))]
        return r.choice(
            (
                f"all_different({few})",
                f"all_equal({few})",
                f"increasing({few})",
                f"among({few}, [0, 1], 0, 1)",
                f"nvalue({few}, {len(set(few))})",
                f"nvalue({few}, 2)",
                "all_different([])",
                "any_of([])",
                "all_of([])",
                "True",
                "False",
                "(total([]) <= 1)",
            )
        )


def make(random: Random) -> Case:
    """Return one to three domains, one or two lines, perhaps an objective, and the backends."""
    domains: dict[str, list[int]] = {}
    for i in range(random.choice((1, 2, 2, 3))):
        low = random.choice((0, 0, 1, -1))
        domains[f"v{i}"] = sorted(random.sample(range(low, low + 4), random.randint(1, 3)))
    writer = _Writer(random, list(domains))
    return {
        "domains": domains,
        "constraints": [writer.constraint(3) for _ in range(random.choice((1, 1, 2)))],
        "objective": writer.term(3) if random.random() < 0.25 else "",
        "sense": random.choice(("minimize", "maximize")),
        "backends": list(BACKENDS),
    }


REFUSALS = ("listed twice", "too far apart", "is never true", "the second argument must be")
"""Words of errors that a random line may deserve."""


def judge(case: Case, tally: Tally) -> str | None:
    """Fail if a backend's solutions, or its optimum, are not what Python says."""
    domains, objective = case["domains"], case["objective"]
    build = ModelBuilder()
    variables = {name: build.variable(name, values) for name, values in domains.items()}
    code = [compile(line, "<line>", "eval") for line in case["constraints"]]
    aim = compile(objective or "0", "<objective>", "eval")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            for each in code:
                build.add(eval(each, {}, {**TO_MODEL, **variables}))
            model = build.model()
            wanted_values = eval(aim, {}, {**TO_MODEL, **variables}) if objective else 0
            if getattr(wanted_values, "scope", None) or any(
                getattr(wanted_values, "terms", {}).values()
            ):
                getattr(build, case["sense"])(wanted_values + 0)
            optimised = build.model()
        except ModelError as error:
            tally["refused"] += 1
            fit = any(refusal in str(error) for refusal in REFUSALS)
            return None if fit else f"refused: {error}"
    right: dict[tuple[int, ...], int] = {}
    for values in product(*domains.values()):
        integers = {**TO_PYTHON, **dict(zip(domains, values, strict=True))}
        if all(eval(each, {}, integers) for each in code):
            right[values] = eval(aim, {}, integers)
    tally["models"] += 1
    for backend in case["backends"]:
        tally[f"checks by {backend}"] += 1
        if error := solution_set_error(model, backend, set(right), tally):
            return error
        if optimised.objective is not None:
            best = min if case["sense"] == "minimize" else max
            expected = best(right.values(), default=None)
            try:
                optimum = solve(optimised, backend).optimum
            except Unsupported:
                tally["declined"] += 1
                continue
            tally["optima"] += 1
            value = None if optimum is None else optimum.value
            if value != expected:
                return f"{backend} finds the optimum {value}, the judge {expected}"
    return None


def simpler_cases(case: Case) -> list[Case]:
    """Without the objective, each backend, line and value."""
    cases = [{**case, "objective": ""}] if case["objective"] else []
    cases += [{**case, "backends": [each]} for each in case["backends"] if case["backends"][1:]]
    return [*cases, *cases_of_fewer_lines(case, "constraints")]


CAMPAIGN = Campaign("equality", make, judge, simpler_cases, weight=60)
