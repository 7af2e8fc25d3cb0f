"""Constraint strings of the Interactive Sudoku Solver, and its links.

Strings such as ``.Cage~10~R1C1~R1C2.~R3C4_8`` hold variants; the page's address holds the same
after ``?q=``.  Format ``iss`` writes strings, ``iss-link`` addresses; each reads both, and the
texts without constraints that the page reads.  An unchanged puzzle that was read from a string is
written as the same string.

A type that nonet does not have is named to the reader.  Values of cells outside a composite are
clues if a single value remains, else candidates; inside a composite these values are rules.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from math import isqrt
from typing import ClassVar

from nonet.errors import FormatError, ImpossibleRule, PuzzleError, close_names
from nonet.formats import links
from nonet.formats.base import Entry, Format, Lines, Reader
from nonet.formats.iss import context as notation
from nonet.formats.iss.context import Geometry, NamedRule, Node
from nonet.formats.iss.types import CELL_TYPES, WHOLE_GRID_TYPES, ConstraintWriter
from nonet.formats.killer import KillerFormat, KillerShortFormat, is_short_killer
from nonet.formats.marks import RuleCollector
from nonet.formats.pasted import is_candidate_line, puzzle_of_candidates
from nonet.formats.statements import Header, rules_beyond_classic, with_classic
from nonet.model import Domain
from nonet.model.auxiliary_variables import is_auxiliary
from nonet.puzzle import Block, Cell, Grid, Puzzle, PuzzleRule, make_rule
from nonet.puzzle.rules.units import Jigsaw
from nonet.puzzle.rules.unknown_regions import UnknownRegions

ADDRESS = "https://sigh.github.io/Interactive-Sudoku-Solver/?q="
_HOST = "sigh.github.io"


class IssFormat(Format):
    """Constraint strings: a text is one puzzle, a link a line another."""

    name: ClassVar[str] = "iss"
    suffixes: ClassVar[tuple[str, ...]] = (".iss",)
    one_puzzle = True
    sentence: ClassVar[str] = (
        "Constraint strings of the Interactive Sudoku Solver, such as "
        ".Cage~10~R1C1~R1C2.~R3C4_8, or links to it: variants with their rules."
    )

    def claims(self, sample: str) -> bool:
        text = "\n".join(line for line in sample.split("\n") if not line.startswith("#")).lstrip()
        return notation.is_string(text) or _is_address(links.first_content_line(text))

    def read(self, lines: Lines, reader: Reader) -> Iterator[Entry]:
        texts: list[str] = []
        first = length = 0
        for number, text in lines:
            if _is_address(text):
                yield reader.attempt(number, _from_link, text.strip(), reader)
            elif length < links.MAX_LINK_LENGTH:
                texts.append(text)
                length += len(text) + 1
                first = first or number * (text.strip() != "" and not text.startswith("#"))
        if first:
            yield reader.attempt(first, _from_text, "\n".join(texts), reader)

    def lines(self, puzzle: Puzzle, header: Header) -> Iterable[str]:
        return [text_of(puzzle)]


class IssLinkFormat(IssFormat):
    """Links to the page."""

    name = "iss-link"
    suffixes = ()
    one_puzzle = False
    sentence = "Links to the Interactive Sudoku Solver (?q=...), one a line."

    def claims(self, sample: str) -> bool:
        return False  # iss reads links too

    def lines(self, puzzle: Puzzle, header: Header) -> Iterable[str]:
        from urllib.parse import quote

        return [f"{ADDRESS}{quote(text_of(puzzle), safe='~()*!')}"]


def _is_address(text: str) -> bool:
    link = links.parse_link(text)
    return link is not None and link.host == _HOST and "solver" in link.path.lower()


def _from_link(text: str, reader: Reader) -> Puzzle:
    link = links.parse_link(text)
    match = re.search(r"\?(?:[^?]*&)?q=([^&]*)", link.path) if link is not None else None
    if match is None:
        raise FormatError("a link to the Interactive Sudoku Solver without ?q=: it holds no puzzle")
    return _from_text(links.percent_decoded(match[1].replace("+", " ")), reader)


def _from_text(text: str, reader: Reader) -> Puzzle:
    links.check_length(text)
    bare = notation.without_comments(text)
    puzzle = None if notation.is_string(bare) else parse_plain_grid(bare, reader)
    return puzzle_of(text, reader) if puzzle is None else puzzle


_TYPES = {**WHOLE_GRID_TYPES, **CELL_TYPES}

NOTE = "iss"
"""The note that holds the string a puzzle was read from."""

IGNORED = ("Shape", "NoBoxes", "RegionSize", "Var", "SearchPriority", "End", "FullRankTies")
"""Types that are not rules: these types are read with the geometry, or help a search."""

MAX_COPIES = 2000


def puzzle_of(text: str, reader: Reader) -> Puzzle:
    """Return the puzzle of a constraint string; raise ``FormatError`` if the string is not a puzzle."""
    nodes = notation.parse_nodes(notation.without_comments(text))
    return reader.checked_in_part(_StringReader(nodes, reader).puzzle(text.strip()))


class _StringReader:
    def __init__(self, nodes: list[Node], reader: Reader) -> None:
        geometry = notation.geometry_of(nodes)
        self.reader = reader
        self.geometry = replace(geometry, nodes=_expanded(nodes, geometry))
        self.rules = RuleCollector(reader)

    def puzzle(self, text: str) -> Puzzle:
        geometry = self.geometry
        given: dict[Cell, Domain] = {}
        shared = _shared_cage_cells(geometry)
        for node in geometry.nodes:
            if node.type == "Given":
                for cell, domain in geometry.given_domains(node):
                    given[cell] = given.get(cell, domain) & domain
                    if not given[cell]:
                        raise FormatError(f"{cell} is given values that exclude each other")
            elif node.type == "Jigsaw":
                self._jigsaw(node)
            elif node.type in _TYPES:
                for name, parameters in self._rules_of(node):
                    if name == "killer" and shared & set(parameters["cells"]):
                        parameters = {**parameters, "overlap": True}
                    self.rules.add(name, node.type, **parameters)
            elif node.type in ("Or", "And"):
                if (rule := self._composite(node)) is not None:
                    self.rules.add_rule(rule)
            elif node.type not in IGNORED:
                self.reader.unread(f"{node.type}{_similar_type(node.type)}", "either")
        for variable in list(filter(is_auxiliary, given)):
            values = tuple(given.pop(variable))
            self.rules.add("given-candidates", "Given", cell=variable, values=values)
        rules = self.rules.collected
        clues = {cell: next(iter(domain)) for cell, domain in given.items() if domain.is_single}
        candidates = {cell: domain for cell, domain in given.items() if not domain.is_single}
        rules = rules if geometry.raw else with_classic(rules)
        name, notes = self.reader.name, {NOTE: text}
        return Puzzle(geometry.grid, clues, rules, candidates, name, notes=notes)

    def _rules_of(self, node: Node) -> Iterator[NamedRule]:
        with _naming_type(node):
            yield from _TYPES[node.type](self.geometry, node.args)

    def _jigsaw(self, node: Node) -> None:
        """Add regions by a character a cell; groups of another size are not regions."""
        geometry = self.geometry
        layout = node.args[-1] if node.args else ""
        cells = geometry.grid.cells
        if len(layout) != len(cells):
            raise FormatError(f"Jigsaw: expected {len(cells)} characters, found {len(layout)}")
        groups: dict[str, list[Cell]] = {}
        for cell, letter in zip(cells, layout, strict=True):
            groups.setdefault(letter, []).append(cell)
        size = geometry.region_size
        if len(groups) == 1:
            return
        full_groups = {letter: group for letter, group in groups.items() if len(group) == size}
        if len(full_groups) < len(groups) - 1:
            raise FormatError(f"Jigsaw: every region but one has {size} cells")
        covers_grid = len(full_groups) == len(groups) and size == geometry.grid.size
        if covers_grid and len(geometry.grid.blocks) == 1 and geometry.box is None:
            self.rules.add("jigsaw", "Jigsaw", layout=layout)
            return
        for group in full_groups.values():
            self.rules.add("extra-region", "Jigsaw", cells=tuple(group))

    def _composite(self, node: Node) -> PuzzleRule | None:
        """Return the rule of an Or or an And; ``None`` if a part is not understood."""
        is_choice = node.type == "Or"
        if is_choice and not node.children:
            return None
        parts: list[PuzzleRule | None] = []
        impossible: list[PuzzleRule | None] = []
        for child in node.children:
            if child.type in ("Or", "And"):
                rules = [self._composite(child)]
            else:
                make = self.rules.make_if_known
                rules = [each and make(each[0], each[0], **each[1]) for each in self._local(child)]
                if is_choice and len(rules) > 1:
                    rules = [self._of("all-of", rules)]
            never = is_choice and bool(rules) and self._never_holds(rules[0])
            (impossible if never else parts).extend(rules)
        return self._of("any-of" if is_choice else "all-of", parts or impossible[:1])

    def _never_holds(self, rule: PuzzleRule | None) -> bool:
        """Return whether no values meet a branch of a choice, so the branch can be left out."""
        try:
            list(() if rule is None else rule.constraints(self.geometry.grid))
        except PuzzleError as error:  # another error is said where the whole puzzle is checked
            return isinstance(error, ImpossibleRule)
        return False

    def _of(self, name: str, parts: Sequence[PuzzleRule | None]) -> PuzzleRule | None:
        if None in parts:
            return None
        if len(parts) == 1:
            return parts[0]
        return self.rules.make_if_known(name, name, rules=tuple(parts))

    def _local(self, node: Node) -> list[NamedRule | None]:
        if node.type == "Given":
            given = self.geometry.given_domains(node)
            return [("given-candidates", {"cell": c, "values": tuple(d)}) for c, d in given]
        if node.type in CELL_TYPES:
            return list(self._rules_of(node))
        self.reader.unread(f"{node.type} in a composite", "forbid")
        return [None]


def _expanded(nodes: Sequence[Node], geometry: Geometry) -> list[Node]:
    expanded: list[Node] = []
    for node in nodes:
        if node.type == "Replicate":
            key, origin = (*node.args, "", "")[:2]
            targets = [index for index, bit in enumerate(notation.bits_of(key)) if bit]
            children = _expanded(node.children, geometry)
            if len(targets) * len(children) > MAX_COPIES:
                raise FormatError(f"Replicate makes more than {MAX_COPIES} constraints")
            moves = ((child, index) for index in targets for child in children)
            expanded += [_moved(child, origin or "R1C1", index, geometry) for child, index in moves]
        elif node.children:
            expanded.append(replace(node, children=tuple(_expanded(node.children, geometry))))
        else:
            expanded.append(node)
    return expanded


def _moved(node: Node, origin: str, index: int, geometry: Geometry) -> Node:
    """A constraint with all its cells moved as ``origin`` moves by ``index`` cells."""
    names = set(geometry.id_by_cell.values())

    def move(text: str) -> str:
        name, under, arguments = text.partition("_")
        upper = name.upper() if name[:1] in "rR" else name
        usual = name if name in names else upper[:1] + name[1:2].lower() + upper[2:3] + name[3:]
        moved = geometry.shifted(usual, origin, index) if usual in names else name
        return f"{moved}{under}{arguments}"

    children = tuple(_moved(child, origin, index, geometry) for child in node.children)
    return replace(node, args=tuple(map(move, node.args)), children=children)


def _shared_cage_cells(geometry: Geometry) -> set[Cell]:
    cages: Counter[Cell] = Counter()
    for node in geometry.nodes:
        if node.type == "Cage":
            with _naming_type(node):
                cages.update(set(geometry.cells(node.args[1:])))
    return {cell for cell, count in cages.items() if count > 1}


@contextmanager
def _naming_type(node: Node) -> Iterator[None]:
    """Name the type of a constraint in a ``FormatError`` raised in the block."""
    try:
        yield
    except FormatError as error:
        raise FormatError(f"{node.type}: {error.message}") from error


def _similar_type(name: str) -> str:
    types = {kind.lower(): kind for kind in _TYPES if "~" not in kind}
    similar = close_names(name.lower(), types, 1)
    return f" (did you mean {types[similar[0]]}?)" if similar else ""


def text_of(puzzle: Puzzle) -> str:
    """The constraint string of a puzzle; ``FormatError`` for a grid or a rule that the page lacks."""
    if (original := links.text_if_unchanged(puzzle, NOTE, puzzle_of)) is not None:
        return original
    geometry = _geometry(puzzle)
    writer = ConstraintWriter(puzzle, geometry)
    extra = rules_beyond_classic(puzzle)
    if extra is None:
        raise FormatError("iss has rows and columns in every puzzle; json can lack them")
    if puzzle.entries:
        raise FormatError("iss cannot hold entries; json and f-puzzles can")
    parts = [_shape(puzzle, geometry)]
    for rule in extra:
        if isinstance(rule, Jigsaw):
            parts.append(f".NoBoxes.Jigsaw~{rule.layout}")
        else:
            parts.append(writer.constraints(rule))
    given = {cell: [value] for cell, value in puzzle.clues.items()}
    given |= {cell: list(domain) for cell, domain in puzzle.candidates.items()}
    if given:
        ids = ([geometry.id_by_cell[cell], *map(str, values)] for cell, values in given.items())
        parts += [".", *(f"~{'_'.join(each)}" for each in ids)]
    return "".join(parts) or ".~"


def _geometry(puzzle: Puzzle) -> Geometry:
    grid = puzzle.grid
    block, low = grid.blocks[0], grid.values[0]
    sides = max(block.height, block.width)
    if not grid.is_single or sides > notation.MAX_SIDE or low not in (0, 1):
        raise FormatError("iss holds one grid of up to 16 rows, of values from 0 or 1; json any")
    if grid.values[-1] - low + 1 != grid.size or not sides <= grid.size <= notation.MAX_SIDE:
        raise FormatError("iss holds values without a gap, as many as a side or more; json any")
    return Geometry(block.height, block.width, grid.values, block.box)


def _shape(puzzle: Puzzle, geometry: Geometry) -> str:
    """Return the shape, and the statement of boxes of unusual shape."""
    height, width, values, box = geometry.height, geometry.width, geometry.values, geometry.box
    side = max(height, width)
    text = f".Shape~{height}x{width}" if (height, width) != (9, 9) else ""
    if values != tuple(range(1, side + 1)):
        high = f"0-{values[-1]}" if values[0] == 0 else values[-1]
        text = f".Shape~{height}x{width}~{high}"
    jigsaw = any(isinstance(rule, Jigsaw | UnknownRegions) for rule in puzzle.rules)
    if jigsaw or box == notation.box_of(height, width, side):
        return text
    if box is None:
        return f"{text}.NoBoxes"
    if notation.box_of(height, width, box[0] * box[1]) != box:
        raise FormatError(f"iss has no boxes of {box[0]}x{box[1]}; json has")
    return f"{text}.RegionSize~{box[0] * box[1]}"


_SEPARATED_CELLS = re.compile(r"[\d\s.|_-]+")
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def parse_plain_grid(raw: str, reader: Reader) -> Puzzle | None:
    """Return the puzzle of a text without constraints; ``None`` for any other text.

    In the order of the page: short and long killers, clues and a jigsaw's layout, a layout, cells in
    a line (A is 1 of more than nine values), cells parted by blanks, n candidates a cell.
    """
    text = "".join(raw.split())
    if len(text) < 2:
        return None
    if is_short_killer(text):
        return KillerShortFormat().puzzle(text, reader)
    if text.startswith("3x3:"):
        return KillerFormat().puzzle(text, reader)
    if text.startswith("="):
        return _cells(text[1:], reader)
    clues, layout = text[: len(text) // 2], text[len(text) // 2 :]
    halved = len(clues) == len(layout) and _is_layout(layout)
    if halved and (puzzle := _cells(clues, reader, layout)) is not None:
        return puzzle
    if _is_layout(text):
        return _puzzle(reader, isqrt(len(text)), {}, text)
    if (puzzle := _cells(text, reader)) is not None:
        return puzzle
    parts = re.findall(r"\.|\d+", raw) if _SEPARATED_CELLS.fullmatch(raw) else []
    if _side_length(len(parts)) and max(map(len, parts)) < 4:
        return reader.line(parts)
    return puzzle_of_candidates(text, reader) if is_candidate_line(text) else None


def _side_length(count: int) -> int:
    return isqrt(count) if count == isqrt(count) ** 2 <= notation.MAX_SIDE**2 else 0


def _is_layout(text: str) -> bool:
    size = _side_length(len(text))
    return size > 1 and len(set(text)) == size and all(text.count(c) == size for c in set(text))


def _cells(text: str, reader: Reader, layout: str = "") -> Puzzle | None:
    """Cells in a line, one character of another kind for all blanks."""
    size = _side_length(len(text))
    symbols = "123456789"[:size] if size < 10 else _LETTERS[:size]
    if not size or len(set(text) - set(symbols)) > 1:
        return None
    values = {n: symbols.index(c) + 1 for n, c in enumerate(text) if c in symbols}
    return _puzzle(reader, size, values, layout)


def _puzzle(reader: Reader, size: int, values: dict[int, int], layout: str) -> Puzzle:
    box = None if layout else notation.box_of(size, size, size)
    grid = Grid((Block(0, 0, size, size, box),), tuple(range(1, size + 1)))
    rules: tuple[PuzzleRule, ...] = (make_rule("jigsaw", layout=layout),) if layout else ()
    clues = {grid.cells[n]: value for n, value in values.items()}
    return reader.checked(Puzzle(grid, clues, with_classic(rules), name=reader.name))
