"""The JSON Schemas hold of all that nonet writes, and of nothing that it refuses at a glance."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings

import nonet
from nonet import Model
from nonet.cli import main
from nonet.formats.json import puzzle_schema
from nonet.formats.json import to_json as puzzle_to_json
from nonet.model import Objective
from nonet.model.json import model_schema
from nonet.model.structure import SearchPhase
from nonet.puzzle import rule_types
from nonet.testing.strategies import models, puzzles
from tests.cases import as_one_test

jsonschema = pytest.importorskip("jsonschema")
MODEL = jsonschema.Draft202012Validator(model_schema())
PUZZLE = jsonschema.Draft202012Validator(puzzle_schema())
ROOT = Path(__file__).parents[2]


@pytest.mark.slow(0.9)
@given(model=models())
@settings(deadline=None, max_examples=40)
def test_every_model_written_is_valid(model):
    MODEL.validate(json.loads(nonet.model_to_json(model)))
    aimed = model.with_objective(Objective("maximize", model.variables[:1], (2,), 1, "gain"))
    advised = aimed.with_search([SearchPhase(model.variables, "smallest", "indomain_min")])
    advised = advised.with_projection(model.variables[:1])
    document = json.loads(nonet.model_to_json(advised))
    assert document["objective"] and document["search"]
    MODEL.validate(document)


def test_a_model_with_named_values_is_valid():
    build = nonet.ModelBuilder()
    build.variable("pet", ["zebra", "dog"])
    document = json.loads(nonet.model_to_json(build.model()))
    assert document["names"]
    MODEL.validate(document)


@given(puzzle=puzzles())
def test_every_puzzle_written_is_valid(puzzle):
    PUZZLE.validate(json.loads(json.dumps(puzzle_to_json(puzzle))))


def test_every_puzzle_file_and_every_rule_is_valid():
    files = sorted((ROOT / "puzzles").glob("*.json"))
    assert files
    for file in files:
        for line in file.read_text(encoding="utf-8").splitlines():
            PUZZLE.validate(json.loads(line))
        for puzzle in nonet.read(file):
            PUZZLE.validate(json.loads(json.dumps(puzzle_to_json(puzzle))))
    own_rules = {
        name for name, rule in rule_types().items() if rule.__module__.startswith("nonet.")
    }
    rule = puzzle_schema()["properties"]["rules"]["items"]["anyOf"][1]
    assert set(rule["properties"]["rule"]["enum"]) >= own_rules


@as_one_test(
    [
        {"nonet": "puzzle"},
        {"version": 2},
        {"domains": {"x": [1.5]}},
        {"domains": {"x": [[1, 2, 3]]}},
        {"constraints": [{"type": "AllSame", "scope": ["x"]}]},
        {"constraints": [{"type": "AllDifferent"}]},
        {"constraints": [{"type": "AllDifferent", "scope": ["x"], "more": 1}]},
        {"objective": {"sense": "least", "scope": ["x"], "coefficients": [1]}},
        {"objective": {"sense": "minimize", "scope": ["x"]}},
        {"search": [{"variables": ["x"], "variable_order": "smallest"}]},
        {"projection": []},
        {"projection": [3]},
        {"search": [{"variables": "x", "variable_order": "smallest", "value_order": "least"}]},
        {"names": {"x": [[1, 2]]}},
        {"more": 1},
    ]
)
def test_what_the_schema_refuses_is_refused_by_nonet_too(change):
    good = json.loads(nonet.model_to_json(Model({"x": [1, 2]})))
    MODEL.validate(good)
    bad = {**good, **change}
    assert not MODEL.is_valid(bad)
    with pytest.raises(nonet.NonetError):
        nonet.model_from_json(json.dumps(bad))


def test_the_command_prints_them(capsys):
    assert main(["schema", "model"]) == 0
    assert json.loads(capsys.readouterr().out) == model_schema()
    assert main(["schema", "puzzle"]) == 0
    assert json.loads(capsys.readouterr().out) == json.loads(json.dumps(puzzle_schema()))
