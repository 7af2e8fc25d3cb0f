"""The display of a model, an expression or a constraint in a notebook.

>>> from nonet.model import Linear, Model
>>> rising = Linear(("x", "y"), (1, -1), "<=", -1)
>>> page = model_html(Model({"x": range(3), "y": range(3)}, [rising]))
>>> "x - y &lt;= -1" in page, page.count("<tr>")
(True, 3)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from html import escape
from itertools import islice
from typing import TYPE_CHECKING

from nonet.model.symbols import NamedDomain

if TYPE_CHECKING:
    from nonet.model.domain import Domain
    from nonet.model.model import Model

MOST_SHOWN = 20
"""Variables, and constraints, that are shown, each on a line."""


def code_html(text: str) -> str:
    """Return a text in the letters of a program."""
    return f"<code>{escape(text)}</code>"


def model_html(model: Model) -> str:
    """The first variables with their domains and the first constraints in words."""
    variables = _domain_texts(model.domains)
    constraints = (
        (str(c.display_annotation.kind), str(c.display_annotation)) for c in model.constraints
    )
    rows = [
        *_table_rows(variables, len(model.domains), "variables"),
        *_table_rows(constraints, len(model.constraints), "constraints"),
    ]
    if model.objective is not None:
        rows.append(_table_row("objective", str(model.objective)))
    return f"<table>{''.join(rows)}</table>"


def domains_html(domains: Mapping[str, Domain]) -> str:
    """The first variables with their domains, values by their declared names."""
    rows = _table_rows(_domain_texts(domains), len(domains), "variables")
    return f"<table>{''.join(rows)}</table>"


def _domain_texts(domains: Mapping[str, Domain]) -> Iterator[tuple[str, str]]:
    for name, domain in domains.items():
        yield name, ", ".join(domain.names) if isinstance(domain, NamedDomain) else str(domain)


def _table_rows(pairs: Iterable[tuple[str, str]], total: int, what: str) -> Iterator[str]:
    yield from (_table_row(*pair) for pair in islice(pairs, MOST_SHOWN))
    if total > MOST_SHOWN:
        yield _table_row("…", f"{total - MOST_SHOWN:,} more {what}")


def _table_row(left: str, right: str) -> str:
    return f"<tr><td>{escape(left)}</td><td>{code_html(right)}</td></tr>"
