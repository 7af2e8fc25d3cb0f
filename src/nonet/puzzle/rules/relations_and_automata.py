"""Values along some cells by a relation, an automaton or a pattern.

A pattern is a regular expression over the values of cells, each written as displayed, as one
character.

>>> step, start, accepts = compile_pattern("1*2", (1, 2))
>>> accepts(step(step(start, 1), 2)), step(step(start, 2), 1) is None
(True, True)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise

from nonet.errors import ModelError, PuzzleError
from nonet.model import Annotation, Automaton, Constraint, Regular, Table
from nonet.model.regular_expressions import PatternParser, PositionAutomaton, State
from nonet.puzzle.alphabets import default_alphabet
from nonet.puzzle.grid import Grid
from nonet.puzzle.rules.base import CellsRule, Example
from nonet.puzzle.rules.lines import PathRule


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
            raise self.syntax_error(f"{character!r} is not a value of the grid")
        self.at += 1
        return self._symbols[character]

    def error(self, message: str) -> PuzzleError:
        return PuzzleError(message)


@dataclass(frozen=True)
class Relation(CellsRule):
    """Every two cells that follow one another, or with ``every`` any two, take an allowed pair.

    The earlier cell takes the first value of a pair.  The cells need not touch.
    """

    allowed: tuple[tuple[int, int], ...]
    every: bool = False

    name = "relation"
    sentence = "Values that follow one another on the line are a pair allowed."
    aliases = ("pairwise",)
    entry = "cells"
    parameters = {
        "cells": "the cells in order, as R1C1 or A1",
        "allowed": "the pairs of values allowed, the earlier cell's first",
        "every": "whether any two of the cells are meant, not only those that follow one another",
    }
    examples = (
        Example(
            ".1.............1",
            "2143341212344321",
            'allowed="1 2 | 2 4 | 3 1 | 4 1 | 4 3" R1C1 R2C2 R3C3 R4C4',
        ),
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        pairs = self.allowed
        for pair in pairs:
            if not isinstance(pair, list | tuple) or len(pair) != 2:
                raise self.rule_error(f"allowed are pairs of values, not {pair!r}")
            for value in pair:
                self.checked_number(value, "an allowed value")
        object.__setattr__(self, "allowed", tuple(sorted({(a, b) for a, b in pairs})))

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        cells = self.checked_cells(grid, self.cells, allow_repeats=True)
        allowed = frozenset(self.allowed)
        for pair in combinations(cells, 2) if self.every else pairwise(cells):
            name = f"relation {pair[0]}-{pair[1]}"
            rule = Annotation(
                "relation", name, f"{pair[0]} and {pair[1]} are one of the pairs allowed"
            )
            yield Table(pair, allowed, rule=rule)


@dataclass(frozen=True)
class StateMachine(CellsRule):
    """The values, read in the order of the cells, lead from state 0 to an accepting state.

    A transition is (state, value, next state); where there is none the line is refused.  The
    cells need not touch.
    """

    transitions: tuple[tuple[int, int, int], ...]
    accepting: tuple[int, ...]

    name = "state-machine"
    sentence = "The values along the line are accepted by the automaton given."
    aliases = ("nfa",)
    entry = "cells"
    parameters = {
        "cells": "the cells in order, as R1C1 or A1",
        "transitions": "(state, value, next state); the first state is 0",
        "accepting": "the states that the line may end in",
    }
    examples = (
        Example(
            "...........4.3..",
            "2143341212344321",
            {
                "cells": ("R1C1", "R1C2", "R2C2", "R2C3"),
                "transitions": (
                    *((0, 1, 1), (0, 2, 1), (1, 1, 2), (1, 2, 1)),
                    *((2, 1, 3), (2, 4, 2), (1, 3, 2), (3, 4, 3)),
                ),
                "accepting": (2, 3),
            },
        ),
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        try:
            machine = Automaton(0, self.accepting, self.transitions)
        except (ModelError, TypeError) as error:
            raise self.rule_error(str(error)) from None
        object.__setattr__(self, "_machine", machine)
        object.__setattr__(self, "transitions", machine.transitions)
        object.__setattr__(self, "accepting", tuple(sorted(machine.accepting)))

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        cells = self.checked_cells(grid, self.cells, allow_repeats=True)
        name = f"state machine {cells[0]}-{cells[-1]}"
        rule = Annotation("state machine", name, f"the automaton accepts {cells[0]} to {cells[-1]}")
        machine = self._machine  # type: ignore[attr-defined]
        yield Regular.unchecked(scope=cells, automaton=machine, rule=rule)


@dataclass(frozen=True)
class RegexLine(PathRule):
    """The values, as characters in order, are matched by ``pattern`` as a whole.

    The pattern is a regular expression of the plain kind: characters of values, ``.``,
    ``[1-4]``, ``[^5]``, ``( )``, ``|``, ``*``, ``+``, ``?`` and ``{2,3}``.
    """

    pattern: str

    name = "regex-line"
    sentence = "The values along the line, read in order, match the pattern given."
    aliases = ("regex", "automaton-line")
    parameters = {
        "cells": "the cells in order",
        "pattern": "a regular expression for all values of the line, such as [1-4]*9?[5-8]+",
    }
    tint = "red"
    examples = (
        Example(
            "3.5..........3..1..4.6.2.6......21..",
            "315426624351236514541632163245452163",
            "[1-3]+[56]*[^2] R6C4 R6C3 R5C4 R4C3 R5C2",
        ),
    )
    min_cells = 1

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        cells = self.located(grid)
        try:
            step, start, accepts = compile_pattern(self.pattern, grid.values)
        except PuzzleError as error:
            raise PuzzleError(f"rule {self.name} at {cells[0]}: {error}") from None
        sentence = f"the values from {cells[0]} to {cells[-1]} match {self.pattern}"
        yield self.regular(grid, cells, sentence, start, step, accepts)
