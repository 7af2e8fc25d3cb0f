"""The sheet of a Python program: names of variables, constants and helpers.

>>> import nonet
>>> model = nonet.parse("1..............4").model()
>>> sheet = Sheet(model, model, keys=False)
>>> sheet.ref("R2C3"), sheet.new_name("odd cells"), sheet.new_name("odd cells")
('cell[2, 3]', 'ODD_CELLS', 'ODD_CELLS_2')
"""

from __future__ import annotations

from collections.abc import Sequence

from nonet.exporting.constraint_families import CellGrid, Place, cell_grid, place_from_1
from nonet.exporting.python_text import quoted
from nonet.model import Model

Lines = list[str]


class Sheet:
    """The program being written: its variables, constants and helpers."""

    def __init__(self, model: Model, simple: Model, keys: bool) -> None:
        self.grid = cell_grid(model)
        self.simple = simple
        self.keys = keys
        """Whether a solver is given the keys of variables rather than variables."""
        self.helpers: dict[str, Lines] = {}
        self.names = {"GRID", "ROWS", "COLUMNS", "VALUES", "CELLS"}
        self.corners: dict[tuple[Place, ...], str] = {}
        known = set(model.variables) if self.grid else set()
        self.others = {name: d for name, d in simple.domains.items() if name not in known}

    def key(self, name: str) -> str:
        """The key of a variable: ``(1, 2)`` for a cell, else its name in quotes."""
        spot = place_from_1(name) if self.grid and name not in self.others else None
        return repr(spot) if spot else quoted(name)

    def ref(self, name: str) -> str:
        """Return the text that stands for a variable in a constraint."""
        key = self.key(name)
        if self.keys:
            return key
        return f"cell[{key[1:-1]}]" if key.startswith("(") else f"x[{key}]"

    def ref_by_key(self, variable: str) -> str:
        """Return the text that stands for the variable whose key is in ``variable``."""
        return variable if self.keys else f"{'cell' if self.grid else 'x'}[{variable}]"

    def cell(self, row: str, column: str) -> str:
        """Return the text that stands for the cell at ``row``, ``column``."""
        return f"({row}, {column})" if self.keys else f"cell[{row}, {column}]"

    def refs_by_keys(self, variable: str) -> str:
        """A list of all whose keys are listed in ``variable``."""
        return variable if self.keys else f"[{self.ref_by_key('p')} for p in {variable}]"

    def scope_text(self, names: Sequence[str]) -> str:
        """A list of variables, written out."""
        if self.keys or len(names) < 6 or len({n in self.others for n in names}) > 1:
            return f"[{', '.join(map(self.ref, names))}]"
        table = "x" if names[0] in self.others else "cell"
        return f"[{table}[p] for p in [{', '.join(map(self.key, names))}]]"

    def new_name(self, label: str) -> str:
        """A name for a constant, not used before."""
        plain = "".join(x if x.isalnum() and x.isascii() else "_" for x in label.upper())
        plain = plain.strip("_") or "GROUP"
        name = plain = plain if plain[0].isalpha() else f"X{plain}"
        number = 2
        while name in self.names:
            name, number = f"{plain}_{number}", number + 1
        self.names.add(name)
        return name

    def require_helper(self, helper: str, text: str) -> str:
        """Note that a helper is needed; gives its name."""
        self.helpers.setdefault(helper, text.strip("\n").splitlines())
        return helper


def print_grid_lines(grid: CellGrid) -> Lines:
    """The lines that print ``solution``, a value for each cell, as a grid."""
    wide = max(len(str(v)) for v in grid.values)
    shown = "solution[r, c]" if grid.full else "solution.get((r, c), '.')"
    width = f":{'' if grid.full else '>'}{wide}" if wide > 1 or not grid.full else ""
    item = f'f"{{{shown}{width}}}"' if width else f"str({shown})"
    return ["for r in ROWS:", f'    print(" ".join({item} for c in COLUMNS))']


def print_lines(sheet: Sheet) -> Lines:
    """The lines that print ``solution``."""
    if sheet.grid:
        return print_grid_lines(sheet.grid)
    return ["for name, value in solution.items():", '    print(name, "=", value)']
