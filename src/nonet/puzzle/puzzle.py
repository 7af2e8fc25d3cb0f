"""Puzzles: a grid, its clues and its rules.  The declaration of a person.

A puzzle is data.  ``model()`` gives the declaration that any backend is handed;
the verbs (``nonet.solve``, ``nonet.verify``) live on the floors above.

>>> puzzle = Puzzle(Grid.square(4), {"R1C1": 1, "R2C3": 1})
>>> puzzle.peers["R1C1"]
('R1C2', 'R1C3', 'R1C4', 'R2C1', 'R3C1', 'R4C1', 'R2C2')
>>> puzzle.model()
Model(<16 variables, 12 constraints>, 2 domains narrowed)

A variable beside the grid is what rules name ``~total`` instead of a cell.  It takes the values of
the grid and lies in no row, column or box.  That a rule names it is enough:

>>> model = Puzzle(Grid.square(4)).with_rules("clone R1C1 ~total").model()
>>> model.domains["~total"], model.constraints[-1].description
(Domain({1, 2, 3, 4}), 'clone R1C1 = total')
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import chain, combinations, islice
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from nonet.errors import ClueError, Reading, quantity
from nonet.model import (
    AllDifferent,
    Annotation,
    AnyOf,
    Constraint,
    Count,
    Domain,
    Linear,
    Model,
    Regular,
    Structure,
    SumBetween,
    Table,
)
from nonet.model.auxiliary_variables import display_name, is_auxiliary
from nonet.model.constraints.base import GET_SCOPE, structurally_equal
from nonet.model.misuse_errors import puzzle_attribute_error
from nonet.model.model import checked_constraints
from nonet.puzzle.alphabets import Alphabet, default_alphabet
from nonet.puzzle.grid import Cell, Grid, place
from nonet.puzzle.rules import CLASSIC, PuzzleRule
from nonet.puzzle.unread import UnreadPart

if TYPE_CHECKING:
    from nonet.render.drawing import Drawing


_NUMBERED = re.compile(r"(.*?)(\d*)")


def with_variables(
    domains: Mapping[str, Domain], constraints: tuple[Constraint, ...], grid: Grid
) -> tuple[dict[str, Domain], tuple[Constraint, ...]]:
    """Return the domains with variables that the constraints name, and the constraints with texts
    that name these variables as people read them.
    """
    scopes = (constraint.scope for constraint in constraints)
    names = set(filter(is_auxiliary, chain.from_iterable(scopes))) - domains.keys()
    full = Domain.of(grid.values)
    return (
        {**domains, **dict.fromkeys(sorted(names, key=_name_and_number), full)},
        tuple(_with_display_names(each, names.intersection(each.scope)) for each in constraints),
    )


def _name_and_number(name: str) -> tuple[str, int]:
    """Return a sort key that has ``~A2`` before ``~A10``."""
    match = _NUMBERED.fullmatch(name)
    assert match
    return match[1], int(match[2] or 0)


def _with_display_names(constraint: Constraint, names: set[str]) -> Constraint:
    """Return a constraint whose texts have some variables by their display names."""
    rule = constraint.rule
    texts = [rule.label, rule.sentence]
    for name in sorted(names, key=len, reverse=True):
        texts = [text.replace(name, display_name(name)) for text in texts]
    return replace(constraint, rule=Annotation(rule.kind, *texts)) if names else constraint


Scopes = frozenset[frozenset[Cell]]

NO_SCOPES: Scopes = frozenset()


def contained_scopes(
    scopes: set[frozenset[Cell]], known: Scopes = NO_SCOPES
) -> set[frozenset[Cell]]:
    """Return the members of ``scopes`` and ``known`` that are part of a larger member, and so
    redundant where each is all different.

    No member of ``known``, mostly the units of the grid, is part of another member of
    ``known``.
    """
    least, by_cell = _scopes_by_cell(known)
    contained = {s for s in scopes if any(map(s.issubset, by_cell.get(next(iter(s)), ())))}
    remaining = scopes - contained
    if known and max(map(len, remaining), default=0) > least:
        remaining |= known
    if len(frozenset[Cell]().union(*remaining)) == sum(map(len, remaining)):
        return contained  # mostly: cages that have no cell in common
    holding: dict[Cell, list[frozenset[Cell]]] = {}
    shortest = min(map(len, remaining))
    for scope in sorted(remaining, key=len, reverse=True):  # none is part of one that is as long
        if holding and any(map(scope.issubset, holding.get(next(iter(scope)), ()))):
            contained.add(scope)
        if len(scope) > shortest:
            for cell in scope:
                holding.setdefault(cell, []).append(scope)
    return contained


@lru_cache(maxsize=64)
def _scopes_by_cell(scopes: Scopes) -> tuple[int, dict[Cell, list[frozenset[Cell]]]]:
    """Return the size of the smallest scope, and for each cell its scopes."""
    by_cell: dict[Cell, list[frozenset[Cell]]] = {}
    for scope in scopes:
        for cell in scope:
            by_cell.setdefault(cell, []).append(scope)
    return min(map(len, scopes), default=0), by_cell


class CheapHashRules(tuple[PuzzleRule, ...]):
    """Rules as a key that hashes only some of the rules, since hashing all costs as much as
    making the constraints.

    Equality tells the rest.
    """

    def __hash__(self) -> int:
        return hash((len(self), *self[:: 1 + len(self) // 4], *self[-1:]))


def add_unique(
    constraints: dict[object, Constraint], keyed: Iterable[tuple[object, Constraint]]
) -> None:
    """Add the new constraints; of equal units the first counts."""
    for key, constraint in keyed:
        first = constraints.setdefault(key, constraint)
        if type(key) is tuple and not structurally_equal(first, constraint):
            constraints.setdefault(constraint, constraint)  # another of the same key


def constraint_key(constraint: Constraint) -> object:
    """Return a key that distinguishes constraints: for "all different", its cells in any order.

    For other constraints the key is a tuple that mostly suffices: hashing a whole constraint takes
    as long as making the constraint, and longer for nested constraints.  Deferred texts are not
    made for the key.
    """
    kind = type(constraint)
    if kind is Linear:
        return kind, constraint.scope, constraint.__dict__["constant"]
    if isinstance(constraint, AllDifferent):
        return frozenset(constraint.scope)
    if kind is Regular:
        return kind, constraint.scope, constraint.__dict__["automaton"]
    if kind is SumBetween:
        return kind, constraint.scope, constraint.__dict__["total"]
    if kind is AnyOf:
        return kind, constraint.scope, tuple(map(constraint_key, constraint.parts[-1:]))
    if kind is Count:
        fields = constraint.__dict__
        return kind, constraint.scope, fields["values"], fields["number"]
    if kind is Table:
        return kind, constraint.scope, len(constraint.__dict__["tuples"])
    return kind, constraint.scope, constraint.rule.label


MOST_COUNTED = 99
"""Clashes that are counted beside the first: a line of equal clues has hundreds of thousands."""


@dataclass(frozen=True)
class Clash:
    """Two equal clues in one unit: the cells, their value and the unit's words."""

    first: Cell
    second: Cell
    value: int
    unit_label: str

    def __str__(self) -> str:
        return f"{self.first} and {self.second} are both {self.value} in {self.unit_label}"


@dataclass(frozen=True)
class Puzzle:
    """A puzzle as declared.

    ``clues`` maps cells to values; ``candidates`` maps cells to the permitted values, for clues
    that only narrow.  ``rules`` are the classic rules by default.  ``name`` and ``comment``
    come from the file; ``notes`` holds other data of the file, by key.  ``entries`` are values
    that a person has filled in: no clues, so ``model()`` ignores entries, but hints use
    entries.  ``unread`` are the parts of its text that were left out: every verb decides by them
    whether its answer holds for the whole puzzle, and ``as_read()`` takes what was read for the
    whole.

    Raises ``PuzzleError`` if a clue is on no cell of the grid, ``ClueError`` if its value is
    out of range or a cell gets two values by two of its names. Two contradictory clues are no
    error here: ``clashes()`` lists such pairs.
    """

    grid: Grid
    clues: Mapping[Cell, int] = field(default_factory=dict)
    rules: tuple[PuzzleRule, ...] = CLASSIC
    candidates: Mapping[Cell, Domain] = field(default_factory=dict)
    name: str = ""
    comment: str = ""
    notes: Mapping[str, str] = field(default_factory=dict)
    entries: Mapping[Cell, int] = field(default_factory=dict)
    unread: tuple[UnreadPart, ...] = ()

    def __post_init__(self) -> None:
        values = self.grid.values
        clues = self._checked_values("clue", self.clues)
        entries = self._checked_values("entry", self.entries)
        for cell in entries.keys() & clues.keys():
            if entries.pop(cell) != clues[cell]:
                raise ClueError(f"{cell} is given as {clues[cell]}: no other value can be entered")
        candidates: dict[Cell, Domain] = {}
        for cell, allowed in self.candidates.items():
            domain = Domain.of(allowed)
            if not domain <= Domain.of(values):
                raise ClueError(
                    f"candidates {', '.join(map(str, domain))} at {cell} are out of range: "
                    f"values are {values[0]} to {values[-1]}"
                )
            cell = self.grid.cell(cell)
            candidates[cell] = candidates.get(cell, domain) & domain
        object.__setattr__(self, "clues", MappingProxyType(clues))
        object.__setattr__(self, "candidates", MappingProxyType(candidates))
        object.__setattr__(self, "entries", MappingProxyType(entries))
        object.__setattr__(self, "rules", tuple(self.rules))
        for rule in self.rules:
            if not isinstance(rule, PuzzleRule):
                raise TypeError(
                    f"a rule of a Puzzle is a PuzzleRule, not {type(rule).__name__}: "
                    "make_rule makes one, and Sudoku takes names"
                )
        object.__setattr__(self, "notes", MappingProxyType(dict(self.notes)))
        object.__setattr__(self, "unread", tuple(self.unread))

    if not TYPE_CHECKING:

        def __getitem__(self, cell):
            raise TypeError(f"of a Puzzle write puzzle.clues[{cell!r}], by the names of cells")

        def __getattr__(self, name):
            if name.startswith("_"):
                raise AttributeError(f"a Puzzle has no {name!r}")
            raise puzzle_attribute_error(name)

    def _checked_values(self, what: str, given: Mapping[Cell, int]) -> dict[Cell, int]:
        """Return ``given`` with cells by their own names; ``what`` is the noun for error
        messages.
        """
        cells, values = self.grid.cell_set, self.grid.values
        known = set(values)
        result: dict[Cell, int] = {}
        for cell, value in given.items():
            if cell not in cells:
                cell = self.grid.cell(cell)
            if value not in known:
                raise ClueError(
                    f"{what} {value!r} at {cell} is out of range: "
                    f"values are {values[0]} to {values[-1]}"
                )
            if result.setdefault(cell, value) != value:
                raise ClueError(f"{cell} is given as {result[cell]} and as {value}")
        return result

    def model(self) -> Model:
        """The declaration a backend is given.

        Variables are the cells in reading order.  Clues narrow domains and add
        no constraint, so all puzzles of one grid and rules share a structure.
        """
        single = _single_value_domains(self.grid.values)
        narrowed = {cell: single[value] for cell, value in self.clues.items()}
        for cell, allowed in self.candidates.items():
            narrowed[cell] = narrowed.get(cell, allowed) & allowed
        return Model.from_structure(_structure_of(self), narrowed)

    @property
    def reading(self) -> Reading:
        """Whether the whole text of the puzzle was read, or a part."""
        return Reading.IN_PART if self.unread else Reading.WHOLE

    def as_read(self) -> Puzzle:
        """Return what was read of the puzzle, as if it were the whole."""
        return replace(self, unread=()) if self.unread else self

    @property
    def units(self) -> tuple[AllDifferent, ...]:
        """The units: constraints that hold every value exactly once (27 in a 9x9)."""
        return _units_and_peers(self.grid, self.rules)[0]

    @property
    def peers(self) -> Mapping[Cell, tuple[Cell, ...]]:
        """For each cell, the cells that must differ from this cell (20 in a 9x9)."""
        return _units_and_peers(self.grid, self.rules)[1]

    def units_of(self, cell: Cell) -> tuple[AllDifferent, ...]:
        """The units that hold ``cell`` (3 in a 9x9)."""
        cell = self.grid.cell(cell)
        return tuple(unit for unit in self.units if cell in unit.scope)

    def clashes(self) -> list[Clash]:
        """Every pair of equal clues in a unit or between peers, the first unit of each."""
        return list(self._iter_clashes())

    def _iter_clashes(self) -> Iterator[Clash]:
        pairs: set[tuple[Cell, Cell]] = set()
        clues = self.clues
        for constraint in _structure_of(self).constraints:
            if not isinstance(constraint, AllDifferent):
                continue
            given = [cell for cell in constraint.scope if cell in clues]
            if len({clues[cell] for cell in given}) == len(given):
                continue
            unit = constraint.description  # once: thousands of pairs may clash in a large grid
            for pair in combinations(sorted(given, key=place), 2):
                value = clues[pair[0]]
                if clues[pair[1]] == value and pair not in pairs:
                    pairs.add(pair)
                    yield Clash(*pair, value, unit)

    def checked(self) -> Puzzle:
        """The puzzle itself; raises ``ClueError`` if two clues clash, naming cells and unit."""
        clashes = list(islice(self._iter_clashes(), MOST_COUNTED + 1))
        if clashes:
            more = len(clashes) - 1
            least = "at least " if more == MOST_COUNTED else ""
            others = f" (and {least}{more} more clash{'es' * (more > 1)})" if more else ""
            raise ClueError(f"{clashes[0]}{others}")
        return self

    def open_candidates(self) -> dict[Cell, Domain]:
        """For each cell without a clue, the values that no clue among its peers excludes."""
        full = Domain.of(self.grid.values)
        return {
            cell: self.candidates.get(cell, full)
            - Domain.of(self.clues[peer] for peer in self.peers[cell] if peer in self.clues)
            for cell in self.grid.cells
            if cell not in self.clues
        }

    def with_rules(self, *more: PuzzleRule | str) -> Puzzle:
        """Return the puzzle with further rules; a rule that replaces a classic rule takes its
        place.

        A text is a rule in short form, ``"killer 15 R1C1 R1C2"``; raises ``PuzzleError`` for a
        text without meaning.
        """
        from nonet.puzzle.short_form import rule_from_short  # 3 ms; a line of cells needs none

        rules = [rule_from_short(rule) if isinstance(rule, str) else rule for rule in more]
        replaced = {name for rule in rules for name in rule.replaces.split()} | {
            rule.name for rule in rules if rule.replaces
        }
        retained = [rule for rule in self.rules if rule.name not in replaced and rule not in rules]
        return replace(self, rules=(*retained, *rules))

    def with_clues(self, clues: Mapping[Cell, int]) -> Puzzle:
        """The same puzzle with other clues."""
        return replace(self, clues=clues)

    def with_checked_clues(self, clues: dict[Cell, int]) -> Puzzle:
        """The same puzzle with other clues, which are known to be cells and values of the grid.

        Only for a puzzle without entries.
        """
        puzzle = object.__new__(type(self))
        puzzle.__dict__.update(self.__dict__, clues=MappingProxyType(clues))
        return puzzle

    @property
    def alphabet(self) -> Alphabet:
        """The characters the values are shown in: digits, then letters for more than nine."""
        return default_alphabet(self.grid.values)

    def line(self, values: Mapping[Cell, int] | None = None, blank: str = ".") -> str:
        """Clues (or ``values``) in one line of as many characters as there are cells."""
        values = self.clues if values is None else values
        symbol = self.alphabet.symbol
        return "".join(symbol(values[c]) if c in values else blank for c in self.grid.cells)

    def drawing(
        self,
        values: Mapping[Cell, int] | None = None,
        candidates: Mapping[Cell, Iterable[int]] | None = None,
    ) -> Drawing:
        """Return the drawing of the puzzle: clues, ``values`` of a solution, ``candidates`` of
        open cells.
        """
        # 4 ms with the drawing's text, which a verdict of one solution does not need
        from nonet.puzzle.puzzle_drawing import GivenValues, drawing_of

        wrong = {cell for clash in self.clashes() for cell in (clash.first, clash.second)}
        given = GivenValues(self.clues, wrong, values or {}, candidates or {})
        return drawing_of(self.grid, self.rules, self.notes, self.alphabet, given)

    def __hash__(self) -> int:
        return hash((self.grid, tuple(sorted(self.clues.items())), self.rules))

    def __reduce__(self) -> tuple[object, ...]:
        plain = (dict(self.clues), self.rules, dict(self.candidates))
        texts = (self.name, self.comment, dict(self.notes))
        return Puzzle, (self.grid, *plain, *texts, dict(self.entries), self.unread)

    def __str__(self) -> str:
        from nonet.render.terminal import drawing_text

        return drawing_text(self.drawing())

    def __repr__(self) -> str:
        parts = [quantity(len(self.clues), "clue")]
        if self.rules != CLASSIC:
            classic = {rule.name for rule in CLASSIC}
            names = {rule.name for rule in self.rules}
            added = dict.fromkeys(rule.name for rule in self.rules if rule.name not in classic)
            parts += [*added, *(f"no {rule.name}" for rule in CLASSIC if rule.name not in names)]
        if self.entries:
            parts.append(quantity(len(self.entries), "entry"))
        if self.unread:
            parts.append(f"{quantity(len(self.unread), 'part')} not read")
        line = self.line()
        name = f" {self.name!r}" if self.name else ""
        return (
            f"<Puzzle{name} {self.grid.height}x{self.grid.width}, {', '.join(parts)}: "
            f"{line[:81]}{'...' if len(line) > 81 else ''}>"
        )

    def _repr_svg_(self) -> str:
        from nonet.render.svg import drawing_svg  # 10 ms

        return drawing_svg(self.drawing())


@lru_cache(maxsize=64)
def _single_value_domains(values: tuple[int, ...]) -> dict[int, Domain]:
    """The domain of each value alone: a look-up takes half the time of ``Domain.single``."""
    return {value: Domain.single(value) for value in values}


def _structure_of(puzzle: Puzzle) -> Structure:
    if puzzle.rules is CLASSIC:  # most are, and to hash the rules takes longer than the clues
        return _classic_structure(puzzle.grid)
    return _structure(puzzle.grid, CheapHashRules(puzzle.rules))


@lru_cache(maxsize=64)
def _classic_structure(grid: Grid) -> Structure:
    return _structure(grid, CheapHashRules(CLASSIC))


@lru_cache(maxsize=256)
def _structure(grid: Grid, rules: tuple[PuzzleRule, ...]) -> Structure:
    """The structure all puzzles of this grid and these rules share.

    Equal units are kept once, and "all different" over cells of one unit is
    left to that unit: a knight's move within a box adds nothing, and the box is
    the better reason to give.
    """
    kinds = list(map(type, rules))
    plain = {kind for kind in set(kinds) if _depends_on_grid_only(kind)}
    first = next((k for k, kind in enumerate(kinds) if kind not in plain), len(kinds))
    begun = _grid_constraints(grid, rules[:first])  # mostly what all puzzles of the grid have
    by_key = dict(begun.by_key)
    for kind, rule in zip(kinds[first:], rules[first:], strict=True):
        if kind in plain:
            add_unique(by_key, _keyed_constraints(rule, grid))
        else:
            add_unique(
                by_key,
                [(constraint_key(each), each) for each in rule.constraints_among(grid, rules)],
            )
    own = dict(islice(by_key.items(), len(begun.by_key), None))
    redundant = contained_scopes({key for key in own if type(key) is frozenset}, begun.scopes)
    base = begun.structure
    constraints = _constraints_except(own, redundant)
    known = grid.cell_set.issuperset(chain.from_iterable(map(GET_SCOPE, constraints)))
    if known and redundant.isdisjoint(begun.scopes) and not any(map(_adds_variables, set(kinds))):
        checked = checked_constraints(constraints, base.domains, grid.cell_set)
        return Structure.extended(base, checked)
    constraints, more = _constraints_except(by_key, redundant | begun.redundant), dict(base.domains)
    for rule in rules:
        more.update(rule.variables_among(grid, rules))
    if not known:
        more, constraints = with_variables(more, constraints, grid)
    return Model(more, constraints).structure


def _constraints_except(
    by_key: dict[object, Constraint], redundant: Collection[object]
) -> tuple[Constraint, ...]:
    if not redundant:
        return tuple(by_key.values())
    return tuple([each for key, each in by_key.items() if key not in redundant])


@lru_cache(maxsize=256)
def _depends_on_grid_only(kind: type[PuzzleRule]) -> bool:
    """Return whether rules of a kind demand the same in all puzzles of a grid: without
    parameters and independent of other rules.
    """
    return kind.constraints_among is PuzzleRule.constraints_among and not kind.fields()


def _adds_variables(kind: type[PuzzleRule]) -> bool:
    """Whether rules of a kind may need variables beside the cells."""
    return (
        kind.variables is not PuzzleRule.variables
        or kind.variables_among is not PuzzleRule.variables_among
    )


@lru_cache(maxsize=64)
def _keyed_constraints(rule: PuzzleRule, grid: Grid) -> tuple[tuple[object, Constraint], ...]:
    """Return the constraints of a rule that depend on nothing but the grid, each with its key."""
    return tuple((constraint_key(constraint), constraint) for constraint in rule.constraints(grid))


class _GridConstraints(NamedTuple):
    """The constraints of some rules, by key, and as a structure.

    ``scopes`` are the cells of each "all different", ``redundant`` the omitted scopes.
    """

    by_key: dict[object, Constraint]
    structure: Structure
    scopes: frozenset[frozenset[Cell]]
    redundant: frozenset[frozenset[Cell]]


@lru_cache(maxsize=64)
def _grid_constraints(grid: Grid, rules: tuple[PuzzleRule, ...]) -> _GridConstraints:
    """Return the constraints of rules that demand the same in all puzzles of a grid."""
    by_key: dict[object, Constraint] = {}
    for rule in rules:
        add_unique(by_key, _keyed_constraints(rule, grid))
    domains = dict.fromkeys(grid.cells, Domain.of(grid.values))
    if not any(map(_adds_variables, map(type, rules))):
        checked_constraints(tuple(by_key.values()), domains)
    scopes = {key for key in by_key if type(key) is frozenset}
    redundant = contained_scopes(scopes)
    structure = Structure(domains, _constraints_except(by_key, redundant))
    return _GridConstraints(by_key, structure, frozenset(scopes - redundant), frozenset(redundant))


@lru_cache(maxsize=256)
def _units_and_peers(
    grid: Grid, rules: tuple[PuzzleRule, ...]
) -> tuple[tuple[AllDifferent, ...], Mapping[Cell, tuple[Cell, ...]]]:
    different = [
        constraint
        for constraint in _structure(grid, CheapHashRules(rules)).constraints
        if isinstance(constraint, AllDifferent) and grid.cell_set.issuperset(constraint.scope)
    ]
    peers: dict[Cell, dict[Cell, None]] = {cell: {} for cell in grid.cells}
    for constraint in different:
        for cell in constraint.scope:
            peers[cell].update(dict.fromkeys(other for other in constraint.scope if other != cell))
    units = tuple(c for c in different if len(c.scope) == grid.size)
    return units, MappingProxyType({cell: tuple(others) for cell, others in peers.items()})
