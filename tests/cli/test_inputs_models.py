"""Models by standard input, and by their files in Python: as the commands take them."""

import io
import sys
from pathlib import Path

import pytest

import nonet
from nonet.cli import main
from nonet.errors import ModelError

CLASSICS = Path(__file__).parents[2] / "examples" / "classics"

PYTHON = """
import nonet

def build(most: int = 2):
    model = nonet.ModelBuilder()
    x, y = model.variables("xy", range(most + 1))
    model.add(x < y)
    return model
"""

COMMANDS = {
    "solve": ("y = 2", 0),
    "count": ("3", 0),
    "verify": ("multiple", 1),
    "trace": ("x - y <= -1", 0),
    "crosscheck": ("2 solutions by native, sat", 0),
    "compare": ("alldifferent", 0),
    "model": ("cp_model", 0),
}
"""What each says of it, and its exit code."""


@pytest.fixture
def model_files(tmp_path):
    """The model as Python and as JSON."""
    python, text = tmp_path / "small.py", tmp_path / "small.json"
    python.write_text(PYTHON, encoding="utf-8")
    build = nonet.ModelBuilder()
    x, y = build.variables("xy", range(3))
    build.add(x < y)
    text.write_text(nonet.model_to_json(build.model()), encoding="utf-8")
    return python, text


class Pipe(io.TextIOWrapper):
    """A pipe as the commands see one: bytes that are read once."""

    def __init__(self, text):
        super().__init__(io.BufferedReader(io.BytesIO(text.encode())), encoding="utf-8")


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_takes_a_model_from_a_file_in_python_or_json_and_from_a_pipe(
    command, model_files, monkeypatch, capsys
):
    python, text = model_files
    expected, code = COMMANDS[command]
    extra = ["--as", "cpsat"] if command == "model" else []
    if command in ("crosscheck", "compare"):
        extra = ["--backend", "native", "--backend", "sat"]
    for source in (str(python), str(text), "-"):
        monkeypatch.setattr(sys, "stdin", Pipe(text.read_text(encoding="utf-8")))
        data = ["--data", "most=2"] if source == str(python) else []
        assert main([command, source, *data, *extra]) == code, source
        output = capsys.readouterr()
        assert expected in output.out + output.err, source


def test_bad_models_by_a_pipe_are_one_line(model_files, monkeypatch, capsys):
    text = model_files[1].read_text(encoding="utf-8")
    for piped, data, expected in (
        (text, ["--data", "n=3"], "<stdin>: a model in JSON has its data in it"),
        (text[:-20], [], "<stdin>: "),
    ):
        monkeypatch.setattr(sys, "stdin", Pipe(piped))
        assert main(["solve", "-", *data]) == 2
        output = capsys.readouterr()
        assert expected in output.err and output.err.count("\n") == 1 and not output.out
    monkeypatch.setattr(sys, "stdin", Pipe(text))
    assert main(["hint", "-"]) == 2
    assert "takes puzzles alone" in capsys.readouterr().err


def test_the_verbs_take_the_files_and_the_text(model_files):
    python, text = model_files
    for model in (python, str(python), text, str(text), text.read_text(encoding="utf-8")):
        assert nonet.count_solutions(model).number == 3
    assert nonet.solve(CLASSICS / "golomb.py").optimum.value == 17


def test_a_file_that_raises_is_reported_as_the_users_file(tmp_path):
    file = tmp_path / "bad.py"
    file.write_text("def build():\n    return 1 // 0\n", encoding="utf-8")
    with pytest.raises(ModelError, match=r"bad.py, line 2: its own code raised ZeroDivisionError"):
        nonet.solve(file)
