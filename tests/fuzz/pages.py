"""Hostile names in all outputs: pages, pictures, notebooks, programs, the terminal.

Puzzles, rules and variables are given names that try to leave their place: tags, scripts, quotes,
placeholders, terminal escapes.  Nothing of a name may become markup, nor a control character reach
a terminal.  (That nothing runs is tested in a browser too, in ``tests/tracing``.)
"""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from dataclasses import replace
from html.parser import HTMLParser
from random import Random
from typing import Any

from nonet.errors import NonetError
from nonet.exporting import export, languages
from nonet.formats import parse
from nonet.model import AllDifferent, Model
from nonet.model.constraints.base import Annotation
from nonet.model.json import model_from_json, model_to_json
from nonet.puzzle import Puzzle
from nonet.solving import solve
from tests.fuzz.campaign_type import Campaign, Case, Tally

HOSTILE_WORD = "evilfuzz"
"""A word that must never be the name of a tag or of an attribute."""

NAME_PIECES = (
    f"<{HOSTILE_WORD}>", f"<img src=x {HOSTILE_WORD}=1 onerror={HOSTILE_WORD}>",
    "</script>", "<!--", "-->", "<script>",
    "]]>", "%RUNS%", "%DATA%", "%TITLE%", "{{", "}}", "${x}", "{0}", "&lt;", "&#60;", '"', "'",
    "\\", "`",
    f"' {HOSTILE_WORD}='1", f'" {HOSTILE_WORD}="1', "\n", "\r\n", "\t",
    "\x00", "\x07", "\x1b[2J", "\x1b]0;t\x07",
    "\u2028", "\u202e", "\u200f", "\x9b1m", "//", "/*", "%", "#", ";", "|", "R1C1", "include",
    "constraint", "var", "Ω", "😀", "a" * 50, " ", "\ud800",
)  # fmt: skip


def make(random: Random) -> Case:
    """Return a name for a puzzle, a label for a constraint, and names for two variables."""

    def name() -> str:
        return "".join(random.choices(NAME_PIECES, k=random.randint(1, 5)))

    first = name()
    return {"puzzle": name(), "label": name(), "variables": [first, f"{first}{name()}"]}


class _TagCollector(HTMLParser):
    """Tags and attributes of a page that come from a name."""

    def __init__(self) -> None:
        super().__init__()
        self.hostile: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [tag, *(name for name, _ in attrs)]
        self.hostile += [name for name in names if HOSTILE_WORD in name]


def _page_fault(text: str) -> str | None:
    tags = _TagCollector()
    tags.feed(text)
    if tags.hostile:
        return f"a name became markup: {tags.hostile[0]}"
    return None


def _svg_fault(text: str) -> str | None:
    try:
        root = ElementTree.fromstring(text.encode("utf-8"))
    except (ElementTree.ParseError, UnicodeEncodeError) as error:
        return f"no XML: {error}"
    names = [
        e.tag
        for e in root.iter()
        if HOSTILE_WORD in e.tag or any(HOSTILE_WORD in key for key in e.attrib)
    ]
    return f"a name became markup: {names[0]}" if names else None


def _terminal_fault(text: str) -> str | None:
    bad = [c for c in text if not c.isprintable() and c not in "\n"]
    return f"{bad[0]!r} reaches the terminal" if bad else None


def _outputs(case: Case) -> Iterator[tuple[str, Any]]:
    """Yield the outputs for a puzzle and a model with such names, each with its judge."""
    from nonet.techniques import explain
    from nonet.techniques.html_page import path_html_page as path_page
    from nonet.tracing import trace
    from nonet.tracing.page import page as run_page

    puzzle = replace(parse("1.....2..3.....4"), name=case["puzzle"])
    first, second = case["variables"]
    constraint = AllDifferent((first, second), rule=Annotation("row", case["label"], case["label"]))
    model = Model({first: [1, 2], second: [1, 2]}, [constraint])
    if model_from_json(model_to_json(model)) != model:
        yield "the model is another one after JSON", _any_text_is_fault
    for subject in (puzzle, model):
        run = trace(subject)
        yield run_page(run, title=case["puzzle"]), _page_fault
        if isinstance(subject, Puzzle):
            yield path_page(explain(subject)), _page_fault
            yield subject._repr_svg_(), _svg_fault
        for language in languages():
            # a language may decline a name, in words; what it makes is run in tests/exporting
            yield export(subject, language, title=case["puzzle"]), _no_fault
    yield str(puzzle), _terminal_fault
    yield str(solve(puzzle).solution), _terminal_fault


def _any_text_is_fault(text: str) -> str | None:
    return text


def _no_fault(text: str) -> str | None:
    text.encode("utf-8")
    return None


def judge(case: Case, tally: Tally) -> str | None:
    """Nothing that is shown has markup or control characters from a name."""
    shown = _outputs(case)
    while True:
        try:
            text, fault = next(shown)
        except StopIteration:
            return None
        except NonetError:
            tally["refused"] += 1
            return None
        tally["shown"] += 1
        wrong: str | None = fault(text)
        if wrong:
            return wrong


def simpler_cases(case: Case) -> list[Case]:
    """With shorter names."""
    cases = []
    for key in ("puzzle", "label"):
        text = case[key]
        cuts = {text[: len(text) // 2], text[len(text) // 2 :], text[1:], text[:-1]} - {text}
        cases += [{**case, key: cut} for cut in sorted(cuts, key=len)]
    if case["variables"] != ["x", "y"]:
        cases.append({**case, "variables": ["x", "y"]})
    return cases


CAMPAIGN = Campaign("pages", make, judge, simpler_cases, weight=1)
