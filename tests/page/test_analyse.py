"""Analysis: one solution or not, and why; true candidates; ratings; solving; the race."""

import pytest

from tests.page.person import FIRST, Person


def test_a_puzzle_with_one_solution_is_reported_as_unique(person: Person) -> None:
    person.turns_to("Solve")
    person.presses("One solution?")
    person.hears("Exactly one solution.")
    person.answered("#panel-solve .answer", "Proved by")


def test_many_solutions_are_shown_by_two_and_where_they_differ(person: Person) -> None:
    person.pastes("..34.4.......3..")
    person.turns_to("Solve")
    person.presses("One solution?")
    person.hears("More than one solution.")
    differing = person.browser.run("return [...document.querySelectorAll('.back.apart')].length")
    assert differing > 1
    first = [person.cell(f"R{row}C{column}") for row in range(1, 5) for column in range(1, 5)]
    person.presses("Show the other")
    second = [person.cell(f"R{row}C{column}") for row in range(1, 5) for column in range(1, 5)]
    person.presses("Show one")
    assert first[2] == person.cell("R1C3")
    assert sum(a != b for a, b in zip(first, second, strict=True)) == differing


def test_without_a_solution_the_clashing_clues_are_reported(person: Person) -> None:
    person.turns_to("Set")
    person.pastes("12......34......")
    person.points("R1C4")
    person.points("R2C1")
    person.types("1")
    person.turns_to("Solve")
    person.presses("One solution?")
    person.hears("No solution.")
    person.answered("#panel-solve .answer", "R1C1, R2C1")


@pytest.mark.any_engine
def test_my_entries_can_be_asked_about_as_well(person: Person) -> None:
    person.pastes("12......34......")
    person.points("R2C1")
    person.types("2")
    person.turns_to("Solve")
    person.presses_flag("With my entries and marks")
    person.presses("One solution?")
    person.hears("No solution.")


def test_true_candidates_are_those_of_the_solutions(person: Person) -> None:
    person.turns_to("Solve")
    person.presses("True candidates")
    person.sees("R1C3", "candidates 4")
    person.answered("#panel-solve .answer", "51 cells have only one")


def test_a_puzzle_is_rated(person: Person) -> None:
    person.pastes(".......21.3..4..")
    person.turns_to("Solve")
    person.presses("Rate")
    person.idle()
    person.answered("#panel-solve .answer", "Sudoku Explainer")


def test_a_chosen_backend_solves_and_the_solution_can_be_taken(person: Person) -> None:
    person.turns_to("Solve")
    person.browser.named("combobox", "Backend").choose("sat")
    person.presses("Find solutions")
    person.hears("by sat")
    person.sees("R1C3", "row 1 column 3, 4")  # shown, not entered
    person.presses("Put it in the grid")
    person.hears("The solver's solution is in the grid")
    shown = "".join(person.cell(f"R{n // 9 + 1}C{n % 9 + 1}")[-1] for n in range(81))
    assert shown == FIRST


def test_solving_is_cancelled_while_it_counts_and_the_next_question_is_answered(
    person: Person,
) -> None:
    person.opens_blank(9)
    person.turns_to("Solve")
    person.browser.named("combobox", "Find").choose("all")
    person.presses("Find solutions")
    person.answered("#panel-solve p.answer", "solutions so far")
    person.presses("Cancel")
    person.answered("#panel-solve p.answer", "Stopped.")
    person.presses("One solution?")
    person.hears("More than one solution.")


def test_backends_race_on_the_same_declaration(person: Person) -> None:
    person.pastes(".......21.3..4..")
    person.turns_to("Solve")
    others = "return [...document.querySelectorAll('.which input')].map(each => each.value)"
    for backend in set(person.browser.run(others)) - {"native", "python-constraint"}:
        person.presses_flag(backend)
    person.presses("Race")
    person.idle()
    table = person.find("#panel-solve .race").text
    assert "native" in table
    assert "python-constraint" in table
    assert "cpsat" not in table
    assert " ms" in table


@pytest.mark.any_engine
def test_true_candidates_stay_shown_while_the_puzzle_is_edited(person: Person) -> None:
    person.turns_to("Ask")
    person.pastes("12......34......")
    person.presses_flag("Keep true candidates shown")
    person.sees("R1C3", "candidates")
    before = person.cell("R1C4")
    person.points("R1C3")
    person.types("3")
    person.sees("R1C4", "candidates 4")
    assert before != person.cell("R1C4")
    person.turns_to("Play")
    assert "candidates" not in person.cell("R1C3")  # they belong to what was asked
