"""Makes the notebooks from the Python files in ``sources/``, runs them, keeps their outputs.

    python examples/notebooks/make.py              every notebook
    python examples/notebooks/make.py variants     those whose name contains a word

A source is a Python file in cells: ``# %%`` begins code, ``# %% [markdown]`` text in
comments.  What stands before the first cell is for readers of the source.  Change
a source, run this, commit both; the tests run every notebook again and compare.
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
"""How long one cell may take."""


def sources(*words):
    """The source files whose names contain one of the words; all without words."""
    return [
        path
        for path in sorted(SOURCES.glob("*.py"))
        if not words or any(word in path.stem for word in words)
    ]


def notebook_of(source):
    """The notebook that a source file describes, not yet run."""
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
    """Run every cell in a kernel of its own, of a Python, in this folder; an error raises."""
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


def main(words):
    """Make the notebooks asked for."""
    for source in sources(*words):
        made = run(notebook_of(source))
        nbformat.validate(made)
        target = HERE / f"{source.stem}.ipynb"
        target.write_text(nbformat.writes(made) + "\n", encoding="utf-8")
        print(f"{target.name}: {len(made.cells)} cells, {target.stat().st_size // 1024} KB")


if __name__ == "__main__":
    main(sys.argv[1:])
