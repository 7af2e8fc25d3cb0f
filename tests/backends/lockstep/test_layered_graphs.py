"""What automata say to the filters of lanes: sandwiches, lunchboxes, sums and counts.

Brute force judges what they take, and the native engine's filters what they leave.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import permutations

import numpy as np
import pytest

import nonet
from nonet import AllDifferent, Model
from nonet.backends.lockstep import cached_encodings
from nonet.backends.lockstep.kernel import kernel_for
from nonet.backends.lockstep.layouts.records import (
    Filling,
    pack_equal_counts,
    pack_sandwich,
    pack_sum,
)
from nonet.backends.native.filters import Levels
from nonet.backends.native.teaching_engine import TeachingEngine
from nonet.model import (
    AnyOf,
    Automaton,
    Constraint,
    Domain,
    EnclosedSum,
    EqualCounts,
    LeadingSum,
    Regular,
    SumBetween,
    primitives_of,
)
from nonet.testing.brute import brute_force
from tests.backends.lockstep.sweeps import LANES, sweep_filter

VALUES = tuple(range(1, 8))


def sweep_scopes(kind: str, record: list[int], scopes: Sequence[dict[str, set[int]]]):
    """What one sweep leaves of each scope (values from 1), and whether it is contradictory."""
    names = list(scopes[0])
    results = []
    for first in range(0, len(scopes), LANES):
        part = scopes[first : first + LANES]
        masks = [[sum(1 << v - 1 for v in scope[n]) for scope in part] for n in names]
        swept = sweep_filter(kind, record, len(VALUES), np.array(masks, np.uint16))
        for lane, column in enumerate(swept.masks.T.tolist()):
            remaining = {
                n: {v for v in VALUES if m >> v - 1 & 1} for n, m in zip(names, column, strict=True)
            }
            results.append((remaining, bool(swept.bad >> lane & 1)))
    return results


def native(model: Model, scope: dict[str, set[int]]) -> dict[str, set[int]]:
    """What the native engine leaves, without search, at generalised arc consistency."""
    engine = TeachingEngine(model.structure, Levels(level="gac"))
    engine.reset(model.narrow(scope).narrowed)
    if not engine.propagate():
        return {name: set() for name in scope}
    return {name: set(domain) for name, domain in engine.domains().items()}


def scopes_of(draw: random.Random, names: Sequence[str], number: int) -> list[dict[str, set[int]]]:
    """Candidates of cells around a word of different values, so that many can be filled."""
    scopes = []
    for _ in range(number):
        word = draw.sample(VALUES, len(names))
        more = draw.choice((0, 1, 2, 3, 4))
        scopes.append(
            {n: {v, *draw.sample(VALUES, more)} for n, v in zip(names, word, strict=True)}
        )
    return scopes


def candidates_left(
    kind: str, record: list[int], constraint: Constraint, draw: random.Random
) -> tuple[int, int]:
    """How many candidates the sweep leaves, and the native filter; no solution may be lost."""
    names = constraint.scope
    alone = Model(dict.fromkeys(names, VALUES), [constraint])
    different = Model(dict.fromkeys(names, VALUES), [AllDifferent(names), constraint])
    scopes = scopes_of(draw, names, 2 * LANES)
    by_sweep = by_native = 0
    for scope, (remaining, bad) in zip(scopes, sweep_scopes(kind, record, scopes), strict=True):
        supported = brute_force(different.narrow(scope))
        for place, name in enumerate(names):
            values = {row[place] for row in supported}
            assert values <= remaining[name] <= scope[name]
        if all(len(values) == 1 for values in scope.values()):
            assert bad != bool(supported)
        assert not (bad and supported)
        by_sweep += sum(map(len, remaining.values())) if not bad else 0
        by_native += sum(map(len, native(alone, scope).values()))
    return by_sweep, by_native


@pytest.mark.slow(0.5)
@pytest.mark.parametrize("total", [0, 5, 20])
def test_a_sandwich_takes_what_no_set_between_allows(total):
    draw = random.Random(total)
    names = tuple("abcdefg")
    constraint = EnclosedSum(names, (1, 7), total)
    fillings = cached_encodings.sandwich_fillings(1, 0b111_1111, (1, 7), len(names), total)
    assert words_of(fillings, len(names)) == {
        word
        for word in permutations(VALUES, len(names))
        if constraint.holds(dict(zip(names, word, strict=True)))
    }
    record = pack_sandwich(range(len(names)), fillings)
    (regular,) = primitives_of(constraint, dict.fromkeys(names, Domain.of(VALUES)))
    by_sweep, by_native = candidates_left("sandwiches", record, regular, draw)
    assert by_sweep <= by_native, (by_sweep, by_native)


def words_of(fillings: Sequence[Filling], length: int) -> set[tuple[int, ...]]:
    """The words of different values that fillings allow."""
    result = set()
    for word in permutations(VALUES, length):
        for low, high, between, outside in fillings:
            bits = [1 << value - 1 for value in word]
            if low in bits and high in bits:
                i, j = sorted((bits.index(low), bits.index(high)))
                if sum(bits[i + 1 : j]) == between and not sum(bits[:i] + bits[j + 1 :]) & ~outside:
                    result.add(word)
    return result


@pytest.mark.slow(0.2)
@pytest.mark.parametrize(("length", "total"), [(3, 0), (4, 7), (5, 9), (6, 15)])
def test_a_lunchbox_is_a_sandwich_between_its_least_and_its_greatest_value(length, total):
    draw = random.Random(10 * length + total)
    names = tuple("abcdef"[:length])
    constraint = SumBetween(names, total).as_any_of
    fillings = cached_encodings.sandwich_fillings(1, 0b111_1111, None, length, total)
    record = pack_sandwich([constraint.scope.index(name) for name in names], fillings)
    by_sweep, by_native = candidates_left("sandwiches", record, constraint, draw)
    # that a value fixed between is no other cell's is left to the units
    assert by_sweep <= 1.1 * by_native, (by_sweep, by_native)


def test_a_lunchbox_is_given_to_the_kernel_unless_its_cells_may_be_alike():
    names = tuple("abcde")
    sum_between, domains = SumBetween(names, 9), dict.fromkeys(names, VALUES)
    records = kernel_for(Model(domains, [AllDifferent(names), sum_between]).structure).geometry
    assert len(records.records.sandwiches)
    assert not len(records.choices)
    alike = Model(domains, [AllDifferent(names[:3]), sum_between])
    assert len(kernel_for(alike.structure).geometry.choices)
    within = Model(domains, [AllDifferent(names), AnyOf(((sum_between,), (SumBetween(names, 3),)))])
    for model in (alike, within, Model(domains, [AllDifferent(names), sum_between])):
        solutions = nonet.iter_solutions(model, "lockstep")
        assert {tuple(each[n] for n in names) for each in solutions} == brute_force(model)


@pytest.mark.parametrize("half", [2, 3])
def test_as_many_in_one_group_as_in_the_other_is_encoded_by_counts(half):
    draw = random.Random(10 * half)
    names = tuple("abcdef"[: 2 * half])
    constraint = EqualCounts(names[:half], names[half:], 3)
    record = pack_equal_counts(range(half), range(half, 2 * half), 1 << 2)
    alone = Model(dict.fromkeys(names, VALUES), [constraint])
    regular = primitives_of(constraint, alone.structure.domains)
    lowered = Model(alone.structure.domains, regular)
    scopes = scopes_of(draw, names, 2 * LANES)
    for scope, (remaining, bad) in zip(scopes, sweep_scopes("counts", record, scopes), strict=True):
        native_values = native(lowered, scope)
        assert bad != all(native_values.values())
        assert bad or remaining == native_values
    short = Model(dict.fromkeys(names, (1, 3, 5)), [constraint])
    assert len(kernel_for(short.structure).geometry.records.counts)
    solutions = {tuple(each.values()) for each in nonet.iter_solutions(short, "lockstep")}
    assert solutions == brute_force(short)


@pytest.mark.parametrize("number", range(4))
def test_sets_of_an_automaton_take_what_none_of_them_allows(number):
    """Sums modulo something, in any order, by the filter of sums."""
    draw = random.Random(number)
    modulus, names = draw.randint(2, 5), tuple("abcde"[: draw.randint(3, 5)])
    weight = {value: draw.randrange(modulus) for value in VALUES}
    arcs = [(s, v, (s + weight[v]) % modulus) for s in range(modulus) for v in weight]
    automaton = Automaton(0, {draw.randrange(modulus)}, arcs)
    sets = cached_encodings.automaton_sets(automaton, 1, 0b111_1111, len(names))
    assert sets is not None
    record = pack_sum(range(len(names)), sets, [])
    by_sweep, by_native = candidates_left("sums", record, Regular(names, automaton), draw)
    assert by_sweep <= by_native, (by_sweep, by_native)


@pytest.mark.parametrize("number", range(4))
def test_leading_sums_have_the_solutions_of_brute_force(number):
    """Of cells that all differ, which are a choice, and of others; with values from below 0 too."""
    draw = random.Random(number)
    choices = 0
    for _ in range(20):
        low, names = draw.choice((-1, 0, 1, 1, 2)), tuple("abcde"[: draw.randint(2, 5)])
        values = range(low, low + len(names) + 1)
        domains = {name: draw.sample(values, draw.randint(2, len(values))) for name in names}
        scope = tuple(draw.sample(names, len(names)))
        differ = [AllDifferent(names)] if draw.random() < 0.8 else []
        model = Model(domains, [*differ, LeadingSum(scope, draw.randint(0, 12))])
        solutions = [tuple(each.values()) for each in nonet.iter_solutions(model, "lockstep")]
        assert len(solutions) == len(set(solutions))
        assert set(solutions) == brute_force(model)
        choices += bool(len(kernel_for(model.structure).geometry.choices))
    assert choices
