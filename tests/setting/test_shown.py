"""How results show themselves: repr, text, JSON and HTML, by ``check_pinned``."""

from tests.shown import check_shown


def test_results_are_shown_as_written():
    check_shown("setting")
