"""The calls of compiled code: their arguments, and the numbers that both sides know by name.

``advance_KIND_BITS`` runs the driver for a kind of geometry and a width of lane;
``write_implied_sums`` writes the records of a killer's cages and of what units imply of them;
``write_killer_records`` does so for an array of killers.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from nonet.backends.lockstep.layouts.memory import (
    ByteRows,
    Bytes,
    Int64Rows,
    Int64s,
    Lanes,
    Uint16s,
    Uint64s,
)

DONE, PAUSED, STACK_FULL, SOLUTIONS_FULL, BROKEN = range(5)
"""Why :func:`advance` came back.  BROKEN: a solved lane did not fill its units, a bug."""

STORE_NONE, STORE_FIRST, STORE_ALL = range(3)
"""Which solutions are written: none; each puzzle's first; every one, in order found."""

OPEN, LIMIT_REACHED, GIVEN_UP = range(3)
"""What became of a puzzle: nothing special; the limit of solutions; more guesses than allowed."""

(
    NEXT,
    TOP,
    FREE_SLOT,
    NODES_ON_STACK,
    SWEEPS,
    STORED,
    STATE_SOURCES,
    KEEP_OWN_NODES,
    PUZZLES_AT_SWITCH,
    SPLITS,
    UNPRODUCTIVE_SPLITS,
    IDLE,
) = range(12)
LAST, SWEEPS_AT_SWITCH, STATES = 12, 13, 14
"""Places in ``state``: next puzzle; places of the stack ever used, the first free one (-1 for
none), nodes in it; sweeps so far; solutions stored; the sources it was compiled from; how lanes
work (``SHARE_NODES`` and what follows), and how that is found out; the lanes that hold no puzzle,
as bits; where the puzzles taken together end; sweeps when it was last looked how lanes should
work; and how many places there are."""

SHARE_NODES, TRY_OWN_NODES, BRANCH_EARLY = range(3)
"""How lanes work, in ``state[KEEP_OWN_NODES]``: they share their nodes; each keeps to its own; so,
and each branches after every sweep."""


class SearchState(NamedTuple):
    """What a run keeps, as arrays; with ``n`` puzzles of ``cells`` cells.

    ======= ============================================================
    counts  (n,) int64 solutions found, at most the limit
    guesses (n,) int64 splits
    closed  (n,) uint8 OPEN, ENOUGH or GIVEN_UP
    state   (STATES,) int64, see NEXT
    holds   (lanes,) int64 the puzzle in each lane that is not idle
    heads   (lanes + 1,) int64 last node of each lane's list and of the shared one
    stack   (room * cells,) nodes
    owner   (room,) int64 the puzzle of each node
    link    (room,) int64 the node before it in its list
    words   room for what leaves the lanes, see ``packed_rows.py``
    ======= ============================================================
    """

    counts: Int64s
    guesses: Int64s
    closed: Bytes
    state: Int64s
    holds: Int64s
    heads: Int64s
    stack: Lanes
    owner: Int64s
    link: Int64s
    words: Uint64s


class AdvanceCall(NamedTuple):
    """The arguments of the driver.

    ========= ============================================================
    workspace W, kept between calls
    geometry  what the puzzles have in common, see ``geometries.py``
    start     (256,) mask of each value of ``puzzles``; 0 is a blank
    full      (cells,) mask of what each cell may be
    puzzles   (n, cells) uint8
    together  puzzles answered before the next is begun: nothing depends on others than these
    limit     solutions to count for each puzzle
    most      guesses after which a puzzle is given up
    solutions (n, cells) or (room, cells) uint8, see ``which``
    which     STORE_NONE, STORE_FIRST or STORE_ALL
    search    the :class:`SearchState`
    sweeps    sweeps to run, at most
    ========= ============================================================
    """

    workspace: Lanes
    geometry: Any
    start: Lanes
    full: Lanes
    puzzles: ByteRows
    together: int
    limit: int
    most: int
    solutions: ByteRows
    which: int
    search: SearchState
    sweeps: int


CAGE, FREE, BALANCE = range(3)
TOTAL_OFFSET = 1 << 15
"""What is added to a total, so that it is never below 0."""


TOTAL = 3

BEYOND, MOSTLY, WITHIN = 1, 2, 3
"""Kinds of a cage that meets a window: some cells lie outside; most lie inside; all do."""
INNIES, OUTIES, DIFFERENCE = range(3)
"""Sums of a window: of the cells that no cage within holds; of those outside of the cages that
meet it; of the cells that cages mostly within leave, less what these have outside."""


SUMS, BOUNDS, RELATIONS, LEFT, WIDEST, GROUPS, ENDS_SOURCES, ENDS = range(8)
"""What ``ends`` tells: how far each kind of record goes, the largest of them, and the sources that
were compiled."""


class Windows(NamedTuple):
    """The windows of some units: of each run of disjoint units, all that are side by side.

    ========= ===========================================================
    house     (runs, cells) the unit of each cell in each run, one more than all for none
    units     how many units there are
    low, high (windows,) the first unit, and the one after the last
    cells     (windows, cells) whether the window has the cell
    size      (windows,) how many cells; ``total`` what they add up to
    ========= ===========================================================
    """

    house: Int64Rows
    units: int
    low: Int64s
    high: Int64s
    cells: ByteRows
    size: Int64s
    total: Int64s


class KillerRecordsCall(NamedTuple):
    """The arguments of ``write_killer_records``, which gives how many puzzles are done.

    ``peers`` tells which cells differ; ``cages`` (n, cells) is the number of each cell's cage;
    ``totals`` (n, most cages) what each adds up to.  ``shares`` is room to work in.  Records are
    written from puzzle ``done`` on, as long as ``room`` more integers fit.
    """

    windows: Windows
    peers: ByteRows
    cages: Int64Rows
    totals: Int64Rows
    zobrist: Int64s
    shares: Int64s
    starts: Int64s
    records: Uint16s
    done: int
    room: int
    longest: int


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
    zobrist: Int64s
    size: int
    shares: Int64s
    space: Int64s
    records: Int64Rows
    met: Int64s
    ends: Int64s
    longest: int
