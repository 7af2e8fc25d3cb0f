"""The same page with nothing behind it but files: nonet runs in the browser itself.

One visit does what the other files do one by one with a server: Python starts slowly in a browser.
"""

from __future__ import annotations

import functools
import http.server
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from nonet.errors import WebError
from tests.page.browser import Browser
from tests.page.person import Person


class Files(http.server.SimpleHTTPRequestHandler):
    """Gives files away, and says nothing."""

    def log_message(self, format: str, *arguments: object) -> None:
        pass


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """Where the site of `nonet web --static` is served."""
    from nonet.web.building.site import write_site

    folder = tmp_path / "site"
    try:
        made = write_site(folder)
    except WebError as error:
        pytest.skip(f"the browser's engine cannot be made here: {error}")
    if made.missing:
        pytest.skip(f"the browser's engine lacks a part here: {made.missing[0]}")
    handler = functools.partial(Files, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/"
        server.shutdown()


@pytest.mark.slow
def test_all_the_page_does_is_done_without_a_server(browser: Browser, address: str) -> None:
    person = Person(browser, address)
    person.comes()
    assert browser.run("return document.body.dataset.ready") == "browser"
    person.hears("in your browser")

    person.points("R1C3")
    person.types("5")
    person.sees("R1C3", "conflict: R1C1 and R1C3 are both 5 in row 1")
    person.types("Delete")

    person.presses("Hint")
    person.hears("Look for the 1 of box 9")
    person.presses("Why?")
    person.presses("The move")
    person.presses("Do it")
    person.sees("R9C7", "row 9 column 7, 1")
    person.idle()

    person.turns_to("Analyse")
    person.presses("One solution?")
    person.hears("Exactly one solution.")
    person.browser.named("combobox", "Backend").choose("sat")
    person.presses("Solve")
    person.hears("by sat")
    assert "cpsat" in browser.run("return document.querySelector('#panel-check').textContent")

    person.turns_to("Watch")
    person.presses("Record")
    person.answered("#panel-watch .event", "Before the first of")
    person.turns_to("Program")
    person.presses("Show the program")
    person.hears("81 variables, 27 constraints.")

    person.turns_to("Set")
    person.presses("Take away clues")
    person.hears("clues taken away")
    person.presses("Generate")
    person.hears("a new puzzle")
    person.pastes("12.....4........")
    person.turns_to("Set")
    person.presses("What clashes?")
    person.hears("R1C1=1, R1C2=2 and R2C4=4 clash (no fewer clash)")
    person.presses("How to repair it?")
    person.hears("change R1C1=1 to 4")

    person.turns_to("Share")
    person.presses("9×9")
    person.sees("R1C1", "empty")
    person.turns_to("Analyse")
    person.browser.named("combobox", "Backend").choose("native")
    person.browser.named("combobox", "Find").choose("all")
    person.presses("Solve")
    person.answered("#panel-check p.answer", "solutions so far")
    person.presses("Cancel")
    person.answered("#panel-check p.answer", "Stopped.")
    person.presses("One solution?")
    person.hears("More than one solution.")

    person.turns_to("Learn")
    person.browser.named("combobox", "Exercise").choose("Declare the rows")
    person.answered("#panel-learn .task", "rows")
    person.presses("Grade it")
    person.answered("#panel-learn .verdict", "Not yet.")
    assert browser.complaints() == []
