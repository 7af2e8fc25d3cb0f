"""Help: hints in three stages, what is wrong first, why not, the whole way."""

import pytest

from tests.page.person import Person


def test_a_hint_says_where_which_technique_why_and_the_move_and_makes_it(person: Person) -> None:
    person.presses("Hint")
    person.hears("Look around box 9")
    assert overlay(person) == 0  # where, not what
    assert highlighted_cells(person) == 9  # all of the box, which the move is somewhere in
    person.presses("Which technique?")
    person.hears("Hidden Single: look for the 1 of box 9")
    assert "R9C7" not in person.message
    assert overlay(person) > 0
    before = person.browser.run(DRAWN)
    person.presses("Why?")
    person.hears("all of its empty cells but one cannot take it")
    person.sees("R9C7", "candidates 1 3 4 6")
    assert person.browser.run(PLACED) == 0
    person.presses("The move")
    person.hears("R9C7 is 1.")
    assert person.browser.run(PLACED) == 1
    assert person.browser.run(DRAWN) != before  # each stage is marked on the grid
    person.presses("Do it")
    person.sees("R9C7", "row 9 column 7, 1")
    person.hears("Done.")  # and no next hint, which nobody asked for
    assert not person.find("#panel-play .card").shown
    person.types("Ctrl+z")
    person.sees("R9C7", "empty")


DRAWN = "return document.querySelector('.overlay').innerHTML"
PLACED = "return document.querySelectorAll('.overlay circle[stroke]').length"


def highlighted_cells(person: Person) -> int:
    """How many cells are set apart."""
    return person.browser.run("return document.querySelectorAll('.back.apart').length")


def overlay(person: Person) -> int:
    """How many elements are drawn over the grid."""
    return person.browser.run("return document.querySelectorAll('.overlay > *').length")


@pytest.mark.any_engine
def test_a_hint_respects_centre_marks(person: Person) -> None:
    person.points("R1C3")
    person.types("Ctrl+4")
    person.opens("Level and technique")
    person.browser.named("combobox", "Practise").choose("Naked Single")
    person.presses("Hint")
    person.hears("box 1")  # by the player's own marks
    person.types("h", "h")
    person.hears("R1C3")
    person.types("h")
    person.hears("R1C3 is 4")


def test_a_hint_says_first_which_entry_is_wrong(person: Person) -> None:
    person.points("R1C3")
    person.types("2")
    person.presses("Hint")
    person.hears("R1C3")
    person.sees("R1C3", "wrong")


@pytest.mark.any_engine
def test_a_technique_can_be_practised(person: Person) -> None:
    person.opens("Level and technique")
    person.browser.named("combobox", "Practise").choose("Naked Single")
    person.presses("Hint")
    person.answered("#panel-play .stages", "Where:")
    person.presses("Which technique?")
    person.answered("#panel-play .stages", "Naked Single:")


@pytest.mark.any_engine
def test_why_not_here_is_answered(person: Person) -> None:
    person.opens("Why not?")
    person.points("R1C3")
    person.browser.named("combobox", "Value").choose("7")
    person.presses("Why not here?")
    person.hears("R1C5=7 and row 1 exclude it")
    person.points("R1C1")
    person.presses("Why not here?")
    person.hears("choose an empty one")


def test_a_candidate_is_pointed_at_and_why_not_is_answered(person: Person) -> None:
    person.opens("Why not?")
    person.presses("Point at a candidate")
    person.hears("Point at the candidate")
    person.sees("R1C3", "candidates 1 2 4")
    person.browser.run("""
        const { left, top, width } = document.querySelector("[data-cell=R1C3]").getBoundingClientRect();
        const at = { clientX: left + width / 6, clientY: top + width * 5 / 6 };  // where a 7 would be
        const press = new PointerEvent("pointerdown", { bubbles: true, cancelable: true, ...at });
        document.querySelector("[data-cell=R1C3]").dispatchEvent(press);
        window.dispatchEvent(new PointerEvent("pointerup"));
    """)
    person.hears("R1C5=7 and row 1 exclude it")
    person.answered("#panel-play .card:not([hidden])", "Why not 7 in R1C3?")


def test_a_hint_names_the_entry_that_is_wrong_and_no_clue(person: Person) -> None:
    person.points("R1C4")
    person.types("5")
    person.presses("Hint")
    person.hears("R1C4=5 is wrong")
    person.sees("R1C4", "wrong")
    assert "wrong" not in person.cell("R1C1")  # a clue, which clashes with it


@pytest.mark.any_engine
def test_the_whole_way_is_a_list_to_walk(person: Person) -> None:
    person.turns_to("Solve")
    person.presses("Explain all")
    person.hears("51 steps.")
    steps = person.browser.run("return document.querySelectorAll('#panel-solve .path li').length")
    assert steps == 51
    person.browser.run("document.querySelectorAll('.step')[1].click()")
    person.sees("R9C7", "row 9 column 7, 1")  # what the first step has placed
    person.presses("Step on ▶")
    assert (
        person.browser.run(
            "const steps = [...document.querySelectorAll('.step')];"
            "return steps.findIndex(each => each.ariaCurrent === 'step')"
        )
        == 2
    )
    person.points("R1C3")
    person.types("4")
    person.sees("R9C7", "empty")  # back at one's own work
