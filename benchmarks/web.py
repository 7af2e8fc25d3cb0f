"""Load test of the server of the page: 50 clients at once, and 10,000 hostile requests.

``python -m benchmarks.web`` starts a server.  50 clients solve, get hints and watch runs, each one
question after the other; then quick questions are answered while all clients have a slow question;
then pages close while they wait; then 10,000 hostile requests must be refused.  The command prints
the number of answers and the times of the clients, the time until the process of a closed page has
ended, the memory of the server before, during and after, and the remaining processes.  Counts are
exact; times depend on other work of the machine.
"""

from __future__ import annotations

import argparse
import http.client
import json
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import quantiles
from urllib.parse import urlsplit

from nonet.processes import descendants
from tests.web.conftest import open_page

NINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
QUESTIONS = [
    {"do": "hint", "puzzle": {"size": 9, "clues": NINE}},
    {"do": "verify", "puzzle": {"size": 9, "clues": NINE}},
    {"do": "trace", "puzzle": {"size": 9, "clues": NINE}, "most": 500},
    {"do": "solve", "puzzle": {"size": 9, "clues": "." * 81}, "limit": 50},
    {"do": "draw", "puzzle": {"size": 9, "clues": NINE, "rules": ["windoku"]}},
]

HARD = {"do": "solve", "puzzle": {"size": 9, "clues": "." * 81}, "limit": 0, "seconds": 5}
"""A question that uses its limit of five seconds: all solutions of an empty grid."""

LIGHT = {"do": "check", "puzzle": {"size": 9, "clues": NINE}, "quick": True}
"""The quick check that the page sends after every entry."""

END_LIMIT = 30.0
"""Seconds within which the process of a closed page must end."""


class Page(threading.Thread):
    """A client that asks one question after the other until ``end``."""

    def __init__(
        self, number: int, port: int, secrets: dict[str, str], end: float,
        questions: Sequence[dict[str, object]] = QUESTIONS,
    ) -> None:  # fmt: skip
        super().__init__(daemon=True)
        self.number, self.port, self.end, self.questions = number, port, end, questions
        self.headers = {
            **secrets,
            "X-Nonet-Client": f"page {number}",
            "Content-Type": "application/json",
        }
        self.seconds: list[float] = []
        self.failed: list[str] = []

    def run(self) -> None:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=300)
        number = self.number
        while time.monotonic() < self.end:
            body = json.dumps(self.questions[number % len(self.questions)]).encode()
            number += 1
            began = time.monotonic()
            try:
                connection.request("POST", "/ask", body, self.headers)
                *_, last = connection.getresponse().read().splitlines()
            except (OSError, http.client.HTTPException, ValueError) as error:
                self.failed.append(repr(error))
                connection.close()
                continue
            self.seconds.append(time.monotonic() - began)
            if not last.startswith(b'{"done"'):
                self.failed.append(last[:200].decode())
        connection.close()


def hostile(port: int, secrets: dict[str, str]) -> list[tuple[str, dict[str, str], bytes]]:
    """Return requests that must be refused: name, headers and body."""
    ours = {**secrets, "Content-Type": "application/json"}
    puzzle = {"size": 9, "clues": NINE}

    def question(**parameters: object) -> bytes:
        return json.dumps({"do": "check", "puzzle": puzzle, **parameters}).encode()

    named = {"size": 4, "clues": "." * 16, "rules": [{"rule": "<script>alert(1)</script>"}]}
    return [
        ("a wrong token", {**ours, "X-Nonet-Token": "wrong"}, question()),
        ("a forged host", {**ours, "Host": "evil.example"}, question()),
        ("another origin", {**ours, "Origin": "https://evil.example"}, question()),
        ("deep JSON", ours, b'{"do": "check", "puzzle": ' + b"[" * 20_000 + b"]" * 20_000 + b"}"),
        ("no JSON", ours, b"\xff{"),
        ("a grid of a megabyte", ours, question(puzzle={"size": 9, "clues": "1" * 900_000})),
        ("more than may be sent", ours, question(puzzle={"size": 9, "clues": "1" * 9_000_000})),
        ("a script as a name", ours, question(puzzle=named)),
    ]


def storm(port: int, secrets: dict[str, str], requests: int) -> dict[str, int]:
    """Send hostile requests one after the other; return the number of refusals of each kind."""
    kinds = hostile(port, secrets)
    refused = {name: 0 for name, _, _ in kinds}
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=300)
    for number in range(requests):
        # long requests are rare, because sending them is slow
        name, headers, body = kinds[number % 3 if number % 10 else number // 10 % len(kinds)]
        try:
            connection.request("POST", "/ask", body, headers)
            answer = connection.getresponse()
            last = answer.read().rpartition(b"\n{")[2]
            refused[name] += answer.status >= 400 or b'"error"' in last
        except OSError:  # the server does not read a too long request to its end
            connection.close()
            refused[name] += 1
    connection.close()
    return refused


def closing_time(port: int, secrets: dict[str, str], server: int) -> float:
    """Return the seconds from closing a page with an endless question to the end of its process."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=300)
    before = set(descendants(server))
    question = {"do": "solve", "puzzle": {"size": 9, "clues": "." * 81}, "limit": 0, "seconds": 500}
    connection.request(
        "POST", "/ask", json.dumps(question).encode(),
        {**secrets, "Content-Type": "application/json"},
    )  # fmt: skip
    answer = connection.getresponse()
    answer.readline()
    began = time.monotonic()
    answer.close()
    connection.close()
    while before <= set(descendants(server)):
        if time.monotonic() - began > END_LIMIT:
            raise SystemExit(f"the process of a closed page still runs after {END_LIMIT:g} s")
        time.sleep(0.005)
    return time.monotonic() - began


def light_beside_hard(port: int, secrets: dict[str, str], clients: int, seconds: float) -> None:
    """Print the times of a quick question while all clients have a slow question."""
    end = time.monotonic() + seconds
    hard = [Page(number, port, secrets, end, [HARD]) for number in range(clients)]
    light = Page(clients, port, secrets, end - 1, [LIGHT])
    for page in (*hard, light):
        page.start()
        time.sleep(0.5 if page is hard[-1] else 0)  # all slow questions start before the quick one
    for page in (*hard, light):
        page.join()
    for failure in sorted({*light.failed}):
        print(f"failed: {failure}")
    cuts = _cuts(light.seconds, 20)
    print(
        f"a quick question beside {clients} slow questions: {len(light.seconds)} answers, "
        f"median {cuts[9]:.3f} s, 95 of 100 within {cuts[18]:.3f} s"
    )


def _cuts(seconds: list[float], number: int) -> list[float]:
    """Return what ``quantiles`` returns; end with a line where there are too few answers for it."""
    if len(seconds) < 2:
        raise SystemExit(f"{len(seconds)} answers: give more --seconds")
    return quantiles(seconds, n=number)


def memory(process: int) -> float:
    """Return the resident memory of a process in MB."""
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
        port = address.port or 0
        token, cookie = open_page(port, address.fragment.removeprefix("key="))
        secrets = {"X-Nonet-Token": token, "Cookie": cookie}
        before = memory(server.pid)
        refused: dict[str, int] = {}
        end = time.monotonic() + chosen.seconds
        pages = [Page(number, port, secrets, end) for number in range(chosen.clients)]
        for page in pages:
            page.start()
        for page in pages:
            page.join()
        answers = sorted(len(page.seconds) for page in pages)
        seconds = [each for page in pages for each in page.seconds]
        cuts = _cuts(seconds, 100)
        print(f"{chosen.clients} clients, {chosen.seconds:g} s: {sum(answers)} answers")
        print(f"answers a client: least {answers[0]}, most {answers[-1]}")
        print(f"seconds an answer: median {cuts[49]:.2f}, 99 of 100 {cuts[98]:.2f}")
        for failure in sorted({failure for page in pages for failure in page.failed}):
            print(f"failed: {failure}")
        print(f"server: {before:.0f} MB before, {memory(server.pid):.0f} MB after")
        print(f"remaining processes: {len(descendants(server.pid))}")
        light_beside_hard(port, secrets, chosen.clients, chosen.seconds)
        closing_times = sorted(closing_time(port, secrets, server.pid) for _ in range(10))
        times = f"median {closing_times[5]:.2f} s, longest {closing_times[-1]:.2f} s"
        print(f"from closing a page to the end of its process: {times}")
        began, high = time.monotonic(), memory(server.pid)
        for _ in range(10):
            for name, count in storm(port, secrets, chosen.requests // 10).items():
                refused[name] = refused.get(name, 0) + count
            high = max(high, memory(server.pid))
        took = time.monotonic() - began
        for name, count in refused.items():
            print(f"refused, {name}: {count}")
        print(f"{sum(refused.values())} of {chosen.requests} refused in {took:.1f} s")
        print(f"server: at most {high:.0f} MB during these, {memory(server.pid):.0f} MB after")
        last = Page(0, port, secrets, time.monotonic() + 1)
        last.run()
        print(f"then a page has {len(last.seconds)} answers in a second, {len(last.failed)} failed")
    finally:
        server.terminate()
        server.wait()


if __name__ == "__main__":
    main()
