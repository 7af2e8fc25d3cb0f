"""Models as exact covers: options of items, so that the chosen options have each item once.

An option is "this variable is this value". Its items are the variable, and for each constraint the
conditions to be met once: a row's value, for instance. A *primary* item is in exactly one chosen
option, a *secondary* item in at most one option (Knuth, "The Art of Computer Programming", volume
4B).

>>> from nonet.model import AllDifferent, Model
>>> cover = exact_cover(Model({"a": [1, 2], "b": [1, 2]}, [AllDifferent(("a", "b"))]))
>>> [(option.variable, option.value, option.items) for option in cover.options]
[('a', 1, (0, 2)), ('a', 2, (0, 3)), ('b', 1, (1, 2)), ('b', 2, (1, 3))]
>>> cover.primary, [item.text for item in cover.items]
(4, ['a', 'b', 'AllDifferent: 1', 'AllDifferent: 2'])
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from nonet.deadline import check, checked
from nonet.errors import Unsupported
from nonet.model import AllDifferent, Constraint, Count, Linear, Model, Table

MOST_PAIRS = 10_000
"""Pairs of values up to which a constraint over two variables is written as forbidden pairs."""

Pair = tuple[str, int]


@dataclass(frozen=True, slots=True)
class Item:
    """An item to cover: a variable, or a condition of a ``constraint`` (for one ``value``,
    perhaps).
    """

    text: str
    constraint: Constraint | None = None
    value: int | None = None


@dataclass(frozen=True, slots=True)
class Option:
    """``variable`` is ``value``: this covers ``items``, by their numbers."""

    variable: str
    value: int
    items: tuple[int, ...]


@dataclass(frozen=True)
class ExactCover:
    """Options of items, of which the first ``primary`` are to be covered exactly once.

    A variable that no chosen option names is 0: a variable with values 0 and 1 has no option for 0
    if 1 covers a primary item and 0 covers nothing.
    """

    items: tuple[Item, ...]
    primary: int
    options: tuple[Option, ...]


def exact_cover(model: Model) -> ExactCover:
    """Return a model as an exact cover; raises ``Unsupported``, naming a constraint that is none."""
    return _Builder(model).cover()


class _Builder:
    def __init__(self, model: Model) -> None:
        self.domains = {name: set(domain) for name, domain in model.domains.items()}
        self.constraints = model.constraints
        self.once: list[tuple[Item, list[Pair]]] = []
        self.at_most_once: list[tuple[Item, list[Pair]]] = []

    def cover(self) -> ExactCover:
        several = []
        for constraint in self.constraints:
            if len(set(constraint.scope)) == 1:
                name = constraint.scope[0]
                self.domains[name] = {v for v in self.domains[name] if constraint.holds({name: v})}
            else:
                several.append(constraint)
        for constraint in several:
            check()
            convert = CONVERSIONS.get(type(constraint))
            if convert is None or not convert(self, constraint):
                raise _no_cover(constraint)
        exact_by_pair, loose_by_pair = _held_by_pair(self.once), _held_by_pair(self.at_most_once)
        # A variable over 0 and 1 whose 1 covers something exactly once needs no item and no option for 0:
        # to leave its option out is to choose 0.
        optional = {
            name
            for name, values in self.domains.items()
            if values == {0, 1} and (name, 1) in exact_by_pair
            and (name, 0) not in exact_by_pair and (name, 0) not in loose_by_pair
        }  # fmt: skip
        chosen = [name for name in self.domains if name not in optional]
        numbers = {name: place for place, name in enumerate(chosen)}
        items = [Item(name) for name in chosen] + [item for item, _ in self.once]
        primary = len(items)
        items += [item for item, _ in self.at_most_once]
        options = []
        for name, values in self.domains.items():
            check()
            for value in sorted(values):
                if name in optional and value == 0:
                    continue
                own = (numbers[name],) if name in numbers else ()
                exact = (len(chosen) + place for place in exact_by_pair.get((name, value), ()))
                at_most = (primary + place for place in loose_by_pair.get((name, value), ()))
                options.append(Option(name, value, (*own, *exact, *at_most)))
        return ExactCover(tuple(items), primary, tuple(options))

    # -- what each constraint demands of pairs (variable, value) ----------------------------------

    def add(
        self, constraint: Constraint, pairs: list[Pair], exactly: bool, value: Any = None
    ) -> None:
        text = constraint.description
        item = Item(text if value is None else f"{text}: {value}", constraint, value)
        (self.once if exactly else self.at_most_once).append((item, pairs))

    def all_different(self, constraint: AllDifferent) -> bool:
        """Each value at most once; exactly once where there are as many values as variables."""
        scope = constraint.scope
        values = sorted(set().union(*(self.domains[name] for name in scope)))
        for value in checked(values):
            pairs = [(name, value) for name in scope if value in self.domains[name]]
            self.add(constraint, pairs, len(values) <= len(scope), value)
        if len(values) < len(scope):
            self.add(constraint, [], exactly=True)
        return len(set(scope)) == len(scope)

    def count(self, constraint: Count) -> bool:
        """Values that occur once, at most once or never."""
        counted, number, op = constraint.counted, constraint.number, constraint.op
        if (
            not isinstance(number, int)
            or op not in ("==", "<=")
            or len(set(counted)) < len(counted)
        ):
            return False
        if number == 0:
            for name in counted:
                self.domains[name] -= constraint.values
        elif number == 1:
            pairs = [(n, v) for n in counted for v in sorted(constraint.values & self.domains[n])]
            self.add(constraint, pairs, op == "==")
        return number in (0, 1)

    def linear(self, constraint: Linear) -> bool:
        """Demand that exactly one variable, or at most one variable, of 0 and 1 is 1."""
        scope, op, constant = constraint.scope, constraint.op, constraint.constant
        signs = set(constraint.coefficients)
        if signs == {-1}:
            op, constant = {"<=": ">=", ">=": "<="}.get(op, op), -constant  # type: ignore[assignment]
        truths = all(self.domains[name] <= {0, 1} for name in scope)
        if truths and signs in ({1}, {-1}) and constant == 1 and op in ("==", "<="):
            self.add(constraint, [(n, 1) for n in scope if 1 in self.domains[n]], op == "==")
            return True
        return self.two_variables(constraint)

    def two_variables(self, constraint: Constraint) -> bool:
        """Two variables: each pair of values that is forbidden is had at most once."""
        scope = tuple(dict.fromkeys(constraint.scope))
        if len(scope) != 2:
            return False
        first, second = scope
        firsts, seconds = sorted(self.domains[first]), sorted(self.domains[second])
        if len(firsts) * len(seconds) > MOST_PAIRS:
            return False
        for a, b in product(firsts, seconds):
            if not constraint.holds({first: a, second: b}):
                self.add(constraint, [(first, a), (second, b)], exactly=False)
        return True


CONVERSIONS: dict[type[Constraint], Callable[[_Builder, Any], bool]] = {
    AllDifferent: _Builder.all_different,
    Count: _Builder.count,
    Linear: _Builder.linear,
    Table: _Builder.two_variables,
}


def _held_by_pair(conditions: Sequence[tuple[Item, list[Pair]]]) -> dict[Pair, list[int]]:
    held: dict[Pair, list[int]] = {}
    for place, (_, pairs) in enumerate(conditions):
        for pair in pairs:
            held.setdefault(pair, []).append(place)
    return held


def _no_cover(constraint: Constraint) -> Unsupported:
    return Unsupported(
        f"{constraint.description} ({type(constraint).__name__}) is not a condition of an exact cover: "
        "use another backend or language, such as cpsat"
    )
