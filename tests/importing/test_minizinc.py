"""MiniZinc: models compiled and solved, and nonet as MiniZinc's solver."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

import nonet
from nonet.cli import main
from nonet.errors import FormatError
from nonet.importing import READERS
from nonet.importing.minizinc import (
    compile_minizinc,
    configuration_folder,
    library_folder,
)
from nonet.solving.problem_input import IMPORTED_SUFFIXES

needs_minizinc = pytest.mark.skipif(
    shutil.which("minizinc") is None, reason="the program minizinc is not installed"
)

QUEENS = """include "globals.mzn";
int: n;
array[1..n] of var 1..n: q;
constraint all_different(q);
constraint all_different(i in 1..n)(q[i] + i) :: "rising";
constraint all_different(i in 1..n)(q[i] - i);
solve :: int_search(q, first_fail, indomain_min) satisfy;
output ["queens \\(q)\\n"];
"""

KNAPSACK = """int: room = 10;
array[1..4] of int: size = [5, 4, 3, 6];
array[1..4] of int: worth = [9, 7, 4, 11];
array[1..4] of var bool: take;
var int: total = sum(i in 1..4)(worth[i] * take[i]);
constraint sum(i in 1..4)(size[i] * take[i]) <= room;
solve maximize total;
output ["total \\(total)"];
"""


@pytest.fixture
def models(tmp_path):
    (tmp_path / "queens.mzn").write_text(QUEENS)
    (tmp_path / "eight.dzn").write_text("n = 8;\n")
    (tmp_path / "knapsack.mzn").write_text(KNAPSACK)
    return tmp_path


SETS = """include "globals.mzn";
array[1..3] of var set of 1..3: part;
var 0..9: total;
constraint partition_set(part, 1..3) /\\ card(part[1]) = 1;
constraint total = sum(i in part[2])(i) + 3 * bool2int(2 in part[1] union part[3]);
solve maximize total;
output ["\\(part[1]) \\(part[2]) \\(total)"];
"""


@needs_minizinc
def test_variables_that_are_sets_are_arrays_of_booleans_for_a_solver(tmp_path):
    (tmp_path / "sets.mzn").write_text(SETS)
    compiled = compile_minizinc(tmp_path / "sets.mzn")
    outcome = nonet.solve(compiled.flat.model, "native")
    assert outcome.optimum.value == 7 and outcome.optimum.is_proven
    assert compiled.show(outcome.solution) == "2..2 {1,3} 7"
    assert nonet.count_solutions(compiled.flat.model.with_objective(None)).number == 3 * 2**2


@needs_minizinc
def test_a_model_with_a_data_file_has_the_solutions_that_are_known(models):
    path = str(models / "queens.mzn")
    compiled = compile_minizinc(models / "queens.mzn", [str(models / "eight.dzn")])
    assert nonet.count_solutions(compiled.flat.model).number == 92
    assert compiled.flat.model.variables[:2] == ("q[1]", "q[2]")
    labels = {str(each.rule) for each in compiled.flat.model.constraints}
    assert "rising (line 5 of queens.mzn)" in labels
    assert compiled.flat.model.search[0].variable_order == "first_fail"
    data = [str(models / "eight.dzn")]
    plain = compile_minizinc(models / "queens.mzn", data, keep_places=False).flat.model
    assert len(plain.constraints) == len(compiled.flat.model.constraints)
    assert not any("of queens.mzn)" in str(each.rule) for each in plain.constraints)
    assert main(["count", path, str(models / "eight.dzn")]) == 0
    assert main(["count", path, "--data", "n=3"]) == 1


@needs_minizinc
def test_solutions_are_shown_as_the_model_says(models, capsys):
    assert main(["solve", str(models / "knapsack.mzn")]) == 0
    assert capsys.readouterr().out.splitlines()[1:2] == ["total 18"]
    assert nonet.solve(models / "knapsack.mzn").optimum.value == 18


@needs_minizinc
def test_only_what_is_shown_makes_solutions(tmp_path, capsys):
    model = tmp_path / "local.mzn"
    model.write_text(
        "var 0..3: x; var bool: b; constraint b -> let { var 1..4: z } in z * x >= 3;\n"
        "constraint bool_sum_le([b, x = 0], 1); solve satisfy;\n"
    )
    assert nonet.count_solutions(model).number == 7
    for command in (["verify"], ["verify", "--json"], ["solve", "--json"]):
        main([*command, str(model)])
        output = capsys.readouterr().out
        assert "x" in output and "X_INTRODUCED" not in output


@needs_minizinc
def test_one_process_writes_all_solutions(models, monkeypatch, capfd):
    started = []
    popen = subprocess.Popen
    monkeypatch.setattr(subprocess, "Popen", lambda *a, **k: started.append(a) or popen(*a, **k))
    options = ["--data", "n=6", "--all"]
    assert main(["solve", str(models / "queens.mzn"), *options]) == 0
    lines = [line for line in capfd.readouterr().out.splitlines() if line.startswith("queens [")]
    assert sorted(lines) == [
        "queens [2, 4, 6, 1, 3, 5]",
        "queens [3, 6, 2, 5, 1, 4]",
        "queens [4, 1, 5, 2, 6, 3]",
        "queens [5, 3, 1, 6, 4, 2]",
    ]
    assert len([each for each in started if "--ozn-file" in each[0]]) == 1


@needs_minizinc
def test_members_of_enumerations_are_written_by_their_names(tmp_path):
    model = tmp_path / "colours.mzn"
    model.write_text(
        "enum Colour; array[1..2] of var Colour: x; var set of Colour: both;\n"
        "constraint both = {x[1], x[2]} /\\ x[1] != x[2] /\\ x[2] != Red;\n"
        'solve minimize x[1]; output ["\\(x) \\(x[2]) \\(both)"];\n'
    )
    (tmp_path / "colours.dzn").write_text("Colour = {Red, Green, Blue};\n")
    compiled = compile_minizinc(model, [str(tmp_path / "colours.dzn")])
    texts = [compiled.show(each) for each in nonet.iter_solutions(compiled.flat.model)]
    assert sorted(texts) == ["[Red, Blue] Blue {Red, Blue}", "[Red, Green] Green {Red, Green}"]


@needs_minizinc
def test_an_output_that_has_no_value_is_an_error_in_one_line(models, capsys):
    model = models / "outside.mzn"
    model.write_text(
        "var 2..3: x; array[1..2] of int: a = [1, 2];\n"
        'solve maximize x; output ["\\(a[fix(x)])"];\n'
    )
    assert main(["solve", str(model)]) == 2
    line = capsys.readouterr().err.splitlines()[-1]
    assert "cannot write a solution by the model's output item: Error: result of eval" in line
    compiled = compile_minizinc(model)
    assert compiled.show({**nonet.solve(compiled.flat.model).solution, "x": 2}) == "2"
    with pytest.raises(nonet.NonetError, match="cannot write"):
        compiled.show({"x": 3})
    assert compiled.show({"x": 2}) == "2", "the program is started again"


@needs_minizinc
def test_constraints_that_clash_are_named_by_their_lines(models, capsys):
    assert main(["conflict", str(models / "queens.mzn"), "--data", "n=3"]) == 0
    out = capsys.readouterr().out
    assert "line 4 of queens.mzn" in out
    assert "rising (line 5 of queens.mzn)" in out


@needs_minizinc
def test_what_the_compiler_refuses_is_one_line_with_its_place(models):
    (models / "bad.mzn").write_text("var 1..3: x;\nconstraint x < y;\nsolve satisfy;\n")
    with pytest.raises(FormatError, match=r"bad.mzn, line 2, column 16: minizinc: .*y"):
        compile_minizinc(models / "bad.mzn")
    with pytest.raises(FormatError, match=r"queens.mzn, line 2, column 1: minizinc: .*n"):
        compile_minizinc(models / "queens.mzn")
    (models / "two.mzn").write_text("int: n;\nint: m;\nvar 1..n: x;\nsolve satisfy;\n")
    message = r"1, column 1: minizinc: type error: .*`n' must .* \(the first of 2 errors\)"
    with pytest.raises(FormatError, match=message):
        compile_minizinc(models / "two.mzn")
    (models / "end.mzn").write_text("var 1..3: x\nsolve satisfy;\n")
    with pytest.raises(FormatError, match=r"line 2, column 1: minizinc: unexpected item"):
        compile_minizinc(models / "end.mzn")
    with pytest.raises(FormatError, match=r"none.dzn: no such data file"):
        compile_minizinc(models / "queens.mzn", ["none.dzn"])
    (models / "float.mzn").write_text("var 0.0..1.0: x;\nsolve maximize x;\n")
    with pytest.raises(FormatError, match="'x' is a float variable"):
        compile_minizinc(models / "float.mzn")


@needs_minizinc
def test_a_model_that_the_compiler_finds_inconsistent_has_no_solution(models):
    (models / "no.mzn").write_text("var 1..3: x;\nconstraint x > 3;\nsolve satisfy;\n")
    assert nonet.solve(models / "no.mzn").status is nonet.Status.UNSAT


def test_without_the_program_a_line_says_what_to_install(models, monkeypatch, capsys):
    monkeypatch.setenv("PATH", "")
    assert main(["solve", str(models / "queens.mzn")]) == 2
    assert "the program minizinc compiles it, and is not found" in capsys.readouterr().err


def test_every_reader_is_known_to_the_verbs():
    assert set(READERS) == {*IMPORTED_SUFFIXES, ".xml"}  # of .xml the beginning is read


def test_a_model_that_is_not_there_is_named(capsys):
    assert main(["solve", "nowhere.fzn"]) == 2
    assert "nowhere.fzn: no such file" in capsys.readouterr().err


@needs_minizinc
def test_our_library_is_one_that_the_compiler_accepts(models):
    """Every file of it in one model: a predicate that is misspelt is an error."""
    names = sorted(path.name for path in library_folder().glob("*.mzn"))
    assert len(names) > 60
    text = "".join(f'include "{name}";\n' for name in names) + "var bool: b;\nsolve satisfy;\n"
    (models / "all.mzn").write_text('include "globals.mzn";\n' + text)
    assert nonet.count_solutions(compile_minizinc(models / "all.mzn").flat.model).number == 2


@needs_minizinc
@pytest.mark.slow(3)
def test_minizinc_finds_the_solver_that_was_installed(models, capsys):
    folder = models / "solvers"
    assert main(["minizinc-solver", "--install", "--folder", str(folder)]) == 0
    written = capsys.readouterr().out.split()
    assert json.loads((folder / "nonet.msc").read_text())["executable"] == written[1]
    env = {**os.environ, "MZN_SOLVER_PATH": str(folder)}
    command = ["minizinc", "--solver", "nonet", "-a", str(models / "queens.mzn"), "-D", "n=4"]
    process = subprocess.run(command, env=env, capture_output=True, text=True, check=True)
    lines = process.stdout.splitlines()
    assert sorted(lines[:4:2]) == ["queens [2, 4, 1, 3]", "queens [3, 1, 4, 2]"]
    assert lines[-1] == "=========="


@pytest.fixture
def secret(tmp_path):
    """A model's folder, and a file beside it that the model has no business with."""
    (tmp_path / "secret.txt").write_text("password: 12345\n")
    folder = tmp_path / "model"
    (folder / "parts").mkdir(parents=True)
    (folder / "parts" / "own.mzn").write_text("var 1..3: x;\n")
    return folder


@needs_minizinc
@pytest.mark.parametrize(
    "text",
    [
        'include "../secret.txt";',
        'include "parts/../../secret.txt";',
        'include "{folder}/../secret.txt";',
        'include /* a comment */ "../secret.txt";',
        'include "link.txt";',
        'include "parts/nested.mzn";',
        'include "../../nowhere/secret.txt";',
        'include "globals.mzn"; % include "parts/own.mzn";\ninclude\n"../secret.txt";',
    ],
)
def test_a_file_outside_of_the_models_folder_is_not_opened(text, secret):
    (secret / "link.txt").symlink_to(secret.parent / "secret.txt")
    (secret / "parts" / "nested.mzn").write_text('include "../../secret.txt";')
    model = secret / "model.mzn"
    model.write_text(text.replace("{folder}", str(secret)) + "\nvar 1..2: y;\nsolve satisfy;\n")
    with pytest.raises(FormatError, match="which is not in its folder: allow") as caught:
        compile_minizinc(model)
    assert "password" not in str(caught.value)


@needs_minizinc
def test_included_files_of_the_folder_and_of_allowed_folders_are_read(secret, capsys):
    elsewhere = secret.parent / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "more.mzn").write_text("constraint x > 1;\n")
    model = secret / "model.mzn"
    own = 'include "globals.mzn";\ninclude "parts/own.mzn"; % include "../secret.txt";\n'
    text = f'{own}string: s = "include \\"../secret.txt\\"";\nsolve satisfy;\n'
    model.write_text(text)
    assert nonet.count_solutions(str(model)).number == 3
    for included in ("more.mzn", str(elsewhere / "more.mzn")):
        model.write_text(f'include "{included}";\n{text}')
        assert main(["count", str(model), "--include", str(elsewhere)]) == 0
        assert "2 solutions" in capsys.readouterr().out


ENDLESS = "array[1..100000000] of var 0..1: x;\nconstraint sum(x) > 3;\nsolve satisfy;\n"


@needs_minizinc
def test_the_compiler_runs_within_the_limits(tmp_path, monkeypatch, capsys):
    model = tmp_path / "wide.mzn"
    model.write_text(ENDLESS)
    assert nonet.solve(str(model), time_limit=0.1).stopped_by == "time"
    assert main(["solve", str(model), "--time-limit", "0.1"]) == 3
    assert "time limit before the model was read" in capsys.readouterr().err
    assert nonet.solve(str(model), memory_limit=600).stopped_by == "memory"
    monkeypatch.setattr("nonet.importing.minizinc.MOST_MEGABYTES", 20)
    with pytest.raises(FormatError, match="takes more than 20 MB to compile"):
        compile_minizinc(model)


def test_minizinc_looks_for_solvers_in_the_first_folder_named_or_at_home(monkeypatch, tmp_path):
    monkeypatch.setenv("MZN_SOLVER_PATH", os.pathsep.join((str(tmp_path), "elsewhere")))
    assert configuration_folder() == tmp_path
    monkeypatch.setenv("MZN_SOLVER_PATH", "")
    assert configuration_folder() == Path.home() / ".minizinc" / "solvers"
