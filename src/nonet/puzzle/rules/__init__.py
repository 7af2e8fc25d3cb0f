"""The rules of puzzles, a family a file; found by their metadata.

>>> rule_types()["windoku"].sentence
'Every value occurs at most once in each shaded window.'
>>> make_rule("x").name
'diagonals'
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from nonet.discovery import discover, import_class, load_error, subclasses
from nonet.errors import LONGEST_NAME, PuzzleError, did_you_mean
from nonet.puzzle.parameters import parse_value
from nonet.puzzle.rules.base import Example, PuzzleRule
from nonet.puzzle.rules.classic_units import Boxes, Columns, Rows

if TYPE_CHECKING:
    from weakref import ref

__all__ = [
    "CLASSIC",
    "Boxes",
    "Columns",
    "Example",
    "PuzzleRule",
    "Rows",
    "find_rule_type",
    "make_rule",
    "own_rule_names",
    "rule_from_json",
    "rule_from_text",
    "rule_to_json",
    "rule_types",
    "type_of_rule",
]

CLASSIC: tuple[PuzzleRule, ...] = (Rows(), Columns(), Boxes())
"""Rows, columns and boxes: the rules of a plain Sudoku."""


GROUP = "nonet.rules"
"""The entry points of packages with rules."""


def rule_types() -> Mapping[str, type[PuzzleRule]]:
    """Every rule by its name: of this folder, of installed packages, of the program by now.

    >>> rule_types()["killer"].name, len(rule_types()) > 100
    ('killer', True)
    """
    return discover(PuzzleRule, __name__, GROUP)


@lru_cache(maxsize=1)
def _builtin_rules(_defined: int) -> Mapping[str, type[PuzzleRule]]:
    # Rules of this folder, whose names no other rule takes: a full look-up takes longer than to
    # make a rule, and a killer has thirty.
    types = rule_types().items()
    return {name: kind for name, kind in types if _is_builtin(kind)}


def has_rule(name: str) -> bool:
    """Return whether a rule has exactly this name."""
    return name in _builtin_rules(PuzzleRule.definition_count) or name in rule_types()


@lru_cache(maxsize=1)
def own_rule_names(_defined: int) -> frozenset[str]:
    """Names and aliases of the rules that are not nonet's; for ``PuzzleRule.definition_count``."""
    own = (kind for kind in rule_types().values() if not _is_builtin(kind))
    return frozenset(name for kind in own for name in (kind.name, *kind.aliases))


@lru_cache(maxsize=1)
def _clashes(_defined: int) -> Mapping[str, ref[type[PuzzleRule]]]:
    """Names of nonet's own rules that other classes claim, each with such a class."""
    from weakref import ref  # a puzzle without named rules needs none

    builtin = _builtin_rules(_defined)
    aliases = {alias for kind in builtin.values() for alias in kind.aliases}
    clashes = {}
    for kind in subclasses(PuzzleRule):
        if _is_builtin(kind) or not isinstance(vars(kind).get("name"), str):
            continue
        for name in (kind.name, *kind.aliases):
            if name in builtin or (name in aliases and name != kind.name):
                clashes[name] = ref(kind)
    return clashes


def _is_builtin(kind: type[PuzzleRule]) -> bool:
    return kind.__module__.startswith(f"{__name__}.")


def _check_clash(name: str) -> None:
    claim = _clashes(PuzzleRule.definition_count).get(name)
    if claim is not None and (kind := claim()) is not None:
        raise PuzzleError(
            f"{name!r} names a rule of nonet's own and {kind.__module__}:{kind.__qualname__}: "
            "give yours another name"
        )


def _rule_key(name: str) -> str:
    return name.strip().lower().replace("_", "-").replace(" ", "-")


def find_rule_type(name: str) -> type[PuzzleRule] | None:
    """Return the rule class of a name, as :func:`type_of_rule`, or ``None`` for an unknown name."""
    if not isinstance(name, str):
        raise TypeError(f"a rule is named by a text, not by {type(name).__name__}")
    key = _rule_key(name)
    _check_clash(key)
    if builtin := _builtin_rules(PuzzleRule.definition_count).get(key):
        return builtin
    known = rule_types()
    if key in known:
        return known[key]
    for rule_type in known.values():
        if key in rule_type.aliases:
            return rule_type
    return _similar_rule(key, known) if len(key) <= LONGEST_NAME else None


def type_of_rule(name: str) -> type[PuzzleRule]:
    """Return the rule class of a name or alias.

    A name of a rule of one's own comes before an alias of nonet's.  Raise ``PuzzleError``, with the
    nearest name as a hint, for an unknown name, and for a name that both nonet and another
    package define.
    """
    if rule_type := find_rule_type(name):
        return rule_type
    key, known = _rule_key(name), rule_types()
    if reason := load_error(GROUP, key):
        raise PuzzleError(reason)
    from nonet.puzzle.kinds import puzzle_kind, puzzle_kinds  # 5 ms, for an error alone

    if kind := puzzle_kind(name):
        raise PuzzleError(
            f"{kind.name} is a kind of puzzle, and no rule: nonet rules {kind.name} has an example"
        )
    aliases = (alias for rule_type in known.values() for alias in rule_type.aliases)
    of_kinds = (name for kind in puzzle_kinds() for name in kind.names)
    hint = did_you_mean(key, [*known, *aliases, *of_kinds])
    shown = name if len(name) <= 40 else f"{name[:40]}…"
    raise PuzzleError(f"there is no rule {shown!r}{hint or '; nonet rules lists those there are'}")


def _similar_rule(key: str, known: Mapping[str, type[PuzzleRule]]) -> type[PuzzleRule] | None:
    """The only rule whose name differs in no more than plurals, joints and words like "line"."""
    for exact in (True, False):
        names = _names_by_normal_form(exact, PuzzleRule.definition_count)
        hint = names.get(_normalized_name(key, exact), set()) & known.keys()
        if len(hint) == 1:
            return known[hint.pop()]
    return None


@lru_cache(maxsize=2)
def _names_by_normal_form(exact: bool, _defined: int) -> dict[str, set[str]]:
    """Return the names of the rules with a name or an alias of each normal form."""
    names: dict[str, set[str]] = {}
    for rule_type in rule_types().values():
        for name in (rule_type.name, *rule_type.aliases):
            names.setdefault(_normalized_name(name, exact), set()).add(rule_type.name)
    return names


_GENERIC_WORDS = frozenset({"line", "cage", "cell", "dot", "clue", "sudoku", "rule", "constraint"})


def _normalized_name(name: str, exact: bool) -> str:
    """A name without joints and plurals; and, unless ``whole``, without words that say little."""
    parts = [word.removesuffix("s") for word in name.split("-")]
    specific = [word for word in parts if exact or word not in _GENERIC_WORDS]
    return "".join(specific or parts)


def make_rule(name: str, /, **parameters: Any) -> PuzzleRule:
    """The rule of a name or alias with the given parameters.

    Lists become tuples.  Raises ``PuzzleError`` for an unknown name (suggests the
    nearest) or for parameters the rule does not have.

    >>> make_rule("killer", cells=["R1C1", "R1C2"], sum=5)
    Killer(cells=('R1C1', 'R1C2'), sum=5, repeats=False, overlap=False)
    """
    return _instantiated(type_of_rule(name), parameters)


def _instantiated(rule_type: type[PuzzleRule], parameters: Mapping[str, Any]) -> PuzzleRule:
    values = {key: _from_json_value(value) for key, value in parameters.items()}
    try:
        return rule_type(**values)
    except TypeError:
        if set(values) <= set(rule_type.fields()) and rule_type.required() <= set(values):
            raise
    known, given = ", ".join(rule_type.fields()) or "none", ", ".join(parameters) or "none"
    raise PuzzleError(f"rule {rule_type.name} takes parameters {known}, not {given}")


def rule_from_text(text: str, *, imports: bool = False) -> PuzzleRule:
    """A rule as written on the command line.

    ``"x"`` for a rule without parameters; ``"jigsaw:AABB..."`` gives the value of the only
    parameter; ``"name:first=...;second=..."`` names the parameters.  Cells are parted by blanks,
    groups of cells by ``|``.  With ``imports``, which runs the code of a module, ``"module:Class"``
    may stand for a name, unless nonet has a rule of the name ``module``.
    """
    rule_type, arguments = type_and_arguments(text, imports)
    parameters: dict[str, str] = {}
    for part in filter(None, (piece.strip() for piece in arguments.split(";"))):
        key, equals, value = part.partition("=")
        if not equals:
            if len(rule_type.fields()) != 1:
                known = ", ".join(rule_type.fields()) or "none"
                raise PuzzleError(f"rule {rule_type.name} takes parameters {known}, not {part!r}")
            key, value = rule_type.fields()[0], part
        parameters[key.strip()] = value.strip()
    typed = {parameter.name: parameter for parameter in rule_type.typed_parameters()}
    read = {
        k: parse_value(rule_type.name, typed[k], v) if k in typed else v
        for k, v in parameters.items()
    }
    return _instantiated(rule_type, read)


def type_and_arguments(text: str, imports: bool) -> tuple[type[PuzzleRule], str]:
    """Return the class that a text names, and the text of its parameters.

    ``imports``: whether the text may be ``"module:Class"``.  Raises ``PuzzleError`` for no rule.
    """
    name, _, arguments = text.strip().partition(":")
    try:
        known = type_of_rule(name)
        if imports and not _is_builtin(known):  # the module may have the name of its rule
            class_name, _, parameters = arguments.partition(":")
            in_module = getattr(sys.modules.get(name), class_name.strip() or "-", None)
            if isinstance(in_module, type) and issubclass(in_module, PuzzleRule):
                return in_module, parameters
        return known, arguments
    except PuzzleError as unknown:
        if not imports or not arguments:
            raise
        kind, _, arguments = arguments.partition(":")
        try:
            rule_type = import_class(f"{name}:{kind.strip()}", PuzzleRule)
        except ValueError as error:
            raise PuzzleError(f"no rule {text!r}: {error}") from error
        if rule_type is None:
            raise PuzzleError(f"{unknown}; nor is there a module {name}") from None
        return rule_type, arguments


def rule_to_json(rule: PuzzleRule) -> dict[str, Any]:
    """Return ``{"rule": name, parameter: value, ...}``, without default values.

    Raises ``PuzzleError`` for a rule that has the name of one of nonet's own rules: read back, the
    rule would be of nonet's class.
    """
    if not _is_builtin(type(rule)) and _is_builtin(
        rule_type := rule_types().get(type(rule).name, type(rule))
    ):
        raise PuzzleError(
            f"{type(rule).__qualname__} has the name {type(rule).name!r} of nonet's own "
            f"{rule_type.__qualname__}: it cannot be written; give it another name"
        )
    entry: dict[str, Any] = {"rule": type(rule).name}
    for parameter in rule.typed_parameters():
        value = getattr(rule, parameter.name)
        if parameter.required or value != parameter.default:
            entry[parameter.name] = _to_json_value(value)
    return entry


def rule_from_json(entry: str | Mapping[str, Any]) -> PuzzleRule:
    """Return the rule of a name, or of a result of :func:`rule_to_json`."""
    if isinstance(entry, str):
        return make_rule(entry)
    parameters = dict(entry) if isinstance(entry, Mapping) else {}
    name = parameters.pop("rule", None)
    if not isinstance(name, str):
        raise PuzzleError(f'a rule is a name or an object with "rule", not {entry!r}')
    return make_rule(name, **parameters)


def _from_json_value(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return tuple(map(_from_json_value, value))
    return rule_from_json(value) if isinstance(value, Mapping) else value


def _to_json_value(value: Any) -> Any:
    if isinstance(value, PuzzleRule):
        return rule_to_json(value)
    return tuple(map(_to_json_value, value)) if isinstance(value, tuple) else value
