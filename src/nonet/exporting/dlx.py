"""Exact cover in Knuth's DLX format: items, then an option a line.

The first line names the items, primary items before ``|`` and secondary items behind; a line
that begins with ``|`` is a comment (Knuth, "The Art of Computer Programming", volume 4B, section
7.2.2.1, and his program DLX1, whose names have at most eight characters).  The cover is that of
the backend ``cover``.
"""

from __future__ import annotations

from nonet.encoding.exact_cover import exact_cover
from nonet.exporting.base import Language, Needs
from nonet.exporting.text import comment_lines, header_lines, identifiers
from nonet.model import Model

MAX_NAME_LENGTH = 8
"""Characters of a name that DLX1 reads."""


class Dlx(Language):
    """Options of items; a clue leaves its cell one option."""

    name = "dlx"
    aliases = ("exact-cover",)
    sentence = "An exact cover in Knuth's DLX format, where the model is one."
    optimises = False
    suffix = ".dlx"
    needs = Needs("Knuth's DLX1", "compile dlx1.w of his programs with CWEB", "dlx1 m1 <puzzle.dlx")

    def write(self, model: Model, title: str) -> str:
        """Return the cover; raise ``Unsupported`` if a constraint is not part of an exact cover."""
        cover = exact_cover(model)
        readable = identifiers(model.domains)
        names = []
        for number, item in enumerate(cover.items):
            name = readable.get(item.text, "") if item.constraint is None else ""
            names.append(name if 0 < len(name) <= MAX_NAME_LENGTH else f"#{number}")
        lines = header_lines(model, title, "| ", self.needs)
        for name, item in zip(names, cover.items, strict=True):
            if name != item.text:
                lines += comment_lines(f"{name}: {item.text}", "| ")
        lines.append(" ".join([*names[: cover.primary], "|", *names[cover.primary :]]))
        for option in cover.options:
            lines += comment_lines(f"{option.variable} = {option.value}", "| ")
            lines.append(" ".join(names[item] for item in option.items))
        return "\n".join(lines) + "\n"
