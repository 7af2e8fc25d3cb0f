"""The pages: their sessions run, their links lead somewhere, the map of floors is the real one."""

import doctest
import re
import tomllib
from pathlib import Path

import pytest

from tests.cases import as_one_test

ROOT = Path(__file__).parents[2]
PAGES = [
    *sorted((ROOT / "docs").rglob("*.md")),
    ROOT / "CONTRIBUTING.md",
    ROOT / "CHANGELOG.md",
    ROOT / "examples" / "README.md",
]
SESSIONS = [
    page
    for page in PAGES
    if ">>>" in page.read_text(encoding="utf-8") and page.parent.name != "how-to"
]


def name(page):
    return page.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("page", SESSIONS, ids=name)
def test_the_sessions_of_a_page_run_as_one(page):
    text = page.read_text(encoding="utf-8")
    session = "\n".join(re.findall(r"^```python\n(.*?)^```", text, re.DOTALL | re.MULTILINE))
    test = doctest.DocTestParser().get_doctest(session, {}, page.name, str(page), 0)
    output: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    assert runner.run(test, out=output.append).failed == 0, "".join(output)
    assert test.examples


@as_one_test(PAGES)
def test_links_lead_to_files_that_are_there(page):
    text = page.read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text):
        assert (page.parent / target).exists(), target


@as_one_test([p for p in PAGES if p.parent.name != "how-to"])
def test_files_named_in_passing_are_there(page):
    text = page.read_text(encoding="utf-8")
    for path in re.findall(r"`((?:src|tests|docs|examples|puzzles|\.ci)/[\w./-]+)`", text):
        assert (ROOT / path).exists(), path


def test_the_map_of_floors_is_the_one_the_linter_keeps():
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    layers = settings["tool"]["importlinter"]["contracts"][0]["layers"]
    real = [{room.strip() for room in layer.split("|")} - {"__main__"} for layer in layers]
    table = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    drawn = re.findall(r"^\| \d+ \| (.*?) \|", table, re.MULTILINE)
    assert [set(re.findall(r"`(\w+)/?`", row)) for row in drawn] == [
        floor for floor in real if floor
    ]
