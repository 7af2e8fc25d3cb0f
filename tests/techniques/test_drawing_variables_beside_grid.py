"""Texts about variables beside the grid name the variables, and no cell that is not there."""

import re

import pytest

import nonet
from nonet.cli import main
from nonet.techniques.drawing import draw_step
from nonet.techniques.html_page import path_html_page

FOUR = ".Shape~4x4"
SUMS = (
    f"{FOUR}.Var~A~sum~2.Var~B~total~1.Sum~0_=_1_1_-1~R1C1~R1C2~VA1.AllDifferent~VA1~VA2~R3C3"
    ".GreaterThan~VA1~VA2.SameValues~2~R2C1~VA2~R2C2~VB.Or.Cage~5~R4C1~VA2.Cage~4~R4C4~VA1.End"
)
PUZZLES = {
    "sums": f"{SUMS}.~R3C3_1~R3C2_4~R1C3_4",
    "lines": f"{FOUR}.Var~LONG~~2.GreaterThan~VLONG1~VLONG2.Sum~9~R1C1~VLONG1~R2C2.~VLONG1_2_3~R1C3_4~R4C1_4",
    "doppelganger": ".Shape~4x4~0-4.Doppelganger.~R1C1_1~R2C3_4",
    "clash": f"{SUMS}.~R3C3_2~R1C1_3",
}


def foreign_names(text: str) -> set[str]:
    """Return names in a text of cells beyond four rows and columns, and names as models have them.

    The notation ``r4c14`` means two cells.
    """
    names = set(re.findall(r"\bR\d+C\d+\b", text)) | set(re.findall(r"\br\d+c\d+\b", text))
    outside = {name for name in names if not re.fullmatch("R[1-4]C[1-4]|r[1-4]+c[1-4]+", name)}
    return outside | set(re.findall(r"~\w+", text))


@pytest.mark.parametrize("name", PUZZLES)
def test_no_text_names_a_cell_outside_of_the_grid(name, capsys):
    puzzle = nonet.parse(PUZZLES[name])
    assert len(puzzle.grid.cells) == 16
    texts = [str(nonet.conflict(puzzle)), str(nonet.why_not(puzzle, "R2C1", 3))]
    commands = [["conflict"], ["redundant"], ["marks"], ["repair"], ["hint", "--more"]]
    for command, *options in commands:
        main([command, *options, PUZZLES[name]])
        texts += capsys.readouterr()
    path = nonet.explain(puzzle)
    for step, position in zip(path.steps, path.positions, strict=False):
        texts += [str(step), step.sentence, *step.hint_degrees, str(step.constraints)]
        drawing = draw_step(step, position, puzzle)
        assert drawing.height == drawing.width == 4
    texts += [path.note, path_html_page(path)]
    joined = "\n".join(texts)
    assert not foreign_names(joined)
    assert path.steps == () or re.search(r"\b(V[A-Z]+\d*|DG[RCBZ]\d*)\b", joined)
