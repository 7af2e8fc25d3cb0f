"""A rule like a killer cage, of another package: one class, and all the rest knows it.

It is used on the command line, in JSON and TOML, in a picture, in a terminal and in a hint.
"""

import json
import os
import subprocess
import sys

import pytest

MODULE = '''
from dataclasses import dataclass
from typing import ClassVar

from nonet.model import Linear
from nonet.puzzle.rules.base import Example
from nonet.puzzle.rules.killer import CageRule


@dataclass(frozen=True)
class Floor(CageRule):
    """The values of a cage sum to ``least`` or more, and no value comes twice."""

    least: int

    name: ClassVar[str] = "floor"
    sentence: ClassVar[str] = "The values of a cage sum to the number in its corner or more."
    parameters: ClassVar[dict[str, str]] = {"cells": "the cage", "least": "the least sum"}
    examples: ClassVar[tuple[Example, ...]] = (
        Example("...........3...1", "2314143242133241", {"cells": "R1C1 R1C2", "least": 7}),
    )

    def clue_text(self):
        return f"{self.least}+"

    def constraints(self, grid):
        yield self.all_different(grid)
        self.check_sum(grid, self.least, repeats=False)
        words = self.annotation(grid, f"{' + '.join(self.located(grid))} is {self.least} or more")
        yield Linear.sum(self.located(grid), ">=", self.least, rule=words)
'''
POINTS = "[nonet.rules]\nfloor = floors:Floor\n"
PUZZLE = "12.............1"
RULE = "floor 7 R1C3 R1C4"


@pytest.fixture(scope="module")
def nonet(tmp_path_factory):
    """The command, beside which the package is installed, in a folder of its own."""
    site, work = tmp_path_factory.mktemp("site"), tmp_path_factory.mktemp("work")
    info = site / "floors-1.0.dist-info"
    info.mkdir()
    (site / "floors.py").write_text(MODULE)
    (info / "METADATA").write_text("Name: floors\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(POINTS)

    def run(*arguments, colour=False):
        environment = {**os.environ, "PYTHONPATH": str(site), "PYTHONIOENCODING": "utf-8"}
        environment |= {"FORCE_COLOR": "1"} if colour else {"NO_COLOR": "1"}
        process = subprocess.run(
            [sys.executable, "-m", "nonet", *arguments],
            cwd=work, env=environment,
            capture_output=True, encoding="utf-8", timeout=120, check=False,
        )  # fmt: skip
        return process.returncode, process.stdout, process.stderr

    run.work = work
    return run


def test_it_is_used_on_the_command_line_and_its_answer_is_read_back(nonet):
    code, out, err = nonet("verify", PUZZLE, "--rule", RULE, "--json")
    assert code in (0, 1), err
    answer = json.loads(out)
    assert answer["rules"] == [{"rule": "floor", "cells": ["R1C3", "R1C4"], "least": 7}]
    (nonet.work / "again.json").write_text(out)
    verdict = json.loads(nonet("verify", "again.json", "--json")[1])
    assert verdict["verdict"] == answer["verdict"] == "multiple"
    assert verdict["rules"] == answer["rules"]


def test_it_goes_through_json_and_toml(nonet):
    toml = nonet("convert", PUZZLE, "--rule", RULE, "--to", "toml")[1]
    assert 'floor = "7 R1C3 R1C4"' in toml
    (nonet.work / "some.toml").write_text(toml)
    back = json.loads(nonet("convert", "some.toml", "--to", "json")[1])
    assert back["rules"] == [{"rule": "floor", "cells": ["R1C3", "R1C4"], "least": 7}]


def test_it_is_in_the_pictures(nonet):
    assert nonet("show", PUZZLE, "--rule", RULE, "--to", "some.svg")[0] == 0
    picture = (nonet.work / "some.svg").read_text()
    assert ">7+</text>" in picture and "stroke-dasharray" in picture
    assert "7+" in nonet("show", PUZZLE, "--rule", RULE, colour=True)[1]


def test_help_tells_of_it(nonet):
    code, out, err = nonet("rules", "floor")
    assert code == 0, err
    assert "least: the least sum (a number)" in out and "--rule 'floor 7 R1C1 R1C2'" in out


def test_a_hint_gives_it_as_the_reason(nonet):
    code, out, err = nonet("hint", "...............4", "--rule", "floor 7 R1C2 R2C2", "--more")
    assert code == 0, err
    assert "floor cage 7+ at R1C2" in out


def test_what_cannot_be_is_refused_in_its_name(nonet):
    code, _, err = nonet("solve", PUZZLE, "--rule", "floor 9 R1C3 R1C4")
    assert code == 2
    assert "rule floor: the cage at R1C3 cannot sum to 9" in err
