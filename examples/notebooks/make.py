"""Make the notebooks from the Python files in ``sources/``, run them and store their outputs.

    python examples/notebooks/make.py              all notebooks
    python examples/notebooks/make.py variants     notebooks whose name contains the text

A source is a Python file in cells: ``# %%`` begins code, ``# %% [markdown]`` text in
comments.  Text before the first cell is for readers of the source.  To change a notebook,
change its source, run this program and commit both; the tests run every notebook again
and compare.
"""

import re
import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

HERE = Path(__file__).parent
SOURCES = HERE / "sources"
SECONDS = 120
"""Time limit of a cell."""


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


def run(notebook, python=sys.executable):
    """Run every cell in a new kernel of the given Python, in this folder; raise at an error."""
    client = NotebookClient(
        notebook,
        timeout=SECONDS,
        record_timing=False,
        coalesce_streams=True,
        extra_arguments=["--IPKernelApp.log_level=ERROR"],
        resources={"metadata": {"path": str(HERE)}},
    )
    client.create_kernel_manager().kernel_spec.argv[0] = python
    client.execute()
    notebook.metadata.pop("language_info", None)  # it names this very version of Python
    return notebook


def main(name_parts):
    """Make the notebooks whose names contain one of the texts."""
    for source in sources(*name_parts):
        notebook = run(notebook_of(source))
        nbformat.validate(notebook)
        target = HERE / f"{source.stem}.ipynb"
        target.write_text(nbformat.writes(notebook) + "\n", encoding="utf-8")
        print(f"{target.name}: {len(notebook.cells)} cells, {target.stat().st_size // 1024} KB")


if __name__ == "__main__":
    main(sys.argv[1:])
