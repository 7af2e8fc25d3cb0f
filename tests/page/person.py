"""A person in front of the page: what one does with mouse, keys and eyes, in a word each."""

from __future__ import annotations

import json

from tests.page.browser import Browser, Element, until

FIRST = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
"""The solution of the puzzle that a new page shows."""

FIRST_PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
"""What a new page shows."""

_REMEMBER = """
    const fields = document.querySelectorAll("input, select, textarea");
    window.first = [...fields].filter(each => each.type !== "file" && !each.readOnly)
        .map(each => [each, each.type === "checkbox" ? each.checked : each.value]);
"""
"""What all fields hold before anything was done."""

_TIDY = """
    document.querySelector("dialog[open]")?.close();
    document.querySelector("#do button:not([hidden])")?.click();  // an endless question
    const change = (field, kind) => field.dispatchEvent(new Event(kind, { bubbles: true }));
    for (const [field, value] of window.first) {
        if (!field.isConnected) continue;
        if (field.type === "checkbox") { if (field.checked !== value) field.click(); }
        else if (field.value !== value) { field.value = value; change(field, "input");
            change(field, "change"); }
    }
    document.querySelector(".head [aria-pressed=true]")?.click();  // a pause
    document.querySelector(".modes button").click();
    document.querySelector("#tab-play").click();
    document.activeElement?.blur();
    const last = document.querySelector("[data-cell]:last-of-type");
    const at = last.getBoundingClientRect();
    last.dispatchEvent(new PointerEvent("pointerdown",  // so that no press after it is a second one
        { bubbles: true, cancelable: true, clientX: at.left + 9, clientY: at.top + 9 }));
    const puzzle = { nonet: "puzzle", version: 1, size: 9, clues: arguments[0] };
    return import("./share.js").then(share => share.fragmentOf(puzzle));
"""


_SPOKEN = """
    const cell = document.querySelector(`[data-cell="${arguments[0]}"]`);
    return cell?.getAttribute("aria-label") ?? "";
"""
"""What is said of a cell."""


class Person:
    """Uses a page through a browser."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.browser = browser
        self.address = address

    def comes(self, fragment: str = "", stored: dict[str, object] | None = None) -> None:
        """Open the page; nothing is kept of earlier visits but ``stored``."""
        if not self.browser.run("return location.href").startswith(self.origin):
            self.browser.open(self.address)  # for its storage
        # a page that is left keeps what was at work: not this one
        self.browser.run("Storage.prototype.setItem = () => {}; localStorage.clear()")
        for key, value in (stored or {}).items():
            self.browser.run(
                "localStorage['nonet:' + arguments[0]] = arguments[1]", key, json.dumps(value)
            )
        self.browser.open(self.address + fragment)
        if fragment:
            self.browser.reload()  # an address that differs in its fragment alone is not loaded
        self.ready()

    def comes_back(self) -> None:
        """Begin with the first puzzle as if nobody had been here, without loading the page again.

        Whatever was ticked or chosen is as it was when the engine was ready; marks, answers and
        what undo knew are gone, as the page itself throws them away with a puzzle.
        """
        self.follows(self.browser.run(_TIDY, FIRST_PUZZLE))

    def follows(self, fragment: str) -> None:
        """Follow a link to another puzzle on the same page."""
        self.browser.run("location.hash = arguments[0]", fragment)
        self.holds("return location.hash === '' && document.body.dataset.busy !== 'true'")

    @property
    def origin(self) -> str:
        """The server's address without the page's."""
        return self.address.partition("/?")[0]

    def ready(self) -> None:
        """Wait until the engine answers."""
        until(
            lambda: self.browser.run("return document.body?.dataset.ready"),
            "the engine to be ready",
        )
        self.browser.run("document.querySelector('#tab-play').click()")  # past the front
        self.browser.run(_REMEMBER)

    def idle(self) -> None:
        """Wait until no question is open that the person asked."""
        self.holds("return document.body.dataset.busy !== 'true'")

    @property
    def message(self) -> str:
        """What the page says now."""
        return self.browser.run("return document.querySelector('#say').textContent")

    def hears(self, text: str) -> str:
        """Wait until the page says something with these words; all it says."""
        spoken = "document.querySelector('#say').textContent"
        message = self.browser.waits(f"return {spoken}.includes(arguments[0]) && {spoken}", text)
        assert message, f"the page does not say {text!r}, but {self.message!r}"
        return message

    def cell(self, name: str) -> str:
        """What a screen reader says of a cell."""
        return self.browser.run(_SPOKEN, name)

    def sees(self, cell: str, text: str) -> None:
        """Wait until a cell is spoken of with these words."""
        seen = self.browser.waits(
            f"return (() => {{ {_SPOKEN} }})().includes(arguments[1])", cell, text
        )
        assert seen, f"at {cell} is not {text!r}, but {self.cell(cell)!r}"

    @property
    def chosen(self) -> list[str]:
        """The cells chosen."""
        script = """
            return [...document.querySelectorAll("[data-cell][aria-selected=true]")]
                .map(each => each.dataset.cell);
        """
        return self.browser.run(script)

    def points(self, *cells: str, kind: str = "mouse") -> None:
        """Press on a cell, and drag over the others."""
        self.browser.drag(*(f"[data-cell={cell}]" for cell in cells), kind=kind)

    def types(self, *keys: str) -> None:
        """Press keys one after the other."""
        self.browser.press(*keys)

    def presses(self, name: str) -> None:
        """Press the button of this name."""
        self.browser.named("button", name).click()

    def opens(self, name: str) -> None:
        """Open what is folded under a title, unless it is open."""
        script = """
            const all = [...document.querySelectorAll("summary")].filter(each => each.checkVisibility());
            const one = all.find(each => each.textContent === arguments[0]);
            if (one) one.parentElement.open = true;
            return Boolean(one);
        """
        assert self.browser.run(script, name), f"nothing is called {name!r}"

    def run_beside(self, level: str) -> None:
        """Choose the consistency of the run beside the first."""
        script = """
            const [box] = document.querySelectorAll("#panel-watch details select");
            box.value = [...box.options].find(each => each.text === arguments[0]).value;
        """
        self.browser.run(script, level)

    def presses_flag(self, name: str) -> None:
        """Tick or untick the box of this name."""
        self.browser.named("checkbox", name).click()

    def opens_blank(self, side: int) -> None:
        """Press the button of a size, and wait until no cell of what was there before is left."""
        self.presses(f"{side}×{side}")
        self.holds(f"""
            const said = [...document.querySelectorAll("[data-cell][aria-label]")];
            return said.length === {side * side} &&
                said.every(each => each.getAttribute("aria-label").includes("empty"));
        """)

    def shows(self, selector: str, text: str) -> None:
        """Wait until an element has this text."""
        self.holds(f"return document.querySelector({selector!r}).textContent === {text!r}")

    def answered(self, selector: str, text: str) -> None:
        """Wait until one of the elements of a selector says something with these words."""
        texts = "[...document.querySelectorAll(arguments[0])].map(each => each.textContent)"
        script = f"return {texts}.some(text => text.includes(arguments[1]))"
        has_text = self.browser.waits(script, selector, text)
        assert has_text, (
            f"{selector} has no {text!r}, but {self.browser.run(f'return {texts}', selector)};"
            f" the page says {self.message!r}"
        )

    def holds(self, script: str) -> None:
        """Wait until a script gives what is true."""
        assert self.browser.waits(script), f"this never was so: {script}"

    def turns_to(self, name: str) -> None:
        """Choose a tab."""
        self.browser.named("tab", name).click()

    def find(self, selector: str) -> Element:
        """An element by a CSS selector."""
        return self.browser.find(selector)

    def pastes(self, text: str) -> None:
        """Open a puzzle from a text."""
        self.turns_to("Share")
        self.find("#panel-share textarea").type(text)
        # what was said of the puzzle before is no answer
        self.browser.run("document.querySelector('#say').textContent = ''")
        self.presses("Open")
        self.hears("Opened")
