"""Prove that a puzzle has exactly one solution, or none, so that anyone can check the proof.

The folder holds the declaration, its clauses (formula.cnf, DIMACS), a map from each clause to its
statement (map.txt), a refutation of every other solution (proof.lrat), the solution, and a checker
of one page that needs nothing but Python: python FOLDER/check.py FOLDER/formula.cnf
FOLDER/proof.lrat.  Of further puzzles the folders are FOLDER-2, FOLDER-3 and so on.

Examples:
  nonet prove puzzle.txt --to proof
  nonet check proof puzzle.txt
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from nonet.cli import common as cli
from nonet.cli.setting import add_setter_arguments, ask_each
from nonet.setting import Proof, prove
from nonet.solving import ProblemInput

GROUP = "solve and check"


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_setter_arguments(parser)
    parser.add_argument("--to", metavar="FOLDER", help="write the proof into a new folder")
    parser.add_argument(
        "--most",
        type=int,
        default=2_000_000,
        metavar="N",
        help="give up a proof of more than N steps (default 2,000,000)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Prove each puzzle or model, and write the proof."""
    written = 0

    def ask(problem: ProblemInput, **limits: Any) -> Proof:
        nonlocal written
        proof = prove(problem, **limits)
        if arguments.to and proof.steps:
            written += 1
            folder = Path(arguments.to)
            if written > 1:
                folder = folder.with_name(f"{folder.name}-{written}")
            proof.write(folder)
        return proof

    codes = {"unique": cli.YES, "none": cli.NO, "multiple": cli.NO}
    labels = {cli.YES: "proven unique", cli.NO: "not unique"}
    wishes = {"most": arguments.most}
    return ask_each(arguments, ask, wishes, lambda result: codes.get(result.claim), labels)
