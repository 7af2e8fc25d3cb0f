"""Constraints as trees: the one walk from a model to the texts of all languages.

A tree is a whole number, a :class:`Row` of numbers, or a tuple of an operator and its trees.  A
language has a text for some operators; of a constraint without a text it takes the conditions, which
the model itself gives, and only where these need new variables the constraint is rewritten.

>>> from nonet.model.expressions.arithmetic import Variable
>>> trees = Trees({"x[0]": ("at", "x", 0), "y": ("var", "y")}, {})
>>> x, y = Variable("x[0]"), Variable("y")
>>> trees.tree(2 * x - y <= 3)
('<=', ('sum', ('*', 2, ('at', 'x', 0))), ('sum', ('*', 1, ('var', 'y')), 3))
>>> trees.tree(x * y == 2021)
('==', ('product', ('at', 'x', 0), ('var', 'y')), 2021)
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from typing import Any

from nonet.model import (
    AllDifferent,
    AnyOf,
    Constraint,
    Count,
    Domain,
    Element,
    Linear,
    Regular,
    Table,
)
from nonet.model import globals as g
from nonet.model.constraints.primitives import COMPARE, Comparison
from nonet.model.expressions import operations as o
from nonet.model.expressions.affine import Affine
from nonet.model.expressions.composed import Composed
from nonet.model.expressions.encoding import Encoder
from nonet.model.expressions.logic import AllOf, Compare, Iff, Implies, Not, Xor
from nonet.model.objective import Objective

Tree = Any
"""An integer, a ``Row``, a name, or a tuple ``(operator, *trees)``."""


OperatorOf = Callable[["Trees", Any], str]
"""Returns the operator of a constraint or an operation."""


class Row(tuple[Any, ...]):
    """Numbers, or rows of numbers, that are data of the model."""

    __slots__ = ()


NEVER, ALWAYS = ("or",), ("and",)
"""A disjunction of nothing, which does not hold; a conjunction of nothing, which holds."""


def nodes(tree: Tree) -> Iterator[Tree]:
    """Yield a tree and the trees in it that have an operator."""
    if isinstance(tree, tuple):
        if not isinstance(tree, Row):
            yield tree
        for child in tree if isinstance(tree, Row) else tree[1:]:
            yield from nodes(child)


def is_loop(tree: Tree) -> bool:
    """Whether a part of a tree is a loop."""
    return isinstance(tree, tuple) and tree[:1] == ("for",)


def operators(tree: Tree) -> Iterator[str]:
    """Yield the operators of a tree."""
    return (each[0] for each in nodes(tree))


def replaced(tree: Tree, by: Callable[[Tree], Tree | None]) -> Tree:
    """Return a tree in which the trees that ``by`` replaces are others."""
    if not isinstance(tree, tuple) or isinstance(tree, Row):
        return tree
    other = by(tree)
    return tuple(replaced(part, by) for part in tree) if other is None else other


def any_row(listed: Tree, rows: Iterable[Iterable[Tree]]) -> Tree:
    """Return that some trees have the values of a row."""
    pairs = (zip(items_of(listed), row, strict=True) for row in rows)
    return _joined(
        "or", (_joined("and", (_comparison("==", *pair) for pair in each)) for each in pairs)
    )


def any_place(array: Tree, index: Tree, value: Tree, first: int = 0) -> Tree:
    """Return that the entry of an array, counted from ``first``, is a value."""
    entries = enumerate(items_of(array), first)
    places = ((_comparison("==", index, i), _comparison("==", each, value)) for i, each in entries)
    return _joined("or", (_joined("and", each) for each in places))


def _joined(operator: str, parts: Iterable[Tree]) -> Tree:
    """Return trees joined by an operator, unless there is one alone or one decides."""
    neutral, decisive = {"or": (NEVER, ALWAYS), "and": (ALWAYS, NEVER)}.get(operator, (None, None))
    trees = [part for part in parts if part != neutral]
    if decisive in trees:
        return decisive
    return trees[0] if len(trees) == 1 else (operator, *trees)


def _total(parts: list[Tree]) -> Tree:
    """Return a sum of parts, numbers and ``("*", factor, tree)``."""
    if not parts:
        return 0
    if len(parts) == 1 and (isinstance(parts[0], int) or parts[0][1] == 1):
        return parts[0] if isinstance(parts[0], int) else parts[0][2]
    return ("sum", *parts)


def _comparison(op: Comparison, left: Tree, right: Tree) -> Tree:
    """Return a comparison; of two numbers, whether it holds."""
    if isinstance(left, int) and isinstance(right, int):
        return ALWAYS if COMPARE[op](left, right) else NEVER
    return (op, left, right)


_MIRRORED: dict[Comparison, Comparison] = {"<=": ">=", ">=": "<=", "==": "==", "!=": "!="}


class Trees:
    """Makes trees of constraints whose variables are the trees ``refs``."""

    def __init__(
        self,
        refs: Mapping[str, Tree],
        domains: Mapping[str, Domain],
        booleans: frozenset[str] = frozenset(),
        has_table_truths: bool = True,
    ) -> None:
        self.refs: ChainMap[str, Tree] = ChainMap({}, refs)  # type: ignore[arg-type]
        self.domains: ChainMap[str, Domain] = ChainMap({}, domains)  # type: ignore[arg-type]
        self.has_table_truths = has_table_truths
        """Whether a table may stand within another constraint."""
        self.booleans = booleans
        """Variables that a language has as Booleans."""
        self.most = 0
        """The largest magnitude of an operation or operand so far."""

    def tree(self, of: Any) -> Tree:
        """Return the tree of a constraint or operation; an operator that no language has for any other."""
        if make := _MAKERS.get(type(of)):
            return make(self, of)
        operator = _OPERATORS.get(type(of))
        if operator is None:
            return (type(of).__name__,)
        name = operator if isinstance(operator, str) else operator(self, of)
        values = {f.name: getattr(of, f.name) for f in fields(of) if f.init and f.name != "rule"}
        if values.get("present"):
            name = f"optional_{name}"
        operands = [
            self.value(value)
            for field, value in values.items()
            if not isinstance(value, bool) and (field not in ("present", "except_values") or value)
        ]
        return (name, *operands)

    def conditions(self, constraint: Constraint) -> list[Constraint] | None:
        """Return simpler constraints that together say the same, ``None`` if that takes variables."""
        if isinstance(constraint, AllOf):
            return list(constraint.all_of)
        if not isinstance(constraint, Composed) or isinstance(constraint, Compare):
            return None
        try:
            return list(constraint.conditions(_Conditions(constraint, self)))
        except _NeedsVariable:
            return None

    def truth(self, constraint: Constraint) -> Tree:
        """Return the tree of a constraint within another."""
        tree = self.tree(constraint)
        return any_row(*tree[1:]) if tree[0] == "table" and not self.has_table_truths else tree

    def truth_value(self, truth: o.Truth) -> Tree:
        tree = self.truth(truth.of)
        return int(tree == ALWAYS) if tree in (ALWAYS, NEVER) else ("truth", tree)

    def truths(self, operator: str, parts: Iterable[Constraint]) -> Tree:
        """Return constraints joined by an operator."""
        return _joined(operator, map(self.truth, parts))

    def groups(self, constraint: AnyOf) -> Tree:
        return _joined("or", (self.truths("and", group) for group in constraint.groups))

    def terms(self, terms: Iterable[tuple[Any, int]], sign: int = 1) -> list[Tree]:
        return [("*", sign * factor, self.atom(atom)) for atom, factor in terms if factor]

    def term(self, operand: Affine) -> Tree:
        self.most = max(self.most, *map(abs, operand.bounds(self.domains))) if self.domains else 0
        constant = [operand.constant] if operand.constant else []
        return _total([*self.terms(operand.terms), *constant])

    def atom(self, atom: Any) -> Tree:
        if isinstance(atom, str):
            return self.refs[atom]
        if self.domains:
            self.most = max(self.most, *map(abs, Affine(((atom, 1),)).bounds(self.domains)))
        return self.tree(atom)

    def list(self, operands: Iterable[Any]) -> Tree:
        """Return a list of expressions, of variables or of numbers: a ``Row`` if all are numbers."""
        items = [*map(self.value, operands)]
        return Row(items) if all(isinstance(each, int) for each in items) else ("list", *items)

    def value(self, value: Any) -> Tree:
        """Return an expression, a variable, a number, a truth, a list of these or a set of numbers."""
        if isinstance(value, frozenset):
            return Row(sorted(value))
        if isinstance(value, int | tuple):
            return self.list(value) if isinstance(value, tuple) else value
        if isinstance(value, Constraint):
            return self.truth(value)
        return self.term(value) if isinstance(value, Affine) else self.atom(value)

    def equal_entry(self, array: Any, index: Any, first: int, value: Any) -> Tree:
        """Return that the entry of an array, counted from ``first``, is a value."""
        low, high = (end - first for end in index.bounds(self.domains))
        if low >= len(array) or high < 0:
            return NEVER
        if low == high:
            return _comparison("==", self.value(array[low]), value)
        entry = ("element", self.list(array), plus(self.term(index), -first))
        is_inside = low >= 0 and high < len(array)
        return ("==", entry, value) if is_inside else ("partial_element", *entry[1:], value)

    def entry(self, entry: o.Entry) -> Tree:
        low, high = entry.index.bounds(self.domains)
        if low == high:
            return self.value(entry.array[low])
        return ("element", self.list(entry.array), self.term(entry.index))

    def compare(self, terms: Iterable[tuple[Any, int]], op: Comparison, constant: int) -> Tree:
        """Return a comparison with positive weights on both sides."""
        pairs = [(atom, factor) for atom, factor in terms if factor]
        if len(pairs) == 1 and pairs[0][1] in (1, -1):
            ((atom, sign),) = pairs
            op, constant = (op, constant) if sign > 0 else (_MIRRORED[op], -constant)
            tree = self.atom(atom)
            is_truth = isinstance(tree, tuple) and tree[0] == "truth"
            if (is_truth or atom in self.booleans) and op in ("==", "!=") and constant in (0, 1):
                truth = tree[1] if is_truth else tree
                return truth if (op == "==") == (constant == 1) else ("not", truth)
            return _comparison(op, tree, constant)
        left = [pair for pair in pairs if pair[1] > 0]
        right = [(atom, -factor) for atom, factor in pairs if factor < 0]
        if not left:
            left, right, op, constant = right, left, _MIRRORED[op], -constant
        first, second = self.terms(left), self.terms(right)
        if not right or constant > 0:
            second.append(constant)
        elif constant < 0:
            first.append(-constant)
        return _comparison(op, _total(first), _total(second))

    def objective(self, objective: Objective | None, inlined: Affine | None) -> Tree | None:
        """Return an objective, of an expression that a variable stands for where that is given."""
        if inlined is not None or objective is None:
            return None if inlined is None else self.term(inlined)
        terms = self.terms(zip(objective.scope, objective.coefficients, strict=True))
        return _total([*terms, *([objective.constant] if objective.constant else [])])


class _NeedsVariable(Exception):
    """A constraint has conditions over new variables only."""


class _Conditions(Encoder):
    """Takes a name for every expression of a constraint, which stands for the expression's tree."""

    def __init__(self, constraint: Constraint, trees: Trees) -> None:
        super().__init__(constraint, trees.domains, str)
        self.domains = trees.domains  # type: ignore[assignment]
        self.trees = trees

    def variable_for(self, expression: Affine) -> str:
        return expression.variable_name or self._named(expression, expression)

    def variable_for_atom(self, atom: Any) -> str:
        return atom if isinstance(atom, str) else self._named(atom, Affine(((atom, 1),)))

    def symbol_variable(self, expression: Affine, alphabet: Any) -> str:
        return self.variable_for(expression)

    def _named(self, of: Any, expression: Affine) -> str:
        name = f"~{expression}"
        self.trees.refs[name] = self.trees.term(expression)
        self.domains[name] = expression.possible_values(self.domains)
        return name

    def new_variable(self, part: str, domain: Domain) -> str:
        raise _NeedsVariable

    def linear_constraints(self, expression: Affine, op: Any, constant: int) -> list[Constraint]:
        low, high = expression.bounds(self.domains)
        always = {"<=": high <= constant, ">=": low >= constant}.get(op, False)
        if not expression.terms or always:
            return [] if always else super().linear_constraints(expression, op, constant)
        return [Compare(expression, op, constant)]

    def encode_true(self, constraint: Constraint) -> list[Constraint]:
        return [constraint]


def strict(tree: Tree) -> Tree:
    """Return ``a + 1 <= b`` and ``a >= b + 1`` as ``a < b`` and ``a > b``."""
    more = {"<=": 1, ">=": 2}.get(tree[0], 0)
    if (
        not more
        or not isinstance(tree[more], tuple)
        or tree[more][0] != "sum"
        or tree[more][-1] != 1
    ):
        return tree
    sides = [plus(side, -1) if number == more else side for number, side in enumerate(tree)]
    return (tree[0][0], *sides[1:])


def plus(tree: Tree, more: int) -> Tree:
    """Return a tree and a number, added."""
    if isinstance(tree, int):
        return tree + more
    if not more:
        return tree
    if tree[0] != "sum":
        return ("sum", ("*", 1, tree), more)
    constant = more + (tree[-1] if isinstance(tree[-1], int) else 0)
    parts = [each for each in tree[1:] if not isinstance(each, int)]
    return _total([*parts, *([constant] if constant else [])])


def _count(trees: Trees, of: Iterable[Any], values: Iterable[int]) -> Tree:
    row = Row(sorted(values))
    if len(row) < 2:
        return ("count_of", trees.list(of), *row) if row else 0
    return ("count", trees.list(of), row)


def items_of(tree: Tree) -> Sequence[Tree]:
    """Return the items of a list or of data."""
    return tree if isinstance(tree, Row) else tree[1:]


def added(left: Tree, right: Tree) -> Tree:
    """Return the sum of two trees."""
    if isinstance(left, int) or isinstance(right, int):
        return plus(right, left) if isinstance(left, int) else plus(left, right)
    parts = [
        part
        for each in (left, right)
        for part in (each[1:] if each[0] == "sum" else (("*", 1, each),))
    ]
    constant = sum(part for part in parts if isinstance(part, int))
    return plus(("sum", *(part for part in parts if not isinstance(part, int))), constant)


def _ends(trees: Trees, operands: Iterable[Affine]) -> tuple[int, int]:
    """Return the least and the greatest value that some expressions may have."""
    bounds = [each.bounds(trees.domains) for each in operands] or [(0, 0)]
    return min(low for low, _ in bounds), max(high for _, high in bounds)


def _tasks(trees: Trees, tasks: Any) -> str:
    """Return the operator of tasks; where some may take no time, or less, the operator says that."""
    is_resource = isinstance(tasks, g.Cumulative)
    least, _ = _ends(trees, tasks.duration)
    amounts = (*tasks.demand, tasks.capacity) if is_resource else ()
    kind = "" if least > 0 else "_with_empty"
    if min(least, _ends(trees, amounts)[0]) < 0:
        kind = "_of_any"
    return f"{tasks.method}{kind}"


def _division(name: str) -> OperatorOf:
    """Division of numbers below 0, which languages round otherwise, has a name of its own."""

    def operator(trees: Trees, division: Any) -> str:
        is_plain = _ends(trees, [division.left])[0] >= 0 and _ends(trees, [division.right])[0] > 0
        return name if is_plain else f"{name}_of_any"

    return operator


def _inverse(trees: Trees, inverse: Any) -> str:
    sides, places = (inverse.forth, inverse.back), len(inverse.forth) - 1
    names = [[each.variable_name for each in side] for side in sides]
    low, high = _ends(trees, (*inverse.forth, *inverse.back))
    is_plain = all(None not in side and len({*side}) == len(side) for side in names)
    return (
        "inverse" if is_plain and places > 1 and low >= 0 and high <= places else "inverse_of_any"
    )


def _packing(trees: Trees, packing: Any) -> str:
    low, high = _ends(trees, packing.bin)
    is_plain = low >= 0 and high < len(packing.load) and min(packing.sizes) >= 0
    return ("bin_capacity" if packing.at_most else "bin_packing") + "_of_any" * (not is_plain)


def _tour(trees: Trees, tour: Any) -> str:
    return str(tour.method) + "_of_few" * (len(tour.successor) < 3)


def _automaton(trees: Trees, of: Sequence[Any], automaton: Any) -> Tree:
    """Return that a word is accepted.  The states are numbered from 0, for CPMpy adds a state whose
    number is how many there are; and it knows the states of transitions alone.
    """
    start, arcs = automaton.start, automaton.transitions
    accepting = automaton.accepting & {after for _, _, after in arcs}
    firsts = [arc for arc in arcs if arc[0] == start]
    if len(of) == 1:  # CPMpy takes no word of one entry within another constraint
        return _in(trees, tuple(of), [(value,) for _, value, after in firsts if after in accepting])
    if not firsts or not accepting:
        return NEVER
    states = sorted({state for before, _, after in arcs for state in (before, after)})
    number_of = {state: number for number, state in enumerate(states)}
    operands = [each if isinstance(each, Affine) else Affine(((each, 1),)) for each in of]
    return (
        "regular",
        trees.list(operands),
        Row(Row((number_of[before], value, number_of[after])) for before, value, after in arcs),
        number_of[start],
        Row(sorted(map(number_of.__getitem__, accepting))),
        *_ends(trees, operands),
    )


def _in(trees: Trees, scope: tuple[Any, ...], tuples: Collection[tuple[int, ...]]) -> Tree:
    if not tuples:
        return NEVER
    if len(scope) == 1:
        return ("in", trees.value(scope[0]), Row(sorted(value for (value,) in tuples)))
    return ("table", trees.list(scope), Row(Row(each) for each in sorted(tuples)))


_OPERATORS: dict[type, str | OperatorOf] = {
    o.Absolute: "abs",
    AllDifferent: "all_different",
    g.AllEqual: "all_equal",
    g.BinPacking: _packing,
    g.Cardinality: lambda trees, c: "closed_" * c.closed + "cardinality",
    g.Circuit: _tour,
    g.Cumulative: _tasks,
    g.Distinct: lambda trees, c: "all_different" + "_except" * bool(c.except_values),
    o.Greatest: "max",
    Iff: "iff",
    Implies: "implies",
    g.Inverse: _inverse,
    o.Least: "min",
    g.Lexicographic: lambda trees, c: "lex_less" if c.strictly else "lex_lesseq",
    g.NoOverlap: _tasks,
    g.NoOverlap2D: lambda trees, c: (
        "no_overlap_2d" if _ends(trees, (*c.width, *c.height))[0] > 0 else "areas_of_any"
    ),
    Not: "not",
    g.Precedence: "precedence",
    o.Product: "product",
    o.Quotient: _division("quotient"),
    o.Remainder: _division("remainder"),
    g.Reservoir: "reservoir",
    g.SubCircuit: _tour,
}
"""The operators of constraints and operations whose trees are those of their fields, in order."""

_MAKERS: dict[type, Callable[[Trees, Any], Tree]] = {
    AllOf: lambda trees, c: trees.truths("and", c.all_of),
    AnyOf: Trees.groups,
    g.ArcCircuit: lambda trees, c: (
        "arcs" if c.is_simple else "arcs_of_any",
        *(("arc", tail, head, trees.term(each)) for tail, head, each in c.arcs),
    ),
    Compare: lambda trees, c: trees.compare(
        c.expression.terms, c.op, c.constant - c.expression.constant
    ),
    Count: lambda trees, c: _comparison(
        c.op, _count(trees, c.counted, c.values), trees.value(c.number)
    ),
    o.Entry: Trees.entry,
    o.Truth: Trees.truth_value,
    Element: lambda trees, c: trees.equal_entry(
        c.array, Affine(((c.index, 1),)), c.first, trees.refs[c.value]
    ),
    g.ElementOf: lambda trees, c: trees.equal_entry(
        c.array, c.index, c.first, trees.term(c.is_value)
    ),
    g.Increasing: lambda trees, c: (
        {0: "increasing", 1: "strictly_increasing"}.get(c.by, "steps"),
        trees.list(c.of),
    ),
    Linear: lambda trees, c: trees.compare(
        zip(c.scope, c.coefficients, strict=True), c.op, c.constant
    ),
    o.NumberOfValues: lambda trees, a: ("nvalue", trees.list(a.of), *_ends(trees, a.of)),
    o.Occurrences: lambda trees, a: _count(trees, a.of, a.values),
    Regular: lambda trees, c: _automaton(trees, c.scope, c.automaton),
    g.RegularOf: lambda trees, c: _automaton(trees, c.of, c.automaton),
    Table: lambda trees, c: _in(trees, c.scope, c.tuples),
    g.TableOf: lambda trees, c: _in(trees, c.of, c.tuples),
    Xor: lambda trees, c: trees.truths("xor", c.of),
}
"""Makers of all other trees."""
