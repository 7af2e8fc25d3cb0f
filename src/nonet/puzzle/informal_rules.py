"""Informal rules as people type rules, in the short form: ``R1C1 > R1C2``, ``V R1C1 R1C2``,
``row 1``.

The short form (:mod:`nonet.puzzle.short_form`) is a rule's name and its arguments.  Setters
write some rules otherwise, by a sign or a letter, or by a name that is a rule of ours with a
number; and some unknown rules can be expressed by other rules.

>>> to_short_form("R1C1 > R1C2"), to_short_form("V R1C1 R1C2"), to_short_form("parity line R1C1-R1C4")
('greater-than R1C1 R1C2', 'xv V R1C1 R1C2', 'modular 2 R1C1-R1C4')
"""

from __future__ import annotations

import re

from nonet.errors import PuzzleError
from nonet.puzzle.rules import PuzzleRule, own_rule_names

_CELL = r"(R\d{1,3}C\d{1,3}|[A-Z]\d{1,2})"

_REWRITES: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(form, re.IGNORECASE), said)
    for form, said in (
        (rf"{_CELL}\s*>\s*{_CELL}$", r"greater-than \1 \2"),
        (rf"{_CELL}\s*<\s*{_CELL}$", r"greater-than \2 \1"),
        (rf"{_CELL}\s*=\s*{_CELL}$", r"clone \1 | \2"),
        (rf"([VX])\s+(?={_CELL})", r"xv \1 "),
        (r"parity([ -]lines?)?(?=\s)", "modular 2"),
        (r"(positive |main )?diagonal\s*\+$", "positive-diagonal"),
        (r"(negative |main )?diagonal\s*-$", "negative-diagonal"),
        (r"(little[ -]?killer.*\b)([ud])(?:p|own)[ -]?([rl])(?:ight|eft)\b", r"\1\2\3"),
        (r"(all )?(xv|kropki) (negative|given|constraint)$", r"strict-\2"),
    )
)

_SHADING = "nonet cannot say it: of the areas that the solver shades only yin-yang is modelled"
_MODIFIER = (
    "cells that count otherwise are doublers, negators or halvers: no other factor is modelled"
)

_ADVICE: dict[str, str] = {
    "split pea": 'the two ways to read its ends are two sums: any-of (sum 0 coefficients="10 1 -1 '
    '-1" cells="R1C1 R1C4 R1C2 R1C3") (sum 0 coefficients="1 10 -1 -1" cells="R1C1 R1C4 R1C2 '
    'R1C3")',
    "product": "write it as in KenKen: calculation 12x R1C1 R1C2",
    "samurai": "it is a grid: --grid samurai",
    "row sum": "a sum beside a row is a margin-sum, of cells a sum: sum 15 R1C1 R1C2 R1C3",
    "column sum": "a sum beside a column is a margin-sum, of cells a sum: sum 15 R1C1 R2C1 R3C1",
    "fog": "fog hides what is drawn, and no solution depends on it: leave it out",
    "argyle": "its diagonals hold no value twice: killer R1C5 R2C6 R3C7 R4C8 R5C9, and so on",
    "indexing": "write the one that is meant: 159, row-indexer, box-indexer or column-indexer C1",
    "indexer": "write the one that is meant: 159, row-indexer, box-indexer or column-indexer C1",
    "kropki(?! white| black| negative| given| constraint)": "write its dots, white-dot R1C1 R1C2 "
    "(consecutive) or black-dot R1C1 R1C2 (double), and strict-kropki if all are given",
    "pill( arrow)?": 'its sum has two digits: sum 0 coefficients="10 1 -1 -1" '
    'cells="R1C1 R1C2 R2C1 R2C2"',
    "line sum": "a sum along a line is sum-line 10 R1C1 R1C2 R1C3, equal sums in each box "
    "region-sum-line, a sum of any cells sum 15 R1C1 R1C2",
    "cave": _SHADING,
    "nurikabe": _SHADING,
    "loop": _SHADING,
    "snowball": "setters mean several things by it: write the sums or the order that is meant, as sum, "
    "thermometer or relation",
    "schrodinger": "nonet cannot say it: a cell has one value",
    "schrödinger": "nonet cannot say it: a cell has one value",
    "multiplier": _MODIFIER,
}
"""Names that are no rule of ours, with advice for an equivalent."""


_INDEXED_LINES = re.compile(
    r"(?:(?P<kind>column|row)[- ]index(?:er)?s?|ind(?:ex(?:ing|ed)?) (?P<lines>column|row)s?)"
    r"(?P<names>(?:[ ,]+[CR]?\d+)+)$",
    re.IGNORECASE,
)
"""``column-indexer C1 C5``: setters mean whole columns, where ``C1`` alone is also the cell R3C1."""


def _indexed_lines(text: str) -> str:
    """Return the short form of a text that names columns or rows as indexers, else ``""``."""
    match = _INDEXED_LINES.match(text)
    if match is None:
        return ""
    kind = (match["kind"] or match["lines"]).lower()
    if any(name[0] not in "0123456789" + kind[0] for name in match["names"].lower().split()):
        return ""
    numbers = " ".join(re.findall(r"\d+", match["names"]))
    return f'indexed-{kind}s {kind}s="{numbers}"'


def to_short_form(text: str) -> str:
    """Return ``text`` in the short form if the text has an informal form; otherwise return
    ``text``.

    A text that begins with the name of a rule of one's own is returned unchanged.  Raise
    ``PuzzleError`` with advice if no rule has the name.
    """
    text = text.strip()
    if _begins_with_own_name(text):
        return text
    if indexed := _indexed_lines(text):
        return indexed
    for form, replacement in _REWRITES:
        if form.match(text):
            return form.sub(replacement, text, count=1)
    plain = re.sub(r"[\s_-]+", " ", text[:60].lower())
    for name, write in _ADVICE.items():
        if match := re.match(rf"{name}s?( lines?)?\b", plain):
            raise PuzzleError(f"there is no rule {match[0]!r}: {write}")
    return text


def _begins_with_own_name(text: str) -> bool:
    """Whether the first words of a text, up to three, name a rule that is not nonet's."""
    first_words = text[:200].lower().replace("_", "-").split()[:4]
    names = own_rule_names(PuzzleRule.definition_count)
    return any("-".join(first_words[:number]) in names for number in range(1, len(first_words) + 1))
