"""nonet count and nonet crosscheck."""

import json

from tests.cli.conftest import EASY


def test_crosscheck_names_the_backends_that_agree(nonet):
    code, out, _ = nonet("crosscheck", EASY, "--time-limit", "250")
    assert code == 0
    assert "one solution by native, cpsat, lockstep, python-constraint, sat" in out
    code, out, _ = nonet(
        "crosscheck", EASY, "--format", "json", "--backend", "native", "--backend", "sat"
    )
    answer = json.loads(out)
    assert (answer["agree"], answer["status"], list(answer["backends"])) == (
        True,
        "sat",
        ["native", "sat"],
    )
