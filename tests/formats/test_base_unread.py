"""Parts that nothing reads: what several of one name may do together, and how many are named."""

from itertools import product

import pytest

import nonet
from nonet.formats import base
from nonet.formats.base import Reader

BLANK = nonet.parse("." * 81)


def parts_of(*unread):
    """The name and the effect of each part of a puzzle of which these parts were left out."""
    reader = Reader()

    def read(text):
        for name, may in unread:
            reader.unread(name, may)
        return BLANK

    puzzle = reader.attempt(1, read, "")
    return {part.name: part.may for part in puzzle.unread}


@pytest.mark.parametrize(
    ("first", "second"), product([None, "forbid", "allow", "either"], repeat=2)
)
def test_two_parts_of_one_name_may_do_what_either_may(first, second):
    effects = {first, second} - {None}
    together = "either" if len(effects) > 1 else next(iter(effects), None)
    expected = {"2 × a line": together} if together else {}
    assert parts_of(("a line", first), ("a line", second)) == expected


def test_as_many_names_as_may_be_are_told_and_the_others_together(monkeypatch):
    monkeypatch.setattr(base, "MAX_UNKNOWN", 2)
    named = [("a", "forbid"), ("b", "forbid"), ("a", "forbid")]
    assert parts_of(*named) == {"2 × a": "forbid", "b": "forbid"}
    more = [*named, ("c", "allow"), ("d", "forbid")]
    assert parts_of(*more) == {"2 × a": "forbid", "b": "forbid", "2 × other parts": "either"}


def test_a_name_is_a_line_of_sixty_characters_at_most():
    (name,) = parts_of(("x" * 60, "forbid"))
    assert name == "x" * 60
    (name,) = parts_of(("x" * 61, "forbid"))
    assert name == "x" * 60 + "…"
    (name,) = parts_of(("two\nlines\t of  it", "forbid"))
    assert name == "two lines of it"
