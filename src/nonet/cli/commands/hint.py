"""Give a hint: the technique, then where to look, then which constraint and why, then the step.

Examples:
  nonet hint puzzle.txt
  nonet hint puzzle.txt --where
  nonet hint puzzle.txt --more
  nonet hint puzzle.txt --apply --to step.svg
  nonet hint puzzle.txt --to next.json && nonet hint next.json
  nonet hint marks.pm --only singles,intersections

Marks already made are respected: values filled in and candidates struck out (a candidate
grid, a HoDoKu library line) are where the hint starts.  The last line of --apply is the position
after the step, which nonet reads again.
"""

from __future__ import annotations

import argparse

from nonet.cli import common as cli
from nonet.cli.output_files import PICTURE_SUFFIXES, Output, add_output
from nonet.cli.technique_options import (
    add_techniques,
    is_known_not_unique,
    to_one_line,
)
from nonet.errors import OutOfTime
from nonet.formats import write
from nonet.puzzle import Puzzle
from nonet.puzzle.unread import Claims, as_read_text, contradicting
from nonet.render.printable import printable
from nonet.techniques.candidate_layout import bits
from nonet.techniques.hints import next_steps
from nonet.techniques.policies import restricted_policy
from nonet.techniques.position import Position
from nonet.techniques.search_deadline import SearchDeadline
from nonet.techniques.solution_oracle import candidates_lost, oracle_for, puzzle_with_marks
from nonet.techniques.step import Step

GROUP = "most used"


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    cli.add_inputs(parser)
    add_techniques(parser)
    cli.add_time_limit(parser, 10, ", and say so")
    parser.add_argument("--where", action="store_true", help="also where to look")
    parser.add_argument("--more", action="store_true", help="also where, which constraint, and why")
    parser.add_argument("--apply", action="store_true", help="also the step, and the grid after it")
    parser.add_argument(
        "--certificate",
        action="store_true",
        help="also the fewest truths and links that prove each elimination (set logic)",
    )
    add_output(
        parser,
        "--to",
        "-o",
        help="draw the step: a picture (.svg, .png, .pdf) or a page (.html); or write the position "
        "after it (.json); of further puzzles FILE-2, FILE-3 and so on",
    )
    cli.add_format(parser, "text", "json")


def run(arguments: argparse.Namespace) -> int:
    """Give a hint for each puzzle."""
    policy = restricted_policy(arguments.policy, arguments.only)
    target = Output(
        arguments,
        arguments.to,
        {**PICTURE_SUFFIXES, ".html": "a page", ".json": "the position after"},
    )

    def answer(puzzle: Puzzle) -> int:
        known = oracle_for(puzzle, SearchDeadline.reported(arguments.time_limit), arguments.unique)
        position = known.start
        late = ""
        try:
            steps = next_steps(position, policy, known)
        except OutOfTime as error:
            steps, late = [], str(error)
        note = "; ".join(filter(None, (known.note, late, *position.deadline.skipped)))
        doubts = contradicting(puzzle.unread, Claims.NO_OTHERS if steps else Claims.NOTHING)
        if arguments.format == "json":
            fields = {"solved": position.solved, "note": note}
            cli.print_answer(puzzle, {**fields, "steps": [s.to_json() for s in steps]}, doubts)
        if note:
            cli.print_message(f"nonet: {cli.title(puzzle)}: {note}")
        if not steps:
            if arguments.format == "text":
                none = "Undecided: the time was over." if late else "No step was found."
                print("Every cell has its value." if position.solved else none)
            if position.solved:
                return cli.UNDECIDED if puzzle.unread else cli.YES
            several = (
                is_known_not_unique(known.decided_uniqueness) and not late
            )  # there may be a step still
            dead = position.dead_end() and not contradicting(puzzle.unread, Claims.NO_OTHERS)
            return cli.NO if several or dead else cli.UNDECIDED
        step = steps[0]
        if arguments.format == "text":
            name, place, why = step.hint_degrees
            all_of_it = arguments.more or arguments.apply
            print(printable(as_read_text(name, doubts)))
            if arguments.where or all_of_it:
                print(printable(place))
            if all_of_it:
                for line in why.splitlines():
                    print(printable(line))
                print(printable(f"Constraints: {step.constraints or step.technique.consistency}"))
            if arguments.certificate:
                print_certificates(step, position)
            if arguments.apply:
                from nonet.techniques.drawing import draw_position

                print(step.notation)
                print(cli.make_drawer()(draw_position(position.after(step), puzzle)))
                print(printable(to_one_line(puzzle_with_marks(position.after(step), puzzle))))
        if target.suffix == ".json":
            target.write(write([puzzle_with_marks(position.after(step), puzzle)], "json"))
        elif target and not target.is_picture:
            from nonet.techniques.html_page import step_page

            target.write(step_page(step, position, puzzle))
        elif target:
            from nonet.render.svg import drawing_svg as draw_svg
            from nonet.techniques.drawing import draw_step

            target.write(draw_svg(draw_step(step, position, puzzle), title=step.notation))
        return cli.UNDECIDED if doubts else cli.YES

    return cli.for_each(arguments, answer)


def print_certificates(step: Step, position: Position) -> None:
    """Print the smallest certificate of each candidate that the step removes or replaces."""
    from nonet.techniques.certificate import smallest_certificate

    layout = position.layout
    for candidate in bits(position.open & candidates_lost(step)):
        cell, value = layout.cell_and_symbol(candidate)
        certificate = smallest_certificate(position, candidate)
        if certificate is None:
            print(f"{cell} is not {value}: no certificate by truths and links taken once")
            continue
        truths = " ".join(layout.set_name(number) for number in certificate.truths)
        links = " ".join(layout.set_name(number) for number in certificate.links)
        print(
            f"{cell} is not {value}: truths {{{truths}}}, links {{{links}}}, rank {certificate.rank}"
        )
