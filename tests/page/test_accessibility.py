"""For everybody: roles and names, the keyboard alone, axe-core, contrast of what is drawn."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.page.person import Person
from tests.page.tools import installed

LEAST = 4.5
"""Contrast that a text needs against what is behind it (WCAG 2.2, 1.4.3)."""

TABS = ("Play", "Solve", "Watch", "Program", "Share", "Set", "Ask", "Learn")


pytestmark = pytest.mark.any_engine
"""Looks are the page's own: they are the same with either engine."""


def test_axe_finds_nothing_on_light_and_on_dark(visitor: Person) -> None:
    source = (installed("axe-core") / "axe.min.js").read_text()
    visitor.points("R1C3")
    visitor.types("5")
    visitor.sees("R1C3", "conflict")
    visitor.turns_to("Program")
    visitor.presses("Show the program")
    visitor.idle()
    visitor.turns_to("Watch")
    visitor.presses("Start the run")
    visitor.idle()
    # all panels at once: axe looks at the whole page each time, which is slow
    visitor.browser.run(
        "for (const panel of document.querySelectorAll('.panel')) panel.hidden = false"
    )
    visitor.browser.run(source + "; window.axe = axe;")
    assert violations_on_both(visitor) == []
    visitor.presses("Settings")
    assert violations_on_both(visitor, "dialog[open]") == []


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
    rules["resultTypes"] = [
        "violations"
    ]  # else axe describes each element that passes: most of its time
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


@pytest.mark.parametrize("width", [320, 768, 2560])
def test_nothing_is_wider_than_the_window(person: Person, width: int) -> None:
    sizes = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 600}
    person.browser.command("Emulation.setDeviceMetricsOverride", sizes)
    try:
        for tab in ("nonet", *TABS):
            person.turns_to(tab)
            assert person.browser.run("return document.documentElement.scrollWidth") <= width, tab
    finally:
        person.browser.command("Emulation.clearDeviceMetricsOverride", {})


def test_the_front_says_what_this_is_and_passes_axe(visitor: Person) -> None:
    source = (installed("axe-core") / "axe.min.js").read_text()
    visitor.turns_to("nonet")
    visitor.holds("return document.querySelector('.daily .small') !== null")
    doors = ("Choose a puzzle", "Solve and understand", "Set a puzzle", "Learn to solve")
    for door in (*doors, "Learn constraint programming"):
        assert visitor.browser.named("button", door).shown
    visitor.browser.run(source + "; window.axe = axe;")
    assert violations_on_both(visitor) == []
