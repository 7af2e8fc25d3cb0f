"""A constraint string taken apart: its constraints, its grid, and the arguments of a type.

A string is a sequence of ``.Type~argument~argument``; an item without a type gives values.  ``Or``,
``And`` and ``Replicate`` hold the next items, up to ``.End``.  Relations and automata are numbers
of six bits a character.

>>> [(node.type, node.args) for node in parse_nodes(".~R1C1_8.Cage~10~R1C1~R1C2")]
[('Given', ('R1C1_8',)), ('Cage', ('10', 'R1C1', 'R1C2'))]
>>> geometry = geometry_of([Node("Shape", ("6x6",)), Node("Var", ("A", "", "2"))])
>>> geometry.grid.blocks[0].box, geometry.cell("R6C6"), geometry.cell("VA2")
((2, 3), 'R6C6', '~VA2')
"""

from __future__ import annotations

import base64
import binascii
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import accumulate, combinations
from math import isqrt
from typing import Any

from nonet.errors import FormatError
from nonet.formats.rule_collector import whole_number
from nonet.model import Domain
from nonet.puzzle import Block, Cell, Grid
from nonet.puzzle.grid import cell_name, place

COMPOSITE = ("Or", "And", "Replicate")
"""Types that hold further constraints."""

MAX_NODES = 20_000
MAX_DEPTH = 50
"""How deep composites may lie in one another."""

_COMMENT = re.compile(r"^#.*$", re.MULTILINE)
_START = re.compile(r"\s*\.(?:[A-Z][A-Za-z0-9]*)?(?:[~.\s]|$)")


@dataclass(frozen=True, slots=True)
class Node:
    """A constraint: its type, its arguments, and the constraints inside."""

    type: str
    args: tuple[str, ...]
    children: tuple[Node, ...] = ()


def is_string(text: str) -> bool:
    """Whether a text begins as a constraint string: a dot and a type, then arguments."""
    return bool(_START.match(text)) and "~" in text


def without_comments(text: str) -> str:
    """The text without its comment lines."""
    return _COMMENT.sub("", text)


def parse_nodes(text: str) -> list[Node]:
    """The constraints of a string; blanks mean nothing.

    Raises ``FormatError`` for a composite that is not closed, and for an ``.End`` without a
    composite.
    """
    text = "".join(text.split())
    before, *items = text.split(".")
    if before:
        raise FormatError(f"a constraint begins with a dot, not with {before[:20]!r}")
    if len(items) > MAX_NODES:
        raise FormatError(f"more than {MAX_NODES} constraints, which no puzzle has")
    open_nodes: list[tuple[str, tuple[str, ...]]] = [("", ())]
    held: list[list[Node]] = [[]]
    for item in items:
        kind, *args = item.split("~")
        if kind == "End":
            if len(held) == 1:
                raise FormatError(".End closes nothing: no Or, And or Replicate is open")
            children = tuple(held.pop())
            held[-1].append(Node(*open_nodes.pop(), children))
        elif kind in COMPOSITE:
            if len(held) > MAX_DEPTH:
                raise FormatError(f"{kind} lies deeper than {MAX_DEPTH} levels in others")
            open_nodes.append((kind, tuple(args)))
            held.append([])
        else:
            held[-1].append(Node(kind or "Given", tuple(args)))
    if len(held) > 1:
        raise FormatError(f"{open_nodes[-1][0]} is not closed: .End is missing")
    return held[0]


_BASE64_VALUES = {
    c: i for i, c in enumerate("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
}
BASE64_DIGITS = "".join(_BASE64_VALUES)
"""The digits of numbers of six bits, as in RFC 4648, section 5."""


def six_bit_numbers(text: str) -> list[int]:
    """The numbers of six bits that the characters of a text stand for."""
    try:
        return [_BASE64_VALUES[character] for character in text]
    except KeyError as error:
        raise FormatError(f"not base64url: {error.args[0]!r}") from None


def bits_of(text: str) -> list[int]:
    """The bits of a text, the lowest of each character first."""
    return [value >> place & 1 for value in six_bit_numbers(text) for place in range(6)]


MAX_SIDE = 16
MAX_CELLS = 1000
_SHAPE = re.compile(r"(\d{1,2})x(\d{1,2})")
_RANGE = re.compile(r"(\d{1,2})(?:-(\d{1,2}))?")
_SIZE = re.compile(r"(?:([1-9]\d{0,3})x)?([1-9]\d{0,3})")
_DIGITS = "123456789abcdefg"


@dataclass(frozen=True)
class Geometry:
    """A grid, the names of its cells in constraint strings, and the constraints of its string."""

    height: int
    width: int
    values: tuple[int, ...]
    box: tuple[int, int] | None
    raw: bool = False
    """Whether rows, columns and boxes mean nothing."""
    groups: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Cells in no grid, by the name of their group: their names."""
    shapes: dict[str, int] = field(default_factory=dict)
    """The width of each group that is a rectangle."""
    nodes: Sequence[Node] = ()
    """The constraints of the whole string."""

    @cached_property
    def grid(self) -> Grid:
        """The grid; cells that are in none are variables beside it."""
        return Grid((Block(0, 0, self.height, self.width, self.box),), self.values)

    @cached_property
    def _names(self) -> dict[str, Cell]:
        return {name: f"~{name}" for names in self.groups.values() for name in names}

    @cached_property
    def id_by_cell(self) -> dict[Cell, str]:
        """The names in constraint strings, by cell."""
        ids = {
            cell_name(r, c): f"R{_DIGITS[r]}C{_DIGITS[c]}"
            for r in range(self.height)
            for c in range(self.width)
        }
        return ids | {cell: name for name, cell in self._names.items()}

    def cell(self, name: str) -> Cell:
        """The cell of a name; raises ``FormatError`` if there is none."""
        if len(name) == 4 and name[0] in "Rr" and name[2] in "Cc":
            row, column = _DIGITS.find(name[1].lower()), _DIGITS.find(name[3].lower())
            if 0 <= row < self.height and 0 <= column < self.width:
                return cell_name(row, column)
        elif name in self._names:
            return self._names[name]
        raise FormatError(
            f"{name[:20]!r} is not a cell of this grid ({self.height} rows, {self.width} columns)"
        )

    def cells(self, names: Sequence[str]) -> tuple[Cell, ...]:
        """The cells of some names."""
        return tuple(map(self.cell, names))

    def rows(self) -> list[tuple[Cell, ...]]:
        """The rows of the grid."""
        return self.grid.blocks[0].rows()

    def columns(self) -> list[tuple[Cell, ...]]:
        """The columns of the grid."""
        return self.grid.blocks[0].columns()

    @property
    def region_size(self) -> int:
        """The number of cells of a region."""
        sizes = [node.args[0] for node in self.nodes if node.type == "RegionSize" and node.args]
        return int(sizes[0]) if sizes else max(self.height, self.width)

    @property
    def ties(self) -> str:
        """How ties of ranks are judged."""
        settings = [
            node.args[0] for node in self.nodes if node.type == "FullRankTies" and node.args
        ]
        return settings[0] if settings else "only-unclued"

    def has(self, kind: str) -> bool:
        """Whether there is a constraint of a type."""
        return any(node.type == kind for node in self.nodes)

    def region_cells(self, names: Sequence[str]) -> tuple[Cell, ...] | None:
        """Return the cells of region cells such as ``CC12``.

        ``None`` if a name is no region cell.
        """
        if not names or not all(name.startswith("CC") for name in names):
            return None
        rows = self.rows()
        cells = []
        for name in names:
            number = whole_number(name[2:]) or 0
            if not self.has("ChaosConstruction") or not 0 < number <= len(rows) * len(rows[0]):
                raise FormatError(f"{name[:20]!r} is no region cell of this grid")
            cells.append(rows[(number - 1) // len(rows[0])][(number - 1) % len(rows[0])])
        return tuple(cells)

    def given_domains(self, node: Node) -> Iterator[tuple[Cell, Domain]]:
        """The cells of a constraint without a type, and the values that each may have."""
        for arg in node.args:
            name, *texts = arg.split("_")
            cell = self.cell(name)
            values = [parse_number(text, f"a value of {name}") for text in texts]
            if not values:
                raise FormatError(f"{name} is given no value")
            wrong = next((v for v in values if v not in self.values), None)
            if wrong is not None:
                lowest, highest = self.values[0], self.values[-1]
                raise FormatError(
                    f"clue {wrong} at {cell} is out of range: values are {lowest} to {highest}"
                )
            yield cell, Domain.of(values)

    def outside_place(self, line: str, *, back: bool = False) -> str:
        """The place beside the grid where a clue for a row ``R3`` or a column ``C5`` stands."""
        kind, number = line[:1], whole_number(line[1:])
        if number is None and len(line) == 2:
            number = "0123456789abcdefg".find(line[1])
        lines = self.height if kind == "R" else self.width
        if kind not in ("R", "C") or number is None or not 1 <= number <= lines:
            raise FormatError(f"{line[:20]!r} is no row or column: expected such as R3 or C5")
        if kind == "R":
            return f"R{number}C{self.width + 1 if back else 0}"
        return f"R{self.height + 1 if back else 0}C{number}"

    def line(self, text: str) -> tuple[Cell, ...]:
        """The cells of a row ``R3`` or a column ``C5``."""
        spot = self.outside_place(text)
        row, column = place(spot)
        return self.rows()[row] if column < 0 else self.columns()[column]

    def neighbours(self, names: Sequence[str]) -> Iterator[tuple[Cell, Cell]]:
        """The pairs of listed cells that share an edge, the earlier one first."""
        spots = [(self.cell(name), self.group_position(name)) for name in names]
        pairs = [
            (a, b)
            for (a, first), (b, second) in combinations(spots, 2)
            if _share_edge(first, second)
        ]
        if not pairs:
            raise FormatError(f"no two of {' '.join(names)[:60]} share an edge")
        yield from pairs

    def group_position(self, name: str) -> tuple[str, int, int]:
        """The group of a cell, empty for the grid's own, and its row and column there."""
        group, at, width, _ = self._group_index(name)
        return group, at // width, at % width

    def shifted(self, name: str, origin: str, index: int) -> str:
        """Return the place of a cell if ``origin`` is moved on by ``index`` cells."""
        group, at, width, last = self._group_index(name)
        home, start, _, _ = self._group_index(origin)
        target = start + index
        if group != home:
            raise FormatError(f"Replicate: {name} and {origin} are not in one group of cells")
        row = at // width - start // width + target // width
        column = at % width - start % width + target % width
        place = row * width + column
        if not 0 <= column < width or not 0 <= place < last:
            raise FormatError(f"Replicate moves {name} off the grid")
        if group:
            return self.groups[group][place]
        return f"R{_DIGITS[row]}C{_DIGITS[column]}"

    def _group_index(self, name: str) -> tuple[str, int, int, int]:
        """The group of a cell, its index there, and the group's width and number of cells."""
        for group, names in self.groups.items():
            if name in names:
                width = self.shapes.get(group) or len(names)
                return group, names.index(name), width, len(names)
        cell = self.cell(name)
        index = self.grid.blocks[0].rows()
        row = next(r for r, cells in enumerate(index) if cell in cells)
        at = row * self.width + index[row].index(cell)
        return "", at, self.width, self.height * self.width


def box_of(height: int, width: int, size: int) -> tuple[int, int] | None:
    """The (height, width) of boxes of ``size`` cells that tile a grid; ``None`` if none do."""
    for small in range(isqrt(size), 1, -1):
        if size % small:
            continue
        large = size // small
        for box in ((small, large), (large, small)):
            if height % box[0] == 0 and width % box[1] == 0:
                return box
    return None


def geometry_of(nodes: Sequence[Node]) -> Geometry:
    """Return the geometry that the constraints of a string state; 9x9 by default."""
    by_type = {node.type: node for node in reversed(nodes)}
    shape = by_type["Shape"].args if "Shape" in by_type else ("9x9",)
    match = _SHAPE.fullmatch(shape[0]) if shape else None
    if match is None:
        raise FormatError(f"a shape is such as 9x9, not {'~'.join(shape)[:20]!r}")
    height, width = int(match[1]), int(match[2])
    if not 1 <= height <= MAX_SIDE or not 1 <= width <= MAX_SIDE:
        raise FormatError(f"a shape has 1 to {MAX_SIDE} rows and columns, not {height}x{width}")
    side = max(height, width)
    values = _values(shape[1] if len(shape) > 1 else "", side)
    raw = len(shape) > 2 and shape[2] == "Raw"
    if not raw and len(values) < side:
        raise FormatError(f"{len(values)} values are too few for {side} cells in a line")
    size = side
    if "RegionSize" in by_type:
        text = by_type["RegionSize"].args[0] if by_type["RegionSize"].args else ""
        if not text.isascii() or not text.isdigit() or len(text) > 3:
            raise FormatError(f"RegionSize is a number of cells, not {text[:20]!r}")
        size = int(text)
    boxless = raw or "NoBoxes" in by_type or size == 0
    groups: dict[str, tuple[str, ...]] = {}
    shapes: dict[str, int] = {}
    for node in nodes:
        if node.type == "Var":
            _add_group(node, groups, shapes)
    if "Doppelganger" in by_type:
        if height != width or values != tuple(range(side + 1)):
            raise FormatError("Doppelganger is for squares of n rows with the values 0 to n")
        boxes = side if box_of(height, width, size) and not boxless else 0
        groups["DGZ"] = ("DGZ",)
        for prefix, count in (("DGR", width), ("DGC", height), ("DGB", boxes)):
            groups[prefix] = tuple(f"{prefix}{n}" for n in range(1, count + 1))
        shapes["DGB"] = (box_of(height, width, size) or (1, 1))[1]
    if sum(map(len, groups.values())) + height * width > MAX_CELLS:
        raise FormatError(f"more than {MAX_CELLS} cells")
    box = None if boxless else box_of(height, width, size)
    return Geometry(height, width, values, box, raw, groups, shapes, nodes)


def _values(text: str, side: int) -> tuple[int, ...]:
    if not text:
        return tuple(range(1, side + 1))
    match = _RANGE.fullmatch(text)
    lowest, highest = 1, 0
    if match:
        lowest, highest = (int(match[1]), int(match[2])) if match[2] else (1, int(match[1]))
    if not match or lowest > 1 or not lowest <= highest <= lowest + MAX_SIDE - 1:
        raise FormatError(f"values are such as 9 or 0-8, not {text[:20]!r}")
    return tuple(range(lowest, highest + 1))


def _add_group(node: Node, groups: dict[str, tuple[str, ...]], shapes: dict[str, int]) -> None:
    prefix, _, size = (*node.args, "", "", "")[:3]
    if not re.fullmatch(r"[A-Z]{1,20}", prefix):
        raise FormatError(f"Var: a name is of letters A to Z, not {prefix[:20]!r}")
    match = _SIZE.fullmatch(size)
    count = int(match[2]) * int(match[1] or 1) if match else 1
    if count > MAX_CELLS:
        raise FormatError(f"Var {prefix}: more than {MAX_CELLS} cells")
    if match and match[1]:
        shapes[f"V{prefix}"] = int(match[2])
    names = (f"V{prefix}{n}" for n in range(1, count + 1))
    groups[f"V{prefix}"] = tuple(names) if count > 1 else (f"V{prefix}",)


NamedRule = tuple[str, dict[str, Any]]
"""A rule's name and its parameters."""

Arguments = tuple[str, ...]


def _share_edge(first: tuple[str, int, int], second: tuple[str, int, int]) -> bool:
    return first[0] == second[0] and abs(first[1] - second[1]) + abs(first[2] - second[2]) == 1


def parse_number(text: str, what: str) -> int:
    """Return a whole number; raise ``FormatError``, naming ``what``, if the text is no number."""
    number = whole_number(text)
    if number is None:
        raise FormatError(f"{what} is a number, not {text[:20]!r}")
    return number


def parse_first_number(args: Arguments, what: str) -> tuple[int, Arguments]:
    """Return the first argument as a number, and the later arguments."""
    return parse_number(args[0] if args else "", what), args[1:]


def parse_numbers(text: str, what: str) -> tuple[int, ...]:
    """Numbers parted by underscores."""
    return tuple(parse_number(each, what) for each in text.split("_"))


RuleFactory = Callable[[Geometry, Arguments], Iterator[NamedRule]]
"""Yields the rules of a type: names with parameters."""


def split_segments(args: Arguments) -> list[list[str]]:
    """The names between single dashes."""
    segments: list[list[str]] = [[]]
    for arg in args:
        if arg == "-":
            segments.append([])
        else:
            segments[-1].append(arg)
    return segments


MAX_STATES = 5000
"""States of an automaton after determinisation, with counters for the ends of segments."""

Transitions = tuple[tuple[int, int, int], ...]
"""(state, value, next state); the start is state 0."""


def decode_relation(
    key: str, values: Sequence[int], *, legacy: bool
) -> tuple[tuple[int, int], ...]:
    """The pairs of values that a key allows."""
    if legacy:
        key = key.translate(str.maketrans("-_", "_-"))
    bits = bits_of(key)
    size = len(values)
    places = [at for at, bit in enumerate(bits) if bit]
    if places and places[-1] >= size * size:
        raise FormatError(f"the key is of more than {size} values")
    return tuple((values[at // size], values[at % size]) for at in places)


def decode_pattern(token: str) -> str:
    """The regular expression of a token: base64url, or escaped as in an address."""
    if "%" in token or "." in token:
        from urllib.parse import unquote

        pattern = unquote(token)
    else:
        six_bit_numbers(token.rstrip("="))
        try:
            pattern = base64.urlsafe_b64decode(
                token.rstrip("=") + "=" * (-len(token.rstrip("=")) % 4)
            ).decode()
        except (binascii.Error, UnicodeDecodeError):
            raise FormatError(f"no pattern in base64url: {token[:20]!r}") from None
    return "".join(pattern.split())


class _BitReader:
    """Numbers read from a text, the highest bit first."""

    def __init__(self, text: str) -> None:
        bits = "".join(f"{value:06b}" for value in six_bit_numbers(text))
        self._bits = bits[: len(bits) // 8 * 8]
        self._at = 0

    def take(self, width: int) -> int:
        """The next number of so many bits."""
        self._at += width
        if self._at > len(self._bits):
            raise FormatError("the automaton is cut short")
        return int(self._bits[self._at - width : self._at] or "0", 2)

    @property
    def remaining(self) -> int:
        """The number of bits not read yet."""
        return len(self._bits) - self._at


Arcs = list[dict[int, set[int]]]
"""For each state, the states that each symbol leads to; symbols count from 1."""


@lru_cache(maxsize=64)
def _decoded(text: str) -> tuple[Arcs, frozenset[int], frozenset[int]]:
    """The arcs of an automaton, its starts and its accepting states."""
    data = _BitReader(text)
    kind, width, symbols = data.take(2), data.take(4) + 1, data.take(4) + 1
    if kind > 1:
        raise FormatError(f"an automaton in form {kind}: there are 0 and 1")
    starts, accepting = data.take(width), data.take(width)
    marks = data.take(starts)
    accepts = {at for at in range(starts) if marks >> at & 1}
    accepts |= set(range(starts, starts + accepting))
    arcs: Arcs = []
    per_state = data.take(4) if kind == 0 else 0
    of_symbol = (symbols - 1).bit_length()
    least = symbols if kind else per_state
    while least and data.remaining >= least and len(arcs) < 1 << width:
        targets: dict[int, set[int]] = {}
        if kind == 0:
            for _ in range(data.take(per_state)):
                symbol = data.take(of_symbol)
                targets.setdefault(symbol + 1, set()).add(data.take(width))
        else:
            mask = data.take(symbols)
            for at in range(symbols):
                if mask >> at & 1:
                    targets[at + 1] = {data.take(width)}
        arcs.append(targets)
    return arcs, frozenset(range(starts)), frozenset(accepts)


def decode_automaton(
    text: str, values: Sequence[int], sizes: Sequence[int]
) -> tuple[Transitions, tuple[int, ...]]:
    """The deterministic automaton of a text, for a line in segments of some sizes.

    At the end of a segment the automaton reads an additional symbol, so that with several segments
    its states say how many cells have been read.  A segment may be empty.
    """
    arcs, starts, accepts = _decoded(text)
    ends = Counter(accumulate(sizes[:-1]))
    pause = len(values) + 1

    def after(states: frozenset[int], symbol: int) -> frozenset[int]:
        none: set[int] = set()
        return frozenset(t for s in states if s < len(arcs) for t in arcs[s].get(symbol, none))

    def paused(states: frozenset[int], count: int) -> frozenset[int]:
        for _ in range(ends[count]):
            states = after(states, pause)
        return states

    first = (0, paused(starts, 0))
    number = {first: 0}
    waiting = [first]
    transitions = []
    for read, states in waiting:
        if ends and read >= sum(sizes):
            continue
        for symbol, value in enumerate(values, 1):
            count = read + 1 if ends else 0
            reached = after(states, symbol)
            if count:
                reached = paused(reached, count)
            if not reached:
                continue
            target = (count, reached)
            if target not in number:
                if len(number) == MAX_STATES:
                    raise FormatError(f"an automaton of more than {MAX_STATES} states")
                number[target] = len(number)
                waiting.append(target)
            transitions.append((number[read, states], value, number[target]))
    accepting = tuple(at for (_, states), at in number.items() if states & accepts)
    return tuple(transitions), accepting
