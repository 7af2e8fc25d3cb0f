"""The process that checks a learner's file: what it reports, and what it takes for tampering."""

import pytest

from nonet.learn import find_exercise, grade
from nonet.learn.grading import FORGED_MESSAGE, LOADING_SENTENCE

ROWS = find_exercise("declare-a-sudoku")


def grade_text(folder, text, seconds=3.0):
    file = folder / ROWS.file
    file.write_text(text, encoding="utf-8")
    return grade(ROWS, file, seconds=seconds)


def hostile(what: str) -> str:
    """The hole of the exercise, and before it what a cheat or an accident might write."""
    return f"{what}\n\n{ROWS.hole}"


EVERYWHERE = """
import contextlib, os
for number in range(3, 1024):
    with contextlib.suppress(OSError):
        os.write(number, """


LINE = """{"sentence": "s", "state": "passed", "says": ""}"""


@pytest.mark.parametrize(
    "what",
    [
        f"""
import os
for number in range(3, 1024):
    try:
        os.write(number, b'{LINE}\\n' * 9)
    except OSError:
        pass
os._exit(0)
""",
        f"{EVERYWHERE}b'[1, 2\\n\\xff\\n3\\n')",
        f"{EVERYWHERE}b'[' * 30_000 + b'\\n')",
    ],
    ids=["forged", "not JSON", "deep JSON"],
)
def test_what_the_checks_did_not_write_counts_for_nothing(what, tmp_path):
    report = grade_text(tmp_path, hostile(what), 20)
    assert not report.passed
    assert [result.message for result in report.results] == [FORGED_MESSAGE]
    assert report.not_run == len(ROWS.checks())


@pytest.mark.slow(0.4)
@pytest.mark.parametrize(
    ("what", "name"),
    [
        (
            "import nonet.learn.checks as c\nc.learner_value = lambda work, name: 3",
            "nonet.learn.checks.learner_value",
        ),
        (
            "import nonet.learn.exercises.declare_a_sudoku as e\ne.check_names = lambda work: None",
            "nonet.learn.exercises.declare_a_sudoku.check_names",
        ),
        (
            "import nonet.learn.checks as c\n"
            "c.expect.__code__ = (lambda condition, message: None).__code__",
            "nonet.learn.checks.expect",
        ),
        (
            "from nonet.model import AllDifferent\nAllDifferent.holds = lambda *a: True",
            "AllDifferent.holds",
        ),
        ("import builtins\nbuiltins.sorted = list", "builtins.sorted"),
        (
            "import __main__ as m\nm.check_seal_intact = m.state_and_message = lambda *a: ('passed', '')",
            "__main__.",
        ),
    ],
)
def test_a_file_that_replaces_what_judges_it_does_not_pass(what, name, tmp_path):
    for text in (hostile(what), f"{what}\n{ROWS.solution}"):
        report = grade_text(tmp_path, text, 20)
        assert not report.passed
        assert name in report.results[-1].message
        assert [result.sentence for result in report.results] == [LOADING_SENTENCE]


def test_what_is_replaced_while_a_check_runs_is_noticed_too(tmp_path):
    later = (
        ROWS.solution
        + "\n_domains = domains\n\ndef domains(size):\n"
        + ("    import nonet.learn.checks as c\n    c.expect = print\n    return _domains(size)\n")
    )
    report = grade_text(tmp_path, later, 20)
    assert not report.passed
    assert "nonet.learn.checks.expect" in report.results[-1].message
