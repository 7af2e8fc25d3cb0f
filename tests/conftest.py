"""What all tests share: a Ctrl-C that works, however the tests were started."""

import signal


def pytest_configure() -> None:
    """A shell starts background jobs with Ctrl-C ignored, and children inherit that.

    The tests of Ctrl-C would then wait for ever. A handler of Python's own is reset to the default in
    child processes, so theirs works again as well.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
