"""A process from which children are forked: ``python -m nonet.web.fork_server FD``.

Python, nonet and the usual modules are imported here once. A fork answers its first question
some milliseconds later, where a new process takes a second and more on a busy machine. So a
cancelled question makes nobody wait.

``FD`` is a socket for messages of the server: a number, with a socket, asks for a forked child
that answers at the socket; the same number with a minus ends the child. The replies are
``ready``, and ``number status`` for each ended child. The children end with this process, and
this process with the server.
"""

from __future__ import annotations

import contextlib
import gc
import os
import select
import signal
import socket
import sys

from nonet.processes import end_with_parent
from nonet.web.worker import answer_all, take_over_stdout, warm_up

CAN_FORK = sys.platform == "linux"
"""Whether processes are forked: elsewhere system libraries do not survive a fork."""

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
    """Obey the server's messages, and report ended children."""
    ended_pipe, tell = os.pipe()
    os.set_blocking(ended_pipe, False)
    os.set_blocking(tell, False)
    signal.set_wakeup_fd(tell)
    signal.signal(signal.SIGCHLD, lambda *_: None)  # the byte in the pipe is enough
    processes: dict[int, int] = {}
    while True:
        for ready in select.select([control.fileno(), ended_pipe], [], [])[0]:
            if ready == ended_pipe:
                os.read(ended_pipe, 4096)
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
            processes[number] = fork_worker(sockets[0], [control.fileno(), ended_pipe, tell])
            os.close(sockets[0])


def fork_worker(connection: int, server_descriptors: list[int]) -> int:
    """Return the process id of a new child that answers at ``connection``; does not return in
    the child.
    """
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
    """Return the ended children, each with its status, and forget these children."""
    ended = []
    for number, process in list(processes.items()):
        with contextlib.suppress(ChildProcessError):
            done, status = os.waitpid(process, os.WNOHANG)
            if done:
                del processes[number]
                ended.append((number, os.waitstatus_to_exitcode(status)))
    return ended


if __name__ == "__main__":
    main()
