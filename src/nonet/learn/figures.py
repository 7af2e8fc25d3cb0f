"""The figures of lessons, as data: a run to step through, an experiment, or a picture.

>>> figure = lesson_figure("forward-checking", 0)
>>> figure["kind"], figure["view"], len(figure["edges"])
('run', 'graph', 9)
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from itertools import count as count_from
from math import cos, inf, pi, sin
from random import Random
from statistics import mean, median
from typing import Any, Generic, TypeVar

from nonet.backends.base import Request
from nonet.backends.native import Engine, Levels, Native, filter_factory
from nonet.deadline import check
from nonet.errors import ExerciseError, quantity
from nonet.formats import Sudoku
from nonet.learn.lesson_models import (
    AUSTRALIA,
    colouring,
    golomb,
    hidden_core,
    lesson_model,
    lesson_problem,
    magic_square,
    queens,
    thrashing,
)
from nonet.learn.lessons import find_lesson
from nonet.model import AllDifferent, Constraint, Linear, Model
from nonet.puzzle import Puzzle
from nonet.solving import count_solutions, solve
from nonet.tracing.page import page_data
from nonet.tracing.recording import trace

# The constraint graph of a model, and a tree decomposition of it by min-fill.
#
# Two variables are joined if a constraint speaks of both. Min-fill eliminates, again and again,
# the variable whose neighbours lack fewest edges among them; the neighbours, with the variable,
# are a bag. The size of the largest bag less one is the width of the decomposition, an upper
# bound of the tree width. A model of width w with domains of d values is solved in time O(n
# d^(w+1)).
#
# Sources: Freuder, "A sufficient condition for backtrack-free search", 1982; Dechter, "Constraint
# Processing", 2003, chapters 4 and 9.

Node = TypeVar("Node", bound=Hashable)
Graph = dict[str, set[str]]


def constraint_graph(model: Model) -> Graph:
    """The neighbours of each variable.

    >>> import nonet
    >>> graph = constraint_graph(nonet.Sudoku("." * 81).model())
    >>> len(graph), sum(map(len, graph.values())) // 2
    (81, 810)
    """
    graph: Graph = {name: set() for name in model.variables}
    for constraint in model.constraints:
        for a, b in combinations(dict.fromkeys(constraint.scope), 2):
            graph[a].add(b)
            graph[b].add(a)
    return graph


@dataclass(frozen=True, slots=True)
class Decomposition(Generic[Node]):
    """Bags of variables, and for each bag the number of the bag it hangs on (-1 for a root)."""

    bags: tuple[frozenset[Node], ...]
    parents: tuple[int, ...]
    order: tuple[Node, ...]
    """The variables in the order of elimination."""

    @property
    def width(self) -> int:
        """The size of the largest bag, less one."""
        return max(map(len, self.bags), default=0) - 1


def decompose(graph: Mapping[Node, set[Node]]) -> Decomposition[Node]:
    """A tree decomposition by min-fill; of equals, the first variable is eliminated."""
    neighbours = {node: set(others) for node, others in graph.items()}
    place: dict[Node, int] = {}
    bags: list[frozenset[Node]] = []

    def missing_edges(node: Node) -> int:
        pairs = combinations(neighbours[node], 2)
        return sum(b not in neighbours[a] for a, b in pairs)

    while neighbours:
        node = min(neighbours, key=missing_edges)
        others = neighbours.pop(node)
        for a in others:
            neighbours[a] |= others - {a}
            neighbours[a].discard(node)
        place[node] = len(bags)
        bags.append(frozenset({node, *others}))
    parents = [
        min((place[other] for other in bag if place[other] > number), default=-1)
        for number, bag in enumerate(bags)
    ]
    return Decomposition(tuple(bags), tuple(parents), tuple(place))


# Local search by min-conflicts: begin with any assignment, and repair it.
#
# A variable of a broken constraint is drawn, and takes the value that breaks fewest constraints.
# A variable that has just been moved rests for some steps (tabu), so that a plateau is crossed.
# Local search finds solutions of large, loose problems soon; it never shows that there is none,
# and so an answer here is a solution or nothing at all.
#
# Sources: Minton, Johnston, Philips, Laird, "Minimizing conflicts", Artificial Intelligence 58,
# 1992; Glover, "Tabu search", 1989.


@dataclass(frozen=True, slots=True)
class LocalSearch:
    """The result: a solution or ``None``, and the broken constraints at the start and after each step.

    ``moves`` are the variables and values of the steps.  Without a solution nothing is known: there
    may be one.
    """

    assignment: dict[str, int] | None
    conflicts: tuple[int, ...]
    moves: tuple[tuple[str, int], ...]


def min_conflicts(
    model: Model, *, seed: int = 0, max_steps: int = 10_000, tabu: int = 3, greedy: bool = True
) -> LocalSearch:
    """Repair an assignment until every constraint holds, or ``max_steps`` are made.

    With ``greedy`` the start itself gives each variable the value with fewest conflicts so far.
    """
    random = Random(seed)
    domains = {name: tuple(domain) for name, domain in model.domains.items()}
    touching: dict[str, list[Constraint]] = {name: [] for name in domains}
    for constraint in model.constraints:
        for name in dict.fromkeys(constraint.scope):
            touching[name].append(constraint)
    assignment: dict[str, int] = {}
    if not all(domains.values()):
        return LocalSearch(None, (), ())

    def broken(constraints: Sequence[Constraint]) -> list[Constraint]:
        return [
            each
            for each in constraints
            if all(name in assignment for name in each.scope) and not each.holds(assignment)
        ]

    def best_value(name: str) -> int:
        costs = {}
        for value in domains[name]:
            assignment[name] = value
            costs[value] = len(broken(touching[name]))
        least = min(costs.values())
        return random.choice([value for value, cost in costs.items() if cost == least])

    for name, values in domains.items():
        assignment[name] = best_value(name) if greedy else random.choice(values)
    conflicts = [len(broken(model.constraints))]
    moves: list[tuple[str, int]] = []
    rests: dict[str, int] = {}
    while conflicts[-1] and len(moves) < max_steps:
        check()
        unhappy = sorted({name for each in broken(model.constraints) for name in each.scope})
        free = [name for name in unhappy if rests.get(name, 0) <= len(moves)]
        name = random.choice(free or unhappy)
        assignment[name] = best_value(name)
        moves.append((name, assignment[name]))
        rests[name] = len(moves) + tabu
        conflicts.append(len(broken(model.constraints)))
    solved = dict(assignment) if not conflicts[-1] else None
    return LocalSearch(solved, tuple(conflicts), tuple(moves))


# The experiments of lessons: each runs in seconds and gives a table, of which the page draws
# bars.
#
# An experiment is a function without arguments; its result has the names of its columns and its
# rows, the first column the label and the last the number that is drawn.

Table = dict[str, Any]

PHASE_NODES, PHASE_GRAPHS = 24, 15
"""Nodes of each random graph, and graphs at each density, of the phase transition."""


def _table(columns: list[str], rows: list[list[Any]]) -> Table:
    return {"columns": columns, "rows": rows}


def _nodes(model: Model, options: str, limit: int | None = None) -> int:
    return int(solve(model, f"native:{options}", limit=limit).stats["nodes"])


def units() -> Table:
    """How many assignments of a 4x4 grid are left as rows, columns and boxes are declared."""
    model = Sudoku("." * 16).model()
    rows = [["nothing", 4**16], ["rows", 24**4]]
    for label, declared in (("rows, columns", 8), ("and boxes", 12)):
        part = Model(model.domains, model.constraints[:declared])
        rows.append([label, count_solutions(part, "native").number])
    return _table(["declared", "solutions"], rows)


def redundancy() -> Table:
    """Nodes for all magic squares, with and without the sum, with and without symmetry."""
    rows = [
        [label, _nodes(magic_square(**how), "level=bounds,order=lexicographic")]
        for label, how in (
            ("as declared", {"redundant": False}),
            ("the sum is 15", {}),
            ("one of eight images", {"redundant": False, "symmetric": False}),
            ("both", {"symmetric": False}),
        )
    ]
    return _table(["model", "nodes"], rows)


def symmetry() -> Table:
    """Solutions and nodes of queens, all and one of each mirrored pair."""
    rows = []
    for size in (4, 6, 8):
        for label, half in (("all", False), ("first queen left", True)):
            run = solve(queens(size, half=half), "native:level=gac,order=mrv", limit=None)
            rows.append([f"{size}, {label}", len(run.solutions), run.stats["nodes"]])
    return _table(["queens", "solutions", "nodes"], rows)


def levels() -> Table:
    """Nodes on one hard puzzle at each level of consistency."""
    puzzle, rows = lesson_problem("hard"), []
    for level in ("forward-checking", "unit-propagation", "arc-consistency", "gac", "singleton"):
        run = solve(puzzle, f"native:level={level},order=mrv", limit=2)
        label = level.replace("gac", "generalised arc consistency").replace("-", " ")
        rows.append([label, run.stats["filterings"], run.stats["nodes"]])
    return _table(["level", "runs of filters", "nodes"], rows)


ORDERS = (
    ("as declared", "lexicographic"),
    ("fewest values", "mrv"),
    ("fewest values, then degree", "mrv-degree"),
    ("domain over weight", "domwdeg"),
)
"""Orders of variables, by their labels."""


def orders() -> Table:
    """Nodes on ten random graphs in three colours, with each order of variables."""
    random, nodes = Random(7), [f"n{i}" for i in range(PHASE_NODES)]
    pairs = list(combinations(nodes, 2))
    graphs = [colouring(random.sample(pairs, 52), 3, nodes) for _ in range(10)]
    return _table(["order", "nodes, ten graphs"], _by_order(graphs, 1))


def hidden_core_orders() -> Table:
    """Nodes until a graph with a hidden hard core is shown to have no colouring, by order."""
    return _table(["order", "nodes"], _by_order([hidden_core()], None))


def _by_order(graphs: list[Model], limit: int | None) -> list[list[Any]]:
    ways = [(label, f"level=forward-checking,order={name}") for label, name in ORDERS]
    return [[label, sum(_nodes(each, way, limit) for each in graphs)] for label, way in ways]


def values() -> Table:
    """Nodes to the first solution of some latin squares with holes, by the order of values."""
    rows = []
    for order in ("ascending", "least-constraining"):
        nodes = [_nodes(_latin(10, seed), f"order=mrv,values={order}", 1) for seed in range(8)]
        rows.append([order, sum(nodes)])
    return _table(["order of values", "nodes, eight squares"], rows)


def _latin(size: int, seed: int, holes: float = 0.55) -> Model:
    """A latin square with holes: a cyclic one, rows and columns shuffled."""
    random = Random(seed)
    rows, columns = random.sample(range(size), size), random.sample(range(size), size)
    cells = {(r, c): (rows[r] + columns[c]) % size for r in range(size) for c in range(size)}
    open_cells = set(random.sample(list(cells), round(holes * size * size)))
    lines = [[(r, c) for c in range(size)] for r in range(size)]
    lines += [[(r, c) for r in range(size)] for c in range(size)]
    domains = {
        f"r{r}c{c}": range(size) if (r, c) in open_cells else [value]
        for (r, c), value in cells.items()
    }
    return Model(domains, [AllDifferent(tuple(f"r{r}c{c}" for r, c in line)) for line in lines])


RESTART_UNIT = 1000
"""Runs of filters before the first restart of the experiment."""

LUBY = (1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8)


def _random_search(square: Model, seed: int, effort: int | None = None) -> tuple[bool, int]:
    """Search with random values; return whether a solution was found, and the nodes."""
    request = Request(1, effort=effort)
    search = Native(order="mrv", values="random", alldifferent="naked", seed=seed)
    with closing(search.run(square, request)) as run:
        is_solved = next(run, None) is not None
    return is_solved, int(request.stats["nodes"])


@cache
def _fifty_searches() -> tuple[list[int], list[int]]:
    """The nodes of fifty searches of one latin square, without restarts and with restarts."""
    square, restarted = _latin(18, 1, holes=0.42), []
    for first in range(50):
        nodes = 0
        for start, factor in enumerate(LUBY, 1):
            is_solved, visited = _random_search(square, 1000 * first + start, RESTART_UNIT * factor)
            nodes += visited
            if is_solved:
                break
        restarted.append(nodes)
    return [_random_search(square, seed)[1] for seed in range(50)], restarted


def restarts() -> Table:
    """The number of searches, of fifty with random values, that need more than n nodes.

    A search with restarts is broken off after ``RESTART_UNIT`` runs of filters times the next
    number of Luby's sequence, and begins anew with other random numbers.
    """
    rows = []
    for mark in (50, 100, 200, 400, 800, 1600):
        longer = (sum(nodes > mark for nodes in some) for some in _fifty_searches())
        rows.append([f"more than {mark:,}", *longer])
    return _table(["nodes", "searches of 50", "with restarts"], rows)


def measures() -> Table:
    """The median of the same searches, how many found a solution, and the mean."""
    searches = zip(("without restarts", "with restarts"), _fifty_searches(), strict=True)
    rows = [[how, round(median(n)), len(n), round(mean(n))] for how, n in searches]
    return _table(["searches", "median", "solved", "mean"], rows)


def discrepancies() -> Table:
    """Nodes to the first solution of latin squares, depth first and by discrepancies."""
    rows = []
    for seed in (1, 5, 7, 2):
        square = _latin(18, seed, holes=0.42)
        nodes = (_nodes_by_waves(square, waves) for waves in ([inf], count_from(0)))
        rows.append([f"square {seed}", *nodes])
    return _table(["latin square", "depth first", "by discrepancies"], rows)


def _nodes_by_waves(model: Model, waves: Iterable[float]) -> int:
    """Nodes of two-way branching, in waves, each with its limit of discrepancies."""
    engine = Engine(model.structure, filter_factory(Levels("naked")))
    nodes = 0

    def is_solved(most: float) -> bool:
        nonlocal nodes
        nodes += 1
        if not engine.propagate():
            return False
        open_ = [(mask.bit_count(), x) for x, mask in enumerate(engine.masks) if mask & (mask - 1)]
        if not open_:
            return True
        _, x = min(open_)
        mask, mark = engine.masks[x], engine.mark()
        smallest = mask & -mask
        for branch, allowed in ((smallest, most), (mask ^ smallest, most - 1)):
            if allowed >= 0:
                engine.assign(x, branch)
                if is_solved(allowed):
                    return True
                engine.undo(mark)
        return False

    for wave in waves:
        engine.reset(model.narrowed)
        if is_solved(wave):
            break
    return nodes


def arc_checks() -> Table:
    """Checks of pairs of values until a chain of "less than" is arc consistent, by algorithm."""
    rows: list[list[Any]] = [[name, _checks_of(name)] for name in ("AC-1", "AC-3", "AC-2001")]
    # AC-4 checks every pair of values of the seven constraints
    return _table(["algorithm", "checks"], [*rows[:2], ["AC-4", 7 * 16 * 16], rows[2]])


def _checks_of(algorithm: str) -> int:
    domains = [list(range(16)) for _ in range(8)]
    arcs = [pair for x in range(7) for pair in ((x, x + 1), (x + 1, x))]
    supports: dict[tuple[int, int, int], int] = {}
    checks = 0

    def is_revised(x: int, y: int) -> bool:
        nonlocal checks
        remaining = []
        for value in domains[x]:
            former = supports.get((x, y, value), -1) if algorithm == "AC-2001" else -1
            if former in domains[y]:
                remaining.append(value)
                continue
            for other in domains[y]:
                if other > former:
                    checks += 1
                    if value < other if x < y else other < value:
                        supports[x, y, value] = other
                        remaining.append(value)
                        break
        changed, domains[x] = len(remaining) < len(domains[x]), remaining
        return changed

    while algorithm == "AC-1" and sum(is_revised(*arc) for arc in arcs):
        pass
    waiting = deque(arcs if algorithm != "AC-1" else ())
    while waiting:
        x, y = waiting.popleft()
        if is_revised(x, y):
            waiting += [arc for arc in arcs if arc[1] == x and arc[0] != y and arc not in waiting]
    return checks


def order_clauses() -> Table:
    """Clauses that say x < y, from 1 to n, by literals x = v and by literals x <= v."""
    rows = [[f"1 to {n}", n * (n + 1) // 2, n] for n in (4, 9, 25)]
    return _table(["values", "direct", "order"], rows)


def learning() -> Table:
    """Nodes with and without learning on a puzzle and on a model that thrashes."""
    puzzle = lesson_model("hard")
    rows = []
    for label, model in (("hard puzzle", puzzle), ("thrashing", thrashing())):
        for how, name in (("without learning", "none"), ("with learning", "1uip")):
            options = f"learning={name},order=lexicographic,alldifferent=naked"
            rows.append([f"{label}, {how}", _nodes(model, options, 2)])
    return _table(["model", "nodes"], rows)


def encodings() -> Table:
    """Clauses that say "at most one of n", by three encodings."""
    rows = []
    for size in (4, 9, 25):
        rows.append([f"{size}, pairs", 0, size * (size - 1) // 2])
        rows.append([f"{size}, ladder", size - 1, 3 * size - 4])
        bits = (size - 1).bit_length()
        rows.append([f"{size}, binary", bits, size * bits])
    return _table(["values, encoding", "new variables", "clauses"], rows)


def pairwise_queens(size: int) -> Model:
    """Queens by one constraint a pair and line, so that conflicts can be counted."""
    names = [f"q{i}" for i in range(size)]
    constraints = [
        Linear((names[i], names[j]), (1, -1), "!=", difference)
        for i, j in combinations(range(size), 2)
        for difference in (0, j - i, i - j)
    ]
    return Model(dict.fromkeys(names, range(size)), constraints)


def repairs() -> Table:
    """The conflicts left after each repair of twenty queens by min-conflicts."""
    search = min_conflicts(pairwise_queens(20), seed=3, greedy=False)
    rows = [[f"step {step}", conflicts] for step, conflicts in enumerate(search.conflicts)]
    return _table(["step", "conflicts"], rows)


def neighbourhoods() -> Table:
    """The length of a ruler after each step of large neighbourhood search, with 3 or 4 marks kept."""
    model, last = golomb(8, 70), "m[7]"
    rows: list[list[Any]] = [[f"step {step}" if step else "start"] for step in range(13)]
    for size in (3, 4):
        random, best = Random(1), solve(model.with_objective(None), "native").solutions[0]
        for row in rows:
            row.append(best[last])
            fixed = random.sample([f"m[{i}]" for i in range(1, 7)], size)
            outcome = solve(model.narrow({name: [best[name]] for name in fixed}), "native")
            if outcome.solutions and outcome.solutions[-1][last] < best[last]:
                best = outcome.solutions[-1]
    return _table(["step", "three marks kept", "four marks kept"], rows)


def widths() -> Table:
    """Variables and width by min-fill of some constraint graphs."""
    names = [f"n{i}" for i in range(8)]
    ring = colouring(list(zip(names, names[1:] + names[:1], strict=True)), 3, names)
    models = {
        "tree": lesson_model("tree"),
        "ring of 8": ring,
        "Australia": lesson_model("australia"),
        "Sudoku 4x4": lesson_model("four-open"),
        "eight queens": pairwise_queens(8),
    }
    rows = []
    for label, model in models.items():
        graph = constraint_graph(model)
        rows.append([label, len(graph), decompose(graph).width])
    return _table(["model", "variables", "width"], rows)


def phase() -> Table:
    """Random graphs in three colours: how many can be coloured, and the median of nodes."""
    names = [f"n{i}" for i in range(PHASE_NODES)]
    pairs = list(combinations(names, 2))
    rows = []
    for tenths in (15, 18, 20, 22, 24, 26, 30):
        random, nodes, solved = Random(tenths), [], 0
        for _ in range(PHASE_GRAPHS):
            chosen = random.sample(pairs, PHASE_NODES * tenths // 10)
            graph = colouring(chosen, 3, names)
            run = solve(graph, "native:level=forward-checking,order=mrv", limit=1)
            solved += bool(run.solutions)
            nodes.append(run.stats["nodes"])
        label = f"{tenths / 10} edges a node"
        rows.append([label, f"{solved} of {PHASE_GRAPHS}", round(median(nodes))])
    return _table(["density", "can be coloured", "median of nodes"], rows)


def clues() -> Table:
    """Solutions of a 4x4 puzzle as its clues are taken away one by one."""
    line, rows = ".......21.3..4..", []
    for number in range(sum(sign != "." for sign in line), -1, -1):
        rows.append([quantity(number, "clue"), count_solutions(line, backend="native").number])
        line = re.sub(r"[1-9]", ".", line, count=1)
    return _table(["puzzle", "solutions"], rows)


EXPERIMENTS: dict[str, Callable[[], Table]] = {
    each.__name__: each
    for each in (
        units, redundancy, symmetry, arc_checks, levels, orders, hidden_core_orders, values,
        discrepancies, restarts, measures, learning, encodings, order_clauses, repairs,
        neighbourhoods, widths, phase, clues,
    )
}  # fmt: skip
"""The experiments, by name."""


def experiment(name: str) -> Table:
    """Run an experiment."""
    if name not in EXPERIMENTS:
        raise ExerciseError(f"there is no experiment {name!r}")
    return EXPERIMENTS[name]()


MAX_EVENTS = 1500


def lesson_figure(name: str, choice: int) -> dict[str, Any]:
    """The figure of a lesson, for one of its choices."""
    spec = find_lesson(name).figure
    if spec["kind"] == "experiment":
        return {"kind": "experiment", **experiment(spec["experiment"])}
    if spec["kind"] == "picture":
        return {"kind": "picture", "svg": spec["svg"]}
    chosen = spec["choices"][choice]
    problem = lesson_problem(chosen.get("model", spec.get("model", "")))
    limit = spec.get("limit", 1) or None
    run = trace(problem, f"native:{chosen['options']}", limit=limit, most=MAX_EVENTS)
    view = spec.get("view", "store")
    figure = {"kind": "run", "view": view, "run": page_data(run), "edges": [], "places": {}}
    if view == "graph":
        assert isinstance(problem, Model)
        figure |= graph_layout(problem)
    elif isinstance(problem, Puzzle):
        figure["view"] = "grid"
    return figure


def graph_layout(model: Model) -> dict[str, Any]:
    """The edges of the constraint graph, and a place for each variable in a square of 400."""
    graph = constraint_graph(model)
    edges = [[a, b] for a, b in combinations(graph, 2) if b in graph[a]]
    places: dict[str, tuple[int, int]] = {}
    for number, name in enumerate(graph):
        angle = 2 * pi * number / len(graph) - pi / 2
        places[name] = (round(200 + 150 * cos(angle)), round(200 + 150 * sin(angle)))
    if set(graph) == set(AUSTRALIA):
        places = dict(AUSTRALIA)
    return {"edges": edges, "places": places}
