"""What MkDocs calls while it builds the site: reference pages made from the code.

No page that this makes is kept in the repository: rules, techniques, backends,
commands, formats, languages and constraints say themselves what they are, so a
new one is on its page the next time the site is built.

Also here: pages that stand elsewhere in the repository (examples, contributing,
changes) join the site, and links that would lead out of it are bent or dropped.
"""

from __future__ import annotations

import logging
import os
import posixpath
import re
import sys
from pathlib import Path
from typing import Any

import api
import course_pages
import example_pages
import live_pages
import reference
import technique_pages
from assets import ASSETS
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[2]

BORROWED = ("CONTRIBUTING.md", "CHANGELOG.md")
"""Pages of the repository that the site shows too."""
FENCED = re.compile(r"(^```.*?^```$)", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"\[([^\]\n]+)\]\(([^)#:\s]+)(#[^)\s]*)?\)")

REFERENCE: list[Any] = [
    "reference/index.md",
    {"Python": api.NAV},
    {"Commands": "reference/commands.md"},
    {"Rules": "reference/rules.md"},
    {"Techniques": technique_pages.NAV},
    {"Backends": "reference/backends.md"},
    {"Constraints": "reference/constraints.md"},
    {"Formats": "reference/formats.md"},
    {"Languages": "reference/languages.md"},
    {"Changes": "CHANGELOG.md"},
]

FIRST = {"glossary.md": 20, "consistency.md": 10}
"""Pages that explain a term, which search shows before those that use it: by how much."""

SHOWN = (Path(__file__).parent / "home.txt").read_text(encoding="utf-8")
"""The top of the home page: what nonet is, how it looks, how to have it."""

HOME = """
**To look up**: made from the code when the site is built.

- [Python](reference/api/index.md), [commands](reference/commands.md),
  [rules](reference/rules.md), [techniques](reference/techniques/index.md),
  [backends](reference/backends.md), [constraints](reference/constraints.md),
  [formats](reference/formats.md), [languages](reference/languages.md) that models are written in
"""


WITH_PAGE = "NONET_SITE_PAGE"
"""A variable of the environment: with it the page itself joins the site."""

TRY_IT = '<p><a href="try/index.html"><strong>Try it now</strong></a>, in your browser.</p>\n\n'


def on_post_build(config: MkDocsConfig) -> None:
    """Write the page, with nonet for the browser, into ``try/`` of the site, where it is wanted."""
    if WITH_PAGE not in os.environ:
        return
    sys.path.insert(0, str(ROOT))
    from tools.page.site import write_site

    site = write_site(Path(config.site_dir) / "try", docs="../")
    for words in site.missing:
        logging.getLogger("mkdocs.hooks").info("left out of the page: %s", words)


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Put the pages that are made here into the navigation."""
    made = {"Reference": REFERENCE, "Examples": example_pages.nav(), "Course": course_pages.nav()}

    def filled(entries: list[Any]) -> list[Any]:
        """The entries of mkdocs.yml, with those that are made here in their places."""
        found = []
        for entry in entries:
            if isinstance(entry, dict):
                entry = {
                    title: made.get(title) or (filled(below) if isinstance(below, list) else below)
                    for title, below in entry.items()
                }
            found.append(entry)
        return found

    config.nav = filled(config.nav or [])
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add every page and picture that is made here."""
    made: dict[str, str] = {**ASSETS}
    for room in (api, reference, technique_pages, example_pages, live_pages, course_pages):
        made |= room.pages()
    for name in BORROWED:
        made[name] = (ROOT / name).read_text(encoding="utf-8")
    for path, content in made.items():
        files.append(File.generated(config, path, content=content))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Bend the links of a page to what the site has."""
    here = page.file.src_uri
    if here in FIRST:
        page.meta["search"] = {"boost": FIRST[here]}
    if here == "README.md":
        _, _, rest = markdown.partition("\n")
        trial = TRY_IT if WITH_PAGE in os.environ else ""
        markdown = f"# nonet\n\n{trial}{SHOWN}\n## All pages\n{rest}{HOME}"
    borrowed = here in BORROWED or here.startswith("examples/")
    origin = here if borrowed else f"docs/{here}"

    def bent(found: re.Match[str]) -> str:
        text, target, anchor = found.groups()
        path = posixpath.normpath(posixpath.join(posixpath.dirname(origin), target))
        if path.startswith("docs/"):
            path = path.removeprefix("docs/")
            if not borrowed:
                return found.group()  # within the pages: MkDocs says if it leads nowhere
        path = re.sub(r"^(examples/.*)\.(py|ipynb)$", r"\1.md", path)
        if path in files.src_uris:
            away = posixpath.relpath(path, posixpath.dirname(here) or ".")
            return f"[{text}]({away}{anchor or ''})"
        return text  # a file of the repository that is not a page: its name must do

    if here.startswith("reference/"):
        return markdown
    parts = FENCED.split(markdown)
    return "".join(part if part.startswith("```") else LINK.sub(bent, part) for part in parts)
