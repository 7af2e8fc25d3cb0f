"""The suite itself: a program that is forked does what one that is started does."""

import os
import subprocess
import time
from contextlib import suppress
from pathlib import Path

import pytest

from tests import warm

pytestmark = pytest.mark.skipif(not warm.FORKS, reason="here all programs are started")

SCRIPTS = {
    "tells": "import sys, os\n"
    "print(sys.argv, sys.path[0], __name__, os.getcwd(), os.environ['A'])\n",
    "raises": "def divide():\n    1 / 0\ndivide()\n",
    "exits": "import sys\nprint('out', end='')\nsys.exit('in words')\n",
    "at the end": "import atexit\natexit.register(print, 'goodbye')\nprint('hello')\n",
    "threads": "import threading, time\n"
    "threading.Thread(target=lambda: (time.sleep(0.2), print('late'))).start()\n",
    "reads": "import sys\nprint(sys.stdin.read().upper(), '\\u00e9')\n",
    "is killed": "import os\nos.kill(os.getpid(), 9)\n",
}


def both(command: str, folder: Path) -> list[tuple[int, str, str]]:
    """The exit code, the output, and what is said of errors in one's own files."""
    results = []
    for folder_of_python in (warm.programs(), warm.PYTHON_FOLDER):
        path = os.pathsep.join([str(folder_of_python), os.environ["PATH"]])
        process = subprocess.run(
            ["sh", "-c", command],
            cwd=folder, env={**os.environ, "PATH": path, "A": "b", "PYTHONIOENCODING": "utf-8"},
            capture_output=True, encoding="utf-8", check=False,
        )  # fmt: skip
        at = process.stderr.find(f'  File "{folder}')  # behind those of Python that ran it
        results.append((process.returncode, process.stdout, process.stderr[max(at, 0) :]))
    return results


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_does_the_same(name, tmp_path):
    (tmp_path / "my.py").write_text(SCRIPTS[name], encoding="utf-8")
    forked, started = both("printf text | python my.py one 'two three'; echo $?", tmp_path)
    assert forked == started


@pytest.mark.slow(0.1)
@pytest.mark.parametrize(
    "command",
    ["nonet solve 1..............4 --format line", "nonet slove", "python -m nonet --version",
     "nonet rules | nonet solve - 2>&1", "python -c 'print(3)'"],
)  # fmt: skip
def test_a_command_does_the_same(command, tmp_path):
    forked, started = both(command, tmp_path)
    assert forked == started


def test_what_takes_too_long_is_gone(tmp_path):
    (tmp_path / "long.py").write_text(
        "import os, pathlib, time\npathlib.Path('number').write_text(str(os.getpid()))\n"
        "time.sleep(600)\n"
    )
    with pytest.raises(subprocess.TimeoutExpired):
        warm.run(["python", "long.py"], cwd=tmp_path, timeout=3)
    number = int((tmp_path / "number").read_text())
    ends = time.monotonic() + 60
    with suppress(ProcessLookupError):
        while time.monotonic() < ends:
            os.kill(number, 0)
            time.sleep(0.01)
        pytest.fail("it goes on")


def test_its_time_is_counted(tmp_path):
    (tmp_path / "busy.py").write_text(
        "import time\nwhile time.process_time() < 0.3:\n    pass\n", encoding="utf-8"
    )
    before = warm.processor_seconds()
    assert warm.run(["python", "busy.py"], cwd=tmp_path).returncode == 0
    assert warm.processor_seconds() - before >= 0.3


def test_nonet_is_imported_by_each_anew(tmp_path):
    (tmp_path / "looks.py").write_text("import sys\nprint(*sys.modules)\n")
    modules = warm.run(["python", "looks.py"], cwd=tmp_path).stdout.split()
    assert "numpy" in modules and not [name for name in modules if name.startswith("nonet")]


def test_programs_test_this_checkout_whatever_is_installed(tmp_path):
    (tmp_path / "where.py").write_text("import nonet\nprint(nonet.__file__)\n")
    place = warm.run(["python", "where.py"], cwd=tmp_path).stdout.strip()
    assert Path(place).is_relative_to(warm.SOURCES)
