"""ABC end view: each letter once in every row and column; a letter outside is the first seen.

Cells without a letter are empty: 0 here, and 1, 2, 3 are A, B, C.

    nonet solve examples/kinds/abc_end_view.py
"""

from collections.abc import Sequence

import nonet

LETTERS = 3
LEFT, RIGHT, TOP, BOTTOM = "A.BC.", "....B", "..C.A", "CB..."


def build(
    left: str = LEFT,
    right: str = RIGHT,
    top: str = TOP,
    bottom: str = BOTTOM,
    letters: int = LETTERS,
) -> nonet.ModelBuilder:
    model, n = nonet.ModelBuilder(), len(left)
    cell = model.array("cell", (n, n), range(letters + 1))
    for line in range(n):
        for name, cells in (("row", cell[line, :]), ("column", cell[:, line])):
            for letter in range(1, letters + 1):
                model.count(
                    cells, [letter], "==", 1, label=f"{'_ABCDEF'[letter]} in {name} {line + 1}"
                )
        seen(model, cell[line, :], left[line])
        seen(model, cell[line, ::-1], right[line])
        seen(model, cell[:, line], top[line])
        seen(model, cell[::-1, line], bottom[line])
    return model


def seen(model: nonet.ModelBuilder, cells: Sequence[nonet.model.Variable], letter: str) -> None:
    """The first letter of a line: the cells before it are empty."""
    if letter != ".":
        model.regular(cells, f"0* {'_ABCDEF'.index(letter)} .*", label=f"{letter} is seen first")


if __name__ == "__main__":
    (solution,) = nonet.solve(build(), limit=2).solutions
    for r in range(len(LEFT)):
        print("".join(".ABC"[solution[f"cell[{r},{c}]"]] for c in range(len(TOP))))
