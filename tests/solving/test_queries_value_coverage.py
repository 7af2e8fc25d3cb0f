"""Solutions that cover all values: against all solutions of small models, and out of time."""

from __future__ import annotations

from random import Random

import pytest

from nonet.model import AllDifferent, Domain, Linear, Model
from nonet.solving import Outcome, iter_solutions, solve
from nonet.solving.queries import cover_values


def small(seed: int) -> Model:
    """Four variables of up to five values, two constraints over some of them."""
    random = Random(seed)
    names = ("a", "b", "c", "d")
    domains = {n: Domain.of(random.sample(range(6), random.randint(2, 5))) for n in names}
    total = Linear(tuple(random.sample(names, 3)), (1, 1, 1), "<=", random.randint(3, 9))
    return Model(domains, [AllDifferent(names), total])


def ask(model: Model, seconds: float | None) -> Outcome:
    return solve(model, "native", time_limit=seconds)


@pytest.mark.parametrize("seed", range(30))
def test_it_finds_what_all_solutions_have_and_says_what_none_has(seed: int) -> None:
    model = small(seed)
    domain_values = {name: set(domain) for name, domain in model.domains.items()}
    everywhere = {name: {s[name] for s in iter_solutions(model)} for name in domain_values}
    seen: dict[str, set[int]] = {name: set() for name in domain_values}
    none: dict[str, set[int]] = {name: set() for name in domain_values}
    for report in cover_values(model, model.domains, ask, lambda: None):
        assert not report.undecided
        if report.solution is not None:
            assert any(v not in seen[n] for n, v in report.solution.items()), "nothing new"
            assert model.accepts(report.solution)
        for name, value in (report.solution or {}).items():
            seen[name].add(value)
        for name, values in report.impossible.items():
            none[name] |= set(values)
    assert seen == everywhere
    assert none == {name: values - everywhere[name] for name, values in domain_values.items()}


def test_what_there_is_no_time_for_is_undecided() -> None:
    model = small(1)
    turns = iter((None, None))
    *reports, last = cover_values(model, model.domains, ask, lambda: next(turns, 0.0))
    assert last.undecided and not any(report.undecided for report in reports)
    covered = [report.solution for report in reports if report.solution]
    open_ = {(n, v) for n, domain in last.undecided.items() for v in domain}
    assert not any((n, v) in open_ for solution in covered for n, v in solution.items())
