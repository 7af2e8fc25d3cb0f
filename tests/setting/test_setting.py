"""What holds of every question of the room: stopped anywhere it claims nothing false, and its answer
depends on the question alone, not on what was asked before or on the processor."""

import inspect
import json
import os
import platform
import re
import subprocess
import sys
from contextlib import contextmanager, suppress
from math import inf
from unittest.mock import patch

import pytest

import nonet
from nonet import setting
from nonet.backends.base import Pool
from nonet.deadline import Deadline
from nonet.errors import OutOfTime
from nonet.puzzle.rules.killer import Killer
from nonet.setting.difficulty import puzzle_of_level
from nonet.setting.live_solvers import AssumptionSolver
from nonet.setting.redundancy import quick_puzzle
from tests.fuzz.statements import QUESTIONS

BLANK = nonet.Sudoku("." * 16)
SIX = nonet.Sudoku("." * 36)
BROKEN = nonet.parse("12.....4........")
TWO_WRONG = nonet.parse("11......22......", allow_clashes=True)
CLASHING = BLANK.with_rules(Killer(("R1C1", "R1C2"), sum=7), Killer(("R1C3", "R1C4"), sum=7))
UNIQUE = nonet.parse("1.3.34....2..1..")
MARKED = nonet.Sudoku(
    "............3...", rules=["thermometer R1C1 R1C2 R1C3", "killer 5 R3C1 R3C2"]
)
LINES = ["R1C1 R1C2 R1C3 R1C4", "R2C1 R3C2 R4C3"]
KINDS = ["thermometer", "palindrome"]


# -- works, their patches, and what a stopped answer may not claim ------------------------


def effects_claim(stopped, full):
    known = len(stopped.effects)
    if stopped.effects != full.effects[:known] or known + len(stopped.undecided) not in (0, 2):
        return "other effects"
    return None


def typings_claim(stopped, full):
    known = [str(each) for each in stopped.typings]
    if known != [str(each) for each in full.typings][: len(known)]:
        return "another typing"
    return "all typings" if stopped.exhausted and len(known) < len(full.typings) else None


def puzzles_claim(stopped, full):
    if stopped[0] != full[0][: len(stopped[0])]:
        return "another puzzle of the seed"
    return "that there are no more" if stopped[1] and not full[1] else None


def puzzle_claim(stopped, full):
    puzzle = stopped[0] if isinstance(stopped, tuple) else stopped
    if puzzle is not None and nonet.verify(puzzle, "native").uniqueness.value != "unique":
        return "a puzzle that is none"
    return None


def generated(count=2, like=BLANK, **demands):
    """A question for puzzles: answered by these, and whether there seem to be no more."""

    def ask(time_limit):
        run = nonet.generate(count, like=like, seed=1, time_limit=time_limit, **demands)
        puzzles = []
        for each in run:
            puzzles.append((each.puzzle, each.solution, each.tag))
        assert len(puzzles) == count or run.stopped or run.exhausted
        return puzzles, run.exhausted

    return ask


def asked(verb, *arguments, **options):
    """A question of ``nonet.setting`` by its name."""
    return lambda time_limit: getattr(setting, verb)(*arguments, time_limit=time_limit, **options)


def estimate_claim(stopped, full):
    wrong = stopped.low > 288 if stopped.high == inf else stopped.exact and stopped.number != 288
    return f"{stopped.low} to {stopped.high}" if wrong else None


SLOWLY = {"nonet.setting.counting.MAX_LISTED": 10, "nonet.setting.sampling.MAX_LISTED": 10}
DIVING = {
    **SLOWLY,
    "nonet.setting.counting.usable_backend": lambda name: None,
    "nonet.setting.sampling.is_supported": lambda model: False,
    "nonet.setting.sampling.usable_backend": lambda name: None,
}
UNCOUNTED = {
    **DIVING,
    "nonet.setting.counting.count_by_states": lambda model, check: check(),
    "nonet.setting.counting.MAX_COUNTED": 100,
}

WORKS = {
    "conflict": (asked("conflict", BROKEN, chain=True), QUESTIONS["conflict"][1], {}),
    "conflict all": (asked("conflict", TWO_WRONG, number=5), QUESTIONS["conflict"][1], {}),
    "repair": (asked("repair", BROKEN), QUESTIONS["repair"][1], {}),
    "repair unique": (asked("repair", BROKEN, unique=True), QUESTIONS["repair"][1], {}),
    "repair rules": (asked("repair", CLASHING), QUESTIONS["repair"][1], {}),
    "redundant": (asked("redundant", UNIQUE), QUESTIONS["redundant"][1], {}),
    "minimal": (
        asked("minimal", UNIQUE, smallest=True, number=5, seed=1),
        QUESTIONS["minimize"][1],
        {},
    ),
    "backdoors": (asked("backdoors", UNIQUE), QUESTIONS["backdoors"][1], {}),
    "why_not": (
        asked("why_not", UNIQUE, "R1C2", 4, known="clues", smallest=True),
        QUESTIONS["why_not"][1],
        {},
    ),
    "why_not position": (asked("why_not", UNIQUE, "R1C2", 4), QUESTIONS["why_not"][1], {}),
    "sample": (asked("sample", BLANK, 2, seed=1), QUESTIONS["sample"][1], SLOWLY),
    "sample dives": (asked("sample", BLANK, 2, seed=1), QUESTIONS["sample"][1], DIVING),
    "estimate": (asked("estimate", BLANK, seed=1, dives=40), estimate_claim, DIVING),
    "estimate dives": (asked("estimate", BLANK, seed=1, dives=40), estimate_claim, UNCOUNTED),
    "prove": (asked("prove", UNIQUE), QUESTIONS["prove"][1], {}),
    "prove none": (asked("prove", BROKEN), QUESTIONS["prove"][1], {}),
    "prove several": (asked("prove", BLANK), QUESTIONS["prove"][1], {}),
    "mark_effects": (asked("mark_effects", MARKED), effects_claim, {}),
    "line_types": (
        asked("line_types", nonet.Sudoku("............3..."), KINDS, lines=LINES),
        typings_claim,
        {},
    ),
    "generate": (generated(), puzzles_claim, {}),
    "generate by sat": (generated(1, like=SIX.with_rules("nonconsecutive")), puzzles_claim, {}),
    "generate minimal": (
        generated(like=SIX, symmetry="half-turn", minimal=True),
        puzzles_claim,
        {},
    ),
    "generate killer": (generated(kind="killer"), puzzles_claim, {}),
    "generate thermometer": (generated(kind="thermometer"), puzzles_claim, {}),
    "generate jigsaw": (generated(1, like=BLANK, rules="jigsaw"), puzzles_claim, {}),
    "generate level": (generated(1, like=SIX, level="Easy"), puzzles_claim, {}),
    "quick_puzzle": (lambda limit: quick_puzzle(BLANK, time_limit=limit), puzzle_claim, {}),
    "puzzle_of_level": (
        lambda limit: puzzle_of_level(BLANK, "Easy", time_limit=limit),
        puzzle_claim,
        {},
    ),
}
"""By name: a question with a time limit, the judge of its stopped answer, and what is replaced."""

NOT_HERE = {
    "canonical": "has no limit",
    "check": "has no limit",
    "practice": "generates, and explains in the room techniques",
}


def test_every_question_of_the_room_is_stopped_here():
    verbs = {name for name in setting.__all__ if inspect.isfunction(getattr(setting, name))}
    assert verbs - NOT_HERE.keys() == {name.split()[0] for name in WORKS} & verbs


@contextmanager
def stopped_at_look(number, how):
    """At this look at a limit the time is out, or Ctrl-C comes; the looks left are yielded."""
    looks_left = [number]
    originals = Deadline.check, Deadline.remaining, Deadline.expired

    def look(deadline):
        looks_left[0] -= deadline.until != inf
        if how == "interrupt" and looks_left[0] == 0:
            looks_left[0] = -1
            raise KeyboardInterrupt
        if how == "time" and looks_left[0] <= 0 and deadline.until != inf:
            deadline.move(-inf)

    def check(deadline):
        look(deadline)
        originals[0](deadline)

    def remaining(deadline):
        look(deadline)
        return originals[1](deadline)

    def expired(deadline):
        return (how == "time" and looks_left[0] <= 0) or originals[2].__get__(deadline)

    with patch.multiple(Deadline, check=check, remaining=remaining, expired=property(expired)):
        yield looks_left


@contextmanager
def patched(replacements):
    with pytest.MonkeyPatch.context() as monkeypatch:
        for name, value in replacements.items():
            monkeypatch.setattr(name, value)
        yield


MANY_LOOKS = 10**9


def places(looks):
    """The first looks, the last, and some between."""
    return sorted({*range(1, min(looks, 25) + 1), *range(1, looks + 1, looks // 20 + 1), looks})


@pytest.mark.slow(0.15)
@pytest.mark.parametrize("how", ["time", "interrupt"])
@pytest.mark.parametrize("name", WORKS)
def test_no_work_stopped_at_any_look_claims_what_the_whole_work_contradicts(name, how):
    ask, contradiction, replacements = WORKS[name]
    with patched(replacements):
        with stopped_at_look(MANY_LOOKS, how) as looks_left:
            full = ask(1000.0)
        looks = MANY_LOOKS - looks_left[0]
        for number in places(looks):
            with stopped_at_look(number, how) as looks_left:
                try:
                    answer = ask(1000.0)
                except OutOfTime:
                    answer = None
                except KeyboardInterrupt as stop:
                    assert how == "interrupt"
                    answer = getattr(stop, "outcome", None)
                    # puzzles are yielded one by one, so those made are with the caller
                    assert answer is not None or "generate" in name or "puzzle" in name
            assert looks_left[0] <= 0 or number > 1  # what is cached by now looks less often
            if answer is None or (isinstance(answer, setting.Minimized) and "puzzle" in name):
                continue
            assert contradiction(answer, full) is None, (number, answer)
            if hasattr(answer, "in_words"):
                assert answer.in_words() and answer.to_json()


@pytest.mark.parametrize("how", ["time", "interrupt"])
def test_a_session_stopped_at_any_look_goes_on_to_the_candidates_there_are(how):
    expected = dict(setting.Session(BLANK).add("R1C1", 1).candidates())
    for number in range(1, 40):
        session = setting.Session(BLANK, time_limit=1000.0).add("R1C1", 1)
        with stopped_at_look(number, how), suppress(OutOfTime, KeyboardInterrupt):
            assert dict(session.candidates()) == expected
        assert dict(session.candidates()) == expected


# -- an answer depends on the question alone ---------------------------------------------

SIX_WRONG = nonet.parse(".3..6646.1.....2.4.3....623..141..2.", allow_clashes=True)
SIX_UNIQUE = nonet.Sudoku("..6.3.....4.3.......4..2...5.1......")

REPEATED = {
    "conflict": lambda: setting.conflict(SIX_WRONG, rules=True, number=3),
    "conflict any": lambda: setting.conflict(SIX_WRONG, rules=True, smallest=False),
    "repair": lambda: setting.repair(SIX_WRONG, number=3),
    "repair rules": lambda: setting.repair(SIX_WRONG, rules=True, number=3),
    "why_not": lambda: setting.why_not(SIX_UNIQUE, "R1C1", 1, known="clues"),
    "why_not position": lambda: setting.why_not(SIX_UNIQUE, "R1C1", 1),
    "redundant": lambda: setting.redundant(SIX_UNIQUE),
    "minimal": lambda: setting.minimal(SIX_UNIQUE, seed=1),
    "minimal all": lambda: setting.minimal(SIX_UNIQUE, rules=True, seed=1, number=4),
    "backdoors": lambda: setting.backdoors(SIX_UNIQUE),
    "sample": lambda: setting.sample(SIX, 3, seed=1, dives=200),
    "mark_effects": lambda: setting.mark_effects(MARKED),
    "line_types": lambda: setting.line_types(
        nonet.Sudoku("............3..."), KINDS, lines=LINES, number=1
    ),
}


def as_data(answer):
    return {key: value for key, value in answer.to_json().items() if key != "seconds"}


@pytest.mark.slow(0.1)
@pytest.mark.parametrize("name", REPEATED)
def test_an_answer_does_not_depend_on_what_was_asked_before(name, monkeypatch):
    monkeypatch.setattr("nonet.setting.live_solvers._POOL", Pool())
    fresh = as_data(REPEATED[name]())
    setting.redundant(SIX_UNIQUE, rules=True)
    setting.minimal(SIX_WRONG.with_clues({}), smallest=False)
    for _ in range(2):
        assert as_data(REPEATED[name]()) == fresh


ASKED_ELSEWHERE = """
import json, nonet, sys
from nonet import setting
six = nonet.Sudoku("." * 36)
wrong = nonet.parse(".3..6646.1.....2.4.3....623..141..2.", allow_clashes=True)
killers = ["little-killer R0C1 DR 12", "killer 5 R3C1 R3C2", "x"]
answers = [
    setting.repair(wrong, rules=True, number=3),
    setting.repair(nonet.Sudoku("1.3.24....2..1.."), unique=True),
    setting.repair(nonet.Sudoku("." * 36, rules=killers).with_clues({"R1C1": 1, "R6C6": 1})),
    setting.conflict(wrong, rules=True, number=3),
    setting.sample(nonet.Sudoku("." * 81), 2, seed=3),
    setting.sample(six.with_rules("x"), 2, seed=3),
]
print(json.dumps([{**each.to_json(), "seconds": 0} for each in answers]))
"""


@pytest.mark.slow(2)
@pytest.mark.skipif(
    not sys.platform.startswith("linux") or platform.machine() != "x86_64",
    reason="the compiled engine has levels of registers on x86-64 alone",
)
def test_answers_are_the_same_on_processors_with_narrower_registers():
    def answers(**environment):
        run = subprocess.run(
            [sys.executable, "-c", ASKED_ELSEWHERE],
            env={**os.environ, **environment},
            capture_output=True,
            text=True,
            timeout=100,
            check=True,
        )
        return json.loads(run.stdout)

    expected = answers(PYTHONHASHSEED="1")
    assert answers(NONET_LOCKSTEP="x86-64-v2", PYTHONHASHSEED="2") == expected


# -- what is told while a work goes on, and the work that is saved ------------------------------

TOLD = {
    "conflict": (
        WORKS["conflict all"][0],
        r"a conflict of 2 parts, at least \d needed(, 1 other|, \d others)?",
    ),
    "repair": (
        WORKS["repair rules"][0],
        r"(1 repair|\d+ repairs), at least (1 part|\d parts) each",
    ),
    "minimal": (WORKS["minimal"][0], r"(1 minimal set|[2-9] minimal sets), the first of 4 parts"),
    "sample": (WORKS["sample dives"][0], r"1 dive|\d+ dives"),
    "estimate": (WORKS["estimate dives"][0], r"(1 dive|\d+ dives): (at least|about) .*"),
    "generate": (WORKS["generate minimal"][0], r"1 solution tried|\d+ solutions tried"),
}


@pytest.mark.slow(0.1)
@pytest.mark.parametrize("name", TOLD)
def test_what_is_told_of_a_work_grows_from_nothing_to_its_end(name, monkeypatch):
    ask, pattern = TOLD[name]
    describers, texts = [], []
    monkeypatch.setattr("nonet.deadline._progress", describers.append)
    check = Deadline.check

    def check_and_listen(deadline):
        texts.extend(describe() for describe in describers)
        check(deadline)

    monkeypatch.setattr(Deadline, "check", check_and_listen)
    monkeypatch.setattr(Deadline, "remaining", lambda deadline: check_and_listen(deadline) or 999.0)
    replacements = DIVING if name in ("sample", "estimate") else {}
    with patched(replacements | (UNCOUNTED if name == "estimate" else {})):
        ask(1000.0)
    texts.extend(describe() for describe in describers)
    spoken = [text for text in texts if text]
    assert spoken and all(re.fullmatch(pattern, text) for text in spoken), spoken[:3]
    assert len(set(spoken)) > (name == "sample")


@pytest.mark.parametrize("verb", ["redundant", "minimal", "backdoors"])
def test_a_list_of_puzzles_of_one_kind_is_asked_of_solvers_made_once(verb, monkeypatch):
    monkeypatch.setattr("nonet.setting.live_solvers._POOL", Pool())
    solvers = []
    original = AssumptionSolver.__init__
    monkeypatch.setattr(
        AssumptionSolver,
        "__init__",
        lambda solver, *given, **named: solvers.append(solver) or original(solver, *given, **named),
    )
    for line in ("1.3.34....2..1..", "1234341221434321", "12...4.32....1.."):
        getattr(setting, verb)(nonet.parse(line, allow_clashes=True))
    assert len(solvers) == (2 if verb == "backdoors" else 1)
    setting.minimal(UNIQUE, seed=1, number=2)
    assert len(solvers) == (3 if verb == "backdoors" else 2), (
        "whose other sets depend on the solver"
    )
