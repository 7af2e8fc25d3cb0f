"""Completion, asked of the shells themselves."""

import shutil
import subprocess
import sys

import pytest

from nonet.backends import backend_names
from nonet.cli import command_names, main
from nonet.puzzle import rule_types

BASH = """
source "$1"; shift
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
_nonet
printf '%s\\n' "${COMPREPLY[@]}"
"""

ZSH = """
compdef() { : }
source "$1"; shift
compadd() { shift; print -rl -- "$@" }
_describe() { for each in "${(@P)2}"; do print -r -- "${each%%:*}"; done }
_files() { : }
words=("$@"); CURRENT=$#
_nonet
"""

FISH = """
source $argv[1]
complete -C (string join ' ' -- $argv[2..-1])
"""


@pytest.fixture(scope="module", params=["bash", "zsh", "fish"])
def complete(request, tmp_path_factory):
    """What a shell offers after the words of a line; the last one has been begun."""
    shell = request.param
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    process = subprocess.run(
        [sys.executable, "-m", "nonet", "completion", shell],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    folder = tmp_path_factory.mktemp("completion")
    script = folder / f"nonet.{shell}"
    script.write_text(process.stdout)
    subprocess.run([shell, "-n", str(script)], check=True, capture_output=True)
    ask = folder / "ask"
    ask.write_text({"bash": BASH, "zsh": ZSH, "fish": FISH}[shell])
    options = {"bash": ["--norc"], "zsh": ["-f"], "fish": ["--no-config"]}[shell]

    def completions(*arguments: str) -> set[str]:
        process = subprocess.run(
            [shell, *options, str(ask), str(script), "nonet", *arguments],
            capture_output=True, text=True, check=False, cwd=folder,
        )  # fmt: skip
        assert not process.stderr, process.stderr
        candidates = {line.split("\t")[0] for line in process.stdout.splitlines() if line}
        return {word for word in candidates if word.startswith(arguments[-1])}

    return completions


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
    assert complete("completion", "") == {"bash", "zsh", "fish"}


def test_an_unknown_shell_suggests(capsys):
    assert main(["completion", "bush"]) == 2
    assert "did you mean bash" in capsys.readouterr().err
