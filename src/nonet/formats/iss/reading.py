"""Constraint strings as puzzles.

Each type is a function that yields its rules; a type without a function is named to the reader.
Values of cells outside a composite are clues if a single value remains, else candidates; inside a
composite these values are rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from nonet.errors import FormatError, ImpossibleRule, PuzzleError, close_names
from nonet.formats.iss.cell_types import CELL_TYPES
from nonet.formats.iss.context import Context, NamedRule
from nonet.formats.iss.geometry import Geometry, geometry_of
from nonet.formats.iss.syntax import Node, bits_of, parse_nodes, without_comments
from nonet.formats.iss.whole_grid_types import WHOLE_GRID_TYPES
from nonet.formats.reader import Reader, as_format_error
from nonet.formats.rule_collector import RuleCollector
from nonet.formats.statements import with_classic
from nonet.model import Domain
from nonet.model.auxiliary_variables import is_auxiliary
from nonet.puzzle import Cell, Puzzle, PuzzleRule

NOTE = "iss"
"""The note that holds the string a puzzle was read from."""

IGNORED = ("Shape", "NoBoxes", "RegionSize", "Var", "SearchPriority", "End", "FullRankTies")
"""Types that are no rules: these types are read with the geometry, or help a search."""

MAX_COPIES = 2000
"""The most copies that Replicate may make of its constraints."""


def puzzle_of(text: str, reader: Reader) -> Puzzle:
    """Return the puzzle of a constraint string.

    Raise ``FormatError`` if the string is no puzzle.
    """
    nodes = parse_nodes(without_comments(text))
    with as_format_error():
        return reader.checked_in_part(_StringReader(nodes, reader).puzzle(text.strip()))


class _StringReader:
    """The constraints of a string during reading."""

    def __init__(self, nodes: list[Node], reader: Reader) -> None:
        self.geometry = geometry_of(nodes)
        self.reader = reader
        self.nodes = _expanded(nodes, self.geometry)
        self.rules = RuleCollector(reader)
        self.context = Context(self.geometry, self.nodes)

    def puzzle(self, text: str) -> Puzzle:
        """The puzzle, not yet checked."""
        geometry = self.geometry
        given: dict[Cell, Domain] = {}
        shared = _shared_cage_cells(self.nodes, geometry)
        for node in self.nodes:
            if node.type == "Given":
                self._add_givens(node, given)
            elif node.type == "Jigsaw":
                self._jigsaw(node)
            elif node.type in WHOLE_GRID_TYPES or node.type in CELL_TYPES:
                for name, parameters in self._rules_of(node):
                    if name == "killer" and shared & set(parameters["cells"]):
                        parameters = {**parameters, "overlap": True}
                    self.rules.add(name, node.type, **parameters)
            elif node.type in ("Or", "And"):
                rule = self._composite(node)
                if rule is not None:
                    self.rules.add_rule(rule)
            elif node.type not in IGNORED:
                self.reader.unread(f"{node.type}{_similar_type(node.type)}", "either")
        grid = geometry.grid
        if self.rules.boxless and grid.blocks[0].box is not None:
            grid = replace(grid, blocks=(replace(grid.blocks[0], box=None),))
        for variable in list(filter(is_auxiliary, given)):
            values = tuple(given.pop(variable))
            self.rules.add("given-candidates", "Given", cell=variable, values=values)
        rules = self.rules.collected
        return Puzzle(
            grid,
            {cell: next(iter(domain)) for cell, domain in given.items() if domain.is_single},
            rules if geometry.raw else with_classic(rules),
            {cell: domain for cell, domain in given.items() if not domain.is_single},
            self.reader.name,
            notes={NOTE: text},
        )

    def _rules_of(self, node: Node) -> Iterator[NamedRule]:
        """The rules of a constraint; raises ``FormatError`` for arguments that make none."""
        make = CELL_TYPES.get(node.type) or WHOLE_GRID_TYPES[node.type]
        try:
            yield from make(self.context, node.args)
        except FormatError as error:
            raise FormatError(f"{node.type}: {error.message}") from error

    def _add_givens(self, node: Node, given: dict[Cell, Domain]) -> None:
        for cell, domain in self.context.values(node):
            given[cell] = given.get(cell, domain) & domain
            if not given[cell]:
                raise FormatError(f"{cell} is given values that exclude each other")

    def _jigsaw(self, node: Node) -> None:
        """Add regions by a character a cell; groups of another size are no regions."""
        geometry = self.geometry
        layout = node.args[-1] if node.args else ""
        cells = [cell for row in geometry.rows() for cell in row]
        if len(layout) != len(cells):
            raise FormatError(f"Jigsaw: expected {len(cells)} characters, found {len(layout)}")
        groups: dict[str, list[Cell]] = {}
        for cell, letter in zip(cells, layout, strict=True):
            groups.setdefault(letter, []).append(cell)
        size = self.context.region_size
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
        parts: list[PuzzleRule] = []
        impossible: list[PuzzleRule | None] = []
        is_complete = True
        for child in node.children:
            if child.type in ("Or", "And"):
                rules = [self._composite(child)]
            else:
                make = self.rules.make_if_known
                rules = [each and make(each[0], each[0], **each[1]) for each in self._local(child)]
                if node.type == "Or" and len(rules) > 1:
                    rules = [self._of("all-of", rules)]
            if node.type == "Or" and rules and self._never_holds(rules[0]):
                impossible.append(rules[0])
                continue
            is_complete = is_complete and None not in rules
            parts += [rule for rule in rules if rule is not None]
        if not is_complete:
            return None
        if not parts and impossible:
            parts = [rule for rule in impossible if rule is not None][:1]
        if not node.children:
            return self._of("all-of", []) if node.type == "And" else None
        return self._of("any-of" if node.type == "Or" else "all-of", list(parts))

    def _never_holds(self, rule: PuzzleRule | None) -> bool:
        """Return whether no values meet a branch of a choice, so the branch can be left out."""
        try:
            for _ in () if rule is None else rule.constraints(self.geometry.grid):
                pass
        except ImpossibleRule:
            return True
        except PuzzleError:
            pass  # said where the whole puzzle is checked
        return False

    def _of(self, name: str, parts: Sequence[PuzzleRule | None]) -> PuzzleRule | None:
        if None in parts:
            return None
        if len(parts) == 1:
            return parts[0]
        return self.rules.make_if_known(name, name, rules=tuple(parts))

    def _local(self, node: Node) -> list[NamedRule | None]:
        if node.type == "Given":
            domain_of = self.context.values(node)
            return [
                ("given-candidates", {"cell": cell, "values": tuple(domain)})
                for cell, domain in domain_of
            ]
        if node.type in CELL_TYPES:
            return list(self._rules_of(node))
        self.reader.unread(f"{node.type} in a composite", "forbid")
        return [None]


def _expanded(nodes: Sequence[Node], geometry: Geometry) -> list[Node]:
    """Return the constraints, with the copies of Replicate written out."""
    expanded: list[Node] = []
    for node in nodes:
        if node.type == "Replicate":
            targets = [
                at for at, bit in enumerate(bits_of(node.args[0] if node.args else "")) if bit
            ]
            origin = node.args[1] if len(node.args) > 1 and node.args[1] else "R1C1"
            children = _expanded(node.children, geometry)
            if len(targets) * len(children) > MAX_COPIES:
                raise FormatError(f"Replicate makes more than {MAX_COPIES} constraints")
            expanded += [_moved(c, origin, at, geometry) for at in targets for c in children]
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
        known = name if name in names else upper[:1] + name[1:2].lower() + upper[2:3] + name[3:]
        moved = geometry.shifted(known, origin, index) if known in names else name
        return f"{moved}{under}{arguments}"

    children = tuple(_moved(child, origin, index, geometry) for child in node.children)
    return replace(node, args=tuple(map(move, node.args)), children=children)


def _shared_cage_cells(nodes: Sequence[Node], geometry: Geometry) -> set[Cell]:
    """The cells that lie in more than one cage."""
    seen: set[Cell] = set()
    shared: set[Cell] = set()
    for node in nodes:
        if node.type == "Cage":
            try:
                cells = set(geometry.cells(node.args[1:]))
            except FormatError as error:
                raise FormatError(f"Cage: {error.message}") from error
            shared |= seen & cells
            seen |= cells
    return shared


def _similar_type(name: str) -> str:
    """The type that is perhaps meant by a name that is none."""
    types = {known.lower(): known for known in (*WHOLE_GRID_TYPES, *CELL_TYPES)}
    similar = close_names(name.lower(), types, 1)
    return f" (did you mean {types[similar[0]]}?)" if similar else ""
