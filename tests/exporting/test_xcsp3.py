"""Instances of XCSP3: nonet's own reader finds exactly the solutions of the model in them."""

import re

import pytest

import nonet
from nonet.exporting import export
from nonet.model import Model
from nonet.testing.brute import brute_force
from tests.exporting.test_cpsat import CP_SAT
from tests.exporting.test_minizinc import CASES, OTHERS, model_of
from tests.exporting.test_trees import CONSTRAINTS, DOMAINS
from tests.exporting.test_zero_one import models


def rows_of(model, folder):
    file = folder / "model.xml"
    file.write_text(export(model, "xcsp3"))
    places = [name.replace(",", "][") for name in model.variables]
    return {tuple(map(each.get, places)) for each in nonet.iter_solutions(file, backend="native")}


@pytest.mark.slow
def test_each_primitive_alone_and_within_an_any_of_has_its_solutions(tmp_path):
    for model in models():
        assert rows_of(model, tmp_path) == brute_force(model), model.constraints


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::nonet.errors.ModelWarning")
def test_each_global_has_its_solutions(tmp_path):
    for name, make in {**CASES, **OTHERS, **CP_SAT}.items():
        model = model_of(make)
        assert rows_of(model, tmp_path) == brute_force(model), name


def test_what_decides_nothing_or_all_has_its_solutions(tmp_path):
    for name, constraint in CONSTRAINTS.items():
        model = Model(DOMAINS, [constraint])
        expected = brute_force(model) if constraint.scope else None
        assert expected is None or rows_of(model, tmp_path) == expected, name


def test_entries_of_different_domains_are_named_together():
    model = Model({"x[0]": [1, 2], "x[1]": [0, 5], "x[2]": [1, 2], "y": [-1, 0, 1, 2]}, [])
    text = export(model, "xcsp3")
    assert '<domain for="x[0] x[2]"> 1 2 </domain>' in text
    assert '<domain for="x[1]"> 0 5 </domain>' in text
    assert '<var id="y"> -1..2 </var>' in text


@pytest.mark.parametrize(
    ("goal", "element"),
    [
        (lambda x, y: x + y, r'<maximize type="sum"> x y </maximize>'),
        (lambda x, y: 2 * x - y, r'<maximize type="sum">.*<coeffs> 2 -1 </coeffs>'),
        (lambda x, y: x + 7, r"<maximize( type=.sum.)?>"),
        (lambda x, y: nonet.max_of([x, y]), r'<maximize type="maximum"> x y </maximize>'),
        (lambda x, y: x * y, r"<maximize> mul\(x,y\) </maximize>"),
    ],
)
def test_an_objective_is_an_element_with_its_best(goal, element, tmp_path):
    build = nonet.ModelBuilder()
    x, y = build.variables("xy", range(1, 5))
    build.add(x + 2 * y <= 9)
    build.maximize(goal(x, y))
    text = export(build, "xcsp3")
    assert re.search(element, text), text
    (tmp_path / "model.xml").write_text(text)
    best, read = nonet.solve(build, backend="native"), nonet.solve(tmp_path / "model.xml")
    values = {name: read.solution[name] for name in "xy"}
    assert build.model().objective is not None and read.status.value == "optimal"
    assert values and best.optimum.value - read.optimum.value in (0, 7)
