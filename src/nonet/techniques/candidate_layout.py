"""Layouts: the candidates, houses, truths and links of a model.

A *candidate* is "this cell has this value".  Candidates are numbered ``value * cells + cell``
(both counted from 0), so that a set of candidates is a single integer, and the places of a
value are a slice of this integer.

A *house* is an AllDifferent.  A house with as many cells as there are values is *complete*:
every value has a place in the house. Barker's set logic, sudokuone.com, 2009).

Everything comes from the declared model, so diagonals, jigsaw regions, windows
and overlapping grids need no code of their own.

>>> from nonet.puzzle import Grid, Puzzle
>>> layout = layout_of(Puzzle(Grid.square(4)).model())
>>> len(layout.houses), layout.houses[0].name, layout.houses[0].short_name
(12, 'row 1', 'r1')
>>> layout.candidate_text(1 << layout.candidate("R2C3", 4))
'4r2c3'
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache, reduce
from itertools import combinations
from operator import and_, or_
from typing import Literal

from nonet.deadline import checked
from nonet.model import AllDifferent, Constraint, Model, Structure, auxiliary_variables
from nonet.puzzle.alphabets import default_alphabet
from nonet.puzzle.grid import place

# Houses: the AllDifferents of a structure, as masks over its cells and values.

HouseKind = Literal["row", "column", "box", "other"]

_RULE_KINDS: dict[str, tuple[HouseKind, str]] = {
    "row": ("row", "r"),
    "column": ("column", "c"),
    "box": ("box", "b"),
    "region": ("box", "b"),
    "jigsaw": ("box", "b"),
}


@dataclass(frozen=True, slots=True)
class House:
    """A unit: ``cells`` is a mask over cells, ``cell_numbers`` the same as numbers in reading
    order.

    ``kind`` is the kind in names of fish: rows and columns are lines, boxes (and jigsaw
    regions) boxes, all else ``"other"``.  ``short_name`` is the field's notation (``r3``,
    ``c4``, ``b1``); ``name`` the name given by the rule (``row 3``).  A ``complete`` house
    contains each of its ``values``, a mask over values, exactly once.
    """

    number: int
    kind: HouseKind
    name: str
    short_name: str
    cells: int
    cell_numbers: tuple[int, ...]
    values: int
    complete: bool
    constraint: AllDifferent


def build_houses(
    structure: Structure, cell_number: Mapping[str, int], value_number: Mapping[int, int]
) -> tuple[House, ...]:
    """Return the houses, complete ones first; the mappings number cells and values."""
    domains = structure.domains

    def complete(constraint: AllDifferent) -> bool:
        full, scope = domains[constraint.scope[0]], constraint.scope
        return len(scope) == len(full) and all(domains[cell] == full for cell in scope)

    constraints = [c for c in structure.constraints if isinstance(c, AllDifferent)]
    counts: dict[str, int] = {}
    houses: list[House] = []
    for constraint in checked(sorted(constraints, key=lambda c: not complete(c))):
        kind, letter = _RULE_KINDS.get(constraint.rule.kind, ("other", "u"))
        counts[letter] = counts.get(letter, 0) + 1
        order = tuple(sorted(cell_number[cell] for cell in constraint.scope))
        among = {value for cell in constraint.scope for value in domains[cell]}
        houses.append(
            House(
                len(houses),
                kind,
                (constraint.rule.label or constraint.description).removesuffix(": no value twice"),
                f"{letter}{counts[letter]}",
                sum(1 << cell for cell in set(order)),
                order,
                sum(1 << value_number[value] for value in among),
                complete(constraint),
                constraint,
            )
        )
    return tuple(houses)


MAX_SYMBOL_VALUE = 61
"""The largest value that is written as one character; in grids with larger values all are
numbers.
"""


def bits(mask: int) -> Iterator[int]:
    """The numbers of the bits of ``mask``, smallest first.

    >>> list(bits(0b1010))
    [1, 3]
    """
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def mask_of(numbers: Iterable[int]) -> int:
    """The mask of some numbers."""
    mask = 0
    for number in numbers:
        mask |= 1 << number
    return mask


def union_of(masks: Iterable[int]) -> int:
    """Return the union of some masks.

    >>> union_of([0b1, 0b100])
    5
    """
    return reduce(or_, masks, 0)


class Layout:
    """The candidates of a structure, and which of the candidates exclude each other.

    ``cells`` are the names of the variables, ``display_names`` the names that people read;
    ``values`` all values that any variable may take; ``all_cells`` and ``all_values`` the masks
    of all of these; ``houses`` the AllDifferents, complete houses first; ``other_constraints``
    the primitives of other kinds.
    """

    def __init__(self, structure: Structure) -> None:
        self.structure = structure
        self.cells = structure.variables
        self.display_names = tuple(map(auxiliary_variables.display_name, self.cells))
        self.values = tuple(sorted({v for d in structure.domains.values() for v in d}))
        self.cell_count = len(self.cells)
        self.value_count = len(self.values)
        self.all_cells = (1 << self.cell_count) - 1
        self.all_values = (1 << self.value_count) - 1
        self.cell_number = {cell: number for number, cell in enumerate(self.cells)}
        self.value_number = {value: number for number, value in enumerate(self.values)}
        self.houses = build_houses(structure, self.cell_number, self.value_number)
        self.complete_houses = tuple(house for house in self.houses if house.complete)
        self.other_constraints: tuple[Constraint, ...] = tuple(
            c for c in structure.primitives if not isinstance(c, AllDifferent)
        )

    # -- candidates ------------------------------------------------------------

    def candidate(self, cell: str, value: int) -> int:
        """The number of a candidate.  Raises ``KeyError`` for an unknown cell or value."""
        return self.value_number[value] * self.cell_count + self.cell_number[cell]

    def cell_and_value(self, candidate: int) -> tuple[str, int]:
        """The cell's name and the value of a candidate."""
        value, cell = divmod(candidate, self.cell_count)
        return self.cells[cell], self.values[value]

    def cell_candidates(self, cell: int) -> int:
        """All candidates of a cell."""
        return self._cell_masks[cell]

    def candidates_in(self, cells: int, values: int) -> int:
        """The candidates of all of ``values`` (a mask) in all of ``cells`` (a mask)."""
        return cells * _value_column(self.cell_count, values)

    def domain_candidates(self, domains: Mapping[str, Iterable[int]]) -> int:
        """Return the candidates in the domains of some cells."""
        pairs = ((cell, value) for cell, domain in domains.items() for value in domain)
        return mask_of(self.candidate(*pair) for pair in pairs)

    @cached_property
    def _cell_masks(self) -> tuple[int, ...]:
        column = sum(1 << value * self.cell_count for value in range(self.value_count))
        return tuple(column << cell for cell in range(self.cell_count))

    # -- what excludes what ----------------------------------------------------

    @cached_property
    def sees(self) -> tuple[int, ...]:
        """For each cell, the cells that must differ from it (a mask; 20 in a 9x9)."""
        results = [0] * self.cell_count
        for house in self.houses:
            for cell in house.cell_numbers:
                results[cell] |= house.cells
        return tuple(mask & ~(1 << cell) for cell, mask in enumerate(results))

    @cached_property
    def peers(self) -> tuple[int, ...]:
        """For each candidate, those it excludes: of its cell and of its value (28 in a 9x9)."""
        return tuple(
            (self._cell_masks[cell] | self.sees[cell] << value * self.cell_count)
            & ~(1 << value * self.cell_count + cell)
            for value in range(self.value_count)
            for cell in checked(range(self.cell_count))
        )

    @cached_property
    def seen_by_all(self) -> Callable[[int], int]:
        """Return the cells that see every cell of a mask; all cells if the mask is empty."""
        sees, all_cells = self.sees, self.all_cells
        return lru_cache(1 << 15)(
            lambda cells: reduce(and_, map(sees.__getitem__, bits(cells)), all_cells)
        )

    @cached_property
    def houses_of(self) -> tuple[tuple[int, ...], ...]:
        """For each cell, the numbers of the houses that contain the cell."""
        return tuple(
            tuple(house.number for house in self.houses if house.cells >> cell & 1)
            for cell in range(self.cell_count)
        )

    @cached_property
    def house_candidates(self) -> tuple[int, ...]:
        """All candidates of each house's cells."""
        return tuple(self.candidates_in(house.cells, self.all_values) for house in self.houses)

    @cached_property
    def houses_by_kind(self) -> dict[HouseKind, tuple[House, ...]]:
        """The complete houses by kind."""
        kinds: tuple[HouseKind, ...] = ("row", "column", "box", "other")
        return {kind: tuple(h for h in self.complete_houses if h.kind == kind) for kind in kinds}

    @cached_property
    def crossings(self) -> tuple[tuple[int, int, int], ...]:
        """Ordered pairs of houses that share two cells or more, the first complete, each with the
        mask of the shared cells: where locked candidates happen."""
        return tuple(
            (base.number, cover.number, base.cells & cover.cells)
            for first, second in combinations(self.houses, 2)
            if (first.cells & second.cells).bit_count() > 1
            for base, cover in ((first, second), (second, first))
            if base.complete
        )

    @cached_property
    def special_houses(self) -> int:
        """The numbers of the houses that a rule beyond rows, columns and boxes adds, as a mask."""
        return sum(
            1 << house.number
            for house in self.houses
            if house.constraint.rule.kind not in ("row", "column", "box")
        )

    def special_house_between(self, first: int, second: int) -> House | None:
        """The house by which two cells exclude each other where only a special one does so."""
        within = self.houses_containing(1 << first | 1 << second) if self.special_houses else ()
        if within and all(self.special_houses >> house.number & 1 for house in within):
            return within[0]
        return None

    @cached_property
    def houses_containing(self) -> Callable[[int], tuple[House, ...]]:
        """Return the houses that contain all cells of a mask; large masks are cached."""
        houses = self.houses
        return lru_cache(1 << 12)(lambda cells: tuple(h for h in houses if not cells & ~h.cells))

    # -- truths and links ------------------------------------------------------

    def house_set(self, house: int, value: int) -> int:
        """The number of the set "value in house"."""
        return self.cell_count + house * self.value_count + value

    def house_sets(self, house: int, values: int) -> tuple[int, ...]:
        """The numbers of the sets of some values (a mask) in a house."""
        return tuple(self.house_set(house, value) for value in bits(values))

    def house_and_value(self, number: int) -> tuple[int, int]:
        """The house and the value of a set that is not a cell."""
        return divmod(number - self.cell_count, self.value_count)

    @cached_property
    def sets(self) -> tuple[int, ...]:
        """The candidates of every set, by its number: cells first, then (house, value)."""
        return self._cell_masks + tuple(
            house.cells << value * self.cell_count
            for house in self.houses
            for value in range(self.value_count)
        )

    @cached_property
    def truths(self) -> tuple[int, ...]:
        """The numbers of the sets of which exactly one candidate is true."""
        return (
            *range(self.cell_count),
            *(self.house_set(h.number, v) for h in self.complete_houses for v in bits(h.values)),
        )

    @cached_property
    def sets_of(self) -> tuple[tuple[int, ...], ...]:
        """For each candidate, the numbers of the sets that contain the candidate."""
        results: list[list[int]] = [[] for _ in range(self.cell_count * self.value_count)]
        for number, mask in enumerate(checked(self.sets)):
            for candidate in bits(mask):
                results[candidate].append(number)
        return tuple(tuple(numbers) for numbers in results)

    @cached_property
    def truth_sets(self) -> tuple[int, ...]:
        """The truths: the candidates of each cell and of each value in a complete house."""
        return self.sets[: self.cell_count + len(self.complete_houses) * self.value_count]

    def is_truth(self, number: int) -> bool:
        """Whether exactly one candidate of the set is true."""
        return number in self._truths

    @cached_property
    def _truths(self) -> frozenset[int]:
        return frozenset(self.truths)

    def set_name(self, number: int) -> str:
        """A set in the field's notation: ``r1c2`` for a cell, ``7b3`` for a value in a house."""
        if number < self.cell_count:
            return self.cell_text(1 << number)
        house, value = divmod(number - self.cell_count, self.value_count)
        return f"{self.symbol(value)}{self.houses[house].short_name}"

    def set_constraint(self, number: int) -> str:
        """The constraint behind a set: ``cell r1c2`` or ``AllDifferent(row 3)``."""
        if number < self.cell_count:
            return f"cell {self.cell_text(1 << number)}"
        return f"AllDifferent({self.houses[(number - self.cell_count) // self.value_count].name})"

    # -- notation --------------------------------------------------------------

    @cached_property
    def grid_positions(self) -> Mapping[int, tuple[int, int]]:
        """Row and column, from 0, of each cell of the grid; none if the variables are no cells."""
        cells = {
            n: cell
            for n, cell in enumerate(self.cells)
            if not auxiliary_variables.is_auxiliary(cell)
        }
        try:
            return {number: place(cell) for number, cell in cells.items()}
        except ValueError:
            return {}

    @cached_property
    def auxiliary_candidates(self) -> int:
        """The candidates of variables that a rule added beside the cells."""
        cells = mask_of(
            n for n, cell in enumerate(self.cells) if auxiliary_variables.is_auxiliary(cell)
        )
        return self.candidates_in(cells, self.all_values)

    @cached_property
    def grid_cells(self) -> int:
        """The cells with a place in the grid, without those that a rule added beside it."""
        return mask_of(self.grid_positions)

    def in_grid(self, candidates: int) -> int:
        """Return the members of ``candidates`` in cells of the grid."""
        return candidates & self.candidates_in(self.grid_cells, self.all_values)

    def symbol(self, value: int) -> str:
        """Return a value as pictures and grids write the value of this number."""
        return self._symbols[value]

    @cached_property
    def _grid_values(self) -> tuple[int, ...]:
        domains = self.structure.domains
        return tuple(sorted({v for cell in self.grid_positions for v in domains[self.cells[cell]]}))

    @property
    def least_grid_value(self) -> int:
        """The number of the least value of the grid's cells; other cells may have lower values."""
        return self.value_number[self._grid_values[0]]

    @cached_property
    def _symbols(self) -> tuple[str, ...]:
        shown = self._grid_values
        if not shown or shown[0] < 0 or shown[-1] > MAX_SYMBOL_VALUE:
            return tuple(map(str, self.values))
        symbols = dict(zip(shown, map(default_alphabet(shown).symbol, shown), strict=True))
        return tuple(symbols.get(value) or str(value) for value in self.values)

    def cell_and_symbol(self, candidate: int) -> tuple[str, str]:
        """The cell's name of a candidate and its value as text."""
        value, cell = divmod(candidate, self.cell_count)
        return self.display_names[cell], self.symbol(value)

    def fact(self, candidate: int) -> str:
        """A candidate as a statement: ``R1C2 is 4``."""
        value, cell = divmod(candidate, self.cell_count)
        return auxiliary_variables.assignment_text(self.cells[cell], self.symbol(value))

    def value_text(self, values: int, separator: str = "") -> str:
        """A mask of values as text: ``137``."""
        separator = separator or ("," if len(self._symbols[-1]) > 1 else "")
        return separator.join(map(self.symbol, bits(values)))

    def cell_text(self, cells: int, separator: str = ",") -> str:
        """Cells in the field's compact notation: ``r1c2``, ``r13c2``, ``r2c13,r4c1``."""
        rows: dict[int, list[int]] = {}
        for cell in bits(cells & self.grid_cells):
            row, column = self.grid_positions[cell]
            rows.setdefault(row, []).append(column)
        alike: dict[tuple[int, ...], list[int]] = {}
        for row, columns in rows.items():
            alike.setdefault(tuple(columns), []).append(row)
        named = (
            f"r{_joined_numbers(rows_)}c{_joined_numbers(columns_)}"
            for columns_, rows_ in alike.items()
        )
        return separator.join(
            (*named, *(self.display_names[cell] for cell in bits(cells & ~self.grid_cells)))
        )

    def candidate_text(self, candidates: int) -> str:
        """Candidates in short: ``7r2c13, 8r1c1``."""
        return ", ".join(
            f"{self.symbol(value)}{self.cell_text(cells)}"
            for value, cells in self.by_value(candidates)
        )

    def by_value(self, candidates: int) -> Iterator[tuple[int, int]]:
        """The values of ``candidates`` and, for each, the mask of its cells."""
        for value in range(self.value_count):
            cells = candidates >> value * self.cell_count & self.all_cells
            if cells:
                yield value, cells

    def cells_of(self, candidates: int) -> int:
        """The cells that hold any of ``candidates``."""
        remaining = self.value_count
        while remaining > 1:  # half upon half
            remaining = (remaining + 1) // 2
            candidates |= candidates >> remaining * self.cell_count
        return candidates & self.all_cells

    def __reduce__(self) -> tuple[object, ...]:
        return _layout, (self.structure,)

    def __repr__(self) -> str:
        return f"<Layout of {self.cell_count} cells, {self.value_count} values, {len(self.houses)} houses>"


@lru_cache(maxsize=1 << 12)
def _value_column(count: int, values: int) -> int:
    """One candidate of each of some values, in the first of ``count`` cells."""
    return mask_of(value * count for value in checked(bits(values)))


def _joined_numbers(counted: list[int] | tuple[int, ...]) -> str:
    """Return row or column numbers (from 1), without commas while all have one digit."""
    numbers = sorted(number + 1 for number in counted)
    return ("" if numbers[-1] < 10 else ",").join(map(str, numbers))


@lru_cache(maxsize=64)
def _layout(structure: Structure) -> Layout:
    return Layout(structure)


def layout_of(model: Model) -> Layout:
    """The layout of a model's structure, kept for the next puzzle of the same geometry."""
    return _layout(model.structure)
