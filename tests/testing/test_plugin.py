"""The plugin of the conformance suite: it stops soon after a broken promise, and names it."""

import time
from types import SimpleNamespace

import pytest

from nonet.backends import get_backend
from nonet.testing import plugin
from nonet.testing.plugin import MAX_FAILURES, SECONDS, PromiseReporter, promise_of_test


def report(node="t.py::test_it_holds", *, failed=True, duration=0.0, message="AssertionError: why"):
    crash = SimpleNamespace(reprcrash=SimpleNamespace(message=message))
    return SimpleNamespace(failed=failed, duration=duration, nodeid=node, longrepr=crash)


@pytest.fixture
def clock(monkeypatch):
    """A clock that stands still until it is set."""
    now = [1000.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    return now


@pytest.fixture
def reporter(clock):
    each = PromiseReporter()
    each.session = SimpleNamespace(shouldfail=False)
    each.pytest_sessionstart(each.session)
    return each


def test_the_suite_stops_at_the_last_of_the_failures_allowed(reporter):
    for _ in range(MAX_FAILURES - 1):
        reporter.pytest_runtest_logreport(report())
        assert not reporter.session.shouldfail
    reporter.pytest_runtest_logreport(report())
    assert reporter.session.shouldfail == "enough promises are broken"


def test_the_suite_stops_some_seconds_after_the_first_failure_began(reporter, clock):
    clock[0] += 100
    reporter.pytest_runtest_logreport(report(failed=False, duration=50))
    reporter.pytest_runtest_logreport(report(duration=1))
    clock[0] += SECONDS - 1
    reporter.pytest_runtest_logreport(report(failed=False))
    assert not reporter.session.shouldfail
    clock[0] += 0.25
    reporter.pytest_runtest_logreport(report(failed=False))
    assert reporter.session.shouldfail


def test_a_first_failure_that_took_long_is_enough(reporter):
    reporter.pytest_runtest_logreport(report(duration=SECONDS + 0.1))
    assert reporter.session.shouldfail


def test_broken_promises_are_listed_with_the_reason_and_kept_ones_are_not(reporter):
    lines = []
    terminal = SimpleNamespace(section=lambda title, **form: lines.append(title), line=lines.append)
    reporter.pytest_runtest_logreport(report(failed=False))
    reporter.pytest_terminal_summary(terminal)
    assert lines == []
    reporter.pytest_runtest_logreport(report("a.py::test_a_limit[mine-7]", message="no\nmore"))
    reporter.pytest_runtest_logreport(report("a.py::test_it_is_so"))
    reporter.pytest_terminal_summary(terminal)
    assert lines == ["broken promises", "mine-7: a limit\n    no", "it is so\n    why"]


def test_a_failure_without_a_crash_is_told_by_its_text():
    failed = SimpleNamespace(longrepr="E  fixture is missing\nat line 3")
    assert plugin.failure_reason(failed) == "E  fixture is missing"
    assert promise_of_test("a.py::test_x_y") == "x y"


class Parser:
    def __init__(self):
        self.options = {}

    def addoption(self, name, **settings):
        self.options[name] = settings.get("default")


@pytest.mark.parametrize("named", ["nonet.testing", "src/nonet/testing", "tests"])
def test_options_are_there_where_the_suite_is_named_alone(named):
    parser = Parser()
    plugin.pytest_load_initial_conftests(parser, ["-q", named])
    expected = {"--backend": [], "--examples": 60, "--seconds": 5.0}
    assert parser.options == (expected if "nonet" in named else {})


class Config:
    def __init__(self, **given):
        self.given, self.registered = given, []
        self.pluginmanager = SimpleNamespace(register=lambda *each: self.registered.append(each))

    def getoption(self, name, default=None):
        return self.given.get(name.removeprefix("--"), default)


@pytest.mark.parametrize(("examples", "count"), [(7, 7), (1, 1), (0, 1), (-3, 1)])
def test_options_set_how_much_is_tried(examples, count, monkeypatch):
    monkeypatch.setattr(plugin, "_example_count", 20)
    monkeypatch.setattr(plugin, "_tiny_seconds", 5.0)
    elsewhere = Config()
    plugin.pytest_configure(elsewhere)
    assert plugin.example_count() == 20 and not elsewhere.registered
    config = Config(backend=["native"], examples=examples, seconds=2.5)
    plugin.pytest_configure(config)
    assert (plugin.example_count(), plugin.tiny_seconds()) == (count, 2.5)
    ((reporter, name),) = config.registered
    assert isinstance(reporter, PromiseReporter) and name == "nonet promises"


def test_backends_are_those_asked_for_or_all_that_are_available():
    assert plugin.selected_backends(Config(backend=["sat", "native"])) == ["sat", "native"]
    every = plugin.selected_backends(Config(backend=[]))
    assert "native" in every and all(get_backend(name).available().ok for name in every)
    with pytest.raises(pytest.UsageError, match="unheard-of"):
        plugin.pytest_configure(Config(backend=["native", "unheard-of"], examples=1, seconds=1))
