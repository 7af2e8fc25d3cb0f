"""The pictures are those their script draws, and what they show is true of the engine."""

import runpy
from pathlib import Path
from xml.etree import ElementTree

import pytest

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
SCRIPT = runpy.run_path(str(FOLDER / "make.py"))


@pytest.mark.parametrize("name", SCRIPT["PICTURES"])
def test_a_picture_is_what_its_script_draws(name):
    text = SCRIPT["PICTURES"][name]().svg()
    assert (FOLDER / name).read_text(encoding="utf-8") == text
    ElementTree.fromstring(text)


def test_the_six_arrangements_are_those_of_the_engine():
    from nonet.backends.lockstep.layouts import calls

    assert sorted(SCRIPT["LINES_OF_BOXES"]) == sorted(map(tuple, calls.LINE_OF_BOX))


def test_the_band_of_the_picture_leaves_one_arrangement_and_one_hidden_single():
    assert SCRIPT["surviving"]() == [(0, 1, 2)]


def test_the_lanes_of_the_picture_are_refilled_from_the_stack_and_then_with_new_puzzles():
    after, highest, sources, waiting = SCRIPT["driven"]()
    assert highest == "ABE"
    assert [s for s in sources if s != "kept"] == ["stack", "stack", "stack", "new"]
    assert [p for p, s in zip(after, sources, strict=True) if s == "stack"] == ["E", "B", "A"]
    assert waiting == "G"


def test_each_picture_of_the_page_is_drawn_by_its_script_and_stands_in_the_docs():
    shots = runpy.run_module("docs.pictures.shots")["PICTURES"]
    assert {file.stem for file in FOLDER.glob("*.png")} == set(shots)
    root = FOLDER.parents[1]
    texts = [(root / "README.md"), *(root / "docs").rglob("*.md"), root / "docs/site/home.txt"]
    shown = "".join(text.read_text(encoding="utf-8") for text in texts)
    assert all(f"pictures/{name}.png" in shown for name in shots)
