"""The figures of lessons, choice by choice: tables of experiments, pictures, and recorded runs."""

import json
from functools import cache
from pathlib import Path

from nonet.learn.figures import EXPERIMENTS, lesson_figure
from nonet.learn.lessons import lessons
from tests.pinned import check_pinned
from tests.protocol.answers import shortened


@cache
def figures():
    """Each lesson with each choice of its figure; an experiment has no choice."""
    return [
        (lesson, choice, lesson_figure(lesson.name, choice))
        for lesson in lessons()
        for choice in range(len(lesson.figure.get("choices", "?")))
    ]


def test_figures_are_those_that_were_shown():
    check_pinned(
        Path(__file__).with_name("figures_shown.txt"),
        (
            f"{lesson.name} {choice}: {json.dumps(shortened(figure), ensure_ascii=False)}"
            for lesson, choice, figure in figures()
        ),
    )


def test_each_choice_of_a_figure_runs():
    for lesson, choice, figure in figures():
        name = lesson.name, choice
        if figure["kind"] == "experiment":
            assert lesson.figure["experiment"] in EXPERIMENTS
            assert all(len(row) == len(figure["columns"]) for row in figure["rows"]), name
        elif figure["kind"] == "picture":
            assert figure["svg"].strip().startswith("<svg"), name
        else:
            assert figure["run"]["dropped"] == 0, f"{name}: a learner sees the end"
            assert figure["view"] in ("grid", "graph", "store"), name
            if figure["view"] == "graph":
                assert set(figure["places"]) == set(figure["run"]["names"]), name
