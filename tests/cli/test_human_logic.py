"""The commands of human logic: hint, explain, rate, techniques, and their bad input."""

import csv
import io
import json
from dataclasses import replace
from pathlib import Path

import pytest

import nonet
from nonet.cli import main
from nonet.puzzle.examples import example_puzzle

ROOT = Path(__file__).parents[2]
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
HARD = "6.2.5.........4.3..........43...8....1....2........7..5..27...........81...6....."
MANY = "....5...853.7..........2.....1..37.634......1.8...93....7...96..........9..8.1.5."
NONE = ".315.7.......3...16......2.4....62..3......18.7.4..9.....7.....76..83..4.8..5..6."


def run(capsys, *arguments: str) -> tuple[int, str, str]:
    code = main(list(arguments))
    output = capsys.readouterr()
    return code, output.out, output.err


def test_a_hint_comes_in_three_degrees(capsys, tmp_path):
    code, look, _ = run(capsys, "hint", EASY)
    assert (code, look) == (0, "Hidden Single\n")
    assert run(capsys, "hint", EASY, "--where")[1] == "Hidden Single\nLook around box 9\n"
    _, more, _ = run(capsys, "hint", EASY, "--more")
    assert more.startswith("Hidden Single\nLook around box 9\nBox 9 needs a 1, ")
    assert "AllDifferent(box 9)" in more and "r9c7=1" not in more
    target = tmp_path / "step.svg"
    _, step, message = run(capsys, "hint", EASY, "--apply", "--to", str(target))
    assert "Hidden Single: r9c7=1" in step and str(target) in message
    assert target.read_text().startswith("<svg")


def test_a_hint_as_json_is_one_object_with_its_steps(capsys):
    code, out, _ = run(capsys, "hint", EASY, "--format", "json")
    (line,) = out.splitlines()
    steps = json.loads(line)["steps"]
    assert code == 0
    assert {step["technique"] for step in steps} == {"hidden-single"}
    assert steps[0]["placements"] == [["R9C7", 1]]
    assert {"consistency", "sentence", "eliminations", "truths", "links"} <= set(steps[0])


def test_a_hint_for_a_library_line_starts_at_its_marks(capsys):
    position = nonet.parse(EASY)
    line = nonet.write(position, "hodoku").strip().replace(":53", ":5+3")
    assert line.startswith(":0000:x:5+3") or "5+3" not in line
    assert run(capsys, "hint", line.replace("5+3", "53"))[0] == 0


def test_marks_that_contradict_the_solution_are_named_in_one_line(capsys):
    line = f":0000:x:{EASY.replace('53.', '53+7', 1)}::::"
    code, _, message = run(capsys, "hint", line)
    assert code == 2
    assert message.count("\n") == 1
    assert "R1C3" in message


def test_a_certificate_names_truths_and_links(capsys):
    code, out, _ = run(capsys, "hint", HARD, "--only", "intersections", "--certificate")
    assert code == 0
    assert "truths {" in out and "rank" in out


def test_a_path_is_explained_step_by_step(capsys):
    code, out, _ = run(capsys, "explain", EASY)
    assert code == 0
    assert "  1. Hidden Single: r9c7=1" in out
    assert nonet.solve(EASY).solution.line in out


def test_a_path_as_json(capsys):
    code, out, _ = run(capsys, "explain", EASY, EASY, "--format", "json")
    assert code == 0
    for line in out.splitlines():
        answer = json.loads(line)
        assert answer["solved"] and len(answer["steps"]) == 51


def test_a_path_as_a_page(capsys, tmp_path):
    target = tmp_path / "path.html"
    code, out, message = run(capsys, "explain", EASY, "--to", str(target))
    assert (code, out) == (0, "") and "path.html" in message
    assert target.read_text().count("<figure") == 52


def test_find_shows_every_instance_and_says_when_there_is_none(capsys):
    code, out, _ = run(capsys, "explain", EASY, "--find", "hidden single", "--notation")
    assert code == 0
    assert "Hidden Single: r9c7=1" in out.splitlines()
    code, out, _ = run(capsys, "explain", EASY, "--find", "bug+1", "--format", "json")
    assert code == 1 and json.loads(out)["steps"] == []


def test_only_keeps_to_named_techniques_and_a_path_that_ends_early_is_undecided(capsys):
    code, _, message = run(capsys, "explain", HARD, "--only", "tutorial")
    assert code == 3
    assert "the techniques allowed find no further step" in message


@pytest.mark.parametrize(("line", "expected"), [(MANY, "several solutions"), (NONE, "no solution")])
def test_puzzles_without_one_solution_say_so_and_exit_with_1(capsys, line, expected):
    code, _, message = run(capsys, "explain", line)
    assert code == 1
    assert expected in message


def test_the_ladder_as_text_and_json(capsys):
    file = str(ROOT / "puzzles" / "4x4.txt")
    code, out, _ = run(capsys, "explain", "--ladder", file)
    assert code == 0 and "candidates" in out
    code, out, _ = run(capsys, "explain", "--ladder", file, "--format", "json")
    rows = [json.loads(line) for line in out.splitlines()]
    assert [set(row) for row in rows] == [{"technique", "solved"}] * 7


def test_statistics_as_text_and_json(capsys):
    file = str(ROOT / "puzzles" / "euler96.txt")
    code, out, _ = run(capsys, "explain", "--statistics", file, "--only", "tutorial")
    assert code == 0
    assert out.splitlines()[0].split() == ["puzzles", "steps", "hardest", "technique"]
    assert out.splitlines()[-1] == "60 puzzles, 39 solved"
    code, out, _ = run(capsys, "explain", "--statistics", EASY, EASY[1:], "--format", "json")
    assert code == 2
    answer = json.loads(out)
    assert (answer["puzzles"], answer["solved"], answer["stopped"]) == (1, 1, 0)
    assert [row["technique"] for row in answer["techniques"]] == ["full-house", "hidden-single"]


_SINGLES = ("--only", "singles")
_FIRST = (*_SINGLES, "--cell", "R9C7", "--value", "1")


def test_all_steps_of_a_position_as_text_and_json(capsys):
    code, out, _ = run(capsys, "steps", EASY, *_FIRST, "--notation")
    assert code == 0
    assert out.splitlines()[0].split(maxsplit=2) == [
        "51",
        "values,",
        "solves Hidden Single: r9c7=1",
    ]
    assert not any(line.startswith(" ") for line in out.splitlines())
    code, sentences, _ = run(capsys, "steps", EASY, *_FIRST)
    assert code == 0 and len(sentences.splitlines()) > len(out.splitlines())
    code, out, _ = run(capsys, "steps", EASY, *_SINGLES, "--most", "2", "--json")
    answer = json.loads(out)
    assert code == 0 and len(answer["steps"]) == 2 < answer["count"]
    assert answer["steps"][0]["achieves"]["solves"] is True
    assert run(capsys, "steps", EASY, "--only", "naked-pair", "--cell", "R1C1")[0] == 1
    assert "not 'x'" in run(capsys, "steps", EASY, "--value", "x")[2]


def test_the_ladder_reports_a_bad_puzzle_and_climbs_with_the_rest(capsys):
    code, out, message = run(capsys, "explain", "--ladder", EASY, EASY[1:])
    assert code == 2 and "81 characters" in message
    assert "     1   puzzles" in out


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["explain", EASY, "--find", "x-wign"], "did you mean x-wing"),
        (["explain", EASY, "--only", "naked-pear"], "naked-pair"),
        (["hint", EASY, "--only", "nothing"], "unknown technique"),
        (["hint", EASY, "--only", "singels"], "did you mean singles"),
        (["steps", EASY, "--only", "naked-paris"], "did you mean naked-pair"),
        (["explain", EASY, "--only", "qqqq"], "nonet techniques lists them all"),
        (["techniques", "swrdfish"], "did you mean swordfish"),
    ],
)
def test_an_unknown_technique_suggests_the_nearest(capsys, arguments, expected):
    code, out, message = run(capsys, *arguments)
    assert (code, out) == (2, "")
    assert expected in message and message.count("\n") == 1


def test_ratings_as_text_json_and_csv(capsys):
    code, out, _ = run(capsys, "rate", EASY)
    assert code == 0 and "1.2" in out and "Easy" in out
    _, out, _ = run(capsys, "rate", EASY, "--format", "json")
    answer = json.loads(out)
    assert {"puzzle", "solved", "rating", "difficulty", "hardest", "steps", "score"} <= set(answer)
    assert (answer["puzzle"], answer["rating"], answer["score"]) == (EASY, 1.2, 204)
    _, out, _ = run(capsys, "rate", EASY, "--format", "csv", "--scale", "hodoku")
    (row,) = csv.DictReader(io.StringIO(out))
    assert (row["level"], row["score"], row["scale"]) == ("Easy", "204", "HoDoKu")
    assert row["rating"] == ""


def test_many_puzzles_are_rated_by_several_processes_in_order(capsys, tmp_path):
    puzzles = nonet.read(ROOT / "puzzles" / "euler96.txt")[:20]
    file = tmp_path / "twenty.txt"
    lines = [puzzle.line() for puzzle in puzzles]
    file.write_text("\n".join([*lines[:5], "12", *lines[5:]]) + "\n")
    code, out, message = run(capsys, "rate", str(file), "--format", "json", "--jobs", "2")
    assert code == 2 and "line 6" in message
    many = [json.loads(row) for row in out.splitlines()]
    assert [row["puzzle"] for row in many] == lines
    _, alone, _ = run(capsys, "rate", *lines[:3], "--format", "json")
    assert [json.loads(row) for row in alone.splitlines()] == many[:3]


def test_a_puzzle_without_one_solution_is_not_rated(capsys):
    code, out, message = run(capsys, "rate", MANY, "--format", "json")
    assert code == 1 and "several solutions" in message
    assert not json.loads(out)["solved"]


def test_techniques_are_listed_with_sets_and_policies(capsys):
    code, out, _ = run(capsys, "techniques")
    assert code == 0
    assert "x-wing" in out and "tutorial" in out and "set of" in out
    _, out, _ = run(capsys, "techniques", "0300", "--format", "json")
    answer = json.loads(out)
    assert answer["technique"] == "x-wing" and answer["scores"]["hodoku"].startswith("140")


def test_there_is_no_hint_for_a_puzzle_without_a_solution(capsys):
    code, out, message = run(capsys, "hint", NONE)
    assert (code, out) == (1, "No step was found.\n")
    assert "the puzzle has no solution" in message


@pytest.mark.parametrize("jobs", ["0", "-2", "two"])
def test_a_number_of_processes_that_is_none_is_an_error(capsys, jobs):
    code, _, message = run(capsys, "rate", EASY, "--jobs", jobs)
    assert code == 2 and "from 1 on" in message


OPEN = "." * 255 + "G"
HARDEST = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        (["hint", HARDEST, "--only", "forcing"], "no step was found in 1e-06 seconds"),
        (["hint", OPEN], "no step was found in 1e-06 seconds"),
        (["explain", HARDEST], "stopped by the time limit after 0 steps: undecided"),
        (["explain", HARDEST, "--find", "forcing"], "not all was searched in 1e-06 seconds"),
        (["explain", "--ladder", HARDEST], "1 puzzle stopped by the time limit"),
        (["rate", HARDEST], "stopped by the time limit of 1e-06 seconds: explainer, hodoku"),
    ],
)
def test_what_a_time_limit_left_undecided_says_so_and_exits_with_3(
    capsys, monkeypatch, command, expected
):
    monkeypatch.setattr("nonet.deadline.BUILD_SECONDS", 300.0)  # however slow the machine is
    code, out, message = run(capsys, *command, "--time-limit", "0.000001")
    assert code == 3 and expected in message
    assert "no solution" not in message and "No step" not in out


@pytest.mark.slow(0.05)
@pytest.mark.parametrize("limit", ["0", "-1", "soon", "nan", "inf"])
@pytest.mark.parametrize("command", ["hint", "explain", "rate"])
def test_a_time_limit_that_is_none_is_an_error(capsys, command, limit):
    code, _, message = run(capsys, command, EASY, "--time-limit", limit)
    assert code == 2 and "above 0" in message


def test_a_rating_cut_short_shows_what_it_has(capsys, monkeypatch):
    from nonet.cli.commands import human_logic as command
    from nonet.techniques.rating import rate

    def rate_with_time_out(items, *scales, jobs, time_limit):
        for puzzle in items:
            stopped = {"explainer": 8.3}
            yield puzzle, replace(rate(puzzle), rating=None, stopped=stopped, note="late")

    monkeypatch.setattr(command, "rate_many", rate_with_time_out)
    code, out, message = run(capsys, "rate", EASY)
    assert code == 3 and message == f"nonet: {EASY}: late\n"
    assert out.splitlines()[1].split()[:6] == [">=8.3", "1.2", "1.2", "204", "-", "Easy"]
    _, out, _ = run(capsys, "rate", EASY, "--format", "json")
    assert json.loads(out)["stopped"] == {"explainer": 8.3}


@pytest.mark.parametrize("form", ["text", "csv", "json"])
def test_rows_are_written_as_they_come(form, monkeypatch):
    """Each is out before the next puzzle is rated."""
    from nonet.cli.commands import human_logic as command

    class FlushedOutput(io.StringIO):
        seen = ""

        def flush(self):
            self.seen = self.getvalue()

    def rate_and_record(*arguments, **options):
        for number, rating in enumerate(rate_many(*arguments, **options)):
            rows.append(out.seen.count(EASY) - number)
            yield rating

    rate_many, out, rows = command.rate_many, FlushedOutput(), []
    monkeypatch.setattr(command, "rate_many", rate_and_record)
    monkeypatch.setattr("sys.stdout", out)
    assert main(["rate", EASY, EASY, EASY, "--format", form, "--scale", "hodoku"]) == 0
    assert rows == [0, 0, 0] and out.seen.count(EASY) == 3


def test_the_last_line_of_a_step_that_is_applied_is_read_again(capsys):
    """Hints that are applied one after the other lead where the path leads."""
    line, steps = EASY, 0
    while steps < 3:
        code, out, _ = run(capsys, "hint", line, "--apply")
        assert code == 0
        line, steps = out.splitlines()[-1], steps + 1
    puzzle, path = nonet.parse(line), nonet.explain(nonet.parse(EASY))
    position = list(path.positions)[3]
    assert puzzle.clues == nonet.parse(EASY).clues
    assert {**puzzle.clues, **puzzle.entries} == position.assignment


def test_a_variant_goes_on_from_a_file_with_the_position_after_a_step(capsys, tmp_path):
    first, file = tmp_path / "first.json", str(tmp_path / "next.json")
    rule = nonet.puzzle.rule_types()["anti-king"]
    puzzle = example_puzzle(rule, rule.examples[0])
    first.write_text(nonet.write([puzzle], "json"))
    assert run(capsys, "hint", str(first), "--to", file)[0] == 0
    (again,) = nonet.read(file)
    path = nonet.explain(puzzle)
    assert again.rules == puzzle.rules
    assert nonet.hints(again)[0].conclusion == path.steps[1].conclusion
    code, out, _ = run(capsys, "hint", str(first), "--apply")
    assert code == 0 and nonet.parse(out.splitlines()[-1]) == again


def test_steps_that_assume_one_solution_come_with_a_warning_where_there_are_several(capsys):
    code, out, message = run(capsys, "explain", "31.424..4...134.", "--find", "uniqueness")
    assert code == 0 and "Uniqueness Test 2" in out
    assert "several solutions: steps that assume one solution may be wrong" in message
    assert not run(capsys, "explain", "31.424..4...134.", "--find", "singles")[2]
    assert not run(capsys, "explain", "31.424..4...134.", "--find", "uniqueness", "--unique")[2]
