"""The commands of the setter's bench, as a user meets them: words, JSON and exit codes."""

import json

import pytest

from nonet.cli import main

BROKEN, UNIQUE, BLANK = "12.....4........", "1.3.34....2..1..", "." * 16
TWICE = "11..1..........."


@pytest.mark.slow(0.05)
@pytest.mark.parametrize(
    ("arguments", "expected", "code"),
    [
        (["conflict", BROKEN], "R1C1=1, R1C2=2 and R2C4=4 clash (no fewer clash)", 0),
        (["conflict", UNIQUE], "no conflict: there is a solution", 1),
        (["conflict", BROKEN, "--time-limit", "0.000000001"], "undecided", 3),
        (["conflict", TWICE], "R1C1=1 and R1C2=1 clash in row 1 (no fewer clash)", 0),
        (["conflict", TWICE, "--number", "9"], "also: R1C2=1 and R2C1=1 clash in box 1", 0),
        (["conflict", TWICE, "--steps"], "row 1 cannot hold, since R1C1 and R1C2 are 1", 0),
        (["repair", TWICE], "without R1C1=1 and R1C2=1 there is a solution", 0),
        (["repair", TWICE, "--unique"], "no change of up to 3 parts leaves exactly one", 0),
        (["repair", BROKEN], "drop R2C4=4: several solutions", 0),
        (["repair", UNIQUE], "nothing to repair", 1),
        (["why-not", BLANK[:-1] + "1", "R4C1", "1"], "R4C4=1 and row 4 exclude it", 0),
        (["why-not", UNIQUE, "A1", "1"], "R1C1 can be 1", 1),
        (["redundant", UNIQUE], "R1C1=1 and R2C1=3 each follow from the rest", 1),
        (["redundant", "..3..4....2..1.."], "minimal: every part is needed", 0),
        (["minimize", UNIQUE], "..3..4....2..1..", 0),
        (["minimize", BLANK], "it has several solutions", 1),
        (["backdoors", UNIQUE], "singles suffice", 0),
        (["count", BLANK, "--estimate"], "288 exactly", 0),
        (["count", BROKEN, "--estimate"], "0 exactly", 1),
        (["repair", "2.3.34....2..1..", "--unique"], "exactly one solution", 0),
        (["verify", BROKEN], "none: no solution, for R1C1=1, R1C2=2 and R2C4=4 clash", 1),
        (["explain", BROKEN], "No solution: R1C1=1, R1C2=2 and R2C4=4 clash", 1),
    ],
)
def test_what_each_command_says(arguments, expected, code, capsys):
    assert main(arguments) == code
    assert expected in capsys.readouterr().out


def test_the_answers_as_data(capsys):
    assert main(["conflict", BROKEN, "--json", "--number", "9"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["smallest"] and answer["complete"] and answer["bound"] == 3
    assert answer["conflict"][0] == {"kind": "clue", "label": "R1C1=1", "cell": "R1C1", "value": 1}
    assert main(["verify", BROKEN, "--json"]) == 1
    assert len(json.loads(capsys.readouterr().out)["conflict"]) == 3
    assert main(["why-not", BROKEN, "R1C1", "2", "--json", "--known", "clues"]) == 0
    (link,) = json.loads(capsys.readouterr().out)["chain"]
    assert link["because"] == ["R1C1 is 2", "R1C1 is 1"]


def test_bad_usage_is_one_line(capsys):
    for arguments in (
        ["why-not", UNIQUE],
        ["why-not", UNIQUE, "R1C1", "one"],
        ["why-not", UNIQUE, "R7C7", "1"],
        ["minimize", UNIQUE, "--number", "0"],
        ["repair", BROKEN, "--number", "0"],
        ["generate", "--jobs", "0"],
        ["generate", "--rules", "killer"],
        ["count", BLANK, "--seed", "1"],
        ["count", BLANK, "--estimate", "--backend", "sat"],
    ):
        assert main(arguments) == 2
        assert capsys.readouterr().err.count("\n") == 1


def test_why_not_draws_a_picture(tmp_path, capsys):
    target = tmp_path / "why.svg"
    assert main(["why-not", BLANK[:-1] + "1", "R4C1", "1", "--to", str(target)]) == 0
    assert "<svg" in target.read_text()


def test_candidates_are_those_of_all_solutions(capsys):
    puzzle = "12" + "." * 14
    assert main(["candidates", puzzle, "--json", "--counts", "20"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["candidates"]["R1C3"] == [3, 4] and answer["counts"]["R1C3"] == {"3": 12, "4": 12}
    assert main(["candidates", BROKEN]) == 1
    assert main(["candidates", UNIQUE]) == 0
    assert main(["candidates", UNIQUE, "--counts", "0"]) == 2


def test_verify_writes_a_proof_that_check_accepts(tmp_path, capsys):
    folder = tmp_path / "proof"
    assert main(["verify", UNIQUE, "--proof", str(folder)]) == 0
    assert main(["check", str(folder), UNIQUE]) == 0
    assert main(["verify", BLANK, "--proof", str(tmp_path / "none")]) == 1
    assert not (tmp_path / "none").exists()
    assert "nothing to prove" in capsys.readouterr().err


def test_what_cannot_be_answered_is_one_line_and_the_same_as_data(tmp_path, capsys):
    """The bad input that setters come with: a word for each, and a code."""

    def json_answer(*arguments, code):
        assert main([*map(str, arguments), "--json"]) == code
        return json.loads(capsys.readouterr().out)

    assert json_answer("conflict", UNIQUE, code=1)["status"] == "sat"
    assert json_answer("repair", UNIQUE, code=1)["repairs"] == []
    proof = tmp_path / "proof"
    assert main(["prove", UNIQUE, "--to", str(proof), "-q"]) == 0
    capsys.readouterr()
    other = json_answer("check", proof, "1.3.34....2.....", code=1)
    assert (other["accepted"], other["reason"]) == (False, "the proof is of another puzzle")
    lines = (proof / "proof.lrat").read_text()
    (proof / "proof.lrat").write_text(lines[: len(lines) // 2])
    assert "cut off" in json_answer("check", proof, code=1)["reason"]
    (proof / "proof.lrat").write_text("")
    assert "ends before" in json_answer("check", proof, code=1)["reason"]
    hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    grown = json_answer("prove", hard, "--most", "10", code=3)
    assert (grown["claim"], grown["too_long"]) == ("undecided", True)
    for demands in (
        ["--minimal", "--clues", "60"],
        ["--clues", "16"],
        ["--pattern", "#" * 29 + "." * 52],
        ["--rating", "se:9-2"],
    ):
        assert main(["generate", *demands]) == 2
        out, err = capsys.readouterr()
        assert out == "" and err.count("\n") == 1
