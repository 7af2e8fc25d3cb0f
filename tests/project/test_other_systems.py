"""nonet where there is no ``fork``, no ``SIGKILL`` and no ``fcntl``, and where text is not UTF-8.

Only Linux can be had here, so what the others lack is hidden (``other_system/sitecustomize.py``).
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
CLUES = ".......21.3..4.."


def environment(**more: str) -> dict[str, str]:
    """The environment of a process which believes that it runs on Windows."""
    source = HERE.parents[1] / "src"
    folders = os.pathsep.join(map(str, (HERE / "other_system", source)))
    return {**os.environ, "PYTHONPATH": folders, "NONET_SILENT": "1", **more}


def run(*arguments, **more):
    """Run a program there; gives what it printed as bytes."""
    process = subprocess.run(
        [sys.executable, *map(str, arguments)], env=environment(**more), capture_output=True,
        timeout=400, check=False,
    )  # fmt: skip
    assert process.returncode == 0, process.stderr.decode(errors="replace")
    return process.stdout


def test_the_disguise_holds_for_nonet_alone():
    out = run("-c", "import os, nonet.processes as p; print(os.name, p.sys.platform)")
    assert out.split() == [b"posix", b"linux"]
    program = "import os, signal; print(hasattr(os, 'fork'), hasattr(signal, 'SIGKILL'), os.name)"
    disguised = f"exec({program!r}, {{'__name__': 'nonet.example'}})"
    assert run("-c", disguised).split() == [b"False", b"False", b"nt"]


@pytest.mark.slow(25)
def test_what_a_new_user_does_first_works_there():
    for extra in ("pysat", "pyarrow", "starlette", "uvicorn", "typst"):
        pytest.importorskip(extra)
    assert b'"nonet"' in run(HERE / "smoke.py")


@pytest.mark.slow(3)
def test_workers_are_ended_there():
    run(
        "-c",
        "from nonet.processes import kill_descendants\n"
        "if __name__ == '__main__':\n"
        "    import multiprocessing, time\n"
        "    context = multiprocessing.get_context('spawn')\n"
        "    child = context.Process(target=time.sleep, args=(600,))\n"
        "    child.start()\n"
        "    try:\n"
        "        assert kill_descendants() >= 1\n"
        "    finally:\n"
        "        child.terminate()\n"
        "    child.join(60)\n"
        "    assert child.exitcode is not None\n",
    )


@pytest.mark.slow(3)
def test_exercises_are_graded_there(tmp_path):
    program = (
        "from pathlib import Path\n"
        "from nonet.learn import find_exercise, grade\n"
        "exercise = find_exercise('read-a-model')\n"
        "path = Path(__import__('sys').argv[1]) / 'a file.py'\n"
        "path.write_text(exercise.solution, encoding='utf-8')\n"
        "print(grade(exercise, path).passed)\n"
    )
    assert run("-c", program, tmp_path).split() == [b"True"]


@pytest.mark.slow(0.2)
@pytest.mark.parametrize("command", ["solve", "hint", "explain", "trace"])
def test_a_console_of_cp1252_gets_characters_that_it_has(command):
    out = run("-m", "nonet", command, CLUES, PYTHONIOENCODING="cp1252", PYTHONUTF8="0")
    assert out.decode("cp1252")


def test_lines_that_end_in_cr_lf_are_read_and_so_are_names_with_spaces(tmp_path):
    path = tmp_path / "two puzzles.txt"
    path.write_bytes(f"{CLUES}\r\n{CLUES}\r\n".encode())
    out = run("-m", "nonet", "solve", path, "--format", "line")
    assert out.split() == [b"2143431212343421"] * 2
