"""The scripts and notebooks of ``examples/`` as pages."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from code_lines import lines
from md import fenced, page

EXAMPLES = Path(__file__).parents[2] / "examples"


def pages() -> dict[str, str]:
    """A page for the list of examples, for each script and for each notebook."""
    made = {}
    for script in sorted([*EXAMPLES.glob("*.py"), *EXAMPLES.glob("classics/*.py")]):
        text = script.read_text(encoding="utf-8")
        path = script.relative_to(EXAMPLES.parent)
        made[path.with_suffix(".md").as_posix()] = page(
            f"Example: {script.stem}",
            f"Run it with `python {path.as_posix()}`.",
            fenced(text, "python"),
            *elsewhere(script),
        )
    for notebook in sorted(EXAMPLES.rglob("*.ipynb")):
        if ".ipynb_checkpoints" not in notebook.parts:
            path = notebook.relative_to(EXAMPLES.parent).with_suffix(".md").as_posix()
            made[path] = told(json.loads(notebook.read_text(encoding="utf-8")))
    for readme in EXAMPLES.rglob("README.md"):
        path = readme.relative_to(EXAMPLES.parent).as_posix()
        made[path] = readme.read_text(encoding="utf-8")
    return made


def elsewhere(script: Path) -> list[str]:
    """The same model in CPMpy and in MiniZinc, side by side, with the lines of each."""
    there = [script.parent / f"in_{name}" / script.name for name in ("cpmpy", "minizinc")]
    there[1] = there[1].with_suffix(".mzn")
    if not all(path.exists() for path in there):
        return []
    cpmpy, minizinc = (path.read_text(encoding="utf-8") for path in there)
    ours = lines(script.read_text(encoding="utf-8"))
    return [
        "## The same model elsewhere",
        f"Lines of code: {ours} here, {lines(cpmpy)} in CPMpy, {lines(minizinc)} in MiniZinc, "
        "data counted too. What a file prints, comments, docstrings and empty lines are "
        "not counted; Python is formatted by ruff, 100 columns wide.",
        '<div class="grid" markdown>\n',
        fenced(cpmpy, 'python title="CPMpy"'),
        fenced(minizinc, 'text title="MiniZinc"'),
        "\n</div>",
    ]


def nav() -> list[str]:
    """The pages in the order of the menu: the list, notebooks, scripts."""
    return sorted(
        pages(), key=lambda path: (path != "examples/README.md", path.count("/") < 2, path)
    )


def told(notebook: dict[str, Any]) -> str:
    """A notebook as Markdown: its text, its code, and what the code showed."""
    parts = []
    for cell in notebook["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            parts.append(source)
        elif source.strip():
            parts.append(fenced(source, "python"))
            parts += [shown(output) for output in cell.get("outputs", ())]
    return "\n\n".join(part for part in parts if part) + "\n"


def shown(output: dict[str, Any]) -> str:
    """One output: a picture where there is one, else text."""
    data = output.get("data", {})
    for kind in ("image/svg+xml", "text/html"):
        if kind in data:
            drawn = re.sub(r"\n\s*\n", "\n", "".join(data[kind])).strip()
            if "<script" not in drawn:
                return f'<div class="output">{drawn}</div>'
    text = "".join(output.get("text", data.get("text/plain", "")))
    return fenced(re.sub(r"\x1b\[[\d;]*m", "", text), "text") if text.strip() else ""
