"""Probes: assume a candidate, follow what it forces, keep the parents of every inference.

A *node* is a candidate that is on (true) or off (false), numbered ``2 * candidate
+ on``.  From "on" follows "off" for all that the candidate excludes.  From "off"
follows "on" for the last candidate of a truth.  In a *chain* a truth must have
two candidates from the start, so each inference has one parent; in a *net* what
went off on the way counts too, and an inference has several.

Inferences are made breadth first, in the order of Sudoku Explainer 1.2.1 (N.
Juillerat): what goes off is followed up before anything else goes on.  So its
ratings, which count inferences, can be computed from what is recorded here.

>>> from nonet.puzzle import Grid, Puzzle
>>> position = Position.of(Puzzle(Grid.square(4), {"R1C1": 1, "R2C3": 2, "R3C2": 3}))
>>> net = probe(ground(position), position.layout.candidate("R1C2", 4), True)
>>> net.clash is None, position.layout.text(net.on)
(False, '2r4c2, 3r1c3,r2c1, 4r1c2,r2c4')
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

from nonet.techniques.clock import UNLIMITED, Clock
from nonet.techniques.layout import Layout, bits
from nonet.techniques.position import Position


class Board:
    """What probes need of a layout: for each candidate, its truths and what it excludes.

    ``truths`` are the numbers of its truths: the cell, then houses in the order
    box, row, column, other.  ``parts`` cut its peers accordingly, each peer in
    the first set that it shares, with a last part for those of incomplete houses.
    ``leads`` is what whips keep of each candidate.
    """

    def __init__(self, layout: Layout) -> None:
        rank = {"box": 0, "row": 1, "column": 2, "other": 3}
        order = sorted(layout.complete, key=lambda house: (rank[house.kind], house.number))
        self.layout = layout
        self.houses = tuple(order)
        self.sets = layout.sets
        self.bit = tuple(1 << c for c in range(layout.count * layout.size + 1))
        truths, parts, alike = [], [], []
        for value in range(layout.size):
            for cell in range(layout.count):
                mine = (
                    cell,
                    *(layout.house_set(h.number, value) for h in order if h.cells >> cell & 1),
                )
                left = layout.peers[value * layout.count + cell]
                alike.append(left & layout.all_cells << value * layout.count)
                pieces = []
                for number in mine:
                    pieces.append(layout.sets[number] & left)
                    left &= ~layout.sets[number]
                truths.append(mine)
                parts.append((*pieces, left) if left else tuple(pieces))
        self.truths = tuple(truths)
        self.parts = tuple(parts)
        self.alike = tuple(alike)
        self.leads: dict[int, tuple[int, ...]] = {}


@lru_cache(maxsize=64)
def board_of(layout: Layout) -> Board:
    """The board of a layout, kept."""
    return Board(layout)


class Ground:
    """A set of open candidates to probe from: their board, and how many each truth has.

    ``near[c]`` is what is excluded by an open candidate; ``strong[c]`` the other
    candidates of its truths of two, each with the truth's number.
    """

    def __init__(self, board: Board, open_: int, clock: Clock = UNLIMITED) -> None:
        self.board = board
        self.open = open_
        self.clock = clock
        sets = board.sets
        self.counts = [(sets[number] & open_).bit_count() for number in board.layout.truths]
        self.near = {c: board.layout.peers[c] & open_ for c in bits(open_)}
        pairs: dict[int, list[tuple[int, int]]] = {}
        for number, count in enumerate(self.counts):
            if count == 2:
                pair = sets[number] & open_
                one, other = (pair & -pair).bit_length() - 1, pair.bit_length() - 1
                pairs.setdefault(one, []).append((other, number))
                pairs.setdefault(other, []).append((one, number))
        rank = {number: place for place, number in enumerate(_ranked(board))}
        self.strong = {
            c: tuple(sorted(found, key=lambda pair: rank[pair[1]])) for c, found in pairs.items()
        }
        self.linked = sum(1 << c for c in self.strong)


@lru_cache(maxsize=64)
def _ranked(board: Board) -> tuple[int, ...]:
    layout = board.layout
    return (
        *range(layout.count),
        *(
            layout.house_set(house.number, value)
            for house in board.houses
            for value in range(layout.size)
        ),
    )


def ground(position: Position) -> Ground:
    """The ground of a position, made once."""
    return position.once(
        "ground", lambda: Ground(board_of(position.layout), position.open, position.clock)
    )


class Net:
    """What a probe found: the candidates ``on`` and ``off``, and each node's parents.

    ``cause`` says by which truth a candidate went on (a set's number), or by
    which pattern it went off (anything a ``more`` gave).  ``clash`` is the
    contradiction it ended with: the candidate that would be on and off, whether
    the second finding was "on", and its parents.
    """

    __slots__ = ("_counts", "_seen", "cause", "clash", "off", "on", "parents", "start")

    def __init__(self, start: int) -> None:
        self.start = start
        self.on = 0
        self.off = 0
        self.parents: dict[int, tuple[int, ...]] = {start: ()}
        self.cause: dict[int, object] = {}
        self.clash: tuple[int, bool, tuple[int, ...], object] | None = None
        self._seen: dict[int, int] = {}
        self._counts: dict[int, int] = {}

    def ancestors(self, node: int) -> int:
        """A node and all it rests on, as a mask of nodes."""
        seen, parents = self._seen, self.parents
        found = seen.get(node)
        if found is not None:
            return found
        stack = [node]
        while stack:
            top = stack[-1]
            missing = [parent for parent in parents[top] if parent not in seen]
            if missing:
                stack += missing
                continue
            mask = 1 << top
            for parent in parents[top]:
                mask |= seen[parent]
            seen[top] = mask
            stack.pop()
        return seen[node]

    def size(self, node: int) -> int:
        """How many nodes a node rests on, itself included."""
        found = self._counts.get(node)
        if found is None:
            found = self._counts[node] = self.ancestors(node).bit_count()
        return found

    @property
    def clash_size(self) -> int:
        """The nodes of both proofs of the contradiction, counted for each."""
        assert self.clash is not None
        candidate, on, parents, _ = self.clash
        mask = 1 << 2 * candidate + on
        for parent in parents:
            mask |= self.ancestors(parent)
        return mask.bit_count() + self.size(2 * candidate + (not on))


More = Callable[[int, int], Iterator[tuple[int, tuple[int, ...], object]]]
"""Further eliminations: given what was open and what still is, candidates with
the (off) candidates they rest on and a cause."""


def probe(
    at: Ground,
    start: int,
    on: bool,
    *,
    cells: bool = True,
    net: bool = True,
    stop: bool = True,
    more: More | None = None,
) -> Net:
    """Follow what a candidate forces, if it is on or off, until nothing new follows.

    ``cells``: use "one value in a cell" too (without, one value alone is followed).
    ``net``: count what went off on the way.  ``stop``: end at the first contradiction;
    without, singles that stand at the start are used too (as nodes without parents).
    ``more``: asked when nothing else follows.
    """
    at.clock.check()
    board = at.board
    sets, bit, open_ = board.sets, board.bit, at.open
    parts, truths = board.parts, board.truths
    near = at.near
    first = 0 if cells else 1
    alike = board.alike
    counts = at.counts.copy()
    strong = at.strong
    alive = open_
    found = Net(2 * start + on)
    parents, cause = found.parents, found.cause
    ons: list[int] = []
    offs: list[int] = []
    on_mask = off_mask = 0
    if on:
        ons.append(start)
        on_mask = bit[start]
    else:
        offs.append(start)
        off_mask = bit[start]
    if net and not stop:
        for number, count in enumerate(counts):
            if count == 1:
                y = (sets[number] & open_).bit_length() - 1
                if not on_mask & bit[y]:
                    on_mask |= bit[y]
                    parents[2 * y + 1] = ()
                    cause[2 * y + 1] = number
                    ons.append(y)
    next_on = next_off = 0
    while True:
        if next_on < len(ons):
            c = ons[next_on]
            next_on += 1
            reach = near[c] & alive
            if not cells:
                reach &= alike[c]
            new = reach & ~off_mask
            if stop and reach & on_mask:
                for part in parts[c][first:]:
                    for x in bits(part & reach):
                        if on_mask & bit[x]:
                            found.clash = (x, False, (2 * c + 1,), None)
                            found.on, found.off = on_mask, off_mask
                            return found
                        if not off_mask & bit[x]:
                            off_mask |= bit[x]
                            parents[2 * x] = (2 * c + 1,)
            elif new:
                off_mask |= new
                pair = (2 * c + 1,)
                for part in parts[c]:
                    left = part & new
                    while left:
                        low = left & -left
                        left ^= low
                        x = low.bit_length() - 1
                        parents[2 * x] = pair
                        offs.append(x)
            continue
        if next_off < len(offs):
            x = offs[next_off]
            next_off += 1
            if net:
                made = None
                rest = alive ^ bit[x]
                for number in truths[x] if cells else truths[x][1:]:
                    if counts[number] == 2:
                        y = (sets[number] & rest).bit_length() - 1
                        if on_mask & bit[y]:
                            continue
                        gone = sets[number] & open_ & ~alive
                        why = (2 * x, *[2 * z for z in bits(gone)]) if gone else (2 * x,)
                        if made is None:
                            made = [(y, why, number)]
                        else:
                            made.append((y, why, number))
                alive = rest
                for number in truths[x]:
                    counts[number] -= 1
                if made is None:
                    continue
            else:
                links = strong.get(x)
                if links is None:
                    continue
                made = [(y, (2 * x,), n) for y, n in links if cells or n >= board.layout.count]
            for y, why, number in made:
                if stop and off_mask & bit[y]:
                    found.clash = (y, True, why, number)
                    found.on, found.off = on_mask, off_mask
                    return found
                if not on_mask & bit[y]:
                    on_mask |= bit[y]
                    parents[2 * y + 1] = why
                    cause[2 * y + 1] = number
                    ons.append(y)
            continue
        if more is not None:
            for x, why, reason in more(open_, alive):
                if not off_mask & bit[x]:
                    off_mask |= bit[x]
                    parents[2 * x] = tuple(2 * z for z in why)
                    cause[2 * x] = reason
                    offs.append(x)
            if next_off < len(offs):
                continue
        break
    found.on, found.off = on_mask, off_mask
    if not stop:
        both = on_mask & off_mask
        if both:
            x = min(bits(both), key=lambda c: found.size(2 * c) + found.size(2 * c + 1))
            found.clash = (x, False, parents[2 * x], cause.get(2 * x))
    return found


def levels(at: Ground, start: int, on: bool, goal: int = -1) -> list[int]:
    """The chain closure of a node by distance: masks, "on" and "off" in turn.

    The fast form of a ``probe`` with ``net=False, stop=False``.  Ends early once
    the candidate ``goal`` is found in a state other than the start's.
    """
    near, strong, linked = at.near, at.strong, at.linked
    seen = [0, 0]
    new = at.board.bit[start]
    seen[on] = new
    state = on
    found = [new]
    while new:
        at.clock.check()
        reach = 0
        if state:
            left = new
            while left:
                low = left & -left
                left ^= low
                reach |= near[low.bit_length() - 1]
        else:
            left = new & linked
            while left:
                low = left & -left
                left ^= low
                for y, _ in strong[low.bit_length() - 1]:
                    reach |= 1 << y
        state = not state
        new = reach & ~seen[state]
        seen[state] |= new
        if new:
            found.append(new)
            if goal >= 0 and state != on and new >> goal & 1:
                break
    return found
