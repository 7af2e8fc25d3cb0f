"""The page in a container: reached by a published port, without the network of the host."""

import os
import re
import shutil
import signal
import subprocess
import sys
from http.client import HTTPConnection
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
RELAY = "127.0.0.2"
"""An address in place of the container's own: of Linux alone."""


def test_the_image_starts_by_the_script_and_its_words_need_no_network_of_the_host():
    text = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    assert "--network" not in text and 'ENTRYPOINT ["container.sh"]' in text
    for page in ("Dockerfile", "docs/release.md", "docs/how-to/serve-the-page.md"):
        arguments = (ROOT / page).read_text(encoding="utf-8")
        assert "-p 127.0.0.1:8765:8765 nonet web" in arguments, page


@pytest.mark.slow(3)
def test_a_published_port_leads_to_the_page_and_the_printed_address_opens_it(tmp_path):
    if sys.platform != "linux" or shutil.which("socat") is None:
        pytest.skip("the relay of the container needs socat, on Linux")
    pytest.importorskip("uvicorn", reason="the server needs the extra web")
    bin_folder = Path(sys.executable).parent
    environment = {**os.environ, "NONET_RELAY_ADDRESS": RELAY}
    environment["PATH"] = f"{bin_folder}:{environment['PATH']}"
    process = subprocess.Popen(
        [str(ROOT / "tools" / "container.sh"), "web"],
        env=environment, cwd=tmp_path, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True, start_new_session=True,
    )  # fmt: skip
    try:
        lines = []
        for line in process.stdout:
            lines.append(line)
            if (match := re.search(r"http://127\.0\.0\.1:8765/#key=(\S+)", line)) is not None:
                break
        else:
            if "8765" in "".join(lines):
                pytest.skip("port 8765 is taken on this machine")
            raise AssertionError(lines)
        # a browser outside names the published address, and comes by the relay
        assert ask("GET", "/index.html").status == 200
        opened = ask("POST", "/open", match[1])
        assert opened.status == 200 and opened.getheader("Set-Cookie")
        assert ask("POST", "/open", match[1]).status == 403  # the key works once
        assert ask("GET", "/", host="puzzles.example.org:8765").status == 403
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait(30)


def ask(method, path, body=None, host="127.0.0.1:8765"):
    """The answer to a request through the relay."""
    connection = HTTPConnection(RELAY, 8765, timeout=60)
    connection.request(method, path, body, headers={"Host": host})
    return connection.getresponse()
