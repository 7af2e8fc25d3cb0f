"""Where learners' programs run, and which backends there are, on a server and in a browser."""

from __future__ import annotations

import sys

import pytest

import nonet
from nonet.protocol import about, ask, command_names
from tests.protocol.questions import answer_to

BROWSER = "Your program runs in this browser; it is sent nowhere."


NEVER = "This server runs no programs: nonet learn check does."


ALWAYS = "Your program runs on the server as any program there: with its files and network."


CONFINED = (
    "Your program runs on the server, confined: without network, with no files but its own, "
    "in at most 2 GiB of memory."
)


def programs():
    *_, last = ask({"do": "about"})
    return last["done"]["programs"]


def test_a_browser_runs_programs_and_has_not_every_backend(monkeypatch):
    *_, before = ask({"do": "about"})
    monkeypatch.setattr(sys, "platform", "emscripten")
    assert programs() == {"run": True, "where": BROWSER}
    states = {each["name"]: each for each in about.backends()}
    assert set(states) >= {each["name"] for each in before["done"]["backends"]}
    assert states["native"] == {"name": "native", "available": True, "why": ""}
    assert not states["cpsat"]["available"] and "nonet web" in states["cpsat"]["why"]
    puzzle = {"size": 4, "clues": "..3..4....2..1.."}
    *_, refused = ask({"do": "solve", "puzzle": puzzle, "backend": "cpsat"})
    assert refused["kind"] == "NotInstalled" and refused["error"].startswith("cpsat is not here: ")
    *_, solved = ask({"do": "solve", "puzzle": puzzle, "backend": "native"})
    assert "done" in solved


@pytest.mark.parametrize(
    ("setting", "reason", "expected"),
    [
        ("never", "", {"run": False, "where": NEVER}),
        ("always", "", {"run": True, "where": ALWAYS}),
        ("confined", "", {"run": True, "where": CONFINED}),
        ("confined", "no bubblewrap", {"run": False}),
    ],
)
def test_a_server_says_whether_programs_run(setting, reason, expected, monkeypatch):
    monkeypatch.setenv(about.RUN_PROGRAMS, setting)
    monkeypatch.setattr("nonet.learn.confinement.unavailable_reason", lambda: reason)
    given = programs()
    assert given["run"] == expected["run"]
    if "where" in expected:
        assert given["where"] == expected["where"]
    else:
        assert reason in given["where"] and "--run-programs always" in given["where"]


def test_about_names_what_there_is():
    answer = answer_to("about")
    assert answer["commands"] == command_names()
    assert answer["engine"] == "server"
    assert {rule["name"] for rule in answer["rules"]} == set(nonet.puzzle.rule_types())
    assert {each["name"] for each in answer["backends"]} == set(nonet.backend_names())
    killer = next(rule for rule in answer["rules"] if rule["name"] == "killer")
    assert killer["entry"] == "cells"
    assert [p["name"] for p in killer["parameters"] if p["required"]] == ["cells"]
