"""A real browser, driven by the W3C WebDriver protocol without a library.

with Browser.started(profile) as browser:
    browser.open("http://127.0.0.1:8000/")
    browser.press("5")
    browser.find("#say").text

The browser is Chromium with chromedriver, or Firefox with geckodriver where the environment has
``NONET_BROWSER=firefox``.
"""

from __future__ import annotations

import base64
import json
import os
import shutil
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
"""The key of an element's reference in the protocol."""

KEYS = {
    "Shift": "\ue008", "Ctrl": "\ue009", "Left": "\ue012", "Up": "\ue013", "Right": "\ue014",
    "Down": "\ue015", "Delete": "\ue017", "Escape": "\ue00c", "Tab": "\ue004", "Enter": "\ue007",
    "Home": "\ue011", "End": "\ue010",
}  # fmt: skip
"""The protocol's codes of keys that are no characters."""

PATIENCE = float(os.environ.get("NONET_TEST_PATIENCE", "240"))
"""Seconds to wait, on a slow machine, for what usually takes a moment."""


CHROMIUM_FLAGS = (
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--disable-dev-shm-usage", "--window-size=1280,900",
    # a page that stands behind another plays as one in front does
    "--disable-background-timer-throttling", "--disable-renderer-backgrounding",
    "--disable-backgrounding-occluded-windows",
)  # fmt: skip


@dataclass(frozen=True)
class Kind:
    """A kind of browser: the names of its program, its driver, and the driver's options."""

    names: tuple[str, ...]
    driver: str
    quiet: str
    firefox: bool = False

    @property
    def path(self) -> str | None:
        """The path of the program, found by any of its names."""
        return next(filter(None, map(shutil.which, self.names)), None)

    def options(self, profile: Path) -> dict[str, Any]:
        """Return the capabilities that are requested from the driver."""
        if self.firefox:
            profile.mkdir(parents=True, exist_ok=True)
            args = ["-headless", "-profile", str(profile), "--width=1280", "--height=900"]
            return {"moz:firefoxOptions": {"binary": self.path, "args": args}}
        args = [*CHROMIUM_FLAGS, f"--user-data-dir={profile}"]
        return {
            "goog:chromeOptions": {"binary": self.path, "args": args},
            "goog:loggingPrefs": {"browser": "ALL"},
        }


CHROMIUM = Kind(
    ("chromium", "chromium-browser", "google-chrome"), "chromedriver", "--log-level=OFF"
)
FIREFOX = Kind(("firefox-esr", "firefox"), "geckodriver", "--log=fatal", firefox=True)


def kind() -> Kind:
    """Return the kind of browser that the tests use."""
    return FIREFOX if os.environ.get("NONET_BROWSER") == "firefox" else CHROMIUM


def missing() -> str:
    """Return the names of missing programs that a browser needs, or an empty text."""
    browser = kind()
    needed = {browser.names[0]: browser.path, browser.driver: shutil.which(browser.driver)}
    return ", ".join(name for name, path in needed.items() if path is None)


class Browser:
    """One window of a headless browser."""

    def __init__(self, address: str, session: str, kind: Kind) -> None:
        self._session = f"{address}/session/{session}"
        self.kind = kind
        self._called: set[tuple[str, str]] = set()

    @classmethod
    @contextmanager
    def started(cls, profile: Path, requested: Kind | None = None) -> Iterator[Browser]:
        """Start a browser with a profile of its own, and end it with the block."""
        browser_kind = requested or kind()
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        driver = subprocess.Popen(
            [browser_kind.driver, f"--port={port}", browser_kind.quiet],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        address = f"http://127.0.0.1:{port}"
        try:
            until(lambda: _reachable(address), f"{browser_kind.driver} to listen")
            capabilities = {**browser_kind.options(profile), "timeouts": {"script": 240_000}}
            session = _call(
                "POST", f"{address}/session", {"capabilities": {"alwaysMatch": capabilities}}
            )
            browser = cls(address, session["sessionId"], browser_kind)
            try:
                yield browser
            finally:
                _call("DELETE", browser._session)
        finally:
            driver.terminate()
            driver.wait(30)

    def _do(self, path: str, body: dict[str, Any] | None = None) -> Any:
        method = "GET" if body is None else "POST"
        return _call(method, f"{self._session}/{path}", body)

    def open(self, address: str) -> None:
        """Open an address, and wait until the page has loaded."""
        self._do("url", {"url": address})

    def new_window(self) -> str:
        """Open another tab and turn to it; return the handle of the former."""
        former = self._do("window")
        self._do("window", {"handle": self._do("window/new", {"type": "tab"})["handle"]})
        return former

    def close_window(self, next_window: str) -> None:
        """Close this tab, and turn to another."""
        _call("DELETE", f"{self._session}/window")
        self._do("window", {"handle": next_window})

    def reload(self) -> None:
        """Load the page again."""
        self._do("refresh", {})

    def run(self, script: str, *values: object) -> Any:
        """Return the value of a script that ends with ``return``, or of the promise it returns."""
        return self._do("execute/sync", {"script": script, "args": list(values)})

    def waits(self, script: str, *values: object) -> Any:
        """Return the value of a script once it is true, or its last value after ``PATIENCE``.

        The page itself looks again and again: to be asked each time costs three processes more.
        """
        end = time.monotonic() + PATIENCE
        while not (value := self.run(_WAITING % script, *values)) and time.monotonic() < end:
            pass
        return value

    def find(self, selector: str) -> Element:
        """Return the first element of a CSS selector."""
        return Element(self, self._do("element", {"using": "css selector", "value": selector}))

    def named(self, role: str, name: str) -> Element:
        """Return the visible element of a role and an accessible name, as a screen reader finds it.

        A page that has just been turned to may still be reading what it shows: it is waited for.
        The browser says what each candidate is, until one is what is looked for; of another with
        that role and name the page's own marks are enough.
        """
        others: list[str] = []

        def element() -> Element | None:
            candidates, others[:] = self.run(_NAMED, name, role)
            for reference, marked in candidates:
                element = Element(self, reference)
                if marked and (role, name) in self._called:
                    return element
                if element.role == role and element.name == name:
                    if marked:
                        self._called.add((role, name))
                    return element
            return None

        visible: Element = until(
            element, f"a {role} called {name!r}", lambda: f"there are {others}"
        )
        return visible

    def press(self, *keys: str) -> None:
        """Press keys one after the other; ``"Ctrl+z"`` holds the first meanwhile."""
        actions = []
        for key in keys:
            held = [KEYS.get(part, part) for part in (key.split("+") if len(key) > 1 else [key])]
            actions += [{"type": "keyDown", "value": part} for part in held]
            actions += [{"type": "keyUp", "value": part} for part in reversed(held)]
        self._do("actions", {"actions": [{"type": "key", "id": "keys", "actions": actions}]})

    def drag(self, *selectors: str, kind: str = "mouse") -> None:
        """Press the pointer on the first element, and move over the others; a click if alone."""
        # all at once: to be asked for each takes as long as to move there
        references = self.run(
            "return [...arguments].map(each => document.querySelector(each))", *selectors
        )
        assert None not in references, f"one of {selectors} is not there"
        actions: list[dict[str, Any]] = []
        for number, reference in enumerate(references):
            actions.append(
                {"type": "pointerMove", "origin": reference, "x": 0, "y": 0, "duration": 20}
            )
            if number == 0:
                actions.append({"type": "pointerDown", "button": 0})
        actions.append({"type": "pointerUp", "button": 0})
        try:
            self.point(actions, kind)
        except RuntimeError as error:  # the grid was drawn anew before the pointer came to its cell
            if len(selectors) > 1 or not str(error).startswith("stale element"):
                raise
            self.drag(*selectors, kind=kind)

    def point(self, actions: list[dict[str, Any]], kind: str = "mouse") -> None:
        """Perform the pointer actions of a mouse or a finger, in the protocol's format."""
        pointer = {"type": "pointer", "id": kind, "parameters": {"pointerType": kind}}
        self._do("actions", {"actions": [{**pointer, "actions": actions}]})

    def size(self, width: int, height: int) -> None:
        """Resize the window."""
        self._do("window/rect", {"width": width, "height": height})

    def dark(self, on: bool) -> None:
        """Emulate a system that prefers dark pages, or light ones."""
        if self.kind.firefox:
            theme = "document.documentElement.dataset.theme = arguments[0]"
            self.run(theme, "dark" if on else "light")
            return
        features = [{"name": "prefers-color-scheme", "value": "dark" if on else "light"}]
        self.command("Emulation.setEmulatedMedia", {"features": features})

    def command(self, name: str, parameters: dict[str, Any]) -> Any:
        """Run a command of Chromium's own protocol; skip the test in another browser."""
        if self.kind.firefox:
            pytest.skip(f"{name} is a command of Chromium's")
        return self._do("goog/cdp/execute", {"cmd": name, "params": parameters})

    def picture(self, path: Path) -> None:
        """Write a screenshot to a file."""
        path.write_bytes(base64.b64decode(self._do("screenshot")))

    def complaints(self) -> list[str]:
        """Return the errors and refusals in the console since the last call.

        Firefox's driver does not tell: nothing there.
        """
        return self.console("SEVERE", "WARNING")

    def console(self, *levels: str) -> list[str]:
        """Return the messages in the console since the last call, at some levels or at all."""
        if self.kind.firefox:
            return []
        entries = self._do("se/log", {"type": "browser"})
        return [each["message"] for each in entries if not levels or each["level"] in levels]


_NAMED = """
    const kinds = "button, select, input, textarea, summary, a, [role]";
    const all = [...document.querySelectorAll(kinds)];
    const label = each => each.labels?.[0];
    const called = each => (each.getAttribute("aria-label")
        ?? label(each)?.firstElementChild?.textContent
        ?? label(each)?.textContent ?? each.textContent).trim();
    const like = each => [called(each), label(each)?.textContent.trim()].includes(arguments[0]);
    const shown = all.filter(each => each.checkVisibility({ visibilityProperty: true }));
    const plain = each => each.localName === "input" ? each.type : each.localName;
    const marked = each => (each.getAttribute("role") ?? plain(each)) === arguments[1];
    return [shown.filter(like).map(each => [each, marked(each)]), shown.map(called)];
"""
"""Candidates for a name, and whether the role is the one that stands in the page's text."""

_WAITING = """
    const values = arguments, now = () => (function () { %s }).apply(null, values);
    const end = performance.now() + 20_000;
    return new Promise((resolve, reject) => {
        const look = () => {
            try {
                const found = now();
                if (found || performance.now() > end) resolve(found); else setTimeout(look, 20);
            } catch (error) { reject(error); }
        };
        look();
    });
"""
"""A script, run again and again until it is true, for so long as a driver waits for one."""

_REACHED = """
    const [it] = arguments;
    it.scrollIntoView({ block: "nearest", behavior: "instant" });
    const { left, top, width, height } = it.getBoundingClientRect();
    if (!width || !height) return "nothing to be seen";
    const met = document.elementFromPoint(left + width / 2, top + height / 2);
    return it.contains(met) || met?.contains(it) ? "" : (met?.outerHTML ?? "out of the window");
"""
"""What an element is covered by, where a pointer would press it; nothing, if it is reached."""


@dataclass(frozen=True)
class Element:
    """An element of the page."""

    browser: Browser
    reference: dict[str, str]

    def _do(self, path: str, body: dict[str, Any] | None = None) -> Any:
        return self.browser._do(f"element/{self.reference[ELEMENT]}/{path}", body)

    @property
    def text(self) -> str:
        """The visible text."""
        return self._do("text")

    @property
    def name(self) -> str:
        """The accessible name."""
        return self._do("computedlabel")

    @property
    def role(self) -> str:
        """The accessible role."""
        return self._do("computedrole")

    @property
    def shown(self) -> bool:
        """Whether the element is visible."""
        return self._do("displayed")

    def click(self) -> None:
        """Click the element, after scrolling it into view from below the fixed header.

        The protocol's own click does the same at twice the work.
        """
        covered = self.browser.run(_REACHED, self.reference)
        assert not covered, f"it cannot be pressed: {covered}"
        move = {"type": "pointerMove", "origin": self.reference, "x": 0, "y": 0, "duration": 0}
        down, up = ({"type": f"pointer{way}", "button": 0} for way in ("Down", "Up"))
        self.browser.point([move, down, up])

    def type(self, text: str) -> None:
        """Replace the text of a field."""
        self._do("clear", {})
        self._do("value", {"text": text})

    def choose(self, text: str) -> None:
        """Choose an option of a list by its text."""
        script = """
            const option = [...arguments[0].options].find(each => each.text === arguments[1]);
            if (!option) return [...arguments[0].options].map(each => each.text);
            arguments[0].value = option.value;
            arguments[0].dispatchEvent(new Event("change", { bubbles: true }));
        """
        others = self.browser.run(script, self.reference, text)
        assert others is None, f"{text!r} is none of {others}"


def until(condition: Callable[[], Any], what: str, instead: Callable[[], Any] = str) -> Any:
    """Wait until a condition is true and return its value; fail after ``PATIENCE`` seconds.

    ``what`` names the condition, and ``instead`` describes the state, for the error.
    """
    end = time.monotonic() + PATIENCE
    while True:
        value = condition()
        if value:
            return value
        late = time.monotonic() > end
        assert not late, f"waited {PATIENCE:g} seconds for {what}; instead: {instead()}"
        time.sleep(0.03)


def _reachable(address: str) -> bool:
    try:
        return bool(_call("GET", f"{address}/status")["ready"])
    except OSError:
        return False


def _call(method: str, address: str, body: dict[str, Any] | None = None) -> Any:
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(address, data, method=method)
    request.add_header("Content-Type", "application/json")
    try:
        with urllib.request.urlopen(request, timeout=2 * PATIENCE) as answer:
            return json.load(answer)["value"]
    except urllib.error.HTTPError as error:
        fault = json.load(error)["value"]
        raise RuntimeError(f"{fault['error']}: {fault['message'].splitlines()[0]}") from None
