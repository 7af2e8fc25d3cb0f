"""What can be plugged in: found in a folder of ours, in installed packages, in one's own program.

Rules, formats, languages and backends are found alike, by one function and in any order:

>>> from nonet.formats.base import Format
>>> list(discover(Format, "nonet.formats", "nonet.formats"))[:3]
['address', 'csv', 'dzn']

A class of one's own is found from the moment it is defined until it is gone.  A package
declares its classes in its ``pyproject.toml``, in the entry-point group of their kind
(``nonet.rules``, ``nonet.formats``, ``nonet.exports``, ``nonet.backends``).
"""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any, TypeVar

from nonet.errors import DiscoveryWarning

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

T = TypeVar("T")


def discover(base: type[T], folder: str, group: str) -> dict[str, type[T]]:
    """Every class under ``base`` that states a ``name`` of its own, by that name, sorted.

    They are in the modules of package ``folder``, in entry-point ``group``, or were
    defined by the program by now.  Of two of one name ours is found, and else the later
    one.  A class that is not found for its name, or cannot be loaded, is a
    ``DiscoveryWarning``, once; :func:`load_error` has the reason.
    """
    from weakref import WeakValueDictionary, ref  # a plain puzzle needs none

    _import_modules(folder)
    _load_group(base, group, tuple(sys.path))  # type: ignore[arg-type]
    classes: dict[str, type[T]] = {}
    present = list(map(ref, subclasses(base)))
    before, cached = _discovered.get((base, folder), ([], classes))
    if before == present:
        return dict(cached)
    for kind in subclasses(base):
        name = vars(kind).get("name")
        if not isinstance(name, str):
            continue
        if _is_defined_in(classes.get(name), folder) and not _is_defined_in(kind, folder):
            called = f"{kind.__module__}:{kind.__qualname__}"
            _warn(f"{called} is not found by its name: nonet has a {name!r} of its own")
        else:
            classes[name] = kind
    classes = dict(sorted(classes.items()))
    _discovered[base, folder] = present, WeakValueDictionary(classes)
    return classes


def entry_points_of(group: str) -> Mapping[str, EntryPoint]:
    """The entry points of a group, by name."""
    return _cached_entry_points(group, tuple(sys.path))


def load_error(group: str, name: str) -> str:
    """Why what a package declares as ``name`` cannot be used; empty where nothing is known."""
    return _load_errors.get((group, name), "")


def package_note(entry: EntryPoint) -> str:
    """Words that say which package declares an entry point."""
    return "" if entry.dist is None else f" (of package {entry.dist.name})"


def import_class(text: str, base: type[T]) -> type[T] | None:
    """The class of ``"module:Class"``, imported; ``None`` where there is no such module.

    Modules of the current folder are found too, behind the installed ones.  Raises
    ``ValueError`` if the module cannot be imported or has no such class.

    >>> import_class("nonet.puzzle.rules.units:Windoku", object).__name__
    'Windoku'
    """
    from importlib.util import find_spec
    from pathlib import Path

    module, _, name = text.partition(":")
    if not all(part.isidentifier() for part in module.split(".")):
        return None
    current_folder = str(Path.cwd())
    if current_folder not in sys.path:  # it stays: what was found must be found again by workers
        sys.path.append(current_folder)
    try:
        if find_spec(module) is None:
            return None
    except (ImportError, ValueError):  # of a package that is none
        return None
    try:
        class_ = getattr(import_module(module), name, None)
    except Exception as error:  # somebody else's module: anything may happen
        raise ValueError(
            f"module {module} cannot be imported: {type(error).__name__}: {error}"
        ) from error
    if not (isinstance(class_, type) and issubclass(class_, base)):
        kind = "" if base is object else f" that is a {base.__name__}"
        raise ValueError(f"module {module} has no class {name!r}{kind}")
    return class_


_discovered: dict[tuple[type[Any], str], tuple[list[Any], Any]] = {}
"""References to the classes under a base at the last look, and those found by their names."""
_load_errors: dict[tuple[str, str], str] = {}
_warned: set[str] = set()


@cache
def _import_modules(folder: str) -> None:
    from pkgutil import iter_modules

    for module in iter_modules(import_module(folder).__path__, f"{folder}."):
        import_module(module.name)


@cache
def _load_group(base: Any, group: str, _path: tuple[str, ...]) -> None:
    # what packages declare is a class under ``base``, or a module that defines some
    for name, entry in entry_points_of(group).items():
        try:
            loaded = entry.load()
            if not isinstance(loaded, ModuleType) and not (
                isinstance(loaded, type) and issubclass(loaded, base)
            ):
                raise TypeError(f"{entry.value} is not a {base.__name__}")
        except Exception as error:  # somebody else's module: anything may happen
            what = f"{base.__name__.removeprefix('Puzzle').lower()} {name}{package_note(entry)}"
            reason = f"{what} cannot be loaded: {type(error).__name__}: {error}"
            _load_errors[group, name] = reason
            _warn(reason)


@cache
def _cached_entry_points(group: str, path: tuple[str, ...]) -> Mapping[str, EntryPoint]:
    if not any(_may_declare(group, place) for place in path):
        return {}
    from importlib.metadata import entry_points

    return {entry.name: entry for entry in entry_points(group=group)}


def _may_declare(group: str, place: str) -> bool:
    # importlib.metadata takes 40 ms to be imported and asked: as long as most puzzles of a
    # command.  So the files it would read are looked at first; what is not a folder is left to it.
    from pathlib import Path

    try:
        folders = list(Path(place or os.curdir).iterdir())
    except NotADirectoryError:
        return True
    except OSError:
        return False
    for folder in folders:
        if folder.name.endswith((".dist-info", ".egg-info")):
            try:
                text = (folder / "entry_points.txt").read_text(encoding="utf-8")
            except (OSError, UnicodeDecodeError):
                continue
            if f"[{group}]" in text:
                return True
    return False


def subclasses(parent: type[T]) -> Iterator[type[T]]:
    """Yield the classes under ``parent``, at any depth, that the program has by now."""
    for child in parent.__subclasses__():
        yield child
        yield from subclasses(child)


def _is_defined_in(kind: type[Any] | None, folder: str) -> bool:
    return kind is not None and kind.__module__.startswith(f"{folder}.")


def _warn(message: str) -> None:
    if message not in _warned:
        _warned.add(message)
        warnings.warn(message, DiscoveryWarning, stacklevel=3)
