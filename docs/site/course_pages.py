"""The pages of the course: a page a lesson, made of the files that the page's Learn tab shows.

A lesson's figure stands below the paragraphs that speak of it: the table of an experiment, a picture,
or its runs, two in a file that plays them: the figures that the Learn tab shows.
"""

from __future__ import annotations

from typing import Any

from nonet.learn.figures import experiment, lesson_figure
from nonet.learn.lessons import PARTS, Lesson, lesson_markdown, lesson_place, lessons
from nonet.tracing.page import page_of_figures

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
    """The index, the lessons and their runs, by file."""
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
    pages = {f"{FOLDER}/index.md": "\n".join(lines)}
    for lesson in lessons():
        runs = run_pages(lesson)
        pages[f"{FOLDER}/{lesson.name}.md"] = lesson_markdown(lesson, figure(lesson, list(runs)))
        pages |= {f"{FOLDER}/{file}": page for file, page in runs.items()}
    return pages


def figure(lesson: Lesson, files: list[str]) -> str:
    """The figure in Markdown: the table of an experiment, or the runs in frames."""
    parts = [f"**See it.** {lesson.figure['about']}"]
    if lesson.figure["kind"] == "experiment":
        table = experiment(lesson.figure["experiment"])
        lines = [table["columns"], ["---"] * len(table["columns"]), *table["rows"]]
        parts.append("\n".join(f"| {' | '.join(map(_cell, line))} |" for line in lines))
    if lesson.figure["kind"] == "picture":
        parts.append(f'<figure markdown="0">{lesson.figure["svg"].replace(chr(10), "")}</figure>')
    if lesson.code:
        parts.append(f"The models of the figure:\n\n```python\n{lesson.code.strip()}\n```")
    for file in files:
        parts.append(
            f'<iframe src="{file}" title="A run of this lesson, step by step" loading="lazy" '
            'style="width: 100%; height: 36rem; border: 1px solid #8886"></iframe>'
        )
    return "\n\n".join(parts) + "\n\n"


def _cell(value: object) -> str:
    return f"{value:,}" if isinstance(value, int) else str(value).replace("|", "\\|")


def run_pages(lesson: Lesson) -> dict[str, str]:
    """The runs of a lesson's figure, two side by side, as whole HTML files by name."""
    choices = lesson.figure.get("choices", ())
    figures = [
        (choice["label"], lesson_figure(lesson.name, number))
        for number, choice in enumerate(choices)
    ]
    pairs = [figures[first : first + 2] for first in range(0, len(figures), 2)]
    return {
        f"runs/{lesson.name}-{number}.html": page_of_figures(
            [figure for _, figure in pair], title=" | ".join(label for label, _ in pair)
        )
        for number, pair in enumerate(pairs, 1)
    }
