"""Documents, addresses and what is kept: a game, a draft and a question stay apart; Back works."""

import pytest

from nonet.learn.technique_positions import drill_position
from nonet.techniques.catalogue import technique
from tests.page.person import Person
from tests.page.test_set import PASTE

VIEW = "return [document.body.dataset.view, document.body.dataset.sheet]"


def views(person: Person, place: str, sheet: str = "") -> None:
    """Wait until a place is in sight, with a sheet or none."""
    now = f"document.body.dataset.view === {place!r} && document.body.dataset.sheet === {sheet!r}"
    assert person.browser.waits(f"return {now}"), person.browser.run(VIEW)


@pytest.mark.any_engine
def test_setting_shows_nothing_of_the_game_and_changes_nothing_in_it(person: Person) -> None:
    person.points("R1C3")
    person.types("4")
    person.turns_to("Set")
    person.reads("R1C1", "row 1 column 1, empty")  # neither the game nor its solution
    assert person.find("#panel-set .verdict").text == ""  # an empty board is quiet
    person.points("R1C3")
    person.types("7")
    person.sees("R1C3", "given 7")
    person.types("Ctrl+z", "Ctrl+z", "Ctrl+z")
    person.sees("R1C1", "empty")  # undo does not lead to the game
    person.turns_to("Play")
    person.reads("R1C3", "row 1 column 3, 4")
    person.reads("R1C1", "row 1 column 1, given 5")


@pytest.mark.any_engine
def test_a_copy_to_edit_is_asked_for_and_is_a_puzzle_of_its_own(person: Person) -> None:
    person.points("R1C3")
    person.types("4")
    person.presses("Edit a copy")
    views(person, "set")
    person.hears("A copy to edit")
    person.points("R1C1")
    person.types("Delete")
    person.sees("R1C1", "candidates")
    person.sees("R1C3", "candidates")  # what was entered is not part of the puzzle
    person.types("Ctrl+z", "Ctrl+z")
    person.sees("R1C1", "given 5")
    views(person, "set")
    person.turns_to("Play")
    person.reads("R1C3", "row 1 column 3, 4")


@pytest.mark.any_engine
def test_a_solvers_solution_goes_with_the_sheet_and_looks_unlike_entries(person: Person) -> None:
    person.turns_to("Solve")
    person.presses("Find solutions")
    person.hears("1 solution")
    person.sees("R1C3", "row 1 column 3, 4")
    looks = "return document.querySelector('[data-cell=R1C3] text').getAttribute('class')"
    assert person.browser.run(looks) == "solver"
    person.presses("Close")
    person.reads("R1C3", "row 1 column 3, empty")
    assert person.message == ""  # nor is anything said of it


@pytest.mark.any_engine
def test_what_is_said_goes_once_it_is_no_longer_true(person: Person) -> None:
    person.points("R1C3")
    person.types("4")
    person.presses("Check")
    person.hears("Right so far.")
    person.points("R1C4")
    person.types("9")
    person.holds("return document.querySelector('#say').textContent === ''")


@pytest.mark.any_engine
def test_back_and_forward_go_through_places_sheets_and_puzzles(person: Person) -> None:
    person.points("R1C3")
    person.types("4")
    person.turns_to("Watch")
    views(person, "play", "watch")
    person.pastes(".......21.3..4..")
    person.turns_to("Set")
    views(person, "set")
    person.browser.run("history.back()")
    views(person, "play", "watch")
    person.sees("R2C4", "given 2")
    person.browser.run("history.back()")
    person.reads("R1C3", "row 1 column 3, 4")  # the game before, as it was left
    person.browser.run("history.back()")
    views(person, "play")
    person.points("R1C3")
    person.types("Ctrl+z")
    person.reads("R1C3", "row 1 column 3, empty")
    person.browser.run("history.go(2)")
    person.sees("R2C4", "given 2")


def test_a_reload_brings_back_what_was_in_sight(visitor: Person) -> None:
    visitor.points("R1C3")
    visitor.types("4")
    visitor.turns_to("Program")
    visitor.browser.reload()
    visitor.ready()
    views(visitor, "play", "program")
    visitor.reads("R1C3", "row 1 column 3, 4")
    visitor.turns_to("Set")
    visitor.points("R5C5")
    visitor.types("7")
    visitor.holds("return location.hash.includes('7')")  # the draft's address is that of its puzzle
    visitor.browser.reload()
    visitor.ready()
    views(visitor, "set")
    visitor.sees("R5C5", "given 7")
    visitor.points("R5C5")
    visitor.types("Ctrl+z")
    visitor.sees("R5C5", "empty")


@pytest.mark.any_engine
def test_puzzles_of_a_day_lessons_and_drills_have_addresses(person: Person) -> None:
    person.browser.run("location.hash = '#/play/2026-11-24'")
    person.holds("return document.querySelector('#title').textContent.includes('2026-11-24')")
    for step, number in (
        ("location.hash = '#/drill/naked-single/5'", 5),
        ("location.hash = '#/drill/naked-single/6'", 6),
        ("history.back()", 5),
    ):
        person.browser.run(step)
        clues = drill_position(technique("naked-single"), number).clues
        for cell, value in list(clues.items())[:3]:  # of which each position has others
            person.sees(cell, f"given {value}")
    assert person.browser.run(
        "return document.querySelector('#panel-drill .card').checkVisibility()"
    )
    person.browser.run("location.hash = '#/learn/lesson/forward-checking'")
    person.answered("#panel-learn .lesson-page", "Forward checking")
    person.turns_to("Play")
    person.sees("R1C1", "row 1 column 1")


@pytest.mark.any_engine
def test_a_puzzle_pasted_on_the_front_is_shown(person: Person) -> None:
    person.turns_to("nonet")
    person.browser.run(PASTE, "body", ".......21.3..4..")
    views(person, "play")
    person.sees("R2C4", "given 2")


def test_what_is_spoilt_in_the_storage_is_as_if_it_were_not_there(stranger: Person) -> None:
    spoilt = {
        "documents": [None, {"kind": "game"}],
        "solved": None,
        "lessons": [1],
        "drills": {"x": None},
    }
    stranger.comes(stored={**spoilt, "settings": None, "shelf": 7})
    stranger.reads("R1C1", "row 1 column 1, given 5")
    stranger.turns_to("Learn")
    stranger.turns_to("nonet")
    stranger.holds("return document.querySelector('.front h1').checkVisibility()")


def test_forgetting_is_asked_says_what_goes_and_can_be_taken_back(stranger: Person) -> None:
    record = {
        "id": "a",
        "variant": "classic",
        "level": "Easy",
        "seconds": 61,
        "hints": 0,
        "when": 1,
    }
    stranger.comes(stored={"solved": [record], "settings": {"theme": "dark"}})
    stranger.points("R1C3")
    stranger.types("4")
    stranger.turns_to("nonet")
    stranger.presses("Forget all of it")
    stranger.answered("dialog", "1 record")
    stranger.answered("dialog", "1 game begun")
    stranger.presses("Close")
    stranger.answered(".front", "1 puzzle so far")
    stranger.presses("Forget all of it")
    stranger.presses("Forget it")
    stranger.hears("Forgotten.")
    script = "return Object.keys(localStorage).filter(key => key !== 'nonet:token').sort()"
    assert stranger.browser.run(script) == ["nonet:settings"]
    stranger.presses("Bring it back")
    stranger.answered(".front", "1 puzzle so far")
    stranger.turns_to("Play")
    stranger.reads("R1C3", "row 1 column 3, 4")


@pytest.mark.any_engine
def test_who_focuses_a_cell_types_into_it(person: Person) -> None:
    person.points("R9C1")
    person.browser.run(
        "document.querySelector('[data-cell=R1C3]').focus()"
    )  # as a screen reader does
    person.chooses(["R1C3"])
    person.types("4")
    person.reads("R1C3", "row 1 column 3, 4")
    person.types("Right")
    assert person.browser.run("return document.activeElement.dataset.cell") == "R1C4"


@pytest.mark.any_engine
def test_a_digit_without_a_field_is_the_number_of_the_tool_in_hand(person: Person) -> None:
    person.browser.size(390, 844)
    try:
        person.turns_to("Set")
        place = "return document.querySelector('.grid').getBoundingClientRect().top"
        before = person.browser.run(place)
        person.presses("killer")
        assert person.browser.run(place) == before
        person.points("R1C1", "R1C2", "R1C3")
        assert person.browser.run(place) == before  # nothing scrolls the grid away
        person.browser.run("document.activeElement.blur()")
        person.types("9")
        for cell in ("R1C1", "R1C2", "R1C3"):
            assert "given" not in person.cell(cell)
        person.types("Enter")
        person.answered("#panel-set .rules-there", "killer 9")
        person.types("Escape")
        person.points("R5C5", "R5C6", "R5C7")
        person.types("3")
        person.sees("R5C7", "given 3")
        assert "given" not in person.cell("R5C5")
    finally:
        person.browser.size(1280, 900)


ROUNDS = """
    const fetched = window.fetch, answers = arguments[0];
    window.fetch = (address, options) => {
        if (options?.body && JSON.parse(options.body).do === "generate" && answers.length)
            return Promise.resolve(new Response(JSON.stringify({ done: answers.shift() }) + "\\n"));
        return fetched(address, options);
    };
"""
"""Give the engine's answers to ``generate``, each of which takes ten seconds, at once."""


def test_generate_says_how_near_it_came_and_goes_on(visitor: Person) -> None:
    visitor.turns_to("Set")
    near = {"puzzle": None, "words": "the nearest so far is Hard, HoDoKu 1,200", "stopped": "time"}
    clues = {"R1C1": 5, "R9C9": 9}
    document = {"nonet": "puzzle", "version": 1, "size": 9, "clues": clues}
    done = {"puzzle": document, "words": "a new puzzle: 30 clues; Extreme", "stopped": None}
    visitor.browser.run("window.heard = []; new MutationObserver(() => window.heard.push("
                        "document.querySelector('#say').textContent)).observe("
                        "document.querySelector('#say'), { childList: true });")  # fmt: skip
    visitor.browser.run(ROUNDS, [near, near, done])
    visitor.browser.named("combobox", "Difficulty").choose("extreme")
    visitor.presses("Generate")
    visitor.hears("a new puzzle: 30 clues; Extreme")
    heard = visitor.browser.run("return window.heard")
    assert any("the nearest so far is Hard" in each and "3 rounds" in each for each in heard)
    visitor.sees("R1C1", "given 5")


def test_a_program_is_written_in_an_editor_that_is_fetched_when_it_is_needed(
    visitor: Person,
) -> None:
    fetched = "return performance.getEntriesByType('resource').some(each => each.name.includes('codemirror'))"
    assert not visitor.browser.run(fetched)
    visitor.browser.run("location.hash = '#/learn/lesson/forward-checking'")
    inside = "document.querySelector('.lesson-page .editor').shadowRoot.querySelector"
    visitor.holds("return document.querySelector('.lesson-page .editor')?.checkVisibility()")
    visitor.holds(f"return {inside}('.cm-content .tok-keyword')")
    visitor.browser.run(f"{inside}('.cm-content').focus()")
    visitor.types("Ctrl+Home", *"x = 1")
    program = "document.querySelector('.lesson-page textarea.code').value"
    visitor.holds(f"return {program}.startsWith('x = 1')")  # what is graded
    visitor.browser.run(f"{program} = 'def f():'")
    visitor.holds(f"return {inside}('.cm-content').textContent === 'def f():'")
    visitor.types("Ctrl+End", "Enter")
    visitor.holds(f"return {program} === 'def f():\\n    '")


@pytest.mark.any_engine
def test_a_link_that_is_read_slowly_does_not_come_over_what_one_went_to_meanwhile(
    person: Person,
) -> None:
    text = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    person.browser.run(f"""
        const asked = fetch;
        window.fetch = async (...given) => {{
            const answer = await asked(...given);
            if (!String(given[1]?.body).includes('"do":"read"')) return answer;
            window.fetch = asked;
            await new Promise(resolve => setTimeout(resolve, 2000));
            window.late = true;
            return answer;
        }};
        location.hash = "#/play/t={text}";
        await new Promise(resolve => addEventListener("hashchange", resolve, {{ once: true }}));
        location.hash = "#/play/sandwich-easy-1";
    """)
    person.holds("return window.late")
    person.browser.run("await new Promise(resolve => setTimeout(resolve, 1000))")
    person.idle()
    assert person.browser.run("return location.hash") == "#/play/sandwich-easy-1"
    person.browser.run(f"location.hash = '#/play/t={text}'")
    person.holds("return !location.hash.includes('sandwich')")
    person.holds("return location.hash.startsWith('#/play/c=')")
    person.sees("R1C1", "given 5")


@pytest.mark.any_engine
def test_an_address_is_followed_though_what_is_shown_has_put_its_own_back(person: Person) -> None:
    person.browser.run("""
        const shown = location.hash;
        location.hash = "#/learn/course"; // of which the page hears a little later
        history.replaceState(null, "", shown); // as any change of what is shown does
    """)
    person.holds("return location.hash === '#/learn/course'")
    person.answered("#panel-learn", "Exercise")


@pytest.mark.any_engine
def test_a_drill_that_one_has_left_does_not_come_back_when_its_answer_does(person: Person) -> None:
    person.browser.run("""
        location.hash = "#/drill/x-wing/5";
        await new Promise(resolve => addEventListener("hashchange", resolve, { once: true }));
        location.hash = "#/play/sandwich-easy-1";
    """)
    person.holds("return document.body.dataset.view === 'play'")
    person.idle()
    assert person.browser.run("return [document.body.dataset.view, location.hash]") == [
        "play", "#/play/sandwich-easy-1"
    ]  # fmt: skip
    person.browser.run("location.hash = '#/drill/x-wing/5'")
    titles = "[...document.querySelectorAll('h2')].filter(each => each.checkVisibility())"
    person.holds(f"return {titles}.some(each => each.textContent.includes('X-Wing'))")
