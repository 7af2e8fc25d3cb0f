"""The JSON Schema of models, made from the constraint types there are.

>>> schema = model_schema()
>>> schema["properties"]["nonet"], "AllDifferent" in schema["$defs"]
({'const': 'model'}, True)

The schema describes the input of :mod:`nonet.model.json` as far as a schema can: that a variable is
declared, or that two lists are equally long, only reading tells.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import MISSING, Field
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from nonet.model.constraints import Automaton, Constraint
from nonet.model.json import OBJECTIVE_FIELDS, PHASE_FIELDS, VERSION, field_layout
from nonet.model.objective import Objective
from nonet.model.search_phase import SearchPhase

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
    objective = _fields_schema(Objective, OBJECTIVE_FIELDS)
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
                "items": _fields_schema(SearchPhase, PHASE_FIELDS),
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
    form = field_layout(kind)
    required = [
        each.name
        for each in form.fields
        if each.default is MISSING and each.default_factory is MISSING
    ]
    return {
        "type": "object",
        "properties": {
            "type": {"const": kind.__name__},
            **{each.name: _type_schema(form.hints[each.name]) for each in form.fields},
            "rule": {
                "description": "kind, label and sentence: the words of the constraint",
                "type": "array",
                "items": {"type": "string"},
                "maxItems": 3,
            },
        },
        "required": ["type", *required],
        "additionalProperties": False,
    }


def _fields_schema(kind: type, entries: Sequence[Field[Any]]) -> dict[str, Any]:
    hints = get_type_hints(kind)
    return {
        "type": "object",
        "properties": {each.name: _type_schema(hints[each.name]) for each in entries},
        "required": [each.name for each in entries if each.default is MISSING],
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
        arc = {"type": "array", "items": _INTEGER, "minItems": 3, "maxItems": 3}
        return {
            "type": "object",
            "properties": {
                "start": _INTEGER,
                "accepting": {"type": "array", "items": _INTEGER},
                "transitions": {"type": "array", "items": arc},
            },
            "required": ["start", "accepting", "transitions"],
            "additionalProperties": False,
        }
    if hint is Constraint:
        return {"$ref": "#/$defs/constraint"}
    return {
        int: _INTEGER,
        str: {"type": "string"},
        bool: {"type": "boolean"},
        type(None): {"type": "null"},
    }.get(hint, {})
