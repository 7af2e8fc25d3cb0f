"""Hypothesis strategies: random small models of every primitive, and puzzles.

Models are small enough for brute force (at most ``4**5`` assignments) and
nasty on purpose: negative values, domains with holes, variables listed twice,
nested groups, models without a solution.  ``models(numbers=large_numbers())`` are of the
same shapes with values far apart and coefficients to 10**18.

>>> models().example().variables[0]                         # doctest: +SKIP
'v0'
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import wraps
from random import Random
from typing import Concatenate, ParamSpec, TypeVar, get_args

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
    SumBetween,
    Table,
)
from nonet.model.constraints.primitives import Comparison
from nonet.puzzle import Grid, Puzzle

P = ParamSpec("P")
T = TypeVar("T")

RANDOM_GENERATORS = st.integers(0, 2**32 - 1).map(Random)
COMPARISONS: tuple[Comparison, ...] = get_args(Comparison)


def seeded_strategy(make: Callable[Concatenate[Random, P], T]) -> Callable[P, st.SearchStrategy[T]]:
    """Return a strategy for the results of ``make(chance, ...)``: only the seed is drawn.

    If Hypothesis draws number by number, drawing takes ten times as long as judging a model, and
    Hypothesis then shrinks numbers: a model is better shrunk constraint by constraint
    (:func:`nonet.solving.agreement.shrunk_model`).
    """

    @wraps(make)
    def strategy(*arguments: P.args, **options: P.kwargs) -> st.SearchStrategy[T]:
        return RANDOM_GENERATORS.map(lambda chance: make(chance, *arguments, **options))

    return strategy


@dataclass(frozen=True)
class NumberRanges:
    """The numbers in a model: domains and other values are near one of ``offsets``, coefficients
    near one of ``factors``.
    """

    offsets: tuple[int, ...] = (0,)
    factors: tuple[int, ...] = (0,)

    def value(self, random: Random) -> int:
        """A value near any offset."""
        return random.choice(self.offsets) + random.randint(-3, 5)

    def coefficient(self, random: Random) -> int:
        """A coefficient near any factor, of either sign."""
        return random.choice((1, -1)) * (random.choice(self.factors) + random.randint(-3, 3))


SMALL_NUMBERS = NumberRanges()
OFFSETS = (0, 1 << 20, 10**6, -(10**9), 1 << 31, 10**12, -(10**12), 10**15, (1 << 62) - 1, 10**18)
FACTORS = (0, 14, 3 * 10**8, 10**9, 1 << 31, 10**12, (1 << 53) - 1, 1 << 62, 1 << 63, 10**18)


def large_numbers() -> st.SearchStrategy[NumberRanges]:
    """Numbers of which some are large: two offsets and two factors a model."""
    two = st.sampled_from
    return st.builds(
        NumberRanges,
        st.tuples(two(OFFSETS), two(OFFSETS)),
        st.tuples(st.just(0), two(FACTORS)),
    )


# -- makers: each takes a source of chance first, and has a strategy of its own below ----


def _domains(chance: Random, numbers: NumberRanges = SMALL_NUMBERS) -> dict[str, Domain]:
    """Return one to five variables of one to four values each."""
    domains = {}
    for i in range(chance.randint(1, 5)):
        offset = chance.choice(numbers.offsets)
        some_values = chance.sample(range(-3, 6), chance.randint(1, 4))
        domains[f"v{i}"] = Domain.of(offset + value for value in some_values)
    return domains


def random_names(random: Random, names: Sequence[str], least: int = 1, most: int = 4) -> list[str]:
    """Some of the names, in any order, repeats allowed."""
    return random.choices(names, k=random.randint(least, most))


def _all_different(
    chance: Random, names: Sequence[str], numbers: NumberRanges = SMALL_NUMBERS
) -> AllDifferent:
    """AllDifferent over some of the names."""
    return AllDifferent(tuple(dict.fromkeys(random_names(chance, names))))


def _linear(chance: Random, names: Sequence[str], numbers: NumberRanges = SMALL_NUMBERS) -> Linear:
    """A linear comparison with coefficients of either sign and a constant that can matter."""
    scope = random_names(chance, names)
    coefficients = tuple(numbers.coefficient(chance) for _ in scope)
    constant = chance.randint(-8, 8)
    if numbers != SMALL_NUMBERS:
        constant += sum(c * numbers.value(chance) for c in coefficients)
    return Linear(tuple(scope), coefficients, chance.choice(COMPARISONS), constant)


def _table(chance: Random, names: Sequence[str], numbers: NumberRanges = SMALL_NUMBERS) -> Table:
    """Return a table of up to twelve tuples, perhaps with tuples outside the domains."""
    scope = random_names(chance, names, most=3)
    rows = [tuple(numbers.value(chance) for _ in scope) for _ in range(chance.randint(0, 12))]
    return Table(tuple(scope), frozenset(rows))


def _regular(
    chance: Random, names: Sequence[str], numbers: NumberRanges = SMALL_NUMBERS
) -> Regular:
    """A random automaton of up to four states."""
    scope = random_names(chance, names)
    factor = max(1, *numbers.factors)
    states = range(0, factor * chance.randint(1, 4), factor)
    arcs = {
        (chance.choice(states), numbers.value(chance)): chance.choice(states)
        for _ in range(chance.randint(0, 16))
    }
    accepting = chance.sample(states, chance.randint(1, len(states)))
    return Regular(tuple(scope), Automaton(chance.choice(states), accepting, arcs))


def _count(chance: Random, names: Sequence[str], numbers: NumberRanges = SMALL_NUMBERS) -> Count:
    """A count against a constant or a variable, which may itself be counted."""
    number = chance.choice((chance.randint(-1, 4), chance.choice(names), numbers.value(chance)))
    counted = tuple(random_names(chance, names))
    values = frozenset(numbers.value(chance) for _ in range(chance.randint(0, 4)))
    return Count(counted, values, chance.choice(COMPARISONS), number)


def _element(
    chance: Random, names: Sequence[str], numbers: NumberRanges = SMALL_NUMBERS
) -> Element:
    """An element constraint; index and value may be entries of the array."""
    first = chance.choice(numbers.offsets) + chance.randint(-2, 2)
    index, value = chance.choices(names, k=2)
    return Element(tuple(random_names(chance, names)), index, value, first)


def _sum_between(
    chance: Random, names: Sequence[str], numbers: NumberRanges = SMALL_NUMBERS
) -> SumBetween:
    """A sum between the least and the greatest of some of the names."""
    scope = tuple(dict.fromkeys(random_names(chance, names)))
    return SumBetween(scope, chance.choice((0, numbers.value(chance))))


ConstraintMaker = Callable[[Random, Sequence[str], NumberRanges], Constraint]
CONSTRAINT_MAKERS: dict[str, ConstraintMaker] = {
    "AllDifferent": _all_different,
    "Linear": _linear,
    "Table": _table,
    "Regular": _regular,
    "Count": _count,
    "Element": _element,
}
BESIDE: dict[str, ConstraintMaker] = {"SumBetween": _sum_between}
"""Makers of constraints beside the primitives: a model has such a constraint only on request."""


def _primitive(
    chance: Random, names: Sequence[str], numbers: NumberRanges = SMALL_NUMBERS
) -> Constraint:
    """Any primitive but ``AnyOf``."""
    return chance.choice([*CONSTRAINT_MAKERS.values()])(chance, names, numbers)


def _any_of(chance: Random, names: Sequence[str], numbers: NumberRanges = SMALL_NUMBERS) -> AnyOf:
    """Return an ``AnyOf`` of up to three groups, perhaps nested."""

    def group(least: int) -> tuple[Constraint, ...]:
        number = chance.randint(least, 2)
        return tuple(_primitive(chance, names, numbers) for _ in range(number))

    nested = AnyOf((group(1), *(group(0) for _ in range(chance.randint(0, 2)))))
    if chance.random() < 0.5:
        return nested
    return AnyOf(((nested, _primitive(chance, names, numbers)), group(0)))


def _constraint(
    chance: Random, names: Sequence[str], numbers: NumberRanges = SMALL_NUMBERS
) -> Constraint:
    """Any constraint."""
    return chance.choice((_primitive, _any_of))(chance, names, numbers)


def _model(chance: Random, only: str | None, numbers: NumberRanges) -> Model:
    domains = _domains(chance, numbers)
    names = list(domains)
    maker: ConstraintMaker = (
        _constraint if only is None else {**CONSTRAINT_MAKERS, **BESIDE, "AnyOf": _any_of}[only]
    )
    model = Model(domains, [maker(chance, names, numbers) for _ in range(chance.randint(0, 4))])
    possible = {
        chance.choice(names): {numbers.value(chance) for _ in range(chance.randint(0, 4))}
        for _ in range(chance.choice((0, 0, 1, 2)))
    }
    # what is drawn may be wider than a domain
    return model.narrow(
        {name: [v for v in possible[name] if v in domains[name]] for name in possible}
    )


def _puzzle(chance: Random, sizes: Sequence[int] = (4, 6, 9)) -> Puzzle:
    """Return a puzzle of random clues that do not clash, with any number of solutions."""
    grid = Grid.square(chance.choice(sizes))
    empty = Puzzle(grid)
    clues: dict[str, int] = {}
    for cell in chance.sample(grid.cells, chance.randint(0, min(len(grid.cells), grid.size * 3))):
        possible = set(grid.values) - {clues[peer] for peer in empty.peers[cell] if peer in clues}
        if possible:
            clues[cell] = chance.choice(sorted(possible))
    return Puzzle(grid, clues)


# -- strategies ----------------------------------------------------------------------------

domains = seeded_strategy(_domains)
name_subsets = seeded_strategy(random_names)
all_differents = seeded_strategy(_all_different)
linears = seeded_strategy(_linear)
tables = seeded_strategy(_table)
regulars = seeded_strategy(_regular)
counts = seeded_strategy(_count)
elements = seeded_strategy(_element)
primitives = seeded_strategy(_primitive)
any_ofs = seeded_strategy(_any_of)
constraints = seeded_strategy(_constraint)
puzzles = seeded_strategy(_puzzle)


def models(
    constraint_type: str | None = None,
    numbers: st.SearchStrategy[NumberRanges] | NumberRanges = SMALL_NUMBERS,
) -> st.SearchStrategy[Model]:
    """Return a strategy for models of up to four constraints, all of ``constraint_type`` if given.

    ``numbers`` are the coefficients and constants to draw from, such as ``large_numbers()``.
    """
    given = st.just(numbers) if isinstance(numbers, NumberRanges) else numbers
    return st.builds(_model, RANDOM_GENERATORS, st.just(constraint_type), given)


# -- sums of large numbers -------------------------------------------------------------


def _large_linear(chance: Random, names: Sequence[str]) -> Linear:
    """Return a comparison of a large sum with a number equal or near to a value of the sum."""
    scope = random_names(chance, names)
    size = 10 ** chance.randint(4, 15)
    sizes = (size, -size, 2 * size, size + 1, -size - 14, 0)
    coefficients = tuple(chance.choice(sizes) + chance.randint(-3, 3) for _ in scope)
    total = sum(coefficient * chance.randint(-3, 5) for coefficient in coefficients)
    op = chance.choice(COMPARISONS)
    return Linear(tuple(scope), coefficients, op, total + chance.randint(-3, 3))


def _large_any_of(chance: Random, names: Sequence[str]) -> AnyOf:
    """Groups of large sums, many over the same variables with the same coefficients."""
    linear = _large_linear(chance, names)

    def part() -> Linear:
        kind = chance.randrange(3)
        if kind == 0:
            return linear
        if kind == 1:
            return _large_linear(chance, names)
        constant = linear.constant + chance.randint(-3, 3)
        return Linear(linear.scope, linear.coefficients, chance.choice(COMPARISONS), constant)

    numbers = [chance.randint(1, 2) for _ in range(chance.randint(2, 3))]
    return AnyOf(tuple(tuple(part() for _ in range(number)) for number in numbers))


@seeded_strategy
def large_sums(random: Random) -> Model:
    """A model of up to three sums of large numbers, alone and inside ``AnyOf``.

    A solver that computes in 32 or 64 bits, or in floating point, fails here: the variables are at
    most four and their values small, so that brute force can judge, but coefficients go up to
    ``10**15``, and sums are compared with numbers near their values.
    """
    names = [f"v{i}" for i in range(random.randint(1, 4))]
    constraints: list[Constraint] = [
        random.choice((_large_linear, _large_any_of))(random, names)
        for _ in range(random.randint(1, 3))
    ]
    domains = {n: Domain.of(random.sample(range(-4, 7), random.randint(1, 4))) for n in names}
    return Model(domains, constraints)
