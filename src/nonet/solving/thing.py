"""What the verbs take, and the model of it.

>>> model, puzzle = understood(".......21.3..4..")
>>> len(model.variables), len(puzzle.clues)
(16, 4)
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Union

from nonet.errors import FormatError
from nonet.model import Model
from nonet.puzzle import Puzzle

if TYPE_CHECKING:
    from nonet.model import ModelBuilder

Thing = Union[Puzzle, Model, "ModelBuilder", str, os.PathLike[str]]
"""What the verbs take: a puzzle, a model or its builder, the text of one puzzle, or a file
that holds one."""


def understood(thing: Thing) -> tuple[Model, Puzzle | None]:
    """The model of a thing, and the puzzle if it is one.

    Raises ``FormatError`` for a text that is neither a puzzle nor a file that holds one.
    """
    if isinstance(thing, Puzzle):  # most are, so this is asked first
        return thing.model(), thing
    if isinstance(thing, Model):
        return thing, None
    builder = sys.modules.get("nonet.model.builder")  # nobody has one before it is imported
    if builder is not None and isinstance(thing, builder.ModelBuilder):
        return thing.model(), None
    if isinstance(thing, str | os.PathLike):
        puzzle = _puzzle_of(thing)
        return puzzle.model(), puzzle
    raise TypeError(
        "expected a puzzle, a model or a text (of a puzzle, or a file's name), "
        f"not {type(thing).__name__}"
    )


def _puzzle_of(text: str | os.PathLike[str]) -> Puzzle:
    """The puzzle of a text; where it is no puzzle, that of the file it names."""
    from nonet.formats import looks_like_path, parse, read

    if isinstance(text, str):
        try:
            return parse(text)
        except FormatError as error:
            likely = "\n" not in text and len(text) < 4096 and "\0" not in text
            if not (likely and Path(text).exists()):
                if likely and looks_like_path(text):
                    raise FormatError("no such file, and no puzzle either", source=text) from None
                raise error
    found = read(text)
    if len(found) != 1:
        raise FormatError(
            f"it holds {len(found)} puzzles where one is meant; nonet.read lists them",
            source=str(text),
        )
    return found[0]
