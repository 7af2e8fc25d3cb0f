"""What an answer claims when its time is out: at any point of the work, nothing that is false.

The work is stopped at every question to the live solver in turn, and at many lines of the code, so
that no test depends on the machine's speed.  The same question without a limit is the judge.
"""

from collections import Counter
from math import inf

import pytest

import nonet
from nonet.deadline import DeadlineExceeded
from nonet.errors import OutOfTime
from nonet.formats import write
from nonet.puzzle.rules.killer import Killer
from nonet.setting.live_solvers import AssumptionSolver
from nonet.solving import Status, Uniqueness
from tests.fuzz.statements import QUESTIONS, judge

BROKEN = nonet.parse("12.....4........")
CLASHING = nonet.Sudoku("." * 16).with_rules(
    Killer(("R1C1", "R1C2"), sum=7), Killer(("R1C3", "R1C4"), sum=7)
)
TWO_WRONG = nonet.parse("11......22......", allow_clashes=True)
SPARED = nonet.parse("1.3.34....2..1..")
SEVERAL = nonet.parse("12..............")

CASES = [
    ("conflict", BROKEN, {}),
    ("conflict", CLASHING, {}),
    ("conflict", TWO_WRONG, {"number": 5}),
    ("conflict", BROKEN, {"rules": True}),
    ("repair", BROKEN, {}),
    ("repair", CLASHING, {}),
    ("repair", TWO_WRONG, {"unique": True}),
    ("repair", SEVERAL, {"unique": True}),
    ("redundant", SPARED, {}),
    ("redundant", SEVERAL, {}),
    ("minimize", SPARED, {"smallest": True, "seed": 1}),
    ("backdoors", SPARED, {}),
    ("why_not", SPARED, {"variable": "R1C2", "value": 4, "known": "clues", "smallest": True}),
    ("why_not", SPARED, {"variable": "R1C2", "value": 4, "known": "position", "smallest": True}),
]


class Allowance:
    """So many questions to the live solver; the next one comes too late."""

    def __init__(self, monkeypatch):
        self.left = 0
        for name in ("solve", "propagate"):
            original = getattr(AssumptionSolver, name)
            monkeypatch.setattr(AssumptionSolver, name, self.limited(original))

    def limited(self, original):
        def method(*arguments):
            self.left -= 1
            if self.left < 0:
                arguments[0].deadline.move(-inf)
                raise DeadlineExceeded
            return original(*arguments)

        return method


def answers_stopped_at_each_question(monkeypatch, ask, step=1):
    """The answers where the first question to the solver comes too late, the second, and so on.

    A ``step`` of 8 leaves out seven of eight: a question that takes long has hundreds.
    """
    answers = []
    with monkeypatch.context() as patch:
        allowance = Allowance(patch)
        for most in range(0, 400, step):
            allowance.left = most
            answers.append(ask())
            if allowance.left >= 0:
                return answers
    raise AssertionError("the question has no end")


@pytest.mark.slow(0.1)
@pytest.mark.parametrize(("verb", "puzzle", "options"), CASES)
def test_no_answer_stopped_at_any_question_claims_what_the_full_answer_contradicts(
    monkeypatch, verb, puzzle, options
):
    ask, contradiction = QUESTIONS[verb]
    full = ask(puzzle, **options, time_limit=None)
    stopped = 0
    for answer in answers_stopped_at_each_question(
        monkeypatch,
        lambda: ask(puzzle, **options, time_limit=None),
        step=8 if puzzle is TWO_WRONG else 1,
    ):
        assert contradiction(answer, full) is None, answer
        stopped += answer.stopped
    assert stopped


def test_a_conflict_that_was_not_found_in_time_is_no_clash_of_what_must_hold(monkeypatch):
    answers = answers_stopped_at_each_question(
        monkeypatch, lambda: nonet.conflict(BROKEN, time_limit=None)
    )
    late = [each for each in answers if each.status is Status.UNSAT and not each.parts]
    assert late
    for each in late:
        assert each.in_words() == (
            "there is no solution; stopped by the time limit before it was found what clashes"
        )
        assert each.to_json()["smallest"] is False
        assert each.to_json()["stopped_by"] == "time"


def test_clashing_assumptions_are_reported_where_they_are_known():
    conflict = nonet.conflict(CLASHING, rules=False, time_limit=None)
    assert conflict.in_words() == "what must hold clashes already, whatever else is given up"
    assert conflict.is_smallest
    mended = nonet.setting.repair(CLASHING, rules=False, time_limit=None)
    assert mended.in_words().startswith("no repair: what must hold clashes already")


def test_parts_not_asked_about_in_time_are_undecided_not_needed(monkeypatch):
    answers = answers_stopped_at_each_question(
        monkeypatch, lambda: nonet.setting.redundant(SPARED, time_limit=None)
    )
    late = [each for each in answers if each.uniqueness is Uniqueness.UNIQUE and each.stopped]
    assert late and all(each.undecided for each in late)


@pytest.mark.slow(0.2)
@pytest.mark.parametrize("verb", ["conflict", "repair", "redundant", "minimize", "backdoors"])
def test_no_answer_stopped_at_any_look_claims_what_the_full_answer_contradicts(verb):
    puzzle = BROKEN if verb in ("conflict", "repair") else SPARED
    tally = Counter()
    for looks in range(1, 60):
        case = {"puzzle": write(puzzle, "json"), "verb": verb, "options": {}, "looks": looks}
        assert judge(case, tally) is None
    assert tally[f"{verb} stopped"] > 1


def test_a_count_of_a_candidate_that_is_not_finished_is_none(monkeypatch):
    session = nonet.setting.Session(nonet.Sudoku("." * 81), time_limit=60)
    monkeypatch.setattr(session, "_time_limit", 1e-9)
    with pytest.raises(OutOfTime):
        session.count_solutions("R1C1", 1, most=10**6)


def test_a_session_whose_time_is_out_before_it_begins_says_so():
    with pytest.raises(OutOfTime, match="stopped by the time limit"):
        nonet.setting.Session(nonet.Sudoku("." * 81), time_limit=1e-9)
