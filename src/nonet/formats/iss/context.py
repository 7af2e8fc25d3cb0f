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
from itertools import accumulate, combinations, pairwise, product
from math import dist, isqrt
from typing import Any

from nonet.errors import FormatError, quantity
from nonet.formats.base import as_format_error
from nonet.formats.links import whole_number
from nonet.model import Domain
from nonet.model.constraints.regular import Automaton, build_automaton
from nonet.puzzle import Block, Cell, Grid
from nonet.puzzle.grid import cell_name, place

COMPOSITE = ("Or", "And", "Replicate")

MAX_NODES = 20_000
MAX_DEPTH = 50

_COMMENT = re.compile(r"^#.*$", re.MULTILINE)
_START = re.compile(r"\s*\.(?:[A-Z][A-Za-z0-9]*)?(?:[~.\s]|$)")


Arguments = tuple[str, ...]
NamedRule = tuple[str, dict[str, Any]]
"""A rule's name and its parameters."""


@dataclass(frozen=True, slots=True)
class Node:
    """A constraint: its type, its arguments, and the constraints inside."""

    type: str
    args: Arguments
    children: tuple[Node, ...] = ()


def is_string(text: str) -> bool:
    """Whether a text begins as a constraint string: a dot and a type, then arguments."""
    return bool(_START.match(text)) and "~" in text


def without_comments(text: str) -> str:
    """The text without its comment lines."""
    return _COMMENT.sub("", text)


def parse_nodes(text: str) -> list[Node]:
    """The constraints of a string; ``FormatError`` for a composite without ``.End``, or the reverse."""
    before, *items = "".join(text.split()).split(".")
    if before:
        raise FormatError(f"a constraint begins with a dot, not with {before[:20]!r}")
    if len(items) > MAX_NODES:
        raise FormatError(f"more than {MAX_NODES} constraints, which no puzzle has")
    open_nodes: list[tuple[str, Arguments, list[Node]]] = [("", (), [])]
    for item in items:
        kind, *args = item.split("~")
        if kind == "End":
            if len(open_nodes) == 1:
                raise FormatError(".End closes nothing: no Or, And or Replicate is open")
            composite, arguments, children = open_nodes.pop()
            open_nodes[-1][2].append(Node(composite, arguments, tuple(children)))
        elif kind in COMPOSITE:
            if len(open_nodes) > MAX_DEPTH:
                raise FormatError(f"{kind} lies deeper than {MAX_DEPTH} levels in others")
            open_nodes.append((kind, tuple(args), []))
        else:
            open_nodes[-1][2].append(Node(kind or "Given", tuple(args)))
    if len(open_nodes) > 1:
        raise FormatError(f"{open_nodes[-1][0]} is not closed: .End is missing")
    return open_nodes[0][2]


BASE64_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
"""The digits of numbers of six bits, as in RFC 4648, section 5."""
_BASE64_VALUES = {character: value for value, character in enumerate(BASE64_DIGITS)}


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
_RANGE = re.compile(r"(?:(\d{1,2})-)?(\d{1,2})")
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
    def positions(self) -> dict[Cell, tuple[str, int, int]]:
        """The group of each cell, empty for the grid's own, and its row and column there."""
        positions = {cell: ("", *place(cell)) for cell in self.grid.cells}
        for group, names in self.groups.items():
            width = self.shapes.get(group) or len(names)
            positions |= {f"~{name}": (group, *divmod(n, width)) for n, name in enumerate(names)}
        return positions

    @cached_property
    def id_by_cell(self) -> dict[Cell, str]:
        """The names in constraint strings, by cell."""
        return {
            cell: cell[1:] if group else f"R{_DIGITS[row]}C{_DIGITS[column]}"
            for cell, (group, row, column) in self.positions.items()
        }

    def cell(self, name: str) -> Cell:
        """The cell of a name; raises ``FormatError`` if there is none."""
        if len(name) == 4 and name[0] in "Rr" and name[2] in "Cc":
            row, column = _DIGITS.find(name[1].lower()), _DIGITS.find(name[3].lower())
            if 0 <= row < self.height and 0 <= column < self.width:
                return cell_name(row, column)
        elif f"~{name}" in self.positions:
            return f"~{name}"
        size = f"{quantity(self.height, 'row')}, {quantity(self.width, 'column')}"
        raise FormatError(f"{name[:20]!r} is not a cell of this grid ({size})")

    def cells(self, names: Sequence[str]) -> tuple[Cell, ...]:
        return tuple(map(self.cell, names))

    @property
    def block(self) -> Block:
        """The only block of the grid, with its rows, columns and boxes."""
        return self.grid.blocks[0]

    def setting(self, kind: str) -> str:
        """Return the first argument of the first constraint of a type that has arguments, or ``""``."""
        return next((node.args[0] for node in self.nodes if node.type == kind and node.args), "")

    @property
    def region_size(self) -> int:
        """The number of cells of a region."""
        return int(self.setting("RegionSize") or max(self.height, self.width))

    def region_cells(self, names: Sequence[str]) -> tuple[Cell, ...] | None:
        """Return the cells of region cells such as ``CC12``, ``None`` if a name is of no region cell."""
        if not names or not all(name.startswith("CC") for name in names):
            return None
        has_regions = any(node.type == "ChaosConstruction" for node in self.nodes)
        numbers = [whole_number(name[2:]) or 0 for name in names]
        for name, number in zip(names, numbers, strict=True):
            if not has_regions or not 0 < number <= len(self.grid.cells):
                raise FormatError(f"{name[:20]!r} is not a region cell of this grid")
        return tuple(self.grid.cells[number - 1] for number in numbers)

    def relation(self, test: Callable[[int, int], bool]) -> tuple[tuple[int, int], ...]:
        return tuple((a, b) for a, b in product(self.values, repeat=2) if test(a, b))

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
                values_text = f"values are {self.values[0]} to {self.values[-1]}"
                raise FormatError(f"clue {wrong} at {cell} is out of range: {values_text}")
            yield cell, Domain.of(values)

    def outside_place(self, line: str, *, back: bool = False) -> str:
        """The place beside the grid where a clue for a row ``R3`` or a column ``C5`` stands."""
        kind, number = line[:1], whole_number(line[1:])
        if number is None and len(line) == 2:
            number = "0123456789abcdefg".find(line[1])
        lines = self.height if kind == "R" else self.width
        if kind not in ("R", "C") or number is None or not 1 <= number <= lines:
            raise FormatError(f"{line[:20]!r} is not a row or column, such as R3 or C5")
        if kind == "R":
            return f"R{number}C{self.width + 1 if back else 0}"
        return f"R{self.height + 1 if back else 0}C{number}"

    def line(self, text: str) -> tuple[Cell, ...]:
        """The cells of a row ``R3`` or a column ``C5``."""
        row, column = place(self.outside_place(text))
        return self.block.rows()[row] if column < 0 else self.block.columns()[column]

    def neighbours(self, names: Sequence[str]) -> Iterator[tuple[Cell, Cell]]:
        """The pairs of listed cells that share an edge, the earlier one first."""
        pairs = []
        for first, second in combinations(map(self.cell, names), 2):
            (group, *spot), (other_group, *other) = self.positions[first], self.positions[second]
            if group == other_group and dist(spot, other) == 1:
                pairs.append((first, second))
        if not pairs:
            raise FormatError(f"no two of {' '.join(names)[:60]} share an edge")
        yield from pairs

    def shifted(self, name: str, origin: str, index: int) -> str:
        """Return the name of a cell's place if ``origin`` is moved on by ``index`` cells."""
        group, row, column = self.positions[self.cell(name)]
        home, top, left = self.positions[self.cell(origin)]
        if group != home:
            raise FormatError(f"Replicate: {name} and {origin} are not in one group of cells")
        width = self.shapes.get(group) or len(self.groups[group]) if group else self.width
        down, right = divmod(top * width + left + index, width)
        target = (group, row + down - top, column + right - left)
        cell = next((cell for cell, each in self.positions.items() if each == target), None)
        if cell is None:
            raise FormatError(f"Replicate moves {name} off the grid")
        return self.id_by_cell[cell]


def box_of(height: int, width: int, size: int) -> tuple[int, int] | None:
    """The (height, width) of boxes of ``size`` cells that tile a grid; ``None`` if none do."""
    smaller = [side for side in range(isqrt(size), 1, -1) if size % side == 0]
    boxes = (box for a in smaller for box in ((a, size // a), (size // a, a)))
    return next((box for box in boxes if height % box[0] == 0 and width % box[1] == 0), None)


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
        raise FormatError(f"too few values for {side} cells in a line: {len(values)}")
    size = side
    if "RegionSize" in by_type:
        text = "".join(by_type["RegionSize"].args[:1])
        if not text.isascii() or not text.isdigit() or len(text) > 3:
            raise FormatError(f"RegionSize is a number of cells, not {text[:20]!r}")
        size = int(text)
    boxless = raw or "NoBoxes" in by_type or size == 0
    box = None if boxless else box_of(height, width, size)
    groups: dict[str, tuple[str, ...]] = {}
    shapes: dict[str, int] = {}
    for node in nodes:
        if node.type == "Var":
            _add_group(node, groups, shapes)
    if "Doppelganger" in by_type:
        if height != width or values != tuple(range(side + 1)):
            raise FormatError("Doppelganger is for squares of n rows with the values 0 to n")
        groups["DGZ"] = ("DGZ",)
        for prefix, count in (("DGR", width), ("DGC", height), ("DGB", side if box else 0)):
            groups[prefix] = tuple(f"{prefix}{n}" for n in range(1, count + 1))
        shapes["DGB"] = (box_of(height, width, size) or (1, 1))[1]
    if sum(map(len, groups.values())) + height * width > MAX_CELLS:
        raise FormatError(f"more than {MAX_CELLS} cells")
    return Geometry(height, width, values, box, raw, groups, shapes, nodes)


def _values(text: str, side: int) -> tuple[int, ...]:
    if not text:
        return tuple(range(1, side + 1))
    match = _RANGE.fullmatch(text)
    lowest, highest = (int(match[1] or 1), int(match[2])) if match else (1, 0)
    if lowest > 1 or not lowest <= highest <= lowest + MAX_SIDE - 1:
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


def parse_number(text: str, what: str) -> int:
    """Return a whole number; raise ``FormatError``, naming ``what``, if the text is not a number."""
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


def split_segments(args: Sequence[str]) -> list[list[str]]:
    """The names between single dashes."""
    ends = [n for n, arg in enumerate(args) if arg == "-"]
    return [list(args[a + 1 : b]) for a, b in pairwise([-1, *ends, len(args)])]


def decode_relation(
    key: str, values: Sequence[int], *, legacy: bool
) -> tuple[tuple[int, int], ...]:
    """The pairs of values that a key allows."""
    if legacy:
        key = key.translate(str.maketrans("-_", "_-"))
    bits = bits_of(key)
    size = len(values)
    places = [index for index, bit in enumerate(bits) if bit]
    if places and places[-1] >= size * size:
        raise FormatError(f"the key is of more than {size} values")
    return tuple((values[index // size], values[index % size]) for index in places)


def decode_pattern(token: str) -> str:
    """The regular expression of a token: base64url, or escaped as in an address."""
    if "%" in token or "." in token:
        from urllib.parse import unquote

        pattern = unquote(token)
    else:
        token = token.rstrip("=")
        six_bit_numbers(token)
        try:
            pattern = base64.urlsafe_b64decode(token + "=" * (-len(token) % 4)).decode()
        except (binascii.Error, UnicodeDecodeError):
            raise FormatError(f"not a pattern in base64url: {token[:20]!r}") from None
    return "".join(pattern.split())


Arcs = list[dict[int, set[int]]]
"""For each state, the states that each symbol leads to; symbols count from 1."""


@lru_cache(maxsize=64)
def _decoded(text: str) -> tuple[Arcs, frozenset[int], frozenset[int]]:
    """The arcs of an automaton, its starts and its accepting states."""
    bits = "".join(f"{value:06b}" for value in six_bit_numbers(text))
    bits = bits[: len(bits) // 8 * 8]

    position = 0

    def take(width: int) -> int:
        """Return the next number of ``width`` bits, the highest bit first."""
        nonlocal position
        start, position = position, position + width
        if position > len(bits):
            raise FormatError("the automaton is cut short")
        return int(bits[start:position] or "0", 2)

    kind, width, symbols = take(2), take(4) + 1, take(4) + 1
    if kind > 1:
        raise FormatError(f"an automaton in form {kind}: there are 0 and 1")
    starts, accepting = take(width), take(width)
    marks = take(starts)
    accepts = {state for state in range(starts) if marks >> state & 1}
    accepts |= set(range(starts, starts + accepting))
    arcs: Arcs = []
    per_state = take(4) if kind == 0 else 0
    least = symbols if kind else per_state
    while least and len(bits) - position >= least and len(arcs) < 1 << width:
        targets: dict[int, set[int]] = {}
        if kind == 0:
            for _ in range(take(per_state)):
                symbol = take((symbols - 1).bit_length()) + 1
                targets.setdefault(symbol, set()).add(take(width))
        else:
            mask = take(symbols)
            targets = {n + 1: {take(width)} for n in range(symbols) if mask >> n & 1}
        arcs.append(targets)
    return arcs, frozenset(range(starts)), frozenset(accepts)


def decode_automaton(text: str, values: Sequence[int], sizes: Sequence[int]) -> Automaton:
    """The deterministic automaton of a text, for a line in segments of some sizes.

    At the end of a segment the automaton reads an additional symbol, so that with several segments
    its states say how many cells have been read.  A segment may be empty.
    """
    arcs, starts, accepts = _decoded(text)
    ends = Counter(accumulate(sizes[:-1]))
    symbols, pause = {value: n for n, value in enumerate(values, 1)}, len(values) + 1

    def after(states: frozenset[int], symbol: int) -> frozenset[int]:
        none: set[int] = set()
        return frozenset(t for s in states if s < len(arcs) for t in arcs[s].get(symbol, none))

    def paused(states: frozenset[int], count: int) -> frozenset[int]:
        for _ in range(ends[count]):
            states = after(states, pause)
        return states

    def step(state: tuple[int, frozenset[int]], value: int) -> tuple[int, frozenset[int]] | None:
        if ends and state[0] >= sum(sizes):
            return None
        count = state[0] + 1 if ends else 0
        reached = paused(after(state[1], symbols[value]), count)
        return (count, reached) if reached else None

    with as_format_error():
        first = (0, paused(starts, 0))
        return build_automaton(values, first, step, lambda state: bool(state[1] & accepts))
