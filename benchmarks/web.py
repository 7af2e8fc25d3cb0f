"""The page's server under load: many pages at once, and requests by the thousand.

``python -m benchmarks.web`` starts a server, lets 50 clients solve, get hints and watch runs for
a while, one question after the other each, then sends 10,000 requests of which none may be
answered.  It says for each client how many answers it had (none may starve), how long they took,
what memory the server has before and after, and how many processes are left.  Counts are what
matters: times are those of a machine that does as much else as it does.
"""

from __future__ import annotations

import argparse
import http.client
import json
import subprocess
import sys
import threading
import time
from pathlib import Path
from statistics import quantiles
from urllib.parse import urlsplit

from nonet.processes import children

NINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
QUESTIONS = [
    {"do": "hint", "puzzle": {"size": 9, "clues": NINE}},
    {"do": "verify", "puzzle": {"size": 9, "clues": NINE}},
    {"do": "trace", "puzzle": {"size": 9, "clues": NINE}, "most": 500},
    {"do": "solve", "puzzle": {"size": 9, "clues": "." * 81}, "limit": 50},
    {"do": "draw", "puzzle": {"size": 9, "clues": NINE, "rules": ["windoku"]}},
]


class Page(threading.Thread):
    """A client that asks one question after the other until ``end``."""

    def __init__(self, number: int, port: int, token: str, end: float) -> None:
        super().__init__(daemon=True)
        self.number, self.port, self.end = number, port, end
        self.headers = {
            "X-Nonet-Token": token,
            "X-Nonet-Client": f"page {number}",
            "Content-Type": "application/json",
        }
        self.seconds: list[float] = []
        self.failed: list[str] = []

    def run(self) -> None:
        asking = http.client.HTTPConnection("127.0.0.1", self.port, timeout=300)
        number = self.number
        while time.monotonic() < self.end:
            body = json.dumps(QUESTIONS[number % len(QUESTIONS)]).encode()
            number += 1
            began = time.monotonic()
            try:
                asking.request("POST", "/ask", body, self.headers)
                *_, last = asking.getresponse().read().splitlines()
            except (OSError, http.client.HTTPException, ValueError) as error:
                self.failed.append(repr(error))
                asking.close()
                continue
            self.seconds.append(time.monotonic() - began)
            if not last.startswith(b'{"done"'):
                self.failed.append(last[:200].decode())
        asking.close()


def storm(port: int, requests: int) -> int:
    """Requests with a wrong token, one after the other; how many were refused."""
    asking = http.client.HTTPConnection("127.0.0.1", port, timeout=300)
    headers = {"X-Nonet-Token": "wrong", "Content-Type": "application/json"}
    refused = 0
    for _ in range(requests):
        asking.request("POST", "/ask", b"{}", headers)
        answer = asking.getresponse()
        answer.read()
        refused += answer.status == 403
    asking.close()
    return refused


def memory(process: int) -> float:
    """MB that a process has in memory."""
    for line in Path(f"/proc/{process}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1000
    return 0.0


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--clients", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--requests", type=int, default=10_000)
    chosen = parser.parse_args()
    command = [sys.executable, "-m", "nonet", "-q", "web", "--no-browser", "--port", "0"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        address = urlsplit(server.stdout.readline().strip())
        port, token = address.port or 0, address.query.partition("=")[2]
        before = memory(server.pid)
        end = time.monotonic() + chosen.seconds
        pages = [Page(number, port, token, end) for number in range(chosen.clients)]
        for page in pages:
            page.start()
        for page in pages:
            page.join()
        answers = sorted(len(page.seconds) for page in pages)
        seconds = [each for page in pages for each in page.seconds]
        cuts = quantiles(seconds, n=100)
        print(f"{chosen.clients} clients, {chosen.seconds:g} s: {sum(answers)} answers")
        print(f"answers a client: least {answers[0]}, most {answers[-1]}")
        print(f"seconds an answer: median {cuts[49]:.2f}, 99 of 100 {cuts[98]:.2f}")
        for words in sorted({words for page in pages for words in page.failed}):
            print(f"failed: {words}")
        print(f"server: {before:.0f} MB before, {memory(server.pid):.0f} MB after")
        print(f"processes left: {len(children(server.pid))}")
        began = time.monotonic()
        refused = storm(port, chosen.requests)
        took = time.monotonic() - began
        print(f"{refused} of {chosen.requests} forged requests refused in {took:.1f} s")
        print(f"server: {memory(server.pid):.0f} MB after them")
    finally:
        server.terminate()
        server.wait()


if __name__ == "__main__":
    main()
