"""A process from which children are forked: ``python -m nonet.web.fork_server FD``.

Python, nonet and what most questions need are imported here once.  A fork of that answers its first
question some milliseconds later, where a process of its own takes a second and more on a busy
machine.  So whoever gives a question up waits for nothing.

``FD`` is a socket on which the server says, a message each: a number, with a socket, is a child to
fork that answers there; the same number with a minus ends it.  Back come ``ready``, and ``number
status`` of each child that has ended.  The children end with this process, and it with the server.
"""

from __future__ import annotations

import contextlib
import gc
import os
import select
import signal
import socket
import sys
import warnings

from nonet.processes import end_with_parent
from nonet.web.worker import answer_all, take_over_stdout, warm_up

CAN_FORK = sys.platform == "linux"
"""Whether processes are forked: elsewhere system libraries do not stand it."""

MAX_MESSAGE_BYTES = 64
"""Bytes of a message."""


def main() -> None:
    """Fork until the server is gone."""
    end_with_parent()
    take_over_stdout().close()
    with socket.socket(fileno=int(sys.argv[1])) as control:
        warm_up()
        gc.collect()
        gc.freeze()  # else each fork's first collection would copy all that is shared
        control.send(b"ready")
        serve_forks(control)


def serve_forks(control: socket.socket) -> None:
    """Do what the server says, and tell it which children have ended."""
    told, tell = os.pipe()
    os.set_blocking(told, False)
    os.set_blocking(tell, False)
    signal.set_wakeup_fd(tell)
    signal.signal(signal.SIGCHLD, lambda *_: None)  # the byte in the pipe is enough
    processes: dict[int, int] = {}
    while True:
        for ready in select.select([control.fileno(), told], [], [])[0]:
            if ready == told:
                os.read(told, 4096)
                for number, status in reap_ended(processes):
                    control.send(b"%d %d" % (number, status))
                continue
            message, sockets, _, _ = socket.recv_fds(control, MAX_MESSAGE_BYTES, 1)
            if not message:
                return
            number = int(message)
            if number < 0:
                if -number in processes:
                    os.kill(processes[-number], signal.SIGKILL)
                continue
            processes[number] = fork_worker(sockets[0], [control.fileno(), told, tell])
            os.close(sockets[0])


def fork_worker(connection: int, server_descriptors: list[int]) -> int:
    """The process of a new child that answers at ``line``; in the child this does not return."""
    with warnings.catch_warnings():
        # Python warns of forks beside threads: here is one, the watchdog of solving/watchdog.py
        warnings.simplefilter("ignore", DeprecationWarning)
        process = os.fork()
    if process:
        return process
    try:
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        end_with_parent()
        for each in server_descriptors:
            os.close(each)
        with open(connection, "rb", closefd=False) as questions, open(connection, "wb") as answers:
            answer_all(questions, answers)
    except BaseException:
        sys.excepthook(*sys.exc_info())
    finally:
        os._exit(1)


def reap_ended(processes: dict[int, int]) -> list[tuple[int, int]]:
    """The children that have ended, each with its status; they are forgotten."""
    found = []
    for number, process in list(processes.items()):
        with contextlib.suppress(ChildProcessError):
            done, status = os.waitpid(process, os.WNOHANG)
            if done:
                del processes[number]
                found.append((number, os.waitstatus_to_exitcode(status)))
    return found


if __name__ == "__main__":
    main()
