"""The player in the terminal, and driving by lines."""

import io

import nonet
from nonet.backends.events import Branched, WipedOut
from nonet.tracing import Stepper, terminal
from nonet.tracing.terminal import drive

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
