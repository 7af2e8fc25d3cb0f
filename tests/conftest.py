"""What all tests share: a Ctrl-C that works and modules compiled once, however they are started."""

import _thread
import faulthandler
import gc
import os
import signal
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Generator, Iterator
from compileall import compile_file
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from _pytest.doctest import DoctestModule
from hypothesis import settings

ROOT = Path(__file__).parents[1]

# a third of Hypothesis's own number, unless a test says another: ``python -m tests.fuzz``
# is for what asks for many thousands; none has to be done in so many milliseconds
settings.register_profile("suite", settings(), max_examples=30, deadline=None)
settings.load_profile("suite")


def pytest_configure(config: pytest.Config) -> None:
    """Make tests independent of the machine's speed and of how they were started.

    - ``NONET_SILENT``: on a slow machine a command would print that it is still at work, beside
      the output that a test expects.
    - Ctrl-C: a shell starts background jobs with Ctrl-C ignored, and children inherit that, so
      the tests of Ctrl-C would wait in vain.  A handler of Python's own is reset to the default
      in child processes, so Ctrl-C works there again as well.
    - Bytecode is written in any case: tests start hundreds of processes.  Without ``__pycache__``
      each of them, and each worker of pytest for each test file, would compile all modules that it
      imports: half the time of a command.
    - ``HYPOTHESIS_STORAGE_DIRECTORY``: otherwise each pytest that a test starts would read all
      imported modules again for constants that Hypothesis might try.
    - A worker that dies ends the run, and the last lines name the test.  xdist's scheduler of
      files would give a new worker nothing to do, and the run would wait for ever.
    """
    if getattr(config.option, "maxworkerrestart", "0") is None:
        config.option.maxworkerrestart = "0"
    os.environ["NONET_SILENT"] = "1"
    os.environ.setdefault("HYPOTHESIS_STORAGE_DIRECTORY", str(ROOT / ".hypothesis"))
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.dont_write_bytecode = False
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    skip_rewriting_nonet()
    skip_reading_constants()
    if not config.getoption("numprocesses", None):  # where tests run, not where workers are told
        config.pluginmanager.register(HangWatchdog(), "nonet hung")
    elif hasattr(os, "fork"):
        write_bytecode(config)


def write_bytecode(config: pytest.Config) -> None:
    """Write the missing bytecode of nonet and its tests, with one process a processor.

    All workers of a fresh clone collect the same files at the same time.  Each would compile nonet
    and rewrite the assertions of all tests, which takes most of the time of collecting.
    """
    paths = [path for room in ("src", "tests") for path in sorted((ROOT / room).rglob("*.py"))]
    processes = os.cpu_count() or 1
    children = []
    for number in range(processes):
        child = os.fork()
        if not child:
            try:
                for path in paths[number::processes]:
                    write_bytecode_of(path, config)
            finally:
                os._exit(0)
        children.append(child)
    for child in children:
        os.waitpid(child, 0)


def write_bytecode_of(path: Path, config: pytest.Config) -> None:
    """Write the bytecode of a file, of a test file as pytest does; skip a file with an error."""
    if not (path.name.startswith("test_") or path.name == "conftest.py"):
        compile_file(path, quiet=2)
        return
    with suppress(ImportError, AttributeError, SyntaxError):  # of a pytest without these names
        from _pytest.assertion import rewrite

        folder = rewrite.get_cache_dir(path)
        written = folder / f"{path.stem}{rewrite.PYC_TAIL}"
        if rewrite._read_pyc(path, written) is None and rewrite.try_makedirs(folder):
            status, code = rewrite._rewrite_test(path, config)
            rewrite._write_pyc(config.stash[rewrite.assertstate_key], code, status, written)


class HangWatchdog:
    """Ends a process that hangs in a call into C, where no signal is handled, and prints its stacks.

    pytest's own ``faulthandler_timeout`` starts and joins a thread for each test, which is a
    quarter of the time of an empty test.  This timer is armed again at most once a minute.
    """

    LIMIT_SECONDS, REARM_SECONDS = 700.0, 60.0

    def __init__(self) -> None:
        self._armed_at = -self.REARM_SECONDS
        self._stderr = os.dup(sys.__stderr__.fileno()) if sys.__stderr__ else 2  # never captured

    def pytest_runtest_logstart(self) -> None:
        """Arm the timer: a test has ``LIMIT_SECONDS`` to ``LIMIT_SECONDS + REARM_SECONDS``."""
        now = time.monotonic()
        if now >= self._armed_at + self.REARM_SECONDS:
            self._armed_at = now
            faulthandler.dump_traceback_later(
                self.LIMIT_SECONDS + self.REARM_SECONDS, exit=True, file=self._stderr
            )

    def pytest_enter_pdb(self) -> None:
        """Stop the timer until the next test: somebody debugs this one."""
        faulthandler.cancel_dump_traceback_later()
        self._armed_at = -self.REARM_SECONDS

    pytest_exception_interact = pytest_sessionfinish = pytest_enter_pdb


def skip_reading_constants() -> None:
    """Keep Hypothesis from reading all of nonet, in each worker, for constants to try.

    Reading takes a second, and five in a fresh clone.  The strategies of ``nonet.testing`` and the
    tests name the values worth trying.  A version of Hypothesis without these names still reads.
    """
    with suppress(ImportError):
        from hypothesis.internal.conjecture import providers

        if hasattr(providers, "_get_local_constants"):
            providers._get_local_constants = lambda: providers._local_constants  # none


def skip_rewriting_nonet() -> None:
    """Keep pytest from rewriting the assertions of nonet itself; those of tests are enough.

    nonet ships a pytest plugin, so pytest would compile all of nonet in its own way, in each worker
    of a fresh clone, beside the bytecode that the commands use.
    """
    for finder in sys.meta_path:
        getattr(finder, "_must_rewrite", set()).discard("nonet")


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path: Path) -> Generator[None, list[object], list[object]]:
    """Collect no doctests from test files (``src/conftest.py`` collects those of nonet)."""
    return [each for each in (yield) if not isinstance(each, DoctestModule)]


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Freeze the collected tests, so that the garbage collector never walks them again.

    With nine thousand tests and all their imports, a full collection takes a third of a second: in
    sum a twentieth of the time of all tests.  Rarer collections save another twentieth.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()
        gc.set_threshold(*GC_THRESHOLDS)


@pytest.hookimpl(wrapper=True, optionalhook=True)
def pytest_xdist_auto_num_workers() -> Generator[None, int, int]:
    """Use two workers more than processors with ``-n auto``: tests wait for browsers and children."""
    processors = yield
    return processors if "PYTEST_XDIST_AUTO_NUM_WORKERS" in os.environ else processors + 2


GC_THRESHOLDS = (50_000, 20, 20)
"""The thresholds of ``gc.set_threshold``."""

ENGINE = "the engine compiled"
BROWSER = "one browser, and what Python begins with in it"
SOURCES = "the syntax trees of nonet"
WARM = "a Python that has imported what takes long"
WORKER_GROUPS = {
    "tests/page/": BROWSER,
    "tests/web/": BROWSER,
    "tests/backends/auto/": ENGINE,
    "tests/backends/lockstep/": ENGINE,
    "tests/testing/test_plugin.py": WARM,
    "tests/testing/": ENGINE,
    "src/nonet/testing/": ENGINE,
    "tests/fuzz/": ENGINE,
    "src/nonet/backends/lockstep/": ENGINE,
    "tests/batch/": ENGINE,
    "src/nonet/batch/": ENGINE,
    "tests/setting/": ENGINE,
    "src/nonet/setting/": ENGINE,
    "tests/solving/test_array_counting_by_rows.py": ENGINE,
    "tests/solving/test_metamorphic.py": ENGINE,
    "tests/project/test_imports.py": SOURCES,
    "tests/project/test_plain_words.py": SOURCES,
    "tests/docs/test_glossary.py": SOURCES,
    "tests/project/test_readme.py": WARM,
    "tests/project/test_warm.py": WARM,
    "tests/docs/test_how_to.py": WARM,
    "tests/docs/test_tutorial.py": WARM,
    "tests/examples/": WARM,
    "tests/test_discovery.py": WARM,
}
"""Folders whose tests share something expensive; all folders of one group go to one worker."""

USUAL_SECONDS, SLOW_SECONDS = 0.05, 2.0
"""Estimated seconds of a test, and of one marked ``slow``; ``slow(17)`` gives the seconds."""


def worker_group(nodeid: str) -> str:
    """Return the group of a test: that of its folder in ``WORKER_GROUPS``, else its file."""
    file = nodeid.partition("::")[0]
    return next((why for room, why in WORKER_GROUPS.items() if file.startswith(room)), file)


def estimated_seconds(item: pytest.Item) -> float:
    """Return the estimated seconds of a test, with those of its fixtures."""
    slow = item.get_closest_marker("slow")
    if slow is None:
        return USUAL_SECONDS * getattr(getattr(item, "obj", None), "cases", 1)
    return slow.args[0] if slow.args else SLOW_SECONDS


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Begin with the longest groups, so that several workers end at about the same time."""
    if not hasattr(config, "workerinput"):
        return
    work: dict[str, float] = defaultdict(float)
    for item in items:
        work[worker_group(item.nodeid)] += estimated_seconds(item)
    alike = set(WORKER_GROUPS.values())
    items.sort(
        key=lambda item: (worker_group(item.nodeid) not in alike, -work[worker_group(item.nodeid)])
    )


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> object:
    """Give each worker whole groups of tests, in the order of the collection.

    Otherwise every worker would set up the fixtures of nearly every file, and start a
    browser.
    """
    if config.getvalue("dist") != "load":  # the user's own wish
        return None
    from xdist.scheduler import LoadScopeScheduling

    config.option.loadscopereorder = False  # by numbers of tests alone

    class GroupScheduling(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            return worker_group(nodeid)

    return GroupScheduling(config, log)


def pytest_sessionstart(session: pytest.Session) -> None:
    """Keep workers from sending events that are not shown: a quarter of the time of an empty test.

    For each test xdist sends its start, and a report each of its setup, call and teardown.  For a
    test that passed, the report of the call is enough for the dot and the counts at the end.
    """
    options = session.config.option
    if options.verbose > 0 or options.durations is not None or options.xmlpath:
        return
    for plugin in session.config.pluginmanager.get_plugins():
        if type(plugin).__name__ == "WorkerInteractor":
            plugin.sendevent = only_shown_events(plugin.sendevent)


def only_shown_events(send: Callable[..., None]) -> Callable[..., None]:
    """Return a function that sends only the events that are shown."""

    def sendevent(name: str, **event: Any) -> None:
        report = event["data"] if name == "testreport" else {}
        quiet = report.get("outcome") == "passed" and report["when"] != "call"
        if name != "logstart" and not quiet:
            send(name, **event)

    return sendevent


@pytest.hookimpl(optionalhook=True)
def pytest_handlecrashitem(report: pytest.TestReport) -> None:
    """Say that tests were left out because a worker died."""
    report.longrepr = f"{report.longrepr}\nthe run ends here: what had not begun was not tested"


@pytest.fixture
def untraced() -> Iterator[None]:
    """Switch off tracing and gc callbacks for tests that press Ctrl-C in their own process.

    An interrupt within the few lines in which coverage holds its lock leaves it locked, and the
    next file that is traced waits for ever.  An interrupt within a gc callback, such as
    Hypothesis's clock, is lost: Python ignores an exception that a callback raises.
    """
    tracer, for_threads = sys.gettrace(), threading.gettrace()
    callbacks = gc.callbacks[:]
    gc.callbacks.clear()
    sys.settrace(None)
    threading.settrace(None)  # type: ignore[arg-type]
    yield
    gc.callbacks[:] = callbacks
    threading.settrace(for_threads)  # type: ignore[arg-type]
    sys.settrace(tracer)


Press = Callable[..., AbstractContextManager[list[float]]]


@pytest.fixture
def ctrl_c(untraced: None) -> Press:
    """``with ctrl_c(0.2) as pressed:`` presses Ctrl-C after 0.2 seconds, or once an event is set.

    Ctrl-C is pressed again every five seconds until the block ends, as a person would: Python
    ignores an exception raised in a callback (of a weak reference, say), and an interrupt may fall
    into one.  ``pressed`` lists the times of the presses.  The interrupt is raised in Python alone;
    with ``signals=True`` the process gets SIGINT, for solvers that handle signals themselves.  Such
    a solver may leave SIGINT with the default action, which ends the process, so Python's handler
    is installed again first.
    """

    @contextmanager
    def pressing(after: float | threading.Event, signals: bool = False) -> Iterator[list[float]]:
        pressed: list[float] = []
        ended = threading.Event()

        def press() -> None:
            while isinstance(after, threading.Event) and not after.wait(0.05):
                if ended.is_set():
                    return
            seconds = after if isinstance(after, float) else 0.0
            while not ended.wait(5 if pressed else seconds):
                if signals:
                    os.kill(os.getpid(), signal.SIGINT)
                else:
                    _thread.interrupt_main()
                pressed.append(time.monotonic())

        signal.signal(signal.SIGINT, signal.getsignal(signal.SIGINT))
        presser = threading.Thread(target=press)
        presser.start()
        try:
            yield pressed
        finally:
            ended.set()
            presser.join()

    return pressing
