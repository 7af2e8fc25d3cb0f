"""How each constraint is shown, and what is said of each field of it that is wrong: in files."""

import json
import pickle
from pathlib import Path
from random import Random

from nonet.model import Model
from nonet.model.constraints.base import structurally_equal
from nonet.model.json import model_from_json, model_to_json
from tests.cases import as_one_test
from tests.fuzz.constraint_maker import LEAVES, ConstraintMaker
from tests.pinned import check_pinned, outcome

HERE = Path(__file__).parent
DOMAINS = {"a": [0, 1, 3], "b": [-1, 1, 2], "c": [2], "d": [0, 1]}
LOGIC = {
    "AllOf": lambda first, second: {"all_of": [first, second]},
    "AnyOf": lambda first, second: {"groups": [[first, second], [second], []]},
    "Compare": lambda first, second: {
        "expression": {"terms": [[{"is": "Truth", "of": first}, 2], ["a", -1]], "plus": 1},
        "op": "<=",
        "constant": 2,
    },
    "Iff": lambda first, second: {"first": first, "second": second},
    "Implies": lambda first, second: {"first": first, "second": second},
    "Not": lambda first, second: {"part": first},
    "Xor": lambda first, second: {"of": [first, second]},
}


def entries(name, number):
    """Some constraints of a type, in JSON form."""
    for each in range(number):
        maker = ConstraintMaker(Random(f"{name} {each}"), [*DOMAINS])
        if name in LEAVES:
            yield maker.leaf(name)
        else:
            yield {"type": name, **LOGIC[name](maker.leaf("Linear"), maker.leaf("Count"))}


def document(entry, **others):
    return {"nonet": "model", "version": 1, "domains": DOMAINS, "constraints": [entry], **others}


def model_of(entry):
    return model_from_json(json.dumps(document(entry)))


def shown_constraints():
    for name in sorted([*LEAVES, *LOGIC]):
        for entry in entries(name, 3):
            model = outcome(model_of, entry)
            if not isinstance(model, Model):
                yield f"{name} {json.dumps(entry)}: {model}"
                continue
            (constraint,) = model.constraints
            yield f"{name}: {constraint.formula or '-'}"
            yield f"  {constraint!r} | {constraint.description} | {constraint.display_annotation}"
            yield f"  depth {constraint.depth}, scope {' '.join(constraint.scope)}"
            page = constraint._repr_html_()
            yield f"  {page}"


def test_how_constraints_are_shown():
    check_pinned(HERE / "constraints_shown.txt", shown_constraints())


@as_one_test(sorted([*LEAVES, *LOGIC]))
def test_a_constraint_comes_back_from_json_and_from_a_pickle_as_the_same(name):
    others = {}
    for entry in entries(name, 6):
        model = outcome(model_of, entry)
        if not isinstance(model, Model):
            continue
        (constraint,) = model.constraints
        again = model_from_json(model_to_json(model)).constraints[0]
        for each in (again, pickle.loads(pickle.dumps(constraint))):
            assert structurally_equal(constraint, each) and hash(constraint) == hash(each)
            assert (each.scope, each.formula) == (constraint.scope, constraint.formula)
        same = [text for text, other in others.items() if structurally_equal(constraint, other)]
        assert same in ([], [model_to_json(model)])
        others[model_to_json(model)] = constraint
    assert others


JUNK = (None, True, 0, -1, 99, 1.5, "", "a", "x", [], ["a"], [1], [["a"]], {}, "==")


def damaged(entry):
    """A constraint without each of its fields, and with five other values there, in turn."""
    number = len(json.dumps(entry))
    for field in entry:
        yield f"{field} gone", {key: value for key, value in entry.items() if key != field}
        for _ in range(5):
            number += 4
            junk = JUNK[number % len(JUNK)]
            yield f"{field} = {json.dumps(junk)}", {**entry, field: junk}
        if isinstance(entry[field], list) and entry[field]:
            yield f"{field} is longer", {**entry, field: [*entry[field], entry[field][0]]}
            yield f"{field} is shorter", {**entry, field: entry[field][1:]}
    yield "a field more", {**entry, "more": 1}


def answer(entry):
    (constraint,) = model_of(entry).constraints
    return constraint.formula or repr(constraint)


def damaged_constraints():
    for name in sorted([*LEAVES, *LOGIC]):
        for entry in entries(name, 2):
            if isinstance(outcome(model_of, entry), Model):
                break
        yield f"{name} {json.dumps(entry)}"
        for change, wrong in damaged(entry):
            yield f"  {change}: {outcome(answer, wrong)}"


def test_what_is_said_of_a_damaged_constraint():
    check_pinned(HERE / "constraints_damaged.txt", damaged_constraints())


OBJECTIVE = {"sense": "minimize", "scope": ["a", "b"], "coefficients": [1, -2], "constant": 3}
MODELS = {
    "objective": {"objective": OBJECTIVE},
    "rules": {
        "constraints": [
            {
                "type": "AllDifferent",
                "scope": ["a", "b"],
                "rule": {"kind": "row", "label": "row 1", "sentence": "all differ"},
            }
        ]
    },
}


def model_answer(document):
    model = model_from_json(json.dumps(document))
    return f"{model!r} | {model.objective} | {[each.rule for each in model.constraints]}"


def damaged_models():
    for title, parts in MODELS.items():
        model_document = {**document({"type": "AllDifferent", "scope": ["a", "b"]}), **parts}
        yield f"{title}: {outcome(model_answer, model_document)}"
        for change, wrong in damaged(model_document):
            yield f"  {change}: {outcome(model_answer, wrong)}"
        for key, inner in parts.items():
            for change, wrong in damaged(inner if isinstance(inner, dict) else inner[0]):
                part = wrong if isinstance(inner, dict) else [wrong]
                yield f"  {key}.{change}: {outcome(model_answer, {**model_document, key: part})}"
        for change, wrong in damaged({**DOMAINS, "r": [[1, 3], 7]}):
            yield f"  domains.{change}: {outcome(model_answer, {**model_document, 'domains': wrong})}"


def test_what_is_said_of_a_damaged_model():
    check_pinned(HERE / "models_damaged.txt", damaged_models())
