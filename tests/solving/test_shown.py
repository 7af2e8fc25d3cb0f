"""How results show themselves: repr, text, JSON and HTML; ``tests/shown.py`` writes them anew."""

from tests import shown


def test_results_are_shown_as_written():
    assert shown.differences("solving") == []
