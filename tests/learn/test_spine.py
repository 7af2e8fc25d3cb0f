"""The learner's solver in twelve parts: ours passes, three wrong ones of each are refused there."""

import importlib.util
import re
import subprocess
import sys
from itertools import product
from pathlib import Path
from random import Random

import pytest

import nonet
from nonet.cli import main
from nonet.learn import SPINE, find_exercise, grade
from nonet.learn.folder_grading import find_submissions
from nonet.learn.lesson_models import lesson_model
from nonet.learn.lesson_notebooks import lesson_notebook
from nonet.learn.lessons import lessons
from nonet.learn.spine import FOLDER, our_part, split_parts, stub, with_part
from nonet.solving import solve

pytestmark = pytest.mark.usefixtures("small_seal")

HARD = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"

"""For each part what a learner might write instead of ours, and words of the message."""


@pytest.fixture(scope="module")
def ours():
    """Our solver as a module."""
    spec = importlib.util.spec_from_loader("our_solver", None)
    module = importlib.util.module_from_spec(spec)
    sys.modules["our_solver"] = module
    exec(compile(SPINE[-1].solution, "our_solver", "exec"), module.__dict__)
    yield module
    del sys.modules["our_solver"]


@pytest.fixture
def learn(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def run(*arguments):
        code = main(["learn", *arguments])
        captured = capsys.readouterr()
        return code, captured.out + captured.err

    return run


def test_the_stubs_are_our_parts_without_bodies():
    for part in SPINE:
        names = re.findall(r"^ *(?:def|class) (\w+)", stub(part.part), re.MULTILINE)
        given = {"learn", "clash", "available"}
        blanked = [each for each in names if each not in given and not each[0].isupper()]
        assert stub(part.part).count("NotImplementedError") == len(blanked) > 0
        assert "# given" not in stub(part.part)
        assert set(names) <= set(re.findall(r"(?:def|class) (\w+)", our_part(part.part)))


def test_a_file_keeps_what_a_learner_writes_between_and_above_the_parts():
    mine = with_part(
        "import os\n", 2, our_part(2).replace("def backtrack", "LIMIT = 3\n\n\ndef backtrack")
    )
    assert mine.startswith("import os\n\n\n# --- part 1: brute force ---")
    assert "LIMIT = 3" in split_parts(mine)[2]
    assert with_part(mine, 2) == mine
    twice = mine + "\n" + stub(1)
    assert "NotImplementedError" in split_parts(twice)[1], "of two the later counts, as in Python"


def test_each_part_belongs_to_one_lesson_in_order():
    parts = [number for lesson in lessons() for number in lesson.spine]
    assert parts == [part.part for part in SPINE]


@pytest.mark.parametrize("part", SPINE, ids=lambda part: part.name)
def test_text_and_hints_are_there(part):
    assert part.text.startswith(f"# {part.title}\n")
    assert part.title.startswith(f"Part {part.part} of your solver: ")
    assert re.match(
        rf"# --- part {part.part}: {part.title.partition(': ')[2]} ---\n", our_part(part.part)
    )
    assert "\nSource" in part.text
    assert max(map(len, part.text.splitlines())) <= 110
    assert len(part.hints) >= 2
    for name in re.findall(r"^def (\w+)\((.*?)\)", stub(part.part), re.MULTILINE):
        assert f"`{name[0]}" in part.text, "each function is in the text"


def test_our_solver_is_written_as_our_own_code_is(tmp_path):
    (tmp_path / "solver.py").write_text((FOLDER / "reference.py.txt").read_text())
    bin_, root = Path(sys.executable).parent, Path(__file__).parents[2]
    settings = str(root / "pyproject.toml")
    for command in (
        [bin_ / "ruff", "check", "--config", settings],
        [bin_ / "ruff", "format", "--check", "--config", settings],
    ):
        done = subprocess.run([*command, tmp_path], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout


# -- ours against nonet's own engine ----------------------------------------------------------


@pytest.mark.parametrize("seed", range(20))
def test_ac3_leaves_what_the_teaching_engine_leaves(ours, seed):
    from nonet.backends.native import Levels
    from nonet.backends.native.teaching_engine import TeachingEngine

    random = Random(seed)
    domains = {name: set(random.sample(range(1, 6), 4)) for name in "abcd"}
    pairs = [pair for pair in ("ab", "bc", "cd", "ad", "ac") if random.random() < 0.8]
    rows = {
        p: {row for row in product(range(1, 6), repeat=2) if random.random() < 0.45} for p in pairs
    }
    model = nonet.Model(
        domains, [nonet.model.Table(tuple(p), frozenset(r)) for p, r in rows.items()]
    )
    engine = TeachingEngine(model.structure, Levels(level="arc-consistency"))
    store = ours.Store(domains)
    relations = [(*p, lambda a, b, r=r: (a, b) in r) for p, r in rows.items()]
    engine.reset(model.narrowed)
    if engine.propagate():
        assert ours.ac3(store, relations)
        assert store.domains == {name: set(values) for name, values in engine.domains().items()}
    else:
        assert not ours.ac3(store, relations)


@pytest.mark.slow(1)
def test_ours_has_the_nodes_of_gac_and_the_length_of_golombs_rulers(ours):
    """Lesson what-it-costs states 123 nodes of GAC on this Sudoku: a second program counts them."""
    puzzle = nonet.learn.lesson_models.lesson_problem("hard")
    run = solve(puzzle, ours.Mine(), limit=2)
    assert run.status is nonet.Status.SAT and run.exhausted
    assert run.stats["nodes"] == solve(puzzle, "native:level=gac,order=mrv", limit=2).stats["nodes"]
    for marks, length in ((4, 6), (5, 11)):
        golomb = lesson_model("golomb-4") if marks == 4 else nonet.learn.lesson_models.golomb(5, 20)
        assert solve(golomb, ours.Mine()).optimum.value == length


# -- the ways of a learner --------------------------------------------------------------------


def test_a_learner_goes_from_part_to_part_on_the_command_line(learn):
    assert "fill   solver.py, line " in learn("start", "solver-1")[1]
    assert Path("solver-1.md").read_text() == SPINE[0].text
    code, out = learn("check", "solver-1")
    assert code == 1 and "is still to do: part 1, brute" in out
    file = Path("solver.py")
    mine = file.read_text().replace(stub(1).strip(), our_part(1).strip())
    file.write_text(mine + "\n\nMINE = True\n")
    code, out = learn("check", "solver-1")
    assert code == 0 and "next: nonet learn start solver-2" in out
    code, out = learn("start", "solver-4")
    assert "had no part 2, 3: what was missing is ours" in out
    assert "MINE = True" in file.read_text()
    assert "it was kept" in learn("start", "solver-4")[1]
    before = file.read_text()
    code, out = learn("take", "solver-4")
    assert code == 0 and "your solver.py as it was is now solver_1.py" in out
    assert Path("solver_1.py").read_text() == before
    assert learn("check", "solver-4")[0] == 0
    assert learn("reset", "solver-4")[0] == 0
    assert "part 4, propagate" in file.read_text()
    assert "take is for solver-1 to solver-12" in learn("take", "two-views")[1]
    assert learn("solution", "solver-4")[1].strip() == our_part(4).strip()
    listed = learn()[1]
    assert "[x]    solver-1 " in listed and "[-]    solver-4" not in listed


@pytest.mark.slow
def test_a_learner_goes_from_part_to_part_in_a_notebook(tmp_path):
    """The cells of the lessons of parts 4 and 9, run in one notebook."""
    nbclient, nbformat = pytest.importorskip("nbclient"), pytest.importorskip("nbformat")
    cells = []
    for name in ("forward-checking", "first-fail"):
        lesson = next(each for each in lessons() if each.name == name)
        cells += [
            each
            for each in lesson_notebook(lesson)["cells"]
            if "part(" in "".join(each["source"]) or "%%writefile part_" in "".join(each["source"])
        ]
    notebook = nbformat.v4.new_notebook(
        cells=[nbformat.v4.new_code_cell("".join(each["source"])) for each in cells]
    )
    write, check, write_next, check_next = notebook.cells
    write.source = f"%%writefile part_4.py\n{our_part(4)}"
    write_next.source = write_next.source.replace("to do", "do")
    check_next.source = check_next.source.replace("grade_part(9)", "grade_part(9, ours=True)", 1)
    nbclient.NotebookClient(
        notebook, timeout=120, resources={"metadata": {"path": str(tmp_path)}}
    ).execute()
    for cell in (check, check_next):
        text = "".join(each.get("text", "") for each in cell.outputs)
        assert "FAIL" not in text and text.count("pass  ") >= 3, text
    assert split_parts((tmp_path / "solver.py").read_text()).keys() == set(range(10))


def test_a_learners_solver_is_a_backend_and_races_native(tmp_path, monkeypatch, capsys):
    (tmp_path / "mine.py").write_text(SPINE[-1].solution)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "mine", raising=False)
    assert main(["solve", HARD, "--backend", "mine:Mine", "--format", "line"]) == 0
    solution = nonet.solve(HARD, "native").solution
    assert capsys.readouterr().out.strip() == "".join(map(str, solution.values()))
    assert main(["compare", HARD, "--levels", "none", "--backends", "mine:Mine,native"]) == 0
    rows = [line.split()[1] for line in capsys.readouterr().out.splitlines() if "sat " in line]
    assert rows == ["mine:Mine", "native"]
    command = ["trace", "." * 16, "--backend", "mine:Mine", "--with", "native"]
    assert main([*command, "--to", "race.html", "--tree", "tree.svg"]) == 0
    assert Path("race.html").stat().st_size > 10_000
    for tree in (Path("tree.svg"), Path("tree-2.svg")):
        assert tree.read_text().count("<circle") + tree.read_text().count("<path") > 3
    assert main(["solve", HARD, "--backend", "mine:Yours"]) == 2
    assert "module mine has no class 'Yours'" in capsys.readouterr().err
    assert main(["solve", HARD, "--backend", "nobody:Mine"]) == 2
    assert "there is no module 'nobody' here or installed" in capsys.readouterr().err


@pytest.mark.parametrize("action", ["start", "take"])
def test_a_file_that_is_not_utf_8_is_refused_and_left_as_it_is(
    action, tmp_path, monkeypatch, capsys
):
    monkeypatch.chdir(tmp_path)
    Path("solver.py").write_bytes(b"\xff\xfe")
    assert main(["learn", action, "solver-3"]) == 2
    assert "solver.py is not a text in UTF-8" in capsys.readouterr().err
    assert [each.read_bytes() for each in tmp_path.glob("*.py")] == [b"\xff\xfe"]


def test_a_solver_in_a_folder_of_submissions_is_graded_part_by_part(tmp_path):
    (tmp_path / "ann_solver.py").write_text(SPINE[2].hole)
    (tmp_path / "bob_solver.py").write_text("")
    submissions, _ = find_submissions(tmp_path)
    graded = [(each.learner, each.exercise.name) for each in submissions]
    assert graded == [
        ("ann", "solver-1"),
        ("ann", "solver-2"),
        ("ann", "solver-3"),
        ("bob", "solver-1"),
    ]


def test_a_part_passes_in_the_confined_process_too(tmp_path):
    file = tmp_path / "solver.py"
    file.write_text(SPINE[3].solution)
    assert grade(find_exercise("solver-4"), file).passed
    assert [path.name for path in tmp_path.iterdir()] == ["solver.py"]
