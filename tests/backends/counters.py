"""What backends count.

The variables and clauses of ``sat`` tell how a model was encoded; the way that ``auto`` chooses is
told by the choice.  The compiled engine's guesses depend on the processor.  ``PIN=1 pytest
tests/backends/test_counters.py`` writes ``counters.txt`` anew.
"""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import nonet
from nonet.backends.auto.explanation import explain_choice
from nonet.model import Model
from nonet.puzzle.examples import example_puzzle
from tests.backends.native import runs
from tests.cases import shipped_rules

FILE = Path(__file__).with_name("counters.txt")
COUNTED = {
    "sat": ("variables", "clauses"),
    "sat:amo=sequential,sums=counters": ("variables", "clauses"),
    "cover": ("guesses",),
    "python-constraint": ("guesses",),
}
"""Backends, and those of their counters that no release of a library changes."""
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
        for backend in COUNTED:
            if name.startswith("rule ") and backend in OF_SMALL_MODELS:
                continue
            try:
                result.append((name, backend, nonet.solve(model, backend, limit=100)))
            except nonet.errors.Unsupported:
                result.append((name, backend, None))
    return result


def lines() -> Iterator[str]:
    """The counters of each model, and how ``auto`` would choose."""
    for name, backend, outcome in outcomes():
        if outcome is None:
            yield f"{name} {backend}: declined"
        else:
            counted = " ".join(f"{each} {outcome.stats.get(each)}" for each in COUNTED[backend])
            yield f"{name} {backend}: {outcome.status}, {len(outcome.solutions)}, {counted}"
    for name, model in models().items():
        for line in explain_choice(model).text_lines:
            yield runs.without_lines(f"{name} auto: {line}")
