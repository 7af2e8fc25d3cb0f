"""Hides from nonet, and from nothing else, what only POSIX systems have.

With this folder first on PYTHONPATH a process of nonet believes that it runs on Windows: there is
no ``fork``, no ``SIGKILL``, no ``fcntl``; ``os.name`` is "nt".  Python's own library still sees
the system as it is, without which it could not run here.
"""

import builtins
import importlib.util
import os
import signal
import sys

HIDDEN = {
    os: (
        "fork", "forkpty", "killpg", "setsid", "getsid", "getuid", "geteuid", "getpgid", "uname",
        "sched_getaffinity", "waitid", "WNOHANG", "mkfifo", "getloadavg", "nice",
    ),
    signal: (
        "SIGALRM", "SIGKILL", "SIGHUP", "SIGUSR1", "SIGUSR2", "SIGCHLD", "ITIMER_REAL", "setitimer",
        "alarm", "pthread_kill", "pthread_sigmask", "SIG_BLOCK", "sigwait", "siginterrupt",
    ),
}  # fmt: skip
PRETENDED = {os: {"name": "nt"}, sys: {"platform": "win32"}}
MACHINE_CODE = "nonet.backends.lockstep.engine"
MODULES = ("fcntl", "resource", "termios", "tty", "pwd", "grp")


def is_of_nonet(names: dict[str, object] | None) -> bool:
    """Whether these are the global names of a module of nonet, but for its machine code.

    The compiled engine is that of the system as it is: no library of Windows can be loaded here.
    """
    name = str((names or {}).get("__name__", ""))
    return name.partition(".")[0] == "nonet" and not name.startswith(MACHINE_CODE)


def hide(module: object, names: tuple[str, ...], pretended: dict[str, str]) -> None:
    """Take names away from a module, and give them back to all who are not nonet."""
    hidden = {name: getattr(module, name) for name in (*names, *pretended) if hasattr(module, name)}
    for name in hidden:
        delattr(module, name)

    def lookup(name: str) -> object:
        if not is_of_nonet(sys._getframe(1).f_globals):
            if name in hidden:
                return hidden[name]
        elif name in pretended:
            return pretended[name]
        raise AttributeError(f"module {module.__name__!r} has no attribute {name!r}")

    module.__getattr__ = lookup


def install() -> None:
    """Hide everything."""
    for name in (
        "asyncio",
        "multiprocessing.util",
        "selectors",
        "shutil",
        "subprocess",
        "tempfile",
    ):
        importlib.import_module(name)  # these read what is hidden when they are imported
    for module in (os, signal, sys):
        hide(module, HIDDEN.get(module, ()), PRETENDED.get(module, {}))
    real_import, real_find = builtins.__import__, importlib.util.find_spec

    def checked_import(name, globals=None, *arguments, **options):
        if name in MODULES and is_of_nonet(globals):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        return real_import(name, globals, *arguments, **options)

    def checked_find(name, package=None):
        hidden = name in MODULES and is_of_nonet(sys._getframe(1).f_globals)
        return None if hidden else real_find(name, package)

    builtins.__import__, importlib.util.find_spec = checked_import, checked_find


install()
