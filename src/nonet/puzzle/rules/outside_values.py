"""Clues beside the grid that give a value, a place, heights of buildings, or a run that rises."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise, permutations
from typing import Literal

from nonet.errors import quantity
from nonet.model import Annotation, AnyOf, Automaton, Constraint, Count, Linear, Regular, Table
from nonet.model.constraints.base import UNNAMED
from nonet.model.constraints.regular import build_automaton, fixed_length_automaton
from nonet.puzzle.grid import Cell, Grid, place
from nonet.puzzle.rules.base import Example, PuzzleRule
from nonet.puzzle.rules.outside_rule import OutsideRule, checked_outside_name, line_from
from nonet.render.drawing import Decoration, Text


@dataclass(frozen=True)
class OutsideValues(OutsideRule):
    """Each of ``values`` is among the first ``count`` cells seen from the clue.

    Unless ``count`` is given, these are the cells of the first box; without boxes three cells.
    """

    values: tuple[int, ...]
    count: int | None = None

    clue_field = "values"
    name = "outside-values"
    sentence = (
        "Values beside a row or column are among its first cells from there, as far as the first "
        "box goes."
    )
    aliases = ("outside", "outside-sudoku", "outside-digits")
    parameters = {
        "values": "the values that stand there",
        "count": "how many cells are looked at, if not those of the first box",
    }
    examples = (
        Example(
            ".......3......1.",
            "2341142341323214",
            "1 2 R0C1",
            extra_rules=("outside-values 3 R2C5",),
        ),
    )

    def __post_init__(self) -> None:
        object.__setattr__(self, "clue", checked_outside_name(self, self.clue))
        object.__setattr__(self, "values", self.checked_numbers(self.values, "a value"))
        if not self.values:
            raise self.rule_error("it takes a value or more")
        if self.count is not None:
            self.checked_number(self.count, "the count", minimum=1)

    def near_cells(self, grid: Grid) -> tuple[Cell, ...]:
        """The cells that are looked at."""
        cells = self.line_cells(grid)
        if self.count is not None:
            return cells[: self.count]
        box = next((set(box) for b in grid.blocks for box in b.boxes() if cells[0] in box), None)
        first_box = tuple(cell for cell in cells if box and cell in box)
        return first_box or cells[:3]

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        cells = self.near_cells(grid)
        if len(set(self.values)) > len(cells):
            raise self.impossible_rule_error(
                f"{len(self.values)} values at {self.clue} are more than {quantity(len(cells), 'cell')}"
            )
        for value in self.values:
            if value not in grid.values:
                raise self.rule_error(f"{value} is not a value of this grid")
            annotation = Annotation(
                self.name,
                f"{value} beside {self.clue}",
                f"{value} is in one of {' '.join(cells)}",
            )
            yield Count(cells, frozenset([value]), ">=", 1, rule=annotation)

    def clue_text(self) -> str:
        return " ".join(map(str, self.values))


@dataclass(frozen=True)
class NumberedRoom(OutsideRule):
    """Places count from 1: if the first value is 1, this value is the clue itself."""

    value: int

    clue_field = "value"
    min_clue = 0
    name = "numbered-room"
    sentence = (
        "A number beside the grid is the value of the Nth cell from there, where N is the first "
        "value."
    )
    aliases = ("numbered-rooms",)
    parameters = {"value": "the value of the cell that the first one points at"}
    examples = (
        Example(
            ".......................2............",
            "542613136245324561615432453126261354",
            "4 R3C0",
            extra_rules=(
                "numbered-room 1 R5C0",
                "numbered-room 4 R5C7",
                "numbered-room 6 R1C7",
                "numbered-room 6 R0C3",
                "numbered-room 1 R6C7",
                "numbered-room 4 R0C1",
                "numbered-room 6 R6C0",
            ),
        ),
    )

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        cells = self.line_cells(grid)
        if self.value not in grid.values:
            raise self.impossible_rule_error(
                f"the clue at {self.clue} is {self.value}, which is not a value of the grid"
            )
        machine = _room_automaton(self.value, grid.values, len(cells))
        annotation = self.annotation(
            grid,
            f"the cell of {cells[0]} to {cells[-1]} at the place that {cells[0]} says "
            f"holds {self.value}",
        )
        yield Regular(cells, machine, rule=annotation)


@lru_cache(maxsize=256)
def _room_automaton(clue: int, values: tuple[int, ...], length: int) -> Automaton:
    """Return the automaton of a line of ``length`` cells whose numbered room holds ``clue``."""

    def step(room: int, value: int) -> int | None:
        """The state is the cells left to the room: 0 beyond the room, -1 at the start."""
        if room == 0:
            return 0
        if room < 0:
            if not 1 <= value <= length or (value == 1 and value != clue):
                return None
            return value - 1
        return None if room == 1 and value != clue else room - 1

    return fixed_length_automaton(values, -1, step, length, lambda room: room == 0)


@dataclass(frozen=True)
class FirstSeen(OutsideRule):
    """``value`` is the first value of its parity in the line."""

    value: int

    clue_field = "value"
    name = "first-seen"
    sentence = (
        "A number beside the grid is the first odd value seen from there if it is odd, else the "
        "first even one."
    )
    aliases = ("first-seen-odd-even", "first-odd-even")
    parameters = {"value": "that value"}
    examples = (
        Example(
            ".....34.........", "4123234134121234", "3 R0C1", extra_rules=("first-seen 2 R3C5",)
        ),
    )

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        cells = self.line_cells(grid)
        if self.value not in grid.values:
            raise self.rule_error(f"{self.value} is not a value of this grid")

        def step(seen: bool, value: int) -> bool | None:
            if seen or value % 2 != self.value % 2:
                return seen
            return True if value == self.value else None

        machine = build_automaton(grid.values, False, step, bool)
        parity = "odd" if self.value % 2 else "even"
        annotation = self.annotation(
            grid, f"{self.value} is the first {parity} value from {cells[0]} on"
        )
        yield Regular(cells, machine, rule=annotation)


_MET, _LINE_END = -1, -2
"""The state after the greatest value: no value is due any more, or the line must end."""


@dataclass(frozen=True)
class NextToNine(OutsideRule):
    """The cells beside the greatest value of the row or column hold exactly ``values``.

    A single value says that the greatest value is at an end of the line.  A line holds the greatest
    value once.
    """

    values: tuple[int, ...]

    clue_field = "values"
    name = "next-to-nine"
    sentence = (
        "Values beside a row or column are those next to its 9 (or its greatest value), in any "
        "order."
    )
    aliases = ("next-to-9", "neighbours-of-nine")
    parameters = {"values": "the one or two values next to the greatest"}
    examples = (
        Example(
            ".3.............3", "1324243131424213", "1 3 R0C2", extra_rules=("next-to-nine 2 R1C0",)
        ),
    )

    def __post_init__(self) -> None:
        object.__setattr__(self, "clue", checked_outside_name(self, self.clue))
        object.__setattr__(self, "values", self.checked_numbers(self.values, "a value"))
        if not 1 <= len(self.values) <= 2:
            raise self.rule_error("the greatest value has one or two neighbours")

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        cells, top = self.line_cells(grid), grid.values[-1]
        for value in self.values:
            if value not in grid.values or value == top:
                raise self.impossible_rule_error(f"{value} cannot be next to {top}")
        orders = sorted(set(permutations(self.values)))

        def step(state: tuple[int, ...], value: int) -> tuple[int, ...] | None:
            """Where reading is: the last value, and after the greatest the value to come."""
            before, *due = state
            if due == [_LINE_END]:
                return None
            if due and due[0] != _MET:
                return (value, _MET) if value == due[0] else None
            if value != top:
                return (value, *due)
            if due:
                return None  # the greatest a second time
            if len(self.values) == 1:
                return (value, self.values[0]) if before < grid.values[0] else _end(before)
            return next(((value, b) for a, b in orders if a == before), None)

        def _end(before: int) -> tuple[int, ...] | None:
            # the greatest is last: nothing may come
            return (top, _LINE_END) if before == self.values[0] else None

        def accepts(state: tuple[int, ...]) -> bool:
            return len(state) == 2 and state[1] in (_MET, _LINE_END)

        start: tuple[int, ...] = (grid.values[0] - 1,)
        machine = build_automaton(grid.values, start, step, accepts)
        listed = " and ".join(map(str, self.values))
        annotation = self.annotation(
            grid, f"{listed} and no other value is next to {top} in its line"
        )
        yield Regular(cells, machine, rule=annotation)

    def clue_text(self) -> str:
        return " ".join(map(str, self.values))


@dataclass(frozen=True)
class DescriptivePair(OutsideRule):
    """``first`` is in cell number ``second`` of the line, counted from the clue, or the reverse."""

    first: int
    second: int

    clue_field = "first"
    min_clue = 1
    name = "descriptive-pair"
    sentence = (
        "Of two numbers X and Y beside a row or column either X stands in its cell number Y or Y "
        "stands in its cell number X."
    )
    aliases = ("descriptive-pairs",)
    parameters = {"first": "one number", "second": "the other"}
    examples = (
        Example(
            "...3.........4..",
            "1243431231242431",
            "2 3 R0C3",
            extra_rules=("descriptive-pair R2C0 1 4",),
        ),
    )

    minimums = {"second": 1}

    def clue_text(self) -> str:
        return f"{self.first},{self.second}"

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        cells = self.line_cells(grid)
        annotation = self.annotation(
            grid,
            f"from {cells[0]} to {cells[-1]} {self.first} is in cell {self.second} or "
            f"{self.second} in cell {self.first}",
        )
        choices = tuple(
            (Table((cells[where - 1],), frozenset({(value,)}), rule=UNNAMED),)
            for value, where in ((self.first, self.second), (self.second, self.first))
            if where <= len(cells) and value in grid.values
        )
        if not choices:
            raise self.impossible_rule_error(f"{self.clue_text()} fits no line of {len(cells)}")
        yield AnyOf(choices, rule=annotation)


@dataclass(frozen=True)
class Skyscraper(OutsideRule):
    """A value hides the smaller and equal values behind.

    A cell of value 0 is a park, not a building, and is never counted (so in the Interactive Sudoku
    Solver and in "Skyscrapers with parks").  Where 0 is a building of its own: ``parks=no``.
    """

    count: int
    parks: bool = True

    clue_field = "count"
    min_clue = 1
    name = "skyscraper"
    sentence = (
        "Values are heights of buildings: a number beside the grid says how many of its row or "
        "column are seen from there."
    )
    aliases = ("skyscrapers",)
    parameters = {
        "count": "how many are seen",
        "parks": "whether a cell of value 0 is a park, which is not counted",
    }
    examples = (
        Example(
            "..4............2................3...",
            "134625625134341256256341412563563412",
            "4 R0C2",
            extra_rules=(
                "skyscraper 4 R3C0",
                "skyscraper 2 R7C5",
                "skyscraper 4 R1C0",
                "skyscraper 1 R2C0",
                "skyscraper 3 R4C7",
                "skyscraper 2 R1C7",
                "skyscraper 2 R7C1",
            ),
        ),
    )

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        cells = self.line_cells(grid)
        if self.count > len(cells):
            raise self.impossible_rule_error(
                f"the clue at {self.clue} cannot be {self.count}: the line has {quantity(len(cells), 'cell')}"
            )
        machine = _seen_automaton(self.count, grid.values, len(cells), self.parks)
        annotation = self.annotation(grid, f"{self.count} are seen from {cells[0]} to {cells[-1]}")
        yield Regular.unchecked(scope=cells, automaton=machine, rule=annotation)


@lru_cache(maxsize=256)
def _seen_automaton(count: int, values: tuple[int, ...], length: int, parks: bool) -> Automaton:
    """Return the automaton of a line of ``length`` cells of which ``count`` are visible."""

    def step(state: tuple[int, int], value: int) -> tuple[int, int] | None:
        """The tallest so far, and how many more are to be seen."""
        tallest, more = state
        if value <= tallest:
            return state
        return (value, more - 1) if more else None

    ground = max(0, values[0] - 1) if parks else values[0] - 1
    start = (ground, count)
    return fixed_length_automaton(values, start, step, length, lambda state: state[1] == 0)


@dataclass(frozen=True)
class HiddenSkyscraper(OutsideRule):
    """A value hides smaller and equal values behind; the first hidden value is the clue."""

    value: int

    clue_field = "value"
    min_clue = 0
    name = "hidden-skyscraper"
    sentence = (
        "Values are heights of buildings: a number beside the grid is the first one that is not "
        "seen from there."
    )
    aliases = ("hidden-skyscrapers",)
    parameters = {"value": "the first value that is hidden"}
    examples = (
        Example(
            "........6..........1..............3.",
            "145263236415623154514326351642462531",
            "4 R7C6",
            extra_rules=(
                "hidden-skyscraper 4 R2C0",
                "hidden-skyscraper 1 R2C7",
                "hidden-skyscraper 1 R0C4",
                "hidden-skyscraper 5 R7C2",
                "hidden-skyscraper 1 R5C7",
            ),
        ),
    )

    def constraints_among(self, grid: Grid, rules: tuple[PuzzleRule, ...]) -> Iterable[Constraint]:
        cells = self.line_cells(grid)
        hidden = grid.values[:-1] if self.is_unit(cells, rules) else grid.values
        if self.value not in hidden:
            raise self.impossible_rule_error(
                f"the clue at {self.clue} cannot be {self.value}: "
                f"hidden are {hidden[0]} to {hidden[-1]}"
            )
        machine = _hidden_automaton(self.value, grid.values, len(cells))
        annotation = self.annotation(
            grid, f"the first that is hidden from {cells[0]} to {cells[-1]} is {self.value}"
        )
        yield Regular.unchecked(scope=cells, automaton=machine, rule=annotation)


@lru_cache(maxsize=256)
def _hidden_automaton(clue: int, values: tuple[int, ...], length: int) -> Automaton:
    """Return the automaton of a line of ``length`` cells whose first hidden value is ``clue``."""

    def step(tallest: int, value: int) -> int | None:
        """The state is the tallest value so far; above all values once a value is hidden."""
        if value > tallest or tallest == hidden:
            return max(value, tallest)
        return hidden if value == clue else None

    hidden = values[-1] + 1
    return fixed_length_automaton(
        values, values[0] - 1, step, length, lambda state: state == hidden
    )


@dataclass(frozen=True)
class LongestRun(OutsideRule):
    """Of the runs of neighbours that rise, seen from the clue, the longest has ``length`` cells.

    With ``kind`` ``consecutive`` each value of a run is the value before plus 1.
    """

    length: int
    kind: Literal["rising", "consecutive"] = "rising"

    clue_field = "length"
    min_clue = 1
    name = "longest-run"
    sentence = (
        "A number beside the grid is the length of the longest run of cells side by side whose "
        "values rise, seen from there."
    )
    aliases = ("maximum-run", "max-run", "longest-increasing-run")
    parameters = {
        "length": "how many cells the longest run has",
        "kind": "rising, or consecutive where each is one more than the one before",
    }
    examples = (
        Example(
            "3.........4.....",
            "3214142323414132",
            {"clue": "R0C1", "length": 3, "kind": "rising"},
            extra_rules=("longest-run 2 R2C5",),
        ),
    )

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        def step(state: tuple[int, int, bool], value: int) -> tuple[int, int, bool] | None:
            """The last value, how long the run is, and whether one was long enough."""
            last, run, met = state
            goes_on = value == last + 1 if self.kind == "consecutive" else value > last
            run = run + 1 if goes_on and run else 1
            return (value, run, met or run == self.length) if run <= self.length else None

        cells = self.line_cells(grid)
        if self.length > len(cells):
            raise self.impossible_rule_error(f"a run of {self.length} is longer than the line")
        start = (grid.values[0] - 1, 0, False)
        machine = build_automaton(grid.values, start, step, lambda state: state[2])
        annotation = self.annotation(
            grid, f"the longest {self.kind} run from {cells[0]} to {cells[-1]} has {self.length}"
        )
        yield Regular(cells, machine, rule=annotation)


@dataclass(frozen=True)
class Rossini(OutsideRule):
    """An arrow points to the greatest of the three nearest values, which are sorted.

    Places without an arrow say nothing; where all arrows are given add ``strict-rossini``.
    """

    order: Literal["rising", "falling"] = "rising"
    length: int = 3

    clue_field = "length"
    min_clue = 2
    name = "rossini"
    sentence = (
        "An arrow beside a row or column says that the three nearest values rise in its direction."
    )
    aliases = ("rossini-arrow",)
    parameters = {
        "order": "rising or falling, from the clue on",
        "length": "how many values are sorted",
    }
    examples = (
        Example(
            "...............2",
            "4213132424313142",
            {"clue": "R0C2", "order": "rising", "length": 3},
            extra_rules=("rossini R1C0 falling",),
        ),
    )

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        cells = self.line_cells(grid)[: self.length]
        sign = 1 if self.order == "rising" else -1
        for number, (cell, after) in enumerate(pairwise(cells), 1):
            word = "less" if sign > 0 else "greater"
            annotation = Annotation(
                self.name,
                f"rossini at {self.clue}: {number}",
                f"{cell} is {word} than {after}",
            )
            yield Linear((cell, after), (sign, -sign), "<=", -1, rule=annotation)

    def decorations(self, grid: Grid) -> Iterable[Decoration]:
        first, second = (place(cell) for cell in self.line_cells(grid)[:2])
        down, right = second[0] - first[0], second[1] - first[1]
        if self.order == "falling":
            down, right = -down, -right
        arrow = {(1, 0): "\u2193", (-1, 0): "\u2191", (0, 1): "\u2192", (0, -1): "\u2190"}[
            down, right
        ]
        yield Text((place(self.clue),), arrow)


@dataclass(frozen=True)
class StrictRossini(PuzzleRule):
    """Beside no arrow the nearest values neither rise nor fall, on the outer edges of the grid."""

    length: int = 3

    name = "strict-rossini"
    sentence = "All Rossini arrows are given: where there is none, the three nearest values are not sorted."
    aliases = ("negative-rossini",)
    parameters = {"length": "how many values are sorted"}
    examples = (
        Example(
            ".2.............3................4...",
            "326154451623142365635412213546564231",
            {"length": 3},
        ),
    )

    def __post_init__(self) -> None:
        self.checked_number(self.length, "length", minimum=2)

    def constraints_among(self, grid: Grid, rules: tuple[PuzzleRule, ...]) -> Iterable[Constraint]:
        clued = {line_from(grid, rule.clue) for rule in rules if isinstance(rule, Rossini)}
        for block in grid.blocks:
            for line in (*block.rows(), *block.columns()):
                for cells in (line, line[::-1]):
                    if cells not in clued:
                        yield self._not_sorted(cells[: self.length])

    def _not_sorted(self, cells: tuple[Cell, ...]) -> Constraint:
        """Somewhere the values turn: one rises to its neighbour and one falls, or two are equal."""
        annotation = Annotation(
            self.name, f"no arrow at {cells[0]}-{cells[-1]}", f"{' '.join(cells)} are not sorted"
        )
        choices = []
        for cell, after in pairwise(cells):
            for other, beyond in pairwise(cells):
                rises = Linear((cell, after), (1, -1), "<=", 0)
                falls = Linear((other, beyond), (-1, 1), "<=", 0)
                choices.append((rises, falls))
        return AnyOf(tuple(choices), rule=annotation)
