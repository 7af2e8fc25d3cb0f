"""Hypothesis strategies: random small models of every primitive, and puzzles.

Models are small enough for brute force (at most ``4**5`` assignments) and
nasty on purpose: negative values, domains with holes, variables listed twice,
nested groups, models without a solution.

>>> models().example().variables[0]                         # doctest: +SKIP
'v0'
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

from hypothesis import strategies as st

from nonet.model import (
    AllDifferent,
    AnyOf,
    Automaton,
    Constraint,
    Count,
    Domain,
    Element,
    Linear,
    Model,
    Regular,
    Table,
)
from nonet.model.constraints.linear import Comparison
from nonet.puzzle import Grid, Puzzle

values = st.integers(-3, 5)
comparisons: st.SearchStrategy[Comparison] = st.sampled_from(get_args(Comparison))


@st.composite
def domains(draw: st.DrawFn) -> dict[str, Domain]:
    """One to five variables of one to four values each."""
    names = [f"v{i}" for i in range(draw(st.integers(1, 5)))]
    return {name: Domain.of(draw(st.sets(values, min_size=1, max_size=4))) for name in names}


def some(names: Sequence[str], least: int = 1, most: int = 4) -> st.SearchStrategy[list[str]]:
    """Some of the names, in any order, repeats allowed."""
    return st.lists(st.sampled_from(list(names)), min_size=least, max_size=most)


@st.composite
def all_differents(draw: st.DrawFn, names: Sequence[str]) -> AllDifferent:
    """AllDifferent over some of the names."""
    return AllDifferent(tuple(dict.fromkeys(draw(some(names)))))


@st.composite
def linears(draw: st.DrawFn, names: Sequence[str]) -> Linear:
    """A linear comparison with small coefficients of either sign."""
    scope = draw(some(names))
    coefficients = tuple(draw(st.integers(-3, 3)) for _ in scope)
    return Linear(tuple(scope), coefficients, draw(comparisons), draw(st.integers(-8, 8)))


@st.composite
def tables(draw: st.DrawFn, names: Sequence[str]) -> Table:
    """A table of up to twelve tuples, some of them outside the domains."""
    scope = draw(some(names, most=3))
    rows = draw(st.sets(st.tuples(*[values for _ in scope]), max_size=12))
    return Table(tuple(scope), frozenset(rows))


@st.composite
def regulars(draw: st.DrawFn, names: Sequence[str]) -> Regular:
    """A random automaton of up to four states."""
    scope = draw(some(names))
    states = st.integers(0, draw(st.integers(0, 3)))
    arcs = draw(st.dictionaries(st.tuples(states, values), states, max_size=16))
    automaton = Automaton(draw(states), draw(st.sets(states, min_size=1)), arcs)
    return Regular(tuple(scope), automaton)


@st.composite
def counts(draw: st.DrawFn, names: Sequence[str]) -> Count:
    """A count against a constant or a variable, which may itself be counted."""
    number = draw(st.integers(-1, 4) | st.sampled_from(list(names)))
    counted = tuple(draw(some(names)))
    return Count(counted, draw(st.frozensets(values, max_size=4)), draw(comparisons), number)


@st.composite
def elements(draw: st.DrawFn, names: Sequence[str]) -> Element:
    """An element constraint; index and value may be entries of the array."""
    pick = st.sampled_from(list(names))
    return Element(tuple(draw(some(names))), draw(pick), draw(pick), draw(st.integers(-2, 2)))


def primitives(names: Sequence[str]) -> st.SearchStrategy[Constraint]:
    """Any primitive but ``AnyOf``."""
    return st.one_of(
        all_differents(names),
        linears(names),
        tables(names),
        regulars(names),
        counts(names),
        elements(names),
    )


@st.composite
def any_ofs(draw: st.DrawFn, names: Sequence[str]) -> AnyOf:
    """One to three groups of up to two constraints, which may be ``AnyOf`` again."""
    part = primitives(names)
    inner = st.lists(part, max_size=2).map(tuple)
    first = draw(st.lists(part, min_size=1, max_size=2).map(tuple))
    groups = [first, *draw(st.lists(inner, max_size=2))]
    nested = AnyOf(tuple(groups))
    if draw(st.booleans()):
        return nested
    return AnyOf(((nested, draw(part)), draw(inner)))


def constraints(names: Sequence[str]) -> st.SearchStrategy[Constraint]:
    """Any constraint."""
    return st.one_of(primitives(names), any_ofs(names))


@st.composite
def models(draw: st.DrawFn, only: str | None = None) -> Model:
    """A model of up to four constraints; ``only`` names one type to make them of."""
    made = draw(domains())
    names = list(made)
    by_name = {
        "AllDifferent": all_differents,
        "Linear": linears,
        "Table": tables,
        "Regular": regulars,
        "Count": counts,
        "Element": elements,
        "AnyOf": any_ofs,
    }
    kind = constraints(names) if only is None else by_name[only](names)
    model = Model(made, draw(st.lists(kind, max_size=4)))
    narrowed = draw(
        st.dictionaries(st.sampled_from(names), st.sets(values, max_size=4), max_size=2)
    )
    return model.narrow(narrowed)


@st.composite
def puzzles(draw: st.DrawFn, sizes: Sequence[int] = (4, 6, 9)) -> Puzzle:
    """A puzzle of random clues that do not clash; it may have any number of solutions."""
    grid = Grid.square(draw(st.sampled_from(list(sizes))))
    empty = Puzzle(grid)
    clues: dict[str, int] = {}
    for cell in draw(st.lists(st.sampled_from(grid.cells), unique=True, max_size=grid.size * 3)):
        left = set(grid.values) - {clues[peer] for peer in empty.peers[cell] if peer in clues}
        if left:
            clues[cell] = draw(st.sampled_from(sorted(left)))
    return Puzzle(grid, clues)
