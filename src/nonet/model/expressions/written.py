"""Expressions as JSON: ``5``, ``"x"``, or an object of terms and a constant.

>>> from nonet.model.expressions.arithmetic import Variable, affine
>>> x = Variable("x")
>>> document = plain(affine(2 * abs(x) + 1), None)
>>> document
{'terms': [[{'is': 'Absolute', 'of': 'x'}, 2]], 'plus': 1}
>>> print(read(document, "an example", None))
2 * abs(x) + 1
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any, get_origin, get_type_hints

from nonet.errors import ModelError
from nonet.model.constraints.base import Constraint
from nonet.model.expressions import selections as selections  # its kinds can be read
from nonet.model.expressions.affine import DEEPEST, Affine, Atom, Operation
from nonet.model.integers import integer, shown

PlainConstraint = Callable[[Constraint], Any]
ReadConstraint = Callable[[Any], Constraint]


def plain(thing: Any, constraint: PlainConstraint) -> Any:
    """An expression, or what an operation holds, as JSON has it."""
    if isinstance(thing, Affine):
        if thing.plain is not None:
            return thing.plain
        if not thing.terms:
            return thing.constant
        terms = [[plain(atom, constraint), factor] for atom, factor in thing.terms]
        return {"terms": terms, "plus": thing.constant}
    if isinstance(thing, Operation):
        held = {f.name: plain(getattr(thing, f.name), constraint) for f in fields(thing)}
        return {"is": type(thing).__name__, **held}
    if isinstance(thing, Constraint):
        return constraint(thing)
    if isinstance(thing, frozenset):
        return sorted(thing)
    if isinstance(thing, tuple):
        return [plain(part, constraint) for part in thing]
    return thing


def read(document: Any, where: str, constraint: ReadConstraint, depth: int = 0) -> Any:
    """The expression written so, or a tuple of them; raises ``ModelError`` for anything else."""
    if isinstance(document, list):
        return tuple(_affine(part, where, constraint, depth) for part in document)
    return _affine(document, where, constraint, depth)


def _affine(document: Any, where: str, constraint: ReadConstraint, depth: int) -> Affine:
    if depth > DEEPEST:
        raise ModelError(f"{where}: expressions are nested more than {DEEPEST} deep")
    if isinstance(document, str):
        return Affine(((document, 1),))
    if isinstance(document, int) and not isinstance(document, bool):
        return Affine((), integer(document, where, "constant"))
    entry = _object(document, where, {"terms", "plus"}, "an expression is an integer, a name or")
    terms: dict[Atom, int] = {}
    listed = entry["terms"]
    if not isinstance(listed, list):
        raise ModelError(f"{where}: terms are a list, not {shown(listed)}")
    for term in listed:
        if not isinstance(term, list) or len(term) != 2:
            raise ModelError(f"{where}: a term is [what, factor], not {shown(term)}")
        atom = _atom(term[0], where, constraint, depth)
        factor = integer(term[1], where, "factor")
        if atom in terms or not factor:
            raise ModelError(f"{where}: a term is there twice, or 0 times: {shown(term)}")
        terms[atom] = factor
    return Affine(tuple(terms.items()), integer(entry["plus"], where, "constant"))


def _atom(document: Any, where: str, constraint: ReadConstraint, depth: int) -> Atom:
    if isinstance(document, str):
        return document
    name = document.get("is") if isinstance(document, dict) else None
    kind = Operation.types.get(name) if isinstance(name, str) else None
    if kind is None or kind.__name__.startswith("_"):
        known = ", ".join(sorted(n for n in Operation.types if not n.startswith("_")))
        raise ModelError(f"{where}: no operation {shown(name)}; there are {known}")
    hints = _hints(kind)
    entry = _object(document, where, {"is", *hints}, f"{name} is")
    held: dict[str, Any] = {}
    for part, hint in hints.items():
        value = entry[part]
        if hint is Constraint:
            held[part] = constraint(value)
        elif hint is Affine:
            held[part] = _affine(value, where, constraint, depth + 1)
        elif get_origin(hint) in (tuple, frozenset):
            if not isinstance(value, list):
                raise ModelError(f"{where}: {part} of {name} is a list, not {shown(value)}")
            is_set = get_origin(hint) is frozenset
            held[part] = (
                frozenset(integer(v, where, "value") for v in value)
                if is_set
                else tuple(_affine(v, where, constraint, depth + 1) for v in value)
            )
    return kind(**held)


_HINTS: dict[str, Mapping[str, Any]] = {}


def _hints(kind: type[Operation]) -> Mapping[str, Any]:
    name = kind.__name__
    if name not in _HINTS:
        hints = get_type_hints(kind)
        _HINTS[name] = {field.name: hints[field.name] for field in fields(kind)}
    return _HINTS[name]


def _object(document: Any, where: str, names: set[str], what: str) -> dict[str, Any]:
    if not isinstance(document, dict) or set(document) != names:
        raise ModelError(
            f"{where}: {what} an object of {', '.join(sorted(names))}, not {shown(document)}"
        )
    return document
