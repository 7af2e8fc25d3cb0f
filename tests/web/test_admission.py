"""Who may ask: keys that work once, and requests of each host, origin, cookie and token."""

from __future__ import annotations

import stat
import threading
import time
import webbrowser
from pathlib import Path

import pytest

pytest.importorskip("starlette")

from starlette.requests import Request

from nonet.web import admission as admissions
from nonet.web.admission import Admission, secrets_equal


def request(method: str = "POST", **headers: str | list[str]) -> Request:
    """A request with headers, ``_`` for ``-``; of a list each is a header of its own."""
    listed = [
        (name.replace("_", "-").encode(), value.encode())
        for name, values in headers.items()
        for value in (values if isinstance(values, list) else [values])
    ]
    return Request({"type": "http", "method": method, "headers": listed})


def test_a_key_opens_once_and_each_key_by_itself():
    admission = Admission(8765)
    keys = [admission.new_address().removeprefix("http://127.0.0.1:8765/#key=") for _ in range(3)]
    assert len(set(keys)) == 3 and all(len(key) >= 32 for key in keys)
    assert admission.exchange("") is None and admission.exchange(keys[0][:-1]) is None
    assert admission.exchange(keys[1]) == admission.token
    assert admission.exchange(keys[1]) is None
    assert [admission.exchange(key) for key in (keys[0], keys[2])] == [admission.token] * 2
    other = Admission(8765)
    assert other.token != admission.token and other.cookie != admission.cookie
    assert other.exchange(keys[0]) is None


HOSTS = {"127.0.0.1:8765", "localhost:8765", "[::1]:8765"}


def test_this_machine_has_names_with_the_port_and_at_port_80_without():
    assert Admission(8765).hosts == HOSTS
    at_80 = {host.removesuffix(":8765") for host in HOSTS}
    assert Admission(80).hosts == at_80 | {f"{host}:80" for host in at_80}


ELSEWHERE = "another page may not ask this server"
OWN_ADDRESS = "this server answers to its own address only"


@pytest.mark.parametrize(
    ("headers", "reason"),
    [
        ({"host": "127.0.0.1:8765"}, ""),
        ({"host": "LOCALHOST:8765"}, ""),
        ({"host": "127.0.0.1:8766"}, OWN_ADDRESS),
        ({"host": "127.0.0.1"}, OWN_ADDRESS),
        ({"host": "example.org"}, OWN_ADDRESS),
        ({}, OWN_ADDRESS),
        ({"host": ["127.0.0.1:8765", "127.0.0.1:8765"]}, OWN_ADDRESS),
        ({"host": "localhost:8765", "origin": "http://localhost:8765"}, ""),
        ({"host": "LocalHost:8765", "origin": "http://localhost:8765"}, ""),
        ({"host": "localhost:8765", "origin": "https://localhost:8765"}, ELSEWHERE),
        ({"host": "localhost:8765", "origin": "http://127.0.0.1:8765"}, ELSEWHERE),
        ({"host": "localhost:8765", "origin": "null"}, ELSEWHERE),
        ({"host": "localhost:8765", "sec_fetch_site": "same-origin"}, ""),
        ({"host": "localhost:8765", "sec_fetch_site": "none"}, ""),
        ({"host": "localhost:8765", "sec_fetch_site": "same-site"}, ELSEWHERE),
        ({"host": "localhost:8765", "sec_fetch_site": "cross-site"}, ELSEWHERE),
    ],
)
def test_a_request_of_another_host_or_page_is_refused(headers, reason):
    admission = Admission(8765)
    assert admission.refusal_reason(request(**headers)) == reason
    if "sec_fetch_site" in headers:  # a link from elsewhere may lead to the page
        assert admission.refusal_reason(request("GET", **headers)) == ""


def test_a_web_server_in_front_is_known_by_its_name_and_its_login_is_enough():
    admission = Admission(0, "sudoku.example.org")
    for origin in ("https://sudoku.example.org", "http://sudoku.example.org"):
        front = request(host="Sudoku.Example.org", origin=origin)
        assert admission.is_proxied(front) and admission.allows(front)
        assert admission.refusal_reason(front) == ""
    other = request(host="sudoku.example.org", origin="https://example.org")
    assert admission.refusal_reason(other) == ELSEWHERE
    assert not admission.is_proxied(request(host="example.org"))
    assert not Admission(0).is_proxied(request(host="")) and not Admission(0).is_proxied(request())


def test_a_question_needs_the_cookie_and_the_token():
    admission = Admission(8765)
    cookie = admission.cookie.partition(";")[0]
    assert admission.cookie == f"{cookie}; Path=/; HttpOnly; SameSite=Strict"
    assert cookie.startswith(f"{admission.cookie_name}=") and admission.cookie_name == "nonet-8765"
    right = {"host": "127.0.0.1:8765", "cookie": cookie, "x_nonet_token": admission.token}
    assert admission.allows(request(**right))
    for name, value in (
        ("cookie", ""),
        ("cookie", f"{cookie}x"),
        ("cookie", cookie.replace("8765", "8766")),
        ("x_nonet_token", ""),
        ("x_nonet_token", f"{admission.token}x"),
        ("x_nonet_token", "é"),
    ):
        assert not admission.allows(request(**{**right, name: value}))
    assert not admission.allows(request(host="127.0.0.1:8765"))
    assert (
        secrets_equal("a", "a") and not secrets_equal("a", "b") and not secrets_equal("\ud800", "a")
    )


@pytest.mark.parametrize("opens", [True, False])
def test_a_browser_gets_a_file_of_its_owner_that_is_gone_once_it_was_used(
    opens, tmp_path, monkeypatch
):
    files: list[Path] = []
    complaints = threading.Event()
    monkeypatch.setattr(admissions, "_folder_for_browsers", lambda: str(tmp_path))
    monkeypatch.setattr(admissions, "BROWSER_SECONDS", 0.0)

    def open_file(address: str) -> bool:
        files.append(Path(address.removeprefix("file://")))
        return opens

    monkeypatch.setattr(webbrowser, "open", open_file)
    admission = Admission(8765)
    with admission.opened_in_browser(complaints.set):
        assert complaints.wait(20)  # within no time nobody came
        (file,) = files
        assert stat.S_IMODE(file.stat().st_mode) == 0o600 and file.parent == tmp_path
        text = file.read_text(encoding="utf-8")
        key = text.partition("#key=")[2].partition('"')[0]
        assert text.count(f"{admission.address}#key={key}") == 2
        assert admission.exchange(key) == admission.token
        end = time.monotonic() + 20
        while file.exists() and time.monotonic() < end:
            time.sleep(0.005)
        assert not file.exists()
    with admission.opened_in_browser(complaints.set):
        pass
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("sandbox", "writable", "platform", "folder"),
    [
        ("snap", True, "linux", True),
        ("flatpak", True, "linux", True),
        ("", True, "linux", False),
        ("snap", False, "linux", False),
        ("snap", True, "darwin", False),
    ],
)
def test_a_browser_in_a_sandbox_is_given_what_it_can_read(
    sandbox, writable, platform, folder, tmp_path, monkeypatch
):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr(admissions.sys, "platform", platform)
    monkeypatch.setattr(admissions.shutil, "which", lambda name: name == sandbox)
    monkeypatch.setattr(admissions.os, "access", lambda path, mode: writable)
    assert admissions._folder_for_browsers() == (str(tmp_path / "Downloads") if folder else None)
