"""A notebook in JupyterLab, opened and run in a real browser."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import nbformat

from tests.page.browser import Browser, until

DEEP = "const w = number => [...document.querySelectorAll('[data-lm-suppress-shortcuts]')]"
DEEP += ".map(each => each.shadowRoot).filter(Boolean)[number];"
"""JavaScript: ``w(0)`` is the tree of the first widget in the page."""


class Lab:
    """One notebook in JupyterLab."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser

    def run_all(self) -> None:
        """Run all cells, and wait until each has been run."""
        self.browser.run(
            "return window.jupyterapp.commands.execute('notebook:run-all-cells').then(() => true)"
        )

    def widget(self, number: int, script: str, *values: object) -> Any:
        """The value of a script about the tree ``root`` of a widget."""
        code = f"{DEEP} const root = w({number}); const values = [...arguments]; {script}"
        return self.browser.run(code, *values)

    def until(self, number: int, condition: str, *values: object) -> None:
        """Wait until an expression about the tree ``root`` of a widget holds."""
        script = f"return Boolean(root && ({condition}));"
        until(lambda: self.widget(number, script, *values), condition)

    def python(self, code: str) -> str:
        """Run code in the notebook's kernel from a cell of its own; return what it prints."""
        return self.browser.run(
            "const code = arguments[0]; let text = '';"
            "const { sessionContext } = window.jupyterapp.shell.currentWidget.context;"
            "const future = sessionContext.session.kernel.requestExecute({ code });"
            "future.onIOPub = ({ content }) => {"
            " text += content.text ?? content.traceback?.join('') ?? ''; };"
            "return future.done.then(() => text);",
            code,
        )


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve a folder by JupyterLab; the block has its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    options = [
        f"--ServerApp.port={port}", "--no-browser", f"--ServerApp.root_dir={folder}",
        "--IdentityProvider.token=", "--ServerApp.password=", "--expose-app-in-browser",
        "--LabApp.news_url=", "--ServerApp.allow_root=True",
    ]  # fmt: skip
    own = {name: str(folder / name.lower()) for name in ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR")}
    environment = {**os.environ, **own, "JUPYTER_RUNTIME_DIR": str(folder / "runtime")}
    log = (folder / "server.log").open("w")
    server = subprocess.Popen(
        [sys.executable, "-m", "jupyterlab", *options], stdout=log, stderr=log, env=environment
    )
    address = f"http://127.0.0.1:{port}"
    try:
        until(lambda: _answers(address), "JupyterLab to answer")
        yield address
    finally:
        server.terminate()
        server.wait(30)
        log.close()


def _answers(address: str) -> bool:
    try:
        with urllib.request.urlopen(f"{address}/api", timeout=5):
            return True
    except OSError:
        return False


def write_notebook(path: Path, *cells: str) -> None:
    """Write a notebook of code cells."""
    notebook = nbformat.v4.new_notebook(cells=list(map(nbformat.v4.new_code_cell, cells)))
    notebook.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3"}
    nbformat.write(notebook, path)
