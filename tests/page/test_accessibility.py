"""For everybody: roles and names, the keyboard alone, axe-core, contrast of what is drawn."""

from __future__ import annotations

import functools
import json
from pathlib import Path

import pytest

from tests.page.person import SHEETS, Person
from tests.page.tools import installed

LEAST = 4.5
"""Contrast that a text needs against what is behind it (WCAG 2.2, 1.4.3)."""

TABS = ("Play", "Solve", "Watch", "Program", "Share", "Set", "Ask", "Learn")


pytestmark = pytest.mark.any_engine
"""Looks are the page's own: they are the same with either engine."""


def test_axe_finds_nothing_in_any_state(stranger: Person) -> None:
    when = {"variant": "killer", "level": "Easy", "seconds": 100, "hints": 0, "when": 1}
    stranger.comes("#/", stored={"solved": [{"id": "killer-easy-1", **when}]})
    stranger.browser.run((installed("axe-core") / "axe.min.js").read_text() + "; window.axe = axe;")
    passes = functools.partial(axe_passes, stranger)
    stranger.answered(".front", "1 puzzle so far")
    for door in (
        "Choose a puzzle", "Solve and understand", "Set a puzzle", "Learn to solve",
        "Learn constraint programming",
    ):  # fmt: skip
        assert stranger.browser.named("button", door).shown
    stranger.opens("Other days")
    passes("html")
    stranger.presses("Forget all of it")
    passes("dialog[open]")
    stranger.presses("Close")
    stranger.presses("Open a puzzle")
    passes("dialog[open]")
    stranger.presses("Close")
    stranger.presses("Settings")
    passes("dialog[open]")
    stranger.presses("Close")
    stranger.turns_to("Play")
    stranger.types("?")
    passes("dialog[open]")
    stranger.presses("Close")
    stranger.points("R1C3")
    stranger.types("5")
    stranger.sees("R1C3", "conflict")
    stranger.turns_to("Program")
    stranger.presses("Show the program")
    stranger.idle()
    passes("html")
    stranger.types("Ctrl+z")
    stranger.turns_to("Watch")
    stranger.presses("Start the run")
    stranger.idle()
    passes("#side")
    stranger.turns_to("Solve")
    stranger.presses("One solution?")
    stranger.answered(".answer", "Exactly one solution")
    stranger.presses("Explain all")
    stranger.hears("51 steps.")
    passes("#side")
    stranger.turns_to("Share")
    stranger.presses("Make the address")
    stranger.idle()
    passes("#side")
    stranger.presses("Close")
    stranger.types("h", "h")
    stranger.answered("#panel-play .card", "Where:")
    passes("#side")
    stranger.turns_to("Set")
    stranger.presses("killer")
    stranger.points("R1C1", "R1C2")
    stranger.types("3", "Enter")
    stranger.answered("#panel-set .rules-there", "1 cage")
    passes("#side")
    stranger.browser.run("location.hash = '#/drill/x-wing/5'")
    stranger.holds("return document.querySelector('#panel-drill .card').checkVisibility()")
    stranger.presses("Show it")
    stranger.idle()
    passes("#side")
    for door in ("Techniques", "Course"):
        stranger.turns_to(door)
        passes("#panel-learn")
    stranger.browser.run("document.querySelector('.techniques summary')?.click()")
    stranger.browser.run("location.hash = '#/learn/lesson/forward-checking'")
    stranger.holds("return document.querySelector('.lesson-page .editor')?.checkVisibility()")
    stranger.presses("Grade it")
    stranger.answered(".lesson-page .answer", "✗")
    passes("#panel-learn")
    stranger.browser.run("location.hash = '#/play/c=123434122143432.'")
    stranger.reads("R4C4", "row 4 column 4, empty")
    stranger.points("R4C4")
    stranger.types("1")
    stranger.holds("return document.querySelector('dialog.finish button.main') !== null")
    passes("dialog[open]")


def axe_passes(person: Person, within: str) -> None:
    """Fail if axe finds anything in the first visible element of a selector, light or dark."""
    result = violations_on_both(person, within)
    assert result == [], person.browser.run("return [location.hash, document.body.dataset.sheet]")


def violations_on_both(person: Person, within: str = "html") -> list[str]:
    """Return what axe finds within an element, on a light page and on a dark one."""
    result = violations(person, within, dark=False)
    person.browser.dark(True)
    result += violations(person, within, dark=True)
    person.browser.dark(False)
    return result


def violations(person: Person, within: str, dark: bool) -> list[str]:
    """Return what axe finds: by all its rules on light, of which only colours can differ on dark."""
    rules = {"runOnly": ["color-contrast"]} if dark else {}
    # else axe describes each element that passes, and fetches styles: most of its time
    rules |= {"resultTypes": ["violations"], "preload": False}
    script = """
        return axe.run(document.querySelector(arguments[0]), arguments[1]).then(({ violations }) =>
            violations.map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 120)}`));
    """
    return person.browser.run(script, within, rules)


CONTRAST = (Path(__file__).parent / "contrast.js").read_text() + "return contrast(arguments[0]);"


def test_what_is_drawn_can_be_read_on_what_is_behind_it(person: Person) -> None:
    for row in range(1, 9):  # each colour behind a clue, a value, marks
        person.points(f"R{row}C1", f"R{row}C2", f"R{row}C3", f"R{row}C4")
        person.types("v", str(row), "z", "Shift+1", "c", "2", "z")
    person.points("R4C3")
    person.types("9")
    pale = low_contrast_on_both(person, ".grid [role=gridcell] text")
    person.opens("More")
    person.presses("Restart")
    for _ in range(4):
        person.presses("Hint")  # a stage more
        person.idle()
    pale += low_contrast_on_both(person, ".grid [role=gridcell] text")
    person.pastes(json.dumps(RULES))
    pale += low_contrast_on_both(person, ".grid text")
    assert pale == []


RULES = {
    "nonet": "puzzle",
    "version": 1,
    "size": 6,
    "clues": "123456" + 30 * ".",
    "rules": [
        {"rule": "killer", "cells": ["R1C1", "R2C1"], "sum": 5},
        {"rule": "thermometer", "cells": ["R1C2", "R2C2", "R3C2"]},
        {"rule": "even", "cells": ["R1C4"]},
        {"rule": "odd", "cells": ["R1C3"]},
        {"rule": "sandwich", "clue": "R0C1", "sum": 4},
    ],
}


def low_contrast(person: Person, selector: str) -> list[object]:
    """Texts of too little contrast."""
    texts = person.browser.run(CONTRAST, selector)
    assert texts
    return [each for each in texts if each[1] < LEAST]


def low_contrast_on_both(person: Person, selector: str) -> list[object]:
    """Texts of too little contrast on a light page and on a dark one."""
    pale = low_contrast(person, selector)
    person.browser.dark(True)
    pale += low_contrast(person, selector)
    person.browser.dark(False)
    return pale


def test_a_step_with_every_kind_of_disc_can_be_read(visitor: Person) -> None:
    discs = "".join(
        f'<circle cx="{48 * i + 24}" cy="24" r="20" fill="{colour}"/>'
        for i, colour in enumerate(("#7fd1ae", "#9cc9f0", "#f3cf63", "#f5a9a0", "#5fc48f"))
    )
    for dark in (False, True):
        visitor.browser.dark(dark)
        visitor.browser.run(
            """return import("./grid/overlay.js").then(({ Overlay }) => {
            const [under, over] = document.querySelectorAll(".grid .overlay");
            new Overlay(under, over).show({ under: arguments[0] });
            document.querySelector(".grid").classList.add("argued");
            for (const column of [1, 2, 3, 4, 5]) {
                const inside = document.querySelector(`[data-cell=R1C${column}] g`);
                inside.innerHTML = '<text x="24" y="28" font-size="10" class="mark">1</text>';
            }
        })""",
            discs,
        )
        assert low_contrast(visitor, ".grid .mark") == []
    visitor.browser.dark(False)


def test_the_grid_is_a_grid_of_rows_and_cells_with_one_way_in(person: Person) -> None:
    grid = person.find(".grid")
    assert (grid.role, grid.name) == ("grid", "The puzzle")
    assert person.find(".grid [role=row]").role == "row"
    assert person.find("[data-cell=R1C1]").role == "gridcell"
    assert person.find("[data-cell=R1C1]").name == "row 1 column 1, given 5"
    ways = "return document.querySelectorAll('.grid [tabindex=\"0\"]').length"
    assert person.browser.run(ways) == 1
    person.points("R1C1")
    person.types("Down", "Right")
    assert person.browser.run(ways) == 1
    assert person.browser.run("return document.activeElement.dataset.cell") == "R2C2"


def test_the_keyboard_alone_reaches_a_hint_and_the_tabs(person: Person) -> None:
    person.browser.run("document.querySelector('[data-cell=R1C1]').focus()")
    focus = "const at = document.activeElement; return at.id || at.dataset.cell || at.textContent"
    for _ in range(40):
        person.types("Tab")
        if person.browser.run(focus) == "sheet-watch":
            break
    assert person.browser.run(focus) == "sheet-watch"
    person.types("Enter")
    person.holds("return document.querySelector('#panel-watch').checkVisibility()")
    person.types("Enter")
    person.holds("return document.querySelector('#panel-play').checkVisibility()")
    person.browser.run("document.querySelector('#tab-play').focus()")
    person.types("h")  # from wherever one is
    person.hears("Look around")


def test_a_phone_shows_the_grid_beside_its_explanation(person: Person) -> None:
    sizes = {"width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": True}
    person.browser.command("Emulation.setDeviceMetricsOverride", sizes)
    try:
        person.presses("Hint")
        person.answered("#panel-play", "Where:")
        person.browser.run("document.querySelector('#panel-play .stages').scrollIntoView()")
        grid, stages = person.browser.run("""
            return [".board", "#panel-play .stages"].map(each => {
                const { top, bottom } = document.querySelector(each).getBoundingClientRect();
                return [top, bottom];
            });
        """)
        height = person.browser.run("return innerHeight")
        assert 0 <= grid[0] < grid[1] <= stages[0] < stages[1] <= height
    finally:
        person.browser.command("Emulation.clearDeviceMetricsOverride", {})


def test_a_phone_has_all_in_reach_and_nothing_is_wider_than_it(person: Person) -> None:
    sizes = {"width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": True}
    person.browser.command("Emulation.setDeviceMetricsOverride", sizes)
    try:
        for tab in TABS:
            person.turns_to(tab)
            assert person.browser.run("return document.documentElement.scrollWidth") <= 390, tab
        small = person.browser.run("""
            return [...document.querySelectorAll("button, select, input")]
                .filter(each => each.offsetParent && !["checkbox", "file"].includes(each.type))
                .filter(each => !each.matches(".constraints *, .step"))
                .filter(each => each.getBoundingClientRect().height < 43.5)
                .map(each => each.outerHTML);
        """)
        assert small == []
    finally:
        person.browser.command("Emulation.clearDeviceMetricsOverride", {})


SIZES = {
    "phone": (390, 844),
    "small phone": (360, 640),
    "phone on its side": (844, 390),
    "zoomed": (640, 450),
}


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
def test_grid_keys_and_hint_are_in_sight_together(person: Person, size: tuple[int, int]) -> None:
    width, height = size
    sizes = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": True}
    person.browser.command("Emulation.setDeviceMetricsOverride", sizes)
    try:
        person.browser.run("scrollTo(0, 0)")
        cut = person.browser.run("""
            return [...document.querySelectorAll(".grid, .key, .tools button, #say")]
                .filter(each => {
                    const { left, top, right, bottom } = each.getBoundingClientRect();
                    return left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1;
                })
                .map(each => each.textContent.slice(0, 20));
        """)
        assert cut == []
        person.types("h")
        person.answered("#panel-play .card", "Where:")
        grid, card = person.browser.run("""
            return [".grid", ".card:not([hidden])"].map(each => {
                const { left, top, right, bottom } = document.querySelector(each).getBoundingClientRect();
                return { left, top, right, bottom };
            });
        """)
        assert card["bottom"] <= height + 1
        beside = card["left"] >= grid["right"] - 12
        assert beside or card["top"] >= grid["bottom"] - 40, (grid, card)
    finally:
        person.browser.command("Emulation.clearDeviceMetricsOverride", {})


CUT = """
    const shown = [...document.querySelectorAll("button, a, summary, label, h1, h2, h3, p, b, .chip")]
        .filter(each => each.checkVisibility() && each.clientWidth && !each.closest(".editor"));
    const over = each => {
        const { left, right } = each.getBoundingClientRect();
        return each.scrollWidth > each.clientWidth + 1 || left < -1 || right > innerWidth + 1;
    };
    return shown.filter(over).map(each => each.textContent.slice(0, 30));
"""
"""A script that returns the texts that do not fit into their elements, or into the window."""

COVERED = """
    const [tools, grid] = ["#tools", "main > .board"].map(each => document.querySelector(each));
    if (scrollY || !grid.checkVisibility()) return false;
    const [one, other] = [tools.getBoundingClientRect(), grid.getBoundingClientRect()];
    return one.left < other.right && one.bottom > other.top + 1;
"""
"""Whether the page's tools lie over the grid."""

PLACES = (
    "#/", "#/set", "#/ask", "#/learn/players", "#/learn/course", "#/learn/lesson/forward-checking",
    "#/drill/x-wing/5", "#/play/killer-arrow-medium-1", "#/play/sandwich-easy-1",
)  # fmt: skip


@pytest.mark.parametrize("width", [320, 768, 1024, 2560])
def test_nothing_is_cut_or_wider_than_the_window(visitor: Person, width: int) -> None:
    sizes = {"width": width, "height": 640, "deviceScaleFactor": 1, "mobile": width < 600}
    visitor.browser.command("Emulation.setDeviceMetricsOverride", sizes)
    try:
        for place in PLACES:
            visitor.browser.run("location.hash = arguments[0]", place)
            view = place.split("/")[1] or "front"
            visitor.holds(f"return document.body.dataset.view === {view!r}")
            visitor.idle()
            fits(visitor, width, place)
        for sheet in SHEETS:
            visitor.turns_to(sheet)
            fits(visitor, width, sheet)
        visitor.turns_to("Play")
        for name in ("Open a puzzle", "Settings"):
            visitor.browser.run(f"document.querySelector('#tools [aria-label=\"{name}\"]').click()")
            fits(visitor, width, name)
            visitor.presses("Close")
        # the name of any puzzle of the library, and of a day, is on one line whole
        cut = visitor.browser.run("""
            const title = document.querySelector("#title");
            const [{ words }, { library }] = await Promise.all(
                [import("./words.en.js"), import("./library.js")]);
            const entries = (await library()).shelves.flatMap(({ variant, levels }) =>
                Object.keys(levels).map(level => ({ variant, level, id: `${variant}-10` })));
            const days = ["daily", "easy"].map(id => ({ id, day: "2026-12-24" }));
            return [...entries, ...days].map(words.library.name).filter(name => {
                title.textContent = name;
                return title.scrollWidth > title.clientWidth || title.offsetHeight > 36;
            });
        """)
        assert cut == []
    finally:
        visitor.browser.command("Emulation.clearDeviceMetricsOverride", {})


def fits(person: Person, width: int, what: str) -> None:
    """Fail unless all texts are shown whole, and nothing is wider than the window."""
    assert person.browser.run("return document.documentElement.scrollWidth") <= width, what
    assert person.browser.run(CUT) == [], what
    assert not person.browser.run(COVERED), what
