"""Types of drawn lines: a kind for each line, such that the puzzle has exactly one solution.

Kinds are tried for a line after the kinds of the lines before, in both directions where a kind has
a direction; where no solution remains, no further line is tried.

>>> import nonet
>>> puzzle = nonet.Sudoku("............3...")
>>> lines = ["R1C1 R1C2 R1C3 R1C4", "R2C1 R3C2 R4C3"]
>>> answer = line_types(puzzle, ["thermometer", "palindrome"], lines=lines)
>>> for typing in answer.typings:
...     print(typing)
thermometer R1C1-R1C4, palindrome R2C1-R4C3
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from nonet.backends.base import StopReason
from nonet.deadline import Deadline
from nonet.errors import PuzzleError, Unsupported, quantity
from nonet.formats.json import puzzle_identity
from nonet.model import Constraint
from nonet.puzzle import Cell, Grid, Puzzle, PuzzleRule
from nonet.puzzle.drawn_marks import MARKS_NOTE, drawn_marks, marks_note
from nonet.puzzle.grid import cell_name, place
from nonet.puzzle.rules import type_of_rule
from nonet.puzzle.rules.sum_lines import Arrow
from nonet.setting.conflicts import DEFAULT_TIME_LIMIT
from nonet.setting.live_solvers import SOLVER, AssumptionSolver
from nonet.setting.mark_generators import line_of_rule
from nonet.setting.puzzle_parts import Answer

UNDIRECTED_KINDS = frozenset(
    ("whispers", "dutch-whispers", "renban", "nabner", "palindrome", "region-sum-line", "zipper",
     "between", "lockout")
)  # fmt: skip
"""Kinds that say the same from either end of a line."""

MAX_TYPINGS = 20
"""Typings that are returned unless more are asked for."""


@dataclass(frozen=True)
class LineTyping:
    """A rule for each drawn line, in the order of the lines, and the puzzle that has these rules."""

    rules: tuple[PuzzleRule, ...]
    puzzle: Puzzle

    def __str__(self) -> str:
        return ", ".join(_rule_text(rule) for rule in self.rules)


@dataclass(frozen=True, repr=False)
class LineTypes(Answer):
    """The typings that leave one solution; ``exhausted``: all such typings."""

    lines: int
    typings: tuple[LineTyping, ...] = ()
    exhausted: bool = False
    seconds: float = 0.0
    stopped_by: StopReason | None = None

    def _in_words(self) -> str:
        number = len(self.typings)
        typings = quantity(number, "way") if number else "no ways"
        text = f"one solution is left by {typings} to give types to {quantity(self.lines, 'line')}"
        if self.stopped:
            return f"{text}; the search is {self.stop_text}"
        return text if self.exhausted else f"{text}; there may be more"

    def _to_json(self) -> dict[str, object]:
        """The answer as data, with puzzles that can be read again."""
        return {
            "typings": [puzzle_identity(each.puzzle) for each in self.typings],
            "exhausted": self.exhausted,
            "stopped_by": self.stopped_by,
            "seconds": round(self.seconds, 6),
        }


_DRAWN_LINE = re.compile(r"\blines? \((?:a drawing|drawn)\)|\(drawn lines\)")
"""The names that the readers give to lines that are drawn without a type."""


def line_types(
    puzzle: Puzzle,
    kinds: str | Iterable[str],
    *,
    lines: Iterable[str | Iterable[Cell]] | None = None,
    number: int = MAX_TYPINGS,
    time_limit: float | None = DEFAULT_TIME_LIMIT,
) -> LineTypes:
    """Return the ways to give drawn lines types so that the puzzle has exactly one solution.

    ``kinds`` are rules along a line, such as ``thermometer``, ``arrow`` or ``renban``.  ``lines``
    are the cells of each line, by default the lines that are drawn in the puzzle without a type.
    At most ``number`` ways are returned.

    Raises ``PuzzleError`` without lines, for a kind that is not a line, and for a line that jumps.

    >>> from nonet import Sudoku
    >>> types = line_types(Sudoku("1.3.34....2..1.."), "thermometer", lines=[["R1C1", "R1C2"]])
    >>> print(types.in_words())
    one solution is left by 1 way to give types to 1 line
    """
    deadline = Deadline(time_limit)
    # the lines that get types are read now, as far as they are drawn without one
    unread = tuple(p for p in puzzle.unread if lines is not None or not _DRAWN_LINE.search(p.name))
    puzzle = puzzle.as_read()
    names = kinds.split(",") if isinstance(kinds, str) else list(kinds)
    if lines is None:
        lines = [mark.cells for mark in drawn_marks(puzzle.notes) if mark.kind == "line"]
    paths = [_path(puzzle.grid, cells) for cells in lines]
    if not paths:
        raise PuzzleError("no lines are drawn here without a type: draw some, or give their cells")
    options = [list(_rules_of_line(puzzle.grid, path, names)) for path in paths]
    typings: list[LineTyping] = []
    exhausted: list[bool] = []

    def search() -> None:
        solver = AssumptionSolver(puzzle.model().structure, deadline, SOLVER)
        for rules in _TypingSearch(solver, puzzle, options).typings():
            if len(typings) == number:
                return
            typings.append(LineTyping(rules, replace(_typed_puzzle(puzzle, rules), unread=unread)))
        exhausted.append(True)

    deadline.finishes(search)
    answer = LineTypes(
        len(paths), tuple(typings), bool(exhausted), deadline.elapsed, deadline.stopped_by
    )
    return deadline.result(answer.for_puzzle(unread))


class _TypingSearch:
    """A search for typings on a live solver, with a switch for each rule of each line."""

    def __init__(
        self, solver: AssumptionSolver, puzzle: Puzzle, options: Sequence[Sequence[PuzzleRule]]
    ) -> None:
        self._solver, self._options = solver, options
        hard, soft = solver.hard_and_soft(puzzle.model(), rules=True)
        self._assumed = [*hard, *soft]
        self._constraints: dict[PuzzleRule, tuple[Constraint, ...]] = {}
        self._switches: dict[PuzzleRule, int] = {}
        for rule in (rule for rules in options for rule in rules):
            constraints = tuple(rule.constraints_among(puzzle.grid, puzzle.rules))
            self._constraints[rule] = constraints
            try:
                self._switches[rule] = solver.define_switch(constraints)
            except Unsupported:
                raise PuzzleError(f"lines of the kind {rule.name} cannot be tried") from None

    def typings(self) -> Iterator[tuple[PuzzleRule, ...]]:
        """Yield the rules of the lines, for each way that leaves one solution."""
        if self._solver.solve(self._assumed):
            yield from self._extensions((), self._solver.values())

    def _extensions(
        self, rules: tuple[PuzzleRule, ...], solution: dict[str, int]
    ) -> Iterator[tuple[PuzzleRule, ...]]:
        """Yield complete typings that begin with ``rules``, of which ``solution`` is a solution."""
        solver = self._solver
        assumed = [*self._assumed, *(self._switches[rule] for rule in rules)]
        if len(rules) == len(self._options):
            with solver.excluding(solution.items()) as different:
                is_unique = not solver.solve([*assumed, different])
            if is_unique:
                yield rules
            return
        for rule in self._options[len(rules)]:
            if all(each.holds(solution) for each in self._constraints[rule]):
                yield from self._extensions((*rules, rule), solution)
            elif solver.solve([*assumed, self._switches[rule]]):
                yield from self._extensions((*rules, rule), solver.values())


def _path(grid: Grid, cells: str | Iterable[Cell]) -> tuple[Cell, ...]:
    """Return the cells of a line, with the cells between two corners of a straight piece."""
    corners = [
        place(grid.cell(cell)) for cell in (cells.split() if isinstance(cells, str) else cells)
    ]
    path = corners[:1]
    for row, column in corners[1:]:
        while path[-1] != (row, column):
            last_row, last_column = path[-1]
            down, right = row - last_row, column - last_column
            if down and right and abs(down) != abs(right):
                start, end = cell_name(last_row, last_column), cell_name(row, column)
                raise PuzzleError(f"the line jumps from {start} to {end}: its cells must touch")
            path.append((last_row + _sign(down), last_column + _sign(right)))
    return tuple(cell_name(*each) for each in path)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def _rules_of_line(
    grid: Grid, path: tuple[Cell, ...], kinds: Iterable[str]
) -> Iterator[PuzzleRule]:
    """Yield the rules of the kinds along a line, in both directions; too short lines have none."""
    for kind in kinds:
        rule = type_of_rule(kind.strip())
        needed = [each.name for each in rule.typed_parameters() if each.required]
        if rule is not Arrow and (rule.entry != "path" or len(needed) != 1):
            raise PuzzleError(f"rule {rule.name} is not a type of a line: name such as thermometer")
        for cells in (path,) if rule.name in UNDIRECTED_KINDS else (path, path[::-1]):
            try:
                line_rule = line_of_rule(rule, cells)
                list(line_rule.constraints(grid))
            except PuzzleError:
                continue
            yield line_rule


def _typed_puzzle(puzzle: Puzzle, rules: tuple[PuzzleRule, ...]) -> Puzzle:
    others = [mark for mark in drawn_marks(puzzle.notes) if mark.kind != "line"]
    notes = {name: text for name, text in puzzle.notes.items() if name != MARKS_NOTE}
    if note := marks_note(others):
        notes[MARKS_NOTE] = note
    return replace(puzzle.with_rules(*rules), notes=notes)


def _rule_text(rule: PuzzleRule) -> str:
    cells = (*getattr(rule, "bulb", ()), *rule.cells)  # type: ignore[attr-defined]
    return f"{rule.name} {cells[0]}-{cells[-1]}"
