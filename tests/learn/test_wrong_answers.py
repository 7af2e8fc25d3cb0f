"""Six plausible wrong answers to each of two exercises that once let a wrong one pass."""

import pytest

from nonet.learn import find_exercise
from nonet.learn.in_process import grade_in_process

DEGREE = "sum(len(domains[peer]) > 1 for peer in peers[name])"
VALUE = "    value = outcome.optimum.value\n    if value is None:\n"
BEST = "if outcome.optimum.is_proven else"
WRONG = {
    "smallest-domain": [
        (DEGREE, "len(peers[name])"),  # closed peers count
        (DEGREE, "0"),  # no degree
        ("-degree", "degree"),
        ("len(domains[name]), -degree", "-degree, len(domains[name])"),
        (DEGREE, "sum(len(domains[peer]) for peer in peers[name])"),
        ("return min(still", "return max(still"),
        ("if len(values) > 1]", "]"),
        (", default=None)", ")"),
        (DEGREE, "sum(len(domains[peer]) == 1 for peer in peers[name])"),
    ],
    "the-best": [
        (VALUE, VALUE.replace(" is None", " in (0, None)")),  # 0 means nothing found
        (BEST, "if value else"),
        (BEST, "if outcome.status is nonet.Status.SAT else"),
        ('"no solution" if outcome.status is nonet.Status.UNSAT else "nothing found"', '"no solution"'),
        ('"no solution" if outcome.status is nonet.Status.UNSAT else "nothing found"', '"nothing found"'),
        ("    build.add(mark[0] == 0)\n", ""),
        ("    build.all_different([b - a for a, b in combinations(mark, 2)])\n", ""),
        ("build.minimize(mark[-1])", "build.maximize(mark[-1])"),
        ("    build.minimize(mark[-1])\n", ""),
    ],
}  # fmt: skip
CASES = [(name, old, new) for name, wrong in WRONG.items() for old, new in wrong]


@pytest.mark.parametrize(("name", "old", "new"), CASES)
def test_a_wrong_answer_is_refused(name, old, new):
    exercise = find_exercise(name)
    assert old in exercise.solution
    result = grade_in_process(exercise, exercise.solution.replace(old, new))
    assert not result.passed
    assert result.results[-1].message
