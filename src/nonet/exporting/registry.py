"""The languages there are: of this folder, of installed packages, of the program by now."""

from __future__ import annotations

from collections.abc import Mapping

from nonet.discovery import discover, load_error
from nonet.errors import FormatError, did_you_mean
from nonet.exporting.base import Language

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
    if key in known:
        return known[key]
    for known_language in known.values():
        if key in known_language.aliases:
            return known_language
    if reason := load_error(GROUP, key):
        raise FormatError(reason)
    near = did_you_mean(
        key, [*known, *(a for known_language in known.values() for a in known_language.aliases)]
    )
    if key == "json":
        near = "; nonet.model_to_json(build.model()) writes JSON, which nonet.solve takes"
    raise FormatError(
        f"no language {language!r} to write models in; there are {', '.join(known)}{near}"
    )
