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

from nonet.cli.common import (
    NO,
    UNDECIDED,
    YES,
    add_format,
    add_inputs,
    add_time_limit,
    for_each,
    identity,
    print_json,
    say,
    title,
)
from nonet.cli.output import PICTURES, Output, add_output, drawer
from nonet.cli.technique_options import (
    add_techniques,
    in_one_line,
    proven_otherwise,
    tell_searches,
)
from nonet.errors import OutOfTime
from nonet.formats import write
from nonet.puzzle import Puzzle
from nonet.render.plain import plain
from nonet.techniques.clock import Clock
from nonet.techniques.hints import next_steps
from nonet.techniques.known import lost_by, marked
from nonet.techniques.layout import bits
from nonet.techniques.policies import restricted
from nonet.techniques.position import Position
from nonet.techniques.start import known_of
from nonet.techniques.step import Step


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_inputs(parser)
    add_techniques(parser)
    add_time_limit(parser, 10, ", and say so")
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
        help="draw the step: a picture (.svg, .png, .pdf) or a page (.html); or write the position "
        "after it (.json); of further puzzles FILE-2, FILE-3 and so on",
    )
    add_format(parser, "text", "json")


def run(arguments: argparse.Namespace) -> int:
    """Give a hint for each puzzle."""
    tell_searches()
    policy = restricted(arguments.policy, arguments.only)
    target = Output(
        arguments, arguments.to, {**PICTURES, ".html": "a page", ".json": "the position after"}
    )

    def answer(puzzle: Puzzle) -> int:
        known = known_of(puzzle, Clock(arguments.time_limit), arguments.unique)
        position = known.start
        late = ""
        try:
            steps = next_steps(position, policy, known)
        except OutOfTime as error:
            steps, late = [], str(error)
        note = "; ".join(filter(None, (known.note, late, *position.clock.left_out)))
        if arguments.format == "json":
            found = {"solved": position.solved, "note": note}
            print_json({**identity(puzzle), **found, "steps": [s.to_json() for s in steps]})
        if note:
            say(f"nonet: {title(puzzle)}: {note}")
        if not steps:
            if arguments.format == "text":
                none = "Undecided: the time was over." if late else "No step was found."
                print("Every cell has its value." if position.solved else none)
            if position.solved:
                return YES
            several = proven_otherwise(known.uniqueness) and not late  # there may be a step still
            return NO if several or position.dead_end() else UNDECIDED
        step = steps[0]
        if arguments.format == "text":
            name, place, why = step.degrees
            all_of_it = arguments.more or arguments.apply
            print(plain(name))
            if arguments.where or all_of_it:
                print(plain(place))
            if all_of_it:
                print(plain(why))
                print(plain(f"Constraints: {step.constraints or step.technique.consistency}"))
            if arguments.certificate:
                certify(step, position)
            if arguments.apply:
                from nonet.techniques.drawing import draw_position

                print(step.notation)
                print(drawer()(draw_position(position.after(step), puzzle)))
                print(plain(in_one_line(marked(position.after(step), puzzle))))
        if target.suffix == ".json":
            target.write(write([marked(position.after(step), puzzle)], "json"))
        elif target and not target.is_picture:
            from nonet.techniques.page import step_page

            target.write(step_page(step, position, puzzle))
        elif target:
            from nonet.render.svg import draw as draw_svg
            from nonet.techniques.drawing import draw_step

            target.write(draw_svg(draw_step(step, position, puzzle), title=step.notation))
        return YES

    return for_each(arguments, answer)


def certify(step: Step, position: Position) -> None:
    """Print the smallest certificate of each candidate that the step removes or replaces."""
    from nonet.techniques.certificate import certificate

    layout = position.layout
    for candidate in bits(position.open & lost_by(step)):
        cell, value = layout.written(candidate)
        found = certificate(position, candidate)
        if found is None:
            print(f"{cell} is not {value}: no certificate by truths and links taken once")
            continue
        truths = " ".join(layout.set_name(number) for number in found.truths)
        links = " ".join(layout.set_name(number) for number in found.links)
        print(f"{cell} is not {value}: truths {{{truths}}}, links {{{links}}}, rank {found.rank}")
