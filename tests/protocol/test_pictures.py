"""What a page draws: cells, lines, rules in words."""

from __future__ import annotations

import pytest

from tests.protocol.questions import BOTH, VARIANT, answer_to


@BOTH
def test_a_drawing_has_every_cell_and_no_style(puzzle):
    answer = answer_to("draw", puzzle=puzzle)
    size = puzzle["size"]
    assert len(answer["cells"]) == size * size
    assert (answer["rows"], answer["columns"]) == (size, size)
    assert answer["values"] == list(range(1, size + 1))
    assert "style=" not in answer["under"] + answer["over"]
    assert answer["wall"].startswith("M")


def test_the_rules_of_a_drawing_know_their_place_in_the_document():
    rules = answer_to("draw", puzzle=VARIANT)["rules"]
    assert {rule["name"]: rule["index"] for rule in rules} == {
        "rows": None, "columns": None, "boxes": None, "diagonals": 0, "killer": 1, "thermometer": 2,
    }  # fmt: skip
    assert next(r for r in rules if r["name"] == "killer")["cells"] == ["R1C1", "R1C2"]


@pytest.mark.parametrize(
    "rule",
    ["windoku", {"rule": "extra-region", "cells": ["R1C1", "R2C2", "R3C3", "R4C4", "R5C5"]}],
)
def test_shades_have_a_class_where_pictures_have_a_style(rule):
    answer = answer_to("draw", puzzle={"size": 9, "clues": {}, "rules": [rule]})
    assert 'class="shade"' in answer["under"]
    assert "style" not in answer["under"]


def test_candidates_leave_room_for_the_sums_of_cages():
    from nonet.render.overlay import candidate_position

    cage = {"rule": "killer", "cells": ["R1C1", "R1C2"], "sum": 12}
    plain = answer_to("draw", puzzle={"size": 9, "clues": "." * 81})["top"]
    top = answer_to("draw", puzzle={"size": 9, "clues": "." * 81, "rules": [cage]})["top"]
    assert plain < top
    _, y, size = candidate_position((0, 0), 0, 48, 3, 3, top)
    assert y - 0.4 * size > (0.045 + 0.25) * 48 - 2  # under the sum, but for its leading


def test_groups_of_cells_that_differ_are_listed():
    groups = answer_to("draw", puzzle={"size": 4, "clues": "." * 16, "rules": ["anti-knight"]})[
        "differ"
    ]
    assert ["R1C1", "R1C2", "R1C3", "R1C4"] in groups
    assert any(set(group) == {"R1C1", "R2C3"} for group in groups)
