"""The words of a constraint, for explanations, traces and errors.

>>> print(Annotation("row", "row 3", "every value at most once in row 3"))
row 3

Most puzzles are answered without reading a word of most constraints; so a rule may defer the words
to their first use.

>>> Annotation.deferred("row", lambda number: (f"row {number}", "no value twice"), 3)
Annotation(kind='row', label='row 3', sentence='no value twice')
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVarTuple

from nonet.errors import ModelError
from nonet.model.integers import short_repr

Arguments = TypeVarTuple("Arguments")


class _DeferredText:
    """The stored form of deferred words: a function and its arguments."""

    __slots__ = ("_teller",)

    _teller: tuple[Callable[..., tuple[str, str]], tuple[Any, ...]]


@dataclass(frozen=True, slots=True, init=False)
class Annotation(_DeferredText):
    """Where a constraint came from.

    ``kind`` is the family ("row", "cage"), ``label`` names this constraint ("row 3", "cage of 15 at
    R1C1"), ``sentence`` says the demand.
    """

    kind: str = ""
    label: str = ""
    sentence: str = ""

    def __init__(self, kind: str = "", label: str = "", sentence: str = "") -> None:
        if not (type(kind) is type(label) is type(sentence) is str):
            for text in (kind, label, sentence):
                if not isinstance(text, str):
                    raise ModelError(f"the words of a constraint are text, not {short_repr(text)}")
        _set_kind(self, kind)
        _set_label(self, label)
        _set_sentence(self, sentence)

    @classmethod
    def deferred(
        cls,
        kind: str,
        describe: Callable[[*Arguments], tuple[str, str]],
        *arguments: *Arguments,
    ) -> Annotation:
        """Return words whose label and sentence are the result of ``describe(*arguments)``.

        ``describe`` must return equal texts at every call, and not raise.
        """
        annotation = object.__new__(cls)
        _set_kind(annotation, kind)
        _set_teller(annotation, (describe, arguments))
        return annotation

    def __getattr__(self, name: str) -> str:
        if name not in ("label", "sentence"):  # these alone are not there before they are told
            raise AttributeError(f"an Annotation has no {name!r}")
        tell, about = self._teller
        label, sentence = tell(*about)
        _set_label(self, label)
        _set_sentence(self, sentence)
        return label if name == "label" else sentence

    def __str__(self) -> str:
        return self.label or self.kind


# a puzzle has one for each constraint, and what a frozen dataclass does takes twice as long
_set_kind: Any = Annotation.__dict__["kind"].__set__
_set_label: Any = Annotation.__dict__["label"].__set__
_set_sentence: Any = Annotation.__dict__["sentence"].__set__
_set_teller: Any = _DeferredText.__dict__["_teller"].__set__

UNNAMED = Annotation()
"""The words of a constraint without words, which is named after its type."""
