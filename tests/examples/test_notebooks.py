"""Every notebook runs, its stored outputs are fresh, and its text says what it asserts.

A learner's path is tried as well: a rule of one's own in the first notebook.
"""

import ast
import importlib.util
import re
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from tests import warm

NOTEBOOKS = Path(__file__).parents[2] / "examples" / "notebooks"

pytest.importorskip("nbclient", reason="needs the packages of the extra dev")
pytest.importorskip("ipykernel", reason="needs the packages of the extra dev")
nbformat = pytest.importorskip("nbformat", reason="needs the packages of the extra dev")

specification = importlib.util.spec_from_file_location("make_notebooks", NOTEBOOKS / "make.py")
make = importlib.util.module_from_spec(specification)
specification.loader.exec_module(make)

SOURCES = make.sources()
FIRST = SOURCES[0]


def stored_notebook(source):
    """The notebook of a source, as it lies in the folder."""
    return nbformat.read(NOTEBOOKS / f"{source.stem}.ipynb", as_version=4)


def name(source):
    return source.stem


def test_there_are_the_seven_of_the_tutorial_path_and_the_table_lists_them():
    names = [source.stem for source in SOURCES]
    assert [stem.partition("_")[0] for stem in names] == list("1234567")
    assert sorted(path.stem for path in NOTEBOOKS.glob("*.ipynb")) == [*names, make.CLASS.stem]
    table = (NOTEBOOKS.parent / "README.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| \[[^]]+\]\(notebooks/(\w+)\.ipynb\)", table, re.MULTILINE)
    assert listed == [*names, make.CLASS.stem]


def test_the_slides_of_the_class_are_made_of_the_lessons_and_keep_its_plan():
    """Each lesson's claims are evaluated by the tests of lessons; here, that the slides say the same."""
    stored = nbformat.read(make.CLASS, as_version=4)
    cells = make.class_notebook().cells
    assert [(c.cell_type, c.source) for c in stored.cells] == [
        (c.cell_type, c.source) for c in cells
    ]
    assert make.CLASS.stat().st_size < 1_500_000, "ten runs to step through"
    assert all(
        c.metadata.slideshow.slide_type in ("slide", "subslide", "fragment") for c in stored.cells
    )
    shown = [cell for cell in stored.cells if cell.cell_type == "code" and cell.get("outputs")]
    assert len(shown) > 6, "the figures are in it"
    assert all(output.output_type != "error" for cell in shown for output in cell.outputs)
    plan = (NOTEBOOKS.parents[1] / "docs" / "teach.md").read_text(encoding="utf-8")
    for lesson, minutes in make.MINUTES.items():
        first, last = minutes.partition(":")[0].split(" to ")
        rows = [
            row
            for row in plan.splitlines()
            if re.match(r"\| \d+ to \d+ \|", row) and f"`{lesson}`" in row
        ]
        spans = [re.match(r"\| (\d+) to (\d+)", row).groups() for row in rows]
        assert (spans[0][0], spans[-1][1]) == (first, last)


@pytest.mark.parametrize("source", SOURCES, ids=name)
def test_a_notebook_is_made_of_its_source(source):
    cells = [(cell.cell_type, cell.source) for cell in make.notebook_of(source).cells]
    assert [(cell.cell_type, cell.source) for cell in stored_notebook(source).cells] == cells


@pytest.mark.slow(4)
@pytest.mark.parametrize("source", SOURCES, ids=name)
def test_a_notebook_runs_and_its_stored_outputs_are_fresh(source):
    # the first in a kernel that begins as a reader's does
    python = sys.executable if source == FIRST else str(warm.programs() / "python")
    fresh = make.run(make.notebook_of(source), python)
    for number, (old, new) in enumerate(
        zip(stored_notebook(source).cells, fresh.cells, strict=True), 1
    ):
        message = f"cell {number} gives another output: run python examples/notebooks/make.py"
        assert outputs(old) == outputs(new), message


def outputs(cell):
    """What a cell gave: nothing that depends on the machine, and no warnings."""
    given = cell.get("outputs", [])
    # on a machine where it has not run yet, the engine says that it is being compiled
    given = [o for o in given if not o.get("text", "").startswith("nonet: compiling the engine")]
    for output in given:
        assert output.output_type in ("stream", "display_data", "execute_result")
        assert output.get("name") != "stderr", output.text
    return given


@pytest.mark.parametrize("source", SOURCES, ids=name)
def test_a_stored_notebook_is_light_and_holds_no_error(source):
    assert (NOTEBOOKS / f"{source.stem}.ipynb").stat().st_size < 500_000
    for cell in stored_notebook(source).cells:
        assert all(output.output_type != "error" for output in cell.get("outputs", ()))


# -- the text ------------------------------------------------------------------------

FIGURE = re.compile(r"(?<![\w.])\d[\d,]*(?![\w.]*[a-zA-Z_])")


def figures(text):
    """The numbers that a text claims: no years, no code, no sources, no sizes as in 9x9."""
    text = re.sub(r"```.*?```|`[^`]*`|\]\([^)]*\)", " ", text, flags=re.DOTALL)
    text = text.partition("\nSources:")[0] if "\nSources:" in text else text
    text = "" if text.startswith("Sources:") else text
    text = re.sub(r"\b\d+x\d+\b|\b0/1\b|\bnotebooks? \d\b|\b(row|column|box) \d\b", " ", text)
    text = re.sub(r"\b(1[789]|20)\d\d\b(?=\)|;|, (?:17|12)| *\))", " ", text)
    return {int(figure.replace(",", "")) for figure in FIGURE.findall(text)}


def asserted_numbers(code):
    """The numbers in the assertions of some code, and in the texts they compare with."""
    numbers = set()
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Assert):
            for part in ast.walk(node):
                if isinstance(part, ast.Constant) and not isinstance(part.value, bool):
                    numbers |= figures(str(part.value))
    return numbers


def test_figures_are_found_in_text_and_in_assertions():
    text = "Of 1,728 (4^12) one is left in 9x9, `R1C1 7`, since Nauck (1850); see notebook 3."
    assert figures(f"{text}\n\nSources: page 5") == {1728, 4, 12}
    assert asserted_numbers("x = 5\nassert x == 1_728 and name == 'R1C2 12'") == {1728, 12}


@pytest.mark.parametrize("source", SOURCES, ids=name)
def test_every_figure_of_the_text_is_asserted_in_a_cell(source):
    cells = make.notebook_of(source).cells
    known = asserted_numbers("\n\n".join(cell.source for cell in cells if cell.cell_type == "code"))
    claimed = {
        figure
        for cell in cells
        if cell.cell_type == "markdown"
        for line in [re.sub(r"^#.*$", "", cell.source, flags=re.MULTILINE)]
        for figure in figures(line)
    }
    assert claimed - known == set()


@pytest.mark.parametrize("source", SOURCES, ids=name)
def test_every_notebook_asserts_and_names_its_sources(source):
    cells = make.notebook_of(source).cells
    assert sum("assert " in cell.source for cell in cells) > 4
    assert "Sources:" in cells[-1].source


# -- a learner's path ----------------------------------------------------------------

RULE = "return left + right != 7"

OF_THEIR_OWN = [
    "return abs(left - right) <= 3",
    "return (left, right) not in {(1, 2), (3, 6), (5, 4)}",
]


def changed(rule):
    """The code of the first notebook with another rule of one's own."""
    cells = [cell.source for cell in make.notebook_of(FIRST).cells if cell.cell_type == "code"]
    assert sum(cell.count(RULE) for cell in cells) == 1
    return [cell.replace(RULE, rule) for cell in cells]


@pytest.mark.slow
@pytest.mark.parametrize("rule", OF_THEIR_OWN)
def test_a_learner_changes_the_rule_and_the_rest_of_the_notebook_holds(rule):
    space = {}
    for cell in changed(rule):
        exec(compile(cell, "<cell>", "exec"), space)
    values = space["solution"]
    rows = [[values[f"R{r}C{c}"] for c in range(1, 7)] for r in range(1, 7)]
    fits = eval(f"lambda left, right: {rule.removeprefix('return ')}")
    assert all(fits(*pair) for row in rows for pair in pairwise(row))
    assert space["path"].solved


def test_a_rule_that_no_grid_obeys_is_an_answer():
    cells = changed("return left < right")
    space = {}
    with pytest.raises(AssertionError, match="no grid obeys this rule: weaken it"):
        for cell in cells:
            exec(compile(cell, "<cell>", "exec"), space)
    assert space["filling"].status.value == "unsat"
