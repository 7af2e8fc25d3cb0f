"""What a language is: a class with metadata, and how it writes a model.

A language is one class in a file of this folder.  Its class attributes say its
name, what it is, and what runs it; help, the table of docs/export.md and the
tests are made from these, and nothing else is edited to add one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from nonet.errors import ModelError
from nonet.model import Model


@dataclass(frozen=True, slots=True)
class Needs:
    """What runs a text: the ``tool``, how to ``install`` it, and the command to ``start`` it.

    ``start`` is for a file called ``puzzle`` with the language's suffix.
    """

    tool: str
    install: str
    start: str


class Language:
    """The base of all languages.  Subclasses set the class attributes and have no state."""

    name: ClassVar[str]
    """The name on the command line: lower case."""
    aliases: ClassVar[tuple[str, ...]] = ()
    """Other names people use."""
    sentence: ClassVar[str]
    """What a text of this language is, in one sentence."""
    suffix: ClassVar[str]
    """The suffix of its files, with the dot."""
    needs: ClassVar[Needs]
    """What runs it."""
    optimises: ClassVar[bool] = True
    """Whether it can say an objective; what cannot is never given one."""

    def write(self, model: Model, title: str) -> str:
        """``model`` in this language, ready to run; ``title`` (may be empty) heads it.

        No domain of the model is empty.  Raises ``Unsupported``, naming the
        constraint, where one has no form in this language of a size that can be
        written out.
        """
        raise NotImplementedError


def checked_model(model: Model) -> Model:
    """The model itself; raises ``ModelError`` if a variable has no value left."""
    for name, domain in model.narrowed.items():
        if not domain:
            raise ModelError(
                f"{name} has no value left, so there is nothing to write: "
                "the model has no solution as it stands"
            )
    return model
