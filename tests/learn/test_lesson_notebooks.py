"""Lessons as notebooks: valid, whole, and their cells run."""

import json

import nbformat
import pytest

import nonet
from nonet.cli import main
from nonet.learn import SPINE, find_exercise
from nonet.learn.lesson_notebooks import experiment_table, lesson_notebook, notebook_text
from nonet.learn.lessons import find_lesson, lessons
from nonet.notebook.widgets import GraphWidget, PlayWidget, StepWidget, TreeWidget
from tests.cases import as_one_test


@as_one_test(lessons())
def test_a_lesson_is_a_notebook_that_says_all_that_the_page_says(lesson):
    notebook = nbformat.reads(notebook_text(lesson), as_version=4)
    nbformat.validate(notebook)
    text = "\n".join(cell.source for cell in notebook.cells)
    assert lesson.title in text
    for section in lesson.sections:
        texts = section.split("\n\n") if isinstance(section, str) else [section.text]
        texts += [] if isinstance(section, str) else [each.feedback for each in section.answers]
        assert all(each in text for each in texts)
    for exercise in map(find_exercise, lesson.exercise_names):
        if exercise not in SPINE:
            assert f"%%writefile {exercise.file}\n{exercise.hole.strip()}" in text
        assert all(each in text for each in exercise.hints)
    assert all(source in text for source in lesson.sources)
    for cell in notebook.cells:
        if cell.cell_type == "code" and not cell.source.startswith("%%writefile"):
            compile(cell.source, lesson.name, "exec")


@as_one_test([lesson for lesson in lessons() if lesson.figure["kind"] == "run"])
def test_a_figure_is_a_widget_to_drive_and_the_tree_of_each_run(lesson):
    names, figures = {"nonet": nonet}, []
    for cell in lesson_notebook(lesson)["cells"]:
        *before, last = "".join(cell["source"]).splitlines() or [""]
        if last.startswith(("nonet.step(", "nonet.graph(", "nonet.play(", "nonet.tree(")):
            exec("\n".join(before), names)
            figures.append(eval(last, names))
    first, *trees = figures
    assert isinstance(first, StepWidget | GraphWidget | PlayWidget)
    assert len(trees) == len(lesson.figure["choices"])
    assert all(isinstance(tree, TreeWidget) for tree in trees)


def test_two_levels_are_stepped_side_by_side_and_an_experiment_is_a_table():
    text = notebook_text(find_lesson("arc-consistency"))
    levels = '\\"arc-consistency\\", \\"forward-checking\\"'
    assert f'nonet.step(lesson_problem(\\"australia-wa-q\\"), {levels})' in text
    table = experiment_table("units")
    assert "<td>331,776</td>" in table._repr_html_()
    assert repr(table).splitlines()[0] == "declared       solutions"


def test_the_command_writes_notebooks_and_keeps_what_is_there(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["learn", "notebook"]) == 0
    listed = capsys.readouterr().out
    assert all(each.name in listed for each in lessons())
    assert main(["learn", "notebook", "hall-sets", "queens", "--dir", "class"]) == 0
    (file, other) = sorted((tmp_path / "class").iterdir())
    assert (file.name, other.name) == ("04-queens.ipynb", "13-hall-sets.ipynb")
    assert json.loads(other.read_text(encoding="utf-8")) == lesson_notebook(
        find_lesson("hall-sets")
    )
    file.write_text("mine")
    assert main(["learn", "notebook", "--all", "--dir", "class"]) == 0
    assert file.read_text() == "mine"
    assert len(list((tmp_path / "class").iterdir())) == len(lessons())


def test_a_lesson_that_is_none_is_an_error_with_the_nearest():
    with pytest.raises(nonet.errors.ExerciseError, match="did you mean hall-sets"):
        find_lesson("hal-sets")
