"""Lessons and their positions."""

from __future__ import annotations

from tests.protocol.questions import answer_to, error_of


def test_a_lesson_has_a_position_in_which_its_technique_is_found() -> None:
    for technique in ("naked-pair", "x-wing", "xy-wing"):
        answer = answer_to("lesson", technique=technique)
        assert answer["about"] and ">>>" not in answer["about"]
        hint = answer_to("hint", puzzle=answer["puzzle"], only=[technique])
        assert (hint["found"], hint["technique"]) == (True, technique)
    assert answer_to("lesson", technique="constraint")["puzzle"] is None
    assert "did you mean x-wing" in error_of("lesson", technique="x-wign")["error"]
