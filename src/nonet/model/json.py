"""Models as JSON, versioned: the form of a reproducer; and its schema, made from the constraint types.

Constraints are objects ``{"type": "AllDifferent", "scope": [...], ...}`` with one entry a field of
their dataclass, so a new constraint type needs no code here.  An expression is ``5``, ``"x"``, or an
object of terms and a constant, in which an operation is an object ``{"is": "Product", ...}``.

>>> from nonet.model.constraints import AllDifferent
>>> model = Model({"x": [1, 2], "y": [1, 2]}, [AllDifferent(("x", "y"))])
>>> model_from_json(model_to_json(model)) == model, "AllDifferent" in model_schema()["$defs"]
(True, True)
>>> checked_mapping([], "an objective")
Traceback (most recent call last):
nonet.errors.ModelError: an objective: expected an object, not []
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import MISSING, fields
from functools import cache
from importlib import import_module
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from nonet.errors import ModelError, did_you_mean, repeated_key
from nonet.model.constraints import Automaton, Constraint
from nonet.model.constraints.base import Annotation
from nonet.model.domain import Domain
from nonet.model.expressions.affine import Affine, Atom, Operation
from nonet.model.integers import checked_integer, checked_tuple, short_repr
from nonet.model.model import Model
from nonet.model.objective import LexicographicObjective, Objective
from nonet.model.structure import SearchPhase
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
        "constraints": [_to_json(constraint) for constraint in model.constraints],
    }
    if model.structure.symbols:
        document["names"] = {
            name: [list(pair) for pair in symbols.pairs]
            for name, symbols in model.structure.symbols.items()
        }
    if model.search:
        document["search"] = [_fields_to_json(phase) for phase in model.search]
    if model.projection is not None:
        document["projection"] = list(model.projection)
    if (objective := model.objective) is not None:
        levels = [_fields_to_json(each) for each in getattr(objective, "levels", (objective,))]
        is_lexicographic = isinstance(objective, LexicographicObjective)
        document["objective"] = levels if is_lexicographic else levels[0]
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
        phases = checked_list(document["search"], "search")
        model = model.with_search(_record_from_json(SearchPhase, phase) for phase in phases)
    if "projection" in document:
        model = model.with_projection(checked_list(document["projection"], "projection"))
    narrowed = _domains_from_json(document.get("narrowed", {}), "narrowed")
    return model.narrow(narrowed) if narrowed else model


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


# -- values of fields to JSON, and back -----------------------------------------------


def _to_json(value: Any) -> Any:
    """Return the value of a field in JSON form: a constraint, an expression, a sequence, a number."""
    if isinstance(value, Constraint):
        entry = {"type": _type_name(type(value)), **_fields_to_json(value)}
        texts = [value.rule.kind, value.rule.label, value.rule.sentence]
        return {**entry, "rule": texts} if any(texts) else entry
    if isinstance(value, tuple | frozenset):
        return [_to_json(part) for part in (value if isinstance(value, tuple) else sorted(value))]
    if isinstance(value, Affine):
        if value.variable_name is not None or not value.terms:
            return value.variable_name or value.constant
        terms = [[_to_json(atom), factor] for atom, factor in value.terms]
        return {"terms": terms, "plus": value.constant}
    if isinstance(value, Operation):
        return {"is": type(value).__name__, **_fields_to_json(value)}
    if isinstance(value, Automaton):
        return _fields_to_json(value)
    if callable(value):
        raise ModelError(
            "a model with a Python function is not written as JSON: say what it says by constraints, "
            "or by build.table([x, y], [(a, b) for a in range(9) for b in range(9) if rule(a, b)])"
        )
    return value


def _fields_to_json(record: Any) -> dict[str, Any]:
    kind: Any = type(record)
    return {name: _to_json(getattr(record, name)) for name in field_layout(kind)[0]}


def _from_json(document: Any, hint: Any, where: str) -> Any:
    """Return the value of a field of a type."""
    if get_origin(hint) in (tuple, frozenset):
        part = get_args(hint)[0]
        return tuple(_from_json(each, part, where) for each in checked_list(document, where))
    if hint is Affine:
        return _affine_from_json(document, where)
    if hint is Constraint:
        return _constraint_from_json(document)
    if hint is Automaton:
        return _record_from_json(Automaton, document)
    if hint is str and not isinstance(document, str):
        raise ModelError(f"{where}: expected a name, not {short_repr(document)}")
    return document


def _arguments_from_json(kind: Any, document: Any, where: str, *others: str) -> dict[str, Any]:
    """Return the fields of an object; ``others`` are its entries that are no fields."""
    entry, (hints, required) = checked_mapping(document, where), field_layout(kind)
    check_keys(entry, {*hints, *others}, required, where)
    return {
        name: _from_json(entry[name], hint, f"{where}: {name}")
        for name, hint in hints.items()
        if name in entry
    }


def _record_from_json(kind: Any, document: Any) -> Any:
    where = {Automaton: "an automaton", Objective: "an objective"}.get(kind, "a search phase")
    return kind(**_arguments_from_json(kind, document, where))


def _objective_from_json(document: Any) -> Any:
    if isinstance(document, list) and document:
        return tuple(_record_from_json(Objective, level) for level in document)
    return _record_from_json(Objective, document)


def _affine_from_json(document: Any, where: str) -> Affine:
    if isinstance(document, str):
        return Affine(((document, 1),))
    if isinstance(document, int) and not isinstance(document, bool):
        return Affine((), checked_integer(document, where, "constant"))
    names = {"terms", "plus"}
    check_keys(checked_mapping(document, f"{where}: an expression"), names, names, where)
    terms: dict[Atom, int] = {}
    for term in checked_list(document["terms"], f"{where}: terms"):
        if not isinstance(term, list) or len(term) != 2:
            raise ModelError(f"{where}: a term is [what, factor], not {short_repr(term)}")
        atom, factor = _atom_from_json(term[0], where), checked_integer(term[1], where, "factor")
        if atom in terms or not factor:
            raise ModelError(f"{where}: a term is there twice, or 0 times: {short_repr(term)}")
        terms[atom] = factor
    return Affine(tuple(terms.items()), checked_integer(document["plus"], where, "constant"))


def _atom_from_json(document: Any, where: str) -> Atom:
    if isinstance(document, str):
        return document
    name = document.get("is") if isinstance(document, dict) else None
    kinds = {n: kind for n, kind in Operation.types.items() if not n.startswith("_")}
    if not isinstance(name, str) or name not in kinds:
        listed = ", ".join(sorted(kinds))
        raise ModelError(f"{where}: no operation {short_repr(name)}; there are {listed}")
    return kinds[name](**_arguments_from_json(kinds[name], document, f"{where}: {name}", "is"))


def _constraints_from_json(entries: Any) -> list[Constraint]:
    try:
        return [_constraint_from_json(entry) for entry in checked_list(entries, "constraints")]
    except RecursionError:
        raise ModelError("not a model: the JSON is nested too deep") from None


def _constraint_from_json(entry: Any) -> Constraint:
    kind = _constraint_type(entry)
    name = kind.__name__
    arguments = _arguments_from_json(kind, entry, name, "type", "rule")
    texts = checked_list(entry.get("rule", []), f"{name}: rule")
    if len(texts) > 3:
        raise ModelError(f"{name}: rule is [kind, label, sentence], not {short_repr(texts)}")
    try:
        return kind(**arguments, rule=Annotation(*texts))
    except (TypeError, ValueError, LookupError, AttributeError, ArithmeticError) as error:
        if isinstance(error, ModelError):
            raise
        raise ModelError(f"not a {name}: {error}") from None  # a type of another package


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


@cache
def field_layout(kind: Any) -> tuple[Mapping[str, Any], frozenset[str]]:
    """Return the fields of a dataclass with their types, and those that an entry must have."""
    own, hints = [f for f in fields(kind) if f.init and f.name != "rule"], get_type_hints(kind)
    required = (f.name for f in own if f.default is MISSING and f.default_factory is MISSING)
    return {f.name: hints[f.name] for f in own}, frozenset(required)


# -- small tools ---------------------------------------------------------------------


def object_without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the object of some pairs; raise ``ModelError`` where a name is there twice."""
    document = dict(pairs)
    if len(document) < len(pairs):
        twice = short_repr(repeated_key(pairs))
        raise ModelError(f"not a model: {twice} is there twice in one object")
    return document


def check_keys(
    entry: Mapping[str, Any], known: set[str], required: Collection[str], where: str
) -> None:
    """Raise ``ModelError`` if an object lacks a required name, or has an unknown name."""
    for name in sorted(required):
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


DRAFT = "https://json-schema.org/draft/2020-12/schema"

_INTEGER = {"type": "integer"}
_RANGES = {
    "description": "values, and ranges [lowest, highest] of them",
    "type": "array",
    "items": {
        "anyOf": [
            _INTEGER,
            {"type": "array", "items": _INTEGER, "minItems": 2, "maxItems": 2},
        ]
    },
}
_NAMED_VALUE = {
    "type": "array",
    "prefixItems": [_INTEGER, {"type": "string"}],
    "minItems": 2,
    "maxItems": 2,
}
_DOMAINS = {"type": "object", "propertyNames": {"minLength": 1}, "additionalProperties": _RANGES}


def model_schema() -> dict[str, Any]:
    """The schema of a model's JSON."""
    types = {name: _constraint_schema(kind) for name, kind in sorted(Constraint.types.items())}
    objective = _fields_schema(Objective)
    return {
        "$schema": DRAFT,
        "title": "A constraint model of nonet",
        "type": "object",
        "properties": {
            "nonet": {"const": "model"},
            "version": {"const": VERSION},
            "domains": {**_DOMAINS, "description": "each variable's full domain, by name"},
            "narrowed": {**_DOMAINS, "description": "what the clues leave of some domains"},
            "constraints": {"type": "array", "items": {"$ref": "#/$defs/constraint"}},
            "names": {
                "description": "of a variable, pairs [value, name]",
                "type": "object",
                "additionalProperties": {"type": "array", "items": _NAMED_VALUE},
            },
            "objective": {
                "description": "an objective, or several, the most important first",
                "anyOf": [objective, {"type": "array", "items": objective}],
            },
            "search": {
                "description": "advice for a search, phase by phase",
                "type": "array",
                "items": _fields_schema(SearchPhase),
            },
            "projection": {
                "description": "the variables in which solutions differ; all, if left out",
                "type": "array",
                "items": {"type": "string"},
                "minItems": 1,
            },
        },
        "required": ["nonet", "version", "domains", "constraints"],
        "additionalProperties": False,
        "$defs": {
            **types,
            "constraint": {"oneOf": [{"$ref": f"#/$defs/{name}"} for name in types]},
        },
    }


def _constraint_schema(kind: type[Constraint]) -> dict[str, Any]:
    schema = _fields_schema(kind)
    texts = {
        "description": "kind, label and sentence: the words of the constraint",
        "type": "array",
        "items": {"type": "string"},
        "maxItems": 3,
    }
    own = {"type": {"const": kind.__name__}, **schema["properties"], "rule": texts}
    return {**schema, "properties": own, "required": ["type", *schema["required"]]}


def _fields_schema(kind: type) -> dict[str, Any]:
    hints, required = field_layout(kind)
    return {
        "type": "object",
        "properties": {name: _type_schema(hint) for name, hint in hints.items()},
        "required": [name for name in hints if name in required],
        "additionalProperties": False,
    }


def _type_schema(hint: Any) -> dict[str, Any]:
    origin, parts = get_origin(hint), get_args(hint)
    if origin is Literal:
        return {"enum": list(parts)}
    if origin in (Union, UnionType):
        return {"anyOf": [_type_schema(part) for part in parts]}
    if origin in (tuple, frozenset):
        return {"type": "array", "items": _type_schema(parts[0])}
    if hint is Automaton:
        schema = _fields_schema(Automaton)
        arc = {"type": "array", "items": _INTEGER, "minItems": 3, "maxItems": 3}
        return {
            **schema,
            "properties": {**schema["properties"], "transitions": {"type": "array", "items": arc}},
        }
    if hint is Constraint:
        return {"$ref": "#/$defs/constraint"}
    return {
        int: _INTEGER,
        str: {"type": "string"},
        bool: {"type": "boolean"},
        type(None): {"type": "null"},
    }.get(hint, {})
