"""The shell of every page: text escaped, data as data, a policy that lets nothing else run.

A page is one file that needs no network.  Outside data (names, labels) reach the page in two
ways only: as text through :func:`escaped`, or as JSON through :func:`json_text`.  Placeholders
are filled in a single pass, so inserted text is never scanned again.  The page's
Content-Security-Policy names its only script and its only style sheet by their hashes: injected
code would not run.

>>> fill_template("<p>%NAME%</p>", NAME=escaped("%NAME%<b>"))
'<p>%NAME%&lt;b&gt;</p>'
>>> html = html_page(title="A", style="p { margin: 0 }", body="<p>A</p>", script="alert(1)")
>>> "script-src 'sha256-" in html, "default-src 'none'" in html
(True, True)
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from nonet.render.printable import printable

FONTS = "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif"
"""The fonts of pictures, of which every machine has at least one."""

_PLACE = re.compile("%([A-Z]+)%")

_SHELL = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="%POLICY%">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>%TITLE%</title>
<link rel="icon" href="data:,">
<style>%STYLE%</style>
</head>
<body>
%BODY%
%DATA%<script>%SCRIPT%</script>
</body>
</html>
"""


def escaped(text: str) -> str:
    """``text`` for HTML and XML, also between quotes; control characters become visible."""
    text = printable(text)
    for character, entity in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;")):
        text = text.replace(character, entity)
    return text.replace("'", "&#39;")


@dataclass(frozen=True, repr=False)
class TextTable:
    """Rows of as many texts each, the first the heading; columns after ``left_columns`` stand right.

    >>> TextTable([["level", "nodes"], ["gac", "3"]], 1)
    level  nodes
    gac        3
    """

    rows: Sequence[Sequence[str]]
    left_columns: int = 99

    def __repr__(self) -> str:
        widths = [max(map(len, column)) for column in zip(*self.rows, strict=True)]
        lines = []
        for row in self.rows:
            cells = zip(row, widths, ["<"] * self.left_columns + [">"] * len(row), strict=False)
            lines.append("  ".join(f"{cell:{side}{width}}" for cell, width, side in cells).rstrip())
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        tags = ["th", *["td"] * len(self.rows)]
        rows = (
            f"<tr>{''.join(f'<{tag}>{escaped(cell)}</{tag}>' for cell in row)}</tr>"
            for tag, row in zip(tags, self.rows, strict=False)
        )
        return f"<table>{''.join(rows)}</table>"


def json_text(data: Any) -> str:
    """``data`` as JSON that can stand inside a script element, whatever its texts hold."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return re.sub("[<>&\u2028\u2029\ud800-\udfff]", lambda match: f"\\u{ord(match[0]):04x}", text)


def fill_template(template: str, **parts: str) -> str:
    """``template`` with each ``%NAME%`` replaced by its part, in one pass.

    Raises ``KeyError`` for a place that no part fills.
    """
    return _PLACE.sub(lambda place: parts[place[1]], template)


def html_page(*, title: str, style: str, body: str, script: str, data: Any = None) -> str:
    """A whole page.

    ``title`` is any text, ``body`` HTML in which outside text is escaped already. ``data`` is
    the JSON that the script reads from the element with id ``data``.
    """
    policy = (
        f"default-src 'none'; script-src {_content_hash(script)}; style-src "
        f"{_content_hash(style)}; img-src data:; base-uri 'none'; form-action 'none'"
    )
    element = ""
    if data is not None:
        element = f'<script id="data" type="application/json">{json_text(data)}</script>\n'
    return fill_template(
        _SHELL,
        POLICY=policy,
        TITLE=escaped(title),
        STYLE=style,
        BODY=body,
        DATA=element,
        SCRIPT=script,
    )


def page_in_frame(page: str, title: str, height: int) -> str:
    """Return a page in a frame, for a notebook: the page can run its script and reach nothing
    else.
    """
    source = page.replace("&", "&amp;").replace('"', "&quot;")
    return (
        f'<iframe srcdoc="{source}" title="{escaped(title)}" sandbox="allow-scripts" '
        f'style="width:100%;height:{height}px;border:0"></iframe>'
    )


def _content_hash(text: str) -> str:
    """The source of a policy that allows this text and no other."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
