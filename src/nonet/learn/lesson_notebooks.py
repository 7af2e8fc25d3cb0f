"""Lessons as notebooks: the text, each prediction with its answers folded, the figure, the exercise.

A figure is a widget to drive (two levels side by side, a constraint graph, a puzzle) and the search
tree of each of its runs; the figure of an experiment is a table.
A notebook is plain data of the format nbformat 4.5.  One cell writes the learner's
file of the exercise; the next cell grades the file as ``nonet learn check`` does.  Of a part of the
learner's solver the cell has that part alone, and grading puts it into ``solver.py``.

>>> from nonet.learn.lessons import find_lesson
>>> notebook = lesson_notebook(find_lesson("hall-sets"))
>>> [cell["cell_type"] for cell in notebook["cells"]][:2], notebook["nbformat"]
(['markdown', 'code'], 4)
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import escape
from typing import Any

from nonet.learn.figures import experiment
from nonet.learn.lesson_models import lesson_problem
from nonet.learn.lessons import Lesson, Question, lesson_place
from nonet.learn.spine import SpinePart, stub
from nonet.learn.tasks import find_exercise
from nonet.puzzle import Puzzle
from nonet.render.html import TextTable
from nonet.tracing.stepper import LEVELS

Notebook = dict[str, Any]

SETUP = "import nonet  # pip install 'nonet[notebook]'"


def lesson_notebook(lesson: Lesson) -> Notebook:
    """Return a lesson as a notebook, none of whose cells has been run."""
    cells = []
    for number, (kind, text) in enumerate(_cells(lesson), 1):
        cell: dict[str, Any] = {
            "id": f"{lesson.name}-{number}",
            "cell_type": kind,
            "metadata": {},
            "source": text.strip().splitlines(keepends=True),
        }
        if kind == "code":
            cell |= {"execution_count": None, "outputs": []}
        cells.append(cell)
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    metadata = {"kernelspec": kernel, "title": lesson.title}
    return {"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}


def notebook_text(lesson: Lesson) -> str:
    """Return a lesson as the text of a notebook's file."""
    return json.dumps(lesson_notebook(lesson), indent=1, ensure_ascii=False) + "\n"


def _cells(lesson: Lesson) -> Iterator[tuple[str, str]]:
    yield "markdown", f"# {lesson.title}\n\n*{lesson.idea}*\n\n{lesson_place(lesson)}"
    yield "code", SETUP
    for part in lesson.parts:
        if part is not None:
            yield "markdown", _question(part) if isinstance(part, Question) else part
            continue
        yield "markdown", f"**See it.** {lesson.figure['about']}"
        for label, code in _figure_cells(lesson):
            if label:
                yield "markdown", f"**{label}**"
            yield "code", code
    for name in lesson.exercise_names:
        exercise = find_exercise(name)
        title, _, task = exercise.text.partition("\n")
        file, hole = exercise.file, exercise.hole
        check = (
            "from nonet.learn import find_exercise, grade\n\n"
            f'print(grade(find_exercise("{exercise.name}"), "{exercise.file}"))'
        )
        if isinstance(exercise, SpinePart):
            file, hole = f"part_{exercise.part}.py", stub(exercise.part)
            check = (
                f"from nonet.learn.spine import grade_part\n\nprint(grade_part({exercise.part}))"
            )
            check += f"  # to go on with our part: grade_part({exercise.part}, ours=True)"
        heading = f"#{title}" if isinstance(exercise, SpinePart) else "## Do it"
        yield (
            "markdown",
            f"{heading}\n\n{task.strip()}\n\nFill in the hole, run the cell, then run the cell below it.",
        )
        yield "code", f"%%writefile {file}\n{hole}"
        yield "code", check
        for number, hint in enumerate(exercise.hints, 1):
            yield "markdown", _folded(f"Hint {number}", hint)
    for name in lesson.more:
        yield "markdown", f"One more exercise: `nonet learn start {name}`"
    sources = "\n".join(f"- {each}" for each in lesson.sources)
    yield "markdown", f"## Read on\n\n{sources}"


def _question(question: Question) -> str:
    """A prediction in Markdown, with the feedback folded below each answer."""
    parts = [f"**What do you think?** {question.text}"]
    for answer in question.answers:
        verdict = "Right." if answer.right else "Not so."
        parts.append(_folded(answer.text, f"{verdict} {answer.feedback}"))
    return "\n\n".join(parts)


def _folded(title: str, text: str) -> str:
    return f"<details><summary>{escape(title)}</summary>\n\n{text}\n\n</details>"


def _figure_cells(lesson: Lesson) -> Iterator[tuple[str, str]]:
    """A label and the code of each choice of the figure."""
    figure = lesson.figure
    if figure["kind"] == "experiment":
        yield (
            "",
            "from nonet.learn.lesson_notebooks import experiment_table\n\n"
            f'experiment_table("{figure["experiment"]}")',
        )
        return
    if figure["kind"] == "picture":
        yield "", f'from IPython.display import SVG\n\nSVG("""{figure["svg"].strip()}""")'
        return
    limit = figure.get("limit", 1) or None
    given = "" if limit == 1 else f", limit={limit}"
    needed = f"*\n\n{lesson.code.strip()}\n" if lesson.code else "lesson_problem"
    setup = f"from nonet.learn.lesson_models import {needed}\n\n"
    runs = []
    for choice in figure["choices"]:
        model = choice.get("model", figure.get("model", ""))
        problem = lesson.models.get(model, f'lesson_problem("{model}")')
        option = re.search(r"level=([\w-]+)", choice["options"])
        runs.append((model, problem, option[1] if option and option[1] in LEVELS else ""))
    (model, problem, level), (other, _, beside) = runs[0], runs[min(1, len(runs) - 1)]
    if model == other and level and beside and level != beside:
        yield "Both levels, move by move", f'{setup}nonet.step({problem}, "{level}", "{beside}")'
    elif figure.get("view") == "graph":
        yield "The constraint graph", f'{setup}nonet.graph({problem}, "{level or "gac"}")'
    elif isinstance(lesson_problem(model), Puzzle):
        yield "The puzzle, to play", f"{setup}nonet.play({problem})"
    else:
        yield "Move by move", f'{setup}nonet.step({problem}, "{level or "gac"}")'
    for (_, problem, _), choice in zip(runs, figure["choices"], strict=True):
        code = f'nonet.tree({problem}, "native:{choice["options"]}"{given})'
        yield choice["label"] if len(runs) > 1 else "The search tree", code


def experiment_table(name: str) -> TextTable:
    """Run an experiment of the lessons and return its table.

    >>> experiment_table("units")
    declared       solutions
    nothing        4,294,967,296
    rows           331,776
    rows, columns  576
    and boxes      288
    """
    table = experiment(name)
    rows = [[f"{x:,}" if isinstance(x, int) else str(x) for x in row] for row in table["rows"]]
    return TextTable([table["columns"], *rows])
