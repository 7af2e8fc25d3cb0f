"""Completion, asked of the shells themselves."""

import os
import re
import shutil
import subprocess
import sys

import pytest

from nonet.backends import backend_names
from nonet.cli import command_names, main
from nonet.cli.commands.completion import _set_completers
from nonet.cli.parser import make_parser
from nonet.puzzle import rule_types

BASH = """
source "$1"
COMP_LINE="$2" COMP_POINT=${#2} COMP_TYPE=9
_python_argcomplete nonet
printf '%s\\n' "${COMPREPLY[@]}"
"""
"""Sources the script, and asks for the words that complete a line."""


@pytest.fixture(params=["bash", "zsh", "fish", "powershell"])
def complete(request, tmp_path):
    """What nonet answers a shell about the words of a line; the last one has been begun."""
    shell = request.param
    pytest.importorskip("argcomplete")
    for name in ("solve", "verify", "hint", "learn", "rules"):
        _set_completers(make_parser(name))

    def completions(*line_words: str) -> set[str]:
        line, file = " ".join(["nonet", *line_words]), tmp_path / "words"
        environment = {
            "_ARGCOMPLETE": "1", "_ARGCOMPLETE_IFS": "\n", "_ARGCOMPLETE_SHELL": shell,
            "COMP_LINE": line, "COMP_POINT": str(len(line)), "COMP_TYPE": "9",
            "ARGCOMPLETE_USE_TEMPFILES": "1", "_ARGCOMPLETE_STDOUT_FILENAME": str(file),
            "_ARGCOMPLETE_SUPPRESS_SPACE": "1",
        }  # fmt: skip
        file.write_text("")
        errors = tmp_path / "errors"
        if not hasattr(os, "fork"):
            with errors.open("w") as stream:
                subprocess.run(
                    [sys.executable, "-m", "nonet"], check=True, stderr=stream,
                    env={**os.environ, **environment},
                )  # fmt: skip
        elif child := os.fork():
            assert os.waitpid(child, 0)[1] == 0, errors.read_text()
        else:  # imports are done here, which take nearly all of the time of an answer
            try:
                os.dup2(os.open(errors, os.O_WRONLY | os.O_CREAT), 2)
                os.environ.update(environment)
                sys.argv[:] = ["nonet"]
                main()
            except BaseException:
                sys.__excepthook__(*sys.exc_info())
            finally:
                os._exit(1)  # argcomplete ends a process that has answered
        assert errors.read_text() == ""
        # zsh and fish show a help beside each word
        lines = [line for line in file.read_text().split("\n") if line]
        return {re.split(r"(?<!\\\\)[:\t]", each)[0] for each in lines}

    return completions


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "powershell"])
def test_the_script_of_a_shell_is_one_that_it_reads(shell, tmp_path, capsys):
    assert main(["completion", shell]) == 0
    script = tmp_path / f"nonet.{shell}"
    script.write_text(capsys.readouterr().out)
    assert "nonet" in script.read_text()
    if shell == "powershell" or shutil.which(shell) is None:
        pytest.skip(f"{shell} is not here to read it")
    subprocess.run([shell, "-n", str(script)], check=True, capture_output=True)


def test_bash_itself_completes(tmp_path, capsys):
    if shutil.which("bash") is None:
        pytest.skip("bash is not installed")
    main(["completion", "bash"])
    (tmp_path / "nonet.bash").write_text(capsys.readouterr().out)
    (tmp_path / "ask").write_text(BASH)
    (tmp_path / "nonet").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m nonet "$@"\n')
    (tmp_path / "nonet").chmod(0o755)
    process = subprocess.run(
        ["bash", "--norc", "ask", "nonet.bash", "nonet verify --form"],
        capture_output=True, text=True, check=True, cwd=tmp_path,
        env={**os.environ, "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"},
    )  # fmt: skip
    assert process.stdout.split() == ["--format"]


def test_commands(complete):
    assert complete("") >= {*command_names(), "help"}
    assert complete("cros") == {"crosscheck"}
    assert complete("-q", "veri") == {"verify"}
    assert complete("help", "veri") == {"verify"}


def test_options_of_the_command(complete):
    assert complete("solve", "--fo") == {"--format"}
    assert "--certificate" in complete("hint", "--")
    assert "--certificate" not in complete("solve", "--")
    assert {"--json", "--quiet"} <= complete("solve", "--")


def test_actions_of_a_command_and_their_options(complete):
    assert complete("learn", "st") == {"start"}
    assert complete("learn", "show", "--ch") == {"--checks"}
    assert "--checks" not in complete("learn", "start", "--")


def test_values_of_options(complete):
    assert complete("solve", "--format", "") == {"text", "line", "json"}
    assert complete("solve", "--backend", "") == set(backend_names())
    assert complete("verify", "--rules", "win") == {"windoku"}


def test_words_that_a_command_takes(complete):
    own_rules = {
        name for name, rule in rule_types().items() if rule.__module__.startswith("nonet.")
    }
    assert complete("rules", "") >= own_rules
    assert complete("completion", "") == {"bash", "zsh", "fish", "powershell"}


def test_an_unknown_shell_suggests(capsys):
    assert main(["completion", "bush"]) == 2
    assert "did you mean bash" in capsys.readouterr().err
