"""Hypothesis strategies: random small models of every primitive, and puzzles.

Models are small enough for brute force (at most ``4**5`` assignments) and
nasty on purpose: negative values, domains with holes, variables listed twice,
nested groups, models without a solution.  ``models(numbers=large())`` are of the
same shapes with values far apart and coefficients to 10**18.

>>> models().example().variables[0]                         # doctest: +SKIP
'v0'
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
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


@dataclass(frozen=True)
class Numbers:
    """What a model is made of: a domain is near one of ``offsets``, as other values are;
    coefficients are near one of ``factors``."""

    offsets: tuple[int, ...] = (0,)
    factors: tuple[int, ...] = (0,)

    @property
    def values(self) -> st.SearchStrategy[int]:
        """A value near any offset."""
        return st.builds(int.__add__, st.sampled_from(self.offsets), values)

    @property
    def coefficients(self) -> st.SearchStrategy[int]:
        """A coefficient near any factor, of either sign."""
        near = st.builds(int.__add__, st.sampled_from(self.factors), st.integers(-3, 3))
        return st.builds(int.__mul__, near, st.sampled_from((1, -1)))


SMALL = Numbers()
OFFSETS = (0, 1 << 20, 10**6, -(10**9), 1 << 31, 10**12, -(10**12), 10**15, (1 << 62) - 1, 10**18)
FACTORS = (0, 14, 3 * 10**8, 10**9, 1 << 31, 10**12, (1 << 53) - 1, 1 << 62, 1 << 63, 10**18)


def large() -> st.SearchStrategy[Numbers]:
    """Numbers of which some are large: two offsets and two factors a model."""
    two = st.sampled_from
    return st.builds(
        Numbers,
        st.tuples(two(OFFSETS), two(OFFSETS)),
        st.tuples(st.just(0), two(FACTORS)),
    )


comparisons: st.SearchStrategy[Comparison] = st.sampled_from(get_args(Comparison))


@st.composite
def domains(draw: st.DrawFn, numbers: Numbers = SMALL) -> dict[str, Domain]:
    """One to five variables of one to four values each."""
    made = {}
    for i in range(draw(st.integers(1, 5))):
        offset = draw(st.sampled_from(numbers.offsets))
        some_values = draw(st.sets(values, min_size=1, max_size=4))
        made[f"v{i}"] = Domain.of(offset + value for value in some_values)
    return made


def some(names: Sequence[str], least: int = 1, most: int = 4) -> st.SearchStrategy[list[str]]:
    """Some of the names, in any order, repeats allowed."""
    return st.lists(st.sampled_from(list(names)), min_size=least, max_size=most)


@st.composite
def all_differents(draw: st.DrawFn, names: Sequence[str]) -> AllDifferent:
    """AllDifferent over some of the names."""
    return AllDifferent(tuple(dict.fromkeys(draw(some(names)))))


@st.composite
def linears(draw: st.DrawFn, names: Sequence[str], numbers: Numbers = SMALL) -> Linear:
    """A linear comparison with coefficients of either sign and a constant that can matter."""
    scope = draw(some(names))
    coefficients = tuple(draw(numbers.coefficients) for _ in scope)
    constant = draw(st.integers(-8, 8))
    if numbers != SMALL:
        constant += sum(c * draw(numbers.values) for c in coefficients)
    return Linear(tuple(scope), coefficients, draw(comparisons), constant)


@st.composite
def tables(draw: st.DrawFn, names: Sequence[str], numbers: Numbers = SMALL) -> Table:
    """A table of up to twelve tuples, some of them outside the domains."""
    scope = draw(some(names, most=3))
    rows = draw(st.sets(st.tuples(*[numbers.values for _ in scope]), max_size=12))
    return Table(tuple(scope), frozenset(rows))


@st.composite
def regulars(draw: st.DrawFn, names: Sequence[str], numbers: Numbers = SMALL) -> Regular:
    """A random automaton of up to four states."""
    scope = draw(some(names))
    factor = max(1, *numbers.factors)
    states = st.integers(0, draw(st.integers(0, 3))).map(lambda state: state * factor)
    arcs = draw(st.dictionaries(st.tuples(states, numbers.values), states, max_size=16))
    automaton = Automaton(draw(states), draw(st.sets(states, min_size=1)), arcs)
    return Regular(tuple(scope), automaton)


@st.composite
def counts(draw: st.DrawFn, names: Sequence[str], numbers: Numbers = SMALL) -> Count:
    """A count against a constant or a variable, which may itself be counted."""
    number = draw(st.integers(-1, 4) | st.sampled_from(list(names)) | numbers.values)
    counted = tuple(draw(some(names)))
    wanted = draw(st.frozensets(numbers.values, max_size=4))
    return Count(counted, wanted, draw(comparisons), number)


@st.composite
def elements(draw: st.DrawFn, names: Sequence[str], numbers: Numbers = SMALL) -> Element:
    """An element constraint; index and value may be entries of the array."""
    pick = st.sampled_from(list(names))
    first = draw(st.sampled_from(numbers.offsets)) + draw(st.integers(-2, 2))
    return Element(tuple(draw(some(names))), draw(pick), draw(pick), first)


def primitives(names: Sequence[str], numbers: Numbers = SMALL) -> st.SearchStrategy[Constraint]:
    """Any primitive but ``AnyOf``."""
    return st.one_of(
        all_differents(names),
        linears(names, numbers),
        tables(names, numbers),
        regulars(names, numbers),
        counts(names, numbers),
        elements(names, numbers),
    )


@st.composite
def any_ofs(draw: st.DrawFn, names: Sequence[str], numbers: Numbers = SMALL) -> AnyOf:
    """One to three groups of up to two constraints, which may be ``AnyOf`` again."""
    part = primitives(names, numbers)
    inner = st.lists(part, max_size=2).map(tuple)
    first = draw(st.lists(part, min_size=1, max_size=2).map(tuple))
    groups = [first, *draw(st.lists(inner, max_size=2))]
    nested = AnyOf(tuple(groups))
    if draw(st.booleans()):
        return nested
    return AnyOf(((nested, draw(part)), draw(inner)))


def constraints(names: Sequence[str], numbers: Numbers = SMALL) -> st.SearchStrategy[Constraint]:
    """Any constraint."""
    return st.one_of(primitives(names, numbers), any_ofs(names, numbers))


@st.composite
def models(
    draw: st.DrawFn,
    only: str | None = None,
    numbers: st.SearchStrategy[Numbers] | Numbers = SMALL,
) -> Model:
    """A model of up to four constraints; ``only`` names one type to make them of.

    ``numbers`` are those it is made of, such as ``large()``.
    """
    if not isinstance(numbers, Numbers):
        numbers = draw(numbers)
    made = draw(domains(numbers))
    names = list(made)
    by_name: dict[str, Callable[..., st.SearchStrategy[Constraint]]] = {
        "AllDifferent": lambda names, numbers: all_differents(names),
        "Linear": linears,
        "Table": tables,
        "Regular": regulars,
        "Count": counts,
        "Element": elements,
        "AnyOf": any_ofs,
    }
    kind = constraints(names, numbers) if only is None else by_name[only](names, numbers)
    model = Model(made, draw(st.lists(kind, max_size=4)))
    left = draw(
        st.dictionaries(st.sampled_from(names), st.sets(numbers.values, max_size=4), max_size=2)
    )
    # what is drawn may be wider than a domain
    return model.narrow({name: [v for v in left[name] if v in made[name]] for name in left})


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
