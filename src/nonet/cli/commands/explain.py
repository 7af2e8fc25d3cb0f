"""Explain puzzles: the whole path to the solution, step by step, in words.

Examples:
  nonet explain puzzle.txt
  nonet explain puzzle.txt --to path.html
  nonet explain puzzle.txt --only tutorial
  nonet explain position.txt --find x-wing
  nonet explain --ladder puzzles/*.txt
  nonet explain --statistics puzzles/*.txt --policy hodoku

--only and --find take techniques and named sets of techniques, with commas between; nonet
techniques lists both.
"""

from __future__ import annotations

import argparse

from nonet.cli import common as cli
from nonet.cli.output_files import PICTURE_SUFFIXES, Output, add_output
from nonet.cli.setting import chain_lines, find_conflict
from nonet.cli.technique_options import add_techniques, is_known_not_unique
from nonet.errors import OutOfTime
from nonet.puzzle import Puzzle
from nonet.render.printable import printable
from nonet.solving import Uniqueness, verify
from nonet.techniques import Path, Step, explain, find
from nonet.techniques.policies import restricted_policy
from nonet.techniques.statistics import LadderBuilder, StatisticsBuilder

GROUP = "understand"

NOT_UNIQUE_MESSAGES = {
    Uniqueness.MULTIPLE: "the puzzle has several solutions",
    Uniqueness.NONE: "the puzzle has no solution",
}


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    cli.add_inputs(parser)
    add_techniques(parser)
    cli.add_time_limit(parser, 60, ", and say so")
    what = parser.add_mutually_exclusive_group()
    what.add_argument(
        "--find", metavar="NAME,...", help="all instances of these techniques at this position"
    )
    what.add_argument(
        "--ladder",
        action="store_true",
        help="how many of the puzzles are solved as each technique is added",
    )
    what.add_argument(
        "--statistics",
        action="store_true",
        help="how many of the puzzles need each technique, how often, and as their hardest",
    )
    parser.add_argument(
        "--notation", action="store_true", help="steps in the field's notation alone"
    )
    add_output(
        parser,
        "--to",
        "-o",
        help="draw every step: a page (.html) or one picture of all (.svg, .png, .pdf); "
        "of further puzzles FILE-2, FILE-3 and so on",
    )
    cli.add_format(parser, "text", "json")


def run(arguments: argparse.Namespace) -> int:
    """Explain each puzzle, find the instances of a technique, or climb the ladder."""
    if arguments.ladder:
        return _run_ladder(arguments)
    if arguments.statistics:
        return _run_statistics(arguments)
    if arguments.find:
        return _run_find(arguments)
    chosen = restricted_policy(arguments.policy, arguments.only)
    target = Output(arguments, arguments.to, {".html": "a page", **PICTURE_SUFFIXES})

    def answer(puzzle: Puzzle) -> int:
        path = explain(puzzle, chosen, unique=arguments.unique, time_limit=arguments.time_limit)
        if target.is_picture:
            from nonet.techniques.html_page import picture_sheet

            target.write(picture_sheet(path))
        elif target:
            from nonet.techniques.html_page import path_html_page

            target.write(path_html_page(path))
        needs_conflict = path.uniqueness is Uniqueness.NONE and (
            arguments.format == "json" or not target
        )
        clash = find_conflict(puzzle) if needs_conflict else None
        if arguments.format == "json":
            conflict_json = {} if clash is None else {"conflict": clash.to_json()}
            cli.print_json({**cli.identity(puzzle), **path.to_json(), **conflict_json})
        elif not arguments.to:
            _print_path(path, puzzle, arguments.notation)
            if clash is not None:
                print(printable(f"No solution: {clash.in_words()}."))
                for line in chain_lines(clash.chain):
                    print(printable(f"  {line}"))
        if path.note:
            cli.print_message(f"nonet: {cli.title(puzzle)}: {path.note}")
        if path.solved:
            return cli.YES
        return cli.NO if is_known_not_unique(path.uniqueness) else cli.UNDECIDED

    return cli.for_each(arguments, answer, {cli.YES: "solved", cli.NO: "without a unique solution"})


def _print_path(path: Path, puzzle: Puzzle, short: bool) -> None:
    if puzzle.name:
        print(printable(puzzle.name))
    if path.doubts:
        print(printable(f"{path.note}:"))
    for number, step in enumerate(path.steps, 1):
        print(f"{number:3}. {step.notation}")
        if not short:
            for line in step.sentence.splitlines():
                print(printable(f"     {line}"))
            print(printable(f"     [{step.constraints or step.technique.consistency}]"))
    if path.solved:
        print(puzzle.line(path.end.assignment))
    counts = ", ".join(f"{number} {name}" for name, number in path.techniques.items())
    print(f"{len(path.steps)} steps: {counts}" if counts else "no step")


def _run_find(arguments: argparse.Namespace) -> int:
    names = [name for name in arguments.find.split(",") if name.strip()]
    restricted_policy("human", names)  # an unknown name is an error before the first puzzle

    def answer(puzzle: Puzzle) -> int:
        try:
            steps: list[Step] = find(puzzle, *names, time_limit=arguments.time_limit)
        except OutOfTime as error:
            cli.print_message(f"nonet: {cli.title(puzzle)}: {error}")
            return cli.UNDECIDED
        if arguments.format == "json":
            cli.print_answer(puzzle, {"steps": [step.to_json() for step in steps]})
        else:
            for step in steps:
                lines = step.sentence.replace("\n", "\n    ")
                print(step if arguments.notation else f"{step}\n    {lines}")
            if not steps:
                print("none")
        if arguments.unique is None and any(step.technique.assumes_unique for step in steps):
            verdict = verify(puzzle, time_limit=arguments.time_limit)
            uniqueness = verdict.uniqueness
            if uniqueness is not Uniqueness.UNIQUE:
                message = NOT_UNIQUE_MESSAGES.get(
                    uniqueness, "whether there is one solution was not decided"
                )
                cli.print_message(
                    f"nonet: {cli.title(puzzle)}: {message}: steps that assume one solution may be wrong"
                )
        return cli.YES if steps else cli.NO

    return cli.for_each(arguments, answer, {cli.YES: "with an instance", cli.NO: "without"})


def _run_ladder(arguments: argparse.Namespace) -> int:
    name = "tutorial" if arguments.policy == "human" else arguments.policy
    chosen = restricted_policy(name, arguments.only)
    climb = LadderBuilder(chosen, arguments.time_limit)
    code = _count_all(arguments, climb)
    if code == cli.INTERRUPTED:
        return code
    for rung in climb.rungs:
        if arguments.format == "json":
            cli.print_json({"technique": rung.technique, "solved": rung.solved})
        else:
            print(f"{rung.solved:6} {'+ ' if rung is not climb.rungs[0] else '  '}{rung.technique}")
    if arguments.format == "text":
        print(f"{climb.puzzles:6}   puzzles")
    return _exit_code(arguments, code, climb.stopped)


def _run_statistics(arguments: argparse.Namespace) -> int:
    tally = StatisticsBuilder(
        restricted_policy(arguments.policy, arguments.only), arguments.time_limit
    )
    code = _count_all(arguments, tally)
    if code == cli.INTERRUPTED:
        return code
    statistics = tally.result
    if arguments.format == "json":
        cli.print_json(statistics.to_json())
    else:
        print(f"{'puzzles':>7} {'steps':>7} {'hardest':>7}  technique")
        for row in statistics.rows:
            print(f"{row.puzzles:7} {row.steps:7} {row.hardest:7}  {row.title}")
        brute = statistics.solved - statistics.logical
        print(
            f"{statistics.puzzles} puzzles, {statistics.solved} solved"
            + (f", {brute} of them by brute force" if brute else "")
        )
    return _exit_code(arguments, code, statistics.stopped)


def _count_all(arguments: argparse.Namespace, counted: LadderBuilder | StatisticsBuilder) -> int:
    """Count every puzzle; the exit code says whether one was none."""

    def answer(puzzle: Puzzle) -> int:
        counted.add(puzzle)
        return cli.YES

    return cli.for_each(arguments, answer)


def _exit_code(arguments: argparse.Namespace, code: int, stopped: int) -> int:
    """The exit code of a count; says how many puzzles the time limit ended."""
    if stopped:
        limit = arguments.time_limit
        cli.print_message(
            f"nonet: {stopped} puzzles stopped by the time limit of {limit:g} seconds"
        )
    return cli.UNDECIDED if stopped and code == cli.YES else code
