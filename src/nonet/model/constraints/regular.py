"""Regular: the values, read in order, are a word of a finite automaton.  Sandwiches.

>>> runs = Automaton(0, {1}, {(0, 1): 1, (1, 2): 0})     # 1, then 2 1 2 1 ...
>>> Regular(("a", "b", "c"), runs).holds({"a": 1, "b": 2, "c": 1})
True

Automata that are defined by a function from state to state, for lines of any and of one length.

A rule says how a further value changes the state of a line; both functions here make an automaton
of the definition, with the states that are reachable.

>>> def rising(last, value):
...     return value if value > last else None
>>> automaton = build_automaton(range(1, 4), 0, rising)
>>> len(automaton.transitions), [automaton.step.get((0, value)) for value in (1, 2, 3)]
(6, [1, 2, 3])
>>> pairs = fixed_length_automaton(range(1, 4), 0, rising, 2)
>>> pairs.step[pairs.start, 2] in pairs.accepting
False
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import Any, TypeVar

from nonet.deadline import FEW_LISTED
from nonet.errors import ModelError, PuzzleError
from nonet.model.constraints.base import (
    TABLE_LIMIT,
    Assignment,
    Constraint,
    Decomposition,
    FreshName,
)
from nonet.model.constraints.primitives import Table
from nonet.model.domain import Domain
from nonet.model.integers import checked_integer, checked_integers, checked_tuple, short_repr
from nonet.model.symbols import Symbols


@dataclass(frozen=True)
class Automaton:
    """A deterministic finite automaton: states and symbols are integers.

    ``transitions`` maps (state, value) to the next state; a missing entry
    rejects.  Held as a sorted tuple of (state, value, next).
    """

    start: int
    accepting: frozenset[int]
    transitions: tuple[tuple[int, int, int], ...]

    def __init__(
        self,
        start: int,
        accepting: Iterable[int],
        transitions: Mapping[tuple[int, int], int] | Iterable[tuple[int, int, int]],
    ) -> None:
        where = "an automaton"
        if isinstance(transitions, Mapping):
            arcs = []
            for pair, after in transitions.items():
                if not isinstance(pair, tuple) or len(pair) != 2:
                    raise ModelError(
                        f"{where}: (state, value) leads to a state, not {short_repr(pair)}"
                    )
                arcs.append((*pair, after))
        else:
            arcs = list(checked_tuple(transitions, where, "arcs"))
            if not set(map(type, arcs)) <= {tuple}:
                arcs = [checked_tuple(arc, where, "transitions") for arc in arcs]
        if not set(map(len, arcs)) <= {3}:
            wrong = next(arc for arc in arcs if len(arc) != 3)
            raise ModelError(f"{where}: an arc is (state, value, next), not {short_repr(wrong)}")
        numbers = checked_integers(list(chain.from_iterable(arcs)), where, "state or value")
        arcs = sorted(set(zip(numbers[::3], numbers[1::3], numbers[2::3], strict=True)))
        step = {(s, value): t for s, value, t in arcs}
        if len(step) < len(arcs):
            state, value = next(
                before[:2] for before, later in pairwise(arcs) if before[:2] == later[:2]
            )
            raise ModelError(
                f"{where} has at most one next state for a state and a value: "
                f"state {state} and value {value} have several"
            )
        object.__setattr__(self, "start", checked_integer(start, where, "start"))
        object.__setattr__(
            self, "accepting", frozenset(checked_integers(accepting, where, "accepting state"))
        )
        object.__setattr__(self, "transitions", tuple(arcs))
        object.__setattr__(self, "_step", step)
        object.__setattr__(self, "_hash", hash((self.start, self.accepting, self.transitions)))

    @staticmethod
    def from_pattern(
        pattern: str, values: Iterable[int], symbols: Sequence[Symbols | None] = ()
    ) -> Automaton:
        """Return the automaton of the words that match a regular expression, each as a whole.

        Values are integers of any number of digits, parted by spaces where two meet: ``1* 2 [3-5]+``.
        There are ``.``, ``[1 3-5]``, ``[^2]``, ``( )``, ``|``, ``*``, ``+``, ``?``, ``{3}``, ``{2,}``
        and ``{2,3}``. ``values`` are the values that ``.`` matches; ``symbols`` are the names of
        the values, which a pattern may use, in quotes if a name is not a word. Raise ``ModelError``,
        with the place, for a pattern that is none.

        >>> Automaton.from_pattern("1* 2 [3-5]+", range(6)).accepts([1, 1, 2, 5, 3])
        True
        """
        from nonet.model.regular_expressions import positions_of_words

        values = sorted({*checked_integers(values, "a pattern", "value")})
        word = positions_of_words(pattern, values, symbols)
        try:
            automaton = build_automaton(values, word.start, word.step, word.accepts)
        except PuzzleError:
            shown = f"pattern {short_repr(pattern)}"
            raise ModelError(f"{shown}: more than {MAX_STATES} states") from None
        automaton = _with_joined_states(automaton)
        object.__setattr__(automaton, "_pattern", pattern)
        return automaton

    @property
    def pattern(self) -> str:
        """The regular expression that the automaton was made of; "" if there is none."""
        return str(self.__dict__.get("_pattern", ""))

    def __hash__(self) -> int:
        return self._hash  # type: ignore[attr-defined,no-any-return]

    @property
    def step(self) -> Mapping[tuple[int, int], int]:
        """The next state by (state, value)."""
        return self._step  # type: ignore[attr-defined,no-any-return]

    @property
    def state_numbers(self) -> dict[int, int]:
        """A number from 0 for each state, the start first: states may be any integers, far apart."""
        states = (state for before, _, after in self.transitions for state in (before, after))
        return {state: i for i, state in enumerate(dict.fromkeys((self.start, *states)))}

    def accepts(self, values: Iterable[int]) -> bool:
        """Whether the values, in order, lead from the start to an accepting state."""
        state, step = self.start, self.step
        try:
            for value in values:
                state = step[state, value]
        except KeyError:
            return False
        return state in self.accepting


def check_automaton(constraint: Any) -> None:
    """Raise ``ModelError`` unless a constraint's automaton is one."""
    if not isinstance(constraint.automaton, Automaton):
        shown = short_repr(constraint.automaton)
        raise ModelError(f"{constraint.description}: not an automaton: {shown}")


@dataclass(frozen=True)
class Regular(Constraint):
    """The values of ``scope``, in order, take ``automaton`` from start to an accepting state.

    Source: Pesant, "A regular language membership constraint", CP 2004.
    """

    automaton: Automaton

    def __post_init__(self) -> None:
        super().__post_init__()
        check_automaton(self)

    @property
    def formula(self) -> str:
        if not self.automaton.pattern:
            return ""
        return f"regular([{', '.join(self.scope)}], {self.automaton.pattern!r})"

    def holds(self, assignment: Assignment) -> bool:
        return self.automaton.accepts(map(assignment.__getitem__, self.scope))

    def decompose(self, domains: Mapping[str, Domain], fresh: FreshName) -> Decomposition | None:
        """A variable for the state after each value, and a table for each step.

        States are numbered in the decomposition, for states may be any integers.  Declines for more
        than ``TABLE_LIMIT`` states.
        """
        automaton = self.automaton
        number = automaton.state_numbers
        if len(number) > TABLE_LIMIT:
            return None
        accepting = {number[state] for state in automaton.accepting if state in number}
        steps = [(number[s], value, number[t]) for s, value, t in automaton.transitions]
        states: dict[str, Domain] = {}
        tables: list[Constraint] = []
        reached = {0}
        before = ""
        for position, variable in enumerate(self.scope):
            first, last = position == 0, position == len(self.scope) - 1
            domain = domains[variable]  # which may be far wider than the alphabet
            values = frozenset(domain) if len(domain) <= FEW_LISTED else domain
            arcs = {
                (s, value, t)
                for s, value, t in steps
                if s in reached and value in values and (not last or t in accepting)
            }
            reached = {t for _, _, t in arcs}
            scope = [variable] if first else [before, variable]  # the first state is known
            if not last:  # and after the last value there need be none: it is accepting
                before = fresh("state")
                states[before] = Domain.of(reached or {0})
                scope.append(before)
            rows = frozenset(
                (value,) if first and last
                else (value, t) if first
                else (s, value) if last
                else (s, value, t)
                for s, value, t in arcs
            )  # fmt: skip
            tables.append(Table(tuple(scope), rows, rule=self.rule))
        return Decomposition(tuple(tables), states)


State = TypeVar("State", bound=Hashable)

MAX_STATES = 10_000
"""Most states of an automaton of any length: a larger automaton would not be a puzzle."""

MAX_JOINED_STATES = 500
"""Most states of an automaton whose equivalent states are joined: the time is quadratic."""

MAX_FIXED_LENGTH_STATES = 60_000
"""Most states of an automaton of one length, where each position has states of its own."""


def build_automaton(
    values: Iterable[int],
    start: State,
    step: Callable[[State, int], State | None],
    accepts: Callable[[State], bool] = lambda state: True,
) -> Automaton:
    """The automaton that ``step`` leads through its states.

    Args:
        values: what can be read.
        start: the state before anything is read; any hashable thing.
        step: the state after a value is read in a state, ``None`` where that is refused.
        accepts: whether what has been read may end in a state.

    States are numbered in the order of their discovery, the start is 0. Raises ``PuzzleError``
    if there are more than ``MAX_STATES``.
    """
    values = tuple(values)
    number: dict[State, int] = {start: 0}
    waiting, arcs = [start], []
    for state in waiting:
        for value in values:
            after = step(state, value)
            if after is None:
                continue
            if after not in number:
                if len(number) == MAX_STATES:
                    raise PuzzleError(f"an automaton of more than {MAX_STATES} states")
                number[after] = len(number)
                waiting.append(after)
            arcs.append((number[state], value, number[after]))
    return Automaton(0, (number[state] for state in waiting if accepts(state)), arcs)


def fixed_length_automaton(
    values: Iterable[int],
    start: State,
    step: Callable[[State, int], State | None],
    length: int,
    accepts: Callable[[State], bool] = lambda state: True,
) -> Automaton:
    """The automaton of words of ``length`` values; other arguments as in ``build_automaton``.

    A state is a position and a summary of the values read, so every accepted word has this length;
    states from which no end can be reached are left out. Raises ``PuzzleError`` if there are more
    than ``MAX_FIXED_LENGTH_STATES``.
    """
    values = tuple(values)
    number: dict[tuple[int, State], int] = {(0, start): 0}
    layers: list[list[State]] = [[start]]
    arcs: list[tuple[int, int, int]] = []
    for position in range(length):
        after: dict[State, None] = {}
        for state in layers[-1]:
            source = number[position, state]
            for value in values:
                reached = step(state, value)
                if reached is None or (position + 1 == length and not accepts(reached)):
                    continue
                after[reached] = None
                arcs.append(
                    (source, value, number.setdefault((position + 1, reached), len(number)))
                )
        if len(number) > MAX_FIXED_LENGTH_STATES:
            raise PuzzleError(
                f"too many cells: more than {MAX_FIXED_LENGTH_STATES} states to be told apart"
            )
        layers.append(list(after))
    ends = {number[length, state] for state in layers[-1]}
    return Automaton(0, ends, _arcs_to_ends(arcs, ends))


def _arcs_to_ends(arcs: list[tuple[int, int, int]], ends: set[int]) -> list[tuple[int, int, int]]:
    """The arcs from which an end can be reached; later states have higher numbers."""
    alive = set(ends)
    useful = []
    for state, value, after in sorted(arcs, key=lambda arc: -arc[0]):
        if after in alive:
            alive.add(state)
            useful.append((state, value, after))
    return useful


def _with_joined_states(automaton: Automaton) -> Automaton:
    """Join the states that accept the same rests: split classes until none splits.

    Source: Moore, "Gedanken-experiments on sequential machines", 1956.
    """
    states = range(len(automaton.state_numbers))
    if len(states) > MAX_JOINED_STATES:
        return automaton
    outgoing: list[list[tuple[int, int]]] = [[] for _ in states]
    for state, value, after in automaton.transitions:
        outgoing[state].append((value, after))
    accepting = automaton.accepting
    kind = [int((0 in accepting) != (state in accepting)) for state in states]
    kinds = 0
    while len(set(kind)) > kinds:
        kinds = len(set(kind))
        classes: dict[object, int] = {}
        kind = [
            classes.setdefault(
                (kind[state], tuple((value, kind[after]) for value, after in outgoing[state])),
                len(classes),
            )
            for state in states
        ]
    arcs = [(kind[state], value, kind[after]) for state, value, after in automaton.transitions]
    return Automaton(0, (kind[state] for state in accepting), arcs)
