"""``lesson`` and ``drill``: the description of a technique, its picture, and positions for practice."""

from __future__ import annotations

from typing import Any

from nonet.errors import QuestionError
from nonet.formats.json import to_json
from nonet.learn.technique_positions import (
    drill_position,
    drill_steps,
    example_puzzle,
    example_step,
    has_drills,
)
from nonet.learn.techniques import technique_text
from nonet.protocol.command import Event, Parameter, command
from nonet.protocol.hints import step_event
from nonet.protocol.pictures import CELL
from nonet.render.svg import drawing_svg
from nonet.techniques.catalogue import Technique
from nonet.techniques.catalogue import technique as technique_of
from nonet.techniques.drawing import draw_step
from nonet.techniques.hints import easier_techniques
from nonet.techniques.policies import POLICIES
from nonet.techniques.starting_position import position_of

MAX_STEPS = 12
"""Maximum number of steps in the answer to ``drill``."""

CELL_SIDE = 44
"""The side of a cell in a picture, in the picture's units."""

TECHNIQUE = Parameter("technique", "text", "the technique's name", maximum=100)


@command("lesson", "What a technique is, and a position in which to find it.", TECHNIQUE)
def lesson(technique: str) -> Event:
    """``about`` is Markdown; ``puzzle`` a document with the candidates that are left."""
    chosen = technique_of(technique)
    puzzle = example_puzzle(chosen)
    return {
        "technique": chosen.key,
        "title": chosen.title,
        "about": technique_text(chosen),
        "idea": chosen.consistency,
        "aliases": list(chosen.aliases),
        "level": POLICIES["hodoku"].entry_for(chosen.key).level,
        "puzzle": None if puzzle is None else to_json(puzzle),
        "picture": _picture(chosen),
        "drills": has_drills(chosen),
    }


def _picture(technique: Technique) -> dict[str, Any] | None:
    """The step of the example as elements of SVG, with their box and the step's sentence; ``None``
    without an example."""
    example = example_step(technique)
    if example is None:
        return None
    step, position, puzzle = example
    drawing = drawing_svg(draw_step(step, position, puzzle), cell=CELL_SIDE)
    opening, _, elements = drawing.partition(">")
    return {
        "box": opening.partition('viewBox="')[2].partition('"')[0],
        "svg": elements.rpartition("</svg>")[0],
        "sentence": step.sentence,
    }


@command(
    "drill",
    "A position to find a technique in, and its moves there.",
    TECHNIQUE,
    Parameter("number", "integer", "which drill: the same for the same number", 0, 0, 1 << 31),
    CELL,
)
def drill(technique: str, number: int, cell: int) -> Event:
    """``steps`` are as in the answer to ``hint``; every move of a step is a right answer."""
    chosen = technique_of(technique)
    if not has_drills(chosen):
        raise QuestionError(f"there are no drills of {chosen.title}")
    puzzle = drill_position(chosen, number)
    position = position_of(puzzle)
    steps = drill_steps(puzzle, chosen)
    return {
        "technique": chosen.key,
        "title": chosen.title,
        "puzzle": {**to_json(puzzle), "name": f"Drill: {chosen.title}"},
        "easier": list(easier_techniques(position, steps[0])),
        "places": bool(steps[0].placements),
        "steps": [step_event(step, position, puzzle, cell) for step in steps[:MAX_STEPS]],
    }
