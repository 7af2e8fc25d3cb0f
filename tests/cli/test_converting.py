"""nonet convert, model, canonical and schema."""

import json

import pytest

from nonet.cli import main
from nonet.cli.commands import converting
from nonet.formats.json import puzzle_schema
from nonet.model.json import model_schema
from tests.cli.conftest import EASY

MANY = EASY.replace("53", "..", 1).replace("79", "..")

UNIQUE, OTHER = "..3..4....2..1..", "1...........3.2."


def test_convert_and_show(nonet, tmp_path):
    code, out, _ = nonet("convert", EASY, "--to", "sdk")
    assert code == 0
    assert out.splitlines()[-9:][0] == "53..7...."
    picture = tmp_path / "puzzle.svg"
    code, _, err = nonet("show", EASY, "--solve", "--to", picture)
    assert code == 0
    assert picture.read_text().startswith("<svg")
    assert str(picture) in err
    code, out, _ = nonet("show", EASY, "--candidates")
    assert code == 0
    code, shown, _ = nonet("show", MANY, "--true-candidates", "--ascii")
    assert code == 0
    assert "+" in shown


def test_what_show_draws_in_ascii_is_read_back(nonet, tmp_path):
    _, out, _ = nonet("show", EASY, "--ascii")
    file = tmp_path / "shown.txt"
    file.write_text(out)
    assert nonet("convert", file, "--to", "line")[1].strip() == EASY


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["convert", UNIQUE], "which format? --to NAME says it"),
        (
            ["convert", UNIQUE, "--to", "sdk", "--guard-formulas"],
            "--guard-formulas is for --to csv",
        ),
        (["convert", UNIQUE, "--to", "sdkk"], "did you mean sdk"),
        (["model", UNIQUE], "say --as LANGUAGE, one of asp, "),
        (["model", UNIQUE, "--as", "minizin"], "did you mean minizinc"),
        (["model", UNIQUE, UNIQUE, "--as", "cpsat"], "more than one puzzle: say which with --pick"),
        (["model", UNIQUE, "--as", "cpsat", "--pick", "2"], "there is no puzzle 2: 1 were read"),
        (["model", UNIQUE, "--as", "cpsat", "--pick", "0"], "there is no puzzle 0"),
        (
            ["model", UNIQUE, "--as", "cpsat", "-o", "m.mzn"],
            ".mzn is minizinc, and --as says cpsat",
        ),
        (["model", "12", "--as", "cpsat"], "no such file, and no puzzle either"),
        (["canonical", "11.............."], "are both 1 in row 1"),
        (["schema", "modle"], "did you mean model"),
    ],
    ids=lambda given: " ".join(given) if isinstance(given, list) else None,
)
def test_what_cannot_be_written_is_refused_in_a_line(nonet, arguments, message):
    code, out, err = nonet(*arguments)
    assert (code, out) == (2, "") and message in err and err.count("\n") == 1


def test_the_format_is_that_of_the_suffix_and_the_message_counts_the_puzzles(nonet, tmp_path):
    file = tmp_path / "puzzles.csv"
    assert nonet("convert", UNIQUE, "-o", file)[2] == f"nonet: wrote {file}: 1 puzzle\n"
    message = f"nonet: wrote {file}: 2 puzzles\n"
    assert nonet("convert", UNIQUE, OTHER, "-o", file, "--force")[2] == message
    assert nonet("convert", file, "--to", "line") == (0, f"{UNIQUE}\n{OTHER}\n", "")
    file = tmp_path / "puzzles.txt"
    assert nonet("convert", UNIQUE, "--to", "sdk", "-o", file)[0] == 0
    assert nonet("convert", file, "--to", "line")[1] == f"{UNIQUE}\n"


def test_of_several_puzzles_the_picked_one_is_modelled(nonet):
    first, second = (nonet("model", text, "--as", "opb")[1] for text in (UNIQUE, OTHER))
    assert first != second
    for pick, text in ((1, first), (2, second)):
        assert nonet("model", UNIQUE, OTHER, "--as", "opb", "--pick", pick) == (0, text, "")
    code, out, err = nonet("model", "11..............", OTHER, "--as", "opb", "--pick", 2)
    assert (code, out, err) == (0, second, ""), "one that is not picked may be wrong"
    assert nonet("model", "11..............", OTHER, "--as", "opb", "--pick", 1)[0] == 2


def test_every_language_is_listed_with_what_runs_it(nonet):
    code, out, _ = nonet("model", "--list", "--json")
    entries = [json.loads(line) for line in out.splitlines()]
    assert code == 0 and {entry["language"] for entry in entries} >= {"cpsat", "minizinc", "opb"}
    text = nonet("model", "--list")[1]
    for entry in entries:
        assert all(entry[name] for name in ("sentence", "suffix", "tool", "install", "start"))
        assert f"{entry['language']}: {entry['sentence']}\n" in text
        assert f"runs with {entry['tool']}: {entry['install']}\n" in text


@pytest.mark.parametrize("size", [1, 2])
def test_canonical_forms_are_found_in_batches_and_the_repeated_are_told(nonet, monkeypatch, size):
    monkeypatch.setattr(converting, "BATCH", size)
    turned = UNIQUE[::-1]
    code, out, err = nonet("canonical", UNIQUE, turned, OTHER)
    forms = out.split()
    assert code == 0 and forms[0] == forms[1] != forms[2]
    assert err == "nonet: 1 of 3 puzzles repeat the form of another\n"
    assert nonet("canonical", UNIQUE, OTHER)[2] == ""
    assert nonet("canonical", UNIQUE, turned, OTHER, "--distinct")[1].split() == [UNIQUE, OTHER]
    lines = nonet("canonical", turned, UNIQUE, OTHER, "--json")[1].splitlines()
    answers = [json.loads(line) for line in lines]
    assert [answer["repeated"] for answer in answers] == [False, True, False]
    assert [answer["canonical"] for answer in answers] == forms


@pytest.mark.parametrize("of", ["model", "puzzle"])
def test_the_schema_is_that_of_the_functions(nonet, of):
    schema = {"model": model_schema, "puzzle": puzzle_schema}[of]()
    assert nonet("schema", of) == (0, json.dumps(schema, indent=2) + "\n", "")


@pytest.mark.parametrize("target", ["line", "json", "csv", "sdk"])
def test_where_nothing_is_read_nothing_is_written(target, tmp_path, capsys):
    empty, earlier = tmp_path / "empty.txt", tmp_path / "earlier.txt"
    empty.write_text("")
    earlier.write_text("what was there\n")
    assert main(["convert", str(empty), "--to", target]) == 2
    assert capsys.readouterr().out == ""
    assert main(["convert", str(empty), "--to", target, "-o", str(earlier)]) == 2
    assert earlier.read_text() == "what was there\n"
