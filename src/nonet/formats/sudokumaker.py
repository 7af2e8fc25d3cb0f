"""SudokuMaker: links to sudokumaker.app that hold their puzzle.

The text after ``?puzzle=`` is JSON, packed by LZ-string for addresses: the cells in reading order
and a list of constraints, each with the number of its kind.  All kinds with a meaning of their own
are read; drawings (which are retained) and the code of custom constraints, which no rule of nonet
states, are named to the reader.  A constraint that its author has switched off is not part of the
puzzle.

Cells are counted in reading order from 0.  A row of cells has its left edges first and its lower
edges then, so that a number of edges is ``2 * width * row + column``.  Corners are counted in
rows of ``width + 1``, places beside the grid in rows of ``width + 2``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from math import floor, isqrt
from typing import Any, Literal

from nonet.errors import FormatError, NonetError
from nonet.formats import links
from nonet.formats.base import Reader
from nonet.formats.marks import RULE_MARKS, MarkRow, RuleCollector, first_by_key
from nonet.puzzle import Block, Cell, Grid, Puzzle
from nonet.puzzle.drawn_marks import DrawnMark, nearest_tint
from nonet.puzzle.grid import MAX_VALUES, cell_name, default_box

Direction = Literal["UL", "UR", "DL", "DR"]


GIVENS, REGIONS, CUSTOM, ROWS_AND_COLUMNS = 0, 1, 1000, 2003
COSMETIC_LINE, COSMETIC_CAGE, COSMETIC_SYMBOL = 2000, 2001, 2002
FOG_LIGHTS, FOG_TRIGGERS = 4000, 4001

MARKS = first_by_key("maker")
DIFFERENCE, RATIO, XV, LITTLE_KILLER = (
    RULE_MARKS[rule].maker for rule in ("white-dot", "black-dot", "xv", "little-killer")
)

KIND_NAMES = {
    16: "groups in every square", 200: "difference", 201: "ratio", 202: "XV", 302: "clone",
    303: "quadruple", 304: "look-and-say cage", CUSTOM: "custom",
    ROWS_AND_COLUMNS: "rows and columns", 404: "region sum line", 406: "groups on a line",
    408: "arrow", 500: "little killer", COSMETIC_LINE: "line", COSMETIC_CAGE: "cage",
    COSMETIC_SYMBOL: "symbol",
}  # fmt: skip
"""The name of a kind whose author gave no name."""

TINTS = (
    "white", "red", "orange", "yellow", "green", "green", "blue", "blue", "purple", "pink",
    "grey", "grey", "black", "pink", "orange", "green", "blue", "blue", "purple",
)  # fmt: skip
"""Colours of cells: the bit of each is its place here."""


def cells_beside_edge(grid: Grid, edge: object) -> tuple[Cell, Cell]:
    """Return the two cells at an edge; raise ``FormatError`` for an edge at the rim of the grid."""
    number = _number(edge, 2 * len(grid.cells), "edges are numbers")
    row, place = divmod(number, 2 * grid.width)
    column = place % grid.width
    other = (row, column - 1) if place < grid.width else (row + 1, column)
    first, second = (grid.cell_at(*spot) for spot in sorted([other, (row, column)]))
    if first is None or second is None:
        raise FormatError(f"edge {number} has a cell on one side alone")
    return first, second


def cells_around_corner(grid: Grid, corner: object) -> tuple[Cell, ...]:
    """The cells that meet in a corner, in reading order; four within the grid."""
    number = _number(corner, (grid.width + 1) * (grid.height + 1), "corners are numbers")
    row, column = divmod(number, grid.width + 1)
    places = ((row - 1, column - 1), (row - 1, column), (row, column - 1), (row, column))
    return tuple(cell for place in places if (cell := grid.cell_at(*place)) is not None)


def outside_place(grid: Grid, number: object) -> Cell:
    """The name of a place beside the grid: ``R0C4`` above column 4."""
    end, width = (grid.width + 2) * (grid.height + 2), grid.width + 2
    row, column = divmod(_number(number, end, "places beside the grid are numbers"), width)
    return cell_name(row - 1, column - 1)


def diagonal_direction(grid: Grid, number: object, diagonal: object) -> Direction:
    """Return where a little killer's arrow points: 1 is a rising diagonal, -1 a falling."""
    row, column = divmod(links.whole_number(number) or 0, grid.width + 2)
    falling = links.whole_number(diagonal) == -1
    inwards = (column == 0 and falling) or (column == grid.width + 1 and not falling)
    if row <= grid.height and (row == 0 or inwards):
        return "DR" if falling else "DL"
    return "UL" if falling else "UR"


def points_on_cells(grid: Grid, points: Iterable[object]) -> tuple[Cell, ...]:
    """The cells whose middle each point is; none if one point is not the middle of a cell."""
    objects = [point if isinstance(point, dict) else {} for point in points]
    cells = [cell_at_point(grid, point.get("x"), point.get("y")) for point in objects]
    return () if None in cells else tuple(filter(None, cells))


def cell_at_point(grid: Grid, x: object, y: object) -> Cell | None:
    """The cell whose middle a point is, as ``1.5, 0.5`` is R1C2's."""
    if not isinstance(x, int | float) or not isinstance(y, int | float):
        return None
    return grid.cell_at(floor(y), floor(x)) if x % 1 == y % 1 == 0.5 else None


def _number(value: object, end: int, what: str) -> int:
    number = links.whole_number(value)
    if number is None or not 0 <= number < end:
        raise FormatError(f"{what} from 0 to {end - 1}, not {str(value)[:20]}")
    return number


Document = Mapping[str, Any]


def sorted_numbers(entries: object) -> list[int]:
    """Return the numbers of a list, sorted; raise ``FormatError`` for anything else."""
    if (numbers := links.whole_numbers([] if entries is None else entries)) is None:
        raise FormatError("negative is a list of numbers")
    return sorted(numbers)


def drawn_symbols(grid: Grid, constraint: Document) -> Iterator[DrawnMark]:
    """Texts and shapes in the middle of a cell; a symbol is x, y and the number of its look."""
    looks = constraint.get("params") or []
    for symbol in constraint.get("symbols") or []:
        if not isinstance(symbol, list) or len(symbol) < 2:
            continue
        x, y, number = [*symbol, 0][:3]
        cell, number = cell_at_point(grid, x, y), links.whole_number(number)
        look = looks[number] if number is not None and 0 <= number < len(looks) else {}
        if cell is None or not isinstance(look, dict):
            continue
        if look.get("type") == "text":
            yield DrawnMark("text", (cell,), "", str(look.get("text", ""))[:20])
        elif look.get("type") in ("ellipse", "rectangle"):
            kind = "circle" if look["type"] == "ellipse" else "shade"
            yield DrawnMark(kind, (cell,), nearest_tint(look.get("fill", "")))


FOG_NOTE = "fog lights"
"""The note of the cells that fog does not hide at the start; no solution depends on this note."""

_READ_KEYS = frozenset(
    {"cells", "constraints", "size", "width", "height", "type", "minDigit", "maxDigit"}
    | {"name", "title", "author", "comment", "description", "solution", "messages"}
    | {"export", "exportSettings", "id", "creationTimestamp"}
)
# Keys of a cell; candidates and corner marks are a player's, and no part of the puzzle.
_CELL_KEYS = frozenset({"value", "given", "colors", "candidates", "cornerPencilMarks", "valid"})


class ObjectReader:
    """An object during reading."""

    def __init__(self, document: Document, reader: Reader) -> None:
        self.document = document
        self.reader = reader
        self.rules = RuleCollector(reader)
        self.lights: dict[Cell, None] = {}
        self.grid = self._grid()
        self.is_custom = document.get("type") == "custom"
        """Whether rows and columns are rules only where a constraint says so."""

    def puzzle(self) -> Puzzle:
        document = self.document
        for key in sorted(document.keys() - _READ_KEYS):
            if document[key] not in (None, False, "", [], {}):
                self.reader.unread(key, "either")
        listed = (constraint for _, constraint in links.objects_of(document, "constraints"))
        constraints: list[Document] = [each for each in listed if not each.get("disabled")]
        self._regions(constraints)
        for constraint in constraints:
            try:
                self._constraint(constraint)
            except NonetError:
                raise
            except (TypeError, ValueError, AttributeError, LookupError) as error:
                kind = constraint.get("type")
                name = constraint.get("name") or KIND_NAMES.get(links.whole_number(kind) or 0, "")
                fault = f"constraint {name} (kind {kind}) makes no sense: {error}"
                raise FormatError(fault) from error
        self._negatives(constraints)
        clues, filled = self._values()
        comment = str(document.get("comment") or document.get("description") or "")
        notes = {key: str(document[key]) for key in ("author", "solution") if document.get(key)}
        if len(clues) + len(filled) == len(self.grid.cells) and filled:
            values = [str({**clues, **filled}[cell]) for cell in self.grid.cells]
            if max(map(len, values)) == 1:
                notes.setdefault("solution", "".join(values))
                filled = {}
        if self.lights:
            notes[FOG_NOTE] = " ".join(self.lights)
        title = str(document.get("name") or document.get("title") or self.reader.name)
        further: dict[str, Any] = {"notes": notes, "entries": filled, "classic": not self.is_custom}
        return self.rules.puzzle(self.grid, clues, comment, title, **further)

    def _grid(self) -> Grid:
        cells, document = self.document.get("cells"), self.document
        count = len(cells) if isinstance(cells, list) else 0
        width = links.whole_number(document.get("width", document.get("size", isqrt(count))))
        height = links.whole_number(document.get("height", document.get("size", width)))
        sides = width or 0, height or 0
        if not all(1 <= side <= MAX_VALUES for side in sides) or sides[0] * sides[1] != count:
            fault = (
                f"cells are a list of all cells of a grid of up to {MAX_VALUES} rows and columns"
            )
            raise FormatError(f"{fault}, not {count} in {sides[1]} rows of {sides[0]}")
        first = links.whole_number(document.get("minDigit", 1))
        custom = document.get("type") == "custom"
        usual = 9 if custom else sides[0] if first == 1 else sides[0] - 1
        last = links.whole_number(document.get("maxDigit", usual))
        if first not in (0, 1) or last is None or not first < last < first + MAX_VALUES:
            raise FormatError(f"values from {first} to {last}: they are 0 or 1 to n")
        values = tuple(range(first, last + 1))
        return Grid((Block(0, 0, sides[1], sides[0], None),), values)

    def _values(self) -> tuple[dict[Cell, int], dict[Cell, int]]:
        clues: dict[Cell, int] = {}
        filled: dict[Cell, int] = {}
        for name, cell in zip(self.grid.cells, self.document["cells"], strict=True):
            if not isinstance(cell, dict):
                continue  # a cell of nothing is written as null
            if (value := links.whole_number(cell.get("value"))) is not None:
                (clues if cell.get("given") else filled)[name] = value
            colours = links.whole_number(cell.get("colors")) or 0
            if tints := [tint for bit, tint in enumerate(TINTS) if colours >> bit & 1]:
                mark = DrawnMark("shade", (name,), nearest_tint(tints[0]))
                self.rules.draw("coloured cell (a drawing)", mark)
            for key in sorted(cell.keys() - _CELL_KEYS):
                self.reader.unread(f"{key} of a cell", "either")
        return clues, filled

    def _regions(self, constraints: list[Document]) -> None:
        for constraint in constraints if self.is_custom else ():
            if constraint.get("type") == ROWS_AND_COLUMNS:
                self._rows_and_columns(constraint)
        width, height = self.grid.width, self.grid.height
        usual = default_box(width) if width == height else None
        box = self.reader.box if isinstance(self.reader.box, tuple) else usual
        with_boxes = Grid((Block(0, 0, height, width, box),), self.grid.values)
        for constraint in constraints:
            if constraint.get("type") != REGIONS or self.reader.box == "none":
                continue
            numbers = constraint.get("regions")
            if not isinstance(numbers, list) or len(numbers) != len(self.grid.cells):
                raise FormatError("regions are a list of a number a cell, -1 for none")
            regions = [None if n == -1 else n for n in map(links.whole_number, numbers)]
            region_of = dict(zip(self.grid.cells, regions, strict=True))
            stated = any(region is not None for region in regions)
            if stated and self.rules.add_regions(with_boxes, region_of):
                self.grid = with_boxes
                if self.is_custom:
                    self.rules.add("boxes")

    def _rows_and_columns(self, constraint: Document) -> None:
        areas = constraint.get("areas") or []
        if not areas:
            self.rules.add("rows")
            self.rules.add("columns")
        for _, area in links.objects_of(constraint, "areas"):
            sides = links.whole_numbers([area.get(key) for key in ("x", "y", "width", "height")])
            if sides is None:
                raise FormatError("an area is x, y, width and height")
            x, top, width, height = sides
            columns = range(x, x + width)
            block = [[self.grid.cell_at(r, c) for c in columns] for r in range(top, top + height)]
            for line in (*block, *zip(*block, strict=True)):
                self.rules.add("extra-region", "area", cells=tuple(filter(None, line)))

    def _constraint(self, constraint: Document) -> None:
        kind, name = constraint.get("type"), str(constraint.get("name") or "")
        if kind in (GIVENS, REGIONS) or (kind == ROWS_AND_COLUMNS and self.is_custom):
            return
        if (mark := MARKS.get(kind)) is None:
            self._without_rule(kind, name, constraint)
        elif mark.rule in _READERS:
            _READERS[mark.rule](self, mark, name, constraint)
        elif mark.place == "grid":
            self.rules.add(mark.rule)
        elif mark.place == "line":
            self._lines(mark.rule, constraint)
        elif mark.place in ("pair", "clue"):
            for _, clue in links.objects_of(constraint, "clues"):
                self._clue(mark, clue)
        elif constraint.get("cells"):
            self.rules.add(mark.rule, name, cells=self._cells(constraint["cells"]))

    def _cells(self, numbers: object) -> tuple[Cell, ...]:
        cells = self.grid.cells
        listed = numbers if isinstance(numbers, list) else [None]
        return tuple(cells[_number(number, len(cells), "cells are numbers")] for number in listed)

    def _lines(self, rule: str, constraint: Document) -> None:
        key, fields = "lines", dict[str, Any]()
        if rule == "thermometer":
            key = "thermometers"
            rule = "slow-thermometer" if constraint.get("slow") else rule
        elif rule == "whispers":
            fields["difference"] = links.whole_number(constraint["minDifference"])
        elif rule == "region-sum-line":
            fields["visits_together"] = bool(constraint.get("singleRegionTotals"))
        elif rule == "entropic":
            rule, fields = self._group_rule(constraint, "group-line", "entropic", "modular")
        for line in constraint.get(key) or []:
            where = str(constraint.get("name") or rule)
            self.rules.add_line(rule, where, cells=self._cells(line), **fields)

    def _global_groups(self, mark: MarkRow, name: str, constraint: Document) -> None:
        names = ("global-groups", "global-entropy", "global-modulo")
        rule, fields = self._group_rule(constraint, *names)
        self.rules.add(rule, name, **fields)

    def _clones(self, mark: MarkRow, name: str, constraint: Document) -> None:
        groups = [self._cells(group) for group in constraint.get("groups") or []]
        for group in groups[1:]:
            self.rules.add("clone", name, cells=groups[0], copy=group)

    def _cages(self, mark: MarkRow, name: str, constraint: Document) -> None:
        for _, cage in links.objects_of(constraint, "cages"):
            cells, value = self._cells(cage.get("cells")), cage.get("value")
            if mark.rule == "killer":
                self.rules.add("killer", "cage", cells=cells, sum=links.whole_number(value) or None)
            else:
                counts = tuple(map(int, filter(str.isdecimal, str(value or ""))))
                self.rules.add(mark.rule, "look-and-say cage", cells=cells, counts=counts)

    def _extra_region(self, mark: MarkRow, name: str, constraint: Document) -> None:
        cells = self._cells(constraint.get("cells") or [])
        if len(cells) > 1:
            self.rules.add("extra-region", name or "region", cells=cells)

    def _quadruples(self, mark: MarkRow, name: str, constraint: Document) -> None:
        for _, clue in links.objects_of(constraint, "clues"):
            values = [links.whole_number(value) for value in clue.get("digits") or []]
            cells = cells_around_corner(self.grid, clue.get("corner"))
            if not values or None in values:
                self.reader.unread("quadruple without a value", "forbid")
            else:
                rule = "quadruple" if len(cells) == 4 else "contains"
                self.rules.add(rule, "quadruple", cells=cells, values=values)

    def _arrows(self, mark: MarkRow, name: str, constraint: Document) -> None:
        for _, arrow in links.objects_of(constraint, "bulbsWithArrows"):
            bulb = sorted(self._cells(arrow.get("bulbCells")), key=self.grid.cells.index)
            arms = map(self._cells, arrow.get("arrows") or [])
            self.rules.add_arrows(tuple(bulb), arms, "arrow")

    def _without_rule(self, kind: Any, name: str, constraint: Document) -> None:
        """Name a constraint without a meaning of its own to the reader, and retain its drawing."""
        name = name or KIND_NAMES.get(kind, "")
        if kind == FOG_LIGHTS:
            lit = constraint.get("cells") or constraint.get("lightCells") or []
            self.lights |= dict.fromkeys(self._cells(lit))
        elif kind == FOG_TRIGGERS:
            self.reader.unread("how fog clears", None)
        elif kind == COSMETIC_LINE:
            colour = (constraint.get("style") or {}).get("color", "")
            for line in constraint.get("lines") or []:
                cells = points_on_cells(self.grid, line if isinstance(line, list) else ())
                if len(cells) > 1:
                    self.rules.marks.append(DrawnMark("line", cells, nearest_tint(colour)))
            self.reader.unread(f"{name} (drawn lines)", "forbid")
        elif kind == COSMETIC_CAGE:
            self._drawn_cages(name, constraint)
        elif kind == COSMETIC_SYMBOL:
            self.rules.marks += drawn_symbols(self.grid, constraint)
            self.reader.unread(f"{name} (drawn symbols)", "forbid")
        elif kind == CUSTOM:
            definition = constraint.get("definition")
            own = definition.get("name") if isinstance(definition, dict) else ""
            name = f"custom constraint {constraint.get('name') or own or ''}".rstrip()
            self.reader.unread(name, "forbid")
        else:
            self.reader.unread(f"constraint {name} (kind {kind})", "either")

    def _drawn_cages(self, name: str, constraint: Document) -> None:
        for _, cage in links.objects_of(constraint, "cages"):
            cells, text = self._cells(cage.get("cells")), str(cage.get("value") or "")
            if text.lower() in ("foglight", "fow"):
                self.lights |= dict.fromkeys(cells)
                continue
            self.rules.marks.append(DrawnMark("shade", cells))
            if text:
                self.rules.marks.append(DrawnMark("text", cells[:1], "", text[:20]))
            self.reader.unread(f"{name} {text[:20]} (drawn cage)", "forbid")

    def _group_rule(
        self, constraint: Document, general: str, thirds: str, remainders: str
    ) -> tuple[str, dict[str, Any]]:
        """The rule of groups, each the bits of a number, and its parameters; usual groups have their own."""
        masks = [links.whole_number(mask) or 0 for mask in constraint.get("groups") or []]
        values = self.grid.values
        groups = [tuple(value for value in values if mask >> value & 1) for mask in masks]
        third = len(values) // 3
        low_to_high = [values[:third], values[third : 2 * third], values[2 * third :]]
        if sorted(groups) == low_to_high and len(values) == 3 * third:
            return thirds, {}
        rests = [{value % len(groups) for value in group} for group in groups]
        all_once = sum(map(len, groups)) == len(values) == len(set().union(*groups))
        if all_once and sorted(map(list, rests)) == [[n] for n in range(len(groups))]:
            if remainders == "modular":
                return remainders, {"modulus": len(groups)}
            if len(groups) == 3:
                return remainders, {}
        return general, {"groups": tuple(groups)}

    def _clue(self, mark: MarkRow, clue: Document) -> None:
        value, rule, field = links.whole_number(clue.get("value")), mark.rule, mark.number
        if value is None:
            name = KIND_NAMES.get(mark.maker or 0, "clue")
            self.reader.unread(f"{name} without a value", "forbid")
        elif mark.place == "pair":
            shown: Any = value
            if mark.maker == XV:
                rule, field = "pair-sum", "sum"
                if value in (5, 10):
                    rule, field, shown = "xv", "letter", "V" if value == 5 else "X"
            cells = cells_beside_edge(self.grid, clue.get("edge"))
            self.rules.add(rule, "XV" if rule == "xv" else rule, cells=cells, **{field: shown})
        elif mark.maker == LITTLE_KILLER:
            start = outside_place(self.grid, clue.get("outerCell"))
            direction = diagonal_direction(self.grid, clue["outerCell"], clue.get("diagonal"))
            self.rules.add(rule, start=start, direction=direction, sum=value)
        elif clue.get("diagonal") is None:
            spot = outside_place(self.grid, clue.get("outerCell"))
            self.rules.add(rule, rule, clue=spot, **{field: value})
        else:
            self.reader.unread(f"{rule} along a diagonal", "forbid")

    def _negatives(self, constraints: list[Document]) -> None:
        """Rules of pairs that no mark stands between; marks of the other kind may be exempt."""
        kinds = (DIFFERENCE, RATIO, XV)
        by_kind = {c["type"]: c for c in constraints if c.get("type") in kinds}
        ruled_out = {kind: sorted_numbers(c.get("negative")) for kind, c in by_kind.items()}
        dots = ruled_out.get(DIFFERENCE, []), ruled_out.get(RATIO, [])
        crossing = {
            DIFFERENCE: by_kind.get(RATIO, {}).get("overrideNegativeDifferences", True),
            RATIO: by_kind.get(DIFFERENCE, {}).get("overrideNegativeRatios", True),
        }
        if dots == ([1], [2]) and all(crossing.values()):
            self.rules.add("strict-kropki")
        else:
            for kind, other, rule, field in (
                (DIFFERENCE, RATIO, "negative-difference", "differences"),
                (RATIO, DIFFERENCE, "negative-ratio", "ratios"),
            ):
                if not ruled_out.get(kind):
                    continue
                parameters: dict[str, Any] = {field: tuple(ruled_out[kind])}
                self.rules.add(rule, **parameters)
                if by_kind.get(other, {}).get("clues") and crossing[kind]:
                    self.reader.unread(f"{rule} that spares the pairs of other dots", "allow")
        if xv := ruled_out.get(XV):
            if xv == [5, 10]:
                self.rules.add("strict-xv")
            else:
                self.reader.unread(f"negative XV of {', '.join(map(str, xv))}", "forbid")


# Readers of the constraints that are more than cells and a number, by the first rule of their kind.
_READERS: Mapping[str, Callable[[ObjectReader, MarkRow, str, Document], None]] = {
    "global-entropy": ObjectReader._global_groups,
    "killer": ObjectReader._cages,
    "look-and-say": ObjectReader._cages,
    "extra-region": ObjectReader._extra_region,
    "clone": ObjectReader._clones,
    "quadruple": ObjectReader._quadruples,
    "arrow": ObjectReader._arrows,
}

HOST = "sudokumaker.app"

# A packed object without its link: the packed text begins with `{"formatVersion"`.
_BARE = re.compile(r"N4IgZg9gTgtghgFw[A-Za-z0-9+/$%=-]{30,}")


class SudokuMakerFormat(links.LinkFormat):
    """Links, read only."""

    name = "sudokumaker"
    writes = False
    sentence = (
        "Links to sudokumaker.app (?puzzle=...), one a line: all its kinds of constraints; "
        "drawings and constraints that are code are named."
    )

    def claims(self, sample: str) -> bool:
        text = links.first_content_line(sample)
        link = links.parse_link(text)
        return bool(_BARE.fullmatch(text)) or (link is not None and link.host == HOST)

    def puzzle(self, text: str, reader: Reader) -> Puzzle:
        link = links.parse_link(text)
        packed = links.parameter(link, "puzzle") if link is not None and link.host == HOST else text
        if not packed:
            raise FormatError("a link to sudokumaker.app without ?puzzle=: it holds no puzzle")
        unpacked = links.unpack(links.percent_decoded(packed))
        document = links.parse_object(unpacked).get("puzzle")
        if not isinstance(document, dict):
            raise FormatError("the object has no puzzle")
        return reader.checked_in_part(ObjectReader(document, reader).puzzle())
