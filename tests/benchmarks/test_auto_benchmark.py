"""The cost of choosing: the page describes the method and lists the questions over the limit."""

import nonet
from benchmarks.auto import __main__ as auto
from benchmarks.auto import halves
from benchmarks.auto.measure import Measurement, Timing
from benchmarks.auto.questions import Set


def measurement(mode: str, auto: float, best: float) -> Measurement:
    """A question that ``auto`` and sat answered in the given seconds of CPU."""
    timings = {"auto": Timing(auto, "sat", "native"), "sat": Timing(best, "sat", "sat")}
    return Measurement("6x6", mode, "solve", 0, timings)


def test_the_page_lists_the_questions_over_the_limit_of_their_mode():
    within, over = measurement("cold", 0.149, 0.05), measurement("warm", 0.0652, 0.05)
    page = auto._page([within, over], ["auto", "sat"], 10.0)
    assert page.startswith("# The cost of choosing a backend\n")
    assert "within 10 s of wall time" in page
    assert "**65.2 to 50.0 (sat)**" in page and "| 149 to 50.0 (sat) |" in page
    assert page.endswith("Over the limit:\n\n- 6x6, warm, solve 1: auto 65.2, sat 50.0 ms\n")
    at_limit = measurement("warm", 0.065, 0.05)
    for result in (within, at_limit):
        assert "Over the limit:" not in auto._page([result], ["auto", "sat"], 10.0)


def test_halves_measure_all_backends_and_count_the_questions_within_the_limit():
    models = [nonet.parse(text).model() for text in ("1" + "." * 15, "." * 15 + "1", "." * 16)]
    puzzles = Set("4x4", "three", lambda: iter(models))
    results = halves.measure(puzzles, ["auto", "native"], number=3, limit=5.0)
    assert [(each.number, sorted(each.timings)) for each in results] == [
        (number, ["auto", "native"]) for number in range(3)
    ]
    assert {each.answer for result in results for each in result.timings.values()} == {"multiple"}
    over = measurement("warm", 0.07, 0.05)
    over.number = 1
    text = halves.table_by_halves([measurement("warm", 0.05, 0.05), over], ["auto", "sat"])
    rows = text.splitlines()[2:]
    assert [row.split(" | ")[1:3] + row.split(" | ")[-2:] for row in rows] == [
        ["first", "1", "1", " |"],
        ["second", "1", "0", "70.0 to 50.0 (sat) |"],
    ]
