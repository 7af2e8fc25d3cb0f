"""Exact counts, and draws that are exactly even, where partial solutions are much alike.

>>> import nonet
>>> count_by_states(nonet.parse("6x6").model(), lambda: None)
28200960

Variables are given values in their order.  Of the given values, only this matters to the later
variables: which values each constraint that is still open has used.  Values that are open to the
same variables are interchangeable, so a state is a multiset: for each value, the open constraints
that have used the value.  Each state is counted once (the frontier method: Simpath, Knuth, "The Art
of Computer Programming", volume 4A, section 7.1.4, exercise 225).
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from nonet.model import AllDifferent, Model

MAX_STATES = 40_000
"""States after which counting is given up: half a second.  (A blank 6x6 has 3,946.)"""

MAX_VARIABLES = 200
"""Variables up to which counting is tried: a state is counted within the one before."""

State = tuple[int, ...]
"""For each value, in order, the open constraints that have used the value, a bit each."""


class TooManyStates(Exception):
    """There are more than ``MAX_STATES`` states."""


def is_supported(model: Model) -> bool:
    """Whether all constraints are AllDifferent, over few variables."""
    return len(model.variables) <= MAX_VARIABLES and all(
        type(each) is AllDifferent for each in model.constraints
    )


class FrontierCounter:
    """Counts and draws the solutions of a model of AllDifferent constraints.

    ``check_deadline`` is called at each state; an exception that it raises ends the work.
    """

    def __init__(self, model: Model, check_deadline: Callable[[], object]) -> None:
        self._check_deadline = check_deadline
        self._names = model.variables
        domains = [set(model.domains[name]) for name in self._names]
        self._values = sorted(set().union(*domains))
        self._choices = [[n for n, v in enumerate(self._values) if v in d] for d in domains]
        place = {name: number for number, name in enumerate(self._names)}
        scopes = [[place[name] for name in each.scope] for each in model.constraints]
        self._constraints_of = [0] * len(self._names)
        for bit, scope in enumerate(scopes):
            for number in scope:
                self._constraints_of[number] |= 1 << bit
        last = [max(scope, default=-1) for scope in scopes]
        self._open_after = [
            sum(1 << bit for bit, end in enumerate(last) if end > number)
            for number in range(len(self._names))
        ]
        self._kinds = self._value_kinds(domains)
        self._counts: dict[tuple[int, tuple[tuple[int, int], ...]], int] = {}

    def _value_kinds(self, domains: list[set[int]]) -> list[list[int]]:
        """For each depth a number for each value; values that the variables from there on have alike
        share a number."""
        kinds = [[0] * len(self._values)]
        for domain in reversed(domains):
            self._check_deadline()
            numbers: dict[tuple[int, bool], int] = {}
            pairs = [(kind, v in domain) for kind, v in zip(kinds[-1], self._values, strict=True)]
            kinds.append([numbers.setdefault(pair, len(numbers)) for pair in pairs])
        return kinds[::-1]

    def count(self) -> int:
        """The number of solutions; raises ``TooManyStates``."""
        return self._count(0, (0,) * len(self._values))

    def draw(self, random: Random) -> dict[str, int]:
        """A solution, each as likely as any other; raises ``TooManyStates``.

        The model must have a solution.
        """
        state: State = (0,) * len(self._values)
        chosen = {}
        for depth, name in enumerate(self._names):
            place = random.randrange(self._count(depth, state))
            for value in self._possible(depth, state):
                after = self._after(depth, state, value)
                number = self._count(depth + 1, after)
                if place < number:
                    break
                place -= number
            chosen[name], state = self._values[value], after
        return chosen

    def _possible(self, depth: int, state: State) -> list[int]:
        own = self._constraints_of[depth]
        return [value for value in self._choices[depth] if not state[value] & own]

    def _after(self, depth: int, state: State, value: int) -> State:
        still_open = self._open_after[depth]
        after = [used & still_open for used in state]
        after[value] |= self._constraints_of[depth] & still_open
        return tuple(after)

    def _count(self, depth: int, state: State) -> int:
        """The number of ways to give the variables from ``depth`` on values."""
        if depth == len(self._names):
            return 1
        kinds = self._kinds[depth]
        key = depth, tuple(sorted(zip(kinds, state, strict=True)))
        known = self._counts.get(key)
        if known is not None:
            return known
        self._check_deadline()
        if len(self._counts) >= MAX_STATES:
            raise TooManyStates
        alike: dict[tuple[int, int], int] = {}
        total = 0
        for value in self._possible(depth, state):
            pair = kinds[value], state[value]
            if pair not in alike:
                alike[pair] = self._count(depth + 1, self._after(depth, state, value))
            total += alike[pair]
        self._counts[key] = total
        return total


def count_by_states(model: Model, check_deadline: Callable[[], object]) -> int | None:
    """Return the exact number of solutions; ``None`` for other models, and for too many states.

    ``check_deadline`` is called at each state; an exception that it raises ends the work.
    """
    if model.objective is not None or model.projection is not None or not is_supported(model):
        return None
    try:
        return FrontierCounter(model, check_deadline).count()
    except TooManyStates:
        return None
