"""The questions of a page to nonet: a command in, events out.

>>> from nonet.protocol import ask
>>> *_, last = ask({"do": "check", "puzzle": {"size": 4, "clues": "11.............."}})
>>> last["done"]["conflicts"]
[{'cells': ['R1C1', 'R1C2'], 'words': 'R1C1 and R1C2 are both 1 in row 1'}]

The same module answers in the child processes of ``nonet web`` and, by Pyodide, in a reader's
browser; nothing here knows which, keeps anything between two questions, or needs numpy,
OR-Tools, threads or processes.  A command is ``{"do": name, "puzzle": document, ...}``; events
are plain data; the last is ``{"done": result}`` or ``{"error": text, "kind": name}``.  The
parameters and results of each command are in docs/page-protocol.md.

``command.py`` defines a command, ``documents.py`` the limits of a question and the
puzzle of a question; every other file answers one command or a small family of commands.
"""

from __future__ import annotations

from nonet.protocol.dispatch import ask, ask_text, command_names, find_command

__all__ = ["ask", "ask_text", "command_names", "find_command"]
