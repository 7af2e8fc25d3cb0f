"""The reader of drawings: marks on a board, joined to the sentences that give them a meaning.

In SudokuPad, and for the cosmetic marks of f-puzzles, a line or a dot means only what the setter's
words say of its shape or its colour.  A sentence that :mod:`nonet.formats.marks` understands is a
statement of a rule, perhaps with colours; ``SHAPES`` in ``sentences.txt`` says the shape and the usual
colours of its marks.  The marks of that shape and colour become rules: these are proposals.

A proposal is taken where the setter's solution, if the text has it, meets all its rules, else only
with ``accept``.  Marks and sentences that are not joined are unread parts.

>>> from nonet.puzzle import Grid
>>> marks = [Mark("line", "green", ("R1C1", "R1C2")), Mark("line", "purple", ("R3C1", "R3C2"))]
>>> words = "Neighbours on a green line differ by at least 3. Purple lines are renbans."
>>> for proposal in Joiner(Grid.square(4), None).proposals(marks, words):
...     print(proposal)
whispers (1 × green line)
renban (1 × purple line)
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations, combinations_with_replacement, pairwise, product
from math import dist, prod
from typing import Any, NamedTuple

from nonet.errors import FormatError, ModelError, PuzzleError
from nonet.formats.base import Reader
from nonet.formats.marks import (
    MODIFIERS,
    RULE_MARKS,
    RuleCollector,
    Statement,
    common_sentences,
    drawn_statements,
    fields_of_machine,
    names_rules,
    read_sentences,
    solution_meets,
    values_of_solution,
)
from nonet.formats.statements import with_classic
from nonet.model.constraints.regular import build_automaton, fixed_length_automaton
from nonet.puzzle import Grid, PuzzleRule, make_rule
from nonet.puzzle.drawn_marks import DrawnMark, nearest_tint
from nonet.puzzle.grid import Cell, place
from nonet.puzzle.rules.marked_cells import STEPS


class Mark(NamedTuple):
    """A mark on or beside the grid.

    ``shape`` is of the cells' middle: ``line`` (cells in order), ``arrow`` (from its bulb on),
    ``circle``, ``square``, ``diamond``, ``shade``, ``text``; ``dot`` or ``letter`` on the edge of two
    cells, ``corner`` among four; ``outside`` and ``pointer`` (a diagonal arrow) at a place beside the
    grid such as ``R0C4``; or ``drawing`` for any other.  ``colour`` is a word, ``text`` what is written
    there, or where a pointer points, ``size`` the width in cells.
    """

    shape: str
    colour: str
    cells: tuple[str, ...]
    text: str = ""
    size: float = 0

    @property
    def name(self) -> str:
        """The mark in words, as an unread part."""
        text = f" {self.text[:20]!r}" if self.text else ""
        return f"{self.colour} {self.shape}{text} (drawn)".strip()

    def drawn(self) -> DrawnMark | None:
        """Return the mark as it is stored in a puzzle for pictures, if it lies on cells."""
        kinds = {"square": "shade", "diamond": "shade", "arrow": "line"}
        kind = kinds.get(self.shape, self.shape)
        if kind not in ("shade", "line", "circle", "text"):
            return None
        tint = nearest_tint(self.colour if self.colour != "black" else "grey")
        return DrawnMark(kind, self.cells, tint, self.text if kind == "text" else "")


def colour_of(code: object) -> str:
    """Return the word for a colour of a style sheet; empty for no colour.

    >>> [colour_of(code) for code in ("#67f067ff", "#fff", "#000", "#FFFFFF00", "#0003", None)]
    ['green', 'white', 'black', '', 'grey', '']
    """
    text = str(code or "").strip().lower()
    digits = text[1:] if re.fullmatch(r"#[0-9a-f]{3,8}", text) else ""
    if digits and len(digits) < 6:
        digits = "".join(2 * digit for digit in digits)
    alpha = int(digits[6:8] or "ff", 16) if digits else 255
    if not text or text in ("none", "transparent") or alpha < 16:
        return ""
    if text in ("black", "white"):
        return text
    tint = nearest_tint(text) or "white"
    if tint == "grey" and digits:
        level, dark = int(digits[:2], 16), alpha > 160
        return "black" if level < 49 and dark else "grey"
    return tint


RELATIONS: Mapping[str, Callable[[int, int, int], bool]] = {
    "parity-line": lambda a, b, n: (a - b) % 2 == 1,
    "same-parity": lambda a, b, n: (a - b) % 2 == 0,
    "sum-least": lambda a, b, n: a + b >= n,
    "sum-most": lambda a, b, n: a + b <= n,
    "exact-difference": lambda a, b, n: abs(a - b) == n,
    "most-difference": lambda a, b, n: abs(a - b) <= n,
    "apart-line": lambda a, b, n: abs(a - b) != 1,
    "ratio-line": lambda a, b, n: a == 2 * b or b == 2 * a,
    "kropki-dot": lambda a, b, n: abs(a - b) == 1 or a == 2 * b or b == 2 * a,
}
"""Pairs of neighbours that a statement allows, with its number."""


class _Group(NamedTuple):
    """A mark of a shape that a statement may be about, the cells in order, and the marks it uses."""

    colour: str
    cells: tuple[str, ...]
    text: str
    marks: tuple[Mark, ...]


_SIGNS = {"<": 1, ">": 0, "∧": 1, "^": 1, "v": 0, "∨": 0, "˄": 1, "˅": 0, "‹": 1, "›": 0}
"""Which of two cells, from left to right or from the top down, a sign says is the larger."""


def shaped(marks: Iterable[Mark], shape: str) -> Iterator[_Group]:
    """Yield the marks of such a shape, joined with the circles and texts that belong to it.

    >>> bulb, line = Mark("circle", "grey", ("R1C2",), size=0.8), Mark("line", "grey", ("R1C1", "R1C2"))
    >>> [group.cells for group in shaped([bulb, line], "thermo")]
    [('R1C2', 'R1C1')]
    """
    marks = list(marks)
    round_at = {m.cells: m for m in marks if m.shape == "circle" and m.size > 0.5 and not m.text}
    lines = [m for m in marks if m.shape == "line"]
    if shape == "thermo":
        yield from _thermometers(lines, round_at)
    elif shape == "arrow":
        drawn = [m for m in marks if m.shape == "arrow"] or lines
        bulb_of = {cell: m for cells, m in round_at.items() for cell in cells}
        for mark in drawn:
            bulb = bulb_of.get(mark.cells[0])
            if bulb is None and mark.shape == "line":
                mark, bulb = mark._replace(cells=mark.cells[::-1]), bulb_of.get(mark.cells[-1])
            if bulb is not None and (shaft := [c for c in mark.cells if c not in bulb.cells]):
                original = next(m for m in drawn if {*m.cells} == {*mark.cells})
                yield _Group(bulb.colour, (*bulb.cells, "|", *shaft), "", (original, bulb))
    elif shape in ("line", "ended", "started", "zip"):
        kinds = ("circle", "diamond", "square", "dot")
        spots = [mark for mark in marks if mark.shape in kinds and not mark.text]
        for line in lines:
            ends, own = {line.cells[0], line.cells[-1]}, []
            if shape in ("ended", "started"):
                own = [m for m in spots if {*m.cells} <= ends]
            elif shape == "zip":
                own = [m for m in spots if {*m.cells} <= {*line.cells} - ends and m.size < 0.6]
            backwards = shape == "started" and len(own) == 1 and line.cells[0] not in own[0].cells
            cells = line.cells[::-1] if backwards else line.cells
            yield _Group(line.colour, cells, "", (line, *own))
    elif shape == "cross":
        for line in lines:
            steps = {(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(map(place, line.cells))}
            if len(steps) == 1 and 0 not in next(iter(steps)):
                yield _Group(line.colour, line.cells, "", (line,))
    elif shape == "pointer":
        clues = {m.cells: m for m in marks if m.shape == "outside"}
        for mark in marks:
            if mark.shape == "pointer" and (clue := clues.get(mark.cells)) is not None:
                yield _Group("", mark.cells, f"{mark.text} {clue.text}", (mark, clue))
            elif mark.shape == "pointer":
                yield _Group("", mark.cells, "", (mark,))
    else:
        shapes, text = _FORMS.get(shape, ((shape,), ""))
        for mark in marks:
            if mark.shape in shapes and re.fullmatch(text, mark.text.strip()):
                yield _Group(mark.colour, mark.cells, mark.text, (mark,))


_FORMS: Mapping[str, tuple[tuple[str, ...], str]] = {
    "letter": (("dot", "letter"), "[xvXV]"),
    "sign": (("dot", "letter"), f"[{''.join(_SIGNS)}]"),
    "number": (("dot", "letter"), r"\d+"),
    "dot": (("dot",), r"\d*"),
    "corner": (("corner",), r"[\d\s,]+"),
    "square": (("square", "shade"), ""),
    "cell": (("square", "shade", "circle"), ""),
    "outside": (("outside",), "(?s:.*)"),
    "cage": (("cage",), "(?s:.*)"),
    "tip": (("tip",), "(?s:.*)"),
}
"""The shapes of the marks that a statement's shape means, and their text; by default its own and none."""


def _thermometers(lines: list[Mark], bulbs: Mapping[tuple[str, ...], Mark]) -> Iterator[_Group]:
    """Yield thermometers from their bulbs on; a line from within another is a branch of it."""
    remaining, paths = list(lines), []
    for line in lines:
        ends = [bulbs.get((line.cells[end],)) for end in (0, -1)]
        if (ends[0] is None) != (ends[1] is None):
            paths.append(line.cells if ends[0] else line.cells[::-1])
            remaining.remove(line)
            yield _Group(line.colour, paths[-1], "", (line, ends[0] or ends[1]))  # type: ignore[arg-type]
    while remaining:
        grown = len(paths)
        for line in [*remaining]:
            for cells, path in product((line.cells, line.cells[::-1]), [*paths]):
                if cells[0] in path[1:] and line in remaining:
                    paths.append((*path[: path.index(cells[0])], *cells))
                    remaining.remove(line)
                    yield _Group(line.colour, paths[-1], "", (line,))
        if len(paths) == grown:
            return


def _parameters(
    name: str, group: _Group, statement: Statement, grid: Grid
) -> dict[str, Any] | None:
    """Return the parameters of the rule of a group of marks; ``None`` if they do not fit."""
    shape, text = drawn_statements()[name].shape, group.text.strip()
    numbers = dict(statement.parameters)
    if name in RELATIONS:
        number = int(numbers.get("number", numbers.get("number2", 0)))
        pairs = product(grid.values, repeat=2)
        allowed = tuple((a, b) for a, b in pairs if RELATIONS[name](a, b, number))
        return {"cells": group.cells, "allowed": allowed}
    if shape == "arrow":
        bar = group.cells.index("|")
        return {"bulb": group.cells[:bar], "cells": group.cells[bar + 1 :]}
    if shape == "dot":
        key = "difference" if name == "white-dot" else "ratio"
        return {"cells": group.cells} | ({key: int(text)} if text else {})
    if shape == "letter":
        return {"cells": group.cells, "letter": text.upper()}
    if shape == "sign":
        return {"cells": group.cells[::-1] if _SIGNS[text] else group.cells}
    if shape == "number":
        return {"cells": group.cells, "sum": int(text)}
    if shape == "corner":
        return {"cells": group.cells, "values": tuple(int(n) for n in re.findall(r"\d", text))}
    if shape == "cage":
        return {"cells": group.cells, "overlap": True, **numbers}
    if shape == "tip":
        return {"cell": group.cells[0], "direction": text}
    if shape == "pointer":
        direction, _, total = text.partition(" ")
        start = {"start": group.cells[0], "direction": direction}
        return {**start, "sum": int(total)} if total.strip().isdecimal() else None
    if shape == "outside":
        clue = {"clue": group.cells[0]}
        return {**clue, RULE_MARKS[name].number: int(text)} if text.isdecimal() else None
    if (shape == "ended" and name == "lockout") or shape == "line":
        return {"cells": group.cells, **numbers}
    return {"cells": group.cells}


def _areas(groups: Iterable[_Group]) -> list[tuple[str, ...]]:
    """Return the connected areas of the cells of marks, each in reading order."""
    shaded = dict.fromkeys(sorted((c for group in groups for c in group.cells), key=place))

    def beside(cell: Cell) -> list[Cell]:
        return [each for each in shaded if dist(place(each), place(cell)) == 1]

    return [tuple(sorted(area, key=place)) for area in connected_areas(shaded, beside)]


def _products(lines: Iterable[Sequence[Cell]], result: int) -> PuzzleRule:
    """Return the rule that the values of each line multiply to a result."""
    calculation = partial(make_rule, "calculation", result=result, operation="*")
    return make_rule("all-of", rules=tuple(calculation(cells=line) for line in lines))


_START: tuple[int, ...] = ()
"""The state of a line of which nothing was read."""


def _count_difference(state: tuple[int, ...], value: int) -> tuple[int, ...] | None:
    """Return the last value and the sorted differences; ``None`` if a difference occurs too often."""
    differences = sorted((*state[1:], *([abs(value - state[0])] if state else [])))
    fits = all(differences.count(d) <= d for d in differences)
    return (value, *differences) if fits else None


def _is_counted(state: tuple[int, ...]) -> bool:
    return all(state[1:].count(difference) == difference for difference in state[1:])


def _count_parity(state: tuple[int, ...], value: int) -> tuple[int, ...] | None:
    """Return the first value and the number of later values of its parity; ``None`` if it is too large."""
    first, count = state or (value, -1)
    count += (first - value) % 2 == 0
    return (first, count) if count <= first else None


def _is_balanced(state: tuple[int, ...]) -> bool:
    return bool(state) and state[0] == state[1]


def _together(
    name: str, groups: Sequence[_Group], grid: Grid, *, distinct: bool
) -> list[dict[str, Any]] | None:
    """Return the parameters of rules that are not each of one mark; ``None`` for other statements.

    ``distinct`` says that the sums of prime cages differ.
    """
    lines = [group.cells for group in groups]
    if name in _TOGETHER:
        return [{"cells": tuple(cell for line in lines for cell in line)}] if lines else []
    if name in ("equal-line-sums", "equal-cages", "equal-diagonals"):
        return [{"groups": tuple(_line_of(group, grid) for group in groups)}]
    if name == "equal-products":
        lines = [_line_of(group, grid) for group in groups]
        fewest = combinations_with_replacement(grid.values, min(map(len, lines), default=0))
        results = sorted({prod(values) for values in fewest})
        return [{"rules": tuple(_products(lines, result) for result in results)}]
    if name == "prime-cages":
        rules = [_prime_cage(line, grid) for line in lines]
        return rules + (_unequal(lines, grid) if distinct else [])
    if name == "different-cages":
        return _unequal(lines, grid)
    if name == "difference-count":
        counted = partial(fixed_length_automaton, grid.values, _START, _count_difference)
        machines = {n: fields_of_machine(counted(n, _is_counted)) for n in map(len, lines)}
        return [{"cells": line, **machines[len(line)]} for line in lines]
    if name == "parity-vision":
        seen: dict[Cell, dict[Cell, None]] = {}
        for (cell,), direction in ((group.cells, group.text) for group in groups):
            ahead = grid.cells_in_direction(cell, STEPS[direction]) if direction in STEPS else ()
            seen.setdefault(cell, {cell: None}).update(dict.fromkeys(ahead))
        views = map(tuple, seen.values())
        automaton = build_automaton(grid.values, _START, _count_parity, _is_balanced)
        return [{"cells": view, **fields_of_machine(automaton)} for view in views]
    if name == "fuzzy-thermometer":
        ways = [[make_rule("thermometer", cells=way) for way in (c, c[::-1])] for c in lines]
        return [{"rules": each} for each in ways]
    if name == "index-line":
        return [
            {"cells": (first, other), "allowed": tuple(
                (a, b) for a, b in product(range(1, len(line) + 1), repeat=2) if (a == j) == (b == i)
            )}
            for line in lines for (i, first), (j, other) in combinations(enumerate(line, 1), 2)
        ]  # fmt: skip
    if name == "extra-region":
        return [{"cells": cells} for cells in _areas(groups)]
    if name == "clone":
        areas = [
            _areas([group for group in groups if group.colour == colour])
            for colour in dict.fromkeys(group.colour for group in groups)
        ]
        alike = all(len(each) > 1 and len({*map(_form, each)}) == 1 for each in areas)
        copies = [(first, copy) for first, *others in areas for copy in others]
        return [{"cells": first, "copy": copy} for first, copy in copies] if alike else []
    return None


def _prime_cage(cells: Sequence[Cell], grid: Grid) -> dict[str, Any]:
    least, most = (grid.values[end] * len(cells) for end in (0, -1))
    sums = [n for n in range(max(2, least), most + 1) if all(n % d for d in range(2, n))]
    return {"cells": cells, "sum": tuple(sums), "repeats": True, "overlap": True}


def _unequal(cages: Iterable[tuple[Cell, ...]], grid: Grid) -> list[dict[str, Any]]:
    """Return the parameters of rules that no two cages have the same sum."""
    rules: list[dict[str, Any]] = []
    for first, other in combinations(cages, 2):
        signs = (1,) * len(first) + (-1,) * len(other)
        top = grid.values[-1] * len(signs)
        gap = partial(make_rule, "sum", cells=first + other, coefficients=signs)
        gaps = [gap(sum=n) for n in range(-top, top + 1) if n]
        rules.append({"kind": "any-of", "rules": gaps})
    return rules


def _form(cells: Sequence[Cell]) -> tuple[tuple[int, int], ...]:
    """Return the places of cells relative to the first."""
    row, column = place(cells[0])
    return tuple((r - row, c - column) for r, c in map(place, cells))


def _line_of(group: _Group, grid: Grid) -> tuple[str, ...]:
    """Return the cells of a line, or of the diagonal that an arrow beside the grid points along."""
    if group.marks[0].shape != "pointer":
        return group.cells
    where = {"start": group.cells[0], "direction": group.marks[0].text}
    diagonal: Any = make_rule("little-killer", **where, sum=1)
    cells: tuple[str, ...] = diagonal.located(grid)
    return cells


class Proposal(NamedTuple):
    """Rules that a statement gives some marks."""

    statement: Statement
    rules: tuple[PuzzleRule, ...]
    marks: tuple[Mark, ...]

    def __str__(self) -> str:
        names = " and ".join(dict.fromkeys(rule.name for rule in self.rules))
        first = [mark for mark in self.marks if mark.shape == self.marks[0].shape]
        colours = " and ".join(dict.fromkeys(filter(None, (mark.colour for mark in first))))
        noun = f"{colours} {first[0].shape}".strip()
        return f"{names} ({len(first)} × {noun})"


_ALL_COLOURS = (
    *("cage", "thermo", "arrow", "pointer", "tip", "outside"),
    *("letter", "sign", "number", "corner", "cross"),
)
"""Shapes whose form says enough: without a colour in the words, marks of all colours are meant."""
_TOGETHER = ("odd", "even", "counting-circles", "maximum", "minimum")
"""Statements of which all marks are one rule."""


def _tints(names: Iterable[str], similar: bool) -> set[str]:
    alike = {"gray": "grey", "lavender": "purple", "violet": "purple", "magenta": "pink", "cyan": "blue",
             "turquoise": "blue", "teal": "blue", "aqua": "blue", "peach": "orange", "gold": "orange",
             "lime": "green", "silver": "grey", "shaded": "grey"}  # fmt: skip
    tints = {alike.get(word, word) for word in names}
    for word in names if similar else ():
        tints.update(common_sentences().colours[word].split())
    return tints


class Joiner:
    """Joins marks to the statements of the words on one grid."""

    def __init__(
        self,
        grid: Grid,
        assignment: Mapping[Cell, int] | None,
        reader: Reader | None = None,
        rules: Iterable[PuzzleRule] = (),
    ) -> None:
        self.grid = grid
        self.context = with_classic(tuple(rules))
        """The rules that the text says by keys."""
        self.assignment = assignment
        """The setter's solution, if there is one that meets the rules."""
        self.reader = reader or Reader()
        self.modifiers: dict[PuzzleRule, None] = {}
        """The rules of the words that change how cells count in sums."""

    def proposals(self, marks: Iterable[Mark], text: str) -> Iterator[Proposal]:
        """Yield a proposal for each statement about marks that no proposal before uses."""
        named = {rule.name for rule in self.context}
        drawn, free = drawn_statements(), list(marks)
        order_of, matched = list(drawn), list[Statement]()
        groups_of: dict[Statement, list[_Group]] = {}
        statements: dict[Statement, None] = {}
        together: dict[Statement, tuple[Statement, ...]] = {}
        for _, stated in read_sentences(text, lambda statement: _is_known(statement, named)):
            statements |= dict.fromkeys(s for s in stated or () if s.name in drawn)
            together |= dict.fromkeys(stated or (), stated or ())
            modifiers = (s.name for s in stated or () if s.name in MODIFIERS and not s.comes_back)
            self.modifiers |= dict.fromkeys(map(make_rule, modifiers))
        if any(dict(s.parameters).get("repeats") for s in statements):
            statements.pop(Statement("killer"), None)
        order = sorted(
            (s for s in statements if not s.comes_back and s.rule not in named),
            key=lambda s: (_is_late(s), not s.colours, order_of.index(s.name)),
        )
        for last in (False, True) if self.assignment else (False,):
            for statement in [*order]:
                shape = drawn[statement.name].shape
                groups = list(shaped(free, shape))
                for other in together[statement]:  # a sentence may say two rules of the same marks
                    if other in groups_of and other.colours == statement.colours:
                        alike = drawn[other.name].shape == shape
                        groups = groups_of[other] if alike else groups
                rivals = [
                    s for s in order
                    if s != statement and (last or s.colours == statement.colours)
                    and s.rule != statement.rule and drawn[s.name].shape == shape
                ]  # fmt: skip
                uncoloured = statement
                if last:  # a setter's other word for the colour of all marks left of the shape
                    uncoloured = statement._replace(colours=())
                    groups = groups if len({group.colour for group in groups}) == 1 else []
                rivals = [] if shape == "cage" else rivals
                groups = [] if last and rivals else self._chosen(uncoloured, groups, rivals)
                rules = self._rules(statement, groups)
                if rules and self._holds(rules):
                    used = [mark for group in groups for mark in group.marks]
                    spent = [mark for mark in used if mark.shape != "cage"]  # of more than one rule
                    free = [mark for mark in free if not any(mark is other for other in spent)]
                    groups_of[statement] = groups
                    matched.append(statement)
                    yield Proposal(statement, tuple(rules), tuple(dict.fromkeys(used)))
            order = [statement for statement in order if statement not in matched]

    def _chosen(
        self, statement: Statement, groups: list[_Group], rivals: list[Statement]
    ) -> list[_Group]:
        """Return the groups that a statement is about; none where this is not sure."""
        shape, usual, _ = drawn_statements()[statement.name]
        if shape in ("ended", "started"):
            groups = [g for g in groups if 1 < len(g.marks) < (99 if shape == "ended" else 3)]
        colours = {group.colour for group in groups}
        alike = common_sentences().colours
        colour_words = [word for word in statement.colours if alike[word] or word == "white"]
        if colour_words:
            for similar in (False, True):
                tints = _tints(colour_words, similar)
                chosen = [group for group in groups if group.colour in tints]
                if chosen:
                    return chosen
            return []
        if not rivals and (shape in _ALL_COLOURS or len(colours) == 1):
            return groups
        if self.assignment:
            meant = [g for g in groups if self._holds(self._rules(statement, [g]))]
            return [g for g in meant if not any(self._holds(self._rules(r, [g])) for r in rivals)]
        tints = _tints(usual, similar=False)
        return [group for group in groups if group.colour in tints]

    def _rules(self, statement: Statement, groups: Sequence[_Group]) -> list[PuzzleRule]:
        """Return the rules of groups of marks; none if one of the groups does not fit."""
        name = statement.name
        shape, _, kind = drawn_statements()[name]
        scratch = RuleCollector(self.reader)
        try:
            together = _together(name, groups, self.grid, distinct=bool(statement.parameters))
            if together is not None:
                for fields in together:
                    scratch.add(str(fields.pop("kind", kind)), **fields)
            else:
                for group in groups:
                    parameters = _parameters(name, group, statement, self.grid)
                    if parameters is None:
                        return []
                    if shape == "cross":
                        kind, parameters = "extra-region", {"cells": group.cells}
                    if name == "xv" and self.modifiers:  # a cage's sum minds them
                        total = 10 if parameters.pop("letter") == "X" else 5
                        kind = "killer"
                        parameters |= {"sum": total, "repeats": True, "overlap": True}
                    add = scratch.add_line if shape == "line" else scratch.add
                    add(kind, **parameters)
            for rule in scratch.collected:
                tuple(rule.constraints_among(self.grid, (*self.context, rule)))
        except (FormatError, PuzzleError, ModelError):
            return []
        return list(scratch.collected)

    def _holds(self, rules: Sequence[PuzzleRule]) -> bool:
        return self.assignment is None or (
            bool(rules)
            and solution_meets(self.grid, rules, self.assignment, (*self.context, *self.modifiers))
        )


def _is_known(statement: Statement, named: Collection[str]) -> bool:
    name = statement.rule
    if name == "heading":
        return names_rules(str(statement.parameters[0][1]))
    return name[0] in "+-" or name == "unmarked" or name in drawn_statements() or name in named


def _is_late(statement: Statement) -> bool:
    """Whether other statements use their circles and lines before this one."""
    return drawn_statements()[statement.name].shape in ("line", "circle", "square", "cell", "cross")


def connected_areas(
    cells: Iterable[Cell], neighbours: Callable[[Cell], Iterable[Cell]]
) -> list[list[Cell]]:
    """Return the areas that cells make with the neighbours that each may reach."""
    areas: list[list[Cell]] = []
    seen: set[Cell] = set()
    for first in cells:
        if first not in seen:
            areas.append(area := [first])
            seen.add(first)
            for cell in area:
                for other in neighbours(cell):
                    if other not in seen:
                        seen.add(other)
                        area.append(other)
    return areas


def join_drawings(
    marks: Sequence[Mark], text: str, grid: Grid, rules: RuleCollector, solution: str
) -> None:
    """Take the rules that the words give the marks, and name the marks without a meaning.

    ``solution`` is the setter's, in a line; empty if the text has none.
    """
    grid = rules.with_values_of(text, grid)
    assignment = values_of_solution(grid, rules.collected, solution)
    reader = rules.reader
    free = list(marks)
    joiner = Joiner(grid, assignment, reader, rules.collected)
    taken, pending = [], []
    for proposal in joiner.proposals(marks, text):
        rules.joined.add(proposal.statement)
        free = [mark for mark in free if not any(mark is used for used in proposal.marks)]
        if assignment or reader.accept:
            taken.append(str(proposal))
            for rule in proposal.rules:
                rules.add_rule(rule)
        else:
            pending.append(str(proposal))
    if pending:
        reader.unread(f"drawings, proposed as {'; '.join(pending)}{ASK}", "forbid", 1000)
    if taken and assignment:
        reader.proposed = f"the drawings mean {'; '.join(taken)}"
    for mark in free:
        drawn = mark.drawn()
        rules.draw(mark.name, *([drawn] if drawn else []))


ASK = " (--accept or accept=True takes these rules)"
