"""Texts of explanations: what is together is told together, and long ones are lists."""

import pytest

from nonet import Grid, Puzzle
from nonet.techniques.candidate_layout import layout_of
from nonet.techniques.families.explanation import ExplanationDetail, listed_constraints
from nonet.techniques.step import Step

LAYOUT = layout_of(Puzzle(Grid.square(9)).model())


def step(candidates, *names):
    eliminations = sum(1 << LAYOUT.candidate(cell, value) for cell, value in candidates)
    return Step(
        "smallest-explanation", LAYOUT, eliminations=eliminations, detail=ExplanationDetail(names)
    )


@pytest.mark.parametrize(
    "names, text",
    [
        (["row 9", "row 1"], "rows 1 and 9"),
        (["cage", "box 3"], "cage, with box 3"),
        (["cage: no value twice", "cage", "sum"], "cage and sum"),
        (
            ["box 2", "column 3 of grid 1", "column 2 of grid 1", "row 1", "column 4"],
            "row 1, columns 2 and 3 of grid 1, column 4 and box 2",
        ),
        (["renban R1C1-R1C3", "renban R1C1-R1C3: all different"], "renban R1C1-R1C3"),
        (["row of cars"], "row of cars"),
        ([f"row {n}" for n in (1, 2, 4, 5, 6, 9)], "rows 1, 2, 4 to 6 and 9"),
        (
            ["white dot R1C1-R1C2", "thermometer R1C1-R3C1", "white dot R2C1-R2C2"],
            "white dots R1C1-R1C2 and R2C1-R2C2 and thermometer R1C1-R3C1",
        ),
        (["flatmates of R1C1", "flatmates of VA1"], "flatmates of R1C1 and VA1"),
    ],
)
def test_houses_are_named_together_and_a_cage_once(names, text):
    assert listed_constraints(names) == text


def test_few_suppositions_are_explained_one_by_one_and_more_by_their_cells():
    assert "By brute force: if R1C1 were 1 or R1C2 were 2, then row 1 cannot hold" in (
        step([("R1C1", 1), ("R1C2", 2)], "row 1").sentence
    )
    pairs = [(cell, value) for cell in ("R1C1", "R1C2") for value in (1, 2)]
    sentence = step([*pairs, ("R2C1", 3)], "row 1", "row 2").sentence
    assert "if 1 or 2 were in R1C1 or R1C2 or 3 were in R2C1, then rows 1 and 2" in sentence


def test_the_conclusion_names_each_candidate_that_is_excluded():
    cases = [("R1C2", 5)], [("R9C9", 9)], [("R1C1", 1)], [("R3C4", 2), ("R5C6", 7)]
    for pairs in cases:
        conclusion = step(pairs, "row 1", "row 2").sentence.rpartition("So ")[2]
        for cell, value in pairs:
            assert cell in conclusion and str(value) in conclusion.replace(cell, "")
        if len(pairs) == 1:
            assert conclusion == "{} is not {}.".format(*pairs[0])


def test_a_long_explanation_is_a_list_and_tells_its_exclusions_once():
    cells = [f"R{row}C{column}" for row in range(1, 6) for column in range(1, 6)]
    pairs = [(cell, value) for n, cell in enumerate(cells) for value in (1 + n % 9, 1 + n // 3)]
    lines = step(pairs, "row 1", *(f"killer cage {n} at R1C{n % 9}" for n in range(25))).sentence
    first, second, marks, houses, last = lines.splitlines()
    assert (
        first == "1. By brute force: suppose one of the values that are excluded below were right."
    )
    assert second == "2. Then what follows cannot all hold, as a search through all values shows."
    assert marks.startswith("3. Killer cage 0 at R1C0") and houses == "4. Row 1." and "R5C5" in last


def test_of_many_constraints_all_are_listed_by_their_kinds():
    names = [f"{kind} {n}" for kind in ("row", "column", "box") for n in range(1, 10)]
    names += [f"knight's move R1C{n}-R3C{n + 1}" for n in range(1, 9)]
    text = step([("R1C1", 1)], *names).sentence
    assert "with rows 1 to 9, columns 1 to 9 and boxes 1 to 9" in text
    assert "knight's moves R1C1-R3C2, R1C2-R3C3" in text
