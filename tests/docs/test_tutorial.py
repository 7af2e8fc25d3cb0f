"""The tutorial, followed as a new user would: word for word, in an empty folder."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

from tests import warm

PAGE = Path(__file__).parents[2] / "docs" / "tutorial.md"
FENCE = re.compile(r"^```(\w+)(?: title=\"([^\"]+)\")?\n(.*?)^```$", re.DOTALL | re.MULTILINE)
COMMAND = re.compile(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)


def run(command: str, folder: Path) -> str:
    """What a command prints; it must end well."""
    environment = {
        **os.environ,
        "PATH": os.pathsep.join(
            [str(warm.programs()), str(Path(sys.executable).parent), os.environ["PATH"]]
        ),
        "PYTHONIOENCODING": "utf-8",
    }
    process = subprocess.run(
        ["sh", "-c", command],
        cwd=folder,
        env=environment,
        capture_output=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )
    assert process.returncode == 0, f"{command}\n{process.stdout}{process.stderr}"
    return process.stdout


def follow(folder: Path) -> list[str]:
    """Do what every block says, in order; the kinds of blocks that were followed."""
    text = PAGE.read_text(encoding="utf-8")
    followed = []
    names: dict[str, object] = {}
    for language, title, block in FENCE.findall(text):
        file = folder / title if title else None
        if language == "diff":
            assert file is not None
            lines = block.splitlines()
            before, after = (
                "".join(f"{x[1:]}\n" for x in lines if x[0] in k) for k in (" -", " +")
            )
            content = file.read_text(encoding="utf-8")
            assert content.count(before) == 1
            file.write_text(content.replace(before, after), encoding="utf-8")
        elif file is not None:
            file.write_text(block, encoding="utf-8")
        elif language == "console":
            for command, expected in COMMAND.findall(block):
                printed = run(command, folder)
                same = doctest.OutputChecker().check_output(expected, printed, doctest.ELLIPSIS)
                assert same, f"{command}\nexpected:\n{expected}\ngot:\n{printed}"
        elif language == "python":
            test = doctest.DocTestParser().get_doctest(block, names, PAGE.name, str(PAGE), 0)
            output: list[str] = []
            runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
            assert runner.run(test, out=output.append, clear_globs=False).failed == 0, "".join(
                output
            )
            names.update(test.globs)
        else:
            assert language == "sh"  # the installation, which this environment stands for
        followed.append(language)
    assert 2 * len(followed) == len(re.findall(r"^```", text, re.MULTILINE)), "a fence is not read"
    return followed


def test_following_the_tutorial_word_for_word_works(tmp_path):
    followed = follow(tmp_path)
    assert followed.count("console") >= 6
    assert (tmp_path / "explained.html").read_text(encoding="utf-8").count("<figure") == 20


def test_what_the_tutorial_proposes_last_is_true(tmp_path):
    follow(tmp_path)
    (tmp_path / "more.py").write_text(
        "import nonet\n"
        "from puzzle import diagonal, puzzle\n"
        "from slope import Slope\n"
        "slopes = [diagonal, Slope(('R4C4', 'R3C4'))]\n"
        "print(nonet.verify(nonet.Sudoku('2' + '.' * 15, rules=slopes)).uniqueness.name)\n"
        "print(nonet.verify(nonet.Sudoku('.' * 16, rules=slopes)).uniqueness.name)\n"
        "both = nonet.iter_solutions(puzzle.with_clues({}), limit=None)\n"
        "print(*sorted(solution['R1C1'] for solution in both))\n"
        "print(nonet.count_solutions(nonet.Sudoku('.' * 81, rules=slopes), limit=100).number)\n",
        encoding="utf-8",
    )
    assert run("python more.py", tmp_path).split() == ["NONE", "UNIQUE", "2", "3", "100"]
