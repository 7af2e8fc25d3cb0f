"""The lessons of the course: a file each, from which the page and the documentation are made.

A file ``NN-name.md`` opens with TOML between lines of ``+++``, then has the text in Markdown.  A
question begins with ``? ``; its answers follow, a line each: ``+ `` before the right one, ``- ``
before a wrong one, and after ``::`` what is said to it.  What comes after a question is shown once
the question is answered.  In the TOML:

* ``title``, ``part`` (from 1), ``idea`` (one sentence), ``sources``;
* ``figure``: what the learner steps or runs (``figures.py``), perhaps with ``choices``;
* ``exercise``: the name of an exercise, or ``task`` with ``start``, ``solution`` and ``checks``;
  ``more``: the names of further exercises;
* ``claims``: expressions that hold if the text is true; the tests evaluate them.

>>> lessons()[0].title, lessons()[0].part
('A variable, a domain, a constraint', 1)
"""

from __future__ import annotations

import pkgutil
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from nonet.errors import ExerciseError, did_you_mean

FOLDER = Path(__file__).parent

PARTS = (
    "Modelling",
    "Propagation",
    "Search",
    "Learning",
    "Other ways",
    "Structure and hardness",
    "Certainty",
)
"""The parts of the course, in order."""


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer to a question: whether it is right, and the feedback."""

    text: str
    right: bool
    feedback: str


@dataclass(frozen=True, slots=True)
class Question:
    """A prediction that the learner makes before the text goes on."""

    text: str
    answers: tuple[Answer, ...]


@dataclass(frozen=True)
class Lesson:
    """One lesson.  ``sections`` are texts in Markdown and questions, in order."""

    number: int
    name: str
    title: str
    part: int
    idea: str
    sections: tuple[str | Question, ...]
    sources: tuple[str, ...]
    figure: dict[str, Any]
    exercise: str = ""
    more: tuple[str, ...] = ()
    task: dict[str, Any] = field(default_factory=dict)
    claims: tuple[str, ...] = ()

    @property
    def exercise_name(self) -> str:
        """The name under which its exercise is graded."""
        return self.exercise or f"lesson-{self.name}"


@cache
def lessons() -> tuple[Lesson, ...]:
    """All lessons, in the order of the course."""
    files = sorted(path.name for path in FOLDER.iterdir() if path.name.endswith(".md"))
    return tuple(_read_lesson(number, file) for number, file in enumerate(files, 1))


def find_lesson(name: str) -> Lesson:
    """The lesson of a name; else ``ExerciseError`` and the nearest."""
    for lesson in lessons():
        if lesson.name == name:
            return lesson
    near = did_you_mean(name, [each.name for each in lessons()])
    raise ExerciseError(f"there is no lesson {name!r}{near}")


def _read_lesson(number: int, file: str) -> Lesson:
    text = (pkgutil.get_data(__name__, file) or b"").decode()
    _, head, body = text.split("+++\n", 2)
    data = tomllib.loads(head)
    data["sources"] = tuple(data["sources"])
    data["claims"], data["more"] = (tuple(data.get(key, ())) for key in ("claims", "more"))
    name = file.partition("-")[2].removesuffix(".md")
    return Lesson(number, name, sections=tuple(_sections(body)), **data)


def _sections(body: str) -> Iterator[str | Question]:
    lines: list[str] = []
    question, answers = "", list[Answer]()
    for line in [*body.splitlines(), ""]:
        if line.startswith("? "):
            yield "\n".join(lines).strip()
            lines, question = [], line[2:]
        elif question and line[:2] in ("+ ", "- "):
            text, _, feedback = line[2:].partition(" :: ")
            answers.append(Answer(text, line[0] == "+", feedback))
        elif question and answers:
            yield Question(question, tuple(answers))
            question, answers = "", []
        elif question:
            question += f" {line.strip()}"
        else:
            lines.append(line)
    if any(lines):
        yield "\n".join(lines).strip()


def lesson_markdown(lesson: Lesson) -> str:
    """The lesson as a plain page: questions with their answers folded, the task, the sources."""
    parts = [f"# {lesson.title}", f"*{lesson.idea}*"]
    for section in lesson.sections:
        if isinstance(section, str):
            parts.append(section)
            continue
        options = "\n".join(f"- {answer.text}" for answer in section.answers)
        right = next(answer for answer in section.answers if answer.right)
        parts.append(f"**Before you read on:** {section.text}\n\n{options}")
        parts.append(
            f"<details markdown><summary>Answer</summary>\n\n{right.text}: {right.feedback}\n\n</details>"
        )
    if lesson.task:
        parts.append(f"## Exercise\n\n{lesson.task['text']}")
        parts.append(f"```text\n{lesson.task['start'].strip()}\n```")
    else:
        parts.append(f"## Exercise\n\n`nonet learn start {lesson.exercise}`")
    sources = "\n".join(f"- {source}" for source in lesson.sources)
    return "\n\n".join([*parts, f"## Sources\n\n{sources}"]) + "\n"
