"""Automata for rules about what is met along a line: told by a function from state to state.

>>> rising = fixed_length_automaton(0, lambda last, value: value if value > last else None, range(1, 4), 2)
>>> rising.step[rising.start, 2] in rising.accepting
False
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import TypeVar

from nonet.errors import PuzzleError
from nonet.model import Automaton

MAX_STATES = 60_000
"""States that a rule may need: more than this is a rule of too many cells."""

State = TypeVar("State", bound=Hashable)


def fixed_length_automaton(
    start: State,
    step: Callable[[State, int], State | None],
    values: Iterable[int],
    length: int,
    accepts: Callable[[State], bool] = lambda state: True,
) -> Automaton:
    """The automaton of words of ``length`` values.

    ``step`` gives the state after a value, ``None`` where the value is not allowed there;
    ``accepts`` says which states a word may end in.  A state is what matters of what was met
    and its position, so that every accepted word has this length and no state leads nowhere.
    Raises ``PuzzleError`` if there are too many states.
    """
    values = tuple(values)
    number: dict[tuple[int, State], int] = {(0, start): 0}
    layers: list[list[State]] = [[start]]
    arcs: list[tuple[int, int, int]] = []
    for position in range(length):
        after: dict[State, None] = {}
        for state in layers[-1]:
            here = number[position, state]
            for value in values:
                reached = step(state, value)
                if reached is None or (position + 1 == length and not accepts(reached)):
                    continue
                after[reached] = None
                arcs.append((here, value, number.setdefault((position + 1, reached), len(number))))
        if len(number) > MAX_STATES:
            raise PuzzleError(f"too many cells: more than {MAX_STATES} states to be told apart")
        layers.append(list(after))
    ends = {number[length, state] for state in layers[-1]}
    return Automaton(0, ends, _arcs_to_ends(arcs, ends))


def _arcs_to_ends(arcs: list[tuple[int, int, int]], ends: set[int]) -> list[tuple[int, int, int]]:
    """The arcs from which an end can be reached; later states have higher numbers."""
    alive = set(ends)
    kept = []
    for state, value, after in sorted(arcs, key=lambda arc: -arc[0]):
        if after in alive:
            alive.add(state)
            kept.append((state, value, after))
    return kept
