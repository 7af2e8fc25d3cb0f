"""Docstrings as Markdown, and small pieces of Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from inspect import cleandoc


def as_markdown(text: str) -> str:
    """A docstring as Markdown: sessions and literal blocks fenced, angle brackets escaped.

    >>> as_markdown("Two cells.\\n\\n>>> 1 < 2\\nTrue").splitlines()
    ['Two cells.', '', '```pycon', '>>> 1 < 2', 'True', '```']
    """
    return "\n\n".join(_blocks(cleandoc(text)))


def _blocks(text: str) -> Iterator[str]:
    """The paragraphs of a docstring, each in the form it needs."""
    literal = False
    for language, block in _joined(re.split(r"\n\s*\n", text)):
        if language:
            yield fenced(block, language)
        elif literal and block.startswith(" "):
            yield fenced(cleandoc(block), "text")
            continue
        elif re.match(r"=+( +=+)+$", block.splitlines()[0]):
            yield fenced(block, "text")
        else:
            literal = block.rstrip().endswith("::")
            said = re.sub(r"\s*::$", ":" if block.strip() != "::" else "", block.rstrip())
            if said.strip(": "):
                yield _prose(said)
            continue
        literal = False


def _joined(blocks: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Blocks with their language: a session is one block though blank lines part it."""
    session: list[str] = []
    for block in blocks:
        if block.lstrip().startswith(">>>"):
            session.append(block)
            continue
        if session:
            yield "pycon", "\n".join(session)
            session = []
        if block.strip():
            yield "", block
    if session:
        yield "pycon", "\n".join(session)


def _prose(block: str) -> str:
    block = re.sub(r":\w+:`~?([^`]+)`", r"`\1`", block)
    lists = re.sub(r"(?m)^(?!\s*[*-] )(.*\S.*)\n(?=\s*[*-] )", r"\1\n\n", block, count=1)
    return escaped(lists)


def escaped(text: str) -> str:
    """Text in which what is not between backticks is no HTML."""
    parts = re.split(r"(``.+?``|`[^`]+`)", text, flags=re.DOTALL)
    return "".join(
        part if part.startswith("`") else part.replace("&", "&amp;").replace("<", "&lt;")
        for part in parts
    )


def fenced(text: str, language: str = "text") -> str:
    """A block of code."""
    return f"```{language}\n{text.rstrip()}\n```"


def codes(names: Iterable[str]) -> str:
    """Names as code, with commas; a dash for none."""
    return ", ".join(f"`{name}`" for name in names) or "–"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table; bars within cells are escaped."""
    lines = [list(head), ["---"] * len(head), *map(list, rows)]
    return "\n".join(
        "| " + " | ".join(c.replace("|", "\\|") for c in line) + " |" for line in lines
    )


def page(title: str, *parts: str) -> str:
    """A page of parts with blank lines between."""
    return "\n\n".join((f"# {title}", *(part for part in parts if part))) + "\n"
