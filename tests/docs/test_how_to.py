"""Every how-to page does what it says: its blocks are applied to a copy, its commands run there.

What a page may hold, by the words after the fence:

* ``python title="FILE"`` (any language): the whole content of a new file;
* ``diff title="FILE"``: lines to take out of and put into a file;
* ``python`` with ``>>>``: a session, compared as doctest does;
* ``console``: commands after ``$``, each with the output to expect, ``...`` for any;
* ``text``: something to look at.
"""

from __future__ import annotations

import doctest
import os
import re
import shutil
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests import warm

ROOT = Path(__file__).parents[2]
HOW_TO = ROOT / "docs" / "how-to"
PAGES = [
    "add-a-constraint",
    "add-a-backend",
    "declare-a-variant",
    "set-a-variant",
    "add-a-rule",
    "add-a-format",
    "add-a-command",
    "add-a-question",
    "add-a-technique",
    "add-an-event",
]
NOT_RUN = ["run-on-a-cluster", "serve-the-page", "solve-an-exact-cover"]
"""Pages that need more than this machine, or never end, and pages of examples for doctest alone:
their commands are read, not run."""
FENCE = re.compile(r"^```(\w+)(?: title=\"([^\"]+)\")?\n(.*?)^```$", re.DOTALL | re.MULTILINE)


@dataclass(frozen=True)
class Block:
    """One fenced block: its language, the file it is of (or ``None``), its text."""

    language: str
    title: str | None
    text: str


def blocks(page: str) -> list[Block]:
    """The blocks of a page, in order."""
    text = (HOW_TO / f"{page}.md").read_text(encoding="utf-8")
    matches = [Block(*groups) for groups in FENCE.findall(text)]
    assert 2 * len(matches) == len(re.findall(r"^```", text, re.MULTILINE)), "a fence is not read"
    return [Block(b.language, b.title or None, b.text) for b in matches]


@pytest.fixture(scope="module")
def copied_project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project, whose files the pages' own copies link to."""
    folder = tmp_path_factory.mktemp("how-to") / "nonet"
    # what is compiled goes along: it is told by the time of its source, which is kept
    ignored = shutil.ignore_patterns(".hypothesis")
    for name in ("src", "tests", "puzzles"):
        shutil.copytree(ROOT / name, folder / name, ignore=ignored)
    shutil.copy(ROOT / "pyproject.toml", folder)
    return folder


class Workshop:
    """A copy of the project, in which pages are tried out without touching the project."""

    def __init__(self, project: Path, folder: Path) -> None:
        self.folder = folder
        # hard links: to copy the content for each page takes ten times as long
        shutil.copytree(project, folder, copy_function=os.link, symlinks=True, dirs_exist_ok=True)
        # a script of a page rewrites a file of docs where it is: no links
        shutil.copytree(ROOT / "docs", folder / "docs")

    def follow(self, block: Block) -> None:
        """Do what one block says."""
        if block.language == "diff":
            self.edit(block)
        elif block.title is not None:
            self.write(block)
        elif block.language == "console":
            self.type_in(block.text)
        elif block.text.startswith(">>>"):
            session = self.folder / "session.txt"
            session.write_text(block.text, encoding="utf-8")
            process = self.run("python -m doctest session.txt")
            assert process.returncode == 0, process.stdout + process.stderr
        elif block.language != "text":
            pytest.fail(f"a block that does nothing:\n{block.text}")

    def write(self, block: Block) -> None:
        """Make a new file, which must please the formatter and the linter."""
        path = self.folder / str(block.title)
        assert not path.exists(), f"{block.title} is there already"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(block.text, encoding="utf-8")
        if path.suffix == ".py":
            for check in ("ruff format --diff", "ruff check"):
                process = self.run(f"{check} {block.title}")
                assert process.returncode == 0, process.stdout + process.stderr

    def edit(self, block: Block) -> None:
        """Replace, once, the lines of a diff before by the lines after."""
        path = self.folder / str(block.title)
        lines = [line or " " for line in block.text.splitlines()]
        before, after = (
            "".join(f"{line[1:]}\n" for line in lines if line[0] in marks) for marks in (" -", " +")
        )
        text = path.read_text(encoding="utf-8")
        assert text.count(before) == 1, f"{block.title} does not hold, once:\n{before}"
        path.unlink()  # the other pages' file stays as it is
        path.write_text(text.replace(before, after), encoding="utf-8")

    def type_in(self, text: str) -> None:
        """Run each command and compare what it prints."""
        for command, expected in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", text, re.MULTILINE):
            if command.startswith("pip install -e "):
                self.install(command.split()[-1])
                continue
            process = self.run(command)
            same = doctest.OutputChecker().check_output(
                expected, process.stdout, doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
            )
            assert same, f"{command}\nexpected:\n{expected}\ngot:\n{process.stdout}{process.stderr}"

    def install(self, name: str) -> None:
        """What pip leaves of ``pip install -e``, without a network: a path and a dist-info."""
        project = tomllib.loads((self.folder / name / "pyproject.toml").read_text())["project"]
        info = self.folder / name / f"{project['name'].replace('-', '_')}.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Name: {project['name']}\nVersion: {project['version']}\n")
        points = [
            f"[{group}]\n" + "".join(f"{key} = {value}\n" for key, value in entries.items())
            for group, entries in project["entry-points"].items()
        ]
        (info / "entry_points.txt").write_text("".join(points))

    def run(self, command: str) -> subprocess.CompletedProcess[str]:
        """One command, with the copy's package in front of the installed one."""
        packages = [self.folder / "src", *(p.parent for p in self.folder.glob("*/*.dist-info"))]
        environment = {
            **os.environ,
            "PATH": os.pathsep.join(
                [str(warm.programs()), str(Path(sys.executable).parent), os.environ["PATH"]]
            ),
            "PYTHONPATH": os.pathsep.join(map(str, packages)),
            "PYTHONIOENCODING": "utf-8",
        }
        return subprocess.run(
            ["sh", "-c", command],
            cwd=self.folder, env=environment, capture_output=True, encoding="utf-8", timeout=300,
            check=False,
        )  # fmt: skip


@pytest.mark.slow(4)
@pytest.mark.parametrize("page", PAGES)
def test_following_the_page_word_for_word_works(page, copied_project, tmp_path):
    workshop = Workshop(copied_project, tmp_path)
    followed = blocks(page)
    assert any(block.language == "console" for block in followed)
    for block in followed:
        workshop.follow(block)


def test_every_page_is_followed():
    assert {path.stem for path in HOW_TO.glob("*.md")} == {*PAGES, *NOT_RUN}
