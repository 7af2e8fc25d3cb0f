"""The pytest plugin of the conformance suite: its option ``--backend``.

pytest reads no ``conftest.py`` of what ``--pyargs`` names before it reads its
options, so the option comes from an entry point; it is there only in a run that
names ``nonet.testing``, and nobody else's options can collide with it.
"""

from __future__ import annotations

from typing import Any

import pytest


def pytest_load_initial_conftests(parser: pytest.Parser, args: list[str]) -> None:
    """Add ``--backend SPECIFICATION`` (repeatable) where the suite is asked for."""
    if any("nonet.testing" in arg or "nonet/testing" in arg for arg in args):
        parser.addoption(
            "--backend",
            action="append",
            default=[],
            help="backend to test, such as native or cpsat:model=textbook (default: all available)",
        )


def backends(config: pytest.Config) -> list[Any]:
    """The backends asked for, else all that are available."""
    chosen: list[Any] = config.getoption("--backend", default=[])
    if chosen:
        return chosen
    from nonet.backends import available_backends

    return [backend.name for backend in available_backends()]
