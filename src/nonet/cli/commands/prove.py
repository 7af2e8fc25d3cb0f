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

from nonet.cli.common import NO, YES, PuzzleOrModel, problem_of
from nonet.cli.setting import add_setter_arguments, answer_each
from nonet.setting import Proof, prove

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

    def ask(puzzle: PuzzleOrModel) -> Proof:
        nonlocal written
        proof = prove(problem_of(puzzle), time_limit=arguments.time_limit, most=arguments.most)
        if arguments.to and proof.steps:
            written += 1
            folder = Path(arguments.to)
            if written > 1:
                folder = folder.with_name(f"{folder.name}-{written}")
            proof.write(folder)
        return proof

    codes = {"unique": YES, "none": NO, "multiple": NO}
    labels = {YES: "proven unique", NO: "not unique"}
    return answer_each(
        arguments, ask, lambda result: codes.get(result.claim), lambda puzzle, found: None, labels
    )
