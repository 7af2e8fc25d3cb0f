"""Kinds of puzzles known by name that are no rule: of each an example, a puzzle or a model in Python.

>>> puzzle_kind("Star Battles").name, puzzle_kind("tectonic").name, puzzle_kind("golf")
('star-battle', 'suguru', None)
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

PACKAGE = Path(__file__).parents[1]
FOLDERS = (PACKAGE / "puzzle" / "kinds", PACKAGE.parents[1] / "examples" / "kinds")
"""Where the examples are: in an installed package, and in the repository."""


@dataclass(frozen=True)
class PuzzleKind:
    """A kind of puzzle: its name, further names, a sentence, nonet's rules for it, and an example.

    Where ``rules`` is empty, the example is a model in Python that declares such a puzzle.
    """

    name: str
    aliases: list[str]
    sentence: str
    rules: list[str]
    file: str

    @property
    def names(self) -> tuple[str, ...]:
        """Its name, and further names, some in other languages."""
        return (self.name, *self.aliases)

    @property
    def path(self) -> Path:
        """The file of the example, which ``nonet solve`` reads."""
        return next((f / self.file for f in FOLDERS if f.is_dir()), Path(self.file))


@lru_cache(maxsize=1)
def puzzle_kinds() -> tuple[PuzzleKind, ...]:
    """Return all kinds."""
    loader: Any = __spec__.loader  # which reads from an archive, too, as in a browser
    text = loader.get_data(str(Path(__file__).with_name("kinds.json")))
    return tuple(PuzzleKind(**each) for each in json.loads(text))


def puzzle_kind(name: str) -> PuzzleKind | None:
    """Return the kind of a name, whatever its case, blanks, hyphens and plurals; None for none."""
    key = _joined(name)
    return next((kind for kind in puzzle_kinds() if key in map(_joined, kind.names)), None)


def _joined(name: str) -> str:
    parts = re.split(r"[\W_]+", name.casefold())
    return "".join(part.removesuffix("s") for part in parts if part.rstrip("s") != "puzzle")
