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

# a third of Hypothesis's own number, unless a test says another: ``python -m nonet.testing.fuzz``
# is for what asks for many thousands; none has to be done in so many milliseconds
settings.register_profile("suite", settings(), max_examples=30, deadline=None)
settings.load_profile("suite")


def pytest_configure(config: pytest.Config) -> None:
    """Nothing here depends on how fast the machine is, Ctrl-C works, and a dead worker is told.

    On a slow machine a command would say that it is still at work, beside what is expected.

    A shell starts background jobs with Ctrl-C ignored, and children inherit that.

    The tests of Ctrl-C would then wait in vain. A handler of Python's own is reset to the default
    in child processes, so theirs works again as well.

    Tests start hundreds of processes.  Where no bytecode may be written, each of them, and each
    worker of pytest for each test file, would compile what it imports once more: half the time of
    a command.  ``__pycache__`` is written here in any case, with what Numba compiled.  And each
    pytest among them would read all that it imports for constants that Hypothesis might try: they
    are kept in one place.

    A worker that dies ends the run, and the last lines name the test.  One in its place would be
    given nothing to do by xdist's scheduler of files, and the run would wait for it for ever.
    """
    if getattr(config.option, "maxworkerrestart", "0") is None:
        config.option.maxworkerrestart = "0"
    os.environ["NONET_SILENT"] = "1"
    os.environ.setdefault("HYPOTHESIS_STORAGE_DIRECTORY", str(ROOT / ".hypothesis"))
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    # else colours are set up for each of ten thousand ways of typing a call that Numba tries
    os.environ.setdefault("NUMBA_DISABLE_ERROR_MESSAGE_HIGHLIGHTING", "1")
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
    """Write what is missing of the bytecode of nonet and its tests, by a process a processor.

    All workers of a fresh clone collect the same files at the same time: each would compile nonet,
    and rewrite the assertions of all tests, which takes a worker longer than all else of collecting.
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
    """Write the bytecode of a file, a test's as pytest does; a file that is wrong is left alone."""
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
    """Ends a process that a call into C keeps for ever, with its stacks: that hears no signal.

    pytest's own ``faulthandler_timeout`` starts and joins a thread for each test, which is a
    quarter of what an empty test takes.  Here one thread watches all tests of a minute.
    """

    LIMIT_SECONDS, REARM_SECONDS = 700.0, 60.0

    def __init__(self) -> None:
        self._armed_at = -self.REARM_SECONDS
        self._stderr = os.dup(sys.__stderr__.fileno()) if sys.__stderr__ else 2  # never captured

    def pytest_runtest_logstart(self) -> None:
        """A test has ``SECONDS`` from its beginning, and up to ``WATCHED`` more."""
        now = time.monotonic()
        if now >= self._armed_at + self.REARM_SECONDS:
            self._armed_at = now
            faulthandler.dump_traceback_later(
                self.LIMIT_SECONDS + self.REARM_SECONDS, exit=True, file=self._stderr
            )

    def pytest_enter_pdb(self) -> None:
        """Whoever looks into a test has all the time there is, until the next one."""
        faulthandler.cancel_dump_traceback_later()
        self._armed_at = -self.REARM_SECONDS

    pytest_exception_interact = pytest_sessionfinish = pytest_enter_pdb


def skip_reading_constants() -> None:
    """Let Hypothesis not read all of nonet, in each worker, for constants that it might try.

    That takes a second, and five in a fresh clone.  What is worth trying the strategies of
    ``nonet.testing`` and the tests say themselves.  A Hypothesis without these names reads on.
    """
    with suppress(ImportError):
        from hypothesis.internal.conjecture import providers

        if hasattr(providers, "_get_local_constants"):
            providers._get_local_constants = lambda: providers._local_constants  # none


def skip_rewriting_nonet() -> None:
    """Leave the assertions of nonet itself as they are: only what tests say is told in detail.

    nonet brings a plugin of pytest, which therefore would compile all of nonet in its own way, in
    each worker of a fresh clone, beside what the commands compile.
    """
    for finder in sys.meta_path:
        getattr(finder, "_must_rewrite", set()).discard("nonet")


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path: Path) -> Generator[None, list[object], list[object]]:
    """Files of tests hold no examples to be looked for (``src/conftest.py`` sees to nonet's)."""
    return [each for each in (yield) if not isinstance(each, DoctestModule)]


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """What is collected stays to the end, and the collector of garbage need not walk it ever again.

    Nine thousand tests and all that they import make a full collection take a third of a second:
    a twentieth of the time of all tests.  What they leave behind is looked through rarely, which
    is another.
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
    """With ``-n auto`` one worker more than processors: a browser, a child or npm is waited for."""
    processors = yield
    return processors if "PYTEST_XDIST_AUTO_NUM_WORKERS" in os.environ else processors + 1


GC_THRESHOLDS = (50_000, 20, 20)
"""Objects made until young ones are looked at, and such looks until older ones are."""

ENGINE = "the engine compiled"
BROWSER = "one browser, and what Python begins with in it"
SOURCES = "the syntax trees of nonet"
WARM = "a Python that has imported what takes long"
WORKER_GROUPS = {
    "tests/page/": BROWSER,
    "tests/web/": BROWSER,
    "tests/backends/auto/": ENGINE,
    "tests/backends/lockstep/": ENGINE,
    "tests/testing/test_conformance_kit.py": WARM,
    "tests/testing/": ENGINE,
    "src/nonet/testing/": ENGINE,
    "src/nonet/backends/lockstep/": ENGINE,
    "tests/batch/": ENGINE,
    "src/nonet/batch/": ENGINE,
    "tests/setting/": ENGINE,
    "src/nonet/setting/": ENGINE,
    "tests/solving/test_count_by_rows.py": ENGINE,
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
"""Folders whose tests share what takes long to make: those alike are one worker's."""

USUAL_SECONDS, SLOW_SECONDS = 0.05, 2.0
"""Seconds that a test is reckoned to take, and one marked as slow: ``slow(17)`` says how many."""


def worker_group(nodeid: str) -> str:
    """What is one worker's: a file, or what is alike of ``TOGETHER``."""
    file = nodeid.partition("::")[0]
    return next((why for room, why in WORKER_GROUPS.items() if file.startswith(room)), file)


def estimated_seconds(item: pytest.Item) -> float:
    """The seconds that a test is reckoned to take, with what is made for it and for others."""
    slow = item.get_closest_marker("slow")
    if slow is None:
        return USUAL_SECONDS * getattr(getattr(item, "obj", None), "cases", 1)
    return slow.args[0] if slow.args else SLOW_SECONDS


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Of several workers, what takes longest is begun first: so they end at about the same time."""
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
    """Of several workers each takes files whole, in the order of above: nothing is made twice.

    Else every worker makes the fixtures of nearly every file, starts a browser and compiles what
    the other compiles at that time.
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
    """Send nothing from a worker that nobody shows: a quarter of the time of an empty test.

    For each test xdist sends that it begins, and one report each of its setup, call and teardown.
    Of those that passed, the call's is enough for a dot and the sums at the end.
    """
    options = session.config.option
    if options.verbose > 0 or options.durations is not None or options.xmlpath:
        return
    for plugin in session.config.pluginmanager.get_plugins():
        if type(plugin).__name__ == "WorkerInteractor":
            plugin.sendevent = only_shown_events(plugin.sendevent)


def only_shown_events(send: Callable[..., None]) -> Callable[..., None]:
    """The sending of events, but for those that nobody shows."""

    def sendevent(name: str, **event: Any) -> None:
        report = event["data"] if name == "testreport" else {}
        quiet = report.get("outcome") == "passed" and report["when"] != "call"
        if name != "logstart" and not quiet:
            send(name, **event)

    return sendevent


@pytest.hookimpl(optionalhook=True)
def pytest_handlecrashitem(report: pytest.TestReport) -> None:
    """Say what a worker that died left undone."""
    report.longrepr = f"{report.longrepr}\nthe run ends here: what had not begun was not tested"


@pytest.fixture
def untraced() -> Iterator[None]:
    """For tests that press Ctrl-C in their own process: nothing is measured meanwhile.

    An interrupt within the few lines in which coverage holds its lock leaves it locked, and the
    next file that is met waits for ever.  One within Hypothesis's clock of the garbage collector,
    a callback, is told nobody: Python ignores what such a one raises.
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
    """``with ctrl_c(0.2) as pressed:`` Ctrl-C after so many seconds, and, as a person does, again.

    Or once an event is set.  Again after five seconds, if the block has not ended: Python ignores
    what is raised in a callback (of a weak reference, say), and an interrupt may fall into one.
    ``pressed`` are the moments.  Python is told alone; with ``signals`` the process is, for solvers
    that listen to the system themselves.  One that takes the signal for itself may leave it with
    the system's own answer, which ends the process: so Python takes it back first.
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
