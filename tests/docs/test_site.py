"""The site: it builds without a warning, its links lead somewhere, it needs no network, and
everything that the package declares is on its page."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass, field, replace
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import quote, unquote, urlsplit

import pytest

import nonet
from nonet.techniques import TECHNIQUES

ROOT = Path(__file__).parents[2]
pytestmark = [pytest.mark.slow(3), pytest.mark.timeout(1200)]

TERMS = {
    *("variable", "domain", "constraint", "propagation", "consistency", "search", "branching"),
    *("arc-consistency", "bounds-consistency", "generalised-arc-consistency"),
    *("singleton-consistency", "mrv", "domwdeg", "nogood", "unit", "peer", "candidate", "clue"),
    *("cage", "truth", "link", "rank", "mus", "exact-cover"),
}


@dataclass
class Page(HTMLParser):
    """What the checks need of one HTML file."""

    path: Path
    ids: set[str] = field(default_factory=set)
    links: set[str] = field(default_factory=set)
    fetched: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        super().__init__()
        self.text = self.path.read_text(encoding="utf-8")
        self.feed(self.text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.ids |= {given[name] for name in ("id", "name") if name in given}
        if tag == "a" and "href" in given:
            self.links.add(given["href"])
        elif tag == "link" and given.get("rel") not in ("canonical", "next", "prev"):
            self.fetched.add(given["href"])
        elif tag in ("script", "img", "iframe", "source", "video", "object", "use", "image"):
            for name in ("src", "data", "srcset", "href", "xlink:href"):
                if name in given:
                    self.fetched.add(given[name])


@pytest.fixture(scope="module")
def site(tmp_path_factory) -> Path:
    pytest.importorskip("material", reason="needs mkdocs-material: pip install -e '.[docs]'")
    pytest.importorskip("mkdocstrings", reason="needs mkdocstrings: pip install -e '.[docs]'")
    folder = tmp_path_factory.mktemp("site")
    built = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)],
        cwd=ROOT, env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True, encoding="utf-8", timeout=900, check=False,
    )  # fmt: skip
    assert built.returncode == 0, built.stdout + built.stderr
    return folder


@pytest.fixture(scope="module")
def pages(site) -> dict[Path, Page]:
    return {path: Page(path) for path in site.rglob("*.html")}


def is_elsewhere(target: str) -> bool:
    return bool(urlsplit(target).scheme or urlsplit(target).netloc)


def test_every_link_and_anchor_leads_somewhere(site, pages):
    dead = []
    for path, page in pages.items():
        if path.name == "404.html":
            continue  # it may be shown at any address, so its links are absolute
        for target in {*page.links, *page.fetched}:
            if is_elsewhere(target):
                continue
            parts = urlsplit(target)
            linked = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            linked = linked / "index.html" if linked.is_dir() else linked
            anchor = unquote(parts.fragment)
            if not linked.exists():
                dead.append(f"{path.relative_to(site)}: {target}")
            elif anchor and linked in pages and anchor not in {*pages[linked].ids, "__tabbed_1"}:
                dead.append(f"{path.relative_to(site)}: no {anchor} in {linked.name}")
    assert not dead, "\n".join(dead)
    assert sum(len(page.links) for page in pages.values()) > 1000


def test_nothing_is_fetched_from_the_network(site, pages):
    for path, page in pages.items():
        assert not [t for t in page.fetched if is_elsewhere(t) and not t.startswith("data:")], path
        assert not re.search(r"@import|<style[^>]*>[^<]*url\(\s*['\"]?https?:", page.text), path
        # Material loads a diagram library from the network where a page has a diagram
        assert 'class="mermaid"' not in page.text, path
    for sheet in site.rglob("*.css"):
        text = sheet.read_text(encoding="utf-8")
        assert not re.search(r"url\(\s*['\"]?(https?:)?//|@import", text), sheet


def test_a_page_opened_as_a_file_finds_its_search_index(site, pages):
    assert (site / "search" / "search_index.js").exists()
    home = pages[site / "index.html"]
    assert any("iframe-worker" in target for target in home.fetched)
    index = (site / "search" / "search_index.js").read_text(encoding="utf-8")
    assert "Two-String Kite" in index
    assert "Nishio" in index


def search_results(site: Path, folder: Path, query: str) -> list[str]:
    """The pages that a search in the site, opened as a file, shows, in order."""
    chromium = shutil.which("chromium")
    if chromium is None:
        pytest.skip("needs chromium, to search in a page opened as a file")
    seen = subprocess.run(
        [chromium, "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic",
         "--no-first-run", "--disable-background-networking", f"--user-data-dir={folder}",
         "--host-resolver-rules=MAP * ~NOTFOUND", "--virtual-time-budget=20000", "--dump-dom",
         f"{(site / 'index.html').as_uri()}?q={quote(query)}"],
        capture_output=True, encoding="utf-8", timeout=600, check=False,
    ).stdout  # fmt: skip
    links = re.findall(r'href="([^"]*)"[^>]*md-search-result__link', seen)
    pages = [link.partition("?")[0].removeprefix(f"{site.as_uri()}/") for link in links]
    return list(dict.fromkeys(pages))


def test_search_finds_a_page_in_a_browser_without_network(site, tmp_path):
    assert search_results(site, tmp_path, "swordfish")[0] == "reference/techniques/fish.html"


@pytest.mark.parametrize("query", ["arc consistency", "GAC"])
def test_search_shows_the_pages_that_explain_a_term_first(site, tmp_path, query):
    assert search_results(site, tmp_path, query)[:2] == ["glossary.html", "consistency.html"]


def test_types_in_signatures_lead_to_their_pages(pages, site):
    text = pages[site / "reference" / "api" / "ask.html"].text
    signature = text[text.index('id="nonet.solve"') :].partition("</h2>")[2][:4000]
    assert 'read-the-answer.html#nonet.Outcome"' in signature


def anchors(pages: dict[Path, Page], site: Path, name: str) -> set[str]:
    return pages[site / "reference" / f"{name}.html"].ids


def test_every_rule_is_on_its_page_with_a_picture_of_its_puzzle_and_solution(site, pages):
    page = pages[site / "reference" / "rules.html"]
    for name, rule in nonet.puzzle.rule_types().items():
        if rule.__module__.startswith("nonet."):
            assert name in page.ids
            assert f"rules/{name}-1.svg" in page.fetched
            assert f"rules/{name}-1-solution.svg" in page.fetched


def test_every_technique_is_on_the_page_of_its_family_with_a_picture_or_a_word_why_not(site, pages):
    without = []
    for entry in TECHNIQUES:
        page = pages[site / "reference" / "techniques" / f"{entry.module}.html"]
        assert entry.key in page.ids
        if f"pictures/{entry.key}.svg" not in map(unquote, page.fetched):
            without.append(entry.key)
            assert "there is no picture" in page.text
    assert 10 * len(without) < len(TECHNIQUES), without  # find_examples.py finds new ones


def test_every_backend_command_format_language_and_constraint_is_on_its_page(site, pages):
    from nonet.cli import command_names
    from nonet.exporting.base import languages
    from nonet.formats import format_names

    assert {*nonet.backend_names()} <= anchors(pages, site, "backends")
    assert {*command_names()} <= anchors(pages, site, "commands")
    assert {*format_names()} <= anchors(pages, site, "formats")
    assert {*languages()} <= anchors(pages, site, "languages")
    kinds = {"alldifferent", "anyof", "count", "element", "linear", "regular", "table"}
    assert kinds <= anchors(pages, site, "constraints")


def test_every_public_name_is_in_the_python_pages(site, pages):
    known = set().union(*(p.ids for path, p in pages.items() if path.parent.name == "api"))
    assert {f"nonet.{name}" for name in nonet.__all__} <= known


def test_the_glossary_has_the_terms_of_the_field(site, pages):
    assert pages[site / "glossary.html"].ids >= TERMS


def test_docstrings_become_markdown_as_the_example_shows():
    process = subprocess.run(
        [sys.executable, "-m", "doctest", "md.py"],
        cwd=ROOT / "docs" / "site", capture_output=True, encoding="utf-8", check=False,
    )  # fmt: skip
    assert process.returncode == 0, process.stdout


def test_the_examples_of_techniques_are_sound_steps_of_puzzles_with_one_solution():
    file = ROOT / "src" / "nonet" / "learn" / "examples.hodoku"
    positions = [puzzle for puzzle in nonet.read(file) if puzzle.notes["technique"]]
    assert len(positions) > 100
    for puzzle in positions:
        verdict = nonet.verify(replace(puzzle, entries={}, candidates={}))
        assert verdict.uniqueness is nonet.Uniqueness.UNIQUE
        solution = verdict.witnesses[0]
        for kind, is_placement in (("placements", True), ("eliminations", False)):
            for word in puzzle.notes.get(kind, "").split():
                assert (solution[f"R{word[1]}C{word[2]}"] == int(word[0])) is is_placement, (
                    puzzle.notes
                )


def test_each_lesson_shows_its_figure_before_its_exercise(site, pages):
    from nonet.learn.lessons import lessons

    for lesson in lessons():
        page = pages[site / "course" / f"{lesson.name}.html"]
        shown, _, _ = page.text.partition('id="exercise"')
        runs = re.findall(r'<iframe src="(runs/[^"]+)"', shown)
        assert "See it." in shown, lesson.name
        assert not lesson.code or "The models of the figure" in shown, lesson.name
        if lesson.figure["kind"] == "experiment":
            assert "<table>" in shown and not runs, lesson.name
        elif lesson.figure["kind"] == "picture":
            assert "data-edge" in shown and not runs, lesson.name
        else:
            assert len(runs) == (len(lesson.figure["choices"]) + 1) // 2, lesson.name
            assert all((site / "course" / run).is_file() for run in runs)
