"""The choice of ``auto`` in words: who begins, who races, who is missing and why."""

import json
from pathlib import Path

import pytest

import nonet
from nonet import Model
from nonet.backends import auto
from nonet.backends.auto import explanation, selection_rules
from nonet.backends.auto.explanation import explain_choice
from nonet.cli import main
from nonet.model import AllDifferent
from nonet.solving.problem_input import model_and_puzzle

PUZZLES = Path(__file__).parents[3] / "puzzles"
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
HARD = nonet.read(PUZZLES / "hard.txt")[:3]
ABC = Model(
    {"a": range(3), "b": range(3), "c": range(3)},
    [AllDifferent(("a", "b", "c")), nonet.model.Linear(("a", "b"), (1, 1), "<=", 2)],
)
FIRST = "lockstep" if auto.lockstep_is_ready() else "native"


def patch_usable(monkeypatch, usable):
    """Let a function say which backends can run here."""
    for module in (auto, selection_rules):
        monkeypatch.setattr(module, "usable_backend", usable)


needs_the_engine = pytest.mark.skipif(FIRST == "native", reason="no compiled engine here")


@needs_the_engine
def test_why_says_in_words_who_begins_who_races_and_who_is_missing(capsys, monkeypatch):
    ready = auto.usable_backend
    patch_usable(monkeypatch, lambda name: None if name == "cpsat" else ready(name))
    assert main(["backends", "--why", str(PUZZLES / "25x25-290.txt")]) == 0
    output = capsys.readouterr().out
    assert "625 variables with 15,625 values" in output
    limit = selection_rules.MAX_GUESS_VALUES // 15_625
    assert f"lockstep begins, alone, for up to {limit:,} guesses" in output
    assert "sat (" in output.partition("raced for by ")[2]
    assert "without cpsat" in output


@pytest.mark.parametrize("question", [EASY, HARD[0], ABC], ids=["easy", "hard", "model"])
def test_why_names_the_backend_that_answers(question):
    outcome = nonet.verify(question).outcome
    assert outcome.backend == explain_choice(model_and_puzzle(question)[0]).first_backend


@needs_the_engine
def test_why_takes_models(capsys):
    file = PUZZLES.parent / "examples" / "classics" / "knapsack.py"
    assert main(["backends", "--why", str(file)]) == 0
    output = capsys.readouterr().out
    assert "with an objective" in output
    assert "lockstep begins, alone, for up to 200 guesses" in output
    assert "what is not answered by then is raced for by cpsat (at once)" in output


def test_why_as_json_and_for_sums(capsys):
    assert main(["backends", "--why", EASY, EASY, "--format", "json"]) == 0
    entries = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [entry["puzzle"] for entry in entries] == [EASY, EASY]
    assert entries[0]["constraints"] == ["AllDifferent"]
    assert entries[0]["first"] == FIRST
    assert explain_choice(ABC).text_lines[0] == (
        "3 variables with 9 values in all; constraints: AllDifferent, Linear"
    )


@needs_the_engine
@pytest.mark.parametrize("size", [25, 36, 49])
def test_native_fills_a_large_grid_that_is_all_but_empty(size):
    """An empty 49x49 takes native 1.1 s and cpsat 5; a 25x25 of 290 clues is nobody's to fill."""
    assert explain_choice(nonet.Puzzle(nonet.Grid.square(size)).model()).first_backend == "native"
    puzzle = nonet.read(PUZZLES / "25x25-290.txt")[0]
    assert explain_choice(puzzle.model()).first_backend == "lockstep"


def test_nobody_begins_alone_where_the_model_is_cpsats():
    build = nonet.ModelBuilder()
    build.add(sum(build.array("x", 3, range(100))) == 9)
    explained = explain_choice(build.model())
    assert (explained.first_backend, explained.first_effort) == ("", 0)
    assert explained.text_lines[1].startswith("nobody begins alone: cpsat reasons about bounds")
    assert explained.text_lines[3].startswith(
        "the model is raced for by cpsat (at once), sat (after"
    )
    assert explained.start_delays == {each.name: each.start_delay for each in auto.PARTICIPANTS}


def test_who_answers_alone_has_no_race(monkeypatch):
    features = auto.features_of(ABC)._replace(is_traced=True)
    monkeypatch.setattr(explanation, "features_of", lambda model: features)
    explained = explain_choice(ABC)
    assert explained.text_lines[1].startswith("native answers alone: ")
    assert explained.first_effort is None
    assert not any("raced" in line for line in explained.text_lines)


def test_where_the_first_who_races_is_missing_the_next_begins_at_once(monkeypatch):
    ready = selection_rules.usable_backend
    missing = {"cpsat"}
    patch_usable(monkeypatch, lambda name: None if name in missing else ready(name))
    assert explain_choice(ABC).start_delays == {"sat": 0.0}
    missing.add("sat")
    explained = explain_choice(ABC)
    assert explained.start_delays == {}
    assert [*explained.absence_reasons] == ["cpsat", "sat"]


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (nonet.backends.Availability(False, missing="pip install it"), "pip install it"),
        (nonet.errors.UnknownBackend("no"), "it is not registered"),
        (ZeroDivisionError("a fault"), "it is broken (ZeroDivisionError: a fault)"),
    ],
)
def test_the_reason_of_an_absence_is_told(monkeypatch, answer, reason):
    class Absent:
        def available(self):
            return answer

    def find(name):
        if isinstance(answer, Exception):
            raise answer
        return Absent()

    monkeypatch.setattr(explanation, "find_backend", find)
    monkeypatch.setattr(selection_rules, "usable_backend", lambda name: None)
    features = auto.features_of(ABC)._replace(has_lockstep=False)
    monkeypatch.setattr(explanation, "features_of", lambda model: features)
    assert explain_choice(ABC).absence_reasons == dict.fromkeys(("cpsat", "sat"), reason)
    assert f"  without sat: {reason}" in explain_choice(ABC).text_lines


def test_the_reason_for_which_lockstep_declines_is_told():
    if FIRST == "native":
        pytest.skip("no compiled engine here")
    wide = Model({"a": range(40), "b": range(0, 120, 3)}, [AllDifferent(("a", "b"))])
    line = explain_choice(wide).text_lines[1]
    assert line == f"lockstep declines the model: {explanation.reason_to_decline(wide)}"
    assert explanation.reason_to_decline(ABC) == ""
