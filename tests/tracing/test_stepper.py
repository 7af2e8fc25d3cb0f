"""The learner drives: any order of filtering ends in the same place."""

import io
import xml.etree.ElementTree as ElementTree
from random import Random

import pytest

from nonet import ModelBuilder, Sudoku
from nonet.cli import main
from nonet.errors import BackendOptionError, ModelError
from nonet.formats import parse
from nonet.model import AllDifferent, Annotation, Model
from nonet.solving import solve
from nonet.tracing import Stepper, states
from nonet.tracing.page import page
from nonet.tracing.tree import search_tree

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SMALL = "1..............4"
FOUR = ".......21.3..4.."
HARD = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"


@pytest.mark.parametrize(
    "level", ["forward-checking", "unit-propagation", "arc-consistency", "bounds", "gac"]
)
def test_whatever_is_filtered_next_the_fixed_point_is_one(level):
    ends = []
    for seed in range(3):
        random, stepper = Random(seed), Stepper(SMALL, level)
        while stepper.agenda:
            stepper.step(random.choice(stepper.agenda))
        ends.append(dict(stepper.domains))
    assert ends[0] == ends[1] == ends[2]


def test_an_easy_puzzle_is_solved_by_filtering_alone():
    stepper = Stepper(EASY)
    while stepper.state == "open":
        stepper.step()
    solution = solve(parse(EASY)).solution
    assert {n: next(iter(d)) for n, d in stepper.domains.items()} == dict(solution)
    assert stepper.trace().solutions == (dict(solution),)


def test_a_wrong_guess_fails_and_is_taken_back():
    stepper = Stepper(EASY, "forward-checking")
    before = dict(stepper.domains)
    assert stepper.step("R1C3 = 5").events[0].depth == 1
    assert stepper.step("all").state == "failed"
    assert stepper.agenda == ()
    with pytest.raises(ModelError, match="take the last guess back"):
        stepper.step("row 1")
    assert stepper.step("back").sentences == ("took back guess 1",)
    assert dict(stepper.domains) == before
    assert stepper.state == "open"


def test_what_was_done_by_hand_is_a_trace_like_any_other():
    stepper = Stepper(EASY, "forward-checking")
    for choice in ("row 1", "R1C3 = 1", "all", "back", "column 3"):
        stepper.step(choice)
    *_, last = states(stepper.trace())
    assert dict(last.domains) == dict(stepper.domains)


def test_cells_are_known_by_both_their_names():
    stepper = Stepper(EASY)
    assert stepper.step("A3 = 1").events[0].variable == "R1C3"


@pytest.mark.parametrize(
    ("choice", "expected"),
    [
        ("row 99", "no constraint is called 'row 99'"),
        ("R1C1 = 9", "R1C1 cannot be 9: it may be 5"),
        ("R1C1 = 5", "R1C1 is 5 already"),
        ("back", "no guess is open"),
    ],
)
def test_a_step_that_makes_no_sense_is_reported(choice, expected):
    with pytest.raises(ModelError, match=expected):
        Stepper(EASY).step(choice)


def test_constraints_of_one_name_are_distinguished():
    rule = Annotation("pair", "a pair")
    pairs = [AllDifferent(("x", "y"), rule=rule), AllDifferent(("y", "z"), rule=rule)]
    stepper = Stepper(Model({"x": [1], "y": [1, 2], "z": [2, 3]}, pairs))
    assert stepper.agenda == ("a pair", "a pair (2)")
    stepper.step("all")
    assert stepper.state == "solved"


def test_levels_that_look_at_all_constraints_cannot_be_driven():
    with pytest.raises(BackendOptionError, match="does not work constraint by constraint"):
        Stepper(EASY, "singleton")


def test_one_pass_filters_each_that_waits_once_and_all_is_counted():
    stepper, slowly = Stepper(HARD, "gac"), Stepper(HARD, "gac")
    waiting = slowly.agenda
    stepper.step("pass")
    for label in waiting:
        slowly.step(label)
    assert stepper.events == slowly.events
    assert stepper.counters == slowly.counters
    assert stepper.counters["filterings"] >= len(waiting)
    name, domain = next((n, d) for n, d in stepper.domains.items() if len(d) > 1)
    stepper.step(f"{name} = {next(iter(domain))}")
    assert (stepper.counters["guesses"], stepper.counters["dead ends"]) == (1, 0)


def test_what_was_driven_is_kept_as_a_page_and_a_tree(tmp_path, capsys, monkeypatch):
    to, tree = tmp_path / "mine.html", tmp_path / "mine.svg"
    monkeypatch.setattr("sys.stdin", io.StringIO("row 2\nR1C1 = 3\n"))
    given = ["--drive", "--to", str(to), "--tree", str(tree), "--backend", "native:level=gac"]
    assert main(["trace", FOUR, *given]) == 3
    capsys.readouterr()
    stepper = Stepper(FOUR, "gac")
    stepper.step("row 2")
    stepper.step("R1C1 = 3")
    assert to.read_text() == page(stepper.trace())
    assert ElementTree.parse(tree).getroot().tag.endswith("svg")


def test_a_stepper_shows_itself_in_a_notebook():
    stepper = Stepper(FOUR, "gac")
    html = stepper._repr_html_()
    assert html.count("<svg") == 1
    assert "Nothing has happened yet." in html
    answer = stepper.step("row 2")
    html = stepper._repr_html_()
    for sentence in answer.sentences:
        assert sentence in html
    assert (
        f"Can filter ({len(stepper.filterable_constraints())}): "
        f"{', '.join(stepper.filterable_constraints())}" in html
    )
    stepper.step("all")
    assert "level gac: solved, 0 guesses open" in stepper._repr_html_()


def test_what_can_filter_is_what_filters_and_asking_changes_nothing():
    stepper = Stepper(HARD, "forward-checking")
    stepper.step("row 1")
    before, events = dict(stepper.domains), len(stepper.events)
    counters = (stepper._engine.checks, stepper._engine.filterings)
    can = stepper.filterable_constraints()
    assert dict(stepper.domains) == before
    assert len(stepper.events) == events
    assert (stepper._engine.checks, stepper._engine.filterings) == counters
    for label in stepper.agenda:
        alone = Stepper(HARD, "forward-checking")
        alone.step("row 1")
        assert bool(alone.step(label).events) == (label in can)


def test_a_failed_stepper_and_a_model_are_shown_too():
    model = Model({"<a>": [1], "b": [1]}, [AllDifferent(("<a>", "b"))])
    stepper = Stepper(model)
    assert stepper.filterable_constraints() == ("AllDifferent",)
    stepper.step()
    html = stepper._repr_html_()
    assert "a constraint cannot hold" in html
    assert "<td>&lt;a&gt;</td>" in html
    assert "nothing is left for" in html


def test_values_are_shown_and_guessed_by_their_declared_names():
    build = ModelBuilder()
    first, second = build.variables(["here", "there"], ["red", "green", "blue"])
    build.add(first != second)
    stepper = Stepper(build.model())
    assert "there: red green blue" in stepper.drawing()
    assert "<code>red, green, blue</code>" in stepper._repr_html_()
    with pytest.raises(ModelError, match="here cannot be pink: it may be red, green, blue"):
        stepper.step("here = pink")
    assert stepper.step("here = green").sentences == ("guess 1: here = green",)
    (constraint,) = stepper.constraints
    assert " removed green from there because here = green" in stepper.step(constraint).sentences[0]
    assert [node.label for node in search_tree(stepper.trace())] == ["", "here = green"]


def test_letters_of_a_large_grid_are_shown_and_guessed_as_letters():
    stepper = Stepper(Sudoku("A" + "." * 143))
    assert "row 1 removed A from R1C2 because R1C1 = A" in stepper.step("row 1").sentences
    assert stepper.step("R1C2 = C").sentences == ("guess 1: R1C2 = C",)
    stepper.step("back")
    assert stepper.step("R1C2 = 12").sentences == ("guess 1: R1C2 = C",)
