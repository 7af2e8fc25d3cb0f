"""Checks of the learner's solver: the functions ``check_4_...`` check part 4, in order.

The judges are brute force, published figures, counters, and at last the conformance suite.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from copy import deepcopy
from importlib.util import find_spec
from itertools import accumulate, combinations, product
from math import inf
from operator import lt, ne
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import nonet
from nonet.backends.base import Backend, Request
from nonet.backends.lowering import lower
from nonet.errors import quantity
from nonet.learn.checks import (
    CheckFailed,
    Domains,
    LearnerModule,
    expect,
    expect_kind,
    learner_function,
    learner_value,
)
from nonet.learn.checks import shortened_repr as text_of
from nonet.learn.lesson_models import BORDERS, thrashing
from nonet.model import AllDifferent, Count, Linear, Model, Table

NAMES = ("a", "b", "c", "d")


def random_domains(random: Random, most: int = 4) -> Domains:
    """Domains of the four names: up to three values from 1 to ``most``."""
    return {name: set(random.sample(range(1, most + 1), random.randint(1, 3))) for name in NAMES}


def random_problems(number: int) -> Iterable[tuple[Domains, list[Any], list[dict[str, int]], str]]:
    """Yield domains, two to four constraints, all solutions, and a description."""
    for random in map(Random, range(number)):
        domains, constraints = random_domains(random), list[Any]()
        for _ in range(random.randint(2, 4)):
            scope = tuple(random.sample(NAMES, random.randint(2, 3)))
            rows = [row for row in product(range(1, 5), repeat=len(scope)) if random.random() < 0.6]
            factors = [random.choice((-2, -1, 1, 3)) for _ in scope]
            op: Any = random.choice(("<=", "==", ">="))
            linear = Linear(scope, tuple(factors), op, random.randint(-2, 9))
            constraints.append(
                random.choice((AllDifferent(scope), Table(scope, frozenset(rows)), linear))
            )
        model = Model(domains, constraints)
        kinds = (f"{type(each).__name__} over {', '.join(each.scope)}" for each in constraints)
        yield domains, constraints, all_solutions(model), f"{text_of(domains)}, {'; '.join(kinds)}"


def all_solutions(model: Model) -> list[dict[str, int]]:
    """The solutions, by brute force."""
    rows = product(*model.domains.values())
    every = (dict(zip(model.variables, row, strict=True)) for row in rows)
    return [each for each in every if model.accepts(each)]


def expect_solutions(solutions: Iterable[Any], right: list[dict[str, int]], case: str) -> None:
    """Raise ``CheckFailed`` unless a search yields the right solutions, once each."""
    seen = list(solutions)
    expect(
        len(set(map(id, seen))) == len(seen),
        f"{case}: you yield one dictionary {len(seen)} times, and change it in between: yield a copy",
    )
    for each in seen:
        expect(each in right, f"{case}: {text_of(each)} is not a solution")
        expect(seen.count(each) == 1, f"{case}: you yield {text_of(each)} {seen.count(each)} times")
    for each in right:
        expect(each in seen, f"{case}: {each} is a solution, and you do not yield it")


def learner_filter(work: LearnerModule, name: str, *arguments: Any) -> Callable[[Any], Any]:
    """A function of the learner's as a function of the store alone."""
    function = learner_function(work, name)
    return lambda store: function(store, *arguments)


def fixpoint(
    domains: Domains, scope: tuple[str, ...], holds: Callable[..., bool]
) -> Domains | None:
    """By brute force: the values of a scope in rows that hold; ``None`` without such a row."""
    rows = [row for row in product(*(domains[name] for name in scope)) if holds(*row)]
    columns = {
        name: set(column) for name, column in zip(scope, zip(*rows, strict=True), strict=False)
    }
    return {**domains, **columns} if rows else None


def expect_left(store: Any, result: object, right: Domains | None, how: str) -> None:
    """Raise ``CheckFailed`` unless a filter left the right domains, or returned False."""
    expect_kind(result, bool, f"{how}: return True or False")
    seen = store.domains if result else None
    expect(
        seen == right,
        f"{how}: you {f'leave {text_of(seen)}' if result else 'return False'}, "
        f"right is {'False' if right is None else text_of(right)}",
    )


Case = tuple[tuple[Any, ...], tuple[str, ...], Callable[..., bool]]
"""Arguments of a filter after the store, its scope, and the rows that hold."""


def expect_exact(
    work: LearnerModule, name: str, case: Callable[[Random], Case], most: int = 4
) -> None:
    """Check a filter on 200 random domains by brute force, and again after an undo."""
    for random in map(Random, range(200)):
        domains, (arguments, scope, holds) = random_domains(random, most), case(random)
        given, filter_ = deepcopy(arguments), learner_filter(work, name, *arguments)
        store = learner_value(work, "Store")(domains)
        mark, variable = store.mark(), random.choice(scope)
        for value in (random.choice(sorted(domains[variable])), None):
            now = domains if value is None else {**domains, variable: {value}}
            if value is not None:
                store.assign(variable, value)
            how = f"{name}{text_of(given)} of {text_of(now)}"
            result = filter_(store)
            expect(arguments == given, f"{how}: you changed what you were given")
            expect_left(store, result, fixpoint(now, scope, holds), how)
            store.undo(mark)


# -- parts 1 to 3: brute force, backtracking, a store with undo -----------------------------------


def check_1_all(work: LearnerModule) -> None:
    "brute yields the solutions of 40 small problems, each once"
    for domains, constraints, right, case in random_problems(40):
        expect_solutions(learner_function(work, "brute")(domains, constraints), right, case)


def check_2_early(work: LearnerModule) -> str:
    "backtrack asks a constraint as soon as its scope has values, and not before"
    questions = dict.fromkeys(("ab", "abcd"), 0)

    def never(scope: str) -> Any:
        def holds(values: dict[str, int]) -> bool:
            missing = [name for name in scope if name not in values]
            expect(not missing, f"you ask a constraint over {scope} while {missing} have no value")
            questions[scope] += 1
            return False

        return SimpleNamespace(scope=tuple(scope), holds=holds)

    domains = {name: {*range(20)} for name in NAMES}
    list(learner_function(work, "backtrack")(domains, [*map(never, questions)]))
    expect(
        questions == {"ab": 400, "abcd": 0},
        f"a constraint over a and b fails for all 400 pairs, so nothing need be tried below them: "
        f"you ask it {questions['ab']:,} times, and one over a, b, c, d {questions['abcd']:,} times",
    )
    return "400 questions instead of 160,000"


def check_2_all(work: LearnerModule) -> None:
    "backtrack yields the solutions of 40 small problems, each once"
    for domains, constraints, right, case in random_problems(40):
        expect_solutions(learner_function(work, "backtrack")(domains, constraints), right, case)


def check_2_sudokus(work: LearnerModule) -> None:
    "backtrack yields the 288 Sudokus of 4 by 4"
    model = nonet.parse("." * 16).model()
    domains = {name: set(values) for name, values in model.domains.items()}
    number = len(list(learner_function(work, "backtrack")(domains, model.constraints)))
    expect(number == 288, f"you yield {number}")


def check_3_undo(work: LearnerModule) -> None:
    "Store does and undoes what deep copies do and undo, in 200 random runs"
    for random in map(Random, range(200)):
        now = random_domains(random)
        given, before, done = deepcopy(now), list[tuple[Any, Domains]](), list[str]()
        store = learner_value(work, "Store")(given)
        original = deepcopy(now)
        for _ in range(12):
            act = random.choice(("mark", "remove", "remove", "assign", "undo"))
            name, value = random.choice(NAMES), random.randint(1, 4)
            if act == "mark":
                before.append((store.mark(), deepcopy(now)))
            elif act == "undo" and before:
                mark, now = before.pop()
                store.undo(mark)
            elif act in ("remove", "assign"):
                now[name] = now[name] - {value} if act == "remove" else now[name] & {value}
                act = f"{act}({name!r}, {value})"
                result = store.remove(name, value) if "remove" in act else store.assign(name, value)
                expect(
                    result == bool(now[name]),
                    f"{act} leaves {text_of(now[name])} and you return {result!r}",
                )
            done.append(act)
            expect(
                store.domains == now,
                f"from {text_of(original)} by {', '.join(done)} you make {text_of(store.domains)}, "
                f"right is {text_of(now)}. Is a value on the trail once, and only if it was there?",
            )
        expect(given == original, "you changed the domains that were given to Store: copy the sets")


# -- part 4: propagation --------------------------------------------------------------------------


def singles(domains: Domains, scopes: list[tuple[str, ...]]) -> Domains | None:
    """By definition: while a fixed value stands in another domain of a scope, remove it there."""
    reduced = {name: set(values) for name, values in domains.items()}
    pairs = [(x, y) for scope in scopes for x in scope for y in scope if x != y]
    while all(reduced.values()):
        wrong = [(x, y) for x, y in pairs if len(reduced[x]) == 1 and reduced[x] <= reduced[y]]
        if not wrong:
            return reduced
        for x, y in wrong:
            reduced[y] = reduced[y] - reduced[x]
    return None


def check_4_fixed(work: LearnerModule) -> None:
    "fixed removes the value of a fixed variable from the others"
    for domains in (
        {"a": {2}, "b": {1, 2, 3}, "c": {1, 3}, "d": {2}},
        {"a": {1}, "b": {1}, "c": {1, 2}},
    ):
        store, names = learner_value(work, "Store")(domains), ("a", "b", "c")
        result = learner_function(work, "fixed")(store, names)
        expect_left(store, result, singles(domains, [names]), f"fixed over a, b, c of {domains}")


def check_4_fixpoint(work: LearnerModule) -> None:
    "propagate ends at the same fixpoint in any order of the filters, on 150 random problems"
    for random in map(Random, range(150)):
        domains = random_domains(random)
        scopes = [tuple(random.sample(NAMES, random.randint(2, 3))) for _ in range(4)]
        for _ in range(3):
            random.shuffle(scopes)
            store = learner_value(work, "Store")(domains)
            filters = [(each, learner_filter(work, "fixed", each)) for each in scopes]
            result = learner_function(work, "propagate")(store, filters)
            how = f"propagate with fixed over {scopes} from {text_of(domains)}"
            expect_left(store, result, singles(domains, scopes), how)


def check_4_wakes(work: LearnerModule) -> None:
    "propagate runs a filter again if, and only if, a variable that it watches has changed"
    runs = dict.fromkeys(NAMES, 0)

    def filter_of(name: str) -> Any:
        def shrink(store: Any) -> bool:
            runs[name] += 1
            values = store.domains[name]
            return bool(store.remove(name, min(values)) if len(values) > 1 else True)

        return (name,), shrink

    domains = {name: {*range(9 if name == "a" else 2)} for name in NAMES}
    store = learner_value(work, "Store")(domains)
    learner_function(work, "propagate")(store, [*map(filter_of, NAMES)])
    expect(
        list(runs.values()) == [9, 2, 2, 2],
        "each of four filters watches a variable of its own and removes one value at a time, from a "
        f"of 9, from b, c, d of 2: they should run 9, 2, 2, 2 times, not {list(runs.values())}",
    )


# -- parts 5 to 8: AC-3, linear bounds, matching, tables ------------------------------------------


def check_5_revise(work: LearnerModule) -> None:
    "revise removes the values of x that have no support in y"
    for x, y, right in (({1, 2, 3}, {1, 2}, {1}), ({2, 3}, {1, 2}, None), ({1}, {1, 2}, {1})):
        store = learner_value(work, "Store")({"x": x, "y": y})
        result = learner_function(work, "revise")(store, "x", "y", lt)
        consistent = {"x": right, "y": y} if right else None
        expect_left(store, result, consistent, f"revise x of {x} by y of {y}, x < y")


def check_5_fixpoint(work: LearnerModule) -> None:
    "ac3 leaves exactly the values with supports, on 150 random problems"
    for random in map(Random, range(150)):
        domains, relations = random_domains(random), list[tuple[str, str, Any]]()
        for pair in combinations(NAMES, 2):
            rows = {row for row in product(range(1, 5), repeat=2) if random.random() < 0.6}
            relations.append((*pair, lambda a, b, rows=rows: (a, b) in rows))
        right: Domains | None = domains
        for x, y, allowed in relations * 12:  # each round but the last removes one of 12 values
            right = right and fixpoint(right, (x, y), allowed)
        store = learner_value(work, "Store")(domains)
        result = learner_function(work, "ac3")(store, relations)
        expect_left(store, result, right, f"ac3 by six random relations from {text_of(domains)}")


def check_5_work(work: LearnerModule) -> str:
    "On the map of Australia with WA red and Q green ac3 fails, and no change of it concerns p != q"
    questions = list[tuple[int, int]]()

    def differ(a: int, b: int) -> bool:
        questions.append((a, b))
        return a != b

    domains: Domains = {name: {1, 2, 3} for border in BORDERS for name in border.split("-")}
    domains |= {"WA": {1}, "Q": {2}, "p": {1, 2, 3}, "q": {1, 2, 3}}
    relations: list[Any] = [("p", "q", differ), *((*each.split("-"), ne) for each in BORDERS)]
    result = learner_function(work, "ac3")(learner_value(work, "Store")(domains), relations)
    expect(result is False, f"NT and SA are both blue and neighbours: return False, not {result!r}")
    expect(
        len(questions) <= 18, f"p and q make 18 questions, both ways, and you ask {len(questions)}"
    )
    return f"{len(questions)} questions about p and q"


def check_6_bounds(work: LearnerModule) -> None:
    "linear removes a value exactly if it is too large with the least of all others"

    def case(random: Random) -> Case:
        scope = tuple(random.sample(NAMES, random.randint(1, 4)))
        factors, bound = [random.choice((-3, -1, 1, 2)) for _ in scope], random.randint(-9, 20)
        holds = lambda *row: sum(map(int.__mul__, factors, row)) <= bound  # noqa: E731
        return (factors, scope, bound), scope, holds

    expect_exact(work, "linear", case, 9)


def check_6_send_more(work: LearnerModule) -> None:
    "SEND + MORE = MONEY: S is 9, M is 1, O is 0, E is 4 to 7, N is 5 to 8"
    factors = {"S": 1000, "E": 91, "N": -90, "D": 1, "M": -9000, "O": -900, "R": 10, "Y": -1}
    letters = tuple(factors)
    filters = [(letters, learner_filter(work, "fixed", letters))]
    for sign in (1, -1):
        signed = [sign * each for each in factors.values()]
        filters.append((letters, learner_filter(work, "linear", signed, letters, 0)))
    store = learner_value(work, "Store")({each: {*range(each in "SM", 10)} for each in letters})
    result = learner_function(work, "propagate")(store, filters)
    right = {"S": {9}, "M": {1}, "O": {0}, "E": {4, 5, 6, 7}, "N": {5, 6, 7, 8}}
    right |= {name: {*range(2, 9)} for name in "DRY"}
    expect_left(store, result, right, "linear both ways, and fixed")


def differ(*values: int) -> bool:
    """Whether all values are different."""
    return len(set(values)) == len(values)


def check_7_match(work: LearnerModule) -> None:
    "match gives each variable a value, all different, if there are such values"
    for random in map(Random, range(200)):
        domains = random_domains(random, 5)
        right = [row for row in product(*domains.values()) if differ(*row)]
        seen = learner_function(work, "match")(domains)
        row = None if seen is None else tuple(dict(seen).get(name) for name in NAMES)
        expect(
            row in right if right else row is None,
            f"of {text_of(domains)} you make {text_of(seen)}, "
            f"and {right[0] if right else 'None'} is right: may an owner move?",
        )


def check_7_consistent(work: LearnerModule) -> None:
    "all_different leaves exactly the values that are in some matching"

    def case(random: Random) -> Case:
        scope = tuple(random.sample(NAMES, random.randint(2, 4)))
        return (scope,), scope, differ

    expect_exact(work, "all_different", case)
    expect_exact(work, "all_different", case, 6)


def check_8_consistent(work: LearnerModule) -> None:
    "table leaves exactly the values of the rows that are left, and again after an undo"

    def case(random: Random) -> Case:
        scope = tuple(random.sample(NAMES, 3))
        rows = [row for row in product(range(1, 5), repeat=3) if random.random() < 0.3]
        return (scope, rows), scope, lambda *row: row in rows

    expect_exact(work, "table", case)


# -- parts 9 and 10: search, branch and bound -----------------------------------------------------


def filters_for(work: LearnerModule, constraints: Iterable[Any]) -> list[Any]:
    """The learner's filters of parts 6 to 8 for constraints of ours."""
    filters: list[Any] = []
    for each in constraints:
        scope = each.scope
        if isinstance(each, AllDifferent):
            filters.append((scope, learner_filter(work, "all_different", scope)))
        elif isinstance(each, Table):
            filters.append((scope, learner_filter(work, "table", scope, sorted(each.tuples))))
        else:
            for sign in {"<=": (1,), ">=": (-1,), "==": (1, -1)}[each.op]:
                signed = [sign * factor for factor in each.coefficients]
                filter_ = learner_filter(work, "linear", signed, scope, sign * each.constant)
                filters.append((scope, filter_))
    return filters


def check_9_smallest(work: LearnerModule) -> None:
    "smallest takes a variable with the fewest values of those that are open"
    for domains, right in (
        ({"a": {1}, "b": {1, 2, 3}, "c": {1, 2}}, "c"),
        ({"a": {1}, "b": {2}}, None),
    ):
        seen = learner_function(work, "smallest")(learner_value(work, "Store")(domains))
        expect(seen == right, f"of {text_of(domains)} you take {seen!r}, not {right!r}")


def check_9_all(work: LearnerModule) -> str:
    "search yields the solutions of 60 small problems, each once, in few nodes, and restores the domains"
    nodes, propagate = 0, learner_function(work, "propagate")
    orders = [learner_function(work, name) for name in ("smallest", "ascending")]
    for domains, constraints, right, case in random_problems(60):
        filters = filters_for(work, constraints)

        def consistent(store: Any, filters: list[Any] = filters) -> bool:
            nonlocal nodes
            nodes += 1
            return bool(propagate(store, filters))

        store = learner_value(work, "Store")(domains)
        expect_solutions(learner_function(work, "search")(store, consistent, *orders), right, case)
        left = text_of(store.domains)
        expect(
            store.domains == domains, f"{case}: at the end the domains are {left}: undo to the mark"
        )
    expect(
        nodes <= 600, f"{nodes} nodes: call consistent once at each, and guess open variables only"
    )
    return quantity(nodes, "node")


def check_9_orders(work: LearnerModule) -> None:
    "search takes the variables and the values in the order that it is given"
    store = learner_value(work, "Store")({"a": {1, 2}, "b": {1, 2, 3}})
    last = lambda store: next((n for n in "ba" if len(store.domains[n]) > 1), None)  # noqa: E731
    down = lambda store, name: sorted(store.domains[name], reverse=True)  # noqa: E731
    runs = learner_function(work, "search")(store, lambda store: True, last, down)
    seen, right = [(each["b"], each["a"]) for each in runs], [*product((3, 2, 1), (2, 1))]
    expect(seen == right, f"b first, largest values first: {right}, and you yield {seen}")


SHORTEST = {3: 3, 4: 6, 5: 11, 6: 17}
"""The lengths of the shortest Golomb rulers (OEIS A003022)."""


def best_ruler(work: LearnerModule, marks: int, most: int, nodes: float = inf) -> tuple[Any, Any]:
    """The length of the best ruler of ``marks`` marks up to ``most``, and whether that is proven."""
    names = [f"m{number}" for number in range(marks)]
    pairs = {f"{y}-{x}": (x, y) for x, y in combinations(names, 2)}
    domains = {name: {*range(name in pairs, most + 1)} for name in [*names, *pairs]}
    sums = [Linear((y, x, name), (1, -1, -1), "==", 0) for name, (x, y) in pairs.items()]
    filters = filters_for(work, [*sums, AllDifferent(tuple(pairs))])
    store = learner_value(work, "Store")(domains | {"m0": {0}})
    result = learner_function(work, "minimise")(store, filters, names[-1], nodes)
    expect(
        isinstance(result, tuple) and len(result) == 2,
        f"minimise returns a solution and whether it is proven, not {text_of(result)}",
    )
    return result[0] and result[0][names[-1]], result[1]


def check_10_rulers(work: LearnerModule) -> None:
    "The shortest Golomb rulers of 3 to 6 marks have the published lengths 3, 6, 11, 17, proven"
    for marks, length in SHORTEST.items():
        seen = best_ruler(work, marks, marks * marks)
        expect(seen == (length, True), f"{marks} marks: you say {seen}, right is ({length}, True)")
    seen = best_ruler(work, 4, 5)
    expect(
        seen == (None, True), f"no ruler of 4 marks is 5 long, that is proven, and you say {seen}"
    )


def check_10_stopped(work: LearnerModule) -> str:
    "A search that is stopped after some nodes proves nothing"
    lengths = []
    for nodes in (0, 6, 12, 25):
        length, proven = best_ruler(work, 6, 36, nodes)
        expect(proven is False, f"stopped after {nodes} nodes, and you say that {length} is proven")
        lengths.append(length)
    expect(lengths[0] is None, f"after 0 nodes you have a ruler of length {lengths[0]}")
    return f"lengths after 0, 6, 12 and 25 nodes: {lengths}"


# -- part 11: nogoods -----------------------------------------------------------------------------


def check_11_one_conflict(work: LearnerModule) -> None:
    "analyse finds the first unique implication point of a small graph"
    a, b, x, y, z, w = trail = [(name, 1, True) for name in "abxyzw"]
    because = {a: None, b: None, x: {b}, y: {x, a}, z: {x}, w: {z}}
    reasons = {fact: each and frozenset(each) for fact, each in because.items()}
    for failure, right in (({y, w}, ({x, a}, 1)), ({z, w}, ({z}, 0))):
        nogood, depth = learner_function(work, "analyse")(trail, reasons, frozenset(failure))
        expect(
            (set(nogood), depth) == right,
            "a and b are guesses; b implies x, x and a imply y, x implies z, z implies w; "
            f"{' and '.join(sorted(each[0] for each in failure))} clash: the nogood is "
            f"{text_of(right[0])}, the depth {right[1]}; you say {text_of(nogood)}, {depth}",
        )


def nogoods_of(constraints: Iterable[Any], domains: Domains) -> list[Any]:
    """The assignments of each scope that its constraint forbids, as nogoods."""
    return [
        frozenset((name, value, True) for name, value in zip(each.scope, row, strict=True))
        for each in constraints
        for row in product(*(sorted(domains[name]) for name in each.scope))
        if not each.holds(dict(zip(each.scope, row, strict=True)))
    ]


def expect_useful(
    nogood: Any, depth: int, trail: Any, reasons: Any, solutions: list[dict[str, int]]
) -> None:
    """Raise ``CheckFailed`` unless a nogood forbids no solution and asserts one fact at its depth."""
    levels = accumulate(reasons[fact] is None for fact in trail)
    level = dict(zip(trail, levels, strict=True))
    for each in solutions:
        expect(
            not all((each[x] == value) == holds for x, value, holds in nogood),
            f"your nogood {text_of(nogood)} forbids the solution {text_of(each)}",
        )
    depths = sorted((level[fact] for fact in nogood), reverse=True)
    last = max(level.values(), default=0)
    expect(
        depths.count(last) == (last > 0),
        f"the guesses before the facts of your nogood are {depths}: replace the latest fact by its "
        f"reason until just one depends on guess {last}",
    )
    right = next((each for each in depths if each < last), 0)
    expect(depth == right, f"the depths of the facts are {depths}: go back to {right}, not {depth}")


def check_11_implied(work: LearnerModule) -> str:
    "On 60 random problems each nogood is implied and asserts a fact; thrashing takes 10 guesses"
    original, learned = learner_function(work, "analyse"), 0
    hard = {name: set(values) for name, values in thrashing().domains.items()}
    problems = [*random_problems(60), (hard, thrashing().constraints, [], "the one that thrashes")]
    for domains, constraints, solutions, case in problems:

        def watched(trail: Any, reasons: Any, failure: Any, right: Any = solutions) -> Any:
            nonlocal learned
            learned += 1
            nogood, depth = original(list(trail), dict(reasons), failure)
            expect_useful(nogood, depth, trail, reasons, right)
            return nogood, depth

        before, work.analyse = work.analyse, watched
        try:
            seen, guesses = work.learn(domains, nogoods_of(constraints, domains))
        finally:
            work.analyse = before
        expect(seen in solutions if solutions else seen is None, f"{case}: you end with {seen}")
        expect(guesses <= 10, f"{case}: {quantity(guesses, 'guess')}")
    return quantity(learned, "nogood")


# -- part 12: a backend ---------------------------------------------------------------------------

CONFORMANCE_SECONDS = 600.0
"""Seconds that the conformance suite may take."""

EXAMPLES = 8
"""Random models of each kind that the conformance suite tries."""


def learner_backend(work: LearnerModule) -> Backend:
    """The learner's backend."""
    backend = learner_value(work, "Mine")()
    expect(
        isinstance(backend, Backend), "Mine lacks something of a backend: name, capabilities, run"
    )
    return backend  # type: ignore[no-any-return]


def check_12_small_models(work: LearnerModule) -> None:
    "Small models: the solutions of brute force, each once"
    abc, scope = dict.fromkeys("abc", range(1, 4)), ("a", "b", "c")
    constraints: list[Any] = [Linear(scope, (1, 2, -1), op, 3) for op in ("<=", "==", ">=", "!=")]
    constraints += [AllDifferent(scope), Table(("c", "a"), frozenset({(1, 2), (3, 3), (9, 1)}))]
    constraints += [Count(scope, frozenset({1}), "==", 2)]
    models = [Model(abc, [each]) for each in constraints]
    for model in [Model({"a": [1, 5], "b": [2]}), Model(abc, constraints[:2]), *models]:
        run = learner_backend(work).run(lower(model, learner_backend(work)), Request())
        case = ", ".join(each.description for each in model.constraints) or "no constraint"
        expect_solutions(run, all_solutions(model), case)


def check_12_time(work: LearnerModule) -> None:
    "The clock stops it, and that is not a proof"
    backend, request = learner_backend(work), Request(deadline=time.monotonic())
    run = backend.run(lower(nonet.parse("." * 16).model(), backend), request)
    try:
        seen = next(run)
    except StopIteration as stop:
        expect(stop.value == "time", f"the time was over, and you returned {stop.value!r}")
    else:
        expect(False, f"the time was over, and you still yield {text_of(seen)}")


def check_12_tree(work: LearnerModule) -> str:
    "Its tree can be drawn: the 288 Sudokus of 4 by 4, and each guess is taken back"
    run = nonet.trace(nonet.parse("." * 16), learner_backend(work), limit=None).counts()
    guesses, back, solutions = (run[k] for k in ("Branched", "Backtracked", "SolutionFound"))
    expect(guesses == back > 0, f"you report {quantity(guesses, 'guess')} and take back {back}")
    expect(solutions == 288, f"of 288 solutions you report {solutions} as SolutionFound")
    return quantity(guesses, "guess")


def check_12_conformance(work: LearnerModule) -> str:
    "The conformance suite of nonet.testing"
    if sys.platform == "emscripten":
        return "not run: a browser starts no other programs; nonet learn check solver-12 runs it"
    if not all(map(find_spec, ("pytest", "hypothesis"))):
        raise CheckFailed('the suite needs pytest and hypothesis: pip install "nonet[testing]"')
    file = Path(work.__file__)
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "--tb=short"]
    command += ["--pyargs", "nonet.testing", "--backend", f"{file.stem}:Mine"]
    try:
        done = subprocess.run(
            [*command, "--examples", str(EXAMPLES)], cwd=file.parent, capture_output=True, text=True,
            timeout=CONFORMANCE_SECONDS, env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        raise CheckFailed(f"the suite did not end in {CONFORMANCE_SECONDS:g} s") from None
    lines = (done.stdout + done.stderr).splitlines()
    if done.returncode:
        failed = next(
            (each for each in lines if each.startswith("FAILED ")), "the suite::could not run"
        )
        errors = [each for each in lines if each.startswith("E ")][:8] or lines[-5:]
        test = failed.partition("::")[2].partition("[")[0].partition(" - ")[0].replace("_", " ")
        raise CheckFailed("\n".join([test, *errors]))
    return done.stdout.strip().splitlines()[-1]


check_12_conformance.seconds = CONFORMANCE_SECONDS + 20  # type: ignore[attr-defined]
