"""Eliminations that a net may use beside singles: intersections, pairs and X-wings.

Given what was open at the start of a probe and what still is, each finder yields
a candidate that goes off, the candidates gone before on which that rests, and the
pattern.  An elimination that rests on nothing gone was there before the probe, and is
not told.  Sudoku Explainer's "Dynamic Forcing Chains (+)" are nets with these.

>>> from nonet.puzzle import Grid, Puzzle
>>> position = Position.of(Puzzle(Grid.square(4)))
>>> more, every = Advanced(position), (1 << 64) - 1
>>> gone = position.layout.candidate("R1C1", 1)
>>> less = every & ~(1 << gone) & ~(1 << gone + 1)
>>> list(more(every, every)), sorted({c for c, _, _ in more(every, less)})
([], [6, 7])
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from typing import NamedTuple

from nonet.techniques.engines import phrases
from nonet.techniques.engines.graph import Graph
from nonet.techniques.engines.probe import Gone, probe, refutable
from nonet.techniques.houses import House
from nonet.techniques.layout import Layout, bits, only
from nonet.techniques.position import Position

_Gone = Iterator[tuple[int, tuple[int, ...], object]]
_Shape = tuple[int, int, tuple[int, ...]]  # cells that go, cells it rests on, houses


class Pattern(NamedTuple):
    """The cause of an elimination by a simple technique: its name, values, cells and houses.

    ``values`` and ``cells`` are masks, ``houses`` numbers.
    """

    name: str
    values: int
    cells: int
    houses: tuple[int, ...]

    def told(self, layout: Layout) -> str:
        """What it is and where: ``hidden pair of 3 and 5 in box 4``."""
        values = phrases.values(layout, self.values)
        names = [layout.houses[number].name for number in self.houses]
        if self.name == "intersection":
            return f"the {values} of {names[0]} is in {names[1]}"
        if self.name == "hidden pair":
            places = phrases.cells(layout, self.cells)
            return f"{values} have no other place in {names[0]} than {places}"
        if self.name == "naked pair":
            return f"{phrases.cells(layout, self.cells)} hold {values} between them"
        return f"X-wing of {values} in {phrases.listed(names)}"


@dataclass(frozen=True, slots=True)
class Inner:
    """The cause of an elimination that a net within the net proves, with its size.

    ``start`` is the candidate that the inner net refutes, ``alive`` what was open then: from
    these the inner proof is made again when it is told.
    """

    size: int
    start: int
    alive: int


class _Seen:
    """What some places of a value give, whatever the value, for the whole path."""

    def __init__(self, _: Position) -> None:
        self.locked: dict[int, list[_Shape]] = {}
        self.pairs: dict[int, list[tuple[int, int]]] = {}
        self.wings: dict[int, list[_Shape]] = {}


class Advanced:
    """The finder, to be called by a probe.

    ``kinds`` is how many of the kinds (intersections, hidden pairs, naked pairs,
    X-wings) are used.
    """

    def __init__(self, position: Position, kinds: int = 4) -> None:
        self.clock = position.clock
        layout = self.layout = position.layout
        finders = (self._intersections, self._hidden_pairs, self._naked_pairs, self._x_wings)
        self.finders = finders[:kinds]
        self.seen = position.kept(_Seen)
        rank = {("box", "column"): 0, ("box", "row"): 1, ("column", "box"): 2, ("row", "box"): 3}
        houses = layout.houses
        self.crossings = tuple(
            (
                houses[one].cells & houses[other].cells,
                houses[one].cells & ~houses[other].cells,
                houses[other].cells & ~houses[one].cells,
                (one, other),
            )
            for one, other, _ in sorted(
                layout.crossings,
                key=lambda c: (rank.get((houses[c[0]].kind, houses[c[1]].kind), 4), c[0], c[1]),
            )
        )
        columns, rows = layout.kinds["column"], layout.kinds["row"]
        self.lines = (
            (columns, _cells_of_lines(layout, rows)),
            (rows, _cells_of_lines(layout, columns)),
        )
        order = {"box": 0, "column": 1, "row": 2, "other": 3}
        self.houses = tuple(sorted(layout.complete, key=lambda h: (order[h.kind], h.number)))

    def __call__(self, open_: int, alive: int) -> Iterator[Gone]:
        """The eliminations of the first kind that has any."""
        self.clock.check()
        layout = self.layout
        places = [alive >> v * layout.count & layout.all_cells for v in range(layout.size)]
        for finder in self.finders:
            found = list(finder(open_, alive, places))
            if found:
                yield from found
                return

    def _tell(self, shapes: list[_Shape], value: int, open_: int, alive: int, name: str) -> _Gone:
        shift = value * self.layout.count
        for gone, rests, houses in shapes:
            why = tuple(bits(rests << shift & open_ & ~alive))
            if why:
                cause = Pattern(name, 1 << value, 0, houses)
                for cell in bits(gone):
                    yield shift + cell, why, cause

    def _intersections(self, open_: int, alive: int, places: list[int]) -> _Gone:
        for value, here in enumerate(places):
            shapes = self.seen.locked.get(here)
            if shapes is None:
                shapes = self.seen.locked[here] = [
                    (gone, rest, houses)
                    for both, rest, beyond, houses in self.crossings
                    if not here & rest
                    and (gone := here & beyond)
                    and (inside := here & both) & (inside - 1)
                ]
            if shapes:
                yield from self._tell(shapes, value, open_, alive, "intersection")

    def _pairs(self, here: int) -> list[tuple[int, int]]:
        """The houses, by number, with two of some places, and which."""
        pairs = self.seen.pairs.get(here)
        if pairs is None:
            pairs = self.seen.pairs[here] = [
                (house.number, inside)
                for house in self.houses
                if (inside := here & house.cells).bit_count() == 2
            ]
        return pairs

    def _hidden_pairs(self, open_: int, alive: int, places: list[int]) -> _Gone:
        layout = self.layout
        by_pair: dict[tuple[int, int], list[int]] = {}
        again = False
        for value, here in enumerate(places):
            for key in self._pairs(here):
                if key in by_pair:
                    by_pair[key].append(value)
                    again = True
                else:
                    by_pair[key] = [value]
        for (number, pair), values in by_pair.items() if again else ():
            if len(values) < 2:
                continue
            for one, other in combinations(values, 2):
                both = 1 << one | 1 << other
                gone = layout.spread(pair, layout.all_values & ~both) & alive
                if gone:
                    rest = layout.houses[number].cells & ~pair
                    why = tuple(bits(layout.spread(rest, both) & open_))
                    if why:
                        cause = Pattern("hidden pair", both, pair, (number,))
                        for x in bits(gone):
                            yield x, why, cause

    def _naked_pairs(self, open_: int, alive: int, places: list[int]) -> _Gone:
        layout = self.layout
        once = twice = more = 0
        for here in places:
            more |= twice & here
            twice |= once & here
            once |= here
        by_values: dict[int, list[int]] = {}
        for cell in bits(twice & ~more):
            values = 0
            for value, here in enumerate(places):
                if here >> cell & 1:
                    values |= 1 << value
            by_values.setdefault(values, []).append(cell)
        for values, cells in by_values.items():
            for one, other in combinations(cells, 2):
                pair = 1 << one | 1 << other
                for house in self.layout.house_within(pair):
                    gone = layout.spread(house.cells & ~pair, values) & alive
                    if gone:
                        rest = layout.spread(pair, layout.all_values & ~values)
                        why = tuple(bits(rest & open_))
                        if why:
                            cause = Pattern("naked pair", values, pair, (house.number,))
                            for x in bits(gone):
                                yield x, why, cause

    def _x_wings(self, open_: int, alive: int, places: list[int]) -> _Gone:
        for value, here in enumerate(places):
            shapes = self.seen.wings.get(here)
            if shapes is None:
                shapes = self.seen.wings[here] = self._wings(here)
            if shapes:
                yield from self._tell(shapes, value, open_, alive, "X-wing")

    def _wings(self, here: int) -> list[_Shape]:
        found: list[_Shape] = []
        for base, across_of in self.lines:
            by_cover: dict[int, list[House]] = {}
            for house in base:
                inside = here & house.cells
                low = inside & -inside
                high = inside ^ low
                if high and not high & (high - 1):
                    across = across_of[low.bit_length() - 1] | across_of[high.bit_length() - 1]
                    by_cover.setdefault(across, []).append(house)
            for across, houses in by_cover.items():
                for one, other in combinations(houses, 2):
                    inside = one.cells | other.cells
                    if (here & inside & across).bit_count() == 4:
                        gone = here & across & ~inside
                        if gone:
                            found.append((gone, inside & ~across, (one.number, other.number)))
        return found


class Nested(Advanced):
    """As ``Advanced``; where that finds nothing, what a net refutes among the open candidates.

    Sudoku Explainer nests its chains by level, from forcing chains to dynamic ones.
    Here the strongest is used, and the size of the inner proof is counted with the
    outer one's as there.  Inner proofs are made for what a proof rests on alone.
    """

    def __init__(self, position: Position) -> None:
        super().__init__(position)
        self._doubtful = position.once(_doubtful)
        self._fails = self._doubtful if Graph.of(position).quiet else 0

    def __call__(self, open_: int, alive: int) -> Iterator[Gone]:
        """The simple eliminations, or else those of nets."""
        simple = list(super().__call__(open_, alive))
        if simple:
            yield from simple
            return
        at = Graph(self.layout, alive, self.clock)
        at.followed.fails = self._fails
        counts, truths = at.counts, at.board.truths
        undecided = 0
        for x in bits(alive):
            if counts[truths[x][0]] > 1:
                undecided |= 1 << x
        for x in refutable(at, undecided):
            if not self._doubtful >> x & 1:
                yield x, partial(_inner, at, x, open_), None
            else:
                why, cause = _inner(at, x, open_)
                if why:
                    yield x, why, cause


def _cells_of_lines(layout: Layout, lines: Iterable[House]) -> list[int]:
    """For each cell the cells of the lines that it is in."""
    found = [0] * layout.count
    for line in lines:
        for cell in bits(line.cells):
            found[cell] |= line.cells
    return found


def _inner(at: Graph, x: int, open_: int) -> tuple[tuple[int, ...], Inner | None]:
    """What the refutation of a candidate by a net rests on of what went off, and the cause."""
    net = probe(at, x, True)
    if net.clash is None:
        return (), None
    candidate, on, parents, cause = net.clash
    used = net.ancestors(2 * candidate + (not on))
    for parent in parents:
        used |= net.ancestors(parent)
    causes = {net.cause.get(node) for node in bits(used)} | {cause}
    rests = 0
    for number in causes:
        if isinstance(number, int):
            rests |= at.board.sets[number]
    return tuple(bits(rests & open_ & ~at.open)), Inner(net.clash_size, x, at.open)


def _doubtful(position: Position) -> int:
    """The candidates whose inner proof may be none, or rest on nothing that went off.

    Those that singles refute at once, and all where singles stand: a net does not begin with
    them.  Any other proof rests on something that went off, else it would do at once.
    """
    at = Graph.of(position)
    return only(refutable(at, position.open)) if at.quiet else position.open
