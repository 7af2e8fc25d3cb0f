"""The pictures of the page in the docs: ``python -m docs.pictures.shots [name ...]``.

Each is drawn by the browser of ``tests/page``, on ``nonet web``; look at them before they are
committed, and see that the alternative texts of the docs still say what they show.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import nonet
from docs.site.live_pages import pages
from nonet.formats import write
from tests.page.browser import Browser
from tests.page.person import Person, admitted
from tests.web.conftest import WEB

HERE = Path(__file__).parent


def front(person: Person) -> None:
    """The puzzle of the day, the doors and the library."""
    person.browser.run("location.hash = '#/'")
    person.holds("return document.querySelectorAll('.daily .rules, .kind').length > 10")
    person.holds("return document.querySelector('.shelves .face text') !== null")


def page(person: Person) -> None:
    """A hint that has said why."""
    person.follows("#/play/classic-easy-1")
    for words in ("Where:", "Technique:", "Why:"):
        person.types("h")
        person.answered("#panel-play .card", words)


def set_page(person: Person) -> None:
    """A draft with cages, a thermometer and diagonals, and what is known of it."""
    puzzle = nonet.Sudoku("." * 81).with_rules(
        "killer 21 R1C1 R1C2 R2C1",
        "killer 7 R8C1 R9C1 R9C2",
        "killer 4 R4C4 R4C5",
        "thermometer R6C6 R7C7 R8C8",
        "x",
    )
    person.turns_to("Set")
    person.pastes(write(puzzle, "json"))
    person.answered("#panel-set .verdict", "More than one solution")
    person.sees("R4C4", "candidates 1 3")


def driver(person: Person) -> None:
    """The reader at the wheel, after the second row was filtered."""
    person.follows(
        "#/play/c=53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    )
    person.turns_to("Watch")
    person.presses("Take the wheel")
    person.answered("#panel-watch .driving", "waiting")
    row = "[...document.querySelectorAll('.driving button')].find(each => each.textContent === 'row 2')"
    person.browser.run(f"{row}.click()")  # a pointer that rests on a constraint lights its cells
    person.answered("#panel-watch .driving", "row 2 removed 6 from R2C2")
    person.browser.run("document.querySelector('.driving').previousElementSibling.scrollIntoView()")


def player(person: Person) -> None:
    """The site's run, in the middle of its search."""
    folder = Path(tempfile.mkdtemp())
    (folder / "run.html").write_text(pages()["live/run.html"], encoding="utf-8")
    person.browser.open((folder / "run.html").as_uri())
    slider = "document.querySelector('input[type=range]')"
    person.holds(f"return {slider}")
    person.browser.run(f"{slider}.value = 335; {slider}.dispatchEvent(new Event('input'))")
    person.holds("return document.querySelector('.event').textContent.includes('335')")


PICTURES: dict[str, tuple[Callable[[Person], None], int, int]] = {
    "front": (front, 1280, 800),
    "page": (page, 1280, 800),
    "set": (set_page, 1280, 800),
    "driver": (driver, 1180, 760),
    "player": (player, 1180, 900),
}
"""How each is come to, and its size; the player leaves the page, and comes last."""


def main(names: list[str]) -> None:
    """Draw the pictures of these names, or all."""
    with (
        subprocess.Popen(
            [*WEB, "--no-browser", "--port", "0"], stdout=subprocess.PIPE, text=True
        ) as server,
        Browser.started(Path(tempfile.mkdtemp())) as browser,
    ):
        assert server.stdout is not None
        try:
            person = Person(browser, admitted(browser, server.stdout.readline().strip()))
            person.comes()
            for name, (come, width, height) in PICTURES.items():
                if names and name not in names:
                    continue
                size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
                browser.command("Emulation.setDeviceMetricsOverride", size)
                come(person)
                browser.run(
                    "return new Promise(done => setTimeout(done, 1000))"
                )  # drawn to the end
                browser.picture(HERE / f"{name}.png")
        finally:
            server.terminate()


if __name__ == "__main__":
    main(sys.argv[1:])
