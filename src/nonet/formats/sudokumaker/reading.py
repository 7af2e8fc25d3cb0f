"""SudokuMaker's objects as puzzles.

A puzzle has its cells in reading order and a list of constraints, each with the number of its kind
(:mod:`nonet.formats.sudokumaker.kinds`).  Drawings and the code of custom constraints, which no
rule of nonet states, are named to the reader; drawings are retained.  A constraint that its author
has switched off is no part of the puzzle.
"""

from __future__ import annotations

from math import isqrt
from typing import Any

from nonet.errors import FormatError
from nonet.formats.reader import Reader
from nonet.formats.rule_collector import RuleCollector, whole_number
from nonet.formats.setter_rules import read_words
from nonet.formats.statements import with_classic
from nonet.formats.sudokumaker import kinds
from nonet.formats.sudokumaker.document_parts import (
    Document,
    drawn_symbols,
    naming_constraint,
    objects_in,
    sorted_numbers,
)
from nonet.formats.sudokumaker.geometry import (
    cells_around_corner,
    cells_beside_edge,
    cells_of,
    diagonal_direction,
    outside_place,
    points_on_cells,
)
from nonet.puzzle import Block, Cell, Grid, Puzzle, make_rule
from nonet.puzzle.drawn_marks import MARKS_NOTE, DrawnMark, marks_note, nearest_tint
from nonet.puzzle.grid import MAX_VALUES, default_box

FOG_NOTE = "fog lights"
"""The note of the cells that fog does not hide at the start; no solution depends on this note."""

_READ_KEYS = frozenset(
    {"cells", "constraints", "size", "width", "height", "type", "minDigit", "maxDigit"}
    | {"name", "title", "author", "comment", "description", "solution", "messages"}
    | {"export", "exportSettings", "id", "creationTimestamp"}
)
_CELL_KEYS = frozenset({"value", "given", "colors", "candidates", "cornerPencilMarks", "valid"})
"""Keys of a cell; candidates and corner marks are a player's, and no part of the puzzle."""


class ObjectReader:
    """An object during reading."""

    def __init__(self, document: Document, reader: Reader) -> None:
        self.document = document
        self.reader = reader
        self.rules = RuleCollector(reader)
        self.marks: list[DrawnMark] = []
        self.lights: dict[Cell, None] = {}
        self.grid = self._grid()
        self.is_custom = document.get("type") == "custom"
        """Whether rows and columns are rules only where a constraint says so."""

    def puzzle(self) -> Puzzle:
        """The puzzle, not yet checked."""
        document = self.document
        for key in document.keys() - _READ_KEYS:
            if document[key] not in (None, False, "", [], {}):
                self.reader.unread(key, "either")
        constraints = [
            constraint
            for constraint in objects_in(document.get("constraints") or [], "constraints")
            if not constraint.get("disabled")
        ]
        self._regions(constraints)
        for constraint in constraints:
            with naming_constraint(constraint):
                self._constraint(constraint)
        self._negatives(constraints)
        clues, filled = self._values()
        comment = str(document.get("comment") or document.get("description") or "")
        notes = {key: str(document[key]) for key in ("author", "solution") if document.get(key)}
        if len(clues) + len(filled) == len(self.grid.cells) and filled:
            values = [str({**clues, **filled}[cell]) for cell in self.grid.cells]
            if max(map(len, values)) == 1:
                notes.setdefault("solution", "".join(values))
                filled = {}
        notes |= read_words(comment, self.rules)
        if self.lights:
            notes[FOG_NOTE] = " ".join(self.lights)
        if drawn := marks_note(self.marks):
            notes[MARKS_NOTE] = drawn
        rules = self.rules.collected if self.is_custom else with_classic(self.rules.collected)
        title = str(document.get("name") or document.get("title") or self.reader.name)
        return Puzzle(self.grid, clues, rules, {}, title, comment, notes, filled)

    def _grid(self) -> Grid:
        cells, document = self.document.get("cells"), self.document
        count = len(cells) if isinstance(cells, list) else 0
        width = whole_number(document.get("width", document.get("size", isqrt(count))))
        height = whole_number(document.get("height", document.get("size", width)))
        sides = width or 0, height or 0
        if not all(1 <= side <= MAX_VALUES for side in sides) or sides[0] * sides[1] != count:
            raise FormatError(
                f"cells are a list of all cells of a grid of up to {MAX_VALUES} rows and columns, "
                f"not {count} in {sides[1]} rows of {sides[0]}"
            )
        first = whole_number(document.get("minDigit", 1))
        usual = sides[0] if document.get("type") != "custom" else 9
        last = whole_number(document.get("maxDigit", usual if first == 1 else usual - 1))
        if document.get("type") == "custom" and "maxDigit" not in document:
            last = 9
        if first not in (0, 1) or last is None or not first < last < first + MAX_VALUES:
            raise FormatError(f"values from {first} to {last}: they are 0 or 1 to n")
        values = tuple(range(first, last + 1))
        return Grid((Block(0, 0, sides[1], sides[0], None),), values)

    def _values(self) -> tuple[dict[Cell, int], dict[Cell, int]]:
        """Return the clues, and the other values filled in; collect colours as drawn marks."""
        clues: dict[Cell, int] = {}
        filled: dict[Cell, int] = {}
        for name, cell in zip(self.grid.cells, self.document["cells"], strict=True):
            if not isinstance(cell, dict):
                continue  # a cell of nothing is written as null
            value = whole_number(cell.get("value"))
            if value is not None:
                (clues if cell.get("given") else filled)[name] = value
            colours = whole_number(cell.get("colors")) or 0
            tints = [tint for bit, tint in enumerate(kinds.TINTS) if colours >> bit & 1]
            if tints:
                self.reader.unread("coloured cell (a drawing)", "forbid")
                self.marks.append(DrawnMark("shade", (name,), nearest_tint(tints[0])))
            for key in cell.keys() - _CELL_KEYS:
                self.reader.unread(f"{key} of a cell", "either")
        return clues, filled

    def _regions(self, constraints: list[Document]) -> None:
        """Add boxes, a jigsaw or extra regions, and rows and columns where stated."""
        if self.is_custom:
            for constraint in constraints:
                if constraint.get("type") == kinds.ROWS_AND_COLUMNS:
                    self._rows_and_columns(constraint)
        width, height = self.grid.width, self.grid.height
        usual = default_box(width) if width == height else None
        box = self.reader.box if isinstance(self.reader.box, tuple) else usual
        with_boxes = Grid((Block(0, 0, height, width, box),), self.grid.values)
        boxes = {frozenset(cells) for cells in with_boxes.blocks[0].boxes()} if box else set()
        for constraint in constraints:
            if constraint.get("type") != kinds.REGIONS or self.reader.box == "none":
                continue
            numbers = constraint.get("regions")
            if not isinstance(numbers, list) or len(numbers) != len(self.grid.cells):
                raise FormatError("regions are a list of a number a cell, -1 for none")
            regions: dict[int, list[Cell]] = {}
            for cell, number in zip(self.grid.cells, map(whole_number, numbers), strict=True):
                if number not in (None, -1):
                    regions.setdefault(number or 0, []).append(cell)
            if {frozenset(cells) for cells in regions.values()} == boxes:
                self.grid = with_boxes
                if self.is_custom:
                    self.rules.add("boxes")
            elif regions:
                region_of = {cell: number for number, cells in regions.items() for cell in cells}
                self.rules.add_regions(self.grid, {c: region_of.get(c) for c in self.grid.cells})

    def _rows_and_columns(self, constraint: Document) -> None:
        areas = constraint.get("areas") or []
        if not areas:
            self.rules.add_rule(make_rule("rows"))
            self.rules.add_rule(make_rule("columns"))
        for area in objects_in(areas, "areas"):
            sides = [whole_number(area.get(key)) for key in ("x", "y", "width", "height")]
            if None in sides:
                raise FormatError("an area is x, y, width and height")
            x, top, width, height = (side or 0 for side in sides)
            block = [
                [self.grid.cell_at(row, column) for column in range(x, x + width)]
                for row in range(top, top + height)
            ]
            for line in [*block, *map(list, zip(*block, strict=True))]:
                cells = tuple(cell for cell in line if cell is not None)
                self.rules.add("extra-region", "area", cells=cells)

    def _constraint(self, constraint: Document) -> None:
        kind = constraint.get("type")
        if kind in (kinds.GIVENS, kinds.REGIONS) or (
            kind == kinds.ROWS_AND_COLUMNS and self.is_custom
        ):
            return
        name = str(constraint.get("name") or "")
        if kind in kinds.WHOLE_GRID:
            self.rules.add(kinds.WHOLE_GRID[kind])
        elif kind in kinds.DIAGONALS:
            self.rules.add_diagonal(self.grid, rising=kinds.DIAGONALS[kind])
        elif kind in kinds.CELL_MARKS:
            if constraint.get("cells"):
                cells = cells_of(self.grid, constraint["cells"])
                self.rules.add(kinds.CELL_MARKS[kind], name, cells=cells)
        elif kind in kinds.LINES or kind in (
            kinds.WHISPERS,
            kinds.REGION_SUM_LINE,
            kinds.GROUP_LINE,
            kinds.THERMOMETER,
        ):
            self._lines(kind, constraint)
        elif kind in kinds.EDGES or kind in kinds.OUTSIDE or kind == kinds.LITTLE_KILLER:
            for clue in objects_in(constraint.get("clues") or [], "clues"):
                self._clue(kind, clue)
        elif kind in (kinds.KILLER_CAGE, kinds.LOOK_AND_SAY):
            self._cages(kind, constraint)
        elif kind == kinds.GLOBAL_GROUPS:
            names = ("global-groups", "global-entropy", "global-modulo")
            rule, parameters = self._group_rule(constraint, *names)
            self.rules.add(rule, name, **parameters)
        elif kind == kinds.EXTRA_REGION:
            self._extra_region(constraint)
        elif kind == kinds.QUADRUPLE:
            for clue in objects_in(constraint.get("clues") or [], "clues"):
                self._quadruple(clue)
        elif kind == kinds.ARROW:
            self._arrows(constraint)
        elif kind == kinds.CLONE:
            groups_of_cells = [cells_of(self.grid, g) for g in constraint.get("groups") or []]
            for group in groups_of_cells[1:]:
                self.rules.add("clone", name, cells=groups_of_cells[0], copy=group)
        elif kind == kinds.FOG_LIGHTS:
            lit = constraint.get("cells") or constraint.get("lightCells") or []
            self.lights |= dict.fromkeys(cells_of(self.grid, lit))
        elif kind == kinds.FOG_TRIGGERS:
            self.reader.unread("how fog clears", None)
        else:
            self._drawing_or_unknown(kind, constraint)

    def _drawing_or_unknown(self, kind: object, constraint: Document) -> None:
        """Name a constraint without a meaning of its own to the reader, and retain its drawing."""
        name = str(constraint.get("name") or kinds.NAMES.get(kind, ""))  # type: ignore[call-overload]
        if kind == kinds.COSMETIC_LINE:
            colour = (constraint.get("style") or {}).get("color", "")
            for line in constraint.get("lines") or []:
                cells = points_on_cells(self.grid, line if isinstance(line, list) else ())
                if len(cells) > 1:
                    self.marks.append(DrawnMark("line", cells, nearest_tint(colour)))
            self.reader.unread(f"{name} (drawn lines)", "forbid")
        elif kind == kinds.COSMETIC_CAGE:
            self._drawn_cages(name, constraint)
        elif kind == kinds.COSMETIC_SYMBOL:
            self.marks += drawn_symbols(self.grid, constraint)
            self.reader.unread(f"{name} (drawn symbols)", "forbid")
        elif kind == kinds.CUSTOM:
            definition = constraint.get("definition")
            own = definition.get("name") if isinstance(definition, dict) else ""
            name = f"custom constraint {constraint.get('name') or own or ''}".rstrip()
            self.reader.unread(name, "forbid")
        else:
            self.reader.unread(f"constraint {name} (kind {kind})", "either")

    def _drawn_cages(self, name: str, constraint: Document) -> None:
        for cage in objects_in(constraint.get("cages") or [], "cages"):
            cells, text = cells_of(self.grid, cage.get("cells")), str(cage.get("value") or "")
            if text.lower() in ("foglight", "fow"):
                self.lights |= dict.fromkeys(cells)
                continue
            self.marks.append(DrawnMark("shade", cells))
            if text:
                self.marks.append(DrawnMark("text", cells[:1], "", text[:20]))
            self.reader.unread(f"{name} {text[:20]} (drawn cage)", "forbid")

    def _lines(self, kind: int, constraint: Document) -> None:
        where = str(constraint.get("name") or "")
        extra: dict[str, Any] = {}
        rule = kinds.LINES.get(kind, "")
        if kind == kinds.WHISPERS:
            rule, extra = "whispers", {"difference": whole_number(constraint["minDifference"])}
        elif kind == kinds.REGION_SUM_LINE:
            rule = "region-sum-line"
            if constraint.get("singleRegionTotals"):
                extra = {"visits_together": True}
        elif kind == kinds.GROUP_LINE:
            rule, extra = self._group_rule(constraint, "group-line", "entropic", "modular")
        elif kind == kinds.THERMOMETER:
            rule = "slow-thermometer" if constraint.get("slow") else "thermometer"
        key = "thermometers" if kind == kinds.THERMOMETER else "lines"
        for line in constraint.get(key) or []:
            self.rules.add_line(rule, where or rule, cells=cells_of(self.grid, line), **extra)

    def _group_rule(
        self, constraint: Document, general: str, thirds: str, remainders: str
    ) -> tuple[str, dict[str, Any]]:
        """The rule of groups of values and its parameters; the usual groups have rules of their own.

        A group is written as a number whose bits are the values.
        """
        masks = [whole_number(mask) or 0 for mask in constraint.get("groups") or []]
        values = self.grid.values
        groups = [tuple(value for value in values if mask >> value & 1) for mask in masks]
        third = len(values) // 3
        low_to_high = [values[:third], values[third : 2 * third], values[2 * third :]]
        if sorted(groups) == low_to_high and len(values) == 3 * third:
            return thirds, {}
        rests = [{value % len(groups) for value in group} for group in groups]
        if sum(map(len, groups)) == len(values) == len(set().union(*groups)) and sorted(
            map(tuple, rests)
        ) == [(index,) for index in range(len(groups))]:
            if remainders == "modular":
                return remainders, {"modulus": len(groups)}
            if len(groups) == 3:
                return remainders, {}
        return general, {"groups": tuple(groups)}

    def _clue(self, kind: int, clue: Document) -> None:
        value = whole_number(clue.get("value"))
        if value is None:
            self.reader.unread(f"{kinds.NAMES.get(kind, 'clue')} without a value", "forbid")
        elif kind == kinds.XV and value in (5, 10):
            cells = cells_beside_edge(self.grid, clue.get("edge"))
            self.rules.add("xv", "XV", cells=cells, letter="V" if value == 5 else "X")
        elif kind in kinds.EDGES:
            rule, field = kinds.EDGES[kind]
            cells = cells_beside_edge(self.grid, clue.get("edge"))
            self.rules.add(rule, rule, cells=cells, **{field: value})
        elif kind in kinds.OUTSIDE and clue.get("diagonal") is None:
            rule, field = kinds.OUTSIDE[kind]
            place = outside_place(self.grid, clue.get("outerCell"))
            self.rules.add(rule, rule, clue=place, **{field: value})
        elif kind == kinds.LITTLE_KILLER:
            start = outside_place(self.grid, clue.get("outerCell"))
            direction = diagonal_direction(self.grid, clue["outerCell"], clue.get("diagonal"))
            self.rules.add("little-killer", start=start, direction=direction, sum=value)
        else:
            self.reader.unread(f"{kinds.OUTSIDE[kind][0]} along a diagonal", "forbid")

    def _cages(self, kind: int, constraint: Document) -> None:
        for cage in objects_in(constraint.get("cages") or [], "cages"):
            cells, value = cells_of(self.grid, cage.get("cells")), cage.get("value")
            if kind == kinds.LOOK_AND_SAY:
                counts = tuple(map(int, filter(str.isdecimal, str(value or ""))))
                self.rules.add("look-and-say", "look-and-say cage", cells=cells, counts=counts)
            else:
                self.rules.add("killer", "cage", cells=cells, sum=whole_number(value) or None)

    def _extra_region(self, constraint: Document) -> None:
        cells = cells_of(self.grid, constraint.get("cells") or [])
        if len(cells) > 1:
            self.rules.add("extra-region", str(constraint.get("name") or "region"), cells=cells)

    def _quadruple(self, clue: Document) -> None:
        values = [whole_number(value) for value in clue.get("digits") or []]
        cells = cells_around_corner(self.grid, clue.get("corner"))
        if not values or None in values:
            self.reader.unread("quadruple without a value", "forbid")
        elif len(cells) == 4:
            self.rules.add("quadruple", "quadruple", cells=cells, values=values)
        else:
            self.rules.add("contains", "quadruple", cells=cells, values=values)

    def _arrows(self, constraint: Document) -> None:
        for arrow in objects_in(constraint.get("bulbsWithArrows") or [], "bulbsWithArrows"):
            bulb = cells_of(self.grid, arrow.get("bulbCells"))
            bulb = tuple(sorted(bulb, key=self.grid.cells.index))
            arms = [cells_of(self.grid, arm) for arm in arrow.get("arrows") or []]
            arms = [arm[1:] if arm[:1] and arm[0] in bulb else arm for arm in arms]
            if not any(arms):
                self.reader.unread("circle of an arrow without an arrow (a drawing)", "forbid")
                self.marks.append(DrawnMark("circle", bulb))
            for cells in filter(None, arms):
                self.rules.add("arrow", "arrow", bulb=bulb, cells=cells)

    def _negatives(self, constraints: list[Document]) -> None:
        """Rules of pairs that no mark stands between; marks of the other kind may be exempt."""
        by_kind = {c["type"]: c for c in constraints if c.get("type") in kinds.EDGES}
        ruled_out = {kind: sorted_numbers(c.get("negative")) for kind, c in by_kind.items()}
        dots = ruled_out.get(kinds.DIFFERENCE, []), ruled_out.get(kinds.RATIO, [])
        crossing = {
            kinds.DIFFERENCE: by_kind.get(kinds.RATIO, {}).get("overrideNegativeDifferences", True),
            kinds.RATIO: by_kind.get(kinds.DIFFERENCE, {}).get("overrideNegativeRatios", True),
        }
        if dots == ([1], [2]) and all(crossing.values()):
            self.rules.add("strict-kropki")
        else:
            for kind, other, rule, field in (
                (kinds.DIFFERENCE, kinds.RATIO, "negative-difference", "differences"),
                (kinds.RATIO, kinds.DIFFERENCE, "negative-ratio", "ratios"),
            ):
                if not ruled_out.get(kind):
                    continue
                parameters: dict[str, Any] = {field: tuple(ruled_out[kind])}
                self.rules.add(rule, **parameters)
                if by_kind.get(other, {}).get("clues") and crossing[kind]:
                    self.reader.unread(f"{rule} that spares the pairs of other dots", "allow")
        if xv := ruled_out.get(kinds.XV):
            if xv == [5, 10]:
                self.rules.add("strict-xv")
            else:
                self.reader.unread(f"negative XV of {', '.join(map(str, xv))}", "forbid")
