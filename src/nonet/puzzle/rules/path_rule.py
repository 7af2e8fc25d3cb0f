"""Rules of lines: a path of cells whose values, read in order, must be right.

Most of these rules are one ``Regular``: the memory of the values read so far is a state, and the
next value changes the state.  So the whole line is one constraint: propagation removes every
impossible value, and an explanation can name the line.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import lru_cache
from typing import Any, ClassVar, Literal, TypeVar

from nonet.encoding.automata import build_automaton
from nonet.errors import PuzzleError
from nonet.model import Annotation, Automaton, Regular
from nonet.puzzle.grid import Cell, Grid, place
from nonet.puzzle.rules.base import LineRule
from nonet.render.drawing import Bulb, Decoration, Line, Shape, Tint

State = TypeVar("State", bound=Hashable)

EMPTY_HISTORY: tuple[int, ...] = ()
"""The memory before the first value, for steps that remember several values."""

LineEnds = Literal["", "bulbs", "diamonds"]
"""The shape at the two ends of a line."""


def _accept_any(state: object) -> bool:
    return True


class PathRule(LineRule):
    """The base of rules about the values read along a line.

    ``tint`` is the colour of the line; ``ends`` is the shape at its two ends.
    """

    tint: ClassVar[Tint] = "grey"
    ends: ClassVar[LineEnds] = ""

    def annotation(self, cells: Sequence[Cell], sentence: str, part: str = "") -> Annotation:
        """Return the annotation of a constraint of this line, or of a ``part`` of the line."""
        kind = self.name.replace("-", " ")
        label = f"{kind} {cells[0]}-{cells[-1]}"
        return Annotation(kind, f"{label}: {part}" if part else label, sentence)

    def decorations(self, grid: Grid) -> Iterable[Decoration]:
        cells = self.located(grid)
        places = tuple(map(place, cells))
        yield Line(places, self.annotation(cells, "").label, self.tint)
        for end in (places[0], places[-1]):
            if self.ends == "bulbs":
                yield Bulb((end,), filled=False, tint=self.tint)
            elif self.ends == "diamonds":
                yield Shape(end, "diamond", tint=self.tint)

    def regular(
        self,
        grid: Grid,
        cells: Sequence[Cell],
        annotation: Annotation,
        start: State,
        step: Callable[[State, int], State | None],
        accepts: Callable[[State], bool] = _accept_any,
    ) -> Regular:
        """The constraint that ``step`` leads from ``start`` along ``cells`` and accepts the end.

        Raises ``PuzzleError`` if no values of the grid do.
        """
        try:
            automaton = _cached_automaton(grid.values, start, step, accepts)
        except PuzzleError as error:
            raise self.rule_error(f"the line at {self.cells[0]} needs {error}") from None
        if not _accepts_length(automaton, len(cells)):
            raise self.impossible_rule_error(
                f"no values from {grid.values[0]} to {grid.values[-1]} fit on the "
                f"{len(cells)} cells of the line at {self.cells[0]}"
            )
        return Regular.unchecked(scope=tuple(cells), automaton=automaton, rule=annotation)


@lru_cache(maxsize=256)
def _cached_automaton(
    values: tuple[int, ...],
    start: Hashable,
    step: Callable[[Any, int], Hashable | None],
    accepts: Callable[[Any], bool],
) -> Automaton:
    """Return the automaton of ``step``, cached for all lines with this step.

    A step is looked up by its identity: rules whose steps have parameters cache the steps, too.
    """
    return build_automaton(values, start, step, accepts)


@lru_cache(maxsize=256)
def _accepts_length(machine: Automaton, length: int) -> bool:
    """Return whether the automaton accepts any sequence of ``length`` values."""
    arcs: dict[int, set[int]] = {}
    for state, _, after in machine.transitions:
        arcs.setdefault(state, set()).add(after)
    states = {machine.start}
    for _ in range(length):
        states = {after for state in states for after in arcs.get(state, ())}
    return not states.isdisjoint(machine.accepting)


def split_in_thirds(grid: Grid, what: str) -> tuple[tuple[int, ...], ...]:
    """Return the low, the middle and the high values.

    Raise ``PuzzleError`` if the grid's size is not divisible by 3.
    """
    size, remainder = divmod(grid.size, 3)
    if remainder:
        raise PuzzleError(
            f"{what} needs as many low as middle and high values, and there are {grid.size} in all"
        )
    return grid.values[:size], grid.values[size : 2 * size], grid.values[2 * size :]
