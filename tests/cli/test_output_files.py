"""Files are what their names say, nothing is destroyed, what is printed is safe and can be read.

Pictures are judged by their bytes, drawings by reading them back, terminals by every character.
"""

import io
import json
import struct
import sys
import zlib
from pathlib import Path

import pytest

import nonet
from nonet.cli import main
from nonet.render import pictures
from nonet.render.printable import printable, printable_json

ROOT = Path(__file__).parents[2]
PUZZLES = ROOT / "puzzles"
EASY = "123.3.1221.3.321"
HARD = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
TWO = f"{EASY}\n1234341221434321\n"


def error_line(capsys) -> str:
    """The one line on standard error."""
    error = capsys.readouterr().err
    assert error.count("\n") == 1, error
    return error


# -- the suffix decides -------------------------------------------------------------------------

WRITES = {
    "show --to": (["show", EASY, "--to"], {".svg", ".png", ".pdf"}),
    "hint --to": (["hint", EASY, "--to"], {".svg", ".png", ".pdf", ".html", ".json"}),
    "explain --to": (["explain", EASY, "--to"], {".svg", ".png", ".pdf", ".html"}),
    "trace --to": (["trace", EASY, "--to"], {".html"}),
    "trace --tree": (["trace", EASY, "--tree"], {".svg", ".png", ".pdf"}),
    "compare --plot": (
        ["compare", EASY, "--levels", "gac", "--orders", "mrv", "--plot"],
        {".svg", ".png", ".pdf"},
    ),
}
STARTS = {".svg": b"<svg ", ".png": b"\x89PNG\r\n", ".pdf": b"%PDF-", ".html": b"<!doctype html>"}


@pytest.mark.slow(0.05)
@pytest.mark.parametrize("suffix", [*STARTS, ".PNG", ".gif", ".txt", ""])
@pytest.mark.parametrize("option", WRITES)
def test_a_file_is_what_its_name_says_or_is_refused(option, suffix, tmp_path, capsys):
    if suffix.lower() in (".png", ".pdf"):
        pytest.importorskip("typst", reason="the extra pictures is not installed")
    arguments, can = WRITES[option]
    path = tmp_path / f"file{suffix}"
    code = main([*arguments, str(path)])
    if suffix.lower() in can:
        assert code == 0
        assert path.read_bytes().startswith(STARTS[suffix.lower()])
        assert f"wrote {path}" in error_line(capsys)
        return
    assert code == 2
    assert not path.exists()
    error = error_line(capsys)
    assert str(path) in error
    assert all(each in error for each in can)
    assert f"not {suffix.lower() or 'a file without a suffix'}" in error


@pytest.mark.parametrize("suffix", [".png", ".pdf"])
def test_a_missing_extra_is_named_before_any_work(suffix, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(pictures, "find_spec", lambda name: None)
    assert main(["show", EASY, "--to", str(tmp_path / f"x{suffix}")]) == 2
    assert "pip install 'nonet[pictures]'" in error_line(capsys)
    assert list(tmp_path.iterdir()) == []


def test_a_format_or_language_that_the_suffix_denies_is_refused(tmp_path, capsys):
    assert main(["convert", EASY, "--to", "csv", "-o", str(tmp_path / "x.json")]) == 2
    assert ".json is json, and --to says csv" in error_line(capsys)
    assert main(["model", EASY, "--as", "minizinc", "-o", str(tmp_path / "x.lp")]) == 2
    assert ".lp is lp, and --as says minizinc, which is .mzn" in error_line(capsys)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["x.json", "x.csv", "x.sdk", "x.toml.gz"])
def test_the_suffix_of_a_file_chooses_the_format_written(name, tmp_path):
    path = tmp_path / name
    assert main(["convert", EASY, "-o", str(path)]) == 0
    assert [puzzle.line() for puzzle in nonet.formats.iter_puzzles(path)] == [EASY]


@pytest.mark.parametrize("name", ["x.txt", "x", None])
def test_without_a_suffix_of_one_format_the_format_is_asked_for(name, tmp_path, capsys):
    command = ["convert", EASY, *([] if name is None else ["-o", str(tmp_path / name)])]
    assert main(command) == 2
    assert "which format? --to NAME says it, or the suffix of -o; there are csv," in error_line(
        capsys
    )
    assert list(tmp_path.iterdir()) == []


def test_a_picture_can_be_asked_for_by_the_usual_letter(tmp_path):
    assert main(["show", EASY, "-o", str(tmp_path / "x.svg")]) == 0
    assert (tmp_path / "x.svg").read_text().startswith("<svg")


def test_a_converted_file_that_ends_in_gz_is_compressed(tmp_path):
    path = tmp_path / "x.csv.gz"
    assert main(["convert", EASY, "--to", "csv", "-o", str(path)]) == 0
    assert path.read_bytes()[:2] == b"\x1f\x8b"
    assert [puzzle.line() for puzzle in nonet.formats.iter_puzzles(path)] == [EASY]


def pixels(data: bytes) -> tuple[int, int, bytes]:
    """Width and height of a PNG, and its filtered rows."""
    assert data[12:16] == b"IHDR"
    width, height = struct.unpack(">II", data[16:24])
    at, packed = 8, b""
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at : at + 8])
        packed += data[at + 8 : at + 8 + size] if kind == b"IDAT" else b""
        at += size + 12
    return width, height, zlib.decompress(packed)


def test_a_png_has_the_size_of_the_svg_twice_and_its_digits():
    pytest.importorskip("typst", reason="the extra pictures is not installed")
    from nonet.render.svg import drawing_svg

    with_clues, without = (
        pixels(pictures.convert_svg(drawing_svg(nonet.parse(text).drawing()), ".png"))
        for text in (EASY, "." * 16)
    )
    assert with_clues[:2] == without[:2] == (2 * (4 * 40 + 8), 2 * (4 * 40 + 8))
    assert len(set(without[2])) > 1
    assert with_clues[2] != without[2]
    assert pictures.convert_svg(drawing_svg(nonet.parse(EASY).drawing()), ".pdf")[:5] == b"%PDF-"


def test_python_writes_by_the_suffix_too(tmp_path):
    from nonet.tracing.tree import tree_svg

    picture = tree_svg(nonet.trace(EASY))
    pictures.write_picture(tmp_path / "x.svg", picture)
    assert (tmp_path / "x.svg").read_bytes().startswith(b"<svg")
    with pytest.raises(ValueError, match=r"a picture is \.svg, \.png, \.pdf, not \.gif"):
        pictures.write_picture(tmp_path / "x.gif", picture)


# -- nothing is destroyed -----------------------------------------------------------------------


@pytest.mark.slow(0.05)
@pytest.mark.parametrize("force", [[], ["--force"]])
@pytest.mark.parametrize(
    "arguments",
    [
        ["show", "{}", "--to", "{}"],
        ["hint", "{}", "--to", "{}"],
        ["explain", "{}", "--to", "{}"],
        ["trace", "{}", "--tree", "{}"],
        ["trace", "{}", "--to", "{}"],
        ["compare", "{}", "--levels", "gac", "--plot", "{}"],
        ["convert", "{}", "--to", "line", "-o", "{}"],
        ["model", "{}", "--as", "cpsat", "-o", "{}"],
    ],
)
def test_an_input_is_never_overwritten(arguments, force, tmp_path, capsys):
    suffix = ".html" if "trace" in arguments and "--to" in arguments else ".svg"
    path = tmp_path / f"puzzle{'.txt' if '-o' in arguments else suffix}"
    path.write_text(EASY)
    assert main([*(each.format(path) for each in arguments), *force]) == 2
    assert "this is the input" in error_line(capsys)
    assert path.read_text() == EASY


def test_nor_by_another_name_nor_through_standard_input(tmp_path, capsys, monkeypatch):
    path, link = tmp_path / "puzzle.txt", tmp_path / "link.txt"
    path.write_text(EASY)
    link.symlink_to(path)
    arguments = ["convert", str(path), "--to", "sdk", "-o", str(link), "--force"]
    assert main(arguments) == 2
    assert "this is the input" in error_line(capsys)
    with path.open() as file:
        monkeypatch.setattr(sys, "stdin", file)
        assert main(["convert", "-", "--to", "line", "-o", str(path), "--force"]) == 2
    assert "this is the input" in error_line(capsys)
    assert path.read_text() == EASY


def test_a_file_that_is_there_is_overwritten_only_by_force(tmp_path, capsys):
    path = tmp_path / "x.svg"
    path.write_text("mine")
    assert main(["show", EASY, "--to", str(path)]) == 2
    assert "--force overwrites it" in error_line(capsys)
    assert path.read_text() == "mine"
    assert main(["show", EASY, "--to", str(path), "--force"]) == 0
    assert path.read_text().startswith("<svg")
    assert main(["show", EASY, "--to", str(tmp_path)]) == 2


def test_further_puzzles_get_files_of_their_own_which_are_guarded_too(tmp_path, capsys):
    puzzles = tmp_path / "two.txt"
    puzzles.write_text(TWO)
    plot = tmp_path / "plot.svg"
    arguments = ["compare", str(puzzles), "--levels", "gac", "--orders", "mrv", "--plot", str(plot)]
    assert main(arguments) == 0
    assert [line.split()[2] for line in capsys.readouterr().err.splitlines()] == [
        f"{plot}:",
        f"{tmp_path / 'plot-2.svg'}:",
    ]
    assert EASY in plot.read_text()
    assert "1234341221434321" in (tmp_path / "plot-2.svg").read_text()
    plot.unlink()
    assert main(arguments) == 2
    assert "plot-2.svg: there is such a file" in capsys.readouterr().err


def test_two_options_cannot_name_one_file(tmp_path, capsys):
    path = tmp_path / "x.html"
    arguments = ["trace", EASY, "--to", str(path), "--with", "cpsat", "--force"]
    assert main(arguments) == 0
    report = error_line(capsys)
    assert "native, " in report
    assert "beside cpsat, " in report


# -- what one command prints another reads --------------------------------------------------------


def output_of_pipeline(monkeypatch, capsys, first: list[str], second: list[str]) -> str:
    """What the second command prints when it reads what the first has printed."""
    main(first)
    text = capsys.readouterr().out
    monkeypatch.setattr(sys, "stdin", io.StringIO(text))
    assert main(second) == 0, text + capsys.readouterr().err
    return capsys.readouterr().out


PRINTED = [
    ["solve"],
    ["solve", "--format", "line"],
    ["solve", "--format", "json"],
    ["verify", "--format", "json"],
    ["rate", "--format", "json"],
    ["show"],
    ["show", "--candidates"],
    ["show", "--true-candidates"],
    ["show", "--candidates", "--ascii"],
    ["convert", "--to", "csv"],
]
LONG = (["rate", "--format", "json"], ["show", "--true-candidates"])
"""What takes minutes on a 16x16."""


@pytest.mark.parametrize(
    ("first", "text"),
    [(first, HARD) for first in PRINTED]
    + [(first, str(PUZZLES / "windoku.json")) for first in PRINTED if first not in LONG]
    + [(first, str(PUZZLES / "16x16.txt")) for first in PRINTED[::4] if first not in LONG],
)
def test_what_is_printed_is_read_as_the_same_puzzle(first, text, monkeypatch, capsys):
    assert main(["solve", text, "--format", "line", "--backend", "cpsat"]) == 0
    expected = capsys.readouterr().out
    solve = ["solve", "-", "--format", "line", "--backend", "cpsat"]
    backend = ["--backend", "cpsat"] if first[0] in ("solve", "verify", "show") else []
    assert output_of_pipeline(monkeypatch, capsys, [*first, text, *backend], solve) == expected


@pytest.mark.slow(0.05)
@pytest.mark.parametrize(
    "command",
    [
        "solve",
        "verify",
        "count",
        "rate",
        "hint",
        "steps",
        "redundant",
        "minimize",
        "conflict",
        "repair",
        "sample",
        "backdoors",
        "bruteforce",
        "crosscheck",
    ],
)
def test_an_answer_as_json_is_read_as_the_puzzle_it_is_about(command, tmp_path, capsys):
    path = tmp_path / "in.json"
    rules = [{"rule": "killer", "cells": ["R1C1", "R1C2"], "sum": 3}]
    document = {"size": 4, "clues": "1" + 15 * ".", "candidates": {"R3C2": [1, 3]}, "rules": rules}
    path.write_text(json.dumps(document))
    main([command, str(path), "--json"])
    answer = capsys.readouterr().out.splitlines()[0]
    puzzle, reread = nonet.read(path)[0], nonet.parse(answer)
    assert (reread.clues, reread.rules) == (puzzle.clues, puzzle.rules)
    assert reread.candidates == puzzle.candidates


def test_candidates_survive_and_clues_stay_clues(monkeypatch, capsys):
    drawn = output_of_pipeline(
        monkeypatch, capsys, ["show", HARD, "--candidates"], ["convert", "-", "--to", "json"]
    )
    puzzle = nonet.parse(drawn)
    assert puzzle.line() == HARD
    expected = nonet.parse(HARD).open_candidates()
    for cell, domain in puzzle.candidates.items():
        assert set(domain) == set(expected[cell])
    assert len(puzzle.candidates) > 50


def test_many_drawings_with_names_and_colours_are_read(monkeypatch, capsys):
    monkeypatch.setenv("FORCE_COLOR", "1")
    for command in (["show"], ["solve"], ["show", "--candidates"]):
        first = [*command, str(PUZZLES / "euler96.txt")]
        names = output_of_pipeline(monkeypatch, capsys, first, ["convert", "-", "--to", "json"])
        assert [json.loads(line)["name"] for line in names.splitlines()] == [
            puzzle.name for puzzle in nonet.formats.iter_puzzles(PUZZLES / "euler96.txt")
        ]


def test_every_solution_of_a_list_is_a_puzzle(monkeypatch, capsys):
    first = ["solve", "1..............4", "--all"]
    lines = output_of_pipeline(monkeypatch, capsys, first, ["solve", "-", "--format", "line"])
    assert sorted(lines.split()) == sorted(
        s.line for s in nonet.solve("1..............4", limit=None).solutions
    )


def test_rows_beside_a_drawing_are_not_lost_in_silence(monkeypatch, capsys):
    main(["show", EASY])
    text = capsys.readouterr().out + "\n" + HARD + "\n"
    monkeypatch.setattr(sys, "stdin", io.StringIO(text))
    assert main(["solve", "-", "--format", "line"]) == 2
    assert "a row that is in no drawing" in capsys.readouterr().err


def test_a_drawing_that_lacks_what_makes_the_puzzle_is_refused(monkeypatch, capsys):
    main(["show", str(PUZZLES / "samurai.json")])
    monkeypatch.setattr(sys, "stdin", io.StringIO(capsys.readouterr().out))
    assert main(["solve", "-"]) == 2


# -- nothing printed holds control characters ---------------------------------------------------

HOSTILE = "\x1b]0;pwned\x07\x1b[2J\rgone\x9b31m \u202egnp\u2028\ud800\x7f end"
COMMANDS = [
    ["solve"], ["solve", "--format", "json"], ["solve", "--format", "line"], ["show"],
    ["show", "--candidates"], ["verify"], ["verify", "--format", "json"], ["hint", "--apply"],
    ["hint", "--format", "json"], ["explain"], ["explain", "--format", "json"], ["rate"],
    ["rate", "--format", "json"], ["compare", "--levels", "gac", "--orders", "mrv"], ["trace"],
    ["bruteforce"], ["crosscheck"], ["crosscheck", "--format", "json"], ["convert", "--to", "grid"],
    ["model", "--as", "cpsat"], ["model", "--as", "dimacs"],
]  # fmt: skip


@pytest.mark.slow(0.05)
@pytest.mark.parametrize("text", [EASY, "12....3.........", "1..............4"])
@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_name_reaches_the_terminal_without_its_escape_sequences(
    command, text, tmp_path, capsys, monkeypatch
):
    puzzle = tmp_path / "puzzle.json"
    puzzle.write_text(json.dumps({"size": 4, "clues": text, "name": HOSTILE}))
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setattr(sys.stdin, "isatty", lambda: False)
    main([command[0], str(puzzle), *command[1:]])
    printed = capsys.readouterr()
    for character in printed.out + printed.err:
        assert character == "\n" or printable(character) == character, ascii(printed)


def test_an_error_about_a_file_of_hostile_name_is_one_safe_line(capsys):
    assert main(["solve", "\x1b[2J\x07no-such-file.txt"]) == 2
    assert r"\x1b[2J\x07no-such-file.txt" in error_line(capsys)


def test_escaped_texts_can_be_shown_and_json_reads_back():
    assert printable(HOSTILE) == (
        r"\x1b]0;pwned\x07\x1b[2J\rgone\x9b31m \u202egnp\u2028\ud800\x7f end"
    )
    assert printable("a\nb\x1b", keep_newlines=True) == "a\nb\\x1b"
    text = json.dumps(HOSTILE, ensure_ascii=False)
    assert printable_json(text) == printable(printable_json(text))
    assert json.loads(printable_json(text)) == HOSTILE
