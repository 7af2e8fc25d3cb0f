"""At least six plausible wrong answers to the small exercise of each lesson, all refused."""

import pytest

from nonet.learn.lessons import lessons
from nonet.learn.tasks import task_of_lesson
from tests.cases import as_one_test
from tests.learn.refusal import assert_refused

pytestmark = pytest.mark.usefixtures("small_seal")

WRONG = {
    "a-variable": {
        "3 * 3 * 5": ["3 + 3 + 5", "3 * 2 * 5", "3 ** 5"],
        "nonet.count(model).number": ["9", "3", "nonet.count(model)"],
    },
    "send-more": {
        "1000 * f + 100 * o + 10 * u + r": [
            "1000 * f + 100 * o + 10 * u", "100 * f + 100 * o + 10 * u + r", "f + o + u + r",
            "1000 * f + 100 * u + 10 * o + r", "two", "1000 * r + 100 * u + 10 * o + f",
        ],
    },
    "queens": {
        "a == b or abs(i - j) == abs(a - b)": [
            "a == b", "abs(i - j) == abs(a - b)", "a == b or i - j == a - b", "a == b or i + a == j + b",
            "a == b and abs(i - j) == abs(a - b)", "i == j or abs(i - j) == abs(a - b)", "True",
        ],
    },
    "redundant-constraints": {
        "sum(range(1, 10))": ["sum(range(10)) - 9", "9", "sum(range(9))"],
        "3 * row_sum - 100 - 20": ["3 * row_sum - 100", "row_sum - 20", "3 * row_sum", "9"],
    },
    "arc-consistency": {
        "{x for x in xs if any(allowed(x, y) for y in ys)}": [
            "{x for x in xs if all(allowed(x, y) for y in ys)}", "xs - ys", "xs & ys", "xs",
            "{x for x in xs if any(allowed(y, x) for y in ys)}",
            "{y for y in ys if any(allowed(x, y) for x in xs)}",
            "{x for x in xs if not any(allowed(x, y) for y in ys)}",
        ],
    },
    "bounds": {
        "max(a, total - d), min(b, total - c)": [
            "total - d, total - c", "max(a, total - c), min(b, total - d)", "max(a, total - d), b",
            "a, min(b, total - c)", "min(a, total - d), max(b, total - c)", "total - b, total - a",
        ],
    },
    "global-constraints": {
        "9 * 8 // 2": ["9 * 8", "9", "9 * 9"],
        "27 * pairs_of_nine": ["810", "9 * pairs_of_nine", "27 * 9"],
    },
    "tables": {
        "[{row[i] for row in alive} for i in range(len(domains))]": [
            "[{row[i] for row in rows} for i in range(len(domains))]", "domains", "alive",
            "[{row[i] for row in alive} for i in range(1)]",
            "[{row[i] for row in rows if row[i] in domains[i]} for i in range(len(domains))]",
        ],
        "if all(v in d": ["if any(v in d"],
    },
    "tours": {
        "end, places = start, 1": ["end, places = start, 0", "end, places = 0, 1"],
        "while end": ["if end"],
        "successor[end], places + 1": ["successor[end], places"],
        "return end, places": ["return places, end", "return end", "return end, len(successor) + 1"],
    },
    "one-machine": {
        "min(first, earliest)": ["first", "earliest", "0"],
        "+ work + hours > last": ["+ work > last", "+ work + hours >= last"],
        "max(earliest, first + work)": ["first + work", "earliest + work", "last - hours"],
    },
    "singleton": {
        "{value for value in values if not fails(value)}": [
            "{value for value in values if fails(value)}", "values",
            "{value for value in values if value != 2}",
            "next(value for value in values if not fails(value))", "[not fails(value) for value in values]",
            "{not fails(value) for value in values}",
        ],
    },
    "what-it-costs": {
        "'B'": ["'A'", "'C'", "'b and c'"],
        "100 * 8": ["100 + 8", "8", "0.8"],
    },
    "backtracking": {
        "yield from solutions(longer, domains, allowed)": [
            "yield longer", "yield solutions(longer, domains, allowed)",
            "solutions(longer, domains, allowed)",
            "return solutions(longer, domains, allowed)",
            "yield from solutions(values, domains[1:], allowed)",
            "yield next(solutions(longer, domains, allowed))",
        ],
    },
    "weights": {
        "sizes[name] / weights[name])": [
            "sizes[name])", "-weights[name])", "weights[name] / sizes[name])",
            "sizes[name] * weights[name])",
            "sizes[name] - weights[name])", "(sizes[name] / weights[name], name))",
            "(-weights[name], sizes[name]))",
        ],
    },
    "value-order": {
        "sorted(values, key=lambda v: (sum(v in each for each in neighbours), v))": [
            "sorted(values)", "sorted(values, key=lambda v: sum(v in each for each in neighbours))",
            "sorted(values, key=lambda v: (-sum(v in each for each in neighbours), v))",
            "sorted(values, key=lambda v: (sum(v in each for each in neighbours), -v))",
            "sorted(values, reverse=True)",
            "[v for v in values if not any(v in each for each in neighbours)]",
        ],
    },
    "thrashing": {
        "max((guesses.index(name) for name in culprits), default=0)": [
            "min((guesses.index(name) for name in culprits), default=0)", "len(culprits)",
            "max((guesses.index(name) + 1 for name in culprits), default=0)", "len(guesses) - 1",
            "max(guesses.index(name) for name in culprits)", "max(culprits, default=0)",
        ],
    },
    "restarts": {
        "build(4)": ["build(3)", "build(5)", "[1] * 15", "[2 ** i for i in range(15)]"],
        "2 ** (k - 1)": ["2 ** k", "k"],
        "[*build(k - 1), *build(k - 1), ": ["[*build(k - 1), "],
    },
    "implication-graph": {
        "return set().union(*(guesses_behind(each, reasons) for each in reasons[node]))": [
            "return set(reasons[node])", "return {node}",
            "return guesses_behind(reasons[node][0], reasons)",
            "return {each for each in reasons if not reasons[each]} - {'a'}", "return set()",
            "return {node}.union(*(guesses_behind(each, reasons) for each in reasons[node]))",
        ],
        "return {node}\n": ["return set()\n"],
    },
    "nogood": {
        "fixed.get(name) != value": ["name not in fixed", "fixed.get(name) == value"],
        "len(rest) != 1 or rest[0] in fixed": [
            "len(rest) != 1", "not rest or rest[0] in fixed", "rest[0] in fixed",
        ],
        "return rest[0], nogood[rest[0]]": ["return rest[0]", "return rest", "return nogood"],
    },
    "first-uip": {
        "max(sorted(depths)[:-1], default=0)": [
            "max(depths) - 1", "min(depths)", "depths[1] if depths[1:] else 0", "max(depths)", "0",
            "max(sorted(depths)[:-1])", "sorted(depths)[len(depths) // 2]",
        ],
    },
    "lazy-clause-generation": {"'b'": ["'a'", "'c'", "'ab'", "'y >= 4'", "'B'", "2"]},
    "why-learning-wins": {
        "(first - {x}) | (second - {-x})": [
            "first | second", "(first | second) - {x}", "first & second", "first - {x}",
            "(first - {-x}) | (second - {x})", "{y for y in first | second if -y not in first | second}",
            "[*(first - {x}), *(second - {-x})]",
        ],
    },
    "sat-encodings": {
        "[(-a, -b) for a in range(1, n + 1) for b in range(a + 1, n + 1)]": [
            "[(a, b) for a in range(1, n + 1) for b in range(a + 1, n + 1)]",
            "[(-a, -b) for a in range(1, n + 1) for b in range(1, n + 1) if a != b]",
            "[(-a, -b) for a in range(n) for b in range(a + 1, n)]", "[tuple(-a for a in range(1, n + 1))]",
            "[tuple(range(1, n + 1))]", "[(-a, -(a + 1)) for a in range(1, n)]",
        ],
    },
    "linear-relaxation": {
        "10 + 3 * 12 / 5": [
            "17", "10 + 7", "10 + 12", "12 + 2 * 10 / 4 + 7 / 3", "10 + 3 * 7 / 3", "29 * 7 / 12",
        ],
    },
    "large-neighbourhood-search": {
        "{name: best[1][name] for name in names}": ["{}", "dict(best[1])", "best[1]", "names"],
        "return new if new[0] < best[0] else best": ["return new", "return best", "return max(new, best)"],
    },
    "soft-constraints": {
        "a != c, 2": ["a == c, 2", "a != c, 1", "a != c, 3", "a != b, 2", "a > c, 2", "a != c, -2"],
    },
    "tree-decomposition": {
        "sum(y not in graph[x] for": ["sum(y in graph[x] for", "sum(True for"],
        "for y in around[i + 1:]": ["for y in around", "for y in around if y != x"],
        "sorted(graph[node])": ["sorted(graph)", "[node]"],
    },
    "phase-transition": {
        "852": ["426", "4.26", "200", "1200"],
        "False": ["True", "0"],
    },
}  # fmt: skip
"""For each lesson with a task: parts of its solution, and what a learner might write instead."""

CASES = [
    (name, old, new) for name, parts in WRONG.items() for old, answers in parts.items() for new in answers
]  # fmt: skip


@as_one_test(CASES)
def test_a_wrong_answer_to_a_task_is_refused(name, old, new):
    assert_refused(task_of_lesson(name), old, new)


def test_each_task_has_six_wrong_answers():
    assert {lesson.name for lesson in lessons() if lesson.task} == set(WRONG)
    for name, parts in WRONG.items():
        assert sum(map(len, parts.values())) >= 6, name
