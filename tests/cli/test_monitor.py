"""A signal ends a command and all its children, and what was done is said; streams stream."""

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from nonet.cli import monitor

PUZZLES = Path(__file__).parents[2] / "puzzles"
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SLOW = PUZZLES / "25x25-290.txt"
"""The native backend needs a minute and more."""
SOON = 10
"""Seconds in which a machine that does ten other things ends what ends within one."""


COMMAND = "from nonet.cli import main; raise SystemExit(main())"
IMPATIENT = f"from nonet.cli import monitor; monitor.SILENCE = 0.3; {COMMAND}"
"""The command that says sooner what it is at, so that nobody waits for that."""
AT_WORK = f"""
from nonet.cli import monitor
from nonet.cli.activity import ACTIVITY
write = monitor.print_message
monitor.print_message = lambda said: None if ACTIVITY.puzzles is None else write(said)
{IMPATIENT}
"""
"""The same, which says nothing before it has begun with the first puzzle."""
WATCHED = f"""
from nonet.cli import monitor
from nonet.cli.activity import ACTIVITY
waits = monitor.Monitor._wait_for_signal
def told(self, seconds):
    if ACTIVITY.puzzles is not None:
        print("the watch waits", flush=True)
    return waits(self, seconds)
monitor.Monitor._wait_for_signal = told
monitor.LONGEST = 0.3
{IMPATIENT}
"""
"""The same, which says on standard output whenever the watch begins to wait, or again."""


def start(*arguments, script=COMMAND, **environment):
    return subprocess.Popen(
        [sys.executable, "-c", script, *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "NONET_SILENT": "", **environment},
    )


def descendants(parent: int) -> list[int]:
    """By ``ps``'s way of looking: all of /proc."""
    children_of: dict[int, list[int]] = {}
    for pid in (int(file.name) for file in Path("/proc").iterdir() if file.name.isdecimal()):
        if state(pid) != "gone":
            with contextlib.suppress(OSError):  # it has ended meanwhile
                text = Path(f"/proc/{pid}/status").read_text()
                parent_pid = int(re.search(r"PPid:\s+(\d+)", text).group(1))
                children_of.setdefault(parent_pid, []).append(pid)
    children = children_of.get(parent, [])
    return [*children, *(deeper for child in children for deeper in descendants(child))]


def state(pid: int) -> str:
    """``gone`` also for a process that only waits for somebody to read its exit code."""
    try:
        match = re.search(r"State:\s+(\w)", Path(f"/proc/{pid}/status").read_text())
    except OSError:
        return "gone"
    return "gone" if match is None or match.group(1) in "ZX" else match.group(1)


def wait_for_children(run, number: int) -> list[int]:
    end = time.monotonic() + 60
    while time.monotonic() < end:
        children = descendants(run.pid)
        if len(children) >= number:
            return children
        time.sleep(0.1)
    raise AssertionError(f"{descendants(run.pid)} are not {number} children: {run.poll()}")


def all_end(numbers: list[int]) -> bool:
    end = time.monotonic() + SOON
    while time.monotonic() < end:
        if all(state(number) == "gone" for number in numbers):
            return True
        time.sleep(0.1)
    return False


needs_proc = pytest.mark.skipif(
    not Path("/proc/self/status").exists(), reason="children are counted in /proc"
)


ENDS = {signal.SIGINT: (130, "interrupted"), signal.SIGTERM: (143, "terminated")}
"""What a command says of a signal, and its exit code."""


@pytest.mark.slow(0.2)
@pytest.mark.parametrize(
    ("number", "command"),
    [
        (signal.SIGINT, ["solve", SLOW, "--backend", "native"]),
        (signal.SIGTERM, ["solve", SLOW, "--backend", "native"]),
        (signal.SIGTERM, ["verify", SLOW, "--backend", "native"]),
        (signal.SIGINT, ["crosscheck", SLOW, "--backend", "native", "--time-limit", "100"]),
        (signal.SIGTERM, ["show", SLOW, "--solve", "--backend", "native"]),
        (signal.SIGINT, ["bruteforce", PUZZLES / "hard.txt", "--time-limit", "100"]),
        (signal.SIGTERM, ["compare", SLOW, "--time-limit", "100"]),
    ],
    ids=lambda given: given[0] if isinstance(given, list) else given.name,
)
def test_a_signal_ends_a_command_that_is_deep_in_work(number, command):
    """What takes a signal is the same for all commands; each is met by one, ``solve`` by both."""
    code, word = ENDS[number]
    run = start(*command, script=AT_WORK)
    assert "still at work" in run.stderr.readline()  # so it works, and has worked for a while
    run.send_signal(number)
    _, errors = run.communicate(timeout=SOON)
    assert run.returncode == code
    # a fast machine has brute-forced a puzzle of the file by now
    assert re.search(rf"^nonet: {word} after \d+ puzzles?$", errors, re.MULTILINE)
    assert "Traceback" not in errors


@needs_proc
@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_workers_end_with_the_command_however_it_ends(number, tmp_path):
    """Those of ``rate``; ``tests/batch/test_job_signals.py`` has those of ``batch``."""
    table = tmp_path / "hard.txt"
    # workers start when the first, rated alone, have taken a while: easy ones, for a short one
    easy = (PUZZLES / "easy.sdm").read_text()
    table.write_text(easy * 10 + (PUZZLES / "hard.txt").read_text() * 40)
    run = start("rate", table, "--jobs", 2)
    children = wait_for_children(run, 2)
    time.sleep(0.3)  # they work
    children = sorted({*children, *descendants(run.pid)})
    run.send_signal(number)
    _, errors = run.communicate(timeout=SOON)
    assert run.returncode == {2: 130, 15: 143, 9: -9}[number]
    assert all_end(children)
    assert "Traceback" not in errors
    if number != signal.SIGKILL:
        assert re.search(r"nonet: (interrupted|terminated)", errors)


@pytest.mark.slow(0.5)
@needs_proc
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_grading_ends_with_the_command(number, tmp_path):
    subprocess.run(
        [sys.executable, "-m", "nonet", "learn", "start", "1", "--dir", str(tmp_path)],
        check=True, capture_output=True,
    )  # fmt: skip
    (file,) = tmp_path.glob("*.py")
    file.write_text("while True:\n    pass\n")
    run = start("learn", "check", "1", file, "--time-limit", "500", script=IMPATIENT)
    children = wait_for_children(run, 1)
    assert "still at work" in run.stderr.readline()
    run.send_signal(number)
    _, errors = run.communicate(timeout=SOON)
    assert run.returncode == 128 + number
    assert re.search(r"nonet: (interrupted|terminated)\n", errors)
    assert all_end(children)


@needs_proc
def test_a_main_thread_that_does_not_answer_is_ended_with_its_children():
    script = (
        "import subprocess, time\n"
        "from nonet.cli.monitor import Monitor\n"
        "from nonet.cli.activity import ACTIVITY\n"
        "watch = Monitor(); ACTIVITY.puzzles = 7; watch.armed = True\n"
        "child = subprocess.Popen(['sleep', '1000'])\n"
        "while True:\n"
        "    try:\n"
        "        print(child.pid, flush=True)\n"
        "        time.sleep(1000)\n"
        "    except KeyboardInterrupt: pass\n"
    )
    run = start(script=script)
    child = int(run.stdout.readline())
    run.send_signal(signal.SIGTERM)
    _, errors = run.communicate(timeout=SOON)
    assert (run.returncode, errors) == (143, "nonet: terminated after 7 puzzles\n")
    assert all_end([child])


def unread_bytes(run) -> int:
    """How many bytes of its output wait to be read."""
    fcntl, termios = pytest.importorskip("fcntl"), pytest.importorskip("termios")
    size = fcntl.ioctl(run.stdout.fileno(), termios.FIONREAD, b"\0" * 4)
    return int.from_bytes(size, sys.byteorder)


def test_an_output_that_nobody_reads_does_not_keep_a_command_alive():
    run = start("solve", "." * 81, "--all", "--format", "line")
    before, now = 0, unread_bytes(run)
    while now == 0 or now > before:  # until the pipe is full
        assert run.poll() is None
        time.sleep(0.3)
        before, now = now, unread_bytes(run)
    run.send_signal(signal.SIGINT)
    assert run.wait(timeout=SOON) == 130


@pytest.mark.slow(0.2)
@pytest.mark.parametrize(
    ("form", "backend", "text"),
    [
        ("text", "native", "." * 81),
        ("json", "native", "." * 81),
        ("line", "native", "." * 81),
        ("line", "python-constraint", "." * 81),
        ("line", "cpsat", "." * 256),
        ("line", "sat", "." * 256),
    ],
)
def test_solutions_stream_and_ctrl_c_says_how_many_there_were(form, backend, text):
    """In every form, and by every backend: the one does not depend on the other."""
    run = start("-q", "solve", text, "--all", "--format", form, "--backend", backend)
    seen = ""
    while seen.count("┏" if form == "text" else "\n" if form == "line" else '", "') < 3:
        piece = os.read(run.stdout.fileno(), 1 << 16).decode(errors="replace")
        assert piece, run.stderr.read()
        seen += piece
    assert run.poll() is None, "it streams: there are solutions while it runs"
    run.send_signal(signal.SIGINT)
    remainder, errors = run.communicate(timeout=SOON)
    assert run.returncode == 130
    message = re.fullmatch(
        r"nonet: interrupted after 0 puzzles and ([\d,]+) solutions of the next\n", errors
    )
    assert message, errors
    number = int(message.group(1).replace(",", ""))
    out = seen + remainder
    if form == "json":
        answer = json.loads(out)
        assert len(answer["solutions"]) == number
        assert (answer["status"], answer["stopped_by"]) == ("sat", "interrupt")
    elif form == "line":
        assert len(out.splitlines()) == number
    else:
        assert out.count("┏") == number
        assert f"{number} solutions, interrupted (native" in out


@pytest.mark.slow(0.2)
@pytest.mark.parametrize(
    "command",
    [
        ["solve", "." * 81, "--all"],
        ["solve", "." * 81, "--all", "--json"],
        ["verify", PUZZLES / "euler96.txt"],
        ["explain", PUZZLES / "euler96.txt"],
        ["rate", PUZZLES / "euler96.txt", "--scale", "hodoku", "--jobs", "2"],
        ["rules"],
        ["help"],
    ],
    ids=lambda command: "-".join(map(str, command[:1])),
)
def test_a_reader_that_goes_away_is_no_traceback(command):
    run = start("-q", *command)
    run.stdout.close()
    errors = run.stderr.read()
    assert "Traceback" not in errors and "Exception" not in errors
    # the parser of Python shows help only to those who listen
    assert run.wait(timeout=60) in ((0, 141) if command == ["help"] else (141,))


@pytest.mark.parametrize("form", ["text", "line", "json"])
@pytest.mark.parametrize("closed", [1, 2])
def test_a_closed_stream_is_no_traceback(closed, form):
    process = subprocess.run(
        ["sh", "-c", f'exec "$0" -m nonet -q solve {EASY} --format {form} {closed}>&-',
         sys.executable],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    if closed == 1:  # no answer without a reader, and never the code of "proven otherwise"
        message = "standard output is closed: there is nowhere to write the answer"
        assert (process.returncode, process.stderr) == (2, f"nonet solve: {message}\n")
    else:
        assert (process.returncode, process.stderr) == (0, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full to write to")
def test_a_full_disk_is_one_line():
    with open("/dev/full", "w") as full:  # noqa: PTH123
        process = subprocess.run(
            [sys.executable, "-m", "nonet", "solve", EASY, "--format", "line"],
            stdout=full, stderr=subprocess.PIPE, text=True, check=False,
        )  # fmt: skip
    assert process.returncode == 2
    assert process.stderr == "nonet solve: standard output: No space left on device\n"


def test_a_long_silence_is_broken_and_says_how_far_it_has_come():
    command = ["solve", PUZZLES / "euler96.txt", SLOW, "--backend", "native", "--json"]
    run = start(*command, script=IMPATIENT)
    form = r"nonet: still at work after \d+ s: solve puzzle 61, 60 of 61 puzzles done\n"
    while not re.fullmatch(form, line := run.stderr.readline()):
        assert "still at work" in line
    run.kill()
    run.communicate()


@pytest.mark.slow(0.7)
def test_a_long_search_for_a_step_says_which():
    hard = ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7....."
    for command in ("explain", "rate"):  # nested forcing chains: two seconds each
        run = start(command, hard, "--time-limit", "500", script=IMPATIENT)
        form = rf"nonet: still at work after \d+ s: {command}.*, searching .+, \d+ steps? found\n"
        while not re.fullmatch(form, line := run.stderr.readline()):
            assert "still at work" in line
        run.kill()
        run.communicate()


@pytest.fixture
def spoken(monkeypatch, clock):
    """Run a monitor in this thread by a clock that its waiting moves; gives when it spoke.

    The function's argument maps seconds to what the command does then.
    """
    monkeypatch.setattr(monitor, "SIGNALS", ())
    started, times = [], []

    class Thread:
        def __init__(self, target, **named):
            self.start = lambda: started.append(target)

    monkeypatch.setattr(monitor.threading, "Thread", Thread)
    monkeypatch.setenv("NONET_SILENT", "")

    def run(until, events=(), quiet=False):
        watch = monitor.Monitor()
        due = dict(events)

        def select(readable, writable, errors, seconds):
            next_event = min(due, default=until)
            clock.now = min(clock.now + seconds, max(next_event, clock.now))
            if clock.now >= next_event and due:
                due.pop(next_event)()
            if clock.now >= until:
                watch.stop(0)
            return [], [], []

        def write(message):
            times.append(round(clock.now, 3))
            monitor.ACTIVITY.note_output()

        monkeypatch.setattr(monitor.select, "select", select)
        monkeypatch.setattr(monitor, "print_message", write)
        clock.now = 0.0
        monitor.ACTIVITY.begin("solve", quiet)
        started[0]()
        monitor.ACTIVITY.owns_process = False
        return times

    return run


def test_a_silence_is_broken_after_two_seconds_and_then_at_doubled_intervals_of_a_minute_at_most(
    spoken,
):
    assert spoken(until=250) == [2, 6, 14, 30, 62, 122, 182, 242]


def test_a_silence_is_counted_from_the_last_output(spoken):
    note = monitor.ACTIVITY.note_output
    assert spoken(until=13, events={1.5: note, 3.4: note}) == [5.4, 9.4]


def test_a_quiet_command_is_silent(spoken, monkeypatch):
    assert spoken(until=100, quiet=True) == []
    monkeypatch.setenv("NONET_SILENT", "1")
    assert spoken(until=100) == []


def test_a_silent_command_stays_so_where_a_program_reads_it():
    command = ["solve", SLOW, "--backend", "native"]
    run = start(*command, script=WATCHED, NONET_SILENT="1")
    assert [run.stdout.readline() for _ in range(3)] == ["the watch waits\n"] * 3
    run.send_signal(signal.SIGTERM)
    _, errors = run.communicate(timeout=SOON)
    assert errors == "nonet: terminated after 0 puzzles\n"


def test_a_quiet_command_says_nothing_of_itself():
    run = start("solve", SLOW, "--backend", "native", "-q", script=WATCHED)
    assert [run.stdout.readline() for _ in range(3)] == ["the watch waits\n"] * 3
    run.send_signal(signal.SIGTERM)
    _, errors = run.communicate(timeout=SOON)
    assert errors == "nonet: terminated after 0 puzzles\n"
