"""The player in the terminal: the board, the last event as text, and a key for each move.

>>> import io, nonet
>>> run = nonet.trace(".......21.3..4..")
>>> screen = io.StringIO()
>>> play(run, iter(["g", "right", "q"]), screen)
>>> print(screen.getvalue().split("\\x1b")[0].splitlines()[1])
13 of 50, guesses open 0
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TextIO

from nonet.backends.events import Branched, Posted, SolutionFound, Stopped, WipedOut
from nonet.errors import NonetError
from nonet.model import Domain
from nonet.render.printable import printable
from nonet.render.terminal import wants_colour
from nonet.tracing.recording import Trace
from nonet.tracing.sentences import event_sentence
from nonet.tracing.states import Replay
from nonet.tracing.stepper import Stepper, domains_text

HELP = (
    "right/left step   g/G next/last guess   w/W next/last wipe-out   "
    "s solution   0/$ start/end   q quit"
)
CLEAR = "\x1b[H\x1b[J"
KEY_NAMES = {
    "\x1b[C": "right",
    "\x1b[D": "left",
    "\x1b[H": "0",
    "\x1b[F": "$",
    " ": "right",
    "\r": "right",
    "\n": "right",
    "l": "right",
    "h": "left",
    "\x03": "q",
    "\x04": "q",
    "\x1b": "q",
}
"""The names of keys, by the bytes that a terminal sends."""


def play(trace: Trace, keys: Iterator[str], screen: TextIO, *, colour: bool = False) -> None:
    """Show a trace and move through the trace by ``keys``, until ``q`` or the end of the keys."""
    replay = Replay(trace)
    first = next((i for i, e in enumerate(trace.events) if not isinstance(e, Posted)), -1)
    replay.move_to(first + 1)
    moves: dict[str, Callable[[], int | None]] = {
        "right": lambda: replay.number + 1,
        "left": lambda: replay.number - 1,
        "g": lambda: replay.find_event(Branched),
        "G": lambda: replay.find_event(Branched, -1),
        "w": lambda: replay.find_event(WipedOut),
        "W": lambda: replay.find_event(WipedOut, -1),
        "s": lambda: replay.find_event(SolutionFound),
        "0": lambda: 0,
        "$": lambda: len(trace.events),
    }
    screen.write(player_screen(replay, colour))
    screen.flush()
    for key in keys:
        if key == "q":
            return
        target = moves.get(key, lambda: None)()
        if target is not None:
            replay.move_to(target)
        screen.write((CLEAR if colour else "\x1b\n") + player_screen(replay, colour))
        screen.flush()


def player_screen(replay: Replay, colour: bool = False) -> str:
    """One screen: counters, the event in words, the board, the keys."""
    trace = replay.trace
    stats = ", ".join(f"{name} {value}" for name, value in trace.stats.items())
    parts = [printable(f"{trace.backend}: {trace.status}, {stats}")]
    if replay.number:
        number = replay.number
        event = replay.trace.events[number - 1]
        before = replay.move_to(number - 1).domains
        text = event_sentence(event, before, trace.value_names)
        state = replay.move_to(number)
        parts.append(f"{number} of {len(trace)}, guesses open {state.depth}")
        parts += [printable(text), ""]
    else:
        parts += [f"0 of {len(trace)}", "before the first step", ""]
    parts += [board_text(replay, colour), "", HELP, ""]
    return "\n".join(parts)


def board_text(replay: Replay, colour: bool = False) -> str:
    """The puzzle with its candidates, or the domains of a model, a line each.

    Where the run is over and found a solution, that is shown.
    """
    domains: Mapping[str, Domain] = replay.domains
    if isinstance(replay.event, Stopped) and replay.trace.solutions:
        solution = replay.trace.solutions[-1]
        domains = {n: replay.trace.domains[n] & Domain.single(v) for n, v in solution.items()}
    return domains_text(domains, replay.trace.puzzle, colour)


def play_here(trace: Trace) -> None:
    """Play on this terminal, key by key."""
    with _keys() as keys:
        sys.stdout.write(CLEAR if wants_colour(sys.stdout) else "")
        play(trace, keys, sys.stdout, colour=wants_colour(sys.stdout))


@contextmanager
def _keys() -> Iterator[Iterator[str]]:
    """Yield the pressed keys singly; whole lines where the terminal has no such mode."""
    try:
        import termios
        import tty
    except ImportError:  # no POSIX terminal: a line each, ended by Enter
        yield (KEY_NAMES.get(line.strip() or " ", line.strip()) for line in sys.stdin)
        return
    number = sys.stdin.fileno()
    before = termios.tcgetattr(number)
    try:
        tty.setcbreak(number)
        yield _read_keys(number)
    finally:
        termios.tcsetattr(number, termios.TCSADRAIN, before)


def _read_keys(number: int) -> Iterator[str]:
    while received := os.read(number, 64).decode(errors="replace"):
        yield from key_names(received)


def key_names(received: str) -> list[str]:
    """Return the names of the keys in the received bytes; several keys may come at once.

    >>> key_names("gg\\x1b[C q")
    ['g', 'g', 'right', 'right', 'q']
    """
    return [
        KEY_NAMES.get(key, key)
        for key in re.findall(r"\x1b\[[0-9;]*[A-Za-z~]|.", received, re.DOTALL)
    ]


STEPPER_HELP = """\
  row 1        filter that constraint (row1 will do)
  (nothing)    filter the first of the agenda
  all          filter until nothing more is removed
  R1C1 = 3     guess; back takes the last guess back
  show         the grid again
  constraints  all of them by name
  help         these lines; quit ends
"""


def drive(stepper: Stepper, lines: Iterator[str], screen: TextIO, *, colour: bool = False) -> None:
    """Let the learner drive: each line names a constraint to filter or a guess; see
    ``Stepper.step``.

    The grid is shown at the start, after a guess or ``all``, and when asked for.
    """

    def show() -> None:
        screen.write(domains_text(stepper.domains, stepper.puzzle, colour) + "\n")

    screen.write(STEPPER_HELP)
    show()
    while True:
        agenda = stepper.agenda
        waiting = ", ".join(agenda[:5]) + (f" and {len(agenda) - 5} more" if agenda[5:] else "")
        screen.write(
            f"[{stepper.state}, guesses open {stepper.depth}] agenda: "
            f"{printable(waiting) or 'empty'}\n> "
        )
        screen.flush()
        line = next(lines, "quit").strip()
        if line in ("quit", "q"):
            screen.write("\n")
            return
        if line in ("help", "?"):
            screen.write(STEPPER_HELP)
            continue
        if line == "show":
            show()
            continue
        if line == "constraints":
            screen.writelines(f"  {printable(label)}\n" for label in stepper.constraints)
            continue
        try:
            answer = stepper.step(line or None)
        except NonetError as error:
            screen.write(f"  {printable(str(error))}\n")
            continue
        screen.writelines(f"  {printable(sentence)}\n" for sentence in answer.sentences)
        if not answer.sentences:
            screen.write("  nothing to remove\n")
        if answer.state == "solved" or line == "all" or "=" in line or line == "back":
            show()
