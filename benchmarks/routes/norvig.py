"""Norvig's ``sudoku.py`` of "Solving Every Sudoku Puzzle" (2006), given by its path."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

from benchmarks.routes.base import Missing, Route, Unsuited, values_of
from benchmarks.sets import Item


@dataclass
class Norvig(Route):
    """``solve(text)``, which reads the text, propagates and searches; 9x9 only."""

    path: str = ""

    def start(self) -> None:
        if not Path(self.path).is_file():
            raise Missing("say where Norvig's sudoku.py is with --norvig PATH")
        if self.geometry.size != 9:
            raise Unsuited("9x9 only")
        specification = spec_from_file_location("norvig_sudoku", self.path)
        assert specification is not None and specification.loader is not None
        self._module = module_from_spec(specification)
        specification.loader.exec_module(self._module)

    def read(self, item: Item) -> str:
        return item.line

    def solve(self, text: str) -> Any:
        return self._module.solve(text) or None

    def line(self, solution: Any) -> str:
        return super().line(values_of([solution[square] for square in self._module.squares]))
