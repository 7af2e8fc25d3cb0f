"""The outcomes of small models and of the rules' examples, by each fast backend."""

from functools import cache

import nonet
from nonet.model import Model
from nonet.puzzle.examples import example_puzzle
from tests.backends.native import runs
from tests.cases import shipped_rules

BACKENDS = ("lockstep", "sat", "sat:amo=sequential,sums=counters", "cover", "python-constraint")
OF_SMALL_MODELS = ("cover", "python-constraint")


@cache
def models() -> dict[str, Model]:
    """Small models of every constraint, and the example of each rule."""
    examples = {
        f"rule {name}": example_puzzle(rule, rule.examples[0]).model()
        for name, rule in sorted(shipped_rules().items())
    }
    return {**dict(runs.models()), **examples}


@cache
def outcomes() -> list[tuple[str, str, nonet.Outcome | None]]:
    """The outcome of each model by each backend; ``None`` where the backend declines."""
    result: list[tuple[str, str, nonet.Outcome | None]] = []
    for name, model in models().items():
        for backend in BACKENDS:
            if name.startswith("rule ") and backend in OF_SMALL_MODELS:
                continue
            try:
                result.append((name, backend, nonet.solve(model, backend, limit=100)))
            except nonet.errors.Unsupported:
                result.append((name, backend, None))
    return result
