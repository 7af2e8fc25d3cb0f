"""Positions: how far a person has come, as integers.

A position has the ``open`` candidates (pencil marks of cells without a value) and the
``placed`` candidates.  A position is a value: a step makes a new position.

>>> from nonet.puzzle import Grid, Puzzle
>>> position = Position.of(Puzzle(Grid.square(4), {"R1C1": 1, "R2C3": 1}))
>>> position.candidates["R1C2"], position.open.bit_count()
((2, 3, 4), 46)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar, TypeVarTuple

from nonet.deadline import checked
from nonet.errors import PuzzleError, quantity
from nonet.model import Domain, Model
from nonet.puzzle import Puzzle
from nonet.techniques.candidate_layout import Layout, bits, layout_of, union_of
from nonet.techniques.search_deadline import NO_DEADLINE, SearchDeadline

if TYPE_CHECKING:
    from nonet.techniques.step import Step

T = TypeVar("T")
Ts = TypeVarTuple("Ts")


Memo = dict[tuple[Any, ...], Any]
"""Results by function and arguments; the type of each is the return type of the function."""


def _solution_candidates(_: Position) -> list[int]:
    return []


_MISSING: Any = object()


class Position:
    """Candidates open and placed.

    ``values[cell]`` is the mask of the values open in a cell, 0 where a value is placed;
    ``places_of(value)`` the mask of the cells where a value is open. ``givens`` are the placed
    candidates that the puzzle gave; ``candidates_are_clues`` means that missing candidates may
    be clues too, rather than eliminated by logic.

    ``cached`` stores an engine's result for later callers at this position, ``path_cached`` for
    the whole path. ``deadline`` tells searches whether time remains.
    """

    __slots__ = (
        "_memo",
        "_path_memo",
        "candidates_are_clues",
        "deadline",
        "givens",
        "layout",
        "open",
        "placed",
        "values",
    )  # fmt: skip

    def __init__(
        self,
        layout: Layout,
        open_: int,
        placed: int,
        givens: int,
        values: list[int],
        known: Memo | None = None,
    ) -> None:
        self.layout = layout
        self.open = open_
        self.placed = placed
        self.givens = givens
        self.candidates_are_clues = False
        self.deadline = NO_DEADLINE
        self.values = values
        self._path_memo = Memo() if known is None else known
        self._memo = Memo()

    @classmethod
    def of(cls, problem: Puzzle | Model) -> Position:
        """Where a puzzle or a model starts.

        Values that see a placed value, and values that a constraint on one cell forbids, are
        eliminated; candidates listed by the puzzle narrow further.

        Raises ``PuzzleError`` if two placed values clash or a cell has no value left.
        """
        if isinstance(problem, Puzzle):
            problem.checked()
            model, entries = problem.model(), dict(problem.entries)
            layout = layout_of(model)
            givens = {**problem.clues}
        else:
            model, entries = problem, {}
            layout = layout_of(model)
            givens = {name: d.base for name, d in model.narrowed.items() if d.is_single}
        start = cls.from_masks(layout, model.domains)
        for constraint in layout.other_constraints:
            if len(constraint.scope) == 1:
                cell = layout.cell_number[constraint.scope[0]]
                for value in bits(start.values[cell]):
                    if not constraint.holds({constraint.scope[0]: layout.values[value]}):
                        start = start.without(1 << value * layout.cell_count + cell)
        marks = 0
        for source in (givens, entries):
            for cell_, value_ in source.items():
                candidate = layout.candidate(cell_, value_)
                if start.placed >> candidate & 1:
                    continue
                if not start.open >> candidate & 1:
                    raise PuzzleError(f"{cell_} cannot be {value_}: it is excluded already")
                start = start.place(candidate)
                marks |= 1 << candidate if source is givens else 0
        start.givens = marks
        for cell, values in enumerate(start.values):
            if not values and not start.placed & layout.cell_candidates(cell):
                raise PuzzleError(f"{layout.display_names[cell]} has no candidate left")
        return start

    @classmethod
    def from_masks(cls, layout: Layout, domains: Mapping[str, Domain]) -> Position:
        """The position in which every value of ``domains`` is open and none is placed."""
        values, masks = [], dict[Domain, int]()
        open_ = 0
        for number, cell in enumerate(checked(layout.cells)):
            domain = domains[cell]
            mask = masks.get(domain)
            if mask is None:
                mask = masks[domain] = sum(1 << layout.value_number[v] for v in checked(domain))
            values.append(mask)
            open_ |= layout.candidates_in(1 << number, mask)
        return cls(layout, open_, 0, 0, values)

    # -- reading ---------------------------------------------------------------

    def places_of(self, value: int) -> int:
        """The cells where ``value`` (a number from 0) is open."""
        return self.open >> value * self.layout.cell_count & self.layout.all_cells

    @property
    def solved(self) -> bool:
        """Whether every cell has a value."""
        return self.placed.bit_count() == self.layout.cell_count

    @property
    def unsolved(self) -> int:
        """The cells without a value, as a mask."""
        return self.layout.all_cells & ~self.layout.cells_of(self.placed)

    @property
    def assignment(self) -> dict[str, int]:
        """The values placed, by cell."""
        return dict(self.layout.cell_and_value(candidate) for candidate in bits(self.placed))

    @property
    def candidates(self) -> dict[str, tuple[int, ...]]:
        """Return the open values of each cell without a value."""
        layout = self.layout
        return {
            layout.cells[cell]: tuple(layout.values[value] for value in bits(mask))
            for cell, mask in enumerate(self.values)
            if mask
        }

    def bivalue_cells(self) -> dict[int, int]:
        """The cells that have two values left, as masks, by these values."""
        result: dict[int, int] = {}
        for cell, values in enumerate(self.values):
            if values.bit_count() == 2:
                result[values] = result.get(values, 0) | 1 << cell
        return result

    def open_candidates_in(self, cells: int) -> int:
        """The candidates open in some cells (a mask), as a mask of candidates."""
        return self.open & self.layout.candidates_in(cells, self.layout.all_values)

    def domain(self, cell: int) -> Domain:
        """Return the open values of a cell, or its placed value."""
        candidates = (self.open | self.placed) & self.layout.cell_candidates(cell)
        return Domain.of(self.layout.values[x // self.layout.cell_count] for x in bits(candidates))

    @property
    def line(self) -> str:
        """The values placed, in the order of the cells, ``.`` for none (up to 9 values)."""
        placed = self.assignment
        return "".join(str(placed.get(cell, ".")) for cell in self.layout.cells)

    def dead_end(self) -> str:
        """A cell without a value or a value without a place, in words; ``""`` if there is none."""
        layout, alive = self.layout, self.open | self.placed
        for number in layout.truths:
            if not alive & layout.sets[number]:
                if number < layout.cell_count:
                    return f"{layout.set_name(number)} has no candidate left"
                symbol = layout.symbol(layout.house_and_value(number)[1])
                return f"{symbol} has no place in {layout.set_constraint(number)}"
        return ""

    @property
    def has_empty_cell(self) -> bool:
        """Whether a cell has neither a value nor a candidate."""
        return self.values.count(0) > self.placed.bit_count()

    # -- moving ----------------------------------------------------------------

    def place(self, candidate: int) -> Position:
        """Return the position after placing a candidate and eliminating all its peers."""
        layout = self.layout
        eliminated = self.open & (layout.peers[candidate] | 1 << candidate)
        after = self.without(eliminated)
        after.placed |= 1 << candidate
        return after

    def without(self, candidates: int) -> Position:
        """The position without some open candidates."""
        count = self.layout.cell_count
        values = self.values.copy()
        eliminated = self.open & candidates
        while eliminated:
            low = eliminated & -eliminated
            eliminated ^= low
            value, cell = divmod(low.bit_length() - 1, count)
            values[cell] &= ~(1 << value)
        remaining = self.open & ~candidates
        after = Position(self.layout, remaining, self.placed, self.givens, values, self._path_memo)
        after.candidates_are_clues = self.candidates_are_clues
        after.deadline = self.deadline
        return after

    def after(self, step: Step) -> Position:
        """The position after a step."""
        result = self.without(step.eliminations) if step.eliminations else self
        for candidate in step.placements:
            result = result.place(candidate)
        return result

    # -- what engines keep -----------------------------------------------------

    def with_deadline(self, deadline: SearchDeadline) -> Position:
        """The same position under another clock, with nothing kept from before."""
        result = self.without(0)
        result._path_memo, result.deadline = Memo(), deadline
        return result

    def limited(self, deadline: SearchDeadline) -> Position:
        """The same position of the same path under another deadline."""
        result = self.without(0)
        result.deadline = deadline
        return result

    def cached(self, make: Callable[[Position, *Ts], T], *key: *Ts) -> T:
        """Return ``make(self, *key)``, computed once for this position."""
        name = (make, *key)
        result: T = self._memo.get(name, _MISSING)
        if result is _MISSING:
            result = self._memo[name] = make(self, *key)
        return result

    def path_cached(self, make: Callable[[Position, *Ts], T], *key: *Ts) -> T:
        """Return ``make(self, *key)``, computed once for the whole path.

        The result must depend on nothing but the layout and ``key``: the places of one value,
        say, which most steps leave untouched.
        """
        name = (make, *key)
        result: T = self._path_memo.get(name, _MISSING)
        if result is _MISSING:
            result = self._path_memo[name] = make(self, *key)
        return result

    @property
    def in_a_solution(self) -> int:
        """Candidates of solutions that are known, which no search needs to try to refute."""
        return union_of(self.path_cached(_solution_candidates))

    @property
    def known_solution(self) -> int:
        """The candidates of a known solution that agrees with the position, 0 if there is none."""
        alive = self.open | self.placed
        known = self.path_cached(_solution_candidates)
        return next((solution for solution in known if not solution & ~alive), 0)

    def record_solution(self, candidates: int) -> None:
        """Note the candidates of a solution for all positions of the path."""
        self.path_cached(_solution_candidates).append(candidates)

    def clear_cache(self) -> None:
        """Drop the results cached for this position, when a path goes on to the next.

        Many results refer to the position: without this call only the garbage collector could
        free the memory.
        """
        self._memo.clear()

    def clear_path_cache(self) -> None:
        """Drop the results cached for the path, which take many times the memory of a position."""
        self._path_memo.clear()
        self._memo.clear()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self._identity == other._identity

    def __hash__(self) -> int:
        return hash((self.open, self.placed))

    @property
    def _identity(self) -> tuple[Any, ...]:
        """Return the fields that make positions equal, without caches and deadline."""
        return (
            self.layout,
            self.open,
            self.placed,
            self.givens,
            tuple(self.values),
            self.candidates_are_clues,
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickled, self._identity

    def __repr__(self) -> str:
        placed, open_ = self.placed.bit_count(), self.open.bit_count()
        return f"<Position: {placed} placed, {quantity(open_, 'candidate')} open>"


def _unpickled(
    layout: Layout, open_: int, placed: int, givens: int, values: tuple[int, ...], declared: bool
) -> Position:
    result = Position(layout, open_, placed, givens, list(values))
    result.candidates_are_clues = declared
    return result
