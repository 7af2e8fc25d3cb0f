"""At least nine plausible wrong answers to the small exercise of each lesson, all refused."""

import pytest

from nonet.learn.lessons import lessons
from nonet.learn.tasks import task_of_lesson
from tests.cases import as_one_test
from tests.learn.refusal import assert_refused

pytestmark = pytest.mark.usefixtures("small_seal")

WRONG = {
    "send-more": {
        "1000 * f + 100 * o + 10 * u + r": [
            "1000 * f + 100 * o + 10 * u", "100 * f + 100 * o + 10 * u + r", "f + o + u + r",
            "1000 * f + 100 * u + 10 * o + r", "two", "1000 * r + 100 * u + 10 * o + f",
            "1000 * f + 10 * o + 100 * u + r", "10000 * f + 1000 * o + 100 * u + 10 * r",
            "1000 * f + 100 * w + 10 * u + r",
        ],
    },
    "queens": {
        "a == b or abs(i - j) == abs(a - b)": [
            "a == b", "abs(i - j) == abs(a - b)", "a == b or i - j == a - b", "a == b or i + a == j + b",
            "a == b and abs(i - j) == abs(a - b)", "i == j or abs(i - j) == abs(a - b)", "True",
            "a == b or abs(i - j) == abs(b - a) + 1", "a == b or abs(i - a) == abs(j - b)", "False",
        ],
    },
    "filtering": {
        "    while domains != before:\n        before = domains\n        for each in filters:": [
            "    for each in filters:", "    for each in filters * 2:",
            "    while domains != before:\n        before = domains\n        for each in filters[:1]:",
            "    while domains != before:\n        before = domains\n        for each in filters[-1:]:",
            "    for _ in range(9):\n        for each in filters:",
        ],
        "            domains = each(domains)\n": [
            "            each(domains)\n", "            domains = each(before)\n",
            "            domains |= each(domains)\n",
        ],
        "    return domains\n": [
            "    return before is domains\n", "    return domains, filters\n",
        ],
    },
    "arc-consistency": {
        "{x for x in xs if any(allowed(x, y) for y in ys)}": [
            "{x for x in xs if all(allowed(x, y) for y in ys)}", "xs - ys", "xs & ys", "xs",
            "{x for x in xs if any(allowed(y, x) for y in ys)}",
            "{y for y in ys if any(allowed(x, y) for x in xs)}",
            "{x for x in xs if not any(allowed(x, y) for y in ys)}",
            "[x for x in xs if any(allowed(x, y) for y in ys)]", "{x for x in xs if allowed(x, max(ys))}",
            "{(x, y) for x in xs for y in ys if allowed(x, y)}",
        ],
    },
    "bounds": {
        "max(a, total - d), min(b, total - c)": [
            "total - d, total - c", "max(a, total - c), min(b, total - d)", "max(a, total - d), b",
            "a, min(b, total - c)", "min(a, total - d), max(b, total - c)", "total - b, total - a",
            "total - d, total - c + 1", "max(a, total - d), min(b, total - d)", "(a, b)",
        ],
    },
    "hall-sets": {
        "set().union(*(domains[name] for name in names))": [
            "domains[names[0]]", "domains[names[0]].union(domains[names[-1]])",
            "set.intersection(*(domains[name] for name in names))", "set(names)",
        ],
        "len(values) == size": [
            "len(values) <= size + 1", "len(values) > size", "size == 2", "True",
        ],
        "domains.keys() - set(names)": [
            "names", "domains",
        ],
        "range(1, len(domains))": [
            "range(1, 3)", "range(1)",
        ],
    },
    "tables": {
        "[{row[i] for row in alive} for i in range(len(domains))]": [
            "[{row[i] for row in rows} for i in range(len(domains))]", "domains", "alive",
            "[{row[i] for row in alive} for i in range(1)]",
            "[{row[i] for row in rows if row[i] in domains[i]} for i in range(len(domains))]",
            "[{row[i] for row in alive} | domains[i] for i in range(len(domains))]",
            "[domains[i] - {row[i] for row in alive} for i in range(len(domains))]",
            "[{v for row in alive for v in row} for i in range(len(domains))]",
        ],
        "if all(v in d": [
            "if any(v in d",
        ],
    },
    "tours": {
        "end, places = start, 1": [
            "end, places = start, 0", "end, places = 0, 1",
        ],
        "while end": [
            "if end",
        ],
        "successor[end], places + 1": [
            "successor[end], places",
        ],
        "return end, places": [
            "return places, end", "return end", "return end, len(successor) + 1",
        ],
        "end, places = successor[end], places + 1": [
            "end, places = successor[end], places * 2", "end, places = successor.pop(0, None), places + 1",
        ],
        "while end in successor": [
            "while end in successor and places < 3",
        ],
    },
    "one-machine": {
        "min(first, earliest)": [
            "first", "earliest", "0",
        ],
        "+ work + hours > last": [
            "+ work > last", "+ work + hours >= last",
        ],
        "max(earliest, first + work)": [
            "first + work", "earliest + work", "last - hours", "max(earliest, last)",
            "max(earliest, first + hours)", "max(earliest, min(first, earliest) + work)",
        ],
    },
    "singleton": {
        "{value for value in values if not fails(value)}": [
            "{value for value in values if fails(value)}", "values",
            "{value for value in values if value != 2}",
            "next(value for value in values if not fails(value))", "[not fails(value) for value in values]",
            "{not fails(value) for value in values}",
            "{value for value in values if not fails(value)} or values", "set(filter(fails, values))",
            "{min(value for value in values if not fails(value))}",
        ],
    },
    "what-it-costs": {
        "n <= nodes and r <= runs and (n, r) != (nodes, runs)": [
            "n < nodes and r < runs", "n <= nodes and r <= runs", "n < nodes", "r < runs",
            "n < nodes or r < runs", "n + r < nodes + runs",
        ],
        "{name for name in levels if not beaten(name)}": [
            "{name for name in levels if beaten(name)}", "{min(levels, key=levels.get)}", "set(levels)",
            "[name for name in levels if not beaten(name)]",
        ],
    },
    "backtracking": {
        "yield from solutions(longer, domains, allowed)": [
            "yield longer", "yield solutions(longer, domains, allowed)",
            "solutions(longer, domains, allowed)", "return solutions(longer, domains, allowed)",
            "yield from solutions(values, domains[1:], allowed)",
            "yield next(solutions(longer, domains, allowed))",
            "yield from solutions(longer, domains[1:], allowed)",
            "yield from solutions((value,), domains, allowed)",
            "yield from list(solutions(longer, domains, allowed))[:1]",
        ],
    },
    "weights": {
        "sizes[name] / weights[name])": [
            "sizes[name])", "-weights[name])", "weights[name] / sizes[name])", "sizes[name] * weights[name])",
            "sizes[name] - weights[name])", "(sizes[name] / weights[name], name))",
            "(-weights[name], sizes[name]))", "sizes[name] // weights[name])",
            "round(sizes[name] / weights[name]))", "sizes[name] / max(weights.values()))",
        ],
    },
    "value-order": {
        "sorted(values, key=lambda v: (sum(v in each for each in neighbours), v))": [
            "sorted(values)", "sorted(values, key=lambda v: sum(v in each for each in neighbours))",
            "sorted(values, key=lambda v: (-sum(v in each for each in neighbours), v))",
            "sorted(values, key=lambda v: (sum(v in each for each in neighbours), -v))",
            "sorted(values, reverse=True)",
            "[v for v in values if not any(v in each for each in neighbours)]",
            "sorted(values, key=lambda v: (any(v in each for each in neighbours), v))",
            "sorted(values, key=lambda v: (-max([len(n) for n in neighbours if v in n], default=0), v))",
            "sorted(values, key=lambda v: v)",
        ],
    },
    "thrashing": {
        "max((guesses.index(name) for name in culprits), default=0)": [
            "min((guesses.index(name) for name in culprits), default=0)", "len(culprits)",
            "max((guesses.index(name) + 1 for name in culprits), default=0)", "len(guesses) - 1",
            "max(guesses.index(name) for name in culprits)", "max(culprits, default=0)",
            "guesses.index(max(culprits)) - 1 if culprits else 0", "len(guesses) - len(culprits)",
            "max((guesses.index(name) for name in culprits), default=len(guesses))",
        ],
    },
    "restarts": {
        "build(4)": [
            "build(3)", "build(5)", "[1] * 15", "[2 ** i for i in range(15)]", "build(4)[1:]",
            "sorted(build(4))", "[1, 2, 1, 2, 4] * 3",
        ],
        "2 ** (k - 1)": [
            "2 ** k", "k",
        ],
        "[*build(k - 1), *build(k - 1), ": [
            "[*build(k - 1), ",
        ],
    },
    "implication-graph": {
        "fixed.get(name) != value": [
            "name not in fixed", "fixed.get(name) == value",
        ],
        "len(rest) != 1 or rest[0] in fixed": [
            "len(rest) != 1", "not rest or rest[0] in fixed", "rest[0] in fixed",
        ],
        "return rest[0], nogood[rest[0]]": [
            "return rest[0]", "return rest", "return nogood", "return rest[0], fixed.get(rest[0])",
            "return nogood[rest[0]], rest[0]", "return tuple(nogood.items())[0]",
        ],
    },
    "first-uip": {
        "max(sorted(depths)[:-1], default=0)": [
            "max(depths) - 1", "min(depths)", "depths[1] if depths[1:] else 0", "max(depths)", "0",
            "max(sorted(depths)[:-1])", "sorted(depths)[len(depths) // 2]", "max(depths[1:], default=0)",
            "sorted(depths)[0]", "len(depths) - 1",
        ],
    },
    "lazy-clause-generation": {
        "value + sum(lows.values()) - total - 1": [
            "value + sum(lows.values()) - total", "sum(lows.values()) - total - 1", "value - total - 1", "0",
            "value + sum(lows.values())",
        ],
        "min(low, spare)": [
            "spare", "low", "max(low, spare)", "min(low, 1)",
        ],
        "spare -= less": [
            "spare = 0", "spare += less", "pass",
        ],
    },
    "sat-encodings": {
        "[(-a, -b) for a in range(1, n + 1) for b in range(a + 1, n + 1)]": [
            "[(a, b) for a in range(1, n + 1) for b in range(a + 1, n + 1)]",
            "[(-a, -b) for a in range(1, n + 1) for b in range(1, n + 1) if a != b]",
            "[(-a, -b) for a in range(n) for b in range(a + 1, n)]", "[tuple(-a for a in range(1, n + 1))]",
            "[tuple(range(1, n + 1))]", "[(-a, -(a + 1)) for a in range(1, n)]",
            "[(-a, -b) for a in range(1, n + 1) for b in range(a, n + 1)]",
            "[(-a, b) for a in range(1, n + 1) for b in range(a + 1, n + 1)]",
            "[(-1, -b) for b in range(2, n + 1)]",
        ],
    },
    "local-search": {
        "conflicts({**assignment, name: value})": [
            "conflicts(assignment)", "-conflicts({**assignment, name: value})",
            "conflicts({name: value, **assignment})", "value",
        ],
        "[value for value in domain if costs[value] == min(costs.values())]": [
            "min(domain, key=costs.get)", "[min(domain, key=costs.get)]", "sorted(domain, key=costs.get)",
            "[value for value in domain if not costs[value]]",
            "{value for value in domain if costs[value] == min(costs.values())}",
            "sorted(value for value in domain if costs[value] == min(costs.values()))",
        ],
    },
    "linear-relaxation": {
        "thing[0] / thing[1], reverse=True": [
            "thing[0], reverse=True", "thing[0] / thing[1]", "thing[1], reverse=True", "thing[1]",
        ],
        "min(1, capacity / weight)": [
            "capacity / weight", "1", "int(weight <= capacity)", "min(1, weight / capacity)",
        ],
        "capacity -= part * weight": [
            "pass", "capacity -= weight", "capacity -= part",
        ],
    },
    "large-neighbourhood-search": {
        "{name: best[1][name] for name in names}": [
            "{}", "dict(best[1])", "best[1]", "names",
        ],
        "return new if new[0] < best[0] else best": [
            "return new", "return best", "return max(new, best)", "return new if new[0] <= best[0] else best",
            "return min(best[0], new[0]), new[1]", "return new[0], best[1]",
        ],
    },
    "soft-constraints": {
        "a != c, 2": [
            "a == c, 2", "a != c, 1", "a != c, 3", "a != b, 2", "a > c, 2", "a != c, -2", "b != c, 2",
            "a <= c, 2", "a != c, 0",
        ],
    },
    "constraint-graph": {
        "{other for scope in scopes if name in scope for other in scope} - {name} for name in names": [
            "{other for scope in scopes if name in scope for other in scope} for name in names",
            "{other for scope in scopes for other in scope} - {name} for name in names",
            "{scope[-1] for scope in scopes if scope[0] == name} for name in names",
            "{scope[1] for scope in scopes if name in scope} - {name} for name in names",
            "[x for scope in scopes if name in scope for x in scope if x != name] for name in names",
            "{x for s in scopes if name in s for x in s} - {name} for name in set().union(*scopes)",
            "set(names) - {name} for name in names",
            "{x for s in scopes if name in s for x in s[s.index(name) - 1:][:3]} - {name} for name in names",
            "set() for name in names",
        ],
    },
    "tree-decomposition": {
        "sum(y not in graph[x] for": [
            "sum(y in graph[x] for", "sum(True for",
        ],
        "for y in around[i + 1:]": [
            "for y in around", "for y in around if y != x",
        ],
        "sorted(graph[node])": [
            "sorted(graph)", "[node]",
        ],
        "sum(y not in graph[x] for i, x in enumerate(around) for y in around[i + 1:])": [
            "len(around) * (len(around) - 1) // 2",
            "sum(y not in graph[x] for x in around for y in around) // 2", "len(around) - 1",
        ],
    },
    "phase-transition": {
        "d1 + (d2 - d1) * (s1 - 0.5) / (s1 - s2)": [
            "d1", "d2", "(d1 + d2) / 2", "d1 + (s1 - 0.5) / (s1 - s2)", "d1 + (d2 - d1) * (s1 - 0.5)",
            "d1 + (d2 - d1) * (0.5 - s2) / (s1 - s2)", "d2 + (d2 - d1) * (s1 - 0.5) / (s1 - s2)",
        ],
        "s1 >= 0.5 >= s2": [
            "s1 <= 0.5", "s1 < 0.5",
        ],
        "zip(shares, shares[1:])": [
            "zip(shares[1:], shares[2:])",
        ],
    },
    "model-and-data": {
        "{i for i in indices if row[i] in values}": [
            "indices", "{i for i in indices if i in values}",
            "{row[i] for i in indices if row[i] in values}",
            "{i for i in range(len(row)) if row[i] in values}",
            "{i for i in indices if row[i] not in values}",
        ],
        "{row[i] for i in indices}\n": [
            "values\n", "values & set(row)\n", "set(row)\n", "[row[i] for i in indices]\n",
            "{i for i in indices}\n",
        ],
    },
    "arc-algorithms": {
        "sorted(ys)": [
            "ys - {last}", "sorted(ys, reverse=True)", "range(9)",
        ],
        "y >= last": [
            "y > last", "y <= last", "True", "y == last",
        ],
        "last is None or y >= last": [
            "not last or y > last",
        ],
        "allowed(x, y)": [
            "allowed(y, x)",
        ],
        "return None": [
            "return last", "return 0",
        ],
    },
    "regin": {
        "matching[x] == v or ": [
            "", "matching[x] != v or ", "v in matching.values() or ",
        ],
        "component[x] == component[v] or ": [
            "", "component[x] != component[v] or ",
        ],
        "v in reached": [
            "x in reached", "False", "v not in reached", "x in reached or v in reached", "True",
        ],
    },
    "automata": {
        "{value for value in domain if any(arcs.get((state, value)) in after for state in before)}": [
            "{value for value in domain if all(arcs.get((state, value)) in after for state in before)}",
            "{value for value in domain if any(arcs[state, value] in after for state in before)}",
            "{value for value in domain if any((state, value) in arcs for state in before)}",
            "{value for (state, value), end in arcs.items() if state in before and end in after}",
            "{value for value in domain if any(arcs.get((state, value)) in after for state in after)}",
            "{value for value in domain if any(arcs.get((value, state)) in after for state in before)}",
            "[value for value in domain if any(arcs.get((state, value)) in after for state in before)]",
            "{arcs.get((state, value)) for value in domain for state in before} & after",
            "{value for value in domain if any(arcs.get((state, value)) not in after for state in before)}",
            "domain",
        ],
    },
    "discrepancies": {
        "[()] if k == 0 else []": [
            "[()]", "[] if k == 0 else [()]", "[()] if k >= 0 else []",
        ],
        "(0, *rest) for": [
            "(1, *rest) for", "(*rest, 0) for",
        ],
        "leaves(depth - 1, k)]": [
            "leaves(depth - 1, k - 1)]",
        ],
        "return late + ([(1, *rest) for rest in leaves(depth - 1, k - 1)] if k else [])": [
            "return late", "return ([(1, *rest) for rest in leaves(depth - 1, k - 1)] if k else []) + late",
            "return late + ([(1, *rest) for rest in leaves(depth - 1, k)] if k else [])",
            "return late + [(1, *rest) for rest in leaves(depth - 1, 0)]",
        ],
    },
    "how-to-measure": {
        "2 * limit if": [
            "limit if", "2 * t if", "0 if", "10 * limit if",
        ],
        "t is None or t > limit": [
            "t is None", "not t or t > limit", "t is not None and t > limit",
        ],
        "/ len(times)": [
            "", "/ sum(t is not None for t in times)", "/ 2",
        ],
    },
    "reification": {
        "int(x <= k) in bs": [
            "x <= k", "int(x < k) in bs", "int(x > k) in bs", "x in bs", "True", "x <= k or 0 in bs",
        ],
        "{int(x <= k) for x in xs}\n": [
            "bs\n", "{int(x < k) for x in xs}\n", "{x <= k for x in xs} | bs\n",
            "{int(x > k) for x in xs}\n",
        ],
    },
    "value-precedence": {
        "value not in used": [
            "value in used", "value not in used[:1]", "True", "value > max(used, default=0)",
        ],
        "set(used) | set(new[:1])": [
            "set(new[:1])", "set(used) | set(new)", "set(used)", "set(used) | set(new[:2])",
            "set(order)", "set(used) | {min(new, default=used[-1:] and used[-1])}",
        ],
    },
    "cumulative": {
        "all(each + need <= capacity": [
            "any(each + need <= capacity", "all(each + need < capacity", "all(each <= capacity",
            "all(each + hours <= capacity", "all(each + need >= capacity", "not all(each + need <= capacity",
        ],
        "load[s : s + hours]": [
            "load[s : s + hours + 1]", "load[s : s + 1]", "load",
            "load[s : s + hours - 1]", "load[s : s + need]",
        ],
    },
    "order-encoding": {
        "range(1, n + 1)": [
            "range(1, n)", "range(2, n + 1)", "range(n + 1)",
        ],
        "set() if v == n else {('not y', v)}": [
            "{('not y', v)}", "set() if v == n else {('y', v)}", "set() if v == n else {('not y', v - 1)}",
            "set() if v == 1 else {('not y', v)}",
        ],
        "{('x', v - 1)} if v > 1 else set()": [
            "{('x', v)} if v > 1 else set()", "{('x', v - 1)}", "{('not x', v - 1)} if v > 1 else set()",
        ],
    },
    "forward-checking": {
        "{**domains, name: {value}}": [
            "{**domains}", "{name: {value}}", "{**domains, name: value}",
        ],
        "neighbours[name]": [
            "domains", "[each for each in domains if each != name]", "sorted(neighbours[name])[:1]",
        ],
        "after[other] - {value}": [
            "{value}", "after[other] & {value}", "after[other]",
        ],
        "if all(after.values()) else None": [
            "", "if all(after.values()) else {}",
        ],
    },
    "first-fail": {
        "> 1}": [
            "> 0}", "> 2}",
        ],
        "len(domains[name]), -len(neighbours[name] & still)": [
            "len(domains[name])", "-len(neighbours[name] & still)", "-len(domains[name])",
            "len(domains[name]), len(neighbours[name] & still)",
            "len(domains[name]), -len(neighbours[name])",
            "len(domains[name]) / (1 + len(neighbours[name]))",
        ],
        ", default=None": [
            "",
        ],
    },
    "redundant-constraints": {
        "total - sum(cages)": [
            "sum(cages) - total", "45 - sum(cages)", "total - max(cages)", "total + sum(cages)",
            "135 - sum(cages)", "total - len(cages)",
        ],
        "1 <= value <= 9": [
            "value <= 9", "1 <= value", "True",
        ],
    },
    "an-objective": {
        "lengths[-1] if lengths else None": [
            "lengths[-1]", "lengths[0] if lengths else None", "max(lengths, default=None)",
        ],
        "best is not None and (ended or best == bound)": [
            "ended or best == bound", "best is not None and ended", "best is not None",
            "best is not None and best == bound", "ended", "ended and best == bound",
        ],
    },
    "proofs": {
        "{-literal for literal in clause}": [
            "set(clause)", "set()",
        ],
        "if each & true": [
            "if each.isdisjoint(true)",
        ],
        "if -literal not in true": [
            "if literal not in true", "if literal in true",
        ],
        "if not left": [
            "if left",
        ],
        "len(left) == 1": [
            "len(left) == 2", "len(left) >= 1",
        ],
        "return False\n": [
            "return True\n", "return None\n", "return bool(clauses)\n",
        ],
    },
}  # fmt: skip
"""For each lesson with a task: parts of its solution, and what a learner might write instead."""

CASES = [
    (name, old, new) for name, parts in WRONG.items() for old, answers in parts.items() for new in answers
]  # fmt: skip


@as_one_test(CASES)
def test_a_wrong_answer_to_a_task_is_refused(name, old, new):
    assert_refused(task_of_lesson(name), old, new)


def test_each_task_has_nine_wrong_answers():
    assert {lesson.name for lesson in lessons() if lesson.task} == set(WRONG)
    for name, parts in WRONG.items():
        assert sum(map(len, parts.values())) >= 9, name
