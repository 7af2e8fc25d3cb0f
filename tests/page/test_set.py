"""Setting and sharing: clues, rules from the palette; formats, links, files, pictures."""

import json

import pytest

from tests.page.person import Person

KILLER = {
    "nonet": "puzzle",
    "version": 1,
    "name": "A <b>cage</b>",
    "size": 4,
    "clues": "1...............",
    "rules": [{"rule": "killer", "cells": ["R1C2", "R2C2"], "sum": 5}],
}

SPARE_CAGES = {
    "size": 4,
    "clues": "...1..........4.",
    "rules": [
        {"rule": "killer", "cells": ["R3C1", "R4C1"], "sum": 7},
        {"rule": "killer", "cells": ["R2C3", "R3C3"], "sum": 3},
    ],
}
"""Of the two cages the second is not needed."""


def test_clues_are_entered_and_one_solution_is_reported_at_once(person: Person) -> None:
    person.turns_to("Set")
    person.pastes(".......21.3..4..")
    person.answered("#panel-set .answer", "Exactly one solution.")  # by itself
    person.points("R2C4")
    person.types("Delete")
    person.answered("#panel-set .answer", "More than one solution.")
    person.types("2")
    person.sees("R2C4", "given 2")
    person.answered("#panel-set .answer", "Exactly one solution.")


@pytest.mark.any_engine
def test_rules_of_the_palette_are_drawn_and_taken_away_and_undone(person: Person) -> None:
    person.turns_to("Set")
    person.presses("thermometer")
    person.points("R4C4", "R5C5", "R6C6", "R6C7")
    person.hears("Added: thermometer.")
    person.idle()
    # a verdict that comes late moves the palette under the pointer
    person.answered("#panel-set .verdict", "More than one solution.")
    drawn = "return document.querySelectorAll('#board .rules > *').length"
    assert person.browser.run(drawn) > 0
    person.presses("killer")
    person.points("R1C3", "R1C4")
    person.types("9", "9", "Enter")
    person.hears("99")  # no two values sum to that, and the engine says so
    assert "killer" not in person.find("#panel-set .rules-there").text
    person.points("R1C3", "R1C4")
    person.types("9")
    person.browser.run("return new Promise(done => setTimeout(done, 300))")
    person.points("R1C7", "R1C8")  # the next stroke adds the cage that waits
    person.answered("#panel-set .rules-there", "killer 9")
    person.types("1", "1", "Enter")
    person.answered("#panel-set .rules-there", "2 cages")
    person.answered("#panel-set .rules-there", "killer 11")
    person.idle()
    person.holds("return document.querySelectorAll('#board .rules > path').length >= 2")
    person.presses("Remove thermometer")
    person.holds("return document.querySelectorAll('#panel-set ul.constraints li').length === 2")
    assert "thermometer" not in person.find("#panel-set .rules-there").text
    person.types("Escape")
    person.points("R9C1")
    person.types("Ctrl+z", "Ctrl+z", "Ctrl+z", "Ctrl+z")
    assert person.browser.run(drawn) == 0


@pytest.mark.any_engine
def test_a_rule_is_found_by_the_names_that_people_use(person: Person) -> None:
    person.turns_to("Set")
    for text, name in {
        "german whispers": "whispers",
        "little killer": "little-killer",
        "anti knight": "anti-knight",
        "extra region": "extra-region",
        "cage": "killer",
        "Kropki": "white-dot",
        "chaos construction": "unknown-regions",
    }.items():
        person.find("#panel-set input[type=search]").type(text)
        script = "return [...document.querySelectorAll('.tool')].map(each => each.dataset.rule)"
        assert name in person.browser.run(script), text


@pytest.mark.any_engine
def test_a_rule_is_selected_on_the_grid_changed_moved_and_deleted(person: Person) -> None:
    person.turns_to("Set")
    person.pastes(json.dumps(KILLER))
    person.presses("select")
    person.points("R1C2", "R1C3")  # drags it
    person.hears("Changed: killer.")
    person.answered("#panel-set .rules-there", "R1C3")
    person.points("R1C3")
    person.find(".form input").type("6")
    person.types("Enter")
    person.answered("#panel-set .rules-there", "killer 6")
    person.points("R1C3")
    person.presses("Delete this rule")
    person.hears("Removed: killer.")
    person.answered("#panel-set .rules-there", "No rule")
    person.types("Escape")
    person.points("R4C4")
    person.types("Ctrl+z")
    person.answered("#panel-set .rules-there", "killer 6")


@pytest.mark.any_engine
def test_regions_are_painted_with_colours(person: Person) -> None:
    person.opens_blank(4)
    person.presses("jigsaw")
    walls = "return document.querySelector('.wall').getAttribute('d')"
    before = person.browser.run(walls)
    for cells in (
        ("R1C1", "R1C2", "R1C3"),
        ("R2C1",),  # a second stroke fills it
        ("R1C4", "R2C4", "R2C3", "R2C2"),
        ("R3C1", "R3C2", "R3C3"),
        ("R4C1",),  # what is left is the last region
    ):
        person.points(*cells)
    person.hears("Added: jigsaw.")
    person.types("Escape")
    assert person.browser.run(walls) != before
    person.points("R2C1")
    person.types("z", "1")
    person.points("R1C3")
    person.types("1")
    person.sees("R1C3", "conflict")  # of one region, which no box holds


@pytest.mark.any_engine
def test_an_arrow_has_its_bulb_where_it_is_begun(person: Person) -> None:
    person.turns_to("Set")
    person.presses("arrow")
    person.points("R8C1", "R8C2", "R8C3")
    person.hears("Added: arrow.")
    assert person.find("#panel-set ul.constraints").text.startswith("arrow R8C1 | R8C2 R8C3")
    person.points("R6C9", "R6C8", "R6C7")  # the next at once
    person.answered("#panel-set .rules-there", "2 arrows")
    person.answered("#panel-set .rules-there", "arrow R6C9 | R6C8 R6C7")
    person.types("Escape")
    cell = "[...document.querySelector('#board .rules circle').attributes].map(a => a.value)"
    assert person.browser.run(f"return {cell}")[:2] == ["24", "360"]  # in the middle of R8C1


@pytest.mark.any_engine
def test_a_puzzle_travels_in_the_address_with_its_entries(person: Person) -> None:
    person.pastes(json.dumps(KILLER))
    person.points("R1C2")
    person.types("2")
    person.turns_to("Share")
    person.presses_flag("With my entries")
    person.presses("Make the address")
    person.hears("address")
    link = person.browser.run("return document.querySelector('#panel-share input[readonly]').value")
    assert link.startswith(
        "https://sudokupad.app/"
    )  # nobody else can open an address of this machine
    site = "document.querySelector('meta[name=nonet-site]').content = arguments[0]"
    person.browser.run(site, "https://example.org/")
    person.presses("Make the address")
    shared = "document.querySelector('#panel-share input[readonly]').value"
    person.holds(f"return {shared}.startsWith('https://example.org/#/play/p=')")
    link = person.browser.run(f"return {shared}")
    person.browser.run(site, "")
    person.comes_back()
    person.browser.run("location.hash = arguments[0]", "#" + link.partition("#")[2])
    person.sees("R1C2", "row 1 column 2, 2")
    person.sees("R1C1", "row 1 column 1, given 1")
    assert person.find("h1").text == "A <b>cage</b>"  # a name is text


@pytest.mark.parametrize("fragment", ["#p=bm9uc2Vuc2U", "#p=", "#t=%E0%A4%A", "#other"])
def test_a_damaged_address_is_reported(stranger: Person, fragment: str) -> None:
    stranger.comes(fragment)
    stranger.hears("holds no puzzle")


@pytest.mark.any_engine
def test_what_is_no_puzzle_is_refused_in_words(person: Person) -> None:
    person.presses("Open a puzzle")
    person.find("dialog textarea").type("what is this?")
    person.presses("Open")
    person.idle()
    assert person.message not in ("", "Working…")
    person.sees("R1C1", "given 5")  # the old one is still there


@pytest.mark.any_engine
def test_a_samurai_opens_with_its_gaps(person: Person) -> None:
    person.presses("Open a puzzle")
    person.presses("Samurai")
    person.sees("R21C21", "empty")
    assert person.browser.run("return document.querySelectorAll('[role=gridcell]').length") == 369
    person.points("R1C9")
    person.types("Right")
    person.chooses(["R1C13"])


PASTE = """
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", arguments[1]);
    const paste = new Event("paste", { bubbles: true, cancelable: true });  // as every browser lets
    document.querySelector(arguments[0]).dispatchEvent(Object.assign(paste, { clipboardData }));
"""


@pytest.mark.any_engine
def test_a_puzzle_pasted_anywhere_is_opened_but_not_what_goes_into_a_field(person: Person) -> None:
    person.presses("Open a puzzle")
    person.browser.run(PASTE, "dialog textarea", "1..............4")
    person.presses("Close")
    person.browser.run(PASTE, "[data-cell=R5C5]", ".......21.3..4..")
    person.hears("Opened")
    person.sees("R2C4", "given 2")
    person.browser.run(PASTE, "body", "milk, bread, butter")
    person.hears("could not be read as a puzzle")
    person.sees("R2C4", "row 2 column 4, given 2")


@pytest.mark.any_engine
def test_a_link_of_the_page_is_opened_where_it_is_pasted(person: Person) -> None:
    ref = person.browser.run(
        "return import('./share.js').then(share => share.packedRef(arguments[0]))", KILLER
    )
    person.pastes(f"Look: https://example.org/nonet/#/play/{ref} (a cage!)")
    person.sees("R1C1", "row 1 column 1, given 1")
    person.presses("Open a puzzle")
    person.find("dialog textarea").type("https://example.org/nonet/#p=broken")
    person.presses("Open")
    person.hears("no puzzle that can be read")


@pytest.mark.any_engine
def test_a_file_dropped_on_the_page_is_opened(person: Person) -> None:
    person.browser.run("""
        const data = new DataTransfer();
        data.items.add(new File([".......21.3..4.."], "small.txt"));
        window.dispatchEvent(new DragEvent("drop", { dataTransfer: data, cancelable: true }));
    """)
    person.hears("Opened")
    person.sees("R2C4", "given 2")


def test_the_puzzle_is_written_as_text_and_as_a_picture(person: Person) -> None:
    person.turns_to("Share")
    person.browser.named("combobox", "Format").choose("line")
    person.presses("Write")
    person.idle()
    assert "53..7....6..195" in person.browser.run(
        "return document.querySelector('#panel-share textarea[readonly]').value"
    )
    person.browser.run("""
        window.saved = [];
        const made = URL.createObjectURL;
        URL.createObjectURL = blob => {
            window.saved.push([blob.type, blob.size]);
            return made(blob);
        };
        HTMLAnchorElement.prototype.click = () => {};  // an own property: deleted below
    """)
    person.presses("Picture (SVG)")
    person.presses("Picture (PNG)")
    person.holds("return window.saved.some(([type]) => type === 'image/png')")
    kinds = dict(person.browser.run("return window.saved"))
    person.browser.run("delete HTMLAnchorElement.prototype.click")  # the page is not loaded again
    assert kinds["image/svg+xml"] > 1000
    assert kinds["image/png"] > 1000


@pytest.mark.any_engine
def test_a_clue_beside_the_grid_is_placed_by_a_cell_and_a_side(person: Person) -> None:
    person.turns_to("Set")
    person.presses("sandwich")
    person.find(".form select").choose("above it")
    person.points("R5C4")
    person.types("1", "2", "Enter")
    person.hears("Added: sandwich.")
    person.answered("#panel-set ul.constraints", "R0C4")
    person.answered(".rules-told", "sandwich")  # one who plays reads what it demands


@pytest.mark.any_engine
def test_what_a_format_refuses_leaves_no_old_text(person: Person) -> None:
    person.turns_to("Share")
    person.browser.named("combobox", "Format").choose("line")
    person.presses("Write")
    person.holds("return document.querySelector('#panel-share textarea[readonly]').value")
    person.pastes(json.dumps(KILLER))
    person.browser.named("combobox", "Format").choose("hodoku")
    person.presses("Write")
    person.idle()
    written = "return document.querySelector('#panel-share textarea[readonly]').value"
    assert "53..7" not in person.browser.run(written)


NEED = "a setter's questions need python-sat"


def test_the_setters_questions_are_answered(person: Person) -> None:
    person.turns_to("Set")
    person.pastes("1.3.34....2..1..")
    person.presses("What is not needed?")
    person.hears("R1C1=1 and R2C1=3 each follow from the rest")
    person.presses("What clashes?")
    person.hears("no conflict: there is a solution")
    person.presses("Take away clues")
    person.hears("2 clues taken away: 4 clues left")
    person.sees("R1C1", "row 1 column 1, candidates")
    person.sees("R2C2", "row 2 column 2, given 4")
    person.points("R1C1")
    person.types("Ctrl+z")
    person.sees("R1C1", "given 1")
    person.presses("Take away marks")
    person.hears("there are no marks here")
    person.turns_to("Set")
    person.pastes(json.dumps(SPARE_CAGES))
    person.presses("Take away marks")
    person.hears("1 mark taken away: 1 mark left")
    person.presses("What is not needed?")
    person.hears("minimal: every part is needed")


def test_a_clash_is_lit_and_its_repairs_are_listed(person: Person) -> None:
    person.turns_to("Set")
    person.pastes("12.....4........")
    person.presses("What clashes?")
    person.hears("R1C1=1, R1C2=2 and R2C4=4 clash (no fewer clash)")
    person.holds("return document.querySelectorAll('.back.apart').length === 3")
    person.presses("Take away clues")
    person.hears("it has no solution")
    person.sees("R1C1", "given 1")  # nothing was changed
    person.presses("How to repair it?")
    person.hears("change R1C1=1 to 4: several solutions")
    person.presses("Apply: change R1C1=1 to 4: several solutions")
    person.hears("Repaired.")
    person.sees("R1C1", "given 4")
    person.points("R1C1")
    person.types("Ctrl+z")
    person.sees("R1C1", "given 1")


@pytest.mark.any_engine
def test_a_new_puzzle_has_the_rules_of_the_open_one(person: Person) -> None:
    person.turns_to("Set")
    person.pastes(json.dumps({**KILLER, "clues": "1" + "." * 15}))
    person.presses("Generate")
    person.hears("a new puzzle")
    person.answered("#panel-set .rules-there", "killer")
    assert person.find("h1").text != KILLER["name"]  # it is another puzzle
    person.turns_to("Solve")
    person.presses("One solution?")
    person.hears("Exactly one solution.")


@pytest.mark.any_engine
def test_a_new_puzzle_is_as_hard_as_is_chosen(person: Person) -> None:
    person.turns_to("Set")
    person.browser.named("combobox", "Difficulty").choose("hard")
    person.presses("Generate")
    person.hears("a new puzzle")
    person.turns_to("Solve")
    person.presses("Rate")
    person.answered("#panel-solve", "Hard")


HOSTILE = """
    <script>alert(1)</script>
    <g onclick="alert(1)"><rect fill="url(#x)" style="fill:red" stroke="#ff0000"/>
    <image href="http://a"/><a href="javascript:alert(1)"><text>x</text></a>
    <foreignObject><b xmlns="http://www.w3.org/1999/xhtml">b</b></foreignObject></g>
"""


def test_nothing_in_a_drawing_can_run_or_reach_out(visitor: Person) -> None:
    script = """return import("./grid/decorations.js").then(({ drawn }) => {
        const all = drawn(arguments[0]).flatMap(each => [each, ...each.querySelectorAll("*")]);
        return all.map(each => [each.localName, ...each.getAttributeNames()]);
    })"""
    elements = visitor.browser.run(script, HOSTILE)
    assert elements == [["g"], ["rect", "stroke"]]
    # while it was parsed the policy of the page refused what would have run
    assert all("Content Security Policy" in line for line in visitor.browser.complaints())
