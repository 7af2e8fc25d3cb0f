"""How many things one must do: drags, numbers typed, keys and presses, counted as they are done."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest

import nonet
from nonet.formats import write
from tests.page.person import FIRST, Person
from tests.page.test_set import PASTE


@dataclass
class CountedActions:
    """A person whose actions are counted: a stroke, a number typed, a press or a key is one."""

    person: Person
    actions: int = 0

    def strokes(self, *cells: str) -> None:
        self.actions += 1
        self.person.points(*cells)

    def types(self, text: str) -> None:
        self.actions += 1
        self.person.types(*text)

    def presses(self, name: str) -> None:
        self.actions += 1
        self.person.presses(name)

    def key(self, name: str) -> None:
        self.actions += 1
        self.person.types(name)


def cages() -> list[list[str]]:
    """Thirty cages that cover the grid."""
    thirds = [
        [f"R{row}C{column}" for column in range(start, start + 3)]
        for row in range(1, 10)
        for start in (1, 4, 7)
    ]
    split = [part for cells in thirds[:3] for part in (cells[:1], cells[1:])]
    return [*split, *thirds[3:]]


def total(cells: list[str]) -> int:
    """The sum of some cells in the first puzzle's solution."""
    places = [cell[1:].split("C") for cell in cells]
    return sum(int(FIRST[9 * (int(row) - 1) + int(column) - 1]) for row, column in places)


def begins_a_grid(person: Person) -> CountedActions:
    """Open a grid without digits among the setter's tools, and count from there."""
    person.opens_blank(9)
    return CountedActions(person)


@pytest.mark.any_engine
def test_a_killer_of_30_cages_is_set_in_at_most_63_actions(person: Person) -> None:
    actions = begins_a_grid(person)
    actions.presses("killer")
    for number, cells in enumerate(cages()):
        actions.strokes(*cells)
        actions.types(str(total(cells)))
        person.answered("#panel-set .rules-there", f"{number} cage" if number else "No rule")
    actions.key("Enter")
    person.answered("#panel-set .rules-there", "30 cages")
    assert actions.actions <= 63, actions.actions
    sums = (
        "return [...document.querySelectorAll('#board .rules text')].map(each => each.textContent)"
    )
    assert sorted(person.browser.run(sums)) == sorted(str(total(cells)) for cells in cages())


LAYOUT = "AAABBBBBBAACDDDBDBEACDCDDDBEACCCDFFFEAAECCFFFEEEEECFFFGGGHHHHIIGGGGHIIIIGGHHHHIII"
"""Regions as the setters' bench draws them."""


def strokes_for_letter(letter: str) -> list[list[str]]:
    """The cells of a region as strokes of a pointer that goes from neighbour to neighbour."""
    cells = [divmod(place, 9) for place, each in enumerate(LAYOUT) if each == letter]
    strokes: list[list[str]] = []
    while cells:
        stroke = [cells.pop(0)]
        while near := [
            c for c in cells if abs(c[0] - stroke[-1][0]) + abs(c[1] - stroke[-1][1]) == 1
        ]:
            stroke.append(near[0])
            cells.remove(near[0])
        strokes.append([f"R{row + 1}C{column + 1}" for row, column in stroke])
    return strokes


@pytest.mark.any_engine
def test_an_irregular_grid_is_set_in_at_most_40_actions(person: Person) -> None:
    actions = begins_a_grid(person)
    actions.presses("jigsaw")
    for letter in "ABCDEFGH":  # what is left is the last
        for stroke in strokes_for_letter(letter):
            actions.strokes(*stroke)
    person.hears("Added: jigsaw.")
    assert actions.actions <= 40, actions.actions


@pytest.mark.any_engine
def test_the_first_hint_is_one_key_or_two_presses_away(person: Person) -> None:
    person.turns_to("nonet")  # the front, as on a first visit
    person.types("h")
    person.hears("Look around")
    person.turns_to("nonet")
    actions = CountedActions(person)
    actions.presses("Play")
    person.holds(
        "return [...document.querySelectorAll('button')].some("
        "each => each.offsetParent && each.textContent.trim() === 'Hint')"
    )
    actions.presses("Hint")
    person.hears("Look")
    assert actions.actions == 2


SEVERAL = "..34.4.......3.."


@pytest.mark.any_engine
def test_the_verdict_is_two_clicks_away_and_both_witnesses_are_three(person: Person) -> None:
    actions = CountedActions(person)
    actions.presses("Solve")
    actions.presses("One solution?")
    person.hears("Exactly one solution.")
    assert actions.actions == 2
    person.follows(f"#/play/c={SEVERAL}")
    actions = CountedActions(person)
    actions.presses("Solve")
    actions.presses("One solution?")
    person.hears("More than one solution.")
    witnesses = [shown_values(person)]
    actions.presses("Show the other")
    witnesses.append(shown_values(person))
    assert actions.actions == 3
    solutions = [each.line for each in nonet.iter_solutions(nonet.Sudoku(SEVERAL))]
    assert len(set(witnesses)) == 2 and set(witnesses) <= set(solutions)


def shown_values(person: Person) -> str:
    """The values that the grid of four shows, in the order of the cells."""
    cells = (person.cell(f"R{row}C{column}") for row in range(1, 5) for column in range(1, 5))
    return "".join(re.findall(r", (?:given )?(\d)", cell)[0] for cell in cells)


@pytest.mark.any_engine
def test_a_link_of_f_puzzles_is_opened_by_one_paste(person: Person) -> None:
    link = write(nonet.Sudoku(SEVERAL).with_rules("x"), "f-puzzles").strip()
    assert link.startswith("https://f-puzzles.com/?load=")
    person.turns_to("nonet")
    person.browser.run(PASTE, "body", link)  # the one action
    person.hears("Opened")
    person.sees("R1C3", "given 3")
    person.answered(".rules-told", "diagonal")
