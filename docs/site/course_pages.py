"""The pages of the course: a page a lesson, made of the files that the page's Learn tab shows."""

from __future__ import annotations

from typing import Any

from nonet.learn.lessons import PARTS, lesson_markdown, lessons

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
    lines = ["# The course", "", "Constraint programming in lessons of five to ten minutes.", ""]
    for number, title in enumerate(PARTS, 1):
        lines += [f"## {number}. {title}", ""]
        lines += [
            f"- [{each.title}]({each.name}.md): {each.idea}"
            for each in lessons()
            if each.part == number
        ]
        lines.append("")
    made = {f"{FOLDER}/index.md": "\n".join(lines)}
    return made | {f"{FOLDER}/{each.name}.md": lesson_markdown(each) for each in lessons()}
