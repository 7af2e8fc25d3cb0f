"""Serve the page: play, get hints, analyse and watch puzzles in your browser.

The page is for you alone: the server answers at 127.0.0.1, to the browser that it opens. Enter
prints an address that opens the page once, in any browser of yours; so does --no-browser. Ctrl-C
ends the server.

--static FOLDER writes the page as a folder of files instead, with nonet itself for the browser: any
web server can give the page to a class, and nothing is installed.

--library gives the page the puzzles of books (nonet generate --book) instead of its own; the puzzle
of the day is one of these.

--run-programs says when programs that learners write in an exercise run on this machine: in a
sandbox without network and files (on Linux; else they do not run), never, or always.

Examples:
  nonet web
  nonet web --port 9000 --no-browser
  nonet web --static site
  nonet web --library summer.jsonl
"""

from __future__ import annotations

import argparse
import contextlib
import os
import signal
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING

from nonet.cli.common import ACTIVITY, YES, print_message

if TYPE_CHECKING:
    from nonet.web.admission import Admission

GROUP = "learn"


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("--port", type=int, metavar="N", help="the port (default 8765 or the next)")
    parser.add_argument("--no-browser", action="store_true", help="open no browser")
    parser.add_argument(
        "--jobs",
        type=int,
        metavar="N",
        help="questions answered at once (default: one a processor)",
    )
    parser.add_argument(
        "--static", metavar="FOLDER", help="write the whole site, with nonet for the browser"
    )
    parser.add_argument(
        "--run-programs",
        metavar="WHEN",
        choices=("confined", "never", "always"),
        help="run learners' programs here: confined (default, in a sandbox), never or always",
    )
    parser.add_argument(
        "--library",
        metavar="BOOK.jsonl",
        action="append",
        help="a book whose puzzles the page has; may be given again",
    )


def run(arguments: argparse.Namespace) -> int:
    """Serve the page until Ctrl-C, or write its site."""
    if arguments.static is not None:
        return write_site_files(arguments)
    from nonet.web.serving import serve

    if arguments.port is not None and not 0 <= arguments.port < 1 << 16:
        arguments.parser.error(f"--port is 0 to 65535, not {arguments.port}")
    if arguments.jobs is not None and not 1 <= arguments.jobs <= 64:
        arguments.parser.error(f"--jobs is 1 to 64, not {arguments.jobs}")

    with contextlib.ExitStack() as stack:

        def ready(admission: Admission) -> None:
            def complain() -> None:
                if sys.stderr.isatty():  # no secret goes into a log
                    advice = f"open this address: {admission.new_address()}"
                else:
                    advice = "nonet web --no-browser prints an address to open"
                print_message(f"nonet: no browser has opened the page; {advice}")

            print(
                admission.new_address() if arguments.no_browser else admission.address, flush=True
            )
            if not arguments.quiet:
                print_message("nonet: the page is at this address; Ctrl-C ends it")
            ACTIVITY.quiet = True  # it waits for questions: there is nothing to say of that
            if not arguments.no_browser:
                stack.enter_context(admission.opened_in_browser(complain))
            if sys.stdin.isatty():
                print_addresses_on_enter(admission)

        library = _library_text(arguments)
        serve(
            arguments.port, capacity=arguments.jobs, ready=ready, library=library,
            run_programs=arguments.run_programs or "confined",
        )  # fmt: skip
    return YES


def print_addresses_on_enter(admission: Admission) -> None:
    """Print an address that opens the page once, whenever the user presses Enter."""

    def answer() -> None:
        with contextlib.suppress(OSError):  # a terminal that is not ours any more
            while os.read(sys.stdin.fileno(), 1024):
                print(admission.new_address(), flush=True)

    if hasattr(signal, "SIGTTIN"):
        signal.signal(signal.SIGTTIN, signal.SIG_IGN)  # or reading would stop a background job
    threading.Thread(target=answer, name="nonet terminal", daemon=True).start()


def _library_text(arguments: argparse.Namespace) -> str | None:
    """Return the library of the books given, if any; raise FormatError for a file that is none."""
    if not arguments.library:
        return None
    from nonet.web.building.library import library_of_books

    return library_of_books(map(Path, arguments.library))


def write_site_files(arguments: argparse.Namespace) -> int:
    """Write the site, and print its folder, its size and the parts left out."""
    from nonet.web.building.site import write_site

    library = _library_text(arguments)
    if not arguments.quiet:
        print_message(
            "nonet: Python for the browser is fetched, where it is not kept yet, and compiled"
        )
    site = write_site(arguments.static, library=library)
    for warning in site.missing:
        print_message(f"nonet: left out: {warning}")
    print(
        f"{site.folder}: {site.files} files, {site.size / 1e6:.1f} MB; "
        f"{site.first_load_bytes / 1e6:.1f} MB to the first answer, compressed"
    )
    return YES
