"""The words of a constraint: what explanations, traces and errors call it.

>>> print(Annotation("row", "row 3", "every value at most once in row 3"))
row 3
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from nonet.errors import ModelError
from nonet.model.integers import shown


@dataclass(frozen=True, slots=True, init=False)
class Annotation:
    """Where a constraint came from.

    ``kind`` is the family ("row", "cage"), ``label`` names this one ("row 3",
    "cage of 15 at R1C1"), ``sentence`` says what it demands.
    """

    kind: str = ""
    label: str = ""
    sentence: str = ""

    def __init__(self, kind: str = "", label: str = "", sentence: str = "") -> None:
        if not (type(kind) is type(label) is type(sentence) is str):
            for text in (kind, label, sentence):
                if not isinstance(text, str):
                    raise ModelError(f"the words of a constraint are text, not {shown(text)}")
        _set_kind(self, kind)
        _set_label(self, label)
        _set_sentence(self, sentence)

    def __str__(self) -> str:
        return self.label or self.kind


# a puzzle has one for each constraint, and what a frozen dataclass does takes twice as long
_set_kind: Any = Annotation.__dict__["kind"].__set__
_set_label: Any = Annotation.__dict__["label"].__set__
_set_sentence: Any = Annotation.__dict__["sentence"].__set__

UNNAMED = Annotation()
"""The words of a constraint that was given none: it is then named after its type."""
