"""A link pasted on the command line is a puzzle, and what it says beyond us is told."""

import pytest

from nonet.cli import main
from nonet.formats import parse, write
from nonet.formats.links import pack

FOG = '{"size":4,"grid":[[{"value":1,"given":true},{},{},{}],[{},{},{},{}],[{},{},{},{}],\
[{},{},{},{"value":4,"given":true}]],"fogofwar":["R1C1"]}'


def test_a_link_is_solved_and_converted(capsys):
    link = write(parse("1..............4", rules=["anti-king"]), "f-puzzles").strip()
    assert main(["solve", link, "--format", "line"]) in (0, 1)
    assert main(["convert", link, "--to", "f-puzzles"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == link
    assert main(["convert", link, "--to", "iss"]) == 0
    assert capsys.readouterr().out == ".Shape~4x4.AntiKing.~R1C1_1~R4C4_4\n"


def test_unknown_parts_are_reported_once_or_refused(capsys):
    link = f"https://f-puzzles.com/?load={pack(FOG)}"
    assert main(["convert", link, "--to", "line"]) == 0
    out, err = capsys.readouterr()
    assert out == "1..............4\n"
    assert err == "nonet: not understood and left out: fogofwar\n"
    assert main(["convert", link, "--to", "line", "--strict"]) == 2
    out, err = capsys.readouterr()
    assert "not understood: fogofwar" in err


def test_a_file_of_links_says_of_which_line(tmp_path, capsys):
    file = tmp_path / "links.txt"
    good = write(parse("1..............4"), "f-puzzles").strip()
    file.write_text(f"{good}\n{good[:-20]}\nhttps://f-puzzles.com/?load={pack(FOG)}\n")
    assert main(["convert", str(file), "--to", "line"]) == 2
    out, err = capsys.readouterr()
    assert out == "1..............4\n" * 2
    assert "line 2: the packed text is cut short" in err
    assert f"{file}" in err.splitlines()[-1]
    assert "fogofwar" in err


@pytest.mark.parametrize("link", ["https://f-puzzles.com/", "https://example.org/a", "http://"])
def test_an_address_without_a_puzzle_is_one_line_of_an_error(link, capsys):
    assert main(["solve", link]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
