"""The words of a constraint: what explanations, traces and errors call it.

>>> print(Annotation("row", "row 3", "every value at most once in row 3"))
row 3
"""

from __future__ import annotations

from dataclasses import dataclass

from nonet.errors import ModelError
from nonet.model.integers import shown


@dataclass(frozen=True, slots=True)
class Annotation:
    """Where a constraint came from.

    ``kind`` is the family ("row", "cage"), ``label`` names this one ("row 3",
    "cage of 15 at R1C1"), ``sentence`` says what it demands.
    """

    kind: str = ""
    label: str = ""
    sentence: str = ""

    def __post_init__(self) -> None:
        if type(self.kind) is type(self.label) is type(self.sentence) is str:
            return
        for text in (self.kind, self.label, self.sentence):
            if not isinstance(text, str):
                raise ModelError(f"the words of a constraint are text, not {shown(text)}")

    def __str__(self) -> str:
        return self.label or self.kind


UNNAMED = Annotation()
"""The words of a constraint that was given none: it is then named after its type."""
