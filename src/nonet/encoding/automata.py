"""Automata of rules: the reading of a line as a function from state to state.

A rule defines how a further value changes the state; here the definition becomes an automaton
of all states that are reachable and useful.

>>> rising = build_automaton(range(1, 4), 0, lambda last, value: value if value > last else None)
>>> len(rising.transitions), [rising.step.get((0, value)) for value in (1, 2, 3)]
(6, [1, 2, 3])
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import TypeVar

from nonet.errors import PuzzleError
from nonet.model import Automaton

State = TypeVar("State", bound=Hashable)

MAX_STATES = 10_000
"""Most states of an automaton: a larger automaton would not be a puzzle."""


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
