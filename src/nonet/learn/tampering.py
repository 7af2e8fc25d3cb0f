"""Tampering: whether a learner's file has changed its own judge.

Learner and checks share a process, since checks call the learner's functions.  So all functions
and classes that the checks can reach by name are recorded before the learner's file is read,
and compared after reading and after each check.  A file that replaces one does not pass.

This check stops a shortcut, not a saboteur: code that runs in the judge's process can, with
effort, force any verdict.  Marks that count are given by people who also read the file.

>>> from types import ModuleType
>>> module = ModuleType("judge")
>>> module.expect = len
>>> seal = Seal([module])
>>> module.new = max                                  # adding harms nobody
>>> seal.first_replaced() is None
True
>>> module.expect = min
>>> seal.first_replaced()
'judge.expect'
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from types import FunctionType, MethodType, ModuleType

SEALED_ROOTS = ("nonet", "__main__", "builtins")
"""The roots of the modules that are noted, besides all that are loaded from Python's library."""


class Seal:
    """The objects behind the names of some modules at the time of the seal."""

    def __init__(self, modules: Iterable[ModuleType] | None = None) -> None:
        chosen = _sealed_modules() if modules is None else modules
        # the things themselves are kept, so that no new one can have an old one's identity
        self._things = [
            (vars(holder), name, value, holder)
            for module in chosen
            for holder, name, value in _bindings(module)
        ]
        # a function is looked at once, by its first name: thousands are looked at after each check
        functions = {
            id(f): (f, at) for at in reversed(self._things) if (f := _underlying_function(at[2]))
        }
        self._functions = [(f, f.__code__, f.__defaults__, at) for f, at in functions.values()]

    def first_replaced(self) -> str | None:
        """The first name that stands for something else now, or ``None``."""
        for at in self._things:
            if at[0].get(at[1]) is not at[2]:
                return _full_name(*at)
        for function, code, defaults, at in self._functions:
            if function.__code__ is not code or function.__defaults__ is not defaults:
                return _full_name(*at)
        return None


def _sealed_modules() -> list[ModuleType]:
    library = sys.stdlib_module_names
    return [
        module
        for name, module in list(sys.modules.items())
        if isinstance(module, ModuleType) and (name.partition(".")[0] in {*SEALED_ROOTS, *library})
    ]


def _bindings(module: ModuleType) -> Iterator[tuple[ModuleType | type, str, object]]:
    """Functions and classes of a module, and the functions of its own classes."""
    for name, value in list(vars(module).items()):
        if callable(value):
            yield module, name, value
        if isinstance(value, type) and value.__module__ == module.__name__:
            for inner, member in list(vars(value).items()):
                if callable(member) or isinstance(member, property | classmethod | staticmethod):
                    yield value, inner, member


def _underlying_function(value: object) -> FunctionType | None:
    """Return the function behind an object: its code and its defaults define its behaviour."""
    if isinstance(value, MethodType):
        value = value.__func__
    return value if isinstance(value, FunctionType) else None


def _full_name(names: object, name: str, value: object, holder: ModuleType | type) -> str:
    """Return the learner's name for a replaced object."""
    return f"{getattr(holder, '__module__', '')}.{holder.__name__}.{name}".lstrip(".")
