"""Lines that are compared: which automata say so, and what their filter takes.

Brute force judges that it takes no more than it may, the native engine that it takes enough.
"""

from __future__ import annotations

import random
from itertools import product

import numpy as np
import pytest

import nonet
from nonet import AllDifferent, Model, Regular
from nonet.backends.lockstep import cached_encodings
from nonet.backends.lockstep.kernel import kernel_for
from nonet.backends.lockstep.layouts.records import ComparedLine, ComparisonCell, pack_comparison
from nonet.backends.native.filters import Levels
from nonet.backends.native.teaching_engine import TeachingEngine
from nonet.model import Automaton
from nonet.puzzle.rules.full_rank import _conditional_less_automaton
from nonet.testing.brute import brute_force
from tests.backends.lockstep.sweeps import LANES, sweep_filter

VALUES = (1, 2, 3, 4)
NAMES = ("first", "a", "b", "c", "d", "answer")
"""The one line is first, a, c, the other b and d after a first cell that is not told."""


def comparison_constraint(begins: int, ties: str) -> Regular:
    return Regular(NAMES, _conditional_less_automaton(VALUES, begins, len(NAMES), ties))


def sweep_scopes(record: list[int], scopes):
    """What a sweep leaves of each scope, and whether it is contradictory."""
    for first in range(0, len(scopes), LANES):
        part = scopes[first : first + LANES]
        masks = [[sum(1 << v for v in scope[name]) for scope in part] for name in NAMES]
        swept = sweep_filter("comparisons", record, 5, np.array(masks, np.uint16))
        for lane, column in enumerate(swept.masks.T.tolist()):
            remaining = [{v for v in range(5) if mask >> v & 1} for mask in column]
            yield dict(zip(NAMES, remaining, strict=True)), bool(swept.bad >> lane & 1)


@pytest.mark.parametrize("ties", ["any", "only-unclued"])
@pytest.mark.parametrize("begins", VALUES)
def test_a_comparison_takes_what_no_line_that_differs_has_and_no_less_than_native(begins, ties):
    draw = random.Random(f"{begins} {ties}")
    rule = comparison_constraint(begins, ties)
    comparison = cached_encodings.recognise(rule.automaton, 0, 0b11110, len(NAMES))
    assert comparison == cached_encodings.Comparison(1 << begins, (1, 2), ties == "any")
    line = ComparedLine(0, (1, 3), (2, 4), comparison.ties_are_no)
    record = pack_comparison(
        ComparisonCell(5, comparison.initial_values, comparison.answers), [line], None
    )
    lines = [AllDifferent(("first", "a", "c")), AllDifferent(("b", "d"))]
    domains = {**dict.fromkeys(NAMES, VALUES), "answer": (0, 1)}
    alone, with_lines = Model(domains, [rule]), Model(domains, [*lines, rule])
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


def test_an_automaton_with_a_move_less_is_no_comparison():
    """Unless it never makes that move."""
    automaton, declined = comparison_constraint(2, "any").automaton, 0
    accepted_words = [word for word in product(*[VALUES] * 5, (0, 1)) if automaton.accepts(word)]
    draw = random.Random(0)
    for number in draw.sample(range(len(automaton.transitions)), 30):
        arcs = list(automaton.transitions)
        del arcs[number]
        less = Automaton(automaton.start, automaton.accepting, arcs)
        taken = cached_encodings.recognise(less, 0, 0b11110, len(NAMES)) is not None
        assert taken == all(map(less.accepts, accepted_words))
        declined += not taken
    assert declined


@pytest.mark.parametrize("base", [1, -64, -(10**18)])
def test_values_that_neither_0_nor_1_is_among_are_no_comparison(base):
    """A mask of the answers 0 and 1 would have 10**18 bits."""
    automaton = Automaton(0, {0}, [(0, base + value, 0) for value in range(3)])
    assert cached_encodings.recognise(automaton, base, 0b111, 4) is None


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
    counts = [nonet.count(model, backend).number for backend in ("native", "lockstep")]
    assert counts[0] == counts[1]


def test_of_a_side_on_which_one_line_begins_so_one_must_say_what_is_said():
    """Two lines may begin with 1, and neither is less than the other: so the answer is no."""
    names = (*"abcdefgh", "answer")
    first, second, other = ("a", "c", "d"), ("b", "e", "f"), ("g", "h")
    rules = [
        Regular(
            (line[0], line[1], other[0], line[2], other[1], "answer"),
            _conditional_less_automaton((1, 2, 3), 1, 6, "any"),
        )
        for line in (first, second)
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
