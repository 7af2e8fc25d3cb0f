"""What a notebook shows of a model, an expression or a constraint.

>>> from nonet.model import Linear, Model
>>> rising = Linear(("x", "y"), (1, -1), "<=", -1)
>>> page = model_html(Model({"x": range(3), "y": range(3)}, [rising]))
>>> "x - y &lt;= -1" in page, page.count("<tr>")
(True, 3)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from itertools import islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from nonet.model.model import Model

MOST_SHOWN = 20
"""Variables, and constraints, that are shown one by one."""


def code(text: str) -> str:
    """A text as it is, in the letters of a program."""
    return f"<code>{escape(text)}</code>"


def model_html(model: Model) -> str:
    """The first variables with their domains and the first constraints in words."""
    variables = ((name, str(domain)) for name, domain in model.domains.items())
    constraints = ((str(c.called.kind), str(c.called)) for c in model.constraints)
    rows = [
        *_rows(variables, len(model.domains), "variables"),
        *_rows(constraints, len(model.constraints), "constraints"),
    ]
    if model.objective is not None:
        rows.append(_row("objective", str(model.objective)))
    return f"<table>{''.join(rows)}</table>"


def _rows(pairs: Iterable[tuple[str, str]], total: int, what: str) -> Iterator[str]:
    yield from (_row(*pair) for pair in islice(pairs, MOST_SHOWN))
    if total > MOST_SHOWN:
        yield _row("…", f"{total - MOST_SHOWN:,} more {what}")


def _row(left: str, right: str) -> str:
    return f"<tr><td>{escape(left)}</td><td>{code(right)}</td></tr>"
