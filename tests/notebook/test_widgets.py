"""The widgets in Python: state, questions, pictures; and without anywidget."""

import json
import subprocess
import sys

import pytest

import nonet
from nonet.errors import ModelError, PuzzleError

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
    assert widget.domains[run.events[guess - 1].variable].is_single
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


def test_the_graph_has_the_edges_and_the_width_that_networkx_finds(colouring):
    networkx = pytest.importorskip("networkx")
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
