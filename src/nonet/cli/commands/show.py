"""Show puzzles as pictures: in the terminal, or as an SVG, PNG or PDF file.

Examples:
  nonet show puzzle.txt
  nonet show puzzle.txt --candidates
  nonet show puzzle.txt --solve --to picture.svg
  nonet show thirty.txt --to worksheet.pdf --a-page 6
  nonet show thirty.txt --to answers.pdf --a-page 12 --solve
"""

from __future__ import annotations

import argparse
import sys

from nonet.cli import common as cli
from nonet.cli import inputs
from nonet.cli.output_files import FORCE, PICTURE_SUFFIXES, Output
from nonet.errors import FormatError
from nonet.puzzle import Puzzle
from nonet.puzzle.short_form import legend
from nonet.render.drawing import Drawing
from nonet.render.pictures import MAX_PICTURES_PER_PAGE
from nonet.render.printable import printable
from nonet.solving import candidates, solve
from nonet.solving.outcome import summary
from nonet.solving.problem_input import checked_limits

GROUP = "most used"


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    inputs.add_inputs(parser)
    cli.add_backend(parser)
    cli.add_options(parser.add_mutually_exclusive_group(), CONTENT_OPTIONS)
    cli.add_options(parser, OPTIONS)


CONTENT_OPTIONS = """
    --solve            with the first solution filled in
    --candidates       with the values that no clue among a cell's peers excludes
    --true-candidates  with the values each cell takes over all solutions
"""
OPTIONS = f"""
    --ascii         frames of + - | only
    --dark          a picture for a dark page (with --to)
    --to, -o FILE   write a picture: .svg, .png or .pdf; of further puzzles FILE-2, FILE-3 and so on
    --a-page N      with --to FILE.pdf: all puzzles in one document to print, N (1 to
                    {MAX_PICTURES_PER_PAGE}) on each page of A4, numbered
    {FORCE}
"""


def run(arguments: argparse.Namespace) -> int:
    """Draw each puzzle."""
    checked_limits(None, arguments.time_limit)
    cli.check_backend(arguments.backend)
    target = Output(arguments, arguments.to, PICTURE_SUFFIXES)
    a_page = arguments.a_page
    if a_page is not None and (target.suffix != ".pdf" or not 1 <= a_page <= MAX_PICTURES_PER_PAGE):
        raise FormatError(
            f"--a-page is a number from 1 to {MAX_PICTURES_PER_PAGE}, with --to FILE.pdf"
        )
    drawn: list[tuple[str, str]] = []

    def answer(puzzle: Puzzle) -> int:
        drawing, code = _print_drawing(arguments, puzzle)
        if target:
            from nonet.render.svg import drawing_svg  # 10 ms, for files alone

            picture = drawing_svg(drawing, title=puzzle.name, dark=arguments.dark)
            if a_page is None:
                target.write(picture)
            else:
                name = printable(puzzle.name)
                drawn.append((f"{len(drawn) + 1}  {name}".strip(), picture))
            return code
        cli.print_statements(arguments, puzzle)
        if puzzle.name:
            print(printable(puzzle.name))
        print(cli.make_drawer(ascii=arguments.ascii)(drawing))
        if sys.stdout.isatty():  # a pipe has the rules as statements
            for line in legend(puzzle.rules):
                print(line)
        return code

    code = cli.for_each(arguments, answer)
    target.write_sheet(drawn, a_page or 1)
    return code


def _print_drawing(arguments: argparse.Namespace, puzzle: Puzzle) -> tuple[Drawing, int]:
    if arguments.solve:
        outcome = solve(puzzle, arguments.backend, time_limit=arguments.time_limit)
        if not outcome.solutions or outcome.doubts:
            cli.print_message(f"{inputs.title(puzzle)}: {summary(outcome)}")
        code = {"sat": cli.YES, "unsat": cli.NO, "unknown": cli.UNDECIDED}[outcome.status.value]
        return puzzle.drawing(outcome.solution_or_none), code
    if arguments.true_candidates:
        result = candidates(puzzle, arguments.backend, time_limit=arguments.time_limit)
        remaining = {
            cell: values | result.undecided.get(cell, values)
            for cell, values in result.values.items()
        }
        if result.undecided:
            cli.print_message(f"{inputs.title(puzzle)}: out of time; values not excluded are shown")
        if result.doubts:
            cli.print_message(f"{inputs.title(puzzle)}: {result.decided_text('its candidates')}")
        if result.exhausted and not any(remaining.values()):
            cli.print_message(f"{inputs.title(puzzle)}: no solution")
            return puzzle.drawing(candidates=remaining), cli.NO
        return puzzle.drawing(candidates=remaining), cli.YES if result.exhausted else cli.UNDECIDED
    if arguments.candidates:
        return puzzle.drawing(candidates=puzzle.open_candidates()), cli.YES
    return puzzle.drawing(), cli.YES
