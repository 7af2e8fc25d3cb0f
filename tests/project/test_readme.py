"""The README does what it says: its commands in a fresh clone, word for word."""

import doctest
import os
import re
import resource
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from tests import warm

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def commands() -> list[str]:
    """The shell blocks of the README, in order."""
    return [block.strip() for block in re.findall(r"```sh\n(.*?)```", README, re.DOTALL)]


def test_the_first_two_commands_are_one_line_each_and_make_their_own_environment():
    solve, test = commands()[:2]
    assert "\n" not in solve
    assert "\n" not in test
    assert solve.startswith("python3 -m venv .venv && ")
    assert test.startswith("python3 -m venv .venv && ")
    assert solve.endswith("nonet solve puzzles/euler96.txt")
    assert "sudo " not in README


PAGES = [README, (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")]


def console_lines() -> list[tuple[str, str]]:
    """The console lines of the README and of docs/commands.md without the words behind them.

    Each comes with the output that stands below it, which may be none.
    """
    commands = []
    for page in PAGES:
        for block in re.findall(r"```console\n(.*?)```", page, re.DOTALL):
            for each in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
                line, _, output = each.partition("\n")
                commands.append((line.partition(" #")[0].rstrip(), output))
    return commands


LINES = console_lines()

SECONDS, BUSY = 10, 20
"""What a line may take on an idle machine, and how many times longer a busy one may need."""


@pytest.fixture(scope="module")
def clone(tmp_path_factory):
    """A fresh clone whose environment is this one: what the first command has made."""
    folder = tmp_path_factory.mktemp("readme") / "nonet"
    process = subprocess.run(
        ["git", "clone", "--quiet", str(ROOT), str(folder)], capture_output=True, check=False
    )
    if process.returncode:
        pytest.skip("not a git checkout, so there is nothing to clone")
    (folder / ".venv").symlink_to(sys.prefix)
    return folder


def test_the_readme_says_how_nonet_gets_on_the_path():
    first = README.index(commands()[0])
    assert first < README.index("`. .venv/bin/activate`") < README.index("```console")


def children_seconds() -> float:
    """The seconds of processor time that commands took that have ended."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return children.ru_utime + children.ru_stime + warm.processor_seconds()


def run_line(line: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a line in a folder as if it were typed there."""
    return subprocess.run(
        ["sh", "-c", line],
        cwd=folder, capture_output=True, text=True, check=False, timeout=SECONDS * BUSY,
        stdin=subprocess.DEVNULL,
    )  # fmt: skip


@pytest.mark.slow(1)
@pytest.mark.parametrize(("line", "output"), LINES, ids=[line for line, _ in LINES])
def test_a_console_line_runs_word_for_word_in_a_fresh_clone(line, output, clone):
    """In the time that it takes on an idle machine: counted in seconds of the processor."""
    missing = [word for word in line.split() if word == "puzzle.txt"]
    assert not missing, "no clone has it"
    begin = ". .venv/bin/activate"
    if line != LINES[0][0]:  # that begins as a user's does
        begin = f"PATH={warm.programs()}:$PATH"
    before = children_seconds()
    process = run_line(f"{begin} && {line}", clone)
    after = children_seconds()
    if (
        process.returncode == 3 and "time limit" in process.stderr
    ):  # of the clock: others worked too
        process = run_line(f"{begin} && {line.partition('#')[0]} --time-limit 300", clone)
    assert process.returncode == 0, process.stderr
    assert "Traceback" not in process.stderr
    assert process.stdout or process.stderr
    if output:
        same = doctest.OutputChecker().check_output(output, process.stdout, doctest.ELLIPSIS)
        assert same, f"expected:\n{output}\nprinted:\n{process.stdout}"
    assert after - before < 3 * SECONDS, (
        "a processor that is shared counts longer for the same work"
    )


def test_a_stranger_reads_the_readme_to_the_end():
    assert README.count("\n") <= 120


def test_ci_calls_the_second_command():
    assert commands()[1] in (ROOT / ".ci" / "run").read_text()


@pytest.mark.slow(7)
def test_the_first_command_solves_the_file_in_a_fresh_clone(tmp_path):
    """nonet is built, installed and run; pip finds what it needs here, where CI has installed it.

    To install all of that once more would take half a minute, and to have what builds nonet fetched
    into a place of its own as long as the rest.  Nor does pip compile all of nonet's files to
    bytecode: the command compiles those that it needs.
    """
    pytest.importorskip("hatchling", reason="needs hatchling, of the extra dev")
    clone = tmp_path / "nonet"
    cloning = subprocess.run(
        ["git", "clone", "--quiet", str(ROOT), str(clone)], capture_output=True, check=False
    )
    if cloning.returncode:
        pytest.skip("not a git checkout, so there is nothing to clone")
    environment = {k: v for k, v in os.environ.items() if k != "VIRTUAL_ENV"}
    installed = tmp_path / "installed"
    installed.mkdir()
    for path in Path(sysconfig.get_path("purelib")).iterdir():
        if "nonet" not in path.name:
            (installed / path.name).symlink_to(path)
    environment |= {"PYTHONPATH": str(installed), "PIP_NO_COMPILE": "1"}
    # "0" is pip's spelling of: without isolation
    environment |= {"PIP_NO_BUILD_ISOLATION": "0", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    process = subprocess.run(
        ["sh", "-c", commands()[0]],
        cwd=clone, env=environment, capture_output=True, text=True, timeout=600, check=False,
    )  # fmt: skip
    if "No matching distribution" in process.stderr or "ConnectionError" in process.stderr:
        pytest.skip(f"no package index can be reached: {process.stderr.splitlines()[-1]}")
    assert process.returncode == 0, process.stderr
    assert process.stdout.count("solved (lockstep") == 60
    assert "Grid 01: solved" in process.stdout


def test_the_python_of_the_readme_runs_and_says_what_it_says():
    """Each python block runs; where its lines show results, doctest compares them."""
    blocks = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    assert blocks
    folder = Path.cwd()
    os.chdir(ROOT)
    try:
        names: dict[str, object] = {}
        for number, block in enumerate(blocks):
            test = doctest.DocTestParser().get_doctest(
                block, names, f"block {number}", "README.md", 0
            )
            runner = doctest.DocTestRunner(
                optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
            )
            runner.run(test, clear_globs=False)
            assert runner.summarize(verbose=False).failed == 0
            assert test.examples, "a block without an example proves nothing"
            names = test.globs
    finally:
        os.chdir(folder)
