"""Pictures of whatever has one: each subject in its own way, and what has none says so."""

import xml.etree.ElementTree as ElementTree
from itertools import pairwise
from types import SimpleNamespace

import pytest

import nonet
from nonet.errors import FormatError
from nonet.learn import pictures
from nonet.learn.pictures import constraint_graph_svg, picture
from nonet.render.svg import drawing_svg

PUZZLE = nonet.Sudoku("..3..4....2..1..")


def test_a_puzzle_a_solution_and_an_answer_are_drawn_as_they_are():
    outcome, verdict = nonet.solve(PUZZLE), nonet.verify(PUZZLE)
    plain = drawing_svg(PUZZLE.drawing()).encode()
    solved = drawing_svg(PUZZLE.drawing(outcome.solution)).encode()
    assert picture(PUZZLE) == picture(PUZZLE.line()) == plain
    assert picture(outcome.solution) == picture(outcome) == picture(verdict) == solved
    assert picture(PUZZLE, dark=True) == drawing_svg(PUZZLE.drawing(), dark=True).encode() != plain


def test_a_step_is_drawn_on_its_puzzle_and_a_path_and_a_trace_by_themselves():
    step = nonet.hints(PUZZLE)[0]
    assert step.notation in picture(step, of=PUZZLE).decode()
    with pytest.raises(TypeError, match="a step is drawn on its puzzle"):
        picture(step)
    for subject in (nonet.explain(PUZZLE), nonet.trace(PUZZLE)):
        assert ElementTree.fromstring(picture(subject)).tag.endswith("svg")


@pytest.mark.parametrize("subject", [3, object(), SimpleNamespace()])
def test_what_has_no_picture_says_what_has_one(subject):
    with pytest.raises(TypeError, match="a picture is of a puzzle, a solution, a step"):
        picture(subject)


def test_an_answer_without_a_solution_and_the_solution_of_a_model_have_none():
    none = nonet.Sudoku("12.....4........")
    for answer in (nonet.solve(none), nonet.verify(none)):
        with pytest.raises(TypeError, match="an answer without a solution has no picture"):
            picture(answer)
    with pytest.raises(TypeError, match="a model's solution has no picture"):
        picture(nonet.solve(PUZZLE.model()).solution)


def test_an_object_that_has_a_drawing_is_drawn_by_it():
    subject = SimpleNamespace(drawing=PUZZLE.drawing)
    assert picture(subject) == picture(PUZZLE)


def test_the_suffix_of_the_path_decides_and_the_file_is_what_is_returned(tmp_path):
    file = tmp_path / "picture.SVG"
    assert picture(PUZZLE, file, suffix=".png") == file.read_bytes() == picture(PUZZLE)
    for name, shown in (("picture.gif", ".gif"), ("picture", "without a suffix")):
        with pytest.raises(FormatError, match=f"a picture is .svg, .png, .pdf, not {shown}"):
            picture(PUZZLE, tmp_path / name)
    with pytest.raises(FormatError, match=r"not \.bmp"):
        picture(PUZZLE, suffix=".bmp")


def _model(count):
    build = nonet.ModelBuilder()
    variables = build.array("longname", count, range(2))
    for first, second in pairwise(variables):
        build.add(first != second)
    return build.model()


def _parts(svg):
    root = ElementTree.fromstring(svg)
    tags = [each.tag.rpartition("}")[2] for each in root.iter()]
    return root, {tag: tags.count(tag) for tag in ("circle", "text", "path")}


def test_a_model_is_its_constraint_graph_a_circle_each_and_an_edge_for_each_pair():
    root, parts = _parts(constraint_graph_svg(_model(5)))
    assert parts == {"circle": 5, "text": 5, "path": 4}
    assert root.get("aria-label") == "Constraint graph: 5 variables, 4 edges"
    circles = [each for each in root.iter() if each.tag.endswith("circle")]
    assert {each.get("r") for each in circles} == {"15"}
    side = float(root.get("width"))
    for each in circles:
        assert 15 < float(each.get("cx")) < side - 15 and 15 < float(each.get("cy")) < side - 15
    texts = [each.text for each in root.iter() if each.tag.endswith("text")]
    assert set(texts) == {"longname"}, "names are cut to eight characters"
    assert picture(_model(5)) == constraint_graph_svg(_model(5)).encode()


def test_of_many_variables_only_the_circles_are_drawn_and_of_too_many_nothing(monkeypatch):
    monkeypatch.setattr(pictures, "MOST_LABELLED", 5)
    monkeypatch.setattr(pictures, "MOST_VARIABLES", 6)
    assert _parts(constraint_graph_svg(_model(5)))[1]["text"] == 5
    root, parts = _parts(constraint_graph_svg(_model(6)))
    assert parts == {"circle": 6, "text": 0, "path": 5}
    assert {each.get("r") for each in root.iter() if each.tag.endswith("circle")} == {"4"}
    with pytest.raises(FormatError, match="7 variables are too many to draw: at most 6"):
        constraint_graph_svg(_model(7))


def test_a_larger_graph_has_a_larger_picture():
    sides = [
        float(_parts(constraint_graph_svg(_model(n)))[0].get("width")) for n in (3, 30, 60, 90)
    ]
    assert sides == [440, 440, 840, 840]
