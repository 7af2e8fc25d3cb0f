"""The consistency a filter claims is the consistency it reaches, judged by brute force."""

from itertools import product

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from nonet.backends.native.engine import Engine
from nonet.backends.native.filters import Levels, filter_factory
from nonet.testing.brute import brute_force
from nonet.testing.strategies import (
    all_differents,
    any_ofs,
    counts,
    elements,
    linears,
    regulars,
    tables,
)
from tests.backends.native.filtering import (
    cumulatives,
    elements_over_different_variables,
    filtered,
    of_one_constraint,
    precedences,
    supported,
)


@pytest.mark.slow(0.05)
@pytest.mark.parametrize(
    "kind", [all_differents, linears, tables, regulars, counts, elements, any_ofs, cumulatives]
)
@given(data=st.data(), alldifferent=st.sampled_from(["naked", "hidden", "gac"]),
       linear=st.sampled_from(["bounds", "gac"]))  # fmt: skip
def test_no_filter_removes_a_supported_value_at_any_level(kind, data, alldifferent, linear):
    model = data.draw(of_one_constraint(kind))
    remaining, needed = filtered(model, Levels(alldifferent, linear)), supported(model)
    if needed is not None:
        assert remaining is not None
        assert all(needed[name] <= remaining[name] for name in needed)


EXACT = Levels(alldifferent="gac", linear="gac")


@pytest.mark.slow(0.2)
@pytest.mark.parametrize(
    "models",
    [
        of_one_constraint(all_differents),
        of_one_constraint(linears),
        of_one_constraint(tables),
        of_one_constraint(regulars),
        elements_over_different_variables(),
        of_one_constraint(precedences),
    ],
    ids=["AllDifferent", "Linear", "Table", "Regular", "Element", "Precedence"],
)
@given(data=st.data())
def test_at_every_node_of_a_search_exactly_the_supported_values_are_kept(models, data):
    """What a filter keeps from one call to the next must be right after guesses and steps back."""
    model = data.draw(models)
    scope = model.constraints[0].scope
    assume(len(set(scope)) == len(scope))
    engine, solutions = Engine(model.structure, filter_factory(EXACT)), brute_force(model)
    guess = data.draw(st.randoms(use_true_random=False))
    nodes_left = 60  # nodes

    def remaining_solutions():
        """The solutions in the present domains."""
        now = [set(engine.domain(x)) for x in range(len(engine.names))]
        return [s for s in solutions if all(v in d for v, d in zip(s, now, strict=True))]

    def visit_node():
        nonlocal nodes_left
        nodes_left -= 1
        known = remaining_solutions()
        assert engine.propagate() == bool(known)
        if not known:
            return
        now = [set(engine.domain(x)) for x in range(len(engine.names))]
        assert now == [set(values) for values in zip(*known, strict=True)]
        open_ = [x for x, mask in enumerate(engine.masks) if mask & (mask - 1)]
        if open_:
            x = guess.choice(open_)
            places = [
                1 << i for i in range(engine.masks[x].bit_length()) if engine.masks[x] >> i & 1
            ]
            for bit in guess.sample(places, len(places)):
                if nodes_left > 0:
                    mark = engine.mark()
                    engine.assign(x, bit)
                    visit_node()
                    engine.undo(mark)

    engine.reset(model.narrowed)
    visit_node()


@given(data=st.data())
def test_undoing_gives_back_the_domains_before(data):
    model = data.draw(of_one_constraint(all_differents))
    engine = Engine(model.structure, filter_factory())
    if not engine.propagate():
        return
    before, mark = list(engine.masks), engine.mark()
    for x, value in product(range(len(engine.names)), range(9)):
        if engine.masks[x] >> value & 1 and engine.masks[x] & (engine.masks[x] - 1):
            engine.assign(x, 1 << value)
            engine.propagate()
            engine.undo(mark)
            assert engine.masks == before
