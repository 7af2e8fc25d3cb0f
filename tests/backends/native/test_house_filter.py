"""Reasons and solutions of filters with houses, judged by brute force."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.backends.native.house_questions import KINDS, questions, solutions


@pytest.mark.slow(0.2)
@pytest.mark.parametrize("kind", KINDS)
@given(data=st.data())
@settings(deadline=None)
def test_a_reason_alone_implies_what_it_explains(kind, data):
    """From the masks of a reason, and the houses if they are named, the removal follows."""
    judged, houses, masks = data.draw(questions(kind))
    reduced = judged.reduced(masks)
    for place in range(len(masks)) if reduced else [-1]:
        lost = masks[place] & ~reduced[place] if reduced else 0
        if reduced and not lost:
            continue
        reason = judged.reason(masks, place, lost)
        if reason is None:  # the houses alone exclude what the constraint would allow
            fixed = [
                lost if x == judged.scope[place] else m
                for x, m in zip(judged.scope, masks, strict=True)
            ]
            assert reduced and (judged.is_repeated or judged.is_entailed(tuple(fixed)))
            continue
        own = judged.scope[place] if reduced else -1
        weak = tuple(
            lost if x == own else mask for x, mask in zip(judged.scope, reason.masks, strict=True)
        )
        assert not any(solutions(judged, houses if reason.needs_houses else [], weak))
        matters = {judged.scope[n] for n in reason.places}
        assert own not in matters
        for n, (x, mask) in enumerate(zip(judged.scope, reason.masks, strict=True)):
            assert x == own or x in matters or mask == judged.full_masks[n]
            assert x == own or not masks[n] & ~mask


@pytest.mark.slow(0.2)
@pytest.mark.parametrize("kind", ["Linear", "Count", "Regular", "Table"])
@given(data=st.data())
@settings(deadline=None)
def test_the_solutions_at_hand_are_all_solutions_in_order(kind, data):
    judged, houses, masks = data.draw(questions(kind))
    expected = sorted(set(solutions(judged, houses, masks)))
    for greatest_first in (False, True):
        listed = [
            tuple(base + bit.bit_length() - 1 for base, bit in zip(judged.bases, bits, strict=True))
            for bits in judged.solutions(masks, greatest_first)
        ]
        assert listed == expected[:: -1 if greatest_first else 1]
