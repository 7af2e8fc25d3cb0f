"""What a question may be: whatever comes in, one line comes out, and the engine goes on."""

from __future__ import annotations

import json
import re
import runpy
from pathlib import Path

import pytest

from nonet.errors import PositionError, QuestionError
from nonet.protocol import ask, ask_text, command_names, find_command
from nonet.protocol.dispatch import MAX_ERROR_LENGTH
from tests.cases import as_one_test
from tests.protocol.questions import CLASSIC, VARIANT, error_of

ROOT = Path(__file__).parents[2]


def last_event(text: str | bytes) -> dict:
    *_, event = ask_text(text)
    return event


@as_one_test([
        "", "{", "[]", "3", '"about"', "null", "NaN", '{"do": NaN}', "\x00", b"\xff\xfe",
        "[" * 100_000, '{"a":' * 5000, '{"do": "about", "do": "nothing"}', '{"do": ["about"]}',
        '{"do": "about"} {"do": "about"}', '{"do": "' + "x" * 5000 + '"}',
    ])  # fmt: skip
def test_a_text_that_is_no_question_is_one_line_of_error(text):
    event = last_event(text)
    assert event["kind"] == "QuestionError"
    assert 0 < len(event["error"]) < 200 and "\n" not in event["error"]


def test_a_fault_of_ours_is_an_event_and_not_the_end(monkeypatch):
    from nonet.protocol import checking

    monkeypatch.setattr(checking, "find_conflicts", lambda puzzle: 1 // 0)
    event = error_of("check", puzzle=CLASSIC)
    assert event["kind"] == "Fault"
    assert event["error"].startswith("a fault of nonet: ZeroDivisionError")


@pytest.mark.parametrize("error", [MemoryError, RecursionError])
def test_full_memory_and_stacks_are_reported(error, monkeypatch):
    from nonet.protocol import checking

    def fail(puzzle):
        raise error

    monkeypatch.setattr(checking, "find_conflicts", fail)
    assert error_of("check", puzzle=CLASSIC)["kind"] == error.__name__


def test_errors_say_where_if_they_know():
    assert PositionError("x", cells=["R1C1"]).cells == ("R1C1",)
    event = error_of("rate", puzzle={**CLASSIC, "clues": "55" + "." * 79})
    assert event["kind"] == "ClueError"


def test_an_error_is_one_line_whatever_it_quotes():
    event = error_of("draw", puzzle={**CLASSIC, "entries": {"\n\u2028": None}})
    assert len(event["error"].splitlines()) == 1
    event = error_of("draw", puzzle={**CLASSIC, "nonet": ["x" * 5000]})
    assert len(event["error"]) <= MAX_ERROR_LENGTH


def test_nothing_is_kept_between_two_questions():
    """The same question has the same answer, whatever was asked before."""

    def answers() -> list[str]:
        results = []
        for puzzle in (CLASSIC, VARIANT):
            for do in ("draw", "check", "verify", "hint", "trace"):
                *_, event = ask({"do": do, "puzzle": puzzle})
                event["done"].pop("ms")
                results.append(json.dumps(event))
        return results

    assert answers() == answers()


def test_every_command_is_on_the_page_of_the_protocol():
    page = (ROOT / "docs" / "page-protocol.md").read_text(encoding="utf-8")
    headings = re.findall(r"^### `(\w+)`$", page, re.MULTILINE)
    assert headings == command_names()
    for name in command_names():
        section = page.partition(f"### `{name}`\n")[2].partition("\n### ")[0]
        command = find_command(name)
        assert command.sentence in section
        assert re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE) == [
            parameter.name for parameter in command.parameters
        ]


def test_the_tables_of_the_page_are_those_that_its_script_makes():
    script = runpy.run_path(str(ROOT / "docs" / "site" / "protocol.py"))
    page = (ROOT / "docs" / "page-protocol.md").read_text(encoding="utf-8")
    assert script["with_new_tables"](page) == page


def test_a_name_that_is_no_command_is_none():
    for name in ("__class__", "ask", "", None, 3, "about.about"):
        with pytest.raises(QuestionError):
            find_command(name)


def test_an_error_is_cut_at_the_limit_of_characters(monkeypatch):
    from nonet.protocol import checking

    def say(text: str, error: type[Exception]) -> str:
        def fail(puzzle):
            raise error(text)

        monkeypatch.setattr(checking, "find_conflicts", fail)
        return error_of("check", puzzle=CLASSIC)["error"]

    assert say(MAX_ERROR_LENGTH * "x", QuestionError) == MAX_ERROR_LENGTH * "x"
    assert say((MAX_ERROR_LENGTH + 1) * "x", QuestionError) == (MAX_ERROR_LENGTH - 1) * "x" + "…"
    assert say("", QuestionError) == "QuestionError"
    fault = say(MAX_ERROR_LENGTH * "x", ValueError)
    assert len(fault) == MAX_ERROR_LENGTH
    assert fault.startswith("a fault of nonet: ValueError: xxx")
    where = say("x", ValueError)
    assert re.fullmatch(r"a fault of nonet: ValueError: x \(.*test_dispatch\.py, line \d+\)", where)


def test_a_near_name_is_suggested_for_a_short_one():
    assert find_command("solve").name == "solve"
    for name, message in (
        ("solv", "there is no command 'solv'; did you mean solve?"),
        (40 * "solve", f"there is no command '{8 * 'solve'}'"),
        (3, "there is no command '3'"),
    ):
        with pytest.raises(QuestionError) as refused:
            find_command(name)
        assert str(refused.value) == message


def test_the_time_of_an_answer_is_told_in_milliseconds(monkeypatch):
    readings = iter([10.0, 10.12345])
    monkeypatch.setattr("time.perf_counter", lambda: next(readings))
    *_, event = ask({"do": "schema"})
    assert event["done"]["ms"] == 123.4 or event["done"]["ms"] == 123.5
