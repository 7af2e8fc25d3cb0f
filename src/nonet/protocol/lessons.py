"""``lesson`` and ``drill``: the description of a technique, its picture, and positions for practice."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from nonet.errors import QuestionError
from nonet.formats.json import to_json
from nonet.learn.figures import lesson_figure
from nonet.learn.lesson_notebooks import notebook_text
from nonet.learn.lessons import PARTS, Lesson, Question, find_lesson, lessons
from nonet.learn.technique_positions import (
    drill_position,
    drill_steps,
    example_puzzle,
    example_step,
    has_drills,
    technique_text,
)
from nonet.protocol.command import Event, Parameter, command, fields_of
from nonet.protocol.hints import step_event
from nonet.protocol.pictures import CELL
from nonet.render.svg import drawing_svg
from nonet.techniques.catalogue import Technique
from nonet.techniques.catalogue import technique as technique_of
from nonet.techniques.drawing import draw_step
from nonet.techniques.hints import easier_techniques
from nonet.techniques.policies import POLICIES
from nonet.techniques.solution_oracle import position_of

MAX_STEPS = 12
"""Maximum number of steps in the answer to ``drill``."""

CELL_SIDE = 44
"""The side of a cell in a picture, in the picture's units."""

TECHNIQUE = Parameter("technique", "text", "the technique's name", maximum=100)


@command("lesson", "What a technique is, and a position in which to find it.", TECHNIQUE)
def lesson(technique: str) -> Event:
    """``about`` is Markdown; ``puzzle`` a document with the candidates that are left."""
    chosen = technique_of(technique)
    puzzle = example_puzzle(chosen)
    return {
        "technique": chosen.key,
        "title": chosen.title,
        "about": technique_text(chosen),
        "idea": chosen.consistency,
        "aliases": list(chosen.aliases),
        "level": POLICIES["hodoku"].entry_for(chosen.key).level,
        "puzzle": None if puzzle is None else to_json(puzzle),
        "picture": _picture(chosen),
        "drills": has_drills(chosen),
    }


def _picture(technique: Technique) -> dict[str, Any] | None:
    """The step of the example as elements of SVG, with their box and the step's sentence; ``None``
    without an example."""
    example = example_step(technique)
    if example is None:
        return None
    step, position, puzzle = example
    drawing = drawing_svg(draw_step(step, position, puzzle), cell=CELL_SIDE)
    opening, _, elements = drawing.partition(">")
    return {
        "box": opening.partition('viewBox="')[2].partition('"')[0],
        "svg": elements.rpartition("</svg>")[0],
        "sentence": step.sentence,
    }


@command(
    "drill",
    "A position to find a technique in, and its moves there.",
    TECHNIQUE,
    Parameter("number", "integer", "which drill: the same for the same number", 0, 0, 1 << 31),
    CELL,
)
def drill(technique: str, number: int, cell: int) -> Event:
    """``steps`` are as in the answer to ``hint``; every move of a step is a right answer."""
    chosen = technique_of(technique)
    if not has_drills(chosen):
        raise QuestionError(f"there are no drills of {chosen.title}")
    puzzle = drill_position(chosen, number)
    position = position_of(puzzle)
    steps = drill_steps(puzzle, chosen)
    return {
        "technique": chosen.key,
        "title": chosen.title,
        "puzzle": {**to_json(puzzle), "name": f"Drill: {chosen.title}"},
        "easier": list(easier_techniques(position, steps[0])),
        "places": bool(steps[0].placements),
        "steps": [step_event(step, position, puzzle, cell) for step in steps[:MAX_STEPS]],
    }


# ``course``, ``study``, ``figure``, ``notebook``: the lessons, and a lesson's text, figure and
# notebook.


@command("course", "The parts of the course and their lessons, in order.")
def course() -> Event:
    """``lessons`` are entries with a name, a title, the number of a part, an idea, an outcome, needs."""
    return {"parts": list(PARTS), "lessons": [_entry(each) for each in lessons()]}


@command(
    "study",
    "A lesson: its text, its questions, what its figure offers, its exercise and sources.",
    Parameter("name", "text", "the lesson's name", maximum=80),
)
def study(name: str) -> Event:
    """Each of ``sections`` has ``text`` in Markdown, or a ``question`` with ``answers``."""
    lesson = find_lesson(name)
    return {
        **_entry(lesson),
        "sections": [_section(each) for each in lesson.sections],
        "figure": {
            "kind": lesson.figure["kind"],
            "about": lesson.figure["about"],
            "choices": [each["label"] for each in lesson.figure.get("choices", ())],
        },
        "exercises": list(lesson.exercise_names),
        "more": list(lesson.more),
        "sources": list(lesson.sources),
    }


@command(
    "figure",
    "The figure of a lesson as data: a run to step through, the table of an experiment, or a picture.",
    Parameter("name", "text", "the lesson's name", maximum=80),
    Parameter("choice", "integer", "which of the figure's choices, from 0", 0, 0, 20),
)
def figure(name: str, choice: int) -> Event:
    """A ``run`` is told as by ``trace``; an ``experiment`` has ``columns`` and ``rows``."""
    choices = find_lesson(name).figure.get("choices", ())
    return lesson_figure(name, min(choice, max(0, len(choices) - 1)))


@command(
    "notebook",
    "A lesson as a notebook, to keep.",
    Parameter("name", "text", "the lesson's name", maximum=80),
)
def notebook(name: str) -> Event:
    """``text`` is the notebook's file, ``file`` a name for the file."""
    lesson = find_lesson(name)
    return {"text": notebook_text(lesson), "file": f"{lesson.name}.ipynb"}


def _entry(lesson: Lesson) -> Event:
    return fields_of(lesson, "name", "number", "title", "part", "idea", "outcome", "needs")


def _section(section: str | Question) -> Event:
    if isinstance(section, str):
        return {"text": section}
    return {"question": section.text, "answers": [asdict(each) for each in section.answers]}
