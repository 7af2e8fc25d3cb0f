"""Regular expressions over the values of cells, as steps of an automaton.

Each value is written as displayed, as one character.

>>> step, start, accepts = compile_pattern("1*2", (1, 2))
>>> accepts(step(step(start, 1), 2)), step(step(start, 2), 1) is None
(True, True)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from nonet.errors import PuzzleError
from nonet.model.regular_expressions import PatternParser, PositionAutomaton, State
from nonet.puzzle.alphabets import default_alphabet


def compile_pattern(
    pattern: str, values: Sequence[int]
) -> tuple[Callable[[State, int], State | None], State, Callable[[State], bool]]:
    """Step, start and acceptance of the automaton that matches the whole of a text.

    ``values`` are the grid's values; each is a single character in its displayed form. Raises
    ``PuzzleError``, with the place, for an invalid pattern.
    """
    positions = PositionAutomaton(_CharacterParser(pattern, values).parse())
    return positions.step, positions.start, positions.accepts


class _CharacterParser(PatternParser):
    """A value is one character, and each character counts."""

    max_length = 200
    max_repeats = 64  # as many as there can be values
    max_positions = 300
    example = "[1-4]*9"

    def __init__(self, pattern: str, values: Sequence[int]) -> None:
        super().__init__(pattern, values)
        alphabet = default_alphabet(tuple(values))
        self._symbols = {s: v for s, v in alphabet.value_of_symbol.items() if v in self.values}

    def next_value(self) -> int:
        character = self.pattern[self.at]
        if character not in self._symbols:
            raise self.syntax_error(f"{character!r} is no value of the grid")
        self.at += 1
        return self._symbols[character]

    def error(self, message: str) -> PuzzleError:
        return PuzzleError(message)
