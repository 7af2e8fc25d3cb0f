"""Logic programs: the answer sets are the solutions, and rows of a grid are one rule."""

import pytest

import nonet
from nonet.exporting import export
from nonet.testing.brute import brute_force
from tests.exporting.test_zero_one import models

clingo = pytest.importorskip("clingo")


def answer_sets(text):
    control = clingo.Control(["0"], logger=lambda *_: None)
    control.add("base", [], text)
    control.ground([("base", [])])
    with control.solve(yield_=True) as handle:
        for answer in handle:
            pairs = (symbol.arguments for symbol in answer.symbols(shown=True))
            yield {str(term).strip('"'): value.number for term, value in pairs}


@pytest.mark.slow
def test_each_primitive_alone_and_within_an_any_of_has_its_solutions():
    for model in models():
        rows = [tuple(map(each.get, model.variables)) for each in answer_sets(export(model, "asp"))]
        assert len(rows) == len({*rows})
        assert {*rows} == brute_force(model), model.constraints


@pytest.mark.parametrize(
    ("size", "rules", "count"), [(4, (), 3), (6, (), 3), (9, (), 3), (9, ("windoku",), 4)]
)
def test_rows_columns_and_boxes_are_one_rule_each(size, rules, count):
    puzzle = nonet.parse("." * size**2, rules=rules)
    text = export(puzzle, "asp")
    assert text.count(":- number(V),") == count
    assert f"domain(cell(1..{size},1..{size}),1..{size})." in text


@pytest.mark.parametrize("rules", [(), ("anti-king",), ("diagonals",), ("anti-knight", "x")])
def test_a_puzzle_has_its_solutions(rules):
    puzzle = nonet.parse("12..............", rules=rules)
    listed = {tuple(sorted(each.items())) for each in answer_sets(export(puzzle, "asp"))}
    expected = {
        tuple(sorted((f"cell({name[1]},{name[3]})", value) for name, value in each.items()))
        for each in nonet.iter_solutions(puzzle, backend="native")
    }
    assert listed == expected


def test_an_objective_has_its_best_answer_set():
    build = nonet.ModelBuilder()
    x, y = build.variable("x", range(-2, 4)), build.variable("y", range(4))
    build.add(x + y <= 4)
    build.maximize(2 * x + y)
    text = export(build, "asp")
    assert "#maximize {" in text
    best = max(2 * each["x"] + each["y"] for each in answer_sets(text.split("#maximize")[0]))
    assert best == 7
