"""Answers hand-made: their status, texts, claims and fields, judged by what their docstrings say."""

from __future__ import annotations

import pickle
from dataclasses import replace

import pytest

import nonet
from nonet import Status, Uniqueness
from nonet.errors import ModelError, PuzzleError
from nonet.model import Domain, Objective
from nonet.puzzle.unread import Claims, UnreadPart
from nonet.solving import Candidates, Optimum, Outcome, Solution, SolutionCount, Verdict, verdict
from nonet.solving.outcome import STOP_TEXTS, Improvement, duration_text, summary

X = Objective("minimize", ("x",), (1,))
SOLUTION, OTHER = Solution({"x": 1, "y": 2}), Solution({"x": 1, "y": 3})


def outcome(number=0, exhausted=False, stopped_by=None, **fields):
    solutions = [SOLUTION, OTHER, Solution({"x": 2, "y": 2})][:number]
    return Outcome(tuple(solutions), exhausted, stopped_by, "native", 0.25, **fields)


@pytest.mark.parametrize("kind", [Status, Uniqueness])
def test_words_are_equal_to_their_texts_and_to_no_other_text(kind):
    for word in kind:
        assert word == word.value and word == kind(word.value) and word in {word}
        assert [other for other in kind if word == other.value] == [word]
        assert word != object() and word is not None
        assert len({word, word.value}) == 1
        for wrong in (word.value.upper(), "", True, 0):
            with pytest.raises(
                TypeError, match=rf"{wrong!r} is not a {kind.__name__}: compare with"
            ):
                word == wrong  # noqa: B015


TABLE = [  # number, exhausted, stopped by, optimum's value and bound, status, uniqueness, summary
    (0, True, None, None, "unsat", "none", "no solution (native, 250 ms)"),
    (0, False, "time", None, "unknown", "undecided",
     "no solution found yet, stopped by the time limit (native, 250 ms)"),
    (1, True, None, None, "sat", "unique", "its only solution (native, 250 ms)"),
    (1, False, "solutions", None, "sat", "undecided", "solved (native, 250 ms)"),
    (1, False, "memory", None, "sat", "undecided",
     "1 solution, stopped by the memory limit (native, 250 ms)"),
    (2, False, "solutions", None, "sat", "multiple", "2 solutions, there may be more (native, 250 ms)"),
    (2, True, None, None, "sat", "multiple", "all 2 solutions (native, 250 ms)"),
    (3, False, "interrupt", None, "sat", "multiple", "3 solutions, interrupted (native, 250 ms)"),
    (1, False, "solutions", (1, 1), "optimal", "undecided", "x = 1, proven the least (native, 250 ms)"),
    (1, True, None, (1, 1), "optimal", "unique",
     "its only solution with x = 1, proven the least (native, 250 ms)"),
    (2, True, None, (1, 1), "optimal", "multiple",
     "all 2 solutions with x = 1, proven the least (native, 250 ms)"),
    (2, False, "solutions", (1, 1), "optimal", "multiple",
     "2 solutions with x = 1, proven the least; there may be more (native, 250 ms)"),
    (1, False, "time", (1, 0), "sat", "undecided",
     "x = 1, not proven the least: 0 or more, a gap of 1; stopped by the time limit (native, 250 ms)"),
    (1, False, "time", (1, None), "sat", "undecided",
     "x = 1, not proven the least; stopped by the time limit (native, 250 ms)"),
    (1, False, None, (1, None), "sat", "undecided",
     "x = 1, not proven the least; it may be better (native, 250 ms)"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("number", "exhausted", "stopped", "optimum", "status", "word", "text"), TABLE
)
def test_an_outcome_says_what_is_known(number, exhausted, stopped, optimum, status, word, text):
    best = None if optimum is None else Optimum(X, *optimum)
    answer = outcome(number, exhausted, stopped, optimum_or_none=best)
    assert (answer.status.value, summary(answer)) == (status, text)
    if number:
        assert summary(replace(answer, solutions=()), number) == text
    its_verdict = verdict(answer)
    assert its_verdict.uniqueness.value == word and its_verdict.witnesses == answer.solutions[:2]
    assert its_verdict.stopped_by == (stopped if word == "undecided" else None)
    assert its_verdict.proven_by == (("native",) if word in ("unique", "none") else ())
    assert its_verdict.differing == (("y",) if number > 1 else ())
    claims = Claims.SOLUTIONS if number else Claims.NOTHING
    assert answer.claims == claims | (Claims.NO_OTHERS if exhausted else Claims.NOTHING)
    assert answer.solution_or_none == (SOLUTION if number else None)
    if number == 0:
        why = "unsat" if exhausted else f"stopped by {stopped}"
        with pytest.raises(ModelError, match=rf"there is no solution \({why}\)"):
            answer.solution  # noqa: B018
    if optimum is None:
        with pytest.raises(ModelError, match=r"write build\.minimize"):
            answer.optimum  # noqa: B018
    hidden = {"solution": not number, "optimum": optimum is None}
    assert all((name in dir(answer)) != is_hidden for name, is_hidden in hidden.items())


def test_a_core_and_few_names_are_told():
    clash = outcome(exhausted=True, core=("a", "b", "c", "d"))
    assert summary(clash) == "no solution, for a, b, c, d clash (native, 250 ms)"
    assert repr(verdict(clash)) == "<Verdict none, for a, b, c and 1 more clash (native, 250 ms)>"
    three = verdict(replace(clash, core=("a", "b", "c")))
    assert repr(three) == "<Verdict none, for a, b, c clash (native, 250 ms)>"


ANSWERS = {
    "outcome": outcome(1, True),
    "verdict": verdict(outcome(2)),
    "count": SolutionCount(3, True, None, "native", 0.5),
    "candidates": Candidates({"x": Domain.of([1])}, {}, "native", 0.5),
}


@pytest.mark.parametrize("name", ANSWERS)
def test_an_answer_has_no_truth_and_equals_what_has_the_same_fields(name):
    answer = ANSWERS[name]
    same = pickle.loads(pickle.dumps(answer))
    assert answer == same
    assert answer != replace(
        answer, **({"backend": "sat"} if name != "verdict" else {"witnesses": ()})
    )
    assert answer != 3.5 and answer is not None
    for compared in (
        lambda: bool(answer),
        lambda: answer == bool(1),
        lambda: answer == "unique",
        lambda: answer == Status.SAT,
    ):
        with pytest.raises(TypeError, match="has more than two values: compare"):
            compared()


FORBIDS, ALLOWS = (UnreadPart("lines", "forbid"),), (UnreadPart("clues", "allow"),)


@pytest.mark.parametrize(
    ("answer", "by_forbidding", "by_allowing"),
    [
        (outcome(1, True), True, True),
        (outcome(1, False, "solutions"), True, False),
        (outcome(0, True), False, True),
        (outcome(0, False, "time"), False, False),
        (verdict(outcome(2, False, "solutions")), True, False),
        (verdict(outcome(0, True)), False, True),
        (verdict(outcome(1, True)), True, True),
        (verdict(outcome(0, False, "time")), False, False),
        (SolutionCount(3, True, None, "native", 0.5), True, True),
        (SolutionCount(0, True, None, "native", 0.5), False, True),
        (SolutionCount(3, False, "time", "native", 0.5), True, False),
        (Candidates({"x": Domain.of([1])}, {}, "native", 0.5), True, True),
        (Candidates({"x": Domain.of([])}, {}, "native", 0.5), False, True),
    ],
)
def test_an_answer_is_undecided_where_what_was_not_read_could_contradict_it(
    answer, by_forbidding, by_allowing
):
    for unread, contradicts in ((FORBIDS, by_forbidding), (ALLOWS, by_allowing)):
        given = answer.for_puzzle(unread)
        assert given.doubts == (unread if contradicts else ())
        assert (given is answer) != contradicts and given.as_read is answer
        if not contradicts:
            continue
        assert "undecided: of what was read, " in repr(
            given
        ) and f"not read: {unread[0].name}" in repr(given)
        if isinstance(answer, Outcome):
            assert (given.status, given.stopped_by, given.exhausted) == (
                Status.UNKNOWN,
                "unread",
                False,
            )
        elif isinstance(answer, Verdict):
            assert (given.uniqueness, given.stopped_by) == (Uniqueness.UNDECIDED, "unread")
            assert given.proven_by == ()
        else:
            assert not given.exhausted


def test_the_setters_solution_is_not_contradicted_by_what_spares_it():
    spared = (UnreadPart("lines", "forbid", SOLUTION.line),)
    assert SOLUTION.line == "x=1 y=2"
    assert outcome(1, True).for_puzzle(spared).status is Status.SAT
    assert verdict(outcome(1, True)).for_puzzle(spared).uniqueness is Uniqueness.UNIQUE
    assert outcome(2, True).for_puzzle(spared).status is Status.UNKNOWN


def test_an_optimum_says_how_far_it_is_proven():
    build = nonet.ModelBuilder()
    x, z = build.variables("xz", range(4))
    build.add(x + z >= 2)
    build.minimize(x)
    best = nonet.solve(build).optimum
    assert best.levels == (best,) and best.is_proven and best.gap == 0
    assert str(best) == "x = 0, proven the least" and repr(best) == f"<Optimum {best}>"
    late = Optimum(X, None, 3)
    assert (late.gap, late.is_proven, str(late)) == (None, False, "x: no value yet")
    assert Optimum(X, 5, None).gap is None and Optimum(X, 5, 2).gap == 3
    assert Improvement(SOLUTION, Optimum(X, 5, 2), 0.1234).value == 5
    assert repr(Improvement(SOLUTION, Optimum(X, 5, 5), 0.1234)) == (
        "<Improvement x = 5, proven the least (0.123 s)>"
    )
    assert Optimum(Objective("maximize", ("x",), (1,)), 2, 7).proof_text == (
        "not proven the most: 7 or less, a gap of 5"
    )


def test_a_solution_is_asked_by_name_cell_variable_and_expression():
    puzzle = nonet.parse("1..............4")
    solution = nonet.solve(puzzle, "native").solution
    assert solution["r1c1"] == solution[1, 1] == solution["A1"] == 1
    assert hash(solution) == hash(Solution(dict(solution))) and solution == dict(solution)
    copied = pickle.loads(pickle.dumps(solution))
    assert copied == solution and copied.puzzle == puzzle and str(copied) == str(solution)
    for wrong in ("R9C9", (1,), (1, 5), ("1", 1)):
        with pytest.raises(KeyError):
            solution[wrong]
    build = nonet.ModelBuilder()
    x, colour = build.variable("x", range(3)), build.variable("colour", ["red", "green"])
    build.add(x == 2)
    build.add(colour == "green")
    mine = nonet.solve(build).solution
    assert mine[x] == 2 and mine[colour] == "green" and mine[[x, colour]] == [2, "green"]
    assert mine[x * 3 + 1] == 7 and mine[x == 2] is True and mine[x > 2] is False
    assert (
        mine.value_text(colour) == mine.value_text("colour") == "green"
        and mine.value_text("x") == "2"
    )
    assert mine.line == "x=2 colour=green" and mine._repr_html_() is None
    with pytest.raises(KeyError, match="is not a variable: index a solution by"):
        mine[3.5]
    other = nonet.ModelBuilder().variable("x", range(3))
    with pytest.raises(ModelError, match="was declared by another builder"):
        mine[other]
    with pytest.raises(PuzzleError, match="a model's solution has no rows"):
        mine.rows()


def test_witnesses_differ_in_the_variables_that_were_declared():
    two = Verdict(Uniqueness.MULTIPLE, (SOLUTION, Solution({"x": 2, "y": 3})), outcome(2))
    assert two.differing == ("x", "y")
    assert Verdict(Uniqueness.UNIQUE, (SOLUTION,), outcome(1, True)).differing == ()


def test_candidates_are_decided_unless_one_is_not():
    values = {"x": Domain.of([1]), "y": Domain.of([1, 2])}
    known = Candidates(values, {}, "native", 0.5)
    assert known.exhausted and known["x"] == Domain.of([1])
    assert repr(known) == "<Candidates of 2 variables: 1 take one value (native, 500 ms)>"
    some = replace(known, undecided=dict.fromkeys("abcd", Domain.of([3])))
    assert not some.exhausted
    assert "1 take one value, undecided in a, b, c and 1 more (native, 500 ms)" in repr(some)
    with pytest.raises(KeyError, match="z"):
        known["z"]
    assert "<table" in known._repr_html_() or "x" in known._repr_html_()
    puzzle = nonet.candidates("1..............4", "native")
    assert puzzle["A1"] == puzzle["r1c1"] == Domain.of([1]) and "<svg" in puzzle._repr_html_()
    with pytest.raises(KeyError):
        puzzle["R7C7"]


def test_a_duration_has_three_digits_and_its_unit():
    assert [duration_text(s) for s in (0.0, 0.9994, 1.0, 12.345)] == [
        "0 ms",
        "999 ms",
        "1 s",
        "12.3 s",
    ]
    assert set(STOP_TEXTS) == {"time", "memory", "interrupt", "unconfirmed", "unread"}
    assert str(SolutionCount(1234, True, None, "x", 1.0)) == "1,234"
    assert str(SolutionCount(1234, False, "time", "x", 1.0)) == "at least 1,234"


@pytest.mark.parametrize(
    ("answer", "advice"),
    [
        (ANSWERS["outcome"], "write outcome.solution"),
        (ANSWERS["verdict"], "write verdict.uniqueness"),
    ],
)
def test_a_name_that_an_answer_has_not_is_advised_on(answer, advice):
    with pytest.raises(AttributeError, match=f"has no 'is_unique': {advice}"):
        answer.is_unique  # noqa: B018
    with pytest.raises(AttributeError, match=r"has no '_x'$"):
        answer._x  # noqa: B018
    if isinstance(answer, Outcome):
        with pytest.raises(TypeError, match=r"write outcome.solution\['x'\]"):
            answer["x"]
        with pytest.raises(TypeError, match="is not called"):
            answer()
