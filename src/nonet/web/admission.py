"""Who may ask: a key that works once is exchanged for a cookie and a token.

Other users of this machine can read the arguments of every process and connect to every local
port.  So the browser gets the first key in a file that its owner alone can read, and the page
posts the key to ``/open`` from the fragment of its address, which is in no request, no ``Referer``
and no log, and is removed at once.  The answer sets a cookie and has a token.  A question needs
both: a page of another origin cannot read the token, and a script cannot read the cookie.  The
cookie alone is not enough: a browser sends a cookie to every port of its host.

A server behind a web server, which has a login of its own, lets in whoever asks for its
``host_name``.

>>> admission = Admission(8765)
>>> key = admission.new_address().rpartition("=")[2]
>>> admission.exchange(key) == admission.token, admission.exchange(key)
(True, None)
"""

from __future__ import annotations

import contextlib
import hmac
import os
import secrets
import shutil
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from starlette.requests import Request

HOST = "127.0.0.1"

BROWSER_SECONDS = 15.0
"""Seconds in which a browser usually opens the page."""

REDIRECT = """<!doctype html>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url={address}">
<title>nonet</title>
<p><a href="{address}">Open nonet</a></p>
"""
"""The file that a browser opens first."""


def _secret() -> str:
    return secrets.token_urlsafe(24)


@dataclass
class Admission:
    """The secrets of a server at ``port`` of this machine, and its name in the world, if any."""

    port: int
    host_name: str = ""
    token: str = field(default_factory=_secret)
    _session: str = field(default_factory=_secret)
    _keys: dict[str, threading.Event] = field(default_factory=dict)

    @property
    def address(self) -> str:
        """The address of the page, without a secret."""
        return f"http://{HOST}:{self.port}/"

    def new_address(self) -> str:
        """Return an address that opens the page once."""
        return self._address_of(self._new_key()[0])

    def _new_key(self) -> tuple[str, threading.Event]:
        key, used = _secret(), threading.Event()
        self._keys[key] = used
        return key, used

    def _address_of(self, key: str) -> str:
        return f"{self.address}#key={key}"

    def exchange(self, key: str) -> str | None:
        """Return the token for a key that was not used yet, else ``None``."""
        matching = [each for each in self._keys if secrets_equal(each, key)]
        for each in matching:
            self._keys.pop(each).set()
        return self.token if matching else None

    @property
    def cookie_name(self) -> str:
        """The name of the cookie: servers at other ports have other cookies."""
        return f"nonet-{self.port}"

    @property
    def cookie(self) -> str:
        """The value of ``Set-Cookie``."""
        return f"{self.cookie_name}={self._session}; Path=/; HttpOnly; SameSite=Strict"

    @property
    def hosts(self) -> frozenset[str]:
        """The values of ``Host`` that mean this machine."""
        names = (HOST, "localhost", "[::1]")
        # a browser does not say port 80
        return frozenset(f"{n}:{self.port}" for n in names).union(names if self.port == 80 else ())

    def is_proxied(self, request: Request) -> bool:
        """Return whether a web server in front has let a request in."""
        return bool(self.host_name) and request.headers.get("host", "").lower() == self.host_name

    def refusal_reason(self, request: Request) -> str:
        """Return why a request is refused, whoever sends it; empty if it is not refused.

        A page elsewhere cannot make a request to our host, whatever its DNS says, without naming
        itself as the host or the origin.
        """
        hosts = request.headers.getlist("host")
        if len(hosts) != 1 or not (hosts[0].lower() in self.hosts or self.is_proxied(request)):
            return "this server answers to its own address only"
        origin = request.headers.get("origin")
        schemes = ("https", "http") if self.is_proxied(request) else ("http",)
        own = [f"{scheme}://{hosts[0].lower()}" for scheme in schemes]
        if origin is not None and origin not in own:
            return "another page may not ask this server"
        site = request.headers.get("sec-fetch-site", "none")
        if site not in ("same-origin", "none") and request.method != "GET":
            return "another page may not ask this server"
        return ""

    def allows(self, request: Request) -> bool:
        """Return whether a question is let in: by a web server, or by the cookie and the token."""
        if self.is_proxied(request):
            return True
        token = request.headers.get("x-nonet-token", "")
        cookie = request.cookies.get(self.cookie_name, "")
        return secrets_equal(token, self.token) and secrets_equal(cookie, self._session)

    @contextlib.contextmanager
    def opened_in_browser(self, complain: Callable[[], object]) -> Iterator[None]:
        """Open the page in the user's browser; ``complain`` is called if the page is not opened.

        The browser is given a file, which is removed when the page has been opened, and at the
        latest at the end of the block.
        """
        import webbrowser

        key, used = self._new_key()
        number, name = tempfile.mkstemp(".html", "nonet-", _folder_for_browsers())  # mode 0600
        with os.fdopen(number, "w", encoding="utf-8") as file:
            file.write(REDIRECT.format(address=self._address_of(key)))

        def open_file() -> None:
            if not webbrowser.open(Path(name).as_uri()) or not used.wait(BROWSER_SECONDS):
                complain()
                used.wait()
            Path(name).unlink(missing_ok=True)

        # some browsers return only when they are closed
        threading.Thread(target=open_file, name="nonet browser", daemon=True).start()
        try:
            yield
        finally:
            Path(name).unlink(missing_ok=True)


def _folder_for_browsers() -> str | None:
    """Return a folder that the user's browser can read; ``None`` is the system's for such files.

    A browser in a snap or a flatpak does not see ``/tmp``, but it sees ``Downloads``.
    """
    downloads = Path(os.environ.get("HOME", "/")) / "Downloads"
    sandboxes = sys.platform == "linux" and (shutil.which("snap") or shutil.which("flatpak"))
    return str(downloads) if sandboxes and os.access(downloads, os.W_OK) else None


def secrets_equal(given: str, secret: str) -> bool:
    """Return whether two secrets are equal, in a time independent of the secrets."""
    return hmac.compare_digest(given.encode("utf-8", "replace"), secret.encode())
