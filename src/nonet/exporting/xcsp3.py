"""XCSP3: the XML format of the constraint solvers' competitions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar
from xml.sax.saxutils import quoteattr

from nonet.exporting.base import Needs
from nonet.exporting.folding import alike, unified
from nonet.exporting.printing import Form, Printer
from nonet.exporting.text import Lines, value_name_lines
from nonet.exporting.trees import ALWAYS, NEVER, Row, Tree, any_place, items_of
from nonet.model import Domain, Linear, Table
from nonet.render.printable import printable

OPS = {"==": "eq", "!=": "ne", "<=": "le", ">=": "ge", "<": "lt", ">": "gt"}


def _element(name: str, *parts: str, operator: str = "") -> str:
    """Return the form of an element with a child for each tree, and perhaps an operator."""
    children = [f"<{part}> {{{number}}} </{part}>" for number, part in enumerate(parts)]
    children += [f"<operator> {operator} </operator>"] if operator else []
    return f"<{name}> {' '.join(children)} </{name}>"


def _areas(self: Xcsp3, tree: Tree) -> str:
    pairs = [zip(*map(items_of, part), strict=True) for part in (tree[1:3], tree[3:5])]
    origins, lengths = (
        "".join(f"({self.text(a)},{self.text(b)})" for a, b in each) for each in pairs
    )
    return _NO_OVERLAP.format(origins, lengths)


def _regular(self: Xcsp3, tree: Tree) -> str:
    _, word, transitions, start, accepting, *_ = tree
    arcs = "".join(f"({_state(s)},{value},{_state(t)})" for s, value, t in transitions)
    final = " ".join(map(_state, accepting))
    form = _element("regular", "list", "transitions", "start", "final")
    return form.format(self.items(word), arcs, _state(start), final)


def _state(number: int) -> str:
    return f"s{number}".replace("-", "m")


def _table(self: Xcsp3, tree: Tree) -> str:
    rows = "".join(f"({','.join(map(str, row))})" for row in tree[2])
    return _element("extension", "list", "supports").format(self.items(tree[1]), rows)


_NO_OVERLAP = _element("noOverlap", "origins", "lengths")

_ELEMENTS: dict[str, Any] = {
    "all_different": "<allDifferent> {0} </allDifferent>",
    "all_different_except": _element("allDifferent", "list", "except"),
    "all_equal": "<allEqual> {0} </allEqual>",
    "bin_packing": _element("binPacking", "list", "sizes", "loads"),
    "cardinality": _element("cardinality", "list", "values", "occurs"),
    "circuit": lambda self, t: _element("circuit", "list", "size").format(
        self.items(t[1]), len(items_of(t[1]))
    ),
    "cumulative": (
        _element("cumulative", "origins", "lengths", "heights", "condition").replace(
            "{3}", "(le,{3})"
        )
    ),
    "increasing": _element("ordered", "list", operator="le"),
    "inverse": _element("channel", "list", "list"),
    "lex_less": _element("lex", "list", "list", operator="lt"),
    "lex_lesseq": _element("lex", "list", "list", operator="le"),
    "no_overlap": _NO_OVERLAP,
    "no_overlap_2d": _areas,
    "partial_element": lambda self, t: self.entry_element(*t[1:]),
    "precedence": _element("precedence", "list", "values"),
    "regular": _regular,
    "strictly_increasing": _element("ordered", "list", operator="lt"),
    "table": _table,
}
"""Constraints that are elements, of variables and numbers."""

_COUNTS = {"count", "count_of", "nvalue"}


def _function(name: str) -> Any:
    return lambda self, tree: f"{name}({','.join(map(self.text, tree[1:]))})"


def _is_plain(tree: Tree) -> bool:
    """Whether a tree is a variable, a number, or a list of these."""
    if not isinstance(tree, tuple) or isinstance(tree, Row):
        return True
    if tree[0] in ("var", "at", "hole"):
        return True
    return tree[0] == "list" and all(
        not isinstance(each, tuple) or each[0] in ("var", "at", "hole") for each in tree[1:]
    )


def _shift(index: Tree) -> tuple[Tree, int]:
    """Return the variable of an index, and the number of the first entry."""
    is_shifted = isinstance(index, tuple) and index[0] == "sum" and len(index) == 3
    if is_shifted and isinstance(index[2], int) and index[1][1] == 1:
        return index[1][2], -index[2]
    return index, 0


class Xcsp3(Printer):
    """An instance of XCSP3-core: arrays, and groups of constraints that are alike."""

    name = "xcsp3"
    aliases = ("xcsp", "xml")
    sentence = "An XCSP3 instance, for ACE, Choco and the solvers of the competitions."
    suffix = ".xml"
    needs = Needs(
        "ACE, which comes with PyCSP3 and needs Java",
        "pip install pycsp3",
        "java -jar \"$(python -c 'import importlib.util, pathlib; print(next(pathlib.Path("
        'importlib.util.find_spec("pycsp3").origin).parent.rglob("ACE*.jar")))\')" puzzle.xml',
    )
    has_grids = False
    inside = (Linear, Table)
    statements_only = frozenset({*_ELEMENTS, *_COUNTS, "element"})
    forms: ClassVar[Mapping[str, Form]] = {
        **_ELEMENTS,
        **dict.fromkeys((*_COUNTS, "element"), ""),
        **{op: _function(name) for op, name in OPS.items()},
        **{each: _function(each) for each in ("and", "or", "not", "xor", "iff", "abs")},
        "implies": _function("imp"),
        "in": lambda self, t: f"in({self.text(t[1])},set({','.join(map(str, t[2]))}))",
        "max": lambda self, t: f"max({','.join(map(self.text, items_of(t[1])))})",
        "min": lambda self, t: f"min({','.join(map(self.text, items_of(t[1])))})",
        "product": _function("mul"),
        "quotient": _function("div"),
        "remainder": _function("mod"),
        "truth": lambda self, t: self.text(t[1]),
        "hole": lambda self, t: f"%{t[1]}",
    }

    @classmethod
    def writes(cls, tree: Tree) -> bool:
        if tree[0] == "partial_element":
            return all(map(_is_plain, (tree[1], _shift(tree[2])[0], tree[3])))
        if tree[0] in _ELEMENTS:
            return all(map(_is_plain, tree[1:]))
        if tree[0] in OPS and isinstance(tree[1], tuple) and tree[1][0] in (*_COUNTS, "element"):
            is_entry = tree[1][0] == "element"
            operands = [_shift(each)[0] if is_entry else each for each in tree[1][1:]]
            return all(map(_is_plain, (*operands, tree[2]))) and (tree[0] == "==" or not is_entry)
        return super().writes(tree)

    def leveled(self, tree: Tree) -> tuple[str, int]:
        if isinstance(tree, tuple) and tree[0] == "sum":
            parts = [
                each if isinstance(each, int) or each[0] != "*" else self._product(each)
                for each in tree[1:]
            ]
            texts = [self.text(each) for each in parts]
            return (texts[0] if len(texts) == 1 else f"add({','.join(texts)})"), 20
        if tree in (NEVER, ALWAYS):  # readers want a variable in each constraint
            name, domain = next(iter(self.simple.structure.domains.items()))
            least = min(domain)
            return self.leveled(("<" if tree == NEVER else ">=", self.trees.refs[name], least))
        return super().leveled(tree)

    @staticmethod
    def _product(part: Tree) -> Tree:
        return part[2] if part[1] == 1 else ("product", *part[1:])

    def entry_element(self, array: Tree, index: Tree, value: Tree) -> str:
        """Return that an entry of an array is a value."""
        variable, first = _shift(index)
        if first:  # XCSP3-core counts from 0
            formula = any_place(array, variable, value, first)
            return f"<intension> {self.text(formula)} </intension>"
        form = _element("element", "list", "index", "value")
        return form.format(self.items(array), self.text(variable), self.text(value))

    def items(self, tree: Tree) -> str:
        """Return a list, whole arrays and rows short; a single tree as it is."""
        if not isinstance(tree, tuple) or not (isinstance(tree, Row) or tree[0] == "list"):
            return self.text(tree)
        return self.shortened([self.text(each) for each in items_of(tree)])

    def shortened(self, texts: Sequence[str]) -> str:
        """Return names, with an array or row that stands there entry by entry as one."""
        line = f" {' '.join(texts)} "
        for name, size in self.shapes.items():
            rows = {1: [""], 2: [f"[{i}]" for i in range(size[0])]}.get(len(size), [])
            for row in rows:
                entries = "".join(f" {name}{row}[{i}]" for i in range(size[-1]))
                line = line.replace(f"{entries} ", f" {name}{row}[] ")
            if len(rows) > 1:
                every_row = "".join(f" {name}{row}[]" for row in rows)
                line = line.replace(f"{every_row} ", f" {name}[][] ")
        return line.strip()

    def constraint(self, tree: Tree) -> str:
        if form := _ELEMENTS.get(tree[0]):
            is_template = isinstance(form, str)
            return str(form.format(*map(self.items, tree[1:])) if is_template else form(self, tree))
        if tree[0] in OPS:
            operator, left, right = tree
            of = left[0] if isinstance(left, tuple) else ""
            if of == "element":
                return self.entry_element(left[1], left[2], right)
            condition = f"<condition> ({OPS[operator]},{self.text(right)}) </condition>"
            if of == "nvalue" and _is_plain(right):
                return f"<nValues> <list> {self.items(left[1])} </list> {condition} </nValues>"
            if of in _COUNTS and _is_plain(right):
                listed, values = self.items(left[1]), self.items(left[2])
                inside = f"<list> {listed} </list> <values> {values} </values> {condition}"
                return f"<count> {inside} </count>"
            if (
                of == "sum"
                and _is_plain(right)
                and all(
                    not isinstance(part, int) and part[0] == "*" and _is_plain(part[2])
                    for part in left[1:]
                )
            ):
                return f"<sum> {self.sum(left)} {condition} </sum>"
        return f"<intension> {self.text(tree)} </intension>"

    def sum(self, tree: Tree) -> str:
        terms = [part for part in tree[1:] if not isinstance(part, int)]
        factors = [self.text(part[1]) for part in terms]
        coefficients = f" <coeffs> {' '.join(factors)} </coeffs>" if {*factors} != {"1"} else ""
        return f"<list> {self.items(('list', *(part[2] for part in terms)))} </list>{coefficients}"

    def statements(self, trees: Iterable[Tree]) -> Lines:
        """Return constraints, those that differ in variables and numbers only as groups."""
        lines: list[str] = []
        for items in alike(trees):
            columns: dict[Any, int] = {}
            pattern = unified(items, columns)
            has_data = any(isinstance(each, Row) for column in columns for each in column)
            if len(items) < 3 or not columns or has_data:
                lines += [f"  {self.constraint(each)}" for each in items]
                continue
            template = self.constraint(pattern)
            rows = zip(*columns, strict=True)
            args = [self.shortened([self.text(each) for each in row]) for row in rows]
            for start in range(len(columns) - 2):
                tail = " ".join(f"%{number}" for number in range(start, len(columns)))
                if f" {tail} " in template and template.count("%") == len(columns):
                    template = template.replace(tail, "%...")
                    break
            lines.append(f"  <group> {template}")
            lines += [f"    <args> {each} </args>" for each in args]
            lines.append("  </group>")
        return lines

    def objective_element(self, sense: str, tree: Tree) -> str:
        """Return an objective as an element; a constant, which changes nothing, is left out."""
        if isinstance(tree, tuple) and tree[0] == "sum":
            text = self.sum(tree)
            if "<coeffs>" not in text:  # PyCSP3 reads a list with coefficients only
                text = text.removeprefix("<list> ").removesuffix(" </list>")
            return f'<{sense} type="sum"> {text} </{sense}>'
        if isinstance(tree, tuple) and tree[0] in ("max", "min") and _is_plain(tree[1]):
            return f'<{sense} type="{tree[0]}imum"> {self.items(tree[1])} </{sense}>'
        return f"<{sense}> {self.text(tree)} </{sense}>"

    def refs(self) -> dict[str, Tree]:
        return {name: ("var", _place(ref)) for name, ref in self.variables.refs.items()}

    def commented(self, comment: str, lines: Lines) -> Lines:
        return [f"  <block note={quoteattr(printable(comment))}>", *lines, "  </block>"]

    def lines(self, title: str) -> Lines:
        lines = [f'<instance format="XCSP3" type="{"COP" if self.goal else "CSP"}">']
        for text in (*([title] if title else ()), *value_name_lines(self.model)):
            apart = re.sub("-(?=-)", "- ", printable(text))  # a comment holds no two in a row
            lines.append(f"<!-- {apart} -->")
        lines.append("<variables>")
        domains = self.simple.domains
        for name, entries in self.variables.array_domains(domains).items():
            lines += _array(name, self.shapes[name], entries)
        for name in self.variables.scalars:
            ref = self.variables.plain[name]
            note = "" if ref == name else f" note={quoteattr(printable(name))}"
            lines.append(f'  <var id="{ref}"{note}> {_values(domains[name])} </var>')
        lines += ["</variables>", "<constraints>", *self.families(), "</constraints>"]
        if self.goal is not None:
            text = self.objective_element(self.goal.sense, self.objective)
            lines += ["<objectives>", f"  {text}", "</objectives>"]
        return [*lines, "</instance>"]


def _array(name: str, size: tuple[int, ...], entries: list[tuple[Tree, Domain]]) -> list[str]:
    sizes = "".join(f"[{each}]" for each in size)
    domains = {domain for _, domain in entries}
    if len(domains) == 1:
        return [f'  <array id="{name}" size="{sizes}"> {_values(*domains)} </array>']
    lines = [f'  <array id="{name}" size="{sizes}">']
    for domain in dict.fromkeys(domain for _, domain in entries):
        places = " ".join(_place(ref) for ref, each in entries if each == domain)
        lines.append(f'    <domain for="{places}"> {_values(domain)} </domain>')
    return [*lines, "  </array>"]


def _values(domain: Domain) -> str:
    values = list(domain)
    if len(values) > 2 and len(values) == values[-1] - values[0] + 1:
        return f"{values[0]}..{values[-1]}"
    return " ".join(map(str, values))


def _place(ref: Tree) -> str:
    return str(ref[1]) + "".join(f"[{i}]" for i in ref[2:])
