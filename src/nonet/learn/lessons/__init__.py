"""The lessons of the course: a file each, from which the page and the documentation are made.

A file ``NN-name.md`` opens with TOML between lines of ``+++``, then has the text in Markdown.  A
question begins with ``? ``; its answers follow, a line each: ``+ `` before the right one, ``- ``
before a wrong one, and after ``::`` what is said to it.  What comes after a question is shown once
the question is answered.  In the TOML:

* ``title``, ``part`` (from 1), ``idea`` (one sentence), ``sources``;
* ``teaches``: the terms that the lesson defines, and that no earlier lesson uses; ``outcome``: the
  end of the sentence "You can then ...";
* ``figure``: what the learner steps, runs or sees (``figures.py``), perhaps with ``choices``;
* ``code`` and ``models``: Python, and by their names expressions over it that give the models of
  its figure, if these are not in ``lesson_models.py``;
* ``exercise``: the name of an exercise, or ``task`` with ``start``, ``solution`` and ``checks``;
  ``more``: the names of further exercises; ``spine``: the parts of the learner's solver
  (``nonet.learn.spine``) that belong to it.  A lesson may have its part alone;
* ``claims``: expressions that hold if the text is true; the tests evaluate them.

>>> lessons()[0].title, lessons()[0].part
('A variable, a domain, a constraint', 1)
"""

from __future__ import annotations

import pkgutil
import re
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
    "Better models",
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
    outcome: str
    teaches: tuple[str, ...]
    sections: tuple[str | Question, ...]
    sources: tuple[str, ...]
    figure: dict[str, Any]
    exercise: str = ""
    more: tuple[str, ...] = ()
    spine: tuple[int, ...] = ()
    task: dict[str, Any] = field(default_factory=dict)
    claims: tuple[str, ...] = ()
    code: str = ""
    models: dict[str, str] = field(default_factory=dict)

    @property
    def words(self) -> str:
        """All that a learner reads before the exercise is solved, as one text."""
        texts = [self.title, self.idea, self.figure["about"], self.task.get("text", "")]
        texts += [choice["label"] for choice in self.figure.get("choices", ())]
        for section in self.sections:
            if isinstance(section, str):
                texts.append(section)
            else:
                texts.append(section.text)
                texts += [part for each in section.answers for part in (each.text, each.feedback)]
        return " ".join(texts)

    @property
    def parts(self) -> tuple[str | Question | None, ...]:
        """The sections, with ``None`` where the figure stands.

        It stands below the first paragraph that speaks of it, after a question: it may show the
        answer.
        """
        parts: list[str | Question | None] = []
        for section in self.sections:
            word = None
            if isinstance(section, str) and None not in parts and len(parts) > 1:
                word = re.search(r"\b(figure|experiment)s?\b", section)
            if word and isinstance(section, str):
                above, _, below = section[word.start() :].partition("\n\n")
                parts += [section[: word.start()] + above, None, *([below] if below else [])]
            else:
                parts.append(section)
        return tuple(parts if None in parts else [*parts, None])

    @property
    def needs(self) -> tuple[str, ...]:
        """The names of its prerequisites."""
        return tuple(each.name for each in prerequisites(self))

    @property
    def exercise_names(self) -> tuple[str, ...]:
        """The names under which its exercise and its parts of the solver are graded, in order."""
        own = self.exercise or (f"lesson-{self.name}" if self.task else "")
        return (*filter(None, [own]), *(f"solver-{number}" for number in self.spine))


@cache
def lessons() -> tuple[Lesson, ...]:
    """All lessons, in the order of the course."""
    files = sorted(path.name for path in FOLDER.iterdir() if path.name.endswith(".md"))
    return tuple(_read_lesson(number, file) for number, file in enumerate(files, 1))


def prerequisites(lesson: Lesson) -> tuple[Lesson, ...]:
    """Return the earlier lessons whose terms a lesson uses, less the prerequisites of these lessons.

    >>> [each.name for each in prerequisites(find_lesson("regin"))]
    ['hall-sets']
    """
    return _lesson_map()[lesson.name]


@cache
def _lesson_map() -> dict[str, tuple[Lesson, ...]]:
    direct: dict[str, tuple[Lesson, ...]] = {}
    behind: dict[str, set[str]] = {}
    for lesson in lessons():
        used = [
            each
            for each in lessons()[: lesson.number - 1]
            if any(uses_term(lesson, term) for term in each.teaches)
        ]
        indirect = set().union(*(behind[each.name] for each in used))
        direct[lesson.name] = tuple(each for each in used if each.name not in indirect)
        behind[lesson.name] = indirect | {each.name for each in used}
    return direct


def uses_term(lesson: Lesson, term: str) -> bool:
    """Whether a lesson uses a term, in the singular or the plural.

    >>> uses_term(find_lesson("units-and-peers"), "peer")
    True
    """
    return bool(
        re.search(rf"(?<![\w-]){re.escape(term)}(?:e?s)?(?!\w)", lesson.words, re.IGNORECASE)
    )


def find_lesson(name: str) -> Lesson:
    """The lesson of a name; else ``ExerciseError`` and the nearest."""
    for lesson in lessons():
        if lesson.name == name:
            return lesson
    suggestion = did_you_mean(name, [each.name for each in lessons()])
    raise ExerciseError(f"there is no lesson {name!r}{suggestion}")


def _read_lesson(number: int, file: str) -> Lesson:
    text = (pkgutil.get_data(__name__, file) or b"").decode()
    _, head, body = text.split("+++\n", 2)
    data = tomllib.loads(head)
    data["sources"] = tuple(data["sources"])
    for key in ("claims", "more", "teaches", "spine"):
        data[key] = tuple(data.get(key, ()))
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


def lesson_place(lesson: Lesson) -> str:
    """Return the prerequisites and the outcome of a lesson in one line of Markdown."""
    titles = ", ".join(each.title for each in prerequisites(lesson))
    return f"{titles and f'Builds on: {titles}. '}You can then {lesson.outcome}."


def lesson_markdown(lesson: Lesson, figure: str = "") -> str:
    """The lesson as a plain page: questions with their answers folded, the task, the sources.

    ``figure`` is Markdown that stands below the paragraphs that speak of the figure.
    """
    parts = [f"# {lesson.title}", f"*{lesson.idea}*", lesson_place(lesson)]
    for section in lesson.parts:
        if not isinstance(section, Question):
            parts.append(section or figure)
            continue
        options = "\n".join(f"- {answer.text}" for answer in section.answers)
        right = next(answer for answer in section.answers if answer.right)
        parts.append(f"**Before you read on:** {section.text}\n\n{options}")
        parts.append(
            f"<details markdown><summary>Answer</summary>\n\n{right.text}: {right.feedback}\n\n</details>"
        )
    parts.append("## Exercise")
    if lesson.task:
        parts += [lesson.task["text"], f"```text\n{lesson.task['start'].strip()}\n```"]
    for name in lesson.exercise_names[bool(lesson.task) :]:
        parts.append(f"`nonet learn start {name}`")
    parts += [f"And one more: `nonet learn start {name}`" for name in lesson.more]
    sources = "\n".join(f"- {source}" for source in lesson.sources)
    return "\n\n".join([*parts, f"## Sources\n\n{sources}"]) + "\n"
