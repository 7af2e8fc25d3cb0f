"""Pictures of things: puzzles, solutions, steps, paths, search trees and constraint graphs.

>>> import nonet
>>> nonet.picture(nonet.Sudoku("1..............4"))[:4]
b'<svg'
"""

from __future__ import annotations

import os
from pathlib import Path as FilePath
from typing import Any

from nonet.errors import FormatError, quantity
from nonet.learn.figures import graph_layout
from nonet.model import Model
from nonet.puzzle import Puzzle
from nonet.render.html import FONTS, escaped
from nonet.render.pictures import SUFFIXES, convert_svg
from nonet.render.svg import drawing_svg
from nonet.solving.outcome import Outcome, Solution, Verdict
from nonet.solving.problem_input import ProblemInput, model_and_puzzle
from nonet.techniques.drawing import draw_step
from nonet.techniques.html_page import StepView, picture_sheet
from nonet.techniques.path import Path
from nonet.techniques.solution_oracle import position_of
from nonet.techniques.step import Step
from nonet.tracing.recording import Trace
from nonet.tracing.tree import tree_svg

MOST_VARIABLES = 400
"""Variables of the largest constraint graph that is drawn."""
MOST_LABELLED = 81
_SIDE, _SPREAD = 440, 2.0


def picture(
    subject: Any,
    path: str | os.PathLike[str] | None = None,
    *,
    of: ProblemInput | None = None,
    suffix: str = ".svg",
    dark: bool = False,
) -> bytes:
    """Return the picture of a subject as SVG, PNG or PDF, and write it to a file if one is named.

    ``subject`` is a puzzle (or its text, or rows), a solution (or an outcome or a verdict with one), a
    step of ``of`` (its puzzle, perhaps with entries and candidates), a path of steps, a trace (its
    search tree), or a model (its constraint graph).  The suffix of ``path`` decides the kind, else
    ``suffix``: ``.svg``, ``.png`` or ``.pdf``.  ``dark`` is for a dark page (grids alone).

    Raises ``FormatError`` for another suffix and for a subject too large to draw, ``NotInstalled``
    where PNG and PDF need the extra ``pictures``, and ``TypeError`` for a subject without a picture.

    >>> import nonet
    >>> outcome = nonet.solve("1..............4")
    >>> nonet.picture(outcome, suffix=".svg") == nonet.picture(outcome.solution)
    True
    """
    kind = (FilePath(path).suffix if path is not None else suffix).lower()
    if kind not in SUFFIXES:
        raise FormatError(f"a picture is {', '.join(SUFFIXES)}, not {kind or 'without a suffix'}")
    data = convert_svg(_svg(subject, of, dark), kind)
    if path is not None:
        FilePath(path).write_bytes(data)
    return data


def _svg(subject: Any, of: ProblemInput | None, dark: bool) -> str:
    if isinstance(subject, Outcome | Verdict):
        solutions = subject.solutions[:1] if isinstance(subject, Outcome) else subject.witnesses[:1]
        if not any(solutions):
            raise TypeError("an answer without a solution has no picture: draw the puzzle")
        subject = solutions[0]
    if isinstance(subject, Step):
        if of is None:
            raise TypeError("a step is drawn on its puzzle: nonet.picture(step, of=puzzle)")
        subject = StepView(subject, position_of(of), model_and_puzzle(of)[1])
    if isinstance(subject, StepView):
        drawing = draw_step(subject.step, subject.position, subject.puzzle)
        return drawing_svg(drawing, title=subject.step.notation, dark=dark)
    if isinstance(subject, Path):
        return picture_sheet(subject)
    if isinstance(subject, Trace):
        try:
            return tree_svg(subject)
        except ValueError as error:
            raise FormatError(str(error)) from None
    if isinstance(subject, Solution):
        if subject.puzzle is None:
            raise TypeError("a model's solution has no picture: draw its model or its trace")
        return drawing_svg(subject.puzzle.drawing(subject), title=subject.puzzle.name, dark=dark)
    if hasattr(subject, "drawing") and not isinstance(subject, Puzzle):
        return drawing_svg(subject.drawing(), dark=dark)
    try:
        model, puzzle = model_and_puzzle(subject, allow_clashes=True)
    except TypeError as error:
        raise TypeError(
            "a picture is of a puzzle, a solution, a step, a path, a trace or a model, "
            f"not of {type(subject).__name__}"
        ) from error
    if puzzle is not None:
        return drawing_svg(puzzle.drawing(), title=puzzle.name, dark=dark)
    return constraint_graph_svg(model)


def constraint_graph_svg(model: Model) -> str:
    """The constraint graph of a model as SVG: variables in a circle, an edge for each pair in a scope.

    Raises ``FormatError`` for more than ``MOST_VARIABLES`` variables.
    """
    count = len(model.variables)
    if count > MOST_VARIABLES:
        raise FormatError(f"{count} variables are too many to draw: at most {MOST_VARIABLES}")
    layout = graph_layout(model)
    scale = max(1.0, min(_SPREAD, count / 30))
    places = {name: (x * scale + 20, y * scale + 20) for name, (x, y) in layout["places"].items()}
    side = (_SIDE - 40) * scale + 40
    text = escaped(
        f"Constraint graph: {quantity(count, 'variable')}, {quantity(len(layout['edges']), 'edge')}"
    )
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{side:g}" height="{side:g}" '
        f'viewBox="0 0 {side:g} {side:g}" role="img" aria-label="{text}" '
        f'font-family="{FONTS}" font-size="10" text-anchor="middle">',
        f"<title>{text}</title>",
        f'<rect width="{side:g}" height="{side:g}" fill="#ffffff"/>',
    ]
    for a, b in layout["edges"]:
        (x1, y1), (x2, y2) = places[a], places[b]
        parts.append(f'<path d="M{x1:g} {y1:g}L{x2:g} {y2:g}" stroke="#9a9996" fill="none"/>')
    for name, (x, y) in places.items():
        radius = 15 if count <= MOST_LABELLED else 4
        parts.append(
            f'<circle cx="{x:g}" cy="{y:g}" r="{radius}" fill="#e8f0fb" stroke="#1a5fb4"/>'
        )
        if count <= MOST_LABELLED:
            parts.append(f'<text x="{x:g}" y="{y + 3:g}">{escaped(name[:8])}</text>')
    return "\n".join([*parts, "</svg>"])
