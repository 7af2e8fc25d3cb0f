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


def chain(number: int) -> Model:
    """Variables of which each is different from the first."""
    pairs = [AllDifferent(("y", f"x{i}"), rule=Annotation("", f"pair {i}")) for i in range(number)]
    return Model({"y": [1], **{f"x{i}": [1, 2] for i in range(number)}}, pairs)


@pytest.mark.parametrize("number", [12, 13])
def test_of_a_long_step_twelve_lines_are_shown_in_a_notebook(number):
    stepper = Stepper(chain(number))
    answer = stepper.step("pass")
    html = stepper._repr_html_()
    assert len(answer.events) == number + 1  # and that it is solved
    assert sum(sentence in html for sentence in answer.sentences) == 12
    assert f"<li>and {number - 11} more</li>" in html
    few = Stepper(chain(11))
    few.step("pass")
    assert " more</li>" not in few._repr_html_()


def test_a_step_that_removes_nothing_and_an_agenda_that_cannot_filter_say_so():
    stepper = Stepper(Model({"x": [1, 2], "y": [1, 2]}, [AllDifferent(("x", "y"))]))
    assert "No constraint can filter: guess." in stepper._repr_html_()
    stepper.step()
    assert "<li>nothing was removed</li>" in stepper._repr_html_()
    stepper.step("x = 1")
    assert "level gac: open, 1 guess open" in stepper._repr_html_()


def test_a_changed_variable_wakes_the_other_constraints_of_it_alone():
    model = Model(
        {name: [1, 2, 3] for name in "abcd"} | {"a": [1]},
        [
            AllDifferent(scope, rule=Annotation("", "".join(scope)))
            for scope in (("a", "b"), ("b", "c"), ("c", "d"))
        ],
    )
    stepper = Stepper(model)
    stepper.step("all")
    assert stepper.agenda == ()
    stepper.step("b = 2")
    assert stepper.agenda == ("ab", "bc")
    stepper.step("bc")
    assert stepper.agenda == ("ab", "cd")  # not itself
    stepper.step("back")
    assert stepper.agenda == ()
    checking = Stepper(model, "forward-checking")
    checking.step("all")
    assert checking.agenda == ()


def test_an_empty_choice_filters_the_first_and_when_all_is_done_says_what_is_next():
    stepper = Stepper(chain(2))
    assert stepper.step("  ").sentences[0].startswith("pair 0 removed")
    assert stepper.last_label == "pair 0"
    stepper.step("")
    with pytest.raises(ModelError, match="nothing is left to filter: it is solved"):
        stepper.step("")
    with pytest.raises(ModelError, match="there is no variable 'x9'"):
        stepper.step("x9 = 1")
    failed = Stepper(Model({"x": [1], "y": [1]}, [AllDifferent(("x", "y"))]))
    failed.step()
    with pytest.raises(ModelError, match="cannot hold: guess, or there is no solution"):
        failed.step("AllDifferent")
    with pytest.raises(ModelError, match="left to filter: guess, or there is no solution"):
        failed.step("")
    assert (failed.state, failed.counters["dead ends"]) == ("failed", 1)


def test_a_solution_is_reported_once_each_time_it_is_come_to():
    stepper = Stepper(Model({"x": [1, 2], "y": [2, 3]}, [AllDifferent(("x", "y"))]))
    stepper.step("x = 1")
    stepper.step("y = 2")
    assert stepper.step("all").sentences[-1] == "found a solution"
    stepper.step("back")
    stepper.step("y = 3")
    assert stepper.step("all").sentences[-1] == "found a solution"
    assert stepper.trace().solutions == ({"x": 1, "y": 2}, {"x": 1, "y": 3})
    assert stepper.counters["solutions"] == 2
    assert stepper.trace().status == "sat"
    stepper.step("back")
    assert stepper.trace().status == "unknown"


def test_names_are_told_where_none_is_near():
    stepper = Stepper(chain(7))
    shown = "pair 0, pair 1, pair 2, pair 3, pair 4, pair 5, ..."
    with pytest.raises(ModelError, match=rf"no constraint is called 'zzz'; there are {shown}"):
        stepper.step("zzz")
    with pytest.raises(ModelError, match="called 'pairs 0'; there are pair 0, pair"):
        stepper.step("pairs 0")
    assert stepper.step("PAIR_0").sentences[0].startswith("pair 0 removed 1 from x0")
    assert stepper.scopes["pair 6"] == ("y", "x6")
    with pytest.raises(ModelError, match="there is no variable 'q'"):
        stepper.step("q = 1")
