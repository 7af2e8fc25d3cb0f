"""The front and what is behind its doors: library, the puzzles of the day, learning, phones, first visits."""

from __future__ import annotations

import datetime

import pytest

from tests.page.person import Person

TODAY = "const d = new Date(); return [d.getFullYear(), d.getMonth() + 1, d.getDate()]"


def front(person: Person, *solved: dict[str, object]) -> str:
    """Come to the front with a record of what was solved; return today's date."""
    year, month, day = person.browser.run(TODAY)
    person.comes("#/", stored={"solved": list(solved)})
    person.holds("return document.querySelectorAll('.front .kind').length > 0")
    return datetime.date(year, month, day).isoformat()


def record(name: str, **more: object) -> dict[str, object]:
    """A puzzle that was solved now."""
    when = int(datetime.datetime.now().timestamp() * 1000)
    return {
        "id": name, "variant": "killer", "level": "Easy", "seconds": 100, "hints": 0, "when": when,
    } | more  # fmt: skip


def chooses_kind(person: Person, name: str) -> None:
    kind = (
        "[...document.querySelectorAll('.kind')]"
        ".find(each => each.textContent.startsWith(arguments[0]))"
    )
    person.browser.run(f"{kind}.click()", name)
    person.holds(
        f"return document.querySelector('.shelves .tiles .tile b')?.textContent.includes('{name}')"
    )


def test_cards_show_their_grid_level_and_what_is_done(stranger: Person) -> None:
    front(stranger, record("killer-easy-1"))
    chooses_kind(stranger, "Killer")
    first, second = stranger.browser.run(
        "return [...document.querySelectorAll('.shelves .tiles .tile')].slice(0, 2)"
        ".map(each => [each.textContent, each.className])"
    )
    assert "Killer, easy 1" in first[0] and "Easy, effort" in first[0] and "✓ 1:40" in first[0]
    assert "solved" in first[1] and "solved" not in second[1]
    stranger.browser.run("document.querySelector('.shelves .tiles').scrollIntoView()")
    stranger.holds(
        "return document.querySelector('.shelves .tiles .face [stroke-dasharray]') !== null"
    )
    kind = "[...document.querySelectorAll('.kind')].find(each => each.textContent.startsWith('Killer'))"
    assert stranger.browser.run(f"return {kind}.textContent").startswith("Killer 1/")


def test_a_puzzle_of_the_library_has_an_address_and_is_played(stranger: Person) -> None:
    front(stranger)
    stranger.turns_to("Learn")
    stranger.turns_to("nonet")
    chooses_kind(stranger, "Thermometers")
    stranger.browser.run("document.querySelector('.shelves .tiles .tile').click()")
    stranger.holds("return location.hash === '#/play/thermometer-easy-1'")
    stranger.shows("#title", "Thermometers, easy 1")
    stranger.holds("return document.querySelector('#board .rules circle') !== null")
    stranger.browser.run("history.back()")
    stranger.holds("return document.body.dataset.view === 'front'")


def test_todays_puzzle_has_one_door_a_record_of_its_own_and_a_streak(stranger: Person) -> None:
    today = front(stranger)
    doors = stranger.browser.run(
        "return [...document.querySelectorAll('.front button')]"
        ".filter(each => /today|^Play/i.test(each.textContent)).map(each => each.textContent)"
    )
    assert [each for each in doors if "easy" not in each] == ["Play"]
    front(stranger, record(f"daily-{today}", day=today))
    stranger.answered(".daily", "✓ 1:40")
    stranger.answered(".daily .streak", "1 day in a row")
    assert not stranger.browser.run("return document.querySelector('.shelves .tiles .solved')")
    stranger.opens("Other days")
    marked = "[...document.querySelectorAll('.days .solved')].map(each => each.textContent)"
    stranger.holds(f"return {marked}.join() === '{int(today[-2:])}'")
    stranger.browser.run("document.querySelector('.month button').click()")  # the month before
    stranger.browser.run("document.querySelector('.days button').click()")
    stranger.holds("return /^#.play.\\d{4}-\\d\\d-01$/.test(location.hash)")


def test_newcomers_have_an_easy_puzzle_each_day(stranger: Person) -> None:
    today = front(stranger)
    stranger.browser.run("document.querySelector('.daily > .quiet').click()")
    stranger.holds(f"return location.hash === '#/play/{today}-easy'")
    stranger.answered(".chip", "Easy, HoDoKu")


def test_learning_has_a_door_for_players_and_one_for_constraint_programming(
    stranger: Person,
) -> None:
    front(stranger)
    shown = "document.querySelector(arguments[0]).checkVisibility()"
    for door, seen, unseen in (
        ("Learn to solve", ".techniques", ".course-map"),
        ("Learn constraint programming", ".course-map", ".techniques"),
    ):
        stranger.browser.run("location.hash = '#/'")
        stranger.presses(door)
        assert stranger.browser.waits(f"return {shown}", seen)
        assert not stranger.browser.run(f"return {shown}", unseen)


def test_a_program_without_an_end_can_be_stopped(person: Person) -> None:
    person.browser.run("location.hash = '#/learn/lesson/queens'")
    person.holds("return document.querySelector('.lesson-page textarea')?.value.includes('def')")
    person.browser.run("document.querySelector('.lesson-page textarea').value = 'while True: pass'")
    person.presses("Grade it")
    person.answered(".lesson-page .answer", "it is stopped after 60 seconds")
    person.presses("Stop")
    person.answered(".lesson-page .answer", "Stopped")
    person.presses("Grade it")
    person.presses("Stop")  # and so can the next one
    person.answered(".lesson-page .answer", "Stopped")
    for seconds, text in (("1", "No answer after 1 second"), ("60", "60 seconds")):
        person.presses("Settings")
        person.browser.named("spinbutton", "Seconds that a program of yours may run").type(seconds)
        person.presses("Close")
        person.presses("Grade it")  # it ends by itself, or goes on
        person.answered(".lesson-page .answer", text)
    person.presses("Stop")
    person.answered(".lesson-page .answer", "Stopped")


@pytest.mark.any_engine
@pytest.mark.parametrize("width", [320, 390])
def test_a_phone_has_its_places_below_and_its_title_on_one_line(person: Person, width: int) -> None:
    size = {"width": width, "height": 844, "deviceScaleFactor": 1, "mobile": True}
    person.browser.command("Emulation.setDeviceMetricsOverride", size)
    try:
        person.follows("#/play/killer-easy-1")
        person.shows("#title", "Killer, easy 1")
        person.points("R5C5")
        tabs, title, wide = person.browser.run("""
            const box = name => document.querySelector(name).getBoundingClientRect();
            return [innerHeight - box("#tabs").bottom, box("#title").height,
                document.documentElement.scrollWidth];
        """)
        assert abs(tabs) < 1 and title < 30 and wide <= width
        assert person.browser.run("return document.querySelectorAll('.back.line').length") == 17
        shades = person.browser.run(
            "return [...document.querySelectorAll('.back')].map(each => getComputedStyle(each).fill)"
        )
        assert len(set(shades)) == 3  # row and column of the cursor, its cell, and the others
        keys = person.browser.run(
            "return [...document.querySelectorAll('.key')].map(each => each.offsetHeight)"
        )
        assert min(keys) >= 50
    finally:
        person.browser.command("Emulation.clearDeviceMetricsOverride", {})


@pytest.mark.files_alone
def test_who_plays_fetches_no_python_until_a_question_needs_it(person: Person) -> None:
    """The answers of the compiled engine come without it, and its size is told before it is fetched."""
    # Python is fetched by its worker, whose script is the one thing of it that a page sees
    entries = "performance.getEntriesByType('resource')"
    fetched = f"{entries}.some(each => each.name.endsWith('/engine/worker.js'))"
    front(person)
    assert not person.browser.run(f"return {fetched}")
    chooses_kind(person, "Killer")
    person.browser.run("document.querySelector('.shelves .tiles .tile').click()")
    person.holds("return location.hash === '#/play/killer-easy-1'")
    person.turns_to("Solve")
    person.presses("One solution?")
    person.answered(".answer", "Exactly one solution")
    person.presses("True candidates")
    person.answered(".answer", "Each candidate shown is in some solution")
    person.follows("#/play/classic-easy-1")
    person.presses("Hint")
    person.hears("Look around")
    assert not person.browser.run(f"return {fetched}")
    person.browser.run(
        "window.heard = []; new MutationObserver(() => heard.push("
        "document.querySelector('#say').textContent)).observe("
        "document.querySelector('#say'), { childList: true, characterData: true })"
    )
    person.turns_to("Solve")
    person.presses("Rate")
    person.holds("return heard.some(each => /^This needs Python: \\d+\\.\\d MB/.test(each))")
    person.answered(".answer, table", "HoDoKu")
    assert person.browser.run(f"return {fetched}")
