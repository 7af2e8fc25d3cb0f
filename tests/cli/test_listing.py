"""nonet rules and nonet backends."""

import json

import pytest


def test_backends_and_rules_are_listed(nonet):
    code, out, _ = nonet("backends")
    assert code == 0
    assert all(name in out for name in ("native", "cpsat", "python-constraint", "sat"))
    code, out, _ = nonet("backends", "--format", "json")
    assert all(json.loads(line)["backend"] for line in out.splitlines())
    code, out, _ = nonet("rules")
    assert all(name in out for name in ("diagonals (x", "jigsaw", "windoku", "anti-knight"))
    assert nonet("rules", "little", "killer") == nonet("rules", "little-killer")
    assert nonet("rules", "chaos") == nonet("rules", "unknown-regions")
    code, out, _ = nonet("rules", "windoku")
    assert out.count("┏") >= 2


@pytest.mark.parametrize(
    "arguments",
    [
        ["rules"], ["rules", "windoku"], ["rules", "star", "battle"], ["rules", "hitori"],
        ["rules", "--format", "json"], ["rules", "hitori", "--format", "json"], ["backends"],
        ["backends", "--format", "json"], ["techniques"], ["techniques", "x-wing"],
        ["schema", "puzzle"], ["schema", "model"], ["learn"], ["learn", "list"],
    ],
    ids=" ".join,
)  # fmt: skip
def test_a_list_is_a_yes(nonet, arguments):
    code, out, _ = nonet(*arguments)
    assert code == 0 and out.strip()
