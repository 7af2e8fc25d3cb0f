"""Random constraints with odd parts, in JSON form: each primitive and global, nested or alone.

>>> from random import Random
>>> maker = ConstraintMaker(Random(1), ["a", "b"])
>>> sorted(maker.leaf("Element"))
['array', 'first', 'index', 'type', 'value']
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from tests.fuzz.meanings import Entry

COMPARISONS = ("==", "!=", "<=", ">=")


class ConstraintMaker:
    """Makes constraints and expressions over some variables, in JSON form.

    Tables, automata and arrays have parts that no assignment reaches, and lack parts that some
    assignments need.
    """

    def __init__(self, random: Random, names: list[str]) -> None:
        self._random, self._names = random, names

    def _value(self) -> int:
        return self._random.randint(-1, 4)

    def _values(self, least: int = 0, most: int = 3) -> list[int]:
        return self._random.sample(range(-1, 5), self._random.randint(least, most))

    def _scope(self, most: int = 3) -> list[str]:
        return self._random.choices(self._names, k=self._random.randint(1, most))

    def _different(self) -> list[str]:
        return self._random.sample(self._names, self._random.randint(1, len(self._names)))

    # -- constraints ---------------------------------------------------------------------------

    def constraint(self, depth: int) -> Entry:
        """Return a primitive, a global or a comparison, or a logic constraint with such parts."""
        r = self._random
        if depth > 0 and r.random() < 0.55:
            return self.logic(depth - 1)
        if r.random() < 0.2:
            return {
                "type": "Compare",
                "expression": self._sum([[self._operation(2), r.choice((1, 1, -1, 2))]]),
                "op": r.choice(COMPARISONS),
                "constant": self._value(),
            }
        alone = len(self._names) == 1  # an operation and its result are two variables
        return self.leaf(
            r.choice([name for name in LEAVES if not (alone and name == "OperationResult")])
        )

    def logic(self, depth: int) -> Entry:
        """Constraints that are joined or negated."""
        r, kind = self._random, self._random.randrange(8)
        if kind == 0:
            return {"type": "AllOf", "all_of": self._parts(1, 3, depth)}
        if kind == 1:
            groups = [self._parts(0, 2, depth) for _ in range(r.randint(1, 3))]
            return {"type": "AnyOf", "groups": [self._parts(1, 1, depth), *groups]}
        if kind == 2:
            return {"type": "Xor", "of": self._parts(1, 3, depth)}
        first, second = self._parts(2, 2, depth)
        if kind < 5:
            return {"type": ("Implies", "Iff")[kind - 3], "first": first, "second": second}
        return {"type": "Not", "part": first}

    def _parts(self, least: int, most: int, depth: int) -> list[Entry]:
        return [self.constraint(depth) for _ in range(self._random.randint(least, most))]

    def leaf(self, name: str) -> Entry:
        """A primitive or a global, by the name of its type."""
        return {"type": name, **LEAVES[name](self)}

    def all_different(self) -> Entry:
        return {"scope": self._different()}

    def linear(self) -> Entry:
        r, scope = self._random, self._scope()
        return {
            "scope": scope,
            "coefficients": [r.choice((-2, -1, 0, 1, 1, 2)) for _ in scope],
            "op": r.choice(COMPARISONS),
            "constant": r.randint(-3, 6),
        }

    def table(self) -> Entry:
        scope = self._scope()
        return {"scope": scope, "tuples": self._tuples(len(scope))}

    def _tuples(self, width: int) -> list[list[int]]:
        number = self._random.choice((0, 1, 1, 3, 6))
        return [[self._value() for _ in range(width)] for _ in range(number)]

    def automaton(self) -> Entry:
        """Return an automaton of few states; any state may lack arcs."""
        r = self._random
        states = r.sample((-2, 0, 1, 2, 3, 9), r.randint(1, 4))
        arcs = {(r.choice(states), self._value()): r.choice(states) for _ in range(r.randint(0, 9))}
        return {
            "start": r.choice(states),
            "accepting": r.sample((*states, 4, 7), r.randint(0, 3) % (len(states) + 2)),
            "transitions": [[state, value, after] for (state, value), after in arcs.items()],
        }

    def regular(self) -> Entry:
        return {"scope": self._scope(4), "automaton": self.automaton()}

    def count(self) -> Entry:
        return {
            "counted": self._scope(4),
            "values": self._values(),
            "op": self._random.choice(COMPARISONS),
            "number": self._random.choice((*range(-1, 4), *self._names)),
        }

    def element(self) -> Entry:
        index, value = self._random.choices(self._names, k=2)
        first = self._random.randint(-2, 2)
        return {"array": self._scope(4), "index": index, "value": value, "first": first}

    def connected(self) -> Entry:
        r, scope = self._random, self._different()
        pairs = [[a, b] for a in scope for b in scope if a < b and r.random() < 0.5]
        values = self._values(1, 4)
        kinds = [values[:2], values[2:]] if r.random() < 0.5 else [values]
        reach = r.choice((None, None, 0, 1, 2))
        return {"scope": scope, "edges": pairs, "kinds": kinds, "reach": reach}

    def sum_between(self) -> Entry:
        return {"scope": self._different(), "total": self._random.choice((0, 0, self._value()))}

    def enclosed_sum(self) -> Entry:
        ends = [self._value(), self._value()]
        return {"scope": self._scope(4), "ends": ends, "total": self._value()}

    def leading_sum(self) -> Entry:
        return {"scope": self._scope(4), "total": self._value()}

    def line_comparison(self) -> Entry:
        line = self._scope(3)
        entry = {"one": line, "other": self._random.choices(self._names, k=len(line))}
        entry |= {"answer": self._random.choice(self._names)}
        if self._random.random() < 0.5:
            entry |= {"first": self._random.choice(self._names), "begins": self._value()}
        return entry | {"ties": self._random.random() < 0.5}

    def count_family(self) -> Entry:
        values = self._values(1, 3)
        pairs = [[value, self._random.randint(0, 3)] for value in values]
        required = [value for value in values if self._random.random() < 0.3]
        return {"scope": self._different(), "occurrences": pairs, "required": required}

    def equal_counts(self) -> Entry:
        return {"one": self._scope(3), "other": self._scope(3), "value": self._value()}

    def equal_sums(self) -> Entry:
        return {"groups": [self._scope(3) for _ in range(self._random.randint(2, 3))]}

    def operation_result(self) -> Entry:
        most = len(self._names)
        operations = ["square", "absolute", "least", "greatest", *["product"] * (most > 2)]
        operation = self._random.choice(operations)
        number = {"product": 3, "square": 2, "absolute": 2}.get(operation)
        number = number or self._random.randint(2, most)
        return {"scope": self._random.sample(self._names, number), "operation": operation}

    # -- globals -------------------------------------------------------------------------------

    def _some(self, most: int = 3) -> list[Any]:
        """Return up to ``most`` expressions, in random order; at least one is a variable."""
        more = [self.expression(1) for _ in range(self._random.randint(0, most - 1))]
        expressions = [self._random.choice(self._names), *more]
        self._random.shuffle(expressions)
        return expressions

    def _as_many(self, others: list[Any]) -> list[Any]:
        return [self.expression(1) for _ in others]

    def distinct(self) -> Entry:
        if self._random.random() < 0.5:
            return {"of": self._some(), "except_values": self._values()}
        return {"of": self._some()}

    def all_equal(self) -> Entry:
        return {"of": self._some()}

    def bin_packing(self) -> Entry:
        items = self._some()
        sizes = [self._value() for _ in items]
        at_most = self._random.random() < 0.5
        return {"bin": items, "sizes": sizes, "load": self._some(), "at_most": at_most}

    def cardinality(self) -> Entry:
        values = self._values(1)
        number = [self.expression(0) for _ in values]
        closed = self._random.random() < 0.4
        return {"of": self._some(), "value": values, "number": number, "closed": closed}

    def circuit(self) -> Entry:
        number = self._random.randint(1, 4)
        inside = [self._remainder(self.expression(1), number) for _ in range(number - 1)]
        inside.append(self._remainder(self._random.choice(self._names), number))
        self._random.shuffle(inside)
        return {"successor": inside}

    def cumulative(self) -> Entry:
        starts = self._some()
        lists = [[self._not_negative() for _ in starts] for _ in range(2)]
        capacity = self.expression(1)
        return {
            "start": starts, "duration": lists[0], "demand": lists[1], "capacity": capacity,
            **self._optional(starts),
        }  # fmt: skip

    def _optional(self, tasks: list[Any]) -> Entry:
        """Which tasks take part, of some."""
        if self._random.random() < 0.5:
            return {}
        return {"present": [self.expression(1) for _ in tasks]}

    def no_overlap_2d(self) -> Entry:
        places = self._some()
        names = ("y", "width", "height")
        sides = {name: [self.expression(0) for _ in places] for name in names}
        return {"x": places, **sides, **self._optional(places)}

    def reservoir(self) -> Entry:
        """Return a reservoir of small changes; some of its events may be optional."""
        times = self._some()
        changes = [self._random.choice((self._value(), self.expression(1))) for _ in times]
        least, most = -self._random.randint(0, 2), self._random.randint(0, 3)
        return {
            "time": times, "change": changes, "least": least, "most": most, **self._optional(times),
        }  # fmt: skip

    def arc_circuit(self) -> Entry:
        """Return arcs of few nodes; there may be no arc from a node, and the same arc twice."""
        r, nodes = self._random, self._random.sample((-1, 0, 2, 5), self._random.randint(1, 3))
        arcs = [(tail, head) for tail in nodes for head in nodes if r.random() < 0.7] or [(0, 0)]
        tails, heads = zip(*arcs, *r.choices(arcs, k=r.random() < 0.2), strict=True)
        pool = [self._random.choice(self._names), *(self.expression(1) for _ in range(3)), 1, 0]
        chosen = [pool[0], *r.choices(pool, k=len(tails) - 1)]
        return {"tail": [*tails], "head": [*heads], "chosen": chosen}

    def _not_negative(self) -> Any:
        r = self._random
        if r.random() < 0.6:
            return r.randint(0, 3)
        return self._sum([[{"is": "Absolute", "of": r.choice(self._names)}, 1]], 0)

    def element_of(self) -> Entry:
        index, value = self.expression(1), self.expression(1)
        first = self._random.randint(-2, 2)
        return {"array": self._some(), "index": index, "is_value": value, "first": first}

    def increasing(self) -> Entry:
        return {"of": self._some(), "by": self._random.choice((0, 0, 1, 2, -1))}

    def inverse(self) -> Entry:
        forth = self._some()
        return {"forth": forth, "back": self._as_many(forth)}

    def lexicographic(self) -> Entry:
        first, strictly = self._some(), self._random.random() < 0.5
        return {"one": first, "other": self._as_many(first), "strictly": strictly}

    def lexicographic_chain(self) -> Entry:
        first, strictly = self._some(), self._random.random() < 0.5
        rows = [first, *(self._as_many(first) for _ in range(self._random.randint(1, 2)))]
        return {"rows": rows, "strictly": strictly}

    def no_overlap(self) -> Entry:
        starts = self._some()
        durations = [self._random.choice((self._value(), self.expression(0))) for _ in starts]
        return {"start": starts, "duration": durations, **self._optional(starts)}

    def precedence(self) -> Entry:
        return {"of": self._some(4), "order": self._values(1, 4)}

    def regular_of(self) -> Entry:
        return {"of": self._some(4), "automaton": self.automaton()}

    def cost_regular(self) -> Entry:
        automaton, word = self.automaton(), self._some(3)
        states = {arc[0] for arc in automaton["transitions"]} | {automaton["start"]}
        costs = {
            (self._random.choice(sorted(states)), self._value()): self._value() for _ in range(5)
        }
        return {
            "of": word, "automaton": automaton, "costs": [[*arc, cost] for arc, cost in costs.items()],
            "total": self.expression(1),
        }  # fmt: skip

    def table_of(self) -> Entry:
        some = self._some()
        return {"of": some, "tuples": self._tuples(len(some))}

    # -- expressions ---------------------------------------------------------------------------

    def expression(self, depth: int) -> Any:
        """An integer, a variable, or a weighted sum of variables and operations."""
        r = self._random
        if depth <= 0 or r.random() < 0.5:
            return r.choice((r.choice(self._names), r.choice(self._names), self._value()))
        terms: list[list[Any]] = [
            [name, r.choice((-2, -1, 1, 2))] for name in self._different()[: r.randint(0, 2)]
        ]
        if r.random() < 0.5:
            terms.append([self._operation(depth), r.choice((-1, 1))])
        return self._sum(terms)

    def _sum(self, terms: list[list[Any]], plus: int | None = None) -> Entry:
        constant = self._random.choice((0, self._value())) if plus is None else plus
        return {"terms": terms, "plus": constant}

    def _remainder(self, of: Any, number: int) -> Entry:
        """An expression of a value from 0 to below ``number``."""
        return self._sum([[{"is": "Remainder", "left": of, "right": number}, 1]], 0)

    def _operation(self, depth: int) -> Entry:
        r = self._random
        operand, name = self.expression(depth - 1), r.choice(self._names)
        kind = r.randrange(10)
        if kind == 0:
            return {"is": "Truth", "of": self.constraint(depth - 1)}
        if kind == 1:
            return {"is": "Product", "left": operand, "right": name}
        if kind in (2, 3):
            operation = ("Quotient", "Remainder")[kind - 2]
            return {"is": operation, "left": name, "right": r.choice((-3, -2, 2, 3))}
        if kind == 4:
            return {"is": "Absolute", "of": self._sum([[name, r.choice((-1, 1))]])}
        if kind in (5, 6):
            return {"is": ("Least", "Greatest")[kind - 5], "of": self._some()}
        if kind == 7:
            array = self._some()
            return {"is": "Entry", "array": array, "index": self._remainder(operand, len(array))}
        if kind == 8:
            return {"is": "NumberOfValues", "of": self._some(4)}
        return {"is": "Occurrences", "of": self._some(), "values": self._values()}


LEAVES: Mapping[str, Callable[[ConstraintMaker], Entry]] = {
    "AllDifferent": ConstraintMaker.all_different,
    "Linear": ConstraintMaker.linear,
    "Table": ConstraintMaker.table,
    "Regular": ConstraintMaker.regular,
    "Count": ConstraintMaker.count,
    "Element": ConstraintMaker.element,
    "Connected": ConstraintMaker.connected,
    "OperationResult": ConstraintMaker.operation_result,
    "SumBetween": ConstraintMaker.sum_between,
    "EnclosedSum": ConstraintMaker.enclosed_sum,
    "LeadingSum": ConstraintMaker.leading_sum,
    "LineComparison": ConstraintMaker.line_comparison,
    "CountFamily": ConstraintMaker.count_family,
    "EqualCounts": ConstraintMaker.equal_counts,
    "EqualSums": ConstraintMaker.equal_sums,
    "Distinct": ConstraintMaker.distinct,
    "AllEqual": ConstraintMaker.all_equal,
    "BinPacking": ConstraintMaker.bin_packing,
    "Cardinality": ConstraintMaker.cardinality,
    "Circuit": ConstraintMaker.circuit,
    "CostRegular": ConstraintMaker.cost_regular,
    "Cumulative": ConstraintMaker.cumulative,
    "ElementOf": ConstraintMaker.element_of,
    "Increasing": ConstraintMaker.increasing,
    "Inverse": ConstraintMaker.inverse,
    "Lexicographic": ConstraintMaker.lexicographic,
    "LexicographicChain": ConstraintMaker.lexicographic_chain,
    "NoOverlap": ConstraintMaker.no_overlap,
    "NoOverlap2D": ConstraintMaker.no_overlap_2d,
    "ArcCircuit": ConstraintMaker.arc_circuit,
    "Reservoir": ConstraintMaker.reservoir,
    "SubCircuit": ConstraintMaker.circuit,
    "Precedence": ConstraintMaker.precedence,
    "RegularOf": ConstraintMaker.regular_of,
    "TableOf": ConstraintMaker.table_of,
}
"""The fields of each type that holds no other constraint."""
