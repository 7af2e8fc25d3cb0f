"""Models as JSON, versioned: what a reproducer is written in.

Constraints are objects ``{"type": "AllDifferent", "scope": [...], ...}`` with
one entry a field of their dataclass, so a new constraint type needs no code
here.

>>> from nonet.model.constraints import AllDifferent
>>> model = Model({"x": [1, 2], "y": [1, 2]}, [AllDifferent(("x", "y"))])
>>> from_json(to_json(model)) == model
True
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import MISSING, fields
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from nonet.errors import ModelError
from nonet.model.constraints import Automaton, Constraint
from nonet.model.domain import Domain
from nonet.model.model import Model
from nonet.model.rule import Rule

VERSION = 1


def to_json(model: Model, *, indent: int | None = None) -> str:
    """The model as text, one line unless ``indent`` is given."""
    document = {
        "nonet": "model",
        "version": VERSION,
        "domains": {name: _ranges(domain) for name, domain in model.structure.domains.items()},
        "narrowed": {name: _ranges(domain) for name, domain in model.narrowed.items()},
        "constraints": [_plain(constraint) for constraint in model.constraints],
    }
    return json.dumps(document, indent=indent, ensure_ascii=False)


def from_json(text: str) -> Model:
    """The model written by :func:`to_json`; raises ``ModelError`` on anything else."""
    try:
        document = json.loads(text)
    except json.JSONDecodeError as error:
        raise ModelError(f"not JSON: {error}") from None
    if not isinstance(document, dict) or document.get("nonet") != "model":
        raise ModelError('not a model: expected an object with "nonet": "model"')
    if document.get("version") != VERSION:
        raise ModelError(f"model version {document.get('version')!r}: this nonet reads {VERSION}")
    try:
        model = Model(
            {name: _domain(ranges) for name, ranges in document["domains"].items()},
            [_constraint(entry) for entry in document["constraints"]],
        )
        narrowed = {name: _domain(r) for name, r in document.get("narrowed", {}).items()}
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        if isinstance(error, ModelError):
            raise
        raise ModelError(f"not a model: {error!r}") from None
    return model.narrow(narrowed) if narrowed else model


def _ranges(domain: Domain) -> list[Any]:
    """Runs of values as [lowest, highest], single values as themselves."""
    runs: list[list[int]] = []
    for value in domain:
        if runs and value == runs[-1][1] + 1:
            runs[-1][1] = value
        else:
            runs.append([value, value])
    return [low if low == high else [low, high] for low, high in runs]


def _domain(ranges: list[Any]) -> Domain:
    domain = Domain.of(())
    for run in ranges:
        low, high = run if isinstance(run, list) else (run, run)
        domain |= Domain.range(low, high)
    return domain


def _plain(thing: Any) -> Any:
    if isinstance(thing, Constraint):
        entries = {
            f.name: _plain(getattr(thing, f.name))
            for f in fields(thing)
            if f.init and f.name != "rule"
        }
        words = [thing.rule.kind, thing.rule.label, thing.rule.sentence]
        return {"type": type(thing).__name__, **entries, **({"rule": words} if any(words) else {})}
    if isinstance(thing, Automaton):
        return {
            "start": thing.start,
            "accepting": sorted(thing.accepting),
            "transitions": [list(arc) for arc in thing.transitions],
        }
    if isinstance(thing, frozenset):
        return [_plain(part) for part in sorted(thing)]
    if isinstance(thing, tuple):
        return [_plain(part) for part in thing]
    return thing


def _constraint(entry: Mapping[str, Any]) -> Constraint:
    found = Constraint.types.get(entry["type"])
    if found is None:
        known = ", ".join(sorted(Constraint.types))
        raise ModelError(f"no constraint type {entry['type']!r}; there are {known}")
    hints = get_type_hints(found)
    arguments = {}
    for field in fields(found):
        if not field.init or field.name == "rule":
            continue
        if field.name in entry:
            arguments[field.name] = _typed(entry[field.name], hints[field.name])
        elif field.default is MISSING and field.default_factory is MISSING:
            raise ModelError(f"{found.__name__} without {field.name!r}")
    return found(**arguments, rule=Rule(*entry.get("rule", ())))


def _typed(value: Any, hint: Any) -> Any:
    """The JSON value as the type its field declares."""
    origin, arguments = get_origin(hint), get_args(hint)
    if hint is Constraint:
        return _constraint(value)
    if hint is Automaton:
        return Automaton(value["start"], value["accepting"], map(tuple, value["transitions"]))
    if origin in (Union, UnionType):
        return value
    if origin is frozenset:
        return frozenset(_typed(part, arguments[0]) for part in value)
    if origin is tuple:
        if arguments[1:] != (...,):
            return tuple(value)
        return tuple(_typed(part, arguments[0]) for part in value)
    return value
