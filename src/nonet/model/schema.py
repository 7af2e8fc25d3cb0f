"""The JSON Schema of models, made from the constraint types there are.

>>> schema = model_schema()
>>> schema["properties"]["nonet"], "AllDifferent" in schema["$defs"]
({'const': 'model'}, True)

The schema describes the input of :mod:`nonet.model.json` as far as a schema can: that a variable is
declared, or that two lists are equally long, only reading tells.
"""

from __future__ import annotations

from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin

from nonet.model.constraints import Automaton, Constraint
from nonet.model.json import VERSION, field_layout
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
    layout = field_layout(kind)
    return {
        "type": "object",
        "properties": {name: _type_schema(hint) for name, hint in layout.hints.items()},
        "required": [name for name in layout.hints if name in layout.required],
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
