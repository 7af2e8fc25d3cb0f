"""Random models of every primitive, with small and with huge numbers, against brute force.

Each is given to one backend with options drawn at random, or to all backends that are named.  A
model that a backend declines before solving is counted, and is no fault if the message names a way
out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, is_dataclass
from functools import cache
from random import Random
from typing import Any, Literal, get_args, get_origin, get_type_hints

from nonet.backends import available_backends
from nonet.errors import BackendError, ModelError, Unsupported, quantity
from nonet.model import (
    AllDifferent,
    AnyOf,
    Automaton,
    Constraint,
    Count,
    Domain,
    Element,
    Linear,
    Model,
    Objective,
    Regular,
    Table,
)
from nonet.model.constraints.primitives import Comparison
from nonet.model.json import model_from_json, model_to_json
from nonet.model.objective import Sense
from nonet.solving import iter_solutions, verify
from nonet.testing.brute import brute_force
from tests.fuzz.campaign_type import Campaign, Case, Tally

MAX_SECONDS = 60.0
"""Seconds after which a backend is thought to have no answer to so small a model."""

COMPARISONS: tuple[Comparison, ...] = ("==", "!=", "<=", ">=")
LARGE_OFFSETS = (10**3, 10**6, 3 * 10**8, 2**31, 10**9, 10**12, 2**53, 2**62, 2**63, 10**18)
"""Sizes near which numbers are drawn: limits of words, floats and solvers' bounds."""


class _Numbers:
    """Values and coefficients of a model: small numbers, or numbers near one of LARGE_OFFSETS."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._values = random.choice(LARGE_OFFSETS) if random.random() < 0.1 else 0
        self._factors = random.choice(LARGE_OFFSETS) if random.random() < 0.25 else 0

    def value(self) -> int:
        sign = self._random.choice((-1, 1)) if self._values else 1
        return sign * self._values + self._random.randint(-3, 5)

    def factor(self) -> int:
        if self._factors and self._random.random() < 0.6:
            return self._random.choice((-1, 1)) * self._factors + self._random.randint(-9, 9)
        return self._random.randint(-3, 3)

    def total(self, terms: Sequence[int]) -> int:
        """A constant that a sum of such terms may have."""
        return sum(terms) + self._random.choice((0, 0, 0, -1, 1, self._random.randint(-8, 8)))


def make(random: Random, backends: Sequence[str] = ()) -> Case:
    """Return a model of one to five variables and up to four constraints, and the backends named,
    else a backend drawn at random."""
    numbers = _Numbers(random)
    domains: dict[str, list[int]] = {}
    for i in range(random.randint(1, 5)):
        base = numbers.value()
        spread = 1 if random.random() < 0.9 else random.choice((7, 1000, 100_000))
        domains[f"v{i}"] = [
            base + spread * random.randint(-4, 4) for _ in range(random.randint(1, 4))
        ]
    constraints = [_constraint(random, domains, numbers) for _ in range(random.randint(0, 4))]
    model = Model(domains, constraints)
    if random.random() < 0.4:
        name = random.choice(list(domains))
        model = model.narrow({name: [v for v in domains[name] if random.random() < 0.6]})
    if random.random() < 0.3:
        model = model.with_objective(_objective(random, list(domains), numbers))
    chosen = " ".join(backends) or backend_specification(random)
    return {"model": model_to_json(model), "backend": chosen}


def _objective(random: Random, names: list[str], numbers: _Numbers) -> Objective | None:
    scope = tuple(random.choices(names, k=random.randint(1, 5)))
    factors = tuple(numbers.factor() for _ in scope)
    sense: Sense = random.choice(("minimize", "maximize"))
    try:
        return Objective(sense, scope, factors, random.randint(-9, 9))
    except ModelError:  # the factors of each variable add up to 0
        return None


def _constraint(
    random: Random, domains: dict[str, list[int]], numbers: _Numbers, deep: int = 0
) -> Constraint:
    names = list(domains)

    def some(most: int = 4) -> tuple[str, ...]:
        return tuple(random.choices(names, k=random.randint(1, most)))

    def seen(name: str) -> int:
        """Mostly a value of the domain."""
        return random.choice(domains[name]) if random.random() < 0.9 else numbers.value()

    kind = random.choice(("different", "linear", "linear", "table", "regular", "count", "element"))
    if deep < 2 and random.random() < 0.2:
        groups = [
            [_constraint(random, domains, numbers, deep + 1) for _ in range(random.randint(0, 2))]
            for _ in range(random.randint(1, 3))
        ]
        if not any(groups):
            groups[0].append(AllDifferent(tuple(names[:2])))
        return AnyOf(tuple(map(tuple, groups)))
    scope = some()
    if kind == "different":
        return AllDifferent(tuple(dict.fromkeys(scope)))
    if kind == "linear":
        factors = tuple(numbers.factor() for _ in scope)
        total = numbers.total([f * seen(v) for f, v in zip(factors, scope, strict=True)])
        return Linear(scope, factors, random.choice(COMPARISONS), total)
    if kind == "table":
        scope = scope[:3]
        rows = frozenset(tuple(map(seen, scope)) for _ in range(random.randint(0, 12)))
        return Table(scope, rows)
    if kind == "regular":
        states = range(random.randint(1, 4))
        arcs = {
            (random.choice(states), seen(random.choice(scope))): random.choice(states)
            for _ in range(random.randint(0, 16))
        }
        accepting = frozenset(random.choices(states, k=2))
        return Regular(scope, Automaton(random.choice(states), accepting, arcs))
    if kind == "count":
        counted = frozenset(seen(random.choice(scope)) for _ in range(random.randint(0, 3)))
        number = random.choice((*range(-1, 5), *names))
        return Count(scope, counted, random.choice(COMPARISONS), number)
    first = random.choice((-1, 0, 1, min(domains[random.choice(names)])))
    return Element(scope, random.choice(names), random.choice(names), first)


@cache
def _options_by_backend() -> dict[str, dict[str, Any]]:
    """Of each installed backend, the options that have named values."""
    options: dict[str, dict[str, Any]] = {}
    for backend in available_backends():
        hints = get_type_hints(type(backend))
        assert is_dataclass(backend)
        options[backend.name] = {f.name: hints[f.name] for f in fields(backend) if f.init}
    return options


def backend_specification(random: Random, names: Sequence[str] | None = None) -> str:
    """A backend with some of its options."""
    options = _options_by_backend()
    name = random.choice([n for n in options if names is None or n in names])
    chosen = []
    for option, hint in options[name].items():
        if random.random() < 0.5:
            continue
        if get_origin(hint) is Literal:
            chosen.append(f"{option}={random.choice(get_args(hint))}")
        elif hint is bool:
            chosen.append(f"{option}={random.choice(('true', 'false'))}")
        elif option == "seed":
            chosen.append(f"seed={random.randint(0, 99)}")
    if "learning=1uip" in chosen:  # which goes with one level alone
        chosen = [each for each in chosen if not each.startswith("level=")]
    return f"{name}:{','.join(chosen)}" if chosen else name


def judge(case: Case, tally: Tally) -> str | None:
    """Fail if solutions or verdict differ from brute force, or the model changes in JSON."""
    model, backends = model_from_json(case["model"]), case["backend"].split()
    if model_from_json(model_to_json(model)) != model:
        return "the model is another one after JSON"
    right, aim = brute_force(model), model.objective
    if aim is not None and right:
        values = {each: aim.value(dict(zip(model.variables, each, strict=True))) for each in right}
        best = min(values.values(), key=lambda value: aim.sign * value)
        right = {each for each, value in values.items() if value == best}
    tally["models"] += 1
    # a limit costs a child process for each question; without one the runner ends what hangs
    seconds = MAX_SECONDS if len(backends) == 1 else None
    problems = (_judge_backend(model, backend, right, seconds, tally) for backend in backends)
    return next(filter(None, problems), None)


def _judge_backend(
    model: Model, backend: str, right: set[tuple[int, ...]], seconds: float | None, tally: Tally
) -> str | None:
    """Return the fault of a backend's answers, given the right solutions."""
    # of many solutions a verdict has little to say: not every time
    with_verdict = len(right) < 2 or len(right) % 4 == 2
    try:
        run = iter_solutions(model, backend, time_limit=seconds)
        solutions = [tuple(solution.values()) for solution in run]
        if run.optimum_or_none is not None and solutions and not run.optimum.is_proven:
            return f"{backend} does not prove {run.optimum}, of {len(right)} as good"
        verdict = verify(model, backend, time_limit=seconds) if with_verdict else None
    except Unsupported as error:
        tally["declined"] += 1
        return None if "use another backend" in str(error) else f"no way out is named: {error}"
    except BackendError as error:
        return f"{backend} fails: {error}"
    tally["checks"] += 1 + with_verdict
    if not run.exhausted:
        return f"{backend} stopped by {run.stopped_by} after {len(solutions)} of {len(right)}"
    if len(set(solutions)) != len(solutions):
        return (
            f"{backend} repeats solutions: {len(solutions)}, of which {len(set(solutions))} differ"
        )
    if set(solutions) != right:
        return f"{backend} finds {quantity(len(solutions), 'solution')}, brute force {len(right)}"
    expected = ("none", "unique", "multiple")[min(len(right), 2)]
    if verdict is not None and verdict.uniqueness.value != expected:
        return f"{backend} verifies {verdict.uniqueness.value}, brute force {expected}"
    return None


def simpler_cases(case: Case) -> list[Case]:
    """Return the case with one backend, without each constraint, without narrowed domains, or
    without an option."""
    model, backend = model_from_json(case["model"]), case["backend"]
    domains = dict(model.structure.domains)
    parts = list(model.constraints)
    models = [
        Model(domains, parts[:i] + parts[i + 1 :]).narrow(model.narrowed) for i in range(len(parts))
    ]
    if model.narrowed:
        models.append(Model(domains, parts))
    models += _narrower_domains(domains, parts)
    used = {name for part in parts for name in part.scope}
    used_domains = {name: domain for name, domain in domains.items() if name in used}
    if used_domains and len(used_domains) < len(domains):
        models.append(Model(used_domains, parts))
    for i, part in enumerate(parts):
        if isinstance(part, AnyOf):
            models += [
                Model(domains, [*parts[:i], *group, *parts[i + 1 :]]) for group in part.groups
            ]
    aim = model.objective
    if aim is not None:
        models += [m.with_objective(aim) for m in models if {*aim.scope} <= {*m.variables}]
    cases = [{"model": model_to_json(m), "backend": backend} for m in models]
    if " " in backend:
        return [{**case, "backend": each} for each in backend.split()] + cases
    name, _, options = backend.partition(":")
    for option in options.split(",") if options else ():
        fewer = ",".join(o for o in options.split(",") if o != option)
        cases.append({**case, "backend": f"{name}:{fewer}" if fewer else name})
    return cases


def _narrower_domains(domains: dict[str, Domain], parts: list[Constraint]) -> list[Model]:
    """With each value of each domain left out."""
    return [
        Model({**domains, name: Domain.of(v for v in domain if v != out)}, parts)
        for name, domain in domains.items()
        if len(domain) > 1
        for out in domain
    ]


CAMPAIGN = Campaign("models", make, judge, simpler_cases, weight=100)
