"""``lesson``: what a technique is, and a position in which to find it.

The positions are lines of HoDoKu's library (``examples.hodoku``, made by
``docs/site/find_examples.py``), of which the site has its pictures as well.
"""

from __future__ import annotations

import pkgutil
import re
from functools import cache
from typing import Any

from nonet.asking.command import Event, Parameter, command
from nonet.formats import parse
from nonet.formats.objects import to_json
from nonet.techniques.catalogue import Technique
from nonet.techniques.catalogue import technique as technique_of
from nonet.techniques.policies import POLICIES


@command(
    "lesson",
    "What a technique is, and a position in which to find it.",
    Parameter("technique", "text", "the technique's name", most=100),
)
def lesson(technique: str) -> Event:
    """``about`` is Markdown; ``puzzle`` a document with the candidates that are left."""
    found = technique_of(technique)
    return {
        "technique": found.key,
        "title": found.title,
        "about": about(found),
        "idea": found.consistency,
        "aliases": list(found.aliases),
        "level": POLICIES["hodoku"].entry_of(found.key).level,
        "puzzle": example(found),
    }


def about(technique: Technique) -> str:
    """What its family says of itself, as Markdown, without the example that runs."""
    text = (technique.family.__doc__ or "").partition(">>> ")[0].strip()
    return re.sub(r"\*(\w+)\*", r"\1", text.replace("``", "`"))


def example(technique: Technique) -> dict[str, Any] | None:
    """The document of its position; ``None`` where the library has none."""
    line = library().get(technique.code or technique.key)
    return None if line is None else to_json(parse(line))


@cache
def library() -> dict[str, str]:
    """The lines of the library by HoDoKu's code, or by the technique's name."""
    text = (pkgutil.get_data("nonet.asking", "examples.hodoku") or b"").decode()
    lines = (line for line in text.splitlines() if line.startswith(":"))
    return {line[1:].partition(":")[0]: line for line in lines}
