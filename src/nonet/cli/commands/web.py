"""Serve the page: play, get hints, analyse and watch puzzles in your browser.

The page is for you alone: the server answers at 127.0.0.1, to the browser that it opens. Enter
prints an address that opens the page once, in any browser of yours; so does --no-browser. Ctrl-C
ends the server.

--static FOLDER, in a checkout of nonet, writes the page as a folder of files instead, with nonet
itself for the browser: any web server can give the page to a class, and nothing is installed.  Each
release has such a folder ready made, page.zip.

--library gives the page the puzzles of books (nonet generate --book) instead of its own; the puzzle
of the day is one of these.

--host-name is for a page that others reach: a web server in front has the login, the encryption
and the limits (docs: how to serve the page).

--site is where others find such a page: addresses under Share are of that site.

--run-programs says when programs that learners write in an exercise run on this machine: in a
sandbox without network and files (on Linux; else they do not run), never, or always.

Examples:
  nonet web
  nonet web --host-name puzzles.example.org --socket /run/nonet/page.sock
  nonet web --static site
  nonet web --library summer.jsonl
"""

from __future__ import annotations

import argparse
import contextlib
import os
import re
import signal
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING

import nonet
from nonet.cli import common as cli
from nonet.errors import WebError
from nonet.web.library import library_of_books

if TYPE_CHECKING:
    from nonet.web.admission import Admission

GROUP = "learn"


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    settings: dict[str, dict[str, object]] = {"library": {"action": "append"}}
    settings["host_name"] = {"default": ""}
    settings["run_programs"] = {"choices": ("confined", "never", "always")}
    cli.add_options(parser, OPTIONS, **settings)


OPTIONS = """
    --port N             the port (default 8765 or the next)
    --no-browser         open no browser
    --jobs N             questions answered at once (default: one a processor)
    --static FOLDER      in a checkout: write the whole site, with nonet for the browser
    --host-name NAME     serve a web server, with a login, that passes on requests for NAME
    --socket PATH        with --host-name: listen at a Unix socket, not at a port
    --site URL           a page for all, of which Share gives addresses
    --run-programs WHEN  run learners' programs here: confined (default, in a sandbox), never
                         (default with --host-name) or always
    --library BOOK.jsonl  a book whose puzzles the page has; may be given again
"""


def run(arguments: argparse.Namespace) -> int:
    """Serve the page until Ctrl-C, or write its site."""
    if arguments.static is not None:
        return write_site_files(arguments)
    from nonet.web.serving import serve  # 30 ms, with asyncio, which nonet --help does not need

    if arguments.port is not None and not 0 <= arguments.port < 1 << 16:
        arguments.parser.error(f"--port is 0 to 65535, not {arguments.port}")
    if arguments.host_name and not re.fullmatch(r"[\w.-]+(:\d+)?", arguments.host_name):
        arguments.parser.error(
            f"--host-name is puzzles.example.org or so, not {arguments.host_name}"
        )
    if arguments.socket and not arguments.host_name:
        arguments.parser.error("--socket needs --host-name: no browser opens a socket")
    if arguments.site and not re.fullmatch(r"https?://[^\s\"#]+/", arguments.site):
        arguments.parser.error(f"--site is https://example.org/nonet/ or so, not {arguments.site}")
    if arguments.jobs is not None and not 1 <= arguments.jobs <= 64:
        arguments.parser.error(f"--jobs is 1 to 64, not {arguments.jobs}")

    with contextlib.ExitStack() as stack:

        def ready(admission: Admission) -> None:
            def complain() -> None:
                if sys.stderr.isatty():  # no secret goes into a log
                    advice = f"open this address: {admission.new_address()}"
                else:
                    advice = "nonet web --no-browser prints an address to open"
                cli.print_message(f"nonet: no browser has opened the page; {advice}")

            if arguments.host_name:
                print(arguments.socket or admission.address, flush=True)
            else:
                address = admission.new_address() if arguments.no_browser else admission.address
                print(address, flush=True)
            at_terminal = sys.stdin.isatty() and not arguments.socket
            if not arguments.quiet:
                whose = f" for the page of {arguments.host_name}" if arguments.host_name else ""
                enter = "Enter prints one for another browser, " if at_terminal else ""
                cli.print_message(
                    f"nonet: the page is at this address{whose}; {enter}Ctrl-C ends it"
                )
            cli.ACTIVITY.quiet = True  # it waits for questions: there is nothing to say of that
            if not (arguments.no_browser or arguments.host_name):
                stack.enter_context(admission.opened_in_browser(complain))
            if at_terminal:
                _print_addresses_on_enter(admission)

        library = None
        if arguments.library:
            library = library_of_books(map(Path, arguments.library))
        serve(
            arguments.port, capacity=arguments.jobs, ready=ready, library=library,
            run_programs=arguments.run_programs or ("never" if arguments.host_name else "confined"),
            host_name=arguments.host_name, site=arguments.site or "",
            unix_socket=Path(arguments.socket) if arguments.socket else None,
        )  # fmt: skip
    return cli.YES


def _print_addresses_on_enter(admission: Admission) -> None:
    def answer() -> None:
        with contextlib.suppress(OSError):  # a terminal that is not ours any more
            while os.read(sys.stdin.fileno(), 1024):
                print(admission.new_address(), flush=True)

    if hasattr(signal, "SIGTTIN"):
        signal.signal(signal.SIGTTIN, signal.SIG_IGN)  # or reading would stop a background job
    threading.Thread(target=answer, name="nonet terminal", daemon=True).start()


def write_site_files(arguments: argparse.Namespace) -> int:
    """Write the site by the script of this checkout; raise WebError where there is no checkout."""
    import subprocess

    root = Path(nonet.__file__).parents[2]
    if not (root / "tools" / "page").is_dir():
        raise WebError(
            "--static is for a checkout of nonet (git clone, pip install -e '.[all]'); the page of "
            f"nonet {nonet.__version__}, ready made, is page.zip of its release"
        )
    command = [sys.executable, "-m", "tools.page", str(Path(arguments.static).resolve())]
    for book in arguments.library or ():
        command += ["--library", str(Path(book).resolve())]
    if not arguments.quiet:
        cli.print_message(
            "nonet: Python for the browser is fetched, where it is not kept yet, and compiled"
        )
    return subprocess.run(command, cwd=root, check=False).returncode
