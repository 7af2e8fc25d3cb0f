"""The player in the terminal, and driving by lines."""

import io
import os
import sys

import pytest

import nonet
from nonet.backends.events import Branched, Posted, WipedOut
from nonet.model import AllDifferent, Annotation, Model
from nonet.tracing import Replay, Stepper, Trace, terminal
from nonet.tracing.terminal import drive, player_screen

HARD = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"


def test_keys_move_through_the_run():
    run, screen = nonet.trace(HARD), io.StringIO()
    terminal.play(run, iter(["g", "right", "left", "w", "$", "0", "?", "q", "g"]), screen)
    frames = screen.getvalue().split("\x1b\n")
    at = [int(frame.splitlines()[1].split()[0]) for frame in frames]
    first, guess, after, back, wipe, end, start, same = at
    assert isinstance(run.events[guess - 1], Branched)
    assert (after, back) == (guess + 1, guess)
    assert isinstance(run.events[wipe - 1], WipedOut)
    assert (end, start, same) == (len(run), 0, 0)
    assert first == 28  # the first event after the 27 that are posted
    assert "guess 1: " in frames[1]


def test_driving_by_lines_answers_each():
    screen = io.StringIO()
    stepper = Stepper(HARD, "forward-checking")
    drive(stepper, iter(["row 1", "R1C1 = 3", "", "all", "R1C2 = 7", "back", "show", "x"]), screen)
    output = screen.getvalue()
    assert output.index("┏") < output.index("> ")  # the grid at once
    assert "row 1 removed 4 from R1C2 because R1C1 = 4" in output
    assert "R1C1 cannot be 3: it may be 4" in output
    assert "took back guess 1" in output
    assert "no constraint is called 'x'" in output


def test_driving_knows_help_and_what_is_nearly_a_name():
    screen = io.StringIO()
    stepper = Stepper(HARD, "gac")
    drive(
        stepper, iter(["help", "row1", "ROW 1", "r1c2 = 1", "back", "constraints", "all"]), screen
    )
    output = screen.getvalue()
    assert output.count("R1C1 = 3     guess; back takes the last guess back") == 2
    assert "row 1 removed 4 from R1C2 because R1C1 = 4" in output
    assert "  nothing to remove\n" in output
    assert "guess 1: R1C2 = 1" in output
    assert "\n  row 2\n" in output
    grid = output.partition("found a solution")[2].partition("[solved")[0]
    assert "".join(filter(str.isdigit, grid)) == nonet.solve(HARD).solution.line


# -- the keys ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("received", "names"),
    [
        ("\x1b[C\x1b[D\x1b[H\x1b[F", ["right", "left", "0", "$"]),
        (" \r\nlh", ["right", "right", "right", "right", "left"]),
        ("\x03\x04", ["q", "q"]),
        ("\x1b", ["q"]),
        ("gGwWs0$", [*"gGwWs0$"]),
        ("\x1b[3~x", ["\x1b[3~", "x"]),
    ],
)
def test_each_key_has_its_name(received, names):
    assert terminal.key_names(received) == names


def test_play_here_reads_keys_of_a_terminal_and_leaves_it_as_it_was(monkeypatch, capsys):
    termios, tty = pytest.importorskip("termios"), pytest.importorskip("tty")
    run = nonet.trace(HARD)
    master, slave = os.openpty()
    before = termios.tcgetattr(slave)
    setcbreak = tty.setcbreak

    def set_and_press(number: int) -> None:
        setcbreak(number)  # which discards what was pressed before
        os.write(master, b"$\x1b[Dq")

    monkeypatch.setattr(tty, "setcbreak", set_and_press)
    with os.fdopen(slave) as stdin:
        monkeypatch.setattr("sys.stdin", stdin)
        terminal.play_here(run)
        assert termios.tcgetattr(slave) == before
    os.close(master)
    frames = capsys.readouterr().out.split("\x1b\n")
    assert [frame.splitlines()[1].split(",")[0] for frame in frames] == [
        f"28 of {len(run)}",
        f"{len(run)} of {len(run)}",
        f"{len(run) - 1} of {len(run)}",
    ]


def test_where_keys_cannot_be_read_singly_lines_name_them(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "termios", None)
    monkeypatch.setattr("sys.stdin", io.StringIO("$\n\nh\nq\n$\n"))
    run = nonet.trace(HARD)
    terminal.play_here(run)
    frames = capsys.readouterr().out.split("\x1b\n")
    at = [int(frame.splitlines()[1].split()[0]) for frame in frames]
    assert at == [28, len(run), len(run), len(run) - 1]


# -- a screen -----------------------------------------------------------------------------------


def test_a_screen_tells_counters_the_event_and_the_domains_before_it():
    run = nonet.trace(Model({"x": [1, 2], "y": [1, 2]}, [AllDifferent(("x", "y"))]), limit=None)
    replay = Replay(run)
    counters = "nodes 5, failures 0"
    assert counters.split(",")[1] in player_screen(replay)
    lines = player_screen(replay).splitlines()
    assert lines[1:6] == [f"0 of {len(run)}", "before the first step", "", "x: 1 2", "y: 1 2"]
    replay.move_to(3)
    lines = player_screen(replay).splitlines()
    assert lines[1] == f"3 of {len(run)}, guesses open 1"
    assert lines[2].endswith(" removed 1 from y because x = 1, which leaves 2")
    assert lines[4:6] == ["x: 1", "y: 2"]
    assert replay.number == 3


def test_at_the_end_the_last_solution_is_shown():
    run = nonet.trace(Model({"x": [1, 2]}), limit=None)
    replay = Replay(run)
    replay.move_to(len(run) - 1)
    assert "x: 1 2" in player_screen(replay)
    replay.move_to(len(run))
    assert "x: 2\n" in player_screen(replay)
    failed = Replay(nonet.trace(Model({"x": [1], "y": [1]}, [AllDifferent(("x", "y"))])))
    failed.move_to(len(failed.trace))
    assert "y: " in player_screen(failed)


def test_a_run_of_nothing_but_constraints_opens_at_the_start():
    screen = io.StringIO()
    terminal.play(Trace("mine", {}, (Posted(Annotation("", "a rule"), ()),)), iter(()), screen)
    assert "0 of 1" in screen.getvalue()


def test_with_colour_a_screen_is_cleared_before_the_next():
    run = nonet.trace("1..............4")
    plain, coloured = io.StringIO(), io.StringIO()
    terminal.play(run, iter(["$", "x"]), plain)
    terminal.play(run, iter(["$", "x"]), coloured, colour=True)
    assert plain.getvalue().count("\x1b\n") == coloured.getvalue().count("\x1b[H\x1b[J") == 2
    assert "\x1b[H" not in plain.getvalue()


# -- driving -----------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [5, 6])
def test_of_the_agenda_five_are_named(number):
    pairs = [AllDifferent((f"x{i}", "y"), rule=Annotation("", f"pair {i}")) for i in range(number)]
    domains = {name: [1, 2, 3] for name in ("y", *(f"x{i}" for i in range(number)))}
    screen = io.StringIO()
    drive(Stepper(Model(domains, pairs)), iter(["q"]), screen)
    more = " and 1 more" if number == 6 else ""
    agenda = "agenda: pair 0, pair 1, pair 2, pair 3, pair 4" + more
    assert f"[open, guesses open 0] {agenda}\n> \n" in screen.getvalue()


def test_domains_are_shown_when_they_say_something_new():
    model = Model({"x": [1, 2], "y": [1, 2]}, [AllDifferent(("x", "y"), rule=Annotation("", "d"))])

    def shown(*lines: str) -> int:
        screen = io.StringIO()
        drive(Stepper(model), iter(lines), screen)
        return screen.getvalue().count("x: ")

    assert shown() == shown("help") == shown("?") == shown("constraints") == shown("") == 1
    assert shown("show") == shown("all") == shown("x = 1") == shown("nothing", "show") == 2
    assert shown("x = 1", "back") == shown("x = 1", "d") == 3  # the last solves it
    screen = io.StringIO()
    drive(Stepper(model), iter(["d"]), screen)
    assert "agenda: empty" in screen.getvalue()
