"""What choosing costs: the page says how it was measured, and what is beyond the bar."""

from benchmarks.auto import __main__ as auto
from benchmarks.auto.measure import Asked, Took


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
