"""Rules of lines: a path of cells whose values, read in order, must be right.

Most of these rules are one ``Regular``: the memory of the values read so far is a state, and the
next value changes the state.  So the whole line is one constraint: propagation removes every
impossible value, and an explanation can name the line.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any, ClassVar, Literal, TypeVar

from nonet.errors import PuzzleError, quantity
from nonet.model import (
    AllDifferent,
    Annotation,
    AnyOf,
    Automaton,
    Constraint,
    Count,
    EqualSums,
    Linear,
    Regular,
    Table,
)
from nonet.model.constraints.base import UNNAMED
from nonet.model.constraints.regular import build_automaton
from nonet.puzzle.grid import Cell, Grid, place
from nonet.puzzle.rules.base import Example, LineRule, PuzzleRule, are_adjacent
from nonet.render.drawing import Bulb, Decoration, Line, Shade, Shape, Tint

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
        sentence: str,
        start: State,
        step: Callable[[State, int], State | None],
        accepts: Callable[[State], bool] = _accept_any,
        read: Sequence[Cell] = (),
    ) -> Regular:
        """The constraint that ``step`` leads from ``start`` along ``cells`` and accepts the end.

        The cells are read in the order of ``read``, if given.  Raises ``PuzzleError`` if no values
        of the grid do.
        """
        try:
            automaton = _cached_automaton(grid.values, start, step, accepts)
        except PuzzleError as error:
            raise self.rule_error(f"the line at {self.cells[0]} needs {error}") from None
        if not _accepts_length(automaton, len(cells)):
            raise self.impossible_rule_error(
                f"no values from {grid.values[0]} to {grid.values[-1]} fit on the "
                f"{quantity(len(cells), 'cell')} of the line at {self.cells[0]}"
            )
        rule = self.annotation(cells, sentence)
        return Regular.unchecked(scope=tuple(read or cells), automaton=automaton, rule=rule)


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


class Thermometer(PathRule):
    """Each value is larger than the value before; the first cell is the bulb."""

    name: ClassVar[str] = "thermometer"
    sentence: ClassVar[str] = "Values rise along each thermometer, from its bulb to its tip."
    aliases: ClassVar[tuple[str, ...]] = ("thermo",)
    parameters = {"cells": "the cells in order, the bulb first"}
    dashed: ClassVar[bool] = False
    """Whether its line is drawn dashed."""
    examples: ClassVar[tuple[Example, ...]] = (
        Example(
            "..4....6.............6...5...2..6...",
            "314256562413625134143625451362236541",
            "R2C5 R2C6 R3C6 R4C6 R5C5",
        ),
    )

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        cells = self.located(grid)
        sentence = f"values rise from {cells[0]} to {cells[-1]}"
        yield self.regular(grid, cells, sentence, grid.values[0] - 1, _increasing_step)

    def decorations(self, grid: Grid) -> Iterable[Decoration]:
        cells = self.located(grid)
        places = tuple(map(place, cells))
        yield Bulb(places[:1], tint="grey")
        yield Line(places, self.annotation(cells, "").label, "grey", width=0.3, dashed=self.dashed)


def _increasing_step(last: int, value: int) -> int | None:
    return value if value > last else None


class SlowThermometer(Thermometer):
    """Each value is at least the value before; the first cell is the bulb."""

    name = "slow-thermometer"
    sentence = "Values rise or stay the same along each slow thermometer."
    aliases = ("slow-thermo",)
    dashed = True
    examples = (
        Example(
            ".......6......6....4...3...6.......2",
            "431256562341316524245163124635653412",
            "R1C3 R1C4 R2C3 R2C4 R2C5 R1C5",
        ),
    )

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        cells = self.located(grid)
        sentence = f"values rise or stay the same from {cells[0]} to {cells[-1]}"
        yield self.regular(grid, cells, sentence, grid.values[0], _nondecreasing_step)


def _nondecreasing_step(last: int, value: int) -> int | None:
    return value if value >= last else None


ValueRun = frozenset[tuple[int, ...]]


class Renban(PathRule):
    """The line holds a run of consecutive values, each once, in any order.

    The order means nothing, so the cells need not touch: published Renban groups often do not
    (so in the Interactive Sudoku Solver).  A group that is not a line is shaded.
    """

    name = "renban"
    sentence = "A renban line holds consecutive values in any order, none of them twice."
    aliases = ("renban-line",)
    parameters = {"cells": "the cells of the line or group"}
    tint = "purple"
    examples = (
        Example(
            ".1......3....35..4...6..1........5.6",
            "514362263451635124421635156243342516",
            "R5C6 R4C6 R3C5 R3C6",
        ),
    )

    def located(self, grid: Grid) -> tuple[Cell, ...]:
        cells = self.checked_cells(grid, self.cells)
        if len(cells) < self.min_cells:
            raise self.rule_error(
                f"a line has {quantity(self.min_cells, 'cell')} or more, not {len(cells)}"
            )
        return cells

    def decorations(self, grid: Grid) -> Iterable[Decoration]:
        cells = self.located(grid)
        if all(are_adjacent(cell, after) for cell, after in pairwise(cells)):
            yield from super().decorations(grid)
        else:
            label = self.annotation(cells, "").label
            yield Shade(tuple(map(place, cells)), label, tint=self.tint)

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        cells = self.located(grid)
        runs = consecutive_constraint(
            cells, grid, self.annotation(cells, f"{len(cells)} consecutive values")
        )
        if runs is None:
            raise self.impossible_rule_error(
                f"at {cells[0]}: there are no {len(cells)} consecutive values"
            )
        differ = self.annotation(cells, "no value twice on the line", "all different")
        yield AllDifferent.unchecked(scope=cells, rule=differ)
        yield runs


def consecutive_constraint(
    cells: tuple[Cell, ...], grid: Grid, annotation: Annotation
) -> AnyOf | None:
    """Return the constraint that ``cells`` hold values of a single run; ``None`` without runs.

    A group for each run: with "all different" that is a set of consecutive values.
    """
    runs = _value_runs(grid.values, len(cells))
    if not runs:
        return None
    return AnyOf(
        tuple(tuple(_in_run_table(c, run) for c in cells) for run in runs), rule=annotation
    )


@lru_cache(maxsize=64)
def _value_runs(values: tuple[int, ...], length: int) -> tuple[ValueRun, ...]:
    """Return the runs of ``length`` consecutive values, each as the tuples of a unary table."""
    return tuple(
        frozenset((value,) for value in range(low, low + length))
        for low in values
        if {*range(low, low + length)} <= {*values}
    )


@lru_cache(maxsize=4096)
def _in_run_table(cell: Cell, run: ValueRun) -> Table:
    """Return the table that a cell has a value of a run, cached for all lines."""
    return Table.unchecked(scope=(cell,), rule=UNNAMED, tuples=run)


class Nabner(PathRule):
    """Any two values on the line, neighbours or not, differ by 2 at least.

    Stated as "at most one of ``v`` and ``v + 1``", a constraint on all cells at once.
    """

    name = "nabner"
    sentence = "No two values on a nabner line are equal or consecutive."
    aliases = ("nabner-line",)
    parameters = {"cells": "the cells in order"}
    tint = "yellow"
    examples = (
        Example(
            ".413.........25...4........2...3.1.5",
            "541362263451325614416523154236632145",
            "R5C6 R4C6 R3C5",
        ),
    )

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        cells = self.located(grid)
        values = {*grid.values}
        room, free = 0, grid.values[0]
        for value in grid.values:
            if value >= free:
                room, free = room + 1, value + 2
        if len(cells) > room:
            raise self.impossible_rule_error(
                f"at {cells[0]}: at most {room} values differ by 2, and it has {len(cells)} cells"
            )
        for value in grid.values:
            if value + 1 in values or value - 1 not in values:
                pair = sorted({value, value + 1} & values)
                what = " or ".join(map(str, pair))
                annotation = self.annotation(cells, f"at most one cell of the line is {what}", what)
                yield Count(cells, frozenset(pair), "<=", 1, rule=annotation)


Groups = tuple[tuple[int, ...], ...]


def checked_groups(rule: PuzzleRule, groups: object, *, disjoint: bool) -> Groups:
    """Return two or more groups of values as tuples.

    Raise ``PuzzleError`` for fewer groups, an empty group or, if ``disjoint``, a common value.
    """
    listed = groups if isinstance(groups, list | tuple) else ()
    checked = tuple(rule.checked_numbers(group, "a value") for group in listed)
    if len(checked) < 2 or not all(checked):
        raise rule.rule_error("it takes at least two groups of values, separated by |")
    values = [value for group in checked for value in group]
    if disjoint and len(set(values)) < len(values):
        raise rule.rule_error("a value stands in two groups")
    return checked


def groups_text(groups: Groups) -> str:
    """The groups in words: ``1 2 3 / 4 5 6``."""
    return " / ".join(" ".join(map(str, group)) for group in groups)


@dataclass(frozen=True)
class GroupLine(PathRule):
    """Any cells in a row, as many as there are groups, hold one value of each group.

    The groups of low, middle and high values make an entropic line, the groups of equal remainders
    a modular line.  A line of fewer cells than groups has no two of one group.
    """

    groups: tuple[tuple[int, ...], ...]

    name = "group-line"
    sentence = (
        "Cells in a row on the line, as many as there are groups of values, hold one value of "
        "each group."
    )
    aliases = ("set-line", "value-groups")
    parameters = {"cells": "the cells in order", "groups": "groups of values, none in two of them"}
    tint = "orange"
    examples = (
        Example(
            "......62.............2............34",
            "351426624351236145415263543612162534",
            'groups="1 6 | 2 5 | 3 4" R5C2 R4C3 R3C4 R3C5 R4C4 R3C3',
        ),
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "groups", checked_groups(self, self.groups, disjoint=True))

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        cells = self.located(grid)
        sentence = (
            f"any {len(self.groups)} in a row from {cells[0]} to {cells[-1]} hold one of "
            f"{groups_text(self.groups)} each"
        )
        step = _different_groups_step(self.groups, len(self.groups) - 1)
        yield self.regular(grid, cells, sentence, EMPTY_HISTORY, step)


@lru_cache(maxsize=64)
def _different_groups_step(
    groups: Groups, reach: int
) -> Callable[[tuple[int, ...], int], tuple[int, ...] | None]:
    """Return the step to the next value, of another group than the ``reach`` values before."""
    group_of = {value: number for number, group in enumerate(groups) for value in group}

    def step(before: tuple[int, ...], value: int) -> tuple[int, ...] | None:
        group = group_of.get(value)
        return None if group is None or group in before else (*before, group)[-reach:]

    return step


class Entropic(PathRule):
    """Cells less than three apart on the line are of different thirds: low, middle, high."""

    name = "entropic"
    sentence = (
        "Any three cells in a row on an entropic line hold a low, a middle and a high value "
        "(1-3, 4-6 and 7-9 in a 9x9)."
    )
    aliases = ("entropic-line",)
    parameters = {"cells": "the cells in order"}
    tint = "orange"
    examples = (
        Example(
            "...3....52..5...............5...2...",
            "261345435261523416146523314652652134",
            "R5C2 R4C3 R3C4 R3C5 R4C4 R3C3",
        ),
    )

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        cells = self.located(grid)
        step = _different_groups_step(split_in_thirds(grid, f"rule {self.name}"), 2)
        sentence = f"any three in a row from {cells[0]} to {cells[-1]} are low, middle and high"
        yield self.regular(grid, cells, sentence, EMPTY_HISTORY, step)


@dataclass(frozen=True)
class Modular(PathRule):
    """Cells less than ``modulus`` apart on the line differ modulo ``modulus``."""

    modulus: int = 3

    name = "modular"
    sentence = (
        "Any three cells in a row on a modular line leave different remainders when divided "
        "by 3 (or any number given, and as many cells)."
    )
    aliases = ("modular-line",)
    parameters = {
        "cells": "the cells in order",
        "modulus": "the divisor, 2 or more (3 unless given)",
    }
    tint = "blue"
    examples = (
        Example(
            "6.........13.62..4.....54.........2.",
            "613542245613562134134265421356356421",
            "R5C6 R5C5 R6C4 R6C3 R5C2 R4C1",
        ),
    )

    minimums = {"modulus": 2}

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        cells, modulus = self.located(grid), self.modulus
        remainders = sorted({value % modulus for value in grid.values})
        groups = tuple(tuple(v for v in grid.values if v % modulus == r) for r in remainders)
        step = _different_groups_step(groups, min(modulus, len(cells)) - 1)
        sentence = f"any {modulus} in a row from {cells[0]} to {cells[-1]} differ modulo {modulus}"
        yield self.regular(grid, cells, sentence, EMPTY_HISTORY, step)


_Seen = tuple[int, ...]


def _step(seen: _Seen, value: int) -> _Seen | None:
    """The last value and, from the second on, the difference that all have."""
    if not seen:
        return (value,)
    difference = abs(value - seen[0])
    if len(seen) > 1 and seen[1] != difference:
        return None
    return (value, difference)


class SameDifference(PathRule):
    """Each line has a difference of its own, which the solver finds."""

    name = "same-difference"
    sentence = "All neighbours on the line have the same difference, which is to be found."
    aliases = ("same-difference-line", "constant-difference")
    parameters = {"cells": "the cells in order"}
    tint = "blue"
    min_cells = 3
    examples = (Example(".3........4.....", "2314412332411432", "R1C1 R2C2 R3C2 R4C3"),)

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        cells = self.located(grid)
        sentence = f"neighbours from {cells[0]} to {cells[-1]} have one difference"
        start: _Seen = ()
        yield self.regular(grid, cells, sentence, start, _step)


class SequenceLine(PathRule):
    """Along the line consecutive values differ by a constant step."""

    name = "sequence-line"
    sentence = (
        "Along a sequence line values change by the same step from cell to cell, up, down or "
        "not at all."
    )
    aliases = ("sequence", "arithmetic-sequence", "sequence-lines")
    parameters = {"cells": "the cells in order"}
    tint = "grey"
    min_cells = 3
    examples = (
        Example(
            ".1...5.....................62.......",
            "216345435216324561561432153624642153",
            "R1C1 R2C2 R3C3 R3C4",
            extra_rules=("sequence-line R4C4 R4C5 R4C6 R3C6",),
        ),
    )

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        cells = self.located(grid)
        for (first, second), (_, third) in pairwise(pairwise(cells)):
            sentence = f"{second} - {first} = {third} - {second}"
            annotation = self.annotation(cells, sentence, f"step at {second}")
            yield Linear((first, second, third), (1, -2, 1), "==", 0, rule=annotation)


class Palindrome(PathRule):
    """Cells at the same distance from the two ends hold the same value."""

    name = "palindrome"
    sentence = "A palindrome line reads the same from both ends."
    parameters = {"cells": "the cells in order"}
    tint = "grey"
    examples = (
        Example(
            "....4..5...3........4...6..1....2...",
            "263541451263516432324615635124142356",
            "R2C6 R2C5 R3C6 R4C6 R5C5 R4C4 R3C5",
        ),
    )

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        cells = self.located(grid)
        for first, second in zip(cells[: len(cells) // 2], reversed(cells), strict=False):
            annotation = self.annotation(
                cells, f"{first} and {second} are equal", f"{first} = {second}"
            )
            yield Linear((first, second), (1, -1), "==", 0, rule=annotation)


class Zipper(PathRule):
    """Cells at the same distance from the middle have one sum, the value of a middle cell."""

    name = "zipper"
    sentence = (
        "Values at the same distance from the middle of a zipper line have one sum; where there "
        "is a middle cell, it is its value."
    )
    aliases = ("zipper-line",)
    parameters = {"cells": "the cells in order"}
    tint = "pink"
    examples = (
        Example(
            "..2.56.......3...16..52.1...........",
            "342156561234235461614523153642426315",
            "R5C6 R6C5 R6C6 R5C5 R6C4",
        ),
    )
    min_cells = 3

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        cells = self.located(grid)
        half = len(cells) // 2
        *others, inner = zip(cells[:half], reversed(cells), strict=False)
        middle = inner if len(cells) % 2 == 0 else (cells[half],)
        if len(cells) % 2:
            others.append(inner)
        sums = " = ".join(" + ".join(group) for group in (*others, middle))
        yield EqualSums((middle, *others), rule=self.annotation(cells, sums))


@dataclass(frozen=True)
class Whispers(PathRule):
    """Neighbours on the line differ by at least ``difference``, 1 or more."""

    difference: int = 5

    name: ClassVar[str] = "whispers"
    sentence: ClassVar[str] = "Neighbours on a whispers line differ by at least 5 (or as given)."
    aliases: ClassVar[tuple[str, ...]] = ("german-whispers", "whisper")
    parameters: ClassVar[dict[str, str]] = {
        "cells": "the cells in order",
        "difference": "the least difference of neighbours (5 unless given)",
    }
    tint: ClassVar[Tint] = "green"
    examples: ClassVar[tuple[Example, ...]] = (
        Example(
            "...73....8...16.39..184.5..7..6..9515.63..4............5....7.46.49...1..7..6..9.",
            "265739148847516239391842576738624951516398427429175683953281764684957312172463895",
            "R6C3 R7C3 R8C4 R7C4 R7C5 R7C6 R6C5",
        ),
    )

    minimums = {"difference": 1}

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        cells, far = self.located(grid), self.difference
        sentence = f"neighbours from {cells[0]} to {cells[-1]} differ by at least {far}"
        yield self.regular(grid, cells, sentence, None, _difference_step(far))


@lru_cache(maxsize=64)
def _difference_step(far: int) -> Callable[[int | None, int], int | None]:
    """The step from one value to the next, which differs by at least ``far``."""

    def step(last: int | None, value: int) -> int | None:
        return value if last is None or abs(value - last) >= far else None

    return step


@dataclass(frozen=True)
class DutchWhispers(Whispers):
    """Whispers whose least difference is 4 unless given."""

    difference: int = 4

    name = "dutch-whispers"
    sentence = "Neighbours on a Dutch whispers line differ by at least 4."
    aliases = ("dutch-whisper",)
    parameters = {
        "cells": "the cells in order",
        "difference": "the least difference of neighbours (4 unless given)",
    }
    tint = "orange"
    examples = (
        Example(
            "4.1.3...7.7.........34...16.4......3.37..61.....9..8....92..3.1.241..7...68..72.9",
            "491638527276591438583472916842715693937826154615943872759264381324189765168357249",
            "R9C7 R8C8 R7C9 R6C8 R6C9 R7C8 R7C7 R8C7",
        ),
    )


class Between(PathRule):
    """Every value between the two ends of the line is strictly between theirs."""

    name = "between"
    sentence = (
        "Values on a between line are larger than one of the values at its ends and "
        "smaller than the other."
    )
    aliases = ("between-line",)
    parameters = {"cells": "the cells in order, from end to end"}
    tint = "grey"
    ends = "bulbs"
    examples = (
        Example(
            "...2...3..1.2.4..6.............5..4.",
            "145263632514214356563421426135351642",
            "R5C4 R4C5 R4C4 R4C3 R5C2 R6C2",
        ),
    )
    min_cells = 3

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        first, *middle, last = cells = self.located(grid)
        sentence = f"values between {first} and {last} lie strictly between theirs"
        read = first, last, *middle
        yield self.regular(grid, cells, sentence, EMPTY_HISTORY, _step_between_ends, read=read)


def _step_between_ends(ends: tuple[int, ...], value: int) -> tuple[int, ...] | None:
    if len(ends) < 2:  # the ends are read first, and their order does not matter
        return tuple(sorted((*ends, value)))
    return ends if ends[0] < value < ends[1] else None


@dataclass(frozen=True)
class Lockout(PathRule):
    """The ends differ by ``difference`` or more; no other value equals an end or lies between."""

    difference: int = 4

    name = "lockout"
    sentence = (
        "The ends of a lockout line differ by at least 4 (or as given); values on the line "
        "are neither between those of its ends nor equal to one of them."
    )
    aliases = ("lockout-line",)
    parameters = {
        "cells": "the cells in order, from end to end",
        "difference": "the least difference of the ends (4 unless given)",
    }
    tint = "blue"
    ends = "diamonds"
    examples = (
        Example(
            ".81..253......6.2..2.8...9....3.175....4......98.75.....9....4.35.....7...7.9.2..",
            "781942536934156827625837491246381759573469182198275364819723645352614978467598213",
            "R1C2 R1C3 R1C4 R2C4 R1C5",
        ),
    )

    minimums = {"difference": 1}

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        first, *middle, last = cells = self.located(grid)
        far = self.difference
        sentence = (
            f"{first} and {last} differ by at least {far}, and no value of the line is in between"
        )
        step, read = _step_outside_ends(far), (first, last, *middle)
        yield self.regular(grid, cells, sentence, EMPTY_HISTORY, step, read=read)


@lru_cache(maxsize=64)
def _step_outside_ends(far: int) -> Callable[[tuple[int, ...], int], tuple[int, ...] | None]:
    """The step from one value to the next, of a line whose ends differ by at least ``far``."""

    def step(ends: tuple[int, ...], value: int) -> tuple[int, ...] | None:
        if not ends:  # the ends are read first, and their order does not matter
            return (value,)
        if len(ends) == 1:
            low, high = sorted((*ends, value))
            return (low, high) if high - low >= far else None
        return None if ends[0] <= value <= ends[1] else ends

    return step
