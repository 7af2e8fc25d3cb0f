"""Sum lines: a line that falls into pieces of one sum (ten lines)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from nonet.encoding.automata import fixed_length_automaton
from nonet.model import Annotation, AnyOf, Automaton, Constraint, Regular
from nonet.puzzle.grid import Grid, place
from nonet.puzzle.rules.base import Example, LineRule, are_adjacent
from nonet.render.drawing import Decoration, Line, Text

MAX_SINGLE_AUTOMATON_LOOP = 20
"""Cells of a loop up to which one automaton suffices; larger: one for each way to cut."""

PieceSums = tuple[tuple[int, int], ...]
"""For each possible cut of a loop, given by the sum of the first piece before the cut: the sum of
the current piece.
"""


@dataclass(frozen=True)
class SumLine(LineRule):
    """Every cell is in exactly one piece of neighbours on the line; values may repeat.

    A ``loop`` has no end: a piece may reach over from its last cell to its first.
    """

    sum: int = 10
    loop: bool = False

    name = "sum-line"
    sentence = "The line falls into pieces, and the values of each have the sum."
    aliases = ("ten-line", "10-line")
    parameters = {
        "sum": "the sum of every piece",
        "loop": "whether the line is closed: its last cell is followed by its first",
    }
    examples = (
        Example(
            "......................5...........4.",
            "412563563124625431341256234615156342",
            "7 R1C3 R1C2 R1C1 R2C1 R3C2",
            extra_rules=(
                "sum-line 7 R2C6 R1C6 R1C5 R2C4 R3C3 R4C4",
                "sum-line 7 R6C2 R5C1 R4C1 R5C2 R6C1",
            ),
        ),
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        self.checked_number(self.sum, "the sum", minimum=1)

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        cells = self.located(grid)
        if self.loop and (len(cells) < 3 or not are_adjacent(cells[0], cells[-1])):
            raise self.rule_error(
                f"the loop at {cells[0]} is not closed: {cells[-1]} does not touch it"
            )
        if self.sum > grid.values[-1] * len(cells):
            raise self.impossible_rule_error(
                f"the {len(cells)} cells at {cells[0]} cannot sum to {self.sum}"
            )
        annotation = Annotation(
            self.name,
            f"sum line of {self.sum} from {cells[0]} to {cells[-1]}",
            f"{' '.join(cells)} fall into pieces of sum {self.sum}",
        )
        cuts = range(self.sum) if self.loop else range(1)
        if self.loop and len(cells) > MAX_SINGLE_AUTOMATON_LOOP:
            starts: list[PieceSums] = [((cut, cut),) for cut in cuts]
        else:
            starts = [tuple((cut, cut) for cut in cuts)]
        machines = [_automaton(start, self.sum, grid.values, len(cells)) for start in starts]
        ways = tuple((Regular(cells, machine, rule=annotation),) for machine in machines)
        yield ways[0][0] if len(ways) == 1 else AnyOf(ways, rule=annotation)

    def decorations(self, grid: Grid) -> Iterable[Decoration]:
        places = tuple(map(place, self.located(grid)))
        yield Line((*places, places[0]) if self.loop else places, self.name, tint="orange")
        if self.sum != 10:
            yield Text((places[0],), str(self.sum), "corner")


@lru_cache(maxsize=256)
def _automaton(start: PieceSums, total: int, values: tuple[int, ...], length: int) -> Automaton:
    """Return the automaton of ``length`` cells that split into pieces of sum ``total``."""

    def step(alive: PieceSums, value: int) -> PieceSums | None:
        extended = [(cut, piece + value) for cut, piece in alive if piece + value <= total]
        return tuple((cut, piece % total) for cut, piece in extended) or None

    return fixed_length_automaton(values, start, step, length, _is_closed)


def _is_closed(alive: PieceSums) -> bool:
    return any(cut == piece for cut, piece in alive)
