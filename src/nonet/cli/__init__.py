"""The command ``nonet``.  One file a command, in ``commands/``.

Exit codes: 0 the answer is yes (solved, unique, agree), 1 it is proven
otherwise, 2 bad input or usage, 3 undecided within the limits; 130 after
Ctrl-C, 143 after SIGTERM.  Answers go to standard output; progress and messages
to standard error.
"""

# ruff: noqa: PTH113 - pathlib takes 5 ms to import

from __future__ import annotations

import atexit
import gc
import os
import sys
import threading
import warnings
from collections.abc import Sequence
from typing import Any

from nonet.cli.activity import (
    ACTIVITY,
    BAD_INPUT,
    CLOSED_PIPE,
    INTERRUPTED,
    UNDECIDED,
    YES,
    print_error,
    print_message,
)
from nonet.cli.monitor import Monitor
from nonet.cli.parser import (
    CommandParser,
    command_names,
    is_command,
    load_command,
    make_parser,
    version_text,
)
from nonet.deadline import limit_process_memory
from nonet.errors import NonetError, Undecided, did_you_mean
from nonet.processes import kill_descendants

__all__ = ["command_names", "load_command", "main", "make_parser", "run_process"]

GC_THRESHOLD = 100_000
"""Objects made between two looks for cycles: to import and to answer an easy puzzle makes fewer, and a
look at all that was imported takes as long as ten puzzles."""


def run_process() -> int:
    """Run the process's own command line, and end the process; the console script calls this.

    Python takes its modules apart when a process ends, which takes as long as many puzzles.  So the
    process ends here, unless something is to be done at its end: then the exit code is returned.
    """
    code = main()
    if not _is_exit_awaited():
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                stream.flush()
        os._exit(code)
    return code


def _is_exit_awaited() -> bool:
    """Whether an exit function, a thread or a profiler waits for the end of the process."""
    registered: int = getattr(atexit, "_ncallbacks", lambda: 1)()
    others = [each for each in threading.enumerate() if not each.daemon]
    watched = sys.getprofile() is not None or sys.gettrace() is not None
    return bool(registered or len(others) > 1 or watched)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code; the console script exits with that code.

    Without ``arguments`` the command is the process's own: a monitor answers signals and reports
    when the command has been silent for long.  With ``arguments`` the call is a plain function.
    """
    if arguments is None and "_ARGCOMPLETE" in os.environ:  # a shell asks for the next word
        from nonet.cli.commands.completion import complete_line  # no other command needs it

        return complete_line()
    if arguments is not None:
        ACTIVITY.signal_number = 0
        return _run_command(list(arguments))
    gc.set_threshold(GC_THRESHOLD)
    watch = Monitor()
    warnings.showwarning = _show_one_line_warning  # type: ignore[assignment]
    try:
        watch.armed = True
        code = INTERRUPTED if ACTIVITY.signal_number else _run_command(sys.argv[1:])
        watch.armed = False
    except KeyboardInterrupt:  # between two lines of the handling below
        code = INTERRUPTED
    return watch.stop(code)


def _run_command(given: list[str]) -> int:
    name = next((word for word in given if not word.startswith("-")), None)
    if name == "help":
        given.remove("help")
        given.append("--help")
        name = next((word for word in given if not word.startswith("-")), None)
    called = f"nonet {name}" if name else "nonet"
    if sys.stdout is None:  # where the caller has closed it; an answer without a reader is none
        print_message(f"{called}: standard output is closed: there is nowhere to write the answer")
        return BAD_INPUT
    # until the arguments are understood, which takes seconds on a busy machine
    ACTIVITY.begin(name or "", quiet=not {"-q", "--quiet"}.isdisjoint(given))
    try:
        code = _parse_and_run(given, name)
        if sys.stdout is not None:
            sys.stdout.flush()
        return code
    except NonetError as error:
        if ACTIVITY.signal_number:  # what the signal broke off is no news
            ACTIVITY.print_final_message()
            return INTERRUPTED
        print_error(error, called)
        return UNDECIDED if isinstance(error, Undecided) else BAD_INPUT
    except KeyboardInterrupt:
        ACTIVITY.print_final_message()
        return INTERRUPTED
    except BrokenPipeError:
        _drop_output()
        return CLOSED_PIPE
    except OSError as error:  # a file that cannot be written: those read are told by the reader
        print_message(f"{called}: {error.filename or 'standard output'}: {error.strerror or error}")
        if error.filename is None:
            _drop_output()
        return BAD_INPUT


def _show_one_line_warning(message: Warning | str, category: type[Warning], *place: Any) -> None:
    """A warning of ours is one line, as errors are; the place is for programmers."""
    if category.__module__ == NonetError.__module__:
        print_message(f"nonet: {message}")
    else:
        _show_warning(message, category, *place)


_show_warning = warnings.showwarning


def _parse_and_run(given: list[str], name: str | None) -> int:
    """Understand the arguments and have the command answer."""
    try:
        if not given:
            make_parser().print_help()
            return YES
        if given[0] in ("-V", "--version"):  # the parser of all commands imports them all
            print(version_text())
            return YES
        if name is not None and not is_command(name):
            CommandParser(prog="nonet").error(_unknown_command(name))
        parsed, unknown = make_parser(name).parse_known_args(given)
        ACTIVITY.quiet = parsed.quiet
        if hasattr(parsed, "inputs"):
            _adopt_inputs(parsed.inputs, unknown)
        if unknown:
            parsed.parser.reject_unknown(unknown)
        limit_process_memory(getattr(parsed, "memory_limit", None))
        code: int = parsed.run(parsed)
        return code
    except SystemExit as stop:  # the parser has said why, or given help
        return stop.code if isinstance(stop.code, int) else BAD_INPUT


def _adopt_inputs(inputs: list[str], unknown: list[str]) -> None:
    """Move puzzles named after an option from ``unknown`` to ``inputs``, or take a pipe ("-")."""
    inputs += [word for word in unknown if not word.startswith("-")]
    unknown[:] = [word for word in unknown if word.startswith("-")]
    piped = ACTIVITY.owns_process and sys.stdin is not None and not sys.stdin.isatty()
    if piped and not inputs:
        inputs.append("-")


def _drop_output() -> None:
    """Send standard output nowhere, after its reader has gone; end workers, which would go on."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if ACTIVITY.owns_process:  # workers go on where nobody reads what they find
        kill_descendants()


def _unknown_command(name: str) -> str:
    hint = did_you_mean(name, [*command_names(), "help"])
    if not hint and (os.path.isfile(name) or len(name) > 15):
        hint = "; to solve a puzzle: nonet solve PUZZLE"
    return f"there is no command {name!r}" + (hint or f"; there are {', '.join(command_names())}")
