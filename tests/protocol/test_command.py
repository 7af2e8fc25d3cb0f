"""Parameters at each of their bounds and beside it."""

from __future__ import annotations

import json

from nonet.protocol import ask
from nonet.protocol.command import GRACE_SECONDS
from nonet.protocol.dispatch import question_timeout
from tests.cases import as_one_test
from tests.protocol.questions import CLASSIC


@as_one_test(
    [
        ({"do": "sovle"}, "did you mean solve?"),
        ({"do": "solve"}, "solve needs puzzle"),
        ({"do": "solve", "puzzle": []}, "puzzle is a puzzle as an object"),
        ({"do": "solve", "puzzle": {}, "limt": 3}, "did you mean limit?"),
        ({"do": "solve", "puzzle": CLASSIC, "limit": -1}, "limit is at least 0"),
        ({"do": "solve", "puzzle": CLASSIC, "limit": True}, "limit is a whole number"),
        ({"do": "solve", "puzzle": CLASSIC, "seconds": 1e9}, "seconds is"),
        ({"do": "solve", "puzzle": CLASSIC, "seconds": "1"}, "seconds is a number of seconds"),
        ({"do": "solve", "puzzle": CLASSIC, "backend": "gurobi"}, "there is no backend 'gurobi'"),
        ({"do": "trace", "puzzle": CLASSIC, "level": "gca"}, "did you mean gac?"),
        ({"do": "race", "puzzle": CLASSIC, "backends": [3]}, "backends is a list of texts"),
        ({"do": "drive", "puzzle": CLASSIC, "moves": [3]}, "moves is a list of objects"),
        ({"do": "write", "puzzle": CLASSIC, "format": "x" * 200}, "format has at most 100"),
    ]
)
def test_unknown_options_of_a_command_are_reported(question, expected):
    *_, event = ask(question)
    assert expected in event["error"]


def test_a_question_is_waited_for_as_long_as_it_may_take():
    assert question_timeout(json.dumps({"do": "draw", "puzzle": CLASSIC})) == GRACE_SECONDS
    assert (
        question_timeout(json.dumps({"do": "solve", "puzzle": CLASSIC, "seconds": 7}))
        == GRACE_SECONDS + 7
    )
    assert (
        question_timeout(json.dumps({"do": "race", "puzzle": CLASSIC, "seconds": 7}))
        > GRACE_SECONDS + 7
    )
    assert question_timeout("nonsense") == GRACE_SECONDS
