"""``course``, ``study``, ``figure``, ``notebook``: the lessons, and a lesson's text, figure and notebook."""

from __future__ import annotations

from nonet.learn.figures import lesson_figure
from nonet.learn.lessons import PARTS, Lesson, Question, find_lesson, lessons
from nonet.protocol.command import Event, Parameter, command


@command("course", "The parts of the course and their lessons, in order.")
def course() -> Event:
    """``lessons`` are entries with a name, a title, the number of a part and an idea."""
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
        "exercise": lesson.exercise_name,
        "sources": list(lesson.sources),
    }


@command(
    "figure",
    "The figure of a lesson as data: a run to step through, or the table of an experiment.",
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
    from nonet.learn.lesson_notebooks import notebook_text

    lesson = find_lesson(name)
    return {"text": notebook_text(lesson), "file": f"{lesson.name}.ipynb"}


def _entry(lesson: Lesson) -> Event:
    return {
        "name": lesson.name,
        "number": lesson.number,
        "title": lesson.title,
        "part": lesson.part,
        "idea": lesson.idea,
    }


def _section(section: str | Question) -> Event:
    if isinstance(section, str):
        return {"text": section}
    answers = [
        {"text": each.text, "right": each.right, "feedback": each.feedback}
        for each in section.answers
    ]
    return {"question": section.text, "answers": answers}
