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
def completed(request, tmp_path_factory):
    """What a shell offers after the words of a line; the last one has been begun."""
    shell = request.param
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    made = subprocess.run(
        [sys.executable, "-m", "nonet", "completion", shell],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    folder = tmp_path_factory.mktemp("completion")
    script = folder / f"nonet.{shell}"
    script.write_text(made.stdout)
    subprocess.run([shell, "-n", str(script)], check=True, capture_output=True)
    ask = folder / "ask"
    ask.write_text({"bash": BASH, "zsh": ZSH, "fish": FISH}[shell])
    options = {"bash": ["--norc"], "zsh": ["-f"], "fish": ["--no-config"]}[shell]

    def offered(*words: str) -> set[str]:
        done = subprocess.run(
            [shell, *options, str(ask), str(script), "nonet", *words],
            capture_output=True, text=True, check=False, cwd=folder,
        )  # fmt: skip
        assert not done.stderr, done.stderr
        found = {line.split("\t")[0] for line in done.stdout.splitlines() if line}
        return {word for word in found if word.startswith(words[-1])}

    return offered


def test_commands(completed):
    assert completed("") >= {*command_names(), "help"}
    assert completed("cros") == {"crosscheck"}
    assert completed("-q", "veri") == {"verify"}
    assert completed("help", "veri") == {"verify"}


def test_options_of_the_command(completed):
    assert completed("solve", "--fo") == {"--format"}
    assert "--certificate" in completed("hint", "--")
    assert "--certificate" not in completed("solve", "--")
    assert {"--json", "--quiet"} <= completed("solve", "--")


def test_actions_of_a_command_and_their_options(completed):
    assert completed("learn", "st") == {"start"}
    assert completed("learn", "show", "--ch") == {"--checks"}
    assert "--checks" not in completed("learn", "start", "--")


def test_values_of_options(completed):
    assert completed("solve", "--format", "") == {"text", "line", "json"}
    assert completed("solve", "--backend", "") == set(backend_names())
    assert completed("verify", "--rules", "win") == {"windoku"}


def test_words_that_a_command_takes(completed):
    ours = {name for name, rule in rule_types().items() if rule.__module__.startswith("nonet.")}
    assert completed("rules", "") >= ours
    assert completed("completion", "") == {"bash", "zsh", "fish"}


def test_an_unknown_shell_suggests(capsys):
    assert main(["completion", "bush"]) == 2
    assert "did you mean bash" in capsys.readouterr().err
