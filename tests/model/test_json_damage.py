"""Damaged model JSON either is a model or a ModelError: never an exception of Python's own."""

import json
import random
import time

import pytest

from nonet.errors import ModelError
from nonet.model import (
    AllDifferent,
    Annotation,
    AnyOf,
    Automaton,
    Count,
    Element,
    Linear,
    Model,
    Regular,
    Table,
)
from nonet.model.json import model_from_json, model_to_json
from tests.cases import as_one_test

MUTANTS = 3000  # 30,000 were run when this was written; 200 of each 20,000 were raw before
JUNK = [
    None, True, -1, 0, 2**63, 10**30, 10**900, 10**2000, 1.5, float("inf"), float("nan"), "", "x",
    "AnyOf", "nope", "\ud800", [], {}, [[]], [None], [1, 2, 3], [5, 1], [0, 10**9],
    {"type": "AnyOf"}, {"type": []},
]  # fmt: skip
CHARACTERS = '0123456789-+.eE[]{}",:tfn \\\ud800é\x00'


def whole_model() -> str:
    """A model with every kind of constraint."""
    row = AllDifferent(("x", "y"), rule=Annotation("row", "row 1", "r"))
    constraints = [
        row,
        Linear(("x", "y"), (1, -2), "<=", 3),
        Table(("x", "y"), {(1, 2), (2, 3)}),
        Regular(("x", "y"), Automaton(0, {1}, {(0, 1): 1, (1, 2): 0})),
        Count(("x", "y"), {1, 2}, "==", "z"),
        Count(("x",), {1}, ">=", 1),
        Element(("x", "y"), "z", "y", 1),
        AnyOf(((row, Linear(("x",), (1,), "==", 1)), (AnyOf(((row,), ())),))),
    ]
    domains = {"x": range(1, 5), "y": [1, 3, 9], "z": range(3)}
    return model_to_json(Model(domains, constraints).narrow({"x": [1, 2]}))


def places(document, path=()):
    """The path of everything in a document."""
    yield path
    if isinstance(document, dict | list):
        inner = document.items() if isinstance(document, dict) else enumerate(document)
        for key, part in inner:
            yield from places(part, (*path, key))


def at(document, path):
    for key in path:
        document = document[key]
    return document


def mutant(rng: random.Random, text: str) -> str:
    """The text with some characters, or some parts, replaced, removed or put in."""
    if rng.random() < 0.25:
        letters = list(text)
        for _ in range(rng.randrange(1, 4)):
            i = rng.randrange(len(letters))
            letters[i : i + rng.randrange(2)] = rng.choice(["", rng.choice(CHARACTERS)])
        return "".join(letters)
    document = json.loads(text)
    for _ in range(rng.randrange(1, 3)):
        paths = list(places(document))
        *path, last = rng.choice(paths[1:] or [("nonet",)])
        parent, way = at(document, path), rng.randrange(4)
        if last not in parent if isinstance(parent, dict) else not parent:
            continue
        if way == 0:
            parent[last] = rng.choice(JUNK)
        elif way == 1:
            del parent[last]
        elif way == 2:
            parent[last] = json.loads(json.dumps(at(document, rng.choice(paths))))
        elif isinstance(parent, dict):
            parent[rng.choice(["foo", "rule", "values", "type", "first"])] = rng.choice(JUNK)
        else:
            parent.insert(last, rng.choice(JUNK))
    return json.dumps(document)


@pytest.mark.slow(0.3)
@pytest.mark.parametrize("seed", range(3))
def test_mutants_load_or_are_refused_in_one_line(seed):
    rng, text, loaded, started = random.Random(seed), whole_model(), 0, time.process_time()
    for _ in range(MUTANTS // 3):
        try:
            model = model_from_json(mutant(rng, text))
        except ModelError as error:
            assert "\n" not in str(error) and len(str(error)) < 600
            continue
        loaded += 1
        assert model_from_json(model_to_json(model)) == model
        hash(model.structure)
        model.violations(dict.fromkeys(model.variables, 1))
    assert MUTANTS // 100 < loaded < MUTANTS // 4, "mutants must be neither all bad nor all good"
    assert time.process_time() - started < 60


def a_model(domains='{"x": [1]}', constraints="[]", more="") -> str:
    start = '{"nonet": "model", "version": 1, "domains": '
    return f'{start}{domains}, "constraints": {constraints}{more}}}'


@as_one_test(
    [
        ("[" * 5000, "nested too deep"),
        ('{"a":' * 5000 + "1" + "}" * 5000, "nested too deep"),
        (
            a_model(constraints='[{"type": "AnyOf", "groups": [' * 2000 + "]}]" * 2000),
            "nested too deep",
        ),
        (a_model(f'{{"x": [{"9" * 5000}]}}'), "5000 digits"),
        (a_model(f'{{"x": [{"9" * 2000}]}}'), "'x': .*at most 1000 digits"),
        (a_model('{"x": [1], "x": [2]}'), "'x' is there twice"),
        (a_model('{"x": [NaN]}'), "nan is a float"),
        (a_model('{"x": [1e5]}'), "100000.0 is a float.*write 100000"),
        (a_model('{"x": [[5, 1]]}'), "from 5 to 1 is empty"),
        (a_model('{"x": [[1, 2, 3]]}'), r"a range is \[lowest, highest\]"),
        (a_model('{"x": [[0, 1000000000000000000000]]}'), "'x': .* too wide"),
        (a_model('{"\\ud800": [1]}'), "surrogate"),
        (a_model(more=', "extra": 1'), "a model has no entry 'extra'"),
        (a_model(constraints='[{"type": "Table", "scope": ["x"]}]'), "Table without 'tuples'"),
        (
            a_model(constraints='[{"type": "AllDifferent", "scope": ["x"], "number": 1}]'),
            "AllDifferent has no entry 'number'",
        ),
        (
            a_model(
                constraints='[{"type": "Table", "scope": ["x"], "tuples": [["1"]], '
                '"rule": ["", "t"]}]'
            ),
            "t: the value of a tuple '1' is a text",
        ),
        (
            a_model(constraints='[{"type": "AllDifferent", "scope": ["x"], "rule": [1]}]'),
            "words of a constraint",
        ),
        (b"\xff", "not JSON"),
        (None, "JSON is a text"),
    ]
)
def test_errors_are_reported_by_name(text, message):
    with pytest.raises(ModelError, match=message):
        model_from_json(text)
