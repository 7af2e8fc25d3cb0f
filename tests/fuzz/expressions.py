"""Random constraints over expressions, as Python text, against Python itself.

A constraint is a line such as ``implies(abs(v0 - v1) == 2, v2 % 3 != v0)``.  With variables for the
names a line is a constraint of a model, which a backend solves; with integers the line is true or
false, and this truth value is the judge: no part of nonet takes part in it.

>>> from random import Random
>>> case = make(Random(5))
>>> sorted(case)
['backend', 'constraints', 'domains']
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from itertools import pairwise, product
from random import Random
from typing import Any

from nonet.errors import ModelError
from nonet.model import (
    Automaton,
    ModelBuilder,
    arg_max,
    arg_min,
    between,
    count_of,
    element,
    exactly_one,
    if_then_else,
    max_of,
    min_of,
    nvalue_of,
)
from nonet.model import globals as g
from nonet.model.json import model_from_json, model_to_json
from tests.fuzz.campaign_type import Campaign, Case, Tally
from tests.fuzz.models import backend_specification
from tests.fuzz.solution_sets import solution_set_error

# -- what the words of a line mean to a model, and to integers ----------------------------------

NAMED_AUTOMATON = Automaton(
    0, [0, 2], {(0, 0): 1, (0, 1): 0, (1, 1): 2, (1, 2): 1, (2, 0): 0, (2, 3): 2}
)
"""An automaton that lines may name."""


def _accepts(values: list[int]) -> bool:
    state: int | None = 0
    for value in values:
        state = NAMED_AUTOMATON.step.get((state, value))  # type: ignore[arg-type]
    return state in (0, 2)


def _cost(values: list[int], cost: list[tuple[int, int, int]]) -> int:
    states = [0]
    for value in values[:-1]:
        states.append(NAMED_AUTOMATON.step[states[-1], value])
    price = {(state, value): each for state, value, each in cost}
    return sum(price.get(arc, 0) for arc in zip(states, values, strict=True))


def _first_places(values: list[int], order: list[int]) -> bool:
    firsts = [values.index(v) if v in values else len(values) + i for i, v in enumerate(order)]
    return all(first < second for first, second in pairwise(firsts))


def _tour(after: list[int]) -> bool:
    visited = [0]
    while len(visited) <= len(after):
        visited.append(after[visited[-1]])
    return visited[-1] == 0 and sorted(visited[:-1]) == list(range(len(after)))


def _tour_of_some(after: list[int]) -> bool:
    visited = [i for i, j in enumerate(after) if i != j]
    order = visited[:1]
    while visited and after[order[-1]] not in order:
        order.append(after[order[-1]])
    back = not visited or after[order[-1]] == order[0]
    return back and sorted(order) == visited and sorted(after) == list(range(len(after)))


def _resource(start: list[int], duration: list[int], demand: list[int], capacity: int) -> bool:
    times = range(min(start), max(map(sum, zip(start, duration, strict=True))) + 1)
    tasks = list(zip(start, duration, demand, strict=True))
    needed = [[need for s, d, need in tasks if s <= time < s + d] for time in times]
    return all(sum(each) <= capacity for each in needed if each)


def _loads(bins: list[int], size: list[int], load: list[int]) -> list[int] | None:
    if not all(0 <= b < len(load) for b in bins):
        return None
    return [sum(s for b, s in zip(bins, size, strict=True) if b == i) for i in range(len(load))]


TO_MODEL: Mapping[str, Callable[..., Any]] = {
    "neg": lambda a: ~a,
    "implies": lambda a, b: a.implies(b),
    "iff": lambda a, b: a.iff(b),
    "nvalue_of": nvalue_of,
    "min_of": min_of,
    "max_of": max_of,
    "count_of": count_of,
    "element": element,
    "if_then_else": if_then_else,
    "between": between,
    "all_different": g.Distinct,
    "all_different_but_0": lambda of: g.Distinct(of, 0),
    "all_equal": g.AllEqual,
    "increasing": g.Increasing,
    "strictly": lambda of: g.Increasing(of, 1),
    "cardinality": g.Cardinality,
    "closed": lambda of, values, numbers: g.Cardinality(of, values, numbers, True),
    "lexicographic": g.Lexicographic,
    "before": lambda first, second: g.Lexicographic(first, second, True),
    "inverse": g.Inverse,
    "circuit": g.Circuit,
    "no_overlap": g.NoOverlap,
    "cumulative": g.Cumulative,
    "bin_packing": g.BinPacking,
    "bins_at_most": lambda bins, size, load: g.BinPacking(bins, size, load, True),
    "table": g.TableOf,
    "regular": lambda of: g.RegularOf(of, NAMED_AUTOMATON),
    "element_is": lambda array, index, value: g.ElementOf(array, index, value),
    "among": lambda of, values, low, high: between(low, count_of(of, values), high),
    "precedence": g.Precedence,
    "nvalue": lambda of, n: nvalue_of(of) == n,
    "exactly_one": exactly_one,
    "arg_max": arg_max,
    "arg_min": arg_min,
    "subcircuit": g.SubCircuit,
    "no_overlap_2d": g.NoOverlap2D,
    "optional_tasks": g.NoOverlap,
    "cost_regular": lambda of, cost, total: g.CostRegular(of, NAMED_AUTOMATON, cost, total),
    "chain": lambda rows: g.LexicographicChain(rows, True),
    "reservoir": g.Reservoir,
}

TO_PYTHON: Mapping[str, Callable[..., Any]] = {
    "neg": lambda a: not a,
    "implies": lambda a, b: bool(b or not a),
    "iff": lambda a, b: bool(a) == bool(b),
    "nvalue_of": lambda of: len(set(of)),
    "min_of": min,
    "max_of": max,
    "count_of": lambda of, v: sum(x in v if isinstance(v, list) else x == v for x in of),
    "element": lambda array, i: array[i],
    "if_then_else": lambda a, x, y: x if a else y,
    "between": lambda low, x, high: low <= x <= high,
    "all_different": lambda of: len(set(of)) == len(of),
    "all_different_but_0": lambda of: all(of.count(v) == 1 for v in of if v),
    "all_equal": lambda of: min(of) == max(of),
    "increasing": lambda of: sorted(of) == of,
    "strictly": lambda of: sorted(set(of)) == of,
    "cardinality": lambda of, vs, ns: [of.count(v) for v in vs] == ns,
    "closed": lambda of, vs, ns: [of.count(v) for v in vs] == ns and set(of) <= set(vs),
    "lexicographic": lambda first, second: tuple(first) <= tuple(second),
    "before": lambda first, second: tuple(first) < tuple(second),
    "inverse": lambda f, b: (
        sorted(f) == sorted(b) == list(range(len(f))) and all(b[j] == i for i, j in enumerate(f))
    ),
    "circuit": _tour,
    "no_overlap": lambda s, d: all(
        s[i] + d[i] <= s[j] or s[j] + d[j] <= s[i] for j in range(len(s)) for i in range(j)
    ),
    "cumulative": _resource,
    "bin_packing": lambda b, s, load: _loads(b, s, load) == load,
    "bins_at_most": lambda b, s, load: (
        (sums := _loads(b, s, load)) is not None
        and all(x <= y for x, y in zip(sums, load, strict=True))
    ),
    "table": lambda of, rows: tuple(of) in rows,
    "regular": _accepts,
    "element_is": lambda array, i, v: 0 <= i < len(array) and array[i] == v,
    "among": lambda of, vs, low, high: low <= sum(x in vs for x in of) <= high,
    "precedence": _first_places,
    "nvalue": lambda of, n: len(set(of)) == n,
    "exactly_one": lambda of: sum(map(bool, of)) == 1,
    "arg_max": lambda of: of.index(max(of)),
    "arg_min": lambda of: of.index(min(of)),
    "subcircuit": lambda after: _tour_of_some(after),
    "no_overlap_2d": lambda x, y, w, h: all(
        x[i] + w[i] <= x[j] or x[j] + w[j] <= x[i] or y[i] + h[i] <= y[j] or y[j] + h[j] <= y[i]
        for j in range(len(x))
        for i in range(j)
    ),
    "optional_tasks": lambda s, d, p: all(
        s[i] + d[i] <= s[j] or s[j] + d[j] <= s[i]
        for j in range(len(s))
        for i in range(j)
        if p[i] and p[j]
    ),
    "cost_regular": lambda of, cost, total: _accepts(of) and _cost(of, cost) == total,
    "chain": lambda rows: sorted(set(map(tuple, rows))) == list(map(tuple, rows)),
    "reservoir": lambda ts, cs, low, high, ps: all(
        low <= sum(c for t, c, p in zip(ts, cs, ps, strict=True) if p and t <= time) <= high
        for time, happens in zip(ts, ps, strict=True)
        if happens
    ),
}


# -- making lines -----------------------------------------------------------------------------


SKIPPED_BACKENDS = ("generate-and-test",)
"""Words of backends that are left out: generate-and-test tries every combination of the auxiliary
variables' values too.
"""


def make(random: Random) -> Case:
    """Return one to four domains, one to three lines, and a backend."""
    domains: dict[str, list[int]] = {}
    for i in range(random.randint(1, 4)):
        low = random.choice((0, 0, 1, -3, random.randint(-2, 4)))
        values = range(low, low + random.choice((2, 4, 5, 6)))
        domains[f"v{i}"] = sorted(random.sample(values, random.randint(1, min(5, len(values)))))
    writer = ExpressionWriter(random, list(domains))
    lines = [writer.constraint(3) for _ in range(random.choice((1, 1, 2, 2, 3)))]
    backend = backend_specification(random)
    while any(word in backend for word in SKIPPED_BACKENDS):
        backend = backend_specification(random)
    return {"domains": domains, "constraints": lines, "backend": backend}


class ExpressionWriter:
    """Writes random terms and constraints as Python text."""

    def __init__(self, random: Random, names: list[str]) -> None:
        self._random, self._names = random, names

    def number(self) -> str:
        return str(self._random.randint(-2, 5))

    def term(self, depth: int) -> str:
        """An expression; at depth 0 a variable or an integer."""
        r = self._random
        if depth <= 0 or r.random() < 0.3:
            return r.choice(self._names) if r.random() < 0.85 else self.number()
        first, second = self.term(depth - 1), self.term(depth - 1)
        kind = r.randrange(17)
        if kind < 4:
            return f"({first} {r.choice('+-')} {second})"
        if kind == 4:
            return f"{r.choice((-2, 2, 3))} * {r.choice(self._names)}"
        if kind == 5:
            return f"({r.choice(self._names)} * {first})"
        if kind == 6:
            by = r.choice(("2", "3", "-2", f"(abs({second}) + 1)"))
            return f"(({first}) {r.choice(('//', '%'))} {by})"
        if kind == 7:
            return f"abs({first})"
        if kind == 8:
            return f"{r.choice(('min_of', 'max_of'))}([{self.term_list(depth, 2, 3)}])"
        if kind == 9:
            entries = r.randint(2, 4)
            listed = self.term_list(depth, entries, entries)
            return f"element([{listed}], ({second}) % {entries})"
        if kind == 10:
            value = r.choice((self.number(), f"[{self.number()}, {self.number()}]", first))
            return f"count_of([{self.term_list(depth, 1, 3)}], {value})"
        if kind == 11:
            return f"if_then_else({self.constraint(depth - 1)}, {first}, {second})"
        if kind in (12, 13, 14):
            return (
                f"{('nvalue_of', 'arg_max', 'arg_min')[kind - 12]}([{self.term_list(depth, 1, 3)}])"
            )
        return f"({self.constraint(depth - 1)} + {first})"

    def term_list(self, depth: int, least: int, most: int) -> str:
        number = self._random.randint(least, most)
        return ", ".join(self.term(depth - 2) for _ in range(number))

    def constraint(self, depth: int) -> str:
        """Return a comparison, a global constraint, or a logic constraint of such constraints."""
        r = self._random
        if depth > 0 and r.random() < 0.35:
            first, second = self.constraint(depth - 1), self.constraint(depth - 1)
            kind = r.randrange(7)
            if kind < 3:
                return f"({first} {'&|^'[kind]} {second})"
            return {
                3: f"neg({first})",
                4: f"implies({first}, {second})",
                5: f"iff({first}, {second})",
                6: f"({first} ^ {second} ^ {self.constraint(depth - 1)})",
            }[kind]
        if depth > 0 and r.random() < 0.3:
            return self.global_constraint(depth)
        if r.random() < 0.1:
            return f"between({self.number()}, {self.term(depth)}, {self.term(depth - 1)})"
        op = r.choice(("==", "!=", "<=", ">=", "<", ">"))
        variable = r.choice(self._names)  # so that it speaks of one
        return f"(({variable} {r.choice('+-')} {self.term(depth)}) {op} {self.term(depth - 1)})"

    def global_constraint(self, depth: int) -> str:
        """A global."""
        r = self._random
        size = r.randint(1, 3)
        some = f"[{r.choice(self._names)}, {self.term_list(depth, size, size)}]"
        also = f"[{self.term_list(depth, size + 1, size + 1)}]"
        few = [r.randint(-1, 4) for _ in range(size + 1)]
        values = r.sample(range(-1, 5), r.randint(1, 3))
        inside = ", ".join(
            f"({self.term(depth - 2)} + {r.choice(self._names)}) % {size}" for _ in range(size)
        )
        tuples = [tuple(r.randint(-1, 4) for _ in range(size + 1)) for _ in range(r.randint(1, 9))]
        times = [abs(each) for each in few]
        low = r.randint(0, 2)
        duration = r.choice((times, [f"abs({r.choice(self._names)})", *times[1:]]))
        needed = str(duration).replace("'", "")
        return r.choice(
            (
                f"all_different_but_0({some})",
                f"all_different_but_0({some})",
                f"all_equal({some})",
                f"exactly_one([{self.constraint(depth - 2)}, {self.constraint(depth - 2)}])",
                f"increasing({some})",
                f"strictly({some})",
                f"cardinality({some}, {values}, [{self.term_list(1, len(values), len(values))}])",
                f"closed({some}, {values}, [{self.term_list(1, len(values), len(values))}])",
                f"lexicographic({some}, {also})",
                f"before({some}, {also})",
                f"inverse({some}, {also})",
                f"circuit([{inside}])",
                f"no_overlap({some}, {needed})",
                f"cumulative({some}, {needed}, {times}, {self.term(1)})",
                f"bin_packing({some}, {few}, [{self.term_list(1, 2, 3)}])",
                f"bins_at_most({some}, {few}, [{self.term_list(1, 2, 3)}])",
                f"table({some}, {tuples})",
                f"regular({some})",
                f"element_is({some}, {self.term(1)}, {self.term(1)})",
                f"among({some}, {values}, {low}, {r.randint(low, 3)})",
                f"precedence({some}, {values})",
                f"all_different({some})",
                f"nvalue({some}, {self.term(1)})",
                f"subcircuit([{inside}])",
                f"no_overlap_2d({some}, {also}, {needed}, {times})",
                f"optional_tasks({some}, {needed}, {also})",
                f"chain([{some}, {also}, {also}])",
                f"cost_regular({some}, {[(0, 1, 2), (1, 1, low), (2, 0, -1)]}, {self.term(1)})",
                f"chain([{some}, {also}, {few}])",
                f"reservoir({some}, {few}, {-low}, {r.randint(0, 3)}, {also})",
            )
        )


# -- judging ------------------------------------------------------------------------------------


def judge(case: Case, tally: Tally) -> str | None:
    """Fail if a backend's solutions are not exactly the assignments that Python accepts."""
    domains, lines, backend = case["domains"], case["constraints"], case["backend"]
    build = ModelBuilder()
    variables = {name: build.variable(name, values) for name, values in domains.items()}
    code = [compile(line, "<line>", "eval") for line in lines]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            for each in code:
                build.add(eval(each, {}, {**TO_MODEL, **variables}))
        except ModelError as error:
            tally["refused"] += 1
            known = ("listed twice", "too far apart", "speaks of no variable", "not a constraint")
            further = ("at least one variable", "is never true", "the second argument must be")
            fit = any(refusal in str(error) for refusal in (*known, *further))
            return None if fit else f"refused: {error}"
    model = build.model()
    if model_from_json(model_to_json(model)) != model:
        return "the model is another one after JSON"
    right = {
        values
        for values in product(*domains.values())
        for integers in ({**TO_PYTHON, **dict(zip(domains, values, strict=True))},)
        if all(eval(each, {}, integers) for each in code)
    }
    tally["models"] += 1
    return solution_set_error(model, backend, right, tally)


def simpler_cases(case: Case) -> list[Case]:
    """Without each line, without each value."""
    return cases_of_fewer_lines(case, "constraints")


def cases_of_fewer_lines(case: Case, key: str) -> list[Case]:
    """Return a case without each of the lines at ``key``, and without each value of a domain."""
    lines, domains = case[key], case["domains"]
    cases = [{**case, key: lines[:i] + lines[i + 1 :]} for i in range(len(lines))]
    for name, values in domains.items():
        if len(values) > 1:
            cases += [
                {**case, "domains": {**domains, name: [v for v in values if v != out]}}
                for out in values
            ]
    return cases


CAMPAIGN = Campaign("expressions", make, judge, simpler_cases, weight=60)
