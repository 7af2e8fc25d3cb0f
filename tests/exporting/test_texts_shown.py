"""What each language makes of each constraint and of some whole puzzles, to the letter, in a file."""

import json
from pathlib import Path
from random import Random

from nonet.exporting import export, languages
from nonet.formats import parse
from nonet.model import Model
from nonet.model.json import model_from_json
from nonet.model.objective import Objective
from tests.fuzz.constraint_maker import LEAVES, ConstraintMaker
from tests.pinned import check_pinned, outcome

HERE = Path(__file__).parent
DOMAINS = {"a": [0, 1, 3], "b": [-1, 1, 2], "c": [2], "d": [0, 1]}
ORDINARY = {"AllDifferent", "Linear", "Table", "Regular", "Count", "Element"}
PUZZLES = {
    "four": "1..............4",
    "killer": (
        '{"nonet": "puzzle", "version": 1, "size": 4, "clues": "................", "rules": '
        '[{"rule": "killer", "cells": ["R1C1", "R1C2", "R2C1"], "sum": 7}, "diagonals", '
        '{"rule": "thermometer", "cells": ["R3C1", "R3C2", "R3C3"]}, '
        '{"rule": "white-dot", "cells": ["R4C3", "R4C4"]}]}'
    ),
}


def own_languages():
    """The names of nonet's languages, without those that another test has defined."""
    every = languages().items()
    return [name for name, each in every if type(each).__module__.startswith("nonet.")]


def model_of(name, number):
    """A model of one constraint of a type, or of a part of it that is negated."""
    maker = ConstraintMaker(Random(f"{name} {number}"), [*DOMAINS])
    entry = maker.leaf(name)
    if number == 2:
        entry = {"type": "Not", "part": entry}
    document = {"nonet": "model", "version": 1, "domains": DOMAINS, "constraints": [entry]}
    return model_from_json(json.dumps(document))


def body(text, plain):
    """The lines of a text that a model without constraints does not have."""
    usual = set(plain.splitlines())
    return [f"    {line}" for line in text.splitlines() if line.strip() and line not in usual]


def shown_constraints():
    plain = {name: export(Model(DOMAINS, []), name) for name in own_languages()}
    for kind in LEAVES:
        for number in (0, 1, 2) if kind in ORDINARY else (0,):
            model = model_of(kind, number)
            yield f"= {model.constraints[0]!r}"
            for name in own_languages():
                text = outcome(export, model, name)
                yield f"  ~ {name}"
                yield from body(text, plain[name])[:24]


def test_how_each_language_says_each_constraint():
    check_pinned(HERE / "constraints_exported.txt", shown_constraints(), 2, ("= ", "  ~"))


def shown_problems():
    problems = {title: parse(text) for title, text in PUZZLES.items()}
    objective = Objective("maximize", ("a", "b"), (2, -1), 3)
    problems["objective"] = Model(DOMAINS, model_of("Linear", 0).constraints, objective=objective)
    problems["nothing"] = Model({"x": [1]}, [])
    for title, problem in problems.items():
        for name in own_languages():
            yield f"-- {title}, {name}"
            yield str(outcome(export, problem, name)).rstrip("\n")


def test_what_each_language_makes_of_a_problem():
    check_pinned(HERE / "problems_exported.txt", shown_problems(), 12, "-- ")
