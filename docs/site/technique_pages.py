"""The pages of techniques: a page a family, with a drawn position for each technique.

The positions are those of ``examples.hodoku`` (``find_examples.py`` makes it); of variants those
on the way through a rule's own example; the step, its text and its picture are made anew each time
the site is built.
"""

from __future__ import annotations

from md import as_markdown, codes, escaped, page, table

import nonet
from nonet.cli.commands.human_logic import technique_to_json
from nonet.learn.technique_positions import example_step
from nonet.puzzle.examples import example_puzzle
from nonet.render.svg import drawing_svg
from nonet.techniques import POLICIES, TECHNIQUES, Step, Technique
from nonet.techniques.drawing import draw_step
from nonet.techniques.hints import next_steps
from nonet.techniques.search_deadline import NO_DEADLINE
from nonet.techniques.solution_oracle import oracle_for

FOLDER = "reference/techniques"
VARIANTS = {
    "constraint": "state-machine",
    "clone-pairs": "clone",
    "kropki-pairs": "white-dot",
    "xv-pairs": "xv",
    "unmarked-pairs": "anti-taxicab",
    "comparisons": "greater-than",
    "thermometer-bounds": "thermometer",
    "between-bounds": "between",
    "little-killer-bounds": "little-killer",
    "arrow-sums": "arrow",
    "whispers-parity": "whispers",
    "renban-ranges": "straights",
    "entropic-cycle": "entropic",
    "cage-combinations": "killer",
    "sandwich-combinations": "sandwich",
    "x-sum-combinations": "x-sum",
    "line-sums": "region-sum-line",
    "skyscraper-bounds": "skyscraper",
    "innies": "repeated",
    "locked-in-constraint": "contains",
    "constraint-and-house": "digital-root",
    "constraint-forcing": "rellik",
}
"""Techniques of variants, and the rule whose example shows each."""
WITHOUT = "No example in a plain 9x9 was found in reasonable time, so there is no picture."
LONGEST = 600
"""Characters of a notation that a page shows."""


def families() -> dict[str, list[Technique]]:
    """The techniques by family."""
    by_module: dict[str, list[Technique]] = {}
    for entry in TECHNIQUES:
        by_module.setdefault(entry.module, []).append(entry)
    return by_module


NAV = [f"{FOLDER}/index.md", *(f"{FOLDER}/{module}.md" for module in families())]


def shown(entry: Technique) -> tuple[Step, str] | None:
    """The step of a technique's example and its picture; ``None`` without an example.

    The step is that of the library line, or the first where the engine has come to
    find others there.  Raises ``LookupError`` if it finds none.
    """
    example = example_step(entry)
    if example is None:
        return of_variant(entry) if entry.key in VARIANTS else None
    step, position, puzzle = example
    return step, drawing_svg(draw_step(step, position, puzzle), cell=44, title=entry.title)


def of_variant(entry: Technique) -> tuple[Step, str]:
    """The first such step of the path of its rule's example; raises ``LookupError`` without one."""
    kind = nonet.puzzle.rule_types()[VARIANTS[entry.key]]
    for example in kind.examples:
        puzzle = example_puzzle(kind, example)
        oracle = oracle_for(puzzle, NO_DEADLINE, None)
        position = oracle.start
        while steps := next_steps(position, POLICIES["human"], oracle):
            for step in steps:
                if step.key == entry.key:
                    drawing = draw_step(step, position, puzzle)
                    return step, drawing_svg(drawing, cell=44, title=entry.title)
            position = position.after(steps[0])
    raise LookupError(f"the example of {kind.name} has no step {entry.key}")


def pages() -> dict[str, str]:
    """The pages and pictures by path."""
    made = {}
    rows = []
    for module, entries in families().items():
        doc = (entries[0].family.__doc__ or "").strip()
        first, _, rest = doc.partition("\n")
        title, _, about = first.partition(":")
        parts = [sentence(about.strip()), as_markdown(rest)]
        for entry in entries:
            said, picture = section(entry)
            parts += said
            if picture:
                made[f"{FOLDER}/pictures/{entry.key}.svg"] = picture
            rows.append(
                (
                    f"[{entry.title}]({module}.md#{entry.key})",
                    f"`{entry.code}`" if entry.code else "–",
                    entry.consistency,
                )
            )
        made[f"{FOLDER}/{module}.md"] = page(title.rstrip("."), *parts)
    made[f"{FOLDER}/index.md"] = page(
        "Techniques",
        "Every step of [human logic](../../human-logic.md), and the idea of constraint programming "
        "that it is a case of. In the pictures a candidate that the step removes is struck out in "
        "red, those that it rests on are coloured, and an arrow is an inference.",
        table(("technique", "HoDoKu's code", "idea"), rows),
        f"Policies: {codes(POLICIES)}. [How to add a technique](../../how-to/add-a-technique.md).",
    )
    return made


def sentence(text: str) -> str:
    """A text with a capital, unless it begins with a letter that is a number (``n houses``)."""
    return escaped(text if text[1:2] == " " else text[:1].upper() + text[1:])


def section(entry: Technique) -> tuple[list[str], str]:
    """What the page says of a technique, and its picture."""
    facts = technique_to_json(entry)
    scores = facts["scores"]
    assert isinstance(scores, dict)
    rows = [
        ("idea", escaped(entry.consistency)),
        ("key", f"`{entry.key}`"),
        ("also called", ", ".join(entry.aliases) or "–"),
        ("HoDoKu's code", f"`{entry.code}`" if entry.code else "–"),
        ("scores", "; ".join(f"`{name}` {score}" for name, score in scores.items()) or "–"),
    ]
    if entry.assumes_unique:
        rows.append(("sound", "only where the puzzle has one solution"))
    example = shown(entry)
    told = [WITHOUT]
    picture = ""
    if example is not None:
        step, picture = example
        notation = step.notation
        if len(notation) > LONGEST:
            notation = f"{notation[:LONGEST]} ... => {step.conclusion}"
        told = [
            f"`{notation}`",
            escaped(step.sentence),
            f"![{entry.title}](pictures/{entry.key}.svg){{ loading=lazy }}",
        ]
        if step.constraints:
            rows.insert(1, ("here", escaped(step.constraints)))
    return [f"## {entry.title} {{ #{entry.key} }}", table(("", ""), rows), *told], picture
