"""The tables of docs/page-protocol.md, made of the commands: `python docs/site/protocol.py`.

What a command gives stands in the page, below its table, and is kept.
"""

from __future__ import annotations

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
    default = "" if parameter.required else f"`{parameter.default!r}`"
    choices = f" ({', '.join(parameter.choices)})" if parameter.choices else ""
    cells = (f"`{parameter.name}`", parameter.kind, default, f"{parameter.description}{choices}")
    return f"| {' | '.join(cells)} |"


def main() -> None:
    """Write the tables anew."""
    text = PAGE.read_text(encoding="utf-8")
    head, mark, rest = text.partition(MARK)
    comment, _, body = rest.partition("\n")
    kept = {
        name: re.split(r"\n(?=Gives)", section, maxsplit=1)[1].strip()
        for name, section in re.findall(r"^### `(\w+)`\n(.*?)(?=^### |\Z)", body, re.M | re.S)
        if "\nGives" in section
    }
    parts = [
        f"{table(find_command(name))}\n{kept.get(name, 'Gives')}\n" for name in command_names()
    ]
    PAGE.write_text(f"{head}{mark}{comment}\n\n" + "\n".join(parts), encoding="utf-8")


if __name__ == "__main__":
    main()
