"""Models for every backend in the conformance suite: small primitives, and long runs.

>>> sum(EXAMPLES["AllDifferent"].holds({"a": 0, "b": 1, "c": value}) for value in ABC["c"])
2
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from nonet.model import (
    AllDifferent,
    AnyOf,
    Automaton,
    Constraint,
    Count,
    Element,
    Linear,
    Model,
    Regular,
    SumBetween,
    Table,
)

ABC = {"a": range(4), "b": range(4), "c": range(4)}
"""The domains of the examples."""

EXAMPLES: dict[str, Constraint] = {
    "AllDifferent": AllDifferent(("a", "b", "c")),
    "Linear ==": Linear(("a", "b", "c"), (1, 2, -1), "==", 3),
    "Linear !=": Linear(("a", "b"), (2, -1), "!=", 0),
    "Linear <=": Linear(("a", "b", "c"), (1, 1, 1), "<=", 2),
    "Linear >=": Linear(("a", "b", "c"), (-1, 3, 1), ">=", 9),
    "Table": Table(("a", "b", "c"), frozenset({(0, 1, 2), (3, 3, 3), (0, 2, 1), (9, 9, 9)})),
    "Table without tuples": Table(("a", "b"), frozenset()),
    "Regular": Regular(("a", "b", "c"), Automaton(0, {1}, {(0, 1): 1, (1, 2): 0, (0, 0): 0})),
    "Count": Count(("a", "b", "c"), frozenset({1, 3}), ">=", 2),
    "Count a variable": Count(("a", "b"), frozenset({0}), "==", "c"),
    "Element": Element(("a", "b"), "c", "a", first=1),
    "SumBetween": SumBetween(("a", "b", "c"), 2),
    "SumBetween none": SumBetween(("a", "b"), 1),
    "AnyOf": AnyOf(
        (
            (Linear(("a",), (1,), "==", 0), AllDifferent(("b", "c"))),
            (Linear(("a", "b"), (1, -1), "==", 0),),
        )
    ),
}


def _wide_domains_model() -> Model:
    big = 1_000_000
    return Model({"a": range(big), "b": range(big)}, [Linear(("a", "b"), (1, 1), "==", big)])


def _all_different_model() -> Model:
    names = tuple(f"v{i}" for i in range(2_000))
    return Model(dict.fromkeys(names, range(2_000)), [AllDifferent(names)])


def _many_variables_model() -> Model:
    pairs = ((i, k, (7 * i + 13 * k + 1) % 5_000) for i in range(5_000) for k in range(20))
    constraints = [Linear((f"v{i}", f"v{j}"), (1, -1), "!=", k % 4) for i, k, j in pairs if i != j]
    return Model({f"v{i}": range(5) for i in range(5_000)}, constraints)


def _long_search_model() -> Model:
    names = tuple(f"v{i}" for i in range(300))
    return Model(dict.fromkeys(names, range(1_000)), [Linear.sum(names, "==", 150_000)])


SLOW_MODELS: dict[str, Callable[[], Model]] = {
    "domains of a million values": cache(_wide_domains_model),
    "2,000 variables all different": cache(_all_different_model),
    "100,000 constraints": cache(_many_variables_model),
    "a sum of 300 terms": cache(_long_search_model),
}
"""Models that take long to build or to filter: up to 10^6 values or 10^5 constraints."""
