"""A bank of forty exam questions, with answers that are computed.

A question is text with the numbers of a variant, and an expression that computes its answer
(``exam.toml``), so that two groups of a class can have other numbers.

>>> question = questions(0)[0]
>>> print(question.text, question.answer)
x and y are from 1 to 5, and x < y. How many solutions are there? 10
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from nonet.backends.lowering import lower
from nonet.backends.native import LevelName, Levels, Native
from nonet.backends.native.teaching_engine import TeachingEngine
from nonet.learn.lessons import find_lesson
from nonet.model import Model


@dataclass(frozen=True)
class ExamQuestion:
    """A question of one variant; ``lesson`` is the name of the lesson that it asks about."""

    number: int
    lesson: str
    text: str
    names: dict[str, Any]
    expression: str

    @cached_property
    def answer(self) -> object:
        return eval(self.expression, self.names)


def questions(variant: int = 0) -> list[ExamQuestion]:
    """Return the questions with the numbers of a variant, counted from 0."""
    data = tomllib.loads(Path(__file__).with_name("exam.toml").read_text(encoding="utf-8"))
    helpers: dict[str, Any] = {"domains_at": domains_at}
    exec(data["helpers"], helpers)
    bank = []
    for number, entry in enumerate(data["questions"], 1):
        values = entry["variants"][variant % len(entry["variants"])]
        lesson = find_lesson(entry["lesson"]).name
        text = entry["text"].format(**values)
        bank.append(ExamQuestion(number, lesson, text, {**helpers, **values}, entry["answer"]))
    return bank


def domains_at(model: Model, level: LevelName) -> dict[str, list[int]] | None:
    """Return the domains that a level of consistency leaves; ``None`` if a constraint cannot hold."""
    lowered = lower(model, Native(level=level))
    engine = TeachingEngine(lowered.structure, Levels(level=level))
    engine.reset(dict(lowered.narrowed))
    if not engine.propagate():
        return None
    return {name: list(engine.domains()[name]) for name in model.domains}


def exam_sheet(variant: int = 0, answers: bool = False) -> str:
    """Return the questions in Markdown, perhaps with their answers."""
    lines = [f"# Exam, variant {variant}", ""]
    for each in questions(variant):
        lines += [f"{each.number}. {each.text} ({each.lesson})", ""]
        if answers:
            lines += [f"    **{each.answer}**", ""]
    return "\n".join(lines)
