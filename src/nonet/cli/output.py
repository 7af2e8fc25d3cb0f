"""The answers of a command on standard output: drawings, statements and texts."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from nonet.cli.common import NamedModel
from nonet.errors import FormatError
from nonet.formats.statements import Header
from nonet.puzzle import Puzzle
from nonet.render.printable import printable, printable_json
from nonet.solving import Solution

if TYPE_CHECKING:
    from nonet.render.drawing import Drawing
    from nonet.solving import Optimum

LINE_WIDTH = 100
"""Characters of a line of values, where a model's solution is written."""


def print_text(text: str) -> None:
    """Print the text of a file unchanged; on a terminal without control characters."""
    if sys.stdout.isatty():
        text = printable(text, keep_newlines=True)
    print(text.encode("utf-8", "backslashreplace").decode(), end="" if text[-1:] == "\n" else "\n")


def print_statements(arguments: argparse.Namespace, puzzle: Puzzle) -> None:
    """Into a pipe, the comment lines without which a drawing would be read as another puzzle.

    The lines state box, alphabet and rules that differ from the last drawing.
    """
    if sys.stdout.isatty():
        return
    header: Header = arguments.__dict__.setdefault("header", Header())
    try:
        lines = header.statements(puzzle, puzzle.alphabet)
    except FormatError:
        lines = ["rules: a drawing cannot state them"]  # which no reader takes for a puzzle
    for line in lines:
        print(f"# {printable_json(line)}")


def make_drawer(*, ascii: bool = False) -> Callable[[Drawing], str]:
    """How drawings are written on standard output.

    Into a pipe the lines and outside clues of rules are left out, so that the printed drawing can
    be read as a puzzle: statements give the rules.
    """
    from nonet.render.terminal import drawing_text, wants_ascii, wants_colour

    colour, ascii_ = wants_colour(sys.stdout), ascii or wants_ascii(sys.stdout)
    signs = colour or sys.stdout.isatty()
    return lambda drawing: drawing_text(drawing, colour=colour, ascii=ascii_, signs=signs)


def optimum_to_json(optimum: Optimum | None) -> dict[str, object]:
    """How good the best solution is, and whether that is proven."""
    if optimum is None:
        return {}
    levels = [_level_to_json(level) for level in optimum.levels]
    document = _level_to_json(optimum)
    return {"optimum": document if len(levels) == 1 else {**document, "levels": levels}}


def _level_to_json(optimum: Optimum) -> dict[str, object]:
    return {
        "sense": optimum.objective.sense,
        "objective": optimum.objective.text,
        "value": optimum.value,
        "bound": optimum.bound,
        "proven": optimum.is_proven,
    }


def format_model_solution(model: NamedModel, solution: Solution) -> str:
    """Return a model's solution as text: by the file's own ``show``, or as lines of values."""
    if model.show is not None:
        return printable(str(model.show(solution)), keep_newlines=True)
    lines = [""]
    for name, value in solution.items():
        text = printable(f"{name} = {value}")
        if lines[-1] and len(lines[-1]) + len(text) + 3 > LINE_WIDTH:
            lines.append("")
        lines[-1] += f"{', ' if lines[-1] else ''}{text}"
    return ",\n".join(lines)
