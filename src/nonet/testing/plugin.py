"""The pytest plugin of the conformance suite: ``--backend``, ``--examples``, and its report.

pytest reads no ``conftest.py`` of the packages that ``--pyargs`` names before its options, so the
options come from an entry point; the options exist only in a run that names ``nonet.testing``, and
cannot collide with the options of another plugin.

A backend that breaks one promise mostly breaks many, so the suite stops after the first few, and
its last lines name the broken promises: the tests' names are sentences.
"""

from __future__ import annotations

import time
from typing import Any

import pytest

EXAMPLES = 60
"""Random models that are tried for each promise about models."""

_example_count = EXAMPLES // 3  # where the suite is not named: in a run of all of nonet's own tests

TINY_SECONDS = 5.0
"""Seconds of the clock for a model of at most a thousand assignments: a hundred times the need."""

_tiny_seconds = TINY_SECONDS

MAX_FAILURES = 3
"""Broken promises after which the suite stops."""

SECONDS = 3.0
"""Seconds in which the suite looks for more broken promises after the first; a first test that took
longer itself, as where a backend hangs, is enough.
"""


def pytest_load_initial_conftests(parser: pytest.Parser, args: list[str]) -> None:
    """Add ``--backend SPECIFICATION`` (repeatable) where the suite is asked for."""
    if any("nonet.testing" in arg or "nonet/testing" in arg for arg in args):
        parser.addoption(
            "--backend",
            action="append",
            default=[],
            help="backend to test, such as native or cpsat:model=textbook (default: all available)",
        )
        parser.addoption(
            "--examples",
            type=int,
            default=EXAMPLES,
            help=f"random models for each promise about them (default {EXAMPLES})",
        )
        parser.addoption(
            "--seconds",
            type=float,
            default=TINY_SECONDS,
            help=f"seconds for a tiny model (default {TINY_SECONDS:g}): more for a slow solver",
        )


def pytest_configure(config: pytest.Config) -> None:
    """Stop early, and say which promises are broken, where the suite is asked for."""
    if config.getoption("--backend", default=None) is not None:
        check_backends(config)
        global _example_count, _tiny_seconds
        _example_count = max(1, config.getoption("--examples"))
        _tiny_seconds = config.getoption("--seconds")
        config.pluginmanager.register(PromiseReporter(), "nonet promises")


def example_count() -> int:
    """Return the number of random models to try for each promise about models."""
    return _example_count


def tiny_seconds() -> float:
    """Return the seconds of the clock that a tiny model may take."""
    return _tiny_seconds


class PromiseReporter:
    """Hears of the promises kept and broken."""

    def __init__(self) -> None:
        self._session: pytest.Session | None = None
        self._broken: list[str] = []
        self._first = 0.0

    def pytest_sessionstart(self, session: pytest.Session) -> None:
        """Remember the session, to stop the run later."""
        self._session = session

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note a failure."""
        if report.failed:
            self._first = self._first or time.monotonic() - report.duration
            self._broken.append(f"{promise_of_test(report.nodeid)}\n    {failure_reason(report)}")
        if self._broken and self._session is not None:
            late = time.monotonic() - self._first > SECONDS
            if late or len(self._broken) >= MAX_FAILURES:
                self._session.shouldfail = "enough promises are broken"

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """Say which promises are broken."""
        if self._broken:
            terminalreporter.section("broken promises", sep="=", red=True, bold=True)
            for line in self._broken:
                terminalreporter.line(line)


def promise_of_test(nodeid: str) -> str:
    """Return the promise that a test checks, from the test's name.

    >>> promise_of_test("nonet/testing/test_conformance.py::test_a_limit_is_kept[mine-7]")
    'mine-7: a limit is kept'
    """
    name, _, case = nodeid.rpartition("::")[2].partition("[")
    promise = name.removeprefix("test_").replace("_", " ")
    return f"{case.rstrip(']')}: {promise}" if case else promise


def failure_reason(report: pytest.TestReport) -> str:
    """Return the first line of the failure's message."""
    crash = getattr(report.longrepr, "reprcrash", None)
    message = str(getattr(crash, "message", report.longrepr))
    return message.removeprefix("AssertionError: ").split("\n", 1)[0]


def check_backends(config: pytest.Config) -> None:
    """Raise a usage error, in one line, for a backend that cannot run."""
    from nonet.backends import get_backend
    from nonet.errors import BackendError

    for backend in config.getoption("--backend"):
        try:
            get_backend(backend)
        except BackendError as error:
            raise pytest.UsageError(str(error)) from None


def selected_backends(config: pytest.Config) -> list[Any]:
    """The backends asked for, else all that are available."""
    from nonet.backends import available_backends

    chosen: list[Any] = config.getoption("--backend", default=[])
    return chosen or [backend.name for backend in available_backends()]
