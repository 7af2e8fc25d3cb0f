"""Confinement: a learner's program gets so much of the machine, and leaves nothing running.

The child splits in two.  The first process runs the learner's file within limits of memory,
file size and processes; the second waits for the first and then ends all its descendants, even
processes in sessions of their own (on Linux, where orphans can be adopted).  A server, which runs
programs of strangers, asks for a sandbox besides (below).

>>> MAX_MEMORY >> 30, MAX_FILE_SIZE >> 20
(4, 64)
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import sys
import tempfile
import time
from functools import cache
from pathlib import Path
from types import FrameType

import nonet
from nonet.deadline import resident_bytes
from nonet.processes import PR_SET_PDEATHSIG, descendants, kill_descendants

# A sandbox for a stranger's program: no network, and no files but its own (Linux).
#
# Namespaces of the kernel (``man 7 namespaces``) give a process its own view of the machine.
# Every user may make a namespace of users and is root in it, which allows the other namespaces.
# The process that calls :func:`unshare_users` forks; the child calls :func:`enter`. From then on
# the child sees Python, the installed packages and the system's libraries, all read only, and a
# folder of 64 MiB in memory. The child can signal its own descendants only, and they end with the
# child.
#
# Some systems forbid this to users who are not root (a container by default, Ubuntu since 23.10);
# :func:`unavailable_reason` tries.

CLONE_NEWNS, CLONE_NEWUTS, CLONE_NEWIPC = 0x20000, 0x4000000, 0x8000000
CLONE_NEWUSER, CLONE_NEWPID, CLONE_NEWNET = 0x10000000, 0x20000000, 0x40000000
MS_NOSUID, MS_NODEV, MS_BIND, MS_REC, MS_PRIVATE = 2, 4, 4096, 16384, 1 << 18
SYS_MOUNT_SETATTR, AT_FDCWD, AT_RECURSIVE = 442, -100, 0x8000
"""A system call without a function in the C library; all processors have the same number."""
MOUNT_ATTR_RDONLY, MOUNT_ATTR_NOSUID = 1, 2
PR_SET_NO_NEW_PRIVS, PR_CAPBSET_DROP, CAPABILITY_VERSION = 38, 24, 0x20080522

USER_INSIDE = 1000
"""The user id inside: user 0 would gain capabilities by starting a program."""

FOLDER_OPTIONS = "size=64m,nr_inodes=4096,mode=700"
"""The size of the program's own folder."""

SYSTEM_PATHS = (
    "/usr", "/lib", "/lib32", "/lib64", "/bin", "/etc/ld.so.cache", "/dev/null", "/dev/urandom",
)  # fmt: skip
"""The system's files that Python and packages need."""

PACKAGE_FOLDERS = ("site-packages", "dist-packages")


def unshare_users() -> None:
    """Make a namespace of users and processes for the children that are forked from now on.

    Raises ``OSError`` where the system does not allow namespaces, or if this process has threads.
    """
    user, group = os.getuid(), os.getgid()
    _call("unshare", CLONE_NEWUSER | CLONE_NEWPID)
    process = Path("/proc/self")
    (process / "setgroups").write_text("deny")
    (process / "uid_map").write_text(f"{USER_INSIDE} {user} 1")
    (process / "gid_map").write_text(f"{USER_INSIDE} {group} 1")


def enter(folder: Path) -> None:
    """Give up the network and all files except those of ``folder``, which are copied into memory.

    Raises ``OSError`` where the system does not allow namespaces.
    """
    files = {each.name: each.read_bytes() for each in folder.iterdir() if each.is_file()}
    _call("unshare", CLONE_NEWNS | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS)
    _mount(None, Path("/"), None, MS_REC | MS_PRIVATE)
    _mount("tmpfs", folder, "tmpfs", MS_NOSUID | MS_NODEV, "size=1m,mode=755")
    own = folder / folder.relative_to("/")
    own.mkdir(parents=True)
    for path in visible_paths():
        target = folder / path.relative_to("/")
        target.parent.mkdir(parents=True, exist_ok=True)
        target.mkdir(exist_ok=True) if path.is_dir() else target.touch()
        _mount(str(path), target, None, MS_BIND | MS_REC)
    attributes = (ctypes.c_uint64 * 4)(MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID)
    place = os.fsencode(folder)
    _call("syscall", SYS_MOUNT_SETATTR, AT_FDCWD, place, AT_RECURSIVE, attributes, 32)
    _mount("tmpfs", own, "tmpfs", MS_NOSUID | MS_NODEV, FOLDER_OPTIONS)
    os.chroot(folder)  # for good: the kernel refuses new user namespaces after a chroot
    os.chdir(folder)
    for name, data in files.items():
        Path(name).write_bytes(data)
    _drop_capabilities()


def visible_paths() -> list[Path]:
    """The files and folders that a program inside sees, read only; none contains another."""
    names = {*SYSTEM_PATHS, sys.prefix, sys.base_prefix, str(Path(nonet.__file__).parents[1])}
    for folder in (Path(name) for name in sys.path if name.endswith(PACKAGE_FOLDERS)):
        names.add(str(folder))
        for each in os.scandir(folder) if folder.is_dir() else ():
            if each.is_symlink():  # an installer may link packages to a folder of its own
                target = Path(os.path.realpath(each.path))
                names.add(str(target.parent if target.parent.name in PACKAGE_FOLDERS else target))
    visible: list[Path] = []
    for path in sorted({Path(each) for name in names for each in (name, os.path.realpath(name))}):
        inside = visible and path.is_relative_to(visible[-1])
        if path.exists() and path != Path("/") and not inside:
            visible.append(path)
    return visible


def _drop_capabilities() -> None:
    """Give up all privileges in the namespace, for good."""
    for capability in range(64):
        with contextlib.suppress(OSError):  # there are fewer
            _call("prctl", PR_CAPBSET_DROP, capability, 0, 0, 0)
    _call("prctl", PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    _call("capset", (ctypes.c_uint32 * 2)(CAPABILITY_VERSION, 0), (ctypes.c_uint32 * 6)())


def _mount(
    source: str | None, target: Path, kind: str | None, flags: int, options: str | None = None
) -> None:
    texts = [None if text is None else os.fsencode(text) for text in (source, kind, options)]
    _call("mount", texts[0], os.fsencode(target), texts[1], ctypes.c_ulong(flags), texts[2])


def _call(name: str, *arguments: object) -> None:
    """Call a function of the C library; raise ``OSError`` if the call fails."""
    function = getattr(ctypes.CDLL(None, use_errno=True), name)
    if function(*arguments) == -1:
        number = ctypes.get_errno()
        raise OSError(number, f"{name}: {os.strerror(number)}")


@cache
def unavailable_reason() -> str:
    """Return the reason why this system has no sandbox; empty if the system has a sandbox."""
    if sys.platform != "linux":
        return "only Linux has namespaces"
    with tempfile.TemporaryDirectory() as folder:
        probe = os.fork()
        if not probe:
            try:
                unshare_users()
                if not (child := os.fork()):
                    enter(Path(folder))
                    os._exit(0)
                os._exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
            except OSError as error:
                os._exit(error.errno or 1)
            finally:
                os._exit(1)
        code = os.waitstatus_to_exitcode(os.waitpid(probe, 0)[1])
    return os.strerror(code) if code else ""


MAX_MEMORY = 4 << 30
"""Bytes of address space that a learner's process may have."""

MAX_FILE_SIZE = 64 << 20
"""Bytes that one file written by a learner may have."""

MAX_PROCESSES = 64
"""Most processes and threads beyond the user's present number (not enforced for root)."""

MAX_SANDBOX_MEMORY = 2 << 30
"""Bytes of memory that all processes of a sandbox may have, together."""

PR_SET_CHILD_SUBREAPER = 36
"""An option of Linux's ``prctl``: adopt orphans."""


def fork_confined(folder: Path | None = None) -> None:
    """Return in a confined child; the parent waits for the child, ends its descendants, and
    exits alike.

    With a ``folder`` the child is in a sandbox with the files of this folder alone; raises
    ``OSError`` on a system without sandboxes.  Where there is no ``fork`` this returns at once: only
    time limits hold there.
    """
    if not hasattr(os, "fork"):
        return
    if folder is not None:
        unshare_users()
    if sys.platform == "linux":
        _call("prctl", PR_SET_PDEATHSIG, signal.SIGTERM, 0, 0, 0)
        _call("prctl", PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    signal.signal(signal.SIGTERM, _on_terminate)
    child = os.fork()
    if not child:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        if folder is None:
            _set_limits(MAX_MEMORY, _count_user_threads() + MAX_PROCESSES)
        else:
            _set_limits(MAX_SANDBOX_MEMORY, MAX_PROCESSES)
            enter(folder)
        return
    try:
        code = _exit_code_of(child, watched=folder is not None)
    except KeyboardInterrupt:
        code = 130
    end_descendants()
    os._exit(code if code >= 0 else 128 - code)


def _exit_code_of(child: int, watched: bool) -> int:
    """Wait for the child; if ``watched``, kill a child whose processes take too much memory."""
    if not watched:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    while True:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status)
        if sum(resident_bytes(process) or 0 for process in descendants()) > MAX_SANDBOX_MEMORY:
            os.write(2, b"ended: your program takes more than 2 GiB of memory\n")
            os.kill(child, signal.SIGKILL)
        time.sleep(0.05)


def _on_terminate(_number: int, _frame: FrameType | None) -> None:
    end_descendants()
    os._exit(143)


def _set_limits(memory: int, processes: int) -> None:
    import resource

    limits = {
        resource.RLIMIT_AS: memory,
        resource.RLIMIT_FSIZE: MAX_FILE_SIZE,
        resource.RLIMIT_NPROC: processes,
        resource.RLIMIT_CORE: 0,
    }
    for kind, limit in limits.items():
        _, hard = resource.getrlimit(kind)
        if hard != resource.RLIM_INFINITY:
            limit = min(limit, hard)
        # some systems know a limit but do not let it be set
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(kind, (limit, limit))


def _count_user_threads() -> int:
    """Threads the user has now, all of which count towards the limit of processes."""
    number = 0
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):  # it has ended meanwhile
            if process.stat().st_uid == os.getuid():
                number += sum(1 for _ in (process / "task").iterdir())
    return number


def end_descendants() -> None:
    """Kill every process below this process, until none is left; orphans have been adopted here."""
    while kill_descendants():
        with contextlib.suppress(ChildProcessError):
            while os.waitpid(-1, 0)[0]:
                pass
