"""The file to which a command writes the model of a disagreement between backends."""

from __future__ import annotations

import argparse

from nonet.cli.common import PuzzleOrModel, identity, print_json, print_message, title
from nonet.errors import Disagreement, FormatError


def add_reproducer(parser: argparse.ArgumentParser) -> None:
    """The argument that says where a disagreement goes."""
    parser.add_argument(
        "--reproducer",
        metavar="FILE",
        default="disagreement.json",
        help="where the model of a disagreement is written (default disagreement.json)",
    )


def check_reproducer(arguments: argparse.Namespace) -> None:
    """Raise now if the reproducer could not be written."""
    from pathlib import Path

    if not Path(arguments.reproducer).absolute().parent.is_dir():
        raise FormatError("there is no such folder to write to", source=arguments.reproducer)


def report_disagreement(
    arguments: argparse.Namespace, puzzle: PuzzleOrModel, error: Disagreement
) -> None:
    """Write a disagreement's model to its file, and say so."""
    from pathlib import Path

    Path(arguments.reproducer).write_text(error.reproducer + "\n", encoding="utf-8")
    print_message(f"nonet: {error}; written to {arguments.reproducer}")
    if arguments.format == "json":
        print_json({**identity(puzzle), "agree": False, "disagreement": str(error)})
    else:
        print(f"{title(puzzle)}: DISAGREE: {error}", flush=True)
