"""The levels of a probe: chains, and nets of singles with intersections, pairs, X-wings or nets.

``Suppositions`` keeps the records of a position by one level. The finder of a level says what a
net may use beside singles: of the candidates open at the start and still open now it yields an
eliminated candidate, the earlier eliminations as its premises, and the pattern. An elimination
without premises existed before the probe, and is not mentioned. Sudoku Explainer's "Dynamic
Forcing Chains (+)" are nets with these eliminations.

>>> from nonet.puzzle import Grid, Puzzle
>>> position = Position.of(Puzzle(Grid.square(4)))
>>> more, every = PatternFinder(position), (1 << 64) - 1
>>> gone = position.layout.candidate("R1C1", 1)
>>> less = every & ~(1 << gone) & ~(1 << gone + 1)
>>> list(more(every, every)), sorted({c for c, _, _ in more(every, less)})
([], [6, 7])
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from typing import NamedTuple

from nonet.techniques.candidate_layout import House, Layout, bits, mask_of, union_of
from nonet.techniques.engines import phrases
from nonet.techniques.engines.inference_graph import Graph
from nonet.techniques.engines.probe import (
    Closure,
    Elimination,
    EliminationFinder,
    Net,
    probe,
    refutable,
)
from nonet.techniques.position import Position

_Eliminations = Iterator[tuple[int, tuple[int, ...], object]]
_Shape = tuple[int, int, tuple[int, ...]]  # cells that go, cells it rests on, houses


class Pattern(NamedTuple):
    """The cause of an elimination by a simple technique: its name, values, cells and houses.

    ``values`` and ``cells`` are masks, ``houses`` numbers: of an X-wing the two bases, then the
    covers.
    """

    name: str
    values: int
    cells: int
    houses: tuple[int, ...]

    def describe(self, layout: Layout) -> str:
        """Return the pattern and its place: ``hidden pair of 3 and 5 in box 4``."""
        values = phrases.value_list(layout, self.values)
        names = [layout.houses[number].name for number in self.houses]
        if self.name == "intersection":
            return f"the {values} of {names[0]} is in {names[1]}"
        if self.name == "hidden pair":
            places = phrases.cell_list(layout, self.cells)
            return f"{values} have no other place in {names[0]} than {places}"
        if self.name == "naked pair":
            return f"{phrases.cell_list(layout, self.cells)} hold {values} between them"
        return f"X-wing of {values} in {phrases.joined_words(names[:2])}"

    def truths_and_links(self, layout: Layout) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return the sets that the elimination follows from: truths, and links, by number."""
        by_house = [layout.house_sets(house, self.values) for house in self.houses]
        if self.name == "hidden pair":
            return by_house[0], tuple(bits(self.cells))
        if self.name == "naked pair":
            return tuple(bits(self.cells)), by_house[0]
        bases = 1 if self.name == "intersection" else 2
        sets = tuple(number for numbers in by_house for number in numbers)
        return sets[:bases], sets[bases:]


@dataclass(frozen=True, slots=True)
class InnerProof:
    """The cause of an elimination that a net within the net proves, with its size.

    ``start`` is the candidate that the inner net refutes, ``open_candidates`` the candidates
    open then: the inner proof is rebuilt from these data for its text.
    """

    size: int
    start: int
    open_candidates: int


class _ShapeCache:
    """The shapes given by some places of a value, whatever the value, for the whole path."""

    def __init__(self, _: Position) -> None:
        self.locked: dict[int, list[_Shape]] = {}
        self.pairs: dict[int, list[tuple[int, int]]] = {}
        self.wings: dict[int, list[_Shape]] = {}


class PatternFinder:
    """The finder, to be called by a probe.

    ``kinds`` is how many of the kinds (intersections, hidden pairs, naked pairs,
    X-wings) are used.
    """

    def __init__(self, position: Position, kinds: int = 4) -> None:
        self.deadline = position.deadline
        layout = self.layout = position.layout
        finders = (self._intersections, self._hidden_pairs, self._naked_pairs, self._x_wings)
        self.finders = finders[:kinds]
        self.shapes = position.path_cached(_ShapeCache)
        rank = {("box", "column"): 0, ("box", "row"): 1, ("column", "box"): 2, ("row", "box"): 3}
        houses = layout.houses
        self.crossings = tuple(
            (
                houses[first].cells & houses[second].cells,
                houses[first].cells & ~houses[second].cells,
                houses[second].cells & ~houses[first].cells,
                (first, second),
            )
            for first, second, _ in sorted(
                layout.crossings,
                key=lambda c: (rank.get((houses[c[0]].kind, houses[c[1]].kind), 4), c[0], c[1]),
            )
        )
        columns, rows = layout.houses_by_kind["column"], layout.houses_by_kind["row"]
        self.lines = (
            (columns, rows, _cells_of_lines(layout, rows)),
            (rows, columns, _cells_of_lines(layout, columns)),
        )
        order = {"box": 0, "column": 1, "row": 2, "other": 3}
        self.houses = tuple(sorted(layout.complete_houses, key=lambda h: (order[h.kind], h.number)))

    def __call__(self, open_: int, alive: int) -> Iterator[Elimination]:
        """The eliminations of the first kind that has any."""
        self.deadline.check()
        layout = self.layout
        places = [
            alive >> v * layout.cell_count & layout.all_cells for v in range(layout.value_count)
        ]
        for finder in self.finders:
            results = list(finder(open_, alive, places))
            if results:
                yield from results
                return

    def _new_eliminations(
        self, shapes: list[_Shape], value: int, open_: int, alive: int, name: str
    ) -> _Eliminations:
        shift = value * self.layout.cell_count
        for eliminated, rests, houses in shapes:
            why = tuple(bits(rests << shift & open_ & ~alive))
            if why:
                cause = Pattern(name, 1 << value, 0, houses)
                for cell in bits(eliminated):
                    yield shift + cell, why, cause

    def _intersections(self, open_: int, alive: int, places: list[int]) -> _Eliminations:
        for value, value_places in enumerate(places):
            shapes = self.shapes.locked.get(value_places)
            if shapes is None:
                shapes = self.shapes.locked[value_places] = [
                    (eliminated, remaining, houses)
                    for both, remaining, beyond, houses in self.crossings
                    if not value_places & remaining
                    and (eliminated := value_places & beyond)
                    and (inside := value_places & both) & (inside - 1)
                ]
            if shapes:
                yield from self._new_eliminations(shapes, value, open_, alive, "intersection")

    def _pairs(self, value_places: int) -> list[tuple[int, int]]:
        pairs = self.shapes.pairs.get(value_places)
        if pairs is None:
            pairs = self.shapes.pairs[value_places] = [
                (house.number, inside)
                for house in self.houses
                if (inside := value_places & house.cells).bit_count() == 2
            ]
        return pairs

    def _hidden_pairs(self, open_: int, alive: int, places: list[int]) -> _Eliminations:
        layout = self.layout
        by_pair: dict[tuple[int, int], list[int]] = {}
        again = False
        for value, value_places in enumerate(places):
            for key in self._pairs(value_places):
                if key in by_pair:
                    by_pair[key].append(value)
                    again = True
                else:
                    by_pair[key] = [value]
        for (number, pair), values in by_pair.items() if again else ():
            if len(values) < 2:
                continue
            for first, second in combinations(values, 2):
                both = 1 << first | 1 << second
                eliminated = layout.candidates_in(pair, layout.all_values & ~both) & alive
                if eliminated:
                    remaining = layout.houses[number].cells & ~pair
                    why = tuple(bits(layout.candidates_in(remaining, both) & open_))
                    if why:
                        cause = Pattern("hidden pair", both, pair, (number,))
                        for x in bits(eliminated):
                            yield x, why, cause

    def _naked_pairs(self, open_: int, alive: int, places: list[int]) -> _Eliminations:
        layout = self.layout
        once = twice = more = 0
        for value_places in places:
            more |= twice & value_places
            twice |= once & value_places
            once |= value_places
        by_values: dict[int, list[int]] = {}
        for cell in bits(twice & ~more):
            values = 0
            for value, value_places in enumerate(places):
                if value_places >> cell & 1:
                    values |= 1 << value
            by_values.setdefault(values, []).append(cell)
        for values, cells in by_values.items():
            for first, second in combinations(cells, 2):
                pair = 1 << first | 1 << second
                for house in self.layout.houses_containing(pair):
                    eliminated = layout.candidates_in(house.cells & ~pair, values) & alive
                    if eliminated:
                        remaining = layout.candidates_in(pair, layout.all_values & ~values)
                        why = tuple(bits(remaining & open_))
                        if why:
                            cause = Pattern("naked pair", values, pair, (house.number,))
                            for x in bits(eliminated):
                                yield x, why, cause

    def _x_wings(self, open_: int, alive: int, places: list[int]) -> _Eliminations:
        for value, value_places in enumerate(places):
            shapes = self.shapes.wings.get(value_places)
            if shapes is None:
                shapes = self.shapes.wings[value_places] = self._wings(value_places)
            if shapes:
                yield from self._new_eliminations(shapes, value, open_, alive, "X-wing")

    def _wings(self, value_places: int) -> list[_Shape]:
        shapes: list[_Shape] = []
        for base, covers, across_of in self.lines:
            by_cover: dict[int, list[House]] = {}
            for house in base:
                inside = value_places & house.cells
                low = inside & -inside
                high = inside ^ low
                if high and not high & (high - 1):
                    across = across_of[low.bit_length() - 1] | across_of[high.bit_length() - 1]
                    by_cover.setdefault(across, []).append(house)
            for across, houses in by_cover.items():
                for first, second in combinations(houses, 2):
                    inside = first.cells | second.cells
                    if (value_places & inside & across).bit_count() == 4:
                        eliminated = value_places & across & ~inside
                        if eliminated:
                            corners = value_places & inside
                            lines = (first, second, *(h for h in covers if h.cells & corners))
                            numbers = tuple(house.number for house in lines)
                            shapes.append((eliminated, inside & ~across, numbers))
        return shapes


class NestedFinder(PatternFinder):
    """A ``PatternFinder``, followed by candidates that a net refutes if there is no pattern.

    Sudoku Explainer nests its chains by level, from forcing chains to dynamic chains. Here the
    strongest level is used, and the size of the inner proof is added to the outer proof's as in
    Sudoku Explainer. Inner proofs are made only where the outer proof needs one.
    """

    def __init__(self, position: Position) -> None:
        super().__init__(position)
        self._uncertain = position.cached(_uncertain_candidates)
        self._fails = self._uncertain if Graph.of(position).has_no_singles else 0

    def __call__(self, open_: int, alive: int) -> Iterator[Elimination]:
        """Yield the simple eliminations, or else the eliminations by nets."""
        simple = list(super().__call__(open_, alive))
        if simple:
            yield from simple
            return
        at = Graph(self.layout, alive, self.deadline)
        at.propagation.failed = self._fails
        counts, truths = at.truth_counts, at.search_order.truths
        undecided = 0
        for x in bits(alive):
            if counts[truths[x][0]] > 1:
                undecided |= 1 << x
        for x in refutable(at, undecided):
            if not self._uncertain >> x & 1:
                yield x, partial(_prove_by_net, at, x, open_), None
            else:
                why, cause = _prove_by_net(at, x, open_)
                if why:
                    yield x, why, cause


def _cells_of_lines(layout: Layout, lines: Iterable[House]) -> list[int]:
    """Return for each cell the cells of its lines."""
    results = [0] * layout.cell_count
    for line in lines:
        for cell in bits(line.cells):
            results[cell] |= line.cells
    return results


def _prove_by_net(graph: Graph, x: int, open_: int) -> tuple[tuple[int, ...], InnerProof | None]:
    """Return the eliminations that a refutation of a candidate by a net rests on, and the cause."""
    net = probe(graph, x, True)
    if net.clash is None:
        return (), None
    causes = {net.cause.get(node) for node in bits(net.clash_ancestors)} | {net.clash[3]}
    sets = graph.search_order.sets
    rests = union_of(sets[number] for number in causes if isinstance(number, int))
    return tuple(bits(rests & open_ & ~graph.open)), InnerProof(net.clash_size, x, graph.open)


def _uncertain_candidates(position: Position) -> int:
    """The candidates whose inner proof may be none, or rest on nothing that went off.

    Candidates that singles refute at once, and all candidates where singles stand: a net does
    not begin with these.  Any other proof rests on an elimination, since otherwise the proof
    would be found at once.
    """
    at = Graph.of(position)
    return mask_of(refutable(at, position.open)) if at.has_no_singles else position.open


# -- levels -----------------------------------------------------------------------

LEVELS: dict[str, Callable[[Position], EliminationFinder] | None] = {
    "chains": None,
    "grouped chains": None,
    "singles": None,
    "locked candidates": partial(PatternFinder, kinds=1),
    "patterns": PatternFinder,
    "nested": NestedFinder,
}
"""The levels of propagation by name, weakest first, with the finder of each that has one."""


class Suppositions:
    """The records of all suppositions at a position by a level, each made when first asked for.

    With ``stop_at_clash`` a net ends at its first contradiction. The position keeps the object:
    ``position.cached(Suppositions, "singles", True)``.
    """

    def __init__(self, position: Position, level: str, stop_at_clash: bool = False) -> None:
        self.graph = Graph.of(position, "groups" if level == "grouped chains" else "candidates")
        self._chains, self._stop_at_clash = level.endswith("chains"), stop_at_clash
        finder = LEVELS[level]
        self._finder = finder(position) if finder else None
        self._records: dict[tuple[int, bool], Closure | Net] = {}

    def __call__(self, candidate: int, on: bool = True) -> Closure | Net:
        """Return the record of a candidate that is on, or off."""
        self.graph.deadline.check()
        record = self._records.get((candidate, on))
        if record is None:
            record = self._records[candidate, on] = (
                Closure(self.graph, candidate, on)
                if self._chains
                else probe(
                    self.graph,
                    candidate,
                    on,
                    stop_at_clash=self._stop_at_clash,
                    finder=self._finder,
                )
            )
        return record
