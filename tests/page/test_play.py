"""Playing: keyboard, mouse, finger; marks, colours, undo; conflicts, check, clock, autosave."""

import pytest

from tests.page.person import FIRST, Person


@pytest.mark.any_engine
def test_a_digit_typed_stands_in_the_cell_and_undo_takes_it_back(person: Person) -> None:
    person.points("R1C3")
    person.types("4")
    person.reads("R1C3", "row 1 column 3, 4")
    person.types("Ctrl+z")
    person.reads("R1C3", "row 1 column 3, empty")
    person.types("Ctrl+y")
    person.reads("R1C3", "row 1 column 3, 4")
    person.types("Delete")
    person.reads("R1C3", "row 1 column 3, empty")


@pytest.mark.any_engine
def test_a_clue_cannot_be_overwritten(person: Person) -> None:
    person.points("R1C1")
    person.types("4")
    person.reads("R1C1", "row 1 column 1, given 5")
    assert "choose an empty cell" in person.message


@pytest.mark.any_engine
def test_arrows_move_round_the_edge_and_with_shift_choose_more(person: Person) -> None:
    person.points("R1C3")
    person.types("Up", "Left")
    person.chooses(["R9C2"])
    person.types("Shift+Left", "Shift+Up")
    person.chooses(["R8C1", "R9C1", "R9C2"])
    person.types("Escape")
    person.chooses(["R8C1"])


@pytest.mark.any_engine
def test_shift_marks_corners_ctrl_the_centre_and_space_goes_through_the_modes(
    person: Person,
) -> None:
    person.points("R1C3")
    person.types("Shift+1", "Shift+4", "Ctrl+2")
    person.reads("R1C3", "row 1 column 3, corner marks 1 4, centre marks 2")
    person.types("Shift+1", " ", "2")
    person.reads("R1C3", "row 1 column 3, corner marks 2 4, centre marks 2")
    person.types(" ", "4", " ", "3")
    person.sees("R1C3", "corner marks 2 4, centre marks 2 4, orange")


@pytest.mark.any_engine
def test_dragging_chooses_cells_and_a_colour_goes_into_all(person: Person) -> None:
    person.points("R5C5", "R5C6", "R6C6")
    person.chooses(["R5C5", "R5C6", "R6C6"])
    person.types("v", "2", "5")
    person.reads("R5C6", "row 5 column 6, given 3, red and green")
    fills = person.browser.run(
        "return [...document.querySelectorAll('.tint')].map(each => getComputedStyle(each).fill)"
    )
    assert len(fills) == 6
    assert set(fills) == {'url("#tint-2")', 'url("#tint-5")'}  # patterns: not colour alone


@pytest.mark.any_engine
def test_a_double_click_chooses_all_cells_of_the_value(person: Person) -> None:
    person.browser.run("""
        const cell = document.querySelector("[data-cell=R1C1]");  // twice at once, on any machine
        const { left, top } = cell.getBoundingClientRect();
        const at = { bubbles: true, cancelable: true, clientX: left + 9, clientY: top + 9 };
        for (const press of [1, 2]) cell.dispatchEvent(new PointerEvent("pointerdown", at));
    """)
    person.chooses(["R1C1", "R2C6", "R8C9"])


@pytest.mark.any_engine
def test_a_finger_drags_and_taps_the_keypad_whose_keys_are_large_enough(person: Person) -> None:
    person.points("R1C3", "R1C4", kind="touch")
    person.presses("Corner")
    person.presses("6")
    person.reads("R1C4", "row 1 column 4, corner marks 6")
    sizes = person.browser.run(
        "return [...document.querySelectorAll('#controls button:not([hidden])')]"
        ".map(each => each.getBoundingClientRect())"
        ".map(({ width, height }) => Math.min(width, height))"
    )
    assert min(sizes) >= 44


def test_conflicts_of_the_declared_constraints_are_reported_and_drawn(person: Person) -> None:
    person.points("R1C3")
    person.types("5")
    person.sees("R1C3", "conflict: R1C1 and R1C3 are both 5 in row 1")
    person.sees("R1C1", "conflict")
    assert person.browser.run("return document.querySelectorAll('.clash').length") == 2
    person.types("4")
    person.sees("R1C3", "row 1 column 3, 4")
    person.sees("R1C1", "given 5")
    assert "conflict" not in person.cell("R1C1")


@pytest.mark.any_engine
def test_check_says_how_many_are_wrong_and_which_only_when_asked(person: Person) -> None:
    person.presses("Check")
    person.hears("You have entered no value yet.")
    person.points("R1C3")
    person.types("2")
    person.presses("Check")
    person.hears("1 entry is wrong.")
    assert "wrong" not in person.cell("R1C3")
    person.presses("Show which")
    person.hears("Wrong: R1C3.")
    person.sees("R1C3", "wrong")
    person.types("4")
    person.presses("Check")
    person.hears("Right so far.")


def test_the_last_value_solves_the_puzzle(visitor: Person) -> None:
    cells = [(row, column) for row in range(9) for column in range(9)]
    clues = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    play = {
        f"R{r + 1}C{c + 1}": {"value": int(FIRST[9 * r + c])}
        for r, c in cells
        if clues[9 * r + c] == "."
    }
    last = play.pop("R1C3")["value"]
    given = {
        f"R{r + 1}C{c + 1}": int(clues[9 * r + c]) for r, c in cells if clues[9 * r + c] != "."
    }
    game = {
        "kind": "game", "id": "kept", "when": 1, "seconds": 59, "done": False,
        "geometry": geometry(visitor),
        "history": {"at": 0, "parts": [{"size": 9}, given],
                    "steps": [{"puzzle": 0, "clues": 1, "change": play}]},
    }  # fmt: skip
    visitor.comes(stored={"documents": [game]})
    visitor.points("R1C3")
    visitor.types(str(last))
    visitor.hears("Solved!")
    dialog = visitor.find("dialog.finish")
    visitor.presses("What did it need?")
    visitor.holds(
        "return document.querySelector('dialog.finish').textContent.includes('hidden single')"
    )
    assert "1:0" in dialog.text or "0:59" in dialog.text
    visitor.presses("Look at it")
    visitor.turns_to("nonet")
    visitor.answered(".front", "1 puzzle so far")


def geometry(person: Person) -> dict[str, object]:
    """What an earlier visit would have kept of a square of nine."""
    script = """
        return import("./geometry.js").then(({ plainGeometry }) => {
            const { at, ...kept } = plainGeometry(9);
            return kept;
        });
    """
    return person.browser.run(script)


def test_work_is_kept_for_the_next_visit(visitor: Person) -> None:
    visitor.points("R1C3")
    visitor.types("4", "Right", "Shift+6")
    visitor.browser.reload()
    visitor.ready()
    visitor.reads("R1C3", "row 1 column 3, 4")
    visitor.reads("R1C4", "row 1 column 4, corner marks 6")


@pytest.mark.any_engine
def test_a_pause_hides_the_grid_and_restart_can_be_undone(person: Person) -> None:
    person.points("R1C3")
    person.types("4")
    person.presses("Pause")
    assert not person.find(".grid").shown
    assert "given" not in person.cell("R1C1")
    person.presses("Go on")
    person.opens("More")
    person.presses("Restart")
    person.sees("R1C3", "empty")
    person.presses("Undo")
    person.reads("R1C3", "row 1 column 3, 4")


def test_settings_are_kept(visitor: Person) -> None:
    visitor.presses("Settings")
    visitor.find("dialog select").choose("dark")
    visitor.find("dialog input[type=checkbox]").click()  # conflicts at once
    visitor.presses("Close")
    visitor.browser.reload()
    visitor.ready()
    assert (
        visitor.browser.run("return getComputedStyle(document.documentElement).colorScheme")
        == "dark"
    )
    visitor.points("R1C3")
    visitor.types("5")
    visitor.presses("Check")
    visitor.hears("R1C1 and R1C3 are both 5 in row 1")  # known, but not shown
    assert "conflict" not in visitor.cell("R1C3")


@pytest.mark.any_engine
def test_letters_enter_values_above_nine(person: Person) -> None:
    person.opens_blank(16)
    person.points("R1C1")
    person.types("g", "Right", "Shift+C")
    person.reads("R1C1", "row 1 column 1, given G")
    person.reads("R1C2", "row 1 column 2, corner marks C")


@pytest.mark.any_engine
def test_a_point_is_kept_and_brought_back_and_that_can_be_undone(person: Person) -> None:
    person.points("R1C3")
    person.types("Shift+1")
    person.opens("More")
    person.presses("Keep this point")
    person.types("4", "Right", "6")
    person.presses("Back to it")
    person.reads("R1C3", "row 1 column 3, corner marks 1")
    person.reads("R1C4", "row 1 column 4, empty")
    person.points("R1C4")
    person.types("Ctrl+z")
    person.reads("R1C4", "row 1 column 4, 6")
    person.comes_back()  # another puzzle has no such point
    shown = "return [...document.querySelectorAll('.play button')].some(each =>"
    assert not person.browser.run(f"{shown} each.textContent === 'Back to it' && !each.hidden)")


def test_that_nothing_can_be_kept_is_reported_once(visitor: Person) -> None:
    visitor.browser.run("Storage.prototype.setItem = () => { throw new Error('full') }")
    visitor.points("R1C3")
    visitor.types("4")
    visitor.hears("This browser keeps nothing of this page")
    visitor.presses("Hint")
    visitor.hears("Look around")
    visitor.types("1")
    visitor.idle()
    assert "keeps nothing" not in visitor.message


def test_of_another_tab_at_work_one_hears(visitor: Person) -> None:
    visitor.browser.run("""
        const other = { key: "nonet:documents", newValue: "{}", storageArea: localStorage };
        window.dispatchEvent(new StorageEvent("storage", other));
    """)
    visitor.hears("at work in another tab")


@pytest.mark.any_engine
def test_a_clash_is_shown_in_words(person: Person) -> None:
    person.points("R1C3")
    person.types("5")
    person.answered("#clash", "R1C1 and R1C3 are both 5 in row 1")
    assert person.find("#clash").shown
    person.types("4")
    person.holds("return document.querySelector('#clash').hidden")


def test_undo_outlives_a_reload(visitor: Person) -> None:
    visitor.points("R1C3")
    visitor.types("4", "Right", "6", "Ctrl+z")
    visitor.browser.reload()
    visitor.ready()
    visitor.points("R1C3")
    visitor.types("Ctrl+y")
    visitor.reads("R1C4", "row 1 column 4, 6")
    visitor.types("Ctrl+z", "Ctrl+z")
    visitor.reads("R1C3", "row 1 column 3, empty")


def test_a_solvers_solution_is_no_game_won_and_the_clock_goes_on_after_undo(
    visitor: Person,
) -> None:
    visitor.turns_to("Solve")
    visitor.presses("Find solutions")
    visitor.hears("1 solution")
    visitor.presses("Put it in the grid")
    visitor.hears("The solver's solution is in the grid.")
    visitor.sees("R1C3", "row 1 column 3, 4")
    visitor.browser.run("return new Promise(done => setTimeout(done, 300))")
    assert "Solved" not in visitor.message
    assert visitor.browser.run("return document.querySelector('dialog')") is None
    visitor.points("R1C3")
    visitor.types("Ctrl+z")
    clock = "document.querySelector('.clock').textContent"
    before = visitor.browser.run(f"return {clock}")
    visitor.holds(f"return {clock} !== {before!r}")


@pytest.mark.any_engine
def test_marks_are_filled_and_cleared_from_the_peers_of_a_value(person: Person) -> None:
    person.types("m")
    person.reads("R1C3", "row 1 column 3, centre marks 1 2 4")
    person.reads("R1C4", "row 1 column 4, centre marks 2 6")
    person.points("R1C3")
    person.types("2")
    person.reads("R1C4", "row 1 column 4, centre marks 6")
    person.types("Ctrl+z")
    person.reads("R1C4", "row 1 column 4, centre marks 2 6")


def test_number_first_a_touch_enters_the_number_chosen(visitor: Person) -> None:
    visitor.presses("Settings")
    visitor.browser.named("combobox", "With keypad and grid, choose first").choose("the number")
    visitor.presses("Close")
    visitor.browser.run("document.querySelector('.key[data-value=\"4\"]').click()")
    visitor.points("R1C3")
    visitor.reads("R1C3", "row 1 column 3, 4")
    visitor.points("R1C1")
    visitor.reads("R1C1", "row 1 column 1, given 5")


@pytest.mark.any_engine
def test_a_question_mark_shows_the_card_of_keys(person: Person) -> None:
    person.points("R1C3")
    person.types("?")
    person.answered("dialog", "hint, stage by stage")
    person.types("Escape")
