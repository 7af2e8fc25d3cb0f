"""What all commands share: an answer broken off, a disagreement, options of solvers, widths of help."""

import json
import os

import pytest

from nonet import cli, solve
from nonet.cli import common, parser
from nonet.cli.commands import counting, setter, verify
from nonet.cli.commands import solve as solve_command
from nonet.cli.commands.watching import selected_names
from nonet.deadline import Interrupted
from nonet.errors import Disagreement, ModelError
from tests.cli.conftest import EASY, EASY_SOLUTION

UNIQUE = "..3..4....2..1.."


@pytest.fixture
def broken_off(monkeypatch, nonet):
    """Run a command whose question is interrupted with an outcome so far."""

    def run(module, verb, outcome, *arguments):
        def interrupt(*given, **named):
            raise Interrupted(outcome)

        monkeypatch.setattr(module, verb, interrupt)
        return nonet(*arguments)

    return run


@pytest.mark.parametrize("form", ["text", "line", "json"])
def test_what_was_solved_before_ctrl_c_is_printed(broken_off, form):
    outcome = solve(EASY)
    arguments = ("solve", EASY, "--format", form)
    code, out, err = broken_off(solve_command, "solve", outcome, *arguments)
    assert code == 130
    assert err == "nonet: interrupted after 0 puzzles and 1 solution of the next\n"
    assert (json.loads(out)["solutions"] == [EASY_SOLUTION]) if form == "json" else out


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_verdict_so_far_is_printed_at_ctrl_c(broken_off, form):
    outcome = solve(UNIQUE, time_limit=60)
    code, out, err = broken_off(verify, "verify", outcome, "verify", UNIQUE, "--format", form)
    assert code == 130 and err.startswith("nonet: interrupted after 0 puzzles")
    assert "undecided" in out and ("one solution found" in out or form == "json")
    code, _, err = broken_off(verify, "verify", outcome, "verify", UNIQUE, UNIQUE)
    assert (code, err.count("interrupted")) == (130, 1), "no further puzzle is asked"


@pytest.mark.parametrize("form", ["text", "json"])
@pytest.mark.parametrize(
    ("module", "verb", "command", "code"),
    [(counting, "crosscheck", "crosscheck", 1), (verify, "verify", "verify", 3)],
)
def test_a_disagreement_is_an_answer_with_a_file(
    monkeypatch, nonet, tmp_path, module, verb, command, code, form
):
    def disagree(*given, **named):
        raise Disagreement("native: 1, sat: 2", reproducer='{"model": 1}')

    monkeypatch.setattr(module, verb, disagree)
    file = tmp_path / "found.json"
    answered, out, err = nonet(command, UNIQUE, "--reproducer", file, "--format", form)
    assert answered == code
    assert file.read_text() == '{"model": 1}\n'
    assert err == f"nonet: native: 1, sat: 2; written to {file}\n"
    if form == "text":
        assert out == f"{UNIQUE}: DISAGREE: native: 1, sat: 2\n"
    else:
        answer = json.loads(out)
        assert (answer["agree"], answer["disagreement"]) == (False, "native: 1, sat: 2")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("true", True),
        ("False", False),
        ("7", 7),
        ("-1", -1),
        ("0.5", 0.5),
        ("1e3", 1000.0),
        ("min", "min"),
    ],
)
def test_the_value_of_an_option_is_a_truth_a_number_or_a_text(text, value):
    result = common._option_value(text)
    assert (result, type(result)) == (value, type(value))


@pytest.mark.parametrize("option", ["random_seed", "=7", " =7"])
def test_an_option_without_a_name_or_a_value_is_refused(nonet, option):
    code, out, err = nonet("solve", EASY, "--option", option)
    assert (code, out) == (2, "") and "--option is NAME=VALUE, such as random_seed=7" in err
    assert nonet("solve", EASY, "--option", "random_seed =")[0] == 2, "an empty seed is none"


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("all", ["a", "b"]),
        ("none", []),
        ("", []),
        ("b", ["b"]),
        (" b , a ,", ["b", "a"]),
        ("cpsat:model=x,workers=1,sat", ["cpsat:model=x,workers=1", "sat"]),
        ("sat,cpsat:a=1", ["sat", "cpsat:a=1"]),
        ("workers=1", ["workers=1"]),
    ],
)
def test_a_list_of_names_keeps_the_options_of_a_backend_together(text, names):
    assert selected_names(text, ("a", "b")) == names


@pytest.mark.parametrize(
    ("stated", "terminal", "width"),
    [("40", 99, 40), ("0", 99, 99), ("", 99, 99), ("wide", 99, 99), ("", 0, 80), ("", None, 80)],
)
def test_help_is_as_wide_as_the_terminal(monkeypatch, stated, terminal, width):
    def size(number):
        if terminal is None:
            raise OSError("no terminal")
        return os.terminal_size((terminal, 24))

    monkeypatch.setenv("COLUMNS", stated)
    monkeypatch.setattr(parser.os, "get_terminal_size", size)
    monkeypatch.setattr(parser.sys, "__stdout__", open(os.devnull))  # noqa: SIM115, PTH123
    assert parser._terminal_width() == width


@pytest.mark.parametrize("width", [60, 100, 200])
def test_no_line_of_help_is_wider_than_the_terminal(nonet, monkeypatch, width):
    monkeypatch.setenv("COLUMNS", str(width))
    for command in ("solve", "generate", "rate", "web"):
        _, out, _ = nonet(command, "--help")
        options = out.partition("options:")[2].partition("Exit codes")[0]
        lines = [line for line in options.splitlines() if " " in line.strip()]
        assert max(map(len, lines)) <= max(width, 100), "names of options are not cut"
    _, out, _ = nonet("--help")
    summaries = [line for line in out.splitlines() if line.startswith("  ")]
    assert max(map(len, summaries)) <= max(width, 40)


def test_texts_of_files_are_printed_whole_and_on_a_terminal_safely(capsys, monkeypatch):
    common.print_text("a\x1b[2J\nb\n")
    assert capsys.readouterr().out == "a\x1b[2J\nb\n"
    common.print_text("no newline")
    assert capsys.readouterr().out == "no newline\n"
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    common.print_text("a\x1b[2J\nb\n")
    assert capsys.readouterr().out == "a\\x1b[2J\nb\n"


def test_a_question_of_the_setter_that_is_broken_off_shows_what_it_has(nonet, monkeypatch):
    def interrupted(verb):
        def ask(problem, **limits):
            raise Interrupted(verb(problem, **limits))

        return ask

    for name in ("conflict", "redundant"):
        verb = getattr(setter.setting, name)
        monkeypatch.setattr(setter.setting, name, interrupted(verb))
    code, out, err = nonet("conflict", "12.....4........")
    assert code == 130 and "clash" in out and "interrupted" in err
    code, out, err = nonet("redundant", UNIQUE, "--json")
    assert code == 130 and json.loads(out)["stopped_by"] == "interrupt"


def test_a_best_solution_that_is_not_proven_is_undecided(nonet, monkeypatch, tmp_path):
    import nonet as library

    build = library.ModelBuilder()
    x = build.variable("x", range(5))
    build.maximize(x)
    file = tmp_path / "best.json"
    file.write_text(library.model_to_json(build.model()))
    assert nonet("candidates", file)[:2] == (0, f"{file}:\n  x: 4\n")
    outcome = solve(UNIQUE)
    monkeypatch.setattr(setter, "best_solutions_model", lambda *given: (build.model(), outcome))
    code, out, err = nonet("candidates", file)
    assert (code, out) == (3, "") and "no solution was proven to be the best" in err
    with pytest.raises(ModelError):
        build.maximize(x)
    assert cli.ACTIVITY is common.ACTIVITY
