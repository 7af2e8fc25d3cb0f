"""A child process that answers each line of JSON with a line of JSON."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Self


class JsonProcess:
    """A running command; ``options`` are those of ``subprocess.Popen``.

    As a context manager it ends the command: its input is closed.
    """

    def __init__(self, command: Sequence[str], **options: Any) -> None:
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, **options)

    def ask(self, question: object) -> Any:
        """Return the answer to a question; raise ``EOFError`` if the process has ended."""
        answer = ""
        assert self._process.stdin is not None and self._process.stdout is not None
        with suppress(BrokenPipeError):
            self._process.stdin.write(json.dumps(question) + "\n")
            self._process.stdin.flush()
            answer = self._process.stdout.readline()
        if not answer:
            raise EOFError("the process has ended")
        return json.loads(answer)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.communicate()
