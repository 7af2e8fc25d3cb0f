"""Random models of sums of large numbers, alone and inside ``AnyOf``.

Where a solver computes in 32 or 64 bits, or in floating point, it shows here: the
variables are few and their values small, so that brute force can judge, but
coefficients go up to ``10**15``, and sums are compared with what they just come to.
"""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import strategies as st

from nonet.model import AnyOf, Constraint, Domain, Linear, Model
from nonet.testing.strategies import comparisons, some

LITTLE = st.integers(-3, 3)


@st.composite
def large_linears(draw: st.DrawFn, names: Sequence[str]) -> Linear:
    """A comparison of a large sum with a number that it comes to, or nearly."""
    scope = draw(some(names))
    size = 10 ** draw(st.integers(4, 15))
    sizes = st.sampled_from([size, -size, 2 * size, size + 1, -size - 14, 0])
    coefficients = tuple(draw(sizes) + draw(LITTLE) for _ in scope)
    near = sum(coefficient * draw(st.integers(-3, 5)) for coefficient in coefficients)
    return Linear(tuple(scope), coefficients, draw(comparisons), near + draw(LITTLE))


@st.composite
def large_any_ofs(draw: st.DrawFn, names: Sequence[str]) -> AnyOf:
    """Groups of large sums, many over the same variables with the same coefficients."""
    linear = draw(large_linears(names))
    again = st.builds(
        lambda op, more: Linear(linear.scope, linear.coefficients, op, linear.constant + more),
        comparisons,
        LITTLE,
    )
    part = st.one_of(st.just(linear), again, large_linears(names))
    group = st.lists(part, min_size=1, max_size=2).map(tuple)
    return AnyOf(tuple(draw(st.lists(group, min_size=2, max_size=3))))


@st.composite
def large_sums(draw: st.DrawFn) -> Model:
    """A model of up to three such constraints over up to four variables."""
    values = st.sets(st.integers(-4, 6), min_size=1, max_size=4)
    names = [f"v{i}" for i in range(draw(st.integers(1, 4)))]
    kinds: list[st.SearchStrategy[Constraint]] = [large_linears(names), large_any_ofs(names)]
    constraints = draw(st.lists(st.one_of(kinds), min_size=1, max_size=3))
    return Model({name: Domain.of(draw(values)) for name in names}, constraints)
