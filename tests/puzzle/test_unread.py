"""Parts that were not read: which answers they could contradict, and how such an answer is told."""

import json
from itertools import product

import pytest

from nonet.errors import PuzzleError, ReadInPart
from nonet.formats import parse
from nonet.puzzle.unread import (
    Claims,
    UnreadPart,
    as_read_json,
    as_read_text,
    combined,
    contradicting,
    may_change,
    require_whole,
)


def test_a_part_contradicts_the_claims_that_it_could_make_false():
    refuted = {"forbid": Claims.SOLUTIONS, "allow": Claims.NO_OTHERS, "either": Claims.BOTH}
    for (may, effect), claims in product(refuted.items(), Claims):
        part = UnreadPart("it", may)
        assert contradicting([part], claims) == ((part,) if effect & claims else ())
        assert may_change([part]) == effect
    spared = UnreadPart("it", "forbid", "12")
    assert contradicting([spared], Claims.SOLUTIONS, ["12", "21"]) == (spared,)
    assert contradicting([spared], Claims.SOLUTIONS, []) == (spared,)
    assert contradicting([spared], Claims.SOLUTIONS, ["12"]) == ()
    either = UnreadPart("it", "either", "12")
    assert contradicting([either], Claims.BOTH, ["12"]) == (either,)
    assert contradicting([either], Claims.SOLUTIONS, ["12"]) == ()
    assert may_change([]) is Claims.NOTHING
    assert may_change([spared, UnreadPart("other", "allow")]) == Claims.BOTH
    for first, second in product(refuted, repeat=2):
        assert combined(first, second) == (first if first == second else "either")
    with pytest.raises(PuzzleError, match="an unread part may forbid, allow, either, not 'x'"):
        UnreadPart("it", "x")
    assert repr(spared) == "UnreadPart(name='it', may='forbid')"


def test_an_answer_of_a_puzzle_read_in_part_names_up_to_three_parts():
    parts = tuple(UnreadPart(name) for name in "abcd")
    assert as_read_text("unique", ()) == "unique" and as_read_json({"number": 1}, ()) == {
        "number": 1
    }
    beginning = "undecided: of what was read, unique; not read: "
    assert as_read_text("unique", parts[:3]) == beginning + "a, b, c"
    assert as_read_text("undecided: unique", iter(parts)) == beginning + "a, b, c and 1 more"
    assert as_read_json({"number": 1}, iter(parts[:2])) == {
        "verdict": "undecided", "doubts": ["a", "b"], "of_what_was_read": {"number": 1},
    }  # fmt: skip
    require_whole((), "it")
    with pytest.raises(
        ReadInPart, match="of what was read, it would be taken for the whole; not read: a;"
    ):
        require_whole(parts[:1], "it")


def test_a_puzzle_read_in_part_answers_as_read_when_asked():
    document = {"size": 4, "grid": [[{}] * 4] * 4, "zzz": [1]}
    with pytest.warns(match="not understood"):
        puzzle = parse(json.dumps(document))
    assert [part.name for part in puzzle.unread] and puzzle.as_read().unread == ()
    assert puzzle.as_read().clues == puzzle.clues
