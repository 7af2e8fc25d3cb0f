"""``lesson``: the description of a technique, and a position for practice.

The positions are lines of HoDoKu's library (``examples.hodoku``, made by
``docs/site/find_examples.py``), of which the site has its pictures as well.
"""

from __future__ import annotations

import pkgutil
from functools import cache
from typing import Any

from nonet.formats import parse
from nonet.formats.puzzle_json import to_json
from nonet.learn.techniques import technique_text
from nonet.protocol.command import Event, Parameter, command
from nonet.techniques.catalogue import Technique
from nonet.techniques.catalogue import technique as technique_of
from nonet.techniques.policies import POLICIES


@command(
    "lesson",
    "What a technique is, and a position in which to find it.",
    Parameter("technique", "text", "the technique's name", maximum=100),
)
def lesson(technique: str) -> Event:
    """``about`` is Markdown; ``puzzle`` a document with the candidates that are left."""
    found_technique = technique_of(technique)
    return {
        "technique": found_technique.key,
        "title": found_technique.title,
        "about": technique_text(found_technique),
        "idea": found_technique.consistency,
        "aliases": list(found_technique.aliases),
        "level": POLICIES["hodoku"].entry_for(found_technique.key).level,
        "puzzle": example_document(found_technique),
    }


def example_document(technique: Technique) -> dict[str, Any] | None:
    """The document of its position; ``None`` where the library has none."""
    line = example_lines().get(technique.code or technique.key)
    return None if line is None else to_json(parse(line))


@cache
def example_lines() -> dict[str, str]:
    """The lines of the library by HoDoKu's code, or by the technique's name."""
    text = (pkgutil.get_data("nonet.protocol", "examples.hodoku") or b"").decode()
    lines = (line for line in text.splitlines() if line.startswith(":"))
    return {line[1:].partition(":")[0]: line for line in lines}
