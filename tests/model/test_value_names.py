"""Names of values mean the same in every constraint, or the constraint is refused in a line."""

import enum
import pickle
from itertools import product

import pytest

import nonet
from nonet.errors import ModelError
from nonet.model import ModelBuilder, between, count_of, element, max_of
from nonet.model import globals as g
from nonet.model.json import model_from_json, model_to_json

NAMES = {
    "a": ["red", "green"],
    "b": ["green", "red"],
    "c": ["blue", "red"],
    "pet": ["dog", "cat"],
}


class Level(enum.IntEnum):
    LOW = 1
    HIGH = 5


@pytest.fixture
def build():
    return ModelBuilder()


@pytest.fixture
def variables(build):
    """The variables by name: four with named values, and ``n`` from 0 to 2."""
    variables = {name: build.variable(name, names) for name, names in NAMES.items()}
    return {**variables, "n": build.variable("n", range(3))}


MEANINGS = [
    (lambda b, v: b.all_different([v["a"], v["b"]]), lambda s: s["a"] != s["b"]),
    (
        lambda b, v: b.all_different(["a", "b", "c"]),
        lambda s: len({s["a"], s["b"], s["c"]}) == 3,
    ),
    (
        lambda b, v: b.all_equal([v["a"], v["b"], v["c"]]),
        lambda s: s["a"] == s["b"] == s["c"],
    ),
    (
        lambda b, v: b.all_different([v["a"], v["b"], v["c"]], except_values="red"),
        lambda s: [s["a"], s["b"]].count("green") <= 1,
    ),
    (lambda b, v: b.add(v["a"] == v["b"]), lambda s: s["a"] == s["b"]),
    (lambda b, v: b.add(v["a"] != v["c"]), lambda s: s["a"] != s["c"]),
    (
        lambda b, v: b.table([v["a"], v["c"]], [("red", "blue"), ("green", "red")]),
        lambda s: (s["a"], s["c"]) in [("red", "blue"), ("green", "red")],
    ),
    (
        lambda b, v: b.count([v["a"], v["b"], v["c"]], "red", "==", 2),
        lambda s: [s["a"], s["b"], s["c"]].count("red") == 2,
    ),
    (
        lambda b, v: b.count(["a", "c"], ["green", "blue"], ">=", "n"),
        lambda s: (s["a"] == "green") + (s["c"] == "blue") >= s["n"],
    ),
    (
        lambda b, v: b.cardinality([v["a"], v["b"], v["c"]], {"red": 1, "blue": v["n"]}),
        lambda s: [s["a"], s["b"], s["c"]].count("red") == 1 and (s["c"] == "blue") == s["n"],
    ),
    (
        lambda b, v: b.among(["a", "b", "c"], ["red", "blue"], 1, 2),
        lambda s: 1 <= sum(s[x] in ("red", "blue") for x in "abc") <= 2,
    ),
    (
        lambda b, v: b.precedence([v["a"], v["b"], v["c"]], ["green", "red"]),
        lambda s: (
            "red" not in [s[x] for x in "abc"]
            or "green" in [s[x] for x in "abc"][: [s[x] for x in "abc"].index("red")]
        ),
    ),
    (
        lambda b, v: b.element([v["a"], v["b"], v["c"]], v["n"], "blue"),
        lambda s: s["abc"[s["n"]]] == "blue",
    ),
    (
        lambda b, v: b.element([v["a"], v["b"], v["c"]], v["n"], v["c"]),
        lambda s: s["abc"[s["n"]]] == s["c"],
    ),
    (
        lambda b, v: b.add(element([v["a"], v["b"], v["c"]], v["n"]) != "red"),
        lambda s: s["abc"[s["n"]]] != "red",
    ),
    (lambda b, v: b.add(element([5, 7], v["pet"]) == 7), lambda s: s["pet"] == "cat"),
    (
        lambda b, v: b.add(count_of([v["a"], v["b"]], "red") == v["n"]),
        lambda s: [s["a"], s["b"]].count("red") == s["n"],
    ),
    (
        lambda b, v: b.add(~between(1, count_of([v["a"], v["b"]], ["red"]), 2)),
        lambda s: "red" not in (s["a"], s["b"]),
    ),
    (
        lambda b, v: b.add(~g.Distinct([v["a"], v["b"], v["c"]], "red")),
        lambda s: s["a"] == s["b"] == "green",
    ),
    (
        lambda b, v: b.add((v["a"] == "red").implies(v["c"] == "blue") & (v["b"] != "red")),
        lambda s: (s["a"] != "red" or s["c"] == "blue") and s["b"] != "red",
    ),
    (
        lambda b, v: b.add(2 * v["n"] + (v["a"] == "red") == 3),
        lambda s: 2 * s["n"] + (s["a"] == "red") == 3,
    ),
]


@pytest.mark.parametrize(("add", "meaning"), MEANINGS)
@pytest.mark.parametrize("backend", ["native", "cpsat"])
def test_a_name_means_the_same_in_every_constraint(build, variables, add, meaning, backend):
    add(build, variables)
    model = build.model()
    solved = {
        tuple(each.value_text(name) for name in (*NAMES, "n"))
        for each in nonet.iter_solutions(model, backend)
    }
    expected = {
        tuple(map(str, values))
        for values in product(*NAMES.values(), range(3))
        if meaning(dict(zip((*NAMES, "n"), values, strict=True)))
    }
    assert solved == expected
    reread = model_from_json(model_to_json(model))
    assert reread == model == pickle.loads(pickle.dumps(model))


@pytest.mark.parametrize(
    ("add", "message"),
    [
        (lambda b, v: b.add(v["a"] == v["pet"]), "different names"),
        (lambda b, v: b.add(v["a"] == v["n"]), "different names"),
        (lambda b, v: b.add(v["n"] != v["a"]), "different names"),
        (lambda b, v: b.all_different([v["a"], v["pet"]]), "two sets that share none"),
        (lambda b, v: b.all_different(["a", "n"]), "a name and an integer are not compared"),
        (lambda b, v: b.all_equal([v["a"], v["n"]]), "a name and an integer are not compared"),
        (lambda b, v: b.count(["a", "pet"], [0], "==", 1), "two sets that share none"),
        (lambda b, v: b.count(["a"], ["red"], "==", "c"), "the values of c are names"),
        (lambda b, v: b.add(v["a"] - v["b"] == 0), "not numbers"),
        (lambda b, v: b.add(v["a"] + 1 == 1), "not numbers"),
        (lambda b, v: b.add(2 * v["a"] == 0), "not numbers"),
        (lambda b, v: b.add(abs(v["a"]) == 0), "not numbers"),
        (lambda b, v: b.add(v["a"] % 2 == 0), "not numbers"),
        (lambda b, v: b.add(max_of(v["a"], v["b"]) == 1), "not numbers"),
        (lambda b, v: b.add(v["a"] < v["b"]), "names have no order"),
        (lambda b, v: b.increasing([v["a"], v["b"]]), "not numbers"),
        (lambda b, v: b.lexicographic(["a"], ["b"]), "not numbers"),
        (lambda b, v: b.no_overlap(["a", "n"], [1, 1]), "not numbers"),
        (lambda b, v: b.add(~g.Increasing(["a", "n"])), "not numbers"),
        (lambda b, v: b.add(element([v["a"], v["pet"]], v["n"] % 2) == "red"), "share none"),
        (lambda b, v: b.add(element([5, 7], v["b"]) == 7), "not places of an array"),
        (lambda b, v: b.add(nonet.model.Linear(("a", "n"), (1, 1), "<=", 1)), "not numbers"),
        (lambda b, v: b.minimize(v["a"]), "not numbers"),
        (lambda b, v: b.table(["a"], [("grean",)]), "no variable has the value 'grean'.*green"),
        (lambda b, v: b.count(["a", "c"], "reed", "==", 1), "'reed'; did you mean red"),
        (lambda b, v: b.among([v["a"]], ["dog"], 1, 1), "no variable has the value 'dog'"),
        (lambda b, v: b.count(["n"], ["red"], "==", 1), "'red' is a text, not an integer"),
    ],
)
def test_names_that_would_be_compared_by_their_integers_are_refused(build, variables, add, message):
    with pytest.raises(ModelError, match=message) as error:
        add(build, variables)
    assert "\n" not in str(error.value)
    assert not build.model().constraints


def test_a_model_without_a_builder_gives_shared_names_one_integer():
    pair = {"x": ["a", "b"], "y": ["b", "a"], "z": ["p", "q"]}
    model = nonet.Model(pair, [nonet.AllDifferent(("x", "y"))])
    assert {str(each) for each in nonet.iter_solutions(model.narrow({"z": [0]}))} == {
        "x=a y=b z=p", "x=b y=a z=p",
    }  # fmt: skip
    with pytest.raises(ModelError, match="share none"):
        nonet.Model(pair, [nonet.AllDifferent(("x", "z"))])


def test_the_members_of_an_int_enum_are_numbers_too(build):
    level, n = build.variable("level", Level), build.variable("n", range(8))
    build.add(level + 1 <= n, level < n)
    build.table([level, n], [("LOW", 3), (Level.HIGH, 7), (Level.HIGH, 2)])
    assert {str(each) for each in nonet.iter_solutions(build)} == {
        "level=LOW n=3",
        "level=HIGH n=7",
    }
