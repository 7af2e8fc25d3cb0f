"""The pages: their sessions run, their links lead somewhere, the map of floors is the real one."""

import doctest
import re
import tomllib
from pathlib import Path

import pytest

import nonet
from nonet.backends.registry import backend_names
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


@pytest.mark.slow(0.05)
@pytest.mark.parametrize("page", SESSIONS, ids=name)
def test_the_sessions_of_a_page_run_as_one_and_show_each_warning(page, recwarn):
    text = page.read_text(encoding="utf-8")
    session = "\n".join(re.findall(r"^```python\n(.*?)^```", text, re.DOTALL | re.MULTILINE))
    test = doctest.DocTestParser().get_doctest(session, {}, page.name, str(page), 0)
    output: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    assert runner.run(test, out=output.append).failed == 0, "".join(output)
    assert test.examples
    messages = [
        str(each.message) for each in recwarn if each.category.__module__.startswith("nonet")
    ]
    shown = " ".join(text.split())
    assert [message for message in messages if " ".join(message.split())[:60] not in shown] == []


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
    floors = [floor for floor in real if floor]
    assert [set(re.findall(r"`(\w+)/?`", row)) for row in drawn] == floors
    assert len(table.split()) <= 1500, "one reads it in ten minutes"
    contributing = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    listed = contributing.partition("From the ground:")[2].partition("[Architecture]")[0]
    assert [set(re.findall(r"`(\w+)`", row)) for row in listed.split(";")] == floors[::-1]


def test_every_page_is_reached_from_the_list_of_pages():
    """docs/README.md leads to each page of docs, by itself or by a page that it names."""
    reached, waiting = set(), [ROOT / "docs" / "README.md"]
    while waiting:
        page = waiting.pop()
        if page in reached or not page.exists():
            continue
        reached.add(page)
        targets = re.findall(r"\]\(([^)#:]+\.md)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))
        waiting += [(page.parent / target).resolve() for target in targets]
    pages = {path for path in (ROOT / "docs").rglob("*.md") if "site" not in path.parts}
    listed = (ROOT / "docs" / "README.md").read_text(encoding="utf-8")
    named = {(ROOT / "docs" / t).resolve() for t in re.findall(r"\]\(([^)#:]+\.md)", listed)}
    assert pages - reached == set()
    assert pages - named - {ROOT / "docs" / "README.md"} == set(), "name it in docs/README.md"


def test_the_page_and_the_package_of_backends_name_each_of_them():
    page = (ROOT / "docs" / "choosing-a-solver.md").read_text(encoding="utf-8")
    documentation = nonet.backends.__doc__ or ""
    assert [name for name in BACKENDS if f"`{name}`" not in page] == []
    assert [name for name in BACKENDS if f"``{name}``" not in documentation] == []
    assert set(backend_names()) <= {*BACKENDS, "auto"}


BACKENDS = (
    "native", "cpsat", "sat", "lockstep", "python-constraint", "clingo", "cover", "cpmpy", "minizinc",
)  # fmt: skip
"""The nine, beside auto, which chooses among them."""
