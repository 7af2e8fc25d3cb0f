"""Lines that are compared: what their filter takes.

Brute force judges that it takes no more than it may, the native engine that it takes enough.
"""

from __future__ import annotations

import random

import numpy as np
import pytest

import nonet
from nonet import AllDifferent, Model
from nonet.backends.lockstep.kernel import kernel_for
from nonet.backends.lockstep.layouts.records import ComparedLine, ComparisonCell, pack_comparison
from nonet.backends.native.filters import Levels
from nonet.backends.native.teaching_engine import TeachingEngine
from nonet.model import LineComparison, primitives_of
from nonet.testing.brute import brute_force
from tests.backends.lockstep.sweeps import LANES, sweep_filter

VALUES = (1, 2, 3, 4)
NAMES = ("first", "a", "b", "c", "d", "answer")
"""The one line is first, a, c, the other b and d after a first cell that is not told."""


def comparison_constraint(begins: int, ties: bool) -> LineComparison:
    return LineComparison(("a", "c"), ("b", "d"), "answer", ties, "first", begins)


def sweep_scopes(record: list[int], scopes):
    """What a sweep leaves of each scope, and whether it is contradictory."""
    for first in range(0, len(scopes), LANES):
        part = scopes[first : first + LANES]
        masks = [[sum(1 << v for v in scope[name]) for scope in part] for name in NAMES]
        swept = sweep_filter("comparisons", record, 5, np.array(masks, np.uint16))
        for lane, column in enumerate(swept.masks.T.tolist()):
            remaining = [{v for v in range(5) if mask >> v & 1} for mask in column]
            yield dict(zip(NAMES, remaining, strict=True)), bool(swept.bad >> lane & 1)


@pytest.mark.parametrize("ties", [True, False])
@pytest.mark.parametrize("begins", VALUES)
def test_a_comparison_takes_what_no_line_that_differs_has_and_no_less_than_native(begins, ties):
    draw = random.Random(f"{begins} {ties}")
    rule = comparison_constraint(begins, ties)
    line = ComparedLine(0, (1, 3), (2, 4), ties)
    record = pack_comparison(ComparisonCell(5, 1 << begins, (1, 2)), [line], None)
    lines = [AllDifferent(("first", "a", "c")), AllDifferent(("b", "d"))]
    domains = {**dict.fromkeys(NAMES, VALUES), "answer": (0, 1)}
    with_lines = Model(domains, [*lines, rule])
    alone = Model(domains, primitives_of(rule, with_lines.structure.domains))
    assert len(kernel_for(with_lines.structure).geometry.records.comparisons)
    engine = TeachingEngine(alone.structure, Levels(level="gac"))
    scopes = [
        {n: set(draw.sample(domains[n], draw.randint(1, len(domains[n])))) for n in NAMES}
        for _ in range(4 * LANES)
    ]
    for scope, (remaining, bad) in zip(scopes, sweep_scopes(record, scopes), strict=True):
        supported = brute_force(with_lines.narrow(scope))
        assert not (bad and supported)
        for place, name in enumerate(NAMES):
            assert {row[place] for row in supported} <= remaining[name] <= scope[name]
        engine.reset(alone.narrow(scope).narrowed)
        if not engine.propagate():
            assert bad
        elif not bad:
            assert all(
                remaining[name] <= set(native_values)
                for name, native_values in engine.domains().items()
            )
        if all(len(values) == 1 for values in scope.values()):
            fixed = {name: min(values) for name, values in scope.items()}
            if all(each.holds(fixed) for each in lines):
                assert bad != rule.holds(fixed)


@pytest.mark.parametrize("base", [1, -64, -(10**18)])
def test_values_that_neither_0_nor_1_is_among_are_no_comparison(base):
    """A mask of the answers 0 and 1 would have 10**18 bits."""
    rule = LineComparison(("a",), ("b",), "x", True, "f", base)
    model = Model(dict.fromkeys("abfx", range(base, base + 3)), [AllDifferent(("f", "a")), rule])
    assert not len(kernel_for(model.structure).geometry.records.comparisons)


@pytest.mark.parametrize("number", range(6))
def test_full_ranks_have_the_solutions_that_native_finds(number):
    draw = random.Random(number)
    ties = draw.choice(("none", "only-unclued", "any"))
    sides = [f"R{k}C0" for k in range(1, 5)] + [f"R0C{k}" for k in range(1, 5)]
    sides += [f"R{k}C5" for k in range(1, 5)] + [f"R5C{k}" for k in range(1, 5)]
    rules = [
        nonet.make_rule("full-rank", clue=clue, rank=rank, ties=ties)
        for clue, rank in zip(draw.sample(sides, 2), draw.sample(range(1, 17), 2), strict=True)
    ]
    model = nonet.parse("." * 16).with_rules(*rules).model()
    assert len(kernel_for(nonet.parse("." * 16).with_rules(rules[0]).model().structure).names) > 16
    counts = [nonet.count_solutions(model, backend).number for backend in ("native", "lockstep")]
    assert counts[0] == counts[1]


def test_of_a_side_on_which_one_line_begins_so_one_must_say_what_is_said():
    """Two lines may begin with 1, and neither is less than the other: so the answer is no."""
    names = (*"abcdefgh", "answer")
    first, second, other = ("a", "c", "d"), ("b", "e", "f"), ("g", "h")
    rules = [
        LineComparison(line[1:], other, "answer", True, line[0], 1) for line in (first, second)
    ]
    units = [AllDifferent(each) for each in (first, second, other, ("a", "b", "x"))]
    domains = dict.fromkeys((*names, "x"), (1, 2, 3)) | {"answer": (0, 1)}
    model = Model(domains, [*units, *rules])
    narrowed = model.narrow({"g": [2], "c": [3], "e": [3], "x": [2, 3], "answer": [1]})
    run = nonet.solve(narrowed, "lockstep")
    assert not run.solutions and not brute_force(narrowed)
    assert run.stats["guesses"] == 0
    solutions = {tuple(each.values()) for each in nonet.iter_solutions(model, "lockstep")}
    assert solutions == brute_force(model)
