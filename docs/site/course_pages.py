"""The pages of the course: a page a lesson, made of the files that the page's Learn tab shows."""

from __future__ import annotations

from typing import Any

from nonet.learn.lessons import PARTS, lesson_markdown, lesson_place, lessons

FOLDER = "course"


def nav() -> list[Any]:
    """The parts, with their lessons."""
    parts: list[Any] = [f"{FOLDER}/index.md"]
    for number, title in enumerate(PARTS, 1):
        parts.append(
            {title: [f"{FOLDER}/{each.name}.md" for each in lessons() if each.part == number]}
        )
    return parts


def pages() -> dict[str, str]:
    """The index and the lessons, by file."""
    opening = (
        "Constraint programming in lessons of five to ten minutes: the idea of each, the lessons it "
        "builds on, and what you can do then. The words are in the [glossary](../glossary.md)."
    )
    lines = ["# The course", "", opening, ""]
    for number, title in enumerate(PARTS, 1):
        lines += [f"## {number}. {title}", ""]
        lines += [
            f"- [{each.title}]({each.name}.md): {each.idea} {lesson_place(each)}"
            for each in lessons()
            if each.part == number
        ]
        lines.append("")
    made = {f"{FOLDER}/index.md": "\n".join(lines)}
    return made | {f"{FOLDER}/{each.name}.md": lesson_markdown(each) for each in lessons()}
