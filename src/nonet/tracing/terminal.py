"""The player in the terminal: the board, what happened in words, and a key for each move.

>>> import io, nonet
>>> run = nonet.trace(".......21.3..4..")
>>> screen = io.StringIO()
>>> play(run, iter(["g", "right", "q"]), screen)
>>> print(screen.getvalue().split("\\x1b")[0].splitlines()[1])
13 of 50, guesses open 0
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, TextIO

from nonet.backends.events import Branched, Posted, SolutionFound, Stopped, WipedOut
from nonet.errors import NonetError
from nonet.model import Domain
from nonet.puzzle import Puzzle
from nonet.render.plain import plain
from nonet.tracing.recording import Trace
from nonet.tracing.states import Replay
from nonet.tracing.text import NONE, Named, in_words, value_of

if TYPE_CHECKING:
    from nonet.tracing.stepper import Stepper

HELP = (
    "right/left step   g/G next/last guess   w/W next/last wipe-out   "
    "s solution   0/$ start/end   q quit"
)
CLEAR = "\x1b[H\x1b[J"
NAMES = {
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
"""What keys mean, by what a terminal sends."""


def play(trace: Trace, keys: Iterator[str], screen: TextIO, *, colour: bool = False) -> None:
    """Show a trace and move through it as ``keys`` say, until ``q`` or their end."""
    replay = Replay(trace)
    first = next((i for i, e in enumerate(trace.events) if not isinstance(e, Posted)), -1)
    replay.to(first + 1)
    moves: dict[str, Callable[[], int | None]] = {
        "right": lambda: replay.number + 1,
        "left": lambda: replay.number - 1,
        "g": lambda: replay.find(Branched),
        "G": lambda: replay.find(Branched, -1),
        "w": lambda: replay.find(WipedOut),
        "W": lambda: replay.find(WipedOut, -1),
        "s": lambda: replay.find(SolutionFound),
        "0": lambda: 0,
        "$": lambda: len(trace.events),
    }
    screen.write(frame(replay, colour))
    screen.flush()
    for key in keys:
        if key == "q":
            return
        target = moves.get(key, lambda: None)()
        if target is not None:
            replay.to(target)
        screen.write((CLEAR if colour else "\x1b\n") + frame(replay, colour))
        screen.flush()


def frame(replay: Replay, colour: bool = False) -> str:
    """One screen: counters, the event in words, the board, the keys."""
    trace = replay.trace
    stats = ", ".join(f"{name} {value}" for name, value in trace.stats.items())
    parts = [plain(f"{trace.backend}: {trace.status}, {stats}")]
    if replay.number:
        number = replay.number
        event = replay.trace.events[number - 1]
        before = replay.to(number - 1).domains
        words = in_words(event, before, trace.named)
        state = replay.to(number)
        parts.append(f"{number} of {len(trace)}, guesses open {state.depth}")
        parts += [plain(words), ""]
    else:
        parts += [f"0 of {len(trace)}", "before the first step", ""]
    parts += [board(replay, colour), "", HELP, ""]
    return "\n".join(parts)


def board(replay: Replay, colour: bool = False) -> str:
    """The puzzle with its candidates, or the domains of a model, a line each.

    Where the run is over and found a solution, that is shown.
    """
    domains: Mapping[str, Domain] = replay.domains
    if isinstance(replay.event, Stopped) and replay.trace.solutions:
        domains = {n: Domain.single(v) for n, v in replay.trace.solutions[-1].items()}
    return drawn(domains, replay.trace.puzzle, replay.trace.named, colour)


def drawn(
    domains: Mapping[str, Domain],
    puzzle: Puzzle | None,
    named: Named = NONE,
    colour: bool = False,
) -> str:
    """Domains as the puzzle's grid, or a line a variable."""
    if puzzle is None:
        return "\n".join(
            plain(f"{name}: {' '.join(value_of(name, value, named) for value in domain)}")
            for name, domain in domains.items()
        )
    from nonet.render.terminal import draw

    cells = {name: domain for name, domain in domains.items() if name in puzzle.grid.cell_set}
    fixed = {name: domain.base for name, domain in cells.items() if domain.is_single}
    return draw(puzzle.drawing(fixed, cells), colour=colour)


def play_here(trace: Trace) -> None:
    """Play on this terminal, key by key."""
    from nonet.render.terminal import wants_colour

    with _keys() as keys:
        sys.stdout.write(CLEAR if wants_colour(sys.stdout) else "")
        play(trace, keys, sys.stdout, colour=wants_colour(sys.stdout))


@contextmanager
def _keys() -> Iterator[Iterator[str]]:
    """The keys pressed, one at a time; whole lines where the terminal has no such mode."""
    try:
        import termios
        import tty
    except ImportError:  # no POSIX terminal: a line each, ended by Enter
        yield (NAMES.get(line.strip() or " ", line.strip()) for line in sys.stdin)
        return
    number = sys.stdin.fileno()
    before = termios.tcgetattr(number)
    try:
        tty.setcbreak(number)
        yield _pressed(number)
    finally:
        termios.tcsetattr(number, termios.TCSADRAIN, before)


def _pressed(number: int) -> Iterator[str]:
    import os

    while found := os.read(number, 64).decode(errors="replace"):
        yield from pressed(found)


def pressed(sent: str) -> list[str]:
    """What a terminal sent, as names of keys; several may come at once.

    >>> pressed("gg\\x1b[C q")
    ['g', 'g', 'right', 'right', 'q']
    """
    return [NAMES.get(key, key) for key in re.findall(r"\x1b\[[0-9;]*[A-Za-z~]|.", sent, re.DOTALL)]


DRIVING = """\
  row 1        filter that constraint (row1 will do)
  (nothing)    filter the first of the agenda
  all          filter until nothing more is removed
  R1C1 = 3     guess; back takes the last guess back
  show         the grid again
  constraints  all of them by name
  help         these lines; quit ends
"""


def drive(stepper: Stepper, lines: Iterator[str], screen: TextIO, *, colour: bool = False) -> None:
    """The learner drives: a line each says what to filter or to guess; see ``Stepper.step``.

    The grid is shown at the start, after a guess or ``all``, and when asked for.
    """

    def show() -> None:
        screen.write(drawn(stepper.domains, stepper.puzzle, stepper.named, colour) + "\n")

    screen.write(DRIVING)
    show()
    while True:
        agenda = stepper.agenda
        waiting = ", ".join(agenda[:5]) + (f" and {len(agenda) - 5} more" if agenda[5:] else "")
        screen.write(
            f"[{stepper.state}, guesses open {stepper.depth}] agenda: "
            f"{plain(waiting) or 'empty'}\n> "
        )
        screen.flush()
        line = next(lines, "quit").strip()
        if line in ("quit", "q"):
            screen.write("\n")
            return
        if line in ("help", "?"):
            screen.write(DRIVING)
            continue
        if line == "show":
            show()
            continue
        if line == "constraints":
            screen.writelines(f"  {plain(label)}\n" for label in stepper.constraints)
            continue
        try:
            answer = stepper.step(line or None)
        except NonetError as error:
            screen.write(f"  {plain(str(error))}\n")
            continue
        screen.writelines(f"  {plain(words)}\n" for words in answer.words)
        if not answer.words:
            screen.write("  nothing to remove\n")
        if answer.state == "solved" or line == "all" or "=" in line or line == "back":
            show()
