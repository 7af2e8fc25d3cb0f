"""The widgets in Python: state, questions, pictures; and without anywidget."""

import json
import pickle
import subprocess
import sys
from itertools import combinations

import pytest

import nonet
from nonet.errors import ClueError, ModelError, PuzzleError
from nonet.tracing.page import graph_places
from nonet.tracing.tree import search_tree, tree_svg

FOUR = ".......21.3..4.."
BORDERS = "WA-NT WA-SA NT-SA NT-Q SA-Q SA-NSW SA-V Q-NSW NSW-V"


@pytest.fixture
def colouring() -> nonet.Model:
    build = nonet.ModelBuilder()
    names = ["WA", "NT", "SA", "Q", "NSW", "V", "T"]
    states = {name: build.variable(name, ["red", "green", "blue"]) for name in names}
    for pair in BORDERS.split():
        a, b = pair.split("-")
        build.add(states[a] != states[b])
    return build.model()


def answer(widget, **question):
    (event,) = widget.answers(question)
    return event["done"]


def test_what_is_entered_in_python_or_in_a_view_is_the_puzzle():
    widget = nonet.play(FOUR)
    widget.enter("R1C1", 4)
    assert dict(widget.puzzle.entries) == {"R1C1": 4}
    widget.state = {"play": {"R1C2": {"centre": [1, 2]}, "R1C3": {"value": 1, "corner": [2]}}}
    assert dict(widget.puzzle.entries) == {"R1C3": 1}
    assert list(widget.puzzle.candidates["R1C2"]) == [1, 2]
    widget.enter("R1C3", None)
    assert not widget.puzzle.entries
    widget.puzzle = "1..............4"
    assert dict(widget.puzzle.clues) == {"R1C1": 1, "R4C4": 4}
    with pytest.raises(PuzzleError, match="R1C1 has a clue"):
        widget.enter("R1C1", 2)
    with pytest.raises(PuzzleError, match="not 5"):
        widget.enter("R1C2", 5)


def test_a_view_asks_what_the_page_asks():
    widget = nonet.play(FOUR)
    hint = answer(widget, do="hint", puzzle=widget.document["puzzle"])
    assert len(hint["words"]) == 4
    (event,) = widget.answers({"do": "sovle"})
    assert "did you mean solve" in event["error"]


def test_a_model_has_no_grid_to_play_on(colouring):
    with pytest.raises(PuzzleError, match=r"nonet\.step"):
        nonet.play(colouring)


def test_moves_of_a_view_and_of_python_drive_the_same_stepper(colouring):
    widget = nonet.step(colouring, "gac", "forward-checking")
    assert widget.step("WA = green").sentences == ("guess 1: WA = green",)
    widget.step()
    assert widget.state["moves"][0][0] == {"guess": ["WA", 1]}
    label = widget.state["moves"][0][1]["filter"]
    stand = answer(widget, do="drive", level="gac", moves=widget.state["moves"][0])
    assert stand["domains"] == {name: list(d) for name, d in widget.stepper.domains.items()}
    assert label.startswith("WA != NT")
    assert "WA = green" in stand["told"][0]
    (event,) = widget.answers({"do": "drive", "level": "gac", "moves": [{"guess": ["WA", 9]}]})
    assert "WA cannot be 9" in event["error"]


def test_a_move_from_python_is_made_at_both_levels_where_it_can_be(colouring):
    widget = nonet.step(colouring, "forward-checking", "arc-consistency")
    for move in ("WA = red", "all", "Q = green", "all"):
        widget.step(move)
    first, second = widget.steppers
    assert [first.state, second.state] == ["open", "failed"]
    assert str(first.domains["NT"]) == str(first.domains["SA"]) == "Domain({blue})"
    widget.step("V = red")  # the second has failed, and stays as it is
    assert [len(moves) for moves in widget.state["moves"]] == [5, 4]
    with pytest.raises(ModelError, match="may be red, green, blue"):
        widget.step("T = 9")


def test_which_constraint_wakes_is_told_with_the_reason(colouring):
    widget = nonet.step(colouring)
    moves = [{"all": True}, {"guess": ["WA", 0]}]
    woken = answer(widget, do="drive", level="gac", moves=moves)["woken"]
    assert [line.partition(" (")[0] for line in woken] == ["WA != NT", "WA != SA"]
    assert all(line.endswith("wakes: WA changed") for line in woken)


def test_a_tree_knows_the_domains_at_each_event(colouring):
    widget = nonet.tree(colouring, "native:learning=1uip")
    run = widget.trace
    guess = next(n for n, event in enumerate(run.events, 1) if type(event).__name__ == "Branched")
    widget.at = guess
    event = run.events[guess - 1]
    colour = ["red", "green", "blue"][event.value]
    assert repr(widget.domains[event.variable]) == f"Domain({{{colour}}})"
    with pytest.raises(ModelError, match="no event"):
        widget.at = len(run) + 1


def test_a_learned_nogood_says_how_far_it_jumps():
    hard = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
    widget = nonet.tree(hard, "native:learning=1uip,order=lexicographic")
    learned = [event for event in widget.trace.events if type(event).__name__ == "Learned"]
    nodes = widget.document["run"]["tree"]
    jumps = [node["jump"] for node in nodes if "jump" in node]
    assert learned
    assert jumps
    assert set(jumps) <= {event.depth for event in learned}
    assert all(node["jump"] < node["depth"] for node in nodes if "jump" in node)


def test_a_solution_below_which_branches_had_failed_is_a_solution_in_the_tree():
    hard = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
    run = nonet.trace(hard, "native:learning=1uip,order=lexicographic")
    solved = [node for node in search_tree(run) if node.status == "solved"]
    assert [(node.end, node.solutions) for node in solved] == [(len(run) - 1, 1)]
    assert solved[0].children


def test_the_graph_has_the_edges_and_the_width_that_networkx_finds(colouring):
    networkx = pytest.importorskip("networkx", reason="needs networkx, of the extra notebook")
    widget = nonet.graph(colouring)
    graph = widget.to_networkx()
    assert {frozenset(edge) for edge in graph.edges} == {
        frozenset(pair.split("-")) for pair in BORDERS.split()
    }
    assert next(iter(graph.edges["WA", "NT"]["constraints"])).scope == ("WA", "NT")
    width, _ = networkx.approximation.treewidth_min_fill_in(graph)
    assert widget.width == width == 2


def test_nodes_of_a_drawn_graph_lie_apart(colouring):
    places = list(nonet.graph(colouring).document["places"].values())
    for number, (x, y) in enumerate(places):
        for other_x, other_y in places[:number]:
            assert (x - other_x) ** 2 + (y - other_y) ** 2 > 62**2  # no two circles meet


@pytest.mark.parametrize("borders", ["WA-NT WA-SA NT-SA NT-Q SA-Q", BORDERS])
def test_edges_of_a_drawn_planar_map_do_not_cross(borders):
    pairs = [pair.split("-") for pair in borders.split()]
    names = dict.fromkeys(name for pair in pairs for name in pair)
    places = graph_places({n: [x for p in pairs if n in p for x in p if x != n] for n in names})

    def side(a, b, c):
        (ax, ay), (bx, by), (cx, cy) = (places[name] for name in (a, b, c))
        return (bx - ax) * (cy - ay) > (by - ay) * (cx - ax)

    for (a, b), (c, d) in combinations(pairs, 2):
        if len({a, b, c, d}) == 4:
            assert side(a, b, c) == side(a, b, d) or side(c, d, a) == side(c, d, b)


@pytest.mark.parametrize("kind", ["play", "step", "tree", "graph"])
def test_a_widget_is_plain_data_and_has_a_still_picture(kind):
    widget = getattr(nonet, kind)(FOUR)
    json.dumps([widget.document, widget.state])
    shown = widget._repr_mimebundle_()
    html = (shown[0] if isinstance(shown, tuple) else shown)["text/html"]
    assert "<svg" in html


def test_without_anywidget_a_widget_is_its_still_picture_and_says_what_to_install():
    program = (
        "import sys; sys.modules['anywidget'] = None\n"
        "import nonet; widget = nonet.play('1..............4'); widget.enter('R1C2', 2)\n"
        "html = widget._repr_mimebundle_()['text/html']\n"
        "assert '<svg' in html and 'nonet[notebook]' in html, html\n"
        "assert nonet.step('1..............4').step('all').state == 'open'\n"
        "assert widget.puzzle.entries == {'R1C2': 2}"
    )
    subprocess.run([sys.executable, "-c", program], check=True, timeout=100)


def test_answers_show_themselves_with_a_picture_and_declared_names(colouring):
    assert "red, green, blue" in colouring._repr_html_()
    assert "red, green, blue" in nonet.candidates(colouring)._repr_html_()
    assert "<svg" in nonet.candidates(FOUR)._repr_html_()
    clash = nonet.conflict("11..............")._repr_html_()
    assert "<svg" in clash
    assert "R1C1=1 and R1C2=1 clash" in clash
    assert "<svg" in nonet.hints(FOUR)._repr_html_()
    assert "<svg" in nonet.verify(FOUR)._repr_html_()
    assert nonet.verify(colouring)._repr_html_().count("WA=") == 2


def test_named_values_are_shown_by_their_names_everywhere(colouring):
    model = pickle.loads(pickle.dumps(colouring))
    every = "Domain({red, green, blue})"
    assert str(model.domains["WA"]) == str(nonet.candidates(model)["WA"]) == every
    assert model.domains["WA"] == nonet.Model({"x": range(3)}).domains["x"]
    assert "red" in model.domains["WA"]
    assert "pink" not in model.domains["WA"]
    narrow = model.narrow({"WA": [0], "NT": [0, 1], "SA": [0]})
    assert str(narrow.domains["NT"]) == "Domain({red, green})"
    assert nonet.conflict(narrow).in_words() == "WA=red and SA=red clash (no fewer clash)"
    assert "<code>WA=red</code>" in nonet.conflict(narrow)._repr_html_()
    shut = model.narrow({"WA": [0], "NT": [1]})
    text = nonet.why_not(shut, "SA", "green").in_words()
    assert text == nonet.why_not(shut, "SA", 1).in_words()
    assert text.startswith("SA cannot be green")
    assert "0" not in text + str(nonet.why_not(shut, "SA", "red").chain)
    with pytest.raises(ClueError, match="the values red, green, blue: not 'pink'"):
        nonet.why_not(model, "SA", "pink")
    run = nonet.trace(model)
    guesses = [line.partition(": ")[2] for line in str(run).splitlines() if "guess" in line]
    assert guesses
    assert all(guess.endswith((" = red", " = green", " = blue")) for guess in guesses)
    assert all(guess in tree_svg(run) for guess in guesses)
