"""What public names were called before serves one version more, and says the new name."""

import pytest

import nonet
import nonet.model

FORMER = {
    "Rule": "Annotation",
    "Thing": "ProblemInput",
    "repairs": "repair",
    "check_proof": "check",
}


@pytest.mark.parametrize("former", FORMER)
def test_a_former_name_is_the_present_one_and_says_so(former):
    with pytest.warns(DeprecationWarning, match=rf"called nonet\.{FORMER[former]} now"):
        assert getattr(nonet, former) is getattr(nonet, FORMER[former])
    assert former not in dir(nonet)


def test_in_the_model_too():
    with pytest.warns(DeprecationWarning, match=r"called nonet\.Annotation now"):
        assert nonet.model.Rule is nonet.Annotation


def test_attributes_have_their_former_names_too():
    puzzle = nonet.Sudoku("." * 81)
    with pytest.warns(DeprecationWarning, match=r"Grid\.shaped is called Grid\.from_picture now"):
        assert nonet.Grid.shaped(["..", ".."], (1, 2)) == nonet.Grid.from_picture(
            ["..", ".."], (1, 2)
        )
    constraint = puzzle.model().constraints[0]
    with pytest.warns(DeprecationWarning, match=r"Constraint\.described is called"):
        assert constraint.described == constraint.description == "row 1"
    solution = nonet.solve(puzzle).solutions[0]
    with pytest.warns(DeprecationWarning, match=r"Solution\.said is called Solution\.value_text"):
        assert solution.said("R1C1") == solution.value_text("R1C1")
