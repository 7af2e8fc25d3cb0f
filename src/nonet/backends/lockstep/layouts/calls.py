"""The calls of compiled code: their arguments, and the numbers that both sides know by name.

``advance_KIND_BITS`` runs the search for a kind of geometry and a width of lane: ``classic`` is the
straight-line sweep for 9x9 with rows, columns and boxes, ``units`` any set of units, ``program`` any
model.  ``write_implied_sums`` writes the records of cages and of what units imply of them.
"""

from __future__ import annotations

from array import array
from functools import cache
from itertools import chain, product
from typing import Any, NamedTuple

from nonet.backends.lockstep.layouts.memory import (
    ByteRows,
    Bytes,
    Int64Rows,
    Int64s,
    Lanes,
    Uint64s,
)

CLASSIC_ROWS, CLASSIC_MASK, CLASSIC_UNITS = 353, 511, 27
"""Rows of the workspace of a classic; the mask of nine candidates; rows, columns and boxes."""

MAX_WEIGHT = 900
"""The highest count of failures of a cell: times the most candidates of a cell, 64, it has room in
16 bits."""

GUESS_ROWS = 3
"""Rows of the workspace that tell of a lane's last guess, from ``Program.guesses`` on."""


class Classic(NamedTuple):
    """A 9x9 with rows, columns and boxes; ``branches`` is :func:`branch_table`."""

    branches: Int64s

    def rows(self) -> int:
        """How many rows the workspace needs."""
        return CLASSIC_ROWS


class Units(NamedTuple):
    """The geometry of a model of AllDifferents, as lists of lists of numbers.

    A list of lists is two arrays, the numbers one after the other and where each
    list starts: unit ``u`` has the cells ``cells[starts[u]:starts[u + 1]]``.
    """

    size: int  # how many values
    all_: int  # the mask of all of them, as an int64
    sum_bits: int  # how many bits of a lane branching may use for its sums
    full: Bytes  # (units,) whether a unit takes every value
    cells: Int64s  # of each unit, its cells
    starts: Int64s
    units: Int64s  # of each cell, its units
    unit_starts: Int64s
    segments: Int64s  # of each segment, its cells
    segment_starts: Int64s
    groups: Int64s  # of each group, its segments
    group_starts: Int64s
    singles: Int64s  # of each group, the cells that are in none of its segments
    single_starts: Int64s
    places: Int64s  # of each cell, its segments, then (counted on) itself if in ``singles``
    place_starts: Int64s

    def rows(self) -> int:
        """How many rows the workspace needs."""
        cells, segments = len(self.unit_starts) - 1, len(self.segment_starts) - 1
        return 3 * cells + 2 * len(self.full) + 3 * segments + 1


class Records(NamedTuple):
    """The records of each filter, over some cells."""

    sums: Int64s
    bounds: Int64s
    relations: Int64s
    layers: Int64s
    counts: Int64s
    occurrences: Int64s
    sandwiches: Int64s
    comparisons: Int64s


class Program(NamedTuple):
    """A model as arrays: its units, the records over its cells, and those over copies of them.

    ``choices`` are records of ``AnyOf``, and ``inside`` those of what is in their groups; there
    are ``copied`` copies of cells.  ``has_classic_units`` is 1 where the cells are those of a 9x9,
    and the first units its rows, columns and boxes.  Rows of the workspace: those of the units;
    from ``weights`` and ``guesses`` on what ``weighted_branching.c`` counts in and keeps; from
    ``copies`` on the copies; from ``scratch`` on what filters use as they like.
    """

    units: Units
    records: Records
    choices: Int64s
    inside: Records
    copied: int
    has_classic_units: int
    matrices: Int64s
    degrees: Int64s
    weights: int
    guesses: int
    copies: int
    scratch: int
    last: int

    def rows(self) -> int:
        """How many rows the workspace needs."""
        return self.last


LINE_OF_BOX = ((0, 1, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0), (0, 2, 1), (1, 0, 2))
"""The six arrangements: the line in which each of a band's three boxes has the digit."""


@cache
def branch_table() -> array[int]:
    """For each band and set of arrangements left: a triad that tells the first two apart.

    A row holds the triad's three cells, then the twelve other cells of its box and its line.
    """
    triads = []
    for arrangements in range(64):
        triads_met = [
            t for k in range(6) if arrangements >> k & 1 for t in enumerate(LINE_OF_BOX[k])
        ]
        triads.append(min(triads_met, key=triads_met.count) if len(triads_met) > 3 else None)
    table = array("q")
    for band in range(6):
        rows: dict[tuple[int, int] | None, array[int]] = {None: array("q", bytes(15 * 8))}
        for box, line in product(range(3), repeat=2):
            beside = [(box, other) for other in range(3) if other != line]
            beside += [(other, line) for other in range(3) if other != box]
            cells = [_triad_cells(band, *triad) for triad in [(box, line), *beside]]
            rows[box, line] = array("q", chain.from_iterable(cells))
        for triad in triads:
            table += rows[triad]
    return table


def _triad_cells(band: int, box: int, line: int) -> list[int]:
    """The cells of a triad; bands 3 to 5 go down."""
    across, along = 3 * (band % 3) + line, 3 * box
    return [9 * across + k if band < 3 else 9 * k + across for k in range(along, along + 3)]


Geometry = Classic | Units | Program

KINDS: dict[str, tuple[type[Geometry], tuple[int, ...]]] = {
    "classic": (Classic, (16,)),
    "units": (Units, (16, 32, 64)),
    "program": (Program, (16, 32, 64)),
}
"""The kinds that the driver is compiled for, and the widths of lane, in bits."""


DONE, PAUSED, STACK_FULL, SOLUTIONS_FULL, BROKEN = range(5)
"""Why :func:`advance` came back.  BROKEN: a solved lane did not fill its units, a bug."""

STORE_NONE, STORE_FIRST, STORE_ALL = range(3)
"""Which solutions are written: none; each puzzle's first; every one, in order found."""

OPEN, LIMIT_REACHED, GIVEN_UP = range(3)
"""What became of a puzzle: nothing special; the limit of solutions; more guesses than allowed."""


class RunState(NamedTuple):
    """The places of ``state``, what a run keeps besides its arrays."""

    next: int  # the next puzzle
    top: int  # places of the stack ever used
    free_slot: int  # the first free one among them, -1 for none
    nodes_on_stack: int
    sweeps: int  # so far
    stored: int  # solutions stored
    mode: int  # how lanes work: ``SHARE_NODES`` and what follows
    puzzles_at_switch: int  # ``next`` when the mode was last looked at
    splits: int  # since then
    unproductive_splits: int  # those of puzzles with enough solutions
    idle: int  # the lanes that hold no puzzle, as bits
    last: int  # where the puzzles taken together end
    sweeps_at_switch: int  # ``sweeps`` when the mode was last looked at


STATES = len(RunState._fields)
NEXT, TOP, FREE_SLOT, NODES_ON_STACK, SWEEPS, STORED, KEEP_OWN_NODES = range(7)
IDLE, LAST = 10, 11
"""The places of ``state`` that Python reads or writes."""

SHARE_NODES, TRY_OWN_NODES, BRANCH_EARLY = range(3)
"""How lanes work, in ``state[KEEP_OWN_NODES]``: they share their nodes; each keeps to its own; so,
and each branches after every sweep."""


class SearchState(NamedTuple):
    """The state of a run as arrays, for ``n`` puzzles of ``cells`` cells."""

    counts: Int64s  # (n,) solutions found, at most the limit
    guesses: Int64s  # (n,) splits
    closed: Bytes  # (n,) OPEN, LIMIT_REACHED or GIVEN_UP
    state: Int64s  # (STATES,), a :class:`RunState`
    holds: Int64s  # (lanes,) the puzzle in each lane that is not idle
    heads: Int64s  # (lanes + 1,) last node of each lane's list and of the shared one
    stack: Lanes  # (room * cells,) nodes
    owner: Int64s  # (room,) the puzzle of each node
    link: Int64s  # (room,) the node before it in its list
    words: Uint64s  # room for what leaves the lanes, see ``transposing.c``


class AdvanceCall(NamedTuple):
    """The arguments of the driver."""

    workspace: Lanes  # kept between calls
    geometry: Any  # what the puzzles have in common, a ``Geometry``
    start: Lanes  # (256,) mask of each value of ``puzzles``; 0 is a blank
    full: Lanes  # (cells,) mask of what each cell may be
    puzzles: ByteRows  # (n, cells)
    together: int  # puzzles answered before the next is begun: nothing depends on others than these
    limit: int  # solutions to count for each puzzle
    most: int  # guesses after which a puzzle is given up
    solutions: ByteRows  # (n, cells) or (room, cells), see ``which``
    which: int  # STORE_NONE, STORE_FIRST or STORE_ALL
    search: SearchState
    sweeps: int  # sweeps to run, at most


TOTAL = 3
"""Kinds of sums of a window."""

SUMS, BOUNDS, RELATIONS, WIDEST, GROUPS, ENDS = range(6)
"""Places of ``ends``: where the records of each kind end, the largest number in them, and the most
groups of a sum."""


class Windows(NamedTuple):
    """The windows of some units: of each run of disjoint units, all that are side by side."""

    house: Int64Rows  # (runs, cells) the unit of each cell in each run, one more than all for none
    units: int  # how many units there are
    low: Int64s  # (windows,) the first unit
    high: Int64s  # (windows,) the unit after the last
    cells: ByteRows  # (windows, cells) whether the window has the cell
    size: Int64s  # (windows,) how many cells
    total: Int64s  # (windows,) what they add up to


class ImpliedSumsCall(NamedTuple):
    """The arguments of ``write_implied_sums``, which gives whether all records had room.

    ``units`` are cells that differ, from ``unit_starts`` on; ``peers``, ``shares`` and ``space``
    are zeros to work in.
    """

    windows: Windows
    units: Int64s
    unit_starts: Int64s
    peers: ByteRows
    cages: Int64s
    sizes: Int64s
    totals: Int64s
    order: Int64s
    size: int
    shares: Int64s
    space: Int64s
    records: Int64Rows
    met: Int64s
    ends: Int64s
    longest: int
