"""Languages: a class with metadata, and the method that writes a model.

A language is one class in a file of this folder.  Its class attributes are its name, a sentence
about its texts, and the tool that runs a text; help, the table of docs/export.md and the tests are
made from these attributes, so a new language needs no other edit.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from nonet.discovery import discover, load_error
from nonet.errors import FormatError, did_you_mean
from nonet.model import Model

GROUP = "nonet.exports"
"""The entry points of packages with languages."""


def languages() -> Mapping[str, Language]:
    """Every language by its name, sorted.

    >>> sorted(languages())[:3]
    ['asp', 'cpmpy', 'cpsat']
    """
    return {name: kind() for name, kind in discover(Language, "nonet.exporting", GROUP).items()}


def find_language(language: str | Language) -> Language:
    """Return the language of a name or an alias; a ``Language`` object unchanged.

    Raises ``FormatError``, listing the languages, for an unknown name, and ``TypeError`` for
    another object.

    >>> find_language("or-tools").name
    'cpsat'
    """
    if isinstance(language, Language):
        return language
    if not isinstance(language, str):
        raise TypeError(f"a language is a name or an object of a Language class, not {language!r}")
    key = language.strip().lower()
    known = languages()
    by_name = {**known}
    for each in known.values():
        by_name |= {alias: each for alias in each.aliases if alias not in known}
    if key in by_name:
        return by_name[key]
    if reason := load_error(GROUP, key):
        raise FormatError(reason)
    similar = did_you_mean(key, by_name)
    if key == "json":
        similar = "; nonet.model_to_json(build.model()) writes JSON, which nonet.solve takes"
    raise FormatError(
        f"no language {language!r} to write models in; there are {', '.join(known)}{similar}"
    )


@dataclass(frozen=True, slots=True)
class Needs:
    """The ``tool`` that runs a text, how to ``install`` it, the command to ``start`` it.

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
    """A description of a text of this language, in one sentence."""
    suffix: ClassVar[str]
    """The suffix of its files, with the dot."""
    needs: ClassVar[Needs]
    """The tool that runs a text of this language."""
    optimises: ClassVar[bool] = True
    """Whether the language has objectives; else ``export`` refuses a model with an objective."""

    def write(self, model: Model, title: str) -> str:
        """Return ``model`` in this language, ready to run; ``title`` (may be empty) heads the text.

        No domain of the model is empty.  Raises ``Unsupported``, naming the constraint, if a
        constraint has no form in this language of a size that can be written out.
        """
        raise NotImplementedError
