"""Expressions as JSON: ``5``, ``"x"``, or an object of terms and a constant.

>>> from nonet.model.expressions.arithmetic import Variable, as_affine
>>> x = Variable("x")
>>> document = expression_to_json(as_affine(2 * abs(x) + 1), None)
>>> document
{'terms': [[{'is': 'Absolute', 'of': 'x'}, 2]], 'plus': 1}
>>> print(expression_from_json(document, "an example", None))
2 * abs(x) + 1
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any, get_origin, get_type_hints

from nonet.errors import ModelError
from nonet.model.constraints.any_of import DEEPEST
from nonet.model.constraints.base import Constraint
from nonet.model.expressions import operations as operations  # its kinds can be read
from nonet.model.expressions.affine import Affine, Atom, Operation
from nonet.model.integers import checked_integer, short_repr

ConstraintToJson = Callable[[Constraint], Any]
ConstraintFromJson = Callable[[Any], Constraint]


def expression_to_json(value: Any, constraint: ConstraintToJson) -> Any:
    """Return an expression, or a field of an operation, in JSON form."""
    if isinstance(value, Affine):
        if value.variable_name is not None:
            return value.variable_name
        if not value.terms:
            return value.constant
        terms = [[expression_to_json(atom, constraint), factor] for atom, factor in value.terms]
        return {"terms": terms, "plus": value.constant}
    if isinstance(value, Operation):
        held = {
            f.name: expression_to_json(getattr(value, f.name), constraint) for f in fields(value)
        }
        return {"is": type(value).__name__, **held}
    if isinstance(value, Constraint):
        return constraint(value)
    if isinstance(value, frozenset):
        return sorted(value)
    if isinstance(value, tuple):
        return [expression_to_json(part, constraint) for part in value]
    return value


def expression_from_json(
    document: Any, context: str, constraint: ConstraintFromJson, depth: int = 0
) -> Any:
    """Return the expression written so, or a tuple of expressions or of tuples.

    Raise ``ModelError`` for anything else.
    """
    if isinstance(document, list):
        if depth > DEEPEST:
            raise ModelError(f"{context}: expressions are nested more than {DEEPEST} deep")
        return tuple(
            expression_from_json(part, context, constraint, depth + 1) for part in document
        )
    return _affine_from_json(document, context, constraint, depth)


def _affine_from_json(
    document: Any, where: str, constraint: ConstraintFromJson, depth: int
) -> Affine:
    if depth > DEEPEST:
        raise ModelError(f"{where}: expressions are nested more than {DEEPEST} deep")
    if isinstance(document, str):
        return Affine(((document, 1),))
    if isinstance(document, int) and not isinstance(document, bool):
        return Affine((), checked_integer(document, where, "constant"))
    entry = _checked_object(
        document, where, {"terms", "plus"}, "an expression is an integer, a name or"
    )
    terms: dict[Atom, int] = {}
    listed = entry["terms"]
    if not isinstance(listed, list):
        raise ModelError(f"{where}: terms are a list, not {short_repr(listed)}")
    for term in listed:
        if not isinstance(term, list) or len(term) != 2:
            raise ModelError(f"{where}: a term is [what, factor], not {short_repr(term)}")
        atom = _atom_from_json(term[0], where, constraint, depth)
        factor = checked_integer(term[1], where, "factor")
        if atom in terms or not factor:
            raise ModelError(f"{where}: a term is there twice, or 0 times: {short_repr(term)}")
        terms[atom] = factor
    return Affine(tuple(terms.items()), checked_integer(entry["plus"], where, "constant"))


def _atom_from_json(document: Any, where: str, constraint: ConstraintFromJson, depth: int) -> Atom:
    if isinstance(document, str):
        return document
    name = document.get("is") if isinstance(document, dict) else None
    kind = Operation.types.get(name) if isinstance(name, str) else None
    if kind is None or kind.__name__.startswith("_"):
        known = ", ".join(sorted(n for n in Operation.types if not n.startswith("_")))
        raise ModelError(f"{where}: no operation {short_repr(name)}; there are {known}")
    hints = _field_types(kind)
    entry = _checked_object(document, where, {"is", *hints}, f"{name} is")
    held: dict[str, Any] = {}
    for part, hint in hints.items():
        value = entry[part]
        if hint is Constraint:
            held[part] = constraint(value)
        elif hint is Affine:
            held[part] = _affine_from_json(value, where, constraint, depth + 1)
        elif get_origin(hint) in (tuple, frozenset):
            if not isinstance(value, list):
                raise ModelError(f"{where}: {part} of {name} is a list, not {short_repr(value)}")
            is_set = get_origin(hint) is frozenset
            held[part] = (
                frozenset(checked_integer(v, where, "value") for v in value)
                if is_set
                else tuple(_affine_from_json(v, where, constraint, depth + 1) for v in value)
            )
    return kind(**held)


_FIELD_TYPES: dict[type[Operation], Mapping[str, Any]] = {}


def _field_types(kind: type[Operation]) -> Mapping[str, Any]:
    if kind not in _FIELD_TYPES:
        hints = get_type_hints(kind)
        _FIELD_TYPES[kind] = {field.name: hints[field.name] for field in fields(kind)}
    return _FIELD_TYPES[kind]


def _checked_object(document: Any, where: str, names: set[str], what: str) -> dict[str, Any]:
    if not isinstance(document, dict) or set(document) != names:
        raise ModelError(
            f"{where}: {what} an object of {', '.join(sorted(names))}, not {short_repr(document)}"
        )
    return document
