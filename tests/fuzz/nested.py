"""Every primitive and global with odd parts, nested in logic and sums, against its second meaning.

Cases are tiny, so that many are judged in a second: accepting states without arcs, dead states,
gaps, indices outside, empty tables, variables listed twice, domains of one value or none.  The
limits from which on logic is encoded without tables are lowered at random, so that tiny models are
encoded in all ways.  The judge is ``tests.fuzz.meanings``.

>>> from random import Random
>>> sorted(make(Random(5)))
['backend', 'limits', 'model']
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from itertools import product
from random import Random
from typing import Any

from nonet.backends import available_backends
from nonet.errors import ModelError
from nonet.model.json import model_from_json
from tests.fuzz.campaign_type import Campaign, Case, Tally
from tests.fuzz.constraint_maker import ConstraintMaker
from tests.fuzz.meanings import Entry, holds
from tests.fuzz.solution_sets import solution_set_error

MAX_SECONDS = 60.0
"""Seconds after which a backend is thought to have no answer to so small a model."""

BACKENDS = ("native", "native", "sat", "cpsat")
"""Drawn from: the quickest twice."""

LIMITS: Mapping[str, str] = {
    "MOST_TRUTH_ROWS": "expressions.encoding",
    "MOST_MISSING_TUPLES": "expressions.encoding",
    "MOST_ROWS": "constraints.operation_result",
    "FEW": "expressions.affine",
}
"""Limits of ``nonet.model``, each with its module."""


def make(random: Random) -> Case:
    """Return a model of up to four variables and three constraints, a backend, and limits."""
    domains = {}
    for name in "abcd"[: random.choice((1, 2, 2, 3, 3, 3, 4))]:
        low = random.choice((0, 0, 0, 1, -1, random.randint(-3, 4)))
        most = random.choice((1, 2, 3, 3)) if name == "d" else random.choice((1, 2, 3, 3, 4))
        domains[name] = sorted(random.sample(range(low, low + most + 1), most))
    maker = ConstraintMaker(random, list(domains))
    document = {
        "nonet": "model",
        "version": 1,
        "domains": domains,
        "constraints": [maker.constraint(3) for _ in range(random.choice((1, 1, 1, 2, 3)))],
    }
    if random.random() < 0.1:
        name = random.choice(list(domains))
        document["narrowed"] = {name: [v for v in domains[name] if random.random() < 0.6]}
    limits = {name: random.choice((0, 4)) for name in LIMITS if random.random() < 0.3}
    return {"model": document, "backend": random.choice(BACKENDS), "limits": limits}


# -- judging -------------------------------------------------------------------------------------

KNOWN_REFUSALS = ("listed twice", "speaks of no variable", "there twice")
"""Words of errors that a random document may deserve."""


def judge(case: Case, tally: Tally) -> str | None:
    """Fail if ``holds`` or a backend differs from the second meaning on any assignment."""
    document, backend = case["model"], case["backend"]
    try:
        model = model_from_json(json.dumps(document))
    except ModelError as error:
        tally["refused"] += 1
        return (
            None
            if any(refusal in str(error) for refusal in KNOWN_REFUSALS)
            else f"refused: {error}"
        )
    right = set()
    domains, narrowed = document["domains"], document.get("narrowed", {})
    for row in product(*domains.values()):
        values = dict(zip(domains, row, strict=True))
        says = [holds(entry, values) for entry in document["constraints"]]
        for constraint, meant in zip(model.constraints, says, strict=True):
            if constraint.holds(values) is not meant:
                return f"holds says {not meant} of {values}: {type(constraint).__name__}"
        if all(says) and all(values[name] in held for name, held in narrowed.items()):
            right.add(row)
    tally["models"] += 1
    if backend not in {installed.name for installed in available_backends()}:
        backend = "native"
    tally[f"checks by {backend}"] += 1
    with lowered_limits(case["limits"]):
        return solution_set_error(model, backend, right, tally, time_limit=MAX_SECONDS)


@contextmanager
def lowered_limits(limits: Mapping[str, int]) -> Iterator[None]:
    """Other limits of encoding expressions and logic, meanwhile."""
    modules = {name: import_module(f"nonet.model.{LIMITS[name]}") for name in limits}
    before = {name: getattr(module, name) for name, module in modules.items()}
    try:
        for name, module in modules.items():
            setattr(module, name, limits[name])
        yield
    finally:
        for name, module in modules.items():
            setattr(module, name, before[name])


def simpler_cases(case: Case) -> list[Case]:
    """Return the case without a constraint, value or limit, or with a part of a constraint."""
    document, cases = case["model"], []
    entries = document["constraints"]
    for i, entry in enumerate(entries):
        inside = [[part] for part in _parts(entry)]
        for instead in ([], *inside):
            fewer = [*entries[:i], *instead, *entries[i + 1 :]]
            cases.append({**case, "model": {**document, "constraints": fewer}})
    for name, values in document["domains"].items():
        for out in values if len(values) > 1 else ():
            domains = {**document["domains"], name: [v for v in values if v != out]}
            cases.append({**case, "model": {**document, "domains": domains}})
    if "narrowed" in document:
        without = {key: value for key, value in document.items() if key != "narrowed"}
        cases.append({**case, "model": without})
    for name in case["limits"]:
        limits = {key: value for key, value in case["limits"].items() if key != name}
        cases.append({**case, "limits": limits})
    return cases


def _parts(entry: Any) -> Iterator[Entry]:
    """The constraints directly inside an entry."""
    for value in entry.values() if isinstance(entry, dict) else entry:
        if isinstance(value, dict) and "type" in value:
            yield value
        elif isinstance(value, dict | list):
            yield from _parts(value)


CAMPAIGN = Campaign("nested", make, judge, simpler_cases, weight=300)
