"""XCSP3-core: the XML of the constraint solvers' competitions, read into a model.

>>> text = '''<instance format="XCSP3" type="CSP"><variables>
...   <array id="x" size="[2]"> 0..2 </array></variables><constraints>
...   <intension> lt(x[0],x[1]) </intension><sum> <list> x[] </list>
...   <condition> (eq,3) </condition> </sum></constraints></instance>'''
>>> instance = read_xcsp3(text, "two.xml")
>>> [constraint.formula for constraint in instance.model.constraints]
['x[0] - x[1] <= -1', 'x[0] + x[1] == 3']
>>> print(instance.show({"x[0]": 1, "x[1]": 2}))
<instantiation>
  <list> x[] </list>
  <values> 1 2 </values>
</instantiation>
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby
from math import prod
from pathlib import PurePath
from typing import TypeVar

from nonet.deadline import checked
from nonet.errors import FormatError, ModelError, quantity
from nonet.importing.relations import (
    Relation,
    Term,
    affine,
    culprit_error,
    objective_of,
    operation,
    post,
    product_of,
    simplified,
)
from nonet.importing.xcsp3.constraints import PIECE, Reader, repeats
from nonet.importing.xcsp3.expressions import Element, Variables, read_elements, replace_symbols
from nonet.model import Annotation, Constraint, Model, Objective
from nonet.model.expressions.operations import Greatest, Least
from nonet.model.integers import integer_of_text, short_repr, truncated

Result = TypeVar("Result")


MOST_CHARACTERS = 500
"""Most characters of an error, which may quote the instance."""


@dataclass(frozen=True)
class Instance:
    """A model, and the lists of variables in which a solution is written."""

    model: Model
    order: tuple[str, ...]
    sizes: Mapping[str, tuple[int, ...]]

    def show(self, solution: Mapping[str, int]) -> str:
        """Return a solution in the form of XCSP3, for its checkers."""
        lists: list[str] = []
        values: list[str] = []
        names_of = {a: [*names] for a, names in groupby(solution, lambda n: n.partition("[")[0])}
        for name in self.order:
            sizes = self.sizes.get(name)
            if sizes is None:
                lists.append(name)
                values.append(self._text(name, solution))
                continue
            entries = names_of.get(name, [])
            is_whole = len(entries) == prod(sizes)
            lists += [name + "[]" * len(sizes)] if is_whole else entries
            values += [self._text(entry, solution) for entry in entries]
        objective = self.model.objective
        cost = "" if objective is None else f' type="solution" cost="{objective.value(solution)}"'
        return (
            f"<instantiation{cost}>\n  <list> {' '.join(lists)} </list>\n"
            f"  <values> {' '.join(values)} </values>\n</instantiation>"
        )

    def _text(self, name: str, solution: Mapping[str, int]) -> str:
        symbols = self.model.structure.symbols.get(name)
        return str(solution[name]) if symbols is None else symbols.name_of(solution[name])


def read_xcsp3(text: str | bytes, source: str) -> Instance:
    """Read an instance; raises ``FormatError`` with file and line."""
    root = read_elements(text.encode() if isinstance(text, str) else text, source)
    reader = _InstanceReader(source)
    if root.tag != "instance":
        raise reader.error(f"its root is <{truncated(root.tag, 40)}>: XCSP3 has <instance>", root)
    kind = root.attributes.get("type", "CSP")
    if kind not in ("CSP", "COP"):
        message = f"an instance of type {truncated(kind, 40)}: nonet reads CSP and COP"
        raise reader.error(message, root)
    return reader.read(root)


class _InstanceReader:
    def __init__(self, source: str) -> None:
        self._source = source
        self._constraints: list[Constraint] = []

    def read(self, root: Element) -> Instance:
        self._variables = Variables(self._guarded(root, partial(replace_symbols, root)))
        self._reader = Reader(self._variables)
        declared = root.child("variables")
        for item in declared.children if declared is not None else ():
            self._guarded(item, partial(self._variables.declare, item))
        if not self._variables.domains:
            raise self.error("no variables", root)
        posted = root.child("constraints")
        for item, label in checked(self._items(posted.children if posted is not None else [], "")):
            self._post(item, label)
        objective = self._objective(root)
        try:
            symbols = self._variables.symbols()
            model = Model(self._variables.domains, self._constraints, objective, symbols=symbols)
        except ModelError as error:
            domains = self._variables.domains
            raise culprit_error(error, self._constraints, domains, self._source) from None
        return Instance(model, tuple(self._variables.order), dict(self._variables.sizes))

    def _items(self, items: list[Element], label: str) -> Iterator[tuple[Element, str]]:
        """Yield the constraints in blocks, groups and slides."""
        for item in items:
            if item.tag == "block":
                name = item.attributes.get("note") or item.attributes.get("class") or label
                yield from self._items(item.children, name)
            elif item.tag == "group":
                note = item.attributes.get("note", label)
                template = self._guarded(item, partial(_template, item, "args"))
                for arguments in item.all("args"):
                    filled = self._guarded(arguments, partial(self._filled, template, arguments))
                    yield replace(filled, line=arguments.line), note
            elif item.tag == "slide":
                yield from self._guarded(item, partial(self._windows, item, label))
            else:
                yield item, item.attributes.get("note", label)

    def _filled(self, template: Element, arguments: Element) -> Element:
        return _filled(template, self._expanded(arguments.text))

    def _expanded(self, text: str) -> list[str]:
        pieces = PIECE.findall(text)
        listed: list[str] = []
        for piece in pieces:
            repeated = re.fullmatch(r"(-?\d+)x(\d+)", piece)
            if repeated is not None:
                listed += [repeated[1]] * repeats(repeated[2])
            elif piece[0] == "{" or "(" in piece or re.fullmatch(r"-?\d+(\.\.-?\d+)?", piece):
                listed.append(piece)
            else:
                listed += self._variables.expanded(piece)
        return listed

    def _windows(self, item: Element, label: str) -> list[tuple[Element, str]]:
        template = _template(item, "list")
        lists = list(item.all("list"))
        used = re.findall(r"%(\d+)", _whole_text(template))
        arity = max(map(integer_of_text, used), default=0) + 1
        default = "1" if len(lists) > 1 else str(arity)
        circular = item.attributes.get("circular") == "true"
        windows = [
            slices(
                self._expanded(child.text),
                integer_of_text(child.attributes.get("collect", default)),
                integer_of_text(child.attributes.get("offset", "1")),
                circular,
            )
            for child in lists
        ]
        filled = (
            _filled(template, [name for part in parts for name in part])
            for parts in zip(*windows, strict=False)
        )
        return [(replace(constraint, line=item.line), label) for constraint in filled]

    def _post(self, item: Element, label: str) -> None:
        self._add(self._guarded(item, lambda: self._reader.relation(item)), item, label)

    def _add(self, relation: Relation, item: Element, label: str) -> None:
        place = f"line {item.line} of {PurePath(self._source).name}"
        note = f"{' '.join(label.split())} ({place})" if label else place
        rule = Annotation(item.tag, note)
        post(relation, self._constraints, self._variables.domains, rule)

    def _objective(self, root: Element) -> Objective | None:
        objectives = root.child("objectives")
        if objectives is None or not objectives.children:
            return None
        if len(objectives.children) > 1:
            raise self.error("several objectives: nonet has one", objectives)
        item = objectives.children[0]
        term = self._guarded(item, lambda: self._goal(item))
        for relation in self._reader.defined():
            self._add(relation, item, "the objective")
        return self._guarded(
            item,
            lambda: objective_of(item.tag, term, self._variables.domains, self._constraints),  # type: ignore[arg-type]
        )

    def _goal(self, item: Element) -> Term:
        kind = item.attributes.get("type", "expression")
        if kind == "expression":
            return self._reader.term(item.text)
        if kind == "sum":
            return self._reader.total(item)
        if kind == "nValues":
            return self._reader.different_values(item)
        terms = tuple(map(affine, self._reader.part(item)))
        if kind in ("maximum", "minimum"):
            return operation((Greatest if kind == "maximum" else Least)(terms))
        if kind == "product":
            return simplified(product_of(*terms))
        raise ValueError(f"an objective of type {kind}")

    def _guarded(self, item: Element, work: Callable[[], Result]) -> Result:
        """Do a piece of work; raise its errors with the line of the element."""
        try:
            return work()
        except FormatError:
            raise
        except RecursionError:
            raise self.error(f"{truncated(item.tag, 40)}: nested too deeply", item) from None
        except (ModelError, ValueError, IndexError) as error:
            raise self.error(f"{item.tag}: {error}", item) from None

    def error(self, message: str, item: Element) -> FormatError:
        return FormatError(truncated(message, MOST_CHARACTERS), source=self._source, line=item.line)


def _template(item: Element, others: str) -> Element:
    """Return the only child of a group or slide that is not one of its lists of arguments."""
    templates = [child for child in item.children if child.tag != others]
    if len(templates) != 1:
        raise ValueError(f"{len(templates)} constraints where one is expected")
    return templates[0]


def _filled(template: Element, arguments: list[str]) -> Element:
    """Return a template of a group with its parameters ``%0``, ``%1`` and ``%...`` replaced."""
    used = [integer_of_text(number) for number in re.findall(r"%(\d+)", _whole_text(template))]
    remaining = " ".join(arguments[max(used, default=-1) + 1 :])

    def argument(match: re.Match[str]) -> str:
        number = integer_of_text(match[1])
        if number >= len(arguments):
            raise ValueError(f"{short_repr(match[0])} of {quantity(len(arguments), 'argument')}")
        return arguments[number]

    def text_of(text: str) -> str:
        if "%" not in text:
            return text
        text = text.replace("%...", remaining)
        return re.sub(r"%(\d+)", argument, text)

    return replace(
        template,
        text=text_of(template.text),
        children=[_filled_child(child, text_of) for child in template.children],
    )


def _filled_child(item: Element, text_of: Callable[[str], str]) -> Element:
    children = [_filled_child(child, text_of) for child in item.children]
    return replace(item, text=text_of(item.text), children=children)


def _whole_text(item: Element) -> str:
    return item.text + " ".join(map(_whole_text, item.children))


def slices(terms: Sequence[str], size: int, offset: int, circular: bool) -> Iterable[list[str]]:
    """Yield the windows of a ``slide``."""
    for start in range(0, len(terms) if circular else len(terms) - size + 1, offset):
        yield [terms[(start + i) % len(terms)] for i in range(size)]
