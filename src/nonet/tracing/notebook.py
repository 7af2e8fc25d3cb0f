"""A stepper in a notebook: the candidates, the last event, and the constraints that can filter.

>>> from nonet.tracing import Stepper
>>> stepper = Stepper(".......21.3..4..", level="gac")
>>> _ = stepper.step("row 2")
>>> html = stepper._repr_html_()
>>> html.count("<svg"), "row 2 removed 2 from R2C1 because R2C4 = 2" in html
(1, True)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonet.puzzle import Puzzle
from nonet.render.html import escaped
from nonet.tracing.sentences import value_text

if TYPE_CHECKING:
    from nonet.tracing.stepper import Stepper

CELL = 40
"""Side of a cell in the picture, in pixels."""

MAX_LINES = 12
"""Lines of the last step that are shown; the rest are counted."""


def stepper_html(stepper: Stepper) -> str:
    """How things stand, as HTML that needs nothing else."""
    status_texts = {"open": "open", "failed": "a constraint cannot hold", "solved": "solved"}
    guesses = f"{stepper.depth} guess{'' if stepper.depth == 1 else 'es'} open"
    head = f"level {stepper.level}: {status_texts[stepper.state]}, {guesses}"
    return (
        f'<div style="max-width:60em"><b>{escaped(head)}</b>'
        '<div style="display:flex;flex-wrap:wrap;gap:1em;align-items:flex-start">'
        f"<div>{_candidates_html(stepper)}</div>"
        f'<div style="flex:1 1 16em">{_last_step_html(stepper)}{_filterable_html(stepper)}</div>'
        "</div></div>"
    )


def _candidates_html(stepper: Stepper) -> str:
    """The grid with its candidates; of a model that is no puzzle, a table of its domains."""
    domains = stepper.domains
    if isinstance(stepper.puzzle, Puzzle):
        from nonet.render.svg import drawing_svg

        fixed = {name: next(iter(d)) for name, d in domains.items() if d.is_single}
        return drawing_svg(
            stepper.puzzle.drawing(fixed, domains), cell=CELL, title="the domains now"
        )
    rows = "".join(
        f"<tr><th>{escaped(name)}</th><td>{_values_text(stepper, name) or 'nothing'}</td></tr>"
        for name in domains
    )
    return f"<table><tr><th>variable</th><th>may be</th></tr>{rows}</table>"


def _values_text(stepper: Stepper, name: str) -> str:
    texts = (value_text(name, value, stepper.value_names) for value in stepper.domains[name])
    return escaped(" ".join(texts))


def _last_step_html(stepper: Stepper) -> str:
    last = stepper.last
    if last is None:
        return "<p>Nothing has happened yet.</p>"
    lines = [escaped(text) for text in last.sentences[:MAX_LINES]]
    if more := len(last.sentences) - len(lines):
        lines.append(f"and {more} more")
    happened = "".join(f"<li>{line}</li>" for line in lines) or "<li>nothing was removed</li>"
    return f"<p>What happened last:</p><ul>{happened}</ul>"


def _filterable_html(stepper: Stepper) -> str:
    can = stepper.filterable_constraints()
    if stepper.state != "open":
        return ""
    if not can:
        return "<p>No constraint can filter: guess.</p>"
    return f"<p>Can filter ({len(can)}): {escaped(', '.join(can))}</p>"
