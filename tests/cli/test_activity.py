"""What a command says of itself: its state after a silence, and its work when a signal ends it."""

import signal
import sys
import threading

import pytest

from nonet.cli.activity import Activity, print_error, print_message


@pytest.fixture
def activity(clock):
    instance = Activity()
    instance.begin("solve")
    return instance


@pytest.mark.parametrize(
    ("state", "line"),
    [
        ({"command": ""}, "starting"),
        ({"command": "", "current": "puzzle 3"}, "puzzle 3"),
        ({}, "solve"),
        ({"current": "puzzle 3"}, "solve puzzle 3"),
        ({"current": lambda: "puzzle 4 (hard)"}, "solve puzzle 4 (hard)"),
        ({"solutions": 1}, "solve, 1 solution so far"),
        ({"solutions": 1234}, "solve, 1,234 solutions so far"),
        ({"detail": lambda: "12 steps found"}, "solve, 12 steps found"),
        ({"detail": lambda: ""}, "solve"),
        ({"puzzles": 0}, "solve, 0 puzzles done"),
        ({"puzzles": 1}, "solve, 1 puzzle done"),
        ({"puzzles": 0, "total": lambda: 1}, "solve"),
        ({"puzzles": 0, "total": lambda: 2}, "solve, 0 of 2 puzzles done"),
        ({"puzzles": 1000, "total": lambda: 12000}, "solve, 1,000 of 12,000 puzzles done"),
        ({"puzzles": 5, "total": lambda: None}, "solve, 5 puzzles done"),
        ({"total": lambda: 7}, "solve"),
        (
            {"current": "puzzle 2", "solutions": 3, "detail": lambda: "deep", "puzzles": 1},
            "solve puzzle 2, 3 solutions so far, deep, 1 puzzle done",
        ),
    ],
)
def test_the_state_names_what_is_known_of_the_work(activity, clock, state, line):
    clock.now = 61.6
    vars(activity).update(state)
    assert activity.status_line() == f"still at work after 62 s: {line}"


@pytest.mark.parametrize(
    ("state", "message"),
    [
        ({}, "interrupted"),
        ({"signal_number": signal.SIGINT}, "interrupted"),
        ({"signal_number": signal.SIGTERM}, "terminated"),
        ({"puzzles": 0}, "interrupted after 0 puzzles"),
        ({"puzzles": 1}, "interrupted after 1 puzzle"),
        ({"puzzles": 1200}, "interrupted after 1,200 puzzles"),
        ({"puzzles": 2, "solutions": 1}, "interrupted after 2 puzzles and 1 solution of the next"),
        ({"solutions": 4}, "interrupted"),
        ({"done_phrase": lambda: " after 9 rows", "puzzles": 2}, "interrupted after 9 rows"),
        ({"advice": "go on"}, "interrupted; go on"),
        ({"puzzles": 1, "advice": "go on"}, "interrupted after 1 puzzle; go on"),
    ],
)
def test_the_last_message_names_what_was_done(activity, state, message):
    vars(activity).update(state)
    assert activity.final_message() == message


def test_a_command_that_begins_forgets_the_one_before_but_not_its_signal(activity, clock):
    lasting = {"signal_number": 2, "owns_process": True}
    forgotten = {"puzzles": 3, "solutions": 2, "current": "x", "advice": "a", "quiet": True,
                 "final_message_printed": True, "done_phrase": str, "total": int, "detail": str}  # fmt: skip
    vars(activity).update(lasting | forgotten)
    clock.now = 7.0
    activity.begin("verify")
    fresh = vars(Activity("verify", started=7.0, last_output=7.0, **lasting))
    assert vars(activity) == fresh
    activity.begin("verify", quiet=True)
    assert activity.quiet


def test_a_puzzle_that_ends_is_counted_and_is_an_output(activity, clock):
    activity.begin_puzzle("first")
    activity.solutions, clock.now = 5, 3.0
    activity.end_puzzle()
    assert (activity.puzzles, activity.solutions, activity.last_output) == (1, 0, 3.0)
    activity.end_puzzle()
    activity.solutions = 4
    activity.begin_puzzle("third")
    assert (activity.puzzles, activity.solutions, activity.current) == (2, 0, "third")


def test_a_signal_within_a_block_interrupts_after_it(activity):
    with activity.defer_interrupts():
        assert activity.interrupts_deferred
    assert not activity.interrupts_deferred
    done = False
    with pytest.raises(KeyboardInterrupt), activity.defer_interrupts():
        activity.signal_number = signal.SIGINT
        done = True
    assert done and not activity.interrupts_deferred
    with pytest.raises(ValueError), activity.defer_interrupts():
        raise ValueError
    assert not activity.interrupts_deferred


def test_the_last_message_is_printed_once_by_whatever_thread(activity, capsys):
    threads = [threading.Thread(target=activity.print_final_message) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert capsys.readouterr().err == "nonet: interrupted\n"


def test_a_message_is_one_safe_line_and_an_error_has_its_traceback(capsys, monkeypatch):
    print_message("two\nlines \x1b[31m")
    line = capsys.readouterr().err
    assert line.count("\n") == 1 and line.startswith("two lines ") and "\x1b" not in line
    error = ValueError("no")
    error.traceback_lines = ["file a", "file b"]
    print_error(error, "nonet solve")
    assert capsys.readouterr().err.splitlines() == [
        "nonet solve: no", "nonet solve:   | file a", "nonet solve:   | file b",
    ]  # fmt: skip
    print_error(ValueError("plain"))
    assert capsys.readouterr().err == "nonet: plain\n"
    monkeypatch.setattr(sys, "stderr", None)
    print_message("to nobody")
    assert capsys.readouterr().out == ""
