"""Python files that build a model: what they may have, their data by type, and their own faults."""

from __future__ import annotations

import sys

import pytest

import nonet
from nonet.errors import FormatError, ModelError
from nonet.model.json import model_to_json
from nonet.solving.model_files import ModelFileError, model_from_text, read_model, read_parameters

HEAD = "import nonet\nbuilder = nonet.ModelBuilder()\nx = builder.variable('x', range(3))\n"

FILES = {
    "a builder": (HEAD + "model = builder\n", []),
    "a model": (HEAD + "model = builder.model()\n", []),
    "a builder named build": (HEAD + "build = builder\n", []),
    "a model named build": (HEAD + "build = builder.model()\n", []),
    "a function": (HEAD + "def build():\n    return builder\n", []),
    "a function of data": (HEAD + "def build(n):\n    builder.add(x < n)\n    return builder\n", ["n=2"]),
    "a function of any data": (HEAD + "def build(**data):\n    return builder\n", ["n=3", "k=[1]"]),
    "a function with a default": (HEAD + "def build(n=3):\n    return builder\n", []),
    "a class that is called": (
        HEAD + "class Build:\n    def __call__(self, n: int):\n        return builder.model()\n"
        "build = Build()\n", ["n=1"],
    ),
    "a function beside a model": (HEAD + "model = 7\ndef build():\n    return builder\n", []),
}  # fmt: skip


@pytest.fixture
def write(tmp_path):
    def write(text, name="file.py"):
        (tmp_path / name).write_text(text, encoding="utf-8")
        return tmp_path / name

    return write


@pytest.mark.parametrize("kind", FILES)
def test_a_file_has_a_model_or_a_function_that_returns_one(kind, write):
    text, data = FILES[kind]
    imported = read_model(write(text), data)
    assert list(imported.model.domains) == ["x"] and len(imported.model.domains["x"]) == 3


WRONG = {
    "nothing": ("y = 1\n", [], "no model in it: it needs `model`, a Model or a ModelBuilder, or a function"),
    "data of a model": (HEAD + "model = builder\n", ["n=1", "k=2"],
                        "it takes no data: that is for a function build(n, k), and it has `model` alone"),
    "data of a builder named build": (HEAD + "build = builder\n", ["n=1"], "it takes no data"),
    "another model": ("model = 7\n", [], "model is a int, not a Model or a ModelBuilder"),
    "another result": ("def build():\n    return 'x'\n", [], "build() gives a str, not a Model"),
    "a parameter without a value": ("def build(n, words: list[str], k=1): ...\n", ["n=1"],
                                    "build() needs words (list[str]): add --data words=VALUE"),
    "two of them": ("def build(n, m): ...\n", [], "build() needs n, m: add --data n=VALUE --data m=VALUE"),
    "a parameter that it has not": ("def build(n): ...\n", ["n=1", "N=2"],
                                    "build() has no parameter 'N'; it has n"),
    "a parameter of none": ("def build(): ...\n", ["n=1"], "build() has no parameter 'n'; it has none"),
}  # fmt: skip


@pytest.mark.parametrize("kind", WRONG)
def test_what_a_file_lacks_is_told_with_its_name(kind, write):
    text, data, message = WRONG[kind]
    path = write(text)
    with pytest.raises(ModelError) as refused:
        read_model(path, data)
    assert message in str(refused.value) and str(refused.value).startswith(f"{path}: ")


FAULTS = {
    "at the top": ("x = 1\nraise ValueError('no')\n", 2, "ValueError: no"),
    "in build": ("def build():\n    return 1 // 0\n", 2, "ZeroDivisionError"),
    "an exit": ("import sys\nsys.exit()\n", 2, "SystemExit"),
    "not Python": ("x = 1\ny = = 2\n", 2, "SyntaxError: invalid syntax"),
    "in nonet": (HEAD + "model = builder\nbuilder.add(x < 'a')\n", 5, "Error"),
}  # fmt: skip


@pytest.mark.parametrize("kind", FAULTS)
def test_a_fault_of_the_files_own_code_is_told_with_its_line_and_traceback(kind, write):
    text, line, error = FAULTS[kind]
    path, before = write(text), sys.stdout
    with pytest.raises(ModelFileError) as raised:
        read_model(path)
    assert sys.stdout is before
    message = str(raised.value)
    assert message.startswith(f"{path}, line {line}: its own code raised ") and error in message
    trace = raised.value.traceback_lines
    assert any(error in each for each in trace) and all("\n" not in each for each in trace)
    assert not any(__file__ in each or "model_files.py" in each for each in trace)
    if kind not in ("not Python",):
        assert f'File "{path}", line {line}' in trace[0] or f"line {line}" in "".join(trace)


def test_what_a_file_prints_goes_to_standard_error_and_its_show_too(write, capsys):
    text = HEAD + (
        "print('loading')\nmodel = builder\ndef show(solution):\n"
        "    print('showing')\n    return solution['x'] // solution['y']\n"
    )
    imported = read_model(write(text))
    assert capsys.readouterr() == ("", "loading\n")
    with pytest.raises(ModelFileError, match=r"line 8: its own code raised ZeroDivisionError"):
        imported.show({"x": 1, "y": 0})
    assert imported.show({"x": 6, "y": 3}) == 2
    assert capsys.readouterr() == ("", "showing\nshowing\n")
    assert read_model(write(HEAD + "model = builder\nshow = 7\n")).show is None


def test_a_file_may_import_what_stands_beside_it_and_leaves_the_path_as_it_was(write):
    write("size = 2\n", "beside_the_model.py")
    path = write(
        "from beside_the_model import size\n" + HEAD + "builder.add(x < size)\nmodel = builder\n"
    )
    before = list(sys.path)
    assert len(read_model(path).model.constraints) + 1 >= 1
    assert sys.path == before
    write("import sys\nsys.path.clear()\n" + HEAD + "model = builder\n")
    try:
        read_model(path)
    finally:
        sys.path[:] = before


TYPES = {
    "int": ("3", [("3.5", "3.5"), ("true", "True"), ("x", "'x'"), ("null", "None")]),
    "float": ("3", [("x", "'x'"), ("true", "True")]),
    "bool": ("true", [("1", "1"), ("yes", "'yes'")]),
    "str": ("x", [("3", "3"), ("[1]", "[1]")]),
    "None": ("null", [("0", "0")]),
    "int | None": ("null", [("x", "'x'")]),
    "typing.Optional[str]": ("null", [("1", "1")]),
    "list[int]": ("[1, 2]", [("1", "1"), ('[1, "a"]', "n[1] = 'a'"), ("[[1]]", "n[0] = [1]")]),
    "list": ('[1, "a"]', [("3", "3")]),
    "list[list[int]]": ("[[1], []]", [("[[1], [2, null]]", "n[1][1] = None"), ("[1]", "n[0] = 1")]),
    "tuple[int, str]": ('[1, "a"]', [("[1]", "[1]"), ('["a", "a"]', "n[0] = 'a'")]),
    "tuple[int, ...]": ("[1, 2, 3]", [('[1, "a"]', "n[1] = 'a'")]),
    "set[int]": ("[1, 2]", [('["a"]', "n[0] = 'a'")]),
    "frozenset": ("[1]", [("1", "1")]),
    "frozenset[int]": ("[1]", [("1", "1"), ('["a"]', "n[0] = 'a'")]),
    "dict[str, int]": ('{"a": 1}', [('{"a": "b"}', "{'a': 'b'}"), ("[1]", "[1]")]),
    "dict": ('{"a": [1]}', [("[1]", "[1]")]),
    "collections.abc.Sequence[int]": ("[1]", [("1", "1")]),
    "object": ("3", []),
    "nonet.Grid": ("3", []),
    "not_a_name": ("3", []),
}


@pytest.mark.parametrize("hint", TYPES)
def test_values_are_of_the_type_that_the_parameter_says(hint, write):
    good, wrong = TYPES[hint]
    head = "import collections.abc, typing\n" + HEAD
    quoted = f"'{hint}'" if hint == "not_a_name" else hint
    path = write(
        head + f"got = []\ndef build(n: {quoted}):\n    got.append(n)\n    return builder\n"
    )
    read_model(path, [f"n={good}"])
    (value,) = sys.modules["nonet_model_file_file"].got
    given = read_parameters([f"n={good}"])["n"].value
    kinds = {"tuple": tuple, "set": set, "frozenset": frozenset}
    kind = kinds.get(hint.partition("[")[0], type(given))
    assert type(value) is kind and value == (kind(given) if kind in kinds.values() else given)
    for text, shown in wrong:
        with pytest.raises(ModelError) as refused:
            read_model(path, [f"n={text}"])
        assert str(refused.value).startswith(f"{path}: build(n) takes ")
        assert str(refused.value).endswith(f", and --data gives {shown}")


def test_a_models_json_has_its_data_in_it(tmp_path):
    text = model_to_json(nonet.Model({"x": [1, 2]}))
    (tmp_path / "m.json").write_text("\ufeff" + text, encoding="utf-8")
    assert len(read_model(tmp_path / "m.json").model.domains["x"]) == 2
    with pytest.raises(ModelError, match=r"m\.json: a model in JSON has its data in it"):
        read_model(tmp_path / "m.json", ["n=1"])
    with pytest.raises(ModelError, match=r"^here: "):
        model_from_text('{"nonet": "model"}', "here")


def test_of_a_name_given_twice_the_last_counts_and_other_entries_are_files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    given = read_parameters(["n=1", " k =x=y", "n=2", "t="])
    assert {name: each.value for name, each in given.items()} == {"n": 2, "k": "x=y", "t": ""}
    for entry in ("n", "1n=3", "a b=3", "=3"):
        with pytest.raises(FormatError, match="no such file; --data takes NAME=VALUE, or a file"):
            read_parameters([entry])
    (tmp_path / "latin.json").write_bytes(b'{"n": "\xe9"}')
    with pytest.raises(FormatError, match=r"latin\.json: the file is not a text in UTF-8"):
        read_parameters(["latin.json"])
    (tmp_path / "empty.json").write_text(" {} \n")
    assert read_parameters(["empty.json"]) == {}
    (tmp_path / "upper.JSON").write_text('{"n": {"a": [1]},\n\n"m": null}')
    places = {name: each.place() for name, each in read_parameters(["upper.JSON"]).items()}
    assert places == {"n": "upper.JSON, line 1", "m": "upper.JSON, line 3"}
    for text, message in (
        ("{3: 1}", "a parameter's name is a text, not 3"),
        ('{"a": 1,}', "this is not JSON"),
        ('{"a": 1', "',' or '}' is expected"),
        ("[1]", "not a list"),
        ("7", "not a int"),
    ):
        (tmp_path / "bad.json").write_text(text)
        with pytest.raises(FormatError) as refused:
            read_parameters(["bad.json"])
        assert message in str(refused.value) and "bad.json, line 1" in str(refused.value)
