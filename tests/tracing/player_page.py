"""A page of runs at hand: gone through as a person would, and read as a screen reader does."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tests.page.browser import Browser

_WALK = """
    const run = document.querySelectorAll("section.run")[arguments[0]];
    const slider = run.querySelector("input[type=range]");
    const cells = [...run.querySelectorAll("[role=gridcell]")];
    const backs = [...run.querySelectorAll(".back")];
    const lit = kind => cells.filter((_, i) => backs[i].classList.contains(kind)).map(each => each.dataset.cell);
    return arguments[1].map(number => {
        slider.value = number;
        slider.dispatchEvent(new Event("input"));
        return {
            words: run.querySelector(".event").textContent,
            here: lit("apart"), why: lit("why"), scope: lit("scope"),
            struck: run.querySelectorAll(".mark.gone").length,
            cells: Object.fromEntries([
                ...cells.map(each => [each.dataset.cell, each.getAttribute("aria-label")]),
                ...[...run.querySelectorAll(".store tr")].map(row => {
                    const name = row.querySelector("th").firstChild.textContent;
                    const left = [...row.querySelectorAll("b")].map(each => each.textContent);
                    return [name, `${name}, candidates ${left.join(" ")}`];
                }),
            ]),
        };
    });
"""  # fmt: skip  # noqa: E501


class PlayerPage:
    """The runs of a page, by their numbers."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser

    def walk(self, numbers: Iterable[int], run: int = 0) -> list[dict[str, Any]]:
        """Go to each of these moments with the slider: what is said, and how the grid stands."""
        return self.browser.run(_WALK, run, list(numbers))

    def at(self, run: int = 0) -> int:
        """The moment that is shown."""
        script = (
            "return +document.querySelectorAll('section.run input[type=range]')[arguments[0]].value"
        )
        return self.browser.run(script, run)

    def press(self, *keys: str) -> int:
        """Press keys; the moment that is shown then."""
        self.browser.press(*keys)
        return self.at()


def values(label: str) -> set[str]:
    """The values that a cell has left, by what is said of it."""
    last = label.split(", ")[1]
    if last == "nothing left":
        return set()
    return set(last.removeprefix("given ").removeprefix("candidates ").split())


def sentence(status: str) -> str:
    """What is said of an event, without its number."""
    return status.partition(". ")[2].partition("; shown: ")[0]
