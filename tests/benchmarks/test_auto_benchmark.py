"""What choosing costs: the page says how it was measured, and what is beyond the bar."""

import nonet
from benchmarks.auto import __main__ as auto
from benchmarks.auto import halves
from benchmarks.auto.measure import Asked, Took
from benchmarks.auto.questions import Set


def asked(mode: str, mine: float, best: float) -> Asked:
    """A question that ``auto`` answered in so many seconds of CPU, and sat in the best time."""
    took = {"auto": Took(mine, mine, "sat", "native"), "sat": Took(best, best, "sat", "sat")}
    return Asked("6x6", mode, "solve", 0, took)


def test_the_page_lists_the_questions_beyond_the_bar_of_their_mode():
    well, late = asked("cold", 0.149, 0.05), asked("warm", 0.0652, 0.05)
    page = auto._page([well, late], ["auto", "sat"], 10.0)
    assert page.startswith("# What choosing costs\n")
    assert "limit of 10 s" in page
    assert "**65.2 to 50.0 (sat)**" in page and "| 149 to 50.0 (sat) |" in page
    assert page.endswith("Beyond the bar:\n\n- 6x6, warm, solve 1: auto 65.2, sat 50.0 ms\n")
    assert "Beyond the bar:" not in auto._page([well], ["auto", "sat"], 10.0)
    assert "Beyond the bar:" not in auto._page([asked("warm", 0.065, 0.05)], ["auto", "sat"], 10.0)


def test_halves_ask_all_backends_and_tell_what_is_beyond_the_bar_by_half():
    models = [nonet.parse(text).model() for text in ("1" + "." * 15, "." * 15 + "1", "." * 16)]
    puzzles = Set("4x4", "three", lambda: iter(models))
    results = halves.measure(puzzles, ["auto", "native"], number=3, rounds=2, patience=5.0)
    assert [(each.number, sorted(each.took)) for each in results] == [
        (number, ["auto", "native"]) for number in range(3)
    ]
    assert {took.answer for each in results for took in each.took.values()} == {"multiple"}
    late = asked("warm", 0.07, 0.05)
    late.number = 1
    text = halves.table_by_halves([asked("warm", 0.05, 0.05), late], ["auto", "sat"])
    rows = text.splitlines()[2:]
    assert [row.split(" | ")[1:3] + row.split(" | ")[-2:] for row in rows] == [
        ["first", "1", "1", " |"],
        ["second", "1", "0", "70.0 to 50.0 (sat) |"],
    ]
