"""The figures of lessons, as data: a run to step through, or an experiment.

>>> figure = lesson_figure("forward-checking", 0)
>>> figure["kind"], figure["view"], len(figure["edges"])
('run', 'graph', 9)
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import cos, pi, sin
from random import Random
from statistics import median
from typing import Any, Generic, TypeVar

from nonet.deadline import check
from nonet.errors import ExerciseError
from nonet.learn.lesson_models import (
    AUSTRALIA,
    colouring,
    golomb,
    hidden_core,
    lesson_model,
    lesson_problem,
    magic_square,
    pigeons,
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
    cells = [f"R{r}C{c}" for r in range(1, 5) for c in range(1, 5)]
    rows = [cells[4 * r : 4 * r + 4] for r in range(4)]
    columns = [cells[c::4] for c in range(4)]
    boxes = [[cells[r + c + d] for d in (0, 1, 4, 5)] for r in (0, 8) for c in (0, 2)]
    domains = dict.fromkeys(cells, range(1, 5))
    counts: list[list[Any]] = [["nothing", 4**16], ["rows", 24**4]]
    for label, declared in (
        ("rows, columns", rows + columns),
        ("and boxes", rows + columns + boxes),
    ):
        counts.append(
            [
                label,
                count_solutions(
                    Model(domains, [AllDifferent(tuple(unit)) for unit in declared]), "native"
                ).number,
            ]
        )
    return _table(["declared", "solutions"], counts)


def viewpoints() -> Table:
    """Nodes for all solutions of six queens, with one view and with two."""
    rows = [
        [f"{name}, {level}", _nodes(queens(6, channelled=both), f"level={level},order=mrv")]
        for level in ("arc-consistency", "gac")
        for name, both in (("one view", False), ("two views", True))
    ]
    return _table(["model, level", "nodes"], rows)


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
    rows = []
    for label, name in ORDERS:
        options = f"level=forward-checking,order={name}"
        rows.append([label, sum(_nodes(graph, options, 1) for graph in graphs)])
    return _table(["order", "nodes, ten graphs"], rows)


def hidden_core_orders() -> Table:
    """Nodes until a graph with a hidden hard core is shown to have no colouring, by order."""
    rows = [
        [label, _nodes(hidden_core(), f"level=forward-checking,order={name}")]
        for label, name in ORDERS
    ]
    return _table(["order", "nodes"], rows)


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


def backjumps() -> Table:
    """Nodes on a model whose first choices do not matter, without learning and with it."""
    rows = [
        ["chronological", _nodes(thrashing(), "level=forward-checking,order=lexicographic")],
        ["jumps to the cause", _nodes(thrashing(), "learning=1uip,order=lexicographic,alldifferent=naked")],
    ]  # fmt: skip
    return _table(["search", "nodes"], rows)


RESTART_UNIT = 50
"""Nodes before the first restart of the experiment."""


def restarts() -> Table:
    """Of fifty searches with random values, how many need more than so many nodes.

    A search with restarts visits ``RESTART_UNIT`` nodes times the next number of Luby's sequence,
    then begins anew with the random values of the next search.
    """
    square = _latin(18, 2, holes=0.42)
    nodes = [
        _nodes(square, f"level=unit-propagation,order=mrv,values=random,seed={seed}", 1)
        for seed in range(50)
    ]
    restarted = [_nodes_with_restarts(nodes[first:] + nodes[:first]) for first in range(50)]
    rows = [
        [f"more than {mark}", *(sum(each > mark for each in some) for some in (nodes, restarted))]
        for mark in (25, 50, 100, 200, 400, 600)
    ]
    return _table(["nodes", "searches of 50", "with restarts"], rows)


def _nodes_with_restarts(nodes: list[int]) -> int:
    """The nodes of a search whose k-th start would need ``nodes[k]`` and is cut off by a limit."""
    visited, luby = 0, [1]
    while len(luby) < len(nodes):
        luby += [*luby, luby[-1] * 2]
    for needed, factor in zip(nodes, luby, strict=False):
        limit = RESTART_UNIT * factor
        if needed <= limit:
            return visited + needed
        visited += limit
    raise AssertionError("no start was lucky")


def pigeonholes() -> Table:
    """Failures for pigeons said pair by pair, and nodes when said at once."""
    rows = []
    for size in (4, 5, 6, 7):
        run = solve(pigeons(size), "native:level=forward-checking,order=lexicographic")
        once = _nodes(pigeons(size, pairwise_only=False), "level=gac")
        rows.append([f"{size} in {size - 1}", once, run.stats["failures"]])
    return _table(["pigeons", "nodes, at once", "failures, pair by pair"], rows)


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


def relaxation() -> Table:
    """A knapsack: the best load, and the bound when things may be cut."""
    weights, worths = (4, 3, 5, 6, 2), (10, 7, 12, 13, 4)
    rows = []
    for most in (7, 10, 13):
        capacity, bound = float(most), 0.0
        for worth, weight in sorted(zip(worths, weights, strict=True), key=lambda p: -p[0] / p[1]):
            part = min(1.0, capacity / weight)
            bound, capacity = bound + part * worth, capacity - part * weight
        best = max(
            sum(worths[i] for i in chosen)
            for size in range(6)
            for chosen in combinations(range(5), size)
            if sum(weights[i] for i in chosen) <= most
        )
        rows.append([f"capacity {most}", best, round(bound, 2)])
    return _table(["knapsack", "best whole load", "bound with parts"], rows)


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


PROGRAMS = ("a :- b. b :- a.", "a :- not b. b :- not a.", "a :- not a.", "a. b :- a, c. c :- b.")
"""Programs of rules about the facts a, b and c."""


def stable_sets() -> Table:
    """For small programs, how many sets of facts their rules allow, and how many are answer sets.

    An answer set is the set that the rules derive once each "not" is judged by this very set
    (Gelfond and Lifschitz, "The stable model semantics for logic programming", 1988).
    """
    rows: list[list[Any]] = []
    for program in PROGRAMS:
        rules = []
        for text in program.rstrip(".").split(". "):
            head, _, body = text.partition(" :- ")
            rules.append((head, set(body.split(", ")) - {""}))
        names = sorted(set(program) & set("abc"))
        allowed = stable = 0
        for size in range(len(names) + 1):
            for some in combinations(names, size):
                facts = {*some, *(f"not {name}" for name in names if name not in some)}
                allowed += all(head in facts for head, body in rules if body <= facts)
                derived = {fact for fact in facts if fact.startswith("not ")}
                for _ in rules:
                    derived |= {head for head, body in rules if body <= derived}
                stable += derived == facts
        rows.append([program, allowed, stable])
    return _table(["program", "as clauses", "answer sets"], rows)


def widths() -> Table:
    """Variables and width by min-fill of some constraint graphs."""
    ring = colouring(
        [(f"n{i}", f"n{(i + 1) % 8}") for i in range(8)], 3, [f"n{i}" for i in range(8)]
    )
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
            run = solve(
                colouring(chosen, 3, names), "native:level=forward-checking,order=mrv", limit=1
            )
            solved += bool(run.solutions)
            nodes.append(run.stats["nodes"])
        rows.append(
            [f"{tenths / 10} edges a node", f"{solved} of {PHASE_GRAPHS}", round(median(nodes))]
        )
    return _table(["density", "can be coloured", "median of nodes"], rows)


def clues() -> Table:
    """Solutions of a 4x4 puzzle as its clues are taken away one by one."""
    line, rows = ".......21.3..4..", []
    places = [place for place, sign in enumerate(line) if sign != "."]
    for taken in range(len(places) + 1):
        line_now = "".join(
            "." if place in places[:taken] else sign for place, sign in enumerate(line)
        )
        rows.append(
            [f"{len(places) - taken} clues", count_solutions(line_now, backend="native").number]
        )
    return _table(["puzzle", "solutions"], rows)


EXPERIMENTS: dict[str, Callable[[], Table]] = {
    each.__name__: each
    for each in (
        units, viewpoints, redundancy, symmetry, levels, orders, hidden_core_orders, values,
        backjumps, restarts, pigeonholes, learning, encodings, repairs, relaxation, neighbourhoods,
        stable_sets, widths, phase, clues,
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
