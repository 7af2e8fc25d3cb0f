"""What a page may ask of nonet: a command in, events out.

>>> from nonet.protocol import ask
>>> *_, last = ask({"do": "check", "puzzle": {"size": 4, "clues": "11.............."}})
>>> last["done"]["conflicts"]
[{'cells': ['R1C1', 'R1C2'], 'words': 'R1C1 and R1C2 are both 1 in row 1'}]

The same module answers in the child processes of ``nonet web`` and, by Pyodide, in a reader's
browser; nothing here knows which, keeps anything between two questions, or needs numpy,
OR-Tools, threads or processes.  A command is ``{"do": name, "puzzle": document, ...}``; events are
plain data; the last is ``{"done": result}`` or ``{"error": text, "kind": name}``.  What each
command takes and gives is in docs/page-protocol.md.

``command.py`` says what a command is, ``limits.py`` what a question may be, ``documents.py`` what
a puzzle is in one; every other file answers one command or a small family of them.
"""

from __future__ import annotations

from nonet.protocol.dispatch import ask, ask_text, command_names, find_command

__all__ = ["ask", "ask_text", "command_names", "find_command"]
