"""nonet rules and nonet backends."""

import json
from dataclasses import dataclass
from typing import Literal

import pytest

from nonet.backends import Availability, find_backend
from nonet.cli.commands import listing
from nonet.errors import BackendError
from nonet.puzzle.kinds import puzzle_kinds
from tests.cases import shipped_rules
from tests.cli.conftest import EASY


def test_backends_and_rules_are_listed(nonet):
    code, out, _ = nonet("backends")
    assert code == 0
    assert all(name in out for name in ("native", "cpsat", "python-constraint", "sat"))
    code, out, _ = nonet("backends", "--format", "json")
    assert all(json.loads(line)["backend"] for line in out.splitlines())
    code, out, _ = nonet("rules")
    assert all(name in out for name in ("diagonals (x", "jigsaw", "windoku", "anti-knight"))
    assert nonet("rules", "little", "killer") == nonet("rules", "little-killer")
    assert nonet("rules", "chaos") == nonet("rules", "unknown-regions")
    code, out, _ = nonet("rules", "windoku")
    assert out.count("┏") >= 2


@pytest.mark.parametrize(
    "arguments",
    [
        ["rules"], ["rules", "windoku"], ["rules", "star", "battle"], ["rules", "hitori"],
        ["rules", "--format", "json"], ["rules", "hitori", "--format", "json"], ["backends"],
        ["backends", "--format", "json"], ["techniques"], ["techniques", "x-wing"],
        ["schema", "puzzle"], ["schema", "model"], ["learn"], ["learn", "list"],
    ],
    ids=" ".join,
)  # fmt: skip
def test_a_list_is_a_yes(nonet, arguments):
    code, out, _ = nonet(*arguments)
    assert code == 0 and out.strip()


def test_a_rule_is_listed_with_all_its_class_states(nonet):
    for name, rule in shipped_rules().items():
        entry = json.loads(nonet("rules", name, "--json")[1])
        assert (entry["rule"], entry["sentence"]) == (name, rule.sentence)
        assert entry["aliases"] == list(rule.aliases) and entry["entry"] == rule.entry
        named = [parameter["name"] for parameter in entry["parameters"]]
        assert named == [parameter.name for parameter in rule.typed_parameters()]
        for parameter, typed in zip(entry["parameters"], rule.typed_parameters(), strict=True):
            assert parameter["required"] is typed.required is not ("default" in parameter)
        assert len(entry["examples"]) == len(rule.examples)
        for example in entry["examples"]:
            assert len(example["puzzle"]) == len(example["solution"])


@pytest.mark.parametrize("kind", puzzle_kinds(), ids=lambda kind: kind.name)
def test_a_kind_of_puzzle_has_an_example_that_is_solved_or_a_model(nonet, kind):
    code, out, _ = nonet("rules", *kind.name.split())
    assert code == 0
    assert out.startswith(f"{kind.name} (") and kind.sentence in out and str(kind.path) in out
    if kind.rules:
        assert f"told by the rules {', '.join(kind.rules)}" in out
        assert out.count("┏") >= 2
    else:
        assert out.endswith(kind.path.read_text())
    entry = json.loads(nonet("rules", *kind.name.split(), "--json")[1])
    assert (entry["name"], entry["text"]) == (kind.name, kind.path.read_text())


def test_all_kinds_are_named_below_the_rules(nonet):
    last = nonet("rules")[1].splitlines()[-1]
    assert last == f"kinds of puzzles: {', '.join(kind.name for kind in puzzle_kinds())}"
    assert nonet("rules", "no-such-rule")[0] == 2


def test_backends_are_listed_with_what_is_missing_and_what_is_broken(nonet, monkeypatch):
    def find(name):
        if name == "sat":
            raise BackendError("sat cannot be imported")
        return find_backend(name)

    absent = Availability(False, missing="pip install ortools")
    monkeypatch.setattr(listing, "find_backend", find)
    monkeypatch.setattr(listing, "backend_names", lambda: ["cpsat", "native", "sat"])
    present = listing.availability
    monkeypatch.setattr(
        listing, "availability", lambda each: absent if each.name == "cpsat" else present(each)
    )
    code, out, _ = nonet("backends")
    assert code == 0
    assert "cpsat: not installed\n  to install: pip install ortools\n" in out
    assert "native: available (" in out and "sat: broken\n  sat cannot be imported\n" in out
    answers = [json.loads(line) for line in nonet("backends", "--json")[1].splitlines()]
    assert [answer["available"] for answer in answers] == [False, True, False]
    assert answers[0]["missing"] == "pip install ortools"
    assert answers[2] == {
        "backend": "sat", "available": False, "error": "sat cannot be imported",
    }  # fmt: skip


def test_the_options_of_a_backend_are_its_fields_the_default_first():
    for name in ("native", "cpsat", "lockstep", "sat"):
        backend = find_backend(name)
        for option, values in listing.option_values(backend).items():
            assert values.startswith(
                str(getattr(backend, option)).replace("True", "true").replace("False", "false")
            )
    assert listing.option_values(find_backend("native"))["level"].startswith(
        "auto|generate-and-test|"
    )
    assert listing.option_values(object()) == {}
    assert nonet_values() == {"flag": "false|true", "number": "3 (int)", "level": "b|a"}


def nonet_values():
    @dataclass
    class Own:
        flag: bool = False
        number: int = 3
        level: Literal["a", "b"] = "b"
        parameters: int = 0

    hints = {"flag": bool, "number": int, "level": Literal["a", "b"], "parameters": int}
    Own.__annotations__ = hints
    return listing.option_values(Own())


@pytest.mark.parametrize("form", ["text", "json"])
def test_why_a_backend_is_chosen_is_told_of_each_puzzle(nonet, form):
    code, out, _ = nonet("backends", "--why", EASY, "..3..4....2..1..", "--format", form)
    assert code == 0
    if form == "json":
        first, second = map(json.loads, out.splitlines())
        assert (first["variables"], first["values"], second["variables"]) == (81, 729, 16)
        assert first["constraints"] == ["AllDifferent"] and first["first"] == "lockstep"
        assert first["words"] and set(first["joins"]) and first["effort"] > 0
    else:
        assert "81 variables with 729 values" in out and "16 variables with 64 values" in out
    assert nonet("backends", "--why", "no such")[0] == 2
