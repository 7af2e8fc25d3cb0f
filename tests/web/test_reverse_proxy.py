"""The page behind nginx, with the site of docs/how-to/serve-the-page.md as it stands there."""

from __future__ import annotations

import http.client
import json
import os
import re
import shutil
import socket
import ssl
import stat
import subprocess
import sys
import tempfile
import time
from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path

import pytest

from nonet.processes import descendants
from tests.web.conftest import PATIENCE

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "serve-the-page.md"
NAME = "puzzles.example.org"
LOGIN = {"Authorization": "Basic " + b64encode(b"anna:secret").decode()}
JSON = {**LOGIN, "Content-Type": "application/json"}
ENDLESS = {"do": "solve", "puzzle": {"size": 9, "clues": "." * 81}, "limit": 0, "seconds": 500}


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


class Site:
    """nginx with nonet behind it."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port, self.socket = folder, free_port(), folder / "page.sock"
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2",
             "-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}",
             "-keyout", folder / "key.pem", "-out", folder / "cert.pem"],
            check=True, capture_output=True,
        )  # fmt: skip
        (folder / "users").write_text("anna:{PLAIN}secret\n")
        self.nonet = subprocess.Popen(
            [sys.executable, "-m", "nonet", "-q", "web", "--jobs", "2",
             "--host-name", NAME, "--socket", str(self.socket)],
            stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert self.nonet.stdout is not None
        assert self.nonet.stdout.readline().strip() == str(self.socket)
        configuration = folder / "nginx.conf"
        configuration.write_text(self.configuration())
        self.nginx = subprocess.Popen(["nginx", "-p", str(folder), "-c", str(configuration)])
        end = time.monotonic() + PATIENCE
        with socket.socket() as probe:
            while probe.connect_ex(("127.0.0.1", self.port)):
                assert time.monotonic() < end and self.nginx.poll() is None, "nginx does not start"
                time.sleep(0.02)

    def configuration(self) -> str:
        """The site of the page, with this machine's files, and what stands around it in nginx."""
        block = re.search(r"```nginx\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
        assert block is not None
        site = block[1]
        for documented, actual in (
            ("listen 443 ssl", f"listen 127.0.0.1:{self.port} ssl"),
            (f"/etc/letsencrypt/live/{NAME}/fullchain.pem", f"{self.folder}/cert.pem"),
            (f"/etc/letsencrypt/live/{NAME}/privkey.pem", f"{self.folder}/key.pem"),
            ("/etc/nginx/puzzles.users", f"{self.folder}/users"),
            ("/run/nonet/page.sock", str(self.socket)),
        ):
            assert documented in site
            site = site.replace(documented, actual)
        kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        folders = "".join(f"{kind}_temp_path {self.folder}/{kind};\n" for kind in kinds)
        user = "user root;\n" if os.getuid() == 0 else ""
        return (
            f"{user}daemon off; worker_processes 1; pid {self.folder}/pid;\n"
            f"error_log {self.folder}/error.log;\nevents {{}}\n"
            f"http {{ access_log {self.folder}/access.log;\n{folders}{site} }}\n"
        )

    def send(
        self, method: str, path: str, body: bytes = b"", **headers: str
    ) -> tuple[http.client.HTTPResponse, http.client.HTTPConnection]:
        """An answer over TLS, whose certificate is checked, and its connection."""
        trusted = ssl.create_default_context(cafile=str(self.folder / "cert.pem"))
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        connection.connect()
        connection.sock = trusted.wrap_socket(connection.sock, server_hostname=NAME)
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request(method, path, body, {"Host": NAME, **named})
        return connection.getresponse(), connection

    def status(self, method: str, path: str, body: bytes = b"", **headers: str) -> int:
        answer, connection = self.send(method, path, body, **headers)
        connection.close()
        return answer.status

    def ask(self, **question: object) -> dict:
        """The last event of an answer."""
        answer, connection = self.send("POST", "/ask", json.dumps(question).encode(), **JSON)
        *_, last = answer.read().splitlines()
        connection.close()
        return json.loads(last)

    def close(self) -> None:
        for process in (self.nginx, self.nonet):
            process.terminate()
            process.wait(PATIENCE)


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    pytest.importorskip("uvicorn", reason="nonet web needs uvicorn")
    missing = [name for name in ("nginx", "openssl") if shutil.which(name) is None]
    if missing:
        pytest.skip(f"no {' and no '.join(missing)} here to put before the page")
    with tempfile.TemporaryDirectory(prefix="nonet-") as folder:
        started = Site(Path(folder))
        try:
            yield started
        finally:
            started.close()


def test_who_has_no_login_gets_nothing(site: Site):
    assert site.status("GET", "/") == 401
    assert site.status("POST", "/ask", b'{"do": "about"}', Content_Type="application/json") == 401


def test_who_has_a_login_gets_the_page_and_answers(site: Site):
    answer, connection = site.send("GET", "/", **LOGIN)
    assert answer.status == 200
    assert b'name="nonet-server" content="yes"' in answer.read()
    connection.close()
    assert "done" in site.ask(do="verify", puzzle={"size": 4, "clues": ".......21.3..4.."})
    for origin in (f"https://{NAME}", f"http://{NAME}"):
        assert site.status("POST", "/ask", b'{"do": "about"}', Origin=origin, **JSON) == 200


def test_other_hosts_and_other_pages_are_refused(site: Site):
    body = b'{"do": "about"}'
    for headers in ({"Host": "evil.example"}, {"Host": "127.0.0.1"},
                    {"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "cross-site"}):  # fmt: skip
        assert site.status("POST", "/ask", body, **{**JSON, **headers}) == 403


def test_a_server_for_others_runs_no_programs(site: Site):
    answer = site.ask(do="grade", name="declare-a-sudoku", code="print(1)")
    assert "runs no programs" in answer["error"]
    assert site.ask(do="about")["done"]["programs"]["run"] is False


def test_events_come_as_they_happen_and_who_leaves_ends_the_work(site: Site):
    answer, connection = site.send("POST", "/ask", json.dumps(ENDLESS).encode(), **JSON)
    assert b"solution" in answer.readline()
    working = set(descendants(site.nonet.pid))
    answer.close()
    connection.close()
    end = time.monotonic() + PATIENCE
    while working <= set(descendants(site.nonet.pid)):
        assert time.monotonic() < end, "the process of a closed page goes on"
        time.sleep(0.02)


def test_limits_hold_before_nonet_is_reached(site: Site):
    assert site.status("POST", "/ask", b" " * (1 << 21), **JSON) == 413
    statuses = [site.status("GET", "/icon.svg", **LOGIN) for _ in range(250)]
    assert 503 in statuses
    assert statuses[0] == 200


def test_nobody_passes_by_the_web_server(site: Site):
    assert stat.S_IMODE(site.socket.stat().st_mode) == 0o660


@pytest.mark.slow(0.7)
def test_a_socket_that_is_in_use_is_an_error_in_a_line(site: Site, capsys):
    from nonet.cli import main

    assert main(["web", "--host-name", NAME, "--socket", str(site.socket)]) == 2
    assert "cannot be used as a socket" in capsys.readouterr().err
    assert main(["web", "--socket", str(site.socket)]) == 2
    assert main(["web", "--host-name", "https://x/"]) == 2
