"""Models as JSON, versioned: the form of a reproducer.

Constraints are objects ``{"type": "AllDifferent", "scope": [...], ...}`` with one entry a field of
their dataclass, so a new constraint type needs no code here.

>>> from nonet.model.constraints import AllDifferent
>>> model = Model({"x": [1, 2], "y": [1, 2]}, [AllDifferent(("x", "y"))])
>>> model_from_json(model_to_json(model)) == model
True

Checks of JSON input: objects and lists with the expected entries.

>>> checked_list([1, 2], "a scope")
(1, 2)
>>> checked_mapping([], "an objective")
Traceback (most recent call last):
nonet.errors.ModelError: an objective: expected an object, not []
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import MISSING, Field, dataclass, fields
from importlib import import_module
from types import ModuleType
from typing import Any, get_args, get_origin, get_type_hints

from nonet.errors import ModelError, did_you_mean
from nonet.model.annotation import Annotation
from nonet.model.constraints import Automaton, Constraint
from nonet.model.domain import Domain
from nonet.model.integers import checked_tuple, short_repr
from nonet.model.model import Model
from nonet.model.objective import LexicographicObjective, Objective
from nonet.model.search_phase import SearchPhase
from nonet.model.symbols import Symbols

VERSION = 1


def model_to_json(model: Model, *, indent: int | None = None) -> str:
    """The model as text, one line unless ``indent`` is given.

    A builder or a puzzle is taken for its model; raises ``TypeError`` for any other object.

    >>> from nonet import Model
    >>> print(model_to_json(Model({"x": [1, 2]})))
    {"nonet": "model", "version": 1, "domains": {"x": [[1, 2]]}, "narrowed": {}, "constraints": []}
    """
    if not isinstance(model, Model):
        make = getattr(model, "model", None)
        if make is None:
            raise TypeError(f"a model is written as JSON, not {type(model).__name__}")
        model = make()
    document: dict[str, Any] = {
        "nonet": "model",
        "version": VERSION,
        "domains": {
            name: _domain_to_json(domain) for name, domain in model.structure.domains.items()
        },
        "narrowed": {name: _domain_to_json(domain) for name, domain in model.narrowed.items()},
        "constraints": [_constraint_to_json(constraint) for constraint in model.constraints],
    }
    if model.structure.symbols:
        document["names"] = {
            name: [list(pair) for pair in symbols.pairs]
            for name, symbols in model.structure.symbols.items()
        }
    if model.search:
        document["search"] = [_fields_to_json(phase, PHASE_FIELDS) for phase in model.search]
    if model.projection is not None:
        document["projection"] = list(model.projection)
    if model.objective is not None:
        document["objective"] = _objective_to_json(model.objective)
    return json.dumps(document, indent=indent, ensure_ascii=False)


def model_from_json(text: str) -> Model:
    """The model written by :func:`model_to_json`; raises ``ModelError`` on anything else.

    Unknown content is refused as well: a name given twice, an entry that a constraint does not
    have.

    >>> from nonet import Model
    >>> dict(model_from_json(model_to_json(Model({"x": [1, 2]}))).domains)
    {'x': Domain({1, 2})}
    """
    if not isinstance(text, str | bytes | bytearray):
        raise ModelError(f"JSON is a text, not {short_repr(text)}")
    try:
        document = json.loads(text, object_pairs_hook=object_without_duplicates)
    except RecursionError:
        raise ModelError("not a model: the JSON is nested too deep") from None
    except ModelError:
        raise
    except ValueError as error:  # malformed, not UTF-8, or an integer too long for Python
        raise ModelError(f"not JSON: {error}") from None
    if not isinstance(document, dict) or document.get("nonet") != "model":
        raise ModelError('not a model: expected an object with "nonet": "model"')
    if document.get("version") != VERSION:
        raise ModelError(
            f"model version {short_repr(document.get('version'))}: this nonet reads {VERSION}"
        )
    optional = {"narrowed", "names", "objective", "search", "projection"}
    required = {"nonet", "version", "domains", "constraints"}
    check_keys(document, required | optional, required, where="a model")
    model = Model(
        _domains_from_json(document["domains"], "domains"),
        _constraints_from_json(document["constraints"]),
        _objective_from_json(document["objective"]) if "objective" in document else None,
        symbols=_symbols_from_json(document.get("names", {})),
    )
    if "search" in document:
        model = model.with_search(map(_phase_from_json, checked_list(document["search"], "search")))
    if "projection" in document:
        model = model.with_projection(checked_list(document["projection"], "projection"))
    narrowed = _domains_from_json(document.get("narrowed", {}), "narrowed")
    return model.narrow(narrowed) if narrowed else model


# -- the objective and the search ---------------------------------------------------

OBJECTIVE_FIELDS = fields(Objective)
PHASE_FIELDS = fields(SearchPhase)


def _fields_to_json(record: Any, entries: Iterable[Field[Any]]) -> dict[str, Any]:
    return {each.name: _value_to_json(getattr(record, each.name)) for each in entries}


def _objective_to_json(objective: Objective) -> Any:
    if isinstance(objective, LexicographicObjective):
        return [_fields_to_json(level, OBJECTIVE_FIELDS) for level in objective.levels]
    return _fields_to_json(objective, OBJECTIVE_FIELDS)


def _objective_from_json(document: Any) -> Objective | tuple[Objective, ...]:
    if isinstance(document, list) and document:
        return tuple(map(_level_from_json, checked_list(document, "the objectives")))
    return _level_from_json(document)


def _level_from_json(document: Any) -> Objective:
    entry = checked_mapping(document, "the objective")
    required = {each.name for each in OBJECTIVE_FIELDS if each.default is MISSING}
    check_keys(entry, {each.name for each in OBJECTIVE_FIELDS}, required, where="an objective")
    lists = {
        name: checked_list(entry[name], f"the objective's {name}")
        for name in ("scope", "coefficients")
    }
    return Objective(**{**entry, **lists})


def _phase_from_json(document: Any) -> SearchPhase:
    entry = checked_mapping(document, "a search phase")
    required = {each.name for each in PHASE_FIELDS}
    check_keys(entry, required, required, where="a search phase")
    variables = checked_list(entry["variables"], "the variables of a search phase")
    orders = (entry["variable_order"], entry["value_order"])
    for name in (*variables, *orders):
        if not isinstance(name, str):
            raise ModelError(f"a search phase: expected a name, not {short_repr(name)}")
    return SearchPhase(variables, *orders)


# -- domains ------------------------------------------------------------------------


def _domain_to_json(domain: Domain) -> list[Any]:
    return [low if low == high else [low, high] for low, high in domain.runs()]


def _domains_from_json(document: Any, what: str) -> dict[str, Domain]:
    return {
        name: _domain_from_json(name, ranges)
        for name, ranges in checked_mapping(document, what).items()
    }


def _domain_from_json(name: str, ranges: Any) -> Domain:
    runs: list[tuple[int, int]] = []
    for run in checked_list(ranges, f"the domain of {short_repr(name)}"):
        ends = tuple(run) if isinstance(run, list) else (run, run)
        if len(ends) != 2:
            raise ModelError(
                f"variable {name!r}: a range is [lowest, highest], not {short_repr(run)}"
            )
        runs.append(ends)
    try:
        return Domain.from_runs(runs)
    except ModelError as error:
        raise ModelError(f"variable {short_repr(name)}: {error}") from None


def _symbols_from_json(document: Any) -> dict[str, Symbols]:
    symbols = {}
    for variable, pairs in checked_mapping(document, "names").items():
        where = f"the names of {short_repr(variable)}"
        for pair in checked_list(pairs, where):
            if not (
                isinstance(pair, list)
                and len(pair) == 2
                and type(pair[0]) is int
                and isinstance(pair[1], str)
            ):
                raise ModelError(f"{where} are pairs [value, name], not {short_repr(pair)}")
        values, names = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
        if len(set(values)) < len(values) or len(set(names)) < len(names):
            raise ModelError(f"{where}: a value or a name is there twice")
        symbols[variable] = Symbols(tuple(zip(values, names, strict=True)))
    return symbols


# -- constraints to JSON --------------------------------------------------------------


def _constraint_to_json(constraint: Constraint) -> dict[str, Any]:
    entry: dict[str, Any] = {"type": _type_name(type(constraint))}
    form = field_layout(type(constraint))
    for field in form.fields:
        held = getattr(constraint, field.name)
        entry[field.name] = (
            _expression_json().expression_to_json(held, _constraint_to_json)
            if field.name in form.expressions
            else _value_to_json(held)
        )
    rule_fields = [constraint.rule.kind, constraint.rule.label, constraint.rule.sentence]
    if any(rule_fields):
        entry["rule"] = rule_fields
    return entry


def _value_to_json(value: Any) -> Any:
    if callable(value):
        raise ModelError(
            "a model with a Python function is not written as JSON: say what it says by constraints, "
            "or by build.table([x, y], [(a, b) for a in range(9) for b in range(9) if rule(a, b)])"
        )
    if isinstance(value, Constraint):
        return _constraint_to_json(value)
    if isinstance(value, Automaton):
        return {
            "start": value.start,
            "accepting": sorted(value.accepting),
            "transitions": [list(arc) for arc in value.transitions],
        }
    if isinstance(value, frozenset):
        return [_value_to_json(part) for part in sorted(value)]
    if isinstance(value, tuple):
        return [_value_to_json(part) for part in value]
    return value


# -- constraints from JSON ------------------------------------------------------------


def _constraints_from_json(entries: Any) -> list[Constraint]:
    try:
        return [_constraint_from_json(entry) for entry in checked_list(entries, "constraints")]
    except RecursionError:
        raise ModelError("not a model: the JSON is nested too deep") from None


def _constraint_from_json(entry: Any) -> Constraint:
    constraint_type = _constraint_type(entry)
    name = constraint_type.__name__
    form = field_layout(constraint_type)
    own = form.fields
    required = {
        field.name for field in own if field.default is MISSING and field.default_factory is MISSING
    }
    check_keys(entry, {"type", "rule", *(field.name for field in own)}, required, where=name)
    hints, nested = form.hints, form.nested
    arguments: dict[str, Any] = {}
    for field in own:
        if field.name not in entry:
            continue
        value = entry[field.name]
        if field.name in form.expressions:
            arguments[field.name] = _expression_json().expression_from_json(
                value, name, _constraint_from_json
            )
        elif field.name in nested:
            arguments[field.name] = _nested_constraints(value, nested[field.name], field.name)
        elif hints[field.name] is Automaton:
            arguments[field.name] = _automaton_from_json(value)
        elif get_origin(hints[field.name]) in (tuple, frozenset):
            arguments[field.name] = tuple(
                tuple(part) if isinstance(part, list) else part
                for part in checked_list(value, f"{name}: {field.name}")
            )
        else:
            arguments[field.name] = value
    rule_fields = checked_list(entry.get("rule", []), f"{name}: rule")
    if len(rule_fields) > 3:
        raise ModelError(f"{name}: rule is [kind, label, sentence], not {short_repr(rule_fields)}")
    try:
        return constraint_type(**arguments, rule=Annotation(*rule_fields))
    except (TypeError, ValueError, LookupError, AttributeError, ArithmeticError) as error:
        if isinstance(error, ModelError):
            raise
        raise ModelError(f"not a {name}: {error}") from None  # a type of another package


def _automaton_from_json(document: Any) -> Automaton:
    parts = checked_mapping(document, "an automaton")
    known = {"start", "accepting", "transitions"}
    check_keys(parts, known, known, where="an automaton")
    return Automaton(**parts)


def _nested_constraints(value: Any, levels: int, name: str) -> Any:
    if not levels:
        return _constraint_from_json(value)
    return tuple(_nested_constraints(part, levels - 1, name) for part in checked_list(value, name))


def _type_name(kind: type[Constraint]) -> str:
    """Return the name of a type; raise ``ModelError`` if nonet has another type of this name."""
    if Constraint.types.get(kind.__name__, kind) is not kind:
        raise ModelError(
            f"constraint type {kind.__qualname__} cannot be written: nonet knows another "
            f"{kind.__name__!r}; give it another name"
        )
    return kind.__name__


def _constraint_type(entry: Any) -> type[Constraint]:
    name = checked_mapping(entry, "a constraint").get("type")
    if isinstance(name, str) and name not in Constraint.types:
        for room in ("expressions.logic", "globals"):  # what is said over expressions
            import_module(f"nonet.model.{room}")
    constraint_type = Constraint.types.get(name) if isinstance(name, str) else None
    if constraint_type is None:
        hint = did_you_mean(str(name), Constraint.types)
        raise ModelError(f"no constraint type {short_repr(name)}{hint}")
    return constraint_type


@dataclass(frozen=True, slots=True)
class FieldLayout:
    """The JSON layout of a constraint type: its fields, and their contents.

    ``nested`` are the fields that hold constraints, with the number of tuples around the
    constraints: 2 for ``groups`` of AnyOf.
    """

    fields: tuple[Field[Any], ...]
    hints: Mapping[str, Any]
    nested: Mapping[str, int]
    expressions: frozenset[str]


_FIELD_LAYOUTS: dict[type[Constraint], FieldLayout] = {}


def field_layout(constraint_type: type[Constraint]) -> FieldLayout:
    """How constraints of a type are written."""
    if constraint_type not in _FIELD_LAYOUTS:
        own = tuple(
            field for field in fields(constraint_type) if field.init and field.name != "rule"
        )
        hints = get_type_hints(constraint_type)
        nested = {}
        for field in own:
            hint, levels = hints[field.name], 0
            while get_origin(hint) is tuple:
                hint, levels = get_args(hint)[0], levels + 1
            if hint is Constraint:
                nested[field.name] = levels
        expressions = frozenset(
            field.name
            for field in own
            if constraint_type.is_composed and "Affine" in str(hints[field.name])
        )
        _FIELD_LAYOUTS[constraint_type] = FieldLayout(own, hints, nested, expressions)
    return _FIELD_LAYOUTS[constraint_type]


def _expression_json() -> ModuleType:
    from nonet.model.expressions import expression_json

    return expression_json


# -- small tools ---------------------------------------------------------------------


def object_without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the object of some pairs; raise ``ModelError`` where a name is there twice."""
    document = dict(pairs)
    if len(document) < len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise ModelError(f"not a model: {short_repr(twice)} is there twice in one object")
    return document


def check_keys(entry: Mapping[str, Any], known: set[str], required: set[str], where: str) -> None:
    """Raise ``ModelError`` if an object lacks a required name, or has an unknown name."""
    for name in required:
        if name not in entry:
            raise ModelError(f"{where} without {name!r}")
    for name in entry:
        if name not in known:
            raise ModelError(
                f"{where} has no entry {short_repr(name)}; it has {', '.join(sorted(known))}"
            )


def checked_mapping(value: Any, what: str) -> dict[str, Any]:
    """Return a JSON object unchanged; raise ``ModelError`` for any other value."""
    if not isinstance(value, dict):
        raise ModelError(f"{what}: expected an object, not {short_repr(value)}")
    return value


def checked_list(value: Any, what: str) -> tuple[Any, ...]:
    """Return the entries of a list; raise ``ModelError`` for any other value."""
    if not isinstance(value, list):
        raise ModelError(f"{what}: expected a list, not {short_repr(value)}")
    return checked_tuple(value, what, "entries")
