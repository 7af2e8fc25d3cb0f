"""Response times of the page: from a key to the changed cell, from a question to its answer.

    python -m benchmarks.page

opens the page of ``nonet web`` in Chromium and prints a table.  Script times are measured in the
page (``performance.now``) for each key: from the event to the end of the changes in the document,
without drawing.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.page.browser import Browser, missing
from tests.page.person import Person, admitted

TARGETS = {
    "first paint": 1500.0,
    "a key, 9x9": 2.0,
    "a key, 16x16": 8.0,
    "a hint": 300.0,
    "verify": 300.0,
    "cancel, and the next answer": 300.0,
}
"""The most milliseconds that each may take."""

KEYS = """
    const times = [];
    for (let number = 0; number < 400; number++) {
        const digit = String((number % 9) + 1), begun = performance.now();
        document.activeElement.dispatchEvent(new KeyboardEvent("keydown",
            { key: digit, code: `Digit${digit}`, bubbles: true, cancelable: true }));
        times.push(performance.now() - begun);
    }
    return times.sort((one, other) => one - other)[200];
"""

ASK = """
    const { connect } = await import("./engine/client.js");
    const engine = connect(), puzzle = arguments[0], times = [];
    for (let number = 0; number < 9; number++) {
        const begun = performance.now();
        await engine.run({ do: arguments[1], puzzle });
        times.push(performance.now() - begun);
    }
    return times.sort((one, other) => one - other)[4];
"""

CANCEL = """
    const { connect } = await import("./engine/client.js");
    const engine = connect(), times = [], puzzle = { size: 9, clues: {} };
    for (let number = 0; number < 5; number++) {
        const job = new AbortController(), { signal } = job;
        engine.run({ do: "solve", puzzle, limit: 0 }, { signal }).catch(() => {});
        await new Promise(resolve => setTimeout(resolve, 500));  // faster than a person cancels
        const begun = performance.now();
        job.abort();
        await engine.run({ do: "verify", puzzle: arguments[0] });
        times.push(performance.now() - begun);
    }
    return times.sort((one, other) => one - other)[2];
"""

PUZZLE = {
    "size": 9,
    "clues": "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
}


def measured(person: Person) -> dict[str, float]:
    """Return the milliseconds of each measure."""
    run = person.browser.run
    paint = "return performance.getEntriesByName('first-contentful-paint')[0].startTime"
    times = {"first paint": run(paint)}
    person.points("R1C3")
    times["a key, 9x9"] = run(KEYS)
    person.turns_to("Share")
    person.presses("16×16")
    person.sees("R16C16", "empty")
    person.points("R1C3")
    times["a key, 16x16"] = run(KEYS)
    times["a hint"] = run(ASK, PUZZLE, "hint")
    times["verify"] = run(ASK, PUZZLE, "verify")
    times["cancel, and the next answer"] = run(CANCEL, PUZZLE)
    return times


def main() -> None:
    """Print the table, and its figures as JSON."""
    if absent := missing():
        raise SystemExit(f"needs {absent}")
    command = [sys.executable, "-m", "nonet", "web", "--no-browser", "--port", "0"]
    with (
        subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server,
        tempfile.TemporaryDirectory() as folder,
    ):
        try:
            assert server.stdout is not None
            address = server.stdout.readline().strip()
            with Browser.started(Path(folder)) as browser:
                person = Person(browser, admitted(browser, address))
                person.comes()
                times = measured(person)
        finally:
            server.terminate()
    for name, milliseconds in times.items():
        print(f"{name:30}{milliseconds:10.1f} ms   target {TARGETS[name]:g} ms")
    print(json.dumps(times))


if __name__ == "__main__":
    main()
