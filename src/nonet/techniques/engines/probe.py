"""The probe: suppose a candidate true or false; what follows, by what, and from which parents.

All searches by supposition read one kind of record:

    Graph  --a level (``Suppositions``)-->  Closure or Net, a record for each node
    records  --contradiction, or common conclusions-->  Conclusion
    Conclusion  --``forcing_proof``-->  branches of inferences, a step and its text

A *node* is a candidate that is on (true) or off (false), numbered ``2 * candidate + on``.  From
"on" follows "off" for all that the candidate excludes.  From "off" follows "on" for the last
candidate of a truth.  In a *chain* (``Closure``) a truth must have two candidates from the start,
so each inference has one parent, and groups are nodes too; in a *net* candidates eliminated on the
way count too, and an inference has several parents.

A net's inferences are made breadth first, in the order of Sudoku Explainer 1.2.1 (N. Juillerat):
eliminations are followed up before any other candidate goes on.  So its ratings, which count
inferences, can be computed from the records.

>>> from nonet.puzzle import Grid, Puzzle
>>> from nonet.techniques.position import Position
>>> position = Position.of(Puzzle(Grid.square(4), {"R1C1": 1, "R2C3": 2, "R3C2": 3}))
>>> net = probe(Graph.of(position), position.layout.candidate("R1C2", 4), True)
>>> net.clash is None, position.layout.candidate_text(net.on)
(False, '2r4c2, 3r1c3,r2c1, 4r1c2,r2c4')

``Suppositions`` keeps the records of a position by one level: chains, or nets of singles with
intersections, pairs, X-wings or nets. The finder of a level says what a net may use beside singles:
of the candidates open at the start and still open now it yields an eliminated candidate, the earlier
eliminations as its premises, and the pattern. An elimination
without premises existed before the probe, and is not mentioned. Sudoku Explainer's "Dynamic
Forcing Chains (+)" are nets with these eliminations.

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
from functools import cached_property, lru_cache, partial
from itertools import combinations
from typing import NamedTuple

from nonet.techniques.candidate_layout import House, Layout, bits, mask_of, union_of
from nonet.techniques.engines import phrases
from nonet.techniques.engines.inference_graph import Graph
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


# What some places of a value give, whatever the value, is kept for the next question.

_CROSSING_RANKS = {("box", "column"): 0, ("box", "row"): 1, ("column", "box"): 2, ("row", "box"): 3}
_HOUSE_RANKS = {"box": 0, "column": 1, "row": 2, "other": 3}


@lru_cache(maxsize=64)
def _crossings(layout: Layout) -> list[tuple[int, int, int, tuple[int, int]]]:
    """The cells that two houses share, those of the first alone, those of the second, and both."""
    houses = layout.houses

    def rank(crossing: tuple[int, int, int]) -> tuple[int, int, int]:
        first, second, _ = crossing
        return _CROSSING_RANKS.get((houses[first].kind, houses[second].kind), 4), first, second

    return [
        (both, houses[first].cells & ~both, houses[second].cells & ~both, (first, second))
        for first, second, both in sorted(layout.crossings, key=rank)
    ]


@lru_cache(maxsize=1 << 13)
def _locked_shapes(layout: Layout, places: int) -> list[_Shape]:
    return [
        (eliminated, remaining, houses)
        for both, remaining, beyond, houses in _crossings(layout)
        if not places & remaining
        and (eliminated := places & beyond)
        and (inside := places & both) & (inside - 1)
    ]


@lru_cache(maxsize=1 << 13)
def _pairs(layout: Layout, places: int) -> list[tuple[int, int]]:
    """The houses with two of the places, boxes first, each with the two."""
    houses = sorted(layout.complete_houses, key=lambda h: (_HOUSE_RANKS[h.kind], h.number))
    inside = ((house.number, places & house.cells) for house in houses)
    return [(number, cells) for number, cells in inside if cells.bit_count() == 2]


@lru_cache(maxsize=1 << 13)
def _wing_shapes(layout: Layout, places: int) -> list[_Shape]:
    shapes: list[_Shape] = []
    columns, rows = layout.houses_by_kind["column"], layout.houses_by_kind["row"]
    for base, covers in ((columns, rows), (rows, columns)):
        by_cover: dict[int, list[House]] = {}
        for house in base:
            corners = places & house.cells
            if corners.bit_count() == 2:
                across = union_of(line.cells for line in covers if line.cells & corners)
                by_cover.setdefault(across, []).append(house)
        for across, houses in by_cover.items():
            for first, second in combinations(houses, 2):
                inside = first.cells | second.cells
                if (corners := places & inside).bit_count() == 4:
                    lines = (first, second, *(h for h in covers if h.cells & corners))
                    numbers = tuple(house.number for house in lines)
                    shapes.append((places & across & ~inside, inside & ~across, numbers))
    return shapes


class PatternFinder:
    """The finder, to be called by a probe.

    ``kinds`` is how many of the kinds (intersections, hidden pairs, naked pairs,
    X-wings) are used.
    """

    def __init__(self, position: Position, kinds: int = 4) -> None:
        self.deadline, self.layout = position.deadline, position.layout
        finders = (self._intersections, self._hidden_pairs, self._naked_pairs, self._x_wings)
        self.finders = finders[:kinds]

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

    def _by_shapes(
        self, name: str, shapes: Iterable[list[_Shape]], open_: int, alive: int
    ) -> _Eliminations:
        """Yield the eliminations of shapes, which are given value by value."""
        for value, of_value in enumerate(shapes):
            shift = value * self.layout.cell_count
            for eliminated, rests, houses in of_value:
                cause = Pattern(name, 1 << value, 0, houses)
                yield from _caused(eliminated << shift, rests << shift & open_ & ~alive, cause)

    def _intersections(self, open_: int, alive: int, places: list[int]) -> _Eliminations:
        shapes = (_locked_shapes(self.layout, each) for each in places)
        return self._by_shapes("intersection", shapes, open_, alive)

    def _x_wings(self, open_: int, alive: int, places: list[int]) -> _Eliminations:
        shapes = (_wing_shapes(self.layout, each) for each in places)
        return self._by_shapes("X-wing", shapes, open_, alive)

    def _hidden_pairs(self, open_: int, alive: int, places: list[int]) -> _Eliminations:
        layout = self.layout
        by_pair: dict[tuple[int, int], list[int]] = {}
        for value, value_places in enumerate(places):
            for key in _pairs(layout, value_places):
                by_pair.setdefault(key, []).append(value)
        for (number, pair), values in by_pair.items():
            for first, second in combinations(values, 2):
                both = 1 << first | 1 << second
                eliminated = layout.candidates_in(pair, layout.all_values & ~both) & alive
                why = layout.candidates_in(layout.houses[number].cells & ~pair, both) & open_
                yield from _caused(eliminated, why, Pattern("hidden pair", both, pair, (number,)))

    def _naked_pairs(self, open_: int, alive: int, places: list[int]) -> _Eliminations:
        layout = self.layout
        once = twice = more = 0
        for value_places in places:
            more |= twice & value_places
            twice |= once & value_places
            once |= value_places
        by_values: dict[int, list[int]] = {}
        for cell in bits(twice & ~more):
            values = mask_of(v for v, value_places in enumerate(places) if value_places >> cell & 1)
            by_values.setdefault(values, []).append(cell)
        for values, cells in by_values.items():
            for first, second in combinations(cells, 2):
                pair = 1 << first | 1 << second
                for house in layout.houses_containing(pair):
                    eliminated = layout.candidates_in(house.cells & ~pair, values) & alive
                    why = layout.candidates_in(pair, layout.all_values & ~values) & open_
                    cause = Pattern("naked pair", values, pair, (house.number,))
                    yield from _caused(eliminated, why, cause)


def _caused(eliminated: int, premises: int, cause: Pattern) -> _Eliminations:
    """Yield the eliminations (a mask) of a pattern that rest on others, made before."""
    why = tuple(bits(premises))
    for candidate in bits(eliminated) if why else ():
        yield candidate, why, cause


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
            if self._chains:
                record = Closure(self.graph, candidate, on)
            else:
                stop, finder = self._stop_at_clash, self._finder
                record = probe(self.graph, candidate, on, stop_at_clash=stop, finder=finder)
            self._records[candidate, on] = record
        return record


@dataclass(frozen=True, slots=True)
class Inference:
    """Candidates (a mask; more than one are a group) that are on or off, and why.

    ``parents`` are the places of earlier inferences of the branch; ``cause`` the number of the
    truth by which a candidate went on, or the pattern or inner net by which a candidate went
    off.
    """

    candidates: int
    on: bool
    parents: tuple[int, ...]
    cause: object = None


Branch = tuple[Inference, ...]
"""Inferences from a supposition, the first, to a conclusion, the last."""


class Closure:
    """The consequences of a candidate on, or off, by chains: masks ``on`` and ``off``.

    Distances and chains are computed on demand, level by level of a breadth-first search.
    """

    clash = None

    def __init__(self, graph: Graph, candidate: int, on: bool) -> None:
        self.graph, self.start = graph, 2 * candidate + on
        self._levels = [1 << candidate]
        self._seen = [0, 0]
        self._seen[on] = 1 << candidate

    @cached_property
    def on(self) -> int:
        """The candidates that are on."""
        return self._implied(0)

    @cached_property
    def off(self) -> int:
        """The candidates that are off."""
        return self._implied(1)

    def _implied(self, index: int) -> int:
        candidate, on = divmod(self.start, 2)
        return self.graph.implied(candidate, on=bool(on))[index] & self.graph.candidate_nodes

    def _level(self, number: int) -> int:
        """Return the nodes at a distance from the start; on and off in turn."""
        levels, graph = self._levels, self.graph
        while len(levels) <= number:
            graph.deadline.check()
            if not levels[-1]:
                raise KeyError("the node does not follow")
            on = (self.start ^ len(levels) ^ 1) & 1
            links, reach = (graph.weak, 0) if on else (graph.strong, 0)
            remaining = levels[-1] if on else levels[-1] & graph.linked_nodes
            while remaining:
                low = remaining & -remaining
                remaining ^= low
                reach |= links[low.bit_length() - 1]
            levels.append(reach & ~self._seen[not on])
            self._seen[not on] |= reach
        return levels[number]

    def size(self, node: int) -> int:
        """Return how many nodes the shortest chain to a candidate on or off has."""
        candidate, number = node // 2, (self.start ^ node) & 1
        while not self._level(number) >> candidate & 1:
            number += 2
        return number + 1

    def branch(self, end: int) -> Branch:
        """Return the shortest chain to a candidate on or off."""
        graph, path = self.graph, list[Inference]()
        node, on = end // 2, bool(end & 1)
        for number in range(self.size(end) - 2, -1, -1):
            cause, level = None, self._level(number)
            if on:
                before, cause = next(link for link in graph.links[node] if level >> link[0] & 1)
            else:
                before = next(b for b in bits(level) if graph.weak[b] >> node & 1)
            path.append(Inference(graph.candidates(node), on, (number,), cause))
            node, on = before, not on
        return (Inference(graph.candidates(node), on, ()), *reversed(path))


class Net:
    """The consequences of a node by a net: the candidates ``on`` and ``off``, and each node's
    parents.

    ``cause`` is the truth by which a candidate went on (a set's number), or the pattern by
    which a candidate went off (given by the ``finder``).  ``clash`` is the contradiction at which
    the probe stopped: the candidate that would be on and off, whether the second finding was "on",
    and its parents and cause.  A cause that needs its own proof is made when a text rests on the
    cause: until then the cause is in ``deferred``.
    """

    def __init__(self, start: int) -> None:
        self.start = start
        self.on = self.off = 0
        self.parents: dict[int, tuple[int, ...]] = {start: ()}
        self.cause: dict[int, object] = {}
        self.clash: tuple[int, bool, tuple[int, ...], object] | None = None
        self.deferred: dict[int, DeferredCause] = {}
        self._ancestors: dict[int, int] = {}
        self._sizes: dict[int, int] = {}

    def ancestors(self, node: int) -> int:
        """Return a node and all its ancestors, as a mask of nodes."""
        seen, parents, late = self._ancestors, self.parents, self.deferred
        stack = [] if node in seen else [node]
        while stack:
            top = stack[-1]
            if late and top in late:
                why, self.cause[top] = late.pop(top)()
                parents[top] = _off_nodes(why)
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
        cached = self._sizes.get(node)
        if cached is None:
            cached = self._sizes[node] = self.ancestors(node).bit_count()
        return cached

    @property
    def clash_size(self) -> int:
        """The nodes of both proofs of the contradiction, counted for each."""
        first, second = self._clash_ancestors
        return first.bit_count() + 1 + second.bit_count()

    @property
    def clash_ancestors(self) -> int:
        """The nodes that the contradiction rests on, except its second finding."""
        first, second = self._clash_ancestors
        return first | second

    @property
    def _clash_ancestors(self) -> tuple[int, int]:
        assert self.clash is not None
        candidate, on, parents, _ = self.clash
        mask = 0
        for parent in parents:
            mask |= self.ancestors(parent)
        return mask, self.ancestors(2 * candidate + (not on))

    def branch(self, node: int) -> Branch:
        """Return the inferences up to a node."""
        return self._branch(self.ancestors(node))

    def clash_branches(self) -> tuple[Branch, Branch]:
        """Return the two proofs of the contradiction."""
        assert self.clash is not None
        candidate, on, parents, cause = self.clash
        first, second = self._clash_ancestors
        return self._branch(first, (1 << candidate, on, parents, cause)), self._branch(second)

    def _branch(
        self, mask: int, last: tuple[int, bool, tuple[int, ...], object] | None = None
    ) -> Branch:
        nodes = [node for node in self.parents if mask >> node & 1]
        place = {node: number for number, node in enumerate(nodes)}
        facts = [(1 << n // 2, bool(n & 1), self.parents[n], self.cause.get(n)) for n in nodes]
        return tuple(
            Inference(candidates, on, tuple(place[parent] for parent in parents), cause)
            for candidates, on, parents, cause in (*facts, *((last,) if last else ()))
        )


DeferredCause = Callable[[], tuple[tuple[int, ...], object]]
"""A function that makes the (off) premises of an elimination and its cause on demand."""

Elimination = tuple[int, tuple[int, ...] | DeferredCause, object]
"""A candidate that goes off, its (off) premises, and a cause; or a function that makes the last
two.
"""

EliminationFinder = Callable[[int, int], Iterator[Elimination]]
"""A finder of further eliminations: arguments are the candidates open at first and still open."""


def _off_nodes(candidates: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(2 * c for c in candidates)


def probe(
    graph: Graph,
    start: int,
    on: bool,
    *,
    use_cells: bool = True,
    stop_at_clash: bool = True,
    finder: EliminationFinder | None = None,
) -> Net:
    """Follow the net from a candidate, on or off, to the end.

    ``use_cells``: use "one value in a cell" too (without, one value alone is followed).
    ``stop_at_clash``: end at the first contradiction; without, singles that stand at the start are
    used too.  ``finder``: used when nothing else follows.
    """
    graph.deadline.check()
    order, open_ = graph.search_order, graph.open
    sets, bit, truths, parts = order.sets, order.bit, order.truths, order.peer_parts
    # ``counts``: candidates left in each set of which one is true; sets below ``first`` are cells.
    counts, first, alive = graph.truth_counts.copy(), graph.layout.cell_count, open_
    net = Net(2 * start + on)
    parents, cause = net.parents, net.cause
    ons, offs = ([start], []) if on else ([], [start])
    net.on, net.off = (bit[start], 0) if on else (0, bit[start])
    next_on = next_off = 0

    def turn_on(candidate: int, why: tuple[int, ...], number: int) -> None:
        if not net.on & bit[candidate]:
            net.on |= bit[candidate]
            parents[2 * candidate + 1], cause[2 * candidate + 1] = why, number
            ons.append(candidate)

    if not stop_at_clash:
        for number, count in enumerate(counts):
            if count == 1:
                turn_on((sets[number] & open_).bit_length() - 1, (), number)
    while True:
        if next_on < len(ons):
            c = ons[next_on]
            next_on += 1
            new = graph.weak[c] & alive & ~net.off
            if not use_cells:
                new &= order.same_value_peers[c]
            clashes = new & net.on if stop_at_clash else 0
            pair = (2 * c + 1,)
            for part in parts[c] if new else ():
                remaining = part & new
                new ^= remaining
                while remaining:
                    low = remaining & -remaining
                    remaining ^= low
                    x = low.bit_length() - 1
                    if low & clashes:
                        net.clash = (x, False, pair, None)
                        return net
                    net.off |= low
                    parents[2 * x] = pair
                    offs.append(x)
                if not new:
                    break
        elif next_off < len(offs):
            x = offs[next_off]
            next_off += 1
            remaining = alive ^ bit[x]
            inferences = []
            for number in truths[x]:
                count = counts[number]
                counts[number] = count - 1
                if count == 2 and (use_cells or number >= first):
                    y = (sets[number] & remaining).bit_length() - 1
                    if not net.on & bit[y]:
                        eliminated = sets[number] & open_ & ~alive
                        inferences.append(
                            (y, (2 * x, *_off_nodes(tuple(bits(eliminated)))), number)
                        )
            alive = remaining
            for y, why, number in inferences:
                if stop_at_clash and net.off & bit[y]:
                    net.clash = (y, True, why, number)
                    return net
                turn_on(y, why, number)
        else:
            before = len(offs)
            for x, premises, pattern in finder(open_, alive) if finder else ():
                if not net.off & bit[x]:
                    net.off |= bit[x]
                    if callable(premises):
                        net.deferred[2 * x], parents[2 * x] = premises, ()
                    else:
                        cause[2 * x], parents[2 * x] = pattern, _off_nodes(premises)
                    offs.append(x)
            if len(offs) == before:
                return net


def refutable(graph: Graph, targets: int) -> Iterator[int]:
    """Yield the candidates among ``targets`` that singles alone refute.

    Where a candidate ends in no contradiction, the candidates placed on the way lead to none
    either and are not tried.
    """
    unrefuted = 0
    for target in bits(targets):
        if not unrefuted >> target & 1:
            remaining, placed = graph.propagation(target)
            if remaining < 0:
                yield target
            else:
                unrefuted |= placed


# -- readings of the records ------------------------------------------------------


class Conclusion(NamedTuple):
    """A conclusion (a node that holds; -1 if only eliminations follow) and its premises.

    ``kind`` and ``source`` are as in ``forcing_proof.ForcingProof``, ``size`` counts the
    inferences.  ``ends`` are pairs of a record and the node that the record leads to, -1 for both
    halves of its contradiction.  ``emptied_set`` is the number of the set that a contradiction
    leaves empty, or -1.
    """

    kind: str
    source: int
    node: int
    size: int
    ends: tuple[tuple[Closure | Net, int], ...]
    emptied_set: int = -1

    @property
    def branches(self) -> tuple[Branch, ...]:
        """The inferences of each record up to its end."""
        result: list[Branch] = []
        for run, node in self.ends:
            if node >= 0:
                result.append(run.branch(node))
            elif isinstance(run, Net):
                result += run.clash_branches()
        return tuple(result)


def contradiction_at_clash(net: Net) -> Conclusion:
    """Return the contrary of a net's start, by the contradiction at which the net stopped."""
    return Conclusion("contradiction", net.start // 2, net.start ^ 1, net.clash_size, ((net, -1),))


def smallest_contradiction(
    run: Closure | Net, truths_by_first: dict[int, list[tuple[int, int]]], firsts: int
) -> Conclusion | None:
    """Return the contrary of a record's start, by the fewest inferences: a candidate on and off,
    or a truth without a candidate (numbers and open candidates of truths, by the first of these;
    ``firsts`` is their mask).
    """
    options: list[tuple[int, tuple[int, ...], int]] = []
    nodes: tuple[int, ...]
    for c in bits(run.on & run.off):
        nodes = (run.start ^ 1,) if c == run.start // 2 else (2 * c + 1, 2 * c)
        options.append((sum(map(run.size, nodes)), nodes, -1))
    off, on = run.off, run.on
    empty = sorted(
        (number, open_truth)
        for first in bits(off & firsts)
        for number, open_truth in truths_by_first[first]
        if not open_truth & ~off | open_truth & on
    )
    for number, open_truth in empty:
        nodes = _off_nodes(tuple(bits(open_truth)))
        options.append((sum(map(run.size, nodes)), nodes, number))
    if not options:
        return None
    size, nodes, number = min(options, key=lambda option: option[0])
    ends = tuple((run, node) for node in nodes)
    return Conclusion("contradiction", run.start // 2, run.start ^ 1, size, ends, number)


def common_conclusions(
    kind: str, source: int, runs: Iterable[Closure | Net]
) -> Iterator[Conclusion]:
    """Yield what all of some records lead to; of their starts one holds."""
    on = off = -1
    records = []
    for run in runs:
        on &= run.on
        off &= run.off
        if not on and not off:
            return
        records.append(run)
    for mask, state in ((on, 1), (off, 0)):
        for c in bits(mask):
            node = 2 * c + state
            size = sum(run.size(node) for run in records)
            yield Conclusion(kind, source, node, size, tuple((run, node) for run in records))
