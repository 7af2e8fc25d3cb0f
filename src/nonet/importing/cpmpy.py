"""Models of CPMpy, so that its users can trace, explain, count, compare and prove them.

>>> import pytest
>>> cp = pytest.importorskip("cpmpy")
>>> x, y = cp.intvar(0, 9, name="x"), cp.intvar(0, 9, name="y")
>>> model = from_cpmpy(cp.Model(x * y == 21, x < y))
>>> from nonet.solving import solve
>>> print(solve(model).solution)
x=3 y=7

CPMpy itself makes partial functions total (an index outside an array, a division by 0) and
decomposes the global constraints that have no counterpart in ``GLOBALS``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import SimpleNamespace
from typing import Any

from nonet.errors import ModelError, NotInstalled
from nonet.importing.flatzinc import constraints as library
from nonet.importing.relations import COMPARISONS as ORDERS
from nonet.importing.relations import (
    NOTHING,
    Relation,
    Term,
    accepted,
    affine,
    all_different,
    conjunction,
    deterministic,
    disjunction,
    distinct_values,
    equal,
    linear,
    member,
    negation,
    objective_of,
    operation,
    post,
    settled,
    simplified,
    table,
    truth_compared,
    truths,
    weighted,
)
from nonet.importing.xcsp3.expressions import (
    FUNCTIONS,
    PARTIAL,
    RELATIONS,
    as_relation,
    as_term,
)
from nonet.model import Annotation, Constraint, Domain, Model, Objective
from nonet.model.expressions.affine import Affine, minus
from nonet.model.expressions.operations import Entry
from nonet.model.globals import Cumulative, NoOverlap
from nonet.model.objective import Sense

MOST_LETTERS = 100
"""Letters of a constraint's text in its label."""


def from_cpmpy(model: Any) -> Model:
    """Return a model of CPMpy as a ``Model``: variables by their names, constraints by their texts.

    A Boolean variable is 0 or 1.  Solutions are counted and shown by the variables that the model
    of CPMpy mentions, not by those that CPMpy's decompositions add.  Raises ``ModelError`` for what
    is not a model of CPMpy, for two variables of one name, and for a constraint that cannot be read,
    which is named.

    >>> import pytest
    >>> cp = pytest.importorskip("cpmpy")
    >>> x = cp.intvar(0, 9, name="x")
    >>> [part.description for part in from_cpmpy(cp.Model(x * x == 49)).constraints]
    ['(x) * (x) == 49']
    """
    return read_model(model)


def read_model(model: Any, also: Iterable[Any] = ()) -> Model:
    """As :func:`from_cpmpy`; the variables ``also`` are declared even if nothing mentions them."""
    try:
        from cpmpy import Model as CpmpyModel
        from cpmpy.transformations.get_variables import get_variables
        from cpmpy.transformations.normalize import toplevel_list
    except ImportError:
        raise NotInstalled('CPMpy is missing: pip install "nonet[cpmpy]"') from None
    if not isinstance(model, CpmpyModel):
        raise ModelError(f"from_cpmpy takes a model of CPMpy, not {type(model).__name__}")
    objective = model.objective_ if model.has_objective() else None
    mentioned: dict[int, Any] = {}  # by id: CPMpy's == gives an expression, its hash is the name
    collected = SimpleNamespace(add=lambda each: mentioned.setdefault(id(each), each))
    get_variables([model.constraints, objective, list(also)], collected)
    reader = _Reader(mentioned.values())
    for expression in toplevel_list(model.constraints):
        reader.post(expression)
    aim = None if objective is None else reader.objective(objective, model.objective_is_min)
    projection = reader.projection()
    return Model(reader.domains, reader.constraints, aim).with_projection(projection)


class _Reader:
    def __init__(self, variables: Iterable[Any]) -> None:
        """``variables`` are those that the model mentions; all others are helpers, called ``~name``."""
        from cpmpy import expressions  # here, as operands are many

        self._kinds = expressions
        self.domains: dict[str, Domain] = {}
        self.constraints: list[Constraint] = []
        self._names: dict[int, tuple[str, Any]] = {}
        """By a variable's ``id`` its name, and the variable, so that no other gets the ``id``."""
        self._mentioned: tuple[str, ...] | None = None
        for variable in variables:
            self.declare(variable)
        self._mentioned = tuple(self.domains)

    def declare(self, variable: Any) -> str:
        """Take a variable's domain; return its name in the model."""
        if id(variable) not in self._names:
            name = str(variable.name) if self._mentioned is None else f"~{variable.name}"
            if name in self.domains:
                raise ModelError(f"two variables of CPMpy are called {name!r}: give them own names")
            low, high = variable.get_bounds()
            self.domains[name] = Domain.range(int(low), int(high))
            self._names[id(variable)] = name, variable
        return self._names[id(variable)][0]

    def projection(self) -> tuple[str, ...] | None:
        """Return the variables in which solutions differ; ``None`` for all variables."""
        if not self._mentioned:
            self.domains.setdefault(NOTHING, Domain.single(0))  # a model has a variable
        shown = self._mentioned or (NOTHING,)
        return None if len(shown) == len(self.domains) else shown

    def post(self, expression: Any) -> None:
        """Add a constraint, after CPMpy has rewritten its unknown parts."""
        from cpmpy.transformations.decompose_global import decompose_in_tree
        from cpmpy.transformations.safening import no_partial_functions

        text = " ".join(str(expression).split())
        label = text if len(text) <= MOST_LETTERS else f"{text[: MOST_LETTERS - 3]}..."
        total = no_partial_functions([expression], safen_toplevel=NOT_TOTAL)
        try:
            for part in decompose_in_tree(total, supported=NAMES, supported_reified=NAMES):
                self._post_relation(self.relation(part), label)
        except ModelError as error:
            raise ModelError(f"{label}: {error}") from None
        except ValueError as error:
            raise ModelError(f"{label}: CPMpy's constraint cannot be read: {error}") from None

    def _post_relation(self, relation: Relation, label: str) -> None:
        post(relation, self.constraints, self.domains, Annotation("constraint", label))

    def objective(self, expression: Any, is_least: bool) -> Objective | None:
        """Return the objective; one that is not a sum gets a variable that equals it."""
        from cpmpy.transformations.decompose_global import decompose_in_tree, decompose_objective
        from cpmpy.transformations.safening import safen_objective

        expression, defined = safen_objective(expression)
        expression, needed = decompose_objective(expression, supported=NAMES)
        defined = decompose_in_tree(defined, supported=NAMES, supported_reified=NAMES)
        for part in (*defined, *needed):
            self._post_relation(self.relation(part), "the objective")
        sense: Sense = "minimize" if is_least else "maximize"
        return objective_of(sense, self.term(expression), self.domains, self.constraints)

    # -- expressions ------------------------------------------------------------------------------

    def relation(self, expression: Any) -> Relation:
        return as_relation(self.operand(expression))

    def term(self, expression: Any) -> Term:
        return as_term(self.operand(expression))

    def terms(self, expressions: Any) -> list[Term]:
        return [self.term(each) for each in _flat(expressions)]

    def operand(self, expression: Any) -> Any:
        if isinstance(expression, self._kinds.variables.NegBoolView):
            return simplified(minus(Affine((), 1), affine(self.declare(expression._bv))))
        if isinstance(expression, self._kinds.variables._NumVarImpl):
            return self.declare(expression)
        if isinstance(expression, self._kinds.core.BoolVal):
            return bool(expression.value())
        if not isinstance(expression, self._kinds.core.Expression):
            return _integer(expression)
        name = expression.name
        if name in COMPARISONS:
            left, right = map(self.operand, expression.args)
            if isinstance(left, Constraint) and isinstance(right, int):
                op, shift = ORDERS[COMPARISONS[name]]
                return truth_compared(left, op, right + shift)
            return FUNCTIONS[COMPARISONS[name]][2](as_term(left), as_term(right))
        if name in LOGIC:
            parts = [self.relation(each) for each in expression.args]
            return RELATIONS[LOGIC[name]](parts)
        if name in ARITHMETIC:
            result = FUNCTIONS[ARITHMETIC[name]][2](*self.terms(expression.args))
            return simplified(result) if isinstance(result, Affine) else result
        known = GLOBALS.get(name)
        if known is None and isinstance(expression, self._kinds.globalconstraints.DirectConstraint):
            raise ValueError(
                f"{name!r} is a function of one solver: write a constraint of CPMpy, as cp.Circuit is"
            )
        if known is None:
            raise ValueError(f"nothing is known of {name!r}")
        attributes = {each: getattr(expression, each) for each in ATTRIBUTES.get(name, ())}
        result = known(self, *expression.args, **attributes)
        return settled(result) if isinstance(result, Constraint) else result

    def partial(self, name: str, left: Any, right: Any) -> Term:
        """Return a quotient, a remainder or a power, for operands that CPMpy keeps it defined for."""
        return PARTIAL[name](self.term(left), self.term(right), self.domains)[0]


COMPARISONS = {"==": "eq", "!=": "ne", "<=": "le", "<": "lt", ">=": "ge", ">": "gt"}
LOGIC = {"and": "and", "or": "or", "not": "not", "->": "imp", "xor": "xor"}
ARITHMETIC = {
    "sum": "add", "sub": "sub", "-": "neg", "mul": "mul", "abs": "abs",
    "min": "min", "max": "max",
}  # fmt: skip


def _flat(expressions: Any) -> list[Any]:
    if hasattr(expressions, "flatten") and hasattr(expressions, "tolist"):
        return list(expressions.flatten().tolist())
    result = []
    for each in expressions:
        is_nested = isinstance(each, list | tuple) or getattr(each, "shape", False)
        result += _flat(each) if is_nested else [each]
    return result


def _integer(value: Any) -> int:
    """Return a constant of Python or NumPy; raise ``ValueError`` for other constants."""
    number = int(value)
    if number != value:
        raise ValueError(f"{value} is not an integer")
    return number


def _integers(values: Any) -> list[int]:
    return [_integer(value) for value in _flat(values)]


def _weighted(reader: _Reader, weights: Any, expressions: Any) -> Term:
    terms = map(affine, reader.terms(expressions))
    return simplified(weighted(zip(terms, _integers(weights), strict=True)))


def _element(reader: _Reader, array: Any, index: Any) -> Term:
    place = affine(reader.term(index))
    entries = tuple(map(affine, reader.terms(array)))
    if not place.terms:
        return simplified(entries[place.constant])
    return operation(Entry(entries, place))


def _rows(array: Any, rows: Any) -> list[list[int]]:
    width = len(_flat(array))
    numbers = _integers(rows)
    return [numbers[at : at + width] for at in range(0, len(numbers), width)]


def _count(reader: _Reader, array: Any, value: Any) -> Term:
    compared_to = reader.term(value)
    return simplified(truths(equal(term, compared_to) for term in reader.terms(array)))


def _among(reader: _Reader, array: Any, values: Any) -> Term:
    domain = Domain.of(_integers(values))
    return simplified(truths(member(term, domain) for term in reader.terms(array)))


def _circuit(reader: _Reader, *nodes: Any) -> Relation:
    """A tour; where a successor may be no node, by CPMpy's decomposition, whose truth is a variable."""
    import cpmpy

    terms = reader.terms(nodes)
    bounds = [affine(term).bounds(reader.domains) for term in terms]
    if all(low >= 0 and high < len(terms) for low, high in bounds):
        return library.circuit(terms, 0)
    parts, defining = cpmpy.Circuit(*nodes).decompose()
    truth = cpmpy.boolvar()
    for part in (*defining, truth == cpmpy.all(parts)):
        reader.post(part)
    return as_relation(reader.term(truth))


Function = Callable[..., Any]


def _tasks(name: str, *, have_demands: bool, are_optional: bool) -> Function:
    """Return the reader of tasks that share a capacity, or come one after the other.

    CPMpy's own decomposition says what tasks of a negative demand or duration mean, and tasks of no
    time that come one after the other: CPMpy 1.0 has no such task within another, 1.1 anywhere.
    """

    def read(reader: _Reader, start: Any, duration: Any, *others: Any) -> Relation:
        import cpmpy

        end = others[0] if len(others) > 2 * have_demands + are_optional else None
        others = others[len(others) - 2 * have_demands - are_optional :]
        columns = [reader.terms(start), reader.terms(duration)]
        columns += [reader.terms(others[0])] if have_demands else []
        least = [affine(term).bounds(reader.domains)[0] for each in columns[1:] for term in each]
        if min(least, default=1) < (0 if have_demands else 1):
            parts, _ = getattr(cpmpy, name)(start, duration, end, *others).decompose()
            return conjunction(map(reader.relation, parts))
        present = reader.terms(others[-1]) if are_optional else []
        ends = [] if end is None else reader.terms(end)
        triples = zip(*columns[:2], ends, strict=True) if ends else ()
        relations = [linear((1, 1, -1), triple, "==", 0) for triple in triples]
        capacity = [reader.term(others[1])] if have_demands else []
        if not are_optional:
            kind: Function = library.cumulative if have_demands else library.disjunctive
            return conjunction([*relations, kind(*columns, *capacity)])
        pairs = zip(present, relations, strict=False)
        relations = [disjunction([equal(term, 0), relation]) for term, relation in pairs]
        forms = [tuple(map(affine, terms)) for terms in columns]
        tasks: Function = Cumulative if have_demands else NoOverlap
        last = tuple(map(affine, present))
        return conjunction([*relations, tasks(*forms, *map(affine, capacity), last)])

    return read


def _diagram(
    reader: _Reader, array: Any, mapping: Mapping[Any, Mapping[int, Any]], root_node: Any
) -> Relation:
    """A path of a decision diagram from its root: all that are long enough end in its terminal."""
    arcs = [(a, _integer(value), b) for a, after in mapping.items() for value, b in after.items()]
    nodes = {root_node, *(target for _, _, target in arcs)}
    return accepted(reader.terms(array), deterministic(root_node, nodes, arcs))


def _if_then_else(reader: _Reader, *parts: Any) -> Relation:
    test, yes, no = map(reader.relation, parts)
    return conjunction([disjunction([negation(test), yes]), disjunction([test, no])])


GLOBALS: Mapping[str, Function] = {
    "wsum": _weighted,
    "div": lambda r, a, b: r.partial("div", a, b),
    "mod": lambda r, a, b: r.partial("mod", a, b),
    "pow": lambda r, a, b: r.partial("pow", a, b),
    "element": _element,
    "count": _count,
    "among": _among,
    "alldifferent": lambda r, *terms: all_different(r.terms(terms)),
    "allequal": lambda r, *terms: library.all_equal(r.terms(terms)),
    "circuit": _circuit,
    "inverse": lambda r, a, b: library.inverse(r.terms(a), r.terms(b), 0, 0),
    "table": lambda r, array, rows: table(r.terms(array), _rows(array, rows)),
    "negative_table": lambda r, array, rows: negation(table(r.terms(array), _rows(array, rows))),
    "indomain": lambda r, term, values: member(r.term(term), Domain.of(_integers(values))),
    "ite": _if_then_else,
    "cumulative": _tasks("Cumulative", have_demands=True, are_optional=False),
    "cumulative_optional": _tasks("CumulativeOptional", have_demands=True, are_optional=True),
    "no_overlap": _tasks("NoOverlap", have_demands=False, are_optional=False),
    "no_overlap_optional": _tasks("NoOverlapOptional", have_demands=False, are_optional=True),
    "regular": lambda r, array, arcs, start, accepting: accepted(
        r.terms(array), deterministic(start, accepting, arcs)
    ),
    "mdd": _diagram,
    "nvalue": lambda r, *terms: distinct_values(r.terms(terms)),
    "nvalue_except": lambda r, terms, n: distinct_values(r.terms(terms), [_integer(n)]),
    "gcc": lambda r, of, values, counts, closed: library.cardinality(
        r.terms(of), _integers(values), r.terms(counts), bool(closed)
    ),
    "precedence": lambda r, terms, values: library.precedence(_integers(values), r.terms(terms)),
    "increasing": lambda r, *terms: library.increasing(r.terms(terms)),
    "decreasing": lambda r, *terms: library.increasing(r.terms(terms)[::-1]),
    "strictly_increasing": lambda r, *terms: library.increasing(r.terms(terms), 1),
    "strictly_decreasing": lambda r, *terms: library.increasing(r.terms(terms)[::-1], 1),
    "lex_less": lambda r, a, b: library.lexicographic(r.terms(a), r.terms(b), True),
    "lex_lesseq": lambda r, a, b: library.lexicographic(r.terms(a), r.terms(b)),
}
"""For each global constraint and function of CPMpy that is read whole, its reader."""

ATTRIBUTES = {"gcc": ("closed",), "mdd": ("mapping", "root_node")}
"""For a constraint the attributes beside its arguments that carry meaning."""

NOT_TOTAL = frozenset(("div", "mod", "element", "nd_element"))
"""Functions that are not defined for all values."""

NAMES = frozenset({*GLOBALS, *ARITHMETIC, *LOGIC})
