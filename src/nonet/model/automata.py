"""Automata that are defined by a function from state to state, for lines of any and of one length.

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

from collections.abc import Callable, Hashable, Iterable
from typing import TypeVar

from nonet.errors import PuzzleError
from nonet.model.constraints.regular import Automaton

State = TypeVar("State", bound=Hashable)

MAX_STATES = 10_000
"""Most states of an automaton of any length: a larger automaton would not be a puzzle."""

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
