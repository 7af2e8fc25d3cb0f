"""Techniques told to people who solve by hand: texts of ``techniques.toml``, or a sentence.

The forty common techniques have a text each.  Every other technique is told by a sentence that
is made from its row of the catalogue.

>>> from nonet.techniques.catalogue import technique
>>> print(technique_text(technique("naked-pair")).partition("\\n")[0].partition(".")[0])
Two cells of a row, column or box can take only the same two values
"""

from __future__ import annotations

import pkgutil
import tomllib
from functools import cache
from typing import Any

from nonet.techniques.catalogue import FILTER, SEARCH, SUMS, Technique


@cache
def _technique_texts() -> dict[str, Any]:
    return tomllib.loads((pkgutil.get_data(__name__, "techniques.toml") or b"").decode())


def is_common(technique: Technique) -> bool:
    """Whether a technique is among the common ones, which have a text of their own."""
    return technique.key in _technique_texts()["texts"]


def family_title(technique: Technique) -> str:
    """The name of its family, as a heading: by default the module's name."""
    name = technique.module.replace("_", " ").capitalize()
    return str(_technique_texts()["families"].get(technique.module, name))


def technique_text(technique: Technique) -> str:
    """Return what a technique is, in Markdown: its idea, how to spot it, the constraint behind."""
    behind = f"**The constraint behind it:** {technique.consistency}."
    text = _technique_texts()["texts"].get(technique.key)
    if text:
        return f"{text['idea']}\n\n**How to spot it:** {text['spot']}\n\n{behind}"
    return f"{_make_sentence(technique)}\n\n{behind}"


def _make_sentence(technique: Technique) -> str:
    """The sentence for a technique without a text of its own."""
    family = family_title(technique)
    if technique.consistency == SEARCH:
        return f"{technique.title} tries values until one leads to the solution."
    opening = f"{technique.title} is one of the techniques under “{family}”."
    if technique.assumes_unique:
        return f"{opening} It holds only if the puzzle has exactly one solution."
    if technique.consistency in (FILTER, SUMS):
        return (
            f"{opening} It follows from the rules that a puzzle has beside rows, columns and boxes."
        )
    return f"{opening} It holds in every puzzle in which its pattern is found."
