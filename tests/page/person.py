"""A simulated user of the page: actions with mouse and keys, and waiting for what is shown."""

from __future__ import annotations

import json

from tests.page.browser import Browser, Element, until

FIRST = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
"""The solution of the puzzle that a new page shows."""

FIRST_PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
"""The puzzle that a new page shows."""

SHEETS = ("Solve", "Watch", "Program", "Share")
DOORS = {"Course": "Constraint programming", "Techniques": "For players"}
"""What can be asked of any puzzle, in a sheet over it."""

_REMEMBER = """
    const fields = document.querySelectorAll("input, select, textarea");
    window.first = [...fields].filter(each => each.type !== "file" && !each.readOnly)
        .map(each => [each, each.type === "checkbox" ? each.checked : each.value]);
"""
"""Store the values of all fields, before anything was done, for :data:`_TIDY`."""

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
    location.hash = "#/play";
    document.activeElement?.blur();
    const last = document.querySelector("[data-cell]:last-of-type");
    const at = last.getBoundingClientRect();
    last.dispatchEvent(new PointerEvent("pointerdown",  // so that no press after it is a second one
        { bubbles: true, cancelable: true, clientX: at.left + 9, clientY: at.top + 9 }));
    localStorage.removeItem("nonet:documents");  // a game that was begun would go on
"""


_SPOKEN = """
    const cell = document.querySelector(`[data-cell="${arguments[0]}"]`);
    return cell?.getAttribute("aria-label") ?? "";
"""
"""The accessible name of a cell."""

_CHOSEN = """
    return [...document.querySelectorAll("[data-cell][aria-selected=true]")]
        .map(each => each.dataset.cell);
"""
"""The selected cells."""


def admitted(browser: Browser, address: str) -> str:
    """Open the address that ``nonet web`` prints, which can be done once; return the page's."""
    browser.open(address)
    until(lambda: browser.run("return localStorage['nonet:token']"), "the page to be let in")
    return address.partition("#")[0]


class Person:
    """A user of the page, in a browser.

    Methods that act are named by verbs (``points``, ``types``, ``presses``); ``hears``, ``sees``,
    ``shows``, ``answered`` and ``holds`` wait until something is so, and fail if it never is.
    """

    def __init__(self, browser: Browser, address: str) -> None:
        self.browser = browser
        self.address = address

    def comes(self, fragment: str = "", stored: dict[str, object] | None = None) -> None:
        """Open the page as on a first visit, with ``stored`` in its local storage."""
        if not self.browser.run("return location.href").startswith(self.origin):
            self.browser.open(self.address)  # for its storage
        # a page stores its work when the user leaves it: not this one; a question of this page may
        # still be on its way, with the token
        self.browser.run(
            "Storage.prototype.setItem = () => {}; for (const key of Object.keys(localStorage)) "
            "if (key !== 'nonet:token') localStorage.removeItem(key)"
        )
        for key, value in (stored or {}).items():
            self.browser.run(
                "localStorage['nonet:' + arguments[0]] = arguments[1]", key, json.dumps(value)
            )
        self.browser.open(self.address + fragment)
        if fragment:
            self.browser.reload()  # an address that differs in its fragment alone is not loaded
        self.ready(is_addressed=bool(fragment))

    def comes_back(self) -> None:
        """Reset the page to its first puzzle without loading it again.

        All fields get the values that they had when the engine was ready.  The page itself drops
        marks, answers and the undo history with the old puzzle.
        """
        self.browser.run(_TIDY)
        self.follows(f"#/play/c={FIRST_PUZZLE[::-1]}")  # the same puzzle would be as it was left
        self.browser.run("localStorage.removeItem('nonet:documents')")
        self.follows(f"#/set/c={81 * '.'}")
        self.browser.run("localStorage.removeItem('nonet:documents')")
        self.follows(f"#/play/c={FIRST_PUZZLE}")

    def follows(self, fragment: str) -> None:
        """Follow a link to another puzzle on the same page."""
        self.browser.run("location.hash = arguments[0]", fragment)
        link = f"[...document.querySelectorAll('#tabs a')].some(each => each.hash === {fragment!r})"
        self.holds(f"return {link} && document.body.dataset.busy !== 'true'")

    @property
    def origin(self) -> str:
        """The address of the server, without the path of the page."""
        return self.address.removesuffix("/")

    def ready(self, is_addressed: bool = False) -> None:
        """Wait until the engine answers; go past the front, unless the address said where to."""
        until(
            lambda: self.browser.run("return document.body?.dataset.ready"),
            "the engine to be ready",
        )
        if not is_addressed and self.browser.run("return document.body.dataset.view") == "front":
            self.browser.run("location.hash = '#/play'")
            self.holds("return document.body.dataset.view !== 'front'")
        self.browser.run(_REMEMBER)

    def idle(self) -> None:
        """Wait until the page answers no question of the user."""
        self.holds("return document.body.dataset.busy !== 'true'")

    @property
    def message(self) -> str:
        """The message that the page shows now."""
        return self.browser.run("return document.querySelector('#say').textContent")

    def hears(self, text: str) -> str:
        """Wait until the page's message contains a text; return the message."""
        spoken = "document.querySelector('#say').textContent"
        message = self.browser.waits(f"return {spoken}.includes(arguments[0]) && {spoken}", text)
        assert message, f"the page does not say {text!r}, but {self.message!r}"
        return message

    def cell(self, name: str) -> str:
        """Return the accessible name of a cell, which a screen reader reads."""
        return self.browser.run(_SPOKEN, name)

    def sees(self, cell: str, text: str) -> None:
        """Wait until the accessible name of a cell contains a text."""
        seen = self.browser.waits(
            f"return (() => {{ {_SPOKEN} }})().includes(arguments[1])", cell, text
        )
        assert seen, f"at {cell} is not {text!r}, but {self.cell(cell)!r}"

    def reads(self, cell: str, text: str) -> None:
        """Wait until the accessible name of a cell is a text."""
        same = self.browser.waits(f"return (() => {{ {_SPOKEN} }})() === arguments[1]", cell, text)
        assert same, f"{cell} is not {text!r}, but {self.cell(cell)!r}"

    def chooses(self, cells: list[str]) -> None:
        """Wait until these cells are selected, in this order of the grid."""
        same = self.browser.waits(
            f"return JSON.stringify((() => {{ {_CHOSEN} }})()) === JSON.stringify(arguments[0])",
            cells,
        )
        assert same, f"not {cells} are selected, but {self.chosen}"

    @property
    def chosen(self) -> list[str]:
        """The selected cells."""
        return self.browser.run(_CHOSEN)

    def points(self, *cells: str, kind: str = "mouse") -> None:
        """Press on the first cell, and drag over the others."""
        self.browser.drag(*(f"[data-cell={cell}]" for cell in cells), kind=kind)

    def types(self, *keys: str) -> None:
        """Press keys one after the other."""
        self.browser.press(*keys)

    def presses(self, name: str) -> None:
        """Press the button of this name."""
        self.browser.named("button", name).click()

    def opens(self, name: str) -> None:
        """Open the folded section with a title, unless it is open."""
        self.holds(f"""
            const all = [...document.querySelectorAll("summary")].filter(each => each.checkVisibility());
            const one = all.find(each => each.textContent === {json.dumps(name)});
            if (one) one.parentElement.open = true;
            return Boolean(one);
        """)

    def run_beside(self, level: str) -> None:
        """Choose the consistency level of the second run."""
        script = """
            const [box] = document.querySelectorAll("#panel-watch details select");
            box.value = [...box.options].find(each => each.text === arguments[0]).value;
        """
        self.browser.run(script, level)

    def presses_flag(self, name: str) -> None:
        """Tick or untick the box of this name."""
        self.browser.named("checkbox", name).click()

    def opens_blank(self, side: int) -> None:
        """Open an empty grid: a draft, or a puzzle to ask about; wait until it is shown."""
        self.presses("Open a puzzle")
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
        """Wait until an element of a selector contains a text."""
        texts = "[...document.querySelectorAll(arguments[0])].map(each => each.textContent)"
        script = f"return {texts}.some(text => text.includes(arguments[1]))"
        has_text = self.browser.waits(script, selector, text)
        assert has_text, (
            f"{selector} has no {text!r}, but {self.browser.run(f'return {texts}', selector)};"
            f" the page says {self.message!r}"
        )

    def holds(self, script: str) -> None:
        """Wait until a script returns a true value."""
        assert self.browser.waits(script), f"this never was so: {script}"

    def turns_to(self, name: str) -> None:
        """Go to a place, through a door of Learn, or open a sheet over the puzzle at hand."""
        if name in DOORS:
            self.turns_to("Learn")
            self.browser.named("link", DOORS[name]).click()
        elif name in SHEETS:
            sheet = f"#sheet-{name.lower()}"
            if self.browser.run(f"return document.querySelector('{sheet}').ariaExpanded") != "true":
                self.find(sheet).click()
        else:
            self.find(f"#tab-{'front' if name == 'nonet' else name.lower()}").click()
            self.holds(f"return document.querySelector('#tabs [aria-current]').text === {name!r}")

    def find(self, selector: str) -> Element:
        """Return the first element of a CSS selector."""
        return self.browser.find(selector)

    def pastes(self, text: str) -> None:
        """Open a puzzle from a text."""
        self.presses("Open a puzzle")
        self.find("dialog textarea").type(text)
        # the message about the puzzle before is not an answer
        self.browser.run("document.querySelector('#say').textContent = ''")
        self.presses("Open")
        self.hears("Opened")
        self.browser.run("document.querySelector('dialog[open]')?.close()")
