"""The words of a constraint, for explanations, traces and errors.

>>> print(Annotation("row", "row 3", "every value at most once in row 3"))
row 3
"""

from __future__ import annotations

from dataclasses import dataclass

from nonet.errors import ModelError
from nonet.model.integers import short_repr


@dataclass(frozen=True, slots=True)
class Annotation:
    """Where a constraint came from.

    ``kind`` is the family ("row", "cage"), ``label`` names this constraint ("row 3", "cage of 15 at
    R1C1"), ``sentence`` says the demand.
    """

    kind: str = ""
    label: str = ""
    sentence: str = ""

    def __post_init__(self) -> None:
        for text in (self.kind, self.label, self.sentence):
            if not isinstance(text, str):
                raise ModelError(f"the words of a constraint are text, not {short_repr(text)}")

    def __str__(self) -> str:
        return self.label or self.kind


UNNAMED = Annotation()
"""The words of a constraint without words, which is named after its type."""
