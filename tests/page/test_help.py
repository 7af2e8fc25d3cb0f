"""Help: hints in three stages, what is wrong first, why not, the whole way."""

import pytest

from tests.page.person import Person


def test_a_hint_says_where_then_why_then_the_move_and_makes_it(person: Person) -> None:
    person.presses("Hint")
    person.hears("Look for the 1 of box 9")
    assert overlay(person) == 0  # where, not what
    person.presses("Why?")
    person.hears("only R9C7 can still take it")
    assert overlay(person) > 0
    assert person.cell("R9C7").endswith("candidates 1 3 4 6")
    person.presses("The move")
    person.hears("Hidden Single: r9c7=1")
    person.presses("Do it")
    person.sees("R9C7", "row 9 column 7, 1")
    person.hears("Look for")  # the next one
    person.types("Ctrl+z")
    assert person.cell("R9C7").endswith("empty")


def overlay(person: Person) -> int:
    """How many elements are drawn over the grid."""
    return person.browser.run("return document.querySelectorAll('.overlay > *').length")


@pytest.mark.any_engine
def test_a_hint_respects_centre_marks(person: Person) -> None:
    person.points("R1C3")
    person.types("Ctrl+4")
    person.browser.named("combobox", "Practise").choose("Naked Single")
    person.presses("Hint")
    person.hears("R1C3")  # by the player's own marks
    person.presses("Why?")
    person.presses("The move")
    person.hears("r1c3=4")


def test_a_hint_says_first_which_entry_is_wrong(person: Person) -> None:
    person.points("R1C3")
    person.types("2")
    person.presses("Hint")
    person.hears("R1C3")
    assert person.cell("R1C3").endswith("wrong")


@pytest.mark.any_engine
def test_a_technique_can_be_practised(person: Person) -> None:
    person.browser.named("combobox", "Practise").choose("Naked Single")
    person.presses("Hint")
    person.answered("#panel-hint .stages", "Where:")
    person.presses("Why?")
    assert "Naked Single." in person.find("#panel-hint .stages").text


@pytest.mark.any_engine
def test_why_not_here_is_answered(person: Person) -> None:
    person.points("R1C3")
    person.browser.named("combobox", "Value").choose("7")
    person.presses("Why not here?")
    person.hears("R1C3 and R1C5 are both 7 in row 1")
    person.points("R1C1")
    person.presses("Why not here?")
    person.hears("choose an empty one")


def test_the_whole_way_is_a_list_to_walk(person: Person) -> None:
    person.presses("Explain all")
    person.hears("51 steps.")
    steps = person.browser.run("return document.querySelectorAll('#panel-hint .path li').length")
    assert steps == 51
    person.browser.run("document.querySelectorAll('.step')[1].click()")
    assert person.cell("R9C7") == "row 9 column 7, 1"  # what the first step has placed
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
    assert person.cell("R9C7").endswith("empty")  # back at one's own work
