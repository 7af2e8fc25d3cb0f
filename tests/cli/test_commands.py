"""The command line as its users meet it: answers, forms, exit codes."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from nonet.cli import main

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
EASY_SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
MANY = EASY.replace("53", "..", 1).replace("79", "..")
NONE = "516849732" + "." * 18 + "." * 54
PUZZLES = Path(__file__).parents[2] / "puzzles"


@pytest.fixture
def nonet(capsys):
    """Run the command; gives exit code, standard output and standard error."""

    def run(*arguments):
        code = main([str(a) for a in arguments])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return run


def no_solution() -> str:
    """A puzzle without clashing clues and without a solution: R1C9 can be nothing."""
    return "12345678." + "........9" + "." * 63


def test_solve_draws_the_solution(nonet):
    code, out, err = nonet("solve", EASY)
    assert (code, err) == (0, "")
    assert "5 3 4" in out
    assert "solved (lockstep" in out


def test_solve_as_lines_gives_only_lines(nonet):
    assert nonet("solve", EASY, "--format", "line") == (0, EASY_SOLUTION + "\n", "")


@pytest.mark.parametrize("backend", ["native", "cpsat", "python-constraint", "sat"])
def test_solve_as_json_has_the_fields_promised(nonet, backend):
    code, out, _ = nonet("solve", EASY, "--format", "json", "--backend", backend)
    answer = json.loads(out)
    assert code == 0
    assert answer.pop("seconds") > 0
    assert answer == {
        "puzzle": EASY,
        "status": "sat",
        "solutions": [EASY_SOLUTION],
        "exhausted": False,
        "stopped_by": "solutions",
        "backend": backend,
    }


def test_solve_without_a_solution_says_so_with_exit_code_1(nonet):
    code, out, _ = nonet("solve", no_solution(), "--format", "json")
    answer = json.loads(out)
    assert (code, answer["status"], answer["exhausted"]) == (1, "unsat", True)
    code, out, _ = nonet("solve", no_solution())
    assert code == 1
    assert "no solution" in out


def test_solve_all_up_to_a_limit(nonet):
    code, out, _ = nonet("solve", "." * 81, "--all", "--limit", 10, "--format", "json")
    answer = json.loads(out)
    assert code == 0
    assert len(set(answer["solutions"])) == 10
    assert (answer["exhausted"], answer["stopped_by"]) == (False, "solutions")
    _, out, _ = nonet("solve", "." * 16, "--all", "--format", "json")
    answer = json.loads(out)
    assert (len(answer["solutions"]), answer["exhausted"]) == (288, True)


def test_a_time_limit_leaves_the_question_open_with_exit_code_3(nonet):
    hard = PUZZLES / "25x25-290.txt"
    code, out, _ = nonet(
        "solve", hard, "--backend", "native:alldifferent=naked", "--time-limit", 0.2,
        "--format", "json",
    )  # fmt: skip
    answer = json.loads(out)
    assert (code, answer["status"], answer["stopped_by"]) == (3, "unknown", "time")


def test_verify_tells_unique_multiple_none_and_undecided(nonet):
    code, out, _ = nonet("verify", EASY, "--format", "json")
    answer = json.loads(out)
    assert (code, answer["verdict"], answer["witnesses"]) == (0, "unique", [EASY_SOLUTION])
    code, out, _ = nonet("verify", "." * 81, "--format", "json")
    answer = json.loads(out)
    assert (code, answer["verdict"], len(answer["witnesses"])) == (1, "multiple", 2)
    first, second = answer["witnesses"]
    assert answer["differing_cells"] == [
        f"R{i // 9 + 1}C{i % 9 + 1}" for i in range(81) if first[i] != second[i]
    ]
    code, out, _ = nonet("verify", no_solution(), "--format", "json")
    assert (code, json.loads(out)["verdict"]) == (1, "none")
    code, out, _ = nonet(
        "verify", PUZZLES / "25x25-290.txt", "--time-limit", 0.2, "--format", "json",
        "--backend", "native:alldifferent=naked",
    )  # fmt: skip
    answer = json.loads(out)
    assert (code, answer["verdict"], answer["stopped_by"]) == (3, "undecided", "time")


def test_verify_says_a_line_for_each_puzzle_and_a_summary(nonet):
    code, out, err = nonet("verify", EASY, no_solution(), EASY)
    assert code == 1
    assert [line.split(": ")[1].split(" (")[0] for line in out.splitlines()] == [
        "unique",
        "none",
        "unique",
    ]
    assert err == "nonet: 3 puzzles: 2 unique, 1 not unique\n"


def test_verify_draws_two_witnesses_and_where_they_differ(nonet):
    code, out, _ = nonet("verify", "." * 16)
    assert code == 1
    assert out.count("┏") == 2
    assert "They differ in R" in out


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


def test_rules_may_be_added_on_the_command_line(nonet):
    _, plain, _ = nonet("solve", "." * 16, "--all", "--format", "json")
    _, crossed, _ = nonet("solve", "." * 16, "--all", "--rules", "x", "--format", "json")
    assert len(json.loads(crossed)["solutions"]) < len(json.loads(plain)["solutions"])
    regions = "AAABABBBCCDDCCDD"
    code, out, _ = nonet("solve", "." * 16, "--regions", regions, "--format", "line")
    assert code == 0
    for letter in "ABCD":
        assert {v for v, r in zip(out.strip(), regions, strict=True) if r == letter} == set("1234")


def test_every_command_has_help_with_exit_codes_in_the_main_one(nonet):
    code, out, _ = nonet("--help")
    assert code == 0
    assert "Exit codes" in out
    for command in ("solve", "verify", "crosscheck", "show", "convert", "backends", "rules"):
        assert command in out
        assert nonet(command, "--help")[0] == 0
    assert nonet("--version")[1].startswith("nonet 0.")


def test_many_files_and_standard_input(nonet, tmp_path, monkeypatch):
    import io

    monkeypatch.setattr(sys, "stdin", io.StringIO(EASY + "\n" + EASY + "\n"))
    code, out, _ = nonet("solve", "-", PUZZLES / "4x4.txt", "--format", "json")
    assert code == 0
    assert [len(json.loads(line)["puzzle"]) for line in out.splitlines()][:3] == [81, 81, 16]


def test_the_module_and_the_script_are_the_same_command():
    process = subprocess.run(
        [sys.executable, "-m", "nonet", "solve", EASY, "--format", "line"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert process.stdout.strip() == EASY_SOLUTION


def test_the_default_path_imports_nothing_heavy():
    script = (
        "import sys; from nonet.cli import main; main(['solve', sys.argv[1], '--format', 'line']);"
        "heavy = {'numpy', 'ortools', 'pandas', 'constraint', 'pysat', 'tqdm', 'hypothesis',"
        " 'importlib.metadata', 'nonet.formats.iss', 'nonet.formats.fpuzzles', 'xml.sax',"
        " 'urllib.request', 'nonet.model.builder'} & set(sys.modules); assert not heavy, heavy"
    )
    subprocess.run([sys.executable, "-c", script, EASY], check=True, capture_output=True)
