"""The meanings of constraints, a second time: judges of their JSON form.

No judge uses a class of the model.

Each function is written from the sentence that documents its constraint or operation, and from
nothing else of nonet.  Random tests compare ``Constraint.holds`` and every backend with these
judges.

>>> some = {"type": "Count", "counted": ["x", "y"], "values": [1], "op": ">=", "number": 1}
>>> holds({"type": "Not", "part": some}, {"x": 0, "y": 2})
True
>>> product = {"is": "Product", "left": "x", "right": "y"}
>>> evaluate({"terms": [[product, 2]], "plus": 1}, {"x": 3, "y": 4})
25
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import combinations, pairwise
from typing import Any

Entry = Mapping[str, Any]
"""A constraint or an operation in JSON form."""

Values = Mapping[str, int]


def holds(entry: Entry, values: Values) -> bool:
    """Whether a constraint, given in its JSON form, holds for some values of its variables."""
    return bool(CONSTRAINTS[entry["type"]](entry, values))


def evaluate(expression: Any, values: Values) -> int:
    """The value of an expression: an integer, a variable's name, or a weighted sum of terms."""
    if isinstance(expression, int):
        return expression
    if isinstance(expression, str):
        return values[expression]
    total: int = expression["plus"]
    for atom, factor in expression["terms"]:
        if isinstance(atom, str):
            total += factor * values[atom]
        else:
            total += factor * OPERATIONS[atom["is"]](atom, values)
    return total


def _all(expressions: list[Any], values: Values) -> list[int]:
    return [evaluate(each, values) for each in expressions]


def _compared(left: int, op: str, right: int) -> bool:
    return {
        "==": left == right, "!=": left != right, "<=": left <= right, ">=": left >= right,
    }[op]  # fmt: skip


# -- operations ----------------------------------------------------------------------------------


def _rounded_down(dividend: int, divisor: int) -> int:
    """The greatest integer that is not above ``dividend / divisor``."""
    size = abs(dividend) // abs(divisor)
    if (dividend < 0) == (divisor < 0):
        return size
    return -size if size * abs(divisor) == abs(dividend) else -size - 1


def _quotient(entry: Entry, values: Values) -> int:
    return _rounded_down(evaluate(entry["left"], values), evaluate(entry["right"], values))


def _remainder(entry: Entry, values: Values) -> int:
    left, right = evaluate(entry["left"], values), evaluate(entry["right"], values)
    return left - right * _rounded_down(left, right)


OPERATIONS: Mapping[str, Callable[[Entry, Values], int]] = {
    "Product": lambda e, v: evaluate(e["left"], v) * evaluate(e["right"], v),
    "Quotient": _quotient,
    "Remainder": _remainder,
    "Absolute": lambda e, v: max(evaluate(e["of"], v), -evaluate(e["of"], v)),
    "Truth": lambda e, v: 1 if holds(e["of"], v) else 0,
    "Least": lambda e, v: sorted(_all(e["of"], v))[0],
    "Greatest": lambda e, v: sorted(_all(e["of"], v))[-1],
    "Entry": lambda e, v: evaluate(e["array"][evaluate(e["index"], v)], v),
    "NumberOfValues": lambda e, v: len(Counter(_all(e["of"], v))),
    "Occurrences": lambda e, v: len([x for x in _all(e["of"], v) if x in e["values"]]),
}


# -- primitives ----------------------------------------------------------------------------------


def _linear(entry: Entry, values: Values) -> bool:
    terms = zip(entry["coefficients"], entry["scope"], strict=True)
    return _compared(sum(c * values[v] for c, v in terms), entry["op"], entry["constant"])


def _count(entry: Entry, values: Values) -> bool:
    number = len([name for name in entry["counted"] if values[name] in entry["values"]])
    return _compared(number, entry["op"], evaluate(entry["number"], values))


def _element(array: list[int], place: int, value: int) -> bool:
    """The entry at a place, counted from 0, is a value; there is none at a place outside."""
    return (place, value) in enumerate(array)


def _accepts(automaton: Entry, word: list[int]) -> bool:
    """Some path from the start reads the word and ends in an accepting state."""
    states = {automaton["start"]}
    for value in word:
        states = {t for s, read, t in automaton["transitions"] if s in states and read == value}
    return any(state in automaton["accepting"] for state in states)


def _cost_regular(entry: Entry, values: Values) -> bool:
    """The automaton reads the word to an accepting state, and each step has its cost."""
    automaton, total = entry["automaton"], 0
    state, word = automaton["start"], _all(entry["of"], values)
    for value in word:
        total += sum(cost for s, read, cost in entry["costs"] if (s, read) == (state, value))
        following = [t for s, read, t in automaton["transitions"] if (s, read) == (state, value)]
        state = following[0] if following else None
    return _accepts(automaton, word) and total == evaluate(entry["total"], values)


def _connected(entry: Entry, values: Values) -> bool:
    """Each kind is one part of the graph, within ``reach`` steps of its first variable."""
    for kind in entry["kinds"]:
        inside = [name for name in entry["scope"] if values[name] in kind]
        edges = [set(edge) for edge in entry["edges"] if set(edge) <= set(inside)]
        reached, steps = set(inside[:1]), 0
        while more := {name for e in edges if e & reached for name in e} - reached:
            reached, steps = reached | more, steps + 1
        reach = len(inside) if entry["reach"] is None else entry["reach"]
        if reached != set(inside) or steps > reach:
            return False
    return True


def _operation_result(entry: Entry, values: Values) -> bool:
    """The last variable equals the operation of the variables before."""
    *operands, result = (values[name] for name in entry["scope"])
    return bool(
        result
        == {
            "product": operands[0] * operands[-1],
            "square": operands[0] * operands[0],
            "absolute": max(operands[0], -operands[0]),
            "least": sorted(operands)[0],
            "greatest": sorted(operands)[-1],
        }[entry["operation"]]
    )


def _sum_between(entry: Entry, values: Values) -> bool:
    """The variables between the unique least and the unique greatest have the sum."""
    row = [values[name] for name in entry["scope"]]
    for i, j in combinations(range(len(row)), 2):
        for least, greatest in ((i, j), (j, i)):
            inner = [x for at, x in enumerate(row) if at not in (i, j)]
            if row[least] < row[greatest] and all(row[least] < x < row[greatest] for x in inner):
                return bool(sum(row[i + 1 : j]) == entry["total"])
    return False


def _enclosed_sum(entry: Entry, values: Values) -> bool:
    """Two values are ends, and the values between have the sum."""
    row = [values[name] for name in entry["scope"]]
    ends = [at for at, x in enumerate(row) if x in entry["ends"]]
    return len(ends) == 2 and sum(row[at] for at in range(ends[0] + 1, ends[1])) == entry["total"]


def _leading_sum(entry: Entry, values: Values) -> bool:
    """So many of the first values as the first value says have the sum."""
    row = [values[name] for name in entry["scope"]]
    return row[0] in range(len(row) + 1) and sum(row[: row[0]]) == entry["total"]


def _line_comparison(entry: Entry, values: Values) -> bool:
    """The answer is whether one line is less, where a first value is as it must be."""
    first = entry.get("first")
    if first is not None and values[first] != entry.get("begins", 0):
        return True
    line, other = ([values[name] for name in entry[key]] for key in ("one", "other"))
    if line == other and not entry.get("ties", True):
        return False
    return bool(values[entry["answer"]] == (1 if line < other else 0))


def _count_family(entry: Entry, values: Values) -> bool:
    """Each value is there as often as told, or never if it may be missing."""
    row = [values[name] for name in entry["scope"]]
    return all(
        len([x for x in row if x == value])
        in ([number] if value in entry.get("required", ()) else [number, 0])
        for value, number in entry["occurrences"]
    )


def _equal_counts(entry: Entry, values: Values) -> bool:
    line, other = ([values[name] for name in entry[key]] for key in ("one", "other"))
    return line.count(entry["value"]) == other.count(entry["value"])


def _equal_sums(entry: Entry, values: Values) -> bool:
    sums = [sum(values[name] for name in group) for group in entry["groups"]]
    return all(each == sums[0] for each in sums)


# -- globals -------------------------------------------------------------------------------------


def _differ(row: list[int]) -> bool:
    return all(x != y for x, y in combinations(row, 2))


def _bin_packing(entry: Entry, values: Values) -> bool:
    bins, loads = _all(entry["bin"], values), _all(entry["load"], values)
    held: Counter[int] = Counter()
    for place, size in zip(bins, entry["sizes"], strict=True):
        held[place] += size
    if set(bins) - set(range(len(loads))):
        return False
    op = "<=" if entry.get("at_most") else "=="
    return all(_compared(held[b], op, load) for b, load in enumerate(loads))


def _cardinality(entry: Entry, values: Values) -> bool:
    row = _all(entry["of"], values)
    if entry.get("closed") and not all(x in entry["value"] for x in row):
        return False
    numbers = _all(entry["number"], values)
    return all(
        number == len([x for x in row if x == value])
        for value, number in zip(entry["value"], numbers, strict=True)
    )


def _circuit(entry: Entry, values: Values) -> bool:
    after, node, visited = _all(entry["successor"], values), 0, []
    for _ in after:
        if not 0 <= node < len(after):
            return False
        visited.append(node)
        node = after[node]
    return node == 0 and sorted(visited) == list(range(len(after)))


def _tasks(entry: Entry, values: Values) -> Iterator[tuple[int, int]]:
    """Yield start and end of each task, without the absent optional tasks."""
    present = entry.get("present") or [1] * len(entry["start"])
    for start, duration, is_present in zip(entry["start"], entry["duration"], present, strict=True):
        if evaluate(is_present, values):
            begin = evaluate(start, values)
            yield begin, begin + evaluate(duration, values)


def _cumulative(entry: Entry, values: Values) -> bool:
    """At every time at which a task is under way; of no time where none is."""
    present = _all(entry.get("present") or [1] * len(entry["start"]), values)
    demand = [
        need
        for need, is_present in zip(_all(entry["demand"], values), present, strict=True)
        if is_present
    ]
    tasks = list(_tasks(entry, values))
    times = {time for start, end in tasks for time in range(start, end)}
    return all(
        sum(need for (start, end), need in zip(tasks, demand, strict=True) if start <= time < end)
        <= evaluate(entry["capacity"], values)
        for time in times
    )


def _reservoir(entry: Entry, values: Values) -> bool:
    """At every time of an event that happens, all changes up to that time are within bounds."""
    present = _all(entry.get("present") or [1] * len(entry["time"]), values)
    level, history = 0, []
    times, changes = _all(entry["time"], values), _all(entry["change"], values)
    events = sorted(
        (t, c) for t, c, is_present in zip(times, changes, present, strict=True) if is_present
    )
    for number, (time, change) in enumerate(events):
        level += change
        if number + 1 == len(events) or events[number + 1][0] > time:
            history.append(level)
    return all(entry["least"] <= level <= entry["most"] for level in history)


def _increasing(entry: Entry, values: Values) -> bool:
    row = _all(entry["of"], values)
    return all(y - x >= entry.get("by", 0) for x, y in pairwise(row))


def _inverse(entry: Entry, values: Values) -> bool:
    """``forth[i] == j`` exactly where ``back[j] == i``, and each has a place of the other."""
    forth, back = _all(entry["forth"], values), _all(entry["back"], values)
    places = range(len(forth))
    return all(x in places for x in forth + back) and all(
        (forth[i] == j) == (back[j] == i) for i in places for j in places
    )


def _lexicographic(entry: Entry, values: Values) -> bool:
    for x, y in zip(_all(entry["one"], values), _all(entry["other"], values), strict=True):
        if x != y:
            return x < y
    return not entry.get("strictly")


def _lexicographic_chain(entry: Entry, values: Values) -> bool:
    return all(
        _lexicographic({"one": row, "other": after, "strictly": entry.get("strictly")}, values)
        for row, after in pairwise(entry["rows"])
    )


def _no_overlap(entry: Entry, values: Values) -> bool:
    return all(x[1] <= y[0] or y[1] <= x[0] for x, y in combinations(_tasks(entry, values), 2))


def _no_overlap_2d(entry: Entry, values: Values) -> bool:
    """Any two rectangles are apart on an axis: one rectangle ends at or before the other."""
    across, along = (
        [
            (at, at + size)
            for at, size in zip(_all(entry[p], values), _all(entry[s], values), strict=True)
        ]
        for p, s in (("x", "width"), ("y", "height"))
    )

    def apart(axis: list[tuple[int, int]], i: int, j: int) -> bool:
        return axis[i][1] <= axis[j][0] or axis[j][1] <= axis[i][0]

    present = _all(entry.get("present") or [1] * len(across), values)
    places = [i for i, part in enumerate(present) if part]
    return all(apart(across, i, j) or apart(along, i, j) for i, j in combinations(places, 2))


def _subcircuit(entry: Entry, values: Values) -> bool:
    """The nodes that are not their own successors form a single tour."""
    after = _all(entry["successor"], values)
    tour = {i for i, j in enumerate(after) if i != j}
    if len(set(after)) < len(after) or not set(after) <= set(range(len(after))):
        return False
    met: set[int] = set()
    node = min(tour, default=0)
    while node not in met:
        met.add(node)
        node = after[node]
    return not tour or met == tour


def _arc_circuit(entry: Entry, values: Values) -> bool:
    """One chosen arc leaves each node, and those that do not lead back at once form one tour."""
    chosen = zip(entry["tail"], entry["head"], _all(entry["chosen"], values), strict=True)
    arcs = [(tail, head) for tail, head, each in chosen if each != 0]
    nodes = sorted({*entry["tail"], *entry["head"]})
    after = dict(arcs)
    if len(arcs) != len(nodes) or sorted(after) != nodes:
        return False
    return _subcircuit({"successor": [nodes.index(after[node]) for node in nodes]}, values)


def _precedence(entry: Entry, values: Values) -> bool:
    """``order[k + 1]`` is taken only after ``order[k]`` is, by an expression before."""
    row = _all(entry["of"], values)
    return all(
        earlier in row[:place]
        for place, value in enumerate(row)
        for earlier, later in pairwise(entry["order"])
        if value == later
    )


CONSTRAINTS: Mapping[str, Callable[[Entry, Values], bool]] = {
    "AllDifferent": lambda e, v: _differ([v[name] for name in e["scope"]]),
    "Linear": _linear,
    "Table": lambda e, v: [v[name] for name in e["scope"]] in e["tuples"],
    "Regular": lambda e, v: _accepts(e["automaton"], [v[name] for name in e["scope"]]),
    "Count": _count,
    "Element": lambda e, v: _element(
        [v[name] for name in e["array"]], v[e["index"]] - e["first"], v[e["value"]]
    ),
    "AnyOf": lambda e, v: any(all(holds(part, v) for part in group) for group in e["groups"]),
    "Connected": _connected,
    "OperationResult": _operation_result,
    "SumBetween": _sum_between,
    "EnclosedSum": _enclosed_sum,
    "LeadingSum": _leading_sum,
    "LineComparison": _line_comparison,
    "CountFamily": _count_family,
    "EqualCounts": _equal_counts,
    "EqualSums": _equal_sums,
    "Compare": lambda e, v: _compared(evaluate(e["expression"], v), e["op"], e["constant"]),
    "Not": lambda e, v: not holds(e["part"], v),
    "AllOf": lambda e, v: all(holds(part, v) for part in e["all_of"]),
    "Implies": lambda e, v: holds(e["second"], v) if holds(e["first"], v) else True,
    "Iff": lambda e, v: holds(e["first"], v) is holds(e["second"], v),
    "Xor": lambda e, v: len([part for part in e["of"] if holds(part, v)]) % 2 == 1,
    "Distinct": lambda e, v: _differ(
        [x for x in _all(e["of"], v) if x not in e.get("except_values", [])]
    ),
    "ArcCircuit": _arc_circuit,
    "AllEqual": lambda e, v: all(x == y for x, y in pairwise(_all(e["of"], v))),
    "BinPacking": _bin_packing,
    "Cardinality": _cardinality,
    "Circuit": _circuit,
    "CostRegular": _cost_regular,
    "Cumulative": _cumulative,
    "ElementOf": lambda e, v: _element(
        _all(e["array"], v), evaluate(e["index"], v) - e.get("first", 0), evaluate(e["is_value"], v)
    ),
    "Increasing": _increasing,
    "Inverse": _inverse,
    "Lexicographic": _lexicographic,
    "LexicographicChain": _lexicographic_chain,
    "NoOverlap": _no_overlap,
    "NoOverlap2D": _no_overlap_2d,
    "Reservoir": _reservoir,
    "SubCircuit": _subcircuit,
    "Precedence": _precedence,
    "RegularOf": lambda e, v: _accepts(e["automaton"], _all(e["of"], v)),
    "TableOf": lambda e, v: _all(e["of"], v) in e["tuples"],
}
"""Every constraint type by the name of its JSON form."""
