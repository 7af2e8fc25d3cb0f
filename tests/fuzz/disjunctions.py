"""Models of disjunctions over arrays, tables of alternatives and optional tasks, by two backends.

Models of these kinds have ended the process of OR-Tools: the runner of the campaigns sees a worker
that dies.  A small model is judged by brute force, any other by the backend ``sat``.
"""

from __future__ import annotations

import warnings
from math import prod
from random import Random

from nonet import ModelBuilder, any_of, model_from_json, model_to_json
from nonet.errors import ModelError, Unsupported
from nonet.model import Model
from nonet.solving import solve
from nonet.testing.brute import brute_force
from tests.fuzz import models
from tests.fuzz.campaign_type import Campaign, Case, Tally

MAX_BRUTE_FORCE = 20_000
"""Most assignments of a model that brute force judges."""

MAX_SECONDS = 30.0


def links(random: Random) -> ModelBuilder:
    """Places that take the value of the place they name, and disjunctions over the same places."""
    build = ModelBuilder()
    number, highest = random.choice((3, 4, 6)), random.choice((9, 20, 50, 100))
    source = build.array("source", number, range(number + 1 + random.choice((0, 0, 3))))
    level = build.array("level", number, range(highest + 1))
    given = build.array("given", number, range(highest + 1))
    for place in range(number - 2, number):
        first, other = random.randrange(highest // 2, highest), random.randrange(number - 1)
        build.add(
            any_of(
                *[(source[place] == k) & (level[k] == given[place]) for k in range(number)],
                (source[place] == number) & (given[place] == first),
            )
        )
        if place == number - 1 or random.random() < 0.5:
            build.add(
                (source[place] >= number) | (given[place] - level[place] >= random.choice((0, 1))),
                (source[place] == other)
                | (level[place] + level[other] <= random.randrange(highest // 3, highest)),
            )
        if random.random() < 0.3:
            build.add(
                (source[place] - source[other] >= 1)
                | (level[place] >= random.randrange(highest // 2, highest))
            )
    weights = [random.choice((0, 0, 0, -1, 1)) for _ in range(2 * number)]
    aim = level[number - 1] + sum(
        weight * each for weight, each in zip(weights, [*level, *source], strict=True)
    )
    random.choice((build.maximize, build.maximize, build.minimize))(aim + given[0])
    return build


def alternatives(random: Random) -> ModelBuilder:
    """Modes of work, each with a duration and a cost from a table, and orders among the works."""
    build = ModelBuilder()
    number, modes = random.randint(2, 3), random.randint(2, 3)
    highest = random.choice((4, 9, 30))
    mode = build.array("mode", number, range(modes))
    lasts, start = (build.array(name, number, range(highest + 1)) for name in ("lasts", "start"))
    cost = build.array("cost", number, range(6))
    for work in range(number):
        rows = [(k, random.randint(0, highest), random.randint(0, 5)) for k in range(modes)]
        if random.random() < 0.4:
            build.table([mode[work], lasts[work], cost[work]], rows)
        else:
            build.add(
                any_of(
                    *[
                        (mode[work] == k) & (lasts[work] == long) & (cost[work] == price)
                        for k, long, price in rows
                    ]
                )
            )
        other = (work + 1) % number
        build.add(
            any_of(
                start[work] + lasts[work] <= start[other],
                start[other] + lasts[other] <= start[work],
                *([mode[work] == mode[other]] if random.random() < 0.5 else []),
            )
        )
        if random.random() < 0.5:
            build.add((mode[work] == 0) | (start[work] - cost[other] >= random.randint(0, 3)))
    random.choice((build.minimize, build.minimize, build.maximize))(
        sum(start) + sum(random.randint(-2, 3) * each for each in cost) + lasts[0]
    )
    return build


def optional_tasks(random: Random) -> ModelBuilder:
    """Tasks that may be left out: on one machine, on a shared resource, or as changes of a level."""
    build = ModelBuilder()
    number, latest = random.randint(2, 4), random.choice((3, 5, 9))
    start = build.array("start", number, range(latest + 1))
    present = build.array("present", number, range(2))
    lasts = [random.randint(1, 3) for _ in range(number)]
    kind = random.choice("ncrr")
    if kind == "n":
        build.no_overlap(start, lasts, present=present)
    elif kind == "c":
        needs = [random.randint(1, 2) for _ in range(number)]
        build.cumulative(start, lasts, needs, 2, present=present)
    else:
        changes = [random.choice((-2, -1, 1, 2)) for _ in range(number)]
        shown = [1 - each if random.random() < 0.4 else each for each in present]
        build.reservoir(start, changes, random.choice((-1, 0)), random.randint(0, 2), present=shown)
    for task in range(number):
        other = (task + 1) % number
        if random.random() < 0.5:
            build.add((present[task] == 0) | (start[task] + start[other] >= random.randint(1, 6)))
        if random.random() < 0.4:
            build.add(
                any_of(
                    (present[task] == 1) & (start[task] <= 2),
                    (present[other] == 1) & (start[other] - start[task] >= 1),
                    present[task] + present[other] == 0,
                )
            )
    build.add(sum(present) >= random.randint(0, number))
    if random.random() < 0.8:
        random.choice((build.minimize, build.maximize))(
            sum(random.randint(-2, 3) * each for each in present) + sum(start)
        )
    return build


def make(random: Random) -> Case:
    """Return a model of one of the three kinds."""
    kind = random.choice((links, alternatives, optional_tasks))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        while True:
            try:
                model = kind(random).model()
                break
            except ModelError:  # nothing is left in an objective
                continue
    return {"model": model_to_json(model), "backend": random.choice(("auto", "cpsat"))}


def judge(case: Case, tally: Tally) -> str | None:
    """Return how a backend's best value differs from the right one; ``None`` if it does not."""
    model = model_from_json(case["model"])
    tally["models"] += 1
    expected = _expected(model, tally)
    try:
        outcome = solve(model, case["backend"], time_limit=MAX_SECONDS)
    except Unsupported:
        tally["declined"] += 1
        return None
    best = outcome.optimum_or_none
    if not outcome.exhausted and (best is None or not best.is_proven) and outcome.stopped_by:
        tally[f"stopped by {outcome.stopped_by}"] += outcome.stopped_by != "solutions"
        if outcome.stopped_by != "solutions":
            return None
    answer = None if not outcome.solutions else 0 if best is None else best.value
    if expected is not ... and answer != expected:
        return f"{case['backend']} says {answer}, the judge {expected}"
    return None


def _expected(model: Model, tally: Tally) -> object:
    """The best value, 0 without an objective, ``None`` without a solution; ``...`` if undecided."""
    aim = model.objective
    if prod(map(len, model.domains.values())) <= MAX_BRUTE_FORCE:
        tally["brute force"] += 1
        right = brute_force(model.with_objective(None))
        if aim is None or not right:
            return 0 if right else None
        values = [aim.value(dict(zip(model.variables, each, strict=True))) for each in right]
        return min(values, key=lambda value: aim.sign * value)
    outcome = solve(model, "sat", time_limit=MAX_SECONDS)
    best = outcome.optimum_or_none
    if not outcome.solutions:
        return None if outcome.exhausted else ...
    if best is None:
        return 0
    return best.value if best.is_proven else ...


CAMPAIGN = Campaign("disjunctions", make, judge, models.simpler_cases, weight=20, seconds=120.0)
