"""The rules of puzzles, one a file; found by their metadata.

>>> rule_types()["windoku"].sentence
'Every value occurs at most once in each shaded window.'
>>> make_rule("x").name
'diagonals'
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from nonet.errors import PuzzleError, did_you_mean
from nonet.puzzle.rules.base import Example, PuzzleRule
from nonet.puzzle.rules.boxes import Boxes
from nonet.puzzle.rules.columns import Columns
from nonet.puzzle.rules.rows import Rows

__all__ = [
    "CLASSIC",
    "Boxes",
    "Columns",
    "Example",
    "PuzzleRule",
    "Rows",
    "make_rule",
    "rule_from_json",
    "rule_from_text",
    "rule_to_json",
    "rule_types",
    "type_of_rule",
]

CLASSIC: tuple[PuzzleRule, ...] = (Rows(), Columns(), Boxes())
"""Rows, columns and boxes: the rules of a plain Sudoku."""


@cache
def rule_types() -> Mapping[str, type[PuzzleRule]]:
    """Every rule of this folder by its name."""
    for module in iter_modules(__path__, __name__ + "."):
        import_module(module.name)
    return {rule.name: rule for rule in _subclasses(PuzzleRule)}


def _subclasses(parent: type[PuzzleRule]) -> list[type[PuzzleRule]]:
    found = []
    for child in parent.__subclasses__():
        if "name" in vars(child):
            found.append(child)
        found += _subclasses(child)
    return found


def type_of_rule(name: str) -> type[PuzzleRule]:
    """The rule class of a name or alias; raises ``PuzzleError`` and lists those there are."""
    wanted = name.strip().lower().replace("_", "-").replace(" ", "-")
    for found in rule_types().values():
        if wanted == found.name or wanted in found.aliases:
            return found
    known = sorted(rule_types())
    aliases = [alias for found in rule_types().values() for alias in found.aliases]
    near = did_you_mean(wanted, [*known, *aliases])
    raise PuzzleError(f"there is no rule {name!r}; there are {', '.join(known)}{near}")


def make_rule(name: str, **parameters: Any) -> PuzzleRule:
    """The rule of a name or alias with the given parameters.

    Lists become tuples.  Raises ``PuzzleError`` for an unknown name (lists those
    there are) or for parameters the rule does not have.
    """
    found = type_of_rule(name)
    if set(parameters) - set(found.fields()) or found.required() - set(parameters):
        known = ", ".join(found.fields()) or "none"
        given = ", ".join(parameters) or "none"
        raise PuzzleError(f"rule {found.name} takes parameters {known}, not {given}")
    return found(**{key: _frozen(value) for key, value in parameters.items()})


def rule_from_text(text: str) -> PuzzleRule:
    """A rule as written on the command line.

    ``"x"`` for a rule without parameters; ``"jigsaw:AABB..."`` gives the value
    of the only parameter; ``"name:first=...;second=..."`` names them.  Cells
    are parted by blanks, groups of cells by ``|``.
    """
    name, _, rest = text.partition(":")
    found = type_of_rule(name)
    parameters: dict[str, str] = {}
    for part in filter(None, (piece.strip() for piece in rest.split(";"))):
        key, equals, value = part.partition("=")
        if not equals:
            if len(found.fields()) != 1:
                known = ", ".join(found.fields()) or "none"
                raise PuzzleError(f"rule {found.name} takes parameters {known}, not {part!r}")
            key, value = found.fields()[0], part
        parameters[key.strip()] = value.strip()
    from nonet.puzzle.short import read_value

    typed = {parameter.name: parameter for parameter in found.typed()}
    read = {k: read_value(found, typed[k], v) if k in typed else v for k, v in parameters.items()}
    return make_rule(name, **read)


def rule_to_json(rule: PuzzleRule) -> dict[str, Any]:
    """``{"rule": name, parameter: value, ...}``, without what is as by default."""
    entry: dict[str, Any] = {"rule": rule.name}
    for parameter in rule.typed():
        value = getattr(rule, parameter.name)
        if parameter.required or value != parameter.default:
            entry[parameter.name] = _plain(value)
    return entry


def rule_from_json(entry: str | Mapping[str, Any]) -> PuzzleRule:
    """The rule of a name, or of what :func:`rule_to_json` gave."""
    if isinstance(entry, str):
        return make_rule(entry)
    parameters = dict(entry)
    name = parameters.pop("rule", None)
    if not isinstance(name, str):
        raise PuzzleError(f'a rule is a name or an object with "rule", not {entry!r}')
    return make_rule(name, **parameters)


def _frozen(value: Any) -> Any:
    """Lists as tuples, and the entries of rules inside a rule as these rules."""
    if isinstance(value, Mapping):
        return rule_from_json(value)
    return tuple(map(_frozen, value)) if isinstance(value, list | tuple) else value


def _plain(value: Any) -> Any:
    """Rules inside a rule as their entries."""
    if isinstance(value, PuzzleRule):
        return rule_to_json(value)
    return tuple(map(_plain, value)) if isinstance(value, tuple) else value
