"""Random models of a builder with named values, arrays and optional tasks, against Python itself.

A line such as ``count([a, p[0]], 'red', '<=', 1)`` is a method of a builder, or a function of
names and integers that is true or false: the judge, in which nothing of nonet takes part.

>>> from random import Random
>>> case = make(Random(1))
>>> sorted(case), sorted(case["domains"])
(['backend', 'domains', 'lines'], ['a', 'b', 'i', 'j', 'p'])
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Mapping, Sequence
from itertools import product
from random import Random
from typing import Any

from nonet.errors import ModelError
from nonet.model import ModelBuilder, all_of, any_of, if_then_else
from nonet.model.json import model_from_json, model_to_json
from tests.fuzz.campaign_type import Campaign, Case, Tally
from tests.fuzz.expressions import cases_of_fewer_lines
from tests.fuzz.models import backend_specification
from tests.fuzz.solution_sets import solution_set_error

NAMES = ("red", "green", "blue", "dark red")
VARIABLES = ("a", "b", "p[0]", "p[1]")
"""What has named values: two variables, and an array of two."""

SKIPPED_BACKENDS = ("generate-and-test", "level=backtracking")
"""Words of backends that are left out: without filters, the auxiliary variables of six tasks take
minutes.
"""

KNOWN_REFUSALS = ("no variable has the value", "has no value", "is any tuple")
"""Words of errors that a random line deserves: names that a variable, or all of some, has not."""


# -- what the words of a line mean to a builder ---------------------------------------------------


def _to_model(build: ModelBuilder) -> dict[str, Callable[..., Any]]:
    methods = (
        "add all_different all_equal count cardinality among precedence element table nvalue "
        "no_overlap cumulative no_overlap_2d regular"
    )
    return {
        **{name: getattr(build, name) for name in methods.split()},
        "task": lambda start, size, present: build.interval(start, size, present=present),
        "neg": lambda a: ~a,
        "implies": lambda a, b: a.implies(b),
        "iff": lambda a, b: a.iff(b),
        "any_of": lambda *groups: build.add(any_of(*groups)),
        "one_of": any_of,
        "each_of": all_of,
        "if_then_else": if_then_else,
        "equal_places": lambda p, q: p == q,
        "different_places": lambda p, value: p != value,
        "total": lambda p, value: (p == value).sum(),
        "entry": lambda p, index, value: p[index] == value,
    }


# -- what they mean to Python ---------------------------------------------------------------------

_COMPARED: Mapping[str, Callable[[int, int], bool]] = {
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<=": lambda a, b: a <= b,
    ">=": lambda a, b: a >= b,
}


def _matches(row: Sequence[Any], values: Sequence[Any]) -> bool:
    return all(entry in (None, value) for entry, value in zip(row, values, strict=True))


def _precedence(of: list[str], order: list[str]) -> bool:
    firsts = [of.index(name) if name in of else len(of) + i for i, name in enumerate(order)]
    return firsts == sorted(firsts)


def _no_overlap(tasks: list[tuple[int, int, bool]]) -> bool:
    spans = [(start, start + size) for start, size, present in tasks if present]
    return all(
        a_end <= b or b_end <= a
        for i, (a, a_end) in enumerate(spans)
        for b, b_end in spans[:i]
    )  # fmt: skip


def _cumulative(tasks: list[tuple[int, int, bool]], demand: list[int], capacity: int) -> bool:
    return all(
        sum(
            need
            for (start, size, present), need in zip(tasks, demand, strict=True)
            if present and start <= time < start + size
        )
        <= capacity
        for time in range(-5, 20)
    )


def _apart(a: tuple[int, int, bool], b: tuple[int, int, bool]) -> bool:
    return a[0] + a[1] <= b[0] or b[0] + b[1] <= a[0]


def _no_overlap_2d(x: list[tuple[int, int, bool]], y: list[tuple[int, int, bool]]) -> bool:
    present = [a[2] and b[2] for a, b in zip(x, y, strict=True)]
    return all(
        _apart(x[i], x[j]) or _apart(y[i], y[j])
        for j in range(len(x))
        for i in range(j)
        if present[i] and present[j]
    )


def _word(of: list[str], pattern: str) -> bool:
    """Whether names, each as a letter, match a pattern whose names are such letters."""
    letters = dict(zip(NAMES, "rgbd", strict=True))
    for name in sorted(NAMES, key=len, reverse=True):
        pattern = pattern.replace(f"'{name}'", letters[name])
    return bool(re.fullmatch(pattern.replace(" ", ""), "".join(letters[name] for name in of)))


TO_PYTHON: Mapping[str, Callable[..., Any]] = {
    "add": lambda *each: all(map(bool, each)),
    "all_different": lambda of: len(set(of)) == len(of),
    "all_equal": lambda of: len(set(of)) == 1,
    "count": lambda of, value, op, number: _COMPARED[op](
        sum(each in value if isinstance(value, list) else each == value for each in of), number
    ),
    "cardinality": lambda of, numbers: all(of.count(name) == n for name, n in numbers.items()),
    "among": lambda of, values, least, most: least <= sum(v in values for v in of) <= most,
    "precedence": _precedence,
    "element": lambda array, index, value: 0 <= index < len(array) and array[index] == value,
    "table": lambda of, rows, negative=False: (
        any(_matches(row, of) for row in rows) is not negative
    ),
    "nvalue": lambda of, number: len(set(of)) == number,
    "no_overlap": _no_overlap,
    "cumulative": _cumulative,
    "no_overlap_2d": _no_overlap_2d,
    "regular": _word,
    "any_of": lambda *groups: any(groups),
    "task": lambda start, size, present: (start, size, bool(present)),
    "neg": lambda a: not a,
    "implies": lambda a, b: bool(b or not a),
    "iff": lambda a, b: bool(a) == bool(b),
    "one_of": lambda *each: any(each),
    "each_of": lambda *each: all(each),
    "if_then_else": lambda a, x, y: x if a else y,
    "equal_places": lambda p, q: p == q,
    "different_places": lambda p, value: value not in p,
    "total": lambda p, value: p.count(value),
    "entry": lambda p, index, value: p[index] == value,
}


# -- making lines ---------------------------------------------------------------------------------


def make(random: Random) -> Case:
    """Two variables and an array with named values, two of integers, and one to three lines.

    Mostly they share three names, each with an order of its own: with more names lines are often
    refused.
    """
    common = random.sample(NAMES, 3) if random.random() < 0.7 else list(NAMES)

    def named() -> list[str]:
        return random.sample(common, random.choice((len(common) - 1, 3, 3, len(common))))

    domains: dict[str, Any] = {"a": named(), "b": named(), "p": named()}
    for name in "ij":
        low = random.choice((0, 0, 0, -1, 1))
        domains[name] = list(range(low, low + random.choice((2, 2, 3, 4))))
    writer = _LineWriter(random, common)
    lines = [writer.line() for _ in range(random.choice((1, 2, 2, 3)))]
    backend = backend_specification(random)
    while any(word in backend for word in SKIPPED_BACKENDS):
        backend = backend_specification(random)
    return {"domains": domains, "lines": lines, "backend": backend}


class _LineWriter:
    """Writes lines over ``a, b`` and ``p`` (two places) with names and ``i, j`` with integers."""

    def __init__(self, random: Random, names: Sequence[str]) -> None:
        self._random, self._names = random, names

    def _name(self) -> str:
        return repr(self._random.choice(self._names))

    def _variable(self) -> str:
        return self._random.choice(VARIABLES)

    def _some(self, least: int = 2, most: int = 4) -> str:
        names = self._random.choices(VARIABLES, k=self._random.randint(least, most))
        return f"[{', '.join(names)}]"

    def _number(self) -> str:
        return self._random.choice(("i", "j", "i + j", "0", "1", "2", f"total(p, {self._name()})"))

    def fact(self, depth: int) -> str:
        """A comparison of names or integers, or logic of these."""
        r = self._random
        if depth > 0 and r.random() < 0.5:
            first, second = self.fact(depth - 1), self.fact(depth - 1)
            return r.choice(
                (
                    f"({first} & {second})",
                    f"({first} | {second})",
                    f"({first} ^ {second})",
                    f"neg({first})",
                    f"implies({first}, {second})",
                    f"iff({first}, {second})",
                    f"one_of({first}, {second})",
                    f"(({first} + {second}) == j)",
                    f"(if_then_else({first}, i, 2) <= j)",
                )
            )
        op = r.choice(("==", "!="))
        return r.choice(
            (
                f"({self._variable()} {op} {self._name()})",
                f"({self._variable()} {op} {self._variable()})",
                f"(i {r.choice(('==', '<', '>=', '!='))} {self._number()})",
            )
        )

    def _task(self, start: str) -> str:
        size = self._random.choice(("1", "2", "abs(i)", "3"))
        present = self._random.choice((self.fact(0), self.fact(1), "1"))
        return f"task({start}, {size}, {present})"

    def line(self) -> str:
        """A call of a builder's method."""
        r = self._random
        tasks = f"[{self._task('i')}, {self._task('j')}, {self._task('i + 1')}]"
        rows = [
            tuple(r.choice((*self._names, None)) for _ in range(2)) for _ in range(r.randint(1, 4))
        ]
        pattern = r.choice(
            (
                f"({self._name()} | {self._name()})* {self._name()}?",
                f"{self._name()}* {self._name()}+ ({self._name()} {self._name()}){{0,2}}",
                f". ({self._name()} | {self._name()}){{1,3}}",
            )
        )
        return r.choice(
            (
                f"add({self.fact(2)})",
                f"add({self.fact(3)}, {self.fact(1)})",
                f"all_different([{', '.join(r.sample(VARIABLES, r.randint(2, 3)))}])",
                f"all_equal({self._some()})",
                f"count({self._some()}, {self._name()}, {r.choice(('==', '<=', '>=', '!='))!r}, "
                f"{self._number()})",
                f"count({self._some()}, [{self._name()}, {self._name()}], '==', {self._number()})",
                f"cardinality({self._some()}, {{{self._name()}: {self._number()}}})",
                f"among({self._some()}, [{self._name()}, {self._name()}], {r.randint(0, 1)}, 2)",
                f"precedence({self._some()}, {r.sample(self._names, 2)})",
                f"element(p, i, {self._variable()})",
                f"element([a, b, p[0]], j, {self._name()})",
                f"table([{self._variable()}, {self._variable()}], {rows})",
                f"table([{self._variable()}, {self._variable()}], {rows}, negative=True)",
                f"nvalue({self._some()}, {self._number()})",
                f"no_overlap({tasks})",
                f"cumulative({tasks}, [1, {r.randint(1, 3)}, 2], {r.choice(('2', '3', 'abs(j)'))})",
                f"no_overlap_2d({tasks}, [task(j, 2, 1), task(0, 1, 1), task(i, 1, 1)])",
                f"regular({self._some(2, 4)}, {pattern!r})",
                f"add(equal_places(p, [{self._variable()}, {self._name()}]))",
                f"add(different_places(p, {self._name()}))",
                f"add(total(p, {self._name()}) {r.choice(('<=', '==', '>='))} {self._number()})",
            )
        )


# -- judging --------------------------------------------------------------------------------------


def judge(case: Case, tally: Tally) -> str | None:
    """A backend's solutions, by their names, are those for which Python says that lines are true."""
    domains, lines, backend = case["domains"], case["lines"], case["backend"]
    build = ModelBuilder()
    variables = {
        name: build.array(name, 2, values) if name == "p" else build.variable(name, values)
        for name, values in domains.items()
    }
    names = _to_model(build)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            for line in lines:
                eval(line, {}, {**names, **variables})
        except ModelError as error:
            tally["refused"] += 1
            fit = any(each in str(error) for each in KNOWN_REFUSALS)
            return None if fit else f"refused: {error}"
        model = build.model()
    if model_from_json(model_to_json(model)) != model:
        return "the model is another one after JSON"
    expected = _meaning(domains, lines)
    tally["models"] += 1

    def values_of(solution: Mapping[Any, Any]) -> tuple[Any, ...]:
        a, b, p, i, j = (solution[variables[name]] for name in "abpij")
        return a, b, tuple(p), i, j

    return solution_set_error(model, backend, expected, tally, values_of)


def _meaning(domains: Mapping[str, Any], lines: Sequence[str]) -> set[tuple[Any, ...]]:
    """The values of ``a, b, p, i, j`` for which Python says that all lines are true."""
    choices = [list(product(domains[n], repeat=2)) if n == "p" else domains[n] for n in "abpij"]
    rows = list(product(*choices))
    for line in lines:
        code = compile(line, "<line>", "eval")
        places = [place for place, name in enumerate("abpij") if name in code.co_names]
        truths: dict[tuple[Any, ...], bool] = {}  # by the values of the names in the line
        remaining = []
        for row in rows:
            key = tuple([row[place] for place in places])
            if key not in truths:
                values = dict(zip("abpij", row, strict=True), p=list(row[2]))
                truths[key] = bool(eval(code, {}, {**TO_PYTHON, **values}))
            if truths[key]:
                remaining.append(row)
        rows = remaining
    return set(rows)


def simpler_cases(case: Case) -> list[Case]:
    """Without each line, without each value."""
    return cases_of_fewer_lines(case, "lines")


CAMPAIGN = Campaign("names", make, judge, simpler_cases, weight=60)
