"""Parameters of instances: JSON, CSV and dzn say the same, and a fault is told by name and line."""

import shutil
import subprocess

import pytest

import nonet
from nonet.errors import FormatError, ModelError
from nonet.formats.dzn import read_dzn
from nonet.solving.model_files import read_model, read_parameters
from tests.cases import as_one_test

JOBS = """
import nonet
def build(duration: list[int], machine: list[str], limit: int = 99, cost: list[list[int]] = ()):
    build = nonet.ModelBuilder()
    start = build.array("start", len(duration), range(limit))
    for name in sorted(set(machine)):
        chosen = [i for i, each in enumerate(machine) if each == name]
        build.no_overlap([start[i] for i in chosen], [duration[i] for i in chosen])
    build.minimize(nonet.max_of(s + d for s, d in zip(start, duration)))
    return build
"""

SAME = {
    "jobs.json": '{"duration": [3, 4, 5],\n "machine": ["saw", "drill", "saw"]}',
    "jobs.csv": "machine,duration\nsaw,3\ndrill,4\n\nsaw,5\n",
    "semicolons.csv": "machine;duration\r\n'saw';3\r\ndrill;4\r\n'saw';5\r\n".replace("'", '"'),
    "jobs.tsv": "machine\tduration\nsaw\t3\ndrill\t4\nsaw\t5\n",
    "jobs.dzn": '%% jobs\nduration = [3, 4,\n 5]; /* by\nmachine */ machine = ["saw", "drill", "saw"]',
    "enum.dzn": "machine = array1d(1..3, [saw, drill, saw]); duration = [3, 4, 5,];",
}


@pytest.fixture
def file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def write(name, text):
        (tmp_path / name).write_text(text, encoding="utf-8", newline="")
        return tmp_path / name

    return write


@pytest.mark.parametrize("name", SAME)
def test_files_of_each_kind_give_the_same_instance(name, file):
    model = file("jobs.py", JOBS)
    file(name, SAME[name])
    assert nonet.solve(read_model(model, [name]).model).optimum.value == 8
    assert nonet.solve(read_model(model, [name, "duration=[1, 1, 1]"]).model).optimum.value == 2


def test_a_table_without_headings_is_rows_and_cells_are_numbers_or_texts(file):
    file("t.csv", '1, 2.5,-3\n"a, ""b""",true,\nnan,1_0,1e2\n')
    assert read_parameters(["t=t.csv"])["t"].value == [
        [1, 2.5, -3], ['a, "b"', True, None], ["nan", "1_0", 100.0],
    ]  # fmt: skip


TEXTS = {
    "a = -3; b = 2.5; c = true; d = \"x\\n\\\"y\\\"\"; e = 1e3;": [-3, 2.5, True, 'x\n"y"', 1000.0],
    "a = [| 1, 2 | 3, 4 |]; b = [||]; c = []; d = [|1,2\n|3,4,\n|];": [
        [[1, 2], [3, 4]], [], [], [[1, 2], [3, 4]],
    ],
    "a = {3, 1, 3}; b = 2..4; c = {}; d = 4..3; e = [1..2, {5}];": [
        [1, 3], [2, 3, 4], [], [], [[1, 2], [5]],
    ],
    "n = 2; R = 1..n; a = array2d(1..n, 1..3, [1,2,3,4,5,6]); b = array2d(R, R, [1,2,3,4]);": [
        2, [1, 2], [[1, 2, 3], [4, 5, 6]], [[1, 2], [3, 4]],
    ],
    "a = array3d(1..2,1..1,0..1,[1,2,3,4]); b = [<>, 1, _]; C = {Red, 'Dark Blue'};": [
        [[[1, 2]], [[3, 4]]], [None, 1, None], ["Red", "Dark Blue"],
    ],
    "a = 1..n; n = 2;": [[1, 2], 2],
    "a = 0x1F; b = 0o17; c = -1..1; d = - 7;": [31, 15, [-1, 0, 1], -7],
}  # fmt: skip


@as_one_test(TEXTS)
def test_values_of_dzn_are_read(text):
    assert [value for _, value, _ in read_dzn(text)] == TEXTS[text]


@pytest.mark.skipif(shutil.which("minizinc") is None, reason="minizinc is not installed")
def test_minizinc_reads_the_same_values(file):
    file("m.mzn", "int: n; array[1..n, 1..3] of int: a; set of int: s; array[int] of float: f;\n"
         'output [show(n), " ", show(a), " ", show([x | x in s]), " ", show(f)];')  # fmt: skip
    text = "% data\nn = 2; a = [|1,-2,3|4,5,6|]; s = {7, 2}; f = [0.5, 2.0];"
    file("d.dzn", text)
    command = ["minizinc", "--solver", "gecode", "m.mzn", "d.dzn"]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    n, a, s, f = (value for _, value, _ in read_dzn(text))
    flat = [each for row in a for each in row]
    assert printed.split("\n")[0] == f"{n} {flat} {s} {f}"


WRONG = {
    "a.json": ('{"duration": [3, 4],\n "duration": [1]}', "line 2: duration: it is given twice"),
    "b.json": ('{"duration": [3,\n 4', "line 2: duration: this is not JSON"),
    "c.json": ('{"duration" [3]}', "line 1: duration: ':' is expected"),
    "d.json": ('{"duration": [3]\n "machine": []}', "line 2: duration: ',' or '}' is expected"),
    "e.json": ("[1, 2]", "line 1: --data takes a JSON object of parameters by name, and not a list"),
    "f.json": ("durations", "and this is none"),
    "g.json": ('{"machine": []}\n{}', "line 2: '{}' after the end"),
    "h.json": ("{" + '"x": ' + "[" * 100_000, "nested too deep"),
    "i.json": ('{"machine": ["saw"],\n "duration": [1, "x"]}',
               "takes list[int], and i.json, line 2 gives duration[1] = 'x'"),
    "j.json": ('{"machine": ["saw"], "duration": [1],\n "cost": [[1, 2], [3, 0.5]]}',
               "and j.json, line 2 gives cost[1][1] = 0.5"),
    "k.json": ('{"machine": ["saw"],\n\n "durations": [1], "duration": [1]}',
               "no parameter 'durations' (k.json, line 3); it has duration, machine, limit, cost; "
               "did you mean duration?"),
    "a.csv": ("machine,duration\nsaw,3\ndrill,four\n",
              "takes list[int], and a.csv, line 3 gives duration[1] = 'four'"),
    "b.csv": ("machine,duration\n\nsaw,3\ndrill,\n", "b.csv, line 4 gives duration[1] = None"),
    "c.csv": ("machine,duration\nsaw,3,4\n", "c.csv, line 2: 3 values under 2 headings"),
    "d.csv": ("3,4\n5,6\n", "d.csv, line 1: the heading '3' is not a parameter's name: the first line "
              "names the columns; a table without headings is --data NAME=d.csv"),
    "e.csv": ("duration,duration\n1,2\n", "line 1: two columns duration"),
    "f.csv": ("\n\n", "a table without a row"),
    "g.csv": ('machine,duration\n"saw,3\n', "line 2: unexpected end of data"),
    "a.dzn": ("duration = [3,\n 4;", "a.dzn, line 2: duration: ']' is expected, not ';'"),
    "b.dzn": ("machine = [saw];\nduration = [1, 2.5];", "b.dzn, line 2 gives duration[1] = 2.5"),
    "c.dzn": ("\nduration = ;", "c.dzn, line 2: duration: a value is expected, not ';'"),
    "d.dzn": ("duration = [1]\nmachine = [a];", "line 2: duration: ';' is expected, not 'machine'"),
    "e.dzn": ("duration = array2d(1..2, 1..2,\n [1, 2, 3]);",
              "line 2: duration: array2d: 2 by 2 are 4 values, and 3 are given"),
    "f.dzn": ("duration = 1..n;", "line 1: duration: 'n' is not an integer of this file"),
    "g.dzn": ("duration = [|1, 2|3|];", "line 1: duration: row 2 has 1 value, and row 1 2"),
    "h.dzn": ("duration = [1]; duration = [2];", "line 1: duration: it is given twice"),
    "i.dzn": ("duration = 1..999999999;", "has more than 1000000 members"),
    "j.dzn": ("duration = sum([1, 2]);", "duration: sum(...) is not a value"),
    "k.dzn": ("duration = [1 @];", "line 1: duration: '@' is not understood"),
    "l.dzn": ("3 = 4;", "line 1: a name is expected, as in n = 8;, not '3'"),
    "m.dzn": ("duration = array1d(S, [1]);", "'S' is not an index set that was given before"),
    "n.dzn": ("duration = [1: 4, 2: 5];", "an array with indices: write its values alone"),
    "o.dzn": ("duration = [" + 5000 * "7" + "];",
              "line 1: duration: the integer 777777777777... has more than 1000 digits"),
    "q.dzn": ("duration = array1d();", "array1d takes 1 index sets and an array"),
    "p.dzn": ("machine = {[saw]};", "the members of a set are numbers and names"),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_with_data_is_one_line_with_the_name_and_the_line(name, file):
    text, message = WRONG[name]
    model = file("jobs.py", JOBS)
    file(name, text)
    with pytest.raises((FormatError, ModelError)) as caught:
        read_model(model, [name])
    assert message in str(caught.value)
    assert name in str(caught.value) and "\n" not in str(caught.value)


def test_a_table_by_name_tells_the_row_of_a_fault(file):
    model = file("jobs.py", JOBS)
    file("jobs.csv", SAME["jobs.csv"])
    file("cost.csv", "1,2\n\n3,x\n")
    with pytest.raises(ModelError, match=r"cost.csv, line 3 gives cost\[1\]\[1\] = 'x'"):
        read_model(model, ["jobs.csv", "cost=cost.csv"])
    with pytest.raises(FormatError, match=r"none\.csv: no such file"):
        read_model(model, ["jobs.csv", "cost=none.csv"])


def test_random_texts_and_damaged_data_are_read_or_refused_in_one_line(file):
    from random import Random

    random = Random(291)
    for _ in range(600):
        name = random.choice(list(SAME))
        text = list(SAME[name])
        for _ in range(random.randint(1, 4)):
            place = random.randrange(len(text))
            text[place] = random.choice(["", "|", "[", "]", '"', "=", ",", "\n", "9", "é", "\x00"])
        path = file(name, "".join(text))
        try:
            read_parameters([str(path)])
        except FormatError as error:
            assert "\n" not in str(error) and name in str(error)
