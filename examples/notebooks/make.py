"""Make the notebooks from the Python files in ``sources/``, run them and store their outputs.

    python examples/notebooks/make.py              all notebooks
    python examples/notebooks/make.py variants     notebooks whose name contains the text

A source is a Python file in cells: ``# %%`` begins code, ``# %% [markdown]`` text in
comments.  Text before the first cell is for readers of the source.  To change a notebook,
change its source, run this program and commit both; the tests run every notebook again
and compare.

The slides of a class of ninety minutes are made of the lessons of the course: their texts, their
predictions and their figures.  ``jupyter nbconvert --to slides class_of_ninety_minutes.ipynb``
makes a page of them.
"""

import re
import sys
from functools import partial
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from nonet.learn.lesson_notebooks import SETUP, lesson_notebook
from nonet.learn.lessons import find_lesson

HERE = Path(__file__).parent
SOURCES = HERE / "sources"
SECONDS = 120
"""Time limit of a cell."""
CLASS = HERE / "class_of_ninety_minutes.ipynb"
MINUTES = {
    "a-variable": "0 to 10",
    "backtracking": "10 to 25: first demonstration",
    "forward-checking": "25 to 35",
    "arc-consistency": "35 to 75: AC-3 on the blackboard, and the exercise in pairs",
    "what-it-costs": "75 to 85: second demonstration",
    "uniqueness": "85 to 90",
}
"""The lessons of the class, and their minutes, as in docs/teach.md."""


def sources(*name_parts):
    """Return the source files whose names contain one of the texts; all files without texts."""
    return [
        path
        for path in sorted(SOURCES.glob("*.py"))
        if not name_parts or any(part in path.stem for part in name_parts)
    ]


def notebook_of(source):
    """Return the notebook that a source file describes, without outputs."""
    text = source.read_text(encoding="utf-8")
    cells = []
    for part in re.split(r"^# %%", text, flags=re.MULTILINE)[1:]:
        kind, _, body = part.partition("\n")
        if kind.strip() == "[markdown]":
            body = re.sub(r"^# ?", "", body, flags=re.MULTILINE)
            cells.append(new_markdown_cell(body.strip()))
        else:
            cells.append(new_code_cell(body.strip()))
        cells[-1].id = f"cell-{len(cells)}"
    notebook = new_notebook(cells=cells)
    notebook.metadata.kernelspec = {
        "display_name": "Python 3",
        "language": "python",
        "name": "python3",
    }
    return notebook


def class_notebook():
    """Return the slides of the class: what its lessons say and show, without outputs.

    The task of the lesson for pairs is shown as text: it is filled in at the learners' computers.
    """
    cells = [new_markdown_cell("# Constraint programming in ninety minutes")]
    for name, minutes in MINUTES.items():
        lesson = find_lesson(name)
        cells.append(new_markdown_cell(f"*Minutes {minutes}*"))
        cells[-1].metadata["slideshow"] = {"slide_type": "slide"}
        for cell in lesson_notebook(lesson)["cells"]:
            text = "".join(cell["source"])
            if text == SETUP and name != next(iter(MINUTES)):
                continue
            if text.startswith(("%%writefile", "## Read on")):
                break
            if text.startswith("## Do it"):
                if name != "arc-consistency":
                    break
                text = (
                    f"## In pairs\n\n{lesson.task['text']}\n\n```python\n{lesson.task['start']}```"
                )
            make = new_code_cell if cell["cell_type"] == "code" else new_markdown_cell
            cells.append(make(text))
            kind = "fragment" if cell["cell_type"] == "code" else "subslide"
            cells[-1].metadata["slideshow"] = {"slide_type": kind}
    cells[0].metadata["slideshow"] = {"slide_type": "slide"}
    for number, cell in enumerate(cells, 1):
        cell.id = f"cell-{number}"
    notebook = new_notebook(cells=cells)
    notebook.metadata.kernelspec = lesson_notebook(lesson)["metadata"]["kernelspec"]
    return notebook


def run(notebook, python=sys.executable):
    """Run every cell in a new kernel of the given Python, in this folder; raise at an error."""
    client = NotebookClient(
        notebook,
        timeout=SECONDS,
        record_timing=False,
        store_widget_state=False,
        coalesce_streams=True,
        extra_arguments=["--IPKernelApp.log_level=ERROR"],
        resources={"metadata": {"path": str(HERE)}},
    )
    client.create_kernel_manager().kernel_spec.argv[0] = python
    client.execute()
    for cell in notebook.cells:  # what is stored shows still pictures: a widget lives in a kernel
        for output in cell.get("outputs", ()):
            output.get("data", {}).pop("application/vnd.jupyter.widget-view+json", None)
    notebook.metadata.pop("language_info", None)  # it names this very version of Python
    return notebook


def main(name_parts):
    """Make the notebooks whose names contain one of the texts."""
    notebooks = {
        HERE / f"{path.stem}.ipynb": partial(notebook_of, path) for path in sources(*name_parts)
    }
    if not name_parts or any(part in CLASS.stem for part in name_parts):
        notebooks[CLASS] = class_notebook
    for target, make in notebooks.items():
        notebook = run(make())
        nbformat.validate(notebook)
        target.write_text(nbformat.writes(notebook) + "\n", encoding="utf-8")
        print(f"{target.name}: {len(notebook.cells)} cells, {target.stat().st_size // 1024} KB")


if __name__ == "__main__":
    main(sys.argv[1:])
