"""The tables of docs/page-protocol.md, made of the commands: `python docs/site/protocol.py`.

The text below the table of each command is kept.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

from nonet.protocol import command_names, find_command
from nonet.protocol.command import Command, Parameter

PAGE = Path(__file__).parents[1] / "page-protocol.md"
MARK = "<!-- the tables"


def table(command: Command) -> str:
    """The heading of a command, what it is, and its parameters."""
    lines = [f"### `{command.name}`", "", command.sentence, ""]
    if command.parameters:
        lines += ["| parameter | holds | default | |", "|---|---|---|---|"]
        lines += [row(parameter) for parameter in command.parameters]
        lines += [""]
    return "\n".join(lines)


def row(parameter: Parameter) -> str:
    """A parameter as a row of its table."""
    default = "" if parameter.required else f"`{json.dumps(parameter.default)}`"
    choices = f" ({', '.join(parameter.choices)})" if parameter.choices else ""
    cells = (f"`{parameter.name}`", parameter.kind, default, f"{parameter.description}{choices}")
    return f"| {' | '.join(cells)} |"


def with_new_tables(text: str) -> str:
    """Return the text of the page with new tables; the text below each table is kept."""
    head, mark, tail = text.partition(MARK)
    comment, _, body = tail.partition("\n")
    sections = dict(re.findall(r"^### `(\w+)`\n(.*?)(?=^### |\Z)", body, re.M | re.S))
    parts = [
        f"{table(find_command(name))}\n{below_table(sections.get(name, '')) or 'Gives'}\n"
        for name in command_names()
    ]
    return f"{head}{mark}{comment}\n\n" + "\n".join(parts)


def below_table(section: str) -> str:
    """Return the paragraphs of a section below its sentence and its table."""
    paragraphs = section.strip().split("\n\n")[1:]
    if paragraphs and paragraphs[0].startswith("|"):
        del paragraphs[0]
    return "\n\n".join(paragraphs)


def main() -> None:
    """Write the tables anew."""
    PAGE.write_text(with_new_tables(PAGE.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
