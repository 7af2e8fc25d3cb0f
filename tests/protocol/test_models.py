"""The program of a puzzle."""

from __future__ import annotations

import json

import nonet
from tests.protocol.questions import BOTH, answer_to


@BOTH
def test_the_program_is_that_of_the_puzzle(puzzle):
    parsed = nonet.parse(json.dumps(puzzle))
    answer = answer_to("model", puzzle=puzzle, language="minizinc")
    assert answer["code"] == nonet.export(parsed, "minizinc")
    assert [c["words"] for c in answer["constraints"]] == [
        c.description for c in parsed.model().constraints
    ]
    assert {v["name"]: v["values"] for v in answer["variables"]} == {
        name: list(domain) for name, domain in parsed.model().domains.items()
    }
