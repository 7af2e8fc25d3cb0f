"""Watching: a run and its tree; the learner at the wheel; the program; exercises."""

import pytest

from nonet.learn import find_exercise
from nonet.learn.lessons import Question, lessons
from nonet.learn.technique_positions import drill_position, drill_steps
from nonet.techniques.catalogue import technique
from nonet.techniques.solution_oracle import position_of
from tests.page.person import Person


def test_a_run_is_watched_step_by_step_forth_and_back(person: Person) -> None:
    person.pastes(".......21.3..4..")
    person.turns_to("Watch")
    person.presses("Start the run")
    person.answered("#panel-watch .event", "row 2 removed 2 from R2C1 because R2C4 = 2")
    person.sees("R2C1", "candidates 1 3 4, removed now 2")
    person.presses("To the end (End)")
    person.sees("R1C2", "row 1 column 2, 1")
    person.presses("To the start (Home)")
    assert person.find("#panel-watch .event").text.startswith("Before the first of")
    person.presses("One step on (right arrow)")
    first = person.find("#panel-watch .event").text
    assert first.startswith("1. ")
    person.browser.press("Right", "Left")  # keys do the same
    assert person.find("#panel-watch .event").text == first


@pytest.mark.any_engine
def test_playing_stops_at_guesses_and_the_tree_leads_to_each_node(person: Person) -> None:
    person.opens_blank(4)
    person.turns_to("Watch")
    person.presses("Start the run")
    person.answered("#panel-watch .event", "guess 1")
    person.holds(
        "return document.querySelectorAll('.tree .node').length > 2"
    )  # it asks for guesses
    person.presses("To the start (Home)")
    person.browser.named("combobox", "Stop at").choose("guesses")
    person.browser.named("combobox", "Steps a second").choose("64")
    person.presses("Play")
    person.answered("#panel-watch .event", "guess")
    person.shows("#panel-watch button[aria-pressed]", "Play")  # it has stopped by itself
    person.presses("Next dead end (w)")  # there is none: nothing moves
    person.answered("#panel-watch .event", "guess")
    person.browser.run(
        "document.querySelectorAll('.tree .node')[2].dispatchEvent(new MouseEvent('click'))"
    )
    person.holds("return document.querySelectorAll('.tree .node')[2].classList.contains('here')")


@pytest.mark.any_engine
def test_the_learner_picks_the_next_constraint_guesses_and_goes_back(person: Person) -> None:
    person.pastes(".......21.3..4..")
    person.turns_to("Watch")
    person.presses("Take the wheel")
    person.answered("#panel-watch .driving", "waiting")
    person.presses("Mark those that can remove something")
    person.hears("can, and are marked.")
    person.presses("row 2")
    person.sees("R2C1", "candidates 1 3 4")
    person.answered("#panel-watch .driving", "removed 2 from R2C1 because R2C4 = 2")
    person.points("R1C1")
    person.presses("Guess R1C1 = 3")
    person.sees("R1C1", "row 1 column 1, 3")
    person.holds("return document.querySelectorAll('.driving .tree .node').length === 2")
    person.presses("Take the last guess back")
    person.sees("R1C1", "candidates 1 2 3 4")
    person.presses("Undo the last move")
    person.sees("R1C1", "row 1 column 1, 3")
    person.browser.run(
        "document.querySelector('.driving .tree .node').dispatchEvent(new MouseEvent('click'))"
    )
    person.sees("R1C1", "candidates 1 2 3 4")  # as before the guess


@pytest.mark.any_engine
def test_after_watch_the_keys_lead_through_the_run_at_once(person: Person) -> None:
    person.turns_to("Watch")
    person.presses("Start the run")
    person.holds("return document.querySelector('.player .event')?.textContent")
    before = person.find(".player .event").text
    cursor = person.chosen
    person.types("Right")
    assert person.find(".player .event").text != before
    assert person.chosen == cursor  # it is not the grid's cursor that moves


@pytest.mark.any_engine
def test_two_runs_stand_side_by_side(person: Person) -> None:
    person.pastes("12......34......")
    person.turns_to("Watch")
    person.opens("Beside it")
    person.run_beside("forward-checking: look one step ahead")
    person.presses("Start the run")
    person.holds("return document.querySelectorAll('.player').length === 2")
    rows = (
        "return [...document.querySelectorAll('#panel-watch tbody tr')].map(each => each.innerText)"
    )
    first, second = person.browser.run(rows)
    assert "forward-checking" in second and "forward-checking" not in first


@pytest.mark.any_engine
def test_the_program_lists_variables_with_their_domains(person: Person) -> None:
    person.turns_to("Program")
    person.presses("Show the program")
    person.answered("#panel-program .domains", "R1C3 ∈ {1, 2, 3, 4, 5, 6, 7, 8, 9}")
    person.answered("#panel-program .domains", "R1C1 ∈ {5}")


@pytest.mark.any_engine
def test_a_constraint_of_the_program_lights_its_cells_and_its_code_is_shown(person: Person) -> None:
    person.turns_to("Program")
    person.presses("Show the program")
    person.hears("81 variables, 27 constraints.")
    person.browser.run(
        "[...document.querySelectorAll('#panel-program ul.constraints:not(.domains) button')]"
        ".find(each => each.textContent.includes('box 2')).focus()"
    )
    lit = person.browser.run("return document.querySelectorAll('.back.lit').length")
    assert lit == 9
    person.browser.named("combobox", "Language").choose("minizinc, for MiniZinc with Gecode")
    person.answered("#panel-program pre", "all_different")


def test_an_exercise_is_done_here(person: Person) -> None:
    person.turns_to("Course")
    person.browser.named("combobox", "Exercise").choose("Count solutions right")
    person.answered("#panel-learn .task", "solutions")
    person.answered("#panel-learn .where", "Your program runs")
    where = person.find("#panel-learn .where").text
    engine = person.browser.run("return document.body.dataset.ready")
    assert ("in this browser" if engine == "browser" else "on the server") in where
    person.presses("Grade it")
    person.answered("#panel-learn .verdict", "Not yet.")


@pytest.mark.any_engine
def test_a_technique_is_taught_by_a_position_in_which_to_find_it(person: Person) -> None:
    person.turns_to("Techniques")
    person.opens("X-Wing")
    person.answered("#panel-learn .lesson", "mark the rows with two places for it")
    person.presses("Show me an example")
    person.hears("X-Wing: it is here.")
    person.presses("Hint")
    person.hears("Look at the 6s of column 5 and column 7")
    person.types("h", "h", "h")
    person.hears("6 can be removed from R2C2, R2C4, R2C8 and R8C2.")


@pytest.mark.any_engine
def test_a_technique_has_a_picture_and_is_drilled_with_a_count(person: Person) -> None:
    person.turns_to("Techniques")
    person.opens("X-Wing")
    person.holds("return document.querySelector('.technique-picture svg rect')")
    person.answered(".technique-picture figcaption", "column 5")
    person.browser.run("window.chance = Math.random; Math.random = () => 1.5e-9")
    person.presses("Drill it")
    person.answered("#panel-drill .card", "Touch a candidate that it removes.")
    person.browser.run("Math.random = window.chance")
    shown = drill_position(technique("x-wing"), 1)
    removed = [pair for step in drill_steps(shown, technique("x-wing")) for pair in step.removed]
    remaining = next(
        (name, values[0])
        for name, values in position_of(shown).candidates.items()
        if len(values) > 1 and (name, values[0]) not in removed
    )
    choose = "document.querySelector('#panel-drill .card select').value = arguments[0]"
    for (name, value), verdict in (
        (remaining, "Not so: X-Wing does not"),
        (removed[0], "Right. In "),
    ):
        person.points(name)  # a touch is an answer as well, perhaps of no candidate
        person.opens("Without a pointer")
        person.browser.run(choose, str(value))
        person.presses("Answer for the chosen cell")
        person.answered("#panel-drill .card .answer", verdict)
    person.answered("#panel-drill .card", "0 of 1 right at the first touch.")
    person.presses("Next position")
    person.answered("#panel-drill .card", "Show it")
    person.presses("Stop")


OWN = """+++
title = "Twice"
start = "def twice(n):\\n    return ...\\n"
solution = "def twice(n):\\n    return 2 * n\\n"
checks = [{says = "Twice 4", show = "twice(4)", test = "twice(4) == 8", wrong = "it is 8"}]
+++
Write a function that doubles.
"""


@pytest.mark.any_engine
def test_an_exercise_of_a_teacher_is_opened_from_a_file(person: Person) -> None:
    person.turns_to("Course")
    choose = """
        const field = [...document.querySelectorAll("#panel-learn input[type=file]")][0];
        const files = new DataTransfer();
        files.items.add(new File([arguments[0]], "twice.md"));
        field.files = files.files;
        field.dispatchEvent(new Event("change"));
    """
    person.browser.run(choose, OWN.replace("title", "titel"))
    person.hears("there is no field 'titel'; did you mean title?")
    person.browser.run(choose, OWN)
    person.answered("#panel-learn .task", "Write a function that doubles.")
    person.presses("Grade it")
    person.answered("#panel-learn .verdict", "Not yet.")
    fill = "document.querySelector('#panel-learn textarea.code').value = arguments[0]"
    person.browser.run(fill, "def twice(n):\n    return n + 4")
    person.presses("Grade it")
    person.answered("#panel-learn .verdict", "All checks pass.")


def test_a_learner_predicts_watches_and_does_a_lesson(person: Person) -> None:
    person.turns_to("Course")
    person.holds("return document.querySelectorAll('.lesson-list a').length > 39")
    person.browser.run(
        "document.querySelector('a[href=\"#/learn/lesson/forward-checking\"]').click()"
    )
    person.answered("#panel-learn .lesson-page", "Which values are left for South Australia")
    assert "Northern Territory" not in person.find(".lesson-page").text, "not before the prediction"
    person.presses("Red and blue")
    person.answered("#panel-learn .question .answer", "Not so. WA is its neighbour too")
    person.presses("Blue alone")
    person.answered("#panel-learn .question .answer", "Right. Red goes because of WA")
    person.answered(".lesson-page", "Northern Territory")
    person.presses("Show the run")
    person.holds("return document.querySelector('.figure-board svg')")
    person.presses("To the end (End)")
    person.holds("return document.querySelector('.figure-board svg').ariaLabel.includes('WA 1')")
    solver = "document.querySelectorAll('.lesson-page textarea')[1].value"  # after the exercise's
    grade = """
        const all = [...document.querySelectorAll(".lesson-page button")];
        all.filter(each => each.textContent === "Grade it")[1].click();
    """
    person.holds(f"return {solver}.includes('TODO: part 4, propagate')")
    person.browser.run(grade)
    person.answered(".lesson-page .verdict", "Not yet.")
    person.presses("Take our part, and go on")
    person.holds(f"return !{solver}.includes('TODO')")
    person.browser.run(grade)
    person.answered(".lesson-page .verdict", "All checks pass.")
    person.presses("Next: Arc consistency")
    person.answered("#panel-learn .lesson-page", "Fill in revise")
    person.holds("return document.querySelector('.lesson-page textarea').value.includes('revise')")
    person.presses("Grade it")
    person.answered(".lesson-page .verdict", "Not yet.")
    solution = find_exercise("lesson-arc-consistency").solution
    fill = "document.querySelector('.lesson-page textarea').value = arguments[0]"
    person.browser.run(fill, solution)
    person.presses("Grade it")
    person.answered(".lesson-page .verdict", "All checks pass.")
    solver = "document.querySelectorAll('.lesson-page textarea')[1].value"
    person.holds(f"return {solver}.includes('TODO: part 5') && !{solver}.includes('part 4, ')")
    person.presses("No, and so NT is left without a value")
    person.presses("All lessons")
    person.answered("#panel-learn .course-map", "finished")


_READ = """
    const [lessons] = arguments, wait = () => new Promise(done => setTimeout(done, 5));
    const page = document.querySelector(".lesson-page"), faults = [];
    return (async () => {
        for (const [name, title, questions] of lessons) {
            location.hash = `#/learn/lesson/${name}`;
            const end = Date.now() + 60000, shown = () => page.querySelector("h1")?.textContent;
            while (shown() !== title && Date.now() < end) await wait();
            if (shown() !== title) return [...faults, [name, "not shown", shown()]];
            for (const [at, answers] of questions.entries()) {
                const question = page.querySelectorAll(".question")[at];
                for (const [text, right, feedback] of answers) {
                    [...question.querySelectorAll("button")].find(each => each.textContent === text).click();
                    const told = question.querySelector(".answer").textContent;
                    if (told !== `${right ? "Right." : "Not so."} ${feedback}`) faults.push([name, told]);
                }
            }
            const inside = page.querySelectorAll(".question").length === questions.length;
            if (!inside || document.documentElement.scrollWidth > innerWidth) faults.push([name, "page"]);
        }
        return faults;
    })();
"""
"""Read lessons, wrong answers first: what a question did not answer as it should, and pages too wide."""


@pytest.mark.files_alone
def test_every_lesson_is_read_on_a_phone_and_wrong_answers_get_a_reason(person: Person) -> None:
    person.turns_to("Course")
    person.holds("return document.querySelectorAll('.lesson-list a').length")
    outlines = [
        [
            lesson.name,
            lesson.title,
            [
                [
                    [answer.text, answer.right, answer.feedback]
                    for answer in sorted(section.answers, key=lambda each: each.right)
                ]
                for section in lesson.sections
                if isinstance(section, Question)
            ],
        ]
        for lesson in lessons()
    ]
    person.browser.size(390, 844)
    try:
        assert person.browser.run(_READ, outlines) == []
    finally:
        person.browser.size(1280, 900)
    person.presses("All lessons")


@pytest.mark.any_engine
def test_an_experiment_runs_on_the_page_and_a_lesson_has_an_address(person: Person) -> None:
    person.turns_to("Course")
    person.browser.run("location.hash = '#/learn/lesson/phase-transition'")
    person.answered("#panel-learn .lesson-page", "The phase transition")
    person.presses("Run the experiment")
    person.answered("#panel-learn .experiment", "15 of 15")
    person.browser.run("location.hash = '#/learn/lesson/implication-graph'")
    person.answered("#panel-learn .lesson-page", "The implication graph")
    person.presses("Show the run")
    person.holds("return document.querySelector('.figure-board svg')")
    person.presses("To the start (Home)")
    person.presses("Next dead end (w)")
    person.presses("One step on (right arrow)")
    person.answered("#panel-learn .implications", "R1C4 = 4: row 1, because of R1C3 = 3")
    person.presses("All lessons")
