"""Random models and puzzles: as small as promised, of every shape, and the same for a seed."""

from math import prod
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nonet.model import AnyOf, Linear
from nonet.testing import strategies
from nonet.testing.brute import brute_force

MANY = settings(max_examples=60, deadline=None, derandomize=True)


def drawn(strategy, number=200):
    """Many draws, a seed each."""
    seen = []

    @settings(max_examples=number, deadline=None, derandomize=True)
    @given(strategy)
    def draw(value):
        seen.append(value)

    draw()
    return seen


def nested(constraint):
    """A constraint and all that stand inside it."""
    yield constraint
    for group in constraint.groups if isinstance(constraint, AnyOf) else ():
        for each in group:
            yield from nested(each)


@pytest.mark.parametrize("kind", [*strategies.CONSTRAINT_MAKERS, *strategies.BESIDE, "AnyOf"])
def test_models_of_one_primitive_have_no_other_at_the_top(kind):
    models = drawn(strategies.models(constraint_type=kind), 60)
    assert {type(each).__name__ for model in models for each in model.constraints} == {kind}
    assert {len(model.constraints) for model in models} == set(range(5))


def test_models_are_few_enough_for_brute_force_and_have_every_shape():
    models = drawn(strategies.models())
    kinds, sizes, negative, holes, narrowed = set(), set(), False, False, False
    for model in models:
        assert prod(map(len, model.structure.domains.values())) <= 4**5
        sizes.add(len(model.variables))
        for domain in model.structure.domains.values():
            negative |= min(domain) < 0
            holes |= max(domain) - min(domain) >= len(domain)
        for name, domain in model.narrowed.items():
            narrowed |= len(domain) == 0
            assert set(domain) <= set(model.structure.domains[name])
        kinds |= {type(x).__name__ for each in model.constraints for x in nested(each)}
    assert kinds == {*strategies.CONSTRAINT_MAKERS, "AnyOf"}
    assert sizes == set(range(1, 6)) and negative and holes and narrowed
    solved = [len(brute_force(model)) for model in models]
    assert 0 in solved and max(solved) > 1
    depths = {isinstance(x, AnyOf) for m in models for c in m.constraints for x in [*nested(c)][1:]}
    assert depths == {True, False}


def test_a_seed_draws_the_same_model_again():
    def draw(seed):
        return strategies._model(Random(seed), None, strategies.SMALL_NUMBERS)

    assert draw(5) == draw(5) != draw(6)


def test_large_numbers_are_far_apart_and_their_coefficients_beyond_64_bits():
    models = drawn(strategies.models("Linear", strategies.large_numbers()), 300)
    linears = [each for model in models for each in model.constraints]
    assert max(abs(c) for each in linears for c in each.coefficients) >= 10**18
    assert {c > 0 for each in linears for c in each.coefficients} == {True, False}
    domains = [domain for model in models for domain in model.structure.domains.values()]
    assert max(map(max, domains)) >= 10**18 and min(map(min, domains)) <= -(10**12)
    assert any(max(domain) - min(domain) < 20 for domain in domains)


def test_sums_of_large_numbers_are_compared_with_numbers_that_can_matter():
    models = drawn(strategies.large_sums(), 300)
    numbers = {"none": 0, "some": 0, "all": 0}
    for model in models:
        assert len(model.variables) <= 4 and 1 <= len(model.constraints) <= 3
        solutions = len(brute_force(model))
        every = prod(map(len, model.domains.values()))
        numbers["none" if not solutions else "all" if solutions == every else "some"] += 1
    assert min(numbers.values()) > 10
    linears = [x for m in models for c in m.constraints for x in nested(c) if type(x) is Linear]
    assert {each.op for each in linears} == set(strategies.COMPARISONS)
    assert max(abs(c) for each in linears for c in each.coefficients) > 10**15


@MANY
@given(strategies.puzzles(), st.data())
def test_clues_of_random_puzzles_do_not_clash_and_puzzles_have_three_sizes(puzzle, data):
    assert not puzzle.clashes()
    assert puzzle.grid.size in (4, 6, 9) and len(puzzle.clues) <= 3 * puzzle.grid.size
    four = data.draw(strategies.puzzles(sizes=(4,)))
    assert four.grid.size == 4


@MANY
@given(strategies.name_subsets(["a", "b", "c"], 2, 3))
def test_names_are_drawn_with_repeats_as_many_as_asked_for(names):
    assert 2 <= len(names) <= 3 and set(names) <= {"a", "b", "c"}
