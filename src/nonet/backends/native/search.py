"""Search: propagate; if a variable is open, guess a value; on failure, go back.

Depth first, with an explicit stack of choices instead of recursion, so that a 625-cell grid needs
no deep call stack and every solution can be handed over at once.  Which variable to guess
(``VariableOrderName``) and which value first (``ValueOrderName``) are named and exchangeable.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any, Literal

from nonet.backends.base import Request, Run
from nonet.backends.native.engine import NO_LIMIT, Engine, VariableOrder
from nonet.backends.native.filters.objective import ObjectiveBound
from nonet.model.domain import bit_positions

ValueOrder = Callable[[Engine, int], Iterator[int]]
"""The bits of a variable's values, in the order of trying."""


@dataclass(slots=True)
class Counters:
    """Counts of the steps of a search.

    ``nodes`` are propagations (the root and one for each value tried), ``guesses`` values tried,
    ``failures`` propagations that failed, ``depth`` the most guesses open at once, ``filterings``
    runs of a filter, ``restarts`` the number of restarts.
    """

    nodes: int = 0
    guesses: int = 0
    failures: int = 0
    solutions: int = 0
    depth: int = 0
    filterings: int = 0
    restarts: int = 0


@dataclass(slots=True)
class Choice:
    """An open guess: where the trail stood, the variable, the values not yet tried."""

    trail_mark: int
    variable: int
    remaining_values: Iterator[int]


def propagate_root(engine: Engine, request: Request, counters: Counters) -> bool:
    """Propagate before the first guess, and set the request's bound on the objective.

    Return whether the constraints can still hold.
    """
    better = engine.objective_filter
    if better is not None and request.incumbent is not None:
        better.require_better_than(request.incumbent)
    consistent = engine.propagate()
    counters.nodes += 1
    if better is not None and consistent:
        request.bound = better.optimistic_bound(engine)
    return consistent


def guess(
    engine: Engine, x: int, bit: int, depth: int, request: Request, counters: Counters
) -> bool:
    """Give a variable a value and propagate; return whether the constraints can still hold."""
    engine.report("Branched", engine.names[x], engine.value(x, bit), depth)
    counters.guesses += 1
    counters.nodes += 1
    engine.assign(x, bit)
    better = engine.objective_filter
    if better is not None:
        if request.incumbent is not None:
            better.require_better_than(request.incumbent)
        engine.wake(better)
    return engine.propagate()


def yield_solution(
    engine: Engine, request: Request, counters: Counters
) -> Generator[dict[str, int], None, bool]:
    """Yield the solution that the engine has reached; return whether none can be better."""
    better = engine.objective_filter
    counters.solutions += 1
    assignment = engine.assignment()
    engine.report("SolutionFound", assignment)
    if better is not None:
        better.require_better_than(better.objective.value(assignment))
    yield assignment
    if request.effort is None:  # it had one before
        engine.work_limit = NO_LIMIT
    return better is not None and better.best == request.bound


def search(
    engine: Engine,
    select_variable: VariableOrder,
    order_values: ValueOrder,
    request: Request,
    counters: Counters,
) -> Run:
    """Yield every solution, depth first; return the reason why the search stopped, as a backend's
    ``run`` does.

    With an objective, yield only solutions that improve on all before.
    """
    choices: list[Choice] = []
    consistent = propagate_root(engine, request, counters)
    while True:
        if request.expired():
            return "time"
        if consistent:
            variable = select_variable(engine)
            if variable is None:
                if (yield from yield_solution(engine, request, counters)):
                    return None
            else:
                choices.append(Choice(engine.mark(), variable, order_values(engine, variable)))
                counters.depth = max(counters.depth, len(choices))
        else:
            counters.failures += 1
        while choices:  # the next value of the latest choice that has one left
            choice = choices[-1]
            if len(engine.trail) > choice.trail_mark:
                engine.undo(choice.trail_mark)
                engine.report("Backtracked", len(choices))
            bit = next(choice.remaining_values, 0)
            if bit:
                break
            choices.pop()
        else:
            return None
        consistent = guess(engine, choice.variable, bit, len(choices), request, counters)


# -- which variable to guess ---------------------------------------------------


def lexicographic(engine: Engine) -> int | None:
    """The first open variable, in the order declared."""
    for x, mask in enumerate(engine.masks):
        if mask & (mask - 1):
            return x
    return None


Score = Callable[[Engine, int], Any]
"""A score of an open variable."""


def least(score: Score) -> VariableOrder:
    """Return the order that picks the open variable of the smallest score; the first of equals."""

    def pick(engine: Engine) -> int | None:
        open_ = [x for x, mask in enumerate(engine.masks) if mask & (mask - 1)]
        return min(open_, key=partial(score, engine), default=None)

    return pick


def domain_size(engine: Engine, x: int) -> int:
    """Return how many values a variable has left."""
    return engine.masks[x].bit_count()


minimum_remaining_values = least(domain_size)
"""Haralick and Elliott, "Increasing tree search efficiency for constraint satisfaction problems",
1980 ("fail first")."""


def minimum_remaining_values_degree(engine: Engine) -> int | None:
    """Choose the fewest values; of equals, the variable with most open variables among its
    constraints.

    Brélaz, "New methods to color the vertices of a graph", 1979.
    """
    masks = engine.masks
    open_ = [(x, mask.bit_count()) for x, mask in enumerate(masks) if mask & (mask - 1)]
    fewest = min((size for _, size in open_), default=0)

    def degree(x: int) -> int:
        return sum(bool(masks[y] & (masks[y] - 1)) for y in _neighbours(engine, x))

    return max((x for x, size in open_ if size == fewest), key=degree, default=None)


def _neighbours(engine: Engine, x: int) -> list[int]:
    """Return the variables in the scopes of a variable's constraints, once for each scope."""
    scopes = {filter_.scope for filter_ in (*engine.on_fixed[x], *engine.on_change[x])}
    return [y for scope in scopes for y in scope]


def _size_and_weight(engine: Engine, x: int) -> tuple[float, float]:
    return engine.masks[x].bit_count(), -engine.weights[x]


minimum_remaining_values_weighted = least(_size_and_weight)
"""The fewest values; of equals, the variable whose constraints failed most often so far.

This order is the default: on hard puzzles it needs half the guesses of the order that takes the
first of equals."""


def size_over_weight(engine: Engine, x: int) -> float:
    """Return the number of values for the weight: the variable's degree and its constraints'
    failures."""
    return engine.masks[x].bit_count() / (engine.weights[x] or 1)


domain_over_weighted_degree = least(size_over_weight)
"""Boussemart, Hemery, Lecoutre, Sais, "Boosting systematic search by weighting constraints",
ECAI 2004 (dom/wdeg; here constraints without another open variable count as well)."""


def _negative_degree(engine: Engine, x: int) -> int:
    masks = engine.masks
    return -sum(y != x and masks[y] & (masks[y] - 1) > 0 for y in {*_neighbours(engine, x)})


most_constrained_by_degree = least(_negative_degree)
"""The open variable that shares constraints with most other open variables: Freuder's and Dechter's
"maximum degree" among the open variables."""


def random_variable(random: Random) -> VariableOrder:
    """Any open variable."""

    def pick(engine: Engine) -> int | None:
        open_ = [x for x, mask in enumerate(engine.masks) if mask & (mask - 1)]
        return random.choice(open_) if open_ else None

    return pick


# -- which value to try first --------------------------------------------------


def ascending(engine: Engine, x: int) -> Iterator[int]:
    """The smallest value first."""
    return map(_bit_mask, bit_positions(engine.masks[x]))


def descending(engine: Engine, x: int) -> Iterator[int]:
    """The largest value first."""
    return map(_bit_mask, reversed(list(bit_positions(engine.masks[x]))))


_bit_mask = (1).__lshift__  # made as it is tried: of a wide domain, all bits would fill the memory


def shuffled(random: Random) -> ValueOrder:
    """Any value first."""

    def values(engine: Engine, x: int) -> Iterator[int]:
        numbers = list(bit_positions(engine.masks[x]))
        random.shuffle(numbers)
        return map(_bit_mask, numbers)

    return values


def least_constraining(engine: Engine, x: int) -> Iterator[int]:
    """The value first that fewest open variables under a constraint with ``x`` could take.

    Haralick and Elliott, 1980, as told in Russell and Norvig's AIMA.
    """
    masks = engine.masks
    others = {y for y in _neighbours(engine, x) if y != x and masks[y] & (masks[y] - 1)}
    taken = Counter(place for y in others for place in bit_positions(masks[y]))
    return map(_bit_mask, sorted(bit_positions(masks[x]), key=lambda place: taken[place]))


VariableOrderName = Literal[
    "mrv", "mrv-degree", "mrv-wdeg", "domwdeg", "degree", "lexicographic", "random"
]


def best_first(better: ObjectiveBound) -> ValueOrder:
    """The value first that is best for the objective; else the smallest."""
    best_is_large = {x for x, c in zip(better.scope, better.coefficients, strict=True) if c < 0}
    return lambda engine, x: (descending if x in best_is_large else ascending)(engine, x)


WIDE = 256
"""Values of a variable beyond which its domain is halved, not tried value by value."""


def halved(order: ValueOrder) -> ValueOrder:
    """Return an order that tries the halves of a wide domain, first the half with the first value
    of ``order``; other domains are tried in ``order``.

    Bounds then fail for thousands of values at once.
    """

    def halves(engine: Engine, x: int) -> Iterator[int]:
        mask = engine.masks[x]
        if mask.bit_count() <= WIDE:
            return order(engine, x)
        both = halves_of(engine, x)
        return iter(both if next(order(engine, x)) & both[0] else both[::-1])

    return halves


def halves_of(engine: Engine, x: int) -> tuple[int, int]:
    """Return the values up to the mean of the smallest and the largest, and the values above."""
    mask = engine.masks[x]
    low = (mask & -mask).bit_length() - 1
    middle = (low + mask.bit_length() - 1) // 2
    lower = mask & ((2 << middle) - 1)
    return lower, mask ^ lower


ValueOrderName = Literal["auto", "ascending", "descending", "least-constraining", "random"]


def search_orders(
    variables: VariableOrderName, values: ValueOrderName, seed: int
) -> tuple[VariableOrder, ValueOrder]:
    """Return the orders of these names; ``seed`` makes random orders repeatable."""
    variable_orders: dict[str, VariableOrder] = {
        "mrv": minimum_remaining_values,
        "mrv-degree": minimum_remaining_values_degree,
        "mrv-wdeg": minimum_remaining_values_weighted,
        "domwdeg": domain_over_weighted_degree,
        "degree": most_constrained_by_degree,
        "lexicographic": lexicographic,
    }
    value_orders: dict[str, ValueOrder] = {
        "auto": ascending,
        "ascending": ascending,
        "descending": descending,
        "least-constraining": least_constraining,
    }
    if "random" in (variables, values):
        random = Random(seed)
        variable_orders["random"], value_orders["random"] = (
            random_variable(random),
            shuffled(random),
        )
    return variable_orders[variables], value_orders[values]


def record_statistics(request: Request, counters: Counters, engine: Engine) -> None:
    """Leave the counters in the request's statistics."""
    counters.filterings = engine.filterings
    for name in Counters.__slots__:
        if name != "restarts":
            request.stats[name] = getattr(counters, name)
    if engine.learns:
        request.stats["restarts"] = counters.restarts
        request.stats["learned"] = engine.learned
    if engine.counts_checks:
        request.stats["checks"] = engine.checks
