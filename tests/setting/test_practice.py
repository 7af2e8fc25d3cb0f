"""Practice: positions where a technique is the next step and nothing easier is left."""

import json
from importlib import import_module
from itertools import islice

import pytest

import nonet
from nonet.cli import main
from nonet.deadline import DeadlineExceeded
from nonet.errors import LimitError, TechniqueError
from nonet.setting import practice
from nonet.techniques import find, hints


@pytest.mark.parametrize("name", ["x-wing", "xy-wing", "hidden-pair", "death-blossom"])
def test_nothing_easier_is_left_and_the_technique_is_there(name):
    exercise = next(practice(name, seed=5, time_limit=60))
    assert {step.key for step in exercise.steps} == {name}
    assert not find(exercise.puzzle, "singles")
    if name != "hidden-pair":
        assert not find(exercise.puzzle, "basic")
    assert hints(exercise.puzzle, only=name)
    assert nonet.verify(exercise.puzzle).uniqueness.value == "unique"


def test_a_seed_gives_the_same_positions():
    first, second = (
        [exercise.puzzle for exercise in islice(practice("pointing", seed=2), 2)] for _ in range(2)
    )
    assert first == second
    assert len(set(map(str, first))) > 1


def test_what_is_no_technique_and_no_limit_is_an_error_at_once():
    with pytest.raises(TechniqueError, match="did you mean x-wing"):
        practice("x-win")
    with pytest.raises(LimitError, match="positive number of seconds"):
        practice("x-wing", time_limit=0)


def test_the_command_prints_positions_that_are_read_again(capsys):
    assert main(["practice", "naked-pair", "--seed", "1", "--count", "2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 2
    for line in lines:
        assert hints(nonet.parse(line), only="naked-pair")


def test_answers_and_json(capsys):
    assert main(["practice", "xy-wing", "--seed", "1", "--answers"]) == 0
    assert "XY-Wing: " in capsys.readouterr().out
    assert main(["practice", "xy-wing", "--seed", "1", "--json"]) == 0
    exercise = json.loads(capsys.readouterr().out)
    assert exercise["technique"] == "xy-wing"
    assert exercise["steps"]
    assert hints(nonet.parse(json.dumps(exercise["puzzle"])), only="xy-wing")


def test_too_little_time_is_undecided(capsys):
    assert main(["practice", "jellyfish", "--seed", "1", "--time-limit", "0.01"]) == 3
    assert "0 of 1 position" in capsys.readouterr().err


def test_easier_techniques_that_are_there_as_well_are_named():
    from nonet.techniques import find
    from nonet.techniques.position import Position

    named = 0
    for exercise in islice(practice("xy-chain", seed=3, time_limit=60), 3):
        position = Position.of(exercise.puzzle)
        for title in exercise.easier:
            assert find(position, title)
            named += 1
    assert named


def test_time_that_runs_out_within_a_position_ends_the_positions(monkeypatch):
    def run_out_of_time(*_):
        raise DeadlineExceeded

    module = import_module("nonet.setting.practice")  # the package has a verb of this name
    monkeypatch.setattr(module, "easier_techniques", run_out_of_time)
    assert list(practice("pointing", seed=2, time_limit=30)) == []
