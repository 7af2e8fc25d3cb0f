"""The languages there are, found by listing this folder."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

from nonet.errors import FormatError
from nonet.exporting.base import Language


@cache
def languages() -> Mapping[str, Language]:
    """Every language of this folder by its name.

    >>> sorted(languages())[:3]
    ['cpmpy', 'cpsat', 'dimacs']
    """
    for module in iter_modules([str(Path(__file__).parent)], f"{__package__}."):
        import_module(module.name)
    named = {kind.name: kind for kind in _subclasses(Language) if hasattr(kind, "name")}
    return {name: named[name]() for name in sorted(named)}


def _subclasses(parent: type[Language]) -> Iterator[type[Language]]:
    for child in parent.__subclasses__():
        yield child
        yield from _subclasses(child)


def find_language(name: str) -> Language:
    """The language of a name or an alias.

    Raises ``FormatError`` and lists those there are.

    >>> find_language("or-tools").name
    'cpsat'
    """
    wanted = name.strip().lower()
    for found in languages().values():
        if wanted in (found.name, *found.aliases):
            return found
    raise FormatError(
        f"no language {name!r} to write models in; there are {', '.join(languages())}"
    )
