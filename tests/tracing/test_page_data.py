"""A run as numbers, as the page gets it: decoded again, and the layout of its constraint graph."""

from itertools import combinations

import pytest

import nonet
from nonet.backends.events import (
    EVENT_TYPES,
    Branched,
    Filtered,
    Implication,
    Learned,
    Posted,
    Restarted,
    SolutionFound,
    Stopped,
    WipedOut,
)
from nonet.model import AllDifferent, Annotation, Domain, Model
from nonet.tracing import Trace
from nonet.tracing import page as page_module
from nonet.tracing.page import graph_places, page, page_data, run_figure, variables_figure

HARD = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
RULE = Annotation("row", "a rule")
NAMES = ("a", "b", "c", "d", "e")
DOMAINS = {name: Domain.of([3, 5, 9]) for name in NAMES}


def data_of(*events, missing=(), **more):
    return page_data(Trace("mine", DOMAINS, events, missing=missing, **more))


def tag(kind):
    return EVENT_TYPES.index(kind)


def test_each_event_is_its_numbers():
    graph = (
        Implication("b", (3,), 1, None, ()),
        Implication("c", (5, 9), 1, RULE, (0,)),
        Implication("", (), 1, RULE, (0, 1)),
    )
    data = data_of(
        Posted(RULE, ("a", "b")),
        Posted(Annotation("", "another"), ("c",)),
        Filtered("b", (9,), RULE, ("a",)),
        Filtered("b", (3, 9), Annotation("", "another"), ("a", "c")),
        Branched("e", 5, 2),
        WipedOut("c", RULE, ("a",)),
        WipedOut(None, RULE, ("a",)),
        Learned(1, ("b", "c"), ((3,), (5, 9)), 4, graph),
        Restarted(7),
        SolutionFound({"a": 3}),
        Stopped("time"),
    )
    assert data["events"] == [
        [tag(Posted), 0],
        [tag(Posted), 1],
        [tag(Filtered), 1, 2, 0, [0]],
        [tag(Filtered), 1, [0, 2], 1, [0, 2]],
        [tag(Branched), 4, 1, 2],
        [tag(WipedOut), 2, 0, [0]],
        [tag(WipedOut), -1, 0, [0]],
        [
            tag(Learned),
            1,
            [[1, [0]], [2, [1, 2]]],
            4,
            [[1, [0], 1, "", []], [2, [1, 2], 1, "a rule", [0]], [-1, [], 1, "a rule", [0, 1]]],
        ],
        [tag(Restarted), 7],
        [tag(SolutionFound)],
        [tag(Stopped), "time"],
    ]
    assert data["scopes"] == [[0, 1], [2]]
    assert (data["names"], data["values"]) == ([*NAMES], [3, 5, 9])
    assert data["domains"] == [[0, 1, 2]] * 5


@pytest.mark.parametrize(
    ("scope", "because", "reasons"),
    [
        ("abcde", "abcd", -1),  # all but the variable itself, and more than three
        ("abcd", "abc", [0, 1, 2]),
        ("abcde", "abc", [0, 1, 2]),
        ("abcde", "bacd", [1, 0, 2, 3]),
    ],
)
def test_reasons_that_are_the_whole_scope_are_one_number(scope, because, reasons):
    target = scope[-1]
    data = data_of(Posted(RULE, tuple(scope)), Filtered(target, (3,), RULE, tuple(because)))
    assert data["events"][1][4] == reasons
    wiped = data_of(Posted(RULE, tuple(because)), WipedOut(None, RULE, tuple(because)))
    assert wiped["events"][1][3] == (-1 if len(because) > 3 else reasons)


def test_a_solution_is_told_in_full_where_events_are_missing():
    solution = SolutionFound({"a": 3, "c": 9})
    assert data_of(solution)["events"] == [[tag(SolutionFound)]]
    assert data_of(solution, missing=("guesses",))["events"] == [
        [tag(SolutionFound), [0, -1, 2, -1, -1]]
    ]


def test_phrases_are_stored_once_and_make_the_sentences():
    run = nonet.trace(HARD, "native:learning=1uip")
    data = page_data(run)
    texts = ["".join(data["phrases"][n] for n in numbers) for numbers in data["told"]]
    assert texts == [line[8:].lstrip() for line in str(run).splitlines()]
    assert len(set(data["phrases"])) == len(data["phrases"]) and "" not in data["phrases"]
    assert sum("jump" in node for node in data["tree"]) == run.stats["learned"]
    assert data["dead"] == sorted(data["dead"])


def test_what_the_run_says_of_itself_is_kept():
    data = data_of(status="sat", stopped_by="time", stats={"nodes": 3}, dropped=2, missing=("x",))
    own = {
        key: data[key] for key in ("backend", "status", "stopped", "stats", "missing", "dropped")
    }
    assert own == {
        "backend": "mine",
        "status": "sat",
        "stopped": "time",
        "stats": {"nodes": 3},
        "missing": ["x"],
        "dropped": 2,
    }


# -- the constraint graph ----------------------------------------------------------------------


def figure(number, edges, **more):
    domains = {f"x{i}": [1, 2] for i in range(number)}
    return variables_figure(domains, [(f"x{a}", f"x{b}") for a, b in edges], {}, **more)


def ring(number):
    return [(i, (i + 1) % number) for i in range(number)]


@pytest.mark.parametrize(
    ("number", "edges", "view"),
    [
        (30, ring(30), "graph"),
        (31, ring(31), "store"),
        (7, list(combinations(range(7), 2)), "graph"),  # six edges at each
        (8, list(combinations(range(8), 2)), "store"),  # seven
        (3, [], "store"),
        (2, [(0, 1)], "graph"),
    ],
)
def test_a_graph_is_drawn_where_it_can_be_read(number, edges, view):
    shown = figure(number, edges)
    assert shown["view"] == view
    assert len(shown["edges"]) == (len(edges) if view == "graph" else 0)
    assert len(shown["places"]) == (number if view == "graph" else 0)
    requested = figure(number, edges, view="graph")
    assert requested["view"] == "graph" and len(requested["edges"]) == len(edges)
    assert figure(number, edges, view="store")["view"] == "store"


def test_an_edge_is_shown_once_and_none_to_itself():
    shown = figure(3, [(0, 1), (1, 0), (1, 1), (0, 1)])
    assert shown["edges"] == [["x0", "x1"]]


@pytest.mark.parametrize("number", [2, 3, 5, 12, 30])
def test_nodes_stand_apart_and_within_the_picture(number):
    graph = {
        f"x{i}": {f"x{j}" for pair in ring(number) for j in pair if i in pair and i != j}
        for i in range(number)
    }
    graph["alone"], graph["apart"] = set(), set()
    places = graph_places(graph)
    assert [*places] and {*places} == {*graph}
    for (x1, y1), (x2, y2) in combinations(places.values(), 2):
        assert (x1 - x2) ** 2 + (y1 - y2) ** 2 >= (page_module.NEAREST - 2) ** 2
    xs = [x for x, _ in places.values()]
    assert min(xs) == 50 and max(xs) - 50 <= page_module.MAX_SPREAD
    lowest = max(places[name][1] for name in graph if graph[name])
    assert [places[name][1] for name in ("alone", "apart")] == [lowest + page_module.NEAREST] * 2
    assert places["apart"][0] - places["alone"][0] == page_module.NEAREST


def test_variables_without_constraints_stand_in_rows_of_four_or_more():
    places = graph_places({f"x{i}": set() for i in range(6)})
    assert [*places.values()] == [
        (50, 50), (128, 50), (206, 50), (284, 50), (50, 128), (128, 128)
    ]  # fmt: skip


def test_a_model_is_shown_by_its_graph_with_names_of_values_and_no_helpers():
    build = nonet.ModelBuilder()
    first, second = build.variables(["here", "there"], ["red", "green"])
    build.add(first != second)
    shown = run_figure(nonet.trace(build.model()))
    assert shown["view"] == "graph"
    assert shown["edges"] == [["here", "there"]]
    assert {*shown["named"]} == {"x0", "x1"}
    assert {*shown["named"]["x0"].values()} == {"red", "green"}


def test_a_puzzle_is_shown_by_its_picture():
    shown = run_figure(nonet.trace("1..............4"))
    assert set(shown) == {"run", "picture"}
    picture = shown["picture"]
    assert picture["clues"] == {"R1C1": 1, "R4C4": 4}
    assert (picture["values"], picture["symbols"]) == ([1, 2, 3, 4], ["1", "2", "3", "4"])
    assert picture["cells"][5] == ["R2C2", 1, 1]
    large = run_figure(nonet.trace("1" + "." * 255))["picture"]
    assert large["symbols"][9] == "A"


def test_a_page_has_a_title_even_where_none_is_given():
    run = nonet.trace(Model({"x": [1, 2]}, [AllDifferent(("x",))]))
    assert "<h1>A run, step by step</h1>" in page(run)
    assert "<h1>Two runs, side by side</h1>" in page(run, run)
    assert "<h1>mine</h1>" in page(run, title="mine")
    named = nonet.trace(nonet.Puzzle(nonet.Grid.square(4), {"R1C1": 1}, name="The puzzle"))
    assert "<h1>The puzzle</h1>" in page(named)
